"""Where in a ruleset's files a word is said: what a flaw of the whole names besides its text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from hexcore.checkup import Flaw

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset


class Spots:
    """The files of a ruleset, searched for words."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.folder = ruleset.folder

    def flaw(self, text: str, word: str, *patterns: str) -> Flaw:
        """A flaw where *word* stands first, in the first file of these patterns that has it."""
        for pattern in patterns:
            for path in _files(self.folder, pattern):
                found = _first(path, word)
                if found is not None:
                    return Flaw(text, path, *found)
        return Flaw(text)


def _files(folder: Path, pattern: str) -> tuple[Path, ...]:
    if not folder.is_dir():
        return ()
    return tuple(sorted(path for path in folder.rglob(pattern) if "sources" not in path.parts))


def _first(path: Path, word: str) -> tuple[int, int] | None:
    """Line and column of a whole word, comments left out."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    for number, line in enumerate(lines, 1):
        found = None if line.lstrip().startswith("#") else pattern.search(line)
        if found is not None:
            return number, found.start() + 1
    return None
