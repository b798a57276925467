"""The file in which simulated games are kept: one SQLite database that sqlite3 and Datasette read as it is.

    run      key, value: what was simulated: ruleset, scenario, options, players, seed, versions
    games    one row a game: game, seed, level, winner, turns, actions, seconds, hash (of the last state), and
             `points_SIDE`, the victory points of each side at the end
    turns    one row a game, turn and side: the columns of `tally.SideTurn`
    counts   game, what, n: the words of `tally.Tally`, summed over the game
    faults   games that could not be played to their end: game, seed, fault
    levels   a view: how many games ended at each level
    averages a view: the columns of `turns`, averaged over the games, by turn and side

A game and all its rows are written in one transaction: a run that is killed has whole games in its file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from hexcore.game_disk import PATIENCE, sqlite_reason, write_reason
from hexcore.tally import SideTurn

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION: Final = 0x48455853
"""What marks a SQLite file as ours: `HEXS`."""
FORMAT: Final = 2

GAMES: Mapping[str, type] = {
    "game": int,
    "seed": int,
    "level": str,
    "winner": str,
    "turns": int,
    "actions": int,
    "seconds": float,
    "hash": str,
}
_TYPES: Mapping[str, type] = {"int": int, "str": str, "float | None": float}
TURNS: Mapping[str, type] = {"game": int} | {
    column.name: _TYPES[str(column.type)] for column in fields(SideTurn)
}
COUNTS: Mapping[str, type] = {"game": int, "what": str, "n": int}
FAULTS: Mapping[str, type] = {"game": int, "seed": int, "fault": str}
RUN: Mapping[str, type] = {"key": str, "value": str}

LEVELS = """SELECT level, winner, count(*) AS games, 1.0 * count(*) / (SELECT count(*) FROM games) AS share
FROM games GROUP BY level, winner ORDER BY games DESC"""
AVERAGES = (
    "SELECT turn, side, count(*) AS games, "
    + ", ".join(f"avg({name}) AS {name}" for name in TURNS if name not in ("game", "turn", "side"))
    + " FROM turns GROUP BY turn, side ORDER BY turn, side"
)


class LedgerError(ValueError):
    """Why a file of results cannot be read, written or gone on with, in one line that names it."""


@dataclass(frozen=True)
class Result:
    """One whole game. `points` are those of each side at the end, `by_turn` what happened turn by turn;
    `position` is the text of a position as the last phase began in which anything was answered, where asked.
    """

    game: int
    seed: int
    level: str
    winner: str
    turns: int
    actions: int
    seconds: float
    hash: str
    points: Mapping[str, int]
    counts: Mapping[str, int]
    by_turn: Sequence[SideTurn]
    position: str = ""

    def row(self) -> dict[str, Any]:
        """Its row of the table `games`."""
        points = {f"points_{side}": number for side, number in self.points.items()}
        return {name: getattr(self, name) for name in GAMES} | points


@dataclass(frozen=True)
class Fault:
    """A game that could not be played to its end, and why."""

    game: int
    seed: int
    text: str

    def __str__(self) -> str:
        return f"game {self.game} (seed {self.seed}): {self.text}"


class Ledger:
    """The results of one run, open to be read and added to. Every method raises LedgerError."""

    def __init__(self, path: Path, told: Mapping[str, str], sides: Sequence[str]) -> None:
        """The file at *path*, made when there is none. *told* says what the run plays, `sides` who.

        A file that is damaged, not ours, or of another run is refused by naming why, and left as it is.
        """
        from sqlite_utils import Database

        self.path = path
        with faults(path):
            db = sqlite3.connect(path, timeout=PATIENCE)
            try:
                self._db: Database = Database(db, recursive_triggers=False, execute_plugins=False)
                columns = {**GAMES, **{f"points_{side}": int for side in sides}}
                if db.execute("PRAGMA page_count").fetchone() == (0,):
                    with faults(path, writing=True):
                        _lay_out(self._db, told, columns)
                _examine(db)
                _same_run(dict(db.execute("SELECT key, value FROM run")), told)
                with faults(path, writing=True), self._db.atomic():
                    # a file that cannot be written is found out before a game is played
                    db.execute("UPDATE run SET value = value")
            except BaseException:
                db.close()
                raise

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def games(self) -> set[int]:
        """The numbers of the games it holds."""
        with faults(self.path):
            return {row["game"] for row in self._db.table("games").rows_where(select="game")}

    def rows(self) -> list[dict[str, Any]]:
        """The table `games`, in order."""
        with faults(self.path):
            return list(self._db.table("games").rows_where(order_by="game"))

    def levels(self) -> list[dict[str, Any]]:
        """How many games ended at each level."""
        with faults(self.path):
            return list(self._db.query(LEVELS))

    def failed(self) -> list[Fault]:
        """The games that could not be played to their end, in order."""
        with faults(self.path):
            held = self._db.table("faults").rows_where(order_by="game")
            return [Fault(row["game"], row["seed"], row["fault"]) for row in held]

    def keep(self, result: Result) -> None:
        """A game with all its rows, on disk when this returns."""
        game = {"game": result.game}
        with faults(self.path, writing=True), self._db.atomic():
            self._db.table("faults").delete_where("game = ?", [result.game])
            self._db.table("games").insert(result.row())
            self._db.table("turns").insert_all(game | asdict(turn) for turn in result.by_turn)
            counts = sorted(result.counts.items())
            self._db.table("counts").insert_all(game | {"what": what, "n": n} for what, n in counts)
            self._keep_beside(result)

    def _keep_beside(self, result: Result) -> None:
        """What a file of another kind keeps of a game, in the same transaction: nothing here."""

    def note(self, fault: Fault) -> None:
        """A game that failed."""
        row = {"game": fault.game, "seed": fault.seed, "fault": fault.text}
        with faults(self.path, writing=True), self._db.atomic():
            self._db.table("faults").insert(row, pk="game", replace=True)


# ------------------------------------------------------------------ the file
def _lay_out(db: Database, told: Mapping[str, str], columns: Mapping[str, type]) -> None:
    """The tables of a new file, and what its run is: all of it or nothing."""
    with db.atomic():
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        link = [("game", "games", "game")]
        db.table("run").create(dict(RUN), pk="key", not_null=RUN)
        db.table("games").create(dict(columns), pk="game", not_null=columns)
        whole = [name for name, kind in TURNS.items() if kind is not float]
        db.table("turns").create(dict(TURNS), pk=("game", "turn", "side"), not_null=whole, foreign_keys=link)
        db.table("counts").create(dict(COUNTS), pk=("game", "what"), not_null=COUNTS, foreign_keys=link)
        db.table("faults").create(dict(FAULTS), pk="game", not_null=FAULTS)
        db.create_view("levels", LEVELS)
        db.create_view("averages", AVERAGES)
        db.table("run").insert_all({"key": key, "value": value} for key, value in told.items())


def _examine(db: sqlite3.Connection) -> None:
    """Whether a file is ours, of a format we know, and whole."""
    if db.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
        raise LedgerError("it is no file of simulated games")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version != FORMAT:
        raise LedgerError(f"it has format {version}, and this hexcore reads and writes format {FORMAT}")
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise LedgerError("it is damaged or cut short")
    tables = {"run": RUN, "games": GAMES, "turns": TURNS, "counts": COUNTS, "faults": FAULTS}
    for table, names in tables.items():
        _examine_table(db, table, names)
    if db.execute("SELECT 1 FROM run WHERE key = 'ruleset'").fetchone() is None:
        raise LedgerError("it is damaged: it does not say what was simulated")


def _examine_table(db: sqlite3.Connection, table: str, names: Mapping[str, type]) -> None:
    held = {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
    missing = [name for name in names if name not in held]
    if missing:
        raise LedgerError(f"it is damaged: its table {table} has no {missing[0]}")


def _same_run(held: Mapping[str, str], told: Mapping[str, str]) -> None:
    """LedgerError, naming all that differs, unless the file holds games of this very run."""
    other = [
        f"its {key} is {held.get(key, '')!r}, not {told.get(key, '')!r}"
        for key in {**told, **held}
        if held.get(key) != told.get(key)
    ]
    if other:
        raise LedgerError(f"it holds another run: {'; '.join(other)}")


@contextmanager
def faults(path: Path, *, writing: bool = False) -> Iterator[None]:
    """What goes wrong with a file, in one line that names it."""
    try:
        yield
    except LedgerError as fault:
        text = str(fault)
        raise fault if text.startswith(f"{path}: ") else LedgerError(f"{path}: {text}") from None
    except sqlite3.DatabaseError as fault:
        if isinstance(fault, sqlite3.IntegrityError) and "games.game" in str(fault):
            raise LedgerError(f"{path}: another program is writing games to it") from None
        reason = (write_reason(fault) if writing else "") or sqlite_reason(fault, "file of simulated games")
        raise LedgerError(f"{path}: {reason}") from None


__all__ = ["Fault", "Ledger", "LedgerError", "Result"]
