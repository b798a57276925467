"""The combat panel kept up to date: the attack being made, the one just fought, and attacks only planned."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtCore import QObject, pyqtSignal

from hexcore.actions import AddAttacker, Declare
from hexcore.events import Event, Fought, PhaseBegan
from hexcore.state import Combat
from hexcore.units import CHANCE
from hexcore_gui.combat_panel import CombatPanel, Plan
from hexcore_gui.combat_sight import CombatSight, combat_sight, expected, rolled_sight
from hexcore_gui.pointing import Pointing
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.wording import question

BEFORE = ("declared", "made")
NO_BUTTON = ("movement-phase", "combat-phase", "in-hand")


class CombatRoom(QObject):
    """`shown` says whether the panel stands in the dock's place."""

    shown = pyqtSignal(bool)

    def __init__(self, stage: Stage, link: TableLink, panel: CombatPanel, pointing: Pointing) -> None:
        super().__init__(panel)
        self.stage, self.link, self.panel, self.pointing = stage, link, panel, pointing
        self.sight: CombatSight | None = None
        self.plans: list[Plan] = []
        self.asked_for = False
        self.lingers = False
        panel.call_off.connect(self.call_off)
        panel.keep.connect(self.keep)
        panel.resume.connect(self.resume)
        panel.closed.connect(self.close)
        panel.choices.chosen.connect(lambda offer: pointing.give(offer.action))
        panel.choices.picked.connect(pointing.pick)
        panel.choices.pointed.connect(pointing.point_at)

    @property
    def fighting(self) -> bool:
        return bool(self.link.state.combats)

    @property
    def visible(self) -> bool:
        return self.fighting or self.asked_for or self.lingers

    # ---------------------------------------------------------------- following the game
    def happened(self, events: list[Event]) -> None:
        """Keeps the combat fought last until the game has gone on."""
        fought = [event.combat for event in events if isinstance(event, Fought) and event.combat.result]
        if fought:
            before = self.sight
            self.sight = self.link.ask(lambda s: rolled_sight(self.stage, s, before, fought[-1])) or before
        kind = self.pointing.kind
        if any(isinstance(event, PhaseBegan) for event in events):
            self.plans, self.asked_for = [], False
        self.lingers = bool(fought) or (self.lingers and kind == "combat-phase")
        self.refresh()

    def refresh(self) -> None:
        """Shows the combat as it now stands."""
        if self.link.game is None:
            return
        combats = self.link.state.combats
        if combats and combats[-1].stage in BEFORE:
            self.sight = self._weighed(combats[-1])
        elif combats and (self.sight is None or self.sight.combat.id != combats[-1].id):
            combat = combats[-1]
            self.sight = self.link.ask(lambda s: rolled_sight(self.stage, s, None, combat))
        elif not combats and not self.lingers:
            self.sight = None
        self.shown.emit(self.visible)
        if self.visible:
            self._fill()

    def _weighed(self, combat: Combat) -> CombatSight | None:
        found = self.link.ask(lambda s: combat_sight(self.stage, s, combat))
        if found is None or not combat.attackers or not self.link.ours:
            return found
        game = self.link.game
        costs = self.link.ask(lambda _s: expected(game, combat.side, combat) if game is not None else None)
        return replace(found, expected=costs)

    def _fill(self) -> None:
        link, decision = self.link, self.link.decision
        self.panel.choices.show_choices(
            self.pointing.choices if self.fighting else link.choices.pick(()), decision
        )
        sides = self.stage.board.sides
        attacker = self.sight.combat.side if self.sight is not None else sides[0]
        defender = next((s for s in sides if s != attacker), attacker)
        names = self.stage.side_name(attacker), self.stage.side_name(defender)
        self.panel.show_combat(self.sight, self.plans, *names)
        self._foot()

    def _foot(self) -> None:
        link, decision = self.link, self.link.decision
        kind = self.pointing.kind
        mustering = kind == "muster"
        ready = link.choices.ending is not None
        asked = primary = ""
        if decision is not None and self.fighting and link.ours:
            text = link.ask(lambda s: question(self.stage, decision, s)) or ""
            asked = f"{self.stage.side_name(decision.side)}: {text}"
            if decision.side != CHANCE and (ready or mustering) and kind not in NO_BUTTON:
                from hexcore_gui.wording import primary_label

                primary = primary_label(self.stage, decision)
        note = self._note(mustering)
        self.panel.show_foot(asked, note, primary, mustering=mustering, fighting=self.fighting, ready=ready)

    def _note(self, mustering: bool) -> str:
        """What would bring the next column."""
        sight = self.sight
        if not mustering or sight is None or not sight.ratio:
            return "Click your units beside the target to bring them in." if mustering else ""
        from hexcore.charts import ratio_of

        attack, defence = (int(part) for part in sight.ratio.split(" : "))
        columns = sight.table.columns if sight.table is not None else ()
        at = columns.index(sight.column) if sight.column in columns else len(columns)
        if at + 1 >= len(columns):
            return ""
        try:
            needed = ratio_of(columns[at + 1]) * max(defence, 1) - attack
        except ValueError:
            return ""
        return (
            f"{-(-needed.numerator // needed.denominator)} more strength make it {columns[at + 1]}."
            if needed > 0
            else ""
        )

    # ---------------------------------------------------------------- plans
    def call_off(self) -> None:
        """Takes the declaration back, answer by answer."""
        while self.pointing.kind == "muster":
            if self.link.undo():
                return

    def keep(self) -> None:
        """Keeps the attack as a plan and takes its declaration back."""
        combat, sight = self.link.state.combat, self.sight
        plan = Plan(combat.targets, combat.attackers, sight.final_column if sight else "")
        self.call_off()
        if self.pointing.kind == "combat-phase":
            self.plans.append(plan)
            self.asked_for = True
            self.refresh()

    def resume(self, plan: Plan) -> None:
        """Declares a planned attack again, as far as it is still allowed."""
        if self.pointing.kind == "muster":
            self.keep()
        if self.pointing.kind != "combat-phase":
            return
        if plan in self.plans:
            self.plans.remove(plan)
        if not self.link.submit(Declare(plan.targets)):
            return
        for unit in plan.attackers:
            self.link.submit(AddAttacker(unit))

    def close(self) -> None:
        self.asked_for = self.lingers = False
        self.refresh()

    def toggle(self) -> None:
        self.asked_for = not self.visible
        if not self.asked_for:
            self.lingers = False
        self.refresh()
