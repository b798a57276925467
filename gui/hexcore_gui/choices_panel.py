"""Every listed answer as buttons, grouped by kind: whatever a ruleset asks can be answered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtGui import QEnterEvent, QFocusEvent, QPainter, QPaintEvent, QPalette
from PyQt6.QtWidgets import QApplication, QScrollArea, QWidget

from hexcore_gui.choices import Choices, Offer, offer_of
from hexcore_gui.dice_field import DiceField, asks_for_dice
from hexcore_gui.keyboard import MOST_DIGITS
from hexcore_gui.parts import SectionHead, column, emptied, label
from hexcore_gui.pressing import Button
from hexcore_gui.stage import Stage
from hexcore_gui.wording import answer_heading, count, offer_text

FOLDED_FROM, MOST_ROWS = 9, 120


class ChoiceButton(Button):
    """One answer; pointing at it lights what it is about on the map. The `digit` gives it, up to 9."""

    pointed = pyqtSignal(bool)
    digit = 0

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        if 0 < self.digit <= MOST_DIGITS:
            painter = QPainter(self)
            ink = self.palette().color(QPalette.ColorRole.ButtonText)
            ink.setAlphaF(0.6)
            painter.setPen(ink)
            painter.setFont(self.font())
            box = self.rect().adjusted(0, 0, -6, 0)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, right, str(self.digit))

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(False)

    def enterEvent(self, event: QEnterEvent | None) -> None:
        self.pointed.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent | None) -> None:
        self.pointed.emit(False)
        super().leaveEvent(event)


class ChoicesPanel(QWidget):
    """`chosen` gives the offer pressed, `picked` units whose hexes shall light up, `pointed` one hovered."""

    chosen = pyqtSignal(object)
    picked = pyqtSignal(tuple)
    pointed = pyqtSignal(object)

    def __init__(
        self, stage: Stage, *, heading: bool = True, look: str = "quiet", folds: bool = True
    ) -> None:
        super().__init__()
        self.stage, self.look, self.folds = stage, look, folds
        self.choices, self.decision = Choices(), None
        self._open: set[str] = set()
        self.buttons: list[ChoiceButton] = []
        outer = column(self, 2)
        self.head = SectionHead(stage.theme, "Answers")
        outer.addWidget(self.head)
        self.head.setVisible(heading)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.inside = QWidget()
        self.rows = column(self.inside, 2)
        self.area.setWidget(self.inside)
        outer.addWidget(self.area)

    def show_choices(self, choices: Choices, decision: Any) -> None:
        if decision is not self.decision:
            self._open.clear()
        self.choices, self.decision = choices, decision
        self._build()

    def texts(self) -> list[str]:
        """What the buttons say (for tests and screen readers)."""
        return [made.text() for made in self.buttons]

    def _build(self) -> None:
        focus = QApplication.focusWidget()
        held = focus is not None and self.inside.isAncestorOf(focus)
        if held:
            self.setFocus()  # or the focus of a button that goes would land anywhere
        emptied(self.rows)
        self.buttons = []
        groups = self._groups()
        total = sum(len(offers) for offers in groups.values())
        self.head.say("Answers", f"{total} listed" if total else "")
        if dice := asks_for_dice(self.choices):
            field = DiceField(self.stage, dice)
            field.typed.connect(lambda roll: self.chosen.emit(offer_of(roll)))
            self.rows.addWidget(field)
            field.show()
        for heading, offers in groups.items():
            self._group(heading, offers, alone=len(groups) == 1)
        self.rows.addStretch(1)
        if held and self.buttons:
            self.buttons[0].setFocus()
        self.inside.adjustSize()
        self.area.setFixedHeight(min(self.inside.sizeHint().height() + 2, self.stage.px(150)))

    def _groups(self) -> dict[str, list[Offer]]:
        """The answers under their headings, in the order listed."""
        found: dict[str, list[Offer]] = {}
        for offers in self.choices.by_kind().values():
            for offer in offers:
                heading = answer_heading(self.stage, offer.action, self.decision)
                found.setdefault(heading, []).append(offer)
        return found

    def _group(self, title: str, offers: list[Offer], *, alone: bool) -> None:
        by_units: dict[tuple[str, ...], list[Offer]] = {}
        for offer in offers:
            by_units.setdefault(offer.units if offer.hexes else (*offer.units, str(id(offer))), []).append(
                offer
            )
        many = self.folds and len(by_units) >= FOLDED_FROM and not alone
        if many and title not in self._open:
            self._row(f"{title}: {len(by_units)} choices ▸", lambda: self._unfold(title))
            return
        heading = label(self.stage.theme, title, 11.5, 600, "ink3")
        self.rows.addWidget(heading)
        heading.show()
        for group in list(by_units.values())[:MOST_ROWS]:
            self._answers(group, title)
        if len(by_units) > MOST_ROWS:
            rest = f"… and {len(by_units) - MOST_ROWS} more: click them on the map."
            self.rows.addWidget(label(self.stage.theme, rest, 12, ink="ink3"))

    def _answers(self, group: list[Offer], title: str) -> None:
        """One row for each answer; where units could go to many hexes, one row that lights those hexes."""
        few = 3 if group[0].path else 6
        if len(group) == 1 or not group[0].hexes or len(group) <= few:
            for offer in group:
                self._row(offer_text(self.stage, offer, self.decision), self._gives(offer), offer)
            return
        units = group[0].units
        where = count(len({h for o in group for h in o.hexes}), "hex", "hexes")
        name = self.stage.units_name(units) if units else title
        here = " ●" if units and units == self.choices.picked else ""
        self._row(f"{name}: {where} on the map{here}", lambda: self.picked.emit(units), group[0])

    def _gives(self, offer: Offer) -> Callable[[], None]:
        return lambda: self.chosen.emit(offer)

    def _row(self, text: str, pressed: Callable[[], object], offer: Offer | None = None) -> None:
        made = ChoiceButton(text)
        made.setFont(self.stage.theme.ui_font(12.5, 600 if self.look == "choice" else 400))
        made.setProperty("look", self.look)
        made.digit = len(self.buttons) + 1
        made.clicked.connect(lambda _on=False: pressed())
        if offer is not None:
            made.pointed.connect(lambda on, o=offer: self.pointed.emit(o if on else None))
        self.rows.addWidget(made)
        made.show()  # until it is shown it does not count in the height of the list
        self.buttons.append(made)

    def _unfold(self, title: str) -> None:
        self._open.add(title)
        self._build()
