"""Commands for authors of rulesets: coverage, check."""

from __future__ import annotations

import sys
from argparse import Namespace

from hexcore import cli_text
from hexcore.cli import DONE, WRONG, Wrong, emit
from hexcore.ruleset import Ruleset, find


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
        print(f"hexcore: {len(problems)} gaps, the first one: {problems[0]}", file=sys.stderr)
    return WRONG if problems else DONE


def _prove(given: Namespace, ruleset: Ruleset) -> int:
    from hexcore.coverage import NoTests, prove

    rows = []
    try:
        for rule, proved, seconds in prove(ruleset):
            rows.append({"rule": rule, "proved": proved, "seconds": round(seconds, 2)})
            if not given.json:
                print(f"{rule}: {'proved' if proved else 'NOT PROVED'}", flush=True)
    except NoTests as fault:
        raise Wrong(str(fault)) from None
    if given.json:
        emit(given, rows, "")
    unproved = [row["rule"] for row in rows if not row["proved"]]
    if unproved:
        print(f"hexcore: no test fails without {', '.join(map(str, unproved))}", file=sys.stderr)
    return WRONG if unproved else DONE


def check(given: Namespace) -> int:
    """Does a ruleset conform? What does not hold, and exit status 2."""
    from hexcore.conformance import conformance

    ruleset = find(given.ruleset)
    failures = conformance(ruleset)
    value = [
        {"check": f.check, "text": f.text, "scenario": f.scenario, "seed": f.seed, "answers": f.answers}
        for f in failures
    ]
    sound = "conforms" if ruleset.scenarios else f"is {ruleset.status}: there is nothing to play"
    emit(given, value, "\n".join(map(str, failures)) or f"{given.ruleset} {sound}")
    if failures:
        print(f"hexcore: {given.ruleset} does not conform: {len(failures)} failures", file=sys.stderr)
    return WRONG if failures else DONE
