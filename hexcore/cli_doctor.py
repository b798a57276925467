"""The command `doctor`: what is installed, what is broken and why.

Plugins are tried in processes of their own: a broken one breaks nothing here.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from argparse import Namespace
from importlib import metadata
from typing import Any

from hexcore.cli import Wrong, emit
from hexcore.cli_library import CLIENTS, has_display
from hexcore.cli_text import table
from hexcore.ruleset import ENTRY_POINTS

GROUPS = {
    "ruleset": ENTRY_POINTS,
    "client": CLIENTS,
    "renderer": "hexcore.renderers",
    "players": "hexcore.players",
}
PATIENCE = 60
"""Seconds a plugin may take to be imported."""

RULESET = """
import json, sys
from hexcore.cli_library import ruleset_form
from hexcore.ruleset import _found, _points
(point,) = [p for p in _points() if p.name == sys.argv[1]]
print(json.dumps(ruleset_form(_found(point))["error"]))
"""
OTHER = """
import json, sys
from importlib import metadata
(point,) = metadata.entry_points(group=sys.argv[2], name=sys.argv[1])
try:
    point.load()
    print("null")
except Exception as fault:
    print(json.dumps(f"{type(fault).__name__}: {fault}"))
"""
WINDOW = """
import json
from PyQt6.QtWidgets import QApplication
QApplication([])
print("null")
"""


def doctor(given: Namespace) -> None:
    """Everything about this installation that can go wrong, found out without taking part in it.

    With a game file: what is damaged in it, every byte accounted for.
    """
    if given.file is not None:
        _examine(given)
        return
    plugins = [_plugin(kind, point) for kind, group in GROUPS.items() for point in _points(group)]
    value = {
        "python": {"version": platform.python_version(), "executable": sys.executable},
        "distributions": _distributions(),
        "plugins": plugins,
        "window": {"error": _tried(WINDOW, window=True), "display": has_display()},
    }
    emit(given, value, _text(value))


def _examine(given: Namespace) -> None:
    """A game file, byte by byte."""
    from pathlib import Path

    from hexcore.game_damage import damage

    found = damage(Path(given.file))
    value = {"file": given.file, "damage": found}
    if found:
        more = f" (and {len(found) - 1} more findings)" if len(found) > 1 else ""
        raise Wrong(f"{given.file}: {found[0]}{more}", value)
    emit(given, value, f"{given.file}: every row and every byte is as it was written")


def _points(group: str) -> list[metadata.EntryPoint]:
    return sorted(metadata.entry_points(group=group), key=lambda point: point.name)


def _plugin(kind: str, point: metadata.EntryPoint) -> dict[str, Any]:
    error = _tried(RULESET if kind == "ruleset" else OTHER, point.name, point.group)
    home = point.dist
    return {
        "kind": kind,
        "id": point.name,
        "distribution": home.name if home else None,
        "version": home.version if home else None,
        "status": "broken" if error else "works",
        "error": error,
    }


def _distributions() -> list[dict[str, str]]:
    """hexcore, its plugins, and what it needs."""
    found: dict[str, dict[str, str]] = {}
    for dist in metadata.distributions():
        name = dist.metadata["Name"] or ""
        if (
            name.startswith("hexcore")
            or name in NEEDED
            or any(p.group in GROUPS.values() for p in dist.entry_points)
        ):
            found.setdefault(name, {"name": name, "version": dist.version})
    return [found[name] for name in sorted(found)]


NEEDED = ("networkx", "pluggy", "pydantic", "sqlite-utils", "PyQt6", "PyQt6-Qt6", "milsymbol")


def _tried(program: str, *arguments: str, window: bool = False) -> str | None:
    """What goes wrong with a small program in a process of its own; None when nothing does."""
    environment = dict(os.environ) | ({"QT_QPA_PLATFORM": "offscreen"} if window else {})
    try:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it does not answer within {PATIENCE} seconds"
    try:
        error: str | None = json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        return f"the process ended with status {done.returncode}: {last[0]}"
    return error


def _text(value: dict[str, Any]) -> str:
    window = value["window"]
    shown = window["error"] or ("works" if window["display"] else "works, but there is no display")
    lines = [
        f"Python {value['python']['version']}, {value['python']['executable']}",
        "",
        table([(d["name"], d["version"]) for d in value["distributions"]], ("distribution", "version")),
        "",
        table(
            [
                (p["kind"], p["id"], p["distribution"], p["version"], p["error"] or "works")
                for p in value["plugins"]
            ],
            ("plugin", "id", "distribution", "version", "state"),
        ),
        "",
        f"window: {shown}",
    ]
    return "\n".join(lines)
