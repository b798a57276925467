"""Terrain in combat: the columns of the terrain effects chart (SPI 6.8; 8.3.1, 8.3.3, 8.3.4), and which hex
decides (8.2.3)."""

from __future__ import annotations

from dataclasses import replace

from hexcore.board import Board
from hexcore.charts import TerrainEffectsChart
from hexcore.rules import Shift, rule
from hexcore.state import Combat, GameState
from hexcore_cobra.charts import terrain_effects_1977, terrain_effects_2008
from hexcore_cobra.editions import also, expanded, numbers, plays
from hexcore_cobra.fortresses import ground_words
from hexcore_cobra.ground import RIVERS, words_of

ROWS = (
    "SPI 6.8.clear",
    "SPI 6.8.light-forest",
    "SPI 6.8.bocage",
    "SPI 6.8.heavy-forest-hills",
    "SPI 6.8.town",
    "SPI 6.8.city",
    "SPI 6.8.minor-river",
    "SPI 6.8.major-river",
)
OPEN = frozenset({"clear", "light-forest"})
BOCAGE, SEVERAL = "bocage", "several-hexes"
"""Options of The Normandy Campaign."""


@rule({"cobra-1977": "SPI 6.8"}, hook="combat_shifts", also={"cobra-1977": ROWS})
def defensive_terrain(state: GameState, combat: Combat) -> list[Shift]:
    """All terrain in the defender's hex counts together, and the river all attackers must cross."""
    return [shift for hex in combat.targets for shift in _of_hex(state, combat, hex)]


@rule(numbers("8.3.1"), hook="combat_shifts", also=also("8.3.4"))
def columns_to_the_left(state: GameState, combat: Combat) -> list[Shift]:
    """Terrain moves the column to the left, whether the defender wants it or not; clear ground and light
    forest in the bocage two columns, a marsh there as marsh only."""
    return [shift for hex in combat.targets for shift in all_or_best(state, _of_hex(state, combat, hex))]


@rule(numbers("8.3.3"))
def all_or_best(state: GameState, shifts: list[Shift]) -> list[Shift]:
    """Terrain adds up: a hill behind a minor river is three columns; without the case the best counts."""
    if plays(state.board, "8.3.3"):
        return shifts
    return sorted(shifts, key=lambda shift: shift.columns)[:1]


def columns_chart(board: Board) -> TerrainEffectsChart:
    """The terrain effects chart for combat, less the rows not in force."""
    chart: TerrainEffectsChart = board.once("columns", lambda: _columns_chart(board))
    return chart


def _columns_chart(board: Board) -> TerrainEffectsChart:
    chart = terrain_effects_2008() if expanded(board) else terrain_effects_1977()
    if expanded(board) and board.option(BOCAGE) == "1977":
        one = [replace(r, columns_left=1) if r.word == "bocage" else r for r in chart.rows]
        chart = TerrainEffectsChart(tuple(one))
    return chart.without(board.rules.off)


def _of_hex(state: GameState, combat: Combat, hex: int) -> list[Shift]:
    return [*_ground(state, hex), *_river(state, combat, hex)]


def _ground(state: GameState, hex: int) -> list[Shift]:
    """The shift of every terrain in a hex that has one."""
    chart, game_map = columns_chart(state.board), state.board.map
    words = words_2008(state, hex) if expanded(state.board) else words_of(game_map, hex)
    rows = [row for word in words if (row := chart.row("hex", word)) is not None]
    number = game_map.numbers[hex]
    return [
        Shift(-row.columns_left, f"{row.word.replace('-', ' ')} in {number}", row.rule, hex)
        for row in rows
        if row.columns_left
    ]


def words_2008(state: GameState, hex: int) -> list[str]:
    """The chart rows that hold for a hex: bocage for clear and light forest in its area, never for marsh; a
    fortress only while it stands."""
    terrain = ground_words(state, hex)
    if "bocage" in state.board.map.features[hex] and "marsh" not in terrain and terrain & OPEN:
        terrain = (terrain - OPEN) | {"bocage"}
    return sorted(terrain)


def _river(state: GameState, combat: Combat, hex: int) -> list[Shift]:
    """The shift for a river: only when every attacker is across one, the minor one where both kinds occur."""
    game_map = state.board.map
    kinds: set[str] = set()
    for id in combat.attackers:
        here = state.units[id].hex
        sides = game_map.sides[game_map.side(here, hex)] if hex in game_map.around(here) else frozenset()
        crossed = [word for word in RIVERS if word in sides]
        if not crossed:
            return []
        kinds.add(crossed[-1])
    word = next((w for w in RIVERS if w in kinds), None)
    row = columns_chart(state.board).row("side", word) if word is not None else None
    if row is None:
        return []
    return [
        Shift(
            -row.columns_left, f"{row.word.replace('-', ' ')} before {game_map.numbers[hex]}", row.rule, hex
        )
    ]


@rule(numbers("8.2.3"), hook="shifts_that_count")
def the_hardest_hex_decides(state: GameState, combat: Combat, shifts: list[Shift]) -> list[Shift] | None:
    """Of several hexes attacked at once the one with most columns for the defender decides for all, or by
    option the one with fewest."""
    if len(combat.targets) < 2:
        return None
    total = {hex: sum(s.columns for s in shifts if s.hex == hex) for hex in combat.targets}
    easiest = expanded(state.board) and state.board.option(SEVERAL) == "fewest"
    deciding = (max if easiest else min)(combat.targets, key=lambda hex: total[hex])
    return [shift for shift in shifts if shift.hex in (-1, deciding)]
