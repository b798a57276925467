"""German units from elsewhere: 15th Army, asked for or called, and the division from Brest (16.2, 16.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.board import Board
from hexcore.decisions import OneDie, not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Removed, Rolled, Steps
from hexcore.rules import Refusal, VictoryPoints, rule
from hexcore.state import GameState
from hexcore.units import ARRIVALS, CHANCE, Side
from hexcore_cobra.combat import US, army
from hexcore_cobra.editions import game_turn, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.phases import OPENING

ARMY = "15th Army"
DIVISIONS = ("g_div_49", "g_div_347", "g_div_348", "g_div_245")
"""In the order in which they are released."""
STAFFS = ("g_hq_LXXXII", "g_hq_LXXXIX")
PER_STAFF = 2
GRANTED = 2
"""A roll of this or less releases."""
TRIES, SINCE = "15th Army points", "US units leave"
"""Notes for good: what asking has cost; the first turn on which a US unit left the map."""
BEFORE_AUGUST, AUGUST, FIRST_OF_AUGUST = 2, 1, 20
"""By the variant sheet a unit costs so many points before August, and from then on: from which Game-Turn."""
FIRST_CALL = 2
BREST = ("g_fj_2_2FJ", "g_fj_7_2FJ")
LAST_TURN_TO_LEAVE, WEST = 25, "W"


# ------------------------------------------------------------------ who has left
@rule({"cobra": "16.2"}, hook="end_phase")
def the_first_us_exit(state: GameState, phase: str) -> list[Event] | None:
    """The turn on which the first US unit leaves over any edge is remembered, be the unit to come back."""
    if state.note(SINCE) is not None or not any(us_exits(state)):
        return None
    return [Noted("game", SINCE, "", state.turn)]


def us_exits(state: GameState) -> Iterator[tuple[int, str]]:
    """Turn and edge of every US exit so far, the French among them; units that came back not."""
    for unit in state.units.values():
        left = state.note("exited", unit.id)
        if left is not None and army(unit.counter) == US:
            yield int(left[0]), str(left[1])


# ------------------------------------------------------------------ 15th Army
def by_variant(board: Board) -> bool:
    """Whether the variant sheet's way of getting 15th Army is played."""
    return board.option("fifteenth-army") == "variant sheet"


@rule({"cobra": "16.2"}, hook="begin_phase", trylast=True)
def a_release_may_be_asked_for(state: GameState, phase: str) -> list[Event] | None:
    """From the turn after the first US exit the German player may ask once a turn, as his turn begins."""
    since = state.note(SINCE)
    if phase != OPENING or since is None or since >= state.turn or not to_come(state):
        return None
    return [Asked((Release(GERMAN, "16.2"),))]


@rule({"cobra": "variant.fifteenth"}, hook="begin_phase", trylast=True)
def a_unit_may_be_called(state: GameState, phase: str) -> list[Event] | None:
    """By the variant sheet he may instead call one unit a turn from Game-Turn 2 on, whoever has left."""
    if phase != OPENING or game_turn(state) < FIRST_CALL or not to_come(state):
        return None
    return [Asked((Release(GERMAN, "variant.fifteenth"),))]


def to_come(state: GameState) -> list[str]:
    """The units of 15th Army that may be asked for: the next division in order, by the variant sheet all."""
    wanted = (*DIVISIONS, *STAFFS) if by_variant(state.board) else DIVISIONS
    found = [id for id in wanted if id in state.units and state.units[id].place is None]
    return found if by_variant(state.board) else found[:1]


def cost(state: GameState) -> int:
    """What it costs in victory points to ask for a division, or to call a unit by the variant sheet."""
    if not by_variant(state.board):
        return 1
    return BEFORE_AUGUST if game_turn(state) < FIRST_OF_AUGUST else AUGUST


@dataclass(frozen=True, slots=True)
class Release:
    """Ask Hitler for a division of 15th Army, or do not."""

    side: Side
    rule: str = ""
    kind: Literal["release"] = "release"

    def prompt(self, state: GameState) -> str:
        how = "Call" if by_variant(state.board) else "Ask for"
        return f"{how} a unit of 15th Army for {cost(state)} VP, or do not."

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        yield from (Commit(ARMY, unit=id) for id in to_come(state))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Commit) or action.what != ARMY:
            return not_an_answer(self, action, "commit", "done")
        if action.unit in to_come(state):
            return None
        if by_variant(state.board) and action.unit in (*DIVISIONS, *STAFFS):
            return Refusal(self.rule, f"{state.board.name(action.unit)} has been called")
        if action.unit in (*DIVISIONS, *STAFFS):
            first = state.board.name(to_come(state)[0])
            return Refusal(self.rule, f"{state.board.name(action.unit)} is not due: the next is {first}")
        return Refusal(self.rule, "name the unit of 15th Army that is asked for")

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        if isinstance(action, Done):
            return state
        state = yield Noted("game", TRIES, "", state.note(TRIES, default=0) + cost(state))
        if by_variant(state.board):
            return (yield Removed(action.unit, ARRIVALS.name, why="called"))
        return (yield Asked((ReleaseRoll(GERMAN, action.unit, self.rule),)))


@dataclass(frozen=True, slots=True)
class ReleaseRoll(OneDie):
    """The die decides whether a division is released."""

    player: Side
    unit: str
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["release-roll"] = "release-roll"

    def prompt(self, state: GameState) -> str:
        return f"Roll for the release of {state.board.name(self.unit)}."

    def answer(self, state: GameState, action: Action) -> Steps:
        granted = action.dice[0] <= GRANTED
        text = f"{state.board.name(self.unit)} is {'' if granted else 'not '}released"
        state = yield Answered()
        state = yield Rolled(action.dice, "release", text, self.rule)
        if not granted:
            return state
        state = yield Removed(self.unit, ARRIVALS.name, why="released")
        staff = staff_with(self.unit)
        if staff in state.units:
            state = yield Removed(staff, ARRIVALS.name, why="released")
        return state


def staff_with(division: str) -> str:
    """The corps HQ released together with a division: one with every second; empty with the others."""
    place = DIVISIONS.index(division) + 1
    return STAFFS[place // PER_STAFF - 1] if place % PER_STAFF == 0 else ""


@rule({"cobra": "16.2"}, hook="victory_points")
def asking_costs(state: GameState) -> VictoryPoints | None:
    """Each attempt gives the Allies a point, granted or not; in the expanded game the schedule says so."""
    return None if plays(state.board, "18.2.vp.9") else _paid(state, "asked for")


@rule({"cobra": "18.2.vp.9"}, hook="victory_points")
def requests_count(state: GameState) -> VictoryPoints | None:
    """A point for each request for a division of 15th Army, granted or not: the one that 16.2 speaks of."""
    return _paid(state, "asked for")


@rule({"cobra": "variant.fifteenth"}, hook="victory_points")
def calling_costs(state: GameState) -> VictoryPoints | None:
    """Each unit called by the variant sheet costs two points before August, one from then on."""
    return _paid(state, "called")


def _paid(state: GameState, how: str) -> VictoryPoints | None:
    paid: int = state.note(TRIES, default=0)
    return VictoryPoints(ALLIED, paid, f"units of 15th Army {how}") if paid else None


# ------------------------------------------------------------------ Brest
@rule({"cobra": "16.3"}, hook="begin_phase", trylast=True)
def brest_is_checked(state: GameState, phase: str) -> list[Event] | None:
    """As long as no US unit has left by the west edge, from Game-Turn 26 on a die is rolled each turn for the
    parachute division in Brest."""
    if phase != OPENING or game_turn(state) <= LAST_TURN_TO_LEAVE:
        return None
    if any(edge == WEST for _, edge in us_exits(state)) or not _in_brest(state):
        return None
    return [Asked((BrestRoll(GERMAN, "16.3"),))]


def _in_brest(state: GameState) -> list[str]:
    return [id for id in BREST if id in state.units and state.units[id].place is None]


@dataclass(frozen=True, slots=True)
class BrestRoll(OneDie):
    """The die decides whether 2nd Parachute Division leaves Brest; it has less to roll each turn."""

    player: Side
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["brest-roll"] = "brest-roll"

    def prompt(self, state: GameState) -> str:
        return "Roll for 2nd Parachute Division in Brest."

    def stale(self, state: GameState) -> bool:
        return not _in_brest(state)

    def answer(self, state: GameState, action: Action) -> Steps:
        less = game_turn(state) - LAST_TURN_TO_LEAVE - 1
        comes = action.dice[0] - less <= GRANTED
        text = f"{f'-{less}: ' if less else ''}{'it comes' if comes else 'it stays in Brest'}"
        state = yield Answered()
        state = yield Rolled(action.dice, "Brest", text, self.rule)
        for id in _in_brest(state) if comes else ():
            state = yield Removed(id, ARRIVALS.name, why="released")
        return state
