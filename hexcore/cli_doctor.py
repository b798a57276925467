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
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from typing import Any

from hexcore import API, catalogue, disabled
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
RULESET = """
import json, sys
from hexcore import deprecations
from hexcore.cli_library import ruleset_form
from hexcore.ruleset import _found, _points
point = [p for p in _points() if p.name == sys.argv[1]][int(sys.argv[3])]
found = _found(point)
form = ruleset_form(found)
print(json.dumps({"error": form["error"], "deprecations": deprecations.of(found.ruleset)}))
"""
OTHER = """
import json, sys
from importlib import metadata
point = sorted(metadata.entry_points(group=sys.argv[2], name=sys.argv[1]))[int(sys.argv[3])]
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
    plugins = _plugins()
    value = {
        "python": {"version": platform.python_version(), "executable": sys.executable},
        "distributions": _distributions(),
        "api": catalogue.shown(API),
        "disabled": {
            "file": str(disabled.config_folder() / disabled.FILE),
            "fault": disabled.fault() or None,
        },
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


def _plugins() -> list[dict[str, Any]]:
    """Every plugin with its state; several may announce one name. What a user has disabled is not tried."""
    tasks = []
    for kind, group in GROUPS.items():
        seen = Counter[str]()
        for point in _points(group):
            tasks.append((kind, point, seen[point.name]))
            seen[point.name] += 1
    with ThreadPoolExecutor(2) as two_at_a_time:
        return list(two_at_a_time.map(lambda task: _plugin(*task), tasks))


def _plugin(kind: str, point: metadata.EntryPoint, nth: int) -> dict[str, Any]:
    form = _form(kind, point)
    if kind == "ruleset" and catalogue.is_disabled(point.name):
        return form | {"status": "disabled"}
    answer = _tried(RULESET if kind == "ruleset" else OTHER, point.name, point.group, str(nth))
    if isinstance(answer, dict):
        form["deprecations"], answer = answer["deprecations"], answer["error"]
    return form | {"status": "broken" if answer else "works", "error": answer}


def _form(kind: str, point: metadata.EntryPoint) -> dict[str, Any]:
    """What a plugin's metadata says; nothing of it is imported."""
    home = point.dist
    title = {"title": catalogue.told(point).title, "deprecations": []} if kind == "ruleset" else {}
    return {
        "kind": kind,
        "id": point.name,
        "distribution": home.name if home else None,
        "version": home.version if home else None,
        "error": None,
        **title,
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


def _tried(program: str, *arguments: str, window: bool = False) -> Any:
    """What a small program in a process of its own says goes wrong; None when nothing does."""
    patience = 2 * catalogue.patience() + 20
    environment = dict(os.environ) | ({"QT_QPA_PLATFORM": "offscreen"} if window else {})
    try:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            capture_output=True,
            text=True,
            timeout=patience,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it does not answer within {patience:g} seconds"
    try:
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        return f"the process ended with status {done.returncode}: {last[0]}"


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
                (p["kind"], p["id"], p["distribution"], p["version"], p["error"] or p["status"])
                for p in value["plugins"]
            ],
            ("plugin", "id", "distribution", "version", "state"),
        ),
        "",
        *(text for p in value["plugins"] for text in p.get("deprecations", ())),
        *([value["disabled"]["fault"]] if value["disabled"]["fault"] else ()),
        f"window: {shown}",
    ]
    return "\n".join(lines)
