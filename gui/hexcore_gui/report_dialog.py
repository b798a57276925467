"""Saving a report: all that somebody needs to see a fault again, in one archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QCheckBox, QDialog, QFileDialog, QLineEdit, QWidget

from hexcore.game_tree import MAIN
from hexcore.record import RecordError
from hexcore.report import write_report
from hexcore.ruleset import UnknownName
from hexcore_gui.parts import SectionHead, button, column, paragraph, row
from hexcore_gui.theme import Theme

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

WHAT = (
    "An archive with the game as text, the position it stands in, the versions of everything, this computer's"
    " kind, and the last fault. Nothing is sent anywhere: attach it to your message. What-ifs stay here."
)
SECRETS = "With what the other side keeps secret"
ARCHIVES = "Archives (*.zip)"


class ReportDialog(QDialog):
    """Asks where the report goes and what is in it; `saved` brings both."""

    saved = pyqtSignal(str, bool)

    def __init__(self, theme: Theme, path: Path, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Save a report")
        self.setMinimumWidth(round(520 * theme.ui_scale))
        outer = column(self, 10, (18, 12, 18, 14))
        outer.addWidget(SectionHead(theme, "Save a report"))
        outer.addWidget(paragraph(theme, WHAT, 12.5))
        self.path = QLineEdit(str(path))
        self.path.setAccessibleName("File of the report")
        self.path.setFont(theme.ui_font(12.5))
        line = row(gap=8)
        line.addWidget(self.path, 1)
        line.addWidget(button(theme, "Browse …", self._browse))
        outer.addLayout(line)
        self.secrets = QCheckBox(SECRETS)
        self.secrets.setFont(theme.ui_font(12.5))
        outer.addWidget(self.secrets)
        self.why = paragraph(theme, "", 12, ink="may_not")
        self.why.hide()
        outer.addWidget(self.why)
        outer.addStretch(1)
        foot = row(gap=8)
        foot.addStretch(1)
        foot.addWidget(button(theme, "Cancel", self.reject))
        foot.addWidget(button(theme, "Save", self._save, look="primary"))
        outer.addLayout(foot)

    def _browse(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Save a report", self.path.text(), ARCHIVES)
        if name:
            self.path.setText(name)

    def _save(self) -> None:
        self.saved.emit(self.path.text().strip(), self.secrets.isChecked())

    def refuse(self, why: str) -> None:
        """Says why it could not be saved there."""
        self.why.setText(why)
        self.why.show()


class Reports(QObject):
    """Reports on the game in a window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.dialog: ReportDialog | None = None

    def open(self) -> None:
        """Asks for a file, and writes the report into it."""
        file = self.window.link.file
        if file is None:
            return
        self.dialog = dialog = ReportDialog(self.window.theme, fresh(file.path), self.window)
        dialog.saved.connect(self._save)
        dialog.open()

    def _save(self, name: str, secrets: bool) -> None:
        link, dialog = self.window.link, self.dialog
        assert link.file is not None and dialog is not None
        path = Path(name) if Path(name).suffix else Path(f"{name}.zip")
        viewer = None if secrets or link.open_handed else link.viewer
        try:
            write_report(path, link.file.record(MAIN), viewer=viewer, secrets=secrets)
        except (RecordError, UnknownName) as fault:
            dialog.refuse(str(fault))
            return
        dialog.accept()
        if self.window.page is not None:
            self.window.page.status.say(f"Report saved: {path}")


def fresh(game: Path) -> Path:
    """A name for a report beside its game that no file has yet."""
    number, path = 1, game.with_name(f"{game.stem}-report.zip")
    while path.exists():
        number += 1
        path = game.with_name(f"{game.stem}-report-{number}.zip")
    return path
