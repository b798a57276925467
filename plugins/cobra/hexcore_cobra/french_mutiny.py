"""The French 2nd Armoured Division, which may head for Paris of its own accord (16.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from hexcore.actions import Action, Exit, Move
from hexcore.board import Board
from hexcore.decisions import OneDie
from hexcore.events import Answered, Asked, Event, Noted, Rolled, Steps
from hexcore.movement import cannot_end, reach_of
from hexcore.movement_phase import InHand
from hexcore.reach import Exits
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import CHANCE, Side, Unit
from hexcore.zoc import enemy_zone, occupied
from hexcore_cobra.editions import cite, expanded, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED

DIVISION = ("French", "2 FF Arm")
MUTINY = "mutiny"
EAST, EDGE = "E", "east-edge"
PHASES = ("allied-movement", "allied-mechanized")
GOES = 1
THROUGH_THE_ENEMY = 1000
"""Half-points added to a hex in an enemy zone: a way round, however long, is gone first."""


def leclerc(unit: Unit) -> bool:
    """Whether a unit belongs to the French division."""
    return (unit.counter.nation, unit.counter.formation) == DIVISION


def division(state: GameState) -> list[Unit]:
    """Its units on the map."""
    return [unit for unit in state.on_map(ALLIED) if leclerc(unit)]


def mutinous(state: GameState, unit: Unit) -> bool:
    """Whether a unit is on its own way to Paris."""
    return leclerc(unit) and bool(state.note(MUTINY)) and plays(state.board, "16.1")


# ------------------------------------------------------------------ the die
@rule(numbers("16.1"), hook="begin_phase")
def mutiny_is_checked(state: GameState, phase: str) -> list[Event] | None:
    """As each Allied movement phase begins (by choice each phase of the game turn) in which the division has
    a clear way off the east edge, a die is rolled: on 1 it goes."""
    if state.note(MUTINY) or not (phase in PHASES or _every_phase(state, phase)):
        return None
    units = division(state)
    if not units or not all(clear_way(state, unit) for unit in units):
        return None
    return [Asked((MutinyRoll(ALLIED, cite(state.board, "16.1")),))]


def _every_phase(state: GameState, phase: str) -> bool:
    if not expanded(state.board) or phase == "end-of-turn":
        return False
    return state.board.option("french-mutiny-checked") == "every phase"


@dataclass(frozen=True, slots=True)
class MutinyRoll(OneDie):
    """The die decides whether Leclerc heads for Paris."""

    player: Side
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["mutiny-roll"] = "mutiny-roll"

    def prompt(self, state: GameState) -> str:
        return "Roll for the French 2nd Armoured Division."

    def answer(self, state: GameState, action: Action) -> Steps:
        goes = action.dice[0] <= GOES
        state = yield Answered()
        state = yield Rolled(action.dice, "mutiny", "it heads for Paris" if goes else "it obeys", self.rule)
        return (yield Noted("game", MUTINY)) if goes else state


# ------------------------------------------------------------------ the way out
def clear_way(state: GameState, unit: Unit) -> bool:
    """Whether a unit could move off the east edge past no enemy unit and no enemy zone, however far it is."""
    return ways_out(state, unit).get(unit.hex, THROUGH_THE_ENEMY) < THROUGH_THE_ENEMY


def ways_out(state: GameState, unit: Unit) -> Mapping[int, int]:
    """By hex the least half-points from there off the east edge; a hex in an enemy zone is a last resort.

    The zone of the hex a way begins in does not count: a unit may disengage.
    """
    return _ways(state, state.board.rules.mobility(state, unit)).left


class _Ways(NamedTuple):
    """The ways off the east edge past the enemy as he stands: `enemies` and his `zone`, one byte a hex.

    `left` are the half-points from each hex, `wrong` the hexsides that no quickest way crosses.
    """

    enemies: bytes
    zone: bytes
    left: Mapping[int, int]
    wrong: frozenset[int]


def _ways(state: GameState, mobility: str) -> _Ways:
    return state.derived("units", ("ways out", mobility), lambda: _kept_ways(state, mobility))


def _kept_ways(state: GameState, mobility: str) -> _Ways:
    """While no enemy moves the ways stay what they were."""
    enemies, zone = bytes(occupied(state, state.enemy(ALLIED))), bytes(enemy_zone(state, ALLIED))
    kept: _Ways | None = state.board.notebook.get(("ways out", mobility))
    if kept is None or (kept.enemies, kept.zone) != (enemies, zone):
        left = _ways_out(state.board, mobility, enemies, zone)
        wrong = _wrong_ways(state.board.costs(mobility).exits, zone, left)
        kept = state.board.notebook["ways out", mobility] = _Ways(enemies, zone, left, wrong)
    return kept


def _ways_out(board: Board, mobility: str, enemies: bytes, zone: bytes) -> dict[int, int]:
    into = board.once(("ways into", mobility), lambda: _into(board.costs(mobility).exits))
    best: dict[int, int] = {}
    waiting = [(0, hex) for hex in board.map.group(EDGE) if not enemies[hex]]
    while waiting:
        spent, hex = heappop(waiting)
        if hex in best:
            continue
        best[hex] = spent
        held = THROUGH_THE_ENEMY if zone[hex] else 0
        for before, cost in into[hex]:
            if before not in best and not enemies[before]:
                heappush(waiting, (spent + cost + held, before))
    return best


def _into(exits: Exits) -> list[list[tuple[int, int]]]:
    """The ways into every hex: (hex before, half-points)."""
    into: list[list[tuple[int, int]]] = [[] for _ in exits]
    for hex, ways in enumerate(exits):
        for near, cost, _ in ways:
            into[near].append((hex, cost))
    return into


def _wrong_ways(exits: Exits, zone: bytes, left: Mapping[int, int]) -> frozenset[int]:
    """The hexsides that lead off every quickest way."""

    def on_the_way(hex: int, near: int, cost: int) -> bool:
        held = THROUGH_THE_ENEMY if zone[near] else 0
        return hex in left and near in left and left[near] + cost + held == left[hex]

    return frozenset(
        side for hex, ways in enumerate(exits) for near, cost, side in ways if not on_the_way(hex, near, cost)
    )


@rule(numbers("16.1"), hook="movement_masks")
def straight_to_the_east(state: GameState, unit: Unit) -> Mask | None:
    """The mutinous division moves along a quickest way off the east edge, and no other."""
    if not mutinous(state, unit) or unit.hex < 0:
        return None
    ways = _ways(state, state.board.rules.mobility(state, unit))
    if unit.hex not in ways.left:
        return None
    return Mask("barred", f"{unit.counter.name} heads for the east edge", sides=ways.wrong)


def open_edges(state: GameState, unit: Unit, edges: list[str]) -> list[str]:
    """Of the edges a unit may leave over, those it may choose: a mutinous one leaves by the east."""
    return [edge for edge in edges if edge == EAST] if mutinous(state, unit) else edges


@rule(numbers("16.1"), hook="may_end_phase")
def as_soon_as_possible(state: GameState, side: Side) -> str | None:
    """The phase does not end while a unit of the mutinous division can go on, or leave."""
    ways = goes_on(state, side)
    return f"{state.board.name(ways[0].units[0])} must go on towards the east edge" if ways else None


@rule(numbers("16.1"), hook="owed_moves")
def goes_on(state: GameState, side: Side) -> list[Move | Exit]:
    """What mutinous units can do at once to leave the map: go off it, or move as far as they can."""
    now = state.board.sequence.phases[state.phase]
    if side != ALLIED or now.kind != "movement" or not state.note(MUTINY):
        return []
    return [way for unit in division(state) if (way := _next(state, unit)) is not None]


def _next(state: GameState, unit: Unit) -> Move | Exit | None:
    """The best a mutinous unit can do now: leave, or its longest move; None when it can do nothing."""
    if not mutinous(state, unit) or state.note("stopped", unit.id):
        return None
    if state.board.rules.may_take(state, (unit,)):
        return None
    listed = list(InHand(ALLIED, (unit.id,)).options(state))
    if any(isinstance(a, Exit) and a.edge == EAST for a in listed):
        return Exit(EAST, (unit.id,))
    left, spent = ways_out(state, unit), reach_of(state, (unit,)).spent
    barred = cannot_end(state, (unit,))
    moves = [a for a in listed if isinstance(a, Move) and a.to is not None and a.to in left]
    moves = [a for a in moves if not (barred and barred[a.to or 0]) and left[a.to or 0] < left[unit.hex]]
    return max(moves, key=lambda a: (spent[a.to or 0], -(a.to or 0)), default=None)
