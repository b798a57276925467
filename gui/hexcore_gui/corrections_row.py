"""A player's corrections in the dialog of a new game: chosen as a file, proved at once."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtWidgets import QFileDialog, QWidget

from hexcore.corrected import Checked, checked
from hexcore.corrected_proof import doubts
from hexcore.corrections import read_corrections
from hexcore.ruleset import Ruleset
from hexcore_gui.parts import button, paragraph, row
from hexcore_gui.theme import Theme

WITHOUT = "The values as shipped."
MOST_DOUBTS = 4


class CorrectionsRow(QWidget):
    """Names the corrections a game will be played with; `ruleset` is the one to start it with."""

    def __init__(self, theme: Theme, ruleset: Ruleset) -> None:
        super().__init__()
        self.of = self.ruleset = ruleset
        self.told = paragraph(theme, WITHOUT, 12.5)
        line = row(self, 8)
        line.addWidget(self.told, 1)
        line.addWidget(button(theme, "From a file…", self._ask))

    def _ask(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Corrections", "", "Corrections (*.csv)")
        if name:
            self.read(Path(name))

    def read(self, path: Path) -> None:
        """Take the corrections of a file; what is wrong with one is said, and the values stay as shipped."""
        self.ruleset = self.of
        try:
            found = checked(self.of, read_corrections(path))
        except Exception as fault:  # a plugin's readers can fail in any way
            self.told.setText(str(fault))
            return
        self.ruleset = found.ruleset
        told = [f"{found.in_force.told[0].upper()}{found.in_force.told[1:]}.", *_doubtful(self.of, found)]
        self.told.setText("\n".join(told))


def _doubtful(ruleset: Ruleset, found: Checked) -> list[str]:
    """What is doubtful about corrections, a line each, the first few of them."""
    told = [str(doubt) for doubt in doubts(ruleset, found)]
    more = [f"and {len(told) - MOST_DOUBTS} more"] if len(told) > MOST_DOUBTS else []
    return told[:MOST_DOUBTS] + more
