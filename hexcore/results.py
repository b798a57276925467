"""After the dice: hexes or steps, losses, retreats, advances. The tail of a combat in the later SPI manner.

A ruleset with another tail fills `combat_results` with decisions of its own; these stay useful as parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Choose, Lose, Retreat
from hexcore.advance import AdvanceAfterCombat, Role, in_combat
from hexcore.customs import Custom
from hexcore.decisions import Decision, Settled, not_an_answer, unless_listed
from hexcore.events import Answered, Asked, Event, Fought, Moved, Noted, Removed, Steps, StepsLost, apply
from hexcore.movement import entering, watched_by
from hexcore.retreat import completion, deepest, retreat_paths, retreat_refusal, strangers_at
from hexcore.rules import Refusal, general
from hexcore.stacking import stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Side, Unit

ALL = "e"
STAND = "stand"


@general("combat_results")
def defender_first(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    """The defender suffers his number, then the attacker his; then the winner may advance."""
    enemy = state.enemy(combat.side)
    attacker, defender = combat.result
    return (
        TakeResult(enemy, "defender", defender),
        TakeResult(combat.side, "attacker", attacker),
        AdvanceAfterCombat(combat.side, "attacker"),
        AdvanceAfterCombat(enemy, "defender"),
        EndCombat(combat.side),
    )


# ------------------------------------------------------------------ who is left
def steps_left(units: tuple[Unit, ...]) -> int:
    return sum(u.steps_left for u in units)


def lose_step(state: GameState, id: str) -> Iterator[Event]:
    """A unit loses a step, and is eliminated when it has no more."""
    unit = state.units[id]
    yield StepsLost(id, unit.losses + 1)
    if unit.steps_left == 1 or not state.board.rules.holds(Custom.STEP_BY_STEP):
        yield Removed(id, ELIMINATED.name, why="combat")


def retreat_along(state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> Steps:
    """Units retreat together; the path they leave behind is noted in the combat, and where they end."""
    combat = state.combat
    start, side = state.units[ids[0]].hex, state.units[ids[0]].side
    among = strangers_at(state, combat, side, path[-1])
    for hex in path:
        state = yield from entering(state, ids, hex, "retreat", watched_by(state, side))
    way = (start, *path)
    if way not in combat.paths:
        state = yield Fought(replace(state.combat, paths=(*state.combat.paths, way)))
    for id in ids:
        state = yield Noted("phase", "retreated", id, combat.id)
        if among:
            state = yield Noted("phase", "retreated among", id, path[-1])
        for event in state.board.rules.retreated(state, state.units[id], path, state.combat):
            state = yield event
    return state


# ------------------------------------------------------------------ losses and retreats
@dataclass(frozen=True, slots=True)
class TakeResult:
    """How many points of a result are taken as hexes; the rest are steps."""

    side: Side
    role: Role
    result: str
    rule: str = ""
    kind: Literal["take-result"] = "take-result"

    def prompt(self, state: GameState) -> str:
        return f"Result {self.result}: how many hexes do you go back?"

    @property
    def points(self) -> int:
        return int(self.result) if self.result.isdigit() else 0

    def choices(self, state: GameState) -> list[int]:
        """The numbers of hexes that can be chosen: all units together must be able to go that far."""
        ids, combat = tuple(u.id for u in in_combat(state, self.role)), state.combat
        if not self.points or not ids:
            return [0]
        key = ("choices", self, combat.id)
        return state.derived("*", key, lambda: deepest(state, ids, self.points, combat))

    def forced(self, state: GameState) -> Action | None:
        choices = self.choices(state)
        return Choose(str(choices[0])) if len(choices) == 1 else None

    def options(self, state: GameState) -> Iterator[Action]:
        for hexes in self.choices(state):
            yield Choose(str(hexes))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, "so many hexes cannot be retreated by all these units")

    def answer(self, state: GameState, action: Action) -> Steps:
        hexes = int(action.option)
        units = in_combat(state, self.role)
        everything = self.result == ALL
        steps = steps_left(units) if everything else max(0, self.points - hexes)
        state = yield Answered()
        follow: list[Decision] = []
        if steps:
            follow.append(LoseSteps(self.side, self.role, min(steps, steps_left(units)), self.rule))
        if hexes:
            follow.append(RetreatUnits(self.side, self.role, hexes, tuple(u.id for u in units), self.rule))
        return (yield Asked(tuple(follow))) if follow else state


@dataclass(frozen=True, slots=True)
class LoseSteps:
    """Lose steps, one at a time, in any order."""

    side: Side
    role: Role
    points: int
    rule: str = ""
    kind: Literal["lose-steps"] = "lose-steps"

    def prompt(self, state: GameState) -> str:
        return f"Lose {self.points} step{'s' if self.points > 1 else ''}: which unit?"

    def losers(self, state: GameState) -> list[Unit]:
        """The units that may take the next loss: all those in the combat when each has a rule against it."""
        units, combat = list(in_combat(state, self.role)), state.combat
        return [u for u in units if not state.board.rules.may_lose(state, u, combat)] or units

    def forced(self, state: GameState) -> Action | None:
        units = self.losers(state)
        if len(units) == 1 or steps_left(in_combat(state, self.role)) <= self.points:
            return Lose(units[0].id) if units else None
        return None

    def stale(self, state: GameState) -> bool:
        return self.points <= 0 or not in_combat(state, self.role)

    def options(self, state: GameState) -> Iterator[Action]:
        for unit in self.losers(state):
            yield Lose(unit.id)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        found = unless_listed(self, state, action, "that unit takes no part in this combat")
        if found is not None and isinstance(action, Lose):
            if any(u.id == action.unit for u in in_combat(state, self.role)):
                found = state.board.rules.may_lose(state, state.units[action.unit], state.combat)[0]
        return found

    def answer(self, state: GameState, action: Action) -> Steps:
        left = self.points - 1
        state = yield Answered(replace(self, points=left) if left else None)
        for event in lose_step(state, action.unit):
            state = yield event
        for event in state.board.rules.lost_step(state, state.units[action.unit], state.combat):
            state = yield event
        return state


@dataclass(frozen=True, slots=True)
class RetreatUnits:
    """Retreat the units, one by one or together, each along a whole path."""

    side: Side
    role: Role
    hexes: int
    units: tuple[str, ...]
    rule: str = ""
    kind: Literal["retreat-units"] = "retreat-units"

    def prompt(self, state: GameState) -> str:
        left = self.left(state)
        return f"Retreat {state.board.name(left[0])} {self.hexes} hex{'es' if self.hexes > 1 else ''}."

    def left(self, state: GameState) -> tuple[str, ...]:
        """The units still to retreat."""
        return tuple(i for i in self.units if state.units[i].hex >= 0)

    def stale(self, state: GameState) -> bool:
        return not self.left(state)

    def forced(self, state: GameState) -> Action | None:
        options = self.listed(state)
        return options[0] if len(options) == 1 else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield from self.listed(state)

    def listed(self, state: GameState) -> list[Action]:
        """The retreats open to each unit, and to each stack together; without any, steps are lost."""
        key = ("retreats", self, state.combat.id)
        return state.derived("*", key, lambda: list(self._retreats(state)) or [Choose(STAND)])

    def _retreats(self, state: GameState) -> Iterator[Action]:
        left, fits = self.left(state), {}
        stacks: dict[int, list[str]] = {}
        for id in left:
            stacks.setdefault(state.units[id].hex, []).append(id)
            for path in retreat_paths(state, state.units[id], self.hexes, state.combat):
                if (id, path[-1]) not in fits:
                    fits[id, path[-1]] = self._leaves_a_way(state, (id,), path)
                if fits[id, path[-1]]:
                    yield Retreat((id,), path)
        for stack in stacks.values():
            if len(stack) > 1:
                yield from self._joint_retreats(state, tuple(stack))

    def _joint_retreats(self, state: GameState, stack: tuple[str, ...]) -> Iterator[Action]:
        for path in retreat_paths(state, state.units[stack[0]], self.hexes, state.combat):
            if self._together(state, stack, path) is None and self._leaves_a_way(state, stack, path):
                yield Retreat(stack, path)

    def _leaves_a_way(self, state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> bool:
        others = tuple(i for i in self.left(state) if i not in ids)
        if not others:
            return True
        after = apply(state, Moved(ids, path[-1], "retreat"))
        return completion(after, others, self.hexes, state.combat) is not None

    def _together(self, state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> Refusal | None:
        for id in ids:
            refusal = retreat_refusal(state, state.units[id], path, self.hexes, state.combat)
            if refusal is not None:
                return refusal
        units = tuple(state.units[i] for i in ids)
        return stack_refusal(state, units, path[-1])

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Choose):
            return unless_listed(self, state, action, "these units can retreat")
        if not isinstance(action, Retreat):
            return not_an_answer(self, action, "retreat")
        left = self.left(state)
        if not action.units or not set(action.units) <= set(left):
            return Refusal(self.rule, "name units that have still to retreat")
        if len({state.units[i].hex for i in action.units}) != 1:
            return Refusal(self.rule, "units that retreat together stand in one hex")
        refusal = self._together(state, action.units, action.path)
        if refusal is None and not self._leaves_a_way(state, action.units, action.path):
            return Refusal(self.rule, "that would leave no retreat for the other units")
        return refusal if refusal is None or refusal.rule else refusal._replace(rule=self.rule)

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Choose):
            owner = state.units[self.left(state)[0]].side
            state = yield Answered()
            return (yield Asked((LoseSteps(owner, self.role, self.hexes, self.rule),)))
        left = tuple(i for i in self.left(state) if i not in action.units)
        state = yield Answered(replace(self, units=left) if left else None)
        return (yield from retreat_along(state, action.units, action.path))


# ------------------------------------------------------------------ the end
@dataclass(frozen=True, slots=True)
class EndCombat(Settled):
    """Nothing is left to ask: the combat is over."""

    side: Side
    rule: str = ""
    kind: Literal["end-combat"] = "end-combat"

    def prompt(self, state: GameState) -> str:
        return "The combat is over."

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        for event in state.board.rules.combat_closes(state, state.combat):
            state = yield event
        return (yield Fought(replace(state.combat, stage="over")))
