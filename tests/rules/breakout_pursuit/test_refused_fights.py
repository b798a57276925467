"""What combat, its results, battlegroups, air strike and supply in defence refuse, beside a legal twin."""

from __future__ import annotations

from bp_attempts import Attempt, check, rows
from bp_fights import CA5, EAST, G1, G2, G3, G5, G8, G9, G10, G15, HEX, US9, US11, US13, US16, US17, WEST
from bp_marches import DELAY, SUPPLY, TRUCK
from few_words import DONE, Words, attack, back, declare, give, join, lose, onward

GERMAN = "german-combat"
ONE = {US13: WEST, G3: HEX}
TWO = {**ONE, G2: "2424"}
MUSTER = (declare(HEX),)
HELD = (declare(HEX), join(US16))
STRONG = {US16: WEST, G3: HEX}
"""16 to 3 is 5-1."""
PAIR = {US16: WEST, US17: WEST, G3: HEX, G2: HEX}
"""33 to 5 is 6-1."""
DR, EX, DE = ({"dice": [die]} for die in (4, 5, 6))


def struck(*units: str) -> tuple[Words, ...]:
    return (attack(HEX, *units),)


def walls(*hexes: str, word: str = "clear fortress") -> Words:
    return {"ground": {"terrain": dict.fromkeys(hexes, word)}}


def sides(*pairs: tuple[str, str], word: str = "all-sea") -> Words:
    return {"ground": {"rivers": [(*pair, word) for pair in pairs]}}


BEATEN = struck(US16, US17)
AIR: Words = {"turn": 1}
DRAWS = {US11: HEX, G15: EAST, SUPPLY: "2425"}
"""15 to 11: its defender must draw on the Supply unit."""
BIG = {US17: WEST, US16: WEST, US13: "2323", "JUL-A008": "2323", US11: "2523", US9: "2523", G8: HEX, G1: HEX}
"""79 to 9 is 8-1."""
FELL = struck(US17, US16, US13, "JUL-A008", US11, US9)

ATTEMPTS = [
    # ---------------------------------------------------------------- who attacks whom
    Attempt("combat.A", {**ONE, US9: "2425"}, join(US9), {"units": {US9: "2323"}}, before=MUSTER),
    Attempt("combat.A", {**ONE, US9: "2425"}, attack(HEX, US9), {"action": {"attackers": [US13]}}),
    Attempt("sequence.A5", ONE, declare("2522"), {"action": {"targets": [HEX]}}),
    Attempt("sequence.A5", ONE, DONE, {"before": (declare(HEX), join(US13))}, before=MUSTER),
    Attempt("sequence.A5", ONE, join(G3), {"action": {"unit": US13}}, before=MUSTER),
    Attempt("combat.procedure", {**ONE, G2: "2323"}, declare(HEX, "2323"), {"action": {"targets": [HEX]}}),
    Attempt(
        "combat.B",
        {**TWO, US9: WEST, US11: "2425"},
        attack("2424", US9),
        {"units": {US13: "2323"}},
        before=(*struck(US13), DONE),
        table={"dice": [4]},
    ),
    Attempt(
        "combat.E",
        TWO,
        attack("2424", US13),
        {"before": ()},
        before=(*struck(US13), DONE),
        table={"dice": [4]},
    ),
    Attempt("combat.E", ONE, attack(HEX, US13, US13), {"action": {"attackers": [US13]}}),
    Attempt(
        "combat.E",
        {US16: WEST, US17: WEST, US9: "2323", G3: HEX},
        declare(HEX),
        {"before": ()},
        before=struck(US16, US17),
        table={"dice": [4], **walls(HEX)},
    ),
    Attempt("tec.sea_hex-side", ONE, attack(HEX, US13), {"ground": {}}, table=sides((WEST, HEX))),
    Attempt(
        "tec.sea_hex-side",
        {**ONE, US9: "2323"},
        join(US13),
        sides((WEST, HEX), word="river"),
        before=MUSTER,
        table=sides((WEST, HEX)),
    ),
    Attempt("crt.limits", ONE, attack(HEX, US13), {"marks": {US13: "unsupplied"}}, marks={US13: "isolated"}),
    Attempt("noncombat.A", {**ONE, TRUCK: WEST}, join(TRUCK), {"action": {"unit": US13}}, before=MUSTER),
    Attempt("crt.limits", {**ONE, SUPPLY: WEST}, join(SUPPLY), {"action": {"unit": US13}}, before=MUSTER),
    Attempt("delay.E", {US13: WEST, DELAY: HEX}, declare(HEX), {"units": {DELAY: "", G3: HEX}}),
    Attempt(
        "sequence.B",
        {CA5: HEX, SUPPLY: WEST, G10: EAST},
        declare(WEST),
        {"action": {"targets": [HEX]}},
        GERMAN,
    ),
    Attempt(
        "crt.Ad",
        ONE,
        attack(HEX, US13),
        {"marks": {}},
        marks={US13: "recovering"},
    ),
    # ---------------------------------------------------------------- lower odds
    Attempt("combat.H", STRONG, attack(HEX, US16, column="6-1"), {"action": {"with": {"column": "4-1"}}}),
    Attempt("combat.H", STRONG, attack(HEX, US16, column="5-1"), {"action": {"with": {}}}),
    Attempt("combat.H", STRONG, attack(HEX, US16, column="7-2"), {"action": {"with": {"column": "1-3"}}}),
    Attempt("combat.H", STRONG, give("column", word="5-1"), {"action": {"word": "4-1"}}, before=HELD),
    Attempt(
        "combat.H",
        STRONG,
        give("column", word="3-1"),
        {"before": HELD},
        before=(*HELD, give("column", word="4-1")),
    ),
    # ---------------------------------------------------------------- supply in defence
    Attempt(
        "supply.H",
        DRAWS,
        DONE,
        {"before": (attack(HEX, G15), give("supply", unit=SUPPLY))},
        GERMAN,
        before=(attack(HEX, G15),),
    ),
    Attempt(
        "supply.H",
        {**DRAWS, "JUL-A048": "2028"},
        give("supply", unit=US11),
        {"action": {"unit": SUPPLY}},
        GERMAN,
        before=struck(G15),
    ),
    Attempt(
        "supply.H",
        {**DRAWS, "JUL-A048": "2033"},
        give("supply", unit="JUL-A048"),
        {"action": {"unit": SUPPLY}},
        GERMAN,
        before=struck(G15),
    ),
    Attempt(
        "supply.H",
        {**DRAWS, "JUL-A048": "staging"},
        give("supply", unit="JUL-A048"),
        {"action": {"unit": SUPPLY}},
        GERMAN,
        before=struck(G15),
    ),
    # ---------------------------------------------------------------- retreats
    Attempt("crt.Dr", PAIR, back(G3, "2522"), {"action": {"path": [EAST]}}, before=BEATEN, table=DR),
    Attempt("crt.Dr", PAIR, back(G3, EAST, "2420"), {"action": {"path": [EAST]}}, before=BEATEN, table=DR),
    Attempt("crt.Dr", PAIR, back(US16, EAST), {"action": {"units": [G3]}}, before=BEATEN, table=DR),
    Attempt("crt.Dr", PAIR, DONE, {"before": (*BEATEN, back(G3, EAST))}, before=BEATEN, table=DR),
    Attempt(
        "combat.J", {**PAIR, US11: "2420"}, back(G3, EAST), {"units": {US11: "2823"}}, before=BEATEN, table=DR
    ),
    Attempt(
        "combat.J", PAIR, back(G3, EAST), {"ground": {}}, before=BEATEN, table={**DR, **sides((HEX, EAST))}
    ),
    Attempt(
        "stacking.M",
        {**PAIR, G1: EAST, G9: EAST, G5: EAST},
        back(G3, EAST),
        {"units": {G5: "2727"}},
        before=BEATEN,
        table=DR,
    ),
    Attempt(
        "crt.Ar",
        {US9: WEST, CA5: WEST, G15: HEX},
        back(US9, "2524"),
        {"action": {"path": ["2424"]}},
        before=struck(US9, CA5),
        table={"dice": [6], "groups": {"bayeux": "2427"}},
    ),
    Attempt(
        "fortresses.general",
        {US9: WEST, CA5: WEST, G15: HEX},
        back(US9, "2424"),
        {"marks": {"2424": "destroyed"}},
        before=struck(US9, CA5),
        table={"dice": [6], "groups": {"bayeux": "2427"}, **walls("2424")},
    ),
    # ---------------------------------------------------------------- losses
    Attempt(
        "crt.Ex",
        {US9: WEST, US11: WEST, US13: "2323", US16: "2524", G5: HEX},
        lose(US16),
        {"action": {"unit": US9}},
        before=struck(US9, US11, US13),
        table=EX,
    ),
    # ---------------------------------------------------------------- battlegroups
    Attempt("combat.M", BIG, give("battlegroup", unit=G1), {"action": {"unit": G8}}, before=FELL, table=DE),
    Attempt("combat.L", BIG, give("battlegroup", unit=US17), {"action": {"unit": G8}}, before=FELL, table=DE),
    Attempt(
        "combat.L",
        {**BIG, G10: HEX, G1: ""},
        give("battlegroup", unit=G8),
        {"action": {"unit": G10}},
        before=(*FELL, give("battlegroup", unit=G8)),
        table={"dice": [6]},
    ),
    # ---------------------------------------------------------------- advances
    Attempt(
        "combat.K",
        STRONG,
        onward(US16, HEX, EAST),
        {"action": {"path": [HEX]}},
        before=struck(US16),
        table=DR,
    ),
    Attempt(
        "combat.K",
        {**STRONG, US9: WEST},
        onward(US9, HEX),
        {"action": {"units": [US16]}},
        before=struck(US16),
        table=DR,
    ),
    Attempt(
        "combat.K", STRONG, onward(US16, "2424"), {"action": {"path": [HEX]}}, before=struck(US16), table=DR
    ),
    Attempt(
        "combat.K",
        {US17: WEST, US16: WEST, US13: "2323", US11: "2323", G3: HEX},
        {**onward(US13, HEX), "units": [US13, US11]},
        {"action": {"units": [US13]}},
        before=(*struck(US17, US16, US13, US11), onward(US17, HEX), onward(US16, HEX)),
        table={"dice": [1]},
    ),
    Attempt(
        "errata.allied_truck_units",
        {CA5: HEX, TRUCK: HEX, G2: EAST},
        onward(TRUCK, EAST),
        {"action": {"units": [CA5]}},
        GERMAN,
        before=(attack(HEX, G2),),
        table={"dice": [1]},
    ),
    # ---------------------------------------------------------------- the air strike
    Attempt(
        "air_strike.general", {**ONE, G5: HEX}, DONE, {"before": (give("air-strike", unit=G3),)}, table=AIR
    ),
    Attempt("air_strike.general", ONE, attack(HEX, US13), {"turn": 2}, table=AIR),
    Attempt("air_strike.B", TWO, declare(HEX, "2424"), {"action": {"targets": [HEX]}}, table=AIR),
    Attempt("air_strike.B", TWO, declare("2522"), {"action": {"targets": [HEX]}}, table=AIR),
    Attempt("air_strike.B", TWO, give("air-strike", unit=US13), {"action": {"unit": G3}}, table=AIR),
    Attempt(
        "air_strike.B",
        {**TWO, G5: HEX},
        give("air-strike", unit=G2),
        {"action": {"unit": G5}},
        before=(give("air-strike", unit=G3),),
        table=AIR,
    ),
    Attempt(
        "air_strike.B",
        {**TWO, G5: HEX},
        give("air-strike", unit=G3),
        {"action": {"unit": G5}},
        before=(give("air-strike", unit=G3),),
        table=AIR,
    ),
    Attempt(
        "air_strike.general",
        {US13: WEST, G15: HEX},
        attack(HEX, US13),
        {"options": {}},
        before=(declare(HEX),),
        table={**AIR, "dice": [1], "options": {"air-strike-target": "is-done"}},
    ),
]


@rows(ATTEMPTS)
def test_refused_beside_a_legal_twin(attempt):
    check(attempt)


def test_there_are_enough_of_them():
    assert len(ATTEMPTS) >= 45
