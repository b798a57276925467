"""How the game ends: its last turn, the front line, and the level of victory (SPI 4.0.C, chapter 18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action
from hexcore.decisions import OneDie
from hexcore.events import Answered, Asked, Event, Noted, Rolled, Steps
from hexcore.rules import rule
from hexcore.state import GameState, Outcome
from hexcore.units import CHANCE, Side
from hexcore.zoc import occupied, zone
from hexcore_cobra.editions import cite, numbers, plays
from hexcore_cobra.ground import sea_sides
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

LEVELS = (
    "Decisive Allied",
    "Operational Allied",
    "Marginal Allied",
    "Draw",
    "Marginal German",
    "Operational German",
    "Decisive German",
)
DRAW = LEVELS.index("Draw")
LAST_TURN, EXTRA_TURN, GOES_ON = 27, 28, 4
"""Game-Turns, and the least roll that adds the second."""
STEP = 15
"""Points of difference that move the level one place."""


@rule({"cobra-1977": "SPI 4.0.C"}, hook="outcome", also={"cobra-1977": ("SPI 4.0",)})
def after_the_last_turn(state: GameState) -> Outcome | None:
    """After the thirteenth turn the game is over and victory is decided."""
    board = state.board
    if board.sequence.phases[state.phase].id != "end-of-turn" or not board.rules.active("SPI 4.0"):
        return None
    if state.turn < board.scenario.last_turn:
        return None
    return judged(state, "SPI 4.0.C")


def judged(state: GameState, number: str) -> Outcome:
    """What a game that ends by a rule comes to."""
    return state.board.rules.standing(state) or Outcome("Undecided", "", "no rule decides the game", number)


@rule(numbers("19.1"), hook="begin_phase")
def the_die_for_another_turn(state: GameState, phase: str) -> list[Event] | None:
    """When Game-Turn 27 is over the Allied player rolls: on 4 to 6 there is one more."""
    return _rolled_for(state, phase, cite(state.board, "19.1"))


@rule({"cobra": "19.2"}, hook="begin_phase")
def the_die_for_another_turn_of_the_campaign(state: GameState, phase: str) -> list[Event] | None:
    """The same when the campaign is played."""
    return _rolled_for(state, phase, "19.2")


def _rolled_for(state: GameState, phase: str, number: str) -> list[Event] | None:
    if phase != "end-of-turn" or state.turn != LAST_TURN:
        return None
    return [Asked((LastTurnRoll(ALLIED, number),))]


@dataclass(frozen=True, slots=True)
class LastTurnRoll(OneDie):
    """The die that ends the game with Game-Turn 27, or lets Game-Turn 28 be played."""

    player: Side
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["last-turn-roll"] = "last-turn-roll"

    def prompt(self, state: GameState) -> str:
        return "Roll for another turn."

    def answer(self, state: GameState, action: Action) -> Steps:
        more = action.dice[0] >= GOES_ON
        text = "the game goes on for Game-Turn 28" if more else "the game is over"
        state = yield Answered()
        state = yield Rolled(action.dice, "last turn", text, self.rule)
        return (yield Noted("game", "extra turn", value=True)) if more else state


@rule(numbers("19.1"), hook="outcome")
def after_game_turn_27_or_28(state: GameState) -> Outcome | None:
    """The game is over after Game-Turn 27, or after Game-Turn 28 if the die has added it."""
    return _over_after(state, _last_turn(state), cite(state.board, "19.1"))


@rule({"cobra": "19.2"}, hook="outcome")
def the_campaign_after_game_turn_27_or_28(state: GameState) -> Outcome | None:
    """So is the campaign."""
    return _over_after(state, _last_turn(state), "19.2")


@rule({"cobra": "19.3"}, hook="outcome")
def the_build_up_after_game_turn_14(state: GameState) -> Outcome | None:
    """The Build-Up is over after Game-Turn 14."""
    return _over_after(state, state.board.scenario.last_turn, "19.3")


def _last_turn(state: GameState) -> int:
    return EXTRA_TURN if state.note("extra turn") else LAST_TURN


def _over_after(state: GameState, last_turn: int, number: str) -> Outcome | None:
    if state.board.sequence.phases[state.phase].id != "end-of-turn" or state.turn < last_turn:
        return None
    return judged(state, number)


@rule(numbers("18.3"), hook="standing")
def decided(state: GameState) -> Outcome:
    """The front line gives the first level of victory, and the difference in points shifts it."""
    line = front_line(state)
    first = LEVELS[first_level(state, bool(line))]
    lead = total(state, ALLIED) - total(state, GERMAN)
    level = LEVELS[shifted(state, first_level(state, bool(line)), lead)]
    front = "the German front line stands" if line else "the German front line is broken"
    text = (
        f"{first}: {front}; the Allies lead by {lead} points"
        if lead >= 0
        else (f"{first}: {front}; the Germans lead by {-lead} points")
    )
    winner = next((str(side) for side in (ALLIED, GERMAN) if level.lower().endswith(side)), "")
    return Outcome(level, winner, text, cite(state.board, "18.3"))


@rule(numbers("18.0"))
def total(state: GameState, side: Side) -> int:
    """Victory goes by points, added up when the game ends."""
    if not plays(state.board, "18.0"):
        return 0
    return sum(scored.points for scored in state.board.rules.victory_points(state) if scored.side == side)


# ------------------------------------------------------------------ the first level
def first_level(state: GameState, line: bool) -> int:
    """The level of victory before points, as a place among the levels."""
    return marginal_german(state) if line else marginal_allied(state)


@rule(numbers("18.3.1"))
def marginal_allied(state: GameState) -> int:
    """Without a German front line from A4901 to A0823 the first level is a marginal Allied victory."""
    return LEVELS.index("Marginal Allied") if plays(state.board, "18.3.1") else DRAW


@rule(numbers("18.3.2"))
def marginal_german(state: GameState) -> int:
    """With a German front line from A4901 to A0823 the first level is a marginal German victory."""
    return LEVELS.index("Marginal German") if plays(state.board, "18.3.2") else DRAW


def front_line(state: GameState) -> tuple[int, ...]:
    """A German line without a gap from A4901 to A0823, both in it: units or their zones. Empty if none is."""
    return state.derived("*", "front line", lambda: _trace(state))


def _trace(state: GameState) -> tuple[int, ...]:
    game_map = state.board.map
    (start,), (end,) = game_map.group("front-line-north"), game_map.group("front-line-south")
    ours, controlled, theirs = occupied(state, GERMAN), zone(state, GERMAN), occupied(state, ALLIED)

    def holds(hex: int) -> bool:
        return bool((ours[hex] or controlled[hex]) and not theirs[hex]) and "sea" not in game_map.terrain[hex]

    if not holds(start):
        return ()
    came, ring, sea = {start: start}, [start], sea_sides(state.board)
    while ring and end not in came:
        ahead = []
        for hex in ring:
            for side in range(6 * hex, 6 * hex + 6):
                near = game_map.neighbours[side]
                if near >= 0 and near not in came and side not in sea and holds(near):
                    came[near] = hex
                    ahead.append(near)
        ring = ahead
    return _way_back(came, end)


def _way_back(came: dict[int, int], end: int) -> tuple[int, ...]:
    if end not in came:
        return ()
    line = [end]
    while came[line[-1]] != line[-1]:
        line.append(came[line[-1]])
    return tuple(line)


@rule(numbers("18.3.3"))
def shifted(state: GameState, level: int, lead: int) -> int:
    """For each full 15 points by which a player leads the level moves one place his way."""
    if not plays(state.board, "18.3.3"):
        return level
    places = abs(lead) // STEP
    moved = level - places if lead > 0 else level + places
    return min(max(moved, 0), len(LEVELS) - 1)
