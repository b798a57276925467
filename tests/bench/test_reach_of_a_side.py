"""Where every unit of a side can go, in one position of Cobra: as networkx finds, in a third of its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import networkx as nx
import pytest

from hexcore.board import Board
from hexcore.events import TrackSet, apply
from hexcore.game import Game, SeededDice
from hexcore.movement import passage_of, points_left, reach_of, watched_by
from hexcore.reach import Passage
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra import COBRA, COBRA_1977

WANTED, TRIES = 1 / 3, 5


def position(board: Board, side: str) -> GameState:
    """The first movement phase of a side, in storms, so that German units have their whole allowance."""
    game = Game.start(board, SeededDice(3))
    phase = board.sequence.index[f"{side}-movement"]
    return apply(replace(game.state, phase=phase, agenda=()), TrackSet("weather", "storms"))


@cache
def graph(board: Board, mobility: str) -> nx.DiGraph[int]:
    found: nx.DiGraph[int] = nx.DiGraph()
    for hex, ways in enumerate(board.costs(mobility).exits):
        found.add_weighted_edges_from((hex, near, cost) for near, cost, _ in ways)
    return found


def by_networkx(state: GameState, unit: Unit) -> dict[int, int]:
    """The same masks over the same ground, as the weight of each step."""
    passage = passage_of(state, unit)
    if passage.held is not None or points_left(state, unit) <= 0:
        return {unit.hex: 0}
    ground = graph(state.board, state.board.rules.mobility(state, unit))
    cutoff, weight = points_left(state, unit), steps(state, unit, passage)
    return dict(nx.single_source_dijkstra_path_length(ground, unit.hex, cutoff=cutoff, weight=weight))


def steps(state: GameState, unit: Unit, passage: Passage) -> Callable[[int, int, Any], int | None]:
    game_map, start, watched = state.board.map, unit.hex, watched_by(state, unit.side)

    def weight(hex: int, near: int, edge: Any) -> int | None:
        if passage.closed and passage.closed[near]:
            return None
        if hex != start and ((passage.stop and passage.stop[hex]) or hex in watched):
            return None
        if passage.barred and game_map.side(hex, near) in passage.barred:
            return None
        if any(zone[hex] and zone[near] for zone in passage.zones):
            return None
        extra = passage.leave if hex == start else 0
        extra += passage.toll[near] if passage.toll else 0
        extra += passage.leave_toll[hex] if passage.leave_toll else 0
        return int(edge["weight"]) + extra

    return weight


@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("ruleset", [COBRA_1977, COBRA], ids=lambda ruleset: ruleset.id)
def test_reach_of_a_whole_side(ruleset: Ruleset, side: str) -> None:
    board = ruleset.board("breakout")
    start = position(board, side)
    units = [unit for unit in start.on_map(side) if unit.step.movement]
    theirs = {unit.id: by_networkx(start, unit) for unit in units}
    for unit in units:
        ours, least = reach_of(start, (unit,)).spent, points_left(start, unit)
        assert {h: p for h, p in ours.items() if h in theirs[unit.id] or p < least} == theirs[unit.id]
    assert sum(map(len, theirs.values())) > 20 * len(units) > 600
    ratios = []
    for _ in range(TRIES):
        state, began = position(board, side), time.process_time()
        for unit in units:
            reach_of(state, (state.units[unit.id],))
        ours_took, began = time.process_time() - began, time.process_time()
        for unit in units:
            by_networkx(start, unit)
        ratios.append(ours_took / (time.process_time() - began))
        if ratios[-1] <= WANTED:
            return
    pytest.fail(f"{ratios} of what networkx takes, wanted at most {WANTED}")
