"""A listed choice in words: which units, told apart from each other, and what is left of them after it."""

from __future__ import annotations

from typing import Any

from hexcore.actions import Commit, Overrun
from hexcore.advance import in_combat
from hexcore.customs import Custom
from hexcore.results import loss_word
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.choices import Offer
from hexcore_gui.naming import in_list, listed, several_in_list
from hexcore_gui.sight import overrun_column
from hexcore_gui.stage import Stage
from hexcore_gui.wording import answer_name, choose_text, count, offer_text


def choice_text(stage: Stage, offer: Offer, decision: Any, state: GameState) -> str:
    """One listed choice as words for a row of a list."""
    if offer.kind == "choose" and getattr(decision, "kind", "") == "take-result":
        return _result_text(stage, offer, decision, state)
    units = [state.units[id] for id in offer.units if id in state.units]
    if offer.kind == "commit" and len(units) == 1 and offer.action == Commit(offer.action.what, units[0].id):
        return in_list(stage, units[0])
    if not units or len(units) != len(offer.units) or offer.kind in ("commit", "exit", "conceal"):
        return offer_text(stage, offer, decision) + _left(stage, offer, decision, state)
    if offer.kind == "embark" and offer.action.carrier in state.units:
        aboard = tuple(id for id in offer.units if id != offer.action.carrier)
        return f"{several_in_list(stage, state, aboard)} aboard {stage.unit_name(offer.action.carrier)}"
    if offer.kind == "lose" and len(units) == 1:
        return loss_text(stage, state, units[0])
    if not offer.hexes:
        return several_in_list(stage, state, offer.units)
    return _way_text(stage, offer, state, units)


def _left(stage: Stage, offer: Offer, decision: Any, state: GameState) -> str:
    """How much there still is of what an answer spends."""
    track = stage.presentation.answer_look(answer_name(offer.action, decision)).track
    return f" ({state.tracks[track]} left)" if track in state.tracks else ""


def _way_text(stage: Stage, offer: Offer, state: GameState, units: list[Unit]) -> str:
    """`Blue 3 Infantry Division 9-9, A3703, to A3704 by A3603`."""
    where = ", ".join(stage.hex_name(h) for h in offer.hexes)
    if offer.path and len(offer.path) > 1:
        where += f" by {', '.join(stage.number(h) for h in offer.path[:-1])}"
    comma = "," if units[0].hex >= 0 else ""
    odds = f" at {overrun_column(state, offer.action)}" if isinstance(offer.action, Overrun) else ""
    return f"{several_in_list(stage, state, offer.units)}{comma} to {where}{odds}"


# ------------------------------------------------------------------ losses
def loss_text(stage: Stage, state: GameState, unit: Unit) -> str:
    """`43 Infantry Division 3-4, A3305: loses its last step: eliminated`; or what it is reduced to."""
    after, name = after_loss(state, unit), in_list(stage, unit)
    return f"{name}: {after}" if after.startswith("eliminated") else f"{name} {after}"


def after_loss(state: GameState, unit: Unit, steps: int = 1) -> str:
    """What becomes of a unit that loses so many steps."""
    if steps >= unit.steps_left or not state.board.rules.holds(Custom.STEP_BY_STEP):
        several = len(unit.counter.steps) > 1 and loss_word(state.board) == "step"
        return "loses its last step: eliminated" if several else "eliminated"
    face = unit.counter.steps[unit.losses + steps]
    left = unit.steps_left - steps
    return f"is reduced to {face.strength}-{face.movement}, {count(left, 'step')} left"


def _result_text(stage: Stage, offer: Offer, decision: Any, state: GameState) -> str:
    """`Stand, lose 2 steps: eliminates 16 Guards Division`."""
    text = choose_text(stage, offer.action, decision)
    option = offer.action.option
    units = in_combat(state, decision.role) if state.combats else ()
    steps = max(0, decision.points - int(option)) if option.isdigit() else 0
    if decision.result == "e":
        return f"{text}: {listed([in_list(stage, unit, hex=False) for unit in units])}"
    if not steps or not units:
        return text
    if steps >= sum(unit.steps_left for unit in units):
        return f"{text}: eliminates {listed([in_list(stage, unit, hex=False) for unit in units])}"
    if len(units) == 1:
        return f"{text}: {in_list(stage, units[0], hex=False)} {after_loss(state, units[0], steps)}"
    by_step = stage.loss_word == "step"
    named = [
        in_list(stage, u, hex=False) + (f" ({count(u.steps_left, 'step')})" if by_step else "") for u in units
    ]
    return f"{text}: from {' or '.join(named)}"
