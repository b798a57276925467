"""Terrain in combat: the columns of the terrain effects chart (SPI 6.8), and which hex decides (8.2.3)."""

from __future__ import annotations

from hexcore.rules import Shift, rule
from hexcore.state import Combat, GameState
from hexcore_cobra.editions import numbers
from hexcore_cobra.ground import RIVERS, chart_of, words_of

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


@rule({"cobra-1977": "SPI 6.8"}, hook="combat_shifts", also={"cobra-1977": ROWS})
def defensive_terrain(state: GameState, combat: Combat) -> list[Shift]:
    """All terrain in the defender's hex counts together, and the river all attackers must cross."""
    shifts: list[Shift] = []
    for hex in combat.targets:
        shifts += _ground(state, hex)
        shifts += _river(state, combat, hex)
    return shifts


def _ground(state: GameState, hex: int) -> list[Shift]:
    """The shift of every terrain in a hex that has one."""
    chart, game_map = chart_of(state.board), state.board.map
    rows = [row for word in words_of(game_map, hex) if (row := chart.row("hex", word)) is not None]
    number = game_map.numbers[hex]
    return [
        Shift(-row.columns_left, f"{row.word.replace('-', ' ')} in {number}", row.rule, hex)
        for row in rows
        if row.columns_left
    ]


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
    row = chart_of(state.board).row("side", word) if word is not None else None
    if row is None:
        return []
    return [
        Shift(
            -row.columns_left, f"{row.word.replace('-', ' ')} before {game_map.numbers[hex]}", row.rule, hex
        )
    ]


@rule(numbers("8.2.3"), hook="shifts_that_count")
def the_hardest_hex_decides(state: GameState, combat: Combat, shifts: list[Shift]) -> list[Shift] | None:
    """Of several hexes attacked at once the one with most columns for the defender decides for all."""
    if len(combat.targets) < 2:
        return None
    total = {hex: sum(s.columns for s in shifts if s.hex == hex) for hex in combat.targets}
    hardest = min(combat.targets, key=lambda hex: total[hex])
    return [shift for shift in shifts if shift.hex in (-1, hardest)]
