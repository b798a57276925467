"""The command `explain`: who answers a hook, in which order, and why; who states a custom of the core."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from hexcore import cli_text, explained_customs, explaining
from hexcore.asking import hex_of, side_of, unit_of
from hexcore.board import Board
from hexcore.cli import Wrong, emit
from hexcore.cli_games import options_given
from hexcore.customs import custom_of
from hexcore.deprecations import found_in
from hexcore.hookspecs import HOOKS, shape
from hexcore.ruleset import find
from hexcore.state import GameState
from hexcore.trace import check


def explain(given: Namespace) -> None:
    """Every function marked for a hook; with a game file, what each of them answers in its position.

    A custom of the core is explained by who states or denies it, and whether it holds.
    """
    ruleset, custom = find(given.ruleset), custom_of(given.hook)
    hook = "" if custom else check(given.hook)
    ruleset.must_be_playable()
    state = _position(given) if given.file else None
    if state is None:
        scenario = given.scenario or next(iter(ruleset.scenarios))
        board = ruleset.board(scenario, options_given(given.option))
    else:
        board = state.board
    if custom is not None:
        value = explained_customs.form(board, custom)
        emit(given, value, explained_customs.text(value))
        return
    found = explaining.of_board(board, hook)
    rows = [each.form() | {"deprecated": found_in(each.function, each.mark.hook)} for each in found]
    if state is not None:
        for row, each in zip(rows, found, strict=True):
            row["answer"] = _answer(given, state, hook, each) if each.order else None
    value = {"hook": hook, "shape": shape(hook), "scenario": board.scenario.id, "answered_by": rows}
    emit(given, value, _text(hook, board, rows))


def _position(given: Namespace) -> GameState:
    """Where a game file stands."""
    from hexcore.gamefile import GameFile

    with GameFile.open(Path(given.file)) as file:
        state = file.game.view()
    if state.board.ruleset.id != given.ruleset:
        raise Wrong(f"{given.file} is a game of {state.board.ruleset.id}, not of {given.ruleset}")
    return state


def _answer(given: Namespace, state: GameState, hook: str, each: explaining.Answerer) -> str:
    asked = {
        "units": tuple(unit_of(state, id) for id in given.unit),
        "hexes": tuple(hex_of(state, number) for number in given.hex),
        "side": side_of(state, given.side) if given.side else None,
    }
    try:
        with state.board.reading():
            return explaining.asked(state, each, hook, asked)
    except explaining.CannotAsk as fault:
        raise Wrong(str(fault)) from None


def _numbers(row: dict[str, Any]) -> str:
    """The number of a rule, and those that it plays besides."""
    own = row["rule"] or ("general" if row["general"] else "")
    return f"{own} (also {', '.join(row['also'])})" if row["also"] else own


def _text(hook: str, board: Board, rows: list[dict[str, Any]]) -> str:
    says = (HOOKS[hook].__doc__ or "").strip().partition("\n")[0]
    head = f"{hook}: {says}\nin {board.ruleset.id}, scenario {board.scenario.id}\n"
    if not rows:
        return f"{head}\nNobody answers it: neither {board.ruleset.id} nor the core has a rule for it."
    lines = [
        (
            row["order"] or "-",
            _numbers(row),
            row["from"],
            row["function"],
            f"= {row['answer']}" if row.get("answer") is not None else row["why"],
        )
        for row in rows
    ]
    what = "answers" if any(row.get("answer") is not None for row in rows) else "why"
    table = cli_text.table(lines, ("order", "rule", "from", "function", what))
    notes = [
        f"{row['rule']} goes out of force by {', '.join(row['switches'])}" for row in rows if row["switches"]
    ]
    notes += [text for row in rows for text in row["deprecated"]]
    return "\n".join([head, table, *dict.fromkeys(notes)])
