"""Commands for authors of rulesets: map, coverage, check, simulate."""

from __future__ import annotations

import sqlite3
import sys
from argparse import Namespace
from importlib import metadata
from pathlib import Path
from typing import Any

from hexcore import cli_text
from hexcore.cli import DONE, WRONG, Wrong, emit
from hexcore.ruleset import Ruleset, find
from hexcore.units import Side

RENDERERS = "hexcore.renderers"
BAR = 40
"""Characters of a progress bar."""


# ------------------------------------------------------------------ maps
def map_build(given: Namespace) -> None:
    """Make a ruleset's map, into its own folder or another."""
    tools = _tools(find(given.ruleset))
    if tools.build is None:
        raise Wrong(f"the map of {given.ruleset!r} was typed in by hand: it is not built")
    folder = Path(given.output) if given.output else tools.folder
    folder.mkdir(parents=True, exist_ok=True)
    tools.build(folder)
    emit(given, {"folder": str(folder)}, str(folder))


def map_check(given: Namespace) -> int:
    """Prove a map: `file:line: finding`, exit status 2 on any."""
    from hexcore.mapcheck import check_folder

    tools = _tools(find(given.ruleset))
    folder = Path(given.folder) if given.folder else tools.folder
    findings = check_folder(folder, tools.words)
    if tools.differences is not None:
        findings = [*findings, *tools.differences(folder)]
    value = [{"file": str(f.path), "line": f.line, "finding": f.text} for f in findings]
    emit(given, value, "\n".join(map(str, findings)) or "no findings")
    if findings:
        print(f"hexcore: {len(findings)} findings in {folder}", file=sys.stderr)
    return WRONG if findings else DONE


def map_draw(given: Namespace) -> None:
    """A picture of a map: SVG by the core, any other ending by an installed renderer."""
    ruleset, path = find(given.ruleset), Path(given.output)
    if not path.parent.is_dir():
        raise Wrong(f"{path}: there is no folder {path.parent}")
    if path.suffix == ".svg":
        from hexcore.mapdraw import svg

        path.write_text(svg(ruleset.map, ruleset.presentation), encoding="utf-8")
    else:
        _renderer(path)(ruleset.map, ruleset.presentation, path)
    emit(given, {"file": str(path)}, str(path))


def _renderer(path: Path) -> Any:
    points = sorted(metadata.entry_points(group=RENDERERS), key=lambda point: point.name)
    if not points:
        raise Wrong(f"no renderer for {path.suffix or path.name!r} is installed; .svg needs none")
    try:
        return points[0].load()
    except Exception as fault:  # a plugin's import can fail in any way
        raise Wrong(f"the renderer {points[0].name!r} cannot be used: {fault}") from None


def _tools(ruleset: Ruleset) -> Any:
    if ruleset.map_tools is None:
        raise Wrong(f"ruleset {ruleset.id!r} brings no map tools")
    return ruleset.map_tools


# ------------------------------------------------------------------ rules
def coverage(given: Namespace) -> int:
    """Which rules are coded and tested; with `--prove`, whether their tests need them."""
    from hexcore import coverage as covering

    ruleset = find(given.ruleset)
    if given.prove:
        return _prove(given, ruleset)
    rows = covering.report(ruleset)
    text = cli_text.table(
        [(r["rule"], r["kind"], len(r["code"]), len(r["tests"]), r["waiver"], r["title"]) for r in rows],
        ("rule", "kind", "code", "tests", "waiver", "title"),
    )
    emit(given, rows, text)
    problems = covering.problems(rows)
    if problems:
        print(f"hexcore: {len(problems)} gaps, the first one: {problems[0]}", file=sys.stderr)
    return WRONG if problems else DONE


def _prove(given: Namespace, ruleset: Ruleset) -> int:
    from hexcore.coverage import NoTests, prove

    rows = []
    try:
        for rule, proved, seconds in prove(ruleset):
            rows.append({"rule": rule, "proved": proved, "seconds": round(seconds, 2)})
            if not given.json:
                print(f"{rule}: {'proved' if proved else 'NOT PROVED'}", flush=True)
    except NoTests as fault:
        raise Wrong(str(fault)) from None
    if given.json:
        emit(given, rows, "")
    unproved = [row["rule"] for row in rows if not row["proved"]]
    if unproved:
        print(f"hexcore: no test fails without {', '.join(map(str, unproved))}", file=sys.stderr)
    return WRONG if unproved else DONE


def check(given: Namespace) -> int:
    """Does a ruleset conform? What does not hold, and exit status 2."""
    from hexcore.conformance import conformance

    failures = conformance(find(given.ruleset))
    value = [
        {"check": f.check, "text": f.text, "scenario": f.scenario, "seed": f.seed, "answers": f.answers}
        for f in failures
    ]
    emit(given, value, "\n".join(map(str, failures)) or f"{given.ruleset} conforms")
    if failures:
        print(f"hexcore: {given.ruleset} does not conform: {len(failures)} failures", file=sys.stderr)
    return WRONG if failures else DONE


def simulate(given: Namespace) -> None:
    """Whole games without a window, kept in a database."""
    from hexcore.simulate import SimulationFault, run

    ruleset = find(given.ruleset)
    ruleset.scenario(given.scenario)
    if given.games < 1 or given.jobs < 1:
        raise Wrong("--games and --jobs are at least 1")
    players = players_given(given.players, ruleset)
    out = Path(given.output)
    if not out.parent.is_dir():
        raise Wrong(f"{out}: there is no folder {out.parent}")
    try:
        rows = run(ruleset, given.scenario, given.games, players, given.jobs, given.seed, out, progress)
    except (SimulationFault, sqlite3.Error) as fault:
        raise Wrong(f"{out}: {fault}") from None
    emit(given, rows, f"{out}: {len(rows)} games")


def progress(done: int, games: int) -> None:
    """A bar on a terminal; nothing where nobody looks."""
    if sys.stderr.isatty():
        filled = BAR * done // games
        end = "\n" if done == games else ""
        print(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done} of {games} games", end=end, file=sys.stderr)


def players_given(text: str, ruleset: Ruleset) -> dict[Side, str]:
    """`SIDE=KIND,…` as a mapping; a side not named is played at random."""
    players = dict.fromkeys(ruleset.sides, "random")
    for pair in filter(None, text.split(",")):
        side, equals, kind = pair.partition("=")
        if not equals or side not in players:
            raise Wrong(f"a player is written SIDE=KIND, with a side of {', '.join(players)}, not {pair!r}")
        players[Side(side)] = kind
    return players
