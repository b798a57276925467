"""The tables of a ruleset that can be corrected: its ground, the files it reads through the door, and what
it keeps in code.

Which files a ruleset reads is found by watching the door while everything of it is loaded. A ruleset without
files for its counters or set-ups shows these as tables of the core's own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hexcore.corrected_words import closed
from hexcore.corrections import Table, hex_columns, is_mark
from hexcore.game import opening
from hexcore.ground_changes import words_of
from hexcore.map_rows import EDGE, FILES, HEADINGS, map_rows
from hexcore.maps import HexMap
from hexcore.ruleset import Ruleset
from hexcore.tables import READERS, Line, through
from hexcore.units import Aboard, Box, Counter, Place, Side, Step

GROUND_KEYS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("hex",),
    "hexsides": ("hex1", "hex2"),
    "roads": ("hex1", "hex2"),
    "places": ("hex", "name"),
    "groups": ("group", "hex"),
}
BLANKS = {"hexsides": "feature", "roads": "road"}
COUNTERS, SET_UPS = "counters", "set-ups"


class Seen(NamedTuple):
    """A file read through the door: by which row type, and its lines."""

    path: Path
    row: type[Any]
    lines: tuple[Line, ...]


class Watch:
    """A door that lets everything through and remembers what was read."""

    def __init__(self) -> None:
        self.kept: dict[Callable[[], Any], Any] = {}
        self.seen: dict[Path, Seen] = {}
        self.reads = 0

    def lines(self, path: Path, row: type[Any], lines: Sequence[Line]) -> Sequence[Line]:
        self.reads += 1
        if row not in FILES.values():
            self.seen.setdefault(path, Seen(path, row, tuple(lines)))
        return lines


@dataclass(frozen=True)
class CounterLine:
    """A counter that a ruleset keeps in code; one strength and one movement for each step."""

    id: str
    side: str
    kind: str
    strength: str
    movement: str
    size: str = ""
    formation: str = ""
    designation: str = ""
    nation: str = ""
    radius: int = 0
    traits: str = ""


@dataclass(frozen=True)
class SetUpLine:
    """Where a scenario that is kept in code starts a unit: a hex, `(box)`, or `aboard UNIT`."""

    scenario: str
    unit: str
    place: str
    lost: int = 0


@dataclass(frozen=True)
class Shipped:
    """All tables of a ruleset by name; `paths` are those that are files."""

    tables: Mapping[str, Table]
    paths: Mapping[str, Path]


@lru_cache(maxsize=8)
def shipped(ruleset: Ruleset) -> Shipped:
    """The tables of a ruleset as they are shipped. Whatever loading it raises comes through."""
    watch = Watch()
    with through(watch):
        game_map = ruleset.load_map()
        before = watch.reads
        counters = ruleset.load_counters()
        own_counters = watch.reads == before
        scenarios = list(ruleset.load_scenarios())
        before = watch.reads
        set_ups = {scenario.id: scenario.set_up(game_map) for scenario in scenarios}
        own_set_ups = watch.reads == before
        load_all(ruleset)
    tables = ground_tables(ruleset)
    if own_counters and counters:
        tables[COUNTERS] = counter_table(counters)
    if own_set_ups and any(set_ups.values()):
        tables[SET_UPS] = set_up_table(set_ups, game_map, frozenset(counters))
    paths = dict(_named(ruleset.folder, watch.seen.values()))
    files = {
        name: file_table(name, watch.seen[path], frozenset(game_map.index)) for name, path in paths.items()
    }
    names = counter_names(files.values(), counters)
    for name, table in files.items():
        tables[name] = replace(table, words=_words_of(table, names))
    return Shipped(tables, paths)


def counter_names(tables: Iterable[Table], counters: Mapping[str, Counter]) -> frozenset[str]:
    """The ids of all counters: those in play, and those of a file that has them among others in its key."""
    names = frozenset(counters)
    for table in tables:
        keys = frozenset(map(table.key_of, table.lines))
        if names and len(table.key) == 1 and names <= keys:
            return keys
    return names


def load_all(ruleset: Ruleset) -> None:
    """Everything a game of any scenario reads, read now: boards, openings, and each kept table."""
    modules = ruleset.load_modules()
    for scenario in ruleset.scenarios.values():
        opening(ruleset.board(scenario.id))
    loads = (ruleset.load_map, ruleset.load_counters, ruleset.load_scenarios, *modules)
    packages = {str(getattr(one, "__module__", getattr(one, "__name__", ""))).split(".")[0] for one in loads}
    for reader in READERS:
        if reader.__module__.split(".")[0] in packages and reader.__module__ in sys.modules:
            reader()


def _named(folder: Path, seen: Any) -> Iterator[tuple[str, Path]]:
    """Files by name: the stem, or the path where two have one stem or the core's own tables have it."""
    files = [one.path for one in seen if folder in one.path.parents]
    stems = [path.stem for path in files]
    for path in files:
        taken = stems.count(path.stem) > 1 or path.stem in GROUND_KEYS
        yield (path.relative_to(folder).with_suffix("").as_posix() if taken else path.stem), path


# ------------------------------------------------------------------ the ground
def ground_tables(ruleset: Ruleset) -> dict[str, Table]:
    """The ground of a ruleset as five tables, however it keeps it."""
    game_map, words = ruleset.map, words_of(ruleset)
    rows = map_rows(game_map)
    known: dict[str, dict[str, frozenset[str]]] = {
        "hexes": {"terrain": words.terrain, "features": words.features},
        "hexsides": {"feature": words.sides},
        "roads": {"road": words.roads},
        "places": _kinds(ruleset),
        "groups": {"group": frozenset(game_map.groups)},
    }
    numbers = frozenset(game_map.index)
    for name in known:
        known[name] |= {column: numbers for column in GROUND_KEYS[name] if column.startswith("hex")}
    return {
        name: Table(
            name,
            FILES[name],
            tuple(h for h in HEADINGS[name] if h != "alias"),
            tuple(rows[name]),
            GROUND_KEYS[name],
            known[name],
            numbers,
            Spelling(game_map, name),
            BLANKS.get(name, ""),
        )
        for name in FILES
    }


def _kinds(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """The kinds of places; a ruleset without places takes any."""
    kinds = {place.kind for place in ruleset.map.places} | set(ruleset.presentation.get("places", ()))
    return {"kind": frozenset(kinds)} if kinds else {}


class Spelling:
    """Keys of a ground table in one spelling: main numbers, the two hexes of a side in the map's order."""

    def __init__(self, game_map: HexMap, table: str) -> None:
        self.map, self.table = game_map, table

    def __call__(self, key: str) -> str:
        words = key.split(" ")
        columns = GROUND_KEYS[self.table]
        for n, column in enumerate(columns[: len(words)]):
            hex = self.map.index.get(words[n]) if column.startswith("hex") else None
            words[n] = words[n] if hex is None else self.map.numbers[hex]
        if columns == ("hex1", "hex2") and len(words) == 2 and not words[1].startswith(EDGE):
            words.sort(key=lambda word: (self.map.index.get(word, 0), word))
        return " ".join(words)


# ------------------------------------------------------------------ files
def file_table(name: str, seen: Seen, numbers: frozenset[str]) -> Table:
    """A file as a table: its key is its first columns, as many as no two lines share."""
    headings = tuple(seen.lines[0].cells) if seen.lines else tuple(seen.row.__dataclass_fields__)
    plain = [h for h in headings if not is_mark(h)]
    key = next(
        (tuple(plain[:n]) for n in range(1, len(plain) + 1) if _distinct(seen.lines, plain[:n])), tuple(plain)
    )
    return Table(name, seen.row, headings, seen.lines, key, {}, numbers)


def _words_of(table: Table, names: frozenset[str]) -> dict[str, frozenset[str]]:
    """What the columns of a file may say, where that is told; a column of counters' ids says these alone."""
    hexes, words = hex_columns(table), {}
    for column in (c for c in table.fields if c not in hexes):
        cells = {line.cells.get(column, "") for line in table.lines} - {""}
        ids = len(cells) > 1 and cells <= names and table.key != (column,)
        found = names if ids else closed(table.lines, column, names)
        if found:
            words[column] = found
    return words


def _distinct(lines: Sequence[Line], columns: Sequence[str]) -> bool:
    return len({tuple(line.cells[c] for c in columns) for line in lines}) == len(lines)


# ------------------------------------------------------------------ what a ruleset keeps in code
def counter_table(counters: Mapping[str, Counter]) -> Table:
    """Counters kept in code, as a table."""
    headings = tuple(CounterLine.__dataclass_fields__)
    lines = tuple(Line(f"{COUNTERS}:{n}", counter_cells(c)) for n, c in enumerate(counters.values(), 2))
    words = {name: found for name in ("side", "kind") if (found := _all_words(lines, name))}
    return Table(COUNTERS, CounterLine, headings, lines, ("id",), words)


def _all_words(lines: Sequence[Line], column: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.cells[column].split())


def counter_cells(counter: Counter) -> dict[str, str]:
    return {
        "id": counter.id,
        "side": counter.side,
        "kind": counter.kind,
        "strength": "|".join(str(step.strength) for step in counter.steps),
        "movement": "|".join(str(step.movement) for step in counter.steps),
        "size": counter.size,
        "formation": counter.formation,
        "designation": counter.designation,
        "nation": counter.nation,
        "radius": str(counter.radius) if counter.radius else "",
        "traits": " ".join(sorted(counter.traits)),
    }


def counter_from(line: Line, before: Counter | None) -> Counter:
    """A counter from its line; ValueError when its steps do not go together."""
    cells = line.cells
    strengths, movements = (
        [int(part) for part in cells[name].split("|") if part] for name in ("strength", "movement")
    )
    if len(strengths) != len(movements) or min((*strengths, *movements), default=0) < 0:
        raise ValueError(f"{cells['id']} has {len(strengths)} strengths and {len(movements)} movements")
    counter = Counter(
        id=cells["id"],
        side=Side(cells["side"]),
        kind=cells["kind"],
        steps=tuple(Step(*pair) for pair in zip(strengths, movements, strict=True)),
        traits=frozenset(cells["traits"].split()),
        radius=int(cells["radius"] or 0),
        size=cells["size"],
        formation=cells["formation"],
        designation=cells["designation"],
        nation=cells["nation"],
        note=before.note if before else "",
    )
    marks = dict(before.provenance) if before else {}
    was = counter_cells(before) if before else {}
    names = [name for name in ("strength", "movement") if was.get(name) != cells[name]]
    return replace(counter, provenance=marks | dict.fromkeys(names or ["identity"], "corrected"))


def set_up_table(
    set_ups: Mapping[str, Mapping[str, tuple[Place, int]]], game_map: HexMap, units: frozenset[str]
) -> Table:
    """Set-ups kept in code, as a table."""
    rows = [(name, unit, *at) for name, places in set_ups.items() for unit, at in places.items()]
    lines = tuple(
        Line(
            f"{SET_UPS}:{n}",
            {
                "scenario": name,
                "unit": unit,
                "place": place_text(place, game_map),
                "lost": str(lost) if lost else "",
            },
        )
        for n, (name, unit, place, lost) in enumerate(rows, 2)
    )
    words = {"scenario": frozenset(set_ups), "unit": units}
    return Table(
        SET_UPS, SetUpLine, tuple(SetUpLine.__dataclass_fields__), lines, ("scenario", "unit"), words
    )


def place_text(place: Place, game_map: HexMap) -> str:
    if isinstance(place, Box):
        return f"({place.name})"
    if isinstance(place, Aboard):
        return f"aboard {place.carrier}"
    return "" if place is None else game_map.numbers[place]


def place_from(text: str, game_map: HexMap, boxes: frozenset[str], units: Mapping[str, Any]) -> Place:
    """A place from its text; ValueError for one that is none."""
    if text.startswith("(") and text.endswith(")"):
        if text[1:-1] not in boxes:
            raise ValueError(f"no box {text!r}; it is one of {', '.join(sorted(boxes))}")
        return Box(text[1:-1])
    if text.startswith("aboard "):
        carrier = text.removeprefix("aboard ")
        if carrier not in units:
            raise ValueError(f"no unit {carrier!r}")
        return Aboard(carrier)
    return game_map.hex(text) if text else None
