"""What is slow: whole random games, conformance over many seeds, every rule switched off in turn.

`make soak` runs this and writes docs/soak.md; the record is committed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import crossing
import hill
import pytest

from hexcore.coverage import prove
from hexcore.ruleset import Ruleset
from hexcore_cobra import COBRA_1977

sys.path.insert(0, str(Path(__file__).parent))

import every_scenario
import strength
import whole_games
from strength import Match

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "soak.md"
STEADY = ROOT / "docs" / "steady.md"
EVERY = ROOT / "docs" / "soak-breakout-pursuit.md"
SEEDS = range(1, 21)
HEAD = """# Soak

Written by `make soak`. Twenty whole games of `cobra-1977 breakout`, random player against random player, each
recorded as text, read back, and replayed to the same hash after every answer. `answers` counts the answers of
both sides and of the dice.

"""

STEADY_HEAD = """# The steady player on record

Written by `make soak`. The player that `--players SIDE=steady` and the new-game window offer, on
`cobra-1977 breakout`.

## Strength

A sequential test (Wald) of the games it wins, by level of victory or, where the level is a draw, by points.
The seeds are 1, 2, 3 and so on.

"""
GAMES_HEAD = """
## Twenty whole games against itself

Each recorded as text, read back, and replayed to the same hash after every answer.

"""
MATCHES = [
    Match("german", "steady", "random", 0.95),
    Match("allied", "steady", "random", 0.95),
    Match("german", "steady", "passive", 0.90),
    Match("allied", "steady", "passive", 0.90),
]


EVERY_HEAD = """# Breakout & Pursuit: a game of every scenario

Written by `make soak`. Steady player against steady player, seed 1, each game recorded as text, read back,
and replayed to the same hash after every answer.

"""


def test_a_game_of_every_scenario_ends_and_replays(tmp_path: Path) -> None:
    games = every_scenario.play_all(tmp_path, 2)
    wrong = {id: game for id, game in games.items() if not (game.level and game.verified)}
    assert wrong == {}
    EVERY.write_text(EVERY_HEAD + "\n".join(every_scenario.table(games)) + "\n", encoding="utf-8")


def test_steady_is_as_strong_as_claimed_and_its_games_end_and_replay(tmp_path: Path) -> None:
    verdicts = [strength.decided(match, 2) for match in MATCHES]
    assert all(verdict.holds for verdict in verdicts), verdicts
    games = whole_games.play_all(tmp_path, SEEDS, "steady")
    assert all(game.level and game.verified for game in games), whole_games.as_json(games)
    played = "\n".join([*whole_games.table(games), "", whole_games.pace(games)])
    page = STEADY_HEAD + "\n".join(strength.table(verdicts)) + "\n" + GAMES_HEAD + played
    STEADY.write_text(page + "\n", encoding="utf-8")


def test_twenty_whole_random_games_end_and_replay(tmp_path: Path) -> None:
    games = whole_games.play_all(tmp_path, SEEDS)
    assert all(game.level and game.verified for game in games), whole_games.as_json(games)
    total = whole_games.totals(games)
    assert all(total[what] for what in whole_games.HAPPENED), total
    PAGE.write_text(HEAD + "\n".join(whole_games.table(games)) + "\n", encoding="utf-8")


@pytest.mark.parametrize("small", [hill.RULESET, crossing.RULESET], ids=["hill", "crossing"])
def test_the_small_rulesets_conform(small: Ruleset, conforms: Callable[..., None]) -> None:
    conforms(small, seeds=SEEDS, scale=100)


@pytest.mark.parametrize("seed", SEEDS)
def test_cobra_conforms(seed: int, conforms: Callable[..., None]) -> None:
    conforms(COBRA_1977, seeds=[seed], scale=25)


def test_every_rule_switched_off_fails_one_of_its_own_tests() -> None:
    assert [rule for rule, held, _ in prove(COBRA_1977, root=ROOT) if not held] == []
