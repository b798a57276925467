"""The games of a run that are worth looking at, and their positions, to be opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexcore.lab.book import Book
from hexcore.lab.order import Order
from hexcore.lab.pages import Block, Cell, PositionFile, Table
from hexcore.positions import PositionError, position_from
from hexcore.ruleset import find
from hexcore.units import Side

Row = Mapping[str, Any]
MOST_LEVELS = 3
"""Where no points are scored, one game of each level, of so many levels."""
NOTE = (
    "The position of each as the last phase began in which anything was decided. What that phase had seen, "
    "secrets, and markers that lie on hexes are not in it."
)


@dataclass(frozen=True)
class Notable:
    """A game, and what it is the one of."""

    row: Row
    what: str


def notable(rows: Sequence[Row], sides: Sequence[Side]) -> list[Notable]:
    """The games with the most points for either side over the other, and the one in the middle; where no
    points are scored the first of each level, the most frequent first. The first of equals is meant."""
    scored = len(sides) == 2 and any(row[f"points_{side}"] for row in rows for side in sides)
    return list(_once(_by_points(rows, sides) if scored else _by_level(rows)))


def _by_points(rows: Sequence[Row], sides: Sequence[Side]) -> Iterator[Notable]:
    one, other = (f"points_{side}" for side in sides)
    ordered = sorted(rows, key=lambda row: (row[one] - row[other], -row["game"]))
    yield Notable(ordered[-1], f"best for {sides[0]}")
    yield Notable(ordered[len(ordered) // 2], "in the middle")
    yield Notable(min(rows, key=lambda row: (row[one] - row[other], row["game"])), f"best for {sides[1]}")


def _by_level(rows: Sequence[Row]) -> Iterator[Notable]:
    levels: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        levels.setdefault((row["level"], row["winner"]), []).append(row)
    ordered = sorted(levels.items(), key=lambda item: (-len(item[1]), item[0]))
    for (level, winner), found in ordered[:MOST_LEVELS]:
        yield Notable(found[0], f"the first {level or winner or 'draw'}")


def _once(found: Iterator[Notable]) -> Iterator[Notable]:
    """Each game once, all that it is the one of together."""
    by_game: dict[int, Notable] = {}
    for one in found:
        game = one.row["game"]
        before = by_game.get(game)
        by_game[game] = Notable(one.row, f"{before.what}; {one.what}") if before else one
    yield from by_game.values()


# ------------------------------------------------------------------ as a page tells them
def looked_at(
    book: Book, order: Order, rows: Sequence[Row]
) -> tuple[list[Block], dict[str, PositionFile]]:
    """The games worth looking at as a table, and the positions of those that can be opened, by file name."""
    found = notable(rows, book.sides)
    told = [_told(book, order, one) for one in found]
    points = [f"points of {side}" for side in book.sides]
    head = ("what", "game", "seed", "level", "winner", "turn", *points, "position")
    cells = [
        (one.what, *_cells(one.row, book.sides), name or why)
        for one, (name, _, why) in zip(found, told, strict=True)
    ]
    table = Table("games-to-look-at", "Games to look at", head, tuple(cells), NOTE)
    return [table], {name: position for name, position, _ in told if position is not None}


def _cells(row: Row, sides: Sequence[Side]) -> tuple[Cell, ...]:
    points = tuple(row[f"points_{side}"] for side in sides)
    return (row["game"], row["seed"], row["level"], row["winner"] or "draw", row["turns"], *points)


def _told(book: Book, order: Order, one: Notable) -> tuple[str, PositionFile | None, str]:
    """The name of its file, the position, and why there is none."""
    row, text = one.row, book.position(one.row["game"])
    if not text:
        return "", None, "played before positions were kept"
    why = _refusal(order, text)
    if why:
        return "", None, why
    score = ", ".join(f"{side} {row[f'points_{side}']}" for side in book.sides)
    about = f"Game {row['game']}, {one.what}: {row['level'] or row['winner'] or 'draw'}, {score}. "
    opened = position_from(text, "the position").entries
    about += f"Turn {opened.turn}, {opened.phase}: the last phase in which anything was decided begins."
    kept = PositionFile(text, about, order.ruleset, order.scenario, dict(order.options))
    return f"game-{row['game']}.toml", kept, ""


def _refusal(order: Order, text: str) -> str:
    """Why no game can be begun from a position (a stack too large in the midst of a retreat, say)."""
    try:
        position = position_from(text, "the position")
        position.start(position.board(find(order.ruleset), order.scenario, order.options))
    except PositionError as fault:
        return f"cannot be opened: {fault}"
    return ""
