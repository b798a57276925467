"""What docs/pictures.md shows, scene by scene: each is reached in the real window by clicks and keys.

A scene begins where `hands` are and opens the game it needs; `shot` paints what it leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata

import crossing
import faulty
import scenes
import scenes_of_june
import showcase_laboratory
from counter_sheet import counter_sheet
from eyes import seen_by
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QImage, QPainter
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QWidget

from hexcore import ruleset as rulesets
from hexcore.ruleset import find
from hexcore_gui.camera import FULL_SCALE
from hexcore_gui.theme import Theme

FAR, NEAR = 26, 104
"""Pixels a hex of the far and the near view in the picture of the zooms; the middle one is 100 %."""


@dataclass(frozen=True)
class Scene:
    """How a picture is reached, and how it is taken; without `shot` it is the window in front."""

    reach: Callable[[Hands], None]
    shot: Callable[[Hands], QImage] | None = None


# ------------------------------------------------------------------ the way there
def german_movement(hands: Hands) -> None:
    """The Break-Out at the first German movement; nothing in hand, nothing open, nobody moved."""
    hands.front = None
    game = hands.window.link.game
    if game is None or game.board.ruleset.id != "cobra-1977" or phase(hands) != "german-movement":
        hands.start(find("cobra-1977"), "breakout", dice=scenes.DICE)
        scenes.to_phase(hands, "german-movement")
    while hands.map.fan is not None or hands.page.bubble.isVisible() or hands.page.pointing.put_down():
        hands.key(Qt.Key.Key_Escape)
    for area in list(hands.page.pointing.areas):
        hands.page.pointing.toggle_area(area)
    hands.page.show_tab("Order of battle")


def phase(hands: Hands) -> str:
    return str(hands.state.board.sequence.phases[hands.state.phase].id)


def main(hands: Hands) -> None:
    german_movement(hands)
    hands.map.centre_on(hands.hex("A2308"))
    hands.page.links.unit.emit("g_pz_2")
    rest_on(hands, "A2308")


def rest_on(hands: Hands, number: str) -> None:
    """The pointer rests on a hex, and its stack does not stay spread."""
    hands.point(number, rest=600)
    if hands.map.fan is not None:
        hands.key(Qt.Key.Key_Escape)


def main_dark(hands: Hands) -> None:
    main(hands)
    if not hands.window.theme.is_dark:
        hands.window.menus.actions["Dark"].trigger()
        hands.wait(3)
    hands.map.centre_on(hands.hex("A2308"))
    hands.page.links.unit.emit("g_pz_2")
    rest_on(hands, "A2308")


def movement(hands: Hands) -> None:
    """A regiment in hand: how far it gets, the way to one hex, the enemy's zones."""
    german_movement(hands)
    hands.map.centre_on(hands.hex("A3107"))
    hands.click("A3208")
    while hands.page.pointing.in_hand[0].id != "g_pz_9SS":
        hands.key(Qt.Key.Key_Tab)
    hands.key("z")
    hands.point("A2810")


def refused(hands: Hands) -> None:
    movement(hands)
    hands.point("A3205", rest=700)


def planner(hands: Hands) -> None:
    """Two attacks planned, the first of them open."""
    hands.front = None
    hands.start(find("cobra-1977"), "breakout", dice=scenes.DICE)
    scenes.to_phase(hands, "allied-combat")
    while hands.asked != "combat-phase":
        hands.key(Qt.Key.Key_Space)
    for target, attackers in (("A1805", ("A1705", "A1905")), ("A1305", ("A1204",))):
        hands.click(target)
        for number in attackers:
            hands.click(number)
        if target != "A1305":
            hands.press("Keep as plan", hands.page.panel)
    hands.press("30 Infantry Division", hands.page.panel)
    hands.map.centre_on(hands.hex("A1406"))
    hands.wait(2)


def pursuit(hands: Hands) -> None:
    """The other game: the Allies are asked for the hex of their air strike."""
    hands.front = None
    hands.start(find("breakout-pursuit"), "1.1", dice=3)
    for _ in range(60):
        if phase(hands) == "allied-combat":
            break
        before = len(hands.window.link.game.journal) if hands.window.link.game else 0
        scenes.end_phase(hands)
        game = hands.window.link.game
        if game is not None and len(game.journal) == before:
            hands.page.pointing.give(hands.window.link.choices.offers[0].action)
            hands.wait(1)
    hands.page.show_tab("Arrivals")
    hands.map.centre_on(hands.hex("1139"))
    hands.page.pointing.select(hands.hex("1139"), "")
    hands.page.pointing.refresh()
    rest_on(hands, "1139")


def edge(hands: Hands) -> None:
    """A stack spread at the edge of the window: it opens towards the middle."""
    german_movement(hands)
    stack = hands.hex("A3208")
    hands.map.centre_on(stack)
    hands.map.camera.pan(hands.map.rect().toRectF().center() - hands.map.rect().toRectF().topRight() * 0.97)
    hands.map.moved.emit()
    hands.map.spread(stack)
    hands.wait(2)


def chart(hands: Hands) -> None:
    german_movement(hands)
    hands.key("c")
    hands.wait(2)


def log(hands: Hands) -> None:
    """After an attack: what fell, by which rule; the log has the room."""
    scenes.combat(hands)
    while hands.asked and hands.asked != "combat-phase":
        hands.page.pointing.give(hands.window.link.choices.offers[-1].action)
        hands.wait(1)
    hands.key("l")
    hands.wait(2)


def new_game(hands: Hands) -> None:
    german_movement(hands)
    hands.window.new_game()
    dialog = hands.window.dialog
    assert dialog is not None
    names = [dialog.games.item(n).text() for n in range(dialog.games.count())]
    dialog.games.setCurrentRow(next(n for n, name in enumerate(names) if "1977" in name))
    hands.wait(3)


def over_the_window(hands: Hands) -> QImage:
    """The window with its dialog in the middle of it."""
    shown, dialog = window(hands), hands.window.dialog
    assert dialog is not None
    painter = QPainter(shown)
    gap = hands.window.rect().center() - dialog.rect().center()
    painter.fillRect(hands.window.rect(), QColor(0, 0, 0, 70))
    painter.drawPixmap(gap, dialog.grab())
    painter.drawRect(dialog.rect().translated(gap))
    painter.end()
    dialog.reject()
    return shown


def hand_over(hands: Hands) -> None:
    """A game with secrets: the table changes hands behind an opaque page."""
    hands.front = None
    hands.start(crossing.RULESET, "ford", dice=4)
    first = hands.window.link.viewer
    with hands.unseen():
        for _ in range(60):
            if hands.window.link.viewer != first:
                break
            hands.page.pointing.give(hands.window.link.choices.offers[0].action)
            hands.wait(1)
    assert hands.page.hand_over.isVisible()


def fault(hands: Hands) -> None:
    """A rule that fails: which one, at what, and how the game stands."""
    hands.front = None
    as_it_was = rulesets._points
    points = [point for point in as_it_was() if point.name != "hill"]
    broken = metadata.EntryPoint("hill", "faulty:RULESET", rulesets.ENTRY_POINTS)
    rulesets._points = lambda: [*points, broken]
    try:
        hands.start(faulty.RULESET, "battle", dice="4 4 4")
        hands.click("0101")
        with faulty.failing("ordered"):
            hands.click("0201")
    finally:
        rulesets._points = as_it_was
    assert hands.page.fault.isVisible()
    hands.press("Details", hands.page.fault)


# ------------------------------------------------------------------ taking it
def zooms(hands: Hands) -> QImage:
    """The same ground far, middle and near, side by side."""
    view, size = hands.map, hands.window.size()
    picture = QImage(size, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter, wide = QPainter(picture), size.width() // 3
    for n, scale in enumerate((FAR, FULL_SCALE, NEAR)):
        view.zoom_to(scale)
        view.centre_on(hands.hex("A1707"))
        hands.until(view.ready, 120)
        hands.wait(2)
        taken = view.grab()
        x = (taken.width() - wide) // 2
        painter.drawPixmap(n * wide, 0, taken, max(x, 0), 0, wide - 6, size.height())
    painter.end()
    view.zoom_to(FULL_SCALE)
    return picture.copy(0, 0, picture.width(), min(view.height(), picture.height()))


def deuteranopia(hands: Hands) -> QImage:
    return seen_by(window(hands), "deutan")


def window(hands: Hands) -> QImage:
    """The window in front, when all its ground is painted."""
    shown: QWidget = hands.front or hands.window
    page = (hands.front or hands.window).page
    if page is not None:
        hands.until(page.map.ready, 120)
    hands.wait(3)
    return shown.grab().toImage()


def counters(hands: Hands) -> QImage:
    return counter_sheet(hands.page.stage, hands.state, hands.window.width())


def in_the_laboratory(reach: Callable[[Hands], None]) -> Callable[[Hands], None]:
    """A scene of the Laboratory, with a game in the window behind it."""

    def reached(hands: Hands) -> None:
        german_movement(hands)
        reach(hands)

    return reached


SHOWN: dict[str, Scene] = {
    "main": Scene(main),
    "main-deuteranopia": Scene(main, deuteranopia),
    "movement": Scene(movement),
    "refused": Scene(refused),
    "edge-stack": Scene(edge),
    "charts": Scene(chart),
    "zooms": Scene(german_movement, zooms),
    "counters": Scene(german_movement, counters),
    "planner": Scene(planner),
    "log": Scene(log),
    "main-dark": Scene(main_dark),
    "new-game": Scene(new_game, over_the_window),
    "breakout-pursuit": Scene(pursuit),
    "hand-over": Scene(hand_over),
    "fault": Scene(fault),
    "replay": Scene(scenes.replay),
    "laboratory": Scene(in_the_laboratory(showcase_laboratory.tables), showcase_laboratory.laboratory),
    "laboratory-battle": Scene(in_the_laboratory(showcase_laboratory.battle), showcase_laboratory.laboratory),
}
"""The pictures in the order in which they are taken: games that are the same lie beside one another."""
GUIDE = {name: Scene(reach) for name, reach in {**scenes.SCENES, **scenes_of_june.SCENES}.items()}
"""The pictures of the README and the user guide."""
LONG = {"replay"}
"""What plays a whole player turn of the computer first."""


def light(hands: Hands) -> None:
    """The window as it was before: in front, light, at 100 %."""
    if hands.window.dialog is not None:
        hands.window.dialog.reject()
    hands.window.activateWindow()
    QTest.qWaitForWindowActive(hands.window, 500)
    if hands.window.theme != Theme.light():
        hands.window.dress(Theme.light())
    if hands.page.hand_over.isVisible():
        QTest.keyClick(hands.page.hand_over, Qt.Key.Key_Return)
