"""The section `schema`: every data file of a ruleset through its model, with all the faults of each."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexcore.checkup import Extent, Flaw, Section, flaw_of, unlike
from hexcore.corrected_words import nearest
from hexcore.folder_reading import Faults, read_text
from hexcore.tables import DataError, Line, adapter_of, through
from hexcore.toml_places import Places

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset

FOLDER_FILE = "ruleset.toml"
"""What makes a folder one that `hexcore.ruleset_folder` reads."""
RULE_KEYS = ("title", "text", "kind", "waiver", "spelled")
SLIP = 0.75
"""So like a known key is one that was misspelt."""
RULE_KINDS = ("case", "table", "heading", "note", "component")


def schema_section(ruleset: Ruleset, extent: Extent) -> Section:
    """Files that cannot be read, and lines that their models refuse."""
    found = Section("schema")
    files = data_files(ruleset.folder)
    found.flaws += folder_flaws(ruleset.folder)
    if not found.flaws:
        found.flaws += unlike([*_torn(files), *_rule_flaws(ruleset)])
        found.flaws += _lines(ruleset) if not found.flaws else []
    found.ends = bool(found.flaws)
    models = [path for path in files if path.suffix in (".toml", ".csv")]
    found.checked.append(f"{len(models)} files" if models else "no data files: all of it is code")
    return found


def data_files(folder: Path) -> list[Path]:
    """The data files of a ruleset; what its makers drew them from is left out."""
    found = [p for p in folder.rglob("*") if p.suffix in (".csv", ".toml")] if folder.is_dir() else []
    return sorted(p for p in found if "sources" not in p.parts)


def folder_flaws(folder: Path) -> list[Flaw]:
    """Every fault of every file of a ruleset folder; none of a ruleset made otherwise."""
    if not (folder / FOLDER_FILE).exists():
        return []
    from hexcore.ruleset_folder import faults

    return [Flaw(fault.text, fault.path, fault.line, fault.column) for fault in faults(folder)]


# ------------------------------------------------------------------ as files
def _torn(files: Sequence[Path]) -> Iterator[Flaw]:
    """Files that are no TOML or no table at all."""
    from hexcore.tables import read_toml

    for path in files:
        if path.suffix == ".toml":
            try:
                read_toml(path)
            except DataError as fault:
                yield flaw_of(str(fault))
        else:
            yield from _torn_table(path)


def _torn_table(path: Path) -> Iterator[Flaw]:
    faults = Faults()
    text = read_text(path, faults)
    yield from (Flaw(f.text, f.path, f.line, f.column) for f in faults)
    if text is None:
        return
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        heading = next(reader, [])
        for name in dict.fromkeys(heading):
            if heading.count(name) > 1:
                yield Flaw(f"the column {name!r} stands there twice", path, 1)
        for cells in reader:
            if cells and len(cells) != len(heading):
                yield Flaw(f"{len(cells)} cells under {len(heading)} headings", path, reader.line_num)
    except csv.Error as fault:
        yield Flaw(f"no CSV: {fault}", path, reader.line_num)


# ------------------------------------------------------------------ line by line
class SoundLines:
    """A door that lets only sound lines through, and keeps what is wrong with the others."""

    def __init__(self) -> None:
        self.kept: dict[Callable[[], Any], Any] = {}
        self.flaws: list[Flaw] = []

    def lines(self, path: Path, row: type[Any], lines: Sequence[Line]) -> Sequence[Line]:
        from pydantic import ValidationError

        adapter = adapter_of(row)
        sound = []
        for line in lines:
            try:
                adapter.validate_python({k: v for k, v in line.cells.items() if v != ""})
                sound.append(line)
            except ValidationError as faults:
                self.flaws += [_told(line, dict(fault)) for fault in faults.errors(include_url=False)]
        return sound


def _told(line: Line, fault: dict[str, Any]) -> Flaw:
    column = ".".join(str(part) for part in fault["loc"])
    given = line.cells.get(column, "")
    said = "the cell is empty" if fault["type"] == "missing" else fault["msg"].removeprefix("Value error, ")
    near = _near(given, fault) if given else ""
    shown = f" (given {given!r})" if given and repr(given) not in said else ""
    return flaw_of(f"{line.where}: {column}: {said}{shown}{near}")


def _near(given: str, fault: dict[str, Any]) -> str:
    expected = str(fault.get("ctx", {}).get("expected", ""))
    return nearest(given, [word for word in expected.split("'")[1::2] if word.strip()])


def _lines(ruleset: Ruleset) -> Iterator[Flaw]:
    """Everything of a ruleset read anew, file by file: lines that do not hold, and what stops the reading."""
    from hexcore.conformance import hook_faults
    from hexcore.shipped import load_all

    door, stopped = SoundLines(), list[Flaw]()
    with through(door):
        for load in _loads(ruleset):
            try:
                load()
            except DataError as fault:
                stopped.append(flaw_of(str(fault)))
        try:
            if not stopped and not list(hook_faults(ruleset)):
                load_all(ruleset)
        except DataError as fault:
            stopped.append(flaw_of(str(fault)))
    yield from door.flaws
    yield from stopped if not door.flaws else ()


def _loads(ruleset: Ruleset) -> Iterator[Callable[[], object]]:
    yield ruleset.load_map
    yield ruleset.load_counters
    yield ruleset.load_sequence
    yield lambda: list(ruleset.load_scenarios())
    yield ruleset.load_rules
    yield ruleset.load_presentation
    yield ruleset.load_rule_index


# ------------------------------------------------------------------ rules.toml
def _rule_flaws(ruleset: Ruleset) -> Iterator[Flaw]:
    """Every fault of the texts of the rules."""
    import tomllib

    for path in sorted(ruleset.folder.rglob("rules.toml")) if ruleset.folder.is_dir() else ():
        try:
            text = path.read_text(encoding="utf-8")
            rules, places = tomllib.loads(text), Places(text)
        except (ValueError, OSError):  # told as a torn file
            continue
        for number, entry in rules.items():
            for key, said in _rule_faults(entry, strict=(ruleset.folder / FOLDER_FILE).exists()):
                line, column = places.key((number, key)) if key else places.key((number,))
                yield Flaw(f"rule {number!r}: {said}", path, line, column)


def _rule_faults(entry: Any, *, strict: bool) -> Iterator[tuple[str, str]]:
    """By key. A ruleset with a reader of its own may have keys of its own: a slip is nearly one of ours."""
    if not isinstance(entry, dict):
        yield "", "is no table with title and text"
        return
    slips = {word for key in entry if key not in RULE_KEYS for word in get_close_matches(key, RULE_KEYS, 1)}
    for key in ("title", "text"):
        if key not in entry and key not in slips:
            yield "", f"the key {key!r} is missing"
    for key, value in entry.items():
        if key not in RULE_KEYS:
            if strict or get_close_matches(key, RULE_KEYS, 1, SLIP):
                yield key, f"no key {key!r} here{nearest(key, RULE_KEYS)}"
        elif not isinstance(value, str):
            yield key, f"{key}: a text in quotes is wanted (given {value!r})"
        elif key == "kind" and value not in RULE_KINDS:
            yield key, f"kind: {value!r} is none of {', '.join(RULE_KINDS)}{nearest(value, RULE_KINDS)}"
