"""Where each side's fighting units stand, and which of them stand at the front."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from crossing import RULESET as CROSSING
from hill import BLUE, RED, RULESET as HILL

from hexcore.front_line import front_of
from hexcore.game import opening
from hexcore.state import GameState
from hexcore.units import ELIMINATED


def standing(places: Mapping[str, str]) -> GameState:
    """The hill with units where they are put, the others eliminated."""
    state = opening(HILL.board("battle"))
    index = state.board.map.hex
    return state.with_units([
        unit.put(index(places[unit.id]) if unit.id in places else ELIMINATED) for unit in state.units.values()
    ])  # fmt: skip


def test_the_middle_of_a_side_and_of_its_front() -> None:
    """1 Guards stand two hexes from 7 Line, 2 Guards three; columns are 0.866 of a hex apart."""
    state = standing({"1-guards": "0102", "2-guards": "0104", "7-line": "0302"})
    found, centres = front_of(state, BLUE), state.board.map.centres
    one, two = (centres[state.board.map.hex(number)] for number in ("0102", "0104"))
    assert state.board.map.distance(*map(state.board.map.hex, ("0102", "0302"))) == 2
    assert state.board.map.distance(*map(state.board.map.hex, ("0104", "0302"))) == 3
    assert (found["centre_x"], found["centre_y"]) == pytest.approx(
        [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2], abs=1e-3
    )
    assert (found["front_x"], found["front_y"]) == pytest.approx(one, abs=1e-3)
    assert (found["front_units"], front_of(state, RED)["front_units"]) == (1, 1)


def test_a_side_without_units_stands_nowhere() -> None:
    found = front_of(standing({"7-line": "0302"}), BLUE)
    assert found == {"centre_x": None, "centre_y": None, "front_x": None, "front_y": None, "front_units": 0}
    alone = front_of(standing({"7-line": "0302"}), RED)
    assert alone["front_units"] == 0 and alone["front_x"] is None and alone["centre_x"] is not None


def test_units_without_strength_make_no_front() -> None:
    """A truck of the crossing beside a rifle battalion: only this one counts, for either side."""
    state = opening(CROSSING.board("ford"))
    index = state.board.map.hex
    put = {"g-truck": "0405", "3-rifles": "0205", "11-guard": "0204"}
    changed = state.with_units([state.units[id].put(index(number)) for id, number in put.items()])
    green, grey = CROSSING.sides[1], CROSSING.sides[0]
    assert (front_of(changed, green)["front_units"], front_of(changed, grey)["front_units"]) == (1, 1)
    centre = state.board.map.centres[index("0205")]
    assert (front_of(changed, green)["centre_x"], front_of(changed, green)["centre_y"]) == pytest.approx(
        centre, abs=1e-3
    )
    alone = changed.with_units([changed.units["3-rifles"].put(ELIMINATED)])
    assert front_of(alone, grey)["front_units"] == 0
