"""The list of rules: each in our own words, where it comes from, and the chapters of the rules page."""

from __future__ import annotations

import csv
from collections.abc import Mapping

from hexcore.ruleset import RuleText, rule_texts
from hexcore_breakout_pursuit.order_of_battle import DATA

RULES = DATA.parent / "rules.toml"
CHAPTERS = {
    "terms": "Explanation of terms",
    "sequence": "Sequence of play",
    "game_length": "Game length",
    "zoc": "Zones of control",
    "stacking": "Stacking",
    "movement": "Movement",
    "tec": "Terrain effects chart",
    "combat": "Combat",
    "crt": "Combat results table",
    "supply": "Supply",
    "supply_chart": "Supply effects chart",
    "air_strike": "Allied air strike",
    "paratroops": "Allied paratroop units",
    "noncombat": "Allied non-combat units",
    "fortresses": "German fortresses",
    "delay": "German delay markers",
    "victory": "Victory conditions",
    "optional": "Optional rules",
    "errata": "Corrections and amplifications",
    "setting_up": "Setting up",
    "allied_reinforcements": "Reinforcements",
    "german_reinforcements": "Reinforcements",
    "scenario": "Scenarios",
    "time_record": "Time Record & Reinforcement Chart",
    "german_replacements": "German replacements",
    "options": "German reinforcement options",
    "phase_record": "Phase Record",
    "setup": "Orders of battle and set-ups",
    "setup_mod": "Orders of battle and set-ups",
    "special": "Orders of battle and set-ups",
}
LOST = {"tec.fortress", "supply_chart.germans_isolated"}
"""Rows of printed charts that are lost: their values come from the rules of the same matter."""
PARTLY_LOST = {
    "crt.table",
    "victory.A.table",
    "victory.B.table",
    "time_record.dates",
    "time_record.german_arrivals",
    "setup.table.july_allied",
    "setup.table.july_german",
    "setup.table.august_allied",
    "setup.table.august_german",
}


def rule_index() -> list[dict[str, str]]:
    """Every row of the rule index, as read."""
    with (DATA / "rule_index.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rules() -> dict[str, RuleText]:
    """Our text of every rule, by its number."""
    return rule_texts(RULES)


def chapter(rule: str) -> str:
    """The heading of the rules page under which a rule stands."""
    return CHAPTERS.get(rule.partition(".")[0], "Other rules")


def origin(row: Mapping[str, str]) -> str:
    """In a sentence: where a rule is printed, and whether all of it survives."""
    rule = row["rule"]
    if rule in LOST:
        return "Reconstructed: this row of the printed chart is lost."
    where = f"Printed in 1972, under {chapter(rule)}"
    if rule.startswith("errata."):
        return "Printed in the corrections to the rules of 1972."
    return f"{where}; its lost lines are reconstructed." if rule in PARTLY_LOST else f"{where}."
