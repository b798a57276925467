"""A new game: the rulesets and scenarios that are installed, options, who plays which side, the dice."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QRegularExpression, Qt
from PyQt6.QtGui import QRegularExpressionValidator
from PyQt6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from hexcore.record import DiceRecord
from hexcore.ruleset import MAP_ONLY, Found, Ruleset, Scenario
from hexcore_gui.corrections_row import CorrectionsRow
from hexcore_gui.option_rows import OptionRows
from hexcore_gui.own_copy import own_file
from hexcore_gui.parts import SectionHead, button, column, emptied, label, paragraph, row
from hexcore_gui.preferences import games_folder
from hexcore_gui.presentation import Presentation, ScenarioLook, titled
from hexcore_gui.seats import Seats, usual_seats
from hexcore_gui.table_link import NewGame
from hexcore_gui.theme import Theme
from hexcore_gui.wording import count

NAME_WIDE = 58
"""Pixels (at UI scale 1) for a name before a text."""
NO_BALANCE = "Not measured."
NONE_INSTALLED = "No games are installed. `hexcore doctor` says what is missing."


def looks_of(ruleset: Ruleset) -> Presentation:
    """A ruleset's looks; none where they cannot be read, which is told when the game is on the table."""
    try:
        return Presentation.from_mapping(ruleset.presentation)
    except Exception:  # a plugin's data can be broken in any way
        return Presentation()


def map_only(found: Found) -> bool:
    """Is there nothing to play? A ruleset that cannot be read says so when it is chosen."""
    try:
        return found.ruleset is not None and found.ruleset.status == MAP_ONLY
    except Exception:  # a plugin's data can be broken in any way
        return False


def numbered(scenario: Scenario) -> str:
    """A scenario with its number before the title, where it goes by one: `2.1  The Long March`."""
    return f"{scenario.id}  {scenario.title}" if scenario.id[:1].isdigit() else scenario.title


class NewGameDialog(QDialog):
    """Chooses a game; `chosen` is what to start, None when it was given up."""

    def __init__(
        self,
        theme: Theme,
        found: Sequence[Found],
        parent: QWidget | None = None,
        seated: Mapping[str, str] | None = None,
    ) -> None:
        """*seated*: who plays each side of the game on the table, "" for a person."""
        super().__init__(parent)
        self.seated = dict(seated or {})
        self.theme = theme
        self.found = [f for f in found if not f.error and not f.disabled and not map_only(f)]
        self.left_out = [f"{f.id} is broken: {f.error}" for f in found if f.error]
        self.left_out += [f"{f.id} is disabled" for f in found if f.disabled]
        self.left_out += [f"{f.id} is a map with no scenario to play" for f in found if map_only(f)]
        self.chosen: NewGame | None = None
        self.option_rows: OptionRows | None = None
        self.seats = Seats(theme, {}, {})
        self.setWindowTitle("New game")
        self.resize(self._px(1000), self._px(720))
        self.games, self.scenarios = QListWidget(), QListWidget()
        self.seed = QLineEdit()
        self.rolled, self.typed = (
            QRadioButton("Rolled by the program"),
            QRadioButton("Typed in by the players"),
        )
        self.setup = column(gap=6)
        self.start = button(theme, "Start the game", self._start, look="primary")
        self._lay_out()
        self._list_games()

    def _px(self, pixels: float) -> int:
        return round(pixels * self.theme.ui_scale)

    # ---------------------------------------------------------------- laying out
    def _lay_out(self) -> None:
        outer = column(self, 10, (18, 12, 18, 14))
        sides = row(gap=18)
        sides.addLayout(self._left(), 6)
        sides.addWidget(self._right(), 9)
        outer.addLayout(sides, 1)
        foot = row(gap=8)
        for text in self.left_out:
            foot.addWidget(paragraph(self.theme, text, 12, ink="may_not"), 1)
        foot.addStretch(1)
        foot.addWidget(button(self.theme, "Cancel", self.reject))
        foot.addWidget(self.start)
        outer.addLayout(foot)

    def _left(self) -> QVBoxLayout:
        left = column(gap=6)
        left.addWidget(SectionHead(self.theme, "Game"))
        left.addWidget(self.games, 1)
        left.addWidget(SectionHead(self.theme, "Scenario"))
        left.addWidget(self.scenarios, 2)
        self.games.setAccessibleName("Games")
        self.scenarios.setAccessibleName("Scenarios")
        for box in (self.games, self.scenarios):
            box.setFont(self.theme.ui_font(13))
            box.setWordWrap(True)
            box.setTextElideMode(Qt.TextElideMode.ElideNone)
            box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.games.currentRowChanged.connect(self._game_chosen)
        self.scenarios.currentRowChanged.connect(self._scenario_chosen)
        return left

    def _right(self) -> QScrollArea:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        inside.setLayout(self.setup)
        self.setup.setContentsMargins(0, 0, 8, 0)
        area.setWidget(inside)
        return area

    # ---------------------------------------------------------------- choosing
    def choose(self, id: str) -> None:
        """The game of an id, where it is in the list."""
        at = next((n for n, found in enumerate(self.found) if found.id == id), -1)
        if at >= 0:
            self.games.setCurrentRow(at)

    def _list_games(self) -> None:
        for one in self.found:
            told = one.ruleset or one
            self.games.addItem(f"{told.title} · {told.edition}" if told.edition else told.title)
        self.start.setEnabled(bool(self.found))
        if self.found:
            self.games.setCurrentRow(0)
        else:
            self.setup.addWidget(paragraph(self.theme, NONE_INSTALLED))

    @property
    def options(self) -> dict[str, QCheckBox | QComboBox]:
        """What switches each option of the scenario."""
        return self.option_rows.boxes if self.option_rows is not None else {}

    @property
    def ruleset(self) -> Ruleset | None:
        at = self.games.currentRow()
        return self.found[at].ruleset if 0 <= at < len(self.found) else None

    @property
    def scenario(self) -> Scenario | None:
        ruleset, at = self.ruleset, self.scenarios.currentRow()
        known = list(ruleset.scenarios.values()) if ruleset is not None else []
        return known[at] if 0 <= at < len(known) else None

    def _game_chosen(self, at: int) -> None:
        self.scenarios.clear()
        if not 0 <= at < len(self.found):
            return
        found = self.found[at] = self.found[at].loaded()
        ruleset = found.ruleset
        if ruleset is None:
            self._not_to_be_played(f"This game cannot be read: {found.error}")
            return
        try:
            for title in map(numbered, ruleset.scenarios.values()):
                item = QListWidgetItem(title, self.scenarios)
                item.setToolTip(title)
        except Exception as fault:  # a plugin's data can be broken in any way; the other games work
            self._not_to_be_played(f"This game cannot be read: {fault}")
            return
        if not ruleset.scenarios:
            self._not_to_be_played(f"{ruleset.id} is a map with no scenario to play")
            return
        self.start.setEnabled(True)
        self.scenarios.setCurrentRow(0)

    def _not_to_be_played(self, why: str) -> None:
        emptied(self.setup)
        self.setup.addWidget(paragraph(self.theme, why, ink="may_not"))
        self.start.setEnabled(False)

    def _scenario_chosen(self, _row: int) -> None:
        ruleset, scenario = self.ruleset, self.scenario
        if ruleset is None or scenario is None:
            return
        emptied(self.setup)
        self.option_rows = None
        looks = looks_of(ruleset)
        self._described(scenario, looks.scenario_look(ruleset.id, scenario.id))
        self.setup.addWidget(SectionHead(self.theme, "Players"))
        names = {str(side): looks.side_look(side).name or titled(side) for side in ruleset.sides}
        self.seats = Seats(self.theme, names, self._seats(ruleset.sides))
        self.setup.addWidget(self.seats)
        self.setup.addWidget(SectionHead(self.theme, "Dice"))
        self._dice()
        if scenario.options:
            self.setup.addWidget(SectionHead(self.theme, "Options"))
            self.option_rows = OptionRows(self.theme, ruleset, scenario, looks)
            self.setup.addWidget(self.option_rows)
        self.setup.addWidget(SectionHead(self.theme, "Corrections from your own copy"))
        mine = own_file(getattr(self.parent(), "games", None) or games_folder(), ruleset.id)
        self.corrections = CorrectionsRow(self.theme, ruleset, mine)
        self.corrections.proving.connect(lambda on: self.start.setEnabled(not on))
        self.start.setEnabled(True)
        self.setup.addWidget(self.corrections)
        self.setup.addStretch(1)

    def _described(self, scenario: Scenario, look: ScenarioLook) -> None:
        """What the scenario is about, how long it takes, and whom it favours."""
        first, last = scenario.first_turn, scenario.last_turn
        self.setup.addWidget(paragraph(self.theme, numbered(scenario), 18, 600, "ink"))
        if look.description:
            self.setup.addWidget(paragraph(self.theme, look.description, 12.5, ink="ink"))
        turns = f"{count(last - first + 1, 'turn')}, {first} to {last}." if last > first else "1 turn."
        told = {"Length": f"{turns} {look.length}".strip(), "Balance": look.balance or NO_BALANCE}
        for name, text in told.items():
            line: QHBoxLayout = row(gap=8)
            head = label(self.theme, name, 12.5, 600)
            head.setFixedWidth(self._px(NAME_WIDE))
            line.addWidget(head, 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(paragraph(self.theme, text, 12.5), 1)
            self.setup.addLayout(line)

    def _dice(self) -> None:
        self.rolled, self.typed = (
            QRadioButton("Rolled by the program"),
            QRadioButton("Typed in by the players"),
        )
        self.rolled.setChecked(True)
        self.seed = QLineEdit()
        self.seed.setAccessibleName("Seed of the dice")
        self.seed.setPlaceholderText("seed: empty for chance")
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression("-?[0-9]{0,18}"), self.seed))
        for part in (self.rolled, self.typed, self.seed):
            part.setFont(self.theme.ui_font(12.5))
        line: QHBoxLayout = row(gap=8)
        line.addWidget(self.rolled)
        line.addWidget(self.seed, 1)
        self.setup.addLayout(line)
        self.setup.addWidget(self.typed)

    def _seats(self, sides: Sequence[str]) -> dict[str, str]:
        """Who sits at the table already, where it is the same sides; else as usual."""
        return self.seated if self.seated.keys() == set(sides) else usual_seats(sides)

    # ---------------------------------------------------------------- the result
    def _values(self) -> dict[str, str]:
        return self.option_rows.values() if self.option_rows is not None else {}

    def _start(self) -> None:
        ruleset, scenario = self.ruleset, self.scenario
        if ruleset is None or scenario is None:
            return
        if self.typed.isChecked():
            dice = DiceRecord("typed")
        else:
            text = self.seed.text().strip()
            dice = DiceRecord("seed", int(text) if text.lstrip("-").isdigit() else random.randrange(1 << 31))
        ruleset = self.corrections.ruleset
        self.chosen = NewGame(ruleset, scenario.id, self._values(), self.seats.chosen(), dice)
        self.accept()
