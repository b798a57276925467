"""Cobra 1977 on the command line: positions, questions, and a game that goes from process to process."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexcore.codec import StateForm
from hexcore.gamefile import GameFile, read_record
from hexcore.journal_text import verify
from hexcore.record import DiceRecord
from hexcore_cobra import COBRA_1977

Answer = Callable[..., Any]

EXAMPLE = """
ruleset = "cobra-1977"
scenario = "breakout"          # gives map, tables, sequence, options
turn = 3
phase = "{phase}"
clear_units = true             # start from an empty map
clear_ground = ["A2006", "A2014"]
[tracks]
us_supply = 3
weather = "overcast"
[[unit]]
id = "g_pz_116"
hex = "A2010"
losses = 1                     # steps already lost
markers = []
[[ground]]                     # changes of ground for this game only
hex = "A2010"
terrain = "town"
bocage = true
[[hexside]]
between = ["A2010", "A2110"]
river = "major-river"          # "none" removes; all-sea = true makes it so
road = "primary"
"""
ATTACKER = '[[unit]]\nid = "u_inf_1"\nhex = "A2009"\n'


@pytest.fixture
def begun(answer: Answer, tmp_path: Path) -> Callable[..., Path]:
    """A game from the example position, with more in it, in a phase."""

    def made(phase: str = "german-combat", more: str = "", *arguments: str) -> Path:
        position, path = tmp_path / "p.toml", tmp_path / f"{phase}.hexgame"
        position.write_text(EXAMPLE.format(phase=phase) + more)
        answer("new", "cobra-1977", "breakout", "-o", path, "--position", position, *arguments)
        return path

    return made


def test_the_example_of_a_position_begins_where_it_says(answer: Answer, begun: Callable[..., Path]) -> None:
    shown = answer("show", begun())
    assert (shown["turn"], shown["phase"], shown["to_decide"]) == (3, "german-combat", "german")
    assert (shown["tracks"]["us_supply"], shown["tracks"]["weather"]) == (3, "overcast")
    (unit,) = [unit for unit in shown["units"] if "hex" in unit]
    assert (unit["id"], unit["hex"], unit["steps_left"]) == ("g_pz_116", "A2010", 1)
    assert shown["control"] == {"A2010": "german"}


def test_odds_name_every_shift_with_its_rule(answer: Answer, begun: Callable[..., Path]) -> None:
    path = begun("allied-movement", ATTACKER)
    fight = ("ask", path, "odds", "--target", "A2010", "--attackers", "u_inf_1")
    odds = answer(*fight)
    assert sum(Fraction(outcome["probability"]) for outcome in odds["outcomes"]) == 1
    assert {shift["rule"] for shift in odds["shifts"]} >= {"SPI 6.8.town"}
    supported = answer(*fight, "--with", '{"air": 1}')
    assert {shift["rule"] for shift in supported["shifts"]} - {shift["rule"] for shift in odds["shifts"]}


HARMLESS = '{"air": 0, "naval": 0, "hq": [], "supplied": true}'
NOT_COMMITTED = {
    "storms": ("storms", '{"air": 1}', "there are no air points in storms [SPI 6.48.allied]"),
    "two points": ("overcast", '{"air": 2}', "an attack takes one air point [TNC 14.4.1]"),
    "a word unknown": (
        "overcast",
        '{"flak": 1}',
        "nothing is committed to a combat as 'flak'; the words are air, column, supplied, unsupplied"
        " [SPI 4.0.B5]",
    ),
    "no headquarters": (
        "overcast",
        '{"hq": ["u_inf_1"]}',
        "1 Infantry Division is no headquarters of yours on the map [TNC 8.3.5]",
    ),
}


@pytest.mark.parametrize("case", NOT_COMMITTED)
def test_what_is_not_there_is_refused_in_one_line_with_its_rule(
    mistake: Callable[..., str], answer: Answer, begun: Callable[..., Path], case: str
) -> None:
    """Beside each: what is there at the same time, or commits nothing, is weighed."""
    weather, support, reason = NOT_COMMITTED[case]
    path = begun("allied-movement", ATTACKER)
    edited = path.with_name("p.toml").read_text().replace('"overcast"', f'"{weather}"')
    path.with_name("p.toml").write_text(edited)
    game = path.with_name("other.hexgame")
    answer("new", "cobra-1977", "breakout", "-o", game, "--position", path.with_name("p.toml"))
    fight = ("ask", game, "odds", "--target", "A2010", "--attackers", "u_inf_1")
    assert mistake(*fight, "--with", support) == f"hexcore: {reason}\n"
    assert answer(*fight, "--with", HARMLESS) == answer(*fight)


def test_odds_tell_what_it_costs_and_what_could_come(answer: Answer, begun: Callable[..., Path]) -> None:
    corps = '[[unit]]\nid = "u_hq_VII"\nhex = "A2008"\n[[unit]]\nid = "g_hq_LXXXIV"\nhex = "A2016"\n'
    path = begun("allied-movement", ATTACKER + corps)
    odds = answer("ask", path, "odds", "--target", "A2010", "--attackers", "u_inf_1")
    assert odds["costs"] == [{"track": "us_supply", "amount": 1, "left": 2}]
    told = {(p["side"], p["what"], p["unit"]): p for p in odds["could_come"]}
    corps_hq, air = told["allied", "hq", "u_hq_VII"], told["allied", "air", ""]
    assert (corps_hq["columns"], corps_hq["rule"], air["columns"]) == (1, "TNC 8.3.5", 1)
    (away,) = [p for p in odds["could_come"] if p["side"] == "german"]
    assert away["refused"]["rule"] == "SPI 3.34" and "outside the command radius" in away["refused"]["reason"]


def test_an_attack_that_may_not_be_made_is_not_weighed(
    mistake: Callable[..., str], begun: Callable[..., Path]
) -> None:
    corps = '[[unit]]\nid = "u_hq_VII"\nhex = "A2009"\n'
    path = begun("allied-movement", ATTACKER + corps)
    line = mistake("ask", path, "odds", "--target", "A2010", "--attackers", "u_inf_1", "u_hq_VII")
    assert line == "hexcore: VII Corps HQ is a headquarters and never attacks [TNC 9.2.2]\n"


def test_a_unit_is_moved_refused_and_taken_back(answer: Answer, begun: Callable[..., Path]) -> None:
    path = begun("allied-movement", ATTACKER)
    found = answer("ask", path, "reach", "u_inf_1")
    listed = answer("legal", path, "--unit", "u_inf_1")
    assert {action["to"] for action in listed if action["kind"] == "move"} == found.keys()
    before = answer("show", path)["hash"]
    moved = {"kind": "move", "unit": "u_inf_1", "to": next(iter(found))}
    answer("do", path, json.dumps(moved))
    assert answer("undo", path)["undone"] == moved
    assert answer("show", path)["hash"] == before
    into = {"kind": "move", "unit": "u_inf_1", "to": "A2010"}
    why = answer("ask", path, "why", json.dumps(into))
    assert not why["legal"] and why["refusals"]


def test_an_attack_is_made_in_one_call(answer: Answer, begun: Callable[..., Path]) -> None:
    path = begun("allied-combat", ATTACKER, "--dice", "6")
    if answer("show", path)["decision"]["kind"] != "combat-phase":
        answer("do", path, '{"kind": "done"}')
    attack = {"kind": "attack", "targets": ["A2010"], "attackers": ["u_inf_1"]}
    events = answer("do", path, json.dumps(attack))
    assert [event["dice"] for event in events if event["kind"] == "rolled"] == [[6]]
    assert answer("replay", path, "--verify")["verified"]


def test_supply_and_zones_are_answered_for_the_whole_set_up(answer: Answer, tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    answer("new", "cobra-1977", "breakout", "-o", path, "--seed", "1")
    for line in answer("ask", path, "supply").values():
        assert {"source", "length", "path"} <= line.keys() or line["blocked_by"]
    for side in ("german", "allied"):
        assert all(units for units in answer("ask", path, "zoc", side).values())
    shown = answer("show", path)
    assert all(unit["provenance"] for unit in shown["units"])


def test_options_are_taken_by_name(answer: Answer, tmp_path: Path) -> None:
    (scenario,) = answer("scenarios", "cobra-1977")
    assert (scenario["turns"], scenario["first_turn"], scenario["last_turn"]) == (13, 1, 13)
    pairs = [f"--option={option['id']}=off" for option in scenario["options"]]
    answer("new", "cobra-1977", "breakout", "-o", tmp_path / "g.hexgame", *pairs)
    header = read_record(tmp_path / "g.hexgame").header
    assert set(header.options.values()) == {"off"}


def test_a_random_game_goes_from_process_to_process(tmp_path: Path) -> None:
    path, source = tmp_path / "g.hexgame", random.Random(3)
    GameFile.create(path, COBRA_1977, "breakout", dice=DiceRecord("seed", 3)).close()
    for _ in range(8):
        with GameFile.open(path) as file:
            for _ in range(15):
                file.submit(source.choice(file.game.legal_actions()))
            form = StateForm(file.game.board)
            assert form.load(json.loads(json.dumps(form.dump(file.game.state)))) == file.game.state
            hash = file.game.state.hash
    assert verify(read_record(path)).state.hash == hash
