"""Generated files of rule coverage are up to date, and coverage finds nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hexcore.coverage import problems, report
from hexcore.ruleset import find

ROOT = Path(__file__).parents[2]
WITH_RECORDS = ("cobra-1977", "cobra", "breakout-pursuit")
LATER = {"cobra": "comes with the Build-Up and campaign scenarios"}
"""By ruleset the one waiver that is permitted."""


@pytest.mark.parametrize("what", ["--collect", "--page"])
def test_generated_files_are_up_to_date(what: str) -> None:
    """The record of tests and the rules page: `python -m hexcore.coverage` writes them anew."""
    command = [sys.executable, "-m", "hexcore.coverage", what, *WITH_RECORDS, "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("ruleset", WITH_RECORDS)
def test_every_rule_of_play_has_code_and_a_test(ruleset: str) -> None:
    assert problems(report(find(ruleset))) == []


@pytest.mark.parametrize("ruleset", WITH_RECORDS)
def test_the_only_waiver_is_the_one_permitted(ruleset: str) -> None:
    permitted = {LATER[ruleset]} if ruleset in LATER else set()
    assert {row["waiver"] for row in report(find(ruleset))} == {"", *permitted}


@pytest.mark.parametrize("ruleset", LATER)
def test_a_rule_of_a_scenario_that_is_played_is_not_waived(ruleset: str) -> None:
    played = find(ruleset)
    scenarios = {"all", *(id.partition("-")[0] for id in played.scenarios)}
    waived = {row["rule"] for row in report(played) if row["waiver"]}
    rows = {
        row["rule"]: row["scenarios"].split() for row in played.load_rule_index() if row["rule"] in waived
    }
    assert waived and waived == rows.keys()
    assert [rule for rule, used in rows.items() if scenarios & set(used)] == []
