"""What the army boundary, command limits, air power and the special rules refuse, each beside a legal twin.

The twin differs in one fact.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import Words, attack, declare, give
from marches import FOOT, GI

US, BRITISH, HIT = GI, "b_inf_3", "g_inf_986_276"
ALLIED, LATE = "allied-movement", "allied-mechanized"
FAR = {FOOT: "A2012"}
DONE: Words = {"kind": "done"}


def go(unit: str, *path: str) -> Words:
    return {"kind": "move", "units": [unit], "path": list(path)}


def choose(word: str) -> Words:
    return {"kind": "choose", "option": word}


# ------------------------------------------------------------------ the army boundary, in column A25 (5.10)
EAST = ("A2405", "A2505", "A2604", "A2704")
WEST = ("A2604", "A2505", "A2405", "A2305")
NO_LINE: Words = {"options": {"army-boundary": "off"}}
STRAY = {US: "A2905", **FAR}

BOUNDARY = [
    Attempt("5.10", {US: "A2305", **FAR}, go(US, *EAST), {"action": go(US, *EAST[:3])}, ALLIED),
    Attempt("5.10", {US: "A2305", **FAR}, go(US, *EAST), NO_LINE, ALLIED),
    Attempt(
        "5.10",
        {US: "A2305", BRITISH: "A2305", **FAR},
        go(US, *EAST),
        {"action": {"units": [BRITISH]}},
        ALLIED,
    ),
    Attempt(
        "5.10", {BRITISH: "A2704", **FAR}, go(BRITISH, *WEST), {"action": go(BRITISH, *WEST[:3])}, ALLIED
    ),
    Attempt("5.10", STRAY, DONE, {"units": {US: "A2605"}}, ALLIED),
    Attempt(
        "5.10", STRAY, DONE, {"before": (go(US, "A2805", "A2705", "A2605"), {"kind": "put-down"})}, ALLIED
    ),
    Attempt(
        "5.10.1",
        {US: "A2305", **FAR},
        choose("north"),
        {"action": choose("east")},
        "german-mechanized",
        (DONE,),
    ),
]

# ------------------------------------------------------------------ command limits (11.3.1)
COLUMNS = ("20", "21", "22", "23", "24", "25")
DIVISIONS = ("u_inf_1", "u_inf_4", "u_inf_8", "u_inf_9", "u_inf_29", "u_inf_30")
FOES = tuple(f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277"))
LINE = {
    **{unit: f"A{c}05" for unit, c in zip(DIVISIONS, COLUMNS, strict=True)},
    **{foe: f"A{c}06" for foe, c in zip(FOES, COLUMNS, strict=True)},
    BRITISH: "A2705",
    "g_inf_751_326": "A2706",
}
MADE = tuple(
    answer
    for unit, column in list(zip(DIVISIONS, COLUMNS, strict=True))[:5]
    for answer in (attack(f"A{column}06", unit), choose("0"), DONE)
)
FIVE: Words = {"turn": 1, "dice": [1] * 5, "tracks": {"us_supply": 9, "british_supply": 9}}

LIMITS = [
    Attempt(
        "11.3.1",
        LINE,
        declare("A2506"),
        {"action": declare("A2706")},
        before=MADE,
        table=FIVE,
    ),
    Attempt("11.3.1", LINE, declare("A2506"), {"before": MADE[:-3]}, before=MADE, table=FIVE),
    Attempt("11.3.1", LINE, declare("A2506"), {"turn": 6}, before=MADE, table=FIVE),
]

# ------------------------------------------------------------------ air power and carpet bombing (14)
BOMBED, OTHER = "A2606", "A2306"
TARGETS = {HIT: BOMBED, "g_inf_987_276": BOMBED, "g_inf_988_276": OTHER, US: "A2305", BRITISH: "A2605"}
SKY: Words = {
    "dice": [5],
    "tracks": {"weather": "clear", "air_points": 6},
    "options": {"carpet-bombing": "at will"},
}
ONE = {US: "A2305", HIT: "A2306"}
HELD = (declare("A2305"), {"kind": "add-attacker", "unit": HIT}, DONE)


def bombs(hex: str) -> Words:
    return give("carpet bombing", hex=hex)


def plan(choice: str, turn: int) -> Words:
    return {"kind": "conceal", "what": f"carpet bombing {turn}", "choice": choice}


AIR = [
    Attempt("DG 14.5.1", TARGETS, bombs("A2609"), {"action": {"hex": BOMBED}}, table=SKY),
    Attempt("DG 14.5.1", TARGETS, plan(BOMBED, 19), {"action": plan(BOMBED, 18)}, table={"turn": 3}),
    Attempt("DG 14.5.1", TARGETS, plan("A9901", 18), {"action": plan("none", 18)}, table={"turn": 3}),
    Attempt(
        "DG 14.5.2",
        TARGETS,
        declare(BOMBED),
        {"action": declare(OTHER)},
        before=(bombs(BOMBED), {"kind": "lose", "unit": HIT}, DONE, DONE, DONE),
        table=SKY,
    ),
]

# ------------------------------------------------------------------ special rules (16)
FRENCH = "f_arm_GTD"
LECLERC = ("f_arm_GTD", "f_arm_GTL", "f_arm_GTV")


def leclerc(hex: str) -> dict[str, str]:
    return {**dict.fromkeys(LECLERC, hex), HIT: "A0112"}


GOES, OBEYS = {"dice": [1]}, {"dice": [2]}
CALLED = "15th Army"
OUT_WEST = {"u_arm_A_2": "A0128", HIT: "A2712"}
LEFT = ({"kind": "exit", "units": ["u_arm_A_2"], "edge": "W"}, DONE)

SPECIAL = [
    Attempt("16.1", leclerc("A4805"), DONE, OBEYS, ALLIED, table=GOES),
    Attempt("16.1", leclerc("A2306"), go(FRENCH, "A2206"), OBEYS, ALLIED, table=GOES),
    Attempt(
        "16.1", leclerc("A2306"), go(FRENCH, "A2206"), {"action": {"path": ["A2405"]}}, ALLIED, table=GOES
    ),
    Attempt(
        "16.1",
        leclerc("A5134"),
        {"kind": "exit", "units": [FRENCH], "edge": "S"},
        {"action": {"edge": "E"}},
        ALLIED,
        table=GOES,
    ),
    Attempt(
        "DG 16.2",
        OUT_WEST,
        give(CALLED, unit="g_div_347"),
        {"action": {"unit": "g_div_49"}},
        LATE,
        LEFT,
        {"dice": [3]},
    ),
    Attempt(
        "DG 16.2",
        OUT_WEST,
        give(CALLED, unit="g_div_347"),
        {"options": {"fifteenth-army": "variant sheet"}},
        LATE,
        LEFT,
        {"dice": [3]},
    ),
    Attempt(
        "DG 16.2",
        OUT_WEST,
        give(CALLED, unit="u_inf_1"),
        {"action": {"unit": "g_div_49"}},
        LATE,
        LEFT,
        {"dice": [3]},
    ),
]

ATTEMPTS = [*BOUNDARY, *LIMITS, *AIR, *SPECIAL]


@pytest.mark.parametrize(("edition", "attempt"), each(ATTEMPTS), indirect=["edition"])
def test_refused_beside_a_legal_twin(edition, attempt):
    check(attempt)
