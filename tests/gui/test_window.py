"""The real window: combat, moves, refusals, undo, files and players, by clicks on hexes and buttons."""

from __future__ import annotations

from collections.abc import Iterator

import hill
import pytest
from hands import Hands
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QCheckBox
from scenes import to_phase

from hexcore.actions import Take
from hexcore.ruleset import find
from hexcore_gui.choices import offer_of
from hexcore_gui.decision_bar import Asked, Duty
from hexcore_gui.formations import Formation
from hexcore_gui.new_game_dialog import NewGameDialog
from hexcore_gui.parts import ProvenanceDot

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def at_the_hill(hands: Hands) -> Hands:
    hands.start(hill.RULESET, "battle", dice="4 4 4")
    return hands


def to_combat(hands: Hands) -> None:
    """Both guards go next to the hill, and the combat phase begins."""
    with hands.unseen():
        for start, end in (("0101", "0201"), ("0102", "0202")):
            hands.click(start)
            hands.click(end)
            if hands.asked == "in-hand":
                hands.key(Qt.Key.Key_Escape)
        hands.key(Qt.Key.Key_Space)
        if hands.page.end_phase.isVisible():
            hands.page.end_phase.confirm()
            hands.wait()
    assert hands.asked == "combat-phase"


# ------------------------------------------------------------------ a new game
def test_a_new_game_from_what_is_installed(hands: Hands) -> None:
    hands.press("New game")
    dialog = hands.window.dialog
    assert isinstance(dialog, NewGameDialog)
    names = [dialog.games.item(n).text() for n in range(dialog.games.count())]
    assert any("Hold the Hill" in name for name in names) and any("Cobra" in name for name in names)
    dialog.games.setCurrentRow(next(n for n, name in enumerate(names) if "Hold the Hill" in name))
    dialog.seats.put("red", "random")
    dialog.seed.setText("7")
    hands.press("Start the game", dialog)
    assert hands.asked == "movement-phase" and hands.page.bar.question.whole.startswith("Move any or all")
    assert hands.window.link.player_kinds == {"red": "random"}
    assert hands.window.link.file is not None and hands.window.link.file.path.parent == hands.folder / "games"
    assert hands.log()[0] == "The hill: 4 counters on the map" and "Turn 1: Blue movement" in hands.log()


def test_options_of_a_scenario_can_be_switched(hands: Hands) -> None:
    hands.press("New game")
    dialog = hands.window.dialog
    assert dialog is not None
    names = [dialog.games.item(n).text() for n in range(dialog.games.count())]
    dialog.games.setCurrentRow(next(n for n, name in enumerate(names) if "Cobra" in name))
    boxes = [box for box in dialog.options.values() if isinstance(box, QCheckBox)]
    assert boxes
    on = next(box for box in boxes if box.isChecked())
    on.click()
    hands.press("Start the game", dialog)
    game = hands.window.link.game
    assert game is not None and "off" in game.board.options.values()


# ------------------------------------------------------------------ moving
def test_a_unit_taken_in_hand_shows_its_reach_with_points_left(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.click("0101")
    reach = {hands.state.board.map.numbers[h]: m for h, m in hands.map.overlays.reach.items()}
    assert hands.asked == "in-hand" and reach["0201"].text == "3" and reach["0104"].text == "1"
    assert reach["0102"].passing and reach["0102"].friends
    assert "0302" not in reach
    assert hands.page.bar.question.whole == "Where does 1 Guards go?"
    hands.point("0104")
    hands.until(lambda: hands.map.overlays.path is not None, 10)
    path = hands.map.overlays.path
    assert path is not None and path.text == "3 spent · 1 left" and len(path.hexes) == 4


def test_a_move_is_made_logged_and_taken_back(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.click("0101")
    hands.click("0103")
    assert hands.where("1-guards") == "0103"
    assert any(line.startswith("1 Guards moves to 0103") for line in hands.log())
    hands.key("z", CTRL)
    assert hands.where("1-guards") == "0101" and not any("moves to" in line for line in hands.log())
    hands.key("z", CTRL | SHIFT)
    assert hands.where("1-guards") == "0103"


def test_undo_says_why_not(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.page.undo()
    assert "Nothing has been done yet" in hands.page.status.message()
    to_combat(hands)
    hands.click("0302")
    hands.click("0201")
    hands.key(Qt.Key.Key_Space)
    hands.page.undo()
    assert "A die was rolled after this" in hands.page.status.message()


def test_undo_is_grey_with_its_reason_in_bar_menu_and_at_its_key(at_the_hill: Hands) -> None:
    hands, bar, menu = at_the_hill, at_the_hill.page.bar, at_the_hill.window.menus.actions
    assert not bar.undo.isEnabled() and "Nothing has been done yet" in bar.undo.toolTip()
    assert not menu["Undo"].isEnabled() and not menu["Redo"].isEnabled()
    hands.click("0101")
    hands.click("0103")
    assert bar.undo.isEnabled() and not bar.no_undo.isVisible() and menu["Undo"].isEnabled()
    while bar.undo.isEnabled():
        hands.key("z", CTRL)
    assert menu["Redo"].isEnabled() and menu["Redo"].text() == "Redo"
    to_combat(hands)
    hands.click("0302")
    hands.click("0201")
    hands.key(Qt.Key.Key_Space)
    assert not bar.undo.isEnabled() and bar.no_undo.isVisible()
    assert bar.no_undo.whole == "A die was rolled after this"
    for told in (bar.undo.toolTip(), menu["Undo"].toolTip()):
        assert told.startswith("A die was rolled after this: ") and "rule 4.2, turn 1" in told
    assert menu["Undo"].text().startswith("Undo: A die was rolled after this")
    hands.page.status.say("")
    hands.key("z", CTRL)
    assert "A die was rolled after this" in hands.page.status.message()


def test_what_is_open_beyond_two_lines_is_counted_and_whole_on_hover(at_the_hill: Hands) -> None:
    bar = at_the_hill.page.bar
    duties = tuple(Duty("open", f"thing {n}") for n in range(4))
    bar.show_asked(Asked("blue", "", "Blue", "What now?", duties=duties))
    assert bar.heading.text().endswith("· 2 MORE") and bar.heading.toolTip().split("\n")[3] == "thing 3"
    bar.show_asked(Asked("blue", "", "Blue", "What now?", duties=duties[:2]))
    assert "MORE" not in bar.heading.text() and not bar.heading.toolTip()


def test_a_refused_hex_names_its_rule_and_what_works(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.click("0102")
    hands.point("0301", rest=600)
    bubble = hands.page.bubble
    assert bubble.isVisible() and bubble.explanation is not None
    assert bubble.explanation.rule == "6.1" and hands.map.overlays.refused == hands.hex("0301")
    assert any("zone of control" in line and "7 Line" in line for line in bubble.explanation.lines)
    assert bubble.explanation.foot.startswith("It may stop in")
    hands.point("0103", rest=200)
    assert not bubble.isVisible() and hands.map.overlays.refused == -1
    hands.click("0301")
    assert bubble.isVisible() and hands.where("2-guards") == "0102"


def test_esc_puts_down_and_a_click_on_another_unit_takes_it(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.click("0101")
    hands.key(Qt.Key.Key_Escape)
    assert hands.asked == "movement-phase"
    hands.click("0101")
    hands.click("0101")
    assert hands.asked == "movement-phase"


def test_a_unit_of_the_other_side_is_shown_and_not_taken(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.click("0302")
    assert hands.asked == "movement-phase" and hands.page.dock.inspector.unit == "7-line"


def test_space_lists_what_is_forgotten_before_the_phase_ends(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.key(Qt.Key.Key_Space)
    page = hands.page.end_phase
    assert page.isVisible() and "2 units have not moved" in page.duties[0].text
    page.hide()
    assert hands.asked == "movement-phase"
    hands.press("End phase", hands.page.bar)
    hands.press("End phase", page)
    assert hands.asked == "combat-phase" or hands.state.phase > 0


def test_the_hex_cursor_and_keys_play_a_move(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.key("n")
    assert hands.page.pointing.unit in ("1-guards", "2-guards")
    hands.map.set_cursor_hex(hands.hex("0101"))
    hands.key(Qt.Key.Key_Return)
    assert hands.asked == "in-hand"
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Down)
    assert hands.map.cursor_hex == hands.hex("0103")
    hands.key(Qt.Key.Key_Return)
    assert hands.where("1-guards") == "0103"


def test_a_moved_counter_glides_until_a_key_ends_it(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.map.motion.reduced = False
    hands.click("0101")
    hands.click("0103")
    assert hands.map.motion.moving and hands.where("1-guards") == "0103"
    hands.key(Qt.Key.Key_Escape)
    assert not hands.map.motion.moving and hands.map.motion.place_of("1-guards") is None


# ------------------------------------------------------------------ combat
def test_a_combat_with_two_attackers_from_declaration_to_advance(at_the_hill: Hands) -> None:
    hands = at_the_hill
    to_combat(hands)
    assert hands.hex("0302") in hands.map.overlays.choices
    hands.click("0302")
    assert hands.asked == "muster" and hands.page.panel.isVisible()
    hands.click("0201")
    hands.click("0202")
    sight = hands.page.room.sight
    assert sight is not None and sight.ratio == "8 : 3"
    assert (sight.column, sight.final_column) == ("2-1", "1-1")
    assert [(s.columns, s.rule) for s in sight.shifts] == [(-1, "7.4")]
    assert hands.map.overlays.targets == {hands.hex("0302"): "1-1"}
    assert len(hands.map.overlays.arrows) == 2
    hands.press("Declare attack", hands.page.panel)
    assert hands.asked == "take-result" and hands.page.room.sight.rolled
    assert hands.page.panel.choices.texts() == [
        "Stand, lose 1 step: 7 Line 3-3 is reduced to 1-3, 1 step left",
        "Go back 1 hex, lose no step",
    ]
    hands.press("Go back 1 hex", hands.page.panel)
    assert hands.asked == "retreat-units"
    lit = {hands.state.board.map.numbers[h] for h in hands.map.overlays.choices} - {"0302"}
    assert lit and "0201" not in lit
    to = sorted(lit)[0]
    hands.click(to)
    assert hands.where("7-line") == to
    assert hands.asked == "take-result"
    hands.press("Stand, lose 1 step", hands.page.panel)
    hands.click("0202")
    assert hands.state.units["2-guards"].losses == 1
    assert hands.asked == "advance-after-combat"
    hands.click("0302")
    if hands.page.map_menus.menu is not None and hands.where("1-guards") != "0302":
        hands.choose("1 Guards")
    assert "0302" in (hands.where("1-guards"), hands.where("2-guards"))
    assert any("rolled 4" in line for line in hands.log())


def test_an_attack_is_called_off_or_kept_as_a_plan(at_the_hill: Hands) -> None:
    hands = at_the_hill
    to_combat(hands)
    hands.click("0302")
    hands.click("0201")
    hands.press("Keep as plan", hands.page.panel)
    assert hands.asked == "combat-phase" and len(hands.page.room.plans) == 1
    hands.page.room.close()
    hands.click("0302")
    assert hands.asked == "muster"
    hands.press("Call off", hands.page.panel)
    assert hands.asked == "combat-phase" and not hands.state.combats and len(hands.page.room.plans) == 1


def test_every_answer_is_a_button_too(at_the_hill: Hands) -> None:
    hands = at_the_hill
    to_combat(hands)
    hands.press("0302", hands.page.dock.choices)
    assert hands.asked == "muster"
    hands.press("1 Guards", hands.page.panel.choices)
    assert hands.state.combat.attackers == ("1-guards",)


def test_dice_can_be_typed_in(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", dice="typed")
    to_combat(hands)
    hands.click("0302")
    hands.click("0201")
    hands.press("Declare attack", hands.page.panel)
    assert hands.asked == "combat-roll"
    hands.press("Roll 5", hands.page.panel)
    assert hands.page.room.sight is not None and hands.page.room.sight.combat.dice == (5,)


# ------------------------------------------------------------------ files and players
def test_a_game_is_saved_and_opened_with_its_log(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.click("0101")
    hands.click("0103")
    hands.key(Qt.Key.Key_Escape)
    file = hands.folder / "other.hexgame"
    assert hands.window.save_in(file)
    hands.start(hill.RULESET, "battle")
    assert hands.where("1-guards") == "0101"
    assert hands.window.open_file(file)
    hands.until(lambda: not hands.window.telling.busy)
    assert hands.where("1-guards") == "0103"
    assert any(line.startswith("1 Guards moves to 0103") for line in hands.log())
    hands.page.undo()
    hands.page.undo()
    assert hands.where("1-guards") == "0101"


def test_a_file_that_is_no_game_is_refused_in_one_line(at_the_hill: Hands) -> None:
    hands = at_the_hill
    bad = hands.folder / "bad.hexgame"
    bad.write_text("no game")
    assert not hands.window.open_file(bad)
    assert hands.window.complaint and "\n" not in hands.window.complaint
    assert hands.asked == "movement-phase"


def test_a_computer_player_plays_its_turn(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", players={"red": "random"})
    to_combat(hands)
    hands.press("End phase", hands.page.bar)
    if hands.page.end_phase.isVisible():
        hands.page.end_phase.confirm()
    hands.until(lambda: hands.window.link.ours or not hands.asked)
    game = hands.window.link.game
    assert game is not None and any(entry.side == "red" for entry in game.journal)
    assert hands.state.turn > 1 or hands.state.combats


def test_a_computer_player_can_be_stopped(hands: Hands) -> None:
    hands.window.link.speed = 1.0
    hands.start(hill.RULESET, "battle", players={"blue": "random", "red": "random"})
    hands.key(Qt.Key.Key_Escape)
    assert hands.window.link.stopped
    before = len(hands.window.link.game.journal)
    hands.wait(5)
    assert len(hands.window.link.game.journal) == before
    assert "paused" in hands.page.bar.question.whole
    hands.window.link.speed = 0.0
    hands.key(Qt.Key.Key_Space)
    hands.until(lambda: not hands.asked)
    assert hands.state.outcome is not None and "victory" in hands.page.bar.question.whole.lower()


# ------------------------------------------------------------------ faults
def test_a_fault_in_a_ruleset_is_told_and_the_game_kept(
    at_the_hill: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = at_the_hill
    hands.click("0101")

    def broken(*_given: object, **_named: object) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(type(hands.window.link.decision), "answer", broken)
    hands.click("0103")
    assert hands.page.fault.isVisible() and "ZeroDivisionError" in hands.page.fault.text.text()
    assert hands.where("1-guards") == "0101"
    monkeypatch.undo()
    hands.press("Go on without", hands.page.fault)
    hands.click("0103")
    assert hands.where("1-guards") == "0103" and not hands.page.fault.isVisible()


def test_a_fault_in_a_rule_that_is_asked_is_told(at_the_hill: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = at_the_hill

    def broken(*_given: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("hexcore_gui.sight.zones", broken)
    hands.key("z")
    assert hands.page.fault.isVisible() and hands.asked == "movement-phase"


# ------------------------------------------------------------------ looking
def test_zoom_pan_and_overlays(at_the_hill: Hands) -> None:
    hands = at_the_hill
    scale = hands.map.camera.scale
    hands.key("-")
    assert hands.map.camera.scale < scale
    hands.key("+")
    assert hands.map.camera.scale == scale
    hands.key("z")
    assert any(zone.enemy for zone in hands.map.overlays.zones) and hands.page.rail.is_on("zones")
    hands.key("f")
    hands.key("s")
    assert hands.page.pointing.areas == ["front", "supply"]
    for _ in range(12):
        hands.key("+")
    hands.window.resize(760, 560)
    hands.wait(20)
    middle = hands.map.camera.middle
    hands.drag(QPoint(200, 150), QPoint(-80, -60))
    assert hands.map.camera.middle != middle


def test_a_rule_number_leads_to_its_text(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.page.bar.rule.click()
    assert hands.page.dock.tabs.page == "Rules" and hands.page.dock.rules.number == "4.1"


def test_dark_and_large_build_the_window_anew(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.click("0101")
    hands.click("0103")
    lines = hands.log()
    hands.window.menus.actions["Dark"].toggle()
    hands.wait(2)
    assert hands.window.theme.is_dark and hands.page.stage.theme.is_dark and hands.log() == lines
    hands.window.menus._ui_scale(1.5)
    hands.wait(2)
    assert hands.page.bar.height() == 96 and hands.where("1-guards") == "0103"
    hands.click("0104")
    assert hands.where("1-guards") == "0104"


def test_a_small_window_folds(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.window.resize(1280, 800)
    hands.wait(3)
    hands.page.fit_dock()
    hands.wait(2)
    assert hands.page.dock.width() <= 320 and hands.page.map.width() > 800


def test_actions_of_any_ruleset_are_read_from_their_fields() -> None:
    offer = offer_of(Take(("a", "b")))
    assert offer.units == ("a", "b") and not offer.hexes and not offer.ends


# ------------------------------------------------------------------ stacks
@pytest.fixture(scope="module")
def cobra(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One window with Cobra, the German player about to move."""
    qapp.setStyle("Fusion")
    hands = Hands(tmp_path_factory.mktemp("cobra"))
    hands.start(find("cobra-1977"), "breakout", dice="2 3 2")
    to_phase(hands, "german-movement")
    yield hands
    hands.leave()


@pytest.fixture
def at_a_stack(cobra: Hands) -> Iterator[Hands]:
    """The map at a stack of one division; what is done is taken back again."""
    journal = len(cobra.window.link.game.journal)  # type: ignore[union-attr]
    cobra.in_front()
    cobra.map.leaveEvent(None)
    cobra.map.centre_on(cobra.hex("A3208"))
    yield cobra
    with cobra.unseen():
        while len(cobra.window.link.game.journal) > journal:  # type: ignore[union-attr]
            cobra.page.undo()
    cobra.map.fan = None


def test_the_inspector_shows_where_values_come_from(at_a_stack: Hands) -> None:
    hands = at_a_stack
    hands.page.links.unit.emit("g_pz_Lehr")
    hands.wait()
    marks = {dot.mark for dot in hands.page.dock.inspector.findChildren(ProvenanceDot)}
    assert "reconstructed" in marks


def test_a_stack_spreads_when_the_pointer_rests_and_any_of_it_is_taken(at_a_stack: Hands) -> None:
    hands = at_a_stack
    hands.point("A3208", rest=400)
    hands.until(lambda: hands.map.fan is not None, 10)
    fan = hands.map.fan
    assert fan is not None and len(fan.spots) == 3
    unit, box = fan.spots[2]
    QTest.mouseClick(hands.map, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert [u.id for u in hands.page.pointing.in_hand] == [unit]


def test_shift_takes_the_stack_and_tab_its_next_unit(at_a_stack: Hands) -> None:
    hands = at_a_stack
    hands.click("A3208", SHIFT)
    assert len(hands.page.pointing.in_hand) == 3
    hands.key(Qt.Key.Key_Escape)
    hands.click("A3208")
    first = hands.page.pointing.in_hand[0].id
    hands.key(Qt.Key.Key_Tab)
    assert hands.page.pointing.in_hand[0].id != first


def test_the_right_button_opens_a_menu_of_what_can_be_done(at_a_stack: Hands) -> None:
    hands = at_a_stack
    hands.click("A3208", button=Qt.MouseButton.RightButton)
    menu = hands.page.map_menus.menu
    assert menu is not None
    assert sum(a.text().startswith("Take in hand") for a in menu.actions()) >= 3
    hands.choose("Take in hand")
    assert hands.asked == "in-hand"


def test_a_unit_is_found_by_name_and_a_hex_by_number_or_place(at_a_stack: Hands) -> None:
    hands = at_a_stack
    assert hands.window.go_to("A2810") and hands.page.pointing.hex == hands.hex("A2810")
    assert hands.window.go_to("caumont")
    assert hands.page.stage.hex_name(hands.page.pointing.hex).endswith("Caumont")
    assert not hands.window.go_to("Z9999") and "Z9999" in hands.page.status.message()
    hands.page.dock.order.search.setText("hohenstaufen")
    hands.wait()
    rows = [row for row in hands.page.dock.order.list.rows if isinstance(row, Formation)]
    assert len(rows) == 1 and len(rows[0].units) == 3
