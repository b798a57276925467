"""`make bench`: prints every figure and writes them to docs/bench.md."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import measure

PAGE = Path(__file__).parents[2] / "docs" / "bench.md"
QUERIES = 1000
HEAD = """# Benchmarks

Written by `make bench`. Times are of one run on one machine; only the ratios travel. What is asserted, in a
generous band, is in `tests/bench/test_ratios.py`; the reference map, kernel and queries are described in
`tests/bench/README.md`.
"""
LIMIT = {"range": 30.0, "networkx": 3.0, "order": 12.0, "game": 3.0, "import": 2.0}


def main() -> None:
    lines = []
    for line in (*_queries(), *_orders(), *_games(), *_imports(), *_memory()):
        print(line, flush=True)
        lines.append(line)
    PAGE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def _table(*heads: str) -> list[str]:
    return ["", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]


def _queries() -> Iterator[str]:
    yield f"\n## Range and supply, {QUERIES} queries on the reference map"
    yield from _table("query", "by", "µs", "times C", "networkx / this")
    for kind, name in (("reach", "range"), ("supply", "supply")):
        took = measure.queries(kind, QUERIES)
        for by, seconds in took.items():
            times_c, faster = seconds / took["C"], took["networkx"] / seconds
            yield f"| {name} | {by} | {seconds * 1e6:.1f} | {times_c:.1f} | {faster:.1f} |"
    yield f"\nWanted of hexcore: range at most {LIMIT['range']:.0f} times C; both at least"
    yield f"{LIMIT['networkx']:.0f} times faster than networkx."


def _orders() -> Iterator[str]:
    yield "\n## Orders, against random plies of python-chess"
    yield from _table("what", "µs", "plies")
    took = measure.orders_and_plies()
    what = {
        "ply": "a ply: all legal moves listed, one chosen, pushed",
        "order": "an order: unit taken in hand, path found, every hex entered",
        "order, listed": "an order whose destinations are all listed first",
    }
    for name, seconds in took.items():
        yield f"| {what[name]} | {seconds * 1e6:.0f} | {seconds / took['ply']:.1f} |"
    yield f"\nWanted: an order costs at most {LIMIT['order']:.0f} plies."


def _games() -> Iterator[str]:
    yield f"\n## Whole games of {measure.GAME} {measure.SCENARIO} by random players"
    games = measure.whole_games(range(1, 6))
    yield from _table("seed", "seconds", "answers", "plies of chess in that time", "level")
    for game in games:
        told = f"{game['seconds']:.2f} | {game['answers']} | {game['plies']:.0f} | {game['level']}"
        yield f"| {game['seed']} | {told} |"
    middle = statistics.median(game["seconds"] for game in games)
    each = statistics.median(game["seconds"] / game["answers"] for game in games)
    plies = statistics.median(game["plies"] / game["answers"] for game in games)
    yield f"\nMedian {middle:.2f} s a game and {each * 1e3:.2f} ms an answer ({plies:.1f} plies)."
    yield f"Wanted: at most {LIMIT['game']:.0f} s."


def _imports() -> Iterator[str]:
    yield "\n## Imports"
    took = measure.imports()
    yield from _table("import", "ms", "times the libraries beneath")
    for name, seconds in took.items():
        yield f"| {name} | {seconds * 1e3:.0f} | {seconds / took['pydantic, pluggy']:.2f} |"
    brought = ", ".join(measure.imported_too_much()) or "none"
    yield f"\nWanted: at most {LIMIT['import']:.0f} times."
    yield f"Of {', '.join(measure.NOT_IMPORTED)} it brings: {brought}."


def _memory() -> Iterator[str]:
    yield "\n## Memory"
    yield from _table("when", "MiB")
    for when, size in measure.memory().items():
        yield f"| {when} | {size:.0f} |"


if __name__ == "__main__":
    main()
