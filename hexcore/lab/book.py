"""The file of the laboratory's games: the tables of `hexcore.ledger`, and what makes them read by themselves.

variants   what was otherwise in each variant; variant 0 is the game as it is
positions  of each game as it is, the position as the last phase began in which anything was answered
columns    what every column of every table and view holds
wins       a view: how many games each side won, in each variant
pairs      a view: each pair of a game as it is and one of a variant, and what it changed
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hexcore.lab.changes import Change
from hexcore.lab.order import PAIRS, Order
from hexcore.ledger import Fault, Ledger, Result, faults
from hexcore.units import Side

VARIANTS: Mapping[str, type] = {"variant": int, "name": str, "change": str}
POSITIONS: Mapping[str, type] = {"game": int, "position": str}
COLUMNS: Mapping[str, type] = {"table": str, "column": str, "text": str}
TEXTS: Final = Path(__file__).with_name("columns.toml")
SIDE_TEXT = "points_SIDE"
"""What stands in the texts for the columns named by sides."""


class Book(Ledger):
    """A file of games of one order, open to be read and added to. Every method raises LedgerError."""

    def __init__(self, path: Path, order: Order, sides: Sequence[Side]) -> None:
        super().__init__(path, order.told, sides)
        self.sides = tuple(sides)
        try:
            with faults(path, writing=True), self._db.atomic():
                known = set(self._db.table_names())
                if "variants" not in known:
                    self._lay_out_ours()
                if "positions" not in known:
                    self._lay_out_positions()
        except BaseException:
            self.close()
            raise

    def variant(self, change: Change) -> int:
        """The number of a variant, a new one where the file does not know the change."""
        known = self._number(change)
        if known is not None:
            return known
        with faults(self.path, writing=True), self._db.atomic():
            (last,) = self._db.execute("SELECT max(variant) FROM variants").fetchone()
            row = {"variant": last + 1, "name": change.name, "change": _form(change)}
            self._db.table("variants").insert(row)
            return int(last) + 1

    def knows(self, change: Change) -> bool:
        """Whether the file has a variant of this change."""
        return self._number(change) is not None

    def _number(self, change: Change) -> int | None:
        with faults(self.path):
            query = "SELECT variant FROM variants WHERE change = ?"
            found = self._db.execute(query, [_form(change)]).fetchone()
            return int(found[0]) if found else None

    def changes(self) -> list[Change]:
        """The changes of all variants but that of nought, in their order."""
        with faults(self.path):
            held = self._db.execute("SELECT name, change FROM variants WHERE variant ORDER BY variant")
            return [Change.of({**json.loads(form), "name": name}) for name, form in held]

    def of_variant(self, variant: int, pairs: int) -> dict[int, dict[str, Any]]:
        """The rows of `games` of a variant, by pair: the first so many pairs."""
        with faults(self.path):
            first = variant * PAIRS
            held = self._db.query(
                "SELECT * FROM games WHERE game >= ? AND game < ? ORDER BY game", [first, first + pairs]
            )
            return {row["game"] - first: row for row in held}

    def turns(self, games: int) -> list[dict[str, Any]]:
        """The table `turns` of the first games as they are, in order."""
        with faults(self.path):
            query = "SELECT * FROM turns WHERE game < ? ORDER BY game, turn, side"
            return list(self._db.query(query, [games]))

    def position(self, game: int) -> str:
        """The position kept of a game; empty where none is, as of games played by earlier versions."""
        with faults(self.path):
            found = self._db.execute("SELECT position FROM positions WHERE game = ?", [game]).fetchone()
            return str(found[0]) if found else ""

    def _keep_beside(self, result: Result) -> None:
        if result.position:
            row = {"game": result.game, "position": result.position}
            self._db.table("positions").insert(row, pk="game", replace=True)

    def failed_of(self, variant: int, pairs: int) -> list[Fault]:
        """The games of a variant, among its first pairs, that could not be played to their end."""
        first = variant * PAIRS
        return [fault for fault in self.failed() if first <= fault.game < first + pairs]

    def _lay_out_ours(self) -> None:
        db = self._db
        db.table("variants").create(dict(VARIANTS), pk="variant", not_null=VARIANTS)
        db.table("variants").insert({"variant": 0, "name": "as it is", "change": _form(Change())})
        db.create_view("wins", WINS)
        db.create_view("pairs", pairs_view(self.sides))
        db.table("columns").create(dict(COLUMNS), pk=("table", "column"), not_null=COLUMNS)
        db.table("columns").insert_all(self._described())

    def _lay_out_positions(self) -> None:
        link = [("game", "games", "game")]
        created = self._db.table("positions")
        created.create(dict(POSITIONS), pk="game", not_null=POSITIONS, foreign_keys=link)
        told = [row for row in self._described() if row["table"] == "positions"]
        self._db.table("columns").insert_all(told, pk=("table", "column"), replace=True)

    def _described(self) -> Iterator[dict[str, str]]:
        for table, told in texts(self.sides).items():
            for column, text in told.items():
                yield {"table": table, "column": column, "text": text}


def _form(change: Change) -> str:
    """A change as the file has it: what it does, not how it is called."""
    return json.dumps({**change.form, "name": ""}, sort_keys=True)


WINS = f"""SELECT v.variant, v.name, g.winner, count(*) AS games,
    1.0 * count(*) / sum(count(*)) OVER (PARTITION BY v.variant) AS share
FROM games AS g JOIN variants AS v ON v.variant = g.game / {PAIRS}
GROUP BY v.variant, g.winner ORDER BY v.variant, games DESC"""


def pairs_view(sides: Sequence[Side]) -> str:
    """The view of pairs for a game of these sides."""
    points = ", ".join(f'c."points_{side}" - a."points_{side}" AS "change_{side}"' for side in sides)
    return f"""SELECT v.variant, v.name, a.game AS pair, a.seed,
    a.level AS level_before, c.level AS level_after,
    a.winner AS winner_before, c.winner AS winner_after, {points}
FROM games AS c JOIN variants AS v ON v.variant = c.game / {PAIRS}
JOIN games AS a ON a.game = c.game % {PAIRS}
WHERE v.variant ORDER BY v.variant, pair"""


# ------------------------------------------------------------------ what the columns hold
def texts(sides: Sequence[Side]) -> dict[str, dict[str, str]]:
    """What every column of every table and view holds, by table, the columns of sides named by these."""
    with TEXTS.open("rb") as file:
        read: dict[str, dict[str, str]] = tomllib.load(file)
    found: dict[str, dict[str, str]] = {}
    for table, told in read.items():
        found[table] = {
            column.replace("SIDE", name): text.replace("SIDE", name)
            for column, text in told.items()
            for name in (sides if "SIDE" in column else ("",))
        }
    return found


def metadata(order: Order, path: Path, sides: Sequence[Side]) -> dict[str, Any]:
    """What Datasette shows beside the file: its metadata, with a text for every column."""
    tables = {table: {"columns": told} for table, told in texts(sides).items()}
    title = f"Games of {order.ruleset}, {order.scenario}"
    return {"databases": {path.stem: {"title": title, "tables": tables}}}


__all__ = ["Book", "metadata", "pairs_view", "texts"]
