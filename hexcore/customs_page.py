"""docs/customs.md: every custom of the core, made from `customs` and from the rulesets that state them.

    PYTHONPATH=tests/rulesets python -m hexcore.customs_page docs/customs.md hill:RULESET crossing:RULESET

A ruleset is named by its id, where it is installed, or as module:attribute.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from hexcore.coverage import modules_of
from hexcore.customs import Custom
from hexcore.hook_pages import named_ruleset
from hexcore.rules import RuleMark, marked
from hexcore.ruleset import Ruleset

INTRODUCTION = """# Customs

What every game of the family does, the core does of itself. Such a custom has a name. A ruleset says nothing
of it, and it holds; or states it under its own number; or denies it.

| | in ruleset.toml, under `[customs]` | in Python |
|---|---|---|
| stated | `once = "7.4"` | `@rule({"my-game": "7.4"}, custom=Custom.ONCE)` over a function without a body |
| denied | `once = false` | a stated rule that is out of force: an option, `HEXCORE_OFF`, a proof |

A custom that is stated lends its number to the core's refusals, and falls where that number is switched off:
so it can be tested and proved like any other rule. One that is denied by `false` has no number: there is
nothing to switch. `hexcore explain my-game once` tells who states a custom and whether it holds.

What a rulebook demands beyond a custom is a rule of its own. That enemies in a zone of control *must* be
attacked, for one, is `must_attack` of `[combat]`, with a number; `voluntary = false` looks at no zones, and
asks for every attack that can be made.

This page is made by `make hook-pages`.
"""


def page(rulesets: Sequence[Ruleset]) -> str:
    """The whole page."""
    rows = [
        f"| `{custom.word}` | {custom} | {custom.otherwise} | {_stated_by(custom, rulesets)} |"
        for custom in Custom
    ]
    heading = "| custom | says | where it does not hold | stated by |\n|---|---|---|---|"
    return "\n".join([INTRODUCTION, "## All customs", "", heading, *rows]) + "\n"


def _stated_by(custom: Custom, rulesets: Sequence[Ruleset]) -> str:
    """The rulesets that state or deny a custom, with their numbers."""
    told = []
    for ruleset in rulesets:
        marks = [mark for _, _, mark in marked(modules_of(ruleset)) if mark.custom is custom]
        said = [_said(mark, ruleset) for mark in marks if not mark.numbers or ruleset.id in mark.numbers]
        if said:
            told.append(f"{ruleset.id} ({', '.join(said)})")
    return "; ".join(told)


def _said(mark: RuleMark, ruleset: Ruleset) -> str:
    return "denied" if mark.options.get("denied") else mark.numbers[ruleset.id]


def main(arguments: Sequence[str]) -> int:
    """Write the page."""
    file, *names = arguments
    Path(file).write_text(page([named_ruleset(name) for name in names]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
