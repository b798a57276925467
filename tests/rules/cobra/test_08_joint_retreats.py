"""SPI 9.5 and 8.6: several units retreat together. Random crowded positions, checked by brute force."""

from __future__ import annotations

import random

import pytest
from cobra_table import clear_map, hex_of, listed, table
from fights import asked, attack, choose, lost, retreat, rule

from hexcore.events import Moved, apply
from hexcore.game import Game
from hexcore.retreat import completion, retreat_paths
from hexcore.state import Combat, GameState

GERMANS = [f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277")]
FULL = ["g_div_331", "g_div_708", "g_div_711"]
"""Divisions, each of which fills a hex."""
US = ["u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28", "u_inf_29"]


def crowd(seed: int) -> tuple[Game, list[str], list[str]]:
    """US units north of two German hexes, more of both sides scattered behind; the attackers and targets."""
    chance = random.Random(seed)
    m = clear_map()
    targets = ["A2306", "A2406"]
    behind = [m.numbers[h] for h in m.within(m.hex("A2307"), 1 + seed % 2)]
    free = [n for n in behind if n not in (*targets, "A2305", "A2405")]
    units = {"u_inf_1": "A2405", "u_inf_4": "A2305"}
    for id in GERMANS[:3]:
        units[id] = chance.choice(targets)
    units[GERMANS[0]], units[GERMANS[1]] = targets
    for id in (*GERMANS[3:], *FULL, *US[2 : chance.randint(4, 7)]):
        place = chance.choice(free)
        if not any(hex == place and other[0] != id[0] for other, hex in units.items()):
            units[id] = place
    game = table(units, "allied-combat", dice=[1])
    return game, ["u_inf_1"], targets


def possible(state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat) -> bool:
    """Whether all can go, by trying every order and every path."""
    if not ids:
        return True
    for id in ids:
        rest = tuple(i for i in ids if i != id)
        for path in retreat_paths(state, state.units[id], hexes, combat):
            if possible(apply(state, Moved((id,), path[-1], "retreat")), rest, hexes, combat):
                return True
    return False


@rule("SPI 9.5")
@pytest.mark.parametrize("seed", range(40))
def test_what_is_offered_is_what_brute_force_finds(seed):
    game, attackers, targets = crowd(seed)
    m = game.board.map
    hexes = tuple(m.hex(t) for t in targets)
    ids = tuple(u.id for h in hexes for u in game.state.at(h))
    combat = Combat(0, "attack", "allied", hexes, tuple(attackers), ids)
    for number in (1, 2):
        found = completion(game.state, ids, number, combat)
        assert (found is not None) == possible(game.state, ids, number, combat)


@rule("SPI 9.5", "8.6.3")
@pytest.mark.parametrize("seed", range(40))
def test_no_unit_is_ever_stranded(seed):
    game, attackers, targets = crowd(seed)
    attack(game, targets, *attackers)
    if asked(game) != "take-result german":
        return
    before = {u.id: u.hex for u in game.state.units.values() if u.hex >= 0}
    combat, chance = game.state.combat, random.Random(seed)
    choose(game, 1)
    while asked(game) == "retreat-units german":
        game.submit(chance.choice(listed(game, "retreat")))
    m = game.board.map
    for id in combat.defenders:
        assert m.distance(before[id], game.state.units[id].hex) == 1


ONE_WAY_OUT = {"u_inf_1": "A2405", "u_inf_4": "A2106", "u_inf_5": "A2606", "u_inf_8": "A2508"}
"""US zones leave A2307 alone open behind A2306 and A2406."""


@rule("8.6.3")
@pytest.mark.parametrize("second, room", [("g_inf_987_276", True), ("g_div_331", False)])
def test_who_finds_no_room_is_eliminated(second, room):
    """One hex is open to both stacks; a regiment and a division do not fit into it."""
    game = table({**ONE_WAY_OUT, "g_inf_986_276": "A2306", second: "A2406"}, "allied-combat", dice=[1])
    attack(game, ["A2306", "A2406"], "u_inf_1")
    choose(game, 1)
    retreat(game, "g_inf_986_276", "A2307")
    while asked(game) == "retreat-units german":
        game.submit(listed(game, "retreat")[0])
    assert hex_of(game, "g_inf_986_276") == "A2307"
    assert (hex_of(game, second) == "A2307") if room else (lost(game, second) == 99)
