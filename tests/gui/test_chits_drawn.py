"""A game whose turn is drawn from a cup is played in the window like any other."""

from __future__ import annotations

from importlib import metadata

import chits
import pytest
from hands import Hands

from hexcore import ruleset as rulesets

FIRST_PULLS = "3 2 5"


@pytest.mark.parametrize("dice", [FIRST_PULLS, "6 3 2 5"])
def test_the_formation_drawn_is_asked(hands: Hands, dice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dusk comes too soon in the second case, and goes back."""
    point = metadata.EntryPoint("chits", "chits:RULESET", rulesets.ENTRY_POINTS)
    others = rulesets._points()
    monkeypatch.setattr(rulesets, "_points", lambda: [*others, point])
    hands.start(chits.RULESET, "gap", dice=dice)
    assert (hands.asked, hands.window.link.viewer) == ("movement-phase", "raiders")
    hands.click("0204")  # Wolf: not its pull
    assert hands.page.pointing.in_hand == ()
    hands.click("0206")
    assert {unit.counter.formation for unit in hands.page.pointing.in_hand} == {"Boar"}
    hands.click("0305")
    assert "boar" in "".join(hands.state.stacks.get(hands.hex("0305"), ()))
    assert any("Boar is drawn" in line for line in hands.log())
