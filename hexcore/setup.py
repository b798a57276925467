"""Setting up: a side places its units as its areas allow, and no placement leaves the rest impossible.

Whether the rest is possible is a flow: units into areas, areas into hexes, with least and most numbers on
both. One flow for every kind of unit and area answers for all hexes of that area at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from hexcore.actions import Action, Done, Place, Take
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Controlled, Noted, Placed, Removed, Steps
from hexcore.flow import Filled, Flow
from hexcore.rules import Refusal
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.tables import DataError
from hexcore.units import ARRIVALS, Side

ANY_NUMBER = 10_000


class Area(NamedTuple):
    """Some units may set up in some hexes; at least `least` and at most `most` of them do.

    A unit stands in an area that names it, and counts for one only: where several hold its hex, for
    whichever suits. Areas that share both a unit and a hex must name the same units. Units of an area
    that is not `crowded` take none of a hex's room.
    """

    units: tuple[str, ...]
    hexes: tuple[int, ...]
    text: str = ""
    least: int = 0
    most: int = ANY_NUMBER
    crowded: bool = True
    rule: str = ""


@dataclass(frozen=True)
class Plan:
    """A set-up under way: the areas, who stands where already, and the room left in every hex."""

    areas: tuple[Area, ...]
    placed: Mapping[str, int]
    room: Mapping[int, int]

    def __post_init__(self) -> None:
        for n, one in enumerate(self.areas):
            for other in self.areas[:n]:
                shared = set(one.hexes) & set(other.hexes) and set(one.units) & set(other.units)
                if shared and set(one.units) != set(other.units):
                    raise DataError(
                        f"set-up areas {other.text!r} and {one.text!r} overlap and name different units"
                    )

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit the areas name, in their order."""
        return tuple(dict.fromkeys(unit for area in self.areas for unit in area.units))

    def areas_of(self, unit: str) -> tuple[int, ...]:
        return tuple(n for n, area in enumerate(self.areas) if unit in area.units)

    def hexes_for(self, unit: str) -> frozenset[int]:
        """Every hex a unit can be placed in so that all others still find theirs."""
        return frozenset().union(*(self._open(unit, n) for n in self.areas_of(unit)))

    @cached_property
    def filled(self) -> Filled | None:
        """One way for all units to stand; None when there is none."""
        return self._flow().fill()

    def complete(self) -> bool:
        """Whether all units stand, and every area has its number."""
        return len(self.placed) == len(self.units) and self.filled is not None

    def _open(self, unit: str, area: int) -> frozenset[int]:
        """The hexes of one area in which a unit can stand, counted for that area."""
        if self.filled is None:
            return frozenset()
        now = self.filled.copy()
        if not now.carried(("unit", unit), ("area in", area)):
            if not now.carry(("unit", unit), ("area in", area)):
                return frozenset()
        now.fix(("unit", unit))
        out, hexes = ("area out", area), self.areas[area].hexes
        if not self.areas[area].crowded:
            return frozenset(hexes)
        back = now.leading_to(out)
        open_hexes = [h for h in hexes if self.room.get(h, ANY_NUMBER)]
        return frozenset(h for h in open_hexes if ("hex", h) in back or now.carried(out, ("hex", h)))

    def _flow(self) -> Flow:
        flow = Flow("start", "end")
        for unit in self.units:
            flow.add("start", ("unit", unit), 1, 1)
            hex = self.placed.get(unit)
            for n in self.areas_of(unit):
                if hex is None or hex in self.areas[n].hexes:
                    flow.add(("unit", unit), ("area in", n), 0, 1)
        for n, area in enumerate(self.areas):
            flow.add(("area in", n), ("area out", n), area.least, area.most)
            self._hexes(flow, n, area)
        for hex, room in self.room.items():
            flow.add(("hex", hex), "end", 0, room)
        for unit in self.placed:
            flow.add(("stands", unit), "end", 1, 1)
        return flow

    def _hexes(self, flow: Flow, n: int, area: Area) -> None:
        """Where an area's units go: onto the places already taken, and into the hexes with room."""
        for unit, hex in self.placed.items():
            if unit in area.units and hex in area.hexes:
                flow.add(("area out", n), ("stands", unit), 0, 1)
        if not area.crowded:
            flow.add(("area out", n), "end", 0, ANY_NUMBER)
            return
        for hex in area.hexes:
            if self.room.get(hex, ANY_NUMBER):
                flow.add(("area out", n), ("hex", hex), 0, ANY_NUMBER)


def plan_of(state: GameState, side: Side) -> Plan:
    """A side's set-up as it now stands."""
    return state.derived("*", ("set-up", side), lambda: _plan(state, side))


def _plan(state: GameState, side: Side) -> Plan:
    areas = tuple(state.board.rules.set_up_areas(state, side))
    units = dict.fromkeys(unit for area in areas for unit in area.units)
    placed = {unit: state.units[unit].hex for unit in units if state.units[unit].hex >= 0}
    room: dict[int, int] = {}
    for hex in sorted({hex for area in areas if area.crowded for hex in area.hexes}):
        given = state.board.rules.set_up_room(state, side, hex)
        room[hex] = ANY_NUMBER if given is None else given
    for unit, hex in placed.items():
        if hex in room and _crowds(areas, unit, hex):
            room[hex] = max(0, room[hex] - 1)
    return Plan(areas, placed, room)


def _crowds(areas: tuple[Area, ...], unit: str, hex: int) -> bool:
    return any(area.crowded for area in areas if unit in area.units and hex in area.hexes)


@dataclass(frozen=True, slots=True)
class SetUp:
    """Place every unit in its area, pick up and place again at will, then be done."""

    side: Side
    rule: str = ""
    question: str = "Set up your units."
    kind: Literal["set-up"] = "set-up"

    def prompt(self, state: GameState) -> str:
        return self.question

    def options(self, state: GameState) -> Iterator[Action]:
        """Every placement; when all stand, `done` and what may still be picked up."""
        plan = plan_of(state, self.side)
        waiting = [unit for unit in plan.units if unit not in plan.placed]
        if not waiting:
            yield from self._last(plan)
        alike: dict[tuple[int, ...], frozenset[int]] = {}
        for unit in waiting:
            areas = plan.areas_of(unit)
            if areas not in alike:
                alike[areas] = plan.hexes_for(unit)
            for hex in sorted(alike[areas]):
                if stack_refusal(state, (state.units[unit],), hex) is None:
                    yield Place(unit, hex)

    def _last(self, plan: Plan) -> Iterator[Action]:
        if plan.complete():
            yield Done()
        for unit in plan.units:
            yield Take((unit,))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        plan = plan_of(state, self.side)
        if isinstance(action, Done):
            return self._unfinished(state, plan)
        if isinstance(action, Take):
            fits = len(action.units) == 1 and action.units[0] in plan.placed
            return None if fits else Refusal(self.rule, "pick up one unit that you have set up")
        if isinstance(action, Place):
            return self._misplaced(state, action)
        return not_an_answer(self, action, "place", "take", "done")

    def _unfinished(self, state: GameState, plan: Plan) -> Refusal | None:
        for unit in plan.units:
            if unit not in plan.placed:
                return Refusal(self.rule, f"{state.board.name(unit)} is not set up yet")
        return None if plan.complete() else Refusal(self.rule, "an area has not its number of units")

    def _misplaced(self, state: GameState, action: Place) -> Refusal | None:
        """Why a unit may not be set up in a hex, itself picked up first where it stands already."""
        plan, unit = plan_of(state, self.side), state.units[action.unit]
        if unit.id not in plan.units:
            return Refusal(self.rule, f"{unit.counter.name} is not yours to set up")
        if unit.id in plan.placed:
            plan = lifted(plan, unit.id)
        number = state.board.map.numbers[action.hex]
        own = [plan.areas[n] for n in plan.areas_of(unit.id)]
        if all(action.hex not in area.hexes for area in own):
            allowed = "; or ".join(area.text for area in own if area.text)
            reason = f"{unit.counter.name} does not set up in {number}" + (f": {allowed}" if allowed else "")
            return Refusal(own[0].rule or self.rule, reason)
        stacked = stack_refusal(state, (unit,), action.hex)
        if stacked is not None:
            return stacked
        if action.hex in plan.hexes_for(unit.id):
            return None
        tight = next((area for area in plan.areas if area.least or area.most < ANY_NUMBER), own[0])
        return Refusal(
            tight.rule or self.rule,
            f"with {unit.counter.name} in {number} the rest could not be set up",
        )

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        if isinstance(action, Take):
            return (yield from self._pick_up(state, action.units[0]))
        if state.units[action.unit].hex >= 0:
            state = yield from self._pick_up(state, action.unit)
        number = state.board.map.numbers[action.hex]
        holder = state.control.get(action.hex, Side(""))
        if holder != self.side:
            state = yield Noted("phase", "held before", number, holder)
        return (yield Placed(action.unit, action.hex, "set-up"))

    def _pick_up(self, state: GameState, unit: str) -> Steps:
        """A unit goes back to the box; a hex nobody stands in any more is held as it was before."""
        hex = state.units[unit].hex
        number = state.board.map.numbers[hex]
        state = yield Removed(unit, ARRIVALS.name, why="set-up")
        before = ("phase", "held before", number)
        if hex not in state.stacks and before in state.notes:
            state = yield Controlled(hex, state.notes[before])
            state = yield Noted(*before, None)
        return state


def lifted(plan: Plan, unit: str) -> Plan:
    """The set-up with one unit picked up again."""
    hex = plan.placed[unit]
    placed = {other: where for other, where in plan.placed.items() if other != unit}
    room = dict(plan.room)
    if hex in room and _crowds(plan.areas, unit, hex):
        room[hex] += 1
    return Plan(plan.areas, placed, room)
