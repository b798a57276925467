"""What `ask odds` expects of a combat is what playing it out on every face of the die gives (8.5-8.6)."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from cobra_table import clear_map, do, hex_of, listed, table
from fights import asked, attack, choose, lost, retreat, rule

from hexcore.asking import ask
from hexcore.game import Game

GERMANS = [f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277")]
FULL = ["g_div_331", "g_pz_2SS", "g_pg_901_Lehr", "g_hq_LXXXIV"]
US = ["u_inf_1", "u_inf_4", "u_inf_5", "u_inf_9_2", "u_inf_23_2"]
DIVISION = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
TARGET, AROUND = "A2306", ("A2305", "A2405", "A2205")

Words = dict[str, Any]


def crowd(seed: int) -> tuple[dict[str, str], list[str], dict[str, int]]:
    """Units around A2306, attackers among them, and steps lost before."""
    chance, m = random.Random(seed), clear_map()
    units = dict.fromkeys(chance.sample(GERMANS, chance.randint(1, 3)), TARGET)
    attackers = chance.sample(US, chance.randint(1, 3))
    units.update(zip(attackers, AROUND, strict=False))
    behind = [m.numbers[h] for h in m.within(m.hex("A2307"), 2) if m.numbers[h] not in (TARGET, *AROUND)]
    for id in (*GERMANS, *FULL, *US):
        place = chance.choice(behind)
        clash = any(hex == place and other[0] != id[0] for other, hex in units.items())
        if id not in units and not clash and chance.random() < 0.6:
            units[id] = place
    hurt = {id: 1 for id in units if id.startswith(("g_inf", "u_inf_9")) and chance.random() < 0.3}
    return units, attackers, hurt


def play(game: Game, stands: dict[str, bool]) -> None:
    """Both sides meet their numbers: all in steps, or in hexes as far as all can go; then all is declined."""
    while game.decision is not None and game.decision.kind not in (
        "combat-phase",
        "in-hand",
        "movement-phase",
    ):
        kind, side = game.decision.kind, game.decision.side
        if kind == "take-result":
            safe = game.decision.safe(game.state)
            choose(game, 0 if stands[side] else max(safe))
        elif kind == "done" or kind in ("advance-after-combat", "support"):
            do(game, "done")
        elif kind == "excess":
            game.submit(game.legal_actions()[0])
        else:
            game.submit(listed(game, "retreat" if kind == "retreat-units" else "lose")[0])


def steps(game: Game, ids: list[str]) -> int:
    """The steps some units have left on the map."""
    return sum(game.state.units[id].steps_left for id in ids if game.state.units[id].hex >= 0)


def outcome(game: Game, attackers: list[str], defenders: list[str], target: str) -> tuple[int, int, int]:
    """Steps of either side left, and whether the hex lies open to an attacker who stood."""
    left = not any(hex_of(game, id) == target for id in defenders)
    standing = [id for id in attackers if game.state.units[id].hex >= 0]
    stood = [id for id in standing if game.state.note("retreated", id) is None]
    return steps(game, attackers), steps(game, defenders), int(left and bool(stood))


def means(found: list[tuple[int, int, int]], before: tuple[int, int]) -> list[Fraction]:
    attack, defence, taken = (sum((Fraction(row[n], 6) for row in found), Fraction(0)) for n in range(3))
    return [before[0] - attack, before[1] - defence, taken]


@rule("8.6.7", "SPI 9.5", "DG 8.5.1", "DG 8.5.6", "DG 8.5.7")
@pytest.mark.parametrize("seed", range(8))
def test_an_attack_costs_what_was_expected(seed: int) -> None:
    units, attackers, hurt = crowd(seed)
    game = table(units, "allied-combat", lost=hurt)
    defenders = [u.id for u in game.state.at(game.board.map.hex(TARGET))]
    expected = ask(game, "odds", target=[TARGET], attackers=attackers)["expected"]
    before = steps(game, attackers), steps(game, defenders)

    def played(attacker: bool, defender: bool) -> list[Fraction]:
        found = []
        for die in range(1, 7):
            fought = table(units, "allied-combat", lost=hurt, dice=[die])
            attack(fought, TARGET, *attackers)
            play(fought, {"allied": attacker, "german": defender})
            found.append(outcome(fought, attackers, defenders, TARGET))
        return means(found, before)

    stand, go, storm = played(True, True), played(False, False), played(True, False)
    told = [
        (expected[n]["least"], expected[n]["most"]) for n in ("attacker_steps", "defender_steps", "hex_taken")
    ]
    assert told == [
        (str(stand[0]), str(go[0])),
        (str(stand[1]), str(go[1])),
        (str(stand[2]), str(storm[2])),
    ]


@rule("5.5.2", "DG 21.added.1", "DG 8.5.7")
def test_an_overrun_costs_what_was_expected() -> None:
    units = {**dict.fromkeys(DIVISION, "A2307"), GERMANS[0]: "A2308"}
    game = table(units, "allied-movement")
    do(game, "take", units=list(DIVISION))
    expected = ask(game, "odds", target=["A2308"], attackers=list(DIVISION), kind="overrun")["expected"]
    lost_by = {True: [Fraction(0)] * 2, False: [Fraction(0)] * 2}
    for stands, sums in lost_by.items():
        for die in range(1, 7):
            fought = table(units, "allied-movement", dice=[die])
            do(fought, "take", units=list(DIVISION))
            do(fought, "overrun", target="A2308", units=list(DIVISION))
            play(fought, {"allied": stands, "german": stands})
            sums[0] += Fraction(6 - steps(fought, list(DIVISION)), 6)
            sums[1] += Fraction(2 - steps(fought, [GERMANS[0]]), 6)
    for n, role in enumerate(("attacker_steps", "defender_steps")):
        assert expected[role] == {"least": str(lost_by[True][n]), "most": str(lost_by[False][n])}


@rule("8.6.5")
def test_a_helpless_unit_s_end_is_expected() -> None:
    """A regiment driven among friends falls with any number against them."""
    units = {"u_inf_1": "A2305", GERMANS[0]: "A2306", "u_inf_4": "A2207", "u_inf_5": "A2407"}
    units |= {GERMANS[1]: "A2307", GERMANS[2]: "A2308"}
    hit, friend = GERMANS[:2]

    def driven(*dice: int) -> Game:
        game = table(units, "allied-combat", dice=[3, *dice])
        attack(game, "A2306", "u_inf_1")
        choose(game, 1)
        if asked(game) == "retreat-units german":
            retreat(game, hit, "A2307")
        if asked(game).startswith("advance"):
            do(game, "done")
        return game

    expected = ask(driven(), "odds", target=["A2307"], attackers=["u_inf_4"])["expected"]
    sums = Fraction(0)
    for die in range(1, 7):
        game = driven(die)
        attack(game, "A2307", "u_inf_4")
        play(game, {"allied": True, "german": True})
        sums += Fraction(4 - steps(game, [hit, friend]), 6)
        assert (lost(game, hit) == 99) == (lost(game, friend) > 0)
    assert expected["defender_steps"]["least"] == str(sums)


@rule("8.8.2")
def test_a_way_back_onto_the_other_army_is_expected() -> None:
    """US infantry whose one way back is among the British goes there, and loses nothing."""
    units = {"g_div_331": "A2306", "u_inf_9_2": "A2305", "b_ind_4": "A2304"}
    walls = {GERMANS[0]: "A2105", GERMANS[1]: "A2505"}
    game = table({**units, **walls}, "german-combat")
    expected = ask(game, "odds", target=["A2305"], attackers=["g_div_331"])["expected"]["defender_steps"]
    assert Fraction(expected["most"]) < Fraction(expected["least"])
