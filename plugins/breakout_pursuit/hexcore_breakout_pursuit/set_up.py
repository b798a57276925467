"""Setting up: who takes part, the historical set-ups, and the questions of the set-up phases."""

from __future__ import annotations

from hexcore.events import Asked, Controlled, Event, Noted, Placed
from hexcore.maps import HexMap
from hexcore.rules import rule
from hexcore.setup import ANY_NUMBER, Area, SetUp, plan_of
from hexcore.state import GameState
from hexcore.units import Side
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.scenarios import FREE, HISTORICAL, sheet
from hexcore_breakout_pursuit.stacking import MOST
from hexcore_breakout_pursuit.unit_types import is_combat

LAST = "the last units"
"""A note of the Allied set-up: all others stand, those that come last are set up."""
SET_UP_BY = {"german-setup": GERMAN, "allied-setup": ALLIED}


@rule({"breakout-pursuit": "german_reinforcements.3"})
def chosen_set_up(state: GameState, side: Side) -> str:
    """Free or historical: the line above the counters, or the hex below them."""
    if not state.board.rules.active("german_reinforcements.3"):
        return HISTORICAL
    return sheet(state).setup[side]


def is_free(state: GameState, side: Side) -> bool:
    return chosen_set_up(state, side) == FREE


def under(state: GameState, *codes: str) -> tuple[str, ...]:
    """The units that take part and are set up by these codes of the free set-up, in the order printed."""
    units = sheet(state).units
    there = (id for id, row in units.items() if row.free_rule in codes and id in state.units)
    return tuple(id for id in there if state.units[id].place is not None)


def mod(state: GameState, letter: str) -> bool:
    """Whether a German set-up modification is used."""
    return letter in sheet(state).mods and state.board.rules.active(f"setup_mod.{letter}")


def first_turn(state: GameState) -> bool:
    """Whether the game begins now: a campaign comes by the turn on which Pursuit scenarios are set up."""
    return state.turn == state.board.scenario.first_turn


# ------------------------------------------------------------------ the questions
@rule({"breakout-pursuit": "setting_up.1"}, hook="begin_phase")
def one_side_after_the_other(state: GameState, phase: str) -> list[Event] | None:
    """The German player sets up first, then the Allied player."""
    side = SET_UP_BY.get(phase)
    if side is None or not first_turn(state) or not plan_of(state, side).units:
        return None
    return [Asked((SetUp(side, "setting_up.1", "Set up your units in the areas allowed."),))]


@rule({"breakout-pursuit": "setup.AA-LAST"}, hook="end_phase")
def the_last_of_all(state: GameState, phase: str) -> list[Event] | None:
    """Some Allied units are set up when all others stand."""
    if phase != "allied-setup" or not first_turn(state) or not is_free(state, ALLIED):
        return None
    if not under(state, "AA-LAST"):
        return None
    return [Noted("phase", LAST), Asked((SetUp(ALLIED, "setup.AA-LAST", "Set up these units last."),))]


@rule({"breakout-pursuit": "setup.GA-FIXED"}, hook="begin_phase", tryfirst=True)
def garrisons_in_holland(state: GameState, phase: str) -> list[Event] | None:
    """Two German units of August have one hex each and no choice."""
    return _fixed(state, "GA-FIXED") if phase == "german-setup" and first_turn(state) else None


@rule({"breakout-pursuit": "setup.AA-FIXED"}, hook="begin_phase", tryfirst=True)
def pipeline_as_printed(state: GameState, phase: str) -> list[Event] | None:
    """So do the Supply Pipeline units of August."""
    return _fixed(state, "AA-FIXED") if phase == "allied-setup" and first_turn(state) else None


def _fixed(state: GameState, code: str) -> list[Event]:
    units = sheet(state).units
    waiting = [id for id in under(state, code) if state.units[id].hex < 0]
    return [Placed(id, state.board.map.hex(units[id].hist_hex), "set-up") for id in waiting]


@rule({"breakout-pursuit": "setup.AA.control"}, hook="begin_game")
def st_malo_taken(state: GameState) -> list[Event]:
    """The Allied player holds St Malo at the start of a Pursuit scenario."""
    if not sheet(state).pursuit:
        return []
    return [Controlled(hex, ALLIED) for hex in state.board.map.group("st-malo")]


# ------------------------------------------------------------------ room and ground
@rule({"breakout-pursuit": "stacking.M"}, hook="set_up_room")
def room_in(state: GameState, side: Side, hex: int) -> int:
    """Three combat units stand in a hex, those that stood there before among them."""
    return max(0, MOST - _standing(state, side).get(hex, 0))


def _standing(state: GameState, side: Side) -> dict[int, int]:
    """How many combat units stand in each hex that are not being set up now."""

    def count() -> dict[int, int]:
        ours = {id for area in state.board.rules.set_up_areas(state, side) for id in area.units}
        found: dict[int, int] = {}
        for unit in state.on_map(side):
            if unit.id not in ours and is_combat(unit):
                found[unit.hex] = found.get(unit.hex, 0) + 1
        return found

    return state.derived("*", ("standing before", side), count)


def is_land(hex_map: HexMap, hex: int) -> bool:
    return "sea" not in hex_map.terrain[hex]


def is_coastal(hex_map: HexMap, hex: int) -> bool:
    return "coastal" in hex_map.features[hex]


def group(state: GameState, *names: str) -> frozenset[int]:
    """The land hexes of some groups of the map together."""
    hex_map = state.board.map

    def compute() -> frozenset[int]:
        return frozenset(hex for name in names for hex in hex_map.group(name) if is_land(hex_map, hex))

    found: frozenset[int] = state.board.once(("land of", names), compute)
    return found


def near(state: GameState, name: str, radius: int) -> frozenset[int]:
    """The land hexes at most so far from any hex of a group."""
    hex_map = state.board.map

    def compute() -> frozenset[int]:
        around = {hex for centre in hex_map.group(name) for hex in hex_map.within(centre, radius)}
        return frozenset(hex for hex in around if is_land(hex_map, hex))

    found: frozenset[int] = state.board.once(("near", name, radius), compute)
    return found


def coast(state: GameState) -> frozenset[int]:
    """All coastal hexes."""
    hex_map = state.board.map
    found: frozenset[int] = state.board.once(
        "coastal hexes", lambda: frozenset(hex for hex in range(len(hex_map)) if is_coastal(hex_map, hex))
    )
    return found


def all_land(state: GameState) -> frozenset[int]:
    hex_map = state.board.map
    found: frozenset[int] = state.board.once(
        "all land", lambda: frozenset(hex for hex in range(len(hex_map)) if is_land(hex_map, hex))
    )
    return found


def areas(
    state: GameState,
    units: tuple[str, ...],
    hexes: frozenset[int],
    text: str,
    *,
    least: int = 0,
    most: int = ANY_NUMBER,
) -> list[Area]:
    """Where some units set up: hexes no enemy stands in; those that stack free are counted apart."""
    if not units:
        return []
    taken = {u.hex for u in state.on_map(state.enemy(state.units[units[0]].side))}
    open_hexes = tuple(sorted(hexes - taken))
    counting = tuple(id for id in units if is_combat(state.units[id]))
    free = tuple(id for id in units if id not in counting)
    found = [Area(counting, open_hexes, text, least, most)] if counting else []
    return found + ([Area(free, open_hexes, text, crowded=False)] if free else [])


def setting_up_last(state: GameState) -> bool:
    return phase_id(state) == "allied-setup" and bool(state.note(LAST))
