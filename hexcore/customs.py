"""Customs of play: what the core does of itself in every game of the later family.

A ruleset whose rulebook states one of them marks a function `@rule({...}, custom=Custom.X)`, or writes its
number under `[customs]` of ruleset.toml: refusals then carry that number, and where the rule is not in force
(an option, a proof) the custom does not hold. `false` under `[customs]` denies it for good.

docs/customs.md is made from this list.
"""

from __future__ import annotations

from enum import StrEnum


class Custom(StrEnum):
    """The customs, each with what it says and what is done where it does not hold (`otherwise`)."""

    otherwise: str

    def __new__(cls, says: str, otherwise: str) -> Custom:
        made = str.__new__(cls, says)
        made._value_, made.otherwise = says, otherwise
        return made

    EXCESS_WAITS = (
        "excess stacking is cured when the phase ends",
        "no move may end in excess (so it is, too, where no number states the custom)",
    )
    FRACTIONS_UP = ("fractions are rounded up", "they are rounded down")
    UNIT_BY_UNIT = (
        "each unit's strength is rounded by itself, after each stage of its factors",
        "the strengths of a side are added up first, and the sum is rounded",
    )
    STRENGTHS_ADD_UP = ("the strengths of a side are added up", "the strongest unit alone counts")
    ODDS_DOWN = (
        "odds drop to the lower column, in favour of the defender",
        "they go to the nearest column",
    )
    ADJACENT = (
        "units attack what they stand next to",
        "any distance will do; what a unit may attack from where says a rule on `may_attack`",
    )
    VOLUNTARY = (
        "no unit has to attack",
        "a combat phase does not end while any attack can still be made, across whatever hexside; where "
        "zones of control decide, `must_attack` of [combat] is the rule wanted",
    )
    ALL_ROUND = ("an attack comes from any number of hexes", "all its attackers stand in one hex")
    ONCE = (
        "no unit attacks or is attacked twice in a phase",
        "any unit attacks and is attacked any number of times",
    )
    AS_ONE = ("all units in a hex defend together", "the one on top of the stack defends alone")
    STACK_SPLITS = (
        "units of a stack attack or not as they like",
        "when one of them attacks, all attack that can",
    )
    SEVERAL_TARGETS = ("one attack may strike several hexes", "it strikes one")
    UNDIVIDED = (
        "a unit counts once in a combat, with all it has",
        "it counts as often as it is named",
    )
    STEP_BY_STEP = (
        "a unit has as many steps as its counter shows",
        "its first loss eliminates it",
    )
    ALL_LOST = ("an `e` takes every step", "it takes none")
    APART = ("units of a stack may retreat different ways", "they go together")
    GAINING_DISTANCE = (
        "a retreat of n hexes ends n hexes from where it began",
        "it may bend back, but enters no hex twice",
    )
    THROUGH_FRIENDS = ("a retreat may pass through friendly units", "it may not")
    HALTING = ("an advance may halt on its way", "it goes as far as it can")
    PAST_ZONES = ("enemy zones do not stop an advance", "it ends in the first one it enters")
    ON_THE_PATH = (
        "an advance keeps to the path of retreat",
        "its last hex is any empty one beside that path",
    )
    TWO_AFTER_ELIMINATION = (
        "where all are eliminated the victors advance two hexes",
        "they advance one, into the hex that was attacked",
    )
    BOTH_ADVANCE = ("defenders advance as attackers do", "they stay where they are")
    UNFORCED = ("nobody has to advance", "whoever can advance must")

    @property
    def word(self) -> str:
        """How it is written in [customs] of ruleset.toml: `excess-waits`."""
        return self.name.lower().replace("_", "-")


def custom_of(word: str) -> Custom | None:
    """The custom written so, in tables (`excess-waits`) or in Python (`EXCESS_WAITS`); None when none is."""
    return next((custom for custom in Custom if word in (custom.word, custom.name)), None)
