"""Short words for fights on the clear table: attack, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cobra_table import clear_map, do, table

from hexcore.events import Asked, Event, Fought, apply
from hexcore.game import Game
from hexcore.hexes import STEPS, HexCoord
from hexcore.odds import Odds, weigh
from hexcore.state import Combat
from hexcore.units import Side
from hexcore_cobra import editions


def rule(*numbers: str) -> Any:
    """Marks a test with the rules it plays.

    `5.2.6` is a case of The Normandy Campaign, and of the 1977 game where that borrows it: the test is run
    in both. `SPI 9.5` and `TNC 5.2.6` are rules of the 1977 game alone, `DG 5.2.6` of the later game alone.
    """

    def mark(test: Any) -> Any:
        for number in numbers:
            for edition, spelt in spelt_in(number).items():
                test = pytest.mark.rule(edition, spelt)(test)
        return test

    return mark


def spelt_in(number: str) -> dict[str, str]:
    """The editions that a rule named in a test belongs to, and how each spells it."""
    if number.startswith("DG "):
        return {"cobra": number.removeprefix("DG ")}
    return editions.numbers(number) if number[0].isdigit() else {"cobra-1977": number}


def in_each(number: str, *given: Any) -> list[Any]:
    """(edition, *given) for `parametrize(..., indirect=["edition"])`: one for each edition with the rule."""
    return [
        pytest.param(edition, *given, marks=pytest.mark.rule(edition, spelt))
        for edition, spelt in spelt_in(number).items()
    ]


def attack(game: Game, target: str | list[str], *attackers: str, **support: Any) -> list[Event]:
    """A whole attack at once, with what is committed `with` it."""
    targets = [target] if isinstance(target, str) else target
    return do(game, "attack", targets=targets, attackers=list(attackers), **{"with": support})


def weighed(game: Game, target: str | list[str], *attackers: str, **pledged: Any) -> Odds:
    """The odds of an attack, asked on a state thrown away."""
    fork = game.fork()
    targets = [target] if isinstance(target, str) else target
    m, enemy = fork.board.map, fork.state.enemy(fork.state.units[attackers[0]].side)
    hexes = tuple(m.hex(t) for t in targets)
    defenders = tuple(u.id for h in hexes for u in fork.state.at(h) if u.side == enemy)
    side = fork.state.units[attackers[0]].side
    return weigh(fork.state, Combat(0, "attack", side, hexes, attackers, defenders, **pledged))


def shifts(odds: Odds) -> dict[str, int]:
    """Columns by rule."""
    found: dict[str, int] = {}
    for shift in odds.shifts:
        found[shift.rule] = found.get(shift.rule, 0) + shift.columns
    return found


def declared(game: Game, target: str | list[str], *attackers: str) -> None:
    """An attack made, standing before the first question of support (or the results, if there is none)."""
    do(game, "declare", targets=[target] if isinstance(target, str) else target)
    for id in attackers:
        do(game, "add-attacker", unit=id)
    do(game, "done")


def choose(game: Game, hexes: int) -> list[Event]:
    """So many points of the result are taken as hexes."""
    return do(game, "choose", option=str(hexes))


def stand(game: Game) -> None:
    """Whoever has a number to meet stands and loses steps."""
    while game.decision is not None and game.decision.kind == "take-result":
        choose(game, 0)


def retreat(game: Game, unit: str | list[str], *path: str) -> list[Event]:
    return do(game, "retreat", units=[unit] if isinstance(unit, str) else unit, path=list(path))


def advance(game: Game, unit: str | list[str], *path: str) -> list[Event]:
    return do(game, "advance", units=[unit] if isinstance(unit, str) else unit, path=list(path))


def lost(game: Game, unit: str) -> int:
    """Steps a unit has lost; 99 when it is eliminated."""
    u = game.state.units[unit]
    return u.losses if u.hex >= 0 else 99


def asked(game: Game) -> str:
    """The kind of the question on the table, and who answers it."""
    return f"{game.decision.kind} {game.decision.side}" if game.decision else ""


def result(game: Game, events: list[Event] | None = None) -> str:
    """The result of a combat, `1/2`: the one being fought, or the one among these events."""
    fought = [e.combat for e in events or () if isinstance(e, Fought) and e.combat.result]
    return "/".join((fought[-1] if fought else game.state.combat).result)


def fought(events: list[Event]) -> Combat:
    """The combat that the dice decided, among these events."""
    return next(e.combat for e in events if isinstance(e, Fought) and e.combat.result)


def corners(centre: str, radius: int = 3) -> list[str]:
    """The six corners of the ring around a hex: units there close it with their zones."""
    m = clear_map()
    at = m.coords[m.hex(centre)]
    return [m.numbers[m.at_coord[HexCoord(at.q + radius * dq, at.r + radius * dr)]] for dq, dr in STEPS]


def dealt(
    result: str,
    units: dict[str, str],
    attackers: tuple[str, ...],
    target: str,
    side: str = "allied",
    **words: Any,
) -> Game:
    """An attack whose result has been dealt by hand: one that the table need not print."""
    game = table(units, f"{side}-combat", **words)
    m, state = game.board.map, game.state
    hexes = tuple(dict.fromkeys(state.units[id].hex for id in attackers))
    defenders = tuple(u.id for u in state.at(m.hex(target)))
    begun, struck = state.combats_begun, (m.hex(target),)
    combat = Combat(begun, "attack", Side(side), struck, attackers, defenders, origins=hexes, stage="results")
    combat = replace(combat, result=tuple(result.split("/")))
    state = apply(state, Fought(combat))
    game.state = apply(state, Asked(state.board.rules.combat_results(state, combat)))
    game._settle([])
    return game
