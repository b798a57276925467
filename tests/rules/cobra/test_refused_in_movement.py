"""What movement, disengagement, trucks and the edges of the map refuse, each beside a legal twin.

The twin differs in one fact.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from attempts import Attempt, check, each
from few_words import Words
from marches import ACROSS, BY_RIVER, FOOT, FOUR, GI, OPEN, PANZER, RIVER, SECOND, TANKS, ZONE


def go(unit: str, *path: str) -> Words:
    return {"kind": "move", "units": [unit], "path": list(path)}


def load(unit: str) -> Words:
    return {"kind": "commit", "what": "truck", "unit": unit}


def off(unit: str, edge: str) -> Words:
    return {"kind": "exit", "units": [unit], "edge": edge}


def south(start: int, steps: int) -> list[str]:
    return [f"A23{start + n:02}" for n in range(1, steps + 1)]


ALLIED, GERMAN, TRUCKS = "allied-movement", "german-movement", "allied-replacement"
FAR = {FOOT: "A2712"}
WALK = {GI: "A2303", FOOT: "A2706"}
CLEAR_SKY: Words = {"tracks": {"weather": "clear"}}
HILLS = {"ground": {"terrain": {"A2304": "hills", "A2305": "hills"}}}
WOODS = {"ground": {"terrain": dict.fromkeys(south(3, 8), "light-forest")}}
WET: Words = {"ground": {"rivers": [("A2306", "A2307", "all-sea")]}}
DRY: Words = {"ground": {"rivers": [("A2306", "A2307", "minor-river")]}}
FORD: Words = {"ground": {"rivers": BY_RIVER}, "options": OPEN}

ATTEMPTS = [
    Attempt("SPI 3.34", WALK, go(GI, *south(3, 9)), {"action": {"path": south(3, 8)}}, ALLIED),
    Attempt(
        "SPI 3.34",
        {GI: "A2303", TANKS: "A2303", **FAR},
        {**go(GI, *south(3, 9)), "units": [GI]},
        {"action": {"units": [TANKS]}},
        ALLIED,
    ),
    Attempt(
        "SPI 3.34",
        {FOOT: "A2303", GI: "A2712"},
        go(FOOT, *south(3, 4)),
        {"tracks": {}},
        GERMAN,
        table=CLEAR_SKY,
    ),
    Attempt(
        "SPI 3.34",
        {FOOT: "A2303", GI: "A2712"},
        go(FOOT, *south(3, 7)),
        {"action": {"path": south(3, 6)}},
        GERMAN,
        table={"tracks": {"weather": "overcast"}},
    ),
    Attempt(
        "SPI 3.34",
        {TANKS: "A2303", **FAR},
        go(TANKS, *south(3, 6), "A2308"),
        {"ground": {}},
        ALLIED,
        table=WOODS,
    ),
    Attempt(
        "SPI 3.34",
        {TANKS: "A2303", **FAR},
        go(TANKS, *south(3, 7)),
        {"units": {TANKS: "", GI: "A2303"}, "action": {"units": [GI]}},
        ALLIED,
        table=WOODS,
    ),
    Attempt("SPI 3.34", {GI: "A2303", **FAR}, go(GI, *south(3, 7)), {"ground": {}}, ALLIED, table=HILLS),
    Attempt("5.2.2", {GI: "A2306", FOOT: "A2307"}, go(GI, "A2307"), {"units": {FOOT: "A2309"}}, ALLIED),
    Attempt("5.2.2", {FOOT: "A2306", GI: "A2307"}, go(FOOT, "A2307"), {"units": {GI: "A2309"}}, GERMAN),
    Attempt(
        "5.2.2",
        {GI: "A2306", FOOT: "A2307", "g_hq_ISSPz": "A2307"},
        go(GI, "A2307"),
        {"units": {FOOT: "A2712"}},
        ALLIED,
    ),
    Attempt(
        "5.2.3",
        {GI: "A2303", FOOT: "A2306"},
        go(GI, *south(3, 2), "A2205"),
        {"units": {FOOT: "A2308"}},
        ALLIED,
    ),
    Attempt(
        "5.2.3",
        {GI: "A2303", FOOT: "A2306"},
        go(GI, "A2405"),
        {"units": {FOOT: "A2308"}},
        ALLIED,
        before=(go(GI, *south(3, 2)),),
    ),
    Attempt(
        "5.2.3",
        {GI: "A2303", FOOT: "A2306"},
        go(GI, *south(3, 2), "A2304"),
        {"units": {FOOT: "", "g_tig_503": "A2306"}},
        ALLIED,
    ),
    Attempt(
        "SPI 4.0.B6",
        {GI: "A2303", **FAR},
        go(GI, "A2304"),
        {"units": {GI: "", TANKS: "A2303"}, "action": {"units": [TANKS]}},
        "allied-mechanized",
    ),
    Attempt(
        "SPI 4.0.A5",
        {FOOT: "A2303", PANZER: "A2403", GI: "A2712"},
        go(FOOT, "A2304"),
        {"action": {"units": [PANZER]}},
        "german-mechanized",
    ),
    Attempt(
        "SPI 4.0.A5",
        {"g_fj_13_5FJ": "A2303", "g_hq_ISSPz": "A2303", GI: "A2712"},
        go("g_fj_13_5FJ", "A2304"),
        {"action": {"units": ["g_hq_ISSPz"]}},
        "german-mechanized",
    ),
    Attempt(
        "TNC 7.3",
        ZONE,
        go(FOOT, "A2305"),
        {"options": {}},
        GERMAN,
        table={"options": {"disengagement": "off"}},
    ),
    Attempt("5.6.2", ZONE, go(FOOT, "A2206"), {"action": {"path": ["A2305"]}}, GERMAN),
    Attempt("5.6.2", ZONE, go(FOOT, "A2206"), {"units": {GI: "A2308"}}, GERMAN),
    Attempt(
        "5.6.2",
        {**ZONE, "u_inf_4": "A2104"},
        go(FOOT, "A2305", "A2204"),
        {"units": {"u_inf_4": "A2103"}, "action": {"path": ["A2305", "A2204"]}},
        GERMAN,
    ),
    Attempt(
        "SPI 3.34", ZONE, go(FOOT, "A2305", "A2304"), {"action": {"path": ["A2305"]}}, GERMAN, table=CLEAR_SKY
    ),
    Attempt("TNC 5.7.2", ACROSS, go(GI, "A2307"), {"units": {"u_cav_4": "A2307"}}, ALLIED, table=FORD),
    Attempt("TNC 5.7.2", ACROSS, go(GI, "A2307"), {"units": {FOOT: "A2308"}}, ALLIED, table=FORD),
    Attempt("TNC 5.7.2", ACROSS, go(GI, "A2307"), {"ground": {"rivers": RIVER}}, ALLIED, table=FORD),
    Attempt("5.7.4", {GI: "A2306", **FAR}, go(GI, "A2307"), DRY, ALLIED, table=WET),
    Attempt(
        "5.3.4",
        {"b_inf_3": "A2303", GI: "A2403", **FAR},
        load("b_inf_3"),
        {"action": {"unit": GI}},
        TRUCKS,
    ),
    Attempt("5.3.4", {TANKS: "A2303", GI: "A2403", **FAR}, load(TANKS), {"action": {"unit": GI}}, TRUCKS),
    Attempt("5.8.1", FOUR, load(GI), {"action": {"unit": "u_inf_4"}}, TRUCKS, before=(load(GI),)),
    Attempt(
        "5.8.1",
        FOUR,
        load("u_inf_8"),
        {"before": (load(GI), load("u_inf_4"))},
        TRUCKS,
        before=(load(GI), load("u_inf_4"), load("u_inf_5")),
    ),
    Attempt("5.8.3", FOUR, {**load(GI), "what": "truck-off"}, {"before": (load(GI),)}, TRUCKS),
    Attempt(
        "5.8.4",
        {SECOND[0]: "A2303", SECOND[1]: "A2303", SECOND[2]: "A2304", **FAR},
        load(SECOND[0]),
        {"units": {SECOND[2]: "A2303"}},
        TRUCKS,
    ),
    Attempt("5.9.1", {TANKS: "A0228", **FAR}, off(TANKS, "W"), {"units": {TANKS: "A0128"}}, ALLIED),
    Attempt("5.9.1", {TANKS: "A0128", **FAR}, off(TANKS, "S"), {"action": {"edge": "W"}}, ALLIED),
    Attempt("5.9.1", {GI: "A0133", **FAR}, off(GI, "S"), {"units": {GI: "A0134"}}, ALLIED),
    Attempt(
        "TNC 7.3",
        {TANKS: "A0128", FOOT: "A0129"},
        off(TANKS, "W"),
        {"options": {}},
        ALLIED,
        table={"options": {"disengagement": "off"}},
    ),
]


LATER = {"SPI 3.34": "DG 5.2.4", "SPI 4.0.A5": "DG 4.0", "SPI 4.0.B6": "DG 4.0"}
"""By which number the later game refuses what a line of 1977 does."""


def in_both(attempts: list[Attempt]) -> list[Attempt]:
    """The attempts, and those of 1977's own lines once more for the later game."""
    return [*attempts, *(replace(a, rule=LATER[a.rule]) for a in attempts if a.rule in LATER)]


@pytest.mark.parametrize(("edition", "attempt"), each(in_both(ATTEMPTS)), indirect=["edition"])
def test_refused_and_twin(attempt: Attempt) -> None:
    check(attempt)
