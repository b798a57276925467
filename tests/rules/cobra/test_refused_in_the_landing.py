"""What the landing of 6 June and the first turns of the paratroops refuse, each beside a legal twin.

The twin differs in one fact.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import DONE, Words, give, go, lose, put, take

LANDING = "allied-landing"
WAVE = {"u_inf_1": "landing", "u_inf_29": "landing", "u_par_507": "landing", "u_par_508": "landing"}
"""Two divisions for Omaha, and two paratroop units that keep the landing waiting after step 1."""
FOE, PANZERGRENADIERS = "g_inf_919_709", "g_pg_125_21"
ON_THE_ENEMY = {"b_ab_3": "landing", PANZERGRENADIERS: "A3906"}
"""3/6 drops in A3905; with a 6 and a 4 it lands on a regiment, and lives through a 3."""
HIT: Words = {"scenario": "campaign", "turn": 1, "dice": [6, 4, 3, *[5] * 12]}


def on(turn: int, **words: object) -> Words:
    return {"scenario": "campaign", "turn": turn, **words}


DEPLOYMENT = [
    Attempt(
        "DG 19.2.2.step.1",
        WAVE,
        put("u_inf_1", "B2415"),
        {"action": put("u_inf_1", "B3117")},
        LANDING,
        table=on(1),
    ),
    Attempt(
        "DG 19.2.2.step.1",
        WAVE,
        put("u_inf_1", "B3118"),
        {"action": put("u_inf_1", "B3117")},
        LANDING,
        table=on(1),
    ),
    Attempt(
        "DG 19.2.2.step.1",
        {**WAVE, FOE: "B3117"},
        put("u_inf_1", "B3117"),
        {"units": {FOE: "B3118"}},
        LANDING,
        table=on(1),
    ),
    Attempt(
        "DG 19.2.2.step.1",
        {**WAVE, "u_inf_9": "arrivals"},
        put("u_inf_9", "B3117"),
        {"action": put("u_inf_29", "B3117")},
        LANDING,
        table=on(1),
    ),
    Attempt("DG 19.2.2.step.1", WAVE, DONE, {"action": put("u_inf_29", "B3318")}, LANDING, table=on(1)),
    Attempt(
        "DG 6.1",
        WAVE,
        put("u_inf_29", "B3117"),
        {"before": (put("u_inf_1", "B3217"),)},
        LANDING,
        (put("u_inf_1", "B3117"),),
        on(1),
        case="DG 19.2.2.step.1",
    ),
    Attempt(
        "DG 6.1",
        {**WAVE, "b_inf_3": "landing", "b_cdo_1SS": "landing", "u_inf_4": "landing"},
        put("b_cdo_1SS", "B4620"),
        {"before": ()},
        LANDING,
        (put("b_inf_3", "B4620"),),
        on(1),
        case="DG 19.2.2.step.1",
    ),
    Attempt(
        "DG 13.3.7",
        {**WAVE, "u_par_502": "landing", "u_inf_4": "landing", FOE: "B2215"},
        put("u_par_502", "B2415"),
        {"action": put("u_inf_4", "B2415")},
        LANDING,
        table=on(1),
    ),
    Attempt(
        "DG 13.3.7",
        {**WAVE, "u_par_502": "landing"},
        put("u_par_502", "B2315"),
        {"action": put("u_inf_1", "B3217")},
        LANDING,
        table=on(1),
    ),
]
DROP = [
    Attempt(
        "DG 19.2.2.step.2",
        {"u_par_501": "landing", "u_par_507": "landing", "u_par_508": "landing"},
        give("scatter", unit="u_par_501"),
        {"before": (give("scatter", unit="u_par_507"),)},
        LANDING,
        (give("scatter", unit="u_par_501"),),
        on(1, dice=[1, 1]),
    ),
    Attempt(
        "DG 19.2.2.step.2",
        {"u_ranger": "B3117", "u_par_507": "landing", "u_par_508": "landing"},
        give("scatter", unit="u_ranger"),
        {"action": give("scatter", unit="u_par_508")},
        LANDING,
        table=on(1),
    ),
    Attempt(
        "DG 19.2.2.step.2",
        {"u_par_501": "arrivals", "u_par_507": "landing", "u_par_508": "landing"},
        give("scatter", unit="u_par_501"),
        {"units": {"u_par_501": "landing"}},
        LANDING,
        table=on(1),
    ),
    Attempt("DG 19.2.2.step.4", ON_THE_ENEMY, DONE, {"action": put("b_ab_3", "A3907")}, LANDING, table=HIT),
    Attempt(
        "DG 19.2.2.step.4",
        {**ON_THE_ENEMY, FOE: "A3907"},
        put("b_ab_3", "A3907"),
        {"units": {FOE: "A3908"}},
        LANDING,
        table=HIT,
    ),
    Attempt(
        "DG 19.2.2.step.4",
        ON_THE_ENEMY,
        put("b_ab_3", "A3908"),
        {"action": put("b_ab_3", "A3907")},
        LANDING,
        table=HIT,
    ),
    Attempt(
        "DG 6.1",
        {**ON_THE_ENEMY, "b_inf_3": "A3907"},
        put("b_ab_3", "A3907"),
        {"units": {"b_inf_3": "A3908"}},
        LANDING,
        table=HIT,
        case="DG 19.2.2.step.4",
    ),
    Attempt(
        "DG 8.8.2",
        {**ON_THE_ENEMY, "u_ranger": "A3907"},
        put("b_ab_3", "A3907"),
        {"units": {"u_ranger": "A3908"}},
        LANDING,
        table=HIT,
        case="DG 19.2.2.step.4",
    ),
    Attempt(
        "DG 19.2.2.step.4",
        {**ON_THE_ENEMY, FOE: "A3906", "g_inf_736_716": "A3907"},
        lose("g_inf_736_716"),
        {"action": lose(FOE)},
        LANDING,
        table={**HIT, "dice": [6, 4, 4, *[5] * 12]},
    ),
]
AFTER = [
    Attempt(
        "DG 5.9.4",
        {"u_par_505": "A2306", FOE: "A4830"},
        take("u_par_505"),
        {"turn": 2},
        "allied-movement",
        table=on(1),
    ),
    Attempt(
        "DG 5.9.4",
        {"u_par_505": "A2306", "u_inf_1": "A2306", FOE: "A4830"},
        go("u_par_505", "A2307"),
        {"action": go("u_inf_1", "A2307")},
        "allied-movement",
        table=on(1, ground={}),
    ),
    Attempt(
        "DG 5.9.4",
        {"u_par_505": "A2306", FOE: "A4830"},
        go("u_par_505", "A2307", "A2308"),
        {"turn": 3},
        "allied-movement",
        table=on(2, ground={}),
    ),
    Attempt(
        "DG 5.9.4",
        {"u_par_505": "A2306", FOE: "A4830"},
        go("u_par_505", "A2308"),
        {"turn": 3},
        "allied-movement",
        (go("u_par_505", "A2307"),),
        on(2, ground={}),
    ),
    Attempt(
        "DG 5.2.3",
        {"u_par_505": "A2306", "g_inf_1058_91": "A2304"},
        go("g_inf_1058_91", "A2204", "A2205", "A2206"),
        {"turn": 1},
        "german-movement",
        table=on(2, ground={}),
        case="DG 7.8",
    ),
]


@pytest.mark.parametrize(("edition", "attempt"), each([*DEPLOYMENT, *DROP, *AFTER]), indirect=["edition"])
def test_refused_and_its_twin_is_legal(edition, attempt):
    check(attempt)
