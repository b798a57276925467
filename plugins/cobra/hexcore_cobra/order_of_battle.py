"""The order of battle: counters, set-ups and arrivals, read from the data folder (SPI 3.31-3.34, 3.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hexcore.maps import HexMap
from hexcore.provenance import Provenance, weakest
from hexcore.tables import DataError, read_csv
from hexcore.units import ARRIVALS, Counter, Place, Side, Step

DATA = Path(__file__).parent / "data"
GERMAN, ALLIED = Side("german"), Side("allied")
DELAY = "delay"
"""The kind of German delay units."""
US_BEACHES, BRITISH_BEACHES = ("utah", "omaha"), ("gold", "juno", "sword")
CHERBOURG = "cherbourg"
"""Groups of hexes of the map."""
INITIAL, LANDING_STEP, MECHANIZED = "initial movement", "landing step 1", "mechanized movement"
"""The phases in which reinforcements come."""
NAMES = {
    ("XX", "infantry"): "Infantry Division",
    ("XX", "static infantry"): "Infantry Division",
    ("X", "armor"): "Armoured Brigade",
    ("II", "heavy tank"): "Tiger Battalion",
    ("Corps", "hq"): "Corps HQ",
}
"""What messages add to a number, by size and type of the unit."""
ROW_OF_15TH_ARMY = 20
"""15th Army enters above this row of Map A (16.2)."""
FIRST_COBRA_TURN = 15
"""Game-Turn 15 of the later calendar is turn 1 of the 1977 game."""


@dataclass(frozen=True)
class UnitRow:
    """A line of units.csv: one counter, with a mark for each group of values."""

    id: str
    edition: str
    side: str
    nationality: str
    designation: str
    size: str
    type: str
    steps: int
    strength_per_step: str
    ma: int
    mechanized: str
    prov_identity: Provenance
    prov_strength: Provenance
    prov_steps: Provenance
    prov_ma_radius: Provenance
    prov_mech: Provenance
    parent: str = ""
    command_radius: int = 0
    flags: str = ""
    basis: str = ""


@dataclass(frozen=True)
class SetUpRow:
    """A line of setups.csv: where a counter starts in one set-up."""

    scenario: str
    unit_id: str
    hex: str
    reduced: str
    prov_hex: Provenance
    prov_reduced: Provenance
    same_hex_other_map: str = ""
    lat: str = ""
    lon: str = ""
    latlon_kind: str = ""
    basis: str = ""


@dataclass(frozen=True)
class ArrivalRow:
    """A line of reinforcements.csv: when, over which edges (N, E, S, W) or beaches, in what phase and state a
    unit arrives."""

    scenario: str
    game_turn: str
    unit_id: str
    entry: str
    reduced: str
    phase: str
    prov_turn: Provenance
    prov_entry: Provenance
    prov_reduced: Provenance
    basis: str = ""


@dataclass(frozen=True)
class Arrival:
    """A reinforcement: its turn of arrival in the scenario, and the edges it may enter over, only in rows
    above one of Map A where that is named; or the beaches named for it (groups of the map), and the phase in
    which it comes, where that is not the initial movement phase."""

    unit: str
    turn: int
    edges: tuple[str, ...]
    reduced: bool
    provenance: Provenance
    above: int = 0
    beaches: tuple[str, ...] = ()
    phase: str = ""


def counters(edition: str) -> dict[str, Counter]:
    """The counters of an edition (`SPI`: those both editions have; `DG`: all)."""
    rows = read_csv(DATA / "units.csv", UnitRow)
    return {row.id: _counter(row) for row in rows if edition == "DG" or row.edition in ("both", "SPI")}


def _counter(row: UnitRow) -> Counter:
    strengths = [int(part) for part in row.strength_per_step.split("|")]
    if len(strengths) != row.steps:
        found = f"{row.steps} steps and {len(strengths)} strengths"
        raise DataError(f"{DATA / 'units.csv'}: {row.id} has {found}")
    traits = {*row.flags.split(), *(["mechanized"] if row.mechanized == "yes" else [])}
    return Counter(
        id=row.id,
        side=Side(row.side),
        kind=row.type,
        steps=tuple(Step(strength, row.ma) for strength in strengths),
        size=row.size,
        formation=row.parent,
        designation=row.designation,
        nation=row.nationality,
        radius=row.command_radius,
        traits=frozenset(traits),
        provenance={
            "identity": row.prov_identity,
            "strength": row.prov_strength,
            "steps": row.prov_steps,
            "movement": row.prov_ma_radius,
            "mechanized": row.prov_mech,
        },
        note=row.basis,
        called=_called(row),
    )


def _called(row: UnitRow) -> str:
    """What messages call a unit that its number alone would not tell: a division, a brigade, an HQ."""
    if "/" in row.designation:
        return row.designation
    words = NAMES.get((row.size, row.type), "")
    alone = row.parent in ("", row.designation) and "(" not in row.designation
    return f"{row.designation} {words}" if words and alone else ""


def set_up(name: str, known: Mapping[str, Counter], hex_map: HexMap) -> dict[str, tuple[Place, int]]:
    """Where every counter of a set-up starts and how many steps it has lost; arrivals wait in their box.

    Raises DataError for an unknown hex.
    """
    places: dict[str, tuple[Place, int]] = {}
    for row in read_csv(DATA / "setups.csv", SetUpRow):
        if row.scenario == name and row.unit_id in known:
            try:
                places[row.unit_id] = (hex_map.hex(row.hex), 1 if row.reduced == "yes" else 0)
            except ValueError as fault:
                raise DataError(f"{DATA / 'setups.csv'}: {row.unit_id}: {fault}") from None
    for arrival in arrivals(name, known):
        places[arrival.unit] = (ARRIVALS, 1 if arrival.reduced else 0)
    return places


def arrivals(name: str, known: Mapping[str, Counter], first_turn: int = FIRST_COBRA_TURN) -> list[Arrival]:
    """The reinforcements of a set-up that have a turn, counted so that *first_turn* is turn 1."""
    rows = [row for row in _arrival_rows(name, known) if row.game_turn.isdigit()]
    return [_arrival(row, int(row.game_turn) - first_turn + 1) for row in rows]


def on_release(name: str, known: Mapping[str, Counter]) -> list[Arrival]:
    """Units of a set-up that come by a rule and not by a turn, and wait nowhere till then (16.2, 16.3)."""
    return [_arrival(row, 1) for row in _arrival_rows(name, known) if not row.game_turn.isdigit()]


def _arrival_rows(name: str, known: Mapping[str, Counter]) -> list[ArrivalRow]:
    rows = read_csv(DATA / "reinforcements.csv", ArrivalRow)
    return [row for row in rows if row.scenario == name and row.unit_id in known]


def _arrival(row: ArrivalRow, turn: int) -> Arrival:
    words = row.entry.lower()
    return Arrival(
        unit=row.unit_id,
        turn=turn,
        edges=tuple(word for word in row.entry.replace(",", " ").split() if word in ("N", "E", "S", "W")),
        reduced=row.reduced == "yes",
        provenance=weakest(row.prov_turn, row.prov_entry, row.prov_reduced),
        above=ROW_OF_15TH_ARMY if "xx20" in row.entry else 0,
        beaches=tuple(beach for beach in (*US_BEACHES, *BRITISH_BEACHES) if beach in words),
        phase="" if row.phase == INITIAL else row.phase,
    )
