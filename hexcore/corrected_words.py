"""What a cell of a table may say: the words its column has, numbers, and never a hidden character."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

from hexcore.tables import Line

NUMBER = re.compile(r"[-+−–]?[\d½.|/]*")
_WORD = re.compile(r"[^\W\d_][\w-]*")
_RANGE = re.compile(r"\d+-\d+")
_BETWEEN = re.compile(r"[\s,;:()]+")
_BELOW_NOTHING = re.compile(r"(?:^|[|/\s])[-−–](?=[\d½.])")
YES_OR_NO = frozenset({"yes", "no"})
MOST_WORDS, REPEATED = 40, 3
"""A column of at most so many words, each standing there so many times on the average, takes no others."""
LONGEST = 400
"""Letters of a cell of a corrections file."""


SLIP = 0.75
"""How much alike two words are when one of them is a slip for the other."""


def slip(text: str, known: Sequence[str]) -> bool:
    """Whether a word looks like a known one written wrongly."""
    return bool(get_close_matches(text, known, 1, SLIP))


def nearest(text: str, known: Sequence[str] | frozenset[str]) -> str:
    """`; the nearest is 'x'`, or nothing where no known spelling comes near."""
    alike = [word for word in sorted(known) if word.casefold() == text.casefold()]
    close = alike or get_close_matches(text, sorted(known), 1, 0.5)
    return f"; the nearest is {close[0]!r}" if close else ""


def listed(known: frozenset[str]) -> str:
    """`; it is one of ...`, where these are few."""
    return f"; it is one of {', '.join(sorted(known))}" if 0 < len(known) <= 12 else ""


def words_in(cell: str) -> list[str]:
    """The words of a cell, less the commas and brackets between them."""
    return [word for word in _BETWEEN.split(cell) if word]


def closed(lines: Sequence[Line], column: str, names: frozenset[str] = frozenset()) -> frozenset[str]:
    """What a column of a few words over and over, and perhaps of numbers, may say; empty for any other.

    Such a column may also say *names*, the ids of the ruleset's counters, where it says one of them.
    """
    if "note" in column:
        return frozenset()
    said = [word for line in lines for word in words_in(line.cells.get(column, ""))]
    named = names if names.intersection(said) else frozenset()
    words = frozenset(word for word in said if _WORD.fullmatch(word)) - named
    known = words | named
    if not all(word in known or NUMBER.fullmatch(word) or _RANGE.fullmatch(word) for word in said):
        return frozenset()
    if words and words <= YES_OR_NO:
        return frozenset(said) | YES_OR_NO
    enough = 0 < len(words) <= MOST_WORDS and len(said) >= REPEATED * len(words)
    return frozenset(said) | named if enough and len(set(said)) > 1 else frozenset()


def below_nothing(text: str) -> bool:
    """Does a cell hold a number with a minus before it?"""
    return _BELOW_NOTHING.search(text) is not None


def counted(cells: Sequence[str]) -> bool:
    """Are numbers among these cells, and none below nothing?"""
    return any(NUMBER.fullmatch(cell) and cell for cell in cells) and not any(map(below_nothing, cells))


def hidden(text: str) -> str:
    """Which letter of a text cannot be printed (a line break, a control character); nothing where all can."""
    for letter in text if not text.isprintable() else "":
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            return f"the character U+{ord(letter):04X} cannot be printed"
    return ""


def unprintable(text: str) -> str:
    """What is wrong with the letters of a cell: a hidden one, or too many; nothing where they will do."""
    return hidden(text) or (f"longer than {LONGEST} letters" if len(text) > LONGEST else "")
