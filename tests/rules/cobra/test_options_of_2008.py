"""Every value of every option of The Normandy Campaign changes what comes out of a position.

The tests named here play those positions. With the option held at its default, whatever the test asks for,
each must fail: an option that did nothing would make no difference to it.
"""

from __future__ import annotations

from typing import Any

import cobra_table
import pytest
from tests_again import failing, named

from hexcore_cobra import COBRA

ALL_RESERVES = "test_variant_sheet.test_all_of_them_may_be_called_in_one_turn"
PLAYED = {
    ("bocage", "1977"): "test_08_columns.test_by_choice_bocage_is_one_column_as_in_1977",
    ("weather-roll", "each player turn"): "test_05_weather.test_each_player_may_roll_as_in_1977",
    ("german-relief", "three divisions west"): "test_05_weather.test_relief_by_choice_as_in_1977",
    (
        "several-hexes",
        "fewest",
    ): "test_08_columns.test_of_two_hexes_the_harder_decides_or_by_choice_the_easier",
    ("german-supply-points", "none"): "test_11_supply_points.test_by_choice_the_germans_need_no_points",
    (
        "points-of-attacks-not-made",
        "spent",
    ): "test_11_supply_points.test_by_choice_they_are_spent_all_the_same",
    (
        "command-limits-read-as",
        "attacks and overruns",
    ): "test_11_command_limits.test_read_as_attacks_and_overruns_the_two_numbers_cap_both_armies_together",
    ("german-reinforcements", "free"): "test_13_reinforcements.test_by_choice_german_reinforcements_may_wait",
    ("split-results", "defender-first"): "test_08_losses.test_by_choice_the_defender_meets_it_first",
    ("mandatory-losses", "free"): "test_08_losses.test_by_choice_all_of_them_may_be_hexes",
    ("army-boundary", "off"): "test_05_army_boundary.test_without_the_option_nothing_is_drawn",
    (
        "french-mutiny-checked",
        "every phase",
    ): "test_16_special_rules.test_by_choice_it_is_rolled_as_every_phase_begins",
    ("carpet-bombing", "at will"): "test_14_carpet_bombing.test_at_will_the_hex_is_named_when_it_is_bombed",
    ("carpet-bombing", "off"): "test_14_carpet_bombing.test_by_choice_there_is_none",
    (
        "fifteenth-army",
        "variant sheet",
    ): "test_16_special_rules.test_by_the_variant_sheet_a_unit_a_turn_is_called",
    ("iv-ss-panzer-korps", "on"): ALL_RESERVES,
    ("army-group-center", "on"): ALL_RESERVES,
    ("second-parachute-division", "on"): ALL_RESERVES,
    ("heavy-battalion-654", "on"): ALL_RESERVES,
    ("friedenthal-jagdverband", "on"): ALL_RESERVES,
    ("rail", "on"): "test_17_rail.test_by_choice_units_go_by_rail",
    ("drop-at-sea", "ashore"): "test_19_airdrop.test_by_choice_it_comes_ashore_with_the_loss_of_a_coast_hex",
    ("attack-on-the-drop", "paratroops"): "test_19_airdrop.test_by_choice_the_germans_lose_nothing",
}
OPTIONS = {option.id: option for option in COBRA.scenario("breakout").options}


def test_every_value_has_its_test():
    other = {(o.id, value) for o in OPTIONS.values() for value in o.values if value != o.default}
    assert other == set(PLAYED)
    assert all(scenario.options == tuple(OPTIONS.values()) for scenario in COBRA.scenarios.values())


@pytest.mark.parametrize(("option", "value"), list(PLAYED), ids=["-".join(key) for key in PLAYED])
def test_held_at_its_default_it_fails_its_test(option, value, monkeypatch):
    test, really = named(PLAYED[option, value]), cobra_table.board
    expanded, default = cobra_table.campaign_board, OPTIONS[option].default
    assert failing(test) == []

    def held(hex_map: Any = None, options: Any = None, **more: Any) -> Any:
        return really(hex_map, {**(options or {}), option: default}, **more)

    def held_on_both_sheets(hex_map: Any = None, options: Any = None, *more: Any, **words: Any) -> Any:
        return expanded(hex_map, {**(options or {}), option: default}, *more, **words)

    monkeypatch.setattr(cobra_table, "board", held)
    monkeypatch.setattr(cobra_table, "campaign_board", held_on_both_sheets)
    assert failing(test)
