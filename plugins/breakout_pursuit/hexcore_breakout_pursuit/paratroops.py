"""Allied paratroops: the airdrop cycle and its secret, landings, the Staging Area, optional rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done, Place
from hexcore.commitments import Reveal, Secret
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Placed, Removed, Steps
from hexcore.movement import has_moved
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import Aboard, Side, Unit
from hexcore_breakout_pursuit.fortresses import standing
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, MARKERS, STAGING
from hexcore_breakout_pursuit.reinforcements import PORT
from hexcore_breakout_pursuit.scenarios import EXCHANGE, MARKER_BOX
from hexcore_breakout_pursuit.unit_types import called, is_combat, is_motorized

AIRDROP = "allied-airdrop"
ZONE, PARATROOP, AIRLANDING = "airdrop zone", "paratroop", "airlanding"
REACH, CYCLE = 14, 3
"""Hexes from the Channel coast; Airdrop Phases from the placing of the markers to their turning."""
STARTED, CYCLES, OPEN = "airdrop cycle since", "airdrop cycle number", "airdrop zone open"
"""Notes of the game: the turn the markers were placed, how many cycles began, the real zone once turned."""
DROPPED, LANDED = "airdropped", "landed"
"""A note of the game on a unit that has dropped; one of the turn, while it needs no supply."""
SINCE = "in the Staging Area since"
TEN = 10
SIXTH, REHABILITATED = "JUL-A032", "JUL-A043"
CHANNEL_COLUMNS = {"cherbourg-to-calais": (23, 42), "brittany-to-dunkirk": (20, 53)}


def secret_of(state: GameState) -> str:
    """The name of the secret of the present cycle."""
    return f"{ZONE} {state.note(CYCLES, default=0)}"


def markers(state: GameState) -> list[Unit]:
    """The six markers, wherever they are, in the order of the tray."""
    return [u for u in state.units.values() if u.counter.kind == ZONE and u.place is not None]


def cycles_begun(state: GameState) -> int:
    """How often the Allied player has placed the markers (victory.G)."""
    return int(state.note(CYCLES, default=0))


# ------------------------------------------------------------------ the phase
@rule(
    {"breakout-pursuit": "paratroops.procedure"},
    hook="begin_phase",
    also={"breakout-pursuit": ("sequence.A2",)},
)
def airdrop_phase(state: GameState, phase: str) -> list[Event] | None:
    """Markers are turned exactly three Airdrop Phases after they were placed; else a cycle may begin."""
    if phase != AIRDROP or not markers(state) or state.note(OPEN):
        return None
    since = state.note(STARTED)
    if since is None:
        return [Asked((PlaceZones(ALLIED),))]
    if state.turn < since + CYCLE:
        return None
    choices = tuple(u.id for u in markers(state))
    return [
        Asked((Reveal(ALLIED, secret_of(state), choices, "paratroops.procedure", "Turn the markers up."),))
    ]


@rule({"breakout-pursuit": "paratroops.procedure"}, hook="revealed")
def markers_turned(state: GameState, what: str, choice: str) -> list[Event] | None:
    """The dummies go, the cycle is over; paratroops may drop at the real zone in the same phase."""
    if what != secret_of(state):
        return None
    dummies = [u for u in markers(state) if u.id != choice and u.hex >= 0]
    gone: list[Event] = [Removed(u.id, MARKER_BOX.name, why="dummy") for u in dummies]
    over = [Noted("game", STARTED, "", None), Noted("game", OPEN, "", choice)]
    return [*gone, *over, Asked((Airdrop(ALLIED, PARATROOP),))]


@rule({"breakout-pursuit": "paratroops.procedure"}, hook="may_take")
def markers_lie_still(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """A marker stays where it was placed."""
    fixed = next((u for u in units if u.counter.kind == ZONE), None)
    if fixed is None:
        return None
    return f"the airdrop marker in {state.board.map.numbers[fixed.hex]} stays where it was placed"


@rule({"breakout-pursuit": "paratroops.procedure"}, hook="visibility")
def face_down(state: GameState, unit: Unit, viewer: Side) -> str | None:
    """On the map the markers lie face down until they are turned: the German player sees six alike."""
    hidden = unit.counter.kind == ZONE and unit.hex >= 0 and state.note(OPEN) != unit.id
    return "back" if hidden else None


# ------------------------------------------------------------------ where
def channel(state: GameState) -> list[int]:
    """The coast of the English Channel, as long as the option has it."""
    low, high = CHANNEL_COLUMNS[state.board.option("channel")]
    numbers = state.board.map.numbers
    coast = state.board.map.group("english-channel-coast")
    return [hex for hex in coast if low <= int(numbers[hex][2:]) <= high]


def from_the_channel(state: GameState) -> frozenset[int]:
    """Every hex at most fourteen from the Channel coast, over any ground and any enemy."""
    hex_map = state.board.map

    def compute() -> frozenset[int]:
        return frozenset(hex for shore in channel(state) for hex in hex_map.within(shore, REACH))

    found: frozenset[int] = state.board.once("in reach of the Channel", compute)
    return found


@rule({"breakout-pursuit": "paratroops.general"})
def in_reach(state: GameState) -> frozenset[int]:
    """Where paratroops can land at all, however near the real zone."""
    if not state.board.rules.active("paratroops.general"):
        return frozenset(range(len(state.board.map)))
    return from_the_channel(state)


@rule({"breakout-pursuit": "paratroops.B"})
def landing_hexes(state: GameState) -> list[int]:
    """The real zone's hex and those around it, but open sea and hexes that Germans hold."""
    real = state.note(OPEN)
    if real is None or state.units[real].hex < 0:
        return []
    if not state.board.rules.active("paratroops.B"):
        return sorted(in_reach(state))
    centre = state.units[real].hex
    near = [centre, *state.board.map.around(centre)]
    return sorted(hex for hex in near if landing_refusal(state, hex) is None)


def landing_refusal(state: GameState, hex: int) -> Refusal | None:
    """Why nobody lands in a hex at or next to the real zone."""
    number = state.board.map.numbers[hex]
    if "sea" in state.board.map.terrain[hex]:
        return Refusal("paratroops.B", f"{number} is open sea")
    if any(u.side == GERMAN and u.counter.kind not in MARKERS for u in state.at(hex)):
        return Refusal("paratroops.B", f"a German unit stands in {number}")
    if standing(state, hex):
        return Refusal("paratroops.B", f"the fortress in {number} is in German hands")
    if hex not in in_reach(state):
        return Refusal("paratroops.general", f"{number} is more than {REACH} hexes from the Channel coast")
    return None


# ------------------------------------------------------------------ the markers placed, the real one chosen
@dataclass(frozen=True, slots=True)
class PlaceZones:
    """Place six markers, then choose in secret which is real; or start no cycle now."""

    side: Side
    rule: str = "paratroops.procedure"
    kind: Literal["airdrop-markers"] = "airdrop-markers"

    def prompt(self, state: GameState) -> str:
        left = len(_in_tray(state))
        return f"Airdrop markers: place {left} more, or start no cycle."

    def options(self, state: GameState) -> Iterator[Action]:
        tray = _in_tray(state)
        if len(tray) == len(markers(state)):
            yield Done()
        yield from (Place(tray[0].id, hex) for hex in sorted(from_the_channel(state)))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        tray = _in_tray(state)
        if isinstance(action, Done):
            if len(tray) == len(markers(state)):
                return None
            return Refusal(self.rule, f"all markers are placed together: {len(tray)} are left")
        if not isinstance(action, Place):
            return not_an_answer(self, action, "place", "done")
        if state.units[action.unit] not in tray:
            return Refusal(self.rule, f"{called(state.units[action.unit])} is no airdrop marker in the tray")
        if action.hex in from_the_channel(state):
            return None
        number = state.board.map.numbers[action.hex]
        return Refusal(self.rule, f"{number} is more than {REACH} hexes from the Channel coast")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        state = yield Placed(action.unit, action.hex, "airdrop marker")
        return state if _in_tray(state) else (yield from self._begun(state))

    def _begun(self, state: GameState) -> Steps:
        state = yield Answered()
        state = yield Noted("game", STARTED, "", state.turn)
        state = yield Noted("game", CYCLES, "", cycles_begun(state) + 1)
        choices = tuple(u.id for u in markers(state))
        question = "Choose in secret which marker is the real one."
        return (yield Asked((Secret(self.side, secret_of(state), choices, self.rule, question),)))


def _in_tray(state: GameState) -> list[Unit]:
    return [u for u in markers(state) if u.hex < 0]


# ------------------------------------------------------------------ the landing
@rule({"breakout-pursuit": "paratroops.A"})
def may_drop(state: GameState, unit: Unit, kind: str = PARATROOP) -> Refusal | None:
    """A paratroop unit drops from the Staging Area, and once in a game."""
    if unit.counter.kind != kind or unit.side != ALLIED:
        return Refusal("paratroops.B", f"{called(unit)} is no {kind} unit")
    if not state.board.rules.active("paratroops.A"):
        return None
    if unit.place != STAGING:
        return Refusal(
            "paratroops.A", f"{called(unit)} is not in the Staging Area: nobody drops from elsewhere"
        )
    if state.note(DROPPED, unit.id):
        return Refusal("paratroops.A", f"{called(unit)} has dropped before: each unit drops once in a game")
    return None


@dataclass(frozen=True, slots=True)
class Airdrop:
    """Land units at or next to the real zone, any number of them; `done` takes the marker off."""

    side: Side
    type: str
    rule: str = "paratroops.procedure"
    kind: Literal["airdrop"] = "airdrop"

    def prompt(self, state: GameState) -> str:
        return "Land airborne units at or next to the real zone."

    def forced(self, state: GameState) -> Action | None:
        return None if any(isinstance(a, Place) for a in self.options(state)) else Done()

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        able = [
            u for u in state.units.values() if may_drop(state, u, self.type) is None and u.place is not None
        ]
        if able:
            hexes = landing_hexes(state)
            yield from (Place(u.id, hex) for u in able for hex in hexes)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Place):
            return not_an_answer(self, action, "place", "done")
        refusal = may_drop(state, state.units[action.unit], self.type)
        if refusal is not None or action.hex in landing_hexes(state):
            return refusal
        real = state.units[state.note(OPEN)].hex
        numbers = state.board.map.numbers
        if action.hex == real or action.hex in state.board.map.around(real):
            return landing_refusal(state, action.hex)
        return Refusal(
            "paratroops.B", f"{numbers[action.hex]} is not next to the real zone in {numbers[real]}"
        )

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            state = yield Answered()
            return (yield from _zone_closed(state, self.type))
        state = yield Placed(action.unit, action.hex, "airdrop")
        state = yield Noted("game", DROPPED, action.unit)
        return (yield Noted("turn", LANDED, action.unit))


DECISIONS = (PlaceZones, Airdrop)


def _zone_closed(state: GameState, type: str) -> Steps:
    """The real marker comes off, unless the airlanding division can follow in the next turn.

    That landing over, a new cycle may begin in the same phase.
    """
    real = state.note(OPEN)
    follows = type == PARATROOP and airlanding_may_follow(state)
    if real is None or follows:
        return state
    state = yield Removed(real, MARKER_BOX.name, why="airdrop over")
    state = yield Noted("game", OPEN, "", None)
    state = yield Noted("game", "revealed", secret_of(state), None)
    return (yield Asked((PlaceZones(ALLIED),))) if type == AIRLANDING else state


@rule(
    {"breakout-pursuit": "errata.allied_paratroop_units"},
    hook="supply_state",
    tryfirst=True,
)
def supplied_from_the_air(state: GameState, unit: Unit) -> str | None:
    """Who has dropped is supplied for that turn, the German half of it among it."""
    return "supplied" if state.note(LANDED, unit.id) else None


# ------------------------------------------------------------------ back to the Staging Area
@rule({"breakout-pursuit": "paratroops.C"}, hook="hand_options")
def over_the_sea(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """A unit that begins Initial Movement in Cherbourg may go to the Staging Area instead of moving."""
    return [Commit(STAGING.name, units[0].id)] if sailing_refusal(state, units) is None else None


def sailing_refusal(state: GameState, units: tuple[Unit, ...]) -> Refusal | None:
    """Why a unit in hand does not sail to the Staging Area."""
    cited, unit = "paratroops.C", units[0]
    name, number = called(unit), state.board.map.numbers[unit.hex]
    if len(units) > 1:
        return Refusal(cited, "units go to the Staging Area one by one")
    if unit.side != ALLIED or not (is_combat(unit) or is_motorized(unit)):
        return Refusal(cited, f"{name} does not go to the Staging Area")
    if phase_id(state) != "allied-movement":
        return Refusal(cited, "units go to the Staging Area in the Initial Movement Phase alone")
    if has_moved(state, unit):
        return Refusal(cited, f"{name} has moved: it goes to the Staging Area instead of moving")
    if unit.hex not in state.board.map.group(PORT):
        return Refusal(cited, f"{name} is in {number}: units sail from Cherbourg alone")
    if any(True for _ in state.in_place(Aboard(unit.id))):
        return Refusal(cited, f"{name} carries a unit: set it down first")
    return None


@rule({"breakout-pursuit": "paratroops.C"}, hook="hand_refusal")
def why_not_over_the_sea(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why units in hand are not taken to the Staging Area."""
    if not isinstance(action, Commit) or action.what != STAGING.name:
        return None
    if action != Commit(STAGING.name, units[0].id):
        return Refusal("paratroops.C", f"{called(units[0])} is in hand: no other unit is sent")
    return sailing_refusal(state, units)


@rule({"breakout-pursuit": "paratroops.C"}, hook="hand_answer")
def sailed(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """They wait in the Staging Area, to come ashore or to be dropped."""
    staged = isinstance(action, Commit) and action.what == STAGING.name
    return _sailed(units[0]) if staged else None


def _sailed(unit: Unit) -> Steps:
    state = yield Removed(unit.id, STAGING.name, why="sailed")
    return (yield Noted("game", SINCE, SIXTH, None)) if unit.id == SIXTH else state


# ------------------------------------------------------------------ optional: rehabilitation
@rule({"breakout-pursuit": "optional.A"}, hook="begin_phase")
def rested(state: GameState, phase: str) -> list[Event] | None:
    """After ten whole turns on end in the Staging Area the British division is at full strength again."""
    if phase == "allied-reinforcement" and state.turn == state.board.scenario.first_turn:
        return _count_from(state, state.turn - 1)
    if phase != "end-of-turn":
        return None
    since = state.note(SINCE, SIXTH)
    if since is None or state.units[SIXTH].place != STAGING:
        return _count_from(state, state.turn)
    return _exchanged(state) if state.turn - since >= TEN else None


def _count_from(state: GameState, turn: int) -> list[Event]:
    """Turns count from the one after it came to the Staging Area, and from none while it is elsewhere."""
    if SIXTH not in state.units:
        return []
    there = state.units[SIXTH].place == STAGING
    return [Noted("game", SINCE, SIXTH, turn if there else None)]


def _exchanged(state: GameState) -> list[Event]:
    events: list[Event] = [
        Removed(SIXTH, EXCHANGE.name, why="rehabilitated"),
        Removed(REHABILITATED, STAGING.name, why="rehabilitated"),
        Noted("game", SINCE, SIXTH, None),
    ]
    dropped = state.note(DROPPED, SIXTH)
    return events + ([Noted("game", DROPPED, REHABILITATED)] if dropped else [])


# ------------------------------------------------------------------ optional: the airlanding division
def airlanding_may_follow(state: GameState) -> bool:
    """Whether paratroops have dropped in this phase and the airlanding division waits."""
    dropped = any(state.note(LANDED, u.id) for u in state.units.values() if u.counter.kind == PARATROOP)
    waits = any(u.counter.kind == AIRLANDING for u in state.in_place(STAGING))
    return dropped and waits and state.board.rules.active("optional.B")


@rule({"breakout-pursuit": "optional.B"}, hook="begin_phase", tryfirst=True)
def the_division_follows(state: GameState, phase: str) -> list[Event] | None:
    """In the Airdrop Phase of the turn after a drop the airlanding division may land on the same hexes."""
    return (
        [Asked((Airdrop(ALLIED, AIRLANDING, "optional.B"),))]
        if phase == AIRDROP and state.note(OPEN)
        else None
    )
