"""What ships and aircraft refuse in June, each beside a legal twin that differs in one fact."""

from __future__ import annotations

import pytest
from attempts import Attempt, check, each
from few_words import DONE, Words, attack, declare, join

UNITS = {
    "b_inf_3": "A3001",
    "b_inf_15": "A3003",
    "b_inf_43": "A3004",
    "g_inf_986_276": "A3101",
    "g_inf_987_276": "A3102",
    "g_inf_988_276": "A3104",
    "g_inf_989_277": "A3105",
}
"""German hexes three, four, six and seven hexes from the ships."""
COAST = {"u_inf_1": "A0411", "u_inf_4": "A0405", "g_inf_986_276": "A0410", "g_inf_987_276": "A0304"}
ORNE = {"b_inf_3": "A4502", "b_inf_15": "A4202", "g_inf_986_276": "A4501", "g_inf_987_276": "A4201"}


def naval(target: str, unit: str, amount: int) -> Words:
    return attack(target, unit, naval=amount)


def sea(points: int = 6, weather: str = "clear", turn: int = 4, **words) -> Words:
    tracks = {"naval_points": points, "weather": weather, **words.pop("tracks", {})}
    return {"scenario": "campaign", "turn": turn, "tracks": tracks, **words}


def stormy(points: int = 3) -> Words:
    return sea(points, "storms")


NAVAL = [
    Attempt("DG 14.6.1", UNITS, naval("A3101", "b_inf_3", 1), {"turn": 2}, table=sea(turn=1)),
    Attempt("DG 14.6.2", UNITS, naval("A3101", "b_inf_3", 2), sea(2), table=sea(1)),
    Attempt(
        "DG 14.6.2",
        COAST,
        naval("A0410", "u_inf_1", 2),
        {"action": naval("A0304", "u_inf_4", 2), "units": {"u_inf_4": "A0404"}},
        table=sea(),
    ),
    Attempt(
        "DG 14.6.2",
        ORNE,
        naval("A4501", "b_inf_3", 2),
        {"action": naval("A4201", "b_inf_15", 2)},
        table=sea(),
    ),
    Attempt("DG 14.6.3", UNITS, naval("A3101", "b_inf_3", 2), sea(3, "overcast"), table=stormy()),
    Attempt("DG 14.6.3", UNITS, naval("A3102", "b_inf_3", 2), sea(3, "clear"), table=stormy()),
    Attempt(
        "DG 14.6.4",
        UNITS,
        naval("A3102", "b_inf_3", 1),
        {"action": naval("A3101", "b_inf_3", 1)},
        table=sea(),
    ),
    Attempt(
        "DG 14.6.4",
        UNITS,
        naval("A3104", "b_inf_15", 1),
        {"action": naval("A3104", "b_inf_15", 2)},
        table=sea(),
    ),
    Attempt(
        "DG 14.6.4",
        UNITS,
        naval("A3105", "b_inf_43", 2),
        {"action": naval("A3104", "b_inf_43", 2)},
        table=sea(),
    ),
    Attempt(
        "DG 14.6.4",
        UNITS,
        naval("A3101", "b_inf_3", 3),
        {"action": naval("A3101", "b_inf_3", 2)},
        table=sea(),
    ),
    Attempt(
        "DG 14.6.4",
        UNITS,
        attack("A3001", "g_inf_986_276", naval=1),
        {"action": {"with": {}}},
        "german-combat",
        table=sea(),
    ),
]

STAFF = {**UNITS, "b_hq_I": "A2902"}
"""With a headquarters in range, so that the Allied player is asked about support in any case."""
RAID = (declare("A3001"), join("g_inf_986_276"), DONE)
AIR = [
    Attempt(
        "DG 14.2",
        STAFF,
        {"kind": "commit", "what": "air"},
        {"turn": 2},
        "german-combat",
        RAID,
        sea(turn=1, tracks={"air_points": 6}),
    ),
    Attempt(
        "DG 14.4.1",
        UNITS,
        {"kind": "commit", "what": "air", "hex": "A3101"},
        {"before": ()},
        before=({"kind": "commit", "what": "air", "hex": "A3101"},),
        table=sea(tracks={"air_points": 3}),
    ),
    Attempt(
        "DG 14.3.2",
        UNITS,
        attack("A3101", "b_inf_3", naval=1, air=1),
        {"action": attack("A3101", "b_inf_3", naval=1)},
        table=sea(),
    ),
]


@pytest.mark.parametrize(("edition", "attempt"), each([*NAVAL, *AIR]), indirect=["edition"])
def test_refused_beside_a_legal_twin(attempt: Attempt) -> None:
    check(attempt)
