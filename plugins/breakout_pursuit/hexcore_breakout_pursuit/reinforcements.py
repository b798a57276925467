"""Reinforcements: who arrives where and when, and the Staging Area."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Done, Place
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Placed, Removed, Steps
from hexcore.movement import HALF, watched_by
from hexcore.provenance import Provenance
from hexcore.rules import Refusal, general, rule
from hexcore.state import GameState
from hexcore.tables import read_csv, table
from hexcore.units import ARRIVALS, Side, Unit
from hexcore_breakout_pursuit.movement import barred_hexes, phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, DATA, GERMAN, STAGING
from hexcore_breakout_pursuit.scenarios import Arrival, sheet
from hexcore_breakout_pursuit.unit_types import called, is_combat, is_motorized

PHASES = {ALLIED: "allied-reinforcement", GERMAN: "german-reinforcement"}
MARCHES_ON = "marches on"
"""A note of the player turn: a unit placed on the edge, which has spent a point when it moves."""
PANZERGRENADIERS_FROM_ITALY = ("ARR-G020", "ARR-G021")
PORT = "cherbourg"


@dataclass(frozen=True)
class RecordRow:
    """A line of turn_record.csv: one thing the Time Record shows for a turn (or for several: `13-16`)."""

    turn: str
    kind: str
    provenance: Provenance
    item: str = ""
    ident: str = ""
    qty: str = ""
    reinforcement_options: str = ""
    edge_or_place: str = ""
    basis: str = ""


@table
def time_record() -> tuple[RecordRow, ...]:
    """The Time Record as printed, with what is lost filled in."""
    return tuple(read_csv(DATA / "turn_record.csv", RecordRow))


@rule({"breakout-pursuit": "time_record.dates"})
def date_of(turn: int) -> str:
    """The days a turn stands for; empty beyond the record."""
    return next((row.item for row in time_record() if row.turn == str(turn) and row.kind == "date"), "")


# ------------------------------------------------------------------ the question
@rule({"breakout-pursuit": "sequence.A1"}, hook="begin_phase")
def allied_units_arrive(state: GameState, phase: str) -> list[Event] | None:
    """The Allied player turn begins with the placing of new units."""
    return [Asked((Reinforcing(ALLIED, "sequence.A1"),))] if phase == PHASES[ALLIED] else None


@rule({"breakout-pursuit": "sequence.B"}, hook="begin_phase")
def german_units_arrive(state: GameState, phase: str) -> list[Event] | None:
    """So does the German one."""
    return [Asked((Reinforcing(GERMAN, "sequence.B"),))] if phase == PHASES[GERMAN] else None


@dataclass(frozen=True, slots=True)
class Reinforcing:
    """Place what may arrive, unit by unit; what is not placed may come later."""

    side: Side
    rule: str = ""
    kind: Literal["reinforcing"] = "reinforcing"

    def prompt(self, state: GameState) -> str:
        from hexcore_breakout_pursuit.replacements import points_told  # replacements arrive as others do

        told = points_told(state) if self.side == GERMAN else ""
        return f"Bring in units. {told}." if told else "Place the units that arrive, or keep them back."

    def stale(self, state: GameState) -> bool:
        """True when nothing is left that could be placed."""
        return not state.board.rules.arrivals(state, self.side)

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        yield from state.board.rules.arrivals(state, self.side)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Place):
            return not_an_answer(self, action, "place", "done")
        if action in state.board.rules.arrivals(state, self.side):
            return None
        found = state.board.rules.arrival_refusal(state, action)
        return found or Refusal(self.rule, f"{called(state.units[action.unit])} does not arrive now")

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        steps = state.board.rules.arrival_answer(state, action)
        assert steps is not None
        return (yield from steps)


DECISIONS = (Reinforcing,)


# ------------------------------------------------------------------ who is due
@rule({"breakout-pursuit": "options.h"}, also={"breakout-pursuit": ("options.e", "options.r")})
def code_in_force(state: GameState) -> bool:
    """Whether the reinforcement option of the scenario is played: historical, eastern front, redeployment."""
    return state.board.rules.active(f"options.{sheet(state).row.german_reinforcement_code}")


@rule(
    {"breakout-pursuit": "time_record.allied_arrivals"},
    also={"breakout-pursuit": ("time_record.german_arrivals",)},
)
def due(state: GameState, side: Side) -> list[Arrival]:
    """The combat units of a side that the Time Record brings by now and that have not been placed."""
    if not state.board.rules.active(f"time_record.{side}_arrivals"):
        return []
    return [a for a in sheet(state).chart if a.turn <= state.turn and _waits(state, side, a.unit)]


def _waits(state: GameState, side: Side, id: str) -> bool:
    unit = state.units.get(id)
    if unit is None or unit.side != side or unit.place != ARRIVALS or not is_combat(unit):
        return False
    return side == ALLIED or not kept_away(state, id)


def kept_away(state: GameState, id: str) -> bool:
    """Whether a German reinforcement never comes in this game: its option is not played."""
    italy = id in PANZERGRENADIERS_FROM_ITALY and sheet(state).row.german_reinforcement_code != "r"
    return not code_in_force(state) or (italy and not state.board.on("late-panzergrenadiers"))


# ------------------------------------------------------------------ the Allied side: Cherbourg
@rule({"breakout-pursuit": "allied_reinforcements.1"}, hook="arrivals")
def through_cherbourg(state: GameState, side: Side) -> list[Action] | None:
    """Allied combat units, and those that waited in the Staging Area, come ashore at Cherbourg."""
    if side != ALLIED or phase_id(state) != PHASES[ALLIED]:
        return None
    shut = barred_hexes(state, ALLIED)
    port = [hex for hex in state.board.map.group(PORT) if not shut[hex]]
    return [Place(id, hex) for id in ashore(state) for hex in port]


def ashore(state: GameState) -> list[str]:
    """Who may come ashore now, those due first."""
    return [a.unit for a in due(state, ALLIED)] + [u.id for u in staged(state)]


@rule({"breakout-pursuit": "errata.allied_paratroop_units"})
def staged(state: GameState) -> list[Unit]:
    """Units of the Staging Area that come in like reinforcements; the airlanding division comes by air."""
    kinds = ("airlanding",) if state.board.rules.active(PARATROOPS_BY_SEA) else ("airlanding", "paratroop")
    return [
        u
        for u in state.in_place(STAGING)
        if (is_combat(u) or is_motorized(u)) and u.counter.kind not in kinds
    ]


PARATROOPS_BY_SEA = "errata.allied_paratroop_units"


@rule({"breakout-pursuit": "allied_reinforcements.2"}, hook="end_phase")
def kept_in_england(state: GameState, phase: str) -> list[Event] | None:
    """Who is due and not placed waits in the Staging Area, and may come in any later turn."""
    if phase != PHASES[ALLIED]:
        return None
    return [Removed(a.unit, STAGING.name, why="held back") for a in due(state, ALLIED)]


# ------------------------------------------------------------------ the German side: the map edges
@rule({"breakout-pursuit": "german_reinforcements.2"}, hook="arrivals")
def over_the_edges(state: GameState, side: Side) -> list[Action] | None:
    """German reinforcements are placed in an edge hex of their code, in their turn or any later one."""
    if side != GERMAN or phase_id(state) != PHASES[GERMAN]:
        return None
    return [Place(a.unit, hex) for a in due(state, GERMAN) for hex in edge_hexes(state, a.edge)]


def edge_hexes(state: GameState, code: str) -> list[int]:
    """The land hexes of an edge code in which no Allied unit stands that keeps Germans out."""
    ground, shut = state.board.map, barred_hexes(state, GERMAN)
    edge = [hex for hex in ground.group(f"edge-{code.lower()}") if "sea" not in ground.terrain[hex]]
    return [hex for hex in edge if not shut[hex]]


@rule({"breakout-pursuit": "german_reinforcements.2"}, hook="begin_phase")
def a_point_to_come_on(state: GameState, phase: str) -> list[Event] | None:
    """Being placed on the edge costs a movement point of the Initial Movement Phase that follows."""
    if phase != "german-movement":
        return None
    here = sorted(id for _, key, id in state.notes if key == MARCHES_ON)
    return [Noted("phase", "spent", id, HALF) for id in here]


# ------------------------------------------------------------------ placed, or refused
@general("arrival_answer", trylast=True)
def comes_in(state: GameState, action: Place) -> Steps | None:
    """The unit is put down."""
    unit = state.units[action.unit]
    return placed(state, unit, action.hex) if unit.place in (ARRIVALS, STAGING) and is_unit(unit) else None


def is_unit(unit: Unit) -> bool:
    return is_combat(unit) or is_motorized(unit)


def placed(state: GameState, unit: Unit, hex: int) -> Steps:
    """A unit arrives: a German one over the edge."""
    if unit.side == GERMAN:
        return (yield from over_the_edge(state, unit.id, hex, "arrival"))
    return (yield Placed(unit.id, hex, "arrival"))


def over_the_edge(state: GameState, id: str, hex: int, why: str) -> Steps:
    """A German unit comes on: it enters the hex, and has a movement point less in the phase that follows."""
    watched = hex in watched_by(state, GERMAN)
    state = yield Placed(id, hex, why)
    if watched:
        for event in state.board.rules.entered(state, (state.units[id],), hex, why):
            state = yield event
    return (yield Noted("player-turn", MARCHES_ON, id))


@general("arrival_refusal", trylast=True)
def why_not(state: GameState, action: Place) -> Refusal | None:
    """Why a combat unit is not placed."""
    unit = state.units[action.unit]
    if not is_unit(unit):
        return None
    return (
        _allied_refusal(state, unit, action.hex) if unit.side == ALLIED else _german(state, unit, action.hex)
    )


def _allied_refusal(state: GameState, unit: Unit, hex: int) -> Refusal:
    number, name = state.board.map.numbers[hex], called(unit)
    if unit.place == STAGING and unit.counter.kind == "airlanding":
        return Refusal("optional.B", f"{name} comes into the game by air alone")
    if unit.id not in ashore(state):
        return _not_due(state, unit, "allied_reinforcements.1")
    if hex not in state.board.map.group(PORT):
        reason = f"{name} comes ashore at Cherbourg ({_port(state)}), not in {number}"
        return Refusal("allied_reinforcements.1", reason)
    return Refusal("allied_reinforcements.1", f"a German unit stands in Cherbourg ({number})")


def _port(state: GameState) -> str:
    return ", ".join(state.board.map.numbers[hex] for hex in state.board.map.group(PORT))


def _german(state: GameState, unit: Unit, hex: int) -> Refusal:
    number, name, cited = state.board.map.numbers[hex], called(unit), "german_reinforcements.2"
    arrival = next((a for a in due(state, GERMAN) if a.unit == unit.id), None)
    if arrival is None:
        return _not_due(state, unit, cited)
    if hex in edge_hexes(state, arrival.edge):
        return Refusal(cited, f"{name} does not arrive now")
    if hex in state.board.map.group(f"edge-{arrival.edge.lower()}"):
        return Refusal(cited, f"an Allied unit stands in {number}")
    return Refusal(cited, f"{name} comes in on map edge {arrival.edge}, and {number} is no hex of it")


def _not_due(state: GameState, unit: Unit, cited: str) -> Refusal:
    """Why a unit that is not due is not placed: in play, lost, later, or never."""
    name = called(unit)
    if unit.place != ARRIVALS:
        where = "is on the map already" if unit.hex >= 0 else "does not wait to arrive"
        return Refusal(cited, f"{name} {where}")
    turn = next((a.turn for a in sheet(state).chart if a.unit == unit.id), 0)
    if turn > state.turn:
        return Refusal(cited, f"{name} arrives on turn {turn}, this is turn {state.turn}")
    return Refusal(cited, f"{name} does not arrive in this game")
