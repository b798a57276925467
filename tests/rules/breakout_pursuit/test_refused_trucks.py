"""What Trucks and the Naval Supply unit refuse, each beside a legal twin."""

from __future__ import annotations

from bp_attempts import Attempt, check, load, rows, unload
from bp_supply import (
    DELAY,
    GI,
    LORRIED,
    MORE_GI,
    NAVAL,
    SECOND_TRUCK,
    SUPPLY,
    TANKS,
    TRUCK,
    WEAK,
)
from few_words import Words, give, go, take

MOVE = "allied-movement"
OUT: Words = {"kind": "put-down"}
SHORE: Words = {"coast": ("2422", "2424", "2427", "2919", "2027")}
SAILOR = {NAVAL: "2424", GI: "2522"}
LOADED = (take(TRUCK), load(TRUCK, SUPPLY))
WAY = [f"24{column}" for column in range(19, 28)]


def sail(hex: str) -> Words:
    return give("sail", hex=hex)


ATTEMPTS = [
    # ---------------------------------------------------------------- trucks
    Attempt(
        "noncombat.B",
        {TRUCK: "2425", TANKS: "2425", GI: "2425"},
        load(TRUCK, TANKS),
        {"action": {"units": [GI]}},
        MOVE,
        before=(take(TRUCK),),
    ),
    Attempt(
        "noncombat.B",
        {TRUCK: "2425", LORRIED: "2425", GI: "2425"},
        load(TRUCK, LORRIED),
        {"action": {"units": [GI]}},
        MOVE,
        before=(take(TRUCK),),
    ),
    Attempt(
        "noncombat.B",
        {TRUCK: "2425", SUPPLY: "2425", GI: "2425"},
        load(TRUCK, GI),
        {"before": (*LOADED, unload(SUPPLY))},
        MOVE,
        before=LOADED,
    ),
    Attempt(
        "noncombat.B",
        {TRUCK: "2425", GI: "2424"},
        load(TRUCK, GI),
        {"units": {GI: "2425"}},
        MOVE,
        before=(take(TRUCK),),
    ),
    Attempt(
        "noncombat.B",
        {TRUCK: "2425", SECOND_TRUCK: "2425", SUPPLY: "2425"},
        load(TRUCK, SECOND_TRUCK),
        {"action": {"units": [SUPPLY]}},
        MOVE,
        before=(take(TRUCK),),
    ),
    Attempt(
        "noncombat.B",
        {TRUCK: "2425", SUPPLY: "2425", GI: "2425"},
        unload(GI),
        {"action": {"units": [SUPPLY]}},
        MOVE,
        before=LOADED,
    ),
    Attempt(
        "movement.procedure",
        {TRUCK: "2425", GI: "2425", MORE_GI: "2425"},
        {**load(TRUCK, GI), "units": [GI, MORE_GI]},
        {"action": {"units": [GI]}},
        MOVE,
        before=(take(TRUCK),),
    ),
    Attempt(
        "noncombat.C",
        {TRUCK: "2425", GI: "2425"},
        load(TRUCK, GI),
        {"marks": {}},
        MOVE,
        before=(take(TRUCK),),
        marks={GI: "unsupplied"},
    ),
    Attempt(
        "noncombat.C",
        {TRUCK: "2418", GI: "2427"},
        load(TRUCK, GI),
        {"before": (go(TRUCK, *WAY),)},
        MOVE,
        before=(go(TRUCK, *WAY, "2426", "2427"),),
    ),
    Attempt(
        "noncombat.C",
        {TRUCK: "2425", GI: "2425", SECOND_TRUCK: "2425"},
        load(SECOND_TRUCK, GI),
        {"before": (take(SECOND_TRUCK),)},
        MOVE,
        before=(take(TRUCK), load(TRUCK, GI), unload(GI), OUT, take(SECOND_TRUCK)),
    ),
    # ---------------------------------------------------------------- by sea
    Attempt(
        "noncombat.M",
        SAILOR,
        sail("2523"),
        {"action": {"hex": "2919"}},
        MOVE,
        before=(take(NAVAL),),
        table=SHORE,
    ),
    Attempt(
        "noncombat.M",
        SAILOR,
        sail("2424"),
        {"action": {"hex": "2919"}},
        MOVE,
        before=(take(NAVAL),),
        table=SHORE,
    ),
    Attempt(
        "noncombat.M",
        {**SAILOR, WEAK: "2918"},
        sail("2919"),
        {"units": {WEAK: "2627"}},
        MOVE,
        before=(take(NAVAL),),
        table=SHORE,
    ),
    Attempt(
        "noncombat.M",
        {**SAILOR, WEAK: "2919"},
        sail("2919"),
        {"units": {WEAK: "", DELAY: "2919"}},
        MOVE,
        before=(take(NAVAL),),
        table=SHORE,
    ),
    Attempt(
        "noncombat.M",
        {**SAILOR, WEAK: "2922"},
        sail("2919"),
        {"groups": {}},
        MOVE,
        before=(take(NAVAL),),
        table={**SHORE, "groups": {"zuider-zee": "2919"}},
    ),
    Attempt(
        "noncombat.M",
        SAILOR,
        go(NAVAL, "2423"),
        {"units": {NAVAL: "", TANKS: "2424"}, "action": {"units": [TANKS]}},
        MOVE,
        table=SHORE,
    ),
    Attempt(
        "noncombat.M",
        SAILOR,
        give("sail"),
        {"action": {"hex": "2919"}},
        MOVE,
        before=(take(NAVAL),),
        table=SHORE,
    ),
]


@rows(ATTEMPTS)
def test_refused_beside_a_legal_twin(attempt):
    check(attempt)


def test_there_are_enough_of_them():
    assert len(ATTEMPTS) >= 15
