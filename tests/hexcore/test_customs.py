"""Customs of the core: they hold, and carry the number of the rule that states them."""

from __future__ import annotations

import sys

from hexcore.customs import Custom
from hexcore.rulebook import Rules
from hexcore.rules import rule

HERE = sys.modules[__name__]


@rule({"one": "8.1", "two": "7.4"}, custom=Custom.VOLUNTARY)
def nobody_has_to_attack() -> None:
    """No unit has to attack."""


def test_a_custom_holds_where_nothing_is_said_of_it():
    rules = Rules("one", [HERE])
    assert rules.holds(Custom.ODDS_DOWN) and rules.cites(Custom.ODDS_DOWN) == ""


def test_a_rule_that_states_a_custom_lends_it_its_number():
    assert Rules("one", [HERE]).cites(Custom.VOLUNTARY) == "8.1"
    assert Rules("two", [HERE]).cites(Custom.VOLUNTARY) == "7.4"
    assert Rules("three", [HERE]).cites(Custom.VOLUNTARY) == ""


def test_a_custom_falls_with_the_rule_that_states_it():
    off = frozenset({"8.1"})
    assert not Rules("one", [HERE], off).holds(Custom.VOLUNTARY)
    assert Rules("two", [HERE], off).holds(Custom.VOLUNTARY)
