"""`hexcore new-ruleset`: what it writes is installed, is sound and plays at once; it overwrites nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from hexcore.coverage import problems, report
from hexcore.new_ruleset import names_of, new_ruleset
from hexcore.ruleset import ENTRY_POINTS, UnknownName, find
from hexcore.tables import DataError


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_ruleset("Weir.Bridge", tmp_path_factory.mktemp("made") / "weir")


@pytest.fixture
def weir(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Installed as pip installs it: a dist-info folder whose entry point names the package."""
    points = tomllib.loads((home / "pyproject.toml").read_text())["project"]["entry-points"][ENTRY_POINTS]
    info = tmp_path / "weir_bridge-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: weir-bridge\nVersion: 0.1.0\n")
    rows = "\n".join(f"{id} = {value}" for id, value in points.items())
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\n{rows}\n")
    monkeypatch.syspath_prepend(str(home))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [p.name for p in metadata.entry_points(group=ENTRY_POINTS) if p.name == "weir-bridge"]
    return "weir-bridge"


def test_it_is_found_and_has_no_gaps(weir: str, run: Callable[..., Any]) -> None:
    ruleset = find(weir)
    assert (ruleset.status, ruleset.title) == ("playable", "Weir Bridge")
    assert problems(report(ruleset)) == []
    assert len(ruleset.counters) == 12 and len({c.side for c in ruleset.counters.values()}) == 2
    words = {w for sides in ruleset.map.sides for w in sides} | {w for t in ruleset.map.terrain for w in t}
    assert {"river", "woods", "town"} <= words and "road" in ruleset.map.roads
    assert run("map", "check", weir)[:2] == (0, "no findings\n")


def test_its_check_passes(weir: str, run: Callable[..., Any]) -> None:
    status, out, err = run("check", weir, "--fast")
    assert status == 0, out + err


def test_its_tests_pass_and_need_their_rules(home: Path) -> None:
    """In a process of its own: with two rules switched off, the tests of these fail and no others."""
    path = os.pathsep.join((str(home), str(Path(__file__).parents[2])))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-rf"]
    done = subprocess.run(
        [*command, "tests/test_rules.py"],
        cwd=home,
        env={**os.environ, "PYTHONPATH": path, "HEXCORE_OFF": "7.3,6.1"},
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    failed = {line.split("::")[1].split(" ")[0] for line in lines if line.startswith("FAILED")}
    assert failed == {"test_woods_shift_a_column", "test_zones_stop"}, done.stdout + done.stderr
    assert lines[-1].startswith("2 failed, 16 passed"), lines[-1]


def test_each_toml_names_its_schema(home: Path) -> None:
    for path in (home / "weir_bridge").glob("*.toml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith("#:schema ")
        assert (path.parent / first.removeprefix("#:schema ")).is_file()


def test_the_command(tmp_path: Path, answer: Callable[..., Any], mistake: Callable[..., str]) -> None:
    folder = tmp_path / "new"
    said = answer("new-ruleset", "ridge-two", "-o", folder)
    assert said == {"id": "ridge-two", "package": "ridge_two", "folder": str(folder)}
    texts = [p.read_text("utf-8") for p in folder.rglob("*") if p.suffix in (".py", ".md", ".toml")]
    assert not [text for text in texts if re.search(r"{{\w+}}", text)]
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert "nothing is written over it" in mistake("new-ruleset", "ridge-two", "-o", folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["", "-ridge", "a b", "1812", "class", "json", "hexcore", "../x", "rìdge!"])
def test_names_that_will_not_do(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"no name of|is taken"):
        new_ruleset(name, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_name_is_made_plain() -> None:
    assert names_of("My_Old..Game") == ("my-old-game", "my_old_game", "My Old Game")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError):
        new_ruleset("ridge-two", tmp_path / "file" / "x")


def test_every_command_takes_its_folder(
    home: Path, tmp_path: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The distribution's folder or its package's, not installed; HEXCORE_RULESETS has it for good."""
    game = tmp_path / "weir.hexgame"
    for command in (
        ("new", home, "battle", "-o", game),
        ("scenarios", home / "weir_bridge"),
        ("check", home, "--only", "schema"),
        ("explain", home, "once"),
        ("coverage", home),
        ("map", "check", home),
        ("map", "draw", home, "-o", tmp_path / "map.svg"),
        ("map", "diff", home, home / "weir_bridge"),
        ("simulate", home, "battle", "--games", 1, "--players", "blue=random", "-o", tmp_path / "r.db"),
        ("lab", "crt", f"{home}:battle"),
    ):
        status, out, err = run(*command)
        assert status == 0, (command, out, err)
    assert "#A9BF8F" in (tmp_path / "map.svg").read_text("utf-8")  # woods, of its own presentation.toml
    status, _, err = run("show", game)
    assert status == 2 and "no ruleset 'weir-bridge'" in err and "HEXCORE_RULESETS=FOLDER" in err
    monkeypatch.setenv("HEXCORE_RULESETS", os.pathsep.join((str(home), str(tmp_path))))
    assert run("show", game)[0] == 0
    listed = run("rulesets")[1]
    assert re.search(r"weir-bridge +Weir Bridge.*playable", listed)
    assert "the folder has no ruleset.toml" in listed


def test_a_folder_without_a_ruleset_is_refused(tmp_path: Path, mistake: Callable[..., str]) -> None:
    for command in (("check", tmp_path), ("new", tmp_path, "battle", "-o", tmp_path / "x.hexgame")):
        assert f"{tmp_path}: the folder has no ruleset.toml" in mistake(*command)
    assert f"{tmp_path / 'nowhere'}: no such folder" in mistake("scenarios", tmp_path / "nowhere")
