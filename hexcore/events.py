"""Events: what a hand does to the cardboard. The list is closed; only `apply` changes a state."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from hexcore.maps import HexIndex
from hexcore.state import Combat, Commitment, Draft, GameState, Outcome
from hexcore.units import ELIMINATED, Aboard, Box, Side, Unit

if TYPE_CHECKING:
    from hexcore.decisions import Decision


@dataclass(frozen=True, slots=True)
class Moved:
    """Units go into a neighbouring hex. `how`: move, retreat, advance, overrun, displaced."""

    units: tuple[str, ...]
    to: HexIndex
    how: str = "move"
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit is put into a hex from elsewhere."""

    unit: str
    hex: HexIndex
    why: str = ""
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Removed:
    """A unit leaves the map for a box (eliminated, exited, arrivals ...) or goes aboard another."""

    unit: str
    box: str = ""
    aboard: str = ""
    why: str = ""
    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class StepsLost:
    """A unit stands at this many steps lost (fewer than before: a replacement)."""

    unit: str
    losses: int
    kind: Literal["steps-lost"] = "steps-lost"


@dataclass(frozen=True, slots=True)
class Marked:
    """So many markers of a kind now lie on a unit id or hex number; 0 takes them away."""

    marker: str
    subject: str
    count: int = 1
    kind: Literal["marked"] = "marked"


@dataclass(frozen=True, slots=True)
class TrackSet:
    track: str
    value: int | str
    kind: Literal["track-set"] = "track-set"


@dataclass(frozen=True, slots=True)
class Noted:
    """Something to remember until the scope (phase, player-turn, turn, game) ends; None forgets it."""

    scope: str
    key: str
    subject: str = ""
    value: Any = True
    kind: Literal["noted"] = "noted"


@dataclass(frozen=True, slots=True)
class Controlled:
    """A side now controls a hex; an empty side: nobody does."""

    hex: HexIndex
    side: Side
    kind: Literal["controlled"] = "controlled"


@dataclass(frozen=True, slots=True)
class Fought:
    """The combat on top of the stack, as it now stands; a new id opens one, stage `over` closes it."""

    combat: Combat
    kind: Literal["fought"] = "fought"


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice rolled for a purpose. An undo barrier."""

    dice: tuple[int, ...]
    purpose: str
    text: str = ""
    rule: str = ""
    kind: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class Committed:
    """A secret choice is bound by its hash. The opening, where known, stays with its owner."""

    commitment: Commitment
    opening: tuple[str, str] | None = None
    kind: Literal["committed"] = "committed"


@dataclass(frozen=True, slots=True)
class Revealed:
    """A secret is opened: the choice and the salt that prove the commitment. An undo barrier."""

    what: str
    choice: str
    salt: str
    kind: Literal["revealed"] = "revealed"


@dataclass(frozen=True, slots=True)
class Asked:
    """These decisions now stand on top of the agenda, the first one first."""

    decisions: tuple[Decision, ...]
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Answered:
    """The top decision is settled, or replaced by what remains of it."""

    remaining: Decision | None = None
    kind: Literal["answered"] = "answered"


@dataclass(frozen=True, slots=True)
class PhaseClosing:
    """The phase's questions are answered; its end-of-phase rules follow."""

    kind: Literal["phase-closing"] = "phase-closing"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    turn: int
    phase: int
    id: str
    kind: Literal["phase-began"] = "phase-began"


@dataclass(frozen=True, slots=True)
class GameEnded:
    outcome: Outcome
    kind: Literal["game-ended"] = "game-ended"


Event: TypeAlias = (
    Moved
    | Placed
    | Removed
    | StepsLost
    | Marked
    | TrackSet
    | Noted
    | Controlled
    | Fought
    | Rolled
    | Committed
    | Revealed
    | Asked
    | Answered
    | PhaseClosing
    | PhaseBegan
    | GameEnded
)

Steps: TypeAlias = Generator[Event | tuple[Event, ...], GameState, GameState]
"""What follows from an answer, one event at a time: `state = yield event` gives the state after it. A tuple
of events is several between which nobody looks at the table."""

BARRIERS = frozenset((Rolled, Revealed))
"""Events no undo goes behind."""


def bars_undo(events: Iterable[Event]) -> bool:
    """Whether something among events was thrown or revealed, so that nothing before it can be taken back."""
    return not BARRIERS.isdisjoint(map(type, events))


def apply(state: GameState, event: Event) -> GameState:
    """The only place where a state changes."""
    match event:
        case Moved(units, to):
            return _enter(state, units, to)
        case Placed(unit, hex):
            return _enter(state, (unit,), hex)
        case Removed(unit, box, aboard):
            return _remove(state, state.units[unit], Aboard(aboard) if aboard else Box(box))
        case StepsLost(unit, losses):
            return state.with_units([state.units[unit].with_losses(losses)])
        case Marked(marker, subject, count):
            return _refreshed(state.with_item("marker", "markers", (marker, subject), count, 0))
        case TrackSet(track, value):
            return state.with_item("track", "tracks", track, value)
        case Noted(scope, key, subject, value):
            return state.with_item("note", "notes", (scope, key, subject), value)
        case Controlled(hex, side):
            return state.with_item("control", "control", hex, side or None)
        case Fought(combat):
            return _fight(state, combat)
        case Rolled(dice):
            return state.evolve(rolls=state.rolls + len(dice))
        case Committed(commitment, opening):
            openings = {**state.openings, commitment.what: opening} if opening else state.openings
            return state.evolve(commitments=(*state.commitments, commitment), openings=openings)
        case Revealed(what, choice):
            left = tuple(c for c in state.commitments if c.what != what)
            openings = {k: v for k, v in state.openings.items() if k != what}
            opened = state.evolve(commitments=left, openings=openings)
            return opened.with_item("note", "notes", ("game", "revealed", what), choice)
        case Asked(decisions):
            return state.evolve(agenda=decisions + state.agenda)
        case Answered(remaining):
            rest = state.agenda[1:]
            return state.evolve(agenda=(remaining, *rest) if remaining is not None else rest)
        case PhaseClosing():
            return state.evolve(closing=True)
        case PhaseBegan(turn, phase):
            return _begin(state, turn, phase)
        case GameEnded(outcome):
            return state.evolve(outcome=outcome, agenda=())


def apply_all(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after events in a row, when nobody asks for the states between: the same, and sooner."""
    draft = Draft.of(state)
    for event in events:
        apply(draft, event)
    return draft.finished()


def _enter(state: GameState, ids: tuple[str, ...], hex: int) -> GameState:
    moved: list[Unit] = [state.units[i].put(hex) for i in ids]
    side = moved[0].side
    new = state.with_units(moved)
    if new.control.get(hex) != side and any(state.board.controls(u) for u in moved):
        new = new.with_item("control", "control", hex, side)
    return _remembering(new, moved, hex) if hex in state.board.remembered else new


def _remembering(state: GameState, moved: list[Unit], hex: int) -> GameState:
    """It is noted for good which unit of its side entered a hex last; one that takes no control, only if it
    is the first of all."""
    key = ("game", entered_by(moved[0].side), state.board.map.numbers[hex])
    taker = next((unit for unit in moved if state.board.controls(unit)), None)
    if taker is None and key in state.notes:
        return state
    return state.with_item("note", "notes", key, (taker or moved[0]).id)


def entered_by(side: Side) -> str:
    """The key of the notes, by number of the hex, of the unit of a side that entered it last."""
    return f"entered by {side}"


def _remove(state: GameState, unit: Unit, place: Aboard | Box) -> GameState:
    """A unit leaves its hex; where it was eliminated is noted for good."""
    new = state.with_units([unit.put(place)])
    if place == ELIMINATED and unit.hex >= 0:
        return new.with_item("note", "notes", ("game", "fell", unit.id), state.board.map.numbers[unit.hex])
    return new


def _refreshed(state: GameState) -> GameState:
    return state.evolve(caches={side: {} for side in state.caches})


def _fight(state: GameState, combat: Combat) -> GameState:
    if not state.combats or state.combats[-1].id != combat.id:
        return state.evolve(combats=(*state.combats, combat), combats_begun=state.combats_begun + 1)
    below = state.combats[:-1]
    return state.evolve(combats=below if combat.stage == "over" else (*below, combat))


def _begin(state: GameState, turn: int, phase: int) -> GameState:
    phases = state.board.sequence.phases
    ended = {"phase"}
    if state.phase < 0 or phases[state.phase].player_turn != phases[phase].player_turn or turn != state.turn:
        ended.add("player-turn")
    if turn != state.turn:
        ended.add("turn")
    return _refreshed(state.without_notes(ended).evolve(turn=turn, phase=phase, closing=False))


def run(state: GameState, steps: Steps) -> tuple[GameState, list[Event]]:
    """Carry out what follows from an answer: the state after it, and its events in order."""
    events: list[Event] = []
    try:
        event = next(steps)
        while True:
            if isinstance(event, tuple):
                state = apply_all(state, event)
                events.extend(event)
            else:
                state = apply(state, event)
                events.append(event)
            event = steps.send(state)
    except StopIteration:
        return state, events
