"""Counters on their way: pieces of a move shown hex by hex, finished at once by any key."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QObject, QPointF, QVariantAnimation

from hexcore.events import Event, Moved
from hexcore.state import GameState
from hexcore_gui.camera import Geometry

A_HEX, A_PATH = 90, 600
"""Milliseconds for one hex, and at most for a whole path."""


class Motion(QObject):
    """Where units are drawn while they glide along the hexes they have just entered."""

    def __init__(self, shapes: Geometry, changed: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shapes, self.reduced = shapes, False
        self._changed = changed
        self._ways: dict[str, list[QPointF]] = {}
        self._part = 1.0
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._moved)
        self._clock.finished.connect(self.finish)

    @property
    def moving(self) -> bool:
        return bool(self._ways)

    def play(self, before: GameState, events: list[Event], pace: float = 1.0) -> None:
        """Shows the moves among some events, all units at once, at a pace (2 is twice as fast)."""
        ways: dict[str, list[QPointF]] = {}
        for event in events:
            if isinstance(event, Moved):
                for id in event.units:
                    unit = before.units.get(id)
                    if unit is None or unit.hex < 0:
                        continue
                    ways.setdefault(id, [self.shapes.centre(unit.hex)]).append(self.shapes.centre(event.to))
        if not ways or self.reduced:
            return
        self._ways = ways
        longest = max(len(way) - 1 for way in ways.values())
        self._clock.setDuration(round(min(A_PATH, A_HEX * longest) / max(pace, 0.1)))
        self._clock.start()

    def finish(self) -> None:
        """Everything is where it stands."""
        if self._ways:
            self._ways = {}
            self._clock.stop()
            self._changed()

    def place_of(self, unit: str) -> QPointF | None:
        """Where a unit is drawn now, in map units; None when it is not on its way."""
        way = self._ways.get(unit)
        if way is None:
            return None
        along = self._part * (len(way) - 1)
        leg = min(int(along), len(way) - 2)
        return way[leg] + (way[leg + 1] - way[leg]) * (along - leg)

    def _moved(self, part: float) -> None:
        self._part = part
        self._changed()
