"""What-ifs, bookmarks, undo that says why not, redo after opening anew, and rules that have changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import hill
import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QImage

from hexcore.actions import Done
from hexcore.gamefile import read_record
from hexcore.journal_text import export
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.watching import NOTICE

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def moved(hands: Hands) -> Hands:
    """1 Guards has moved to 0103 and is put down."""
    hands.start(hill.RULESET, "battle", dice="2 2 2 2 2 2")
    with hands.unseen():
        hands.click("0101")
        hands.click("0103")
        hands.key(Qt.Key.Key_Escape)
    return hands


def begin(hands: Hands, name: str) -> None:
    hands.menu("What if …")
    dialog = hands.window.what_ifs.naming
    assert dialog is not None
    dialog.name.setText(name)
    hands.press("Try it out", dialog)
    hands.window.activateWindow()  # as the desktop does when a dialog closes
    hands.wait(2)


def move(hands: Hands, start: str, end: str) -> None:
    hands.click(start)
    hands.click(end)
    if hands.asked == "in-hand":
        hands.key(Qt.Key.Key_Escape)


def band(hands: Hands) -> str:
    """The colour of the band under the decision bar."""
    bar = hands.page.bar
    picture: QImage = bar.grab().toImage()
    return QColor(picture.pixel(picture.width() // 2, picture.height() - 2)).name().upper()


# ------------------------------------------------------------------ what-ifs
def test_a_what_if_is_signed_and_the_game_stays_where_it_is(moved: Hands) -> None:
    hands, colour = moved, moved.window.theme.tokens.what_if
    assert not hands.page.bar.sign.isVisible() and band(hands) != colour
    before = hands.state.hash
    begin(hands, "South first")
    assert hands.page.bar.sign.isVisible() and "What if: South first" in hands.page.bar.sign.text()
    assert hands.window.title.text().startswith("What if: South first") and band(hands) == colour
    move(hands, "0102", "0202")
    assert hands.where("2-guards") == "0202"
    hands.menu("Back to the game")
    assert hands.state.hash == before and hands.where("2-guards") == "0102"
    assert not hands.page.bar.sign.isVisible() and "What if" not in hands.window.windowTitle()
    assert not any("2 Guards" in line for line in hands.log())
    assert sum("1 Guards moves to 0103" in line for line in hands.log()) == 1


def test_one_goes_over_to_a_what_if_again_with_its_log(moved: Hands) -> None:
    hands = moved
    begin(hands, "South first")
    move(hands, "0102", "0202")
    hands.menu("Back to the game")
    move(hands, "0102", "0101")
    ways = hands.window.menus.past.ways
    assert ways is not None
    ways.aboutToShow.emit()
    entry = next(a for a in ways.actions() if a.text() == "South first")
    entry.trigger()
    hands.until(lambda: not hands.window.telling.busy)
    assert hands.where("2-guards") == "0202" and any("2 Guards moves to 0202" in x for x in hands.log())
    assert not any("2 Guards moves to 0101" in x for x in hands.log())
    ways.aboutToShow.emit()
    assert [a.text() for a in ways.actions() if a.isChecked()] == ["South first"]
    hands.menu("Back to the game")
    hands.until(lambda: not hands.window.telling.busy)
    assert hands.where("2-guards") == "0101" and any("2 Guards moves to 0101" in x for x in hands.log())


def test_in_a_what_if_everything_is_taken_back_dice_too(moved: Hands) -> None:
    hands = moved
    begin(hands, "Attack")
    base = hands.state.hash
    move(hands, "0102", "0202")
    hands.key(Qt.Key.Key_Space)
    if hands.page.end_phase.isVisible():
        hands.page.end_phase.confirm()
    hands.click("0302")
    hands.click("0202")
    hands.key(Qt.Key.Key_Space)
    assert hands.state.rolls
    for _ in range(20):
        hands.page.undo()
    assert hands.state.hash == base and "the what-if begins here" in hands.page.status.message().lower()


def test_it_is_dropped_after_a_question(moved: Hands) -> None:
    hands = moved
    before = hands.state.hash
    begin(hands, "South first")
    move(hands, "0102", "0202")
    hands.window.what_ifs.ask_way()
    menu = hands.window.what_ifs.menu
    assert menu is not None
    entry = next(a for a in menu.actions() if a.text().startswith("Drop"))
    menu.close()
    entry.trigger()
    hands.wait(2)
    assert hands.where("2-guards") == "0202", "it is asked first"
    box = hands.window.what_ifs.asking
    assert box is not None
    hands.press("Drop it", box)
    file = hands.window.link.file
    assert file is not None and list(file.tree.branches) == ["main"] and hands.state.hash == before


def test_a_name_that_cannot_be_given_is_said(moved: Hands) -> None:
    hands = moved
    begin(hands, "main")
    dialog = hands.window.what_ifs.naming
    assert dialog is not None and dialog.isVisible() and "already" in dialog.why.text()
    assert hands.window.link.history.what_if == ""


def test_a_what_if_is_still_there_when_the_game_is_opened_anew_and_leaves_by_no_export(moved: Hands) -> None:
    hands = moved
    begin(hands, "South first")
    move(hands, "0102", "0202")
    file = hands.window.link.file
    assert file is not None
    path = file.path
    assert hands.window.open_file(path)
    assert "South first" in hands.page.bar.sign.text() and hands.where("2-guards") == "0202"
    assert not any("0202" in line for line in export(read_record(path)))


def test_the_replay_of_a_what_if_says_so(moved: Hands) -> None:
    hands = moved
    begin(hands, "South first")
    move(hands, "0102", "0202")
    hands.menu("Replay")
    shown = hands.replay()
    assert shown.page.bar.sign.text() == "Replay of what if: South first"
    assert shown.link.state.hash == hands.state.hash
    hands.window.what_ifs.back()
    hands.until(lambda: shown.page.bar.sign.text() == "Replay")
    hands.until(lambda: shown.film.whole)
    assert shown.at == shown.film.last and shown.link.state.hash == hands.state.hash


def test_a_computer_opponent_plays_on_in_a_what_if(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", players={"red": "passive"})
    begin(hands, "Waiting")
    while hands.state.turn == 1:
        hands.until(lambda: hands.window.link.ours)
        hands.page.primary()
        if hands.page.end_phase.isVisible():
            hands.page.end_phase.confirm()
    hands.until(lambda: hands.window.link.ours)
    assert hands.window.link.history.what_if == "Waiting"
    hands.menu("Back to the game")
    assert hands.state.turn == 1 and hands.window.link.ours


# ------------------------------------------------------------------ bookmarks
def test_a_place_is_bookmarked_by_its_key(moved: Hands) -> None:
    hands = moved
    hands.key("b", CTRL)
    dialog = hands.window.replays.naming
    assert dialog is not None and not dialog.done_button.isEnabled()
    dialog.name.setText("Before the hill")
    dialog.note.setText("the guards are ready")
    hands.press("Set the bookmark", dialog)
    file = hands.window.link.file
    assert file is not None and file.bookmarks["Before the hill"].text == "the guards are ready"
    assert "Before the hill" in hands.page.status.message()


def test_bookmarks_are_of_the_game_and_not_set_in_a_what_if(moved: Hands) -> None:
    begin(moved, "South first")
    assert not moved.window.menus.actions["Bookmark this place …"].isEnabled()
    moved.menu("Back to the game")
    assert moved.window.menus.actions["Bookmark this place …"].isEnabled()


# ------------------------------------------------------------------ undo and redo
def test_undo_names_the_die_that_stands_between(moved: Hands) -> None:
    hands = moved
    move(hands, "0102", "0202")
    hands.key(Qt.Key.Key_Space)
    if hands.page.end_phase.isVisible():
        hands.page.end_phase.confirm()
    hands.click("0302")
    hands.click("0202")
    hands.key(Qt.Key.Key_Space)
    game = hands.window.link.game
    assert game is not None
    hands.page.undo()
    message = hands.page.status.message()
    assert "A die was rolled after this: combat roll, rule 4.2, turn 1." in message


def test_redo_goes_on_after_the_game_was_opened_anew(moved: Hands) -> None:
    hands = moved
    file = hands.window.link.file
    assert file is not None
    for _ in range(3):
        hands.page.undo()
    assert hands.where("1-guards") == "0101"
    assert hands.window.open_file(file.path)
    for _ in range(3):
        hands.key("z", CTRL | SHIFT)
    assert hands.where("1-guards") == "0103"
    hands.page.redo()
    assert "Nothing was taken back" in hands.page.status.message()
    hands.until(lambda: not hands.window.telling.busy)
    assert sum("1 Guards moves to 0103" in line for line in hands.log()) == 1


# ------------------------------------------------------------------ rules that have changed
@rule({"hill": "6.9"}, hook="movement_allowance")
def second_stays(state: GameState, unit: Unit) -> int | None:
    return 0 if unit.id == "2-guards" else None


@pytest.fixture
def changed(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game file in which both guards have moved; by now a rule says that the second may not."""
    folder = hands.folder / "ruleset"
    folder.mkdir()
    (folder / "crt.csv").write_text("1\n")
    then = replace(hill.RULESET, folder=folder)
    monkeypatch.setattr(hill, "RULESET", then)
    hands.start(then, "battle", dice="2 2 2")
    move(hands, "0101", "0103")
    move(hands, "0102", "0101")
    file = hands.window.link.file
    assert file is not None
    stay, modules = ModuleType("stay_where_you_are"), then.load_modules
    monkeypatch.setattr(second_stays, "__module__", stay.__name__)
    stay.__dict__["second_stays"] = second_stays
    (folder / "crt.csv").write_text("2\n")
    now = replace(hill.RULESET, version="2", load_modules=lambda: [*modules(), stay])
    monkeypatch.setattr(hill, "RULESET", now)
    hands.start(now, "battle")
    return file.path


def test_a_game_that_does_not_hold_is_brought_over_as_far_as_it_does(hands: Hands, changed: Path) -> None:
    before = read_record(changed)
    assert not hands.window.open_file(changed)
    dialog = hands.window.rules_changed
    assert dialog is not None and dialog.isVisible()
    told = dialog.told.text()
    assert str(changed) in told and "hill version 1, now 2; changed: crt.csv" in told
    hands.press("Bring the game over", dialog)
    first = f"The first 3 of {len(before.lines)} steps of the game hold. Step 4 is not allowed any more: "
    assert dialog.isVisible() and dialog.holds.text().startswith(first)
    new = Path(dialog.path.text())
    assert not new.exists(), "it is said before anything is written"
    hands.press("Bring over the first 3 steps", dialog)
    link = hands.window.link
    assert link.file is not None and link.file.path == new and not dialog.isVisible()
    assert (hands.where("1-guards"), hands.where("2-guards")) == ("0103", "0102")
    assert read_record(changed) == before, "the old file stays as it is"


def test_it_is_watched_to_its_end_as_it_was_recorded_and_then_asked_about_again(
    hands: Hands, changed: Path
) -> None:
    bytes = changed.read_bytes()
    game = hands.window.link.game
    hands.window.open_file(changed)
    dialog = hands.window.rules_changed
    assert dialog is not None
    hands.press("Watch it", dialog)
    watched = hands.window.watching.shown
    assert watched is not None and watched.isVisible() and not dialog.isVisible()
    hands.until(lambda: watched.film.whole)
    assert not watched.film.fault
    watched.step("last")
    hands.until(lambda: watched.at == watched.film.last)
    shown = watched.link.state
    numbers = shown.board.map.numbers
    assert [numbers[shown.units[id].hex] for id in ("1-guards", "2-guards")] == ["0103", "0101"]
    assert NOTICE in [duty.text for duty in watched.page._asked().duties]
    assert watched.link.refusal(Done()) is not None and not watched.link.submit(Done())
    hands.window.dress(hands.window.theme)
    again = hands.window.watching.shown
    assert again is not None and again is not watched and not dialog.isVisible()
    hands.until(lambda: again.at == again.film.last)
    hands.press("Close", again.page.bar)
    assert hands.window.watching.shown is None and dialog.isVisible()
    assert hands.window.link.game is game and changed.read_bytes() == bytes


def test_closed_again_it_leaves_the_game_on_the_table_alone(hands: Hands, changed: Path) -> None:
    game = hands.window.link.game
    hands.window.open_file(changed)
    dialog = hands.window.rules_changed
    assert dialog is not None
    hands.press("Close", dialog)
    assert not dialog.isVisible() and hands.window.link.game is game
    assert not Path(dialog.path.text()).exists()
