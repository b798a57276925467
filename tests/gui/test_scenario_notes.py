"""What the dialog of a new game says of a scenario: there for each, and true to the records."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import hill
import pytest
from hands import Hands
from PyQt6.QtWidgets import QLabel

from hexcore.ruleset import find
from hexcore_gui.presentation import Presentation, ScenarioLook

DOCS = Path(__file__).parents[2] / "docs"
RECORDS = {
    ("cobra-1977", "breakout"): ("steady.md", "Twenty whole games against itself"),
    ("cobra", "breakout"): ("soak-cobra.md", "Cobra Break-Out"),
    ("cobra", "breakout-original"): ("soak-cobra.md", "Cobra Break-Out, original set-up"),
    ("cobra", "buildup"): ("soak-normandy.md", "Battle of the Build-Up"),
    ("cobra", "campaign"): ("soak-normandy.md", "The Normandy Campaign"),
}
EVERY = [(id, s) for id in ("cobra-1977", "cobra", "breakout-pursuit") for s in find(id).scenarios]


def note(ruleset: str, scenario: str) -> ScenarioLook:
    return Presentation.from_mapping(find(ruleset).presentation).scenario_look(ruleset, scenario)


def record(file: str, heading: str) -> list[tuple[str, int]]:
    """Level and number of answers of each game in a table of the records."""
    text = (DOCS / file).read_text().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| \d+ \| ([A-Z][A-Za-z ]+?) \| \d+ \| (\d+) \|", text, re.MULTILINE)
    return [(level, int(answers)) for level, answers in rows]


@pytest.mark.parametrize("ruleset, scenario", EVERY)
def test_every_scenario_says_what_how_long_and_who_is_favoured(ruleset: str, scenario: str) -> None:
    told = note(ruleset, scenario)
    assert len(told.description) > 40 and told.length and told.balance
    assert "not measured" in told.length + told.balance or "settle little" in told.balance


@pytest.mark.parametrize("ruleset, scenario", sorted(RECORDS))
def test_figures_of_balance_and_length_are_those_on_record(ruleset: str, scenario: str) -> None:
    games, told = record(*RECORDS[ruleset, scenario]), note(ruleset, scenario)
    assert len(games) in (10, 20)
    won = Counter(level.split()[-1] for level, _ in games)
    for side, name in (("German", "Germans"), ("Allied", "Allies")):
        if won[side]:
            assert re.search(rf"the {name} (won )?(all )?{won[side]}\b", told.balance), (won, told.balance)
    if won["Draw"]:
        assert re.search(rf"\b{won['Draw']} (was|were) drawn", told.balance)
    answers = [number for _, number in games]
    assert f"{min(answers):,} to {max(answers):,} decisions" in told.length


@pytest.mark.parametrize("scenario", list(find("breakout-pursuit").scenarios))
def test_the_one_game_of_each_scenario_is_told_as_one_game(scenario: str) -> None:
    told, text = note("breakout-pursuit", scenario), (DOCS / "soak-breakout-pursuit.md").read_text()
    row = re.search(rf"^\| {re.escape(scenario)} \| ([^|]+) \| \d+ \| (\d+) \|", text, re.MULTILINE)
    assert row is not None
    assert f"one game only, steady against steady: {row[1]}." in told.balance
    assert f"took {int(row[2]):,} decisions" in told.length


def test_the_dialog_shows_them(hands: Hands) -> None:
    hands.press("New game")
    dialog = hands.window.dialog
    assert dialog is not None
    names = [dialog.games.item(n).text() for n in range(dialog.games.count())]
    for game, n in (("1977", 0), ("Breakout & Pursuit", 4), (hill.RULESET.title, 0)):
        dialog.games.setCurrentRow(next(k for k, name in enumerate(names) if game in name))
        dialog.scenarios.setCurrentRow(n)
        hands.wait(2)
        shown = [part.text() for part in dialog.findChildren(QLabel) if part.isVisible()]
        assert dialog.ruleset is not None and dialog.scenario is not None
        told = Presentation.from_mapping(dialog.ruleset.presentation).scenario_look(
            dialog.ruleset.id, dialog.scenario.id
        )
        assert (told.balance or "Not measured.") in shown and "Length" in shown
        assert all(text in shown for text in (told.description,) if text)
        assert any("Default:" in text for text in shown) == bool(dialog.scenario.options)
