"""Supply states: judged for a player turn, or at the moment of combat; what they do to strength."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Marked, Noted, Removed, Steps
from hexcore.rules import Factor, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Box, Side, Unit
from hexcore_breakout_pursuit.combat import BY_SUPPLY, bare_of_ground
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.supply_lines import (
    CHART,
    ISOLATED,
    SUPPLIED,
    UNSUPPLIED,
    hex_of,
    line_of,
    longest,
    spendable,
    supply_effects,
    word_for,
)
from hexcore_breakout_pursuit.unit_types import called, is_combat

SUPPLY = "supply"
"""The kind of a Supply unit, and the word under which one is committed."""
SPENT = "supply spent"
"""A note of the phase on a Supply unit that is used up when the phase ends."""
EXPENDED = Box("expended")
AS_SUPPLIED = "as supplied"
"""A pledge in a combat weighed as if all its defenders were supplied (case H)."""
WORST_FIRST = (ISOLATED, UNSUPPLIED, SUPPLIED)


# ------------------------------------------------------------------ what state a unit is in
@general("supply_state")
def as_it_stands(state: GameState, unit: Unit) -> str:
    """By the lines open now and the Supply units used in this phase; only combat units are judged."""
    return word_for(state, unit, spent(state)) if is_combat(unit) else SUPPLIED


def at_this_moment(state: GameState, unit: Unit) -> str:
    """`supplied`, `unsupplied` or `isolated` as things stand: for defence, and for what is judged at once."""
    return state.board.rules.supply_state(state, unit)


@rule({"breakout-pursuit": "supply.K"})
def judged(state: GameState, unit: Unit) -> str:
    """The state judged at the start of the player turn, which holds for attack and movement to its end."""
    if not state.board.rules.active("supply.K"):
        return at_this_moment(state, unit)
    return next((word for word in (ISOLATED, UNSUPPLIED) if state.marker(word, unit.id)), SUPPLIED)


@rule({"breakout-pursuit": "supply.procedure"})
def in_combat(state: GameState, combat: Combat, unit: Unit) -> str:
    """An attacker's state is the one judged; a defender's is found at the moment of combat."""
    if unit.side != combat.side and state.board.rules.active("supply.procedure"):
        return at_this_moment(state, unit)
    return judged(state, unit)


def spent(state: GameState) -> tuple[str, ...]:
    """The Supply units used in this phase, and those committed to a combat that is being weighed."""
    noted = {id for scope, key, id in state.notes if scope == "phase" and key == SPENT}
    pledged = {pledge.unit for combat in state.combats for pledge in combat.pledged(SUPPLY)}
    return tuple(sorted(noted | pledged))


def is_supply(unit: Unit) -> bool:
    return unit.counter.kind == SUPPLY


# ------------------------------------------------------------------ what it does to strength
@rule(
    {"breakout-pursuit": "supply.general"},
    hook="strength_factors",
    also={"breakout-pursuit": (*CHART.values(),)},
)
def strength_by_supply(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """Units that are not supplied fight as the chart says, before the ground counts."""
    if not is_combat(unit) or bare_of_ground(state, combat):
        return None
    attacking = unit.side == combat.side
    if not attacking and combat.pledged(AS_SUPPLIED):
        return None
    word = in_combat(state, combat, unit)
    row = CHART.get((unit.side, word), "")
    if not row or not state.board.rules.active(row):
        return None
    multiplier = _multiplier(state, unit.side, word, "attack" if attacking else "defence")
    return None if multiplier == 1 else Factor(multiplier, word, BY_SUPPLY, row)


def _multiplier(state: GameState, side: Side, word: str, property: str) -> Fraction:
    value = supply_effects().get((side, word, property), "normal")
    if (side, word, property) == (GERMAN, ISOLATED, "attack"):
        value = state.board.option("isolated-german-attack")
    if value.startswith("zero"):
        return Fraction(0)
    return Fraction(1, 2) if value.startswith("half") else Fraction(1)


@rule({"breakout-pursuit": "supply.L"})
def never_starved() -> None:
    """Units may lack supply for as long as they like: none is lost for it."""


@general("end_phase")
def starved(state: GameState, phase: str) -> list[Event] | None:
    """Without supply.L isolated units are lost when their movement is over."""
    if state.board.rules.active("supply.L") or not phase.endswith("-mechanized"):
        return None
    side = state.board.sequence.phases[state.phase].side
    lost = [u for u in state.on_map(side) if state.marker(ISOLATED, u.id)]
    return [Removed(u.id, ELIMINATED.name, why="isolated") for u in lost]


# ------------------------------------------------------------------ the judgement of a player turn
@rule({"breakout-pursuit": "sequence.A3"}, hook="begin_phase")
def allied_judgement(state: GameState, phase: str) -> list[Event] | None:
    """In his Supply Judgement Phase the Allied player first chooses the Supply units that he uses."""
    return [Asked((SpendSupply(ALLIED),))] if phase == "allied-supply" else None


@rule({"breakout-pursuit": "sequence.B"}, hook="begin_phase")
def german_judgement(state: GameState, phase: str) -> list[Event] | None:
    """German units are judged at once: there is nothing to choose."""
    return judgement(state, GERMAN) if phase == "german-supply" else None


def judgement(state: GameState, side: Side) -> list[Event]:
    """The markers of a side's units, for the player turn that begins."""
    found: list[Event] = []
    for unit in state.on_map(side):
        if is_combat(unit):
            word = at_this_moment(state, unit)
            found += [
                Marked(m, unit.id, int(m == word))
                for m in (UNSUPPLIED, ISOLATED)
                if bool(state.marker(m, unit.id)) != (m == word)
            ]
    return found


@rule({"breakout-pursuit": "errata.supply"})
def free_to_trace(state: GameState) -> bool:
    """No Allied unit has to draw on a Supply unit, but for case H in a German attack."""
    return state.board.rules.active("errata.supply")


@dataclass(frozen=True, slots=True)
class SpendSupply:
    """Choose the Supply units to use in this judgement, one by one; `done` judges every unit."""

    side: Side
    rule: str = "supply.J"
    kind: Literal["spend-supply"] = "spend-supply"

    def prompt(self, state: GameState) -> str:
        return "Use up Supply units, or judge supply as the lines lie."

    def useful(self, state: GameState) -> list[str]:
        """The Supply units whose use would change some unit's state."""
        return [u.id for u in unspent(state) if gained(state, u.id)]

    def forced(self, state: GameState) -> Action | None:
        return None if self.useful(state) else Done()

    def options(self, state: GameState) -> Iterator[Action]:
        found = self.useful(state)
        if free_to_trace(state) or not found:
            yield Done()
        yield from (Commit(SUPPLY, unit=id) for id in found)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            if free_to_trace(state) or not self.useful(state):
                return None
            return Refusal(self.rule, "units that can draw on a Supply unit must do so")
        if not isinstance(action, Commit) or action.what != SUPPLY:
            return not_an_answer(self, action, "commit", "done")
        return spending_refusal(state, action.unit, self.rule) or self._idle(state, action.unit)

    def _idle(self, state: GameState, id: str) -> Refusal | None:
        if any(reaches(state, u, id) is not None for u in judged_units(state)):
            return None
        return Refusal(self.rule, f"no Allied unit can trace a line to {lies(state, id)}")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Commit):
            return (yield Noted("phase", SPENT, action.unit))
        events = judgement(state, self.side) + expended(state)
        state = yield Answered()
        for event in events:
            state = yield event
        return state


# ------------------------------------------------------------------ Supply units and their use
def unspent(state: GameState) -> list[Unit]:
    """The Supply units on the map that have not been used in this phase."""
    used = spent(state)
    units = [u for u in state.units.values() if is_supply(u) and u.id not in used]
    return [u for u in units if hex_of(state, u) >= 0]


def judged_units(state: GameState) -> list[Unit]:
    """The Allied combat units on the map."""
    return [u for u in state.on_map(ALLIED) if is_combat(u)]


def reaches(state: GameState, unit: Unit, supply: str) -> int | None:
    """The length of the line from a unit to one Supply unit; None where it is longer than eight hexes."""
    line = line_of(state, unit, spendable(state, (supply,)), longest(UNSUPPLIED))
    return None if line is None else line.length


def gained(state: GameState, supply: str) -> dict[str, tuple[str, str]]:
    """Whose state the use of a Supply unit would change now: unit id -> (before, after)."""
    found = {}
    for unit in judged_units(state):
        before = at_this_moment(state, unit)
        after = word_for(state, unit, (*spent(state), supply))
        if WORST_FIRST.index(after) > WORST_FIRST.index(before):
            found[unit.id] = (before, after)
    return found


def spending_refusal(state: GameState, id: str, number: str) -> Refusal | None:
    """Why a unit that is named is no Supply unit that can be used now."""
    unit = state.units.get(id)
    if unit is None or not is_supply(unit):
        return Refusal(number, "name a Supply unit to use")
    if hex_of(state, unit) < 0:
        return Refusal(number, f"{called(unit)} is not on the map")
    if id in spent(state):
        return Refusal(number, f"{lies(state, id)} is used already: all may draw on it")
    return None


def lies(state: GameState, id: str) -> str:
    """A Supply unit and where it is: `Supply unit 3 in 1640`."""
    unit = state.units[id]
    return f"{called(unit)} in {state.board.map.numbers[hex_of(state, unit)]}"


@rule({"breakout-pursuit": "supply.J"}, also={"breakout-pursuit": ("noncombat.L",)})
def expended(state: GameState) -> list[Event]:
    """Supply units used are removed once all lines of the phase have been traced; no other source is."""
    rules = state.board.rules
    if not (rules.active("supply.J") and rules.active("noncombat.L")):
        return []
    used = [state.units[id] for id in spent(state)]
    return [Removed(u.id, EXPENDED.name, why="supply used") for u in used if hex_of(state, u) >= 0]


DECISIONS = (SpendSupply,)
