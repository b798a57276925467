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
    _add_battle(parts, command)
    _add_whole_games(parts, command)
    for part in parts.choices.values():
        part.add_argument("--html", metavar="FILE", help="write a page that needs nothing beside it")
        part.add_argument("--csv", metavar="FOLDER", help="write its tables")


def _add_paper(parts: Any, command: Add) -> None:
    """What is drawn from the data and hooks alone."""
    text = "what drives play, drawn from rulesets"
    profile = command(parts, "profile", "lab.commands_paper:profile", text)
    profile.add_argument("rulesets", nargs="+", metavar="RULESET[:SCENARIO][:OPTION=VALUE]")
    diff = command(parts, "diff", "lab.commands_paper:diff", "two rulesets side by side")
    diff.add_argument("one", metavar="A")
    diff.add_argument("other", metavar="B", nargs="?", help="left out: A with changes")
    text = "a change of B: TABLE/KEY/FIELD=VALUE, shift:+1, off:NUMBER, option:ID=VALUE, corrections:FILE"
    diff.add_argument("--change", action="append", default=[], metavar="CHANGE", help=text)
    diff.add_argument("--all", action="store_true", help="list what is equal, too")


def _add_battle(parts: Any, command: Add) -> None:
    """What combat does: on paper, in one battle, with one game's position under another's rules."""
    crt = command(parts, "crt", "lab.commands_battle:crt", "exact figures of combat results tables")
    crt.add_argument("rulesets", nargs="+", metavar="RULESET[:SCENARIO][:OPTION=VALUE]")
    crt.add_argument("--shift", type=int, default=0, metavar="N", help="columns to the right (left: -N)")
    crt.add_argument("--modifier", type=int, default=0, metavar="N", help="added to the die")
    text = "points that an `e` counts for, which has no number"
    crt.add_argument("--all-lost", type=int, metavar="N", help=text)
    engage = command(parts, "engage", "lab.commands_battle:engage", "one battle under several rulesets")
    engage.add_argument("battle", metavar="BATTLE.toml")
    engage.add_argument("rulesets", nargs="*", metavar="RULESET[:SCENARIO][:OPTION=VALUE]")
    text = "hold, yield or steady; or ATTACKER/DEFENDER (left out: five pairs of them)"
    engage.add_argument("--policy", action="append", default=[], metavar="P", help=text)
    engage.add_argument("--rolls", type=int, default=0, metavar="N", help="also play it N times with dice")
    engage.add_argument("--seed", type=int, default=0, metavar="N")
    engage.add_argument("--positions", metavar="FOLDER", help="write the position set up under each ruleset")
    text = "a position under the rules of another game"
    transfer = command(parts, "transfer", "lab.commands_battle:transfer", text)
    transfer.add_argument("file", metavar="POSITION.toml | FILE")
    transfer.add_argument("ruleset", metavar="RULESET[:SCENARIO][:OPTION=VALUE]")
    transfer.add_argument("--at", metavar="N|BOOKMARK|TURN:PHASE", help="a moment of a game file")
    transfer.add_argument("--around", default="", metavar="HEX", help="only what is around a hex")
    transfer.add_argument("--radius", type=int, default=4, metavar="N", help="so far around it (4)")
    transfer.add_argument("--words", metavar="WORDS.toml", help="which words stand for which")
    transfer.add_argument("--write-words", metavar="WORDS.toml", help="write down which do")
    text = "weigh this attack (left out: every one that can be made)"
    transfer.add_argument("--attack", action="append", default=[], metavar="HEX[=ID+ID]", help=text)
    transfer.add_argument("-o", "--output", metavar="NEW.toml", help="write the position")


def _add_whole_games(parts: Any, command: Add) -> None:
    """Whole games by the hundred, kept in a file."""
    text = "whole games between two players: levels, points, losses, the front, with intervals"
    balance = command(parts, "balance", "lab.commands_games:balance", text)
    _add_run(balance)
    balance.add_argument("--games", type=int, default=100, metavar="N", help="at most (left out: 100)")
    text = "stop where half the interval of each share of wins is at most P (0.05: five in a hundred)"
    balance.add_argument("--precision", type=float, metavar="P", help=text)
    text = "stop where half the interval of mean points and lead is at most P"
    balance.add_argument("--points-precision", type=float, metavar="P", help=text)
    text = "write the positions of the games worth looking at"
    balance.add_argument("--positions", metavar="FOLDER", help=text)
    text = "what a change of single values does, in pairs of games of one seed"
    sensitivity = command(parts, "sensitivity", "lab.commands_games:sensitivity", text)
    _add_run(sensitivity)
    text = (
        "TABLE/KEY/FIELD=VALUE, strength:WHO=+1, movement:WHO=+1, arrival:UNIT=+1, option:ID=VALUE, "
        "off:NUMBER, shift:+1, corrections:FILE; as often as you like"
    )
    sensitivity.add_argument("--change", action="append", default=[], metavar="CHANGE", help=text)
    text = "rank N groups of values that nobody has printed for us, each a step up and down"
    sensitivity.add_argument("--unknown", type=int, metavar="N", help=text)
    sensitivity.add_argument("--pairs", type=int, default=40, metavar="N", help="of games (left out: 40)")


def _add_run(command: argparse.ArgumentParser) -> None:
    """What every run of games is given."""
    command.add_argument("ruleset")
    command.add_argument("scenario")
    command.add_argument("-o", "--output", required=True, metavar="FILE.db", help="kept here, gone on with")
    command.add_argument("--players", default="", metavar="SIDE=KIND,…", help="left out: random")
    command.add_argument("--seed", type=int, default=0, metavar="N")
    command.add_argument("--option", action="append", default=[], metavar="ID=VALUE")
    command.add_argument("--jobs", type=int, default=1, metavar="J", help="processes of this machine")
    text = "play on a Dask cluster instead (pip install 'hexcore-engine[cluster]')"
    command.add_argument("--scheduler", metavar="tcp://HOST:PORT", help=text)
    command.add_argument("--metadata", metavar="FILE.json", help="what Datasette tells of every column")
