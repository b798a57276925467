"""Commands of the laboratory that play whole games: `balance` and `sensitivity`."""

from __future__ import annotations

import json
import math
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hexcore.cli import DONE, FAULT, Wrong
from hexcore.cli_games import options_given
from hexcore.cli_simulate import LARGEST, Watcher, players_given, say
from hexcore.lab import cluster
from hexcore.lab.asked_changes import UnknownChange, asked
from hexcore.lab.balance import Precision, balance_page
from hexcore.lab.book import Book, metadata
from hexcore.lab.changes import Change, changed_board
from hexcore.lab.order import PAIRS, Order
from hexcore.lab.report import answer, write
from hexcore.lab.sensitivity import sensitivity_page, unknown_page
from hexcore.lab.unknown import Group, unknown_groups
from hexcore.lab.whole_games import Hands, play_games, play_until
from hexcore.ledger import Fault
from hexcore.ruleset import Ruleset, find
from hexcore.simulate import Progress


def balance(given: Namespace) -> int:
    """Whole games between two players: levels, points, losses and the front, each with its interval."""
    games = _number(given.games, "--games")
    precision = Precision(_precision(given.precision, "--precision", 0.5),
                          _precision(given.points_precision, "--points-precision", math.inf))  # fmt: skip
    run = Run(given)
    with run.book() as book, _kept(run.path):
        watch = _watcher(given)
        enough = None
        if precision:

            def enough(n: int) -> bool:
                return precision.reached(list(book.of_variant(0, n).values()), book.sides)

        played = play_until(book, run.order, games, run.hands, enough, watch)
        page = balance_page(book, run.order, played, games, precision)
        faults = book.failed_of(0, played)
    for name, position in page.positions.items() if given.positions else ():
        write(Path(given.positions) / name, position.text)
    run.describe()
    answer(given, page)
    return _ended(run.path, faults)


def sensitivity(given: Namespace) -> int:
    """What changes of single values do to a game, in pairs of games."""
    pairs = _number(given.pairs, "--pairs")
    if bool(given.change) == (given.unknown is not None):
        raise Wrong("name what is changed: --change CHANGE, as often as you like, or --unknown N")
    run = Run(given)
    plan = _asked_for(given, run) if given.change else _unknown(given, run)
    with run.book() as book, _kept(run.path):
        plan.refuse(run, book)
        numbers = {change.name: book.variant(change) for change in plan.changes}
        order = run.order.with_variants(book.changes())
        games = [order.game(v, pair) for v in (0, *sorted(numbers.values())) for pair in range(pairs)]
        play_games(book, order, games, run.hands, _watcher(given))
        page = plan.page(book, order, numbers, pairs)
        faults = [fault for v in (0, *numbers.values()) for fault in book.failed_of(v, pairs)]
    run.describe()
    answer(given, page)
    return _ended(run.path, faults)


# ------------------------------------------------------------------ what is asked
class Run:
    """The games a command asks for: which, by whom, kept where. Wrong and its like for a mistake."""

    def __init__(self, given: Namespace) -> None:
        self.ruleset: Ruleset = find(given.ruleset)
        self.ruleset.scenario(given.scenario)
        self.scenario, self.options = given.scenario, options_given(given.option)
        if given.jobs < 1:
            raise Wrong("--jobs is at least 1")
        if abs(given.seed) > LARGEST:
            raise Wrong(f"--seed is a number of at most {LARGEST}")
        self.path, self.metadata = Path(given.output), given.metadata
        if not self.path.parent.is_dir():
            raise Wrong(f"{self.path}: there is no folder {self.path.parent}")
        players = players_given(given.players, self.ruleset)
        self.order = Order.of(self.ruleset, given.scenario, players, self.options, given.seed)
        self.hands = Hands(given.jobs, given.scheduler or "")
        if given.scheduler:
            cluster.ready(given.scheduler, self.order.text)

    def book(self) -> Book:
        return Book(self.path, self.order, self.ruleset.sides)

    def describe(self) -> None:
        """What Datasette shows beside the file, where that is asked for."""
        if self.metadata:
            told = metadata(self.order, self.path, self.ruleset.sides)
            write(Path(self.metadata), json.dumps(told, indent=2) + "\n")


class Plan:
    """Changes that are asked for by name."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.changes = list(changes)

    def refuse(self, run: Run, book: Book) -> None:
        """Leave out what cannot be played: nothing here, for each change was proved as it was read."""

    def page(self, book: Book, order: Order, numbers: Mapping[str, int], pairs: int) -> Any:
        told = {numbers[change.name]: change for change in self.changes}
        return sensitivity_page(book, order, told, pairs)


class UnknownPlan(Plan):
    """Steps of groups of unknown values; a step that the ruleset does not take is told, not played."""

    def __init__(self, groups: Sequence[Group]) -> None:
        super().__init__([change for group in groups for change in group.changes().values()])
        self.groups, self.refused = groups, dict[str, str]()

    def refuse(self, run: Run, book: Book) -> None:
        for change in list(self.changes):
            if book.knows(change):
                continue
            try:
                changed_board(run.ruleset, run.scenario, run.options, change)
            except Exception as fault:  # a reader of a plugin can fail in any way
                self.refused[change.name] = str(fault)
                self.changes.remove(change)

    def page(self, book: Book, order: Order, numbers: Mapping[str, int], pairs: int) -> Any:
        return unknown_page(book, order, self.groups, numbers, pairs, self.refused)


def _asked_for(given: Namespace, run: Run) -> Plan:
    try:
        texts = dict.fromkeys(given.change)
        return Plan([asked(text, run.ruleset, run.scenario, run.options) for text in texts])
    except UnknownChange as fault:
        raise Wrong(str(fault)) from None


def _unknown(given: Namespace, run: Run) -> Plan:
    most = _number(given.unknown, "--unknown")
    groups = unknown_groups(run.ruleset, run.scenario, run.options, most)
    if not groups:
        raise Wrong(f"{run.ruleset.id} marks no number as reconstructed or recovered: nothing is unknown")
    return UnknownPlan(groups)


def _number(value: int, name: str) -> int:
    if not 1 <= value < PAIRS:
        raise Wrong(f"{name} is at least 1 and below {PAIRS}")
    return value


def _precision(value: float | None, name: str, most: float) -> float | None:
    if value is not None and not 0 < value < most:
        raise Wrong(f"{name} is above 0" + (f" and below {most:g}" if most < math.inf else ""))
    return value


# ------------------------------------------------------------------ how it goes and how it ends
def _watcher(given: Namespace) -> Progress | None:
    """Who hears how far it is: the program that asks, or who sits before the terminal."""
    step = getattr(given, "step", None)
    if step is not None:
        return lambda done, games, _news: step(done, games)
    return None if given.json else Watcher()


@contextmanager
def _kept(path: Path) -> Iterator[None]:
    """Whatever breaks a run off, it is said where the games so far are."""
    try:
        yield
    except KeyboardInterrupt:
        raise Wrong(f"interrupted; the games played so far are in {path}, the same command goes on") from None
    except cluster.ClusterFault as fault:
        kept = f"the games played so far are in {path}, the same command goes on"
        raise cluster.ClusterFault(f"{fault}; {kept}") from None


def _ended(path: Path, faults: Sequence[Fault]) -> int:
    if not faults:
        return DONE
    say(f"hexcore: {len(faults)} games could not be played (table faults of {path}), the first: {faults[0]}")
    return FAULT
