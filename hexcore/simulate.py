"""Whole games without a window: the games of a run played by processes and kept in a file (`ledger`).

Game n of a run has the seed *seed + n* whatever the number of jobs. A run that was broken off, in whatever
way, goes on where it stopped; one asked for more games is extended.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexcore.asking import points
from hexcore.board import Board
from hexcore.game import Dice, SeededDice
from hexcore.ledger import Fault, Ledger, Result
from hexcore.players import play_out, player
from hexcore.position_text import text_of
from hexcore.record import engine_version
from hexcore.ruleset import Ruleset, UnknownName, find
from hexcore.simultaneous import Playing, play_all, start_method
from hexcore.streams import StreamDice, stream_players
from hexcore.tally import Tally, Watched
from hexcore.units import Side

Progress = Callable[[int, int, Result | Fault | None], None]
"""Called with the games done, the games asked for, and what came: None at first, and while nothing does."""


LONGEST = 7200.0
"""Seconds after which a game is given up as one without an end."""


class SimulationFault(RuntimeError):
    """A game that could not be played to its end; `fault` says which and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


# ------------------------------------------------------------------ one game
@contextmanager
def patient_gc() -> Iterator[None]:
    """Garbage is looked for less often: a game makes much of it, and none that only a search would find."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 10, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def play_one(
    board: Board,
    kinds: Mapping[Side, str],
    seed: int,
    game: int = 0,
    *,
    streams: bool = False,
    seconds: float = LONGEST,
    keep: bool = False,
) -> Result:
    """One whole game by players of these kinds, the dice and every player from *seed*.

    With *streams* chance comes as in games that are compared in pairs; *keep* has the result hold the
    position of the last phase. Raises SimulationFault when a rule or
    a player fails, or when the game has no end after *seconds*.
    """
    began = time.perf_counter()
    try:
        with patient_gc():
            played = _played(board, kinds, seed, streams, seconds)
            scored = points(played.state)
    except Exception as fault:  # a rule can fail in any way; which game it was must be told
        raise SimulationFault(Fault(game, seed, f"{type(fault).__name__}: {fault}")) from fault
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
        scored,
        {what: n for what, n in sorted(played.tally.counts.items()) if n},
        tuple(played.tally.turns),
        text_of(played.opened) if keep else "",
    )


def _played(board: Board, kinds: Mapping[Side, str], seed: int, streams: bool, seconds: float) -> Watched:
    """A game at its end."""
    if streams:
        dice: Dice = StreamDice(seed)
        players = stream_players(kinds, board.sides, seed)
    else:
        dice, seats = SeededDice(seed), len(board.sides)
        players = {side: player(kinds[side], seed * seats + n) for n, side in enumerate(board.sides)}
    game = Watched.start(board, dice)
    assert isinstance(game, Watched)
    play_out(game, players, seconds=seconds)
    return game


# ------------------------------------------------------------------ many games
@dataclass(frozen=True)
class Finished:
    """What the file of a run holds: its table `games`, and the games that could not be played."""

    rows: list[dict[str, Any]]
    levels: list[dict[str, Any]]
    faults: list[Fault]


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
) -> Finished:
    """Have *games* games played by *jobs* processes (0: in this one) and kept in *out*.

    Games it holds already are not played again. A game that fails is noted there, and the others go on; the
    next run tries it again. Raises UnknownName and UnknownPlayer before anything is played or written,
    LedgerError when *out* cannot be used or holds another run.
    """
    setting = Setting(ruleset, scenario, dict(players), dict(options or {}))
    told = setting.told(seed)
    with closing(Ledger(out, told, ruleset.sides)) as ledger:
        held = ledger.games()
        todo = [(n, seed + n) for n in range(games) if n not in held]
        play_on(ledger, setting.played(todo, jobs), games - len(todo), games, progress)
        return Finished(ledger.rows(), ledger.levels(), ledger.failed())


def play_on(
    ledger: Ledger,
    results: Iterator[Result | Fault | None],
    done: int,
    games: int,
    progress: Progress | None,
) -> None:
    """Keep what comes, as it comes."""
    tell = progress or (lambda *_told: None)
    tell(done, games, None)
    with closing(results):  # type: ignore[type-var]
        for news in results:
            if isinstance(news, Result):
                ledger.keep(news)
            elif isinstance(news, Fault):
                ledger.note(news)
            done += news is not None
            tell(done, games, news)


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
        """The rows of the table `run`: all that decides how its games go. UnknownName, UnknownPlayer."""
        board = self.board()
        for side in self.ruleset.sides:
            if side not in self.players:
                raise UnknownName(f"no player is named for {side}")
            player(self.players[side])
        return {
            "ruleset": self.ruleset.id,
            "scenario": self.scenario,
            "options": ",".join(f"{id}={value}" for id, value in sorted(board.options.items())),
            "players": ",".join(f"{side}={self.players[side]}" for side in self.ruleset.sides),
            "seed": str(seed),
            "version": self.ruleset.version,
            "ruleset hash": self.ruleset.hash,
            "engine version": engine_version(),
            "rules off": ",".join(sorted(board.rules.off)),
        }

    def played(self, todo: Sequence[tuple[int, int]], jobs: int) -> Iterator[Result | Fault | None]:
        """What comes of games (number, seed): by *jobs* processes, or one after the other in this one.

        A fork inherits the ruleset. A fresh process looks it up by its name, so one that is not installed is
        played here, whatever the jobs.
        """
        forked = start_method() == "fork"
        if jobs < 1 or not (forked or self._installed()):
            playing = player_of(self.ruleset, self.scenario, self.players, self.options)
            return (playing(game, seed) for game, seed in todo)
        ruleset = self.ruleset if forked else self.ruleset.id
        given = (ruleset, self.scenario, self.players, self.options)
        return play_all(todo, jobs, player_of, given, LONGEST)

    def _installed(self) -> bool:
        try:
            return find(self.ruleset.id) is self.ruleset
        except UnknownName:
            return False


def player_of(
    ruleset: Ruleset | str, scenario: str, players: Mapping[Side, str], options: Mapping[str, str]
) -> Playing:
    """What plays games of one setting on one board, telling a fault rather than raising it."""
    found = find(ruleset) if isinstance(ruleset, str) else ruleset
    board = found.board(scenario, options)

    def playing(game: int, seed: int) -> Result | Fault:
        try:
            return play_one(board, players, seed, game)
        except SimulationFault as failed:
            return failed.fault

    return playing


__all__ = ["Fault", "Finished", "Result", "SimulationFault", "Tally", "Watched", "play_one", "run"]
