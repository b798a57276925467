"""The tracing switch: what each rule of a hook is asked, and what it answers, line by line on stderr.

HEXCORE_TRACE, or `--trace` of a command, names hooks with commas; `*` stands for any letters (`may_*`). A
board made while it is set has its rules watched. Nothing of it is in the way otherwise: a board made without
it has the very functions it had before.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from hexcore.customs import Custom
from hexcore.hookspecs import HOOKS

if TYPE_CHECKING:
    from hexcore.plugged import Plugged
    from hexcore.state import GameState

TRACE = "HEXCORE_TRACE"
LONGEST = 160
"""Letters of an answer that are shown."""


class UnknownHook(ValueError):
    """A hook that does not exist: the message names the one spelt nearest."""


def check(hook: str) -> str:
    """A hook's own name; UnknownHook when there is none of it."""
    from hexcore.corrected_words import nearest
    from hexcore.deprecations import hook_now

    now = hook_now(hook)
    if now not in HOOKS:
        near = nearest(hook, frozenset((*HOOKS, *(custom.word for custom in Custom))))
        near = near or "; docs/hooks lists all of them, docs/customs.md the customs"
        raise UnknownHook(f"no hook {hook!r}{near}")
    return now


def followed(wanted: str | None = None) -> frozenset[str]:
    """The hooks to follow: those that HEXCORE_TRACE (or *wanted*) names. UnknownHook for one that is none."""
    found = set[str]()
    for name in (os.environ.get(TRACE, "") if wanted is None else wanted).split(","):
        word = name.strip()
        if "*" in word:
            found |= {hook for hook in HOOKS if fnmatchcase(hook, word)}
        elif word:
            found.add(check(word))
    return frozenset(found)


@contextmanager
def following(wanted: str | None) -> Iterator[None]:
    """While this lasts, the boards that are made follow these hooks; so do processes begun from here."""
    if not wanted:
        yield
        return
    followed(wanted)
    before = os.environ.get(TRACE)
    os.environ[TRACE] = wanted
    try:
        yield
    finally:
        os.environ.pop(TRACE)
        if before is not None:
            os.environ[TRACE] = before


# ------------------------------------------------------------------ watching
WAYS = ("_first", "_gather", "_forbids")
"""The ways in which a board's rules ask a hook."""
Told = Callable[[str], None]


def say(line: str) -> None:
    print(line, file=sys.stderr)


def follow(rules: Plugged, hooks: frozenset[str], told: Told = say) -> None:
    """From now on these hooks of some rules are told as they are asked: the question, what it came to."""
    for way in WAYS:
        setattr(rules, way, _asking(getattr(rules, way), way, hooks, told))


def _asking(ask: Callable[..., Any], way: str, hooks: frozenset[str], told: Told) -> Callable[..., Any]:
    def call(hook: str, *given: Any) -> Any:
        if hook not in hooks:
            return ask(hook, *given)
        state = state_in(given)
        told(f"{hook}({_given(hook, given)}){_when(state)}")
        answer = ask(hook, *given)
        told(
            f"  = {'forbidden' if answer else 'free'}" if way == "_forbids" else f"  = {short(answer, state)}"
        )
        return answer

    return call


def listen(rules: Plugged, hear: Callable[[str, tuple[Any, ...]], None]) -> None:
    """From now on *hear* is told of every hook that is asked of some rules, with what it is given."""

    def heard(ask: Callable[..., Any]) -> Callable[..., Any]:
        def call(hook: str, *given: Any) -> Any:
            hear(hook, given)
            return ask(hook, *given)

        return call

    for way in WAYS:
        setattr(rules, way, heard(getattr(rules, way)))


def watched(function: Callable[..., Any], number: str, wrapper: bool, told: Told = say) -> Callable[..., Any]:
    """A rule function that tells what it answers. Its signature stays what it is."""
    name = f"{function.__module__}:{function.__name__}{f' [{number}]' if number else ''}"

    @functools.wraps(function)
    def call(*given: Any) -> Any:
        answer = function(*given)
        told(f"  {name} -> {short(answer, state_in(given))}")
        return answer

    @functools.wraps(function)
    def around(*given: Any) -> Any:
        told(f"  {name} wraps the others")
        answer = yield from function(*given)
        told(f"  {name} makes of it -> {short(answer, state_in(given))}")
        return answer

    return around if wrapper else call


# ------------------------------------------------------------------ in short
def state_in(given: tuple[Any, ...]) -> GameState | None:
    return next((each for each in given if hasattr(each, "agenda")), None)


def _when(state: GameState | None) -> str:
    if state is None or state.phase < 0:
        return ""
    return f" turn {state.turn}, {state.board.sequence.phases[state.phase].id}"


def _given(hook: str, given: tuple[Any, ...]) -> str:
    names = [name for name in inspect.signature(HOOKS[hook]).parameters if name != "self"]
    state = state_in(given)
    parts = []
    for name, value in zip(names, given, strict=True):
        if name not in ("state", "board", "hex_map"):
            parts.append(_hexes(name, value, state) or short(value, state))
    return ", ".join(parts)


def _hexes(name: str, value: Any, state: GameState | None) -> str:
    """Hexes by their printed numbers, where a parameter is about hexes."""
    if state is None or name not in ("hex", "target", "targets", "path"):
        return ""
    numbers = state.board.map.numbers
    if isinstance(value, int):
        return f"hex {numbers[value]}"
    return f"{name} {' '.join(numbers[hex] for hex in value)}"


def short(value: Any, state: GameState | None = None) -> str:
    """A value in one short line: units by their ids, hexes by their numbers."""
    text = " ".join(_text(value, state).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _text(value: Any, state: GameState | None) -> str:
    if isinstance(value, str):
        return str(value) or "''"
    if isinstance(value, bytes):
        return _flags(value, state)
    if hasattr(value, "counter"):
        return str(value.id)
    if hasattr(value, "targets") and hasattr(value, "attackers") and hasattr(value, "stage"):
        against = _numbers(value.targets, state)
        return f"combat {value.id}: {' '.join(value.attackers) or 'nobody'} against {against}"
    if hasattr(value, "_fields"):
        parts = [
            f"{key}={_text(part, state)}"
            for key, part in value._asdict().items()
            if part not in ("", b"", -1, None)
        ]
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_text(part, state)}' for key, part in value.items())}}}"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(_text(part, state) for part in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if inspect.isgenerator(value):
        return "events to come"
    return repr(value)


def _flags(flags: bytes, state: GameState | None) -> str:
    hexes = [hex for hex, flag in enumerate(flags) if flag]
    return f"{len(hexes)} hexes: {_numbers(hexes, state)}" if hexes else "no hex"


def _numbers(hexes: Any, state: GameState | None) -> str:
    return " ".join(state.board.map.numbers[hex] if state is not None else str(hex) for hex in hexes)
