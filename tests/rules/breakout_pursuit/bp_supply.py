"""Where supply comes from in the rule tests, and what units make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bp_fights import rule
from bp_table import GAME, clear_map

from hexcore.game import Game
from hexcore.maps import HexMap

GI, MORE_GI, TANKS, PARAS = "JUL-A003", "JUL-A008", "JUL-A001", "JUL-A039"
"""US: 79 Infantry 11-5, 1 Infantry 13-5, 5 Armor 13-8, 82 Paratroop 9-6."""
UK, UK_TANKS, CANADIANS, LORRIED = "JUL-A023", "JUL-A013", "JUL-A021", "JUL-A022"
"""15 Infantry 10-16, 8 Armor 7-8, 2 Canadian Armor 5-6, 49 Infantry 11-16."""
SUPPLY, MORE_SUPPLY, NAVAL = "JUL-A047", "JUL-A048", "JUL-A049"
TRUCK, SECOND_TRUCK, THIRD_TRUCK = "JUL-A044", "JUL-A045", "JUL-A046"
PIPES = ("ARR-A023", "ARR-A024", "ARR-A025", "ARR-A026", "ARR-A027", "ARR-A028")
"""The Pipeline units of turns 1 to 6."""
LANDED, LANDED_NEXT = "ARR-A009", "ARR-A010"
"""The Supply units of turns 3 and 4."""
PANZER, GRENADIERS, INFANTRY, GUARD, WEAK = "JUL-G019", "JUL-G035", "JUL-G027", "JUL-G034", "JUL-G030"
"""SS 10-6 and 8-6, infantry 5-5, SS 15-6, infantry 1-4."""
DELAY, ZONE_MARKER = "ARR-G022", "MRK-A001"


def at(**groups: str) -> HexMap:
    """The clear map with some one-hex groups (bayeux, cherbourg, edge_a) moved to other hexes."""
    return moved(clear_map(), **groups)


def moved(hex_map: HexMap, **groups: str) -> HexMap:
    places: Mapping[str, tuple[int, ...]] = {
        name.replace("_", "-"): tuple(hex_map.hex(n) for n in hexes.split()) for name, hexes in groups.items()
    }
    return replace(hex_map, groups={**hex_map.groups, **places})


def coast(*numbers: str) -> HexMap:
    """The clear map with some of its hexes on the coast."""
    ground = clear_map()
    return ground.with_ground({}, {ground.hex(n): frozenset({"coastal"}) for n in numbers}, {}, {})


def state_of(game: Game, unit: str) -> str:
    """A unit's supply state as things stand."""
    state: str = game.ask("supply", unit=unit)[unit]["state"]
    return state


def judged(game: Game, unit: str) -> str:
    """The state judged for the player turn."""
    return next((word for word in ("unsupplied", "isolated") if game.state.marker(word, unit)), "supplied")


def box(game: Game, unit: str) -> str:
    """The name of the box a unit lies in, empty on the map."""
    return str(getattr(game.state.units[unit].place, "name", ""))


def phase(game: Game) -> str:
    id: str = game.board.sequence.phases[game.state.phase].id
    return id


__all__ = ["GAME", "rule"]
