"""What landings, the first turns and withdrawals refuse, each beside a legal twin.

The twin differs in one fact.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import DONE, Words, go, put, take

from hexcore_cobra.beaches import BEACHES

INITIAL, LATE, GERMAN = "allied-movement", "allied-mechanized", "german-movement"
FAR = {"g_div_711": "A4309"}
FULL = {"u_inf_1": "B3117", "u_inf_29": "B3217", "u_inf_4": "B3318"}
TANKS = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
GARRISON = {f"g_inf_{n}": f"A{20 + k}10" for k, n in enumerate(("986_276", "987_276", "988_276", "989_277"))}
GARRISON |= {f"g_inf_{n}": f"A{20 + k}11" for k, n in enumerate(("990_277", "991_277", "914_352"))}
MOVED = tuple(go(unit, f"{hex[:3]}{int(hex[3:]) + 1:02}") for unit, hex in GARRISON.items())
EIGHT = {**GARRISON, "g_inf_915_352": "A2410", "u_inf_1": "A2003"}
ACROSS = {"u_par_501": "A2306", "g_inf_916_352": "A2305", "g_inf_914_352": "A2307", "u_inf_1": "B3217"}


def on(turn: int, held: tuple[str, ...] = BEACHES, **words: object) -> Words:
    """A table of the campaign on a Game-Turn, with beaches in Allied hands."""
    return {"scenario": "campaign", "turn": turn, "held": held, **words}


def waiting(*units: str, **more: str) -> dict[str, str]:
    return {**FAR, **dict.fromkeys(units, "arrivals"), **more}


def out(unit: str) -> Words:
    return {"kind": "commit", "what": "withdrawal", "unit": unit}


def overrun(target: str, units: tuple[str, ...]) -> Words:
    return {"kind": "overrun", "target": target, "units": list(units)}


LANDINGS = [
    Attempt(
        "13.2.2",
        waiting("u_inf_30"),
        put("u_inf_30", "A0501"),
        {"action": put("u_inf_30", "B3217")},
        INITIAL,
        table=on(4),
    ),
    Attempt(
        "13.2.2",
        waiting("b_inf_15"),
        put("b_inf_15", "B3217"),
        {"action": put("b_inf_15", "B4119")},
        INITIAL,
        table=on(5),
    ),
    Attempt(
        "13.2.2",
        waiting("f_arm_GTD"),
        put("f_arm_GTD", "B4119"),
        {"action": put("f_arm_GTD", "B2415")},
        INITIAL,
        table=on(20),
    ),
    Attempt(
        "13.2.2",
        waiting("u_inf_30"),
        put("u_inf_30", "B2415"),
        {"held": ("utah",)},
        INITIAL,
        table=on(4, ("omaha",)),
    ),
    Attempt(
        "13.2.2",
        waiting("u_inf_30", g_flak_1="B3217"),
        put("u_inf_30", "B3217"),
        {"units": {"g_flak_1": "B3219"}},
        INITIAL,
        table=on(4),
    ),
    Attempt(
        "13.2.1",
        {"g_tig_101SS": "arrivals", "u_inf_1": "A5107"},
        put("g_tig_101SS", "A5106"),
        {"units": {"u_inf_1": "A5108"}},
        GERMAN,
        table=on(3),
        case="13.3.4",
    ),
    Attempt(
        "5.2.3",
        waiting("u_inf_30", g_inf_916_352="B3218"),
        go("u_inf_30", "B3117"),
        {"units": {"g_inf_916_352": "B3220"}},
        INITIAL,
        (put("u_inf_30", "B3217"),),
        on(4),
        case="13.3.4",
    ),
    Attempt("DG 13.3.6", waiting("u_ranger"), DONE, {"turn": 2}, INITIAL, table=on(1)),
    Attempt(
        "DG 13.3.6",
        waiting("b_cdo_1SS", b_inf_3="A3701", b_inf_50="B4620"),
        DONE,
        {"before": ()},
        INITIAL,
        (go("b_inf_3", "A3702"), {"kind": "put-down"}),
        on(1),
    ),
    Attempt(
        "13.3.8",
        waiting("u_cav_102"),
        put("u_cav_102", "B2415"),
        {"action": put("u_cav_102", "B3217")},
        INITIAL,
        table=on(2),
    ),
    Attempt(
        "13.3.8", waiting("u_inf_9_2", **FULL), put("u_inf_9_2", "B2415"), {"turn": 3}, INITIAL, table=on(2)
    ),
    Attempt(
        "13.3.8",
        waiting("u_inf_9_2"),
        put("u_inf_9_2", "B2415"),
        {"held": ("utah",)},
        INITIAL,
        table=on(3),
    ),
    Attempt(
        "5.2.4",
        waiting("u_inf_30"),
        go("u_inf_30", "B3218", "B3219", "B3220"),
        {"action": go("u_inf_30", "B3218")},
        INITIAL,
        (put("u_inf_30", "B3217"),),
        on(4),
        case="13.3.8",
    ),
    Attempt("21.7", waiting("b_ind_27"), put("b_ind_27", "A3701"), {"turn": 2}, INITIAL, table=on(1)),
    Attempt(
        "13.1",
        waiting("b_ind_27", "u_ranger"),
        put("u_ranger", "B3217"),
        {"action": put("b_ind_27", "A3701")},
        LATE,
        table=on(1),
        case="21.7",
    ),
]

FIRST_TURNS = [
    Attempt(
        "5.2.4",
        {"u_inf_1": "A2304", **FAR},
        go("u_inf_1", "A2305", "A2306", "A2307", "A2308", "A2309"),
        {"action": go("u_inf_1", "A2305", "A2306", "A2307", "A2308")},
        INITIAL,
        table=on(2, ground={}),
        case="5.9.5",
    ),
    Attempt(
        "5.9.7",
        {**dict.fromkeys(TANKS, "A2306"), "g_tig_503": "A2307"},
        overrun("A2307", TANKS),
        {"turn": 2},
        INITIAL,
        table=on(1, ground={}),
    ),
    Attempt(
        "5.9.10",
        EIGHT,
        take("g_inf_915_352"),
        {"before": MOVED[:6]},
        GERMAN,
        MOVED,
        on(1, ground={}),
    ),
    Attempt(
        "5.9.10",
        {**EIGHT, "u_ranger": "A2409"},
        take("g_inf_915_352"),
        {"units": {"u_ranger": "A2408"}},
        GERMAN,
        table=on(1, ground={}),
    ),
    Attempt(
        "5.9.10",
        {**EIGHT, "g_div_711": "A2411"},
        take("g_inf_915_352"),
        {"action": take("g_div_711")},
        GERMAN,
        MOVED,
        on(1, ground={}),
    ),
]

WITHDRAWALS = [
    Attempt("5.9.8", ACROSS, out("u_par_501"), {"turn": 2}, LATE, (DONE,), on(3)),
    Attempt("5.9.8", ACROSS, out("u_par_501"), {"units": {"u_par_501": "B2415"}}, LATE, (DONE,), on(3)),
    Attempt("5.9.8", ACROSS, out("g_inf_916_352"), {"action": out("u_inf_1")}, LATE, (DONE,), on(3)),
    Attempt(
        "5.9.8",
        waiting("b_inf_49", u_inf_1="B3217"),
        out("b_inf_49"),
        {"units": {"b_inf_49": "B4119"}},
        LATE,
        (DONE,),
        on(3),
    ),
]


@pytest.mark.parametrize(
    ("edition", "attempt"), each([*LANDINGS, *FIRST_TURNS, *WITHDRAWALS]), indirect=["edition"]
)
def test_refused_beside_a_legal_twin(attempt: Attempt) -> None:
    check(attempt)
