"""The whole game by keyboard: no pointer, no click; keys go wherever the focus is."""

from __future__ import annotations

import pytest
from hands import NONE, Hands
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QMenu,
    QSlider,
    QWidget,
)

from hexcore.ruleset import find
from hexcore_gui import keyboard

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def keys(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """Hands that cannot touch the mouse."""

    def refused(*_given: object, **_named: object) -> None:
        raise AssertionError("that was the mouse")

    for name in ("mouseClick", "mouseDClick", "mousePress", "mouseRelease", "mouseMove"):
        monkeypatch.setattr(QTest, name, refused)
    return hands


def press(hands: Hands, *pressed: Qt.Key | str, held: Qt.KeyboardModifier = NONE) -> None:
    """Keys, each to whatever has the focus."""
    for key in pressed:
        where = QApplication.activePopupWidget() or QApplication.focusWidget() or hands.window
        if isinstance(key, str):
            QTest.keyClicks(where, key, held)
        else:
            QTest.keyClick(where, key, held)
        hands.wait(1)


ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Home: (-0.87, -0.5),
    Qt.Key.Key_PageUp: (0.87, -0.5),
    Qt.Key.Key_End: (-0.87, 0.5),
    Qt.Key.Key_PageDown: (0.87, 0.5),
}


def go_to(hands: Hands, number: str) -> None:
    """The hex cursor goes to a hex, a neighbour at a time."""
    view, goal = hands.map, hands.hex(number)
    with hands.unseen():
        for _ in range(90):
            if view.cursor_hex == goal:
                return
            gap = view.shapes.centre(goal) - view.shapes.centre(max(view.cursor_hex, 0))
            press(hands, max(ARROWS, key=lambda k: ARROWS[k][0] * gap.x() + ARROWS[k][1] * gap.y()))
    raise AssertionError(f"{number} is not reached")


def test_a_player_turn_by_keys_alone_from_the_opening_position(keys: Hands) -> None:
    """A move, a refused hex with its reason, an attack with a retreat, an advance."""
    hands = keys
    hands.window.resize(900, 620)  # little ground to paint
    hands.start(find("cobra-1977"), "breakout", dice="2 1")
    press(hands, Qt.Key.Key_Space)
    assert hands.asked == "replacements" and hands.page.end_phase.isVisible()  # some are left to give
    press(hands, Qt.Key.Key_Space)
    assert hands.asked == "movement-phase"
    go_to(hands, "A3208")
    press(hands, Qt.Key.Key_Return)
    while hands.page.pointing.in_hand[0].id != "g_pz_9SS":
        press(hands, Qt.Key.Key_Tab)
    go_to(hands, "A3205")
    press(hands, Qt.Key.Key_Return)
    told = hands.page.bubble.explanation
    assert hands.page.bubble.isVisible() and told is not None
    assert (told.title, told.rule) == ("May not go on to A3205", "TNC 5.2.3") and "A3206" in told.foot
    press(hands, Qt.Key.Key_Escape)
    go_to(hands, "A2810")
    press(hands, Qt.Key.Key_Return)
    assert hands.where("g_pz_9SS") == "A2810"
    press(hands, Qt.Key.Key_Escape, Qt.Key.Key_Space)
    assert hands.asked == "combat-phase"  # a unit has moved: nothing is asked before the phase ends
    go_to(hands, "A3306")
    press(hands, Qt.Key.Key_Return)
    go_to(hands, "A3307")
    press(hands, *3 * [Qt.Key.Key_Return])
    assert hands.page.room.sight is not None and hands.page.room.sight.ratio == "30 : 11"
    press(hands, *3 * [Qt.Key.Key_Space])
    assert hands.asked == "take-result"
    press(hands, str(1 + hands.page.panel.choices.texts().index("Go back 1 hex, lose no step")))
    assert hands.asked == "retreat-units"
    press(hands, "]", Qt.Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and "4 Armoured Brigade 2-12, A3306, to A3205" in menu.actions()[2].text()
    press(hands, *3 * [Qt.Key.Key_Down], Qt.Key.Key_Return)
    assert (hands.where("b_inf_43"), hands.where("b_ind_4")) == ("A3205", "A3205")
    assert hands.asked == "advance-after-combat"
    go_to(hands, "A3306")
    press(hands, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert "A3306" in {hands.where(id) for id in ("g_pz_10SS", "g_pg_21sspg_10SS", "g_pg_22sspg_10SS")}


def test_a_turn_of_another_game_by_keys_alone(keys: Hands) -> None:
    """Breakout & Pursuit: a move, a refused hex, an air strike, an attack by a stack, an advance."""
    hands, space, enter = keys, Qt.Key.Key_Space, Qt.Key.Key_Return
    hands.window.resize(900, 620)
    hands.start(find("breakout-pursuit"), "1.2", dice="6 6 6 6 6 6")
    with hands.unseen():
        for answered in (space, space, "1", "]", enter, space):
            press(hands, answered)
            if hands.page.end_phase.isVisible():
                press(hands, space)
    assert hands.asked == "movement-phase"
    press(hands, "n", enter)
    unit = hands.page.pointing.in_hand[0].id
    start = hands.where(unit)
    press(hands, "]", enter)
    assert hands.where(unit) != start
    press(hands, *12 * [Qt.Key.Key_Left], enter)
    told = hands.page.bubble.explanation
    assert told is not None and told.refuses and told.rule == "movement.B"
    press(hands, Qt.Key.Key_Escape, Qt.Key.Key_Escape, space)
    if hands.page.end_phase.isVisible():
        press(hands, space)
    assert hands.asked == "air-strike"
    go_to(hands, "0844")
    press(hands, enter)
    assert hands.asked == "air-strike" and hands.page.room.sight is not None  # the odds before the die
    press(hands, space)
    assert hands.asked == "combat-phase"
    go_to(hands, "0843")
    press(hands, enter)
    go_to(hands, "0743")
    press(hands, enter, held=SHIFT)
    assert set(hands.state.combat.attackers) == {"JUL-A017", "JUL-A018", "JUL-A019"}
    press(hands, space)
    assert hands.asked == "advance-after-combat" and hands.page.room.sight.combat.result == ("De",)
    press(hands, "1")
    assert "0843" in {hands.where(id) for id in ("JUL-A017", "JUL-A018", "JUL-A019")}


def test_space_does_nothing_just_after_a_phase_has_ended_by_it(
    keys: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, space = keys, Qt.Key.Key_Space
    hands.start(find("hill"), "battle", dice="4 4 4")
    at, first = [100.0], hands.state.phase
    monkeypatch.setattr(keyboard, "HAND_OVER", 0.6)
    monkeypatch.setattr(keyboard.time, "monotonic", lambda: at[0])
    press(hands, space)
    if hands.page.end_phase.isVisible():
        press(hands, space)
    now = hands.state.phase
    assert now != first
    press(hands, space, space)
    assert hands.state.phase == now and not hands.page.end_phase.isVisible()
    assert "press once more" in hands.page.status.message()
    at[0] += 1.0
    press(hands, space)
    assert hands.state.phase != now or hands.page.end_phase.isVisible()


def test_f6_leads_through_the_parts_of_the_window_and_esc_back_to_the_map(keys: Hands) -> None:
    hands = keys
    hands.start(find("hill"), "battle", dice="4 4 4")
    page = hands.page
    seen: list[QWidget] = []
    while page.map not in seen:
        press(hands, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        seen.append(next(p for p in page.keyboard.parts() if focus is p or p.isAncestorOf(focus)))
    assert {page.dock.choices, page.dock.tabs, page.bar, page.rail} <= set(seen)
    assert len(set(seen)) == len(seen)  # each once
    press(hands, Qt.Key.Key_F6, held=SHIFT)
    assert QApplication.focusWidget() is not page.map
    press(hands, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is page.map


def test_a_button_with_the_focus_is_pressed_and_no_phase_ends(keys: Hands) -> None:
    hands = keys
    hands.start(find("hill"), "battle", dice="4 4 4")
    press(hands, Qt.Key.Key_F6, Qt.Key.Key_F6)
    charts = hands.page.dock.tabs.buttons["Charts"]
    press(hands, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space)
    assert hands.page.dock.tabs.page == "Charts" and not hands.page.end_phase.isVisible()
    assert hands.asked == "movement-phase" and QApplication.focusWidget() is charts
    chip = hands.page.dock.order.pinned
    hands.page.show_tab("Order of battle")
    for _ in range(9):
        if QApplication.focusWidget() is not chip:
            press(hands, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is chip
    press(hands, Qt.Key.Key_Return)
    assert chip.isChecked() and not hands.page.pointing.in_hand


def test_an_answer_has_a_digit_and_lights_the_map_when_it_has_the_focus(keys: Hands) -> None:
    hands = keys
    hands.start(find("hill"), "battle", dice="4 4 4")
    press(hands, Qt.Key.Key_F6)
    answers = hands.page.dock.choices
    assert QApplication.focusWidget() is answers.buttons[0] and answers.buttons[0].digit == 1
    assert hands.page.pointing.pointed
    press(hands, Qt.Key.Key_Return)
    assert hands.asked == "in-hand"
    focus = QApplication.focusWidget()
    assert focus is hands.map or answers.isAncestorOf(focus)
    press(hands, Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    assert hands.asked == "movement-phase" and len(answers.buttons) >= 2
    press(hands, "2")
    assert hands.asked == "in-hand" and QApplication.focusWidget() is hands.map
    press(hands, "9")  # there is none
    assert hands.asked == "in-hand"


def test_a_click_in_a_panel_leaves_the_keys_to_the_map(hands: Hands) -> None:
    hands.start(find("hill"), "battle", dice="4 4 4")
    hands.map.setFocus()
    hands.press("Pin", hands.page.dock.order)
    hands.press("1 Guards", hands.page.dock.choices)
    assert hands.asked == "in-hand" and QApplication.focusWidget() is hands.map


def test_digits_are_typed_where_a_field_has_the_focus(keys: Hands) -> None:
    hands = keys
    hands.start(find("hill"), "battle", dice="4 4 4")
    press(hands, "f", held=CTRL)
    press(hands, "2 guards")
    assert hands.page.dock.order.search.text() == "2 guards" and hands.asked == "movement-phase"
    assert not hands.page.pointing.areas


# ------------------------------------------------------------------ what a screen reader is told
FIELDS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QListWidget, QSlider)


def unnamed(root: QWidget) -> list[str]:
    """What one can press or fill in, and what says nothing of itself."""
    found = [w for kind in FIELDS for w in root.findChildren(kind) if w.isVisible() and w.isEnabled()]
    found = [w for w in found if not isinstance(w.parent(), (QComboBox, QAbstractSpinBox, QLineEdit))]
    assert found
    return [
        f"{type(w).__name__} in {type(w.parent()).__name__}"
        for w in found
        if not (w.accessibleName() or (w.text() if isinstance(w, QAbstractButton) else "")).strip()
    ]


def test_everything_to_press_or_fill_in_has_a_name(hands: Hands) -> None:
    assert not unnamed(hands.window)
    hands.press("New game")
    assert hands.window.dialog is not None and not unnamed(hands.window.dialog)
    hands.window.dialog.reject()
    hands.start(find("hill"), "battle", dice="4 4 4")
    for name in hands.page.dock.tabs.buttons:
        hands.page.show_tab(name)
        hands.wait(1)
        assert not unnamed(hands.window), name
    hands.window.choose_players()
    hands.wait(1)
    assert hands.window.players is not None and not unnamed(hands.window.players)
    hands.window.players.reject()
    for one in (hands.map, hands.page.dock.order.list, hands.page.dock.log.list, hands.page.strip):
        assert one.accessibleName(), type(one).__name__


def test_n_leads_to_a_unit_that_enter_takes_and_its_hex_is_told(keys: Hands) -> None:
    hands = keys
    hands.start(find("hill"), "battle", dice="4 4 4")
    press(hands, "n")
    assert hands.map.cursor_hex == hands.state.units[hands.page.pointing.unit].hex
    told = hands.map.accessibleDescription()
    assert hands.where(hands.page.pointing.unit) in told
    press(hands, Qt.Key.Key_Down)
    assert hands.map.accessibleDescription() != told
    press(hands, "n", Qt.Key.Key_Return)
    assert [u.id for u in hands.page.pointing.in_hand] == [hands.page.pointing.unit]
