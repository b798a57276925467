"""Planning attacks on the map: a target and units clicked into a plan, kept, mended, declared as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt

from hexcore.actions import AddAttacker, Attack, Commit, Declare, Done
from hexcore.attacks import held_against
from hexcore.foresight import attack_faults, combat_rule
from hexcore.state import GameState
from hexcore_gui.combat_plans import Plan, faults_of, next_combat_phase
from hexcore_gui.combat_story import StoryLine
from hexcore_gui.explaining import refused
from hexcore_gui.stack_clicks import meant_units

if TYPE_CHECKING:
    from hexcore_gui.combat_room import CombatRoom


class Drafting:
    """The plan looked at. While there is one, clicks on the map are about it first."""

    def __init__(self, room: CombatRoom) -> None:
        self.room, self.now = room, None  # type: CombatRoom, Plan | None
        self.told: tuple[StoryLine, ...] = ()
        self._left: list[StoryLine] = []
        panel = room.panel
        panel.begun.connect(self.begin)
        panel.chosen.connect(self.choose)
        panel.dropped.connect(self.drop)
        panel.declared.connect(self.declare)
        panel.mended.connect(self.mend)
        panel.joined.connect(self.toggle)
        panel.wished.connect(self.wish)

    @property
    def state(self) -> GameState:
        return self.room.link.state

    # ---------------------------------------------------------------- which plan
    def begin(self) -> None:
        """An empty plan for whoever sits here; an attack being declared is kept first."""
        link = self.room.link
        if self.room.pointing.kind == "muster":
            self.room.keep()
        side = link.viewer or (link.decision.side if link.decision is not None else None)
        if side not in self.room.stage.board.sides or self.room.fighting:
            return
        turn, phase = next_combat_phase(self.state, side)
        self._look_at(Plan(side, turn=turn, phase=phase))

    def choose(self, plan: Plan) -> None:
        """Looks at a plan; an attack being declared is kept first, one being fought goes on."""
        if self.room.pointing.kind == "muster":
            self.room.keep()
        if not self.room.fighting:
            self._look_at(plan)
            if plan.targets:
                self.room.pointing.view.bring_into_view(plan.targets[0])

    def look(self) -> Plan | None:
        """The plan looked at, where it is still the business of whoever sits here."""
        if self.now is not None and self.now.side != (self.room.link.viewer or self.now.side):
            self.leave()
        if self.now is not None and self.now.due < (self.state.turn, self.state.phase):
            self.leave()
        self._take_clicks()
        return self.now

    def leave(self) -> None:
        """Clicks are answers again."""
        self.now = None
        self._take_clicks()

    def keep(self, plan: Plan) -> None:
        """A plan kept, and looked at."""
        self.now = plan
        for id in plan.attackers:
            self._leaves_others(id)
        self.room.link.plans.keep(plan)
        self._look_at(plan)

    def drop(self) -> None:
        if self.now is not None:
            self.room.link.plans.drop(self.now)
        self.leave()
        self.room.refresh()

    def _look_at(self, plan: Plan) -> None:
        self.now, self.room.asked_for, self.room.lingers = plan, True, False
        self.told, self._left = tuple(self._left), []
        self.room.refresh()

    def _take_clicks(self) -> None:
        pointing = self.room.pointing
        if pointing.taker is None or pointing.taker == self.take:
            wanted = self.now is not None and not self.room.fighting
            pointing.taker = self.take if wanted else None

    # ---------------------------------------------------------------- what is in it
    def take(self, hex: int, unit: str, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        """A click on the map: a target, or a unit into the plan or out of it. False: it is about neither.

        With Shift the whole stack goes in as far as the rules allow, with Ctrl the unit's division.
        """
        if self.now is None or hex < 0:
            return False
        if hex in held_against(self.state, self.now.side):
            self._target(hex)
            return True
        own = [u.id for u in reversed(self.state.at(hex)) if u.side == self.now.side]
        beside = any(hex in self.state.board.map.around(target) for target in self.now.targets)
        if not own or not beside:
            return False
        meant = unit if unit in own else self._meant(own)
        several = meant_units(self.state, meant, own, keys)
        if len(several) > 1:
            self._all_in(several)
        else:
            self.toggle(meant)
        return True

    def _all_in(self, ids: list[str]) -> None:
        """All of these that may be in the plan; all out again where all of them are in it."""
        assert self.now is not None
        plan = self.now
        if all(id in plan.attackers for id in ids):
            for id in ids:
                plan = plan.with_attacker(id)
        else:
            for id in (id for id in ids if id not in plan.attackers):
                more = plan.with_attacker(id)
                if not any(fault.unit == id for fault in faults_of(self.state, more)):
                    self._leaves_others(id)
                    plan = more
        self._change(plan)

    def _meant(self, own: list[str]) -> str:
        """Of a stack clicked, the first that is free to come in; else one that is in it, or in another."""
        assert self.now is not None
        held = {j.unit: j.held for j in self.room.sight.joiners} if self.room.sight is not None else {}
        free = [id for id in own if held.get(id, -1) == 0]
        inside = [id for id in own if id in self.now.attackers]
        elsewhere = [id for id in own if held.get(id, 0)]
        return (free or inside or elsewhere or own)[0]

    def toggle(self, unit: str) -> None:
        """A unit into the plan or out of it; why not, where a rule forbids it."""
        assert self.now is not None
        changed = self.now.with_attacker(unit)
        if unit in changed.attackers:
            fault = next((f for f in faults_of(self.state, changed) if f.unit == unit), None)
            if fault is not None:
                stage, at = self.room.stage, self.state.units[unit].hex
                title = f"{stage.unit_name(unit)} may not join the attack"
                self.room.pointing.explained.emit(refused(stage, title, fault.refusal, at), True)
                return
            self._leaves_others(unit)
        self._change(changed)

    def _leaves_others(self, unit: str) -> None:
        """A unit attacks once: it leaves the other plan it was in, and that is told."""
        stage = self.room.stage
        for number, plan in enumerate(self.room.plans, 1):
            if plan != self.now and unit in plan.attackers:
                self.room.link.plans.keep(plan.with_attacker(unit), plan)
                where = ", ".join(stage.number(hex) for hex in plan.targets)
                text = f"{stage.unit_name(unit)} leaves attack {number} on {where}: a unit attacks once."
                self._left.append(StoryLine(text, combat_rule(self.state, plan.side)))

    def _target(self, hex: int) -> None:
        """The first target, a further one where the rules let these units attack both, else another plan."""
        now = self.now
        assert now is not None
        other = next((plan for plan in self.room.plans if hex in plan.targets), None)
        if other is not None:
            self._look_at(other)
        elif not now.targets or not now.attackers:
            self._change(replace(now, targets=(hex,)))
        elif not attack_faults(self.state, now.side, (*now.targets, hex), now.attackers):
            self._change(replace(now, targets=(*now.targets, hex)))
        else:
            self.now = replace(now, targets=(), attackers=(), support=())
            self._change(replace(self.now, targets=(hex,)))

    def wish(self, action: Commit) -> None:
        if self.now is not None:
            self._change(self.now.with_support(action))

    def mend(self) -> None:
        """Leaves out the units that cannot be in it."""
        if self.now is not None:
            out = {fault.unit for fault in faults_of(self.state, self.now)}
            left = tuple(id for id in self.now.attackers if id not in out)
            self._change(replace(self.now, attackers=left))

    def _change(self, plan: Plan) -> None:
        if plan.targets:
            self.room.link.plans.keep(plan, self.now)
        self._look_at(plan)

    # ---------------------------------------------------------------- declaring it
    def declare(self) -> None:
        """Declares and makes the attack as planned; support wished for is committed where it is on offer."""
        plan, link, pointing = self.now, self.room.link, self.room.pointing
        if plan is None or pointing.kind != "combat-phase":
            return
        whole = Attack(plan.targets, plan.attackers)
        refusal = link.refusal(whole)
        if refusal is not None:
            title = "This attack may not be declared"
            pointing.explained.emit(refused(self.room.stage, title, refusal, plan.targets[0]), True)
            return
        self.leave()
        link.plans.drop(plan)
        steps = [Declare(plan.targets), *(AddAttacker(id) for id in plan.attackers), Done()]
        if all(link.submit(step) for step in steps):
            self._commit(plan)

    def _commit(self, plan: Plan) -> None:
        link = self.room.link
        for action in plan.support:
            decision = link.decision
            if decision is None or decision.kind != "support" or decision.side != plan.side:
                return
            if any(offer.action == action for offer in link.choices.offers):
                link.submit(action)
