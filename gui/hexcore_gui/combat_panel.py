"""The combat planner: odds with every factor, shift and rule, the table, what the die can do, answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PyQt6.QtCore import QPointF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPolygonF
from PyQt6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from hexcore.units import Unit
from hexcore_gui.choices_panel import ChoicesPanel
from hexcore_gui.combat_sight import CombatSight, ShiftLine, StrengthLine, in_words
from hexcore_gui.combat_table import CombatTable, DieChances, ExpectedBox, ForceArrow, RolledBanner
from hexcore_gui.parts import (
    CounterPicture,
    Elided,
    Flow,
    Links,
    ProvenanceDot,
    RuleLink,
    SectionHead,
    button,
    column,
    emptied,
    label,
    paragraph,
    row,
)
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour, font
from hexcore_gui.wording import count, result_text

WIDE = 596


@dataclass(frozen=True)
class Plan:
    """An attack thought of: its target hexes and attackers, and the column it would be fought on."""

    targets: tuple[int, ...]
    attackers: tuple[str, ...]
    column: str = ""


class ShiftArrow(QWidget):
    """How many columns, and which way."""

    def __init__(self, stage: Stage, shift: ShiftLine) -> None:
        super().__init__()
        self.stage, self.shift = stage, shift
        self.setFixedSize(QSize(stage.px(40), stage.px(19)))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(tokens.alt))
        painter.drawRoundedRect(self.rect(), 3, 3)
        good = self.shift.columns > 0
        ink = colour(tokens.may if good else tokens.may_not)
        painter.setPen(ink)
        painter.setFont(self.stage.theme.ui_font(12.5, 700))
        if self.shift.die:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, f"{self.shift.columns:+d}")
            return
        w, h = self.width(), self.height()
        number = self.rect().adjusted(0, 0, -w // 2, 0) if good else self.rect().adjusted(w // 2, 0, 0, 0)
        painter.drawText(number, Qt.AlignmentFlag.AlignCenter, str(abs(self.shift.columns)))
        x, step = (w * 0.58, 9) if good else (w * 0.42, -9)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(
            QPolygonF([QPointF(x, h / 2 - 5.5), QPointF(x + step, h / 2), QPointF(x, h / 2 + 5.5)])
        )


class CombatPanel(QWidget):
    """Shows a `CombatSight`. What is pressed is told: answers, plans, calling off, the primary button."""

    primary_pressed = pyqtSignal()
    call_off = pyqtSignal()
    keep = pyqtSignal()
    resume = pyqtSignal(object)
    closed = pyqtSignal()

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links
        self.sight: CombatSight | None = None
        self.choices = ChoicesPanel(stage, heading=False, look="choice", folds=False)
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = column(self, 0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        self.body = column(inside, 4, (18, 10, 18, 8))
        area.setWidget(inside)
        outer.addWidget(area, 1)
        outer.addWidget(self._foot())

    # ---------------------------------------------------------------- the foot
    def _foot(self) -> QWidget:
        theme = self.stage.theme
        foot = QWidget()
        box = column(foot, 6, (18, 8, 18, 10))
        self.asked = paragraph(theme, "", 13, 600, "ink")
        box.addWidget(self.asked)
        box.addWidget(self.choices)
        line = row(gap=10)
        self.note = paragraph(theme, "", 12, ink="ink2")
        self.off = button(theme, "Call off", self.call_off.emit)
        self.plan = button(theme, "Keep as plan", self.keep.emit)
        self.close_button = button(theme, "Close", self.closed.emit)
        self.primary = button(theme, "", self.primary_pressed.emit, look="primary")
        self.primary.setMinimumWidth(self.stage.px(150))
        line.addWidget(self.note, 1)
        for made in (self.off, self.plan, self.close_button, self.primary):
            line.addWidget(made)
        box.addLayout(line)
        return foot

    def show_foot(
        self, asked: str, note: str, primary: str, *, mustering: bool, fighting: bool, ready: bool
    ) -> None:
        """What is asked now, and which buttons stand under it."""
        self.asked.setText(asked)
        self.asked.setVisible(bool(asked))
        self.note.setText(note)
        self.off.setVisible(mustering)
        self.plan.setVisible(mustering and ready)
        self.close_button.setVisible(not fighting)
        self.primary.setVisible(bool(primary) and fighting)
        self.primary.setText(primary)
        self.primary.setEnabled(ready)
        self.choices.setVisible(fighting and bool(self.choices.buttons))

    # ---------------------------------------------------------------- the combat
    def show_combat(
        self, sight: CombatSight | None, plans: Sequence[Plan], attacker: str, defender: str
    ) -> None:
        self.sight = sight
        emptied(self.body)
        self._plans(sight, plans)
        if sight is None:
            text = (
                "Click a ringed hex on the map to attack it. Nothing is settled before the dice are thrown."
            )
            self.body.addWidget(paragraph(self.stage.theme, text))
            self.body.addStretch(1)
            return
        self.body.addLayout(self._forces(sight))
        if sight.strengths:
            self._strengths(sight.strengths)
            self._shifts(sight)
        if sight.table is not None:
            self._table(sight)
        if sight.forecast.chances:
            self._forecast(sight, attacker, defender)
        self.body.addStretch(1)

    def _plans(self, sight: CombatSight | None, plans: Sequence[Plan]) -> None:
        title = f"Attack on {sight.title}" if sight is not None else "Attacks"
        self.body.addWidget(SectionHead(self.stage.theme, title, "planned, in any order" if plans else ""))
        if sight is not None and sight.rolled:
            combat = sight.combat
            words = in_words(combat.result)
            self.body.addWidget(RolledBanner(self.stage, combat.dice, result_text(combat.result), words))
        if not plans:
            return
        flow = Flow(8)
        for n, plan in enumerate(plans, 1):
            where = ", ".join(self.stage.number(h) for h in plan.targets)
            text = f"{n}  {where} · {count(len(plan.attackers), 'attacker')}  {plan.column}"
            flow.addWidget(button(self.stage.theme, text, self._resumes(plan), look="chip"))
        self.body.addLayout(flow)

    def _resumes(self, plan: Plan) -> Callable[[], None]:
        return lambda: self.resume.emit(plan)

    def _forces(self, sight: CombatSight) -> QHBoxLayout:
        made = row(gap=4)
        made.addLayout(self._counters(sight.attackers))
        made.addWidget(ForceArrow(self.stage), 0, Qt.AlignmentFlag.AlignTop)
        made.addLayout(self._counters(sight.defenders), 1)
        made.addLayout(self._ratio(sight))
        return made

    def _counters(self, units: Sequence[Unit]) -> QHBoxLayout:
        """Some counters side by side, smaller when there are many."""
        made = row(gap=2)
        size = 54 if len(units) <= 3 else 44 if len(units) <= 5 else 34
        for unit in units[:8]:
            face = self.stage.plain_face(unit)
            made.addWidget(CounterPicture(self.stage, face, self.stage.px(size), self.stage.unit_name(unit)))
        made.addStretch(1)
        return made

    def _ratio(self, sight: CombatSight) -> QVBoxLayout:
        theme = self.stage.theme
        made = column(gap=0)
        big = label(theme, sight.ratio or "? : ?", 27, 700)
        big.setFont(font("place", self.stage.px(27), 700))
        made.addWidget(big, 0, Qt.AlignmentFlag.AlignRight)
        if sight.column:
            shifted = sight.final_column != sight.column
            text = f"is {sight.column}" + (f", fought at {sight.final_column}" if shifted else "")
        else:
            text = f"fought at {sight.final_column}" if sight.final_column else "no attacker yet"
        made.addWidget(label(theme, text, 14, 600, "ink2"), 0, Qt.AlignmentFlag.AlignRight)
        made.addStretch(1)
        return made

    def _strengths(self, lines: Sequence[StrengthLine]) -> None:
        theme = self.stage.theme
        self.body.addWidget(SectionHead(theme, "Strength", "printed → used"))
        for n, line in enumerate(lines):
            if n and line.attacker != lines[n - 1].attacker:
                between = label(theme, "")
                between.setFixedHeight(1)
                between.setStyleSheet(f"background: {theme.tokens.line};")
                self.body.addWidget(between)
            self.body.addLayout(self._strength(line))

    def _strength(self, line: StrengthLine) -> QHBoxLayout:
        theme = self.stage.theme
        made = row(gap=8)
        made.addWidget(Elided(theme, line.text), 1)
        if line.mark:
            made.addWidget(ProvenanceDot(theme, line.mark))
        if line.used:
            numbers = label(theme, f"{line.printed}  →", 12.5, ink="ink2")
            used = label(theme, line.used, 13, 700)
            used.setFixedWidth(self.stage.px(28))
            used.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            made.addWidget(numbers)
            made.addWidget(used)
        rule = RuleLink(theme, self.links, line.rule)
        if line.rule:
            rule.setFixedWidth(max(self.stage.px(118), rule.sizeHint().width()))
            made.addWidget(rule)
        else:
            made.addSpacing(self.stage.px(126))
        return made

    def _shifts(self, sight: CombatSight) -> None:
        theme, net = self.stage.theme, sum(s.columns for s in sight.shifts if not s.die)
        way = f"net {abs(net)} {'right' if net > 0 else 'left'}" if net else "net none"
        self.body.addWidget(SectionHead(theme, "Column shifts", way))
        if not sight.shifts:
            self.body.addWidget(label(theme, "None.", 12.5, ink="ink3"))
        for shift in sight.shifts:
            line = row(gap=12)
            line.addWidget(ShiftArrow(self.stage, shift))
            line.addWidget(Elided(theme, shift.text[:1].upper() + shift.text[1:]), 1)
            line.addWidget(RuleLink(theme, self.links, shift.rule))
            self.body.addLayout(line)

    def _table(self, sight: CombatSight) -> None:
        assert sight.table is not None
        self.body.addWidget(SectionHead(self.stage.theme, "Combat results", "attacker / defender"))
        table = CombatTable(self.stage)
        modifiers = sum(s.columns for s in sight.shifts if s.die)
        die = sight.combat.dice[0] + modifiers if sight.combat.dice else 0
        table.show_table(sight.table, sight.final_column, die)
        self.body.addWidget(table)

    def _forecast(self, sight: CombatSight, attacker: str, defender: str) -> None:
        title = "What the die has done" if sight.rolled else "What the die can do"
        self.body.addWidget(SectionHead(self.stage.theme, title, "attacker / defender"))
        chances = DieChances(self.stage)
        chances.show_forecast(sight.forecast)
        self.body.addWidget(chances)
        if sight.expected is not None and not sight.rolled:
            found, box = sight.expected, ExpectedBox(self.stage)
            steps = [
                f"{name} {_decimal(found[key]['least'])} – {_decimal(found[key]['most'])}"
                for name, key in ((attacker, "attacker_steps"), (defender, "defender_steps"))
            ]
            where = self.stage.number(sight.combat.targets[0])
            box.show_expected(
                f"{where} is taken", found["hex_taken"]["least"], found["hex_taken"]["most"], steps
            )
            self.body.addWidget(box)


def _decimal(fraction: str) -> str:
    from fractions import Fraction

    value = float(Fraction(fraction))
    return f"{value:.2f}".rstrip("0").rstrip(".")
