"""Movement: units taken in hand, moved hex by hex, put down; arrivals; and why a move is refused."""

from __future__ import annotations

from itertools import groupby

from hexcore.actions import Move
from hexcore.charts import Costs, compile_costs
from hexcore.events import Moved, Steps
from hexcore.maps import HexMap
from hexcore.reach import Passage, Reach, flood, forbidding, overlay, step_cost, stopping_in, union
from hexcore.rules import Mask, Refusal, general
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


@general("bars_entry")
def every_unit_bars(state: GameState, unit: Unit) -> bool:
    """Every unit keeps enemies out of its hex."""
    return True


@general("movement_masks")
def enemy_held(state: GameState, unit: Unit) -> Mask:
    """No unit enters a hex in which an enemy unit stands that bars it."""
    enemy = state.enemy(unit.side)

    def compute() -> bytes:
        hexes = bytearray(len(state.board.map))
        for other in state.on_map(enemy):
            if not hexes[other.hex] and state.board.rules.bars_entry(state, other):
                hexes[other.hex] = 1
        return bytes(hexes)

    return Mask("closed", "an enemy unit stands in {hex}", state.derived(enemy, "barred", compute))


def entering(state: GameState, ids: tuple[str, ...], hex: int, how: str, watched: frozenset[int]) -> Steps:
    """Units enter a hex, less those lost on the way there; when it is watched, what the rules have follow."""
    ids = tuple([i for i in ids if state.units[i].hex >= 0])
    if not ids:
        return state
    state = yield Moved(ids, hex, how)
    if hex in watched:
        units = tuple(state.units[i] for i in ids)
        for event in state.board.rules.entered(state, units, hex, how):
            state = yield event
    return state


def going(state: GameState, ids: tuple[str, ...], path: tuple[int, ...], watched: frozenset[int]) -> Steps:
    """Units move along a path, hex by hex; where no hex is watched, all at once."""
    for looked_at, part in groupby(path, watched.__contains__):
        if looked_at:
            for hex in part:
                state = yield from entering(state, ids, hex, "move", watched)
            continue
        left = tuple([i for i in ids if state.units[i].hex >= 0])
        if left:
            state = yield tuple([Moved(left, hex) for hex in part])
    return state


# ------------------------------------------------------------------ what a unit can do now
def points_left(state: GameState, unit: Unit) -> int:
    """Half-points the unit has left in this phase."""
    has: int | None = state.caches["phase"].get(("allowance", unit.id))
    spent: int = state.notes.get(("phase", "spent", unit.id), 0)
    return (allowance(state, unit) if has is None else has) - spent


def has_moved(state: GameState, unit: Unit) -> bool:
    """Whether the unit has left the hex it stood in when the phase began."""
    return ("phase", "from", unit.id) in state.notes


def allowance(state: GameState, unit: Unit) -> int:
    """Half-points the unit has in this phase, spent or not. It may not depend on where units stand."""
    key = ("allowance", unit.id)
    return state.derived("phase", key, lambda: state.board.rules.movement_allowance(state, unit))


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
    return state.derived("*", ("reach", tuple([u.id for u in units])), lambda: _reach_all(state, units))


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
        passage = stopping_in(passage, watched, len(exits))
    reach = flood(exits, hex, left, passage)
    if not has_moved(state, unit) and state.board.rules.minimum_move(state, unit):
        _add_minimum(state, unit, reach, passage)
    return reach


def _add_minimum(state: GameState, unit: Unit, reach: Reach, passage: Passage) -> None:
    """One hex may always be moved: neighbours out of points cost all that is left."""
    rules, start = state.board.rules, reach.start
    for near, _, side in state.board.costs(rules.mobility(state, unit)).exits[start]:
        if near in reach.spent or forbidding(passage, start, start, near, side) is not None:
            continue
        if not rules.may_move_at_least(state, unit, near):
            reach.spent[near], reach.came[near] = points_left(state, unit), start


def _minimum_refusal(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why a unit out of points may not go into a neighbouring hex as its minimum move, if a rule says why."""
    return next(iter(state.board.rules.may_move_at_least(state, unit, hex)), None)


def trace(state: GameState, unit: Unit, path: tuple[int, ...]) -> tuple[int, Refusal | None]:
    """Half-points a path costs a unit, and the first thing that forbids it."""
    return state.derived("*", ("trace", unit.id, path), lambda: _trace(state, unit, path))


def _trace(state: GameState, unit: Unit, path: tuple[int, ...]) -> tuple[int, Refusal | None]:
    passage, left = passage_of(state, unit), points_left(state, unit)
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    game_map, start, spent = state.board.map, unit.hex, 0
    here = start
    watched = watched_by(state, unit.side)
    for n, near in enumerate(path):
        if near not in game_map.around(here):
            numbers = game_map.numbers
            return spent, Refusal("", f"{numbers[here]} and {numbers[near]} do not touch")
        mask = forbidding(passage, start, here, near, game_map.side(here, near))
        if mask is not None:
            return spent, _in_words(state, mask, near if mask.effect != "stop" else here)
        cost = step_cost(exits, passage, start, here, near)
        if cost is None:
            return spent, Refusal(
                _ground_rule(state),
                f"the ground forbids {unit.counter.name} to enter "
                f"{game_map.numbers[near]} from {game_map.numbers[here]}",
            )
        spent += cost
        if spent > left:
            first = n == 0 and not has_moved(state, unit)
            if not (first and len(path) == 1 and state.board.rules.minimum_move(state, unit)):
                return spent, _too_far(state, unit, near, spent, left)
            refusal = _minimum_refusal(state, unit, near)
            if refusal is not None:
                return spent, refusal
            spent = left
        if here in watched and n > 0:
            return spent, Refusal(
                "", f"the move must stop in {game_map.numbers[here]}: what entering it brings comes first"
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
    if move.path and move.to not in (None, move.path[-1]):
        return [Refusal("", "the path does not end in the hex named by `to`")]
    path = path_of(state, units, move)
    if path is None:
        assert move.to is not None
        return _why_not_there(state, units, move.to)
    if not path:
        return [Refusal("", "the unit stands there already")]
    found = [found for unit in units if (found := trace(state, unit, path)[1]) is not None]
    return found + [barred for unit in units if (barred := end_refusal(state, unit, path[-1])) is not None]


def end_refusal(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why no move of a unit ends in a hex that it may pass."""
    for mask in passage_of(state, unit).masks:
        if mask.effect == "no-end" and mask.hexes[hex]:
            return _in_words(state, mask, hex)
    return None


def cannot_end(state: GameState, units: tuple[Unit, ...]) -> bytes:
    """The hexes in which no move of some units ends; empty when there are none."""
    passages = [passage_of(state, unit).no_end for unit in units]
    return union([hexes for hexes in passages if hexes], len(state.board.map))


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
