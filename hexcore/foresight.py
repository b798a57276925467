"""An attack before it is made: why it may not be, what it costs, who could join it, what support may come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexcore.actions import Action, Commit
from hexcore.asking import unspoilt
from hexcore.attacks import attackers_of, declared, held_against
from hexcore.customs import Custom
from hexcore.events import Fought, TrackSet, apply
from hexcore.odds import Odds, strength_of, weigh
from hexcore.rules import Refusal
from hexcore.state import Combat, GameState, Pledge
from hexcore.units import Side, Unit


class Fault(NamedTuple):
    """Why an attack cannot be made as it stands: through a unit of it, or (no unit) through its target."""

    refusal: Refusal
    unit: str = ""


class Cost(NamedTuple):
    """What an attack takes from a track as it is made, and what is left there then."""

    track: str
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """Something that a side may think of committing to a combat: what it would change, or why it stays away.

    `columns` (to the right) and `die` are told from the attacker's side; `moved` is false where it could come
    and would change nothing.
    """

    action: Commit
    side: Side
    columns: int = 0
    die: int = 0
    text: str = ""
    rule: str = ""
    moved: bool = False
    refusal: Refusal | None = None


def on_the_table(state: GameState, combat: Combat) -> GameState:
    """The state with a combat being fought, so that rules that look there see it."""
    return unspoilt(apply(state, Fought(combat)))


def thought_of(
    state: GameState, side: Side, targets: tuple[int, ...], attackers: tuple[str, ...], kind: str = "attack"
) -> Combat:
    """A combat as it would be declared, whether or not it may be."""
    origins = tuple(dict.fromkeys(state.units[id].hex for id in attackers))
    return replace(declared(state, side, targets, kind), attackers=attackers, origins=origins)


# ------------------------------------------------------------------ why not
def attack_faults(
    state: GameState, side: Side, targets: tuple[int, ...], attackers: tuple[str, ...]
) -> list[Fault]:
    """Everything that forbids an attack as the table stands, each with its rule, whatever phase it is."""
    number = combat_rule(state, side)
    found = [Fault(_cited(refusal, number)) for refusal in _target_refusals(state, side, targets)]
    if found:
        return found
    combat = declared(state, side, targets)
    for id in attackers:
        refusal = _attacker_refusal(state, side, id, combat)
        if refusal is not None:
            found.append(Fault(_cited(refusal, number), id))
        else:
            combat = replace(combat, attackers=(*combat.attackers, id))
    return found


def combat_rule(state: GameState, side: Side) -> str:
    """The number of the rule by which a side attacks: of its combat phase."""
    phases = state.board.sequence.phases
    return next((p.rule for p in phases if p.kind == "combat" and p.side == side), "")


def _cited(refusal: Refusal, number: str) -> Refusal:
    """What the core refuses without a number of the ruleset falls under its combat phase."""
    return refusal if refusal.rule else Refusal(number, refusal.reason)


def _target_refusals(state: GameState, side: Side, targets: tuple[int, ...]) -> Iterator[Refusal]:
    rules, numbers = state.board.rules, state.board.map.numbers
    if len(targets) > 1 and not rules.holds(Custom.SEVERAL_TARGETS):
        yield Refusal(combat_rule(state, side), "an attack strikes one hex")
    for hex in targets:
        if hex not in held_against(state, side):
            yield Refusal(combat_rule(state, side), f"no enemy unit stands in {numbers[hex]}")
        else:
            yield from rules.may_be_attacked(state, hex)


def _attacker_refusal(state: GameState, side: Side, id: str, combat: Combat) -> Refusal | None:
    unit, name = state.units.get(id), state.board.name(id)
    if unit is None or unit.hex < 0:
        return Refusal(combat_rule(state, side), f"{name} is not on the map")
    if unit.side != side:
        return Refusal(combat_rule(state, side), f"{name} is no unit of yours on the map")
    known = combat if combat.attackers else None
    return next(iter(state.board.rules.may_attack(state, unit, combat.targets, known)), None)


# ------------------------------------------------------------------ what it costs, who could join
def costs(state: GameState, combat: Combat) -> list[Cost]:
    """What an attack takes from the tracks as it is made."""
    made = replace(combat, stage="made")
    table = on_the_table(state, made)
    found = []
    for event in state.board.rules.combat_opens(table, made):
        before = table.tracks.get(event.track) if isinstance(event, TrackSet) else None
        if isinstance(event, TrackSet) and isinstance(before, int) and isinstance(event.value, int):
            if before > event.value:
                found.append(Cost(event.track, before - event.value, event.value))
    return found


def joiners(state: GameState, combat: Combat) -> dict[str, int]:
    """The units that could still join an attack, and what strength each would add."""
    table = on_the_table(state, combat)
    return {
        unit.id: _added(table, combat, unit)
        for unit in attackers_of(table, combat.side, combat.targets, combat)
    }


def _added(table: GameState, combat: Combat, unit: Unit) -> int:
    joined = replace(combat, attackers=(*combat.attackers, unit.id))
    return strength_of(apply(table, Fought(joined)), joined, unit).used


# ------------------------------------------------------------------ what support may come
def prospects(state: GameState, combat: Combat) -> list[Prospect]:
    """What either side may think of committing to a combat and has not, the attacker first."""
    if not combat.attackers:
        return []
    table = on_the_table(state, combat)
    before = weigh(table, combat)
    found = []
    for side in (combat.side, state.enemy(combat.side)):
        listed = state.board.rules.combat_support(table, combat, side)
        for action in _thinkable(table, combat, side, listed):
            prospect = _prospect(table, combat, side, action, before if action in listed else None)
            if prospect is not None:
                found.append(prospect)
    return found


def _thinkable(state: GameState, combat: Combat, side: Side, listed: list[Action]) -> list[Commit]:
    """What is on offer and what else comes to mind, less what is committed already."""
    done = {(p.what, p.side, p.unit) for p in combat.pledges}
    known = dict.fromkeys((*listed, *state.board.rules.support_known(state, combat, side)))
    commits = [action for action in known if isinstance(action, Commit)]
    return [a for a in commits if (a.what, side, a.unit or a.word) not in done]


def _prospect(
    table: GameState, combat: Combat, side: Side, action: Commit, before: Odds | None
) -> Prospect | None:
    if before is None:
        refusal = table.board.rules.support_refusal(table, combat, side, action)
        return Prospect(action, side, refusal=refusal) if refusal is not None else None
    more = replace(combat, pledges=(*combat.pledges, pledge_of(side, action)))
    after = weigh(apply(table, Fought(more)), more)
    new = [s for s in after.shifts if s not in before.shifts]
    columns = sum(s.columns for s in after.shifts) - sum(s.columns for s in before.shifts)
    die = sum(m.amount for m in after.modifiers) - sum(m.amount for m in before.modifiers)
    told = new[0] if new else None
    return Prospect(
        action, side, columns, die, told.text if told else "", told.rule if told else "", after != before
    )


def pledge_of(side: Side, action: Commit) -> Pledge:
    """What is committed, as a combat keeps it."""
    return Pledge(action.what, side, action.unit or action.word, action.amount)
