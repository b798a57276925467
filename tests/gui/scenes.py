"""Scenes of a game of Cobra, each reached by clicks: what the pictures in docs/images show."""

from __future__ import annotations

from hands import Hands
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest

from hexcore.ruleset import find

DICE = "2 3 2"
"""German weather, Allied weather, the attack."""


def opening(hands: Hands) -> None:
    """The set-up, the German player about to move, a division chosen in the order of battle."""
    hands.start(find("cobra-1977"), "breakout", dice=DICE)
    to_phase(hands, "german-movement")
    choose_in_list(hands, "2 panzer", "g_pz_2")
    hands.map.centre_on(hands.hex("A2206"))
    hands.wait(2)


def reach(hands: Hands) -> None:
    """A regiment in hand: where it can go with points left, and the way to one hex."""
    opening(hands)
    take_regiment(hands)


def take_regiment(hands: Hands) -> None:
    hands.map.centre_on(hands.hex("A3107"))
    hands.click("A3208")
    while hands.page.pointing.in_hand[0].id != "g_pz_9SS":
        hands.key(Qt.Key.Key_Tab)
    hands.key("z")
    hands.point("A2810")


def refused(hands: Hands) -> None:
    """The same regiment, and a hex it may not go to."""
    reach(hands)
    point_where_it_may_not(hands)


def point_where_it_may_not(hands: Hands) -> None:
    hands.point("A3205", rest=700)


def combat(hands: Hands) -> None:
    """An attack by two divisions: support committed, the die thrown, the defender to choose his retreat."""
    hands.start(find("cobra-1977"), "breakout", dice=DICE)
    to_phase(hands, "allied-movement")
    end_phase(hands)
    hands.map.centre_on(hands.hex("A2709"))
    hands.click("A2806")
    hands.press("Done", hands.page.bar)
    assert hands.asked == "combat-phase"
    hands.click("A2806")
    hands.click("A2805")
    hands.press("59 Infantry", hands.page.panel.choices)
    hands.press("Declare attack", hands.page.panel)
    hands.press("XII Corps", hands.page.panel.choices)
    while hands.asked == "support":
        hands.press("Go on", hands.page.panel)
    hands.press("Go back 2", hands.page.panel.choices)
    hands.map.centre_on(hands.hex("A2709"))
    hands.wait(2)


def computer_opponent(hands: Hands) -> None:
    """The computer moves the German units: what it moved, and why, at a pace at which one can look."""
    hands.start(find("cobra-1977"), "breakout", dice=DICE, players={"german": "steady"})
    hands.until(lambda: len(hands.page.following.trails) > 16, 200)
    hands.window.keep_pace(0.02)
    made = len(hands.page.following.trails)
    hands.until(lambda: len(hands.page.following.trails) > made, 60)
    hands.map.centre_on(hands.page.following.trails[-1].hexes[-1])
    hands.wait(2)


def replay(hands: Hands) -> None:
    """The computer's last player turn played again in the replay: what it moved, and what it said of it."""
    hands.start(find("cobra-1977"), "breakout", dice=DICE, players={"german": "steady"})
    hands.until(lambda: hands.window.link.ours, 400)
    hands.menu("Replay")
    shown = hands.replay()
    hands.press("The opponent's last turn", shown)
    hands.until(lambda: len(shown.page.following.trails) > 16, 200)
    shown.pause()
    shown.page.map.centre_on(shown.page.following.trails[-1].hexes[-1])
    hands.wait(2)
    hands.until(lambda: not shown.page.dock.order.isHidden())


def what_if(hands: Hands) -> None:
    """A way tried out beside the game, in its own colour; a regiment in hand."""
    hands.start(find("cobra-1977"), "breakout", dice=DICE)
    to_phase(hands, "german-movement")
    hands.menu("What if …")
    dialog = hands.window.what_ifs.naming
    assert dialog is not None
    dialog.name.setText("South first")
    hands.press("Try it out", dialog)
    hands.map.centre_on(hands.hex("A2409"))
    hands.click("A2308")
    hands.wait(2)


SCENES = {
    "opening": opening,
    "reach": reach,
    "refused": refused,
    "combat": combat,
    "computer-opponent": computer_opponent,
    "replay": replay,
    "what-if": what_if,
}


# ------------------------------------------------------------------ the way there
def to_phase(hands: Hands, phase: str) -> None:
    """Ends whatever may be ended until a phase has come."""
    with hands.unseen():
        for _ in range(40):
            if hands.state.board.sequence.phases[hands.state.phase].id == phase and hands.asked != "trucks":
                return
            end_phase(hands)
    raise AssertionError(f"{phase} does not come")


def end_phase(hands: Hands) -> None:
    """The one button, and the page that asks whether something was forgotten."""
    hands.key(Qt.Key.Key_Space)
    if hands.page.end_phase.isVisible():
        hands.key(Qt.Key.Key_Space)


def choose_in_list(hands: Hands, words: str, unit: str) -> None:
    """A click on a unit in the order of battle, found by its name."""
    order = hands.page.dock.order
    order.search.setText(words)
    hands.wait(2)
    order.list.grab()
    spots = [box.center() for box, id in order.list._spots if id == unit]
    assert spots, f"{unit} is not in the list"
    spot = QPoint(round(spots[0].x()), round(spots[0].y()))
    QTest.mouseClick(order.list, Qt.MouseButton.LeftButton, pos=spot)
    order.search.clear()
    hands.wait(2)
