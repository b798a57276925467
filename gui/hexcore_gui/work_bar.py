"""The bar at the foot of the window while something takes long: what it is, how far, and Cancel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PyQt6.QtCore import QEvent, QObject, Qt, QTimer, pyqtSignal
from PyQt6.QtWidgets import QLabel, QProgressBar, QWidget

from hexcore_gui.long_work import LongWork, Step
from hexcore_gui.parts import button, label, row
from hexcore_gui.theme import Theme

HIGH = 34
SHOWN_AFTER = 150
"""Milliseconds after which work is shown: what is over sooner needs no bar."""
PATIENCE = 10.0
"""Seconds the window, already closed, waits for work that was given up."""


class Measure(QWidget):
    """What is being done, how far it is, and a button that gives it up."""

    given_up = pyqtSignal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line = row(self, 12, (14, 3, 14, 3))
        self.text = label(theme, "", 12.5, 600)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(round(10 * theme.ui_scale))
        self.bar.setAccessibleName("How far it is")
        self.far: QLabel = label(theme, "", 12, ink="ink2")
        self.cancel = button(theme, "Cancel", self.given_up.emit)
        self.cancel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        line.addWidget(self.text)
        line.addWidget(self.bar, 1)
        line.addWidget(self.far)
        line.addWidget(self.cancel)

    def begin(self, text: str) -> None:
        self.text.setText(text)
        self.show_far(0, 0)

    def show_far(self, done: int, of: int) -> None:
        """How far it is; a bar that only moves where nobody knows."""
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.far.setText(f"{done:,} of {of:,}" if of else "")


class WorkBar(QObject):
    """At most one piece of long work of a window, shown over its status line."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self.window, self.work = window, LongWork(lambda _step: None, "nothing", self)
        self.measure = Measure(theme, window)
        self.measure.hide()
        self.measure.given_up.connect(self.give_up)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SHOWN_AFTER)
        self._soon.timeout.connect(self._show)
        window.installEventFilter(self)

    @property
    def busy(self) -> bool:
        return self.work.busy

    def begin(
        self,
        text: str,
        work: Callable[[Step], Any],
        done: Callable[[Any], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        """Begins some work in place of what is being done; *done* or *failed* is called when it is over."""
        self.give_up()
        self.measure.begin(text)
        self.work = LongWork(work, text, self)
        self.work.told.connect(lambda done, of: self.measure.show_far(done, of))
        for signal, then in ((self.work.done, done), (self.work.failed, failed)):
            signal.connect(self._over)
            signal.connect(then)
        self._soon.start()
        self.work.begin()

    def give_up(self) -> None:
        """What is being done is thrown away."""
        self.work.give_up()
        self._over()

    def close(self) -> None:
        self.give_up()
        self.work.wait(PATIENCE)

    def dress(self, theme: Theme) -> None:
        """The looks have changed."""
        old, shown = self.measure, not self.measure.isHidden()
        self.measure = Measure(theme, self.window)
        self.measure.begin(old.text.text())
        self.measure.setVisible(shown)
        self.measure.given_up.connect(self.give_up)
        old.deleteLater()
        self._place()

    def _show(self) -> None:
        self._place()
        self.measure.show()
        self.measure.raise_()

    def _over(self, *_told: object) -> None:
        self._soon.stop()
        self.measure.hide()

    def _place(self) -> None:
        high = max(self.measure.sizeHint().height(), HIGH)
        self.measure.setGeometry(0, self.window.height() - high, self.window.width(), high)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is not None and event.type() == QEvent.Type.Resize:
            self._place()
        return False
