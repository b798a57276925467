"""Zones of control: who exerts them, how far, and what they do (chapter 7)."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.events import Event, Noted
from hexcore.movement import points_left
from hexcore.rules import Mask, general, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import controllers, enemy_zone, zone
from hexcore_cobra.editions import also, expanded, numbers, plays
from hexcore_cobra.fortresses import fortress_hexes, standing, standing_fortresses
from hexcore_cobra.friedenthal import zone_against
from hexcore_cobra.ground import sea_sides

NO_ZONE = frozenset({"hq", "flak"})
LEFT_A_ZONE = "left a zone"
BOUNDED = "zones-have-bounds"
WALLED = ("caen", "cherbourg")


@rule(numbers("7.1"), hook="exerts_zoc")
def who_exerts(state: GameState, unit: Unit) -> bool:
    """All units but headquarters, battalions and Flak exert a zone of control."""
    counter = unit.counter
    return counter.kind not in NO_ZONE and counter.size != "II"


@rule(numbers("5.7.4"), hook="zone_barriers")
def not_over_the_sea(board: Board) -> list[int]:
    """Zones do not pass all-sea hexsides."""
    return sorted(sea_sides(board))


@rule(numbers("7.6"), hook="zone_barriers")
def where_zones_end(board: Board) -> list[int] | None:
    """Zones do not pass a major river, nor reach into the city hexes of Caen or Cherbourg; they do reach out
    of these. In 1977 that is an option."""
    return _bounds(board) if expanded(board) or board.on(BOUNDED) else None


def _bounds(board: Board) -> list[int]:
    game_map, shut = board.map, walled_cities(board)
    sides = enumerate(zip(game_map.sides, game_map.neighbours, strict=True))
    return [s for s, (words, near) in sides if "major-river" in words or near in shut]


def walled_cities(board: Board) -> frozenset[int]:
    """The city hexes of Caen and Cherbourg: no zone reaches into them."""

    def compute() -> frozenset[int]:
        game_map = board.map
        hexes = (h for name in WALLED for h in game_map.groups.get(name, ()))
        return frozenset(h for h in hexes if "city" in game_map.terrain[h])

    shut: frozenset[int] = board.once("walled cities", compute)
    return shut


def walled(state: GameState, hex: int) -> bool:
    """Whether no zone reaches into a hex: a city hex of Caen or Cherbourg, or a fortress that stands."""
    return hex in walled_cities(state.board) or standing(state, hex)


@rule({"cobra": "7.6"}, hook="zone_walls")
def not_into_a_fortress(state: GameState) -> list[int] | None:
    """Nor do zones reach into a fortress hex while the fortress stands; they do reach out of it."""
    if not fortress_hexes(state.board):
        return None
    game_map, shut = state.board.map, standing_fortresses(state)
    return [game_map.side(near, hex) for hex in shut for near in game_map.around(hex)]


@general("zone_barriers")
def ahead_only(board: Board) -> list[int]:
    """Without case 7.6 a zone lies before a unit only: the three northern hexsides."""
    if plays(board, "7.6"):
        return []
    return [6 * hex + d for hex in range(len(board.map)) for d in (2, 3, 4)]


@rule(numbers("7.6"))
def all_six_hexes() -> None:
    """A zone extends into all six adjacent hexes."""


def began_in_zone(state: GameState, unit: Unit) -> bool:
    """Whether the unit stood in an enemy zone when it set out in this phase, or stands in one to set out."""
    kept = state.note(LEFT_A_ZONE, unit.id)
    if kept is not None:
        return bool(kept)
    return bool(zone_against(state, unit)[state.note("from", unit.id, unit.hex)])


@general("put_down")
def how_it_set_out(state: GameState, units: tuple[Unit, ...]) -> list[Event]:
    """Where a unit that may go on set out from is kept as it is put down: an overrun can change zones."""
    gone = [u for u in units if state.note("from", u.id) is not None and not state.note("stopped", u.id)]
    new = [u for u in gone if state.note(LEFT_A_ZONE, u.id) is None and points_left(state, u) > 0]
    return [Noted("phase", LEFT_A_ZONE, u.id, began_in_zone(state, u)) for u in new]


@rule(numbers("5.2.3"), hook="movement_masks", also={"cobra-1977": ("SPI 4.0",)})
def zones_stop(state: GameState, unit: Unit) -> Mask:
    """A unit stops when it enters an enemy zone of control."""
    return Mask("stop", "{hex} is in an enemy zone of control", zone_against(state, unit))


@general("movement_masks")
def zones_cost(state: GameState, unit: Unit) -> list[Mask]:
    """Without case 7.2 a zone costs a point to enter; without 7.7 zones on zones cost one each."""
    masks = []
    if not plays(state.board, "7.2"):
        masks.append(Mask("toll", "{hex} costs a point more", enemy_zone(state, unit.side), points=2))
    if not plays(state.board, "7.7"):
        masks.append(Mask("toll", "{hex} is controlled twice", _twice(state, unit), points=2))
    if not plays(state.board, "7.4"):
        masks.append(Mask("stop", "{hex} is in a friendly zone", zone(state, unit.side)))
    return masks


def _twice(state: GameState, unit: Unit) -> bytes:
    enemy = state.enemy(unit.side)
    controlled = enemy_zone(state, unit.side)
    return bytes(
        int(bool(flag) and len(controllers(state, enemy, h)) > 1) for h, flag in enumerate(controlled)
    )


@rule(numbers("7.2"))
def no_cost_to_enter() -> None:
    """Entering an enemy zone costs nothing beyond the hex."""


@rule(numbers("7.4"))
def friends_do_not_stop_friends() -> None:
    """A side's own zones never affect its units."""


@rule(numbers("7.7"))
def one_zone_is_as_good_as_two() -> None:
    """Several zones on one hex do no more than one."""


@rule(numbers("7.5"), hook="negates_zone", also=also("9.2.6"))
def friends_cancel_zones(state: GameState, unit: Unit) -> bool:
    """A unit that is no headquarters cancels enemy zones in its hex for supply, command and retreat."""
    return not (unit.counter.kind == "hq" and plays(state.board, "9.2.6"))
