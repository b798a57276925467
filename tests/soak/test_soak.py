"""What is slow: whole random games, conformance over many seeds, every rule switched off in turn.

`make soak` runs this and writes docs/soak.md; the record is committed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import crossing
import hill
import pytest

from hexcore.coverage import prove
from hexcore.ruleset import MAP_ONLY, Ruleset, find, installed
from hexcore_cobra import COBRA, COBRA_1977

sys.path.insert(0, str(Path(__file__).parent))

import every_scenario
import strength
import whole_games
from every_scenario import Counted
from strength import Match

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "soak.md"
STEADY = ROOT / "docs" / "steady.md"
EVERY = ROOT / "docs" / "soak-breakout-pursuit.md"
BREAK_OUT = ROOT / "docs" / "soak-cobra.md"
EXPANDED = ROOT / "docs" / "soak-normandy.md"
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
BREAK_OUT_HEAD = """# The Normandy Campaign: whole games of the Break-Out

Written by `make soak`. Ten games of each scenario, steady player against steady player, each recorded as
text, read back, and replayed to the same hash after every answer. `answers` counts the answers of both sides
and of the dice; `turns` is the Game-Turn on which the game ended.
"""
EXPANDED_HEAD = """# The Normandy Campaign: whole games from the landing on

Written by `make soak`. Ten games of the Build-Up and ten of the campaign, steady player against steady,
each recorded as text, read back, and replayed to the same hash after every answer. `answers` counts the
answers of both sides and of the dice; `turns` is the Game-Turn on which the game ended.
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
QUESTIONS_HEAD = """
## Every kind of decision

How often each was put on the agenda in these games, and how often a side or the dice answered it; the others
answered themselves. Two more games are for what steady players avoid, stacks in excess, and for what they do
not come to in time, a breach of the Rhine: random players, and steady ones from `tests/soak/rhine.toml`.

"""
CASES_HEAD = """
## Cases at work

Over all 24 games. *Acted*: a question, a roll or a phase carries the case's number, or its function answered
with something, or a part of an answer (a shift, a factor, points ...) carries it. *Refused*: a reason that
names it, given for what is not listed. *Gone by*: the game looked whether the case is in force, and went by
it. What the players think of between two answers does not count.

"""
SILENT_HEAD = """
## Cases that did nothing in these games

"""


def test_a_game_of_every_scenario_ends_and_replays(tmp_path: Path) -> None:
    games = every_scenario.play_all(tmp_path, 2)
    others = every_scenario.play_others(tmp_path)
    both = {**games, **others}
    assert [id for id, one in both.items() if not (one.game.level and one.game.verified)] == []
    assert every_scenario.never_asked(every_scenario.total(both.values())) == []
    cases = every_scenario.total(games.values())
    assert [row.rule for row in every_scenario.silent(cases) if not row.tests] == []
    EVERY.write_text(every_page(games, others), encoding="utf-8")


def every_page(games: dict[str, Counted], others: dict[str, Counted]) -> str:
    """The record of a game of every scenario."""
    cases = every_scenario.total(games.values())
    parts = {
        EVERY_HEAD: every_scenario.table(games),
        QUESTIONS_HEAD: every_scenario.questions(cases, others),
        CASES_HEAD: every_scenario.at_work(cases),
        SILENT_HEAD: every_scenario.played_by_tests(cases),
    }
    return "".join(head + "\n".join(lines) + "\n" for head, lines in parts.items())


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


def test_ten_steady_games_of_each_break_out_end_and_replay(tmp_path: Path) -> None:
    page = BREAK_OUT_HEAD + steady_games(tmp_path, "breakout", "breakout-original", also=whole_games.LATER)
    BREAK_OUT.write_text(page, encoding="utf-8")


def test_ten_steady_games_of_the_build_up_and_the_campaign_end_and_replay(tmp_path: Path) -> None:
    page = EXPANDED_HEAD + steady_games(tmp_path, "buildup", "campaign", also=whole_games.EXPANDED)
    EXPANDED.write_text(page, encoding="utf-8")


def steady_games(folder: Path, *scenarios: str, also: Mapping[str, tuple[str, ...]]) -> str:
    """Ten games of each of some scenarios of The Normandy Campaign, as the body of a record."""
    page, every, counted = "", [], {**whole_games.HAPPENED, **also}
    for id in scenarios:
        games = whole_games.play_all(
            folder, SEEDS[:10], "steady", ruleset="cobra", scenario=id, counted=counted
        )
        assert all(game.level and game.verified for game in games), whole_games.as_json(games)
        page += f"\n## {COBRA.scenarios[id].title}\n\n" + "\n".join(whole_games.table(games)) + "\n"
        every += games
    total = whole_games.totals(every)
    assert all(total[what] for what in counted), total
    return f"{page}\n{whole_games.pace(every)}\n"


@pytest.mark.parametrize("small", [hill.RULESET, crossing.RULESET], ids=["hill", "crossing"])
def test_the_small_rulesets_conform(small: Ruleset, conforms: Callable[..., None]) -> None:
    conforms(small, seeds=SEEDS, scale=100)


@pytest.mark.parametrize("seed", SEEDS)
def test_cobra_conforms(seed: int, conforms: Callable[..., None]) -> None:
    conforms(COBRA_1977, seeds=[seed], scale=25)


@pytest.mark.parametrize("seed", SEEDS[:5])
@pytest.mark.parametrize("scenario", list(COBRA.scenarios))
def test_the_break_out_conforms(scenario: str, seed: int, conforms: Callable[..., None]) -> None:
    conforms(COBRA, scenarios=[scenario], seeds=[seed], scale=25)


BREAKOUT = find("breakout-pursuit")


@pytest.mark.parametrize("seed", SEEDS[:5])
@pytest.mark.parametrize("scenario", ["1.4", "2.1", "2.5", "3.4", "3.7"])
def test_breakout_pursuit_conforms(scenario: str, seed: int, conforms: Callable[..., None]) -> None:
    conforms(BREAKOUT, scenarios=[scenario], seeds=[seed], scale=25)


PLAYABLE = [found.id for found in installed() if found.ruleset is None or found.ruleset.status != MAP_ONLY]
"""Every ruleset of the plugins that is played; one that is broken is not passed over."""


@pytest.mark.parametrize("ruleset", PLAYABLE)
def test_every_rule_switched_off_fails_one_of_its_own_tests(ruleset: str) -> None:
    assert [(one.rule, one.why) for one in prove(find(ruleset), root=ROOT) if not one.proved] == []
