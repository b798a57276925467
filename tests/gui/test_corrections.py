"""A player's corrections in the window: chosen in the dialog of a new game, and named while it is played."""

from __future__ import annotations

from pathlib import Path

import hill
import pytest
from hands import Hands

from hexcore.corrected import corrected
from hexcore.corrections import Correction, Corrections
from hexcore_gui.corrections_row import CorrectionsRow
from hexcore_gui.theme import Theme

GOOD = "table,key,field,value,by\ncounters,1-guards,strength,6|3,Ann\n"


def read(hands: Hands, row: CorrectionsRow, path: Path) -> None:
    row.read(path)
    hands.until(lambda: not row.busy)


def test_a_file_is_proved_when_it_is_chosen(hands: Hands, tmp_path: Path) -> None:
    row, path = CorrectionsRow(Theme.light(), hill.RULESET), tmp_path / "c.csv"
    path.write_text(GOOD)
    read(hands, row, path)
    assert row.told.text() == "Playing with 1 correction by Ann."
    assert row.ruleset.counters["1-guards"].steps[0].strength == 6
    path.write_text(GOOD.replace("1-guards", "1-gards"))
    read(hands, row, path)
    assert "c.csv:2: key: table counters has no row '1-gards'" in row.told.text()
    assert row.ruleset is hill.RULESET


def test_doubts_are_told_beside_the_choice(hands: Hands, tmp_path: Path) -> None:
    row, path = CorrectionsRow(Theme.light(), hill.RULESET), tmp_path / "c.csv"
    path.write_text(GOOD.replace("6|3", "60|3"))
    read(hands, row, path)
    assert row.told.text().splitlines() == [
        "Playing with 1 correction by Ann.",
        "c.csv:2: doubtful: strength goes up to 4 elsewhere, not to 60|3",
    ]
    assert row.ruleset.counters["1-guards"].steps[0].strength == 60


@pytest.mark.parametrize("given", [True, False])
def test_the_window_says_whose_corrections_are_played(hands: Hands, given: bool) -> None:
    rows = (Correction("counters", "1-guards", "strength", "6|3", "Ann", line=2),)
    ruleset = corrected(hill.RULESET, Corrections("c.csv", rows)) if given else hill.RULESET
    hands.start(ruleset, "battle")
    title = hands.page.stage.title
    assert title.endswith(" · playing with 1 correction by Ann") == given
    assert hands.window.title.text() == title
