"""A new ruleset: a distribution that installs, plays and is sound as it stands, for its author to change."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from hexcore.ruleset import UnknownName, installed
from hexcore.tables import DataError

TEMPLATE = Path(__file__).parent / "templates" / "new_ruleset"
SCHEMAS = Path(__file__).parent / "schemas"
_NAME = re.compile(r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$")


class Names(NamedTuple):
    """What a new ruleset is called: its distribution and id, its package, its title."""

    name: str
    package: str
    title: str


def names_of(name: str) -> Names:
    """The names of a ruleset. UnknownName, with the reason, for one that nothing installed can have."""
    if not _NAME.match(name):
        raise UnknownName(
            f"{name!r} is no name of a distribution: letters, digits, single - _ . between them"
        )
    plain = re.sub(r"[-_.]+", "-", name).lower()
    package = plain.replace("-", "_")
    if not package.isidentifier() or keyword.iskeyword(package):
        raise UnknownName(
            f"{name!r} is no name of a Python package: begin with a letter, use none of its words"
        )
    if package in sys.stdlib_module_names or find_spec(package) is not None:
        raise UnknownName(f"{name!r} is taken: there is a module {package!r} already")
    if any(found.id == plain for found in installed(load=False)):
        raise UnknownName(f"{name!r} is taken: a ruleset of that id is installed")
    return Names(plain, package, plain.replace("-", " ").title())


def new_ruleset(name: str, folder: Path | None = None) -> Path:
    """Write the distribution *name* into a folder that is not there yet, or empty; its name by default.

    UnknownName for a name that will not do, DataError for a folder that has something in it.
    """
    names = names_of(name)
    home = Path(names.name) if folder is None else folder
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise DataError(f"{home}: it is there already; nothing is written over it")
    try:
        for path in sorted(TEMPLATE.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                _write(path, home / _place(path.relative_to(TEMPLATE), names), names)
        shutil.copytree(SCHEMAS, home / "schemas")
    except OSError as fault:
        raise DataError(f"{fault.filename}: {fault.strerror}") from None
    return home


def _place(path: Path, names: Names) -> Path:
    """Where a file of the template goes: into the package of the new name, without the mark of a template."""
    parts = [names.package if part == "package" else part for part in path.parts]
    return Path(*parts[:-1], parts[-1].removesuffix(".txt"))


def _write(template: Path, target: Path, names: Names) -> None:
    text = template.read_text(encoding="utf-8")
    filled = {"id": names.name, **names._asdict(), "year": str(date.today().year)}
    for word, value in filled.items():
        text = text.replace("{{" + word + "}}", value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
