"""A combat as the combat panel shows it: forces, strengths, shifts, table, chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hexcore.charts import CombatResultsTable
from hexcore.game import Game
from hexcore.odds import Odds, UnitStrength, weigh
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_gui.combat_table import Chance, Forecast
from hexcore_gui.stage import Stage
from hexcore_gui.wording import count, result_text


@dataclass(frozen=True)
class StrengthLine:
    """One unit, or one more reason why it counts as it does."""

    text: str
    printed: str = ""
    used: str = ""
    rule: str = ""
    mark: str = ""
    attacker: bool = True


@dataclass(frozen=True)
class ShiftLine:
    """A column shift, or what is added to the die."""

    columns: int
    text: str
    rule: str
    die: bool = False


NO_FORECAST = Forecast()


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

    @property
    def rolled(self) -> bool:
        return bool(self.combat.result)


def combat_sight(stage: Stage, state: GameState, combat: Combat) -> CombatSight:
    """A combat that is not yet rolled for."""
    attackers = tuple(state.units[i] for i in combat.attackers if i in state.units)
    defenders = tuple(state.units[i] for i in combat.defenders if i in state.units)
    title = ", ".join(stage.hex_name(hex) for hex in combat.targets)
    bare = CombatSight(combat, title, attackers, defenders)
    if not attackers:
        return replace(bare, table=state.board.rules.combat_table(state, combat))
    odds = weigh(state, combat)
    return replace(
        bare,
        ratio=f"{odds.attack} : {odds.defence}",
        column=odds.column,
        final_column=odds.final_column,
        strengths=tuple(line for unit in odds.units for line in _strengths(stage, state, combat, unit)),
        shifts=_shifts(odds),
        table=odds.table,
        forecast=_forecast(odds),
    )


def rolled_sight(stage: Stage, state: GameState, before: CombatSight | None, combat: Combat) -> CombatSight:
    """The same combat after the dice; what was weighed before them is kept."""
    known = before if before is not None and before.combat.id == combat.id else None
    if known is None:
        title = ", ".join(stage.hex_name(hex) for hex in combat.targets)
        units = [
            tuple(state.units[i] for i in ids if i in state.units)
            for ids in (combat.attackers, combat.defenders)
        ]
        known = CombatSight(combat, title, units[0], units[1])
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
        forecast=_forecast_at(table, combat, sum(line.columns for line in die)),
    )


def expected(game: Game, side: str, combat: Combat) -> Mapping[str, Any] | None:
    """What a combat is expected to cost, as the rules count it."""
    numbers = game.board.map.numbers
    if not combat.attackers or combat.result:
        return None
    asked = game.ask("odds", target=[numbers[h] for h in combat.targets], attackers=list(combat.attackers))
    found: Mapping[str, Any] = asked["expected"]
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
            text, str(weighed.printed), str(weighed.used), first.rule if first else "", mark, attacking
        )
    ]
    lines += [StrengthLine(f"   {f.text}", rule=f.rule, attacker=attacking) for f in weighed.factors[1:]]
    return lines


def _shifts(odds: Odds) -> tuple[ShiftLine, ...]:
    columns = [ShiftLine(s.columns, s.text, s.rule) for s in odds.shifts]
    return (*columns, *(ShiftLine(m.amount, m.text, m.rule, die=True) for m in odds.modifiers))


def _forecast_at(table: CombatResultsTable, combat: Combat, modifier: int) -> Forecast:
    """The chances in the column fought on, what was rolled marked among them."""
    if combat.column not in table.columns:
        return NO_FORECAST
    column, faces = table.columns.index(combat.column), dict[tuple[str, ...], list[int]]()
    for die in range(1, 7):
        faces.setdefault(tuple(table.entry(column, die + modifier)), []).append(die)
    chances = (
        Chance(result_text(r), tuple(dice), in_words(r), r == combat.result) for r, dice in faces.items()
    )
    return Forecast(tuple(chances))


def _forecast(odds: Odds) -> Forecast:
    faces: dict[tuple[str, ...], list[int]] = {}
    for die, result, _ in odds.outcomes():
        faces.setdefault(tuple(result), []).append(die)
    chances = tuple(Chance(result_text(r), tuple(dice), in_words(r)) for r, dice in faces.items())
    return Forecast(chances, sum(len(dice) for dice in faces.values()))


def in_words(result: tuple[str, ...]) -> str:
    """A result of a table of numbers in words; a word of the ruleset as it is."""
    if len(result) != 2:
        return " ".join(result)
    attacker, defender = (_pays(part) for part in result)
    parts = [f"the defender {defender}" if defender else "", f"the attacker {attacker}" if attacker else ""]
    told = "; ".join(part for part in parts if part)
    return told[:1].upper() + told[1:] if told else "Nothing happens"


def _pays(part: str) -> str:
    if part == "0":
        return ""
    if part == "e":
        return "is eliminated"
    return f"pays {count(int(part), 'step or hex', 'steps or hexes')}" if part.isdigit() else part
