"""What installed distributions announce: read from their metadata, and loaded so that none can stop us.

A listing imports nothing. Title, edition, version, API and a line about it come from a `ruleset.toml` (one
ruleset) or a `rulesets.toml` (a table for each id) that the distribution brings, else from its own name and
version.
Loading happens in a thread of its own: whatever the import raises, SystemExit and KeyboardInterrupt
included, and an import that does not end, leave a broken ruleset behind and a program that runs on. Code that
ends the process itself (`os._exit`, a crash of the interpreter) cannot be stopped from inside it: `hexcore
doctor` tells it, for it loads each plugin in a process of its own.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import tomllib
from collections.abc import Iterator, Mapping
from importlib import metadata, util
from pathlib import Path
from typing import Any, NamedTuple

from hexcore import API, disabled

PATIENCE = "HEXCORE_PATIENCE"
SECONDS = 20.0
"""How long a plugin may take to be imported, unless HEXCORE_PATIENCE says otherwise."""
TEXTS = ("ruleset.toml", "rulesets.toml")
_hanging: dict[str, str] = {}


class Facts(NamedTuple):
    """What metadata says of a ruleset."""

    title: str
    edition: str = ""
    version: str = ""
    api: str = ""
    about: str = ""


# ------------------------------------------------------------------ without importing
def told(point: metadata.EntryPoint) -> Facts:
    """What the metadata of an announced ruleset says of it; its title is its id where nothing says better.

    Nothing is imported, and no metadata is so wrong that this fails: what cannot be read is not said.
    """
    facts = Facts(point.name)
    try:
        if point.dist is not None:
            facts = facts._replace(version=point.dist.version or "")
        for path in _texts(point):
            facts = facts._replace(**_read(path, point.name))
    except Exception:  # metadata written by strangers can be wrong in any way
        return facts
    return facts


def _texts(point: metadata.EntryPoint) -> Iterator[Path]:
    """The files that may tell of a ruleset: those its distribution lists, those beside its module."""
    for file in (point.dist.files or ()) if point.dist is not None else ():
        if file.name in TEXTS:
            yield Path(str(file.locate()))
    folder = _folder(point.module)
    if folder is not None:
        yield from (folder / name for name in TEXTS)


def _folder(module: str) -> Path | None:
    """The folder of a module that is not imported: only its topmost package is looked up."""
    top, *rest = module.split(".")
    if top in sys.modules:
        spec = sys.modules[top].__spec__
    else:
        spec = util.find_spec(top)
    if spec is None:
        return None
    inside = spec.submodule_search_locations
    if inside:
        return Path(next(iter(inside))).joinpath(*rest)
    return Path(spec.origin).parent if spec.origin else None


def _read(path: Path, id: str) -> Mapping[str, str]:
    """What a file says of one ruleset; nothing when it speaks of others, or is none."""
    try:
        entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}
    entry = entries.get(id) if path.name == "rulesets.toml" else entries if entries.get("id") == id else None
    if not isinstance(entry, dict):
        return {}
    return {key: entry[key] for key in Facts._fields if isinstance(entry.get(key), str)}


# ------------------------------------------------------------------ the version built on
def api_fault(stated: str) -> str:
    """Why a ruleset of an API version cannot be played here, empty when it can; none stated: the present."""
    if not stated:
        return ""
    if re.fullmatch(r"\d+\.\d+", stated) is None:
        return f"api = {stated!r} is no version: it is two numbers, like {shown(API)}"
    major, minor = map(int, stated.split("."))
    if (major, minor) > API:
        return (
            f"it is made for version {stated} of the API, this engine has {shown(API)}: "
            "install a newer hexcore-engine"
        )
    return ""


def shown(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


# ------------------------------------------------------------------ loading
def load(point: metadata.EntryPoint) -> tuple[Any, str]:
    """What an entry point stands for, or why it cannot be had. Never raises, and always comes back."""
    if point.value in _hanging:
        return None, _hanging[point.value]
    if point.module in sys.modules:
        return _loaded(point)
    answers: list[tuple[Any, str]] = []
    thread = threading.Thread(target=lambda: answers.append(_loaded(point)), daemon=True, name=point.value)
    thread.start()
    thread.join(patience())
    if not answers:
        _hanging[point.value] = f"its import does not end within {patience():g} seconds"
        return None, _hanging[point.value]
    return answers[0]


def _loaded(point: metadata.EntryPoint) -> tuple[Any, str]:
    try:
        return point.load(), ""
    except BaseException as fault:  # an import can raise anything, SystemExit and KeyboardInterrupt too
        text = str(fault) or {"SystemExit": "it ends the program", "KeyboardInterrupt": "it interrupts"}.get(
            type(fault).__name__, "it says no more"
        )
        return None, f"{type(fault).__name__}: {text}"


def patience() -> float:
    """Seconds a plugin may take to be imported."""
    try:
        return max(0.1, float(os.environ.get(PATIENCE, "")))
    except ValueError:
        return SECONDS


def is_disabled(id: str) -> bool:
    """Whether the user has switched a ruleset off."""
    return id in disabled.disabled()
