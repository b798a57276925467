"""The Laboratory: a window beside the game in which rule systems are compared.

What it can ask is the list of `lab_parts`; a page is made in a thread, with a bar and Cancel, and can be kept
as HTML or as tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QCloseEvent
from PyQt6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hexcore.cli import Wrong
from hexcore.lab.html_report import html, tables_csv
from hexcore.lab.pages import Page, PositionFile
from hexcore.lab.report import write
from hexcore.positions import position_from
from hexcore.ruleset import Found, UnknownName, find, installed
from hexcore.tables import DataError
from hexcore_gui.lab_page import PageView
from hexcore_gui.lab_parts import PARTS, Asked, Field, Part, Refused, faulty
from hexcore_gui.long_work import Step
from hexcore_gui.parts import SectionHead, button, column, emptied, label, paragraph, row
from hexcore_gui.preferences import games_folder
from hexcore_gui.stylesheet import sheet
from hexcore_gui.table_link import NewGame
from hexcore_gui.theme import Theme
from hexcore_gui.work_bar import WorkBar

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

ASIDE = 292
"""Pixels of the column of questions."""
ROOM = 34
"""Letters of a game's name that have room beside its box."""
WELCOME = (
    "Choose what is compared, and the games. Everything is drawn from the rules as they are played here: "
    "their tables, their numbers and the same functions that decide a game.",
)


class LaboratoryWindow(QWidget):
    """Questions at the left, the page that answers at the right."""

    def __init__(self, theme: Theme, window: MainWindow) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.theme, self.owner = theme, window
        self.setWindowTitle("Laboratory")
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(sheet(theme))
        self.resize(round(1240 * theme.ui_scale), round(820 * theme.ui_scale))
        self.work = WorkBar(self, theme)
        self.work.measure.given_up.connect(self._free)
        self.part: Part = PARTS[0]
        self.games: dict[str, QCheckBox] = {}
        self.fields: dict[str, QLineEdit | QComboBox] = {}
        line = row(self, 0)
        line.addLayout(self._aside())
        self.view = PageView(theme, self.open_position)
        line.addWidget(self.view, 1)
        self.view.say(*WELCOME)
        self.choose(PARTS[0])

    # ---------------------------------------------------------------- the questions
    def _aside(self) -> QVBoxLayout:
        """The questions, which scroll where there is no room, and below them what is done with them."""
        whole = column(gap=0)
        area, inside, foot = QScrollArea(), QWidget(), QWidget()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for part in (area, foot):
            part.setFixedWidth(round(ASIDE * self.theme.ui_scale))
        self._questions(column(inside, 6, (16, 14, 12, 8)))
        area.setWidget(inside)
        whole.addWidget(area, 1)
        self._foot(column(foot, 6, (16, 6, 12, 12)))
        whole.addWidget(foot)
        return whole

    def _questions(self, box: QVBoxLayout) -> None:
        box.addWidget(SectionHead(self.theme, "What is compared"))
        group = QButtonGroup(self)
        self.choices = {}
        for part in PARTS:
            made = button(self.theme, part.title, partial(self.choose, part), look="quiet")
            made.setCheckable(True)
            group.addButton(made)
            self.choices[part.id] = made
            box.addWidget(made)
        self.about = paragraph(self.theme, "", 12, ink="ink2")
        box.addWidget(self.about)
        box.addWidget(SectionHead(self.theme, "Games"))
        for found in installed(load=False):
            if not found.error and not found.disabled:
                box.addWidget(self._game(found))
        self.asked = column(gap=4)
        box.addLayout(self.asked)
        box.addStretch(1)

    def _foot(self, box: QVBoxLayout) -> None:
        self.ask = button(self.theme, "Compare", self.begin, look="primary")
        box.addWidget(self.ask)
        self.wrong = paragraph(self.theme, "", 12.5, ink="may_not")
        box.addWidget(self.wrong)
        self.done = paragraph(self.theme, "", 12, ink="ink2")
        box.addWidget(self.done)
        box.addLayout(self._keeping())

    def _game(self, found: Found) -> QCheckBox:
        id, title = found.id, found.title or found.id
        whole = f"{title} ({found.edition})" if found.edition else title
        made = QCheckBox((title if len(whole) > ROOM else whole).replace("&", "&&"))
        made.setFont(self.theme.ui_font(12.5))
        made.setToolTip(f"{whole}: {id}")
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        made.setChecked(len(self.games) < 2)
        made.toggled.connect(lambda on: self._ticked(id, on))
        self.games[id] = made
        return made

    def _ticked(self, id: str, on: bool) -> None:
        """Where one game only is asked about, a tick takes the place of the one before."""
        if on and self.part.most == 1:
            self._untick([other for other in self.chosen if other != id])
        self._games_chosen()

    def _untick(self, ids: Iterable[str]) -> None:
        for id in ids:
            self.games[id].blockSignals(True)
            self.games[id].setChecked(False)
            self.games[id].blockSignals(False)

    def _keeping(self) -> QHBoxLayout:
        line = row(gap=6)
        self.keep = button(self.theme, "Save the page …", self.save_page)
        self.tables = button(self.theme, "Save tables …", self.save_tables)
        for made in (self.keep, self.tables):
            made.setEnabled(False)
            line.addWidget(made)
        return line

    def choose(self, part: Part) -> None:
        """What is asked from now on; fields that another question knows too keep what stands in them."""
        kept = self.values()
        self.part = part
        self._untick(self.chosen[part.most :])
        if any(choice.hasFocus() for choice in self.choices.values()):
            self.choices[part.id].setFocus()
        self.choices[part.id].setChecked(True)
        self.about.setText(part.about)
        emptied(self.asked)
        self.fields = {}
        for field in part.fields:
            self.asked.addWidget(label(self.theme, field.title, 12, ink="ink2"))
            made = self._field(field, kept.get(field.id, field.usual))
            self.fields[field.id] = made
            self.asked.addLayout(self._with_browse(field, made))
            if field.note:
                self.asked.addWidget(paragraph(self.theme, field.note, 11.5, ink="ink3"))
        self._games_chosen()

    def _field(self, field: Field, value: str) -> QLineEdit | QComboBox:
        made: QLineEdit | QComboBox
        if field.choices is not None:
            made = QComboBox()
            made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            made.addItems(list(field.choices(self.chosen)))
            if value in field.choices(self.chosen):
                made.setCurrentText(value)
        else:
            made = QLineEdit(value)
            made.returnPressed.connect(self.ask.click)
        made.setFont(self.theme.ui_font(12.5))
        made.setAccessibleName(field.title)
        return made

    def _with_browse(self, field: Field, made: QLineEdit | QComboBox) -> QHBoxLayout:
        """A field, and where it names a file a button that looks for one."""
        line = row(gap=4)
        line.addWidget(made, 1)
        if field.file and isinstance(made, QLineEdit):
            line.addWidget(button(self.theme, "…", partial(self._browse, field, made)))
        return line

    def _browse(self, field: Field, made: QLineEdit) -> None:
        start = made.text() or str(games_folder())
        path, _ = QFileDialog.getOpenFileName(self, field.title, start, field.file)
        if path:
            made.setText(path)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The rulesets ticked, in the order of the list."""
        return tuple(id for id, box in self.games.items() if box.isChecked())

    def values(self) -> dict[str, str]:
        """What stands in the fields."""
        return {
            id: made.currentText() if isinstance(made, QComboBox) else made.text().strip()
            for id, made in self.fields.items()
        }

    def _games_chosen(self) -> None:
        """Lists that hang on the games are filled anew; the button tells how many games are wanted."""
        for field in self.part.fields:
            made = self.fields[field.id]
            if isinstance(made, QComboBox) and field.choices is not None:
                value, wanted = made.currentText(), list(field.choices(self.chosen))
                made.clear()
                made.addItems(wanted)
                made.setCurrentText(value if value in wanted else next(iter(wanted), ""))
        why = self.part.refusal(self.chosen)
        self.wrong.setText(why)
        self.done.setText("")
        self.ask.setEnabled(not why and not self.work.busy)

    # ---------------------------------------------------------------- the answer
    def begin(self) -> None:
        """Makes the page in a thread."""
        asked, part = Asked(self.chosen, self.values()), self.part
        self.done.setText("")
        self.wrong.setText(faulty(part.fields, asked.values))
        if self.wrong.text():
            return
        self.ask.setEnabled(False)

        def work(step: Step) -> Page:
            return part.page(asked, step)

        self.work.begin(f"{part.title} …", work, self.show_page, self._failed)

    def _free(self) -> None:
        """Nothing is being asked any more: what may be asked next is as the games say."""
        self.ask.setEnabled(not self.part.refusal(self.chosen))

    def show_page(self, page: Page) -> None:
        self.view.show_page(page)
        self._free()
        for made in (self.keep, self.tables):
            made.setEnabled(True)

    def _failed(self, fault: BaseException) -> None:
        """What was asked wrongly is said beside the question; anything else by its name."""
        told = str(fault) if isinstance(fault, Refused) else f"{type(fault).__name__}: {fault}"
        self.wrong.setText(told)
        self._free()

    # ---------------------------------------------------------------- keeping it
    def save_page(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, "Save the page", f"{self.part.id}.html", "Pages (*.html)")
        if path and self.view.page is not None:
            self._written({Path(path): html([self.view.page])})

    def save_tables(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Save the tables in a folder")
        if folder and self.view.page is not None:
            self._written({Path(folder) / name: t for name, t in tables_csv(self.view.page).items()})

    def _written(self, files: dict[Path, str]) -> None:
        try:
            for path, text in files.items():
                write(path, text)
        except Wrong as fault:
            self.wrong.setText(str(fault))
            return
        self.wrong.setText("")
        self.done.setText(f"Written: {', '.join(sorted(path.name for path in files))}.")

    def take_over(self, old: LaboratoryWindow) -> None:
        """What stands in another of these windows: question, games, fields, page and place."""
        for id, box in self.games.items():
            box.setChecked(id in old.chosen)
        self.choose(old.part)
        for id, value in old.values().items():
            made = self.fields[id]
            if isinstance(made, QComboBox):
                made.setCurrentText(value)
            else:
                made.setText(value)
        if old.view.page is not None:
            self.show_page(old.view.page)
        self.setGeometry(old.geometry())

    def open_position(self, kept: PositionFile) -> None:
        """A new game from a position, in the window behind; the game that lies there is kept in its file."""
        try:
            position = position_from(kept.text, "the position")
            ruleset, scenario = find(position.entries.ruleset), position.entries.scenario
            position.board(ruleset, scenario, kept.options)
        except (DataError, UnknownName) as fault:
            self.wrong.setText(str(fault))
            return
        self.wrong.setText("")
        self.owner.loading.start(NewGame(ruleset, scenario, kept.options, position=position))
        self.owner.raise_()
        self.owner.activateWindow()

    def closeEvent(self, event: QCloseEvent | None) -> None:
        self.work.give_up()
        self._free()
