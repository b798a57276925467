"""German delay markers and their zones: where they are placed, what they cost, how they are lost."""

from __future__ import annotations

from collections.abc import Iterator

from hexcore.actions import Action, Place
from hexcore.events import Event, Placed, Removed, Steps
from hexcore.movement import HALF
from hexcore.reach import union
from hexcore.rules import Mask, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.supply import even_exits
from hexcore.units import ARRIVALS, Box, Side, Unit
from hexcore.zoc import zone
from hexcore_breakout_pursuit.ground import chart_points, sea_sides
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, MARKERS, MECHANIZED
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.unit_types import class_of, is_combat, is_motorized

DELAY = "delay"
SPENT = Box("spent-markers")
"""Where a destroyed marker goes: it is no unit lost, scores nothing and never comes back."""
PLACING = "german-reinforcement"


def is_delay(unit: Unit) -> bool:
    return unit.counter.kind == DELAY


# ------------------------------------------------------------------ the zone of delay
@rule({"breakout-pursuit": "delay.general"})
def zone_of_delay(state: GameState) -> bytes:
    """A byte for every hex: 1 in the hex of a delay marker and in the six around it."""
    if not state.board.rules.active("delay.general"):
        return bytes(len(state.board.map))

    def compute() -> bytes:
        hexes = bytearray(len(state.board.map))
        for marker in filter(is_delay, state.on_map(GERMAN)):
            for hex in (marker.hex, *state.board.map.around(marker.hex)):
                hexes[hex] = 1
        return bytes(hexes)

    return state.derived(GERMAN, "zone of delay", compute)


@rule({"breakout-pursuit": "delay.D"})
def felt_zone(state: GameState) -> bytes:
    """The zone of delay less the hexes in a German zone of control, which counts alone."""
    delay = zone_of_delay(state)
    if not state.board.rules.active("delay.D"):
        return delay

    def compute() -> bytes:
        ours, theirs = (int.from_bytes(part, "little") for part in (delay, zone(state, GERMAN)))
        return (ours & ~theirs).to_bytes(len(delay), "little")

    return state.derived("units", "felt zone of delay", compute)


@rule(
    {"breakout-pursuit": "delay.A"},
    hook="movement_masks",
    also={"breakout-pursuit": ("errata.german_delay_markers",)},
)
def delayed(state: GameState, unit: Unit) -> list[Mask] | None:
    """Every Allied unit pays two points more to enter a hex of the zone and one more to leave one."""
    if unit.side == ALLIED:
        return _tolls(state) if _is_delayed(state, unit) else None
    return None


@general("movement_masks")
def delay_for_all(state: GameState, unit: Unit) -> list[Mask] | None:
    """Without delay.B the zone holds the Germans up too."""
    if unit.side == GERMAN and not state.board.rules.active("delay.B"):
        return _tolls(state)
    return None


@rule({"breakout-pursuit": "delay.B"})
def the_allies_only() -> None:
    """The zone works on Allied movement in Allied movement phases, and on nothing else."""


def _is_delayed(state: GameState, unit: Unit) -> bool:
    """All Allied units are delayed, not those alone whom zones of control cost points."""
    if state.board.rules.active("errata.german_delay_markers"):
        return True
    return class_of(state, unit) == MECHANIZED or is_motorized(unit)


def _tolls(state: GameState) -> list[Mask]:
    hexes = felt_zone(state)
    if not any(hexes):
        return []
    enter = chart_points("delay-zone", "mp_extra_enter_all_allied") or 0
    leave = chart_points("delay-zone", "mp_extra_leave_all_allied") or 0
    return [
        Mask("toll", "entering a zone of delay costs more", hexes, points=enter * HALF),
        Mask("leave-toll", "leaving a zone of delay costs more", hexes, points=leave * HALF),
    ]


# ------------------------------------------------------------------ its end
@rule({"breakout-pursuit": "delay.C"}, hook="end_phase")
def overrun_markers(state: GameState, phase: str) -> list[Event] | None:
    """A marker in whose hex an Allied unit ends a movement phase is destroyed."""
    if phase not in ("allied-movement", "allied-mechanized"):
        return None
    held = {u.hex for u in state.on_map(ALLIED) if u.counter.kind not in MARKERS}
    lost = [u for u in state.on_map(GERMAN) if is_delay(u) and u.hex in held]
    return [Removed(u.id, SPENT.name, why="delay marker destroyed") for u in lost]


# ------------------------------------------------------------------ what it never does
@rule({"breakout-pursuit": "delay.E"}, hook="may_take")
def never_moves(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """A delay marker stays where it was placed."""
    stuck = [u for u in units if is_delay(u)]
    if not stuck:
        return None
    return f"the delay marker in {state.board.map.numbers[stuck[0].hex]} stays where it was placed"


@rule({"breakout-pursuit": "delay.E"}, hook="may_attack")
def never_attacks(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """A delay marker attacks nobody."""
    return "a delay marker takes no part in combat" if is_delay(unit) else None


@rule({"breakout-pursuit": "delay.E"}, hook="may_be_attacked")
def never_attacked(state: GameState, hex: int) -> str | None:
    """A hex with nothing but delay markers is not attacked."""
    units = [u for u in state.at(hex) if u.side == GERMAN]
    if not units or not all(map(is_delay, units)):
        return None
    return f"only a delay marker lies in {state.board.map.numbers[hex]}: it takes no part in combat"


@rule({"breakout-pursuit": "delay.E"}, hook="defends")
def never_defends(state: GameState, unit: Unit) -> bool | None:
    """A marker in a hex attacked is left out of the defence, and out of its results."""
    return False if is_delay(unit) else None


# ------------------------------------------------------------------ where it comes from
def waiting(state: GameState) -> list[Unit]:
    """The markers that may be placed now: those due this turn, and those saved from earlier ones."""
    due = {a.unit for a in sheet(state).arrivals if a.turn <= state.turn}
    return [u for u in state.in_place(ARRIVALS) if is_delay(u) and u.id in due]


@rule(
    {"breakout-pursuit": "delay.F"},
    hook="arrivals",
    also={"breakout-pursuit": ("german_reinforcements.delay",)},
)
def markers_to_place(state: GameState, side: Side) -> list[Action] | None:
    """A marker is placed in a German reinforcement phase of its turn, or of any later one."""
    if side != GERMAN or phase_id(state) != PLACING:
        return None
    return list(_placings(state))


def _placings(state: GameState) -> Iterator[Place]:
    markers = waiting(state)
    if markers:
        hexes = sorted(open_to_markers(state))
        yield from (Place(marker.id, hex) for marker in markers for hex in hexes)


def open_to_markers(state: GameState) -> frozenset[int]:
    """The hexes joined to a German combat unit by hexes without an Allied unit or zone of control."""

    def compute() -> frozenset[int]:
        shut = _shut(state)
        start = {u.hex for u in state.on_map(GERMAN) if is_combat(u)}
        first = {near for hex in start for near in _ways(state, hex)} | start
        exits = state.board.once("hexes for markers", lambda: _land_exits(state))
        return frozenset(_joined(exits, [h for h in first if not shut[h]], shut))

    return state.derived("units", "open to markers", compute)


def _ways(state: GameState, hex: int) -> list[int]:
    """The neighbours of a hex over land."""
    near, sea = state.board.map.neighbours, sea_sides(state.board)
    return [near[s] for s in range(6 * hex, 6 * hex + 6) if near[s] >= 0 and s not in sea]


def _land_exits(state: GameState) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    sea = sea_sides(state.board)
    return tuple(tuple(way for way in ways if way[2] not in sea) for ways in even_exits(state))


def _joined(exits: tuple[tuple[tuple[int, int, int], ...], ...], first: list[int], shut: bytes) -> set[int]:
    """Every hex reached from the first ones over hexes that are not shut."""
    found, border = set(first), list(first)
    while border:
        fresh = {near for near, _, _ in exits[border.pop()] if not shut[near]} - found
        found |= fresh
        border += fresh
    return found


def _shut(state: GameState) -> bytes:
    """A byte for every hex: 1 where no marker lies and no line to one leads."""
    hexes = bytearray(int("sea" in words) for words in state.board.map.terrain)
    for unit in state.on_map(ALLIED):
        if unit.counter.kind not in MARKERS:
            hexes[unit.hex] = 1
    return union([bytes(hexes), zone(state, ALLIED)], len(hexes))


@rule({"breakout-pursuit": "delay.F"}, hook="arrival_refusal")
def why_not_placed(state: GameState, action: Place) -> Refusal | None:
    """Why a delay marker is not placed in a hex."""
    marker = state.units[action.unit]
    if not is_delay(marker):
        return None
    return Refusal("delay.F", _placing_refusal(state, marker, action.hex))


def _placing_refusal(state: GameState, marker: Unit, hex: int) -> str:
    number = state.board.map.numbers[hex]
    if marker.place != ARRIVALS:
        return "this delay marker has been placed already"
    if marker not in waiting(state):
        turn = next(a.turn for a in sheet(state).arrivals if a.unit == marker.id)
        return f"this delay marker arrives on turn {turn}"
    if "sea" in state.board.map.terrain[hex]:
        return f"{number} is sea: a delay marker lies on land"
    if any(u.side == ALLIED and u.counter.kind not in MARKERS for u in state.at(hex)):
        return f"an Allied unit stands in {number}"
    if zone(state, ALLIED)[hex]:
        return f"{number} is in an Allied zone of control"
    return f"no line of hexes free of Allied units and zones of control leads from a German unit to {number}"


@rule({"breakout-pursuit": "delay.F"}, hook="arrival_answer")
def placed(state: GameState, action: Place) -> Steps | None:
    """The marker is put down."""
    if not is_delay(state.units[action.unit]):
        return None
    return _put(state, action)


def _put(state: GameState, action: Place) -> Steps:
    return (yield Placed(action.unit, action.hex, "delay marker"))
