"""What supply on both sheets refuses in June, each beside a legal twin.

The twin differs in one fact.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import Words, attack
from fights import corners

GI, TOMMY, FOE, PANZER = "u_inf_1", "b_inf_3", "g_inf_986_276", "g_pz_2"
AWAY = {PANZER: "A4020"}
INLAND = "A0803"
"""By Periers: the major road there leads to Isigny, the beaches are too far away."""


def on(turn: int, *held: str, **more: object) -> Words:
    """A table of the campaign: its Game-Turn, and what is in Allied hands."""
    return {"scenario": "campaign", "turn": turn, "held": held, **more}


def step(unit: str) -> Words:
    return {"kind": "commit", "what": "replacement", "unit": unit}


def truck(unit: str) -> Words:
    return {"kind": "commit", "what": "truck", "unit": unit}


WEAK = {"lost": {GI: 1, TOMMY: 1, "u_inf_4": 1, "u_inf_5": 1}}
SPARE = {"u_inf_4": "B3118", "u_inf_5": "B2317", **AWAY}
"""Divisions by Omaha and Utah, so that the phase has its question."""
REPLACING = "allied-replacement"

BEACHES = [
    Attempt(
        "DG 12.2.1",
        {GI: "B3519", **SPARE},
        step(GI),
        {"held": ("utah", "omaha")},
        REPLACING,
        table=on(4, "utah", **WEAK),
        case="10.5.3",
    ),
    Attempt(
        "DG 12.2.1",
        {TOMMY: "A3102", FOE: "B3919", **SPARE},
        step(TOMMY),
        {"units": {FOE: "B3819"}},
        REPLACING,
        table=on(4, "utah", "B4019", **WEAK),
        case="10.5.3",
    ),
]

CITIES = [
    Attempt(
        "DG 12.2.1",
        {TOMMY: INLAND, **SPARE},
        step(TOMMY),
        {"units": {TOMMY: "", GI: INLAND}, "action": step(GI)},
        REPLACING,
        table=on(4, "omaha", "isigny", **WEAK),
        case="DG 10.5.1",
    ),
    Attempt(
        "DG 12.2.1",
        {GI: INLAND, **SPARE},
        step(GI),
        {"held": ("omaha", "isigny")},
        REPLACING,
        table=on(4, "omaha", **WEAK),
        case="DG 10.5.1",
    ),
    Attempt(
        "DG 12.2.1",
        {GI: INLAND, **SPARE},
        step(GI),
        {"held": ("omaha", "isigny")},
        REPLACING,
        table=on(4, "gold", "isigny", **WEAK),
        case="DG 10.5.1",
    ),
    Attempt(
        "DG 12.2.1",
        {TOMMY: "A1910", **SPARE},
        step(TOMMY),
        {"held": ("gold", "B3620", "A2601", "A2702")},
        REPLACING,
        table=on(4, "gold", "B3620", "A2601", **WEAK),
        case="DG 10.5.1",
    ),
    Attempt(
        "DG 5.8.4",
        {GI: INLAND, **SPARE},
        truck(GI),
        {"held": ("omaha", "isigny")},
        REPLACING,
        table=on(4, "omaha"),
        case="DG 10.5.1",
    ),
]

STAFFS = dict(
    zip(("u_hq_V", "u_hq_VII", "u_hq_VIII", "u_hq_XIX"), ("B1207", "B1307", "B1308", "B1407"), strict=True)
)
WALL = {"u_inf_1": "B2117", "u_inf_8": "B2219", "u_inf_9": "A0501"}
"""Cherbourg under four Allied HQs, and the peninsula cut off."""
CHERBOURG = [
    Attempt(
        "DG 12.2.1",
        {FOE: "B1913", "g_inf_914_352": "A4010", **WALL, **STAFFS},
        step(FOE),
        {"units": {"u_hq_V": "B3118"}},
        "german-replacement",
        table=on(4, "omaha", lost={FOE: 1, "g_inf_914_352": 1}),
        case="10.4.2",
    ),
    Attempt(
        "DG 12.2.1",
        {FOE: "B1712", "g_inf_914_352": "A4010", "u_inf_1": "B2219", "u_inf_9": "A0501", **STAFFS},
        step(FOE),
        {"units": {"u_inf_1": "B3118"}},
        "german-replacement",
        table=on(4, "omaha", lost={FOE: 1, "g_inf_914_352": 1}),
        case="DG 10.4.1",
    ),
]

POCKET = dict(
    zip(("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_29"), corners("A2308"), strict=True)
)
RING = dict(
    zip(
        (
            "g_inf_986_276",
            "g_inf_987_276",
            "g_inf_988_276",
            "g_inf_989_277",
            "g_inf_990_277",
            "g_inf_991_277",
        ),
        corners("A2308"),
        strict=True,
    )
)
FIRST_TURNS = [
    Attempt(
        "DG 12.2.1",
        {GI: "A2308", "u_inf_4": "B3118", **RING},
        step(GI),
        {"turn": 2},
        REPLACING,
        table=on(3, "omaha", ground={}, **WEAK),
        case="10.5.2",
    ),
    Attempt(
        "DG 12.2.1",
        {FOE: "A2308", "g_inf_914_352": "A4010", **POCKET},
        step(FOE),
        {"turn": 2},
        "german-replacement",
        table=on(3, "omaha", ground={}, lost={FOE: 1, "g_inf_914_352": 1}),
        case="10.4.2#2",
    ),
    Attempt(
        "DG 11.1.5",
        {GI: "B3219", FOE: "B3220", **AWAY},
        attack("B3220", GI, unsupplied=True),
        {"turn": 3},
        table=on(2, "omaha"),
        case="11.1.3",
    ),
]


@pytest.mark.parametrize(
    ("edition", "attempt"), each([*BEACHES, *CITIES, *CHERBOURG, *FIRST_TURNS]), indirect=["edition"]
)
def test_refused_beside_a_legal_twin(attempt: Attempt) -> None:
    check(attempt)
