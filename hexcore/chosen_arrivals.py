"""Reinforcements and withdrawals of a ruleset folder, and set-ups that players make themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hexcore.actions import Action, Place
from hexcore.chosen_supply import ground, last_phase_of
from hexcore.events import Asked, Event, Noted, Placed, Removed, Steps
from hexcore.folder_models import Arrivals
from hexcore.folder_rows import ArrivalRow, SetUpRow, WithdrawalRow
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import Due, Refusal
from hexcore.setup import Area, SetUp
from hexcore.stacking import fits, stack_refusal
from hexcore.state import GameState
from hexcore.units import ARRIVALS, ELIMINATED, EXITED, Side, Unit
from hexcore.zoc import enemy_zone, occupied

ANY = "*"


class Timetable(NamedTuple):
    """The rows of arrivals.csv, withdrawals.csv and set-up.csv, as they are in force at each call."""

    arrivals: Callable[[], tuple[ArrivalRow, ...]]
    withdrawals: Callable[[], tuple[WithdrawalRow, ...]]
    set_up: Callable[[], tuple[SetUpRow, ...]]

    def due(self, state: GameState) -> dict[str, ArrivalRow]:
        """The arrivals of the scenario in play, by unit."""
        own = (ANY, state.board.scenario.id)
        return {row.unit: row for row in self.arrivals() if row.scenario in own}

    def leaving(self, state: GameState) -> dict[str, WithdrawalRow]:
        own = (ANY, state.board.scenario.id)
        return {row.unit: row for row in self.withdrawals() if row.scenario in own}


def add_arrivals(sheet: RuleSheet, said: Arrivals, table: Timetable) -> None:
    """The rules of [arrivals], arrivals.csv and withdrawals.csv."""
    if table.arrivals():
        entry = _Entry(said, table)
        sheet.add("arrivals", "arrivals", entry.listed(), said.rule)
        sheet.add("arrivals", "arrival_refusal", entry.refused(), said.rule)
        sheet.add("arrivals", "arrival_answer", entry.placed(), said.rule)
        if said.late == "lost":
            sheet.add("arrivals", "end_phase", entry.lost(), said.rule)
    if table.withdrawals():
        sheet.add("withdrawals", "begin_phase", _withdrawn(table), said.withdrawal_rule)
    if table.arrivals() or table.withdrawals():
        sheet.add("arrivals", "due_units", _due(said, table), said.rule)


class _Entry:
    """Units that come into play."""

    def __init__(self, said: Arrivals, table: Timetable) -> None:
        self.said, self.table = said, table

    def listed(self) -> Callable[..., Any]:
        def listed(state: GameState, side: Side) -> list[Action]:
            found: list[Action] = []
            for unit in self._waiting(state, side):
                for hex in ground(state.board.map, self.table.due(state)[unit.id].where.split()):
                    if self._shut(state, unit, hex) is None and fits(state, (unit,), hex):
                        found.append(Place(unit.id, hex))
            return found

        return listed

    def _waiting(self, state: GameState, side: Side) -> list[Unit]:
        due = self.table.due(state)
        units = [u for u in state.in_place(ARRIVALS) if u.side == side and u.id in due]
        return [u for u in units if due[u.id].turn <= state.turn]

    def _shut(self, state: GameState, unit: Unit, hex: int) -> str | None:
        """Why a unit may not enter play in a hex."""
        number, rules = state.board.map.numbers[hex], state.board.rules
        if occupied(state, state.enemy(unit.side))[hex]:
            return f"an enemy unit stands in {number}"
        halves = state.board.costs(rules.mobility(state, unit)).halves
        if not any(halves[state.board.map.side(near, hex)] for near in state.board.map.around(hex)):
            return f"the ground forbids {unit.counter.name} to enter {number}"
        if self.said.zones == "closed" and enemy_zone(state, unit.side)[hex]:
            return f"{number} is in an enemy zone of control"
        return None

    def refused(self) -> Callable[..., Any]:
        def refused(state: GameState, action: Place) -> Refusal | None:
            number, unit = self.said.rule, state.units[action.unit]
            row = self.table.due(state).get(unit.id)
            if row is None or unit.place != ARRIVALS or unit.side != state.to_decide:
                return Refusal(number, f"{unit.counter.name} does not wait to arrive")
            if row.turn > state.turn:
                return Refusal(number, f"{unit.counter.name} arrives in turn {row.turn}")
            if action.hex not in ground(state.board.map, row.where.split()):
                where = state.board.map.numbers[action.hex]
                return Refusal(number, f"{unit.counter.name} does not arrive in {where}, but in {row.where}")
            shut = self._shut(state, unit, action.hex)
            return Refusal(number, shut) if shut else stack_refusal(state, (unit,), action.hex)

        return refused

    def placed(self) -> Callable[..., Any]:
        def placed(state: GameState, action: Place) -> Steps:
            state = yield Placed(action.unit, action.hex, "arrives")
            if not self.said.moves:
                stopped = (self.said.rule, "it has just arrived")
                state = yield Noted("phase", "stopped", action.unit, stopped)
            return state

        return placed

    def lost(self) -> Callable[..., Any]:
        def lost(state: GameState, phase: str) -> list[Event] | None:
            now = state.board.phase(state.phase)
            if now.kind != "movement":
                return None
            return [Removed(u.id, ELIMINATED.name, why="late") for u in self._waiting(state, now.side)]

        return lost


def _withdrawn(table: Timetable) -> Callable[..., Any]:
    def withdrawn(state: GameState, phase: str) -> list[Event] | None:
        now, leaving = state.board.phase(state.phase), table.leaving(state)
        units = [state.units[id] for id, row in leaving.items() if row.turn == state.turn]
        here = [u for u in units if u.side == now.side and (u.hex >= 0 or u.place == ARRIVALS)]
        return [Removed(u.id, EXITED.name, why="withdrawn") for u in here]

    return withdrawn


def _due(said: Arrivals, table: Timetable) -> Callable[..., Any]:
    def due(state: GameState) -> list[Due]:
        come = [Due(r.unit, r.turn, r.where, said.rule) for r in table.due(state).values()]
        go = [
            Due(r.unit, r.turn, "", said.withdrawal_rule, leaves=True) for r in table.leaving(state).values()
        ]
        return come + go

    return due


# ------------------------------------------------------------------ setting up
def add_set_up(sheet: RuleSheet, table: Timetable, phases: dict[str, str]) -> None:
    """Units with a group in set-up.csv are set up by their side; *phases*: when, and by which rule."""

    def areas(state: GameState, side: Side) -> list[Area]:
        own, groups = (ANY, state.board.scenario.id), dict[str, list[str]]()
        for row in table.set_up():
            if row.group and row.scenario in own and state.units[row.unit].side == side:
                groups.setdefault(row.group, []).append(row.unit)
        hexes = state.board.map.groups
        return [Area(tuple(units), hexes[group], group) for group, units in groups.items()]

    def asked(state: GameState, phase: str) -> list[Event] | None:
        side = state.board.phase(state.phase).side
        if phase not in phases or all(
            state.units[unit].place != ARRIVALS for area in areas(state, side) for unit in area.units
        ):
            return None  # who waits for it has been set up, in an earlier turn too
        return [Asked((SetUp(side, phases[phase]),))]

    if phases:
        sheet.add("set-up", "set_up_areas", areas)
        sheet.add("set-up", "begin_phase", asked)


__all__ = ["Timetable", "add_arrivals", "add_set_up", "last_phase_of"]
