"""What a counter is called: what is printed on it, in the order in which players say it.

Where the sheet prints several counters alike (those of August bear no designation) a small letter tells them
apart; supply counters are numbered. Names are texts: no rule asks for one.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import replace
from string import ascii_lowercase

from hexcore.units import Counter

NATIONS: Mapping[str, str] = {
    "UK": "British", "Ca": "Canadian", "Fr": "French", "Pol": "Polish", "LW": "Luftwaffe",
    "GD": "Großdeutschland",
}  # fmt: skip
NUMBER_FIRST = ("SS", "LW")
"""Nations that stand behind the number of a unit: `2 SS Panzer Division`."""
SIZES: Mapping[str, str] = {"XX": "Division", "X": "Brigade", "BG": "Battlegroup"}
TYPES: Mapping[str, str] = {
    "armored infantry": "Panzergrenadier",
    "motorized infantry": "Motorized",
    "infantry": "Infantry",
    "parachute infantry": "Parachute",
    "paratroop": "Paratroop",
    "airlanding": "Airlanding",
}
ARMOR: Mapping[str, str] = {"german": "Panzer", "allied": "Armoured"}
ASSETS: Mapping[str, str] = {
    "supply": "Supply unit",
    "pipeline": "Pipeline unit",
    "truck": "Truck",
    "delay": "Delay marker",
    "airdrop zone": "Airdrop marker",
}
ONLY = "naval supply"
"""There is one of it in a game."""
WRITTEN_OUT: Mapping[str, str] = {"Gd": "Guards", "GD": "", "rehab": "", "Para": ""}
"""Parts of a designation that are written otherwise (Explanation of Terms); GD is its nation's name, and the
type says that a unit drops by parachute."""
AFTER = "ARR"
"""The sheet whose counters come into play beside those of either set-up."""


def named(counters: Mapping[str, Counter]) -> dict[str, Counter]:
    """The same counters, each with its name. A battlegroup comes after the unit that leaves it."""
    apart = _lettered(counters.values()) | _numbered(counters.values())
    found: dict[str, Counter] = {}
    for id, counter in counters.items():
        parent = found.get(id.removesuffix("-BG"))
        if counter.kind == ONLY:
            words = ["Naval Supply unit"]
        elif counter.kind in ASSETS:
            words = [ASSETS[counter.kind], apart[id]]
        elif parent is not None and not counter.designation:
            words = [_unit(counter), _values(counter), "of", _values(parent), apart.get(parent.id, "")]
        else:
            words = [_unit(counter), _values(counter) if _known_by_values(counter) else "", apart.get(id, "")]
        found[id] = replace(counter, called=" ".join(filter(None, words)))
    return found


def mark_of(counter: Counter) -> str:
    """What tells a counter from others printed alike: a letter, or the number of a supply counter."""
    last = counter.called.rpartition(" ")[2]
    lettered = len(last) == 1 and last.islower()
    return last if lettered or (counter.kind in ASSETS and last.isdigit()) else ""


def _unit(counter: Counter) -> str:
    """Nation, number, type and size of a combat unit: `British 6 Guards Armoured Brigade`."""
    nation = NATIONS.get(counter.nation, counter.nation)
    number = " ".join(filter(None, (WRITTEN_OUT.get(w, w) for w in counter.designation.split())))
    kind = ARMOR[counter.side] if counter.kind == "armor" else TYPES[counter.kind]
    words = [number, nation] if counter.nation in NUMBER_FIRST else [nation, number]
    words += [kind, SIZES.get(counter.size, counter.size)]
    return " ".join(filter(None, words))


def _values(counter: Counter) -> str:
    """Strength and movement as printed: `10-16`."""
    return "{}-{}".format(*counter.steps[0])


def _known_by_values(counter: Counter) -> bool:
    """Whether its number alone does not tell a counter: it has none, or two counters of one unit share it."""
    return not counter.designation or counter.designation.endswith("rehab")


def _lettered(counters: Iterable[Counter]) -> dict[str, str]:
    """A letter for each of several combat units without a designation that are printed alike."""
    groups: dict[object, list[str]] = {}
    for counter in counters:
        if not counter.designation and counter.kind not in ASSETS and not counter.id.endswith("-BG"):
            printed = (counter.nation, counter.kind, counter.size, counter.steps)
            groups.setdefault(printed, []).append(counter.id)
    alike = (group for group in groups.values() if len(group) > 1)
    return {id: letter for group in alike for id, letter in zip(group, ascii_lowercase, strict=False)}


def _numbered(counters: Iterable[Counter]) -> dict[str, str]:
    """A number for each supply counter and marker of a kind, the arrivals' behind those of either set-up."""
    assets = [(c.id, c.kind, c.id.partition("-")[0]) for c in counters if c.kind in ASSETS]
    so_far = Tally[tuple[str, str]]()
    placed = Tally((kind, sheet) for _, kind, sheet in assets if sheet != AFTER)
    numbers = {}
    for id, kind, sheet in assets:
        so_far[kind, sheet] += 1
        before = max((n for (k, _), n in placed.items() if k == kind), default=0) if sheet == AFTER else 0
        numbers[id] = str(before + so_far[kind, sheet])
    return numbers
