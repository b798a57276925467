"""What the planner says of an attack is what `ask odds` says and what is then fought; units two attacks want;
overruns weighed before the click; losses told in the words of a game without steps. One window of 1280 x 800.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import hill
import pytest
from clicking import enter_if_between
from hands import Hands
from PyQt6.QtCore import QPointF, Qt
from PyQt6.QtGui import QFont
from PyQt6.QtWidgets import QApplication, QLabel
from questions_file import put_together, read, ruleset

from hexcore.asking_odds import odds as ask_odds
from hexcore.codec import StateForm
from hexcore.game import Game, SeededDice, TypedDice
from hexcore.odds import weigh
from hexcore.record import setting
from hexcore.units import Counter
from hexcore_gui.combat_chances import ExpectedBox
from hexcore_gui.combat_sight import CombatSight, in_words
from hexcore_gui.combat_table import CombatTable
from hexcore_gui.overlay_shapes import pill_box
from hexcore_gui.plan_marks import free_spot
from hexcore_gui.wording import reason_text

pytestmark = pytest.mark.usefixtures("small_rulesets")
SHIFT = Qt.KeyboardModifier.ShiftModifier
STEP = re.compile(r"\bsteps?\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def low(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One window of 1280 x 800 for all tests here."""
    qapp.setStyle("Fusion")
    player = Hands(tmp_path_factory.mktemp("declared"), (1280, 800))
    yield player
    player.leave()


def at_the_question(hands: Hands, id: str, kind: str) -> None:
    """The position of `questions.jsonl` for a kind of question of a ruleset; the dice are typed in."""
    row = next(r for r in read() if (r["ruleset"], r["kind"]) == (id, kind))
    start = setting(ruleset(id), row["scenario"], row["options"])
    form = StateForm(start.board)
    opening = json.loads(json.dumps(form.dump(start.start(TypedDice()).state)))
    state = form.load(put_together(opening, row["state"]))
    hands.window.link.adopt(Game(start.board, state, TypedDice()))
    hands.wait(2)
    enter_if_between(hands)
    assert hands.asked == kind


def words(hands: Hands) -> list[str]:
    panel = hands.page.panel
    return [part.text() for part in panel.findChildren(QLabel) if part.isVisibleTo(panel) and part.text()]


def new_plan(hands: Hands, target: str, *own: str) -> None:
    """A new plan, clicked on the map: a target, and whole stacks against it."""
    if not hands.page.room.visible:
        hands.key("p")
    hands.press("New attack", hands.page.panel)
    hands.click(target)
    for number in own:
        hands.click(number, SHIFT)


def as_shown(sight: CombatSight) -> dict[str, Any]:
    """An attack as the panel shows it, in the shape of what is asked."""
    used = [(line.printed, line.used) for line in sight.strengths if line.used]
    shifts = [(s.columns, s.rule, s.text) for s in sight.shifts if not s.die]
    chances = {c.result: len(c.dice) for c in sight.forecast.chances}
    return {
        "ratio": sight.ratio, "column": sight.column, "final": sight.final_column, "used": used,
        "shifts": shifts, "chances": chances, "expected": sight.expected,
    }  # fmt: skip


def as_asked(hands: Hands, sight: CombatSight, support: dict[str, Any]) -> dict[str, Any]:
    """The same by `ask odds`, in the same shape."""
    targets = [hands.page.stage.number(hex) for hex in sight.combat.targets]
    found = ask_odds(hands.state, targets, list(sight.combat.attackers), sight.combat.kind, support)
    chances: dict[str, int] = {}
    for outcome in found["outcomes"]:
        told = "/".join("–" if part == "0" else part for part in outcome["result"].split("/"))
        chances[told] = chances.get(told, 0) + 1
    return {
        "ratio": f"{found['attack']} : {found['defence']}", "column": found["column"],
        "final": found["final_column"],
        "used": [(str(f["printed"]), str(f["used"])) for f in found["factors"]],
        "shifts": [(s["columns"], s["rule"], s["text"]) for s in found["shifts"]],
        "chances": chances, "expected": found["expected"],
    }  # fmt: skip


# ------------------------------------------------------------------ planned, asked, declared
@pytest.mark.parametrize(
    ("id", "target", "own", "support"),
    [
        ("cobra", "A3003", ("A3103",), {"naval": 2, "hq": "b_hq_XXX"}),
        ("breakout-pursuit", "1339", ("1238", "1239"), {}),
    ],
)
def test_an_attack_is_fought_as_it_was_planned(
    low: Hands, id: str, target: str, own: tuple[str, ...], support: dict[str, Any]
) -> None:
    hands = low
    at_the_question(hands, id, "combat-phase")
    new_plan(hands, target, *own)
    before = hands.page.room.sight
    for _ in support:
        hands.press("Count it", hands.page.panel)
    plan, sight = hands.page.room.plans[0], hands.page.room.sight
    assert sight is not None and before is not None and sight.combat.attackers == plan.attackers
    assert len(plan.support) == len(support) and (sight.shifts != before.shifts) == bool(support)
    shown = as_shown(sight)
    assert shown == as_asked(hands, sight, support) and all(rule for _, rule, _ in shown["shifts"])
    hands.press("Declare attack", hands.page.panel)
    while hands.asked == "support":  # the other side's answer: none
        hands.press("Go on", hands.page.panel)
    combat, now = hands.state.combat, hands.page.room.sight
    assert hands.asked == "combat-roll" and now is not None and hands.page.room.plans == []
    assert as_shown(now)["shifts"] == shown["shifts"] and as_shown(now)["chances"] == shown["chances"]
    fought = weigh(hands.state, combat)
    assert f"{fought.attack} : {fought.defence}" == shown["ratio"] and fought.final_column == shown["final"]
    hands.press("Roll 3", hands.page.panel.choices)
    assert hands.state.combats and hands.state.combat.column == shown["final"]
    assert hands.state.combat.strengths == (fought.attack, fought.defence)


def test_what_more_strength_makes_of_it_is_told_with_the_column_fought_on(low: Hands) -> None:
    hands = low
    at_the_question(hands, "cobra", "combat-phase")
    new_plan(hands, "A3003", "A3103")
    sight = hands.page.room.sight
    assert sight is not None and (sight.ratio, sight.column, sight.final_column) == ("5 : 2", "2-1", "3-1")
    assert sight.more == "1 more strength makes it 3-1, fought at 4-1."
    assert "hex taken: 1/6 to 5/6" in words(hands)  # at the top, where it is in sight without scrolling


# ------------------------------------------------------------------ units that two attacks want
def test_a_unit_that_another_attack_has_is_shown_and_its_change_is_told(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "combat-phase")
    new_plan(hands, "1339", "1238", "1239")
    new_plan(hands, "1340")
    sight = hands.page.room.sight
    assert sight is not None and {j.held for j in sight.joiners} == {1}
    assert {j.attacks for j in sight.joiners} == {(1, 2)} and hands.hex("1239") in hands.map.overlays.either
    assert hands.map.overlays.could_join[hands.hex("1239")] == "+ 2 units could join, +26, now in 1"
    before = hands.page.room.plans[0].attackers
    hands.press("Guards Armoured Division, now in 1, +14", hands.page.panel)
    one, two = hands.page.room.plans
    assert len(two.attackers) == 1 and {*one.attackers, *two.attackers} == {*before}
    leaves = "British Guards Armoured Division leaves attack 1 on 1339: a unit attacks once."
    assert [(line.text, line.rule) for line in hands.page.panel.foot.reasons] == [(leaves, "sequence.A5")]
    hands.press("1   1339", hands.page.panel)
    assert not hands.page.panel.foot.reasons  # told once


def test_an_attack_being_declared_tells_which_units_a_plan_has_too(low: Hands) -> None:
    hands = low
    at_the_question(hands, "breakout-pursuit", "combat-phase")
    new_plan(hands, "1339", "1239")
    hands.page.room.close()
    hands.click("1340")
    hands.click("1239", SHIFT)
    assert hands.asked == "muster"
    told = [line.text for line in hands.page.panel.foot.reasons]
    assert len(told) == 2 and all("is in planned attack 1 too" in text for text in told)
    hands.press("Keep as plan", hands.page.panel)
    assert [plan.attackers == () for plan in hands.page.room.plans] == [True, False]
    assert all("leaves attack 1" in line.text for line in hands.page.panel.foot.reasons)


def test_pills_of_hexes_side_by_side_do_not_cover_each_other(qapp: QApplication) -> None:
    setting, first = QFont(), QPointF(100, 100)
    taken = [pill_box("+ 2 units could join", first, setting)]
    assert free_spot("+ 2 units could join", QPointF(900, 100), setting, taken) == QPointF(900, 100)
    beside = free_spot("+ 2 units could join", QPointF(140, 100), setting, taken)
    assert beside.x() == 140 and not taken[0].intersects(pill_box("+ 2 units could join", beside, setting))


# ------------------------------------------------------------------ overruns
def test_an_overrun_is_weighed_before_it_is_made(low: Hands) -> None:
    hands = low
    at_the_question(hands, "cobra", "in-hand")
    hands.map.centre_on(hands.hex("A1606"))
    hands.wait(2)
    named = hands.map.overlays.named[hands.hex("A1606")]
    listed = [text[-len(" at 6-1") :] for text in hands.page.dock.choices.texts()]
    hands.click("A1606")
    sight = hands.page.room.sight
    assert sight is not None and hands.state.combat.kind == "overrun"
    assert named == f"Overrun {sight.final_column}" == "Overrun 6-1" and listed == [" at 6-1"]
    assert "OVERRUN ON A1606 SAINT-LÔ" in words(hands)
    assert not hands.buttons("New attack", hands.page.panel)  # nothing else can be planned meanwhile


def test_a_strike_from_the_air_is_weighed_before_it_is_flown(low: Hands) -> None:
    """No unit makes it: its strength is the rule's, and the panel says all the same what the die can do."""
    hands = low
    at_the_question(hands, "breakout-pursuit", "air-strike")
    hands.map.centre_on(hands.hex("0420"))
    hands.point("0420")
    assert hands.map.overlays.targets == {hands.hex("0420"): "9-1"}
    hands.click("0420")
    sight = hands.page.room.sight
    assert hands.asked == "combat-roll" and sight is not None and not sight.combat.attackers
    assert (sight.ratio, sight.final_column) == ("20 : 2", "9-1")
    assert as_shown(sight)["chances"] == {"Dr": 1, "Ex": 1, "De": 4}
    assert hands.map.overlays.targets == {hands.hex("0420"): "9-1"}


# ------------------------------------------------------------------ games without steps
def spoken(hands: Hands) -> list[str]:
    """Whatever the panel and the bar say, tool tips too."""
    panel, bar = hands.page.panel, hands.page.bar
    tips = [box.toolTip() for box in panel.findChildren(ExpectedBox)]
    rows = [f"{row.text()} {row.toolTip()}" for row in panel.choices.buttons]
    return [*words(hands), *rows, *tips, bar.question.whole, *hands.log()]


@pytest.mark.parametrize(
    ("id", "kind"),
    [("crossing", "exchange"), ("breakout-pursuit", "exchange"), ("breakout-pursuit", "no-way-back")],
)
def test_no_steps_are_spoken_of_where_results_are_words(low: Hands, id: str, kind: str) -> None:
    at_the_question(low, id, kind)
    assert low.page.panel.choices.texts() and "Lose a unit" in words(low)
    assert not [text for text in spoken(low) if STEP.search(text)]
    assert all(text.endswith("eliminated") for text in low.page.panel.choices.texts())


def test_a_combat_found_after_its_roll_lights_the_row_the_die_counted_as(low: Hands) -> None:
    """A 4 with one off it: the row of 3 holds the result, and the word needs no other word beside it."""
    at_the_question(low, "crossing", "exchange")
    low.wait(2)
    (table,) = (t for t in low.page.panel.findChildren(CombatTable) if t.isVisibleTo(low.page.panel))
    sight = low.page.room.sight
    assert sight is not None and (sight.combat.dice, sight.modifiers, table.die) == ((4,), -1, 3)
    assert words(low).count("Ex") == 0 and in_words(low.state, ("Ex",)) == ""


def one_step() -> dict[str, Counter]:
    return {id: replace(counter, steps=counter.steps[:1]) for id, counter in hill.counters().items()}


def test_numbers_of_the_table_are_units_where_no_unit_has_a_second_step(low: Hands) -> None:
    hands = low
    plain = setting(replace(hill.RULESET, load_counters=one_step), "battle", {})
    hands.window.link.adopt(plain.start(SeededDice(script=(4, 4, 4))))
    hands.wait(2)
    for start, end in (("0101", "0201"), ("0102", "0202")):
        hands.click(start)
        hands.click(end)
        hands.key(Qt.Key.Key_Escape)
    new_plan(hands, "0302", "0201", "0202")
    told = spoken(hands)
    assert "Units expected" in told and any("unit or hex" in text for text in told)
    assert not [text for text in told if STEP.search(text)]
    hands.key(Qt.Key.Key_Space)
    if hands.page.end_phase.isVisible():
        hands.page.end_phase.confirm()
        hands.wait()
    hands.page.room.drafting.choose(hands.page.room.plans[0])
    hands.press("Declare attack", hands.page.panel)
    assert hands.asked == "take-result" and "Hexes and units" in words(hands)
    assert any(text.startswith("Stand, lose 1 unit") for text in hands.page.panel.choices.texts())
    assert not [text for text in spoken(hands) if STEP.search(text)]
    hands.press("Stand", hands.page.panel.choices)
    assert not [text for text in spoken(hands) if STEP.search(text)]
    stage = hands.page.stage
    for why in ("worth 1.4 steps", "commits air: better by 0.3 steps", "1 Guards can best spare a step"):
        assert not STEP.search(reason_text(stage, why, hands.window.link.choices.offers[0].action))


# ------------------------------------------------------------------ what is owed
def test_support_that_is_owed_says_so_and_why(low: Hands) -> None:
    """The defender must draw on a Supply unit: going on is no choice, and the reason stands there."""
    hands = low
    at_the_question(hands, "breakout-pursuit", "support")
    assert hands.page.bar.question.whole == "Commit support to this combat: it is owed."
    (why,) = hands.page.panel.foot.reasons
    assert "must draw on a Supply unit" in why.text and why.rule == "supply.H"
    assert not hands.page.panel.primary.isEnabled() or not hands.page.panel.primary.isVisible()
