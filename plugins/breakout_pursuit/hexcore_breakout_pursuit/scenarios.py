"""The 24 scenarios, their options, and who takes part in them (Scenario Description Chart)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexcore.maps import HexMap
from hexcore.provenance import Provenance
from hexcore.ruleset import Option, Scenario, Track
from hexcore.tables import DataError, read_csv, read_toml
from hexcore.units import ARRIVALS, Box, Counter, Place
from hexcore_breakout_pursuit.order_of_battle import DATA, POOL, STAGING, UnitRow, rows

FREE, HISTORICAL = "free", "historical"
MARKER_BOX, EXCHANGE = Box("markers"), Box("exchange")
"""Airdrop markers not on the map; the full-strength paratroop counter of optional rule A."""
BOXES = {"STAGING": STAGING, "POOL": POOL}
_TURN = re.compile(r"arrives turn (\d+)")
ERRATUM = "errata.time_record_reinforcement_chart"
THIRD_PANZERGRENADIERS = ("ARR-G020",)
"""The arrival that the chart prints for turn 11 and the erratum takes back where modification r is used."""


@dataclass(frozen=True)
class ScenarioRow:
    """A line of scenarios.csv."""

    id: str
    short_name: str
    first_turn: int
    last_turn: int
    german_setup: str
    german_reinforcement_code: str
    allied_setup: str
    printed_balance: str
    provenance: Provenance
    german_setup_mods: str = ""
    special_rules: str = ""


@dataclass(frozen=True)
class Arrival:
    """A reinforcement: the first turn it may arrive, and the edge code it enters by (empty: by its rule)."""

    unit: str
    turn: int
    edge: str


@dataclass(frozen=True)
class Sheet:
    """What one scenario draws from the order of battle. `setup` is free or historical, by side.

    `units` take part by the rules: `start` from the outset, the others as they arrive; `chart` is every
    arrival of the Time Record, whoever receives it.
    """

    row: ScenarioRow
    units: Mapping[str, UnitRow]
    arrivals: tuple[Arrival, ...]
    start: frozenset[str] = frozenset()
    chart: tuple[Arrival, ...] = ()

    @property
    def setup(self) -> dict[str, str]:
        return {"german": self.row.german_setup, "allied": self.row.allied_setup}

    @property
    def mods(self) -> frozenset[str]:
        return frozenset(self.row.german_setup_mods.split())

    @property
    def special(self) -> frozenset[str]:
        return frozenset(self.row.special_rules.split())

    @property
    def pursuit(self) -> bool:
        return self.row.id.startswith("2.")


def sheet_of(row: ScenarioRow) -> Sheet:
    """The units of a scenario: its sheet with the set-up modifications, and what arrives while it lasts."""
    known, letter = rows(), "AUG" if row.id.startswith("2.") else "JUL"
    mods = {"base", "opt", *row.german_setup_mods.split()}
    start = {u.id: u for u in known.values() if u.sheet in (letter, "MRK") and u.mod in mods}
    chart = tuple(a for a in map(_arrival, known.values()) if a is not None)
    bare = Sheet(row, start, (), frozenset(start), chart)
    arrivals = tuple(a for a in chart if arrives(bare, known[a.unit], a.turn))
    units = start | {a.unit: known[a.unit] for a in arrivals}
    return Sheet(row, units, arrivals, frozenset(start), chart)


def arrives(sheet: Sheet, unit: UnitRow, turn: int, off: frozenset[str] = frozenset()) -> bool:
    """Whether a unit of the chart comes in a scenario, less the rules switched off.

    The codes of a unit name the reinforcement options that receive it; the Time Record's span is that of
    the scenario; a unit that starts the game on the map never arrives as well.
    """
    row = sheet.row
    codes = {"h", "e", "r"} if unit.mod == "base" else set(unit.mod.split())
    if "time_record.span" not in off and not row.first_turn <= turn <= row.last_turn:
        return False
    twice = unit.same_counter in sheet.start
    if twice and (unit.id not in THIRD_PANZERGRENADIERS or ERRATUM not in off):
        return False
    code = twice or "german_reinforcements.1" in off or row.german_reinforcement_code in codes
    symbol = unit.symbol not in ("circle", "pipe") or "time_record.supply_symbols" not in off
    return code and symbol and "time_record.general" not in off


def _arrival(unit: UnitRow) -> Arrival | None:
    if unit.sheet != "ARR":
        return None
    turn = _TURN.search(unit.free_rule)
    if turn is None:
        raise DataError(f"{DATA / 'setups.csv'}: {unit.id} arrives on no turn: {unit.free_rule!r}")
    return Arrival(unit.id, int(turn[1]), unit.hist_hex.removeprefix("edge ").strip())


# ------------------------------------------------------------------ where everything starts
def places(sheet: Sheet, hex_map: HexMap) -> dict[str, tuple[Place, int]]:
    """Every counter's place before the first phase: what is set up by choice waits among the arrivals."""
    to_come: dict[str, tuple[Place, int]] = {a.unit: (ARRIVALS, 0) for a in sheet.chart}
    return to_come | {id: (_place(sheet, unit, hex_map), 0) for id, unit in sheet.units.items()}


def _place(sheet: Sheet, unit: UnitRow, hex_map: HexMap) -> Place:
    if unit.sheet == "MRK":
        return MARKER_BOX
    if unit.hist_hex == "OFFMAP":
        return EXCHANGE
    if unit.type == "airlanding":
        return STAGING
    if unit.hist_hex in BOXES and (sheet.setup[unit.side] == HISTORICAL or unit.hist_hex == "POOL"):
        return BOXES[unit.hist_hex]
    if unit.sheet == "ARR" or sheet.setup[unit.side] == FREE or not unit.hist_hex.isdigit():
        return ARRIVALS
    try:
        return hex_map.hex(unit.hist_hex)
    except ValueError as fault:
        raise DataError(f"{DATA / 'setups.csv'}: {unit.id}: {fault}") from None


def counters_that_take_part(
    sheet: Sheet, counters: Mapping[str, Counter], off: frozenset[str] = frozenset()
) -> dict[str, Counter]:
    """The counters of a scenario, the battlegroups its units may leave among them."""
    from hexcore_breakout_pursuit.take_part import takes_part

    known = rows()
    taking = {id for id in sheet.start if takes_part(sheet, known[id], off)}
    taking |= {a.unit for a in sheet.chart if takes_part(sheet, known[a.unit], off, a.turn)}
    return {id: c for id, c in counters.items() if id.removesuffix("-BG") in taking}


# ------------------------------------------------------------------ the scenarios
def scenarios() -> list[Scenario]:
    """All 24, in the order of the chart."""
    options = tuple(
        Option(o["id"], o["values"][0], tuple(o["values"]), o["rule"], o["text"], o.get("off_by", {}))
        for o in read_toml(DATA / "options.toml")["option"]
    )
    return [_scenario(row, options) for row in read_csv(DATA / "scenarios.csv", ScenarioRow)]


def _scenario(row: ScenarioRow, options: tuple[Option, ...]) -> Scenario:
    sheet = sheet_of(row)

    def start(hex_map: HexMap) -> dict[str, tuple[Place, int]]:
        return places(sheet, hex_map)

    def recount(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
        return counters_that_take_part(sheet, counters, off)

    tags: dict[str, Any] = {
        "sheet": sheet,
        "movement_points_rule": "movement.E",
        "terrain_rule": "movement.D",
    }
    return Scenario(
        row.id,
        row.short_name,
        row.first_turn,
        row.last_turn,
        tracks=(Track("turn", 1, 16, start=row.first_turn),),
        options=options,
        set_up=start,
        recount=recount,
        tags=tags,
    )


def sheet(state_or_board: Any) -> Sheet:
    """The sheet of the scenario being played."""
    board = getattr(state_or_board, "board", state_or_board)
    found: Sheet = board.scenario.tags["sheet"]
    return found
