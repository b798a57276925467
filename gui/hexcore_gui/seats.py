"""Who plays which side: a person at this screen or a kind of computer player, each explained in a line."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QStandardItemModel
from PyQt6.QtWidgets import QComboBox, QDialog, QGridLayout, QWidget

from hexcore import players
from hexcore_gui.parts import Chooser, SectionHead, button, column, label, paragraph, row
from hexcore_gui.presentation import titled
from hexcore_gui.theme import Theme

PERSON = "Person at this screen"
PERSON_IS = "Plays with mouse and keys in this window."
PREFERRED = ("steady", "random")
"""The opponent a new game proposes: the first of these that is installed."""
PACES = {"Slow": 0.5, "Ordinary": 1.0, "Brisk": 2.0, "Fast": 4.0, "At once": 0.0}
"""How fast computer players answer, by name: a part of the ordinary pause, 0 for none."""


@dataclass(frozen=True)
class Kind:
    """A kind of computer player: what it is in one line, or why it cannot play."""

    name: str
    line: str
    broken: bool = False


def kinds() -> list[Kind]:
    """Every kind of computer player installed, the proposed one first."""
    usual = usual_kind()
    names = sorted(players.kinds(), key=lambda name: (name != usual, name))
    return [kind_of(name) for name in names]


def kind_of(name: str) -> Kind:
    """A kind by name, explained by the first sentence that its class says of itself."""
    try:
        made = players.player(name, 0)
    except Exception as fault:  # another distribution's player can fail in any way
        return Kind(name, f"It cannot play: {fault}", broken=True)
    own = type(made).__doc__ if not inspect.isfunction(made) else made.__doc__
    first = " ".join(inspect.cleandoc(own or "").partition("\n\n")[0].split())
    return Kind(name, first or "It says nothing of itself.")


def usual_kind() -> str:
    """The computer player proposed for a new game; empty when none of them is installed."""
    known = players.kinds()
    return next((name for name in PREFERRED if name in known), "")


def usual_seats(sides: Sequence[str]) -> dict[str, str]:
    """A person for the first side, the computer for the others."""
    return {side: usual_kind() for side in sides[1:]}


class Seats(QWidget):
    """One line for every side: its name, who plays it, and what that means."""

    def __init__(self, theme: Theme, names: Mapping[str, str], seated: Mapping[str, str]) -> None:
        super().__init__()
        self.kinds = kinds() if names else []
        self.boxes: dict[str, QComboBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(1, 1)
        for n, (side, name) in enumerate(names.items()):
            box, line = self._box(theme, name), paragraph(theme, "", 12, ink="ink3")
            line.setMinimumHeight(2 * line.fontMetrics().lineSpacing())
            line.setAlignment(Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(theme, name, 12.5, 600), 2 * n, 0)
            grid.addWidget(box, 2 * n, 1)
            grid.addWidget(line, 2 * n + 1, 1)
            self.boxes[side] = box
            box.currentIndexChanged.connect(partial(self._explain, box, line))
            box.setCurrentIndex(max(0, box.findData(seated.get(side, ""))))
            self._explain(box, line)

    def _box(self, theme: Theme, side: str) -> QComboBox:
        box = Chooser(theme)
        box.setAccessibleName(f"Who plays {side}")
        box.addItem(PERSON, "")
        box.setItemData(0, PERSON_IS, Qt.ItemDataRole.ToolTipRole)
        model = box.model()
        for n, kind in enumerate(self.kinds, 1):
            box.addItem(f"Computer: {titled(kind.name)}", kind.name)
            box.setItemData(n, kind.line, Qt.ItemDataRole.ToolTipRole)
            if kind.broken and isinstance(model, QStandardItemModel) and (entry := model.item(n)) is not None:
                entry.setEnabled(False)
        return box

    def _explain(self, box: QComboBox, line: object, _index: int = 0) -> None:
        text = box.itemData(box.currentIndex(), Qt.ItemDataRole.ToolTipRole)
        line.setText(str(text or ""))  # type: ignore[attr-defined]

    def put(self, side: str, kind: str) -> None:
        """Seats a kind of player, or a person for an empty name."""
        self.boxes[side].setCurrentIndex(self.boxes[side].findData(kind))

    def chosen(self) -> dict[str, str]:
        """The kinds of computer players by side; a side that a person plays is left out."""
        return {side: str(box.currentData()) for side, box in self.boxes.items() if box.currentData()}


class PlayersDialog(QDialog):
    """Who plays from now on, and how fast the computer answers."""

    def __init__(
        self,
        theme: Theme,
        names: Mapping[str, str],
        seated: Mapping[str, str],
        pace: float,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Players")
        self.resize(460, 300)
        outer = column(self, 10, (18, 12, 18, 14))
        outer.addWidget(SectionHead(theme, "Players"))
        self.seats = Seats(theme, names, seated)
        outer.addWidget(self.seats)
        outer.addWidget(SectionHead(theme, "Pace of the computer"))
        self.pace = Chooser(theme)
        self.pace.setAccessibleName("Pace of the computer")
        for name, speed in PACES.items():
            self.pace.addItem(name, speed)
        self.pace.setCurrentIndex(max(0, self.pace.findData(pace)))
        outer.addWidget(self.pace)
        outer.addStretch(1)
        foot = row(gap=8)
        foot.addStretch(1)
        foot.addWidget(button(theme, "Cancel", self.reject))
        foot.addWidget(button(theme, "Play on", self.accept, look="primary"))
        outer.addLayout(foot)
