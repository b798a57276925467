"""Numbered rules: how a ruleset marks them, and what they answer with."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from hexcore.customs import Custom

F = TypeVar("F", bound=Callable[..., Any])
"""A function, or a class: a decision that is a rule's own may be marked too."""


class Refusal(NamedTuple):
    """Why something may not be done: the rule, and the reason in our words."""

    rule: str
    reason: str


class Shift(NamedTuple):
    """A column shift; positive favours the attacker. `hex` is the target it was counted for, if one."""

    columns: int
    """To the right where positive: for the attacker."""
    text: str
    """Why, in few words."""
    rule: str = ""
    hex: int = -1
    """The target it was counted for; -1 when it counts for the whole attack."""


class DieModifier(NamedTuple):
    """What is added to the die."""

    amount: int
    text: str
    """Why, in few words."""
    rule: str = ""


class Factor(NamedTuple):
    """One thing that changes a unit's strength: multiplied in order of `stage`, rounded after each stage.

    `value`, where given, replaces the printed strength first (an attribute of the situation, not a multiple).
    """

    multiplier: Fraction
    """`Fraction(1, 2)` halves."""
    text: str
    """Why, in few words."""
    stage: int = 0
    """Factors of one stage are multiplied, then the strength is rounded, then those of the next stage."""
    rule: str = ""
    value: int | None = None
    """A strength in place of the printed one."""


class Effects(NamedTuple):
    """What a combat result in words does, by side (attacker, defender): strength points lost at face value
    (at least), and who is eliminated, exchanged, driven back and disrupted; whether the hex can be taken.
    """

    points: tuple[int, int] = (0, 0)
    eliminated: tuple[bool, bool] = (False, False)
    exchanged: tuple[bool, bool] = (False, False)
    retreated: tuple[bool, bool] = (False, False)
    disrupted: tuple[bool, bool] = (False, False)
    taken: bool = False


class Mask(NamedTuple):
    """One effect of one rule on a unit's movement now. `hexes` has a byte for every hex of the map.

    `closed`: may not be entered. `stop`: entering ends the move. `no-end`: may be passed, but no move ends
    there. `toll`, `leave-toll`: entering or leaving costs `points` half-points more where the byte is set.
    `zone-to-zone`: not from one such hex into another.
    `barred`: `sides` (6 * hex + direction, in the direction of travel) may not be crossed. `held`: the unit
    may not leave its hex. `leave`: leaving the hex it starts from costs `points` half-points more.
    """

    effect: str
    reason: str
    hexes: bytes = b""
    sides: frozenset[int] = frozenset()
    points: int = 0
    rule: str = ""


class Rank(NamedTuple):
    """How a retreat path ranks under one rule: 0 is best; `text` says why a higher one is refused."""

    level: int
    text: str
    rule: str = ""


class SupplySource(NamedTuple):
    """A hex supply is traced to, its name, and which part of its side it serves (empty: all of it)."""

    hex: int
    name: str
    rule: str = ""
    part: str = ""


class SupplyBand(NamedTuple):
    """Ground where a side's supply gives one state now: the state in the ruleset's words, the hexes, and in
    words what makes it so (`0 to 4 hexes from a source`)."""

    state: str
    hexes: frozenset[int]
    text: str = ""
    rule: str = ""


class Foretold(NamedTuple):
    """What an answer would bring, told before it is given: in words, the state of supply each unit would be
    in (units left out stay as they are), which units it changes, and the ground of supply after it."""

    text: str
    supply: Mapping[str, str] = {}
    changed: tuple[str, ...] = ()
    bands: tuple[SupplyBand, ...] = ()
    rule: str = ""


class VictoryPoints(NamedTuple):
    """Points scored by one rule."""

    side: str
    points: int
    text: str
    rule: str = ""


class DrawnLine(NamedTuple):
    """A line that runs over the map now, hex by hex: `id` is its look in the presentation (`[lines]`)."""

    id: str
    hexes: tuple[int, ...]
    rule: str = ""


class Told(NamedTuple):
    """What a player is told of a unit as it stands: what it is about, and what is so, in few words."""

    name: str
    text: str
    rule: str = ""


class Due(NamedTuple):
    """A unit that comes in a turn, or (`leaves`) has to go by its end: where in words, and why.

    `mark` says where the turn comes from, as `hexcore.provenance` has it.
    """

    unit: str
    turn: int
    where: str = ""
    rule: str = ""
    mark: str = ""
    leaves: bool = False


class Objective(NamedTuple):
    """Ground that victory asks for: its name, its hexes, which side holds all of it (empty: neither, or it is
    not for holding), and in words what it is worth and to whom."""

    name: str
    hexes: tuple[int, ...]
    holder: str = ""
    worth: str = ""
    rule: str = ""


@dataclass(frozen=True)
class RuleMark:
    """What `@rule` keeps on a function: its number in each ruleset, its hook, and numbers it also plays.

    `custom` is the custom of the core that the rule states.
    """

    numbers: Mapping[str, str]
    hook: str
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, bool] = field(default_factory=dict)
    custom: Custom | None = None


def rule(
    numbers: Mapping[str, str],
    hook: str = "",
    *,
    also: Mapping[str, tuple[str, ...]] | None = None,
    custom: Custom | None = None,
    **options: bool,
) -> Callable[[F], F]:
    """Mark a function as one numbered case, plugged into *hook*.

    `numbers` gives its number in every ruleset that has it; a ruleset not named does not play it. The number
    is filled into what the function answers (a reason becomes a Refusal), so the body need not repeat it.
    `also` names further numbers that the same lines play (errata, a case that repeats another). `options` go
    to pluggy (`wrapper`, `tryfirst`, `trylast`). Without a hook the mark is for coverage only, or for the
    `custom` that the rule states: its body is then empty, the core plays it.
    """

    def mark(function: F) -> F:
        kept = RuleMark(dict(numbers), hook, dict(also or {}), options, custom)
        setattr(function, "hexcore_rule", kept)  # noqa: B010  (a class has no __dict__ to write into)
        return function

    return mark


def general(hook: str, **options: bool) -> Callable[[F], F]:
    """Mark a function of the core, or of any ruleset, as an unnumbered general rule."""
    return rule({}, hook, also=None, custom=None, **options)


def marked(
    modules: Iterable[ModuleType | object],
) -> Iterator[tuple[ModuleType | object, Callable[..., Any], RuleMark]]:
    """Every marked function of some modules, in the order written."""
    for module in modules:
        for value in list(vars(module).values()):
            mark = getattr(value, "__dict__", {}).get("hexcore_rule")
            if mark is not None and getattr(value, "__module__", None) == getattr(module, "__name__", None):
                yield module, value, mark


class Cited(list[Any]):
    """Parts of an answer that all carry their number: none is looked for or filled in."""


def cited(answer: Any, number: str) -> Any:
    """The answer with the rule's number filled in wherever it has none."""
    kind: Any = type(answer)
    if kind is list:
        return [cited(part, number) for part in answer]
    if kind is str:
        return Refusal(number, answer)
    at = _rule_at(kind)
    if at is None or answer[at]:
        return answer
    return tuple.__new__(kind, (*answer[:at], number, *answer[at + 1 :]))


@cache
def _rule_at(kind: type) -> int | None:
    """Where the number stands in an answer of a kind; None in one that has none."""
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    return names.index("rule") if "rule" in names else None


def numbered(function: Callable[..., Any], number: str) -> Callable[..., Any]:
    """*function* with its number filled into every answer."""

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        answer = function(*args)
        return None if answer is None else cited(answer, number)

    return call
