"""Referee mode: the table changed by consent, kept in the journal, replayed, and never by surprise."""

from __future__ import annotations

from typing import Any

import pytest
from sandbox import BLUE, RED, at, table

from hexcore.actions import ActionForm, Choose, Done, Edit, Take
from hexcore.codec import StateForm
from hexcore.game import Game, IllegalAction
from hexcore.players import offered, seated, step
from hexcore.referee import ACCEPT, ALWAYS, BY_HAND, REFUSE
from hexcore.rules import general
from hexcore.ruleset import Track
from hexcore.state import GameState
from hexcore.units import Side, Unit

APART = """
    b1 blue 0303 4-6 3
    r1 red  0507 3-4 3
"""
TRACKS = (Track("points", 0, 9), Track("weather", words=("clear", "rain"), start="clear"))


@general("visibility")
def red_lies_hidden(state: GameState, unit: Unit, viewer: Side) -> str:
    return "back" if unit.side == RED else "open"


def game(*rules: Any, position: str = APART) -> Game:
    looks = {"markers": {"mud": {}}}
    return table(position, *rules, tracks=TRACKS, load_presentation=lambda: looks)


def edit(table: Game, side: Side = BLUE, **words: Any) -> None:
    """Propose an edit as it is written in JSON."""
    board = table.board
    form = ActionForm(board.map, frozenset(board.counters))
    table.submit(form.parse({"kind": "edit", **words}), side)


def changed(answer: str = ACCEPT, **words: Any) -> Game:
    """A game in which blue has proposed an edit, and red has answered."""
    found = game()
    edit(found, **words)
    assert found.decision is not None and (found.decision.kind, found.decision.side) == ("consent", RED)
    found.submit(Choose(answer), RED)
    return found


# ------------------------------------------------------------------ what can be changed
def test_a_unit_goes_to_another_hex() -> None:
    assert at(changed(unit="r1", hex="0404"), "r1") == "0404"


def test_a_unit_goes_to_a_box() -> None:
    assert at(changed(unit="r1", box="arrivals"), "r1") == "arrivals"


def test_a_unit_gets_a_step_back() -> None:
    found = changed(unit="r1", losses=2)
    assert found.state.units["r1"].losses == 2
    edit(found, unit="r1", losses=0)
    found.submit(Choose(ACCEPT), RED)
    assert found.state.units["r1"].losses == 0


def test_markers_lie_on_units_and_hexes() -> None:
    found = changed(marker="mud", subject="0404", count=2)
    assert found.state.markers["mud", "0404"] == 2
    edit(found, marker="mud", subject="b1", count=1)
    found.submit(Choose(ACCEPT), RED)
    assert found.state.markers["mud", "b1"] == 1


def test_tracks_of_numbers_and_of_words() -> None:
    assert changed(track="points", value=7).state.tracks["points"] == 7
    assert changed(track="weather", value="rain").state.tracks["weather"] == "rain"


def test_a_hex_changes_hands() -> None:
    found = changed(hex="0404", holder="red")
    there = found.board.map.hex("0404")
    assert found.state.control[there] == RED
    edit(found, hex="0404", holder="nobody")
    found.submit(Choose(ACCEPT), RED)
    assert there not in found.state.control


# ------------------------------------------------------------------ by consent
def test_a_change_refused_changes_nothing() -> None:
    before = game()
    found = changed(REFUSE, unit="r1", hex="0404")
    assert found.state.hash == before.state.hash and found.decision == before.decision


def test_the_question_before_is_asked_again() -> None:
    before = game().decision
    assert changed(unit="r1", hex="0404").decision == before


def test_either_side_proposes_whoever_is_asked() -> None:
    found = game()
    assert found.to_decide == BLUE
    edit(found, RED, unit="b1", hex="0404")
    assert found.to_decide == BLUE and at(found, "b1") == "0303"
    found.submit(Choose(ACCEPT), BLUE)
    assert at(found, "b1") == "0404"


def test_agreed_for_the_turn_no_more_is_asked_of_that_proposer() -> None:
    found = changed(ALWAYS, unit="r1", hex="0404")
    edit(found, unit="r1", hex="0405")
    assert at(found, "r1") == "0405" and found.decision is not None and found.decision.kind != "consent"
    edit(found, RED, unit="r1", hex="0406")
    assert found.decision.kind == "consent"


def test_the_agreement_ends_with_the_turn() -> None:
    found = changed(ALWAYS, unit="r1", hex="0505")
    turn = found.state.turn
    while found.state.turn == turn:
        found.submit(Done())
    edit(found, unit="r1", hex="0404")
    assert found.decision is not None and found.decision.kind == "consent"


def test_a_computer_player_agrees() -> None:
    found = game()
    edit(found, unit="r1", hex="0404")
    assert offered(found) == [Choose(ACCEPT)]
    step(found, seated("random", found.board.sides, 1))
    assert at(found, "r1") == "0404"


# ------------------------------------------------------------------ in the record
def test_every_change_is_an_answer_and_is_told() -> None:
    found = changed(unit="r1", hex="0404", reason="a misprint")
    assert [entry.action.kind for entry in found.journal] == ["edit", "choose"]
    assert [entry.side for entry in found.journal] == [BLUE, RED]
    assert found.state.note("edited", "1") == "blue: r1 to 0404: a misprint"


def test_the_same_answers_lead_to_the_same_state() -> None:
    found = changed(unit="r1", losses=1)
    again = game()
    for entry in found.journal:
        again.submit(entry.action, entry.side)
    assert again.state.hash == found.state.hash


def test_a_pending_change_is_saved() -> None:
    found = game()
    edit(found, unit="r1", hex="0404", reason="why")
    form = StateForm(found.board)
    loaded = form.load(form.dump(found.state))
    assert loaded.agenda == found.state.agenda and loaded.hash == found.state.hash


def test_undo_takes_back_the_consent_and_then_the_proposal() -> None:
    found = changed(unit="r1", hex="0404")
    assert found.undo(BLUE) is None
    assert found.undo(RED) == Choose(ACCEPT) and at(found, "r1") == "0507"
    assert found.undo(BLUE) is not None and found.state.hash == game().state.hash


# ------------------------------------------------------------------ refused
@pytest.mark.parametrize(
    "words, reason, twin",
    [
        ({"unit": "r1"}, "say where", {"unit": "r1", "hex": "0404"}),
        ({"unit": "r1", "hex": "0404", "losses": 1}, "say where", {"unit": "r1", "losses": 1}),
        ({"unit": "r1", "losses": 3}, "0 to 2 steps", {"unit": "r1", "losses": 2}),
        ({"unit": "r1", "track": "points", "value": 1}, "one thing", {"track": "points", "value": 1}),
        ({"unit": "r1", "box": "attic"}, "no box 'attic'", {"unit": "r1", "box": "exited"}),
        ({}, "one thing", {"unit": "r1", "box": "arrivals"}),
        ({"track": "points", "value": 10}, "from 0 to 9", {"track": "points", "value": 9}),
        ({"track": "points", "value": "many"}, "from 0 to 9", {"track": "points", "value": 0}),
        ({"track": "weather", "value": "snow"}, "one of clear, rain", {"track": "weather", "value": "rain"}),
        ({"track": "turn", "value": 2}, "no track", {"track": "points", "value": 2}),
        (
            {"marker": "glue", "subject": "b1", "count": 1},
            "no marker",
            {"marker": "mud", "subject": "b1", "count": 1},
        ),
        (
            {"marker": "mud", "subject": "b9", "count": 1},
            "neither",
            {"marker": "mud", "subject": "b1", "count": 1},
        ),
        ({"marker": "mud", "subject": "b1"}, "how many", {"marker": "mud", "subject": "b1", "count": 0}),
        ({"holder": "red"}, "name the hex", {"holder": "red", "hex": "0404"}),
        ({"holder": "green", "hex": "0404"}, "one of", {"holder": "nobody", "hex": "0404"}),
    ],
)
def test_what_makes_no_sense_is_refused(words: dict[str, Any], reason: str, twin: dict[str, Any]) -> None:
    found = game()
    before = found.state
    with pytest.raises(IllegalAction, match=reason):
        edit(found, **words)
    assert found.state is before and not found.journal
    edit(found, **twin)
    assert found.decision is not None and found.decision.kind == "consent"


def test_not_while_a_unit_is_in_hand() -> None:
    found = game()
    found.submit(Take(("b1",)))
    with pytest.raises(IllegalAction, match="finish what is begun"):
        edit(found, unit="r1", hex="0404")
    found.undo()
    edit(found, unit="r1", hex="0404")


def test_not_while_another_change_waits() -> None:
    found = game()
    edit(found, unit="r1", hex="0404")
    with pytest.raises(IllegalAction, match="finish what is begun"):
        edit(found, RED, unit="b1", hex="0404")


def test_not_what_a_side_cannot_see() -> None:
    found = game(red_lies_hidden)
    with pytest.raises(IllegalAction, match="hidden"):
        edit(found, unit="r1", hex="0404")
    with pytest.raises(IllegalAction, match="hidden"):
        edit(found, RED, unit="r1", hex="0404")
    edit(found, RED, unit="b1", hex="0404")


def test_by_no_stranger() -> None:
    found = game()
    refusal = found.refusal(Edit(unit="r1", box="arrivals"), Side("green"))
    assert refusal is not None and "no side of this game" in refusal.reason
    assert found.refusal(Edit(unit="r1", box="arrivals"), RED) is None


def test_the_reason_in_the_events_says_by_hand() -> None:
    found = game()
    edit(found, unit="r1", hex="0404")
    events = found.submit(Choose(ACCEPT), RED)
    assert [e.why for e in events if e.kind == "placed"] == [BY_HAND]
