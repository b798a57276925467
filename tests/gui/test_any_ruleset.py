"""The window plays rulesets it knows nothing of, and starting it can be refused in one line."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import crossing
import hill
import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest

from hexcore.ruleset import Ruleset, find

SEEN = 4
"""Every so many answers the window is painted: most of the time would go into that."""


def first_scenario(ruleset: Ruleset) -> str:
    return next(iter(ruleset.scenarios))


def any_answer(hands: Hands, source: random.Random) -> None:
    """Some listed answer, given as the buttons give it."""
    if hands.page.hand_over.isVisible():
        QTest.keyClick(hands.page.hand_over, Qt.Key.Key_Return)
    hands.page.pointing.give(source.choice(hands.window.link.choices.offers).action)
    hands.wait(1)


# ------------------------------------------------------------------ set-up, secrets, hidden units
def test_units_are_set_up_by_choosing_one_and_clicking_a_hex(hands: Hands) -> None:
    hands.start(crossing.RULESET, first_scenario(crossing.RULESET))
    assert hands.asked == "set-up" and not hands.map.overlays.choices
    hands.press("11 Guard", hands.page.dock.choices)
    lit = hands.map.overlays.choices
    assert len(lit) > 5 and lit == hands.map.overlays.goals
    number = hands.state.board.map.numbers[sorted(lit)[0]]
    unit = hands.page.pointing.picked[0]
    hands.click(number)
    assert hands.where(unit) == number and not hands.page.pointing.picked


def test_the_table_changes_hands_behind_a_page_where_something_is_hidden(hands: Hands) -> None:
    hands.start(crossing.RULESET, first_scenario(crossing.RULESET), dice=4)
    source, first = random.Random(2), hands.window.link.viewer
    with hands.unseen():
        while hands.window.link.viewer == first:
            any_answer(hands, source)
    assert hands.page.hand_over.isVisible() and hands.page.hand_over.side != first
    hands.page.primary()
    assert hands.page.hand_over.isVisible()
    QTest.keyClick(hands.page.hand_over, Qt.Key.Key_Return)
    assert not hands.page.hand_over.isVisible()


@pytest.mark.parametrize(
    "ruleset, answers",
    [
        (hill.RULESET, 40),
        (crossing.RULESET, 60),
        (find("cobra-1977"), 10),
        pytest.param(crossing.RULESET, 160, marks=pytest.mark.soak),
        pytest.param(find("cobra-1977"), 60, marks=pytest.mark.soak),
    ],
)
def test_whatever_is_listed_can_be_answered(hands: Hands, ruleset: Ruleset, answers: int) -> None:
    hands.start(ruleset, first_scenario(ruleset), dice=4)
    source = random.Random(5)
    for n in range(answers):
        if not hands.asked:
            break
        hands.window.setUpdatesEnabled(n % SEEN == 0)
        any_answer(hands, source)
    game = hands.window.link.game
    assert hands.page.fault.fault is None and game is not None
    assert len(game.journal) >= answers or not hands.asked


def test_every_kind_of_answer_stands_in_the_list_of_answers(hands: Hands) -> None:
    hands.start(find("cobra-1977"), "breakout", dice=1)
    assert hands.asked == "replacements"
    offers = [o for o in hands.window.link.choices.offers if not o.ends]
    assert len(hands.page.dock.choices.buttons) == len(offers)
    hands.page.dock.choices.buttons[0].click()
    hands.wait()
    assert len(hands.window.link.choices.offers) != len(offers) + 1 or hands.log()


# ------------------------------------------------------------------ starting, and why not
def started(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The client started in a process of its own."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {key: value for key, value in os.environ.items() if key not in hidden}
    command = [sys.executable, "-m", "hexcore_gui", *words]
    return subprocess.run(command, env=kept | environment, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
@pytest.mark.parametrize(
    "words, environment, told",
    [
        ((), {}, "no display"),
        ((), {"QT_QPA_PLATFORM": "nowhere"}, "cannot be opened"),
        (("no-such", "scenario"), {"QT_QPA_PLATFORM": "offscreen"}, "no ruleset 'no-such'"),
        (("cobra-1977", "no-such"), {"QT_QPA_PLATFORM": "offscreen"}, "no-such"),
        (("no-such.hexgame",), {"QT_QPA_PLATFORM": "offscreen"}, "no-such.hexgame"),
        (("a", "b", "c"), {"QT_QPA_PLATFORM": "offscreen"}, "usage"),
    ],
)
def test_a_client_that_cannot_start_says_why_in_one_line(
    words: tuple[str, ...], environment: dict[str, str], told: str, tmp_path: Path
) -> None:
    tried = started(*words, **environment)
    assert tried.returncode == 2 and told in tried.stderr and "Traceback" not in tried.stderr
    assert len(tried.stderr.strip().splitlines()) == 1 and not tried.stdout
