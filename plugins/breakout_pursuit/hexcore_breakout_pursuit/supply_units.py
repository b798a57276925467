"""Allied Supply units: where they arrive, how they move, how they are lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done, Place
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Placed, Removed, Steps
from hexcore.movement import HALF, has_moved, points, points_left
from hexcore.rules import Mask, Refusal, SupplySource, rule
from hexcore.state import Combat, GameState
from hexcore.supply import SupplyNet, flood_from
from hexcore.units import ARRIVALS, ELIMINATED, Side, Unit
from hexcore_breakout_pursuit import pipeline
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, STAGING
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.supply import is_supply
from hexcore_breakout_pursuit.supply_lines import enemies, exits, shut
from hexcore_breakout_pursuit.unit_types import called, is_combat

PIPE, SHUTTLE = "pipeline", "shuttle"
"""What is committed to move a Supply unit: along the chain, or over land to a Truck or the chain."""
SHUTTLE_HEXES = 10
SHUTTLED = "shuttled"
"""A note of the phase on a Truck that a Supply unit has been shuttled to."""
TRANSFERRED = "transferred by"
"""A note of the phase on a Supply unit: the Truck that has carried it."""
PLACING = "allied-reinforcement"


# ------------------------------------------------------------------ arrival, with the pipeline
@rule({"breakout-pursuit": "noncombat.procedure"}, hook="begin_phase")
def network_grows(state: GameState, phase: str) -> list[Event] | None:
    """Supply and Pipeline units are placed in the first phase of the Allied player turn."""
    return [Asked((SupplyArrivals(ALLIED),))] if phase == PLACING else None


@rule({"breakout-pursuit": "noncombat.procedure"}, hook="end_phase")
def left_over(state: GameState, phase: str) -> list[Event] | None:
    """A Pipeline unit that found no hex is lost; Supply units not placed wait in the Staging Area."""
    if phase != PLACING:
        return None
    waiting = [u for u in to_place(state) if u.place == ARRIVALS]
    kept: list[Event] = [Removed(u.id, STAGING.name, why="withheld") for u in waiting]
    return kept + pipeline.lost_for_want_of_a_hex(state)


def to_place(state: GameState) -> list[Unit]:
    """Supply units due this turn or earlier, and those withheld."""
    due = {a.unit for a in sheet(state).arrivals if a.turn <= state.turn}
    found = [u for u in state.units.values() if is_supply(u)]
    return [u for u in found if u.place == STAGING or (u.place == ARRIVALS and u.id in due)]


@rule({"breakout-pursuit": "noncombat.J"})
def open_to_supply(state: GameState) -> list[int]:
    """Supply units are placed on Cherbourg, on Bayeux, or on any active Pipeline unit."""
    if not state.board.rules.active("noncombat.J"):
        return []
    ground = state.board.map
    found = {*ground.group("cherbourg"), *ground.group("bayeux"), *pipeline.active_hexes(state)}
    return sorted(hex for hex in found if not enemies(state, ALLIED)[hex])


@dataclass(frozen=True, slots=True)
class SupplyArrivals:
    """Place Supply and Pipeline units, turn inactive Pipeline units up; `done` goes on."""

    side: Side
    rule: str = "noncombat.procedure"
    kind: Literal["supply-arrivals"] = "supply-arrivals"

    def prompt(self, state: GameState) -> str:
        return "Place Supply and Pipeline units, extend the pipeline."

    def forced(self, state: GameState) -> Action | None:
        return None if any(not isinstance(a, Done) for a in self.options(state)) else Done()

    def options(self, state: GameState) -> Iterator[Action]:
        if pipeline.not_withheld(state) is None:
            yield Done()
        yield from pipeline.arrivals(state)
        yield from (Place(u.id, hex) for u in to_place(state) for hex in open_to_supply(state))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return pipeline.not_withheld(state)
        if isinstance(action, Commit) and action.what == pipeline.ACTIVATE:
            unit = state.units.get(action.unit)
            if unit is None:
                return Refusal("noncombat.G", "name the inactive Pipeline unit to turn up")
            return pipeline.activation_refusal(state, unit)
        if isinstance(action, Place):
            return self._place_refusal(state, state.units[action.unit], action.hex)
        return not_an_answer(self, action, "place", "commit", "done")

    def _place_refusal(self, state: GameState, unit: Unit, hex: int) -> Refusal | None:
        if pipeline.is_pipeline(unit):
            return pipeline.arrival_refusal(state, unit) or pipeline.placing_refusal(state, hex)
        if not is_supply(unit):
            return Refusal(self.rule, f"{called(unit)} is no Supply or Pipeline unit")
        if unit not in to_place(state):
            return Refusal("noncombat.J", "this Supply unit is not waiting to be placed")
        if hex in open_to_supply(state):
            return None
        number = state.board.map.numbers[hex]
        return Refusal("noncombat.J", f"{number} is neither Cherbourg, Bayeux nor on the active pipeline")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        unit = state.units[action.unit]
        if isinstance(action, Commit):
            events = pipeline.activate(state, unit)
        elif pipeline.is_pipeline(unit):
            events = pipeline.place(action)
        else:
            events = [Placed(unit.id, action.hex, "supply landed")]
        for event in events:
            state = yield event
        return state


# ------------------------------------------------------------------ no movement of their own
@rule({"breakout-pursuit": "errata.allied_supply_units"}, hook="movement_allowance", tryfirst=True)
def in_initial_movement(state: GameState, unit: Unit) -> int | None:
    """Supply units move in the Allied Initial Movement Phase only; the points are hexes of shuttling."""
    if not is_supply(unit):
        return None
    return SHUTTLE_HEXES * HALF if phase_id(state) == "allied-movement" else 0


@rule({"breakout-pursuit": "errata.allied_supply_units"}, hook="may_take", tryfirst=True)
def only_then(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """In no other phase are they taken in hand."""
    if phase_id(state) == "allied-movement" or not any(map(is_supply, units)):
        return None
    return "Supply units move in the Allied Initial Movement Phase only"


@rule({"breakout-pursuit": "noncombat.K"}, hook="movement_masks")
def no_march(state: GameState, unit: Unit) -> Mask | None:
    """They have no movement of their own: they go by pipeline, by shuttle, or in a Truck."""
    if not is_supply(unit):
        return None
    return Mask("held", "a Supply unit goes along the pipeline, by shuttle or in a Truck, not by itself")


# ------------------------------------------------------------------ along the pipeline
@rule(
    {"breakout-pursuit": "noncombat.K.2"},
    hook="hand_options",
    also={"breakout-pursuit": ("errata.allied_supply_units.1",)},
)
def along_the_chain(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """On an active Pipeline unit it goes any distance along the chain, before or after shuttle or Truck."""
    unit = units[0]
    if not is_supply(unit):
        return None
    hexes = sorted(pipeline.active_hexes(state))
    return [Commit(PIPE, hex=hex) for hex in hexes if chain_refusal(state, unit, hex) is None]


def chain_refusal(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why a Supply unit does not go to a hex along the pipeline."""
    active, numbers, number = pipeline.active_hexes(state), state.board.map.numbers, "noncombat.K.2"
    if unit.hex not in active:
        return Refusal(number, f"no active Pipeline unit lies in {numbers[unit.hex]}")
    if hex not in active or hex == unit.hex:
        return Refusal(number, f"{numbers[hex]} is no other hex of the active pipeline")
    far = hex not in state.board.map.around(unit.hex)
    if far and not state.board.rules.active("errata.allied_supply_units.1"):
        return Refusal(number, f"{numbers[hex]} is not next to {numbers[unit.hex]}")
    return None


# ------------------------------------------------------------------ by shuttle
@rule(
    {"breakout-pursuit": "noncombat.K.1"},
    hook="hand_options",
    also={"breakout-pursuit": ("errata.allied_supply_units.2",)},
)
def to_a_truck_or_the_chain(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """Up to ten hexes over land, past no German unit or zone, to a Truck or an active Pipeline unit."""
    unit = units[0]
    if not is_supply(unit):
        return None
    trucks = [u for u in state.on_map(ALLIED) if u.counter.kind == "truck"]
    found: list[Action] = [
        Commit(SHUTTLE, unit=u.id) for u in trucks if not shuttle_refusal(state, unit, u.hex, u)
    ]
    hexes = sorted(pipeline.active_hexes(state))
    return found + [Commit(SHUTTLE, hex=hex) for hex in hexes if not shuttle_refusal(state, unit, hex)]


def shuttle_refusal(state: GameState, unit: Unit, hex: int, truck: Unit | None = None) -> Refusal | None:
    """Why a Supply unit is not shuttled to a hex: to a Truck there, or to the pipeline."""
    numbers, number = state.board.map.numbers, "noncombat.K.1"
    if truck is not None:
        if truck.counter.kind != "truck" or truck.hex < 0:
            return Refusal(number, f"{called(truck)} is no Truck on the map")
        if has_moved(state, truck) and truck_stands(state):
            reason = (
                f"the Truck in {numbers[hex]} has moved in this phase: a Truck that shuttles stands still"
            )
            return Refusal("errata.allied_supply_units.2", reason)
    elif hex not in pipeline.active_hexes(state):
        return Refusal(number, f"neither a Truck nor an active Pipeline unit is named in {numbers[hex]}")
    if hex == unit.hex:
        return Refusal(number, f"it stands in {numbers[hex]} already")
    if state.note(TRANSFERRED, unit.id) and never_both(state):
        reason = "a Truck has carried it in this phase: it may not be shuttled as well"
        return Refusal("errata.allied_supply_units.1", reason)
    return _too_far(state, unit, hex)


def _too_far(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    left, length = points_left(state, unit) // HALF, overland(state, unit).length.get(hex)
    if length is not None and length <= left:
        return None
    here, there = state.board.map.numbers[unit.hex], state.board.map.numbers[hex]
    if length is None:
        reason = f"no way past Germans and their zones leads from {here} to {there} in {SHUTTLE_HEXES} hexes"
    else:
        reason = f"{there} is {length} hexes away, and {points(left * HALF)} are left to shuttle"
    return Refusal("noncombat.K.1", reason)


def overland(state: GameState, unit: Unit) -> SupplyNet:
    """How far hexes are from a Supply unit by shuttle, over any ground."""
    key = ("overland", unit.hex)
    start = [SupplySource(unit.hex, "")]
    closed = shuttle_shut(state)
    return state.derived("units", key, lambda: flood_from(start, exits(state.board), SHUTTLE_HEXES, closed))


def shuttle_shut(state: GameState) -> bytes:
    """A byte for every hex: 1 where no shuttle passes."""
    return shut(state, ALLIED)


@rule({"breakout-pursuit": "errata.allied_supply_units.2"})
def truck_stands(state: GameState) -> bool:
    """A Truck that a Supply unit is shuttled to does not move in that phase, before or after."""
    return state.board.rules.active("errata.allied_supply_units.2")


@rule({"breakout-pursuit": "errata.allied_supply_units.1"})
def never_both(state: GameState) -> bool:
    """Shuttle and transfer are never combined in one phase; the pipeline goes with either."""
    return state.board.rules.active("errata.allied_supply_units.1")


# ------------------------------------------------------------------ the orders carried out
@rule({"breakout-pursuit": "noncombat.K"}, hook="hand_refusal")
def why_not(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why a Supply unit does not go where it is told."""
    unit = units[0]
    if not is_supply(unit) or not isinstance(action, Commit) or action.what not in (PIPE, SHUTTLE):
        return None
    truck = state.units.get(action.unit) if action.what == SHUTTLE else None
    hex = truck.hex if truck is not None else action.hex
    if hex is None:
        return Refusal("noncombat.K", "name the hex, or the Truck, that the Supply unit goes to")
    return (
        chain_refusal(state, unit, hex) if action.what == PIPE else shuttle_refusal(state, unit, hex, truck)
    )


@rule({"breakout-pursuit": "noncombat.K"}, hook="hand_answer")
def carried_out(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """The Supply unit is put down where it was sent."""
    if not is_supply(units[0]) or not isinstance(action, Commit):
        return None
    if action.what == PIPE:
        return _by_pipeline(state, units[0], action.hex)
    return _by_shuttle(state, units[0], action) if action.what == SHUTTLE else None


def _by_pipeline(state: GameState, unit: Unit, hex: int | None) -> Steps:
    assert hex is not None
    state = yield from _under_way(state, unit)
    return (yield Placed(unit.id, hex, "by pipeline"))


def _by_shuttle(state: GameState, unit: Unit, action: Commit) -> Steps:
    truck = state.units.get(action.unit)
    hex = truck.hex if truck is not None else action.hex
    assert hex is not None
    length = overland(state, unit).length[hex]
    state = yield from _under_way(state, unit)
    state = yield Noted("phase", "spent", unit.id, state.note("spent", unit.id, 0) + length * HALF)
    state = yield Noted("phase", SHUTTLED, unit.id)
    state = yield Placed(unit.id, hex, "by shuttle")
    if truck is not None and truck_stands(state):
        why = ("errata.allied_supply_units.2", "a Supply unit was shuttled to it, and it stands still")
        state = yield Noted("phase", SHUTTLED, truck.id)
        state = yield Noted("phase", "stopped", truck.id, why)
    return state


def _under_way(state: GameState, unit: Unit) -> Steps:
    """Where it came from is remembered: a Supply unit put down after an order has had its order."""
    if not has_moved(state, unit):
        state = yield Noted("phase", "from", unit.id, unit.hex)
    return state


# ------------------------------------------------------------------ how they are lost
@rule({"breakout-pursuit": "errata.allied_supply_units.loss"}, hook="watched_hexes")
def where_they_lie(state: GameState, side: Side) -> list[int] | None:
    """Germans take a Supply unit by entering its hex."""
    return sorted({u.hex for u in state.on_map(ALLIED) if is_supply(u)}) if side == GERMAN else None


@rule({"breakout-pursuit": "errata.allied_supply_units.loss"}, hook="entered")
def overrun(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    """A Supply unit whose hex a German enters is eliminated."""
    return _lost_in(state, hex) if units[0].side == GERMAN else None


@rule({"breakout-pursuit": "errata.allied_supply_units.loss"}, hook="lost_step")
def lost_with_its_guard(state: GameState, unit: Unit, combat: Combat | None) -> list[Event] | None:
    """So is one whose last fellow combat unit is eliminated, unless a Truck in its hex still guards it."""
    hex = state.board.map.index.get(state.note("fell", unit.id, ""), -1)
    if unit.side != ALLIED or hex < 0 or not (is_combat(unit) or unit.counter.kind == "truck"):
        return None
    guarded = any(is_combat(u) or u.counter.kind == "truck" for u in state.at(hex) if u.side == ALLIED)
    return None if guarded else _lost_in(state, hex)


def _lost_in(state: GameState, hex: int) -> list[Event]:
    lost = [u for u in state.at(hex) if is_supply(u)]
    return [Removed(u.id, ELIMINATED.name, why="taken") for u in lost]


DECISIONS = (SupplyArrivals,)
