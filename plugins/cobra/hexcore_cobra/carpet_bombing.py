"""Carpet bombing: planned in secret a game turn ahead, flown in clear weather before any attack (14.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from hexcore.actions import Action, Commit, Conceal, Done
from hexcore.attacks import declared
from hexcore.board import Board
from hexcore.commitments import Reveal, commitment_for, commitment_of, opens, sealed
from hexcore.decisions import Decision, OneDie, not_an_answer
from hexcore.events import Answered, Asked, Committed, Event, Fought, Noted, Revealed, Rolled, Steps, TrackSet
from hexcore.maps import HexIndex
from hexcore.results import EndCombat, LoseSteps
from hexcore.rules import Mask, Refusal, rule
from hexcore.state import Commitment, GameState
from hexcore.units import CHANCE, Side, Unit
from hexcore_cobra.air_power import BARRED, POINTS, air_left
from hexcore_cobra.army_boundary import fronts_of
from hexcore_cobra.charts import combat_results, turn_record
from hexcore_cobra.editions import cite, expanded, game_turn, numbers, plays
from hexcore_cobra.friedenthal import untouched
from hexcore_cobra.order_of_battle import ALLIED, FIRST_COBRA_TURN, GERMAN

CARPET = "carpet bombing"
NOTHING = "none"
"""What is concealed in a turn for which no mission is planned."""
FLOWN, BOMBED = "carpet bombings", "carpet bombed"
"""Notes: how many missions have been flown, by part of the game; the hex bombed in this turn."""
BEFORE_COBRA = "before Game-Turn 15"
"""The part of the campaign, or the Build-Up, with a mission of its own; the other part has no name."""
PRICE, COLUMN = 3, "6-1"
PHASE, AFTERWARDS = "allied-combat", "allied-mechanized"


def plan_for(turn: int) -> str:
    """The name of the secret that holds the mission of a turn."""
    return f"{CARPET} {turn}"


def is_planned(board: Board) -> bool:
    """Whether missions are planned a turn ahead, or by choice flown at will."""
    return not expanded(board) or board.option("carpet-bombing") != "at will"


# ------------------------------------------------------------------ when it is asked
@rule(numbers("14.5.1"), hook="begin_phase")
def flown_before_any_attack(state: GameState, phase: str) -> list[Event] | None:
    """As the Allied combat phase begins the mission of this turn is flown or cancelled, and the next planned.

    Both are asked whether or not there is a mission: the question tells the German player nothing.
    """
    now, then = missions_left(state, state.turn), missions_left(state, state.turn + 1)
    if phase != PHASE or not (now or then):
        return None
    number, asked = cite(state.board, "14.5.1"), list[Decision]()
    planned = is_planned(state.board)
    if now and weather_for_it(state) and air_left(state) >= PRICE:
        if not planned or commitment_for(state, plan_for(state.turn)) is not None:
            asked.append(CarpetBombing(ALLIED, number))
    if planned and then and state.turn < state.board.scenario.last_turn:
        asked.append(CarpetPlan(ALLIED, number))
    return [Asked(tuple(asked))] if asked else None


@rule(numbers("14.5.3"))
def weather_for_it(state: GameState) -> bool:
    """Carpet bombing is flown in clear weather only; the weather of the turn before does not matter."""
    return state.tracks["weather"] == "clear" or not plays(state.board, "14.5.3")


@rule(numbers("14.5.4"))
def missions_left(state: GameState, turn: int) -> bool:
    """One mission is flown on Game-Turns 5 to 14, two from 15 to the end, none before; cancelled ones do not
    count. A turn belongs to the part of the game in which its mission is flown, not planned."""
    if not plays(state.board, "14.5.4"):
        return True
    day = game_turn(state) + turn - state.turn
    record = turn_record().get(day)
    allowed = int(record.carpet_bombings_allowed.split()[0]) if record is not None else 0
    flown: int = state.note(FLOWN, part_of_the_game(day), 0)
    return flown < allowed


def part_of_the_game(day: int) -> str:
    """The part of the game whose missions are counted together with one flown on a Game-Turn."""
    return BEFORE_COBRA if day < FIRST_COBRA_TURN else ""


# ------------------------------------------------------------------ the plan
def plan_of(state: GameState, turn: int) -> str:
    """What was planned for a turn, as far as the one who asks knows it."""
    what = plan_for(turn)
    return state.openings[what][0] if what in state.openings else NOTHING


def missed(state: GameState) -> bool:
    """Whether a mission planned for this turn has not been flown."""
    return plan_of(state, state.turn) != NOTHING


@dataclass(frozen=True, slots=True)
class CarpetPlan:
    """Write down in secret which hex will be bombed in the next turn, or none."""

    side: Side
    rule: str = ""
    kind: Literal["carpet-plan"] = "carpet-plan"
    hides: ClassVar[bool] = True

    def prompt(self, state: GameState) -> str:
        return "Plan in secret which hex to bomb next turn, or none."

    def options(self, state: GameState) -> Iterator[Action]:
        what = plan_for(state.turn + 1)
        yield Conceal(what, NOTHING)
        if not missed(state) and missions_left(state, state.turn + 1):
            held = sorted({unit.hex for unit in state.on_map(GERMAN)})
            yield from (Conceal(what, state.board.map.numbers[hex]) for hex in held)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Conceal):
            return not_an_answer(self, action, "conceal")
        if action.what != plan_for(state.turn + 1):
            return Refusal(self.rule, f"the secret asked for is {plan_for(state.turn + 1)!r}")
        if not action.choice:
            fits = len(action.commitment) == 64 and not action.salt
            return None if fits else Refusal(self.rule, "a plan is a hex or `none`, or the hash of one")
        if action.choice != NOTHING and action.choice not in state.board.map.index:
            return Refusal(self.rule, f"{action.choice!r} is no hex of the map")
        if action.choice != NOTHING and not missions_left(state, state.turn + 1):
            return Refusal(cite(state.board, "14.5.4"), "no mission is left for the next turn")
        if action.choice != NOTHING and missed(state):
            return Refusal(self.rule, "this turn's mission was not flown: the next waits a game turn more")
        if action.commitment and action != sealed(action):
            return Refusal(self.rule, "the hash does not bind that choice with that salt")
        return None

    def answer(self, state: GameState, action: Action) -> Steps:
        bound = action.commitment or commitment_of(action.what, action.choice, action.salt)
        opening = (action.choice, action.salt) if action.choice else None
        yield Answered()
        return (yield Committed(Commitment(self.side, action.what, bound), opening))


# ------------------------------------------------------------------ the mission
def target_refusal(state: GameState, choice: str) -> Refusal | None:
    """Why a hex is not bombed now."""
    number = cite(state.board, "14.5.1")
    if choice not in state.board.map.index:
        return Refusal(number, "no mission was planned for this turn")
    if any(unit.side == GERMAN for unit in state.at(state.board.map.hex(choice))):
        return None
    return Refusal(number, f"no German unit stands in {choice}")


@dataclass(frozen=True, slots=True)
class CarpetBombing:
    """Fly the mission of this turn, or none: a plan is opened only when it is flown."""

    side: Side
    rule: str = ""
    kind: Literal["carpet-bombing"] = "carpet-bombing"
    hides: ClassVar[bool] = True

    def prompt(self, state: GameState) -> str:
        return "Fly the carpet bombing of this turn, or none."

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        if not is_planned(state.board):
            held = sorted({unit.hex for unit in state.on_map(GERMAN)})
            yield from (Commit(CARPET, hex=hex) for hex in held)
            return
        what = plan_for(state.turn)
        if what in state.openings and target_refusal(state, state.openings[what][0]) is None:
            choice, salt = state.openings[what]
            yield Conceal(what, choice, salt, commitment_of(what, choice, salt))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if is_planned(state.board):
            return self._opened(state, action)
        if not isinstance(action, Commit) or action.what != CARPET or action.hex is None:
            return not_an_answer(self, action, "commit", "done")
        return target_refusal(state, state.board.map.numbers[action.hex])

    def _opened(self, state: GameState, action: Action) -> Refusal | None:
        what = plan_for(state.turn)
        kept = commitment_for(state, what)
        if not isinstance(action, Conceal) or kept is None:
            return not_an_answer(self, action, "conceal", "done")
        if action.what != what:
            return Refusal(self.rule, f"the secret to open is {what!r}")
        if not opens(kept, action.choice, action.salt):
            return Refusal(self.rule, "that is not what was planned")
        return target_refusal(state, action.choice)

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        if isinstance(action, Done):
            return state
        if isinstance(action, Conceal):
            state = yield Revealed(action.what, action.choice, action.salt)
            hex = state.board.map.hex(action.choice)
        else:
            hex = action.hex
        for event in bombed(state, hex):
            state = yield event
        return (yield Asked((*self._no_mission_missed(state), CarpetRoll(hex, self.rule))))

    def _no_mission_missed(self, state: GameState) -> tuple[Decision, ...]:
        """The plan of the turn before is opened too: it must have been flown, or none."""
        before = plan_for(state.turn - 1)
        if not is_planned(state.board) or commitment_for(state, before) is None:
            return ()
        question = "Show that no mission was missed the turn before."
        return (Reveal(self.side, before, (NOTHING,), self.rule, question),)


def bombed(state: GameState, hex: int) -> list[Event]:
    """The points are spent, the hex is marked, and the army on whose front it lies has no more air."""
    barred = fronts_of(state, hex) if plays(state.board, "14.5.2") else ()
    part = part_of_the_game(game_turn(state))
    return [
        TrackSet(POINTS, air_left(state) - PRICE),
        Noted("game", FLOWN, part, state.note(FLOWN, part, 0) + 1),
        Noted("turn", BOMBED, state.board.map.numbers[hex]),
        *(Noted("phase", BARRED, of) for of in barred),
    ]


@dataclass(frozen=True, slots=True)
class CarpetRoll(OneDie):
    """The die decides what the bombs do."""

    hex: HexIndex
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["carpet-roll"] = "carpet-roll"

    def prompt(self, state: GameState) -> str:
        return "Roll for the carpet bombing."

    def answer(self, state: GameState, action: Action) -> Steps:
        result = "0" if untouched(state, self.hex) else losses(action.dice[0])
        number, steps = state.board.map.numbers[self.hex], int(result)
        state = yield Answered()
        state = yield Rolled(action.dice, CARPET, f"{number}, {COLUMN} → {result}", self.rule)
        combat = declared(state, ALLIED, (self.hex,), CARPET)
        fought = replace(combat, column=COLUMN, dice=action.dice, result=("0", result), stage="results")
        state = yield Fought(fought)
        for event in state.board.rules.result_falls(state, state.combat):
            state = yield event
        lost: tuple[Decision, ...] = (LoseSteps(GERMAN, "defender", steps, self.rule),) if steps else ()
        return (yield Asked((*lost, EndCombat(ALLIED, self.rule))))


def losses(die: int) -> str:
    """The German result of a die on the 6-1 column, which nothing shifts; every point of it is a step."""
    table = combat_results()
    return table.entry(table.columns.index(COLUMN), die)[1]


# ------------------------------------------------------------------ afterwards
def is_bombed(state: GameState, hex: int) -> bool:
    """Whether bombs have fallen on a hex in this turn."""
    return bool(state.note(BOMBED, state.board.map.numbers[hex]))


@rule(numbers("14.5.2"), hook="may_be_attacked")
def no_attack_on_it(state: GameState, hex: int) -> str | None:
    """A bombed hex is not attacked by Allied units in the same combat phase."""
    now = state.board.sequence.phases[state.phase]
    if now.id != PHASE or not is_bombed(state, hex):
        return None
    return f"{state.board.map.numbers[hex]} has been carpet bombed in this phase"


@rule(numbers("14.5.2"), hook="may_overrun")
def nor_overrun(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """Nor is it overrun in an advance."""
    return no_attack_on_it(state, target)


@rule(numbers("14.5.2"), hook="movement_masks")
def broken_ground(state: GameState, unit: Unit) -> Mask | None:
    """An Allied unit that enters a bombed hex in the mechanized phase after it moves no farther."""
    bombs = state.noted_under(BOMBED)
    if unit.side != ALLIED or not bombs or state.board.sequence.phases[state.phase].id != AFTERWARDS:
        return None
    hexes = bytearray(len(state.board.map))
    for number in bombs:
        hexes[state.board.map.hex(number)] = 1
    return Mask("stop", "{hex} has been carpet bombed", bytes(hexes))
