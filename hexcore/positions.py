"""Position files: a game that starts anywhere. A puzzle, a rules question, a test.

A position is TOML over a scenario: who stands where, the tracks, the ground of this game only. Every fault
is told with file, line and the offending text, before anything is begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import StrictBool, StrictInt, StrictStr, TypeAdapter, ValidationError

from hexcore.board import Board
from hexcore.events import Controlled, Event, Marked, TrackSet, apply, run
from hexcore.game import Dice, Game, begin, opening
from hexcore.ground_changes import GroundChanges
from hexcore.maps import HexMap
from hexcore.ruleset import Ruleset, Scenario, Track
from hexcore.state import GameState
from hexcore.tables import DataError, first_fault
from hexcore.toml_text import Fault, TomlText
from hexcore.units import Aboard, Box, Place, Side


class PositionError(DataError):
    """A position file that does not hold: its message names the file, the line and the offending text."""


@dataclass(frozen=True)
class UnitEntry:
    """One `[[unit]]`: in a hex, in a box, or aboard another unit."""

    id: StrictStr
    hex: StrictStr = ""
    box: StrictStr = ""
    aboard: StrictStr = ""
    losses: StrictInt = 0
    markers: tuple[StrictStr, ...] = ()


@dataclass(frozen=True)
class Entries:
    """What a position file says, its words not yet looked up."""

    ruleset: StrictStr
    scenario: StrictStr
    turn: StrictInt
    phase: StrictStr
    clear_units: StrictBool = False
    clear_ground: tuple[StrictStr, ...] = ()
    tracks: Mapping[str, StrictInt | StrictStr] = field(default_factory=dict)
    control: Mapping[str, StrictStr] = field(default_factory=dict)
    unit: tuple[UnitEntry, ...] = ()
    ground: tuple[Mapping[str, Any], ...] = ()
    hexside: tuple[Mapping[str, Any], ...] = ()


_ENTRIES: TypeAdapter[Entries] = TypeAdapter(Entries)


def read_position(path: Path) -> Position:
    """A position file. PositionError when it is missing, or no position."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise PositionError(f"{path}: {reason}") from None
    return position_from(text, str(path))


def position_from(text: str, name: str) -> Position:
    """A position from its text; *name* is what messages call it."""
    written = TomlText(name, text)
    try:
        data = written.data()
        _known_words(data)
        return Position(written, _ENTRIES.validate_python(data))
    except Fault as fault:
        raise PositionError(written.error(fault)) from None
    except DataError as fault:
        raise PositionError(str(fault)) from None
    except ValidationError as fault:
        raise PositionError(written.error(_where(fault))) from None


def _known_words(data: Mapping[str, Any]) -> None:
    for key in data:
        if key not in Entries.__dataclass_fields__:
            raise Fault(f"unknown word {key!r}", key)
    units = data.get("unit", ())
    for n, entry in enumerate(units if isinstance(units, list) else ()):
        for key in entry if isinstance(entry, dict) else ():
            if key not in UnitEntry.__dataclass_fields__:
                raise Fault(f"unknown word {key!r}", key, "unit", n)


def _where(fault: ValidationError) -> Fault:
    """A fault of form, at the word it is about."""
    where = fault.errors(include_url=False)[0]["loc"]
    words = [part for part in where if isinstance(part, str)]
    table, inner = words[0] if words else "", words[1] if len(words) > 1 else ""
    n = next((part for part in where if isinstance(part, int)), 0)
    if table in ("unit", "ground", "hexside", "tracks", "control"):
        return Fault(first_fault(fault), inner, table, n)
    return Fault(first_fault(fault), table)


# ------------------------------------------------------------------ a position and the games it starts
@dataclass(frozen=True)
class Position:
    """A position as written. `board` makes the board it is played on, `start` a game from it."""

    written: TomlText
    entries: Entries

    @property
    def text(self) -> str:
        return self.written.text

    def board(self, ruleset: Ruleset, scenario: str, options: Mapping[str, str] | None = None) -> Board:
        """The board of a scenario with this position's ground and set-up.

        PositionError where the position does not fit the scenario.
        """
        try:
            if self.entries.ruleset != ruleset.id:
                raise Fault(f"the position is one of {self.entries.ruleset!r}", self.entries.ruleset)
            if self.entries.scenario != scenario:
                raise Fault(f"the position is one of scenario {self.entries.scenario!r}", "scenario")
            self._when(ruleset.sequence.index, ruleset.scenario(scenario))
            board = ruleset.board(scenario, options, hex_map=self._map(ruleset))
            board.scenario = self._set_up(board)
            self._check(board)
        except Fault as fault:
            raise PositionError(self.written.error(fault)) from None
        return board

    def start(self, board: Board, dice: Dice | None = None) -> Game:
        """A new game inside the named phase of the named turn; the phases before it are skipped."""
        state = opening(board)
        if self.entries.clear_units:
            state = emptied(state, {unit.id for unit in self.entries.unit})
        for event in self._laid_out(board):
            state = apply(state, event)
        try:
            self._check_stacks(state)
        except Fault as fault:
            raise PositionError(self.written.error(fault)) from None
        state, _ = run(state, begin(state, board.sequence.index[self.entries.phase], self.entries.turn))
        return Game.at(state, dice)

    # -------------------------------------------------------------- inside
    def _map(self, ruleset: Ruleset) -> HexMap | None:
        entries = self.entries
        if not (entries.clear_ground or entries.ground or entries.hexside):
            return None
        changes = GroundChanges(ruleset)
        if entries.clear_ground:
            changes.clear(entries.clear_ground)
        for n, entry in enumerate(entries.ground):
            changes.ground(n, entry)
        for n, entry in enumerate(entries.hexside):
            changes.hexside(n, entry)
        return changes.changed()

    def _when(self, phases: Mapping[str, int], scenario: Scenario) -> None:
        entries = self.entries
        if entries.phase not in phases:
            raise Fault(f"no phase {entries.phase!r}; it is one of {', '.join(phases)}", entries.phase)
        if not scenario.first_turn <= entries.turn <= scenario.last_turn:
            turns = f"{scenario.first_turn} to {scenario.last_turn}"
            raise Fault(f"turn {entries.turn} is none of this scenario, which has {turns}", "turn")

    def _set_up(self, board: Board) -> Scenario:
        """The scenario with its set-up as this position has it."""
        places: dict[str, tuple[Place, int]] = dict(board.scenario.set_up(board.map))
        if self.entries.clear_units:
            places = {id: at for id, at in places.items() if isinstance(at[0], Box)}
        seen: set[str] = set()
        for n, unit in enumerate(self.entries.unit):
            if unit.id not in board.counters:
                raise Fault(f"no unit {unit.id!r} in {board.ruleset.id}", unit.id, "unit", n)
            if unit.id in seen:
                raise Fault(f"unit {unit.id!r} is placed twice", unit.id, "unit", n)
            seen.add(unit.id)
            steps = len(board.counters[unit.id].steps)
            most = steps if unit.box else max(steps - 1, 0)
            if not 0 <= unit.losses <= most:
                raise Fault(
                    f"{unit.id} has {steps} steps, it cannot have lost {unit.losses}", "losses", "unit", n
                )
            places[unit.id] = (self._place(board, n, unit), unit.losses)
        return replace(board.scenario, set_up=lambda _map: places)

    def _place(self, board: Board, n: int, unit: UnitEntry) -> Place:
        if sum(map(bool, (unit.hex, unit.box, unit.aboard))) != 1:
            raise Fault(f"unit {unit.id!r} is in a hex, in a box, or aboard another", unit.id, "unit", n)
        if unit.hex:
            if unit.hex not in board.map.index:
                raise Fault(f"no hex {unit.hex!r} on this map", unit.hex, "unit", n)
            return board.map.index[unit.hex]
        if unit.aboard:
            if unit.aboard not in board.counters:
                raise Fault(f"no unit {unit.aboard!r} in {board.ruleset.id}", unit.aboard, "unit", n)
            return Aboard(unit.aboard)
        if unit.box not in board.boxes:
            known = ", ".join(sorted(board.boxes))
            raise Fault(f"no box {unit.box!r}; it is one of {known}", unit.box, "unit", n)
        return Box(unit.box)

    def _check(self, board: Board) -> None:
        """Markers, tracks and control: every word of them is known."""
        phase = board.sequence.phases[board.sequence.index[self.entries.phase]]
        if phase.turns and self.entries.turn not in phase.turns:
            raise Fault(f"{phase.id} is not played on turn {self.entries.turn}", phase.id)
        markers = {*board.ruleset.presentation.get("markers", ()), *board.scenario.tags.get("markers", ())}
        for n, unit in enumerate(self.entries.unit):
            for word in unit.markers:
                if word not in markers:
                    raise Fault(f"unknown marker {word!r}", word, "unit", n)
        tracks = {track.id: track for track in board.scenario.tracks}
        for id, value in self.entries.tracks.items():
            _check_track(tracks.get(id), id, value)
        for number, side in self.entries.control.items():
            if number not in board.map.index:
                raise Fault(f"no hex {number!r} on this map", number, "control")
            if side not in board.sides:
                raise Fault(f"no side {side!r}; it is one of {', '.join(board.sides)}", side, "control")

    def _laid_out(self, board: Board) -> Iterable[Event]:
        """What lies on the map besides the units."""
        for id, value in self.entries.tracks.items():
            yield TrackSet(id, value)
        for unit in self.entries.unit:
            for marker in dict.fromkeys(unit.markers):
                yield Marked(marker, unit.id, unit.markers.count(marker))
        for number, side in self.entries.control.items():
            yield Controlled(board.map.hex(number), Side(side))

    def _check_stacks(self, state: GameState) -> None:
        """No hex this position puts a unit into holds more than the rules allow."""
        for n, unit in enumerate(self.entries.unit):
            here, rules = state.units[unit.id], state.board.rules
            stack = tuple(state.at(here.hex)) if unit.hex else ()
            if len({other.side for other in stack if rules.bars_entry(state, other)}) > 1:
                raise Fault(f"units of both sides stand in {unit.hex}", unit.hex, "unit", n)
            friends = tuple(other for other in stack if other.side == here.side)
            crowd = friends if len(friends) > 1 else ()
            for refusal in rules.may_stack(state, crowd, here.hex) if crowd else ():
                rule = f" [{refusal.rule}]" if refusal.rule else ""
                raise Fault(f"{unit.id} in {unit.hex}: {refusal.reason}{rule}", unit.hex, "unit", n)


def emptied(state: GameState, kept: Set[str]) -> GameState:
    """The map without the units that the ruleset itself has put there, and without what they controlled."""
    gone = [unit for unit in state.units.values() if unit.hex >= 0 and unit.id not in kept]
    state = state.with_units([unit.put(None) for unit in gone])
    for unit in gone:
        if unit.hex not in state.stacks:
            state = state.with_item("control", "control", unit.hex, None)
    return state


def _check_track(track: Track | None, id: str, value: int | str) -> None:
    if track is None:
        raise Fault(f"no track {id!r}", id, "tracks")
    if track.words:
        if value not in track.words:
            raise Fault(f"{id} is one of {', '.join(track.words)}, not {value!r}", id, "tracks")
    elif isinstance(value, str) or not track.low <= value <= track.high:
        raise Fault(f"{id} goes from {track.low} to {track.high}, not {value!r}", id, "tracks")
