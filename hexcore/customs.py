"""Customs of play: what the core does of itself in every game of the later family.

A ruleset whose rulebook states one of them marks a function `@rule({...}, custom=Custom.X)`: refusals then
carry that rule's number, and where the rule is not in force (an option, a proof) the custom does not hold.
"""

from __future__ import annotations

from enum import StrEnum


class Custom(StrEnum):
    """The customs; each comment says what is done where it does not hold."""

    EXCESS_WAITS = "excess stacking is cured when the phase ends"  # else no move may end in excess
    FRACTIONS_UP = "fractions are rounded up"  # else down
    UNIT_BY_UNIT = "each unit's strength is rounded by itself"  # else the sum of a side
    STRENGTHS_ADD_UP = "the strengths of a side are added up"  # else the strongest unit counts alone
    ODDS_DOWN = "odds drop to the lower column"  # else they go to the nearest
    ADJACENT = "units attack what they stand next to"  # else anything
    VOLUNTARY = "no unit has to attack"  # else an attack that can be made is made
    ALL_ROUND = "an attack comes from any number of hexes"  # else from one
    ONCE = "no unit attacks or is attacked twice in a phase"  # else any number of times
    AS_ONE = "all units in a hex defend together"  # else the one on top alone
    STACK_SPLITS = "units of a stack attack or not as they like"  # else all that can attack together
    SEVERAL_TARGETS = "one attack may strike several hexes"  # else one
    UNDIVIDED = "a unit counts once in a combat"  # else as often as it is named
    STEP_BY_STEP = "a unit has as many steps as its counter shows"  # else the first loss eliminates it
    ALL_LOST = "an e takes every step"  # else it does nothing
    APART = "units of a stack may retreat different ways"  # else they go together
    GAINING_DISTANCE = "a retreat of n hexes ends n hexes away"  # else anywhere
    THROUGH_FRIENDS = "a retreat may pass through friendly units"  # else it may not
    HALTING = "an advance may halt on its way"  # else it goes as far as it can
    PAST_ZONES = "enemy zones do not stop an advance"  # else they do
    ON_THE_PATH = "an advance keeps to the path of retreat"  # else its last hex is any empty one
    TWO_AFTER_ELIMINATION = "where all are eliminated the victors advance two hexes"  # else one
    BOTH_ADVANCE = "defenders advance as attackers do"  # else they stay
    UNFORCED = "nobody has to advance"  # else whoever can does
