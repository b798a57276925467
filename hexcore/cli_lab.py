"""The commands of `hexcore lab`, and what each is given; what they do lies in `hexcore.lab`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

Add = Callable[[Any, str, str, str], argparse.ArgumentParser]
"""Adds one command: the commands there are, its name, what it runs, and its text."""


def add_lab(commands: Any, command: Add) -> None:
    """The laboratory's commands, under `lab`."""
    lab = command(commands, "lab", "", "compare rule systems: on paper, on one battle, over whole games")
    parts = lab.add_subparsers(
        metavar="profile|diff|crt|engage|transfer|balance|sensitivity", required=True
    )
    _add_paper(parts, command)
    for part in parts.choices.values():
        part.add_argument("--html", metavar="FILE", help="write a page that needs nothing beside it")
        part.add_argument("--csv", metavar="FOLDER", help="write its tables")


def _add_paper(parts: Any, command: Add) -> None:
    """What is drawn from the data and hooks alone."""
    text = "what drives play, drawn from rulesets"
    profile = command(parts, "profile", "lab.commands_paper:profile", text)
    profile.add_argument("rulesets", nargs="+", metavar="RULESET")
    diff = command(parts, "diff", "lab.commands_paper:diff", "two rulesets side by side")
    diff.add_argument("one", metavar="A")
    diff.add_argument("other", metavar="B")
