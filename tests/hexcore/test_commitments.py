"""Secrets: bound by a salted hash, opened by their owner, checked by everybody."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from sandbox import BLUE, RED, table

from hexcore.actions import Action, ActionForm, Conceal, Done
from hexcore.commitments import (
    Reveal,
    Secret,
    bare,
    commitment_for,
    commitment_of,
    opens,
    sealed,
)
from hexcore.events import Asked, Event, TrackSet
from hexcore.game import Game, IllegalAction
from hexcore.rules import rule
from hexcore.state import Commitment, GameState
from hexcore.views import view

CHOICES = ("left", "right")
SALT = "0123456789abcdef0123456789abcdef"


@rule({"sandbox": "3.3"}, hook="begin_phase")
def a_plan(state: GameState, phase: str) -> list[Event] | None:
    if state.turn > 1:
        return None
    if phase == "blue-movement":
        return [Asked((Secret(BLUE, "plan", CHOICES, "3.3", "Which way?"),))]
    return [Asked((Reveal(BLUE, "plan", CHOICES, "3.4"),))] if phase == "red-movement" else None


@rule({"sandbox": "3.5"}, hook="revealed")
def seen_by_all(state: GameState, what: str, choice: str) -> list[Event]:
    return [TrackSet("plan", choice)]


def game_with_a_plan(choice: str = "left", salt: str = SALT) -> Game:
    game = table("b1 blue 0101 1-4\nr1 red 0505 1-4", a_plan, seen_by_all)
    game.submit(sealed(Conceal("plan", choice), salt))
    return game


def to_the_reveal(game: Game) -> Game:
    game.submit(Done())
    game.submit(Done())
    return game


@given(st.text(), st.text(), st.text(), st.text())
def test_a_hash_binds_what_choice_and_salt(what: str, choice: str, salt: str, other: str) -> None:
    kept = Commitment("blue", what, commitment_of(what, choice, salt))
    assert opens(kept, choice, salt)
    assert opens(kept, other, salt) == (other == choice)
    assert opens(kept, choice, other) == (other == salt)


def test_the_parts_cannot_run_into_each_other() -> None:
    hashes = {commitment_of(*parts) for parts in (("a", "b", "c"), ("ab", "", "c"), ("a", "bc", ""))}
    assert len(hashes) == 3


def test_the_hash_is_the_same_on_any_machine() -> None:
    assert commitment_of("plan", "left", SALT).startswith("bc195b568751f367")


def test_a_sealed_answer_carries_its_proof_and_a_bare_one_only_the_hash() -> None:
    one, other = sealed(Conceal("plan", "left")), sealed(Conceal("plan", "left"))
    assert one.salt != other.salt and one.commitment != other.commitment
    assert len(one.salt) == 32
    assert bare(one) == Conceal("plan", commitment=one.commitment)


def test_an_answer_without_a_salt_gets_one_before_it_is_written_down() -> None:
    game = table("b1 blue 0101 1-4", a_plan)
    assert game.legal_actions() == [Conceal("plan", "left"), Conceal("plan", "right")]
    game.submit(Conceal("plan", "right"))
    (entry,) = game.journal
    assert entry.action == sealed(entry.action) and len(entry.action.salt) == 32
    kept = commitment_for(game.state, "plan")
    assert kept is not None and kept.owner == BLUE and opens(kept, "right", entry.action.salt)
    assert game.state.openings == {"plan": ("right", entry.action.salt)}


def test_only_the_hash_is_in_the_state_of_another_table() -> None:
    here = game_with_a_plan()
    there = table("b1 blue 0101 1-4\nr1 red 0505 1-4", a_plan, seen_by_all)
    there.submit(bare(here.journal[0].action))
    assert there.state.hash == here.state.hash and there.state.openings == {}
    assert "left" not in repr(there.state.commitments)


@pytest.mark.parametrize(
    "action, reason",
    [
        (Conceal("plan", "up"), "not one of the choices"),
        (Conceal("other", "left"), "the secret asked for is 'plan'"),
        (Conceal("plan"), "a choice, or the hash of one"),
        (Conceal("plan", commitment="abc"), "a choice, or the hash of one"),
        (Conceal("plan", "left", SALT, commitment_of("plan", "right", SALT)), "does not bind"),
        (Conceal("plan", "left", "", commitment_of("plan", "left", SALT)), "does not bind"),
        (Done(), "takes conceal"),
    ],
)
def test_a_secret_that_is_none(action: Action, reason: str) -> None:
    game = table("b1 blue 0101 1-4", a_plan)
    state = game.state
    with pytest.raises(IllegalAction, match=reason):
        game.submit(action)
    assert game.state is state
    assert game.submit(Conceal("plan", "left"))


def test_a_secret_is_opened_by_its_owner_and_what_follows_follows() -> None:
    game = to_the_reveal(game_with_a_plan())
    assert (game.to_decide, game.decision.kind) == (BLUE, "reveal")
    assert game.legal_actions() == [sealed(Conceal("plan", "left"), SALT)]
    game.submit(game.legal_actions()[0], BLUE)
    assert game.state.tracks["plan"] == "left" and game.state.commitments == ()
    assert game.state.note("revealed", "plan") == "left"


@pytest.mark.parametrize(
    "action, reason",
    [
        (sealed(Conceal("plan", "right"), SALT), "not what was committed"),
        (sealed(Conceal("plan", "left"), SALT[::-1]), "not what was committed"),
        (sealed(Conceal("other", "left"), SALT), "the secret to open is 'plan'"),
        (Done(), "takes conceal"),
    ],
)
def test_nobody_opens_a_secret_to_something_else(action: Action, reason: str) -> None:
    game = to_the_reveal(game_with_a_plan())
    with pytest.raises(IllegalAction, match=reason):
        game.submit(action)


def test_a_hash_of_something_that_was_never_a_choice_is_found_out() -> None:
    game = table("b1 blue 0101 1-4", a_plan, seen_by_all)
    game.submit(bare(sealed(Conceal("plan", "both"), SALT)))
    to_the_reveal(game)
    assert game.legal_actions() == []  # this table does not know the opening
    with pytest.raises(IllegalAction, match="not one of the choices"):
        game.submit(sealed(Conceal("plan", "both"), SALT))


def test_the_other_table_follows_when_the_secret_is_opened() -> None:
    here = to_the_reveal(game_with_a_plan())
    there = table("b1 blue 0101 1-4\nr1 red 0505 1-4", a_plan, seen_by_all)
    there.submit(bare(here.journal[0].action))
    to_the_reveal(there)
    there.submit(here.legal_actions()[0])
    here.submit(here.legal_actions()[0])
    assert there.state.hash == here.state.hash and there.state == here.state


def test_the_other_side_cannot_tell_one_choice_from_another() -> None:
    """Two games that differ only in the choice look alike but for the hash, and the hash needs the salt."""
    left, right = game_with_a_plan("left"), game_with_a_plan("right")
    seen = [view(game.state, RED) for game in (left, right)]
    assert seen[0].openings == seen[1].openings == {}
    assert seen[0].evolve(commitments=()) == seen[1].evolve(commitments=())
    assert view(left.state, BLUE).openings == {"plan": ("left", SALT)}


def test_the_text_form_of_secrets() -> None:
    game = game_with_a_plan()
    form = ActionForm(game.board.map, frozenset(game.board.counters))
    action = game.journal[0].action
    assert form.parse(form.dump(action)) == action
    assert form.dump(bare(action)) == {"kind": "conceal", "what": "plan", "commitment": action.commitment}
