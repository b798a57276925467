"""What a computer player counts a result in words as."""

from __future__ import annotations

import pytest
from varn import RULESET

from hexcore.game import opening
from hexcore.state import Combat
from hexcore.units import Side


@pytest.mark.parametrize("steps, toll", [(1, 1.0), (2, 2.0)])
def test_who_has_lost_his_last_step_goes_back_no_hex(steps: int, toll: float) -> None:
    """A step and a hex cost a unit of one step no more than its elimination."""
    state = opening(RULESET.board("crossings"))
    vell = next(u for u in state.units.values() if u.side == Side("vell") and len(u.counter.steps) == steps)
    ours = next(u for u in state.units.values() if u.side == Side("ostrand"))
    combat = Combat(0, "attack", ours.side, (0,), (ours.id,), (vell.id,))
    assert state.board.rules.result_toll(state, combat, ("D1r",)) == (0.0, toll)
    assert state.board.rules.result_toll(state, combat, ("De",)) == (0.0, float(steps))
