"""The replay: a second window that goes through the game, with the eyes of the first, and answers nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator

import crossing
import hill
import pytest
from hands import Hands
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtGui import QContextMenuEvent
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hexcore.actions import Conceal
from hexcore.players import seated, step
from hexcore.record import DiceRecord, setting
from hexcore_gui.replay_film import EVERY, Film, film_of
from hexcore_gui.replay_window import ReplayWindow
from hexcore_gui.table_link import TableLink

CTRL = Qt.KeyboardModifier.ControlModifier
DICE = "4 4 4 4 4 4 4 4 4 4 4 4"


def key(shown: ReplayWindow, which: Qt.Key) -> None:
    """A key pressed in the replay."""
    shown.activateWindow()
    shown.page.map.setFocus()
    QTest.keyClick(shown.page.map, which)
    QTest.qWait(1)


def where(shown: ReplayWindow, unit: str) -> str:
    hex = shown.link.state.units[unit].hex
    return shown.stage.board.map.numbers[hex] if hex >= 0 else ""


@pytest.fixture(scope="module")
def table(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One window for the whole module."""
    qapp.setStyle("Fusion")
    hands = Hands(tmp_path_factory.mktemp("replay"))
    yield hands
    hands.leave()


@pytest.fixture
def moved(table: Hands, small_rulesets: None) -> Iterator[Hands]:
    """Both guards have moved: take, move, put down, twice; begun anew only where a test has gone on."""
    table.in_front()
    if begun(table) != SO_FAR:
        table.start(hill.RULESET, "battle", dice=DICE)
        with table.unseen():
            for start, end in (("0101", "0103"), ("0102", "0101")):
                table.click(start)
                table.click(end)
                if table.asked == "in-hand":
                    table.key(Qt.Key.Key_Escape)
    assert begun(table) == SO_FAR
    yield table
    table.window.replays.close()
    table.front = None
    table.window.keep_pace(0.0)
    if table.window.theme.is_dark:
        table.window.menus.actions["Dark"].setChecked(False)
        table.wait(3)


SO_FAR = ["take", "move", "put-down"] * 2


def begun(hands: Hands) -> list[str]:
    """What has been answered in the game on the table."""
    game = hands.window.link.game
    return [getattr(entry.action, "kind", "") for entry in game.journal] if game is not None else []


@pytest.fixture
def shown(moved: Hands) -> ReplayWindow:
    moved.key("r", CTRL)
    return moved.replay()


# ------------------------------------------------------------------ opened
def test_it_opens_at_the_present_by_its_key(moved: Hands, shown: ReplayWindow) -> None:
    game = moved.window.link.game
    assert game is not None
    assert shown.link.state.hash == moved.state.hash and shown.at == shown.film.last
    assert shown.bar.where.text() == f"{len(game.journal)} of {len(game.journal)}"
    assert shown.page.bar.sign.isVisible() and shown.page.bar.sign.text() == "Replay"
    assert shown.page.dock.log.texts() == [line for line in moved.log() if not line.startswith("The hill:")]


def test_without_a_game_there_is_nothing_to_replay(hands: Hands) -> None:
    assert not hands.window.menus.actions["Replay"].isEnabled()
    hands.window.replays.open()
    assert hands.window.replays.replay is None


def test_nothing_can_be_answered_in_it(moved: Hands, shown: ReplayWindow) -> None:
    before = moved.state.hash
    shown.go(0)
    spot = shown.page.map.point_of(moved.hex("0101"))
    QTest.mouseClick(shown.page.map, Qt.MouseButton.LeftButton, pos=spot)
    assert shown.page.dock.inspector.unit == "1-guards"
    key(shown, Qt.Key.Key_Space)
    shown.pause()
    assert not shown.link.ours and not shown.link.choices.offers and not shown.page.bar.undo.isVisible()
    assert shown.link.undo() and moved.state.hash == before


def test_back_to_the_game_closes_it(moved: Hands, shown: ReplayWindow) -> None:
    moved.press("Back to the game", shown)
    assert moved.window.replays.replay is None and moved.window.isVisible()


# ------------------------------------------------------------------ going through it
def test_every_place_is_as_it_was(moved: Hands, shown: ReplayWindow) -> None:
    file = moved.window.link.file
    assert file is not None
    for number, actions in enumerate(shown.film.stops):
        shown.go(number)
        assert shown.link.game is not None
        assert shown.link.game.state.hash == (file.game_after(actions).state.hash)


def test_steps_by_keys(shown: ReplayWindow) -> None:
    key(shown, Qt.Key.Key_Home)
    assert (shown.at, where(shown, "1-guards")) == (0, "0101")
    assert shown.page.bar.question.whole == "The beginning" and not shown.bar.steps["back"].isEnabled()
    key(shown, Qt.Key.Key_Right)
    assert shown.page.bar.question.whole == "Blue: Take in hand, 1 Guards"
    key(shown, Qt.Key.Key_Right)
    assert where(shown, "1-guards") == "0103"
    assert shown.page.bar.question.whole.startswith("1 Guards moves to 0103")
    key(shown, Qt.Key.Key_Left)
    assert where(shown, "1-guards") == "0101"
    key(shown, Qt.Key.Key_End)
    assert where(shown, "2-guards") == "0101" and not shown.bar.steps["on"].isEnabled()


def test_steps_by_buttons_and_slider(shown: ReplayWindow) -> None:
    for name, place in (("first", 0), ("on", 1), ("on", 2), ("back", 1), ("last", shown.film.last)):
        QTest.mouseClick(shown.bar.steps[name], Qt.MouseButton.LeftButton)
        assert shown.at == place
    slider = shown.bar.slider
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(2)), 10))
    assert shown.at == 2 and where(shown, "1-guards") == "0103"


def test_the_log_follows(shown: ReplayWindow) -> None:
    shown.go(0)
    assert not any("moves" in line for line in shown.page.dock.log.texts())
    shown.go(2)
    assert any(line.startswith("1 Guards moves to 0103") for line in shown.page.dock.log.texts())
    assert not any("2 Guards" in line for line in shown.page.dock.log.texts())
    shown.go(shown.film.last)
    assert any("2 Guards moves" in line for line in shown.page.dock.log.texts())


def test_a_step_on_draws_the_way_and_a_leap_does_not(shown: ReplayWindow) -> None:
    shown.go(1)
    assert not shown.page.map.overlays.trails
    shown.step("on")
    trails = shown.page.map.overlays.trails
    assert [trail.hexes[-1] for trail in trails] == [shown.stage.board.map.hex("0103")]
    shown.go(shown.film.last)
    assert not shown.page.map.overlays.trails


def test_a_click_on_a_line_goes_to_its_moment(moved: Hands, shown: ReplayWindow) -> None:
    lines = shown.page.dock.log.list
    QTest.mouseClick(lines, Qt.MouseButton.LeftButton, pos=lines.place_of("1 Guards moves"))
    moved.wait(2)
    assert shown.at == 2 and where(shown, "1-guards") == "0103"


def test_a_line_in_the_window_offers_its_moment(moved: Hands) -> None:
    lines = moved.page.dock.log.list
    at = lines.place_of("1 Guards moves")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, lines.mapToGlobal(at))
    QApplication.sendEvent(lines, event)
    assert lines.menu is not None
    entry = next(a for a in lines.menu.actions() if a.text() == "Show this moment")
    lines.menu.close()
    entry.trigger()
    moved.wait(2)
    shown = moved.replay()
    moved.wait(2)
    assert where(shown, "1-guards") == "0103" and where(shown, "2-guards") == "0102"
    assert moved.where("2-guards") == "0101"


# ------------------------------------------------------------------ turns, phases, playing
@pytest.fixture
def long(hands: Hands) -> Hands:
    """A whole game of the computer against itself, then blue is a person's."""
    with hands.unseen():
        hands.start(hill.RULESET, "battle", dice=5, players={"blue": "random", "red": "random"})
        hands.until(lambda: not hands.asked, 60)
    hands.window.link.seat({"red": "random"})
    return hands


def test_turns_and_phases_are_chosen_in_a_list(long: Hands) -> None:
    long.menu("Replay")
    shown = long.replay()
    titles = [shown.bar.turns.itemText(n) for n in range(shown.bar.turns.count())]
    at = titles.index("Turn 2: Red movement")
    shown.bar.turns.activated.emit(at)
    assert (shown.link.state.turn, shown.stage.phase_title(shown.link.state)) == (2, "Red movement")
    assert shown.bar.turns.currentText() == "Turn 2: Red movement"
    assert [turn for _, turn in shown.bar.slider.turns] == [1, 2, 3, 4]
    before = shown.film.places[shown.at - 1]
    assert (before.turn, before.phase) != (2, shown.link.state.phase), "it is the first place of the phase"


def test_the_opponents_last_turn_is_played_from_its_beginning(long: Hands) -> None:
    long.menu("Replay")
    shown = long.replay()
    shown.bar.pace.setCurrentIndex(shown.bar.pace.count() - 1)
    long.press("The opponent's last turn", shown)
    assert shown.playing and shown.link.state.turn == 4
    assert shown.stage.board.sequence.phases[shown.link.state.phase].player_turn == "red"
    first, texts = shown.at, []
    long.until(lambda: bool(texts.append(shown.page.bar.question.whole)) or not shown.playing, 60)
    assert shown.at > first and shown.link.state.outcome is not None
    assert any(text.startswith("Red:") or "7 Line" in text or "8 Line" in text for text in texts)


def test_playing_and_pausing_by_space(shown: ReplayWindow, moved: Hands) -> None:
    shown.go(0)
    key(shown, Qt.Key.Key_Space)
    assert shown.playing and shown.bar.steps["play"].icon_name == "pause"
    moved.until(lambda: shown.at >= 2)
    key(shown, Qt.Key.Key_Space)
    at = shown.at
    QTest.qWait(300)
    assert not shown.playing and shown.at == at
    key(shown, Qt.Key.Key_Space)
    moved.until(lambda: not shown.playing)
    assert shown.at == shown.film.last


def test_the_pace_is_that_of_the_preferences(moved: Hands) -> None:
    moved.window.keep_pace(0.5)
    moved.menu("Replay")
    assert moved.replay().bar.speed == 0.5


def test_bookmarks_are_set_here_and_gone_to(moved: Hands, shown: ReplayWindow) -> None:
    shown.go(2)
    shown.bar.marks.activated.emit(shown.bar.marks.findText("Bookmark this place …"))
    dialog = moved.window.replays.naming
    assert dialog is not None
    dialog.name.setText("7th")
    moved.press("Set the bookmark", dialog)
    assert dialog.isVisible() and "is no name for a bookmark" in dialog.why.text()
    dialog.name.setText("First move")
    moved.press("Set the bookmark", dialog)
    assert not dialog.isVisible()
    shown.go(shown.film.last)
    shown.bar.marks.activated.emit(shown.bar.marks.findText("First move"))
    assert shown.at == 2
    file = moved.window.link.file
    assert file is not None and file.number_of(file.bookmarks["First move"]) == shown.film.stops[2]


# ------------------------------------------------------------------ the game goes on beside it
def test_it_takes_in_what_is_answered_and_taken_back(moved: Hands, shown: ReplayWindow) -> None:
    last = shown.film.last
    moved.press("End phase", moved.page.bar)
    if moved.page.end_phase.isVisible():
        moved.page.end_phase.confirm()
    moved.until(lambda: shown.film.last == last + 1)
    assert shown.at == last
    moved.until(lambda: shown.film.whole)
    shown.go(shown.film.last)
    assert shown.link.state.hash == moved.state.hash
    for _ in range(3):
        assert not moved.page.link.undo()
    moved.until(lambda: shown.film.last < last)
    moved.until(lambda: shown.film.whole)
    assert shown.at == shown.film.last and shown.link.state.hash == moved.state.hash
    assert shown.film.stops[-1] == len(moved.window.link.game.journal)  # type: ignore[union-attr]


def test_another_game_closes_it(moved: Hands, shown: ReplayWindow) -> None:
    moved.start(hill.RULESET, "battle")
    assert moved.window.replays.replay is None


def test_other_looks_keep_it_where_it_was(moved: Hands, shown: ReplayWindow) -> None:
    shown.go(2)
    moved.window.menus.actions["Dark"].setChecked(True)
    moved.wait(3)
    again = moved.replay()
    moved.wait(2)
    assert again is not shown and again.stage.theme.is_dark and again.at == 2


# ------------------------------------------------------------------ whose eyes
def test_it_is_seen_with_the_eyes_of_the_window(hands: Hands) -> None:
    """What Grey keeps secret and lays face down is not in Green's replay, at no moment of the game."""
    grey, green = crossing.RULESET.sides
    scenario = next(iter(crossing.RULESET.scenarios))
    hands.start(crossing.RULESET, scenario, dice=4, players={grey: "random"})
    link, green_player = hands.window.link, seated("random", (green,), 1)[green]
    game = link.game
    assert game is not None
    with hands.unseen():
        while not (link.ours and any(c.owner == grey for c in game.state.commitments)):
            assert link.decision is not None
            if link.ours:
                link.submit(green_player(link.state, game.legal_actions()))
            QTest.qWait(1)
    hands.menu("Replay")
    shown = hands.replay()
    assert shown.link.viewer == green and "Green" in shown.page.bar.duties[1].duty.text
    choices = {entry.action.choice for entry in game.journal if isinstance(entry.action, Conceal)}
    assert choices and shown.film.last
    for number in range(shown.film.last + 1):
        shown.go(number)
        state = shown.link.state
        own = {c.what for c in state.commitments if c.owner == green}
        assert set(state.openings) <= own
        assert not any(u.counter.kind == "ambush" for u in state.units.values())
        told = [shown.page.bar.question.whole, *shown.page.dock.log.texts()]
        assert not any("mbush" in line and "Grey keep a secret" not in line for line in told), told


def test_other_eyes_at_the_window_close_it(hands: Hands) -> None:
    scenario = next(iter(crossing.RULESET.scenarios))
    hands.start(crossing.RULESET, scenario, dice=4)
    hands.menu("Replay")
    eyes = hands.replay().link.viewer
    seats = seated("random", crossing.RULESET.sides, 1)
    link = hands.window.link
    with hands.unseen():
        while link.viewer == eyes:
            assert link.game is not None and link.decision is not None
            assert link.submit(seats[link.decision.side](link.state, link.game.legal_actions()))
    assert not link.open_handed
    hands.until(lambda: hands.window.replays.replay is None)


# ------------------------------------------------------------------ long games
def test_a_game_in_memory_is_replayed_from_its_journal() -> None:
    link, game = TableLink(), setting(hill.RULESET, "battle", {}).start(DiceRecord("seed", 2).dice())
    link.adopt(game)
    players = seated("random", game.board.sides, 2)
    hashes = {0: game.state.hash}
    for _ in range(60):
        if game.decision is None:
            break
        step(game, players)
        hashes[len(game.journal)] = game.state.hash
    film = film_of(link)
    assert film is not None
    while not film.whole:
        film.further(1.0)
    assert not film.fault and film.stops == sorted(hashes)
    for number in reversed(range(len(film.stops))):
        state = film.state(number)
        assert state is not None and state.hash == hashes[film.stops[number]]


def test_states_are_kept_every_so_often_and_played_on_from_there(hands: Hands) -> None:
    with hands.unseen():
        hands.start(hill.RULESET, "battle", dice=3, players={"blue": "random", "red": "random"})
        hands.until(lambda: not hands.asked, 60)
    link = hands.window.link
    assert link.game is not None and link.file is not None
    film = film_of(link)
    assert film is not None and film.last > EVERY + 2
    assert film.foreseen and film.read == 1
    last = film.state(film.last)
    assert last is not None and last.hash == link.game.state.hash, "the present is there at once"
    near = film.told(film.last)
    assert near is not None and near.actions == len(link.game.journal), "and so is the last answer"
    began = time.process_time()
    while not film.whole:
        film.further(1.0)
    whole = time.process_time() - began
    assert sorted(film._kept) == list(range(0, film.read, EVERY))
    assert min(_leap(film) for _ in range(3)) < whole / 2, "a leap does not play the whole game again"
    for number in (film.last, 1, EVERY, EVERY - 1, EVERY + 1, 0, film.last - 1, 2):
        state = film.state(number)
        assert state is not None and state.hash == link.file.game_after(film.stops[number]).state.hash


def _leap(film: Film) -> float:
    """Seconds of the processor for a leap from the beginning to near the end."""
    film.state(0)
    began = time.process_time()
    film.state(film.last - 2)
    return time.process_time() - began
