"""Combat: the table, what an attack in the open comes to on it, what moves columns, what may be committed."""

from __future__ import annotations

from collections.abc import Iterator

from hexcore.charts import CombatResultsTable, ratio_of
from hexcore.foresight import on_the_table
from hexcore.lab.data_lines import DataLines, weakest
from hexcore.lab.profile_facts import NOT_TOLD, Fact, Grid, Spot
from hexcore.lab.profile_ground import Pair, attack_of, pairs_of
from hexcore.lab.proving_ground import ProvingGround, in_force
from hexcore.odds import Odds, weigh

RESULTS = "results of combat"
ON_HOOKS = {
    "strength_factors": "strength changed by",
    "combat_shifts": "columns shifted by",
    "die_modifiers": "die modified by",
    "fixed_column": "column fixed by",
    "combat_results": "results met by",
    "may_attack": "attacks limited by",
    "may_be_attacked": "targets limited by",
    "may_overrun": "overruns limited by",
    "combat_opens": "paid for by",
    "retreat_masks": "retreats closed by",
    "retreat_ranks": "retreats ranked by",
    "may_retreat": "retreats limited by",
    "may_advance": "advances limited by",
    "may_lose": "losses limited by",
    "combat_support": "support offered by",
}
"""Hooks of a combat, and what the rules on them do."""
EFFECTS = ("eliminated", "exchanged", "retreated", "disrupted")
MULTIPLES = (1, 2, 3, 4, 6, 12)


# ------------------------------------------------------------------ the table
def results_table(ground: ProvingGround) -> CombatResultsTable | None:
    """The table of an attack in the open; None where no table answers."""
    for pair in pairs_of(ground)[:1]:
        state, combat = attack_of(ground, ground.clear, {pair.attacker: ground.patch.middle}, pair.defender)
        found: CombatResultsTable | None = ground.clear.rules.combat_table(state, combat)
        return found
    return None


def results_grid(ground: ProvingGround, data: DataLines, table: CombatResultsTable) -> Grid:
    """The table as it is printed, each cell with its mark."""
    rule = next((one.rule for one in in_force(ground.clear, "combat_table") if one.rule), "")
    marks = _marks(data)
    cells = {
        (str(die), odds): Spot(
            "/".join(entry), rule, marks.get((str(die), odds)) or table.marks.get((die, odds), "")
        )
        for die in table.dice
        for odds, entry in zip(table.columns, table.rows[die], strict=True)
    }
    rows = tuple(map(str, table.dice))
    return Grid("combat-results", RESULTS.capitalize(), rows, table.columns, cells, "die", axis=True)


def _marks(data: DataLines) -> dict[tuple[str, str], str]:
    """The mark of each cell, by the look that lays the table out by die and odds."""
    for look in data.looks():
        table = data.tables.get(look.get("table", ""))
        if table is None or not {look.get("rows"), look.get("columns")} <= set(table.headings):
            continue
        if not all(_is_odds(line.cells[look["columns"]]) for line in table.lines):
            continue
        cells = [cell for cell in look.get("cells", ()) if cell in table.headings]
        return {
            (line.cells[look["rows"]], line.cells[look["columns"]]): weakest(
                {data.mark_of(table, line, cell, look.get("mark", "")) for cell in cells}
            )
            for line in table.lines
        }
    return {}


def _is_odds(word: str) -> bool:
    head, _, tail = word.replace(":", "-").partition("-")
    return head.isdigit() and tail.isdigit()


def table_facts(ground: ProvingGround, grid: Grid, table: CombatResultsTable) -> Iterator[Fact]:
    """What kind of table it is."""
    rule = next(iter(grid.cells.values())).rule
    odds = all(_is_odds(column) for column in table.columns)
    entries = {entry for row in table.rows.values() for entry in row}
    words = sorted({"/".join(entry) for entry in entries})
    numbers = all(len(e) == 2 and all(w.isdigit() or w == "e" for w in e) for e in entries)
    told = {
        "kind": "odds" if odds else "differential",
        "columns": len(table.columns),
        "lowest column": table.columns[0],
        "highest column": table.columns[-1],
        "die": f"{table.dice[0]} to {table.dice[-1]}",
        "results": "numbers by side: hexes or steps" if numbers else "words: " + ", ".join(words),
    }
    mark = weakest({spot.mark for spot in grid.cells.values() if spot.mark})
    for name, value in told.items():
        yield Fact(("combat", RESULTS, name), value, rule=rule, mark=mark)
    if not numbers:
        yield from _word_facts(ground, words)


def _word_facts(ground: ProvingGround, words: list[str]) -> Iterator[Fact]:
    """What each word of the table does to either side."""
    for pair in pairs_of(ground)[:1]:
        state, combat = attack_of(ground, ground.clear, {pair.attacker: ground.patch.middle}, pair.defender)
        table = on_the_table(state, combat)
        for word in words:
            effect = ground.clear.rules.result_effects(table, combat, (word,))
            parts = [
                f"{role} {name}"
                for name in EFFECTS
                for n, role in enumerate(("attacker", "defender"))
                if effect is not None and getattr(effect, name)[n]
            ]
            yield Fact(("combat", RESULTS, word), ", ".join(parts) or ("nothing" if effect else NOT_TOLD))


# ------------------------------------------------------------------ as fought
def fought_grid(ground: ProvingGround, table: CombatResultsTable) -> Grid:
    """What an attack in the open comes to, by the odds of its strengths and the die as it is rolled: units of
    such strengths are set up beside each other and weighed as play weighs them."""
    cells: dict[tuple[str, str], Spot] = {}
    pairs = pairs_of(ground)[:1]
    for column in table.columns:
        for pair in pairs:
            found = _at_odds(ground, pair, column)
            if found is None:
                continue
            numbers = [one.rule for one in found.shifts] + [one.rule for one in found.modifiers]
            rule = " ".join(dict.fromkeys(number for number in numbers if number))
            for die, result, _ in found.outcomes():
                cells[str(die), column] = Spot("/".join(result), rule)
    rows = tuple(dict.fromkeys(row for row, _ in cells))
    note = "strengths in these odds, clear ground, nothing committed; the die as it is rolled"
    title = "An attack in the open"
    return Grid("combat-in-the-open", title, rows, table.columns, cells, "die", axis=True, note=note)


def _at_odds(ground: ProvingGround, pair: Pair, column: str) -> Odds | None:
    """Such an attack weighed; strengths are enlarged until the rules make just these odds of them."""
    ratio, at = ratio_of(column), ground.patch
    for many in MULTIPLES:
        strengths = {pair.attacker: ratio.numerator * many, pair.defender: ratio.denominator}
        state, combat = attack_of(ground, ground.clear, {pair.attacker: at.middle}, pair.defender, strengths)
        found = weigh(on_the_table(state, combat), combat)
        if ratio_of(column) * found.defence == found.attack and found.defence:
            return found
    return None


def open_facts(ground: ProvingGround) -> Iterator[Fact]:
    """What moves the column, the die and the strengths of an attack in the open, with nothing committed."""
    for pair in pairs_of(ground):
        state, combat = attack_of(ground, ground.clear, {pair.attacker: ground.patch.middle}, pair.defender)
        found = weigh(on_the_table(state, combat), combat)
        key = ("combat", "in the open", f"{pair.mobility} attacking {pair.side}")
        rule = " ".join(dict.fromkeys(shift.rule for shift in found.shifts if shift.rule))
        yield Fact((*key, "columns"), sum(shift.columns for shift in found.shifts), "columns", rule)
        rule = " ".join(dict.fromkeys(one.rule for one in found.modifiers if one.rule))
        yield Fact((*key, "die"), sum(one.amount for one in found.modifiers), "pips", rule)


# ------------------------------------------------------------------ what else counts
def modifier_facts(ground: ProvingGround) -> Iterator[Fact]:
    """The numbered rules in force on the hooks of a combat, by what they do, each under its title."""
    for hook, what in ON_HOOKS.items():
        found = rules_on(ground, hook)
        yield Fact(("combat", what, "rules"), len(found), "rules")
        for title, number in found.items():
            yield Fact(("combat", what, title), "in force", rule=number)


def rules_on(ground: ProvingGround, hook: str) -> dict[str, str]:
    """The numbered rules in force on a hook, by their titles; by their numbers where they have none."""
    texts, found = ground.ruleset.rule_texts, dict[str, str]()
    for number in dict.fromkeys(one.rule for one in in_force(ground.clear, hook) if one.rule):
        title = texts[number].title if number in texts else ""
        found[title if title and title not in found else number] = number
    return found
