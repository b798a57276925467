"""Zones of control as [zones] of a ruleset folder chooses them, each kind by its name.

`stop`: entering one ends the move. `lock`: that, and a unit that begins in one does not leave it. `cost`:
points more to enter or to leave. `zone-to-zone`: not from one straight into another. `closed`: not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexcore.board import Board
from hexcore.folder_models import Zone, Zones
from hexcore.maps import HexMap
from hexcore.movement import HALF, has_moved
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import Mask
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone

REASON = "{hex} is in an enemy zone of control"


def add_zones(sheet: RuleSheet, said: Zones) -> None:
    """The rules of [zones]."""
    if said.units is not None:
        kinds = frozenset(said.units)
        sheet.add("zones", "exerts_zoc", lambda state, unit: unit.counter.kind in kinds, said.exerts_rule)
    elif said.exerts_rule:
        sheet.add("zones", "exerts_zoc", lambda state, unit: True, said.exerts_rule)
    if said.not_across or said.not_into:
        sheet.add("zones", "zone_barriers", _barriers(said), said.barrier_rule)
    others = frozenset(kind for one in said.exceptions for kind in one.units)
    if said.kind != "none":
        sheet.add(
            "zones", "movement_masks", _masks(said, lambda unit: unit.counter.kind not in others), said.rule
        )
    for one in said.exceptions:
        if one.kind != "none":
            own = frozenset(one.units)
            sheet.add("zones.except", "movement_masks", _masks(one, _among(own)), one.rule)


def _among(kinds: frozenset[str]) -> Callable[[Unit], bool]:
    return lambda unit: unit.counter.kind in kinds


def _barriers(said: Zones) -> Callable[..., Any]:
    across, into = frozenset(said.not_across), frozenset(said.not_into)

    def barriers(board: Board, hex_map: HexMap) -> list[int]:
        return [
            side
            for side, near in enumerate(hex_map.neighbours)
            if near >= 0 and (hex_map.sides[side] & across or hex_map.terrain[near] & into)
        ]

    return barriers


def _masks(said: Zone, concerns: Callable[[Unit], bool]) -> Callable[..., Any]:
    def masks(state: GameState, unit: Unit) -> list[Mask] | None:
        return EFFECTS[said.kind](state, unit, said) if concerns(unit) else None

    return masks


def _stop(state: GameState, unit: Unit, said: Zone) -> list[Mask]:
    return [Mask("stop", REASON, enemy_zone(state, unit.side))]


def _lock(state: GameState, unit: Unit, said: Zone) -> list[Mask]:
    masks = _stop(state, unit, said)
    if unit.hex >= 0 and enemy_zone(state, unit.side)[unit.hex] and not has_moved(state, unit):
        masks.append(Mask("held", "a unit does not leave an enemy zone of control in which it begins"))
    return masks


def _cost(state: GameState, unit: Unit, said: Zone) -> list[Mask]:
    zone, found = enemy_zone(state, unit.side), []
    if said.enter:
        found.append(Mask("toll", "entering an enemy zone costs more", zone, points=round(said.enter * HALF)))
    if said.leave:
        points = round(said.leave * HALF)
        found.append(Mask("leave-toll", "leaving an enemy zone costs more", zone, points=points))
    return found


def _between(state: GameState, unit: Unit, said: Zone) -> list[Mask]:
    return [Mask("zone-to-zone", "not from one enemy zone into another, {hex}", enemy_zone(state, unit.side))]


def _closed(state: GameState, unit: Unit, said: Zone) -> list[Mask]:
    return [Mask("closed", REASON, enemy_zone(state, unit.side))]


EFFECTS: dict[str, Callable[[GameState, Unit, Zone], list[Mask]]] = {
    "stop": _stop,
    "lock": _lock,
    "cost": _cost,
    "zone-to-zone": _between,
    "closed": _closed,
}
"""What each kind of zone does to a unit that moves."""
