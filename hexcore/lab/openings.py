"""Positions of a page that can be opened as games: what they are, and what of the page is not in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexcore.game import TypedDice
from hexcore.lab.battle_begun import SetUp
from hexcore.lab.battle_file import ROLES
from hexcore.lab.named import Named
from hexcore.lab.pages import PositionFile
from hexcore.positions import position_from
from hexcore.state import GameState

if TYPE_CHECKING:
    from hexcore.lab.transfer import Transferred

SUPPLY = "supply: "
"""How a set-up tells of supply that it stipulates."""


def opening_of(made: SetUp) -> PositionFile:
    """A battle before its attack is made. A position holds no stipulation: where one makes a difference, that
    is said."""
    phase = made.board.sequence.phases[made.start.phase]
    number = made.board.map.numbers[made.target]
    said = f"The battle under {made.game.label} before the attack: {phase.side} may attack {number}."
    without = [what for what in made.stipulated if not what.startswith(SUPPLY)]
    if len(without) < len(made.stipulated):
        without += _supplied_otherwise(made)
    if without:
        said += f" Not in it is what the page stipulates: {'; '.join(without)}."
    return _file(made.game, made.position, said)


def _supplied_otherwise(made: SetUp) -> list[str]:
    """The units that are supplied otherwise in a game begun from the position."""
    position = position_from(made.position, made.game.label)
    board = position.board(made.game.ruleset, made.game.scenario.id, made.game.options)
    opened = position.start(board, TypedDice()).state
    found = []
    for id in filter(None, (id for role in ROLES for id in (*made.ids[role], made.hq[role]))):
        here, there = _supply(made.start, id), _supply(opened, id)
        if here != there:
            found.append(f"{board.name(id)} is {here} (in the game: {there})")
    return found


def _supply(state: GameState, id: str) -> str:
    with state.board.reading():
        return state.board.rules.supply_state(state, state.units[id])


def carried_over(done: Transferred) -> PositionFile:
    """A position under the other ruleset; what has no counterpart there is missing in it."""
    came = sum(bool(unit.id) for unit in done.units)
    said = f"The {came} units that come over, as they stand under {done.game.label}"
    if done.missing:
        said += f"; not in it: {len(done.missing)} things without a counterpart (in the table of that name)"
    return _file(done.game, done.text, f"{said}.")


def _file(game: Named, text: str, about: str) -> PositionFile:
    return PositionFile(text, about, game.ruleset.id, game.scenario.id, dict(game.options))
