"""Combat: attacks declared, attackers mustered, support committed by each side, and the dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from hexcore.actions import Action, AddAttacker, Attack, Commit, Declare, Done
from hexcore.attacks import attackers_of, declared, held_against, near_enough, targets_of
from hexcore.customs import Custom
from hexcore.decisions import OneDie, not_an_answer
from hexcore.events import Answered, Asked, Fought, Noted, Rolled, Steps, run
from hexcore.odds import weigh
from hexcore.rules import Refusal
from hexcore.state import GameState, Pledge
from hexcore.units import CHANCE, Side, Unit

COLUMN = "column"
"""What an attacker adds to his declaration who chooses to attack at lower odds than he has."""
UNSUPPLIED = "unsupplied"
"""What an attacker adds to his declaration who chooses not to pay for the attack."""
DECLARED = (COLUMN, UNSUPPLIED)
"""What of a whole attack's support is part of its declaration."""


# ------------------------------------------------------------------ decisions
@dataclass(frozen=True, slots=True)
class CombatPhase:
    """Declare an attack, or end the phase."""

    side: Side
    rule: str = ""
    question: str = "Declare an attack, or end the phase."
    kind: Literal["combat-phase"] = "combat-phase"

    def prompt(self, state: GameState) -> str:
        return self.question

    def options(self, state: GameState) -> Iterator[Action]:
        targets = targets_of(state, self.side)
        if self._owed(state, targets) is None:
            yield Done()
        for hex in targets:
            yield Declare((hex,))

    def _owed(self, state: GameState, targets: list[int]) -> Refusal | None:
        """What must be done before the phase ends."""
        rules = state.board.rules
        owed = rules.may_end_phase(state, self.side)
        if targets and not rules.holds(Custom.VOLUNTARY):
            owed.append(Refusal(self.rule, f"{state.board.map.numbers[targets[0]]} must be attacked"))
        return next(iter(owed), None)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return self._owed(state, targets_of(state, self.side))
        if isinstance(action, Declare):
            return self._may_declare(state, action.targets)
        if isinstance(action, Attack):
            return first_refusal(state, whole_attack(state, self, action))
        return not_an_answer(self, action, "declare", "attack", "done")

    def _may_declare(self, state: GameState, targets: tuple[int, ...]) -> Refusal | None:
        if not targets or len(set(targets)) != len(targets):
            return Refusal(self.rule, "name the hexes to attack, each once")
        if len(targets) > 1 and not state.board.rules.holds(Custom.SEVERAL_TARGETS):
            return Refusal(self.rule, "an attack strikes one hex")
        for hex in targets:
            refusals = state.board.rules.may_be_attacked(state, hex)
            if refusals:
                return refusals[0]
            if hex not in held_against(state, self.side):
                return Refusal(self.rule, f"no enemy unit stands in {state.board.map.numbers[hex]}")
        if attackers_of(state, self.side, targets):
            return None
        return self._nobody(state, targets)

    def _nobody(self, state: GameState, targets: tuple[int, ...]) -> Refusal:
        """Why nobody may attack: the first reason found among the units that stand near enough."""
        for unit in near_enough(state, self.side, targets[0]):
            for refusal in state.board.rules.may_attack(state, unit, targets, None):
                return refusal
        numbers = ", ".join(state.board.map.numbers[h] for h in targets)
        return Refusal(self.rule, f"no unit of yours stands next to {numbers}")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        if isinstance(action, Attack):
            for part in whole_attack(state, self, action):
                state = yield from state.agenda[0].answer(state, part)
            return state
        combat = declared(state, self.side, action.targets)
        state = yield Fought(combat)
        return (yield Asked((Muster(self.side, self.rule),)))


@dataclass(frozen=True, slots=True)
class Muster:
    """Bring units, or further hexes, into the attack just declared; `done` opens it."""

    side: Side
    rule: str = ""
    kind: Literal["muster"] = "muster"

    def prompt(self, state: GameState) -> str:
        numbers = ", ".join(state.board.map.numbers[h] for h in state.combat.targets)
        return f"Which units attack {numbers}?"

    def options(self, state: GameState) -> Iterator[Action]:
        combat = state.combat
        if self._incomplete(state) is None:
            yield Done()
        for unit in attackers_of(state, self.side, combat.targets, combat):
            yield AddAttacker(unit.id)
        for hex in self._more_targets(state):
            yield Declare((hex,))
        if combat.attackers:
            yield from state.board.rules.declaration(state, combat)

    def _more_targets(self, state: GameState) -> list[int]:
        """Further hexes every attacker so far could attack too (or any one unit, before the first)."""
        combat = state.combat
        if not state.board.rules.holds(Custom.SEVERAL_TARGETS):
            return []
        held = held_against(state, self.side).difference(combat.targets)
        if state.board.rules.holds(Custom.ADJACENT):
            around = state.board.map.around
            held = held.intersection(h for t in combat.targets for a in around(t) for h in around(a))
        return [h for h in sorted(held) if self._widened(state, h) is None]

    def _incomplete(self, state: GameState) -> Refusal | None:
        """What is missing before the attack can be made."""
        combat = state.combat
        if not combat.attackers:
            return Refusal(self.rule, "an attack needs at least one attacker")
        if not state.board.rules.holds(Custom.STACK_SPLITS):
            hexes = {state.units[i].hex for i in combat.attackers}
            for unit in attackers_of(state, self.side, combat.targets, combat):
                if unit.hex in hexes:
                    return Refusal(self.rule, f"{unit.counter.name} attacks with its stack")
        return None

    def _widened(self, state: GameState, hex: int) -> Refusal | None:
        combat = state.combat
        if not state.board.rules.holds(Custom.SEVERAL_TARGETS):
            return Refusal(self.rule, "an attack strikes one hex")
        refusals = state.board.rules.may_be_attacked(state, hex)
        if refusals:
            return refusals[0]
        targets = (*combat.targets, hex)
        for id in combat.attackers:
            for refusal in state.board.rules.may_attack(state, state.units[id], targets, combat):
                return refusal
        if not combat.attackers and not attackers_of(state, self.side, targets, combat):
            return Refusal(self.rule, "no unit stands next to all these hexes")
        return None

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        combat = state.combat
        if isinstance(action, Done):
            return self._incomplete(state)
        if isinstance(action, AddAttacker):
            return self._may_join(state, state.units[action.unit])
        if isinstance(action, Declare):
            for hex in action.targets:
                if hex in combat.targets or hex not in held_against(state, self.side):
                    return Refusal(self.rule, f"{state.board.map.numbers[hex]} is no further enemy-held hex")
                refusal = self._widened(state, hex)
                if refusal is not None:
                    return refusal
            return None
        if isinstance(action, Commit):
            return self._may_add(state, action)
        return not_an_answer(self, action, "add-attacker", "declare", "commit", "done")

    def _may_join(self, state: GameState, unit: Unit) -> Refusal | None:
        combat = state.combat
        if unit.side != self.side or unit.hex < 0:
            return Refusal(self.rule, f"{unit.counter.name} is no unit of yours on the map")
        return next(iter(state.board.rules.may_attack(state, unit, combat.targets, combat)), None)

    def _may_add(self, state: GameState, action: Commit) -> Refusal | None:
        """Why something is no part of this declaration."""
        rules, combat = state.board.rules, state.combat
        if not combat.attackers:
            return Refusal(self.rule, "name the attackers first")
        if action in rules.declaration(state, combat):
            return None
        found = rules.support_refusal(state, combat, self.side, action)
        return found or Refusal(self.rule, f"{action.what!r} is no part of a declaration")

    def answer(self, state: GameState, action: Action) -> Steps:
        combat = state.combat
        if isinstance(action, Commit):
            return (yield from _pledged(state, self.side, action))
        if isinstance(action, AddAttacker):
            return (yield Fought(replace(combat, attackers=(*combat.attackers, action.unit))))
        if isinstance(action, Declare):
            wider = declared(state, self.side, (*combat.targets, *action.targets))
            return (yield Fought(replace(combat, targets=wider.targets, defenders=wider.defenders)))
        state = yield Answered()
        return (yield from open_combat(state, self.rule))


@dataclass(frozen=True, slots=True)
class Support:
    """Commit what may be committed to this combat: headquarters, points; then `done`."""

    side: Side
    rule: str = ""
    kind: Literal["support"] = "support"

    def prompt(self, state: GameState) -> str:
        owed = self._owed(state) is not None
        return f"Commit support to this combat{': it is owed' if owed else ', or go on'}."

    def forced(self, state: GameState) -> Action | None:
        """Nothing to commit: the question answers itself."""
        return None if state.board.rules.combat_support(state, state.combat, self.side) else Done()

    def options(self, state: GameState) -> Iterator[Action]:
        if self._owed(state) is None:
            yield Done()
        yield from state.board.rules.combat_support(state, state.combat, self.side)

    def _owed(self, state: GameState) -> Refusal | None:
        """What must be committed before the combat goes on."""
        return next(iter(state.board.rules.owes_support(state, state.combat, self.side)), None)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return self._owed(state)
        if not isinstance(action, Commit):
            return not_an_answer(self, action, "commit", "done")
        if action in state.board.rules.combat_support(state, state.combat, self.side):
            return None
        found = state.board.rules.support_refusal(state, state.combat, self.side, action)
        return found or Refusal(self.rule, f"{action.what!r} cannot be committed to this combat")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        return (yield from _pledged(state, self.side, action))


def _pledged(state: GameState, side: Side, action: Commit) -> Steps:
    """Something is committed to the combat, at its price."""
    pledge = Pledge(action.what, side, action.unit or action.word, action.amount)
    state = yield Fought(replace(state.combat, pledges=(*state.combat.pledges, pledge)))
    for event in state.board.rules.pledged(state, state.combat, action):
        state = yield event
    return state


@dataclass(frozen=True, slots=True)
class CombatRoll(OneDie):
    """The dice decide a combat."""

    rule: str = ""
    side: Side = CHANCE
    kind: Literal["combat-roll"] = "combat-roll"

    def prompt(self, state: GameState) -> str:
        return "Roll for the combat."

    def answer(self, state: GameState, action: Action) -> Steps:
        odds = weigh(state, state.combat)
        result = odds.entry(action.dice[0])
        text = f"{odds.attack} : {odds.defence}, {odds.final_column} → {'/'.join(result)}"
        state = yield Answered()
        state = yield Rolled(action.dice, "combat", text, self.rule)
        fought = replace(
            state.combat,
            strengths=(odds.attack, odds.defence),
            shifts=odds.shifts,
            column=odds.final_column,
            dice=action.dice,
            result=result,
            stage="results",
        )
        state = yield Fought(fought)
        for event in state.board.rules.result_falls(state, state.combat):
            state = yield event
        return (yield Asked(state.board.rules.combat_results(state, state.combat)))


def open_combat(state: GameState, rule: str) -> Steps:
    """An attack is made: it costs what it costs, both sides may support it, the dice fall."""
    combat = state.combat
    origins = tuple(dict.fromkeys(state.units[i].hex for i in combat.attackers))
    state = yield Fought(replace(combat, origins=origins, stage="made"))
    for id in combat.attackers:
        state = yield Noted("phase", "fought", id)
    for id in combat.defenders:
        state = yield Noted("phase", "attacked", id)
    for event in state.board.rules.combat_opens(state, state.combat):
        state = yield event
    enemy = state.enemy(combat.side)
    return (yield Asked((Support(combat.side, rule), Support(enemy, rule), CombatRoll(rule))))


# ------------------------------------------------------------------ a whole attack at once
def whole_attack(state: GameState, phase: CombatPhase, attack: Attack) -> list[Action]:
    """The small answers an `attack` stands for."""
    parts: list[Action] = [Declare(attack.targets)]
    parts += [AddAttacker(id) for id in attack.attackers]
    support = support_parts(attack.support)
    parts += [part for part in support if part.what in DECLARED]
    parts.append(Done())
    parts += [part for part in support if part.what not in DECLARED]
    parts.append(Done())
    return parts


def support_parts(support: Any) -> list[Commit]:
    """`{"air": 1, "hq": ["id"]}` as `Commit` actions."""
    parts: list[Commit] = []
    for what, value in support.items():
        if isinstance(value, (list, tuple)):
            parts += [Commit(what, unit=str(id)) for id in value]
        elif isinstance(value, str):
            parts.append(Commit(what, word=value) if what == COLUMN else Commit(what, unit=value))
        elif value:
            parts.append(Commit(what, amount=int(value)))
    return parts


def first_refusal(state: GameState, parts: list[Action]) -> Refusal | None:
    """The first of several answers in a row that would be refused, tried on a state thrown away."""
    for part in parts:
        top = state.agenda[0]
        refusal = top.refusal(state, part)
        if refusal is not None:
            return refusal
        state, _ = run(state, top.answer(state, part))
    return None
