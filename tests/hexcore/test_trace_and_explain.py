"""Who answers a hook and why; the tracing switch; hooks and parameters under former names; API versions."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import hill
import pytest
from sandbox import ruleset, table

from hexcore import API, deprecations
from hexcore.board import Board
from hexcore.catalogue import api_fault
from hexcore.explaining import of_board
from hexcore.rules import general, rule
from hexcore.ruleset import Option
from hexcore.state import GameState
from hexcore.trace import TRACE, UnknownHook, followed, listen
from hexcore.units import Unit

Run = Callable[..., tuple[int, str, str]]
POSITION = "b1 blue 0303 1-4\nr1 red 0305 1-4"


# ------------------------------------------------------------------ explain
@rule({"sandbox": "5.1"}, hook="movement_allowance")
def three_points(state: GameState, unit: Unit) -> int | None:
    """Blue has three points."""
    return 6 if unit.side == "blue" else None


@rule({"sandbox": "5.2"}, hook="movement_allowance", wrapper=True)
def one_more(state: GameState, unit: Unit) -> Generator[None, int, int]:
    found = yield
    return found + 2


@rule({"sandbox": "5.3"}, hook="movement_allowance")
def mud(state: GameState, unit: Unit) -> int:
    return 2


@rule({"other": "5.4"}, hook="movement_allowance")
def elsewhere(state: GameState, unit: Unit) -> int:
    return 4


def board(**more: Any) -> Board:
    option = Option("mud", "off", ("on", "off"), "5.3", "There is mud.", {"off": ("5.3",)})
    rules = (three_points, one_more, mud, elsewhere)
    return ruleset(POSITION, *rules, options=(option,)).board("field", **more)


def names(found: Any) -> list[tuple[int, str, str]]:
    return [(each.order, each.function.__name__, each.origin) for each in found]


def test_who_answers_stands_in_order_of_call_and_who_does_not_says_why() -> None:
    found = of_board(board(), "movement_allowance")
    assert names(found) == [
        (1, "one_more", "ruleset"),
        (2, "three_points", "ruleset"),
        (3, "as_printed", "core"),
        (0, "mud", "ruleset"),
        (0, "elsewhere", "ruleset"),
    ]
    why = {each.function.__name__: each.why for each in found}
    assert "exception" in why["one_more"] and why["three_points"].startswith("asked first")
    assert why["as_printed"] == "asked when those before it answer None"
    assert why["mud"] == "switched off by the option mud=off"
    assert why["elsewhere"] == "not in sandbox: it is a rule of other"
    assert found[3].switches == ("option mud=off",) and found[1].form()["says"] == "Blue has three points."


def test_an_option_takes_a_rule_in() -> None:
    found = of_board(board(options={"mud": "on"}), "movement_allowance")
    assert names(found)[:3] == [
        (1, "one_more", "ruleset"),
        (2, "three_points", "ruleset"),
        (3, "mud", "ruleset"),
    ]


def test_a_rule_switched_off_for_a_proof_says_so() -> None:
    found = {
        each.function.__name__: each
        for each in of_board(board(also_off=frozenset({"5.1"})), "movement_allowance")
    }
    assert (found["three_points"].order, found["three_points"].why) == (0, "5.1 is switched off")


@pytest.mark.usefixtures("small_rulesets")
def test_the_command_tells_order_rule_and_origin(answer: Callable[..., Any], run: Run) -> None:
    told = answer("explain", "hill", "movement_masks")
    assert (told["hook"], told["shape"], told["scenario"]) == ("movement_masks", "contribution", "battle")
    rows = [(row["order"], row["function"], row["rule"], row["from"]) for row in told["answered_by"]]
    assert rows == [(1, "hill:zones_stop", "6.1", "ruleset"), (2, "hexcore.movement:enemy_held", "", "core")]
    assert told["answered_by"][0]["file"] == hill.__file__
    assert "Nobody answers it" in run("explain", "hill", "pledged")[1]


@pytest.mark.usefixtures("small_rulesets")
def test_a_hook_spelt_wrong_is_told_the_nearest(mistake: Callable[..., str]) -> None:
    assert (
        mistake("explain", "hill", "may_stak") == "hexcore: no hook 'may_stak'; the nearest is 'may_stack'\n"
    )
    assert "no hook 'movment_masks'; the nearest is 'movement_masks'" in mistake(
        "rulesets", "--trace", "movment_masks"
    )


@pytest.mark.usefixtures("small_rulesets")
def test_each_is_asked_in_a_position(
    answer: Callable[..., Any], run: Run, mistake: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "g.hexgame"
    assert run("new", "hill", "battle", "-o", path)[0] == 0
    both = ("--unit", "1-guards", "--unit", "2-guards", "--hex", "0101")
    told = answer("explain", "hill", "may_stack", "--file", path, *both)
    assert [row["answer"] for row in told["answered_by"]] == ["only one unit may stand in a hex"]
    alone = answer("explain", "hill", "may_stack", "--file", path, "--unit", "1-guards", "--hex", "0101")
    assert [row["answer"] for row in alone["answered_by"]] == ["None"]
    assert "give --unit" in mistake("explain", "hill", "may_stack", "--file", path, "--hex", "0101")
    assert "which only play can give" in mistake("explain", "hill", "result_left", "--file", path)
    assert "a game of hill, not of crossing" in mistake("explain", "crossing", "may_stack", "--file", path)


# ------------------------------------------------------------------ tracing
def test_each_function_is_told_with_what_it_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(TRACE, "movement_allowance")
    game = table(POSITION, three_points, one_more)
    capsys.readouterr()
    assert game.board.rules.movement_allowance(game.state, game.state.units["r1"]) == 10
    told = capsys.readouterr().err.replace(f"{__name__}:", "").splitlines()
    assert told == [
        "movement_allowance(r1) turn 1, blue-movement",
        "  one_more [5.2] wraps the others",
        "  three_points [5.1] -> None",
        "  hexcore.movement:as_printed -> 8",
        "  one_more [5.2] makes of it -> 10",
        "  = 10",
    ]


def test_a_game_is_the_same_while_it_is_followed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = table(POSITION, three_points, one_more)
    monkeypatch.setenv(TRACE, "*")
    traced = table(POSITION, three_points, one_more)
    assert traced.legal_actions() == plain.legal_actions() and traced.state.hash == plain.state.hash
    assert traced.ask("reach", unit="b1") == plain.ask("reach", unit="b1")
    assert "hex 03" not in capsys.readouterr().out


def test_nothing_is_in_the_way_of_a_board_that_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No method is replaced, and the code that is called is the rule's own."""
    monkeypatch.delenv(TRACE, raising=False)
    rules = table(POSITION, three_points).board.rules
    assert not {"_first", "_gather", "_forbids"} & vars(rules).keys()
    assert called_first(rules) is three_points.__code__
    monkeypatch.setenv(TRACE, "may_stack")
    assert called_first(table(POSITION, three_points).board.rules) is three_points.__code__
    monkeypatch.setenv(TRACE, "movement_allowance")
    assert called_first(table(POSITION, three_points).board.rules) is not three_points.__code__


def called_first(rules: Any) -> Any:
    return next(function.__code__ for function, _, _ in rules._plain["movement_allowance"])


def test_hooks_are_named_with_commas_and_stars() -> None:
    assert followed("may_stack, movement_m*") == {"may_stack", "movement_masks"}
    assert followed("") == frozenset()
    with pytest.raises(UnknownHook, match="the nearest is 'may_stack'"):
        followed("may_stak")


@pytest.mark.usefixtures("small_rulesets")
def test_a_command_follows_hooks_on_stderr_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    run("new", "hill", "battle", "-o", path)
    bare = run("ask", path, "zoc", "blue", "--json")
    status, out, err = run("ask", path, "zoc", "blue", "--json", "--trace", "exerts_zoc")
    assert (status, out) == bare[:2] and bare[2] == ""
    assert "exerts_zoc(1-guards) turn 1, blue-movement\n" in err and "every_unit_exerts -> True" in err
    assert run("ask", path, "zoc", "blue", "--json") == bare


def test_who_listens_hears_every_hook(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    game = table(POSITION)
    listen(game.board.rules, lambda hook, _given: heard.append(hook))
    game.ask("zoc", side="blue")
    assert heard.count("exerts_zoc") > 1


# ------------------------------------------------------------------ former names
@pytest.fixture
def former(monkeypatch: pytest.MonkeyPatch) -> None:
    """`allowance` was a hook, and gave a `piece` where it now gives a `unit`."""
    now = deprecations.Former("movement_allowance", (1, 1))
    monkeypatch.setitem(deprecations.HOOKS, "allowance", now)
    monkeypatch.setitem(deprecations.PARAMETERS, ("movement_allowance", "piece"), now._replace(now="unit"))


@rule({"sandbox": "5.1"}, hook="allowance")
def as_it_was(state: GameState, piece: Unit) -> int | None:
    return 6 if piece.id == "b1" else None


@general("allowance", wrapper=True)
def wrapped_as_it_was(piece: Unit) -> Generator[None, int, int]:
    found = yield
    return found + (1 if piece.id == "b1" else 0)


@pytest.mark.usefixtures("former")
def test_a_function_for_a_former_hook_plays_on_and_is_told_the_new_name() -> None:
    with pytest.warns(DeprecationWarning, match="since API 1.1") as told:
        game = table(POSITION, as_it_was, wrapped_as_it_was)
    units = game.state.units
    assert game.board.rules.movement_allowance(game.state, units["b1"]) == 7
    assert game.board.rules.movement_allowance(game.state, units["r1"]) == 8
    texts = [str(warning.message) for warning in told]
    place = f"{__file__}:{as_it_was.__code__.co_firstlineno}: as_it_was"
    hook = "the hook 'allowance' is called 'movement_allowance' since API 1.1: write 'movement_allowance'"
    given = "the parameter 'piece' of 'movement_allowance' is called 'unit' since API 1.1: write 'unit'"
    assert {f"{place}: {hook}", f"{place}: {given}"} <= set(texts)
    assert told[0].filename == __file__
    assert deprecations.of(game.board.ruleset) == list(dict.fromkeys(texts))
    assert of_board(game.board, "movement_allowance")[1].function is as_it_was


@pytest.mark.usefixtures("former")
def test_a_former_hook_is_followed_and_switched_off_like_any_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(TRACE, "allowance")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        game = table(POSITION, as_it_was)
        off = table(POSITION, as_it_was, off=("5.1",))
    assert game.board.rules.movement_allowance(game.state, game.state.units["b1"]) == 6
    assert "as_it_was [5.1] -> 6" in capsys.readouterr().err
    assert off.board.rules.movement_allowance(off.state, off.state.units["b1"]) == 8


def test_without_former_names_nobody_is_warned() -> None:
    assert (deprecations.HOOKS, deprecations.PARAMETERS) == ({}, {})
    assert deprecations.of(table(POSITION, three_points, one_more).board.ruleset) == []
    assert deprecations.brought_up(three_points, "movement_allowance") is three_points


# ------------------------------------------------------------------ versions
@pytest.mark.parametrize(
    "stated, fault",
    [
        ("", ""),
        (f"{API[0]}.{API[1]}", ""),
        ("0.9", ""),
        (f"{API[0]}.{API[1] + 1}", "install a newer hexcore-engine"),
        (f"{API[0] + 1}.0", "install a newer hexcore-engine"),
        ("one", "it is two numbers"),
        ("1", "it is two numbers"),
    ],
)
def test_a_ruleset_of_a_newer_api_is_not_played(stated: str, fault: str) -> None:
    found = api_fault(stated)
    assert (fault in found) if fault else found == ""
