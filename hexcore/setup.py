"""Setting up: a side places its units as its areas allow, and no placement leaves the rest impossible.

Whether the rest is possible is a flow: units into areas, areas into hexes, with least and most numbers on
both. One flow for every kind of unit and area answers for all hexes of that area at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from hexcore.actions import Action, Commit, Done, Place, Take
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Controlled, Noted, Placed, Removed, Steps
from hexcore.flow import Filled, Flow
from hexcore.rules import Refusal
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.tables import DataError
from hexcore.units import ARRIVALS, Box, Side, Unit

ANY_NUMBER = 10_000


class Area(NamedTuple):
    """Some units may set up in some hexes; at least `least` and at most `most` of them do.

    A unit stands in an area that names it, and counts for one only: where several hold its hex, for
    whichever suits. Areas that share both a unit and a hex must name the same units. Units of an area
    that is not `crowded` take none of a hex's room. An area with a `box` lies off the map, in that box.
    """

    units: tuple[str, ...]
    hexes: tuple[int, ...]
    text: str = ""
    least: int = 0
    most: int = ANY_NUMBER
    crowded: bool = True
    rule: str = ""
    box: str = ""

    def holds(self, where: int | str) -> bool:
        """Whether a hex, or a box by its name, belongs to the area."""
        return where == self.box if isinstance(where, str) else where in self.hexes

    def common(self, other: Area) -> bool:
        """Whether two areas have a hex or their box in common."""
        if self.box and self.box == other.box:
            return True
        return not set(self.hexes).isdisjoint(other.hexes)


@dataclass(frozen=True)
class Plan:
    """A set-up under way: the areas, who stands where already (hex, or box by name), the room left."""

    areas: tuple[Area, ...]
    placed: Mapping[str, int | str]
    room: Mapping[int, int]

    def __post_init__(self) -> None:
        names = [frozenset(area.units) for area in self.areas]
        for n, one in enumerate(self.areas):
            for m, other in enumerate(self.areas[:n]):
                if names[n] == names[m] or names[n].isdisjoint(names[m]):
                    continue
                if one.common(other):
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
        return frozenset(where for where in self.places_for(unit) if not isinstance(where, str))

    def boxes_for(self, unit: str) -> frozenset[str]:
        """Every box a unit can be put into so that all others still find their places."""
        return frozenset(where for where in self.places_for(unit) if isinstance(where, str))

    def places_for(self, unit: str) -> frozenset[int | str]:
        """Hexes and boxes together."""
        return frozenset().union(*(self._open(unit, n) for n in self.areas_of(unit)))

    @cached_property
    def grounds(self) -> Mapping[tuple[int, ...], tuple[int, ...]]:
        """The hexes with room, by the areas they lie in: those in the same areas are alike to the flow."""
        lying: dict[int, list[int]] = {}
        for n, area in enumerate(self.areas):
            for hex in area.hexes if area.crowded else ():
                if self.room.get(hex, ANY_NUMBER):
                    lying.setdefault(hex, []).append(n)
        found: dict[tuple[int, ...], list[int]] = {}
        for hex, areas in lying.items():
            found.setdefault(tuple(areas), []).append(hex)
        return {areas: tuple(hexes) for areas, hexes in found.items()}

    @cached_property
    def filled(self) -> Filled | None:
        """One way for all units to stand; None when there is none."""
        return self._flow().fill()

    def complete(self) -> bool:
        """Whether all units stand, and every area has its number."""
        return len(self.placed) == len(self.units) and self.filled is not None

    def _open(self, unit: str, area: int) -> frozenset[int | str]:
        """The places of one area in which a unit can stand, counted for that area."""
        if self.filled is None:
            return frozenset()
        now, out = self.filled.copy(), ("area out", area)
        if not now.carried(("unit", unit), ("area in", area)):
            if not now.carry(("unit", unit), ("area in", area)):
                return frozenset()
        now.fix(("unit", unit))
        here = self.areas[area]
        if here.box:
            return frozenset((here.box,))
        if not here.crowded:
            return frozenset(here.hexes)
        back = now.leading_to(out)
        open_ground = [
            hexes
            for areas, hexes in self.grounds.items()
            if area in areas and (("ground", areas) in back or now.carried(out, ("ground", areas)))
        ]
        return frozenset().union(*open_ground)

    def _flow(self) -> Flow:
        flow = Flow("start", "end")
        for unit in self.units:
            flow.add("start", ("unit", unit), 1, 1)
            where = self.placed.get(unit)
            for n in self.areas_of(unit):
                if where is None or self.areas[n].holds(where):
                    flow.add(("unit", unit), ("area in", n), 0, 1)
        for n, area in enumerate(self.areas):
            flow.add(("area in", n), ("area out", n), area.least, area.most)
            self._standing(flow, n, area)
        for areas, hexes in self.grounds.items():
            room = sum(self.room.get(hex, ANY_NUMBER) for hex in hexes)
            flow.add(("ground", areas), "end", 0, room)
            for n in areas:
                flow.add(("area out", n), ("ground", areas), 0, ANY_NUMBER)
        for unit in self.placed:
            flow.add(("stands", unit), "end", 1, 1)
        return flow

    def _standing(self, flow: Flow, n: int, area: Area) -> None:
        """Where an area's units go besides ground with room: onto the places already taken, or anywhere."""
        for unit, where in self.placed.items():
            if unit in area.units and area.holds(where):
                flow.add(("area out", n), ("stands", unit), 0, 1)
        if area.box or not area.crowded:
            flow.add(("area out", n), "end", 0, ANY_NUMBER)


def plan_of(state: GameState, side: Side) -> Plan:
    """A side's set-up as it now stands."""
    return state.derived("*", ("set-up", side), lambda: _plan(state, side))


def _plan(state: GameState, side: Side) -> Plan:
    areas = tuple(state.board.rules.set_up_areas(state, side))
    units = dict.fromkeys(unit for area in areas for unit in area.units)
    placed = {unit: where for unit in units if (where := _where(areas, state.units[unit])) is not None}
    room: dict[int, int] = {}
    for hex in sorted({hex for area in areas if area.crowded for hex in area.hexes}):
        given = state.board.rules.set_up_room(state, side, hex)
        room[hex] = ANY_NUMBER if given is None else given
    for unit, where in placed.items():
        if not isinstance(where, str) and where in room and _crowds(areas, unit, where):
            room[where] = max(0, room[where] - 1)
    return Plan(areas, placed, room)


def _where(areas: tuple[Area, ...], unit: Unit) -> int | str | None:
    """Where a unit has been set up: its hex, or a box that is an area of its own; None while it waits."""
    place = unit.place
    if isinstance(place, Box):
        boxed = any(area.box == place.name and unit.id in area.units for area in areas)
        return place.name if boxed else None
    return unit.hex if unit.hex >= 0 else None


def _crowds(areas: tuple[Area, ...], unit: str, hex: int | str) -> bool:
    return any(area.crowded and not area.box for area in areas if unit in area.units and area.holds(hex))


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
        alike: dict[tuple[int, ...], tuple[list[int], list[str]]] = {}
        stacks = state.stacks
        for unit in waiting:
            areas = plan.areas_of(unit)
            if areas not in alike:
                alike[areas] = sorted(plan.hexes_for(unit)), sorted(plan.boxes_for(unit))
            hexes, boxes = alike[areas]
            placements = placements_of(unit)
            for hex in hexes:
                if hex not in stacks or stack_refusal(state, (state.units[unit],), hex) is None:
                    yield placements[hex]
            for box in boxes:
                yield Commit(box, unit)

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
        if isinstance(action, Commit):
            return self._not_off_the_map(state, plan, action)
        return not_an_answer(self, action, "place", "take", "done")

    def _not_off_the_map(self, state: GameState, plan: Plan, action: Commit) -> Refusal | None:
        """Why a unit may not be set up in a box."""
        own = [plan.areas[n] for n in plan.areas_of(action.unit)]
        if action != Commit(action.what, action.unit) or all(area.box != action.what for area in own):
            who = state.board.name(action.unit) if action.unit in plan.units else "that unit"
            return Refusal(self.rule, f"{who} is not set up in {action.what!r}")
        plan = lifted(plan, action.unit) if action.unit in plan.placed else plan
        if action.what in plan.boxes_for(action.unit):
            return None
        return Refusal(self.rule, f"with {state.board.name(action.unit)} there the rest could not be set up")

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
        if isinstance(action, Commit):
            return (yield Removed(action.unit, action.what, why="set-up"))
        number = state.board.map.numbers[action.hex]
        holder = state.control.get(action.hex, Side(""))
        if holder != self.side:
            state = yield Noted("phase", "held before", number, holder)
        return (yield Placed(action.unit, action.hex, "set-up"))

    def _pick_up(self, state: GameState, unit: str) -> Steps:
        """A unit goes back to the box; a hex nobody stands in any more is held as it was before."""
        hex = state.units[unit].hex
        state = yield Removed(unit, ARRIVALS.name, why="set-up")
        if hex < 0:
            return state
        number = state.board.map.numbers[hex]
        before = ("phase", "held before", number)
        if hex not in state.stacks and before in state.notes:
            state = yield Controlled(hex, state.notes[before])
            state = yield Noted(*before, None)
        return state


class _Placements(dict[int, Place]):
    """The answers that place a unit, by hex: a set-up lists the same ones again and again."""

    def __init__(self, unit: str) -> None:
        self.unit = unit

    def __missing__(self, hex: int) -> Place:
        made = self[hex] = Place(self.unit, hex)
        return made


placements_of = lru_cache(maxsize=256)(_Placements)


def lifted(plan: Plan, unit: str) -> Plan:
    """The set-up with one unit picked up again."""
    hex = plan.placed[unit]
    placed = {other: where for other, where in plan.placed.items() if other != unit}
    room = dict(plan.room)
    if not isinstance(hex, str) and hex in room and _crowds(plan.areas, unit, hex):
        room[hex] += 1
    return Plan(plan.areas, placed, room)
