"""Counsel about paratroops: a computer player waits for a drop, lays markers that all do, and drops."""

from __future__ import annotations

from bp_marches import FOURTH_TANKS, GI, MORE_TANKS, PANZER, TANKS, THIRD_TANKS
from bp_table import act, hex_of, listed, table

from hexcore.events import Removed, apply
from hexcore.game import Game
from hexcore.players import seated, step
from hexcore.steady import SteadyPlayer
from hexcore.steady_movement import March
from hexcore_breakout_pursuit.airdrop_counsel import APART, FULL, cycle_pays, waits
from hexcore_breakout_pursuit.paratroops import CYCLE, Airdrop, cycles_begun, markers

ZONES = [f"MRK-A{n:03d}" for n in range(1, 7)]
PARAS = ("JUL-A038", "JUL-A039", "JUL-A040")
TRAY, STAGED = dict.fromkeys(ZONES, "markers"), dict.fromkeys(PARAS, "staging")
FRONT = {GI: "1343", PANZER: "1447"}
LAST = 9
"""The last turn of the scenario."""


def at(phase: str, turn: int = 2, units: dict[str, str] | None = None) -> Game:
    return table({**TRAY, **STAGED, **FRONT, **(units or {})}, phase, turn=turn)


def until(game: Game, phase: str, turn: int) -> Game:
    """Played by steady players up to a phase."""
    players = seated("steady", game.board.sides, 1)
    while (game.board.sequence.phases[game.state.phase].id, game.state.turn) != (phase, turn):
        assert game.decision is not None and game.state.turn <= turn
        step(game, players)
    return game


def test_a_cycle_is_begun_and_all_markers_lie_apart_in_reach_of_the_front():
    game = until(at("allied-airdrop"), "allied-movement", 2)
    assert cycles_begun(game.state) == 1
    ground, laid = game.board.map, [u.hex for u in markers(game.state)]
    apart = [ground.distance(a, b) for n, a in enumerate(laid) for b in laid[:n]]
    assert len(laid) == len(ZONES) and min(apart) > APART
    assert max(ground.distance(hex, ground.hex(FRONT[GI])) for hex in laid) <= 6


def test_the_units_drop_when_the_markers_are_turned_and_not_all_into_one_hex():
    game = until(at("allied-airdrop"), "allied-movement", 2 + CYCLE)
    hexes = [hex_of(game, unit) for unit in PARAS]
    assert all(hex in game.board.map.index for hex in hexes) and len(set(hexes)) > 1
    assert cycles_begun(game.state) == 1


def test_who_can_drop_does_not_come_by_sea_while_a_drop_pays():
    landing = at("allied-reinforcement")
    assert {a.unit for a in listed(landing, "place")} == set(PARAS)
    assert hex_of(until(landing, "allied-movement", 2), PARAS[0]) == "staging"
    late = at("allied-reinforcement", LAST - CYCLE + 1)
    assert not cycle_pays(late.state)
    assert hex_of(until(late, "allied-movement", LAST - CYCLE + 1), PARAS[0]) == "0342"


def test_a_cycle_pays_for_several_units_that_can_still_drop_and_only_in_time():
    assert cycle_pays(at("allied-airdrop").state) and cycle_pays(at("allied-airdrop", LAST - CYCLE).state)
    assert not cycle_pays(at("allied-airdrop", LAST - CYCLE + 1).state)
    game = at("allied-airdrop")
    for unit in PARAS:
        assert waits(game.state, game.state.units[unit])
        game.state = apply(game.state, Removed(unit, "exited"))
    assert not cycle_pays(game.state)
    marker = act(game, "place", unit=ZONES[0], hex="1343")
    assert game.board.rules.answer_worth(game.state, game.decision, marker) < 0


def test_a_full_hex_is_the_last_to_drop_into():
    crowd = dict.fromkeys((TANKS, MORE_TANKS, THIRD_TANKS), FRONT[GI])
    game = until(at("allied-airdrop", units={GI: "1344", **crowd}), "allied-movement", 2)
    game.state = game.state.evolve(agenda=(Airdrop("allied", "paratroop"),))
    worth = [
        game.board.rules.answer_worth(game.state, game.decision, act(game, "place", unit=PARAS[0], hex=hex))
        for hex in (FRONT[GI], "1242")
    ]
    assert hex_of(game, TANKS) == FRONT[GI] and worth[1] - worth[0] > FULL


def test_a_stack_in_excess_is_thinned_out_before_the_phase_ends():
    """The phase does not end with four in a hex, and no plan of march says who goes."""
    four = dict.fromkeys((TANKS, MORE_TANKS, THIRD_TANKS, FOURTH_TANKS), "2422")
    game = table({**four, PANZER: "2927"}, "allied-movement")
    thinker = SteadyPlayer(1)
    thinker.march = March((game.state.turn, game.state.phase))
    for _ in range(12):
        if game.board.sequence.phases[game.state.phase].id != "allied-movement":
            break
        step(game, {game.board.sides[1]: thinker})
    assert game.board.sequence.phases[game.state.phase].id == "allied-combat"
    assert sorted(hex_of(game, unit) for unit in four).count("2422") == 3
