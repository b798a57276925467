"""The Allied air strike: once, before the first combat phase, on Germans in one hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from hexcore.actions import Action, Commit, Declare, Done
from hexcore.combat import CombatRoll
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Fought, Noted, Steps
from hexcore.rules import Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.fortresses import AIR_STRIKE
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.unit_types import called, is_combat

STRENGTH = 20
STRUCK = "struck from the air"
"""A note of the phase on each unit struck."""


@rule({"breakout-pursuit": "air_strike.general"}, hook="begin_phase")
def the_strike_comes_first(state: GameState, phase: str) -> list[Event] | None:
    """The Allied combat phase of the first turn begins with an air strike, before any other attack."""
    if phase != "allied-combat" or not it_is_the_turn(state):
        return None
    return [Asked((AirStrike(ALLIED),))]


@rule({"breakout-pursuit": "air_strike.A"})
def it_is_the_turn(state: GameState) -> bool:
    """One air strike a game, in the first Allied player turn; in the Pursuit scenarios by an option only."""
    if sheet(state).pursuit and not state.board.on("pursuit-air-strike"):
        return False
    first = state.turn == state.board.scenario.first_turn
    return first or not state.board.rules.active("air_strike.A")


@rule({"breakout-pursuit": "air_strike.B"})
def targets(state: GameState) -> list[Unit]:
    """Any German combat unit on the map may be struck, alone or with others of its hex."""
    return [u for u in state.on_map(GERMAN) if is_combat(u)]


@dataclass(frozen=True, slots=True)
class AirStrike:
    """Choose the units to strike: one hex as a whole (`declare`), or units of it one by one, then `done`."""

    side: Side
    units: tuple[str, ...] = ()
    rule: str = "air_strike.general"
    kind: Literal["air-strike"] = "air-strike"

    def prompt(self, state: GameState) -> str:
        if self.units:
            return "Strike further units of this hex, or make the strike."
        return "Air strike: which German units, in one hex?"

    def stale(self, state: GameState) -> bool:
        return not self.units and not targets(state)

    def open(self, state: GameState) -> list[Unit]:
        """The units that may be struck (too)."""
        found = [u for u in targets(state) if u.id not in self.units]
        return [u for u in found if self._apart(state, u) is None]

    def _apart(self, state: GameState, unit: Unit) -> Refusal | None:
        if not self.units or not state.board.rules.active("air_strike.B"):
            return None
        here, numbers = state.units[self.units[0]].hex, state.board.map.numbers
        if unit.hex == here:
            return None
        reason = (
            f"{called(unit)} stands in {numbers[unit.hex]}: the strike is on units in {numbers[here]} alone"
        )
        return Refusal("air_strike.B", reason)

    def forced(self, state: GameState) -> Action | None:
        return Done() if self.units and not self.open(state) else None

    def options(self, state: GameState) -> Iterator[Action]:
        units = self.open(state)
        if self.units:
            yield Done()
        else:
            yield from (Declare((hex,)) for hex in sorted({u.hex for u in units}))
        yield from (Commit(AIR_STRIKE, unit=u.id) for u in units)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None if self.units else Refusal(self.rule, "the air strike must be made: name its target")
        if isinstance(action, Declare):
            return self._hex_refused(state, action.targets)
        if not isinstance(action, Commit) or action.what != AIR_STRIKE:
            return not_an_answer(self, action, "declare", "commit", "done")
        unit = state.units.get(action.unit)
        if unit is None or unit not in targets(state) or unit.id in self.units:
            return Refusal("air_strike.B", "the strike is on German units that stand on the map, each once")
        return self._apart(state, unit)

    def _hex_refused(self, state: GameState, hexes: tuple[int, ...]) -> Refusal | None:
        if len(hexes) != 1 or self.units:
            return Refusal("air_strike.B", "no more than one hex is struck")
        if all(u.hex != hexes[0] for u in targets(state)):
            number = state.board.map.numbers[hexes[0]]
            return Refusal("air_strike.B", f"no German unit stands in {number}")
        return None

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Commit):
            return (yield Answered(replace(self, units=(*self.units, action.unit))))
        ids = self.units
        if isinstance(action, Declare):
            ids = tuple(u.id for u in targets(state) if u.hex == action.targets[0])
        hexes = tuple(dict.fromkeys(state.units[id].hex for id in ids))
        state = yield Answered()
        for id in ids:
            state = yield Noted("phase", STRUCK, id)
        if not state.board.rules.active("air_strike.C"):
            state = yield Asked((AirStrike(self.side),))
        combat = Combat(state.combats_begun, AIR_STRIKE, self.side, hexes, defenders=ids, stage="made")
        state = yield Fought(combat)
        return (yield Asked((CombatRoll(self.rule),)))


@rule({"breakout-pursuit": "air_strike.C"})
def undivided() -> None:
    """Its strength goes into one attack (without the case it is there again for another)."""


@rule({"breakout-pursuit": "air_strike.general"}, hook="combined_strength")
def twenty(
    state: GameState, combat: Combat, strengths: Mapping[str, Fraction], attacking: bool
) -> int | None:
    """It attacks with a strength of twenty."""
    return STRENGTH if attacking and combat.kind == AIR_STRIKE else None


@rule({"breakout-pursuit": "air_strike.D"})
def ground_and_supply_do_not_count() -> None:
    """Neither ground nor supply counts in it, and of its result only the defender's part."""


@general("may_be_attacked")
def struck_units_are_left_alone(state: GameState, hex: int) -> Refusal | None:
    """By an option units struck from the air are not attacked again in the same phase."""
    if state.board.option("air-strike-target") != "is-done":
        return None
    struck = [u for u in state.at(hex) if state.note(STRUCK, u.id)]
    reason = "{0} was struck from the air in this phase"
    return Refusal("air_strike.general", reason.format(called(struck[0]))) if struck else None


DECISIONS = (AirStrike,)
