"""Losses: who is eliminated, what an exchange costs, and who finds no way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Done, Lose
from hexcore.advance import Role, in_combat
from hexcore.decisions import Decision, Settled, not_an_answer, unless_listed
from hexcore.events import Answered, Asked, Event, Marked, Noted, Removed, Steps
from hexcore.maps import HexIndex
from hexcore.results import EndCombat, RetreatUnits
from hexcore.retreat import all_can_go, retreat_paths
from hexcore.rules import Refusal, general
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Aboard, Side, Unit
from hexcore_breakout_pursuit.battlegroups import LeaveBattlegroups, battlegroup_of
from hexcore_breakout_pursuit.fortresses import AIR_STRIKE, lost_walls, own_strength
from hexcore_breakout_pursuit.order_of_battle import MARKERS
from hexcore_breakout_pursuit.victory_points import SURROUNDED, surrounded

Fallen = tuple[tuple[str, ...], tuple[int, ...]]
"""Units eliminated, and the hexes in which they fell."""


# ------------------------------------------------------------------ what is lost, and what it is worth
def doomed_in(state: GameState, combat: Combat) -> tuple[Unit, ...]:
    """Everything in the hex that De or Ex eliminates; from the air, the units struck.

    Markers lie on; the Naval Supply unit is never destroyed.
    """
    if combat.kind == AIR_STRIKE:
        return in_combat(state, "defender")
    enemy = state.enemy(combat.side)
    found = [u for hex in combat.targets for u in state.at(hex) if u.side == enemy and _mortal(state, u)]
    return tuple(found)


def _mortal(state: GameState, unit: Unit) -> bool:
    if unit.counter.kind == "naval supply":
        return not state.board.rules.active("errata.allied_naval_supply_unit")
    return unit.counter.kind not in MARKERS


def with_cargo(state: GameState, units: tuple[Unit, ...]) -> list[Unit]:
    """Units, and what they carry."""
    return [u for unit in units for u in (unit, *state.in_place(Aboard(unit.id)))]


def face_value(state: GameState, unit: Unit) -> int:
    """What a unit counts in an exchange (combat.P): the printed strength, whatever battlegroup it leaves."""
    group = battlegroup_of(state, unit.id)
    if state.board.rules.active("combat.P") or group is None:
        return unit.step.strength
    return unit.step.strength - state.board.counters[group].steps[0].strength


def worth_lost(state: GameState, combat: Combat, result: str = "") -> int:
    """The face value of all the defender loses by De or Ex; *result* asks before it has fallen."""
    units = sum(face_value(state, u) for u in with_cargo(state, doomed_in(state, combat)))
    if not result:
        return units + lost_walls(state, combat)
    walls = sum(own_strength(state, hex) for hex in combat.targets) if combat.kind != AIR_STRIKE else 0
    return units + walls


def eliminate(state: GameState, ids: tuple[str, ...], why: str) -> Steps:
    """Units are eliminated together: whether each was surrounded is judged before any is gone."""
    enclosed = {id for id in ids if surrounded(state, state.units[id])}
    for id in ids:
        if state.units[id].place == ELIMINATED:
            continue
        if id in enclosed:
            state = yield Noted("game", SURROUNDED, id)
        state = yield Removed(id, ELIMINATED.name, why=why)
        for event in _cleared(state, id):
            state = yield event
        combat = state.combats[-1] if state.combats else None
        for event in state.board.rules.lost_step(state, state.units[id], combat):
            state = yield event
    return state


@general("eliminated")
def as_in_combat(state: GameState, unit: Unit, why: str) -> Steps:
    """A unit lost to stacking is lost as in combat, but that no battlegroup takes its place."""
    return eliminate(state, tuple(u.id for u in with_cargo(state, (unit,))), why)


def _cleared(state: GameState, id: str) -> list[Event]:
    """Disruption goes with the unit."""
    return [Marked(kind, id, 0) for kind in ("disrupted", "recovering") if state.marker(kind, id)]


def _fallen(before: GameState, units: list[Unit]) -> Fallen:
    """Units and the hexes they stand in, or are carried in."""
    hexes = tuple(before.units[u.place.carrier].hex if isinstance(u.place, Aboard) else u.hex for u in units)
    return tuple(u.id for u in units), hexes


@general("combat_results")
def nothing_happens(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    """A word that no rule in force explains does nothing."""
    return (EndCombat(combat.side, "crt.table"),)


# ------------------------------------------------------------------ the decisions
@dataclass(frozen=True, slots=True)
class AllLost(Settled):
    """One side of the combat is eliminated."""

    side: Side
    role: Role
    rule: str = ""
    kind: Literal["all-lost"] = "all-lost"

    def prompt(self, state: GameState) -> str:
        return "Remove all units of the side eliminated."

    def answer(self, state: GameState, action: Action) -> Steps:
        combat = state.combat
        units = in_combat(state, "attacker") if self.role == "attacker" else doomed_in(state, combat)
        ids, hexes = _fallen(state, with_cargo(state, units))
        state = yield Answered()
        state = yield from eliminate(state, tuple(u.id for u in units), self.rule)
        return (yield Asked((LeaveBattlegroups(self.side, self.role, ids, hexes),)))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Remove attackers of one's own choice, worth at least what the defender has lost."""

    side: Side
    owed: int
    units: tuple[str, ...]
    lost: tuple[str, ...] = ()
    hexes: tuple[HexIndex, ...] = ()
    rule: str = "crt.Ex"
    kind: Literal["exchange"] = "exchange"

    def prompt(self, state: GameState) -> str:
        return f"Exchange: remove units worth {self.owed} or more."

    def stale(self, state: GameState) -> bool:
        return self.owed <= 0 or not self.units

    def forced(self, state: GameState) -> Action | None:
        """When all together are worth no more than is owed, all go."""
        whole = sum(face_value(state, state.units[id]) for id in self.units)
        return Lose(self.units[0]) if len(self.units) == 1 or whole <= self.owed else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Lose(id) for id in self.units)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, "only units of this attack are exchanged, each once")

    def answer(self, state: GameState, action: Action) -> Steps:
        unit = state.units[action.unit]
        ids, hexes = _fallen(state, with_cargo(state, (unit,)))
        lost, fell = (*self.lost, *ids), (*self.hexes, *hexes)
        owed = self.owed - face_value(state, unit)
        left = tuple(id for id in self.units if id != action.unit)
        more = replace(self, owed=owed, units=left, lost=lost, hexes=fell) if owed > 0 and left else None
        state = yield Answered(more)
        state = yield from eliminate(state, (action.unit,), self.rule)
        if more is None:
            state = yield Asked((LeaveBattlegroups(self.side, "attacker", lost, fell),))
        return state


@dataclass(frozen=True, slots=True)
class NoWayBack:
    """Who is driven back and cannot go is destroyed; the opponent, who moves the others, names whom."""

    side: Side
    role: Role
    rule: str = ""
    lost: tuple[str, ...] = ()
    hexes: tuple[HexIndex, ...] = ()
    kind: Literal["no-way-back"] = "no-way-back"

    def prompt(self, state: GameState) -> str:
        return "Not all can retreat: which unit is destroyed?"

    def doomed(self, state: GameState) -> list[Unit]:
        """Who has no way at all; else all of them, while they cannot all go."""
        units, combat = in_combat(state, self.role), state.combat
        stuck = [u for u in units if not retreat_paths(state, u, 1, combat)]
        if stuck:
            return stuck
        ids = tuple(u.id for u in units)
        return [] if not ids or all_can_go(state, ids, 1, combat) else list(units)

    def forced(self, state: GameState) -> Action | None:
        doomed = self.doomed(state)
        if not doomed:
            return Done()
        helpless = not retreat_paths(state, doomed[0], 1, state.combat)
        return Lose(doomed[0].id) if helpless or len(doomed) == 1 else None

    def options(self, state: GameState) -> Iterator[Action]:
        doomed = self.doomed(state)
        if not doomed:
            yield Done()
        yield from (Lose(unit.id) for unit in doomed)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, (Lose, Done)):
            return not_an_answer(self, action, "lose")
        return unless_listed(self, state, action, "name a unit that is driven back")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield from self._drive_back(state))
        ids, hexes = _fallen(state, with_cargo(state, (state.units[action.unit],)))
        state = yield Answered(replace(self, lost=(*self.lost, *ids), hexes=(*self.hexes, *hexes)))
        return (yield from eliminate(state, (action.unit,), self.rule))

    def _drive_back(self, state: GameState) -> Steps:
        ids = tuple(u.id for u in in_combat(state, self.role))
        after: list[Decision] = []
        if self.lost:
            owner = state.units[self.lost[0]].side
            after.append(LeaveBattlegroups(owner, self.role, self.lost, self.hexes))
        if ids:
            after.append(RetreatUnits(self.side, self.role, 1, ids, self.rule))
        state = yield Answered()
        return (yield Asked(tuple(after))) if after else state


DECISIONS = (AllLost, Exchange, NoWayBack)
