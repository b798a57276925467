"""Beach shift markers: attacks from a hex where landing units lost steps are harder (19.2.2, step 7).

An attack made from several such hexes suffers from all of them, as all shifts add up (8.3.1). An overrun is
movement (8.1.6) and not an attack. The markers of a hex go when an Allied unit that fought there, attacking
or attacked, has advanced out of it after the combat.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.events import Event, Marked, Noted
from hexcore.rules import Shift, rule
from hexcore.state import Combat, GameState
from hexcore_cobra.beaches import beach_hexes, hexes_of
from hexcore_cobra.landing_attrition import STEPS_LOST
from hexcore_cobra.order_of_battle import ALLIED

STEP_7 = "19.2.2.step.7"
BEACH_SHIFT = "beach-shift"
"""The markers, on the number of a beach hex."""
FOUGHT_IN = "fought on a beach"
"""Note of the phase, by unit: the marked hex in which its combat began."""


def markers_laid(state: GameState, beaches: Iterable[str]) -> list[Event]:
    """A marker for each step that landing units lost in a hex, on the beaches named."""
    numbers = [state.board.map.numbers[hex] for beach in beaches for hex in hexes_of(state.board, beach)]
    lost = {number: state.note(STEPS_LOST, number, default=0) for number in numbers}
    return [Marked(BEACH_SHIFT, number, steps) for number, steps in lost.items() if steps]


def shift_of(state: GameState, hex: int) -> int:
    """How many columns to the left an attack from a hex is moved."""
    return state.marker(BEACH_SHIFT, state.board.map.numbers[hex])


@rule({"cobra": STEP_7}, hook="combat_shifts")
def steps_lost_on_the_beach(state: GameState, combat: Combat) -> list[Shift] | None:
    """Every Allied attack from a marked hex is moved left by its markers."""
    if combat.side != ALLIED or combat.kind != "attack" or not beach_hexes(state.board):
        return None
    hexes = dict.fromkeys(state.units[id].hex for id in combat.attackers)
    numbers = state.board.map.numbers
    return [
        Shift(-steps, f"beach shift in {numbers[hex]}")
        for hex in hexes
        if hex >= 0 and (steps := shift_of(state, hex))
    ]


@rule({"cobra": STEP_7}, hook="combat_opens")
def where_they_fought(state: GameState, combat: Combat) -> list[Event] | None:
    """The marked hex of every Allied unit in a combat is remembered."""
    units = [state.units[id] for id in (*combat.attackers, *combat.defenders)]
    return [
        Noted("phase", FOUGHT_IN, unit.id, unit.hex)
        for unit in units
        if unit.side == ALLIED and unit.hex >= 0 and shift_of(state, unit.hex)
    ]


@rule({"cobra": STEP_7}, hook="combat_closes")
def off_the_beach(state: GameState, combat: Combat) -> list[Event] | None:
    """Once units have advanced out of a marked hex its markers are removed."""
    ids = (*combat.attackers, *combat.defenders)
    hexes = {state.note(FOUGHT_IN, id) for id in ids if state.note("advanced", id)} - {None}
    return [Marked(BEACH_SHIFT, state.board.map.numbers[hex], 0) for hex in sorted(hexes)]
