"""Zones of control: which hexes a side controls, who controls them, and where they are cancelled."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.rules import general
from hexcore.state import GameState
from hexcore.units import Side, Unit


@general("exerts_zoc")
def every_unit_exerts(state: GameState, unit: Unit) -> bool:
    """Every unit on the map exerts a zone of control."""
    return True


@general("negates_zone")
def nobody_negates(state: GameState, unit: Unit) -> bool:
    """No unit cancels enemy zones, not even in its own hex."""
    return False


def occupied(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where a unit of *side* stands."""

    def compute() -> bytes:
        hexes = bytearray(len(state.board.map))
        for unit in state.on_map(side):
            hexes[unit.hex] = 1
        return bytes(hexes)

    return state.derived(side, "occupied", compute)


def barriers_of(state: GameState) -> frozenset[int]:
    """The hexsides no zone crosses now: those of the board, and those that markers make."""
    return state.derived("phase", "zone barriers", lambda: _barriers(state))


def _barriers(state: GameState) -> frozenset[int]:
    walls = state.board.rules.zone_walls(state)
    return state.board.zone_barriers | walls if walls else state.board.zone_barriers


def zone_of(state: GameState, hex: int) -> tuple[int, ...]:
    """The hexes a unit that exerts a zone controls from *hex*."""
    return _zones(state)[hex]


class _Zones(dict[int, tuple[int, ...]]):
    """The hexes controlled from a hex, by hex, for as long as no zone crosses *barriers*."""

    def __init__(self, near: tuple[int, ...], barriers: frozenset[int]) -> None:
        self.near, self.barriers = near, barriers

    def __missing__(self, hex: int) -> tuple[int, ...]:
        near, barriers = self.near, self.barriers
        sides = range(6 * hex, 6 * hex + 6)
        made = self[hex] = tuple([near[s] for s in sides if near[s] >= 0 and s not in barriers])
        return made


def _zones(state: GameState) -> _Zones:
    """The zones of the last question, for the barriers are seldom others; kept for the phase."""
    return state.derived("phase", "zones", lambda: _as_before(state.board, barriers_of(state)))


def _as_before(board: Board, barriers: frozenset[int]) -> _Zones:
    kept: _Zones | None = board.notebook.get("zones")
    if kept is None or kept.barriers != barriers:
        kept = board.notebook["zones"] = _Zones(board.map.neighbours, barriers)
    return kept


def zone(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where *side* exerts a zone of control."""
    kept: bytes | None = state.caches[side].get("zone")
    return kept if kept is not None else state.derived(side, "zone", lambda: _spread(state, side))


def _spread(state: GameState, side: Side) -> bytes:
    exerts = state.board.rules.exerts_zoc
    hexes, done, zones = bytearray(len(state.board.map)), set(), _zones(state)
    for unit in state.on_map(side):
        hex = unit.hex
        if hex in done or not exerts(state, unit):
            continue
        done.add(hex)
        for near in zones[hex]:
            hexes[near] = 1
    return bytes(hexes)


def negated(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where a unit of *side* cancels enemy zones."""

    def compute() -> bytes:
        hexes = bytearray(len(state.board.map))
        for hex in _cancelled(state, side):
            hexes[hex] = 1
        return bytes(hexes)

    return state.derived(side, "negated", compute)


def _cancelled(state: GameState, side: Side) -> list[int]:
    """The hexes where a unit of *side* stands that cancels enemy zones."""
    ids = state.derived("phase", ("cancel zones", side), lambda: _cancelling(state, side))
    units = state.units
    return [hex for id in ids if (hex := units[id].hex) >= 0]


def _cancelling(state: GameState, side: Side) -> tuple[str, ...]:
    negates = state.board.rules.negates_zone
    return tuple([u.id for u in state.units.values() if u.side == side and negates(state, u)])


def enemy_zone(state: GameState, side: Side) -> bytes:
    """The enemy's zone against *side*, friendly units cancelling nothing (movement)."""
    return zone(state, state.enemy(side))


def open_enemy_zone(state: GameState, side: Side) -> bytes:
    """The enemy's zone against *side* less the hexes where a friendly unit cancels it."""

    def compute() -> bytes:
        hexes = bytearray(enemy_zone(state, side))
        for hex in _cancelled(state, side):
            hexes[hex] = 0
        return bytes(hexes)

    return state.derived("units", ("open enemy zone", side), compute)


def controllers(state: GameState, side: Side, hex: int) -> list[Unit]:
    """The units of *side* that exert their zone into a hex."""
    game_map, barriers = state.board.map, barriers_of(state)
    found = []
    for near in game_map.around(hex):
        if near in state.stacks and game_map.side(near, hex) not in barriers:
            found += [u for u in state.at(near) if u.side == side and state.board.rules.exerts_zoc(state, u)]
    return found
