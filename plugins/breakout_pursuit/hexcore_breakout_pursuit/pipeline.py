"""The Allied Supply Pipeline: its chain from Bayeux, how it grows, is cut and is switched on again."""

from __future__ import annotations

from collections.abc import Iterator

from hexcore.actions import Action, Commit, Place
from hexcore.events import Event, Marked, Noted, Placed, Removed
from hexcore.rules import Refusal, rule
from hexcore.state import Combat, GameState
from hexcore.units import ARRIVALS, ELIMINATED, Side, Unit
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.supply_lines import enemies
from hexcore_breakout_pursuit.zones_of_control import controlled

PIPELINE = "pipeline"
INACTIVE = "inactive"
"""The marker of a Pipeline unit turned face down."""
ACTIVATE = "activate"
"""What is committed to turn an inactive unit face up again."""
SWITCHED_ON = "switched on"
"""A note of the phase on a unit turned face up in it."""
PLACED_NOW = "pipeline placed"
"""A note of the phase: a Pipeline unit has been placed in it."""
MOST = 3
"""Inactive units that may be turned face up in one phase."""


def is_pipeline(unit: Unit) -> bool:
    return unit.counter.kind == PIPELINE


def laid(state: GameState) -> list[Unit]:
    """The Pipeline units on the map."""
    return [u for u in state.on_map(ALLIED) if is_pipeline(u)]


# ------------------------------------------------------------------ the chain
@rule({"breakout-pursuit": "noncombat.E"})
def active_hexes(state: GameState) -> frozenset[int]:
    """The hexes of active units: face up, and joined by a chain of such hexes to a unit on Bayeux."""

    def compute() -> frozenset[int]:
        units = [u for u in laid(state) if not state.marker(INACTIVE, u.id)]
        if not state.board.rules.active("noncombat.E"):
            return frozenset(u.hex for u in laid(state))
        return joined(state, {u.hex for u in units})

    return state.derived("units", "active pipeline", compute)


def joined(state: GameState, hexes: set[int]) -> frozenset[int]:
    """Those of some hexes that form a chain with Bayeux, which must be one of them."""
    found = set(state.board.map.group("bayeux")) & hexes
    border = list(found)
    while border:
        fresh = (set(state.board.map.around(border.pop())) & hexes) - found
        found |= fresh
        border += fresh
    return frozenset(found)


def beside_active(state: GameState, hex: int) -> bool:
    """Whether a hex touches that of an active unit."""
    return not active_hexes(state).isdisjoint(state.board.map.around(hex))


# ------------------------------------------------------------------ how it grows
@rule({"breakout-pursuit": "noncombat.F"})
def open_to_pipeline(state: GameState) -> list[int]:
    """The hexes a new unit may be placed in: next to an active one, or Bayeux; never among enemies."""
    near = {n for hex in active_hexes(state) for n in state.board.map.around(hex)}
    found = near | set(state.board.map.group("bayeux"))
    return sorted(hex for hex in found if placing_refusal(state, hex) is None)


def placing_refusal(state: GameState, hex: int) -> Refusal | None:
    """Why no new Pipeline unit is placed in a hex."""
    ground, rules = state.board.map, state.board.rules
    number = ground.numbers[hex]
    if "sea" in ground.terrain[hex]:
        return Refusal("noncombat.F", f"{number} is sea")
    if enemies(state, ALLIED)[hex]:
        return Refusal("noncombat.F", f"a German unit stands in {number}")
    if not rules.active("errata.allied_supply_pipeline_units") and controlled(state, ALLIED)[hex]:
        return Refusal("", f"{number} is in a German zone of control")
    if not rules.active("noncombat.F") or hex in ground.group("bayeux") or beside_active(state, hex):
        return None
    return Refusal("noncombat.F", f"{number} is not Bayeux, and touches no active Pipeline unit")


def due(state: GameState) -> list[Unit]:
    """The Pipeline unit of this turn, while it has not been placed."""
    now = {a.unit for a in sheet(state).arrivals if a.turn == state.turn}
    return [u for u in state.in_place(ARRIVALS) if is_pipeline(u) and u.id in now]


def arrivals(state: GameState) -> Iterator[Action]:
    """What may be placed or switched on in the Reinforcement Phase."""
    for unit in due(state):
        if arrival_refusal(state, unit) is None:
            yield from (Place(unit.id, hex) for hex in open_to_pipeline(state))
    yield from (Commit(ACTIVATE, unit=u.id) for u in laid(state) if activation_refusal(state, u) is None)


def arrival_refusal(state: GameState, unit: Unit) -> Refusal | None:
    """Why a Pipeline unit is not to be placed now, wherever."""
    if unit.place != ARRIVALS:
        return Refusal("noncombat.F", "this Pipeline unit is not waiting to be placed")
    if unit not in due(state):
        turn = next((a.turn for a in sheet(state).arrivals if a.unit == unit.id), 0)
        return Refusal("noncombat.F", f"this Pipeline unit arrives on turn {turn} and on no other")
    if state.note(PLACED_NOW) and state.board.rules.active("noncombat.F"):
        return Refusal("noncombat.F", "one Pipeline unit is placed in a phase, and one has been")
    return None


def place(action: Place) -> list[Event]:
    """A new unit is put down: it lies next to the chain, so it is active."""
    return [Placed(action.unit, action.hex, "pipeline laid"), Noted("phase", PLACED_NOW)]


@rule({"breakout-pursuit": "errata.allied_supply_pipeline_units"})
def not_withheld(state: GameState) -> Refusal | None:
    """The Pipeline unit of a turn is placed in its own turn, if it can be: it is never kept for later."""
    if not state.board.rules.active("errata.allied_supply_pipeline_units"):
        return None
    waiting = [u for u in due(state) if arrival_refusal(state, u) is None]
    if not waiting or not open_to_pipeline(state):
        return None
    reason = "the Pipeline unit of this turn must be placed: it cannot be kept for a later one"
    return Refusal("errata.allied_supply_pipeline_units", reason)


def lost_for_want_of_a_hex(state: GameState) -> list[Event]:
    """A unit that no hex is open to is lost."""
    return [Removed(u.id, ELIMINATED.name, why="no hex to lay the pipeline in") for u in due(state)]


# ------------------------------------------------------------------ switched on again
@rule({"breakout-pursuit": "noncombat.G"})
def activation_refusal(state: GameState, unit: Unit) -> Refusal | None:
    """Three inactive units that touch may be turned up in a phase, from one next to an active unit on."""
    number = "noncombat.G"
    if not state.board.rules.active(number):
        return Refusal("", "inactive Pipeline units stay so")
    if not is_pipeline(unit) or unit.hex < 0 or not state.marker(INACTIVE, unit.id):
        return Refusal(number, f"{unit.counter.name} is no inactive Pipeline unit on the map")
    done = [u for u in laid(state) if state.note(SWITCHED_ON, u.id)]
    here = state.board.map.numbers[unit.hex]
    if len(done) >= MOST:
        return Refusal(number, f"{MOST} units have been switched on in this phase: {here} has to wait")
    around = state.board.map.around(unit.hex)
    if done and all(u.hex not in around for u in done):
        return Refusal(number, f"{here} does not touch a unit switched on in this phase")
    if not beside_active(state, unit.hex):
        return Refusal(number, f"{here} touches no active Pipeline unit")
    return None


def activate(state: GameState, unit: Unit) -> list[Event]:
    return [Marked(INACTIVE, unit.id, 0), Noted("phase", SWITCHED_ON, unit.id)]


# ------------------------------------------------------------------ cut
@rule({"breakout-pursuit": "noncombat.H"}, hook="watched_hexes")
def where_it_lies(state: GameState, side: Side) -> list[int] | None:
    """Germans destroy a unit by entering its hex."""
    return sorted({u.hex for u in laid(state)}) if side == GERMAN else None


@rule(
    {"breakout-pursuit": "noncombat.H"},
    hook="entered",
    also={"breakout-pursuit": ("errata.allied_supply_pipeline_units",)},
)
def cut_by_germans(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    """A unit whose hex a German enters, or goes through, is destroyed; what it fed turns inactive."""
    lost = [u for u in laid(state) if u.hex == hex]
    if not lost or units[0].side != GERMAN:
        return None
    gone: list[Event] = [Removed(u.id, ELIMINATED.name, why="overrun") for u in lost]
    return gone + cut_off(state, frozenset(u.id for u in lost))


@rule({"breakout-pursuit": "noncombat.H"}, hook="lost_step")
def cut_in_combat(state: GameState, unit: Unit, combat: Combat | None) -> list[Event] | None:
    """The same where it is lost with the units it lay among."""
    return cut_off(state, frozenset({unit.id})) if is_pipeline(unit) else None


def cut_off(state: GameState, lost: frozenset[str]) -> list[Event]:
    """The units that turn inactive when some are lost."""
    up = [u for u in laid(state) if u.id not in lost and not state.marker(INACTIVE, u.id)]
    chain = joined(state, {u.hex for u in up})
    clear: list[Event] = [Marked(INACTIVE, id, 0) for id in sorted(lost) if state.marker(INACTIVE, id)]
    return clear + [Marked(INACTIVE, u.id) for u in up if u.hex not in chain]


@rule({"breakout-pursuit": "noncombat.H"}, hook="may_take", tryfirst=True)
def never_moved(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Once placed it is never moved."""
    fixed = next((u for u in units if is_pipeline(u)), None)
    if fixed is None:
        return None
    return f"the Pipeline unit in {state.board.map.numbers[fixed.hex]} is never moved once it is placed"
