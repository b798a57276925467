"""How high the parts of the dock are: each as it needs, whole lines, until a hand has set it otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PyQt6.QtCore import QObject, QPoint, Qt, QTimer, pyqtSignal
from PyQt6.QtWidgets import QScrollArea, QSplitter, QWidget

from hexcore_gui.folding import FoldHead
from hexcore_gui.parts import column
from hexcore_gui.questions import PHASES

if TYPE_CHECKING:
    from hexcore_gui.dock import Dock
    from hexcore_gui.game_page import GamePage
    from hexcore_gui.preferences import Preferences

SHORT = 720
"""A dock lower than this has no room to spare: its parts are as high as they must be, and no higher."""
TALL_STACK, LOG, LOG_LEAST, BARE = 340, 160, 96, 40
"""Pixels for the stack in a high dock, for six lines of the log and for three, and for a heading alone."""
LEAST, TABS_SHARE, LOG_LARGE = 336, 0.53, (150, 214)
"""What the tabs keep beside a long stack: ten rows of the order of battle; the part of a low dock that is
enough for them; what the log leaves to stack and tabs when it is wanted large."""
STACK_LEAST, TABS_LEAST = 92, 240
"""What a long list of choices leaves of the stack (a counter and its name), and of the tabs for it."""
FEW_CHOICES, MANY_CHOICES, LOW = 4, 6, 420
"""Rows of the list of choices in a low and in a high dock; half the few in one lower still. Where no stack is
shown, a low dock has as many as a high one."""
ON_THE_MAP = ("take", "declare", "done")
"""Kinds of answer that a click on the map gives."""
NO_LIMIT = 16_777_215


class Sections(QObject):
    """Divides the dock's height between stack, tabs and log. `changed` when a hand has folded or dragged."""

    changed = pyqtSignal()

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.dock, self.split = dock, QSplitter(Qt.Orientation.Vertical)
        self.split.setChildrenCollapsible(False)
        self.split.setHandleWidth(3)
        self.by_hand: list[int] = []
        self.log_large = self._again = False
        self.heads: dict[str, FoldHead] = {
            "stack": dock.inspector.head, "choices": dock.choices.head, "log": dock.log.head
        }  # fmt: skip
        self._lay_out()
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self.fit)
        self.split.splitterMoved.connect(self._dragged)
        for head in self.heads.values():
            head.turned.connect(self._folded)

    def _lay_out(self) -> None:
        dock = self.dock
        self.shown = QScrollArea()
        self.shown.setWidgetResizable(True)
        self.shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.shown.setMinimumHeight(1)
        self.inside = _padded(dock.inspector, 0, 4)
        self.shown.setWidget(self.inside)
        self.head = _padded(dock.inspector.head, 4, 0)
        self.choices, self.log = _padded(dock.choices, 4, 4), _padded(dock.log, 4, 4)
        self.above = QWidget()
        stack = column(self.above, 0)
        for part in (self.head, self.shown, self.choices):
            stack.addWidget(part, 1 if part is self.shown else 0)
        for part in (self.above, _padded(dock.tabs, 4, 4), self.log):
            self.split.addWidget(part)
        self.split.setStretchFactor(1, 1)

    # ---------------------------------------------------------------- by itself
    @property
    def short(self) -> bool:
        return self.split.height() < self.dock.stage.px(SHORT)

    def soon(self) -> None:
        """What is shown has changed: the heights follow when the window has time."""
        self._late.start(0)

    def fit(self) -> None:
        """Gives each part its height, unless a hand has set them."""
        px, total = self.dock.stage.px, self.split.height()
        if total < px(BARE) or self.log_large:
            return
        rows = FEW_CHOICES if self.short and self.dock.inspector.lines() else MANY_CHOICES
        if total < px(LOW):
            rows = FEW_CHOICES // 2
        if self.dock.choices.most_shown != rows:
            self.dock.choices.most_shown = rows
            self.dock.choices.fit()
        if self.by_hand:
            return
        self.choices.setVisible(self._to_choose())
        self.shown.setVisible(bool(self.dock.inspector.lines()) and not self.heads["stack"].folded)
        wanted, tabs = self._needed(), min(px(LEAST), round(total * TABS_SHARE))
        log = self._log(total, total - tabs - wanted)
        tabs = max(min(tabs, total - log - self._least()), min(tabs, px(TABS_LEAST)))
        room = total - log - tabs
        if not self.short and not self.heads["stack"].folded:
            wanted = max(wanted, px(TALL_STACK))
        total -= 2 * self.split.handleWidth()
        stack = wanted if wanted <= room else self._whole_lines(max(room, px(BARE)))
        if wanted > room and not self._again:  # where its lines end is sure when they have been laid out
            self._late.start(0)
        self._again = wanted > room and not self._again
        self._set([stack, total - stack - log, log])

    def _log(self, total: int, left: int) -> int:
        """How high the log is: six lines of it, or three where stack and tabs leave no more."""
        if self.heads["log"].folded:
            return self.log.minimumSizeHint().height()
        px = self.dock.stage.px
        return max(min(px(LOG), total // 4, left), min(px(LOG_LEAST), total // 5))

    def _to_choose(self) -> bool:
        """Whether the list of choices is worth its room. In a low dock what the map shows is not: hexes to
        go to in one row, and units to take or hexes to attack one by one."""
        listed, kind = self.dock.choices, self.dock.pointing.kind
        if not self.short or not listed.choices.offers:
            return bool(listed.choices.offers)
        if kind == "in-hand":
            return len(listed.buttons) > 1 or len(listed.choices.lit) < 2
        return kind not in PHASES or any(o.kind not in ON_THE_MAP for o in listed.choices.offers)

    def _needed(self) -> int:
        """How high the stack and the choices under it are, every line shown."""
        high = self.head.sizeHint().height()
        if self.shown.isVisibleTo(self.above):
            high += _height(self.inside, self.shown.viewport())
        return high + self._below()

    def _least(self) -> int:
        """How high stack and choices are at least while there is a list to choose from: the top of the stack
        is whole, not a strip of it."""
        below = self._below()
        if not below:
            return 0
        shown = self.shown.isVisibleTo(self.above)
        whole = _height(self.inside, self.shown.viewport()) if shown else 0
        return self.head.sizeHint().height() + min(whole, self.dock.stage.px(STACK_LEAST)) + below

    def _below(self) -> int:
        """How high the choices under the stack are."""
        return self.choices.sizeHint().height() if self.choices.isVisibleTo(self.above) else 0

    def _whole_lines(self, room: int) -> int:
        """The most of a room that ends between two lines of the stack, never amid one."""
        other = self.head.sizeHint().height() + self._below()
        boxes = [self._span(part) for part in self.dock.inspector.lines()]
        ends = [end for _, end in boxes if not any(top < end < low - 2 for top, low in boxes)]
        fitting = [end for end in ends if other + end <= room]
        return other + max(fitting) + 2 if fitting and not self.heads["stack"].folded else room

    def _span(self, part: QWidget) -> tuple[int, int]:
        """From where to where a part of the stack reaches."""
        top = part.mapTo(self.inside, QPoint(0, 0)).y()
        return top, top + part.height()

    def _set(self, sizes: list[int]) -> None:
        if self.split.sizes() != sizes:
            self.split.setSizes(sizes)

    # ---------------------------------------------------------------- by hand
    def _dragged(self, _at: int, _handle: int) -> None:
        self.by_hand, self.log_large = self.split.sizes(), False
        self.changed.emit()

    def _folded(self, _on: bool) -> None:
        """A folded part is its heading; the others share what it leaves."""
        folded = {name: head.folded for name, head in self.heads.items()}
        self.dock.choices.area.setVisible(not folded["choices"])
        for part in (self.dock.log.area, self.dock.log.filter):
            part.setVisible(not folded["log"])
        self.log.setMaximumHeight(self.log.minimumSizeHint().height() if folded["log"] else NO_LIMIT)
        self.by_hand, self.log_large = [], False
        self.soon()
        self.changed.emit()

    def usual(self) -> None:
        """As it was before any hand touched it."""
        self.by_hand, self.log_large = [], False
        for head in self.heads.values():
            head.turn(False)
        self.fit()
        self.changed.emit()

    def toggle_log(self) -> None:
        """The log as high as the tabs leave it, or as high as it was before."""
        self.heads["log"].turn(False)
        if self.log_large:
            self.log_large = False
            self._set(self._before)
            return
        self.log_large, self._before = True, self.split.sizes()
        stack, tabs = (self.dock.stage.px(size) for size in LOG_LARGE)
        above = min(self._before[0], stack)
        self._set([above, min(self._before[1], tabs), sum(self._before) - above - min(self._before[1], tabs)])

    _before: list[int] = []

    # ---------------------------------------------------------------- from one day to the next
    def told(self) -> dict[str, Any]:
        """What a hand has set: heights, and what is folded."""
        return {"sizes": self.by_hand, "folded": [n for n, head in self.heads.items() if head.folded]}

    def restore(self, told: Mapping[str, Any]) -> None:
        """Heights and folds as they were left."""
        for name, head in self.heads.items():
            head.turn(name in _listed(told, "folded"))
        sizes = [size for size in _listed(told, "sizes") if isinstance(size, int) and size >= 0]
        if len(sizes) == self.split.count():
            self.by_hand = sizes
            self.split.setSizes(sizes)


def _listed(told: Mapping[str, Any], name: str) -> list[Any]:
    """What is kept under a name, where it is a list."""
    kept = told.get(name)
    return kept if isinstance(kept, list) else []


def as_left(preferences: Preferences, page: GamePage) -> None:
    """A page as a hand has left it, its dock and what it asks, and from now on kept as one leaves it."""
    page.ending.unasked = preferences.unasked
    page.ending.changed.connect(lambda: preferences.keep_unasked(page.ending.unasked))
    told, sections = preferences.dock, page.dock.sections
    page.dock_wide = told["wide"] if isinstance(told.get("wide"), int) else 0
    sections.restore(told)
    sections.changed.connect(lambda: preferences.keep_dock({"wide": page.dock_wide, **sections.told()}))


def _padded(part: QWidget, above: int, below: int) -> QWidget:
    made = QWidget()
    column(made, 0, (14, above, 12, below)).addWidget(part)
    return made


def _height(part: QWidget, room: QWidget | None) -> int:
    """How high a part is in a room's width, its texts broken into lines."""
    inside = part.layout()
    if inside is None or room is None:
        return part.sizeHint().height()
    return (
        inside.totalHeightForWidth(room.width()) if inside.hasHeightForWidth() else inside.sizeHint().height()
    )
