"""After the dice: hexes or steps, losses, retreats, advances. The tail of a combat in the later SPI manner.

A ruleset with another tail fills `combat_results` with decisions of its own; these stay useful as parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Advance, Choose, Done, Lose, Retreat
from hexcore.decisions import Decision, not_an_answer, unless_listed
from hexcore.events import Answered, Asked, Event, Fought, Moved, Noted, Removed, Steps, StepsLost
from hexcore.retreat import completion, deepest, retreat_paths, retreat_refusal
from hexcore.rules import Refusal, general
from hexcore.stacking import stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Side, Unit

Role = Literal["attacker", "defender"]
ALL = "e"


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
def in_combat(state: GameState, role: Role) -> tuple[Unit, ...]:
    """The units of one side of the combat that are still on the map."""
    combat = state.combat
    ids = combat.attackers if role == "attacker" else combat.defenders
    return tuple(state.units[i] for i in ids if state.units[i].hex >= 0)


def steps_left(units: tuple[Unit, ...]) -> int:
    return sum(u.steps_left for u in units)


def lose_step(state: GameState, id: str) -> Iterator[Event]:
    """A unit loses a step, and is eliminated when it has no more."""
    unit = state.units[id]
    yield StepsLost(id, unit.losses + 1)
    if unit.steps_left == 1:
        yield Removed(id, ELIMINATED.name, why="combat")


def retreat_along(state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> Steps:
    """Units retreat together; the path they leave behind is noted in the combat."""
    combat = state.combat
    start = state.units[ids[0]].hex
    for hex in path:
        state = yield Moved(ids, hex, "retreat")
    way = (start, *path)
    if way not in combat.paths:
        state = yield Fought(replace(state.combat, paths=(*state.combat.paths, way)))
    for id in ids:
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
        units = in_combat(state, self.role)
        if not self.points or not units:
            return [0]
        return deepest(state, tuple(u.id for u in units), self.points, state.combat)

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

    def forced(self, state: GameState) -> Action | None:
        units = in_combat(state, self.role)
        if len(units) == 1 or steps_left(units) <= self.points:
            return Lose(units[0].id) if units else None
        return None

    def stale(self, state: GameState) -> bool:
        return self.points <= 0 or not in_combat(state, self.role)

    def options(self, state: GameState) -> Iterator[Action]:
        for unit in in_combat(state, self.role):
            yield Lose(unit.id)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, "that unit takes no part in this combat")

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
        options = list(self.options(state))
        return options[0] if len(options) == 1 else None

    def options(self, state: GameState) -> Iterator[Action]:
        left = self.left(state)
        for id in left:
            for path in retreat_paths(state, state.units[id], self.hexes, state.combat):
                if self._leaves_a_way(state, (id,), path):
                    yield Retreat((id,), path)
        if len(left) > 1 and len({state.units[i].hex for i in left}) == 1:
            for path in retreat_paths(state, state.units[left[0]], self.hexes, state.combat):
                if self._together(state, left, path) is None:
                    yield Retreat(left, path)

    def _leaves_a_way(self, state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> bool:
        from hexcore.events import apply

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
        return refusal

    def answer(self, state: GameState, action: Action) -> Steps:
        left = tuple(i for i in self.left(state) if i not in action.units)
        state = yield Answered(replace(self, units=left) if left else None)
        return (yield from retreat_along(state, action.units, action.path))


# ------------------------------------------------------------------ advances
@dataclass(frozen=True, slots=True)
class AdvanceAfterCombat:
    """The victorious units may advance into what was vacated, stack by stack."""

    side: Side
    role: Role
    rule: str = ""
    kind: Literal["advance-after-combat"] = "advance-after-combat"

    def prompt(self, state: GameState) -> str:
        return "Advance into the vacated hexes, or stay."

    def forced(self, state: GameState) -> Action | None:
        return None if any(not isinstance(a, Done) for a in self.options(state)) else Done()

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        free = [u for u in in_combat(state, self.role) if not state.note("advanced", u.id)]
        stacks: dict[int, list[str]] = {}
        for unit in free:
            stacks.setdefault(unit.hex, []).append(unit.id)
            for path in advance_paths(state, unit, self.role):
                if self._refused(state, (unit,), path) is None:
                    yield Advance((unit.id,), path)
        for hex, ids in stacks.items():
            if len(ids) > 1:
                units = tuple(state.units[i] for i in ids)
                for path in advance_paths(state, units[0], self.role):
                    if self._refused(state, units, path) is None:
                        yield Advance(tuple(ids), path)
            assert hex >= 0

    def _refused(self, state: GameState, units: tuple[Unit, ...], path: tuple[int, ...]) -> Refusal | None:
        refusals = state.board.rules.may_advance(state, units, path, state.combat)
        return refusals[0] if refusals else stack_refusal(state, units, path[-1])

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Advance):
            return not_an_answer(self, action, "advance", "done")
        units = tuple(state.units[i] for i in action.units)
        free = [u for u in in_combat(state, self.role) if not state.note("advanced", u.id)]
        if not units or any(u not in free for u in units):
            return Refusal(self.rule, "only victorious units of this combat advance, each once")
        if len({u.hex for u in units}) != 1:
            return Refusal(self.rule, "units that advance together stand in one hex")
        refused = self._refused(state, units, action.path) if action.path else None
        if refused is not None:
            return refused
        for unit in units:
            if action.path not in advance_paths(state, unit, self.role):
                return Refusal(
                    self.rule, "an advance goes into the vacated hex and along the path of retreat"
                )
        return None

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        for hex in action.path:
            state = yield Moved(action.units, hex, "advance")
        for id in action.units:
            state = yield Noted("phase", "advanced", id)
        return state


def vacated(state: GameState, role: Role) -> list[int]:
    """The hexes the loser left empty: the targets for the attacker, the attackers' hexes for the defender."""
    combat = state.combat
    loser = combat.defenders if role == "attacker" else combat.attackers
    left = set(combat.targets if role == "attacker" else combat.origins)
    return sorted(
        h for h in left if h not in state.stacks and not any(state.units[i].hex == h for i in loser)
    )


def advance_paths(state: GameState, unit: Unit, role: Role) -> list[tuple[int, ...]]:
    """The paths of advance open to a unit: along each retreat, or two hexes where all were eliminated."""
    winner_hexes = state.combat.origins if role == "attacker" else state.combat.targets
    if role == "defender" and state.combat.result[0] != "0" and state.combat.result[1] != "0":
        return []
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    near = {n for n, _, _ in exits[unit.hex]}
    found: list[tuple[int, ...]] = []
    for hex in vacated(state, role):
        if hex in near and unit.hex in winner_hexes:
            found += _onward(state, unit, hex, role)
    return list(dict.fromkeys(found))


def _onward(state: GameState, unit: Unit, hex: int, role: Role) -> list[tuple[int, ...]]:
    loser = state.combat.defenders if role == "attacker" else state.combat.attackers
    enemy = state.enemy(unit.side)
    ways = [p for p in state.combat.paths if p[0] == hex]
    if ways:
        longest = [_open_part(state, p, enemy) for p in ways]
        return [way[: n + 1] for way in longest for n in range(len(way))]
    if any(state.units[i].hex >= 0 for i in loser) and role == "defender":
        return [(hex,)]
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    second = [n for n, _, _ in exits[hex] if n not in state.stacks and n != unit.hex]
    return [(hex,), *((hex, n) for n in second)]


def _open_part(state: GameState, path: tuple[int, ...], enemy: Side) -> tuple[int, ...]:
    """A path of retreat up to the first hex in which an enemy unit stands."""
    way: list[int] = []
    for hex in path:
        if any(u.side == enemy for u in state.at(hex)):
            break
        way.append(hex)
    return tuple(way)


@dataclass(frozen=True, slots=True)
class EndCombat:
    """Nothing is left to ask: the combat is over."""

    side: Side
    rule: str = ""
    kind: Literal["end-combat"] = "end-combat"

    def prompt(self, state: GameState) -> str:
        return "The combat is over."

    def forced(self, state: GameState) -> Action | None:
        return Done()

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action)

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        for event in state.board.rules.combat_closes(state, state.combat):
            state = yield event
        return (yield Fought(replace(state.combat, stage="over")))
