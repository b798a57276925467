"""The command line, a public interface: its commands, what they are given, and how they end.

Exit status: 0 done, 1 an unexpected fault, 2 the request was wrong or illegal; one line on stderr says why.
What a command does lies in the module it names, imported when it is called.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any, NoReturn

from hexcore.cli_lab import add_lab

DONE, FAULT, WRONG = 0, 1, 2
DEBUG = "HEXCORE_DEBUG"
OF_FOLDERS = ("cli_authoring:check", "cli_dev:dev", "cli_maps:check", "cli_maps:draw", "cli_maps:export")
"""Commands that look into a folder themselves: it need hold no ruleset, or none that can be read."""


class Wrong(Exception):
    """The request was wrong: one line for people, and a JSON value where the contract has one."""

    def __init__(self, reason: str, value: Any = None) -> None:
        super().__init__(reason)
        self.value = value


class _Parser(argparse.ArgumentParser):
    """argparse, which says in one line what is wrong."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise Wrong(f"{self.prog.removeprefix('hexcore').strip()}: {message}".removeprefix(": "))


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command. The exit status is answered, never raised."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in arguments
    try:
        given = parser().parse_args(arguments)
        if given.run is None:
            raise Wrong("name a command: hexcore --help lists them")
        status = _carried_out(given)
        sys.stdout.flush()
        return int(status or DONE)
    except SystemExit as end:  # --help
        return end.code if isinstance(end.code, int) else WRONG
    except BrokenPipeError:  # whoever read has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print("hexcore: interrupted", file=sys.stderr)
        return FAULT
    except Exception as fault:
        return _ended(fault, as_json)


def _carried_out(given: argparse.Namespace) -> Any:
    """The command done, the hooks that `--trace` names followed on stderr."""
    module, function = given.run.split(":")
    run = getattr(import_module(f"hexcore.{module}"), function)
    with ExitStack() as stack:
        if given.run not in OF_FOLDERS:
            _named(given, stack)
        return _followed(given, run)


def _named(given: argparse.Namespace, stack: ExitStack) -> None:
    """A folder in place of a ruleset's id (`FOLDER`, `FOLDER:SCENARIO`): in hand while the command runs."""
    from hexcore.in_hand import named

    def meant(text: str) -> str:
        name, colon, rest = text.partition(":")
        return stack.enter_context(named(name)) + colon + rest

    if given.run == "cli_library:play":
        given.what = [*map(meant, given.what[:1]), *given.what[1:]] if len(given.what) == 2 else given.what
    if getattr(given, "ruleset", None):
        given.ruleset = meant(given.ruleset)
    if getattr(given, "rulesets", None):
        given.rulesets = list(map(meant, given.rulesets))


def _followed(given: argparse.Namespace, run: Any) -> Any:
    if not getattr(given, "trace", None):
        return run(given)
    with import_module("hexcore.trace").following(given.trace):
        return run(given)


def _ended(fault: Exception, as_json: bool) -> int:
    """A fault in one line: the user's own mistake, or an unexpected one."""
    if isinstance(fault, Wrong) and fault.value is not None and as_json:
        print(json.dumps(fault.value))
    reason = " ".join(str(fault).split())
    if isinstance(fault, mistakes()):
        print(f"hexcore: {reason}", file=sys.stderr)
        return WRONG
    if os.environ.get(DEBUG):
        raise fault
    name = type(fault).__name__
    import_module("hexcore.report").keep_fault(fault)
    print(f"hexcore: unexpected fault: {name}: {reason} ({DEBUG}=1 shows more)", file=sys.stderr)
    return FAULT


MISTAKES = {
    "actions": "ActionError",
    "asking": "AskError",
    "game": "IllegalAction",
    "lab.cluster": "ClusterFault",
    "ledger": "LedgerError",
    "players": "UnknownPlayer",
    "record": "RecordError",
    "ruleset": "UnknownName",
    "tables": "DataError",
    "trace": "UnknownHook",
}
"""What the user's own mistake raises, by the module of the core that tells it."""


def mistakes() -> tuple[type[Exception], ...]:
    """The classes of mistakes, of the modules in use: no other can have told one."""
    loaded = {name: sys.modules.get(f"hexcore.{name}") for name in MISTAKES}
    return (Wrong, *(getattr(module, MISTAKES[name]) for name, module in loaded.items() if module))


def emit(given: argparse.Namespace, value: Any, text: str) -> None:
    """What a command answers: one JSON value, or a text for people."""
    print(json.dumps(value) if given.json else text)


# ------------------------------------------------------------------ the commands
def parser() -> argparse.ArgumentParser:
    """Every command with what it takes."""
    top = _Parser(prog="hexcore", description="Plays hex wargames by their real rules.")
    top.add_argument("--version", action="store_const", dest="run", const="cli_library:version")
    top.set_defaults(run=None, json=False)
    commands = top.add_subparsers(metavar="COMMAND")
    _add_games(commands)
    _add_asking(commands)
    _add_past(commands)
    _add_texts(commands)
    _add_authoring(commands)
    add_lab(commands, _command)
    return top


def _command(commands: Any, name: str, run: str, text: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    command.set_defaults(run=run)
    command.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON value"
    )
    follow = "tell on stderr what the rules of these hooks answer"
    command.add_argument("--trace", metavar="HOOK[,HOOK]", default=argparse.SUPPRESS, help=follow)
    return command


def _add_games(commands: Any) -> None:
    rulesets = _command(commands, "rulesets", "cli_library:rulesets", "what is installed")
    switch = rulesets.add_mutually_exclusive_group()
    switch.add_argument("--disable", metavar="ID", help="leave a ruleset out from now on")
    switch.add_argument("--enable", metavar="ID", help="take a disabled ruleset in again")
    scenarios = _command(commands, "scenarios", "cli_library:scenarios", "the scenarios of a ruleset")
    scenarios.add_argument("ruleset")
    new = _command(commands, "new", "cli_games:new", "begin a game in a new file")
    new.add_argument("ruleset")
    new.add_argument("scenario")
    new.add_argument("-o", "--output", required=True, metavar="FILE")
    new.add_argument("--seed", type=int, metavar="N")
    new.add_argument("--dice", metavar="DICE", help='"3 1 6", used up in order, or "typed"')
    new.add_argument("--option", action="append", default=[], metavar="ID=VALUE")
    new.add_argument("--position", metavar="P.toml")
    new.add_argument("--corrections", metavar="C.csv", help="values from your own copy, laid over the data")
    _add_answers(commands)
    _add_branches(commands)
    play = _command(commands, "play", "cli_library:play", "open a client")
    play.add_argument("what", nargs="*", metavar="FILE | RULESET SCENARIO")


def _add_answers(commands: Any) -> None:
    show = _command(commands, "show", "cli_games:show", "where everything stands")
    show.add_argument("file")
    show.add_argument("--as", dest="viewer", metavar="SIDE")
    legal = _command(commands, "legal", "cli_games:legal", "what may be done now")
    legal.add_argument("file")
    legal.add_argument("--unit", metavar="ID")
    do = _command(commands, "do", "cli_games:do", "answer the question on the table")
    do.add_argument("file")
    do.add_argument(
        "actions", nargs="+", metavar="ACTION", help="a JSON object, or - for JSON Lines on stdin"
    )
    undo = _command(commands, "undo", "cli_games:undo", "take back the last action")
    undo.add_argument("file")
    undo.add_argument("--as", dest="viewer", metavar="SIDE", help="only an action of this side")
    _command(commands, "redo", "cli_games:redo", "do again what was taken back last").add_argument("file")


def _add_branches(commands: Any) -> None:
    text = "try a way beside the game; its dice are its own, and it never leaves the file"
    branch = _command(commands, "branch", "cli_branches:branch", text)
    branch.add_argument("file")
    branch.add_argument("name", nargs="?", help="a new what-if, played from now on")
    branch.add_argument("--from", dest="n", type=int, metavar="N", help="from after action N of the game")
    branch.add_argument("--list", action="store_true", help="the branches there are (also without a name)")
    branch.add_argument("--switch", metavar="NAME", help="go over to a branch, or back to main")
    branch.add_argument("--drop", metavar="NAME", help="forget a what-if")
    bookmark = _command(commands, "bookmark", "cli_branches:bookmark", "name a place in the game")
    bookmark.add_argument("file")
    bookmark.add_argument("name", nargs="?")
    bookmark.add_argument("--at", dest="n", type=int, metavar="N", help="after action N, not the present")
    bookmark.add_argument("--text", default="", metavar="T", help="a note")
    bookmark.add_argument("--list", action="store_true", help="the bookmarks there are (also without a name)")
    bookmark.add_argument("--drop", metavar="NAME", help="take a bookmark out")


def _add_asking(commands: Any) -> None:
    ask = _command(commands, "ask", "cli_games:ask", "ask about a position")
    ask.add_argument("file")
    ask.add_argument("--as", dest="viewer", metavar="SIDE", default=None)
    questions = ask.add_subparsers(metavar="QUESTION", required=True)

    def question(name: str, text: str) -> argparse.ArgumentParser:
        asked = _command(questions, name, "cli_games:ask", text)
        asked.set_defaults(question=name)
        asked.add_argument("--as", dest="viewer", metavar="SIDE", default=argparse.SUPPRESS)
        return asked

    question("reach", "where a unit can go").add_argument("unit")
    question("why", "what forbids an action").add_argument("action")
    question("zoc", "the hexes a side controls").add_argument("side")
    question("supply", "lines of supply, or what cuts them").add_argument("unit", nargs="?")
    odds = question("odds", "a combat weighed")
    odds.add_argument("--target", nargs="+", required=True, metavar="HEX")
    odds.add_argument("--attackers", nargs="+", required=True, metavar="ID")
    odds.add_argument("--kind", default="attack")
    odds.add_argument("--with", dest="support", default="{}", metavar="JSON")
    question("victory", "points and level as they stand")


def _add_past(commands: Any) -> None:
    replay = _command(commands, "replay", "cli_texts:replay", "play a game again from the start")
    replay.add_argument("file")
    replay.add_argument("--verify", action="store_true", help="check every hash, and every byte of the file")
    place = "N|BOOKMARK|TURN:|TURN:PHASE"
    replay.add_argument("--to", metavar=place, help="stop after action N, at a bookmark, turn or phase")
    replay.add_argument("--log", action="store_true", help="tell what happened, answer by answer")
    replay.add_argument("--from", dest="start", metavar=place, help="tell what happened after that")
    replay.add_argument("--last-turn", metavar="SIDE", help="tell the last player turn of a side")
    replay.add_argument("--as", dest="viewer", metavar="SIDE", help="tell what one side may see")
    migrate = _command(commands, "migrate", "cli_migrate:migrate", "a game under the rules as they are now")
    migrate.add_argument("file")
    migrate.add_argument("--dry-run", action="store_true", help="tell how far it holds, and write nothing")
    migrate.add_argument("-o", "--output", metavar="NEW", help="a new file; the old one stays as it is")
    migrate.add_argument("--as-far-as-it-holds", action="store_true", help="leave out what does not hold")


def _add_texts(commands: Any) -> None:
    export = _command(commands, "export", "cli_texts:export", "a game as JSON Lines text, without what-ifs")
    export.add_argument("file")
    export.add_argument("--as", dest="viewer", metavar="SIDE")
    export.add_argument("-o", "--output", metavar="TEXT")
    import_ = _command(commands, "import", "cli_texts:import_", "a game file from JSON Lines text")
    import_.add_argument("text")
    import_.add_argument("-o", "--output", required=True, metavar="FILE")
    report = _command(commands, "report", "cli_texts:report", "all that explains a fault, in one archive")
    report.add_argument("file")
    report.add_argument("-o", "--output", required=True, metavar="X.zip")
    report.add_argument("--as", dest="viewer", metavar="SIDE", help="what one side may see")
    report.add_argument("--with-secrets", action="store_true", help="put the openings of secrets in")


def _add_authoring(commands: Any) -> None:
    simulate = _command(commands, "simulate", "cli_simulate:simulate", "whole games without a window")
    simulate.add_argument("ruleset")
    simulate.add_argument("scenario")
    simulate.add_argument("--games", type=int, default=1, metavar="N")
    simulate.add_argument("--players", default="", metavar="SIDE=KIND,…")
    simulate.add_argument("--jobs", type=int, default=1, metavar="J")
    simulate.add_argument("--seed", type=int, default=0, metavar="N")
    simulate.add_argument("--option", action="append", default=[], metavar="ID=VALUE")
    simulate.add_argument("-o", "--output", required=True, metavar="results.db")
    coverage = _command(commands, "coverage", "cli_authoring:coverage", "which rules are coded and tested")
    coverage.add_argument("ruleset")
    coverage.add_argument("--prove", action="store_true", help="switch each rule off and run its tests")
    check = _command(commands, "check", "cli_authoring:check", "is a ruleset sound: data, play, tests?")
    check.add_argument("ruleset", help="a ruleset, or the folder of one")
    check.add_argument("--fast", action="store_true", help="break games off, measure once")
    check.add_argument("--only", action="append", default=[], metavar="SECTION", help="leave the others out")
    explain = _command(commands, "explain", "cli_explain:explain", "who answers a hook, and why")
    explain.add_argument("ruleset")
    explain.add_argument("hook")
    explain.add_argument("--scenario", metavar="S", help="as one scenario plays it (left out: the first)")
    explain.add_argument("--option", action="append", default=[], metavar="ID=VALUE")
    explain.add_argument("--file", metavar="GAME", help="also ask each of them in this position")
    explain.add_argument("--unit", action="append", default=[], metavar="ID")
    explain.add_argument("--hex", action="append", default=[], metavar="NUMBER")
    explain.add_argument("--side", metavar="SIDE")
    _add_maps(commands)
    _add_corrections(commands)
    new = _command(commands, "new-ruleset", "cli_new:new_ruleset", "a distribution to begin with")
    new.add_argument("name", metavar="NAME")
    new.add_argument("-o", "--output", metavar="FOLDER", help="a new folder (its name, in this folder)")
    dev = _command(commands, "dev", "cli_dev:dev", "play a ruleset while its files are edited")
    dev.add_argument("ruleset", help="a ruleset, or the folder of one")
    dev.add_argument("scenario", nargs="?", help="its first one where none is named")
    dev.add_argument("--file", metavar="GAME", help="go on from a copy of this game")
    doctor = _command(commands, "doctor", "cli_doctor:doctor", "what is installed, what is broken and why")
    doctor.add_argument("file", nargs="?", help="a game file to be examined byte by byte instead")


def _add_maps(commands: Any) -> None:
    maps = _command(commands, "map", "", "make, prove, draw, compare and exchange maps").add_subparsers(
        metavar="build|check|draw|diff|export|import", required=True
    )
    build = _command(maps, "build", "cli_maps:build", "make a ruleset's map")
    build.add_argument("ruleset")
    build.add_argument("-o", "--output", metavar="FOLDER")
    prove = _command(maps, "check", "cli_maps:check", "prove a map")
    prove.add_argument("ruleset", help="a ruleset, or the folder of any map")
    prove.add_argument("folder", nargs="?", help="another map of the ruleset's words")
    draw = _command(maps, "draw", "cli_maps:draw", "a picture of a map")
    draw.add_argument("ruleset", help="a ruleset, or the folder of a map")
    draw.add_argument("-o", "--output", required=True, metavar="FILE")
    draw.add_argument("--size", type=float, metavar="PX", help="pixels of a hex from flat side to flat side")
    diff = _command(maps, "diff", "cli_maps:diff", "what differs between two maps")
    diff.add_argument("one", metavar="A", help="a ruleset, or the folder of a map")
    diff.add_argument("other", metavar="B")
    export = _command(maps, "export", "cli_maps:export", "a map as GeoJSON, or for Tiled")
    export.add_argument("ruleset", help="a ruleset, or the folder of a map")
    export.add_argument("-o", "--output", required=True, metavar="X.geojson|X.tmx")
    import_ = _command(maps, "import", "cli_maps:import_", "a map folder from GeoJSON, Tiled or letters")
    import_.add_argument("file", metavar="X.geojson|X.tmx|X.txt")
    import_.add_argument("-o", "--output", required=True, metavar="FOLDER")
    anew = "write the tables of a map that is there anew; its map.toml and other tables stay"
    import_.add_argument("--replace", action="store_true", help=anew)


def _add_corrections(commands: Any) -> None:
    text = "values from your own copy of a game, laid over its data"
    corrections = _command(commands, "corrections", "", text).add_subparsers(
        metavar="new|check|apply", required=True
    )
    new = _command(corrections, "new", "cli_corrections:new", "a file to begin with")
    new.add_argument("ruleset")
    new.add_argument("-o", "--output", required=True, metavar="FILE.csv")
    check = _command(corrections, "check", "cli_corrections:check", "do corrections hold?")
    check.add_argument("ruleset")
    check.add_argument("file", metavar="FILE.csv")
    apply = _command(corrections, "apply", "cli_corrections:apply", "the data files with corrections in them")
    apply.add_argument("ruleset")
    apply.add_argument("file", metavar="FILE.csv")
    apply.add_argument("-o", "--output", required=True, metavar="FOLDER")
