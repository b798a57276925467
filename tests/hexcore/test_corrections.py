"""A player's corrections: laid over any ruleset, proved like shipped data, pinned in the game, never lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import crossing
import hill
import pytest

from hexcore.actions import Done
from hexcore.corrected import checked, corrected
from hexcore.corrections import Correction, CorrectionFault, Corrections, read_corrections
from hexcore.game import Game
from hexcore.game_tree import proof_of
from hexcore.gamefile import GameFile, GameFileError
from hexcore.record import DiceRecord
from hexcore.ruleset import Ruleset, find, replace
from hexcore.shipped import shipped
from hexcore.state import Combat
from hexcore.tables import DataError, read_csv, table, through

pytestmark = pytest.mark.usefixtures("small_rulesets")

HEAD = "table,key,field,value,by,why\n"
Rows = tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class Weight:
    id: str
    weight: int


def of(*rows: tuple[str, str, str, str]) -> Corrections:
    """Corrections as they stand in c.csv, the first in line 2."""
    return Corrections("c.csv", tuple(Correction(*row, by="Ann", line=n) for n, row in enumerate(rows, 2)))


def written(folder: Path, *rows: tuple[str, str, str, str]) -> Path:
    path = folder / "c.csv"
    path.write_text(HEAD + "".join(",".join((*row, "Ann", "my copy")) + "\n" for row in rows))
    return path


# ------------------------------------------------------------------ the ground, in files or in code
def test_the_ground_of_a_map_in_files_is_corrected() -> None:
    changed = corrected(
        crossing.RULESET,
        of(
            ("hexes", "0000", "terrain", "woods"),
            ("hexsides", "0400 0300", "feature", "none"),
            ("hexsides", "0001 0000", "feature", "river"),
            ("roads", "0004 0104", "road", "none"),
            ("roads", "0005 0004", "road", "road"),
            ("places", "0504 Wendham", "name", "Wendover"),
            ("places", "0001 Newton", "row", "new"),
            ("places", "0001 Newton", "kind", "town"),
            ("groups", "north-bank 0000", "row", "none"),
            ("groups", "far-bank 0000", "row", "new"),
        ),
    ).map
    shipped_map = crossing.RULESET.map
    side = changed.side(changed.hex("0000"), changed.hex("0001"))
    assert changed.terrain[changed.hex("0000")] == {"woods"}
    assert changed.sides[side] == changed.sides[changed.mirror(side)] == {"river"}
    assert changed.sides[changed.side(changed.hex("0300"), changed.hex("0400"))] == frozenset()
    assert changed.roads[changed.side(changed.hex("0004"), changed.hex("0104"))] == ""
    assert changed.roads[changed.side(changed.hex("0004"), changed.hex("0005"))] == "road"
    assert {place.name for place in changed.places} == {"Wendover", "Newton"}
    assert changed.hex("0000") not in changed.groups["north-bank"]
    assert changed.hex("0000") in changed.groups["far-bank"]
    assert changed.provenance["hex", changed.hex("0000")] == "corrected"
    assert changed.provenance["hex", changed.hex("0001")] == shipped_map.provenance["hex", 1]
    assert shipped_map.terrain[shipped_map.hex("0000")] == {"clear"}


def test_what_a_ruleset_keeps_in_code_is_corrected_too() -> None:
    changed = corrected(
        hill.RULESET,
        of(
            ("hexes", "0302", "terrain", "clear"),
            ("counters", "1-guards", "strength", "6|3"),
            ("set-ups", "battle 1-guards", "place", "0201"),
            ("set-ups", "battle 2-guards", "lost", "1"),
        ),
    )
    state = Game.start(changed.board("battle")).state
    unit = state.units["1-guards"]
    assert [step.strength for step in unit.counter.steps] == [6, 3]
    assert unit.counter.provenance["strength"] == "corrected"
    assert state.board.map.numbers[unit.hex] == "0201"
    assert state.units["2-guards"].losses == 1
    assert state.units["7-line"].counter == hill.RULESET.counters["7-line"]


def test_a_counter_keeps_its_steps_and_movement_together() -> None:
    changed = corrected(
        hill.RULESET,
        of(("counters", "8-line", "strength", "2|1"), ("counters", "8-line", "movement", "3|2")),
    )
    assert changed.counters["8-line"].steps == ((2, 3), (1, 2))
    with pytest.raises(CorrectionFault, match="8-line has 2 strengths and 1 movements"):
        corrected(hill.RULESET, of(("counters", "8-line", "strength", "2|1")))


# ------------------------------------------------------------------ tables that rules look up in play
def test_a_table_that_a_rule_keeps_is_the_corrected_one_in_play_and_the_shipped_one_elsewhere() -> None:
    changed = corrected(crossing.RULESET, of(("crt", "0 1-2", "result", "De")))
    results = {}
    for ruleset in (crossing.RULESET, changed, crossing.RULESET):
        game = Game.start(ruleset.board("ford"))
        combat = Combat(0, "attack", crossing.GREEN, ())
        results[ruleset.hash] = game.board.rules.combat_table(game.state, combat).entry(0, 0)
    assert results == {crossing.RULESET.hash: ("Ae",), changed.hash: ("De",)}


def test_a_decision_reads_the_corrected_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only hooks: whatever the game asks a decision is asked with the corrections in force."""
    changed = corrected(crossing.RULESET, of(("crt", "0 1-2", "result", "De")))
    seen = []

    class Asks:
        side, rule, kind = crossing.GREEN, "", "asks"

        def options(self, state: Any) -> list[Any]:
            seen.append(crossing.combat.results_table().entry(0, 0))
            return []

        def refusal(self, state: Any, action: Any) -> None:
            seen.append(crossing.combat.results_table().entry(0, 0))

    games = [Game.start(ruleset.board("ford")) for ruleset in (changed, crossing.RULESET)]
    monkeypatch.setattr(Game, "decision", Asks())
    for game in games:
        game.legal_actions()
        assert game.refusal(Done()) is None
    assert seen == [("De",)] * 2 + [("Ae",)] * 2


def test_a_table_is_read_once_and_once_for_each_door(tmp_path: Path) -> None:
    reads = []

    @table
    def numbers() -> int:
        reads.append(1)
        return len(reads)

    class Door:
        kept: dict[Callable[[], Any], Any] = {}

        def lines(self, path: Path, row: type[Any], lines: Any) -> Any:
            return lines

    assert (numbers(), numbers()) == (1, 1)
    with through(Door()):
        assert (numbers(), numbers()) == (2, 2)
    assert numbers() == 1


def test_a_table_kept_out_of_reach_is_refused_not_ignored(tmp_path: Path) -> None:
    """A reader that keeps its answer by itself would play the shipped values: that is no correction."""
    (tmp_path / "weights.csv").write_text("id,weight\na,1\nb,2\n")
    kept: list[Any] = []

    def load() -> Any:
        if not kept:
            kept.extend(read_csv(tmp_path / "weights.csv", Weight))
        return hill.counters()

    ruleset = replace(hill.RULESET, id="kept", folder=tmp_path, load_counters=load)
    assert "weights" in shipped(ruleset).tables
    with pytest.raises(CorrectionFault, match=r"c\.csv:2: table: kept keeps table 'weights' where no"):
        corrected(ruleset, of(("weights", "a", "weight", "3")))


# ------------------------------------------------------------------ what does not hold
BAD: list[tuple[Ruleset, Rows, str]] = [
    (
        hill.RULESET,
        (("hexs", "0101", "terrain", "hill"),),
        "2: table: no table 'hexs'; the nearest is 'hexes'",
    ),
    (hill.RULESET, (("hexes", "0901", "terrain", "hill"),), "2: key: unknown hex '0901'; the nearest is"),
    (
        hill.RULESET,
        (("hexes", "0101", "terain", "hill"),),
        "2: field: table hexes has no field 'terain'; the n",
    ),
    (
        hill.RULESET,
        (("hexes", "0101", "terrain", "hil"),),
        "2: value: unknown terrain 'hil'; the nearest is 'h",
    ),
    (hill.RULESET, (("hexes", "0101", "terrain", "none"),), "2: value: terrain: Field required"),
    (hill.RULESET, (("hexes", "0101", "provenance", "printed"),), "2: field: table hexes has no field"),
    (
        crossing.RULESET,
        (("hexsides", "0000 0202", "feature", "river"),),
        "2: key: 0000 and 0202 do not touch",
    ),
    (
        crossing.RULESET,
        (("hexsides", "0000 0001", "feature", "rivr"),),
        "2: value: unknown feature 'rivr'; the",
    ),
    (crossing.RULESET, (("hexsides", "0000 0001", "name", "Wend"),), "2: key: table hexsides has no row"),
    (
        crossing.RULESET,
        (("groups", "nort-bank 0000", "row", "new"),),
        "2: key: unknown group 'nort-bank'; the n",
    ),
    (crossing.RULESET, (("groups", "north-bank 0000", "row", "new"),), "2: key: table groups has a row"),
    (
        crossing.RULESET,
        (("counters", "1-lancer", "strength", "5"),),
        "2: key: table counters has no row '1-lanc",
    ),
    (
        crossing.RULESET,
        (("counters", "1-lancers", "strength", "five"),),
        "2: value: strength: Input should be a v",
    ),
    (
        crossing.RULESET,
        (("counters", "1-lancers", "side", "gren"),),
        "2: value: unknown side 'gren'; the nearest",
    ),
    (crossing.RULESET, (("crt", "0 1-2", "result", "Dx"),), "2: value: unknown result 'Dx'; the nearest is"),
    (
        crossing.RULESET,
        (("crt", "0 9-2", "result", "De"),),
        "2: key: table crt has no row '0 9-2'; the nearest",
    ),
    (crossing.RULESET, (("crt", "0 1-2", "row", "none"),), "2: value: crt.csv: the table has holes"),
    (crossing.RULESET, (("crt", "0 1-2", "row", "gone"),), "2: value: a row is new or none, not 'gone'"),
    (hill.RULESET, (("counters", "1-guards", "strength", "x|2"),), "2: value: invalid literal for int"),
    (hill.RULESET, (("set-ups", "battle 1-guards", "place", "0909"),), "2: value: no hex '0909' on this map"),
    (hill.RULESET, (("set-ups", "battle 1-guards", "place", "(moon)"),), "2: value: no box '(moon)'"),
    (hill.RULESET, (("hexes", "0101", "terrain", "hill"),) * 2, "3: key: its terrain is corrected in line 2"),
    (
        hill.RULESET,
        (("hexes", "0101", "terrain", "hill"), ("set-ups", "battle 1-guards", "place", "0909")),
        "3: value: no hex '0909' on this map",
    ),
]


@pytest.mark.parametrize("ruleset, rows, reason", BAD, ids=[reason for *_, reason in BAD])
def test_a_fault_names_its_line_and_column_and_what_is_near(
    ruleset: Ruleset, rows: Rows, reason: str
) -> None:
    with pytest.raises(CorrectionFault) as refused:
        corrected(ruleset, of(*rows))
    assert str(refused.value).startswith(f"c.csv:{reason}")


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "0 corrections"),
        ("tabel,key,field,value\n", "c.csv:1: no column 'tabel'; the nearest is 'table'"),
        ("table,key,field\n", "c.csv:1: the heading is table,key,field,value,by,why"),
        (f"# mine\n{HEAD}hexes,0101,terrain\n", "c.csv:3: 3 cells, but the heading has 6"),
        (f"{HEAD}\n\nhexes,,terrain,hill,,\n", "c.csv:4: key: empty"),
        (f'{HEAD}hexes,"0101,terrain,hill,,\n', "c.csv:2: unexpected end of data"),
    ],
)
def test_a_file_that_is_none_names_its_line(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]], text: str, reason: str
) -> None:
    path = tmp_path / "c.csv"
    path.write_text(text)
    status, out, err = run("corrections", "check", "hill", path)
    assert reason in out + err
    assert status == (0 if not text else 2)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_bytes(b"\xff\xfe\x00table")
    with pytest.raises(DataError, match=r"c\.csv"):
        read_corrections(path)
    path.write_bytes(b"#" * 5_000_000)
    with pytest.raises(DataError, match="larger than"):
        read_corrections(path)


def test_all_faults_are_told_at_once(tmp_path: Path, run: Callable[..., tuple[int, str, str]]) -> None:
    path = written(tmp_path, ("hexes", "0101", "terrain", "hil"), ("hexes", "0909", "terrain", "hill"))
    status, out, err = run("corrections", "check", "hill", path)
    assert status == 2
    assert [line.split(": ")[0] for line in out.splitlines()] == ["c.csv:2", "c.csv:3"]
    assert err.count("\n") == 1 and "2 faults" in err


# ------------------------------------------------------------------ nothing without a file
def test_without_corrections_nothing_changes(tmp_path: Path) -> None:
    idle = of(("hexes", "0302", "terrain", "hill"), ("counters", "1-guards", "strength", "4|2"))
    assert corrected(hill.RULESET, idle) is hill.RULESET
    assert corrected(hill.RULESET, Corrections("c.csv")) is hill.RULESET
    with GameFile.create(tmp_path / "g.hexgame", hill.RULESET, "battle", dice=DiceRecord("seed", 1)) as file:
        assert file.header.corrections is None
    with sqlite3.connect(tmp_path / "g.hexgame") as db:
        assert "corrections" not in {key for (key,) in db.execute("SELECT key FROM header")}


def test_the_template_changes_nothing_and_names_every_table(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]], answer: Callable[..., Any]
) -> None:
    for ruleset in ("hill", "crossing", "cobra-1977"):
        path = tmp_path / f"{ruleset}.csv"
        assert run("corrections", "new", ruleset, "-o", path)[0] == 0
        found = answer("corrections", "check", ruleset, path)
        assert found["corrections"] == []
        assert len(found["unchanged"]) >= 2
        for name in shipped(find(ruleset)).tables:
            assert f"#   {name} " in path.read_text()
    status, _, err = run("corrections", "new", "hill", "-o", tmp_path / "hill.csv")
    assert (status, "File exists" in err) == (2, True)


# ------------------------------------------------------------------ a game with them
GOOD: Rows = (("counters", "1-guards", "strength", "6|3"), ("hexes", "0302", "terrain", "clear"))


def test_a_game_pins_its_corrections_and_shows_them(
    tmp_path: Path, answer: Callable[..., Any], run: Callable[..., tuple[int, str, str]]
) -> None:
    path, own = tmp_path / "g.hexgame", written(tmp_path, *GOOD, ("hexes", "0101", "terrain", "clear"))
    made = answer("new", "hill", "battle", "-o", path, "--corrections", own, "--seed", 1)
    own.unlink()
    shown = answer("show", path)
    assert shown["corrections"] == [
        {
            "table": "counters",
            "key": "1-guards",
            "field": "strength",
            "value": "6|3",
            "by": "Ann",
            "why": "my copy",
            "line": 2,
            "file": "c.csv",
        },
        {
            "table": "hexes",
            "key": "0302",
            "field": "terrain",
            "value": "clear",
            "by": "Ann",
            "why": "my copy",
            "line": 3,
            "file": "c.csv",
        },
    ]
    guards = next(unit for unit in shown["units"] if unit["id"] == "1-guards")
    assert (guards["strength"], guards["provenance"]["strength"]) == (6, "corrected")
    assert shown["hash"] == made["hash"]
    assert "playing with 2 corrections by Ann" in run("show", path)[1]
    plain = answer("new", "hill", "battle", "-o", tmp_path / "p.hexgame", "--seed", 1)
    assert answer("show", tmp_path / "p.hexgame")["corrections"] == []
    with GameFile.open(path) as corrected_file, GameFile.open(tmp_path / "p.hexgame") as plain_file:
        assert corrected_file.header.ruleset_hash != plain_file.header.ruleset_hash
        assert plain_file.header.ruleset_hash == hill.RULESET.hash
    assert plain["to_decide"] == "blue"


def test_a_text_carries_the_corrections(tmp_path: Path, answer: Callable[..., Any]) -> None:
    path, text, back = tmp_path / "g.hexgame", tmp_path / "g.jsonl", tmp_path / "b.hexgame"
    answer("new", "hill", "battle", "-o", path, "--corrections", written(tmp_path, *GOOD), "--seed", 1)
    answer("do", path, '{"kind": "move", "unit": "1-guards", "to": "0201"}')
    answer("export", path, "-o", text)
    answer("import", text, "-o", back)
    assert answer("show", back) == answer("show", path)
    assert answer("replay", back, "--verify")["verified"] is True


@pytest.mark.parametrize(
    "value, reason",
    [
        ("cleer", "unknown terrain 'cleer'; the nearest is 'clear'"),
        ("hill", "hexes 0302 terrain is 'hill' there by now"),
    ],
)
def test_a_game_whose_corrections_no_longer_fit_is_refused(
    tmp_path: Path, answer: Callable[..., Any], mistake: Callable[..., str], value: str, reason: str
) -> None:
    path = tmp_path / "g.hexgame"
    answer("new", "hill", "battle", "-o", path, "--corrections", written(tmp_path, *GOOD), "--seed", 1)
    with sqlite3.connect(path) as db:
        ((text,),) = db.execute("SELECT value FROM header WHERE key = 'corrections'").fetchall()
        pinned = json.loads(text)
        pinned["rows"][1]["value"] = value
        ((id,),) = db.execute("SELECT id FROM header WHERE key = 'corrections'").fetchall()
        row = (json.dumps(pinned), proof_of("header", id, "corrections", json.dumps(pinned)), id)
        db.execute("UPDATE header SET value = ?, proof = ? WHERE id = ?", row)
        db.execute("DELETE FROM branches")  # the proofs of lines would begin with another header
        head = ("main", 0, 0, 0, None, "", 1)
        proof = proof_of("branches", 1, *head)
        db.execute("INSERT INTO branches VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)", (*head, proof))
    before = path.read_bytes()
    assert f"c.csv:3: {reason}" in (told := mistake("show", path)) or reason in told
    assert "c.csv:3" in told
    with pytest.raises(GameFileError):
        GameFile.open(path)
    assert path.read_bytes() == before


def test_a_bad_correction_begins_no_game(tmp_path: Path, mistake: Callable[..., str]) -> None:
    own = written(tmp_path, ("hexes", "0302", "terrain", "cleer"))
    told = mistake("new", "hill", "battle", "-o", tmp_path / "g.hexgame", "--corrections", own)
    assert "c.csv:2: value: unknown terrain 'cleer'; the nearest is 'clear'" in told
    assert not (tmp_path / "g.hexgame").exists()


def test_random_games_with_corrections_replay(tmp_path: Path) -> None:
    import random

    changed = corrected(
        crossing.RULESET, of(("crt", "0 1-2", "result", "De"), ("hexes", "0000", "terrain", "woods"))
    )
    path = tmp_path / "g.hexgame"
    source = random.Random(3)
    with GameFile.create(path, changed, "ford", dice=DiceRecord("seed", 1)) as file:
        for _ in range(60):
            listed = file.game.legal_actions()
            if not listed:
                break
            file.submit(source.choice(listed))
        hash = file.game.state.hash
    with GameFile.open(path) as file:
        assert file.game.state.hash == hash
        assert file.setting.board.ruleset.corrections is not None


# ------------------------------------------------------------------ a folder for the author
def test_apply_writes_the_corrected_files_and_leaves_the_others(
    tmp_path: Path, answer: Callable[..., Any]
) -> None:
    rows = (
        ("hexes", "0000", "terrain", "woods"),
        ("hexsides", "0000 0001", "feature", "river"),
        ("roads", "0004 0104", "road", "none"),
        ("crt", "0 1-2", "result", "De"),
    )
    out = tmp_path / "out"
    found = answer("corrections", "apply", "crossing", written(tmp_path, *rows), "-o", out)
    assert sorted(Path(name).name for name in found["files"]) == [
        "crt.csv",
        "hexes.csv",
        "hexsides.csv",
        "roads.csv",
    ]
    from hexcore.maps import read_map

    made, wanted = read_map(out), checked(crossing.RULESET, read_corrections(tmp_path / "c.csv")).ruleset.map
    assert made.content_hash == wanted.content_hash
    assert (out / "counters.csv").read_bytes() == (crossing.FOLDER / "counters.csv").read_bytes()
    assert "0,1-2,De" in (out / "crt.csv").read_text()
    lines = (out / "hexes.csv").read_text().splitlines()
    shipped_lines = (crossing.FOLDER / "hexes.csv").read_text().splitlines()
    assert lines[:2] == ["hex,terrain,provenance", "0000,woods,corrected"]
    assert [line.rstrip(",") for line in lines[2:]] == shipped_lines[2:]


def test_apply_writes_what_is_kept_in_code_as_files(tmp_path: Path, answer: Callable[..., Any]) -> None:
    from hexcore.maps import read_map

    out = tmp_path / "out"
    answer("corrections", "apply", "hill", written(tmp_path, *GOOD), "-o", out)
    assert read_map(out / "map").terrain[hill.RULESET.map.hex("0302")] == {"clear"}
    assert "1-guards,blue,infantry,6|3,4|4" in (out / "counters.csv").read_text()


def test_apply_spoils_no_folder(tmp_path: Path, mistake: Callable[..., str]) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "keep.txt").write_text("mine")
    own = written(tmp_path, *GOOD)
    assert "not empty" in mistake("corrections", "apply", "hill", own, "-o", tmp_path / "full")
    assert (tmp_path / "full" / "keep.txt").read_text() == "mine"
    assert "no folder" in mistake("corrections", "apply", "hill", own, "-o", tmp_path / "a" / "b")
    bad = written(tmp_path, ("hexes", "0302", "terrain", "cleer"))
    assert "cleer" in mistake("corrections", "apply", "hill", bad, "-o", tmp_path / "new")
    assert not (tmp_path / "new").exists()


# ------------------------------------------------------------------ a large game
def test_the_tables_of_a_large_game_are_corrected(tmp_path: Path) -> None:
    cobra = find("cobra-1977")
    changed = corrected(
        cobra,
        of(
            ("hexes", "B3621", "features", "none"),
            ("units", "g_pz_Lehr", "strength_per_step", "7|4"),
            ("crt", "1 1-5", "attacker_result", "2"),
            ("terrain_effects_1977", "clear", "foot", "2"),
            ("setups", "cobra_original g_inf_920_243", "hex", "A0403"),
            ("turn_record", "15", "us_sp_gain", "9"),
        ),
    )
    board = changed.board("breakout")
    state = Game.start(board).state
    assert board.map.features[board.map.hex("A2601")] == frozenset()
    assert [step.strength for step in board.counters["g_pz_Lehr"].steps] == [7, 4]
    assert board.counters["g_pz_Lehr"].provenance["strength"] == "corrected"
    assert board.map.numbers[state.units["g_inf_920_243"].hex] == "A0403"
    combat = Combat(0, "attack", cobra.sides[0], ())
    assert board.rules.combat_table(state, combat).entry(0, 1)[0] == "2"
    plain = cobra.board("breakout")
    assert sum(board.costs("foot").halves) > sum(plain.costs("foot").halves)
    assert plain.rules.combat_table(Game.start(plain).state, combat).entry(0, 1)[0] == "1"
    with pytest.raises(CorrectionFault, match=r"c\.csv:2: value: .*g_pz_Lehr has 2 steps and 1 strengths"):
        corrected(cobra, of(("units", "g_pz_Lehr", "strength_per_step", "7")))


def test_the_example_of_the_manual_holds(tmp_path: Path, answer: Callable[..., Any]) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "play.md").read_text()
    example = manual.partition("table,key,field,value,by,why\n")[2].partition("```")[0]
    path = tmp_path / "mine.csv"
    path.write_text(HEAD + example)
    found = answer("corrections", "check", "cobra-1977", path)
    assert len(found["corrections"]) == len(example.splitlines())
