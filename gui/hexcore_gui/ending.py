"""The end of a phase: what is owed bars it; what may be forgotten and matters is asked about first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal

from hexcore_gui.questions import PHASES, owed, perhaps_forgotten

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage


class Ending(QObject):
    """Ends the phases of one page. `unasked` are the ids of phases that end without a question;
    `changed` when that set does."""

    changed = pyqtSignal()

    def __init__(self, page: GamePage) -> None:
        super().__init__(page)
        self.page = page
        self.unasked: frozenset[str] = frozenset()
        page.end_phase.confirmed.connect(self.now)
        page.end_phase.silenced.connect(self._silence)

    @property
    def phase(self) -> str:
        """The id of the phase that is being played."""
        state = self.page.link.state
        return str(state.board.sequence.phases[state.phase].id) if state.phase >= 0 else ""

    def ask(self) -> None:
        """Ends the phase; first shows what is owed, and what may be forgotten where that is still asked."""
        link, page, decision = self.page.link, self.page, self.page.link.decision
        assert decision is not None
        duties = owed(link) if decision.kind in PHASES else []
        if not duties and self.phase not in self.unasked:
            duties = perhaps_forgotten(page.stage, link, link.state, decision)
        if duties:
            page.end_phase.ask(page.stage.phase_title(link.state), duties)
        else:
            self.now()

    def now(self) -> None:
        ending = self.page.link.choices.ending
        if ending is not None:
            self.page.pointing.give(ending.action)

    def ask_again(self) -> None:
        """Every phase is asked about from now on."""
        self.unasked = frozenset()
        self.changed.emit()

    def _silence(self) -> None:
        self.unasked |= {self.phase}
        self.changed.emit()
