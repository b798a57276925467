"""Sentences put together: capitals where they begin, and how a game has ended."""

from __future__ import annotations

from hexcore.state import Outcome


def titled_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """In the middle of a sentence; capitals further on are names."""
    return text[:1].lower() + text[1:]


def outcome_text(outcome: Outcome) -> str:
    """The level of victory and what it comes from; said once where the text begins with it."""
    told = outcome.text.lower().startswith(outcome.level.lower())
    return titled_first(outcome.text if told else f"{outcome.level}: {outcome.text}")


def standing_text(outcome: Outcome) -> str:
    """The same for the panel of points: where the text names another level first, it is counted from that."""
    first = outcome.text.partition(":")[0]
    if ":" in outcome.text and first != outcome.level and first.istitle():
        return f"{outcome.level} · counted from {outcome.text}"
    return outcome_text(outcome)
