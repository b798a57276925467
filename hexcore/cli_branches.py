"""Commands on ways beside the game and places in it: branch, bookmark."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from hexcore.cli import Wrong, emit
from hexcore.cli_games import on_branch, opened
from hexcore.cli_text import table
from hexcore.gamefile import GameFile


def branch(given: Namespace) -> None:
    """Begin a what-if, list the branches, go over to one, or forget one."""
    _one_wish(given, "switch", "drop")
    with opened(given) as file:
        if given.switch is not None:
            file.switch(given.switch)
        elif given.drop is not None:
            file.drop_branch(given.drop)
        elif given.name is not None:
            file.begin_branch(given.name, given.n)
        else:
            rows = _branches(file)
            emit(given, rows, _branch_table(rows))
            return
        now = file.branch
        value = {"branch": now.name, "actions": len(file.game.journal), "hash": file.game.state.hash}
        done = f"dropped {given.drop}; " if given.drop is not None else ""
        emit(given, value, f"{done}on {now.name}, after action {value['actions']}")


def _branches(file: GameFile) -> list[dict[str, Any]]:
    rows = []
    for each in file.tree.branches.values():
        path = file.tree.path(each.head)
        base = file.tree.nodes[each.base].line.n if each.base else 0
        rows.append(
            {
                "name": each.name,
                "from": None if each.name == "main" else base,
                "actions": len(path),
                "made": each.made or None,
                "current": each.current,
            }
        )
    return rows


def _branch_table(rows: list[dict[str, Any]]) -> str:
    cells = [
        (row["name"], row["from"] if row["from"] is not None else "", row["actions"], row["made"] or "",
         "played now" if row["current"] else "")
        for row in rows
    ]  # fmt: skip
    return table(cells, ("branch", "from", "actions", "made", ""))


def bookmark(given: Namespace) -> None:
    """Name a place of the game, list such places, or take one out."""
    _one_wish(given, "drop")
    with opened(given) as file:
        if given.drop is not None:
            file.drop_bookmark(given.drop)
            emit(given, {"dropped": given.drop, **on_branch(file)}, f"dropped {given.drop}")
        elif given.name is not None:
            mark = file.mark(given.name, given.n, given.text)
            at = file.number_of(mark)
            emit(given, {"name": mark.name, "at": at, "text": mark.text}, f"{mark.name}: after action {at}")
        else:
            rows: list[dict[str, Any]] = [
                {"name": mark.name, "at": file.number_of(mark), "text": mark.text}
                for mark in file.bookmarks.values()
            ]
            rows.sort(key=lambda row: row["at"])
            emit(given, rows, table([tuple(row.values()) for row in rows], ("bookmark", "action", "note")))


def _one_wish(given: Namespace, *others: str) -> None:
    """Wrong when a command is asked to do several things at once."""
    wishes = [word for word in ("name", *others) if getattr(given, word) is not None]
    if len(wishes) > 1 or (given.list and wishes):
        raise Wrong("one thing at a time: a name, or one of the options that stand for themselves")
    if given.n is not None and given.name is None:
        raise Wrong("a number of an action goes with a new name")
