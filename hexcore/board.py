"""The board: what does not change during one game: map, counters, sequence, options, rules in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hexcore.rulebook import CorrectedRules, Rules
from hexcore.tables import Door, through
from hexcore.units import ARRIVALS, ELIMINATED, EXITED, Box, Side, Unit

if TYPE_CHECKING:
    from hexcore.charts import Costs
    from hexcore.maps import HexMap
    from hexcore.ruleset import Ruleset, Scenario
    from hexcore.sequence import SequenceOfPlay
    from hexcore.units import Counter


_MISSING: Any = object()


class Board:
    """One game's fixed part: ruleset, scenario, options, map, counters, sequence of play, rules in force.

    `map` is a `HexMap`, `counters` are the printed counters by id, `options` the values chosen before the
    game, `sides` the ids of the sides; `scenario` has `id`, `first_turn`, `last_turn`; `rules.active(number)`
    tells whether a rule is in force, `rules.holds(custom)` whether a custom does, and each hook may be asked
    as a method: `rules.supply_state(state, unit)`.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        scenario: Scenario,
        options: Mapping[str, str],
        hex_map: HexMap,
        counters: Mapping[str, Counter],
        sequence: SequenceOfPlay,
        modules: Iterable[ModuleType | object],
        off: frozenset[str],
    ) -> None:
        self.ruleset, self.scenario, self.options = ruleset, scenario, dict(options)
        self.map, self.counters = hex_map, dict(counters)
        self.door: Door | None = ruleset.door
        self.rules = (
            Rules(ruleset.id, list(modules), off)
            if self.door is None
            else CorrectedRules(self.door, ruleset.id, list(modules), off)
        )
        self.sequence = sequence.without(off)
        self.sides: tuple[Side, ...] = ruleset.sides
        self.notebook: dict[Any, Any] = {}
        self._costs: dict[str, Costs] = {}

    def reading(self) -> AbstractContextManager[None]:
        """While this lasts, tables are those of this game, corrections in force."""
        return through(self.door)

    def costs(self, mobility: str) -> Costs:
        """What every hexside costs a mobility class, compiled at the first question."""
        if mobility not in self._costs:
            self._costs[mobility] = self.rules.terrain_costs(self, mobility)
        return self._costs[mobility]

    @cached_property
    def zone_barriers(self) -> frozenset[int]:
        return self.rules.zone_barriers(self)

    @cached_property
    def ties_zones(self) -> frozenset[str]:
        return self.rules.ties_zones(self)

    @cached_property
    def remembered(self) -> frozenset[int]:
        return frozenset(self.ruleset.remembered(self.map))

    @cached_property
    def boxes(self) -> frozenset[str]:
        """The boxes a unit of this game can be in: those of the set-up, and those that are shown."""
        own = {place.name for place, _ in self.scenario.set_up(self.map).values() if isinstance(place, Box)}
        shown = self.ruleset.presentation.get("boxes", {})
        return frozenset({ELIMINATED.name, ARRIVALS.name, EXITED.name, *own, *shown})

    def controls(self, unit: Unit) -> bool:
        """Whether a unit takes control of the hexes it enters."""
        return self.ruleset.controls(unit.counter)

    def option(self, id: str) -> str:
        """The value of a game option (`on`, `off`, or a word); KeyError for an unknown one."""
        return self.options[id]

    def on(self, id: str) -> bool:
        return self.options.get(id) == "on"

    def once(self, key: Any, compute: Callable[[], Any]) -> Any:
        """Something derived from the board alone, computed once."""
        found = self.notebook.get(key, _MISSING)
        if found is _MISSING:
            found = self.notebook[key] = compute()
        return found

    def name(self, unit_id: str) -> str:
        """What a player calls a unit."""
        return self.counters[unit_id].name

    def phase(self, index: int) -> Any:
        return self.sequence.phases[index]
