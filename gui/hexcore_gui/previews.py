"""What an answer would bring, shown before it is given: the one pointed at, else the ending one."""

from __future__ import annotations

from typing import Any

from hexcore.rules import Foretold
from hexcore.state import GameState
from hexcore_gui.choices import Offer
from hexcore_gui.table_link import TableLink

MOST = 24
"""So many answers of a question are asked about; where more are listed, their names must do."""


class Previews:
    """What the ruleset foretells of the answers to the question on the table."""

    def __init__(self, link: TableLink) -> None:
        self.link = link
        self._state: GameState | None = None
        self._known: dict[Any, Foretold | None] = {}

    def of(self, offer: Offer | None) -> Foretold | None:
        """What an answer would bring; without one, the answer that ends the question."""
        link = self.link
        if link.game is None or link.decision is None or not link.ours or len(link.choices.offers) > MOST:
            return None
        meant = offer or link.choices.ending
        return self._asked(meant.action) if meant is not None else None

    def _asked(self, action: Any) -> Foretold | None:
        if self._state is not self.link.state:
            self._state = self.link.state
            self._known.clear()
        if action not in self._known:
            decision = self.link.decision
            assert decision is not None
            self._known[action] = self.link.ask(lambda s: s.board.rules.foretold(s, decision, action))
        return self._known[action]

    def text(self, offer: Offer | None) -> str:
        """The same in words, empty where nothing is foretold."""
        told = self.of(offer)
        return told.text if told is not None else ""
