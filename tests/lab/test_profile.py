"""Profiles: printed facts of each game found by asking its rules, and gaps that say so."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import crossing
import hill
import pytest

from hexcore.lab.pages import Table
from hexcore.lab.profile import CHAPTERS, profile_of
from hexcore.lab.profile_facts import Profile
from hexcore.lab.profile_pages import profile_page
from hexcore.ruleset import UnknownName, find

Run = Callable[..., tuple[int, str, str]]


@cache
def profile(id: str) -> Profile:
    """Each profile once for all tests."""
    small = {"hill": hill.RULESET, "crossing": crossing.RULESET}
    return profile_of(small[id] if id in small else find(id))


def told(id: str, *key: str) -> tuple[Any, str]:
    """Value and rule of a fact."""
    fact = profile(id).fact(*key)
    assert fact is not None, key
    return fact.value, fact.rule


def cell(id: str, table: str, row: str, column: str) -> tuple[Any, str, str]:
    """Value, rule and mark of a cell."""
    grid = profile(id).grid(table)
    assert grid is not None
    spot = grid.cells[row, column]
    return spot.value, spot.rule, spot.mark


def step(id: str, phase: str) -> Any:
    return next(step for step in profile(id).steps if step.id == phase)


# ------------------------------------------------------------------ Cobra of 1977
FACTS_1977 = [
    (("stacking", "most in a hex", "XX (german)"), 1, "TNC 6.1"),
    (("stacking", "most in a hex", "X (allied)"), 2, "TNC 6.1"),
    (("stacking", "most in a hex", "III (allied)"), 3, "TNC 6.1"),
    (("stacking", "takes room", "hq"), "no", ""),
    (("stacking", "takes room", "infantry"), "yes", "TNC 6.1"),
    (("stacking", "together", "British and US"), "no", "TNC 8.8.2"),
    (("stacking", "together", "French and US"), "yes", ""),
    (("stacking", "judged"), "as a phase ends", "TNC 6.3"),
    (("zones", "exerted by", "infantry"), "yes", "TNC 7.1"),
    (("zones", "exerted by", "hq"), "no", "TNC 7.1"),
    (("zones", "entering", "armor"), "free", "TNC 5.2.3"),
    (("zones", "going on", "armor"), "no", "TNC 5.2.3"),
    (("zones", "from zone to zone", "infantry"), "no", "TNC 5.6.2"),
    (("zones", "leaving", "infantry"), "+2 MP", "TNC 5.6.1"),
    (("zones", "cancelled by", "infantry"), "yes", "TNC 7.5"),
    (("zones", "cancelled by", "hq"), "no", "TNC 7.5"),
    (("movement", "weather clear", "german foot"), Fraction(1, 3), "SPI 3.34"),
    (("movement", "weather storms", "german foot"), Fraction(1), "SPI 3.34"),
    (("movement", "several grounds in a hex"), "the dearest counts", ""),
    (("combat", "results of combat", "columns"), 14, "SPI 9.5.table"),
    (("combat", "results of combat", "highest column"), "10-1", "SPI 9.5.table"),
    (("combat", "across minor-river"), "only when all attackers cross", "SPI 6.8.minor-river"),
    (("combat", "several grounds in a hex"), "added up", "SPI 6.8.heavy-forest-hills"),
    (("combat", "columns shifted by", "Using air points"), "in force", "TNC 14.3.1"),
    (("support", "air (allied)", "german defending"), "+1 columns", "TNC 14.3.1"),
    (("support", "hq (german)", "german defending"), "-1 columns", "TNC 8.3.5"),
    (("supply", "longest line (german)"), 12, "TNC 10.3.1"),
    (("supply", "enemy zones (german)"), "cut a line", "TNC 10.3.1"),
    (("supply", "enemy zones, a friend in the hex (german)"), "do not", "TNC 10.3.1"),
    (("supply", "german foot", "unsupplied", "movement ×"), Fraction(1, 2), ""),
    (("supply", "allied mech", "unsupplied", "attack ×"), Fraction(1, 2), "TNC 10.6.1"),
    (("supply", "allied mech", "unsupplied", "defence ×"), Fraction(1, 2), "TNC 10.6.1"),
    (("customs", "no unit has to attack"), "yes", "TNC 8.1.4"),
]


@pytest.mark.parametrize(
    "key, value, rule", FACTS_1977, ids=lambda part: "/".join(part) if type(part) is tuple else ""
)
def test_cobra_of_1977_as_printed(key: tuple[str, ...], value: object, rule: str) -> None:
    assert told("cobra-1977", *key) == (value, rule)


def test_phases_of_1977() -> None:
    found = profile("cobra-1977")
    assert [s.id for s in found.steps][:5] == [
        "german-weather",
        "german-replacement",
        "german-movement",
        "german-combat",
        "german-mechanized",
    ]
    assert len(found.steps) == 12
    second = step("cobra-1977", "allied-mechanized")
    assert second.does["moves"].endswith("glider infantry, infantry, parachute infantry: no")
    assert "overruns" not in second.does
    assert step("cobra-1977", "allied-movement").does["overruns"] == "armor, armored infantry: 4 MP"


@pytest.mark.parametrize(
    "row, mobility, points",
    [
        ("clear", "foot", 1),
        ("light-forest", "mech", 2),
        ("bocage", "mech", 2),
        ("heavy-forest", "foot", 2),
        ("hills", "mech", 4),
        ("across minor-river", "foot", 2),
        ("across major-river", "mech", 5),
        ("by primary", "mech", Fraction(1, 2)),
        ("sea", "foot", "no"),
        ("across all-sea", "foot", "no"),
    ],
)
def test_costs_of_1977(row: str, mobility: str, points: object) -> None:
    assert cell("cobra-1977", "movement-costs", row, mobility)[0] == points


def test_costs_carry_their_rule_and_mark() -> None:
    assert cell("cobra-1977", "movement-costs", "bocage", "mech")[1:] == ("SPI 6.8.bocage", "printed")
    assert cell("cobra-1977", "movement-costs", "across all-sea", "mech")[1:] == ("TNC 5.7.4", "")


@pytest.mark.parametrize(
    "row, columns", [("clear", 0), ("town", -1), ("city", -2), ("bocage", -1), ("hills", -2)]
)
def test_columns_of_1977(row: str, columns: int) -> None:
    assert cell("cobra-1977", "combat-ground", row, "columns")[0] == columns


def test_an_attack_in_the_open_is_fought_in_its_own_column() -> None:
    found = profile("cobra-1977")
    printed, fought = found.grid("combat-results"), found.grid("combat-in-the-open")
    assert printed is not None
    assert fought is not None
    assert cell("cobra-1977", "combat-results", "6", "1-5") == ("e/0", "SPI 9.5.table", "printed")
    assert {key: spot.value for key, spot in printed.cells.items()} == {
        key: spot.value for key, spot in fought.cells.items()
    }


# ------------------------------------------------------------------ Breakout & Pursuit
FACTS_1972 = [
    (("stacking", "most in a hex", "XX (german)"), 3, "stacking.M"),
    (("stacking", "takes room", "truck"), "no", "stacking.N"),
    (("zones", "exerted by", "supply"), "no", "zoc.G"),
    (("zones", "entering", "armor"), "+2 MP", "zoc.J"),
    (("zones", "leaving", "armor"), "+1 MP", "zoc.J"),
    (("zones", "from zone to zone", "armor"), "+3 MP", "zoc.J"),
    (("zones", "going on", "infantry"), "free", "zoc.K"),
    (("zones", "from zone to zone", "infantry"), "no", "zoc.K"),
    (("zones", "cancelled by", "infantry"), "no", ""),
    (("combat", "results of combat", "columns"), 11, "crt.table"),
    (("combat", "results of combat", "lowest column"), "1-3", "crt.table"),
    (("combat", "results of combat", "Ex"), "attacker exchanged, defender exchanged", ""),
    (("combat", "results of combat", "Ad-Dr"), "defender retreated, attacker disrupted", ""),
    (("combat", "across river"), "only when all attackers cross", "tec.river_hex-side"),
    (("combat", "several grounds in a hex"), "the best counts", "tec.rough_terrain_hex"),
    (("supply", "longest line (allied)"), 8, "supply.A"),
    (("supply", "longest line (german)"), "any", "supply.A"),
    (("supply", "enemy zones, a friend in the hex (allied)"), "cut a line", "supply.A"),
    (("supply", "allied", "unsupplied", "attack ×"), Fraction(1, 2), "supply_chart.allies_unsupplied"),
    (("supply", "allied", "unsupplied", "defence ×"), Fraction(1), "supply_chart.allies_unsupplied"),
    (("supply", "allied", "isolated", "attack ×"), Fraction(0), "supply_chart.allies_isolated"),
    (("supply", "allied", "isolated", "defence ×"), Fraction(1, 2), "supply_chart.allies_isolated"),
]


@pytest.mark.parametrize(
    "key, value, rule", FACTS_1972, ids=lambda part: "/".join(part) if type(part) is tuple else ""
)
def test_breakout_and_pursuit_as_printed(key: tuple[str, ...], value: object, rule: str) -> None:
    assert told("breakout-pursuit", *key) == (value, rule)


def test_ground_of_breakout_and_pursuit() -> None:
    id = "breakout-pursuit"
    assert cell(id, "movement-costs", "across river", "german") == (3, "tec.river_hex-side", "printed")
    assert cell(id, "movement-costs", "across river", "allied")[0] == 2
    assert cell(id, "movement-costs", "fortress", "allied")[:2] == ("no", "fortresses.general")
    assert cell(id, "combat-ground", "rough", "defence ×, allied defending")[0] == 2
    assert cell(id, "combat-ground", "west-wall", "defence ×, german defending")[0] == 3
    assert cell(id, "combat-ground", "west-wall", "defence ×, allied defending")[0] == 1
    assert cell(id, "combat-ground", "across river", "die") == (-1, "tec.river_hex-side", "printed")
    assert cell(id, "zones-end", "fortress", "into the hex")[:2] == ("no", "zoc.G")
    assert cell(id, "zones-end", "river", "over the side")[:2] == ("yes", "")
    assert cell(id, "combat-results", "0", "1-3")[2] == "printed"
    assert cell(id, "combat-results", "6", "9-1")[2] == "reconstructed"
    assert len(profile(id).steps) == 16


@pytest.mark.soak
def test_the_normandy_campaign_as_printed() -> None:
    id = "cobra"
    assert cell(id, "movement-costs", "bocage", "mech") == (3, "8.3.4", "printed")
    assert cell(id, "movement-costs", "marsh", "mech")[:2] == ("no", "5.3.6")
    assert cell(id, "zones-end", "major-river", "over the side")[:2] == ("no", "7.6")
    assert cell(id, "combat-ground", "bocage", "columns, foot attacking") == (-2, "8.3.4", "printed")
    assert cell(id, "combat-ground", "marsh", "may be made, mech attacking")[:2] == ("no", "8.5.9")
    assert cell(id, "supply-lines", "major-river", "german")[0] == 6
    assert cell(id, "supply-lines", "bocage", "german")[0] == 2
    assert told(id, "support", "hq (allied)", "german defending") == ("+2 columns", "8.3.5")
    assert len(profile(id).steps) == 11


# ------------------------------------------------------------------ small games
def test_the_smallest_game() -> None:
    assert told("hill", "zones", "going on", "infantry") == ("no", "6.1")
    assert told("hill", "stacking", "most in a hex", "any size (blue)") == (1, "6.2")
    assert cell("hill", "combat-ground", "hill", "columns")[:2] == (-1, "7.4")
    assert cell("hill", "movement-costs", "hill", "foot")[:2] == (2, "5.2")


def test_what_a_ruleset_does_not_say_is_not_told() -> None:
    assert told("hill", "supply", "lines") == ("not told", "")
    assert told("hill", "victory", "level at the opening") == ("not told", "")
    assert profile("hill").grid("supply-lines") is None


def test_zones_by_kind_of_the_crossing() -> None:
    assert told("crossing", "zones", "from zone to zone", "armour") == ("+3 MP", "6.2")
    assert told("crossing", "zones", "from zone to zone", "foot") == ("no", "6.3")
    assert cell("crossing", "combat-ground", "across river", "die")[:2] == (-1, "7.2")


def test_a_rule_that_fails_outside_play_leaves_a_gap_and_hurts_no_other_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from hexcore.lab import profile_zones

    def fails(_ground: object) -> Any:
        raise KeyError("no combat")

    monkeypatch.setattr(profile_zones, "stacking_facts", fails)
    found = profile_of(hill.RULESET)
    assert found.value("stacking", "not told") == "KeyError: 'no combat'"
    assert found.value("zones", "going on", "infantry") == "no"


# ------------------------------------------------------------------ the page, the command
def test_every_chapter_of_a_page_and_what_stands_in_one_row() -> None:
    page = profile_page([("cobra-1977", profile("cobra-1977"))])
    tables = {block.name: block for block in page.blocks if isinstance(block, Table)}
    assert set(CHAPTERS) <= tables.keys()
    rows = [row for row in tables["zones"].rows if str(row[0]).startswith("leaving")]
    assert len(rows) == 1
    assert rows[0][1:4] == ("+2 MP", None, "TNC 5.6.1")


def test_the_same_profile_twice() -> None:
    assert profile_of(crossing.RULESET).form() == profile("crossing").form()


@pytest.mark.usefixtures("small_rulesets")
def test_the_command(run: Run, answer: Callable[..., Any]) -> None:
    status, out, _ = run("lab", "profile", "hill", "crossing")
    assert status == 0
    assert "+3 MP [6.2]" in out
    value = answer("lab", "profile", "hill")
    assert value["profiles"][0]["ruleset"] == "hill"
    facts = {"/".join(fact["key"]): fact for fact in value["profiles"][0]["facts"]}
    assert facts["combat-results/1/1-2"]["value"] == "2/0"
    assert facts["zones/going on/infantry"] == {
        "key": ["zones", "going on", "infantry"],
        "value": "no",
        "unit": "",
        "rule": "6.1",
        "mark": "",
    }
    json.dumps(value)


@pytest.mark.usefixtures("small_rulesets")
@pytest.mark.parametrize(
    "name, told_of", [("hil", "'hil'"), ("hill:siege", "'siege'"), ("hill:fog=on", "'fog'")]
)
def test_wrong_names(mistake: Callable[..., str], name: str, told_of: str) -> None:
    assert told_of in mistake("lab", "profile", name)


def test_an_unknown_scenario() -> None:
    with pytest.raises(UnknownName):
        profile_of(hill.RULESET, "siege")
