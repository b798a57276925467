"""The phases of a player turn: which units move when, and what is cleared when it is over."""

from __future__ import annotations

from hexcore.actions import Action, Embark
from hexcore.events import Event, Marked, Noted
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.movement import MECHANIZED_MOVEMENT, phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, MECHANIZED
from hexcore_breakout_pursuit.supply_lines import ISOLATED, UNSUPPLIED
from hexcore_breakout_pursuit.unit_types import called, class_of, is_combat, is_non_combat

BEGUN = "combat units move"
"""A note of the player turn: the first order to a combat unit has been given."""


# ------------------------------------------------------------------ two player turns
@rule({"breakout-pursuit": "sequence.general"})
def two_player_turns() -> None:
    """A game turn has two player turns, the Allied one and then the German one."""


@rule({"breakout-pursuit": "phase_record.allied"}, also={"breakout-pursuit": ("phase_record.german",)})
def as_the_record_shows() -> None:
    """The Phase Record gives the phases of either player turn in their order; data/sequence.toml holds it."""


# ------------------------------------------------------------------ Non-Combat units first
@rule({"breakout-pursuit": "sequence.A4"}, hook="ordered")
def combat_units_begin(state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event] | None:
    """The first order to a combat unit in Initial Movement closes the Non-Combat units' movement."""
    if phase_id(state) != "allied-movement" or isinstance(action, Embark) or state.note(BEGUN):
        return None
    return [Noted("player-turn", BEGUN)] if any(is_combat(u) for u in units) else None


@rule({"breakout-pursuit": "sequence.A4"}, hook="may_take")
def non_combat_units_first(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """No Non-Combat unit begins to move, or goes on, once combat units move."""
    late = [u for u in units if is_non_combat(u) and non_combat_is_over(state)]
    if not late:
        return None
    return f"{called(late[0])} is a Non-Combat unit: those move first, and combat units have begun to move"


def non_combat_is_over(state: GameState) -> bool:
    """Whether it is too late for Non-Combat units to move in this phase."""
    return bool(
        state.board.on("non-combat-first") and phase_id(state) == "allied-movement" and state.note(BEGUN)
    )


# ------------------------------------------------------------------ the second movement
@rule({"breakout-pursuit": "sequence.A6"}, hook="may_take")
def mechanized_units_again(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Only mechanized units move in the second movement phase of a player turn."""
    if phase_id(state) not in MECHANIZED_MOVEMENT:
        return None
    slow = [u for u in units if is_non_combat(u) or class_of(state, u) not in (MECHANIZED, "")]
    return f"{called(slow[0])} is not mechanized and has moved for this turn" if slow else None


# ------------------------------------------------------------------ the end of a player turn
@rule({"breakout-pursuit": "sequence.A7"}, hook="begin_phase")
def allied_markers_removed(state: GameState, phase: str) -> list[Event] | None:
    """At the end of the Allied player turn the markers of its supply judgement come off."""
    return _markers_off(state, ALLIED) if phase == "allied-removal" else None


@rule({"breakout-pursuit": "sequence.B"}, hook="begin_phase")
def german_markers_removed(state: GameState, phase: str) -> list[Event] | None:
    """So do the German ones at the end of the German player turn."""
    return _markers_off(state, GERMAN) if phase == "german-removal" else None


def _markers_off(state: GameState, side: Side) -> list[Event]:
    """The supply markers of a side's units taken away."""
    ours = [
        (kind, id)
        for kind, id in state.markers
        if kind in (UNSUPPLIED, ISOLATED) and id in state.units and state.units[id].side == side
    ]
    return [Marked(kind, id, 0) for kind, id in sorted(ours)]
