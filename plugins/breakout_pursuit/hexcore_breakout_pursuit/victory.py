"""How the game ends, and the points ratio."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from hexcore.events import Event, Noted
from hexcore.rules import rule
from hexcore.state import GameState, Outcome
from hexcore.tables import DataError, table
from hexcore.units import Side
from hexcore_breakout_pursuit.breakout import judged_supplied
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.rhine import WANTED, bridgeheads
from hexcore_breakout_pursuit.unit_types import is_combat
from hexcore_breakout_pursuit.victory_points import SCHEDULE, schedule

DRAW, BEST = "Draw", "Allied Decisive"
PRIZES = ("essen", "dusseldorf")
HELD_SUPPLIED = "supplied on the Ruhr"
"""A note of the game, by group: at the end of the last Allied player turn supplied Allied units held it."""
_RATIO = re.compile(r"(?:(\d+(?:\.\d+)?) (<=|<) )?ratio(?: (<=|<|=|>) (\d+(?:\.\d+)?))?")
_TESTS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": Fraction.__lt__,
    "<=": Fraction.__le__,
    ">": Fraction.__gt__,
    "=": Fraction.__eq__,
}


# ------------------------------------------------------------------ the end
@rule(
    {"breakout-pursuit": "game_length.A"},
    hook="outcome",
    also={"breakout-pursuit": ("game_length.general",)},
)
def after_the_last_turn(state: GameState) -> Outcome | None:
    """The game is over after the last German phase of its last turn."""
    board = state.board
    ended = board.sequence.phases[state.phase].id == "end-of-turn" and state.turn >= board.scenario.last_turn
    if not ended or not board.rules.active("game_length.general"):
        return None
    undecided = Outcome("Undecided", "", "no rule decides the game", "game_length.A")
    return board.rules.standing(state) or undecided


# ------------------------------------------------------------------ the ratio
@rule({"breakout-pursuit": "victory.general"})
def total(state: GameState, side: Side) -> int:
    """All points of a side, added up."""
    if not state.board.rules.active("victory.general"):
        return 0
    return sum(scored.points for scored in state.board.rules.victory_points(state) if scored.side == side)


@rule({"breakout-pursuit": "victory.H"}, hook="standing")
def decided(state: GameState) -> Outcome:
    """Allied points divided by German points give the level of victory."""
    allied, german = total(state, ALLIED), total(state, GERMAN)
    level = level_of(state, allied, german)
    ratio = f"{allied / german:.2f} to 1" if german else "no ratio"
    text = f"{level}: the Allies have {allied} points, the Germans {german} ({ratio})"
    held = len(bridgeheads(state))
    text += f"; {held} hexes held beyond the Rhine, {WANTED} make a breach" if held else ""
    text += f"; {title}" if (title := war_over(state, level)) else ""
    winner = next((str(side) for side in (ALLIED, GERMAN) if level.lower().startswith(side)), "")
    return Outcome(level, winner, text, "victory.H")


@rule({"breakout-pursuit": "victory.H.table"})
def level_of(state: GameState, allied: int, german: int) -> str:
    """The level a ratio gives, its limits read strictly; without German points any Allied point decides."""
    if not state.board.rules.active("victory.H.table"):
        return DRAW
    if not german:
        return BEST if allied else DRAW
    ratio = Fraction(allied, german)
    found = next((level for level, holds in levels() if holds(ratio)), None)
    if found is None:
        raise DataError(f"{SCHEDULE}: no level for a ratio of {ratio}")
    return found


Level = tuple[str, Callable[[Fraction], bool]]


@table
def levels() -> list[Level]:
    """The levels of victory, and whether a ratio gives them."""
    found = []
    for row in schedule():
        if row.kind == "level" and row.points.endswith(tuple("0123456789")) and "ratio" in row.points:
            found.append((row.item, _condition(row.points)))
    return found


def _condition(text: str) -> Callable[[Fraction], bool]:
    """`2 < ratio <= 3` as a test."""
    match = _RATIO.fullmatch(text)
    if match is None:
        raise DataError(f"{SCHEDULE}: {text!r} is no range of ratios")
    low, above, within, high = match.groups()

    def holds(ratio: Fraction) -> bool:
        enough = low is None or _TESTS[above](Fraction(low), ratio)
        return enough and (high is None or _TESTS[within](ratio, Fraction(high)))

    return holds


# ------------------------------------------------------------------ over before Christmas
@rule({"breakout-pursuit": "victory.H.title"}, hook="begin_phase")
def ruhr_judged(state: GameState, phase: str) -> list[Event] | None:
    """Which of Essen and Düsseldorf supplied Allied units hold, as an Allied player turn ends."""
    if phase != "allied-removal":
        return None
    return [Noted("game", HELD_SUPPLIED, prize, _stands(state, prize, True) or None) for prize in PRIZES]


def _stands(state: GameState, prize: str, supplied: bool) -> bool:
    (hex,) = state.board.map.group(prize)
    units = [u for u in state.at(hex) if u.side == ALLIED and is_combat(u)]
    return any(judged_supplied(state, u) for u in units) if supplied else bool(units)


@rule({"breakout-pursuit": "victory.H.title"})
def war_over(state: GameState, level: str) -> str:
    """A decisive victory with supplied units on Essen and Düsseldorf ends the war; empty if not."""
    if level != BEST or not state.board.rules.active("victory.H.title"):
        return ""
    held = all(state.note(HELD_SUPPLIED, prize) and _stands(state, prize, False) for prize in PRIZES)
    return "the war is over before Christmas" if held else ""
