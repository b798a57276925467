"""Counsel for computer players on bombs, the army boundary and 15th Army. Nothing here is a rule."""

from __future__ import annotations

from hexcore.actions import Action, Choose, Commit, Conceal
from hexcore.decisions import Decision
from hexcore.rules import general
from hexcore.state import GameState
from hexcore_cobra.army_boundary import STAY, BoundaryLaid, BoundaryMove
from hexcore_cobra.boundary_line import spot
from hexcore_cobra.carpet_bombing import NOTHING, CarpetBombing, CarpetPlan
from hexcore_cobra.editions import game_turn
from hexcore_cobra.fifteenth_army import Release
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

LATE = 24
"""From this Game-Turn on a fresh German division comes too late for what it costs."""


@general("answer_worth")
def bombs_boundary_and_releases(state: GameState, decision: Decision, action: Action) -> float | None:
    """Bombs fall where most strength faces the front; the boundary stays, and runs level from Vire."""
    if isinstance(decision, (CarpetPlan, CarpetBombing)):
        return _bombs_worth(state, action)
    if isinstance(decision, BoundaryMove) and isinstance(action, Choose):
        return 0.1 if action.option == STAY else 0.0
    if isinstance(decision, BoundaryLaid) and isinstance(action, Commit) and action.hex is not None:
        return -_off_the_row_of_vire(state, action.hex)
    if isinstance(decision, Release) and isinstance(action, Commit):
        return 0.5 if game_turn(state) < LATE else -0.5
    return None


def _bombs_worth(state: GameState, action: Action) -> float | None:
    """A third of the strength in a hex that Allied units stand next to; nothing elsewhere."""
    if isinstance(action, Conceal):
        return 0.0 if action.choice == NOTHING else _strength_at(state, state.board.map.hex(action.choice))
    if isinstance(action, Commit) and action.hex is not None:
        return _strength_at(state, action.hex)
    return None


def _strength_at(state: GameState, hex: int) -> float:
    near = any(unit.side == ALLIED for n in state.board.map.around(hex) for unit in state.at(n))
    strength = sum(unit.step.strength for unit in state.at(hex) if unit.side == GERMAN)
    return strength / 3 if near else -1.0


def _off_the_row_of_vire(state: GameState, hex: int) -> float:
    """How many rows a hex is from the first one south of Vire, and how far from it, much less."""
    game_map = state.board.map
    vire = game_map.group("vire")[0]
    rows = abs(spot(game_map, hex)[1] - spot(game_map, vire)[1] - 1)
    return rows + game_map.distance(hex, vire) / 100
