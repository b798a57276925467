"""Changing the table by consent: what goes where, by whose wish and why; the other side is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QPoint, Qt
from PyQt6.QtGui import QCloseEvent
from PyQt6.QtWidgets import (
    QButtonGroup,
    QCompleter,
    QDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from hexcore.actions import Edit
from hexcore.referee import NOBODY
from hexcore_gui.game_page import GamePage
from hexcore_gui.page_links import hex_found
from hexcore_gui.parts import Chooser, SectionHead, button, column, label, paragraph, row
from hexcore_gui.presentation import titled
from hexcore_gui.table_history import sentence
from hexcore_gui.wording import value_text

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

TITLE = "Change the table by consent"
TEXT = "For what went wrong at the table. No rule stands behind it: the other side agrees or refuses."
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "move": ("A unit goes to a hex", ("unit", "hex")),
    "box": ("A unit goes to a box", ("unit", "box")),
    "steps": ("Steps a unit has lost", ("unit", "losses")),
    "marker": ("A marker on a hex or a unit", ("hex", "on", "marker", "count")),
    "track": ("A track", ("track", "value")),
    "holder": ("Who holds a hex", ("hex", "holder")),
}
"""What can be changed, and the rows that say how."""
NAMES = {
    "unit": "Unit",
    "hex": "Hex",
    "box": "Box",
    "losses": "Steps lost",
    "on": "On",
    "marker": "Marker",
    "count": "How many",
    "track": "Track",
    "value": "Value",
    "holder": "Held by",
}
POINT = "Point at it"


class RefereeDialog(QDialog):
    """Stands beside the map; a click on the map fills in the unit or the hex that is waited for."""

    def __init__(self, page: GamePage, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.page, self.stage = page, page.stage
        self.setWindowTitle(TITLE)
        self.setMinimumWidth(self.stage.px(440))
        theme = self.stage.theme
        self.kind, self.unit, self.box, self.on, self.marker, self.track, self.words, self.holder = (
            Chooser(theme) for _ in range(8)
        )
        self.hex, self.reason = QLineEdit(), QLineEdit()
        self.losses, self.count, self.number = QSpinBox(), QSpinBox(), QSpinBox()
        self.value = QStackedWidget()
        self.value.addWidget(self.number)
        self.value.addWidget(self.words)
        self.points = QButtonGroup(self)
        self.rows: dict[str, tuple[QWidget, ...]] = {}
        self._lay_out()
        self._fill()
        self._connect()
        self._show_kind()

    # ---------------------------------------------------------------- laying out
    def _lay_out(self) -> None:
        theme = self.stage.theme
        outer = column(self, 10, (18, 12, 18, 14))
        outer.addWidget(SectionHead(theme, TITLE))
        outer.addWidget(paragraph(theme, TEXT, 12.5))
        self.grid = QGridLayout()
        self.grid.setVerticalSpacing(6)
        self.grid.setHorizontalSpacing(12)
        self.grid.setColumnStretch(1, 1)
        self.grid.addWidget(label(theme, "What", 12.5, 600), 0, 0)
        self.grid.addWidget(self.kind, 0, 1, 1, 2)
        for n, (name, title) in enumerate(NAMES.items(), 1):
            self._row(n, name, title)
        self.grid.addWidget(label(theme, "Reason", 12.5, 600), len(NAMES) + 1, 0)
        self.grid.addWidget(self.reason, len(NAMES) + 1, 1, 1, 2)
        self.reason.setPlaceholderText("What went wrong")
        self.reason.setFont(theme.ui_font(12.5))
        outer.addLayout(self.grid)
        self.why = paragraph(theme, "", 12.5, ink="may_not")
        self.why.hide()
        outer.addWidget(self.why)
        foot = row(gap=8)
        foot.addStretch(1)
        foot.addWidget(button(theme, "Close", self.close))
        self.propose_button = button(theme, "Propose", self.propose, look="primary")
        foot.addWidget(self.propose_button)
        outer.addLayout(foot)

    def _row(self, n: int, name: str, title: str) -> None:
        field: QWidget = getattr(self, name)
        field.setFont(self.stage.theme.ui_font(12.5))
        field.setAccessibleName(title)
        parts: list[QWidget] = [label(self.stage.theme, title, 12.5, 600), field]
        if name in ("unit", "hex"):
            parts.append(self._point(name))
        for at, part in enumerate(parts):
            wide = 2 if at == 1 and len(parts) == 2 else 1
            self.grid.addWidget(part, n, at, 1, wide)
        self.rows[name] = tuple(parts)

    def _point(self, name: str) -> QPushButton:
        made = button(self.stage.theme, POINT, look="chip")
        made.setCheckable(True)
        made.setProperty("field", name)
        made.setToolTip("The next click on the map fills this in")
        self.points.addButton(made)
        return made

    def _fill(self) -> None:
        state, stage = self.page.link.state, self.stage
        known = [unit for unit in state.units.values() if unit.counter.steps]
        for unit in sorted(known, key=lambda u: (stage.unit_name(u), u.id)):
            self.unit.addItem(f"{stage.unit_name(unit)} · {stage.place_name(unit.place)}", unit.id)
        self._searchable(self.unit)
        for box in sorted(stage.board.boxes):
            self.box.addItem(stage.box_name(box), box)
        shown = {kind for kind, _ in state.markers} | set(stage.board.ruleset.presentation.get("markers", {}))
        for marker in sorted(shown):
            self.marker.addItem(stage.presentation.marker_look(marker).text or titled(marker), marker)
        for track in stage.board.scenario.tracks:
            if track.id != "turn":
                title = stage.presentation.track_look(track.id).label or titled(track.id)
                self.track.addItem(title, track.id)
        empty = {name for name in ("marker", "track") if not getattr(self, name).count()}
        for id, (title, _) in KINDS.items():
            if id not in empty:
                self.kind.addItem(title, id)
        for side in (*stage.board.sides, NOBODY):
            self.holder.addItem("Nobody" if side == NOBODY else stage.side_name(side), side)
        self.count.setRange(0, 99)
        self.count.setValue(1)
        self._choose(self.page.pointing.unit)

    def _searchable(self, chooser: Chooser) -> None:
        """A long list in which one finds an entry by any part of its name."""
        chooser.setEditable(True)
        chooser.setInsertPolicy(Chooser.InsertPolicy.NoInsert)
        finder = chooser.completer()
        if isinstance(finder, QCompleter):
            finder.setFilterMode(Qt.MatchFlag.MatchContains)
            finder.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        chooser.setCurrentIndex(-1)
        edit = chooser.lineEdit()
        if edit is not None:
            edit.setFont(self.stage.theme.ui_font(12.5))
            edit.setPlaceholderText("Click it on the map, or type its name")
        self.hex.setPlaceholderText("Click it on the map, or type its number or name")

    def _connect(self) -> None:
        self.kind.currentIndexChanged.connect(self._show_kind)
        self.unit.currentIndexChanged.connect(self._unit_chosen)
        self.track.currentIndexChanged.connect(self._track_chosen)
        self.hex.textChanged.connect(self._hex_given)
        self.page.pointing.taker = self.taken
        self._track_chosen()
        self._unit_chosen()

    # ---------------------------------------------------------------- filling in
    @property
    def waits_for(self) -> str:
        """Which field the next click on the map fills in: `unit` or `hex`."""
        on = self.points.checkedButton()
        return str(on.property("field")) if on is not None else ""

    def wait_for(self, name: str) -> None:
        for made in self.points.buttons():
            made.setChecked(made.property("field") == name)

    def _show_kind(self, _index: int = 0) -> None:
        """The rows of what is to be changed."""
        wanted = KINDS[str(self.kind.currentData())][1]
        for name, parts in self.rows.items():
            for part in parts:
                part.setVisible(name in wanted)
        first = "hex" if "unit" not in wanted or (self._unit and "hex" in wanted) else "unit"
        self.wait_for(first)
        self._say("")
        self.adjustSize()

    @property
    def _unit(self) -> str:
        at = self.unit.currentIndex()
        return str(self.unit.itemData(at)) if at >= 0 else ""

    def _choose(self, unit: str) -> None:
        self.unit.setCurrentIndex(self.unit.findData(unit) if unit else -1)

    def taken(self, hex: int, unit: str, keys: object = None) -> None:
        """A click on the map."""
        here = self.page.map.stacks.order(self.page.link.state, hex)
        top = unit or (here[-1].id if here else "")
        if self.waits_for == "unit" and top:
            self._choose(top)
            self.page.pointing.select(hex, top)
            if "hex" in KINDS[str(self.kind.currentData())][1]:
                self.wait_for("hex")
        elif self.waits_for == "hex":
            self.hex.setText(self.stage.number(hex))
            self.on.setCurrentIndex(max(0, self.on.findData(unit)) if unit else 0)
        self._say("")
        self.page.pointing.refresh()

    def _hex_given(self, text: str) -> None:
        """A hex was named: it is lit on the map, and what lies there can be marked."""
        found = hex_found(self.stage, text)
        pointing = self.page.pointing
        pointing.pointed = frozenset({found} if found >= 0 else ())
        pointing.refresh()
        self.on.clear()
        if found >= 0:
            self.on.addItem(f"The hex {self.stage.hex_name(found)}", self.stage.number(found))
            for unit in reversed(self.page.link.state.at(found)):
                self.on.addItem(self.stage.unit_name(unit), unit.id)

    def _unit_chosen(self, _index: int = 0) -> None:
        unit = self.page.link.state.units.get(self._unit)
        if unit is not None:
            self.losses.setRange(0, max(len(unit.counter.steps) - 1, 0))
            self.losses.setValue(unit.losses)

    def _track_chosen(self, _index: int = 0) -> None:
        track = next((t for t in self.stage.board.scenario.tracks if t.id == self.track.currentData()), None)
        if track is None:
            return
        now = self.page.link.state.tracks.get(track.id)
        self.words.clear()
        for word in track.words:
            self.words.addItem(value_text(self.stage, track.id, word), word)
        self.words.setCurrentIndex(max(0, self.words.findData(now)))
        self.number.setRange(track.low, track.high)
        self.number.setValue(now if isinstance(now, int) else track.low)
        self.value.setCurrentWidget(self.words if track.words else self.number)

    # ---------------------------------------------------------------- proposing
    def edit(self) -> Edit | None:
        """The change as it is filled in; None where something is missing, and that is said."""
        kind, why = str(self.kind.currentData()), self.reason.text().strip()
        wanted, hex = KINDS[kind][1], hex_found(self.stage, self.hex.text())
        if "unit" in wanted and not self._unit:
            self._say("Choose a unit: click its counter, or type its name.")
        elif "hex" in wanted and hex < 0:
            text = self.hex.text().strip()
            self._say(f"There is no hex {text!r} on this map." if text else "Choose a hex: click it.")
        else:
            return self._filled(kind, hex, why)
        return None

    def _filled(self, kind: str, hex: int, why: str) -> Edit:
        match kind:
            case "move":
                return Edit(unit=self._unit, hex=hex, reason=why)
            case "box":
                return Edit(unit=self._unit, box=str(self.box.currentData()), reason=why)
            case "steps":
                return Edit(unit=self._unit, losses=self.losses.value(), reason=why)
            case "marker":
                on, marker = str(self.on.currentData() or ""), str(self.marker.currentData() or "")
                return Edit(marker=marker, subject=on, count=self.count.value(), reason=why)
            case "track":
                words = self.value.currentWidget() is self.words
                value = str(self.words.currentData()) if words else self.number.value()
                return Edit(track=str(self.track.currentData() or ""), value=value, reason=why)
        return Edit(hex=hex, holder=str(self.holder.currentData()), reason=why)

    def propose(self) -> None:
        """Asks the other side; an impossible change is refused with its reason."""
        edit = self.edit()
        if edit is None:
            return
        self.page.pointing.taker = None  # an answer shows the map anew, and may be asked there
        refusal = self.page.link.propose(edit)
        if refusal is None:
            self.close()
        else:
            self.page.pointing.taker = self.taken
            self._say(sentence(refusal.reason))

    def _say(self, why: str) -> None:
        self.why.setText(why)
        self.why.setVisible(bool(why))

    def closeEvent(self, event: QCloseEvent | None) -> None:
        self.page.pointing.taker = None
        self.page.pointing.pointed = frozenset()
        self.page.pointing.refresh()
        super().closeEvent(event)


class Referee(QObject):
    """The dialog of a window: at most one, closed when another game lies there."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.dialog: RefereeDialog | None = None
        window.link.opened.connect(self.close)
        window.link.turned.connect(lambda _common: self.close())

    def open(self) -> None:
        """The dialog beside the map, over its upper left corner."""
        page = self.window.page
        if page is None or page.link.game is None:
            return
        self.close()
        page.pointing.put_down()
        self.dialog = RefereeDialog(page, self.window)
        self.dialog.move(page.map.mapToGlobal(QPoint(16, 16)))
        self.dialog.show()

    def close(self) -> None:
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()
            self.dialog = None
