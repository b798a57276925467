"""Supply as Breakout & Pursuit judges it: the state in force first, and what a choice would bring."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from hexcore.actions import Commit, Done
from hexcore.charts import CombatResultsTable
from hexcore.events import Marked
from hexcore.ruleset import find
from hexcore_gui.charts_panel import results_table
from hexcore_gui.combat_plans import Plan
from hexcore_gui.combat_table import CombatTable
from hexcore_gui.marker_words import marked_texts
from hexcore_gui.order_of_battle import OrderOfBattle
from hexcore_gui.parts import RuleLink
from hexcore_gui.pointed import pointed_facts
from hexcore_gui.questions import asked_of
from hexcore_gui.supply_words import supply_line, supply_words

TANKS, SUPPLY = "AUG-A029", "AUG-A037"
"""The 13-8 in 1837, seven hexes from the pipeline, and the Supply unit in 1640 that is near it."""


@pytest.fixture(scope="module")
def judging(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """The Pursuit set up as history had it, at the first supply judgement."""
    folder: Path = tmp_path_factory.mktemp("supply")
    hands = Hands(folder, (1280, 800))
    hands.start(find("breakout-pursuit"), "2.1")
    with hands.unseen():
        for _ in range(12):
            if hands.asked == "spend-supply":
                break
            choices = hands.window.link.choices
            assert hands.window.link.submit((choices.ending or choices.offers[0]).action)
    hands.wait(2)
    yield hands
    hands.leave()


def facts(hands: Hands) -> dict[str, str]:
    return hands.page.dock.inspector.rows.texts()


def test_the_judgement_shows_who_would_be_supplied_with_and_without_the_supply_unit(judging: Hands) -> None:
    page, pointing = judging.page, judging.page.pointing
    asked = asked_of(page.stage, judging.window.link, pointing)
    assert asked.question == "Use up Supply units, or judge supply as the lines lie."
    assert asked.primary == "Judge supply"
    assert asked.duties[0].text.startswith("Now 23 supplied, 7 unsupplied")
    (row,) = page.dock.choices.texts()
    assert row.startswith("Supply unit 2, 1640: ") and "supplied instead of unsupplied" in row
    bands = {band.state: band.hexes for band in page.map.overlays.bands}
    here = judging.hex("1837")
    assert here in bands["unsupplied"] and page.stage.signs[TANKS] == "unsupplied"
    offer = next(o for o in judging.window.link.choices.offers if o.action == Commit("supply", unit=SUPPLY))
    pointing.point_at(offer)
    bands = {band.state: band.hexes for band in page.map.overlays.bands}
    assert here in bands["supplied"] and here in page.map.overlays.pointed and TANKS not in page.stage.signs
    pointing.point_at(None)
    assert page.stage.signs[TANKS] == "unsupplied"


def test_the_state_in_force_is_shown_first_and_the_trace_of_now_is_labelled(judging: Hands) -> None:
    link = judging.window.link
    assert link.submit(Commit("supply", unit=SUPPLY))
    if judging.asked == "spend-supply":
        assert link.submit(Done())
    state = judging.state
    words = supply_words(state, state.units[TANKS])
    assert [word.name for word in words] == ["Supply", "If judged now"]
    assert words[0].text.startswith("Supplied for this player turn")
    assert words[1].text.startswith("Unsupplied, 7 hexes to the pipeline")
    line = supply_line(state, state.units[TANKS])
    assert line.told == "If judged now: unsupplied, 7 hexes" and len(line.hexes) == 8
    judging.click("1837")
    shown = facts(judging)
    assert shown["Supply"] == words[0].text and shown["If judged now"] == words[1].text
    cited = {made.text() for made in judging.page.dock.inspector.findChildren(RuleLink)}
    assert "§ Supply (K)" in cited
    judging.key(Qt.Key.Key_Escape)
    told = pointed_facts(judging.page, judging.hex("1837"))
    assert told[-2].startswith("Supplied for this player turn") and told[-1].startswith("If judged now: ")


def test_a_hex_in_an_enemy_zone_is_not_without_supply(judging: Hands) -> None:
    """A line may be traced to it, though none passes on."""
    told = pointed_facts(judging.page, judging.hex("1635"))
    assert any("German" in word and "zone" in word for word in told)
    assert told[-1] == "Allied supply: Unsupplied (5 to 8 hexes)"


def test_the_list_of_units_out_of_supply_goes_by_what_was_judged(judging: Hands) -> None:
    order: OrderOfBattle = judging.page.dock.order
    state = judging.state
    assert state.board.rules.supply_state(state, state.units[TANKS]) == "unsupplied"
    assert not order._unsupplied(state.units[TANKS])
    assert order._unsupplied(state.units["AUG-A027"])  # 1832: nothing has reached it


def test_many_markers_of_a_kind_are_one_line_of_the_log(judging: Hands) -> None:
    ids = ("AUG-A021", "AUG-A022", "AUG-A023")
    stage = judging.page.stage
    laid = [Marked("unsupplied", id) for id in ids]
    assert marked_texts(stage, laid) == [
        "Unsupplied: US Infantry Division 11-5 a, US Infantry Division 9-5, US Infantry Division 12-5 a"
    ]
    assert marked_texts(stage, laid[:1]) == ["US Infantry Division 11-5 a: unsupplied"]
    (gone,) = marked_texts(stage, [Marked("unsupplied", ids[0], 0)])
    assert gone == 'US Infantry Division 11-5 a: marker "unsupplied" comes off'


def test_cells_of_the_table_that_are_not_printed_are_marked(judging: Hands) -> None:
    table = CombatTable(judging.page.stage)
    table.show_table(CombatResultsTable(("1-1", "2-1"), {1: (("Ae",), ("Dr",))}))
    plain, legend = table.grab().toImage(), table.legend()
    marks = {(1, "1-1"): "printed", (1, "2-1"): "reconstructed"}
    table.show_table(CombatResultsTable(("1-1", "2-1"), {1: (("Ae",), ("Dr",))}, marks))
    assert legend == "" and table.legend() == "○ reconstructed by this project"
    assert table.grab().toImage() != plain


def test_a_result_too_wide_for_its_column_stands_on_two_lines(judging: Hands) -> None:
    table = CombatTable(judging.page.stage)
    table.resize(600, 100)
    table.show_table(results_table(judging.state))
    table.grab()
    wide = table.height()
    assert table.broken("Ad-Dr", 50) == "Ad-Dr" and table.broken("De", 21) == "De"
    table.setFixedWidth(260)
    table.grab()
    assert table.broken("Ad-Dr", 21) == "Ad-\nDr" and table.height() > wide


def test_a_long_citation_ends_in_dots_and_is_whole_on_hover(judging: Hands) -> None:
    links, theme = judging.page.links, judging.page.stage.theme
    texts = judging.state.board.ruleset.rule_texts
    longest = max(texts, key=lambda number: len(links.spelled(number)))
    cited = RuleLink(theme, links, longest)
    assert cited.text().endswith("…") and cited.toolTip() == f"§ {links.spelled(longest)}"
    assert cited.fontMetrics().horizontalAdvance(cited.text()) <= cited.longest and cited.number == longest
    short = RuleLink(theme, links, min(texts, key=lambda number: len(links.spelled(number))))
    assert not short.text().endswith("…") and not short.toolTip()


def test_what_a_plan_wishes_for_is_marked_where_it_is_allotted(judging: Hands) -> None:
    plans, state = judging.window.link.plans, judging.state
    at = judging.hex("1535")
    combat = next(n for n, p in enumerate(state.board.sequence.phases) if p.id == "allied-combat")
    plan = Plan(judging.window.link.viewer, (at,), (TANKS,), (Commit("air"),), state.turn, combat)
    plans.keep(plan)
    assert plans.wished(plan.side, Commit("air", hex=at))
    assert not plans.wished(plan.side, Commit("air", hex=judging.hex("1536")))
    assert not plans.wished(plan.side, Commit("naval", hex=at)) and not plans.wished(plan.side, Done())
    plans.drop(plan)
