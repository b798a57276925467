"""The page of `lab sensitivity`: what a change of one value does to a game, told in pairs of games.

The two games of a pair have the same seed, and chance comes by streams (`hexcore.streams`); what is told is
the mean of the differences, so that the luck both games share falls out.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexcore.lab.balance import lead, made
from hexcore.lab.book import Book
from hexcore.lab.changes import Change
from hexcore.lab.intervals import CONFIDENCE, Interval, mean, paired_shares
from hexcore.lab.order import Order
from hexcore.lab.pages import Block, Cell, Page, Plot, Series, Table, Words
from hexcore.lab.unknown import DOWN, UP, Group
from hexcore.ledger import Fault
from hexcore.units import Side

Pair = tuple[Mapping[str, Any], Mapping[str, Any]]


@dataclass(frozen=True)
class Effect:
    """What one change does: to the lead in points of the second side, to each side's points and wins.

    `alike` is how many pairs ended in the very same position; `together` how strongly the leads of the two
    games of a pair go together, None where that cannot be told.
    """

    change: Change
    pairs: int
    lead: Interval
    points: Mapping[Side, Interval]
    wins: Mapping[Side, Interval]
    levels: int
    alike: int
    together: float | None
    faults: tuple[Fault, ...]


def effect_of(book: Book, change: Change, variant: int, pairs: int) -> Effect:
    """What a variant comes to, in the pairs of which both games have an end."""
    before, after = book.of_variant(0, pairs), book.of_variant(variant, pairs)
    both: list[Pair] = [(row, after[n]) for n, row in before.items() if n in after]
    sides = book.sides
    return Effect(
        change,
        len(both),
        mean([lead(b, sides) - lead(a, sides) for a, b in both]) if len(sides) == 2 else Interval(None),
        {side: mean([b[f"points_{side}"] - a[f"points_{side}"] for a, b in both]) for side in sides},
        {side: paired_shares((a["winner"] == side, b["winner"] == side) for a, b in both) for side in sides},
        sum((a["level"], a["winner"]) != (b["level"], b["winner"]) for a, b in both),
        sum(a["hash"] == b["hash"] for a, b in both),
        _together(both, sides),
        (*book.failed_of(variant, pairs), *book.failed_of(0, pairs)),
    )


def _together(both: Sequence[Pair], sides: Sequence[Side]) -> float | None:
    if len(sides) != 2:
        return None
    try:
        return statistics.correlation([lead(a, sides) for a, _ in both], [lead(b, sides) for _, b in both])
    except statistics.StatisticsError:  # too few pairs, or leads that never differ
        return None


class Measure:
    """What a tornado is drawn of: the lead in points, or, where a ruleset scores none, the wins of a side."""

    def __init__(self, effects: Sequence[Effect], sides: Sequence[Side], scored: bool) -> None:
        self.by_points = scored and len(sides) == 2
        self.side = sides[-1]
        points, wins = f"{sides[-1]} less {sides[0]}, points", f"share of wins of {sides[-1]}"
        self.word = points if self.by_points else wins
        self.effects = effects

    def of(self, effect: Effect) -> Interval:
        return effect.lead if self.by_points else effect.wins[self.side]

    def size(self, effect: Effect) -> float:
        """How large an effect is, for the order."""
        value = self.of(effect).value
        return abs(value) if value is not None else -math.inf


def sensitivity_page(book: Book, order: Order, asked: Mapping[int, Change], pairs: int) -> Page:
    """The effects of some variants, the largest first."""
    effects = [effect_of(book, change, variant, pairs) for variant, change in asked.items()]
    rows = list(book.of_variant(0, pairs).values())
    scored = any(row[f"points_{side}"] for row in rows for side in book.sides)
    measure = Measure(effects, book.sides, scored)
    effects.sort(key=lambda effect: (-measure.size(effect), effect.change.name))
    blocks: list[Block] = [
        Words(
            (
                f"Up to {pairs} pairs of games for each change, the two games of a pair with the same seed. "
                f"Every interval is one of {CONFIDENCE:.0%}; an effect is clear where it leaves nought out.",
            )
        ),
        tornado(effects, measure, "effects", "What each change does"),
        effects_table(effects, measure, book.sides),
    ]
    blocks += _faults(effects)
    title = f"Sensitivity of {order.ruleset}, {order.scenario}"
    return Page(title, tuple(blocks), made(order, pairs, "pairs"))


def tornado(effects: Sequence[Effect], measure: Measure, name: str, title: str) -> Plot:
    """The effects as bars from nought, in the order given."""
    told = [measure.of(effect) for effect in effects]
    places = tuple(effect.change.name for effect in effects)
    series = Series("effect", *(tuple(one[n] for one in told) for n in range(3)))
    return Plot(name, title, "tornado", "change", measure.word, places, (series,))


def effects_table(effects: Sequence[Effect], measure: Measure, sides: Sequence[Side]) -> Table:
    """Every effect with its intervals."""
    head = ["change", "pairs", "clear"]
    if measure.by_points:
        head += [measure.word, "low", "high"]
        head += [word for side in sides for word in (f"points of {side}", "low", "high")]
    head += [word for side in sides for word in (f"share of wins of {side}", "low", "high")]
    head += ["other level", "same end", "go together"]
    rows = tuple(_cells(effect, measure, sides) for effect in effects)
    note = (
        "other level: pairs that ended at different levels; same end: pairs that ended in the very same "
        "position; go together: the correlation of the leads of the two games of a pair."
    )
    return Table("effects-by-side", "The effects in figures", tuple(head), rows, note)


def _cells(effect: Effect, measure: Measure, sides: Sequence[Side]) -> tuple[Cell, ...]:
    cells: list[Cell] = [effect.change.name, effect.pairs, "yes" if measure.of(effect).clear else "no"]
    if measure.by_points:
        cells += [*effect.lead, *(number for side in sides for number in effect.points[side])]
    cells += [number for side in sides for number in effect.wins[side]]
    return (*cells, effect.levels, effect.alike, effect.together)


def _faults(effects: Sequence[Effect]) -> list[Block]:
    """Which changes have pairs that count nowhere, for a game of theirs has no end, and why."""
    cells = tuple((e.change.name, len(e.faults), e.faults[0].text) for e in effects if e.faults)
    head = ("change", "games", "why the first one has none")
    return [Table("faults", "Games without an end", head, cells)] if cells else []


# ------------------------------------------------------------------ values nobody has printed for us
@dataclass(frozen=True)
class Ranked:
    """A group of unknown values with what a step up and a step down do."""

    group: Group
    by_step: Mapping[int, Effect]

    def surely(self, measure: Measure) -> float:
        """What a step changes at least: the end of an interval nearer nought, nought where it is within."""
        return max((_least(measure.of(effect)) for effect in self.by_step.values()), default=0.0)

    def size(self, measure: Measure) -> float:
        return max((measure.size(effect) for effect in self.by_step.values()), default=-math.inf)


def _least(interval: Interval) -> float:
    if not interval.clear or interval.low is None or interval.high is None:
        return 0.0
    return min(abs(interval.low), abs(interval.high))


def unknown_page(
    book: Book,
    order: Order,
    groups: Sequence[Group],
    numbers: Mapping[str, int],
    pairs: int,
    refused: Mapping[str, str],
) -> Page:
    """Groups of unknown values, ranked by how much a step of theirs matters."""
    ranked = [
        Ranked(
            group,
            {
                step: effect_of(book, change, numbers[change.name], pairs)
                for step, change in group.changes().items()
                if change.name in numbers
            },
        )
        for group in groups
    ]
    rows = list(book.of_variant(0, pairs).values())
    scored = any(row[f"points_{side}"] for row in rows for side in book.sides)
    measure = Measure([], book.sides, scored)
    ranked.sort(key=lambda one: (-one.surely(measure), -one.size(measure), one.group.name))
    clear = sum(one.surely(measure) > 0 for one in ranked)
    lines = (
        f"{len(ranked)} groups of values that carry the mark of a reconstruction, each a step of 1 up and "
        f"down (a column of results: those of the next column), in up to {pairs} pairs of games.",
        f"{clear} of them change {measure.word} by so much that the interval of {CONFIDENCE:.0%} leaves "
        "nought out. They come first, by what they change at least; the others by the size of what was "
        "measured, which may be luck.",
    )
    blocks: list[Block] = [Words(lines), _both_ways(ranked, measure), _ranking(ranked, measure)]
    blocks += _faults([effect for one in ranked for effect in one.by_step.values()])
    if refused:
        head = ("step", "why it was not played")
        blocks.append(Table("refused", "Steps that the ruleset does not take", head, tuple(refused.items())))
    title = f"Which unknown values matter: {order.ruleset}, {order.scenario}"
    return Page(title, tuple(blocks), made(order, pairs, "pairs"))


def _both_ways(ranked: Sequence[Ranked], measure: Measure) -> Plot:
    series = []
    for step, word in ((UP, "a step up"), (DOWN, "a step down")):
        told = [measure.of(one.by_step[step]) if step in one.by_step else Interval(None) for one in ranked]
        series.append(Series(word, *(tuple(one[n] for one in told) for n in range(3))))
    places = tuple(one.group.name for one in ranked)
    return Plot(
        "unknown", "A step of unknown values", "tornado", "values", measure.word, places, tuple(series)
    )


def _ranking(ranked: Sequence[Ranked], measure: Measure) -> Table:
    rows = []
    for n, one in enumerate(ranked, 1):
        cells: list[Cell] = [n, one.group.name, one.group.count, one.surely(measure) or None]
        for step in (UP, DOWN):
            effect = one.by_step.get(step)
            cells += [*(measure.of(effect) if effect else Interval(None)), effect.pairs if effect else None]
        rows.append(tuple(cells))
    ends = ("low", "high", "pairs")
    head = ("rank", "values", "how many", "changes at least", "a step up", *ends, "a step down", *ends)
    return Table("ranking", f"Ranked by {measure.word}", head, tuple(rows))
