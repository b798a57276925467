"""The rules in our words: every § number in the window leads here."""

from __future__ import annotations

from html import escape

from PyQt6.QtWidgets import QLineEdit, QListWidget, QTextBrowser, QWidget

from hexcore_gui.parts import column
from hexcore_gui.stage import Stage


class RulesPanel(QWidget):
    """A rule's text above, all rules to search through below."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage, self.number = stage, ""
        theme = stage.theme
        box = column(self, 6, (0, 4, 0, 0))
        self.text = QTextBrowser()
        self.text.setFont(theme.ui_font(12.5))
        self.text.setMinimumHeight(stage.px(90))
        self.search = QLineEdit()
        self.search.setFont(theme.ui_font(12.5))
        self.search.setPlaceholderText("Find a rule by number or word")
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setFont(theme.ui_font(12))
        box.addWidget(self.text, 3)
        box.addWidget(self.search)
        box.addWidget(self.list, 2)
        self.search.textChanged.connect(self._list)
        self.list.currentTextChanged.connect(self._chosen)
        self._numbers: dict[str, str] = {}
        self._list("")
        self.show_rule("")

    def show_rule(self, number: str) -> None:
        """The text of a rule; a number without a text says so."""
        self.number = number
        found = self.stage.rule_text(number)
        ink, quiet = self.stage.theme.tokens.ink, self.stage.theme.tokens.ink3
        if not number:
            body = f"<p style='color:{quiet}'>Click any § number to read the rule behind it.</p>"
        elif found is None:
            body = f"<p><b>§ {escape(number)}</b></p><p style='color:{quiet}'>There is no text for it.</p>"
        else:
            body = f"<p><b>§ {escape(number)} · {escape(found.title)}</b></p><p>{escape(found.text)}</p>"
            if found.waiver:
                body += f"<p style='color:{quiet}'>Not in this release: {escape(found.waiver)}</p>"
        self.text.setHtml(f"<div style='color:{ink}'>{body}</div>")

    def _list(self, wanted: str) -> None:
        words = wanted.lower().split()
        self._numbers = {}
        for number, rule in self.stage.board.ruleset.rule_texts.items():
            if all(word in f"{number} {rule.title} {rule.text}".lower() for word in words):
                self._numbers[f"§ {number}  {rule.title}"] = number
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems(list(self._numbers))
        self.list.blockSignals(False)

    def _chosen(self, line: str) -> None:
        if line in self._numbers:
            self.show_rule(self._numbers[line])
