"""Allied air points: how many the weather allows, and what they do (SPI 6.48, chapter 14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.attacks import attackers_of, targets_of
from hexcore.board import Board
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Steps, TrackSet
from hexcore.rules import Refusal, Shift, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side
from hexcore_cobra.combat import army
from hexcore_cobra.editions import also, cite, expanded, game_turn, numbers, plays
from hexcore_cobra.friedenthal import unseen
from hexcore_cobra.order_of_battle import ALLIED

AIR, POINTS = "air", "air_points"
BY_WEATHER = {"clear": 6, "overcast": 3, "storms": 0}
ONE_A_COMBAT, IN_DEFENCE = "14.4.1", "14.4.1.para.2"
DEFENSIVE = "air defence"
"""Note of the turn: how many points the Allies have used in the German combat phase."""
BARRED = "air barred"
"""Note of the phase: an army that uses no air points now, for bombs have fallen on its front."""


def allowance_rule(board: Board) -> str:
    """The number that says how many air points the weather allows."""
    return "14.1" if expanded(board) else "SPI 6.48.allied"


def air_left(state: GameState) -> int:
    return int(state.tracks[POINTS])


def none_left(state: GameState) -> Refusal | None:
    """Why there is no air point to use."""
    if too_early(state):
        return Refusal("14.2", "there are no air points on Game-Turn 1")
    if air_left(state):
        return None
    weather = str(state.tracks["weather"])
    reason = "no air point is left" if BY_WEATHER[weather] else f"there are no air points in {weather}"
    return Refusal(allowance_rule(state.board), reason)


@rule({"cobra-1977": "SPI 6.48.allied"}, hook="end_phase")
def points_by_weather(state: GameState, phase: str) -> list[Event] | None:
    """The Allies have six air points in clear weather, three when it is overcast, none in storms."""
    return [TrackSet(POINTS, BY_WEATHER[str(state.tracks["weather"])])] if phase == "allied-weather" else None


@rule({"cobra": "14.1"}, hook="end_phase")
def points_of_the_turn(state: GameState, phase: str) -> list[Event] | None:
    """The Allies have six air points in a clear turn, three when it is overcast, none in storms; with a roll
    of their own weather they count again, less what went into defence."""
    rolled = {"german-weather"}
    if state.board.option("weather-roll") != "once":
        rolled.add("allied-supply")
    if phase not in rolled:
        return None
    if too_early(state):
        return [TrackSet(POINTS, 0)]
    used: int = state.note(DEFENSIVE, default=0)
    return [TrackSet(POINTS, max(BY_WEATHER[str(state.tracks["weather"])] - used, 0))]


@rule({"cobra": "14.2"})
def too_early(state: GameState) -> bool:
    """On Game-Turn 1 there are no air points, whatever the weather."""
    return game_turn(state) == 1 and plays(state.board, "14.2")


@rule(numbers("14.3.2"), hook="begin_phase")
def allotted_first(state: GameState, phase: str) -> list[Event] | None:
    """When the Allied combat phase begins, before any combat, each air point is allotted to an attack."""
    if phase != "allied-combat" or not air_left(state):
        return None
    return [Asked((AirAllotment(ALLIED, cite(state.board, "14.3.2")),))]


@dataclass(frozen=True, slots=True)
class AirAllotment:
    """Allot each air point to an attack, by the hex that will be attacked; what is left over is lost."""

    side: Side
    rule: str = ""
    kind: Literal["air-allotment"] = "air-allotment"

    def prompt(self, state: GameState) -> str:
        return f"Allot {air_left(state)} air points to attacks, or end."

    def forced(self, state: GameState) -> Action | None:
        return Done() if not air_left(state) or next(self._open(state), None) is None else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        for hex in self._open(state):
            yield Commit(AIR, hex=hex)

    def _open(self, state: GameState) -> Iterator[int]:
        """The hexes that may have a point."""
        if air_left(state):
            yield from (hex for hex in targets_of(state, self.side) if self._has_one(state, hex) is None)

    def _has_one(self, state: GameState, hex: int) -> Refusal | None:
        number = state.board.map.numbers[hex]
        if state.note(AIR, number) and plays(state.board, ONE_A_COMBAT):
            return Refusal(
                cite(state.board, ONE_A_COMBAT), f"the attack on {number} has its air point already"
            )
        armies = {army(unit.counter) for unit in attackers_of(state, self.side, (hex,))}
        if armies and all(barred(state, of) for of in armies):
            return bombed_there(state.board, armies.pop())
        return None

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Commit) or action.what != AIR:
            return not_an_answer(self, action, "commit", "done")
        empty = none_left(state)
        if empty is not None:
            return empty
        if action.hex is None:
            return Refusal(self.rule, "name the hex whose attack gets the air point")
        if action.amount != 1:
            return Refusal(cite(state.board, ONE_A_COMBAT), "an attack takes one air point")
        if action.hex not in targets_of(state, self.side):
            number = state.board.map.numbers[action.hex]
            return Refusal(
                cite(state.board, ONE_A_COMBAT),
                f"no unit of yours can attack {number}, and air alone does not",
            )
        return self._has_one(state, action.hex)

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            state = yield Answered()
            return (yield TrackSet(POINTS, 0))
        number = state.board.map.numbers[action.hex]
        state = yield Noted("phase", AIR, number, state.note(AIR, number, 0) + 1)
        return (yield TrackSet(POINTS, air_left(state) - 1))


def barred(state: GameState, of: str) -> bool:
    """Whether an army may use no air points in this phase (14.5.2)."""
    return bool(state.note(BARRED, of)) and plays(state.board, "14.5.2")


def bombed_there(board: Board, of: str) -> Refusal:
    """Why an army gets no air point."""
    return Refusal(cite(board, "14.5.2"), f"bombs have fallen on the {of} front: it gets no air points")


def flown(state: GameState, combat: Combat) -> int:
    """The air points that help this combat."""
    allotted: list[int] = [state.note(AIR, state.board.map.numbers[hex], 0) for hex in combat.targets]
    return sum(allotted) + sum(pledge.amount for pledge in combat.pledged(AIR))


@rule(numbers("14.3.1"), hook="combat_support")
def one_by_one(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """Where points are not allotted beforehand one may be added to each Allied attack."""
    return [Commit(AIR)] if air_refusal(state, combat, side) is None else None


@general("support_known")
def air_comes_to_mind(state: GameState, combat: Combat, side: Side) -> list[Action]:
    """An air point for an attack of the Allies, or where the edition has it against one of the Germans."""
    mine = combat.side == ALLIED or plays(state.board, IN_DEFENCE)
    if side != ALLIED or not mine or combat.kind != "attack" or flown(state, combat):
        return []
    return [Commit(AIR)]


@rule(numbers("14.3.1"), hook="support_refusal")
def air_refused(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """An air point helps one Allied attack by one column."""
    if action.what != AIR:
        return None
    if action.amount != 1:
        return Refusal(cite(state.board, ONE_A_COMBAT), "an attack takes one air point")
    return air_refusal(state, combat, side)


def air_refusal(state: GameState, combat: Combat, side: Side) -> Refusal | None:
    """Why no air point may be added to this combat now."""
    if side == ALLIED and combat.side != ALLIED and plays(state.board, IN_DEFENCE):
        return defence_refusal(state, combat)
    if plays(state.board, "14.3.2") and not still_to_come(state, combat, side):
        dry = none_left(state) if not BY_WEATHER[str(state.tracks["weather"])] else None
        late = Refusal(cite(state.board, "14.3.2"), "air points are allotted when the combat phase begins")
        return dry or late
    if side != ALLIED or combat.side != ALLIED:
        return Refusal(cite(state.board, "14.3.1"), "air points help Allied attacks")
    if not plays(state.board, ONE_A_COMBAT):
        return none_left(state)
    if combat.kind != "attack":
        return Refusal(cite(state.board, ONE_A_COMBAT), "air points do not help overruns")
    if flown(state, combat):
        return Refusal(cite(state.board, ONE_A_COMBAT), "this attack has its air point already")
    of = army(state.units[combat.attackers[0]].counter)
    if barred(state, of):
        return bombed_there(state.board, of)
    return None if still_to_come(state, combat, side) and foreseen(state) else none_left(state)


def foreseen(state: GameState) -> int:
    """The points to be allotted when the Allied combat phase begins, as the weather now stands."""
    if state.board.sequence.phases[state.phase].id == "allied-combat" or too_early(state):
        return air_left(state)
    used: int = state.note(DEFENSIVE, default=0)
    return max(BY_WEATHER[str(state.tracks["weather"])] - used, 0)


def still_to_come(state: GameState, combat: Combat, side: Side) -> bool:
    """Whether an attack is only thought of, and may yet have a point allotted, or none are there at all."""
    if combat.stage != "declared" or side != ALLIED or combat.side != ALLIED:
        return False
    now = state.board.sequence.phases[state.phase].id
    asked = any(isinstance(decision, AirAllotment) for decision in state.agenda)
    return now != "allied-combat" or asked or too_early(state) or not BY_WEATHER[str(state.tracks["weather"])]


@rule({"cobra": IN_DEFENCE})
def defence_refusal(state: GameState, combat: Combat) -> Refusal | None:
    """Up to half of the turn's points, rounded up, may help against German attacks, one in each."""
    if combat.kind != "attack" and plays(state.board, ONE_A_COMBAT):
        return Refusal(ONE_A_COMBAT, "air points have no part in overruns")
    if combat.pledged(AIR) and plays(state.board, ONE_A_COMBAT):
        return Refusal(ONE_A_COMBAT, "this defence has its air point already")
    used: int = state.note(DEFENSIVE, default=0)
    if used >= (air_left(state) + used + 1) // 2 and air_left(state):
        return Refusal(IN_DEFENCE, f"half of the turn's air points, {used}, are used in defence already")
    return none_left(state)


@rule(numbers("14.3.1"), hook="pledged")
def point_spent(state: GameState, combat: Combat, action: Commit) -> list[Event] | None:
    """A point that is added is spent; one used in defence is gone for the attacks of the turn."""
    if action.what != AIR:
        return None
    spent: list[Event] = [TrackSet(POINTS, air_left(state) - 1)]
    if combat.side == ALLIED:
        return spent
    return [*spent, Noted("turn", DEFENSIVE, "", state.note(DEFENSIVE, default=0) + 1)]


@rule(numbers("14.3.1"), hook="combat_shifts", also=also(ONE_A_COMBAT))
def air_columns(state: GameState, combat: Combat) -> Shift | None:
    """An air point moves a combat one column for the Allies; no combat has more than one, an overrun none."""
    points, strict = flown(state, combat), plays(state.board, ONE_A_COMBAT)
    if not points or (strict and combat.kind != "attack") or unseen(state, combat):
        return None
    if combat.side != ALLIED:
        return Shift(-1 if strict else -points, "air support")
    if barred(state, army(state.units[combat.attackers[0]].counter)):
        return None
    return Shift(1 if strict else points, "air support")
