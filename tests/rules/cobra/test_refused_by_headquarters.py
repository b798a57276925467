"""What headquarters and Patton refuse, each beside a legal twin that differs in one fact."""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each, hexes
from few_words import attack, declare, give, join

US, BR, HIT, OTHER = "u_inf_1", "b_inf_3", "g_inf_986_276", "g_inf_989_277"
PATTON, STAFF = "u_hq_Patton", "u_hq_V"
ONE = {US: "A2305", HIT: "A2306", PATTON: "A2303"}
TWO = {**ONE, "u_inf_4": "A2505", OTHER: "A2506"}
DEFENDED = (declare("A2305"), join(HIT), {"kind": "done"})

ATTEMPTS = [
    Attempt("8.3.7", ONE, attack("A2306", US, patton=3), {"action": {"with": {"patton": 2}}}),
    Attempt(
        "8.3.7",
        {**ONE, PATTON: "arrivals"},
        attack("A2306", US, patton=1),
        {"units": {PATTON: "A2303"}},
    ),
    Attempt(
        "8.3.7",
        {**ONE, US: "A2003", BR: "A2305"},
        attack("A2306", BR, patton=1),
        {"units": {BR: "A2003", US: "A2305"}, "action": {"attackers": [US]}},
    ),
    Attempt(
        "8.3.7",
        {**ONE, STAFF: "A2303"},
        attack("A2306", US, hq=[PATTON]),
        {"action": {"with": {"hq": [STAFF]}}},
    ),
    Attempt(
        "8.3.7",
        TWO,
        attack("A2506", "u_inf_4", patton=2),
        {"action": {"with": {"patton": 1}}},
        before=(attack("A2306", US, patton=1), hexes(0), {"kind": "done"}),
        table={"dice": [1]},
    ),
    Attempt(
        "9.2.5",
        {**ONE, STAFF: "A2304", OTHER: "A2204"},
        attack("A2306", US, hq=[STAFF]),
        {"units": {OTHER: "A2104"}},
    ),
    Attempt(
        "DG 9.2.5",
        {**ONE, PATTON: "A2304", OTHER: "A2204"},
        attack("A2306", US, patton=1),
        {"units": {OTHER: "A2104"}},
    ),
    Attempt(
        "DG 9.1",
        {**ONE, PATTON: "A2012"},
        attack("A2306", US, patton=2),
        {"units": {PATTON: "A2003"}},
    ),
    Attempt(
        "DG 9.1",
        {**ONE, STAFF: "A2008"},
        attack("A2306", US, hq=[STAFF]),
        {"units": {STAFF: "A2004"}},
    ),
    Attempt(
        "DG 9.0",
        {**ONE, STAFF: "A2303"},
        give("patton"),
        {"action": {"what": "hq", "unit": STAFF}},
        phase="german-combat",
        before=DEFENDED,
    ),
    Attempt(
        "TNC 8.3.7",
        {**ONE, STAFF: "A2303"},
        give("patton"),
        {"action": {"what": "hq", "unit": STAFF}},
        phase="german-combat",
        before=DEFENDED,
    ),
    Attempt(
        "9.2.2",
        {**ONE, STAFF: "A2305"},
        attack("A2306", US, STAFF),
        {"units": {STAFF: "A2003", "u_cav_4": "A2305"}, "action": {"attackers": [US, "u_cav_4"]}},
    ),
]


@pytest.mark.parametrize(("edition", "attempt"), each(ATTEMPTS), indirect=["edition"])
def test_refused_beside_a_legal_twin(edition, attempt):
    check(attempt)
