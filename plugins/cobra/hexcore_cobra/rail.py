"""Rail movement, an option: German units that go by train on Game-Turns 2 to 4 (17.0)."""

from __future__ import annotations

from collections.abc import Mapping

from hexcore.actions import Action, Commit
from hexcore.board import Board
from hexcore.decisions import Decision
from hexcore.events import Noted, Steps
from hexcore.movement import allowance, entering, passage_of, watched_by
from hexcore.movement_phase import InHand, put_down
from hexcore.reach import Passage, union
from hexcore.rules import Refusal, general, rule
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra.editions import game_turn, plays
from hexcore_cobra.friedenthal import zone_against
from hexcore_cobra.ground import is_mechanized
from hexcore_cobra.movement import phase_id
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.phases import GERMAN_MOVEMENT

RAIL = "rail"
"""What is committed with the hex a unit goes to, and the note of what has been railed in the turn."""
BY_RAIL = "goes by rail"
"""How it moves."""
TRAINS: Mapping[int, int] = {2: 4, 3: 2, 4: 1}
"""How many units that are not mechanized are railed, by Game-Turn."""
FROM_THE_SEA = 6
"""No train runs within so many hexes of the northern sea."""
WORTH_A_TRAIN, FRONT = 12, 3
"""Counsel: a train pays that brings a unit so many hexes nearer to the enemy, and not nearer than that."""


# ------------------------------------------------------------------ how many
@rule({"cobra": "17.1.1"})
def places_left(state: GameState) -> int:
    """Four units are railed on Game-Turn 2, two on 3 and one on 4, and none on any other."""
    if not plays(state.board, "17.1.1"):
        return 2 * len(state.units)  # no other case limits them: there is room for everybody
    railed: int = state.note(RAIL, default=0)
    return TRAINS.get(game_turn(state), 0) - railed


@rule({"cobra": "17.1.2"})
def places_taken(state: GameState, unit: Unit) -> int:
    """A mechanized unit counts as two that are not."""
    return 2 if is_mechanized(state, unit) and plays(state.board, "17.1.2") else 1


def no_train(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit goes nowhere by rail in this phase."""
    name = unit.counter.name
    if unit.side == ALLIED:
        return Refusal("17.0.para.1", f"{name} is Allied, and only German units go by rail")
    if phase_id(state) != GERMAN_MOVEMENT or has_marched(state, unit):
        return Refusal("17.0.para.1", f"{name} goes by rail in place of its initial movement")
    left = places_left(state)
    if left <= 0:
        return Refusal("17.1.1", "no more units are railed in this turn")
    if places_taken(state, unit) > left:
        return Refusal("17.1.2", f"{name} is mechanized and counts as two, and one more unit is railed")
    return None


def has_marched(state: GameState, unit: Unit) -> bool:
    """Whether a unit has used its movement in this phase: one that entered the map, and went no farther, has
    not."""
    if state.note("stopped", unit.id):
        return True
    start = state.note("from", unit.id)
    return start is not None and not (state.note("arrived", unit.id) and start == unit.hex)


# ------------------------------------------------------------------ where
def railways(board: Board) -> dict[int, tuple[int, ...]]:
    """The neighbours of each hex that a railway joins to it."""

    def compute() -> dict[int, tuple[int, ...]]:
        near, roads = board.map.neighbours, board.map.roads
        ways: dict[int, list[int]] = {}
        for side, road in enumerate(roads):
            if near[side] >= 0 and (road == "primary" or (road and not plays(board, "17.2.1"))):
                ways.setdefault(side // 6, []).append(near[side])
        return {hex: tuple(sorted(joined)) for hex, joined in ways.items()}

    found: dict[int, tuple[int, ...]] = board.once("railways", compute)
    return found


def near_the_sea(board: Board) -> bytes:
    """A byte for every hex: 1 within six hexes of the sea to the north and northwest."""

    def compute() -> bytes:
        flags = bytearray(len(board.map))
        for hex in board.map.groups.get("northern-sea", ()) if plays(board, "17.2.1") else ():
            for near in board.map.within(hex, FROM_THE_SEA):
                flags[near] = 1
        return bytes(flags)

    found: bytes = board.once("near the northern sea", compute)
    return found


@rule({"cobra": "17.2.1"})
def journeys(state: GameState, unit: Unit) -> dict[int, tuple[int, ...]]:
    """The hexes a unit reaches by rail, and its way to each: along major roads, however far, no hex of it
    within six of the northern sea, and none that is closed to the unit or would stop it."""
    return state.derived("*", ("journeys", unit.id), lambda: _journeys(state, unit))


def _journeys(state: GameState, unit: Unit) -> dict[int, tuple[int, ...]]:
    ways, coast = railways(state.board), near_the_sea(state.board)
    passage, shut = passage_of(state, unit), _shut(state, unit)
    if passage.held is not None or coast[unit.hex] or zone_against(state, unit)[unit.hex]:
        return {}
    found: dict[int, tuple[int, ...]] = {unit.hex: ()}
    wave = [unit.hex]
    while wave:
        ring: list[int] = []
        for hex in wave:
            for near in ways.get(hex, ()):
                open_way = not coast[near] and not shut[near] and near not in found
                if open_way and state.board.map.side(hex, near) not in passage.barred:
                    found[near] = (*found[hex], near)
                    ring.append(near)
        wave = ring
    del found[unit.hex]
    return found


def _shut(state: GameState, unit: Unit) -> bytes:
    passage: Passage = passage_of(state, unit)
    size = len(state.board.map)
    return union([hexes for hexes in (passage.closed, passage.stop) if hexes], size) or bytes(size)


def no_journey(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why a unit does not go to a hex by rail."""
    if hex in journeys(state, unit):
        return None
    number, name = state.board.map.numbers, unit.counter.name
    ways, coast = railways(state.board), near_the_sea(state.board)
    for end in (unit.hex, hex):
        if end not in ways:
            return Refusal("17.2.1", f"no railway, which is a major road, runs through {number[end]}")
        if coast[end]:
            return Refusal("17.2.1", f"{number[end]} lies within six hexes of the sea in the north")
    reason = f"no railway free of enemies and their zones takes {name} to {number[hex]}"
    return Refusal("17.2.1", reason)


# ------------------------------------------------------------------ in hand
@rule({"cobra": "17.0.para.1"}, hook="hand_options")
def trains_in_hand(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """A German unit in hand goes by rail, in place of its initial movement."""
    if len(units) > 1 or no_train(state, units[0]) is not None:
        return None
    return [Commit(RAIL, unit=units[0].id, hex=hex) for hex in journeys(state, units[0])]


@rule({"cobra": "17.0.para.1"}, hook="hand_refusal")
def train_refused(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why this is refused."""
    if not isinstance(action, Commit) or action.what != RAIL:
        return None
    unit = next((u for u in units if u.id == action.unit), None)
    if unit is None or len(units) > 1 or action.hex is None:
        return Refusal("17.0.para.1", "name the one unit in hand, and the hex it goes to by rail")
    return no_train(state, unit) or no_journey(state, unit, action.hex)


@rule({"cobra": "17.0.para.1"}, hook="hand_answer")
def train_taken(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """The unit goes the whole way, and has moved."""
    taken = isinstance(action, Commit) and action.what == RAIL and action.hex is not None
    return _journey(state, units[0], action.hex) if taken else None


def _journey(state: GameState, unit: Unit, hex: int) -> Steps:
    hand, way = state.agenda[0], journeys(state, unit)[hex]
    assert isinstance(hand, InHand)
    railed = state.note(RAIL, default=0) + places_taken(state, unit)
    state = yield Noted("turn", RAIL, "", railed)
    if state.note("from", unit.id) is None:
        state = yield Noted("phase", "from", unit.id, unit.hex)
    state = yield Noted("phase", "spent", unit.id, allowance(state, unit))
    state = yield Noted("phase", "stopped", unit.id, ("17.0.para.1", "it has gone by rail"))
    watched = watched_by(state, unit.side)
    for near in way:
        state = yield from entering(state, (unit.id,), near, BY_RAIL, watched)
    return (yield from put_down(state, hand))


# ------------------------------------------------------------------ counsel for computer players
@general("answer_worth")
def a_train_towards_the_front(state: GameState, decision: Decision, action: Action) -> float | None:
    """A train is worth what it brings a unit nearer to the enemy, if it fits where it gets off."""
    if not isinstance(action, Commit) or action.what != RAIL or action.hex is None:
        return None
    unit, away = state.units[action.unit], _from_the_enemy(state)
    nearer = away[unit.hex] - away[action.hex]
    fits = stack_refusal(state, (unit,), action.hex) is None
    pays = nearer >= WORTH_A_TRAIN and away[action.hex] >= FRONT and fits
    return nearer / WORTH_A_TRAIN if pays else -1.0


def _from_the_enemy(state: GameState) -> list[int]:
    """How many hexes each hex is from the nearest Allied unit."""

    def compute() -> list[int]:
        game_map = state.board.map
        ring = sorted({unit.hex for unit in state.on_map(state.enemy(GERMAN))})
        away, far = dict.fromkeys(ring, 0), 0
        while ring:
            far += 1
            ring = sorted({near for hex in ring for near in game_map.around(hex) if near not in away})
            away.update(dict.fromkeys(ring, far))
        return [away.get(hex, 0) for hex in range(len(game_map))]

    return state.derived(ALLIED, "from the Allies", compute)
