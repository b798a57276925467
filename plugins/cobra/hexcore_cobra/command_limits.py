"""Command limits: how many attacks and overruns each Allied army makes in a turn (11.3.1)."""

from __future__ import annotations

from hexcore.events import Event, Noted
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_cobra.combat import BRITISH, US, army
from hexcore_cobra.editions import expanded, numbers
from hexcore_cobra.order_of_battle import ALLIED
from hexcore_cobra.supply_points import record

ATTACK, OVERRUN = "attack", "overrun"
MADE = {ATTACK: "attacks made", OVERRUN: "overruns made"}
NO_LIMIT = "none"


def by_army(state: GameState) -> bool:
    """Whether the two numbers of a turn are the US and the British limit, of attacks and of overruns each;
    by choice the first caps all Allied attacks and the second all overruns."""
    return not expanded(state.board) or state.board.option("command-limits-read-as") == "by army"


def limit(state: GameState, of: str, what: str) -> int | None:
    """How many attacks or overruns an army may make in this turn, None where nothing limits them."""
    row = record(state)
    first = of == US if by_army(state) else what == ATTACK
    number = row.us_attacks_and_overruns_each if first else row.br_attacks_and_overruns_each
    return None if number == NO_LIMIT else int(number)


def made(state: GameState, of: str, what: str) -> int:
    """How many of them count against that limit already."""
    armies = (of,) if by_army(state) else (US, BRITISH)
    return sum(state.note(MADE[what], one, 0) for one in armies)


def reached(state: GameState, unit: Unit, what: str) -> str | None:
    """Why an Allied unit makes no more attacks or overruns in this turn."""
    if unit.side != ALLIED:
        return None
    of = army(unit.counter)
    most = limit(state, of, what)
    if most is None or made(state, of, what) < most:
        return None
    whose = of if by_army(state) else "Allied"
    return f"the {whose} command limit of this turn is {most} {what}s"


def moving(state: GameState) -> bool:
    """Whether an overrun made now is one of a movement phase, and not one in an advance after combat."""
    return state.board.sequence.phases[state.phase].kind == "movement"


@rule(numbers("11.3.1"), hook="may_attack")
def attacks_within_the_limit(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """Each army attacks as often in a turn as its command limit says, with supply points or without."""
    return reached(state, unit, ATTACK)


@rule(numbers("11.3.1"), hook="may_overrun")
def overruns_within_the_limit(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """It overruns as often besides; overruns in an advance after combat are not counted."""
    return reached(state, units[0], OVERRUN) if moving(state) else None


@rule(numbers("11.3.1"), hook="combat_opens")
def attacks_are_counted(state: GameState, combat: Combat) -> list[Event] | None:
    """Every attack counts once it is made, and every overrun in movement."""
    counted = combat.kind == ATTACK or (combat.kind == OVERRUN and moving(state))
    if combat.side != ALLIED or not combat.attackers or not counted:
        return None
    of = army(state.units[combat.attackers[0]].counter)
    return [Noted("turn", MADE[combat.kind], of, state.note(MADE[combat.kind], of, 0) + 1)]
