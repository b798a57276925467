"""The chapters of the rules pages, and where each rule of the 1977 game comes from."""

from __future__ import annotations

from collections.abc import Mapping

from hexcore_cobra.editions import rule_index

OWN = "The rules of 1977 that survive"
CHAPTERS = {
    "2": "Components",
    "3": "Set-up",
    "4": "Sequence of play",
    "5": "Movement",
    "6": "Stacking",
    "7": "Zones of control",
    "8": "Combat",
    "9": "Headquarters",
    "10": "Supply",
    "11": "Supply points",
    "12": "Replacements",
    "13": "Reinforcements",
    "14": "Allied air power",
    "15": "Delay units",
    "16": "Special rules",
    "17": "Rail movement",
    "18": "How to win",
    "19": "Scenarios",
    "21": "Errata and clarifications",
}


def chapter(rule: str) -> str:
    """The heading of the rules page under which a rule stands."""
    edition, _, number = rule.partition(" ")
    if edition == "SPI":
        return OWN
    first = (number or edition).partition(".")[0]
    return f"{first} {CHAPTERS[first]}" if first in CHAPTERS else f"Chapter {first}"


def origin_1977(row: Mapping[str, str]) -> str:
    """In a sentence: printed in 1977, or borrowed from the later rulebook, by choice or not, and why."""
    if row["rulebook"] == "spi":
        return _printed(row)
    how = "yes" if row["cobra_1977"] == "yes" else "option"
    return f"Borrowed from the later rulebook: {how}, {row['basis_1977']}."


def _printed(row: Mapping[str, str]) -> str:
    later = [other["rule"] for other in rule_index() if other["cobra_1977"] == row["rule"]]
    own = row["basis_1977"][:1].upper() + row["basis_1977"][1:]
    if not later:
        return f"{own}."
    return f"{own}. Stands for {', '.join(later)} of the later rulebook."
