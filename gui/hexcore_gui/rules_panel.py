"""The rules in our words: every § number in the window leads here, and those in a rule's text lead on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from html import escape
from urllib.parse import quote, unquote

from PyQt6.QtCore import Qt, QUrl
from PyQt6.QtGui import QShowEvent
from PyQt6.QtWidgets import QLineEdit, QListWidget, QPushButton, QTextBrowser, QWidget

from hexcore_gui.parts import button, column, row
from hexcore_gui.stage import Stage

MOST_BACK, LEAST_RULES = 50, 4
"""So many rules read before are kept, and so many of the list are in sight at least."""


def numbers_in(known: Iterable[str]) -> re.Pattern[str] | None:
    """What finds the numbers of known rules in a text, the longest first; None where there are none."""
    numbers = "|".join(re.escape(number) for number in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<![\w.])({numbers})(?!\w|\.\w)") if numbers else None


class RulesPanel(QWidget):
    """A rule's text above, all rules to search through below; back and forth between those read."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage, self.number = stage, ""
        self._before: list[str] = []
        self._after: list[str] = []
        theme = stage.theme
        box = column(self, 6, (0, 4, 0, 0))
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName("The rule")
        self.text.anchorClicked.connect(self._follow)
        self.text.setFont(theme.ui_font(12.5))
        self.text.setMinimumHeight(stage.px(56))
        self.search = QLineEdit()
        self.search.setAccessibleName("Rules with these words")
        self.search.setFont(theme.ui_font(12.5))
        self.search.setPlaceholderText("Find a rule by number or word")
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Rules")
        self.list.setFont(theme.ui_font(12))
        self.list.setProperty("look", "close")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(stage.px(LEAST_RULES * 23 + 6))
        box.addWidget(self.text, 3)
        line = row(gap=6)
        self.back = self._step("←", "The rule read before", self.go_back)
        self.forth = self._step("→", "The rule read after it", self.go_forth)
        for part in (self.back, self.forth):
            line.addWidget(part)
        line.addWidget(self.search, 1)
        box.addLayout(line)
        box.addWidget(self.list, 2)
        self.search.textChanged.connect(self._list)
        self.list.currentTextChanged.connect(self._chosen)
        self._numbers: dict[str, str] = {}
        self._show("")

    @cached_property
    def _cited(self) -> re.Pattern[str] | None:
        return numbers_in(self.stage.board.ruleset.rule_texts)

    def showEvent(self, event: QShowEvent | None) -> None:
        """The texts are read when the page is opened for the first time."""
        super().showEvent(event)
        if not self._numbers:
            self._list(self.search.text())

    def _step(self, text: str, name: str, pressed: object) -> QPushButton:
        made = button(self.stage.theme, text, look="chip")
        made.setToolTip(name)
        made.setAccessibleName(name)
        made.clicked.connect(lambda _on=False: pressed())  # type: ignore[operator]
        return made

    # ---------------------------------------------------------------- reading
    def show_rule(self, number: str) -> None:
        """The text of a rule; a number without a text says so."""
        if self.number and number != self.number:
            self._before = [*self._before, self.number][-MOST_BACK:]
            self._after = []
        self._show(number)

    def go_back(self) -> None:
        """The rule read before this one."""
        if self._before:
            self._after.append(self.number)
            self._show(self._before.pop())

    def go_forth(self) -> None:
        """The rule from which one went back."""
        if self._after:
            self._before.append(self.number)
            self._show(self._after.pop())

    def _show(self, number: str) -> None:
        self.number = number
        found = self.stage.rule_text(number) if number else None
        cited = self.stage.cited(number)
        ink, quiet = self.stage.theme.tokens.ink, self.stage.theme.tokens.ink3
        if not number:
            body = f"<p style='color:{quiet}'>Click any § number to read the rule behind it.</p>"
        elif found is None:
            body = f"<p><b>{escape(cited)}</b></p><p style='color:{quiet}'>There is no text for it.</p>"
        else:
            head = f"<p><b>{escape(cited)} · {escape(found.title)}</b></p>"
            body = f"{head}<p>{self._linked(found.text)}</p>"
            if found.waiver:
                body += f"<p style='color:{quiet}'>Not in this release: {self._linked(found.waiver)}</p>"
        self.text.setHtml(f"<div style='color:{ink}'>{body}</div>")
        self.back.setEnabled(bool(self._before))
        self.forth.setEnabled(bool(self._after))

    def _linked(self, text: str) -> str:
        """A text as HTML; the numbers of rules in it, but for its own, are links. A plain number is none."""
        if self._cited is None:
            return escape(text)
        spelled = self.stage.board.ruleset.spelled
        may, made, end = self.stage.theme.tokens.may, "", 0
        for found in self._cited.finditer(text):
            number = found[1]
            if number == self.number or number.isalnum():
                continue
            link = f"<a style='color:{may}' href='rule:{quote(number)}'>{escape(spelled(number))}</a>"
            made += escape(text[end : found.start()]) + link
            end = found.end()
        return made + escape(text[end:])

    def _follow(self, link: QUrl) -> None:
        self.show_rule(unquote(link.toString().removeprefix("rule:")))

    # ---------------------------------------------------------------- finding
    def _list(self, wanted: str) -> None:
        words = wanted.lower().split()
        self._numbers = {}
        for number, rule in self.stage.board.ruleset.rule_texts.items():
            cited = self.stage.cited(number)
            if all(word in f"{number} {cited} {rule.title} {rule.text}".lower() for word in words):
                self._numbers[f"{cited}  {rule.title}"] = number
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems(list(self._numbers))
        self.list.blockSignals(False)

    def _chosen(self, line: str) -> None:
        if line in self._numbers:
            self.show_rule(self._numbers[line])
