"""The user's own mistakes: one line on stderr, exit status 2, nothing written and nothing lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hill
import pytest

pytestmark = pytest.mark.usefixtures("small_rulesets")
Run = Callable[..., tuple[int, str, str]]

POSITION = hill.POSITION


MOVE = '{"kind": "move", "unit": "1-guards", "to": "0201"}'
DONE = '{"kind": "done"}'
ATTACK = '{"kind": "attack", "targets": ["0302"], "attackers": ["1-guards"]}'


# ------------------------------------------------------------------ mistakes
REFUSED = {
    "unknown unit": '{"kind": "move", "unit": "9-guards", "to": "0201"}',
    "unknown hex": '{"kind": "move", "unit": "1-guards", "to": "0909"}',
    "unknown word": '{"kind": "move", "unit": "1-guards", "towards": "0201"}',
    "unknown kind": '{"kind": "fly", "unit": "1-guards"}',
    "incomplete": '{"kind": "move", "unit": "1-guards"}',
    "nothing": "{}",
    "a list for a kind": '{"kind": ["move"]}',
    "no unit": '{"kind": "move", "unit": "", "to": "0201"}',
    "a number for a hex": '{"kind": "move", "unit": "1-guards", "to": 1e400}',
    "no JSON": "move 1-guards",
    "no object": "[1, 2]",
    "the enemy's": '{"kind": "move", "unit": "7-line", "to": "0303"}',
    "too far": '{"kind": "move", "unit": "1-guards", "to": "0504"}',
    "enemy-held": '{"kind": "move", "unit": "1-guards", "to": "0302"}',
    "out of phase": ATTACK,
    "dice": '{"kind": "roll", "dice": [6]}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_action_is_one_line_and_leaves_the_file(run: Run, game: Path, case: str) -> None:
    before = game.read_bytes()
    status, out, err = run("do", game, REFUSED[case], "--json")
    assert (status, err.count("\n"), out.count("\n")) == (2, 1, 1)
    told = json.loads(out)
    assert told.keys() == {"refused", "rule", "reason"}
    assert told["reason"]
    assert err.startswith(f"hexcore: {' '.join(told['reason'].split())}")
    assert game.read_bytes() == before


def test_a_refusal_carries_the_number_of_its_rule(run: Run, game: Path) -> None:
    _, out, err = run("do", game, MOVE, '{"kind": "move", "unit": "1-guards", "to": "0301"}', "--json")
    told = json.loads(out)
    assert told["rule"] == "6.1"
    assert told["refused"] == {"kind": "move", "unit": "1-guards", "to": "0301"}
    assert err.rstrip().endswith("[6.1]")


def test_actions_before_a_refused_one_stay(run: Run, answer: Callable[..., Any], game: Path) -> None:
    status, out, _ = run("do", game, MOVE, REFUSED["unknown hex"], DONE, "--json")
    assert status == 2
    assert any(event["kind"] == "moved" for event in json.loads(out)["events"])
    shown = answer("show", game)
    assert shown["phase"] == "blue-movement"
    assert next(u for u in shown["units"] if u["id"] == "1-guards")["hex"] == "0201"


WRONG = {
    ("new", "waterloo", "battle", "-o", "{new}"): "no ruleset 'waterloo'",
    ("new", "hill", "siege", "-o", "{new}"): "no scenario 'siege'",
    ("new", "hill", "battle", "-o", "{game}"): "exists already",
    ("new", "hill", "battle", "-o", "{new}/x"): "no folder",
    ("new", "hill", "battle", "-o", "{new}", "--dice", "1 7"): "not '7'",
    ("new", "hill", "battle", "-o", "{new}", "--dice", ""): "--dice",
    ("new", "hill", "battle", "-o", "{new}", "--dice", "typed", "--seed", "1"): "no seed",
    ("new", "hill", "battle", "-o", "{new}", "--seed", "one"): "--seed",
    ("new", "hill", "battle", "-o", "{new}", "--option", "fog"): "ID=VALUE",
    ("new", "hill", "battle", "-o", "{new}", "--option", "fog=on"): "no option 'fog'",
    ("new", "hill", "battle", "-o", "{new}", "--position", "{new}"): "No such file",
    ("new", "hill", "battle"): "-o",
    ("scenarios", "waterloo"): "no ruleset 'waterloo'",
    ("show", "{new}"): "no such file",
    ("show", "{game}", "--as", "green"): "no side 'green'",
    ("legal", "{game}", "--unit", "9-guards"): "no unit '9-guards'",
    ("undo", "{game}"): "nothing can be taken back",
    ("ask", "{game}", "reach", "9-guards"): "no unit '9-guards'",
    ("ask", "{game}", "zoc", "green"): "no side 'green'",
    ("ask", "{game}", "why", "{{"): "no JSON",
    ("ask", "{game}", "why", '{{"kind": "fly"}}'): "unknown kind",
    ("ask", "{game}", "weather"): "invalid choice",
    ("ask", "{game}"): "QUESTION",
    ("ask", "{game}", "odds", "--target", "0909", "--attackers", "1-guards"): "no hex '0909'",
    ("ask", "{game}", "odds", "--target", "0302", "--attackers", "1-guards", "--with", "air"): "no JSON",
    ("replay", "{game}", "--to", "9"): "none is number 9",
    ("replay", "{new}"): "No such file",
    ("export", "{game}", "--as", "green"): "no side 'green'",
    ("import", "{game}", "-o", "{new}"): "no text",
    ("map", "build", "hill"): "typed in by hand",
    ("map", "check", "nowhere"): "no ruleset 'nowhere'",
    ("map", "diff", "hill", "no/where"): "no such folder",
    ("map", "export", "hill", "-o", "{new}/x.pdf"): ".geojson or .tmx",
    ("map", "import", "missing.tmx", "-o", "{new}"): "No such file",
    ("corrections", "check", "hill", "missing.csv"): "No such file",
    ("corrections", "new", "hill", "-o", "{new}/c.csv"): "No such file",
    ("new", "hill", "battle", "-o", "{new}", "--corrections", "missing.csv"): "No such file",
    ("map", "draw", "hill", "-o", "{new}/x.svg"): "no folder",
    ("simulate", "hill", "battle", "-o", "{new}", "--players", "green=random"): "SIDE=KIND",
    ("simulate", "hill", "battle", "-o", "{new}", "--players", "red=genius"): "genius",
    ("simulate", "hill", "battle", "-o", "{new}", "--games", "0"): "at least 1",
    ("coverage", "waterloo"): "no ruleset",
    ("check", "waterloo"): "no ruleset",
    ("conquer",): "conquer",
    ("show", "{game}", "--loud"): "--loud",
    ("show",): "file",
    (): "name a command",
}


@pytest.mark.parametrize("arguments", WRONG, ids=lambda a: " ".join(a)[:60] or "nothing")
def test_a_mistake_is_told_in_one_line_and_nothing_is_written(
    mistake: Callable[..., str], game: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    before, files = game.read_bytes(), sorted(tmp_path.iterdir())
    told = mistake(*(a.format(game=game, new=tmp_path / "new") for a in arguments))
    assert WRONG[arguments] in told
    assert game.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == files


def test_a_broken_position_writes_nothing(mistake: Callable[..., str], tmp_path: Path) -> None:
    position, path = tmp_path / "p.toml", tmp_path / "g.hexgame"
    position.write_text(POSITION.format(phase="blue-combat").replace("0302", "0309"))
    told = mistake("new", "hill", "battle", "-o", path, "--position", position)
    assert f"{position}:6: no hex '0309'" in told
    assert not path.exists()


def test_a_foreign_or_a_truncated_file_stays_as_it_is(mistake: Callable[..., str], game: Path) -> None:
    for content in (b"", b"a letter", game.read_bytes()[: game.stat().st_size // 2]):
        game.write_bytes(content)
        for command in ("show", "legal", "undo"):
            assert str(game) in mistake(command, game)
        mistake("do", game, DONE)
        assert game.read_bytes() == content


def test_a_text_that_no_longer_holds_is_told_by_its_action(
    run: Run, mistake: Callable[..., str], game: Path, tmp_path: Path
) -> None:
    run("do", game, MOVE, DONE)
    text = tmp_path / "g.txt"
    text.write_text(run("export", game)[1].replace('"0201"', '"0102"'))
    assert "action 1 no longer holds" in mistake("replay", text, "--verify")
    assert "action 1 no longer holds" in mistake("import", text, "-o", tmp_path / "new")
    assert not (tmp_path / "new").exists()
