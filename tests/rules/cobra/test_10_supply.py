"""Chapter 10: supply."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from at_the_table import cleared
from cobra_table import cited, do, hex_of, listed, refused, ruleset, table
from fights import rule

from hexcore.attacks import declared
from hexcore.events import Removed, apply
from hexcore.game import Game
from hexcore.odds import weigh
from hexcore.supply import net
from hexcore_cobra import COBRA_1977
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.supply import supplied_for_movement

REAL = COBRA_1977.map
OPEN = cleared(REAL, "A0101", "A5134")
"""All of the map clear and roadless: Allied lines end in A2601, and A26 is twelve hexes deep from A2613."""
RING = {"u_inf_1": "A2310", "u_inf_4": "A2508", "u_inf_8": "A2106", "u_inf_9": "A2406", "u_inf_29": "A2109"}
"""Five divisions whose zones close the land round A2308."""
NORTH = {"u_inf_5": "A2306"}


def state_of(game: Game, unit: str) -> str:
    return game.board.rules.supply_state(game.state, game.state.units[unit])


def attack_strength(game: Game, target: str, *attackers: str) -> int:
    side = game.state.units[attackers[0]].side
    combat = declared(game.state, side, (game.board.map.hex(target),))
    return weigh(game.state, replace(combat, attackers=attackers)).attack


@rule("10.3.1", "10.4.1", "10.5.1")
def test_every_unit_of_the_opening_is_in_supply() -> None:
    for scenario in (id for id in ruleset().scenarios if id.startswith("breakout")):
        game = Game.start(ruleset().board(scenario))
        for side in (GERMAN, ALLIED):
            lines = net(game.state, side)
            lengths = [lines.length.get(u.hex, 99) for u in game.state.on_map(side)]
            assert lengths and max(lengths) <= 12


@rule("10.3.1")
@pytest.mark.parametrize(("where", "supply"), [("A2613", "supplied"), ("A2614", "unsupplied")])
def test_twelve_hexes_are_a_line_and_thirteen_are_not(where: str, supply: str) -> None:
    game = table({"u_inf_1": where, "g_pz_2": "A4020"}, "allied-movement", on=OPEN)
    assert state_of(game, "u_inf_1") == supply


@rule("10.3.1")
def test_a_ring_of_zones_cuts_a_german_line() -> None:
    cut = table({"g_pz_2": "A2308", **RING, **NORTH}, "german-combat")
    assert state_of(cut, "g_pz_2") == "unsupplied"
    open_side = table({"g_pz_2": "A2308", "u_inf_4": "A2508"}, "german-combat")
    assert state_of(open_side, "g_pz_2") == "supplied"


@rule("10.3.3")
def test_german_zones_cut_an_allied_line() -> None:
    germans = {
        "g_pz_2": "A2310",
        "g_pz_9": "A2508",
        "g_pz_21": "A2106",
        "g_pz_116": "A2406",
        "g_pz_1SS": "A2109",
    }
    cut = table({"u_inf_1": "A2308", **germans, "g_pz_12SS": "A2306"}, "allied-combat")
    assert state_of(cut, "u_inf_1") == "unsupplied"
    free = table({"u_inf_1": "A2308", "g_pz_2": "A2310"}, "allied-combat")
    assert state_of(free, "u_inf_1") == "supplied"


def land(terrain=None, bocage=(), rivers=(), roads=()):
    """The open map with some of it changed, as `cobra_table.ground` says it."""
    return OPEN.with_ground(
        {OPEN.hex(n): frozenset(words.split()) for n, words in (terrain or {}).items()},
        {OPEN.hex(n): frozenset({"bocage"}) for n in bocage},
        {OPEN.side(OPEN.hex(a), OPEN.hex(b)): frozenset({word}) for a, b, word in rivers},
        {OPEN.side(OPEN.hex(a), OPEN.hex(b)): word for a, b, word in roads},
    )


def traced(where: str, **changes) -> bool:
    """Whether an Allied division has supply in a hex of the open map."""
    game = table({"u_inf_1": where, "g_pz_2": "A4020"}, "allied-movement", on=land(**changes))
    alone = state_of(game, "u_inf_1") == "supplied"
    reached = game.board.map.hex(where) in net(game.state, ALLIED).length
    assert alone == reached, "a line is found from either end"
    return alone


def ring(centre: str, radius: int = 1) -> list[str]:
    """The hexes so far from one."""
    hex = OPEN.hex(centre)
    return [OPEN.numbers[h] for h in OPEN.within(hex, radius) if OPEN.distance(h, hex) == radius]


@rule("10.3.4")
@pytest.mark.parametrize(
    ("where", "bocage", "supplied"),
    [
        ("A2613", ["A2605"], False),
        ("A2612", ["A2605"], True),
        ("A2611", ["A2605", "A2601"], True),
        ("A2612", ["A2605", "A2601"], False),
        ("A2613", ["A2613"], True),
        ("A2613", ["A2601"], False),
    ],
)
def test_a_bocage_hex_is_two_and_the_unit_s_own_is_none(where, bocage, supplied) -> None:
    assert traced(where, bocage=bocage) == supplied


@rule("10.3.4")
@pytest.mark.parametrize(("ground", "supplied"), [("light-forest", False), ("hills", True)])
def test_bocage_is_clear_ground_or_light_forest_in_its_area(ground, supplied) -> None:
    assert traced("A2613", terrain={"A2605": ground}, bocage=["A2605"]) == supplied
    assert traced("A2613", terrain={"A2605": ground}), "outside the area no ground counts more than one"


@rule("DG 10.3.4")
def test_marsh_in_the_bocage_is_marsh_only() -> None:
    assert traced("A2613", terrain={"A2605": "marsh"}, bocage=["A2605"])


@rule("10.3.4", "10.3.5")
@pytest.mark.parametrize(
    ("roads", "supplied"),
    [
        ([], False),
        ([("A2605", "A2606", "secondary")], True),
        ([("A2605", "A2705", "secondary")], True),
        ([("A2605", "A2705", "primary")], True),
        ([("A2606", "A2706", "secondary")], False),
    ],
)
def test_a_bocage_hex_with_a_road_in_it_is_one(roads, supplied) -> None:
    assert traced("A2613", bocage=["A2605"], roads=roads) == supplied


def moat(word: str = "major-river") -> list[tuple[str, str, str]]:
    return [("A2601", near, word) for near in ring("A2601")]


@rule("10.3.6")
@pytest.mark.parametrize(("where", "supplied"), [("A2608", True), ("A2609", False)])
def test_a_step_over_a_major_river_is_six(where, supplied) -> None:
    assert traced(where, rivers=moat()) == supplied
    assert traced(where, rivers=moat("minor-river"))


@rule("10.3.6")
def test_a_road_over_the_river_is_one_hex_like_any() -> None:
    bridge = [("A2601", "A2602", "secondary")]
    assert traced("A2613", rivers=moat(), roads=bridge)
    assert not traced("A2613", rivers=moat(), roads=[("A2602", "A2603", "secondary")])


@rule("10.3.4", "10.3.6")
def test_bocage_behind_the_river_adds_nothing_to_the_six() -> None:
    assert traced("A2608", rivers=moat(), bocage=["A2601"])
    assert not traced("A2609", rivers=moat(), bocage=["A2601"])


ONE, TWO = dict.fromkeys(ring("A2601"), "marsh"), dict.fromkeys(ring("A2601") + ring("A2601", 2), "marsh")


@rule("DG 10.3.2")
def test_one_marsh_hex_in_a_line_and_not_two() -> None:
    assert traced("A2606", terrain=ONE)
    assert not traced("A2606", terrain=TWO)
    assert traced("A2603", terrain=TWO), "the unit's own hex is not gone through"


@rule("DG 10.3.2")
@pytest.mark.parametrize(
    ("road", "supplied"),
    [(("A2603", "A2604"), True), (("A2602", "A2603"), True), (("A2603", "A2703"), False)],
)
def test_a_marsh_hex_entered_by_road_does_not_count(road, supplied) -> None:
    assert traced("A2606", terrain=TWO, roads=[(*road, "secondary")]) == supplied


@rule("DG 10.3.2")
def test_the_shortest_line_is_not_taken_when_it_has_too_much_marsh() -> None:
    """The straight line has two marsh hexes; one that avoids them is a hex longer."""
    swamp = dict.fromkeys(("A2604", "A2606"), "marsh")
    assert traced("A2612", terrain=swamp)
    assert not traced("A2613", terrain=swamp) and traced("A2613", terrain={"A2604": "marsh"})


HIGHWAY = [f"A{column}03" for column in range(43, 52)] + ["A5102", "A5101"]
"""A primary road off the east edge: German lines may end in A4303."""


def over_the_dives(where: str, roads: list[tuple[str, str, str]], river: str = "major-river") -> str:
    """The supply of a panzer regiment in a hex with a river all around it."""
    highway = [(a, b, "primary") for a, b in pairwise(HIGHWAY)]
    around = [(where, near, river) for near in ring(where)]
    ground = land(rivers=around, roads=[*highway, *roads])
    game = table({"g_pz_2": where, "u_inf_1": "A2004"}, "german-movement", on=ground)
    return state_of(game, "g_pz_2")


@rule("10.3.2")
def test_no_line_crosses_the_unbridged_dives() -> None:
    assert over_the_dives("A4103", []) == "unsupplied"
    assert over_the_dives("A4103", [("A4103", "A4203", "secondary")]) == "supplied", "by the bridge"
    assert over_the_dives("A4106", []) == "unsupplied"
    assert over_the_dives("A4108", []) == "supplied", "south of A4106 it is a river like any"


@rule("10.4.1")
def test_german_lines_end_east_or_south_and_the_south_closes_after_an_exit() -> None:
    game = table({"g_pz_2": "A2310", "u_arm_A_2": "A0334"}, "allied-movement", on=REAL)
    names = {source.name for source in net(game.state, GERMAN).source.values()}
    assert names and names <= {"the east edge", "the south edge"}
    do(game, "take", unit="u_arm_A_2")
    assert any(a.edge == "S" for a in listed(game, "exit"))
    do(game, "exit", units=["u_arm_A_2"], edge="S")
    after = {source.name for source in net(game.state, GERMAN).source.values()}
    assert after == {"the east edge"}


@rule("10.5.1")
def test_allied_lines_end_on_the_north_edge() -> None:
    game = table({"g_pz_2": "A2310", "u_inf_1": "A2004"}, "allied-movement", on=REAL)
    names = {source.name for source in net(game.state, ALLIED).source.values()}
    assert names == {"the north edge"}
    assert state_of(game, "u_inf_1") == "supplied"


@rule("10.1", "5.2.6", "10.0")
def test_for_movement_supply_is_judged_as_the_phase_begins() -> None:
    cut = table({"g_pz_2": "A2308", **RING, **NORTH}, "german-movement")
    unit = cut.state.units["g_pz_2"]
    assert not supplied_for_movement(cut.state, unit)
    assert cut.board.rules.movement_allowance(cut.state, unit) == 12
    freed = cut.state
    for id in (*RING, *NORTH):
        freed = apply(freed, Removed(id, "eliminated"))
    assert not supplied_for_movement(freed, freed.units["g_pz_2"])
    free = table({"g_pz_2": "A2308", "u_inf_4": "A2508"}, "german-movement")
    assert free.board.rules.movement_allowance(free.state, free.state.units["g_pz_2"]) == 24


@rule("10.2")
def test_for_combat_supply_is_judged_at_the_instant() -> None:
    cut = table({"g_pz_2": "A2308", **RING, "u_inf_5": "A2307"}, "german-combat")
    assert cut.ask("odds", target=["A2307"], attackers=["g_pz_2"])["attack"] == 3
    state = cut.state
    for id in RING:
        state = apply(state, Removed(id, "eliminated"))
    opened = Game(cut.board, state, cut.dice)
    assert opened.ask("odds", target=["A2307"], attackers=["g_pz_2"])["attack"] == 6


@rule("10.6.1", "10.0")
def test_out_of_supply_a_unit_has_half_its_strength() -> None:
    cut = table({"g_pz_2": "A2308", **RING, "u_inf_5": "A2307"}, "german-combat")
    assert attack_strength(cut, "A2307", "g_pz_2") == 3
    free = table({"g_pz_2": "A2308", "u_inf_5": "A2307"}, "german-combat")
    assert attack_strength(free, "A2307", "g_pz_2") == 6


@rule("10.6.2")
def test_but_never_less_than_one() -> None:
    germans = {
        "g_pz_2": "A2310",
        "g_pz_9": "A2508",
        "g_pz_21": "A2106",
        "g_pz_116": "A2406",
        "g_pz_1SS": "A2109",
    }
    cut = table({"u_cav_4": "A2308", **germans, "g_pz_12SS": "A2307"}, "allied-combat", lost={"u_cav_4": 1})
    assert state_of(cut, "u_cav_4") == "unsupplied"
    assert attack_strength(cut, "A2307", "u_cav_4") == 1


@rule("10.6.3")
def test_units_stay_out_of_supply_for_good() -> None:
    game = table({"g_pz_2": "A2308", **RING, **NORTH}, "allied-mechanized")
    assert state_of(game, "g_pz_2") == "unsupplied"
    turn = game.state.turn
    do(game, "done")
    assert game.state.turn == turn + 1 and hex_of(game, "g_pz_2") == "A2308"


@rule("10.6.4")
def test_units_out_of_supply_may_attack() -> None:
    cut = table({"g_pz_2": "A2308", **RING, "u_inf_5": "A2307"}, "german-combat")
    assert cut.board.map.hex("A2307") in {a.targets[0] for a in listed(cut, "declare")}


@rule("10.6.4", "10.6.5")
def test_units_out_of_supply_do_not_overrun() -> None:
    panzers = {"g_pz_2": "A2308", "g_pg_2_2": "A2308", "g_pg_304_2": "A2308"}
    free = table({**panzers, "u_cav_4": "A2307"}, "german-movement")
    do(free, "take", units=list(panzers))
    assert listed(free, "overrun")
    state = free.state
    from hexcore.events import Placed

    for id, where in RING.items():
        state = apply(state, Placed(id, free.board.map.hex(where)))
    cut = Game(free.board, state, free.dice)
    assert not listed(cut, "overrun")
    assert refused(cut, "overrun", units=list(panzers), target="A2307").rule == cited("10.6.5")
