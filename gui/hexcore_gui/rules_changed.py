"""A game whose rules have changed since: what has, how far it holds, and the game brought over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QDialog, QFileDialog, QLineEdit, QWidget

from hexcore.record import RecordError
from hexcore.repinning import Holding, NotAllHolds, holding, migrated
from hexcore.ruleset import UnknownName
from hexcore.tables import DataError
from hexcore_gui.long_work import LongWork, Step
from hexcore_gui.parts import SectionHead, button, column, label, paragraph, row
from hexcore_gui.theme import Theme
from hexcore_gui.watching import Recorded, recorded
from hexcore_gui.wording import count
from hexcore_gui.work_bar import PATIENCE, Measure

FAULTS = (RecordError, UnknownName, DataError, OSError)
WHAT = (
    "The game can be brought over into a new file and played on there, under the rules that are installed"
    " now. The old file stays as it is. Or look at it as it was recorded: nothing is changed by that."
)


class RulesChangedDialog(QDialog):
    """`brought_over` brings the new file, `watched` what is recorded of the game, to be looked at."""

    brought_over = pyqtSignal(str)
    watched = pyqtSignal(object)

    def __init__(self, theme: Theme, path: Path, told: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.path_of_game = path
        self.held: Holding | None = None
        self.setWindowTitle("The rules have changed")
        self.setMinimumWidth(round(560 * theme.ui_scale))
        outer = column(self, 10, (18, 12, 18, 14))
        outer.addWidget(SectionHead(theme, "The rules have changed", path.name))
        self.told = paragraph(theme, told, 12.5, ink="ink")
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        outer.addWidget(self.told)
        outer.addWidget(paragraph(theme, WHAT, 12.5))
        self.holds = paragraph(theme, "", 12.5, 600, "ink")
        self.holds.hide()
        outer.addWidget(self.holds)
        self.path = QLineEdit(str(fresh(path)))
        self.path.setAccessibleName("File for the game brought over")
        self.path.setFont(theme.ui_font(12.5))
        line = row(gap=8)
        line.addWidget(label(theme, "New file", 12.5))
        line.addWidget(self.path, 1)
        line.addWidget(button(theme, "Browse …", self._browse))
        outer.addLayout(line)
        self.why = paragraph(theme, "", 12, ink="may_not")
        self.why.hide()
        outer.addWidget(self.why)
        self.work: LongWork | None = None
        self.measure = Measure(theme)
        self.measure.given_up.connect(self.give_up)
        self.measure.hide()
        outer.addWidget(self.measure)
        outer.addStretch(1)
        foot = row(gap=8)
        foot.addStretch(1)
        foot.addWidget(button(theme, "Close", self.reject))
        self.watch = button(theme, "Watch it", self._watch)
        self.watch.setToolTip("A replay of the game as it was recorded")
        self.look = button(theme, "See how far it holds", self._look)
        self.bring = button(theme, "Bring the game over", self._bring, look="primary")
        foot.addWidget(self.watch)
        foot.addWidget(self.look)
        foot.addWidget(self.bring)
        outer.addLayout(foot)

    def _browse(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "The new file", self.path.text(), "Games (*.hexgame)")
        if name:
            self.path.setText(name)

    @property
    def busy(self) -> bool:
        """Whether the game is being played through."""
        return self.work is not None and self.work.busy

    def _look(self) -> None:
        """Plays the game through under the present rules, writing nothing."""
        path = self.path_of_game
        self._begin("Playing it through", lambda step: holding(path, step), self._looked)

    def _looked(self, held: Holding) -> None:
        self.held = held
        self.holds.setText(told(held))
        self.holds.show()
        if held.refused_at:
            self.bring.setText(f"Bring over the first {count(held.actions, 'step')}")

    def _watch(self) -> None:
        """Reads what is recorded; when it has been looked at, this dialog is opened again."""
        path = self.path_of_game
        self._begin("Reading the game", lambda step: recorded(path, step), self._read)

    def _read(self, found: Recorded) -> None:
        self.hide()
        self.watched.emit(found)

    def _bring(self) -> None:
        """Brings the game over; where not all of it holds, that is said first."""
        path, new = self.path_of_game, Path(self.path.text().strip())
        told_first = self.held is not None

        def work(step: Step) -> Holding:
            return migrated(path, new, as_far_as_it_holds=told_first, step=step)

        self._begin("Bringing it over", work, lambda held: self._brought(held, new), self._not_brought)

    def _brought(self, held: Holding, new: Path) -> None:
        self.accept()
        self.brought_over.emit(str(new))

    def _not_brought(self, fault: BaseException) -> None:
        """It does not hold to its end: how far it does is said before anything is written."""
        if self.held is None and isinstance(fault, NotAllHolds):
            self._looked(fault.held)
        else:
            self._failed(fault)

    # ---------------------------------------------------------------- at work
    def _begin(
        self,
        text: str,
        work: Callable[[Step], Any],
        done: Callable[[Any], object],
        failed: Callable[[BaseException], object] | None = None,
    ) -> None:
        self.why.hide()
        self.measure.begin(text)
        self.work = LongWork(work, text, self)
        self.work.told.connect(self.measure.show_far)
        self.work.done.connect(self._over)
        self.work.failed.connect(self._over)
        self.work.done.connect(done)
        self.work.failed.connect(failed or self._failed)
        self.work.begin()
        self._over()

    def give_up(self) -> None:
        """Cancel: what is being done is thrown away, and nothing was written."""
        if self.work is not None:
            self.work.give_up()
        self._over()

    def _over(self, *_told: object) -> None:
        """The buttons as they can be used now."""
        self.measure.setVisible(self.busy)
        self.watch.setEnabled(not self.busy)
        self.look.setEnabled(not self.busy and self.held is None)
        nothing = self.held is not None and bool(self.held.refused_at) and not self.held.actions
        self.bring.setEnabled(not self.busy and not nothing)

    def done(self, result: int) -> None:
        if self.work is not None:
            self.work.wait(PATIENCE)
        super().done(result)

    def _failed(self, fault: BaseException) -> None:
        expected = isinstance(fault, FAULTS)
        self._refuse(str(fault) if expected else f"{type(fault).__name__}: {fault}")

    def _refuse(self, why: str) -> None:
        self.why.setText(why)
        self.why.show()


def told(held: Holding) -> str:
    """How far a game holds, in words."""
    if held.refused_at:
        rule = f" (rule {held.rule})" if held.rule else ""
        first = f"The first {held.actions:,} of {held.of:,} steps of the game hold."
        return f"{first} Step {held.refused_at:,} is not allowed any more: {held.reason}{rule}."
    if held.differs_from:
        about = f": {'; '.join(held.differs_in)}" if held.differs_in else ""
        since = f"from step {held.differs_from:,} on the game is another one{about}"
        return f"All {held.of:,} steps of the game are still allowed; {since}."
    return f"All {held.of:,} steps of the game hold and lead where they led."


def fresh(path: Path) -> Path:
    """A name beside the old file that no file has yet."""
    number, new = 1, path.with_name(f"{path.stem}-new.hexgame")
    while new.exists():
        number += 1
        new = path.with_name(f"{path.stem}-new-{number}.hexgame")
    return new
