"""Every kind of question that The Normandy Campaign brings is looked into where a rule test puts it.

It is written and read in the middle of the game (the others too that are settled without anybody's answer);
one that a player answers is examined whole, as conformance does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests_again import named, play, variants

from hexcore.events import Event
from hexcore.examination import Finding, digest_faults, examine, question_faults, saving_faults
from hexcore.game import Game
from hexcore.units import CHANCE
from hexcore_cobra import COBRA

ASKED_IN = {
    "air-allotment": "test_14_air_power.test_one_point_an_attack",
    "air-attack": "test_05_air_risk.test_the_last_step_is_lost_too",
    "attack-supply": "test_11_supply_points.test_by_choice_they_are_spent_all_the_same",
    "attrition-roll": "test_19_attrition.test_every_unit_ashore_or_dropped_rolls_once",
    "bad-landing": "test_19_airdrop.test_for_two_reasons_one_step",
    "beach-commitment": "test_19_beach_defense.test_it_says_so_before_the_next_die_is_rolled",
    "beach-defense": "test_19_beach_defense.test_it_says_so_before_the_next_die_is_rolled",
    "beach-defense-roll": "test_19_beach_defense.test_it_says_so_before_the_next_die_is_rolled",
    "boundary-laid": (
        "test_05_army_boundary.test_the_turn_after_an_allied_unit_was_south_of_vire_it_is_laid_anew"
    ),
    "boundary-move": "test_05_army_boundary.test_it_is_moved_one_hex_as_the_allied_turn_begins",
    "brest-roll": "test_16_special_rules.test_both_units_enter_over_the_west_edge",
    "carpet-bombing": "test_14_carpet_bombing.test_a_mission_may_be_cancelled_and_the_next_waits_a_turn",
    "carpet-plan": "test_14_carpet_bombing.test_a_mission_may_be_cancelled_and_the_next_waits_a_turn",
    "carpet-roll": "test_14_carpet_bombing.test_the_column_is_never_shifted",
    "displacement": "test_09_displacement.test_its_owner_moves_it_in_the_middle_of_the_enemys_move",
    "drift-roll": "test_19_airdrop.test_a_4_is_south_as_printed",
    "drop-ends": "test_19_airdrop.test_who_lives_is_put_in_any_adjacent_hex_free_of_the_enemy",
    "drop-placement": "test_19_airdrop.test_who_lives_is_put_in_any_adjacent_hex_free_of_the_enemy",
    "drop-under-attack": "test_19_airdrop.test_who_lives_is_put_in_any_adjacent_hex_free_of_the_enemy",
    "end-overrun": "test_05_overrun.test_it_moves_on_where_no_zone_holds_it",
    "end-overrun-in-advance": "test_08_advance_ends.test_where_it_wins_it_goes_in",
    "landing-attrition": "test_19_attrition.test_every_unit_ashore_or_dropped_rolls_once",
    "landing-deployment": "test_19_landing.test_in_any_order_and_each_may_be_taken_back",
    "landing-ends": "test_19_abandoned.test_nobody_is_asked_anything",
    "landing-step": "test_19_landing.test_in_any_order_and_each_may_be_taken_back",
    "last-turn-roll": "test_18_victory.test_a_high_die_adds_game_turn_28_and_no_more",
    "mutiny-roll": "test_16_special_rules.test_it_is_not_rolled_again_once_the_division_goes",
    "overrun-in-advance": "test_08_advance_ends.test_a_whole_division_overruns_those_who_block_its_advance",
    "reserves": "test_variant_sheet.test_who_calls_nobody_pays_nothing",
    "release": "test_16_special_rules.test_one_attempt_a_turn",
    "release-roll": "test_16_special_rules.test_one_attempt_a_turn",
    "replacements": "test_12_replacements.test_one_infantry_step_a_turn_from_turn_21",
    "scatter": "test_19_airdrop.test_in_the_order_the_allied_player_likes",
    "scatter-roll": "test_19_airdrop.test_in_the_order_the_allied_player_likes",
    "trucks": "test_05_weather.test_another_weather_ends_the_run",
    "weather-roll": "test_05_weather.test_a_third_storm_running_is_overcast",
    "withdrawal-roll": "test_05_withdrawals.test_each_unit_has_its_own_die",
    "withdrawals": "test_05_withdrawals.test_any_number_of_any_units_go_on_any_turn",
}
KINDS = {cls.__dataclass_fields__["kind"].default for cls in COBRA.decisions}


class Onlooker:
    """Stands by while games are played, and looks into a kind of question each time it comes up."""

    def __init__(self, kind: str) -> None:
        self.kind, self.seen, self.looking = kind, 0, False
        self.found: list[Finding] = []
        self._goes_on = Game._self_evident

    def goes_on(self, game: Game, events: list[Event]) -> bool:
        """In place of the game's own step to the next question."""
        asked = game.decision
        if asked is not None and asked.kind == self.kind and not self.looking:
            self.seen += 1
            self.looking = True
            self.found += self.faults(game)
            self.looking = False
        return self._goes_on(game, events)

    def faults(self, game: Game) -> Iterator[Finding]:
        state, asked = game.state, game.decision
        assert asked is not None
        if asked.side == CHANCE or self._settled(game):
            yield from question_faults(state, asked)
            yield from digest_faults(state, "here")
            yield from saving_faults(state, asked)
        else:
            yield from examine(game.fork(), random.Random(f"{self.kind} {self.seen}"))

    def _settled(self, game: Game) -> bool:
        """Whether the question goes without anybody's answer."""
        fork = game.fork()
        return bool(self._goes_on(fork, []))


def test_every_kind_of_question_has_its_test():
    assert ASKED_IN.keys() == KINDS


@pytest.mark.parametrize("kind", sorted(ASKED_IN))
def test_a_question_is_sound_where_it_is_asked(kind, monkeypatch):
    test, onlooker = named(ASKED_IN[kind]), Onlooker(kind)
    monkeypatch.setattr(Game, "_self_evident", lambda game, events: onlooker.goes_on(game, events))
    for arguments in variants(test):
        play(test, arguments)
    assert onlooker.seen and onlooker.found == []
