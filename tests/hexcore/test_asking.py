"""The verb ask: reach, why, zoc, supply, odds, victory, as the command line promises them."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import crossing
import hill
import pytest

from hexcore.actions import Done, Move, Take
from hexcore.asking import AskError, ask, mp
from hexcore.game import Game, SeededDice
from hexcore.positions import position_from
from hexcore.units import Side

POSITION = """ruleset = "hill"
scenario = "battle"
turn = {turn}
phase = "{phase}"
clear_units = true
unit = [{units}]
"""


def standing(phase: str = "blue-movement", turn: int = 2, **units: str) -> Game:
    """A position on the hill: unit ids with `_` for `-` after the first digit, as `u1_guards="0101"`."""
    rows = [f'{{id = "{id[1:].replace("_", "-")}", hex = "{hex}"}}' for id, hex in units.items()]
    text = POSITION.format(turn=turn, phase=phase, units=", ".join(rows))
    position = position_from(text, "here")
    return position.start(position.board(hill.RULESET, "battle"), SeededDice(1))


# ------------------------------------------------------------------ reach
def test_reach_gives_points_and_path_to_every_hex_a_unit_may_end_in() -> None:
    game = standing(u1_guards="0101", u2_guards="0102", u7_line="0504")
    found = ask(game, "reach", Side("blue"), unit="1-guards")
    assert found["0201"] == {"mp": 1, "path": ["0201"]}
    assert found["0302"] == {"mp": 3, "path": ["0201", "0302"]}
    assert "0101" not in found and "0102" not in found
    listed = {game.board.map.numbers[a.to] for a in taken(game).legal_actions() if isinstance(a, Move)}
    assert set(found) == listed


def taken(game: Game) -> Game:
    game = game.fork()
    game.submit(Take(("1-guards",)))
    return game


def test_a_unit_in_hand_reaches_what_is_left_to_it() -> None:
    game = taken(standing(u1_guards="0101", u7_line="0504"))
    game.submit(Move((), game.board.map.hex("0201")))
    assert ask(game, "reach", unit="1-guards")["0302"] == {"mp": 2, "path": ["0302"]}


def test_nobody_moves_out_of_his_time() -> None:
    game = standing(u1_guards="0101", u7_line="0504")
    assert ask(game, "reach", unit="7-line") == {}
    assert ask(standing("blue-combat", u1_guards="0101", u7_line="0504"), "reach", unit="1-guards") == {}


def test_points_are_halves_as_decimals() -> None:
    assert (mp(4), mp(3), mp(1)) == (2, 1.5, 0.5)
    assert isinstance(mp(4), int)


# ------------------------------------------------------------------ why
def test_why_names_the_rule_that_refuses() -> None:
    game = standing(u1_guards="0101", u7_line="0202", u2_guards="0301")
    found = ask(game, "why", action={"kind": "move", "unit": "1-guards", "to": "0301"})
    assert not found["legal"]
    assert {"rule": "6.1", "reason": "0201 is in an enemy zone of control"} in found["refusals"]


def test_why_says_that_something_may_be_done() -> None:
    game = standing(u1_guards="0101", u7_line="0504")
    action = {"kind": "move", "unit": "1-guards", "to": "0201"}
    assert ask(game, "why", action=action) == {"legal": True, "refusals": []}
    assert ask(game, "why", Side("blue"), action=Done())["legal"]


def test_why_tells_nothing_of_a_unit_the_asker_does_not_know() -> None:
    board = crossing.RULESET.board("ford")
    game = Game.start(board, SeededDice(1))
    source = random.Random(1)
    while game.to_decide != "green":
        game.submit(source.choice(game.legal_actions()))
    (hidden, *_) = sorted(game.state.units.keys() - game.view(Side("green")).units.keys())
    with pytest.raises(AskError, match=f"no unit '{hidden}'"):
        ask(game, "why", Side("green"), action={"kind": "move", "unit": hidden, "to": board.map.numbers[0]})


def test_why_is_no_for_whoever_is_not_asked() -> None:
    game = standing(u1_guards="0101", u7_line="0504")
    found = ask(game, "why", Side("red"), action=Done())
    assert found["legal"] is False
    assert found["refusals"][0]["reason"] == "another side decides now"


# ------------------------------------------------------------------ zones and supply
def test_zoc_names_who_controls_each_hex() -> None:
    game = standing(u1_guards="0101", u2_guards="0103", u7_line="0504")
    found = ask(game, "zoc", side="blue")
    assert found["0102"] == ["1-guards", "2-guards"]
    assert set(found["0201"]) == {"1-guards"}
    assert ask(game, "zoc", side="red").keys() == {"0404", "0503"} or "0503" in ask(game, "zoc", side="red")


def test_supply_says_what_cuts_a_unit_off() -> None:
    game = standing(u1_guards="0101", u7_line="0504")
    found = ask(game, "supply")
    assert set(found) == {"1-guards", "7-line"}
    assert found["1-guards"]["state"] == "unsupplied"
    assert found["1-guards"]["blocked_by"][0]["hex"] == "0101"
    assert ask(game, "supply", unit="7-line").keys() == {"7-line"}


# ------------------------------------------------------------------ odds
def odds(game: Game, target: str = "0302", *attackers: str, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask(
        game, "odds", target=[target], attackers=list(attackers or ["1-guards"]), **given
    )
    return found


def test_odds_weigh_a_combat_nobody_has_declared() -> None:
    game = standing(u1_guards="0201", u2_guards="0303", u7_line="0302")
    found = odds(game, "0302", "1-guards", "2-guards")
    assert (found["attack"], found["defence"], found["ratio"]) == (8, 3, "8-3")
    assert (found["column"], found["final_column"]) == ("2-1", "1-1")
    assert found["shifts"] == [{"columns": -1, "rule": "7.4", "text": "the defender stands on the hill"}]
    assert found["factors"][0] == {"unit": "1-guards", "printed": 4, "used": 4, "why": []}
    assert [o["result"] for o in found["outcomes"]] == ["1/0", "1/0", "1/1", "1/1", "0/1", "0/1"]
    assert {o["probability"] for o in found["outcomes"]} == {"1/6"}
    assert sum(Fraction(o["probability"]) for o in found["outcomes"]) == 1


def test_odds_leave_no_trace_in_the_game() -> None:
    game = standing(u1_guards="0201", u7_line="0302")
    before, kept = game.state, {name: dict(cache) for name, cache in game.state.caches.items()}
    odds(game)
    assert game.state is before
    assert {name: dict(cache) for name, cache in before.caches.items()} == kept


def test_what_to_expect_counted_by_hand() -> None:
    """4 against 3 on the hill is 1-2: 2/0 2/0 1/0 1/0 1/1 1/1. Two steps stand on each side."""
    expected = odds(standing(u1_guards="0201", u7_line="0302"))["expected"]
    assert expected["attacker_steps"] == {"least": "4/3", "most": "0"}
    assert expected["defender_steps"] == {"least": "1/3", "most": "0"}
    assert expected["hex_taken"] == {"least": "0", "most": "1/3"}
    assert "stands" in expected["assume"]


def test_whoever_cannot_go_back_loses_steps_all_the_same() -> None:
    """8 Line (one step) in the corner, every way barred: 4 against 2 is 2-1, 1/1 0/1 0/1 0/1 0/1 0/2."""
    game = standing(u1_guards="0102", u2_guards="0201", u8_line="0101")
    expected = odds(game, "0101", "1-guards")["expected"]
    assert expected["attacker_steps"] == {"least": "1/6", "most": "0"}
    assert expected["defender_steps"] == {"least": "1", "most": "1"}
    assert expected["hex_taken"] == {"least": "1", "most": "1"}


def test_odds_of_the_combat_on_the_table_are_the_ones_rolled_on() -> None:
    game = standing("blue-combat", u1_guards="0201", u7_line="0302")
    before = odds(game)
    for action in game.legal_actions():
        if action.kind == "declare":
            game.submit(action)
            break
    (add,) = [a for a in game.legal_actions() if a.kind == "add-attacker"]
    game.submit(add)
    assert odds(game) == before
    (rolled,) = [e for e in game.submit(Done()) if e.kind == "rolled"]
    result = before["outcomes"][rolled.dice[0] - 1]["result"]
    assert rolled.text.endswith(f"→ {result}")


def test_a_lower_column_may_be_chosen_and_no_higher_one() -> None:
    game = standing(u1_guards="0201", u2_guards="0303", u7_line="0302")
    both = ("1-guards", "2-guards")
    assert odds(game, "0302", *both, support={"column": "1-1"})["final_column"] == "1-2"
    with pytest.raises(AskError, match="the odds are 2-1"):
        odds(game, "0302", *both, support={"column": "3-1"})
    with pytest.raises(AskError, match="no column '9-1'"):
        odds(game, "0302", *both, support={"column": "9-1"})


def test_what_a_game_does_not_know_is_not_committed() -> None:
    """Refused in one line that names the rule of the combat phase; a 0 commits nothing."""
    game = standing(u1_guards="0201", u7_line="0302")
    assert odds(game, support={"air": 0, "supplied": True}) == odds(game)
    for support in ({"air": 1}, {"hq": ["1-guards"]}, {"air": {"a": 1}}):
        with pytest.raises(AskError, match=r"nothing is committed to a combat as '\w+'.* \[4\.2\]$"):
            odds(game, support=support)


def test_an_attack_that_a_rule_forbids_is_not_weighed() -> None:
    """Before the fight it is weighed; when the unit has fought in the phase the rule is named."""
    game = standing("blue-combat", u1_guards="0201", u2_guards="0303", u7_line="0302", u8_line="0202")
    assert odds(game)["ratio"] == "4-3"
    fought = game.state.evolve(notes={**game.state.notes, ("phase", "fought", "1-guards"): 1})
    game = Game.at(fought, SeededDice(1))
    with pytest.raises(AskError, match=r"^1 Guards has already attacked in this phase \[4\.2\]$"):
        odds(game)
    assert odds(game, "0302", "2-guards")["ratio"] == "4-3"
    with pytest.raises(AskError, match="no kind of combat 'ambush'"):
        odds(standing(u1_guards="0201", u7_line="0302"), kind="ambush")
    with pytest.raises(AskError, match=r"has no overruns \[4\.2\]$"):
        odds(standing(u1_guards="0201", u7_line="0302"), kind="overrun")


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "target": ({"target": ["0909"], "attackers": ["1-guards"]}, "no hex '0909'"),
    "empty": ({"target": ["0101"], "attackers": ["1-guards"]}, "no enemy unit stands in 0101"),
    "unit": ({"target": ["0302"], "attackers": ["3-guards"]}, "no unit '3-guards'"),
    "nobody": ({"target": ["0302"], "attackers": []}, "at least one attacker"),
    "far": ({"target": ["0504"], "attackers": ["1-guards"]}, "does not stand next to 0504"),
    "enemies": ({"target": ["0302"], "attackers": ["1-guards", "8-line"]}, "are enemies"),
}


@pytest.mark.parametrize("case", WRONG)
def test_odds_of_no_combat_are_refused(case: str) -> None:
    game = standing(u1_guards="0201", u7_line="0302", u8_line="0504")
    given, reason = WRONG[case]
    with pytest.raises(AskError, match=reason):
        ask(game, "odds", **given)


def test_a_table_of_words_has_odds_and_no_expected_steps() -> None:
    board = crossing.RULESET.board("ford")
    game = Game.start(board, SeededDice(1))
    source = random.Random(1)
    while game.to_decide and not game.state.combats:
        game.submit(source.choice(game.legal_actions()))
    targets, attackers = game.state.combat.targets, game.state.combat.attackers
    while not attackers:
        (add, *_) = [a for a in game.legal_actions() if a.kind == "add-attacker"]
        game.submit(add)
        attackers = game.state.combat.attackers
    numbers = [board.map.numbers[hex] for hex in targets]
    found = ask(game, "odds", target=numbers, attackers=list(attackers))
    assert len(found["outcomes"]) == 6
    assert found["expected"]["hex_taken"] == {"least": None, "most": None}
    json.dumps(found)


# ------------------------------------------------------------------ victory, and what cannot be asked
def test_victory_as_it_stands() -> None:
    found = ask(standing(u1_guards="0302", u7_line="0504"), "victory")
    assert found["over"] is False
    assert (found["level"], found["winner"], found["rule"]) == ("blue victory", "blue", "9.1")
    assert found["points"] == {"blue": 0, "red": 0}


def test_what_cannot_be_asked_is_refused() -> None:
    game = standing(u1_guards="0101", u7_line="0504")
    for question, given, reason in [
        ("weather", {}, "unknown question"),
        ("reach", {"unit": "9-guards"}, "no unit '9-guards'"),
        ("reach", {"unit": "8-line"}, "no unit '8-line'"),
        ("zoc", {"side": "green"}, "no side 'green'"),
        ("supply", {"unit": "9-guards"}, "no unit"),
    ]:
        with pytest.raises(AskError, match=reason):
            ask(game, question, **given)


def test_the_game_asks_too() -> None:
    game = standing(u1_guards="0101", u7_line="0504")
    assert game.ask("zoc", side="blue") == ask(game, "zoc", side="blue")
