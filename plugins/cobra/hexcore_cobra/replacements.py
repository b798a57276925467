"""Replacements: steps given back in each side's replacement phase (SPI 4.0.A2 and B3, chapter 12)."""

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
from hexcore_cobra.editions import cite, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

REPLACEMENT = "replacement"
PHASES = {"german-replacement": (GERMAN, "SPI 4.0.A2"), "allied-replacement": (ALLIED, "SPI 4.0.B3")}
GERMAN_LIMIT = {"panzer": 1, "infantry": 2}
SAFE_DISTANCE = 3


def division(counter: Counter) -> str:
    """The division a unit belongs to; a unit that belongs to none stands for itself."""
    return f"{counter.nation} {counter.formation}" if counter.formation else counter.id


def arm(counter: Counter) -> str:
    """Which of the German replacements a unit takes: panzers and panzergrenadiers the panzer one."""
    return "panzer" if "mechanized" in counter.traits else "infantry"


@rule(numbers("12.1"), hook="begin_phase", also={"cobra-1977": ("SPI 4.0.A2", "SPI 4.0.B3")})
def replacements_are_due(state: GameState, phase: str) -> list[Event] | None:
    """In their replacement phases the players give steps back to reduced units."""
    if phase not in PHASES:
        return None
    side, number = PHASES[phase]
    return [Asked((Replacements(side, number),))]


@dataclass(frozen=True, slots=True)
class Replacements:
    """Give steps back to reduced units, one unit at a time."""

    side: Side
    rule: str = ""
    kind: Literal["replacements"] = "replacements"

    def prompt(self, state: GameState) -> str:
        return "Give a replacement step to a reduced unit, or end."

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
        count = arm(unit.counter) if self.side == GERMAN else str(ALLIED)
        state = yield Noted("phase", "replacements", count, state.note("replacements", count, 0) + 1)
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


def _limit_reached(state: GameState, unit: Unit) -> Refusal | None:
    if unit.side == ALLIED:
        return any_number_of_allied_units(state)
    kind = arm(unit.counter)
    if state.note("replacements", kind, 0) < GERMAN_LIMIT[kind]:
        return None
    return Refusal("SPI 4.0.A2", f"only {GERMAN_LIMIT[kind]} {kind} replacement step(s) a turn")


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
