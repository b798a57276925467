"""The .hexgame file: one SQLite file with the header, every answer, a few snapshots, and secrets apart.

Every acknowledged answer is on disk before `submit` returns. The journal holds the committed form of a
secret; its opening lies in a table of its own, by owner. A snapshot saves replaying the whole game.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from hexcore.actions import Action
from hexcore.codec import StateForm
from hexcore.events import Event
from hexcore.game import Game
from hexcore.game_tables import (
    GameFileError,
    connected,
    faults,
    insert_lines,
    insert_snapshot,
    new_file,
    read_header,
    read_lines,
    read_remark,
    read_secrets,
    refuse_existing,
    write_header,
    write_new,
    write_remark,
)
from hexcore.positions import Position
from hexcore.record import (
    DiceRecord,
    Header,
    Playback,
    Record,
    ReplayFault,
    Secret,
    Setting,
    lines_since,
    setting,
    setting_of,
    unchanged,
)
from hexcore.ruleset import Ruleset, UnknownName
from hexcore.state import GameState
from hexcore.tables import DataError
from hexcore.units import Side

EVERY = 25
"""A snapshot is taken after so many answers."""
SNAPSHOTS = 2
"""So many snapshots are kept, besides the one before the last undo barrier."""


class GameFile:
    """A game and the file it is kept in: `submit` and `undo` here, everything else through `game`."""

    def __init__(self, path: Path, db: sqlite3.Connection, header: Header, setting: Setting) -> None:
        self.path, self.header, self.setting = path, header, setting
        self._db, self._form = db, StateForm(setting.board)
        same = unchanged(header, setting.board)
        self.game = self._from_snapshot() if same else self._changed()
        _, self._hash = self._last()
        if not same:
            self._pin_anew()

    # -------------------------------------------------------------- making and opening
    @classmethod
    def create(
        cls,
        path: Path,
        ruleset: Ruleset,
        scenario: str,
        *,
        dice: DiceRecord,
        options: Mapping[str, str] | None = None,
        position: Position | None = None,
    ) -> GameFile:
        """A new game in a new file. GameFileError when the file exists or cannot be made."""
        refuse_existing(path)
        start = setting(ruleset, scenario, options or {}, position)
        game = start.start(dice.dice())
        lines, secrets = lines_since(game, 0)
        header = start.header(dice, game.state.hash)
        write_new(path, Record(header, lines, secrets), game, len(lines))
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> GameFile:
        """A game file, its game ready to be played on. GameFileError with one clear reason when it cannot be.

        A file of a ruleset that has changed since is opened when its whole replay still holds.
        """
        db = connected(path)
        try:
            with faults(path):
                header = read_header(db)
                return cls(path, db, header, setting_of(header))
        except (UnknownName, DataError) as fault:
            db.close()
            raise GameFileError(f"{path}: {fault}") from None
        except BaseException:
            db.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> GameFile:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    # -------------------------------------------------------------- playing
    def submit(self, action: Action, side: Side | None = None) -> list[Event]:
        """Answer the question on the table, and have it on disk before this returns.

        Raises what `Game.submit` raises, and GameFileError when it cannot be written: the game and the file
        then are as they were.
        """
        before = self.game.fork()
        events = self.game.submit(action, side)
        try:
            self._append(len(before.journal))
        except BaseException:
            self._restore(before)
            raise
        return events

    def undo(self, side: Side | None = None) -> Action | None:
        """Take back the last action, on disk too; None behind a die, a reveal or the other side's answer."""
        before = self.game.fork()
        self._recall()
        action = self.game.undo(side)
        if action is None:
            return None
        try:
            self._shorten(len(self.game.journal))
        except BaseException:
            self._restore(before)
            raise
        return action

    @property
    def undoable(self) -> int:
        """How many answers can be taken back, one after the other."""
        with faults(self.path):
            return len(self.game.journal) - self._barrier()

    def take_back(self, count: int) -> list[Action]:
        """Take back the last *count* answers together, on disk too; the last one first in the result.

        None of them, and an empty result, where a die or a reveal stands between.
        """
        before = self.game.fork()
        self._recall()
        if not 0 < count <= self.game.undoable:
            return []
        taken = [action for _ in range(count) if (action := self.game.undo()) is not None]
        try:
            self._shorten(len(self.game.journal), fewer=count)
        except BaseException:
            self._restore(before)
            raise
        return taken

    # -------------------------------------------------------------- remarks
    def remark(self, key: str) -> str:
        """A remark kept beside the game, no part of it; empty when there is none."""
        with faults(self.path):
            return read_remark(self._db, key)

    def keep_remark(self, key: str, value: str) -> None:
        """Keep a remark. The record, its hashes and its texts know nothing of it."""
        with faults(self.path):
            write_remark(self._db, key, value)

    # -------------------------------------------------------------- the record
    def record(self) -> Record:
        """The whole game as recorded, the secrets that are known here included."""
        with faults(self.path):
            return self._record()

    def save_copy(self, path: Path) -> None:
        """The same game in another new file."""
        refuse_existing(path)
        with new_file(path) as temporary, faults(path):
            self._db.execute("VACUUM INTO ?", (str(temporary),))

    # -------------------------------------------------------------- reading
    def _record(self) -> Record:
        return Record(self.header, read_lines(self._db), read_secrets(self._db))

    def _from_snapshot(self, before: int | None = None) -> Game:
        """The game from its last snapshot, or from the last one at or before a line, and the lines since."""
        record = self._record()
        lines, playback = record.lines, Playback(record, self.setting)
        query = "SELECT n, state FROM snapshots WHERE n <= ? ORDER BY n DESC"
        for n, text in self._db.execute(query, (len(lines) if before is None else before,)):
            try:
                state = self._loaded(text, record.secrets)
            except (ValueError, TypeError, LookupError, AttributeError):
                continue  # damaged, or of an engine under development: the lines tell the same
            game = Game(self.setting.board, state, journal=[playback.entry(line) for line in lines[:n]])
            break
        else:
            game = playback.start()
        for _ in playback.go_on(game):
            pass
        return game

    def _changed(self) -> Game:
        """The game of a ruleset that has changed since, when every action still leads where it led."""
        playback = Playback(self._record(), self.setting)
        try:
            game = playback.start()
            for _ in playback.go_on(game):
                pass
        except ReplayFault as fault:
            raise GameFileError(f"the rules have changed since this game was saved; {fault}") from None
        return game

    def _loaded(self, text: str, secrets: Mapping[int, Secret]) -> GameState:
        data = json.loads(text)
        kept = {commitment[1] for commitment in data.get("commitments", ())}
        data["openings"] = {s.what: (s.choice, s.salt) for s in secrets.values() if s.what in kept}
        return self._form.load(data)

    def _last(self) -> tuple[int, str]:
        """The number of the last line, and its hash."""
        found = self._db.execute("SELECT n, hash FROM actions ORDER BY n DESC LIMIT 1").fetchone()
        return (int(found[0]), str(found[1])) if found else (0, "")

    def _barrier(self) -> int:
        """The last line behind which no undo goes."""
        query = "SELECT n FROM actions WHERE barrier ORDER BY n DESC LIMIT 1"
        found = self._db.execute(query).fetchone()
        return int(found[0]) if found else 0

    def _recall(self) -> None:
        """The undo stack back to the last barrier, where the game was opened at a later snapshot."""
        with faults(self.path):
            barrier = self._barrier()
            if self.game.undoable < len(self.game.journal) - barrier:
                self._restore(self._from_snapshot(barrier))

    def _restore(self, other: Game) -> None:
        """The game as another one stands, for everyone who holds it."""
        dice = self.game.dice
        self.game.__dict__.update(other.__dict__)
        self.game.dice = dice

    # -------------------------------------------------------------- writing
    def _append(self, since: int) -> None:
        game = self.game
        lines, secrets = lines_since(game, since)
        with self._transaction(since):
            insert_lines(self._db, lines, secrets, barrier=not game.undoable)
            self._snapshot_if_due(len(game.journal))
        self._hash = lines[-1].hash

    def _pin_anew(self) -> None:
        """The file now is one of the rules that its whole replay has held under; next time it opens at once.

        A file that cannot be written to is left as it is.
        """
        header = self.setting.header(self.header.dice, self.header.opening)
        try:
            with self._transaction(len(self.game.journal)):
                write_header(self._db, header)
                self._db.execute("DELETE FROM snapshots")
                insert_snapshot(self._db, len(self.game.journal), self._form, self.game.state)
        except GameFileError:
            return
        self.header = header

    def _snapshot_if_due(self, n: int) -> None:
        (last,) = self._db.execute("SELECT max(n) FROM snapshots").fetchone()
        if last is not None and n - last < EVERY:
            return
        insert_snapshot(self._db, n, self._form, self.game.state)
        self._db.execute(
            "DELETE FROM snapshots WHERE n NOT IN (SELECT n FROM snapshots ORDER BY n DESC LIMIT ?)"
            " AND n IS NOT (SELECT max(n) FROM snapshots WHERE n <= ?)",
            (SNAPSHOTS, self._barrier()),
        )

    def _shorten(self, n: int, fewer: int = 1) -> None:
        with self._transaction(n + fewer):
            for table in ("actions", "secrets", "snapshots"):
                self._db.execute(f"DELETE FROM {table} WHERE n > ?", (n,))
        _, self._hash = self._last()

    @contextmanager
    def _transaction(self, expected: int) -> Iterator[None]:
        """All or nothing, and only onto the lines this game has seen."""
        with faults(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                if self._last() != (expected, self._hash):
                    raise GameFileError("another program has played on in it since it was opened")
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise


def read_record(path: Path) -> Record:
    """What a game file records, played or not. GameFileError when it cannot be read."""
    db = connected(path)
    try:
        with faults(path):
            return Record(read_header(db), read_lines(db), read_secrets(db))
    finally:
        db.close()


__all__ = ["GameFile", "GameFileError", "read_record"]
