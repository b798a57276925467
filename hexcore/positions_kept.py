"""A position taken over onto another board of the same scenario: the same units, turn, phase and question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexcore.board import Board
from hexcore.codec import StateForm
from hexcore.events import run
from hexcore.game import begin
from hexcore.ruleset import Track
from hexcore.sequence import Phase
from hexcore.state import GameState


class NoPlace(ValueError):
    """What of a position has no place under the rules as they now are."""


def position_kept(state: GameState, board: Board) -> tuple[GameState, tuple[str, ...]]:
    """A position on another board, and in words what of it could not go along. NoPlace when it cannot at all.

    Where the question on the table is none any more, the phase begins again.
    """
    kept, form = _Kept(state, board), StateForm(board)
    data = kept.data()
    try:
        return form.load(data, proved=False), tuple(kept.left)
    except ValueError as fault:
        asked = fault
    if state.phase < 0 or state.closing:
        raise NoPlace(f"the question on the table is none any more: {asked}")
    try:
        bare = form.load({**data, "agenda": [], "combats": []}, proved=False)
    except ValueError as fault:
        raise NoPlace(str(fault)) from None
    begun, _ = run(bare, begin(bare, data["phase"], state.turn))
    return begun, (*kept.left, f"the phase begins again: {asked}")


class _Kept:
    """The plain data of a state, made to fit another board."""

    def __init__(self, state: GameState, board: Board) -> None:
        self.state, self.board = state, board
        self.old: dict[str, Any] = StateForm(state.board).dump(state)
        self.gone = state.board.counters.keys() - board.counters.keys()
        self.left: list[str] = []

    def data(self) -> dict[str, Any]:
        """The plain data on the other board."""
        state, hexes = self.state, self.board.map.index
        if state.commitments:
            raise NoPlace("a secret is kept, and its opening belongs to the game it was kept in")
        if state.turn > self.board.scenario.last_turn:
            raise NoPlace(f"this is turn {state.turn}, and the scenario has no such turn any more")
        units = self._units()
        return {
            **self.old,
            "phase": self._phase(),
            "units": units,
            "stacks": self._stacks(units),
            "markers": [mark for mark in self.old["markers"] if mark[1] not in self.gone],
            "tracks": self._tracks(),
            "control": [entry for entry in self.old["control"] if entry[0] in hexes],
            "notes": [note for note in self.old["notes"] if note[2] not in self.gone],
        }

    def _phase(self) -> int:
        if self.state.phase < 0:
            return -1
        n, phases = self.state.phase, self.board.sequence.phases
        was = self.state.board.sequence.phases[n]
        if was.id in self.board.sequence.index:
            return self.board.sequence.index[was.id]
        if len(phases) == len(self.state.board.sequence.phases) and _role(phases[n]) == _role(was):
            return n  # its side and kind: only its name is another one
        raise NoPlace(f"the sequence of play has no phase {was.id!r} any more")

    def _units(self) -> dict[str, Any]:
        """Where each unit is, and its losses; new ones are not in this game."""
        found: dict[str, Any] = {}
        for id, counter in self.board.counters.items():
            place, losses = self.old["units"].get(id, (None, 0))
            self._check(id, place)
            most = max(len(counter.steps) - (1 if isinstance(place, str) else 0), 0)
            found[id] = (place, min(losses, most))
        here = [id for id in self.gone if self.state.units[id].hex >= 0]
        if here:
            self.left.append(f"gone: {', '.join(sorted(here))}")
        if new := sorted(found.keys() - self.old["units"].keys()):
            self.left.append(f"not placed: {', '.join(new)}")
        return found

    def _check(self, id: str, place: Any) -> None:
        if isinstance(place, str) and place not in self.board.map.index:
            raise NoPlace(f"{id} stands in {place}, and the map has no such hex any more")
        carrier = place.get("aboard") if isinstance(place, Mapping) else None
        if carrier in self.gone:
            raise NoPlace(f"{id} is aboard {carrier}, which is gone")

    def _stacks(self, units: Mapping[str, Any]) -> list[Any]:
        stacks = [(hex, [id for id in stack if id in units]) for hex, stack in self.old["stacks"]]
        return [(hex, stack) for hex, stack in stacks if stack]

    def _tracks(self) -> dict[str, Any]:
        """Markers of tracks where they lie; of a new track at its start."""
        before = {track.id for track in self.state.board.scenario.tracks}
        now = {track.id: track for track in self.board.scenario.tracks}
        found: dict[str, Any] = {id: track.start for id, track in now.items()}
        for id, value in self.old["tracks"].items():
            if id in now and not _lies_on(now[id], value):
                self.left.append(f"track {id} starts again: it has no {value!r}")
            elif id in now or id not in before:
                found[id] = value
        return found


def _role(phase: Phase) -> tuple[str, str]:
    return phase.side, phase.kind


def _lies_on(track: Track, value: int | str) -> bool:
    if track.words:
        return value in track.words
    return isinstance(value, int) and track.low <= value <= track.high
