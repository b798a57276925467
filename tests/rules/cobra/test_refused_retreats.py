"""What results and retreats of The Normandy Campaign refuse, each beside a twin that differs in one fact."""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each, hexes
from few_words import attack, back

US, BR, HIT, OTHER = "u_inf_1", "b_inf_3", "g_inf_986_276", "g_inf_989_277"
ONE = {US: "A2305", HIT: "A2306"}
FELL_BACK = (attack("A2306", US), hexes(1))
FELL_BACK_TWO = (attack("A2306", US), hexes(2))
ONE_HEX, TWO_HEXES = {"dice": [3]}, {"dice": [1]}
WEAK = {"u_inf_9_2": "A2305", "u_inf_23_2": "A2405", "g_div_331": "A2306"}
REPULSED = (attack("A2306", "u_inf_9_2", "u_inf_23_2"),)
"""4 and 4 against 8, a 6: 2/-."""
FREE = {"options": {"mandatory-losses": "free"}}
WAY = {"u_inf_4": "A2106", "u_inf_5": "A2507", OTHER: "A2307"}
"""US zones leave A2307, where a friend stands, and A2308 behind it."""
JOINED = {"kind": "retreat", "units": [HIT, OTHER], "path": ["A2307", "A2308"]}

ATTEMPTS = [
    # ---------------------------------------------------------------- results
    Attempt("DG 8.5.6", WEAK, hexes(2), {"action": {"option": "1"}}, before=REPULSED, table={"dice": [6]}),
    Attempt("DG 8.5.6", WEAK, hexes(2), FREE, before=REPULSED, table={"dice": [6]}),
    Attempt(
        "DG 8.5.6", ONE, hexes(2), {"action": {"option": "1"}}, before=(attack("A2306", US),), table=ONE_HEX
    ),
    Attempt(
        "DG 8.5.6",
        {**ONE, OTHER: "A2306"},
        {"kind": "lose", "unit": US},
        {"action": {"unit": HIT}},
        before=(attack("A2306", US), hexes(0)),
        table={"dice": [1]},
    ),
    Attempt(
        "DG 21.added.3",
        {**ONE, OTHER: "A2306", "g_inf_990_277": "A2306", "u_inf_4": "A2405", "u_inf_5": "A2205"},
        {"kind": "lose", "unit": HIT},
        {"action": {"unit": OTHER}},
        before=(attack("A2306", US, "u_inf_4", "u_inf_5"), hexes(0), {"kind": "lose", "unit": HIT}),
        table={"dice": [1]},
    ),
    # ---------------------------------------------------------------- where to
    Attempt(
        "DG 8.6.1", ONE, back(HIT, "A2405"), {"action": {"path": ["A2406"]}}, before=FELL_BACK, table=ONE_HEX
    ),
    Attempt(
        "DG 8.6.1",
        {**ONE, "u_hq_V": "A2307"},
        back(HIT, "A2307"),
        {"units": {"u_hq_V": "A2308"}},
        before=FELL_BACK,
        table=ONE_HEX,
    ),
    Attempt(
        "DG 8.6.1",
        {**ONE, "u_inf_9": "A2508"},
        back(HIT, "A2406", "A2407"),
        {"units": {"u_inf_9": "A2510"}},
        before=FELL_BACK_TWO,
        table=TWO_HEXES,
    ),
    Attempt(
        "DG 8.5.6",
        ONE,
        back(HIT, "A2307", "A2308"),
        {"action": {"path": ["A2307"]}},
        before=FELL_BACK,
        table=ONE_HEX,
    ),
    Attempt(
        "DG 8.5.6", ONE, back(HIT, "A2309"), {"action": {"path": ["A2307"]}}, before=FELL_BACK, table=ONE_HEX
    ),
    Attempt(
        "DG 8.5.9",
        {US: "A2305", "g_pg_901_Lehr": "A2306"},
        back("g_pg_901_Lehr", "A2307"),
        {"ground": {"terrain": {"A2307": "marsh"}, "roads": [("A2306", "A2307", "secondary")]}},
        before=(attack("A2306", US), hexes(1)),
        table={"dice": [1], "ground": {"terrain": {"A2307": "marsh"}}},
    ),
    Attempt(
        "DG 8.6.3",
        {**ONE, "u_inf_4": "A2207", "g_inf_990_277": "A2308", "g_inf_991_277": "A2406", "g_div_331": "A2307"},
        back(HIT, "A2307", "A2308"),
        {"units": {"g_div_331": "", OTHER: "A2307"}},
        before=FELL_BACK_TWO,
        table=TWO_HEXES,
    ),
    # ---------------------------------------------------------------- company
    Attempt(
        "DG 8.6.4",
        {**ONE, **WAY, "g_inf_990_277": "A2309"},
        {**JOINED, "units": [HIT, "g_inf_990_277"]},
        {"action": {"units": [HIT, OTHER]}},
        before=FELL_BACK_TWO,
        table=TWO_HEXES,
    ),
    Attempt(
        "DG 6.1",
        {**ONE, **WAY, "g_inf_990_277": "A2308", "g_inf_991_277": "A2308"},
        JOINED,
        {"units": {"g_inf_991_277": "A2309"}},
        before=FELL_BACK_TWO,
        table=TWO_HEXES,
    ),
]


@pytest.mark.parametrize(("edition", "attempt"), each(ATTEMPTS), indirect=["edition"])
def test_refused_beside_a_legal_twin(edition: str, attempt: Attempt) -> None:
    check(attempt)
