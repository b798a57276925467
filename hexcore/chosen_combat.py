"""Combat as a ruleset folder chooses it: the table, what the ground gives, who may attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from hexcore.attacks import attackers_of, held_against
from hexcore.charts import CombatResultsTable
from hexcore.chosen_ground import GroundChart
from hexcore.chosen_range import add_range
from hexcore.folder_models import CombatTable
from hexcore.folder_rows import CostRow
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import DieModifier, Factor, Shift
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import enemy_zone, zone

Sides = Iterator[int]


def add_combat(sheet: RuleSheet, said: CombatTable, crt: Callable[[], CombatResultsTable]) -> None:
    """The rules of [combat] but for results: the table, and who may attack."""
    sheet.add("combat", "combat_table", lambda state, combat: crt(), said.rule)
    kinds = None if said.attackers is None else frozenset(said.attackers)

    def fights(state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None) -> str | None:
        if unit.counter.kind in kinds if kinds is not None else unit.step.strength > 0:
            return None
        return f"{unit.counter.name} does not attack"

    sheet.add("combat", "may_attack", fights, said.attackers_rule)
    if said.range is not None:
        add_range(sheet, said.range)
    if said.must_attack:
        sheet.add("combat.must_attack", "may_end_phase", _unattacked(), said.must_attack_rule)
    if said.all_attack:
        sheet.add("combat.all_attack", "may_end_phase", _idle(), said.all_attack_rule)


# ------------------------------------------------------------------ attacks that must be made
def _unattacked() -> Callable[..., Any]:
    """An enemy in a zone of the side's own whom a unit is left to attack. Only zones count: whoever stands
    across a hexside that zones do not cross may be attacked, and need not be."""

    def unattacked(state: GameState, side: Side) -> str | None:
        if state.board.phase(state.phase).kind != "combat":
            return None
        ours, rules = zone(state, side), state.board.rules
        owed = [
            state.board.map.numbers[hex]
            for hex in sorted(held_against(state, side))
            if ours[hex] and rules.can_be_attacked(state, hex) and attackers_of(state, side, (hex,))
        ]
        return f"{' and '.join(owed)} must be attacked" if owed else None

    return unattacked


def _idle() -> Callable[..., Any]:
    """A unit in an enemy zone that has not attacked, and still can."""

    def idle(state: GameState, side: Side) -> str | None:
        if state.board.phase(state.phase).kind != "combat":
            return None
        theirs, rules = enemy_zone(state, side), state.board.rules
        open_to_attack = [h for h in held_against(state, side) if rules.can_be_attacked(state, h)]
        for unit in state.on_map(side):
            if theirs[unit.hex] and not state.note("fought", unit.id):
                near = set(state.board.map.around(unit.hex)).intersection(open_to_attack)
                if any(rules.can_attack(state, unit, (h,), None) for h in near):
                    return f"{unit.counter.name} must attack"
        return None

    return idle


# ------------------------------------------------------------------ the ground
def add_ground_effects(sheet: RuleSheet, said: CombatTable, ground: Callable[[], GroundChart]) -> None:
    """What costs.csv gives to combat, each row under its number, and how much of it counts."""
    for row in ground().rows:
        effect = _Effect(row, said.hexsides == "all", ground)
        name = f"costs.{row.word}"
        if row.shift:
            sheet.add(name, "combat_shifts", effect.shifts(), row.rule)
        if row.die:
            sheet.add(name, "die_modifiers", effect.modifiers(), row.rule)
        if row.attack != "1" or row.defence != "1":
            sheet.add(name, "strength_factors", effect.factors(), row.rule)
    number, most = said.most_shift_rule, said.most_shift

    def counting(state: GameState, combat: Combat, shifts: list[Shift]) -> list[Shift]:
        left = best_defence(shifts)
        return left if most is None or not state.board.rules.active(number) else capped(left, most, number)

    sheet.add("combat", "shifts_that_count", counting, also=(number,) if most is not None else ())


def best_defence(shifts: list[Shift]) -> list[Shift]:
    """Of several hexes attacked at once, the one whose shifts serve the defender best counts."""
    by_hex: dict[int, list[Shift]] = {}
    for shift in shifts:
        by_hex.setdefault(shift.hex, []).append(shift)
    general = by_hex.pop(-1, [])
    return [*general, *min(by_hex.values(), key=lambda part: sum(s.columns for s in part), default=[])]


def capped(shifts: list[Shift], most: int, number: str) -> list[Shift]:
    """Shifts that come to no more than so many columns either way."""
    total = sum(s.columns for s in shifts)
    over = total - max(-most, min(most, total))
    return [*shifts, Shift(-over, f"no more than {most} columns", number)] if over else shifts


class _Effect:
    """One row of costs.csv in a combat. What it gives is looked up each time: corrections may change it."""

    def __init__(self, row: CostRow, all_across: bool, ground: Callable[[], GroundChart]) -> None:
        self.on, self.word, self.all_across, self.ground = row.on, row.word, all_across, ground

    @property
    def row(self) -> CostRow:
        return next(r for r in self.ground().rows if (r.on, r.word) == (self.on, self.word))

    @property
    def words(self) -> tuple[str, ...]:
        """The words of lines that count as one with it, itself among them: rows of one number that give the
        same are one case (`all attackers come across a river or a bridge`), told by the first of them."""
        own = self.row
        if self.on == "hex" or not own.rule:
            return (self.word,)
        return tuple(row.word for row in self.ground().rows if _case(row) == _case(own))

    def _hexes(self, state: GameState, combat: Combat) -> list[int]:
        """The hexes attacked of this ground."""
        ground = state.board.map
        return [
            h for h in combat.targets if self.word in ground.terrain[h] or self.word in ground.features[h]
        ]

    def _crosses(self, state: GameState, combat: Combat, unit: Unit) -> bool:
        """Whether a unit attacks over such a hexside, or along such a road, into every hex it touches."""
        ground, around = state.board.map, state.board.map.around(unit.hex)
        sides = [ground.side(unit.hex, t) for t in combat.targets if t in around]
        words = self.words
        if words[0] != self.word or not sides:
            return False
        if self.on == "road":
            return all(ground.roads[s] in words for s in sides)
        return all(not ground.sides[s].isdisjoint(words) for s in sides)

    def _over(self, state: GameState, combat: Combat) -> bool:
        crossing = [self._crosses(state, combat, state.units[i]) for i in combat.attackers]
        return bool(crossing) and (all(crossing) if self.all_across else any(crossing))

    def _text(self, state: GameState) -> str:
        if self.on == "hex":
            return f"the defender stands in {self.word}"
        return f"attackers come {'across' if self.on == 'side' else 'by'} {' or '.join(self.words)}"

    def shifts(self) -> Callable[..., Any]:
        def shifts(state: GameState, combat: Combat) -> list[Shift]:
            columns, text = self.row.shift, self._text(state)
            if self.on == "hex":
                return [Shift(columns, text, hex=h) for h in self._hexes(state, combat)]
            return [Shift(columns, text)] if self._over(state, combat) else []

        return shifts

    def modifiers(self) -> Callable[..., Any]:
        def modifiers(state: GameState, combat: Combat) -> DieModifier | None:
            counts = self._hexes(state, combat) if self.on == "hex" else self._over(state, combat)
            return DieModifier(self.row.die, self._text(state)) if counts else None

        return modifiers

    def factors(self) -> Callable[..., Any]:
        def factors(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
            attacking, row = unit.id in combat.attackers, self.row
            if self.on == "hex":
                there = self._hexes(state, combat) if attacking else unit.hex in self._hexes(state, combat)
            elif attacking:
                there = self._crosses(state, combat, unit)
            else:
                there = self._over(state, combat)
            value = fraction(row.attack if attacking else row.defence)
            if not there or value == 1:
                return None
            return Factor(value, f"{' or '.join(self.words)} × {row.attack if attacking else row.defence}")

        return factors


def _case(row: CostRow) -> tuple[object, ...]:
    """What two rows of lines have in common that count as one."""
    return row.on, row.rule, row.shift, row.die, row.attack, row.defence


def fraction(cell: str) -> Fraction:
    """A factor as written: `2`, `0.5`, `1/3`, `½`."""
    return Fraction(1, 2) if cell == "½" else Fraction(cell)


# ------------------------------------------------------------------ strengths of their own for defence
def add_defence(sheet: RuleSheet, defences: dict[str, tuple[int | None, ...]]) -> None:
    """Units whose counters print a strength for defence use it there; by unit, step by step."""
    if not any(value is not None for values in defences.values() for value in values):
        return

    def printed(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
        values = defences.get(unit.id, ())
        value = values[min(unit.losses, len(values) - 1)] if values else None
        if value is None or unit.id in combat.attackers:
            return None
        return Factor(Fraction(1), f"defends with {value}", stage=-1, value=value)

    sheet.add("counters", "strength_factors", printed)
