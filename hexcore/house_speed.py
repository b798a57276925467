"""The section `speed`: what a ruleset's rules cost, against the house budget.

Times of one machine say nothing on another. So every round also runs a fixed piece of plain Python, the lap,
and what counts is how many laps an answer, a view, a hash or an undo costs, in the median of the rounds. The
budget is that of the core's own benchmark (`tests/bench`), where a lap is about the cost of a ply of chess.
"""

from __future__ import annotations

import gc
import heapq
import statistics
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from hexcore.checkup import Extent, Flaw, Section
from hexcore.game import Game, SeededDice
from hexcore.players import seated, step

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset

BUDGET: Mapping[str, float] = {"answer": 25, "list": 20, "undo": 0.5, "view": 2, "hash": 2}
"""The most laps that each may cost: an answer of a random player with all that follows, listing the answers,
taking one back, a side's view, the hash of the state after an answer."""
ANSWERS, LAPS = 20, 20
ROUNDS, TRIES = 12, 3
SIDE = 6


def lap() -> int:
    """Fixed work of the kind rules do: the cheapest ways over a small field of uneven ground."""
    best, waiting = {(0, 0): 0}, [(0, 0, 0)]
    while waiting:
        spent, x, y = heapq.heappop(waiting)
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1)):
            there = (x + dx, y + dy)
            if 0 <= there[0] < SIDE and 0 <= there[1] < SIDE:
                cost = spent + 1 + (there[0] * 7 + there[1] * 3) % 4
                if cost < best.get(there, 1_000):
                    best[there] = cost
                    heapq.heappush(waiting, (cost, *there))
    return sum(best.values())


def speed_section(ruleset: Ruleset, extent: Extent) -> Section:
    """What costs more than the budget, in the best of some tries: noise only adds."""
    found = Section("speed")
    scenario = next(iter(ruleset.scenarios), None)
    if scenario is None:
        found.checked.append("nothing to play")
        return found
    best: dict[str, float] = {}
    for number in range(1 if extent.fast else TRIES):
        for name, laps in measured(
            ruleset, scenario, number + 1, ROUNDS // (2 if extent.fast else 1)
        ).items():
            best[name] = min(laps, best.get(name, laps))
        if all(best[name] <= most for name, most in BUDGET.items() if name in best):
            break
    for name, laps in best.items():
        if laps > BUDGET[name]:
            found.flaws.append(Flaw(f"{scenario}: {name} costs more than {BUDGET[name]:g} laps"))
    told = ", ".join(f"{name} {laps:.3g} of {BUDGET[name]:g}" for name, laps in best.items())
    found.checked.append(f"{scenario}, in laps: {told}")
    return found


def measured(ruleset: Ruleset, scenario: str, seed: int, rounds: int) -> dict[str, float]:
    """Laps of each thing, in the median of the rounds, each round next to laps of its own."""
    board = ruleset.board(scenario)
    game, players = Game.start(board, SeededDice(seed)), seated("random", board.sides, seed)
    ratios: dict[str, list[float]] = {name: [] for name in BUDGET}

    def answers() -> int:
        given = 0
        while game.decision is not None and given < ANSWERS:
            step(game, players)
            given += 1
        return given

    for _ in range(rounds):
        if game.decision is None:
            seed += 1
            game, players = Game.start(board, SeededDice(seed)), seated("random", board.sides, seed)
        a_lap = _timed(lambda: [lap() for _ in range(LAPS)]) / LAPS
        given = [0]
        took = _timed(lambda into=given: into.__setitem__(0, answers()))  # type: ignore[misc]
        ratios["answer"].append(took / max(given[0], 1) / a_lap)
        for name, laps in _of_position(game, a_lap).items():
            ratios[name].append(laps)
    return {name: statistics.median(found) for name, found in ratios.items() if found}


def _of_position(game: Game, a_lap: float) -> dict[str, float]:
    """What one position costs: its list, a view, an answer's hash and its undo."""
    if game.decision is None:
        return {}
    found = {"list": _timed(game.legal_actions) / a_lap}
    side = game.board.sides[0]
    found["view"] = _timed(lambda: game.view(side)) / a_lap
    fork, listed = game.fork(), game.legal_actions()
    if listed:
        fork.submit(listed[-1])
        found["hash"] = _timed(lambda: fork.state.hash) / a_lap
        if fork.undoable:
            found["undo"] = _timed(fork.undo) / a_lap
    return found


def _timed(run: Callable[[], object]) -> float:
    """Processor seconds, garbage left alone."""
    gc.disable()
    try:
        began = time.process_time()
        run()
        return max(time.process_time() - began, 1e-9)
    finally:
        gc.enable()
