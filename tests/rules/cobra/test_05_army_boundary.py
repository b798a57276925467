"""The Allied army boundary (5.10): where it runs, how it moves, what it forbids."""

from __future__ import annotations

from itertools import pairwise

import pytest
from cobra_table import board, cited, do, hex_of, listed, refused, table
from fights import asked, rule, weighed
from marches import passed_to

from hexcore.events import Marked, Moved, apply, run
from hexcore.game import Game
from hexcore_cobra import exits
from hexcore_cobra.army_boundary import BOUNDARY, astray, fronts_of, ground as parts, markers
from hexcore_cobra.boundary_line import line_between, parted
from hexcore_cobra.reinforcements import entry_refusal
from hexcore_cobra.supply import supplied_now, within_bounds
from hexcore_cobra.victory_points import british_gone_east

US, BRITISH, FOE = "u_inf_1", "b_inf_3", "g_inf_986_276"
FAR = {FOE: "A2012"}
FIRST_PHASE = "allied-supply"


def turn_opens(units: dict[str, str] | None = None, **words) -> Game:
    """The Allied player turn begins; in 1977 its weather has been rolled."""
    return passed_to(table(units or {US: "A2305", **FAR}, "german-mechanized", **words), "german-mechanized")


def opened(units: dict[str, str] | None = None, **words) -> Game:
    game = turn_opens(units, **words)
    do(game, "done")
    return game


def spots(game: Game) -> list[str]:
    return [game.board.map.numbers[hex] for hex in markers(game.state)]


def lay(game: Game, *numbers: str) -> Game:
    """The markers put where a test wants them."""
    for old in spots(game):
        game.state = apply(game.state, Marked(BOUNDARY, old, 0))
    for new in numbers:
        game.state = apply(game.state, Marked(BOUNDARY, new))
    return game


def ends(game: Game, unit: str) -> set[str]:
    do(game, "take", unit=unit)
    found = {game.board.map.numbers[a.to] for a in listed(game, "move")}
    do(game, "put-down")
    return found


# ------------------------------------------------------------------ where it runs
@rule("5.10")
def test_it_starts_in_the_column_of_a2519_and_b3518():
    game = table({US: "A2305", **FAR}, "allied-movement")
    assert spots(game) == ["A2501", "A2519"]
    assert all(fronts_of(game.state, game.board.map.hex(n)) == ("US", "British") for n in ("A2501", "A2530"))
    assert fronts_of(game.state, game.board.map.hex("A2410")) == ("US",)
    assert fronts_of(game.state, game.board.map.hex("A2610")) == ("British",)


@rule("5.10")
def test_without_the_option_nothing_is_drawn():
    game = table({US: "A2305", **FAR}, "allied-movement", options={"army-boundary": "off"})
    assert not game.state.markers and parts(game.state) is None
    assert "A2705" in ends(game, US)


@rule("5.10.1")
def test_the_line_between_2117_and_5117_is_every_hex_that_ends_in_17():
    m = board().map
    line = [m.numbers[h] for h in line_between(m, m.hex("A2117"), m.hex("A5117"))]
    assert line == [f"A{column}17" for column in range(21, 52)]


@rule("5.10.1")
def test_the_line_between_2117_and_5132_is_the_diagonal():
    m = board().map
    line = line_between(m, m.hex("A2117"), m.hex("A5132"))
    steps = {(m.coords[b].q - m.coords[a].q, m.coords[b].r - m.coords[a].r) for a, b in pairwise(line)}
    assert len(line) == 31 and steps == {(1, 0)} and m.numbers[line[-1]] == "A5132"


@rule("5.10.1")
@pytest.mark.parametrize("east", ["A5101", "A5117", "A5126", "A5134"])
def test_every_line_is_unbroken(east):
    m = board().map
    line = line_between(m, m.hex("A2413"), m.hex(east))
    assert all(m.distance(a, b) == 1 for a, b in pairwise(line))


@rule("5.10.2")
def test_after_the_swing_the_us_stand_south_and_west_the_british_north_and_east():
    m = board().map
    found = parted(board(), m.hex("A2117"), m.hex("A5117"))
    assert found.fronts[m.hex("A3517")] == ("US", "British")
    assert found.fronts[m.hex("A3519")] == ("US",) and found.fronts[m.hex("A1505")] == ("US",)
    assert found.fronts[m.hex("A3515")] == ("British",) and found.fronts[m.hex("A2210")] == ("British",)
    assert [found.beyond["US"][m.hex(n)] for n in ("A3517", "A3516", "A3515", "A3513")] == [0, 0, 1, 3]
    assert [found.beyond["British"][m.hex(n)] for n in ("A3518", "A3519", "A3520")] == [0, 1, 2]


# ------------------------------------------------------------------ how it moves (5.10.1, 5.10.2)
@rule("5.10.1")
@pytest.mark.parametrize("way, column", [("stay", "25"), ("east", "26"), ("west", "24")])
def test_it_is_moved_one_hex_as_the_allied_turn_begins(way, column):
    game = opened()
    assert asked(game) == "boundary-move allied"
    do(game, "choose", option=way)
    assert spots(game) == [f"A{column}01", f"A{column}19"] and game.decision.kind != "boundary-move"


@rule("5.10.1")
@pytest.mark.parametrize("column, barred, free", [("30", "east", "west"), ("23", "west", "east")])
def test_not_west_of_a23_nor_east_of_a30(column, barred, free):
    game = lay(turn_opens(), f"A{column}01", f"A{column}19")
    do(game, "done")
    refusal = refused(game, "choose", option=barred)
    assert refusal.rule == cited("5.10.1") and "A23 and A30" in refusal.reason
    assert refused(game, "choose", option="north").rule == cited("5.10.1")
    do(game, "choose", option=free)


@rule("5.10.1")
def test_the_turn_after_an_allied_unit_was_south_of_vire_it_is_laid_anew():
    game = opened({US: "A2117", **FAR})
    do(game, "choose", option="stay")
    turn = game.state.turn
    while game.decision.kind != "boundary-laid":
        assert game.decision.kind != "boundary-move"
        do(game, "done")
    assert game.state.turn == turn + 1
    refusal = refused(game, "commit", what=BOUNDARY, hex="A2512")
    assert refusal.rule == cited("5.10.1") and "three hexes of Vire" in refusal.reason
    do(game, "commit", what=BOUNDARY, hex="A2117")
    assert refused(game, "commit", what=BOUNDARY, hex="A5017").rule == cited("5.10.1")
    do(game, "commit", what=BOUNDARY, hex="A5117")
    assert spots(game) == ["A2117", "A5117"]


@rule("5.10.1")
@pytest.mark.parametrize(
    "where, laid", [("A2116", False), ("A2216", False), ("A0117", True), ("A2633", True)]
)
def test_south_is_any_row_below_that_of_vire(where, laid):
    game = opened({US: where, **FAR})
    do(game, "choose", option="stay")
    while game.decision.kind not in ("boundary-laid", "boundary-move"):
        do(game, "done")
    assert (game.decision.kind == "boundary-laid") == laid


@rule("5.10.1")
def test_a_unit_that_has_left_the_map_there_counts_too():
    game = opened({US: "A2110", "u_arm_A_2": "A0134", **FAR})
    do(game, "choose", option="stay")
    do(passed_to(game, "allied-movement"), "exit", units=["u_arm_A_2"], edge="W")
    while game.decision.kind not in ("boundary-laid", "boundary-move"):
        do(game, "done")
    assert game.decision.kind == "boundary-laid"


@rule("5.10.2")
@pytest.mark.parametrize("way, row", [("stay", "17"), ("north", "16"), ("south", "18")])
def test_the_new_one_is_moved_north_or_south(way, row):
    game = lay(turn_opens(), "A2117", "A5117")
    do(game, "done")
    assert asked(game) == "boundary-move allied" and game.decision.rule == cited("5.10.2")
    assert refused(game, "choose", option="east").rule == cited("5.10.2")
    do(game, "choose", option=way)
    assert spots(game) == [f"A21{row}", f"A51{row}"]


@rule("5.10.2")
def test_the_new_one_stays_on_the_map():
    game = lay(turn_opens(), "A2117", "A5134")
    do(game, "done")
    assert refused(game, "choose", option="south").rule == cited("5.10.2")
    do(game, "choose", option="north")
    assert spots(game) == ["A2116", "A5133"]


@rule("5.10.2")
def test_the_new_one_binds_like_the_old():
    game = lay(table({BRITISH: "A2605", US: "A2706", **FAR}, "allied-movement"), "A2106", "A5106")
    assert "A2605" not in ends(game, US) and "A2604" not in ends(game, US)
    assert "A2708" not in ends(game, BRITISH) and "A2606" in ends(game, BRITISH)


# ------------------------------------------------------------------ movement (5.10)
@rule("5.10")
def test_no_move_ends_more_than_one_hex_beyond():
    game = table({US: "A2505", BRITISH: "A2510", **FAR}, "allied-movement")
    us, british = ends(game, US), ends(game, BRITISH)
    assert "A2605" in us and not any(n[1:3] >= "27" for n in us)
    assert "A2410" in british and not any(n[1:3] <= "23" for n in british)
    for unit, beyond, fit in ((US, "A2705", "A2604"), (BRITISH, "A2310", "A2410")):
        refusal = refused(game, "move", unit=unit, to=beyond)
        assert refusal.rule == cited("5.10") and beyond in refusal.reason
        do(game, "move", unit=unit, to=fit)
        do(game, "put-down")


@rule("5.10")
def test_a_move_may_pass_beyond_and_come_back():
    game = table({US: "A2505", **FAR}, "allied-movement")
    do(game, "move", unit=US, path=["A2605", "A2706", "A2606"])
    assert hex_of(game, US) == "A2606"


@rule("5.10")
def test_german_units_know_no_boundary():
    game = table({FOE: "A2505", US: "A2012"}, "german-movement")
    assert "A2705" in ends(game, FOE)


@rule("5.10")
def test_no_advance_and_no_overrun_ends_beyond():
    game = table({US: "A2605", FOE: "A2705"}, "allied-combat")
    state, rules, m = game.state, game.board.rules, game.board.map
    unit = (state.units[US],)
    for number, beyond in (("A2705", True), ("A2606", False)):
        hex = m.hex(number)
        asked_of = [*rules.may_advance(state, unit, (hex,), None), *rules.may_overrun(state, unit, hex)]
        cites = [r for r in asked_of if r.rule == cited("5.10")]
        assert len(cites) == (2 if beyond else 0)


@rule("5.10")
def test_no_reinforcement_enters_beyond():
    game = table({US: "arrivals", BRITISH: "arrivals", **FAR}, "allied-movement")
    state, m = game.state, game.board.map
    for unit, beyond, fit in ((US, "A2701", "A2601"), (BRITISH, "A2301", "A2401")):
        refusal = entry_refusal(state, state.units[unit], m.hex(beyond))
        assert refusal is not None and refusal.rule == cited("5.10")
        assert entry_refusal(state, state.units[unit], m.hex(fit)) is None


# ------------------------------------------------------------------ put right at once (5.10)
def driven(unit: str, to: str, units: dict[str, str], phase: str = "allied-movement", **words) -> Game:
    """A unit that a retreat has driven beyond the boundary."""
    game = table(units, phase, **words)
    game.state = apply(game.state, Moved((unit,), game.board.map.hex(to), "retreat"))
    return game


@rule("5.10")
def test_who_was_driven_beyond_comes_back_before_the_phase_ends():
    game = driven(US, "A2705", {US: "A2605", **FAR})
    assert astray(game.state, game.state.units[US]) == 1
    refusal = refused(game, "done")
    assert refusal.rule == cited("5.10") and "A2705" in refusal.reason
    assert "A2704" not in ends(game, US) and "A2706" not in ends(game, US)
    do(game, "move", unit=US, to="A2605"), do(game, "put-down")
    do(game, "done")


@rule("5.10")
def test_who_cannot_come_back_stays_until_he_can():
    """Every hex on the way back is full of enemies, or there is no movement left in him."""
    ring = {"g_inf_987_276": "A2604", "g_inf_988_276": "A2605", "g_inf_989_277": "A2606"}
    ring |= {"g_inf_990_277": "A2704", "g_inf_991_277": "A2706"}
    do(table({US: "A2705", **FAR, **ring}, "allied-movement"), "done")
    free = driven(US, "A2705", {US: "A2605", **FAR})
    assert refused(free, "done").rule == cited("5.10")


@rule("5.10")
def test_who_is_far_beyond_comes_nearer_with_every_move():
    game = driven(BRITISH, "A2005", {BRITISH: "A2405", **FAR}, lost={})
    assert astray(game.state, game.state.units[BRITISH]) == 4
    assert not any(n[1:3] <= "20" for n in ends(game, BRITISH)) and "A2105" in ends(game, BRITISH)
    do(game, "move", unit=BRITISH, to="A2105"), do(game, "put-down")
    assert refused(game, "done").rule == cited("5.10")


@rule("5.10")
def test_computer_players_know_what_they_owe():
    game = driven(US, "A2705", {US: "A2605", **FAR})
    (owed,) = game.board.rules.owed_moves(game.state, "allied")
    assert owed.units == (US,) and game.board.map.numbers[owed.to][1:3] == "26"
    game.submit(owed)
    assert game.board.rules.owed_moves(game.state, "allied") == []


@rule("5.10")
def test_a_retreat_may_end_beyond():
    game = driven(US, "A2705", {US: "A2605", **FAR}, phase="german-combat")
    unit = game.state.units[US]
    masks = game.board.rules.retreat_masks(game.state, unit)
    assert cited("5.10") not in {m.rule for m in masks}
    assert astray(game.state, unit) == 1


# ------------------------------------------------------------------ supply for attacks (5.10)
@rule("5.10")
def test_supply_for_an_attack_does_not_pass_the_other_armys_ground():
    """The US division in A2605 has supply by roads of the British area alone."""
    units = {US: "A2605", FOE: "A2606"}
    game = table(units, "allied-combat")
    unit = game.state.units[US]
    east, west = lay(game.fork(), "A3001", "A3019"), lay(game.fork(), "A2301", "A2319")
    for there, within in ((east, True), (west, False)):
        assert supplied_now(there.state, unit) and within_bounds(there.state, unit) == within
    plain, halved = (weighed(there, "A2606", US).attack for there in (east, west))
    assert halved == (plain + 1) // 2


@rule("5.10")
def test_in_defence_and_in_movement_supply_is_traced_anywhere():
    west = lay(table({US: "A2605", FOE: "A2606"}, "german-combat"), "A2301", "A2319")
    assert supplied_now(west.state, west.state.units[US])
    free = lay(table({US: "A2605", FOE: "A2606"}, "german-combat"), "A3001", "A3019")
    assert weighed(west, "A2605", FOE).defence == weighed(free, "A2605", FOE).defence


# ------------------------------------------------------------------ exits (18.2.vp.8)
GUARDS = ("b_arm_5_Gds", "b_arm_32_Gds")


def gone_east(line: tuple[str, str] | None, row: str = "A5105") -> int:
    """The points for the Guards gone off the east edge from a hex, with the boundary in a place or none."""
    option = {} if line else {"army-boundary": "off"}
    game = table({**dict.fromkeys(GUARDS, row), **FAR}, "allied-movement", options=option)
    if line:
        lay(game, *line)
    units = tuple(game.state.units[id] for id in GUARDS)
    game.state, _ = run(game.state, exits._leave(game.state, units, "E"))
    lay(game, "A2501", "A2519") if line else None
    return sum(scored.points for scored in british_gone_east(game.state))


@rule("18.2.vp.8", "5.10")
def test_a_british_division_counts_that_left_on_its_side_of_the_boundary():
    assert gone_east(("A2501", "A2519")) == 4
    assert gone_east(("A2117", "A5117")) == 4
    assert gone_east(("A2117", "A5117"), "A5117") == 4
    assert gone_east(("A2117", "A5117"), "A5118") == 0
    assert gone_east(("A2117", "A5120"), "A5118") == 4


@rule("18.2.vp.8", "5.10")
def test_without_a_boundary_every_hex_of_the_edge_will_do():
    assert gone_east(None, "A5130") == 4
    game = table({GUARDS[0]: "A5130", **FAR}, "allied-movement", options={"army-boundary": "off"})
    game.state, _ = run(game.state, exits._leave(game.state, (game.state.units[GUARDS[0]],), "E"))
    assert game.state.note("left from", GUARDS[0]) is None


@rule("5.10")
def test_the_boundary_is_drawn_from_marker_to_marker():
    game = table({"u_inf_1": "A2003"}, "allied-movement")
    (line,) = game.board.rules.drawn_lines(game.state)
    numbers = [game.board.map.numbers[hex] for hex in line.hexes]
    assert (line.id, line.rule) == ("army-boundary", cited("5.10"))
    assert numbers[0] == "A2501" and numbers[-1] == "A2519" and len(numbers) == 19
