"""Terrain: what ground costs (SPI 6.8; 5.2.1, 5.7.1, 5.7.3), and where nobody, or no wheels, may go."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from hexcore.board import Board
from hexcore.charts import Costs, TerrainEffectsChart, compile_costs
from hexcore.maps import HexMap
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra.charts import terrain_effects_1977, terrain_effects_2008
from hexcore_cobra.editions import expanded, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.trucks import truck_mechanized

CLEAR_IN_1977 = frozenset({"marsh", "beach"})
RIVERS = ("minor-river", "major-river")
IN_BOCAGE = {"foot": 4, "mech": 6}
"""The fewest half-points to enter a hex of the bocage by The Normandy Campaign."""


@rule(numbers("5.3.1"), hook="mobility")
def german_mobility(state: GameState, unit: Unit) -> str | None:
    """Panzer, panzergrenadier and headquarters units are mechanized; the other Germans go on foot."""
    mechanized = unit.side == GERMAN and "mechanized" in unit.counter.traits
    return "mech" if mechanized and at_mechanized_costs(state) else None


@rule(numbers("5.3.2"), hook="mobility")
def allied_mobility(state: GameState, unit: Unit) -> str | None:
    """Armour, armoured cavalry, headquarters and divisions on trucks are mechanized; other Allies are not."""
    mechanized = "mechanized" in unit.counter.traits or truck_mechanized(state, unit)
    return "mech" if unit.side == ALLIED and mechanized and at_mechanized_costs(state) else None


@rule({"cobra": "5.3.5"})
def at_mechanized_costs(state: GameState) -> bool:
    """Mechanized units, divisions on trucks among them, pay the mechanized figures of the chart."""
    return not expanded(state.board) or plays(state.board, "5.3.5")


def chart_of(board: Board) -> TerrainEffectsChart:
    """The terrain effects chart of the edition, that of 1977 less the rows not in force."""

    def compute() -> TerrainEffectsChart:
        return terrain_effects_2008() if expanded(board) else terrain_effects_1977().without(board.rules.off)

    chart: TerrainEffectsChart = board.once("tec", compute)
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
    chart = chart_of(board)
    ground = cache(partial(ground_cost, board.map, chart, mobility))
    return _compiled(board, partial(crossing_cost, board.map, chart, mobility, ground))


@rule({"cobra": "5.2.1"}, hook="terrain_costs")
def terrain_costs_2008(board: Board, mobility: str) -> Costs:
    """A point for clear ground, more for other ground and over rivers, as the chart lists."""
    ground = cache(partial(ground_cost_2008, board, mobility))
    return _compiled(board, partial(crossing_cost_2008, board, mobility, ground))


def _compiled(board: Board, crossing: Callable[[tuple[int, int, int]], int | None]) -> Costs:
    """Costs from what it takes to cross (hex, neighbour, hexside); case 5.7.4 shuts all-sea hexsides."""
    shut = sea_sides(board) if plays(board, "5.7.4") else frozenset()

    def cost(hex: int, near: int, side: int) -> int | None:
        return None if side in shut else crossing((hex, near, side))

    return compile_costs(board.map, cost)


def crossing_cost(
    hex_map: HexMap,
    chart: TerrainEffectsChart,
    mobility: str,
    ground: Callable[[int], int],
    step: tuple[int, int, int],
) -> int | None:
    """Half-points to cross a hexside into a hex, whose *ground* costs what it does; None where no unit may
    go."""
    hex, near, side = step
    if "sea" in hex_map.terrain[near] or "sea" in hex_map.terrain[hex]:
        return None
    road = hex_map.roads[side]
    if "city" in hex_map.terrain[hex] & hex_map.terrain[near] and chart.row("hex", "city") is not None:
        road = "primary"
    by_road = _cost(chart, "road", road, mobility) if road else None
    if by_road is not None:
        return by_road
    rivers = [_cost(chart, "side", word, mobility) or 0 for word in hex_map.sides[side] if word in RIVERS]
    return ground(near) + max(rivers, default=0)


def ground_cost(hex_map: HexMap, chart: TerrainEffectsChart, mobility: str, hex: int) -> int:
    """Half-points for the dearest ground of a hex."""
    return max(_cost(chart, "hex", word, mobility) or 0 for word in (*words_of(hex_map, hex), "clear"))


def _cost(chart: TerrainEffectsChart, on: str, word: str, mobility: str) -> int | None:
    row = chart.row(on, word)
    return row.costs[mobility] if row is not None else None


# ------------------------------------------------------------------ The Normandy Campaign
def crossing_cost_2008(
    board: Board, mobility: str, ground: Callable[[int], int], step: tuple[int, int, int]
) -> int | None:
    """Half-points to cross a hexside into a hex: its *ground*, and a river; None for the sea."""
    hex_map, chart, (hex, near, side) = board.map, chart_of(board), step
    if "sea" in hex_map.terrain[near] or "sea" in hex_map.terrain[hex]:
        return None
    by_road = road_cost(board, mobility, step)
    if by_road is not None:
        return by_road
    rivers = [_cost(chart, "side", word, mobility) or 0 for word in hex_map.sides[side] if word in RIVERS]
    return ground(near) + max(rivers, default=0)


def ground_cost_2008(board: Board, mobility: str, hex: int) -> int:
    """Half-points for the dearest ground of a hex, the bocage counted."""
    chart, words = chart_of(board), (*board.map.terrain[hex], "clear")
    costs = (_cost(chart, "hex", word, mobility) or 0 for word in words)
    return max(bocage_cost(board, mobility, hex), *costs)


@rule({"cobra": "5.7.3"})
def road_cost(board: Board, mobility: str, step: tuple[int, int, int]) -> int | None:
    """Over a hexside that a road crosses only the road is paid; from city to city goes a primary road."""
    if not plays(board, "5.7.3"):
        return None
    hex, near, side = step
    road = board.map.roads[side]
    if "city" in board.map.terrain[hex] & board.map.terrain[near]:
        road = "primary"
    return _cost(chart_of(board), "road", road, mobility) if road else None


@rule({"cobra": "5.7.1"})
def bocage_cost(board: Board, mobility: str, hex: int) -> int:
    """In the bocage no hex costs less than two points, and none less than three to mechanized units."""
    if "bocage" not in board.map.features[hex] or not plays(board, "5.7.1"):
        return 0
    return IN_BOCAGE["foot" if board.option("bocage") == "1977" else mobility]


def sea_sides(board: Board) -> frozenset[int]:
    """The all-sea hexsides, by both their names."""
    found: frozenset[int] = board.once(
        "sea sides", lambda: frozenset(s for s, words in enumerate(board.map.sides) if "all-sea" in words)
    )
    return found


def marsh_sides(board: Board) -> frozenset[int]:
    """The hexsides into marsh hexes that no road crosses, each in the direction of entry."""

    def compute() -> frozenset[int]:
        near, terrain, roads = board.map.neighbours, board.map.terrain, board.map.roads
        return frozenset(s for s, n in enumerate(near) if n >= 0 and not roads[s] and "marsh" in terrain[n])

    sides: frozenset[int] = board.once("marsh sides", compute)
    return sides


def dives_sides(board: Board) -> frozenset[int]:
    """The hexsides of the Dives from A4101 to A4106, by both their names; a road over one is its bridge."""

    def compute() -> frozenset[int]:
        near, line = board.map.neighbours, frozenset(board.map.group("dives-line"))
        river = [s for s, words in enumerate(board.map.sides) if "major-river" in words]
        return frozenset(s for s in river if s // 6 in line or near[s] in line)

    sides: frozenset[int] = board.once("dives", compute)
    return sides


def unbridged_dives(board: Board) -> frozenset[int]:
    """The hexsides of the Dives from A4101 to A4106 without a bridge."""

    def compute() -> frozenset[int]:
        return frozenset(s for s in dives_sides(board) if not board.map.roads[s])

    sides: frozenset[int] = board.once("unbridged dives", compute)
    return sides


def is_mechanized(state: GameState, unit: Unit) -> bool:
    """Whether a unit is mechanized: by its kind, or by truck."""
    return "mechanized" in unit.counter.traits or truck_mechanized(state, unit)


@rule({"cobra": "5.3.6"}, hook="movement_masks")
def marsh_by_road_only(state: GameState, unit: Unit) -> Mask | None:
    """A mechanized unit moves into a marsh hex only over a hexside that a road crosses."""
    if not is_mechanized(state, unit):
        return None
    reason = "{hex} is marsh, which mechanized units enter by road only"
    return Mask("barred", reason, sides=marsh_sides(state.board))


@rule(numbers("5.3.8"), hook="movement_masks")
def dives_by_bridge_only(state: GameState, unit: Unit) -> Mask | None:
    """A mechanized unit crosses the Dives from A4101 to A4106 only at a bridge."""
    if not is_mechanized(state, unit):
        return None
    reason = "{hex} lies over the Dives, which mechanized units cross at bridges only"
    return Mask("barred", reason, sides=unbridged_dives(state.board))


@rule(numbers("5.7.4"), hook="movement_masks")
def not_over_the_sea(state: GameState, unit: Unit) -> Mask:
    """No unit crosses an all-sea hexside."""
    return Mask("barred", "the sea lies before {hex}", sides=sea_sides(state.board))
