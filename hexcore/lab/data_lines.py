"""The lines of a ruleset's data that say something of a word: their rule, and the marks of their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexcore.corrections import Table, marks_of
from hexcore.provenance import CERTAINTY
from hexcore.ruleset import Ruleset, find
from hexcore.shipped import GROUND_KEYS, SET_UPS, shipped
from hexcore.tables import Line

RULE = "rule"
CHARTS = "charts"


class DataLines:
    """The tables that belong to a ruleset, by what its looks say: rules and marks of their values."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.corrected = set[tuple[str, str, str]]()
        if ruleset.corrections is not None:
            self.corrected = {(row.table, row.key, row.field) for row in ruleset.corrections.rows}
        known = shipped(ruleset if ruleset.corrections is None else find(ruleset.id))
        self.tables = {
            name: self._in_force(table, known.paths.get(name))
            for name, table in known.tables.items()
            if name not in GROUND_KEYS and name != SET_UPS and self._own(name)
        }

    def _in_force(self, table: Table, path: Path | None) -> Table:
        """A table with the corrections of the ruleset in it."""
        if self.ruleset.door is None or path is None:
            return table
        return replace(table, lines=tuple(self.ruleset.door.lines(path, table.row, table.lines)))

    def _own(self, name: str) -> bool:
        """A table that the looks name for other rulesets of the folder alone is none of this one."""
        charts = self.ruleset.presentation.get(CHARTS, {}).values()
        named = [look.get("only", "") for look in charts if look.get("table") == name]
        return not named or "" in named or self.ruleset.id in named

    def looks(self) -> list[dict[str, Any]]:
        """How the presentation lays the tables of this ruleset out."""
        charts = self.ruleset.presentation.get(CHARTS, {}).values()
        return [look for look in charts if look.get("only", "") in ("", self.ruleset.id)]

    def of_word(self, word: str) -> Iterator[tuple[Table, Line]]:
        """The lines whose key names a word."""
        for table in self.tables.values():
            for line in table.lines:
                if any(word == line.cells.get(column) for column in table.key):
                    yield table, line

    def rule(self, *words: str) -> str:
        """The rule of the first line whose key has all these words."""
        for table, line in self.of_word(words[0]):
            if set(words) <= {line.cells.get(column, "") for column in table.key} and line.cells.get(RULE):
                return line.cells[RULE]
        return ""

    def mark(self, word: str, about: tuple[str, ...]) -> str:
        """The weakest mark of the values of a word that are about something.

        *about* are beginnings of words: of the column's name (`mp`, `shift`) in a table with a column for
        each value, of the property in one with a line for each; where no column is so called, any.
        """
        found: set[str] = set()
        for table, line in self.of_word(word):
            columns = [c for c in table.fields if c not in table.key and _is_about(c, about)]
            said = [line.cells.get(column, "") for column in table.key]
            if columns or any(_is_about(cell, about) for cell in said):
                marks = _marks(table, about, columns)
                found |= {line.cells.get(mark, "") for mark in marks}
        return weakest(found)

    def mark_of(self, table: Table, line: Line, column: str, named: str = "") -> str:
        """Where a value of a line comes from: by the column *named*, or those that speak of its own."""
        if column in table.key or column == RULE:
            return ""
        if (table.name, table.key_of(line), column) in self.corrected:
            return "corrected"
        columns = [named] if named in table.headings else marks_of(column, table.headings)
        return weakest({line.cells.get(mark, "") for mark in columns})


def _is_about(name: str, about: tuple[str, ...]) -> bool:
    parts = name.replace("-", "_").split("_")
    return any(part.startswith(word) for part in parts for word in about)


def _marks(table: Table, about: tuple[str, ...], columns: list[str]) -> list[str]:
    """The columns that say where such values come from."""
    everything = [name for name in table.headings if name == "provenance" or name.startswith("prov_")]
    own = [name for name in everything if _is_about(name, about)]
    return own or next(iter([marks_of(column, table.headings) for column in columns]), everything)


def weakest(marks: set[str]) -> str:
    """The weakest of some marks; empty where there are none."""
    return next((mark for mark in reversed(CERTAINTY) if mark in marks), "")
