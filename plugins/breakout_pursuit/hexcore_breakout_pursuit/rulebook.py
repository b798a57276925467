"""The list of rules: each in our own words, where it comes from, and the chapters of the rules page."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import replace

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
CITED = {
    "terms": "Terms",
    "sequence": "Sequence",
    "game_length": "Game Length",
    "zoc": "Zones of Control",
    "stacking": "Stacking",
    "movement": "Movement",
    "tec": "Terrain Chart",
    "combat": "Combat",
    "crt": "Combat Results",
    "supply": "Supply",
    "supply_chart": "Supply Chart",
    "air_strike": "Air-Strike",
    "paratroops": "Paratroops",
    "noncombat": "Non-Combat",
    "fortresses": "Fortresses",
    "delay": "Delay Markers",
    "victory": "Victory",
    "optional": "Optional Rules",
    "errata": "Corrections",
    "setting_up": "Setting Up",
    "allied_reinforcements": "Allied Reinforcements",
    "german_reinforcements": "German Reinforcements",
    "scenario": "Scenario",
    "time_record": "Time Record",
    "german_replacements": "German Replacements",
    "options": "Options",
    "phase_record": "Phase Record",
    "setup": "Set-up",
    "setup_mod": "Set-up",
    "special": "Special Rule",
}
"""The chapters by the short names under which their cases are cited."""
WORDS = {
    "general": "general rule",
    "germans_": "Germans, ",
    "allies_": "Allies, ",
    "non_": "non-",
    "west_wall": "West Wall",
    "zoc_summary": "zones of control",
    "july": "July",
    "august": "August",
}
"""Parts of ids that are written otherwise."""
CORRECTED = {
    "explanation_of_terms": "Explanation of Terms",
    "sequence_of_play": "Sequence of Play",
    "zones_of_control": "Zones of Control",
    "terrain_effects_chart": "Terrain Chart",
    "supply_effects_chart": "Supply Chart",
    "allied_paratroop_units": "Paratroops",
    "allied_truck_units": "Trucks",
    "allied_supply_pipeline_units": "Pipeline",
    "allied_supply_units": "Supply units",
    "allied_naval_supply_unit": "Naval Supply",
    "german_fortresses": "Fortresses",
    "german_delay_markers": "Delay Markers",
    "the_map": "the map",
    "time_record_reinforcement_chart": "Time Record",
    "german_replacements": "Replacements",
}
"""What the corrections are to, in short."""
NAMES = frozenset({"July", "August", "Rouen,", "St."})
"""Words that keep their capital where a title does not begin a sentence."""
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
    """Our text of every rule, by its number, and how the rule is cited."""
    return {id: replace(text, spelled=spelled(id, text.title)) for id, text in rule_texts(RULES).items()}


def spelled(rule: str, title: str = "") -> str:
    """How players cite a rule: `Supply (A)`, `Sequence A3`, `Terms: unit size`, `Set-up: by the pipeline`."""
    chapter, _, case = rule.partition(".")
    cited, parts = CITED.get(chapter, chapter), case.split(".")
    if chapter in ("setup", "setup_mod"):
        return f"{cited}: {_in_a_sentence(title) or case}"
    if chapter in ("sequence", "special", "scenario") and re.fullmatch(r"[A-Z]\d?|\d\.\d", case):
        return f"{cited} {case}"
    if rule == "scenario.3.general":
        return "Campaign Scenarios"
    if re.fullmatch(r"[A-Z]|\d", parts[0]):
        more = " ".join(_in_words(part) for part in parts[1:])
        return f"{cited} ({parts[0]}) {more}".rstrip()
    if chapter == "errata":
        return " ".join(
            [f"{cited}: {CORRECTED.get(parts[0]) or _in_words(parts[0]).capitalize()}", *parts[1:]]
        )
    return f"{cited}: {', '.join(_in_words(part) for part in parts)}"


def _in_words(part: str) -> str:
    """A part of an id in words: `unit_size` as `unit size`; a result of the table as it is printed."""
    for word, written in WORDS.items():
        part = part.replace(word, written)
    words = (word.capitalize() if word in ("allied", "german") else word for word in part.split("_"))
    return " ".join(words)


def _in_a_sentence(title: str) -> str:
    """A title after a colon: names keep their capitals."""
    first, gap, rest = title.partition(" ")
    return (first if first in NAMES else first.lower()) + gap + rest


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
