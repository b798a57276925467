"""Allied Trucks: what they carry and what boarding costs, how they fight, and their cargo in combat.

A unit is aboard its Truck while Initial Movement lasts. From then on it stands in the Truck's hex, so that it
fights as any unit, and a note says that it is under the Truck; it is aboard again when the phase comes round.
"""

from __future__ import annotations

from fractions import Fraction

from hexcore.actions import Action, Disembark, Embark, Move
from hexcore.events import Controlled, Event, Noted, Placed, Removed, Steps
from hexcore.movement import HALF, has_moved, path_of, points, points_left
from hexcore.rules import Factor, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Aboard, Unit
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED
from hexcore_breakout_pursuit.supply import is_supply
from hexcore_breakout_pursuit.supply_units import SHUTTLED, TRANSFERRED, never_both
from hexcore_breakout_pursuit.unit_types import called, is_combat, is_mechanized, is_motorized

TRUCK = "truck"
UNDER = "under a truck"
"""A lasting note on a unit that stands in its Truck's hex as cargo: the Truck's id."""
BOARDING = 5
"""Movement points that boarding costs a combat unit, and its Truck."""
ON_FOOT = (5, 6)
"""Printed allowances of the non-mechanized units that a Truck carries."""
BOARDED = "has boarded"
"""A note of the phase on a combat unit that has paid for boarding."""
PHASE = "allied-movement"


def is_truck(unit: Unit) -> bool:
    return unit.counter.kind == TRUCK


def cargo_of(state: GameState, truck: str) -> Unit | None:
    """What a Truck carries: aboard in Initial Movement, under it in its hex at other times."""
    aboard = next(state.in_place(Aboard(truck)), None)
    if aboard is not None:
        return aboard
    hex = state.units[truck].hex
    return (
        next((u for u in state.at(hex) if state.notes.get(("game", UNDER, u.id)) == truck), None)
        if hex >= 0
        else None
    )


# ------------------------------------------------------------------ aboard, and under the truck
@rule({"breakout-pursuit": "noncombat.D"}, hook="end_phase")
def cargo_stands_in_the_hex(state: GameState, phase: str) -> list[Event] | None:
    """A unit that stays in its Truck fights from there: it need not dismount."""
    if phase != PHASE:
        return None
    events: list[Event] = []
    for unit in list(state.units.values()):
        if isinstance(unit.place, Aboard):
            truck = state.units[unit.place.carrier]
            events += [Placed(unit.id, truck.hex, "in its truck"), Noted("game", UNDER, unit.id, truck.id)]
    return events


@rule({"breakout-pursuit": "noncombat.D"}, hook="begin_phase")
def cargo_is_aboard(state: GameState, phase: str) -> list[Event] | None:
    """When Initial Movement comes round it is aboard again, if it is still in the Truck's hex."""
    if phase != PHASE:
        return None
    events: list[Event] = []
    for (scope, key, id), truck in sorted(state.notes.items(), key=lambda item: item[0]):
        if (scope, key) == ("game", UNDER):
            if state.units[id].hex >= 0 and state.units[id].hex == state.units[truck].hex:
                events.append(Removed(id, aboard=truck, why="in its truck"))
            events.append(Noted("game", UNDER, id, None))
    return events


# ------------------------------------------------------------------ picking up
@rule({"breakout-pursuit": "noncombat.B"}, hook="hand_options")
def to_carry(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """A Truck picks up and sets down at any point of its move, one unit at a time."""
    unit = units[0]
    if phase_id(state) != PHASE or unit.side != ALLIED:
        return None
    here = [u for u in state.at(unit.hex) if u.id != unit.id]
    if is_truck(unit):
        cargo = cargo_of(state, unit.id)
        if cargo is not None:
            return [Disembark((cargo.id,))]
        boarding: list[Action] = [
            Embark(unit.id, (u.id,)) for u in here if not embark_refusal(state, unit, u, in_hand=False)
        ]
        return boarding
    return [Embark(t.id, (unit.id,)) for t in here if is_truck(t) and not embark_refusal(state, t, unit)]


def embark_refusal(state: GameState, truck: Unit, unit: Unit, *, in_hand: bool = True) -> Refusal | None:
    """Why a unit does not board a Truck; `in_hand` where the unit, not the Truck, is in hand."""
    number, hexes = "noncombat.B", state.board.map.numbers
    if not is_truck(truck) or truck.hex < 0:
        return Refusal(number, f"{called(truck)} is no Truck on the map")
    refusal = may_ride(state, unit)
    if refusal is not None:
        return refusal
    if unit.hex != truck.hex:
        return Refusal(number, f"{called(unit)} is not in the Truck's hex {hexes[truck.hex]}")
    cargo = cargo_of(state, truck.id)
    if cargo is not None:
        return Refusal(
            number, f"the Truck in {hexes[truck.hex]} carries {called(cargo)}, and one unit at a time"
        )
    other = (truck,) if in_hand else (unit,)
    refusals = state.board.rules.may_take(state, other)
    if refusals:
        return refusals[0]
    return transfer_refusal(state, truck, unit) if is_supply(unit) else boarding_refusal(state, truck, unit)


@rule({"breakout-pursuit": "noncombat.general"})
def may_ride(state: GameState, unit: Unit) -> Refusal | None:
    """Trucks carry Supply units, paratroops and infantry: non-mechanized units of allowance five or six."""
    if not state.board.rules.active("noncombat.general"):
        return Refusal("", "Trucks carry nothing")
    on_foot = is_combat(unit) and not is_mechanized(unit) and not is_motorized(unit)
    if unit.side == ALLIED and (is_supply(unit) or (on_foot and unit.step.movement in ON_FOOT)):
        return None
    reason = f"{called(unit)} is neither a Supply unit nor a non-mechanized unit of allowance 5 or 6"
    return Refusal("noncombat.B", reason)


@rule({"breakout-pursuit": "noncombat.C"}, also={"breakout-pursuit": ("errata.allied_truck_units",)})
def boarding_refusal(state: GameState, truck: Unit, unit: Unit) -> Refusal | None:
    """Boarding costs a combat unit and its Truck five points each, which both must have."""
    if not state.board.rules.active("noncombat.C"):
        return None
    paying = (unit, truck) if state.board.rules.active("errata.allied_truck_units") else (truck,)
    short = next((u for u in paying if points_left(state, u) < BOARDING * HALF), None)
    if short is None:
        return None
    have = points(max(0, points_left(state, short)))
    reason = f"boarding costs {BOARDING} movement points, and {called(short)} has {have}"
    return Refusal("noncombat.C", reason)


@rule({"breakout-pursuit": "noncombat.C"}, hook="may_take")
def spent_by_boarding(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """A unit that boarding has left without points does nothing more by itself, nor boards again."""
    tired = next((u for u in units if state.note(BOARDED, u.id) and points_left(state, u) <= 0), None)
    return f"boarding a Truck has cost {called(tired)} all its movement points" if tired else None


@rule({"breakout-pursuit": "noncombat.K.3"}, also={"breakout-pursuit": ("errata.allied_supply_units.3",)})
def transfer_refusal(state: GameState, truck: Unit, unit: Unit) -> Refusal | None:
    """A Supply unit boards for nothing, rides in one Truck a phase, and not after a shuttle.

    A Truck has fifteen points and every hex costs one or more: no transfer is longer than fifteen hexes.
    """
    rules, number = state.board.rules, "errata.allied_supply_units.3"
    if not rules.active("noncombat.K.3"):
        return Refusal("", "Trucks carry no Supply units")
    if state.note(SHUTTLED, unit.id) and never_both(state):
        reason = "it was shuttled in this phase: no Truck may carry it as well"
        return Refusal("errata.allied_supply_units.1", reason)
    before = state.note(TRANSFERRED, unit.id)
    if before and before != truck.id and rules.active(number):
        return Refusal(number, "another Truck has carried this Supply unit in this phase")
    return None


@rule({"breakout-pursuit": "noncombat.B"}, hook="hand_refusal")
def why_not_aboard(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why a unit does not board a Truck, or is not set down."""
    if isinstance(action, Embark):
        return _boarding_refused(state, units[0], action)
    if not isinstance(action, Disembark):
        return None
    if phase_id(state) != PHASE:
        return Refusal("noncombat.B", "Trucks load and unload in the Initial Movement Phase")
    return Refusal("noncombat.B", f"{called(units[0])} does not carry that unit")


def _boarding_refused(state: GameState, hand: Unit, action: Embark) -> Refusal | None:
    if phase_id(state) != PHASE:
        return Refusal("noncombat.B", "Trucks load and unload in the Initial Movement Phase")
    if len(action.units) > 1:
        return Refusal("noncombat.B", "a Truck carries one unit at a time")
    unit = state.units[action.units[0]] if action.units else hand
    return embark_refusal(state, state.units[action.carrier], unit, in_hand=unit == hand)


@rule({"breakout-pursuit": "noncombat.B"}, hook="hand_answer")
def loads_and_unloads(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """The unit goes aboard, or is set down in the Truck's hex."""
    if isinstance(action, Embark):
        return _load(state, state.units[action.carrier], state.units[(action.units or (units[0].id,))[0]])
    return _unload(state, units[0], action.units[0]) if isinstance(action, Disembark) else None


def _load(state: GameState, truck: Unit, unit: Unit) -> Steps:
    if is_combat(unit) and state.board.rules.active("noncombat.C"):
        for id in (unit.id, truck.id):
            spent = state.notes.get(("phase", "spent", id), 0)
            state = yield Noted("phase", "spent", id, spent + BOARDING * HALF)
        state = yield Noted("phase", BOARDED, unit.id)
    return (yield Removed(unit.id, aboard=truck.id, why="picked up"))


def _unload(state: GameState, truck: Unit, cargo: str) -> Steps:
    """Setting down costs nothing; the unit may spend the points it has left later in the phase."""
    return (yield Placed(cargo, truck.hex, "set down"))


# ------------------------------------------------------------------ under way
@rule({"breakout-pursuit": "noncombat.D"}, hook="ordered")
def carried_along(state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event] | None:
    """Cargo moves with the Truck and by its allowance: it has moved then, and been where the Truck went."""
    if not is_truck(units[0]) or not isinstance(action, Move):
        return None
    cargo, path = cargo_of(state, units[0].id), path_of(state, units, action)
    if cargo is None or not path:
        return None
    events: list[Event] = []
    if not has_moved(state, cargo):
        events.append(Noted("phase", "from", cargo.id, units[0].hex))
    if is_supply(cargo):
        return [*events, Noted("phase", TRANSFERRED, cargo.id, units[0].id)]
    return events + [Controlled(hex, cargo.side) for hex in path if state.control.get(hex) != cargo.side]


# ------------------------------------------------------------------ trucks in combat
@rule({"breakout-pursuit": "errata.allied_truck_units"}, hook="supply_state")
def always_supplied(state: GameState, unit: Unit) -> str | None:
    """Trucks are always supplied."""
    return "supplied" if is_truck(unit) else None


@rule({"breakout-pursuit": "errata.allied_truck_units"}, hook="exerts_zoc")
def zone_of_its_cargo(state: GameState, unit: Unit) -> bool | None:
    """A Truck has a zone of control while it carries a combat unit, and none else."""
    if not is_truck(unit):
        return None
    cargo = cargo_of(state, unit.id)
    return cargo is not None and is_combat(cargo)


@rule({"breakout-pursuit": "noncombat.A"})
def one_in_defence() -> None:
    """A Truck defends its hex with a strength of one, and keeps Germans out of it."""


@general("strength_factors")
def without_strength(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """Without noncombat.A a Truck adds nothing to a defence."""
    if not is_truck(unit) or state.board.rules.active("noncombat.A"):
        return None
    return Factor(Fraction(1), "a Truck", value=0)


@rule({"breakout-pursuit": "noncombat.A"}, hook="may_attack", tryfirst=True)
def never_attacks(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """Its strength is for defence only: its passenger attacks, not the Truck."""
    return f"{called(unit)} has a strength for defence only" if is_truck(unit) else None


@rule({"breakout-pursuit": "errata.allied_truck_units"}, hook="may_advance", tryfirst=True)
def never_advances(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """A Truck does not advance after combat."""
    return f"{called(units[0])} does not advance after combat" if any(map(is_truck, units)) else None


@rule({"breakout-pursuit": "terms.non_combat"}, hook="defends")
def no_part_in_combat(state: GameState, unit: Unit) -> bool | None:
    """Supply, Naval Supply and Pipeline units have no strength: they are not attacked but walked over."""
    return False if unit.counter.kind in ("supply", "pipeline", "naval supply") else None


@rule({"breakout-pursuit": "noncombat.D"}, hook="retreated")
def cargo_goes_back_too(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> list[Event] | None:
    """A Supply unit carried by a Truck goes back with it; a combat unit retreats by itself."""
    if not is_truck(unit):
        return None
    held = [
        id
        for (scope, key, id), truck in state.notes.items()
        if (scope, key, truck) == ("game", UNDER, unit.id)
    ]
    left = [state.units[id] for id in sorted(held) if is_supply(state.units[id]) and state.units[id].hex >= 0]
    return [
        Placed(u.id, unit.hex, "in its truck") for u in left if u.hex in (*combat.targets, *combat.origins)
    ]
