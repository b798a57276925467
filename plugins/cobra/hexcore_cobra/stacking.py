"""Stacking: one division a hex, what stacks free, and excess at the end of movement (chapter 6)."""

from __future__ import annotations

from hexcore.customs import Custom
from hexcore.events import Asked, Event
from hexcore.rules import Refusal, general, rule
from hexcore.stacking import excess, friends_at, overstacked
from hexcore.state import Combat, GameState
from hexcore.units import Counter, Side, Unit
from hexcore_cobra.beaches import beach_hexes
from hexcore_cobra.combat import US, army
from hexcore_cobra.editions import also, cite, numbers, plays
from hexcore_cobra.order_of_battle import DELAY

DIVISION, BRITISH_BRIGADE, REGIMENT = 6, 3, 2
"""Room in sixths of a division: a division fills a hex, so do two British brigades or three regiments."""
ROOM = 6
STURM_FLAK = "III Sturm-Flak Korps"


@rule({"cobra-1977": "SPI 3.33"})
def size_of(state: GameState, unit: Unit) -> int:
    """What a unit takes of a hex by the size mark on its counter, in sixths of a division."""
    if unit.counter.size == "XX" or not state.board.rules.active("SPI 3.33"):
        return DIVISION
    if by_name(unit.counter):
        return as_a_regiment(state)
    if unit.counter.size == "X":
        return BRITISH_BRIGADE
    return REGIMENT


@rule({"cobra": "6.4"})
def as_a_regiment(state: GameState) -> int:
    """German Kampfgruppen, and whatever III Sturm-Flak Korps has of the size of a regiment or a brigade,
    stack as regiments. The Break-Out does without this case and reads their sizes so."""
    unread = beach_hexes(state.board) and not plays(state.board, "6.4")
    return DIVISION if unread else REGIMENT


def by_name(counter: Counter) -> bool:
    """Whether it is a Kampfgruppe or of III Sturm-Flak Korps, and neither a battalion nor a division."""
    return counter.size == "KG" or (counter.formation == STURM_FLAK and counter.size in ("III", "X"))


@rule(numbers("6.1"), hook="may_stack")
def one_division(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    """No more than one division's worth of units ends together in a hex."""
    sizes = state.board.once("sizes", lambda: {u.id: size_of(state, u) for u in state.units.values()})
    if sum([sizes[unit.counter.id] for unit in units]) <= ROOM:
        return None
    free = {unit.counter.id for unit in free_units(state, units)}
    if sum(size_of(state, unit) for unit in units if unit.counter.id not in free) <= ROOM:
        return None
    return f"more than one division would stand in {state.board.map.numbers[hex]}"


@rule(numbers("6.2"), also=also("9.2.4"))
def free_units(state: GameState, units: tuple[Unit, ...]) -> list[Unit]:
    """Headquarters, two battalions, an independent British armoured brigade with an infantry division and a
    US cavalry regiment with any US division take no room. Nor do delay units, which are absorbed (15.3.2)."""
    free = [u for u in units if u.counter.kind == "hq"]
    if not plays(state.board, "9.2.4"):
        free = free[:1]
    if not plays(state.board, "6.2"):
        return free if plays(state.board, "9.2.4") else []
    free += [u for u in units if u.counter.size == "II" and u.counter.kind != DELAY][:2]
    free += [u for u in units if u.counter.kind == DELAY]
    free += [u for u in units if "independent_armor" in u.counter.traits and _with_infantry(units)][:1]
    free += [u for u in units if "cavalry" in u.counter.traits and _with_us_division(units)][:1]
    return free


def _with_infantry(units: tuple[Unit, ...]) -> bool:
    return any(u.counter.size == "XX" and army(u.counter) == "British" for u in units)


def _with_us_division(units: tuple[Unit, ...]) -> bool:
    """A US division in the stack, whole or in regiments: any three are a division for stacking (6.1)."""
    return any(
        army(u.counter) == US
        and (u.counter.size == "XX" or (u.counter.formation and u.counter.size == "III"))
        for u in units
    )


# ------------------------------------------------------------------ excess
@rule(numbers("6.3"), custom=Custom.EXCESS_WAITS)
def stacks_are_counted_at_the_end() -> None:
    """Units pass through and stop among friends freely; stacks are counted when the movement phase ends."""


@rule(numbers("6.3"), hook="combat_closes")
def excess_in_combat_is_lost(state: GameState, combat: Combat) -> list[Event] | None:
    """Nor may a stack be in excess at any time in a combat phase: what a combat leaves too much is lost."""
    found = []
    for side in state.board.sides:
        over = excess(state, side, cite(state.board, "6.3"))
        found += [o for o in over if one_division(state, friends_at(state, side, o.hex), o.hex)]
    return [Asked(tuple(found))] if found else None


@rule(numbers("6.3"), hook="end_phase")
def excess_is_lost(state: GameState, phase: str) -> list[Event] | None:
    """Units pass through friends freely; what is in excess when movement ends is lost, the owner choosing."""
    now = state.board.sequence.phases[state.phase]
    if now.kind != "movement":
        return None
    over = excess(state, now.side, cite(state.board, "6.3"))
    return [Asked(over)] if over else None


@general("may_end_phase")
def nobody_in_excess(state: GameState, side: Side) -> list[Refusal] | None:
    """Without case 6.3 a phase does not end while units stand in excess."""
    if plays(state.board, "6.3"):
        return None
    return [refusal for _, refusal in overstacked(state, side)]
