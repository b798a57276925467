"""The steady player's movement: who goes next to whom to attack, who keeps the line, who follows."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass, field

from hexcore.actions import Action, Move, Overrun, Place, PutDown, Take
from hexcore.appraisal import CUT_OFF, FAR, Appraisal, near_to, strength_by_hex
from hexcore.combat import CombatPhase
from hexcore.events import Moved, apply
from hexcore.movement import reach_of
from hexcore.stacking import fits, overstacked
from hexcore.state import GameState
from hexcore.steady_combat import Promise, Said, drawn, ending, face_down_at, price_of_war, promise
from hexcore.units import Unit

HOPELESS = 1.5
"""Targets that could not be attacked at this ratio of printed strengths are not looked at."""
ENOUGH = 6.0
"""No more units are sent against a target once they have so many times its strength."""
MOST_TARGETS = 10
"""So many targets are thought through in a phase."""
STAYS = 0.2
"""What it takes to leave a hex, in steps."""
EXPOSED = 0.35
"""What being outnumbered costs for each multiple beyond two."""
CROWDED = 0.2
"""What each unit that stands in a hex already counts against an arrival there."""
SERVES = 3
"""How far a unit without strength serves those who fight, where its counter prints no radius."""
SERVED = 0.4
"""The part they count for each further one that serves them."""
MOST_HELPED = 30.0
"""No more strength than this counts where a unit serves."""
REAR = 0.3
"""The part of what draws the fighters that draws those who serve them."""
DEAR_LINE = 1.5
"""A unit that holds this much of the line, or alone stands in a hex wanted so much, is not sent to attack."""


@dataclass
class March:
    """The orders of one movement phase, thought out at its first question and given one by one."""

    phase: tuple[int, int]
    orders: dict[str, int] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    given: set[str] = field(default_factory=set)
    too_many: set[str] = field(default_factory=set)
    """Taken because the phase does not end while they stand in excess."""

    def next(self, listed: Sequence[Action]) -> Said | None:
        """The next unit with an order that can be taken in hand; None when all are given."""
        takes = {a.units[0]: a for a in listed if isinstance(a, Take) and len(a.units) == 1}
        for id in self.orders:
            if id in takes and id not in self.given:
                self.given.add(id)
                return takes[id], self.why[id]
        return None


def planned(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> March:
    """Orders for every unit that can be taken, or is in hand, and does better elsewhere."""
    held: tuple[str, ...] = getattr(state.agenda[0], "units", ())
    takes = [a.units for a in listed if isinstance(a, Take)] or [held]
    return _Staff(state, eyes, [ids[0] for ids in takes if len(ids) == 1]).march()


class _Staff:
    """Thinks a movement phase through on a table of its own, where every order is carried out at once."""

    def __init__(self, state: GameState, eyes: Appraisal, ids: Sequence[str]) -> None:
        self.start, self.table, self.eyes = state, state, eyes
        self.units = [state.units[id] for id in ids]
        self.reach = {u.id: (u.hex, *reach_of(state, (u,)).spent) for u in self.units}
        self.served: Tally[int] = Tally()
        self.plan = March((state.turn, state.phase))

    def march(self) -> March:
        fighters = [u for u in self.units if u.step.strength > 0]
        sent = self._attacks(fighters) if fights_next(self.start) else set()
        left = sorted(
            (u for u in fighters if u.id not in sent),
            key=lambda u: (-self.eyes.threat.get(u.hex, 0.0), -u.step.strength, u.id),
        )
        for unit in left:
            self._holds(unit)
        for unit in self.units:
            if unit.step.strength <= 0:
                self._follows(unit)
        return self.plan

    def _order(self, unit: Unit, hex: int, why: str) -> None:
        if hex == unit.hex:
            return
        name = self.start.board.map.numbers[hex]
        self.plan.orders[unit.id] = hex
        self.plan.why[unit.id] = f"{unit.counter.name} to {name}: {why}"
        self.eyes.shift(unit, hex)
        self.table = apply(self.table, Moved((unit.id,), hex, "move"))

    def _fits(self, unit: Unit, hex: int) -> bool:
        return hex == unit.hex or (
            hex not in self.table.stacks or fits(self.table, (unit,), hex)
        )

    # -------------------------------------------------------------- attackers
    def _attacks(self, fighters: list[Unit]) -> set[str]:
        """Sends units next to what can be attacked with profit: who was sent, or stays to attack."""
        at: dict[int, list[Unit]] = {}
        for unit in fighters:
            for hex in self.reach[unit.id]:
                at.setdefault(hex, []).append(unit)
        sent: set[str] = set()
        for target in self._targets(at):
            sent |= self._against(target, at, sent)
        return sent

    def _targets(self, at: dict[int, list[Unit]]) -> list[int]:
        """Enemy stacks by what they promise at first sight; nobody is sent against what lies face down."""
        priced: list[tuple[float, int]] = []
        around = self.start.board.map.around
        for hex, strength in self.eyes.theirs.items():
            if face_down_at(self.start, hex) or not self.start.board.rules.can_be_attacked(self.start, hex):
                continue
            near = {u.id: u.step.strength for h in around(hex) for u in at.get(h, ())}
            ratio = sum(near.values()) / max(strength, 1.0)
            if ratio >= HOPELESS:
                wanted = self.eyes.want.get(hex, 0.0) + 0.3 * self.eyes.pull[hex]
                priced.append((min(ratio, ENOUGH) + wanted, hex))
        return [hex for _, hex in sorted(priced, key=lambda p: (-p[0], p[1]))[:MOST_TARGETS]]

    def _against(self, target: int, at: dict[int, list[Unit]], sent: set[str]) -> set[str]:
        """The units sent against one target, if the attack pays by exact odds."""
        before, enough = self.table, ENOUGH * max(self.eyes.theirs[target], 1.0)
        chosen: dict[str, int] = {}
        strength = 0.0
        for unit, hex in self._candidates(target, at, sent):
            if unit.id in chosen or strength >= enough or not self._fits(unit, hex):
                continue
            chosen[unit.id] = hex
            strength += unit.step.strength
            if hex != unit.hex:
                self.table = apply(self.table, Moved((unit.id,), hex, "move"))
        found = self._worth(target, chosen)
        self.table = before
        if found is None or found.worth <= price_of_war(self.eyes):
            return set()
        for id, hex in chosen.items():
            self._order(self.start.units[id], hex, f"to attack {found.told(self.start)}")
        return set(chosen)

    def _candidates(self, target: int, at: dict[int, list[Unit]], sent: set[str]) -> list[tuple[Unit, int]]:
        """Units and the hexes they would attack from: those in place first, then the strongest."""
        pairs = []
        for hex in self.start.board.map.around(target):
            safe = self.eyes.want.get(hex, 0.0) - 0.05 * self.eyes.threat.get(hex, 0.0)
            for unit in at.get(hex, ()):
                if unit.id in sent:
                    continue
                if hex != unit.hex and self._holds_much(unit, hex):
                    continue
                pairs.append((hex != unit.hex, -unit.step.strength, -safe, unit.id, hex))
        return [(self.start.units[id], hex) for _, _, _, id, hex in sorted(pairs)]

    def _holds_much(self, unit: Unit, hex: int) -> bool:
        eyes = self.eyes
        lost = eyes.covered((unit,), unit.hex) - eyes.covered((unit,), hex)
        if eyes.stands[unit.hex] <= 1:
            lost = max(lost, eyes.want.get(unit.hex, 0.0))
        return lost > DEAR_LINE

    def _worth(self, target: int, chosen: dict[str, int]) -> Promise | None:
        ids = tuple(
            id
            for id in chosen
            if self.table.board.rules.can_attack(self.table, self.table.units[id], (target,), None)
        )
        if not ids:
            return None
        return promise(self.table, self.eyes, drawn(self.table, self.eyes.side, target, ids), hoped=True)

    # -------------------------------------------------------------- the line, and those behind it
    def _holds(self, unit: Unit) -> None:
        """A fighter without a target: where it holds most, goes forward, and is not lost."""
        pull, useful = self.eyes.pull, self.eyes.useful
        best, value = unit.hex, self.value(unit, unit.hex) + STAYS
        for hex in self.reach[unit.id]:
            if pull[hex] <= value and hex not in useful:
                continue  # all else counts against a hex
            found = self.value(unit, hex)
            if found > value and self._fits(unit, hex):
                best, value = hex, found
        self._order(unit, best, self._reason(unit, best))

    def _reason(self, unit: Unit, hex: int) -> str:
        """What a hex has over the one the unit leaves."""
        eyes, here = self.eyes, unit.hex
        if eyes.covered((unit,), hex) > eyes.covered((unit,), here):
            return "to hold what is wanted there"
        if eyes.supplied is not None and here not in eyes.supplied:
            return "back into supply"
        return "forward" if eyes.pull[hex] > eyes.pull[here] else "out of danger"

    def value(self, unit: Unit, hex: int) -> float:
        """What a fighter is worth in a hex, in steps."""
        eyes, pull = self.eyes, self.eyes.pull[hex]
        if hex == unit.hex and eyes.stands[hex] <= 1 and pull > FAR:
            pull = max(pull, eyes.want.get(hex, 0.0))  # left behind, it would pull as strongly again
        found = eyes.covered((unit,), hex) + pull
        friends = eyes.ours.get(hex, 0.0) - (unit.step.strength if hex == unit.hex else 0)
        ratio = eyes.threat.get(hex, 0.0) / (unit.step.strength + max(friends, 0.0))
        if ratio > 2:
            found -= EXPOSED * (ratio - 2)
        if eyes.supplied is not None and hex not in eyes.supplied:
            found -= CUT_OFF
        return found

    def _follows(self, unit: Unit) -> None:
        """Headquarters and the like: near those who fight, out of the enemy's way."""
        radius, pull = unit.counter.radius or SERVES, self.eyes.pull
        fighting = self._fighting(radius)
        best, value = unit.hex, self._service(unit, unit.hex, fighting) + STAYS
        for hex in self.reach[unit.id]:
            if min(fighting[hex], MOST_HELPED) / 10 + REAR * pull[hex] <= value:
                continue  # all else counts against a hex
            found = self._service(unit, hex, fighting)
            if found > value and self._fits(unit, hex):
                best, value = hex, found
        self._order(unit, best, "near the fighting, out of its way")
        self.served.update(near_to(self.start, best, radius))

    def _fighting(self, radius: int) -> list[float]:
        """The own strength within a radius of each hex that may have to fight; less of it where served."""
        found = [0.0] * len(self.start.board.map)
        for hex, strength in strength_by_hex(self.table, self.eyes.side).items():
            if strength and self.eyes.threat.get(hex):
                counted = strength * SERVED ** self.served[hex]
                for near in near_to(self.start, hex, radius):
                    found[near] += counted
        return found

    def _service(self, unit: Unit, hex: int, fighting: Sequence[float]) -> float:
        """What a hex is worth to a unit that serves those who fight."""
        eyes, found = self.eyes, min(fighting[hex], MOST_HELPED) / 10
        if eyes.enemy_zone[hex]:
            found -= 3
        alone = len(set(self.table.stacks.get(hex, ())) - {unit.id}) == 0
        found -= 0.1 * eyes.threat.get(hex, 0.0) * (1.5 if alone else 0.5)
        if eyes.supplied is not None and hex not in eyes.supplied:
            found -= CUT_OFF
        return found + REAR * eyes.pull[hex]


def fights_next(state: GameState) -> bool:
    """Whether the side fights after this movement phase, before it moves again."""
    if any(isinstance(decision, CombatPhase) for decision in state.agenda):
        return True
    phases = state.board.sequence.phases
    now = phases[state.phase]
    for phase in phases[state.phase + 1 :]:
        if phase.player_turn != now.player_turn:
            return False
        if phase.kind in ("movement", "combat") and phase.side == now.side:
            return phase.kind == "combat"
    return False


# ------------------------------------------------------------------ the answers
def movement_phase(state: GameState, eyes: Appraisal, plan: March, listed: Sequence[Action]) -> Said:
    """Arrivals first, then the orders of the plan, then the end of the phase."""
    places = [a for a in listed if isinstance(a, Place)]
    if places:
        return arrival(state, eyes, places)
    ordered = plan.next(listed)
    if ordered is not None:
        return ordered
    leaver = leaving(state, listed, plan)
    if leaver is not None:
        return leaver
    done = ending(listed)
    if done is not None:
        return done, "all is where it should be"
    return spilling(state, eyes, listed, plan) or (listed[0], "something must still be done in this phase")


def spilling(state: GameState, eyes: Appraisal, listed: Sequence[Action], plan: March) -> Said | None:
    """A unit of a stack in excess, which the phase does not end with; each is tried once."""
    full = {hex for hex, _ in overstacked(state, eyes.side)}
    for action in listed:
        if isinstance(action, Take) and len(action.units) == 1 and action.units[0] not in plan.too_many:
            unit = state.units[action.units[0]]
            if unit.hex in full:
                plan.too_many.add(unit.id)
                return action, f"too many stand in {state.board.map.numbers[unit.hex]}"
    return None


def elsewhere(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said | None:
    """The best way out of a stack in excess, into a hex with room."""
    ids: tuple[str, ...] = getattr(state.agenda[0], "units", ())
    unit, full = state.units[ids[0]], {hex for hex, _ in overstacked(state, eyes.side)}
    moves = {a.to: a for a in listed if isinstance(a, Move) and a.to is not None}
    room = [hex for hex in moves if _has_room(state, unit, hex, full)]
    if unit.hex not in full or not room:
        return None
    best = max(room, key=lambda hex: (eyes.pull[hex] - 0.1 * eyes.threat.get(hex, 0.0), -hex))
    return moves[best], "there are too many where it stands"


def _has_room(state: GameState, unit: Unit, hex: int, full: set[int]) -> bool:
    return hex not in full and fits(state, (unit,), hex)


def arrival(state: GameState, eyes: Appraisal, places: Sequence[Place]) -> Said:
    """Reinforcements come where they are wanted, not in the enemy's way and not all into one hex."""

    def good(place: Place) -> tuple[float, str, int]:
        danger = 0.1 * eyes.threat.get(place.hex, 0.0) + 2.0 * eyes.enemy_zone[place.hex]
        found = eyes.pull[place.hex] + eyes.covered((state.units[place.unit],), place.hex)
        return found - danger - CROWDED * eyes.stands[place.hex], place.unit, -place.hex

    best = max(places, key=good)
    return best, f"{state.board.name(best.unit)} arrives at {state.board.map.numbers[best.hex]}"


def leaving(state: GameState, listed: Sequence[Action], plan: March) -> Said | None:
    """A unit that can do something of worth where it stands: leave the map, above all."""
    for action in listed:
        if isinstance(action, Take) and len(action.units) == 1 and action.units[0] not in plan.given:
            unit = state.units[action.units[0]]
            if worthwhile(state, state.board.rules.hand_options(state, (unit,), 999)) is not None:
                plan.given.add(unit.id)
                return action, f"{unit.counter.name} has something to do"
    return None


def worthwhile(state: GameState, options: Sequence[Action]) -> Action | None:
    """The listed answer the ruleset prices highest, if that is above nothing."""
    decision, rules = state.agenda[0], state.board.rules
    priced = [(rules.answer_worth(state, decision, a) or 0.0, n) for n, a in enumerate(options)]
    best = max(priced, default=None)
    return options[best[1]] if best is not None and best[0] > 0 else None


def in_hand(state: GameState, eyes: Appraisal, plan: March, listed: Sequence[Action]) -> Said:
    """What the units in hand were taken for; then they are put down."""
    ids: tuple[str, ...] = getattr(state.agenda[0], "units", ())
    ordered = plan.orders.get(ids[0]) if len(ids) == 1 else None
    why = plan.why.get(ids[0], "") if ids else ""
    if ordered is not None and state.units[ids[0]].hex != ordered:
        for action in listed:
            if isinstance(action, Move) and action.to == ordered:
                return action, why
    special = worthwhile(state, [a for a in listed if not isinstance(a, Move | PutDown)])
    if special is not None:
        return special, "worth more than staying"
    out = elsewhere(state, eyes, listed) if not plan.too_many.isdisjoint(ids) else None
    if out is not None:
        return out
    overrun = overrunning(state, eyes, listed)
    if overrun is not None:
        return overrun
    down = next((a for a in listed if isinstance(a, PutDown)), None)
    return (down or listed[0]), "it stands where it should"


def overrunning(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said | None:
    """The best overrun that pays."""
    best: Promise | None = None
    chosen: Overrun | None = None
    for action in listed:
        if isinstance(action, Overrun) and not face_down_at(state, action.target):
            found = promise(state, eyes, drawn(state, eyes.side, action.target, action.units))
            if found.worth > price_of_war(eyes) and (best is None or found.worth > best.worth):
                best, chosen = found, action
    return (chosen, f"overruns {best.told(state)}") if best is not None and chosen is not None else None
