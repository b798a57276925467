"""What German delay units and trains are refused, each attempt beside a twin that differs in one fact."""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import Words, give, go, put, take

REGIMENT, OTHER, HQ, GI = "g_inf_986_276", "g_inf_987_276", "g_hq_LXXXIV", "u_inf_1"
D1, D2, D3, D4 = "g_delay_1", "g_delay_2", "g_delay_3", "g_delay_4"
PANZER = "g_pz_2"
PHASE = "german-movement"


def at(turn: int = 4, **words: object) -> Words:
    return {"scenario": "campaign", "turn": turn, **words}


CLEAR: Words = {"ground": {}}
COMING = {D3: "arrivals", REGIMENT: "A2306"}
APPEARING = [
    Attempt(
        "DG 15.2.1", {**COMING, D4: "arrivals"}, put(D4, "A2307"), {"turn": 5}, PHASE, table=at(4, **CLEAR)
    ),
    Attempt(
        "DG 15.2.1",
        {**COMING, D2: "arrivals"},
        put(D3, "A2307"),
        {"before": ()},
        PHASE,
        (put(D2, "A2305"), {"kind": "put-down"}),
        at(4, **CLEAR),
    ),
    Attempt(
        "DG 15.2.2",
        {**COMING, HQ: "A2610"},
        put(D3, "A2609"),
        {"units": {OTHER: "A2608"}},
        PHASE,
        table=at(**CLEAR),
    ),
    Attempt(
        "DG 15.2.2",
        {**COMING, D1: "A2610"},
        put(D3, "A2609"),
        {"action": put(D3, "A2307")},
        PHASE,
        table=at(**CLEAR),
    ),
    Attempt(
        "DG 15.2.3",
        {**COMING, GI: "A2304"},
        put(D3, "A2305"),
        {"units": {GI: "A2303"}},
        PHASE,
        table=at(**CLEAR),
    ),
    Attempt(
        "DG 15.3.2",
        {**COMING, OTHER: "A2307"},
        put(D3, "A2307"),
        {"units": {OTHER: "A2308"}},
        PHASE,
        table=at(**CLEAR),
    ),
    Attempt(
        "DG 15.4.1",
        {**COMING, D1: "eliminated"},
        put(D1, "A2307"),
        {"action": put(D3, "A2307")},
        PHASE,
        table=at(**CLEAR),
    ),
    Attempt(
        "DG 13.3.6",
        COMING,
        {"kind": "done"},
        {"before": (put(D3, "A2307"), {"kind": "put-down"})},
        PHASE,
        table=at(**CLEAR),
    ),
]

MOVING = [
    Attempt(
        "DG 15.3.2",
        {D1: "A2306", OTHER: "A2307"},
        go(D1, "A2307", "A2308"),
        {"units": {D1: "", REGIMENT: "A2306"}, "action": go(REGIMENT, "A2307", "A2308")},
        PHASE,
        table=at(**CLEAR),
    ),
    Attempt(
        "DG 15.3.2",
        {D1: "A2306", HQ: "A2307"},
        go(D1, "A2307"),
        {"units": {HQ: "A2308"}},
        PHASE,
        table=at(**CLEAR),
    ),
    Attempt(
        "DG 4.0",
        {D1: "A2306", PANZER: "A2408"},
        go(D1, "A2307"),
        {"action": go(PANZER, "A2409")},
        "german-mechanized",
        table=at(**CLEAR),
        case="DG 15.3.1",
    ),
]

RAILED: Words = {"options": {"rail": "on"}}
SOUTH, VIRE = "A2734", "A2116"
YARD = {REGIMENT: SOUTH, OTHER: "A2733", GI: "B2215"}


def train(unit: str, hex: str) -> Words:
    return give("rail", unit=unit, hex=hex)


def railed(unit: str, hex: str) -> tuple[Words, Words]:
    return take(unit), train(unit, hex)


RAIL = [
    Attempt(
        "DG 17.0.para.1",
        YARD,
        train(REGIMENT, VIRE),
        {"before": (take(REGIMENT),)},
        PHASE,
        (go(REGIMENT, "A2633"),),
        at(2, **RAILED),
    ),
    Attempt("DG 17.1.1", YARD, train(REGIMENT, VIRE), {"turn": 4}, PHASE, (take(REGIMENT),), at(5, **RAILED)),
    Attempt(
        "DG 17.1.1",
        YARD,
        train(REGIMENT, VIRE),
        {"before": (take(REGIMENT),)},
        PHASE,
        (*railed(OTHER, "A2730"), take(REGIMENT)),
        at(4, **RAILED),
    ),
    Attempt(
        "DG 17.1.2",
        {**YARD, PANZER: "A2731"},
        train(PANZER, VIRE),
        {"turn": 3},
        PHASE,
        (take(PANZER),),
        at(4, **RAILED),
    ),
    Attempt(
        "DG 17.1.2",
        {**YARD, PANZER: "A2731"},
        train(PANZER, VIRE),
        {"before": (take(PANZER),)},
        PHASE,
        (*railed(OTHER, "A2730"), take(PANZER)),
        at(3, **RAILED),
    ),
    Attempt(
        "DG 17.2.1",
        YARD,
        train(REGIMENT, "A1101"),
        {"action": train(REGIMENT, VIRE)},
        PHASE,
        (take(REGIMENT),),
        at(2, **RAILED),
    ),
    Attempt(
        "DG 17.2.1",
        {**YARD, REGIMENT: "A2633"},
        train(REGIMENT, VIRE),
        {"units": {REGIMENT: SOUTH}},
        PHASE,
        (take(REGIMENT),),
        at(2, **RAILED),
    ),
    Attempt(
        "DG 17.2.1",
        {**YARD, GI: "A2725"},
        train(REGIMENT, VIRE),
        {"units": {GI: "B2215"}},
        PHASE,
        (take(REGIMENT),),
        at(2, **RAILED),
    ),
]


@pytest.mark.parametrize(("edition", "attempt"), each([*APPEARING, *MOVING, *RAIL]), indirect=["edition"])
def test_refused_beside_a_legal_twin(attempt: Attempt) -> None:
    check(attempt)
