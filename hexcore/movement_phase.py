"""The movement phase as questions: take units in hand, move them, put them down; place arrivals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from hexcore.actions import Action, Disembark, Done, Embark, Move, Place, PutDown, Take
from hexcore.customs import Custom
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Steps
from hexcore.movement import (
    cannot_end,
    going,
    move_refusals,
    passage_of,
    path_of,
    points_left,
    reach_of,
    trace,
    watched_by,
)
from hexcore.rules import Refusal
from hexcore.stacking import fits, friends_at, stack_refusal
from hexcore.state import GameState
from hexcore.units import Aboard, Side, Unit


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
        rules = state.board.rules
        done = [] if rules.may_end_phase(state, self.side) else [Done()]
        groups = [Take(group) for group in rules.movement_groups(state, self.side)]
        return iter([*done, *_takes(state, self.side), *groups, *rules.arrivals(state, self.side)])

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
        ids = hand_for(state, action)
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
        hand = InHand(self.side, hand_for(state, action), self.rule)
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
        units = self.alive(state)
        moves = [] if stopped_by(state, units) else self._moves(state, units)
        left = min(points_left(state, u) for u in units)
        return iter([PutDown(), *moves, *state.board.rules.hand_options(state, units, left)])

    def alive(self, state: GameState) -> tuple[Unit, ...]:
        units = state.units
        return tuple([units[i] for i in self.units if units[i].hex >= 0])

    def _moves(self, state: GameState, units: tuple[Unit, ...]) -> list[Move]:
        reach, stacks, moves = reach_of(state, units), state.stacks, moves_of(self.units)
        ends = [
            moves[hex]
            for hex in reach.spent
            if hex not in stacks or (hex != reach.start and self._may_end(state, units, hex))
        ]
        barred = cannot_end(state, units)
        return [move for move in ends if not barred[move.to or 0]] if barred else ends

    def _may_end(self, state: GameState, units: tuple[Unit, ...], hex: int) -> bool:
        """Whether they may end in a hex, kept for the phase by who stands in it: see `may_stack`."""
        kept, key = state.caches["phase"], ("ends", self.units, hex, state.stacks.get(hex))
        found: bool | None = kept.get(key)
        if found is None:
            together = len(units) > 1 and not friends_at(state, self.side, hex)
            found = kept[key] = together or fits(state, units, hex)
        return found

    def _overstacks(self, state: GameState, units: tuple[Unit, ...], move: Move) -> Refusal | None:
        """A move may pass through a full stack. It ends on one only where a rule cures excess later."""
        rules = state.board.rules
        if rules.cites(Custom.EXCESS_WAITS) and rules.holds(Custom.EXCESS_WAITS):
            return None
        path = path_of(state, units, move)
        if not path or self._may_end(state, units, path[-1]):
            return None
        return stack_refusal(state, units, path[-1])

    def _hand(self, state: GameState, action: Action) -> tuple[str, ...]:
        """The units an action must have in hand: these, where one of them takes another unit aboard."""
        if isinstance(action, Embark) and action.carrier in self.units and self._offers(state, action):
            return self.units
        return hand_for(state, action) or self.units

    def _offers(self, state: GameState, action: Action) -> bool:
        units = self.alive(state)
        left = min(points_left(state, u) for u in units)
        listed = state.board.rules.hand_options(state, units, left)
        return action in listed or with_units(action, self.units) in listed

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, PutDown):
            return None
        other = self._hand(state, action)
        if isinstance(action, Take) or other != self.units:
            return take_refusal(state, self, _units(state, other)) or (
                None
                if isinstance(action, Take)
                else InHand(self.side, other, self.rule).refusal(state, action)
            )
        units = self.alive(state)
        if isinstance(action, Move):
            stopped = stopped_by(state, units)
            if stopped:
                return Refusal(stopped[0], stopped[1])
            return next(iter(move_refusals(state, units, action)), None) or self._overstacks(
                state, units, action
            )
        if self._offers(state, action):
            return None
        return state.board.rules.hand_refusal(state, units, action) or not_an_answer(
            self, action, "move", "put-down"
        )

    def answer(self, state: GameState, action: Action) -> Steps:
        other = self._hand(state, action)
        if isinstance(action, PutDown | Take) or other != self.units:
            state = yield from put_down(state, self)
            if isinstance(action, PutDown):
                return state
            return (yield from state.agenda[0].answer(state, action))
        for event in state.board.rules.ordered(state, self.alive(state), action):
            state = yield event
        if isinstance(action, Move):
            return (yield from self._move(state, action))
        steps = state.board.rules.hand_answer(state, self.alive(state), with_units(action, self.units))
        assert steps is not None
        return (yield from steps)

    def _move(self, state: GameState, action: Move) -> Steps:
        units = self.alive(state)
        path = path_of(state, units, action)
        assert path is not None
        ends = [_end_of_move(state, unit, path) for unit in units]
        state = yield tuple(ends_noted(state, units, ends))
        ids = tuple(u.id for u in units)
        state = yield from going(state, ids, path, watched_by(state, self.side))
        if state.agenda[0] is self and self.alive(state) and not self._may_go_on(state):
            state = yield from put_down(state, self)
        return state

    def _may_go_on(self, state: GameState) -> bool:
        units = self.alive(state)
        left = min(points_left(state, u) for u in units)
        if left > 0 and not stopped_by(state, units):
            return True
        return bool(state.board.rules.hand_options(state, units, left))


class _Moves(dict[int, Move]):
    """The answers that move units to a hex, by hex: a game lists the same ones again and again."""

    def __init__(self, units: tuple[str, ...]) -> None:
        self.pattern = Move(units)

    def __missing__(self, hex: int) -> Move:
        made = self[hex] = self.pattern.towards(hex)
        return made


moves_of = lru_cache(maxsize=512)(_Moves)


def stopped_by(state: GameState, units: tuple[Unit, ...]) -> tuple[str, str] | None:
    """The rule and the reason that have stopped one of some units for this phase."""
    for unit in units:
        stopped: tuple[str, str] | None = state.note("stopped", unit.id)
        if stopped:
            return stopped
    return None


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
    if len({unit.id for unit in units}) != len(units):
        return Refusal(decision.rule, "name each unit once")
    for unit in units:
        if unit.side != decision.side:
            return Refusal(decision.rule, f"{unit.counter.name} belongs to the other side")
        if unit.hex < 0:
            return Refusal(decision.rule, f"{unit.counter.name} is not on the map")
        if unit.hex != units[0].hex:
            return Refusal(decision.rule, "units taken in hand together stand in one hex")
    if len(units) > 1:
        return next(iter(state.board.rules.may_take(state, units)), None)
    found = _taken_alone(state, units[0])
    return found if isinstance(found, Refusal) else None


def _takes(state: GameState, side: Side) -> list[Take]:
    """The units of a side that may be taken in hand, each alone."""
    kept, spent, stopped = _kept_for_taking(state)
    fresh: dict[str, Take | Refusal] = state.derived("phase", "taken fresh", dict)
    found = []
    for unit in state.on_map(side):
        id = unit.id
        if id in spent or id in stopped:
            take = kept.get((id, spent.get(id), stopped.get(id))) or _taken_alone(state, unit)
        else:
            take = fresh.get(id) or fresh.setdefault(id, _taken_alone(state, unit))
        if type(take) is Take:
            found.append(take)
    return found


def _taken_alone(state: GameState, unit: Unit) -> Take | Refusal:
    """`may_take` for one unit, kept for the phase; it depends on the unit, its notes, tracks and markers."""
    kept, spent, stopped = _kept_for_taking(state)
    key = (unit.id, spent.get(unit.id), stopped.get(unit.id))
    found = kept.get(key)
    if found is None:
        refusals = state.board.rules.may_take(state, (unit,))
        found = kept[key] = refusals[0] if refusals else Take((unit.id,))
    return found


_Kept = dict[tuple[str, Any, Any], Take | Refusal]


def _kept_for_taking(state: GameState) -> tuple[_Kept, Mapping[str, Any], Mapping[str, Any]]:
    """What is kept of `may_take` in this phase, and the notes it goes by: points spent, what stopped it."""
    kept: _Kept = state.derived("phase", "taken alone", dict)
    return kept, state.noted_under("spent"), state.noted_under("stopped")


def hand_for(state: GameState, action: Action) -> tuple[str, ...]:
    """The units an action must have in hand: those it names, or the carrier of those it sets down."""
    ids: tuple[str, ...] = getattr(action, "units", ())
    if isinstance(action, Disembark):
        places = [state.units[i].place for i in ids]
        carriers = [place.carrier for place in places if isinstance(place, Aboard)]
        return tuple(dict.fromkeys(carriers))
    return ids


def with_units(action: Action, units: tuple[str, ...]) -> Action:
    """The action with the units in hand named, where it named none."""
    if hasattr(action, "units") and not action.units and not isinstance(action, Disembark):
        return replace(action, units=units)
    return action


def _units(state: GameState, ids: tuple[str, ...]) -> tuple[Unit, ...]:
    return tuple([state.units[i] for i in ids])
