"""Zones of control: who has one, where it ends, and what it costs."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.maps import HexMap
from hexcore.movement import HALF
from hexcore.rules import Mask, general, rule
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore.zoc import enemy_zone, open_enemy_zone
from hexcore_breakout_pursuit.ground import chart_points, sea_sides
from hexcore_breakout_pursuit.order_of_battle import MECHANIZED
from hexcore_breakout_pursuit.unit_types import class_of, is_combat, is_motorized


# ------------------------------------------------------------------ who has one, and how far it goes
@rule({"breakout-pursuit": "zoc.G"}, hook="exerts_zoc")
def combat_units_have_one(state: GameState, unit: Unit) -> bool:
    """Mechanized and non-mechanized units exert a zone, Non-Combat units and markers do not."""
    return is_combat(unit)


@rule({"breakout-pursuit": "zoc.G"}, hook="zone_barriers")
def not_over_open_water(board: Board, hex_map: HexMap) -> list[int]:
    """Zones never cross a sea hexside."""
    return sorted(sea_sides(board))


@rule(
    {"breakout-pursuit": "zoc.G"},
    hook="zone_walls",
    also={"breakout-pursuit": ("errata.zones_of_control", "errata.terrain_effects_chart")},
)
def not_over_fortress_walls(state: GameState) -> list[int]:
    """Zones cross the hexsides of a standing fortress neither outward nor inward; a West Wall stops none."""
    from hexcore_breakout_pursuit.fortresses import standing_fortresses

    rules, hex_map, walls = state.board.rules, state.board.map, list[int]()
    fortresses = standing_fortresses(state)
    if rules.active("fortresses.B"):
        walls += [6 * hex + d for hex in fortresses for d in range(6)]
    if rules.active("errata.zones_of_control") and rules.active("errata.terrain_effects_chart"):
        walls += [hex_map.mirror(6 * hex + d) for hex in fortresses for d in range(6)]
    if not rules.active("errata.terrain_effects_chart"):
        west_wall = [hex for hex, words in enumerate(hex_map.terrain) if "west-wall" in words]
        walls += [hex_map.mirror(6 * hex + d) for hex in west_wall for d in range(6)]
    return [side for side in walls if side >= 0]


# ------------------------------------------------------------------ friends do not help
@rule({"breakout-pursuit": "zoc.H"})
def friends_cancel_nothing() -> None:
    """A zone holds in a hex whoever else stands there: no friend takes it away, for any purpose."""


@general("negates_zone")
def friends_cancel(state: GameState, unit: Unit) -> bool | None:
    """Without zoc.H combat units cancel enemy zones in their hex."""
    return None if state.board.rules.active("zoc.H") else is_combat(unit)


def controlled(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where the enemy's zone holds against *side*."""
    if state.board.rules.active("zoc.H"):
        return enemy_zone(state, side)
    return open_enemy_zone(state, side)


# ------------------------------------------------------------------ what they do to movement
def pays_for_zones(state: GameState, unit: Unit) -> bool:
    """Whether a unit pays points for enemy zones: mechanized units, Allied motorized infantry and trucks."""
    if unit.counter.kind == "truck":
        return state.board.rules.active("errata.allied_truck_units")
    return class_of(state, unit) == MECHANIZED or is_motorized(unit)


@rule(
    {"breakout-pursuit": "zoc.J"},
    hook="movement_masks",
    also={"breakout-pursuit": ("tec.zoc_summary",)},
)
def mechanized_units_pay(state: GameState, unit: Unit) -> list[Mask] | None:
    """Two points more to enter a controlled hex, one to leave it, so three from one to the next."""
    if not pays_for_zones(state, unit) or not state.board.rules.active("tec.zoc_summary"):
        return None
    zone, row = controlled(state, unit.side), "enemy-zoc"
    enter = chart_points(row, "mp_extra_enter_mech_and_allied_motorized") or 0
    leave = chart_points(row, "mp_extra_leave_mech_and_allied_motorized") or 0
    return [
        Mask("toll", "entering an enemy zone of control costs more", zone, points=enter * HALF),
        Mask("leave-toll", "leaving an enemy zone of control costs more", zone, points=leave * HALF),
    ]


@rule(
    {"breakout-pursuit": "zoc.K"},
    hook="movement_masks",
    also={"breakout-pursuit": ("tec.zoc_summary",)},
)
def others_go_round(state: GameState, unit: Unit) -> Mask | None:
    """All others pay nothing, and leave a controlled hex only for one that is not controlled."""
    if pays_for_zones(state, unit) or not state.board.rules.active("tec.zoc_summary"):
        return None
    reason = "{hex} is in an enemy zone of control, and so is the hex left"
    return Mask("zone-to-zone", reason, controlled(state, unit.side))
