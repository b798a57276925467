"""What a long game costs that lies in a file: opening it, and playing it again from the start."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from orders import GAME, SCENARIO

from hexcore.codec import StateForm
from hexcore.game_damage import damage
from hexcore.game_store import write_new
from hexcore.game_tree import straight
from hexcore.gamefile import GameFile, read_record
from hexcore.playback import replay
from hexcore.players import seated, step
from hexcore.record import DiceRecord, lines_since, setting, unexplained
from hexcore.ruleset import find

T = TypeVar("T")
GAMES = (
    (GAME, SCENARIO, "random"),
    (GAME, SCENARIO, "steady"),
    ("cobra", "campaign", "random"),
    ("breakout-pursuit", "1.1", "random"),
)
"""The finished games that are measured: ruleset, scenario, players."""


@dataclass(frozen=True)
class Kept:
    """A game in a file: its actions, the bytes of the file and of what followed the actions, and processor
    seconds to open it, to prove every byte, to replay it as recorded, and by its rules: without a check, and
    verified.

    An action is a line of the journal: an answer of a side, or a roll. What answers itself is none.
    """

    answers: int
    size: int
    told: int
    opened: float
    proved: float
    replayed: float
    asked: float
    verified: float

    @property
    def a_second(self) -> float:
        """Actions replayed in a second, as recorded."""
        return self.answers / self.replayed


@contextmanager
def long_game(
    most: int | None = None, kind: str = "random", ruleset: str = GAME, scenario: str = SCENARIO
) -> Iterator[Path]:
    """A game file with a whole game, or its first *most* answers."""
    start, dice = setting(find(ruleset), scenario, {}), DiceRecord("seed", 1)
    game = start.start(dice.dice())
    header = start.header(dice, game.state.hash)
    players = seated(kind, game.board.sides, 1)
    lines, secrets = lines_since(game, 0)
    first = (len(lines), game.state)
    while game.decision is not None and (most is None or len(lines) < most):
        step(game, players)
        more, opened = lines_since(game, len(lines))
        lines += more
        secrets |= opened
    with TemporaryDirectory() as folder:
        path = Path(folder) / "long.hexgame"
        kept = straight(header, lines, secrets)
        write_new(path, kept, dict([first, (len(lines), game.state)]).items(), StateForm(game.board))
        yield path


def measured(path: Path) -> Kept:
    """What a file costs; the ruleset is loaded already.

    Opening and replaying as recorded are short: the quickest of three rounds counts.
    """
    record = read_record(path)
    bare = unexplained(record)
    opened = _quickest(lambda: GameFile.open(path).close())
    proved, found = _timed(lambda: damage(path))
    assert found == []
    replayed = _quickest(lambda: replay(record, verify=False))
    asked, by_rules = _timed(lambda: replay(bare, verify=False))
    verified, sure = _timed(lambda: replay(record, verify=True))
    assert replay(record, verify=False).state == by_rules.state == sure.state
    events = sum(len(line.events.encode()) for line in record.lines)
    size = path.stat().st_size
    return Kept(len(record.lines), size, events, opened, proved, replayed, asked, verified)


def _timed(part: Callable[[], T]) -> tuple[float, T]:
    """Processor seconds, and what came of it."""
    begun = time.process_time()
    value = part()
    return time.process_time() - begun, value


def _quickest(part: Callable[[], object]) -> float:
    return min(_timed(part)[0] for _ in range(3))
