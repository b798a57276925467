"""Hands that play game files in tests: random answers, in games of the small rulesets."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from hexcore.gamefile import GameFile
from hexcore.record import DiceRecord
from hexcore.ruleset import Ruleset

SEED = DiceRecord("seed", 5)


def begun(path: Path, ruleset: Ruleset, dice: DiceRecord = SEED) -> GameFile:
    """A new game of a ruleset's first scenario."""
    return GameFile.create(path, ruleset, next(iter(ruleset.scenarios)), dice=dice)


def play(file: GameFile, answers: int, seed: int = 1) -> None:
    """Random answers, as far as the game goes."""
    source = random.Random(seed)
    for _ in range(answers):
        listed = file.game.legal_actions()
        if not listed:
            return
        file.submit(source.choice(listed))


def play_until(file: GameFile, reached: Callable[[GameFile], bool], seed: int = 1) -> None:
    """Random answers until something is so."""
    source = random.Random(seed)
    while not reached(file):
        file.submit(source.choice(file.game.legal_actions()))
