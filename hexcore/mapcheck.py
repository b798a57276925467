"""Is this map sound? Faults of a map's data files, each with its file and line.

Which words of a map mean sea, river or road is the ruleset's business: it says so in the `[words]`
table of its `map.toml`, read here as `MapWords`. `check` then proves what every map has in common
(the rules lie in `mapfaults`): no hole in the sheet, every river one chain, the coast closed, one net
of roads, whole edges. A finding that is right but meant is listed in `explained.csv` (finding, reason)
and from then on only counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hexcore.corrected_words import nearest
from hexcore.map_files import Said
from hexcore.mapfaults import RULES, Finding, Ground, MapWords
from hexcore.maps import HexMap, read_map
from hexcore.tables import DataError, read_csv, read_toml

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset

__all__ = [
    "Finding",
    "MapTools",
    "MapWords",
    "Survey",
    "check",
    "check_folder",
    "home_of_map",
    "read_words",
    "survey",
    "survey_folder",
    "words_of_map",
]


RULESET = "ruleset.toml"


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
    """The findings that need an answer, and those explained, each with the reason given."""

    findings: list[Finding]
    explained: list[tuple[Finding, str]]


@dataclass(frozen=True)
class ExplainedRow:
    finding: str
    reason: str


def home_of_map(ruleset: Ruleset) -> Path | None:
    """The folder in which a ruleset keeps its map; None where it keeps it in code."""
    if ruleset.map_tools is not None:
        return Path(ruleset.map_tools.folder)
    found = [path.parent for path in sorted(ruleset.folder.rglob("map.toml")) if "sources" not in path.parts]
    return found[0] if found else None


def words_of_map(ruleset: Ruleset) -> MapWords:
    """What the words of a ruleset's map mean, wherever it says so."""
    if ruleset.map_tools is not None:
        meant: MapWords = ruleset.map_tools.words
        return meant
    home = home_of_map(ruleset)
    return read_words(home) if home is not None else MapWords()


def read_words(folder: Path) -> MapWords:
    """The `[words]` table of a map folder's `map.toml`; DataError for a key it does not know."""
    path = folder / "map.toml"
    table = read_toml(path).get("words", {})
    words: dict[str, Any] = {}
    for key, value in table.items():
        if key not in MapWords.__dataclass_fields__:
            raise DataError(f"{path}: [words] has no key {key!r}{nearest(key, _KEYS)}")
        words[key] = _meant(path, key, value)
    return MapWords(**words)


_KEYS = tuple(MapWords.__dataclass_fields__)
_IN_ORDER, _TABLES = ("roads", "sheets"), ("edges", "edge_groups")


def _meant(path: Path, key: str, value: Any) -> Any:
    """A value of `[words]` in the shape its key wants."""
    given = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else [value]
    shape = str if key == "coast" else dict if key in _TABLES else list
    if not isinstance(value, shape) or not all(isinstance(word, str) for word in given):
        raise DataError(f"{path}: [words] {key} is no {_SHAPES[shape]}: {value!r}")
    return value if shape is not list else (tuple if key in _IN_ORDER else frozenset)(value)


_SHAPES: dict[type, str] = {str: "word", dict: "table of words", list: "list of words"}


def check(hex_map: HexMap, folder: Path, words: MapWords) -> list[Finding]:
    """Every finding about the map in *folder* that `explained.csv` does not explain."""
    return survey(hex_map, folder, words).findings


def check_folder(folder: Path, words: MapWords | None = None) -> list[Finding]:
    """`check`, reading the map first; a map that cannot be read is a finding as well."""
    return survey_folder(folder, words).findings


def survey_folder(
    folder: Path,
    words: MapWords | None = None,
    differences: Callable[[Path], list[Finding]] | None = None,
) -> Survey:
    """`survey`, reading the map first, with what its maker's own proof finds besides."""
    try:
        hex_map, meant = read_map(folder), words or read_words(folder)
        return survey(hex_map, folder, meant, differences(folder) if differences is not None else ())
    except DataError as fault:
        return Survey([_unread(str(fault))], [])


def _unread(fault: str) -> Finding:
    """What cannot be read, as a finding where it stands."""
    place, _, text = fault.partition(": ")
    path, _, line = place.rpartition(":")
    return Finding(Path(path), int(line), text) if line.isdigit() else Finding(Path(place), 0, text)


def survey(hex_map: HexMap, folder: Path, words: MapWords, also: Iterable[Finding] = ()) -> Survey:
    """All rules over one map, and the findings *also* made: what is left to answer for, what is explained.

    An explanation that explains nothing is left to answer for as well; not so in the folder of a whole
    ruleset, where it may explain what `hexcore check` finds, which looks after it.
    """
    ground = Ground(hex_map, folder, words)
    found = [*(finding for rule in RULES for finding in rule(ground)), *also]
    reasons = _reasons(folder)
    texts = {finding.text for finding in found}
    stale = [
        Finding(path, line, f"explains nothing any more: {row.finding}")
        for path, line, row in reasons
        if row.finding not in texts and not (folder / RULESET).exists()
    ]
    known = {row.finding: row.reason for _, _, row in reasons}
    open_ = [finding for finding in found if finding.text not in known]
    return Survey(open_ + stale, [(f, known[f.text]) for f in found if f.text in known])


def _reasons(folder: Path) -> list[Said]:
    """The explanations beside a map. DataError for one without a reason."""
    path = folder / "explained.csv"
    rows = read_csv(path, ExplainedRow) if path.exists() else []
    return [Said(path, line, row) for line, row in enumerate(rows, 2)]
