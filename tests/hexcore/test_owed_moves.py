"""Hexes that a unit may pass but not end in, and moves that a side owes before its phase ends."""

from __future__ import annotations

from sandbox import BLUE, at, hexes, table

from hexcore.actions import Action, Done, Move, PutDown, Take
from hexcore.game import Game
from hexcore.movement import reach_of
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.steady import SteadyPlayer
from hexcore.units import Side, Unit
from hexcore.views import view


@rule({"sandbox": "4.1"}, hook="movement_masks")
def nobody_rests_in_column_three(state: GameState, unit: Unit) -> Mask:
    numbers = state.board.map.numbers
    return Mask("no-end", "nobody rests in {hex}", bytes(number[:2] == "03" for number in numbers))


def ends(game: Game, unit: str) -> set[str]:
    game.submit(Take((unit,)))
    numbers = game.board.map.numbers
    return {numbers[a.to] for a in game.legal_actions() if isinstance(a, Move) and a.to is not None}


def test_a_hex_may_be_passed_and_not_ended_in() -> None:
    game = table("b1 blue 0201 1-3", nobody_rests_in_column_three)
    (unit,) = game.state.on_map(BLUE)
    (beyond,) = hexes(game, "0401")
    assert beyond in reach_of(game.state, (unit,)).spent
    found = ends(game, "b1")
    assert "0401" in found and not any(number.startswith("03") for number in found)
    for action in (Move(("b1",), *hexes(game, "0301")), Move(("b1",), path=hexes(game, "0301"))):
        refusal = game.refusal(action)
        assert refusal is not None and refusal.rule == "4.1" and "0301" in refusal.reason
    game.submit(Move(("b1",), path=hexes(game, "0301", "0401")))
    assert at(game, "b1") == "0401"


def test_what_is_told_of_reach_leaves_such_hexes_out() -> None:
    open_game, game = table("b1 blue 0201 1-3"), table("b1 blue 0201 1-3", nobody_rests_in_column_three)
    assert "0301" in open_game.ask("reach", unit="b1")
    assert "0301" not in game.ask("reach", unit="b1") and "0401" in game.ask("reach", unit="b1")


def test_together_they_end_where_each_of_them_may() -> None:
    @rule({"sandbox": "4.2"}, hook="movement_masks")
    def one_alone(state: GameState, unit: Unit) -> Mask | None:
        return nobody_rests_in_column_three(state, unit) if unit.id == "b2" else None

    game = table("b1 blue 0201 1-3\nb2 blue 0201 1-3", one_alone)
    game.submit(Take(("b1", "b2")))
    numbers = game.board.map.numbers
    found = {numbers[a.to] for a in game.legal_actions() if isinstance(a, Move) and a.to is not None}
    assert found and not any(number.startswith("03") for number in found)


# ------------------------------------------------------------------ owed moves
@rule({"sandbox": "4.3"}, hook="may_end_phase")
def the_first_must_leave_0201(state: GameState, side: Side) -> str | None:
    return "b1 must leave 0201" if it_leaves(state, side) else None


@rule({"sandbox": "4.3"}, hook="owed_moves")
def it_leaves(state: GameState, side: Side) -> list[Action] | None:
    there = state.board.map.hex("0201")
    return [Move(("b1",), state.board.map.hex("0202"))] if state.units["b1"].hex == there else None


def test_a_steady_player_makes_the_moves_he_owes_before_anything_else() -> None:
    rules = (the_first_must_leave_0201, it_leaves)
    game = table("b1 blue 0201 1-3\nb2 blue 0404 1-3\nr1 red 0705 1-3", *rules)
    refusal = game.refusal(Done())
    assert refusal is not None and refusal.rule == "4.3"
    player = SteadyPlayer(1)
    game.submit(player(view(game.state, BLUE), game.legal_actions()))
    assert at(game, "b1") == "0202" and "ask for it" in player.why
    game.submit(PutDown())
    assert game.refusal(Done()) is None
