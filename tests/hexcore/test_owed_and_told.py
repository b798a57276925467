"""Support that is owed, supply a ruleset tells of itself, and a carrier that picks units up on its way."""

from __future__ import annotations

from typing import Any

from sandbox import RED, at, hexes, table

from hexcore.actions import Action, AddAttacker, Commit, Declare, Disembark, Done, Embark, Move, Take
from hexcore.events import Placed, Removed, Steps
from hexcore.game import TypedDice
from hexcore.rules import Refusal, Told, rule
from hexcore.state import Combat, GameState
from hexcore.units import Aboard, Side, Unit


# ------------------------------------------------------------------ support that is owed
@rule({"sandbox": "7.11"}, hook="combat_support")
def a_depot(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [] if combat.pledged("depot") or side != RED else [Commit("depot")]


@rule({"sandbox": "7.12"}, hook="owes_support")
def it_must_be_used(state: GameState, combat: Combat, side: Side) -> str | None:
    return "a depot must be used" if side == RED and not combat.pledged("depot") else None


def test_a_combat_does_not_go_on_while_support_is_owed() -> None:
    units = "b1 blue 0303 4-6 3\nr1 red 0304 3-4 3"
    game = table(units, a_depot, it_must_be_used, phase="blue-combat", dice=TypedDice())
    game.submit(Declare(hexes(game, "0304")))
    game.submit(AddAttacker("b1"))
    game.submit(Done())
    assert game.to_decide == RED and game.legal_actions() == [Commit("depot")]
    assert game.refusal(Done()) == Refusal("7.12", "a depot must be used")
    game.submit(Commit("depot"))
    assert game.to_decide == "chance"


# ------------------------------------------------------------------ supply told by the ruleset
@rule({"sandbox": "12.1"}, hook="supply_told")
def from_the_air(state: GameState, unit: Unit) -> dict[str, Any] | None:
    return {"state": "supplied", "note": "from the air"} if unit.id == "b1" else None


def test_a_ruleset_may_tell_of_supply_in_its_own_way() -> None:
    game = table("b1 blue 0303 4-6\nb2 blue 0304 4-6", from_the_air)
    told = game.ask("supply")
    assert told["b1"] == {"state": "supplied", "note": "from the air"}
    assert "note" not in told["b2"] and "state" in told["b2"]


# ------------------------------------------------------------------ what is told of a unit
@rule({"sandbox": "3.4"}, hook="unit_told")
def paired(state: GameState, unit: Unit) -> Told | None:
    return Told("Pair", "together") if len(state.at(unit.hex)) == 2 else None


def test_a_ruleset_tells_of_a_unit_as_it_stands_with_its_rule() -> None:
    game = table("b1 blue 0303 4-6\nb2 blue 0303 4-6\nb3 blue 0304 4-6", paired)
    told = {id: game.board.rules.unit_told(game.state, game.state.units[id]) for id in ("b1", "b3")}
    assert told == {"b1": [Told("Pair", "together", "3.4")], "b3": []}


# ------------------------------------------------------------------ a carrier on its way
@rule({"sandbox": "10.1"}, hook="hand_options")
def lorry(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    if units[0].id != "lorry":
        return None
    cargo = next(state.in_place(Aboard("lorry")), None)
    if cargo is not None:
        return [Disembark((cargo.id,))]
    return [Embark("lorry", (u.id,)) for u in state.at(units[0].hex) if u.id != "lorry"]


@rule({"sandbox": "10.1"}, hook="hand_answer")
def loads(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    return _load(state, action) if isinstance(action, Embark) else _unload(state, units[0], action)


def _load(state: GameState, action: Embark) -> Steps:
    return (yield Removed(action.units[0], aboard=action.carrier))


def _unload(state: GameState, unit: Unit, action: Disembark) -> Steps:
    return (yield Placed(action.units[0], unit.hex, "set down"))


def test_a_carrier_in_hand_stays_in_hand_when_it_picks_a_unit_up() -> None:
    game = table("lorry blue 0301 1-9\nb1 blue 0303 4-2\nb2 blue 0304 4-2", lorry, loads)
    game.submit(Move(("lorry",), path=hexes(game, "0302", "0303")))
    game.submit(Embark("lorry", ("b1",)))
    assert game.decision is not None and game.decision.kind == "in-hand"
    game.submit(Move(("lorry",), path=hexes(game, "0304")))
    game.submit(Disembark(("b1",)))
    game.submit(Embark("lorry", ("b2",)))
    assert at(game, "b1") == "0304" and game.state.units["b2"].place == Aboard("lorry")
    assert Take(("b1",)).units == ("b1",) and game.refusal(Take(("b1",))) is None


def test_a_unit_the_carrier_does_not_take_is_taken_in_hand_itself() -> None:
    game = table("lorry blue 0301 1-9\nb1 blue 0303 4-2", lorry, loads)
    game.submit(Take(("lorry",)))
    refusal = game.refusal(Embark("lorry", ("b1",)))
    assert refusal is not None and "is not answered by 'embark'" in refusal.reason
