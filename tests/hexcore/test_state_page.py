"""docs/state.md is what the docstrings make of it; every function on it has an example, and it runs."""

from __future__ import annotations

import doctest
import inspect
import tomllib
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import looked_at
import pytest

from hexcore.state_page import NOTES, page

PAGE = Path(__file__).parents[2] / "docs" / "state.md"
NOTED: dict[str, Any] = tomllib.loads(NOTES.read_text("utf-8"))
LISTED = [name for part in NOTED["part"] for name in (*part.get("classes", ()), *part.get("functions", ()))]


def found(name: str) -> Any:
    module, _, own = name.rpartition(".")
    return getattr(import_module(f"hexcore.{module}"), own)


def test_the_page_is_what_the_docstrings_make_of_it() -> None:
    assert PAGE.read_text("utf-8") == page(looked_at.POSITION), "make hook-pages writes it anew"


def test_every_function_has_an_example_and_nothing_is_without_a_word() -> None:
    functions = [name for part in NOTED["part"] for name in part.get("functions", ())]
    assert set(functions) <= NOTED["examples"].keys() <= set(LISTED)
    assert [name for name in LISTED if not inspect.getdoc(found(name))] == []


@pytest.mark.parametrize("name", NOTED["examples"])
def test_its_example_runs(name: str) -> None:
    """As it stands, in the position on the page."""
    more = {"replace": replace}
    for wanted in ("customs.Custom", "events.apply", "foresight.on_the_table", "units.ARRIVALS", *LISTED):
        more[wanted.rpartition(".")[2]] = found(wanted)
    known, text = {**more, **looked_at.names()}, NOTED["examples"][name]
    test = doctest.DocTestParser().get_doctest(text, known, name, None, 0)
    assert test.examples
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert "".join(told) == ""
