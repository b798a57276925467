"""Rulesets that a user has switched off: a list in his configuration folder, and one in the environment."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from pathlib import Path

from hexcore.tables import DataError

CONFIG, ALSO = "HEXCORE_CONFIG", "HEXCORE_DISABLED"
FILE = "rulesets.toml"


def config_folder() -> Path:
    """Where a user's own settings of hexcore lie on this platform; HEXCORE_CONFIG names another folder."""
    named = os.environ.get(CONFIG)
    if named:
        return Path(named)
    if sys.platform == "win32":
        home = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return home / "hexcore"


def disabled() -> frozenset[str]:
    """The ids of rulesets switched off, by the file or by HEXCORE_DISABLED (ids with commas).

    A file that cannot be read switches nothing off: it must stop no game. `fault` says what is wrong with it.
    """
    also = {id.strip() for id in os.environ.get(ALSO, "").split(",") if id.strip()}
    try:
        return frozenset(also | set(_listed()))
    except DataError:
        return frozenset(also)


def fault() -> str:
    """What is wrong with the file, empty when nothing is."""
    try:
        _listed()
    except DataError as wrong:
        return str(wrong)
    return ""


def disable(id: str) -> Path:
    """Switch a ruleset off for good; the file that says so. DataError when that file is damaged."""
    return _write({*_listed(), id})


def enable(id: str) -> Path:
    """Switch a ruleset on again; the file. DataError when it is damaged, or HEXCORE_DISABLED stands."""
    path = _write({*_listed()} - {id})
    if id in disabled():
        raise DataError(f"{id} stays disabled: the environment variable {ALSO} names it")
    return path


def _listed() -> list[str]:
    path = config_folder() / FILE
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise DataError(f"{path}: {wrong}") from None
    found = entries.get("disabled", [])
    if not isinstance(found, list) or not all(isinstance(id, str) for id in found):
        raise DataError(f"{path}: `disabled` is a list of ruleset ids, not {found!r}")
    return found


def _write(ids: set[str]) -> Path:
    path = config_folder() / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(f"disabled = {json.dumps(sorted(ids))}\n", encoding="utf-8")
        new.replace(path)
    except OSError as wrong:
        raise DataError(f"{path}: {wrong.strerror or wrong}") from None
    return path
