"""The game: answers given, refused and taken back; the dice; phases and turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
from sandbox import BLUE, RED, at, hexes, module_of, ruleset, table

from hexcore.actions import Action, Attack, Choose, Conceal, Declare, Done, Move, PutDown, Roll, Take
from hexcore.commitments import Reveal, Secret
from hexcore.events import Asked, Event, Noted, Revealed, Rolled, Steps
from hexcore.game import Game, IllegalAction, RulesetFault, SeededDice, TypedDice
from hexcore.movement import has_moved
from hexcore.rules import Refusal, rule
from hexcore.state import GameState, Outcome
from hexcore.units import CHANCE, Side

FACE_TO_FACE = """
    b1 blue 0303 4-6 3
    r1 red  0304 3-4 3
"""


def battle(dice: list[int] | None = None) -> Game:
    return table(FACE_TO_FACE, phase="blue-combat", dice=dice or [])


def attack(game: Game, target: str = "0304") -> list[Event]:
    return game.submit(Attack(hexes(game, target), ("b1",)))


# ------------------------------------------------------------------ refused answers
@pytest.mark.parametrize(
    "action, side, reason",
    [
        (Done(), RED, "it is blue who decides"),
        (Roll((3,)), None, "the dice are rolled by the game"),
        (Choose("x"), None, "not answered by 'choose'"),
        (Take(("r1",)), BLUE, "belongs to the other side"),
    ],
)
def test_a_refused_answer_leaves_everything_as_it_was(action: Action, side: Side | None, reason: str) -> None:
    game = table(FACE_TO_FACE)
    state, journal = game.state, list(game.journal)
    with pytest.raises(IllegalAction, match=reason) as refused:
        game.submit(action, side)
    assert refused.value.refusal == game.refusal(action, side)
    assert game.state is state and game.journal == journal
    assert game.submit(Done(), BLUE)


def test_a_game_that_is_over_takes_no_answers() -> None:
    game = table(FACE_TO_FACE)
    while game.decision is not None:
        game.submit(Done())
    assert game.state.outcome == Outcome("drawn", "", "time is up") and game.to_decide is None
    assert game.legal_actions() == []
    with pytest.raises(IllegalAction, match="the game is over"):
        game.submit(Done())


@rule({"sandbox": "1.1"}, hook="put_down")
def breaks(state: GameState, units: object) -> list[Event]:
    raise ZeroDivisionError


def test_a_rule_that_fails_leaves_the_game_as_it_was() -> None:
    game = table(FACE_TO_FACE, breaks)
    game.submit(Take(("b1",)))
    state, length = game.state, len(game.journal)
    with pytest.raises(ZeroDivisionError):
        game.submit(PutDown())
    assert game.state is state and len(game.journal) == length
    assert game.submit(Move(("b1",), *hexes(game, "0203")))


# ------------------------------------------------------------------ taking back
def test_one_answer_after_another_is_taken_back() -> None:
    game = table(FACE_TO_FACE)
    states = [game.state]
    for action in (Take(("b1",)), Move(("b1",), *hexes(game, "0203")), PutDown()):
        game.submit(action)
        states.append(game.state)
    for state in reversed(states[:-1]):
        assert game.undo(BLUE) is not None
        assert game.state is state
    assert game.undo() is None and game.journal == []


def test_the_same_again_after_taking_back() -> None:
    game = table(FACE_TO_FACE)
    game.submit(Move(("b1",), *hexes(game, "0203")))
    there = game.state.hash
    action = game.undo()
    game.submit(action)
    assert game.state.hash == there


def test_nothing_is_taken_back_from_behind_a_die() -> None:
    game = battle([6])
    assert any(isinstance(event, Rolled) for event in attack(game))
    after = game.state
    assert game.undo(BLUE) is None and game.undo() is None
    assert game.state is after


def test_an_answer_after_the_die_is_taken_back_up_to_the_die() -> None:
    game = battle([5])  # 4-3 is 1-1: the defender takes 1
    attack(game)
    assert game.to_decide == RED
    after = game.state
    game.submit(Choose("1"))
    assert game.state is not after
    assert game.undo() == Choose("1")
    assert game.state is after and game.undo() is None


def test_nobody_takes_back_the_other_sides_answer() -> None:
    game = table(FACE_TO_FACE)
    game.submit(Done())
    game.submit(Done())
    assert game.to_decide == RED
    assert game.undo(RED) is None
    assert game.undo(BLUE) == Done()
    assert game.to_decide == BLUE


@rule({"sandbox": "3.3"}, hook="begin_phase")
def secrets_asked(state: GameState, phase: str) -> list[Event] | None:
    if state.turn > 1 or phase not in ("blue-movement", "red-movement"):
        return None
    ask = Secret if phase == "blue-movement" else Reveal
    return [Asked((ask(BLUE, "plan", ("left", "right"), "3.3"),))]


def test_nothing_is_taken_back_from_behind_a_reveal() -> None:
    game = table(FACE_TO_FACE, secrets_asked)
    game.submit(Conceal("plan", "left"))
    assert game.undo() == game_conceal(game)
    game.submit(Conceal("plan", "left"))
    game.submit(Done())
    game.submit(Done())
    (reveal,) = game.legal_actions()
    assert any(isinstance(event, Revealed) for event in game.submit(reveal))
    assert game.undo() is None


def game_conceal(game: Game) -> object:
    """Whatever was taken back, it was the salted answer for the plan."""

    class Salted:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Conceal) and other.choice == "left" and len(other.salt) == 32

    return Salted()


def test_the_question_of_the_phase_stands_beneath_what_its_beginning_asks() -> None:
    game = table(FACE_TO_FACE, secrets_asked)
    assert [d.kind for d in game.state.agenda] == ["secret", "movement-phase"]


# ------------------------------------------------------------------ dice
def rolls(game: Game) -> list[tuple[int, ...]]:
    return [entry.action.dice for entry in game.journal if entry.side == CHANCE]


def test_listed_dice_come_first_and_then_the_seed() -> None:
    fights = [battle([1]) for _ in range(2)]
    for game in fights:
        attack(game)
        assert rolls(game) == [(1,)]
    dice = SeededDice(7, (2,))
    game = table(FACE_TO_FACE, phase="blue-combat", dice=dice)
    first = dice.roll(game.state, roll_question(game))
    later = dice.roll(game.state.evolve(rolls=1), roll_question(game))
    assert first == Roll((2,)) and later is not None and 1 <= later.dice[0] <= 6
    assert later == dice.roll(game.state.evolve(rolls=1), roll_question(game))


def roll_question(game: Game) -> OneDie:
    return OneDie()


@dataclass(frozen=True, slots=True)
class OneDie:
    side: Side = CHANCE
    rule: str = "1.1"
    kind: Literal["one-die"] = "one-die"

    def prompt(self, state: GameState) -> str:
        return "Roll."

    def options(self, state: GameState) -> Iterator[Action]:
        for die in range(1, 7):
            yield Roll((die,))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return None

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Noted("phase", "never")
        return state


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    sequences = []
    for seed in (1, 1, 2, 3, 4):
        dice = SeededDice(seed)
        state = battle().state
        sequences.append([dice.roll(state.evolve(rolls=n), OneDie()) for n in range(12)])
    assert sequences[0] == sequences[1]
    assert len({tuple(map(str, sequence)) for sequence in sequences}) == 4
    faces = {roll.dice[0] for sequence in sequences for roll in sequence if roll}
    assert faces <= set(range(1, 7)) and len(faces) == 6


def test_typed_dice_wait() -> None:
    game = table(FACE_TO_FACE, phase="blue-combat", dice=TypedDice())
    attack(game)
    assert game.to_decide == CHANCE
    assert game.legal_actions() == [Roll((die,)) for die in range(1, 7)]
    with pytest.raises(IllegalAction, match="the dice decide now"):
        game.submit(Done())
    with pytest.raises(IllegalAction, match="1 to 6"):
        game.submit(Roll((7,)))
    game.submit(Roll((5,)), CHANCE)
    assert rolls(game) == [(5,)] and game.state.rolls == 1 and game.to_decide == RED


def test_the_journal_played_again_with_typed_dice_is_the_same_game() -> None:
    game = battle([5])
    attack(game)
    game.submit(Choose("1"))
    again = Game.start(game.board, TypedDice())
    for entry in game.journal:
        again.submit(entry.action, entry.side)
    assert again.state.hash == game.state.hash and again.journal == game.journal


# ------------------------------------------------------------------ the sequence of play
def test_phases_and_turns_follow_each_other() -> None:
    game = table("b1 blue 0101 1-4\nr1 red 0707 1-4")
    seen = []
    while game.decision is not None:
        seen.append((game.state.turn, game.board.sequence.phases[game.state.phase].id))
        assert game.state.tracks["turn"] == game.state.turn
        game.submit(Done())
    phases = ["blue-movement", "blue-combat", "red-movement", "red-combat"]
    assert seen == [(turn, phase) for turn in (1, 2, 3) for phase in phases]


@rule({"sandbox": "4.9"}, hook="end_phase")
def asks_at_the_end(state: GameState, phase: str) -> list[Event] | None:
    return [Asked((Secret(RED, phase, ("a", "b"), "4.9"),))] if phase == "blue-movement" else None


def test_the_end_of_a_phase_may_ask_before_the_next_begins() -> None:
    game = table("b1 blue 0101 1-4", asks_at_the_end)
    game.submit(Done())
    assert game.state.closing and game.to_decide == RED and game.state.phase == 0
    game.submit(Conceal("blue-movement", "a"))
    assert not game.state.closing and game.state.phase == 1


@rule({"sandbox": "4.8"}, hook="may_end_phase")
def something_owed(state: GameState, side: Side) -> str | None:
    return "a unit is owed a move" if side == BLUE and not has_moved(state, state.units["b1"]) else None


def test_what_is_owed_keeps_a_phase_open() -> None:
    game = table("b1 blue 0101 1-4", something_owed)
    assert Done() not in game.legal_actions()
    assert game.refusal(Done()) == Refusal("4.8", "a unit is owed a move")
    game.submit(Move(("b1",), *hexes(game, "0102")))
    assert Done() not in game.legal_actions()  # the unit is still in hand
    game.submit(PutDown())
    assert Done() in game.legal_actions()


@rule({"sandbox": "9.9"}, hook="begin_phase")
def asks_itself_for_ever(state: GameState, phase: str) -> list[Event]:
    return []


def test_a_sequence_without_a_question_is_a_fault_of_the_ruleset() -> None:
    from hexcore.sequence import Phase

    silent = (Phase("nothing", BLUE, "", "4.1", "Nothing happens"), Phase("again", RED, "", "4.2", "Nor now"))
    endless = ruleset("b1 blue 0101 1-4", asks_itself_for_ever, never_over, phases=silent)
    with pytest.raises(RulesetFault, match="does not come to a question"):
        Game.start(endless.board("field"))


@rule({"sandbox": "9.8"}, hook="outcome", wrapper=True)
def never_over(state: GameState) -> Iterator[None]:
    yield
    return None


def test_a_fork_goes_its_own_way() -> None:
    game = table(FACE_TO_FACE)
    fork = game.fork()
    fork.submit(Move(("b1",), *hexes(game, "0203")))
    assert at(fork, "b1") == "0203" and at(game, "b1") == "0303" and game.journal == []
    assert fork.undo() is not None and fork.state is game.state


def test_whole_declarations_and_small_ones_come_to_the_same() -> None:
    whole, small = battle([4]), battle([4])
    attack(whole)
    small.submit(Declare(hexes(small, "0304")))
    for action in small.legal_actions():
        if action.kind == "add-attacker":
            small.submit(action)
    small.submit(Done())
    assert small.state.hash == whole.state.hash


def test_modules_keep_to_their_home() -> None:
    assert [module.__name__ for module in module_of([breaks, asks_at_the_end])] == [breaks.__module__]
