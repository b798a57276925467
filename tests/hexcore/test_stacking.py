"""Stacking: excess is found, and cured by its owner; what counts, and how a unit is lost to it."""

from __future__ import annotations

from sandbox import BLUE, RED, at, hexes, table

from hexcore.actions import Lose
from hexcore.events import Asked, Event, Noted, Removed, Steps, apply
from hexcore.game import Game
from hexcore.rules import general, rule
from hexcore.stacking import counted, excess, overstacked
from hexcore.state import Combat, GameState
from hexcore.units import Unit

CROWD = "b1 blue 0303\nb2 blue 0303\nb3 blue 0303\nc1 blue 0303 1-4 1 cart\nr1 red 0707"


@rule({"sandbox": "6.1"}, hook="may_stack")
def two_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "two units to a hex" if len(counted(state, units)) > 2 else None


@rule({"sandbox": "6.2"}, hook="counts_in_stack")
def carts_are_free(state: GameState, unit: Unit) -> bool:
    return unit.counter.kind != "cart"


@rule({"sandbox": "6.4"}, hook="lost_step")
def mourned(state: GameState, unit: Unit, combat: Combat | None) -> list[Event]:
    return [Noted("game", "mourned", unit.id, at_war(combat))]


def at_war(combat: Combat | None) -> str:
    return "in peace" if combat is None else "in combat"


@general("eliminated")
def buried(state: GameState, unit: Unit, why: str) -> Steps:
    yield Noted("game", "buried", unit.id, why)
    return (yield Removed(unit.id, "graves", why=why))


def crowd(*rules: object) -> Game:
    """Three units and a cart in a hex, asked whom they lose."""
    game = table(CROWD, two_to_a_hex, *rules, phase="blue-combat")
    game.state = apply(game.state, Asked(excess(game.state, BLUE, "6.3")))
    return game


def test_the_owner_loses_units_until_the_rest_may_stay() -> None:
    game = crowd()
    assert game.decision is not None and (game.decision.kind, game.decision.rule) == ("excess", "6.3")
    assert [a.unit for a in game.legal_actions()] == ["b1", "b2", "b3", "c1"]
    game.submit(Lose("b2"))
    assert game.decision.kind == "excess"
    game.submit(Lose("c1"))
    assert game.decision.kind == "combat-phase" and overstacked(game.state, BLUE) == []
    assert [at(game, u) for u in ("b1", "b2", "b3", "c1")] == ["0303", "eliminated", "0303", "eliminated"]


def test_only_units_that_count_are_lost() -> None:
    game = crowd(carts_are_free)
    assert [a.unit for a in game.legal_actions()] == ["b1", "b2", "b3"]
    refusal = game.refusal(Lose("c1"))
    assert refusal is not None and refusal.rule == "6.3" and "0303" in refusal.reason
    game.submit(Lose("b3"))
    assert game.decision is not None and game.decision.kind == "combat-phase"


def test_who_rides_counts_where_his_cart_stands() -> None:
    game = table(CROWD, two_to_a_hex, carts_are_free, phase="blue-combat")
    assert len(overstacked(game.state, BLUE)) == 1
    game.state = apply(game.state, Removed("b3", aboard="c1"))
    assert [hex for hex, _ in overstacked(game.state, BLUE)] == list(hexes(game, "0303"))
    assert {u.id for u in counted(game.state, game.state.at(*hexes(game, "0303")))} == {"b1", "b2", "b3"}


def test_rules_hear_of_a_unit_lost_to_excess() -> None:
    game = crowd(mourned)
    game.submit(Lose("b1"))
    assert game.state.note("mourned", "b1") == "in peace" and at(game, "b1") == "eliminated"


def test_a_ruleset_may_have_its_own_way_of_losing_units() -> None:
    game = crowd(buried, mourned)
    game.submit(Lose("b1"))
    assert at(game, "b1") == "graves" and game.state.note("buried", "b1") == "stacked in excess"
    assert game.state.note("mourned", "b1") is None


def test_enemy_counters_in_a_hex_hide_no_excess() -> None:
    game = table(f"r2 red 0303\n{CROWD}", two_to_a_hex, phase="blue-combat")
    assert [hex for hex, _ in overstacked(game.state, BLUE)] == list(hexes(game, "0303"))
    assert overstacked(game.state, RED) == []
