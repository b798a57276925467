"""The Time Record's points: what each turn gives back to the Germans."""

from __future__ import annotations

import pytest
from bp_marches import FALLSCHIRM, PANZER, SLOW_FOOT, rule
from bp_table import listed, table

WEAK_PANZER = "JUL-G029"
PAID = {SLOW_FOOT: 2, WEAK_PANZER: 5, FALLSCHIRM: 9}
"""Lost units, and the points that each takes: 2-4, 5-6 and 9-12."""


@rule("time_record.dates")
@pytest.mark.parametrize("turn, points", [(5, 0), (6, 3), (10, 3), (11, 6), (13, 6), (14, 9), (16, 9)])
def test_each_turn_gives_the_points_of_its_row(turn: int, points: int) -> None:
    units = {**dict.fromkeys(PAID, "eliminated"), "ARR-G003": "arrivals", PANZER: "2922"}
    game = table(units, "german-reinforcement", turn=turn, scenario="3.4")
    back = {place.unit for place in listed(game, "place")} & PAID.keys()
    assert back == {unit for unit, strength in PAID.items() if strength <= points}
