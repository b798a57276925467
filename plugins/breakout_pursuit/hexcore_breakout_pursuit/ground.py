"""The ground: what each hex and hexside costs, and where nobody goes (Terrain Effects Chart)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexcore.board import Board
from hexcore.charts import Costs, compile_costs
from hexcore.maps import HexMap
from hexcore.movement import HALF
from hexcore.provenance import Provenance
from hexcore.rules import general, rule
from hexcore.state import GameState
from hexcore.tables import DataError, read_csv, table
from hexcore.units import Unit
from hexcore_breakout_pursuit.order_of_battle import DATA

CHART = DATA / "terrain_effects.csv"
ON_THE_CHART: Mapping[str, tuple[str, str]] = {
    "clear": ("clear", "tec.clear_hex"),
    "coastal": ("coastal", "tec.coastal_hex"),
    "rough": ("rough", "tec.rough_terrain_hex"),
    "town": ("town-or-city", "tec.town_or_city_hex"),
    "city": ("town-or-city", "tec.town_or_city_hex"),
    "west-wall": ("west-wall", "tec.german_west_wall_hex"),
    "fortress": ("fortress", "tec.fortress"),
}
"""Words of the map for a hex: the row of the chart, and the number under which the rulebook has it."""


@dataclass(frozen=True)
class TerrainRow:
    """A line of terrain_effects.csv: one property of one kind of ground."""

    terrain: str
    kind: str
    property: str
    value: str
    provenance: Provenance
    rule_case_or_basis: str = ""


@table
def terrain_effects() -> dict[tuple[str, str], str]:
    """Every property of the chart, by the row and its name."""
    rows = read_csv(CHART, TerrainRow)
    return {(row.terrain, row.property): row.value for row in rows}


def chart_points(terrain: str, property: str) -> int | None:
    """Movement points that the chart gives, None where it says nothing. DataError for what is no number."""
    value = terrain_effects().get((terrain, property))
    if value is None:
        return None
    try:
        return int(value)
    except ValueError:
        raise DataError(f"{CHART}: {terrain} {property}: {value!r} is no number of points") from None


# ------------------------------------------------------------------ what a step costs
@general("mobility")
def by_side(state: GameState, unit: Unit) -> str:
    """The chart has a cost for the Germans and one for the Allies, whatever the unit."""
    return str(unit.side)


@rule(
    {"breakout-pursuit": "movement.D"},
    hook="terrain_costs",
    also={
        "breakout-pursuit": (
            "tec.clear_hex",
            "tec.coastal_hex",
            "tec.river_hex-side",
            "tec.rough_terrain_hex",
            "tec.town_or_city_hex",
            "tec.german_west_wall_hex",
            "tec.fortress",
            "errata.german_fortresses",
        )
    },
)
def terrain_costs(board: Board, hex_map: HexMap, mobility: str) -> Costs:
    """The cost of the hex entered, and of the river crossed on the way; open water is not entered."""
    river = _river(board, mobility)
    hexes = [_hex_cost(board, hex_map, hex, mobility) for hex in range(len(hex_map))]

    def cost(hex: int, near: int, side: int) -> int | None:
        points = None if hexes[hex] is None else hexes[near]
        if points is None:
            return None
        return (points + (river if "river" in hex_map.sides[side] else 0)) * HALF

    return compile_costs(hex_map, cost)


def _hex_cost(board: Board, hex_map: HexMap, hex: int, side: str) -> int | None:
    """Points to enter a hex: the plain cost and what its ground adds; None where the chart lacks it."""
    words = hex_map.terrain[hex] | (hex_map.features[hex] & ON_THE_CHART.keys())
    if "sea" in words or not board.rules.active("tec.clear_hex"):
        return None
    points = chart_points("clear", f"mp_enter_{side}")
    if points is None:
        raise DataError(f"{CHART}: no cost for {side} units to enter a clear hex")
    for word in words:
        row, number = ON_THE_CHART.get(word, ("", ""))
        if not row or not board.rules.active(number):
            return None
        if row != "west-wall" or board.rules.active("errata.german_fortresses"):
            points += chart_points(row, f"mp_extra_{side}") or chart_points(row, "mp_extra") or 0
    return points


def _river(board: Board, side: str) -> int:
    """Points that crossing a river adds."""
    if not board.rules.active("tec.river_hex-side"):
        return 0
    return chart_points("river", f"mp_extra_{side}") or 0


# ------------------------------------------------------------------ open water
@rule({"breakout-pursuit": "tec.sea_hex-side"})
def sea_sides(board: Board) -> frozenset[int]:
    """Sea hexsides, by both their names: all sea between two land hexes, or one of the hexes is sea."""
    if not board.rules.active("tec.sea_hex-side"):
        return frozenset()
    found: frozenset[int] = board.once("sea hexsides", lambda: _sea_sides(board.map))
    return found


def _sea_sides(hex_map: HexMap) -> frozenset[int]:
    wet = [hex for hex, words in enumerate(hex_map.terrain) if "sea" in words]
    sides = {s for s, words in enumerate(hex_map.sides) if "all-sea" in words}
    sides |= {s for hex in wet for s in range(6 * hex, 6 * hex + 6)}
    return frozenset(sides | {m for s in sides if (m := hex_map.mirror(s)) >= 0})
