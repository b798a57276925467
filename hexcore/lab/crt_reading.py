"""Combat results tables as a ruleset's own combat procedure reads them: what every die does in every column.

The table is the one its rules answer (`combat_table`); the column after shifts and the line after die
modifiers are found as in a combat (`hexcore.odds.Odds`); what a word does is what its rules say of it
(`result_effects`). Nothing here is read from a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction

from hexcore.board import Board
from hexcore.charts import CombatResultsTable
from hexcore.foresight import on_the_table
from hexcore.game import opening
from hexcore.odds import Odds
from hexcore.positions import emptied
from hexcore.results import ALL
from hexcore.rules import DieModifier, Effects, Shift
from hexcore.state import Combat, GameState
from hexcore.units import Counter, Side, Unit

NUMBERS, WORDS, UNTOLD = "numbers", "words", "not told"
"""The families of results: steps or hexes for either side; words a rule explains; words none does."""
ATTACK = "attack"
Result = tuple[str, ...]


@dataclass(frozen=True)
class ReadTable:
    """One table under the name of its ruleset, and what its entries do. `effects` is empty for numbers.

    `kinds` are the kinds of combat resolved on it, in the ruleset's words.
    """

    label: str
    table: CombatResultsTable
    family: str
    effects: Mapping[Result, Effects]
    kinds: tuple[str, ...] = (ATTACK,)

    def odds(self, column: int, shift: int = 0, modifier: int = 0) -> Odds:
        """A combat in a column of the table, moved so many columns, with so much added to the die."""
        columns = self.table.columns
        shifts = (Shift(shift, "asked for"),) if shift else ()
        modifiers = (DieModifier(modifier, "asked for"),) if modifier else ()
        final = columns[self.table.clamp(column + shift)]
        return Odds((), 0, 0, columns[column], shifts, modifiers, final, self.table)

    def outcomes(self, column: int, shift: int = 0, modifier: int = 0) -> list[tuple[int, Result, Fraction]]:
        """Every face of the die: (die, result, probability)."""
        return self.odds(column, shift, modifier).outcomes()


# ------------------------------------------------------------------ asked of the rules
def tables_of(board: Board, label: str) -> list[ReadTable]:
    """The tables on which combats of a game are resolved: one, or several where kinds of combat have their
    own. LookupError where the game has none."""
    with board.reading():
        state, pairs = _probe(board)
        found: dict[tuple[object, ...], list[str]] = {}
        read: dict[tuple[object, ...], ReadTable] = {}
        for kind in _kinds(board):
            for combat in pairs:
                asked = _of_kind(combat, kind)
                table = board.rules.combat_table(on_the_table(state, asked), asked)
                key = (table.columns, tuple(sorted(table.rows.items())))
                if key not in read:
                    read[key] = _read(state, asked, table, label)
                if kind not in found.setdefault(key, []):
                    found[key].append(kind)
    if not read:
        raise LookupError(f"{label} has no combat results table")
    return [_named(read[key], tuple(found[key]), len(read)) for key in read]


def options_that_matter(board: Board, label: str) -> list[tuple[str, int]]:
    """The options of the game under which another table is read (`id=value`), and how many cells differ."""
    first, found = tables_of(board, label)[0], []
    with board.reading():
        state, pairs = _probe(board)
        for option in board.scenario.options:
            for value in option.values:
                chosen = {**board.options, option.id: value}
                if chosen == board.options:
                    continue
                other = board.ruleset.board(board.scenario.id, chosen)
                table = other.rules.combat_table(on_the_table(state.evolve(board=other), pairs[0]), pairs[0])
                differing = cells_apart(first.table, table)
                if differing:
                    found.append((f"{option.id}={value}", differing))
    return found


def cells_apart(one: CombatResultsTable, other: CombatResultsTable) -> int:
    """In how many cells two tables differ: those that only one has among them."""
    cells = [
        {(die, odds): t.rows[die][n] for die in t.rows for n, odds in enumerate(t.columns)}
        for t in (one, other)
    ]
    keys = cells[0].keys() | cells[1].keys()
    return sum(cells[0].get(key) != cells[1].get(key) for key in keys)


def _named(read: ReadTable, kinds: tuple[str, ...], of: int) -> ReadTable:
    label = read.label if of == 1 or ATTACK in kinds else f"{read.label} ({', '.join(kinds)})"
    return ReadTable(label, read.table, read.family, read.effects, kinds)


def _kinds(board: Board) -> list[str]:
    """The kinds of combat there may be: an attack, an overrun, whatever questions of the game are about."""
    added = [f.default for question in board.ruleset.decisions for f in fields(question) if f.name == "kind"]
    return list(dict.fromkeys([ATTACK, "overrun", *(kind for kind in added if isinstance(kind, str))]))


def _of_kind(combat: Combat, kind: str) -> Combat:
    return Combat(
        combat.id,
        kind,
        combat.side,
        combat.targets,
        combat.attackers,
        combat.defenders,
        origins=combat.origins,
    )


def _read(state: GameState, combat: Combat, table: CombatResultsTable, label: str) -> ReadTable:
    entries = dict.fromkeys(entry for row in table.rows.values() for entry in row)
    at = on_the_table(state, combat)
    effects = {entry: state.board.rules.result_effects(at, combat, entry) for entry in entries}
    told = {entry: effect for entry, effect in effects.items() if effect is not None}
    if len(told) == len(effects):
        return ReadTable(label, table, WORDS, told)
    numbers = all(len(entry) == 2 and all(n.isdigit() or n == ALL for n in entry) for entry in entries)
    return ReadTable(label, table, NUMBERS if numbers else UNTOLD, {})


# ------------------------------------------------------------------ two units face to face
def _probe(board: Board) -> tuple[GameState, list[Combat]]:
    """A state in which a unit of each side stands beside one of the other, and the combats between them."""
    state = emptied(opening(board), set())
    one, other = (plain_unit(board, side) for side in board.sides)
    near = _a_pair(board)
    if one is None or other is None or near is None:
        return state, []
    places = dict(zip((one.id, other.id), near, strict=True))
    state = state.with_units([Unit(board.counters[id], hex) for id, hex in places.items()])
    pairs = ((one, other), (other, one))
    combats = [
        Combat(0, ATTACK, a.side, (places[d.id],), (a.id,), (d.id,), origins=(places[a.id],))
        for a, d in pairs
    ]
    return state, combats


def plain_unit(board: Board, side: Side) -> Counter | None:
    """A unit of a side that fights and moves, with as little as possible that is peculiar to it."""
    able = [c for c in board.counters.values() if c.side == side and c.steps and c.steps[0].strength]
    able = [c for c in able if c.steps[0].movement] or able
    return min(able, key=lambda c: (len(c.traits), -c.steps[0].strength, c.id), default=None)


def _a_pair(board: Board) -> tuple[int, int] | None:
    """Two neighbouring hexes of clear ground; where there are none, any two."""
    ground, clear = board.map, board.ruleset.clear_ground
    plain = {h for h, words in enumerate(ground.terrain) if words == {clear} and not ground.features[h]}
    for hexes in (plain, set(range(len(ground)))):
        for hex in sorted(hexes):
            for near in ground.around(hex):
                if near in hexes:
                    return hex, near
    return None


def fighting_kinds(board: Board) -> frozenset[tuple[Side, str]]:
    """The kinds of units, by side, that the rules let attack an enemy beside them on clear ground."""
    near, found = _a_pair(board), set[tuple[Side, str]]()
    if near is None:
        return frozenset()
    with board.reading():
        empty = emptied(opening(board), set())
        for side in board.sides:
            enemy = next((c for s in board.sides if s != side and (c := plain_unit(board, s))), None)
            kinds = {c.kind: c for c in board.counters.values() if c.side == side and c.steps}
            for kind, counter in kinds.items():
                if enemy is None or not counter.steps[0].strength:
                    continue
                state = empty.with_units([Unit(counter, near[0]), Unit(enemy, near[1])])
                if not board.rules.may_attack(state, state.units[counter.id], (near[1],), None):
                    found.add((side, kind))
    return frozenset(found)
