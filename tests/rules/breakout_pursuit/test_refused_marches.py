"""What movement, zones, stacking, delay markers and the map's edge refuse, each beside a legal twin."""

from __future__ import annotations

from bp_attempts import Attempt, check, off, rows
from bp_marches import (
    DELAY,
    FALLSCHIRM,
    FOOT,
    FOURTH_TANKS,
    GI,
    GRENADIERS,
    LORRIED,
    MORE_FOOT,
    MORE_GI,
    MORE_TANKS,
    NAVAL,
    PANZER,
    SUPPLY,
    TANKS,
    THIRD_TANKS,
    TRUCK,
)
from few_words import DONE, Words, go, lose, take

ALLIED, GERMAN, AGAIN = "allied-movement", "german-movement", "allied-mechanized"
GARRISON, INLAND = "JUL-G016", "JUL-G005"
BRIGADE = "JUL-A013"
OUT: Words = {"kind": "put-down"}


def west(start: int, steps: int) -> list[str]:
    """So many hexes westward along row 24, from the one after `24..`."""
    return [f"24{start + n:02}" for n in range(1, steps + 1)]


def rivers(*sides: tuple[str, str], word: str = "river") -> Words:
    return {"ground": {"rivers": [(*side, word) for side in sides]}}


def walls(*hexes: str, word: str = "clear west-wall") -> Words:
    return {"ground": {"terrain": dict.fromkeys(hexes, word)}}


CLEAR: Words = {"ground": {}}
FULL = {TANKS: "2422", MORE_TANKS: "2422", GI: "2422"}
CROWD = {TANKS: "2322", MORE_TANKS: "2421", THIRD_TANKS: "2423", FOURTH_TANKS: "2522"}
CROWDED = (*(go(unit, "2422") for unit in CROWD), OUT, DONE)

ATTEMPTS = [
    # ---------------------------------------------------------------- how far
    Attempt("movement.E", {GI: "2418"}, go(GI, *west(18, 6)), {"action": {"path": west(18, 5)}}, ALLIED),
    Attempt(
        "movement.E", {TANKS: "2418"}, go(TANKS, *west(18, 9)), {"action": {"path": west(18, 8)}}, ALLIED
    ),
    Attempt(
        "movement.E",
        {FOOT: "2418"},
        go(FOOT, *west(18, 6)),
        {"units": {FOOT: "", FALLSCHIRM: "2418"}, "action": {"units": [FALLSCHIRM]}},
        GERMAN,
    ),
    Attempt(
        "movement.E", {GI: "2418"}, go(GI, *west(18, 3)), {"marks": {}}, ALLIED, marks={GI: "unsupplied"}
    ),
    Attempt(
        "movement.E",
        {TANKS: "2418"},
        go(TANKS, *west(18, 2)),
        {"action": {"path": west(18, 1)}},
        ALLIED,
        marks={TANKS: "isolated"},
    ),
    Attempt(
        "movement.E",
        {FOOT: "2418"},
        go(FOOT, *west(18, 4)),
        CLEAR,
        GERMAN,
        table=rivers(("2420", "2421")),
    ),
    Attempt("movement.E", {GI: "2418"}, go(GI, *west(18, 5)), CLEAR, ALLIED, table=rivers(("2420", "2421"))),
    Attempt("movement.E", {GI: "2418"}, go(GI, *west(18, 5)), CLEAR, ALLIED, table=walls("2420")),
    Attempt(
        "movement.E",
        {TANKS: "2418"},
        go(TANKS, *west(25, 2)),
        {"action": {"path": west(25, 1)}},
        ALLIED,
        before=(go(TANKS, *west(18, 7)),),
    ),
    # ---------------------------------------------------------------- which hexes
    Attempt(
        "movement.B", {TANKS: "2422", FOOT: "2423"}, go(TANKS, "2423"), {"units": {FOOT: "2425"}}, ALLIED
    ),
    Attempt(
        "movement.B",
        {TANKS: "2422", FOOT: "2423"},
        go(TANKS, "2423"),
        {"units": {FOOT: "", DELAY: "2423"}},
        ALLIED,
    ),
    Attempt(
        "movement.B",
        {PANZER: "2422", TRUCK: "2423"},
        go(PANZER, "2423"),
        {"units": {TRUCK: "", SUPPLY: "2423"}},
        GERMAN,
    ),
    Attempt(
        "movement.B",
        {PANZER: "2422", SUPPLY: "2423", GI: "2423"},
        go(PANZER, "2423"),
        {"units": {GI: "2426"}},
        GERMAN,
    ),
    Attempt(
        "movement.B",
        {TANKS: "2422"},
        go(TANKS, "2423"),
        CLEAR,
        ALLIED,
        table=rivers(("2422", "2423"), word="all-sea"),
    ),
    Attempt(
        "movement.C",
        {TANKS: "2422", FOOT: "2424", MORE_FOOT: "2522"},
        go(TANKS, "2423"),
        {"units": {MORE_FOOT: "2727"}},
        ALLIED,
        marks={TANKS: "isolated"},
    ),
    # ---------------------------------------------------------------- which units, and when
    Attempt(
        "movement.procedure",
        {TANKS: "2422", GI: "2422"},
        take(TANKS, GI),
        {"action": {"units": [GI]}},
        ALLIED,
    ),
    Attempt(
        "movement.procedure", {GI: "2422"}, take(GI), {"before": ()}, ALLIED, before=(go(GI, "2421"), OUT)
    ),
    Attempt(
        "sequence.A6",
        {GI: "2422", TANKS: "2522"},
        go(GI, "2421"),
        {"units": {GI: "", MORE_TANKS: "2422"}, "action": {"units": [MORE_TANKS]}},
        AGAIN,
    ),
    Attempt(
        "sequence.A6",
        {LORRIED: "2422", TANKS: "2522"},
        take(LORRIED),
        {"action": {"units": [TANKS]}},
        AGAIN,
    ),
    Attempt(
        "sequence.A6", {FOOT: "2422", PANZER: "2522"}, take(FOOT), {"phase": GERMAN}, "german-mechanized"
    ),
    Attempt(
        "sequence.A4",
        {TRUCK: "2422", GI: "2522"},
        take(TRUCK),
        {"before": ()},
        ALLIED,
        before=(go(GI, "2521"), OUT),
    ),
    Attempt(
        "sequence.A4",
        {NAVAL: "2422", GI: "2522"},
        take(NAVAL),
        {"options": {"non-combat-first": "off"}},
        ALLIED,
        before=(go(GI, "2521"), OUT),
    ),
    Attempt("sequence.A4", {GI: "2422", FOOT: "2727"}, take(FOOT), {"action": {"units": [GI]}}, ALLIED),
    Attempt(
        "special.A", {GI: "2422"}, take(GI), {"scenario": "1.2"}, ALLIED, table={"turn": 1, "scenario": "1.1"}
    ),
    Attempt(
        "special.A", {TRUCK: "2422"}, take(TRUCK), {"turn": 2}, ALLIED, table={"turn": 1, "scenario": "3.1"}
    ),
    Attempt(
        "special.G",
        {GARRISON: "0931", GRENADIERS: "2422"},
        take(GARRISON),
        {"units": {GARRISON: "1326"}},
        GERMAN,
        table={"scenario": "1.2"},
    ),
    Attempt(
        "special.G",
        {GARRISON: "0931", GRENADIERS: "2422"},
        take(GARRISON),
        {"scenario": "1.3"},
        GERMAN,
        table={"scenario": "1.2"},
    ),
    Attempt(
        "crt.Ad",
        {TANKS: "2422", MORE_TANKS: "2422"},
        take(TANKS),
        {"action": {"units": [MORE_TANKS]}},
        ALLIED,
        marks={TANKS: "disrupted"},
    ),
    # ---------------------------------------------------------------- zones of control
    Attempt("zoc.K", {GI: "2422", FOOT: "2323"}, go(GI, "2423"), {"action": {"path": ["2522"]}}, ALLIED),
    Attempt(
        "zoc.K",
        {GI: "2422", FOOT: "2323"},
        go(GI, "2423"),
        {"units": {GI: "", TANKS: "2422"}, "action": {"units": [TANKS]}},
        ALLIED,
    ),
    Attempt(
        "zoc.K",
        {FALLSCHIRM: "2422", GI: "2323"},
        go(FALLSCHIRM, "2423"),
        {"units": {GI: "", SUPPLY: "2323"}},
        GERMAN,
    ),
    Attempt(
        "zoc.K",
        {GI: "2422", FOOT: "2323", MORE_GI: "2423"},
        go(GI, "2423"),
        {"units": {FOOT: "2727"}},
        ALLIED,
    ),
    Attempt(
        "zoc.K",
        {GI: "2422", FOOT: "2323"},
        go(GI, "2423"),
        walls("2323", word="clear fortress"),
        ALLIED,
        table=walls("2323"),
    ),
    Attempt(
        "movement.E",
        {TANKS: "2418", FOOT: "2324"},
        go(TANKS, *west(18, 7)),
        {"units": {FOOT: "2024"}},
        ALLIED,
    ),
    Attempt(
        "movement.E",
        {TRUCK: "2418", FOOT: "2324"},
        go(TRUCK, *west(18, 9), "2328", "2329", "2330", "2331"),
        {"units": {FOOT: "2024"}},
        ALLIED,
    ),
    # ---------------------------------------------------------------- zones of delay
    Attempt(
        "movement.E",
        {GI: "2425", DELAY: "2422"},
        go(GI, "2424", "2423", "2422"),
        {"units": {DELAY: "2022"}},
        ALLIED,
    ),
    Attempt(
        "movement.E",
        {GI: "2418", DELAY: "2323"},
        go(GI, *west(18, 5)),
        {"units": {DELAY: "2028"}},
        ALLIED,
    ),
    Attempt("delay.E", {DELAY: "2422", PANZER: "2522"}, take(DELAY), {"action": {"units": [PANZER]}}, GERMAN),
    # ---------------------------------------------------------------- fortresses
    Attempt(
        "fortresses.general",
        {TANKS: "2422"},
        go(TANKS, "2423"),
        {"marks": {"2423": "destroyed"}},
        ALLIED,
        table=walls("2423", word="clear fortress"),
    ),
    Attempt(
        "fortresses.general",
        {TANKS: "2422"},
        go(TANKS, "2423"),
        walls("2423"),
        ALLIED,
        table=walls("2423", word="clear fortress"),
    ),
    # ---------------------------------------------------------------- stacking
    Attempt(
        "stacking.M",
        {**FULL, LORRIED: "2423"},
        DONE,
        {"before": (go(LORRIED, "2422", "2421"), OUT)},
        ALLIED,
        before=(go(LORRIED, "2422"), OUT),
    ),
    Attempt(
        "stacking.M",
        {**FULL, LORRIED: "2422"},
        DONE,
        {"units": {LORRIED: "", TRUCK: "2422"}},
        ALLIED,
    ),
    Attempt(
        "stacking.M",
        {**CROWD, TRUCK: "2422"},
        lose(TRUCK),
        {"action": {"unit": TANKS}},
        ALLIED,
        before=CROWDED,
    ),
    Attempt(
        "stacking.M", {**CROWD, GI: "2020"}, lose(GI), {"action": {"unit": TANKS}}, ALLIED, before=CROWDED
    ),
    Attempt("stacking.M", CROWD, DONE, {"before": CROWDED[:-1]}, ALLIED, before=CROWDED),
    # ---------------------------------------------------------------- over the edge
    Attempt(
        "victory.E", {TANKS: "0953"}, off(TANKS, "A"), {"action": {"edge": "D"}}, ALLIED, table={"turn": 5}
    ),
    Attempt("victory.E", {TANKS: "0952"}, off(TANKS), {"units": {TANKS: "0953"}}, ALLIED, table={"turn": 5}),
    Attempt(
        "victory.E",
        {BRIGADE: "0953"},
        off(BRIGADE),
        {"units": {BRIGADE: "", TANKS: "0953"}, "action": {"units": [TANKS]}},
        ALLIED,
        table={"turn": 5},
    ),
    Attempt(
        "victory.E",
        {TANKS: "0953"},
        off(TANKS),
        {"marks": {}},
        ALLIED,
        table={"turn": 5},
        marks={TANKS: "unsupplied"},
    ),
]


@rows(ATTEMPTS)
def test_refused_beside_a_legal_twin(attempt):
    check(attempt)


def test_there_are_enough_of_them():
    assert len(ATTEMPTS) >= 45
