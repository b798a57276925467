"""Advances after combat: into the hexes the loser left, and along the paths of his retreat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Advance, Done
from hexcore.customs import Custom
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Noted, Steps
from hexcore.movement import entering, watched_by
from hexcore.rules import Refusal
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore.zoc import enemy_zone

Role = Literal["attacker", "defender"]

Path = tuple[int, ...]


def in_combat(state: GameState, role: Role) -> tuple[Unit, ...]:
    """The units of one side of the combat that are still on the map, less those its result passes by."""
    combat, rules = state.combat, state.board.rules
    return tuple(unit for unit in standing(state, role) if not rules.spared(state, combat, unit))


def standing(state: GameState, role: Role) -> tuple[Unit, ...]:
    """The units of one side of the combat that are still on the map."""
    ids = state.combat.attackers if role == "attacker" else state.combat.defenders
    return tuple(state.units[i] for i in ids if state.units[i].hex >= 0)


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
        return None if self._open(state) else Done()

    def options(self, state: GameState) -> Iterator[Action]:
        ways = self._open(state)
        if not ways or state.board.rules.holds(Custom.UNFORCED):
            yield Done()
        yield from ways

    def _open(self, state: GameState) -> list[Advance]:
        """Every advance open to a unit, and to the units of a stack together."""
        stacks: dict[int, list[Unit]] = {}
        ways: list[Advance] = []
        for unit in self._victors(state):
            stacks.setdefault(unit.hex, []).append(unit)
            ways += self._ways(state, (unit,))
        for stack in stacks.values():
            if len(stack) > 1:
                ways += self._ways(state, tuple(stack))
        return ways

    def _ways(self, state: GameState, units: tuple[Unit, ...]) -> list[Advance]:
        ids = tuple(u.id for u in units)
        first, *others = (advance_paths(state, unit, self.role) for unit in units)
        paths = [path for path in first if all(path in theirs for theirs in others)]
        return [Advance(ids, path) for path in paths if self._refused(state, units, path) is None]

    def _victors(self, state: GameState) -> list[Unit]:
        """Who may still advance: units of this combat that stood their ground and have not advanced."""
        combat = state.combat
        return [
            unit
            for unit in in_combat(state, self.role)
            if not state.note("advanced", unit.id) and state.note("retreated", unit.id) != combat.id
        ]

    def _refused(self, state: GameState, units: tuple[Unit, ...], path: Path) -> Refusal | None:
        refusals = state.board.rules.may_advance(state, units, path, state.combat)
        return refusals[0] if refusals else stack_refusal(state, units, path[-1])

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        rules = state.board.rules
        if isinstance(action, Done):
            if rules.holds(Custom.UNFORCED) or not self._open(state):
                return None
            return Refusal(self.rule, "the victorious units must advance")
        if not isinstance(action, Advance):
            return not_an_answer(self, action, "advance", "done")
        units = tuple(state.units[i] for i in action.units)
        victors = self._victors(state)
        if not units or any(u not in victors for u in units):
            return Refusal(self.rule, "only victorious units of this combat advance, each once")
        if len({u.hex for u in units}) != 1:
            return Refusal(self.rule, "units that advance together stand in one hex")
        for unit in units:
            if action.path not in advance_paths(state, unit, self.role):
                return Refusal(*self._astray(state, unit, action.path))
        return self._refused(state, units, action.path)

    def _astray(self, state: GameState, unit: Unit, path: Path) -> tuple[str, str]:
        """The rule and the reason why a path is no advance."""
        rules = state.board.rules
        open_to_it = _whole_paths(state, unit, self.role)
        if path not in open_to_it:
            reason = "an advance goes into the vacated hex and along the path of retreat"
            return self._off_the_path(state), reason
        if not rules.holds(Custom.PAST_ZONES):
            return self.rule, "an enemy zone of control ends the advance"
        return self.rule, "an advance goes as far as it can"

    def _off_the_path(self, state: GameState) -> str:
        """The rule that keeps units on the path of retreat, or after an elimination to two hexes."""
        custom = Custom.ON_THE_PATH if state.combat.paths else Custom.TWO_AFTER_ELIMINATION
        return state.board.rules.cites(custom) or self.rule

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        for hex in action.path:
            state = yield from entering(state, action.units, hex, "advance", watched_by(state, self.side))
        for id in action.units:
            state = yield Noted("phase", "advanced", id)
        return state


def vacated(state: GameState, role: Role) -> list[int]:
    """The hexes the loser left empty: the targets for the attacker, the attackers' hexes for the defender."""
    combat = state.combat
    enemy = state.enemy(combat.side)
    left, loser = (combat.targets, enemy) if role == "attacker" else (combat.origins, combat.side)
    return sorted(h for h in set(left) if not _held(state, h, loser))


def advance_paths(state: GameState, unit: Unit, role: Role) -> list[Path]:
    """The paths of advance open to a unit: along each retreat, or two hexes where all were eliminated."""
    paths, rules = _whole_paths(state, unit, role), state.board.rules
    if not rules.holds(Custom.PAST_ZONES):
        zone = enemy_zone(state, unit.side)
        paths = [path for path in paths if not any(zone[hex] for hex in path[:-1])]
    if not rules.holds(Custom.HALTING):
        paths = [p for p in paths if not any(len(q) > len(p) and q[: len(p)] == p for q in paths)]
    return paths


def _whole_paths(state: GameState, unit: Unit, role: Role) -> list[Path]:
    combat = state.combat
    split = len(combat.result) == 2 and all(number != "0" for number in combat.result)
    stays = role == "defender" and (split or not state.board.rules.holds(Custom.BOTH_ADVANCE))
    if stays or unit.hex not in (combat.origins if role == "attacker" else combat.targets):
        return []
    near = {n for n, _, _ in _exits(state, unit)[unit.hex]}
    found: list[Path] = []
    for hex in vacated(state, role):
        if hex in near:
            found += _onward(state, unit, hex, role)
    return list(dict.fromkeys(found))


def _onward(state: GameState, unit: Unit, hex: int, role: Role) -> list[Path]:
    """From a vacated hex along each retreat that began there; two hexes when the loser is wiped out."""
    loser = state.enemy(unit.side)
    ways = [path for path in state.combat.paths if path[0] == hex]
    if ways:
        longest = [_open_part(state, way, loser) for way in ways]
        found = [way[: n + 1] for way in longest for n in range(len(way))]
        return found if state.board.rules.holds(Custom.ON_THE_PATH) else _astray_too(state, unit, found)
    if not state.board.rules.holds(Custom.TWO_AFTER_ELIMINATION):
        return [(hex,)]
    if standing(state, "defender" if role == "attacker" else "attacker"):
        return [(hex,)]
    victors = set(state.combat.attackers if role == "attacker" else state.combat.defenders)
    second = [n for n, _, _ in _exits(state, unit)[hex] if n != unit.hex and _free(state, n, victors)]
    return [(hex,), *((hex, n) for n in second)]


def _astray_too(state: GameState, unit: Unit, ways: list[Path]) -> list[Path]:
    """The same paths, and each with any empty hex as its last."""
    exits, nobody = _exits(state, unit), set[str]()
    strays = [
        (*way[:-1], near)
        for way in ways
        for near, _, _ in (exits[way[-2]] if len(way) > 1 else ())
        if _free(state, near, nobody)
    ]
    return [*ways, *strays]


def _open_part(state: GameState, path: Path, loser: Side) -> Path:
    """A path of retreat up to the first hex in which a unit of the loser stands."""
    way: list[int] = []
    for hex in path:
        if _held(state, hex, loser):
            break
        way.append(hex)
    return tuple(way)


def _held(state: GameState, hex: int, side: Side) -> bool:
    """Whether a unit of a side that fights stands in a hex."""
    units = [state.units[i] for i in state.stacks.get(hex, ())]
    return any(u.side == side and state.board.rules.defends(state, u) for u in units)


def _free(state: GameState, hex: int, victors: set[str]) -> bool:
    """Whether a hex is empty, but for victors of this combat who advanced there before."""
    return all(i in victors and state.note("advanced", i) for i in state.stacks.get(hex, ()))


def _exits(state: GameState, unit: Unit) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    return state.board.costs(state.board.rules.mobility(state, unit)).exits
