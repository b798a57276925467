"""5, 6 and 9: movement, zones of control, stacking."""

from __future__ import annotations

from crossing.pieces import cargo_of, is_combat_unit
from hexcore.charts import Costs, compile_costs
from hexcore.maps import HexMap
from hexcore.movement import HALF
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone


@rule({"crossing": "5.2"}, hook="mobility")
def by_kind(state: GameState, unit: Unit) -> str:
    return unit.counter.kind


def _cost(hex_map: HexMap, mobility: str, near: int, side: int) -> int | None:
    if "sea" in hex_map.terrain[near]:
        return None
    if hex_map.roads[side]:
        return 1
    river = (HALF if mobility == "foot" else 2 * HALF) if "river" in hex_map.sides[side] else 0
    return (2 * HALF if "woods" in hex_map.terrain[near] else HALF) + river


@rule({"crossing": "5.1"}, hook="terrain_costs")
def ground(hex_map: HexMap, mobility: str) -> Costs:
    return compile_costs(hex_map, lambda _hex, near, side: _cost(hex_map, mobility, near, side))


@rule({"crossing": "5.3"}, hook="minimum_move")
def one_hex_on_foot(state: GameState, unit: Unit) -> bool | None:
    return True if unit.counter.kind == "foot" else None


@rule({"crossing": "6.1"}, hook="exerts_zoc")
def who_has_a_zone(state: GameState, unit: Unit) -> bool:
    if unit.counter.kind == "truck":
        return cargo_of(state, unit.id) is not None
    return is_combat_unit(unit)


@rule({"crossing": "6.2"}, hook="movement_masks")
def armour_pays(state: GameState, unit: Unit) -> list[Mask] | None:
    if unit.counter.kind != "armour":
        return None
    zone = enemy_zone(state, unit.side)
    return [
        Mask("toll", "an enemy zone costs two points more", zone, points=2 * HALF),
        Mask("leave-toll", "leaving an enemy zone costs a point", zone, points=HALF),
    ]


@rule({"crossing": "6.3"}, hook="movement_masks")
def foot_avoids(state: GameState, unit: Unit) -> Mask | None:
    if unit.counter.kind != "foot":
        return None
    return Mask("zone-to-zone", "not from one enemy zone into another, {hex}", enemy_zone(state, unit.side))


@rule({"crossing": "6.4"}, hook="movement_masks")
def trucks_keep_out(state: GameState, unit: Unit) -> Mask | None:
    if unit.counter.kind != "truck":
        return None
    return Mask("closed", "{hex} is in an enemy zone of control", enemy_zone(state, unit.side))


@rule({"crossing": "9.1"}, hook="may_stack")
def three_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    counting = [u for u in units if u.counter.kind != "truck"]
    return "at most three units end in a hex" if len(counting) > 3 else None


@rule({"crossing": "9.2"}, hook="may_stack")
def ambush_apart(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "an ambush marker lies alone" if any(u.counter.kind == "ambush" for u in units) else None
