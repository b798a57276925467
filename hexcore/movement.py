"""Movement: units taken in hand, moved hex by hex, put down; arrivals; and why a move is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Done, Move, Place, PutDown, Take
from hexcore.charts import Costs, compile_costs
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Moved, Noted, Steps
from hexcore.maps import HexMap
from hexcore.reach import Passage, Reach, flood, forbidding, overlay, step_cost
from hexcore.rules import Mask, Refusal, general
from hexcore.stacking import friends_at, stack_refusal
from hexcore.state import GameState
from hexcore.units import Side, Unit

HALF = 2
"""Half-points in a movement point."""


# ------------------------------------------------------------------ general rules
@general("mobility")
def on_foot(state: GameState, unit: Unit) -> str:
    """One mobility class for all."""
    return "foot"


@general("terrain_costs")
def a_point_a_hex(hex_map: HexMap, mobility: str) -> Costs:
    """Every hex costs one movement point."""
    return compile_costs(hex_map, lambda _hex, _near, _side: HALF)


@general("movement_allowance")
def as_printed(state: GameState, unit: Unit) -> int:
    """The printed allowance."""
    return unit.step.movement * HALF


@general("may_take")
def nothing_left(state: GameState, units: tuple[Unit, ...]) -> list[Refusal] | None:
    """A unit that was stopped, or has spent its points, is not taken in hand again."""
    for unit in units:
        stopped = state.note("stopped", unit.id)
        if stopped:
            return [Refusal(stopped[0], f"{unit.counter.name} has ended its movement: {stopped[1]}")]
        if points_left(state, unit) <= 0:
            return [Refusal("", f"{unit.counter.name} has no movement points left in this phase")]
    return None


@general("movement_masks")
def enemy_held(state: GameState, unit: Unit) -> Mask:
    """No unit enters a hex in which an enemy unit stands."""
    from hexcore.zoc import occupied

    return Mask("closed", "an enemy unit stands in {hex}", occupied(state, state.enemy(unit.side)))


# ------------------------------------------------------------------ what a unit can do now
def points_left(state: GameState, unit: Unit) -> int:
    """Half-points the unit has left in this phase."""
    spent: int = state.notes.get(("phase", "spent", unit.id), 0)
    return state.board.rules.movement_allowance(state, unit) - spent


def passage_of(state: GameState, unit: Unit) -> Passage:
    """What the rules do to a unit's movement now."""
    size = len(state.board.map)
    key = ("passage", unit.id)
    return state.derived("*", key, lambda: overlay(state.board.rules.movement_masks(state, unit), size))


def watched_by(state: GameState, side: Side) -> frozenset[int]:
    """Hexes whose entry by a side asks something or is heard of by a rule."""
    return state.derived("*", ("watched", side), lambda: state.board.rules.watched_hexes(state, side))


def reach_of(state: GameState, units: tuple[Unit, ...]) -> Reach:
    """Where units in hand can go together: least half-points by hex, for the slowest of them."""
    return state.derived("*", ("reach", tuple(u.id for u in units)), lambda: _reach_all(state, units))


def _reach_all(state: GameState, units: tuple[Unit, ...]) -> Reach:
    reaches = [_reach_one(state, unit) for unit in units]
    if len(reaches) == 1:
        return reaches[0]
    slowest = max(reaches, key=lambda reach: -len(reach.spent))
    spent = {
        hex: max(reach.spent[hex] for reach in reaches)
        for hex in slowest.spent
        if all(hex in reach.spent for reach in reaches) and _all_can(state, units, slowest.path(hex))
    }
    return Reach(slowest.start, spent, slowest.came)


def _all_can(state: GameState, units: tuple[Unit, ...], path: tuple[int, ...]) -> bool:
    return all(trace(state, unit, path)[1] is None for unit in units)


def _reach_one(state: GameState, unit: Unit) -> Reach:
    passage = passage_of(state, unit)
    hex, left = unit.hex, points_left(state, unit)
    if passage.held is not None or left <= 0:
        return Reach(hex, {hex: 0})
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    watched = watched_by(state, unit.side)
    if watched:
        stop = bytearray(passage.stop or bytes(len(exits)))
        for watch in watched:
            stop[watch] = 1
        passage = _with_stop(passage, bytes(stop))
    reach = flood(exits, hex, left, passage)
    if not state.note("from", unit.id) and state.board.rules.minimum_move(state, unit):
        _add_minimum(state, reach, exits[hex], left, passage)
    return reach


def _with_stop(passage: Passage, stop: bytes) -> Passage:
    from dataclasses import replace

    return replace(passage, stop=stop)


def _add_minimum(
    state: GameState, reach: Reach, exits: tuple[tuple[int, int, int], ...], left: int, passage: Passage
) -> None:
    """One hex may always be moved: neighbours out of points cost all that is left."""
    for near, _, side in exits:
        if near not in reach.spent and forbidding(passage, reach.start, reach.start, near, side) is None:
            reach.spent[near], reach.came[near] = left, reach.start


def trace(state: GameState, unit: Unit, path: tuple[int, ...]) -> tuple[int, Refusal | None]:
    """Half-points a path costs a unit, and the first thing that forbids it."""
    passage, left = passage_of(state, unit), points_left(state, unit)
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    game_map, here, spent = state.board.map, unit.hex, 0
    watched = watched_by(state, unit.side)
    for n, near in enumerate(path):
        if near not in game_map.around(here):
            numbers = game_map.numbers
            return spent, Refusal("", f"{numbers[here]} and {numbers[near]} do not touch")
        mask = forbidding(passage, unit.hex, here, near, game_map.side(here, near))
        if mask is not None:
            return spent, _in_words(state, mask, near if mask.effect != "stop" else here)
        cost = step_cost(exits, passage, unit.hex, here, near)
        if cost is None:
            return spent, Refusal(
                _ground_rule(state),
                f"the ground forbids {unit.counter.name} to enter "
                f"{game_map.numbers[near]} from {game_map.numbers[here]}",
            )
        spent += cost
        if spent > left:
            first = n == 0 and not state.note("from", unit.id)
            if not (first and len(path) == 1 and state.board.rules.minimum_move(state, unit)):
                return spent, _too_far(state, unit, near, spent, left)
            spent = left
        if here in watched and n > 0:
            return spent, Refusal(
                "", f"the move must stop in {game_map.numbers[here]} first: something is asked there"
            )
        here = near
    return spent, None


def _too_far(state: GameState, unit: Unit, hex: int, needed: int, left: int) -> Refusal:
    rule = state.board.ruleset.scenario(state.board.scenario.id).tags.get("movement_points_rule", "")
    return Refusal(
        str(rule),
        f"{unit.counter.name} needs {points(needed)} movement points to {state.board.map.numbers[hex]} "
        f"and has {points(max(left, 0))}",
    )


def _ground_rule(state: GameState) -> str:
    return str(state.board.scenario.tags.get("terrain_rule", ""))


def _in_words(state: GameState, mask: Mask, hex: int) -> Refusal:
    return Refusal(mask.rule, mask.reason.format(hex=state.board.map.numbers[hex]))


def points(halves: int) -> str:
    """Half-points as movement points: 3 -> `1½`."""
    whole, half = divmod(halves, HALF)
    return f"{whole or ''}½" if half else str(whole)


def move_refusals(state: GameState, units: tuple[Unit, ...], move: Move) -> list[Refusal]:
    """Everything that forbids a move: along its path, or on the way to its hex."""
    if not move.path and move.to is None:
        return [Refusal("", "a move needs `to`, or a `path` of hexes entered")]
    path = path_of(state, units, move)
    if path is None:
        assert move.to is not None
        return _why_not_there(state, units, move.to)
    if not path:
        return [Refusal("", "the unit stands there already")]
    return [found for unit in units if (found := trace(state, unit, path)[1]) is not None]


def path_of(state: GameState, units: tuple[Unit, ...], move: Move) -> tuple[int, ...] | None:
    """The path a move takes: its own, or the cheapest; None when its hex is out of reach."""
    if move.path:
        return move.path
    reach = reach_of(state, units)
    return reach.path(move.to) if move.to is not None and move.to in reach.spent else None


def _why_not_there(state: GameState, units: tuple[Unit, ...], hex: int) -> list[Refusal]:
    """The rules that keep units from a hex: what forbids the way they would take if nothing did."""
    found: list[Refusal] = []
    for unit in units:
        passage = passage_of(state, unit)
        exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
        free = flood(exits, unit.hex, 10 * max(points_left(state, unit), 24), Passage())
        if hex not in free.spent:
            name = state.board.map.numbers[hex]
            found.append(
                Refusal(_ground_rule(state), f"no way over land leads {unit.counter.name} to {name}")
            )
            continue
        closed = Passage(closed=passage.closed, barred=passage.barred)
        around = flood(exits, unit.hex, points_left(state, unit), closed)
        way = around if hex in around.spent else free
        refusal = trace(state, unit, way.path(hex))[1]
        if refusal is not None:
            found.append(refusal)
    return found or [Refusal("", "the units in hand cannot go there together")]


# ------------------------------------------------------------------ decisions
@dataclass(frozen=True, slots=True)
class MovementPhase:
    """Take a unit in hand, place an arrival, or end the phase."""

    side: Side
    rule: str = ""
    question: str = "Move any or all of your units, in any order."
    kind: Literal["movement-phase"] = "movement-phase"

    def prompt(self, state: GameState) -> str:
        return self.question

    def options(self, state: GameState) -> Iterator[Action]:
        if not state.board.rules.may_end_phase(state, self.side):
            yield Done()
        for unit in state.on_map(self.side):
            if take_refusal(state, self, (unit,)) is None:
                yield Take((unit.id,))
        for group in state.board.rules.movement_groups(state, self.side):
            yield Take(group)
        yield from state.board.rules.arrivals(state, self.side)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return next(iter(state.board.rules.may_end_phase(state, self.side)), None)
        if isinstance(action, Take):
            return take_refusal(state, self, _units(state, action.units))
        if isinstance(action, Place):
            if action in state.board.rules.arrivals(state, self.side):
                return None
            return state.board.rules.arrival_refusal(state, action) or not_an_answer(
                self, action, "take", "done"
            )
        ids = getattr(action, "units", ())
        if not ids:
            return not_an_answer(self, action, "take", "move", "place", "done")
        units = _units(state, ids)
        return take_refusal(state, self, units) or InHand(self.side, ids, self.rule).refusal(state, action)

    def answer(self, state: GameState, action: Action) -> Steps:
        if isinstance(action, Done):
            return (yield Answered())
        if isinstance(action, Place):
            steps = state.board.rules.arrival_answer(state, action)
            assert steps is not None
            return (yield from steps)
        hand = InHand(self.side, action.units, self.rule)
        state = yield Asked((hand,))
        if not isinstance(action, Take):
            state = yield from hand.answer(state, action)
        return state


@dataclass(frozen=True, slots=True)
class InHand:
    """Units in hand: move on, do something else with them, or put them down."""

    side: Side
    units: tuple[str, ...]
    rule: str = ""
    kind: Literal["in-hand"] = "in-hand"

    def prompt(self, state: GameState) -> str:
        return f"Where does {state.board.name(self.units[0])} go?"

    def stale(self, state: GameState) -> bool:
        """True once nothing is left in hand: the units are off the map."""
        return not any(state.units[i].hex >= 0 for i in self.units)

    def options(self, state: GameState) -> Iterator[Action]:
        yield PutDown()
        units = self.alive(state)
        yield from self._moves(state, units)
        left = min(points_left(state, u) for u in units)
        yield from state.board.rules.hand_options(state, units, left)

    def alive(self, state: GameState) -> tuple[Unit, ...]:
        return tuple(state.units[i] for i in self.units if state.units[i].hex >= 0)

    def _moves(self, state: GameState, units: tuple[Unit, ...]) -> Iterator[Action]:
        if any(state.note("stopped", u.id) for u in units):
            return
        reach = reach_of(state, units)
        for hex in reach.spent:
            if hex != reach.start and self._may_end(state, units, hex):
                yield Move(self.units, hex)

    def _may_end(self, state: GameState, units: tuple[Unit, ...], hex: int) -> bool:
        return not friends_at(state, self.side, hex) or stack_refusal(state, units, hex) is None

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, PutDown):
            return None
        other = getattr(action, "units", ()) or self.units
        if isinstance(action, Take) or other != self.units:
            return take_refusal(state, self, _units(state, other)) or (
                None
                if isinstance(action, Take)
                else InHand(self.side, other, self.rule).refusal(state, action)
            )
        units = self.alive(state)
        if isinstance(action, Move):
            stopped = next((state.note("stopped", u.id) for u in units if state.note("stopped", u.id)), None)
            if stopped:
                return Refusal(stopped[0], stopped[1])
            return next(iter(move_refusals(state, units, action)), None)
        left = min(points_left(state, u) for u in units)
        listed = state.board.rules.hand_options(state, units, left)
        if action in listed or with_units(action, self.units) in listed:
            return None
        return state.board.rules.hand_refusal(state, units, action) or not_an_answer(
            self, action, "move", "put-down"
        )

    def answer(self, state: GameState, action: Action) -> Steps:
        other = getattr(action, "units", ()) or self.units
        if isinstance(action, PutDown | Take) or other != self.units:
            state = yield from put_down(state, self)
            if isinstance(action, PutDown):
                return state
            return (yield from state.agenda[0].answer(state, action))
        if isinstance(action, Move):
            return (yield from self._move(state, action))
        steps = state.board.rules.hand_answer(state, self.alive(state), action)
        assert steps is not None
        return (yield from steps)

    def _move(self, state: GameState, action: Move) -> Steps:
        units = self.alive(state)
        path = path_of(state, units, action)
        assert path is not None
        ends = [_end_of_move(state, unit, path) for unit in units]
        for event in ends_noted(state, units, ends):
            state = yield event
        watched = watched_by(state, self.side)
        for hex in path:
            state = yield Moved(tuple(u.id for u in units), hex)
            if hex in watched:
                for event in state.board.rules.entered(state, units, hex, "move"):
                    state = yield event
        if state.agenda[0] is self and not self._may_go_on(state):
            state = yield from put_down(state, self)
        return state

    def _may_go_on(self, state: GameState) -> bool:
        units = self.alive(state)
        left = min(points_left(state, u) for u in units)
        if left > 0 and not any(state.note("stopped", u.id) for u in units):
            return True
        return bool(state.board.rules.hand_options(state, units, left))


@dataclass(frozen=True, slots=True)
class _End:
    spent: int
    stopped: tuple[str, str] | None


def _end_of_move(state: GameState, unit: Unit, path: tuple[int, ...]) -> _End:
    """What a unit has spent at the end of a path, and the rule that stops it there, if one does."""
    passage = passage_of(state, unit)
    stopped = None
    for mask in passage.masks:
        if mask.effect == "stop" and mask.hexes[path[-1]]:
            stopped = (mask.rule, mask.reason.format(hex=state.board.map.numbers[path[-1]]))
            break
    before = state.notes.get(("phase", "spent", unit.id), 0)
    return _End(before + trace(state, unit, path)[0], stopped)


def ends_noted(state: GameState, units: tuple[Unit, ...], ends: list[_End]) -> Iterator[Event]:
    """Notes of a move: where each unit came from, what it spent, what stopped it."""
    for unit, end in zip(units, ends, strict=True):
        if ("phase", "from", unit.id) not in state.notes:
            yield Noted("phase", "from", unit.id, unit.hex)
        yield Noted("phase", "spent", unit.id, end.spent)
        if end.stopped:
            yield Noted("phase", "stopped", unit.id, end.stopped)


def put_down(state: GameState, hand: InHand) -> Steps:
    """Put units down: the ruleset's events, and the decision beneath stands again."""
    state = yield Answered()
    units = hand.alive(state)
    if units:
        for event in state.board.rules.put_down(state, units):
            state = yield event
    return state


def take_refusal(
    state: GameState, decision: MovementPhase | InHand, units: tuple[Unit, ...]
) -> Refusal | None:
    """Why units may not be taken in hand together."""
    if not units:
        return Refusal(decision.rule, "name the units to take in hand")
    for unit in units:
        if unit.side != decision.side:
            return Refusal(decision.rule, f"{unit.counter.name} belongs to the other side")
        if unit.hex < 0:
            return Refusal(decision.rule, f"{unit.counter.name} is not on the map")
        if unit.hex != units[0].hex:
            return Refusal(decision.rule, "units taken in hand together stand in one hex")
    return next(iter(state.board.rules.may_take(state, units)), None)


def with_units(action: Action, units: tuple[str, ...]) -> Action:
    """The action with the units in hand named, where it named none."""
    from dataclasses import replace

    if hasattr(action, "units") and not action.units:
        return replace(action, units=units)
    return action


def _units(state: GameState, ids: tuple[str, ...]) -> tuple[Unit, ...]:
    return tuple(state.units[i] for i in ids)
