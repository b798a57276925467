"""Games played by a Dask cluster: a scheduler somewhere, and workers that have the same rulesets installed.

What travels is an order as JSON and the numbers of games; what comes back are results as plain data. Before
a game is handed out every worker is asked whether it would play by the same rules.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from hexcore.lab.order import playing
from hexcore.ledger import Fault, Result
from hexcore.simultaneous import TICK
from hexcore.tally import SideTurn

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 10.0
"""Seconds to wait for a scheduler, and for its first worker."""
GRACE = 60.0
"""Seconds beyond the time of a game after which a cluster from which nothing comes is given up."""
ADDRESS = re.compile(r"(?:tcp|tls|ucx|ws|wss)://\S+:\d+")
_ONE_AT_A_TIME = threading.Lock()
"""A worker's threads would only stand in each other's way."""


class ClusterFault(RuntimeError):
    """A cluster that cannot play, or does not any longer, in one line that names its scheduler."""


def play_all(
    todo: Sequence[tuple[int, int]], scheduler: str, order: str, seconds: float
) -> Iterator[Result | Fault | None]:
    """What comes of games (number, seed), as it comes, played by a cluster; None every idle TICK.

    Raises ClusterFault where the scheduler is not there, has no worker, or goes away.
    """
    if not todo:
        return
    client = _client(scheduler)
    try:
        _same_rules(client, scheduler, order)
        yield from _coming(client, todo, scheduler, order, seconds)
    finally:
        _leave(client)


def ready(scheduler: str, order: str) -> None:
    """ClusterFault unless a cluster would play an order."""
    client = _client(scheduler)
    try:
        _same_rules(client, scheduler, order)
    finally:
        _leave(client)


def _client(scheduler: str) -> Client:
    if not ADDRESS.fullmatch(scheduler):
        raise ClusterFault(f"a scheduler is written tcp://HOST:PORT, not {scheduler!r}")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told once, by us
    try:
        from distributed import Client
    except ImportError:
        raise ClusterFault(
            "--scheduler needs dask.distributed: pip install 'hexcore-engine[cluster]'"
        ) from None
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as fault:
        raise ClusterFault(f"no scheduler at {scheduler}: {_first_line(fault)}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        _leave(client)
        raise ClusterFault(f"the scheduler at {scheduler} has no worker") from None
    return client


def _leave(client: Client) -> None:
    """The cluster is let go of, whether or not it is still there."""
    with suppress(OSError, TimeoutError):
        client.close(timeout=PATIENCE)


def _same_rules(client: Client, scheduler: str, order: str) -> None:
    try:
        found: Mapping[str, str] = client.run(difference, order)
    except Exception as fault:  # whatever a worker lacks is told
        reason = f"{type(fault).__name__}: {_first_line(fault)}"
        raise ClusterFault(f"a worker of {scheduler} cannot play it: {reason}") from None
    for worker, other in sorted(found.items()):
        if other:
            raise ClusterFault(f"the worker {worker} of {scheduler} cannot play it: {other}")


def _coming(
    client: Client, todo: Sequence[tuple[int, int]], scheduler: str, order: str, seconds: float
) -> Iterator[Result | Fault | None]:
    """Games are handed out as the cluster takes them; what has not come in time is a fault."""
    asked: dict[Future, tuple[int, int]] = {
        client.submit(played, order, game, seed, pure=False): (game, seed) for game, seed in todo
    }
    heard = time.monotonic()
    while asked:
        done = [future for future in asked if future.done()]
        if not done:
            if client.status != "running":
                raise ClusterFault(f"the scheduler at {scheduler} is gone, or has given up the games")
            if time.monotonic() > heard + seconds + GRACE:
                for game, seed in asked.values():
                    yield Fault(game, seed, f"the cluster hung: no end after {seconds:g} seconds")
                return
            yield None
            time.sleep(_pause(time.monotonic() - heard))
        for future in done:
            heard = time.monotonic()
            yield _news(future, *asked.pop(future), scheduler)
            future.release()


def _pause(idle: float) -> float:
    return min(TICK, max(0.01, idle / 10))


def _news(future: Future, game: int, seed: int, scheduler: str) -> Result | Fault:
    gone = ClusterFault(f"the scheduler at {scheduler} is gone, or has given up the games")
    if future.status in ("cancelled", "lost"):
        raise gone
    try:
        fault: Any = future.exception()
        plain = None if fault is not None else future.result()
    except (Exception, asyncio.CancelledError):  # what a game raised is told by `exception`, not raised
        raise gone from None
    if plain is None:
        return Fault(game, seed, f"{type(fault).__name__}: {_first_line(fault)}")
    return news_from(plain)


def _first_line(fault: BaseException) -> str:
    return next(iter(str(fault).splitlines()), "").strip() or type(fault).__name__


# ------------------------------------------------------------------ on a worker
def difference(order: str) -> str:
    """Why this process cannot play an order, empty where it can."""
    try:
        playing(order)
    except Exception as fault:  # a ruleset that is missing, broken or another one
        return f"{type(fault).__name__}: {fault}"
    return ""


def played(order: str, game: int, seed: int) -> dict[str, Any]:
    """What comes of one game, as plain data."""
    with _ONE_AT_A_TIME:
        return asdict(playing(order)(game, seed))


def news_from(plain: Mapping[str, Any]) -> Result | Fault:
    """A result or a fault from its plain data."""
    if "text" in plain:
        return Fault(**plain)
    turns = tuple(SideTurn(**turn) for turn in plain["by_turn"])
    return Result(**{**plain, "by_turn": turns})


__all__ = ["ClusterFault", "difference", "news_from", "play_all", "played", "ready"]
