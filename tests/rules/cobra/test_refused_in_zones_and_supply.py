"""What zones of control and lines of supply make impossible, each beside a legal twin.

The reason for a halt is 5.2.3 and the reason for an overrun not made 10.6.5; `case` names the rule about
zones or lines on which the twin turns.
"""

from __future__ import annotations

from functools import cache

import pytest
from at_the_table import cleared
from attempts import Attempt, check, each
from few_words import Words
from fights import corners
from marches import FOOT, GI

from hexcore.maps import HexMap
from hexcore_cobra import COBRA_1977

ALLIED = "allied-movement"
PANZER, TIGERS, FLAK, STAFF = "g_pz_2", "g_tig_503", "g_flak_1", "g_hq_XLVIIPz"
DIVISION = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
WALL = tuple(f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277"))


def go(*path: str, units: tuple[str, ...] = DIVISION) -> Words:
    return {"kind": "move", "units": list(units), "path": list(path)}


def strike(target: str) -> Words:
    return {"kind": "overrun", "target": target, "units": list(DIVISION)}


def river(*sides: tuple[str, str]) -> Words:
    return {"ground": {"rivers": [(*side, "major-river") for side in sides]}}


# ------------------------------------------------------------------ zones (chapter 7)
PASS = go("A2310", "A2309", "A2409", units=(GI,))
"""Past A2308, through A2309 next to it."""
FACING = {PANZER: "A2308", GI: "A2311"}
OUT = go("A2310", units=(GI,))


def passed(twin: Words, case: str, **words: Words) -> Attempt:
    """A march past a panzer regiment, which stops in its zone."""
    return Attempt("5.2.3", FACING, PASS, twin, ALLIED, case=case, **words)


ZONES = [
    passed({"units": {PANZER: "", TIGERS: "A2308"}}, "7.1"),
    passed({"units": {PANZER: "", STAFF: "A2308"}}, "7.1"),
    passed({"units": {PANZER: "", FLAK: "A2308"}}, "DG 7.1"),
    passed({"units": {PANZER: "", "u_inf_4": "A2308", FOOT: "A2012"}}, "7.4"),
    passed(
        river(("A2308", "A2309")), "7.6", table={"ground": {"rivers": [("A2308", "A2309", "minor-river")]}}
    ),
    Attempt(
        "5.2.3",
        {PANZER: "A3403", GI: "A3502", FOOT: "A2012"},
        go("A3503", "A3504", units=(GI,)),
        {"units": {PANZER: "A3404"}},
        ALLIED,
        case="7.6",
    ),
    Attempt(
        "TNC 7.3",
        {PANZER: "A2308", GI: "A2309"},
        OUT,
        {"units": {PANZER: "A2307"}},
        ALLIED,
        table={"options": {"disengagement": "off"}},
    ),
]


# ------------------------------------------------------------------ supply (chapter 10)
@cache
def open_land() -> HexMap:
    """All of the map clear and roadless: Allied lines end in A2601, twelve hexes north of A2613."""
    return cleared(COBRA_1977.map, "A0101", "A5134")


def land(terrain=None, bocage=(), rivers=(), roads=()) -> Words:
    """That land with some of it changed."""
    m = open_land()
    made = m.with_ground(
        {m.hex(n): frozenset(words.split()) for n, words in (terrain or {}).items()},
        {m.hex(n): frozenset({"bocage"}) for n in bocage},
        {m.side(m.hex(a), m.hex(b)): frozenset({word}) for a, b, word in rivers},
        {m.side(m.hex(a), m.hex(b)): word for a, b, word in roads},
    )
    return {"on": made}


def ring(radius: int) -> list[str]:
    """The hexes so far from A2601."""
    m = open_land()
    centre = m.hex("A2601")
    return [m.numbers[h] for h in m.within(centre, radius) if m.distance(h, centre) == radius]


def moat(word: str) -> Words:
    return land(rivers=[("A2601", near, word) for near in ring(1)])


def swamp(*radii: int) -> Words:
    return land(terrain={number: "marsh" for radius in radii for number in ring(radius)})


def south_of(row: int, held: Words, twin: Words, case: str) -> Attempt:
    """A division goes a hex south, in supply where it was and out of it there, and would overrun Tigers."""
    at, to, enemy = (f"A26{row + n:02}" for n in range(3))
    units = {**dict.fromkeys(DIVISION, at), TIGERS: enemy}
    return Attempt("10.6.5", units, strike(enemy), twin, ALLIED, (go(to),), held, case)


ROUND = {
    **dict.fromkeys(DIVISION, "A2307"),
    TIGERS: "A2308",
    **dict(zip(WALL, corners("A2307"), strict=True)),
}
OPENING = "A2204"
"""Between two of the six regiments round A2307: with a division in it a line leads out."""

LINES = [
    south_of(13, land(), land(roads=[("A2601", "A2602", "primary")]), "10.5.1"),
    south_of(12, land(bocage=["A2605"]), land(), "10.3.4"),
    south_of(
        12,
        land(bocage=["A2605"], roads=[("A2606", "A2706", "secondary")]),
        land(bocage=["A2605"], roads=[("A2605", "A2705", "secondary")]),
        "DG 10.3.5",
    ),
    south_of(8, moat("major-river"), moat("minor-river"), "10.3.6"),
    south_of(3, swamp(1, 2), swamp(1), "DG 10.3.2"),
    Attempt(
        "10.6.5",
        {**ROUND, GI: OPENING},
        strike("A2308"),
        {"before": ()},
        ALLIED,
        (go("A2205", units=(GI,)),),
        case="7.5",
    ),
    Attempt(
        "10.6.5",
        {**ROUND, GI: OPENING},
        strike("A2308"),
        {"units": {WALL[0]: ""}},
        ALLIED,
        (go("A2205", units=(GI,)),),
        case="10.3.3",
    ),
]


ATTEMPTS = [*ZONES, *LINES]


@pytest.mark.parametrize(("edition", "attempt"), each(ATTEMPTS), indirect=["edition"])
def test_refused_beside_a_legal_twin(edition, attempt):
    check(attempt)
