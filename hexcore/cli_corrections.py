"""Commands on a player's corrections: a file to begin with, its proof, and the data with them in it."""

from __future__ import annotations

import csv
import io
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexcore.cli import DONE, WRONG, Wrong, emit
from hexcore.cli_text import table as in_columns
from hexcore.corrected import Checked, checked, faults
from hexcore.corrected_proof import doubts
from hexcore.corrections import HEADINGS, Corrections, Table, read_corrections
from hexcore.ruleset import Ruleset, find
from hexcore.shipped import shipped

EXAMPLES = 6
HEAD = """\
# Corrections of {title} ({id}), from your own copy of the game.
# One value a line: the table, the key of the row, the field, and the value as printed. `by` and `why` are
# yours: who says so, and where it stands. Lines that begin with # are skipped; a line that says what is so
# already does nothing, like the examples below.
# In hexsides and roads the value none takes the feature or the road away, and a new key brings one.
# The field row with the value new brings a whole row of any table, with none it takes one away.
#
# Play with them:  hexcore new {id} SCENARIO -o game.hexgame --corrections THIS_FILE
#
# Tables, the columns that make their keys (one blank between), and their fields:
"""


def new(given: Namespace) -> None:
    """A corrections file to begin with; its examples change nothing."""
    ruleset, path = find(given.ruleset), Path(given.output)
    text = template(ruleset)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        raise Wrong(f"{path}: {fault.strerror}") from None
    emit(given, {"file": str(path), "tables": list(shipped(ruleset).tables)}, str(path))


def template(ruleset: Ruleset) -> str:
    """The text of a corrections file that names every table and changes nothing."""
    tables = shipped(ruleset).tables
    rows = [(f"#   {t.name}", " ".join(t.key), ", ".join(_fields(t))) for t in tables.values()]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADINGS)
    for table in tables.values():
        writer.writerows(_example(table))
    lines = out.getvalue().splitlines(keepends=True)
    head = HEAD.format(title=ruleset.title, id=ruleset.id) + in_columns(rows) + "\n"
    return head + "".join(lines[: EXAMPLES + 1])


def _fields(table: Table) -> list[str]:
    return [name for name in table.fields if name not in table.key] or list(table.fields)


def _example(table: Table) -> Iterator[tuple[str, ...]]:
    """A line that says what the first row of a table says already."""
    for line in table.lines[:1]:
        field = next((name for name in _fields(table) if line.cells.get(name)), "")
        if field:
            value = line.cells[field]
            yield table.name, table.key_of(line), field, value, "your name", "where it is printed"


def check(given: Namespace) -> int:
    """Do corrections hold? Every fault with file, line and column, and exit status 2.

    What is merely doubtful (a river that now breaks, a number far beyond the others) is told, with status 0.
    """
    ruleset, path = find(given.ruleset), Path(given.file)
    corrections = read_corrections(path)
    found = faults(ruleset, corrections)
    if found:
        emit(given, {"file": str(path), "faults": [str(f) for f in found]}, "\n".join(map(str, found)))
        count = "1 fault" if len(found) == 1 else f"{len(found)} faults, the first one"
        print(f"hexcore: {path}: {count}: {found[0]}", file=sys.stderr)
        return WRONG
    done = checked(ruleset, corrections)
    value = {"file": str(path), "ruleset": ruleset.id, **counted(corrections, done)}
    value["doubts"] = [{**d.row.form, "doubt": d.text} for d in doubts(ruleset, done)]
    emit(given, value, _told(value))
    return DONE


def counted(corrections: Corrections, done: Checked) -> dict[str, Any]:
    """What of a corrections file is in force."""
    in_force = done.in_force.rows
    return {
        "corrections": [row.form for row in in_force],
        "unchanged": [row.form for row in corrections.rows if row not in in_force],
    }


def tell_doubts(ruleset: Ruleset, corrections: Corrections) -> None:
    """What is doubtful about corrections that a game is begun with, a line each on stderr."""
    for doubt in doubts(ruleset, checked(ruleset, corrections)):
        print(f"hexcore: {doubt}", file=sys.stderr)


def _told(value: dict[str, Any]) -> str:
    idle = len(value["unchanged"])
    beside = f", and {idle} that say{'s' if idle == 1 else ''} what is so already" if idle else ""
    count = len(value["corrections"])
    told = [f"{value['file']}:{d['line']}: doubtful: {d['doubt']}" for d in value["doubts"]]
    last = f"{value['file']}: {count} correction{'' if count == 1 else 's'} of {value['ruleset']}{beside}"
    doubtful = f", {len(told)} doubt{'' if len(told) == 1 else 's'}" if told else ""
    return "\n".join([*told, last + doubtful])


def apply(given: Namespace) -> None:
    """The data of a ruleset with corrections in it, in a new folder."""
    from hexcore.corrected_files import write_folder

    ruleset, folder = find(given.ruleset), Path(given.output)
    corrections = read_corrections(Path(given.file))
    done = checked(ruleset, corrections)
    try:
        written = write_folder(ruleset, done, folder)
    except OSError as fault:
        raise Wrong(f"{folder}: {fault.strerror}") from None
    value = {
        "folder": str(folder),
        "files": [str(path) for path in written],
        **counted(corrections, done),
    }
    emit(given, value, f"{folder}: {len(done.in_force.rows)} corrections in {len(written)} files")
