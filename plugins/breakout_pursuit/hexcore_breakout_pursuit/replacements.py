"""German replacements: destroyed units that come back by points."""

from __future__ import annotations

from hexcore.actions import Action, Place
from hexcore.events import Event, Marked, Noted, Steps, StepsLost
from hexcore.rules import Refusal, general, rule
from hexcore.state import GameState
from hexcore.tables import DataError
from hexcore.units import ELIMINATED, Side, Unit
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import BATTLEGROUP, DATA, GERMAN, POOL
from hexcore_breakout_pursuit.reinforcements import PHASES, edge_hexes, over_the_edge, time_record
from hexcore_breakout_pursuit.unit_types import called, is_combat, is_mechanized
from hexcore_breakout_pursuit.victory_points import DESTROYED, SURROUNDED, times_destroyed

FIRST_TURN, FLAT = 6, 3
EDGE = "A"
RETURNED = "replacement points"
"""A note of the phase on a class of units: the points used."""
CLASSES = {True: ("mechanized", "german_replacement_mech"), False: ("others", "german_replacement_nonmech")}


# ------------------------------------------------------------------ who can come back
def lost(state: GameState) -> list[Unit]:
    """German units that may come back: eliminated ones, and those of the August pool."""
    gone = [u for u in state.in_place(ELIMINATED) if u.side == GERMAN and is_combat(u)]
    return [u for u in gone if may_return(state, u)] + [u for u in state.in_place(POOL) if in_pool(state, u)]


@rule({"breakout-pursuit": "errata.german_replacements"})
def may_return(state: GameState, unit: Unit) -> bool:
    """Eliminated units, battlegroups among them, unless they were surrounded when they fell."""
    if BATTLEGROUP in unit.counter.traits and not state.board.rules.active("errata.german_replacements"):
        return False
    return not state.note(SURROUNDED, unit.id)


@rule({"breakout-pursuit": "setup.GA-POOL"}, also={"breakout-pursuit": ("setup.GA-POOL.nonmech",)})
def in_pool(state: GameState, unit: Unit) -> bool:
    """The August sheet lists units lost before it begins: they can be replaced from its first turn on."""
    return state.board.rules.active("setup.GA-POOL" if is_mechanized(unit) else "setup.GA-POOL.nonmech")


# ------------------------------------------------------------------ points
@rule({"breakout-pursuit": "german_replacements.2"})
def points_left(state: GameState, unit: Unit) -> int:
    """Replacement points of this turn left for units of a class; none is kept for a later turn."""
    word, kind = CLASSES[is_mechanized(unit)]
    used: int = state.note(RETURNED, word, 0)
    return points_of(state, kind) - used


@rule({"breakout-pursuit": "time_record.dates"})
def points_of(state: GameState, kind: str) -> int:
    """The points that the Time Record gives in this turn."""
    if state.turn < FIRST_TURN or not state.board.rules.active("time_record.dates"):
        return 0
    if state.board.option("replacements") == "flat":
        return FLAT
    now = (str(state.turn), kind)
    given = next((row.item for row in time_record() if (row.turn, row.kind) == now), "0")
    try:
        return int(given)
    except ValueError:
        raise DataError(f"{DATA / 'turn_record.csv'}: turn {state.turn}: {kind} {given!r}") from None


def points_told(state: GameState) -> str:
    """`Replacement points: 5 mechanized, 3 other`; empty where nothing is lost or no points are given."""
    left = {is_mechanized(unit): points_left(state, unit) for unit in lost(state)}
    words = {True: "mechanized", False: "other"}
    parts = [f"{left[kind]} {word}" for kind, word in words.items() if left.get(kind)]
    return f"Replacement points: {', '.join(parts)}" if parts else ""


def affordable(state: GameState, unit: Unit) -> bool:
    """Whether the whole unit comes back for the points left."""
    if not state.board.rules.active("german_replacements.2"):
        return state.turn >= FIRST_TURN
    return unit.counter.steps[0].strength <= points_left(state, unit)


# ------------------------------------------------------------------ placing them
@rule({"breakout-pursuit": "german_replacements.1"}, hook="arrivals")
def from_the_dead(state: GameState, side: Side) -> list[Action] | None:
    """From turn 6 on destroyed units come back in edge hexes A, as reinforcements do."""
    if side != GERMAN or phase_id(state) != PHASES[GERMAN] or state.turn < FIRST_TURN:
        return None
    back = [u for u in lost(state) if affordable(state, u)]
    return [Place(u.id, hex) for u in back for hex in edge_hexes(state, EDGE)] if back else None


@rule({"breakout-pursuit": "german_replacements.1"}, hook="arrival_refusal", tryfirst=True)
def why_not_back(state: GameState, action: Place) -> Refusal | None:
    """Why a destroyed unit does not come back now."""
    unit = state.units[action.unit]
    if unit.side != GERMAN or unit.place not in (ELIMINATED, POOL):
        return None
    return _refusal(state, unit, action.hex)


def _refusal(state: GameState, unit: Unit, hex: int) -> Refusal:
    name, number = called(unit), state.board.map.numbers[hex]
    if state.turn < FIRST_TURN:
        return Refusal("german_replacements.1", f"there are no replacements before turn {FIRST_TURN}")
    if state.note(SURROUNDED, unit.id):
        return Refusal("german_replacements.1", f"{name} was surrounded when it fell: it never comes back")
    if unit not in lost(state):
        return Refusal("errata.german_replacements", f"{name} is not among the units that come back")
    if not affordable(state, unit):
        left, word = points_left(state, unit), CLASSES[is_mechanized(unit)][0]
        need = unit.counter.steps[0].strength
        reason = f"{name} takes {need} replacement points, {left} are left in this turn for {word} units"
        return Refusal("german_replacements.2", reason)
    if hex in state.board.map.group(f"edge-{EDGE.lower()}"):
        return Refusal("german_replacements.2", f"an Allied unit stands in {number}")
    return Refusal("german_replacements.2", f"replacements come in on map edge {EDGE}, not in {number}")


@general("arrival_answer", tryfirst=True)
def comes_back(state: GameState, action: Place) -> Steps | None:
    """The unit stands on the map again with its whole strength; its points are used."""
    unit = state.units[action.unit]
    if unit.place not in (ELIMINATED, POOL):
        return None
    return _returned(state, unit, action.hex)


def _returned(state: GameState, unit: Unit, hex: int) -> Steps:
    for event in _as_new(state, unit):
        state = yield event
    state = yield from over_the_edge(state, unit.id, hex, "replacement")
    word = CLASSES[is_mechanized(unit)][0]
    used = state.note(RETURNED, word, 0) + unit.step.strength
    return (yield Noted("phase", RETURNED, word, used))


def _as_new(state: GameState, unit: Unit) -> list[Event]:
    """What is forgotten of its first life, and what is remembered for the points it has cost."""
    events: list[Event] = [Marked(kind, id, 0) for kind, id in sorted(state.markers) if id == unit.id]
    if unit.place == ELIMINATED:
        times = times_destroyed(state, unit)
        events += [Noted("game", "fell", unit.id, None), Noted("game", DESTROYED, unit.id, times)]
    return [*events, StepsLost(unit.id, 0)] if unit.losses else events
