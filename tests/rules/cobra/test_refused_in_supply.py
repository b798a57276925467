"""What points, limits, replacements, reinforcements and exits refuse, each beside a legal twin.

The twin differs in one fact.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import Words, attack
from fights import corners

from hexcore_cobra import COBRA_1977

REAL: Words = {"on": COBRA_1977.map}
FAR = {"g_pz_2": "A2308", "u_inf_1": "A2004"}
PAIRS = {"u_inf_1": "A2305", "b_inf_3": "A2605", "g_inf_986_276": "A2306", "g_inf_987_276": "A2606"}
REPLACING = {"u_inf_1": "A2303", "u_inf_4": "A2003", "g_inf_986_276": "A2310"}
WALLS = tuple(f"g_inf_{n}" for n in ("987_276", "988_276", "989_277", "990_277", "991_277", "986_276"))
BEHIND = {"g_inf_986_276": "A2110", "g_inf_989_277": "A2211", "g_inf_914_352": "A2310", "g_pz_2SS": "A2411"}
BRITISH = {"b_inf_3": "A2003", "b_inf_15": "A2103", "b_inf_3C": "A2203"}
ALLIED, GERMAN = "allied-replacement", "german-replacement"


def step(unit: str) -> Words:
    return {"kind": "commit", "what": "replacement", "unit": unit}


def aside(number: int) -> Words:
    return {"kind": "choose", "option": str(number)}


def put(unit: str, hex: str) -> Words:
    return {"kind": "place", "unit": unit, "hex": hex}


def leave(unit: str, edge: str) -> Words:
    return {"kind": "exit", "units": [unit], "edge": edge}


def points(**tracks: int) -> Words:
    return {"tracks": tracks, "supplied": False}


SUPPLY_POINTS = [
    Attempt(
        "DG 8.1.1",
        PAIRS,
        aside(3),
        {"tracks": {"german_supply": 6}},
        "german-combat",
        table=points(german_supply=5),
    ),
    Attempt("DG 8.1.1", PAIRS, aside(10), {"action": aside(9)}, table=points(british_supply=0)),
    Attempt("DG 11.2.1", PAIRS, aside(3), {"tracks": {"us_supply": 3}}, table=points(us_supply=2)),
    Attempt("DG 11.2.1", PAIRS, aside(3), {"action": aside(2)}, table=points(us_supply=2, british_supply=9)),
    Attempt(
        "11.1.5",
        PAIRS,
        attack("A2306", "u_inf_1", unsupplied=True),
        {"tracks": {"us_supply": 1}},
        table={"tracks": {"us_supply": 0}},
    ),
]

REPLACEMENTS = [
    Attempt(
        "12.1",
        REPLACING,
        step("u_inf_1"),
        {"lost": {"u_inf_1": 1, "u_inf_4": 1}},
        ALLIED,
        table={"lost": {"u_inf_4": 1}},
    ),
    Attempt(
        "12.2.1",
        {**REPLACING, "g_inf_986_276": "A2305"},
        step("u_inf_1"),
        {"units": {"g_inf_986_276": "A2306"}},
        ALLIED,
        table={"lost": {"u_inf_1": 1, "u_inf_4": 1}},
    ),
    Attempt(
        "12.2.1",
        {"u_inf_1": "A2308", "u_inf_4": "A2003", **dict(zip(WALLS, corners("A2308"), strict=True))},
        step("u_inf_1"),
        {"units": {"g_inf_988_276": "", "g_inf_986_276": ""}},
        ALLIED,
        table={"lost": {"u_inf_1": 1, "u_inf_4": 1}},
    ),
    Attempt(
        "12.2.2",
        REPLACING,
        step("u_inf_1"),
        {"before": (step("u_inf_4"),)},
        ALLIED,
        (step("u_inf_1"),),
        {"lost": {"u_inf_1": 3, "u_inf_4": 1}},
    ),
    Attempt(
        "12.2.2",
        {**BEHIND, "g_inf_987_276": "A2012", "u_inf_1": "A2303"},
        step("g_inf_987_276"),
        {"before": (step("g_inf_989_277"),)},
        GERMAN,
        (step("g_inf_986_276"),),
        {"lost": dict.fromkeys((*BEHIND, "g_inf_987_276"), 1)},
    ),
    Attempt(
        "DG 12.3.1",
        {**BEHIND, "u_inf_1": "A2303"},
        step("g_pz_2SS"),
        {"turn": 2},
        GERMAN,
        table={"turn": 3, "lost": dict.fromkeys(BEHIND, 1)},
    ),
    Attempt(
        "DG 12.3.1",
        {**BEHIND, "u_inf_1": "A2303"},
        step("g_inf_989_277"),
        {"turn": 6},
        GERMAN,
        (step("g_inf_986_276"),),
        {"turn": 8, "lost": dict.fromkeys(BEHIND, 1)},
    ),
    Attempt(
        "12.3.4",
        {**BRITISH, **REPLACING},
        step("b_inf_3C"),
        {"turn": 5},
        ALLIED,
        (step("b_inf_3"), step("b_inf_15")),
        {"turn": 6, "lost": dict.fromkeys((*BRITISH, "u_inf_4"), 1)},
    ),
    Attempt(
        "12.3.4",
        {**BRITISH, **REPLACING},
        step("b_inf_3C"),
        {"before": (step("b_inf_3"), step("u_inf_4"))},
        ALLIED,
        (step("b_inf_3"), step("b_inf_15")),
        {"turn": 6, "lost": dict.fromkeys((*BRITISH, "u_inf_4"), 1)},
    ),
]

ARRIVING = {**FAR, "u_inf_28": "arrivals"}
COMING = {**FAR, "g_pz_116": "arrivals"}
ENTRIES = [
    Attempt(
        "13.1", ARRIVING, put("u_inf_28", "A0501"), {"turn": 3}, "allied-movement", table={**REAL, "turn": 2}
    ),
    Attempt(
        "13.2.1",
        ARRIVING,
        put("u_inf_28", "A4901"),
        {"action": put("u_inf_28", "A3501")},
        "allied-movement",
        table={**REAL, "turn": 3},
    ),
    Attempt(
        "13.2.1",
        {**ARRIVING, "g_pz_2": "A0602"},
        put("u_inf_28", "A0601"),
        {"units": {"g_pz_2": "A0603"}},
        "allied-movement",
        table={**REAL, "turn": 3},
    ),
    Attempt(
        "13.2.1",
        COMING,
        put("g_pz_116", "A2734"),
        {"action": put("g_pz_116", "A5106")},
        "german-movement",
        table={**REAL, "turn": 3},
    ),
    Attempt(
        "5.2.2",
        {**ARRIVING, "g_pz_2": "A0601"},
        put("u_inf_28", "A0601"),
        {"units": {"g_pz_2": "A0604"}},
        "allied-movement",
        table={**REAL, "turn": 3},
    ),
    Attempt("13.3.6", COMING, {"kind": "done"}, {"turn": 2}, "german-movement", table={**REAL, "turn": 3}),
    Attempt(
        "13.3.6",
        COMING,
        {"kind": "done"},
        {"before": (put("g_pz_116", "A5106"), {"kind": "put-down"})},
        "german-movement",
        table={**REAL, "turn": 3},
    ),
]

EXITS = [
    Attempt(
        "5.9.1",
        {"u_arm_A_2": "A0128", "g_inf_986_276": "A2712"},
        leave("u_arm_A_2", "S"),
        {"action": leave("u_arm_A_2", "W")},
        "allied-movement",
    ),
]


@pytest.mark.parametrize(
    ("edition", "attempt"), each([*SUPPLY_POINTS, *REPLACEMENTS, *ENTRIES, *EXITS]), indirect=["edition"]
)
def test_refused_beside_a_legal_twin(attempt: Attempt) -> None:
    check(attempt)
