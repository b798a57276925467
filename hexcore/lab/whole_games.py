"""Games of an order played and kept, by processes of this machine or by a cluster; gone on with later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hexcore.lab.book import Book
from hexcore.lab.order import Order, playing
from hexcore.ledger import Fault, Result
from hexcore.simulate import Progress, play_on
from hexcore.simultaneous import play_all

Enough = Callable[[int], bool]
"""Whether the first so many games are enough."""
FIRST_LOOK, LATER_LOOKS = 20, 1.5
"""Whether games are enough is looked at after the first so many, then at half as many more each time."""


@dataclass(frozen=True)
class Hands:
    """Who plays: *jobs* processes of this machine (0: this one), or the cluster of a scheduler."""

    jobs: int = 1
    scheduler: str = ""

    def playing(self, order: Order, todo: Sequence[tuple[int, int]]) -> Iterator[Result | Fault | None]:
        """What comes of games (number, seed), as it comes."""
        if self.scheduler:
            from hexcore.lab import cluster

            return cluster.play_all(todo, self.scheduler, order.text, order.seconds)
        play = playing(order.text)  # here too, so that what is wrong is told at once, and a fork inherits it
        if self.jobs < 1:
            return (play(game, seed) for game, seed in todo)
        return play_all(todo, self.jobs, playing, (order.text,), order.seconds)


def look_points(most: int) -> Iterator[int]:
    """After how many games it is looked whether they are enough: always the same, whoever plays."""
    at = FIRST_LOOK
    while at < most:
        yield at
        at = round(at * LATER_LOOKS / 10) * 10
    yield most


def play_until(
    book: Book,
    order: Order,
    most: int,
    hands: Hands,
    enough: Enough | None = None,
    progress: Progress | None = None,
) -> int:
    """The games as they are, played until they are enough or *most*; how many games that is.

    Only whole batches up to the points of `look_points` decide, so that the number of games does not depend
    on who plays them, nor on where a run was broken off. Raises LedgerError, ClusterFault.
    """
    begun = 0
    for games in look_points(most) if enough else (most,):
        batch = [order.game(0, pair) for pair in range(begun, games)]
        play_games(book, order, batch, hands, progress and further(progress, begun, most))
        if enough and enough(games):
            return games
        begun = games
    return most


def further(progress: Progress, begun: int, most: int) -> Progress:
    """Progress of one batch told as that of all."""
    return lambda done, _games, news: progress(begun + done, most, news)


def play_games(
    book: Book,
    order: Order,
    games: Sequence[tuple[int, int]],
    hands: Hands,
    progress: Progress | None = None,
) -> None:
    """Games (number, seed) played, but for those that the file holds. Raises LedgerError, ClusterFault."""
    held = book.games()
    todo = [game for game in games if game[0] not in held]
    play_on(book, hands.playing(order, todo), len(games) - len(todo), len(games), progress)
