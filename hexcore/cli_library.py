"""Commands on what is installed: rulesets, scenarios, play."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from hexcore import cli_text, disabled
from hexcore.cli import Wrong, emit
from hexcore.corrected_words import nearest
from hexcore.record import engine_version
from hexcore.ruleset import Found, Ruleset, Scenario, Track, find, installed

CLIENTS = "hexcore.clients"
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""On Linux one of these says where a window can be shown."""


def version(_given: Namespace) -> None:
    """The version of hexcore that is running."""
    print(f"hexcore {engine_version()}")


def rulesets(given: Namespace) -> None:
    """What is installed; a broken ruleset says why, and the others work. Switches one off, or on again."""
    if given.disable or given.enable:
        _switch(given)
        return
    trouble = disabled.fault()
    if trouble:
        print(f"hexcore: {trouble}: no ruleset is disabled by it", file=sys.stderr)
    rows = [ruleset_form(found) for found in installed()]
    text = cli_text.table(
        [(r["id"], r["title"], r["edition"], r["version"], r["error"] or r["status"]) for r in rows],
        ("id", "title", "edition", "version", "status"),
    )
    emit(given, rows, text)


def _switch(given: Namespace) -> None:
    """Disable or enable a ruleset; one that is not installed any more can still be enabled."""
    id, on = given.enable or given.disable, bool(given.enable)
    known = {found.id for found in installed(load=False)}
    if id not in known and not (on and id in disabled.disabled()):
        raise Wrong(f"no ruleset {id!r}{nearest(id, frozenset(known))}")
    path = disabled.enable(id) if on else disabled.disable(id)
    status = "enabled" if on else "disabled"
    emit(given, {"id": id, "status": status, "file": str(path)}, f"{id} is {status} ({path})")


def ruleset_form(found: Found) -> dict[str, Any]:
    """One installed ruleset, its data looked into; of a broken or disabled one what its metadata says."""
    error = found.error
    ruleset = found.ruleset
    facts: dict[str, Any] = {
        "title": found.title or None,
        "edition": found.edition or None,
        "version": found.version or None,
        "hash": None,
    }
    if ruleset is not None:
        try:
            facts = {key: getattr(ruleset, key) for key in facts}
            _look_into(ruleset)
            facts["status"] = ruleset.status
        except Exception as fault:  # a plugin's data can be wrong in any way; it is reported
            error = f"{type(fault).__name__}: {fault}"
    if found.disabled:
        facts["status"], error = "disabled", ""
    if error:
        facts["status"] = "broken"
    return {"id": found.id, **facts, "error": error or None}


def _look_into(ruleset: Ruleset) -> None:
    """Everything a game needs of a ruleset, read once; of one that is only a map, the map."""
    len(ruleset.map)
    for scenario in ruleset.scenarios.values():
        ruleset.board(scenario.id)


def scenarios(given: Namespace) -> None:
    """The scenarios of a ruleset with their phases, tracks and options."""
    ruleset = find(given.ruleset)
    phases = [{"id": p.id, "side": p.side, "rule": p.rule} for p in ruleset.sequence.phases]
    rows = [_scenario_form(ruleset, scenario, phases) for scenario in ruleset.scenarios.values()]
    text = cli_text.table(
        [(r["id"], r["title"], f"{r['first_turn']}-{r['last_turn']}", _options(r["options"])) for r in rows],
        ("id", "title", "turns", "options"),
    )
    emit(given, rows, text if rows else f"{ruleset.id} is {ruleset.status}: it has no scenario")


def _scenario_form(ruleset: Ruleset, scenario: Scenario, phases: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": scenario.id,
        "title": scenario.title,
        "turns": scenario.last_turn - scenario.first_turn + 1,
        "first_turn": scenario.first_turn,
        "last_turn": scenario.last_turn,
        "sides": list(ruleset.sides),
        "phases": phases,
        "tracks": [_track_form(track) for track in scenario.tracks],
        "options": [
            {
                "id": option.id,
                "default": option.default,
                "values": list(option.values),
                "rule": option.rule,
                "text": option.text,
            }
            for option in scenario.options
        ],
    }


def _track_form(track: Track) -> dict[str, Any]:
    if track.words:
        return {"id": track.id, "min": None, "max": None, "words": list(track.words)}
    return {"id": track.id, "min": track.low, "max": track.high}


def _options(options: list[Mapping[str, Any]]) -> str:
    return " ".join(f"{option['id']}={option['default']}" for option in options)


# ------------------------------------------------------------------ play
def play(given: Namespace) -> int:
    """Open an installed client with a game file, with a new game, or with nothing chosen."""
    _check_given(given.what)
    return client(list(given.what))


def client(what: list[str]) -> int:
    """What the installed client answers to some words; Wrong where there is none, or no display."""
    clients = sorted(metadata.entry_points(group=CLIENTS), key=lambda point: point.name)
    if not clients:
        raise Wrong("no client is installed: install hexcore-gui")
    if not has_display():
        raise Wrong("there is no display to open a window on: DISPLAY and WAYLAND_DISPLAY are not set")
    try:
        opened = clients[0].load()
    except Exception as fault:  # a client's import can fail in any way
        raise Wrong(f"the client {clients[0].name!r} cannot be opened: {fault}") from None
    return int(opened(what) or 0)


def _check_given(what: list[str]) -> None:
    """What is to be played, looked at before a window opens."""
    if len(what) > 2:
        raise Wrong("play takes a game file, or a ruleset and a scenario, or nothing")
    if len(what) == 2:
        find(what[0]).scenario(what[1])
    if len(what) == 1:
        from hexcore.gamefile import read_record

        read_record(Path(what[0]))


def has_display() -> bool:
    """Whether a window can be shown, as far as can be told without opening one."""
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in DISPLAYS)
