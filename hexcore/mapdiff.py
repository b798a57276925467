"""What differs between two maps: hexes, hexsides, roads, places, groups.

Hexes are the same where one map knows the other's number, aliases included; what is told is the number of
the second map, of the first where the second has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexcore.map_rows import EDGE, map_rows
from hexcore.maps import HexMap
from hexcore.tables import Line

Key = tuple[str, ...]
Values = Mapping[str, Any]

SAYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "hexes": (("hex",), ("terrain", "features")),
    "hexsides": (("hex1", "hex2"), ("features", "name")),
    "roads": (("hex1", "hex2"), ("road", "name")),
    "places": (("hex", "name"), ("kind",)),
    "groups": (("group", "hex"), ()),
}
"""By table: what names an entry, and what it says."""


@dataclass
class Difference:
    """One table of two maps: entries of the second alone, of the first alone, and those that differ."""

    keys: tuple[str, ...]
    added: dict[Key, Values] = field(default_factory=dict)
    removed: dict[Key, Values] = field(default_factory=dict)
    changed: dict[Key, tuple[Values, Values]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.added) + len(self.removed) + len(self.changed)

    @property
    def form(self) -> dict[str, Any]:
        """As plain data."""
        named = {key: dict(zip(self.keys, key, strict=True)) for key in self._all()}
        return {
            "added": [{**named[key], **values} for key, values in self.added.items()],
            "removed": [{**named[key], **values} for key, values in self.removed.items()],
            "changed": [{**named[key], "was": was, "now": now} for key, (was, now) in self.changed.items()],
        }

    def _all(self) -> Iterator[Key]:
        yield from (*self.added, *self.removed, *self.changed)


def compare(one: HexMap, other: HexMap) -> dict[str, Difference]:
    """What came, went and changed from *one* to *other*, by table."""
    before, after = _told(one, _spelling(one, other)), _told(other, lambda number: number)
    return {name: _difference(SAYS[name][0], before[name], after[name]) for name in SAYS}


def _difference(
    keys: tuple[str, ...], before: Mapping[Key, Values], after: Mapping[Key, Values]
) -> Difference:
    return Difference(
        keys,
        {key: after[key] for key in sorted(after.keys() - before.keys())},
        {key: before[key] for key in sorted(before.keys() - after.keys())},
        {
            key: (before[key], after[key])
            for key in sorted(before.keys() & after.keys())
            if before[key] != after[key]
        },
    )


def _spelling(one: HexMap, other: HexMap) -> Callable[[str], str]:
    """Numbers of the first map as the second spells them."""
    spelt: dict[str, str] = {}
    for number, hex in one.index.items():
        if number in other.index:
            spelt.setdefault(one.numbers[hex], other.numbers[other.index[number]])
    return lambda number: spelt.get(number, number)


def _told(game_map: HexMap, spell: Callable[[str], str]) -> dict[str, dict[Key, Values]]:
    rows = map_rows(game_map)
    return {name: _entries(name, rows[name], spell) for name in SAYS}


def _entries(name: str, rows: list[Line], spell: Callable[[str], str]) -> dict[Key, Values]:
    keys, says = SAYS[name]
    found: dict[Key, Values] = {}
    for _, cells in rows:
        words = [spell(cells[k]) if k.startswith("hex") else cells[k] for k in keys]
        if keys == ("hex1", "hex2") and not words[1].startswith(EDGE):
            words.sort()
        key = tuple(words)
        if name == "hexsides":  # one entry a side, whatever runs along it
            along = [*found.get(key, {}).get("features", ()), cells["feature"]]
            found[key] = {"features": sorted(along), "name": cells["name"]}
        else:
            found[key] = {k: cells[k].split() if name == "hexes" else cells[k] for k in says}
    return found


# ------------------------------------------------------------------ for people
def lines(found: Mapping[str, Difference]) -> Iterator[str]:
    """A line for each difference, then a line that counts them; two maps without any get one line."""
    if not any(map(len, found.values())):
        yield "the maps are the same"
        return
    for name, part in found.items():
        yield from (f"+ {name} {' '.join(key)}{_said(now)}" for key, now in part.added.items())
        yield from (f"- {name} {' '.join(key)}{_said(was)}" for key, was in part.removed.items())
        for key, (was, now) in part.changed.items():
            yield f"~ {name} {' '.join(key)}{_said(was)} ->{_said(now)[1:]}"
    yield "; ".join(
        f"{name}: {len(p.added)} added, {len(p.removed)} removed, {len(p.changed)} changed"
        for name, p in found.items()
    )


def _said(values: Values) -> str:
    words = (" ".join(v) if isinstance(v, list) else v for v in values.values())
    text = ", ".join(word for word in words if word)
    return f": {text}" if text else ": nothing" if values else ""
