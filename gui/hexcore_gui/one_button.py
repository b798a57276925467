"""What the one button of a question says."""

from __future__ import annotations

from typing import Any

from hexcore.advance import in_combat
from hexcore.state import GameState
from hexcore_gui.stage import Stage
from hexcore_gui.wording import lower_first

PRIMARY = {
    "movement-phase": "End phase",
    "combat-phase": "End phase",
    "in-hand": "Put down",
    "muster": "Declare attack",
    "support": "Go on",
    "advance-after-combat": "Stay",
}
"""What the one button says, by the kind of question."""


def primary_label(stage: Stage, decision: Any, state: GameState) -> str:
    """What the one button says; with the side's name where the other side's phase is played."""
    look = stage.presentation.questions.get(decision.kind)
    said = (look.button if look else "") or PRIMARY.get(decision.kind, "Done")
    if decision.kind == "advance-after-combat" and said == PRIMARY[decision.kind]:
        gone = (state.note("advanced", unit.id) for unit in in_combat(state, decision.role))
        said = "Done" if any(gone) else said
    return f"{stage.side_name(decision.side)}: {lower_first(said)}" if guest_of(state, decision) else said


def guest_of(state: GameState, decision: Any) -> bool:
    """Whether a side is asked in the other side's phase."""
    whose = state.board.sequence.phases[state.phase].side if state.phase >= 0 else ""
    return whose in state.board.sides and decision.side in state.board.sides and decision.side != whose
