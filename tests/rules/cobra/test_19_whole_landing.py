"""One whole landing of 6 June, worked out by hand with the tables beside it, and played by the program.

Every unit of the real set-up takes part. Beside each die stands what the tables make of it; the combat
results of the columns used, defender's number by die 1 to 6 (SPI 9.5):

    1-3  1 0 0 0 0 0        2-1  1 1 1 1 0 0        4-1  2 2 1 1 1 1
    1-2  1 1 1 0 0 0        3-1  2 1 1 1 1 0        5-1  2 2 2 1 1 1
    1-1  1 1 1 0 0 0                                6-1  2 2 2 2 1 1

In step 4 the attacker's number counts too: column 4-1, die 5, is 1/1.
"""

from __future__ import annotations

import pytest
from cobra_table import campaign_board, do, hex_of
from fights import rule

from hexcore.events import Event, Rolled
from hexcore.game import Game, SeededDice
from hexcore_cobra.beaches import ABANDONED

# ------------------------------------------------------------------ step 1: deployment
# The nine paratroop units are in their drop hexes before anybody is asked. 29 Division and the Rangers share
# B3217 (a battalion stacks free), so do 50 and 8 Brigade, and 3 Canadian and 2 Canadian Brigade (independent
# armour stacks free). 1 SS Commando fills half of B4620: 3 Division has A3701 left, and goes there by itself.
DEPLOYED = {
    "u_inf_4": "B2415",
    "u_inf_1": "B3117",
    "u_inf_29": "B3217",
    "u_ranger": "B3217",
    "b_inf_50": "B4019",
    "b_ind_8": "B4019",
    "b_inf_3C": "B4319",
    "b_ind_2C": "B4319",
    "b_cdo_4SS": "B4419",
    "b_cdo_1SS": "B4620",
}

# ------------------------------------------------------------------ step 2: who scatters
# 82 Airborne (505, 507, 508) on 5 and 6; 101 Airborne (501, 502, 506) and 6 Airborne on 6 alone. 6AL comes
# last, and is rolled for without being named.
SCATTER = {
    "u_par_505": 5,  # 82: scatters
    "u_par_507": 4,  # 82: stays in B1815
    "u_par_508": 6,  # 82: scatters
    "u_par_501": 6,  # 101: scatters
    "u_par_502": 6,  # 101: scatters
    "u_par_506": 5,  # 101: stays in B2216; in the 82nd it would have scattered
    "b_ab_3": 6,  # 6 AB: scatters
    "b_ab_5": 6,  # 6 AB: scatters
    "b_ab_6AL": 5,  # 6 AB: stays in A3803
}

# ------------------------------------------------------------------ step 3: where to
# The diagram goes clockwise from 1, north; 4 is south. Odd columns stand half a hex above even ones: from an
# odd column north-east is the row before, from an even one the same row.
DRIFT = [
    4,  # 505, B2015 south: B2016, a marsh
    1,  # 508, B1817 north: B1816
    2,  # 501, B2218 north-east: B2318
    2,  # 502, B2215 north-east: B2315, on the coast
    4,  # 3/6, A3905 south: A3906, on 125 Panzergrenadiers
    2,  # 5/6, A3902 north-east: A4001, on the coast
]

# ------------------------------------------------------------------ step 4: bad landings
# 502 and 5/6 lose a step on the coast. 125 has strength 4 against 1: 4-1. A 5 is 1/1: it loses a step itself,
# and so does 3/6, which is then put back into A3905.
ATTACK = [5]

# ------------------------------------------------------------------ step 5: beach defense
# Within two hexes of an occupied beach hex stand, by the order of their hexes: 736 in A3401 (B4421, two hexes
# south of B4419), 916 in B3219 (two south of B3217) and 726 in B3819 (two west of B4019). 919 in B2213 is
# three hexes from B2415. 4 and less is nothing.
DEFENSE = [
    5,  # 736 may, and gives one of its two steps against B4419
    6,  # 916 may, and gives both against B3217: it is destroyed
    3,  # 726 may not
]

# ------------------------------------------------------------------ step 6: attrition
# Die, and what is told of it: unit, hex, column (with its shifts), steps lost.
ATTRITION = [
    (2, "1 Infantry Division in B3117, 4-1 → 2"),  # Omaha
    (4, "4 Infantry Division in B2415, 1-1 → 0"),  # Utah
    (4, "29 Infantry Division in B3217, 4-1, 2 right: 6-1 → 2"),  # Omaha, two steps committed to the hex
    (1, "501/101 AB in B2318, 1-3 → 1"),
    (1, "502/101 AB in B2315, 1-3 → 1"),  # its second step
    (3, "506/101 AB in B2216, 1-3 → 0"),
    (3, "505/82 AB in B2016, 1-2, 1 right: 1-1 → 1"),  # marsh gives a defender one column
    (4, "507/82 AB in B1815, 1-2 → 0"),
    (2, "508/82 AB in B1816, 1-2 → 1"),
    (6, "Ranger Gp in B3217, 4-1, 2 right: 6-1 → 1"),  # a battalion has one step
    (6, "3 Infantry Division in A3701, 1-3 → 0"),  # Sword
    (3, "50 Infantry Division in B4019, 1-2 → 1"),  # Gold
    (1, "3C Infantry Division in B4319, 1-2 → 1"),  # Juno; the town shifts for paratroops alone
    (2, "3/6 in A3905, 1-3 → 0"),
    (1, "5/6 in A4001, 1-3 → 1"),  # its second step
    (1, "6AL/6 AB in A3803, 1-3 → 1"),
    (1, "1SS Cdo in B4620, 1-3 → 1"),  # Sword
    (3, "4SS Cdo in B4419, 1-2, 1 right: 1-1 → 1"),  # Juno, one step committed to the hex
    (5, "8 Armoured Brigade in B4019, 1-2 → 0"),  # Gold
    (4, "2C Armoured Brigade in B4319, 1-2 → 0"),  # Juno
]

# ------------------------------------------------------------------ step 7: abandoned beaches
# Omaha: 4 + 4 + 1 = 9 steps landed, 2 + 2 + 1 = 5 lost, more than half: abandoned, its units leave play, ten
# points. Utah: none of 4. Gold: 1 of 4 + 2 = 6. Juno: 1 + 1 = 2 of 4 + 2 + 2 = 8. Sword: 1 of 4 + 2 = 6.
# Markers lie where the others lost their steps: one each in B4019, B4319, B4419 and B4620.
MARKERS = {"B4019": 1, "B4319": 1, "B4419": 1, "B4620": 1}

# ------------------------------------------------------------------ what is left: hex or box, steps lost
AFTERWARDS = {
    "u_inf_4": ("B2415", 0),
    "u_inf_1": ("abandoned beach", 2),
    "u_inf_29": ("abandoned beach", 2),
    "u_ranger": ("eliminated", 1),
    "b_inf_50": ("B4019", 1),
    "b_ind_8": ("B4019", 0),
    "b_inf_3C": ("B4319", 1),
    "b_ind_2C": ("B4319", 0),
    "b_cdo_4SS": ("B4419", 1),
    "b_cdo_1SS": ("B4620", 1),
    "b_inf_3": ("A3701", 0),
    "u_par_501": ("B2318", 1),
    "u_par_502": ("eliminated", 2),
    "u_par_506": ("B2216", 0),
    "u_par_505": ("B2016", 1),
    "u_par_507": ("B1815", 0),
    "u_par_508": ("B1816", 1),
    "b_ab_3": ("A3905", 1),
    "b_ab_5": ("eliminated", 2),
    "b_ab_6AL": ("A3803", 1),
    "g_pg_125_21": ("A3906", 1),
    "g_inf_736_716": ("A3401", 1),
    "g_inf_916_352": ("eliminated", 2),
    "g_inf_726_716": ("B3819", 0),
}


def played(scenario: str) -> tuple[Game, list[Event]]:
    """The landing from the opening of a scenario to the first question of the German player turn."""
    attrition = [die for die, _ in ATTRITION]
    dice = [*SCATTER.values(), *DRIFT, *ATTACK, *DEFENSE, *attrition]
    game, events = Game.start(campaign_board(scenario=scenario), SeededDice(0, tuple(dice))), list[Event]()
    for unit, hex in DEPLOYED.items():
        events += do(game, "place", unit=unit, hex=hex)
    for unit in list(SCATTER)[:-1]:
        events += do(game, "commit", what="scatter", unit=unit)
    events += do(game, "place", unit="b_ab_3", hex="A3905")
    events += do(game, "commit", what="beach-defense", unit="g_inf_736_716", hex="B4419", amount=1)
    events += do(game, "commit", what="beach-defense", unit="g_inf_916_352", hex="B3217", amount=2)
    return game, events


@rule(*(f"DG 19.2.2.step.{step}" for step in range(1, 8)), "DG 19.2.2", "DG 13.3.7", "DG 21.8")
@pytest.mark.parametrize("scenario", ["buildup", "campaign"])
def test_a_whole_landing_is_what_the_hand_makes_of_it(scenario):
    game, events = played(scenario)
    assert game.board.sequence.phases[game.state.phase].player_turn == "german"
    landed = {id: (hex_of(game, id), game.state.units[id].losses) for id in AFTERWARDS}
    assert landed == AFTERWARDS
    attrition = [(e.dice[0], e.text) for e in events if isinstance(e, Rolled) and e.purpose == "landing"]
    assert attrition == ATTRITION
    markers = {number: steps for (kind, number), steps in game.state.markers.items() if kind == "beach-shift"}
    assert markers == MARKERS
    assert set(game.state.noted_under(ABANDONED)) == {"omaha"}
    points = [p.points for p in game.board.rules.victory_points(game.state) if "Omaha" in p.text]
    assert points == [10]


def test_nobody_is_forgotten():
    """All Allied units of 6 June are in the sum, and every German one that the landing touches."""
    game, _ = played("campaign")
    allied = {u.id for u in game.state.units.values() if u.side == "allied"}
    ashore = {id for id in allied if hex_of(game, id) not in ("arrivals", "None")}
    assert ashore == {id for id in AFTERWARDS if id in allied}
    opening = Game.start(campaign_board(scenario="campaign"), SeededDice(0, ()))
    germans = {u.id for u in game.state.units.values() if u.side == "german"}
    changed = {id for id in germans if game.state.units[id] != opening.state.units[id]}
    assert changed == {"g_pg_125_21", "g_inf_736_716", "g_inf_916_352"}
