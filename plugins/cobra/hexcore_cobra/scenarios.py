"""Scenarios and game options of both editions (SPI 4.0; 2.5, 19.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hexcore.map_parts import part_of
from hexcore.maps import HexMap
from hexcore.ruleset import Option, RuleText, Scenario, Track
from hexcore.tables import read_toml
from hexcore.units import Counter, Place
from hexcore_cobra import order_of_battle, results, set_up
from hexcore_cobra.editions import rule_index, spelt_1977, spelt_2008
from hexcore_cobra.order_of_battle import DATA
from hexcore_cobra.victory import EXTRA_TURN

Row = Mapping[str, str]
"""A row of the rule index."""
LAST_TURN_1977 = 13
FIRST_TURN = 15
"""The Break-Out by the later calendar: to turn 27, or 28 by a die (19.1)."""
WEATHER = ("clear", "overcast", "storms")
LAST_TURN_OF_THE_BUILD_UP = 14


# ------------------------------------------------------------------ SPI 1977
def options_1977() -> tuple[Option, ...]:
    """The borrowings that may be switched on or off."""
    return _options(DATA / "options_1977.toml")


def _options(path: Path) -> tuple[Option, ...]:
    """An options file: `off` lists the numbers not in force when an `on` or `off` option is off, `not` those
    not in force under each of its `values`."""
    rows: list[dict[str, Any]] = read_toml(path).get("option", [])
    return tuple(_option(row) for row in rows)


def _option(row: Mapping[str, Any]) -> Option:
    values = tuple(row.get("values", ("on", "off")))
    out = {value: tuple(numbers) for value, numbers in row.get("not", {}).items()}
    if "off" in row:
        out["off"] = tuple(row["off"])
    return Option(row["id"], row.get("default", values[0]), values, row["rule"], row["text"], out)


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
        return set_up.original(counters, hex_map)

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
            "arrivals": order_of_battle.arrivals(set_up.ORIGINAL, counters),
            "movement_points_rule": "SPI 3.34",
            "terrain_rule": "SPI 6.8",
        },
    )


def counters_as_played(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """The counters that take part (21.2), with the steps they have (8.5.4)."""
    return results.counters_as_played(set_up.counters_that_take_part(counters, off), off)


def rules_1977() -> dict[str, RuleText]:
    """Our text of every rule of the 1977 game, by its id."""
    return _texts(spelt_1977, "text_1977")


def _texts(spelt: Callable[[Row], str | None], own: str = "text") -> dict[str, RuleText]:
    """The texts of an edition, each under its own spelling and in its *own* words where it has some."""
    entries = read_toml(DATA.parent / "rules.toml")
    texts = {}
    for row in rule_index():
        id, entry = spelt(row), entries.get(row["rule"])
        if id is not None and entry is not None:
            text = entry.get(own, entry["text"])
            texts[id] = RuleText(entry["title"], text, entry.get("kind", "case"))
    return texts


# ------------------------------------------------------------------ The Normandy Campaign
def options_2008() -> tuple[Option, ...]:
    """The disputed rulings, each with the value recommended as its default."""
    return _options(DATA / "options_2008.toml")


def tracks_2008(first_turn: int = FIRST_TURN) -> tuple[Track, ...]:
    """The tracks on the map; 19.1.1, 19.2.1 and 19.3.1 say where the markers start."""
    return (
        Track("turn", 1, EXTRA_TURN, start=first_turn),
        Track("weather", words=WEATHER, start="clear"),
        Track("us_supply", 0, 99),
        Track("british_supply", 0, 99),
        Track("german_supply", 0, 99),
        Track("air_points", 0, 6, start=0),
    )


def breakouts_2008(counters: Mapping[str, Counter]) -> list[Scenario]:
    """The Break-Out from the front of 16 July as it was, and as the counters of 1977 have it (19.1, 21.3)."""
    return [
        _breakout_2008("breakout", "Cobra Break-Out", set_up.ALT, counters),
        _breakout_2008("breakout-original", "Cobra Break-Out, original set-up", set_up.ORIGINAL, counters),
    ]


def _breakout_2008(id: str, title: str, name: str, counters: Mapping[str, Counter]) -> Scenario:
    place = set_up.original if name == set_up.ORIGINAL else set_up.alternative

    def start(hex_map: HexMap) -> dict[str, tuple[Place, int]]:
        return place(counters, hex_map)

    return Scenario(
        id,
        title,
        first_turn=FIRST_TURN,
        last_turn=EXTRA_TURN,
        tracks=tracks_2008(),
        options=options_2008(),
        set_up=start,
        off_rules=not_in("breakout"),
        scope_rule="2.5",
        recount=counters_2008 if name == set_up.ALT else counters_of_the_original,
        part=map_a,
        tags=_tags_2008(name, set_up.ALT, counters),
    )


def _tags_2008(name: str, of_release: str, counters: Mapping[str, Counter]) -> dict[str, Any]:
    """What rules ask of a scenario: who arrives by one set-up, who on release by another; numbers to cite."""
    return {
        "arrivals": [
            *order_of_battle.arrivals(name, counters, first_turn=1),
            *order_of_battle.on_release(of_release, counters),
        ],
        "movement_points_rule": "5.2.4",
        "terrain_rule": "5.2.1",
    }


def expanded_2008(counters: Mapping[str, Counter]) -> list[Scenario]:
    """The expanded game on both sheets, from 6 June: to 15 July (19.3), and to the end of August (19.2)."""
    return [
        _expanded("buildup", "Battle of the Build-Up", LAST_TURN_OF_THE_BUILD_UP, counters),
        _expanded("campaign", "The Normandy Campaign", EXTRA_TURN, counters),
    ]


def _expanded(id: str, title: str, last_turn: int, counters: Mapping[str, Counter]) -> Scenario:
    def start(hex_map: HexMap) -> dict[str, tuple[Place, int]]:
        return set_up.landing(counters, hex_map)

    return Scenario(
        id,
        title,
        first_turn=1,
        last_turn=last_turn,
        tracks=(*tracks_2008(first_turn=1), Track("naval_points", 0, 6, start=0)),
        options=options_2008(),
        set_up=start,
        off_rules=not_in(id),
        scope_rule="2.5",
        recount=counters_2008,
        tags=_tags_2008(set_up.BUILD_UP, set_up.BUILD_UP, counters),
    )


def counters_2008(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """The counters that take part, with the steps they have (8.5.4)."""
    taking_part = set_up.with_the_ss_korps(set_up.with_cavalry(counters, off), off)
    return results.counters_as_played(taking_part, off)


def counters_of_the_original(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """The same for the original set-up (21.2)."""
    return counters_2008(set_up.counters_of_the_original(counters, off), off)


def map_a(both_sheets: HexMap) -> HexMap:
    """Map A alone, on which the Break-Out is played: roads to the other sheet run off its north edge."""
    hexes = [h for h, number in enumerate(both_sheets.numbers) if number.startswith("A")]
    return part_of(both_sheets, hexes, "N")


@cache
def not_in(scenario: str) -> frozenset[str]:
    """The numbers of The Normandy Campaign that a scenario does not use (2.5). The variant sheet, which the
    index calls `option` and nothing else, goes with every scenario."""
    rows = [row for row in rule_index() if row["rulebook"] == "tnc" and row["kind"] == "case"]
    return frozenset(row["rule"] for row in rows if not used_in(row, scenario))


def used_in(row: Mapping[str, str], scenario: str) -> bool:
    """Whether a row of the rule index belongs to a scenario."""
    words = row["scenarios"].split()
    return words == ["option"] or bool({"all", scenario}.intersection(words))


def rules_2008() -> dict[str, RuleText]:
    """Our text of every rule of The Normandy Campaign, by its id."""
    return _texts(spelt_2008)
