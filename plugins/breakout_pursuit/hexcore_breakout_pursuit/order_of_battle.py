"""The order of battle: counters of the printed sheets, their battlegroups, and where they start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hexcore.provenance import Provenance, weakest
from hexcore.tables import DataError, read_csv, table
from hexcore.units import Box, Counter, Side, Step
from hexcore_breakout_pursuit.names import named

DATA = Path(__file__).parent / "data"
GERMAN, ALLIED = Side("german"), Side("allied")

STAGING = Box("staging")
"""The Paratroop & Reinforcement Staging Area."""
POOL = Box("replacement-pool")
"""Units of the August sheet that start among those that can come back as replacements."""

MECHANIZED, MOTORIZED, COMBAT, BATTLEGROUP = "mechanized", "motorized", "combat", "battlegroup"
"""Traits: moves twice; Allied motorized infantry and trucks; has a zone and fights; made of a lost unit."""

BATTLEGROUP_MARK = "BG"
"""What stands on a battlegroup's counter for its size."""

KINDS: Mapping[tuple[str, str], str] = {
    ("oval", "mechanized"): "armor",
    ("cross", "mechanized"): "armored infantry",
    ("cross", "motorized infantry"): "motorized infantry",
    ("cross", "infantry"): "infantry",
    ("cross", "paratroop"): "paratroop",
    ("cross", "paratroop infantry (non-mechanized)"): "parachute infantry",
    ("cross", "airlanding"): "airlanding",
    ("circle", "noncombat"): "supply",
    ("pipe", "noncombat"): "pipeline",
    ("naval", "noncombat"): "naval supply",
    ("truck", "noncombat truck"): "truck",
    ("delay", "marker"): "delay",
    ("airdrop", "marker"): "airdrop zone",
}
NON_COMBAT = frozenset({"supply", "pipeline", "naval supply", "truck"})
MARKERS = frozenset({"delay", "airdrop zone"})


@dataclass(frozen=True)
class UnitRow:
    """A line of setups.csv: a counter of a sheet (JUL, AUG, ARR, MRK), its place and free set-up rule."""

    id: str
    side: str
    symbol: str
    type: str
    sheet: str
    mod: str
    free_rule: str
    prov_counter: Provenance
    prov_hex: Provenance
    prov_type: Provenance
    designation: str = ""
    nationality: str = ""
    size: str = ""
    combat: int = 0
    move: int = 0
    hist_hex: str = ""
    basis: str = ""
    same_counter: str = ""


@table
def rows() -> Mapping[str, UnitRow]:
    """Every line of setups.csv by unit id, in the order printed."""
    return {row.id: row for row in read_csv(DATA / "setups.csv", UnitRow)}


# ------------------------------------------------------------------ counters
def counters() -> dict[str, Counter]:
    """Every counter of the box by its id, the battlegroup of each unit that leaves one behind it."""
    found = {row.id: _counter(row) for row in rows().values()}
    lines = read_csv(DATA / "battlegroups.csv", BattlegroupRow)
    groups = [battlegroup(counter, lines) for counter in found.values()]
    return named(found | {group.id: group for group in groups if group is not None})


def _counter(row: UnitRow) -> Counter:
    kind = KINDS.get((row.symbol, row.type))
    if kind is None:
        raise DataError(f"{DATA / 'setups.csv'}: {row.id}: no unit is a {row.symbol!r} {row.type!r}")
    return Counter(
        id=row.id,
        side=Side(row.side),
        kind=kind,
        steps=(Step(row.combat, row.move),),
        size=row.size,
        designation=row.designation,
        nation=row.nationality or ("German" if row.side == GERMAN else ""),
        traits=frozenset(_traits(row, kind)),
        provenance={
            "identity": row.prov_counter,
            "strength": row.prov_counter,
            "movement": row.prov_counter,
            "type": row.prov_type,
        },
        note=row.basis,
    )


def _traits(row: UnitRow, kind: str) -> set[str]:
    traits: set[str] = set()
    if kind not in NON_COMBAT | MARKERS:
        traits.add(COMBAT)
    if row.type == "mechanized":
        traits.add(MECHANIZED)
    if kind in ("motorized infantry", "truck"):
        traits.add(MOTORIZED)
    if row.size == BATTLEGROUP_MARK:
        traits.add(BATTLEGROUP)
    return traits


# ------------------------------------------------------------------ battlegroups
@dataclass(frozen=True)
class BattlegroupRow:
    """A line of battlegroups.csv: which parents leave which battlegroup (values as strength-movement)."""

    side: str
    battlegroup: str
    provenance: Provenance
    parent_from: str = ""
    parent_to: str = ""
    parent_type: str = ""
    rule_case_or_basis: str = ""


def battlegroup(parent: Counter, table: list[BattlegroupRow]) -> Counter | None:
    """The battlegroup that may replace a unit when it is eliminated (combat.M); None where none does."""
    row = _group_row(parent, table)
    if row is None:
        return None
    strength, movement = _value(row.battlegroup)
    return Counter(
        id=f"{parent.id}-BG",
        side=parent.side,
        kind=parent.kind,
        steps=(Step(strength, movement),),
        size=BATTLEGROUP_MARK,
        designation=parent.designation,
        nation=parent.nation,
        traits=parent.traits | {BATTLEGROUP},
        provenance={"identity": weakest(*parent.provenance.values()), "strength": row.provenance},
        note="battlegroup",
    )


def _group_row(parent: Counter, table: list[BattlegroupRow]) -> BattlegroupRow | None:
    if BATTLEGROUP in parent.traits or parent.size != "XX" or COMBAT not in parent.traits:
        return None
    strength, movement = parent.steps[0]
    for row in table:
        if row.side != parent.side or "-" not in row.battlegroup or "-" not in row.parent_from:
            continue
        low, most = _value(row.parent_from), _value(row.parent_to)
        if low[1] == movement and low[0] <= strength <= most[0] and _fits(parent, row.parent_type):
            return row
    return None


def _fits(parent: Counter, type: str) -> bool:
    """Whether a counter is of the type a line of the table means."""
    match type:
        case "mech":
            return MECHANIZED in parent.traits
        case "motorized":
            return parent.kind == "motorized infantry"
        case "paratroop/airlanding":
            return parent.kind in ("paratroop", "airlanding")
        case _:
            return parent.kind == type


def _value(text: str) -> tuple[int, int]:
    """`13-8` as strength and movement."""
    strength, _, movement = text.partition("-")
    try:
        return int(strength), int(movement)
    except ValueError:
        raise DataError(f"{DATA / 'battlegroups.csv'}: {text!r} is not a strength and a movement") from None
