"""Menus on the map: which of several answers a click meant, and everything that can be done about a hex."""

from __future__ import annotations

from PyQt6.QtCore import QPoint
from PyQt6.QtGui import QCursor
from PyQt6.QtWidgets import QMenu

from hexcore_gui.choice_words import choice_text
from hexcore_gui.choices import Offer
from hexcore_gui.map_view import MapView
from hexcore_gui.pointing import Pointing
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.wording import answer_heading

MOST_ENTRIES = 24


class MapMenus:
    """Makes the menus; `menu` is the one shown last."""

    def __init__(self, stage: Stage, link: TableLink, view: MapView, pointing: Pointing) -> None:
        self.stage, self.link, self.view, self.pointing = stage, link, view, pointing
        self.menu: QMenu | None = None

    def ask_which(self, offers: list[Offer]) -> None:
        """A click that can mean several answers."""
        menu = QMenu(self.view)
        for offer in offers[:MOST_ENTRIES]:
            self._entry(menu, offer)
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
        for offer in offers[:MOST_ENTRIES]:
            self._entry(menu, offer)
        menu.addSeparator()
        shown, centred = menu.addAction("Show what is here"), menu.addAction("Centre the map here")
        if shown is not None and centred is not None:
            shown.triggered.connect(lambda: self._select(hex))
            centred.triggered.connect(lambda: self.view.centre_on(hex))
        self._show(menu, at)

    def _entry(self, menu: QMenu, offer: Offer) -> None:
        heading = answer_heading(self.stage, offer.action, self.link.decision)
        told = choice_text(self.stage, offer, self.link.decision, self.link.state)
        text = heading if offer.ends else f"{heading}: {told}"
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
