"""From one to the next by keys: units that may act, hexes that may be chosen, units of one stack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexcore.actions import PutDown, Take

if TYPE_CHECKING:
    from hexcore_gui.pointing import Pointing


class Round:
    """Goes round what may be pointed at next."""

    def __init__(self, pointing: Pointing) -> None:
        self.pointing = pointing
        self._near: tuple[str, ...] = ()

    # ---------------------------------------------------------------- units
    def next_unit(self, step: int) -> bool:
        """The next unit that may act after the one chosen, hex by hex; False where there is none."""
        pointing = self.pointing
        hand = pointing.in_hand
        if hand and not pointing.give(PutDown()):
            return False
        order = self._able()
        if not order:
            return False
        now = self._place(hand[0].id if hand else pointing.unit)
        if step > 0:
            self._choose(next((id for id in order if self._place(id) > now), order[0]))
        else:
            self._choose(next((id for id in reversed(order) if self._place(id) < now), order[-1]))
        return True

    def _able(self) -> list[str]:
        """Every unit that an answer names alone, by hex."""
        link = self.pointing.link
        offers = [o for found in link.choices.hexes_of_units(link.state).values() for o in found]
        return sorted({o.units[0] for o in offers if len(o.units) == 1}, key=self._place)

    def _place(self, unit: str) -> tuple[int, str]:
        known = self.pointing.link.state.units.get(unit)
        return (known.hex if known is not None else -1, unit)

    def _choose(self, unit: str) -> None:
        pointing = self.pointing
        hex = pointing.link.state.units[unit].hex
        pointing.select(hex, unit)
        pointing.view.set_cursor_hex(hex)  # Enter takes it

    # ---------------------------------------------------------------- the nearest ones first
    def next_lit(self, step: int) -> None:
        """The hexes that may be chosen; where there are none, the units that may act."""
        pointing = self.pointing
        hand = pointing.in_hand
        lit = self._by_distance(pointing.choices.lit, hand[0].hex if hand else pointing.hex)
        if lit:
            view = pointing.view
            at = lit.index(view.cursor_hex) if view.cursor_hex in lit else -1 if step > 0 else 0
            view.set_cursor_hex(lit[(at + step) % len(lit)])
        else:
            self._next_near(step)

    def _next_near(self, step: int) -> None:
        """Units in the order of their distance from the one that was chosen when this began."""
        pointing, able = self.pointing, self._able()
        if pointing.unit not in self._near or set(self._near) != {*able, self._near[0]}:
            hexes = self._by_distance({self._place(id)[0] for id in able}, pointing.hex)
            near = [id for hex in hexes for id in able if self._place(id)[0] == hex]
            first = (pointing.unit,) if pointing.unit in pointing.link.state.units else ()
            self._near = tuple(dict.fromkeys((*first, *near)))
        if able:
            at = self._near.index(pointing.unit) if pointing.unit in self._near else -1 if step > 0 else 0
            self._choose(self._near[(at + step) % len(self._near)])

    def _by_distance(self, hexes: Iterable[int], start: int) -> list[int]:
        centre = self.pointing.stage.board.map.centres
        x, y = centre[start] if start >= 0 else (0.0, 0.0)
        return sorted(hexes, key=lambda h: ((centre[h][0] - x) ** 2 + (centre[h][1] - y) ** 2, h))

    # ---------------------------------------------------------------- one stack
    def cycle(self) -> bool:
        """The next unit of the hex, in hand or selected."""
        pointing = self.pointing
        state, hand = pointing.link.state, pointing.in_hand
        hex = hand[0].hex if hand else pointing.hex
        ids = [u.id for u in reversed(pointing.stage.lying(state, hex))] if hex >= 0 else []
        if len(ids) < 2:
            return False
        now = hand[0].id if hand else pointing.unit
        following = ids[(ids.index(now) + 1) % len(ids)] if now in ids else ids[0]
        if hand:
            return pointing.give(Take((following,)))
        pointing.select(hex, following)
        return True
