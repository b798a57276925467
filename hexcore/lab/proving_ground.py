"""Small set-ups in which a ruleset is asked what it does: a cleared patch of its own map, two or three units.

The set-ups are the same for every ruleset, so that the answers can be compared. What is asked goes through
the functions that play asks: nothing here knows how a ruleset works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from hexcore import deprecations, hookspecs
from hexcore.board import Board
from hexcore.events import TrackSet, apply, run
from hexcore.explaining import Answerer, of_board
from hexcore.game import begin, opening
from hexcore.maps import HexMap
from hexcore.positions import emptied
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.units import Counter, Side, Step, Unit

FAR_ENOUGH = 24
"""Movement points of a unit that is asked where it may go, so that only rules stop it."""
CLEARED = 2
"""The patch: hexes so far from its middle are clear ground."""
MOST_TRIED = 60


class Patch(NamedTuple):
    """Where units stand: an enemy in `middle`; `one` and `two` beside it and each other; `out` and `away`
    beside `one`, two hexes from the middle."""

    middle: int
    one: int
    two: int
    out: int
    away: int


@dataclass(frozen=True)
class Kind:
    """Units of one kind of one side, and the one that is asked for them."""

    side: Side
    kind: str
    counter: Counter

    @property
    def id(self) -> str:
        return self.counter.id


class ProvingGround:
    """One scenario of a ruleset as a place for set-ups."""

    def __init__(self, ruleset: Ruleset, scenario: str = "", options: Mapping[str, str] | None = None) -> None:
        ruleset.must_be_playable()
        self.ruleset, self.options = ruleset, options
        self.scenario = ruleset.scenario(scenario or next(iter(ruleset.scenarios)))
        self.board = ruleset.board(self.scenario.id, options)
        self.plain_map = self.board.map
        self.turn = (self.scenario.first_turn + self.scenario.last_turn) // 2
        self._empty: dict[int, tuple[Board, GameState]] = {}

    # -------------------------------------------------------------- the ground
    @cached_property
    def patch(self) -> Patch:
        """The patch with the fewest places and named hexes on it, where both sides are in supply if they are
        anywhere."""
        found = sorted(self._patches(), key=self._oddness)[:MOST_TRIED]
        return max(found, key=self._supplied)

    def _patches(self) -> Iterable[Patch]:
        game_map, exits = self.plain_map, [self.board.costs(m).exits for m in self.mobilities]
        for middle in range(len(game_map)):
            near = list(game_map.within(middle, CLEARED))
            if all(any(ways[hex] for ways in exits) for hex in near) and (found := patch_at(game_map, middle)):
                yield found

    def _oddness(self, patch: Patch) -> tuple[int, int]:
        """Hexes missing around it, and what is special about those that are there."""
        near, game_map = set(self.plain_map.within(patch.middle, CLEARED)), self.plain_map
        odd = sum(place.hex in near for place in game_map.places)
        odd += sum(not near.isdisjoint(hexes) for hexes in game_map.groups.values())
        odd += sum(bool(game_map.features[hex]) for hex in near)
        return 3 * CLEARED * (CLEARED + 1) + 1 - len(near), odd

    def _supplied(self, patch: Patch) -> int:
        """How many sides are in supply there."""
        found = 0
        for side in self.board.sides:
            unit = self.plainest(side)
            state = self._moved(self.empty(self.board), {unit.id: patch.out})
            found += self.board.rules.supply_state(state, state.units[unit.id]) == "supplied"
        return found

    def ground(
        self,
        terrain: Mapping[int, frozenset[str]] | None = None,
        features: Mapping[int, frozenset[str]] | None = None,
        sides: Mapping[int, frozenset[str]] | None = None,
        roads: Mapping[int, str] | None = None,
        also_off: frozenset[str] = frozenset(),
    ) -> Board:
        """A board with the patch cleared, and then with this ground on it."""
        game_map, clear = self.plain_map, frozenset({self.ruleset.clear_ground})
        hexes = list(game_map.within(self.patch.middle, CLEARED))
        around = [side for hex in hexes for side in range(6 * hex, 6 * hex + 6)]
        cleared = game_map.with_ground(
            dict.fromkeys(hexes, clear),
            dict.fromkeys(hexes, frozenset()),
            dict.fromkeys(around, frozenset()),
            dict.fromkeys(around, ""),
        )
        changed = cleared.with_ground(terrain or {}, features or {}, sides or {}, roads or {})
        return self.ruleset.board(self.scenario.id, self.options, hex_map=changed, also_off=also_off)

    @cached_property
    def clear(self) -> Board:
        """The board with nothing on the patch."""
        return self.ground()

    # -------------------------------------------------------------- the units
    @cached_property
    def mobilities(self) -> tuple[str, ...]:
        """The mobility classes of the units."""
        units = [unit for unit in self.empty(self.board).units.values() if unit.counter.steps]
        return tuple(sorted({self.board.rules.mobility(self.empty(self.board), unit) for unit in units}))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of units of either side, each with its strongest counter."""
        found: dict[tuple[str, str], Counter] = {}
        for counter in sorted(self.board.counters.values(), key=_strongest):
            if counter.steps:
                found.setdefault((counter.side, counter.kind), counter)
        order = {side: n for n, side in enumerate(self.board.sides)}
        return tuple(
            Kind(Side(side), kind, counter)
            for (side, kind), counter in sorted(found.items(), key=lambda item: (order[Side(item[0][0])], item[0]))
        )

    def plainest(self, side: str) -> Counter:
        """The unit of a side that stands for all: of its kind with most units that fight and move."""
        tally: dict[str, int] = {}
        for counter in self.board.counters.values():
            if counter.side == side and counter.steps and counter.steps[0].strength and counter.steps[0].movement:
                tally[counter.kind] = tally.get(counter.kind, 0) + 1
        kinds = sorted(tally, key=lambda kind: (-tally[kind], kind))
        chosen = next((k for k in self.kinds if k.side == side and kinds and k.kind == kinds[0]), None)
        return (chosen or next(k for k in self.kinds if k.side == side)).counter

    # -------------------------------------------------------------- set-ups
    def empty(self, board: Board) -> GameState:
        """The board's opening without a unit on the map."""
        kept = self._empty.get(id(board))
        if kept is None:
            with board.reading():
                state = emptied(opening(board), set())
            kept = self._empty[id(board)] = (board, state)
        return kept[1]

    def set_up(
        self, board: Board, places: Mapping[str, int], phase: str = "", strengths: Mapping[str, int] | None = None
    ) -> GameState:
        """Units in hexes of a board, in a phase that has just begun (the opening where none is named).

        *strengths* replaces what is printed; every unit has movement points to spare.
        """
        state = self._moved(self.empty(board), places, strengths or {})
        if not phase:
            return state
        with board.reading():
            return run(state, begin(state, board.sequence.index[phase], self._turn(board, phase)))[0]

    def _moved(
        self, state: GameState, places: Mapping[str, int], strengths: Mapping[str, int] | None = None
    ) -> GameState:
        return state.with_units(
            [
                Unit(armed(state.units[id].counter, (strengths or {}).get(id)), hex)
                for id, hex in places.items()
            ]
        )

    def _turn(self, board: Board, phase: str) -> int:
        turns = board.sequence.phases[board.sequence.index[phase]].turns
        return self.turn if not turns or self.turn in turns else turns[0]

    def phase(self, side: str, kind: str) -> str:
        """The first phase of a kind that a side has; empty where it has none."""
        phases = self.board.sequence.phases
        return next((p.id for p in phases if p.kind == kind and p.side == side), "")

    def rich(self, state: GameState) -> GameState:
        """The same with every track of numbers at its highest, but for the turn."""
        for track in self.scenario.tracks:
            if not track.words and track.id != "turn":
                state = apply(state, TrackSet(track.id, track.high))
        return state


def _strongest(counter: Counter) -> tuple[int, int, str]:
    first = counter.steps[0] if counter.steps else Step(0, 0)
    return -first.strength, -len(counter.steps), counter.id


def armed(counter: Counter, strength: int | None) -> Counter:
    """A counter that can go far, and has a strength of its own where one is given."""
    if not counter.steps:
        return counter
    steps = tuple(
        Step(step.strength if strength is None else strength, FAR_ENOUGH if step.movement else 0)
        for step in counter.steps
    )
    return replace(counter, steps=steps)


def patch_at(game_map: HexMap, middle: int) -> Patch | None:
    """A patch around a hex; None where the map ends too near."""
    around = game_map.around(middle)
    for one in around:
        two = next((hex for hex in around if hex in game_map.around(one)), None)
        outer = [hex for hex in game_map.around(one) if game_map.distance(hex, middle) == 2]
        if two is not None and len(outer) > 1:
            return Patch(middle, one, two, outer[0], outer[1])
    return None


# ------------------------------------------------------------------ who answers
def answering(board: Board, hook: str, *given: Any) -> str:
    """The number of the rule that answers an answer hook with these; empty for a general rule."""
    for answerer in in_force(board, hook):
        if not answerer.wrapper and called(answerer, hook, given) is not None:
            return answerer.rule
    return ""


def telling(board: Board, hook: str, holds: Callable[[Any], bool], *given: Any) -> str:
    """The number of the first rule of a hook whose own part has something; empty where none has."""
    for answerer in in_force(board, hook):
        if answerer.rule and not answerer.wrapper and holds(called(answerer, hook, given)):
            return answerer.rule
    return ""


def in_force(board: Board, hook: str) -> list[Answerer]:
    """The functions in force on a hook, in order of call."""
    kept: list[Answerer] = board.once(("answerers", hook), lambda: [a for a in of_board(board, hook) if a.order])
    return kept


def called(answerer: Answerer, hook: str, given: tuple[Any, ...]) -> Any:
    """What one function answers by itself."""
    import inspect

    names = [name for name in inspect.signature(hookspecs.HOOKS[hook]).parameters if name != "self"]
    by_name = dict(zip(names, given, strict=True))
    present = deprecations.brought_up(answerer.function, hook)
    return present(*(by_name[name] for name in inspect.signature(present).parameters))
