"""Trucks: three markers that mechanize US infantry divisions (chapters 5.3.4, 5.8, 8.6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Marked, Steps
from hexcore.rules import Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import ARRIVALS, Side, Unit
from hexcore_cobra.editions import also, cite, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED

TRUCK, UNLOAD = "truck", "truck-off"
TRUCKS = 3
WHOLE, IN_PARTS = "truckable", "truckable_as_division"


def carried(state: GameState, unit: Unit) -> bool:
    """Whether a truck marker lies on the unit, or on the division it is part of."""
    return state.marker(TRUCK, unit.id) > 0


@rule(numbers("5.3.4"))
def truck_mechanized(state: GameState, unit: Unit) -> bool:
    """A truck marker turns a US infantry division into a mechanized one."""
    return carried(state, unit) and plays(state.board, "5.3.4")


def parts(state: GameState, unit: Unit) -> tuple[Unit, ...]:
    """The units one truck marker carries: a division, or the regiments of 2 Infantry Division."""
    if IN_PARTS not in unit.counter.traits:
        return (unit,)
    formation = unit.counter.formation
    return tuple(
        u for u in state.units.values() if IN_PARTS in u.counter.traits and u.counter.formation == formation
    )


def divisions_on_trucks(state: GameState) -> int:
    """How many truck markers are in use."""
    ids = [subject for (kind, subject), count in state.markers.items() if kind == TRUCK and count]
    return len({state.units[id].counter.formation or id for id in ids})


# ------------------------------------------------------------------ the replacement phase
@rule(numbers("5.8.1"), hook="begin_phase", also={"cobra-1977": ("SPI 4.0.B3",)})
def trucks_are_placed(state: GameState, phase: str) -> list[Event] | None:
    """In his replacement phase the Allied player puts truck markers on divisions, or takes them off."""
    return [Asked((Trucks(ALLIED, cite(state.board, "5.8.1")),))] if phase == "allied-replacement" else None


@dataclass(frozen=True, slots=True)
class Trucks:
    """Put trucks under US infantry divisions, or take them away."""

    side: Side
    rule: str = ""
    kind: Literal["trucks"] = "trucks"

    def prompt(self, state: GameState) -> str:
        return f"Deploy trucks: {TRUCKS - divisions_on_trucks(state)} of {TRUCKS} are free."

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        for unit in state.units.values():
            if unit.counter.traits & {WHOLE, IN_PARTS}:
                if truck_refusal(state, unit) is None:
                    yield Commit(TRUCK, unit=unit.id)
                if carried(state, unit):
                    yield Commit(UNLOAD, unit=unit.id)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Commit) or action.what not in (TRUCK, UNLOAD) or not action.unit:
            return not_an_answer(self, action, "commit", "done")
        unit = state.units[action.unit]
        if action.what == TRUCK:
            return truck_refusal(state, unit)
        if carried(state, unit) and unit.side == self.side:
            return None
        return Refusal(cite(state.board, "5.8.3"), f"{unit.counter.name} has no truck marker")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        for unit in parts(state, state.units[action.unit]):
            state = yield Marked(TRUCK, unit.id, 1 if action.what == TRUCK else 0)
        return state


def truck_refusal(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit gets no truck marker now."""
    name = unit.counter.name
    if not unit.counter.traits & {WHOLE, IN_PARTS}:
        return Refusal(cite(state.board, "5.3.4"), f"{name} is no US infantry division")
    if carried(state, unit):
        return Refusal(cite(state.board, "5.8.1"), f"{name} has a truck marker already")
    if divisions_on_trucks(state) >= TRUCKS:
        return Refusal(cite(state.board, "5.8.1"), "all three truck markers are in use")
    if unit.place == ARRIVALS:
        due = any(a.unit == unit.id and a.turn <= state.turn for a in state.board.scenario.tags["arrivals"])
        return None if due else Refusal(cite(state.board, "5.8.1"), f"{name} does not arrive in this turn")
    if unit.hex < 0:
        return Refusal(cite(state.board, "5.8.1"), f"{name} is not on the map")
    return ready_for_trucks(state, unit)


@rule(numbers("5.8.4"))
def ready_for_trucks(state: GameState, unit: Unit) -> Refusal | None:
    """Only a supplied division is mechanized; 2 Infantry Division with all its regiments in one hex."""
    if not plays(state.board, "5.8.4"):
        return None
    if state.board.rules.supply_state(state, unit) != "supplied":
        return Refusal(cite(state.board, "5.8.4"), f"{unit.counter.name} is out of supply")
    if any(part.hex != unit.hex for part in parts(state, unit)):
        return Refusal(
            cite(state.board, "5.8.4"), f"the regiments of {unit.counter.name}'s division are not in one hex"
        )
    return None


@rule(numbers("5.8.4"), hook="may_take")
def carried_together(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Regiments that share a truck marker stay together."""
    return split(state, units)


@rule(numbers("5.8.4"), hook="may_advance")
def advanced_together(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """Regiments that share a truck marker advance together or not at all."""
    return split(state, units)


def split(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Why these units do not go without the others in their hex: a truck marker that they share."""
    ids = {u.id for u in units}
    for unit in units:
        if IN_PARTS in unit.counter.traits and carried(state, unit):
            if any(p.id not in ids for p in parts(state, unit) if p.hex == unit.hex):
                return f"{unit.counter.name} shares a truck marker with its division and moves with it"
    return None


@rule(numbers("5.8.4"), hook="movement_groups")
def taken_together(state: GameState, side: Side) -> list[tuple[str, ...]] | None:
    """Regiments that share a truck marker are taken in hand as one (whole ones are listed to overrun)."""
    if side != ALLIED:
        return None
    initial = state.board.sequence.phases[state.phase].id == "allied-movement"
    loaded = [state.units[id] for (kind, id) in state.markers if kind == TRUCK]
    listed = {u.id for u in loaded if initial and state.note("whole", u.id)}
    sharing = [u for u in loaded if IN_PARTS in u.counter.traits and u.id not in listed]
    groups = {
        tuple(part for part in parts(state, u) if part.hex == u.hex): None for u in sharing if u.hex >= 0
    }
    may_take = state.board.rules.may_take
    return [tuple(part.id for part in g) for g in groups if len(g) > 1 and not may_take(state, g)]


# ------------------------------------------------------------------ losing the marker
def _unloaded(state: GameState, unit: Unit) -> list[Event]:
    if not carried(state, unit) or not plays(state.board, "8.6.6"):
        return []
    return [Marked(TRUCK, part.id, 0) for part in parts(state, unit)]


@rule(numbers("5.8.3"), hook="retreated", also=also("8.6.6"))
def trucks_lost_in_retreat(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> list[Event] | None:
    """A division that retreats loses its truck marker; one that stands and loses a step keeps it."""
    return _unloaded(state, unit)


@rule(numbers("5.8.5"), hook="lost_step", also=also("8.6.6"))
def trucks_survive(state: GameState, unit: Unit, combat: Combat | None) -> list[Event] | None:
    """Truck markers are never destroyed: an eliminated division's marker is free again."""
    return None if any(part.hex >= 0 for part in parts(state, unit)) else _unloaded(state, unit)


@general("may_take")
def trucks_need_their_case(state: GameState, units: tuple[Unit, ...]) -> Refusal | None:
    """Without case 5.8.2 a division on trucks does not move in the mechanized phase."""
    if plays(state.board, "5.8.2"):
        return None
    if state.board.sequence.phases[state.phase].id == "allied-mechanized" and any(
        carried(state, u) for u in units
    ):
        return Refusal("", "a division on trucks does not move in this phase")
    return None


@rule(numbers("5.8.2"))
def as_mechanized_divisions() -> None:
    """A division on trucks moves in the mechanized phase and may overrun, as mechanized divisions do."""
