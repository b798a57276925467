"""The command that begins a new ruleset."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from hexcore.cli import emit


def new_ruleset(given: Namespace) -> None:
    """Write a distribution that installs and plays, and say what comes next."""
    from hexcore.new_ruleset import names_of, new_ruleset as begin

    names = names_of(given.name)
    home = begin(given.name, Path(given.output) if given.output else None)
    value = {"id": names.name, "package": names.package, "folder": str(home)}
    steps = f"pip install -e {home}; hexcore check {names.name}; hexcore dev {names.name}"
    emit(given, value, f"{home}: the ruleset {names.name}. Next: {steps}")
