"""The free set-ups: where each group of counters may stand, July and August, and the German modifications."""

from __future__ import annotations

from hexcore.rules import rule
from hexcore.setup import Area
from hexcore.state import GameState
from hexcore.units import Side
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, STAGING
from hexcore_breakout_pursuit.set_up import (
    all_land,
    areas,
    coast,
    group,
    is_free,
    mod,
    near,
    setting_up_last,
    under,
)

SCREEN, TOWNS = "GJ-SCREEN", "GJ-TOWN"
MOVED_AT_MOST = 8
"""Units of the coast that modification f takes to Normandy."""
TO_DREUX, TO_CHARTRES = 4, 5
NORTH = "north-of-the-seine"
FROM_THE_LINE = 3
"""Steps from a hex that touches the Front Line: such a hex is itself one hex from it."""


def german(state: GameState, side: Side, code: str) -> tuple[str, ...]:
    """The units of a code, when the German side sets up freely."""
    return under(state, code) if side == GERMAN and is_free(state, GERMAN) else ()


def allied(state: GameState, side: Side, code: str) -> tuple[str, ...]:
    """The same for the Allied side, before the last units."""
    mine = side == ALLIED and is_free(state, ALLIED) and not setting_up_last(state)
    return under(state, code) if mine else ()


# ------------------------------------------------------------------ July: the Allied side
@rule({"breakout-pursuit": "setup.AJ"}, hook="set_up_areas")
def normandy_or_england(state: GameState, side: Side) -> list[Area] | None:
    """North of the Front Line of 25 July, or in the Staging Area; who comes by air alone waits there."""
    units = allied(state, side, "AJ")
    units = tuple(id for id in units if state.units[id].counter.kind != "airlanding")
    if not units:
        return None
    here = areas(state, units, group(state, "north-of-the-front-line"), "north of the Front Line")
    return [*here, Area(units, (), "in the Staging Area", box=STAGING.name)]


@rule({"breakout-pursuit": "setup.AJ"}, hook="set_up_areas")
def naval_supply_of_july(state: GameState, side: Side) -> list[Area] | None:
    """The Naval Supply unit lies in a coastal hex north of the Front Line, in the historical set-up too."""
    return _naval_supply(state, side, "any coastal hex north of the Front Line", "Front Line")


def _naval_supply(state: GameState, side: Side, code: str, line: str) -> list[Area] | None:
    """The coastal hexes north of a line, for the Naval Supply unit of a sheet."""
    units = under(state, code)
    if side != ALLIED or setting_up_last(state) or not units:
        return None
    north = group(state, f"north-of-the-{line.lower().replace(' ', '-')}")
    return areas(state, units, coast(state) & north, f"in a coastal hex north of the {line}")


# ------------------------------------------------------------------ July: the German side
@rule({"breakout-pursuit": "setup.GJ-PARIS"}, hook="set_up_areas")
def garrison_of_paris(state: GameState, side: Side) -> list[Area]:
    return areas(state, german(state, side, "GJ-PARIS"), group(state, "paris"), "in a hex of Paris")


@rule({"breakout-pursuit": "setup.GJ-EDGE-B"}, hook="set_up_areas")
def on_edge_b(state: GameState, side: Side) -> list[Area]:
    return areas(state, german(state, side, "GJ-EDGE-B"), group(state, "edge-b"), "on map edge B")


@rule({"breakout-pursuit": "setup.GJ-EDGE-D"}, hook="set_up_areas")
def on_edge_d(state: GameState, side: Side) -> list[Area]:
    return areas(state, german(state, side, "GJ-EDGE-D"), group(state, "edge-d"), "on map edge D")


@rule({"breakout-pursuit": "setup.GJ-TOWN"}, hook="set_up_areas")
def in_northern_towns(state: GameState, side: Side) -> list[Area]:
    towns = group(state, "towns-north-of-the-seine")
    text = "in towns and cities north of the Seine, but not Paris"
    return areas(state, german(state, side, TOWNS), towns, text)


@rule({"breakout-pursuit": "setup.GJ-SCREEN"}, hook="set_up_areas")
def coastal_screen(state: GameState, side: Side) -> list[Area]:
    """A unit of its own on or next to each of nine hexes, the others near the coast north of the Seine.

    A unit that modification f takes away may leave its post empty: then no more stand elsewhere on the coast
    than without it.
    """
    units = german(state, side, SCREEN)
    if not units:
        return []
    hex_map, moved = state.board.map, mod(state, "f")
    posts, found = hex_map.group("coastal-screen"), []
    for post in posts:
        guards = all_land(state) & {post, *hex_map.around(post)}
        guards -= south_of_the_line(state) if moved else frozenset()
        text = f"one on or next to {hex_map.numbers[post]}"
        found += areas(state, units, guards, text, least=0 if moved else 1, most=1)
    rest = group(state, NORTH) & _by_the_sea(state)
    spare = len(units) - len(posts)
    text = f"{spare} of them north of the Seine within two hexes of the coast"
    return found + areas(state, units, rest, text, most=spare)


def _by_the_sea(state: GameState) -> frozenset[int]:
    """Within two hexes of a coastal hex."""
    hex_map = state.board.map

    def compute() -> frozenset[int]:
        return frozenset(h for c in coast(state) for h in hex_map.within(c, 2))

    found: frozenset[int] = state.board.once("within two of the coast", compute)
    return found


@rule({"breakout-pursuit": "setup.GJ-FIELD"}, hook="set_up_areas")
def field_army(state: GameState, side: Side) -> list[Area]:
    units = german(state, side, "GJ-FIELD")
    if not units:
        return []
    ground = all_land(state) - group(state, "north-of-the-front-line")
    return areas(state, units, ground, "anywhere but north of the Front Line")


def south_of_the_line(state: GameState) -> frozenset[int]:
    """Within four hexes of the Front Line on its German side, this side of the Seine."""
    close = near(state, "german-front", FROM_THE_LINE)
    return close - group(state, "north-of-the-front-line") - group(state, NORTH)


@rule({"breakout-pursuit": "setup_mod.f"}, hook="set_up_areas")
def taken_from_the_coast(state: GameState, side: Side) -> list[Area]:
    """Up to eight units due near the coast north of the Seine stand close to the Front Line instead."""
    units = german(state, side, SCREEN) + german(state, side, TOWNS)
    if not units or not mod(state, "f"):
        return []
    text = f"up to {MOVED_AT_MOST} of the coast within four hexes south of the Front Line"
    return areas(state, units, south_of_the_line(state), text, most=MOVED_AT_MOST)


@rule({"breakout-pursuit": "setup_mod.r"}, hook="set_up_areas")
def reserves(state: GameState, side: Side) -> list[Area]:
    """The additional units stand anywhere but near or north of the Front Line."""
    units = german(state, side, "GJ-MOD-R")
    if not units:
        return []
    close = near(state, "german-front", FROM_THE_LINE) | near(state, "allied-front", FROM_THE_LINE)
    ground = all_land(state) - close - group(state, "north-of-the-front-line")
    return areas(state, units, ground, "anywhere but north of the Front Line or within four hexes of it")


# ------------------------------------------------------------------ August: the German side
@rule({"breakout-pursuit": "setup.GA-COAST"}, hook="set_up_areas")
def garrisons_of_the_coast(state: GameState, side: Side) -> list[Area]:
    ground = coast(state) & group(state, NORTH)
    return areas(state, german(state, side, "GA-COAST"), ground, "in coastal hexes north of the Seine")


@rule({"breakout-pursuit": "setup.GA-ROUEN"}, hook="set_up_areas")
def rouen_and_the_seine(state: GameState, side: Side) -> list[Area]:
    ground = near(state, "rouen", 2) | group(state, "north-bank-of-the-seine", "paris")
    text = "within two hexes of Rouen, on the north bank of the Seine, or in Paris"
    return areas(state, german(state, side, "GA-ROUEN"), ground, text)


@rule({"breakout-pursuit": "setup.GA-SEINE4"}, hook="set_up_areas")
def behind_the_seine(state: GameState, side: Side) -> list[Area]:
    ground = group(state, "within-four-north-of-the-seine")
    text = "north of the Seine and within four hexes of it"
    return areas(state, german(state, side, "GA-SEINE4"), ground, text)


@rule({"breakout-pursuit": "setup.GA-NSEINE"}, hook="set_up_areas")
def away_from_the_seine(state: GameState, side: Side) -> list[Area]:
    ground = group(state, NORTH) - group(state, "north-bank-of-the-seine")
    text = "north of the Seine, but not next to it"
    return areas(state, german(state, side, "GA-NSEINE"), ground, text)


@rule({"breakout-pursuit": "setup.GA-4ROUEN"}, hook="set_up_areas")
def rear_guard(state: GameState, side: Side) -> list[Area]:
    """Three units in one hex, whichever the first of them takes."""
    units, found = german(state, side, "GA-4ROUEN"), []
    for id in units:
        others = {state.units[u].hex for u in units if u != id and state.units[u].hex >= 0}
        ground = frozenset(others) or group(state, "four-from-rouen-south")
        text = "all three in one hex exactly four from Rouen, south of the Seine and the Eure"
        found += areas(state, (id,), ground, text)
    return found


@rule({"breakout-pursuit": "setup.GA-SLOIRE"}, hook="set_up_areas")
def beyond_the_loire(state: GameState, side: Side) -> list[Area]:
    ground = group(state, "south-of-the-loire")
    return areas(state, german(state, side, "GA-SLOIRE"), ground, "south of the Loire")


@rule({"breakout-pursuit": "setup.GA-A15"}, hook="set_up_areas")
def towards_the_border(state: GameState, side: Side) -> list[Area]:
    units = german(state, side, "GA-A15")
    return areas(state, units, near(state, "edge-a", 15), "within 15 hexes of map edge A")


def eastern(state: GameState, side: Side, code: str) -> tuple[str, ...]:
    """The additional units of modification e, which choose their hexes in the historical set-up too."""
    return under(state, code) if side == GERMAN and mod(state, "e") else ()


@rule({"breakout-pursuit": "setup_mod.e"})
def from_the_east() -> None:
    """Modification e adds ten units to the August set-up; three rules say where they stand."""


@rule({"breakout-pursuit": "setup.GA-E-NSEINE"}, hook="set_up_areas")
def eastern_armour(state: GameState, side: Side) -> list[Area]:
    units = eastern(state, side, "GA-E-NSEINE")
    return areas(state, units, group(state, NORTH), "north of the Seine")


@rule({"breakout-pursuit": "setup.GA-E-A20"}, hook="set_up_areas")
def eastern_reserve(state: GameState, side: Side) -> list[Area]:
    units = eastern(state, side, "GA-E-A20")
    return areas(state, units, near(state, "edge-a", 20), "within 20 hexes of map edge A")


@rule({"breakout-pursuit": "setup.GA-E-A10"}, hook="set_up_areas")
def eastern_border(state: GameState, side: Side) -> list[Area]:
    units = eastern(state, side, "GA-E-A10")
    return areas(state, units, near(state, "edge-a", 10), "within 10 hexes of map edge A")


# ------------------------------------------------------------------ August: the Allied side
@rule({"breakout-pursuit": "setup.AA-PIPE"}, hook="set_up_areas")
def along_the_pipeline(state: GameState, side: Side) -> list[Area]:
    units = allied(state, side, "AA-PIPE")
    return areas(state, units, near(state, "pipeline-start", 1), "on or next to a Supply Pipeline unit")


@rule({"breakout-pursuit": "setup.AA-LEMANS"}, hook="set_up_areas")
def about_le_mans(state: GameState, side: Side) -> list[Area]:
    """Near Le Mans, some of them near Dreux and near Chartres instead; none of them next to a German."""
    units = allied(state, side, "AA-LEMANS")
    if not units:
        return []
    hex_map = state.board.map
    watched = {hex for unit in state.on_map(GERMAN) for hex in hex_map.around(unit.hex)}
    return [
        *areas(state, units, near(state, "le-mans", 5) - watched, "within five hexes of Le Mans"),
        *areas(
            state,
            units,
            near(state, "dreux", 2) - watched,
            f"up to {TO_DREUX} within two hexes of Dreux",
            most=TO_DREUX,
        ),
        *areas(
            state,
            units,
            near(state, "chartres", 4) - watched,
            f"up to {TO_CHARTRES} within four hexes of Chartres, none of the group next to a German unit",
            most=TO_CHARTRES,
        ),
    ]


@rule({"breakout-pursuit": "setup.AA-ARGENTAN"}, hook="set_up_areas")
def at_argentan(state: GameState, side: Side) -> list[Area]:
    units = allied(state, side, "AA-ARGENTAN")
    return areas(state, units, near(state, "argentan", 1), "in Argentan or next to it")


@rule({"breakout-pursuit": "setup.AA-ARG2"}, hook="set_up_areas")
def supply_at_argentan(state: GameState, side: Side) -> list[Area]:
    units = allied(state, side, "AA-ARG2")
    ground = group(state, "about-argentan")
    return areas(state, units, ground, "within two hexes north, west or south of Argentan")


@rule({"breakout-pursuit": "setup.AA-NAVAL"}, hook="set_up_areas")
def naval_supply_of_august(state: GameState, side: Side) -> list[Area] | None:
    """The Naval Supply unit has no printed hex: its owner chooses one, whatever the set-up."""
    return _naval_supply(state, side, "AA-NAVAL", "Breakout Line")


@rule({"breakout-pursuit": "setup.AA-LAST"}, hook="set_up_areas")
def with_others_or_in_england(state: GameState, side: Side) -> list[Area]:
    """The last units stand with units set up before, or wait in the Staging Area."""
    if side != ALLIED or not setting_up_last(state):
        return []
    units = tuple(id for id in under(state, "AA-LAST") if state.units[id].counter.kind != "airlanding")
    held = frozenset(unit.hex for unit in state.on_map(ALLIED) if unit.id not in units)
    here = areas(state, units, held, "stacked with any unit on the map")
    return [*here, Area(units, (), "in the Staging Area", box=STAGING.name)]
