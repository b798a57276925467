"""A TOML file of the laboratory: what is wrong with it, with file, line and column."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from hexcore.tables import DataError, first_fault
from hexcore.toml_text import Fault, TomlText

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


class FileFault(DataError):
    """A file that does not hold: one line with file, line, column and reason."""


@contextmanager
def reading(path: Path) -> Iterator[TomlText]:
    """While this lasts, a file is read: whatever is wrong with it is told with its place."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise FileFault(f"{path}: {reason}") from None
    _must_be_toml(str(path), text)
    written = TomlText(str(path), text)
    try:
        yield written
    except Fault as fault:
        raise FileFault(placed(written, fault)) from None


def _must_be_toml(name: str, text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        at, lines = _AT.search(str(fault)), text.split("\n")
        line, column = (int(at[1]), int(at[2])) if at and at[1] else (len(lines), len(lines[-1]) + 1)
        raise FileFault(f"{name}:{line}:{column}: {_AT.sub('', str(fault))}") from None
    except (RecursionError, ValueError):
        TomlText(name, text).data()


def placed(written: TomlText, fault: Fault) -> str:
    """A fault in one line: file, line, column, reason."""
    line = written.line(fault.word, fault.table, fault.n)
    text = written.text.split("\n")[line - 1]
    found = re.search(rf"(?<![\w-]){re.escape(fault.word)}(?![\w-])", text) if fault.word else None
    column = (found.start() if found else len(text) - len(text.lstrip())) + 1
    return f"{written.name}:{line}:{column}: {fault.reason}"


def checked(adapter: TypeAdapter[Any], data: Any, arrays: tuple[str, ...]) -> Any:
    """Data in the shape of an adapter. Fault at the word that has not the right form; *arrays* names the
    tables of which there may be several."""
    try:
        return adapter.validate_python(data)
    except ValidationError as trouble:
        where = trouble.errors(include_url=False)[0]["loc"]
        words = [part for part in where if isinstance(part, str)]
        numbers = [part for part in where if isinstance(part, int)]
        table, inner = words[0] if words else "", words[1] if len(words) > 1 else ""
        if table in arrays or inner:
            raise Fault(first_fault(trouble), inner, table, numbers[0] if numbers else 0) from None
        raise Fault(first_fault(trouble), table) from None
