"""The command `simulate`: whole games without a window, and how far they are."""

from __future__ import annotations

import shutil
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexcore import cli_text
from hexcore.cli import DONE, FAULT, Wrong, emit
from hexcore.cli_games import options_given
from hexcore.ledger import Fault, Result
from hexcore.ruleset import Ruleset, find
from hexcore.simulate import Finished, run
from hexcore.units import Side

if TYPE_CHECKING:
    from hexcore.lab.intervals import Interval

LARGEST = 1 << 62
"""No seed is larger: the file holds numbers of 64 bits."""
BAR = 30
"""Characters of a progress bar."""
LINES, QUIET = 10, 60.0
"""Where there is no terminal: a line for every tenth of the games, after so many seconds at the latest."""


def simulate(given: Namespace) -> int:
    """Whole games, kept in a file; exit status 1 when one of them could not be played to its end."""
    ruleset = find(given.ruleset)
    ruleset.scenario(given.scenario)
    if given.games < 1 or given.jobs < 1:
        raise Wrong("--games and --jobs are at least 1")
    if abs(given.seed) > LARGEST:
        raise Wrong(f"--seed is a number of at most {LARGEST}")
    players, options = players_given(given.players, ruleset), options_given(given.option)
    out = Path(given.output)
    if not out.parent.is_dir():
        raise Wrong(f"{out}: there is no folder {out.parent}")
    watcher = None if given.json else Watcher()
    try:
        finished = run(
            ruleset, given.scenario, given.games, players, given.jobs, given.seed, out, watcher, options
        )
    except KeyboardInterrupt:
        say(f"\nhexcore: interrupted; the games played so far are in {out}, the same command goes on")
        return FAULT
    emit(given, finished.rows, _told(out, finished, ruleset.sides))
    return _faults(out, finished.faults)


def players_given(text: str, ruleset: Ruleset) -> dict[Side, str]:
    """`SIDE=KIND,…` as a mapping; a side not named is played at random."""
    named: dict[str, str] = {}
    for pair in filter(None, text.split(",")):
        side, equals, kind = pair.partition("=")
        if not equals or side not in ruleset.sides:
            known = ", ".join(ruleset.sides)
            raise Wrong(f"a player is written SIDE=KIND, with a side of {known}, not {pair!r}")
        if side in named:
            raise Wrong(f"two players are named for {side}: {named[side]} and {kind}")
        named[side] = kind
    return {side: named.get(side, "random") for side in ruleset.sides}


def _told(out: Path, finished: Finished, sides: Sequence[Side]) -> str:
    rows = finished.rows
    levels = [(row["level"], row["winner"], row["games"]) for row in finished.levels]
    table = cli_text.table(levels, ("level", "winner", "games"))
    told = [f"{out}: {len(rows)} games", "", table]
    return "\n".join([*told, "", *_on_average(rows, sides)] if rows else told)


def _on_average(rows: Sequence[Mapping[str, Any]], sides: Sequence[Side]) -> Iterator[str]:
    """Wins, points and length over all games, each with its interval of 95%."""
    from hexcore.lab.intervals import mean, wilson

    for side in sides:
        won = wilson(sum(row["winner"] == side for row in rows), len(rows))
        points = [row[f"points_{side}"] for row in rows]
        scored = f"; points {_spread(mean(points))}" if any(points) else ""
        yield f"{side} wins {_spread(won, 100, '%')}{scored}"
    yield f"ends in turn {_spread(mean([row['turns'] for row in rows]))}"


def _spread(found: Interval, times: float = 1, unit: str = "") -> str:
    """A value and, where games suffice for them, the ends of its interval: `4.2 (3.1 to 5.3)`."""
    parts = [None if part is None else f"{part * times:.3g}" for part in found]
    ends = f" ({parts[1]} to {parts[2]})" if parts[1] != parts[2] else ""
    return f"{parts[0]}{unit}{ends}"


def _faults(out: Path, faults: list[Fault]) -> int:
    if not faults:
        return DONE
    say(f"hexcore: {len(faults)} games could not be played (table faults of {out}), the first: {faults[0]}")
    return FAULT


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ------------------------------------------------------------------ how far it is
class Watcher:
    """Tells on stderr how far a run is: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        self.terminal = sys.stderr.isatty()
        self.began = self.spoke = time.monotonic()
        self.before = self.line = -1

    def __call__(self, done: int, games: int, news: Result | Fault | None) -> None:
        """So many games are done; what came last."""
        if self.before < 0:
            self.before = done
        if isinstance(news, Fault):
            say(("\r" if self.terminal else "") + f"hexcore: {news}")
        gone = time.monotonic() - self.began
        text = standing(done, games, done - self.before, gone)
        if self.terminal:
            self._bar(done, games, text)
        elif done == self.before == games:
            return
        elif done * LINES // games != self.line or gone - (self.spoke - self.began) >= QUIET:
            self.line, self.spoke = done * LINES // games, time.monotonic()
            say(text)

    def _bar(self, done: int, games: int, text: str) -> None:
        room = max(10, min(BAR, shutil.get_terminal_size().columns - len(text) - 4))
        filled = room * done // games
        end = "\n" if done == games else ""
        bar = f"\r[{'#' * filled}{'.' * (room - filled)}] {text}\033[K"
        print(bar, end=end, file=sys.stderr, flush=True)


def standing(done: int, games: int, played: int, gone: float) -> str:
    """How far a run is: *played* games have been played in *gone* seconds, the others were there before."""
    text = f"{done} of {games} games, {clock(gone)} gone"
    if played and done < games:
        text += f", {clock((games - done) * gone / played)} left"
    return text


def clock(seconds: float) -> str:
    """Seconds as `0:05` or `1:02:03`."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
