"""Changes of a game whose effect is asked: cells of tables, options, rules switched off, attacks shifted.

A change is plain data, so that any process can make it: cells are corrections laid over the tables
(`hexcore.corrected`), and a shift of every attack is a rule more on the hook of column shifts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import ModuleType
from typing import Any

from hexcore.board import Board
from hexcore.corrected import corrected
from hexcore.corrections import Correction, Corrections
from hexcore.rules import Shift, general
from hexcore.ruleset import Ruleset
from hexcore.state import Combat, GameState

SHIFTS = "hexcore_lab_shift"
"""How the names of modules begin that hold a rule which shifts every attack."""


@dataclass(frozen=True)
class Change:
    """What is otherwise in a game; `name` is how people call it. Nothing at all is the game as it is.

    `cells` are (table, key, field, value); `columns` shifts every attack, to the right where positive.
    """

    name: str = ""
    cells: tuple[tuple[str, str, str, str], ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    off: tuple[str, ...] = ()
    columns: int = 0

    @property
    def form(self) -> dict[str, Any]:
        """As plain data, for files and other processes."""
        return {
            "name": self.name,
            "cells": [list(cell) for cell in self.cells],
            "options": dict(sorted(self.options.items())),
            "off": list(self.off),
            "columns": self.columns,
        }

    @classmethod
    def of(cls, form: Mapping[str, Any]) -> Change:
        """From its form."""
        cells = tuple((table, key, column, value) for table, key, column, value in form["cells"])
        return cls(form["name"], cells, dict(form["options"]), tuple(form["off"]), int(form["columns"]))


def changed_board(
    ruleset: Ruleset, scenario: str, options: Mapping[str, str], change: Change | None = None
) -> Board:
    """The board of a scenario with a change. DataError or UnknownName where it does not hold."""
    if change is None:
        return ruleset.board(scenario, options)
    made = changed_ruleset(ruleset, change)
    return made.board(scenario, {**options, **change.options}, also_off=frozenset(change.off))


def changed_ruleset(ruleset: Ruleset, change: Change) -> Ruleset:
    """The ruleset with the change of its cells and of every attack; DataError where a cell does not hold."""
    rows = tuple(Correction(*cell, line=n) for n, cell in enumerate(change.cells, 1))
    if rows:
        ruleset = corrected(ruleset, Corrections(change.name or "a change", rows))
    return with_shift(ruleset, change.columns) if change.columns else ruleset


@lru_cache(maxsize=8)
def with_shift(ruleset: Ruleset, columns: int) -> Ruleset:
    """The ruleset with every attack of any kind fought so many columns further right, left where negative.

    Shifts keep to the table, and a column fixed by rule stays where it is.
    """

    def modules(load: Callable[[], Sequence[ModuleType | object]] = ruleset.load_modules) -> list[Any]:
        loaded = list(load())
        shifts = sum(getattr(module, "__name__", "").startswith(SHIFTS) for module in loaded)
        return [*loaded, _shifting(columns, f"{SHIFTS}_{shifts + 1}")]

    return replace(ruleset, load_modules=modules)


def _shifting(columns: int, name: str) -> ModuleType:
    """A module of rules by a name of its own, with the one that shifts every attack."""
    module = ModuleType(name)

    @general("combat_shifts")
    def every_attack(state: GameState, combat: Combat) -> Shift:
        """Every attack is shifted."""
        return Shift(columns, "every attack is shifted")

    every_attack.__module__ = name
    vars(module)["every_attack"] = every_attack
    return module


def named(changes: Sequence[Change]) -> str:
    """The names of changes, for a line."""
    return ", ".join(change.name for change in changes)
