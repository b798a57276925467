"""Short words for fights on the clear table: attack, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bp_table import do, listed

from hexcore.attacks import declared
from hexcore.events import Event, Fought
from hexcore.game import Game
from hexcore.odds import Odds, weigh
from hexcore.state import Combat

US13, US17, US16, US11 = "JUL-A001", "JUL-A006", "JUL-A007", "JUL-A003"
"""5 Armor 13-8, 3 Armor 17-8, 2 Armor 16-8, 79 Infantry 11-5."""
US13F, US9 = "JUL-A008", "JUL-A028"
"""1 Infantry 13-5, 29 Infantry 9-5."""
UK7, UK7B, CA5, CA12 = "JUL-A013", "JUL-A014", "JUL-A021", "JUL-A033"
"""Brigades 7-8, 7-8 and 5-6, and Canadian motorized infantry 12-16."""
TRUCK, SUPPLY = "JUL-A044", "JUL-A047"
G15, G10, G8, G5M = "JUL-G034", "JUL-G019", "JUL-G033", "JUL-G029"
"""SS panzer 15-6 and 10-6, 2 Panzer 8-6, 21 Panzer 5-6."""
G9, G5, G4, G3, G2, G1 = "JUL-G002", "JUL-G027", "JUL-G025", "JUL-G022", "JUL-G023", "JUL-G030"
"""6 Parachute 9-12 and infantry 5-5, 4-5, 3-4, 2-4, 1-4."""

HEX, EAST, WEST = "2422", "2421", "2423"
AROUND = ("2421", "2423", "2322", "2323", "2522", "2523")
"""A hex in the middle of the clear rectangle, and all its neighbours."""


def rule(*numbers: str) -> Any:
    """Marks a test with the rules it plays."""

    def mark(test: Any) -> Any:
        for number in numbers:
            test = pytest.mark.rule("breakout-pursuit", number)(test)
        return test

    return mark


def attack(game: Game, target: str, *attackers: str, **support: Any) -> list[Event]:
    """A whole attack at once, with what is committed `with` it."""
    return do(game, "attack", targets=[target], attackers=list(attackers), **{"with": support})


def weighed(game: Game, target: str, *attackers: str, **changes: Any) -> Odds:
    """The odds of an attack, as it would be declared."""
    side = game.state.units[attackers[0]].side
    combat: Combat = declared(game.state, side, (game.board.map.hex(target),))
    return weigh(game.state, replace(combat, attackers=attackers, **changes))


def used(odds: Odds, unit: str) -> int:
    """What a unit counts for."""
    return next(u.used for u in odds.units if u.unit == unit)


def result(events: list[Event]) -> str:
    """The result of the combat among these events."""
    return [e.combat.result[0] for e in events if isinstance(e, Fought) and e.combat.result][-1]


def column(events: list[Event]) -> str:
    """The column it was fought in."""
    return [e.combat.column for e in events if isinstance(e, Fought) and e.combat.column][-1]


def asked(game: Game) -> str:
    """The kind of the question on the table, and who answers it."""
    return f"{game.decision.kind} {game.decision.side}" if game.decision else ""


def retreat(game: Game, unit: str | list[str], to: str) -> list[Event]:
    return do(game, "retreat", units=[unit] if isinstance(unit, str) else unit, path=[to])


def advance(game: Game, unit: str | list[str], to: str) -> list[Event]:
    return do(game, "advance", units=[unit] if isinstance(unit, str) else unit, path=[to])


def gone(game: Game, *units: str) -> bool:
    """Whether all of these units are eliminated."""
    return all(getattr(game.state.units[u].place, "name", "") == "eliminated" for u in units)


def drive(game: Game, to: str = "") -> None:
    """Every unit driven back goes (to a hex, or wherever it may)."""
    while (game.decision.kind if game.decision else "") == "retreat-units":
        ways = listed(game, "retreat")
        hexes = [a for a in ways if not to or game.board.map.numbers[a.path[-1]] == to]
        game.submit((hexes or ways)[0])


def finish(game: Game) -> None:
    """The combat is played to its end: nobody advances, no battlegroup is left."""
    while game.state.combats:
        drive(game)
        if game.state.combats:
            do(game, "done")
