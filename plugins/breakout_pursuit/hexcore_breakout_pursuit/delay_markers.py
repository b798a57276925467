"""German delay markers and their zones: where they are placed, what they cost, how they are lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Done, Place
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Placed, Removed, Steps
from hexcore.movement import HALF
from hexcore.reach import union
from hexcore.rules import Mask, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import ARRIVALS, Box, Side, Unit
from hexcore.zoc import zone
from hexcore_breakout_pursuit.ground import chart_points, sea_sides
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, MECHANIZED
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.unit_types import called, class_of, is_combat, is_motorized, is_unit

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
    held = {u.hex for u in state.on_map(ALLIED) if is_unit(u)}
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
    return sorted((u for u in state.in_place(ARRIVALS) if is_delay(u) and u.id in due), key=lambda u: u.id)


@rule(
    {"breakout-pursuit": "delay.F"},
    hook="begin_phase",
    also={"breakout-pursuit": ("german_reinforcements.delay",)},
)
def markers_arrive(state: GameState, phase: str) -> list[Event] | None:
    """In a German reinforcement phase the markers of this turn, and those kept, may be placed."""
    rules = state.board.rules
    if phase != PLACING or not rules.active("german_reinforcements.delay") or not waiting(state):
        return None
    return [Asked((PlaceDelayMarkers(GERMAN, "delay.F"),))]


@dataclass(frozen=True, slots=True)
class PlaceDelayMarkers:
    """Place delay markers, or keep them for a later turn."""

    side: Side
    rule: str = ""
    kind: Literal["place-delay-markers"] = "place-delay-markers"

    def prompt(self, state: GameState) -> str:
        return f"Place delay markers ({len(waiting(state))} to hand), or keep them."

    def stale(self, state: GameState) -> bool:
        return not waiting(state)

    def options(self, state: GameState) -> Iterator[Action]:
        """The markers are alike: the first of them is listed for every hex."""
        yield Done()
        yield from (Place(waiting(state)[0].id, hex) for hex in sorted(open_to_markers(state)))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Place):
            return not_an_answer(self, action, "place", "done")
        reason = _placing_refusal(state, state.units[action.unit], action.hex)
        return Refusal(self.rule, reason) if reason else None

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        return (yield Placed(action.unit, action.hex, "delay marker"))


def _placing_refusal(state: GameState, marker: Unit, hex: int) -> str:
    """Why a marker is not placed in a hex; empty where it may be."""
    number = state.board.map.numbers[hex]
    if not is_delay(marker):
        return f"{called(marker)} is no delay marker"
    if marker.place != ARRIVALS:
        return "this delay marker has been placed already"
    if marker not in waiting(state):
        turn = next(a.turn for a in sheet(state).arrivals if a.unit == marker.id)
        return f"this delay marker arrives on turn {turn}"
    if hex in open_to_markers(state):
        return ""
    if "sea" in state.board.map.terrain[hex]:
        return f"{number} is sea: a delay marker lies on land"
    if any(u.side == ALLIED and is_unit(u) for u in state.at(hex)):
        return f"an Allied unit stands in {number}"
    if zone(state, ALLIED)[hex]:
        return f"{number} is in an Allied zone of control"
    return f"no line of hexes free of Allied units and zones of control leads from a German unit to {number}"


def open_to_markers(state: GameState) -> frozenset[int]:
    """The hexes joined to a German combat unit by hexes without an Allied unit or zone of control.

    The unit's own hex may be controlled. Like other lines, these do not cross open water.
    """

    def compute() -> frozenset[int]:
        shut = _shut(state)
        start = {u.hex for u in state.on_map(GERMAN) if is_combat(u)}
        found = {hex for hex in start if not shut[hex]}
        border = list(start)
        while border:
            fresh = {near for near in _over_land(state, border.pop()) if not shut[near]} - found
            found |= fresh
            border += fresh
        return frozenset(found)

    return state.derived("units", "open to delay markers", compute)


def _over_land(state: GameState, hex: int) -> list[int]:
    """The neighbours of a hex that lie across no open water."""
    near, sea = state.board.map.neighbours, sea_sides(state.board)
    return [near[s] for s in range(6 * hex, 6 * hex + 6) if near[s] >= 0 and s not in sea]


def _shut(state: GameState) -> bytes:
    """A byte for every hex: 1 where no marker lies and no line to one leads."""
    hexes = bytearray(len(state.board.map))
    for unit in filter(is_unit, state.on_map(ALLIED)):
        hexes[unit.hex] = 1
    return union([bytes(hexes), zone(state, ALLIED)], len(hexes))


DECISIONS = (PlaceDelayMarkers,)
