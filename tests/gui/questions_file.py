"""The positions of `questions.jsonl`, one for each kind of question: read, and put together again.

A row holds what differs from the opening of its scenario, as `StateForm` writes it. `find_questions.py` finds
them by playing; any other with the question would do.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import crossing
import hill

from hexcore.ruleset import Ruleset, find

FILE = Path(__file__).with_name("questions.jsonl")
GAMES = ("cobra-1977", "cobra", "breakout-pursuit")
SMALL = {"hill": hill.RULESET, "crossing": crossing.RULESET}
PLANNED = {("cobra", "combat-phase"), ("cobra", "in-hand"), ("breakout-pursuit", "combat-phase")}
"""Positions that `test_plans_declared.py` goes by as well: the finder leaves them as they are."""


def read() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def ruleset(id: str) -> Ruleset:
    return SMALL.get(id) or find(id)


def put_together(opening: dict[str, Any], differs: dict[str, Any]) -> dict[str, Any]:
    """A position from the opening and what differs from it."""
    whole = {key: dict(value) if isinstance(value, dict) else value for key, value in opening.items()}
    for key, value in differs.items():
        if key.endswith(" gone"):
            for name in value:
                whole[key.removesuffix(" gone")].pop(name)
        elif isinstance(value, dict) and isinstance(whole.get(key), dict):
            whole[key].update(value)
        else:
            whole[key] = value
    return whole
