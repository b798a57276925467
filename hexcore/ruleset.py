"""Rulesets and their scenarios: what a plugin hands over, and how installed ones are found."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cached_property
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hexcore import catalogue, in_hand
from hexcore.board import Board
from hexcore.maps import HexMap
from hexcore.rule_texts import RuleText, rule_texts
from hexcore.sequence import SequenceOfPlay
from hexcore.tables import Door
from hexcore.units import Counter, Place, Side

if TYPE_CHECKING:
    from hexcore.corrections import Corrections

ENTRY_POINTS = "hexcore.rulesets"
OFF = "HEXCORE_OFF"
PLAYABLE, MAP_ONLY = "playable", "map-only"
TEXTS = (
    "rules.toml",
    "rulesets.toml",
    "presentation.toml",
    "*rule_index.csv",
    "data/tests*.csv",
    "explained.csv",
    "perft.csv",
)
"""The files of a ruleset that say how it is shown and proved, not how it is played."""


@dataclass(frozen=True)
class Option:
    """A choice made before the game. `off_rules` are the numbers not in force under a value."""

    id: str
    default: str
    values: tuple[str, ...]
    rule: str
    text: str
    off_rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Track:
    """A track on the map: numbers from `low` to `high`, or `words`; where its marker starts."""

    id: str
    low: int = 0
    high: int = 99
    words: tuple[str, ...] = ()
    start: int | str = 0


@dataclass(frozen=True)
class Scenario:
    """One scenario: its turns, options, tracks, who is where at the start, and extra rule modules.

    `recount` gives the counters as played under the rules switched off; `tags` are the ruleset's own words.
    `scope_rule` is the number that says which rules a scenario leaves out (`off_rules`).
    `part` gives the part of the ruleset's map that it is played on.
    """

    id: str
    title: str
    first_turn: int
    last_turn: int
    tracks: tuple[Track, ...] = ()
    options: tuple[Option, ...] = ()
    set_up: Callable[[HexMap], Mapping[str, tuple[Place, int]]] = field(default=lambda _map: {})
    modules: tuple[ModuleType | object, ...] = ()
    off_rules: frozenset[str] = frozenset()
    scope_rule: str = ""
    recount: Callable[[Mapping[str, Counter], frozenset[str]], Mapping[str, Counter]] = field(
        default=lambda counters, _off: counters
    )
    tags: Mapping[str, Any] = field(default_factory=dict)
    part: Callable[[HexMap], HexMap] = field(default=lambda whole: whole)


@dataclass(frozen=True)
class Ruleset:
    """A game as a plugin hands it over; one that brings a map and no scenario is `map-only`.

    `folder` holds its data and `modules` its rule functions; the callables load on first use, so that
    naming a ruleset costs nothing. `decisions` and `actions` are classes it adds to the core's.
    `clear_ground` is its terrain word for ground that is nothing else. For the list of its rules: `spelling`
    gives the id of a row of the rule index (None: no rule here), `origin` where it comes from, `chapter`
    the heading it stands under; `test_record` is the file that says which tests play which rule.
    `remembered` are the hexes of which the state notes for good which unit of each side entered last.
    `api` is the version of the engine it is written for, like `1.0` (empty: whatever is present).
    `corrections` are a player's, read through `door`: `corrected.corrected` fills both, never a plugin.
    """

    id: str
    title: str
    edition: str
    version: str
    folder: Path
    sides: tuple[Side, ...]
    load_map: Callable[[], HexMap]
    load_counters: Callable[[], Mapping[str, Counter]] = field(default=dict)
    load_sequence: Callable[[], SequenceOfPlay] = field(default=lambda: SequenceOfPlay(()))
    load_scenarios: Callable[[], Sequence[Scenario]] = field(default=tuple)
    load_modules: Callable[[], Sequence[ModuleType | object]] = field(default=tuple)
    load_rules: Callable[[], Mapping[str, RuleText]] = field(default=dict)
    load_presentation: Callable[[], Mapping[str, Any]] = field(default=dict)
    load_rule_index: Callable[[], Sequence[Mapping[str, str]]] = field(default=tuple)
    decisions: tuple[type[Any], ...] = ()
    actions: tuple[type[Any], ...] = ()
    controls: Callable[[Counter], bool] = field(default=lambda _counter: True)
    remembered: Callable[[HexMap], Iterable[int]] = field(default=lambda _map: ())
    clear_ground: str = "clear"
    load_map_tools: Callable[[], Any] = field(default=lambda: None)
    spelling: Callable[[Mapping[str, str]], str | None] = field(default=lambda row: row["rule"])
    origin: Callable[[Mapping[str, str]], str] = field(default=lambda _row: "")
    chapter: Callable[[str], str] = field(default=lambda rule: f"Chapter {rule.partition('.')[0]}")
    test_record: str = "data/tests.csv"
    api: str = ""
    corrections: Corrections | None = None
    door: Door | None = None

    @cached_property
    def map(self) -> HexMap:
        return self.load_map()

    @cached_property
    def counters(self) -> Mapping[str, Counter]:
        return self.load_counters()

    @cached_property
    def sequence(self) -> SequenceOfPlay:
        return self.load_sequence()

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {scenario.id: scenario for scenario in self.load_scenarios()}

    @property
    def status(self) -> str:
        """`playable`, or `map-only` where there is no scenario."""
        return PLAYABLE if self.scenarios else MAP_ONLY

    def must_be_playable(self) -> None:
        """UnknownName when there is no scenario at all."""
        if self.status == MAP_ONLY:
            raise UnknownName(f"ruleset {self.id!r} is {MAP_ONLY}: it has no scenario to play")

    @cached_property
    def rule_texts(self) -> Mapping[str, RuleText]:
        return self.load_rules()

    def spelled(self, rule: str) -> str:
        """How people cite a rule: as its text says it is spelled, else by its id."""
        text = self.rule_texts.get(rule)
        return text.spelled if text is not None and text.spelled else rule

    @cached_property
    def presentation(self) -> Mapping[str, Any]:
        return self.load_presentation()

    @cached_property
    def map_tools(self) -> Any:
        """The `mapcheck.MapTools` of the ruleset's map, None when it has none."""
        return self.load_map_tools()

    @cached_property
    def hash(self) -> str:
        """A hash of the ruleset's files: data, rule texts, code, and corrections. Game files pin it."""
        digest = hashlib.blake2b(self.id.encode(), digest_size=16)
        for path in self._files:
            digest.update(path.relative_to(self.folder).as_posix().encode())
            digest.update(path.read_bytes())
        if self.corrections is not None:
            digest.update(self.corrections.content)
        return digest.hexdigest()

    @property
    def _files(self) -> list[Path]:
        found = self.folder.rglob("*")
        return sorted(p for p in found if p.suffix in (".csv", ".toml", ".py") and "sources" not in p.parts)

    @cached_property
    def manifest(self) -> Mapping[str, str]:
        """The hash of each of the ruleset's files, by its path in `folder`."""
        return {
            path.relative_to(self.folder).as_posix(): hashlib.blake2b(
                path.read_bytes(), digest_size=8
            ).hexdigest()
            for path in self._files
        }

    @cached_property
    def rules_hash(self) -> str:
        """A hash of what drives play: of every file but texts (`TEXTS`), and of the corrections."""
        played = {name: hash for name, hash in self.manifest.items() if not is_text(name)}
        digest = hashlib.blake2b(repr((self.id, sorted(played.items()))).encode(), digest_size=16)
        if self.corrections is not None:
            digest.update(self.corrections.content)
        return digest.hexdigest()

    def scenario(self, id: str) -> Scenario:
        """A scenario by its id; UnknownName when there is none."""
        self.must_be_playable()
        try:
            return self.scenarios[id]
        except KeyError:
            known = ", ".join(self.scenarios)
            raise UnknownName(f"ruleset {self.id!r} has no scenario {id!r}; it has: {known}") from None

    def board(
        self,
        scenario_id: str,
        options: Mapping[str, str] | None = None,
        *,
        hex_map: HexMap | None = None,
        also_off: frozenset[str] = frozenset(),
    ) -> Board:
        """The board of a scenario with options; `also_off` switches further rules off (for proofs).

        So does the environment variable HEXCORE_OFF, a list of numbers with commas: a proof runs a rule's
        own tests without the rule.
        """
        scenario = self.scenario(scenario_id)
        chosen = self._chosen(scenario, options or {})
        proved = {number.strip() for number in os.environ.get(OFF, "").split(",") if number.strip()}
        off = set(also_off) | proved
        if scenario.scope_rule not in off:
            off |= scenario.off_rules
        for option in scenario.options:
            off.update(option.off_rules.get(chosen[option.id], ()))
        ground = hex_map or self.ground(scenario)
        modules = (*general_modules(), *self.load_modules(), *scenario.modules)
        counters = scenario.recount(self.counters, frozenset(off))
        return Board(self, scenario, chosen, ground, counters, self.sequence, modules, frozenset(off))

    def ground(self, scenario: Scenario) -> HexMap:
        """The map a scenario is played on, made once."""
        if scenario.part not in self._grounds:
            self._grounds[scenario.part] = scenario.part(self.map)
        return self._grounds[scenario.part]

    @cached_property
    def _grounds(self) -> dict[Callable[[HexMap], HexMap], HexMap]:
        return {}

    def _chosen(self, scenario: Scenario, given: Mapping[str, str]) -> dict[str, str]:
        known = {option.id: option for option in scenario.options}
        for id, value in given.items():
            if id not in known:
                raise UnknownName(f"scenario {scenario.id!r} has no option {id!r}")
            if value not in known[id].values:
                raise UnknownName(f"option {id} is one of {', '.join(known[id].values)}, not {value!r}")
        return {id: given.get(id, option.default) for id, option in known.items()}


def is_text(name: str) -> bool:
    """Whether a file of a ruleset holds texts, and nothing that drives play."""
    return any(fnmatch(name, pattern) for pattern in TEXTS)


class UnknownName(ValueError):
    """A ruleset, scenario, option, phase or track that does not exist."""


def general_modules() -> tuple[ModuleType, ...]:
    """The core's general rules, behind every ruleset's own."""
    from hexcore import appraisal, attacks, movement, odds, results, retreat, stacking, supply, views, zoc

    return (zoc, stacking, supply, movement, attacks, odds, retreat, results, views, appraisal)


@dataclass(frozen=True)
class Found:
    """An installed ruleset, or why it is broken (`error`), or that the user has `disabled` it.

    One that is not loaded yet has neither, and what its metadata says of it: `loaded` imports it.
    """

    id: str
    ruleset: Ruleset | None
    error: str = ""
    disabled: bool = False
    title: str = ""
    edition: str = ""
    version: str = ""
    point: metadata.EntryPoint | None = field(default=None, compare=False)
    about: str = ""

    def loaded(self) -> Found:
        """The same, imported, where that is still to be done."""
        if self.ruleset is not None or self.error or self.disabled or self.point is None:
            return self
        return _found(self.point)


def installed(*, load: bool = True) -> list[Found]:
    """Every ruleset announced by an installed distribution; a broken one says why and hurts no other.

    Without *load* nothing is imported that is not in use already.
    """
    hand = in_hand.found()
    others = [point for point in _points() if point.name not in {one.id for one in hand}]
    return hand + [_found(point) if load else _listed(point) for point in others]


def find(id: str, hash: str = "") -> Ruleset:
    """An installed ruleset by its id; UnknownName, with the reason, when it is missing, broken or disabled.

    Several distributions may announce one id: with *hash*, the one of that content (`hash` or `rules_hash`).
    """
    found = announced(id)
    if not found:
        known = ", ".join(dict.fromkeys(point.name for point in _points())) or "none is installed"
        more = f" ({in_hand.FOLDERS}=FOLDER adds one that is not)"
        raise UnknownName(f"no ruleset {id!r}; installed: {known}{more}")
    whole = [each.ruleset for each in found if each.ruleset is not None]
    if found[-1].disabled:
        raise UnknownName(f"ruleset {id!r} is disabled; hexcore rulesets --enable {id} switches it on again")
    if not whole:
        raise UnknownName(f"ruleset {id!r} is broken: {found[-1].error}")
    if not hash:
        return whole[-1]
    wanted = next((each for each in whole if hash in (each.hash, each.rules_hash)), None)
    if wanted is None:
        raise UnknownName(f"no ruleset {id!r} with the hash {hash} is installed")
    return wanted


def announced(id: str) -> list[Found]:
    """What the installed distributions announce under one id; the one in hand before them."""
    return in_hand.found(id) or [_found(point) for point in _points() if point.name == id]


def _points() -> list[metadata.EntryPoint]:
    return sorted(metadata.entry_points(group=ENTRY_POINTS), key=lambda point: point.name)


def _listed(point: metadata.EntryPoint) -> Found:
    """What is known of an announced ruleset without importing it; whole where it is in use already."""
    off = catalogue.is_disabled(point.name)
    if point.module in sys.modules and not off:
        return _found(point)
    title, edition, version, api, about = catalogue.told(point)
    return Found(point.name, None, catalogue.api_fault(api), off, title, edition, version, point, about)


def _found(point: metadata.EntryPoint) -> Found:
    off = catalogue.is_disabled(point.name)
    fresh = off or point.module not in sys.modules
    known = catalogue.Facts(point.name, about=catalogue.told(point).about)
    title, edition, version, api, about = catalogue.told(point) if fresh else known
    listed = Found(point.name, None, catalogue.api_fault(api), off, title, edition, version, point, about)
    if off or listed.error:
        return listed
    ruleset, error = catalogue.load(point)
    if not error and not isinstance(ruleset, Ruleset):
        error = f"{point.value} is no Ruleset"
    error = error or catalogue.api_fault(ruleset.api)
    if error:
        return replace(listed, error=error)
    facts = {key: getattr(ruleset, key) for key in ("title", "edition", "version")}
    return replace(listed, ruleset=ruleset, **facts)


__all__ = [
    "MAP_ONLY",
    "Found",
    "Option",
    "RuleText",
    "Ruleset",
    "Scenario",
    "Track",
    "UnknownName",
    "find",
    "installed",
    "replace",
    "rule_texts",
]
