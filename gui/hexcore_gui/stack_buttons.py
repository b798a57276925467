"""Buttons of the stack panel: the whole stack, or one division of it, in hand at one press."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtWidgets import QWidget

from hexcore.actions import PutDown, Take
from hexcore.units import Unit
from hexcore_gui.parts import Flow, button
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage

MOVING = ("movement-phase", "in-hand")


def groups_of(link: TableLink, units: list[Unit], in_hand: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What can be taken in hand together, by what the button says; empty where nothing is to be moved."""
    decision = link.decision
    if decision is None or not link.ours or decision.kind not in MOVING:
        return {}
    own = [unit for unit in units if unit.side == decision.side and unit.counter.steps]
    found = {f"Move the stack ({len(own)})": tuple(unit.id for unit in own)}
    for formation in dict.fromkeys(unit.counter.formation for unit in own):
        alike = tuple(unit.id for unit in own if unit.counter.formation == formation)
        if formation and 1 < len(alike) < len(own):
            found[f"Move {formation} ({len(alike)})"] = alike
    return {said: ids for said, ids in found.items() if len(ids) > 1 and set(ids) != set(in_hand)}


def take_together(link: TableLink, ids: tuple[str, ...]) -> bool:
    """Takes units in hand together, whatever was in hand before; a refusal is told as any other."""
    decision, action = link.decision, Take(ids)
    if decision is not None and decision.kind == "in-hand" and link.refusal(action) is not None:
        link.submit(PutDown())
    return link.submit(action)


class StackButtons(QWidget):
    """One button a group."""

    def __init__(
        self, stage: Stage, groups: dict[str, tuple[str, ...]], pressed: Callable[[tuple[str, ...]], object]
    ) -> None:
        super().__init__()
        flow = Flow(6)
        self.setLayout(flow)
        for n, (said, ids) in enumerate(groups.items()):
            made = button(stage.theme, said, partial(pressed, ids), look="chip")
            made.setToolTip(
                "Shift-click on the stack does the same" if n == 0 else "Ctrl-click does the same"
            )
            flow.addWidget(made)


def move_stack(page: GamePage) -> None:
    """The stack that is looked at, in hand; where there is none the status line says so."""
    pointing, state = page.pointing, page.link.state
    hand = tuple(unit.id for unit in pointing.in_hand)
    hex = state.units[hand[0]].hex if hand else pointing.hex
    groups = groups_of(page.link, list(state.at(hex)) if hex >= 0 else [], hand)
    if groups:
        take_together(page.link, next(iter(groups.values())))
    else:
        page.status.say("No stack of yours that could be moved is selected.")
