"""How the game ends: its last turn, and the level of victory (SPI 4.0.C, chapter 18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action
from hexcore.decisions import OneDie
from hexcore.events import Answered, Asked, Event, Noted, Rolled, Steps
from hexcore.rules import rule
from hexcore.state import GameState, Outcome
from hexcore.units import CHANCE, Side
from hexcore_cobra.editions import cite, numbers, plays
from hexcore_cobra.front_line import front_line
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.victory_ground import aims_missed

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
    """The ground gives the first level of victory, and the difference in points shifts it."""
    german, told = ground(state)
    first = first_level(state, german)
    lead = total(state, ALLIED) - total(state, GERMAN)
    level = LEVELS[shifted(state, first, lead)]
    leader = "Allies" if lead >= 0 else "Germans"
    text = f"{LEVELS[first]}: {told}; the {leader} lead by {abs(lead)} points"
    winner = next((str(side) for side in (ALLIED, GERMAN) if level.lower().endswith(side)), "")
    return Outcome(level, winner, text, cite(state.board, "18.3"))


def ground(state: GameState) -> tuple[bool, str]:
    """Whether the ground speaks for the Germans, and how: their front line, or in the Build-Up the towns."""
    if plays(state.board, "19.3.2"):
        lacking = aims_missed(state)
        return bool(lacking), ", ".join(lacking) or "the Allies hold all they need"
    line = bool(front_line(state))
    return line, f"the German front line {'stands' if line else 'is broken'}"


@rule(numbers("18.0"))
def total(state: GameState, side: Side) -> int:
    """Victory goes by points, added up when the game ends."""
    if not plays(state.board, "18.0"):
        return 0
    return sum(scored.points for scored in state.board.rules.victory_points(state) if scored.side == side)


# ------------------------------------------------------------------ the first level
def first_level(state: GameState, german: bool) -> int:
    """The level of victory before points, as a place among the levels, by whom the ground speaks for."""
    if plays(state.board, "19.3.2"):
        return marginal_in_the_build_up(german)
    return marginal_german(state) if german else marginal_allied(state)


@rule(numbers("18.3.1"))
def marginal_allied(state: GameState) -> int:
    """Without a German front line from A4901 to A0823 the first level is a marginal Allied victory."""
    return LEVELS.index("Marginal Allied") if plays(state.board, "18.3.1") else DRAW


@rule(numbers("18.3.2"))
def marginal_german(state: GameState) -> int:
    """With a German front line from A4901 to A0823 the first level is a marginal German victory."""
    return LEVELS.index("Marginal German") if plays(state.board, "18.3.2") else DRAW


@rule({"cobra": "19.3.2"})
def marginal_in_the_build_up(german: bool) -> int:
    """In the Build-Up it is marginal Allied if Bayeux, Isigny and Carentan are all Allied and no primary road
    joins Cherbourg to the southern or the eastern edge; else it is marginal German."""
    return LEVELS.index("Marginal German" if german else "Marginal Allied")


@rule(numbers("18.3.3"))
def shifted(state: GameState, level: int, lead: int) -> int:
    """For each full 15 points by which a player leads the level moves one place his way."""
    if not plays(state.board, "18.3.3"):
        return level
    places = abs(lead) // STEP
    moved = level - places if lead > 0 else level + places
    return min(max(moved, 0), len(LEVELS) - 1)
