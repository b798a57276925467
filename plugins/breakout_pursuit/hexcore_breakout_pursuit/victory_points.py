"""Victory points: units destroyed, areas held, special points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexcore.actions import Action, Move
from hexcore.board import Board
from hexcore.events import Controlled, Event, Noted
from hexcore.maps import OFF_MAP, HexMap
from hexcore.movement import path_of
from hexcore.provenance import Provenance
from hexcore.rules import Refusal, VictoryPoints, rule
from hexcore.state import Combat, GameState
from hexcore.tables import DataError, read_csv, table
from hexcore.units import ELIMINATED, Aboard, Side, Unit
from hexcore_breakout_pursuit.fortresses import ST_MALO, built
from hexcore_breakout_pursuit.ground import sea_sides
from hexcore_breakout_pursuit.order_of_battle import ALLIED, DATA, GERMAN
from hexcore_breakout_pursuit.paratroops import cycles_begun
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.unit_types import DIVISION, called, is_combat, is_mechanized

SCHEDULE = DATA / "victory_points.csv"
SURROUNDED, DESTROYED = "surrounded", "times destroyed"
"""Notes of the game, by unit: it was surrounded when it was eliminated; how often it has been destroyed."""
REMNANT = "-BG"
"""How the ids of battlegroups end, after that of the unit that leaves them."""
BREACHED = "rhine breached"
"""A note of the game: the bridgeheads and communication hexes that the Allied player named."""


# ------------------------------------------------------------------ the schedule
@dataclass(frozen=True)
class ScheduleRow:
    """A line of victory_points.csv: what is scored, by whom, and its points (a level: its condition)."""

    kind: str
    scored_by: str
    item: str
    points: str
    provenance: Provenance
    rule_case_or_basis: str = ""
    enabled_by_default: str = "yes"


@table
def schedule() -> list[ScheduleRow]:
    """Every line of the schedule, in its order."""
    return read_csv(SCHEDULE, ScheduleRow)


def points_for(kind: str, words: str, scored_by: str = "") -> int:
    """The points of the first line of a kind whose item contains *words*. DataError where there is none."""
    for row in schedule():
        if row.kind == kind and words in row.item and scored_by in ("", row.scored_by):
            return _number(row)
    raise DataError(f"{SCHEDULE}: no {kind} row for {words!r}")


def _number(row: ScheduleRow) -> int:
    try:
        return int(row.points)
    except ValueError:
        raise DataError(f"{SCHEDULE}: {row.item}: {row.points!r} is no number of points") from None


# ------------------------------------------------------------------ surrounded
def surrounded(state: GameState, unit: Unit) -> bool:
    """Whether all six sides of a unit's hex are sea, or lead into hexes the enemy holds.

    Zones of control, the walls of a fortress and (but for an option) the map's edge do not count; nor do
    enemies that keep nobody out: Supply, Pipeline and Naval Supply units alone, and markers.
    """
    place = unit.place
    hex = state.units[place.carrier].hex if isinstance(place, Aboard) else unit.hex
    if hex < 0:
        return False
    return all(_closed(state, unit, side) for side in range(6 * hex, 6 * hex + 6))


def _closed(state: GameState, unit: Unit, side: int) -> bool:
    """Whether one hexside offers a unit no way out."""
    near = state.board.map.neighbours[side]
    if side in sea_sides(state.board):
        return True
    if near == OFF_MAP:
        return state.board.on("surrounded-by-the-edge")
    return any(u.side != unit.side and keeps_out(u) for u in state.at(near))


def keeps_out(unit: Unit) -> bool:
    """Whether no enemy enters the hex of a unit (movement.B): combat units and trucks."""
    return is_combat(unit) or unit.counter.kind == "truck"


# ------------------------------------------------------------------ units destroyed
@rule({"breakout-pursuit": "victory.general"}, hook="lost_step")
def scored_as_they_fall(state: GameState, unit: Unit, combat: Combat | None) -> list[Event] | None:
    """Points for units are scored as they are destroyed: one that comes back and falls again scores again."""
    if unit.place != ELIMINATED:
        return None
    return [Noted("game", DESTROYED, unit.id, state.note(DESTROYED, unit.id, 0) + 1)]


def times_destroyed(state: GameState, unit: Unit) -> int:
    """How often a unit has been destroyed."""
    now = int(unit.place == ELIMINATED)
    return max(now, int(state.note(DESTROYED, unit.id, 0)))


@rule({"breakout-pursuit": "errata.explanation_of_terms"})
def qualifies(state: GameState, unit: Unit) -> bool:
    """Units of every size score, not divisions alone."""
    return unit.counter.size == DIVISION or state.board.rules.active("errata.explanation_of_terms")


@rule({"breakout-pursuit": "victory.A.table"})
def german_unit_value(state: GameState, unit: Unit) -> int:
    """What a destroyed German unit scores for the Allies."""
    return _value(state, unit) if state.board.rules.active("victory.A.table") else 0


@rule({"breakout-pursuit": "victory.B.table"})
def allied_unit_value(state: GameState, unit: Unit) -> int:
    """What a destroyed Allied unit scores for the Germans; a truck by an option only."""
    if not state.board.rules.active("victory.B.table"):
        return 0
    if unit.counter.kind == "truck":
        return points_for("destroy", "Truck") if state.board.on("truck-points") else 0
    return _value(state, unit)


def unit_value(state: GameState, unit: Unit) -> int:
    """What a unit would score for the enemy if it were destroyed."""
    return german_unit_value(state, unit) if unit.side == GERMAN else allied_unit_value(state, unit)


def _value(state: GameState, unit: Unit) -> int:
    """The points of the line that shows the values of a unit; where none does, as the lines are reckoned."""
    if not is_combat(unit):
        return 0
    shown = f"{unit.side} {unit.step.strength}-{unit.step.movement}"
    lines = [row for row in schedule() if row.kind == "destroy" and f"{row.item} ".startswith(f"{shown} ")]
    for row in lines:
        kind = row.item.removeprefix(shown).strip()
        if kind not in ("mech", "inf") or (kind == "mech") == is_mechanized(unit):
            return _number(row)
    return reckoned_value(state, unit)


def reckoned_value(state: GameState, unit: Unit) -> int:
    """What every line of the schedule comes to: the strength of a unit without that of the battlegroup it
    leaves, twice for a mechanized unit; for a battlegroup half as much again. A counter whose strength or
    movement is corrected has no line, and scores this."""
    whole, counters = 2 if is_mechanized(unit) else 1, state.board.counters
    if unit.id.endswith(REMNANT):
        return unit.step.strength * whole * 3 // 2
    remnant = counters.get(f"{unit.id}{REMNANT}")
    return whole * (unit.step.strength - (remnant.steps[0].strength if remnant else 0))


@rule({"breakout-pursuit": "victory.A"}, hook="victory_points")
def german_units_destroyed(state: GameState) -> list[VictoryPoints]:
    """The Allies score for each German unit destroyed, twice over for one that was surrounded."""
    return list(_destroyed(state, GERMAN, ALLIED))


@rule({"breakout-pursuit": "victory.B"}, hook="victory_points")
def allied_units_destroyed(state: GameState) -> list[VictoryPoints]:
    """The Germans score for each Allied unit destroyed, twice over for one that was surrounded."""
    return list(_destroyed(state, ALLIED, GERMAN))


def _destroyed(state: GameState, loser: Side, scorer: Side) -> Iterator[VictoryPoints]:
    for unit in state.units.values():
        if unit.side != loser or not (times := times_destroyed(state, unit)):
            continue
        value = unit_value(state, unit) if qualifies(state, unit) else 0
        enclosed = bool(state.note(SURROUNDED, unit.id))
        multiple = points_for("destroy_multiplier", "surrounded", scorer) if enclosed else 1
        if value:
            text = f"{called(unit)} destroyed{', surrounded' if enclosed else ''}"
            text += f", {times} times" if times > 1 else ""
            yield VictoryPoints(scorer, value * (times - 1 + multiple), text)


# ------------------------------------------------------------------ the Rhine and the West Wall
@rule({"breakout-pursuit": "victory.C"}, hook="victory_points")
def rhine_breached(state: GameState) -> VictoryPoints | None:
    """A hundred points for breaching the Rhine."""
    if not state.note(BREACHED):
        return None
    return VictoryPoints(ALLIED, points_for("event", "Rhine breached"), "the Rhine is breached")


@rule({"breakout-pursuit": "victory.D"}, hook="victory_points")
def west_wall(state: GameState) -> VictoryPoints | None:
    """Thirty points if the Allies were the last to be in at least one hex of the West Wall."""
    held = [hex for hex in state.board.map.group("west-wall") if state.control.get(hex) == ALLIED]
    if not held:
        return None
    where = state.board.map.numbers[held[0]]
    return VictoryPoints(ALLIED, points_for("area", "West Wall", ALLIED), f"the West Wall taken at {where}")


# ------------------------------------------------------------------ areas
@dataclass(frozen=True)
class Objective:
    """Hexes that score together for the side that holds them all, and the words of their line."""

    name: str
    hexes: tuple[int, ...]
    words: str


def objectives(board: Board) -> tuple[Objective, ...]:
    """The areas of the schedule; every fortress, standing or destroyed, is one by itself."""
    found: tuple[Objective, ...] = board.once("objectives", lambda: tuple(_objectives(board)))
    return found


def _objectives(board: Board) -> Iterator[Objective]:
    hex_map = board.map
    for name, group in (("Paris", "paris"), ("Antwerp", "antwerp"), ("Reims", "reims")):
        yield Objective(name, hex_map.group(group), name)
    for hex in sorted(built(board)):
        yield Objective(f"the fortress of {place_name(hex_map, hex)}", (hex,), "each Fortress hex")
    if board.on("extra-areas"):
        for row in schedule():
            if row.kind == "area" and row.enabled_by_default == "no":
                yield Objective(row.item, _hexes_of(hex_map, row.item), row.item)


def _hexes_of(hex_map: HexMap, name: str) -> tuple[int, ...]:
    found = tuple(place.hex for place in hex_map.places if place.name == name)
    if not found:
        raise DataError(f"{SCHEDULE}: {name!r} is no place of the map")
    return found


@rule({"breakout-pursuit": "victory.F.table"})
def objective_value(board: Board, objective: Objective) -> int:
    """What an area scores."""
    return points_for("area", objective.words) if board.rules.active("victory.F.table") else 0


@rule({"breakout-pursuit": "victory.F.start"}, hook="begin_game")
def held_at_the_start(state: GameState) -> list[Event]:
    """The Germans hold every area at the start, but St. Malo in the Pursuit scenarios."""
    lost = sheet(state).pursuit and state.board.rules.active("setup.AA.control")
    taken = {state.board.map.index.get(ST_MALO)} if lost else set()
    hexes = [hex for objective in objectives(state.board) for hex in objective.hexes]
    return [Controlled(hex, ALLIED if hex in taken else GERMAN) for hex in hexes]


def holder(state: GameState, objective: Objective) -> Side | None:
    """The side that was last in every hex of an area, None where that was not the same side."""
    sides = {state.control.get(hex) for hex in objective.hexes}
    return sides.pop() if len(sides) == 1 else None


@rule({"breakout-pursuit": "victory.F"}, hook="victory_points")
def areas_held(state: GameState) -> list[VictoryPoints]:
    """Areas score for the side whose units were the last to be there."""
    held = [(holder(state, o), objective_value(state.board, o), o.name) for o in objectives(state.board)]
    return [VictoryPoints(side, points, name) for side, points, name in held if side and points]


@rule({"breakout-pursuit": "victory.F"}, hook="ordered")
def carried_through(state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event] | None:
    """A combat unit passes, aboard its truck, through every hex the truck enters."""
    cargo = [c for u in units for c in state.in_place(Aboard(u.id)) if is_combat(c)]
    if not cargo or not isinstance(action, Move):
        return None
    path = path_of(state, units, action) or ()
    return [Controlled(hex, cargo[0].side) for hex in path if state.control.get(hex) != cargo[0].side]


# ------------------------------------------------------------------ airdrops
@rule({"breakout-pursuit": "victory.G"}, hook="victory_points")
def airdrops_begun(state: GameState) -> VictoryPoints | None:
    """The Germans score for each airdrop cycle that has been begun."""
    times = cycles_begun(state)
    if not times:
        return None
    points = times * points_for("event", "Airdrop Cycle")
    return VictoryPoints(GERMAN, points, f"{times} airdrop cycles begun")


# ------------------------------------------------------------------ names
@rule({"breakout-pursuit": "errata.the_map"})
def city_named(board: Board, name: str) -> str:
    """The city a name of the sheet means: Bonn and Remagen, printed in each other's place, are put right."""
    wrong = {"Bonn": "Remagen", "Remagen": "Bonn"}
    return name if board.rules.active("errata.the_map") else wrong.get(name, name)


def place_name(hex_map: HexMap, hex: int) -> str:
    """The name of the place in a hex, its number where there is none."""
    place = hex_map.place_at.get(hex)
    return place.name if place is not None else hex_map.numbers[hex]


def hex_called(board: Board, hex: int) -> str:
    """What a text calls a hex: its place and its number."""
    name, number = place_name(board.map, hex), board.map.numbers[hex]
    return number if name == number else f"{city_named(board, name)} ({number})"


# ------------------------------------------------------------------ what is lost for good
@rule({"breakout-pursuit": "errata.sequence_of_play"}, hook="arrival_refusal", tryfirst=True)
def no_allied_replacements(state: GameState, action: Action) -> Refusal | None:
    """There are no Allied replacements: an Allied unit that was destroyed never comes back."""
    unit = state.units.get(getattr(action, "unit", ""))
    if unit is None or unit.side != ALLIED or unit.place != ELIMINATED:
        return None
    reason = f"{called(unit)} has been destroyed: there are no Allied replacements"
    return Refusal("errata.sequence_of_play", reason)
