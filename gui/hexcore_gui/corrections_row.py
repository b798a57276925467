"""A player's corrections in the dialog of a new game: chosen as a file, proved in a thread meanwhile."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFileDialog, QWidget

from hexcore.corrected import Checked, checked
from hexcore.corrected_proof import doubts
from hexcore.corrections import read_corrections
from hexcore.ruleset import Ruleset
from hexcore.tables import DataError
from hexcore_gui.long_work import LongWork, Step
from hexcore_gui.own_copy import own_rows
from hexcore_gui.parts import button, paragraph, row
from hexcore_gui.theme import Theme

WITHOUT, PROVING = "The values as shipped.", "Proving {} …"
MOST_DOUBTS = 4


class CorrectionsRow(QWidget):
    """Names the corrections a game will be played with; `ruleset` is the one to start it with.

    `proving` says that they are being looked at (True), and that it is over. *mine* is the file of those that
    were kept from the charts.
    """

    proving = pyqtSignal(bool)

    def __init__(self, theme: Theme, ruleset: Ruleset, mine: Path | None = None) -> None:
        super().__init__()
        self.of = self.ruleset = ruleset
        self.told = paragraph(theme, WITHOUT, 12.5)
        self._work: LongWork | None = None
        line = row(self, 8)
        line.addWidget(self.told, 1)
        if mine is not None and (kept := _kept(mine)):
            line.addWidget(button(theme, f"Mine ({kept})", lambda: self.read(mine)))
        line.addWidget(button(theme, "From a file…", self._ask))
        self.without = button(theme, "None", self.leave_out)
        self.without.hide()
        line.addWidget(self.without)

    def _ask(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Corrections", "", "Corrections (*.csv)")
        if name:
            self.read(Path(name))

    @property
    def busy(self) -> bool:
        """Whether corrections are being proved."""
        return self._work is not None and self._work.busy

    def leave_out(self) -> None:
        """The values as they are shipped, after all."""
        if self._work is not None:
            self._work.give_up()
        self._say(WITHOUT, self.of)

    def read(self, path: Path) -> None:
        """Take the corrections of a file; what is wrong with one is said, and the values stay as shipped."""
        if self._work is not None:
            self._work.give_up()
        self.ruleset, ruleset = self.of, self.of
        self.told.setText(PROVING.format(path.name))
        self.without.show()

        def proved(_step: Step) -> tuple[Checked, list[str]]:
            found = checked(ruleset, read_corrections(path))
            return found, _doubtful(ruleset, found)

        self._work = LongWork(proved, "corrections")
        self._work.done.connect(self._proved)
        self._work.failed.connect(self._failed)
        self._work.begin()
        self.proving.emit(True)

    def _proved(self, found: tuple[Checked, list[str]]) -> None:
        done, doubtful = found
        told = f"{done.in_force.told[0].upper()}{done.in_force.told[1:]}."
        self._say("\n".join([told, *doubtful]), done.ruleset)

    def _failed(self, fault: BaseException) -> None:
        self._say(str(fault), self.of)

    def _say(self, told: str, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.told.setText(told)
        self.without.setVisible(told != WITHOUT)
        self.proving.emit(False)


def _kept(mine: Path) -> int:
    """How many corrections a player has kept; none where they cannot be read."""
    try:
        return len(own_rows(mine))
    except DataError:
        return 0


def _doubtful(ruleset: Ruleset, found: Checked) -> list[str]:
    """What is doubtful about corrections, a line each, the first few of them."""
    told = [str(doubt) for doubt in doubts(ruleset, found)]
    more = [f"and {len(told) - MOST_DOUBTS} more"] if len(told) > MOST_DOUBTS else []
    return told[:MOST_DOUBTS] + more
