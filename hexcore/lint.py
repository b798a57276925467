"""The section `lint`: data that every model takes and no game can mean.

Scenarios, sequence, options, tracks and functions are looked at here; tables in `lint_tables`.
"""

from __future__ import annotations

import inspect
import tempfile
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from hexcore.checkup import Extent, Flaw, Section, several, unlike
from hexcore.corrected_words import listed, nearest
from hexcore.coverage import UNKNOWN, modules_of, rows
from hexcore.deprecations import hook_now
from hexcore.hookspecs import HOOKS, shape
from hexcore.rules import RuleMark, marked
from hexcore.sources_of_data import Spots
from hexcore.units import Aboard, Place

if TYPE_CHECKING:
    from hexcore.ruleset import Option, Ruleset, Scenario, Track

STOCK_KINDS = ("movement", "combat", "set-up")
"""Kinds of phases that ask something of themselves."""
TOML, CODE = "*.toml", "*.py"
MOST_TOLD = 8
"""So many counters that are nowhere are told one by one."""


def lint_section(ruleset: Ruleset, extent: Extent) -> Section:
    """What the files of a ruleset say and cannot mean."""
    from hexcore.lint_tables import table_flaws

    found = Section("lint")
    unfit = list(_unfit(ruleset))
    if any(" fills the hook " in flaw.text or " asks for " in flaw.text for flaw in unfit):
        found.flaws, found.ends = unfit, True  # no board can be made with them
        return found
    found.flaws += unlike(
        [
            *_map(ruleset, found),
            *_sequence(ruleset),
            *_scenarios(ruleset),
            *_numbers(ruleset),
            *unfit,
            *_never_asked(ruleset),
            *table_flaws(ruleset, found),
        ]
    )
    phases, options = (
        len(ruleset.sequence.phases),
        {o.id for s in ruleset.scenarios.values() for o in s.options},
    )
    counted = (len(ruleset.scenarios), "scenario"), (phases, "phase"), (len(options), "option")
    found.checked.append(", ".join(several(number, what) for number, what in counted))
    return found


# ------------------------------------------------------------------ the map
def _map(ruleset: Ruleset, found: Section) -> Iterator[Flaw]:
    """What `hexcore map check` finds and its `explained.csv` does not explain."""
    from hexcore.map_rows import write_map
    from hexcore.mapcheck import home_of_map, survey_folder

    tools, home = ruleset.map_tools, home_of_map(ruleset)
    with tempfile.TemporaryDirectory() as temporary:
        if home is None:
            write_map(ruleset.map, Path(temporary))
        folder = home or Path(temporary)
        words, differences = (tools.words, tools.differences) if tools is not None else (None, None)
        survey = survey_folder(folder, words, differences)
    found.checked.append(f"the map ({len(survey.explained)} findings explained)")
    for finding in survey.findings:
        yield Flaw(finding.text, finding.path if home is not None else None, finding.line)


# ------------------------------------------------------------------ the sequence of play
def _sequence(ruleset: Ruleset) -> Iterator[Flaw]:
    """Phases of a side, kind or turn that there is not."""
    spots, sides = Spots(ruleset), tuple(ruleset.sides)
    turns = [(s.first_turn, s.last_turn) for s in ruleset.scenarios.values()]
    for phase in ruleset.sequence.phases:
        for side, what in ((phase.side, "side"), (phase.player_turn, "player turn")):
            if side and side not in sides:
                near = nearest(side, sides) or listed(frozenset(sides))
                yield spots.flaw(f"the phase {phase.id!r}: {side!r} is no {what}{near}", phase.id, TOML, CODE)
        near = nearest(phase.kind, STOCK_KINDS) if phase.kind not in STOCK_KINDS else ""
        if near:
            text = f"the phase {phase.id!r} is of the kind {phase.kind!r}, which asks nothing{near}"
            yield spots.flaw(text, phase.id, TOML, CODE)
        if phase.turns and turns and not any(low <= t <= high for t in phase.turns for low, high in turns):
            text = f"the phase {phase.id!r} is never played: no scenario has its turns"
            yield spots.flaw(text, phase.id, TOML, CODE)


# ------------------------------------------------------------------ scenarios
def _scenarios(ruleset: Ruleset) -> Iterator[Flaw]:
    used: set[str] = set()
    for scenario in ruleset.scenarios.values():
        if scenario.last_turn < scenario.first_turn:
            text = (
                f"{scenario.id}: its last turn, {scenario.last_turn}, comes before turn {scenario.first_turn}"
            )
            yield Spots(ruleset).flaw(text, scenario.id, "scenarios*", TOML, CODE)
        yield from _set_up(ruleset, scenario, used)
        for track in scenario.tracks:
            yield from _track(ruleset, scenario, track)
    yield from _unused(ruleset, used)


def _set_up(ruleset: Ruleset, scenario: Scenario, used: set[str]) -> Iterator[Flaw]:
    """Units of a set-up that there are not, or in places that there are not."""
    counters, game_map = ruleset.counters, ruleset.ground(scenario)
    spots, placed = Spots(ruleset), scenario.set_up(game_map)
    for id, (place, losses) in placed.items():
        used.add(id)
        counter = counters.get(id)
        if counter is None:
            text = f"{scenario.id} sets up {id!r}, which is no counter{nearest(id, tuple(counters))}"
            yield spots.flaw(text, id, "set*up*.csv", "*.csv", CODE)
            continue
        if losses >= len(counter.steps) and counter.steps:
            text = f"{scenario.id} sets up {id!r} with {losses} steps lost; it has {len(counter.steps)}"
            yield spots.flaw(text, id, "set*up*.csv", "*.csv", CODE)
        wrong = _misplaced(place, placed, len(game_map))
        if wrong:
            yield spots.flaw(f"{scenario.id} sets up {id!r} {wrong}", id, "set*up*.csv", "*.csv", CODE)
    for hex, one, other in _among_enemies(ruleset, placed):
        text = f"{scenario.id} sets up {other!r} in {game_map.numbers[hex]}, where its enemy {one!r} stands"
        yield spots.flaw(text, other, "set*up*.csv", "*.csv", CODE)


def _among_enemies(
    ruleset: Ruleset, placed: Mapping[str, tuple[Place, int]]
) -> Iterator[tuple[int, str, str]]:
    """Hexes of the map in which both sides are set up: the first unit there, and the first of its enemies."""
    first: dict[int, str] = {}
    told: set[int] = set()
    for id, (place, _) in placed.items():
        if isinstance(place, int) and id in ruleset.counters:
            one = first.setdefault(place, id)
            if ruleset.counters[one].side != ruleset.counters[id].side and place not in told:
                told.add(place)
                yield place, one, id


def _misplaced(place: Place, placed: Any, size: int) -> str:
    if isinstance(place, int):
        return "" if 0 <= place < size else "off the map"
    seen: list[str] = []
    while isinstance(place, Aboard):
        if place.carrier in seen or place.carrier not in placed:
            return f"aboard {place.carrier!r}, which is not set up itself"
        seen.append(place.carrier)
        place = placed[place.carrier][0]
    return ""


def _unused(ruleset: Ruleset, used: set[str]) -> Iterator[Flaw]:
    """Counters that no scenario has; where there are many, all of them together."""
    unused = [id for id in ruleset.counters if id not in used] if ruleset.scenarios else []
    if len(unused) > MOST_TOLD:
        text = f"{len(unused)} counters are in no scenario, the first: {unused[0]!r}"
        yield Spots(ruleset).flaw(text, unused[0], "counters*.csv", "*.csv", CODE)
        return
    for id in unused:
        yield Spots(ruleset).flaw(f"the counter {id!r} is in no scenario", id, "counters*.csv", "*.csv", CODE)


def _track(ruleset: Ruleset, scenario: Scenario, track: Track) -> Iterator[Flaw]:
    spots = Spots(ruleset)
    there = track.start in track.words if track.words else _between(track.start, track.low, track.high)
    if not there:
        ends = ", ".join(track.words) if track.words else f"{track.low} to {track.high}"
        text = f"{scenario.id}: the track {track.id!r} starts at {track.start!r}, outside {ends}"
        yield spots.flaw(text, track.id, "scenarios*", TOML, CODE)
    if track.id == "turn" and isinstance(track.start, int):
        if track.low > scenario.first_turn or track.high < scenario.last_turn:
            text = f"{scenario.id}: the track 'turn' goes from {track.low} to {track.high}, the game does not"
            yield spots.flaw(text, scenario.id, "scenarios*", TOML, CODE)


def _between(start: int | str, low: int, high: int) -> bool:
    return isinstance(start, int) and low <= start <= high


# ------------------------------------------------------------------ numbers that are switched off
def _numbers(ruleset: Ruleset) -> Iterator[Flaw]:
    """Options and scenarios that switch off numbers which there are not, or which nothing plays."""
    listed_rows = {row.rule: row for row in rows(ruleset)}
    known = {rule for rule, row in listed_rows.items() if row.kind != UNKNOWN} | set(ruleset.rule_texts)
    played = {rule for rule, row in listed_rows.items() if any(not p.startswith("option:") for p in row.code)}
    spots = Spots(ruleset)

    def told(who: str, number: str) -> Iterator[Flaw]:
        if number not in known:
            text = f"{who} switches off {number!r}, which is no rule{nearest(number, tuple(known))}"
            yield spots.flaw(text, number, "ruleset.toml", "*option*", "scenarios*", CODE)
        elif number not in played:
            text = f"{who} switches off {number!r}, which nothing plays"
            yield spots.flaw(text, number, "ruleset.toml", "*option*", "scenarios*", CODE)

    for scenario in ruleset.scenarios.values():
        for number in sorted(scenario.off_rules):
            yield from told(f"the scenario {scenario.id!r}", number)
        for option in scenario.options:
            yield from _option(option, spots)
            for numbers in option.off_rules.values():
                for number in numbers:
                    yield from told(f"the option {option.id!r}", number)


def _option(option: Option, spots: Spots) -> Iterator[Flaw]:
    values = frozenset(option.values)
    if option.default not in values:
        text = f"the option {option.id!r} is {option.default!r} by default, which is none of its values"
        yield spots.flaw(f"{text}{listed(values)}", option.id, "ruleset.toml", "*option*", CODE)
    for value in option.off_rules:
        if value not in values:
            text = f"the option {option.id!r} switches rules off at {value!r}, which is none of its values"
            yield spots.flaw(f"{text}{nearest(value, values)}", option.id, "ruleset.toml", "*option*", CODE)


# ------------------------------------------------------------------ functions
def _unfit(ruleset: Ruleset) -> Iterator[Flaw]:
    """Functions that fit no hook, or cite no rule."""
    from hexcore.conformance import hook_faults

    places = {_name(module, f): _place(f) for module, f, _ in marked(modules_of(ruleset))}
    for text in hook_faults(ruleset):
        path, line = places.get(text.partition(" ")[0], (None, 0))
        yield Flaw(text + _near(text, ruleset), path, line)


def _near(text: str, ruleset: Ruleset) -> str:
    """The nearest spelling of what a function names and there is not."""
    if text.endswith("which does not exist"):
        return nearest(text.split("'")[-2], tuple(HOOKS))
    if text.endswith("a rule without a text"):
        return nearest(text.split("'")[-2], tuple(ruleset.rule_texts))
    return ""


def _never_asked(ruleset: Ruleset) -> Iterator[Flaw]:
    """Of [answer] hooks: functions behind one that always answers."""
    for scenario in ruleset.scenarios.values() or ():
        filled: dict[str, list[tuple[object, Callable[..., Any], RuleMark]]] = {}
        for module, function, mark in marked([*ruleset.load_modules(), *scenario.modules]):
            hook, plays = hook_now(mark.hook), not mark.numbers or ruleset.id in mark.numbers
            if hook in HOOKS and shape(hook) == "answer" and plays and not mark.options.get("wrapper"):
                filled.setdefault(hook, []).append((module, function, mark))
        for hook, functions in filled.items():
            yield from _shadowed(hook, _in_order_of_call(functions))


def _in_order_of_call(
    functions: Iterable[tuple[object, Callable[..., Any], RuleMark]],
) -> list[tuple[object, Callable[..., Any], RuleMark]]:
    """As they are called: of modules the last one first, in a module from z to a, `tryfirst` before all
    others and `trylast` behind them."""
    given = list(functions)
    modules = list({id(module): None for module, _, _ in given})
    late = sorted(given, key=lambda one: (modules.index(id(one[0])), one[1].__name__), reverse=True)
    return sorted(
        late, key=lambda one: bool(one[2].options.get("trylast")) - bool(one[2].options.get("tryfirst"))
    )


def _shadowed(hook: str, functions: list[tuple[object, Callable[..., Any], RuleMark]]) -> Iterator[Flaw]:
    first = next((n for n, one in enumerate(functions) if _always_answers(one[1])), None)
    for module, function, _ in functions[first + 1 :] if first is not None else ():
        if _name(module, function).count(":") > 1:
            continue  # made of a table: rules.py goes before it by design
        before = _name(functions[first or 0][0], functions[first or 0][1])
        text = (
            f"{_name(module, function)} is never asked: {before} comes before it in {hook} and always answers"
        )
        yield Flaw(text, *_place(function))


def _always_answers(function: Callable[..., Any]) -> bool:
    """Whether a function says that it never answers None. One that says nothing may."""
    said = function.__annotations__.get("return")
    if said is None:
        return False
    if isinstance(said, str):
        return "None" not in said and "Any" not in said and "Optional" not in said
    return said is not Any and NoneType not in typing.get_args(said) and said is not NoneType


def _name(module: object, function: Callable[..., Any]) -> str:
    return f"{getattr(module, '__name__', module)}:{function.__name__}"


def _place(function: Callable[..., Any]) -> tuple[Path | None, int]:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return (Path(code.co_filename), code.co_firstlineno) if code is not None else (None, 0)
