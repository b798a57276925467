"""The groups of hexes that the rules, scenarios and victory tables name, each with the rule that names it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple

from hexcore.map_drafts import IN, Ground, Spot
from hexcore.provenance import Provenance
from hexcore_breakout_pursuit import regions
from hexcore_breakout_pursuit.regions import Country


class Named(NamedTuple):
    """One group: the rule that names it, where it lies, and whether the rulebook prints its hexes."""

    rule: str
    find: Callable[[Country], Collection[str]]
    provenance: Provenance = "reconstructed"


def place(name: str, rule: str, provenance: Provenance = "reconstructed") -> Named:
    """The hexes of a place."""
    return Named(rule, lambda country: country.places[name], provenance)


def listed(hexes: str, rule: str, provenance: Provenance = "reconstructed") -> Named:
    """These hexes and no others."""
    return Named(rule, lambda _country: hexes.split(), provenance)


def ground(word: str, rule: str) -> Named:
    """All hexes of one word."""
    return Named(rule, lambda country: country.having(word))


PRINTED_TOWNS = {
    "Paris": "victory.F",
    "Essen": "victory.H.title",
    "Dusseldorf": "victory.H.title",
    "Bonn": "errata.the_map",
    "Remagen": "errata.the_map",
    "St Malo": "victory.F.start",
    "Le Mans": "setup.AA-LEMANS",
    "Dreux": "setup.AA-LEMANS",
    "Chartres": "setup.AA-LEMANS",
    "Argentan": "setup.AA-ARGENTAN",
}
FOUND_TOWNS = {
    "Cherbourg": "supply.G",
    "Bayeux": "supply.G",
    "Antwerp": "victory.F",
    "Reims": "victory.F",
    "Amsterdam": "special.G",
    "Rotterdam": "special.G",
    "Rouen": "setup.GA-ROUEN",
}
TOWN_RULES: Mapping[str, str] = PRINTED_TOWNS | FOUND_TOWNS
"""Towns that a rule names, those whose hex the rulebook prints first."""


def towns() -> dict[str, Named]:
    """A group for each town that a rule names: `le-mans`."""
    found = {name: place(name, rule, "printed") for name, rule in PRINTED_TOWNS.items()}
    found |= {name: place(name, rule) for name, rule in FOUND_TOWNS.items()}
    return {name.lower().replace(" ", "-"): named for name, named in found.items()}


NAMED: Mapping[str, Named] = {
    **towns(),
    "pipeline-start": listed("0840 0940 1039 1138 1139", "setup.AA-PIPE", "printed"),
    "coastal-screen": listed("0205 0408 0417 0420 0323 0425 0930 0936 1232", "setup.GJ-SCREEN", "printed"),
    "coastal-cities": listed("0342 0417 0930", "special.G"),
    "fortresses": ground("fortress", "fortresses.general"),
    "west-wall": ground("west-wall", "victory.D"),
    "zuider-zee": Named("noncombat.M", regions.zuider_zee),
    "english-channel-coast": Named("paratroops.general", regions.english_channel_coast),
    "frozen-coast": Named("special.G", regions.frozen_coast),
    "north-of-the-seine": Named("setup.GA-NSEINE", lambda country: country.north_of_the_seine),
    "north-of-the-seine-above-2000": Named("special.G", regions.north_of_the_seine_above_2000),
    "north-bank-of-the-seine": Named("setup.GA-ROUEN", regions.north_bank_of_the_seine),
    "within-four-north-of-the-seine": Named("setup.GA-SEINE4", regions.within_four_north_of_the_seine),
    "towns-north-of-the-seine": Named("setup.GJ-TOWN", regions.towns_north_of_the_seine),
    "four-from-rouen-south": Named("setup.GA-4ROUEN", regions.four_from_rouen_south),
    "south-of-the-loire": Named("setup.GA-SLOIRE", regions.south_of_the_loire),
    "about-argentan": Named("setup.AA-ARG2", regions.about_argentan),
    "north-of-the-front-line": Named("setup.AJ", lambda country: country.behind_the_front),
    "allied-front": Named("setup.AJ", regions.allied_front),
    "german-front": Named("setup.GJ-FIELD", regions.german_front),
    "north-of-the-breakout-line": Named("victory.E", regions.north_of_the_breakout_line),
    "east-of-the-rhine": Named("game_length.B.1", regions.east_of_the_rhine),
    "bridgehead-ground": Named("game_length.B.1", regions.bridgehead_ground),
    "edge-a": Named("supply.D", partial(regions.edge, code="A")),
    "edge-b": Named("german_reinforcements.2", partial(regions.edge, code="B")),
    "edge-c": Named("german_reinforcements.2", partial(regions.edge, code="C")),
    "edge-d": Named("victory.E", partial(regions.edge, code="D")),
}


def groups(ground: Ground) -> Ground:
    """Every group, as this ground has it."""
    country = Country(ground)
    return {Spot("group", n, group): IN for group, named in NAMED.items() for n in named.find(country)}
