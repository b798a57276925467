"""All files of a ruleset folder as read, and what is wrong in them taken together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from hexcore.charts import CombatResultsTable
from hexcore.chosen_ground import Classes
from hexcore.corrected_words import nearest
from hexcore.customs import Custom
from hexcore.folder_models import RulesetFile, ScenariosFile, SequenceFile
from hexcore.folder_reading import NOWHERE, Faults, Read, TableRow, read_model, read_rows
from hexcore.folder_references import Reference, Vocabulary, references, unknown
from hexcore.folder_rows import (
    FIXED,
    ArrivalRow,
    CostRow,
    CounterRow,
    CrtRow,
    SetUpRow,
    WithdrawalRow,
    classes_of,
    cost_row,
    steps_of,
)
from hexcore.map_rows import FILES
from hexcore.maps import HexMap, read_map
from hexcore.tables import DataError, read_toml
from hexcore.toml_places import Spot
from hexcore.units import Counter, Side, Step

ANY = "*"


class Pieces:
    """The files of one folder. Reading one adds what is wrong in it to `found`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.found = folder, Faults()

    # ---------------------------------------------------------------- the files
    @cached_property
    def head(self) -> Read[RulesetFile] | None:
        return read_model(self.folder / "ruleset.toml", RulesetFile, self.found)

    @cached_property
    def sequence(self) -> Read[SequenceFile] | None:
        return read_model(self.folder / "sequence.toml", SequenceFile, self.found)

    @cached_property
    def scenarios(self) -> Read[ScenariosFile] | None:
        path = self.folder / "scenarios.toml"
        return read_model(path, ScenariosFile, self.found) if path.exists() else None

    @cached_property
    def map(self) -> HexMap | None:
        """The ground; None, with what is wrong in its files, where it does not hold."""
        before = len(self.found)
        for name, row in FILES.items():
            read_rows(self.folder / f"{name}.csv", row, self.found)
        if len(self.found) > before:
            return None
        try:
            return read_map(self.folder)
        except DataError as fault:
            path, spot, text = placed(str(fault), self.folder / "map.toml")
            self.found.add(path, spot, text)
            return None

    @cached_property
    def counters(self) -> list[TableRow[CounterRow]]:
        return read_rows(self.folder / "counters.csv", CounterRow, self.found, needed=True)

    @cached_property
    def set_up(self) -> list[TableRow[SetUpRow]]:
        return read_rows(self.folder / "set-up.csv", SetUpRow, self.found)

    @cached_property
    def arrivals(self) -> list[TableRow[ArrivalRow]]:
        return read_rows(self.folder / "arrivals.csv", ArrivalRow, self.found)

    @cached_property
    def withdrawals(self) -> list[TableRow[WithdrawalRow]]:
        return read_rows(self.folder / "withdrawals.csv", WithdrawalRow, self.found)

    @cached_property
    def costs(self) -> list[TableRow[CostRow]]:
        return read_rows(self.folder / "costs.csv", cost_row, self.found)

    @cached_property
    def crt_rows(self) -> list[TableRow[CrtRow]]:
        needed = self.head is not None and self.head.model.combat is not None
        return read_rows(self.folder / "crt.csv", CrtRow, self.found, needed=needed)

    @cached_property
    def rule_numbers(self) -> frozenset[str] | None:
        """The numbers that rules.toml tells of; None where there is no such file."""
        path = self.folder / "rules.toml"
        try:
            return frozenset(read_toml(path)) if path.exists() else None
        except DataError as fault:
            self.found.add(*placed(str(fault), path))
            return None

    # ---------------------------------------------------------------- what is made of them
    def crt(self) -> CombatResultsTable:
        """The combat results table. DataError where it has holes."""
        words = (
            self.head is not None and self.head.model.combat is not None and self.head.model.combat.results
        )
        cells = [
            (r.row.die, r.row.odds, (r.row.result,) if words == "words" else tuple(r.row.result.split("/")))
            for r in self.crt_rows
        ]
        return CombatResultsTable.read(cells, str(self.folder / "crt.csv"))

    @cached_property
    def mobility_classes(self) -> tuple[str, ...]:
        return classes_of(type(self.costs[0].row)) if self.costs else ()

    def classes(self) -> Classes:
        """The mobility class of each counter: its own, else its kind, else the first."""
        known = self.mobility_classes
        plain = known[0] if known else "foot"

        def of(row: CounterRow) -> str:
            return row.mobility or (row.kind if row.kind in known else plain)

        return Classes({one.row.id: of(one.row) for one in self.counters}, plain)

    def made_counters(self) -> dict[str, Counter]:
        return {one.row.id: _counter(one.row) for one in self.counters}

    def defences(self) -> dict[str, tuple[int | None, ...]]:
        """The strength each counter prints for defence, step by step."""
        return {r.row.id: (r.row.defence, r.row.reduced_defence) for r in self.counters}

    # ---------------------------------------------------------------- proof
    def prove(self) -> None:
        """Read every file, and look whether they fit together."""
        from hexcore.folder_proof import proofs

        vocabulary = self.vocabulary()
        if self.found or self.head is None:
            return
        for read in (self.head, self.sequence, self.scenarios):
            if read is not None:
                self._names_in(read, vocabulary)
        for table in self._tables():
            self._names_of(table, vocabulary)
        for path, spot, text in proofs(self, vocabulary):
            self.found.add(path, spot, text)

    def _tables(self) -> Iterator[Iterable[TableRow[Any]]]:
        yield from (self.counters, self.set_up, self.arrivals, self.withdrawals, self.costs, self.crt_rows)

    def _names_in(self, read: Read[Any], vocabulary: Vocabulary) -> None:
        for one in references(type(read.model), read.model):
            if text := unknown(one, vocabulary):
                spot = read.places.key(one.where) if one.is_key else read.places.value(one.where)
                self.found.add(read.path, spot, f"{_last(one)}: {text}")

    def _names_of(self, table: Iterable[TableRow[Any]], vocabulary: Vocabulary) -> None:
        for row in table:
            for one in references(type(row.row), row.row):
                if text := unknown(one, vocabulary):
                    column = str(one.where[0])
                    self.found.add(row.path, row.spot(column), f"{column}: {text}")

    def vocabulary(self) -> dict[str, frozenset[str]]:
        """Every name there is in the folder, by what it is the name of."""
        found: dict[str, frozenset[str]] = {
            "counter": frozenset(one.row.id for one in self.counters),
            "kind of counter": frozenset(one.row.kind for one in self.counters),
            "custom": frozenset(one.word for one in Custom),
            "mobility class": frozenset(self.mobility_classes),
        }
        if self.head is not None:
            found["side"] = frozenset(self.head.model.sides)
            found["side, or either"] = found["side"] | {"either"}
            found["option"] = frozenset(one.id for one in self.head.model.options)
            found["result word"] = frozenset(one.row.result for one in self.crt_rows)
        if self.scenarios is not None:
            found["scenario"] = frozenset(one.id for one in self.scenarios.model.scenarios) | {ANY}
        if self.rule_numbers:
            found["rule number"] = self.rule_numbers
        self._tables_read()
        return found | self._ground_words()

    def _tables_read(self) -> None:
        for _ in self._tables():
            pass
        _ = self.sequence

    def _ground_words(self) -> dict[str, frozenset[str]]:
        if self.map is None:
            return {}
        groups = frozenset(self.map.groups)
        clear = {self.head.model.clear_ground} if self.head else set()
        return {
            "hex": frozenset(self.map.index),
            "group of hexes": groups,
            "hex or group of hexes": groups | frozenset(self.map.index),
            "terrain word": frozenset().union(*self.map.terrain, *self.map.features) | clear,
            "hexside word": frozenset().union(*self.map.sides),
            "road word": frozenset(self.map.roads) - {""} | {road.road for road in self.map.edge_roads},
        }


def _last(one: Reference) -> str:
    return str(next((step for step in reversed(one.where) if isinstance(step, str)), ""))


def placed(text: str, path: Path) -> tuple[Path, Spot, str]:
    """A message that begins with file and line, taken apart."""
    head, _, rest = text.partition(": ")
    file, _, line = head.rpartition(":")
    if line.isdigit() and file:
        return Path(file), Spot(int(line), 0), rest
    return (Path(head), NOWHERE, rest) if Path(head).suffix else (path, NOWHERE, text)


def _counter(row: CounterRow) -> Counter:
    steps = steps_of(row.steps) if row.steps else (Step(row.strength, row.movement), *_reduced(row))
    return Counter(
        row.id,
        Side(row.side),
        row.kind,
        steps,
        size=row.size,
        formation=row.formation,
        designation=row.designation or row.id,
        nation=row.nation,
        radius=row.radius,
        traits=frozenset(row.traits.split()),
        provenance={"strength": row.provenance, "movement": row.provenance},
        note=row.note,
        called=row.called,
    )


def _reduced(row: CounterRow) -> tuple[Step, ...]:
    if row.reduced_strength is None:
        return ()
    movement = row.movement if row.reduced_movement is None else row.reduced_movement
    return (Step(row.reduced_strength, movement),)


__all__ = ["FIXED", "Pieces", "nearest"]
