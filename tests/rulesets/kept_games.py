"""What tests of many games share: their file read by SQLite alone, and what they leave in memory."""

from __future__ import annotations

import gc
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

ORDER = {"run": "key", "games": "game", "turns": "game, turn, side", "counts": "game, what", "faults": "game"}


def rows(path: Path, query: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        return [dict(row) for row in db.execute(query)]


def tables(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Everything that must not depend on how it was computed: all but the seconds."""
    found = {name: rows(path, f"SELECT * FROM {name} ORDER BY {order}") for name, order in ORDER.items()}
    for game in found["games"]:
        del game["seconds"]
    return found


# ------------------------------------------------------------------ what games leave in memory
GAMES, WARM, MEASURED = range(10), 4, 2
"""The same games round after round: some until free lists and caches are full, then some more."""
MOST_KEPT = 1500
"""Bytes a game; the state of a game of the hill alone takes more than twice as much."""


def growth(play: Callable[[int], object], games: Iterable[int] = GAMES) -> float:
    """Bytes a game that stay, once everything is warm."""
    sizes: list[int] = []
    seeds = tuple(games)
    tracemalloc.start()
    try:
        for _ in range(WARM + MEASURED):
            for seed in seeds:
                play(seed)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    return (sizes[-1] - sizes[WARM - 1]) / (MEASURED * len(seeds))
