"""Chapter 10: supply."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cobra_table import do, hex_of, listed, refused, table

from hexcore.attacks import declared
from hexcore.events import Removed, apply
from hexcore.game import Game
from hexcore.odds import weigh
from hexcore.supply import net
from hexcore_cobra import COBRA_1977
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.supply import supplied_for_movement

REAL = COBRA_1977.map
RING = {"u_inf_1": "A2310", "u_inf_4": "A2508", "u_inf_8": "A2106", "u_inf_9": "A2406", "u_inf_29": "A2109"}
"""Five divisions whose zones close the land round A2308."""
NORTH = {"u_inf_5": "A2306"}


def state_of(game: Game, unit: str) -> str:
    return game.board.rules.supply_state(game.state, game.state.units[unit])


def attack_strength(game: Game, target: str, *attackers: str) -> int:
    side = game.state.units[attackers[0]].side
    combat = declared(game.state, side, (game.board.map.hex(target),))
    return weigh(game.state, replace(combat, attackers=attackers)).attack


@pytest.mark.rule("cobra-1977", "TNC 10.3.1")
@pytest.mark.rule("cobra-1977", "TNC 10.4.1")
@pytest.mark.rule("cobra-1977", "TNC 10.5.1")
def test_every_unit_of_the_opening_is_in_supply() -> None:
    game = Game.start(COBRA_1977.board("breakout"))
    for side in (GERMAN, ALLIED):
        lines = net(game.state, side)
        lengths = [lines.length.get(u.hex, 99) for u in game.state.on_map(side)]
        assert lengths and max(lengths) <= 12


@pytest.mark.rule("cobra-1977", "TNC 10.3.1")
@pytest.mark.parametrize(("where", "supply"), [("A2613", "supplied"), ("A2614", "unsupplied")])
def test_twelve_hexes_are_a_line_and_thirteen_are_not(where: str, supply: str) -> None:
    roadless = replace(REAL, roads=("",) * len(REAL.roads))
    game = table({"u_inf_1": where, "g_pz_2": "A4020"}, "allied-movement", on=roadless)
    assert state_of(game, "u_inf_1") == supply


@pytest.mark.rule("cobra-1977", "TNC 10.3.1")
def test_a_ring_of_zones_cuts_a_german_line() -> None:
    cut = table({"g_pz_2": "A2308", **RING, **NORTH}, "german-combat")
    assert state_of(cut, "g_pz_2") == "unsupplied"
    open_side = table({"g_pz_2": "A2308", "u_inf_4": "A2508"}, "german-combat")
    assert state_of(open_side, "g_pz_2") == "supplied"


@pytest.mark.rule("cobra-1977", "TNC 10.3.3")
def test_german_zones_cut_an_allied_line() -> None:
    germans = {
        "g_pz_2": "A2310",
        "g_pz_9": "A2508",
        "g_pz_21": "A2106",
        "g_pz_116": "A2406",
        "g_pz_1SS": "A2109",
    }
    cut = table({"u_inf_1": "A2308", **germans, "g_pz_12SS": "A2306"}, "allied-combat")
    assert state_of(cut, "u_inf_1") == "unsupplied"
    free = table({"u_inf_1": "A2308", "g_pz_2": "A2310"}, "allied-combat")
    assert state_of(free, "u_inf_1") == "supplied"


@pytest.mark.rule("cobra-1977", "TNC 10.4.1")
def test_german_lines_end_east_or_south_and_the_south_closes_after_an_exit() -> None:
    game = table({"g_pz_2": "A2310", "u_arm_A_2": "A0334"}, "allied-movement", on=REAL)
    names = {source.name for source in net(game.state, GERMAN).source.values()}
    assert names and names <= {"the east edge", "the south edge"}
    do(game, "take", unit="u_arm_A_2")
    assert any(a.edge == "S" for a in listed(game, "exit"))
    do(game, "exit", units=["u_arm_A_2"], edge="S")
    after = {source.name for source in net(game.state, GERMAN).source.values()}
    assert after == {"the east edge"}


@pytest.mark.rule("cobra-1977", "TNC 10.5.1")
def test_allied_lines_end_on_the_north_edge() -> None:
    game = table({"g_pz_2": "A2310", "u_inf_1": "A2004"}, "allied-movement", on=REAL)
    names = {source.name for source in net(game.state, ALLIED).source.values()}
    assert names == {"the north edge"}
    assert state_of(game, "u_inf_1") == "supplied"


@pytest.mark.rule("cobra-1977", "TNC 10.1")
@pytest.mark.rule("cobra-1977", "TNC 5.2.6")
@pytest.mark.rule("cobra-1977", "TNC 10.0")
def test_for_movement_supply_is_judged_as_the_phase_begins() -> None:
    cut = table({"g_pz_2": "A2308", **RING, **NORTH}, "german-movement")
    unit = cut.state.units["g_pz_2"]
    assert not supplied_for_movement(cut.state, unit)
    assert cut.board.rules.movement_allowance(cut.state, unit) == 12
    freed = cut.state
    for id in (*RING, *NORTH):
        freed = apply(freed, Removed(id, "eliminated"))
    assert not supplied_for_movement(freed, freed.units["g_pz_2"])
    free = table({"g_pz_2": "A2308", "u_inf_4": "A2508"}, "german-movement")
    assert free.board.rules.movement_allowance(free.state, free.state.units["g_pz_2"]) == 24


@pytest.mark.rule("cobra-1977", "TNC 10.2")
def test_for_combat_supply_is_judged_at_the_instant() -> None:
    cut = table({"g_pz_2": "A2308", **RING, "u_inf_5": "A2307"}, "german-combat")
    assert attack_strength(cut, "A2307", "g_pz_2") == 3
    state = cut.state
    for id in RING:
        state = apply(state, Removed(id, "eliminated"))
    opened = Game(cut.board, state, cut.dice)
    assert attack_strength(opened, "A2307", "g_pz_2") == 6


@pytest.mark.rule("cobra-1977", "TNC 10.6.1")
@pytest.mark.rule("cobra-1977", "TNC 10.0")
def test_out_of_supply_a_unit_has_half_its_strength() -> None:
    cut = table({"g_pz_2": "A2308", **RING, "u_inf_5": "A2307"}, "german-combat")
    assert attack_strength(cut, "A2307", "g_pz_2") == 3
    free = table({"g_pz_2": "A2308", "u_inf_5": "A2307"}, "german-combat")
    assert attack_strength(free, "A2307", "g_pz_2") == 6


@pytest.mark.rule("cobra-1977", "TNC 10.6.2")
def test_but_never_less_than_one() -> None:
    germans = {
        "g_pz_2": "A2310",
        "g_pz_9": "A2508",
        "g_pz_21": "A2106",
        "g_pz_116": "A2406",
        "g_pz_1SS": "A2109",
    }
    cut = table({"u_cav_4": "A2308", **germans, "g_pz_12SS": "A2307"}, "allied-combat", lost={"u_cav_4": 1})
    assert state_of(cut, "u_cav_4") == "unsupplied"
    assert attack_strength(cut, "A2307", "u_cav_4") == 1


@pytest.mark.rule("cobra-1977", "TNC 10.6.3")
def test_units_stay_out_of_supply_for_good() -> None:
    game = table({"g_pz_2": "A2308", **RING, **NORTH}, "allied-mechanized")
    assert state_of(game, "g_pz_2") == "unsupplied"
    do(game, "done")
    assert game.state.turn == 4 and hex_of(game, "g_pz_2") == "A2308"


@pytest.mark.rule("cobra-1977", "TNC 10.6.4")
def test_units_out_of_supply_may_attack() -> None:
    cut = table({"g_pz_2": "A2308", **RING, "u_inf_5": "A2307"}, "german-combat")
    assert cut.board.map.hex("A2307") in {a.targets[0] for a in listed(cut, "declare")}


@pytest.mark.rule("cobra-1977", "TNC 10.6.4")
@pytest.mark.rule("cobra-1977", "TNC 10.6.5")
def test_units_out_of_supply_do_not_overrun() -> None:
    panzers = {"g_pz_2": "A2308", "g_pg_2_2": "A2308", "g_pg_304_2": "A2308"}
    free = table({**panzers, "u_cav_4": "A2307"}, "german-movement")
    do(free, "take", units=list(panzers))
    assert listed(free, "overrun")
    state = free.state
    from hexcore.events import Placed

    for id, where in RING.items():
        state = apply(state, Placed(id, free.board.map.hex(where)))
    cut = Game(free.board, state, free.dice)
    assert not listed(cut, "overrun")
    assert refused(cut, "overrun", units=list(panzers), target="A2307").rule == "TNC 10.6.5"
