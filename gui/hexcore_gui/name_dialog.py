"""A small dialog that asks for a name, and says why one cannot be given."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QDialog, QLineEdit, QWidget

from hexcore_gui.parts import SectionHead, button, column, paragraph, row
from hexcore_gui.theme import Theme


class NameDialog(QDialog):
    """`named` brings the name and the note; whoever hears it accepts or refuses."""

    named = pyqtSignal(str, str)

    def __init__(
        self, theme: Theme, title: str, text: str, done: str, parent: QWidget | None, *, note: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(round(420 * theme.ui_scale))
        outer = column(self, 10, (18, 12, 18, 14))
        outer.addWidget(SectionHead(theme, title))
        outer.addWidget(paragraph(theme, text, 12.5))
        self.name, self.note = QLineEdit(), QLineEdit()
        self.name.setAccessibleName("Name")
        self.note.setAccessibleName("Note")
        self.name.setPlaceholderText("Name")
        self.note.setPlaceholderText("Note, if you like")
        for field in (self.name, self.note):
            field.setFont(theme.ui_font(13))
        self.note.setVisible(note)
        outer.addWidget(self.name)
        if note:
            outer.addWidget(self.note)
        self.why = paragraph(theme, "", 12, ink="may_not")
        self.why.hide()
        outer.addWidget(self.why)
        outer.addStretch(1)
        foot = row(gap=8)
        foot.addStretch(1)
        foot.addWidget(button(theme, "Cancel", self.reject))
        self.done_button = button(theme, done, self._done, look="primary")
        self.done_button.setEnabled(False)
        foot.addWidget(self.done_button)
        outer.addLayout(foot)
        self.name.textChanged.connect(lambda text: self.done_button.setEnabled(bool(text.strip())))
        self.name.returnPressed.connect(self._done)

    def _done(self) -> None:
        if self.name.text().strip():
            self.named.emit(self.name.text().strip(), self.note.text().strip())

    def refuse(self, why: str) -> None:
        """Says why this name cannot be given; another one is waited for."""
        self.why.setText(why)
        self.why.show()
        self.name.selectAll()
        self.name.setFocus()
