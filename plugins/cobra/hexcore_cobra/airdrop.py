"""The airdrop: who scatters and where to, hard landings, landings on the enemy (19.2.2, steps 2 to 4).

Rulings. A coast hex is a land hex next to the sea. A unit for which both reasons for a loss hold loses one
step. Whoever is over the stacking limit stays so till 6.3 has the excess lost. In an all-sea hex a unit is
lost, or by choice comes ashore with the loss of a coast hex; off the map it is lost. All German combat
units of a hex attack as one, with the strength on their counters, every paratroop unit that lands there by
itself; both numbers of the result count, by choice the paratroops' alone, in steps: nobody can go back from
a hex that both are in. A headquarters alone does not attack, but is displaced as by any unit that enters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Commit, Done, Place
from hexcore.attacks import declared
from hexcore.charts import direction_name
from hexcore.decisions import Decision, OneDie, Settled, not_an_answer
from hexcore.events import Answered, Asked, Controlled, Fought, Noted, Placed, Rolled, Steps
from hexcore.maps import HexIndex
from hexcore.results import LoseSteps
from hexcore.rules import Refusal, rule
from hexcore.stacking import friends_at, stack_refusal
from hexcore.state import GameState
from hexcore.units import CHANCE, Counter, Side, Unit
from hexcore_cobra.charts import combat_results, scatter_diagram
from hexcore_cobra.combat import army
from hexcore_cobra.editions import plays
from hexcore_cobra.fortresses import destroyed_by
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.paratroops import is_paratroop
from hexcore_cobra.results import attacker_first, steps_removed

STEP_2, STEP_3, STEP_4 = (f"19.2.2.step.{step}" for step in (2, 3, 4))
SCATTER, ON_THE_ENEMY = "scatter", "drop on the enemy"
"""What is committed and rolled for in steps 2 and 3; the kind of combat in step 4."""
SCATTERED = "scattered"
"""Note of the phase, by unit: it scatters, and in step 3 it drifts."""
SCATTERED_MORE, MORE_FROM, OTHERS_FROM = "82 AB", 5, 6
"""The division that scatters more; the least die on which its units scatter, and the others."""
DEFENCE = 1
"""The strength with which a paratroop unit defends that lands on the enemy."""


def scattered(state: GameState) -> list[Unit]:
    """The paratroop units that have scattered and are on the map."""
    return [state.units[id] for id in state.noted_under(SCATTERED) if state.units[id].hex >= 0]


# ------------------------------------------------------------------ step 2: who scatters
@rule({"cobra": STEP_2})
def who_scatters(state: GameState) -> list[Decision]:
    """Step 2: a die for each paratroop unit, in any order."""
    dropped = tuple(u.id for u in state.on_map(ALLIED) if is_paratroop(u.counter))
    return [Scatter(ALLIED, dropped, STEP_2)]


def scatters(counter: Counter, die: int) -> bool:
    """Units of 82 Airborne Division scatter on a 5 or 6, all others on a 6."""
    return die >= (MORE_FROM if counter.formation == SCATTERED_MORE else OTHERS_FROM)


@dataclass(frozen=True, slots=True)
class Scatter:
    """Name the paratroop unit that is rolled for next, until all have been."""

    side: Side
    left: tuple[str, ...]
    rule: str = ""
    kind: Literal["scatter"] = "scatter"

    def prompt(self, state: GameState) -> str:
        return "Which paratroop unit is rolled for next?"

    def stale(self, state: GameState) -> bool:
        return not self.left

    def forced(self, state: GameState) -> Action | None:
        return Commit(SCATTER, unit=self.left[0]) if len(self.left) == 1 else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Commit(SCATTER, unit=id) for id in self.left)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Commit) or action.what != SCATTER:
            return not_an_answer(self, action, "commit")
        if action.unit in self.left:
            return None
        unit = state.units.get(action.unit)
        if unit is None or unit.hex < 0 or not is_paratroop(unit.counter):
            return Refusal(self.rule, "name a paratroop unit that has dropped")
        return Refusal(self.rule, f"{unit.counter.name} has been rolled for")

    def answer(self, state: GameState, action: Action) -> Steps:
        left = tuple(id for id in self.left if id != action.unit)
        yield Answered(replace(self, left=left))
        return (yield Asked((ScatterRoll(action.unit, self.rule),)))


@dataclass(frozen=True, slots=True)
class ScatterRoll(OneDie):
    """The die decides whether a unit scatters."""

    unit: str
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["scatter-roll"] = "scatter-roll"

    def prompt(self, state: GameState) -> str:
        return f"Roll for the drop of {state.board.name(self.unit)}."

    def answer(self, state: GameState, action: Action) -> Steps:
        counter = state.units[self.unit].counter
        wide = scatters(counter, action.dice[0])
        text = f"{counter.name} {'scatters' if wide else 'drops where it should'}"
        state = yield Answered()
        state = yield Rolled(action.dice, SCATTER, text, self.rule)
        return (yield Noted("phase", SCATTERED, self.unit)) if wide else state


# ------------------------------------------------------------------ step 3: where to
@rule({"cobra": STEP_3})
def where_they_drift(state: GameState) -> list[Decision]:
    """Step 3: a die for each unit that scatters, in the order in which they were found to."""
    return [DriftRoll(unit.id, STEP_3) for unit in scattered(state)]


@dataclass(frozen=True, slots=True)
class DriftRoll(OneDie):
    """The die decides in which direction of the scatter diagram a unit drifts, one hex."""

    unit: str
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["drift-roll"] = "drift-roll"

    def prompt(self, state: GameState) -> str:
        return f"Roll for where {state.board.name(self.unit)} drifts."

    def answer(self, state: GameState, action: Action) -> Steps:
        unit, game_map = state.units[self.unit], state.board.map
        direction = scatter_diagram()[action.dice[0]]
        hex = game_map.neighbours[6 * unit.hex + direction]
        where = game_map.numbers[hex] if hex >= 0 else "off the map"
        told = f"{unit.counter.name} {direction_name(direction, game_map.grid.family)}: {where}"
        state = yield Answered()
        state = yield Rolled(action.dice, SCATTER, told, self.rule)
        if hex < 0:
            return (yield from state.board.rules.eliminated(state, unit, "drifted off the map"))
        return (yield from drifted(state, unit, hex))


def drifted(state: GameState, unit: Unit, hex: int) -> Steps:
    """A unit comes down in a hex: it takes no control of one with enemies in it, nor of the one it missed."""
    missed, holder = unit.hex, state.control.get(hex, Side(""))
    state = yield Placed(unit.id, hex, "scattered")
    if not friends_at(state, ALLIED, missed):
        state = yield Controlled(missed, Side(""))
    if enemies_in(state, hex):
        return (yield Controlled(hex, holder))
    for event in destroyed_by(state, unit, hex):
        state = yield event
    return state


def enemies_in(state: GameState, hex: int) -> list[Unit]:
    """The German units in a hex."""
    return [unit for unit in state.at(hex) if unit.side == GERMAN]


# ------------------------------------------------------------------ step 4: bad landings
@rule({"cobra": STEP_4})
def bad_landings(state: GameState) -> list[Decision]:
    """Step 4: what each landing of a scattered unit costs, judged for all of them at once; then whoever is
    on a German unit is attacked."""
    landed = [BadLanding(ALLIED, unit.id, hard_ground(state, unit), STEP_4) for unit in scattered(state)]
    return [landing for landing in landed if landing.why or enemies_in(state, state.units[landing.unit].hex)]


def hard_ground(state: GameState, unit: Unit) -> str:
    """Why a landing costs a step, or at sea the unit; empty when it does not."""
    game_map, hex = state.board.map, unit.hex
    if "sea" in game_map.terrain[hex]:
        return "at sea"
    if "beach" in game_map.terrain[hex] or "coastal" in game_map.features[hex]:
        return "on the coast"
    friends = friends_at(state, ALLIED, hex)
    mixed = len({army(friend.counter) for friend in friends}) > 1 and plays(state.board, "8.8.2")
    return "among too many friends" if mixed or state.board.rules.may_stack(state, friends, hex) else ""


@dataclass(frozen=True, slots=True)
class BadLanding(Settled):
    """What a bad landing costs a unit before anybody attacks it: nobody chooses."""

    side: Side
    unit: str
    why: str
    rule: str = ""
    kind: Literal["bad-landing"] = "bad-landing"

    def prompt(self, state: GameState) -> str:
        return f"{state.board.name(self.unit)} has landed badly."

    def answer(self, state: GameState, action: Action) -> Steps:
        state, unit = (yield Answered()), state.units[self.unit]
        if self.why == "at sea" and state.board.option("drop-at-sea") == "lost":
            return (yield from state.board.rules.eliminated(state, unit, "drowned"))
        if self.why:
            state = yield from steps_removed(state, self.unit, 1, f"landed {self.why}")
        unit = state.units[self.unit]
        return (yield from self._on_the_spot(state, unit)) if unit.hex >= 0 else state

    def _on_the_spot(self, state: GameState, unit: Unit) -> Steps:
        foes = enemies_in(state, unit.hex)
        if self.why == "at sea":
            return (yield Asked((DropPlacement(ALLIED, unit.id, self.rule),)))
        if attackers_in(state, unit.hex):
            return (yield Asked((DropUnderAttack(unit.id, self.rule),)))
        if foes:
            for event in state.board.rules.entered(state, (unit,), unit.hex, "drop"):
                state = yield event
        return state


# ------------------------------------------------------------------ step 4: landings on the enemy
def attackers_in(state: GameState, hex: int) -> list[Unit]:
    """The German units that attack whoever lands in their hex: all but headquarters."""
    return [unit for unit in enemies_in(state, hex) if unit.counter.kind != "hq"]


@dataclass(frozen=True, slots=True)
class DropUnderAttack(OneDie):
    """The die decides the attack on a unit that has landed on the enemy."""

    unit: str
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["drop-under-attack"] = "drop-under-attack"

    def prompt(self, state: GameState) -> str:
        return f"Roll for the attack on {state.board.name(self.unit)}."

    def answer(self, state: GameState, action: Action) -> Steps:
        hex, table = state.units[self.unit].hex, combat_results()
        foes = attackers_in(state, hex)
        strength = sum(unit.step.strength for unit in foes)
        column = table.column(strength, DEFENCE)
        result = table.entry(column, action.dice[0])
        told = f"{state.board.map.numbers[hex]}, {table.columns[column]} → {'/'.join(result)}"
        combat = replace(
            declared(state, GERMAN, (hex,), ON_THE_ENEMY),
            attackers=tuple(unit.id for unit in foes),
            defenders=(self.unit,),
            strengths=(strength, DEFENCE),
            column=table.columns[column],
            dice=action.dice,
            result=result,
            origins=(hex,),
            stage="results",
        )
        state = yield Answered()
        state = yield Rolled(action.dice, ON_THE_ENEMY, told, self.rule)
        state = yield Fought(combat)
        return (yield Asked((*self._losses(state, *result), DropEnds(ALLIED, self.unit, self.rule))))

    def _losses(self, state: GameState, attacker: str, defender: str) -> list[Decision]:
        """Both numbers in steps, the attackers' first unless by choice it is the other way."""
        lost: list[Decision] = [LoseSteps(ALLIED, "defender", int(defender), self.rule)]
        if state.board.option("attack-on-the-drop") == "both":
            theirs = LoseSteps(GERMAN, "attacker", int(attacker), self.rule)
            lost.insert(0 if attacker_first(state.board) else 1, theirs)
        return lost


@dataclass(frozen=True, slots=True)
class DropEnds(Settled):
    """The attack on a landing is over: who has lived through it gets away."""

    side: Side
    unit: str
    rule: str = ""
    kind: Literal["drop-ends"] = "drop-ends"

    def prompt(self, state: GameState) -> str:
        return f"The attack on {state.board.name(self.unit)} is over."

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        state = yield Fought(replace(state.combat, stage="over"))
        if state.units[self.unit].hex < 0:
            return state
        return (yield Asked((DropPlacement(ALLIED, self.unit, self.rule),)))


@dataclass(frozen=True, slots=True)
class DropPlacement:
    """A unit that landed on the enemy, or at sea, gets into an adjacent hex, or is lost if there is none.

    Where the enemy is gone it may stay.
    """

    side: Side
    unit: str
    rule: str = ""
    kind: Literal["drop-placement"] = "drop-placement"

    def prompt(self, state: GameState) -> str:
        return f"Where does {state.board.name(self.unit)} get to?"

    def refuges(self, state: GameState) -> list[HexIndex]:
        """The adjacent hexes on land and free of enemy units, with room."""
        unit, game_map = state.units[self.unit], state.board.map
        dry = [hex for hex in game_map.around(unit.hex) if "sea" not in game_map.terrain[hex]]
        free = [hex for hex in dry if not enemies_in(state, hex)]
        return [hex for hex in free if stack_refusal(state, (unit,), hex) is None]

    def may_stay(self, state: GameState) -> bool:
        """Whether the hex it came down in is land, and nobody is left in it who bars its way."""
        hex = state.units[self.unit].hex
        return not enemies_in(state, hex) and "sea" not in state.board.map.terrain[hex]

    def stale(self, state: GameState) -> bool:
        return state.units[self.unit].hex < 0

    def forced(self, state: GameState) -> Action | None:
        refuges, stays = self.refuges(state), self.may_stay(state)
        if not refuges:
            return Done()
        return Place(self.unit, refuges[0]) if len(refuges) == 1 and not stays else None

    def options(self, state: GameState) -> Iterator[Action]:
        refuges = self.refuges(state)
        if not refuges or self.may_stay(state):
            yield Done()
        yield from (Place(self.unit, hex) for hex in refuges)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        name = state.board.name(self.unit)
        if isinstance(action, Done):
            owed = self.refuges(state) and not self.may_stay(state)
            return Refusal(self.rule, f"{name} must leave the hex") if owed else None
        if not isinstance(action, Place) or action.unit != self.unit:
            return not_an_answer(self, action, "place")
        if action.hex in self.refuges(state):
            return None
        unit, number = state.units[self.unit], state.board.map.numbers[action.hex]
        if action.hex not in state.board.map.around(unit.hex):
            return Refusal(self.rule, f"{number} is not next to where {name} landed")
        if enemies_in(state, action.hex):
            return Refusal(self.rule, f"an enemy unit stands in {number}")
        crowded = stack_refusal(state, (unit,), action.hex)
        return crowded or Refusal(self.rule, f"{number} is all sea")

    def answer(self, state: GameState, action: Action) -> Steps:
        unit, stays = state.units[self.unit], self.may_stay(state)
        state = yield Answered()
        if isinstance(action, Place):
            state = yield Placed(self.unit, action.hex, "landed")
            for event in destroyed_by(state, unit, action.hex):
                state = yield event
            return state
        if stays:
            return (yield Controlled(unit.hex, ALLIED))
        return (yield from state.board.rules.eliminated(state, unit, "nowhere to go"))
