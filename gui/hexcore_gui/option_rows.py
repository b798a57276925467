"""The options of a scenario in the dialog of a new game: what each is about, its rule, its default; and sets
of them at one press."""

from __future__ import annotations

import re
from functools import partial
from html import escape

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QWidget

from hexcore.ruleset import Option, Ruleset, Scenario
from hexcore_gui.list_looks import PresetLook
from hexcore_gui.parts import Chooser, Flow, button, column, label, paragraph, row
from hexcore_gui.presentation import Presentation, titled
from hexcore_gui.theme import Theme

CHOICE_WIDE, RULE_WIDE = 158, 118
"""Pixels (at UI scale 1) for what switches an option, and for its rule, which is broken, not cut."""
DEFAULT = PresetLook(title="Default", note="What each option is when nothing is chosen.")


class OptionRows(QWidget):
    """The options as rows; `boxes` are what switches each, `values` what they say now."""

    def __init__(self, theme: Theme, ruleset: Ruleset, scenario: Scenario, looks: Presentation) -> None:
        super().__init__()
        self.theme, self.ruleset, self.scenario = theme, ruleset, scenario
        self.boxes: dict[str, QCheckBox | QComboBox] = {}
        self.presets = [DEFAULT, *(p for p in looks.presets if p.only in ("", ruleset.id))]
        self.body = column(self, 6)
        self.body.addLayout(self._presets())
        if told := books_told(looks, scenario):
            self.body.addWidget(paragraph(theme, told, 12, ink="ink3"))
        for option in scenario.options:
            self._option(option)

    def _px(self, pixels: float) -> int:
        return round(pixels * self.theme.ui_scale)

    # ---------------------------------------------------------------- many at one press
    def _presets(self) -> QHBoxLayout:
        line: QHBoxLayout = row(gap=8)
        line.addWidget(label(self.theme, "Set all:", 12.5, ink="ink2"), 0, Qt.AlignmentFlag.AlignTop)
        flow = Flow(6)
        for preset in self.presets:
            made = button(self.theme, preset.title, partial(self.set_all, preset), look="chip")
            made.setToolTip(preset.note)
            flow.addWidget(made)
        line.addLayout(flow, 1)
        return line

    def set_all(self, preset: PresetLook) -> None:
        """Sets every option as a preset has it: by name, else the value it has for all, else its default."""
        for option in self.scenario.options:
            for_all = preset.all if preset.all in option.values else option.default
            wanted = preset.options.get(option.id, for_all)
            box = self.boxes[option.id]
            if isinstance(box, QCheckBox):
                box.setChecked(wanted == "on")
            else:
                box.setCurrentIndex(max(0, box.findData(wanted)))

    def values(self) -> dict[str, str]:
        """What is chosen, by option."""
        return {
            id: ("on" if box.isChecked() else "off") if isinstance(box, QCheckBox) else box.currentData()
            for id, box in self.boxes.items()
        }

    # ---------------------------------------------------------------- one by one
    def _option(self, option: Option) -> None:
        if set(option.values) == {"on", "off"}:
            box = QCheckBox()
            box.setChecked(option.default == "on")
            box.setAccessibleName(option.text)
            self.boxes[option.id] = box
            self._line(option, box, before=True)
            return
        choice = Chooser(self.theme)
        for value in option.values:
            choice.addItem(titled(value), value)
        choice.setCurrentIndex(max(0, choice.findData(option.default)))
        choice.setAccessibleName(option.text)
        choice.setFixedWidth(self._px(CHOICE_WIDE))
        self.boxes[option.id] = choice
        self._line(option, choice, before=False)

    def _line(self, option: Option, choice: QWidget, *, before: bool) -> None:
        """An option in words, with what switches it and the rule it is about."""
        line: QHBoxLayout = row(gap=8)
        default = titled(option.default).lower()
        text = paragraph(self.theme, f"{option.text} Default: {default}.", 12.5, ink="ink")
        text.setMinimumWidth(self._px(CHOICE_WIDE))  # a wrapped label would ask for more room than there is
        parts = [choice, text] if before else [text, choice]
        for part in parts:
            line.addWidget(part, 1 if part is text else 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._rule(option.rule), 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(line)

    def _rule(self, number: str) -> QLabel:
        """The rule as it is cited; the pointer over it shows its text."""
        made = paragraph(self.theme, "", 11.5, 500, "may")
        made.setFixedWidth(self._px(RULE_WIDE))
        cited = f"§ {self.ruleset.spelled(number)}"
        made.setText(cited if number else "")
        made.setAlignment(Qt.AlignmentFlag.AlignRight)
        text = self.ruleset.rule_texts.get(number)
        if text is not None:
            head = f"<p><b>{escape(cited)}: {escape(text.title)}</b></p>"
            made.setToolTip(f"{head}<p>{escape(text.text)}</p>")
        return made


def books_told(looks: Presentation, scenario: Scenario) -> str:
    """What the letters before the numbers of rules stand for, where options have them: `TNC: …`."""
    heads = {found[0] for option in scenario.options if (found := re.match(r"[A-Z]+(?= )", option.rule))}
    return "  ".join(f"§ {head} …: {looks.books[head]}." for head in sorted(heads) if head in looks.books)
