"""Reports and positions written: what is in them, what is kept out, and that they can be played."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import crossing
import hill
import pytest

from hexcore.cli import main
from hexcore.game import Game, SeededDice
from hexcore.players import seated, step
from hexcore.position_text import position_text
from hexcore.positions import position_from
from hexcore.ruleset import Ruleset, find
from hexcore.stacking import overstacked
from hexcore.units import Side

SEED = "4242"


def played(ruleset: Ruleset, scenario: str, answers: int, seed: int = 3) -> Game:
    board = ruleset.board(scenario)
    game = Game.start(board, SeededDice(seed))
    players = seated("random", board.sides, seed)
    for _ in range(answers):
        if game.decision is not None:
            step(game, players)
    return game


# ------------------------------------------------------------------ positions
@pytest.mark.parametrize("answers", [0, 40, 150])
@pytest.mark.parametrize(
    "id, scenario",
    [("hill", ""), ("crossing", ""), ("cobra-1977", "breakout"), ("breakout-pursuit", "1.1")],
)
def test_a_game_goes_on_from_its_written_position(id: str, scenario: str, answers: int) -> None:
    ruleset = {"hill": hill.RULESET, "crossing": crossing.RULESET}.get(id) or find(id)
    game = played(ruleset, scenario or next(iter(ruleset.scenarios)), answers)
    crowded = any(overstacked(game.state, side) for side in game.board.sides)
    if game.decision is None or game.state.combats or crowded:
        pytest.skip("the game is over, or in the middle of a combat or a march")
    position = position_from(position_text(game), "here")
    again = position.start(position.board(ruleset, game.board.scenario.id))
    on_map = [u for u in game.state.units.values() if u.place is not None]
    assert {(u.id, u.place, u.losses) for u in on_map} <= {
        (u.id, u.place, u.losses) for u in again.state.units.values()
    }
    assert again.state.turn == game.state.turn and again.state.phase == game.state.phase


def test_the_ground_of_the_position_it_began_from_is_kept() -> None:
    text = """
ruleset = "cobra-1977"
scenario = "breakout"
turn = 3
phase = "german-combat"
clear_units = true
clear_ground = ["A2006", "A2014"]
[[unit]]
id = "g_pz_116"
hex = "A2010"
losses = 1
[[ground]]
hex = "A2010"
terrain = ["heavy-forest", "hills"]
bocage = true
[[hexside]]
between = ["A2010", "A2110"]
river = "major-river"
"""
    ruleset = find("cobra-1977")
    start = position_from(text, "start")
    game = start.start(start.board(ruleset, "breakout"))
    again = position_from(position_text(game, start=start), "again")
    assert again.board(ruleset, "breakout").map.content_hash == game.board.map.content_hash
    assert "losses = 1" in position_text(game, start=start)


# ------------------------------------------------------------------ reports
@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.hexgame"
    assert main(["new", "cobra", "breakout", "-o", str(path), "--seed", SEED]) == 0
    return path


def contents(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_report_holds_the_game_its_position_the_versions_and_the_last_fault(
    game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXCORE_FAULTS", str(tmp_path / "fault.txt"))
    out = tmp_path / "x.zip"
    assert main(["report", str(game_file), "-o", str(out)]) == 0
    files = contents(out)
    assert set(files) == {
        "game.txt",
        "position.toml",
        "position.json",
        "versions.json",
        "last-fault.txt",
    }
    found = json.loads(files["versions.json"])
    assert found["recorded"]["ruleset"] == "cobra" and found["recorded"]["hash"] == find("cobra").hash
    assert files["last-fault.txt"] == "none\n"
    (tmp_path / "game.txt").write_text(files["game.txt"], encoding="utf-8")
    assert main(["import", str(tmp_path / "game.txt"), "-o", str(tmp_path / "again.hexgame")]) == 0


def secret(path: Path) -> str:
    """Play the file on to a bombing plan, make it, and tell the salt."""
    from hexcore.gamefile import GameFile

    with GameFile.open(path) as file:
        game = file.game
        while game.decision is not None and game.decision.kind != "carpet-plan":
            listed = game.legal_actions()
            file.submit(next((a for a in listed if a.kind == "done"), listed[0]))
        file.submit(next(a for a in game.legal_actions() if getattr(a, "choice", "none") != "none"))
        (opening,) = game.state.openings.values()
    return opening[1]


@pytest.mark.parametrize("words", [[], ["--as", "german"], ["--with-secrets"]])
def test_secrets_stay_out_unless_they_are_asked_for(
    game_file: Path, tmp_path: Path, words: list[str]
) -> None:
    salt = secret(game_file)
    out = tmp_path / "x.zip"
    assert main(["report", str(game_file), "-o", str(out), *words]) == 0
    assert any(salt in text for text in contents(out).values()) == (words == ["--with-secrets"])


def test_what_one_side_may_not_see_is_not_in_its_report(tmp_path: Path) -> None:
    path, out = tmp_path / "g.hexgame", tmp_path / "x.zip"
    assert main(["new", "breakout-pursuit", "1.4", "-o", str(path), "--seed", "1"]) == 0
    assert main(["report", str(path), "-o", str(out), "--as", "german"]) == 0
    shown = json.loads(contents(out)["position.json"])
    assert shown["hash"] != json.loads(contents_of_all(path, tmp_path))["hash"]


def contents_of_all(path: Path, folder: Path) -> str:
    assert main(["report", str(path), "-o", str(folder / "all.zip")]) == 0
    return contents(folder / "all.zip")["position.json"]


def test_an_unexpected_fault_is_kept_for_the_report(
    game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXCORE_FAULTS", str(tmp_path / "fault.txt"))

    def breaks(*_given: object) -> None:
        raise KeyError(f"the hidden hex A{2000 + 116}")

    monkeypatch.setattr("hexcore.cli_games.show", breaks)
    assert main(["show", str(game_file)]) == 1
    assert main(["report", str(game_file), "-o", str(tmp_path / "x.zip")]) == 0
    assert "A2116" in contents(tmp_path / "x.zip")["last-fault.txt"]
    assert main(["report", str(game_file), "-o", str(tmp_path / "y.zip"), "--as", "allied"]) == 0
    seen = contents(tmp_path / "y.zip")["last-fault.txt"]
    assert "KeyError" in seen and "A2116" not in seen


def test_nothing_is_written_over(game_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x.zip"
    out.write_text("mine")
    assert main(["report", str(game_file), "-o", str(out)]) == 2
    assert out.read_text() == "mine" and "exists already" in capsys.readouterr().err


def test_a_side_that_is_not_in_the_game(game_file: Path, tmp_path: Path) -> None:
    assert main(["report", str(game_file), "-o", str(tmp_path / "x.zip"), "--as", "soviet"]) == 2
    assert not (tmp_path / "x.zip").exists()
    assert Side("soviet") not in find("cobra").sides
