"""`make bench`: prints every figure and writes them to docs/bench.md.

`python tests/bench/run.py --record` also writes the ratios into record.json, as those of the tree's version:
to be called once, at a release.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import measure
import opened_games
import orders
import record
import timed_games

PAGE = Path(__file__).parents[2] / "docs" / "bench.md"
HEAD = """# Benchmarks

Written by `make bench`. Times are of one run on one machine; only the ratios travel. What is compared runs in
turn, round after round, and the median of the rounds counts. Times are processor time, where they do not say
otherwise. What is asserted, in a generous band, is in `tests/bench/test_ratios.py`; the reference map, kernel
and queries are described in `tests/bench/README.md`. A ply of chess is one of a random game by python-chess:
every legal move listed, one chosen, pushed.
"""
QUERIES = {"reach": 200, "supply": 200}
"""Queries of a round; there are five rounds, each with queries of its own."""

Ratios = dict[str, float]


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--record", action="store_true", help="write the ratios as those of this version")
    given = asked.parse_args()
    then, lines, ratios = record.last(), list[str](), Ratios()
    for part in (_queries, _orders, _saving, _kept, _games, _imports, _memory):
        _tell(part(ratios), lines)
    _tell(_compared(ratios, *then), lines)
    PAGE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    if given.record:
        record.write(ratios, record.version())


def _tell(part: Iterator[str], lines: list[str]) -> None:
    for line in part:
        print(line, flush=True)
        lines.append(line)


def _table(*heads: str) -> list[str]:
    return ["", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]


def _queries(ratios: Ratios) -> Iterator[str]:
    yield "\n## Range and supply, a thousand queries of each on the reference map"
    yield from _table("query", "by", "µs", "times C", "networkx / this")
    for kind, name in (("reach", "range"), ("supply", "supply")):
        took = measure.queries(kind, QUERIES[kind])
        for by in took.seconds:
            times_c, faster = took.ratio(by, "C"), took.ratio("networkx", by)
            yield f"| {name} | {by} | {took.one(by) * 1e6:.1f} | {times_c:.1f} | {faster:.1f} |"
        ratios[f"{name}, times C"] = took.ratio("hexcore", "C")
        ratios[f"{name}, times networkx"] = took.ratio("hexcore", "networkx")


ACTIONS = {
    "ply": "a ply of chess",
    "order": "an order: unit taken in hand, path found, every hex entered",
    "order, listed": "an order whose destinations are all listed first",
    "undo": "undo of one answer",
    "view": "a view: what one side may see of the table",
    "hash": "the hash of a state that has just come about",
    "hash, afresh": "the same digest counted from every item, as the proof of it does",
}
ACTION_RATIOS = {"order": "order", "order, listed": "order with its list", "undo": "undo", "view": "view",
                 "hash": "hash"}  # fmt: skip


def _orders(ratios: Ratios) -> Iterator[str]:
    yield f"\n## Single actions of {orders.GAME}, against plies of chess"
    yield from _table("what", "µs", "plies")
    took = orders.single_actions()
    for name, text in ACTIONS.items():
        yield f"| {text} | {took.one(name) * 1e6:.1f} | {took.ratio(name, 'ply'):.2f} |"
    for name, called in ACTION_RATIOS.items():
        ratios[f"{called}, plies"] = took.ratio(name, "ply")


SAVING = {
    "action": "an action in memory",
    "saved": "an action of a game file (`submit`: on disk when it returns)",
    "undone": "undo in a game file",
}
COMMANDS = {
    "import": "Python with the core imported, and nothing else",
    "show": "`hexcore show`, a whole process",
    "do": "`hexcore do` with one action, a whole process",
    "undo": "`hexcore undo`, a whole process",
}


def _saving(ratios: Ratios) -> Iterator[str]:
    yield "\n## Saving, action by action"
    yield from _table("what", "ms of processor", "ms on the wall", "times in memory (processor)")
    took, wall = orders.saving(), orders.saving(clock=time.perf_counter)
    for name, text in SAVING.items():
        ms, on_wall = took.one(name) * 1e3, wall.one(name) * 1e3
        yield f"| {text} | {ms:.2f} | {on_wall:.2f} | {took.ratio(name, 'action'):.1f} |"
    ratios["action saved, times one in memory"] = took.ratio("saved", "action")
    yield from _table("process", "ms on the wall", "times the import")
    processes = orders.commands()
    for name, text in COMMANDS.items():
        yield f"| {text} | {processes.one(name) * 1e3:.0f} | {processes.ratio(name, 'import'):.1f} |"


def _kept(ratios: Ratios) -> Iterator[str]:
    yield "\n## Finished games in their files"
    yield "\nAn action is a line of the journal: an answer of a side, or a roll. What answers itself is none."
    yield "A replay goes through every state from the first to the last and compares the digest at each:"
    yield "as recorded, by the rules, and verified (by the rules, and all that followed compared)."
    sizes = ("bytes an action", "of them what followed")
    seconds = ("s to open", "s to prove every byte")
    speeds = ("actions a second, as recorded", "by the rules", "verified")
    yield from _table("game", "players", "actions", *sizes, *seconds, *speeds)
    for ruleset, scenario, kind in opened_games.GAMES:
        with opened_games.long_game(None, kind, ruleset, scenario) as path:
            found = opened_games.measured(path)
        yield f"| {ruleset} {scenario} | {kind} | {_told(found)} |"
        told = f"{ruleset} {scenario} {kind}"
        ratios[f"opening, times replaying as recorded: {told}"] = found.opened / found.replayed
        ratios[f"replaying as recorded, times by the rules: {told}"] = found.replayed / found.asked


def _told(found: opened_games.Kept) -> str:
    """The figures of one game, in the order of the table."""
    sizes = [f"{size / found.answers:.0f}" for size in (found.size, found.told)]
    seconds = [f"{took:.2f}" for took in (found.opened, found.proved)]
    speeds = [f"{found.answers / took:.0f}" for took in (found.replayed, found.asked, found.verified)]
    return " | ".join([str(found.answers), *sizes, *seconds, *speeds])


def _games(ratios: Ratios) -> Iterator[str]:
    yield f"\n## Whole games of {orders.GAME} {orders.SCENARIO}, plies of chess played in between"
    yield from _table("players", "seed", "processor s", "wall s", "answers", "plies in that time", "level")
    games = []
    for game in timed_games.measured():
        games.append(game)
        told = f"{game.cpu:.2f} | {game.wall:.2f} | {game.answers} | {game.plies:.0f} | {game.level}"
        yield f"| {game.kind} | {game.seed} | {told} |"
    for kind in dict.fromkeys(game.kind for game in games):
        yield from _middle([game for game in games if game.kind == kind], ratios)


def _middle(games: list[timed_games.WholeGame], ratios: Ratios) -> Iterator[str]:
    """Games of one kind of player, in the median."""
    kind, median = games[0].kind, statistics.median
    cpu, plies = median(game.cpu for game in games), median(game.plies for game in games)
    ms = median(game.cpu / game.answers for game in games) * 1e3
    each = median(game.plies / game.answers for game in games)
    yield f"\nBy {kind} players, in the median: {cpu:.2f} s of processor a game ({plies:.0f} plies),"
    yield f"{ms:.2f} ms an answer ({each:.1f} plies)."
    ratios[f"game by {kind}, plies"] = plies
    ratios[f"answer by {kind}, plies"] = each


def _imports(ratios: Ratios) -> Iterator[str]:
    yield "\n## Imports"
    took = measure.imports()
    yield from _table("import", "ms", "times the libraries beneath")
    for name in took.seconds:
        yield f"| {name} | {took.one(name) * 1e3:.0f} | {took.ratio(name, measure.BENEATH):.2f} |"
    ratios["import, times the libraries beneath"] = took.ratio("hexcore.game", measure.BENEATH)
    brought = ", ".join(measure.imported_too_much()) or "none"
    yield f"\nOf {', '.join(measure.NOT_IMPORTED)} it brings: {brought}."


def _memory(ratios: Ratios) -> Iterator[str]:
    yield "\n## Memory"
    yield from _table("when", "MiB")
    sizes = measure.memory()
    for when, size in sizes.items():
        yield f"| {when} | {size:.0f} |"
    if sizes:
        ratios["memory of a game, times bare python"] = sizes["most"] / sizes["bare python"]


def _compared(ratios: Ratios, release: str, then: Ratios) -> Iterator[str]:
    yield "\n## Now and then"
    yield "\nEvery ratio beside that of the last release in `tests/bench/record.json`; smaller is better."
    yield from _table("ratio", "now", release or "no release yet", "now / then", "at most")
    for name, ratio in ratios.items():
        before = f"{then[name]:.3g} | {ratio / then[name]:.2f}" if name in then else "- | -"
        wanted = f"{record.WANTED[name]:.3g}" if name in record.WANTED else "-"
        yield f"| {name} | {ratio:.3g} | {before} | {wanted} |"


if __name__ == "__main__":
    main()
