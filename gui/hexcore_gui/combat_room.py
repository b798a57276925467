"""The combat panel kept up to date: the attack being made, the one just fought, and attacks only planned."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtCore import QObject, pyqtSignal

from hexcore.actions import Commit, Done
from hexcore.events import Event, Fought, PhaseBegan
from hexcore.foresight import combat_rule
from hexcore.state import Combat
from hexcore.units import CHANCE
from hexcore_gui.before_dice import BeforeDice
from hexcore_gui.choices import Choices
from hexcore_gui.combat_panel import CombatPanel
from hexcore_gui.combat_parts import Foot
from hexcore_gui.combat_plans import Joiner, Plan, faults_of, next_combat_phase, shared, who_could_join
from hexcore_gui.combat_sight import CombatSight, combat_sight, expected, plan_sight, rolled_sight
from hexcore_gui.combat_story import CombatStories, StoryLine, in_short, told_lines
from hexcore_gui.drafting import Drafting
from hexcore_gui.one_button import primary_label
from hexcore_gui.plan_marks import PlanMarks, joined_marks, odds_text, plan_marks
from hexcore_gui.pointing import Pointing
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.why_losses import why_losses
from hexcore_gui.wording import question, titled_first

BEFORE = ("declared", "made")
NO_BUTTON = ("movement-phase", "combat-phase", "in-hand")


class CombatRoom(QObject):
    """`shown` says whether the panel stands in the dock's place, `shown_anew` whether an answer waits."""

    shown = pyqtSignal(bool)
    shown_anew = pyqtSignal()

    def __init__(self, stage: Stage, link: TableLink, panel: CombatPanel, pointing: Pointing) -> None:
        super().__init__(panel)
        self.stage, self.link, self.panel, self.pointing = stage, link, panel, pointing
        self.sight: CombatSight | None = None
        self.asked_for = False
        self.lingers = False
        self._ahead: CombatSight | None = None
        self.stories = CombatStories()
        self.promised: dict[int, set[Commit]] = {}
        self.drafting, self.before = Drafting(self), BeforeDice(self)
        panel.call_off.connect(self.call_off)
        panel.keep.connect(self.keep)
        panel.closed.connect(self.close)
        panel.choices.foretell = pointing.previews.of
        panel.choices.chosen.connect(lambda offer: pointing.give(offer.action))
        panel.choices.picked.connect(pointing.pick)
        panel.choices.pointed.connect(pointing.point_at)

    @property
    def fighting(self) -> bool:
        return bool(self.link.state.combats)

    @property
    def ahead(self) -> bool:
        """Whether the combat shown is not begun: it is what the next answer would fight."""
        return self.sight is not None and self.sight is self._ahead

    @property
    def visible(self) -> bool:
        return self.fighting or self.asked_for or self.lingers or self.ahead

    @property
    def plans(self) -> list[Plan]:
        """The planned attacks of the side that sits at this window."""
        return self.link.plans.of(self.link.viewer) if self.link.game is not None else []

    @property
    def now(self) -> Plan | None:
        """The plan looked at, where none is being fought."""
        return None if self.fighting else self.drafting.now

    # ---------------------------------------------------------------- following the game
    def happened(self, events: list[Event]) -> None:
        """Keeps the combat fought last until the game has gone on."""
        self.before.held = None
        self.stories.hear(events)
        fought = [event.combat for event in events if isinstance(event, Fought) and event.combat.result]
        if fought:
            before = self.sight
            self.sight = self.link.ask(lambda s: rolled_sight(self.stage, s, before, fought[-1])) or before
        kind = self._kind()
        if self.stories.told and kind == "advance-after-combat":
            self.stories.told[-1].offered = True
        if any(isinstance(event, PhaseBegan) for event in events):
            self.asked_for = False
            self.drafting.leave()
        if self.link.by_computer:  # what it fought stays until there is an answer here
            stays = not self.link.ours or kind in ("movement-phase", "combat-phase")
            self.lingers = (bool(fought) or self.lingers) and self.now is None and stays
        else:
            self.lingers = bool(fought) or (self.lingers and kind == "combat-phase" and self.now is None)
        self.refresh()

    def refresh(self) -> None:
        """Shows the combat as it now stands."""
        if self.link.game is None:
            return
        combats, self._ahead = self.link.state.combats, self.before.sight()
        if self._ahead is not None:
            self.sight = self._ahead
        elif combats and combats[-1].stage in BEFORE:
            self.sight = self._weighed(combats[-1])
        elif combats and (self.sight is None or self.sight.combat.id != combats[-1].id):
            combat = combats[-1]
            self.sight = self.link.ask(lambda s: rolled_sight(self.stage, s, None, combat))
        elif not combats and self.drafting.look() is not None:
            self.sight = self._planned()
        elif not combats and not self.lingers:
            self.sight = None
        self._tell()
        self._mark()
        self.shown.emit(self.visible)
        if self.visible:
            self._fill()

    def _kind(self) -> str:
        """The kind of question on the table, whoever answers it."""
        return self.link.decision.kind if self.link.decision is not None else ""

    def _tell(self) -> None:
        """What became of the combat shown, and of those before it."""
        sight, stage = self.sight, self.stage
        if sight is None or not sight.rolled:
            return
        story = self.stories.of(sight.combat)
        others = [s for s in self.stories.told if s is not story and s.over and s.combat.attackers]
        lines = self.link.ask(lambda s: told_lines(stage, s, story)) if story is not None else ()
        earlier = self.link.ask(lambda s: [in_short(stage, s, other) for other in others])
        self.sight = replace(sight, story=tuple(lines or ()), earlier=tuple(reversed(earlier or ())))

    def _fought(self) -> tuple[tuple[str, tuple[StoryLine, ...]], ...]:
        """Every combat of the phase in which there was one last, the latest first: the computer's too."""
        stage, told = self.stage, [s for s in self.stories.told if s.over and s.combat.attackers]
        found = self.link.ask(
            lambda s: [(in_short(stage, s, story), tuple(told_lines(stage, s, story))) for story in told]
        )
        return tuple(reversed(found or ()))

    def _weighed(self, combat: Combat) -> CombatSight | None:
        known = self.promised.setdefault(combat.id, set())
        found = self.link.ask(lambda s: combat_sight(self.stage, s, combat, known))
        known |= {line.prospect.action for line in found.prospects if line.comes} if found else set()
        if found is None or not combat.attackers or not self.link.ours:
            return found
        return replace(
            found, expected=self.link.ask(lambda s: expected(s, combat)), joiners=self._joiners(combat)
        )

    def _joiners(self, combat: Combat) -> tuple[Joiner, ...]:
        """Who could still join the attack being declared, and the planned ones instead."""
        if self.pointing.kind != "muster":
            return ()
        made, plans = self._made(combat), self.plans
        return tuple(self.link.ask(lambda s: who_could_join(s, [*plans, made], made)) or ())

    def _made(self, combat: Combat) -> Plan:
        """The attack being declared as it would be planned."""
        turn, phase = self.link.state.turn, self.link.state.phase
        return Plan(combat.side, combat.targets, combat.attackers, (), turn, phase)

    def _planned(self) -> CombatSight | None:
        plan, plans = self.drafting.now, self.plans
        assert plan is not None
        found = self.link.ask(lambda s: plan_sight(self.stage, s, plan, plans))
        if found is None or not found.combat.attackers:
            return found
        return replace(found, expected=self.link.ask(lambda s: expected(s, found.combat)))

    def _mark(self) -> None:
        """Plans on the map; only where something of them has changed is it shown anew."""
        plans, now = self.plans, self.now
        joiners = self.sight.joiners if self.sight is not None else ()
        marks = PlanMarks()
        if plans or now is not None:
            found = self.link.ask(lambda s: plan_marks(self.stage, s, plans, now, joiners))
            marks = found or marks
        elif joiners and self.fighting:
            marks = self.link.ask(lambda s: joined_marks(self.stage, s, PlanMarks(), joiners)) or marks
        if marks != self.pointing.planned:
            self.pointing.planned = marks
            self.pointing.refresh()

    def _fill(self) -> None:
        self.show_choices()
        sides = self.stage.board.sides
        attacker = self.sight.combat.side if self.sight is not None else sides[0]
        defender = next((s for s in sides if s != attacker), attacker)
        names = self.stage.side_name(attacker), self.stage.side_name(defender)
        decides = f"{names[1]} {self.stage.side(defender).verb} as it falls"
        plans = self.plans
        if self.drafting.now is not None and self.drafting.now not in plans:
            plans = [*plans, self.drafting.now]
        tabs = [(plan, self._odds(plan)) for plan in plans]
        self.panel.fought = self._fought() if self.sight is None else ()
        self.panel.show_combat(self.sight, tabs, names, decides)
        self.panel.show_foot(self._foot())

    def show_choices(self) -> None:
        """The choices of the combat being fought; which units are picked is marked among them."""
        choices = self.pointing.choices if self.fighting else Choices()
        if self.ahead:
            choices = self.before.choices()
        self.panel.choices.show_choices(choices, self.link.decision, self.link.state)

    def _odds(self, plan: Plan) -> str:
        if not plan.targets:
            return ""
        if self.link.ask(lambda s: faults_of(s, plan)):
            return "✕"
        return self.link.ask(lambda s: odds_text(s, plan)) or ""

    # ---------------------------------------------------------------- the foot
    def _foot(self) -> Foot:
        link, decision, kind = self.link, self.link.decision, self.pointing.kind
        if self._ahead is not None and decision is not None:
            text = link.ask(lambda s: question(self.stage, decision, s)) or ""
            return self.before.foot(f"{self.stage.side_name(decision.side)}: {text}")
        if self.now is not None:
            return self._plan_foot(self.now)
        mustering, ready = kind == "muster", link.choices.ending is not None
        asked = primary = ""
        if decision is not None and self.fighting and link.ours:
            text = link.ask(lambda s: question(self.stage, decision, s)) or ""
            asked = f"{self.stage.side_name(decision.side)}: {text}"
            if decision.side != CHANCE and (ready or mustering) and kind not in NO_BUTTON:
                primary = primary_label(self.stage, decision, link.state)
        note = ""
        if mustering:
            told = (self.sight.more, self.sight.costs) if self.sight is not None else ()
            note = " ".join(filter(None, told)) or "Click your units beside the target to bring them in."
        return Foot(
            asked, note, primary, ready, mustering, self.fighting, sums=self._sums(), reasons=self._reasons()
        )

    def _sums(self) -> str:
        """The strengths of both sides beside the list of units."""
        sight = self.sight
        if sight is None or sight.rolled or not sight.ratio:
            return ""
        return f"{sight.ratio}, {sight.final_column}"

    def _reasons(self) -> tuple[StoryLine, ...]:
        """Why the only choice there is is the only one."""
        decision = self.link.decision
        if decision is None or not self.link.ours:
            return ()
        if decision.kind == "support":
            return self._owed()
        found = tuple(self.link.ask(lambda s: why_losses(self.stage, s, decision)) or ())
        return (
            found + self._shared(self._made(self.link.state.combat)) if decision.kind == "muster" else found
        )

    def _owed(self) -> tuple[StoryLine, ...]:
        """Why the combat may not go on before something is committed."""
        why = self.link.refusal(Done()) if self.link.choices.ending is None else None
        if why is None:
            return ()
        text = titled_first(self.stage.readable(why.reason, *self.link.state.combat.defenders))
        return (StoryLine(f"{text}.", why.rule),)

    def _shared(self, now: Plan) -> tuple[StoryLine, ...]:
        """The units that a planned attack has too."""
        rule, name = combat_rule(self.link.state, now.side), self.stage.unit_name
        return tuple(
            StoryLine(f"{name(id)} is in planned attack {number} too: a unit attacks once.", rule)
            for id, number in shared(self.plans, now)
        )

    def _plan_foot(self, plan: Plan) -> Foot:
        """A plan is declared in its own combat phase, when nothing forbids it."""
        sight = self.sight
        faults = sight.faults if sight is not None else ()
        open_now = self.pointing.kind == "combat-phase" and self.link.decision is not None
        ours = open_now and self.link.decision is not None and self.link.decision.side == plan.side
        notes = [sight.more, sight.costs] if sight is not None else []
        if not ours:
            phase = self.stage.board.sequence.phases[plan.phase].title
            notes.append(f"It can be declared in turn {plan.turn}: {phase}.")
        ready = bool(ours and plan.targets and plan.attackers and not faults)
        mends = any(fault.unit for fault in faults) and all(fault.unit for fault in faults)
        label = "Declare attack"
        told, note = (*self.drafting.told, *self._shared(plan)), " ".join(filter(None, notes))
        return Foot("", note, label, ready, planning=True, mends=mends, reasons=told)

    # ---------------------------------------------------------------- verbs
    def call_off(self) -> None:
        """Takes the declaration back, answer by answer; an answer held is not given."""
        if self.before.put_back():
            return
        while self.pointing.kind == "muster":
            if self.link.undo():
                return

    def keep(self) -> None:
        """Keeps the attack being declared as a plan and takes its declaration back."""
        combat, state = self.link.state.combat, self.link.state
        turn, phase = next_combat_phase(state, combat.side)
        plan = Plan(combat.side, combat.targets, combat.attackers, (), turn, phase)
        self.call_off()
        if self.pointing.kind == "combat-phase":
            self.drafting.keep(plan)

    def close(self) -> None:
        self.asked_for = self.lingers = False
        self.drafting.leave()
        self.refresh()

    def toggle(self) -> None:
        if self.visible and not self.fighting:
            self.close()
            return
        self.asked_for = not self.visible
        self.refresh()
