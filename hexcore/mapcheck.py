"""Is this map sound? Faults of a map's data files, each with its file and line.

Which words of a map mean sea, river or road is the ruleset's business: it says so in the `[words]`
table of its `map.toml`, read here as `MapWords`. `check` then proves what every map has in common
(the rules lie in `mapfaults`): no hole in the sheet, every river one chain, the coast closed, one net
of roads, whole edges. A finding that is right but meant is listed in `explained.csv` (finding, reason)
and from then on only counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hexcore.mapfaults import RULES, Finding, Ground, MapWords
from hexcore.maps import HexMap, read_map
from hexcore.tables import DataError, read_csv, read_toml

__all__ = [
    "Finding",
    "MapTools",
    "MapWords",
    "Survey",
    "check",
    "check_folder",
    "read_words",
    "survey",
]


@dataclass(frozen=True)
class MapTools:
    """What a ruleset offers the `map` commands: its map folder, its words, and how the map is made.

    `build` writes the map into a folder. `differences` tells what in a folder departs from the draft
    without a reason given. Either is None for a map that was typed in by hand.
    """

    folder: Path
    words: MapWords
    build: Callable[[Path], None] | None = None
    differences: Callable[[Path], list[Finding]] | None = None


class Survey(NamedTuple):
    """The findings that need an answer, and how many more are explained."""

    findings: list[Finding]
    explained: int


@dataclass(frozen=True)
class ExplainedRow:
    finding: str
    reason: str


def read_words(folder: Path) -> MapWords:
    """The `[words]` table of a map folder's `map.toml`; DataError for a key it does not know."""
    path = folder / "map.toml"
    table = read_toml(path).get("words", {})
    lists = {"roads": tuple, "sheets": tuple}
    words: dict[str, Any] = {}
    for key, value in table.items():
        if key not in MapWords.__dataclass_fields__:
            raise DataError(f"{path}: [words] has no key {key!r}")
        words[key] = lists.get(key, frozenset)(value) if isinstance(value, list) else value
    return MapWords(**words)


def check(hex_map: HexMap, folder: Path, words: MapWords) -> list[Finding]:
    """Every finding about the map in *folder* that `explained.csv` does not explain."""
    return survey(hex_map, folder, words).findings


def check_folder(folder: Path, words: MapWords | None = None) -> list[Finding]:
    """`check`, reading the map first; a map that cannot be read is a finding as well."""
    try:
        return check(read_map(folder), folder, words or read_words(folder))
    except DataError as fault:
        place, _, text = str(fault).partition(": ")
        path, _, line = place.rpartition(":")
        return [Finding(Path(path), int(line), text) if line.isdigit() else Finding(Path(place), 0, text)]


def survey(hex_map: HexMap, folder: Path, words: MapWords) -> Survey:
    """All rules over one map: what is left to answer for, and the number of explained findings."""
    ground = Ground(hex_map, folder, words)
    found = [finding for rule in RULES for finding in rule(ground)]
    path = folder / "explained.csv"
    reasons = read_csv(path, ExplainedRow) if path.exists() else []
    known, texts = {row.finding for row in reasons}, {finding.text for finding in found}
    stale = [
        Finding(path, line, f"explains nothing any more: {row.finding}")
        for line, row in enumerate(reasons, 2)
        if row.finding not in texts
    ]
    return Survey([f for f in found if f.text not in known] + stale, sum(f.text in known for f in found))
