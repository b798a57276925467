"""The printed charts as data: combat results, terrain effects, weather, turn record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from hexcore.charts import (
    CombatResultsTable,
    DieTable,
    TerrainEffect,
    TerrainEffectsChart,
    direction_name,
)
from hexcore.decisions import FACES
from hexcore.hexes import Direction
from hexcore.provenance import Provenance
from hexcore.tables import DataError, read_csv, table
from hexcore_cobra.order_of_battle import DATA


@dataclass(frozen=True)
class CrtRow:
    die: int
    odds: str
    attacker_result: str
    defender_result: str
    prov_spi: Provenance
    prov_dg: Provenance


@dataclass(frozen=True)
class WeatherRow:
    previous_player_turn_weather: str
    die: int
    result: str
    provenance: Provenance
    note: str = ""


@dataclass(frozen=True)
class TurnRow:
    """A line of the turn record: what a Game-Turn of the expanded calendar brings."""

    turn: int
    dates_1944: str
    us_sp_gain: int
    br_sp_gain: int
    german_sp_gain: str
    air_points: str
    naval_points: str
    german_mech_replacements: str
    german_inf_replacements: str
    british_inf_replacement_cap: str
    allied_hq_attack_shift: int
    carpet_bombings_allowed: str
    prov_dates: Provenance
    prov_sp: Provenance
    prov_command: Provenance
    prov_air: Provenance
    prov_naval: Provenance
    prov_mech_repl: Provenance
    prov_other: Provenance
    spi_turn: int = 0
    us_attacks_and_overruns_each: str = ""
    br_attacks_and_overruns_each: str = ""
    weather_override: str = ""
    weather_column_note: str = ""
    prov_weather: str = ""
    note: str = ""


@table
def combat_results() -> CombatResultsTable:
    """SPI 9.5: fourteen columns, 1-5 to 10-1; entries are steps or hexes, `e` eliminates all attackers.

    Its marks say where The Normandy Campaign has it from.
    """
    return _combat_results(lambda row: row.prov_dg)


@table
def combat_results_1977() -> CombatResultsTable:
    """The same table, its marks those of the 1977 game."""
    return _combat_results(lambda row: row.prov_spi)


def _combat_results(mark: Callable[[CrtRow], Provenance]) -> CombatResultsTable:
    rows = read_csv(DATA / "crt.csv", CrtRow)
    cells = [(r.die, r.odds, (r.attacker_result, r.defender_result)) for r in rows]
    return CombatResultsTable.read(cells, "crt.csv", {(r.die, r.odds): str(mark(r)) for r in rows})


@table
def weather_1977() -> DieTable:
    """SPI 6.48: weather by the weather of the previous player turn and the die, in lower-case words."""
    rows = read_csv(DATA / "weather_spi.csv", WeatherRow)
    return DieTable({(r.previous_player_turn_weather.lower(), r.die): r.result.lower() for r in rows})


@dataclass(frozen=True)
class WeatherRow2008:
    column: str
    used_when_previous_turn_was: str
    die_after_modifiers_clamped_1_6: int
    result: str
    provenance: Provenance
    basis: str = ""


@table
def weather_2008() -> DieTable:
    """The weather table of 5.4.1: weather in lower-case words by column (A, B, C) and modified die."""
    rows = read_csv(DATA / "weather_2008.csv", WeatherRow2008)
    return DieTable({(r.column, r.die_after_modifiers_clamped_1_6): r.result.lower() for r in rows})


@table
def weather_columns_2008() -> dict[str, str]:
    """The column of the weather table by the weather of the turn before, in lower-case words."""
    rows = read_csv(DATA / "weather_2008.csv", WeatherRow2008)
    return {r.used_when_previous_turn_was.lower(): r.column for r in rows}


@table
def turn_record() -> dict[int, TurnRow]:
    """The turn record by Game-Turn of the expanded calendar (1977 turn n is Game-Turn n + 14)."""
    return {row.turn: row for row in read_csv(DATA / "turn_record.csv", TurnRow)}


@dataclass(frozen=True)
class ReserveRow:
    """A line of reserves.csv: German units of the variant sheet that come together, from which Game-Turn on,
    for how many victory points, and the number by which they do."""

    name: str
    number: str
    first_turn: int
    points: int
    units: str
    prov_cost: Provenance
    prov_units: Provenance
    basis: str = ""


@table
def reserves() -> dict[str, ReserveRow]:
    """The reserves of the variant sheet by name, in its order."""
    return {row.name: row for row in read_csv(DATA / "reserves.csv", ReserveRow)}


@dataclass(frozen=True)
class TerrainRow:
    """A line of terrain_effects_1977.csv: costs in movement points (`½`, `+2`), columns to the left."""

    word: str
    on: str
    foot: str
    mech: str
    columns_left: int
    rule: str
    provenance: Provenance
    note: str = ""


def _halves(text: str) -> int | None:
    """Movement points as half-points; None for `other` (the other terrain decides) ."""
    if text == "other":
        return None
    return 1 if text == "½" else 2 * int(text.lstrip("+"))


@table
def terrain_effects_1977() -> TerrainEffectsChart:
    """SPI 6.8. A None cost leaves the cost to the other terrain in the hex."""
    return _chart(read_csv(DATA / "terrain_effects_1977.csv", TerrainRow))


@dataclass(frozen=True)
class TerrainRow2008:
    """A line of terrain_effects_2008.csv, with a mark for the costs and one for the columns.

    `rule` is the number by which it counts in combat (a road: in movement).
    """

    word: str
    on: str
    foot: str
    mech: str
    columns_left: int
    rule: str
    prov_mp: Provenance
    prov_shift: Provenance
    note: str = ""


@table
def terrain_effects_2008() -> TerrainEffectsChart:
    """The terrain effects chart of The Normandy Campaign (5.2.1, 8.3.1), in the form of the one of 1977."""
    return _chart(read_csv(DATA / "terrain_effects_2008.csv", TerrainRow2008))


def _chart(rows: Sequence[TerrainRow | TerrainRow2008]) -> TerrainEffectsChart:
    return TerrainEffectsChart(
        tuple(
            TerrainEffect(
                r.word,
                r.on,
                {"foot": _halves(r.foot), "mech": _halves(r.mech)},
                r.columns_left,
                r.rule,
                adds=r.foot.startswith("+"),
                replaces=r.on == "road",
            )
            for r in rows
        )
    )


@dataclass(frozen=True)
class ScatterRow:
    """A line of scatter.csv: the hexside that a die of the scatter diagram points to, by its compass word."""

    die: int
    direction: Literal["north", "north-east", "south-east", "south", "south-west", "north-west"]
    provenance: Provenance
    basis: str = ""


@table
def scatter_diagram() -> dict[int, int]:
    """The scatter diagram of Map B (19.2.2, step 3): the direction of a hexside by die."""
    named = {direction_name(direction, "columns"): int(direction) for direction in Direction}
    found = {row.die: named[row.direction] for row in read_csv(DATA / "scatter.csv", ScatterRow)}
    missing = [die for die in FACES if die not in found]
    if missing:
        raise DataError(f"{DATA / 'scatter.csv'}: no direction for a die of {missing[0]}")
    return found
