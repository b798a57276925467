"""Commands on the record of a game: replay, export, import."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from hexcore import cli_text, journal_text
from hexcore.cli import Wrong, emit
from hexcore.gamefile import GameFileError, read_record
from hexcore.record import Record, RecordError, ReplayFault
from hexcore.showing import show
from hexcore.units import Side

SQLITE = b"SQLite format 3\x00"


def replay(given: Namespace) -> None:
    """Play a game again from the start, or to an action; with `--verify` every hash must come out again."""
    record = _record(Path(given.file))
    if given.to is not None and not 0 <= given.to <= len(record.lines):
        raise Wrong(f"the game has {len(record.lines)} actions, none is number {given.to}")
    try:
        game = journal_text.replay(record, to=given.to, verify=given.verify)
    except ReplayFault as fault:
        value = {"verified": False, "action": fault.n, "reason": fault.reason}
        raise Wrong(f"{given.file}: {fault}", value) from None
    shown = show(game)
    facts = {key: shown[key] for key in ("turn", "phase", "to_decide", "outcome", "hash")}
    value = {"verified": given.verify, "actions": len(game.journal), "of": len(record.lines), **facts}
    done = "verified" if given.verify else "replayed"
    head = (
        f"{done} {len(game.journal)} of {len(record.lines)} actions: turn {shown['turn']}, {shown['phase']}"
    )
    emit(given, value, f"{head}\n{cli_text.asked(shown['to_decide'], shown['decision'], shown['outcome'])}")


def _record(path: Path) -> Record:
    """The record in a game file or in a text."""
    try:
        with path.open("rb") as file:
            start = file.read(len(SQLITE))
    except OSError as fault:
        raise GameFileError(f"{path}: {fault.strerror}") from None
    return journal_text.import_text(path) if start.startswith(b"{") else read_record(path)


def export(given: Namespace) -> None:
    """A game as text, whole or as one side may see it."""
    side = None if given.viewer is None else Side(given.viewer)
    lines = list(journal_text.export(read_record(Path(given.file)), side))
    if given.output is None:
        emit(given, [json.loads(line) for line in lines], "\n".join(lines))
        return
    path = Path(given.output)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    except OSError as fault:
        raise RecordError(f"{path}: {fault.strerror}") from None
    emit(given, {"file": str(path), "actions": len(lines) - 1}, f"{path}: {len(lines) - 1} actions")


def import_(given: Namespace) -> None:
    """A game file from a text; nothing is written when the text does not hold."""
    record = journal_text.import_text(Path(given.text))
    try:
        file = journal_text.into_file(record, Path(given.output))
    except ReplayFault as fault:
        raise Wrong(f"{given.text}: {fault}") from None
    with file:
        hash, count = file.game.state.hash, len(file.game.journal)
    emit(given, {"file": given.output, "actions": count, "hash": hash}, f"{given.output}: {count} actions")
