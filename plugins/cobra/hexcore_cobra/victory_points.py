"""Victory points: every line of the schedule of 18.1 and 18.2, as the game stands (chapter 18)."""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.board import Board
from hexcore.rules import VictoryPoints, rule
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Unit
from hexcore_cobra.abandoned_beaches import LEFT_PLAY
from hexcore_cobra.army_boundary import left_in_its_zone
from hexcore_cobra.combat import BRITISH, US, army
from hexcore_cobra.editions import game_turn, numbers, turn_of
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

WEST_OF_ORNE, WEST_OF_DIVES = 39, 48
"""Columns of Map A: full German divisions score west of the first, German losses west of the second."""
LAST_TURN_FOR_DIVISIONS, LAST_TURN_FOR_HQ, LAST_TURN_EAST = 26, 25, 26
"""Game-Turns of the later calendar."""
MOST_DIVISIONS = 4
WEST, EAST = "W", "E"
FOOT = frozenset(
    {"infantry", "parachute infantry", "glider infantry", "armored infantry", "commando", "ranger"}
)
ELITE = frozenset({"parachute infantry", "glider infantry", "commando"})
"""Allied paratroops, the air-landed brigade among them (21.8), and Commandos."""
CORPS_TROOPS = frozenset({"flak"})
PANZER = frozenset({"armor", "panzergrenadier", "heavy tank"})


# ------------------------------------------------------------------ who counts
def _eliminated(state: GameState, side: str) -> list[Unit]:
    return [u for u in state.units.values() if u.place == ELIMINATED and u.side == side]


def divisions(board: Board, side: str) -> dict[str, tuple[str, ...]]:
    """The divisions of a side: the counters of each, by `army formation`; a corps of Flak is none (6.4)."""

    def gather() -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for counter in board.counters.values():
            if counter.side == side and counter.formation and counter.kind not in CORPS_TROOPS:
                found.setdefault(f"{army(counter)} {counter.formation}", []).append(counter.id)
        return {name: tuple(ids) for name, ids in found.items()}

    formed: dict[str, tuple[str, ...]] = board.once(("divisions", side), gather)
    return formed


def _in_play(state: GameState, side: str, of: str) -> list[tuple[str, list[Unit]]]:
    """The divisions of one army, with those of their units that are in the game, or were and count."""
    found = [
        (name, [state.units[i] for i in ids if state.units[i].place not in (None, LEFT_PLAY)])
        for name, ids in divisions(state.board, side).items()
        if name.startswith(f"{of} ")
    ]
    return [(name, units) for name, units in found if units]


def _name(units: Iterable[Unit]) -> str:
    counter = next(iter(units)).counter
    return counter.formation or counter.name


def _mechanized(units: list[Unit]) -> bool:
    return all("mechanized" in u.counter.traits for u in units)


def _column(state: GameState, hex: int) -> int:
    game_map = state.board.map
    return game_map.grid.column_row(game_map.coords[hex])[0]


def _supplied(state: GameState, unit: Unit) -> bool:
    return state.board.rules.supply_state(state, unit) == "supplied"


# ------------------------------------------------------------------ German points for Allied losses
@rule(numbers("18.1.vp.1"), hook="victory_points")
def allied_regiments(state: GameState) -> list[VictoryPoints]:
    """One point for each Allied infantry regiment or brigade eliminated."""
    lost = [
        u for u in _eliminated(state, ALLIED) if u.counter.size in ("III", "X") and u.counter.kind in FOOT
    ]
    return [VictoryPoints(GERMAN, 1, f"{u.counter.name} eliminated") for u in lost]


@rule({"cobra": "18.1.vp.11"}, hook="victory_points")
def paratroops_and_commandos(state: GameState) -> list[VictoryPoints]:
    """One point more for each paratroop regiment or brigade, and each Commando brigade, among them."""
    lost = [
        u for u in _eliminated(state, ALLIED) if u.counter.size in ("III", "X") and u.counter.kind in ELITE
    ]
    return [VictoryPoints(GERMAN, 1, f"{u.counter.name} eliminated, an elite unit") for u in lost]


@rule(numbers("18.1.vp.2"), hook="victory_points")
def allied_headquarters(state: GameState) -> list[VictoryPoints]:
    """Two points for each Allied headquarters eliminated."""
    lost = [u for u in _eliminated(state, ALLIED) if u.counter.kind == "hq"]
    return [VictoryPoints(GERMAN, 2, f"{u.counter.name} eliminated") for u in lost]


@rule(numbers("18.1.vp.3"), hook="victory_points")
def allied_divisions(state: GameState) -> list[VictoryPoints]:
    """Three points for each Allied infantry division and each British, Canadian or Polish armored brigade."""
    lost = [
        u
        for u in _eliminated(state, ALLIED)
        if (u.counter.size == "XX" and u.counter.kind in FOOT)
        or (u.counter.size == "X" and u.counter.kind == "armor" and army(u.counter) == BRITISH)
    ]
    return [VictoryPoints(GERMAN, 3, f"{u.counter.name} eliminated") for u in lost]


@rule(numbers("18.1.vp.4"), hook="victory_points")
def allied_replacements(state: GameState) -> VictoryPoints | None:
    """One point for every ten replacement steps the Allies have used."""
    used: int = state.note("allied replacements", default=0)
    return VictoryPoints(GERMAN, used // 10, f"{used} Allied replacement steps") if used >= 10 else None


# ------------------------------------------------------------------ exits
def _exit(state: GameState, unit: Unit, edge: str) -> int | None:
    """The turn on which a unit left by an edge (`W`, `E` ...), None if it did not."""
    noted = state.note("exited", unit.id)
    return int(noted[0]) if noted and str(noted[1])[:1].upper() == edge else None


def _left(state: GameState, units: list[Unit], edge: str) -> int | None:
    """The turn on which a division had left by an edge: the last of its units that are not destroyed."""
    alive = [u for u in units if u.place != ELIMINATED]
    turns = [_exit(state, u, edge) for u in alive]
    known = [turn for turn in turns if turn is not None]
    return max(known) if known and len(known) == len(turns) else None


@rule(numbers("18.1.vp.5"), hook="victory_points")
def divisions_not_gone_west(state: GameState) -> VictoryPoints | None:
    """Three points for each US division not gone off the west edge when Game-Turn 26 ends, twelve at most."""
    if game_turn(state) <= LAST_TURN_FOR_DIVISIONS:
        return None
    gone = [_left(state, units, WEST) for _, units in _in_play(state, ALLIED, US)]
    last = turn_of(state.board, LAST_TURN_FOR_DIVISIONS)
    kept = sum(turn is None or turn > last for turn in gone)
    return VictoryPoints(GERMAN, min(3 * kept, 12), f"{kept} US divisions not gone west") if kept else None


@rule(numbers("18.1.vp.6"), hook="victory_points")
def no_headquarters_gone_west(state: GameState) -> VictoryPoints | None:
    """Three points if no US headquarters has gone off the west edge when Game-Turn 25 ends."""
    if game_turn(state) <= LAST_TURN_FOR_HQ:
        return None
    staffs = [u for u in state.units.values() if u.counter.kind == "hq" and army(u.counter) == US]
    turns = [turn for u in staffs if (turn := _exit(state, u, WEST)) is not None]
    if any(turn <= turn_of(state.board, LAST_TURN_FOR_HQ) for turn in turns):
        return None
    return VictoryPoints(GERMAN, 3, "no US headquarters gone west")


def mechanized_exits(state: GameState) -> list[tuple[int, str]]:
    """The US mechanized divisions gone west that score, first come first: (turn, division), four at most."""
    gone = [
        (turn, _name(units))
        for _, units in _in_play(state, ALLIED, US)
        if (turn := _left(state, units, WEST)) is not None and _left_mechanized(state, units)
    ]
    return sorted(gone)[:MOST_DIVISIONS]


def _left_mechanized(state: GameState, units: list[Unit]) -> bool:
    """Whether a division left as a mechanized one: of itself, or on trucks."""
    return _mechanized(units) or any(state.note("exited mechanized", u.id) for u in units)


def _exit_points(state: GameState, points: int, first: int, last: int) -> list[VictoryPoints]:
    """Points for each exit from the *first* to the *last* Game-Turn."""
    first, last = turn_of(state.board, first), turn_of(state.board, last)
    return [
        VictoryPoints(ALLIED, points, f"{name} left by the west edge on turn {turn}")
        for turn, name in mechanized_exits(state)
        if first <= turn <= last
    ]


@rule(numbers("18.2.vp.3"), hook="victory_points")
def gone_by_turn_20(state: GameState) -> list[VictoryPoints]:
    """Five points for each US mechanized division gone off the west edge by the end of Game-Turn 20."""
    return _exit_points(state, 5, 0, 20)


@rule(numbers("18.2.vp.4"), hook="victory_points")
def gone_on_turn_21(state: GameState) -> list[VictoryPoints]:
    """Four points for each US mechanized division gone off the west edge on Game-Turn 21."""
    return _exit_points(state, 4, 21, 21)


@rule(numbers("18.2.vp.5"), hook="victory_points")
def gone_on_turn_22(state: GameState) -> list[VictoryPoints]:
    """Three points for each US mechanized division gone off the west edge on Game-Turn 22."""
    return _exit_points(state, 3, 22, 22)


@rule(numbers("18.2.vp.6"), hook="victory_points")
def gone_on_turn_23_or_24(state: GameState) -> list[VictoryPoints]:
    """Two points for each US mechanized division gone off the west edge on Game-Turn 23 or 24."""
    return _exit_points(state, 2, 23, 24)


@rule(numbers("18.2.vp.7"), hook="victory_points")
def gone_from_turn_25(state: GameState) -> list[VictoryPoints]:
    """One point for each US mechanized division gone off the west edge on Game-Turn 25 or later."""
    return _exit_points(state, 1, 25, 99)


@rule(numbers("18.2.vp.8"), hook="victory_points")
def british_gone_east(state: GameState) -> list[VictoryPoints]:
    """Four points for each British mechanized division gone off the east edge by the end of Game-Turn 26,
    every unit of it on the British side of the army boundary as it was then."""
    last = turn_of(state.board, LAST_TURN_EAST)
    return [
        VictoryPoints(ALLIED, 4, f"{_name(units)} left by the east edge on turn {turn}")
        for _, units in _in_play(state, ALLIED, BRITISH)
        if _mechanized(units) and (turn := _left(state, units, EAST)) is not None and turn <= last
        if all(left_in_its_zone(state, u) for u in units if u.place != ELIMINATED)
    ]


# ------------------------------------------------------------------ German divisions
def _full_in_the_west(state: GameState) -> list[list[Unit]]:
    """The full German divisions, every unit of them alive and in supply west of the Orne column."""

    def stands(unit: Unit) -> bool:
        return unit.hex >= 0 and _column(state, unit.hex) < WEST_OF_ORNE and _supplied(state, unit)

    return [units for _, units in _in_play(state, GERMAN, "German") if all(stands(u) for u in units)]


@rule(numbers("18.1.vp.7"), hook="victory_points")
def full_divisions(state: GameState) -> list[VictoryPoints]:
    """One point for each full German division in supply west of column 39, mechanized ones apart."""
    full = [units for units in _full_in_the_west(state) if not _mechanized(units)]
    return [VictoryPoints(GERMAN, 1, f"{_name(units)} whole and in supply in the west") for units in full]


@rule(numbers("18.1.vp.8"), hook="victory_points")
def full_mechanized_divisions(state: GameState) -> list[VictoryPoints]:
    """Two points for each full German mechanized division in supply west of column 39."""
    full = [units for units in _full_in_the_west(state) if _mechanized(units)]
    return [VictoryPoints(GERMAN, 2, f"{_name(units)} whole and in supply in the west") for units in full]


def _lost(state: GameState, unit: Unit) -> bool:
    """Whether a German unit was eliminated west of column 48, or is out of supply there."""
    if unit.place == ELIMINATED:
        fell = state.note("fell", unit.id)
        return fell is None or _column(state, state.board.map.hex(fell)) < WEST_OF_DIVES
    return unit.hex >= 0 and _column(state, unit.hex) < WEST_OF_DIVES and not _supplied(state, unit)


def _fate(units: list[Unit]) -> str:
    return "eliminated" if all(u.place == ELIMINATED for u in units) else "cut off"


@rule(numbers("18.2.vp.1"), hook="victory_points")
def german_divisions_lost(state: GameState) -> list[VictoryPoints]:
    """One point for each whole German division and each HQ eliminated or cut off west of column 48."""
    staffs = [[u] for u in state.units.values() if u.counter.kind == "hq" and u.side == GERMAN]
    whole = [units for _, units in _in_play(state, GERMAN, "German")]
    lost = [units for units in (*whole, *staffs) if all(_lost(state, u) for u in units)]
    return [VictoryPoints(ALLIED, 1, f"{_name(units)} {_fate(units)}") for units in lost]


@rule(numbers("18.2.vp.2"), hook="victory_points")
def panzer_regiments_lost(state: GameState) -> list[VictoryPoints]:
    """One point for each panzer or panzergrenadier regiment and Tiger battalion lost or cut off there."""
    lost = [
        u for u in state.units.values() if u.counter.kind in PANZER and u.side == GERMAN and _lost(state, u)
    ]
    return [VictoryPoints(ALLIED, 1, f"{u.counter.name} {_fate([u])}") for u in lost]


__all__ = ["divisions", "mechanized_exits"]
