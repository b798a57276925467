"""The measure of a game's cost: plies of random games by python-chess."""

from __future__ import annotations

import random

import chess

LONGEST = 200
"""A game that goes on longer is given up."""


class Plies:
    """Random games one after the other: every legal move listed, one chosen, pushed."""

    def __init__(self, seed: int = 1) -> None:
        self.source, self.board = random.Random(seed), chess.Board()

    def push(self, n: int) -> None:
        """So many plies more."""
        for _ in range(n):
            moves = list(self.board.legal_moves)
            if not moves or self.board.ply() > LONGEST:
                self.board = chess.Board()
                moves = list(self.board.legal_moves)
            self.board.push(self.source.choice(moves))
