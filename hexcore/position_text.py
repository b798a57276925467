"""A game as it stands, written as a position file: what another game can start from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hexcore.game import Game
from hexcore.positions import Position
from hexcore.state import GameState
from hexcore.units import Aboard, Box, Side, Unit

LEFT_OUT = "# Not in it: what the phase has seen so far, secrets, and markers that lie on hexes."


def position_text(game: Game, viewer: Side | None = None, start: Position | None = None) -> str:
    """The TOML of a position: turn, phase, tracks, control, every unit; or what one side may see of it.

    *start* is the position the game itself started from: its changes of the ground are kept. What the phase
    has seen so far (units that moved, attacks made) no position holds: a game from it begins the phase anew.
    """
    return text_of(game.view(viewer), start)


def text_of(state: GameState, start: Position | None = None) -> str:
    """The TOML of a state, as for a game in it."""
    parts = (_head(state), _ground(start), _tracks(state), _control(state), _units(state))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(state: GameState) -> Iterator[str]:
    board = state.board
    yield LEFT_OUT
    yield f"ruleset = {_written(board.ruleset.id)}"
    yield f"scenario = {_written(board.scenario.id)}"
    yield f"turn = {state.turn}"
    yield f"phase = {_written(board.sequence.phases[state.phase].id)}"
    yield "clear_units = true"


def _ground(start: Position | None) -> Iterator[str]:
    if start is None:
        return
    entries = start.entries
    if entries.clear_ground:
        yield f"clear_ground = {_written(list(entries.clear_ground))}"
    for name, changes in (("ground", entries.ground), ("hexside", entries.hexside)):
        if changes:
            yield f"{name} = [{', '.join(_inline(change) for change in changes)}]"


def _tracks(state: GameState) -> Iterator[str]:
    yield "\n[tracks]"
    yield from (f"{_key(id)} = {_written(value)}" for id, value in state.tracks.items() if id != "turn")


def _control(state: GameState) -> Iterator[str]:
    yield "\n[control]"
    numbers = state.board.map.numbers
    held = sorted((numbers[hex], str(side)) for hex, side in state.control.items())
    yield from (f"{_key(number)} = {_written(side)}" for number, side in held)


def _units(state: GameState) -> Iterator[str]:
    for unit in state.units.values():
        if unit.place is None or unit.counter.id not in state.board.counters:
            continue
        entry = {"id": unit.id, **_place(state, unit)}
        if unit.losses:
            entry["losses"] = unit.losses
        markers = [kind for (kind, on), n in state.markers.items() if on == unit.id for _ in range(n)]
        if markers:
            entry["markers"] = markers
        yield "\n[[unit]]"
        yield from (f"{key} = {_written(value)}" for key, value in entry.items())


def _place(state: GameState, unit: Unit) -> dict[str, Any]:
    match unit.place:
        case Box(name):
            return {"box": name}
        case Aboard(carrier):
            return {"aboard": carrier}
    return {"hex": state.board.map.numbers[unit.hex]}


def _inline(table: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{_key(key)} = {_written(value)}" for key, value in table.items()) + " }"


def _key(word: str) -> str:
    return word if word.replace("-", "").replace("_", "").isalnum() and word.isascii() else _written(word)


def _written(value: str | int | bool | Iterable[Any]) -> str:
    """A value as TOML writes it: for words, numbers and lists of them JSON is the same."""
    return json.dumps(value, ensure_ascii=False)
