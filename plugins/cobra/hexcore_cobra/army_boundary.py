"""The Allied army boundary: where it runs, how it moves, and what US and British units may not do (5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Choose, Commit, Move
from hexcore.board import Board
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Marked, Noted, Steps
from hexcore.movement import cannot_end, reach_of
from hexcore.rules import DrawnLine, Mask, Refusal, rule
from hexcore.stacking import stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import EXITED, Side, Unit
from hexcore_cobra.boundary_line import Parted, line_between, parted, spot
from hexcore_cobra.combat import army
from hexcore_cobra.editions import cite, numbers, plays
from hexcore_cobra.french_mutiny import mutinous
from hexcore_cobra.order_of_battle import ALLIED

BOUNDARY = "army-boundary"
"""The two markers, each on the number of its hex."""
START, FIRST, LAST = 25, 23, 30
"""Columns of Map A: B35, B33 and B40 of Map B."""
LIMITS = "columns A23 and A30 (33 and 40 of Map B)"
STARTING = "army-boundary-start"
"""The group of the two hexes on the map of both sheets."""
SOUTHERN_ROW = 19
EASTERN, NEAR_VIRE = 51, 3
SOUTH_OF_VIRE = "south of Vire"
"""Note: the first turn in which an Allied unit was there."""
STAY = "stay"
SIDEWAYS = {"west": (-1, 0), "east": (1, 0)}
UP_AND_DOWN = {"north": (0, -1), "south": (0, 1)}


# ------------------------------------------------------------------ where it runs
def markers(state: GameState) -> tuple[int, ...]:
    """The hexes of the two markers, the western (or northern) first; empty where no boundary is drawn."""

    def compute() -> tuple[int, ...]:
        game_map = state.board.map
        found = [
            game_map.hex(number) for (kind, number), n in state.markers.items() if kind == BOUNDARY and n
        ]
        return tuple(sorted(found, key=lambda hex: spot(game_map, hex)))

    return state.derived("phase", "boundary markers", compute)


def ground(state: GameState) -> Parted | None:
    """The ground as the boundary parts it now."""
    both = markers(state)
    return parted(state.board, *both) if len(both) == 2 else None


def fronts_of(state: GameState, hex: int) -> tuple[str, ...]:
    """The armies on whose side of the boundary a hex lies: both for a hex of the line. Where no boundary is
    drawn the column in which it would start decides."""
    found = ground(state) or parted(state.board, *_start(state.board))
    return found.fronts[hex]


def _start(board: Board) -> tuple[int, int]:
    """The hexes in which the markers start: on Map A alone the northern one lies on its edge."""
    both = sorted(board.map.groups.get(STARTING, ()), key=lambda hex: spot(board.map, hex))
    if len(both) == 2:
        return both[0], both[1]
    return at(board, START, 1), at(board, START, SOUTHERN_ROW)


def at(board: Board, column: int, row: int) -> int:
    """The hex with a column and row as Map A counts them; ValueError when there is none."""
    hex = board.map.at_coord.get(board.map.grid.coord(column, row))
    if hex is None:
        raise ValueError(f"no hex of the map lies in column {column} and row {row} of Map A")
    return hex


def swung(state: GameState) -> bool:
    """Whether the boundary runs eastwards from Vire."""
    one, other = (spot(state.board.map, hex) for hex in markers(state))
    return one[0] != other[0]


@rule(numbers("5.10"), hook="begin_game")
def drawn(state: GameState) -> list[Event]:
    """The markers start in A2519 and B3518, which lies in the same column north of Map A."""
    return [Marked(BOUNDARY, state.board.map.numbers[hex]) for hex in _start(state.board)]


@rule(numbers("5.10"), hook="drawn_lines")
def on_the_map(state: GameState) -> DrawnLine | None:
    """The boundary, from marker to marker."""
    both = markers(state)
    if len(both) != 2:
        return None
    board = state.board
    line = board.once(("drawn boundary", *both), lambda: line_between(board.map, *both))
    return DrawnLine(BOUNDARY, line)


# ------------------------------------------------------------------ how it moves
@rule(numbers("5.10.1"), hook="begin_phase")
def moved_one_hex(state: GameState, phase: str) -> list[Event] | None:
    """As the Allied player turn begins the boundary is moved one hex east or west, or not; after the turn in
    which an Allied unit was south of Vire it is laid anew, eastwards from there."""
    if not opens_allied_turn(state) or not markers(state) or swung(state):
        return None
    since = state.note(SOUTH_OF_VIRE)
    if since is not None and since < state.turn:
        return [Asked((BoundaryLaid(ALLIED, cite(state.board, "5.10.1")),))]
    return [Asked((BoundaryMove(ALLIED, cite(state.board, "5.10.1")),))]


@rule(numbers("5.10.2"), hook="begin_phase")
def moved_north_or_south(state: GameState, phase: str) -> list[Event] | None:
    """Once laid eastwards it is moved one hex north or south, or not, in each Allied player turn."""
    if not opens_allied_turn(state) or not markers(state) or not swung(state):
        return None
    return [Asked((BoundaryMove(ALLIED, cite(state.board, "5.10.2")),))]


def opens_allied_turn(state: GameState) -> bool:
    """Whether the phase is the first of the Allied player turn."""
    phases = state.board.sequence.phases
    return state.phase == next(n for n, p in enumerate(phases) if p.player_turn == ALLIED)


@rule(numbers("5.10.1"), hook="end_phase")
def south_of_vire(state: GameState, phase: str) -> list[Event] | None:
    """An Allied unit in a row south of that of Vire, or gone off the map there, makes the boundary swing."""
    if not markers(state) or state.note(SOUTH_OF_VIRE) is not None:
        return None
    game_map = state.board.map
    row = spot(game_map, game_map.group("vire")[0])[1]
    there = any(spot(game_map, unit.hex)[1] > row for unit in state.on_map(ALLIED))
    gone = any(_left_south(state, unit, row) for unit in state.in_place(EXITED))
    return [Noted("game", SOUTH_OF_VIRE, "", state.turn)] if there or gone else None


def _left_south(state: GameState, unit: Unit, row: int) -> bool:
    left = state.note(LEFT_FROM, unit.id)
    return left is not None and spot(state.board.map, state.board.map.hex(left[0]))[1] > row


def moved(state: GameState, word: str) -> tuple[int, ...] | None:
    """Where the markers would lie one hex further that way; None off the map or beyond the limits."""
    dx, dy = {**SIDEWAYS, **UP_AND_DOWN}[word]
    board, found = state.board, []
    for column, row in (spot(board.map, hex) for hex in markers(state)):
        if dx and not FIRST <= column + dx <= LAST:
            return None
        try:
            found.append(at(board, column + dx, row + dy))
        except ValueError:
            return None
    return tuple(found)


def laid(state: GameState, hexes: tuple[int, ...]) -> Iterator[Event]:
    """The markers are put into other hexes."""
    numbers_of = state.board.map.numbers
    for hex in markers(state):
        if hex not in hexes:
            yield Marked(BOUNDARY, numbers_of[hex], 0)
    for hex in hexes:
        yield Marked(BOUNDARY, numbers_of[hex])


@dataclass(frozen=True, slots=True)
class BoundaryMove:
    """Move the army boundary by one hex, or leave it."""

    side: Side
    rule: str = ""
    kind: Literal["boundary-move"] = "boundary-move"

    def prompt(self, state: GameState) -> str:
        return "Move the army boundary one hex, or leave it."

    def options(self, state: GameState) -> Iterator[Action]:
        yield Choose(STAY)
        yield from (Choose(way) for way in self._ways(state) if moved(state, way) is not None)

    def _ways(self, state: GameState) -> dict[str, tuple[int, int]]:
        return UP_AND_DOWN if swung(state) else SIDEWAYS

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Choose):
            return not_an_answer(self, action, "choose")
        ways = self._ways(state)
        if action.option != STAY and action.option not in ways:
            return Refusal(self.rule, f"the boundary is moved {' or '.join(ways)}, or stays")
        if action.option == STAY or moved(state, action.option) is not None:
            return None
        bounds = "the edge of the map" if swung(state) else LIMITS
        return Refusal(self.rule, f"the boundary does not pass {bounds}")

    def answer(self, state: GameState, action: Action) -> Steps:
        hexes = moved(state, action.option) if action.option != STAY else None
        events = list(laid(state, hexes)) if hexes else []
        state = yield Answered()
        for event in events:
            state = yield event
        return state


@dataclass(frozen=True, slots=True)
class BoundaryLaid:
    """Lay the boundary anew: one marker within three hexes of Vire, then the other in column A51."""

    side: Side
    rule: str = ""
    western: str = ""
    kind: Literal["boundary-laid"] = "boundary-laid"

    def prompt(self, state: GameState) -> str:
        if self.western:
            return "Put the eastern boundary marker into column A51."
        return "Put a boundary marker within three hexes of Vire."

    def _open(self, state: GameState) -> list[int]:
        game_map = state.board.map
        if not self.western:
            return sorted(game_map.within(game_map.group("vire")[0], NEAR_VIRE))
        return [hex for hex in range(len(game_map)) if spot(game_map, hex)[0] == EASTERN]

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Commit(BOUNDARY, hex=hex) for hex in self._open(state))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Commit) or action.what != BOUNDARY or action.hex is None:
            return not_an_answer(self, action, "commit")
        if action in self.options(state):
            return None
        number = state.board.map.numbers[action.hex]
        where = f"in column A{EASTERN}" if self.western else "within three hexes of Vire"
        return Refusal(self.rule, f"{number} does not lie {where}")

    def answer(self, state: GameState, action: Action) -> Steps:
        if not self.western:
            return (yield Answered(replace(self, western=state.board.map.numbers[action.hex])))
        events = list(laid(state, (state.board.map.hex(self.western), action.hex)))
        state = yield Answered()
        for event in events:
            state = yield event
        return state


# ------------------------------------------------------------------ what it forbids
def out_of_bounds(state: GameState, unit: Unit) -> bytes:
    """For every hex how far beyond its bounds a unit would stand there; empty when nothing binds it."""
    found = ground(state) if unit.side == ALLIED else None
    if found is None or not plays(state.board, "5.10") or mutinous(state, unit):
        return b""
    return found.beyond[army(unit.counter)]


def astray(state: GameState, unit: Unit) -> int:
    """How many hexes too far beyond the boundary a unit stands."""
    beyond = out_of_bounds(state, unit) if unit.hex >= 0 else b""
    return beyond[unit.hex] if beyond else 0


def trespass(state: GameState, unit: Unit, hex: int) -> str | None:
    """Why a unit does not go into a hex of its own will: it would end there, out of its bounds."""
    beyond = out_of_bounds(state, unit)
    if not beyond or not beyond[hex]:
        return None
    number = state.board.map.numbers[hex]
    return f"{number} lies more than one hex beyond the army boundary for {unit.counter.name}"


@rule(numbers("5.10"), hook="movement_masks")
def no_move_ends_beyond(state: GameState, unit: Unit) -> Mask | None:
    """A unit may pass the boundary, but ends no move more than one hex beyond it; one that a retreat or the
    boundary itself has left there comes nearer with every move."""
    beyond = out_of_bounds(state, unit)
    if not beyond or unit.hex < 0:
        return None
    start = beyond[state.note("from", unit.id, unit.hex)]
    key = ("beyond", army(unit.counter), markers(state), max(start, 1))
    hexes: bytes = state.board.once(key, lambda: bytes(far >= max(start, 1) for far in beyond))
    reason = f"{{hex}} lies more than one hex beyond the army boundary for {unit.counter.name}"
    return Mask("no-end", reason, hexes)


@rule(numbers("5.10"), hook="may_overrun")
def no_overrun_beyond(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """An overrun takes units into the hex, and so is not made beyond the boundary."""
    return next((why for unit in units if (why := trespass(state, unit, target))), None)


@rule(numbers("5.10"), hook="may_advance")
def no_advance_beyond(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """An advance is voluntary, and does not end beyond the boundary."""
    return next((why for unit in units if (why := trespass(state, unit, path[-1]))), None)


@rule(numbers("5.10"), hook="may_end_phase")
def put_right_at_once(state: GameState, side: Side) -> str | None:
    """A unit beyond the boundary comes back, or nearer, in the first movement phase in which it can."""
    late = next((u for u in strays(state, side) if ways_back(state, u)), None)
    if late is None:
        return None
    number = state.board.map.numbers[late.hex]
    return f"{late.counter.name} stands beyond the army boundary in {number} and can come nearer to it"


@rule(numbers("5.10"), hook="owed_moves")
def moves_back(state: GameState, side: Side) -> list[Action] | None:
    """The best move of a unit that must come back."""
    for unit in strays(state, side):
        beyond, ways = out_of_bounds(state, unit), ways_back(state, unit)
        if ways:
            best = min(ways, key=lambda hex: (beyond[hex], reach_of(state, (unit,)).spent[hex], hex))
            return [Move((unit.id,), best)]
    return None


def strays(state: GameState, side: Side) -> list[Unit]:
    """The units of a side that stand beyond the boundary in a movement phase."""
    now = state.board.sequence.phases[state.phase]
    if side != ALLIED or now.kind != "movement" or ground(state) is None:
        return []
    return [unit for unit in state.on_map(side) if astray(state, unit)]


def ways_back(state: GameState, unit: Unit) -> list[int]:
    """Where a unit can move in this phase that is less far beyond the boundary than it stands."""
    if state.note("stopped", unit.id) or state.board.rules.may_take(state, (unit,)):
        return []
    beyond, barred = out_of_bounds(state, unit), cannot_end(state, (unit,))
    return [
        hex
        for hex in reach_of(state, (unit,)).spent
        if beyond[hex] < beyond[unit.hex]
        and not (barred and barred[hex])
        and stack_refusal(state, (unit,), hex) is None
    ]


# ------------------------------------------------------------------ who left where
LEFT_FROM = "left from"
"""Note for good: the hex a unit left the map from, and the armies on whose side it lay at that time."""


def left_from(state: GameState, unit: Unit) -> list[Event]:
    """What is remembered of a unit that leaves the map, where a boundary is drawn."""
    if ground(state) is None:
        return []
    number = state.board.map.numbers[unit.hex]
    return [Noted("game", LEFT_FROM, unit.id, (number, *fronts_of(state, unit.hex)))]


def left_in_its_zone(state: GameState, unit: Unit) -> bool:
    """Whether a unit left the map on its own side of the boundary, the line among it."""
    left = state.note(LEFT_FROM, unit.id)
    return left is None or army(unit.counter) in left[1:]
