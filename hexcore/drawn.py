"""The section `drawing`: whether everything that is shown has looks. The core draws nothing itself.

A client may try its own drawing as well: an entry point of the group `hexcore.drawing` names a function that
takes a `Ruleset` and answers what it cannot draw, a line each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from typing import TYPE_CHECKING, Any

from hexcore import presentation_check
from hexcore.checkup import Extent, Flaw, Section, unlike
from hexcore.corrected_words import nearest, slip
from hexcore.mapcheck import words_of_map
from hexcore.mapdraw import familiar
from hexcore.sources_of_data import Spots
from hexcore.tables import DataError

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset

DRAWING = "hexcore.drawing"
LOOKS = "presentation.toml"


def drawing_section(ruleset: Ruleset, extent: Extent) -> Section:
    """Counters without a symbol or letters, bodies that nobody gave, ground without looks."""
    found = Section("drawing")
    looks, counters = ruleset.presentation, ruleset.counters
    for path in sorted(ruleset.folder.rglob(LOOKS)) if ruleset.folder.is_dir() else ():
        found.flaws += presentation_check.flaws(path)
    found.checked.append(f"{len(counters)} counters, {len(ruleset.map)} hexes")
    if looks:
        found.flaws += unlike([*_counters(ruleset, looks), *_ground(ruleset, looks), *_sides(ruleset, looks)])
    else:
        found.checked.append("no presentation: counters and ground wear the client's own")
    for point in metadata.entry_points(group=DRAWING):
        found.flaws += [Flaw(text) for text in point.load()(ruleset)]
        found.checked.append(f"drawn by {point.name}")
    return found


def _counters(ruleset: Ruleset, looks: Mapping[str, Any]) -> Iterator[Flaw]:
    """Kinds that nothing shows, and bodies of no nation."""
    kinds, nations, spots = looks.get("kinds", {}), looks.get("nations", {}), Spots(ruleset)
    for kind in dict.fromkeys(counter.kind for counter in ruleset.counters.values()):
        look = kinds.get(kind)
        if look is None:
            unused = [name for name in kinds if all(c.kind != name for c in ruleset.counters.values())]
            near = nearest(kind, unused) or nearest(kind, tuple(kinds))
            text = f"the kind {kind!r} has no art: nothing under [kinds]{near}"
            yield spots.flaw(text, kind, "counters*.csv", "*.csv", "*.py")
        elif not look.get("symbol") and not look.get("letters"):
            yield spots.flaw(f"the kind {kind!r} has neither symbol nor letters", kind, LOOKS)
    for nation in _bodies(ruleset, looks) if nations else ():
        if nation not in nations:
            text = (
                f"the nation {nation!r} has no body: nothing under [nations]{nearest(nation, tuple(nations))}"
            )
            yield spots.flaw(text, nation, "counters*.csv", "*.csv", "*.py")


def _bodies(ruleset: Ruleset, looks: Mapping[str, Any]) -> Iterable[str]:
    """The nations printed on counters whose bodies nothing else gives: the unit, its formation, its kind."""
    found: dict[str, None] = {}
    for counter in ruleset.counters.values():
        by = (("units", counter.id), ("formations", counter.formation), ("kinds", counter.kind))
        if counter.nation and not any(looks.get(t, {}).get(key, {}).get("nation") for t, key in by):
            found.setdefault(counter.nation)
    return list(found)


def _ground(ruleset: Ruleset, looks: Mapping[str, Any]) -> Iterator[Flaw]:
    """Words of the map that have no look, where others of the table have one."""
    game = ruleset.map
    try:
        words = words_of_map(ruleset)
    except DataError:  # told with the map
        return
    for table, used, files in (
        ("terrain", frozenset().union(*game.terrain), ("hexes*.csv",)),
        ("features", frozenset().union(*game.features), ("hexes*.csv",)),
        ("hexsides", frozenset().union(*game.sides), ("hexsides*.csv",)),
        ("roads", frozenset(game.roads) - {""}, ("roads*.csv",)),
    ):
        given = looks.get(table, {})
        known = {*given, *looks.get("terrain", {}), *looks.get("features", {})}
        declared = getattr(words, "sides" if table == "hexsides" else table)
        meant = used & frozenset(declared) if declared else used  # the others are told with the map
        for word in sorted(meant - known) if given else ():
            unused = [name for name in given if name not in used]
            if familiar(word) and not slip(word, unused):
                continue
            text = f"{word!r} has no look: nothing under [{table}]{nearest(word, unused)}"
            yield Spots(ruleset).flaw(text, word, *files)


def _sides(ruleset: Ruleset, looks: Mapping[str, Any]) -> Iterator[Flaw]:
    given = looks.get("sides", {})
    for side in given:
        if side not in (*ruleset.sides, "chance"):
            near = nearest(side, tuple(ruleset.sides))
            yield Spots(ruleset).flaw(f"[sides] {side!r} is no side of this game{near}", side, LOOKS)
