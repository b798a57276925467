"""A `presentation.toml` against its published schema: every key and word of it, each fault with its place.

The client that draws is another distribution; what it knows to draw is published as a JSON Schema in
`hexcore/schemas`, and that is read here as far as such files need it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hexcore.checkup import Flaw
from hexcore.corrected_words import listed, nearest
from hexcore.toml_places import Places, Spot, Where

SCHEMA = Path(__file__).parent / "schemas" / "presentation.json"
TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}
CALLED = {
    "string": "a text in quotes",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a table",
}


class Wrong(NamedTuple):
    """What is wrong at an entry; at its key, or at its value."""

    where: Where
    text: str
    at_key: bool = False


def flaws(path: Path) -> Iterator[Flaw]:
    """Every fault of one file; nothing where it is no TOML (that is told elsewhere)."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (ValueError, OSError):
        return
    places = Places(text)
    for wrong in [*_wrong(data, _schema(), ()), *_unmade(data)]:
        spot: Spot = places.key(wrong.where) if wrong.at_key else places.value(wrong.where)
        yield Flaw(wrong.text, path, spot.line, spot.column)


@cache
def _schema() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


def _wrong(value: Any, schema: Mapping[str, Any], where: Where) -> Iterator[Wrong]:
    if "$ref" in schema:
        schema = _schema()["$defs"][schema["$ref"].rpartition("/")[2]]
    forms = schema.get("anyOf")
    if forms is not None:
        tried = [list(_wrong(value, form, where)) for form in forms]
        yield from () if any(not found for found in tried) else min(tried, key=len)
        return
    key = str(where[-1]) if where else ""
    kind = schema.get("type", "")
    if kind and (
        not isinstance(value, TYPES.get(kind, object)) or (isinstance(value, bool) != (kind == "boolean"))
    ):
        yield Wrong(where, f"{key}: {CALLED.get(kind, kind)} is wanted (given {value!r})")
    elif "enum" in schema and value not in schema["enum"]:
        words = [str(word) for word in schema["enum"] if word != ""]
        near = nearest(value, words) if isinstance(value, str) else ""
        yield Wrong(where, f"{key}: {value!r} is none of {', '.join(words)}{near}")
    elif "pattern" in schema and not re.search(schema["pattern"], value):
        meant = "a colour like #4A4F55" if "A-Fa-f" in schema["pattern"] else schema["pattern"]
        yield Wrong(where, f"{key}: {value!r} is not {meant}")
    elif isinstance(value, dict):
        yield from _wrong_in_table(value, schema, where)
    elif isinstance(value, list) and "items" in schema:
        for n, part in enumerate(value):
            yield from _wrong(part, schema["items"], (*where, n))


def _wrong_in_table(table: Mapping[str, Any], schema: Mapping[str, Any], where: Where) -> Iterator[Wrong]:
    known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    for key, part in table.items():
        if key in known:
            yield from _wrong(part, known[key], (*where, key))
        elif isinstance(more, dict):
            yield from _wrong(part, more, (*where, key))
        elif more is False:
            near = nearest(key, tuple(known)) or listed(frozenset(known))
            yield Wrong((*where, key), f"no key {key!r} here{near}", at_key=True)
    for key in schema.get("required", ()):
        if key not in table:
            yield Wrong(where, f"the key {key!r} is missing", at_key=True)


def _unmade(data: Mapping[str, Any]) -> Iterator[Wrong]:
    """Nations that are named and have no body."""
    nations = data.get("nations", {})
    tables: Sequence[tuple[str, str]] = (("kinds", "nation"), ("formations", "nation"), ("units", "nation"))
    named: list[tuple[Where, Any]] = [
        ((table, id, key), look[key])
        for table, key in tables
        for id, look in _tables(data.get(table))
        if look.get(key)
    ]
    for id, side in _tables(data.get("sides")):
        listed_ = side.get("nations", [])
        named += [
            (("sides", id, "nations", n), one)
            for n, one in enumerate(listed_ if isinstance(listed_, list) else [])
        ]
    for where, nation in named:
        if isinstance(nation, str) and nation not in nations:
            near = nearest(nation, tuple(nations)) or listed(frozenset(nations))
            yield Wrong(where, f"{nation!r} is no nation under [nations]{near}")


def _tables(value: Any) -> list[tuple[str, dict[str, Any]]]:
    return (
        [(id, look) for id, look in value.items() if isinstance(look, dict)]
        if isinstance(value, dict)
        else []
    )
