"""`replay`: to a number, a bookmark, a turn or a phase; and told answer by answer, to one side too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import crossing
import hill
import pytest

from hexcore.gamefile import GameFile
from hexcore.players import player
from hexcore.record import DiceRecord
from hexcore.retelling import Place, last_turn_of
from hexcore.units import Side

pytestmark = pytest.mark.usefixtures("small_rulesets")
Run = Callable[..., tuple[int, str, str]]


def played(path: Path, ruleset: object, scenario: str, most: int, seed: int = 1) -> Path:
    """A game by random players in its file, with a bookmark after its third answer."""
    with GameFile.create(path, ruleset, scenario, dice=DiceRecord("seed", seed)) as file:  # type: ignore[arg-type]
        players = {side: player("random", seed + n) for n, side in enumerate(file.game.board.sides)}
        while file.game.decision is not None and len(file.game.journal) < most:
            side = file.game.decision.side
            file.submit(players[side](file.game.view(side), file.game.legal_actions()), side)
        file.mark("Third", 3)
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A whole game."""
    return played(tmp_path / "g.hexgame", hill.RULESET, "battle", 500)


@pytest.fixture
def rows(run: Run, game: Path) -> Callable[..., list[dict[str, object]]]:
    def told(*arguments: str) -> list[dict[str, object]]:
        status, out, err = run("replay", game, *arguments, "--json")
        assert status == 0, err
        found: list[dict[str, object]] = json.loads(out)
        return found

    return told


# ------------------------------------------------------------------ places
@pytest.mark.parametrize(
    "place, turn, phase", [("2:", 2, "blue-movement"), ("2:red-combat", 2, "red-combat")]
)
def test_to_the_first_question_of_a_turn_or_phase(
    run: Run, game: Path, place: str, turn: int, phase: str
) -> None:
    status, out, _ = run("replay", game, "--to", place, "--json")
    value = json.loads(out)
    assert status == 0 and (value["turn"], value["phase"]) == (turn, phase)
    before = json.loads(run("replay", game, "--to", str(value["actions"] - 1), "--json")[1])
    assert (before["turn"], before["phase"]) != (turn, phase)


def test_to_a_bookmark_and_to_a_number(run: Run, game: Path) -> None:
    by_name, by_number = (json.loads(run("replay", game, "--to", to, "--json")[1]) for to in ("Third", "3"))
    assert by_name == by_number and by_name["actions"] == 3


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (("--to", "9:"), "nobody was asked anything in turn 9"),
        (("--to", "2:noon"), "no phase 'noon'; it is one of blue-movement"),
        (("--to", "two:"), "'two' is no turn"),
        (("--to", "Fourth"), "no bookmark 'Fourth': Third"),
        (("--to", "9999"), "none is number 9999"),
        (("--from", "2:"), "--from and --as go with --log"),
        (("--log", "--from", "3:", "--to", "2:"), "lies behind"),
        (("--last-turn", "red", "--to", "3"), "do not go with it"),
        (("--last-turn", "green"), "no side 'green'"),
        (("--log", "--as", "green"), "no side 'green'"),
    ],
)
def test_what_is_no_place_is_refused_in_one_line(
    run: Run, game: Path, arguments: tuple[str, ...], reason: str
) -> None:
    status, out, err = run("replay", game, *arguments)
    assert status == 2 and reason in err and err.count("\n") == 1 and not out


# ------------------------------------------------------------------ the log
def test_the_log_has_every_answer_and_every_die(
    run: Run, game: Path, rows: Callable[..., list[dict[str, object]]]
) -> None:
    with GameFile.open(game) as file:
        lines = file.record().lines
    told = rows("--log")
    own = [line for line in lines if line.side != "chance"]
    assert told[0]["n"] == 0 and told[0]["action"] is None
    assert [(row["n"], row["side"], row["action"]) for row in told[1:]] == [
        (line.n, line.side, line.action) for line in own
    ]
    rolled = [list(line.action["dice"]) for line in lines if line.side == "chance"]
    assert rolled and [die for row in told for die in row["dice"]] == rolled  # type: ignore[attr-defined]


def test_a_part_of_it(rows: Callable[..., list[dict[str, object]]]) -> None:
    whole, part = rows("--log"), rows("--log", "--from", "Third", "--to", "6")
    assert part == [row for row in whole if 3 < row["n"] <= 6]  # type: ignore[operator]


def test_the_log_for_people(run: Run, game: Path) -> None:
    status, out, _ = run("replay", game, "--log", "--to", "2:")
    assert status == 0 and "turn 1: Blue movement" in out
    first = next(line for line in out.splitlines() if line.strip().startswith("1 "))
    assert first.strip().startswith('1  blue: {"kind": ')


def test_the_last_turn_of_a_side(rows: Callable[..., list[dict[str, object]]]) -> None:
    told = rows("--last-turn", "red")
    assert {row["turn"] for row in told} == {4}
    assert {row["phase"] for row in told} <= {"red-movement", "red-combat"}
    whole = rows("--log")
    assert told == [r for r in whole if r["turn"] == 4 and str(r["phase"]).startswith("red")]


def test_no_turn_has_been_had_yet(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.hexgame"
    GameFile.create(path, hill.RULESET, "battle", dice=DiceRecord("seed", 1)).close()
    status, _, err = run("replay", path, "--last-turn", "red")
    assert status == 2 and "red has had no player turn yet" in err
    assert run("replay", path, "--last-turn", "blue")[0] == 0


def test_the_search_for_a_turn_ends_with_what_ended_it() -> None:
    """blue 1, red 1, blue 2: red's turn is from its first question to the first of blue's."""
    places = [Place(0, 1, 0), Place(1, 1, 1), Place(3, 1, 2), Place(4, 1, 3), Place(5, 2, 0)]
    assert last_turn_of(places, hill.SEQUENCE, ["red"]) == range(2, 5)
    assert last_turn_of(places, hill.SEQUENCE, ["blue"]) == range(4, 5)
    assert last_turn_of(places[:2], hill.SEQUENCE, ["red"]) is None


# ------------------------------------------------------------------ one side's log
def test_one_side_is_told_nothing_it_may_not_know(run: Run, tmp_path: Path) -> None:
    path = played(
        tmp_path / "c.hexgame", crossing.RULESET, next(iter(crossing.RULESET.scenarios)), 60, seed=4
    )
    with GameFile.open(path) as file:
        secret = next(s for s in file.record().secrets.values() if s.owner == "grey")
        ambushes = {u.id for u in file.game.state.units.values() if u.counter.kind == "ambush"}
        hidden = not ambushes <= file.game.view(Side("green")).units.keys()
    assert hidden, "nothing is hidden: the test shows nothing"
    whole, seen = run("replay", path, "--log")[1], run("replay", path, "--log", "--as", "green", "--json")[1]
    assert any(id in whole for id in ambushes)
    assert not any(f'"{id}"' in seen for id in ambushes) and secret.salt not in seen
    kinds = [(row["action"] or {}).get("kind") for row in json.loads(seen)]
    assert "hidden" in kinds
    assert run("replay", path, "--log", "--as", "green")[0] == 0
