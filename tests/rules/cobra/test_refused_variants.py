"""Refused beside a legal twin: reserves of the variant sheet, and units from elsewhere in the campaign."""

from __future__ import annotations

from typing import Any

import pytest
from attempts import Attempt, check, each
from few_words import DONE, Words, give, go, put

OPENS, GERMAN, ALLIED = "german-weather", "german-movement", "allied-movement"
US, REGIMENT, COMMANDOS = "u_inf_1", "g_inf_986_276", "g_cdo_FJV"
APART = {US: "B3019", REGIMENT: "A4012"}
FIFTEENTH, KORPS, T654 = "15th Army", "IV SS Panzer Korps", "654 Heavy Tank Battalion"
IV, ARMY, SECOND, HEAVY, FJV = (
    {option: "on"}
    for option in (
        "iv-ss-panzer-korps",
        "army-group-center",
        "second-parachute-division",
        "heavy-battalion-654",
        "friedenthal-jagdverband",
    )
)
VARIANT = {"fifteenth-army": "variant sheet"}


def on(turn: int, options: Words | None = None, **more: Any) -> Words:
    """A table of the campaign on a Game-Turn; 654 Battalion may be called on any, so that one is asked."""
    return {
        "scenario": "campaign",
        "turn": turn,
        "dice": [3, 3],
        "options": {**HEAVY, **(options or {})},
        **more,
    }


def call(name: str) -> Words:
    return give("call", word=name)


def called(number: str, name: str, twin: Words, table: Words, before: tuple[Words, ...] = ()) -> Attempt:
    return Attempt(f"DG {number}", APART, call(name), twin, OPENS, before, table)


CALLS = [
    called("variant.iv", KORPS, {"turn": 10}, on(9, IV)),
    called("variant.army", "4 Panzer Division", {"turn": 20}, on(19, ARMY)),
    called("variant.army", "505 Heavy Tank Battalion", {"turn": 20}, on(19, ARMY)),
    called("variant.2nd", "2 Parachute Division", {"turn": 10}, on(9, SECOND)),
    called(
        "variant.friedenthaler",
        "Friedenthal Jagdverband",
        {"options": {**HEAVY, **FJV}},
        on(5, {"friedenthal-jagdverband": "off"}),
    ),
    called(
        "variant.iv",
        KORPS,
        {"options": {**HEAVY, **IV}},
        on(12, {"iv-ss-panzer-korps": "off"}),
    ),
    called("variant.654th", T654, {"before": ()}, on(5, FJV), (call(T654),)),
    called("variant.iv", KORPS, {"before": ()}, on(12, IV), (call(KORPS),)),
    called("variant.654th", "655 Heavy Tank Battalion", {"action": {"word": T654}}, on(5)),
    Attempt(
        "DG variant.654th",
        APART,
        give(FIFTEENTH, word=T654),
        {"action": {"what": "call"}},
        OPENS,
        table=on(5),
    ),
    Attempt(
        "DG variant.fifteenth",
        {**APART, "g_div_49": "arrivals"},
        give(FIFTEENTH, unit="g_div_49"),
        {"units": {"g_div_49": ""}},
        OPENS,
        table=on(5, {**VARIANT, "heavy-battalion-654": "off"}),
    ),
    Attempt(
        "DG variant.fifteenth",
        APART,
        give(FIFTEENTH, unit=US),
        {"action": {"unit": "g_hq_LXXXII"}},
        OPENS,
        table=on(5, {**VARIANT, "heavy-battalion-654": "off"}),
    ),
]


def entering(number: str, unit: str, wrong: str, right: str, options: Words, turn: int = 12) -> Attempt:
    """A unit that has been called, put on the wrong edge."""
    units = {**APART, unit: "arrivals"}
    twin = {"action": {"hex": right}}
    return Attempt("DG 13.2.1", units, put(unit, wrong), twin, GERMAN, (), on(turn, options), f"DG {number}")


EDGES = [
    entering("variant.iv", "g_hq_IVSSPz", "A5119", "A2734", IV),
    entering("variant.army", "g_pz_4", "A5119", "A2734", ARMY, turn=21),
    entering("variant.2nd", "g_fj_2_2FJ", "A2734", "A0125", SECOND),
    entering("variant.654th", "g_tig_654", "A2734", "A5120", {}),
    entering("variant.friedenthaler", COMMANDOS, "A0125", "A2734", FJV),
    entering("variant.fifteenth", "g_div_245", "A5120", "A5119", VARIANT),
    entering("16.2", "g_div_49", "A5120", "A5119", {}),
    entering("16.3", "g_fj_7_2FJ", "A5119", "A0125", {}, turn=26),
]


def held(rule: str, units: Words, action: Words) -> Attempt:
    """What zones forbid the Jagdverband, where its abilities are not played."""
    off = {"friedenthal-jagdverband": "off"}
    twin = {"options": {**HEAVY, **FJV}}
    return Attempt(f"DG {rule}", units, action, twin, GERMAN, (), on(5, off), "DG variant.friedenthaler")


ZONES = [
    held("5.2.3", {US: "A2405", COMMANDOS: "A2409"}, go(COMMANDOS, "A2408", "A2407", "A2406", "A2506")),
    held("5.6.2", {US: "A2405", COMMANDOS: "A2406"}, go(COMMANDOS, "A2506")),
    held("13.2.1", {US: "A5020", COMMANDOS: "arrivals"}, put(COMMANDOS, "A5120")),
]

LECLERC = ("f_arm_GTD", "f_arm_GTL", "f_arm_GTV")
ABROAD = [
    Attempt(
        "DG 16.1",
        {**dict.fromkeys(LECLERC, "B3119"), REGIMENT: "A0112"},
        go(LECLERC[0], "B3018"),
        {"dice": [2, 6, 6]},
        ALLIED,
        table=on(22, dice=[1, 6, 6]),
    ),
    Attempt(
        "DG 16.2",
        {"u_arm_A_2": "A0124", "u_inf_4": "B3117", REGIMENT: "A4012"},
        give(FIFTEENTH, unit="g_div_347"),
        {"action": {"unit": "g_div_49"}},
        "allied-mechanized",
        ({"kind": "exit", "units": ["u_arm_A_2"], "edge": "W"}, DONE, DONE),
        on(8, {"heavy-battalion-654": "off"}, held=["omaha"]),
    ),
]

EVERY = [*CALLS, *EDGES, *ZONES, *ABROAD]


@pytest.mark.parametrize(("edition", "attempt"), each(EVERY), indirect=["edition"])
def test_refused_beside_a_legal_twin(edition, attempt):
    check(attempt)
