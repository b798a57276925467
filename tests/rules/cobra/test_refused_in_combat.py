"""What combat, headquarters, supply points, air and replacements refuse, each beside a legal twin.

The twin differs in one fact: a unit elsewhere, another unit, a point more.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each, hexes
from few_words import Words, attack, back, declare, give, join, onward

DONE: Words = {"kind": "done"}
US, BR, HIT, OTHER = "u_inf_1", "b_inf_3", "g_inf_986_276", "g_inf_989_277"
ONE = {US: "A2305", HIT: "A2306"}
TWO = {**ONE, "u_inf_4": "A2405", OTHER: "A2406"}
FIRST = (declare("A2306"),)
HELD = (declare("A2306"), join(US))
FELL_BACK = (attack("A2306", US), hexes(1))
FELL_BACK_TWO = (attack("A2306", US), hexes(2))
ONE_HEX, TWO_HEXES = {"dice": [3]}, {"dice": [1]}
ADVANCED = (*FELL_BACK, back(HIT, "A2307"))

ATTEMPTS = [
    # ---------------------------------------------------------------- who attacks whom
    Attempt(
        "8.1.3",
        {**ONE, "u_inf_4": "A2304"},
        join("u_inf_4"),
        {"units": {"u_inf_4": "A2205"}},
        before=FIRST,
    ),
    Attempt(
        "8.1.3", {**ONE, "u_inf_4": "A2404"}, attack("A2306", "u_inf_4"), {"action": {"attackers": [US]}}
    ),
    Attempt(
        "8.1.6",
        TWO,
        attack("A2306", "u_inf_4"),
        {"action": {"targets": ["A2406"]}},
        before=(attack("A2306", US), hexes(0)),
        table={"dice": [3]},
    ),
    Attempt(
        "8.1.6",
        {**TWO, US: "A2405", "u_inf_4": "A2506"},
        attack("A2406", US),
        {"action": {"attackers": ["u_inf_4"]}},
        before=(attack("A2306", US), hexes(0)),
        table={"dice": [3]},
    ),
    Attempt(
        "8.2.3",
        TWO,
        join(US),
        {"action": {"unit": "u_inf_4"}},
        before=(declare("A2306"), declare("A2406")),
    ),
    Attempt("8.2.3", TWO, declare("A2406"), {"before": (declare("A2306"), join("u_inf_4"))}, before=HELD),
    Attempt("8.2.4", TWO, join(US), {"action": {"unit": "u_inf_4"}}, before=HELD),
    Attempt("8.2.4", TWO, attack("A2306", US, US), {"action": {"attackers": [US, "u_inf_4"]}}),
    Attempt(
        "8.8.1",
        {**ONE, BR: "A2205"},
        join(BR),
        {"units": {BR: "", "u_inf_5": "A2205"}, "action": {"unit": "u_inf_5"}},
        before=HELD,
    ),
    Attempt(
        "8.8.1",
        {**ONE, "b_arm_3_Pol": "A2205"},
        join("b_arm_3_Pol"),
        {"units": {"f_arm_GTD": "A2205"}, "action": {"unit": "f_arm_GTD"}},
        before=HELD,
    ),
    Attempt(
        "5.7.4",
        TWO,
        join(US),
        {"action": {"unit": "u_inf_4"}},
        before=FIRST,
        table={"ground": {"rivers": [("A2305", "A2306", "all-sea")]}},
    ),
    Attempt(
        "9.2.2",
        {**ONE, "u_hq_V": "A2405"},
        join("u_hq_V"),
        {"units": {"u_cav_4": "A2405"}, "action": {"unit": "u_cav_4"}},
        before=FIRST,
    ),
    Attempt("SPI 4.0.B5", ONE, declare("A2506"), {"action": {"targets": ["A2306"]}}),
    Attempt("SPI 4.0.B5", ONE, DONE, {"before": HELD}, before=FIRST),
    Attempt("SPI 4.0.A4", ONE, declare("A2306"), {"action": {"targets": ["A2305"]}}, phase="german-combat"),
    # ---------------------------------------------------------------- supply points
    Attempt(
        "SPI 4.0.B5",
        ONE,
        declare("A2306"),
        {"tracks": {"us_supply": 1, "british_supply": 0}},
        table={"tracks": {"us_supply": 0, "british_supply": 0}},
    ),
    Attempt(
        "TNC 11.2.1",
        {**ONE, BR: "A2605", OTHER: "A2606"},
        declare("A2306"),
        {"action": {"targets": ["A2606"]}},
        table={"tracks": {"us_supply": 0, "british_supply": 1}},
    ),
    Attempt(
        "TNC 11.2.1",
        {BR: "A2305", HIT: "A2306"},
        declare("A2306"),
        {"units": {BR: "", US: "A2305"}},
        table={"tracks": {"us_supply": 1, "british_supply": 0}},
    ),
    # ---------------------------------------------------------------- air points
    Attempt(
        "14.3.2",
        ONE,
        declare("A2306"),
        {"tracks": {"air_points": 0}},
        table={"tracks": {"air_points": 1}},
    ),
    Attempt(
        "TNC 14.3.2",
        ONE,
        attack("A2306", US, air=1),
        {"options": {"air-allotted-first": "off"}, "before": ()},
        before=(DONE,),
        table={"tracks": {"weather": "clear", "air_points": 1}},
    ),
    Attempt(
        "14.4.1",
        TWO,
        give("air", hex="A2306"),
        {"action": {"hex": "A2406"}},
        before=(give("air", hex="A2306"),),
        table={"tracks": {"air_points": 3}},
    ),
    Attempt(
        "14.4.1",
        {**ONE, OTHER: "A2610"},
        give("air", hex="A2610"),
        {"action": {"hex": "A2306"}},
        table={"tracks": {"air_points": 3}},
    ),
    Attempt(
        "14.4.1",
        ONE,
        give("air", hex="A2306", amount=2),
        {"action": {"amount": 1}},
        table={"tracks": {"air_points": 3}},
    ),
    Attempt(
        "TNC 14.3.1",
        ONE,
        attack("A2305", HIT, air=1),
        {"action": {"with": {}}},
        phase="german-combat",
        table={"tracks": {"air_points": 3}, "options": {"air-allotted-first": "off"}},
    ),
    Attempt(
        "SPI 6.48.allied",
        ONE,
        attack("A2306", US, air=1),
        {"tracks": {"air_points": 1}},
        table={"tracks": {"air_points": 0}, "options": {"air-allotted-first": "off"}},
    ),
    # ---------------------------------------------------------------- headquarters
    Attempt(
        "8.3.5",
        {**ONE, "b_hq_I": "A2303"},
        attack("A2306", US, hq=["b_hq_I"]),
        {"units": {"u_hq_V": "A2303"}, "action": {"with": {"hq": ["u_hq_V"]}}},
    ),
    Attempt(
        "8.3.5",
        {**ONE, "u_hq_V": "A2303", "u_hq_VII": "A2304"},
        attack("A2306", US, hq=["u_hq_V", "u_hq_VII"]),
        {"action": {"with": {"hq": ["u_hq_V"]}}},
    ),
    Attempt(
        "8.3.5",
        {**ONE, "g_hq_LXXXIV": "A2309", "u_hq_V": "A2303"},
        attack("A2306", US, hq=["g_hq_LXXXIV"]),
        {"action": {"with": {"hq": ["u_hq_V"]}}},
    ),
    Attempt(
        "8.3.5",
        {**ONE, "u_inf_4": "A2304", "u_hq_V": "A2303"},
        attack("A2306", US, hq=["u_inf_4"]),
        {"action": {"with": {"hq": ["u_hq_V"]}}},
    ),
    Attempt(
        "SPI 3.34",
        {**ONE, "u_hq_V": "A2008"},
        attack("A2306", US, hq=["u_hq_V"]),
        {"units": {"u_hq_V": "A2004"}},
    ),
    Attempt(
        "9.2.5",
        {**ONE, "u_hq_V": "A2304", OTHER: "A2204"},
        attack("A2306", US, hq=["u_hq_V"]),
        {"units": {OTHER: "A2104"}},
    ),
    # ---------------------------------------------------------------- results
    Attempt(
        "SPI 9.5", ONE, hexes(2), {"action": {"option": "1"}}, before=(attack("A2306", US),), table=ONE_HEX
    ),
    Attempt(
        "SPI 9.5",
        {**ONE, OTHER: "A2306"},
        {"kind": "lose", "unit": US},
        {"action": {"unit": HIT}},
        before=(attack("A2306", US), hexes(0)),
        table={"dice": [1]},
    ),
    # ---------------------------------------------------------------- retreats
    Attempt(
        "SPI 9.5", ONE, back(HIT, "A2405"), {"action": {"path": ["A2406"]}}, before=FELL_BACK, table=ONE_HEX
    ),
    Attempt(
        "SPI 9.5",
        {**ONE, "u_hq_V": "A2307"},
        back(HIT, "A2307"),
        {"units": {"u_hq_V": "A2308"}},
        before=FELL_BACK,
        table=ONE_HEX,
    ),
    Attempt(
        "SPI 9.5", ONE, back(HIT, "A2309"), {"action": {"path": ["A2307"]}}, before=FELL_BACK, table=ONE_HEX
    ),
    Attempt(
        "SPI 9.5",
        ONE,
        back(HIT, "A2307", "A2308"),
        {"action": {"path": ["A2307"]}},
        before=FELL_BACK,
        table=ONE_HEX,
    ),
    Attempt(
        "SPI 9.5",
        {**ONE, "u_inf_9": "A2508"},
        back(HIT, "A2406", "A2407"),
        {"units": {"u_inf_9": "A2510"}},
        before=FELL_BACK_TWO,
        table=TWO_HEXES,
    ),
    Attempt(
        "8.6.3",
        {**ONE, OTHER: "A2307"},
        back(HIT, "A2307"),
        {"units": {OTHER: "A2308"}},
        before=FELL_BACK,
        table=ONE_HEX,
    ),
    Attempt(
        "8.6.3",
        {**ONE, OTHER: "A2307"},
        back(HIT, "A2307", "A2308"),
        {"action": {"path": ["A2206", "A2207"]}},
        before=FELL_BACK_TWO,
        table=TWO_HEXES,
    ),
    Attempt(
        "8.6.7",
        ONE,
        back(HIT, "A2206", "A2307"),
        {"action": {"path": ["A2206", "A2207"]}},
        before=FELL_BACK_TWO,
        table=TWO_HEXES,
    ),
    Attempt(
        "5.7.4",
        ONE,
        back(HIT, "A2307"),
        {"action": {"path": ["A2206"]}},
        before=FELL_BACK,
        table={**ONE_HEX, "ground": {"rivers": [("A2306", "A2307", "all-sea")]}},
    ),
    # ---------------------------------------------------------------- advances
    Attempt(
        "SPI 9.5",
        ONE,
        onward(US, "A2306", "A2307"),
        {"action": {"path": ["A2306"]}},
        before=ADVANCED,
        table=ONE_HEX,
    ),
    Attempt(
        "SPI 9.5", ONE, onward(US, "A2405"), {"action": {"path": ["A2306"]}}, before=ADVANCED, table=ONE_HEX
    ),
    Attempt(
        "SPI 9.5",
        {**ONE, "u_inf_4": "A2405"},
        onward("u_inf_4", "A2306"),
        {"action": {"units": [US]}},
        before=ADVANCED,
        table=ONE_HEX,
    ),
    Attempt(
        "SPI 9.5",
        {**ONE, OTHER: "A2506", "u_inf_5": "A2505"},
        declare("A2506"),
        {"before": (*ADVANCED, DONE)},
        before=ADVANCED,
        table=ONE_HEX,
    ),
    # ---------------------------------------------------------------- replacements
    Attempt(
        "12.1",
        {US: "A2303", "u_inf_4": "A2103", HIT: "A2310"},
        give("replacement", unit="u_inf_4"),
        {"action": {"unit": US}},
        phase="allied-replacement",
        table={"lost": {US: 1}},
    ),
    Attempt(
        "12.2.1",
        {US: "A2305", "u_inf_4": "A2003", HIT: "A2307"},
        give("replacement", unit=US),
        {"units": {HIT: "A2308"}},
        phase="allied-replacement",
        table={"lost": {US: 1, "u_inf_4": 1}},
    ),
    Attempt(
        "12.2.2",
        {US: "A2303", "u_inf_4": "A2003", HIT: "A2310"},
        give("replacement", unit=US),
        {"action": {"unit": "u_inf_4"}},
        phase="allied-replacement",
        before=(give("replacement", unit=US),),
        table={"lost": {US: 2, "u_inf_4": 1}},
    ),
    Attempt(
        "12.2.2",
        {HIT: "A2110", "g_inf_987_276": "A2210", OTHER: "A2310", US: "A2303"},
        give("replacement", unit="g_inf_987_276"),
        {"action": {"unit": OTHER}},
        phase="german-replacement",
        before=(give("replacement", unit=HIT),),
        table={"lost": {HIT: 1, "g_inf_987_276": 1, OTHER: 1}},
    ),
    Attempt(
        "SPI 4.0.A2",
        {"g_pz_2SS": "A2110", "g_pg_37_17SS": "A2210", HIT: "A2310", US: "A2303"},
        give("replacement", unit="g_pg_37_17SS"),
        {"action": {"unit": HIT}},
        phase="german-replacement",
        before=(give("replacement", unit="g_pz_2SS"),),
        table={"lost": {"g_pz_2SS": 1, "g_pg_37_17SS": 1, HIT: 1}},
    ),
    Attempt(
        "SPI 4.0.B3",
        {US: "A2303", HIT: "A2310"},
        give("replacement", unit=HIT),
        {"action": {"unit": US}},
        phase="allied-replacement",
        table={"lost": {US: 1, HIT: 1}},
    ),
]


@pytest.mark.parametrize(("edition", "attempt"), each(ATTEMPTS), indirect=["edition"])
def test_refused_beside_a_legal_twin(edition, attempt):
    check(attempt)


def test_there_are_enough_of_them():
    assert len(ATTEMPTS) >= 35
