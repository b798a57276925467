"""JSON forms of one board's events and states: what game files, texts and the command line carry.

A hex is its printed number. What is read is checked against the board before it becomes a state, so that a
damaged or a foreign snapshot is a ValueError that names the place, never a wrong game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import (
    PlainSerializer,
    PlainValidator,
    SerializationInfo,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import PydanticSerializationError

from hexcore.actions import ActionForm
from hexcore.board import Board
from hexcore.decisions import Decision
from hexcore.events import Answered, Asked, Committed, Event, Fought, GameEnded, Noted, apply
from hexcore.maps import HexIndex, HexMap
from hexcore.state import SCOPES, Combat, Commitment, GameState, Outcome, first_state
from hexcore.tables import first_fault
from hexcore.units import Aboard, Box, Place, Side
from hexcore.views import digest_of


def action_form(board: Board) -> ActionForm:
    """The JSON form of actions on a board, made once."""
    made: ActionForm = board.once(
        "action form", lambda: ActionForm(board.map, frozenset(board.counters), board.ruleset.actions)
    )
    return made


# ------------------------------------------------------------------ places and remembered values
def place_form(place: Place, hex_map: HexMap) -> str | dict[str, str] | None:
    """A place as plain data: a hex number, `{"box": name}`, `{"aboard": unit}`, or None."""
    if isinstance(place, Box):
        return {"box": place.name}
    if isinstance(place, Aboard):
        return {"aboard": place.carrier}
    return None if place is None else hex_map.numbers[place]


def place_from(data: object, hex_map: HexMap) -> Place:
    """The place that plain data names; ValueError when it names none."""
    if data is None:
        return None
    if isinstance(data, str):
        return hex_map.hex(data)
    if isinstance(data, Mapping) and len(data) == 1:
        ((word, name),) = data.items()
        if isinstance(name, str) and word in ("box", "aboard"):
            return Box(name) if word == "box" else Aboard(name)
    raise ValueError(f"{data!r} is no place: it is a hex number, a box, or aboard a unit")


def plain(value: object) -> Any:
    """A remembered value as plain data: None, a truth, a number, a text, a list of such for a tuple."""
    if type(value) is tuple:
        return [plain(part) for part in value]
    if value is None or type(value) in (bool, int, float, str):
        return value
    raise ValueError(f"{value!r} is no plain value, and a note holds nothing else")


HEXES = ("from", "retreated among")
"""What the core notes as a hex."""


def note_form(key: str, value: object, hex_map: HexMap) -> Any:
    """A note's value for a reader: plain data, a hex by its number."""
    if key in HEXES and type(value) is int and 0 <= value < len(hex_map):
        return hex_map.numbers[value]
    return plain(value)


def remembered(data: object) -> Any:
    """Plain data as a remembered value: lists were tuples."""
    if isinstance(data, (list, tuple)):
        return tuple(remembered(part) for part in data)
    return plain(data)


def _dump_place(place: Place, info: SerializationInfo) -> Any:
    return place_form(place, (info.context or {})["map"])


def _load_place(data: object, info: ValidationInfo) -> Place:
    return place_from(data, (info.context or {})["map"])


PlaceForm = Annotated[Any, PlainValidator(_load_place), PlainSerializer(_dump_place)]
Remembered = Annotated[Any, PlainValidator(remembered), PlainSerializer(plain)]
Word = StrictStr


# ------------------------------------------------------------------ decisions
def core_decisions() -> list[type[Any]]:
    """The decision classes of the core: all that a game can ask by default, and what a ruleset has in use."""
    from hexcore import combat, commitments, movement_phase, referee, results, setup  # noqa: F401

    loaded = [(name, module) for name, module in list(sys.modules.items()) if name.startswith("hexcore.")]
    # a module that another thread is importing still lacks classes: it must not be remembered without them
    whole = (name for name, module in loaded if not getattr(module.__spec__, "_initializing", False))
    return list(_decisions_in(tuple(whole)))


@lru_cache(maxsize=8)
def _decisions_in(names: tuple[str, ...]) -> tuple[type[Any], ...]:
    modules = [sys.modules[name] for name in names]
    return tuple(value for module in modules for value in vars(module).values() if _is_decision(value))


def _is_decision(value: object) -> bool:
    """A concrete decision class: a dataclass of a literal kind that refuses and answers."""
    kind = getattr(value, "__dataclass_fields__", {}).get("kind")
    concrete = isinstance(value, type) and kind is not None and hasattr(value, "refusal")
    return concrete and value.__module__.startswith("hexcore.")


class DecisionForm:
    """Decisions of one board as plain data and back: the core's and the ruleset's, by their `kind`."""

    def __init__(self, board: Board) -> None:
        self._context = {"map": board.map}
        classes = (*core_decisions(), *board.ruleset.decisions)
        self._classes = {cls.__dataclass_fields__["kind"].default: cls for cls in classes}

    def dump(self, decision: Any) -> dict[str, Any]:
        """A decision as plain data, `kind` first. ValueError for a class the ruleset does not name."""
        if self._classes.get(decision.kind) is not type(decision):
            raise ValueError(f"{type(decision).__name__} is missing from the ruleset's `decisions`")
        data: dict[str, Any] = _adapter(type(decision)).dump_python(
            decision, context=self._context, mode="json"
        )
        return {"kind": data.pop("kind"), **data}

    def load(self, data: object) -> Any:
        """A decision from plain data; ValueError for an unknown kind or a wrong field."""
        kind = data.get("kind") if isinstance(data, Mapping) else None
        if not isinstance(kind, str) or kind not in self._classes:
            raise ValueError(f"unknown kind of decision {kind!r}")
        return _load(self._classes[kind], data, self._context, kind)


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(cls: Any) -> TypeAdapter[Any]:
    """The pydantic adapter of a class, made at first use."""
    if cls not in _ADAPTERS:
        _ADAPTERS[cls] = TypeAdapter(cls)
    return _ADAPTERS[cls]


def _load(cls: Any, data: object, context: Mapping[str, Any], where: str) -> Any:
    try:
        return _adapter(cls).validate_python(data, context=dict(context))
    except ValidationError as fault:
        raise ValueError(f"{where}: {first_fault(fault)}") from None


# ------------------------------------------------------------------ states
@dataclass(frozen=True)
class SavedState:
    """A state as it is written: mappings whose keys are several words are lists, in their order."""

    turn: StrictInt
    phase: StrictInt
    closing: StrictBool
    units: dict[Word, tuple[PlaceForm, StrictInt]]
    stacks: list[tuple[HexIndex, tuple[Word, ...]]]
    markers: list[tuple[Word, Word, StrictInt]]
    tracks: dict[Word, StrictInt | StrictStr]
    control: list[tuple[HexIndex, Word]]
    notes: list[tuple[Word, Word, Word, Remembered]]
    combats: tuple[Combat, ...]
    combats_begun: StrictInt
    rolls: StrictInt
    agenda: list[Any]
    commitments: tuple[Commitment, ...]
    openings: dict[Word, tuple[Word, Word]]
    outcome: Outcome | None
    hash: Word


class StateForm:
    """Whole states of one board as plain data and back, exactly."""

    def __init__(self, board: Board) -> None:
        self.board, self._context = board, {"map": board.map}
        self._decisions = DecisionForm(board)

    def dump(self, state: GameState) -> dict[str, Any]:
        """A state as plain data. ValueError when a note or a decision holds what no file can."""
        saved = SavedState(
            turn=state.turn,
            phase=state.phase,
            closing=state.closing,
            units={id: (unit.place, unit.losses) for id, unit in state.units.items()},
            stacks=list(state.stacks.items()),
            markers=[(*key, count) for key, count in state.markers.items()],
            tracks=dict(state.tracks),
            control=list(state.control.items()),
            notes=[(*key, value) for key, value in state.notes.items()],
            combats=state.combats,
            combats_begun=state.combats_begun,
            rolls=state.rolls,
            agenda=[self._decisions.dump(decision) for decision in state.agenda],
            commitments=state.commitments,
            openings=dict(state.openings),
            outcome=state.outcome,
            hash=state.hash,
        )
        try:
            plain_data: dict[str, Any] = _adapter(SavedState).dump_python(
                saved, context=self._context, mode="json"
            )
        except PydanticSerializationError as fault:
            raise ValueError(str(fault)) from None
        return plain_data

    def load(self, data: object, *, proved: bool = True) -> GameState:
        """The state that plain data describes; ValueError naming the place where it does not hold.

        Not *proved*, it need not be the one that was saved: its hash is what comes of it.
        """
        saved: SavedState = _load(SavedState, data, self._context, "state")
        self._check(saved)
        agenda = tuple(self._decisions.load(decision) for decision in saved.agenda)
        bare = first_state(self.board, saved.units)
        state = bare.evolve(
            turn=saved.turn,
            phase=saved.phase,
            closing=saved.closing,
            stacks=dict(saved.stacks),
            markers={(marker, subject): count for marker, subject, count in saved.markers},
            tracks=saved.tracks,
            control={hex: Side(side) for hex, side in saved.control},
            notes={(scope, key, subject): value for scope, key, subject, value in saved.notes},
            combats=saved.combats,
            combats_begun=saved.combats_begun,
            rolls=saved.rolls,
            agenda=agenda,
            commitments=saved.commitments,
            openings=saved.openings,
            outcome=saved.outcome,
        )
        state = state.evolve(digest=digest_of(state))
        if proved and state.hash != saved.hash:
            raise ValueError("state.hash: this is not the state that was saved")
        return state

    def _check(self, saved: SavedState) -> None:
        """What the types alone do not say: every name is known, and stacks and places agree."""
        board = self.board
        if saved.units.keys() != board.counters.keys():
            odd = sorted(saved.units.keys() ^ board.counters.keys())
            raise ValueError(f"state.units: {odd[0]!r} is not in this game, or is missing")
        if not -1 <= saved.phase < len(board.sequence.phases):
            raise ValueError(f"state.phase: the sequence of play has no phase {saved.phase}")
        standing = sorted((place, id) for id, (place, _) in saved.units.items() if isinstance(place, int))
        if standing != sorted((hex, id) for hex, stack in saved.stacks for id in stack):
            raise ValueError("state.stacks: the stacks do not hold the units that stand there")
        for id, (place, losses) in saved.units.items():
            if isinstance(place, Aboard) and place.carrier not in saved.units:
                raise ValueError(f"state.units.{id}: no unit {place.carrier!r} in this game")
            if not 0 <= losses <= len(board.counters[id].steps):
                raise ValueError(f"state.units.{id}: it cannot have lost {losses} steps")
        for combat in saved.combats:
            for id in (*combat.attackers, *combat.defenders):
                if id not in saved.units:
                    raise ValueError(f"state.combats: no unit {id!r} in this game")
        for scope, key, _, _ in saved.notes:
            if scope not in SCOPES:
                raise ValueError(f"state.notes: {key!r} is noted for {scope!r}, which is no scope")


# ------------------------------------------------------------------ events
class EventForm:
    """Events of one board as plain data. What is asked shows kind, rule, side and prompt, nothing more."""

    def __init__(self, board: Board) -> None:
        self._map, self._context = board.map, {"map": board.map}

    def dump(self, event: Event, state: GameState | None = None) -> dict[str, Any]:
        """An event as plain data; with the *state* after it, the question on top shows its prompt."""
        if isinstance(event, Asked):
            return {"kind": event.kind, "decisions": list(questions(event.decisions, state))}
        if isinstance(event, Answered):
            left = event.remaining
            return {"kind": event.kind} | ({"remaining": question(left, state)} if left is not None else {})
        if isinstance(event, Fought):
            return {"kind": event.kind, "combat": self.combat(event.combat)}
        if isinstance(event, GameEnded):
            return {"kind": event.kind, "outcome": event.outcome._asdict()}
        if isinstance(event, Noted):
            value = note_form(event.key, event.value, self._map)
            about = {"subject": event.subject} if event.subject else {}
            return {"kind": event.kind, "scope": event.scope, "key": event.key, **about, "value": value}
        if isinstance(event, Committed):
            return {"kind": event.kind, "commitment": event.commitment._asdict()}
        data: dict[str, Any] = _adapter(type(event)).dump_python(event, context=self._context, mode="json")
        return {"kind": data.pop("kind"), **{k: v for k, v in data.items() if v not in ("", None)}}

    def dump_all(self, before: GameState, events: Iterable[Event]) -> list[dict[str, Any]]:
        """Events in a row, from the state before them."""
        written = []
        for event in events:
            before = apply(before, event)
            written.append(self.dump(event, before))
        return written

    def combat(self, combat: Combat) -> dict[str, Any]:
        """A combat as plain data, its shifts and pledges by name."""
        data: dict[str, Any] = _adapter(Combat).dump_python(combat, context=self._context, mode="json")
        shifts = [shift._asdict() for shift in combat.shifts]
        for shift in shifts:
            hex = shift.pop("hex")
            shift |= {"hex": self._map.numbers[hex]} if hex >= 0 else {}
        return data | {"shifts": shifts, "pledges": [pledge._asdict() for pledge in combat.pledges]}


def question(decision: Decision, state: GameState | None) -> dict[str, Any]:
    """What a player is asked: kind, rule, side, and the prompt where *state* has it on the table."""
    data = {"kind": decision.kind, "rule": decision.rule, "side": str(decision.side)}
    stale = getattr(decision, "stale", None)
    if state is not None and not (stale is not None and stale(state)):
        with state.board.reading():
            data["prompt"] = decision.prompt(state)
    return data


def questions(decisions: tuple[Decision, ...], state: GameState | None) -> Iterable[dict[str, Any]]:
    """Questions in order; only the first one has its prompt, the others await their turn."""
    return (question(decision, state if n == 0 else None) for n, decision in enumerate(decisions))


__all__ = [
    "DecisionForm",
    "EventForm",
    "StateForm",
    "action_form",
    "note_form",
    "place_form",
    "place_from",
    "question",
]
