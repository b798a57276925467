"""Cases 5.6.4 and 5.7.2 of The Normandy Campaign: cover for disengaging; major rivers and zones."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, ground, hex_of, is_1977, refused, table
from fights import corners, rule
from marches import ENEMY, FOOT, GI, PANZER, RING, ZONE, points

from hexcore.game import Game

CLEAR = {"weather": "clear"}
STEP = ("A2306", "A2307")


# ------------------------------------------------------------------ 5.6.4
def under_cover(
    here: str, there: str, unit: str = FOOT, units: dict[str, str] | None = None, **words
) -> Game:
    """A unit at A2306 in the zone of a division, on and before some ground; it has three points."""
    bocage = [hex for hex, terrain in (("A2306", here), ("A2305", there)) if terrain == "bocage"]
    terrain = {"A2306": here.replace("bocage", "clear"), "A2305": there.replace("bocage", "hills")}
    on = ground(terrain, bocage=bocage, rivers=[("A2305", "A2306", "minor-river")])
    return table(units or ZONE, "german-movement", on=on, tracks=CLEAR, **words)


@rule("5.6.4")
@pytest.mark.parametrize("here", ["bocage", "light-forest", "heavy-forest"])
@pytest.mark.parametrize("there", ["bocage", "light-forest", "heavy-forest"])
def test_germans_disengage_from_cover_to_cover(here, there):
    game = under_cover(here, there)
    do(game, "move", unit=FOOT, to="A2305")
    assert hex_of(game, FOOT) == "A2305" and points(game, FOOT) == 0


@rule("5.6.4")
def test_cover_must_be_at_both_ends():
    open_start = under_cover("clear", "heavy-forest")
    assert refused(open_start, "move", unit=FOOT, to="A2305").rule == cited("5.6.3")
    open_end = under_cover("heavy-forest", "hills")
    assert refused(open_end, "move", unit=FOOT, to="A2305").rule == cited("5.6.4")
    do(under_cover("heavy-forest", "heavy-forest"), "move", unit=FOOT, to="A2305")


@rule("5.6.4")
def test_cover_helps_no_unit_from_zone_to_zone():
    units = {**ZONE, "u_inf_4": "A2304"}
    game = under_cover("heavy-forest", "heavy-forest", units=units)
    assert refused(game, "move", unit=FOOT, path=["A2305"]).rule == cited("5.6.2")


@rule("TNC 5.6.4")
def test_nor_where_zones_may_be_entered_after_disengaging():
    units = {**ZONE, "u_inf_4": "A2304"}
    loose = {"disengage-into-the-open": "off"}
    game = under_cover("heavy-forest", "heavy-forest", units=units, options=loose)
    assert refused(game, "move", unit=FOOT, path=["A2305"]).rule == "TNC 5.6.4"
    do(under_cover("heavy-forest", "heavy-forest", options=loose), "move", unit=FOOT, path=["A2305"])


@rule("5.6.4")
def test_cover_helps_no_allied_unit():
    cut = dict(zip(RING, corners("A2306"), strict=True))
    rough = ground(
        {"A2306": "heavy-forest", "A2305": "heavy-forest"}, rivers=[("A2305", "A2306", "major-river")]
    )
    game = table({GI: "A2306", **cut, PANZER: "A2307"}, "allied-movement", on=rough)
    assert points(game, GI) == 4
    assert refused(game, "move", unit=GI, path=["A2305"]).rule == cited("5.6.3")


@rule("5.6.4")
def test_cover_does_not_move_infantry_in_the_mechanized_phase():
    units = {**ZONE, PANZER: "A2306"}
    on = ground({"A2306": "heavy-forest", "A2305": "heavy-forest"})
    game = table(units, "german-mechanized", on=on, tracks=CLEAR)
    assert refused(game, "move", unit=FOOT, to="A2305").rule == ("SPI 4.0.A5" if is_1977() else "4.0")
    do(game, "move", unit=PANZER, to="A2305")
    assert hex_of(game, PANZER) == "A2305", "six points for four"


@rule("TNC 5.6.4")
def test_cover_does_not_help_unless_that_is_chosen():
    game = under_cover("heavy-forest", "heavy-forest", options={"german-cover": "off"})
    assert refused(game, "move", unit=FOOT, to="A2305").rule == "TNC 5.6.3"


# ------------------------------------------------------------------ 5.7.2
NORTH_BANK = [(*STEP, "major-river"), ("A2306", "A2206", "major-river")]
"""GI at A2306 north of the river; A2206 and A2307 lie south of it, next to each other and to A2306."""
CROSSING = {GI: "A2306", FOOT: "A2206", ENEMY: "A2712"}


def crossing(units: dict[str, str], rivers=NORTH_BANK) -> Game:
    return table(units, "allied-movement", on=ground(rivers=rivers))


@rule("DG 5.7.2")
def test_not_over_a_major_river_into_a_zone_that_holds_both_banks():
    game = crossing(CROSSING)
    assert refused(game, "move", unit=GI, path=["A2307"]).rule == "5.7.2"
    minor = [(*STEP, "minor-river"), ("A2306", "A2206", "major-river")]
    do(crossing(CROSSING, minor), "move", unit=GI, path=["A2307"])
    moved = crossing({**CROSSING, GI: "A2304"})
    assert refused(moved, "move", unit=GI, path=["A2305", "A2306", "A2307"]).rule == "5.7.2"
    do(moved, "move", unit=GI, path=["A2305", "A2306"])


@rule("DG 5.7.2")
def test_a_friend_in_the_hex_lets_it_cross():
    game = crossing({**CROSSING, "u_cav_4": "A2307"})
    do(game, "move", unit=GI, path=["A2307"])
    assert hex_of(game, GI) == "A2307"


BEHIND = [*NORTH_BANK, ("A2206", "A2307", "major-river")]
"""The unit in A2206 controls nothing over the river any more; the one in A2308 controls A2307."""


@rule("DG 5.7.2")
def test_an_enemy_away_from_the_river_does_not_bar_it():
    units = {**CROSSING, ENEMY: "A2308"}
    do(crossing(units, BEHIND), "move", unit=GI, path=["A2307"])
    at_the_river = [*BEHIND, ("A2308", "A2309", "major-river")]
    assert refused(crossing(units, at_the_river), "move", unit=GI, path=["A2307"]).rule == "5.7.2"


@rule("DG 5.7.2")
def test_what_would_be_open_without_the_river_is_open():
    rivers = [*NORTH_BANK, ("A2308", "A2309", "major-river")]
    game = crossing({GI: "A2306", FOOT: "A2308", ENEMY: "A2712"}, rivers)
    do(game, "move", unit=GI, path=["A2307"])
    assert hex_of(game, GI) == "A2307", "no zone would reach A2306 even without the river"
    free = crossing({GI: "A2306", FOOT: "A2206", ENEMY: "A2712"}, BEHIND)
    do(free, "move", unit=GI, path=["A2307"])
    assert hex_of(free, GI) == "A2307", "and none is exerted into A2307 now"
    tigers = crossing({GI: "A2306", "g_tig_503": "A2206", FOOT: "A2711"})
    do(tigers, "move", unit=GI, path=["A2307"])
    assert hex_of(tigers, GI) == "A2307", "a battalion exerts no zone"
