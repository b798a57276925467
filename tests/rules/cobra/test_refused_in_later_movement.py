"""What movement by The Normandy Campaign refuses, each beside a legal twin that differs in one fact."""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import Words
from marches import ENEMY, FOOT, GI, PANZER, TANKS, ZONE

ALLIED, GERMAN = "allied-movement", "german-movement"
LATE_ALLIED, LATE_GERMAN = "allied-mechanized", "german-mechanized"
FAR = {FOOT: "A2712"}
PANZERS = (PANZER, "g_pg_2_2", "g_pg_304_2")
COMMANDO, BRITISH, AIRBORNE = "b_cdo_1SS", "b_inf_3", "b_ab_3"
STEP = ("A2306", "A2307")


def go(unit: str, *path: str) -> Words:
    return {"kind": "move", "units": [unit], "path": list(path)}


def take(*units: str) -> Words:
    return {"kind": "take", "units": list(units)}


def risk(unit: str, word: str = "one third") -> Words:
    return {"kind": "commit", "what": "air-risk", "unit": unit, "word": word}


def south(start: int, steps: int) -> list[str]:
    return [f"A23{start + n:02}" for n in range(1, steps + 1)]


def weather(word: str) -> Words:
    return {"tracks": {"weather": word}}


def land(**words) -> Words:
    return {"ground": words}


MARSH = {"terrain": {"A2307": "marsh"}}
DRIVE = {TANKS: "A2306", **FAR}
RAID = {COMMANDO: "A2306", **FAR}
MARCH = {BRITISH: "A2303", **FAR}
MOVED = {FOOT: "A2312", PANZER: "A2012", GI: "A2303"}
OVER = {**dict.fromkeys(PANZERS, "A2307"), "u_cav_4": "A2306", GI: "A2503"}
OVERRUN: Words = {"kind": "overrun", "units": list(PANZERS), "target": "A2306"}
WOODS = {"A2306": "heavy-forest", "A2305": "heavy-forest"}
BROOK = [("A2305", "A2306", "minor-river")]
NORTH_BANK = [(*STEP, "major-river"), ("A2306", "A2206", "major-river")]
CROSSING = {GI: "A2306", FOOT: "A2206", ENEMY: "A2712"}
BOCAGE = ["A2304", "A2305", "A2306", "A2307", "A2308"]


def dry(**words) -> Words:
    """Clear weather over some ground."""
    return {**weather("clear"), **land(**words)}


ATTEMPTS = [
    Attempt(
        "DG 5.3.6", DRIVE, go(TANKS, "A2307"), land(terrain={"A2307": "clear"}), ALLIED, table=land(**MARSH)
    ),
    Attempt(
        "DG 5.3.6",
        DRIVE,
        go(TANKS, "A2307"),
        land(**MARSH, roads=[(*STEP, "secondary")]),
        ALLIED,
        table=land(**MARSH),
    ),
    Attempt(
        "DG 5.3.6",
        {**DRIVE, GI: "A2306"},
        go(TANKS, "A2307"),
        {"action": {"units": [GI]}},
        ALLIED,
        table=land(**MARSH),
    ),
    Attempt("DG 5.3.7", RAID, go(COMMANDO, *south(6, 2)), {"action": {"path": south(6, 1)}}, LATE_ALLIED),
    Attempt(
        "DG 5.3.7",
        {COMMANDO: "A2306", FOOT: "A2307"},
        go(COMMANDO, "A2206"),
        {"action": {"path": ["A2305"]}},
        LATE_ALLIED,
    ),
    Attempt(
        "DG 5.3.7",
        {COMMANDO: "A2306", FOOT: "A2307"},
        go(COMMANDO, "A2206"),
        {"units": {COMMANDO: "A2205"}},
        LATE_ALLIED,
    ),
    Attempt(
        "DG 4.0",
        {COMMANDO: "A2306", AIRBORNE: "A2306", **FAR},
        go(AIRBORNE, "A2307"),
        {"action": {"units": [COMMANDO]}},
        LATE_ALLIED,
    ),
    Attempt(
        "DG 4.0",
        {**MARCH, GI: "A2303"},
        go(GI, "A2304"),
        {"action": {"units": [BRITISH]}},
        LATE_ALLIED,
    ),
    Attempt("DG 5.2.4", MARCH, go(BRITISH, *south(3, 7)), {"action": {"path": south(3, 6)}}, LATE_ALLIED),
    Attempt(
        "5.3.8",
        {TANKS: "A4102", GI: "A4102", **FAR},
        go(TANKS, "A4202"),
        {"action": {"units": [GI]}},
        ALLIED,
    ),
    Attempt(
        "5.3.8",
        {TANKS: "A4102", **FAR},
        go(TANKS, "A4201"),
        {"units": {TANKS: "A4101"}},
        ALLIED,
    ),
    Attempt("DG 5.4.4", MOVED, risk(FOOT), weather("overcast"), GERMAN, (take(FOOT),), weather("storms")),
    Attempt(
        "DG 5.4.4",
        MOVED,
        risk(FOOT, "two thirds"),
        weather("clear"),
        GERMAN,
        (take(FOOT),),
        weather("overcast"),
    ),
    Attempt(
        "DG 5.4.4",
        MOVED,
        risk(FOOT),
        {"action": {"word": "two thirds"}},
        GERMAN,
        (take(FOOT), risk(FOOT)),
        weather("clear"),
    ),
    Attempt(
        "DG 5.4.4",
        MOVED,
        risk(FOOT),
        {"action": {"unit": PANZER}},
        LATE_GERMAN,
        (take(PANZER),),
        weather("clear"),
    ),
    Attempt(
        "DG 5.4.4",
        MOVED,
        take(PANZER),
        {"before": (take(FOOT),)},
        GERMAN,
        (take(FOOT), risk(FOOT)),
        weather("clear"),
    ),
    Attempt(
        "DG 5.4.4",
        MOVED,
        go(FOOT, "A2311"),
        {"action": {"units": [PANZER], "path": ["A2011"]}},
        GERMAN,
        (take(FOOT), risk(FOOT), {"kind": "put-down"}),
        {**weather("clear"), "dice": [6]},
    ),
    Attempt(
        "DG 5.4.4",
        OVER,
        OVERRUN,
        {"before": (take(*PANZERS),)},
        GERMAN,
        (take(*PANZERS), risk(PANZERS[2])),
        weather("clear"),
    ),
    Attempt(
        "DG 5.2.4",
        MOVED,
        go(FOOT, *[f"A23{n:02}" for n in range(11, 4, -1)]),
        {"before": (take(FOOT), risk(FOOT, "two thirds"))},
        GERMAN,
        (take(FOOT), risk(FOOT)),
        weather("clear"),
    ),
    Attempt(
        "5.6.3",
        ZONE,
        go(FOOT, "A2305"),
        {"tracks": {"weather": "overcast"}},
        GERMAN,
        table=dry(terrain={"A2305": "hills"}),
    ),
    Attempt(
        "5.6.3",
        ZONE,
        go(FOOT, "A2305"),
        {"units": {GI: "A2309"}},
        GERMAN,
        table=dry(terrain={"A2305": "hills"}),
    ),
    Attempt(
        "5.6.4",
        ZONE,
        go(FOOT, "A2305"),
        dry(terrain=WOODS, rivers=BROOK),
        GERMAN,
        table=dry(terrain={**WOODS, "A2305": "hills"}, rivers=BROOK),
    ),
    Attempt(
        "DG 5.2.4",
        {TANKS: "A2303", **FAR},
        go(TANKS, *south(3, 5)),
        land(bocage=BOCAGE[:2]),
        ALLIED,
        table=land(bocage=BOCAGE),
    ),
    Attempt(
        "DG 5.2.4",
        {TANKS: "A2303", **FAR},
        go(TANKS, *south(3, 5)),
        {"options": {"bocage": "1977"}},
        ALLIED,
        table=land(bocage=BOCAGE),
    ),
    Attempt(
        "DG 5.7.2",
        CROSSING,
        go(GI, "A2307"),
        {"units": {"u_cav_4": "A2307"}},
        ALLIED,
        table=land(rivers=NORTH_BANK),
    ),
    Attempt(
        "DG 5.7.2",
        CROSSING,
        go(GI, "A2307"),
        {"units": {FOOT: "A2308"}},
        ALLIED,
        table=land(rivers=NORTH_BANK),
    ),
    Attempt(
        "DG 5.7.2",
        {**CROSSING, ENEMY: "A2308"},
        go(GI, "A2307"),
        land(rivers=[*NORTH_BANK, ("A2206", "A2307", "major-river")]),
        ALLIED,
        table=land(
            rivers=[
                *NORTH_BANK,
                ("A2206", "A2307", "major-river"),
                ("A2308", "A2309", "major-river"),
            ]
        ),
    ),
]


@pytest.mark.parametrize(("edition", "attempt"), each(ATTEMPTS), indirect=["edition"])
def test_refused_and_twin(attempt: Attempt) -> None:
    check(attempt)
