"""Rules made from data: general rules chosen by name, each a function under the author's number."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from hexcore.customs import Custom
from hexcore.rules import RuleMark


class RuleSheet:
    """The functions that a ruleset's tables ask for, as one module of rules.

    Their names tell the table: `zones.movement_masks` of `ruleset.toml`.
    """

    def __init__(self, edition: str, name: str) -> None:
        self.edition, self.module = edition, ModuleType(name)

    def add(
        self,
        table: str,
        hook: str,
        function: Callable[..., Any],
        number: str = "",
        *,
        also: tuple[str, ...] = (),
    ) -> None:
        """*function* fills a hook for a table, under its number; without one it is a general rule."""
        numbers = {self.edition: number} if number else {}
        more = {self.edition: tuple(n for n in also if n)} if any(also) else {}
        self._hang(f"{table}.{hook}", function, RuleMark(numbers, hook, more))

    def state(self, custom: Custom, number: str, *, holds: bool = True) -> None:
        """A custom of the core stated under a number, or denied."""
        numbers = {self.edition: number} if number else {}
        mark = RuleMark(numbers, "", {}, {} if holds else {"denied": True}, custom)
        self._hang(f"customs.{custom.name.lower()}", lambda: None, mark)

    def _hang(self, name: str, function: Callable[..., Any], mark: RuleMark) -> None:
        assert isinstance(function, FunctionType)
        made, n = name, 1
        while hasattr(self.module, made):
            n += 1
            made = f"{name}-{n}"
        own = _copy(function)
        own.__module__ = self.module.__name__
        own.__name__ = own.__qualname__ = made
        own.__dict__["hexcore_rule"] = mark
        setattr(self.module, made, own)


def _copy(function: FunctionType) -> FunctionType:
    """A function of this sheet's own: the same one may fill a hook of another ruleset, too."""
    given = function.__defaults__, function.__closure__
    made = FunctionType(function.__code__, function.__globals__, function.__name__, *given)
    made.__kwdefaults__, made.__doc__ = function.__kwdefaults__, function.__doc__
    made.__annotations__, made.__dict__ = function.__annotations__, dict(function.__dict__)
    return made
