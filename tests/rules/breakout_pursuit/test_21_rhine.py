"""The breach of the Rhine: bridgeheads, communication hexes, and the end of the game."""

from __future__ import annotations

import pytest
from bp_fights import CA5, G1, G8, UK7, US11, US13, US13F, US16, US17, rule
from bp_scores import go_on, happen, marked, scored
from bp_table import board, do, listed, refused, table

from hexcore.codec import StateForm
from hexcore.events import Marked

FIVE = ("1501", "1701", "1901", "2101", "2301")
"""Hexes beyond the Rhine, one after the other with one hex between each two."""
CHOICE = "1501 1701 1901 2101 2301 / 1601 1801 2001 2201"
UNITS = (US13, US17, US16, US11, US13F)
BRIDGE = dict(zip(UNITS, FIVE, strict=True))


def at_the_end(units=None, *unsupplied, turn=6, scenario="1.4"):
    """The Allied player turn comes to its end in a position."""
    game = marked(
        table(BRIDGE if units is None else units, "allied-mechanized", turn=turn, scenario=scenario),
        "unsupplied",
        *unsupplied,
    )
    do(game, "done")
    return game


def breached(game) -> bool:
    return game.decision is not None and game.decision.kind == "name-bridgeheads"


def shifted(**units):
    """The five, some of them elsewhere."""
    return {**BRIDGE, **units}


# ------------------------------------------------------------------ the breach, and the end
@rule("game_length.B", "game_length.general")
def test_the_game_ends_with_the_allied_player_turn_that_breaches_the_rhine():
    game = at_the_end()
    assert breached(game) and game.decision.side == "allied" and game.state.outcome is None
    do(game, "choose", option=CHOICE)
    assert game.state.outcome is not None and game.state.turn == 6
    assert game.state.outcome.rule == "victory.H"


@rule("victory.C")
def test_a_breach_scores_a_hundred_points_once():
    game = at_the_end()
    assert scored(game, "victory.C") == 0
    do(game, "choose", option=CHOICE)
    assert scored(game, "victory.C", "allied") == 100
    assert game.state.outcome.level == "German Substantive", "100 to 75 for the areas"


@rule("game_length.B")
def test_without_a_breach_the_game_goes_on():
    game = at_the_end({US13: "1501"})
    assert not breached(game)
    go_on(game, "allied-movement", 7)
    assert game.state.outcome is None


@rule("game_length.B")
def test_it_is_judged_at_the_end_of_allied_player_turns_only():
    game = table(BRIDGE, "german-mechanized", turn=6)
    do(game, "done")
    assert game.state.outcome is None and not breached(game)
    go_on(game, "allied-mechanized", 7)
    assert all(game.state.marker("isolated", unit) for unit in UNITS)
    lifted = happen(game, *(Marked("isolated", unit, 0) for unit in UNITS))
    do(lifted, "done")
    assert breached(lifted)


@rule("game_length.B.1", "victory.C.1")
def test_isolated_divisions_breach_nothing():
    game = table(BRIDGE, "german-mechanized", turn=6)
    go_on(game, "allied-mechanized", 7)
    do(game, "done")
    assert not breached(game) and game.state.outcome is None


@rule("game_length.B")
def test_the_choice_is_written_as_two_lists():
    game = at_the_end()
    assert "slash" in refused(game, "choose", option="1501 1701").reason
    assert "no hex" in refused(game, "choose", option="1501 9999 / 1601").reason
    assert refused(game, "done").rule == "game_length.B"
    assert listed(game, "choose"), "ways are listed"
    game.submit(listed(game, "choose")[0])
    assert game.state.outcome is not None


# ------------------------------------------------------------------ 1: five bridgehead hexes
@rule("game_length.B.1", "victory.C.1")
def test_bridgeheads_need_supplied_divisions():
    assert breached(at_the_end())
    assert not breached(at_the_end(None, US13)), "an unsupplied division holds nothing"
    assert not breached(at_the_end({**{u: h for u, h in BRIDGE.items() if u != US13}, UK7: "1501"})), (
        "a brigade"
    )
    battlegroup = {**{u: h for u, h in BRIDGE.items() if u != US13}, f"{US13}-BG": "1501"}
    assert not breached(at_the_end(battlegroup)), "a battlegroup is no division"
    assert not breached(at_the_end({u: h for u, h in BRIDGE.items() if u != US13})), "four are not five"


@rule("game_length.B.1", "victory.C.1")
def test_bridgeheads_lie_beyond_rhine_and_ruhr():
    assert not breached(at_the_end(shifted(**{US13: "1400"}))), "Essen is north of the Ruhr"
    six = at_the_end({**BRIDGE, UK7: "1903", CA5: "1400"})
    refusal = refused(six, "choose", option="1903 1701 1901 2101 2301 / 1801 2001 2201")
    assert refusal.rule == "game_length.B.1" and "Bonn (1903)" in refusal.reason
    empty = refused(six, "choose", option="1502 1701 1901 2101 2301 / 1601 1801 2001 2201")
    assert empty.rule == "game_length.B.1" and "no supplied Allied division" in empty.reason
    assert refused(six, "choose", option="1501 1701 1901 2101 / 1801").rule == "game_length.B.1"
    do(six, "choose", option=CHOICE)


@rule("game_length.B.1", "victory.C.1")
def test_bridgeheads_are_not_adjacent():
    extra = at_the_end({**BRIDGE, "JUL-A017": "1801"})
    refusal = refused(extra, "choose", option="1801 1701 1901 2101 2301 / 1601 2001 2201")
    assert refusal.rule == "game_length.B.1" and "adjacent" in refusal.reason
    do(extra, "choose", option=CHOICE)


# ------------------------------------------------------------------ 2: one hex between
@rule("game_length.B.2", "victory.C.2")
def test_each_bridgehead_has_another_one_hex_away():
    two_between = shifted(**{US13F: "2401"})
    assert not breached(at_the_end(two_between)), "2401 has two hexes between it and 2101"
    assert breached(at_the_end())


@rule("game_length.B.2", "victory.C.2")
def test_the_hex_between_must_be_named():
    game = at_the_end()
    refusal = refused(game, "choose", option="1501 1701 1901 2101 2301 / 1801 2001 2201")
    assert refusal.rule == "game_length.B.2" and "1501" in refusal.reason
    do(game, "choose", option=CHOICE)


# ------------------------------------------------------------------ 3: communication hexes
@rule("game_length.B.3", "victory.C.3")
def test_communication_hexes_are_free_of_germans():
    gap = {G1: "1601", G8: "1600"}
    assert not breached(at_the_end({**BRIDGE, **gap}))
    assert breached(at_the_end({**BRIDGE, G1: "0900"}))


@rule("game_length.B.3", "victory.C.3")
def test_a_german_zone_closes_one_unless_an_ally_is_in_it():
    both = {**BRIDGE, G1: "2300", G8: "2302"}
    assert not breached(at_the_end(both)), "2200 and 2201 lie in their zones"
    assert breached(at_the_end({**both, CA5: "2201"}))
    one = at_the_end({**BRIDGE, G1: "2300"})
    refusal = refused(one, "choose", option=CHOICE.replace("2201", "2200"))
    assert refusal.rule == "game_length.B.3" and "2200 is in a German zone" in refusal.reason
    do(one, "choose", option=CHOICE)


@rule("game_length.B.3", "victory.C.3")
def test_communication_hexes_lie_beyond_the_rhine_too():
    game = at_the_end()
    refusal = refused(game, "choose", option=CHOICE + " 1602")
    assert refusal.rule == "game_length.B.3" and "1602" in refusal.reason
    do(game, "choose", option=CHOICE + " 1502")


# ------------------------------------------------------------------ 4: one line
APART = {US13: "1501", US17: "1701", US16: "2101", US11: "2301", US13F: "2501"}


@rule("game_length.B.4", "victory.C.4")
def test_one_line_joins_all_five():
    assert not breached(at_the_end(APART)), "two groups, a gap between them"
    assert breached(at_the_end({**APART, "JUL-A017": "1901"}))


@rule("game_length.B.4", "victory.C.4")
def test_a_choice_that_leaves_a_gap_is_refused():
    game = at_the_end({**BRIDGE, "JUL-A017": "2501", "JUL-A018": "2701"})
    parts = "1501 1701 2301 2501 2701 / 1601 2401 2601"
    refusal = refused(game, "choose", option=parts)
    assert refusal.rule == "game_length.B.4" and "2301" in refusal.reason
    do(game, "choose", option=CHOICE)


def test_the_standing_shows_how_many_hexes_are_held():
    game = table({US13: "1501", UK7: "1701"}, "allied-movement")
    assert "1 hexes held beyond the Rhine" in game.board.rules.standing(game.state).text


@pytest.mark.parametrize("scenario", ["2.1", "3.4"])
def test_it_ends_other_scenarios_too(scenario):
    counters = board(scenario=scenario).counters.values()
    divisions = [c.id for c in counters if c.side == "allied" and c.size == "XX"][:5]
    assert breached(at_the_end(dict(zip(divisions, FIVE, strict=True)), turn=13, scenario=scenario))


def test_the_question_is_kept_in_a_saved_game():
    game = at_the_end()
    form = StateForm(game.board)
    again = form.load(form.dump(game.state))
    assert again.agenda == game.state.agenda and again.hash == game.state.hash


def test_the_question_shows_in_what_victory_would_be():
    game = at_the_end()
    do(game, "choose", option=CHOICE)
    told = game.ask("victory")
    assert told["over"] and told["points"] == {"german": 75, "allied": 100}
    assert [item["rule"] for item in told["items"] if item["points"] == 100] == ["victory.C"]
