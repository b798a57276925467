"""Where in a ruleset something broke: file and line, the function, its hook and its rule.

    try: ...
    except Exception as fault:
        broken = traced(fault, ruleset)
        print(broken)  # rules.py:45: KeyError: 'x' in varn.rules:forts (strength_factors, rule 7.10)

Of all the calls on the way the last one in a file of the ruleset is named; the core's, where there is none.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, NamedTuple

from hexcore.rules import RuleMark, marked

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset


class Broken(NamedTuple):
    """What was raised, in which function, on which hook, under which rule; and the place, line 0: unknown."""

    text: str
    path: Path | None = None
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}" if self.path is not None else self.text


def traced(fault: BaseException, ruleset: Ruleset | None = None) -> Broken:
    """A fault in one line, with its place in the ruleset (or in the core, where the ruleset has no part)."""
    raised = " ".join(f"{type(fault).__name__}: {fault}".split())
    calls = list(_calls(fault))
    if not calls:
        return Broken(raised)
    own = _files(ruleset)
    inside = [call for call in calls if call[0].co_filename in own]
    code, line = (inside or calls)[-1]
    known = _rules(ruleset)
    asked = next((known[code] for code, _ in reversed(calls) if code in known), None)
    told = f"{raised} in {_name(code, asked)}"
    return Broken(told + (f" ({_cited(asked[1], ruleset)})" if asked else ""), Path(code.co_filename), line)


def _calls(fault: BaseException) -> Iterator[tuple[CodeType, int]]:
    """The calls that led to a fault, the first one first."""
    trace = fault.__traceback__
    while trace is not None:
        yield trace.tb_frame.f_code, trace.tb_lineno
        trace = trace.tb_next


def _files(ruleset: Ruleset | None) -> frozenset[str]:
    """The files a ruleset's code lies in: those of its modules, and of its decisions and actions."""
    if ruleset is None:
        return frozenset()
    from hexcore.coverage import modules_of

    homes = [inspect.getmodule(cls) for cls in (*ruleset.decisions, *ruleset.actions)]
    files = {str(getattr(home, "__file__", "") or "") for home in (*modules_of(ruleset), *homes)}
    return frozenset(file for file in files if file and not _of_the_core(file))


def _of_the_core(file: str) -> bool:
    return Path(file).parent == Path(__file__).parent


def _rules(ruleset: Ruleset | None) -> dict[CodeType, tuple[str, RuleMark]]:
    """What is marked as a rule, by its code: the ruleset's, and the core's behind it."""
    if ruleset is None:
        return {}
    from hexcore.coverage import modules_of
    from hexcore.ruleset import general_modules

    found = dict[CodeType, tuple[str, RuleMark]]()
    for module, function, mark in marked([*modules_of(ruleset), *general_modules()]):
        code = getattr(inspect.unwrap(function), "__code__", None)
        if code is not None and mark.hook:
            found.setdefault(code, (f"{getattr(module, '__name__', module)}:{function.__name__}", mark))
    return found


def _name(code: CodeType, asked: tuple[str, RuleMark] | None) -> str:
    """The rule that was asked, and the function inside it that broke, where it is another."""
    own = code.co_qualname
    if asked is None:
        return own
    return asked[0] if asked[0].rpartition(":")[2] == code.co_name else f"{own}, asked by {asked[0]}"


def _cited(mark: RuleMark, ruleset: Ruleset | None) -> str:
    number = mark.numbers.get(ruleset.id, "") if ruleset is not None else ""
    return f"{mark.hook}, rule {number}" if number else f"{mark.hook}, a general rule"


__all__ = ["Broken", "traced"]
