"""The position that docs/state.md looks at: a river, a road, a wood, six units; what its examples know."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sandbox import BLUE, RED, plain, table

from hexcore.attacks import declared
from hexcore.maps import HexMap, Place
from hexcore.rules import Factor, Shift, SupplySource, general, rule
from hexcore.ruleset import Track
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit

POSITION = """
b1 blue 0303 4-4 2
b2 blue 0303 3-4 1
b3 blue 0202 2-6 1 horse
r1 red  0304 3-4 2
r2 red  0404 3-4 1
r3 red  -    5-4 1
"""


def ground() -> HexMap:
    """Clear but for a wood in 0304; the river runs between 0303 and 0304, a road from 0303 to 0202."""
    bare = plain()
    at = bare.hex
    made = bare.with_ground(
        {at("0304"): frozenset({"woods"})},
        {},
        {bare.side(at("0303"), at("0304")): frozenset({"river"})},
        {bare.side(at("0303"), at("0202")): "road"},
    )
    places = (Place(at("0304"), "Ash Wood", "wood", "printed"),)
    return replace(made, places=places, groups={"west-edge": (at("0101"), at("0102"))})


@general("zone_barriers")
def rivers_bar_zones(hex_map: HexMap) -> list[int]:
    return [side for side, words in enumerate(hex_map.sides) if "river" in words]


@general("supply_sources")
def edges(state: GameState, side: Side) -> list[SupplySource]:
    number = "0101" if side == BLUE else "0707"
    return [SupplySource(state.board.map.hex(number), number)]


@rule({"sandbox": "6.5"}, hook="may_stack")
def two_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "no more than two stand together" if len(units) > 2 else None


@rule({"sandbox": "7.4"}, hook="combat_shifts")
def woods(state: GameState, combat: Combat) -> list[Shift]:
    wooded = [h for h in combat.targets if "woods" in state.board.map.terrain[h]]
    return [Shift(-1, "in the woods", hex=h) for h in wooded]


@rule({"sandbox": "7.6"}, hook="strength_factors")
def horse_charges(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    charging = unit.counter.kind == "horse" and unit.id in combat.attackers
    return Factor(Fraction(2), "a charge") if charging else None


def names() -> dict[str, Any]:
    """The position at the first question of Blue's combat phase, by the names that the page uses."""
    rules = (rivers_bar_zones, edges, two_to_a_hex, woods, horse_charges)
    air = Track("blue-air", 0, 3, start=2)
    game = table(POSITION, *rules, hex_map=ground(), phase="blue-combat", tracks=(air,))
    state, hex_map = game.state, game.board.map

    def numbers(hexes: Any) -> list[str]:
        """Printed numbers of hexes, or of the hexes a mask has set."""
        if isinstance(hexes, bytes):
            hexes = [hex for hex, there in enumerate(hexes) if there]
        return [hex_map.numbers[hex] for hex in hexes]

    def ids(units: Any) -> list[str]:
        return [unit.id for unit in units]

    combat = replace(declared(state, BLUE, (hex_map.hex("0304"),)), attackers=("b1", "b2"))
    return {
        "game": game,
        "state": state,
        "board": game.board,
        "rules": game.board.rules,
        "hex_map": hex_map,
        "at": hex_map.hex,
        "numbers": numbers,
        "ids": ids,
        "combat": combat,
        "b1": state.units["b1"],
        "b3": state.units["b3"],
        "r1": state.units["r1"],
        "BLUE": BLUE,
        "RED": RED,
    }
