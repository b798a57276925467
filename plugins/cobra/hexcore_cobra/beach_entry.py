"""Landings: which beach hexes take a reinforcement, in which phase, and how far it goes (13.2.2, 13.3, 21.7).

What closes a beach stands in `beaches`; how a unit is put into the hex, in `reinforcements`.
"""

from __future__ import annotations

from hexcore.board import Board
from hexcore.events import Event, Noted
from hexcore.rules import Refusal, rule
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import ARRIVALS, EXITED, Side, Unit
from hexcore_cobra.beaches import abandoned, beach_of, beaches_for, held, hexes_of, serves, title, wrecked
from hexcore_cobra.editions import game_turn, plays
from hexcore_cobra.order_of_battle import ALLIED, LANDING_STEP, MECHANIZED, Arrival
from hexcore_cobra.phases import ALLIED_MECHANIZED, ALLIED_MOVEMENT

LAST_NAMED, LAST_SLOW = 2, 14
"""The last Game-Turn with named beaches, and the last on which landing takes half the allowance."""
SHUT_OUT, LANDED = "beach was full", "landed"
"""Notes: for good, of a unit that found no room on its named beach; for the turn, of one that landed."""


# ------------------------------------------------------------------ where
@rule({"cobra": "13.2.2"})
def landing_hexes(state: GameState, arrival: Arrival) -> list[int]:
    """Allied reinforcements land on friendly beach hexes that still serve: British, Canadians and Poles on
    Gold, Juno and Sword, Americans and French on Utah and Omaha."""
    return [hex for beach in open_beaches(state, arrival) for hex in serving(state, beach)]


def serving(state: GameState, beach: str) -> list[int]:
    """The hexes of a beach that land units now."""
    return [hex for hex in hexes_of(state.board, beach) if serves(state, hex)]


def lands(board: Board, arrival: Arrival) -> bool:
    """Whether a reinforcement comes over the beaches and not over an edge of the map."""
    return bool(arrival.beaches) and plays(board, "13.2.2")


@rule({"cobra": "13.3.8"})
def open_beaches(state: GameState, arrival: Arrival) -> tuple[str, ...]:
    """A unit due on Game-Turn 1 or 2 lands on the beach named for it; where that has no room the unit waits
    for it, or for Game-Turn 3. Is that beach abandoned, it lands on another at once (19.2.2)."""
    named = arrival.beaches
    if not bound(state, arrival) or all(abandoned(state, beach) for beach in named):
        return beaches_for(state.board.counters[arrival.unit])
    return named


def bound(state: GameState, arrival: Arrival) -> bool:
    """Whether a unit may land on its named beach only.

    From Game-Turn 3 on one that found no room there in time lands where it likes; one that was held back by
    choice still goes there, as long as that is possible.
    """
    if arrival.turn > LAST_NAMED or not plays(state.board, "13.3.8"):
        return False
    if game_turn(state) <= LAST_NAMED:
        return True
    return not state.note(SHUT_OUT, arrival.unit) and has_room(state, arrival)


def has_room(state: GameState, arrival: Arrival) -> bool:
    """Whether a unit can stand in a hex of the beach named for it."""
    unit = state.units[arrival.unit]
    hexes = [hex for beach in arrival.beaches for hex in serving(state, beach)]
    return any(stack_refusal(state, (unit,), hex) is None for hex in hexes)


@rule({"cobra": "13.3.8"}, hook="end_phase")
def found_no_room(state: GameState, phase: str) -> list[Event] | None:
    """Who finds no room on the named beach by Game-Turn 2 is remembered: Game-Turn 3 frees that unit."""
    if phase not in (ALLIED_MOVEMENT, ALLIED_MECHANIZED) or game_turn(state) > LAST_NAMED:
        return None
    waiting = [a for a in landing_now(state) if a.turn <= LAST_NAMED and not has_room(state, a)]
    return [Noted("game", SHUT_OUT, arrival.unit) for arrival in waiting]


def landing_now(state: GameState) -> list[Arrival]:
    """The reinforcements that wait off the beaches and may land in this phase."""
    every: list[Arrival] = state.board.scenario.tags["arrivals"]
    due = [a for a in every if a.turn <= state.turn and a.unit in state.units and lands(state.board, a)]
    return [a for a in due if state.units[a.unit].place == ARRIVALS and comes_now(state, a)]


def no_landing(state: GameState, arrival: Arrival, hex: int) -> Refusal:
    """Why a reinforcement does not land in a hex that is not among `landing_hexes`."""
    board, counter = state.board, state.board.counters[arrival.unit]
    number, beach = board.map.numbers[hex], beach_of(board, hex)
    if beach not in beaches_for(counter):
        where = " or ".join(title(beach) for beach in beaches_for(counter))
        return Refusal("13.2.2", f"{counter.name} lands on {where}, and {number} is no hex of them")
    if abandoned(state, beach):
        return Refusal("19.2.2.step.7", f"{title(beach)} has been abandoned")
    if wrecked(state, hex):
        return Refusal("10.5.4", f"{number} is wrecked, and nobody lands there any more")
    if not held(state, hex):
        return Refusal("13.2.2", f"{number} is not in Allied hands")
    where = " or ".join(title(beach) for beach in arrival.beaches)
    return Refusal("13.3.8", f"{counter.name} is to land on {where}")


@rule({"cobra": "13.3.4"})
def may_land_in_a_zone(state: GameState, unit: Unit) -> bool:
    """Allied reinforcements, and they only, may enter the map in an enemy zone of control."""
    return plays(state.board, "13.3.4") and unit.side == ALLIED and unit.place != EXITED


# ------------------------------------------------------------------ when
@rule({"cobra": "21.7"})
def after_the_combat(board: Board, arrival: Arrival) -> bool:
    """27 Armored Brigade comes in the Allied mechanized phase of Game-Turn 1, when that turn's combat is
    over."""
    return arrival.phase == MECHANIZED and plays(board, "21.7")


def comes_now(state: GameState, arrival: Arrival) -> bool:
    """Whether this is a phase in which a reinforcement that is due enters: initial movement, but for one that
    comes after the combat of its turn."""
    late = after_the_combat(state.board, arrival) and arrival.turn == state.turn
    return late == (_phase(state) == ALLIED_MECHANIZED)


def lands_late(state: GameState) -> bool:
    """Whether the mechanized phase being played is one in which somebody may land."""
    return _phase(state) == ALLIED_MECHANIZED and bool(late_today(state))


def _phase(state: GameState) -> str:
    return state.board.sequence.phases[state.phase].id


def late_today(state: GameState) -> list[str]:
    """The units that come after the combat of this turn."""
    every: list[Arrival] = state.board.scenario.tags["arrivals"]
    return [a.unit for a in every if a.turn == state.turn and after_the_combat(state.board, a)]


@rule({"cobra": "13.3.6"}, hook="may_end_phase")
def first_wave_must_land(state: GameState, side: Side) -> str | None:
    """Allied units due before the mechanized phase of Game-Turn 1 may not be held back: one that found no
    room in the landing lands as soon as there is some. Later ones may wait."""
    if side != ALLIED or game_turn(state) != 1 or _phase(state) != ALLIED_MOVEMENT:
        return None
    first = {a.unit for a in landing_now(state) if a.phase == LANDING_STEP}
    owed = [a.unit for a in state.board.rules.arrivals(state, side) if a.unit in first]
    return f"{state.board.name(owed[0])} must land in this phase" if owed else None


# ------------------------------------------------------------------ how far
@rule({"cobra": "13.3.8"})
def half_after_landing(state: GameState, unit: Unit) -> bool:
    """On Game-Turns 1 to 14 a unit has half its allowance on the turn it lands."""
    if not state.note(LANDED, unit.id) or not plays(state.board, "13.3.8"):
        return False
    return game_turn(state) <= LAST_SLOW
