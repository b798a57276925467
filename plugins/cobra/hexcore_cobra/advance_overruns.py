"""Overruns in an advance after combat: against units that stand in the path of retreat (5.5.8, 8.7.5).

They are asked for when the combat closes. A whole division that has advanced up to friends of the loser who
did not retreat may overrun them, and where it wins it goes on along the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Advance, Done, Overrun
from hexcore.combat import CombatRoll
from hexcore.decisions import Decision, Settled, not_an_answer
from hexcore.events import Answered, Asked, Event, Moved, Noted, Steps
from hexcore.maps import HexIndex
from hexcore.movement import entering, watched_by
from hexcore.results import EndCombat
from hexcore.rules import Refusal, rule
from hexcore.stacking import stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore_cobra.advances import halt
from hexcore_cobra.editions import numbers
from hexcore_cobra.integrity import division_of, has_integrity, qualified
from hexcore_cobra.overruns import OVERRUN, fought, in_advance, won
from hexcore_cobra.results import met_in_turn

Path = tuple[int, ...]
ATTACK = "attack"
FROM, PATH = "fought from", "path of advance"
"""Notes: where a unit attacked from, and what is left of its path while it overruns."""


# ------------------------------------------------------------------ when it is asked
@rule(numbers("5.5.8"), hook="combat_opens")
def where_divisions_fought_from(state: GameState, combat: Combat) -> list[Event] | None:
    """The hex from which each unit of a division that can be whole makes the attack."""
    if combat.kind != ATTACK:
        return None
    units = [state.units[id] for id in combat.attackers]
    return [Noted("phase", FROM, unit.id, unit.hex) for unit in units if qualified(state, unit)]


@rule(numbers("5.5.8"), hook="combat_closes")
def blocked_advances(state: GameState, combat: Combat) -> list[Event] | None:
    """A whole division that has advanced along a path of retreat may overrun those who block it."""
    if combat.kind != ATTACK:
        return None
    found = [(units, blocked(state, units[0], combat)) for units in _advanced(state, combat)]
    asked = tuple(
        OverrunInAdvance(combat.side, tuple(u.id for u in units), path, "5.5.8")
        for units, path in found
        if path
    )
    return [Asked(asked)] if asked else None


def _advanced(state: GameState, combat: Combat) -> list[list[Unit]]:
    """The divisions of the attacker that advanced as a whole and are whole."""
    units = [state.units[id] for id in combat.attackers if state.note("advanced", id)]
    found: dict[frozenset[str], list[Unit]] = {}
    for unit in units:
        if unit.hex >= 0 and qualified(state, unit) and has_integrity(state, unit):
            found.setdefault(frozenset(division_of(state, unit)), []).append(unit)
    return [stack for ids, stack in found.items() if len(stack) == len(ids)]


def blocked(state: GameState, unit: Unit, combat: Combat) -> Path:
    """What a path of retreat has ahead of a unit that enemies block on it; empty where none do.

    The last hex of a path, where those who retreated stand, belongs to no advance.
    """
    for path in combat.paths:
        way = path[:-1]
        if unit.hex not in way[:-1]:
            continue
        at = way.index(unit.hex)
        came_from = way[at - 1] if at else state.note(FROM, unit.id)
        if not halt(state, came_from, unit.hex) and _enemies(state, combat.side, way[at + 1]):
            return way[at + 1 :]
    return ()


def _enemies(state: GameState, side: Side, hex: int) -> bool:
    return any(u.side != side for u in state.at(hex))


@rule(numbers("5.5.8"), hook="may_overrun")
def not_into_bocage(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """No overrun of an advance enters the bocage; over a major river none goes at all (5.5.3)."""
    if not in_advance(state) or "bocage" not in state.board.map.features[target]:
        return None
    return f"{state.board.map.numbers[target]} lies in the bocage"


# ------------------------------------------------------------------ the question
@dataclass(frozen=True, slots=True)
class OverrunInAdvance:
    """A division stands before units that block its path of advance: it may overrun them, go on, or halt."""

    side: Side
    units: tuple[str, ...]
    path: tuple[HexIndex, ...]
    rule: str = ""
    kind: Literal["overrun-in-advance"] = "overrun-in-advance"

    def prompt(self, state: GameState) -> str:
        number = state.board.map.numbers[self.path[0]]
        if _enemies(state, self.side, self.path[0]):
            return f"Overrun the units in {number} in the advance, or halt."
        return f"Go on with the advance to {number}, or halt."

    def stale(self, state: GameState) -> bool:
        return any(state.units[id].hex < 0 for id in self.units)

    def forced(self, state: GameState) -> Action | None:
        return None if self._open(state) else Done()

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        yield from self._open(state)

    def _open(self, state: GameState) -> list[Action]:
        moves: list[Overrun | Advance] = [Overrun(self.path[0], self.units)]
        moves += [Advance(self.units, self.path[: n + 1]) for n in range(len(self.path))]
        return [move for move in moves if self._refused(state, move) is None]

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Overrun | Advance):
            return not_an_answer(self, action, "overrun", "advance", "done")
        return self._refused(state, action)

    def _refused(self, state: GameState, action: Overrun | Advance) -> Refusal | None:
        if set(action.units) != set(self.units):
            return Refusal(self.rule, "the whole division overruns and goes on together")
        units = tuple(state.units[id] for id in self.units)
        if isinstance(action, Advance):
            return self._astray(state, units, action.path)
        if action.target != self.path[0] or not _enemies(state, self.side, action.target):
            return Refusal(self.rule, "only enemy units in the next hex of the path are overrun")
        return next(iter(state.board.rules.may_overrun(state, units, action.target)), None)

    def _astray(self, state: GameState, units: tuple[Unit, ...], path: Path) -> Refusal | None:
        """Why the advance does not go on along some hexes."""
        if not path or self.path[: len(path)] != path:
            return Refusal("8.7.4", "the advance goes on along the path of retreat")
        if any(_enemies(state, self.side, hex) for hex in path):
            return Refusal(self.rule, "enemy units stand in the path")
        refused = state.board.rules.may_advance(state, units, path, state.combat)
        return refused[0] if refused else stack_refusal(state, units, path[-1])

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        if isinstance(action, Overrun):
            return (yield from self._overrun(state, action.target))
        if isinstance(action, Done):
            return state
        here = state.units[self.units[0]].hex
        for hex in action.path:
            state = yield from entering(state, self.units, hex, "advance", watched_by(state, self.side))
        before = (here, *action.path)[-2]
        return (yield from _onward(state, self.units, before, self.path[len(action.path) :]))

    def _overrun(self, state: GameState, target: int) -> Steps:
        for id in self.units:
            state = yield Noted("phase", PATH, id, self.path[1:])
            state = yield Noted("phase", "overruns", id, state.note("overruns", id, 0) + 1)
        state = yield from fought(state, self.side, self.units, target)
        return (yield Asked((CombatRoll(self.rule),)))


def _onward(state: GameState, units: tuple[str, ...], before: int, ahead: Path) -> Steps:
    """Asked again, where there is more of the path and the hex entered does not end the advance."""
    here, side = state.units[units[0]].hex, state.units[units[0]].side
    if ahead and not halt(state, before, here):
        state = yield Asked((OverrunInAdvance(side, units, ahead, "5.5.8"),))
    return state


# ------------------------------------------------------------------ how it ends
@dataclass(frozen=True, slots=True)
class EndOverrunInAdvance(Settled):
    """The division goes in and on along the path, or stays where it is."""

    side: Side
    rule: str = ""
    kind: Literal["end-overrun-in-advance"] = "end-overrun-in-advance"

    def prompt(self, state: GameState) -> str:
        return "The overrun is over."

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        units = won(state, state.combat)
        if not units:
            for id in state.combat.attackers:
                state = yield Noted("phase", "overrun failed", id)
            return state
        before, ahead = state.units[units[0]].hex, state.note(PATH, units[0])
        state = yield Moved(units, state.combat.targets[0], "overrun")
        return (yield from _onward(state, units, before, ahead))


@rule(numbers("5.5.8"), hook="combat_results", tryfirst=True)
def results_in_an_advance(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Results are met as in every overrun; the winner may go on with his advance."""
    if combat.kind != OVERRUN or not in_advance(state):
        return None
    end = EndCombat(combat.side, "5.5.8")
    return (*met_in_turn(state, combat), EndOverrunInAdvance(combat.side, "5.5.8"), end)
