"""What the map shows, asked of a position without any window."""

from __future__ import annotations

import hill
from at_the_table import do, in_phase

from hexcore.events import Noted, apply
from hexcore_gui import sight
from hexcore_gui.choices import Choices


def test_no_hex_is_lit_for_a_unit_in_hand_that_a_rule_has_stopped() -> None:
    """A stopped unit stays in hand where it may still overrun: its points lead it nowhere."""
    game = in_phase(
        hill.RULESET.board("battle"), {"1-guards": "0101", "7-line": "0504"}, "blue-movement", {"turn": 1}
    )
    do(game, "take", unit="1-guards")
    hand = sight.units_in_hand(game.state)
    assert sight.reach_marks(game.state, hand, Choices())
    stopped = apply(game.state, Noted("phase", "stopped", "1-guards", ("6.2", "it is in an enemy zone")))
    assert not sight.reach_marks(stopped, sight.units_in_hand(stopped), Choices())
