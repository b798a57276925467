"""How one comes to play: the first page, the dialog of a new game, first steps, mouse and keys."""

from __future__ import annotations

import hill
import pytest
from hands import Hands
from PyQt6.QtCore import QPointF, QRectF, QSizeF, Qt
from PyQt6.QtWidgets import QApplication, QCheckBox, QLabel

from hexcore.ruleset import find
from hexcore_gui import area_picture, overlay_paint
from hexcore_gui.camera import FULL_SCALE, Camera
from hexcore_gui.keys_dialog import TABLE, KeysDialog
from hexcore_gui.lesson import STEPS, Lesson
from hexcore_gui.new_game_dialog import NewGameDialog
from hexcore_gui.overlays import Overlays
from hexcore_gui.stage import Stage
from hexcore_gui.theme import Theme


def words(hands: Hands) -> list[str]:
    return [part.text() for part in hands.window.findChildren(QLabel) if part.isVisible()]


def dialog_of(hands: Hands, game: str) -> NewGameDialog:
    hands.window.new_game(game)
    dialog = hands.window.dialog
    assert dialog is not None and dialog.ruleset is not None and dialog.ruleset.id == game
    return dialog


# ------------------------------------------------------------------ the first page
def test_the_first_page_tells_of_the_games_and_goes_on_with_the_last(hands: Hands) -> None:
    shown = words(hands)
    for game in ("Cobra · SPI 1977", "Breakout & Pursuit · SPI 1972"):
        assert game in shown
    assert any(text.startswith("The break-out from Normandy") for text in shown)
    assert not hands.buttons("Continue")
    hands.start(hill.RULESET, "battle", dice=1)
    asked = hands.asked
    path = hands.window.link.file.path  # type: ignore[union-attr]
    hands.window.link.lay_aside()
    hands.window.page = None
    hands.window.dress(hands.window.theme)
    hands.wait(2)
    hands.press("Continue")
    hands.until(lambda: hands.window.page is not None)
    assert hands.asked == asked and hands.window.link.file.path == path  # type: ignore[union-attr]


def test_a_first_turn_is_learnt_step_by_step(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", dice="4 4 4")
    hands.menu("First steps")
    (lesson,) = hands.map.findChildren(Lesson)
    assert lesson.isVisible() and lesson.text.text() == STEPS["movement-phase"]
    hands.click("0101")
    assert lesson.text.text() == STEPS["in-hand"]
    hands.click("0103")
    hands.key(Qt.Key.Key_Escape)
    assert lesson.text.text() == STEPS["moved"]
    hands.press("Enough", lesson)
    hands.key(Qt.Key.Key_Space)
    assert not lesson.isVisible()


def test_mouse_and_keys_are_a_table_that_begins_with_the_mouse(hands: Hands) -> None:
    hands.menu("Mouse and keys")
    dialog = hands.window.menus.keys
    assert isinstance(dialog, KeysDialog) and dialog.isVisible() and next(iter(TABLE)) == "Mouse"
    shown = [part.text() for part in dialog.findChildren(QLabel)]
    assert shown.index("Shift + click") < shown.index("N, Shift+N") and "the whole stack" in shown
    dialog.close()


# ------------------------------------------------------------------ a new game
def test_options_are_set_as_in_the_box_or_as_they_were_at_one_press(hands: Hands) -> None:
    dialog = dialog_of(hands, "cobra-1977")
    rows, scenario = dialog.option_rows, dialog.scenario
    assert rows is not None and scenario is not None
    usual = {option.id: option.default for option in scenario.options}
    assert rows.values() == usual and "on" in usual.values()
    hands.press("As in the 1977 box", dialog)
    assert set(rows.values().values()) == {"off"}
    hands.press("Default", dialog)
    assert rows.values() == usual
    told = [part.text() for part in rows.findChildren(QLabel)]
    assert any("§ TNC …: Cobra: The Normandy Campaign" in text for text in told)
    dialog.reject()


@pytest.mark.parametrize("game", ["cobra", "cobra-1977"])
def test_every_preset_names_options_and_values_there_are(game: str, qapp: QApplication) -> None:
    ruleset = find(game)
    known = {o.id: o.values for s in ruleset.scenarios.values() for o in s.options}
    presets = [p for p in ruleset.presentation["presets"] if p["only"] == game]
    assert presets
    for preset in presets:
        assert all(value in known[id] for id, value in preset.get("options", {}).items()), preset["title"]


def test_scenarios_stand_with_their_numbers_and_rules_are_never_cut(hands: Hands) -> None:
    dialog = dialog_of(hands, "breakout-pursuit")
    titles = [dialog.scenarios.item(n).text() for n in range(dialog.scenarios.count())]  # type: ignore[union-attr]
    assert titles[0] == "1.1  Historical Breakout" and len(set(titles)) == len(titles)
    assert dialog.option_rows is not None and dialog.scenario is not None
    hands.wait(3)
    cited = [part for part in dialog.option_rows.findChildren(QLabel) if part.text().startswith("§ ")]
    assert len(cited) == sum(bool(option.rule) for option in dialog.scenario.options)
    for part in cited:
        assert "…" not in part.text() and "_" not in part.text()
        assert part.heightForWidth(part.width()) <= part.height() + 2
    dialog.reject()


def test_a_ticked_box_is_as_large_as_one_that_is_not(hands: Hands) -> None:
    ticked, free = QCheckBox("Ticked", hands.window), QCheckBox("Ticked", hands.window)
    ticked.setChecked(True)
    assert ticked.sizeHint() == free.sizeHint()


# ------------------------------------------------------------------ on the map
def test_very_many_hexes_to_choose_from_are_a_field_with_a_border(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.start(hill.RULESET, "battle", dice=1)
    painter, rings, fields = hands.map.overlay_painter, [], []
    monkeypatch.setattr(painter, "_ring", lambda _p, hex, *_a, **_k: rings.append(hex))
    monkeypatch.setattr(painter, "_field", lambda _p, hexes: fields.append(hexes))
    hexes = frozenset(range(8))
    what = Overlays(choices=hexes)
    hands.map.overlays = what
    hands.map.grab()
    assert set(rings) == hexes and not fields
    for module in (overlay_paint, area_picture):
        monkeypatch.setattr(module, "FIELD", 7)
    rings.clear()
    hands.map.areas._kept = None
    hands.map.grab()
    assert not rings and fields == [hexes]


def test_what_is_to_be_chosen_comes_into_sight() -> None:
    camera = Camera(QRectF(0, 0, 60, 60))
    camera.resize(QSizeF(600, 600))
    camera.scale = 50.0
    camera.look_at(QPointF(10, 10))
    inside = camera.view
    assert not camera.show_all([QPointF(9, 9), QPointF(11, 11)]) and camera.view == inside
    near = [QPointF(12, 10), QPointF(19, 14)]
    assert camera.show_all(near) and all(camera.view.contains(spot) for spot in near) and camera.scale == 50.0
    wide = [QPointF(10, 10), QPointF(23, 12)]
    assert camera.show_all(wide) and all(camera.view.contains(spot) for spot in wide) and camera.scale < 50.0
    scale = camera.scale
    far = [QPointF(40, 5), QPointF(50, 58)]
    assert camera.show_all(far) and any(camera.view.contains(spot) for spot in far) and camera.scale == scale


def test_units_called_alike_are_told_apart_by_their_nation(qapp: QApplication) -> None:
    stage = Stage.of(find("cobra-1977").board("breakout", {}), Theme.light())
    names = [stage.unit_name(counter) for counter in stage.board.counters.values()]
    assert "VIII Corps HQ" not in names and names.count("US VIII Corps HQ") == 1
    assert names.count("British VIII Corps HQ") == 1


def test_a_small_map_stays_whole_where_something_opens_above_it_and_gets_its_size_back() -> None:
    camera = Camera(QRectF(0, 0, 4.8, 4.8))
    camera.resize(QSizeF(900, 640))
    camera.fit()
    usual, middle = camera.scale, QPointF(camera.middle)
    for high in (594, 430):  # a strip above the map, and its details
        camera.resize(QSizeF(900, high), QPointF(0, 640 - high))
        assert camera.scale < usual and camera.view.top() <= 0 and camera.view.bottom() >= 4.8
        assert camera.view.left() < 0 and camera.view.right() > 4.8
    camera.resize(QSizeF(900, 594), QPointF(0, -164))
    camera.resize(QSizeF(900, 640), QPointF(0, -46))
    assert camera.scale == usual and camera.middle == middle
    large = Camera(QRectF(0, 0, 60, 60))
    for high in (640, 594):
        large.resize(QSizeF(900, high), QPointF(0, 640 - high))
        assert large.scale == FULL_SCALE
