"""The ratios of `make bench`, each in a generous band. A busy machine gets another try."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import measure
import pytest

TRIES = 4
needs_c = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler to measure against")


def within(most: float, ratio: Callable[[], float]) -> None:
    """Some try out of a few is at most *most*: noise only ever adds."""
    found: list[float] = []
    for _ in range(TRIES):
        found.append(ratio())
        if found[-1] <= most:
            return
    pytest.fail(f"{min(found):.2f} at best, wanted {most} ({', '.join(f'{r:.2f}' for r in found)})")


@needs_c
def test_range_queries_are_near_c_and_far_from_networkx() -> None:
    took: dict[str, float] = {}

    def ratio() -> float:
        took.update(measure.queries("reach", 250, rounds=4))
        return took["hexcore"] / took["C"]

    within(30, ratio)
    assert took["networkx"] / took["hexcore"] >= 3


@needs_c
def test_supply_queries_are_far_from_networkx() -> None:
    def ratio() -> float:
        took = measure.queries("supply", 60, rounds=2)
        return took["hexcore"] / took["networkx"]

    within(1 / 3, ratio)


def test_an_order_costs_a_few_plies_of_chess() -> None:
    def ratio() -> float:
        took = measure.orders_and_plies(rounds=3, plies=400)
        return took["order"] / took["ply"]

    within(12, ratio)


def test_the_core_is_imported_quickly() -> None:
    def ratio() -> float:
        took = measure.imports(rounds=2)
        return took["hexcore.game"] / took["pydantic, pluggy"]

    within(2, ratio)


def test_the_core_brings_no_heavy_library() -> None:
    assert measure.imported_too_much() == []
