"""What Supply and Pipeline units refuse, used, landed, moved and laid, each beside a legal twin."""

from __future__ import annotations

from bp_attempts import Attempt, check, load, rows, unload
from bp_supply import (
    GI,
    INFANTRY,
    LANDED,
    LANDED_NEXT,
    MORE_SUPPLY,
    PIPES,
    SECOND_TRUCK,
    SUPPLY,
    TANKS,
    TRUCK,
    WEAK,
)
from few_words import DONE, Words, give, go, put, take

MOVE, PLACE, JUDGE, AGAIN = "allied-movement", "allied-reinforcement", "allied-supply", "allied-mechanized"
ONE, TWO, THREE, FOUR, FIVE = PIPES[:5]
ON: Words = {"groups": {"bayeux": "2427"}}
CHAIN = {ONE: "2427", TWO: "2426", FOUR: "2425"}
NOW = THREE
OUT: Words = {"kind": "put-down"}
WITH_SUPPLY = (take(SUPPLY),)
LOADED = (take(TRUCK), load(TRUCK, SUPPLY))
GAP = {ONE: "2427", FOUR: "2425", FIVE: "2424", SUPPLY: "staging"}
OFF = dict.fromkeys((FOUR, FIVE), "inactive")
SEA: Words = {"ground": {"terrain": {"2424": "sea"}}, **ON}


def activate(unit: str) -> Words:
    return give("activate", unit=unit)


def shuttle(truck: str) -> Words:
    return give("shuttle", unit=truck)


ATTEMPTS = [
    # ---------------------------------------------------------------- Supply units used
    Attempt(
        "supply.J", {GI: "2422", SUPPLY: "2424"}, give("supply", unit=GI), {"action": {"unit": SUPPLY}}, JUDGE
    ),
    Attempt(
        "supply.J",
        {GI: "2422", SUPPLY: "2424", MORE_SUPPLY: "staging"},
        give("supply", unit=MORE_SUPPLY),
        {"units": {MORE_SUPPLY: "2425"}},
        JUDGE,
    ),
    Attempt(
        "supply.J",
        {GI: "2018", SUPPLY: "2019", TANKS: "2927", MORE_SUPPLY: "2926"},
        give("supply", unit=MORE_SUPPLY),
        {"before": ()},
        JUDGE,
        before=(give("supply", unit=MORE_SUPPLY),),
    ),
    Attempt(
        "supply.J",
        {GI: "2422", SUPPLY: "2424", MORE_SUPPLY: "2910"},
        give("supply", unit=MORE_SUPPLY),
        {"units": {MORE_SUPPLY: "2919"}},
        JUDGE,
    ),
    # ---------------------------------------------------------------- Supply units landed
    Attempt(
        "noncombat.J",
        {LANDED: "arrivals", ONE: "2427"},
        put(LANDED, "2426"),
        {"action": {"hex": "2427"}},
        PLACE,
        table=ON,
    ),
    Attempt(
        "noncombat.J",
        {LANDED: "arrivals", ONE: "2427", TWO: "2426"},
        put(LANDED, "2426"),
        {"marks": {}},
        PLACE,
        table=ON,
        marks={TWO: "inactive"},
    ),
    Attempt(
        "noncombat.J",
        {LANDED: "arrivals", LANDED_NEXT: "arrivals"},
        put(LANDED_NEXT, "2427"),
        {"turn": 4},
        PLACE,
        table=ON,
    ),
    Attempt(
        "noncombat.J",
        {LANDED: "arrivals", SUPPLY: "2425"},
        put(SUPPLY, "2427"),
        {"units": {SUPPLY: "staging"}},
        PLACE,
        table=ON,
    ),
    Attempt(
        "noncombat.J",
        {LANDED: "arrivals", WEAK: "2427", ONE: "2427"},
        put(LANDED, "2427"),
        {"units": {WEAK: "2727"}},
        PLACE,
        table=ON,
    ),
    Attempt(
        "noncombat.procedure",
        {LANDED: "arrivals", GI: "2422"},
        put(GI, "2427"),
        {"action": {"unit": LANDED}},
        PLACE,
        table=ON,
    ),
    # ---------------------------------------------------------------- Supply units moved
    Attempt(
        "noncombat.K",
        {SUPPLY: "2422", TRUCK: "2420"},
        go(SUPPLY, "2421"),
        {"units": {SUPPLY: "", GI: "2422"}, "action": {"units": [GI]}},
        MOVE,
    ),
    Attempt(
        "noncombat.K",
        {SUPPLY: "2422", TRUCK: "2420"},
        give("shuttle"),
        {"action": {"unit": TRUCK}},
        MOVE,
        before=WITH_SUPPLY,
    ),
    Attempt(
        "noncombat.K.1",
        {SUPPLY: "2422", TRUCK: "2434"},
        shuttle(TRUCK),
        {"units": {TRUCK: "2432"}},
        MOVE,
        before=WITH_SUPPLY,
        table={"ground": {"terrain": {f"24{c}": "clear" for c in range(28, 36)}}},
    ),
    Attempt(
        "noncombat.K.1",
        {SUPPLY: "2422", TRUCK: "2420", GI: "2419"},
        shuttle(GI),
        {"action": {"unit": TRUCK}},
        MOVE,
        before=WITH_SUPPLY,
    ),
    Attempt(
        "noncombat.K.1",
        {SUPPLY: "2422", TRUCK: "2422", SECOND_TRUCK: "2420"},
        shuttle(TRUCK),
        {"units": {TRUCK: "2421"}},
        MOVE,
        before=WITH_SUPPLY,
    ),
    Attempt(
        "noncombat.K.1",
        {SUPPLY: "2422", TRUCK: "2420", INFANTRY: "2419", GI: "2420"},
        shuttle(TRUCK),
        {"units": {INFANTRY: "2019"}},
        MOVE,
        before=WITH_SUPPLY,
    ),
    Attempt(
        "noncombat.K.1",
        {SUPPLY: "2422", TRUCK: "2420", ONE: "2427"},
        give("shuttle", hex="2426"),
        {"action": {"hex": "2427"}},
        MOVE,
        before=WITH_SUPPLY,
        table=ON,
    ),
    Attempt(
        "noncombat.K.2",
        {SUPPLY: "2422", **CHAIN, TRUCK: "2420"},
        give("pipeline", hex="2425"),
        {"units": {SUPPLY: "2427"}},
        MOVE,
        before=WITH_SUPPLY,
        table=ON,
    ),
    Attempt(
        "noncombat.K.2",
        {SUPPLY: "2427", **CHAIN},
        give("pipeline", hex="2424"),
        {"action": {"hex": "2425"}},
        MOVE,
        before=WITH_SUPPLY,
        table=ON,
    ),
    Attempt(
        "noncombat.K.2",
        {SUPPLY: "2427", **CHAIN},
        give("pipeline", hex="2425"),
        {"marks": {}},
        MOVE,
        before=WITH_SUPPLY,
        table=ON,
        marks={TWO: "inactive"},
    ),
    Attempt(
        "errata.allied_supply_units",
        {SUPPLY: "2422", TRUCK: "2420", TANKS: "2522"},
        take(SUPPLY),
        {"phase": MOVE},
        AGAIN,
    ),
    Attempt(
        "errata.allied_supply_units.1",
        {SUPPLY: "2424", TRUCK: "2424", SECOND_TRUCK: "2420"},
        shuttle(SECOND_TRUCK),
        {"before": WITH_SUPPLY},
        MOVE,
        before=(*LOADED, go(TRUCK, "2423"), unload(SUPPLY), OUT, take(SUPPLY)),
    ),
    Attempt(
        "errata.allied_supply_units.1",
        {ONE: "2427", TWO: "2426", SUPPLY: "2427", TRUCK: "2426", SECOND_TRUCK: "2426"},
        load(SECOND_TRUCK, SUPPLY),
        {"before": (take(SUPPLY), give("pipeline", hex="2426"))},
        MOVE,
        before=(take(SUPPLY), shuttle(TRUCK)),
        table=ON,
    ),
    Attempt(
        "errata.allied_supply_units.2",
        {SUPPLY: "2424", TRUCK: "2422"},
        shuttle(TRUCK),
        {"before": WITH_SUPPLY},
        MOVE,
        before=(go(TRUCK, "2421"), OUT, take(SUPPLY)),
    ),
    Attempt(
        "errata.allied_supply_units.2",
        {SUPPLY: "2424", TRUCK: "2422", SECOND_TRUCK: "2422"},
        go(TRUCK, "2421"),
        {"before": (take(SUPPLY), shuttle(SECOND_TRUCK))},
        MOVE,
        before=(take(SUPPLY), shuttle(TRUCK)),
    ),
    Attempt(
        "errata.allied_supply_units.3",
        {SUPPLY: "2424", TRUCK: "2424", SECOND_TRUCK: "2423"},
        load(SECOND_TRUCK, SUPPLY),
        {"action": {"carrier": TRUCK}},
        MOVE,
        before=(*LOADED, go(TRUCK, "2423"), unload(SUPPLY)),
    ),
    # ---------------------------------------------------------------- the pipeline
    Attempt(
        "noncombat.F",
        {ONE: "2427", TWO: "2426", NOW: "arrivals"},
        put(NOW, "2424"),
        {"action": {"hex": "2425"}},
        PLACE,
        table=ON,
    ),
    Attempt("noncombat.F", {NOW: "arrivals"}, put(NOW, "2426"), {"action": {"hex": "2427"}}, PLACE, table=ON),
    Attempt(
        "noncombat.F",
        {**CHAIN, NOW: "arrivals", WEAK: "2424"},
        put(NOW, "2424"),
        {"units": {WEAK: "2423"}},
        PLACE,
        table=ON,
    ),
    Attempt("noncombat.F", {**CHAIN, NOW: "arrivals"}, put(NOW, "2424"), {"ground": {}}, PLACE, table=SEA),
    Attempt(
        "noncombat.F",
        {ONE: "2427", TWO: "2426", NOW: "arrivals", SUPPLY: "staging"},
        put(NOW, "2425"),
        {"turn": 3},
        PLACE,
        table={**ON, "turn": 2},
    ),
    Attempt(
        "noncombat.F",
        {ONE: "2427", TWO: "arrivals", NOW: "arrivals", SUPPLY: "staging"},
        put(TWO, "2426"),
        {"action": {"unit": NOW}},
        PLACE,
        table=ON,
    ),
    Attempt(
        "noncombat.F",
        {ONE: "2427", TWO: "2426", NOW: "2426", LANDED: "arrivals"},
        put(NOW, "2425"),
        {"units": {NOW: "arrivals"}},
        PLACE,
        table=ON,
    ),
    Attempt(
        "errata.allied_supply_pipeline_units",
        {**CHAIN, NOW: "arrivals", LANDED: "arrivals"},
        DONE,
        {"before": (put(NOW, "2424"),)},
        PLACE,
        table=ON,
    ),
    Attempt(
        "noncombat.G",
        {**GAP, TWO: "2426"},
        activate(FIVE),
        {"action": {"unit": FOUR}},
        PLACE,
        table=ON,
        marks=OFF,
    ),
    Attempt(
        "noncombat.G",
        {**GAP, TWO: "2727"},
        activate(FOUR),
        {"units": {TWO: "2426"}},
        PLACE,
        table=ON,
        marks=OFF,
    ),
    Attempt(
        "noncombat.G",
        {**GAP, TWO: "2426"},
        activate(TWO),
        {"action": {"unit": FOUR}},
        PLACE,
        table=ON,
        marks=OFF,
    ),
    Attempt("noncombat.H", {ONE: "2427", GI: "2427"}, take(ONE), {"action": {"units": [GI]}}, MOVE, table=ON),
]


@rows(ATTEMPTS)
def test_refused_beside_a_legal_twin(attempt):
    check(attempt)


def test_there_are_enough_of_them():
    assert len(ATTEMPTS) >= 35
