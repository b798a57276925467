"""The variant sheet: German reserves from elsewhere that may be called for victory points.

What a reserve costs the Germans is counted as points for the Allies, as a request for 15th Army is (16.2):
the difference, by which victory goes, is the same. 15th Army itself has a way of its own (`fifteenth_army`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Removed, Steps
from hexcore.rules import Refusal, VictoryPoints, general, rule
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Side
from hexcore_cobra.charts import ReserveRow, reserves
from hexcore_cobra.editions import expanded, game_turn, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.phases import OPENING

CALL, CALLED = "call", "called"
"""What is committed; the note for good, by name of the reserve, of what was paid for it."""


# ------------------------------------------------------------------ who may be called
@general("begin_phase", trylast=True)
def reserves_may_be_called(state: GameState, phase: str) -> list[Event] | None:
    """As his turn begins the German player may call reserves, any number of those that may come by now."""
    if phase != OPENING or not expanded(state.board):
        return None
    first = next(to_call(state), None)
    return [Asked((Reserves(GERMAN, first.number),))] if first is not None else None


def to_call(state: GameState) -> Iterator[ReserveRow]:
    """The reserves that may be called now, in the order of the sheet."""
    return (reserve for reserve in reserves().values() if not_yet(state, reserve) is None)


def not_yet(state: GameState, reserve: ReserveRow) -> Refusal | None:
    """Why a reserve may not be called now."""
    if not plays(state.board, reserve.number):
        return Refusal(reserve.number, f"{reserve.name} has no part in this game")
    if any(state.units[id].place is not None for id in reserve.units.split()):
        return Refusal(reserve.number, f"{reserve.name} is in the game already")
    if game_turn(state) < reserve.first_turn:
        return Refusal(reserve.number, f"{reserve.name} comes from Game-Turn {reserve.first_turn} on")
    return None


@dataclass(frozen=True, slots=True)
class Reserves:
    """Call reserves for victory points, one at a time; they enter over their edge in this turn."""

    side: Side
    rule: str = ""
    kind: Literal["reserves"] = "reserves"

    def prompt(self, state: GameState) -> str:
        return "Call German reserves for victory points, or end."

    def forced(self, state: GameState) -> Action | None:
        return Done() if next(to_call(state), None) is None else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        yield from (Commit(CALL, word=reserve.name) for reserve in to_call(state))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Commit) or action.what != CALL:
            return not_an_answer(self, action, "commit", "done")
        named = reserves().get(action.word)
        if named is None:
            known = ", ".join(reserve.name for reserve in to_call(state))
            return Refusal(self.rule, f"name one of the reserves that may come now: {known}")
        return not_yet(state, named)

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        called = reserves()[action.word]
        state = yield Noted("game", CALLED, called.name, called.points)
        for id in called.units.split():
            state = yield Removed(id, ARRIVALS.name, why="called")
        return state


# ------------------------------------------------------------------ what they cost
@rule({"cobra": "variant.iv"}, hook="victory_points")
def iv_ss_panzer_korps(state: GameState) -> list[VictoryPoints]:
    """IV SS Panzer Korps comes from 1 July over the south edge, for 50 points."""
    return _paid(state, "variant.iv")


@rule({"cobra": "variant.army"}, hook="victory_points")
def reserves_of_army_group_center(state: GameState) -> list[VictoryPoints]:
    """4 Panzer Division, for 15 points, and 505 and 507 Battalion, for 3 each, come from 1 August by the
    south."""
    return _paid(state, "variant.army")


@rule({"cobra": "variant.2nd"}, hook="victory_points")
def second_parachute_division(state: GameState) -> list[VictoryPoints]:
    """Both regiments come together from 1 July over the west edge, for 7 points."""
    return _paid(state, "variant.2nd")


@rule({"cobra": "variant.654th"}, hook="victory_points")
def heavy_battalion_654(state: GameState) -> list[VictoryPoints]:
    """654 Battalion comes from Game-Turn 2 over the east edge, for 2 points."""
    return _paid(state, "variant.654th")


@rule({"cobra": "variant.friedenthaler"}, hook="victory_points")
def friedenthal_jagdverband(state: GameState) -> list[VictoryPoints]:
    """It comes from Game-Turn 2 for 10 points, over any edge German reinforcements use: none is stated."""
    return _paid(state, "variant.friedenthaler")


def _paid(state: GameState, number: str) -> list[VictoryPoints]:
    called: Mapping[str, int] = state.noted_under(CALLED)
    return [
        VictoryPoints(ALLIED, points, f"{name} called")
        for name, points in called.items()
        if reserves()[name].number == number
    ]
