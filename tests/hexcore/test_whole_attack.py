"""A whole attack in one answer: what of it belongs to the declaration, and what is support."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE

from hexcore.actions import AddAttacker, Attack, Commit, Declare, Done
from hexcore.combat import CombatPhase, whole_attack


def test_what_is_declared_comes_before_the_attack_is_made_and_support_after() -> None:
    unused: Any = None
    attack = Attack((7,), ("b1",), {"air": 1, "unsupplied": True, "column": "1-1"})
    assert whole_attack(unused, CombatPhase(BLUE), attack) == [
        Declare((7,)),
        AddAttacker("b1"),
        Commit("unsupplied"),
        Commit("column", word="1-1"),
        Done(),
        Commit("air"),
        Done(),
    ]
