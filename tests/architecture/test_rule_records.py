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
def test_no_rule_is_waived(ruleset: str) -> None:
    assert [row["rule"] for row in report(find(ruleset)) if row["waiver"]] == []
