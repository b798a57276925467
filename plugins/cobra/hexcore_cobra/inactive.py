"""Headquarters on their inactive side: moved in a mechanized phase or displaced, they help nobody (9.2.7)."""

from __future__ import annotations

from hexcore.actions import Action, Move
from hexcore.events import Event, Marked
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra.editions import cite, numbers, plays

INACTIVE = "inactive"
MECHANIZED = ("german-mechanized", "allied-mechanized")


@rule(numbers("9.2.7"))
def inactive(state: GameState, hq: Unit) -> Refusal | None:
    """An HQ on its inactive side gives no columns."""
    if not plays(state.board, "9.2.7") or not state.marker(INACTIVE, hq.id):
        return None
    return Refusal(cite(state.board, "9.2.7"), f"{hq.counter.name} is on its inactive side")


def flipped(state: GameState, hq: Unit) -> list[Event]:
    """An HQ is turned to its inactive side, if it does not lie on it."""
    if not plays(state.board, "9.2.7") or state.marker(INACTIVE, hq.id):
        return []
    return [Marked(INACTIVE, hq.id)]


@rule(numbers("9.2.7"), hook="ordered")
def flipped_as_it_moves(state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event] | None:
    """An HQ that moves in a mechanized movement phase is turned at once."""
    if not isinstance(action, Move) or state.board.sequence.phases[state.phase].id not in MECHANIZED:
        return None
    return [event for hq in units if hq.counter.kind == "hq" for event in flipped(state, hq)]


@rule(numbers("9.2.7"), hook="begin_phase")
def active_again(state: GameState, phase: str) -> list[Event] | None:
    """At the start of its owner's next player turn it is active again."""
    phases = state.board.sequence.phases
    now = phases[state.phase]
    if state.phase and phases[state.phase - 1].player_turn == now.player_turn:
        return None
    turned = [id for (kind, id), count in state.markers.items() if kind == INACTIVE and count]
    return [Marked(INACTIVE, id, 0) for id in turned if state.units[id].side == now.player_turn]
