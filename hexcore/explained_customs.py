"""A custom of the core in one game: what it says, who states or denies it, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcore import cli_text
from hexcore.board import Board
from hexcore.customs import Custom
from hexcore.explaining import absence, all_marked, switches


def form(board: Board, custom: Custom) -> dict[str, Any]:
    """Everything there is to say of a custom, as plain data."""
    return {
        "custom": custom.word,
        "name": f"Custom.{custom.name}",
        "says": str(custom),
        "otherwise": custom.otherwise,
        "scenario": board.scenario.id,
        "ruleset": board.ruleset.id,
        "holds": board.rules.holds(custom),
        "stated_by": list(_stated(board, custom)),
    }


def _stated(board: Board, custom: Custom) -> Iterator[dict[str, Any]]:
    """The functions and tables that state a custom, or deny it."""
    ruleset, scenario = board.ruleset, board.scenario
    for function, mark, origin in all_marked(ruleset, scenario):
        if mark.custom is not custom:
            continue
        number, denied = mark.numbers.get(ruleset.id, ""), bool(mark.options.get("denied"))
        off = bool(mark.numbers) and (not number or not board.rules.active(number))
        why = "denies it" if denied else "states it"
        yield {
            "rule": number,
            "from": origin,
            "function": f"{function.__module__}:{function.__name__}",
            "denies": denied,
            "in_force": not off,
            "why": absence(board, mark, number, board.rules.off) if off else why,
            "switches": list(switches(ruleset, scenario, number)),
        }


def text(value: dict[str, Any]) -> str:
    """The same for people."""
    head = f"{value['custom']} ({value['name']}), a custom of the core: {value['says']}"
    holds = "It holds" if value["holds"] else "It does not hold"
    lines = [
        head,
        f"in {value['ruleset']}, scenario {value['scenario']}",
        "",
        f"{holds}. Where it does not: {value['otherwise']}.",
    ]
    if not value["stated_by"]:
        return "\n".join([*lines, "No rule states it: refusals carry no number of it."])
    rows = [(row["rule"], row["from"], row["function"], row["why"]) for row in value["stated_by"]]
    notes = [
        f"{row['rule']} goes out of force by {', '.join(row['switches'])}"
        for row in value["stated_by"]
        if row["switches"]
    ]
    return "\n".join([*lines, "", cli_text.table(rows, ("rule", "from", "function", "")), *notes])
