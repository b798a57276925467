"""The combat planner in the real window: several attacks planned, kept, marked, mended and declared; dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import hill
import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLabel

from hexcore.actions import Roll
from hexcore.ruleset import find
from hexcore.state import Combat
from hexcore.units import Side
from hexcore_gui.combat_chances import ChanceRow, ExpectedBox
from hexcore_gui.combat_parts import PlanTab
from hexcore_gui.combat_plans import PLANS, plans_from
from hexcore_gui.combat_sight import rolled_sight
from hexcore_gui.combat_table import CombatTable
from hexcore_gui.dice_count import DiceCount, as_uneven, counted, told
from hexcore_gui.dice_field import DiceField
from hexcore_gui.dice_window import DiceWindow
from hexcore_gui.parts import RuleLink, SectionHead
from hexcore_gui.questions import asked_of

pytestmark = pytest.mark.usefixtures("small_rulesets")


@pytest.fixture(scope="module")
def front(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One window for all tests here; each begins a game of its own in it."""
    qapp.setStyle("Fusion")
    player = Hands(tmp_path_factory.mktemp("planner"))
    yield player
    player.leave()


@pytest.fixture
def beside(front: Hands) -> Hands:
    """On the hill: both guards next to 7 Line, in the blue movement phase."""
    front.start(hill.RULESET, "battle", dice="4 4 4")
    with front.unseen():
        for start, end in (("0101", "0201"), ("0102", "0202")):
            front.click(start)
            front.click(end)
            if front.asked == "in-hand":
                front.key(Qt.Key.Key_Escape)
    return front


def tabs(hands: Hands) -> list[str]:
    """The planned attacks as their tabs say them."""
    found = hands.page.panel.findChildren(PlanTab)
    return [" ".join(tab.text().split()) for tab in found if tab.parent() is not None]


def words(hands: Hands) -> list[str]:
    """Every text of the panel."""
    panel = hands.page.panel
    return [part.text() for part in panel.findChildren(QLabel) if part.isVisibleTo(panel)]


def planned(hands: Hands, target: str, *own: str) -> None:
    """A new plan, clicked on the map."""
    if not hands.page.room.visible:
        hands.key("p")
    hands.press("New attack", hands.page.panel)
    for number in (target, *own):
        hands.click(number)


def to_combat(hands: Hands) -> None:
    hands.key(Qt.Key.Key_Space)
    if hands.page.end_phase.isVisible():
        hands.page.end_phase.confirm()
        hands.wait()
    assert hands.asked == "combat-phase"


# ------------------------------------------------------------------ planning
def test_an_attack_is_planned_before_its_phase_and_leaves_no_trace(beside: Hands) -> None:
    hands, game = beside, beside.window.link.game
    assert game is not None
    before, answers = game.state.hash, len(game.journal)
    planned(hands, "0302", "0201")
    assert tabs(hands) == ["1 0302 1-2"]
    sight = hands.page.room.sight
    assert sight is not None and (sight.ratio, sight.final_column) == ("4 : 3", "1-2")
    assert hands.map.overlays.targets == {hands.hex("0302"): "1-2"}
    assert not hands.page.panel.primary.isEnabled()
    assert "It can be declared in turn 1: Blue combat." in hands.page.panel.note.text()
    assert "2 more strength make it 2-1, fought at 1-1." in hands.page.panel.note.text()
    assert (game.state.hash, len(game.journal)) == (before, answers)


def test_the_interval_and_who_decides_are_told(beside: Hands) -> None:
    planned(beside, "0302", "0201")
    (box,) = beside.page.panel.findChildren(ExpectedBox)
    assert box.texts == ("least 0", "most 2/6") and box.ends == ("stands and pays", "goes at once")
    assert box.costs == ["Steps expected", "Blue 1.33 – 0", "Red 0.33 – 0"]
    assert any(text.startswith("Red decide") for text in words(beside))


def test_who_could_join_is_shown_and_joins_by_a_click(beside: Hands) -> None:
    hands = beside
    planned(hands, "0302", "0201")
    assert hands.map.overlays.could_join == {hands.hex("0202"): "+ 2 Guards could join, +4"}
    assert hands.hex("0202") in hands.map.overlays.joiners
    hands.press("+ 2 Guards, +4", hands.page.panel)
    assert hands.page.room.plans[0].attackers == ("1-guards", "2-guards") and tabs(hands) == ["1 0302 1-1"]
    assert not hands.map.overlays.could_join
    hands.click("0202")
    assert hands.page.room.plans[0].attackers == ("1-guards",)


def test_a_plan_survives_saving_and_opening_and_is_the_players_own(beside: Hands) -> None:
    hands = beside
    planned(hands, "0302", "0201")
    file = hands.window.link.file
    assert file is not None
    path, digest, kept = file.path, file.game.state.hash, hands.page.room.plans
    assert plans_from(file.game.state, file.remark(PLANS)) == kept
    hands.start(hill.RULESET, "battle", dice="4 4 4")
    assert hands.page.room.plans == []
    assert hands.window.open_file(path)
    hands.until(lambda: not hands.window.telling.busy)
    assert hands.page.room.plans == kept and hands.state.hash == digest
    assert hands.window.link.plans.of(next(s for s in hands.state.board.sides if s != kept[0].side)) == []


@pytest.mark.parametrize("text", ["no json", "[1]", '[{"side": "blue"}]', '{"a": 1}', "[null]"])
def test_plans_that_cannot_be_read_are_left_out(beside: Hands, text: str) -> None:
    assert plans_from(beside.state, text) == []


def test_a_plan_is_marked_with_the_rule_when_the_ground_has_changed(beside: Hands) -> None:
    hands = beside
    planned(hands, "0302", "0201")
    hands.page.room.close()
    hands.key("z", Qt.KeyboardModifier.ControlModifier)
    hands.key("z", Qt.KeyboardModifier.ControlModifier)
    while hands.where("1-guards") == "0201":
        hands.page.undo()
    hands.key("p")
    hands.press("1   0302", hands.page.panel)
    assert tabs(hands) == ["1 0302 ✕"]
    assert any("1 Guards does not stand next to 0302" in text for text in words(hands))
    links = [link.number for link in hands.page.panel.findChildren(RuleLink) if link.isVisible()]
    assert "4.2" in links and not hands.page.panel.primary.isEnabled()
    hands.press("Leave out", hands.page.panel)
    assert hands.page.room.plans[0].attackers == ()


def test_a_plan_is_declared_as_it_is_and_is_gone(beside: Hands) -> None:
    hands = beside
    planned(hands, "0302", "0201", "0202")
    to_combat(hands)
    asked = asked_of(hands.page.stage, hands.page.link, hands.page.pointing)
    assert any("1 planned attack is not declared yet" in duty.text for duty in asked.duties)
    hands.key("p")
    hands.press("1   0302", hands.page.panel)
    assert hands.page.panel.primary.isEnabled()
    hands.press("Declare attack", hands.page.panel)
    assert hands.asked == "take-result" and hands.page.room.plans == []
    assert hands.state.combat.attackers == ("1-guards", "2-guards")
    assert hands.page.room.sight is not None and hands.page.room.sight.rolled


def test_plans_are_over_with_their_phase_and_back_by_undo(beside: Hands) -> None:
    hands = beside
    planned(hands, "0302", "0201")
    to_combat(hands)
    assert len(hands.page.room.plans) == 1
    hands.key(Qt.Key.Key_Space)
    if hands.page.end_phase.isVisible():
        assert any("planned attack" in duty.text for duty in hands.page.end_phase.duties)
        hands.page.end_phase.confirm()
        hands.wait()
    assert hands.state.phase > 1 or hands.state.turn > 1
    link = hands.window.link
    assert link.plans.of(next(s for s in hands.state.board.sides if s == "blue")) == []
    hands.page.undo()
    assert len(link.plans.of(link.viewer)) == 1


def test_two_attacks_with_support_joiners_and_a_refusal(front: Hands) -> None:
    from scenes import to_phase

    hands = front
    hands.start(find("cobra-1977"), "breakout", dice="2 3 2")
    to_phase(hands, "allied-movement")
    hands.map.centre_on(hands.hex("A2709"))
    planned(hands, "A2806", "A2805")
    planned(hands, "A2907", "A2906")
    assert [tab[0] for tab in tabs(hands)] == ["1", "2"]
    pills = hands.map.overlays
    assert pills.planned == {hands.hex("A2806"): "1-2"} and set(pills.targets) == {hands.hex("A2907")}
    could = {j.unit: j.attacks for j in hands.page.room.sight.joiners}
    assert (1, 2) in could.values() and hands.hex("A2906") in pills.either
    assert "in 1 or 2" in pills.could_join[hands.hex("A2906")]
    no_text_is_cut(hands)
    sight = hands.page.room.sight
    lines = [(p.text, p.rule) for p in sight.prospects]
    assert ("British XII Corps HQ could come, once the attack is declared", "TNC 8.3.5") in lines
    assert any(text.startswith("German could answer") for text, _ in lines)
    assert sight.costs == "Costs 1 British SP, 7 left."
    hands.press("Count it", hands.page.panel)
    plan = hands.page.room.plans[1]
    assert [a.what for a in plan.support] == ["air"]
    assert any(s.rule == "TNC 14.3.1" for s in hands.page.room.sight.shifts)
    hands.page.room.drafting.toggle("b_hq_XXX")
    shown = hands.page.bubble.explanation
    assert shown is not None and shown.rule.startswith("TNC")
    assert "b_hq_XXX" not in hands.page.room.plans[1].attackers


def no_text_is_cut(hands: Hands) -> None:
    """What the die can do stands there in whole words, on as many lines as they need."""
    hands.wait(3)
    rows = hands.page.panel.findChildren(ChanceRow)
    long = max(rows, key=lambda row: len(row.chance.words))
    assert long.words.text() == "The defender pays 1 step or hex; the attacker pays 1 step or hex"
    assert long.words.height() >= long.words.heightForWidth(long.words.width()) - 1


# ------------------------------------------------------------------ real dice, typed in
def test_real_dice_are_typed_in_and_refused_out_of_range(front: Hands) -> None:
    hands = front
    hands.start(find("cobra-1977"), "breakout", dice="typed")
    assert hands.asked == "weather-roll"
    (field,) = [f for f in hands.page.dock.findChildren(DiceField) if f.isVisible()]
    for wrong in ("7", "0", "1 2", "six", ""):
        field.clear()
        QTest.keyClicks(field, wrong)
        QTest.keyClick(field, Qt.Key.Key_Return)
        hands.wait()
        shown = hands.page.bubble.explanation
        assert hands.asked == "weather-roll" and shown is not None and shown.rule == "SPI 4.0.A1"
        assert "One die is rolled, 1 to 6." in shown.lines
    field.clear()
    QTest.keyClicks(field, "6")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.wait(2)
    assert hands.asked != "weather-roll" and hands.window.link.game.journal[0].action == Roll((6,))


# ------------------------------------------------------------------ dice counted
def test_the_dice_window_counts_by_side(beside: Hands) -> None:
    hands = beside
    planned(hands, "0302", "0201")
    to_combat(hands)
    hands.page.room.drafting.choose(hands.page.room.plans[0])
    hands.menu("Dice thrown")
    (shown,) = hands.page.findChildren(DiceWindow)
    assert shown.counts["blue"].thrown == 0
    hands.press("Declare attack", hands.page.panel)
    assert shown.counts["blue"].faces == (0, 0, 0, 1, 0, 0) and shown.counts["red"].thrown == 0
    heads = [head.right.whole for head in shown.findChildren(SectionHead)]
    assert "1 die, 4.00 on average (3.50 expected)" in heads and "0 dice" in heads
    shown.close()


def test_the_chance_of_such_dice_is_exact() -> None:
    """Two dice are alike in 1 throw of 6, three in 1 of 36; six that differ are the evenest."""
    assert as_uneven(DiceCount((2, 0, 0, 0, 0, 0))) == Fraction(1, 6)
    assert as_uneven(DiceCount((1, 1, 0, 0, 0, 0))) == 1
    assert as_uneven(DiceCount((0, 0, 3, 0, 0, 0))) == Fraction(1, 36)
    assert as_uneven(DiceCount((1, 1, 1, 1, 1, 1))) == 1
    assert DiceCount((2, 0, 0, 0, 0, 0)).unevenness == 10


def test_chi_square_goes_on_where_counting_stops() -> None:
    """Sixty dice counted and by chi-square (11.07 is the 5 % point of five degrees of freedom)."""
    far = DiceCount((120, 80, 100, 100, 100, 100))
    assert far.unevenness == 8 and abs(float(as_uneven(far)) - 0.1562) < 0.0005
    near = DiceCount((15, 5, 10, 10, 10, 10))
    wide = DiceCount(tuple(n * 2 for n in near.faces))
    assert abs(float(as_uneven(near)) - 0.4159) < 0.02 and as_uneven(wide) < as_uneven(near)


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((0, 0, 0, 0, 0, 0), "No die"),
        ((2, 1, 1, 2, 1, 2), "nothing unusual"),
        ((6, 0, 1, 1, 1, 1), "one series in twenty is"),
        ((9, 0, 0, 0, 0, 0), "no proof of a bad die"),
    ],
)
def test_what_the_count_says_is_honest(faces: tuple[int, ...], said: str) -> None:
    assert said in told(DiceCount(faces))


def test_dice_of_combats_are_counted_apart(beside: Hands) -> None:
    game = beside.window.link.game
    assert game is not None and counted(game.board, game.journal) == {
        side: DiceCount() for side in game.board.sides
    }


# ------------------------------------------------------------------ results in words
def test_a_result_in_words_is_told_whole_when_its_combat_is_over_already(front: Hands) -> None:
    """The panel keeps a combat that is off the table; its column and die are lit, a die of 0 is not."""
    front.start(find("breakout-pursuit"), "1.1")
    stage, state = front.page.stage, front.state
    (hex, *_) = sorted({unit.hex for unit in state.on_map("german")})
    ids = tuple(unit.id for unit in state.at(hex))
    allied = tuple(unit.id for unit in state.on_map("allied") if unit.step.strength > 9)[:2]
    fought = Combat(0, "attack", Side("allied"), (hex,), allied, ids)
    over = replace(fought, strengths=(48, 5), column="9-1", dice=(6,), result=("De",), stage="results")
    sight = rolled_sight(stage, state, None, over)
    assert not state.combats and sight.rolled
    (rolled,) = [chance for chance in sight.forecast.chances if chance.rolled]
    assert rolled.words == "The defender is eliminated; the hex can be taken" and 6 in rolled.dice
    table = CombatTable(stage)
    assert sight.table is not None and sight.table.dice[0] == 0
    table.show_table(sight.table, "9-1")
    assert table.die not in sight.table.dice
    table.show_table(sight.table, "9-1", 6)
    assert table.die == 6
