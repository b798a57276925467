"""The computer opponent: chosen, thinking in its own time, paused, failing, kept, taken back."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence

import crossing
import hill
import pytest
from hands import Hands
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QComboBox, QLabel, QWidget

from hexcore import players
from hexcore.actions import Action, Done, Move
from hexcore.game import Entry
from hexcore.gamefile import GameFile, read_record
from hexcore.players import RandomPlayer
from hexcore.ruleset import find
from hexcore.state import GameState
from hexcore_gui.opponents import seats_of
from hexcore_gui.seats import PERSON

CTRL = Qt.KeyboardModifier.ControlModifier


# ------------------------------------------------------------------ players for these tests
class Slow(RandomPlayer):
    """Takes its time over every answer."""

    takes = 0.4
    asked = 0

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        type(self).asked += 1
        time.sleep(self.takes)
        return super().__call__(view, listed)


class Busy(RandomPlayer):
    """Computes all the while, so that the window gets no more than its share of the machine."""

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            sum(range(1000))
        return super().__call__(view, listed)


class Talking(RandomPlayer):
    """Ends its phases and says why."""

    why = ""

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        self.why = "Red holds the hill: nothing is gained by going"
        return next((a for a in listed if isinstance(a, Done)), listed[0])


class Failing(RandomPlayer):
    """Fails at once."""

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        raise ZeroDivisionError("it cannot count")


class Cheat(RandomPlayer):
    """Answers what is not allowed."""

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        return Move(("1-guards",), 0)


class Mute(RandomPlayer):
    """Gives no answer at all."""

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        return None  # type: ignore[return-value]


class Peeping(RandomPlayer):
    """Remembers what it was shown."""

    shown: list[GameState] = []
    why = "the secret way"

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        self.shown.append(view)
        return super().__call__(view, listed)


def broken(_seed: int) -> players.Player:
    raise RuntimeError("no brain")


@pytest.fixture(autouse=True)
def test_players(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for made in (Slow, Busy, Talking, Failing, Cheat, Mute, Peeping):
        monkeypatch.setitem(players.BUILT_IN, made.__name__.lower(), made)  # type: ignore[arg-type]
    Slow.asked, Peeping.shown = 0, []
    yield
    for thread in threading.enumerate():  # none may play on into the next test
        if thread.name.endswith("thinks"):
            thread.join(5)
            assert not thread.is_alive()


def against(hands: Hands, kind: str, dice: str = "4 4 4 4 4 4") -> None:
    hands.start(hill.RULESET, "battle", dice=dice, players={"red": kind})


def end_own_turn(hands: Hands) -> None:
    """Blue ends its phases until red decides."""
    with hands.unseen():
        while hands.state.to_decide == "blue" or hands.page.end_phase.isVisible():
            hands.key(Qt.Key.Key_Space)
            if hands.page.end_phase.isVisible():
                hands.key(Qt.Key.Key_Space)


def thinking(hands: Hands) -> bool:
    return hands.window.link.opponents.table.thought is not None


def answers(hands: Hands) -> int:
    game = hands.window.link.game
    assert game is not None
    return len(game.journal)


def menu(hands: Hands, name: str) -> None:
    """An entry of the menu bar."""
    hands.window.menus.actions[name].trigger()
    hands.wait(2)


def choose(box: QComboBox, text: str) -> None:
    """An entry of a list that drops down, by keys, as one chooses it."""
    box.setFocus()
    at = next(n for n in range(box.count()) if text.lower() in box.itemText(n).lower())
    key = Qt.Key.Key_Down if at > box.currentIndex() else Qt.Key.Key_Up
    for _ in range(abs(at - box.currentIndex())):
        QTest.keyClick(box, key)
    assert box.currentIndex() == at, f"{text} cannot be chosen"


def labels(part: QWidget) -> list[str]:
    """The words one can see in a part of the window."""
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible()]


# ------------------------------------------------------------------ choosing
def new_game_dialog(hands: Hands, title: str):  # type: ignore[no-untyped-def]
    hands.press("New game")
    dialog = hands.window.dialog
    assert dialog is not None
    names = [dialog.games.item(n).text() for n in range(dialog.games.count())]
    dialog.games.setCurrentRow(next(n for n, name in enumerate(names) if title in name))
    hands.wait(2)
    return dialog


def test_a_new_game_proposes_a_person_against_the_best_computer(hands: Hands) -> None:
    dialog = new_game_dialog(hands, "Hold the Hill")
    boxes = dialog.seats.boxes
    assert boxes["blue"].currentText() == PERSON
    usual = "steady" if "steady" in players.kinds() else "random"
    assert boxes["red"].currentData() == usual
    kinds = {boxes["red"].itemData(n) for n in range(boxes["red"].count())}
    assert kinds == {"", *players.kinds()}


def test_every_kind_is_explained_in_a_line(hands: Hands) -> None:
    dialog = new_game_dialog(hands, "Hold the Hill")
    choose(dialog.seats.boxes["red"], "random")
    assert "Any listed answer, each as likely as the others." in labels(dialog.seats)
    choose(dialog.seats.boxes["red"], "slow")
    assert "Takes its time over every answer." in labels(dialog.seats)


def test_the_seats_of_the_dialog_are_those_of_the_game(hands: Hands) -> None:
    dialog = new_game_dialog(hands, "Hold the Hill")
    choose(dialog.seats.boxes["blue"], "slow")
    choose(dialog.seats.boxes["red"], "Person")
    hands.press("Start the game", dialog)
    assert dict(hands.window.link.player_kinds) == {"blue": "slow"}
    assert not hands.window.link.ours and thinking(hands)


def test_a_kind_that_is_broken_is_shown_and_cannot_be_chosen(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(players.BUILT_IN, "hollow", broken)  # type: ignore[arg-type]
    dialog = new_game_dialog(hands, "Hold the Hill")
    box = dialog.seats.boxes["red"]
    with pytest.raises(AssertionError, match="cannot be chosen"):
        choose(box, "hollow")
    at = box.findData("hollow")
    assert "no brain" in box.itemData(at, Qt.ItemDataRole.ToolTipRole)


# ------------------------------------------------------------------ thinking
def test_the_window_lives_while_the_computer_thinks(hands: Hands) -> None:
    against(hands, "slow")
    hands.window.resize(760, 560)
    hands.wait(20)
    end_own_turn(hands)
    assert thinking(hands)
    before, middle, scale = answers(hands), hands.map.camera.middle, hands.map.camera.scale
    began = time.monotonic()
    hands.drag(QPoint(200, 150), QPoint(-80, -60))
    panned = hands.map.camera.middle
    hands.key("-")
    hands.key("z")
    assert time.monotonic() - began < Slow.takes
    assert thinking(hands) and answers(hands) == before
    assert panned != middle and hands.map.camera.scale < scale and hands.map.overlays.zones
    hands.until(lambda: answers(hands) > before)


def test_a_player_that_computes_leaves_the_window_its_share(hands: Hands) -> None:
    against(hands, "busy")
    end_own_turn(hands)
    rounds = 0
    while thinking(hands) and rounds < 15:
        hands.key(Qt.Key.Key_Right)
        rounds += 1
    assert rounds == 15 and hands.map.cursor_hex >= 0


def test_the_bar_says_who_thinks_and_has_no_button_but_pause(hands: Hands) -> None:
    against(hands, "slow")
    end_own_turn(hands)
    bar = hands.page.bar
    assert bar.block.side == "red" and "Slow" in bar.question.whole and "thinking" in bar.question.whole
    assert not bar.primary.isVisible() and bar.pause.isVisible()
    before = answers(hands)
    hands.key(Qt.Key.Key_Space)
    hands.click("0302")
    assert answers(hands) == before and thinking(hands)


def test_a_paused_thought_is_thrown_away_and_resume_goes_on(hands: Hands) -> None:
    against(hands, "slow")
    end_own_turn(hands)
    before = answers(hands)
    hands.press("Pause", hands.page.bar)
    assert not thinking(hands) and "paused" in hands.page.bar.question.whole
    hands.until(lambda: not any(t.name == "red thinks" for t in threading.enumerate()))
    hands.wait(5)
    assert answers(hands) == before and Slow.asked == 1
    hands.press("Resume", hands.page.bar)
    assert "thinking" in hands.page.bar.question.whole
    hands.until(lambda: answers(hands) > before)
    assert Slow.asked >= 2


def test_one_thought_at_a_time_when_resumed_at_once(hands: Hands) -> None:
    against(hands, "slow")
    end_own_turn(hands)
    before = answers(hands)
    hands.press("Pause", hands.page.bar)
    hands.press("Resume", hands.page.bar)
    assert sum(t.name == "red thinks" for t in threading.enumerate()) == 1 and Slow.asked == 1
    hands.until(lambda: answers(hands) > before)
    assert Slow.asked >= 2 and hands.page.fault.fault is None


def test_the_computer_may_play_both_sides_to_the_end(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", dice=3, players={"blue": "random", "red": "passive"})
    hands.until(lambda: not hands.asked)
    assert hands.state.outcome is not None and "victory" in hands.page.bar.question.whole.lower()
    assert not hands.page.bar.pause.isVisible() and hands.page.fault.fault is None
    assert any(line.startswith("Turn 1: Red") for line in hands.log())


def test_an_answer_waits_for_what_is_shown_before_it(hands: Hands) -> None:
    against(hands, "talking")
    hands.window.keep_pace(1.0)
    end_own_turn(hands)
    before = answers(hands)
    QTest.qWait(150)
    assert answers(hands) == before and thinking(hands)
    hands.until(lambda: answers(hands) > before)


# ------------------------------------------------------------------ what it says and shows
def test_its_reason_stands_in_the_log_and_can_be_left_out(hands: Hands) -> None:
    against(hands, "talking")
    end_own_turn(hands)
    hands.until(lambda: hands.window.link.ours)
    log = hands.page.dock.log
    reason = "Red holds the hill: nothing is gained by going"
    assert hands.log().count(reason) == 1 and reason in log.list.shown()
    hands.press("All", log)
    assert log.menu is not None
    entry = next(a for a in log.menu.actions() if "reasons" in a.text())
    log.menu.close()
    entry.trigger()
    assert reason not in log.list.shown() and "Turn 1: Blue movement" in log.list.shown()
    assert log.filter.text().startswith("Some")
    hands.press("Some", log)
    next(a for a in log.menu.actions() if "everything" in a.text().lower() and not a.isCheckable()).trigger()
    log.menu.close()
    assert reason in log.list.shown()


def test_the_log_is_narrowed_to_a_text(hands: Hands) -> None:
    against(hands, "talking")
    hands.click("0101")
    hands.click("0103")
    log = hands.page.dock.log
    hands.press("All", log)
    assert log.menu is not None
    next(a for a in log.menu.actions() if "text" in a.text()).trigger()
    log.menu.close()
    QTest.keyClicks(log.search, "guards")
    headings = ("Turn", "The hill")
    lines = [line for line in log.list.shown() if not line.startswith(headings)]
    assert lines == ["1 Guards moves to 0103, 2 hexes"]
    QTest.keyClicks(log.search, " of nowhere")
    assert not any("moves" in line for line in log.list.shown())


def test_what_the_computer_moved_is_drawn_until_the_next_own_answer(hands: Hands) -> None:
    hands.start(find("cobra-1977"), "breakout", dice=1, players={"german": "random"})
    hands.until(lambda: len(hands.page.following.trails) > 3)
    hands.press("Pause", hands.page.bar)
    hands.page.following.catch_up()
    trails = hands.map.overlays.trails
    assert len(trails) > 3 and all(t.side == "german" and len(t.hexes) > 1 for t in trails)
    menu(hands, "Players …")
    dialog = hands.window.players
    assert dialog is not None
    choose(dialog.seats.boxes["german"], "Person")
    hands.press("Play on", dialog)
    assert hands.window.link.ours and hands.map.overlays.trails
    hands.page.pointing.give(hands.window.link.choices.offers[0].action)
    hands.wait(2)
    assert not hands.map.overlays.trails


def test_it_sees_and_tells_no_more_than_it_may(hands: Hands) -> None:
    scenario = next(iter(crossing.RULESET.scenarios))
    first, second = crossing.RULESET.sides
    hands.start(crossing.RULESET, scenario, dice=4, players={second: "peeping"})
    source, deadline = random.Random(2), time.monotonic() + 60
    with hands.unseen():
        while len(Peeping.shown) < 25 and hands.asked and time.monotonic() < deadline:
            if hands.window.link.ours:
                hands.page.pointing.give(source.choice(hands.window.link.choices.offers).action)
            QTest.qWait(1)
    game = hands.window.link.game
    assert game is not None and Peeping.shown
    for view in Peeping.shown:
        assert all(decision.side == second for decision in view.agenda)
        own = {c.what for c in view.commitments if c.owner == second}
        assert set(view.openings) <= own
        hidden = [u for u in view.units.values() if u.side == first and not u.counter.steps]
        assert all(u.id.startswith("hidden") for u in hidden)
    if not hands.window.link.open_handed:
        assert "the secret way" not in hands.log()


# ------------------------------------------------------------------ failures
@pytest.mark.parametrize(
    "kind, told",
    [
        ("failing", "ZeroDivisionError: it cannot count"),
        ("cheat", "not allowed"),
        ("mute", "None is no answer"),
    ],
)
def test_a_player_that_fails_hands_its_side_to_the_person(hands: Hands, kind: str, told: str) -> None:
    against(hands, kind)
    end_own_turn(hands)
    hands.until(lambda: hands.page.fault.isVisible())
    text = hands.page.fault.text.text()
    assert told in text and "saved" in text and "Red" in text
    link = hands.window.link
    assert link.ours and link.viewer == "red" and not link.players
    before = answers(hands)
    hands.press("Close", hands.page.fault)
    hands.press("End phase", hands.page.bar)
    if hands.page.end_phase.isVisible():
        hands.press("End phase", hands.page.end_phase)
    assert answers(hands) > before and not hands.page.fault.isVisible()
    assert link.file is not None and len(read_record(link.file.path).lines) == answers(hands)
    assert seats_of(link.file) == {}


# ------------------------------------------------------------------ closing and opening again
def test_closing_while_it_thinks_leaves_no_thread_and_a_whole_file(hands: Hands) -> None:
    against(hands, "slow")
    end_own_turn(hands)
    assert thinking(hands)
    link, held = hands.window.link, answers(hands)
    assert link.file is not None
    path = link.file.path
    hands.window.close()
    assert not hands.window.isVisible() and link.file is None
    assert not any(t.name == "red thinks" for t in threading.enumerate())
    hands.wait(5)
    with GameFile.open(path) as file:
        assert len(file.game.journal) == held and seats_of(file) == {"red": "slow"}


def test_a_game_opened_again_has_the_same_players(hands: Hands) -> None:
    against(hands, "slow")
    end_own_turn(hands)
    link, held = hands.window.link, answers(hands)
    assert link.file is not None
    path = link.file.path
    hands.start(hill.RULESET, "battle", players={"blue": "passive"})
    assert hands.window.open_file(path)
    assert dict(link.player_kinds) == {"red": "slow"} and thinking(hands)
    assert answers(hands) == held
    hands.until(lambda: answers(hands) > held)


def test_players_changed_during_a_game_are_kept_with_it(hands: Hands) -> None:
    against(hands, "slow")
    menu(hands, "Players …")
    dialog = hands.window.players
    assert dialog is not None and dialog.seats.boxes["red"].currentData() == "slow"
    choose(dialog.seats.boxes["red"], "passive")
    choose(dialog.pace, "Fast")
    hands.press("Play on", dialog)
    link = hands.window.link
    assert dict(link.player_kinds) == {"red": "passive"} and link.speed == 4.0
    assert hands.window.preferences.speed == 4.0 and not link.stopped
    assert link.file is not None and seats_of(link.file) == {"red": "passive"}
    copy = hands.folder / "copy.hexgame"
    assert hands.window.save_in(copy)
    with GameFile.open(copy) as file:
        assert seats_of(file) == {"red": "passive"}


def test_the_players_dialog_given_up_changes_nothing(hands: Hands) -> None:
    against(hands, "slow")
    end_own_turn(hands)
    menu(hands, "Players …")
    assert hands.window.players is not None and hands.window.link.stopped
    hands.press("Cancel", hands.window.players)
    link = hands.window.link
    assert dict(link.player_kinds) == {"red": "slow"} and not link.stopped
    before = answers(hands)
    hands.until(lambda: answers(hands) > before)


def test_a_kind_that_is_no_longer_installed_leaves_the_seat_to_a_person(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    against(hands, "slow")
    assert hands.window.link.file is not None
    path = hands.window.link.file.path
    hands.start(hill.RULESET, "battle")
    monkeypatch.delitem(players.BUILT_IN, "slow")
    assert hands.window.open_file(path)
    hands.wait(3)
    assert not hands.window.link.players and hands.window.link.ours
    assert hands.page.fault.isVisible() and "slow" in hands.page.fault.text.text()


def test_a_damaged_remark_of_players_is_as_none(hands: Hands) -> None:
    against(hands, "slow")
    file = hands.window.link.file
    assert file is not None
    for text in ("no json", "[1, 2]", '{"red": 3}'):
        file.keep_remark("players", text)
        assert seats_of(file) in ({}, {"red": "3"})


# ------------------------------------------------------------------ undo
def test_undo_goes_back_over_the_computers_answers_to_ones_own(hands: Hands) -> None:
    against(hands, "slow")
    hands.click("0101")
    hands.click("0103")
    if hands.asked == "in-hand":
        hands.key(Qt.Key.Key_Escape)
    own = answers(hands)
    end_own_turn(hands)
    ended = answers(hands)
    hands.until(lambda: answers(hands) > ended)
    assert hands.window.link.players
    hands.key("z", CTRL)
    assert hands.window.link.ours and own <= answers(hands) < ended and not thinking(hands)
    file = hands.window.link.file
    assert file is not None and len(read_record(file.path).lines) == answers(hands)
    here = answers(hands)
    QTest.qWait(round(Slow.takes * 1500))
    assert answers(hands) == here and hands.where("1-guards") == "0103"


def test_what_was_taken_back_over_the_computer_is_given_again_together(hands: Hands) -> None:
    against(hands, "slow")
    end_own_turn(hands)
    ended = answers(hands)
    hands.until(lambda: answers(hands) > ended)
    hands.press("Pause", hands.page.bar)
    held = answers(hands)
    hands.press("Undo", hands.page.bar)
    assert answers(hands) < ended
    hands.key("z", CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert answers(hands) == held


def test_undo_stops_at_a_die_the_computer_has_rolled(hands: Hands) -> None:
    hands.start(find("cobra-1977"), "breakout", dice=1, players={"allied": "random"})
    game = hands.window.link.game
    assert game is not None
    deadline = time.monotonic() + 60
    while not _rolled_by_computer(game.journal) and time.monotonic() < deadline:
        if hands.window.link.ours:
            hands.key(Qt.Key.Key_Space)
            if hands.page.end_phase.isVisible():
                hands.key(Qt.Key.Key_Space)
            if hands.window.link.ours and hands.window.link.choices.ending is None:
                hands.page.pointing.give(hands.window.link.choices.offers[0].action)
        QTest.qWait(2)
    assert _rolled_by_computer(game.journal)
    held = answers(hands)
    hands.press("Pause", hands.page.bar) if hands.page.bar.pause.isVisible() else None
    hands.page.undo()
    assert answers(hands) >= held and "A die was rolled after this" in hands.page.status.message()


def _rolled_by_computer(journal: list[Entry]) -> bool:
    """Whether a die stands between the last own answer and now, thrown in the computer's turn."""
    since = [entry.side for entry in reversed(journal)]
    own = since.index("german") if "german" in since else len(since)
    return "chance" in since[:own] and "allied" in since[:own]


def test_in_a_game_one_watches_undo_takes_back_one_answer_and_pauses(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", players={"blue": "slow", "red": "slow"})
    hands.until(lambda: answers(hands) >= 2)
    held = answers(hands)
    hands.press("Undo", hands.page.bar)
    assert answers(hands) == held - 1 and hands.window.link.stopped
    assert "paused" in hands.page.bar.question.whole
