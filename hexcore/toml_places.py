"""Where each entry of a TOML text stands: what a fault in it names besides the file."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

Where: TypeAlias = tuple[str | int, ...]
"""An entry by its keys, and by its number in an array."""

_BLANK = re.compile(r"(?:[\s]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r"[A-Za-z0-9_-]+|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'")
_BARE = re.compile(r"[^\s,\]}#]+")
_TEXTS = (
    re.compile(r'"""(?:\\.|[^\\])*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:\\.|[^"\\\n])*"'),
    re.compile(r"'[^'\n]*'"),
)


class Spot(NamedTuple):
    """A line and a column, both from 1; 0 where none is known."""

    line: int
    column: int


class Places:
    """The places of all keys and values of a text that is sound TOML."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.keys: dict[Where, int] = {}
        self.values: dict[Where, int] = {}
        self.arrays: dict[Where, int] = {}
        self._read()

    def key(self, where: Where) -> Spot:
        """Where an entry's key stands; that of the nearest entry around it where it is not there itself."""
        return self._spot(self.keys, where)

    def value(self, where: Where) -> Spot:
        """Where an entry's value stands."""
        return self._spot(self.values, where)

    def _spot(self, table: dict[Where, int], where: Where) -> Spot:
        while where and where not in table:
            where, table = where[:-1], self.keys
        at = table.get(where, 0)
        return Spot(self.text.count("\n", 0, at) + 1, at - (self.text.rfind("\n", 0, at) + 1) + 1)

    # ---------------------------------------------------------------- reading
    def _read(self) -> None:
        current: Where = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                current = self._heading()
            else:
                self._entry(current)
            self._skip(_BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()

    def _heading(self) -> Where:
        start, array = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        where: Where = ()
        keys = self._dotted()
        for n, key in enumerate(keys):
            where = (*where, key)
            if array and n + 1 == len(keys):
                self._note(where, start)
                self.arrays[where] = self.arrays.get(where, 0) + 1
            if where in self.arrays:
                where = (*where, self.arrays[where] - 1)
        self._note(where, start)
        self.at += 2 if array else 1
        return where

    def _dotted(self) -> list[str]:
        keys: list[str] = []
        while True:
            self._skip(_SPACE)
            found = _KEY.match(self.text, self.at)
            if found is None:
                self.at += 1
                return keys
            word = found[0]
            keys.append(word[1:-1] if word[0] in "\"'" else word)
            self.at = found.end()
            self._skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return keys
            self.at += 1

    def _note(self, where: Where, at: int) -> None:
        self.keys.setdefault(where, at)
        self.values.setdefault(where, at)

    def _entry(self, around: Where) -> None:
        start, where = self.at, around
        for key in self._dotted():
            where = (*where, key)
            self._note(where, start)
        self.at += 1  # the sign between key and value
        self._skip(_SPACE)
        self._value(where)

    def _value(self, where: Where) -> None:
        self.keys.setdefault(where, self.at)
        self.values[where] = self.at
        opening = self.text[self.at : self.at + 1]
        if opening in ("[", "{"):
            self._inside(where, "]" if opening == "[" else "}")
            return
        for pattern in (*_TEXTS, _BARE):
            found = pattern.match(self.text, self.at)
            if found is not None:
                self.at = found.end()
                return
        self.at += 1

    def _inside(self, where: Where, closing: str) -> None:
        """The entries of an array or of an inline table."""
        self.at += 1
        n = 0
        while True:
            self._skip(_BLANK)
            if self.at >= len(self.text) or self.text[self.at] == closing:
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
            elif closing == "]":
                self._value((*where, n))
                n += 1
            else:
                self._entry(where)
