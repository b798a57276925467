"""What followed an answer as one compact text: how a game file records it, and how it is read back.

A JSON list of events. Each is a list: its kind, then its fields in the order of its class in `events`, those
at the end left out that have their default. Decisions and combats in it are written in the same way, a hex is
its printed number. Openings of secrets are left out: they lie apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from hexcore.actions import Edit
from hexcore.board import Board
from hexcore.codec import action_form, core_decisions, plain, remembered
from hexcore.decisions import Decision
from hexcore.events import Committed, Event
from hexcore.maps import HexIndex

Change = Callable[[Any], Any]
EVENTS: tuple[type[Any], ...] = get_args(Event)
_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Coder(NamedTuple):
    """How a value is written as plain data, and read from it; None where nothing needs to be done."""

    write: Change | None = None
    read: Change | None = None


ASIS = Coder()


class Shape:
    """The fields of one class in their order, `kind` left out: instances as lists and back."""

    def __init__(self, cls: type[Any], names: Iterable[str], coders: Iterable[Coder]) -> None:
        self.cls, self.names, coded = cls, tuple(names), tuple(coders)
        self._writes = [coder.write for coder in coded]
        self._reads = [(n, coder.read) for n, coder in enumerate(coded) if coder.read is not None]
        self._defaults = [_default(cls, name) for name in self.names]

    def write(self, value: Any) -> list[Any]:
        """The fields as plain data, up to the last that has not its default."""
        values = [getattr(value, name) for name in self.names]
        while values and _same(values[-1], self._defaults[len(values) - 1]):
            values.pop()
        pairs = zip(values, self._writes, strict=False)
        return [part if write is None else write(part) for part, write in pairs]

    def read(self, data: list[Any]) -> Any:
        """The value that plain data describes; what is wrong with that shows in many kinds of errors."""
        for n, read in self._reads:
            if n >= len(data):
                break
            data[n] = read(data[n])
        return self.cls(*data)


def _default(cls: type[Any], name: str) -> Any:
    if hasattr(cls, "_field_defaults"):
        return cls._field_defaults.get(name, MISSING)
    field = cls.__dataclass_fields__.get(name)
    if field is None:
        return MISSING
    return field.default if field.default_factory is MISSING else field.default_factory()


class EventText:
    """The events of one board as text and back, exactly but for openings."""

    def __init__(self, board: Board) -> None:
        self._board, self._map = board, board.map
        self._shapes: dict[type[Any], Shape] = {}
        self._decisions = self._by_kind((*core_decisions(), *board.ruleset.decisions))
        self._events = self._by_kind(EVENTS)
        self._question = lru_cache(maxsize=4096)(self._question_from)

    def _by_kind(self, classes: Iterable[type[Any]]) -> dict[str, type[Any]]:
        return {cls.__dataclass_fields__["kind"].default: cls for cls in classes}

    # -------------------------------------------------------------- the door
    def dump(self, events: Iterable[Event]) -> str:
        """Events as text. ValueError when a note or a decision holds what no file can."""
        return _written([[event.kind, *self._shape(type(event)).write(event)] for event in events])

    def load(self, text: str) -> list[Event]:
        """The events that a text holds. ValueError when it holds none."""
        try:
            return [self._event(data) for data in json.loads(text)]
        except (TypeError, LookupError, AttributeError, RecursionError) as fault:
            raise ValueError(f"what followed cannot be read: {type(fault).__name__}: {fault}") from None

    def _event(self, data: list[Any]) -> Any:
        kind, *rest = data
        return self._shape(self._events[kind]).read(rest)

    # -------------------------------------------------------------- shapes
    def _shape(self, cls: type[Any]) -> Shape:
        if cls not in self._shapes:
            self._shapes[cls] = self._made(cls)
        return self._shapes[cls]

    def _made(self, cls: type[Any]) -> Shape:
        hints = get_type_hints(cls, localns={"Decision": Decision}, include_extras=True)
        if hasattr(cls, "_fields"):
            names = list(cls._fields)
        else:
            kind_is_told = _default(cls, "kind") is not MISSING
            names = [f.name for f in fields(cls) if f.init and not (kind_is_told and f.name == "kind")]
        if cls is Committed:
            names.remove("opening")
        return Shape(cls, names, [self._coder(hints[name]) for name in names])

    def _coder(self, hint: Any) -> Coder:
        """How a field of a type is written and read."""
        if hint == HexIndex:
            return Coder(self._map.numbers.__getitem__, self._map.hex)
        if hint is Any:
            return Coder(plain, remembered)
        if hint is Decision:
            return Coder(self._asked, self._asked_from)
        if hint is Edit:
            form = action_form(self._board)
            return Coder(form.dump, form.parse)
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._coder(parts[0])
        if origin in (Union, UnionType):
            return self._optional([part for part in parts if part is not type(None)])
        if origin is tuple:
            return self._row(parts)
        if isinstance(hint, type) and (hasattr(hint, "_fields") or hasattr(hint, "__dataclass_fields__")):
            shape = self._shape(hint)
            return Coder(shape.write, shape.read)
        return ASIS

    def _optional(self, parts: list[Any]) -> Coder:
        """A value that may be None; one of several types is a number or a text, and is written as it is."""
        write, read = self._coder(parts[0]) if len(parts) == 1 else ASIS
        if write is None or read is None:
            return ASIS
        return Coder(
            lambda value: None if value is None else write(value),
            lambda data: None if data is None else read(data),
        )

    def _row(self, parts: tuple[Any, ...]) -> Coder:
        """A tuple: of one type, or of one for each place."""
        if not parts:
            return Coder(list, tuple)
        coders = [self._coder(part) for part in parts if part is not Ellipsis]
        if all(coder.read is None for coder in coders):
            return Coder(list, tuple)
        if parts[-1] is Ellipsis:
            write, read = coders[0].write or _as_is, coders[0].read or _as_is
            return Coder(
                lambda value: [write(part) for part in value],
                lambda data: tuple([read(part) for part in data]),
            )
        writes, reads = ([coder[n] or _as_is for coder in coders] for n in (0, 1))
        return Coder(
            lambda value: [write(part) for write, part in zip(writes, value, strict=True)],
            lambda data: tuple([read(part) for read, part in zip(reads, data, strict=True)]),
        )

    # -------------------------------------------------------------- questions
    def _asked(self, decision: Decision) -> list[Any]:
        cls = type(decision)
        if self._decisions.get(decision.kind) is not cls:
            raise ValueError(f"{cls.__name__} is missing from the ruleset's `decisions`")
        return [decision.kind, *self._shape(cls).write(decision)]

    def _asked_from(self, data: list[Any]) -> Any:
        return self._question(_written(data))

    def _question_from(self, text: str) -> Any:
        kind, *rest = json.loads(text)
        return self._shape(self._decisions[kind]).read(rest)


def _as_is(value: Any) -> Any:
    return value


def _same(one: object, other: object) -> bool:
    """Whether two values are one and the same: 1 is not the truth."""
    return one == other and type(one) is type(other)


def event_text(board: Board) -> EventText:
    """The form of events on a board, made once."""
    made: EventText = board.once("event text", lambda: EventText(board))
    return made
