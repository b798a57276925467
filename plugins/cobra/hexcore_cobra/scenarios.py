"""Scenarios and game options of the 1977 edition (SPI 4.0: thirteen game turns)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexcore.maps import HexMap
from hexcore.ruleset import Option, RuleText, Scenario, Track
from hexcore.tables import read_toml
from hexcore.units import Counter, Place
from hexcore_cobra import order_of_battle, results, set_up
from hexcore_cobra.order_of_battle import DATA

LAST_TURN_1977 = 13
WEATHER = ("clear", "overcast", "storms")


def options_1977() -> tuple[Option, ...]:
    """The borrowings that may be switched off, each `on` by default."""
    rows: list[dict[str, Any]] = read_toml(DATA / "options_1977.toml")["option"]
    return tuple(
        Option(row["id"], "on", ("on", "off"), row["rule"], row["text"], {"off": tuple(row["off"])})
        for row in rows
    )


def tracks_1977() -> tuple[Track, ...]:
    """The tracks on the map, the weather from the Clear column (SPI 6.48); 19.1.1 sets the supply points."""
    return (
        Track("turn", 1, LAST_TURN_1977, start=1),
        Track("weather", words=WEATHER, start="clear"),
        Track("us_supply", 0, 99),
        Track("british_supply", 0, 99),
        Track("air_points", 0, 6, start=0),
    )


def breakout_1977(counters: Mapping[str, Counter]) -> Scenario:
    """The Break-Out as the 1977 box sets it up."""

    def start(hex_map: HexMap) -> dict[str, tuple[Place, int]]:
        return set_up.set_up(counters, hex_map)

    return Scenario(
        "breakout",
        "Cobra Break-Out",
        first_turn=1,
        last_turn=LAST_TURN_1977,
        tracks=tracks_1977(),
        options=options_1977(),
        set_up=start,
        recount=counters_as_played,
        tags={
            "arrivals": order_of_battle.arrivals(set_up.SET_UP, counters),
            "movement_points_rule": "SPI 3.34",
            "terrain_rule": "SPI 6.8",
        },
    )


def counters_as_played(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """The counters that take part (21.2), with the steps they have (8.5.4)."""
    return results.counters_as_played(set_up.counters_that_take_part(counters, off), off)


def rule_index() -> list[dict[str, str]]:
    """Every row of the rule index, as read."""
    import csv

    with (DATA / "rule_index.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def spelt_1977(row: Mapping[str, str]) -> str | None:
    """The rule id of an index row in the 1977 game, None for a rule it does not have."""
    if row["rulebook"] == "spi":
        return row["rule"]
    return f"TNC {row['rule']}" if row["cobra_1977"] in ("yes", "option") else None


def rules_1977() -> dict[str, RuleText]:
    """Our text of every rule of the 1977 game, by its id."""
    entries = read_toml(DATA.parent / "rules.toml")
    texts = {}
    for row in rule_index():
        id, entry = spelt_1977(row), entries.get(row["rule"])
        if id is not None and entry is not None:
            text = entry.get("text_1977", entry["text"])
            texts[id] = RuleText(
                entry["title"], text, entry.get("kind", "case"), entry.get("waiver_1977", "")
            )
    return texts


__all__ = ["breakout_1977", "rule_index", "rules_1977", "spelt_1977"]
