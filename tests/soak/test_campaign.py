"""A whole campaign: how much memory it takes, and how soon its position of turn 14 is on the table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.soak

MOST_MEMORY = 400
"""MiB for a steady game of the campaign, everything counted."""
HALF_WAY = 14
PLAYED = """
import resource, sys
from pathlib import Path
from hexcore.game import SeededDice
from hexcore.journal_text import into_file
from hexcore.players import seated, step
from hexcore.record import DiceRecord, Record, lines_since, setting
from hexcore.ruleset import find

start = setting(find("cobra"), "campaign", {})
game = start.start(SeededDice(1))
opening, players = game.state.hash, seated("steady", start.board.sides, 1)
path, kept = Path(sys.argv[1]), False
while game.decision is not None:
    step(game, players)
    if game.state.turn == int(sys.argv[2]) and not kept:
        lines, secrets = lines_since(game, 0)
        kept = Record(start.header(DiceRecord("seed", 1), opening), lines, secrets)
print(game.state.outcome.level, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, sep="|")
into_file(kept, path).close()
"""
OPENED = """
import sys, time
from pathlib import Path
from hexcore.gamefile import GameFile
began = time.process_time()
with GameFile.open(Path(sys.argv[1])) as file:
    print(file.game.state.turn, time.process_time() - began, sep="|")
"""


def told(program: str, *given: object) -> list[str]:
    """What a program of its own says, in parts."""
    command = [sys.executable, "-c", program, *map(str, given)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip().split("|")


def test_a_campaign_stays_small_and_its_half_way_position_opens_soon(tmp_path: Path) -> None:
    path = tmp_path / "half-way.hexgame"
    level, memory = told(PLAYED, path, HALF_WAY)
    assert level and int(memory) < MOST_MEMORY, f"{memory} MiB"
    turn, seconds = told(OPENED, path)
    assert int(turn) == HALF_WAY
    print(f"{memory} MiB for the game; its turn {turn} opens in {float(seconds):.2f} s of the processor")
