"""The steady player in combat: which attacks pay, who joins them, what supports them, and the way out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexcore import supply
from hexcore.actions import (
    Action,
    AddAttacker,
    Advance,
    Choose,
    Commit,
    Declare,
    Done,
    Lose,
    Retreat,
)
from hexcore.appraisal import CUT_OFF, Appraisal
from hexcore.attacks import attackers_of, declared
from hexcore.events import Fought, Moved, apply, run
from hexcore.odds import Odds, weigh
from hexcore.results import RetreatUnits, TakeResult
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit

OWN_TOLL = 0.9
"""What a step or hex of one's own counts, against one of the enemy's."""
PAYS = 0.35
"""Steps by which an attack must be better than none."""
WEAK_PAYS = 0.8
"""The same for the weaker side, which cannot make good what it loses."""
JOINS = 0.12
"""Steps by which a further attacker must better an attack."""
COMMITS = 0.2
"""Steps by which support must better a combat, where the ruleset sets no price."""
LINE_LOST = 1.0
"""What an advance out of supply costs, in steps."""
GROUND = 0.5
"""What any hex is worth to the side that stands in it, in steps."""

Said = tuple[Action, str]
"""An answer, and in one line why."""


# ------------------------------------------------------------------ what a combat promises
@dataclass(frozen=True)
class Promise:
    """A combat as it would be fought: what it is worth to the attacker, and how sure it is."""

    combat: Combat
    odds: Odds
    worth: float
    clears: float

    def told(self, state: GameState) -> str:
        number = ", ".join(state.board.map.numbers[hex] for hex in self.combat.targets)
        return f"{number} at {self.odds.final_column}: {round(6 * self.clears)}/6 that it gives way"


def promise(state: GameState, eyes: Appraisal, combat: Combat, hoped: bool = False) -> Promise:
    """A combat weighed by the rules in force, and every result priced; one that is only thought of with the
    support that may be *hoped* for."""
    table = apply(state, Fought(combat))
    odds = weigh(table, combat)
    if hoped:
        odds = further(odds, state.board.rules.hoped_shift(table, combat))
    return Promise(combat, odds, *priced(table, combat, odds, terms_of(state, eyes, combat)))


def a_column_further(state: GameState, eyes: Appraisal, found: Promise) -> float:
    """What a combat would be worth to the attacker one column further to the right."""
    table, odds = apply(state, Fought(found.combat)), further(found.odds, 1)
    return priced(table, found.combat, odds, terms_of(state, eyes, found.combat))[0]


def further(odds: Odds, columns: int) -> Odds:
    """The same odds so many columns further to the right."""
    known = odds.table.columns
    right = odds.table.clamp(known.index(odds.final_column) + columns)
    return replace(odds, final_column=known[right])


class Terms(NamedTuple):
    """What a step of either side and the ground are worth."""

    own: float
    theirs: float
    ground: float


def terms_of(state: GameState, eyes: Appraisal, combat: Combat) -> Terms:
    """The terms on which a combat is priced."""
    ground = ground_worth(eyes, combat.targets)
    return Terms(_a_step(state, combat.attackers), _a_step(state, combat.defenders), ground)


def ground_worth(eyes: Appraisal, hexes: Iterable[int]) -> float:
    """What hexes are worth to whoever holds them: what is wanted of them, and a little for each."""
    return sum(eyes.want.get(hex, 0.0) + GROUND for hex in hexes)


def priced(table: GameState, combat: Combat, odds: Odds, terms: Terms) -> tuple[float, float]:
    """What a combat is worth to the attacker over all faces of the die, and the chance that it clears."""
    steps = sum(table.units[id].steps_left for id in combat.defenders)
    worth, clears = 0.0, 0.0
    outcomes = odds.outcomes()
    tolls = {
        result: table.board.rules.result_toll(table, combat, result)
        for result in dict.fromkeys(result for _, result, _ in outcomes)
    }
    for _, result, chance in outcomes:
        toll = tolls[result]
        if toll is None:
            continue
        lost = min(toll[1], steps)
        gives_way = lost > 0 and toll[0] < lost
        clears += float(chance) * gives_way
        gain = lost * terms.theirs + terms.ground * gives_way
        worth += float(chance) * (gain - OWN_TOLL * terms.own * toll[0])
    return worth, clears


def _a_step(state: GameState, ids: Sequence[str]) -> float:
    """What one step of some units is worth."""
    units = [state.units[id] for id in ids]
    worth = sum(state.board.rules.unit_worth(state, u) for u in units)
    return worth / (sum(u.steps_left for u in units) or 1)


def drawn(state: GameState, side: Side, target: int, ids: tuple[str, ...]) -> Combat:
    """An attack as it would be made."""
    return joined(state, declared(state, side, (target,)), ids)


def joined(state: GameState, combat: Combat, ids: tuple[str, ...]) -> Combat:
    """A combat with these attackers."""
    origins = tuple(dict.fromkeys(state.units[id].hex for id in ids))
    return replace(combat, attackers=ids, origins=origins)


def best_attack(state: GameState, eyes: Appraisal, target: int, units: Sequence[Unit]) -> Promise | None:
    """The strongest attackers, as many as better the attack; None when nobody can, or against backs."""
    if face_down_at(state, target):
        return None
    fighters = sorted((u for u in units if u.step.strength > 0), key=lambda u: (-u.step.strength, u.id))
    found: Promise | None = None
    combat = drawn(state, eyes.side, target, ())
    for unit in fighters:
        if combat.attackers and not state.board.rules.can_attack(state, unit, (target,), combat):
            continue
        combat = joined(state, combat, (*combat.attackers, unit.id))
        tried, more = promise(state, eyes, combat, hoped=True), len(combat.attackers)
        if found is None or tried.worth > found.worth + JOINS * (more - len(found.combat.attackers)):
            found = tried
    return found


def ending(listed: Sequence[Action]) -> Done | None:
    """The answer that ends the question, where it is listed."""
    return next((a for a in listed if isinstance(a, Done)), None)


def price_of_war(eyes: Appraisal) -> float:
    return PAYS if eyes.superiority >= 1 else WEAK_PAYS


def face_down_at(state: GameState, hex: int) -> bool:
    """Whether a counter seen from behind lies in a hex: no odds can be counted against it."""
    return any(not u.counter.steps for u in state.at(hex))


# ------------------------------------------------------------------ the combat phase
class Attacks:
    """The attacks of one combat phase, each priced once while nothing about it changes."""

    def __init__(self) -> None:
        self.kept: dict[object, Promise | None] = {}
        self.meant: dict[tuple[int, ...], tuple[str, ...]] = {}

    def choose(self, state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said:
        """The attack that promises most, or the end of the phase."""
        done = ending(listed)
        best: Promise | None = None
        for action in listed:
            if isinstance(action, Declare):
                found = self.priced(state, eyes, action.targets[0])
                if found is not None and (best is None or found.worth > best.worth):
                    best = found
        if best is not None and (done is None or best.worth > price_of_war(eyes)):
            self.meant[best.combat.targets] = best.combat.attackers
            return Declare(best.combat.targets), f"attacks {best.told(state)}"
        if done is not None:
            return done, "no attack pays"
        return listed[0], "something must be attacked"

    def priced(self, state: GameState, eyes: Appraisal, target: int) -> Promise | None:
        units = attackers_of(state, eyes.side, (target,))
        defenders = tuple((u.id, u.losses) for u in state.at(target))
        key = (target, tuple((u.id, u.hex, u.losses) for u in units), defenders)
        if key not in self.kept:
            self.kept[key] = best_attack(state, eyes, target, units)
        return self.kept[key]

    def muster(self, state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said:
        """The next of the attackers chosen; `done` when all are in."""
        combat = state.combat
        joins = {a.unit for a in listed if isinstance(a, AddAttacker)}
        if combat.targets not in self.meant:
            units = [state.units[id] for id in (*combat.attackers, *sorted(joins))]
            found = best_attack(state, eyes, combat.targets[0], units)
            self.meant[combat.targets] = found.combat.attackers if found is not None else ()
        for id in self.meant[combat.targets]:
            if id in joins:
                return AddAttacker(id), f"{state.board.name(id)} joins"
        done = ending(listed)
        return (done or listed[0]), "all who are wanted are in"


# ------------------------------------------------------------------ support
def support(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said:
    """What betters the combat by more than its price; the least evil where something is owed."""
    done = ending(listed)
    before = promise(state, eyes, state.combat).worth
    gains = [(_gain(state, eyes, a, before), -n, a) for n, a in enumerate(listed) if isinstance(a, Commit)]
    gain, _, best = max(gains, default=(0.0, 0, listed[0]))
    if gain > 0:
        return best, f"commits {best.what}: better by {gain:.1f} steps"
    return (done or best), "nothing more is worth committing" if done is not None else "it is owed"


def _gain(state: GameState, eyes: Appraisal, action: Commit, before: float) -> float:
    """What committing something adds to a combat for the side asked, less its price."""
    decision, sign = state.agenda[0], 1 if state.combat.side == eyes.side else -1
    after, _ = run(state, decision.answer(state, action))
    price = state.board.rules.answer_worth(state, decision, action)
    return sign * (promise(after, eyes, after.combat).worth - before) + (-COMMITS if price is None else price)


# ------------------------------------------------------------------ losses, retreats, advances
def take_result(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said:
    """Steps are lost for ground that is dear, hexes given where it is cheap."""
    decision = state.agenda[0]
    ids = _of_side(state, eyes.side)
    units = [state.units[id] for id in ids]
    steps, each = sum(u.steps_left for u in units) or 1, _a_step(state, ids)
    points = int(getattr(decision, "points", 0))
    defends = state.combat.side != eyes.side
    ground = ground_worth(eyes, {u.hex for u in units}) if defends else 0.1

    def cost(hexes: int) -> float:
        lost = max(points - hexes, 0)
        return lost * each + (each if lost >= steps else 0.0) + (ground if hexes else 0.0) + 0.05 * hexes

    ways = [a for a in listed if isinstance(a, Choose)]
    if isinstance(decision, TakeResult):
        room = decision.safe(state)
        ways = [a for a in ways if int(a.option) in room]
    best = min(ways, key=lambda a: cost(int(a.option)))
    hexes = int(best.option)
    return best, f"goes back {hexes} rather than lose more" if hexes else "stands: the ground is worth it"


def lose_steps(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said:
    """The step that is missed least, and no unit for nothing."""
    worth = state.board.rules.unit_worth

    def missed(action: Lose) -> tuple[float, str]:
        unit = state.units[action.unit]
        less = unit.with_losses(unit.losses + 1)
        after = worth(state, less) if less.steps_left > 0 else -1.0
        return worth(state, unit) - after, unit.id

    best = min((a for a in listed if isinstance(a, Lose)), key=missed)
    return best, f"{state.board.name(best.unit)} can best spare a step"


def retreat(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said:
    """To where the unit is safest, supplied and of use; an enemy unit to where it is least so."""
    decision = state.agenda[0]
    going = decision.left(state) if isinstance(decision, RetreatUnits) else ()
    ways = [a for a in listed if isinstance(a, Retreat) and (not going or set(a.units) <= set(going))]
    if not ways:
        return listed[0], "there is no way back"
    owner = state.units[ways[0].units[0]].side
    sign, goes = (1, "goes") if owner == eyes.side else (-1, "is driven")
    eyes = eyes if owner == eyes.side else Appraisal(state, owner)
    best = max(ways, key=lambda a: (sign * haven(state, eyes, a.path[-1]), len(a.units), a.path))
    where = state.board.map.numbers[best.path[-1]]
    return best, f"{state.board.name(best.units[0])} {goes} back to {where}"


def haven(state: GameState, eyes: Appraisal, hex: int) -> float:
    """How good a hex is to fall back to."""
    friends = eyes.ours.get(hex, 0.0)
    found = eyes.want.get(hex, 0.0) - 0.25 * eyes.threat.get(hex, 0.0) / (friends + 3)
    if eyes.cut_off(hex):
        found -= CUT_OFF
    return found - (1.0 if eyes.enemy_zone[hex] else 0.0)


def advance(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> Said:
    """Into ground that is wanted or opens the way to it, if it can be held and no other is given up."""
    done = ending(listed)
    best: Advance | None = None
    value = 0.0 if done is not None else -math.inf
    for gain, action in _advances(state, eyes, listed):
        if gain <= value:
            break
        found = gain - LINE_LOST if _cuts_off(state, eyes, action) else gain
        if found > value:
            best, value = action, found
    if best is not None:
        where = state.board.map.numbers[best.path[-1]]
        return best, f"{state.board.name(best.units[0])} advances to {where}"
    return (done or listed[0]), "stays: the ground beyond is not worth it"


def _advances(state: GameState, eyes: Appraisal, listed: Sequence[Action]) -> list[tuple[float, Advance]]:
    """What each advance is worth while it keeps its supply, best first."""
    priced = [(_gained(state, eyes, a), a) for a in listed if isinstance(a, Advance)]
    return sorted(priced, key=lambda p: (-p[0], p[1].path, p[1].units))


def _gained(state: GameState, eyes: Appraisal, advance: Advance) -> float:
    """What the ground at the end of an advance has over that where it begins."""
    end, units = advance.path[-1], [state.units[id] for id in advance.units]
    here, strength = units[0].hex, sum(u.step.strength for u in units)
    gain = eyes.pull[end] - eyes.pull[here] + eyes.covered(units, end) - eyes.covered(units, here)
    gain += eyes.want.get(end, 0.0)
    now, then = (max(eyes.threat.get(hex, 0.0) / max(strength, 1.0) - 2.0, 0.0) for hex in (here, end))
    return gain - 0.3 * (then - now)


def _cuts_off(state: GameState, eyes: Appraisal, advance: Advance) -> bool:
    """Whether supplied units would be out of supply at the end of an advance, with themselves there."""
    if not eyes.traces or eyes.cut_off(state.units[advance.units[0]].hex):
        return False
    after = apply(state, Moved(advance.units, advance.path[-1], "advance"))
    return not supply.in_net(after, eyes.side, advance.path[-1])


def _of_side(state: GameState, side: Side) -> tuple[str, ...]:
    combat = state.combat
    ids = combat.attackers if combat.side == side else combat.defenders
    return tuple(id for id in ids if state.units[id].hex >= 0)
