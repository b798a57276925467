"""10: the truck, which carries one unit on foot."""

from __future__ import annotations

from crossing.pieces import cargo_of, lost_with
from hexcore.actions import Action, Disembark, Embark
from hexcore.events import Event, Noted, Placed, Removed, Steps
from hexcore.movement import HALF, points_left
from hexcore.rules import Refusal, rule
from hexcore.stacking import friends_at, stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import Unit


@rule({"crossing": "10.1"}, hook="hand_options")
def board_or_set_down(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    if len(units) != 1:
        return None
    unit = units[0]
    if unit.counter.kind == "truck":
        cargo = cargo_of(state, unit.id)
        action = Disembark((cargo.id,)) if cargo is not None else None
        return [action] if action is not None and disembark_refusal(state, unit, action) is None else None
    trucks = [u for u in friends_at(state, unit.side, unit.hex) if u.counter.kind == "truck"]
    boarding: list[Action] = [Embark(t.id, (unit.id,)) for t in trucks]
    return [action for action in boarding if embark_refusal(state, unit, action) is None]


def embark_refusal(state: GameState, unit: Unit, action: Embark) -> Refusal | None:
    truck = state.units[action.carrier]
    if unit.counter.kind != "foot" or truck.counter.kind != "truck" or truck.side != unit.side:
        return Refusal("10.1", "only a unit on foot boards a truck of its own side")
    if truck.hex != unit.hex or cargo_of(state, truck.id) is not None:
        return Refusal("10.1", "the truck must be empty, and in the same hex")
    if min(points_left(state, unit), points_left(state, truck)) < HALF:
        return Refusal("10.1", "boarding costs the unit and the truck a point each")
    return None


def disembark_refusal(state: GameState, truck: Unit, action: Disembark) -> Refusal | None:
    cargo = cargo_of(state, truck.id)
    if cargo is None or action.units != (cargo.id,):
        return Refusal("10.2", "the truck does not carry that unit")
    if points_left(state, truck) < HALF:
        return Refusal("10.2", "setting a unit down costs the truck a point")
    return stack_refusal(state, (cargo,), truck.hex)


@rule({"crossing": "10.1"}, hook="hand_refusal", also={"crossing": ("10.2",)})
def why_not_aboard(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    if len(units) == 1 and isinstance(action, Embark):
        return embark_refusal(state, units[0], action)
    if len(units) == 1 and isinstance(action, Disembark):
        return disembark_refusal(state, units[0], action)
    return None


@rule({"crossing": "10.1"}, hook="hand_answer", also={"crossing": ("10.2",)})
def aboard_and_ashore(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    if isinstance(action, Embark):
        return _board(state, units[0], action.carrier)
    return _set_down(state, units[0], action.units[0]) if isinstance(action, Disembark) else None


def _spend(state: GameState, id: str) -> Noted:
    return Noted("phase", "spent", id, state.note("spent", id, 0) + HALF)


def _board(state: GameState, unit: Unit, truck: str) -> Steps:
    state = yield _spend(state, unit.id)
    state = yield _spend(state, truck)
    return (yield Removed(unit.id, aboard=truck, why="aboard"))


def _set_down(state: GameState, truck: Unit, cargo: str) -> Steps:
    state = yield _spend(state, truck.id)
    state = yield Placed(cargo, truck.hex, "disembarked")
    return (yield Noted("phase", "stopped", cargo, ("10.2", "it has just left the truck")))


@rule({"crossing": "10.3"}, hook="lost_step")
def lost_with_the_truck(state: GameState, unit: Unit, combat: Combat | None) -> list[Event]:
    return lost_with(state, unit)
