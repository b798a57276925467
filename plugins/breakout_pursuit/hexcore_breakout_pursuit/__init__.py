"""Breakout & Pursuit: from Normandy to the Rhine, 1944. All 24 scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexcore.mapcheck import MapTools
from hexcore.maps import HexMap, read_map
from hexcore.ruleset import Ruleset
from hexcore.tables import read_toml
from hexcore.units import Side
from hexcore_breakout_pursuit import chapters, order_of_battle, rulebook, scenarios
from hexcore_breakout_pursuit.names import mark_of
from hexcore_breakout_pursuit.shoreline import shoreline

FOLDER = Path(__file__).parent


def _map() -> HexMap:
    return read_map(FOLDER / "data" / "map")


def _presentation() -> Mapping[str, Any]:
    rings = shoreline(FOLDER / "data" / "map" / "coast.csv")
    return {**read_toml(FOLDER / "presentation.toml"), "coast": {"rings": rings}, "units": _units()}


def _units() -> dict[str, dict[str, str]]:
    """The names of the counters, and on those printed alike the mark that tells them apart."""
    counters = order_of_battle.counters().values()
    return {c.id: {"name": c.called, "number": mark_of(c)} for c in counters}


def _map_tools() -> MapTools:
    from hexcore_breakout_pursuit.mapmaking import MAP_TOOLS

    return MAP_TOOLS


BREAKOUT_PURSUIT = Ruleset(
    id="breakout-pursuit",
    title="Breakout & Pursuit",
    edition="SPI 1972",
    version="0.1.0",
    folder=FOLDER,
    sides=(Side("german"), Side("allied")),
    load_map=_map,
    load_counters=order_of_battle.counters,
    load_sequence=chapters.sequence,
    load_scenarios=scenarios.scenarios,
    load_modules=chapters.modules,
    load_rules=rulebook.rules,
    load_presentation=_presentation,
    load_rule_index=rulebook.rule_index,
    decisions=chapters.own("DECISIONS"),
    actions=chapters.own("ACTIONS"),
    controls=chapters.takes_ground,
    load_map_tools=_map_tools,
    origin=rulebook.origin,
    chapter=rulebook.chapter,
)
