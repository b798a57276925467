"""Rules in our own words: what a refusal and the rules page show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hexcore.tables import DataError, read_toml


@dataclass(frozen=True)
class RuleText:
    """A rule in our own words: what a refusal and the rules page show."""

    title: str
    text: str
    kind: str = "case"
    waiver: str = ""


def rule_texts(path: Path, spelling: Callable[[str], str | None] = lambda row: row) -> dict[str, RuleText]:
    """A `rules.toml` as texts by rule id; `spelling` gives a row's id in an edition, None to leave it out."""
    texts = {}
    for row, entry in read_toml(path).items():
        id = spelling(row)
        if id is None:
            continue
        try:
            texts[id] = RuleText(
                entry["title"], entry["text"], entry.get("kind", "case"), entry.get("waiver", "")
            )
        except (KeyError, TypeError) as missing:
            raise DataError(f"{path}: rule {row!r} lacks {missing}") from None
    return texts
