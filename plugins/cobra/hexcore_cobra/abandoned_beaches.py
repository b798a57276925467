"""Abandoned beaches: when a landing has failed, what it costs, how a beach is won back (19.2.2, step 7).

Steps put ashore from the sea on all hexes of a beach are counted, not those of paratroops that fell there;
but whoever stands on an abandoned beach leaves play with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action
from hexcore.decisions import Decision, Settled
from hexcore.events import Answered, Controlled, Event, Marked, Noted, Removed, Steps
from hexcore.rules import VictoryPoints, rule
from hexcore.state import GameState
from hexcore.units import Box, Side, Unit
from hexcore_cobra.beach_shifts import STEP_7, markers_laid
from hexcore_cobra.beaches import ABANDONED, BEACHES, abandoned, beach_hexes, held, hexes_of, title
from hexcore_cobra.landing_attrition import STEPS_LANDED, STEPS_LOST
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

GIVEN_UP = "beach given up"
"""Note for good, by beach: it counts for the Germans whoever holds it later."""
LEFT_PLAY = Box("abandoned beach")
"""Where the units of an abandoned beach go: out of play for good, and eliminated for nobody's points."""
MARKER = "abandoned-beach"
"""The markers, on the numbers of its hexes."""
POINTS = 10
"""What the Germans have for each beach abandoned."""


@rule({"cobra": STEP_7})
def judgement(state: GameState) -> list[Decision]:
    """Step 7: beaches that lost too much are abandoned, and the others are marked with what they lost."""
    return [LandingEnds(ALLIED, STEP_7)]


def has_failed(state: GameState, beach: str) -> bool:
    """Whether more than half of the steps landed on a beach in this phase are lost."""
    numbers = [state.board.map.numbers[hex] for hex in hexes_of(state.board, beach)]
    lost: int = sum(state.note(STEPS_LOST, number, default=0) for number in numbers)
    landed: int = state.note(STEPS_LANDED, beach, default=0)
    return 2 * lost > landed


@dataclass(frozen=True, slots=True)
class LandingEnds(Settled):
    """The beaches are judged and marked; the landing is over."""

    side: Side
    rule: str = ""
    kind: Literal["landing-ends"] = "landing-ends"

    def prompt(self, state: GameState) -> str:
        return "Abandon the beaches that lost too much."

    def answer(self, state: GameState, action: Action) -> Steps:
        lost = [beach for beach in BEACHES if has_failed(state, beach)]
        events = [event for beach in lost for event in given_up(state, beach)]
        events += markers_laid(state, [beach for beach in BEACHES if beach not in lost])
        state = yield Answered()
        for event in events:
            state = yield event
        return state


def given_up(state: GameState, beach: str) -> list[Event]:
    """A beach is abandoned: its units leave play, its hexes are German, and so are ten points."""
    hexes = hexes_of(state.board, beach)
    units = [unit for hex in hexes for unit in state.at(hex) if unit.side == ALLIED]
    return [
        *(Removed(unit.id, LEFT_PLAY.name, why=f"{title(beach)} is abandoned") for unit in units),
        *(Controlled(hex, GERMAN) for hex in hexes),
        *(Marked(MARKER, state.board.map.numbers[hex]) for hex in hexes),
        Noted("game", ABANDONED, beach),
        Noted("game", GIVEN_UP, beach),
    ]


@rule({"cobra": STEP_7}, hook="victory_points")
def points_for_beaches_given_up(state: GameState) -> list[VictoryPoints]:
    """Ten points for each beach abandoned, kept though it should be won back."""
    return [
        VictoryPoints(GERMAN, POINTS, f"{title(beach)} abandoned in the landing")
        for beach in state.noted_under(GIVEN_UP)
    ]


# ------------------------------------------------------------------ won back
@rule({"cobra": STEP_7}, hook="watched_hexes")
def hexes_to_win_back(state: GameState, side: Side) -> list[int] | None:
    """The hexes of abandoned beaches that the Allies have still to enter."""
    if side != ALLIED or not state.noted_under(ABANDONED):
        return None
    lost = [hex for hex, beach in beach_hexes(state.board).items() if abandoned(state, beach)]
    return [hex for hex in lost if not held(state, hex)]


@rule({"cobra": STEP_7}, hook="entered")
def won_back_by_entry(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    """An abandoned beach is friendly again once Allied units already ashore hold all its hexes."""
    return won_back(state) if units[0].side == ALLIED else None


@rule({"cobra": STEP_7}, hook="end_phase")
def won_back_in_the_phase(state: GameState, phase: str) -> list[Event]:
    """The same where a German headquarters has left the last hex only after an Allied unit came in."""
    return won_back(state)


def won_back(state: GameState) -> list[Event]:
    """What follows for every abandoned beach that the Allies hold whole."""
    if not state.noted_under(ABANDONED):
        return []
    found: list[Event] = []
    for beach in BEACHES:
        hexes = hexes_of(state.board, beach)
        if abandoned(state, beach) and all(held(state, hex) for hex in hexes):
            found.append(Noted("game", ABANDONED, beach, None))
            found += [Marked(MARKER, state.board.map.numbers[hex], 0) for hex in hexes]
    return found
