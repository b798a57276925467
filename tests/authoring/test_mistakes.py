"""What authors get wrong, one thing at a time, in a ruleset that was sound: one message, with its place."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexcore.checkup import check_folder
from hexcore.new_ruleset import new_ruleset

TABLE = Path(__file__).with_name("mistakes.toml")
MISTAKES: list[Mapping[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["mistake"]
READ = ("schema", "lint", "drawing", "coverage")
"""The sections that play nothing."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a ruleset as it is made new."""
    home = new_ruleset("alderbridge", tmp_path_factory.mktemp("new") / "alderbridge")
    return next(path.parent for path in home.rglob("ruleset.toml"))


def told(folder: Path) -> list[str]:
    """Everything that is said of a folder, by paths within it."""
    flaws = [flaw for section in check_folder(folder, only=READ) for flaw in section.flaws]
    return [str(flaw).replace(f"{folder}/", "") for flaw in flaws]


def spoil(folder: Path, edit: Mapping[str, Any]) -> None:
    path = folder / edit["file"]
    if "find" not in edit:
        path.write_text(edit["put"], encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    assert edit["find"] in text, f"{edit['file']} says no {edit['find']!r}"
    path.write_text(text.replace(edit["find"], edit["put"], 1), encoding="utf-8")


def test_there_are_sixty_and_nothing_is_said_of_what_is_sound(sound: Path) -> None:
    assert len({one["name"] for one in MISTAKES}) == len(MISTAKES) >= 60
    assert told(sound) == []


@pytest.mark.parametrize("mistake", MISTAKES, ids=[one["name"] for one in MISTAKES])
def test_a_mistake_is_told_once_and_where_it_is(
    mistake: Mapping[str, Any], sound: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(sound, tmp_path / "alderbridge")
    for edit in (mistake, *mistake.get("also", ())):
        spoil(folder, edit)
    (said,) = told(folder)
    start, within, end = mistake["says"].partition("…/")
    assert said == mistake["says"] or (within and said.startswith(start) and said.endswith(end))


def test_it_is_told_on_the_command_line(
    sound: Path, tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    folder = shutil.copytree(sound, tmp_path / "alderbridge")
    spoil(folder, {"file": "counters.csv", "find": "b-2,blue", "put": "b-2,bleu"})
    status, out, err = run("check", folder)
    assert status == 2 and err == f"hexcore: {folder} is not sound: 1 flaw\n"
    assert out.startswith("schema") and out.endswith(
        f"\n  {folder}/counters.csv:3:5: side: 'bleu' is not a side; the nearest is 'blue'\n"
    )


# ------------------------------------------------------------------ what is meant
def test_a_flaw_that_is_meant_is_explained(sound: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(sound, tmp_path / "alderbridge")
    spoil(folder, {"file": "set-up.csv", "find": "*,b-4,0203\n", "put": ""})
    reasons = "finding,reason\nthe counter 'b-4' is in no scenario,A spare\n"
    (folder / "explained.csv").write_text(reasons, encoding="utf-8")
    assert told(folder) == []
    (lint,) = check_folder(folder, only=["lint"])
    assert [(flaw.line, reason) for flaw, reason in lint.explained] == [(5, "A spare")]


def test_an_explanation_that_explains_nothing_is_told(sound: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(sound, tmp_path / "alderbridge")
    (folder / "explained.csv").write_text("finding,reason\na river breaks,It is old\n", encoding="utf-8")
    flaws = [str(flaw) for section in check_folder(folder, fast=True) for flaw in section.flaws]
    assert flaws == [f"{folder}/explained.csv:2: explains nothing any more: a river breaks"]


def test_one_look_of_ones_own_makes_no_flaw_of_the_common_words(sound: Path, tmp_path: Path) -> None:
    """Most maps have woods and rivers; a word of one's own that has no look, or another's slip, is told."""
    folder = shutil.copytree(sound, tmp_path / "alderbridge")
    looks = folder / "presentation.toml"
    head, _, _ = looks.read_text(encoding="utf-8").partition("[terrain]")
    slip = "'woods' has no look: nothing under [terrain]; the nearest is 'wods'"
    for words, said in (('fort = { label = "Works" }', []), ('wods = { label = "Woods" }', [slip])):
        looks.write_text(f"{head}[terrain]\n{words}\n", encoding="utf-8")
        assert [text.split(": ", 1)[1] for text in told(folder)] == said
