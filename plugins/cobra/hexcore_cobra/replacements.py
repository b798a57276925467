"""Replacements: steps given back in each side's replacement phase (SPI 4.0.A2 and B3; chapter 12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Steps, StepsLost
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import Counter, Side, Unit
from hexcore_cobra.charts import turn_record
from hexcore_cobra.combat import BRITISH, army
from hexcore_cobra.editions import cite, expanded, game_turn, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

REPLACEMENT = "replacement"
PHASES = {"german-replacement": (GERMAN, "SPI 4.0.A2"), "allied-replacement": (ALLIED, "SPI 4.0.B3")}
MOVEMENT = ("german-movement", "allied-movement")
PANZER, INFANTRY = "panzer", "infantry"
GERMAN_LIMIT = {PANZER: 1, INFANTRY: 2}
"""The most steps of each kind in a turn."""
MOST_SAVED, HALF_A_STEP, FIRST_HALF = 1, "0.5", 10
SAFE_DISTANCE = 3
STURM_FLAK = "III Sturm-Flak Korps"
SAVED, TOOK = "steps saved", "took a step"


def division(counter: Counter) -> str:
    """The division a unit belongs to; a unit that belongs to none, or to a corps, stands for itself."""
    in_one = counter.formation and counter.formation != STURM_FLAK
    return f"{counter.nation} {counter.formation}" if in_one else counter.id


def arm(counter: Counter) -> str:
    """Which replacements a unit takes: panzers, panzergrenadiers and all else mechanized the panzer ones."""
    return PANZER if "mechanized" in counter.traits else INFANTRY


@rule(numbers("12.1"), hook="begin_phase", also={"cobra-1977": ("SPI 4.0.A2", "SPI 4.0.B3")})
def replacements_are_due(state: GameState, phase: str) -> list[Event] | None:
    """In their replacement phases the players give steps back to reduced units."""
    if phase not in PHASES:
        return None
    side, number = PHASES[phase]
    number = "12.1" if expanded(state.board) else number
    return [Asked((Replacements(side, number),))]


@dataclass(frozen=True, slots=True)
class Replacements:
    """Give steps back to reduced units, one unit at a time."""

    side: Side
    rule: str = ""
    kind: Literal["replacements"] = "replacements"

    def prompt(self, state: GameState) -> str:
        if self.side != GERMAN:
            return "Give a replacement step to a reduced unit, or end."
        later = expanded(state.board)
        left = " and ".join(
            f"{steps_left(state, kind) if later else most - state.note('replacements', kind, 0)} {kind}"
            for kind, most in GERMAN_LIMIT.items()
        )
        return f"Give back steps: {left} left."

    def forced(self, state: GameState) -> Action | None:
        return Done() if next(self._eligible(state), None) is None else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        yield from (Commit(REPLACEMENT, unit=unit.id) for unit in self._eligible(state))

    def _eligible(self, state: GameState) -> Iterator[Unit]:
        for unit in state.on_map(self.side):
            if unit.losses and replacement_refusal(state, unit) is None:
                yield unit

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Commit) or action.what != REPLACEMENT:
            return not_an_answer(self, action, "commit", "done")
        if action.unit not in state.units or state.units[action.unit].side != self.side:
            return Refusal(self.rule, "name a reduced unit of yours")
        return replacement_refusal(state, state.units[action.unit])

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        unit = state.units[action.unit]
        state = yield StepsLost(unit.id, unit.losses - 1)
        state = yield Noted("turn", "replaced", division(unit.counter))
        for count in counted_as(state, unit):
            state = yield Noted("phase", "replacements", count, state.note("replacements", count, 0) + 1)
        if expanded(state.board):
            state = yield Noted("player-turn", TOOK, unit.id)
        if self.side == ALLIED:
            used = state.note("allied replacements", default=0)
            state = yield Noted("game", "allied replacements", value=used + 1)
        return state


def replacement_refusal(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit may not get a step back now."""
    name = unit.counter.name
    if unit.hex < 0 or not unit.losses:
        return Refusal(cite(state.board, "12.1"), f"{name} is no reduced unit on the map")
    limit = _limit_reached(state, unit)
    if limit is not None:
        return limit
    return one_step_a_division(state, unit) or within_reach(state, unit)


def counted_as(state: GameState, unit: Unit) -> list[str]:
    """What a step given to a unit counts against."""
    if unit.side == GERMAN:
        return [arm(unit.counter)]
    british = army(unit.counter) == BRITISH and arm(unit.counter) == INFANTRY
    short = british and plays(state.board, "12.3.4")
    return [str(ALLIED), BRITISH] if short else [str(ALLIED)]


def _limit_reached(state: GameState, unit: Unit) -> Refusal | None:
    if unit.side == ALLIED:
        return any_number_of_allied_units(state) or british_infantry_is_short(state, unit)
    if expanded(state.board):
        return no_flak(state, unit) or german_steps_are_used(state, unit)
    kind = arm(unit.counter)
    if state.note("replacements", kind, 0) < GERMAN_LIMIT[kind]:
        return None
    return Refusal("SPI 4.0.A2", f"no more than {GERMAN_LIMIT[kind]} {kind} in a turn get a step")


# ------------------------------------------------------------------ how many
@rule({"cobra": "12.3.1"})
def german_steps_are_used(state: GameState, unit: Unit) -> Refusal | None:
    """The Germans get steps by the turn, panzer and infantry steps apart, and may save one of each."""
    kind = arm(unit.counter)
    if not plays(state.board, "12.3.1") or steps_left(state, kind) > 0:
        return None
    used: int = state.note("replacements", kind, 0)
    reason = f"{used} used" if used else "none saved, and none due"
    return Refusal("12.3.1", f"no {kind} replacement step is left in this turn: {reason}")


def steps_left(state: GameState, kind: str) -> int:
    """The German steps of a kind that may still be used in this turn."""
    used: int = state.note("replacements", kind, 0)
    return min(GERMAN_LIMIT[kind], _steps_there(state, kind)) - used


def _steps_there(state: GameState, kind: str) -> int:
    """The steps of a kind that this turn began with: those saved, and those it brings."""
    saved: int = state.note(SAVED, kind, 0)
    return saved + german_steps_due(state, kind)


def german_steps_due(state: GameState, kind: str) -> int:
    """The steps a turn brings; of half a step a turn, one every second turn, from the second on."""
    turn = game_turn(state)
    row = turn_record()[turn]
    rate = row.german_mech_replacements if kind == PANZER else row.german_inf_replacements
    if rate != HALF_A_STEP:
        return int(rate)
    return (turn - max(state.board.scenario.first_turn, FIRST_HALF)) % 2


@rule({"cobra": "12.3.1"}, hook="end_phase")
def german_steps_are_saved(state: GameState, phase: str) -> list[Event] | None:
    """No more than one step of each kind is kept for later turns."""
    if phase != "german-replacement":
        return None
    left = {kind: _steps_there(state, kind) - state.note("replacements", kind, 0) for kind in GERMAN_LIMIT}
    return [Noted("game", SAVED, kind, min(number, MOST_SAVED)) for kind, number in left.items()]


@rule({"cobra": "12.3.2"})
def no_flak(state: GameState, unit: Unit) -> Refusal | None:
    """Units of III Sturm-Flak Korps take infantry steps; without the case they take none."""
    if unit.counter.formation != STURM_FLAK or plays(state.board, "12.3.2"):
        return None
    return Refusal("", f"{unit.counter.name} is neither a panzer unit nor infantry")


@rule(numbers("12.3.4"))
def british_infantry_is_short(state: GameState, unit: Unit) -> Refusal | None:
    """From the turn of 1 August the British, Canadians and Poles get two infantry steps a turn at most."""
    if BRITISH not in counted_as(state, unit):
        return None
    most = turn_record()[game_turn(state)].british_inf_replacement_cap
    if not most.isdecimal() or state.note("replacements", BRITISH, 0) < int(most):
        return None
    return Refusal(cite(state.board, "12.3.4"), f"only {most} British infantry steps a turn")


@rule(numbers("12.3.3"))
def any_number_of_allied_units(state: GameState) -> Refusal | None:
    """The Allied player brings up as many units as he likes; without the case one in a turn."""
    if plays(state.board, "12.3.3") or not state.note("replacements", str(ALLIED), 0):
        return None
    return Refusal("", "one Allied unit has had its replacement in this turn")


@rule(numbers("12.2.2"))
def one_step_a_division(state: GameState, unit: Unit) -> Refusal | None:
    """Each division, one counter or several, gets one replacement step in a game turn at most."""
    if not state.note("replaced", division(unit.counter)) or not plays(state.board, "12.2.2"):
        return None
    return Refusal(
        cite(state.board, "12.2.2"), f"the division of {unit.counter.name} has had its step in this turn"
    )


@rule({"cobra": "12.2.3"})
def slowed(state: GameState, unit: Unit) -> bool:
    """A unit that got a step in this player turn moves half its allowance in the initial movement phase."""
    if ("player-turn", TOOK, unit.id) not in state.notes or not plays(state.board, "12.2.3"):
        return False
    return state.board.sequence.phases[state.phase].id in MOVEMENT


@rule(numbers("12.2.1"))
def within_reach(state: GameState, unit: Unit) -> Refusal | None:
    """A unit gets a replacement step only in supply and three or more hexes from the nearest enemy unit."""
    if not plays(state.board, "12.2.1"):
        return None
    name, enemy = unit.counter.name, state.enemy(unit.side)
    close = [hex for hex in state.board.map.within(unit.hex, SAFE_DISTANCE - 1) if hex in state.stacks]
    foes = [u for hex in close for u in state.at(hex) if u.side == enemy]
    if foes:
        return Refusal(
            cite(state.board, "12.2.1"), f"{name} stands less than three hexes from {foes[0].counter.name}"
        )
    if state.board.rules.supply_state(state, unit) != "supplied":
        return Refusal(cite(state.board, "12.2.1"), f"{name} is out of supply")
    return None
