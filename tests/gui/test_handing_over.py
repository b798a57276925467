"""The table changes hands: what one side has hidden is nowhere in the window when the other looks."""

from __future__ import annotations

import random

import crossing
import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLabel, QWidget

from hexcore_gui.theme import colour

CTRL = Qt.KeyboardModifier.ControlModifier
GREY, GREEN = crossing.RULESET.sides


@pytest.fixture
def between(hands: Hands) -> Hands:
    """Grey has set up, two markers among it, and said in secret which is real: the page for Green stands."""
    hands.start(crossing.RULESET, next(iter(crossing.RULESET.scenarios)), dice=4)
    source, link = random.Random(2), hands.window.link
    assert link.viewer == GREY
    with hands.unseen():
        while link.viewer == GREY:
            offer = source.choice(link.choices.offers)
            hands.page.pointing.give(offer.action)
    hands.until(lambda: not hands.window.telling.busy)
    return hands


def enter(hands: Hands) -> None:
    QTest.keyClick(hands.page.hand_over, Qt.Key.Key_Return)
    hands.wait(2)


def texts(hands: Hands) -> list[str]:
    """Every text of the window, on it or on hover, and every line of the log and of the lists."""
    parts = [part for part in QApplication.allWidgets() if part.window() is hands.window.window()]
    shown = [part.text() for part in parts if isinstance(part, QLabel)]
    tips = [part.toolTip() for part in parts] + [part.accessibleName() for part in parts]
    order = hands.page.dock.order
    rows = [repr(row) for row in order.list.rows]
    answers = [*hands.page.dock.choices.texts(), *hands.page.panel.choices.texts()]
    return [text for text in (*shown, *tips, *hands.log(), *rows, *answers) if text]


def test_the_page_between_covers_all_and_stays_whole(between: Hands) -> None:
    hands, page = between, between.page
    for size in ((1600, 1000), (1290, 820), (1700, 1010)):
        hands.window.resize(*size)
        hands.wait(3)
        assert page.hand_over.isVisible() and page.hand_over.geometry() == page.rect()
        picture = page.grab().toImage()
        block = colour(page.stage.side(GREEN).block).rgb()
        spots = [(x, y) for x in range(4, picture.width(), 97) for y in range(4, picture.height() // 3, 61)]
        assert {picture.pixel(*spot) for spot in spots} == {block}


def test_nothing_answers_to_mouse_or_keys_while_it_stands(between: Hands) -> None:
    hands, link = between, between.window.link
    game = link.game
    assert game is not None
    held = len(game.journal)
    for key, keys in (
        ("r", CTRL), ("z", CTRL), ("1", None), (Qt.Key.Key_Space, None), (Qt.Key.Key_F6, None),
        (Qt.Key.Key_Escape, None),
    ):  # fmt: skip
        part = QApplication.focusWidget() or hands.page.hand_over
        press = QTest.keyClicks if isinstance(key, str) else QTest.keyClick
        press(part, key, keys or Qt.KeyboardModifier.NoModifier)  # type: ignore[arg-type]
        hands.wait(1)
        assert hands.page.hand_over.isVisible() and len(game.journal) == held
    assert hands.window.replays.replay is None
    hands.window.menus.actions["Replay"].trigger()
    assert hands.window.replays.replay is None
    enter(hands)
    hands.menu("Replay")
    assert hands.window.replays.replay is not None


def test_what_grey_has_hidden_is_nowhere_when_green_looks(between: Hands) -> None:
    hands, page = between, between.page
    markers = [u for u in hands.window.link.game.state.units.values() if u.counter.kind == "ambush"]  # type: ignore[union-attr]
    assert markers and hands.window.link.viewer == GREEN
    enter(hands)
    for tab in ("Order of battle", "Arrivals", "Boxes", "Charts"):
        page.show_tab(tab)
        hands.wait(2)
        told = [text for text in texts(hands) if "mbush" in text and "keep a secret" not in text]
        assert not told
    for marker in markers:
        hex = hands.window.link.game.state.units[marker.id].hex  # type: ignore[union-attr]
        if hex >= 0:
            hands.click(page.stage.number(hex))
            hands.point(page.stage.number(hex), rest=450)
            assert not any("mbush" in text for text in texts(hands) if "keep a secret" not in text)
    assert not any("mbush" in line and "keep a secret" not in line for line in hands.log())
    assert any("Green" in line for line in hands.log())


def test_each_side_finds_its_own_log_again(between: Hands) -> None:
    hands, link, source = between, between.window.link, random.Random(3)
    enter(hands)
    with hands.unseen():
        while link.viewer == GREEN:
            assert link.choices.offers
            hands.page.pointing.give(source.choice(link.choices.offers).action)
    hands.until(lambda: not hands.window.telling.busy)
    assert any("mbush" in line and "keep a secret" not in line for line in hands.log())
    hands.page.undo()
    assert hands.page.hand_over.isVisible() and link.viewer == GREEN
    hands.until(lambda: not hands.window.telling.busy)
    assert not any("mbush" in line and "keep a secret" not in line for line in hands.log())


def test_a_game_with_secrets_opens_behind_the_page(between: Hands) -> None:
    hands, file = between, between.window.link.file
    assert file is not None
    assert hands.window.open_file(file.path)
    hands.wait(2)
    assert hands.page.hand_over.isVisible() and hands.page.hand_over.side == GREEN


def test_a_dock_in_a_window_of_its_own_is_hidden_too(hands: Hands) -> None:
    hands.start(crossing.RULESET, next(iter(crossing.RULESET.scenarios)), dice=4)
    hands.page.detach_dock()
    hands.wait(2)
    dock: QWidget = hands.page.beside
    source, link = random.Random(2), hands.window.link
    assert dock.isWindow() and dock.isVisible()
    with hands.unseen():
        while link.viewer == GREY:
            hands.page.pointing.give(source.choice(link.choices.offers).action)
    assert not dock.isVisible()
    enter(hands)
    assert dock.isVisible()
