"""Weather: rolled by each player in turn, by the weather of the player turn before (SPI 6.48)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from hexcore.actions import Action, Roll
from hexcore.decisions import unless_listed
from hexcore.events import Answered, Asked, Event, Rolled, Steps, TrackSet
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import CHANCE, EXITED, Side
from hexcore_cobra.charts import weather_1977
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

PHASES = {"german-weather": (GERMAN, "SPI 4.0.A1"), "allied-weather": (ALLIED, "SPI 4.0.B1")}
FRACTIONS = {"clear": Fraction(1, 3), "overcast": Fraction(2, 3), "storms": Fraction(1)}
RELIEVED = {"clear": Fraction(2, 3), "overcast": Fraction(1), "storms": Fraction(1)}
DIVISIONS_FOR_RELIEF = 3


@rule({"cobra-1977": "SPI 6.48"}, hook="begin_phase", also={"cobra-1977": ("SPI 4.0.A1", "SPI 4.0.B1")})
def weather_is_rolled(state: GameState, phase: str) -> list[Event] | None:
    """Each player rolls for the weather of his own player turn."""
    if phase not in PHASES:
        return None
    side, number = PHASES[phase]
    return [Asked((WeatherRoll(side, number),))]


@dataclass(frozen=True, slots=True)
class WeatherRoll:
    """The die decides the weather of a player turn."""

    player: Side
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["weather-roll"] = "weather-roll"

    def prompt(self, state: GameState) -> str:
        return "Roll for the weather."

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Roll((die,)) for die in range(1, 7))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, "one die is rolled, 1 to 6")

    def answer(self, state: GameState, action: Action) -> Steps:
        column = str(state.tracks["weather"])
        weather = weather_for(state, column, action.dice[0])
        state = yield Answered()
        state = yield Rolled(action.dice, "weather", f"after {column}: {weather}", self.rule)
        return (yield TrackSet("weather", weather))


@rule({"cobra-1977": "SPI 6.48.table"})
def weather_for(state: GameState, column: str, die: int) -> str:
    """The weather table: a column for the weather before, a row for the die."""
    if not state.board.rules.active("SPI 6.48.table"):
        return column
    return weather_1977().result(column, die)


@rule({"cobra-1977": "SPI 6.48.german"})
def german_fraction(state: GameState) -> Fraction:
    """German units move a third in clear weather, two thirds when overcast, all in storms."""
    if not state.board.rules.active("SPI 6.48.german"):
        return Fraction(1)
    table = RELIEVED if relieved(state) else FRACTIONS
    return table[str(state.tracks["weather"])]


@rule({"cobra-1977": "SPI 6.48.note"})
def relieved(state: GameState) -> bool:
    """Once three Allied mechanized divisions have left west: two thirds in clear weather, all otherwise."""
    return state.board.rules.active("SPI 6.48.note") and divisions_gone_west(state) >= DIVISIONS_FOR_RELIEF


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
