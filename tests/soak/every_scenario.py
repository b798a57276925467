"""Whole games of Breakout & Pursuit, recorded, verified, and their cases counted.

One of every scenario, steady against steady; and two more for questions that do not come up in those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import reduce
from multiprocessing import get_context
from operator import add
from pathlib import Path

from cases import Cases, Observed, on_observed
from whole_games import WholeGame, played_out

from hexcore.codec import core_decisions
from hexcore.coverage import Row, rows
from hexcore.game import Dice, SeededDice
from hexcore.positions import read_position
from hexcore.record import Setting, setting
from hexcore.ruleset import find

RULESET, SEED = "breakout-pursuit", 1
RHINE = Path(__file__).with_name("rhine.toml")

HAPPENED: Mapping[str, tuple[str, ...]] = {
    "attacks": ("combat:attack",),
    "hexes retreated": ("moved:retreat",),
    "hexes advanced": ("moved:advance",),
    "eliminated": ("removed:eliminated",),
    "arrivals": ("placed:arrival",),
    "airdrops": ("placed:airdrop",),
}
OF_OTHER_GAMES = frozenset({"take-result", "face-result", "lose-steps"})
"""Decisions of the core for combat results in steps; the results of this game are words."""


@dataclass(frozen=True)
class Counted:
    """A game as it ended, and which cases acted in it."""

    game: WholeGame
    cases: Cases


# ------------------------------------------------------------------ played
def play(scenario: str, folder: Path, kind: str = "steady", position: Path | None = None) -> Counted:
    """A game of a scenario by two players of a kind, from its set-up or from a position."""
    start, game = begun(scenario, position)
    return Counted(played_out(start, game, SEED, folder, kind, HAPPENED), game.observer.cases)


def begun(scenario: str, position: Path | None = None) -> tuple[Setting, Observed]:
    """A game whose cases are counted, and what it has begun from."""
    start = setting(find(RULESET), scenario, {}, read_position(position) if position else None)
    with on_observed(start.board).watching():
        return start, _begun(start, SeededDice(SEED))


def _begun(start: Setting, dice: Dice) -> Observed:
    if start.position is not None:
        return Observed(start.board, start.start(dice).state, dice)
    game = Observed.start(start.board, dice)
    assert isinstance(game, Observed)
    return game


def play_all(folder: Path, jobs: int) -> dict[str, Counted]:
    """A game of every scenario, each in a process of its own: what one has read no other finds read."""
    scenarios = list(find(RULESET).scenarios)
    with ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        return dict(zip(scenarios, pool.map(play, scenarios, [folder] * len(scenarios)), strict=True))


def play_others(folder: Path) -> dict[str, Counted]:
    """What steady players avoid, or do not come to in time: too many units in a hex, the Rhine breached."""
    return {
        "1.1, random players": play("1.1", folder, "random"),
        "beyond the Rhine": play("1.4", folder, "steady", RHINE),
    }


def total(counted: Iterable[Counted]) -> Cases:
    """The cases of several games together."""
    return reduce(add, (one.cases for one in counted), Cases())


# ------------------------------------------------------------------ told
def table(games: Mapping[str, Counted]) -> list[str]:
    """The games as lines of a Markdown table."""
    heads = ["scenario", "level", "last turn", "answers", *HAPPENED, "hash"]
    played = [(id, counted.game) for id, counted in games.items()]
    return markdown(
        heads,
        [
            [id, g.level, g.turns, g.answers, *(g.counts[what] for what in HAPPENED), f"`{g.hash}`"]
            for id, g in played
        ],
    )


def markdown(heads: list[str], lines: Iterable[list[object]]) -> list[str]:
    """A Markdown table."""
    return [f"| {' | '.join(map(str, line))} |" for line in (heads, ["---"] * len(heads), *lines)]


def kinds() -> list[str]:
    """Every kind of decision of the game."""
    classes = (*core_decisions(), *find(RULESET).decisions)
    return sorted({cls.__dataclass_fields__["kind"].default for cls in classes} - OF_OTHER_GAMES)


def never_asked(cases: Cases) -> list[str]:
    """Kinds of decisions that came up in no game."""
    return [kind for kind in kinds() if not cases.asked[kind]]


def questions(cases: Cases, others: Mapping[str, Counted]) -> list[str]:
    """How often each kind of decision was asked and answered in the games, and asked in the others."""
    lines: list[list[object]] = []
    for kind in kinds():
        beside = (other.cases.asked[kind] for other in others.values())
        lines.append([f"`{kind}`", cases.asked[kind], cases.answered[kind], *beside])
    return markdown(["decision", "asked", "answered", *(f"asked: {name}" for name in others)], lines)


def of_play() -> list[Row]:
    """The cases and tables that are played, with their tests."""
    return [row for row in rows(find(RULESET)) if row.needs_proof]


def at_work(cases: Cases) -> list[str]:
    """The cases that acted, refused or were gone by, with how often."""
    lines: list[list[object]] = [
        [f"`{row.rule}`", row.title, cases.acted[row.rule], cases.refused[row.rule], cases.gone_by[row.rule]]
        for row in of_play()
        if cases.did(row.rule)
    ]
    return markdown(["case", "what it is about", "acted", "refused", "gone by"], lines)


def silent(cases: Cases) -> list[Row]:
    """The cases that did nothing in any game."""
    return [row for row in of_play() if not cases.did(row.rule)]


def played_by_tests(cases: Cases) -> list[str]:
    """The silent cases, each with the tests that play it."""
    lines: list[list[object]] = [
        [f"`{row.rule}`", row.title, "<br>".join(f"`{test}`" for test in row.tests)] for row in silent(cases)
    ]
    return markdown(["case", "what it is about", "tests that play it"], lines)
