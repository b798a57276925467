"""Lets the rule tests import `cobra_table`, and plays each in every edition that it is marked for.

A test marked by `fights.rule("5.2.6")` plays a case of The Normandy Campaign; where the 1977 game borrows
that case the test is run a second time in that game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import cobra_table

PLAYED = list(cobra_table.EDITIONS)


def _editions(item: pytest.Item | pytest.Function) -> list[str]:
    marked = {mark.args[0] for mark in item.iter_markers("rule")}
    return [edition for edition in PLAYED if edition in marked]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One run of a test for each edition in its marks."""
    told = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    editions = _editions(metafunc.definition)
    if editions not in ([], ["cobra-1977"]) and not any("edition" in names for names in told):
        metafunc.parametrize("edition", editions, indirect=True)


def pytest_itemcollected(item: pytest.Item) -> None:
    """A run in one edition plays none of the other's rules."""
    played = getattr(item, "callspec", None) and item.callspec.params.get("edition")
    if played:
        item.own_markers[:] = [m for m in item.own_markers if m.name != "rule" or m.args[0] == played]


@pytest.fixture(autouse=True)
def edition(request: pytest.FixtureRequest) -> Iterator[str]:
    """The edition played by this run; a case that is an option of it is switched on."""
    id = getattr(request, "param", "cobra-1977")
    marks = [m for m in request.node.iter_markers("rule") if m.args[0] == id]
    with cobra_table.playing(id, {number for mark in marks for number in mark.args[1:]}):
        yield id
