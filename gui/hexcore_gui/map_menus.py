"""Menus on the map: which of several answers a click meant, and everything that can be done about a hex."""

from __future__ import annotations

from functools import partial

from PyQt6.QtCore import QPoint
from PyQt6.QtGui import QCursor
from PyQt6.QtWidgets import QMenu

from hexcore.actions import Take
from hexcore_gui.choice_words import choice_text
from hexcore_gui.choices import Offer
from hexcore_gui.map_view import MapView
from hexcore_gui.pointing import Pointing
from hexcore_gui.stack_buttons import groups_of, take_together
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.wording import answer_heading

MOST_ENTRIES, MOST_LETTERS = 24, 72
"""So many entries are in a menu, and so many letters in one of them."""


class MapMenus:
    """Makes the menus; `menu` is the one shown last."""

    def __init__(self, stage: Stage, link: TableLink, view: MapView, pointing: Pointing) -> None:
        self.stage, self.link, self.view, self.pointing = stage, link, view, pointing
        self.menu: QMenu | None = None

    def ask_which(self, offers: list[Offer]) -> None:
        """A click that can mean several answers."""
        menu = QMenu(self.view)
        self._entries(menu, offers)
        cursor = self.view.cursor_hex  # set while the keyboard is used
        spot = self.view.mapToGlobal(self.view.point_of(cursor)) if cursor >= 0 else QCursor.pos()
        self._show(menu, spot)

    def about_hex(self, hex: int, at: QPoint) -> None:
        """Everything that can be answered about a hex; with units in hand, a way-point within their reach."""
        if self.pointing.way_point(hex):
            return
        menu, pointing = QMenu(self.view), self.pointing
        head = menu.addAction(self.stage.hex_name(hex))
        if head is not None:
            head.setEnabled(False)
        here = [unit.id for unit in self.link.state.at(hex)]
        offers = [*pointing.choices.lit.get(hex, []), *self.link.choices.of_units(here)]
        if self.link.choices.ending is not None and pointing.in_hand:
            offers.append(self.link.choices.ending)
        self._stack(menu, here, offers)
        self._entries(menu, offers)
        menu.addSeparator()
        shown, centred = menu.addAction("Show what is here"), menu.addAction("Centre the map here")
        if shown is not None and centred is not None:
            shown.triggered.connect(lambda: self._select(hex))
            centred.triggered.connect(lambda: self.view.centre_on(hex))
        self._show(menu, at)

    def _entries(self, menu: QMenu, offers: list[Offer]) -> None:
        """The answers, those of whole stacks first."""
        for offer in sorted(offers, key=lambda offer: (offer.ends, -len(offer.units)))[:MOST_ENTRIES]:
            self._entry(menu, offer)

    def _stack(self, menu: QMenu, here: list[str], offers: list[Offer]) -> None:
        """The whole stack of a hex in hand at once, where no listed answer is about all of it."""
        units = [self.link.state.units[id] for id in here]
        hand = tuple(unit.id for unit in self.pointing.in_hand)
        listed = {frozenset(offer.units) for offer in offers}
        for said, ids in list(groups_of(self.link, units, hand).items()):
            if frozenset(ids) not in listed and self.link.refusal(Take(ids)) is None:
                entry = menu.addAction(said)
                if entry is not None:
                    entry.triggered.connect(partial(take_together, self.link, ids))

    def _entry(self, menu: QMenu, offer: Offer) -> None:
        heading = answer_heading(self.stage, offer.action, self.link.decision)
        told = choice_text(self.stage, offer, self.link.decision, self.link.state)
        text = _short(heading if offer.ends else f"{heading}: {told}")
        entry = menu.addAction(text)
        if entry is not None:
            entry.triggered.connect(lambda: self.pointing.give(offer.action))
            entry.hovered.connect(lambda: self.pointing.point_at(offer))

    def _select(self, hex: int) -> None:
        self.pointing.select(hex, "")
        self.pointing.refresh()

    def _show(self, menu: QMenu, at: QPoint) -> None:
        if self.menu is not None:
            self.menu.close()
            self.menu.deleteLater()
        self.menu = menu
        menu.popup(at)


def _short(text: str) -> str:
    """A menu does not grow over the map and what is beside it."""
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1].rstrip()}…"
