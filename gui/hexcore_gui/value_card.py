"""One value of a chart: where it comes from, and what a player's own copy says instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PyQt6.QtWidgets import QLineEdit, QWidget

from hexcore.corrections import Correction, Corrections
from hexcore.tables import DataError
from hexcore_gui.chart_tables import RULE, Cell, Chart, Value
from hexcore_gui.chart_view import MARKS
from hexcore_gui.long_work import LongWork
from hexcore_gui.own_copy import base_of, fault_of, keep, own_file, own_rows
from hexcore_gui.parts import Links, ProvenanceDot, RuleLink, button, column, emptied, label, paragraph, row
from hexcore_gui.stage import Stage
from hexcore_gui.wording import count, titled_first

HOLDS = (
    "It holds. {} kept: a new game takes them up (Game ▸ New game, Corrections from your own copy)."
    " This game stays as it is."
)


class ValueCard(QWidget):
    """Shows a cell; a value typed in is kept in the player's own corrections, and proved meanwhile."""

    def __init__(self, stage: Stage, links: Links, folder: Callable[[], Path | None]) -> None:
        super().__init__()
        self.stage, self.links, self.folder = stage, links, folder
        self.fields: dict[str, QLineEdit] = {}
        self.proof: LongWork | None = None
        self.by = ""
        self.body = column(self, 3, (0, 4, 0, 0))
        self.told = paragraph(stage.theme, "", 12, ink="ink2")
        self.hide()

    def show_cell(self, chart: Chart, cell: Cell) -> None:
        """A cell of a chart: nothing where the chart has none."""
        self.told.setParent(None)
        emptied(self.body)
        self.fields = {}
        self.setVisible(bool(cell.values))
        for value in cell.values:
            if value.field != RULE:
                self._value(chart, cell, value)
        if cell.note:
            self.body.addWidget(paragraph(self.stage.theme, titled_first(cell.note), 12, ink="ink3"))
        self.told = paragraph(self.stage.theme, "", 12, ink="ink2")
        self.body.addWidget(self.told)

    def _value(self, chart: Chart, cell: Cell, value: Value) -> None:
        theme = self.stage.theme
        line = row(gap=6)
        name = f"{chart.head_of(value.field)}: {value.text or '–'}"
        line.addWidget(label(theme, name, 12.5, 600))
        if value.mark:
            line.addWidget(ProvenanceDot(theme, value.mark))
            line.addWidget(label(theme, MARKS.get(value.mark, value.mark), 12, ink="ink2"), 1)
        else:
            line.addStretch(1)
        if cell.rule:
            line.addWidget(RuleLink(theme, self.links, cell.rule))
        self.body.addLayout(line)
        if not value.mark or self.folder() is None:
            return
        given = row(gap=6)
        field = QLineEdit()
        field.setFont(theme.ui_font(12))
        field.setPlaceholderText("My copy says")
        field.setAccessibleName(f"What my copy says in place of {value.text}")
        field.setText(self._mine(chart, cell, value))
        keeping = partial(self.keep, chart, cell, value)
        field.returnPressed.connect(keeping)
        self.fields[value.field] = field
        given.addWidget(field, 1)
        given.addWidget(button(theme, "Keep", keeping, look="chip"))
        self.body.addLayout(given)

    def _file(self) -> Path | None:
        folder = self.folder()
        return own_file(folder, self.stage.board.ruleset.id) if folder is not None else None

    def _mine(self, chart: Chart, cell: Cell, value: Value) -> str:
        """What the player has kept of this value before."""
        file = self._file()
        try:
            rows = own_rows(file) if file is not None else ()
        except DataError:
            return ""
        place = (chart.table, cell.key, value.field)
        return next((r.value for r in rows if (r.table, r.key, r.field) == place), "")

    # ---------------------------------------------------------------- keeping
    def keep(self, chart: Chart, cell: Cell, value: Value) -> None:
        """Keeps what was typed for a value; what is wrong with it is told as soon as it is known."""
        file, given = self._file(), self.fields[value.field].text().strip()
        if file is None:
            return
        why = f"{chart.title}, own copy"
        correction = Correction(chart.table, cell.key, value.field, given, self.by, why)
        try:
            kept = keep(file, correction)
        except (DataError, OSError) as fault:
            self.told.setText(f"It was not kept: {fault}")
            return
        if not given:
            self.told.setText(f"Taken out; {count(len(kept.rows), 'correction')} left.")
            return
        self.told.setText("Kept; looking whether it holds …")
        ruleset = self.stage.board.ruleset
        if self.proof is not None:
            self.proof.give_up()
        self.proof = LongWork(lambda _step: fault_of(base_of(ruleset), kept, correction), "own copy")
        self.proof.done.connect(partial(self._proved, kept))
        self.proof.failed.connect(self._unproved)
        self.proof.begin()

    def _unproved(self, fault: BaseException) -> None:
        self.told.setText(f"It could not be proved: {fault}")

    def _proved(self, kept: Corrections, fault: str) -> None:
        if fault:
            self.told.setText(f"It does not hold: {fault}. Put it right, or empty the field to take it out.")
        else:
            self.told.setText(HOLDS.format(titled_first(count(len(kept.rows), "correction"))))
