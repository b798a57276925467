"""Words of a ruleset folder that name something of another file, and whether they name it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from hexcore.corrected_words import listed, nearest
from hexcore.toml_places import Where


class Names(NamedTuple):
    """What a text is the name of: a word of the vocabulary."""

    what: str


SideName = Annotated[str, Names("side")]
EitherSide = Annotated[str, Names("side, or either")]
Kind = Annotated[str, Names("kind of counter")]
UnitId = Annotated[str, Names("counter")]
HexNumber = Annotated[str, Names("hex")]
GroupName = Annotated[str, Names("group of hexes")]
Ground = Annotated[str, Names("hex or group of hexes")]
TerrainWord = Annotated[str, Names("terrain word")]
HexsideWord = Annotated[str, Names("hexside word")]
MobilityClass = Annotated[str, Names("mobility class")]
ScenarioId = Annotated[str, Names("scenario")]
OptionId = Annotated[str, Names("option")]
RULE_NUMBER = "rule number"
RuleNumber = Annotated[str, Names(RULE_NUMBER)]
CustomName = Annotated[str, Names("custom")]
ResultWord = Annotated[str, Names("result word")]

Vocabulary = Mapping[str, frozenset[str]]
"""The names there are, by what they are names of. What is left out is not looked at."""


class Reference(NamedTuple):
    """A name used in a file: where, what it should be the name of, and the name."""

    where: Where
    what: str
    name: str
    is_key: bool = False


def references(hint: Any, value: Any, where: Where = ()) -> Iterator[Reference]:
    """Every name used in a value, by the annotations of its type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        what = next((mark.what for mark in args[1:] if isinstance(mark, Names)), "")
        if what and isinstance(value, str):
            yield Reference(where, what, value)
        else:
            yield from references(args[0], value, where)
    elif origin in (list, tuple) and isinstance(value, list | tuple):
        for n, part in enumerate(value):
            yield from references(args[0], part, (*where, n))
    elif origin is dict and isinstance(value, dict):
        for key, part in value.items():
            yield from (one._replace(is_key=True) for one in references(args[0], key, (*where, key)))
            yield from references(args[1], part, (*where, key))
    elif hasattr(type(value), "model_fields") or dataclasses.is_dataclass(value):
        yield from _of_fields(value, where)
    elif args and value is not None:  # one form of several
        for one in args:
            yield from references(one, value, where)


def _of_fields(value: Any, where: Where) -> Iterator[Reference]:
    cls = type(value)
    named: Mapping[str, Any] = getattr(cls, "model_fields", {})
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if hasattr(value, name):
            key = named[name].alias or name if name in named else name
            yield from references(hint, getattr(value, name), (*where, key))


def inner(hint: Any, step: str | int) -> Any:
    """The type of what lies one step inside a type: under a key, or at a number."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return inner(args[0], step)
    if origin in (list, tuple):
        return args[0]
    if origin is dict:
        return args[1]
    if args and (origin is Union or type(hint).__name__ == "UnionType"):
        return next((found for one in args if (found := inner(one, step)) is not None), None)
    named: Mapping[str, Any] = getattr(hint, "model_fields", {})
    for name, found in named.items():
        if step in (name, found.alias):
            return found.annotation
    return None


def unknown(reference: Reference, vocabulary: Vocabulary) -> str:
    """What is wrong with a name; nothing where it is one, or where nobody knows."""
    known = vocabulary.get(reference.what)
    if known is None or reference.name in known or reference.name == "":
        return ""
    if reference.what == RULE_NUMBER:
        meant = nearest(reference.name, known).removeprefix("; the nearest is ")
        return f"rules.toml has no text for {reference.name!r}" + (f" (is {meant} meant?)" if meant else "")
    near = nearest(reference.name, known) or listed(known)
    article = "an" if reference.what[0] in "aeiou" else "a"
    return f"{reference.name!r} is not {article} {reference.what}{near}"
