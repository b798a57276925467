"""What the die can do: each result with its chance and in whole words; the chance that the hex is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from PyQt6.QtCore import QEvent, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from hexcore_gui.combat_table import Chance, Forecast
from hexcore_gui.parts import column, emptied, label, paragraph, row
from hexcore_gui.sentences import titled_first
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour, font

BAR_AT, WORDS_AT, HIGH = 122, 262, 25
BARE = "#E09A00"
"""The bar of what was rolled."""


class ChanceBar(QWidget):
    """The result, its faces of the die, and its chance as a bar and in figures."""

    def __init__(self, stage: Stage, chance: Chance, faces: int) -> None:
        super().__init__()
        self.stage, self.chance, self.faces = stage, chance, faces
        self.setFixedSize(stage.px(WORDS_AT - 4), stage.px(HIGH))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, chance = QPainter(self), self.chance
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, theme, px = self.stage.theme.tokens, self.stage.theme, self.stage.px
        high, middle = self.height(), Qt.AlignmentFlag.AlignVCenter
        painter.setPen(colour(tokens.ink))
        painter.setFont(font("place", px(14), 700))
        painter.drawText(QRectF(px(4), 0, px(56), high), middle, chance.result)
        painter.setPen(colour(tokens.ink3))
        painter.setFont(theme.ui_font(12))
        painter.drawText(QRectF(px(58), 0, px(62), high), middle, ", ".join(map(str, chance.dice)))
        bar = QRectF(px(BAR_AT), high / 2 - px(6), px(96), px(12))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(tokens.line))
        painter.drawRoundedRect(bar, 2, 2)
        part = len(chance.dice) / self.faces
        painter.setBrush(colour(BARE if chance.rolled else tokens.may))
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * part, bar.height()), 2, 2)
        painter.setPen(colour(tokens.ink))
        painter.setFont(theme.ui_font(12.5, 600, tabular=True))
        painter.drawText(QRectF(px(226), 0, px(32), high), middle, f"{len(chance.dice)}/{self.faces}")


class ChanceRow(QWidget):
    """One result; `pointed` gives its faces of the die while the pointer is over it."""

    pointed = pyqtSignal(tuple)

    def __init__(self, stage: Stage, chance: Chance, faces: int) -> None:
        super().__init__()
        self.stage, self.chance = stage, chance
        line = row(self, gap=4)
        line.addWidget(ChanceBar(stage, chance, faces), 0, Qt.AlignmentFlag.AlignTop)
        self.words = paragraph(stage.theme, chance.words, 12.5)
        self.words.setContentsMargins(0, stage.px(4), 0, stage.px(4))
        line.addWidget(self.words, 1)
        self.setAccessibleName(f"{chance.result}, {len(chance.dice)} of {faces}: {chance.words}")

    def paintEvent(self, event: QPaintEvent | None) -> None:
        if self.chance.rolled or self.underMouse():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(self.stage.theme.tokens.lit, 60))
            painter.drawRoundedRect(QRectF(self.rect()), 3, 3)

    def enterEvent(self, event: QEnterEvent | None) -> None:
        self.pointed.emit(self.chance.dice)
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent | None) -> None:
        self.pointed.emit(())
        self.update()
        super().leaveEvent(event)


class DieChances(QWidget):
    """Each result on a line of its own; the one rolled is lit."""

    pointed = pyqtSignal(tuple)

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage, self.forecast = stage, Forecast()
        self.rows = column(self, 0)

    def show_forecast(self, forecast: Forecast) -> None:
        self.forecast = forecast
        emptied(self.rows)
        for chance in forecast.chances:
            made = ChanceRow(self.stage, chance, forecast.faces)
            made.pointed.connect(self.pointed)
            self.rows.addWidget(made)


class ChanceScale(QWidget):
    """A bar from 0 to 6/6: surely taken dark, perhaps taken light."""

    def __init__(self, stage: Stage, least: float, most: float) -> None:
        super().__init__()
        self.stage, self.least, self.most = stage, least, most
        self.setFixedHeight(stage.px(13))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(tokens.line))
        painter.drawRoundedRect(bar, 6, 6)
        for part, alpha in ((self.most, 150), (self.least, 255)):
            if part:
                painter.setBrush(colour(tokens.may, alpha))
                painter.drawRoundedRect(QRectF(0, 0, bar.width() * part, bar.height()), 6, 6)
        painter.setPen(QPen(colour(tokens.panel), 1.4))
        for sixth in range(1, 6):
            x = bar.width() * sixth / 6
            painter.drawLine(round(x), 0, round(x), self.height())


class ExpectedBox(QWidget):
    """The chance that the hex is really taken, who decides where in it, and what it is expected to cost."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.title, self.texts, self.ends = "", ("", ""), ("", "")
        self.costs: Sequence[str] = ()
        self.line = row(self, gap=stage.px(14), margins=(12, 8, 12, 8))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_expected(
        self, title: str, chances: tuple[str, str], costs: Sequence[str], who: str, ends: tuple[str, str]
    ) -> None:
        """*chances* are fractions as text, least and most; *who* decides, *ends* what he does for either."""
        theme, one = self.stage.theme, chances[0] == chances[1]
        self.title, self.costs, self.ends = title, costs, ends
        self.texts = (f"least {sixths(chances[0])}", f"most {sixths(chances[1])}")
        left, middle, right = column(gap=1), column(gap=2), column(gap=1)
        left.addWidget(paragraph(theme, title, 12.5, 600, "ink"))
        if not one:
            left.addWidget(paragraph(theme, who, 11.5, ink="ink3"))
        over, under = row(), row()
        for n, text in enumerate((sixths(chances[0]),) if one else self.texts):
            over.addWidget(label(theme, text, 12, 600))
            if not n:
                over.addStretch(1)
        middle.addLayout(over)
        middle.addWidget(ChanceScale(self.stage, float(Fraction(chances[0])), float(Fraction(chances[1]))))
        if not one:
            for n, text in enumerate(ends):
                part = paragraph(theme, text, 11, ink="ink3")
                part.setAlignment(Qt.AlignmentFlag.AlignRight if n else Qt.AlignmentFlag.AlignLeft)
                under.addWidget(part, 1)
            middle.addLayout(under)
        for n, line in enumerate(costs):
            part = label(theme, line, 12 if n else 11.5, 600 if n else 400, "ink" if n else "ink3")
            right.addWidget(part, 0, Qt.AlignmentFlag.AlignRight)
        for n, part_of in enumerate((left, middle, right)):
            part_of.addStretch(1)
            self.line.addLayout(part_of, (3, 5, 0)[n])

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(tokens.line), 1))
        painter.setBrush(colour(tokens.alt))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


def expected_box(
    stage: Stage, targets: Sequence[int], found: Mapping[str, Any], sides: tuple[str, str], decides: str
) -> ExpectedBox:
    """What the core says is to be expected of an attack on some hexes, and who *decides* within it."""
    roles, where = ("attacker", "defender"), ", ".join(stage.number(hex) for hex in targets)
    if "attacker_points" in found:
        parts = (found[f"{role}_points"] for role in roles)
        costs = [f"{name} {decimal(part)}" for name, part in zip(sides, parts, strict=True)]
        heading = "Points expected"
    else:
        bounds = [found[f"{role}_steps"] for role in roles]
        costs = [
            f"{name} {decimal(b['least'])} – {decimal(b['most'])}"
            for name, b in zip(sides, bounds, strict=True)
        ]
        heading = f"{titled_first(stage.loss_word)}s expected"
    box, taken = ExpectedBox(stage), found["hex_taken"]
    ends = ("stands and pays", "goes at once")
    box.show_expected(f"{where} is taken", (taken["least"], taken["most"]), [heading, *costs], decides, ends)
    box.setToolTip(found["assume"])
    return box


def taken_text(found: Mapping[str, Any]) -> str:
    """The chance that the hex is taken in few words: `2/6`, `0 to 2/6`."""
    least, most = (sixths(found["hex_taken"][end]) for end in ("least", "most"))
    return least if least == most else f"{least} to {most}"


def sixths(chance: str) -> str:
    """A chance over the faces of a die: 2/3 is 4/6; none is 0."""
    exact = Fraction(chance) * 6
    return f"{exact.numerator}/6" if exact.denominator == 1 and exact else ("0" if not exact else chance)


def decimal(fraction: str) -> str:
    """At most two places: `0.67`."""
    return f"{float(Fraction(fraction)):.2f}".rstrip("0").rstrip(".")
