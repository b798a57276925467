"""What reinforcements, replacements, airdrops, delay markers, set-ups and the breach refuse, beside twins."""

from __future__ import annotations

from bp_attempts import Attempt, check, rows
from bp_fights import G1, G8, UK7, US11, US13, US13F, US16, US17
from bp_marches import (
    DELAY,
    FOOT,
    GI,
    LATE_DELAY,
    MORE_GI,
    PANZER,
    PARAS,
    SLOW_FOOT,
    STATIC,
    SUPPLY,
    TANKS,
    TRUCK,
)
from few_words import DONE, Words, choose, give, go, put, take

from hexcore_breakout_pursuit.order_of_battle import ALLIED as ALLIES
from hexcore_breakout_pursuit.paratroops import Airdrop

LANDING, COMING, SKY, MOVE = (
    "allied-reinforcement",
    "german-reinforcement",
    "allied-airdrop",
    "allied-movement",
)
INFANTRY_28, CANADIANS = "ARR-A001", "ARR-A002"
FOOT_708, FOOT_158, NINTH = "ARR-G001", "ARR-G002", "ARR-G003"
AIRBORNE, FIRST, AIRLANDING = "JUL-A039", "JUL-A038", "JUL-A042"
GONE, WEAK, FOUR = "eliminated", "JUL-G030", "JUL-G025"
ZONES = [f"MRK-A{n:03d}" for n in range(1, 7)]
TRAY = dict.fromkeys(ZONES, "markers")
NEW = {INFANTRY_28: "arrivals", TANKS: "2422"}
PANZERS = {NINTH: "arrivals", PANZER: "2922"}
DEAD = {SLOW_FOOT: GONE, PANZER: "2922", TANKS: "2422"}
CAMPAIGN: Words = {"turn": 6, "scenario": "3.4"}
DROP = {ZONES[0]: "1343", FIRST: "staging", AIRBORNE: "staging", GI: "0342"}
OPEN = ("airdrop zone open", "", ZONES[0])
MARKED = {DELAY: "arrivals", FOOT: "2422"}


def landing(
    rule: str,
    unit: str,
    hex: str,
    twin: Words,
    units: dict[str, str] | None = None,
    *notes: tuple[str, str, bool],
) -> Attempt:
    """An attempt to land at the real zone in 1343."""
    question = Airdrop(ALLIES, "paratroop")
    place = {**DROP, **(units or {})}
    return Attempt(rule, place, put(unit, hex), twin, SKY, notes=(OPEN, *notes), asks=(question,))


def sails(unit: str) -> Words:
    return give("staging", unit=unit)


# ------------------------------------------------------------------ set-ups
TOWN, SCREEN, BRETON, SIXTH_FJ = "JUL-G004", "JUL-G006", "JUL-G003", "JUL-G002"
RESERVE, NAVAL, NAVAL_AUG = "JUL-G042", "JUL-A049", "AUG-A043"
GERMAN_UP, ALLIED_UP = "german-setup", "allied-setup"


def sets(
    rule: str, unit: str, hex: str, right: str, scenario: str = "1.5", phase: str = GERMAN_UP
) -> Attempt:
    """A unit set up in a hex that its area does not hold; the twin in one that it does."""
    return Attempt(rule, {}, put(unit, hex), {"action": {"hex": right}}, phase, set_up=scenario)


# ------------------------------------------------------------------ the breach of the Rhine
FIVE = ("1501", "1701", "1901", "2101", "2301")
BRIDGE = dict(zip((US13, US17, US16, US11, US13F), FIVE, strict=True))
BREACH = "1501 1701 1901 2101 2301 / 1601 1801 2001 2201"


def breach(rule: str, option: str, twin: Words, units: dict[str, str] | None = None) -> Attempt:
    """Hexes named at the end of an Allied player turn with five divisions over the Rhine."""
    return Attempt(
        rule,
        {**BRIDGE, **(units or {})},
        choose(option),
        twin or {"action": {"option": BREACH}},
        "allied-mechanized",
        before=(DONE,),
        table={"turn": 6},
    )


ATTEMPTS = [
    # ---------------------------------------------------------------- Allied reinforcements
    Attempt(
        "allied_reinforcements.1",
        NEW,
        put(INFANTRY_28, "0840"),
        {"action": {"hex": "0342"}},
        LANDING,
        table={"turn": 2},
    ),
    Attempt(
        "allied_reinforcements.1",
        {**NEW, CANADIANS: "arrivals"},
        put(CANADIANS, "0342"),
        {"turn": 3},
        LANDING,
        table={"turn": 2},
    ),
    Attempt(
        "allied_reinforcements.1",
        NEW,
        put(TANKS, "0342"),
        {"units": {TANKS: "staging"}},
        LANDING,
        table={"turn": 2},
    ),
    Attempt(
        "errata.sequence_of_play",
        {**NEW, MORE_GI: GONE},
        put(MORE_GI, "0342"),
        {"action": {"unit": INFANTRY_28}},
        LANDING,
        table={"turn": 2},
    ),
    Attempt(
        "optional.B",
        {AIRLANDING: "staging", AIRBORNE: "staging", TANKS: "2422"},
        put(AIRLANDING, "0342"),
        {"action": {"unit": AIRBORNE}},
        LANDING,
        table={"options": {"airlanding": "on"}},
    ),
    Attempt("sequence.A1", NEW, take(TANKS), {"phase": MOVE}, LANDING, table={"turn": 2}),
    # ---------------------------------------------------------------- German reinforcements
    Attempt("german_reinforcements.2", PANZERS, put(NINTH, "2000"), {"action": {"hex": "3926"}}, COMING),
    Attempt("german_reinforcements.2", PANZERS, put(NINTH, "3826"), {"action": {"hex": "3926"}}, COMING),
    Attempt(
        "german_reinforcements.2",
        {**PANZERS, TANKS: "3926"},
        put(NINTH, "3926"),
        {"units": {TANKS: "3825"}},
        COMING,
    ),
    Attempt(
        "german_reinforcements.2",
        {**PANZERS, TRUCK: "3926"},
        put(NINTH, "3926"),
        {"units": {TRUCK: "", SUPPLY: "3926"}},
        COMING,
    ),
    Attempt(
        "german_reinforcements.2",
        {FOOT_708: "arrivals", NINTH: "arrivals", PANZER: "2922"},
        put(NINTH, "3926"),
        {"turn": 3},
        COMING,
        table={"turn": 2},
    ),
    Attempt("german_reinforcements.2", PANZERS, put(PANZER, "3926"), {"action": {"unit": NINTH}}, COMING),
    Attempt(
        "german_reinforcements.2",
        {FOOT_708: "arrivals", FOOT_158: "arrivals", PANZER: "2922"},
        put(FOOT_158, "3950"),
        {"action": {"unit": FOOT_708}},
        COMING,
        table={"turn": 2},
    ),
    # ---------------------------------------------------------------- German replacements
    Attempt(
        "german_replacements.1",
        {SLOW_FOOT: GONE, NINTH: "arrivals", PANZER: "2922"},
        put(SLOW_FOOT, "2000"),
        {"turn": 6},
        COMING,
        table={"turn": 5, "scenario": "3.4"},
    ),
    Attempt(
        "german_replacements.1",
        {**DEAD, STATIC: GONE},
        put(STATIC, "2000"),
        {"notes": ()},
        COMING,
        table=CAMPAIGN,
        notes=(("surrounded", STATIC, True),),
    ),
    Attempt(
        "german_replacements.2",
        {**DEAD, FOUR: GONE},
        put(FOUR, "2000"),
        {"action": {"unit": SLOW_FOOT}},
        COMING,
        table=CAMPAIGN,
    ),
    Attempt(
        "german_replacements.2",
        {**DEAD, "JUL-G007": GONE, WEAK: GONE},
        put("JUL-G007", "2000"),
        {"action": {"unit": WEAK}},
        COMING,
        table=CAMPAIGN,
        before=(put(SLOW_FOOT, "2000"),),
    ),
    Attempt(
        "german_replacements.2",
        DEAD,
        put(SLOW_FOOT, "3926"),
        {"action": {"hex": "2000"}},
        COMING,
        table=CAMPAIGN,
    ),
    Attempt(
        "german_replacements.2",
        {**DEAD, TANKS: "2000"},
        put(SLOW_FOOT, "2000"),
        {"units": {TANKS: "2002"}},
        COMING,
        table=CAMPAIGN,
    ),
    # ---------------------------------------------------------------- the airdrop cycle
    Attempt(
        "paratroops.procedure", {**TRAY, GI: "0342"}, put(ZONES[0], "2900"), {"action": {"hex": "1143"}}, SKY
    ),
    Attempt(
        "paratroops.procedure",
        {**TRAY, GI: "0342"},
        DONE,
        {"before": ()},
        SKY,
        before=(put(ZONES[0], "1143"),),
    ),
    Attempt(
        "paratroops.procedure", {**TRAY, GI: "0342"}, put(GI, "1143"), {"action": {"unit": ZONES[0]}}, SKY
    ),
    Attempt(
        "paratroops.procedure",
        {**TRAY, GI: "0342"},
        put(ZONES[0], "1243"),
        {"action": {"unit": ZONES[1]}},
        SKY,
        before=(put(ZONES[0], "1143"),),
    ),
    Attempt(
        "paratroops.procedure",
        {ZONES[0]: "1143", GI: "0342"},
        take(ZONES[0]),
        {"action": {"units": [GI]}},
        MOVE,
    ),
    # ---------------------------------------------------------------- landings
    landing("paratroops.B", FIRST, "1543", {"action": {"hex": "1343"}}),
    landing("paratroops.B", FIRST, "1342", {"units": {PANZER: "1541"}}, {PANZER: "1342"}),
    landing("paratroops.B", FIRST, "1342", {"units": {PANZER: "", DELAY: "1342"}}, {PANZER: "1342"}),
    landing("paratroops.B", GI, "1343", {"action": {"unit": FIRST}}),
    landing("paratroops.A", PARAS, "1343", {"units": {PARAS: "staging"}}, {PARAS: "0840"}),
    landing("paratroops.A", FIRST, "1343", {"action": {"unit": AIRBORNE}}, {}, ("airdropped", FIRST, True)),
    # ---------------------------------------------------------------- to the Staging Area
    Attempt("paratroops.C", {GI: "2422"}, sails(GI), {"units": {GI: "0342"}}, MOVE, before=(take(GI),)),
    Attempt(
        "paratroops.C",
        {GI: "0342"},
        sails(GI),
        {"before": (take(GI),)},
        MOVE,
        before=(go(GI, "0442", "0342"),),
    ),
    Attempt(
        "paratroops.C",
        {GI: "0342", TANKS: "0342"},
        sails(TANKS),
        {"action": {"unit": GI}},
        MOVE,
        before=(take(GI),),
    ),
    Attempt(
        "paratroops.C",
        {TANKS: "0342"},
        sails(TANKS),
        {"phase": MOVE},
        "allied-mechanized",
        before=(take(TANKS),),
    ),
    # ---------------------------------------------------------------- delay markers
    Attempt("delay.F", {**MARKED, GI: "2424"}, put(DELAY, "2423"), {"units": {GI: "2427"}}, COMING),
    Attempt("delay.F", {**MARKED, GI: "2424"}, put(DELAY, "2424"), {"units": {GI: "2427"}}, COMING),
    Attempt("delay.F", {**MARKED, LATE_DELAY: "arrivals"}, put(LATE_DELAY, "2423"), {"turn": 9}, COMING),
    Attempt("delay.F", {**MARKED, PANZER: "2922"}, put(PANZER, "2423"), {"action": {"unit": DELAY}}, COMING),
    Attempt(
        "delay.F",
        {**MARKED, "ARR-G023": "2727"},
        put("ARR-G023", "2423"),
        {"action": {"unit": DELAY}},
        COMING,
    ),
    Attempt(
        "delay.F",
        MARKED,
        put(DELAY, "2423"),
        {"ground": {}},
        COMING,
        table={"ground": {"terrain": {"2423": "sea"}}},
    ),
    # ---------------------------------------------------------------- set-ups: July
    sets("setup.GJ-PARIS", STATIC, "2030", "2130"),
    sets("setup.GJ-EDGE-B", SIXTH_FJ, "3826", "3926"),
    sets("setup.GJ-EDGE-D", BRETON, "0352", "0353"),
    sets("setup.GJ-TOWN", TOWN, "2029", "1019"),
    sets("setup.GJ-SCREEN", SCREEN, "2029", "0205"),
    sets("setup.GJ-SCREEN", SCREEN, "0944", "0205"),
    sets("setup.GJ-FIELD", PANZER, "0643", "0644"),
    sets("setup_mod.r", RESERVE, "1440", "1541", "1.9"),
    sets("setup.AJ", TANKS, "0944", "0842", phase=ALLIED_UP),
    sets("setup.AJ", NAVAL, "0742", "0342", "1.1", ALLIED_UP),
    Attempt("setting_up.1", {}, put(TANKS, "0644"), {"action": {"unit": PANZER}}, GERMAN_UP, set_up="1.5"),
    Attempt(
        "setting_up.1", {}, give("staging", unit=NAVAL), {"action": {"unit": TANKS}}, ALLIED_UP, set_up="1.5"
    ),
    Attempt("setting_up.1", {}, take(TANKS), {"before": (put(TANKS, "0842"),)}, ALLIED_UP, set_up="1.5"),
    Attempt("setting_up.1", {}, DONE, {"before": (put(NAVAL_AUG, "0342"),)}, ALLIED_UP, set_up="2.1"),
    sets("setup.AA-NAVAL", NAVAL_AUG, "0930", "0342", "2.1", ALLIED_UP),
    Attempt(
        "stacking.M",
        {},
        put(GI, "0842"),
        {"action": {"unit": TRUCK}},
        ALLIED_UP,
        set_up="1.5",
        before=(put(TANKS, "0842"), put("JUL-A002", "0842"), put("JUL-A004", "0842")),
    ),
    # ---------------------------------------------------------------- the breach
    breach("game_length.B", "1501 1701 1901 2101 2301 1601 1801 2001 2201", {}),
    breach("game_length.B", BREACH.replace("2201", "9999"), {}),
    breach("game_length.B.1", BREACH.replace("2301 ", ""), {}),
    breach("game_length.B.1", BREACH.replace("2301", "2303"), {}),
    breach("game_length.B.1", BREACH.replace("2301", "2301 1701"), {}),
    breach("game_length.B.2", BREACH.replace(" 2201", ""), {}),
    breach("game_length.B.3", BREACH + " 2405", {}),
    breach("game_length.B.3", BREACH, {"units": {G1: "2727"}}, {G1: "2201", UK7: "2200"}),
    breach("game_length.B.3", BREACH, {"units": {G1: "2727"}}, {G1: "2202", UK7: "2200"}),
    breach("game_length.B.3", BREACH, {"units": {UK7: "2201"}}, {G8: "2202", UK7: "2200"}),
]


@rows(ATTEMPTS)
def test_refused_beside_a_legal_twin(attempt):
    check(attempt)


def test_there_are_enough_of_them():
    assert len(ATTEMPTS) >= 60
