"""A window of 1280x800: nothing that is asked is cut off, every part of the dock is of use, and a hand's
settings are kept; what happens by itself is told. One game of Cobra from its opening, answered by clicks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hands import Hands
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QListWidget

from hexcore.ruleset import find
from hexcore_gui.decision_bar import Asked, Duty
from hexcore_gui.formation_list import ROW
from hexcore_gui.main_window import MainWindow
from hexcore_gui.order_of_battle import OrderOfBattle

DICE = "2 3 2"
LONGEST = "Use up Supply units for this turn, or judge supply now as the lines to the pipelines lie."


@pytest.fixture(scope="module")
def small(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One small window for the whole module; its tests follow one another through the first turn."""
    qapp.setStyle("Fusion")
    player = Hands(tmp_path_factory.mktemp("small"), (1280, 800))
    player.start(find("cobra-1977"), "breakout", dice=DICE)
    player.until(lambda: not player.window.telling.busy)
    player.wait(3)
    yield player
    player.leave()


def rows_in_sight(list: QListWidget) -> int:
    view = list.viewport()
    assert view is not None
    return view.height() // list.visualItemRect(list.item(0)).height()


def cut_lines(hands: Hands) -> list[str]:
    """The lines of the stack panel of which only a part is in sight."""
    sections, view = hands.page.dock.sections, hands.page.dock.sections.shown.viewport()
    assert view is not None
    found = []
    for part in hands.page.dock.inspector.lines():
        top = part.mapTo(sections.inside, QPoint(0, 0)).y()
        if top < view.height() < top + part.height() - 2:
            found.append(part.text() if isinstance(part, QLabel) else repr(part))
    return found


# ------------------------------------------------------------------ by itself
def test_the_weather_is_told_with_its_die_its_effect_and_its_rule_until_something_is_done(
    small: Hands,
) -> None:
    news = small.page.following.news
    told = [(line.text, line.rule) for line in news.lines]
    assert news.isVisible() and told[0] == ("Weather: rolled 2, after clear: overcast", "SPI 4.0.A1")
    assert told[1][0].startswith("Weather: Overcast. German units move ⅔") and told[1][1] == "SPI 4.0.A1"
    assert told[1][0] in small.log()  # and in the log
    small.key(Qt.Key.Key_Escape)
    assert not news.isVisible() and small.asked == "replacements"


def test_what_a_rule_takes_out_of_the_list_stands_there_grey_with_the_rule(small: Hands) -> None:
    small.press("12 SS Panzer", small.page.dock.choices)
    gone = small.page.dock.choices.gone
    assert gone and {one.why.rule for one in gone} == {"SPI 4.0.A2"}
    assert "9 SS Panzer Regiment" in gone[0].who and "no more than 1 panzer" in gone[0].why.reason
    listed = " ".join(small.page.dock.choices.texts())
    assert "1049" in listed and "9 SS Panzer" not in listed
    lit = small.window.link.choices.hexes_of_units(small.state)
    view, centre = small.map.camera.view, small.map.shapes.centre
    assert any(view.contains(centre(hex)) for hex in lit)  # the map has gone where the rest can be given


def test_a_phase_that_ends_by_itself_says_by_which_rule(small: Hands) -> None:
    small.press("1049", small.page.dock.choices)
    assert small.asked == "movement-phase"
    first = small.page.following.news.lines[0]
    assert small.page.following.news.isVisible() and first.rule == "TNC 12.2.2" and "1050" in first.text
    assert first.text in small.log()
    assert not small.page.dock.choices.gone


# ------------------------------------------------------------------ the bar
def test_a_question_is_whole_as_long_as_there_is_room_near_it(small: Hands) -> None:
    bar = small.page.bar
    duties = (Duty("owed", "Air strike not flown: the phase cannot end", "8.1"), Duty("open", "8 choices"))
    bar.show_asked(Asked("german", "German player turn", "German decides", LONGEST, "4.0", "", duties=duties))
    small.wait(3)
    assert bar.question.text() == LONGEST and not bar.question.toolTip()
    assert bar.question.geometry().bottom() < bar.rule.geometry().top() + 2
    assert bar.question.height() >= bar.question.heightForWidth(bar.question.width()) - 2
    bar.show_asked(Asked("german", "", "German", LONGEST * 3, "4.0"))
    small.wait(2)
    assert bar.question.text().endswith("…") and bar.question.toolTip() == LONGEST * 3
    small.page.show_question()


def test_what_is_open_takes_no_more_of_the_bar_than_its_words(small: Hands) -> None:
    bar = small.page.bar
    bar.show_asked(Asked("german", "", "German decides", "What now?", duties=(Duty("open", "8 choices"),)))
    small.wait(3)
    few = bar.open.width()
    bar.show_asked(Asked("german", "", "German", "What now?", duties=(Duty("open", 9 * "8 choices "),)))
    small.wait(3)
    assert few < bar.open.width() and few < small.window.width() // 5
    small.page.show_question()


# ------------------------------------------------------------------ the dock
def test_every_part_of_the_dock_is_of_use(small: Hands) -> None:
    dock = small.page.dock
    small.page.pointing.select(-1, "")
    small.page.show_tab("Order of battle")
    small.wait(5)
    assert small.page.beside.verticalScrollBar().maximum() == 0  # type: ignore[union-attr]
    assert dock.order.area.viewport().height() >= 8 * ROW  # type: ignore[union-attr]
    line = dock.log.list.fontMetrics().height()
    assert dock.log.area.viewport().height() >= 6 * line  # type: ignore[union-attr]
    small.page.dock.show_rule("TNC 5.6.1")
    small.wait(5)
    assert rows_in_sight(dock.rules.list) >= 6 and dock.rules.text.height() >= 56
    bars = [part.horizontalScrollBar() for part in dock.findChildren(QAbstractScrollArea) if part.isVisible()]
    assert not any(bar is not None and bar.isVisible() for bar in bars)


@pytest.mark.parametrize("page", ["Rules", "Order of battle"])
def test_a_stack_is_cut_between_two_lines_and_never_amid_one(small: Hands, page: str) -> None:
    small.page.show_tab(page)
    small.click("A3208")
    small.wait(8)
    inspector, shown = small.page.dock.inspector, small.page.dock.sections.shown
    assert len(inspector.rows.facts) > 3 and shown.viewport().height() < inspector.height()  # type: ignore[union-attr]
    assert not cut_lines(small)
    small.key(Qt.Key.Key_Escape)


def test_ten_rows_of_the_order_of_battle_are_in_sight_beside_a_stack(small: Hands) -> None:
    dock = small.page.dock
    small.page.show_tab("Order of battle")
    small.click("A3208")
    small.wait(8)
    assert len(dock.inspector.rows.facts) > 3 and dock.sections.shown.isVisible()
    view = dock.order.area.viewport()
    assert view is not None
    shown = dock.order.list
    ends = [sum(shown._height(row) for row in shown.rows[: n + 1]) for n in range(len(shown.rows))]
    assert sum(end <= view.height() for end in ends) >= 10
    assert dock.log.area.viewport().height() >= 3 * dock.log.list.fontMetrics().height()  # type: ignore[union-attr]
    small.key(Qt.Key.Key_Escape)


def test_a_stack_is_taken_by_its_button_in_the_panel(small: Hands) -> None:
    inspector = small.page.dock.inspector
    small.click("A3208")
    small.page.dock.sections.by_hand = [400, 150, 80]
    small.page.dock.sections.split.setSizes([400, 150, 80])
    small.wait(3)
    small.press("Move the stack", inspector)
    assert len(small.page.pointing.in_hand) == 3 and small.asked == "in-hand"
    assert not small.buttons("Move the stack", inspector)
    small.key(Qt.Key.Key_Escape)
    small.page.dock.sections.usual()


def test_parts_fold_and_what_a_hand_has_set_is_kept_for_the_next_window(small: Hands) -> None:
    sections = small.page.dock.sections
    open_log = sections.split.sizes()[2]
    QTest.mouseClick(sections.heads["log"], Qt.MouseButton.LeftButton)
    small.wait(5)
    assert sections.heads["log"].folded and not small.page.dock.log.area.isVisible()
    assert sections.split.sizes()[2] < open_log // 2
    handle = small.page.split.handle(1)
    assert handle is not None
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(0, 100))
    QTest.mouseMove(handle, QPoint(-60, 100))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(-60, 100))
    wide = small.page.split.sizes()[1]
    assert wide > 340
    kept = small.window.preferences.dock
    assert kept["folded"] == ["log"] and kept["wide"] == wide
    small.window.dress(small.window.theme)  # builds the page anew, as the next window does
    small.wait(10)
    again = small.page.dock.sections
    assert again.heads["log"].folded and abs(small.page.split.sizes()[1] - wide) <= 2
    small.menu("Dock in its usual shape")
    assert not again.heads["log"].folded and small.page.split.sizes()[1] < 310


def test_the_order_of_battle_follows_the_player_turn_unless_it_is_pinned(small: Hands) -> None:
    order: OrderOfBattle = small.page.dock.order
    state, choices = small.state, small.window.link.choices

    def shown() -> set[str]:
        return {side for side, chip in order.sides.items() if chip.isChecked()}

    phases = state.board.sequence.phases
    theirs = next(n for n, phase in enumerate(phases) if phase.player_turn == "allied")
    order.show_state(state, choices, None)
    assert shown() == {"german"}
    order.show_state(replace(state, phase=theirs), choices, None)
    assert shown() == {"allied"}
    order.pinned.setChecked(True)
    order.show_state(state, choices, None)
    assert shown() == {"allied"}
    order.pinned.setChecked(False)
    order.show_state(state, choices, None)
    assert shown() == {"german"}


def test_the_log_is_read_by_arrow_keys_and_enter_goes_where_a_line_leads(small: Hands) -> None:
    log = small.page.dock.log.list
    log.setFocus()
    with_hex = [n for n, kept in enumerate(log._shown) if kept.line.hex >= 0]
    assert with_hex  # the step that was given back
    for _ in range(len(log._shown) - with_hex[-1]):
        QTest.keyClick(log, Qt.Key.Key_Up)
    assert log.chosen is log._shown[with_hex[-1]]
    QTest.keyClick(log, Qt.Key.Key_Return)
    assert small.page.pointing.hex == log.chosen.line.hex
    QTest.keyClick(log, Qt.Key.Key_Down)
    assert log.chosen is log._shown[with_hex[-1] + 1]


# ------------------------------------------------------------------ sizes
def test_the_window_is_no_wider_than_the_screen_at_any_size_of_its_text(small: Hands) -> None:
    window: MainWindow = small.window
    for scale in (0.8, 1.5, 2.0):
        window.dress(window.theme.scaled(scale, 1.0))
        small.wait(6)
        assert window.minimumSizeHint().width() <= 1280 and window.minimumSizeHint().height() <= 800
        assert (window.width(), window.height()) == (1280, 800), scale
        bar = small.page.bar
        assert bar.question.text() == bar.question.whole, scale
        parts = (bar.block, bar.question, bar.open, bar.undo, bar.primary)
        assert all(
            a.geometry().right() <= b.geometry().left() + b.parentWidget().width() for a, b in pairwise(parts)
        )
        assert bar.primary.mapTo(bar, bar.primary.rect().bottomRight()).x() <= bar.width()
        cut_short = [window.title, *(duty.text for duty in bar.duties if duty.isVisible())]
        for told in cut_short:
            assert told.text() == told.whole or (told.text().endswith("…") and told.toolTip() == told.whole)
        assert window.title.fontMetrics().horizontalAdvance(window.title.text()) <= window.title.width()
        assert all(duty.text.text() == duty.text.whole for duty in bar.duties), scale
    window.dress(window.theme.scaled(1.0, 1.0))
    small.wait(6)


# ------------------------------------------------------------------ the end of a phase
def test_the_end_of_a_phase_is_asked_about_where_nothing_was_done_and_not_when_that_is_wanted(
    small: Hands,
) -> None:
    box = small.page.end_phase
    small.key(Qt.Key.Key_Space)
    assert box.isVisible() and "have not moved" in box.duties[0].text
    before = small.page.pointing.hex
    beside = QPoint(10, box.height() - 10)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=beside)  # over the little map and the hexes below
    assert not box.isVisible() and small.page.pointing.hex == before and small.asked == "movement-phase"
    small.key(Qt.Key.Key_Space)
    box.quiet.setChecked(True)
    small.key(Qt.Key.Key_Space)
    assert small.asked == "combat-phase"
    small.key(Qt.Key.Key_Space)  # attacks are as one likes: nothing is asked
    assert (
        not box.isVisible() and small.state.board.sequence.phases[small.state.phase].id == "german-mechanized"
    )
    assert small.page.bar.question.whole == "Move your mechanized units and headquarters, in any order."
    assert small.window.preferences.unasked == {"german-movement"}
    small.menu("Ask again before every phase ends")
    assert not small.window.preferences.unasked


def test_the_other_player_turn_begins_with_what_the_dice_and_tracks_have_done(small: Hands) -> None:
    small.key(Qt.Key.Key_Space)
    if small.page.end_phase.isVisible():
        small.page.end_phase.confirm()
    small.wait(5)
    texts = [line.text for line in small.page.following.news.lines]
    assert small.page.following.news.isVisible() and texts[0].startswith("Weather: rolled 3")
    assert any(text.startswith("US SP: 3 to ") for text in texts)
    assert all(line.rule for line in small.page.following.news.lines)
    view, centre = small.map.camera.view, small.map.shapes.centre
    lit = small.window.link.choices.lit or small.window.link.choices.hexes_of_units(small.state)
    assert lit and any(view.contains(centre(hex)) for hex in lit)
