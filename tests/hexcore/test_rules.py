"""Numbered rules: how they are plugged in, cited, switched off, and excepted."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Any

import pluggy
import pytest
from sandbox import BLUE, hexes, ruleset, table

from hexcore.actions import Move
from hexcore.hookspecs import HOOKS, shape
from hexcore.rules import (
    Cited,
    DieModifier,
    Factor,
    Mask,
    Rank,
    Refusal,
    Shift,
    SupplySource,
    VictoryPoints,
    cited,
    general,
    marked,
    numbered,
    rule,
)
from hexcore.ruleset import Option
from hexcore.state import GameState
from hexcore.units import Unit


@pytest.mark.parametrize(
    "answer, expected",
    [
        ("no", Refusal("7.1", "no")),
        (Refusal("", "no"), Refusal("7.1", "no")),
        (Refusal("8.8", "no"), Refusal("8.8", "no")),
        (Shift(1, "hill"), Shift(1, "hill", "7.1")),
        (DieModifier(-1, "river"), DieModifier(-1, "river", "7.1")),
        (Factor(Fraction(1, 2), "half"), Factor(Fraction(1, 2), "half", rule="7.1")),
        (Rank(1, "worse"), Rank(1, "worse", "7.1")),
        (SupplySource(3, "port"), SupplySource(3, "port", "7.1")),
        (VictoryPoints("blue", 5, "town"), VictoryPoints("blue", 5, "town", "7.1")),
        (Mask("stop", "zone"), Mask("stop", "zone", rule="7.1")),
        (Mask("stop", "zone", rule="8.8"), Mask("stop", "zone", rule="8.8")),
        ([Shift(1, "a"), Shift(2, "b", "8.8")], [Shift(1, "a", "7.1"), Shift(2, "b", "8.8")]),
        (["no", "never"], [Refusal("7.1", "no"), Refusal("7.1", "never")]),
        (Cited([Shift(1, "a", "8.8")]), [Shift(1, "a", "8.8")]),
        (("b1", "b2"), ("b1", "b2")),
        (None, None),
        (True, True),
        (3, 3),
    ],
)
def test_a_number_is_filled_in_where_none_is(answer: Any, expected: Any) -> None:
    assert cited(answer, "7.1") == expected
    assert numbered(lambda: answer, "7.1")() == expected


# ------------------------------------------------------------------ plugging in
@rule({"sandbox": "6.1", "other": "SPI 4"}, hook="may_take")
def the_guard_stays(state: GameState, units: tuple[Unit, ...]) -> str | None:
    return "the guard does not move" if any(u.counter.kind == "guard" for u in units) else None


@rule({"other": "6.2"}, hook="may_take")
def not_of_this_game(state: GameState, units: tuple[Unit, ...]) -> str:
    return "nobody moves"


@general("may_take")
def not_on_sunday(state: GameState, units: tuple[Unit, ...]) -> str | None:
    return "it is Sunday" if state.turn == 7 else None


POSITION = "b1 blue 0101 1-4 1 guard\nb2 blue 0102 1-4"


def may_take(rules: tuple[Any, ...], off: tuple[str, ...] = (), id: str = "sandbox") -> list[Refusal]:
    game = table(POSITION, *rules, off=off, id=id)
    return game.board.rules.may_take(game.state, (game.state.units["b1"],))


def test_a_rule_cites_its_number_in_each_edition() -> None:
    assert may_take((the_guard_stays,)) == [Refusal("6.1", "the guard does not move")]
    assert may_take((the_guard_stays,), id="other") == [Refusal("SPI 4", "the guard does not move")]


def test_a_rule_of_another_edition_is_not_played() -> None:
    assert may_take((not_of_this_game,)) == []
    assert may_take((not_of_this_game,), id="other") == [Refusal("6.2", "nobody moves")]


def test_a_rule_switched_off_is_not_played_and_boards_do_not_share_it() -> None:
    assert may_take((the_guard_stays,), off=("6.1",)) == []
    assert may_take((the_guard_stays,), off=("9.9",)) != []
    game = table(POSITION, the_guard_stays, off=("6.1",))
    assert not game.board.rules.active("6.1") and game.board.rules.active("6.2")


def test_an_option_switches_rules_off() -> None:
    option = Option("guard", "on", ("on", "off"), "6.1", "The guard stays.", {"off": ("6.1",)})
    rules = ruleset(POSITION, the_guard_stays, options=(option,))
    for value, found in (("on", 1), ("off", 0)):
        board = rules.board("field", {"guard": value})
        state = table(POSITION).state
        assert len(board.rules.may_take(state, (state.units["b1"],))) == found
        assert board.option("guard") == value and board.on("guard") == (value == "on")


def test_all_refusals_count_and_unnumbered_ones_have_no_rule() -> None:
    game = table(POSITION, the_guard_stays, not_on_sunday)
    state = game.state.evolve(turn=7)
    refusals = game.board.rules.may_take(state, (state.units["b1"],))
    assert {r.rule for r in refusals} == {"6.1", ""}


@rule({"sandbox": "9.1"}, hook="may_stack")
def two_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> list[str]:
    return ["only two units may stand in a hex"] if len(units) > 2 else []


@general("may_stack", wrapper=True)
def but_anywhere_else(
    state: GameState, units: tuple[Unit, ...], hex: int
) -> Generator[None, list[Refusal], list[Refusal]]:
    refusals = yield
    return refusals if hex == 4 else []


@pytest.mark.parametrize("excepted", [(), (but_anywhere_else,)])
def test_whether_is_answered_as_why_is(excepted: tuple[Any, ...]) -> None:
    game = table(POSITION + "\nb3 blue 0103 1-4", two_to_a_hex, *excepted)
    units, rules = tuple(game.state.units.values()), game.board.rules
    for hex in (4, 5):
        for some in (units, units[:2]):
            assert rules.can_stack(game.state, some, hex) == (not rules.may_stack(game.state, some, hex))
    assert not rules.can_stack(game.state, units, 4)
    assert rules.can_stack(game.state, units, 5) == bool(excepted)


# ------------------------------------------------------------------ order
@rule({"sandbox": "5.1"}, hook="movement_allowance")
def five(state: GameState, unit: Unit) -> int:
    return 5


@rule({"sandbox": "5.2"}, hook="movement_allowance")
def six_in_the_scenario(state: GameState, unit: Unit) -> int | None:
    return 6 if unit.id == "b2" else None


def test_scenario_over_ruleset_over_core() -> None:
    plain, own = table(POSITION), table(POSITION, five)
    both = table(POSITION, five, scenario_rules=(six_in_the_scenario,))

    def allowance(game: Any, unit: str) -> int:
        found: int = game.board.rules.movement_allowance(game.state, game.state.units[unit])
        return found

    assert (allowance(plain, "b1"), allowance(plain, "b2")) == (8, 8)  # printed: 4 points, 8 halves
    assert (allowance(own, "b1"), allowance(own, "b2")) == (5, 5)
    assert (allowance(both, "b1"), allowance(both, "b2")) == (5, 6)
    off = table(POSITION, five, scenario_rules=(six_in_the_scenario,), off=("5.2",))
    assert allowance(off, "b2") == 5


# ------------------------------------------------------------------ exceptions
@rule({"sandbox": "6.9"}, hook="may_take", wrapper=True)
def unless_it_is_alone(state: GameState, units: tuple[Unit, ...]) -> Generator[None, list[Any], list[Any]]:
    found = yield
    return [] if len(list(state.on_map(BLUE))) == 1 else found


def test_an_exception_is_a_wrapper() -> None:
    alone = "b1 blue 0101 1-4 1 guard"
    game = table(alone, the_guard_stays, unless_it_is_alone)
    assert game.refusal(Move(("b1",), *hexes(game, "0102"))) is None
    assert may_take((the_guard_stays, unless_it_is_alone)) == [Refusal("6.1", "the guard does not move")]
    without = table(alone, the_guard_stays, unless_it_is_alone, off=("6.9",))
    refusal = without.refusal(Move(("b1",), *hexes(without, "0102")))
    assert refusal == Refusal("6.1", "the guard does not move")


# ------------------------------------------------------------------ what cannot be plugged in
@rule({"sandbox": "1.1"}, hook="may_dance")
def no_such_hook(state: GameState) -> None:
    return None


@rule({"sandbox": "1.2"}, hook="may_take")
def asks_too_much(state: GameState, weather: str) -> None:
    return None


@pytest.mark.parametrize("function", [no_such_hook, asks_too_much])
def test_a_hook_that_does_not_exist_or_an_argument_it_does_not_give(function: Any) -> None:
    with pytest.raises(pluggy.PluginValidationError):
        ruleset(POSITION, function).board("field")


@rule({"sandbox": "1.3"})
def for_coverage_only(state: GameState) -> None:
    raise AssertionError("nobody calls this")


def test_a_rule_without_a_hook_is_only_found() -> None:
    rules = ruleset(POSITION, the_guard_stays, for_coverage_only)
    table(POSITION, the_guard_stays, for_coverage_only)
    marks = [(f.__name__, mark.numbers) for _, f, mark in marked(rules.load_modules()) if mark.numbers]
    found = {name: numbers["sandbox"] for name, numbers in marks}
    assert found == {"the_guard_stays": "6.1", "for_coverage_only": "1.3"}


def test_marked_functions_count_where_they_are_written() -> None:
    """A rule imported into another module is not played twice."""
    from types import ModuleType

    borrower = ModuleType("borrower")
    borrower.the_guard_stays = the_guard_stays  # type: ignore[attr-defined]
    assert list(marked([borrower])) == []


def test_every_hook_has_a_shape_and_a_sentence() -> None:
    for name, hook in HOOKS.items():
        assert shape(name) in ("answer", "contribution", "refusal"), name
        assert len((hook.__doc__ or "").split("[")[0].strip()) > 10, name
        firstresult = hook.hexcore_spec["firstresult"]
        assert firstresult == (shape(name) == "answer"), name
