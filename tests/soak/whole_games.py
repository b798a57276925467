"""Whole games of Cobra by two players of a kind, recorded, and verified by replaying the record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from functools import partial
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from time import process_time

from hexcore.cli import main
from hexcore.game import SeededDice
from hexcore.journal_text import export
from hexcore.players import seated, step
from hexcore.record import DiceRecord, Record, Setting, lines_since, setting
from hexcore.ruleset import find
from hexcore.simulate import Watched

RULESET, SCENARIO = "cobra-1977", "breakout"
SEEDS = range(1, 21)

HAPPENED: Mapping[str, tuple[str, ...]] = {
    "attacks": ("combat:attack",),
    "overruns": ("combat:overrun",),
    "hexes retreated": ("moved:retreat",),
    "hexes advanced": ("moved:advance",),
    "exits": ("removed:exited",),
    "arrivals": ("placed:arrival",),
    "replacements": ("steps-regained",),
    "air points": ("commit:air",),
}
"""What the record counts, by the words of `simulate`. None of them may be zero over all games."""
LATER: Mapping[str, tuple[str, ...]] = {
    "carpet bombings": ("combat:carpet bombing",),
    "15th Army": ("commit:15th Army",),
}
"""What it counts besides in The Normandy Campaign."""
EXPANDED: Mapping[str, tuple[str, ...]] = {
    **LATER,
    "naval points": ("commit:naval",),
    "landed": ("placed:landing",),
    "delay units": ("removed:dissolved",),
    "withdrawn": ("removed:withdrawn",),
}
"""What it counts besides from the landing on."""


@dataclass(frozen=True)
class WholeGame:
    """One game as it ended. `verified` says that its record, read from a file, plays to the same hashes."""

    seed: int
    level: str
    turns: int
    answers: int
    hash: str
    counts: Mapping[str, int]
    verified: bool
    seconds: float
    """Of the processor, for the play alone."""


def play(
    seed: int,
    folder: Path,
    kind: str = "random",
    ruleset: str = RULESET,
    scenario: str = SCENARIO,
    counted: Mapping[str, tuple[str, ...]] = HAPPENED,
) -> WholeGame:
    """A game of Cobra by two players of a kind, in either edition."""
    return recorded(ruleset, scenario, seed, folder, kind, counted)


def recorded(
    ruleset: str, scenario: str, seed: int, folder: Path, kind: str, happened: Mapping[str, tuple[str, ...]]
) -> WholeGame:
    """A game by two players of a kind, its text in *folder*, imported into a game file and replayed there."""
    start = setting(find(ruleset), scenario, {})
    game = Watched.start(start.board, SeededDice(seed))
    assert isinstance(game, Watched)
    return played_out(start, game, seed, folder, kind, happened)


def played_out(
    start: Setting,
    game: Watched,
    seed: int,
    folder: Path,
    kind: str,
    happened: Mapping[str, tuple[str, ...]],
) -> WholeGame:
    """A game that begins from *start* and has only just begun, played to its end and recorded."""
    opening, players = game.state.hash, seated(kind, start.board.sides, seed)
    lines, secrets = lines_since(game, 0)
    began = process_time()
    while game.decision is not None:
        step(game, players)
        more, kept = lines_since(game, len(lines))
        lines += more
        secrets |= kept
    seconds = process_time() - began
    record = Record(start.header(DiceRecord("seed", seed), opening), lines, secrets)
    tally, outcome = game.tally.counts, game.state.outcome
    return WholeGame(
        seed,
        outcome.level if outcome else "",
        game.state.turn,
        len(game.journal),
        game.state.hash,
        {what: sum(tally[word] for word in words) for what, words in happened.items()},
        _verified(record, folder / f"{start.board.scenario.id}-{kind}-{seed}.txt"),
        seconds,
    )


def _verified(record: Record, text: Path) -> bool:
    text.write_text("\n".join(export(record)) + "\n", encoding="utf-8")
    file = text.with_suffix(".hexgame")
    with redirect_stdout(StringIO()):
        return main(["import", str(text), "-o", str(file)]) == main(["replay", str(file), "--verify"]) == 0


def play_all(
    folder: Path,
    seeds: range = SEEDS,
    kind: str = "random",
    jobs: int = 2,
    ruleset: str = RULESET,
    scenario: str = SCENARIO,
    counted: Mapping[str, tuple[str, ...]] = HAPPENED,
) -> list[WholeGame]:
    """A game for every seed, in processes."""
    one = partial(play, folder=folder, kind=kind, ruleset=ruleset, scenario=scenario, counted=counted)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        return list(pool.map(one, seeds))


def totals(games: list[WholeGame]) -> Counter[str]:
    """What happened over all games."""
    total: Counter[str] = Counter()
    for game in games:
        total.update(game.counts)
    return total


def as_json(games: list[WholeGame]) -> str:
    return json.dumps([asdict(game) for game in games], indent=1)


def pace(games: list[WholeGame]) -> str:
    """How long they took, in a sentence."""
    seconds = sorted(game.seconds for game in games)
    middle = seconds[len(seconds) // 2]
    return f"{middle:.1f} seconds of one core a game in the middle, {seconds[-1]:.1f} at most."


def table(games: list[WholeGame]) -> list[str]:
    """The games as lines of a Markdown table, the totals last."""
    happened = list(games[0].counts)
    heads = ["seed", "level", "turns", "answers", *happened, "hash"]
    rows = [
        [g.seed, g.level, g.turns, g.answers, *(g.counts[what] for what in happened), f"`{g.hash}`"]
        for g in games
    ]
    total, answers = totals(games), sum(game.answers for game in games)
    rows.append(["all", "", "", answers, *(total[what] for what in happened), ""])
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(map(str, line))} |" for line in lines]
