"""Cobra: the Normandy breakout of 1944, in the edition of 1977 and as The Normandy Campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from hexcore.mapcheck import MapTools
from hexcore.maps import HexMap, read_map
from hexcore.ruleset import Ruleset, RuleText, Scenario
from hexcore.sequence import SequenceOfPlay, read_sequence
from hexcore.tables import read_toml
from hexcore.units import Counter, Side
from hexcore_cobra.abandoned_beaches import LandingEnds
from hexcore_cobra.advance_overruns import EndOverrunInAdvance, OverrunInAdvance
from hexcore_cobra.air_power import AirAllotment
from hexcore_cobra.air_risk import AirAttack
from hexcore_cobra.airdrop import (
    BadLanding,
    DriftRoll,
    DropEnds,
    DropPlacement,
    DropUnderAttack,
    Scatter,
    ScatterRoll,
)
from hexcore_cobra.army_boundary import BoundaryLaid, BoundaryMove
from hexcore_cobra.beach_defense import BeachCommitment, BeachDefense, BeachDefenseRoll
from hexcore_cobra.carpet_bombing import CarpetBombing, CarpetPlan, CarpetRoll
from hexcore_cobra.displacement import Displacement
from hexcore_cobra.fifteenth_army import BrestRoll, Release, ReleaseRoll
from hexcore_cobra.french_mutiny import MutinyRoll
from hexcore_cobra.landing import LandingDeployment, LandingStep
from hexcore_cobra.landing_attrition import AttritionRoll, LandingAttrition
from hexcore_cobra.overruns import EndOverrun
from hexcore_cobra.replacements import Replacements
from hexcore_cobra.supply_points import AttackSupply
from hexcore_cobra.trucks import Trucks
from hexcore_cobra.variant_sheet import Reserves
from hexcore_cobra.victory import LastTurnRoll
from hexcore_cobra.weather import WeatherRoll
from hexcore_cobra.withdrawals import WithdrawalRoll, Withdrawals

FOLDER = Path(__file__).parent


def _map() -> HexMap:
    return read_map(FOLDER / "data" / "map")


def _counters_1977() -> Mapping[str, Counter]:
    from hexcore_cobra.order_of_battle import counters

    return counters("SPI")


def _counters() -> Mapping[str, Counter]:
    from hexcore_cobra.order_of_battle import counters

    return counters("DG")


def _sequence_1977() -> SequenceOfPlay:
    return _sequence_in("sequence_1977.toml")


def _sequence() -> SequenceOfPlay:
    return _sequence_in("sequence_2008.toml")


def _sequence_in(name: str) -> SequenceOfPlay:
    path = FOLDER / "data" / name
    return read_sequence(read_toml(path)["phase"], str(path))


def _scenarios_1977() -> Sequence[Scenario]:
    from hexcore_cobra.scenarios import breakout_1977

    return [breakout_1977(_counters_1977())]


def _scenarios() -> Sequence[Scenario]:
    from hexcore_cobra.scenarios import breakouts_2008, expanded_2008

    return [*breakouts_2008(_counters()), *expanded_2008(_counters())]


def _modules() -> Sequence[ModuleType]:
    from hexcore_cobra import chapters

    return chapters.MODULES


def _rules_1977() -> Mapping[str, RuleText]:
    from hexcore_cobra.scenarios import rules_1977

    return rules_1977()


def _rules() -> Mapping[str, RuleText]:
    from hexcore_cobra.scenarios import rules_2008

    return rules_2008()


def _rule_index() -> Sequence[Mapping[str, str]]:
    from hexcore_cobra.editions import rule_index

    return rule_index()


def _spelling_1977(row: Mapping[str, str]) -> str | None:
    from hexcore_cobra.editions import spelt_1977

    return spelt_1977(row)


def _spelling(row: Mapping[str, str]) -> str | None:
    from hexcore_cobra.editions import spelt_2008

    return spelt_2008(row)


def _origin_1977(row: Mapping[str, str]) -> str:
    from hexcore_cobra.rulebook import origin_1977

    return origin_1977(row)


def _chapter(rule: str) -> str:
    from hexcore_cobra.rulebook import chapter

    return chapter(rule)


def _presentation() -> Mapping[str, Any]:
    """How the expanded game looks: turn 1 is its Game-Turn 1."""
    return _dated(1)


def _presentation_1977() -> Mapping[str, Any]:
    from hexcore_cobra.order_of_battle import FIRST_COBRA_TURN

    return _dated(FIRST_COBRA_TURN)


def _dated(first: int) -> Mapping[str, Any]:
    """The looks, with the first day of each turn under it; turn 1 has line *first* of the turn record."""
    from hexcore_cobra.charts import turn_record

    looks = read_toml(FOLDER / "presentation.toml")
    days = {turn - first + 1: row.dates_1944.partition("-")[0] for turn, row in turn_record().items()}
    looks["tracks"]["turn"]["words"] = {str(turn): day for turn, day in days.items() if turn > 0}
    return looks


def _map_tools() -> MapTools:
    from hexcore_cobra.mapmaking import MAP_TOOLS

    return MAP_TOOLS


def _takes_ground(counter: Counter) -> bool:
    return counter.kind != "hq"


def _remembered(hex_map: HexMap) -> list[int]:
    """The city hexes of which supply asks who has entered them (10.4.2, 10.5.1); none on Map A alone."""
    if not hex_map.groups.get("cherbourg"):
        return []
    return [hex for city in ("cherbourg", "isigny", "bayeux") for hex in hex_map.group(city)]


COBRA_1977 = Ruleset(
    id="cobra-1977",
    title="Cobra",
    edition="SPI 1977",
    version="0.1.0",
    folder=FOLDER,
    sides=(Side("german"), Side("allied")),
    load_map=_map,
    load_counters=_counters_1977,
    load_sequence=_sequence_1977,
    load_scenarios=_scenarios_1977,
    load_modules=_modules,
    load_rules=_rules_1977,
    load_presentation=_presentation_1977,
    load_rule_index=_rule_index,
    decisions=(
        Replacements,
        AirAllotment,
        WeatherRoll,
        Trucks,
        EndOverrun,
        Displacement,
        BoundaryMove,
        BoundaryLaid,
        MutinyRoll,
        CarpetBombing,
        CarpetPlan,
        CarpetRoll,
    ),
    controls=_takes_ground,
    load_map_tools=_map_tools,
    spelling=_spelling_1977,
    origin=_origin_1977,
    chapter=_chapter,
    test_record="data/tests_1977.csv",
)


def _map_of_both_sheets() -> HexMap:
    return read_map(FOLDER / "data" / "map_both_sheets")


def _map_tools_of_both_sheets() -> MapTools:
    from hexcore_cobra.both_sheets import MAP_TOOLS

    return MAP_TOOLS


COBRA = Ruleset(
    id="cobra",
    title="Cobra: The Normandy Campaign",
    edition="Decision Games 2008",
    version="0.1.0",
    folder=FOLDER,
    sides=COBRA_1977.sides,
    load_map=_map_of_both_sheets,
    load_counters=_counters,
    load_sequence=_sequence,
    load_scenarios=_scenarios,
    load_modules=_modules,
    load_rules=_rules,
    load_presentation=_presentation,
    load_rule_index=_rule_index,
    decisions=(
        *COBRA_1977.decisions,
        AirAttack,
        AttackSupply,
        LastTurnRoll,
        Release,
        ReleaseRoll,
        BrestRoll,
        Reserves,
        OverrunInAdvance,
        EndOverrunInAdvance,
        Withdrawals,
        WithdrawalRoll,
        LandingStep,
        LandingDeployment,
        Scatter,
        ScatterRoll,
        DriftRoll,
        BadLanding,
        DropUnderAttack,
        DropEnds,
        DropPlacement,
        BeachDefense,
        BeachDefenseRoll,
        BeachCommitment,
        LandingAttrition,
        AttritionRoll,
        LandingEnds,
    ),
    controls=_takes_ground,
    remembered=_remembered,
    load_map_tools=_map_tools_of_both_sheets,
    spelling=_spelling,
    chapter=_chapter,
    test_record="data/tests_2008.csv",
)
