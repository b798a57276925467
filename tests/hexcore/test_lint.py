"""The section `lint` of `hexcore check`: data that every model takes and no game can mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from sandbox import ruleset

from hexcore.charts import CombatResultsTable
from hexcore.checkup import Extent, examined
from hexcore.rules import Due, general, rule
from hexcore.ruleset import Option, Ruleset, Track
from hexcore.sequence import Phase, SequenceOfPlay
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit

BLUE = Side("blue")
POSITION = "b1 blue 0303 3-4\nb2 blue 0303 2-4\nr1 red 0404 3-4\nr2 red 0405 2-4"


def flaws(broken: Ruleset, section: str) -> list[str]:
    return [flaw.text for flaw in examined(broken, section, Extent(fast=True)).flaws]


def made(**more: Any) -> Ruleset:
    return ruleset(POSITION, **more)


@rule({"sandbox": "5.1"}, hook="mobility")
def one_way(state: GameState, unit: Unit) -> str:
    return "foot"


@rule({"sandbox": "5.2"}, hook="mobility")
def another(state: GameState, unit: Unit) -> str | None:
    return None


@rule({"sandbox": "9.1"}, hook="due_units")
def too_late(state: GameState) -> list[Due]:
    return [Due("b1", 9), Due("b3", 2)]


@rule({"sandbox": "5.3"}, hook="mobility")
def yet_another(state: GameState, unit: Unit) -> str | None:
    return None


@pytest.mark.parametrize("first, last", [(another, one_way), (one_way, another)])
def test_functions_that_are_never_asked(first: Any, last: Any) -> None:
    """Whatever is written first: functions of one module are asked from z to a."""
    text = "is never asked: {}:one_way comes before it in mobility and always answers"
    written = made_with(first, last)
    assert written.board("field").rules.called("mobility")[0][1] == "one_way"
    (flaw,) = [f for f in flaws(written, "lint") if "never asked" in f]
    assert flaw.endswith(text.format(flaw.split(":")[0]))


def test_a_function_that_is_asked_first_may_leave_the_answer_to_others() -> None:
    assert not [f for f in flaws(made_with(one_way, yet_another), "lint") if "never asked" in f]


def made_with(*rules: Any, **more: Any) -> Ruleset:
    return ruleset(POSITION, *rules, **more)


def test_units_that_are_due_and_cannot_come() -> None:
    assert flaws(made_with(too_late), "lint") == [
        "field: 'b3' is due and no counter",
        "field: 'b1' comes in turn 9; the game goes from 1 to 3",
    ]


def scenario(**more: Any) -> Ruleset:
    sound = made()
    (one,) = sound.load_scenarios()
    return replace(sound, load_scenarios=lambda: [replace(one, **more)])


@pytest.mark.parametrize(
    "more, said",
    [
        ({"set_up": lambda _map: {"b1": (0, 0), "b9": (1, 0)}}, "sets up 'b9', which is no counter"),
        ({"set_up": lambda _map: {"b1": (999, 0)}}, "sets up 'b1' off the map"),
        ({"set_up": lambda _map: {"b1": (0, 4)}}, "sets up 'b1' with 4 steps lost; it has 1"),
        ({"set_up": lambda _map: {"b1": (0, 0)}}, "the counter 'r2' is in no scenario"),
        ({"tracks": (Track("weather", words=("rain", "sun"), start="snow"),)}, "outside rain, sun"),
        ({"tracks": (Track("turn", 1, 2, start=1),)}, "the track 'turn' goes from 1 to 2"),
        ({"off_rules": frozenset({"77.7"})}, "switches off '77.7', which is no rule"),
        ({"options": (Option("x", "no", ("on", "off"), "4.1", "X"),)}, "'no' by default, which is none"),
        (
            {"options": (Option("x", "on", ("on", "off"), "4.1", "X", {"of": ()}),)},
            "at 'of', which is none of its values; the nearest is 'off'",
        ),
        ({"last_turn": 0}, "its last turn, 0, comes before turn 1"),
    ],
)
def test_scenarios_that_cannot_be_meant(more: dict[str, Any], said: str) -> None:
    from hexcore.lint import _numbers, _scenarios

    broken = scenario(**more)
    assert any(said in flaw.text for flaw in [*_scenarios(broken), *_numbers(broken)])
    sound = made()
    assert not [*_scenarios(sound), *_numbers(sound)]


def test_phases_that_cannot_be_meant() -> None:
    from hexcore.lint import _sequence

    phases = (
        Phase("one", Side("bleu"), "movement", "4.1", "One"),
        Phase("two", BLUE, "movment", "4.1", "Two"),
        Phase("three", BLUE, "", "4.1", "Three", turns=(9,)),
    )
    broken = replace(made(), load_sequence=lambda: SequenceOfPlay(phases))
    assert [flaw.text for flaw in _sequence(broken)] == [
        "the phase 'one': 'bleu' is no side; the nearest is 'blue'",
        "the phase 'two' is of the kind 'movment', which asks nothing; the nearest is 'movement'",
        "the phase 'three' is never played: no scenario has its turns",
    ]


def crt(rows: Mapping[int, str], odds: str = "1-1 2-1 3-1") -> CombatResultsTable:
    cells = [
        (die, column, tuple(entry.split("/")))
        for die, row in rows.items()
        for column, entry in zip(odds.split(), row.split(), strict=True)
    ]
    return CombatResultsTable.read(cells, "crt")


@pytest.mark.parametrize(
    "rows, said",
    [
        ({1: "1/0 1/1 0/1", 2: "1/1 0/1 0/2", 3: "0/1 0/1 0/e"}, []),
        ({1: "1/0 1/1 0/1", 3: "0/1 0/1 0/e"}, ["crt: no row for the die 2"]),
        (
            {1: "1/0 1/1 0/1", 2: "1/1 1/0 0/2", 3: "0/1 0/1 0/e"},
            ["crt: with a die of 2, 1/0 at 2-1 is worse than 1/1 at 1-1"],
        ),
        (
            {1: "1/0 1/1 0/1", 2: "1/1 0/1 0/2", 3: "0/1 0/1 0/2", 4: "1/1 0/1 0/3", 5: "0/1 0/2 0/3"},
            ["crt: at 1-1, 1/1 for a die of 4 is out of order after 0/1 for 3"],
        ),
    ],
)
def test_tables_with_gaps_and_falls(rows: Mapping[int, str], said: list[str]) -> None:
    from hexcore.lint_tables import falls, gaps, tolls

    table, sound = crt(rows), made()
    costs = tolls(table, None)
    assert costs is not None
    found = [*gaps(sound, "crt", table), *falls(sound, "crt", table, costs)]
    assert [flaw.text for flaw in found] == said


@general("result_toll")
def steps_or_hexes(state: GameState, combat: Combat, result: tuple[str, ...]) -> tuple[float, float]:
    """D1r costs a step and a hex, De every step there is."""
    steps = sum(state.units[id].steps_left for id in combat.defenders)
    return 0.0, {"De": float(steps), "D1r": 2.0}.get(result[0], 0.0)


def test_all_is_more_than_a_step_and_a_hex() -> None:
    """The first unit of a side may have a single step: the one with most steps is asked of."""
    table = CombatResultsTable.read([(1, "1-1", ("D1r",)), (1, "2-1", ("De",))], "crt.csv")

    @general("combat_table")
    def in_words(state: GameState, combat: Combat) -> CombatResultsTable:
        return table

    for steps, told in ((3, 0), (1, 1)):
        position = f"b1 blue 0303 3-4\nr1 red 0404 3-4\nr2 red 0405 4-4 {steps}"
        found = flaws(ruleset(position, steps_or_hexes, in_words), "lint")
        assert len([flaw for flaw in found if "is worse than D1r" in flaw]) == told
