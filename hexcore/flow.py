"""Flow with least and most numbers on every way: who can be given what, all wishes taken together."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

_GIVEN, _OWED = "given", "owed"
"""A least number is carried from the outset: given to where its way leads, owed to where the way begins."""


class Flow:
    """A net of ways from a start to an end. `fill` finds numbers that respect every least and most."""

    def __init__(self, start: Hashable, end: Hashable) -> None:
        self.start, self.end = start, end
        self.ways: dict[tuple[Hashable, Hashable], tuple[int, int]] = {}

    def add(self, here: Hashable, there: Hashable, least: int, most: int) -> None:
        """A way between two places that carries at least *least* and at most *most*."""
        self.ways[here, there] = (least, most)

    def fill(self) -> Filled | None:
        """The net filled; None when the least and most numbers cannot all be met."""
        if any(least > most for least, most in self.ways.values()):
            return None
        filled = Filled(self.ways)
        filled.open(self.end, self.start)
        owed = 0
        for (here, there), (least, _) in self.ways.items():
            if least:
                filled.open(_GIVEN, there, least)
                filled.open(here, _OWED, least)
                owed += least
        return filled if all(filled.pushed(_GIVEN, _OWED) for _ in range(owed)) else None


class Filled:
    """Numbers on every way, and what could still be changed about them."""

    def __init__(self, ways: dict[tuple[Hashable, Hashable], tuple[int, int]]) -> None:
        self.ways = ways
        self.left: dict[Hashable, dict[Hashable, int]] = {}
        for (here, there), (least, most) in ways.items():
            self.open(here, there, most - least)

    def open(self, here: Hashable, there: Hashable, number: int = 1 << 30) -> None:
        row = self.left.setdefault(here, {})
        row[there] = row.get(there, 0) + number
        self.left.setdefault(there, {}).setdefault(here, 0)

    def copy(self) -> Filled:
        twin = object.__new__(Filled)
        twin.ways, twin.left = self.ways, {here: dict(row) for here, row in self.left.items()}
        return twin

    def carried(self, here: Hashable, there: Hashable) -> int:
        """What a way carries."""
        way = self.ways.get((here, there))
        return way[1] - self.left[here][there] if way else 0

    def carry(self, here: Hashable, there: Hashable) -> bool:
        """One more carried by this very way, others giving way; False when that cannot be."""
        if not self.left[here].get(there) or not self.pushed(there, here):
            return False
        self._shift(here, there)
        return True

    def fix(self, here: Hashable) -> None:
        """What leaves a place stays as it is from now on."""
        for there in self.left[here]:
            self.left[here][there] = self.left[there][here] = 0

    def pushed(self, here: Hashable, there: Hashable) -> bool:
        """One more carried from *here* to *there* by any open ways; False when there is none."""
        came: dict[Hashable, Hashable] = {here: here}
        queue = deque([here])
        while queue and there not in came:
            near = queue.popleft()
            for other, number in self.left[near].items():
                if number and other not in came:
                    came[other] = near
                    queue.append(other)
        if there not in came:
            return False
        while there != here:
            near = came[there]
            self._shift(near, there)
            there = near
        return True

    def _shift(self, here: Hashable, there: Hashable) -> None:
        self.left[here][there] -= 1
        self.left[there][here] += 1

    def leading_to(self, place: Hashable) -> set[Hashable]:
        """Every place from which one more could still be carried to *place*."""
        back: dict[Hashable, list[Hashable]] = {}
        for here, row in self.left.items():
            for there, number in row.items():
                if number:
                    back.setdefault(there, []).append(here)
        found = {place}
        queue = deque([place])
        while queue:
            for here in back.get(queue.popleft(), ()):
                if here not in found:
                    found.add(here)
                    queue.append(here)
        return found
