"""Two maps compared: every table, either way round, aliases known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import crossing
import hill
import pytest

from hexcore.corrected import corrected
from hexcore.corrections import Correction, Corrections
from hexcore.map_rows import write_map
from hexcore.mapdiff import compare, lines
from hexcore.maps import HexMap

pytestmark = pytest.mark.usefixtures("small_rulesets")


def changed() -> HexMap:
    rows = (
        ("hexes", "0000", "terrain", "woods"),
        ("hexsides", "0300 0400", "feature", "none"),
        ("hexsides", "0000 0001", "feature", "river"),
        ("hexsides", "0301 0401", "name", "Brook"),
        ("roads", "0004 0104", "road", "none"),
        ("places", "0504 Wendham", "name", "Wendover"),
        ("groups", "north-bank 0000", "row", "none"),
    )
    given = tuple(Correction(*row, line=n) for n, row in enumerate(rows, 2))
    return corrected(crossing.RULESET, Corrections("c.csv", given)).map


def test_a_map_is_the_same_as_itself(
    answer: Callable[..., Any], run: Callable[..., tuple[int, str, str]]
) -> None:
    found = answer("map", "diff", "crossing", crossing.FOLDER)
    assert set(found) == {"hexes", "hexsides", "roads", "places", "groups"}
    assert all(part == {"added": [], "removed": [], "changed": []} for part in found.values())
    assert run("map", "diff", "hill", "hill")[:2] == (0, "the maps are the same\n")


def test_every_table_tells_what_came_went_and_changed(tmp_path: Path, answer: Callable[..., Any]) -> None:
    write_map(changed(), tmp_path)
    assert answer("map", "diff", "crossing", tmp_path) == {
        "hexes": {
            "added": [],
            "removed": [],
            "changed": [
                {
                    "hex": "0000",
                    "was": {"terrain": ["clear"], "features": []},
                    "now": {"terrain": ["woods"], "features": []},
                }
            ],
        },
        "hexsides": {
            "added": [{"hex1": "0000", "hex2": "0001", "features": ["river"], "name": ""}],
            "removed": [{"hex1": "0300", "hex2": "0400", "features": ["river"], "name": "Wend"}],
            "changed": [
                {
                    "hex1": "0301",
                    "hex2": "0401",
                    "was": {"features": ["river"], "name": "Wend"},
                    "now": {"features": ["river"], "name": "Brook"},
                }
            ],
        },
        "roads": {
            "added": [],
            "removed": [{"hex1": "0004", "hex2": "0104", "road": "road", "name": ""}],
            "changed": [],
        },
        "places": {
            "added": [{"hex": "0504", "name": "Wendover", "kind": "town"}],
            "removed": [{"hex": "0504", "name": "Wendham", "kind": "town"}],
            "changed": [],
        },
        "groups": {"added": [], "removed": [{"group": "north-bank", "hex": "0000"}], "changed": []},
    }


def test_the_other_way_round_what_came_went() -> None:
    there, back = compare(crossing.RULESET.map, changed()), compare(changed(), crossing.RULESET.map)
    for name, part in there.items():
        assert part.added == back[name].removed and part.removed == back[name].added
        assert part.changed == {key: (now, was) for key, (was, now) in back[name].changed.items()}


def test_hexes_are_the_same_under_an_alias() -> None:
    sheet = hill.GRID.sheets[0]
    named = replace(hill.GRID, sheets=(replace(sheet, prefix="X"), sheet))
    other = replace(hill.RULESET.map, grid=named)
    assert other.numbers[0] == "X0101"
    assert not any(map(len, compare(hill.RULESET.map, other).values()))
    assert not any(map(len, compare(other, hill.RULESET.map).values()))


def test_it_is_told_in_lines() -> None:
    told = list(lines(compare(crossing.RULESET.map, changed())))
    assert "~ hexes 0000: clear -> woods" in told
    assert "- roads 0004 0104: road" in told
    assert "+ hexsides 0000 0001: river" in told
    assert told[-1].startswith(
        "hexes: 0 added, 0 removed, 1 changed; hexsides: 1 added, 1 removed, 1 changed"
    )


def test_a_larger_edition_adds_ground_and_changes_none(answer: Callable[..., Any]) -> None:
    found = answer("map", "diff", "cobra-1977", "cobra")
    assert found["hexes"]["added"] and not found["hexes"]["removed"] and not found["hexes"]["changed"]
