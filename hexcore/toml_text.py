"""A TOML file that a player wrote: its data, and the line on which a word of it stands."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from hexcore.tables import DataError, beyond_reading

_COMMENT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'[^'\n]*')|#[^\n]*""")
_HEADING = re.compile(r"^[ \t]*\[", re.MULTILINE)
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)$")


class Fault(ValueError):
    """Something wrong in a file: the reason, the offending word, and in which entry of which table."""

    def __init__(self, reason: str, word: str = "", table: str = "", n: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.word, self.table, self.n = reason, word, table, n


class TomlText:
    """The text of a TOML file under its name."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self._bare = _COMMENT.sub(lambda m: m[1] or " " * len(m[0]), text)

    def data(self) -> dict[str, Any]:
        """The file as plain data. DataError with file and line when it is no TOML."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as fault:
            reason = str(fault)
            at = _AT_LINE.search(reason)
            line = int(at[1]) if at else self.text.count("\n") + 1
            raise DataError(f"{self.name}:{line}: {_AT_LINE.sub('', reason)}") from None
        except (RecursionError, ValueError) as trouble:  # brackets without end; a number of 5,000 digits
            raise DataError(f"{self.name}: {beyond_reading(trouble)}") from None

    def error(self, fault: Fault) -> str:
        """A fault in one line: file, line, reason."""
        return f"{self.name}:{self.line(fault.word, fault.table, fault.n)}: {fault.reason}"

    def line(self, word: str = "", table: str = "", n: int = 0) -> int:
        """The line on which a word stands, looked for in the n-th entry of a table, where one is named."""
        start, end = self._span(table, n) if table else (0, len(self._bare))
        found = _word(word).search(self._bare, start, end) if word else None
        return self._bare.count("\n", 0, found.start() if found else start) + 1

    def _span(self, table: str, n: int) -> tuple[int, int]:
        """Where the n-th entry of a table, or of an array of tables, begins and ends."""
        name = re.escape(table)
        heads = list(re.finditer(rf"^[ \t]*(\[\[?)\s*{name}\s*\]", self._bare, re.MULTILINE))
        if n < len(heads):
            after = _HEADING.search(self._bare, heads[n].end())
            return heads[n].start(), after.start() if after else len(self._bare)
        inline = re.search(rf"^[ \t]*{name}\s*[=.]", self._bare, re.MULTILINE)
        if inline is None:
            return 0, len(self._bare)
        entries = list(re.finditer(r"\{[^{}]*\}", self._bare[inline.end() :]))
        if n < len(entries):
            return inline.end() + entries[n].start(), inline.end() + entries[n].end()
        return inline.start(), len(self._bare)


def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
