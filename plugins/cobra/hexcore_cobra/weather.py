"""Weather: rolled by each player in turn (SPI 6.48) or once for both (5.4); what the Germans may do in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from hexcore.actions import Action
from hexcore.decisions import OneDie
from hexcore.events import Answered, Asked, Event, Noted, Rolled, Steps, TrackSet
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import CHANCE, EXITED, Side, Unit
from hexcore_cobra.charts import weather_1977, weather_2008, weather_columns_2008
from hexcore_cobra.cherbourg_garrison import moves_freely
from hexcore_cobra.editions import expanded, game_turn, plays
from hexcore_cobra.friedenthal import untouched
from hexcore_cobra.opening import begins_on_6_june
from hexcore_cobra.order_of_battle import ALLIED, FIRST_COBRA_TURN, GERMAN
from hexcore_cobra.supply_roads import LEFT_IN_THE_SOUTH

PHASES = {"german-weather": (GERMAN, "SPI 4.0.A1"), "allied-weather": (ALLIED, "SPI 4.0.B1")}
FRACTIONS = {"clear": Fraction(1, 3), "overcast": Fraction(2, 3), "storms": Fraction(1)}
RELIEVED = {"clear": Fraction(2, 3), "overcast": Fraction(1), "storms": Fraction(1)}
DIVISIONS_FOR_RELIEF = 3
WEATHER = "weather"
"""The track, and the note of the weather of each past game turn."""
NO_STORM_COLUMN = "no storm column"
STORMS_THAT_CLOSE_IT, LAST_TURN_OF_IT = 2, 19
IN_JUNE, STORM_TURN = {1: "clear", 2: "overcast"}, 6
"""The weather of the first Game-Turns, and the one that brings storms if none has before."""
UNCHANGED = 3
"""So many turns of clear weather, or without any, and the die is modified."""


# ------------------------------------------------------------------ the roll
@rule({"cobra-1977": "SPI 6.48"}, hook="begin_phase", also={"cobra-1977": ("SPI 4.0.A1", "SPI 4.0.B1")})
def weather_is_rolled(state: GameState, phase: str) -> list[Event] | None:
    """Each player rolls for the weather of his own player turn."""
    if phase not in PHASES:
        return None
    side, number = PHASES[phase]
    return [Asked((WeatherRoll(side, number),))]


@rule({"cobra": "5.4.1"}, hook="begin_phase")
def weather_of_the_turn(state: GameState, phase: str) -> list[Event] | None:
    """The German player rolls for the weather of the whole game turn."""
    if phase != "german-weather" or opens_clear(state) or fixed_weather(state):
        return None
    return [Asked((WeatherRoll(GERMAN, "5.4.1"),))]


@rule({"cobra": "5.4.1"}, hook="end_phase")
def weather_of_the_allied_turn(state: GameState, phase: str) -> list[Event] | None:
    """By choice the Allied player rolls for his own player turn, as it is about to begin."""
    if phase != "german-mechanized" or state.board.option("weather-roll") == "once":
        return None
    if fixed_weather(state):
        return None
    return [Asked((WeatherRoll(ALLIED, "5.4.1"),))]


@rule({"cobra": "19.1.1"}, hook="begin_phase")
def clear_at_first(state: GameState, phase: str) -> list[Event] | None:
    """The weather of the first turn of the Break-Out is clear."""
    if phase != "german-weather" or not opens_clear(state):
        return None
    return [TrackSet(WEATHER, "clear"), Noted("game", WEATHER, str(state.turn), "clear")]


def opens_clear(state: GameState) -> bool:
    """Whether this is the first turn of a Break-Out, for which no weather is rolled."""
    first = state.board.scenario.first_turn == state.turn == FIRST_COBRA_TURN
    return first and plays(state.board, "19.1.1")


@rule({"cobra": "5.9.6"}, hook="begin_phase")
def weather_is_fixed(state: GameState, phase: str) -> list[Event] | None:
    """No weather is rolled for Game-Turns 1 and 2, nor for 6 if no storm has been."""
    return _fixed(state, phase)


@rule({"cobra": "19.2.1"}, hook="begin_phase")
def weather_of_6_june(state: GameState, phase: str) -> list[Event] | None:
    """The same of Game-Turns 1 and 2, as the scenario says."""
    return None if plays(state.board, "5.9.6") else _fixed(state, phase)


def _fixed(state: GameState, phase: str) -> list[Event] | None:
    fixed = fixed_weather(state) if phase == "german-weather" else ""
    if not fixed:
        return None
    told: list[Event] = [TrackSet(WEATHER, fixed), Noted("game", WEATHER, str(state.turn), fixed)]
    if state.turn > 1 and state.note(WEATHER, str(state.turn - 1)) is None:
        told.append(Noted("game", WEATHER, str(state.turn - 1), state.tracks[WEATHER]))
    return told


def fixed_weather(state: GameState) -> str:
    """The weather that the rules have for this turn, empty where it is rolled."""
    turn, board = game_turn(state), state.board
    if turn in IN_JUNE and (plays(board, "5.9.6") or begins_on_6_june(board)):
        return IN_JUNE[turn]
    return "storms" if turn == STORM_TURN and plays(board, "5.9.6") and not stormed(state) else ""


def stormed(state: GameState) -> bool:
    """Whether a turn before this one has had storms."""
    return bool(state.note("stormed")) or "storms" in past(state, state.turn - 1)


@dataclass(frozen=True, slots=True)
class WeatherRoll(OneDie):
    """The die decides the weather of a game turn, or of a player turn."""

    player: Side
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["weather-roll"] = "weather-roll"

    def prompt(self, state: GameState) -> str:
        return "Roll for the weather."

    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        if expanded(state.board):
            return (yield from _rolled_2008(state, self, action.dice[0]))
        column = str(state.tracks["weather"])
        weather = weather_for(state, column, action.dice[0])
        state = yield Rolled(action.dice, "weather", f"after {column}: {weather}", self.rule)
        return (yield TrackSet("weather", weather))


@rule({"cobra-1977": "SPI 6.48.table"})
def weather_for(state: GameState, column: str, die: int) -> str:
    """The weather table: a column for the weather before, a row for the die."""
    if not state.board.rules.active("SPI 6.48.table"):
        return column
    return weather_1977().result(column, die)


def _rolled_2008(state: GameState, roll: WeatherRoll, die: int) -> Steps:
    """The weather by the column of the turn before and the modified die; the German roll is remembered."""
    column, modifier = column_for(state), modifier_for(state) if roll.player == GERMAN else 0
    found = weather_2008().result(column, die + modifier)
    weather = third_storm(state, found) if roll.player == GERMAN else found
    added = f", {modifier:+}" if modifier else ""
    told = weather if weather == found else f"{found}, the third running: {weather}"
    state = yield Rolled((die,), "weather", f"column {column}{added}: {told}", roll.rule)
    before = state.tracks[WEATHER]
    state = yield TrackSet(WEATHER, weather)
    if roll.player != GERMAN:
        return state
    if state.note(WEATHER, str(state.turn - 1)) is None:
        state = yield Noted("game", WEATHER, str(state.turn - 1), before)
    state = yield Noted("game", WEATHER, str(state.turn), weather)
    if storms_running(state, state.turn) >= STORMS_THAT_CLOSE_IT and plays(state.board, "5.4.3"):
        state = yield Noted("game", NO_STORM_COLUMN)
    return state


# ------------------------------------------------------------------ what went before
def past(state: GameState, last: int) -> Iterator[str]:
    """The weather of the game turns up to *last*, backwards; what is not known ends it."""
    known = state.note(WEATHER, str(last), state.tracks[WEATHER])
    while known is not None:
        yield str(known)
        last -= 1
        known = state.note(WEATHER, str(last))


def _running(state: GameState, last: int, wanted: frozenset[str]) -> int:
    """How many turns up to *last* had, one after another, a weather that is wanted."""
    count = 0
    for weather in past(state, last):
        if weather not in wanted:
            break
        count += 1
    return count


def storms_running(state: GameState, last: int) -> int:
    """How many turns of storms follow each other up to a turn."""
    return _running(state, last, frozenset({"storms"}))


@rule({"cobra": "5.4.3"})
def column_for(state: GameState) -> str:
    """A, B or C after storms, overcast or clear weather; no A after two turns of storms, nor from turn 20."""
    column = weather_columns_2008()[str(state.tracks[WEATHER])]
    closed = state.note(NO_STORM_COLUMN) or game_turn(state) > LAST_TURN_OF_IT
    return "B" if column == "A" and closed and plays(state.board, "5.4.3") else column


@rule({"cobra": "5.4.3"})
def modifier_for(state: GameState) -> int:
    """Three turns of clear weather take one from the die, three without any add one; each further turn one
    more, until the weather changes."""
    if not plays(state.board, "5.4.3"):
        return 0
    clear = _running(state, state.turn - 1, frozenset({"clear"}))
    other = _running(state, state.turn - 1, frozenset({"overcast", "storms"}))
    return max(other - UNCHANGED + 1, 0) - max(clear - UNCHANGED + 1, 0)


@rule({"cobra": "5.4.3"})
def third_storm(state: GameState, weather: str) -> str:
    """A third turn of storms running is overcast."""
    again = weather == "storms" and storms_running(state, state.turn - 1) >= STORMS_THAT_CLOSE_IT
    return "overcast" if again and plays(state.board, "5.4.3") else weather


# ------------------------------------------------------------------ what it leaves to the Germans
@rule({"cobra-1977": "SPI 6.48.german"})
def german_fraction_1977(state: GameState) -> Fraction:
    """German units move a third in clear weather, two thirds when overcast, all in storms."""
    if not state.board.rules.active("SPI 6.48.german"):
        return Fraction(1)
    return _by_weather(state)


@rule({"cobra": "5.4.2"})
def german_fraction_2008(state: GameState) -> Fraction:
    """German units move a third in clear weather, two thirds when overcast, all in storms."""
    return _by_weather(state) if plays(state.board, "5.4.2") else Fraction(1)


def german_fraction(state: GameState) -> Fraction:
    """The part of its printed allowance that weather leaves to a German unit."""
    return german_fraction_2008(state) if expanded(state.board) else german_fraction_1977(state)


def fraction_left(state: GameState, unit: Unit) -> Fraction:
    """The same for one unit: all of it where Allied air power, which is what the weather is about, does not
    touch it, and around Cherbourg for the garrison."""
    spared = untouched(state, unit.hex) or moves_freely(state, unit)
    return Fraction(1) if spared else german_fraction(state)


def _by_weather(state: GameState) -> Fraction:
    table = RELIEVED if relieved(state) else FRACTIONS
    return table[str(state.tracks["weather"])]


def relieved(state: GameState) -> bool:
    """Whether Allied exits have eased German movement."""
    return relieved_2008(state) if expanded(state.board) else relieved_1977(state)


@rule({"cobra-1977": "SPI 6.48.note"})
def relieved_1977(state: GameState) -> bool:
    """Once three Allied mechanized divisions have left west: two thirds in clear weather, all otherwise."""
    return state.board.rules.active("SPI 6.48.note") and divisions_gone_west(state) >= DIVISIONS_FOR_RELIEF


@rule({"cobra": "5.4.4"})
def relieved_2008(state: GameState) -> bool:
    """As soon as any Allied unit has left the map: two thirds in clear weather, all otherwise."""
    if not plays(state.board, "5.4.4"):
        return False
    if state.board.option("german-relief") == "any exit":
        return any_exit(state)
    return divisions_gone_west(state) >= DIVISIONS_FOR_RELIEF


def any_exit(state: GameState) -> bool:
    """Whether any Allied unit has left over any edge, be it to come back."""

    def compute() -> bool:
        return bool(state.note(LEFT_IN_THE_SOUTH)) or any(key[1] == "exited" for key in state.notes)

    return state.derived("phase", "any exit", compute)


def divisions_gone_west(state: GameState) -> int:
    """Allied mechanized divisions wholly off the west edge: every unit that was not lost has left there."""
    return state.derived("phase", "gone west", lambda: _gone_west(state))


def _gone_west(state: GameState) -> int:
    gone: dict[str, bool] = {}
    for unit in state.in_place(EXITED):
        division = unit.side == ALLIED and unit.counter.formation
        if not division or not state.note("exited mechanized", unit.id):
            continue
        left = state.note("exited", unit.id)
        gone[unit.counter.formation] = gone.get(unit.counter.formation, True) and left[1] == "W"
    for unit in state.units.values():
        if unit.side == ALLIED and unit.counter.formation in gone and unit.place != EXITED and unit.alive:
            gone[unit.counter.formation] = False
    return sum(gone.values())
