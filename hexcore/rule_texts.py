"""Rules in our own words: what a refusal and the rules page show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hexcore.tables import DataError, read_toml

MORE_KEYS = (("kind", "case"), ("waiver", ""), ("spelled", ""))
"""What else may be said of a rule, and what holds where it is not."""


@dataclass(frozen=True)
class RuleText:
    """A rule in our own words: what a refusal and the rules page show.

    `spelled` is how people cite it where its id is no number they know: `Supply (A)` for `supply.A`.
    """

    title: str
    text: str
    kind: str = "case"
    waiver: str = ""
    spelled: str = ""


def rule_texts(path: Path, spelling: Callable[[str], str | None] = lambda row: row) -> dict[str, RuleText]:
    """A `rules.toml` as texts by rule id; `spelling` gives a row's id in an edition, None to leave it out."""
    texts = {}
    for row, entry in read_toml(path).items():
        id = spelling(row)
        if id is None:
            continue
        try:
            said = (entry.get(key, default) for key, default in MORE_KEYS)
            texts[id] = RuleText(entry["title"], entry["text"], *said)
        except (KeyError, TypeError) as missing:
            raise DataError(f"{path}: rule {row!r} lacks {missing}") from None
    return texts
