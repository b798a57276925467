"""4: the cup. A chit is drawn in each pull; its formation moves and attacks, and nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hexcore.actions import Action
from hexcore.combat import CombatPhase
from hexcore.decisions import OneDie
from hexcore.events import Answered, Asked, Event, Noted, Rolled, Steps
from hexcore.movement_phase import MovementPhase
from hexcore.rules import Told, general, rule
from hexcore.state import Combat, GameState
from hexcore.tables import read_csv, table
from hexcore.units import CHANCE, Side, Unit

DUSK = "Dusk"
BEFORE_DUSK = 3
"""So many formations have acted before dusk can fall."""


@dataclass(frozen=True)
class Chit:
    """A line of chits.csv: the face of the die that draws it, whose it is."""

    face: int
    formation: str
    side: str = ""


@table
def chits() -> dict[int, Chit]:
    return {chit.face: chit for chit in read_csv(Path(__file__).parent / "chits.csv", Chit)}


def acted(state: GameState) -> set[str]:
    """The formations whose chits are out of the cup in this turn."""
    return set(state.noted_under("acted"))


def in_cup(state: GameState) -> list[Chit]:
    """The chits of formations that have not acted and of which somebody is left."""
    left = {unit.counter.formation for unit in state.units.values() if unit.hex >= 0}
    return [chit for chit in chits().values() if chit.formation in left - acted(state)]


# ------------------------------------------------------------------ the draw
@dataclass(frozen=True, slots=True)
class DrawChit(OneDie):
    """The die draws a chit; one that is not in the cup, or dusk too soon, and it is rolled again."""

    rule: str = ""
    side: Side = CHANCE
    kind: Literal["draw-chit"] = "draw-chit"

    def prompt(self, state: GameState) -> str:
        return "Draw a chit from the cup."

    def answer(self, state: GameState, action: Action) -> Steps:
        chit = chits()[action.dice[0]]
        comes = chit in in_cup(state) or (chit.formation == DUSK and len(acted(state)) >= BEFORE_DUSK)
        text = f"{chit.formation} {'is drawn' if comes else 'does not come out'}"
        state = yield Answered()
        state = yield Rolled(action.dice, "chit", text, self.rule)
        if comes:
            return (yield Noted("phase", "drawn", value=chit.formation))
        return (yield Asked((self,)))


@rule({"chits": "4.1"}, hook="begin_phase")
def draw(state: GameState, phase: str) -> list[Event] | None:
    """In each pull one chit is drawn, until it is dusk or the cup is empty."""
    if state.note("dusk") or not in_cup(state):
        return None
    return [Asked((DrawChit("4.1"),))]


# ------------------------------------------------------------------ who acts
@rule({"chits": "4.2"}, hook="end_phase")
def its_formation_acts(state: GameState, phase: str) -> list[Event] | None:
    """The formation drawn moves, then attacks."""
    chit = next((chit for chit in in_cup(state) if chit.formation == state.note("drawn")), None)
    if chit is None:
        return None
    side = Side(chit.side)
    move = MovementPhase(side, "4.2", f"{chit.formation} moves.")
    attack = CombatPhase(side, "4.2", f"{chit.formation} attacks, or its pull ends.")
    return [Noted("turn", "acted", chit.formation), Asked((move, attack))]


@rule({"chits": "4.4"}, hook="end_phase")
def dusk_falls(state: GameState, phase: str) -> list[Event] | None:
    """Dusk ends the turn: nothing more is drawn."""
    return [Noted("turn", "dusk")] if state.note("drawn") == DUSK else None


@rule({"chits": "4.3"}, hook="may_take")
def only_it_moves(state: GameState, units: tuple[Unit, ...]) -> str | None:
    return next((reason for unit in units if (reason := _idle(state, unit))), None)


@rule({"chits": "4.3"}, hook="may_attack")
def only_it_attacks(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    return _idle(state, unit)


def _idle(state: GameState, unit: Unit) -> str | None:
    """Why a unit has nothing to do in this pull."""
    drawn = state.note("drawn")
    return None if unit.counter.formation == drawn else f"only units of {drawn} act in this pull"


@general("unit_told")
def where_its_chit_is(state: GameState, unit: Unit) -> Told:
    """What a player reads of each unit: has it still to act?"""
    return Told("Chit", "has been drawn" if unit.counter.formation in acted(state) else "is in the cup")


@general("worth")
def the_town(state: GameState, side: Side) -> dict[int, float]:
    """For computer players: both want Orr."""
    return {state.board.map.hex("0704"): 4.0}


DECISIONS = (DrawChit,)
