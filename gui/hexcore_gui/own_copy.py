"""What a player reads off a copy of his own: corrections kept one by one in a file beside his games."""

from __future__ import annotations

import csv
import io
import os
from dataclasses import replace
from pathlib import Path

from hexcore.corrected import faults
from hexcore.corrections import HEADINGS, Correction, CorrectionFault, Corrections, read_corrections
from hexcore.ruleset import Ruleset, UnknownName, find


def own_file(folder: Path, ruleset: str) -> Path:
    """The file of a player's own corrections of a ruleset."""
    return folder / f"corrections-{ruleset}.csv"


def own_rows(path: Path) -> tuple[Correction, ...]:
    """What is kept there; nothing where there is no file. DataError for one that cannot be read."""
    return read_corrections(path).rows if path.exists() else ()


def keep(path: Path, row: Correction) -> Corrections:
    """Keeps one more correction; one of the same value is replaced, and an empty value takes it out.

    The file is written whole and put in place at once. Comments of a file written by hand are not kept.
    """
    same = (row.table, row.key, row.field)
    rows = [r for r in own_rows(path) if (r.table, r.key, r.field) != same]
    rows += [row] if row.value else []
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADINGS)
    writer.writerows([getattr(r, name) for name in HEADINGS] for r in rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(out.getvalue(), encoding="utf-8")
    os.replace(fresh, path)
    return Corrections(path.name, tuple(replace(r, line=n) for n, r in enumerate(rows, 2)))


def base_of(ruleset: Ruleset) -> Ruleset:
    """A ruleset without the corrections that are laid over it, where it is installed."""
    if ruleset.corrections is None:
        return ruleset
    try:
        return find(ruleset.id)
    except UnknownName:
        return ruleset


def fault_of(ruleset: Ruleset, kept: Corrections, row: Correction) -> str:
    """What is wrong with one correction among others; empty when it holds. Takes a second or two."""
    for fault in faults(ruleset, kept):
        if not isinstance(fault, CorrectionFault):
            return str(fault)
        if (fault.row.table, fault.row.key, fault.row.field) == (row.table, row.key, row.field):
            return fault.reason
    return ""
