"""Attacks only planned: kept by side in the file of the game, where journal and hash know nothing of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hexcore.actions import Commit
from hexcore.foresight import Fault, attack_faults, joiners, on_the_table, pledge_of, thought_of
from hexcore.gamefile import GameFileError
from hexcore.state import Combat, GameState
from hexcore.units import Side

if TYPE_CHECKING:
    from hexcore_gui.table_link import TableLink

PLANS = "planned attacks"
"""The remark of a game file that holds them."""


@dataclass(frozen=True)
class Plan:
    """An attack thought of: targets, attackers, the support wished for, and the phase it is planned for."""

    side: Side
    targets: tuple[int, ...] = ()
    attackers: tuple[str, ...] = ()
    support: tuple[Commit, ...] = ()
    turn: int = 0
    phase: int = 0

    @property
    def due(self) -> tuple[int, int]:
        return self.turn, self.phase

    def with_attacker(self, unit: str) -> Plan:
        """The same with one more unit, or without it where it was in it."""
        there = unit in self.attackers
        left = tuple(id for id in self.attackers if id != unit)
        return replace(self, attackers=left if there else (*self.attackers, unit))

    def with_support(self, action: Commit) -> Plan:
        """The same with something more wished for, or without it."""
        there = action in self.support
        left = tuple(a for a in self.support if a.what != action.what)
        return replace(self, support=left if there else (*left, action))


def next_combat_phase(state: GameState, side: Side) -> tuple[int, int]:
    """The turn and the phase in which a side may next declare attacks: the one being played counts."""
    own = [n for n, p in enumerate(state.board.sequence.phases) if p.kind == "combat" and p.side == side]
    ahead = [n for n in own if n >= state.phase]
    return (state.turn, ahead[0]) if ahead else (state.turn + 1, own[0] if own else 0)


def combat_of(state: GameState, plan: Plan) -> Combat:
    """A plan as a combat, with those of its attackers that may be in it."""
    ids = tuple(id for id in plan.attackers if id in state.units and state.units[id].hex >= 0)
    beside = {near for hex in plan.targets for near in state.board.map.around(hex)}
    combat = thought_of(state, plan.side, plan.targets, tuple(i for i in ids if state.units[i].hex in beside))
    return replace(combat, pledges=tuple(pledge_of(plan.side, a) for a in on_offer(state, plan, combat)))


def on_offer(state: GameState, plan: Plan, combat: Combat) -> list[Commit]:
    """What of the support wished for could be committed to the combat as the table stands."""
    if not plan.support or not combat.attackers:
        return []
    listed = state.board.rules.combat_support(on_the_table(state, combat), combat, plan.side)
    return [action for action in plan.support if action in listed]


def faults_of(state: GameState, plan: Plan) -> list[Fault]:
    """Why a plan cannot be declared as the table stands."""
    return attack_faults(state, plan.side, plan.targets, plan.attackers) if plan.targets else []


@dataclass(frozen=True)
class Joiner:
    """A unit that could join a planned attack: the strength it would add, which attacks it could be in, by
    number, and in which of the others it is now (`held`, 0 for none).
    """

    unit: str
    strength: int
    attacks: tuple[int, ...]
    held: int = 0


def who_could_join(state: GameState, plans: list[Plan], now: Plan | None) -> list[Joiner]:
    """The units that could join the attack looked at, and which others they could be in or are in."""
    if now is None or not now.targets or faults_of(state, replace(now, attackers=())):
        return []
    held = {id: number for number, plan in enumerate(plans, 1) if plan != now for id in plan.attackers}
    found = {id: n for id, n in joiners(state, combat_of(state, now)).items() if id not in now.attackers}
    others: dict[str, list[int]] = {id: [] for id in found}
    for number, plan in enumerate(plans, 1):
        if plan == now:
            for id in found:
                others[id].append(number)
        elif plan.targets and not faults_of(state, replace(plan, attackers=())):
            able = joiners(state, combat_of(state, plan)).keys() | {*plan.attackers}
            for id in able & found.keys():
                others[id].append(number)
    return [Joiner(id, strength, tuple(others[id]), held.get(id, 0)) for id, strength in found.items()]


def shared(plans: list[Plan], now: Plan) -> list[tuple[str, int]]:
    """The units of an attack that another one has too, each with the number of that one."""
    others = [(number, plan) for number, plan in enumerate(plans, 1) if plan != now]
    return [(id, number) for id in now.attackers for number, plan in others if id in plan.attackers]


class Plans:
    """All plans of a game, of every side. Each side sees its own, until the phase they are for is over."""

    def __init__(self, link: TableLink) -> None:
        self.link = link
        self._kept: list[Plan] = []
        self._of: object = None

    def of(self, side: Side | None) -> list[Plan]:
        """The plans of a side that are still to be declared, in the order made."""
        self._read()
        state = self.link.state
        now = (state.turn, state.phase)
        return [plan for plan in self._kept if plan.side == side and plan.due >= now]

    def wished(self, side: Side | None, action: object) -> bool:
        """Whether a planned attack wishes for what an answer gives to its hex: an air point."""
        if not isinstance(action, Commit) or action.hex is None:
            return False
        due = (plan for plan in self.of(side) if action.hex in plan.targets)
        return any(wish.what == action.what for plan in due for wish in plan.support)

    def keep(self, plan: Plan, in_place_of: Plan | None = None) -> None:
        """Keeps a plan, perhaps where another one stood."""
        self._read()
        if in_place_of in self._kept:
            self._kept[self._kept.index(in_place_of)] = plan
        elif plan not in self._kept:
            self._kept.append(plan)
        self._write()

    def drop(self, plan: Plan) -> None:
        self._read()
        if plan in self._kept:
            self._kept.remove(plan)
            self._write()

    # ---------------------------------------------------------------- in the game's file
    def _read(self) -> None:
        game, file = self.link.game, self.link.file
        seen = file if file is not None else game
        if game is None or self._of is seen:
            return
        self._of = seen
        self._kept = plans_from(game.state, file.remark(PLANS)) if file is not None else []

    def _write(self) -> None:
        game, file = self.link.game, self.link.file
        if game is None or file is None:
            return
        oldest = game.state.turn - 1
        text = plans_text(game.state, [plan for plan in self._kept if plan.turn >= oldest])
        if file.remark(PLANS) != text:
            try:
                file.keep_remark(PLANS, text)
            except GameFileError:
                return  # a file that cannot be written: the plans last as long as the window


# ------------------------------------------------------------------ as text
def plans_text(state: GameState, plans: list[Plan]) -> str:
    """Plans as JSON, hexes by their printed numbers."""
    numbers = state.board.map.numbers
    return json.dumps(
        [
            {
                "side": plan.side,
                "targets": [numbers[hex] for hex in plan.targets],
                "attackers": list(plan.attackers),
                "support": [[a.what, a.unit, a.word, a.amount] for a in plan.support],
                "turn": plan.turn,
                "phase": state.board.sequence.phases[plan.phase].id,
            }
            for plan in plans
        ]
    )


def plans_from(state: GameState, text: str) -> list[Plan]:
    """The plans of a text; what cannot be read, or is no longer of this game, is left out."""
    try:
        rows = json.loads(text or "[]")
    except ValueError:
        return []
    made = (
        [_plan_from(state, row) for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    )
    return [plan for plan in made if plan is not None]


def _plan_from(state: GameState, row: Mapping[str, Any]) -> Plan | None:
    board = state.board
    phases = [phase.id for phase in board.sequence.phases]
    try:
        targets = tuple(board.map.index[number] for number in row["targets"])
        attackers = tuple(str(id) for id in row["attackers"] if id in board.counters)
        support = tuple(
            Commit(str(what), unit=str(unit), word=str(word), amount=int(amount))
            for what, unit, word, amount in row["support"]
        )
        turn, phase = int(row["turn"]), phases.index(row["phase"])
        side = next(side for side in board.sides if side == row["side"])
    except (KeyError, TypeError, ValueError, StopIteration):
        return None
    return Plan(side, targets, attackers, support, turn, phase)
