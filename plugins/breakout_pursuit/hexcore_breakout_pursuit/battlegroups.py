"""Battlegroups: the remnants of units eliminated in combat (Combat L to P)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.advance import Role
from hexcore.decisions import Decision, unless_listed
from hexcore.events import Answered, Event, Fought, Marked, Noted, Placed, Steps
from hexcore.maps import HexIndex
from hexcore.rules import Foretold, Refusal, general, rule
from hexcore.state import GameState
from hexcore.units import Side
from hexcore_breakout_pursuit.unit_types import called

WHAT = "battlegroup"
INHERITED_NOTES, INHERITED_MARKERS = ("fought", "attacked"), ("unsupplied", "isolated")
"""What a remnant takes over from its parent: that it has fought in this phase, and its judged supply."""
BY_ERRATUM = (17, 8)
"""The strength and movement of the parent that the errata add to the table."""


@rule({"breakout-pursuit": "combat.M"}, also={"breakout-pursuit": ("combat.M.table", "errata.battlegroups")})
def battlegroup_of(state: GameState, id: str) -> str | None:
    """The battlegroup a unit leaves by the table of parents; None where it leaves none."""
    rules, group = state.board.rules, f"{id}-BG"
    if group not in state.board.counters or not (rules.active("combat.M") and rules.active("combat.M.table")):
        return None
    parent = state.board.counters[id].steps[0]
    if tuple(parent) == BY_ERRATUM and not rules.active("errata.battlegroups"):
        return None
    return group


@rule({"breakout-pursuit": "combat.L"})
def may_be_left(state: GameState) -> bool:
    """Units eliminated in combat, by a result or for want of a retreat, may be replaced by battlegroups."""
    return state.board.rules.active("combat.L")


@rule({"breakout-pursuit": "errata.battlegroups"})
def at_the_owners_choice(state: GameState) -> bool:
    """Whether the owner may do without a battlegroup (an option makes them compulsory)."""
    return (
        state.board.rules.active("errata.battlegroups") and state.board.option("battlegroups") == "optional"
    )


@dataclass(frozen=True, slots=True)
class LeaveBattlegroups:
    """Replace units just eliminated by their battlegroups, in the hexes where they fell."""

    side: Side
    role: Role
    units: tuple[str, ...]
    hexes: tuple[HexIndex, ...]
    rule: str = "combat.L"
    kind: Literal["leave-battlegroups"] = "leave-battlegroups"

    def prompt(self, state: GameState) -> str:
        return "Replace eliminated units by battlegroups, or go on."

    def open(self, state: GameState) -> list[str]:
        """The units that can still be replaced."""
        if not may_be_left(state):
            return []
        groups = [(id, battlegroup_of(state, id)) for id in self.units]
        return [id for id, group in groups if group is not None and state.units[group].hex < 0]

    def forced(self, state: GameState) -> Action | None:
        left = self.open(state)
        if not left:
            return Done()
        return None if at_the_owners_choice(state) else Commit(WHAT, unit=left[0])

    def options(self, state: GameState) -> Iterator[Action]:
        if at_the_owners_choice(state):
            yield Done()
        yield from (Commit(WHAT, unit=id) for id in self.open(state))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        refusal = unless_listed(self, state, action)
        if refusal is None or not isinstance(action, Commit):
            return refusal
        unit = state.units.get(action.unit)
        if unit is None or action.unit not in self.units:
            return Refusal(self.rule, "only a unit just eliminated is replaced by a battlegroup")
        if battlegroup_of(state, action.unit) is None:
            return Refusal("combat.M", f"{called(unit)} leaves no battlegroup")
        return Refusal(self.rule, f"{called(unit)} has left its battlegroup already")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        parent, group = action.unit, battlegroup_of(state, action.unit)
        assert group is not None
        for event in placed(state, parent, group, self.hexes[self.units.index(parent)]):
            state = yield event
        if state.board.rules.active("combat.N"):
            state = yield self._joins(state, group)
        left = [id for id in self.units if id != parent]
        hexes = tuple(self.hexes[self.units.index(id)] for id in left)
        return (yield Answered(replace(self, units=tuple(left), hexes=hexes)))

    def _joins(self, state: GameState, group: str) -> Event:
        """A battlegroup takes its parent's part in the combat: it may advance."""
        combat = state.combat
        if self.role == "attacker":
            return Fought(replace(combat, attackers=(*combat.attackers, group)))
        return Fought(replace(combat, defenders=(*combat.defenders, group)))


@rule({"breakout-pursuit": "combat.N"})
def placed(state: GameState, parent: str, group: str, hex: int) -> list[Event]:
    """It stands at once in its parent's hex, which is not vacated then; whatever zone lies on it."""
    if not state.board.rules.active("combat.N"):
        return []
    events: list[Event] = [Placed(group, hex, WHAT)]
    if state.note("fell", group):
        events.append(Noted("game", "fell", group, None))
    events += [Noted("phase", key, group) for key in INHERITED_NOTES if state.note(key, parent)]
    return events + [Marked(kind, group) for kind in INHERITED_MARKERS if state.marker(kind, parent)]


@rule({"breakout-pursuit": "combat.P"})
def face_value_counts() -> None:
    """In an exchange a unit counts its printed strength, its battlegroup's is not taken off."""


@general("foretold")
def what_it_becomes(state: GameState, decision: Decision, action: Action) -> Foretold | None:
    """The figures of the battlegroup that a unit would leave."""
    if not isinstance(decision, LeaveBattlegroups) or not isinstance(action, Commit):
        return None
    group = battlegroup_of(state, action.unit)
    if group is None:
        return None
    face = state.board.counters[group].steps[0]
    return Foretold(f"becomes battlegroup {face.strength}-{face.movement}", rule="combat.M")


DECISIONS = (LeaveBattlegroups,)
