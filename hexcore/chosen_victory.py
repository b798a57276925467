"""Victory as [victory] of a ruleset folder chooses it: hexes held, losses, levels, a sudden end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hexcore.chosen_supply import ground
from hexcore.folder_models import Victory, VictoryHexes, VictoryLevel, VictoryLosses, VictorySudden
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import Objective, VictoryPoints
from hexcore.state import GameState, Outcome
from hexcore.units import ELIMINATED, Side, Unit

EITHER = "either"
WORTH_A_POINT = 0.6
"""What a victory point is worth to a computer player, in steps."""


def add_victory(sheet: RuleSheet, said: Victory) -> None:
    """The rules of [victory]."""
    for one in said.hexes:
        sheet.add("victory.hexes", "victory_points", _held(one), one.rule)
        sheet.add("victory.hexes", "objectives", _objective(one), one.rule)
    for lost in said.losses:
        sheet.add("victory.losses", "victory_points", _losses(lost), lost.rule)
    numbers = tuple(one.rule for one in said.sudden)
    sheet.add("victory", "outcome", _outcome(said), said.rule, also=numbers)
    sheet.add("victory", "standing", lambda state: level(state, said))
    sheet.add("victory", "worth", _worth(said))


def holder(state: GameState, hex: int, held: str) -> str:
    """The side that holds a hex: who was there last, or who is there now."""
    if held == "control":
        return str(state.control.get(hex, ""))
    units = state.at(hex)
    return units[0].side if units else ""


def _side(name: str) -> str:
    return name.capitalize()


def _held(said: VictoryHexes) -> Callable[..., Any]:
    def held(state: GameState) -> list[VictoryPoints]:
        found, hex_map = [], state.board.map
        for hex in ground(hex_map, said.hexes):
            side = holder(state, hex, said.held)
            if side and said.side in (side, EITHER):
                found.append(VictoryPoints(side, said.points, f"{said.name or hex_map.numbers[hex]} held"))
        return found

    return held


def _objective(said: VictoryHexes) -> Callable[..., Any]:
    def objective(state: GameState) -> Objective:
        hexes = tuple(ground(state.board.map, said.hexes))
        holders = {holder(state, hex, said.held) for hex in hexes}
        all_of = holders.pop() if len(holders) == 1 else ""
        to = "either side" if said.side == EITHER else _side(said.side)
        worth = f"{said.points} points to {to}{' for each hex' if len(hexes) > 1 else ''}"
        return Objective(said.name or " ".join(said.hexes), hexes, all_of, worth)

    return objective


def _losses(said: VictoryLosses) -> Callable[..., Any]:
    def points(unit: Unit) -> int:
        if said.each == "unit":
            return said.points if unit.place == ELIMINATED else 0
        lost = unit.counter.steps[: unit.losses] if unit.place != ELIMINATED else unit.counter.steps
        if said.each == "step":
            return said.points * len(lost)
        left = 0 if unit.place == ELIMINATED else unit.step.strength
        return said.points * (unit.counter.steps[0].strength - left if unit.counter.steps else 0)

    def losses(state: GameState) -> list[VictoryPoints]:
        found = []
        for unit in state.units.values():
            scorer = state.enemy(unit.side)
            wanted = said.units is None or unit.counter.kind in said.units
            if wanted and said.side in (scorer, EITHER) and unit.place is not None and points(unit):
                found.append(VictoryPoints(scorer, points(unit), f"{unit.counter.name} lost"))
        return found

    return losses


def turn_ends(state: GameState) -> bool:
    """Whether the phase that has ended was the last of its turn."""
    return state.board.sequence.after(state.phase, state.turn)[1] > state.turn


def lead(state: GameState) -> int:
    """The points of the first side, less those of the other."""
    first = state.board.sides[0]
    points = state.board.rules.victory_points(state)
    return sum(p.points if p.side == first else -p.points for p in points)


def level(state: GameState, said: Victory) -> Outcome:
    """The level of victory as things stand."""
    ahead, (one, other) = lead(state), state.board.sides
    text = f"{_side(one)} leads by {ahead}" if ahead >= 0 else f"{_side(other)} leads by {-ahead}"
    for step in said.levels or _plain(one, other):
        if step.lead is None or ahead >= step.lead:
            return Outcome(step.level, step.winner, text, said.rule)
    return Outcome("Drawn", "", text, said.rule)


def _plain(one: str, other: str) -> Iterable[VictoryLevel]:
    """Whoever has more points wins."""
    return (
        VictoryLevel(lead=1, level=f"{_side(one)} victory", winner=one),
        VictoryLevel(lead=0, level="Drawn"),
        VictoryLevel(level=f"{_side(other)} victory", winner=other),
    )


def _outcome(said: Victory) -> Callable[..., Any]:
    def outcome(state: GameState) -> Outcome | None:
        if not turn_ends(state):
            return None
        for one in said.sudden:
            if state.turn >= one.from_turn and state.board.rules.active(one.rule) and _all_held(state, one):
                return Outcome(one.level, one.side, f"{_side(one.side)} holds it all", one.rule)
        return level(state, said) if state.turn >= state.board.scenario.last_turn else None

    return outcome


def _all_held(state: GameState, said: VictorySudden) -> bool:
    hexes = ground(state.board.map, said.hexes)
    return all(holder(state, hex, said.held) == said.side for hex in hexes)


def _worth(said: Victory) -> Callable[..., Any]:
    """For computer players: ground that scores is worth its points, to whoever gains or denies it."""

    def worth(state: GameState, side: Side) -> dict[int, float]:
        found: dict[int, float] = {}
        for one in said.hexes:
            for hex in ground(state.board.map, one.hexes):
                found[hex] = found.get(hex, 0.0) + abs(one.points) * WORTH_A_POINT
        for sudden in said.sudden:
            for hex in ground(state.board.map, sudden.hexes):
                found[hex] = max(found.get(hex, 0.0), 4.0)
        return found

    return worth


def add_last_turn(sheet: RuleSheet) -> None:
    """Without a table of victory the game is drawn after the last turn, where no rule says more."""

    def drawn(state: GameState) -> Outcome | None:
        over = turn_ends(state) and state.turn >= state.board.scenario.last_turn
        return Outcome("Drawn", "", "the last turn is over") if over else None

    sheet.add("victory", "outcome", drawn)
