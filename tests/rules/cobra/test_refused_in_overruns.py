"""What overruns, entry, displacement and leaving the map refuse, each beside a legal twin.

The twin differs in one fact. The attempts of plain movement and of trucks stand with their chapter.
"""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import Words
from fights import corners

DIVISION = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
PANZERS = ("g_pz_2", "g_pg_2_2", "g_pg_304_2")
GUARDS = ("b_arm_5_Gds", "b_arm_32_Gds")
SECOND = ("u_inf_9_2", "u_inf_23_2", "u_inf_38_2")
HIT, OTHER, TIGERS, GI, CAVALRY = "g_inf_986_276", "g_inf_989_277", "g_tig_503", "u_inf_1", "u_cav_4"
HQ = "g_hq_XLVIIPz"
ALLIED, GERMAN = "allied-movement", "german-movement"
US_RING = ("u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28", "u_inf_29")


def at(hex: str, units: tuple[str, ...] = DIVISION, **more: str) -> dict[str, str]:
    """A division in a hex, a German regiment south of A2307, and more."""
    return {**dict.fromkeys(units, hex), HIT: "A2308", **more}


def strike(*units: str, target: str = "A2308") -> Words:
    return {"kind": "overrun", "target": target, "units": list(units or DIVISION)}


def go(*path: str, units: tuple[str, ...] = DIVISION) -> Words:
    return {"kind": "move", "units": list(units), "path": list(path)}


def enter(unit: str, hex: str) -> Words:
    return {"kind": "place", "unit": unit, "hex": hex}


def leave(unit: str, edge: str) -> Words:
    return {"kind": "exit", "units": [unit], "edge": edge}


def river(word: str) -> Words:
    return {"ground": {"rivers": [("A2307", "A2308", word)]}}


COAST_ROAD: Words = {
    "ground": {"roads": [("A0128", "A0129", "primary"), ("A0129", "A0130", "secondary")]},
}
UP_AND_DOWN = ("A0128", "A0129", *(["A0130", "A0129"] * 3), "A0128")
"""Seven points and a half, three of the steps by road."""
BUSY = {"u_inf_28": "arrivals", "g_pz_2": "A2308", GI: "A2004"}
LATE = {"g_pz_116": "arrivals", "g_pz_2": "A2308", GI: "A2004"}
CHASE = {HQ: "A2308", DIVISION[0]: "A2310", "g_pz_2": "A2703"}
CAUGHT = ({"kind": "move", "units": [DIVISION[0]], "path": ["A2309", "A2308"]},)
SHORT: Words = {"ground": {"terrain": dict.fromkeys(("A2305", "A2306"), "hills")}}
"""Two hexes of hills on the way from A2304 leave four points of twelve before the last step."""

WHOLE: Words = {"units": {GI: "", **at("A2307")}, "action": {"units": list(DIVISION)}}

OVERRUNS = [
    Attempt("5.5", at("A2307"), strike(*DIVISION[:2]), {"action": {"units": list(DIVISION)}}, ALLIED),
    Attempt(
        "6.5.3",
        at("A2307", (*DIVISION, CAVALRY)),
        strike(*DIVISION, CAVALRY),
        {"action": {"units": list(DIVISION)}},
        ALLIED,
    ),
    Attempt("5.5.1", at("A2306"), strike(), {"units": dict.fromkeys(DIVISION, "A2307")}, ALLIED),
    Attempt("5.5.1", at("A2307"), strike(target="A2306"), {"action": {"target": "A2308"}}, ALLIED),
    Attempt(
        "5.5.1",
        {**at("A2304"), HIT: "A2712", TIGERS: "A2308"},
        strike(),
        {"ground": {}},
        ALLIED,
        before=(go("A2305", "A2306", "A2307"),),
        table=SHORT,
    ),
    Attempt("5.5.3", at("A2307"), strike(), river("minor-river"), ALLIED, table=river("major-river")),
    Attempt(
        "5.5.3",
        {**dict.fromkeys(PANZERS, "A2307"), CAVALRY: "A2308"},
        strike(*PANZERS),
        {"ground": {"roads": [("A2307", "A2308", "primary")]}},
        GERMAN,
        table={"ground": {**river("major-river")["ground"], "roads": [("A2307", "A2308", "primary")]}},
    ),
    Attempt("5.5.6", at("A2307", **{OTHER: "A2206"}), strike(), {"units": {OTHER: "A2205"}}, ALLIED),
    Attempt(
        "5.5.6",
        at("A2307", **{OTHER: "A2206"}),
        strike(),
        {"units": {OTHER: "", TIGERS: "A2206"}},
        ALLIED,
    ),
    Attempt(
        "5.5.6",
        {**dict.fromkeys(DIVISION, "A2307"), TIGERS: "A2305", HIT: "A2308"},
        strike(target="A2305"),
        {"units": {HIT: "A2309"}},
        ALLIED,
        before=(go("A2306"),),
    ),
    Attempt(
        "6.5.3",
        {**at("A2306"), DIVISION[2]: "A2305", HIT: "A2712", TIGERS: "A2308"},
        strike(),
        {"units": {DIVISION[2]: "A2306"}, "before": (go("A2307"),)},
        ALLIED,
        before=(go("A2306", units=DIVISION[2:]), go("A2307")),
    ),
    Attempt("6.5.3", at("A2307", (GI,)), strike(GI), WHOLE, ALLIED),
    Attempt(
        "6.5.3",
        at("A2307", **{SECOND[0]: "A2307"}),
        strike(),
        {"units": {SECOND[0]: "", CAVALRY: "A2307"}},
        ALLIED,
    ),
    Attempt(
        "6.5.3",
        at("A2307", GUARDS[:1], **{GUARDS[1]: "A2306"}),
        strike(*GUARDS[:1]),
        {"units": {GUARDS[1]: "A2307"}, "action": {"units": list(GUARDS)}},
        ALLIED,
    ),
    Attempt(
        "6.5.3",
        {
            **dict.fromkeys(PANZERS, "A2307"),
            CAVALRY: "A2308",
            **dict(zip(US_RING, corners("A2307"), strict=True)),
        },
        strike(*PANZERS),
        {"units": dict.fromkeys(US_RING[:3], "")},
        GERMAN,
    ),
]

DUE = {"turn": 3}
"""The turn of 1977 in which the units of `BUSY` and `LATE` arrive."""

ENTRY = [
    Attempt("13.1", BUSY, enter("u_inf_28", "A0901"), {"turn": 3}, ALLIED, table={"turn": 2}),
    Attempt("13.1", LATE, enter("g_pz_116", "A5108"), {"turn": 3}, GERMAN, table={"turn": 2}),
    Attempt("13.2.1", BUSY, enter("u_inf_28", "A4901"), {"action": {"hex": "A0901"}}, ALLIED, table=DUE),
    Attempt("13.2.1", BUSY, enter("u_inf_28", "A0902"), {"action": {"hex": "A0901"}}, ALLIED, table=DUE),
    Attempt("13.2.1", LATE, enter("g_pz_116", "A0901"), {"action": {"hex": "A5108"}}, GERMAN, table=DUE),
    Attempt("13.2.1", LATE, enter("g_pz_116", "A2734"), {"action": {"hex": "A5108"}}, GERMAN, table=DUE),
    Attempt(
        "13.2.1",
        {**BUSY, "g_pz_2": "A0902"},
        enter("u_inf_28", "A0901"),
        {"units": {"g_pz_2": "", TIGERS: "A0902"}},
        ALLIED,
        table=DUE,
    ),
    Attempt(
        "5.2.2",
        {**BUSY, TIGERS: "A0901"},
        enter("u_inf_28", "A0901"),
        {"units": {TIGERS: "A0902"}},
        ALLIED,
        table=DUE,
    ),
    Attempt(
        "6.1",
        {**BUSY, "u_inf_4": "A0901"},
        enter("u_inf_28", "A0901"),
        {"units": {"u_inf_4": "", CAVALRY: "A0901"}},
        ALLIED,
        table=DUE,
    ),
    Attempt("13.3.6", LATE, {"kind": "done"}, {"units": {"g_pz_116": ""}}, GERMAN, table=DUE),
    Attempt("13.3.6", LATE, {"kind": "done"}, {"turn": 2}, GERMAN, table=DUE),
]

OTHERS = [
    Attempt("9.2.1", CHASE, enter(HQ, "A2303"), {"action": {"hex": "A2304"}}, ALLIED, before=CAUGHT),
    Attempt(
        "9.2.1",
        {**CHASE, GI: "A2306"},
        enter(HQ, "A2306"),
        {"units": {GI: "A2305"}},
        ALLIED,
        before=CAUGHT,
    ),
    Attempt(
        "9.2.1",
        CHASE,
        enter("g_pz_2", "A2306"),
        {"action": {"unit": HQ}},
        ALLIED,
        before=CAUGHT,
    ),
    Attempt(
        "8.8.2",
        {"u_hq_V": "A2308", "g_pz_2": "A2310", "b_inf_3": "A2306"},
        enter("u_hq_V", "A2306"),
        {"units": {"b_inf_3": "", GI: "A2306"}},
        GERMAN,
        before=({"kind": "move", "units": ["g_pz_2"], "path": ["A2309", "A2308"]},),
    ),
    Attempt(
        "5.9.2",
        {GI: "A0129", "g_pz_2": "A2308"},
        leave(GI, "W"),
        {"before": (go(*UP_AND_DOWN[4:], units=(GI,)),)},
        ALLIED,
        before=(go(*UP_AND_DOWN, units=(GI,)),),
        table=COAST_ROAD,
    ),
]

TABLE = [*OVERRUNS, *ENTRY, *OTHERS]


@pytest.mark.parametrize(("edition", "attempt"), each(TABLE), indirect=["edition"])
def test_refused_and_twin(edition, attempt):
    check(attempt)
