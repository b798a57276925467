"""What failed, in words for the crimson strip and for a report: a rule, a player, a file."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from types import TracebackType

from hexcore.report import keep_fault
from hexcore.ruleset import Ruleset

AS_BEFORE = "Your game is as it was before."


@dataclass(frozen=True)
class Fault:
    """What it was doing, the rule if one is known, details for a report, and how the game stands now."""

    what: str
    rule: str
    details: str
    now: str = AS_BEFORE


def rule_fault(fault: BaseException, what: str, ruleset: Ruleset | None, now: str = AS_BEFORE) -> Fault:
    """A fault of a ruleset while it was doing something; it is kept for a report."""
    keep_fault(fault)
    rule = failed_rule(fault.__traceback__, ruleset.id) if ruleset else ""
    name = f"{ruleset.title} {ruleset.version}" if ruleset else "The game"
    where = f"{name}{', rule ' + rule if rule else ''}"
    return Fault(f"{where} failed while {what}: {in_words(fault)}", rule, whole(fault), now)


def window_fault(fault: BaseException, ruleset: Ruleset | None) -> Fault:
    """A fault that nothing has caught: of the ruleset when it came out of its rules, else of the window.

    What the failed calls held is let go: a painter among it would keep its widget from being painted again.
    """
    if ruleset is not None and failed_rule(fault.__traceback__, ruleset.id):
        told = rule_fault(fault, "showing the game", ruleset)
    else:
        keep_fault(fault)
        told = Fault(f"The window failed: {in_words(fault)}", "", whole(fault))
    traceback.clear_frames(fault.__traceback__)
    return told


def in_words(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}"


def whole(fault: BaseException) -> str:
    return "".join(traceback.format_exception(fault))


def failed_rule(trace: TracebackType | None, ruleset: str) -> str:
    """The number of the innermost rule function that a fault went through."""
    found = ""
    while trace is not None:
        frame = trace.tb_frame
        function = frame.f_globals.get(frame.f_code.co_name)
        mark = getattr(function, "__dict__", {}).get("hexcore_rule")
        if mark is not None:
            found = mark.numbers.get(ruleset, found)
        trace = trace.tb_next
    return found
