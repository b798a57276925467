"""What the pictures in docs/images show is reached by clicks and holds what it promises."""

from __future__ import annotations

from pathlib import Path

import pytest
import scenes
from hands import Hands
from PyQt6.QtGui import QImage

from hexcore.ruleset import find
from hexcore_gui.map_picture import draw

IMAGES = Path(__file__).parents[2] / "docs" / "images"


def test_the_opening_position(hands: Hands) -> None:
    scenes.opening(hands)
    state = hands.page.link.state
    assert hands.asked == "movement-phase" and sum(1 for u in state.units.values() if u.hex >= 0) == 127


def test_the_reach_of_a_unit_with_points_left(hands: Hands) -> None:
    scenes.reach(hands)
    assert hands.asked == "in-hand" and hands.map.overlays.reach
    assert all(mark.text for mark in hands.map.overlays.reach.values())


def test_a_refused_hex_names_its_rule(hands: Hands) -> None:
    scenes.refused(hands)
    shown = hands.page.bubble.explanation
    assert shown is not None and shown.rule in find("cobra-1977").rule_texts


def test_a_combat_of_two_divisions_with_its_shifts_and_retreats(hands: Hands) -> None:
    scenes.combat(hands)
    assert hands.asked == "retreat-units"
    combat = hands.page.link.state.combat
    assert len(combat.attackers) == 2 and {s.rule for s in combat.shifts} >= {"SPI 6.8.bocage", "TNC 8.3.5"}


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
