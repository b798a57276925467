"""Movement: how far a unit goes, into which hexes, and when it has moved."""

from __future__ import annotations

import math
from fractions import Fraction

from hexcore.events import Event, Noted
from hexcore.movement import HALF, allowance, has_moved, points, reach_of
from hexcore.rules import Mask, Refusal, general, rule
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.ground import sea_sides
from hexcore_breakout_pursuit.order_of_battle import MECHANIZED
from hexcore_breakout_pursuit.supply_lines import CHART, supply_effects
from hexcore_breakout_pursuit.unit_types import (
    called,
    class_of,
    is_combat,
    is_mechanized,
    is_motorized,
    is_non_combat,
)
from hexcore_breakout_pursuit.zones_of_control import controlled

INITIAL = ("allied-movement", "german-movement")
MECHANIZED_MOVEMENT = ("allied-mechanized", "german-mechanized")
EFFECTS = ("half", "one hex")
"""How the supply chart's words for movement begin, where it is not normal."""
NO_END = 99


def phase_id(state: GameState) -> str:
    """The id of the phase being played."""
    id: str = state.board.sequence.phases[state.phase].id
    return id


# ------------------------------------------------------------------ how far
@rule(
    {"breakout-pursuit": "terms.movement_allowance"},
    hook="movement_allowance",
    also={"breakout-pursuit": ("errata.supply_effects_chart", "supply_chart.fractions")},
)
def printed_allowance(state: GameState, unit: Unit) -> int:
    """The lower number of the counter, less by the supply state judged for this player turn."""
    movement = Fraction(unit.step.movement)
    match _effect_of_supply(state, unit):
        case "half":
            return _half(state, movement) * HALF
        case "one hex":
            return HALF
        case _:
            return int(movement) * HALF


def _half(state: GameState, movement: Fraction) -> int:
    """Half of an allowance: a fraction is dropped, where half a strength is rounded up."""
    if all(map(state.board.rules.active, ("errata.supply_effects_chart", "supply_chart.fractions"))):
        return math.floor(movement / 2)
    return math.ceil(movement / 2)


def _effect_of_supply(state: GameState, unit: Unit) -> str:
    """`half`, `one hex` or nothing: what the state judged for this player turn does to an allowance."""
    from hexcore_breakout_pursuit.supply import judged  # supply asks who moves, and so imports this module

    word = judged(state, unit)
    if not state.board.rules.active(CHART.get((unit.side, word), "")):
        return ""
    properties = ("movement", "movement_mech" if class_of(state, unit) == MECHANIZED else "movement_nonmech")
    values = [supply_effects().get((unit.side, word, property), "") for property in properties]
    return next((effect for effect in EFFECTS for value in values if value.startswith(effect)), "")


@rule({"breakout-pursuit": "movement.E"})
def within_the_allowance() -> None:
    """A unit spends no more than its allowance in a phase; what is left is lost, never lent or saved."""


@general("movement_allowance", tryfirst=True)
def without_allowances(state: GameState, unit: Unit) -> int | None:
    """Without movement.E a unit goes as far as it likes; without a printed allowance, a point's worth."""
    rules = state.board.rules
    if not rules.active("movement.E"):
        return NO_END * HALF
    return None if rules.active("terms.movement_allowance") else HALF


@rule({"breakout-pursuit": "movement.C"}, hook="minimum_move")
def one_hex_at_least(state: GameState, unit: Unit) -> bool:
    """A unit may always move one hex in a phase in which it moves: not supply, pipeline and naval units."""
    if is_non_combat(unit) and not is_motorized(unit):
        return False
    return phase_id(state) in INITIAL or class_of(state, unit) == MECHANIZED


@rule({"breakout-pursuit": "movement.C"}, hook="may_move_at_least")
def not_from_zone_to_zone(state: GameState, unit: Unit, hex: int) -> str | None:
    """The one hex is never a move straight from one enemy zone into another."""
    zone, numbers = controlled(state, unit.side), state.board.map.numbers
    if not (zone[unit.hex] and zone[hex]):
        return None
    have = points(allowance(state, unit))
    return (
        f"{called(unit)} has {have} movement points, too few to go from one enemy zone of control in "
        f"{numbers[unit.hex]} to another in {numbers[hex]}, and its one free hex is never such a move"
    )


# ------------------------------------------------------------------ which units, and how often
@rule({"breakout-pursuit": "movement.general"})
def as_many_as_desired() -> None:
    """The phasing player moves as many or as few of his units as he likes, hex by hex."""


@general("movement_masks")
def one_unit_only(state: GameState, unit: Unit) -> Mask | None:
    """Without the general rule of movement a single unit moves in a phase."""
    if state.board.rules.active("movement.general"):
        return None
    moved = {key[2] for key in state.notes if key[:2] == ("phase", "from")}
    return Mask("held", "one unit has moved already") if moved and unit.id not in moved else None


@rule({"breakout-pursuit": "movement.procedure"}, hook="may_take")
def one_by_one(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Units are moved one at a time, each along its own path."""
    if len(units) < 2:
        return None
    return f"units move one by one: take {called(units[0])} or {called(units[1])}, not both"


@rule({"breakout-pursuit": "movement.procedure"}, hook="put_down")
def has_been_moved(state: GameState, units: tuple[Unit, ...]) -> list[Event]:
    """A unit that has moved and is let go has moved for this phase."""
    why = ("movement.procedure", "it was moved and put down, and moves no more in this phase")
    done = [u for u in units if has_moved(state, u) and not state.note("stopped", u.id)]
    return [Noted("phase", "stopped", u.id, why) for u in done]


@rule({"breakout-pursuit": "movement.A"})
def always_voluntary() -> None:
    """Nobody has to move; only the phasing player's units do, and nobody fights meanwhile."""


@general("may_end_phase")
def everybody_moves(state: GameState, side: Side) -> list[Refusal] | None:
    """Without movement.A a unit that can move must move before its phase ends."""
    if state.board.rules.active("movement.A") or state.board.sequence.phases[state.phase].kind != "movement":
        return None
    for unit in state.on_map(side):
        idle = not has_moved(state, unit) and not state.board.rules.may_take(state, (unit,))
        if idle and len(reach_of(state, (unit,)).spent) > 1:
            return [Refusal("", f"{called(unit)} has not moved yet")]
    return None


# ------------------------------------------------------------------ which hexes
@rule({"breakout-pursuit": "movement.B"}, hook="movement_masks")
def not_into_the_enemy(state: GameState, unit: Unit) -> list[Mask]:
    """No unit enters a hex held by an enemy unit that bars it, nor crosses open water."""
    return [
        Mask("closed", "{hex} is held by an enemy unit", barred_hexes(state, unit.side)),
        Mask("barred", "{hex} lies across open water", sides=sea_sides(state.board)),
    ]


@rule({"breakout-pursuit": "movement.B"}, hook="bars_entry")
def who_bars(state: GameState, unit: Unit) -> bool:
    """Combat units and trucks bar their hex; other Non-Combat units and markers do not."""
    return is_combat(unit) or is_motorized(unit)


def barred_hexes(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where an enemy of *side* stands that keeps it out."""
    enemy = state.enemy(side)

    def compute() -> bytes:
        hexes, bars = bytearray(len(state.board.map)), state.board.rules.bars_entry
        for other in state.on_map(enemy):
            if not hexes[other.hex] and bars(state, other):
                hexes[other.hex] = 1
        return bytes(hexes)

    return state.derived(enemy, "bars entry", compute)


@rule({"breakout-pursuit": "movement.F"})
def over_any_ground() -> None:
    """A unit may cross ground of several kinds in one phase, as its points allow."""


@general("movement_masks")
def one_kind_of_ground(state: GameState, unit: Unit) -> Mask | None:
    """Without movement.F a unit keeps to the kind of ground on which it began the phase."""
    if state.board.rules.active("movement.F"):
        return None
    terrain = state.board.map.terrain
    home = terrain[state.note("from", unit.id, unit.hex)]
    return Mask("closed", "{hex} is other ground", bytes(int(words != home) for words in terrain))


__all__ = [
    "INITIAL",
    "MECHANIZED_MOVEMENT",
    "barred_hexes",
    "is_combat",
    "is_mechanized",
    "is_motorized",
    "is_non_combat",
    "phase_id",
]
