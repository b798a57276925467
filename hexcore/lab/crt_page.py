"""The page of `lab crt`: tables of outcomes and figures, and several tables laid on one axis of odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hexcore.lab.crt import EVEN, MOST_STEPS, Chance, Column, break_even, columns, odds_axis, worths
from hexcore.lab.crt_reading import NUMBERS, UNTOLD, WORDS, ReadTable
from hexcore.lab.pages import Block, Cell, Page, Plot, Series, Table, Words

FAMILY = {
    NUMBERS: "numbers: each is lost as steps or hexes, as its owner chooses within the rules; the loss is "
    "the mean of the numbers",
    WORDS: "words: what each does is what the rules say of it; the loss is the chance to be removed or "
    "exchanged",
    UNTOLD: "words that no rule explains to others: chances of the words alone",
}
Measure = Callable[[Column], Chance]


@dataclass(frozen=True)
class Asked:
    """How tables are to be read: columns to the right, added to the die, and what an `e` counts for."""

    shift: int = 0
    modifier: int = 0
    all_lost: int | None = None

    def columns(self, read: ReadTable) -> list[Column]:
        return columns(read, self.shift, self.modifier, self.all_lost)

    def words(self) -> str:
        parts = []
        if self.shift:
            parts.append(f"{abs(self.shift)} column{'s' * (abs(self.shift) > 1)} to the {_way(self.shift)}")
        if self.modifier:
            parts.append(f"{self.modifier:+d} on the die")
        if self.all_lost is not None:
            parts.append(f"an `e` counted as {self.all_lost} points")
        return ", ".join(parts) or "as printed"


def _way(shift: int) -> str:
    return "right" if shift > 0 else "left"


MEASURES: tuple[tuple[str, str, Measure], ...] = (
    ("clear", "chance that the defender is gone from the hex", lambda c: c.leaves),
    ("defender-hurt", "chance that the defender is hurt", lambda c: c.chance(lambda cell: cell.hurt(1))),
    ("attacker-hurt", "chance that the attacker is hurt", lambda c: c.chance(lambda cell: cell.hurt(0))),
    ("defender-lost", "chance that all defenders are lost", lambda c: c.chance(lambda cell: cell.lost(1))),
    (
        "attacker-lost",
        "chance that attackers are eliminated or exchanged",
        lambda c: c.chance(lambda cell: cell.lost(0)),
    ),
)
"""What tables of either family tell: name, title, figure. Of numbers only an `e` loses all of a side."""


def page(
    reads: Sequence[ReadTable],
    asked: Asked,
    made: Sequence[tuple[str, str]],
    notes: Sequence[str] = (),
) -> Page:
    """Tables by themselves, then side by side."""
    blocks: list[Block] = [Words((f"Read {asked.words()}.", *(_family(r) for r in reads), *notes))]
    for read in reads:
        blocks += _of_one(read, asked)
    if len(reads) > 1:
        blocks += _side_by_side(reads, asked)
    names = ", ".join(read.label for read in reads)
    return Page(f"Combat results: {names}", tuple(blocks), (("method", "exact fractions"), *made))


def _family(read: ReadTable) -> str:
    return f"{read.label}: {FAMILY[read.family]}."


# ------------------------------------------------------------------ one table
def _of_one(read: ReadTable, asked: Asked) -> list[Block]:
    found, name = asked.columns(read), _file_name(read.label)
    outcomes = _outcomes(read, found, name)
    title = f"{read.label}: results at each odds"
    blocks: list[Block] = [outcomes, _drawn(outcomes, f"{name}-chances", title)]
    if read.family != UNTOLD:
        blocks += [_figures(read, found, name), _worth(read, asked, name), _break_even(read, found)]
    return blocks


def _file_name(label: str) -> str:
    return "crt-" + "".join(sign if sign.isalnum() else "-" for sign in label).strip("-")


def _outcomes(read: ReadTable, found: Sequence[Column], name: str) -> Table:
    entries = list(dict.fromkeys(entry for column in found for _, entry, _ in column.outcomes))
    rows: list[tuple[Cell, ...]] = []
    for column in found:
        chances = {entry: Fraction(0) for entry in entries}
        for _, entry, chance in column.outcomes:
            chances[entry] += chance
        rows.append((column.odds, column.fought_on, *(chances[entry] for entry in entries)))
    head = ("odds", "fought on", *("/".join(entry) for entry in entries))
    return Table(f"{name}-outcomes", f"{read.label}: probability of each result", head, tuple(rows))


def _drawn(outcomes: Table, name: str, title: str) -> Plot:
    """The chances of a table of results on top of each other."""
    places = tuple(str(row[0]) for row in outcomes.rows)
    series = tuple(
        Series(entry, tuple(float(row[n] or 0) for row in outcomes.rows))
        for n, entry in enumerate(outcomes.head[2:], 2)
    )
    return Plot(name, title, "stacked", "odds", "chance", places, series, drawn_from=outcomes.name)


def _figures(read: ReadTable, found: Sequence[Column], name: str) -> Table:
    head = ["odds", "attacker's loss", "defender's loss", "exchange", "variance, attacker"]
    head += ["variance, defender", "gone from the hex"]
    steps = range(1, MOST_STEPS + 1) if read.family == NUMBERS else ()
    head += [f"{n}-step stand broken" for n in steps]
    rows = [
        (
            column.odds,
            column.loss(0),
            column.loss(1),
            column.exchange_ratio,
            column.spread(0),
            column.spread(1),
            column.leaves,
            *(column.clears(n) for n in steps),
        )
        for column in found
    ]
    note = "exchange: defender's loss for one of the attacker's; – where a figure is not defined"
    return Table(f"{name}-figures", f"{read.label}: what to expect", tuple(head), tuple(rows), note)


def _worth(read: ReadTable, asked: Asked, name: str) -> Table:
    rows = [
        (one.odds, *one.column, *one.pip) for one in worths(read, asked.shift, asked.modifier, asked.all_lost)
    ]
    head = ("odds", "column: net loss", "column: gone", "pip: net loss", "pip: gone")
    title = f"{read.label}: worth of one column to the right, and of one pip more on the die"
    return Table(f"{name}-worth", title, head, tuple(rows), "net loss: the defender's less the attacker's")


def _break_even(read: ReadTable, found: Sequence[Column]) -> Words:
    even = break_even(found, lambda c: c.net, Fraction(0))
    gone = break_even(found, lambda c: c.leaves, EVEN)
    return Words(
        (
            f"From {even} on the defender loses no less than the attacker."
            if even
            else "No odds break even.",
            f"From {gone} on the hex is cleared at least every other time."
            if gone
            else "No odds clear the hex every other time.",
        ),
        f"{read.label}: break-even odds",
    )


# ------------------------------------------------------------------ several on one axis
def _side_by_side(reads: Sequence[ReadTable], asked: Asked) -> list[Block]:
    axis = odds_axis(reads)
    by_odds = {read.label: {c.odds: c for c in asked.columns(read)} for read in reads}
    note = "– and a gap: the table has no such column"
    blocks: list[Block] = []
    for name, title, measure in MEASURES:
        rows = tuple((odds, *(_at(by_odds[r.label], odds, measure) for r in reads)) for odds in axis)
        blocks.append(Table(f"axis-{name}", title, ("odds", *(r.label for r in reads)), rows, note))
        series = tuple(_series(read, by_odds[read.label], axis, measure) for read in reads)
        if name in ("clear", "attacker-hurt"):
            blocks.append(Plot(f"plot-{name}", title, "lines", "odds", "chance", tuple(axis), series))
    return blocks


def _at(found: dict[str, Column], odds: str, measure: Measure) -> Chance:
    return measure(found[odds]) if odds in found else None


def _series(read: ReadTable, found: dict[str, Column], axis: Sequence[str], measure: Measure) -> Series:
    values = [_at(found, odds, measure) for odds in axis]
    return Series(read.label, tuple(None if value is None else float(value) for value in values))
