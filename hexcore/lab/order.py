"""What is played for the laboratory, as plain data: any process, here or on another machine, plays it alike.

A game has a number: pair *n* of variant *v* is game `v * PAIRS + n`, and its seed is the run's seed and *n*.
Variant 0 is the game as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from hexcore.board import Board
from hexcore.lab.changes import Change, changed_board
from hexcore.ledger import Fault, Result
from hexcore.ruleset import Ruleset, find
from hexcore.simulate import LONGEST, Setting, SimulationFault, play_one
from hexcore.units import Side

PAIRS = 1_000_000
"""More pairs than anyone plays."""
CHANCE = "streams"
"""How chance comes in these games (`hexcore.streams`)."""


class OtherRules(RuntimeError):
    """A process that would play by other rules than those of whoever asks it."""


@dataclass(frozen=True)
class Order:
    """Which game is played, by whom, from which seed, in which variants; `told` is what a file says of it."""

    ruleset: str
    scenario: str
    players: Mapping[str, str]
    options: Mapping[str, str]
    seed: int
    told: Mapping[str, str]
    variants: tuple[Change, ...] = (Change(),)
    seconds: float = LONGEST

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        scenario: str,
        players: Mapping[Side, str],
        options: Mapping[str, str],
        seed: int,
    ) -> Order:
        """An order for the game as it is. UnknownName, UnknownPlayer."""
        told = told_here(ruleset, scenario, players, options, seed)
        named = {str(side): kind for side, kind in players.items()}
        return cls(ruleset.id, scenario, named, dict(options), seed, told)

    def with_variants(self, changes: Sequence[Change]) -> Order:
        """The same in these variants too."""
        return replace(self, variants=(Change(), *changes))

    def game(self, variant: int, pair: int) -> tuple[int, int]:
        """Number and seed of a game."""
        return variant * PAIRS + pair, self.seed + pair

    @property
    def text(self) -> str:
        """As JSON, for another process."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return json.dumps(plain | {"variants": [change.form for change in self.variants]}, sort_keys=True)

    @classmethod
    def read(cls, text: str) -> Order:
        """From its JSON."""
        plain = json.loads(text)
        return cls(**plain | {"variants": tuple(map(Change.of, plain["variants"]))})


def told_here(
    ruleset: Ruleset, scenario: str, players: Mapping[Side, str], options: Mapping[str, str], seed: int
) -> dict[str, str]:
    """All that decides how the games of an order go, as this process would play them."""
    told = Setting(ruleset, scenario, dict(players), dict(options)).told(seed)
    return {**told, "chance": CHANCE}


class Playing:
    """Plays games of an order by their number. OtherRules where this process has other rules."""

    def __init__(self, order: Order) -> None:
        self.order, self.ruleset = order, find(order.ruleset)
        players = {Side(side): kind for side, kind in order.players.items()}
        told = told_here(self.ruleset, order.scenario, players, order.options, order.seed)
        wrong = [f"its {key} is {told.get(key)!r}, not {was!r}" for key, was in order.told.items()
                 if told.get(key) != was]  # fmt: skip
        if wrong:
            raise OtherRules("; ".join(wrong))
        self.players, self.board = players, lru_cache(maxsize=3)(self._board)

    def _board(self, variant: int) -> Board:
        change = self.order.variants[variant]
        return changed_board(
            self.ruleset, self.order.scenario, self.order.options, change if variant else None
        )

    def __call__(self, game: int, seed: int) -> Result | Fault:
        """What comes of a game: its result, or why there is none."""
        try:
            board = self.board(game // PAIRS)
            seconds, keep = self.order.seconds, game < PAIRS
            return play_one(board, self.players, seed, game, streams=True, seconds=seconds, keep=keep)
        except SimulationFault as failed:
            return failed.fault
        except Exception as fault:  # what cannot be set up is told like what cannot be played
            return Fault(game, seed, f"{type(fault).__name__}: {fault}")


@lru_cache(maxsize=2)
def playing(text: str) -> Playing:
    """What plays an order given as JSON; a process keeps it, and a fork inherits it."""
    return Playing(Order.read(text))
