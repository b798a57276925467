"""A ruleset's data files with a player's corrections written into them, for its author."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hexcore.corrected import Checked
from hexcore.corrections import Table
from hexcore.map_files import folders
from hexcore.map_rows import FILES, HEADINGS, grid_text, write_lines
from hexcore.mapcheck import home_of_map
from hexcore.ruleset import Ruleset
from hexcore.shipped import Shipped, shipped
from hexcore.tables import DataError, Line, read_lines

DATA = (".csv", ".toml")
Cells = Mapping[str, str]


def write_folder(ruleset: Ruleset, done: Checked, folder: Path) -> list[Path]:
    """All data files in a new folder, those with corrections in them changed; these are answered.

    Nothing is left behind when it fails. DataError when the folder is there and not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(f"{folder}: is there already, and not empty")
    if not folder.absolute().parent.is_dir():
        raise DataError(f"{folder}: there is no folder {folder.absolute().parent}")
    with tempfile.TemporaryDirectory(dir=folder.absolute().parent) as temporary:
        made = Path(temporary) / "data"
        written = [path.relative_to(made) for path in _written(ruleset, done, made)]
        if folder.exists():
            folder.rmdir()
        os.replace(made, folder)
    return [folder / path for path in written]


def _written(ruleset: Ruleset, done: Checked, made: Path) -> list[Path]:
    made.mkdir()
    for path in sorted(ruleset.folder.rglob("*")):
        if path.suffix in DATA and "sources" not in path.parts:
            copy = made / path.relative_to(ruleset.folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    tables, written = shipped(ruleset), []
    for name, lines in done.tables.items():
        if name in tables.paths:
            path = made / tables.paths[name].relative_to(ruleset.folder)
            write_lines(path, tables.tables[name].headings, lines)
            written.append(path)
    return [*written, *_in_code(ruleset, tables, done, made), *_ground(ruleset, tables, done, made)]


def _in_code(ruleset: Ruleset, tables: Shipped, done: Checked, made: Path) -> Iterator[Path]:
    """Tables that the ruleset keeps in code, each as a file of its own."""
    for name, lines in done.tables.items():
        if name not in tables.paths and name not in FILES:
            path = made / f"{name}.csv"
            write_lines(path, tables.tables[name].headings, lines)
            yield path


# ------------------------------------------------------------------ the ground
def _ground(ruleset: Ruleset, tables: Shipped, done: Checked, made: Path) -> Iterator[Path]:
    """The files of the map; a map kept in code becomes a folder of its own."""
    changed = done.tables.keys() & FILES.keys()
    if not changed:
        return
    home = home_of_map(ruleset)
    if home is None:
        home = made / "map"
        home.mkdir()
        (home / "map.toml").write_text(grid_text(ruleset.map.grid), encoding="utf-8")
        for name in FILES:
            lines = done.tables.get(name, tables.tables[name].lines)
            write_lines(home / f"{name}.csv", HEADINGS[name], [_plain(name, line.cells) for line in lines])
            yield home / f"{name}.csv"
        return
    for name in sorted(changed):
        yield from _edited(ruleset, tables.tables[name], done.tables[name], _copies(ruleset, home, made))


def _plain(name: str, cells: Cells) -> Line:
    return Line("", {heading: cells.get(heading, "") for heading in HEADINGS[name]})


def _copies(ruleset: Ruleset, home: Path, made: Path) -> list[Path]:
    """The copies of the folders a map is read from, its own last."""
    own = ruleset.folder.resolve()
    return [made / folder.resolve().relative_to(own) for folder in folders(home)]


def _edited(ruleset: Ruleset, table: Table, lines: Sequence[Line], homes: list[Path]) -> Iterator[Path]:
    """One ground file, perhaps of two folders: changed rows changed in place, new ones at the end."""
    before = {table.key_of(line): line for line in table.lines}
    after = {table.key_of(line): line for line in lines}
    # a key with two rows stands for the last of them; corrections never touch such a row
    changed = {key: line for key, line in after.items() if before.get(key) is not line}
    gone = before.keys() - after.keys()
    for home in homes:
        path = home / f"{table.name}.csv"
        old = read_lines(path) if path.exists() else []
        kept = [_edit(table, line, before, changed) for line in old if table.key_of(line) not in gone]
        done = {table.key_of(line) for line in old}
        fresh = [line for key, line in changed.items() if key not in before] if home == homes[-1] else []
        headings = _headings(table, old)
        if len(kept) != len(old) or fresh or done & changed.keys():
            cells = [{h: line.cells.get(h, "") for h in headings} for line in (*kept, *fresh)]
            write_lines(path, headings, [Line("", row) for row in cells])
            yield path


def _headings(table: Table, old: list[Line]) -> tuple[str, ...]:
    """The columns of a file; one without marks gets a column for them."""
    if not old:
        return HEADINGS[table.name]
    own = tuple(old[0].cells)
    return own if "provenance" in own or "provenance" not in table.headings else (*own, "provenance")


def _edit(table: Table, line: Line, before: Mapping[str, Line], changed: Mapping[str, Line]) -> Line:
    """A line of a file with the cells in it that differ from those shipped."""
    key = table.key_of(line)
    new, old = changed.get(key), before.get(key)
    if new is None or old is None:
        return line
    cells = {h: new.cells[h] for h in table.headings if new.cells[h] != old.cells.get(h, "")}
    return Line(line.where, {**line.cells, **cells})
