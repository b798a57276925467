"""The command line: one JSON value, one line on a mistake, exit status 0, 1 or 2, nothing lost."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import hill
import pytest

from hexcore import cli, cli_library
from hexcore.cli import main

pytestmark = pytest.mark.usefixtures("small_rulesets")
Run = Callable[..., tuple[int, str, str]]

POSITION = hill.POSITION


@pytest.fixture
def combat(tmp_path: Path, run: Run) -> Path:
    """1 Guards beside 7 Line on the hill, Blue's combat phase; the first die is a 6."""
    position, path = tmp_path / "p.toml", tmp_path / "c.hexgame"
    position.write_text(POSITION.format(phase="blue-combat"))
    assert run("new", "hill", "battle", "-o", path, "--position", position, "--dice", "6")[0] == 0
    return path


MOVE = '{"kind": "move", "unit": "1-guards", "to": "0201"}'
DONE = '{"kind": "done"}'
ATTACK = '{"kind": "attack", "targets": ["0302"], "attackers": ["1-guards"]}'


# ------------------------------------------------------------------ the library
def test_rulesets_are_listed_and_a_broken_one_hurts_no_other(
    answer: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexcore import ruleset

    points = [*ruleset._points(), metadata.EntryPoint("torn", "no_such_module:X", ruleset.ENTRY_POINTS)]
    monkeypatch.setattr(ruleset, "_points", lambda: points)
    rows = {row["id"]: row for row in answer("rulesets")}
    assert rows["torn"]["status"] == "broken"
    assert "no_such_module" in rows["torn"]["error"]
    assert rows["hill"] == {
        "id": "hill",
        "title": "Hold the Hill",
        "edition": "Test",
        "version": "1",
        "hash": hill.RULESET.hash,
        "status": "playable",
        "error": None,
    }


def test_scenarios_have_phases_tracks_and_options(answer: Callable[..., Any]) -> None:
    (battle,) = answer("scenarios", "hill")
    assert (battle["id"], battle["turns"], battle["sides"]) == ("battle", 4, ["blue", "red"])
    assert battle["phases"][0] == {"id": "blue-movement", "side": "blue", "rule": "4.1"}
    assert battle["tracks"] == [{"id": "turn", "min": 1, "max": 4}]
    (ford,) = answer("scenarios", "crossing")
    assert ford["options"][0].keys() == {"id", "default", "values", "rule", "text"}


# ------------------------------------------------------------------ a game
def test_a_whole_session(answer: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    made = answer("new", "hill", "battle", "-o", path, "--seed", 7)
    assert made["to_decide"] == "blue"
    assert {"kind": "take", "unit": "1-guards"} in answer("legal", path)
    kinds = [event["kind"] for event in answer("do", path, MOVE, DONE)]
    assert kinds[:2] == ["asked", "noted"]
    assert "moved" in kinds and "phase-began" in kinds
    shown = answer("show", path)
    assert (shown["turn"], shown["phase"], shown["to_decide"]) == (1, "blue-combat", "blue")
    assert shown["decision"]["kind"] == "combat-phase"
    assert answer("undo", path)["undone"] == {"kind": "done"}
    assert answer("show", path)["phase"] == "blue-movement"
    assert answer("replay", path, "--verify")["actions"] == 1


def test_show_has_every_promised_key(answer: Callable[..., Any], game: Path) -> None:
    shown = answer("show", game)
    promised = (
        "ruleset scenario turn phase to_decide decision units tracks markers control notes outcome hash"
    )
    assert set(promised.split()) <= shown.keys()
    unit = next(u for u in shown["units"] if u["id"] == "7-line")
    assert {
        "hex": "0302",
        "side": "red",
        "steps_left": 2,
        "strength": 3,
        "movement": 3,
        "markers": [],
    }.items() <= unit.items()
    assert "provenance" in unit
    assert shown["control"]["0302"] == "red"
    assert answer("show", game, "--as", "red")["decision"] is None
    assert "seed" not in json.dumps(shown)


def test_text_is_for_people(run: Run, game: Path) -> None:
    for arguments in (["show"], ["legal"], ["replay"]):
        status, out, err = run(*arguments, game)
        assert (status, err) == (0, "")
        assert out.strip()
    assert "1-guards" in run("show", game)[1]
    assert "blue decides" in run("do", game, DONE)[1]


def test_the_listed_actions_are_all_taken(answer: Callable[..., Any], game: Path) -> None:
    for unit in ((), ("--unit", "1-guards")):
        for action in answer("legal", game, *unit):
            assert answer("ask", game, "why", json.dumps(action))["legal"], action


def test_what_one_unit_may_do_is_listed_in_hand_or_not(answer: Callable[..., Any], game: Path) -> None:
    free = answer("legal", game, "--unit", "1-guards")
    assert {"kind": "move", "unit": "1-guards", "to": "0201"} in free
    assert all(action["unit"] == "1-guards" for action in free)
    answer("do", game, '{"kind": "take", "unit": "1-guards"}')
    held = answer("legal", game, "--unit", "1-guards")
    assert {"kind": "move", "unit": "1-guards", "to": "0201"} in held
    assert {"kind": "put-down"} in held
    assert answer("legal", game, "--unit", "7-line") == []


def test_the_attacks_of_one_unit_are_listed_whole(answer: Callable[..., Any], combat: Path) -> None:
    listed = answer("legal", combat, "--unit", "1-guards")
    assert {"kind": "attack", "targets": ["0302"], "attackers": ["1-guards"]} in listed


def test_chance_answers_itself_in_the_same_call(answer: Callable[..., Any], combat: Path) -> None:
    events = answer("do", combat, ATTACK)
    (rolled,) = [event for event in events if event["kind"] == "rolled"]
    assert rolled["dice"] == [6]
    assert all(action["kind"] != "roll" for action in answer("legal", combat))


def test_dice_are_typed_in_where_the_game_was_made_so(
    answer: Callable[..., Any], mistake: Callable[..., str], tmp_path: Path
) -> None:
    position, path = tmp_path / "p.toml", tmp_path / "t.hexgame"
    position.write_text(POSITION.format(phase="blue-combat"))
    answer("new", "hill", "battle", "-o", path, "--position", position, "--dice", "typed")
    answer("do", path, ATTACK)
    assert answer("legal", path) == [{"kind": "roll", "dice": [die]} for die in range(1, 7)]
    assert answer("show", path)["to_decide"] == "chance"
    assert "one die" in mistake("do", path, '{"kind": "roll", "dice": [7]}')
    assert any(e["kind"] == "rolled" for e in answer("do", path, '{"kind": "roll", "dice": [2]}'))


def test_json_lines_are_read_from_stdin(
    answer: Callable[..., Any], game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{MOVE}\n\n{DONE}\n"))
    assert answer("do", game, "-")
    assert answer("show", game)["phase"] == "blue-combat"


def test_export_and_import(answer: Callable[..., Any], run: Run, game: Path, tmp_path: Path) -> None:
    answer("do", game, MOVE, DONE, DONE)
    text, again = tmp_path / "g.txt", tmp_path / "again.hexgame"
    status, out, _ = run("export", game)
    assert status == 0
    text.write_text(out)
    assert answer("import", text, "-o", again)["actions"] == 3
    assert answer("show", again)["hash"] == answer("show", game)["hash"]
    assert answer("replay", text, "--verify")["verified"] is True
    assert len(answer("export", game, "--as", "red")) == 4


# ------------------------------------------------------------------ asking
def test_every_question_is_answered(answer: Callable[..., Any], run: Run, combat: Path, game: Path) -> None:
    assert answer("ask", game, "reach", "1-guards")["0201"] == {"mp": 1, "path": ["0201"]}
    assert answer("ask", game, "zoc", "red")
    assert answer("ask", game, "supply").keys() == {"1-guards", "2-guards", "7-line", "8-line"}
    assert answer("ask", game, "supply", "1-guards").keys() == {"1-guards"}
    assert answer("ask", game, "victory")["points"] == {"blue": 0, "red": 0}
    fight = ("odds", "--target", "0302", "--attackers", "1-guards")
    assert answer("ask", combat, *fight, "--with", '{"air": 0}')["column"] == "1-1"
    assert answer("ask", combat, "--json", "why", ATTACK) == {"legal": True, "refusals": []}
    for question in (["reach", "1-guards"], ["zoc", "red"], ["supply"], ["victory"], ["why", DONE]):
        assert run("ask", game, *question)[1].strip()
    assert "resolved on" in run("ask", combat, *fight)[1]


# ------------------------------------------------------------------ faults
def test_an_unexpected_fault_is_one_line_and_status_1(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr("hexcore.cli_games.shown", fails)
    status, out, err = run("show", game)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "unexpected fault: KeyError" in err
    monkeypatch.setenv(cli.DEBUG, "1")
    with pytest.raises(KeyError):
        main(["show", str(game)])


def test_help_is_no_mistake(run: Run) -> None:
    status, out, _ = run("--help")
    assert status == 0
    for command in ("rulesets", "scenarios", "new", "show", "legal", "do", "undo", "ask", "replay", "export"):
        assert command in out
    assert run("ask", "x", "odds", "--help")[0] == 0
    assert run("--version")[1].startswith("hexcore ")


# ------------------------------------------------------------------ play
def without_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in cli_library.DISPLAYS:
        monkeypatch.delenv(name, raising=False)


class Client(metadata.EntryPoint):
    """An installed client that keeps what it was started with."""

    started: list[list[str]] = []

    def load(self) -> Any:
        return self.started.append


def clients(monkeypatch: pytest.MonkeyPatch, *found: metadata.EntryPoint) -> None:
    monkeypatch.setattr(cli_library.metadata, "entry_points", lambda group: list(found))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_play_without_a_display_says_so(
    mistake: Callable[..., str], monkeypatch: pytest.MonkeyPatch, game: Path
) -> None:
    without_display(monkeypatch)
    clients(monkeypatch, Client("qt", "a:b", cli_library.CLIENTS))
    assert "no display" in mistake("play", game)
    assert "no display" in mistake("play")


def test_play_without_a_client_says_so(mistake: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    clients(monkeypatch)
    assert "no client is installed" in mistake("play")


def test_play_starts_the_client(
    run: Run, mistake: Callable[..., str], monkeypatch: pytest.MonkeyPatch, game: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    clients(monkeypatch, Client("qt", "a:b", cli_library.CLIENTS))
    Client.started.clear()
    for what in ([], [str(game)], ["hill", "battle"]):
        assert run("play", *what)[0] == 0
    assert Client.started == [[], [str(game)], ["hill", "battle"]]
    assert "no such file" in mistake("play", tmp_path / "none")
    assert "no scenario" in mistake("play", "hill", "siege")
    assert "play takes" in mistake("play", "a", "b", "c")
    clients(monkeypatch, metadata.EntryPoint("qt", "no_such_module:main", cli_library.CLIENTS))
    assert "cannot be opened" in mistake("play")


def test_dev_starts_the_client_on_a_ruleset_or_a_folder(
    run: Run, mistake: Callable[..., str], monkeypatch: pytest.MonkeyPatch, game: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    clients(monkeypatch, Client("qt", "a:b", cli_library.CLIENTS))
    (tmp_path / "home" / "mine").mkdir(parents=True)
    assert "has no ruleset.toml" in mistake("dev", tmp_path / "home")
    (tmp_path / "home" / "mine" / "ruleset.toml").write_text('id = "mine"\n')
    Client.started.clear()
    for what in (["hill", "battle"], ["hill", "--file", str(game)], [str(tmp_path / "home")]):
        assert run("dev", *what)[0] == 0
    home = str(tmp_path / "home")
    assert Client.started == [
        ["--dev", "hill", "battle", ""],
        ["--dev", "hill", "", str(game)],
        ["--dev", home, "", ""],
    ]
    assert "no ruleset 'hull'" in mistake("dev", "hull")
    assert "no such folder" in mistake("dev", "./hull")
    assert "no such file" in mistake("dev", "hill", "--file", tmp_path / "none")
    assert "with its own" in mistake("dev", "hill", "battle", "--file", game)
    clients(monkeypatch)
    assert "no client is installed" in mistake("dev", "hill")


# ------------------------------------------------------------------ tools
def test_a_map_is_drawn_without_a_window(answer: Callable[..., Any], tmp_path: Path) -> None:
    answer("map", "draw", "hill", "-o", tmp_path / "hill.svg")
    assert (tmp_path / "hill.svg").read_text().startswith("<svg")


def test_other_pictures_need_a_renderer(
    mistake: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("hexcore.cli_maps.metadata.entry_points", lambda group: [])
    assert "no renderer for '.png'" in mistake("map", "draw", "hill", "-o", tmp_path / "hill.png")


def test_simulated_games_are_kept(answer: Callable[..., Any], tmp_path: Path) -> None:
    rows = answer("simulate", "hill", "battle", "--games", 3, "--seed", 5, "-o", tmp_path / "r.db")
    assert [row["seed"] for row in rows] == [5, 6, 7]
    assert {"seed", "level", "turns", "actions", "seconds", "hash"} <= rows[0].keys()


# ------------------------------------------------------------------ as a process
def process(
    environment: Mapping[str, str], *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    program = "import sys; from hexcore.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *arguments],
        env=dict(environment),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_session_of_processes(installed_rulesets: Mapping[str, str], tmp_path: Path) -> None:
    path = str(tmp_path / "g.hexgame")

    def answered(*arguments: str, stdin: str = "") -> Any:
        done = process(installed_rulesets, *arguments, "--json", stdin=stdin)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    rows = {row["id"]: row["status"] for row in answered("rulesets")}
    assert (rows["hill"], rows["broken"]) == ("playable", "broken")
    answered("new", "hill", "battle", "-o", path, "--dice", "3 1 6")
    answered("do", path, "-", stdin=f"{MOVE}\n{DONE}\n")
    assert answered("undo", path)["undone"] == {"kind": "done"}
    assert answered("undo", path)["undone"] == json.loads(MOVE)
    refused = process(installed_rulesets, "undo", path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1


def test_the_doctor_tries_plugins_in_processes_of_their_own(
    installed_rulesets: Mapping[str, str],
) -> None:
    done = process(installed_rulesets, "doctor", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    plugins = {plugin["id"]: plugin for plugin in found["plugins"] if plugin["kind"] == "ruleset"}
    assert plugins["hill"]["status"] == "works"
    assert plugins["broken"]["status"] == "broken"
    assert "no_such_module" in plugins["broken"]["error"]
    assert plugins["hill"]["distribution"] == "small-rulesets"
    assert "hexcore-engine" in {d["name"] for d in found["distributions"]}
    assert found["window"].keys() == {"error", "display"}


def test_starting_needs_nothing_heavy() -> None:
    program = (
        "import sys; from hexcore.cli import main; main(['--help']);"
        "heavy = {'networkx', 'numpy', 'PyQt6', 'sqlite_utils', 'pydantic'} & sys.modules.keys();"
        "sys.exit(bool(heavy))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=dict(os.environ), capture_output=True, check=False
    )
    assert done.returncode == 0
