"""German fortresses: what they are while they stand, and how they fall."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hexcore.board import Board
from hexcore.decisions import Decision
from hexcore.events import Event, Marked, Noted
from hexcore.results import EndCombat
from hexcore.rules import Mask, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.ground import chart_points
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.scenarios import sheet

DESTROYED = "destroyed"
"""The marker on the number of a fortress hex that has been destroyed."""
ST_MALO, OSTEND = "0847", "0417"
AIR_STRIKE = "air-strike"
"""The kind of a combat that is an air strike: on units, never on walls."""
FELL = "fortress fell"
"""A note of the phase, by hex number: the combat in which the fortress was destroyed."""


# ------------------------------------------------------------------ what stands
def built(board: Board) -> frozenset[int]:
    """The hexes that began as fortresses, 0417 among them where an option says so."""

    def compute() -> frozenset[int]:
        found = {hex for hex, words in enumerate(board.map.terrain) if "fortress" in words}
        if board.on("ostend-fortress") and OSTEND in board.map.index:
            found.add(board.map.hex(OSTEND))
        return frozenset(found)

    found: frozenset[int] = board.once("fortresses built", compute)
    return found


@rule({"breakout-pursuit": "fortresses.general"})
def standing(state: GameState, hex: int) -> bool:
    """Whether a hex is a fortress, and not destroyed."""
    if hex not in built(state.board) or not state.board.rules.active("fortresses.general"):
        return False
    return not state.marker(DESTROYED, state.board.map.numbers[hex])


def destroyed(state: GameState, hex: int) -> bool:
    """Whether a hex was a fortress: it is a city then."""
    return hex in built(state.board) and bool(state.marker(DESTROYED, state.board.map.numbers[hex]))


def standing_fortresses(state: GameState) -> frozenset[int]:
    """Every fortress that stands."""
    return state.derived(
        "phase", "standing fortresses", lambda: frozenset(h for h in built(state.board) if standing(state, h))
    )


@rule({"breakout-pursuit": "fortresses.D"}, hook="begin_game")
def taken_before_the_game(state: GameState) -> list[Event]:
    """In the Pursuit scenarios the Allies hold St. Malo, whose fortress is no more."""
    return [Marked(DESTROYED, ST_MALO)] if sheet(state).pursuit and ST_MALO in state.board.map.index else []


# ------------------------------------------------------------------ no Ally in it
@rule({"breakout-pursuit": "fortresses.general"}, hook="movement_masks")
def closed_to_the_allies(state: GameState, unit: Unit) -> Mask | None:
    """No Allied unit enters a fortress that stands."""
    return _closed(state, unit)


@rule({"breakout-pursuit": "fortresses.general"}, hook="retreat_masks")
def no_way_back_through_it(state: GameState, unit: Unit) -> Mask | None:
    """Nor does one retreat there."""
    return _closed(state, unit)


def _closed(state: GameState, unit: Unit) -> Mask | None:
    if unit.side != ALLIED or not standing_fortresses(state):
        return None

    def compute() -> bytes:
        hexes = bytearray(len(state.board.map))
        for hex in standing_fortresses(state):
            hexes[hex] = 1
        return bytes(hexes)

    shut = state.derived("phase", "shut fortresses", compute)
    return Mask(
        "closed", "{hex} is a German fortress, which no Allied unit enters before it is destroyed", shut
    )


@rule({"breakout-pursuit": "fortresses.general"}, hook="may_advance")
def no_advance_into_it(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """Nor advance into it."""
    for hex in path:
        if units[0].side == ALLIED and standing(state, hex):
            return f"{state.board.map.numbers[hex]} is a German fortress, and still stands"
    return None


# ------------------------------------------------------------------ its strength
def tripled_in_a_fortress(state: GameState, unit: Unit) -> tuple[int, str, str] | None:
    """What a fortress that stands does to a German in it: multiple, text and rule (`fortresses.general`)."""
    if unit.side != GERMAN or not standing(state, unit.hex):
        return None
    multiple = chart_points("fortress", "defence_multiplier_german_units") or 1
    return multiple, "in a fortress", "fortresses.general"


@rule({"breakout-pursuit": "fortresses.A"})
def own_strength(state: GameState, hex: int) -> int:
    """The strength a fortress that stands has of its own, in defence only."""
    if not standing(state, hex) or not state.board.rules.active("fortresses.A"):
        return 0
    return chart_points("fortress", "intrinsic_defence_strength") or 0


@rule({"breakout-pursuit": "fortresses.A"}, hook="combined_strength")
def added_to_the_defence(
    state: GameState, combat: Combat, strengths: Mapping[str, Fraction], attacking: bool
) -> Fraction | None:
    """It is added to the tripled strength of those who defend in it, and is not tripled itself."""
    walls = 0 if attacking else sum(own_strength(state, hex) for hex in walls_of(state, combat))
    return sum(strengths.values(), Fraction(walls)) if walls else None


def walls_of(state: GameState, combat: Combat) -> list[int]:
    """The fortresses that stand and are attacked in a combat."""
    return [] if combat.kind == AIR_STRIKE else [hex for hex in combat.targets if standing(state, hex)]


@rule({"breakout-pursuit": "fortresses.A"}, hook="defended_hexes")
def empty_ones_defend_too(state: GameState, side: Side) -> list[int] | None:
    """A fortress fights for the Germans though nobody is in it."""
    return sorted(standing_fortresses(state)) if side == GERMAN else None


@rule({"breakout-pursuit": "combat.E"}, hook="combat_opens")
def walls_attacked(state: GameState, combat: Combat) -> list[Event]:
    """An attack on a fortress is remembered for the phase."""
    return [Noted("phase", "attacked", state.board.map.numbers[hex]) for hex in walls_of(state, combat)]


@rule({"breakout-pursuit": "combat.E"}, hook="may_be_attacked")
def walls_attacked_once(state: GameState, hex: int) -> str | None:
    """A fortress is attacked once in a phase, as units are."""
    number = state.board.map.numbers[hex]
    if standing(state, hex) and state.note("attacked", number):
        return f"the fortress in {number} has already been attacked in this phase"
    return None


# ------------------------------------------------------------------ no zone, always supplied
@rule({"breakout-pursuit": "fortresses.B"}, hook="exerts_zoc")
def no_zone_out_of_it(state: GameState, unit: Unit) -> bool | None:
    """Germans in a fortress exert no zone of control, nor does the fortress."""
    return False if unit.side == GERMAN and standing(state, unit.hex) else None


@rule({"breakout-pursuit": "fortresses.C"}, hook="supply_state")
def always_supplied(state: GameState, unit: Unit) -> str | None:
    """A fortress, and who is in it, is supplied; nobody in it is ever isolated."""
    return "supplied" if unit.side == GERMAN and unit.hex >= 0 and standing(state, unit.hex) else None


# ------------------------------------------------------------------ how it falls
@rule({"breakout-pursuit": "fortresses.D"}, hook="result_falls")
def it_falls(state: GameState, combat: Combat) -> list[Event] | None:
    """Ex and De destroy it: its hex is a city for the rest of the game."""
    if combat.result[0] not in ("Ex", "De"):
        return None
    numbers = [state.board.map.numbers[hex] for hex in walls_of(state, combat)]
    fallen: list[Event] = [Marked(DESTROYED, number) for number in numbers]
    return [*fallen, *(Noted("phase", FELL, number, combat.id) for number in numbers)]


def lost_walls(state: GameState, combat: Combat) -> int:
    """The strength of a fortress destroyed in this combat: it is part of what the defender lost."""
    numbers = state.board.map.numbers
    fallen = [hex for hex in combat.targets if state.note(FELL, numbers[hex]) == combat.id]
    return len(fallen) * (chart_points("fortress", "intrinsic_defence_strength") or 0)


@rule({"breakout-pursuit": "fortresses.D"}, hook="combat_results")
def nobody_leaves_it(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Dr does nothing to a fortress and to those in it; of Ad-Dr the attacker's part holds."""
    if combat.result[0] not in ("Dr", "Ad-Dr") or not any(standing(state, hex) for hex in combat.targets):
        return None
    return (EndCombat(combat.side, "fortresses.D"),)
