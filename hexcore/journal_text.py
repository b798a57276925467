"""A game as JSON Lines text: a header, then one line for every answer. Small, mailable, checked when read.

A text made for one side holds nothing that side may not see: an answer about hidden units is a hidden line,
secrets are their hashes, and every hash is that of what the side sees.
"""

from __future__ import annotations

import json
import secrets as randomness
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexcore.codec import StateForm
from hexcore.game import Game
from hexcore.game_disk import refuse_existing
from hexcore.game_store import write_new
from hexcore.game_tree import straight
from hexcore.gamefile import GameFile
from hexcore.playback import Playback, replay
from hexcore.record import (
    TEXT_FORMAT,
    DiceRecord,
    Header,
    Line,
    Record,
    RecordError,
    ReplayFault,
    Secret,
    header_form,
    header_from,
    lines_since,
    setting_of,
)
from hexcore.ruleset import UnknownName
from hexcore.tables import DataError
from hexcore.units import Side

MARK = "hexgame"
"""The first key of a text: its value is the format."""
HIDDEN = "hidden"
"""The kind of an answer that the side a text was made for may not see."""


# ------------------------------------------------------------------ writing
def export(record: Record, side: Side | None = None) -> Iterator[str]:
    """A game as lines of text: the whole of it, or what one side may see."""
    seen = record if side is None else seen_by(record, side)
    header = header_form(replace(seen.header, manifest={}))
    yield json.dumps({MARK: TEXT_FORMAT, **header}, ensure_ascii=False)
    for line in seen.lines:
        written: dict[str, Any] = {"n": line.n, "side": line.side, "action": line.action}
        if line.hash:
            written["hash"] = line.hash
        secret = seen.secrets.get(line.n)
        if secret is not None:
            written["opening"] = {"choice": secret.choice, "salt": secret.salt}
        yield json.dumps(written, ensure_ascii=False)


def seen_by(record: Record, side: Side) -> Record:
    """A record as one side may see it. UnknownName for a side that is not in the game."""
    start = setting_of(record.header)
    if side not in start.board.sides:
        raise UnknownName(f"no side {side!r}; it is one of {', '.join(start.board.sides)}")
    playback = Playback(record, start)
    game = playback.start()
    header = _seen_header(record.header, game, side)
    lines = [
        replace(line, hash=line.hash and game.view(side).hash, events="")
        for line in record.lines[: len(game.journal)]
    ]
    known = _known(game, side)
    for n in playback.go_on(game):
        still_known = _known(game, side)
        for line in record.lines[len(lines) : n]:
            hidden = line.side != side and not _all_known(line.action, game, known & still_known)
            action = {"kind": HIDDEN} if hidden else line.action
            hash = line.hash and game.view(side).hash
            lines.append(replace(line, action=action, hash=hash, events=""))
        known = still_known
    own = {n: secret for n, secret in record.secrets.items() if secret.owner == side}
    return Record(header, lines, own)


def _seen_header(header: Header, game: Game, side: Side) -> Header:
    """Without the seed and the list of dice, and without a position in which something is hidden."""
    dice = DiceRecord("typed" if header.dice.kind == "typed" else "recorded")
    in_play = {unit.id for unit in game.state.units.values() if unit.place is not None}
    position = header.position if in_play <= _known(game, side) else ""
    return replace(header, dice=dice, position=position, viewer=side, opening=game.view(side).hash)


def _known(game: Game, side: Side) -> frozenset[str]:
    """The units a side knows by name."""
    return frozenset(game.view(side).units)


def _all_known(value: object, game: Game, known: frozenset[str]) -> bool:
    """Whether an answer names no unit but known ones."""
    if isinstance(value, str):
        return value in known or value not in game.state.units
    if isinstance(value, Mapping):
        return all(_all_known(part, game, known) for part in (*value, *value.values()))
    if isinstance(value, (list, tuple)):
        return all(_all_known(part, game, known) for part in value)
    return True


# ------------------------------------------------------------------ reading
def import_text(path: Path) -> Record:
    """The record a text holds, not yet played. RecordError with file and line when it holds none."""
    try:
        rows = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else "it is no text"
        raise RecordError(f"{path}: {reason}") from None
    lines: list[Line] = []
    openings: dict[int, Secret] = {}
    at = 1
    try:
        header = _read_header(rows[0] if rows else "")
        for at, row in enumerate(rows[1:], 2):
            line, opening = _read_line(at - 1, row)
            lines.append(line)
            if opening is not None:
                openings[line.n] = opening
    except RecordError as fault:
        raise RecordError(f"{path}:{at}: {fault}") from None
    return Record(header, lines, openings)


def _read_header(row: str) -> Header:
    data = _object(row)
    if MARK not in data:
        raise RecordError("this is no text of a game")
    version = data.pop(MARK)
    if type(version) is not int or not 1 <= version <= TEXT_FORMAT:
        newest = f"this hexcore reads up to {TEXT_FORMAT}: update hexcore"
        raise RecordError(f"it has format {version!r}, and {newest}")
    return header_from(data)


def _read_line(n: int, row: str) -> tuple[Line, Secret | None]:
    data = _object(row)
    action, side, hash = data.get("action"), data.get("side"), data.get("hash", "")
    if data.get("n") != n or not isinstance(side, str) or not isinstance(hash, str):
        raise RecordError(f"action {n} is missing or damaged")
    if not isinstance(action, dict):
        raise RecordError(f"action {n} has no action")
    if action.get("kind") == HIDDEN:
        raise RecordError(f"action {n} is hidden from the side this text was made for: it cannot be played")
    opening = data.get("opening")
    if opening is None:
        return Line(n, side, action, hash), None
    try:
        return Line(n, side, action, hash), Secret(side, action["what"], opening["choice"], opening["salt"])
    except (KeyError, TypeError):
        raise RecordError(f"the opening of action {n} is damaged") from None


def _object(row: str) -> dict[str, Any]:
    try:
        data = json.loads(row)
    except (ValueError, RecursionError):
        raise RecordError("this is no text of a game, or it is cut short") from None
    if not isinstance(data, dict):
        raise RecordError("this is no text of a game")
    return data


def into_file(record: Record, path: Path) -> GameFile:
    """A record played through into a new game file. ReplayFault, and no file, where it does not hold."""
    refuse_existing(path)
    start = setting_of(record.header)
    playback = Playback(record, start, rules=True)
    game = playback.start()
    first = behind = (len(game.journal), game.state)
    lines, openings = lines_since(game, 0)
    for n in playback.go_on(game):
        more, opened = lines_since(game, len(lines))
        lines += more
        openings |= opened
        behind = behind if game.undoable else (n, game.state)
    dice = record.header.dice
    if dice.kind == "recorded":
        dice = DiceRecord("seed", randomness.randbelow(1 << 31))
    kept = straight(start.header(dice, first[1].hash), lines, openings)
    snapshots = dict([first, behind, (len(lines), game.state)])
    write_new(path, kept, snapshots.items(), StateForm(game.board))
    return GameFile.open(path)


def verify(record: Record) -> Game:
    """The game played again, every hash checked. ReplayFault at the first action that no longer holds."""
    return replay(record, verify=True)


__all__ = [
    "DataError",
    "RecordError",
    "ReplayFault",
    "export",
    "import_text",
    "into_file",
    "replay",
    "seen_by",
    "verify",
]
