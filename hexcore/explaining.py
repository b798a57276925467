"""Who answers a hook, in order of call, and why: the rules of a ruleset and the core's behind them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from hexcore import deprecations, hookspecs
from hexcore.board import Board
from hexcore.fault_places import traced
from hexcore.rules import RuleMark, marked
from hexcore.ruleset import Ruleset, Scenario, general_modules
from hexcore.state import GameState
from hexcore.trace import check, short


class CannotAsk(ValueError):
    """A hook that cannot be asked with what is given: the message says what is missing."""


@dataclass(frozen=True)
class Answerer:
    """One function on a hook. `origin`: `ruleset`, `scenario` or `core`; `order` from 1, 0 when not in force.

    `why` says what its place means, or why it is not in force; `switches` what takes it out of force.
    """

    order: int
    function: Callable[..., Any]
    mark: RuleMark
    rule: str
    origin: str
    why: str
    switches: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Further numbers that the same lines play; where one of them is off, the function stays."""

    @property
    def name(self) -> str:
        return f"{self.function.__module__}:{self.function.__name__}"

    @property
    def wrapper(self) -> bool:
        return bool(self.mark.options.get("wrapper"))

    def form(self) -> dict[str, Any]:
        """As plain data."""
        code = getattr(inspect.unwrap(self.function), "__code__", None)
        return {
            "order": self.order or None,
            "function": self.name,
            "file": code.co_filename if code else None,
            "line": code.co_firstlineno if code else None,
            "rule": self.rule,
            "also": list(self.also),
            "from": self.origin,
            "wrapper": self.wrapper,
            "general": not self.rule,
            "says": (inspect.getdoc(self.function) or "").partition("\n")[0],
            "why": self.why,
            "switches": list(self.switches),
        }


FIRST = "asked first: what it answers counts, unless it is None"
NEXT = "asked when those before it answer None"
PART = "its part counts with the others"
ANY = "any one reason forbids, and this may be it"
WRAPS = "an exception: it is given what those after it answer, and what it returns counts"
PLACES = {"answer": NEXT, "contribution": PART, "refusal": ANY}


def answerers(
    ruleset: Ruleset, hook: str, scenario: str = "", options: Mapping[str, str] | None = None
) -> list[Answerer]:
    """Every function that is marked for a hook, in order of call; behind them those not in force, and why."""
    now = check(hook)
    chosen = ruleset.scenario(scenario or next(iter(ruleset.scenarios), ""))
    return of_board(ruleset.board(chosen.id, options), now)


def of_board(board: Board, hook: str) -> list[Answerer]:
    """The same, for a game as it is played: with its options, and what a proof has switched off."""
    ruleset, scenario, off = board.ruleset, board.scenario, board.rules.off
    everything = all_marked(ruleset, scenario)
    known = {(f.__module__, f.__name__): (f, m, o) for f, m, o in everything if _on(m, hook)}
    found: list[Answerer] = []
    for place in board.rules.called(hook):
        function, mark, origin = known.pop(place)
        rule = mark.numbers.get(ruleset.id, "")
        why = _place(hookspecs.shape(hook), mark, first=not any(not each.wrapper for each in found))
        off_by, also = switches(ruleset, scenario, rule), mark.also.get(ruleset.id, ())
        found.append(Answerer(len(found) + 1, function, mark, rule, origin, why, off_by, also))
    for function, mark, origin in known.values():
        rule = mark.numbers.get(ruleset.id, "")
        why = absence(board, mark, rule, off)
        off_by, also = switches(ruleset, scenario, rule), mark.also.get(ruleset.id, ())
        found.append(Answerer(0, function, mark, rule, origin, why, off_by, also))
    return found


def all_marked(ruleset: Ruleset, scenario: Scenario) -> Iterable[tuple[Callable[..., Any], RuleMark, str]]:
    """Every marked function a game may have, with where it comes from."""
    parts: list[tuple[Iterable[ModuleType | object], str]] = [
        (general_modules(), "core"),
        (ruleset.load_modules(), "ruleset"),
        (scenario.modules, "scenario"),
    ]
    for modules, origin in parts:
        for _, function, mark in marked(modules):
            yield function, mark, origin


def _on(mark: RuleMark, hook: str) -> bool:
    return bool(mark.hook) and deprecations.hook_now(mark.hook) == hook


def _place(shape: str, mark: RuleMark, first: bool) -> str:
    if mark.options.get("wrapper"):
        return WRAPS
    return FIRST if shape == "answer" and first else PLACES[shape]


def absence(board: Board, mark: RuleMark, rule: str, off: frozenset[str]) -> str:
    """Why a function is not in force."""
    if not rule and mark.numbers:
        return f"not in {board.ruleset.id}: it is a rule of {', '.join(mark.numbers)}"
    for option in board.scenario.options:
        value = board.options[option.id]
        if rule in option.off_rules.get(value, ()):
            return f"switched off by the option {option.id}={value}"
    if rule in board.scenario.off_rules:
        by = f" (by {board.scenario.scope_rule})" if board.scenario.scope_rule else ""
        return f"left out by the scenario {board.scenario.id}{by}"
    return f"{rule} is switched off" if rule in off else "another function of the same name took its place"


def switches(ruleset: Ruleset, scenario: Scenario, rule: str) -> tuple[str, ...]:
    """What takes a rule out of force in a scenario: options by value, and the scenarios that leave it out."""
    if not rule:
        return ()
    options = [
        f"option {o.id}={value}"
        for o in scenario.options
        for value, off in o.off_rules.items()
        if rule in off
    ]
    return (*options, *(f"scenario {s.id}" for s in ruleset.scenarios.values() if rule in s.off_rules))


# ------------------------------------------------------------------ asked in a position
def asked(state: GameState, answerer: Answerer, hook: str, given: Mapping[str, Any]) -> str:
    """What one function answers in a position, in short; CannotAsk when what it takes is missing."""
    if answerer.wrapper:
        return "(wraps what the others answer)"
    present = deprecations.brought_up(answerer.function, hook)
    arguments = arguments_of(state, hook, given)
    wanted = inspect.signature(present).parameters
    try:
        answer = present(*(arguments[name] for name in wanted))
    except Exception as fault:  # a rule can fail in any way; that is what is to be seen
        broken = traced(fault, state.board.ruleset)
        return f"fails: {type(fault).__name__}: {fault} ({broken.path}:{broken.line})"
    return short(answer, state)


_ON_THE_MAP = ("unit", "units", "counter", "hex", "target", "targets", "path")
GIVEN = frozenset(
    ("state", "board", "hex_map", *_ON_THE_MAP, "side", "viewer", "phase", "mobility", "combat")
)
OFFERED = "unit, hex, side, phase and the combat being fought can be given"


def arguments_of(state: GameState, hook: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a hook is given in a position, from units, hexes, a side; CannotAsk for what cannot be given."""
    names = [name for name in inspect.signature(hookspecs.HOOKS[hook]).parameters if name != "self"]
    for name in names:
        if name not in GIVEN:
            raise CannotAsk(f"{hook} is also given `{name}`, which only play can give: {OFFERED}")
    return {name: _argument(state, hook, name, given) for name in names}


def _argument(state: GameState, hook: str, name: str, given: Mapping[str, Any]) -> Any:
    units, hexes = given.get("units", ()), given.get("hexes", ())
    side = given.get("side") or (units[0].side if units else state.to_decide)
    values: dict[str, Callable[[], Any]] = {
        "state": lambda: state,
        "board": lambda: state.board,
        "hex_map": lambda: state.board.map,
        "unit": lambda: units[0] if units else None,
        "units": lambda: units or None,
        "counter": lambda: units[0].counter if units else None,
        "hex": lambda: hexes[0] if hexes else None,
        "target": lambda: hexes[0] if hexes else None,
        "targets": lambda: hexes or None,
        "path": lambda: hexes or None,
        "side": lambda: side,
        "viewer": lambda: side,
        "phase": lambda: state.board.sequence.phases[state.phase].id,
        "mobility": lambda: state.board.rules.mobility(state, units[0]) if units else None,
        "combat": lambda: state.combats[-1] if state.combats else None,
    }
    value = values[name]()
    if value is None and not (name == "combat" and hook in ("may_attack", "lost_step")):
        missing = {"combat": "no combat is being fought in this position"}
        option = "--hex" if name in ("hex", "target", "targets", "path") else "--unit"
        raise CannotAsk(missing.get(name) or f"{hook} is asked of a `{name}`: give {option}")
    return value
