"""Rule tests called by other tests: by name, with every variant, in The Normandy Campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from typing import Any

import cobra_table

RuleTest = Callable[..., None]


def named(test: str) -> RuleTest:
    """The test `module.function`."""
    module, _, name = test.partition(".")
    found: RuleTest = getattr(import_module(module), name)
    return found


def marks(test: RuleTest, name: str) -> list[Any]:
    return [mark for mark in getattr(test, "pytestmark", ()) if mark.name == name]


def variants(test: RuleTest) -> Iterator[dict[str, Any]]:
    """The arguments of every variant of a parametrized test."""
    tables = []
    for mark in marks(test, "parametrize"):
        told, rows = mark.args
        names = [n.strip() for n in told.split(",")] if isinstance(told, str) else told
        found = [row if len(names) > 1 else (row,) for row in rows]
        tables.append([dict(zip(names, row, strict=True)) for row in found])
    for rows in product(*tables):
        yield {name: value for row in rows for name, value in row.items()}


def play(test: RuleTest, arguments: dict[str, Any]) -> None:
    """The test is run, with the rules in play that it is marked with."""
    numbers = {n for mark in marks(test, "rule") if mark.args[0] == "cobra" for n in mark.args[1:]}
    with cobra_table.playing("cobra", numbers):
        test(**arguments)


def failing(test: RuleTest) -> list[dict[str, Any]]:
    """The variants of a test that fail."""
    found = []
    for arguments in variants(test):
        try:
            play(test, arguments)
        except Exception:  # a position that goes otherwise breaks a test in any way
            found.append(arguments)
    return found
