"""What an attacker adds to a declaration: it is listed while he musters, and nobody asks him for it."""

from __future__ import annotations

from typing import Any

import pytest
from sandbox import BLUE, hexes, table

from hexcore.actions import Action, AddAttacker, Attack, Commit, Declare, Done
from hexcore.combat import COLUMN
from hexcore.events import Event, Noted
from hexcore.game import Game, IllegalAction
from hexcore.rules import Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side

TWO_ON_ONE = "b1 blue 0303 4-6\nb2 blue 0204 5-4\nr1 red 0304 3-4 2\nr2 red 0407 3-4"
"""9 to 3."""


@rule({"sandbox": "7.3"}, hook="declaration")
def even_odds(state: GameState, combat: Combat) -> list[Action]:
    return [] if combat.pledged(COLUMN) else [Commit(COLUMN, word="1-1")]


@rule({"sandbox": "7.3"}, hook="support_refusal")
def no_other(state: GameState, combat: Combat, side: Side, action: Any) -> Refusal | None:
    return Refusal("7.3", "even odds or none") if action.what == COLUMN else None


@rule({"sandbox": "7.3"}, hook="pledged")
def it_is_told(state: GameState, combat: Combat, action: Any) -> list[Event]:
    return [Noted("game", "lowered", combat.side, action.word)]


@general("fixed_column")
def as_declared(state: GameState, combat: Combat) -> str | None:
    return next((pledge.unit for pledge in combat.pledged(COLUMN)), None)


def mustering(*rules: Any) -> Game:
    game = table(TWO_ON_ONE, even_odds, as_declared, *rules, phase="blue-combat", dice=[6])
    game.submit(Declare(hexes(game, "0304")))
    return game


def column(game: Game) -> str:
    return game.state.combat.column


def test_an_attack_that_says_nothing_more_is_fought_as_it_stands() -> None:
    game = mustering()
    game.submit(AddAttacker("b1"))
    game.submit(AddAttacker("b2"))
    game.submit(Done())
    assert column(game) == "3-1"


def test_what_is_added_is_kept_and_has_its_price() -> None:
    game = mustering(it_is_told)
    assert Commit(COLUMN, word="1-1") not in game.legal_actions()
    game.submit(AddAttacker("b1"))
    assert Commit(COLUMN, word="1-1") in game.legal_actions()
    game.submit(Commit(COLUMN, word="1-1"))
    assert game.decision is not None and game.decision.kind == "muster"
    assert not any(isinstance(a, Commit) for a in game.legal_actions())
    game.submit(AddAttacker("b2"))
    game.submit(Done())
    assert column(game) == "1-1" and game.state.note("lowered", BLUE) == "1-1"


def test_a_whole_attack_says_it_too() -> None:
    game = table(TWO_ON_ONE, even_odds, as_declared, phase="blue-combat", dice=[6])
    game.submit(Attack(hexes(game, "0304"), ("b1", "b2"), {COLUMN: "1-1"}))
    assert column(game) == "1-1"


@pytest.mark.parametrize(
    ("rules", "cites", "reason"), [((no_other,), "7.3", "even odds or none"), ((), "4.2", "no part of")]
)
def test_what_may_not_be_added_is_refused(rules: tuple[Any, ...], cites: str, reason: str) -> None:
    game = mustering(*rules)
    with pytest.raises(IllegalAction, match="attackers first"):
        game.submit(Commit(COLUMN, word="1-1"))
    game.submit(AddAttacker("b1"))
    with pytest.raises(IllegalAction, match=reason) as fault:
        game.submit(Commit(COLUMN, word="2-1"))
    assert fault.value.refusal.rule == cites
    whole = table(TWO_ON_ONE, even_odds, *rules, phase="blue-combat")
    refusal = whole.refusal(Attack(hexes(whole, "0304"), ("b1",), {COLUMN: "2-1"}))
    assert refusal is not None and refusal.rule == cites
