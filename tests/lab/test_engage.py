"""One battle under several rulesets: enumerated exactly, by hand, against the typed tables, against dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from independent_crt import TABLES

from hexcore.lab.battle_begun import NoBattle, SetUp
from hexcore.lab.battle_file import Battle, read_battle
from hexcore.lab.correspondence import between
from hexcore.lab.engage import Outcome, at_the_roll, fought, rolled
from hexcore.lab.engage_page import MEASURES, STANDARD, interval
from hexcore.lab.engage_setup import set_up
from hexcore.lab.named import all_named, named
from hexcore.lab.toml_faults import FileFault

BATTLES = Path(__file__).parents[2] / "docs" / "lab" / "battles"
HILL = """
words = "hill"
attacker = "blue"
[ground]
target = ["hill"]
[[unit]]
role = "attacker"
kind = "infantry"
strength = 4
steps = 2
count = 2
[[unit]]
role = "defender"
kind = "infantry"
strength = 3
steps = 2
"""
"""8 against 3 is 2-1, on the hill 1-1: 1/0 1/0 1/1 1/1 0/1 0/1."""
THIRD, SIXTH = Fraction(1, 3), Fraction(1, 6)


def battle(tmp_path: Path, text: str) -> Battle:
    path = tmp_path / "battle.toml"
    path.write_text(text)
    return read_battle(path)


def staged(found: Battle, *rulesets: str) -> list[SetUp]:
    games = all_named(rulesets)
    stated = {game.label: found.stated(game.ruleset.id).words for game in games}
    return [set_up(found, game, words) for game, words in between(named(found.words), games, stated)]


def ends(made: SetUp, attacker: str, defender: str) -> dict[Outcome, Fraction]:
    return dict(fought(made, {"attacker": attacker, "defender": defender}).ends)


def losses(made: SetUp, attacker: str, defender: str) -> dict[tuple[int, int], Fraction]:
    found: dict[tuple[int, int], Fraction] = {}
    for end, chance in ends(made, attacker, defender).items():
        key = (end.attacker_steps, end.defender_steps)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


# ------------------------------------------------------------------ by hand
@pytest.fixture
def on_the_hill(small_rulesets: None, tmp_path: Path) -> SetUp:
    return staged(battle(tmp_path, HILL), "hill")[0]


def test_both_stand(on_the_hill: SetUp) -> None:
    found = ends(on_the_hill, "hold", "hold")
    assert sum(found.values()) == 1
    assert found == {
        Outcome(False, False, 0, 1, 0, 2, 0, 0, False): THIRD,
        Outcome(False, False, 1, 0, 2, 0, 0, 0, False): THIRD,
        Outcome(False, False, 1, 1, 2, 2, 0, 0, False): THIRD,
    }


def test_the_defender_gives_way_and_the_attacker_goes_in(on_the_hill: SetUp) -> None:
    assert ends(on_the_hill, "hold", "yield") == {
        Outcome(False, False, 1, 0, 2, 0, 0, 0, False): THIRD,
        Outcome(True, True, 0, 0, 0, 0, 0, 1, True): THIRD,
        Outcome(True, True, 1, 0, 2, 0, 0, 1, True): THIRD,
    }


def test_both_give_way_and_nobody_holds_the_hex(on_the_hill: SetUp) -> None:
    found = fought(on_the_hill, {"attacker": "yield", "defender": "yield"})
    assert found.chance(lambda end: end.cleared) == 2 * THIRD
    assert found.chance(lambda end: end.taken) == THIRD
    assert found.mean(lambda end: end.attacker_steps + end.defender_steps) == 0


def test_columns_and_the_die_may_be_stipulated(small_rulesets: None, tmp_path: Path) -> None:
    plain = staged(battle(tmp_path, HILL), "hill")[0]
    right = staged(battle(tmp_path, HILL.replace("[ground]", "shift = 1\n[ground]", 1)), "hill")[0]
    higher = staged(battle(tmp_path, HILL.replace("[ground]", "modifier = 1\n[ground]", 1)), "hill")[0]
    assert [at_the_roll(one).odds.final_column for one in (plain, right, higher)] == ["1-1", "2-1", "1-1"]
    assert losses(higher, "hold", "hold") == {(1, 0): SIXTH, (1, 1): THIRD, (0, 1): Fraction(1, 2)}
    assert right.stipulated[-1] == "+1 columns" and not any("column" in what for what in plain.stipulated)


def test_the_computer_player_may_answer(on_the_hill: SetUp) -> None:
    found = ends(on_the_hill, "steady", "steady")
    assert sum(found.values()) == 1
    assert found == ends(on_the_hill, "steady", "steady")


# ------------------------------------------------------------------ against the typed tables, and dice
@pytest.fixture(scope="module")
def in_the_bocage() -> dict[str, SetUp]:
    found = staged(read_battle(BATTLES / "bocage.toml"), "cobra-1977", "breakout-pursuit")
    return {one.game.label: one for one in found}


def test_numbers_are_met_as_the_printed_table_has_them(in_the_bocage: dict[str, SetUp]) -> None:
    made, table = in_the_bocage["cobra-1977"], TABLES["cobra-1977"]
    odds = at_the_roll(made).odds
    # 24 to 6 is 4-1; air and an HQ, bocage and an HQ: two to the right, two to the left
    assert (odds.attack, odds.defence, odds.column, odds.final_column) == (24, 6, "4-1", "4-1")
    assert sorted(shift.columns for shift in odds.shifts) == [-1, -1, 1, 1]
    typed = table.distribution(table.odds.index("4-1"))
    assert losses(made, "hold", "hold") == {
        tuple(map(int, entry.split("/"))): chance for entry, chance in typed.items()
    }
    gone = sum(chance for entry, chance in typed.items() if entry.split("/")[1] == "2")
    assert fought(made, {"attacker": "hold", "defender": "hold"}).chance(lambda end: end.taken) == gone


def test_words_are_carried_out(in_the_bocage: dict[str, SetUp]) -> None:
    made, table = in_the_bocage["breakout-pursuit"], TABLES["breakout-pursuit"]
    odds = at_the_roll(made).odds
    assert (odds.attack, odds.defence, odds.final_column) == (24, 10, "2-1")
    typed = table.distribution(table.odds.index("2-1"))
    found = fought(made, {"attacker": "hold", "defender": "hold"})
    assert found.chance(lambda end: end.attacker_strength == 24) == typed["Ae"]
    assert found.chance(lambda end: end.attacker_back == 1) == typed["Ar"]
    assert found.chance(lambda end: end.attacker_marked == 2) == typed["Ad-Dr"]
    assert found.chance(lambda end: end.taken) == typed["Dr"]
    assert found.chance(lambda end: end.cleared) == typed["Dr"] + typed["Ad-Dr"]
    assert found.ends == fought(made, {"attacker": "yield", "defender": "yield"}).ends


def test_what_has_no_counterpart_is_listed(in_the_bocage: dict[str, SetUp]) -> None:
    here, there = in_the_bocage["cobra-1977"], in_the_bocage["breakout-pursuit"]
    assert here.missing == () and at_the_roll(here).unused == ()
    assert there.missing == ("attacker: a headquarters", "defender: a headquarters")
    assert at_the_roll(there).unused == ("attacker: nothing is committed as 'air'",)
    assert "ground: rough for bocage" in there.differing
    assert any("1 step for 4" in what for what in there.differing)


def agrees(made: SetUp, pair: tuple[str, str], times: int, among: int) -> None:
    policies = dict(zip(("attacker", "defender"), pair, strict=True))
    exact, found = fought(made, policies), rolled(made, policies, times, seed=11)
    assert sum(found.values()) == times
    assert set(found) <= set(exact.ends)
    for _, holds in MEASURES:
        low, high = interval(sum(n for end, n in found.items() if holds(end)), times, among)
        assert low <= exact.chance(holds) <= high


@pytest.mark.parametrize("pair", STANDARD)
def test_dice_agree_on_the_hill(on_the_hill: SetUp, pair: tuple[str, str]) -> None:
    agrees(on_the_hill, pair, 20_000, 5 * len(MEASURES))


@pytest.mark.parametrize("label", ["cobra-1977", "breakout-pursuit"])
def test_200_000_rolls_agree_in_the_bocage(in_the_bocage: dict[str, SetUp], label: str) -> None:
    agrees(in_the_bocage[label], ("hold", "yield"), 200_000, 2 * len(MEASURES))


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(path.stem for path in BATTLES.glob("*.toml")))
def test_200_000_rolls_agree_in_every_battle(name: str) -> None:
    found = staged(read_battle(BATTLES / f"{name}.toml"), "cobra-1977", "cobra", "breakout-pursuit")
    for made in found:
        for pair in STANDARD:
            agrees(made, pair, 200_000, 45 * len(MEASURES))


def test_an_interval_is_wide_enough_and_no_wider() -> None:
    low, high = interval(500, 1000, 1)
    assert (round(low, 4), round(high, 4)) == (0.4691, 0.5309)  # Wilson, 95 %
    assert interval(0, 1000, 1)[0] == 0 and interval(1000, 1000, 1)[1] == 1
    assert interval(500, 1000, 40)[0] < low


# ------------------------------------------------------------------ supply
def test_supply_is_stipulated_where_the_spot_has_another() -> None:
    found = read_battle(BATTLES / "river-town.toml")
    made = staged(found, "cobra-1977")[0]
    odds = at_the_roll(made).odds
    assert (odds.attack, odds.defence) == (15, 4)  # 2 × 4, halved unit by unit
    assert made.stipulated == ("supply: " + ", ".join(f"{id} unsupplied" for id in made.ids["defender"]),)
    assert sorted(shift.columns for shift in odds.shifts) == [-1, -1, 1]  # the town, the river, an HQ


# ------------------------------------------------------------------ files
@pytest.mark.parametrize("path", sorted(BATTLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_sample_battles_are_read(path: Path) -> None:
    found = read_battle(path)
    assert found.title and found.forces("attacker") and found.forces("defender")


@pytest.mark.parametrize(
    "old, new, place, reason",
    [
        ('words = "hill"', "words = hill", ":2:9:", "Invalid value"),
        ('attacker = "blue"', 'attaker = "blue"', ":3:1:", "unknown word 'attaker'"),
        ("strength = 3", 'strength = "three"', ":15:1:", "strength"),
        ("strength = 3", "strenght = 3", ":15:1:", "unknown word 'strenght'"),
        ('role = "defender"', 'role = "umpire"', ":13:1:", "role"),
        ("count = 2", "count = 0", ":11:1:", "at least one"),
        ("count = 2", "losses = 2", ":11:1:", "cannot have lost 2"),
        ("count = 2", "front = 7", ":11:1:", "front is 1 to 6"),
        ('role = "defender"', 'role = "attacker"', ":", "units of the defender"),
        ("[ground]", "[under.hill]\nsuply = 1\n[ground]", ":5:1:", "unknown word 'suply'"),
        ("[ground]", "fronts = 9\n[ground]", ":4:1:", "fronts is 0 to 6"),
    ],
)
def test_a_malformed_file_is_told_with_line_and_column(
    tmp_path: Path, old: str, new: str, place: str, reason: str
) -> None:
    assert old in HILL
    with pytest.raises(FileFault) as fault:
        battle(tmp_path, HILL.replace(old, new, 1))
    assert place in str(fault.value) and reason in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_battle_that_cannot_be_fought_says_why(small_rulesets: None, tmp_path: Path) -> None:
    for old, new, reason in (
        ("strength = 3", "strength = 30", "no counterpart at all for the defender"),
        ('attacker = "blue"', 'attacker = "green"', "no side 'green'"),
        ("[ground]", '[under.hill.ids]\nattacker = ["9-line"]\n[ground]', "no unit '9-line'"),
    ):
        with pytest.raises(NoBattle, match=reason):
            staged(battle(tmp_path, HILL.replace(old, new, 1)), "hill")


def test_a_stack_that_a_rule_forbids_is_refused_with_its_number(small_rulesets: None, tmp_path: Path) -> None:
    with pytest.raises(NoBattle, match=r"only one unit may stand in a hex \[6.2\]"):
        staged(battle(tmp_path, HILL.replace("[ground]", "fronts = 1\n[ground]", 1)), "hill")


# ------------------------------------------------------------------ the command
@pytest.mark.usefixtures("small_rulesets")
def test_the_command_and_its_positions(
    run: Callable[..., Any], answer: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "hill.toml"
    path.write_text(HILL)
    asked = ("lab", "engage", path, "hill", "crossing", "--policy", "hold/yield", "--rolls", 2000)
    found = answer(*asked, "--positions", tmp_path / "there")
    tables = {table["name"]: table for table in found["tables"]}
    rows = {row[0]: row for row in tables["engage-summary"]["rows"]}
    assert rows["hill"][3:5] == ["2/3", "2/3"]
    assert set(rows) == {"hill", "crossing"}
    assert [row[-1] for row in tables["engage-rolled"]["rows"]] == ["yes"] * 8
    assert {"crossing", "no counterpart", "ground: hill"} <= {
        part for row in tables["engage-counterparts"]["rows"] for part in row
    }
    again = answer(*asked)
    assert again == found
    opened = run(
        "new", "hill", "battle", "-o", tmp_path / "x.hexgame", "--position", tmp_path / "there/hill.toml"
    )
    assert opened[0] == 0 and "blue" in opened[1]


@pytest.mark.usefixtures("small_rulesets")
def test_wrong_requests_are_refused_in_one_line(mistake: Callable[..., str], tmp_path: Path) -> None:
    path = tmp_path / "hill.toml"
    path.write_text(HILL)
    assert "no ruleset 'nowhere'" in mistake("lab", "engage", path, "nowhere")
    assert "No such file" in mistake("lab", "engage", tmp_path / "none.toml", "hill")
    assert "not 'charge'" in mistake("lab", "engage", path, "hill", "--policy", "charge")
    assert "--rolls" in mistake("lab", "engage", path, "hill", "--rolls", "-1")
    path.write_text(HILL.replace("strength = 3", "strength = 30"))
    assert "no counterpart at all" in mistake("lab", "engage", path, "hill", "crossing")
    path.write_text(HILL.replace('words = "hill"', 'words = "nowhere"'))
    assert "no ruleset 'nowhere'" in mistake("lab", "engage", path, "hill")
    path.write_text("words = \n")
    assert ":1:9: " in mistake("lab", "engage", path, "hill")
