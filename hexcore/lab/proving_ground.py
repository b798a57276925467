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
from hexcore.actions import Done
from hexcore.board import Board
from hexcore.events import TrackSet, apply, run
from hexcore.explaining import Answerer, of_board
from hexcore.foresight import on_the_table, thought_of
from hexcore.game import Game, begin, opening
from hexcore.maps import HexMap
from hexcore.odds import weigh
from hexcore.positions import emptied
from hexcore.ruleset import Ruleset
from hexcore.sequence import Phase
from hexcore.state import GameState
from hexcore.supply import net
from hexcore.units import Counter, Side, Step, Unit

FAR_ENOUGH, ENOUGH = 48, 8
"""Movement points of a unit that is asked where it may go, so that only rules stop it; and the half-points
that must be left of them."""
CLEARED = 2
"""The patch: hexes so far from its middle are clear ground."""
MOST_TRIED, SPREAD, MOST_ANSWERS = 16, 24, 80


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

    def __init__(
        self,
        ruleset: Ruleset,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        off: frozenset[str] = frozenset(),
    ) -> None:
        ruleset.must_be_playable()
        self.ruleset, self.options, self.off = ruleset, options, off
        self.scenario = ruleset.scenario(scenario or next(iter(ruleset.scenarios)))
        self.board = ruleset.board(self.scenario.id, options, also_off=off)
        self.plain_map = self.board.map
        self.turn = (self.scenario.first_turn + self.scenario.last_turn) // 2
        self._empty: dict[int, tuple[Board, GameState]] = {}
        self._moving: dict[Kind, str] = {}
        self._states: dict[tuple[object, ...], GameState] = {}
        self._boards: dict[tuple[str, str, str], Board] = {}

    # -------------------------------------------------------------- the ground
    @cached_property
    def patch(self) -> Patch:
        """The patch with the fewest places and named hexes on it, where both sides are in supply if they are
        anywhere."""
        state, nets = self.empty(self.board), []
        for side in self.board.sides:
            nets.append(net(state, side).length)
        patches = list(self._patches())
        served = [at for at in patches if all(at.out in lines for lines in nets)]
        best = sorted(served or patches, key=self._oddness)[: MOST_TRIED * SPREAD : SPREAD]
        return max(best, key=self._fairness)

    def _patches(self) -> Iterable[Patch]:
        game_map, exits = self.plain_map, [self.board.costs(m).exits for m in self.mobilities]
        for middle in range(len(game_map)):
            near = list(game_map.within(middle, CLEARED))
            if all(any(ways[hex] for ways in exits) for hex in near) and (
                found := patch_at(game_map, middle)
            ):
                yield found

    @cached_property
    def _named(self) -> list[int]:
        """How many places and named groups each hex is in."""
        found = [len(words) for words in self.plain_map.features]
        for place in self.plain_map.places:
            found[place.hex] += 1
        for hexes in self.plain_map.groups.values():
            for hex in hexes:
                found[hex] += 1
        return found

    def _oddness(self, patch: Patch) -> tuple[int, int, int]:
        """Hexes missing around it, what is special about those that are there, which it is."""
        near = list(self.plain_map.within(patch.middle, CLEARED))
        whole = 3 * CLEARED * (CLEARED + 1) + 1
        return whole - len(near), sum(self._named[hex] for hex in near), patch.middle

    def _fairness(self, patch: Patch) -> int:
        """How many units are in supply there, and how many fight with just their strength."""
        found, rules = 0, self.board.rules
        for side in self.board.sides:
            own = self.plainest(side)
            foe = self.plainest(next(other for other in self.board.sides if other != side))
            phase = self.phase(side, "combat")
            state = self.set_up(self.board, {own.id: patch.out, foe.id: patch.middle}, phase)
            found += rules.supply_state(state, state.units[own.id]) == "supplied"
            state = self.set_up(self.board, {own.id: patch.one, foe.id: patch.middle}, phase)
            combat = thought_of(state, side, (patch.middle,), (own.id,))
            weighed = weigh(on_the_table(state, combat), combat)
            found += sum(unit.used == unit.printed for unit in weighed.units)
        return found

    def ground(
        self,
        terrain: Mapping[int, frozenset[str]] | None = None,
        features: Mapping[int, frozenset[str]] | None = None,
        sides: Mapping[int, frozenset[str]] | None = None,
        roads: Mapping[int, str] | None = None,
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
        return self.board_on(changed)

    def board_on(self, game_map: HexMap, also_off: frozenset[str] = frozenset()) -> Board:
        """The game on another map, perhaps without some more rules."""
        off = self.off | also_off
        return self.ruleset.board(self.scenario.id, self.options, hex_map=game_map, also_off=off)

    @cached_property
    def clear(self) -> Board:
        """The board with nothing on the patch."""
        return self.ground()

    @cached_property
    def words(self) -> tuple[tuple[str, str], ...]:
        """(on, word) of the ground as the map has it: on a `hex`, a `feature` of one, a `side`, a `road`."""
        game_map = self.plain_map
        parts = (("hex", game_map.terrain), ("feature", game_map.features), ("side", game_map.sides))
        found = [(on, word) for on, sets in parts for word in sorted(frozenset().union(*sets))]
        return (*found, *(("road", word) for word in sorted(set(game_map.roads) - {""})))

    @cached_property
    def entered(self) -> tuple[tuple[str, str], ...]:
        """Those of them on which units can stand: open water is none."""
        at, found = self.patch, []
        for on, word in self.words:
            board = self.board_with(on, word)
            side = board.map.side(at.out, at.one)
            if on in ("side", "road") or any(board.costs(name).halves[side] for name in self.mobilities):
                found.append((on, word))
        return tuple(found)

    def board_with(self, on: str, word: str, *, under: str = "") -> Board:
        """The patch with one word: in the hex `one`, or on its side toward the middle; *under* a road or
        beside a hexside may lie a hex that is not clear."""
        key = (on, word, under)
        if key not in self._boards:
            at = self.patch
            side = self.plain_map.side(at.middle, at.one)
            below: dict[int, frozenset[str]] = {at.one: frozenset({under})} if under else {}
            words = frozenset({word})
            changes: dict[str, dict[str, Any]] = {
                "hex": {"terrain": {at.one: words}},
                "feature": {"features": {at.one: words}},
                "side": {"sides": {side: words}},
                "road": {"roads": {side: word}},
            }
            self._boards[key] = self.ground(**({"terrain": below} | changes[on]))
        return self._boards[key]

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
        kinds = [Kind(Side(side), kind, counter) for (side, kind), counter in found.items()]
        return tuple(sorted(kinds, key=lambda one: (self.board.sides.index(one.side), one.kind)))

    def plainest(self, side: str, mobility: str = "") -> Counter:
        """The unit of a side (and a mobility class) that stands for all: the strongest of the kind and nation
        with most units that fight and move; of any kind where none does."""
        rules, state = self.board.rules, self.empty(self.board)
        sorts: dict[tuple[str, str], list[Counter]] = {}
        for counter in sorted(self.board.counters.values(), key=_strongest):
            if counter.side == side and counter.steps and min(counter.steps[0]) > 0:
                if not mobility or rules.mobility(state, state.units[counter.id]) == mobility:
                    sorts.setdefault((counter.kind, counter.nation), []).append(counter)
        if not sorts:
            return next(one.counter for one in self.kinds if one.side == side)
        return min(sorts.items(), key=lambda item: (-len(item[1]), item[0]))[1][0]

    def classes_of(self, side: str) -> tuple[str, ...]:
        """The mobility classes of a side's units that fight and move."""
        rules, state = self.board.rules, self.empty(self.board)
        units = [u for u in state.units.values() if u.side == side and u.counter.steps and min(u.step) > 0]
        return tuple(sorted({rules.mobility(state, unit) for unit in units}))

    def moving(self, kind: Kind) -> str:
        """The first movement phase in which units of a kind may move; empty where there is none."""
        if kind not in self._moving:
            self._moving[kind] = next((p.id for p in self.board.sequence.phases if self._moves(kind, p)), "")
        return self._moving[kind]

    def _moves(self, kind: Kind, phase: Phase) -> bool:
        if phase.kind != "movement" or phase.side != kind.side:
            return False
        state = self.set_up(self.clear, {kind.id: self.patch.out}, phase.id)
        unit, rules = state.units[kind.id], self.clear.rules
        return rules.movement_allowance(state, unit) >= ENOUGH and not rules.may_take(state, (unit,))

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
        self,
        board: Board,
        places: Mapping[str, int],
        phase: str = "",
        strengths: Mapping[str, int] | None = None,
        tracks: Mapping[str, int | str] | None = None,
    ) -> GameState:
        """Units in hexes of a board, in a phase that has just begun (the opening where none is named).

        *strengths* replaces what is printed; every unit has movement points to spare.
        """
        given = [tuple(sorted((part or {}).items())) for part in (places, strengths, tracks)]
        key = (id(board), phase, *given)
        if key not in self._states:
            self._states[key] = self._made(board, places, phase, strengths or {}, tracks or {})
        return self._states[key]

    def _made(
        self,
        board: Board,
        places: Mapping[str, int],
        phase: str,
        strengths: Mapping[str, int],
        tracks: Mapping[str, int | str],
    ) -> GameState:
        state = self._moved(self.empty(board), places, strengths)
        for track, value in tracks.items():
            state = apply(state, TrackSet(track, value))
        if not phase:
            return state
        with board.reading():
            return run(state, begin(state, board.sequence.index[phase], self._turn(board, phase)))[0]

    def brought_to(self, board: Board, places: Mapping[str, int], phase: str) -> GameState | None:
        """Units in hexes as a phase has them, the phases of its player turn before it played with as few
        answers as may be; None where these do not lead there."""
        now = board.sequence.phases[board.sequence.index[phase]]
        phases = [p for p in board.sequence.phases if p.player_turn == now.player_turn and not p.turns]
        game = Game.at(self.set_up(board, places, phases[0].id if phases else phase))
        for _ in range(MOST_ANSWERS):
            if board.sequence.phases[game.state.phase].id == phase or not game.state.agenda:
                break
            listed = game.legal_actions()
            idle = next((action for action in listed if isinstance(action, Done)), None)
            game.submit(idle or listed[0])
        reached = board.sequence.phases[game.state.phase].id == phase
        return game.state if reached else None

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

    @cached_property
    def full(self) -> dict[str, int]:
        """Every track of numbers at its highest, but for the turn."""
        return {t.id: t.high for t in self.scenario.tracks if not t.words and t.id != "turn"}


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
    kept: list[Answerer] = board.once(
        ("answerers", hook), lambda: [a for a in of_board(board, hook) if a.order]
    )
    return kept


def called(answerer: Answerer, hook: str, given: tuple[Any, ...]) -> Any:
    """What one function answers by itself."""
    import inspect

    names = [name for name in inspect.signature(hookspecs.HOOKS[hook]).parameters if name != "self"]
    by_name = dict(zip(names, given, strict=True))
    present = deprecations.brought_up(answerer.function, hook)
    return present(*(by_name[name] for name in inspect.signature(present).parameters))
