"""Terrain: movement costs and defensive columns (SPI 6.8), impassable ground (TNC 5.7.4)."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.charts import Costs, TerrainEffectsChart, compile_costs
from hexcore.maps import HexMap
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra.charts import terrain_effects_1977
from hexcore_cobra.editions import numbers, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.retreats import sea_sides
from hexcore_cobra.trucks import truck_mechanized

CLEAR_IN_1977 = frozenset({"marsh", "beach"})
RIVERS = ("minor-river", "major-river")


@rule(numbers("5.3.1"), hook="mobility")
def german_mobility(state: GameState, unit: Unit) -> str | None:
    """Panzer, panzergrenadier and headquarters units are mechanized; the other Germans go on foot."""
    return "mech" if unit.side == GERMAN and "mechanized" in unit.counter.traits else None


@rule(numbers("5.3.2"), hook="mobility")
def allied_mobility(state: GameState, unit: Unit) -> str | None:
    """Armour, armoured cavalry, headquarters and divisions on trucks are mechanized; other Allies are not."""
    mechanized = "mechanized" in unit.counter.traits or truck_mechanized(state, unit)
    return "mech" if unit.side == ALLIED and mechanized else None


def chart_of(board: Board) -> TerrainEffectsChart:
    """The terrain effects chart, less the rows not in force."""
    chart: TerrainEffectsChart = board.once("tec", lambda: terrain_effects_1977().without(board.rules.off))
    return chart


def words_of(hex_map: HexMap, hex: int) -> list[str]:
    """The chart rows that hold for a hex.

    Marsh and beach have no row in 1977 and are clear; bocage is a row for clear and light forest.
    """
    terrain = {("clear" if word in CLEAR_IN_1977 else word) for word in hex_map.terrain[hex]}
    if "bocage" in hex_map.features[hex] and terrain & {"clear", "light-forest"}:
        terrain = (terrain - {"clear", "light-forest"}) | {"bocage"}
    return sorted(terrain)


@rule({"cobra-1977": "SPI 6.8"}, hook="terrain_costs")
def terrain_costs(board: Board, mobility: str) -> Costs:
    """The highest cost of a hex, rivers added, a road instead of both; city to city is a major road."""
    chart, hex_map = chart_of(board), board.map
    shut = sea_sides(board) if plays(board, "5.7.4") else frozenset()

    def cost(hex: int, near: int, side: int) -> int | None:
        if side in shut:
            return None
        return crossing_cost(hex_map, chart, mobility, (hex, near, side))

    return compile_costs(hex_map, cost)


def crossing_cost(
    hex_map: HexMap, chart: TerrainEffectsChart, mobility: str, step: tuple[int, int, int]
) -> int | None:
    """Half-points to cross a hexside into a hex; None where no unit may go."""
    hex, near, side = step
    if "sea" in hex_map.terrain[near] or "sea" in hex_map.terrain[hex]:
        return None
    road = hex_map.roads[side]
    if "city" in hex_map.terrain[hex] & hex_map.terrain[near] and chart.row("hex", "city") is not None:
        road = "primary"
    by_road = _cost(chart, "road", road, mobility) if road else None
    if by_road is not None:
        return by_road
    words = (*words_of(hex_map, near), "clear")
    hex_cost = max(_cost(chart, "hex", word, mobility) or 0 for word in words)
    rivers = [_cost(chart, "side", word, mobility) or 0 for word in hex_map.sides[side] if word in RIVERS]
    return hex_cost + max(rivers, default=0)


def _cost(chart: TerrainEffectsChart, on: str, word: str, mobility: str) -> int | None:
    row = chart.row(on, word)
    return row.costs[mobility] if row is not None else None
