"""Attacks as players make them: stacks brought in, the table in sight, choices told apart, results told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import hill
import pytest
from hands import Hands
from PyQt6.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication
from scenes import to_phase

from hexcore.events import Fought, Placed, Removed, apply
from hexcore.results import LoseSteps
from hexcore.ruleset import find
from hexcore.state import Combat
from hexcore.units import Side
from hexcore_gui import main_window
from hexcore_gui.choice_rows import ChoiceButton
from hexcore_gui.combat_sight import combat_sight
from hexcore_gui.combat_table import CombatTable
from hexcore_gui.overlays import NOWHERE, Overlays
from hexcore_gui.parts import SectionHead
from hexcore_gui.questions import asked_of
from hexcore_gui.why_losses import why_losses
from hexcore_gui.wording import in_list, question

pytestmark = pytest.mark.usefixtures("small_rulesets")
SHIFT = Qt.KeyboardModifier.ShiftModifier
STACK = ("g_pz_10SS", "g_pg_21sspg_10SS", "g_pg_22sspg_10SS")


@pytest.fixture(scope="module")
def low(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One window of 1280 x 800 for all tests here."""
    qapp.setStyle("Fusion")
    player = Hands(tmp_path_factory.mktemp("after"), (1280, 800))
    yield player
    player.leave()


@pytest.fixture(scope="module")
def german(low: Hands) -> Hands:
    """10 SS Panzer Division next to 43 Division and 4 Brigade, in the German combat phase."""
    low.start(find("cobra-1977"), "breakout", dice="2 1 5 5 5")
    to_phase(low, "german-combat")
    low.map.centre_on(low.hex("A3306"))
    return low


@pytest.fixture
def declared(german: Hands) -> Iterator[Hands]:
    """A3306 attacked; afterwards all is taken back."""
    german.click("A3306")
    yield german
    german.page.room.call_off()
    german.page.room.close()
    german.wait(2)


def spots(hands: Hands, *numbers: str) -> list[QPoint]:
    """Where hexes lie on the screen."""
    return [hands.map.mapToGlobal(hands.map.point_of(hands.hex(n))) for n in numbers]


def texts(hands: Hands) -> list[str]:
    return hands.page.panel.choices.texts()


# ------------------------------------------------------------------ the panel
def test_the_map_stays_where_it_is_when_the_panel_opens_and_closes(german: Hands) -> None:
    hands = german
    before = spots(hands, "A3306", "A3205", "A2806")
    hands.click("A3306")
    assert hands.page.panel.isVisible() and spots(hands, "A3306", "A3205", "A2806") == before
    hands.press("Call off", hands.page.panel)
    hands.page.room.close()
    hands.wait(2)
    assert not hands.page.panel.isVisible() and spots(hands, "A3306", "A3205", "A2806") == before


def test_shift_brings_the_whole_stack_into_an_attack(declared: Hands) -> None:
    declared.click("A3307", SHIFT)
    assert set(declared.state.combat.attackers) == set(STACK)


def test_a_click_brings_in_one(declared: Hands) -> None:
    declared.click("A3307")
    assert len(declared.state.combat.attackers) == 1


def test_shift_puts_the_whole_stack_into_a_plan_and_out_again(german: Hands) -> None:
    hands = german
    hands.key("p")
    hands.press("New attack", hands.page.panel)
    hands.click("A3306")
    hands.click("A3307", SHIFT)
    assert set(hands.page.room.plans[0].attackers) == set(STACK)
    hands.click("A3307", SHIFT)
    assert hands.page.room.plans[0].attackers == ()
    hands.press("Drop", hands.page.panel)
    hands.page.room.close()
    hands.wait(2)


def test_the_table_and_the_choices_are_in_sight_however_many_attack(declared: Hands) -> None:
    hands, panel = declared, declared.page.panel
    hands.click("A3307", SHIFT)
    hands.wait(3)
    (table,) = (t for t in panel.findChildren(CombatTable) if t.isVisible())
    assert table.column >= 0 and table.visibleRegion().boundingRect() == table.rect()
    assert panel.sums.isVisible() and panel.sums.text() == "30 : 11, 2-1"
    rows = [row for row in panel.choices.buttons if isinstance(row, ChoiceButton)]
    assert rows and all(20 <= row.height() <= 27 for row in rows)
    area = panel.choices.area.viewport()
    assert area is not None and all(row.width() <= area.width() for row in rows)
    assert panel.primary.visibleRegion().boundingRect() == panel.primary.rect()


def test_units_of_a_list_are_told_apart(declared: Hands) -> None:
    stage, state = declared.page.stage, declared.state
    assert in_list(stage, state.units["b_inf_43"]) == "British 43 Infantry Division 9-9, A3306"
    assert in_list(stage, state.units["g_pz_10SS"], hex=False) == "10 SS Panzer Regiment 5-12"
    assert "10 SS Panzer Regiment 5-12, A3307" in texts(declared)


# ------------------------------------------------------------------ support that could come
def test_support_says_when_it_comes_and_why_it_no_longer_does(declared: Hands) -> None:
    hands = declared
    hands.click("A3307")
    stage, combat = hands.page.stage, hands.state.combat
    sight = combat_sight(stage, hands.state, combat)
    coming = [line for line in sight.prospects if line.comes and line.prospect.side == combat.side]
    assert coming and all(line.text.endswith("once the attack is declared") for line in coming)
    hands.click("A3405")  # 980 Infantry Regiment: no headquarters reaches both
    before = {line.prospect.action for line in coming}
    told = {p.text for p in combat_sight(stage, hands.state, hands.state.combat, before).prospects}
    for line in coming:
        short = hands.page.stage.short_name(line.prospect.action.unit)
        assert any(short in text or stage.unit_name(line.prospect.action.unit) in text for text in told)
    assert any("outside the command radius" in text for text in told)


def test_nothing_asked_after_a_roll_is_a_red_triangle(declared: Hands) -> None:
    page = declared.page
    duties = asked_of(page.stage, page.link, page.pointing).duties
    assert duties and all(duty.kind != "owed" for duty in duties)


# ------------------------------------------------------------------ on the map
def test_a_click_on_a_pill_is_one_on_its_hex(declared: Hands) -> None:
    hands = declared
    hands.click("A3307")
    hands.map.repaint()
    painter, what = hands.map.overlay_painter, hands.map.overlays
    target = hands.hex("A3306")
    (box,) = [box for box, hex in painter.pills_of(what) if hex == target]
    foot = QPointF(box.center().x(), box.bottom() - 1)
    assert hands.map.hex_at(foot) != target and painter.pill_at(what, foot) == target
    assert painter.pill_at(Overlays(), foot) == NOWHERE, "of what is not painted nothing is known"


def test_what_a_click_does_is_named_within_the_hex(declared: Hands) -> None:
    hands, target = declared, declared.hex("A3205")
    hands.map.show_overlays(replace(hands.map.overlays, named={target: "Overrun"}))
    hands.map.repaint()
    painter = hands.map.overlay_painter
    (box,) = [box for box, hex in painter.pills_of(hands.map.overlays) if hex == target]
    lowest = hands.map.point_of(target).y() + hands.map.camera.scale / 2
    assert (
        box.bottom() <= lowest
        and painter.pill_at(hands.map.overlays, box.topLeft() + QPointF(4, 4)) == target
    )


def test_a_fan_keeps_off_what_is_fought_over(declared: Hands) -> None:
    """The stack attacked spreads, and neither hides those who attack it nor the odds."""
    hands = declared
    hands.click("A3307")
    hands.map.repaint()
    hands.map.spread(hands.hex("A3306"))
    fan, painter = hands.map.fan, hands.map.overlay_painter
    assert fan is not None and len(fan.spots) == 2
    pills = [box for box, _ in painter.pills_of(hands.map.overlays)]
    assert pills and not any(fan.box.intersects(box) for box in (*pills, painter.box(hands.hex("A3307"))))
    hands.map.fan = None


# ------------------------------------------------------------------ why only losses are left
def test_where_only_losses_are_left_the_panel_says_what_shuts_each_hex(german: Hands) -> None:
    stage, state = german.page.stage, german.state
    hex, back = german.hex("A3306"), german.hex("A3205")
    ids = tuple(unit.id for unit in state.at(hex))
    fought = Combat(0, "attack", Side("german"), (hex,), STACK, ids)
    made = replace(fought, dice=(1,), column="2-1", result=("0", "1"), stage="results")
    asked = LoseSteps(Side("allied"), "defender", 1, "SPI 9.5")
    table = apply(state, Fought(made))
    assert why_losses(stage, table, asked) == [], "they could have gone back to A3205"
    shut = apply(apply(table, Removed("b_ind_4", "eliminated")), Placed("g_inf_980_272", back))
    lines = why_losses(stage, shut, asked)
    named = " ".join(line.text for line in lines)
    around = [stage.number(near) for near in state.board.map.around(hex)]
    assert lines and all(number in named for number in around)
    assert any("enemy zone of control" in line.text and line.rule for line in lines)


# ------------------------------------------------------------------ after the dice
@pytest.fixture(scope="module")
def rolled(german: Hands) -> Hands:
    """The attack has been made, -/1: the Allied player is to take it."""
    hands = german
    hands.click("A3306")
    hands.click("A3307", SHIFT)
    hands.press("Declare attack", hands.page.panel)
    while hands.asked == "support":
        hands.press("Go on", hands.page.panel)
    assert hands.asked == "take-result"
    return hands


def test_from_the_choice_to_the_summary(rolled: Hands) -> None:
    """Choices say what they leave, a refused hex says why, what is picked shows, the outcome stays."""
    hands, page = rolled, rolled.page
    assert texts(hands)[0].startswith(
        "Stand, lose 1 step: from British 43 Infantry Division 9-9 (3 steps) or"
    )
    hands.click("A3205")
    told = page.bubble.explanation
    assert told is not None and told.title == "First the hexes and steps"
    hands.press("Go back 1", page.panel)
    assert hands.asked == "retreat-units"
    asked = question(page.stage, page.link.decision, hands.state)
    assert asked == "Retreat 2 units 1 hex, in any order."
    hands.click("A3406")
    told = page.bubble.explanation
    assert told is not None and (told.title, told.rule) == ("No retreat to A3406", "SPI 9.5")
    assert any("enemy zone of control" in line for line in told.lines) and "1 hex" in told.foot
    hands.click("A3103")
    told = page.bubble.explanation
    assert told is not None and any("A3103 is" in line and "away" in line for line in told.lines)
    _picking(hands)
    hands.click("A3205")
    hands.choose("and British 4 Armoured")
    assert hands.asked == "advance-after-combat"
    hands.click("A3309")
    told = page.bubble.explanation
    assert told is not None and told.title == "No advance to A3309"
    hands.press("Stay", page.panel)
    assert hands.asked == "combat-phase" and page.room.visible and page.room.sight is not None
    story = [line.text for line in page.room.sight.story]
    assert "Allies lose nothing." in story and "German loses nothing." in story
    assert any("43 Infantry Division" in text and "to A3205" in text for text in story)
    assert "A3306 stands empty: nobody advanced." in story
    heads = [h.title.text() for h in page.panel.findChildren(SectionHead) if h.isVisibleTo(page.panel)]
    assert "OUTCOME" in heads
    page.room.close()
    hands.key("p")
    ((title, lines),) = page.panel.fought
    assert title == "A3306 at 2-1, –/1: not taken" and [line.text for line in lines] == story
    page.room.close()


def _picking(hands: Hands) -> None:
    """A click on a unit that has to go chooses it: its counter lies as one in hand, its row is marked."""
    hands.click("A3306")
    (picked,) = hands.page.pointing.picked
    assert hands.map.stacks.in_hand == (picked,)
    marked = [row.text() for row in hands.page.panel.choices.buttons if row.picked]
    assert marked and all(hands.page.stage.unit_name(picked) in text for text in marked)
    assert hands.page.pointing.hex == hands.hex("A3306") == hands.map.overlays.selected


# ------------------------------------------------------------------ losses and advances on the hill
def test_losses_say_what_is_left_and_the_only_choice_says_why(low: Hands) -> None:
    hands = low
    hands.start(hill.RULESET, "battle", dice="4 4 4")
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
    hands.click("0302")
    hands.click("0201")
    hands.click("0202")
    hands.press("Declare attack", hands.page.panel)
    assert texts(hands)[0] == "Stand, lose 1 step: 7 Line 3-3 is reduced to 1-3, 1 step left"
    hands.press("Stand", hands.page.panel)
    while hands.asked == "take-result":
        hands.press("Stand", hands.page.panel)
    if hands.asked == "lose-steps":
        assert any("is reduced to" in text for text in texts(hands))
        hands.window.link.submit(hands.window.link.choices.offers[0].action)
        hands.wait(2)
    sight = hands.page.room.sight
    assert sight is not None and any("7 Line down to 1-3, 1 step left" in s.text for s in sight.story)
    assert any(s.text == "0302 is not taken." for s in sight.story)


# ------------------------------------------------------------------ digits
def test_a_digit_is_not_carried_over_to_a_new_question(low: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = low
    hands.start(hill.RULESET, "battle", dice="4 4 4")
    keyboard = hands.page.keyboard
    asks: list[object] = ["one", "one"]
    panel = type(keyboard.answers)
    monkeypatch.setattr(panel, "asks", property(lambda _self: asks[-1]))
    keyboard._just_asked()
    asks.append("another")
    keyboard._press_kept()
    assert keyboard._just_asked(), "the digit that brought the question does not answer it"
    keyboard._since = time.monotonic() - 0.5
    assert not keyboard._just_asked(), "after a while it does"
    asks.append("by the mouse")
    assert not keyboard._just_asked()


# ------------------------------------------------------------------ keys that peek
@pytest.mark.parametrize(("key", "tool"), [(Qt.Key.Key_H, "counters"), (Qt.Key.Key_T, "terrain")])
def test_a_key_held_peeks_and_tapped_toggles(
    low: Hands, key: Qt.Key, tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, rail = low.window, low.page.rail
    low.map.setFocus()

    def send(kind: QEvent.Type) -> None:
        QApplication.sendEvent(window, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))

    assert not rail.is_on(tool)
    send(QEvent.Type.KeyPress)
    assert rail.is_on(tool)
    monkeypatch.setattr(main_window, "TAP", -1.0)  # as if it had been held long
    send(QEvent.Type.KeyRelease)
    assert not rail.is_on(tool)
    monkeypatch.setattr(main_window, "TAP", 60.0)
    for on in (True, False):
        send(QEvent.Type.KeyPress)
        send(QEvent.Type.KeyRelease)
        assert rail.is_on(tool) is on
    QTest.qWait(1)
