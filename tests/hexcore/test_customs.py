"""Customs of the core: they hold, and carry the number of the rule that states them."""

from __future__ import annotations

import sys
from pathlib import Path

from sandbox import ruleset

from hexcore import customs_page, explained_customs
from hexcore.customs import Custom, custom_of
from hexcore.hook_pages import named_ruleset
from hexcore.rulebook import Rules
from hexcore.rules import rule
from hexcore.schemas_of_files import schemas

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


def test_the_page_is_what_the_customs_make_of_it():
    page = Path(__file__).parents[2] / "docs" / "customs.md"
    named = ("cobra-1977", "cobra", "breakout-pursuit", "crossing:RULESET", "varn:RULESET")
    assert page.read_text("utf-8") == customs_page.page([named_ruleset(name) for name in named]), (
        "make hook-pages writes it anew"
    )
    assert all(custom.otherwise and not custom.otherwise.endswith(".") for custom in Custom)


def test_it_is_written_alike_in_tables_and_in_python():
    assert custom_of("odds-down") is custom_of("ODDS_DOWN") is Custom.ODDS_DOWN
    assert custom_of("odds_down") is None


@rule({"sandbox": "8.1"}, custom=Custom.VOLUNTARY)
def stated() -> None:
    """No unit has to attack."""


def test_explain_tells_who_states_a_custom():
    told = explained_customs.form(ruleset("b1 blue 0303 1-1", stated).board("field"), Custom.VOLUNTARY)
    assert [(row["rule"], row["why"]) for row in told["stated_by"]] == [("8.1", "states it")]
    assert told["holds"]
    off = ruleset("b1 blue 0303 1-1", stated).board("field", also_off=frozenset({"8.1"}))
    told = explained_customs.form(off, Custom.VOLUNTARY)
    assert (told["holds"], told["stated_by"][0]["in_force"]) == (False, False)
    assert "while any attack can still be made" in explained_customs.text(told)
    nobody = explained_customs.form(ruleset("b1 blue 0303 1-1").board("field"), Custom.ONCE)
    assert nobody["holds"] and nobody["stated_by"] == []


def test_the_command_explains_it_and_knows_a_slip(answer, mistake):
    told = answer("explain", "cobra-1977", "voluntary")
    assert (told["custom"], told["holds"], told["stated_by"][0]["rule"]) == ("voluntary", True, "TNC 8.1.4")
    assert "the nearest is 'voluntary'" in mistake("explain", "cobra-1977", "volntary")


def test_the_schema_names_every_custom():
    customs = schemas()["ruleset"]["properties"]["customs"]
    assert set(customs["properties"]) == {custom.word for custom in Custom}
    assert customs["additionalProperties"] is False
