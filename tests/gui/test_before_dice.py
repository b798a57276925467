"""No answer throws dice whose odds were not in sight; what else is said before they fall. One window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QPainter, QPixmap
from PyQt6.QtWidgets import QApplication
from test_plans_declared import at_the_question, words

from hexcore.actions import Commit, Done
from hexcore.events import PhaseBegan, Placed
from hexcore.game import SeededDice
from hexcore.ruleset import find, installed
from hexcore_gui.combat_story import Story, told_lines
from hexcore_gui.decision_bar import Asked, Duty
from hexcore_gui.new_game_dialog import NewGameDialog
from hexcore_gui.questions import asked_of

pytestmark = pytest.mark.usefixtures("small_rulesets")
SPACE, ESC = Qt.Key.Key_Space, Qt.Key.Key_Escape


@pytest.fixture(scope="module")
def low(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    qapp.setStyle("Fusion")
    player = Hands(Path(tmp_path_factory.mktemp("dice")), (1280, 800))
    yield player
    player.leave()


def with_dice(hands: Hands, id: str, kind: str, *dice: int) -> None:
    """At a question, the dice thrown by the program."""
    at_the_question(hands, id, kind)
    game = hands.window.link.game
    assert game is not None
    game.dice = SeededDice(1, (*game.state.rolls * (1,), *dice))


def test_a_strike_from_the_air_waits_for_its_button(low: Hands) -> None:
    hands = low
    with_dice(hands, "breakout-pursuit", "air-strike", 2)
    hands.map.centre_on(hands.hex("0744"))
    hands.click("0744")
    page, rolls = hands.page, hands.state.rolls
    assert hands.asked == "air-strike" and page.room.sight is not None
    assert (page.room.sight.ratio, page.room.sight.final_column) == ("20 : 9", "2-1")
    assert "AIR STRIKE ON 0744" in words(hands) and "Make the strike" in page.bar.primary.text()
    assert not [duty for duty in asked_of_bar(hands) if duty.kind == "owed"]
    hands.key(ESC)
    assert not page.panel.isVisible() and hands.asked == "air-strike"
    hands.click("0744")
    hands.press("Not yet", page.panel)
    assert not page.panel.isVisible() and hands.state.rolls == rolls
    hands.click("0744")
    hands.key(SPACE)
    assert hands.state.rolls == rolls + 1 and hands.asked == "combat-phase"


def asked_of_bar(hands: Hands) -> tuple[object, ...]:
    page = hands.page
    return page.room.before.asked(asked_of(page.stage, page.link, page.pointing)).duties


def test_one_unit_of_the_hex_may_be_struck_alone(low: Hands) -> None:
    hands = low
    with_dice(hands, "breakout-pursuit", "air-strike", 6)
    hands.map.centre_on(hands.hex("0744"))
    hands.click("0744")
    row = next(text for text in hands.page.panel.choices.texts() if "17 SS" in text)
    assert len(hands.page.panel.choices.texts()) == 2
    hands.press(row, hands.page.panel.choices)
    assert hands.asked == "air-strike" and hands.page.room.sight is not None
    assert (hands.page.room.sight.ratio, hands.page.room.sight.final_column) == ("20 : 5", "4-1")
    rolls = hands.state.rolls
    hands.key(SPACE)
    assert hands.state.rolls == rolls + 1
    assert hands.page.room.sight is not None and len(hands.page.room.sight.combat.defenders) == 1


def test_the_last_support_is_seen_in_the_odds_before_the_die(low: Hands) -> None:
    hands = low
    with_dice(hands, "cobra-1977", "support", 3)
    before, link = hands.state.rolls, hands.window.link
    for _ in range(12):
        more = [o.action for o in link.choices.offers if isinstance(o.action, Commit)]
        hands.page.pointing.give(more[0] if more else Done())
        hands.wait(1)
        if hands.page.room.before.held is not None or hands.state.rolls > before:
            break
    assert hands.state.rolls == before and isinstance(hands.page.room.before.held, Commit)
    shown = hands.page.room.sight
    assert shown is not None and hands.page.bar.primary.text().startswith("Roll the die")
    hands.press("Roll the die", hands.page.panel)
    assert hands.state.rolls == before + 1 and hands.page.room.sight is not None
    assert hands.page.room.sight.final_column == shown.final_column


def test_a_side_asked_in_the_other_sides_phase_has_a_band_of_its_colour(low: Hands) -> None:
    hands = low
    at_the_question(hands, "cobra-1977", "support")
    decision, state = hands.window.link.decision, hands.state
    assert decision is not None
    own = decision.side == state.board.sequence.phases[state.phase].side
    assert hands.page.bar.guest == (not own)
    if own:
        while hands.asked == "support" and hands.window.link.decision.side == decision.side:
            hands.page.pointing.give(Done())
            hands.wait(1)
        assert hands.asked == "support" and hands.page.bar.guest
    bar = hands.page.bar
    found = bar.grab().toImage().pixelColor(bar.width() // 2, bar.height() - 2).name()
    assert found == bar.stage.side(bar.block.side).block.lower()


def test_a_phase_in_which_nobody_may_move_says_so_and_by_which_rule(low: Hands) -> None:
    hands = low
    hands.start(find("breakout-pursuit"), "1.1", dice="2 6 6")
    with hands.unseen():
        for _ in range(30):
            if hands.asked == "movement-phase":
                break
            if hands.window.link.choices.ending is not None:
                hands.page.pointing.give(hands.window.link.choices.ending.action)
            else:
                hands.page.pointing.give(hands.window.link.choices.offers[0].action)
            hands.wait(1)
    bar = hands.page.bar
    assert bar.question.whole == "No unit may move in this phase: end it."
    assert bar.duties[0].duty.rule == "special.A" and "before the first combat" in bar.duties[0].duty.text


def test_a_battlegroup_is_named_before_it_is_left_and_told_after(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "leave-battlegroups")
    (first, *_) = hands.page.panel.choices.texts()
    figures = first.rpartition("becomes battlegroup ")[2]
    assert figures.count("-") == 1 and figures.replace("-", "").isdigit()
    state, stage = hands.state, hands.page.stage
    group = next(o.action.unit for o in hands.window.link.choices.offers if not o.ends) + "-BG"
    story = Story(state.combat)
    story.hear(Placed(group, state.combat.targets[0], "battlegroup"))
    assert any(f"{figures} is left in " in line.text for line in told_lines(stage, state, story))


def test_lower_odds_have_no_number_key(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "muster")
    while more := [o.action for o in hands.window.link.choices.offers if o.kind == "add-attacker"]:
        hands.page.pointing.give(more[0])
        hands.wait(1)
    columns = [o.action for o in hands.window.link.choices.offers if isinstance(o.action, Commit)]
    assert columns
    assert not any(button.digit for button in hands.page.panel.choices.buttons)
    assert not hands.page.keyboard.answer(1) and not hands.state.combat.pledges


def test_victory_points_stand_first_when_they_are_asked_for(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "combat-phase")
    hands.page.use_tool("victory", True)
    hands.wait(3)
    charts = hands.page.dock.charts
    assert charts.points is not None
    assert charts.points.y() < 20 and charts.points.visibleRegion().boundingRect().height() > 8
    hands.page.use_tool("victory", False)


# ------------------------------------------------------------------ nothing lies over what matters
def test_combat_units_lie_over_supplies(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "air-strike")
    stage, state, hex = hands.page.stage, hands.state, hands.hex("0840")
    cards = [stage.presentation.kind_look(unit.counter.kind).card for unit in stage.lying(state, hex)]
    assert {"asset", "unit"} == set(cards) and cards == sorted(cards)
    assert hands.page.pointing.top_of(hex) == hands.map.stacks.order(state, hex)[-1].id
    assert cards[-1] == "unit"


def test_odds_stand_above_their_hex_where_a_hex_below_is_to_be_clicked(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "air-strike")
    hands.map.centre_on(hands.hex("0744"))
    painter, hex, spots = hands.map.overlay_painter, hands.hex("0744"), []
    picture = QPixmap(hands.map.size())
    for lit in ((), (hands.hex("0844"),)):
        painter.pills.clear()
        with QPainter(picture) as brush:
            painter.odds(brush, hex, "2-1", QColor("red"), QColor("white"), lit)
        spots.append(painter.pills[-1][0])
    middle = hands.map.point_of(hex).y()
    assert spots[0].center().y() > middle > spots[1].center().y()
    assert spots[0].intersects(painter.box(hands.hex("0844")))


def test_an_open_stack_closes_when_another_phase_begins(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "combat-phase")
    page, phase = hands.page, hands.state.phase
    page.map.fan = SimpleNamespace()  # type: ignore[assignment]
    page.following._show([PhaseBegan(hands.state.turn, phase, "again")])
    assert page.map.fan is None


def test_a_new_game_seats_who_sits_at_the_table(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "combat-phase")
    hands.window.new_game("breakout-pursuit")
    hands.wait(2)
    dialog = hands.window.dialog
    assert dialog is not None and dialog.seats.chosen() == {}  # two persons, as now
    dialog.reject()
    theme = hands.window.theme
    alone = NewGameDialog(theme, installed(load=False))
    alone.choose("breakout-pursuit")
    assert list(alone.seats.chosen()) == ["allied"]
    alone.deleteLater()


def test_two_lines_of_what_is_open_are_set_in_one_size(low: Hands) -> None:
    bar = low.page.bar
    long = "A line with so many words that it has no room in this window unless it is set smaller than usual"
    duties = Duty("open", "Short"), Duty("open", long)
    asked = Asked("allied", "Allied", "Allies", "What now?", duties=duties)
    bar.show_asked(asked)
    low.wait(3)
    sizes = [line.text.font().pixelSize() for line in bar.duties]
    assert sizes[0] == sizes[1] < round(12.5 * bar.stage.theme.ui_scale)
    bar.show_asked(replace(asked, duties=(Duty("open", "Short"),)))
    low.wait(3)
    assert bar.duties[0].text.font().pixelSize() > sizes[0]
