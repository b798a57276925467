"""A game opened from its file told again, so that the log is whole: played beside the game on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcore.events import Event
from hexcore.game import Dice, Game, opening
from hexcore.gamefile import GameFile
from hexcore.record import Playback, Setting
from hexcore.state import GameState
from hexcore.units import Side

Told = tuple[GameState, list[Event], int]
"""The state before an answer, what followed, and how many answers the journal then holds."""


class HeardGame(Game):
    """A game that tells what each answer led to, and what came before the first."""

    def submit(self, action: Any, side: Side | None = None) -> list[Event]:
        before = self.state
        events = super().submit(action, side)
        self.heard.append((before, events, len(self.journal)))
        return events

    @property
    def heard(self) -> list[Told]:
        found: list[Told] = self.__dict__.setdefault("told", [])
        return found

    def _settle(self, events: list[Event]) -> None:
        before = self.state
        super()._settle(events)
        if not self.heard and before.phase < 0:
            self.heard.append((before, list(events), len(self.journal)))


def beginning(setting: Setting, dice: Dice) -> list[Told]:
    """What happens before the first question of a game that starts from its scenario's set-up."""
    if setting.position is not None:
        return []
    return HeardGame.at(opening(setting.board), dice).heard  # type: ignore[attr-defined,no-any-return]


def retold(file: GameFile) -> Iterator[Told]:
    """Every answer of a game file with its events, one after the other."""
    yield from beginning(file.setting, file.header.dice.dice())
    playback = Playback(file.record(), file.setting, check=False)
    begun = playback.start()
    game = HeardGame(begun.board, begun.state, begun.dice, begun.journal)
    for _ in playback.go_on(game):
        told = list(game.heard)
        game.heard.clear()
        yield from told
