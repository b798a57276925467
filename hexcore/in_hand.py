"""Rulesets that this process has in hand: found by their id before those that distributions announce.

So a folder that is not installed can be played, and a ruleset whose files were edited is found as it now is.
A folder comes in hand where a command names it in place of an id, or where HEXCORE_RULESETS names it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexcore.ruleset import Found, Ruleset

RULESETS: dict[str, Ruleset] = {}
FOLDERS = "HEXCORE_RULESETS"
"""Folders of rulesets that are as good as installed, written one after the other as in PATH."""


def take(ruleset: Ruleset) -> None:
    """From now on this is the ruleset of its id."""
    RULESETS[ruleset.id] = ruleset


def put_down(id: str) -> None:
    """From now on the installed ruleset of an id is found again, if there is one."""
    RULESETS.pop(id, None)


def found(id: str = "") -> list[Found]:
    """Those in hand, or the one of an id, as `ruleset.installed` lists them."""
    from hexcore.ruleset import Found

    listed = [
        Found(one.id, one, title=one.title, edition=one.edition, version=one.version)
        for one in RULESETS.values()
    ]
    listed += [one for name in _folders() if (one := _found(name)).id not in RULESETS]
    return [one for one in listed if id in ("", one.id)]


# ------------------------------------------------------------------ folders
def folder_of(name: str) -> Path | None:
    """The folder with a ruleset.toml that a name means: itself, or the one in it (a distribution's package).

    None for what is no path; UnknownName for a folder without a ruleset.
    """
    from hexcore import ruleset as library

    path = Path(name)
    if not path.is_dir():
        if path.name != name:
            raise library.UnknownName(f"{name}: no such folder")
        return None
    if path.name == name and name in {*RULESETS, *(point.name for point in library._points())}:
        return None
    home = path.resolve()
    if (home / "ruleset.toml").is_file():
        return home
    inside = sorted(found.parent for found in home.glob("*/ruleset.toml"))
    if len(inside) != 1:
        what = "has no ruleset.toml" if not inside else "has several rulesets in it: name one of them"
        raise library.UnknownName(f"{name}: the folder {what}")
    return inside[0]


@contextmanager
def named(name: str) -> Iterator[str]:
    """The id of the ruleset that a name means: the name itself, or the id of the folder of that path.

    The folder is in hand as long, for this process and those it starts. UnknownName or DataError where there
    is no ruleset in it.
    """
    home = folder_of(name)
    if home is None:
        yield name
        return
    from hexcore.ruleset_folder import read_ruleset

    ruleset, before, given = read_ruleset(home), dict(RULESETS), os.environ.get(FOLDERS)
    take(ruleset)
    os.environ[FOLDERS] = os.pathsep.join([str(home), *([given] if given else [])])
    try:
        yield ruleset.id
    finally:
        put_down(ruleset.id)
        RULESETS.update({id: one for id, one in before.items() if id == ruleset.id})
        os.environ.pop(FOLDERS)
        os.environ.update({FOLDERS: given} if given else {})


def _folders() -> list[str]:
    return [part for part in os.environ.get(FOLDERS, "").split(os.pathsep) if part]


@cache
def _found(name: str) -> Found:
    """The ruleset of a folder that HEXCORE_RULESETS names, or why it is none."""
    from hexcore.ruleset import Found, UnknownName
    from hexcore.ruleset_folder import read_ruleset
    from hexcore.tables import DataError

    try:
        home = folder_of(name if os.sep in name else os.path.join(os.curdir, name))
        one = read_ruleset(home or Path(name))
    except (DataError, UnknownName) as fault:
        return Found(Path(name).name, None, str(fault))
    return Found(one.id, one, title=one.title, edition=one.edition, version=one.version)
