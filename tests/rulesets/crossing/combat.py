"""7: combat. Results are words; the opponent moves what is driven back; exchanges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from crossing.pieces import GREY, is_combat_unit, results_table
from hexcore.actions import Action, Lose
from hexcore.advance import AdvanceAfterCombat, in_combat
from hexcore.charts import CombatResultsTable
from hexcore.decisions import Decision, unless_listed
from hexcore.events import Asked, Steps
from hexcore.results import EndCombat, LoseSteps, RetreatUnits, steps_left
from hexcore.retreat import completion
from hexcore.rules import DieModifier, Mask, Rank, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import enemy_zone

Role = Literal["attacker", "defender"]


@rule({"crossing": "7.1"}, hook="combat_table")
def the_table(state: GameState, combat: Combat) -> CombatResultsTable:
    return results_table()


@rule({"crossing": "7.2"}, hook="die_modifiers")
def across_the_river(state: GameState, combat: Combat) -> DieModifier | None:
    ground = state.board.map
    sides = [ground.side(state.units[i].hex, t) for i in combat.attackers for t in combat.targets]
    if all("river" in ground.sides[side] for side in sides):
        return DieModifier(-1, "every attacker crosses the river")
    return None


@rule({"crossing": "7.3"}, hook="may_attack")
def combat_units_attack(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    return None if is_combat_unit(unit) else f"{unit.counter.name} does not attack"


@rule({"crossing": "7.4"}, hook="combat_results")
def by_word(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    enemy, (word,) = state.enemy(combat.side), combat.result
    advance, end = AdvanceAfterCombat(combat.side, "attacker", "7.9"), EndCombat(combat.side, "7.4")
    match word:
        case "Ae":
            return (_all_lost(state, combat.side, "attacker"), end)
        case "De":
            return (_all_lost(state, enemy, "defender"), advance, end)
        case "Ar":
            return (*_driven_back(state, combat.side, "attacker"), end)
        case "Dr":
            return (*_driven_back(state, enemy, "defender"), advance, end)
        case "Ex":
            return (*_exchanged(state), advance, end)
    return (end,)


def _all_lost(state: GameState, owner: Side, role: Role, rule: str = "7.4") -> LoseSteps:
    return LoseSteps(owner, role, steps_left(in_combat(state, role)), rule)


def _driven_back(state: GameState, owner: Side, role: Role) -> tuple[Decision, ...]:
    ids = tuple(u.id for u in in_combat(state, role))
    return MakeRoom(owner, role), RetreatUnits(state.enemy(owner), role, 1, ids, "7.7")


def worth(units: tuple[Unit, ...]) -> int:
    return sum(u.step.strength for u in units)


def _exchanged(state: GameState) -> tuple[Decision, ...]:
    attacker, defender = state.combat.side, state.enemy(state.combat.side)
    ours, theirs = worth(in_combat(state, "attacker")), worth(in_combat(state, "defender"))
    if ours < theirs:
        return _all_lost(state, attacker, "attacker", "7.8"), Exchange(defender, "defender", ours)
    return _all_lost(state, defender, "defender", "7.8"), Exchange(attacker, "attacker", theirs)


@rule({"crossing": "7.5"})
@dataclass(frozen=True, slots=True)
class MakeRoom:
    """Remove units until the others can be driven back."""

    side: Side
    role: Role
    rule: str = "7.5"
    kind: Literal["make-room"] = "make-room"

    def prompt(self, state: GameState) -> str:
        return "Remove a unit: not all can be driven back."

    def stale(self, state: GameState) -> bool:
        ids = tuple(u.id for u in in_combat(state, self.role))
        return completion(state, ids, 1, state.combat) is not None

    def options(self, state: GameState) -> Iterator[Action]:
        for unit in in_combat(state, self.role):
            yield Lose(unit.id)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, "that unit takes no part in this combat")

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield from LoseSteps(self.side, self.role, 1, self.rule).answer(state, action)
        return (yield Asked((self,)))


@rule({"crossing": "7.8"})
@dataclass(frozen=True, slots=True)
class Exchange:
    """Remove units of one's own choice worth at least what the other side has lost."""

    side: Side
    role: Role
    owed: int
    rule: str = "7.8"
    kind: Literal["exchange"] = "exchange"

    def prompt(self, state: GameState) -> str:
        return f"Exchange: remove units worth {self.owed} or more."

    def stale(self, state: GameState) -> bool:
        return self.owed <= 0 or not in_combat(state, self.role)

    def options(self, state: GameState) -> Iterator[Action]:
        for unit in in_combat(state, self.role):
            yield Lose(unit.id)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, "that unit takes no part in this combat")

    def answer(self, state: GameState, action: Action) -> Steps:
        owed = self.owed - state.units[action.unit].step.strength
        state = yield from LoseSteps(self.side, self.role, 1, self.rule).answer(state, action)
        return (yield Asked((replace(self, owed=owed),)))


@rule({"crossing": "7.6"}, hook="retreat_masks")
def not_into_zones(state: GameState, unit: Unit) -> Mask:
    return Mask("closed", "{hex} is in an enemy zone of control", enemy_zone(state, unit.side))


@rule({"crossing": "7.7"}, hook="retreat_ranks")
def toward_its_own_edge(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Rank:
    coords = state.board.map.coords
    south = coords[path[-1]].r - coords[unit.hex].r
    backward = south >= 0 if unit.side == GREY else south <= 0
    return Rank(0 if backward else 1, "a retreat goes toward the unit's own edge when it can")


@rule({"crossing": "7.9"}, hook="may_advance")
def one_hex(state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat) -> str | None:
    return "an advance is one hex long" if len(path) > 1 else None


@general("result_toll")
def toll_of_a_word(state: GameState, combat: Combat, result: tuple[str, ...]) -> tuple[float, float]:
    """For computer players: what is eliminated costs its steps, what is driven back a hex."""
    attackers, defenders = len(in_combat(state, "attacker")), len(in_combat(state, "defender"))
    ours, theirs = worth(in_combat(state, "attacker")), worth(in_combat(state, "defender"))
    match result:
        case ("Ae",):
            return attackers, 0
        case ("De",):
            return 0, defenders
        case ("Ar",):
            return 1, 0
        case ("Dr",):
            return 0, 1
        case ("Ex",):
            return attackers * min(1, theirs / max(ours, 1)), defenders * min(1, ours / max(theirs, 1))
    return 0, 0
