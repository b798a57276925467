"""Special rules A and G of the July set-ups."""

from __future__ import annotations

from hexcore.events import Event, Noted
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.unit_types import called, is_combat

COAST, INLAND = "frozen-coast", "north-of-the-seine-above-2000"
"""Groups of hexes: whose garrisons are frozen, and where an Allied combat unit sets them free."""
FROZEN, RELEASED = "frozen on the coast", "coast released"


# ------------------------------------------------------------------ A: the game opens with the attack
@rule({"breakout-pursuit": "special.A"}, hook="may_take")
def nobody_moves_first(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """No Allied unit, Non-Combat units among them, moves in the first Initial Movement Phase."""
    first = state.turn == state.board.scenario.first_turn and phase_id(state) == "allied-movement"
    if not first or "A" not in sheet(state).special:
        return None
    return f"{called(units[0])} stays: in this scenario no Allied unit moves before the first combat"


# ------------------------------------------------------------------ G: the coast waits
@rule({"breakout-pursuit": "special.G"}, hook="begin_game")
def garrisons_at_the_start(state: GameState) -> list[Event]:
    """German units that start on, or next to, the ports named are frozen."""
    return _garrisons(state)


@rule({"breakout-pursuit": "special.G"}, hook="end_phase")
def garrisons_set_up(state: GameState, phase: str) -> list[Event]:
    """The same where the units are put there in the set-up phase."""
    begins = state.turn == state.board.scenario.first_turn
    return _garrisons(state) if phase == "german-setup" and begins else []


def _garrisons(state: GameState) -> list[Event]:
    if "G" not in sheet(state).special:
        return []
    hex_map = state.board.map
    coast = set(hex_map.group(COAST))
    coast |= {near for hex in tuple(coast) for near in hex_map.around(hex)}
    there = {u.id for u in state.on_map(GERMAN) if u.hex in coast and is_combat(u)}
    before = {subject for scope, key, subject in state.notes if key == FROZEN}
    gone: list[Event] = [Noted("game", FROZEN, id, None) for id in sorted(before - there)]
    return gone + [Noted("game", FROZEN, id) for id in sorted(there - before)]


@rule({"breakout-pursuit": "special.G"}, hook="may_take")
def garrisons_stay(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Frozen units do not move until they are released; they fight and retreat as others do."""
    held = [u for u in units if state.note(FROZEN, u.id) and not state.note(RELEASED)]
    if not held:
        return None
    return (
        f"{called(held[0])} began on the coast and stays in {state.board.map.numbers[held[0].hex]} until an "
        "Allied combat unit has been north of the Seine above row 2000"
    )


@rule({"breakout-pursuit": "special.G"}, hook="end_phase")
def coast_released(state: GameState, phase: str) -> list[Event]:
    """An Allied combat unit that has been in any hex of the far bank sets the coast free for good.

    Every hex a combat unit enters, goes through or lands in is held by its side until the enemy enters it.
    """
    if "G" not in sheet(state).special or state.note(RELEASED):
        return []
    taken = any(state.control.get(hex) == ALLIED for hex in state.board.map.group(INLAND))
    return [Noted("game", RELEASED)] if taken else []
