"""What the pictures in docs/images show is reached by clicks and holds what it promises."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
import scenes
import screenshots
import showcase
from hands import Hands
from PyQt6.QtGui import QColor, QImage

from hexcore.ruleset import find
from hexcore_gui.map_picture import draw

IMAGES = Path(__file__).parents[2] / "docs" / "images"


def test_the_opening_position_the_reach_of_a_unit_and_a_refused_hex(hands: Hands) -> None:
    scenes.opening(hands)
    state = hands.page.link.state
    assert hands.asked == "movement-phase" and sum(1 for u in state.units.values() if u.hex >= 0) == 127
    scenes.take_regiment(hands)
    assert hands.asked == "in-hand" and hands.map.overlays.reach
    assert all(mark.text for mark in hands.map.overlays.reach.values())
    scenes.point_where_it_may_not(hands)
    shown = hands.page.bubble.explanation
    assert shown is not None and shown.rule in find("cobra-1977").rule_texts


@pytest.mark.soak
def test_a_combat_of_two_divisions_with_its_shifts_and_retreats(hands: Hands) -> None:
    scenes.combat(hands)
    assert hands.asked == "retreat-units"
    combat = hands.page.link.state.combat
    assert len(combat.attackers) == 2 and {s.rule for s in combat.shifts} >= {"SPI 6.8.bocage", "TNC 8.3.5"}


@pytest.mark.soak
def test_the_computer_shows_what_it_moved_and_says_why(hands: Hands) -> None:
    scenes.computer_opponent(hands)
    assert hands.map.overlays.trails and hands.page.bar.pause.isVisible()
    last = hands.page.dock.log.list.lines[-1].line
    assert last.kind == "reason" and last.text


@pytest.mark.soak
def test_a_replay_of_the_computers_turn_with_its_trails(hands: Hands) -> None:
    scenes.replay(hands)
    shown = hands.replay()
    assert shown.page.map.overlays.trails and not shown.playing and shown.link.viewer == "allied"
    assert shown.page.dock.log.texts()[-1] == shown.page.bar.question.whole


def test_a_what_if_under_its_own_sign(hands: Hands) -> None:
    scenes.what_if(hands)
    assert hands.asked == "in-hand" and "South first" in hands.page.bar.sign.text()


def reached(hands: Hands, names: Iterable[str]) -> None:
    """In a small window and without waiting for the ground; what each shows is asked of the window."""
    hands.window.resize(800, 600)
    for name in names:
        showcase.SHOWN[name].reach(hands)
        page, dialog = hands.page, hands.window.dialog
        fan = page.map.fan
        shown = {
            "main": page.dock.inspector.unit == "g_pz_2" and page.status.where.text().startswith("A2308"),
            "movement": bool(page.map.overlays.reach) and bool(page.map.overlays.zones),
            "refused": page.bubble.isVisible(),
            "edge-stack": fan is not None and page.map.rect().contains(fan.box.toAlignedRect()),
            "charts": page.dock.tabs.page == "Charts",
            "planner": page.panel.isVisible() and len(page.room.plans) == 2,
            "log": len(hands.log()) > 8,
            "new-game": dialog is not None and dialog.isVisible(),
            "breakout-pursuit": showcase.phase(hands) == "allied-combat" and hands.asked == "air-strike",
            "hand-over": page.hand_over.isVisible(),
            "fault": page.fault.isVisible() and page.fault.details.isVisible(),
            "main-dark": hands.window.theme.is_dark,
        }
        assert shown.get(name, True), name
        showcase.light(hands)


ELSEWHERE = {"movement", "refused", "log", "main-dark", "main-deuteranopia", "zooms", "counters"}
ELSEWHERE |= {"planner", "breakout-pursuit", *showcase.LONG}
"""Pictures whose way is that of another scene tested here, but for a key or how they are taken; and those
that play for some seconds, which the soak reaches.
"""


def test_the_pictures_of_the_showcase_are_reached(hands: Hands) -> None:
    reached(hands, (name for name in showcase.SHOWN if name not in ELSEWHERE))


@pytest.mark.soak
def test_every_picture_of_the_showcase_is_reached(hands: Hands) -> None:
    reached(hands, showcase.SHOWN)


def test_a_picture_keeps_its_looks_in_few_colours(hands: Hands, tmp_path: Path) -> None:
    hands.start(find("hill"), "battle", dice="4")
    whole = hands.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    screenshots.keep(whole, tmp_path / "few.png")
    few = QImage(str(tmp_path / "few.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert few.size() == whole.size()
    spots = [(x, y) for x in range(0, whole.width(), 23) for y in range(0, whole.height(), 19)]
    gaps = [abs(QColor(whole.pixel(*s)).lightness() - QColor(few.pixel(*s)).lightness()) for s in spots]
    assert max(gaps) < 24 and sum(gaps) / len(gaps) < 1.5


@pytest.mark.parametrize("folder, size", screenshots.SIZES.items())
def test_the_showcase_is_committed_whole_and_described(folder: str, size: tuple[int, int]) -> None:
    told = (IMAGES.parent / "pictures.md").read_text(encoding="utf-8")
    for name in showcase.SHOWN:
        picture = QImage(str(IMAGES / folder / f"{name}.png"))
        assert picture.width() == size[0] and f"images/{folder}/{name}.png" in told, name


@pytest.mark.parametrize("name", sorted(scenes.SCENES))
def test_the_committed_picture_is_a_whole_window(name: str) -> None:
    picture = QImage(str(IMAGES / f"{name}.png"))
    assert (picture.width(), picture.height()) == (1600, 1000)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_map_is_drawn_to_a_file(hands: Hands, tmp_path: Path, ending: str) -> None:
    ruleset = find("hill")
    target = tmp_path / f"map.{ending}"
    draw(ruleset.map, ruleset.presentation, target, 40)
    assert target.stat().st_size > 1000


def test_another_ending_is_refused(hands: Hands, tmp_path: Path) -> None:
    ruleset = find("hill")
    with pytest.raises(ValueError, match="drawn as"):
        draw(ruleset.map, {}, tmp_path / "map.bmp")
    assert not list(tmp_path.glob("*.bmp"))
