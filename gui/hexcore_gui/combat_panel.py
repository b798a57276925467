"""The combat planner: plans as tabs, odds with every factor, shift and rule, the table, the die, answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from hexcore.units import Unit
from hexcore_gui.choices_panel import ChoicesPanel
from hexcore_gui.combat_chances import DieChances, expected_box, taken_text
from hexcore_gui.combat_parts import Foot, PlanTab, ShiftArrow, told_line
from hexcore_gui.combat_plans import Plan
from hexcore_gui.combat_sight import CombatSight, ProspectLine, StrengthLine
from hexcore_gui.combat_story import StoryLine
from hexcore_gui.combat_table import CombatTable, ForceArrow, RolledBanner
from hexcore_gui.parts import (
    CounterPicture,
    Elided,
    Flow,
    Links,
    ProvenanceDot,
    SectionHead,
    button,
    column,
    emptied,
    label,
    paragraph,
    row,
)
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.theme import font
from hexcore_gui.wording import count, result_text, titled_first

WIDE = 596
LOW = 760
"""A panel not so high has smaller counters: the table is in sight all the same."""
FEW = 5
"""So many counters stand in one line at their full size."""
NOTHING = (
    "Click a ringed hex on the map to attack it, or plan several attacks first: New attack, then a hex of the"
    " enemy and the units against it. Nothing is settled before the dice are thrown."
)
TAKEN = (
    "On how many of the six faces of the die the hex can be taken. Where two numbers stand, it depends on"
    " what the defender chooses after the die."
)
DRAFT = "Click a hex of the enemy: it is the target. Then click the units that shall attack it."


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
        self.fought: Sequence[tuple[str, Sequence[StoryLine]]] = ()
        self.choices = ChoicesPanel(stage, heading=False, look="choice", folds=False)
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = column(self, 0)
        top = QWidget()
        self.top = column(top, 4, (18, 10, 18, 2))
        outer.addWidget(top)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        self.body = column(inside, 4, (18, 2, 18, 8))
        area.setWidget(inside)
        outer.addWidget(area, 1)
        outer.addWidget(self._foot())

    # ---------------------------------------------------------------- the foot
    def _foot(self) -> QWidget:
        theme = self.stage.theme
        foot = QWidget()
        box = column(foot, 4, (18, 6, 18, 8))
        between = label(theme, "")
        between.setFixedHeight(2)
        between.setStyleSheet(f"background: {theme.tokens.ink};")
        box.addWidget(between)
        head = row(gap=8)
        self.asked = paragraph(theme, "", 13, 600, "ink")
        self.sums = label(theme, "", 13, 700)
        head.addWidget(self.asked, 1)
        head.addWidget(self.sums, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(head)
        self.reasons = column(gap=2)
        box.addLayout(self.reasons)
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

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """In a low window fewer choices are in sight at once, and the table and the button all the same."""
        super().resizeEvent(event)
        self.choices.most_shown = 4 if self.height() < self.stage.px(LOW) else 6

    def _press(self) -> None:
        (self.declared if self.foot.planning else self.primary_pressed).emit()

    def show_foot(self, foot: Foot) -> None:
        """What is asked now, and which buttons stand under it."""
        self.foot = foot
        self.asked.setText(foot.asked)
        self.asked.setVisible(bool(foot.asked))
        self.sums.setText(foot.sums)
        self.sums.setVisible(bool(foot.sums))
        emptied(self.reasons)
        for line in foot.reasons:
            self.reasons.addLayout(told_line(self.stage, self.links, None, line.text, line.rule, ink="ink2"))
        self.note.setText(foot.note)
        self.off.setVisible(foot.mustering or foot.held)
        self.off.setText("Not yet" if foot.held else "Call off")
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
        emptied(self.top)
        emptied(self.body)
        self._plans(sight, plans)
        if sight is None or (sight.plan is not None and not sight.plan.targets):
            self.body.addWidget(paragraph(self.stage.theme, NOTHING if sight is None else DRAFT))
            self._fought_last()
            self.body.addStretch(1)
            return
        if sight.rolled:
            words = next((c.words for c in sight.forecast.chances if c.rolled), "")
            result = result_text(sight.combat.result)
            self.top.addWidget(RolledBanner(self.stage, sight.combat.dice, result, words))
        self._forces(sight)
        table = self._table(sight)
        self._faults(sight)
        self._story(sight)
        if sight.strengths:
            self._shifts(sight)
            self._strengths(sight, sides)
            self._idle(sight)
        self._joiners(sight)
        if table is not None:
            self._chances(sight, table, sides, decides)
        self.body.addStretch(1)

    def _story(self, sight: CombatSight) -> None:
        """What became of the combat, and of those fought before it in the phase."""
        theme = self.stage.theme
        if sight.story:
            self.body.addWidget(SectionHead(theme, "Outcome" if sight.over else "So far"))
            for line in sight.story:
                self.body.addLayout(told_line(self.stage, self.links, None, line.text, line.rule, weight=500))
        if sight.earlier:
            self.body.addWidget(SectionHead(theme, "Fought before in this phase"))
            for text in sight.earlier:
                self.body.addWidget(paragraph(theme, text))

    def _fought_last(self) -> None:
        """What became of the combats fought last, the computer's too."""
        if self.fought:
            self.body.addWidget(SectionHead(self.stage.theme, "Fought last", "latest first"))
        for title, lines in self.fought:
            self.body.addWidget(paragraph(self.stage.theme, title, 12.5, 600, "ink"))
            for line in lines:
                self.body.addLayout(told_line(self.stage, self.links, None, line.text, line.rule, ink="ink2"))

    def _plans(self, sight: CombatSight | None, plans: Sequence[tuple[Plan, str]]) -> None:
        theme, now = self.stage.theme, sight.plan if sight is not None else None
        title = (
            "Planned attacks"
            if plans or now is not None or sight is None
            else f"{titled(sight.combat.kind)} on {sight.title}"
        )
        self.top.addWidget(SectionHead(theme, title, "Resolve in any order" if len(plans) > 1 else ""))
        flow = Flow(8)
        for n, (plan, odds) in enumerate(plans, 1):
            where = ", ".join(self.stage.number(h) for h in plan.targets) or "new"
            on, faulty = plan == now, odds == "✕"
            flow.addWidget(PlanTab(self.stage, n, where, odds, on, faulty, partial(self.chosen.emit, plan)))
        if sight is None or sight.gives_way:
            made = button(theme, "+  New attack", self.begun.emit, look="chip")
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            flow.addWidget(made)
        self.top.addLayout(flow)
        if sight is not None and title == "Planned attacks" and sight.title:
            what = f"{titled(sight.combat.kind)} on" if now is None else "Planned:"
            self.top.addWidget(paragraph(theme, f"{what} {sight.title}", 13, 600, "ink"))

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
        self.top.addLayout(made)

    def _counters(self, units: Sequence[Unit], of: int) -> QLayout:
        """All counters; when there are many, smaller and on as many lines as they need."""
        made: QLayout = row(gap=2) if of <= FEW else Flow(2)
        size = 54 if of <= FEW else 44 if of <= 8 else 36
        size = min(size, 44) if self.height() < self.stage.px(LOW) else size
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
            moved = "".join(f" {s.columns:+d}" for s in sight.shifts if not s.die and s.columns)
            text = f"is {sight.column}{moved}" + (f", fought at {sight.final_column}" if shifted else "")
        else:
            text = f"fought at {sight.final_column}" if sight.final_column else "no attacker yet"
        told = label(theme, text, 14, 600, "ink2")
        told.setToolTip("\n".join(f"{s.columns:+d} {s.text}" for s in sight.shifts))
        made.addWidget(told, 0, Qt.AlignmentFlag.AlignRight)
        if sight.expected is not None and not sight.rolled:
            taken = label(theme, f"hex taken: {taken_text(sight.expected)}", 12.5, ink="ink2")
            taken.setToolTip(TAKEN)
            made.addWidget(taken, 0, Qt.AlignmentFlag.AlignRight)
        made.addStretch(1)
        return made

    # ---------------------------------------------------------------- strengths and shifts
    def _strengths(self, sight: CombatSight, sides: tuple[str, str]) -> None:
        """Attackers at the left, defenders at the right, each under the sum of its side."""
        theme, sums = self.stage.theme, sight.ratio.split(" : ")
        self.body.addWidget(SectionHead(theme, "Strength", "printed → used"))
        made = row(gap=16)
        for n, name in enumerate(sides):
            part = column(gap=3)
            head = row(gap=4)
            head.addWidget(label(theme, name, 12, 600, "ink2"), 1)
            head.addWidget(label(theme, sums[n] if len(sums) == 2 else "", 14, 700))
            part.addLayout(head)
            lines = [line for line in sight.strengths if line.attacker == (n == 0)]
            for line in lines:
                if line.used:
                    part.addLayout(self._strength(line))
            for why, rule in dict.fromkeys((line.why, line.rule) for line in lines if line.why):
                part.addLayout(told_line(self.stage, self.links, None, titled_first(why), rule, ink="ink2"))
            part.addStretch(1)
            made.addLayout(part, 1)
        self.body.addLayout(made)

    def _strength(self, line: StrengthLine) -> QHBoxLayout:
        """A unit and what it counts for, on one line; why stands once under those of its side."""
        theme, told = self.stage.theme, row(gap=6)
        told.addWidget(Elided(theme, line.text), 1)
        if line.mark:
            told.addWidget(ProvenanceDot(theme, line.mark))
        text = line.used if line.used == line.printed else f"{line.printed} → {line.used}"
        told.addWidget(label(theme, text, 13, 700))
        return told

    def _shifts(self, sight: CombatSight) -> None:
        theme, net = self.stage.theme, sum(s.columns for s in sight.shifts if not s.die)
        way = f"net {abs(net)} {'right' if net > 0 else 'left'}" if net else "net none"
        self.body.addWidget(SectionHead(theme, "Column shifts", way))
        if not sight.shifts and not any(line.shifts for line in sight.prospects):
            self.body.addWidget(label(theme, "None.", 12.5, ink="ink3"))
        for shift in sight.shifts:
            arrow = ShiftArrow(self.stage, shift.columns, die=shift.die)
            text = shift.text[:1].upper() + shift.text[1:]
            self.body.addLayout(told_line(self.stage, self.links, arrow, text, shift.rule))
        for line in sight.prospects:
            if line.shifts:
                self.body.addLayout(self._prospect(sight, line))

    def _idle(self, sight: CombatSight) -> None:
        others = [line for line in sight.prospects if not line.shifts]
        if others:
            self.body.addWidget(SectionHead(self.stage.theme, "What cannot come, or changes nothing"))
        for line in others:
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
            attacks = f", now in {joiner.held}" if joiner.held else attacks
            text = f"+ {self.stage.unit_name(joiner.unit)}{attacks}, +{joiner.strength}"
            made = button(theme, text, self._joins(joiner.unit), look="chip")
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            flow.addWidget(made)
        self.body.addLayout(flow)

    def _joins(self, unit: str) -> Callable[[], None]:
        return lambda: self.joined.emit(unit)

    # ---------------------------------------------------------------- table and chances
    def _table(self, sight: CombatSight) -> CombatTable | None:
        """The table, its column lit: it stays in sight while the lists under it scroll."""
        if sight.table is None:
            return None
        pairs = all(len(entry) == 2 for entries in sight.table.rows.values() for entry in entries)
        table = CombatTable(self.stage)
        die = sight.combat.dice[0] + sight.modifiers if sight.combat.dice else None
        table.show_table(sight.table, sight.final_column, die)
        corner = " · ".join(filter(None, ("attacker / defender" if pairs else "", table.legend())))
        self.top.addWidget(SectionHead(self.stage.theme, "Combat results", corner))
        self.top.addWidget(table)
        return table

    def _chances(self, sight: CombatSight, table: CombatTable, sides: tuple[str, str], decides: str) -> None:
        if not sight.forecast.chances:
            return
        modifiers = sight.modifiers
        title = "What the die has done" if sight.rolled else "What the die can do"
        added = f"the die counts {modifiers:+d}" if modifiers else ""
        self.body.addWidget(SectionHead(self.stage.theme, title, added))
        chances = DieChances(self.stage)
        chances.show_forecast(sight.forecast)
        chances.pointed.connect(lambda dice: table.point_at(tuple(d + modifiers for d in dice)))
        self.body.addWidget(chances)
        if sight.expected is not None and not sight.rolled:
            self.body.addWidget(
                expected_box(self.stage, sight.combat.targets, sight.expected, sides, decides)
            )
