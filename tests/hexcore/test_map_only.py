"""A ruleset that brings a map and no scenario: listed, drawn and proved, but not played."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import hill
import pytest

from hexcore import ruleset as rulesets
from hexcore.conformance import conformance
from hexcore.ruleset import MAP_ONLY, Ruleset, UnknownName
from hexcore.tables import DataError

GROUND = Ruleset(
    id="ground",
    title="Ground",
    edition="Test",
    version="1",
    folder=Path(__file__).parent / "ground",
    sides=(hill.BLUE, hill.RED),
    load_map=hill.hill_map,
)


def torn_map() -> Any:
    raise DataError("hexes.csv:7: torn")


TORN = rulesets.replace(GROUND, id="torn", load_map=torn_map)


@pytest.fixture
def with_ground(small_rulesets: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ground, and a map that cannot be read, among the installed rulesets."""
    mine = [
        metadata.EntryPoint(name, f"test_map_only:{name.upper()}", rulesets.ENTRY_POINTS)
        for name in ("ground", "torn")
    ]
    points = [*mine, *rulesets._points()]
    monkeypatch.setattr(rulesets, "_points", lambda: points)
    monkeypatch.setitem(sys.modules, "test_map_only", sys.modules[__name__])


@pytest.mark.usefixtures("with_ground")
def test_it_is_listed_as_what_it_is(answer: Callable[..., Any]) -> None:
    rows = {row["id"]: row for row in answer("rulesets")}
    assert (rows["ground"]["status"], rows["ground"]["error"]) == (MAP_ONLY, None)
    assert (rows["hill"]["status"], rows["hill"]["error"]) == ("playable", None)
    assert rows["torn"]["status"] == "broken" and "hexes.csv:7: torn" in rows["torn"]["error"]
    assert answer("scenarios", "ground") == []


@pytest.mark.usefixtures("with_ground")
def test_it_is_listed_for_people_too(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("scenarios", "ground") == (0, "ground is map-only: it has no scenario\n", "")


@pytest.mark.usefixtures("with_ground")
@pytest.mark.parametrize(
    "command",
    [
        ("new", "{id}", "battle", "-o", "{folder}/g.hexgame"),
        ("simulate", "{id}", "battle", "-o", "{folder}/r.db"),
        ("play", "{id}", "battle"),
        ("coverage", "{id}"),
        ("coverage", "{id}", "--prove"),
    ],
    ids=" ".join,
)
def test_what_needs_a_game_refuses_it_in_one_line(
    command: tuple[str, ...], mistake: Callable[..., str], tmp_path: Path
) -> None:
    said = mistake(*(word.format(id="ground", folder=tmp_path) for word in command))
    assert said == "hexcore: ruleset 'ground' is map-only: it has no scenario to play\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("with_ground")
def test_the_same_commands_take_a_game(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    assert run("new", "hill", "battle", "-o", tmp_path / "g.hexgame")[0] == 0
    assert run("simulate", "hill", "battle", "-o", tmp_path / "r.db")[0] == 0


@pytest.mark.usefixtures("with_ground")
def test_its_map_is_drawn(answer: Callable[..., Any], tmp_path: Path) -> None:
    picture = tmp_path / "ground.svg"
    assert answer("map", "draw", "ground", "-o", picture) == {"file": str(picture)}
    assert "0302" in picture.read_text()


@pytest.mark.usefixtures("with_ground")
def test_conformance_passes_it_over(run: Callable[..., tuple[int, str, str]]) -> None:
    assert conformance(GROUND) == []
    status, out, err = run("check", "ground")
    assert (status, err) == (0, "") and "map-only: there is nothing to play" in out


def test_no_board_is_made_of_it() -> None:
    with pytest.raises(UnknownName, match="map-only"):
        GROUND.board("battle")
    with pytest.raises(UnknownName, match=r"no scenario 'siege'; it has: battle"):
        hill.RULESET.board("siege")


def test_the_pytest_plugin_skips_it(tmp_path: Path, installed_rulesets: Mapping[str, str]) -> None:
    (tmp_path / "site" / "small_rulesets-1.dist-info" / "entry_points.txt").write_text(
        "[hexcore.rulesets]\nground = test_map_only:GROUND\n"
    )
    environment = dict(installed_rulesets)
    environment["PYTHONPATH"] += f":{Path(__file__).parent}"
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(
        [*command, "--conformance=ground"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 skipped" in done.stdout and "ground is map-only" in done.stdout
