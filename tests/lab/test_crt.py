"""Exact figures of combat results tables, against tables typed in and worked out without the engine."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import independent_crt as alone
import pytest
from independent_crt import TABLES

from hexcore.lab.crt import break_even, columns, worths
from hexcore.lab.crt_reading import NUMBERS, UNTOLD, WORDS, ReadTable, tables_of
from hexcore.lab.named import named
from hexcore.ruleset import UnknownName

SHIFTS, MODIFIERS = (-2, -1, 0, 1, 2), (-1, 0, 1)


@pytest.fixture(scope="module")
def reads() -> dict[str, ReadTable]:
    found = {}
    for label in TABLES:
        tables = tables_of(named(label).board(), label)
        assert len(tables) == 1
        found[label] = tables[0]
    return found


@pytest.mark.parametrize("label", TABLES)
def test_every_cell(reads: dict[str, ReadTable], label: str) -> None:
    read, typed = reads[label], TABLES[label]
    assert read.table.columns == typed.odds
    found = {die: tuple("/".join(entry) for entry in line) for die, line in read.table.rows.items()}
    assert found == typed.lines


def test_the_typed_marks_are_those_of_the_data() -> None:
    for label, column in (
        ("cobra-1977", "prov_spi"),
        ("cobra", "prov_dg"),
        ("breakout-pursuit", "provenance"),
    ):
        path = named(label).ruleset.folder / "data" / "crt.csv"
        with path.open(newline="", encoding="utf-8") as file:
            marks = {(int(r["die"]), r["odds"]): r[column][0] for r in csv.DictReader(file)}
        assert marks == TABLES[label].marks


@pytest.mark.parametrize("label", TABLES)
@pytest.mark.parametrize("shift", SHIFTS)
def test_every_figure(reads: dict[str, ReadTable], label: str, shift: int) -> None:
    read, typed = reads[label], TABLES[label]
    for modifier in MODIFIERS:
        for e in (None, 3):
            found = columns(read, shift, modifier, e)
            for n, column in enumerate(found):
                chances = typed.distribution(n, shift, modifier)
                assert _chances(column.outcomes) == chances
                for side in (0, 1):
                    mean, variance = alone.loss(chances, side, e)
                    assert (column.loss(side), column.spread(side)) == (mean, variance)
                    if e is None:
                        assert column.points(side) == alone.numbers_printed(chances, side)
                    hurt = alone.chance(chances, lambda entry, side=side: alone.hurt(entry, side))
                    assert column.chance(lambda cell, side=side: cell.hurt(side)) == hurt
                    gone = alone.chance(chances, lambda entry, side=side: alone.removed(entry, side))
                    assert column.chance(lambda cell, side=side: cell.lost(side)) == gone
                assert column.leaves == alone.chance(chances, alone.vacated)
                ours, theirs = alone.loss(chances, 0, e)[0], alone.loss(chances, 1, e)[0]
                ratio = theirs / ours if ours and theirs is not None else None
                assert column.exchange_ratio == ratio
                for steps in range(1, 5):
                    assert column.clears(steps) == _broken(chances, steps)


def _broken(chances: dict[str, Fraction], steps: int) -> Fraction | None:
    if not all(map(alone.in_numbers, chances)):
        return None
    return alone.chance(chances, lambda entry: (alone.points(entry, 1, 99) or 0) >= steps)


def _chances(outcomes: Any) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for _, entry, chance in outcomes:
        text = "/".join(entry)
        found[text] = found.get(text, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("label", TABLES)
def test_what_a_column_and_a_pip_are_worth(reads: dict[str, ReadTable], label: str) -> None:
    read, typed = reads[label], TABLES[label]
    for shift in (-1, 0, 1):
        for e in (None, 4):
            for n, worth in enumerate(worths(read, shift, 0, e)):
                here = typed.distribution(n, shift)
                for got, there in (
                    (worth.column, typed.distribution(n, shift + 1)),
                    (worth.pip, typed.distribution(n, shift, 1)),
                ):
                    more, less = alone.net(there, e), alone.net(here, e)
                    gain = None if more is None or less is None else more - less
                    gone = alone.chance(there, alone.vacated) - alone.chance(here, alone.vacated)
                    assert got == (gain, gone)


@pytest.mark.parametrize("label", TABLES)
def test_break_even_odds(reads: dict[str, ReadTable], label: str) -> None:
    typed = TABLES[label]
    spread = [typed.distribution(n) for n in range(len(typed.odds))]
    found = columns(reads[label])
    for measure, values, enough in (
        (lambda c: c.net, [alone.net(c, None) for c in spread], Fraction(0)),
        (lambda c: c.leaves, [alone.chance(c, alone.vacated) for c in spread], Fraction(1, 2)),
    ):
        place = alone.lowest(values, enough)
        assert break_even(found, measure, enough) == (None if place is None else typed.odds[place])


def test_the_families(reads: dict[str, ReadTable]) -> None:
    assert [reads[label].family for label in TABLES] == [NUMBERS, NUMBERS, WORDS, WORDS]


# ------------------------------------------------------------------ the command
def test_the_public_form_of_numbers(answer: Callable[..., Any]) -> None:
    found = answer("lab", "crt", "cobra-1977")
    assert list(found) == ["columns"]
    assert [c["odds"] for c in found["columns"]] == list(TABLES["cobra-1977"].odds)
    first = found["columns"][0]
    assert first["outcomes"][5] == {"die": 6, "result": "e/0", "probability": "1/6"}
    assert first["expected"] == {
        "attacker_points": "2",
        "defender_points": "0",
        "eliminated": {"attacker": "1/6", "defender": "0"},
        "exchanged": {"attacker": "0", "defender": "0"},
        "retreated": {"attacker": "0", "defender": "0"},
        "disrupted": {"attacker": "0", "defender": "0"},
    }


def test_the_public_form_of_words(answer: Callable[..., Any]) -> None:
    found = answer("lab", "crt", "breakout-pursuit", "--modifier", "-1")
    even = found["columns"][4]
    assert (even["odds"], even["outcomes"][0]) == ("3-1", {"die": 1, "result": "Ar", "probability": "1/6"})
    assert even["expected"] == {
        "attacker_points": None,
        "defender_points": None,
        "eliminated": {"attacker": "0", "defender": "0"},
        "exchanged": {"attacker": "0", "defender": "0"},
        "retreated": {"attacker": "1/3", "defender": "2/3"},
        "disrupted": {"attacker": "1/2", "defender": "0"},
    }


def test_a_shift_moves_every_column(answer: Callable[..., Any]) -> None:
    plain, moved = answer("lab", "crt", "cobra"), answer("lab", "crt", "cobra", "--shift", "1")
    assert [c["outcomes"] for c in moved["columns"][:-1]] == [c["outcomes"] for c in plain["columns"][1:]]
    assert moved["columns"][-1]["outcomes"] == plain["columns"][-1]["outcomes"]


def test_several_tables_on_one_axis(
    answer: Callable[..., Any], run: Callable[..., Any], tmp_path: Path
) -> None:
    found = answer("lab", "crt", "cobra-1977", "breakout-pursuit", "--html", tmp_path / "x.html")
    rows = {t["name"]: t for t in found["tables"]}["axis-clear"]["rows"]
    assert [row[0] for row in rows] == list(TABLES["cobra-1977"].odds)
    by_odds = {row[0]: row[1:] for row in rows}
    assert by_odds["1-4"] == ["0", None]
    assert by_odds["10-1"] == ["1", None]
    assert by_odds["3-1"] == ["5/6", "5/6"]
    assert "<svg" in (tmp_path / "x.html").read_text()


def test_options_with_another_table_are_told(run: Callable[..., Any]) -> None:
    status, out, _ = run("lab", "crt", "breakout-pursuit")
    assert status == 0 and "crt=variant" in out and "3 cells" in out
    assert "fought on the lower one [combat.G]" in out


@pytest.mark.usefixtures("small_rulesets")
def test_words_that_no_rule_explains_stay_untold(answer: Callable[..., Any]) -> None:
    assert tables_of(named("crossing").board(), "crossing")[0].family == UNTOLD
    column = answer("lab", "crt", "crossing")["columns"][0]
    assert column["outcomes"][0] == {"die": 1, "result": "Ae", "probability": "1/6"}
    assert column["expected"]["attacker_points"] is None
    assert column["expected"]["eliminated"] == {"attacker": None, "defender": None}


def test_wrong_requests_are_refused_in_one_line(mistake: Callable[..., str]) -> None:
    assert "no ruleset 'nowhere'" in mistake("lab", "crt", "nowhere")
    assert "no scenario 'winter'" in mistake("lab", "crt", "cobra:winter")
    assert "no option 'weather'" in mistake("lab", "crt", "cobra:weather=on")
    assert "two scenarios" in mistake("lab", "crt", "cobra:breakout:campaign")
    assert "--all-lost" in mistake("lab", "crt", "cobra", "--all-lost", "0")
    assert "invalid int" in mistake("lab", "crt", "cobra", "--shift", "much")
    with pytest.raises(UnknownName):
        named("cobra:crt=variant")


def test_the_independent_calculation_imports_nothing_of_hexcore() -> None:
    text = Path(alone.__file__).read_text()
    imports = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports and not any("hexcore" in line for line in imports)
    assert json.dumps(sorted(line.split()[1] for line in imports)) == (
        '["__future__", "collections.abc", "dataclasses", "fractions", "icepool"]'
    )
