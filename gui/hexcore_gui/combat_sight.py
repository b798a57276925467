"""A combat as the combat panel shows it: forces, strengths, shifts, table, chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from hexcore.actions import Commit
from hexcore.asking_odds import expected_of
from hexcore.charts import CombatResultsTable, ratio_of
from hexcore.customs import Custom
from hexcore.foresight import Fault, Prospect, costs, on_the_table, prospects
from hexcore.odds import Odds, UnitStrength, weigh
from hexcore.results import loss_word
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_gui.combat_plans import Joiner, Plan, combat_of, faults_of, who_could_join
from hexcore_gui.combat_story import StoryLine
from hexcore_gui.combat_table import Chance, Forecast
from hexcore_gui.stage import Stage
from hexcore_gui.wording import answer_heading, commit_text, count, result_text, titled_first


@dataclass(frozen=True)
class StrengthLine:
    """One unit, or one more reason why it counts as it does."""

    text: str
    printed: str = ""
    used: str = ""
    rule: str = ""
    mark: str = ""
    attacker: bool = True
    why: str = ""


@dataclass(frozen=True)
class ShiftLine:
    """A column shift, or what is added to the die."""

    columns: int
    text: str
    rule: str
    die: bool = False


@dataclass(frozen=True)
class ProspectLine:
    """Something that could still come to the combat: what it would change, or why it stays away."""

    prospect: Prospect
    text: str
    rule: str
    wished: bool = False

    @property
    def comes(self) -> bool:
        """Whether it is no more than a possibility, and one that nothing forbids."""
        return not self.wished and self.prospect.refusal is None

    @property
    def shifts(self) -> bool:
        """Whether it would move the column or the die."""
        return self.wished or bool(self.prospect.columns or self.prospect.die)


@dataclass(frozen=True)
class FaultLine:
    """Why a planned attack cannot be declared, and the unit because of which, if it is one."""

    text: str
    rule: str
    unit: str = ""


NO_FORECAST = Forecast()
DECLARED = ("declared", "attack")
"""An attack that can be called off."""


@dataclass(frozen=True)
class CombatSight:
    """Everything shown of one combat."""

    combat: Combat
    title: str
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    ratio: str = ""
    column: str = ""
    final_column: str = ""
    strengths: tuple[StrengthLine, ...] = ()
    shifts: tuple[ShiftLine, ...] = ()
    table: CombatResultsTable | None = None
    forecast: Forecast = NO_FORECAST
    expected: Mapping[str, Any] | None = None
    prospects: tuple[ProspectLine, ...] = ()
    costs: str = ""
    more: str = ""
    faults: tuple[FaultLine, ...] = ()
    joiners: tuple[Joiner, ...] = ()
    plan: Plan | None = None
    story: tuple[StoryLine, ...] = ()
    earlier: tuple[str, ...] = ()

    @property
    def modifiers(self) -> int:
        """What is added to the die."""
        return sum(shift.columns for shift in self.shifts if shift.die)

    @property
    def over(self) -> bool:
        return self.combat.stage == "over"

    @property
    def gives_way(self) -> bool:
        """Whether another attack can be planned beside it: it is planned, over, or not yet made."""
        return self.plan is not None or self.over or (self.combat.stage, self.combat.kind) == DECLARED

    @property
    def rolled(self) -> bool:
        return bool(self.combat.result)


def combat_sight(
    stage: Stage, state: GameState, combat: Combat, promised: Iterable[Commit] = ()
) -> CombatSight:
    """A combat that is not yet rolled for; what was *promised* as support before and may no longer come is
    told with the reason.
    """
    attackers = tuple(state.units[i] for i in combat.attackers if i in state.units)
    defenders = tuple(state.units[i] for i in combat.defenders if i in state.units)
    title = ", ".join(stage.hex_name(hex) for hex in combat.targets)
    bare = CombatSight(combat, title, attackers, defenders)
    if not attackers and combat.stage != "made":  # made by no unit, it may have a strength all the same
        return replace(bare, table=state.board.rules.combat_table(state, combat))
    table = on_the_table(state, combat)
    odds = weigh(table, combat)
    return replace(
        bare,
        costs=_costs(stage, state, combat) if combat.stage == "declared" else "",
        prospects=tuple(_prospect_line(stage, combat, p) for p in _worth_telling(state, combat, promised)),
        ratio=f"{odds.attack} : {odds.defence}",
        column=odds.column,
        final_column=odds.final_column,
        strengths=tuple(line for unit in odds.units for line in _strengths(stage, state, combat, unit)),
        shifts=_shifts(odds),
        table=odds.table,
        more=_more(table, combat, odds),
        forecast=_forecast(table, combat, odds),
    )


def plan_sight(stage: Stage, state: GameState, plan: Plan, plans: list[Plan]) -> CombatSight:
    """An attack only planned, weighed as the table stands; or why it cannot be declared."""
    faults = tuple(_fault_line(stage, fault) for fault in faults_of(state, plan))
    if not plan.targets or any(not fault.unit for fault in faults):
        title = ", ".join(stage.hex_name(hex) for hex in plan.targets)
        units = tuple(state.units[id] for id in plan.attackers if id in state.units)
        return CombatSight(
            Combat(-1, "attack", plan.side, plan.targets), title, units, (), faults=faults, plan=plan
        )
    out = {fault.unit for fault in faults}
    able = replace(plan, attackers=tuple(id for id in plan.attackers if id not in out))
    found = combat_sight(stage, state, combat_of(state, able), plan.support)
    joiners = tuple(who_could_join(state, plans, plan))
    counted = {(pledge.what, pledge.unit) for pledge in found.combat.pledges}
    wished = [
        ProspectLine(Prospect(action, plan.side), _committed(stage, action), "", True)
        for action in plan.support
        if (action.what, action.unit or action.word) in counted
    ]
    return replace(found, faults=faults, plan=plan, joiners=joiners, prospects=(*wished, *found.prospects))


def _fault_line(stage: Stage, fault: Fault) -> FaultLine:
    ids = [fault.unit] if fault.unit in stage.board.counters else []
    return FaultLine(titled_first(stage.readable(fault.refusal.reason, *ids)), fault.refusal.rule, fault.unit)


def _committed(stage: Stage, action: Any) -> str:
    """What is committed, in few words: the unit, or the word for it and how many."""
    named, heading = commit_text(stage, action), answer_heading(stage, action)
    return named if action.unit or named == heading else f"{heading}: {named[:1].lower()}{named[1:]}"


def _prospect_line(stage: Stage, combat: Combat, prospect: Prospect) -> ProspectLine:
    """What could come, or with what the other side could answer; or the reason why not."""
    action, refusal = prospect.action, prospect.refusal
    what, ours = _committed(stage, action), prospect.side == combat.side
    if refusal is not None:
        ids = [action.unit] if action.unit in stage.board.counters else []
        reason = stage.readable(refusal.reason, *ids)
        return ProspectLine(
            prospect, titled_first(reason if action.unit else f"{what}: {reason}"), refusal.rule
        )
    other = f"{stage.side_name(prospect.side)} could answer: {what}"
    told = f"{what} could come" if ours else other
    if combat.stage == "declared":
        told += ", once the attack is declared"
    if not prospect.moved:
        told += ", without effect"
    return ProspectLine(prospect, told, prospect.rule)


def _worth_telling(state: GameState, combat: Combat, promised: Iterable[Commit]) -> list[Prospect]:
    """What could come; of a kind of which nothing can, the first with the reason why not; what no longer."""
    found = prospects(state, combat)
    before = set(promised)
    told = {(p.side, p.action.what) for p in found if p.refusal is None}
    worth = []
    for prospect in found:
        kind = prospect.side, prospect.action.what
        if prospect.refusal is None or kind not in told or prospect.action in before:
            told.add(kind)
            worth.append(prospect)
    return worth


def _more(table: GameState, combat: Combat, odds: Odds) -> str:
    """`2 more strength make it 2-1, fought at 1-1.`; empty where no strength brings a better column."""
    rules, columns = table.board.rules, odds.table.columns
    if rules.fixed_column(table, combat):
        return ""
    find = odds.table.column if rules.holds(Custom.ODDS_DOWN) else odds.table.nearest
    at, most = columns.index(odds.column), ceil(ratio_of(columns[-1]) * max(odds.defence, 1))
    for more in range(1, most - odds.attack + 1):
        after = find(odds.attack + more, odds.defence)
        final = columns[odds.table.clamp(after + sum(shift.columns for shift in odds.shifts))]
        if after > at and final != odds.final_column:
            verb = "makes" if more == 1 else "make"
            fought = f", fought at {final}" if odds.shifts and final != columns[after] else ""
            return f"{more} more strength {verb} it {columns[after]}{fought}."
    return ""


def _costs(stage: Stage, state: GameState, combat: Combat) -> str:
    """`Costs 1 US SP, 7 left.`"""
    found = [
        f"{cost.amount} {stage.presentation.track_look(cost.track).label}, {cost.left} left"
        for cost in costs(state, combat)
    ]
    return f"Costs {'; '.join(found)}." if found else ""


def rolled_sight(stage: Stage, state: GameState, before: CombatSight | None, combat: Combat) -> CombatSight:
    """The same combat after the dice; what was weighed before them is kept."""
    known = before if before is not None and before.combat.id == combat.id else None
    if known is None:
        title = ", ".join(stage.hex_name(hex) for hex in combat.targets)
        units = [
            tuple(state.units[i] for i in ids if i in state.units)
            for ids in (combat.attackers, combat.defenders)
        ]
        known = CombatSight(combat, title, units[0], units[1], shifts=_added(state, combat))
    shifts = tuple(ShiftLine(s.columns, s.text, s.rule) for s in combat.shifts)
    die = tuple(line for line in known.shifts if line.die)
    table = known.table or state.board.rules.combat_table(state, combat)
    return replace(
        known,
        combat=combat,
        ratio=f"{combat.strengths[0]} : {combat.strengths[1]}",
        final_column=combat.column,
        shifts=(*shifts, *die),
        table=table,
        forecast=_forecast_at(state, table, combat, sum(line.columns for line in die)),
        prospects=(),
        costs="",
        more="",
    )


def _added(state: GameState, combat: Combat) -> tuple[ShiftLine, ...]:
    """What was added to a die thrown before the combat was seen here: told where it explains the result."""
    modifiers = state.board.rules.die_modifiers(on_the_table(state, combat), combat)
    table, total = state.board.rules.combat_table(state, combat), sum(m.amount for m in modifiers)
    if combat.column not in table.columns or not combat.dice:
        return ()
    if tuple(table.entry(table.columns.index(combat.column), combat.dice[0] + total)) != combat.result:
        return ()
    return tuple(ShiftLine(m.amount, m.text, m.rule, die=True) for m in modifiers)


def expected(state: GameState, combat: Combat) -> Mapping[str, Any] | None:
    """What a combat is expected to cost, as the rules count it; None where that cannot be said."""
    if combat.result or not combat.targets:
        return None
    found = expected_of(state, combat)
    return found if found["hex_taken"]["least"] is not None else None


# ------------------------------------------------------------------ parts
def _strengths(stage: Stage, state: GameState, combat: Combat, weighed: UnitStrength) -> list[StrengthLine]:
    unit = state.units[weighed.unit]
    attacking = weighed.unit in combat.attackers
    name = f"{stage.unit_name(unit)}, {stage.number(unit.hex)}"
    mark = str(unit.counter.provenance.get("strength", ""))
    first = weighed.factors[0] if weighed.factors else None
    text = f"{name}: {first.text}" if first is not None else name
    lines = [
        StrengthLine(
            text, str(weighed.printed), str(weighed.used), first.rule if first else "", mark, attacking,
            first.text if first else "",
        )
    ]  # fmt: skip
    lines += [
        StrengthLine(f"   {f.text}", rule=f.rule, attacker=attacking, why=f.text) for f in weighed.factors[1:]
    ]
    return lines


def _shifts(odds: Odds) -> tuple[ShiftLine, ...]:
    columns = [ShiftLine(s.columns, s.text, s.rule) for s in odds.shifts]
    return (*columns, *(ShiftLine(m.amount, m.text, m.rule, die=True) for m in odds.modifiers))


def _forecast_at(state: GameState, table: CombatResultsTable, combat: Combat, modifier: int) -> Forecast:
    """The chances in the column fought on, what was rolled marked among them."""
    if combat.column not in table.columns:
        return NO_FORECAST
    column, faces = table.columns.index(combat.column), dict[tuple[str, ...], list[int]]()
    on_table = on_the_table(state, combat)  # it may be over already
    for die in range(1, 7):
        faces.setdefault(tuple(table.entry(column, die + modifier)), []).append(die)
    chances = (
        Chance(result_text(r), tuple(dice), told(on_table, combat, r), r == combat.result)
        for r, dice in faces.items()
    )
    return Forecast(tuple(chances))


def _forecast(table: GameState, combat: Combat, odds: Odds) -> Forecast:
    faces: dict[tuple[str, ...], list[int]] = {}
    for die, result, _ in odds.outcomes():
        faces.setdefault(tuple(result), []).append(die)
    chances = tuple(Chance(result_text(r), tuple(dice), told(table, combat, r)) for r, dice in faces.items())
    return Forecast(chances, sum(len(dice) for dice in faces.values()))


def told(state: GameState, combat: Combat, result: tuple[str, ...]) -> str:
    """What a result does, in a sentence: by the ruleset's own account of it where it has one."""
    effects = state.board.rules.result_effects(state, combat, result)
    if effects is None:
        return in_words(state, result)
    verbs = (
        ("{} is eliminated", effects.eliminated), ("{} is exchanged", effects.exchanged),
        ("{} goes back", effects.retreated), ("{} is disrupted", effects.disrupted),
    )  # fmt: skip
    parts = ["both sides lose units in exchange"] if all(effects.exchanged) else []
    parts += [
        verb.format(role)
        for verb, on in verbs
        for role, so in (("the defender", on[1]), ("the attacker", on[0]))
        if so and (on is not effects.exchanged or not parts)
    ]
    if effects.taken:
        parts.append("the hex can be taken")
    return titled_first("; ".join(parts)) if parts else "Nothing happens"


def in_words(state: GameState, result: tuple[str, ...]) -> str:
    """A result of a table of numbers in words; empty for a word of the ruleset, which says it itself."""
    if len(result) != 2:
        return ""  # the result itself stands beside it
    word = loss_word(state.board)
    attacker, defender = (_pays(part, word) for part in result)
    parts = [f"the defender {defender}" if defender else "", f"the attacker {attacker}" if attacker else ""]
    told = "; ".join(part for part in parts if part)
    return told[:1].upper() + told[1:] if told else "Nothing happens"


def _pays(part: str, word: str) -> str:
    if part == "0":
        return ""
    if part == "e":
        return "is eliminated"
    return f"pays {count(int(part), f'{word} or hex', f'{word}s or hexes')}" if part.isdigit() else part
