"""After the dice: hexes or steps, losses, retreats, advances. The tail of a combat in the later SPI manner.

A ruleset with another tail fills `combat_results` with decisions of its own; these stay useful as parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Choose, Lose, Retreat
from hexcore.advance import AdvanceAfterCombat, Role, in_combat
from hexcore.board import Board
from hexcore.customs import Custom
from hexcore.decisions import Decision, Settled, not_an_answer, unless_listed
from hexcore.events import Answered, Asked, Event, Fought, Removed, Steps, StepsLost
from hexcore.retreat import (
    MOST_HEXES,
    all_can_go,
    ample_room,
    crowded_out,
    deepest,
    driven_back,
    group_refusal,
    retreat_paths,
    retreat_refusal,
    some_find_room,
)
from hexcore.retreat_company import companies, company_refusal, retreat_along
from hexcore.rules import Refusal, general
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Side, Unit

ALL = "e"
STAND = "stand"
NO_ROOM = "no-room"


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


def loss_word(board: Board) -> str:
    """What is lost one at a time: a step, or a unit where none has more than one step."""
    by_step = board.rules.holds(Custom.STEP_BY_STEP)
    return "step" if by_step and any(len(c.steps) > 1 for c in board.counters.values()) else "unit"


def lose_step(state: GameState, id: str, why: str = "combat") -> Iterator[Event]:
    """A unit loses a step, and is eliminated when it has no more."""
    unit = state.units[id]
    yield StepsLost(id, unit.losses + 1)
    if unit.steps_left == 1 or not state.board.rules.holds(Custom.STEP_BY_STEP):
        yield Removed(id, ELIMINATED.name, why=why)


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
        return self._kept(state, "choices", lost_for_room=True)

    def safe(self, state: GameState) -> list[int]:
        """Those of them for which every unit finds room."""
        return self._kept(state, "safe", lost_for_room=False)

    def _kept(self, state: GameState, name: str, *, lost_for_room: bool) -> list[int]:
        ids, combat = tuple(u.id for u in in_combat(state, self.role)), state.combat
        if not self.points or not ids:
            return [0]
        key = (name, self, combat.id)
        return state.derived("*", key, lambda: self._found(state, ids, lost_for_room))

    def _found(self, state: GameState, ids: tuple[str, ...], lost_for_room: bool) -> list[int]:
        combat, most = state.combat, self.points
        key = ("deepest", ids, most, combat.id)
        found = list(state.derived("*", key, lambda: deepest(state, ids, most, combat)))
        if lost_for_room:
            more = [n for n in range(1, min(most, MOST_HEXES) + 1) if n not in found]
            found += [n for n in more if some_find_room(state, ids, n, combat)]
        may = state.board.rules.may_go_back
        return [n for n in sorted(found) if not n or not may(state, combat, self.role, most, n)]

    def forced(self, state: GameState) -> Action | None:
        choices = self.choices(state)
        return Choose(str(choices[0])) if len(choices) == 1 else None

    def options(self, state: GameState) -> Iterator[Action]:
        for hexes in self.choices(state):
            yield Choose(str(hexes))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        found = unless_listed(self, state, action, "so many hexes cannot be retreated by all these units")
        if found is not None and isinstance(action, Choose) and action.option.isdigit():
            hexes, combat = int(action.option), state.combat
            if 0 < hexes <= self.points:
                barred = state.board.rules.may_go_back(state, combat, self.role, self.points, hexes)
                return next(iter(barred), found)
        return found

    def answer(self, state: GameState, action: Action) -> Steps:
        hexes = int(action.option)
        units = in_combat(state, self.role)
        everything = self.result == ALL and state.board.rules.holds(Custom.ALL_LOST)
        steps = steps_left(units) if everything else max(0, self.points - hexes)
        state = yield Answered()
        follow: list[Decision] = []
        if steps:
            follow.append(LoseSteps(self.side, self.role, min(steps, steps_left(units)), self.rule))
        if hexes:
            follow.append(RetreatUnits(self.side, self.role, hexes, tuple(u.id for u in units), self.rule))
        return (yield Asked(tuple(follow))) if follow else state


@dataclass(frozen=True, slots=True)
class FaceResult(Settled):
    """The turn of the side that meets its number last: what the first side did may have lowered it."""

    side: Side
    role: Role
    result: str
    rule: str = ""
    kind: Literal["face-result"] = "face-result"

    def prompt(self, state: GameState) -> str:
        return f"Result {self.result}: what is left of it?"

    def answer(self, state: GameState, action: Action) -> Steps:
        left = state.board.rules.result_left(state, state.combat, self.role, self.result)
        return (yield Answered(TakeResult(self.side, self.role, left, self.rule)))


@general("result_left")
def all_of_it(result: str) -> str:
    """A side meets its number, whatever the other has done."""
    return result


@dataclass(frozen=True, slots=True)
class LoseSteps:
    """Lose steps, one at a time, in any order."""

    side: Side
    role: Role
    points: int
    rule: str = ""
    kind: Literal["lose-steps"] = "lose-steps"

    def prompt(self, state: GameState) -> str:
        word = loss_word(state.board)
        which = "which unit" if word == "step" else "which one"
        return f"Lose {self.points} {word}{'s' if self.points > 1 else ''}: {which}?"

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
        """The retreats open to each unit, and to each stack together, bystanders along or not.

        Without any steps are lost, or the units where they only want for room.
        """
        key = ("retreats", self, state.combat.id)
        return state.derived("*", key, lambda: list(self._listed(state)) or [Choose(self._no_way(state))])

    def _listed(self, state: GameState) -> Iterator[Action]:
        for way in self._retreats(state):
            yield way
            for along in companies(state, way.path, state.units[way.units[0]]):
                joined = Retreat((*way.units, *along), way.path)
                if self._refused(state, joined) is None:
                    yield joined

    def _no_way(self, state: GameState) -> str:
        crowded = all(crowded_out(state, i, self.hexes, state.combat) for i in self.left(state))
        return NO_ROOM if crowded else STAND

    def _retreats(self, state: GameState) -> Iterator[Retreat]:
        left, fits = self.left(state), {}
        stacks: dict[int, list[str]] = {}
        for id in left:
            stacks.setdefault(state.units[id].hex, []).append(id)
        apart = state.board.rules.holds(Custom.APART)
        for id in left:
            if not apart and len(stacks[state.units[id].hex]) > 1:
                continue
            for path in retreat_paths(state, state.units[id], self.hexes, state.combat):
                if (id, path[-1]) not in fits:
                    fits[id, path[-1]] = self._leaves_a_way(state, (id,), path)
                if fits[id, path[-1]]:
                    yield Retreat((id,), path)
        for stack in stacks.values():
            if len(stack) > 1:
                yield from self._joint_retreats(state, tuple(stack))

    def _joint_retreats(self, state: GameState, stack: tuple[str, ...]) -> Iterator[Retreat]:
        for path in retreat_paths(state, state.units[stack[0]], self.hexes, state.combat):
            if self._together(state, stack, path) is None and self._leaves_a_way(state, stack, path):
                yield Retreat(stack, path)

    def _leaves_a_way(self, state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> bool:
        """Whether the others still can go, or could not all go before."""
        left, hexes, combat = self.left(state), self.hexes, state.combat
        others = tuple(i for i in left if i not in ids)
        if not others:
            return True
        if set(ids) <= set(left) and ample_room(state, left, hexes, combat, ids, path[-1]):
            return True
        after = driven_back(state, ids, path[-1], combat)
        return all_can_go(after, others, hexes, combat) or self._some_are_lost(state)

    def _some_are_lost(self, state: GameState) -> bool:
        """Whether there is no room for all, and the rules eliminate whoever finds none."""
        left, combat = self.left(state), state.combat

        def compute() -> bool:
            if not some_find_room(state, left, self.hexes, combat):
                return False
            return not all_can_go(state, left, self.hexes, combat)

        return state.derived("*", ("some are lost", self, combat.id), compute)

    def _together(self, state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> Refusal | None:
        for id in ids:
            refusal = retreat_refusal(state, state.units[id], path, self.hexes, state.combat)
            if refusal is not None:
                return refusal
        return group_refusal(state, ids, path)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Choose):
            return unless_listed(self, state, action, "these units can retreat")
        if not isinstance(action, Retreat):
            return not_an_answer(self, action, "retreat")
        refusal = self._refused(state, action)
        return refusal if refusal is None or refusal.rule else refusal._replace(rule=self.rule)

    def _refused(self, state: GameState, action: Retreat) -> Refusal | None:
        """Why these units may not go back along this path; no number where the decision's own holds."""
        ids, along = self._parted(state, action)
        if not ids or not action.path:
            return Refusal("", "name units that have still to retreat, and a path")
        if len({state.units[i].hex for i in ids}) != 1:
            return Refusal("", "units that retreat together stand in one hex")
        if not state.board.rules.holds(Custom.APART):
            if any(i not in ids for i in self.left(state) if state.units[i].hex == state.units[ids[0]].hex):
                return Refusal("", "the units of a stack retreat together")
        refusal = self._together(state, ids, action.path)
        if refusal is None and along:
            refusal = company_refusal(state, ids, along, action.path)
        if refusal is None and not self._leaves_a_way(state, (*ids, *along), action.path):
            return Refusal("", "that would leave no retreat for the other units")
        return refusal

    def _parted(self, state: GameState, action: Retreat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The units named that have still to retreat, and those that would go along."""
        left, named = self.left(state), tuple(dict.fromkeys(action.units))
        return tuple(i for i in named if i in left), tuple(i for i in named if i not in left)

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Choose):
            return (yield from self._not_gone(state, action.option))
        left = tuple(i for i in self.left(state) if i not in action.units)
        ids, along = self._parted(state, action)
        state = yield Answered(replace(self, units=left) if left else None)
        return (yield from retreat_along(state, ids, action.path, along))

    def _not_gone(self, state: GameState, option: str) -> Steps:
        """Units that do not go back lose steps instead, or are lost where every way is full."""
        left = self.left(state)
        state = yield Answered()
        if option == STAND:
            return (yield Asked((LoseSteps(state.units[left[0]].side, self.role, self.hexes, self.rule),)))
        for id in left:
            state = yield Removed(id, ELIMINATED.name, why="no room to retreat")
            for event in state.board.rules.lost_step(state, state.units[id], state.combat):
                state = yield event
        return state


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
