"""The Allied Naval Supply unit: from coast to coast, and whom it supplies."""

from __future__ import annotations

from hexcore.actions import Action, Commit
from hexcore.events import Event, Marked, Noted, Placed, Removed, Steps
from hexcore.movement import HALF
from hexcore.movement_phase import InHand, put_down
from hexcore.rules import Mask, Refusal, SupplySource, rule
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Side, Unit
from hexcore_breakout_pursuit.fortresses import standing
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.supply_lines import enemies
from hexcore_breakout_pursuit.zones_of_control import controlled

NAVAL = "naval supply"
INVERTED = "inverted"
"""The marker of the unit while it is face down: it has been moved."""
SAIL = "sail"
"""What is committed to move it: to any open coastal hex."""
FED_BY_SEA = frozenset({"UK", "Ca"})
"""Nations whose units may draw on it."""


def is_naval(unit: Unit) -> bool:
    return unit.counter.kind == NAVAL


# ------------------------------------------------------------------ as a source
@rule({"breakout-pursuit": "noncombat.P"})
def serves(state: GameState, unit: Unit) -> bool:
    """Whether a unit may draw on it: British and Canadian ones. It is not spent by use."""
    if not state.board.rules.active("noncombat.P"):
        return True
    return british_or_canadian(state, unit)


@rule({"breakout-pursuit": "terms.unit_designation"})
def british_or_canadian(state: GameState, unit: Unit) -> bool:
    """The nation on the counter says which units the Naval Supply unit serves."""
    return unit.counter.nation in FED_BY_SEA and state.board.rules.active("terms.unit_designation")


@rule({"breakout-pursuit": "noncombat.N"})
def source(state: GameState) -> SupplySource | None:
    """The unit as a source: face up, on the coast, with no German in its hex and out of German zones."""
    rules, ground = state.board.rules, state.board.map
    if not (rules.active("supply.G") and rules.active("supply_chart.sources")):
        return None
    unit = next((u for u in state.on_map(ALLIED) if is_naval(u)), None)
    if unit is None or "coastal" not in ground.features[unit.hex] | ground.terrain[unit.hex]:
        return None
    if state.marker(INVERTED, unit.id) and rules.active("noncombat.N"):
        return None
    if _beset(state, unit.hex) and rules.active("errata.allied_naval_supply_unit"):
        return None
    number = ground.numbers[unit.hex]
    return SupplySource(unit.hex, f"the Naval Supply unit in {number}", "supply.G")


def _beset(state: GameState, hex: int) -> bool:
    return bool(enemies(state, ALLIED)[hex] or controlled(state, ALLIED)[hex])


# ------------------------------------------------------------------ how it moves
@rule({"breakout-pursuit": "noncombat.M"}, hook="movement_allowance", tryfirst=True)
def once_in_initial_movement(state: GameState, unit: Unit) -> int | None:
    """It moves in the Initial Movement Phase, once."""
    if not is_naval(unit):
        return None
    return HALF if phase_id(state) == "allied-movement" else 0


@rule({"breakout-pursuit": "noncombat.M"}, hook="movement_masks")
def not_over_land(state: GameState, unit: Unit) -> Mask | None:
    """It goes by sea: no march over land."""
    return Mask("held", "it goes by sea, to any open coastal hex") if is_naval(unit) else None


@rule({"breakout-pursuit": "noncombat.M"}, hook="hand_options")
def coasts(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """Every coastal hex is open to it that no German stands in or controls."""
    if not is_naval(units[0]) or state.note("from", units[0].id) is not None:
        return None
    hexes = range(len(state.board.map))
    return [Commit(SAIL, hex=hex) for hex in hexes if sailing_refusal(state, units[0], hex) is None]


@rule({"breakout-pursuit": "noncombat.M"}, hook="hand_refusal")
def why_not_there(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why it may not sail to a hex."""
    if not is_naval(units[0]) or not isinstance(action, Commit) or action.what != SAIL:
        return None
    if action.hex is None:
        return Refusal("noncombat.M", "name the coastal hex it sails to")
    return sailing_refusal(state, units[0], action.hex)


def sailing_refusal(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why the unit may not sail to a hex."""
    ground = state.board.map
    number, reason = ground.numbers[hex], ""
    if hex == unit.hex or state.note("from", unit.id) is not None:
        reason = "it moves once in a phase, to another hex"
    elif "coastal" not in ground.features[hex] | ground.terrain[hex]:
        reason = f"{number} is not on the coast"
    elif hex in ground.group("zuider-zee"):
        reason = f"{number} lies on the Zuider Zee"
    elif standing(state, hex):
        reason = f"{number} is a German fortress"
    elif enemies(state, ALLIED)[hex]:
        reason = f"a German unit stands in {number}"
    elif controlled(state, ALLIED)[hex]:
        reason = f"{number} is in a German zone of control"
    return Refusal("noncombat.M", reason) if reason else None


@rule({"breakout-pursuit": "noncombat.M"}, hook="hand_answer")
def sails(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """It is put down there, face down."""
    if not is_naval(units[0]) or not isinstance(action, Commit) or action.what != SAIL:
        return None
    assert action.hex is not None
    return _sail(state, units[0], action.hex)


def _sail(state: GameState, unit: Unit, hex: int) -> Steps:
    state = yield Noted("phase", "from", unit.id, unit.hex)
    state = yield Placed(unit.id, hex, "by sea")
    if state.board.rules.active("noncombat.N"):
        state = yield Marked(INVERTED, unit.id)
    state = yield Noted("phase", "spent", unit.id, HALF)
    hand = state.agenda[0]
    return (yield from put_down(state, hand)) if isinstance(hand, InHand) else state


@rule({"breakout-pursuit": "noncombat.N"}, hook="end_phase")
def face_up_again(state: GameState, phase: str) -> list[Event] | None:
    """Moved, it lies face down; when it has stood still in the next Initial Movement it is turned up."""
    if phase != "allied-movement":
        return None
    still = [u for u in state.on_map(ALLIED) if is_naval(u) and state.note("from", u.id) is None]
    return [Marked(INVERTED, u.id, 0) for u in still if state.marker(INVERTED, u.id)]


# ------------------------------------------------------------------ never destroyed
@rule({"breakout-pursuit": "errata.allied_naval_supply_unit"})
def survives(state: GameState) -> bool:
    """Germans in its hex do not destroy it: it sails away in the next Allied Initial Movement Phase."""
    return state.board.rules.active("errata.allied_naval_supply_unit")


@rule({"breakout-pursuit": "noncombat.A"}, hook="watched_hexes")
def where_it_lies(state: GameState, side: Side) -> list[int] | None:
    """Germans may enter its hex."""
    if side != GERMAN or survives(state):
        return None
    return [u.hex for u in state.on_map(ALLIED) if is_naval(u)]


@rule({"breakout-pursuit": "noncombat.A"}, hook="entered")
def overrun(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    """Without the erratum they destroy it."""
    if survives(state) or units[0].side != GERMAN:
        return None
    lost = [u for u in state.on_map(ALLIED) if is_naval(u) and u.hex == hex]
    return [Removed(u.id, ELIMINATED.name, why="overrun") for u in lost]
