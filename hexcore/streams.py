"""Chance by streams, for games that are compared in pairs: common random numbers.

Two games that differ in one value are to differ by that value, not by luck. So every roll comes from a stream
of its own, named by the seed, the turn, the phase, the question and the hexes fought over; and a player who
chooses at random draws a lot for every answer listed, from the seed, the turn, the phase and how many
questions of the kind he has answered in it. What has gone otherwise in one battle leaves the dice of the
next as they were. Each die alone is as fair as any, and each choice as even (A. M. Law, Simulation Modeling
and Analysis, 11.2: common random numbers, synchronized by purpose).
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hexcore.actions import Action, Roll
from hexcore.commitments import Salts
from hexcore.decisions import Decision
from hexcore.players import Player, player
from hexcore.state import GameState
from hexcore.units import Side


@dataclass
class StreamDice:
    """Dice for one game played from its start, nothing taken back: they count what they have rolled."""

    seed: int
    rolled: Counter[str] = field(default_factory=Counter)

    def roll(self, state: GameState, decision: Decision) -> Roll:
        """The next roll of the stream of this question."""
        size = len(next(iter(decision.options(state))).dice)
        stream = self._stream(state, decision)
        self.rolled[stream] += 1
        source = random.Random(f"{self.seed}:{stream}:{self.rolled[stream]}")
        return Roll(tuple(source.randint(1, 6) for _ in range(size)))

    def _stream(self, state: GameState, decision: Decision) -> str:
        numbers = state.board.map.numbers
        ground = ",".join(numbers[hex] for hex in state.combat.targets) if state.combats else ""
        return f"{state.turn}:{state.phase}:{decision.kind}:{ground}"


class StreamPlayer:
    """Any listed answer, each as likely as the others: the one whose lot is the highest."""

    looks = False

    def __init__(self, seed: int) -> None:
        self.seed, self.salts = seed, Salts(seed)
        self.answered: Counter[str] = Counter()
        self.phase = (-1, -1)

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        if len(listed) == 1:
            return self.salts.kept(listed[0])
        if self.phase != (view.turn, view.phase):
            self.phase = (view.turn, view.phase)
            self.answered.clear()
        kind = view.agenda[0].kind
        self.answered[kind] += 1
        pot = f"{self.seed}:{view.turn}:{view.phase}:{kind}:{self.answered[kind]}:".encode()
        return self.salts.kept(max(listed, key=lambda action: lot(pot, action)))


def lot(pot: bytes, action: Action) -> bytes:
    """What an answer draws from a pot, the same on any machine."""
    return hashlib.blake2b(pot + repr(action).encode(), digest_size=8).digest()


def stream_players(kinds: Mapping[Side, str], sides: Sequence[Side], seed: int) -> dict[Side, Player]:
    """The players of a paired game; who does not choose at random is as he always is."""
    seats = len(sides)
    return {
        side: StreamPlayer(seed * seats + n)
        if kinds[side] == "random"
        else player(kinds[side], seed * seats + n)
        for n, side in enumerate(sides)
    }
