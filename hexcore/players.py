"""Computer players: who answers for a side, by name and seed, and how a game is played out.

`random`, `passive` and `steady` are known here; a distribution adds kinds of its own by the entry point group
`hexcore.players` (name -> callable of a seed).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from typing import Protocol

from hexcore.actions import Action, Done, PutDown, Take
from hexcore.commitments import Salts
from hexcore.game import Game
from hexcore.referee import Consent
from hexcore.state import GameState
from hexcore.steady import SteadyPlayer
from hexcore.units import CHANCE, Side

ENTRY_POINTS = "hexcore.players"


class Player(Protocol):
    """Whoever answers for a side: what the side may see, and the listed answers, in; one answer out.

    One that never looks at the view says so (`looks = False`) and spares the table making it. One that can
    tell why it answered so has that line in `why` after each answer.
    """

    def __call__(self, view: GameState, listed: Sequence[Action], /) -> Action: ...


Factory = Callable[[int], Player]
"""Makes a player from a seed: the same seed gives the same answers to the same questions."""


class RandomPlayer:
    """Any listed answer, each as likely as the others."""

    looks = False

    def __init__(self, seed: int = 0) -> None:
        self.seed, self.salts = seed, Salts(seed)
        self.source = random.Random(seed)

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        return self.salts.kept(self.source.choice(listed))


class PassivePlayer(RandomPlayer):
    """Ends whatever may be ended; where something must be done, the first thing listed that does it."""

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        ends = [action for action in listed if isinstance(action, Done | PutDown)]
        acts = [action for action in listed if not isinstance(action, Take)]
        return self.salts.kept((ends or acts or listed)[0])


BUILT_IN: Mapping[str, Factory] = {
    "random": RandomPlayer,
    "passive": PassivePlayer,
    "steady": SteadyPlayer,
}


class UnknownPlayer(ValueError):
    """A kind of player that is not installed, or is broken."""


def kinds() -> list[str]:
    """Every kind of player by name, the installed ones included."""
    return sorted({*BUILT_IN, *(point.name for point in metadata.entry_points(group=ENTRY_POINTS))})


def player(kind: str, seed: int = 0) -> Player:
    """A player of a kind; UnknownPlayer, with the reason, when there is none."""
    if kind in BUILT_IN:
        return BUILT_IN[kind](seed)
    for point in metadata.entry_points(group=ENTRY_POINTS):
        if point.name == kind:
            try:
                made: Player = point.load()(seed)
            except Exception as fault:  # another distribution's code can fail in any way; it is reported
                raise UnknownPlayer(f"player {kind!r} is broken: {type(fault).__name__}: {fault}") from fault
            return made
    raise UnknownPlayer(f"no player {kind!r}; there are: {', '.join(kinds())}")


class GameTooLong(RuntimeError):
    """A game that goes on and on."""


class NothingToAnswer(RuntimeError):
    """A question for which nothing is listed."""


def step(game: Game, players: Mapping[Side, Player]) -> Action:
    """One answer by whoever is asked, submitted. Raises NothingToAnswer where nothing is listed."""
    decision = game.decision
    assert decision is not None and decision.side != CHANCE
    side, listed = decision.side, offered(game)
    if not listed:
        raise NothingToAnswer(f"{side} is asked {decision.kind} and nothing is listed")
    player = players[side]
    action = player(game.view(side) if getattr(player, "looks", True) else game.state, listed)
    game.submit(action, side)
    return action


def offered(game: Game) -> list[Action]:
    """The listed answers for a computer player: it agrees to every change of the table."""
    listed = game.legal_actions()
    return listed[:1] if isinstance(game.decision, Consent) else listed


def play_out(
    game: Game, players: Mapping[Side, Player], most: int = 100_000, seconds: float = math.inf
) -> int:
    """A game played to its end; how many answers it took. Raises GameTooLong after *most*, or *seconds*."""
    end = time.monotonic() + seconds
    for number in range(most):
        if game.decision is None:
            return number
        if time.monotonic() > end:
            raise GameTooLong(f"no end after {seconds:g} seconds")
        step(game, players)
    raise GameTooLong(f"no end after {most} answers")


def seated(kind: str, sides: tuple[Side, ...], seed: int) -> dict[Side, Player]:
    """A player of one kind for every side, each with a seed of its own."""
    return {side: player(kind, seed * len(sides) + n) for n, side in enumerate(sides)}
