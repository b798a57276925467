"""Commands on the record of a game: replay, export, import."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from hexcore import cli_replay, cli_text, journal_text
from hexcore.cli import Wrong, emit
from hexcore.game_damage import damage
from hexcore.gamefile import GameFileError, read_marked, read_record
from hexcore.record import Record, RecordError, ReplayFault
from hexcore.report import write_report
from hexcore.showing import show
from hexcore.units import Side


def replay(given: Namespace) -> None:
    """Play a game again from the start, or to an action; with `--verify` every hash must come out again."""
    path = Path(given.file)
    record, bookmarks = _record(path)
    if not given.verify:
        cli_replay.tell_changed(path, record)
    if given.log or given.last_turn is not None:
        cli_replay.log(given, record, bookmarks)
        return
    if given.start is not None or given.viewer is not None:
        raise Wrong("--from and --as go with --log or --last-turn")
    to = None if given.to is None else cli_replay.number_of(given.to, record, bookmarks)
    if given.verify and not is_text(path):
        _undamaged(path)
    try:
        game = journal_text.replay(record, to=to, verify=given.verify)
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
    asked = cli_text.spelt(shown["decision"], game.board.ruleset.spelled)
    emit(given, value, f"{head}\n{cli_text.asked(shown['to_decide'], asked, shown['outcome'])}")


def _undamaged(path: Path) -> None:
    found = damage(path)
    if found:
        more = f" (and {len(found) - 1} more findings)" if len(found) > 1 else ""
        raise Wrong(f"{path}: {found[0]}{more}", {"verified": False, "damage": found})


def _record(path: Path) -> tuple[Record, Mapping[str, int]]:
    """The main line in a game file or in a text, and the numbers of its bookmarks."""
    return (journal_text.import_text(path), {}) if is_text(path) else read_marked(path)


def is_text(path: Path) -> bool:
    """Whether a game lies in a text, and not in a game file."""
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError as fault:
        raise GameFileError(f"{path}: {fault.strerror}") from None


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


def report(given: Namespace) -> None:
    """All that explains a fault, in one archive; kept secrets as hashes, unless they are asked for."""
    side = None if given.viewer is None else Side(given.viewer)
    (record, _), path = _record(Path(given.file)), Path(given.output)
    names = write_report(path, record, viewer=side, secrets=given.with_secrets)
    emit(given, {"file": str(path), "files": names}, f"{path}: {', '.join(names)}")


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
