"""A game page on which nothing can be answered: map, log and dock as they stood."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtCore import QTimer, pyqtSignal

from hexcore.events import Event
from hexcore.state import GameState
from hexcore_gui.combat_room import CombatRoom
from hexcore_gui.coming import due
from hexcore_gui.decision_bar import Asked, Duty
from hexcore_gui.following import Following
from hexcore_gui.game_page import GamePage
from hexcore_gui.replay_bar import ReplayBar
from hexcore_gui.replay_link import ReplayLink
from hexcore_gui.stage import Stage
from hexcore_gui.wording import outcome_text, player_turn

SIZES = (190, 260, 380)
"""How high the parts of the dock are: the log has most of it."""
LATE = 120
"""Milliseconds after which the dock's tab follows."""


class SilentRoom(CombatRoom):
    """No combat panel takes the log's place in a replay."""

    def happened(self, events: list[Event]) -> None:
        """The log tells of combats."""

    def refresh(self) -> None:
        """Nothing is shown."""

    @property
    def visible(self) -> bool:
        return False


class ReplayFollowing(Following):
    """Trails, motion and the view follow; the log is the replay's own."""

    def _log(self, before: GameState, events: list[Event]) -> None:
        """The window knows the lines of every moment."""


class ReplayPage(GamePage):
    """`closing` asks to go back to the game, `playing` to play or to pause."""

    closing, playing = pyqtSignal(), pyqtSignal()
    room_kind, following_kind = SilentRoom, ReplayFollowing

    def __init__(self, stage: Stage, link: ReplayLink, pace: float, tiles: Path | None = None) -> None:
        self.controls = ReplayBar(stage, pace)
        self.said, self.what_if, self.looked_at = "", "", -1
        self.leave, self.notice = "Back to the game", "Nothing is decided here."
        self._late = QTimer()
        self._late.setSingleShot(True)
        self._late.setInterval(LATE)
        super().__init__(stage, link, tiles)
        self._late.timeout.connect(self.dock.refresh_page)
        self.bar.undo.hide()
        self.dock.choices.hide()
        self.dock.log.list.leaps = True
        self.dock.split.setSizes([stage.px(n) for n in SIZES])

    def _lay_out(self) -> None:
        super()._lay_out()
        outer = self.layout()
        assert outer is not None
        outer.insertWidget(2, self.controls)  # type: ignore[attr-defined]

    def refresh(self) -> None:
        """As on every page, but what the dock's tabs show comes a little later: it may take its time."""
        self.show_question()
        self.strip.show_state(self.link.state, self.link.ask(due) or ())
        self.pointing.refresh()
        self.dock.refresh(page=False)
        self._late.start()
        self.overview.update()
        self._status(self.map.hex)

    def retire(self) -> None:
        self._late.stop()
        super().retire()

    def look_at(self, hex: int) -> None:
        """Where the map is looked at first, as in the window it comes from."""
        self.looked_at = hex

    def first_hex(self) -> int:
        return self.looked_at if self.looked_at >= 0 else super().first_hex()

    def show_count(self) -> None:
        """A replay begins with the map and the log, also where the game is over."""

    def show_question(self) -> None:
        self.bar.show_asked(self._asked())

    def _asked(self) -> Asked:
        state, stage, eyes = self.link.state, self.stage, self.link.viewer
        phase = stage.board.sequence.phases[state.phase] if state.phase >= 0 else None
        owner = (phase.player_turn or phase.side) if phase is not None else stage.board.sides[0]
        ended = outcome_text(state.outcome) if state.outcome is not None else ""
        seen = f"Seen by: {stage.side_name(eyes)}" if eyes is not None else "Seen by: everybody"
        return Asked(
            owner, player_turn(stage, state), stage.side_name(owner),
            self.said or ended or "The beginning",
            sentence=f"Turn {state.turn}: {stage.phase_title(state)}", heading="Replay",
            duties=(Duty("open", self.notice), Duty("open", seen)),
            primary=self.leave, primary_look="plain",
            sign=f"Replay of what if: {self.what_if}" if self.what_if else "Replay", sign_look="replay",
        )  # fmt: skip

    def primary(self) -> None:
        self.closing.emit()

    def undo(self) -> None:
        """Nothing is taken back here."""
