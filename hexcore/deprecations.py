"""Names that rulesets may still use though others have taken their place.

A hook or one of its parameters that gets a better name is entered here, with the API version that brought it.
A ruleset written before goes on as it is: its function is hung on the new hook and given what it asks for
under the old name, and a DeprecationWarning names its file and itself and says what to write now. An entry
goes when the first number of the API goes up.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from hexcore import API
from hexcore.rules import marked

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset


class Former(NamedTuple):
    """What an old name has become, and in which version of the API."""

    now: str
    since: tuple[int, int] = API


HOOKS: dict[str, Former] = {}
"""Former names of hooks."""

PARAMETERS: dict[tuple[str, str], Former] = {}
"""Former names of parameters, by hook (its present name) and old name."""


def hook_now(hook: str) -> str:
    """The present name of a hook."""
    return HOOKS[hook].now if hook in HOOKS else hook


def found_in(function: Callable[..., Any], hook: str) -> list[str]:
    """What a function marked for *hook* should say otherwise, each in a sentence with its place."""
    now, found = hook_now(hook), []
    code = getattr(function, "__code__", None)
    place = f"{code.co_filename}:{code.co_firstlineno}: {function.__name__}" if code else function.__name__
    if now != hook:
        found.append(f"{place}: the hook {hook!r} is called {now!r} {_since(HOOKS[hook])}")
    for name in _renamed(function, now):
        former = PARAMETERS[now, name]
        found.append(f"{place}: the parameter {name!r} of {now!r} is called {former.now!r} {_since(former)}")
    return found


def _since(former: Former) -> str:
    return f"since API {former.since[0]}.{former.since[1]}: write {former.now!r}"


def warn(function: Callable[..., Any], hook: str) -> None:
    """A DeprecationWarning, at the function's own place, for each old name it uses."""
    code = getattr(function, "__code__", None)
    for text in found_in(function, hook):
        file, line = (code.co_filename, code.co_firstlineno) if code else ("", 1)
        warnings.warn_explicit(text, DeprecationWarning, file, line, module=function.__module__)


def brought_up(function: Callable[..., Any], hook: str) -> Callable[..., Any]:
    """The function as one that takes a hook's present parameters: itself, where it names no former one."""
    old = _renamed(function, hook_now(hook))
    if not old:
        return function
    if inspect.isgeneratorfunction(function):

        @functools.wraps(function)
        def call(*given: Any) -> Any:
            return (yield from function(*given))
    else:

        @functools.wraps(function)
        def call(*given: Any) -> Any:
            return function(*given)

    now = hook_now(hook)
    names = [PARAMETERS[now, n].now if n in old else n for n in inspect.signature(function).parameters]
    setattr(call, "__wrapped__", _taking(tuple(names)))  # noqa: B010
    return call


def _taking(names: tuple[str, ...]) -> Callable[..., Any]:
    """A function that takes parameters of these names: pluggy looks for them in what a function wraps."""
    code = (lambda: None).__code__
    code = code.replace(co_argcount=len(names), co_nlocals=len(names), co_varnames=names)
    return FunctionType(code, {})


def _renamed(function: Callable[..., Any], hook: str) -> Sequence[str]:
    if not PARAMETERS:
        return ()
    return [name for name in inspect.signature(function).parameters if (hook, name) in PARAMETERS]


def of(ruleset: Ruleset | None) -> list[str]:
    """Every old name that a ruleset uses, its scenarios' modules included."""
    if ruleset is None:
        return []
    modules = [*ruleset.load_modules(), *(m for s in ruleset.scenarios.values() for m in s.modules)]
    return list(
        dict.fromkeys(t for _, f, mark in marked(modules) if mark.hook for t in found_in(f, mark.hook))
    )


__all__ = ["Former", "brought_up", "found_in", "hook_now", "of", "warn"]
