"""The page of `lab balance`: what whole games between two players come to, each figure with its interval."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from hexcore.lab.book import Book
from hexcore.lab.front import along, axis_of
from hexcore.lab.intervals import CONFIDENCE, Interval, mean, wilson
from hexcore.lab.notable import looked_at
from hexcore.lab.order import Order
from hexcore.lab.pages import Block, Page, Plot, PositionFile, Series, Table, Words
from hexcore.units import Side

Row = Mapping[str, Any]
INTERVAL = f"low and high: interval of {CONFIDENCE:.0%}"


@dataclass(frozen=True)
class Precision:
    """When games are enough: half the interval of each side's share of wins, of the mean lead in points."""

    share: float | None = None
    points: float | None = None

    def reached(self, rows: Sequence[Row], sides: Sequence[Side]) -> bool:
        """Whether these games are enough; without a precision they never are."""
        asked = []
        if self.share is not None:
            asked += [wins(rows, side).half <= self.share for side in sides]
        if self.points is not None:
            asked += [mean(values).half <= self.points for values in _scores(rows, sides).values()]
        return bool(asked) and all(asked)

    def __bool__(self) -> bool:
        return self.share is not None or self.points is not None

    def __str__(self) -> str:
        parts = [f"{self.share:g} of the share of wins" if self.share is not None else "",
                 f"{self.points:g} points" if self.points is not None else ""]  # fmt: skip
        return " and ".join(filter(None, parts))


def wins(rows: Sequence[Row], side: str) -> Interval:
    """The share of games a side has won."""
    return wilson(sum(row["winner"] == side for row in rows), len(rows))


def lead(row: Row, sides: Sequence[Side]) -> int:
    """By how many points the second side is ahead of the first."""
    one, other = sides
    return int(row[f"points_{other}"] - row[f"points_{one}"])


def _scores(rows: Sequence[Row], sides: Sequence[Side]) -> dict[str, list[int]]:
    """Points of every side, and where there are two the lead."""
    found = {str(side): [int(row[f"points_{side}"]) for row in rows] for side in sides}
    if len(sides) == 2:
        found[f"{sides[1]} less {sides[0]}"] = [lead(row, sides) for row in rows]
    return found


def balance_page(book: Book, order: Order, games: int, most: int, precision: Precision) -> Page:
    """What the first games of a file come to."""
    rows = list(book.of_variant(0, games).values())
    turns, failed, sides = book.turns(games), book.failed_of(0, games), book.sides
    blocks: list[Block] = [_told(order, rows, games, most, precision, len(failed))]
    if rows:
        blocks += [_levels(rows), _wins(rows, sides), *_points(rows, sides), _length(rows)]
        blocks += _by_turn(turns, sides)
    positions: dict[str, PositionFile] = {}
    if rows:
        shown, positions = looked_at(book, order, rows)
        blocks += shown
    if failed:
        cells = tuple((fault.game, fault.seed, fault.text) for fault in failed)
        blocks.append(Table("faults", "Games without an end", ("game", "seed", "fault"), cells))
    return Page(f"Balance of {order.ruleset}, {order.scenario}", tuple(blocks), made(order, games), positions)


def made(order: Order, games: int, what: str = "games") -> tuple[tuple[str, str], ...]:
    """How a page of games was made."""
    told = {key: value for key, value in order.told.items() if value and key != "seed"}
    last = order.seed + games - 1
    told["chance"] = "a stream for every turn, phase and purpose, by the seed of the game (hexcore.streams)"
    return (*told.items(), ("seeds", f"{order.seed} to {last}"), (what, str(games)))


def _told(
    order: Order, rows: Sequence[Row], games: int, most: int, precision: Precision, failed: int
) -> Words:
    players = ", ".join(f"{side} {kind}" for side, kind in order.players.items())
    lines = [f"{len(rows)} games, played by: {players}. Every interval is one of {CONFIDENCE:.0%}."]
    if precision:
        end = f"reached after {games} games" if games < most else f"looked for in up to {most} games"
        lines.append(f"Asked was a precision of {precision}: {end}.")
    if failed:
        lines.append(f"{failed} more could not be played to their end and count nowhere.")
    return Words(tuple(lines))


def _levels(rows: Sequence[Row]) -> Table:
    counted = Counter((row["level"], row["winner"]) for row in rows)
    cells = [
        (level, winner or "draw", n, *wilson(n, len(rows)))
        for (level, winner), n in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Table(
        "levels",
        "Victory levels",
        ("level", "winner", "games", "share", "low", "high"),
        tuple(cells),
        INTERVAL,
    )


def _wins(rows: Sequence[Row], sides: Sequence[Side]) -> Table:
    cells = [
        (side or "draw", sum(row["winner"] == side for row in rows), *wins(rows, side))
        for side in (*sides, "")
    ]
    return Table("wins", "Who wins", ("winner", "games", "share", "low", "high"), tuple(cells), INTERVAL)


def _points(rows: Sequence[Row], sides: Sequence[Side]) -> list[Block]:
    scores = _scores(rows, sides)
    if not any(map(any, scores.values())):
        return [Words(("This ruleset scores no points.",))]
    cells = tuple((name, *mean(values), *_spread(values)) for name, values in scores.items())
    head = ("points", "mean", "low", "high", "deviation", "least", "median", "most")
    return [Table("points", "Victory points at the end", head, cells, INTERVAL)]


def _spread(values: Sequence[int]) -> tuple[float | None, int, float, int]:
    deviation = statistics.stdev(values) if len(values) > 1 else None
    return deviation, min(values), statistics.median(values), max(values)


def _length(rows: Sequence[Row]) -> Table:
    cells = tuple((word, *mean([row[word] for row in rows])) for word in ("turns", "actions"))
    return Table("length", "Length of a game", ("what", "mean", "low", "high"), cells, INTERVAL)


# ------------------------------------------------------------------ turn by turn
COURSES: Sequence[tuple[str, str, str]] = (
    ("steps_lost", "Steps lost in each turn", "steps"),
    ("units_lost", "Units lost in each turn", "units"),
    ("attacks", "Attacks in each turn", "attacks"),
    ("strength", "Strength on the map at the end of each turn", "strength"),
    ("hexes_held", "Hexes held at the end of each turn", "hexes"),
    ("points", "Victory points at the end of each turn", "points"),
)


def _by_turn(turns: Sequence[Row], sides: Sequence[Side]) -> list[Block]:
    found: list[Block] = []
    alike = all(row["steps_lost"] == row["units_lost"] for row in turns)
    for column, title, unit in COURSES:
        if any(row[column] for row in turns) and not (alike and column == "units_lost"):
            least = -math.inf if column == "points" else 0
            name = f"{column.replace('_', '-')}-by-turn"
            found.append(course(turns, sides, name, title, unit, itemgetter(column), least))
    axis = axis_of(turns, sides)
    if axis is not None:
        note = (
            f"From the middle of {sides[0]} to that of {sides[1]} at the end of turn {axis.turn} "
            f"({axis.length:.1f} hexes apart): how far along this axis the units of each side stand that are "
            "at most two hexes from an enemy, in hexes."
        )
        front = course(
            turns, sides, "front", "The front", "hexes along the axis", lambda row: along(axis, row)
        )
        found.append(replace(front, note=note))
    return found


def course(
    turns: Sequence[Row],
    sides: Sequence[Side],
    name: str,
    title: str,
    unit: str,
    value: Callable[[Row], float | None],
    least: float = -math.inf,
) -> Plot:
    """A figure turn by turn, for each side, over the games that had the turn; it is never below *least*."""
    places = sorted({row["turn"] for row in turns})
    series = []
    for side in sides:
        by_turn: dict[int, list[float]] = {turn: [] for turn in places}
        for row in turns:
            found = value(row) if row["side"] == side else None
            if found is not None:
                by_turn[row["turn"]].append(found)
        told = [mean(by_turn[turn], least) for turn in places]
        series.append(Series(side, *(tuple(one[n] for one in told) for n in range(3))))
    return Plot(name, title, "lines", "turn", unit, tuple(map(str, places)), tuple(series), INTERVAL)
