"""The Allied landing phase before the first German player turn: its steps in turn, and the deployment
(19.2.2, step 1; 13.3.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Done, Place
from hexcore.decisions import Decision, Settled, not_an_answer
from hexcore.events import Answered, Asked, Event, Placed, Removed, Steps
from hexcore.rules import Refusal, rule
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Side, Unit
from hexcore_cobra.abandoned_beaches import judgement
from hexcore_cobra.airdrop import STEP_2, STEP_3, STEP_4, bad_landings, where_they_drift, who_scatters
from hexcore_cobra.beach_defense import STEP_5, german_rolls
from hexcore_cobra.beach_shifts import STEP_7
from hexcore_cobra.beaches import hexes_of, title
from hexcore_cobra.editions import plays
from hexcore_cobra.landing_attrition import STEP_6, attrition
from hexcore_cobra.order_of_battle import ALLIED, LANDING_STEP, Arrival
from hexcore_cobra.paratroops import is_paratroop
from hexcore_cobra.phases import LANDING as LANDING_PHASE
from hexcore_cobra.set_up import LANDING, drop_hexes

STEP_1 = "19.2.2.step.1"


@rule({"cobra": "19.2.2"}, hook="begin_phase")
def the_landing(state: GameState, phase: str) -> list[Event] | None:
    """The German player turn of Game-Turn 1 is preceded by a phase of seven steps."""
    return [Asked((LandingStep(ALLIED, 1),))] if phase == LANDING_PHASE else None


@rule({"cobra": STEP_1})
def deployment(state: GameState) -> list[Decision]:
    """Step 1: the Allied player puts all units of Game-Turn 1 on the map."""
    return [LandingDeployment(ALLIED, STEP_1)]


STEPS: tuple[tuple[str, Callable[[GameState], Sequence[Decision]]], ...] = (
    (STEP_1, deployment),
    (STEP_2, who_scatters),
    (STEP_3, where_they_drift),
    (STEP_4, bad_landings),
    (STEP_5, german_rolls),
    (STEP_6, attrition),
    (STEP_7, judgement),
)
"""The seven steps by their numbers, each with the questions that it asks."""


@dataclass(frozen=True, slots=True)
class LandingStep(Settled):
    """One step of the landing begins: its questions are asked, and the next step waits behind them."""

    side: Side
    step: int
    rule: str = "19.2.2"
    kind: Literal["landing-step"] = "landing-step"

    def prompt(self, state: GameState) -> str:
        return f"Step {self.step} of the landing."

    def answer(self, state: GameState, action: Action) -> Steps:
        number, ask = STEPS[self.step - 1]
        asked = list(ask(state)) if plays(state.board, number) else []
        if self.step < len(STEPS):
            asked.append(LandingStep(self.side, self.step + 1))
        state = yield Answered()
        return (yield Asked(tuple(asked))) if asked else state


# ------------------------------------------------------------------ step 1: who lands where
def waiting(state: GameState) -> list[Unit]:
    """The units that have still to land or drop, paratroops first."""
    return sorted(state.in_place(LANDING), key=lambda unit: not is_paratroop(unit.counter))


def beaches_named(state: GameState, unit: Unit) -> tuple[str, ...]:
    """The beaches named for a unit that lands in step 1."""
    arrivals: list[Arrival] = state.board.scenario.tags["arrivals"]
    return next((a.beaches for a in arrivals if a.unit == unit.id and a.phase == LANDING_STEP), ())


def hexes_to_land_in(state: GameState, unit: Unit) -> list[int]:
    """The hexes in which a unit comes down if nothing is in its way: of its beach, or of its drop."""
    if is_paratroop(unit.counter):
        return drop_zone(state, unit)
    return [hex for beach in beaches_named(state, unit) for hex in hexes_of(state.board, beach)]


@rule({"cobra": "13.3.7"})
def drop_zone(state: GameState, unit: Unit) -> list[int]:
    """Paratroops drop in the hex that the set-up designates; without the case in any hex on land."""
    if plays(state.board, "13.3.7"):
        return [drop_hexes(state.board)[unit.id]]
    return [hex for hex, words in enumerate(state.board.map.terrain) if "sea" not in words]


def barred(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why a unit does not come down in a hex: an enemy unit, or no room; an enemy zone is no bar."""
    if any(other.side != unit.side for other in state.at(hex)):
        return Refusal(STEP_1, f"an enemy unit stands in {state.board.map.numbers[hex]}")
    return stack_refusal(state, (unit,), hex)


@dataclass(frozen=True, slots=True)
class LandingDeployment:
    """Put the units of Game-Turn 1 on the map, one after the other, until none is left that can be."""

    side: Side
    rule: str = ""
    kind: Literal["landing-deployment"] = "landing-deployment"

    def prompt(self, state: GameState) -> str:
        return "Which unit lands next, and in which beach hex?"

    def forced(self, state: GameState) -> Action | None:
        dropping = [unit for unit in waiting(state) if is_paratroop(unit.counter)]
        fixed = [unit for unit in dropping if len(hexes_to_land_in(state, unit)) == 1]
        found = [place for unit in fixed for place in self._places(state, unit)]
        if found:
            return found[0]
        listed = list(self.options(state))
        return listed[0] if len(listed) == 1 else None

    def _places(self, state: GameState, unit: Unit) -> list[Place]:
        free = [hex for hex in hexes_to_land_in(state, unit) if barred(state, unit, hex) is None]
        return [Place(unit.id, hex) for hex in free]

    def options(self, state: GameState) -> Iterator[Action]:
        found = [place for unit in waiting(state) for place in self._places(state, unit)]
        yield from found
        if not found:
            yield Done()

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            left = next((place for place in self.options(state) if isinstance(place, Place)), None)
            return Refusal(self.rule, f"{state.board.name(left.unit)} has still to land") if left else None
        if not isinstance(action, Place):
            return not_an_answer(self, action, "place", "done")
        unit = state.units[action.unit]
        known = unit.place == LANDING or is_paratroop(unit.counter)
        if known and action.hex not in hexes_to_land_in(state, unit):
            return self._elsewhere(state, unit, action.hex)
        if unit.place != LANDING:
            return Refusal(self.rule, f"{unit.counter.name} is not waiting to land")
        return barred(state, unit, action.hex)

    def _elsewhere(self, state: GameState, unit: Unit, hex: int) -> Refusal:
        name, numbers = unit.counter.name, state.board.map.numbers
        if is_paratroop(unit.counter):
            zone = drop_zone(state, unit)
            where = numbers[zone[0]] if len(zone) == 1 else "a hex on land"
            return Refusal("13.3.7", f"{name} drops in {where}, not in {numbers[hex]}")
        beach = " or ".join(title(beach) for beach in beaches_named(state, unit))
        return Refusal(self.rule, f"{name} lands on {beach}, and {numbers[hex]} is no hex of it")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Place):
            return (yield Placed(action.unit, action.hex, "landing"))
        left = waiting(state)
        state = yield Answered()
        for unit in left:
            state = yield not_landed(unit)
        return state


def not_landed(unit: Unit) -> Removed:
    """What becomes of a unit that found no room: paratroops never appear (13.3.6), the rest wait for their
    beach (13.3.8)."""
    box = "never-arrived" if is_paratroop(unit.counter) else ARRIVALS.name
    return Removed(unit.id, box, why="no room to land")
