"""Commands for authors of rulesets: coverage, check."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from hexcore import cli_text
from hexcore.cli import DONE, WRONG, Wrong, emit
from hexcore.in_hand import folder_of
from hexcore.ruleset import Ruleset, find

if TYPE_CHECKING:
    from hexcore.checkup import Flaw, Section


# ------------------------------------------------------------------ rules
def coverage(given: Namespace) -> int:
    """Which rules are coded and tested; with `--prove`, whether their tests need them."""
    from hexcore import coverage as covering

    ruleset = find(given.ruleset)
    ruleset.must_be_playable()
    if given.prove:
        return _prove(given, ruleset)
    rows = covering.report(ruleset)
    text = cli_text.table(
        [(r["rule"], r["kind"], len(r["code"]), len(r["tests"]), r["waiver"], r["title"]) for r in rows],
        ("rule", "kind", "code", "tests", "waiver", "title"),
    )
    emit(given, rows, text)
    problems = covering.problems(rows)
    if problems:
        gaps = f"{len(problems)} gaps, the first one" if len(problems) > 1 else "1 gap"
        print(f"hexcore: {gaps}: {problems[0]}", file=sys.stderr)
    return WRONG if problems else DONE


def _prove(given: Namespace, ruleset: Ruleset) -> int:
    from hexcore.coverage import NoTests, prove, to_prove

    rows = list[dict[str, Any]]()
    total = len(to_prove(ruleset))
    try:
        for rule, proved, seconds, why in prove(ruleset):
            rows.append({"rule": rule, "proved": proved, "seconds": round(seconds, 2), "why": why})
            if not given.json:
                verdict = "proved" if proved else f"NOT PROVED: {why}"
                print(f"[{len(rows)} of {total}, {seconds:.1f} s] {rule}: {verdict}", flush=True)
    except NoTests as fault:
        raise Wrong(str(fault)) from None
    if given.json:
        emit(given, rows, "")
    unproved = [row["rule"] for row in rows if not row["proved"]]
    if unproved:
        print(f"hexcore: no test fails without {', '.join(map(str, unproved))}", file=sys.stderr)
    return WRONG if unproved else DONE


# ------------------------------------------------------------------ check
def check(given: Namespace) -> int:
    """Is a ruleset sound? Section by section what was looked into and found; exit status 2 on any flaw."""
    from hexcore.checkup import check as checked, check_folder, examiners

    for name in given.only:
        if name not in examiners():
            raise Wrong(f"there is no section {name!r}; there are {', '.join(examiners())}")
    folder, sections, flaws = folder_of(given.ruleset), [], 0
    extent: dict[str, Any] = {"fast": given.fast, "only": given.only}
    found = check_folder(folder, **extent) if folder is not None else checked(find(given.ruleset), **extent)
    for section in found:
        sections.append(_section_form(section))
        flaws += len(section.flaws)
        if not given.json:
            print(_section_text(section), flush=True)
    if given.json:
        emit(given, sections, "")
    if flaws:
        count = f"{flaws} flaw{'' if flaws == 1 else 's'}"
        print(f"hexcore: {given.ruleset} is not sound: {count}", file=sys.stderr)
    return WRONG if flaws else DONE


def _section_form(section: Section) -> dict[str, Any]:
    explained = [{**_flaw_form(flaw), "reason": reason} for flaw, reason in section.explained]
    return {
        "section": section.name,
        "checked": section.checked,
        "flaws": [_flaw_form(flaw) for flaw in section.flaws],
        "explained": explained,
        "seconds": round(section.seconds, 2),
    }


def _flaw_form(flaw: Flaw) -> dict[str, Any]:
    file = str(flaw.path) if flaw.path is not None else ""
    return {"text": flaw.text, "file": file, "line": flaw.line, "column": flaw.column}


def _section_text(section: Section) -> str:
    """One line, and one for each flaw."""
    count, explained = len(section.flaws), len(section.explained)
    verdict = f"{count} flaw{'' if count == 1 else 's'}" if count else "sound"
    if explained:
        verdict += f", {explained} explained"
    head = f"{section.name:12} {'; '.join([verdict, *section.checked])} ({section.seconds:.1f} s)"
    return "\n".join([head, *(f"  {flaw}" for flaw in section.flaws)])
