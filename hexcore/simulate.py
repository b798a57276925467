"""Whole games without a window, in processes: one row a game, and counts of what happened in it.

Table `games`: game, seed, level, winner, turns, actions, seconds, hash. Table `counts`: game, what, n, where
*what* is a kind of action or event, or one of them with a word:

    combat:KIND      combats begun          moved:HOW        hexes entered, a unit each
    placed:WHY       units put on the map   removed:BOX      units taken from it
    steps-lost, steps-regained              commit:WHAT, pledge:WHAT   amounts committed

Table `run` says what was simulated. Game n of a run has the seed *seed + n* whatever the number of jobs, and
a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import gc
import multiprocessing
import sqlite3
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexcore.actions import Action, Commit
from hexcore.board import Board
from hexcore.events import Event, Fought, Moved, Placed, Removed, StepsLost
from hexcore.game import Game, SeededDice
from hexcore.players import play_out, player
from hexcore.ruleset import Ruleset, UnknownName, find
from hexcore.state import GameState
from hexcore.units import Side

Progress = Callable[[int, int], None]
"""Called with the games done and the games to do."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS run (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (game INTEGER PRIMARY KEY, seed INTEGER NOT NULL, level TEXT NOT NULL,
    winner TEXT NOT NULL, turns INTEGER NOT NULL, actions INTEGER NOT NULL, seconds REAL NOT NULL,
    hash TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS counts (game INTEGER NOT NULL, what TEXT NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (game, what)) WITHOUT ROWID;
"""


class SimulationFault(RuntimeError):
    """A game that could not be played out, or a file that holds other games."""


@dataclass(frozen=True)
class Result:
    """One whole game."""

    game: int
    seed: int
    level: str
    winner: str
    turns: int
    actions: int
    seconds: float
    hash: str
    counts: Mapping[str, int]


# ------------------------------------------------------------------ what happened in a game
class Tally:
    """Counts what happens, from actions and events alone."""

    def __init__(self, state: GameState) -> None:
        self.counts: Counter[str] = Counter()
        self.losses = {unit.id: unit.losses for unit in state.units.values()}
        self.pledged: dict[int, int] = {}

    def answered(self, action: Action) -> None:
        self.counts[action.kind] += 1
        if isinstance(action, Commit):
            self.counts[f"commit:{action.what}"] += action.amount

    def happened(self, event: Event) -> None:
        if not isinstance(event, StepsLost):
            self.counts[event.kind] += 1
        match event:
            case Moved(units, _, how):
                self.counts[f"moved:{how}"] += len(units)
            case Placed(_, _, why):
                self.counts[f"placed:{why}"] += 1
            case Removed(_, box):
                self.counts[f"removed:{box or 'aboard'}"] += 1
            case StepsLost(unit, losses):
                self._steps(unit, losses)
            case Fought(combat):
                if combat.id not in self.pledged:
                    self.counts[f"combat:{combat.kind}"] += 1
                for pledge in combat.pledges[self.pledged.get(combat.id, 0) :]:
                    self.counts[f"pledge:{pledge.what}"] += pledge.amount
                self.pledged[combat.id] = len(combat.pledges)

    def _steps(self, unit: str, losses: int) -> None:
        before = self.losses.get(unit, 0)
        self.counts["steps-lost"] += max(losses - before, 0)
        self.counts["steps-regained"] += max(before - losses, 0)
        self.losses[unit] = losses


@dataclass
class Watched(Game):
    """A game that is tallied as it is played. Nothing in it is taken back, so no past state is kept."""

    tally: Tally = field(init=False)

    def __post_init__(self) -> None:
        self.tally = Tally(self.state)

    def submit(self, action: Action, side: Side | None = None) -> list[Event]:
        events = super().submit(action, side)
        self.tally.answered(action)
        for event in events:
            self.tally.happened(event)
        return events

    def _remember(self, before: GameState, length: int, events: list[Event]) -> None:
        pass


@contextmanager
def patient_gc() -> Iterator[None]:
    """Garbage is looked for less often: a game makes much of it, and none that only a search would find."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def play_one(board: Board, kinds: Mapping[Side, str], seed: int, game: int = 0) -> Result:
    """One whole game by players of these kinds, the dice and every player from *seed*."""
    seats = len(board.sides)
    players = {side: player(kinds[side], seed * seats + n) for n, side in enumerate(board.sides)}
    began = time.perf_counter()
    played = Watched.start(board, SeededDice(seed))
    assert isinstance(played, Watched)
    try:
        with patient_gc():
            play_out(played, players)
    except Exception as fault:  # a rule can fail in any way; which game it was must be told
        raise SimulationFault(f"game {game} (seed {seed}): {type(fault).__name__}: {fault}") from fault
    outcome = played.state.outcome
    return Result(
        game,
        seed,
        outcome.level if outcome else "",
        outcome.winner if outcome else "",
        played.state.turn,
        len(played.journal),
        time.perf_counter() - began,
        played.state.hash,
        {what: n for what, n in sorted(played.tally.counts.items()) if n},
    )


# ------------------------------------------------------------------ many games
def run(
    ruleset: Ruleset,
    scenario: str,
    games: int,
    players: Mapping[Side, str],
    jobs: int,
    seed: int,
    out: Path,
    progress: Progress | None = None,
    options: Mapping[str, str] | None = None,
) -> list[dict[str, Any]]:
    """Play *games* games and write them to *out*: its rows. Games it holds already are not played again.

    Raises UnknownName and UnknownPlayer before anything is played, SimulationFault when *out* holds the games
    of another run or a game fails.
    """
    setting = Setting(ruleset, scenario, dict(players), dict(options or {}))
    setting.board()
    for side in ruleset.sides:
        if side not in players:
            raise UnknownName(f"no player is named for {side}")
        player(players[side])
    with closing(sqlite3.connect(out)) as file:
        _prepare(file, setting, seed)
        done = {row[0] for row in file.execute("SELECT game FROM games")}
        todo = [n for n in range(games) if n not in done]
        for count, result in enumerate(_results(setting, todo, seed, jobs), games - len(todo) + 1):
            _write(file, result)
            if progress is not None:
                progress(count, games)
        return _rows(file)


def _rows(file: sqlite3.Connection) -> list[dict[str, Any]]:
    """The table `games`, in order."""
    held = file.execute("SELECT * FROM games ORDER BY game")
    names = [column[0] for column in held.description]
    return [dict(zip(names, row, strict=True)) for row in held]


@dataclass(frozen=True)
class Setting:
    """What is played, by whom."""

    ruleset: Ruleset
    scenario: str
    players: dict[Side, str]
    options: dict[str, str]

    def board(self) -> Board:
        return self.ruleset.board(self.scenario, self.options)

    def told(self, seed: int) -> dict[str, str]:
        """The rows of the table `run`."""
        players = ",".join(f"{side}={self.players[side]}" for side in self.ruleset.sides)
        options = ",".join(f"{id}={value}" for id, value in sorted(self.options.items()))
        return {
            "ruleset": self.ruleset.id,
            "version": self.ruleset.version,
            "hash": self.ruleset.hash,
            "scenario": self.scenario,
            "options": options,
            "players": players,
            "seed": str(seed),
        }


def _prepare(file: sqlite3.Connection, setting: Setting, seed: int) -> None:
    try:
        file.executescript(SCHEMA)
        held = dict(file.execute("SELECT key, value FROM run").fetchall())
    except sqlite3.DatabaseError as fault:
        raise SimulationFault(f"the results cannot be written: {fault}") from None
    told = setting.told(seed)
    if not held:
        with file:
            file.executemany("INSERT INTO run VALUES (?, ?)", told.items())
    elif held != told:
        other = next(key for key in told if held.get(key) != told[key])
        raise SimulationFault(
            f"the file holds another run: its {other} is {held.get(other)!r}, not {told[other]!r}"
        )


def _write(file: sqlite3.Connection, result: Result) -> None:
    with file:
        row = (result.game, result.seed, result.level, result.winner, result.turns, result.actions)
        file.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, result.seconds, result.hash))
        counts = [(result.game, what, n) for what, n in result.counts.items()]
        file.executemany("INSERT INTO counts VALUES (?, ?, ?)", counts)


def _results(setting: Setting, todo: Sequence[int], seed: int, jobs: int) -> Iterator[Result]:
    """The results as they come in."""
    if jobs <= 1 or len(todo) <= 1:
        board = setting.board()
        for game in todo:
            yield play_one(board, setting.players, seed + game, game)
        return
    context, arguments = _processes(setting)
    with ProcessPoolExecutor(jobs, context, _sit_down, arguments) as pool:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fork beside threads: they are not used
            waiting: set[Future[Result]] = {pool.submit(_play, game, seed + game) for game in todo}
        try:
            while waiting:
                came, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in came)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _processes(setting: Setting) -> tuple[Any, tuple[Any, ...]]:
    """How processes are made and told what to play.

    An installed ruleset is looked up anew by a fresh process. One that is not installed cannot be sent to
    another process, only be inherited by a fork.
    """
    given = (setting.scenario, setting.players, setting.options)
    try:
        installed = find(setting.ruleset.id) is setting.ruleset
    except UnknownName:
        installed = False
    if installed:
        return multiprocessing.get_context("spawn"), (setting.ruleset.id, *given)
    return multiprocessing.get_context("fork"), (setting.ruleset, *given)


_seat: tuple[Board, dict[Side, str]] | None = None


def _sit_down(
    ruleset: Ruleset | str, scenario: str, players: dict[Side, str], options: dict[str, str]
) -> None:
    global _seat
    found = find(ruleset) if isinstance(ruleset, str) else ruleset
    _seat = (found.board(scenario, options), players)


def _play(game: int, seed: int) -> Result:
    assert _seat is not None
    return play_one(*_seat, seed, game)
