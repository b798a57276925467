"""What fortresses, zones, Cherbourg's garrison and the boundary refuse on both sheets, beside a legal twin.

The twin differs in one fact.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import Words, go

GI, OTHER, HIT = "u_inf_1", "u_inf_4", "g_inf_986_276"
FLAK, FJT, INFANTRY = "g_flak_30", "g_fjt", "g_inf_739_709"
TANKS = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
BRITISH = "b_inf_3"


def at(turn: int = 4, **words: object) -> Words:
    return {"scenario": "campaign", "turn": turn, **words}


def works(word: str) -> Words:
    return {"ground": {"terrain": {"A2306": f"clear {word}"}}}


ALONE = {GI: "A2305", HIT: "A2012"}
FORTRESSES = [
    Attempt(
        "DG 5.9.3",
        ALONE,
        go(GI, "A2306", "A2307"),
        works("defense-zone"),
        "allied-movement",
        table=at(**works("fortress")),
    ),
    Attempt(
        "DG 5.9.3",
        {**ALONE, OTHER: "A2205"},
        go(GI, "A2306", "A2307"),
        {"before": (go(OTHER, "A2306"),)},
        "allied-movement",
        table=at(**works("fortress")),
    ),
    Attempt(
        "DG 5.9.3",
        {GI: "B2213", HIT: "B1616"},
        go(GI, "B2114", "B2014"),
        {"action": go(GI, "B2114")},
        "allied-movement",
        table=at(),
    ),
    Attempt(
        "DG 5.5.3",
        {**dict.fromkeys(TANKS, "A2305"), HIT: "A2306"},
        {"kind": "overrun", "units": list(TANKS), "target": "A2306"},
        works("defense-zone"),
        "allied-movement",
        table=at(2, **works("fortress")),
    ),
]

ZONES = [
    Attempt(
        "DG 5.2.3",
        {GI: "B1309", HIT: "B1207"},
        go(HIT, "B1208", "B1108"),
        {"action": go(HIT, "B1308", "B1307")},
        "german-movement",
        table=at(),
        case="DG 7.6",
    ),
    Attempt(
        "DG 5.2.3",
        {GI: "A2305", HIT: "A2206"},
        go(HIT, "A2306", "A2307"),
        works("fortress"),
        "german-movement",
        table=at(**works("defense-zone")),
        case="DG 7.6",
    ),
]

GARRISON = [
    Attempt(
        "DG 5.9.11",
        {FLAK: "B1308", HIT: "B1907"},
        go(FLAK, "B1309", "B1310", "B1311", "B1312"),
        {"action": go(FLAK, "B1309", "B1310", "B1311")},
        "german-movement",
        table=at(),
    ),
    Attempt(
        "DG 5.9.11",
        {FLAK: "B1308", GI: "B1514"},
        go(FLAK, "B1309", "B1310", "B1311", "B1312"),
        {"units": {GI: "B1513"}},
        "german-movement",
        table=at(),
    ),
    Attempt(
        "DG 5.9.11",
        {INFANTRY: "B1311", HIT: "B1907"},
        go(INFANTRY, "B1312"),
        {"units": {INFANTRY: "", "g_inf_729_709": "B1311"}, "action": go("g_inf_729_709", "B1312")},
        "german-movement",
        table=at(),
    ),
]

BOUNDARY = [
    Attempt(
        "DG 5.10",
        {GI: "B3520", HIT: "A2012"},
        go(GI, "B3620", "B3720"),
        {"action": go(GI, "B3620")},
        "allied-movement",
        table=at(3),
    ),
    Attempt(
        "DG 5.10",
        {BRITISH: "A2502", HIT: "A2012"},
        go(BRITISH, "A2402", "A2302"),
        {"units": {BRITISH: "", GI: "A2502"}, "action": go(GI, "A2402", "A2302")},
        "allied-movement",
        table=at(3),
    ),
    Attempt(
        "DG 5.10.1",
        {GI: "B3319", HIT: "A2012"},
        {"kind": "choose", "option": "north"},
        {"action": {"kind": "choose", "option": "east"}},
        "allied-supply",
        table=at(),
    ),
]


@pytest.mark.parametrize(
    ("edition", "attempt"), each([*FORTRESSES, *ZONES, *GARRISON, *BOUNDARY]), indirect=["edition"]
)
def test_refused_beside_a_legal_twin(attempt: Attempt) -> None:
    check(attempt)
