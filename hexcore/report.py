"""A report: all that somebody needs to see a fault again, in one archive.

In it are the game as text, the position it stands in, the versions of everything, and the last fault. Secrets
that are still kept are there as their hashes only, unless they are asked for.
"""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
import traceback
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from hexcore.cli_library import ruleset_form
from hexcore.game_disk import refuse_existing
from hexcore.journal_text import export
from hexcore.playback import replay
from hexcore.position_text import position_text
from hexcore.record import Header, Record, RecordError, ReplayFault, setting_of
from hexcore.ruleset import UnknownName, installed
from hexcore.showing import show
from hexcore.tables import DataError
from hexcore.units import Side

FAULTS = "HEXCORE_FAULTS"
"""The environment variable that names another file for the last unexpected fault."""
MESSAGE = "message: "
DISTRIBUTIONS = ("hexcore", "pluggy", "pydantic", "networkx", "PyQt6", "sqlite-utils")
"""What a report tells the version of: every distribution whose name begins so."""


def write_report(
    path: Path, record: Record, *, viewer: Side | None = None, secrets: bool = False, fault: str = ""
) -> list[str]:
    """Write a report on a game to a new archive; the names of the files in it.

    With *viewer* it holds what that side may see. A game that cannot be played again is reported as far as it
    goes. RecordError when the archive cannot be written, UnknownName for a side that is not in the game.
    """
    kept = record if secrets else replace(record, secrets={})
    files = {
        "game.txt": "\n".join(export(kept, viewer)) + "\n",
        **_position(record, viewer),
        "versions.json": json.dumps(versions(record.header), indent=1) + "\n",
        "last-fault.txt": fault or last_fault(whole=viewer is None) or "none\n",
    }
    refuse_existing(path)
    try:
        with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    except OSError as trouble:
        raise RecordError(f"{path}: {trouble.strerror or trouble}") from None
    return list(files)


def _position(record: Record, viewer: Side | None) -> dict[str, str]:
    """Where the game stands, as a position file and as `show` has it; or why it cannot be said."""
    try:
        game, start = replay(record, verify=False), setting_of(record.header)
    except (ReplayFault, DataError, UnknownName) as trouble:
        return {"position.txt": f"There is no position: {trouble}\n"}
    shown = json.dumps(show(game, viewer), indent=1, ensure_ascii=False)
    return {"position.toml": position_text(game, viewer, start.position), "position.json": f"{shown}\n"}


def versions(header: Header) -> Mapping[str, Any]:
    """What the game was recorded under, what is installed here, and the platform."""
    named = {dist.name: dist.version for dist in metadata.distributions() if dist.name}
    recorded = {"ruleset": header.ruleset, "version": header.version, "hash": header.ruleset_hash}
    return {
        "recorded": {**recorded, "engine": header.engine},
        "installed": [ruleset_form(found) for found in installed()],
        "platform": platform.platform(),
        "python": sys.version,
        "sqlite": sqlite3.sqlite_version,
        "distributions": {
            name: version
            for name, version in sorted(named.items())
            if name.lower().startswith(tuple(word.lower() for word in DISTRIBUTIONS))
        },
    }


# ------------------------------------------------------------------ the last fault
def faults_file() -> Path:
    """Where the last unexpected fault is kept."""
    named = os.environ.get(FAULTS)
    if named:
        return Path(named)
    home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return home / "hexcore" / "last-fault.txt"


def keep_fault(fault: BaseException) -> None:
    """Remember an unexpected fault for a later report; where that cannot be written, that is said."""
    path = faults_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{trace(fault)}{MESSAGE}{fault}\n", encoding="utf-8")
    except OSError as trouble:
        print(f"hexcore: the fault was not kept: {path}: {trouble.strerror}", file=sys.stderr)


def trace(fault: BaseException) -> str:
    """Where a fault happened, and where the one did that led to it: places and classes, no values."""
    before = fault.__cause__ or fault.__context__
    first = trace(before) if before is not None else ""
    return f"{first}{''.join(traceback.format_tb(fault.__traceback__))}{type(fault).__name__}\n"


def last_fault(*, whole: bool = True) -> str:
    """The last unexpected fault, empty when none is on record; its message, which may tell secrets, if
    *whole*."""
    try:
        kept = faults_file().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return kept if whole else kept.partition(MESSAGE)[0]
