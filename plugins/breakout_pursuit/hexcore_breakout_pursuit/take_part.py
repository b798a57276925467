"""Who takes part: the Scenario Description Chart, reinforcement codes, and the span of the Time Record."""

from __future__ import annotations

from hexcore.rules import rule
from hexcore_breakout_pursuit.order_of_battle import UnitRow
from hexcore_breakout_pursuit.scenarios import Sheet, arrives

OTHER_SCENARIOS = (
    *(f"scenario.1.{n}" for n in range(2, 10)),
    *(f"scenario.2.{n}" for n in range(1, 7)),
    *(f"scenario.3.{n}" for n in range(1, 10)),
)


@rule(
    {"breakout-pursuit": "scenario.1.1"},
    also={
        "breakout-pursuit": (
            *OTHER_SCENARIOS,
            "scenario.3.general",
            "time_record.general",
            "time_record.span",
            "time_record.supply_symbols",
            "german_reinforcements.1",
            "errata.time_record_reinforcement_chart",
        )
    },
)
def takes_part(sheet: Sheet, unit: UnitRow, off: frozenset[str], turn: int = 0) -> bool:
    """Whether a counter is in a game: the chart's line gives the sheets, the codes and the turns.

    A counter of an optional rule that is not used stays in the tray. With `turn`, one that arrives then.
    """
    campaign = sheet.row.id.startswith("3.")
    if f"scenario.{sheet.row.id}" in off or (campaign and "scenario.3.general" in off):
        return False
    if not optional_counters(unit, off) or not on_a_printed_sheet(unit, off):
        return False
    return arrives(sheet, unit, turn, off) if turn else True


SHEETS = {
    ("JUL", "allied"): "setup.table.july_allied",
    ("JUL", "german"): "setup.table.july_german",
    ("AUG", "allied"): "setup.table.august_allied",
    ("AUG", "german"): "setup.table.august_german",
}


@rule(
    {"breakout-pursuit": "setup.table.july_allied"},
    also={"breakout-pursuit": tuple(SHEETS.values())[1:]},
)
def on_a_printed_sheet(unit: UnitRow, off: frozenset[str]) -> bool:
    """The four set-up sheets list the counters that start the game, each side's for July and for August."""
    return SHEETS.get((unit.sheet, unit.side), "") not in off


@rule({"breakout-pursuit": "setup.AJ.optional"})
def optional_counters(unit: UnitRow, off: frozenset[str]) -> bool:
    """Counters marked for the optional rules are used with those alone."""
    if unit.mod != "opt" or "setup.AJ.optional" in off:
        return True
    needed = "optional.B" if unit.type == "airlanding" else "optional.A"
    return needed not in off
