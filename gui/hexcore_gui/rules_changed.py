"""A game whose rules have changed since: what has, how far it holds, and the game brought over."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QWidget

from hexcore.record import RecordError
from hexcore.repinning import Holding, holding, migrated
from hexcore.ruleset import UnknownName
from hexcore.tables import DataError
from hexcore_gui.parts import SectionHead, button, column, label, paragraph, row
from hexcore_gui.theme import Theme
from hexcore_gui.wording import count

FAULTS = (RecordError, UnknownName, DataError, OSError)
WHAT = (
    "The game can be brought over into a new file and played on there, under the rules that are installed"
    " now. The old file stays as it is."
)


class RulesChangedDialog(QDialog):
    """`brought_over` brings the new file."""

    brought_over = pyqtSignal(str)

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
        self.path.setFont(theme.ui_font(12.5))
        line = row(gap=8)
        line.addWidget(label(theme, "New file", 12.5))
        line.addWidget(self.path, 1)
        line.addWidget(button(theme, "Browse …", self._browse))
        outer.addLayout(line)
        self.why = paragraph(theme, "", 12, ink="may_not")
        self.why.hide()
        outer.addWidget(self.why)
        outer.addStretch(1)
        foot = row(gap=8)
        foot.addStretch(1)
        foot.addWidget(button(theme, "Close", self.reject))
        self.look = button(theme, "See how far it holds", self._look)
        self.bring = button(theme, "Bring the game over", self._bring, look="primary")
        foot.addWidget(self.look)
        foot.addWidget(self.bring)
        outer.addLayout(foot)

    def _browse(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "The new file", self.path.text(), "Games (*.hexgame)")
        if name:
            self.path.setText(name)

    def _look(self) -> bool:
        """Plays the game through under the present rules, writing nothing; False when it cannot be read."""
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            self.held = holding(self.path_of_game)
        except FAULTS as fault:
            self._refuse(str(fault))
            return False
        finally:
            QApplication.restoreOverrideCursor()
        self.holds.setText(told(self.held))
        self.holds.show()
        self.look.setEnabled(False)
        if self.held.refused_at:
            self.bring.setText(f"Bring over the first {count(self.held.actions, 'answer')}")
            self.bring.setEnabled(self.held.actions > 0)
        return True

    def _bring(self) -> None:
        """Brings the game over; where not all of it holds, that is said first."""
        if self.held is None and (not self._look() or (self.held is not None and self.held.refused_at)):
            return
        new = Path(self.path.text().strip())
        try:
            migrated(self.path_of_game, new, as_far_as_it_holds=True)
        except FAULTS as fault:
            self._refuse(str(fault))
            return
        self.accept()
        self.brought_over.emit(str(new))

    def _refuse(self, why: str) -> None:
        self.why.setText(why)
        self.why.show()


def told(held: Holding) -> str:
    """How far a game holds, in words."""
    if held.refused_at:
        rule = f" (rule {held.rule})" if held.rule else ""
        first = f"The first {held.actions:,} of {held.of:,} answers hold."
        return f"{first} Answer {held.refused_at:,} is not allowed any more: {held.reason}{rule}."
    if held.differs_from:
        about = f": {'; '.join(held.differs_in)}" if held.differs_in else ""
        since = f"from answer {held.differs_from:,} on the game is another one{about}"
        return f"All {held.of:,} answers are still allowed; {since}."
    return f"All {held.of:,} answers hold and lead where they led."


def fresh(path: Path) -> Path:
    """A name beside the old file that no file has yet."""
    number, new = 1, path.with_name(f"{path.stem}-new.hexgame")
    while new.exists():
        number += 1
        new = path.with_name(f"{path.stem}-new-{number}.hexgame")
    return new
