"""A position of one game under another's rules: what stands where, zones, supply, odds, what is left out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hill import POSITION

from hexcore.lab.correspondence import proposed
from hexcore.lab.likeness import Likeness
from hexcore.lab.named import named
from hexcore.lab.transfer import NoTransfer, Transferred, part_of, transferred
from hexcore.lab.transfer_page import Planned, page
from hexcore.positions import position_from, read_position

COBRA = """
ruleset = "cobra-1977"
scenario = "breakout"
turn = 3
phase = "allied-combat"
clear_units = true
clear_ground = ["A2003", "A2712"]
unit = [
  {id = "u_inf_1", hex = "A2305"}, {id = "u_inf_4", hex = "A2405", losses = 1},
  {id = "u_hq_V", hex = "A2304"}, {id = "g_pz_116", hex = "A2306"},
]
[[ground]]
hex = "A2306"
bocage = true
[[hexside]]
between = ["A2305", "A2306"]
river = "minor-river"
"""


def state_of(text: str) -> Any:
    position = position_from(text, "there.toml")
    game = named(f"{position.entries.ruleset}:{position.entries.scenario}")
    return position.start(position.board(game.ruleset, game.scenario.id)).state


@cache
def like(id: str) -> Likeness:
    return Likeness(named(id))


def carried(
    text: str, ruleset: str, stated: dict[str, dict[str, str]] | None = None, **part: Any
) -> Transferred:
    state, game = state_of(text), named(ruleset)
    words = proposed(like(state.board.ruleset.id), like(ruleset), stated)
    return transferred(part_of(state, **part), game, words)


def rows(done: Transferred, name: str, attacks: tuple[Planned, ...] = ()) -> list[tuple[Any, ...]]:
    words = proposed(like(done.part.state.board.ruleset.id), like(done.game.label))
    found = page(done, words, attacks, ("position", "x"))
    return list(next(table.rows for table in found.tables() if table.name == name))


@pytest.fixture(scope="module")
def over() -> Transferred:
    return carried(COBRA, "breakout-pursuit", {"ground": {"bocage": "rough"}})


# ------------------------------------------------------------------ what comes over
def test_what_touches_here_touches_there(over: Transferred) -> None:
    ours, theirs = over.part.state.board.map, over.state.board.map
    for hex in over.part.hexes:
        for direction, near in enumerate(ours.neighbours[6 * hex : 6 * hex + 6]):
            if near in over.at:
                assert theirs.neighbours[6 * over.at[hex] + direction] == over.at[near]


def test_units_come_as_the_counters_most_like_them(over: Transferred) -> None:
    found = {one.unit.id: one for one in over.units}
    for id in ("u_inf_1", "u_inf_4"):
        counter = over.state.units[found[id].id].counter
        assert (counter.side, counter.kind, counter.steps[0].strength) == ("allied", "infantry", 12)
        assert over.state.units[found[id].id].hex == over.at[found[id].unit.hex]
    assert over.state.units[found["g_pz_116"].id].step.strength == 5
    assert "0 steps lost for 1" in found["u_inf_4"].why and "0 steps lost for 1" not in found["u_inf_1"].why
    assert found["u_hq_V"].id == "" and "unit: u_hq_V (hq 0): no counterpart" in over.missing


def test_ground_comes_in_the_words_of_the_other_game(over: Transferred) -> None:
    ours, theirs = over.part.state.board.map, over.state.board.map
    target, front = over.at[ours.hex("A2306")], over.at[ours.hex("A2305")]
    assert theirs.terrain[target] == {"rough"} and theirs.terrain[front] == {"clear"}
    assert theirs.sides[theirs.side(front, target)] == {"river"}
    others = [side for side in range(6 * target, 6 * target + 6) if theirs.neighbours[side] != front]
    assert all(not theirs.sides[side] for side in others)


def test_a_word_without_counterpart_is_listed() -> None:
    done = carried(COBRA, "breakout-pursuit", {"ground": {"bocage": ""}, "hexside": {"minor-river": ""}})
    assert {"ground: bocage (1×)", "hexside: minor-river (1×)"} <= set(done.missing)
    target = done.at[done.part.state.board.map.hex("A2306")]
    assert done.state.board.map.terrain[target] == {"clear"}


# ------------------------------------------------------------------ zones, supply, odds
def test_odds_of_the_same_attack_under_both(over: Transferred) -> None:
    attack = Planned("A2306", ("u_inf_1", "u_inf_4"))
    (row,) = rows(over, "transfer-odds", (attack,))
    # 12 and 9 against 6: 3-1, one to the left for bocage; 24 against 5 doubled: 2-1
    assert row[:2] == ("A2306", "u_inf_1, u_inf_4")
    assert row[2:5] == ("21-6", "3-1", "2-1")
    assert row[6:9] == ("24-10", "2-1", "2-1")


def test_zones_and_supply_under_both(over: Transferred) -> None:
    zones = {row[0]: row[1:4] for row in rows(over, "transfer-zoc")}
    assert zones["german"] == (6, 6, 6)
    units = {row[0]: row for row in rows(over, "transfer-units")}
    assert units["u_hq_V"][4:8] == (None, None, None, None)
    assert units["g_pz_116"][7] == "supplied"
    assert all(row[3] in ("supplied", "unsupplied") for row in units.values())


def test_every_attack_that_can_be_made_is_weighed(over: Transferred) -> None:
    found = {row[0]: row[1] for row in rows(over, "transfer-odds")}
    assert found["A2306"] == "u_inf_1, u_inf_4"
    assert {"A2305", "A2405"} <= set(found)


# ------------------------------------------------------------------ the file, and what is refused
def test_the_position_can_be_opened_and_come_back(over: Transferred, tmp_path: Path) -> None:
    path = tmp_path / "over.toml"
    path.write_text(over.text)
    position = read_position(path)
    game = named("breakout-pursuit")
    state = position.start(position.board(game.ruleset, position.entries.scenario)).state
    assert state.hash == over.state.hash
    back = carried(over.text, "cobra-1977", {"ground": {"rough": "bocage"}})
    kinds = {(one.unit.counter.kind, back.state.units[one.id].counter.kind) for one in back.units if one.id}
    assert kinds == {("infantry", "infantry"), ("armor", "armor")}


def test_a_part_may_be_carried_over(over: Transferred) -> None:
    done = carried(COBRA, "breakout-pursuit", around="A2306", radius=1)
    assert len(done.at) == 7 and {one.unit.id for one in done.units} == {"u_inf_1", "u_inf_4", "g_pz_116"}
    assert "1 units outside the part" in done.missing
    attacks = rows(done, "transfer-odds")
    numbers = {done.part.state.board.map.numbers[hex] for hex in done.at}
    assert attacks and {row[0] for row in attacks} <= numbers


def test_what_cannot_be_is_refused(small_rulesets: None) -> None:
    with pytest.raises(NoTransfer, match="no hex 'Z9'"):
        part_of(state_of(COBRA), "Z9", 1)
    with pytest.raises(NoTransfer, match="no unit on the map within 0 hexes"):
        part_of(state_of(COBRA), "A0101", 0)
    with pytest.raises(NoTransfer, match="do not lie on the map of hill; carry over a part"):
        carried(COBRA, "hill")
    with pytest.raises(NoTransfer, match="no counterpart at all"):
        carried(POSITION.format(phase="blue-combat"), "crossing", {"kind": {"infantry": ""}})


# ------------------------------------------------------------------ the command
@pytest.mark.usefixtures("small_rulesets")
def test_a_game_at_a_moment(run: Callable[..., Any], answer: Callable[..., Any], tmp_path: Path) -> None:
    path, new = tmp_path / "x.hexgame", tmp_path / "new.toml"
    position = tmp_path / "p.toml"
    position.write_text(POSITION.format(phase="blue-combat"))
    assert run("new", "hill", "battle", "-o", path, "--position", position, "--seed", 1)[0] == 0
    attack = '{"kind": "attack", "targets": ["0302"], "attackers": ["1-guards"]}'
    assert run("do", path, attack)[0] == 0
    before = answer("lab", "transfer", path, "crossing", "--at", 0, "-o", new)
    after = answer("lab", "transfer", path, "crossing")
    assert before["made"]["position"] != after["made"]["position"]
    assert {t["name"] for t in before["tables"]} >= {"transfer-units", "transfer-zoc", "transfer-odds"}
    units = next(t for t in before["tables"] if t["name"] == "transfer-units")["rows"]
    assert [row[0] for row in units] == ["1-guards", "7-line"]
    opened = run("new", "crossing", "ford", "-o", tmp_path / "y.hexgame", "--position", new)
    assert opened[0] == 0, opened


@pytest.mark.usefixtures("small_rulesets")
def test_a_file_of_words(run: Callable[..., Any], mistake: Callable[..., str], tmp_path: Path) -> None:
    position, words = tmp_path / "p.toml", tmp_path / "w.toml"
    position.write_text(POSITION.format(phase="blue-combat"))
    assert run("lab", "transfer", position, "crossing", "--write-words", words)[0] == 0
    text = words.read_text()
    assert '"infantry" = "foot"  # nearest' in text and '"blue" = "grey"  # in order' in text
    assert run("lab", "transfer", position, "crossing", "--words", words)[0] == 0
    words.write_text(text.replace('"infantry" = "foot"', '"infantry" = 3'))
    assert "w.toml" in (wrong := mistake("lab", "transfer", position, "crossing", "--words", words))
    assert "the counterpart of 'infantry' is a word" in wrong
    words.write_text(text.replace('to = "crossing"', 'to = "elsewhere"'))
    assert ":3:1: 'to' is 'elsewhere'" in mistake("lab", "transfer", position, "crossing", "--words", words)


@pytest.mark.usefixtures("small_rulesets")
def test_wrong_requests_are_refused_in_one_line(mistake: Callable[..., str], tmp_path: Path) -> None:
    position = tmp_path / "p.toml"
    position.write_text(POSITION.format(phase="blue-combat"))
    assert "no ruleset 'nowhere'" in mistake("lab", "transfer", position, "nowhere")
    assert "none.toml" in mistake("lab", "transfer", tmp_path / "none.toml", "crossing")
    assert "none.hexgame" in mistake("lab", "transfer", tmp_path / "none.hexgame", "crossing")
    assert "--at" in mistake("lab", "transfer", position, "crossing", "--at", 3)
    assert "'0504' is no hex" in mistake("lab", "transfer", position, "crossing", "--attack", "0504")
    assert "'9-line' is no unit" in mistake(
        "lab", "transfer", position, "crossing", "--attack", "0302=9-line"
    )
    assert "--radius" in mistake("lab", "transfer", position, "crossing", "--radius", "-1")
