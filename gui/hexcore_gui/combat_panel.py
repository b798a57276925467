"""The combat planner: plans as tabs, odds with every factor, shift and rule, the table, the die, answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from hexcore.units import Unit
from hexcore_gui.choices_panel import ChoicesPanel
from hexcore_gui.combat_chances import DieChances, ExpectedBox, decimal
from hexcore_gui.combat_parts import RULE_WIDE, PlanTab, ShiftArrow, told_line
from hexcore_gui.combat_plans import Plan
from hexcore_gui.combat_sight import CombatSight, ProspectLine, StrengthLine
from hexcore_gui.combat_table import CombatTable, ForceArrow, RolledBanner
from hexcore_gui.parts import (
    CounterPicture,
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
from hexcore_gui.theme import font
from hexcore_gui.wording import count, result_text

WIDE = 596
FEW = 5
"""So many counters stand in one line at their full size."""
NOTHING = (
    "Click a ringed hex on the map to attack it, or plan several attacks first: New attack, then a hex of the"
    " enemy and the units against it. Nothing is settled before the dice are thrown."
)
DRAFT = "Click a hex of the enemy: it is the target. Then click the units that shall attack it."


@dataclass(frozen=True)
class Foot:
    """What is asked under a combat, what is noted, and which buttons stand there."""

    asked: str = ""
    note: str = ""
    primary: str = ""
    ready: bool = False
    mustering: bool = False
    fighting: bool = False
    planning: bool = False
    mends: bool = False


class CombatPanel(QWidget):
    """Shows a `CombatSight`. What is pressed is told: answers, plans, calling off, the primary button."""

    primary_pressed, call_off, keep, closed = pyqtSignal(), pyqtSignal(), pyqtSignal(), pyqtSignal()
    begun, dropped, declared, mended = pyqtSignal(), pyqtSignal(), pyqtSignal(), pyqtSignal()
    chosen = pyqtSignal(object)
    joined = pyqtSignal(str)
    wished = pyqtSignal(object)

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
        line = row(gap=8)
        self.note = paragraph(theme, "", 12, ink="ink2")
        line.addWidget(self.note, 1)
        self.off = button(theme, "Call off", self.call_off.emit)
        self.plan = button(theme, "Keep as plan", self.keep.emit)
        self.drop = button(theme, "Drop", self.dropped.emit)
        self.mend = button(theme, "Leave out who cannot", self.mended.emit)
        self.close_button = button(theme, "Close", self.closed.emit)
        self.primary = button(theme, "", self._press, look="primary")
        self.primary.setMinimumWidth(self.stage.px(132))
        self.buttons = (self.off, self.plan, self.drop, self.mend, self.close_button, self.primary)
        for made in self.buttons:
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            line.addWidget(made, 0, Qt.AlignmentFlag.AlignBottom)
        box.addLayout(line)
        return foot

    def _press(self) -> None:
        (self.declared if self.foot.planning else self.primary_pressed).emit()

    def show_foot(self, foot: Foot) -> None:
        """What is asked now, and which buttons stand under it."""
        self.foot = foot
        self.asked.setText(foot.asked)
        self.asked.setVisible(bool(foot.asked))
        self.note.setText(foot.note)
        self.off.setVisible(foot.mustering)
        self.plan.setVisible(foot.mustering and foot.ready)
        self.drop.setVisible(foot.planning)
        self.mend.setVisible(foot.mends)
        self.close_button.setVisible(not foot.fighting)
        self.primary.setVisible(bool(foot.primary) and (foot.fighting or foot.planning))
        self.primary.setText(foot.primary)
        self.primary.setEnabled(foot.ready)
        self.choices.setVisible(foot.fighting and bool(self.choices.buttons))

    # ---------------------------------------------------------------- the combat
    def show_combat(
        self,
        sight: CombatSight | None,
        plans: Sequence[tuple[Plan, str]],
        sides: tuple[str, str],
        decides: str,
    ) -> None:
        """A combat, real or planned; *plans* with their odds; the names of the sides; who decides."""
        self.sight = sight
        emptied(self.body)
        self._plans(sight, plans)
        if sight is None or (sight.plan is not None and not sight.plan.targets):
            self.body.addWidget(paragraph(self.stage.theme, NOTHING if sight is None else DRAFT))
            self.body.addStretch(1)
            return
        if sight.rolled:
            words = next((c.words for c in sight.forecast.chances if c.rolled), "")
            result = result_text(sight.combat.result)
            self.body.addWidget(RolledBanner(self.stage, sight.combat.dice, result, words))
        self._faults(sight)
        self._forces(sight)
        if sight.strengths:
            self._strengths(sight.strengths)
            self._shifts(sight)
        self._joiners(sight)
        self._table(sight, sides, decides)
        self.body.addStretch(1)

    def _plans(self, sight: CombatSight | None, plans: Sequence[tuple[Plan, str]]) -> None:
        theme, now = self.stage.theme, sight.plan if sight is not None else None
        title = "Planned attacks" if plans or now is not None or sight is None else f"Attack on {sight.title}"
        self.body.addWidget(SectionHead(theme, title, "Resolve in any order" if len(plans) > 1 else ""))
        flow = Flow(8)
        for n, (plan, odds) in enumerate(plans, 1):
            where = ", ".join(self.stage.number(h) for h in plan.targets) or "new"
            on, faulty = plan == now, odds == "✕"
            flow.addWidget(PlanTab(self.stage, n, where, odds, on, faulty, partial(self.chosen.emit, plan)))
        if sight is None or not sight.rolled:
            made = button(theme, "+  New attack", self.begun.emit, look="chip")
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            flow.addWidget(made)
        self.body.addLayout(flow)
        if sight is not None and title == "Planned attacks" and sight.title:
            what = "Attack on" if now is None else "Planned:"
            self.body.addWidget(paragraph(theme, f"{what} {sight.title}", 13, 600, "ink"))

    def _faults(self, sight: CombatSight) -> None:
        if not sight.faults:
            return
        self.body.addWidget(SectionHead(self.stage.theme, "It cannot be declared so", "as the table stands"))
        for fault in sight.faults:
            self.body.addLayout(
                told_line(self.stage, self.links, None, fault.text, fault.rule, ink="may_not", weight=500)
            )

    def _forces(self, sight: CombatSight) -> None:
        made = row(gap=4)
        top = Qt.AlignmentFlag.AlignTop
        of = len(sight.attackers) + len(sight.defenders)
        made.addLayout(self._counters(sight.attackers, of), len(sight.attackers) if of > FEW else 0)
        made.addWidget(ForceArrow(self.stage), 0, top)
        made.addLayout(self._counters(sight.defenders, of), len(sight.defenders) if of > FEW else 0)
        if of <= FEW:
            made.addStretch(1)
        made.addLayout(self._ratio(sight))
        self.body.addLayout(made)

    def _counters(self, units: Sequence[Unit], of: int) -> QLayout:
        """All counters; when there are many, smaller and on as many lines as they need."""
        made: QLayout = row(gap=2) if of <= FEW else Flow(2)
        size = 54 if of <= FEW else 44 if of <= 8 else 36
        for unit in units:
            face = self.stage.plain_face(unit)
            made.addWidget(CounterPicture(self.stage, face, self.stage.px(size), self.stage.unit_name(unit)))
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

    # ---------------------------------------------------------------- strengths and shifts
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
        theme, top = self.stage.theme, Qt.AlignmentFlag.AlignTop
        made = row(gap=8)
        made.addWidget(paragraph(theme, line.text, ink="ink"), 1)
        if line.mark:
            made.addWidget(ProvenanceDot(theme, line.mark), 0, top)
        if line.used:
            made.addWidget(label(theme, f"{line.printed}  →", 12.5, ink="ink2"), 0, top)
            used = label(theme, line.used, 13, 700)
            used.setFixedWidth(self.stage.px(28))
            used.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            made.addWidget(used, 0, top)
        rule = RuleLink(theme, self.links, line.rule)
        if line.rule:
            rule.setFixedWidth(max(self.stage.px(RULE_WIDE), rule.sizeHint().width()))
            made.addWidget(rule, 0, top)
        else:
            made.addSpacing(self.stage.px(RULE_WIDE + 8))
        return made

    def _shifts(self, sight: CombatSight) -> None:
        theme, net = self.stage.theme, sum(s.columns for s in sight.shifts if not s.die)
        way = f"net {abs(net)} {'right' if net > 0 else 'left'}" if net else "net none"
        self.body.addWidget(SectionHead(theme, "Column shifts", way))
        if not sight.shifts and not sight.prospects:
            self.body.addWidget(label(theme, "None.", 12.5, ink="ink3"))
        for shift in sight.shifts:
            arrow = ShiftArrow(self.stage, shift.columns, die=shift.die)
            text = shift.text[:1].upper() + shift.text[1:]
            self.body.addLayout(told_line(self.stage, self.links, arrow, text, shift.rule))
        for line in sight.prospects:
            self.body.addLayout(self._prospect(sight, line))

    def _prospect(self, sight: CombatSight, line: ProspectLine) -> QHBoxLayout:
        """What could come, greyed; in a plan a button counts it in, or out again."""
        prospect = line.prospect
        columns = prospect.columns or prospect.die
        arrow = ShiftArrow(self.stage, columns, die=not prospect.columns, faint=True)
        if line.wished:
            arrow = ShiftArrow(self.stage, 0, faint=True)
        made = told_line(self.stage, self.links, arrow, line.text, line.rule, ink="ink3")
        ours = sight.plan is not None and prospect.side == sight.plan.side and prospect.refusal is None
        if ours:
            text = "Leave out" if line.wished else "Count it"
            chip = button(self.stage.theme, text, partial(self.wished.emit, prospect.action), look="chip")
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            made.insertWidget(2, chip, 0, Qt.AlignmentFlag.AlignTop)
        return made

    def _joiners(self, sight: CombatSight) -> None:
        """In a plan: who else could be in it, and in which other."""
        if sight.plan is None or not sight.joiners:
            return
        theme = self.stage.theme
        note = count(len(sight.joiners), "unit")
        self.body.addWidget(SectionHead(theme, "Could join", f"{note}, each once"))
        flow = Flow(6)
        for joiner in sight.joiners:
            attacks = f" in {' or '.join(map(str, joiner.attacks))}" if len(joiner.attacks) > 1 else ""
            text = f"+ {self.stage.unit_name(joiner.unit)}{attacks}, +{joiner.strength}"
            made = button(theme, text, self._joins(joiner.unit), look="chip")
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            flow.addWidget(made)
        self.body.addLayout(flow)

    def _joins(self, unit: str) -> Callable[[], None]:
        return lambda: self.joined.emit(unit)

    # ---------------------------------------------------------------- table and chances
    def _table(self, sight: CombatSight, sides: tuple[str, str], decides: str) -> None:
        if sight.table is None:
            return
        self.body.addWidget(SectionHead(self.stage.theme, "Combat results", "attacker / defender"))
        table = CombatTable(self.stage)
        modifiers = sum(s.columns for s in sight.shifts if s.die)
        die = sight.combat.dice[0] + modifiers if sight.combat.dice else None
        table.show_table(sight.table, sight.final_column, die)
        self.body.addWidget(table)
        if not sight.forecast.chances:
            return
        title = "What the die has done" if sight.rolled else "What the die can do"
        added = f"the die counts {modifiers:+d}" if modifiers else ""
        self.body.addWidget(SectionHead(self.stage.theme, title, added))
        chances = DieChances(self.stage)
        chances.show_forecast(sight.forecast)
        chances.pointed.connect(lambda dice: table.point_at(tuple(d + modifiers for d in dice)))
        self.body.addWidget(chances)
        if sight.expected is not None and not sight.rolled:
            self.body.addWidget(self._expected(sight, sight.expected, sides, decides))

    def _expected(self, sight: CombatSight, found: Any, sides: tuple[str, str], decides: str) -> ExpectedBox:
        roles, where = ("attacker", "defender"), ", ".join(self.stage.number(h) for h in sight.combat.targets)
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
            heading = "Steps expected"
        box, taken = ExpectedBox(self.stage), found["hex_taken"]
        ends = ("stands and pays", "goes at once")
        box.show_expected(
            f"{where} is taken", (taken["least"], taken["most"]), [heading, *costs], decides, ends
        )
        box.setToolTip(found["assume"])
        return box
