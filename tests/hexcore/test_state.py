"""The state: its digest kept along the way, stacks, notes, and values derived from it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from sandbox import BLUE, RED, hexes, table

from hexcore.events import (
    Controlled,
    Event,
    Marked,
    Moved,
    Noted,
    PhaseBegan,
    Placed,
    Removed,
    StepsLost,
    TrackSet,
    apply,
)
from hexcore.state import SCOPES, GameState, Outcome, item_hash
from hexcore.units import ARRIVALS, ELIMINATED, Aboard
from hexcore.views import digest_of

UNITS = ("b1", "b2", "b3", "r1", "r2")
SIDES = {"b": "blue", "r": "red"}
START = table("\n".join(f"{id} {SIDES[id[0]]} 0{n}01 2-4 2" for n, id in enumerate(UNITS, 1))).state
UNIT, HEX = st.sampled_from(UNITS), st.integers(0, len(START.board.map) - 1)
WORD = st.sampled_from(["one", "two"])
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(lambda u, h: Moved((u,), h), UNIT, HEX),
    st.builds(lambda h: Moved(("b1", "b2"), h), HEX),
    st.builds(Placed, UNIT, HEX),
    st.builds(lambda u, box: Removed(u, box), UNIT, st.sampled_from(["eliminated", "arrivals"])),
    st.builds(lambda u: Removed(u, aboard="b3"), st.sampled_from(["b1", "b2"])),
    st.builds(StepsLost, UNIT, st.integers(0, 2)),
    st.builds(Marked, WORD, UNIT, st.integers(0, 3)),
    st.builds(TrackSet, WORD, st.one_of(st.integers(0, 9), WORD)),
    st.builds(Noted, st.sampled_from(SCOPES), WORD, UNIT, st.one_of(st.none(), st.integers(0, 3), WORD)),
    st.builds(Controlled, HEX, st.sampled_from([BLUE, RED, ""])),
    st.builds(lambda turn, phase: PhaseBegan(turn, phase, ""), st.integers(1, 3), st.integers(0, 3)),
)


def snapshot(state: GameState) -> Any:
    tables = (state.units, state.stacks, state.notes, state.markers, state.control)
    return [dict(table) for table in tables], state.digest


@settings(max_examples=100, deadline=None)
@given(st.lists(EVENTS, max_size=25))
def test_the_digest_is_that_of_the_state_whatever_happens(events: list[Event]) -> None:
    state, seen = START, snapshot(START)
    for event in events:
        before, kept = state, snapshot(state)
        state = apply(state, event)
        assert state.digest == digest_of(state)
        assert snapshot(before) == kept
        _stacks_agree(state)
    assert snapshot(START) == seen


def _stacks_agree(state: GameState) -> None:
    standing = sorted((unit.place, id) for id, unit in state.units.items() if isinstance(unit.place, int))
    assert standing == sorted((hex, id) for hex, stack in state.stacks.items() for id in stack)
    assert all(state.stacks.values())


def test_the_same_position_has_the_same_digest_by_any_way() -> None:
    a, b = START.units["b1"].hex, START.units["b2"].hex
    there = apply(apply(START, Moved(("b1",), b)), Noted("phase", "spent", "b1", 2))
    back = apply(apply(there, Moved(("b1",), a)), Noted("phase", "spent", "b1", None))
    assert back.control == START.control
    assert back.digest == START.digest and back.hash == START.hash


def test_the_hash_is_the_same_on_any_machine() -> None:
    assert item_hash("note", ("phase", "spent", "b1"), 4) == 0x2EA53F146E1E21AFFEA9AED5408B7C2C
    assert item_hash("note", ("phase", "spent", "b1"), 4) != item_hash("note", ("phase", "spent", "b1"), "4")


def test_the_hash_tells_apart_what_the_digest_leaves_out() -> None:
    others = [
        START.evolve(turn=START.turn + 1),
        START.evolve(phase=2),
        START.evolve(closing=True),
        START.evolve(rolls=1),
        START.evolve(agenda=()),
        START.evolve(outcome=Outcome("won", "blue", "")),
    ]
    assert len({state.hash for state in (START, *others)}) == 7
    assert START.evolve(openings={"x": ("y", "z")}).hash == START.hash


def test_stacks_are_kept_from_the_bottom_up() -> None:
    hex = START.units["b1"].hex
    state = apply(apply(START, Moved(("b3",), hex)), Moved(("b2",), hex))
    assert [u.id for u in state.at(hex)] == ["b1", "b3", "b2"]
    state = apply(apply(state, Removed("b3", "eliminated")), Moved(("b1",), hex))
    assert [u.id for u in state.at(hex)] == ["b1", "b2"]


@settings(max_examples=100, deadline=None)
@given(st.lists(EVENTS, max_size=25))
def test_what_is_noted_is_found_whatever_happens(events: list[Event]) -> None:
    state = START
    for event in events:
        state = apply(state, event)
        for key in ("one", "two"):
            found = {}
            for id in UNITS:
                values = [state.notes[s, key, id] for s in SCOPES if (s, key, id) in state.notes]
                assert state.note(key, id, "nothing") == (values[0] if values else "nothing")
                found |= {id: values[0]} if values else {}
            assert state.noted_under(key) == found


def test_the_shortest_lived_note_speaks_first() -> None:
    state = START
    for scope in reversed(SCOPES):
        state = apply(state, Noted(scope, "word", "b1", scope))
        assert state.note("word", "b1") == scope
    assert state.note("word", "b2") is None
    assert state.note("word", "b2", 5) == 5


def test_questions_of_a_state() -> None:
    state = apply(apply(START, Removed("b1", aboard="b2")), Removed("r1", "eliminated"))
    assert {u.id for u in state.on_map(BLUE)} == {"b2", "b3"}
    assert [u.id for u in state.in_place(Aboard("b2"))] == ["b1"]
    assert [u.id for u in state.in_place(ELIMINATED)] == ["r1"]
    assert state.enemy(BLUE) == RED
    assert not state.units["r1"].alive and state.units["b1"].alive and state.units["b1"].hex == -1
    with pytest.raises(KeyError):
        state.unit("nobody")


def test_what_is_derived_from_one_side_outlives_a_move_of_the_other() -> None:
    counts = {"blue": 0, "*": 0}

    def count(key: str) -> int:
        counts[key] += 1
        return counts[key]

    def ask(state: GameState) -> None:
        state.derived(BLUE, "count", lambda: count("blue"))
        state.derived("*", "count", lambda: count("*"))

    ask(START)
    ask(START)
    assert counts == {"blue": 1, "*": 1}
    ask(apply(START, Moved(("r1",), 5)))
    assert counts == {"blue": 1, "*": 2}
    ask(apply(START, Moved(("b1",), 5)))
    assert counts == {"blue": 2, "*": 3}
    ask(apply(START, Noted("phase", "word", "b1")))
    assert counts == {"blue": 2, "*": 4}
    ask(apply(START, Marked("disrupted", "b1")))
    assert counts == {"blue": 3, "*": 5}
    ask(START)
    assert counts == {"blue": 3, "*": 5}


def test_a_new_game_puts_every_counter_somewhere() -> None:
    game = table("b1 blue 0101 2-4\nr1 red - 1-4")
    assert game.state.units["r1"].place == ARRIVALS
    assert game.state.stacks == {hexes(game, "0101")[0]: ("b1",)}
    assert game.state.control == {hexes(game, "0101")[0]: BLUE}
