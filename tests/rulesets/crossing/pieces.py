"""The counters and the table of The Crossing, and what its chapters share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexcore.charts import CombatResultsTable
from hexcore.events import Event, Removed
from hexcore.state import GameState
from hexcore.tables import read_csv, table
from hexcore.units import ELIMINATED, Aboard, Counter, Side, Step, Unit

GREY, GREEN = Side("grey"), Side("green")
FOLDER = Path(__file__).parent
AMBUSHES = ("x-ambush", "y-ambush")


@dataclass(frozen=True)
class CounterRow:
    id: str
    side: str
    kind: str
    designation: str
    strength: int
    movement: int


@dataclass(frozen=True)
class CrtRow:
    die: int
    odds: str
    result: str


def counters() -> dict[str, Counter]:
    return {
        row.id: Counter(
            row.id, Side(row.side), row.kind, (Step(row.strength, row.movement),), designation=row.designation
        )
        for row in read_csv(FOLDER / "counters.csv", CounterRow)
    }


@table
def results_table() -> CombatResultsTable:
    rows = read_csv(FOLDER / "crt.csv", CrtRow)
    return CombatResultsTable.read([(row.die, row.odds, (row.result,)) for row in rows], "crt.csv")


def is_combat_unit(unit: Unit) -> bool:
    return unit.counter.kind in ("armour", "foot")


def markers(state: GameState) -> list[Unit]:
    """The ambush markers on the map, as whoever asks sees them: by name, or from behind."""
    return [u for u in state.on_map(GREY) if u.counter.kind in ("ambush", "hidden")]


def cargo_of(state: GameState, truck: str) -> Unit | None:
    return next(state.in_place(Aboard(truck)), None)


def lost_with(state: GameState, unit: Unit) -> list[Event]:
    cargo = cargo_of(state, unit.id)
    return [Removed(cargo.id, ELIMINATED.name, why="aboard")] if cargo is not None else []
