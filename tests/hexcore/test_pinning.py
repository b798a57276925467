"""Games and rules that change: what still opens, what is told, and a new file under the present rules."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import hill
import pytest
from game_hands import begun, play

from hexcore import gamefile, record, ruleset
from hexcore.actions import Done, Move
from hexcore.game_damage import damage
from hexcore.gamefile import GameFile, RulesChanged, read_record
from hexcore.journal_text import verify
from hexcore.record import same_rules
from hexcore.rules import rule
from hexcore.ruleset import Ruleset, UnknownName, find

pytestmark = pytest.mark.usefixtures("small_rulesets")
FILES = {"crt.csv": "1,2\n", "movement.py": "# how units move\n", "rules.toml": "", "presentation.toml": ""}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The hill with files of its own, so that they can change."""
    folder = tmp_path / "ruleset"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    install(monkeypatch, folder=folder)
    return folder


def install(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> Ruleset:
    """The hill as another version of it, in its place."""
    new = replace(hill.RULESET, **fields)
    monkeypatch.setattr(sys.modules["hill"], "RULESET", new)
    return new


def still(board_modules: Callable[[], Any]) -> Callable[[], list[Any]]:
    """The hill's rules, and one more under which nobody moves."""
    stay = ModuleType("stay_where_you_are")

    @rule({"hill": "6.9"}, hook="movement_allowance")
    def nobody_moves(state: Any, unit: Any) -> int:
        return 0

    nobody_moves.__module__ = stay.__name__
    stay.__dict__["nobody_moves"] = nobody_moves
    return lambda: [*board_modules(), stay]


def moved(path: Path) -> None:
    """A game whose third action is a move."""
    with begun(path, hill.RULESET) as file:
        file.submit(Done())
        file.submit(Done())
        file.submit(Move(("7-line",), hill.RULESET.map.hex("0303")))
        file.mark("begin", 1)
        file.mark("end")


# ------------------------------------------------------------------ what counts as a change
@pytest.mark.parametrize(
    ("name", "counts"),
    [("crt.csv", True), ("movement.py", True), ("rules.toml", False), ("presentation.toml", False)],
)
def test_texts_may_change_and_nothing_else(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, counts: bool
) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, hill.RULESET) as file:
        play(file, 5)
        before = path.read_bytes(), file.game.state.hash
    old = hill.RULESET.hash
    (folder / name).write_text("other = 1\n" if name.endswith("toml") else "# other\n")
    install(monkeypatch, folder=folder)
    assert hill.RULESET.hash != old, "the hash of the ruleset is that of all its files"
    assert same_rules(read_record(path).header, hill.RULESET) is not counts
    if counts:
        with pytest.raises(RulesChanged, match=f"hill version 1; changed: {name}; hexcore migrate"):
            GameFile.open(path)
    else:
        with GameFile.open(path) as file:
            assert file.game.state.hash == before[1]
    assert path.read_bytes() == before[0], "nothing is rewritten silently"


def test_what_changed_is_told_by_file_name_and_version(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, mistake: Callable[..., str]
) -> None:
    path = tmp_path / "g.hexgame"
    moved(path)
    (folder / "crt.csv").write_text("2,1\n")
    (folder / "movement.py").unlink()
    (folder / "supply.py").write_text("")
    (folder / "rules.toml").write_text("a = 1\n")
    install(monkeypatch, folder=folder, version="2")
    for command in (("show", path), ("do", path, '{"kind": "done"}'), ("undo", path), ("legal", path)):
        told = mistake(*command)
        assert "hill version 1, now 2; changed: crt.csv; added: supply.py; removed: movement.py;" in told
        assert f"hexcore migrate {path} --dry-run" in told


def test_the_recorded_version_is_used_where_it_is_installed(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.hexgame"
    moved(path)
    old = hill.RULESET
    new = tmp_path / "new"
    shutil.copytree(folder, new)
    (new / "crt.csv").write_text("2,1\n")
    present = install(monkeypatch, folder=new, version="2", load_modules=still(old.load_modules))
    monkeypatch.setattr(hill, "OLD", old, raising=False)
    points = [
        metadata.EntryPoint("hill", f"hill:{name}", ruleset.ENTRY_POINTS) for name in ("OLD", "RULESET")
    ]
    monkeypatch.setattr(ruleset, "_points", lambda: points)
    assert find("hill") is present
    assert find("hill", old.hash) is old and find("hill", present.rules_hash) is present
    with pytest.raises(UnknownName, match="no ruleset 'hill' with the hash 77"):
        find("hill", "77")
    with GameFile.open(path) as file:
        assert file.setting.board.ruleset is old
        play(file, 2)
    assert verify(read_record(path))


# ------------------------------------------------------------------ under another engine
def test_under_another_engine_a_game_opens_when_its_whole_replay_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.hexgame"
    moved(path)
    proofs: list[int] = []
    really = GameFile._prove_anew
    monkeypatch.setattr(GameFile, "_prove_anew", lambda file: (proofs.append(1), really(file))[1])
    for module in (record, gamefile):
        monkeypatch.setattr(module, "engine_version", lambda: "99.0")
    header = read_record(path).header
    before = path.read_bytes()
    with GameFile.open(path):
        assert len(proofs) == 1 and path.read_bytes() == before
    with GameFile.open(path) as file:
        play(file, 1)
    with GameFile.open(path) as file:
        play(file, 1)
    assert len(proofs) == 2, "once it is on record that it has held, it is not proved again"
    assert read_record(path).header == header, "what it was begun under stays what it was"
    assert damage(path) == []


# ------------------------------------------------------------------ watched all the same
def test_under_changed_rules_a_game_is_watched_as_it_was_recorded(
    tmp_path: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[..., Any],
    run: Callable[..., tuple[int, str, str]],
    mistake: Callable[..., str],
) -> None:
    path = tmp_path / "g.hexgame"
    moved(path)
    with GameFile.open(path) as file:
        play(file, 20)
        hash = file.game.state.hash
    rows, before = answer("replay", path, "--log"), path.read_bytes()
    assert rows[0]["n"] == 0 and any(row["dice"] for row in rows)
    (folder / "movement.py").write_text("# nobody moves\n")
    install(monkeypatch, folder=folder, load_modules=still(hill.RULESET.load_modules))
    for words in (("--log",), ("--log", "--as", "blue"), ("--to", "5"), ()):
        status, out, err = run("replay", path, *words, "--json")
        assert status == 0 and err.count("\n") == 1
        assert "hill version 1; changed: movement.py; it is told as it was recorded; to play on" in err
        if words == ("--log",):
            assert json.loads(out) == rows[1:], "how the present rules set it up is no part of it"
    assert json.loads(out)["hash"] == hash
    assert "action 3 no longer holds: move" in mistake("replay", path, "--verify")
    with pytest.raises(RulesChanged):
        GameFile.open(path)
    assert path.read_bytes() == before


def test_a_game_without_a_place_under_changed_rules_says_so(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., tuple[int, str, str]]
) -> None:
    path = tmp_path / "g.hexgame"
    moved(path)
    (folder / "movement.py").write_text("# fewer units\n")
    really = hill.RULESET.load_counters
    install(monkeypatch, folder=folder, load_counters=lambda: dict(list(really().items())[1:]))
    status, out, err = run("replay", path)
    assert status == 2 and not out
    assert "the opening: it has no place under the present rules: state.units:" in err


def test_without_what_followed_the_present_rules_say_it(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., tuple[int, str, str]]
) -> None:
    path, text = tmp_path / "g.hexgame", tmp_path / "g.jsonl"
    moved(path)
    assert run("export", path, "-o", text)[0] == 0
    (folder / "crt.csv").write_text("2,1\n")
    install(monkeypatch, folder=folder)
    status, _, err = run("replay", text)
    assert status == 0 and "which files differ was not recorded; the present rules say what followed;" in err


# ------------------------------------------------------------------ migrating
def test_a_game_that_holds_is_migrated_whole(
    tmp_path: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[..., Any],
    mistake: Callable[..., str],
) -> None:
    path, new = tmp_path / "g.hexgame", tmp_path / "new.hexgame"
    moved(path)
    hash, before = read_record(path).lines[-1].hash, path.read_bytes()
    (folder / "crt.csv").write_text("2,1\n")
    install(monkeypatch, folder=folder, version="2")
    told = answer("migrate", path, "--dry-run")
    assert told["holds"] is True and told["changed"] == ["crt.csv"] and not new.exists()
    assert (told["actions"], told["of"], told["then"], told["now"]) == (3, 3, "1", "2")
    assert answer("migrate", path, "-o", new)["holds"] is True
    assert path.read_bytes() == before
    with GameFile.open(new) as file:
        assert file.game.state.hash == hash
        assert file.header.rules_hash == hill.RULESET.rules_hash and file.header.version == "2"
        assert {mark.name: file.number_of(mark) for mark in file.bookmarks.values()} == {"begin": 1, "end": 3}
    assert damage(new) == []
    assert "exists already" in mistake("migrate", path, "-o", new)
    assert "either tells" in mistake("migrate", path)


def test_a_game_that_is_refused_is_migrated_as_far_as_it_holds(
    tmp_path: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[..., Any],
    mistake: Callable[..., str],
) -> None:
    path, new = tmp_path / "g.hexgame", tmp_path / "new.hexgame"
    moved(path)
    (folder / "movement.py").write_text("# nobody moves\n")
    install(monkeypatch, folder=folder, load_modules=still(hill.RULESET.load_modules))
    told = answer("migrate", path, "--dry-run")
    assert (told["holds"], told["refused_at"], told["actions"]) == (False, 3, 2)
    assert "no movement points" in told["reason"]
    refused = mistake("migrate", path, "-o", new)
    assert "action 3 is refused" in refused and "--as-far-as-it-holds" in refused
    assert not new.exists()
    assert answer("migrate", path, "-o", new, "--as-far-as-it-holds")["actions"] == 2
    with GameFile.open(new) as file:
        assert len(file.game.journal) == 2
        assert list(file.bookmarks) == ["begin"]
        play(file, 3)


def test_a_damaged_snapshot_does_not_keep_a_whole_game_from_being_migrated(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, answer: Callable[..., Any]
) -> None:
    path, new = tmp_path / "g.hexgame", tmp_path / "new.hexgame"
    moved(path)
    db = sqlite3.connect(path)
    assert db.execute("UPDATE snapshots SET state = '{}'").rowcount > 0
    db.commit()
    db.close()
    (folder / "crt.csv").write_text("2,1\n")
    install(monkeypatch, folder=folder, version="2")
    assert answer("migrate", path, "-o", new)["holds"] is True
    assert damage(path) and damage(new) == []


def test_a_game_that_comes_out_otherwise_says_where_and_in_what(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, answer: Callable[..., Any]
) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, hill.RULESET) as file:
        file.submit(Done())
    counters = hill.RULESET.load_scenarios

    def elsewhere() -> list[Any]:
        def set_up(hex_map: Any) -> Mapping[str, Any]:
            return {**hill.set_up(hex_map), "8-line": (hex_map.hex("0503"), 0)}

        return [replace(scenario, set_up=set_up) for scenario in counters()]

    (folder / "crt.csv").write_text("2,1\n")
    install(monkeypatch, folder=folder, load_scenarios=elsewhere)
    told = answer("migrate", path, "--dry-run")
    assert (told["holds"], told["refused_at"], told["differs_from"]) == (False, None, 1)
    assert told["differs_in"][0].startswith("at action 0: units 8-line")
    new = tmp_path / "new.hexgame"
    answer("migrate", path, "-o", new)
    with GameFile.open(new) as file:
        assert file.game.board.map.numbers[file.game.state.unit("8-line").hex] == "0503"
