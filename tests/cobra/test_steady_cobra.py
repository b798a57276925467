"""The steady player at Cobra 1977: what the ruleset's counsel makes it do, and what it leaves alone."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "cobra"))

from cobra_table import table
from counsel import answered

from hexcore.actions import Exit
from hexcore.game import Game, SeededDice
from hexcore.players import step
from hexcore.state import GameState
from hexcore.steady import SteadyPlayer
from hexcore_cobra import COBRA_1977
from hexcore_cobra.counsel import line_to_hold
from hexcore_cobra.order_of_battle import ALLIED, FIRST_COBRA_TURN, GERMAN
from hexcore_cobra.victory_points import LAST_TURN_FOR_DIVISIONS

LAST = LAST_TURN_FOR_DIVISIONS - FIRST_COBRA_TURN + 1
"""By the count of 1977."""
WEST, INLAND, FOOT = "A0123", "A2712", "g_inf_986_276"
TANKS, INFANTRY, BRITISH_TANKS = "u_arm_A_2", "u_inf_4", "b_arm_29_11"
"""An American and a British armoured unit, and an American infantry division."""


def opening() -> Game:
    return Game.start(COBRA_1977.board("breakout"), SeededDice(1))


# ------------------------------------------------------------------ two turns from the opening
def played(turns: int) -> tuple[Counter[str], GameState, list[str]]:
    """What the steady players of both sides do in the first turns, and why."""
    game, done = opening(), Counter[str]()
    players = {side: SteadyPlayer(n) for n, side in enumerate(game.board.sides)}
    reasons: list[str] = []
    while game.state.turn <= turns:
        side = game.to_decide
        assert side is not None
        action = step(game, players)
        reasons.append(players[side].why)
        done[f"{side} {getattr(action, 'what', action.kind)}"] += 1
    return done, game.state, reasons


def test_two_turns_use_what_can_be_committed() -> None:
    done, state, reasons = played(2)
    for what in ("hq", "air", "replacement", "truck"):
        assert done[f"allied {what}"], done
    assert done["german hq"] and done["german replacement"] and done["german air"] == 0
    assert done["allied declare"] and done["allied advance"] and done["german place"]
    assert all(why and "\n" not in why and len(why) <= 120 for why in reasons)
    assert {u.side for u in state.units.values() if u.alive and u.hex >= 0} == {ALLIED, GERMAN}


def test_headquarters_do_not_crowd_together() -> None:
    """After two turns no hex holds three of one side's headquarters, which could serve other units."""
    _, state, _ = played(2)
    stacks = Counter((u.side, u.hex) for u in state.units.values() if u.counter.kind == "hq" and u.hex >= 0)
    assert max(stacks.values()) <= 2, stacks


# ------------------------------------------------------------------ counsel
def test_the_line_to_hold_is_a_chain_between_its_ends() -> None:
    state = opening().state
    line, ground = line_to_hold(state), state.board.map
    assert {ground.numbers[line[0]], ground.numbers[line[-1]]} == {"A4901", "A0823"}
    assert all(b in ground.around(a) for a, b in pairwise(line))
    assert len(set(line)) == len(line)
    assert not any("sea" in ground.terrain[hex] for hex in line)
    assert not any(u.side == ALLIED for hex in line for u in state.at(hex))


def test_the_line_bends_back_where_the_enemy_stands_in_it() -> None:
    """An Allied stack put into the line is gone round; the rest of the line need not change."""
    state = opening().state
    line = line_to_hold(state)
    free = next(hex for hex in line[2:-2] if hex not in state.stacks)
    unit = state.units[TANKS]
    bent = line_to_hold(state.with_units([unit.put(free)]))
    assert free not in bent and {bent[0], bent[-1]} == {line[0], line[-1]}


# ------------------------------------------------------------------ leaving the map
def left(units: dict[str, str], turn: int = 5) -> set[str]:
    """Which Allied units leave the map in their movement phase."""
    game = table(units, "allied-movement", turn=turn)
    said = answered(game)
    return {id for action, _ in said if isinstance(action, Exit) for id in action.units}


@pytest.mark.parametrize("unit, leaves", [(TANKS, True), (INFANTRY, False), (BRITISH_TANKS, False)])
def test_by_the_west_edge_goes_who_scores_by_it(unit: str, leaves: bool) -> None:
    assert left({unit: WEST, FOOT: INLAND}) == ({unit} if leaves else set())


def test_nobody_leaves_when_it_does_not_score_any_more() -> None:
    """Divisions count up to a turn; later they stay."""
    units = {TANKS: WEST, FOOT: INLAND}
    assert left(units, LAST) == {TANKS} and left(units, LAST + 1) == set()
