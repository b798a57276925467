"""Rules plugged in: the marked functions of some modules that are in force, hung on pluggy and called."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from types import FunctionType, ModuleType
from typing import Any

import pluggy

from hexcore import deprecations, hookspecs
from hexcore.customs import Custom
from hexcore.rules import Refusal, RuleMark, cited, marked, numbered

PLAIN = frozenset(
    (
        "watched_hexes",
        "movement_groups",
        "hand_options",
        "owed_moves",
        "arrivals",
        "combat_support",
        "support_known",
        "declaration",
        "defended_hexes",
        "zone_barriers",
        "zone_walls",
        "ties_zones",
    )
)
"""Contributions that carry no rule number: hexes, hexsides, units and actions."""

_Plain = tuple[Callable[..., Any], Callable[[Any], Any] | None, str]

_impl = pluggy.HookimplMarker("hexcore")


class _InForce:
    """The functions of one module that are in force. Two without any are still two."""

    def __dir__(self) -> Iterable[str]:
        """These alone: pluggy looks at everything that is listed here."""
        return vars(self)


class Plugged:
    """Functions by hook: the core's general ones, the ruleset's over them, less those switched off."""

    def __init__(
        self, edition: str, modules: Sequence[ModuleType | object], off: frozenset[str] = frozenset()
    ) -> None:
        self.edition, self.off = edition, off
        manager = pluggy.PluginManager("hexcore")
        manager.add_hookspecs(hookspecs.HookSpecs)
        self.shapes = {name: hookspecs.shape(name) for name in hookspecs.HOOKS}
        found = [(module, [(rule, mark) for _, rule, mark in marked([module])]) for module in modules]
        marks = [mark for _, rules in found for _, mark in rules]
        self._customs = _stated(edition, marks)
        self._followed = _followed()
        self._denied = {mark.custom for mark in marks if mark.options.get("denied")}
        self._cites: dict[Any, tuple[Callable[..., Any], str]] = {}
        for module, rules in found:
            manager.register(self._in_force(rules), name=getattr(module, "__name__", None))
        manager.check_pending()
        self._callers: dict[str, Any] = {
            name: getattr(manager.hook, name)
            for name in hookspecs.HOOKS
            if getattr(manager.hook, name).get_hookimpls()
        }
        self._plain = {
            name: plain
            for name, caller in self._callers.items()
            if (plain := self._without_wrappers(name, caller))
        }
        if self._followed:
            from hexcore.trace import follow

            follow(self, self._followed)

    def active(self, number: str) -> bool:
        """Whether a numbered rule is in force in this game."""
        return number not in self.off

    def holds(self, custom: Custom) -> bool:
        """Whether a custom of the core holds: no rule denies it, and none that states it is switched off."""
        return custom not in self._denied and self.off.isdisjoint(self._customs.get(custom, ()))

    def cites(self, custom: Custom) -> str:
        """The number under which the ruleset states a custom, empty when it does not."""
        return next(iter(self._customs.get(custom, ())), "")

    def called(self, hook: str) -> list[tuple[str, str]]:
        """Module and name of each function in force for a hook, in order of call, wrappers first."""
        impls = self._callers[hook].get_hookimpls() if hook in self._callers else ()
        return [(impl.function.__module__, impl.function.__name__) for impl in reversed(impls)]

    def fills(self, hook: str) -> bool:
        """Whether the ruleset itself has a function in force for a hook, beside the core's general ones."""
        impls = self._callers[hook].get_hookimpls() if hook in self._callers else ()
        return any(not impl.function.__module__.startswith("hexcore.") for impl in impls)

    def _in_force(self, rules: Iterable[tuple[Callable[..., Any], RuleMark]]) -> object:
        """The marked functions of a module that are in force, as one pluggy plugin."""
        plugin = _InForce()
        for function, mark in rules:
            number = mark.numbers.get(self.edition, "")
            if not mark.hook or (mark.numbers and not number) or number in self.off:
                continue
            self._hang(plugin, function, mark, number)
        return plugin

    def _hang(self, plugin: object, function: Callable[..., Any], mark: RuleMark, number: str) -> None:
        """One function on its hook, under the name and with the parameters that the hook has now."""
        hook, wrap = deprecations.hook_now(mark.hook), mark.options.get("wrapper", False)
        deprecations.warn(function, mark.hook)
        name, function = function.__name__, deprecations.brought_up(function, mark.hook)
        if hook in self._followed:
            from hexcore.trace import watched

            function = watched(function, number, wrap)
        cite = number and self.shapes.get(hook) != "answer" and hook not in PLAIN and not wrap
        called = numbered(function, number) if cite else _fresh(function)
        self._cites[called] = (function, number) if cite else (called, "")
        setattr(plugin, name, _impl(called, specname=hook, **mark.options))

    def _without_wrappers(self, hook: str, caller: Any) -> list[_Plain]:
        """The functions of a hook in pluggy's order of call, empty when an exception wraps one of them.

        Each with what picks its arguments out of those given, None where it takes them all, and the number
        to fill into its answers, if any. Most hooks have no wrapper, and calling the functions straight costs
        a third of a call through pluggy.
        """
        impls = caller.get_hookimpls()
        if any(impl.hookwrapper or impl.wrapper for impl in impls):
            return []
        names, plain = _parameters(hook), list[_Plain]()
        for impl in reversed(impls):
            function, number = self._cites[impl.function]
            plain.append((function, _picking(names, impl.argnames), number))
        return plain

    def _first(self, hook: str, *given: Any) -> Any:
        plain = self._plain.get(hook)
        if plain is None:
            caller = self._callers.get(hook)
            return caller(**self._named(hook, given)) if caller is not None else None
        for function, pick, _ in plain:
            answer = function(*given) if pick is None else function(*pick(given))
            if answer is not None:
                return answer
        return None

    def _gather(self, hook: str, *given: Any) -> list[Any]:
        parts: list[Any] = []
        plain = self._plain.get(hook)
        if plain is None:
            caller = self._callers.get(hook)
            for part in caller(**self._named(hook, given)) if caller is not None else ():
                parts.extend(part) if isinstance(part, list) else parts.append(part)
            return parts
        for function, pick, number in plain:
            part = function(*given) if pick is None else function(*pick(given))
            if part is not None:
                if number:
                    part = cited(part, number)
                parts.extend(part) if isinstance(part, list) else parts.append(part)
        return parts

    def _forbids(self, hook: str, *given: Any) -> bool:
        """Whether any rule refuses, where nobody asks which: the first that does is enough."""
        plain = self._plain.get(hook)
        if plain is None:
            return bool(self._gather(hook, *given))
        for function, pick, _ in plain:
            part = function(*given) if pick is None else function(*pick(given))
            if part is not None and part != []:
                return True
        return False

    def _refuse(self, hook: str, *given: Any) -> list[Refusal]:
        found = self._gather(hook, *given)
        return [p if isinstance(p, Refusal) else Refusal("", str(p)) for p in found] if found else found

    def _named(self, hook: str, given: tuple[Any, ...]) -> dict[str, Any]:
        """What a hook gives, by name, as pluggy wants it."""
        return dict(zip(_parameters(hook), given, strict=True))


def _followed() -> frozenset[str]:
    """The hooks that the tracing switch names."""
    if not os.environ.get("HEXCORE_TRACE"):
        return frozenset()
    from hexcore.trace import followed

    return followed()


def _stated(edition: str, marks: Iterable[RuleMark]) -> dict[Custom, tuple[str, ...]]:
    """The numbers under which an edition states customs of the core."""
    found: dict[Custom, tuple[str, ...]] = {}
    for mark in marks:
        if mark.custom is not None and edition in mark.numbers:
            found[mark.custom] = (*found.get(mark.custom, ()), mark.numbers[edition])
    return found


def _parameters(hook: str) -> list[str]:
    return _names(hookspecs.HOOKS[hook])


@cache
def _names(spec: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(spec).parameters if name != "self"]


def _picking(names: list[str], wanted: tuple[str, ...]) -> Callable[[Any], Any] | None:
    if list(wanted) == names:
        return None
    places = [names.index(name) for name in wanted]
    return itemgetter(*places) if len(places) > 1 else lambda given: tuple(given[n] for n in places)


def _fresh(function: Callable[..., Any]) -> Callable[..., Any]:
    """A copy to hang pluggy's mark on, so that boards with other rules off do not share it."""
    copy = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__, copy.__doc__ = function.__kwdefaults__, function.__doc__
    copy.__module__ = function.__module__
    if hasattr(function, "__wrapped__"):  # what it takes is told by what it wraps
        setattr(copy, "__wrapped__", function.__wrapped__)  # noqa: B010
    return copy
