"""Stacks at the edges of the window, way-points, trails, what the inspector tells, supply on counters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hands import RIGHT, Hands
from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication
from scenes import to_phase

from hexcore.events import Marked, Placed, apply
from hexcore.movement import points_left
from hexcore.ruleset import find
from hexcore.state import GameState

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
REGIMENT = "g_pz_9SS"


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    """One window for the module: Cobra, the German player about to move."""
    qapp.setStyle("Fusion")
    hands = Hands(tmp_path_factory.mktemp("stacks"), (1280, 800))
    hands.start(find("cobra-1977"), "breakout", dice="2 3 2")
    to_phase(hands, "german-movement")
    yield hands
    hands.leave()


@pytest.fixture
def hands(window: Hands) -> Iterator[Hands]:
    """The same position at the beginning of every test, the map at a stack of one division."""
    journal = len(window.window.link.game.journal)
    window.map.zoom_to(54)
    window.map.centre_on(window.hex("A3107"))
    window.map.leaveEvent(None)
    window.page.pointing.hover(-1)
    yield window
    while len(window.window.link.game.journal) > journal:
        window.page.undo()
    window.page.pointing.put_down()
    window.map.fan = None
    window.wait()


def take_regiment(hands: Hands) -> None:
    hands.click("A3208")
    while hands.page.pointing.in_hand[0].id != REGIMENT:
        hands.key(Qt.Key.Key_Tab)


def aim(hands: Hands, number: str) -> None:
    """The pointer rests on a hex until the way there is shown."""
    hands.point(number)
    goal = hands.hex(number)
    hands.until(lambda: (path := hands.map.overlays.path) is not None and path.hexes[-1] == goal, 5)


def rows(hands: Hands) -> dict[str, str]:
    return hands.page.dock.inspector.rows.texts()


# ------------------------------------------------------------------ at the edges
def crowded(state: GameState, number: str) -> tuple[GameState, list[str]]:
    """Six counters and two markers in one hex, one of the counters disrupted."""
    hex = state.board.map.hex(number)
    ids = [u.id for u in state.units.values() if u.side == "german" and u.hex >= 0][:6]
    for id in ids:
        state = apply(state, Placed(id, hex, ""))
    for kind, subject in (("beach-shift", number), ("abandoned-beach", number), ("disrupted", ids[2])):
        state = apply(state, Marked(kind, subject, 1))
    return state, ids


@pytest.mark.parametrize("y", [0.0, 0.5, 1.0], ids=["north", "middle", "south"])
@pytest.mark.parametrize("x", [0.0, 0.5, 1.0], ids=["west", "middle", "east"])
def test_a_crowded_hex_spreads_inside_the_window_and_beside_the_overview(
    hands: Hands, x: float, y: float
) -> None:
    view = hands.map
    state, ids = crowded(hands.state, "A2208")
    at = QPointF(8 + x * (view.width() - 16), 8 + y * (view.height() - 16))
    middle = QPointF(view.width() / 2, view.height() / 2)
    hex = hands.hex("A2208")
    view.camera.look_at(view.shapes.centre(hex) - (at - middle) / view.camera.scale)
    view.show_state(state)
    view.spread(hex)
    fan = view.fan
    assert fan is not None and QRectF(view.rect()).contains(fan.box)
    assert sorted(id for id, _ in fan.spots) == sorted(ids)
    assert all(fan.box.contains(box) and fan.unit_at(box.center()) == id for id, box in fan.spots)
    boxes = [box for _, box in fan.spots]
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])
    for cover in view._covered():
        assert not cover.intersects(fan.box)
    assert fan.box.bottom() - max(box.bottom() for box in boxes) > 2 * 20  # room for the markers' lines
    view.grab()
    view.show_state(hands.state)


def test_the_tab_of_a_tall_stack_spreads_it_and_a_short_stack_has_none(hands: Hands) -> None:
    view = hands.map
    state, _ = crowded(hands.state, "A3109")
    view.show_state(state)
    side = view.stacks.size
    tab = QPointF(view.point_of(hands.hex("A3109"))) + QPointF(side * 0.4, side * 0.5)
    assert view.stacks.on_tab(state, hands.hex("A3109"), tab)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=tab.toPoint())
    assert view.fan is not None and view.fan.hex == hands.hex("A3109")
    view.show_state(hands.state)
    short = QPointF(view.point_of(hands.hex("A3208"))) + QPointF(side * 0.4, side * 0.5)
    assert not view.stacks.on_tab(hands.state, hands.hex("A3208"), short)


def test_ctrl_takes_the_division_and_not_the_rest_of_the_stack(hands: Hands) -> None:
    hands.map.centre_on(hands.hex("A3905"))
    hands.map.spread(hands.hex("A3905"))
    fan = hands.map.fan
    assert fan is not None and len(fan.spots) == 4
    box = next(box for id, box in fan.spots if id == "g_pz_21")
    QTest.mouseClick(hands.map, Qt.MouseButton.LeftButton, CTRL, box.center().toPoint())
    held = hands.page.pointing.in_hand
    assert len(held) == 3 and {u.counter.formation for u in held} == {"21 Pz"}


# ------------------------------------------------------------------ way-points
def test_a_way_point_bends_the_path_and_the_path_shown_is_the_path_gone(hands: Hands) -> None:
    take_regiment(hands)
    aim(hands, "A2810")
    straight = hands.map.overlays.path
    assert straight is not None and straight.text == "6 spent · 2 left"
    hands.click("A3110", button=RIGHT)
    aim(hands, "A2911")
    aim(hands, "A2810")
    bent = hands.map.overlays.path
    assert bent is not None and bent.points == (hands.hex("A3110"),) and bent.text == "8 spent · 0 left"
    assert hands.hex("A3110") in bent.hexes and bent.hexes != straight.hexes
    before = points_left(hands.state, hands.state.units[REGIMENT])
    hands.click("A2810")
    assert hands.where(REGIMENT) == "A2810"
    assert before - points_left(hands.state, hands.state.units[REGIMENT]) == 16
    move = hands.window.link.game.journal[-1].action
    assert move.path == bent.hexes[1:]
    assert hands.map.overlays.trails[-1].hexes == bent.hexes


def test_every_path_shown_costs_what_it_costs_when_gone(hands: Hands) -> None:
    take_regiment(hands)
    goals = [h for h in sorted(hands.map.overlays.reach) if h in hands.page.pointing.choices.lit]
    for goal in goals[::16]:
        number = hands.state.board.map.numbers[goal]
        before = points_left(hands.state, hands.state.units[REGIMENT])
        hands.map.set_cursor_hex(goal)
        hands.wait()
        shown = hands.map.overlays.path
        assert shown is not None
        hands.key(Qt.Key.Key_Return)
        spent = before - points_left(hands.state, hands.state.units[REGIMENT])
        assert hands.where(REGIMENT) == number
        assert shown.text.split(" ")[0].replace("½", ".5") in (f"{spent / 2:g}", f"{spent / 2:g}".lstrip("0"))
        hands.page.undo()
        hands.map.cursor_hex = -1
        if hands.asked != "in-hand":
            take_regiment(hands)


def test_way_points_are_taken_back_one_by_one(hands: Hands) -> None:
    take_regiment(hands)
    pointing = hands.page.pointing
    hands.click("A3109", SHIFT)
    hands.click("A3110", SHIFT)
    assert pointing.by == (hands.hex("A3109"), hands.hex("A3110")) and hands.asked == "in-hand"
    reach = set(hands.map.overlays.reach)
    hands.key(Qt.Key.Key_Escape)
    assert pointing.by == (hands.hex("A3109"),) and set(hands.map.overlays.reach) > reach
    hands.click("A3109", button=RIGHT)
    assert pointing.by == () and hands.where(REGIMENT) == "A3208"
    hands.key(Qt.Key.Key_Escape)
    assert hands.asked == "movement-phase"


def test_a_hex_that_lies_too_far_by_way_of_the_way_points_says_so(hands: Hands) -> None:
    take_regiment(hands)
    hands.click("A2810", SHIFT)
    lit = set(hands.page.pointing.choices.lit) - set(hands.map.overlays.reach)
    assert len(lit) > 20
    hands.click(hands.state.board.map.numbers[min(lit)])
    shown = hands.page.bubble.explanation
    assert shown is not None and "A2810" in shown.lines[0] and "way-point" in shown.foot
    assert hands.where(REGIMENT) == "A3208"


# ------------------------------------------------------------------ what is told
def test_the_inspector_tells_integrity_zone_and_what_a_unit_may_still_do(hands: Hands) -> None:
    hands.page.links.unit.emit("g_pz_2")
    hands.wait()
    shown, facts = rows(hands), {f.name: f for f in hands.page.dock.inspector.rows.facts}
    assert shown["Integrity"].startswith("Complete") and facts["Integrity"].rule == "TNC 6.5"
    assert shown["Defends"] == "With 12: divisional integrity" and facts["Defends"].rule == "TNC 6.5.2"
    assert shown["Still may"] == "Leave for 2 points more, of 8, or stay; overrun A2307 together"
    assert facts["Zone"].rule and facts["Still may"].rule
    hands.page.links.unit.emit("u_inf_1")
    hands.wait()
    assert "Still may" not in rows(hands)


def test_the_inspector_tells_how_units_would_stand_at_the_end_of_the_way(hands: Hands) -> None:
    take_regiment(hands)
    assert rows(hands)["Integrity"].startswith("Complete")
    aim(hands, "A2810")
    told = rows(hands)
    assert told["Movement"] == "2 points left, 6 spent" and told["Path"] == "A3109 · A3009 · A2910 · A2810"
    assert told["Dearest"] == "A3109: 2 points" and told["On arrival"].startswith("Supplied")
    assert told["Integrity"] == "None: 1 of 3 units of the division are here"
    assert told["Then may"] == "Go on with 2 points"
    hands.point("A3205")
    hands.until(lambda: hands.map.overlays.path is None, 5)
    assert "Path" not in rows(hands) and rows(hands)["Integrity"].startswith("Complete")


def test_an_overrun_is_named_on_the_map_and_one_click_away(hands: Hands) -> None:
    hands.map.centre_on(hands.hex("A2308"))
    hands.click("A2308", SHIFT)
    (named,) = hands.map.overlays.named.items()
    assert named[0] == hands.hex("A2307") and named[1].startswith("Overrun ")
    hands.click("A2307")
    assert hands.state.combats and hands.state.combat.kind == "overrun"


def test_supply_is_shown_on_counters_as_it_stands(hands: Hands) -> None:
    stage, state = hands.page.stage, hands.state
    assert stage.signs_of(state) == {}
    ring = ("u_inf_1", "u_inf_4", "u_inf_8", "u_inf_9", "u_inf_29")
    for id, number in zip(ring, ("A2310", "A2508", "A2106", "A2406", "A2109"), strict=True):
        state = apply(state, Placed(id, state.board.map.hex(number), ""))
    signs = stage.signs_of(state)
    assert signs["g_pz_2"] == "out-of-supply" and "g_pz_9SS" not in signs
    stage.signs.update(signs)
    assert [b.text for b in stage.face(state, state.units["g_pz_2"]).badges] == ["U"]
    stage.signs.clear()


# ------------------------------------------------------------------ trails
def test_trails_of_what_moved_stay_for_the_phase_and_go_with_undo(hands: Hands) -> None:
    take_regiment(hands)
    hands.click("A3109")
    hands.click("A3110")
    hands.key(Qt.Key.Key_Escape)
    numbers = [[hands.state.board.map.numbers[h] for h in t.hexes] for t in hands.map.overlays.trails]
    assert numbers == [["A3208", "A3109", "A3110"]]
    hands.click("A2308")
    assert hands.map.overlays.trails == ()  # another unit in hand: its own trail alone
    hands.key(Qt.Key.Key_Escape)
    assert len(hands.map.overlays.trails) == 1
    while hands.where(REGIMENT) != "A3109":
        hands.page.undo()
    assert [t.hexes[-1] for t in hands.page.following.trails] == [hands.hex("A3109")]
    hands.window.menus.actions["Trails of what moved"].toggle()
    assert hands.map.overlays.trails == ()
    hands.window.menus.actions["Trails of what moved"].toggle()


# ------------------------------------------------------------------ from one to the next
def test_n_puts_down_what_is_in_hand_and_goes_on_from_there(hands: Hands) -> None:
    take_regiment(hands)
    hands.key("n")
    pointing, units = hands.page.pointing, hands.state.units
    assert hands.asked == "movement-phase" and pointing.unit != REGIMENT
    assert (units[pointing.unit].hex, pointing.unit) > (units[REGIMENT].hex, REGIMENT)
    hands.key("n", SHIFT)
    assert pointing.unit == REGIMENT
    hands.key(Qt.Key.Key_Return)
    assert [u.id for u in pointing.in_hand] == [REGIMENT]


def test_brackets_go_over_units_the_nearest_first_and_back(hands: Hands) -> None:
    pointing, board = hands.page.pointing, hands.state.board
    pointing.select(hands.hex("A3208"), REGIMENT)
    seen = [REGIMENT]
    for _ in range(6):
        hands.key("]")
        seen.append(pointing.unit)
    far = [board.map.distance(hands.state.units[id].hex, hands.hex("A3208")) for id in seen]
    assert len(set(seen)) == 7 and far[:3] == [0, 0, 0] and far == sorted(far) and far[-1] > 0
    hands.key("[")
    assert pointing.unit == seen[-2]
