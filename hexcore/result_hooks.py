"""Hooks from a combat's result to its end: numbers, losses, retreats, advances (shapes: see `hookspecs`)."""

# ruff: noqa: E501
from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from hexcore.events import Event, Steps
    from hexcore.rules import Mask, Rank, Refusal
    from hexcore.state import Combat, GameState
    from hexcore.units import Unit

hookspec = pluggy.HookspecMarker("hexcore")
answer = hookspec(firstresult=True)
contribution = hookspec
refusal = hookspec


class ResultHooks:
    """What follows a combat's result, in the order in which it is asked."""

    @answer
    def result_left(self, state: GameState, combat: Combat, role: str, result: str) -> str | None:
        """What is left of a result for a side (`attacker`, `defender`) whose turn comes after the other has met his. [answer]"""

    @answer
    def spared(self, state: GameState, combat: Combat, unit: Unit) -> bool | None:
        """Whether the result of a combat passes by a unit that took part in it: who fires from afar (False by default). [answer]"""

    @refusal
    def may_go_back(
        self, state: GameState, combat: Combat, role: str, points: int, hexes: int
    ) -> str | Refusal | None:
        """Why a side may not take so many of the points of its result as hexes. [refusal]"""

    @contribution
    def retreat_masks(self, state: GameState, unit: Unit) -> Mask | list[Mask] | None:
        """Hexes and hexsides closed to a unit's retreat. [contribution]"""

    @contribution
    def retreat_ranks(
        self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
    ) -> Rank | None:
        """How a path ranks: while one of lower level exists, a higher one is refused by this rule. [contribution]"""

    @refusal
    def may_retreat(
        self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
    ) -> str | Refusal | None:
        """Why a unit may not retreat along a path: what is in its hexes, nothing elsewhere. [refusal]"""

    @refusal
    def may_pass(self, state: GameState, units: tuple[Unit, ...], hex: int) -> str | Refusal | None:
        """Why units may not pass, on their retreat, through a hex in which friends stand. [refusal]"""

    @answer
    def crowded_out(self, state: GameState, unit: Unit, combat: Combat) -> bool | None:
        """Whether a unit that finds every way back full is eliminated, the others going (False by default: all go, or none). [answer]"""

    @refusal
    def may_go_along(
        self, state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
    ) -> str | Refusal | None:
        """Why units that had no part in a combat may not join a retreat along this path (they may not by default). [refusal]"""

    @refusal
    def may_advance(
        self, state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
    ) -> str | Refusal | None:
        """Why units may not advance along a path. [refusal]"""

    @contribution
    def result_falls(self, state: GameState, combat: Combat) -> list[Event] | None:
        """What a combat's result does at once, before anybody loses steps or retreats. [contribution]"""

    @refusal
    def may_lose(self, state: GameState, unit: Unit, combat: Combat) -> str | Refusal | None:
        """Why this unit may not take the next step loss of a combat while others can. [refusal]"""

    @answer
    def eliminated(self, state: GameState, unit: Unit, why: str) -> Steps | None:
        """What follows when a unit is eliminated by a rule of the core that is no combat's: excess. [answer]"""

    @contribution
    def lost_step(self, state: GameState, unit: Unit, combat: Combat | None) -> list[Event] | None:
        """What follows a step lost or a unit eliminated. [contribution]"""

    @contribution
    def retreated(
        self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
    ) -> list[Event] | None:
        """What follows a unit's retreat. [contribution]"""

    @contribution
    def combat_closes(self, state: GameState, combat: Combat) -> list[Event] | None:
        """What follows when a combat is over. [contribution]"""
