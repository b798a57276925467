"""The dock: order of battle, who is due, charts with their marks, the own copy, rules, and the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import scenes
from hands import Hands
from PyQt6.QtCore import Qt, QUrl
from PyQt6.QtGui import QCursor
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLabel

from hexcore.cli_text import supply
from hexcore.corrections import read_corrections
from hexcore.game import opening
from hexcore.record import DiceRecord, setting
from hexcore.ruleset import find
from hexcore.units import Side
from hexcore_gui.charts_panel import NOW, results_table
from hexcore_gui.combat_table import CombatTable
from hexcore_gui.coming_row import ComingRow
from hexcore_gui.formations import Formation, Heading
from hexcore_gui.page_links import rule_under
from hexcore_gui.rules_panel import RulesPanel
from hexcore_gui.stage import Stage

KEY = "heavy-forest"


@pytest.fixture(scope="module")
def table(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One window for the whole module: the opening of Cobra, the German player about to move."""
    qapp.setStyle("Fusion")
    player = Hands(tmp_path_factory.mktemp("docks"))
    scenes.opening(player)
    yield player
    player.leave()


# ------------------------------------------------------------------ the order of battle
def test_formations_stand_under_their_corps_with_its_headquarters(table: Hands) -> None:
    table.page.show_tab("Order of battle")
    table.wait(2)
    rows = table.page.dock.order.list.rows
    at = next(n for n, row in enumerate(rows) if isinstance(row, Heading) and row.hq == "g_hq_XLVIIPz")
    under = rows[at + 1]
    assert isinstance(under, Formation) and {u.id for u in under.units} == {
        "g_pz_2",
        "g_pg_2_2",
        "g_pg_304_2",
    }
    assert rows[at].text == "XLVII Panzer Corps" and "history" in rows[at].note  # type: ignore[union-attr]
    listed = [u.id for row in rows if isinstance(row, Formation) for u in row.units]
    heads = [row.hq for row in rows if isinstance(row, Heading) and row.hq]
    alive = {u.id for u in table.state.units.values() if u.side == "german" and u.alive and u.counter.steps}
    assert sorted([*listed, *heads]) == sorted(alive)  # each unit once


@pytest.mark.parametrize(
    ("order", "key"),
    [("By strength", lambda f: -f.strength), ("By hex", lambda f: (f.units[0].hex < 0, f.units[0].hex))],
)
def test_it_is_sorted(table: Hands, order: str, key: object) -> None:
    panel = table.page.dock.order
    panel.order.setCurrentIndex(panel.order.findData(order))
    panel.refresh()
    rows = list(panel.list.rows)
    panel.order.setCurrentIndex(0)
    panel.refresh()
    assert rows and rows == sorted(rows, key=key) and rows != panel.list.rows  # type: ignore[call-overload]


def test_it_is_filtered_by_state_and_by_command(table: Hands) -> None:
    panel = table.page.dock.order
    panel.reduced.click()
    shown = [u for row in panel.list.rows if isinstance(row, Formation) for u in row.units]
    panel.reduced.click()
    assert shown and all(u.losses for u in shown)
    panel.search.setText("xlvii")
    found = {u.counter.formation for row in panel.list.rows if isinstance(row, Formation) for u in row.units}
    panel.search.clear()
    assert found == {"2 Pz", "276", "326"}


def test_a_row_leads_to_the_map_and_the_map_to_its_row(table: Hands) -> None:
    page, order = table.page, table.page.dock.order
    scenes.choose_in_list(table, "2 panzer", "g_pg_304_2")
    middle = page.map.camera.middle
    assert page.map.shapes.hex_at(middle) == table.hex("A2308") == page.pointing.hex
    page.map.centre_on(table.hex("A1909"))
    table.click("A1909")
    table.key(Qt.Key.Key_Escape)
    page.links.unit.emit("g_hq_IIFJ")
    table.wait(2)
    assert order.list.chosen == "g_hq_IIFJ"
    at = order.list.row_of("g_hq_IIFJ")
    top = sum(order.list._height(row) for row in order.list.rows[:at])
    bar = order.area.verticalScrollBar()
    port = order.area.viewport()
    assert bar is not None and port is not None and bar.value() <= top <= bar.value() + port.height()


def test_the_list_is_made_anew_where_units_have_changed_and_not_where_one_is_taken(table: Hands) -> None:
    table.page.show_tab("Order of battle")
    table.key(Qt.Key.Key_Escape)
    order = table.page.dock.order
    table.wait(3)
    order.list.grab()
    rows, spots = order.list.rows, len(order.list._spots)
    table.click("A2308")
    assert table.asked == "in-hand" and order.list.rows is rows and len(order.list._spots) == spots
    order.list.choose("g_hq_IIFJ")
    order.list.grab()
    assert len(order.list._spots) == spots, "rows painted alone leave those of the others"
    unit = table.page.pointing.in_hand[0].id
    to = next(iter(table.window.link.choices.lit))
    table.click(table.state.board.map.numbers[to])
    table.wait(3)
    assert order.list.rows is not rows
    listed = [u for row in order.list.rows if isinstance(row, Formation) for u in row.units]
    moved = next(u for u in listed if u.id == unit)
    assert moved.hex == table.state.units[unit].hex == to
    while table.asked != "movement-phase" or table.where(unit) != "A2308":
        table.page.undo()


def test_units_pointed_at_in_the_list_are_ringed_on_the_map(table: Hands) -> None:
    order = table.page.dock.order
    order.list.pointed.emit(("g_fj_5_3FJ", "g_fj_8_3FJ"))
    lit = table.map.overlays.pointed
    order.list.pointed.emit(())
    assert lit == {table.state.units[u].hex for u in ("g_fj_5_3FJ", "g_fj_8_3FJ")}
    assert not table.map.overlays.pointed


# ------------------------------------------------------------------ who is due
def test_arrivals_say_where_with_rule_and_mark(table: Hands) -> None:
    table.page.show_tab("Arrivals")
    table.wait(2)
    rows = table.page.dock.arrivals.findChildren(ComingRow)
    first = next(row for row in rows if row.unit.id == "u_arm_A_6")
    assert first.told().splitlines() == [
        "CCA, 6 Armored",
        "Over the north edge (§ TNC 13.2.1)",
        "The turn is reconstructed by this project",
    ]
    tip = next(text for _, text in table.page.strip._tips if text.startswith("Turn 2, 19 Jul"))
    assert "CCA" in tip and "Over the north edge (§ TNC 13.2.1)" in tip


# ------------------------------------------------------------------ charts
def test_every_value_of_a_chart_has_its_mark_and_its_rule(table: Hands) -> None:
    charts = table.page.dock.charts
    table.page.show_tab("Charts")
    table.until(lambda: bool(charts.charts), 60)
    assert [chart.title for chart in charts.charts.values()][:4] == [
        "Combat results",
        "Terrain effects",
        "Weather",
        "Turn record",
    ]
    terrain = charts.charts["terrain-1977"]
    row = next(row for row in terrain.rows if row[0].text == KEY)
    assert [cell.text for cell in row] == [KEY, "2", "4", "2", "SPI 6.8.heavy-forest-hills"]
    assert [cell.mark for cell in row] == ["", "printed", "printed", "printed", ""]
    charts.show_chart("weather-1977")
    model = charts.page.table.model()
    assert model.chart.heads[model.lit] == "Overcast"  # type: ignore[union-attr]
    charts.show_chart("terrain-1977")
    charts.page.table.rule.emit(row[4].text)
    assert table.page.dock.rules.number == "SPI 6.8.heavy-forest-hills"


def test_the_combat_results_say_where_they_come_from_edition_by_edition(table: Hands) -> None:
    charts = table.page.dock.charts
    charts.show_chart(NOW)
    told = [part.text() for part in charts.now.findChildren(QLabel) if part.isVisibleTo(charts)]
    assert "All cells printed in a rulebook" in told
    found = results_table(opening(find("cobra").board("campaign")))
    assert set(found.marks.values()) == {"reconstructed"} and len(found.marks) == 84
    drawn = CombatTable(table.page.stage)
    drawn.show_table(found)
    assert drawn.origin() == "All cells reconstructed by this project"


def test_a_value_of_ones_own_copy_is_kept_and_proved_beside_the_chart(table: Hands) -> None:
    charts = table.page.dock.charts
    table.page.show_tab("Charts")
    table.until(lambda: bool(charts.charts), 60)
    charts.show_chart("terrain-1977")
    chart = charts.charts["terrain-1977"]
    n = next(n for n, row in enumerate(chart.rows) if row[0].text == KEY)
    view = charts.page.table
    view.setCurrentIndex(view.model().index(n, 2))  # type: ignore[union-attr]
    card = charts.page.card
    assert card.isVisible() and list(card.fields) == ["mech"]
    file = Path(table.folder) / "games" / "corrections-cobra-1977.csv"
    for given, told in (("many", "It does not hold"), ("3", "It holds")):
        card.fields["mech"].setText(given)
        QTest.keyClick(card.fields["mech"], Qt.Key.Key_Return)
        table.until(lambda told=told: told in card.told.text(), 60)  # type: ignore[misc]
        (kept,) = read_corrections(file).rows
        assert (kept.table, kept.key, kept.field, kept.value) == ("terrain_effects_1977", KEY, "mech", given)
    card.fields["mech"].setText("")
    QTest.keyClick(card.fields["mech"], Qt.Key.Key_Return)
    assert not read_corrections(file).rows


# ------------------------------------------------------------------ rules and log
def test_rules_lead_on_to_those_they_name_and_back(table: Hands) -> None:
    rules = RulesPanel(Stage.of(find("cobra").board("breakout"), table.window.theme))
    rules.show_rule("10.5.1")
    rules.show_rule("10.5.3")
    assert "href='rule:9.2.6'" in rules._linked(rules.stage.board.ruleset.rule_texts["10.5.3"].text)
    rules.text.anchorClicked.emit(QUrl("rule:9.2.6"))
    assert rules.number == "9.2.6" and "9.2.6" in rules.text.toPlainText()
    for expected in ("10.5.3", "10.5.1"):
        rules.back.click()
        assert rules.number == expected
    assert not rules.back.isEnabled() and rules.forth.isEnabled()


def test_f1_shows_the_rule_under_the_pointer(table: Hands) -> None:
    strip = table.page.strip
    box, number = next((box, rule) for box, rule in strip._rules if rule == "SPI 4.0.A4")
    spot = strip.mapToGlobal((box.center() * table.page.stage.theme.ui_scale).toPoint())
    assert rule_under(spot) == number
    QCursor.setPos(spot)
    table.page.lookup.rule_at_hand()
    QCursor.setPos(0, 0)
    assert table.page.dock.rules.number == "SPI 4.0.A4" and table.page.dock.tabs.page == "Rules"


def test_lines_of_a_new_game_bear_their_time(table: Hands) -> None:
    assert table.page.dock.log.list.lines and all(kept.time for kept in table.page.dock.log.list.lines)


# ------------------------------------------------------------------ overlays
def test_a_third_area_takes_the_place_of_the_oldest(table: Hands) -> None:
    pointing, rail = table.page.pointing, table.page.rail
    for key in ("z", "v", "r"):
        table.key(key)
    assert pointing.areas == ["victory", "command"] and not rail.is_on("zones") and rail.is_on("victory")
    assert {mark.name for mark in table.map.overlays.objectives} == {"the west edge", "the east edge"}
    table.key("v")
    table.key("r")
    assert not pointing.areas


def test_command_radii_of_all_headquarters_or_of_the_one_selected(table: Hands) -> None:
    table.page.pointing.select(-1, "")
    table.key("r")
    staffs = [u for u in table.state.on_map("german") if u.counter.radius]  # type: ignore[arg-type]
    assert len(table.map.overlays.radii) == len(staffs) > 1
    table.page.links.unit.emit("g_hq_IIFJ")
    (only,) = table.map.overlays.radii
    assert table.hex("A1909") in only
    table.key("r")


def test_a_line_of_supply_says_its_source_and_what_cuts_it(table: Hands) -> None:
    table.key("s")
    table.page.links.unit.emit("g_pz_2")
    (line,) = table.map.overlays.supply
    assert line.told == "The east edge · 2 hexes" and line.hexes
    table.key("s")


# ------------------------------------------------------------------ the dock itself
def test_the_dock_goes_into_a_window_of_its_own_and_comes_back_when_that_is_closed(table: Hands) -> None:
    page = table.page
    table.menu("Dock in a window of its own")
    assert page.beside.isWindow() and page.beside.isVisible()
    table.key("o")
    assert page.dock.tabs.page == "Order of battle"
    page.beside.close()
    table.wait(2)
    assert not page.beside.isWindow() and page.beside.isVisible() and page.split.count() == 2


def test_the_log_takes_the_room_of_the_tabs_and_gives_it_back(table: Hands) -> None:
    sizes = table.page.dock.split.sizes()
    table.key("l")
    assert table.page.dock.split.sizes()[2] > sizes[2] + 100
    table.key("l")
    assert table.page.dock.split.sizes() == sizes


@pytest.mark.parametrize("ruleset", ["cobra", "breakout-pursuit"])
def test_the_ground_of_victory_names_its_holder(ruleset: str) -> None:
    scenario = {"cobra": "buildup", "breakout-pursuit": "2.1"}[ruleset]
    state = setting(find(ruleset), scenario, {}).start(DiceRecord("seed", 1).dice()).state
    held = {o.name: o.holder for o in state.board.rules.objectives(state)}
    expected = {
        "cobra": {"all of Caen": "german", "Bayeux": "german"},
        "breakout-pursuit": {"the fortress of St Malo": "allied", "Paris": "german"},
    }[ruleset]
    assert expected.items() <= held.items()
    assert all(o.rule in state.board.ruleset.rule_texts for o in state.board.rules.objectives(state))
    due = state.board.rules.due_units(state)
    assert due and all(d.unit in state.units and d.rule in state.board.ruleset.rule_texts for d in due)


def test_the_landing_asks_for_no_line_of_supply_and_none_is_told_cut() -> None:
    game = setting(find("cobra"), "campaign", {}).start(DiceRecord("seed", 1).dice())
    told = game.ask("supply", unit="g_inf_920_243")["g_inf_920_243"]
    assert told["state"] == "supplied"
    landed = next(u for u in game.state.on_map(Side("allied")))
    (answer,) = game.ask("supply", unit=landed.id).values()
    assert answer == {"state": "supplied", "source": None, "length": 0, "path": [], "without_a_line": True}
    assert supply({landed.id: answer}).splitlines()[-1].split()[1:] == ["supplied", "needs", "no", "line"]
