"""Makes docs/lab: the three shipped rulesets compared on paper, on battles, and over whole games.

    python scripts/lab_demo.py [--paper] [--jobs N] [PART ...]

Games are kept in .lab/ and never played twice: a run that was broken off goes on, and one that is whole only
writes its pages. `--paper` leaves whole games out; a PART is the first word of a page's name.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from hexcore.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGES, GAMES = ROOT / "docs" / "lab", ROOT / ".lab"
RULESETS = ("cobra-1977", "cobra", "breakout-pursuit")
RANDOM = (("cobra-1977", "breakout"), ("cobra", "breakout"), ("breakout-pursuit", "1.1"))
"""A scenario of each family that random players play to its end in seconds."""
AROUND = {"caen": "A3405"}
"""What of a position is carried over: so far around a hex."""
UNKNOWN, PAIRS = 6, 12
"""Groups of values that are ranked, and pairs of games for each of their steps."""
ONE_ATTACKS = "--players=german=passive,allied=steady"
"""Who plays where attacks are shifted: one side alone attacks, so the shift is its gain."""
Command = tuple[str, list[str]]


def paper() -> Iterator[Command]:
    """What needs no whole game."""
    yield "profile", ["profile", *RULESETS]
    for n, one in enumerate(RULESETS):
        for other in RULESETS[n + 1 :]:
            yield f"diff-{one}-{other}", ["diff", one, other]
    yield "crt", ["crt", *RULESETS]
    for battle in sorted((PAGES / "battles").glob("*.toml")):
        yield f"engage-{battle.stem}", ["engage", str(battle), *RULESETS, "--rolls=2000"]
    for position in sorted((PAGES / "positions").glob("*.toml")):
        around = [f"--around={AROUND[position.stem]}", "--radius=5"]
        yield f"transfer-{position.stem}", ["transfer", str(position), "breakout-pursuit", *around]


def whole_games(jobs: int) -> Iterator[Command]:
    """What is played by the hundred."""
    for ruleset, scenario in RANDOM:
        yield balance(ruleset, scenario, "random", 40, jobs)
    yield balance("cobra-1977", "breakout", "steady", 100, jobs)
    run = kept("sensitivity-shift", "cobra-1977", "breakout", "random", jobs)
    yield "sensitivity-shift", ["sensitivity", *run, ONE_ATTACKS, "--change=shift:+1", "--pairs=40"]
    for ruleset, scenario in RANDOM:
        name = f"sensitivity-{ruleset}"
        run = kept(name, ruleset, scenario, "steady", jobs)
        yield name, ["sensitivity", *run, f"--unknown={UNKNOWN}", f"--pairs={PAIRS}"]


def balance(ruleset: str, scenario: str, kind: str, games: int, jobs: int) -> Command:
    name = f"balance-{ruleset}-{kind}"
    return name, ["balance", *kept(name, ruleset, scenario, kind, jobs), f"--games={games}"]


def kept(name: str, ruleset: str, scenario: str, kind: str, jobs: int) -> list[str]:
    """A run of games between two players of a kind, in a file of its own."""
    from hexcore.ruleset import find

    players = ",".join(f"{side}={kind}" for side in find(ruleset).sides)
    out = GAMES / f"{name}.db"
    return [ruleset, scenario, f"--players={players}", "--seed=0", f"--jobs={jobs}", f"--output={out}"]


def written(name: str, command: list[str]) -> int:
    """One page with its tables; the exit status of the command."""
    print(f"== {name}: hexcore lab {' '.join(command)}", file=sys.stderr, flush=True)
    given = ["lab", *command, f"--html={PAGES / name}.html", f"--csv={PAGES / 'tables' / name}"]
    with redirect_stdout(io.StringIO()):
        return main(given)


def run() -> int:
    asked = argparse.ArgumentParser(description="Makes docs/lab.")
    asked.add_argument("--paper", action="store_true")
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("parts", nargs="*", metavar="PART")
    given = asked.parse_args()
    GAMES.mkdir(exist_ok=True)
    commands = [*paper(), *([] if given.paper else whole_games(given.jobs))]
    wanted = [c for c in commands if not given.parts or c[0].startswith(tuple(given.parts))]
    failed = [name for name, command in wanted if written(name, command)]
    print(f"failed: {', '.join(failed)}" if failed else "all pages are written", file=sys.stderr)
    return 1 if failed or not wanted else 0


if __name__ == "__main__":
    sys.exit(run())
