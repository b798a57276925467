"""How a change is written on the command line, and what it then changes.

TABLE/KEY/FIELD=VALUE      one cell of any table, as `hexcore corrections new` lists them
strength:WHO=+1            printed strengths, of a unit, of a kind of units or of a side: every step by so
movement:WHO=-1            much, or to what is written (`strength:UNIT=4|2`)
arrival:UNIT=+2            the turn in which a unit comes, later, earlier, or the turn itself
option:ID=VALUE            an option of the scenario
off:NUMBER                 a rule switched off
shift:+1                   every attack so many columns further right, left where negative
corrections:FILE           a player's corrections
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

from hexcore.corrected import faults
from hexcore.corrections import Corrections, Table, read_corrections
from hexcore.lab.changes import Change, changed_board
from hexcore.lab.unit_columns import PARTS, Quality, arrivals_told, due, quality_told
from hexcore.rules import marked
from hexcore.ruleset import Ruleset
from hexcore.shipped import shipped
from hexcore.tables import DataError, Line

RELATIVE = re.compile(r"[+-]\d+(?:\.5)?")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


class UnknownChange(ValueError):
    """A change that cannot be read, or that changes nothing there is."""


def asked(text: str, ruleset: Ruleset, scenario: str, options: Mapping[str, str]) -> Change:
    """A change from its text, proved: a board can be made with it. UnknownChange, DataError, UnknownName."""
    word, colon, rest = text.partition(":")
    if colon and word in READERS:
        change = READERS[word](text, rest, Asked(ruleset, scenario, options))
    else:
        change = _one_cell(text, ruleset)
    changed_board(ruleset, scenario, options, change)
    return change


class Asked:
    """Of which game a change is asked."""

    def __init__(self, ruleset: Ruleset, scenario: str, options: Mapping[str, str]) -> None:
        self.ruleset, self.scenario, self.options = ruleset, scenario, options


# ------------------------------------------------------------------ cells
def _one_cell(text: str, ruleset: Ruleset) -> Change:
    tables = shipped(ruleset).tables
    where, equals, value = text.partition("=")
    names = sorted((name for name in tables if where.startswith(f"{name}/")), key=len)
    key, slash, column = where.removeprefix(f"{names[-1]}/").rpartition("/") if names else ("", "", "")
    if not (equals and names and slash):
        forms = ", ".join(f"{word}:" for word in READERS)
        known = ", ".join(tables)
        raise UnknownChange(
            f"{text!r} is no change: it begins with {forms} or is a cell, TABLE/KEY/FIELD=VALUE; "
            f"the tables of {ruleset.id} are {known}"
        )
    return Change(text, ((names[-1], key, column, value),))


def _quality(text: str, rest: str, game: Asked) -> Change:
    quality = cast(Quality, text.partition(":")[0])
    who, equals, amount = rest.partition("=")
    if not equals or not (RELATIVE.fullmatch(amount) or all(map(NUMBER.fullmatch, amount.split(PARTS)))):
        raise UnknownChange(f"{text!r}: it is written {quality}:WHO=+1, or {quality}:UNIT=4{PARTS}2")
    told = quality_told(game.ruleset, quality)
    if told is None:
        raise UnknownChange(f"{game.ruleset.id} has no table that says the {quality} of its units")
    units = _who(game.ruleset, who, told.lines)
    if not units:
        sides, kinds = game.ruleset.sides, sorted({c.kind for c in game.ruleset.counters.values()})
        raise UnknownChange(
            f"{text!r}: {who!r} is no unit of {game.ruleset.id} (table {told.table.name}), "
            f"no kind ({', '.join(kinds)}) and no side ({', '.join(sides)})"
        )
    lines = [told.lines[unit] for unit in units]
    return Change(text, tuple(stepped(told.table, lines, told.columns, amount)))


def _who(ruleset: Ruleset, who: str, lines: Mapping[str, Line]) -> list[str]:
    """The units of a table that a word means: one, those of a kind, of a side, or of both."""
    if who in lines:
        return [who]
    words = who.split()
    counters = [ruleset.counters[id] for id in lines]
    return [c.id for c in counters if words and all(word in (c.side, c.kind) for word in words)]


def stepped(
    table: Table, lines: list[Line], columns: tuple[str, ...], amount: str
) -> Iterator[tuple[str, str, str, str]]:
    """Cells of some lines changed by an amount with its sign, or set to one without."""
    for line in lines:
        for n, column in enumerate(columns):
            cell = line.cells.get(column, "")
            if not cell:
                continue
            if RELATIVE.fullmatch(amount):
                value = moved(cell, float(amount))
            else:
                parts = amount.split(PARTS)
                value = amount if len(columns) == 1 else parts[min(n, len(parts) - 1)]
            if value != cell:
                yield table.name, table.key_of(line), column, value


def moved(cell: str, amount: float) -> str:
    """A cell of numbers with so much added to each; what is nought stays, and nothing falls below it."""
    return PARTS.join(
        _plain(max(float(part) + amount, 0)) if float(part) else part for part in cell.split(PARTS)
    )


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


# ------------------------------------------------------------------ turns, options, rules
def _arrival(text: str, rest: str, game: Asked) -> Change:
    unit, equals, amount = rest.partition("=")
    if not equals or not re.fullmatch(r"[+-]?\d+", amount):
        raise UnknownChange(f"{text!r}: it is written arrival:UNIT=+1, or arrival:UNIT=TURN")
    coming = due(game.ruleset.board(game.scenario, game.options))
    if unit not in coming:
        raise UnknownChange(f"{text!r}: {unit!r} does not come later in {game.scenario} of {game.ruleset.id}")
    told = arrivals_told(game.ruleset, coming)
    lines = told.lines(unit, coming[unit]) if told else []
    if told is None or not lines:
        raise UnknownChange(
            f"{text!r}: no table of {game.ruleset.id} says by the name of {unit} when it comes; "
            "a cell can be changed by TABLE/KEY/FIELD=VALUE"
        )
    turn = coming[unit] + int(amount) if amount[0] in "+-" else int(amount)
    cells = tuple(
        (told.table.name, told.table.key_of(line), told.turn, str(turn - told.beyond)) for line in lines
    )
    change = Change(text, cells)
    found = due(changed_board(game.ruleset, game.scenario, game.options, change)).get(unit)
    if found != turn:
        raise UnknownChange(f"{text!r}: {unit} then comes in turn {found}, not {turn}")
    return change


def _option(text: str, rest: str, game: Asked) -> Change:
    id, equals, value = rest.partition("=")
    if not equals:
        raise UnknownChange(f"{text!r}: it is written option:ID=VALUE")
    return Change(text, options={id: value})


def _off(text: str, rest: str, game: Asked) -> Change:
    modules = (*game.ruleset.load_modules(), *game.ruleset.scenario(game.scenario).modules)
    known = {mark.numbers.get(game.ruleset.id) for _, _, mark in marked(modules)}
    if rest not in known:
        raise UnknownChange(f"{text!r}: {game.ruleset.id} has no rule {rest!r} that could be switched off")
    return Change(text, off=(rest,))


def _shift(text: str, rest: str, game: Asked) -> Change:
    if not re.fullmatch(r"[+-]?[1-9]\d?", rest):
        raise UnknownChange(f"{text!r}: it is written shift:+1 or shift:-1")
    return Change(text, columns=int(rest))


def _corrections(text: str, rest: str, game: Asked) -> Change:
    found: Corrections = read_corrections(Path(rest))
    wrong = faults(game.ruleset, found)
    if wrong:
        raise DataError(str(wrong[0]))
    return Change(text, tuple((row.table, row.key, row.field, row.value) for row in found.rows))


READERS: Mapping[str, Callable[[str, str, Asked], Change]] = {
    "strength": _quality,
    "movement": _quality,
    "arrival": _arrival,
    "option": _option,
    "off": _off,
    "shift": _shift,
    "corrections": _corrections,
}
