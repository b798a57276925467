"""Hold the Hill with a rule in every hook that fails on demand: a broken ruleset."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType

import hill

from hexcore.hookspecs import HookSpecs
from hexcore.rules import rule

NUMBER = "13.1"
"""The number that every failing rule has."""


class Tripwire:
    """Which hook fails now."""

    hook = ""

    def touch(self, hook: str) -> None:
        if hook == self.hook:
            raise ZeroDivisionError(f"no such luck in {hook}")


TRIPWIRE = Tripwire()


@contextmanager
def failing(hook: str) -> Iterator[None]:
    """As long as it lasts, the rule in *hook* fails."""
    TRIPWIRE.hook = hook
    try:
        yield
    finally:
        TRIPWIRE.hook = ""


def hooks() -> dict[str, list[str]]:
    """All hooks a ruleset can fill, with what each is given."""
    members = inspect.getmembers(HookSpecs, lambda member: hasattr(member, "hexcore_spec"))
    return {name: list(inspect.signature(member).parameters)[1:] for name, member in members}


def _broken_rules() -> ModuleType:
    """A module with one rule function for every hook; it says nothing unless it is to fail."""
    made = ModuleType("broken_rules")
    vars(made)["touch"] = TRIPWIRE.touch
    for name, given in hooks().items():
        exec(f"def {name}({', '.join(given)}):\n    return touch({name!r})", vars(made))
        function = vars(made)[name]
        function.__module__ = made.__name__
        rule({"hill": NUMBER}, hook=name, tryfirst=True)(function)
    return made


BROKEN = _broken_rules()
RULESET = replace(hill.RULESET, load_modules=lambda: [sys.modules["hill"], BROKEN])
