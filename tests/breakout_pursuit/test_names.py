"""What counters and rules of Breakout & Pursuit are called: each told apart, no programmer's words."""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from pathlib import Path

import pytest

from hexcore import cli_text
from hexcore.cli import main
from hexcore.game import Game, SeededDice
from hexcore_breakout_pursuit import BREAKOUT_PURSUIT as GAME
from hexcore_breakout_pursuit.order_of_battle import counters, rows
from hexcore_breakout_pursuit.unit_types import called

RULES = GAME.rule_texts


@pytest.mark.parametrize("sheet", ["JUL", "AUG"])
def test_no_two_counters_in_play_together_have_one_name(sheet: str) -> None:
    """But for a counter that the sheet and the arrivals both show: it is one piece of cardboard."""
    same = {row.id for row in rows().values() if row.same_counter}
    same |= {f"{id}-BG" for id in same}
    names = Tally(
        c.called for id, c in counters().items() if id[:3] in (sheet, "ARR", "MRK") and id not in same
    )
    assert [name for name, count in names.items() if count > 1] == []
    assert all(names) and max(map(len, names)) <= 46


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("JUL-A005", "British 6 Guards Armoured Brigade"),
        ("JUL-A038", "British 1 Paratroop Division"),
        ("JUL-A041", "Polish 1 Paratroop Brigade"),
        ("JUL-A043", "British 6 Paratroop Division 10-6"),
        ("JUL-G019", "2 SS Panzer Division"),
        ("JUL-G021", "German 5 Parachute Division"),
        ("ARR-G013", "Großdeutschland Panzer Division"),
        ("AUG-A018", "British Armoured Division 10-8"),
        ("AUG-A020", "British Motorized Division 10-16 d"),
        ("AUG-A020-BG", "British Motorized Battlegroup 2-16 of 10-16 d"),
        ("AUG-A037", "Supply unit 2"),
        ("ARR-A017", "Supply unit 13"),
        ("AUG-A043", "Naval Supply unit"),
    ],
)
def test_a_counter_is_called_by_what_is_printed_on_it(id: str, name: str) -> None:
    assert counters()[id].name == name


def test_a_refusal_adds_the_values_that_a_name_does_not_tell() -> None:
    units = Game.start(GAME.board("1.4", {}), SeededDice(1)).state.units
    assert called(units["JUL-A015"]) == "British 11 Armoured Division (10-8)"
    assert called(units["JUL-A044"]) == "Truck 1"
    august = Game.start(GAME.board("2.1", {}), SeededDice(1)).state.units
    assert called(august["AUG-A018"]) == "British Armoured Division 10-8"


def test_the_letter_of_a_counter_stands_on_it() -> None:
    looks = GAME.presentation["units"]
    assert looks["AUG-A020"] == {"name": "British Motorized Division 10-16 d", "number": "d"}
    assert looks["AUG-A018"]["number"] == "" and looks["ARR-A017"]["number"] == "13"


def test_every_rule_is_cited_in_words_and_no_two_alike() -> None:
    cited = [text.spelled for text in RULES.values()]
    assert len(set(cited)) == len(cited)
    assert [word for word in cited if "_" in word or re.search(r"[a-z]\.[A-Za-z]", word)] == []


@pytest.mark.parametrize(
    ("rule", "cited"),
    [
        ("supply.A", "Supply (A)"),
        ("noncombat.K.2", "Non-Combat (K) 2"),
        ("terms.unit_size", "Terms: unit size"),
        ("supply_chart.allies_unsupplied", "Supply Chart: Allies, unsupplied"),
        ("setting_up.1", "Setting Up (1)"),
        ("sequence.A3", "Sequence A3"),
        ("time_record.german_arrivals", "Time Record: German arrivals"),
        ("setup.AA-LEMANS", "Set-up: round Le Mans"),
        ("scenario.2.1", "Scenario 2.1"),
        ("errata.allied_supply_units.1", "Corrections: Supply units 1"),
        ("combat.Z", "combat.Z"),
    ],
)
def test_how_a_rule_is_cited(rule: str, cited: str) -> None:
    assert GAME.spelled(rule) == cited


def test_the_commands_cite_rules_as_players_do_and_json_by_their_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, move = str(tmp_path / "g.hexgame"), '{"kind": "done"}'
    assert main(["new", GAME.id, "2.1", "-o", path, "--seed", "1"]) == 0
    capsys.readouterr()
    assert main(["show", path]) == 0
    assert "[Setting Up (1)]" in capsys.readouterr().out
    assert main(["show", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decision"]["rule"] == "setting_up.1"
    assert main(["do", path, move]) == 2
    assert "setting_up" not in capsys.readouterr().err.split(":", 1)[1]


def test_a_judged_state_comes_before_the_line_of_now_in_the_text() -> None:
    holds = {"state": "supplied", "text": "Supplied for this player turn", "rule": "supply.K"}
    blocked = [{"hex": "1534", "rule": "supply.A", "reason": "a zone shuts 1534"}]
    text = cli_text.supply({"u": {"state": "isolated", "holds": holds, "blocked_by": blocked}})
    row = text.splitlines()[1].split(None, 2)
    assert row[:2] == ["u", "supplied"]
    assert row[2] == "Supplied for this player turn; if judged now: isolated, a zone shuts 1534"
