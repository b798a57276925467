"""The window never halts: a heartbeat goes on while the computer thinks, while a game loads, while it is
carried over. The longest silence is told as a multiple of what a known piece of work takes on this machine
at the same time, so that a busy machine changes both.
"""

from __future__ import annotations

import time

import pytest
from hands import Hands
from PyQt6.QtCore import QObject, QTimer
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hexcore.gamefile import GameFile
from hexcore.record import DiceRecord
from hexcore.ruleset import find
from hexcore_gui.ahead import tried
from hexcore_gui.long_work import GivenUp, LongWork, Step
from hexcore_gui.rules_changed import RulesChangedDialog

pytestmark = pytest.mark.usefixtures("fine_ground")  # it is painted beside the window: that must not halt it

SILENT = 25.0
"""The longest silence, in units of `a_known_piece`: about half a second on a quiet machine of 2024."""
BEAT = 5


def a_known_piece() -> float:
    """Seconds that some work in Python takes now, the better of three."""
    found = []
    for _ in range(3):
        began = time.perf_counter()
        sum(n * n % 7 for n in range(250_000))
        found.append(time.perf_counter() - began)
    return min(found)


class Heartbeat(QObject):
    """Beats in the event loop, and remembers the longest silence."""

    def __init__(self) -> None:
        super().__init__()
        self.longest, self.beats, self._last = 0.0, 0, time.perf_counter()
        self.timer = QTimer(self)
        self.timer.setInterval(BEAT)
        self.timer.timeout.connect(self._beat)
        self.timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest, self.beats = max(self.longest, now - self._last), self.beats + 1
        self._last = now

    def silence(self) -> float:
        """The longest silence in known pieces, a new count begun."""
        longest, self.longest = self.longest, 0.0
        return longest / a_known_piece()


def test_a_heartbeat_hears_a_halt(qapp: QApplication) -> None:
    """What all others rest on: a halt of the window is heard."""
    beat = Heartbeat()
    QTest.qWait(100)
    assert beat.beats > 1 and beat.silence() < SILENT
    time.sleep(a_known_piece() * 8)
    QTest.qWait(30)
    assert beat.silence() > 3


def test_the_window_lives_while_steady_thinks(hands: Hands) -> None:
    hands.window.link.speed = 0.0
    hands.start(find("cobra-1977"), "breakout", dice=1, players={"german": "steady", "allied": "steady"})
    hands.until(hands.map.ready, 60)
    game, beat = hands.window.link.game, Heartbeat()
    assert game is not None
    held = len(game.journal)
    hands.until(lambda: len(game.journal) > held + 25, 120)
    assert beat.beats > 5 and beat.silence() < SILENT
    hands.window.link.stop_players()


def test_the_window_lives_while_games_are_set_up_and_opened(hands: Hands) -> None:
    """Reading in a thread; the page is then built at once, which is most of the silence."""
    path = hands.folder / "big.hexgame"
    GameFile.create(path, find("cobra-1977"), "breakout", dice=DiceRecord("seed", 1)).close()
    beat = Heartbeat()
    hands.window.loading.open(path)
    assert hands.window.loading.busy and hands.window.page is None
    hands.until(lambda: not hands.window.loading.busy, 60)
    assert hands.asked == "replacements" and beat.silence() < 4 * SILENT


def test_loading_is_given_up_by_its_button(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def slowly(path: object, step: Step) -> object:
        begun.append(path)
        while True:
            step(len(begun), 10)
            time.sleep(0.01)

    monkeypatch.setattr("hexcore_gui.loading._opened", slowly)
    bar = hands.window.loading.bar
    hands.window.loading.open(hands.folder / "long.hexgame")
    hands.until(lambda: bar.measure.isVisible() and bar.measure.far.text() == "1 of 10")
    assert "long.hexgame" in bar.measure.text.text() and bar.measure.bar.maximum() == 10
    bar.measure.cancel.click()
    assert not hands.window.loading.busy and not bar.measure.isVisible()
    bar.work.wait(5)
    assert hands.window.page is None and not hands.window.complaint


def test_what_the_first_click_needs_is_worked_out_while_nobody_does_anything(hands: Hands) -> None:
    hands.start(find("hill"), "battle")
    page, state = hands.page, hands.state
    hands.until(lambda: page.ahead.work is not None and not page.ahead.work.busy)
    taken = next(o.action for o in hands.window.link.choices.offers if o.kind == "take")

    def known() -> list[int]:
        return [len(kept) for kept in state.caches.values()]

    before = known()
    tried(state, taken, lambda _done, _of: None)
    assert known() == before and sum(before) and hands.state is state and hands.asked == "movement-phase"


def test_carrying_over_tells_how_far_it_is_and_can_be_given_up(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, new = hands.folder / "old.hexgame", hands.folder / "new.hexgame"

    def slowly(_path: object, _new: object, *, as_far_as_it_holds: bool, step: Step) -> object:
        for n in range(1000):
            step(n, 1000)
            time.sleep(0.01)
        raise AssertionError("it was not given up")

    monkeypatch.setattr("hexcore_gui.rules_changed.migrated", slowly)
    dialog = RulesChangedDialog(hands.window.theme, path, "changed", hands.window)
    dialog.path.setText(str(new))
    dialog.open()
    dialog.bring.click()
    hands.until(lambda: dialog.measure.isVisible() and dialog.measure.far.text().endswith("of 1,000"))
    assert not dialog.bring.isEnabled() and not dialog.look.isEnabled()
    dialog.measure.cancel.click()
    assert not dialog.busy and dialog.bring.isEnabled() and not new.exists() and dialog.isVisible()
    dialog.reject()


def test_work_that_was_given_up_is_not_heard_of_and_lets_go(hands: Hands) -> None:
    heard: list[object] = []

    class Held:
        closed = False

        def close(self) -> None:
            self.closed = True

    held, go = Held(), []

    def work(_step: Step) -> Held:
        while not go:
            time.sleep(0.002)
        return held

    one = LongWork(work, "held").begin()
    one.done.connect(heard.append)
    one.give_up()
    go.append(True)
    one.wait(5)
    hands.wait(3)
    assert held.closed and not heard
    failing = LongWork(lambda _step: 1 // 0, "fails").begin()  # type: ignore[arg-type]
    failing.failed.connect(heard.append)
    hands.until(lambda: bool(heard))
    assert isinstance(heard[0], ZeroDivisionError) and not failing.busy
    with pytest.raises(GivenUp):
        one.step(1, 2)
