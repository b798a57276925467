"""What a long game costs that lies in a file: opening it, and playing it again from the start."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from orders import GAME, SCENARIO

from hexcore.codec import StateForm
from hexcore.game_damage import damage
from hexcore.game_store import write_new
from hexcore.game_tree import straight
from hexcore.gamefile import GameFile, read_record
from hexcore.players import seated, step
from hexcore.record import DiceRecord, lines_since, replay, setting
from hexcore.ruleset import find


@dataclass(frozen=True)
class Kept:
    """A game in a file: its answers, and processor seconds to open it, to prove every byte, to replay it."""

    answers: int
    opened: float
    proved: float
    replayed: float
    verified: float

    @property
    def a_second(self) -> float:
        """Actions replayed in a second."""
        return self.answers / self.replayed


@contextmanager
def long_game(most: int | None = None, kind: str = "random") -> Iterator[Path]:
    """A game file with a whole game, or its first *most* answers."""
    start, dice = setting(find(GAME), SCENARIO, {}), DiceRecord("seed", 1)
    game = start.start(dice.dice())
    header = start.header(dice, game.state.hash)
    players = seated(kind, game.board.sides, 1)
    lines, secrets = lines_since(game, 0)
    while game.decision is not None and (most is None or len(lines) < most):
        step(game, players)
        more, opened = lines_since(game, len(lines))
        lines += more
        secrets |= opened
    with TemporaryDirectory() as folder:
        path = Path(folder) / "long.hexgame"
        kept = straight(header, lines, secrets)
        write_new(path, kept, [(len(lines), game.state)], StateForm(game.board))
        yield path


def measured(path: Path) -> Kept:
    """What a file costs; the ruleset is loaded already."""
    record = read_record(path)
    clock = time.process_time
    times = [clock()]
    GameFile.open(path).close()
    times.append(clock())
    assert damage(path) == []
    times.append(clock())
    replay(record, verify=False)
    times.append(clock())
    replay(record, verify=True)
    times.append(clock())
    took = [after - before for before, after in pairwise(times)]
    return Kept(len(record.lines), *took)
