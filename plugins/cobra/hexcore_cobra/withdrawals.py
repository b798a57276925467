"""Withdrawals: Allied units that leave the game for good, and what that is worth (5.9.8, 5.9.9, 18.1, 18.2).

The Allied player is asked when the last phase of his player turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Choose, Commit, Done
from hexcore.decisions import Decision, OneDie, not_an_answer
from hexcore.events import Answered, Asked, Event, Marked, Noted, Removed, Rolled, Steps
from hexcore.rules import Refusal, VictoryPoints, general, rule
from hexcore.state import GameState
from hexcore.units import CHANCE, Box, Side, Unit
from hexcore.zoc import enemy_zone
from hexcore_cobra.beaches import beach_of
from hexcore_cobra.charts import combat_results
from hexcore_cobra.combat import US, army
from hexcore_cobra.editions import game_turn
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.paratroops import is_paratroop
from hexcore_cobra.phases import ALLIED_MECHANIZED, OPENING
from hexcore_cobra.results import steps_removed
from hexcore_cobra.trucks import TRUCK, carried, parts

WITHDRAWAL, OTHERS = "withdrawal", "others"
"""What is committed; the choice that has the units listed that score nothing."""
WITHDRAWN = Box("withdrawn")
"""Where withdrawn units are; the note for good, by unit, of the turn in which each left has the same name."""
UNDER_FIRE, KEPT = "under fire on a beach", "kept too long"
"""Notes: for the phase, of units that the Germans may strike; for good, of units that score for them."""
COLUMN = "3-1"
"""The column of an attack on a unit that withdraws."""
SCORING = "withdrawable"
"""The trait of units that the schedule of points names: they are listed first."""
COMMANDOS_BY, RAIDERS_BEFORE, PARATROOPS_BY, PARATROOPS_BEFORE = 5, 8, 14, 15
"""Game-Turns: withdrawn by them units score for the Allies, on the map as they begin for the Germans."""


# ------------------------------------------------------------------ who, and when
@rule({"cobra": "5.9.8"}, hook="end_phase", tryfirst=True)
def units_may_be_withdrawn(state: GameState, phase: str) -> list[Event] | None:
    """When the Allied player turn ends any Allied unit that can trace a line of supply may leave the game."""
    if phase != ALLIED_MECHANIZED or not any(withdrawable(state)):
        return None
    return [Asked((Withdrawals(ALLIED, "5.9.8"),))]


def withdrawable(state: GameState) -> Iterator[Unit]:
    """The units that may be withdrawn now."""
    return (unit for unit in state.on_map(ALLIED) if withdrawal_refusal(state, unit) is None)


def withdrawal_refusal(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit is not withdrawn now. On Game-Turns 1 and 2 all count as supplied (10.5.2)."""
    name = unit.counter.name
    if unit.side != ALLIED:
        return Refusal("5.9.8", f"{name} is no Allied unit")
    if unit.hex < 0:
        return Refusal("5.9.8", f"{name} is not on the map")
    if state.board.rules.supply_state(state, unit) != "supplied":
        return Refusal("5.9.8", f"{name} cannot trace a line of supply")
    return None


@dataclass(frozen=True, slots=True)
class Withdrawals:
    """Take units out of the game, one after the other. Those that score are listed; `every` lists all."""

    side: Side
    rule: str = ""
    every: bool = False
    kind: Literal["withdrawals"] = "withdrawals"

    def prompt(self, state: GameState) -> str:
        return "Withdraw units from the game for good, or none."

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        units = list(withdrawable(state))
        listed = [u for u in units if self.every or SCORING in u.counter.traits]
        yield from (Commit(WITHDRAWAL, unit=unit.id) for unit in listed)
        if len(listed) < len(units):
            yield Choose(OTHERS)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done) or action == Choose(OTHERS):
            return None
        if not isinstance(action, Commit) or action.what != WITHDRAWAL or not action.unit:
            return not_an_answer(self, action, "commit", "choose", "done")
        return withdrawal_refusal(state, state.units[action.unit])

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        if isinstance(action, Choose):
            return (yield Answered(replace(self, every=True)))
        state = yield Answered(replace(self, every=False))
        if state.note(UNDER_FIRE, action.unit):
            return (yield Asked((WithdrawalRoll(action.unit, "5.9.9"),)))
        return (yield from gone(state, state.units[action.unit]))


def gone(state: GameState, unit: Unit) -> Steps:
    """A unit leaves the game; trucks that it had are free again."""
    for part in parts(state, unit) if carried(state, unit) else ():
        state = yield Marked(TRUCK, part.id, 0)
    state = yield Noted("game", WITHDRAWN.name, unit.id, game_turn(state))
    return (yield Removed(unit.id, WITHDRAWN.name, why="withdrawn"))


# ------------------------------------------------------------------ under fire
@rule({"cobra": "5.9.9"}, hook="begin_phase")
def under_fire(state: GameState, phase: str) -> list[Event] | None:
    """Units that begin the phase on a beach hex in a German zone are struck as they withdraw."""
    if phase != ALLIED_MECHANIZED:
        return None
    zone = enemy_zone(state, ALLIED)
    there = [u for u in state.on_map(ALLIED) if zone[u.hex] and beach_of(state.board, u.hex)]
    return [Noted("phase", UNDER_FIRE, unit.id) for unit in there]


@dataclass(frozen=True, slots=True)
class WithdrawalRoll(OneDie):
    """The die decides what an attack of 3-1, shifted by nothing, costs a unit that withdraws."""

    unit: str
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["withdrawal-roll"] = "withdrawal-roll"

    def prompt(self, state: GameState) -> str:
        return f"Roll for the attack on {state.board.name(self.unit)}."

    def answer(self, state: GameState, action: Action) -> Steps:
        result, name = losses(action.dice[0]), state.board.name(self.unit)
        state = yield Answered()
        state = yield Rolled(action.dice, WITHDRAWAL, f"{name}, {COLUMN} → {result}", self.rule)
        state = yield from steps_removed(state, self.unit, int(result), "withdrawing under fire")
        unit = state.units[self.unit]
        return (yield from gone(state, unit)) if unit.hex >= 0 else state


def losses(die: int) -> str:
    """The defender's number of a die on the 3-1 column: all of it is steps, and none is the Germans'."""
    table = combat_results()
    return table.entry(table.columns.index(COLUMN), die)[1]


# ------------------------------------------------------------------ victory points
def is_commando(unit: Unit) -> bool:
    """Whether a unit is an Allied commando brigade."""
    return unit.side == ALLIED and unit.counter.kind == "commando" and unit.counter.size == "X"


def is_ranger(unit: Unit) -> bool:
    """Whether a unit is one of US Rangers."""
    return unit.side == ALLIED and unit.counter.kind == "ranger"


def is_us_paratroop(unit: Unit) -> bool:
    """Whether a unit is a US paratroop regiment."""
    return is_paratroop(unit.counter) and army(unit.counter) == US and unit.counter.size == "III"


def _withdrawn_by(state: GameState, unit: Unit, last: int) -> bool:
    turn: int | None = state.note(WITHDRAWN.name, unit.id)
    return turn is not None and turn <= last


@rule({"cobra": "18.2.vp.10"}, hook="victory_points")
def commandos_withdrawn(state: GameState) -> list[VictoryPoints]:
    """One point for each commando brigade withdrawn by the end of Game-Turn 5."""
    back = [u for u in state.units.values() if is_commando(u) and _withdrawn_by(state, u, COMMANDOS_BY)]
    return [VictoryPoints(ALLIED, 1, f"{u.counter.name} withdrawn") for u in back]


@rule({"cobra": "18.2.vp.11"}, hook="victory_points")
def paratroops_withdrawn(state: GameState) -> list[VictoryPoints]:
    """One point for each US paratroop regiment withdrawn by the end of Game-Turn 14."""
    back = [u for u in state.units.values() if is_us_paratroop(u) and _withdrawn_by(state, u, PARATROOPS_BY)]
    return [VictoryPoints(ALLIED, 1, f"{u.counter.name} withdrawn") for u in back]


def _kept(state: GameState, phase: str, turn: int, units: list[Unit]) -> list[Event] | None:
    """Units that are on the map as a game turn begins are noted for good."""
    if phase != OPENING or game_turn(state) != turn:
        return None
    return [Noted("game", KEPT, unit.id, turn) for unit in units]


@rule({"cobra": "18.1.vp.9"}, hook="begin_phase")
def raiders_still_here(state: GameState, phase: str) -> list[Event] | None:
    """Commando brigades and Rangers on the map when Game-Turn 8 begins will count."""
    raiders = [u for u in state.on_map(ALLIED) if is_commando(u) or is_ranger(u)]
    return _kept(state, phase, RAIDERS_BEFORE, raiders)


@rule({"cobra": "18.1.vp.10"}, hook="begin_phase")
def paratroops_still_here(state: GameState, phase: str) -> list[Event] | None:
    """US paratroop regiments on the map when Game-Turn 15 begins will count."""
    return _kept(state, phase, PARATROOPS_BEFORE, [u for u in state.on_map(ALLIED) if is_us_paratroop(u)])


def _points_for(state: GameState, turn: int) -> list[VictoryPoints]:
    names = [state.board.name(id) for id, noted in state.noted_under(KEPT).items() if noted == turn]
    return [VictoryPoints(GERMAN, 1, f"{name} not withdrawn by Game-Turn {turn}") for name in sorted(names)]


@rule({"cobra": "18.1.vp.9"}, hook="victory_points")
def raiders_kept(state: GameState) -> list[VictoryPoints]:
    """One point for the Germans for each of those commandos and Rangers."""
    return _points_for(state, RAIDERS_BEFORE)


@rule({"cobra": "18.1.vp.10"}, hook="victory_points")
def paratroops_kept(state: GameState) -> list[VictoryPoints]:
    """One point for the Germans for each of those regiments."""
    return _points_for(state, PARATROOPS_BEFORE)


# ------------------------------------------------------------------ counsel
LAST_DAYS = {COMMANDOS_BY: 2.0, RAIDERS_BEFORE - 1: 1.0, PARATROOPS_BY: 2.0}
"""What a unit that scores by withdrawing on its last turn saves or brings, in points."""


@general("answer_worth")
def on_the_last_day(state: GameState, decision: Decision, action: Action) -> float | None:
    """No rule: commandos, Rangers and US paratroops go on the last turn on which that pays, or on the one
    before where no German holds them."""
    if not isinstance(action, Commit) or action.what != WITHDRAWAL:
        return None
    unit, turn = state.units[action.unit], game_turn(state)
    days = _last_days(unit)
    if turn in days:
        return LAST_DAYS[turn]
    early = turn + 1 in days and not enemy_zone(state, ALLIED)[unit.hex]
    return LAST_DAYS[turn + 1] - 0.5 if early else -1.0


def _last_days(unit: Unit) -> tuple[int, ...]:
    """The last Game-Turns on which withdrawing a unit brings a point, or saves one."""
    if is_us_paratroop(unit):
        return (PARATROOPS_BY,)
    if is_commando(unit):
        return (COMMANDOS_BY, RAIDERS_BEFORE - 1)
    return (RAIDERS_BEFORE - 1,) if is_ranger(unit) else ()
