"""The Phase Record and the four set-up sheets."""

from __future__ import annotations

import pytest
from bp_marches import GI, PANZER, rule
from bp_table import GAME, board, do, hex_of, table

ALLIED_PHASES = ("reinforcement", "airdrop", "supply", "movement", "combat", "mechanized")
GERMAN_PHASES = ("reinforcement", "supply", "movement", "combat", "mechanized")


def phases_of(side: str) -> list[str]:
    """What the sequence calls a side's phases, the removal of markers aside."""
    ids = [phase.id for phase in board().sequence.phases if phase.player_turn == side]
    return [id.removeprefix(f"{side}-") for id in ids if not id.endswith("-removal")]


@rule("phase_record.allied")
def test_the_allied_record_has_six_phases_and_one_to_move_in() -> None:
    assert phases_of("allied") == [*ALLIED_PHASES]
    game = table({GI: "2422", PANZER: "2826"}, "allied-movement")
    do(game, "move", unit=GI, to="2423")
    assert hex_of(game, GI) == "2423"


@rule("phase_record.german")
def test_the_german_record_has_no_airdrop_and_one_to_move_in() -> None:
    assert phases_of("german") == [*GERMAN_PHASES]
    game = table({GI: "2422", PANZER: "2826"}, "german-movement")
    do(game, "move", unit=PANZER, to="2825")
    assert hex_of(game, PANZER) == "2825"


@pytest.mark.parametrize(
    ("sheet", "scenario", "unit", "other"),
    [
        pytest.param(sheet, scenario, unit, other, marks=rule(f"setup.table.{sheet}"))
        for sheet, scenario, unit, other in (
            ("july_allied", "1.4", "JUL-A001", "AUG-A001"),
            ("july_german", "1.4", "JUL-G007", "AUG-G001"),
            ("august_allied", "2.1", "AUG-A001", "JUL-A001"),
            ("august_german", "2.1", "AUG-G001", "JUL-G007"),
        )
    ],
)
def test_a_scenario_draws_from_its_own_sheet(sheet: str, scenario: str, unit: str, other: str) -> None:
    counters = GAME.board(scenario).counters
    assert unit in counters and other not in counters
