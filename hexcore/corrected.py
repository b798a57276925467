"""A ruleset with a player's corrections in force: the same rules over other values.

Corrections are laid over the tables one by one, then everything the ruleset reads is read once through them:
what its own readers refuse in a shipped file they refuse here, and the correction at fault is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from hexcore.corrected_openings import playable
from hexcore.corrected_words import nearest
from hexcore.corrections import Correction, CorrectionFault, Corrections, Laid, unwritable
from hexcore.map_rows import FILES, map_from
from hexcore.mapcheck import words_of_map
from hexcore.maps import HexMap
from hexcore.ruleset import Ruleset, Scenario
from hexcore.shipped import (
    COUNTERS,
    SET_UPS,
    Shipped,
    counter_from,
    load_all,
    place_from,
    shipped,
)
from hexcore.tables import DataError, Line, through
from hexcore.units import ARRIVALS, ELIMINATED, EXITED, Box, Counter, Place

Held = TypeVar("Held")
Lines = Mapping[str, Sequence[Line]]


class Overlay:
    """The door of a corrected ruleset: files are read as corrected."""

    def __init__(self, by_path: Mapping[Path, Sequence[Line]]) -> None:
        self.kept: dict[Callable[[], Any], Any] = {}
        self.by_path, self.read = by_path, set[Path]()

    def lines(self, path: Path, row: type[Any], lines: Sequence[Line]) -> Sequence[Line]:
        if path not in self.by_path:
            return lines
        self.read.add(path)
        return self.by_path[path]

    def within(self, load: Callable[..., Held]) -> Callable[..., Held]:
        """The same function, reading through this door."""

        def loaded(*given: Any) -> Held:
            with through(self):
                return load(*given)

        return loaded


@dataclass(frozen=True)
class Checked:
    """Corrections laid over a ruleset: the corrected ruleset, its changed tables, and the lines in force."""

    ruleset: Ruleset
    tables: Lines
    in_force: Corrections


def corrected(ruleset: Ruleset, corrections: Corrections) -> Ruleset:
    """A ruleset with corrections in force; the ruleset itself when they change nothing.

    DataError, naming file, line and column, when one of them does not fit.
    """
    return checked(ruleset, corrections).ruleset


@lru_cache(maxsize=8)
def checked(ruleset: Ruleset, corrections: Corrections) -> Checked:
    """Corrections proved on a ruleset. DataError, naming file, line and column."""
    try:
        return _tried(ruleset, corrections)
    except CorrectionFault:
        raise
    except Exception as fault:  # a reader of a plugin can fail in any way
        raise _blamed(ruleset, corrections, fault) from None


def faults(ruleset: Ruleset, corrections: Corrections) -> list[DataError]:
    """Everything that is wrong with corrections, each fault by itself; empty when they hold."""
    found: list[DataError] = []
    laid: dict[str, Laid] = {}
    for row in corrections.rows:
        try:
            _lay(shipped(ruleset), laid, corrections.name, row)
        except CorrectionFault as fault:
            found.append(fault)
    try:
        if not found:
            checked(ruleset, corrections)
    except DataError as fault:
        found.append(fault)
    return found


def _lay(tables: Shipped, laid: dict[str, Laid], name: str, row: Correction) -> None:
    if fault := unwritable(name, row):
        raise fault
    if row.table not in tables.tables:
        known = tuple(tables.tables)
        reason = f"no table {row.table!r}{nearest(row.table, known)}; there are {', '.join(known)}"
        raise CorrectionFault(name, row, "table", reason)
    laid.setdefault(row.table, Laid(tables.tables[row.table], name)).add(row)


def _tried(ruleset: Ruleset, corrections: Corrections) -> Checked:
    tables, laid = shipped(ruleset), dict[str, Laid]()
    for row in corrections.rows:
        _lay(tables, laid, corrections.name, row)
    changed: Lines = {name: one.result() for name, one in laid.items() if one.in_force}
    if not changed:
        return Checked(ruleset, {}, replace(corrections, rows=()))
    kept = {row for one in laid.values() for row in one.in_force}
    in_force = replace(corrections, rows=tuple(row for row in corrections.rows if row in kept))
    overlay = Overlay({tables.paths[name]: lines for name, lines in changed.items() if name in tables.paths})
    made = _Corrected(ruleset, tables, changed, overlay).ruleset(in_force)
    with through(overlay):
        load_all(made)
    unread = overlay.by_path.keys() - overlay.read
    for name in changed:
        if tables.paths.get(name) in unread:
            row = laid[name].in_force[0]
            reason = f"{ruleset.id} keeps table {name!r} where no correction reaches it"
            raise CorrectionFault(corrections.name, row, "table", reason)
    playable(ruleset, made, words_of_map(ruleset).sea)
    return Checked(made, changed, in_force)


def _blamed(ruleset: Ruleset, corrections: Corrections, fault: Exception) -> DataError:
    """The first correction with which the ruleset no longer holds, and what its own reader said."""
    low, high, said = 0, len(corrections.rows), fault
    while high - low > 1:
        middle = (low + high) // 2
        try:
            _tried(ruleset, replace(corrections, rows=corrections.rows[:middle]))
            low = middle
        except Exception as earlier:  # the same, with fewer corrections
            high, said = middle, earlier
    if not corrections.rows:
        return DataError(f"{ruleset.id}: {fault}")
    row = corrections.rows[high - 1]
    own, reason = f"{corrections.name}:{row.line}: ", str(said).replace(f"{ruleset.folder}/", "")
    if reason.startswith(own):  # a row that the correction itself has brought
        return CorrectionFault(corrections.name, row, "key", reason.removeprefix(own))
    kind = "" if isinstance(said, ValueError) else f"{type(said).__name__}: "
    return CorrectionFault(corrections.name, row, "value", f"{kind}{reason} (given {row.value!r})")


# ------------------------------------------------------------------ the corrected ruleset
class _Corrected:
    """How each part of a corrected ruleset is loaded."""

    def __init__(self, ruleset: Ruleset, tables: Shipped, changed: Lines, overlay: Overlay) -> None:
        self.of, self.tables, self.changed, self.overlay = ruleset, tables, changed, overlay

    def ruleset(self, corrections: Corrections) -> Ruleset:
        within = self.overlay.within
        return replace(
            self.of,
            load_map=within(self._map),
            load_counters=within(self._counters),
            load_sequence=within(self.of.load_sequence),
            load_scenarios=within(self._scenarios),
            load_presentation=within(self.of.load_presentation),
            corrections=corrections,
            door=self.overlay,
        )

    def _map(self) -> HexMap:
        if not self.changed.keys() & FILES.keys():
            return self.of.load_map()
        rows = {name: self.changed.get(name, self.tables.tables[name].lines) for name in FILES}
        return map_from(rows, self.of.map.grid)

    def _counters(self) -> Mapping[str, Counter]:
        before = self.of.load_counters()
        if COUNTERS not in self.changed or COUNTERS in self.tables.paths:
            return before
        untouched = set(map(id, self.tables.tables[COUNTERS].lines))
        counters = {}
        for line in self.changed[COUNTERS]:
            name = line.cells["id"]
            counters[name] = before[name] if id(line) in untouched else counter_from(line, before.get(name))
        return counters

    def _scenarios(self) -> list[Scenario]:
        return [self._scenario(scenario) for scenario in self.of.load_scenarios()]

    def _scenario(self, scenario: Scenario) -> Scenario:
        within = self.overlay.within
        in_code = SET_UPS in self.changed and SET_UPS not in self.tables.paths
        set_up = self._set_up(scenario) if in_code else scenario.set_up
        return replace(scenario, set_up=within(set_up), recount=within(scenario.recount))

    def _set_up(self, scenario: Scenario) -> Callable[[HexMap], Mapping[str, tuple[Place, int]]]:
        shipped_lines = self.tables.tables[SET_UPS].lines
        untouched = set(map(id, shipped_lines))
        mine = [line for line in self.changed[SET_UPS] if line.cells["scenario"] == scenario.id]
        left = {line.cells["unit"] for line in mine}
        gone = {line.cells["unit"] for line in shipped_lines if line.cells["scenario"] == scenario.id} - left

        def places(game_map: HexMap) -> Mapping[str, tuple[Place, int]]:
            """The scenario's own places (perhaps of corrected files), but for those corrected here."""
            own = scenario.set_up(game_map)
            boxes = {box.name for box in (ELIMINATED, ARRIVALS, EXITED)}
            boxes |= {at.name for at, _ in own.values() if isinstance(at, Box)}
            found = {unit: at for unit, at in own.items() if unit not in gone}
            for cells in (line.cells for line in mine if id(line) not in untouched):
                place = place_from(cells["place"], game_map, frozenset(boxes), own)
                found[cells["unit"]] = (place, int(cells["lost"] or 0))
            return found

        return places
