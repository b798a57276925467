"""One whole game of every scenario of Breakout & Pursuit, steady against steady, recorded and verified."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from whole_games import WholeGame, recorded

from hexcore.ruleset import find

RULESET, SEED = "breakout-pursuit", 1

HAPPENED: Mapping[str, tuple[str, ...]] = {
    "attacks": ("combat:attack",),
    "hexes retreated": ("moved:retreat",),
    "hexes advanced": ("moved:advance",),
    "eliminated": ("removed:eliminated",),
    "arrivals": ("placed:arrival",),
}


def play(scenario: str, folder: Path) -> WholeGame:
    return recorded(RULESET, scenario, SEED, folder, "steady", HAPPENED)


def play_all(folder: Path, jobs: int) -> dict[str, WholeGame]:
    """A game of every scenario, in processes."""
    scenarios = list(find(RULESET).scenarios)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        return dict(zip(scenarios, pool.map(play, scenarios, [folder] * len(scenarios)), strict=True))


def table(games: Mapping[str, WholeGame]) -> list[str]:
    """The games as lines of a Markdown table."""
    heads = ["scenario", "level", "last turn", "answers", *HAPPENED, "hash"]
    rows = [
        [id, g.level, g.turns, g.answers, *(g.counts[what] for what in HAPPENED), f"`{g.hash}`"]
        for id, g in games.items()
    ]
    return [f"| {' | '.join(map(str, line))} |" for line in (heads, ["---"] * len(heads), *rows)]
