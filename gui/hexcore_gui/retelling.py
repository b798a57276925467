"""A game opened from its file told again, so that the log is whole: played beside the game on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcore.events import Event
from hexcore.game import Game
from hexcore.gamefile import GameFile
from hexcore.record import Playback
from hexcore.state import GameState
from hexcore.units import Side

Told = tuple[GameState, list[Event], int]
"""The state before an answer, what followed, and how many answers the journal then holds."""


class HeardGame(Game):
    """A game that tells what each answer led to."""

    def submit(self, action: Any, side: Side | None = None) -> list[Event]:
        before = self.state
        events = super().submit(action, side)
        heard: list[Told] = self.__dict__.setdefault("heard", [])
        heard.append((before, events, len(self.journal)))
        return events


def retold(file: GameFile) -> Iterator[Told]:
    """Every answer of a game file with its events, one after the other."""
    playback = Playback(file.record(), file.setting, check=False)
    game = HeardGame(
        **{name: getattr(playback.start(), name) for name in ("board", "state", "dice", "journal")}
    )
    for _ in playback.go_on(game):
        heard: list[Told] = game.__dict__.pop("heard", [])
        yield from heard
