"""Before the dice of a combat: no answer throws them whose odds nobody at this window has seen.

An answer after which the dice would fall at once is held; the combat panel shows the combat as it would be
fought, and the button throws the dice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hexcore.actions import Action
from hexcore.game import Game, IllegalAction, TypedDice
from hexcore.state import GameState
from hexcore.units import CHANCE, Side
from hexcore_gui.choices import Choices
from hexcore_gui.combat_parts import Foot
from hexcore_gui.combat_sight import CombatSight, combat_sight
from hexcore_gui.decision_bar import Asked, Duty
from hexcore_gui.questions import PHASES
from hexcore_gui.stage import Stage

if TYPE_CHECKING:
    from hexcore_gui.combat_room import CombatRoom

BEGINS = ("declare", "attack", "overrun")
"""Kinds of answer that begin a combat, whose dice can fall at once."""
GOES_ON = ("commit", "choose", "done")
"""Kinds of answer after which the dice of a combat can fall that is begun, or for which units are chosen."""
ROLL = "Roll the die"
NOTE = "The die falls at once and cannot be taken back."


class BeforeDice:
    """The answer held on one page, if there is one."""

    def __init__(self, room: CombatRoom) -> None:
        self.room, self.link = room, room.link
        self.held: Action | None = None
        room.pointing.held = self.holds

    # ---------------------------------------------------------------- holding
    def holds(self, action: Any) -> bool:
        """Whether an answer waits for the button, because it throws dice whose odds were not in sight."""
        was, self.held = self.held, None
        throws = self._sight_of(action)
        if throws and (action.kind == "commit" or not self._seen(throws)):  # to commit is not to go on
            self.held = action
        self.room.pointing.pointed = frozenset(throws.combat.targets) if throws and self.held else frozenset()
        if self.held is not None or was is not None:
            self.room.refresh()
            self.room.shown_anew.emit()
        return self.held is not None

    def throw(self) -> bool:
        """Gives the answer held; False when there is none."""
        action, self.held = self.held, None
        return action is not None and self.link.submit(action)

    def put_back(self) -> bool:
        """The answer held is not given; False when there is none."""
        if self.held is None:
            return False
        self.held, self.room.pointing.pointed = None, frozenset()
        self.room.refresh()
        self.room.shown_anew.emit()
        return True

    def _seen(self, throws: CombatSight) -> bool:
        shown = self.room.sight
        if shown is None or not self.room.visible or shown.rolled:
            return False
        now = (throws.combat.targets, throws.ratio, throws.final_column, throws.modifiers)
        return now == (shown.combat.targets, shown.ratio, shown.final_column, shown.modifiers)

    # ---------------------------------------------------------------- looking ahead
    def sight(self) -> CombatSight | None:
        """The combat that the answer held would fight, or else the button of a question with units chosen."""
        action = self.held
        if action is None and not self.link.state.combats and self._gathers():
            ending = self.link.choices.ending
            action = ending.action if ending is not None else None
        return self._sight_of(action) if action is not None else None

    def _may_throw(self, action: Any) -> bool:
        """Whether it is worth finding out."""
        decision = self.link.decision
        if action.kind in BEGINS:
            return getattr(decision, "kind", "") != "combat-phase"
        begun = bool(self.link.state.combats) or hasattr(decision, "units")
        return action.kind in GOES_ON and begun and getattr(decision, "kind", "") not in PHASES

    def _gathers(self) -> bool:
        """Whether the question on the table gathers units before something is done with them."""
        decision = self.link.decision
        if decision is None or not self.link.ours or decision.kind in (*PHASES, "in-hand"):
            return False
        return bool(getattr(decision, "units", ()))

    def _sight_of(self, action: Action) -> CombatSight | None:
        """The combat whose dice an answer throws; None when it throws none."""
        game, decision, stage = self.link.game, self.link.decision, self.room.stage
        if game is None or decision is None or not self.link.ours or decision.side == CHANCE:
            return None
        if isinstance(game.dice, TypedDice) or not self._may_throw(action):
            return None
        viewer = self.link.viewer
        return self.link.ask(lambda _s: _thrown(stage, game.state, viewer, action))

    # ---------------------------------------------------------------- what is shown
    def choices(self) -> Choices:
        """While an answer is held: what else could be done with the units of the same hex."""
        held, units = self.held, self.link.state.units
        if held is None:
            return self.link.choices
        if self.room.fighting or self.room.sight is None:
            return Choices()
        targets = set(self.room.sight.combat.targets)
        about = [o for o in self.link.choices.offers if o.units and o.action != held]
        found = [o for o in about if all(units[id].hex in targets for id in o.units if id in units)]
        return Choices(tuple(found) if len(found) > 1 else ())

    @property
    def label(self) -> str:
        """What the button says."""
        decision = self.link.decision
        look = self.room.stage.presentation.questions.get(decision.kind) if decision is not None else None
        own = look.button if look is not None and not self.room.fighting else ""
        return own or ROLL

    def foot(self, asked: str) -> Foot:
        return Foot(asked, NOTE, self.label, True, fighting=True, held=self.held is not None)

    def asked(self, asked: Asked) -> Asked:
        """The bar over the map while an answer is held: its button throws the dice."""
        if self.held is None:
            return asked
        duties = (Duty("open", "Nothing is settled yet · Esc puts it back"),)
        return replace(asked, duties=duties, primary=self.label, key="Space", ready=True)


def _thrown(stage: Stage, state: GameState, viewer: Side | None, action: Action) -> CombatSight | None:
    """The combat as it stands when its dice are asked for right after an answer."""
    trial = Game(state.board, state, TypedDice())
    try:
        trial.submit(action)
    except IllegalAction:
        return None
    after = trial.decision
    if after is None or after.side != CHANCE or after.kind != "combat-roll":
        return None
    seen = trial.view(viewer)
    return combat_sight(stage, seen, seen.combat) if seen.combats else None
