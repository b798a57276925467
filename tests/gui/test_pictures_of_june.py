"""What the pictures of the landing show is reached in the window: both players are led through it."""

from __future__ import annotations

from pathlib import Path

import pytest
import scenes_of_june as scenes
from hands import Hands
from PyQt6.QtGui import QImage

from hexcore.events import Marked, apply
from hexcore.ruleset import find
from hexcore.units import CHANCE
from hexcore_gui.facts import hex_facts
from hexcore_gui.hex_markers import lying

IMAGES = Path(__file__).parents[2] / "docs" / "images"
STEPS = ["step.1", "step.2", "step.4", "step.5"]
"""The steps of 19.2.2 in which somebody is asked; in the others the dice fall and the log tells."""


def test_the_next_division_is_asked_for_with_its_beach_hexes(hands: Hands) -> None:
    scenes.landing(hands)
    assert hands.asked == "landing-deployment"
    assert [hands.where(id) for id in ("u_inf_4", "u_inf_1", "u_inf_29")] == ["B2415", "B3117", "B3217"]
    assert "British 3 Infantry Division 12-9 to B4620 Sword Beach" in hands.page.dock.choices.texts()
    markers_on_hexes_are_told_where_they_lie_and_lines_are_not(hands)


def test_a_brigade_on_a_german_regiment_goes_to_a_lit_hex_beside_it(hands: Hands) -> None:
    scenes.scattered_drop(hands)
    assert hands.asked == "drop-placement" and hands.where("b_ab_3") == "A3906"
    assert len(hands.page.link.choices.lit) == 6
    hands.click("A3905")
    assert hands.where("b_ab_3") == "A3905"


def test_both_players_are_led_through_the_landing(hands: Hands) -> None:
    """Every question of the phase is answered by the first answer listed; each names its step and side."""
    hands.start(find("cobra"), "campaign", dice=3)
    asked: list[tuple[str, str]] = []
    with hands.unseen():
        for _ in range(80):
            decision = hands.page.link.decision
            assert decision is not None and decision.side != CHANCE
            if not decision.rule.startswith("19.2.2"):
                break
            asked.append((decision.rule.removeprefix("19.2.2."), str(decision.side)))
            assert hands.page.bar.question.whole and hands.page.bar.rule.text()
            hands.page.link.submit(hands.page.link.game.legal_actions()[0])
            hands.wait(1)
    assert hands.page.link.state.turn == 1 and hands.asked == "movement-phase"
    assert {step for step, _ in asked} <= set(STEPS) and ("step.1", "allied") in asked
    assert {side for step, side in asked if step == "step.5"} <= {"german"}
    log = "\n".join(hands.log())
    assert "Scatter: rolled" in log and "Landing: rolled" in log and "attacks from here" in log


def markers_on_hexes_are_told_where_they_lie_and_lines_are_not(hands: Hands) -> None:
    stage, state = hands.page.stage, hands.page.link.state
    marked = apply(apply(state, Marked("beach-shift", "B2415", 2)), Marked("beach-shift", "B2416", 0))
    assert list(lying(stage, marked)) == [hands.hex("B2415")]
    told = [fact.value for fact in hex_facts(stage, marked, hands.hex("B2415")) if fact.name == "Marker"]
    assert told == ["Attacks from here: 2 columns left"]
    assert any(kind == "army-boundary" for kind, _ in state.markers) and not lying(stage, state)


@pytest.mark.soak
def test_the_cotentin_on_turn_4(hands: Hands) -> None:
    scenes.cotentin(hands)
    state = hands.page.link.state
    assert state.turn == 4 and hands.asked == "movement-phase"


@pytest.mark.parametrize("name", sorted(scenes.SCENES))
def test_the_committed_picture_is_a_whole_window(name: str) -> None:
    picture = QImage(str(IMAGES / f"{name}.png"))
    assert (picture.width(), picture.height()) == (1600, 1000)
