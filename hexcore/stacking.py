"""Stacking: whether units may stand together in a hex, and who is lost where too many do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Lose
from hexcore.decisions import unless_listed
from hexcore.events import Answered, Removed, Steps
from hexcore.maps import HexIndex
from hexcore.rules import Refusal, general
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Aboard, Side, Unit


def friends_at(state: GameState, side: Side, hex: int, besides: Iterable[str] = ()) -> tuple[Unit, ...]:
    """The units of a side in a hex, but for some."""
    stack = state.stacks.get(hex)
    if stack is None:
        return ()
    apart, units = set(besides), state.units
    return tuple([units[i] for i in stack if i not in apart and units[i].side == side])


def stack_refusal(state: GameState, units: tuple[Unit, ...], hex: int) -> Refusal | None:
    """Why *units* may not end in a hex together with the friends already there; None when they may."""
    friends = friends_at(state, units[0].side, hex, [u.id for u in units])
    if not friends and len(units) == 1:
        return None
    return next(iter(state.board.rules.may_stack(state, (*friends, *units), hex)), None)


def fits(state: GameState, units: tuple[Unit, ...], hex: int) -> bool:
    """Whether *units* may end in a hex together with the friends already there."""
    friends = friends_at(state, units[0].side, hex, [u.id for u in units])
    if not friends and len(units) == 1:
        return True
    return state.board.rules.can_stack(state, (*friends, *units), hex)


def overstacked(state: GameState, side: Side) -> list[tuple[int, Refusal]]:
    """Every hex where a side stands in excess of the stacking limits, with the rule."""
    found = []
    for hex, stack in state.stacks.items():
        units = friends_at(state, side, hex) if len(stack) > 1 else ()
        if len(units) > 1:
            found += [(hex, refusal) for refusal in state.board.rules.may_stack(state, units, hex)[:1]]
    return sorted(found)


# ------------------------------------------------------------------ what counts
@general("counts_in_stack")
def every_unit_counts(state: GameState, unit: Unit) -> bool:
    """Every unit takes room."""
    return True


def counted(state: GameState, units: Iterable[Unit]) -> list[Unit]:
    """Those of some units, and of what they carry, that count for stacking."""
    counts, cargo = state.board.rules.counts_in_stack, _aboard(state)
    together = list(units)
    if cargo:
        together += [rider for unit in together for rider in cargo.get(unit.counter.id, ())]
    return [unit for unit in together if counts(state, unit)]


def _aboard(state: GameState) -> dict[str, list[Unit]]:
    """Everything that is carried, by its carrier."""

    def compute() -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in state.units.values():
            if isinstance(unit.place, Aboard):
                found.setdefault(unit.place.carrier, []).append(unit)
        return found

    return state.derived("units", "aboard", compute)


# ------------------------------------------------------------------ excess
@general("eliminated")
def leaves_the_map(state: GameState, unit: Unit, why: str) -> Steps:
    """The unit is taken off, and the rules hear of its loss."""
    state = yield Removed(unit.id, ELIMINATED.name, why=why)
    for event in state.board.rules.lost_step(state, state.units[unit.id], None):
        state = yield event
    return state


def excess(state: GameState, side: Side, rule: str) -> tuple[Excess, ...]:
    """The questions that cure a side's stacks, hex by hex, when a phase ends in excess."""
    return tuple(Excess(side, hex, rule) for hex, _ in overstacked(state, side))


@dataclass(frozen=True, slots=True)
class Excess:
    """Too many units stand in a hex: the owner chooses one to lose, until the rest may stay."""

    side: Side
    hex: HexIndex
    rule: str = ""
    kind: Literal["excess"] = "excess"

    def prompt(self, state: GameState) -> str:
        number = state.board.map.numbers[self.hex]
        why = next((refusal for hex, refusal in overstacked(state, self.side) if hex == self.hex), None)
        cited = f" [{why.rule}]" if why is not None and why.rule else ""
        return f"Not all in {number} may stay{cited}: which is lost?"

    def stale(self, state: GameState) -> bool:
        return all(hex != self.hex for hex, _ in overstacked(state, self.side))

    def options(self, state: GameState) -> Iterator[Action]:
        units = counted(state, friends_at(state, self.side, self.hex))
        yield from (Lose(unit.id) for unit in units)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        number = state.board.map.numbers[self.hex]
        return unless_listed(self, state, action, f"name a unit that counts in {number}")

    def answer(self, state: GameState, action: Action) -> Steps:
        unit = state.units[action.unit]
        state = yield from state.board.rules.eliminated(state, unit, "stacked in excess")
        if self.stale(state):
            state = yield Answered()
        return state
