"""Events: each one does what a hand does to cardboard, and the list is closed."""

from __future__ import annotations

from typing import get_args

import pytest
from sandbox import BLUE, RED, hexes, table

from hexcore import events as e
from hexcore.actions import Done
from hexcore.events import apply, run
from hexcore.movement_phase import MovementPhase
from hexcore.state import Combat, Commitment, GameState, Outcome
from hexcore.units import ELIMINATED, Aboard

STATE = table("b1 blue 0101 2-4 2\nb2 blue 0102 2-4\nr1 red 0505 2-4").state
QUESTION = MovementPhase(RED, "9.9")

ONE_OF_EACH: tuple[e.Event, ...] = (
    e.Moved(("b1",), 4),
    e.Placed("b1", 4),
    e.Removed("b1", "eliminated"),
    e.StepsLost("b1", 1),
    e.Marked("disrupted", "b1"),
    e.TrackSet("supply", 3),
    e.Noted("phase", "word"),
    e.Controlled(4, BLUE),
    e.Fought(Combat(0, "attack", BLUE, (4,))),
    e.Rolled((3,), "combat"),
    e.Committed(Commitment("blue", "plan", "hash")),
    e.Revealed("plan", "left", "salt"),
    e.Asked((QUESTION,)),
    e.Answered(),
    e.PhaseClosing(),
    e.PhaseBegan(2, 1, "blue-combat"),
    e.GameEnded(Outcome("won", "blue", "")),
)


def test_the_list_is_closed_and_every_event_changes_the_state() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(get_args(e.Event))
    kinds = [event.kind for event in ONE_OF_EACH]
    assert len(set(kinds)) == len(kinds)
    for event in ONE_OF_EACH:
        assert apply(STATE, event).hash != STATE.hash, event


def test_units_enter_a_hex_together_and_take_control() -> None:
    state = apply(STATE, e.Moved(("b1", "b2"), 10))
    assert state.stacks[10] == ("b1", "b2") and state.control[10] == BLUE
    state = apply(apply(state, e.Controlled(10, RED)), e.Controlled(11, ""))
    assert state.control[10] == RED and 11 not in state.control
    assert 10 not in apply(state, e.Controlled(10, "")).control


def test_several_events_at_once_are_the_same_as_one_by_one() -> None:
    row = (e.Noted("phase", "from", "b1", 0), e.Moved(("b1",), 10), e.Moved(("b1", "b2"), 11))

    def at_once() -> e.Steps:
        state = yield row
        return (yield e.Controlled(12, "blue" if state.units["b1"].hex == 11 else "red"))

    one_by_one = STATE
    for event in (*row, e.Controlled(12, BLUE)):
        one_by_one = apply(one_by_one, event)
    state, happened = run(STATE, at_once())
    assert state == one_by_one and state.digest == one_by_one.digest and type(state) is GameState
    assert tuple(happened) == (*row, e.Controlled(12, BLUE))
    assert STATE.units["b1"].hex != 11 and 11 not in STATE.stacks  # the state before is as it was


CROWD = "b1 blue 0101 2-4\nb2 blue 0102 2-4\nb3 blue 0103 0-4 1 hq\nr1 red 0505 2-4"


def crossing(*moves: tuple[str, int]) -> tuple[object, object]:
    """Which unit of each side is noted in hex 10 after units went into it and elsewhere."""
    game = table(CROWD, remembered=lambda _map: [10], controls=lambda counter: counter.kind != "hq")
    state = game.state
    for unit, hex in moves:
        state = apply(state, e.Moved((unit,), hex))
    number = state.board.map.numbers[10]
    return state.note(e.entered_by(BLUE), number), state.note(e.entered_by(RED), number)


def test_who_entered_a_remembered_hex_last_is_noted_for_good() -> None:
    assert crossing() == (None, None)
    assert crossing(("b1", 9)) == (None, None), "another hex is not remembered"
    assert crossing(("b1", 10), ("b1", 11)) == ("b1", None)
    assert crossing(("b1", 10), ("b1", 11), ("b2", 10), ("b2", 11), ("r1", 10)) == ("b2", "r1")


def test_a_unit_that_takes_no_control_is_noted_only_as_the_first() -> None:
    assert crossing(("b3", 10)) == ("b3", None)
    assert crossing(("b3", 10), ("b1", 10)) == ("b1", None)
    assert crossing(("b1", 10), ("b3", 10)) == ("b1", None)


def test_a_unit_placed_has_entered_its_hex_too() -> None:
    state = table(CROWD, remembered=lambda _map: [10]).state
    assert apply(state, e.Placed("b2", 10)).note(e.entered_by(BLUE), state.board.map.numbers[10]) == "b2"


def test_a_unit_in_a_box_or_aboard_stands_in_no_hex() -> None:
    state = apply(STATE, e.Removed("b1", aboard="b2"))
    assert state.units["b1"].place == Aboard("b2") and state.units["b1"].hex == -1
    state = apply(state, e.Removed("b1", "eliminated", why="combat"))
    assert state.units["b1"].place == ELIMINATED
    assert apply(state, e.Placed("b1", 3)).units["b1"].hex == 3


def test_steps_markers_and_tracks() -> None:
    state = apply(STATE, e.StepsLost("b1", 1))
    assert state.units["b1"].step == (1, 4) and state.units["b1"].steps_left == 1
    state = apply(apply(state, e.Marked("disrupted", "b1", 2)), e.TrackSet("weather", "storms"))
    assert state.marker("disrupted", "b1") == 2 and state.tracks["weather"] == "storms"
    assert apply(state, e.Marked("disrupted", "b1", 0)).markers == {}


@pytest.mark.parametrize(
    "turn, phase, left",
    [
        (1, 1, {"player-turn", "turn", "game"}),  # the next phase of the same player turn
        (1, 2, {"turn", "game"}),  # the other side's player turn
        (2, 0, {"game"}),  # the next game turn
    ],
)
def test_notes_live_as_long_as_their_scope(turn: int, phase: int, left: set[str]) -> None:
    state = STATE
    assert (state.turn, state.phase) == (1, 0)
    for scope in ("phase", "player-turn", "turn", "game"):
        state = apply(state, e.Noted(scope, "word", "b1"))
    assert {key[0] for key in apply(state, e.PhaseBegan(turn, phase, "")).notes} == left


def test_combats_are_a_stack() -> None:
    outer, inner = Combat(0, "attack", BLUE, (1,)), Combat(1, "overrun", BLUE, (2,), parent=0)
    state = apply(apply(STATE, e.Fought(outer)), e.Fought(inner))
    assert state.combat == inner and state.combats_begun == 2
    state = apply(state, e.Fought(Combat(1, "overrun", BLUE, (2,), attackers=("b1",), parent=0)))
    assert state.combat.attackers == ("b1",) and state.combats_begun == 2
    state = apply(state, e.Fought(Combat(1, "overrun", BLUE, (2,), parent=0, stage="over")))
    assert state.combats == (outer,)


def test_a_secret_is_bound_and_opened() -> None:
    bound = apply(STATE, e.Committed(Commitment("blue", "plan", "hash"), ("left", "salt")))
    assert bound.openings == {"plan": ("left", "salt")}
    blind = apply(STATE, e.Committed(Commitment("blue", "plan", "hash")))
    assert blind.openings == {} and blind.hash == bound.hash
    opened = apply(bound, e.Revealed("plan", "left", "salt"))
    assert opened.commitments == () and opened.openings == {}
    assert opened.note("revealed", "plan") == "left"


def test_the_agenda() -> None:
    beneath = STATE.agenda
    state = apply(STATE, e.Asked((QUESTION, QUESTION)))
    assert state.agenda == (QUESTION, QUESTION, *beneath)
    assert apply(state, e.Answered()).agenda == (QUESTION, *beneath)
    less = MovementPhase(RED, "less")
    assert apply(state, e.Answered(less)).agenda == (less, QUESTION, *beneath)
    assert apply(state, e.GameEnded(Outcome("won", "", ""))).agenda == ()


def test_steps_see_the_state_after_each_event() -> None:
    seen: list[int] = []

    def steps(state: GameState) -> e.Steps:
        for hex in (3, 4):
            state = yield e.Moved(("b1",), hex)
            seen.append(state.units["b1"].hex)
        return state

    state, happened = run(STATE, steps(STATE))
    assert seen == [3, 4] and state.units["b1"].hex == 4
    assert [event.kind for event in happened] == ["moved", "moved"]


def test_the_events_of_a_game_lead_to_its_state() -> None:
    game = table("b1 blue 0101 2-4\nr1 red 0505 2-4")
    state = game.state
    for event in game.submit(Done()):
        state = apply(state, event)
    assert state.hash == game.state.hash and state == game.state
    assert hexes(game, "0101")[0] == state.units["b1"].hex
