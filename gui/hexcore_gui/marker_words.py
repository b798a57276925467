"""Markers laid and taken away, as the log tells it: many of a kind in one line."""

from __future__ import annotations

from collections.abc import Sequence

from hexcore.events import Marked
from hexcore_gui.stage import Stage

ALONE, MOST_NAMED = 2, 6
"""So many of a kind are told one by one; of more, so many are named."""


def marked_texts(stage: Stage, events: Sequence[Marked]) -> list[str]:
    """One text for each marker; where many of a kind are laid or taken at once, one for all of them."""
    groups: dict[tuple[str, int], list[Marked]] = {}
    for event in events:
        groups.setdefault((event.marker, event.count), []).append(event)
    found = []
    for (marker, number), group in groups.items():
        if len(group) <= ALONE:
            found += [_text(stage, marker, number, _subject(stage, event)) for event in group]
        else:
            names = [_subject(stage, event) for event in group]
            rest = len(names) - MOST_NAMED
            more = f" and {rest} more" if rest > 0 else ""
            found.append(f"{_word(stage, marker, number)}: {', '.join(names[:MOST_NAMED])}{more}")
    return found


def _subject(stage: Stage, event: Marked) -> str:
    return stage.unit_name(event.subject) if event.subject in stage.board.counters else event.subject


def _word(stage: Stage, marker: str, number: int) -> str:
    """The marker in words; taken away, as the looks say it for none, else that it is no longer so."""
    look = stage.presentation.marker_look(marker)
    if number:
        return look.told(number)
    return look.words.get("0") or f"No longer {look.text[:1].lower()}{look.text[1:]}"


def _text(stage: Stage, marker: str, number: int, where: str) -> str:
    word = _word(stage, marker, number)
    return f"{where}: {word[:1].lower()}{word[1:]}"
