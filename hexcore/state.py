"""The state of a game: an immutable value, its digest kept as it changes, and what is derived from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hexcore.maps import HexIndex
from hexcore.rules import Factor, Shift
from hexcore.units import Counter, Place, Side, Unit

if TYPE_CHECKING:
    from hexcore.board import Board
    from hexcore.decisions import Decision

T = TypeVar("T")
_MISSING: Any = object()
_NOTHING: Mapping[str, Any] = {}

SCOPES = ("phase", "player-turn", "turn", "game")
"""How long a note lives: to the end of the phase, the player turn, the game turn, or for good."""

NoteKey = tuple[str, str, str]
"""Scope, key, subject (a unit id, a hex number, or empty)."""


class Outcome(NamedTuple):
    """How a game ended: the victory level in the ruleset's words, the winner (empty for a draw), and why."""

    level: str
    winner: str
    text: str
    rule: str = ""


class Pledge(NamedTuple):
    """One thing committed to a combat: points, a headquarters, an air strike; by whom.

    `unit` is the unit committed, or the word of a commitment that is a word (an odds column).
    """

    what: str
    """The word it was committed under: `air`."""
    side: str
    unit: str = ""
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Combat:
    """One combat from declaration to advance. What the dice decide is empty until they have fallen."""

    id: int
    """A number of its own, counted through the game."""
    kind: str
    """`attack`, or a ruleset's own word: `overrun`."""
    side: Side
    """The side that attacks."""
    targets: tuple[HexIndex, ...]
    """The hexes attacked."""
    attackers: tuple[str, ...] = ()
    """The ids of the units that attack."""
    defenders: tuple[str, ...] = ()
    """The ids of the units in the hexes attacked that defend."""
    parent: int = -1
    """The combat it arose in; -1 for none."""
    pledges: tuple[Pledge, ...] = ()
    """What was committed to it, by either side."""
    strengths: tuple[int, int] = (0, 0)
    """Attack and defence as fought."""
    shifts: tuple[Shift, ...] = ()
    """The column shifts, as fought."""
    column: str = ""
    """The odds column it was fought on: `3-1`."""
    dice: tuple[int, ...] = ()
    """The dice as they fell."""
    result: tuple[str, ...] = ()
    """The cell of the table: two numbers (attacker, defender), or one word."""
    origins: tuple[HexIndex, ...] = ()
    """The hexes from which it was attacked."""
    paths: tuple[tuple[HexIndex, ...], ...] = ()
    """The paths of retreat so far, each from the hex that was left."""
    stage: str = "declared"
    """`declared`, `made` (support may follow), `results`, `over`."""

    def pledged(self, what: str, side: str | None = None) -> tuple[Pledge, ...]:
        """What was committed under one word, by one side or by both."""
        return tuple(p for p in self.pledges if p.what == what and side in (None, p.side))


class Commitment(NamedTuple):
    """A secret kept: whose, about what, and the salted hash that binds it."""

    owner: str
    what: str
    hash: str


@lru_cache(maxsize=1 << 16)
def item_hash(kind: str, key: Any, value: Any) -> int:
    """A 128-bit hash of one item of the state, the same on any machine."""
    text = f"{kind}|{key!r}|{value!r}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest(), "big")


@dataclass(frozen=True)
class GameState:
    """Everything on the table. Never changed in place; `events.apply` makes the next one.

    `phase` indexes the sequence of play; `closing` is true once its end-of-phase rules have run.
    """

    board: Board = field(compare=False, repr=False)
    """The fixed part of the game."""
    turn: int = 0
    phase: int = -1
    """The number of the phase: `board.phase(state.phase)` is the phase itself."""
    closing: bool = False
    units: Mapping[str, Unit] = field(default_factory=dict)
    """Every unit of the game by its id, wherever it is."""
    stacks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The ids of the units in each hex that holds any, bottom first."""
    markers: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """How many markers lie, by kind and by what they lie on; see `marker`."""
    tracks: Mapping[str, int | str] = field(default_factory=dict)
    """Where each track stands; an event `TrackSet` moves it."""
    control: Mapping[int, Side] = field(default_factory=dict)
    """Who controls a hex, where anybody does."""
    notes: Mapping[NoteKey, Any] = field(default_factory=dict)
    """What was noted (`Noted`), by scope, key and subject; see `note`."""
    combats: tuple[Combat, ...] = ()
    """The combats being fought, the innermost last."""
    combats_begun: int = 0
    rolls: int = 0
    """How often dice have been rolled."""
    agenda: tuple[Decision, ...] = ()
    """The questions on the table, the one asked now first."""
    commitments: tuple[Commitment, ...] = ()
    """The secrets kept."""
    openings: Mapping[str, tuple[str, str]] = field(default_factory=dict, compare=False)
    """Choice and salt of the secrets whose opening whoever looks at this state knows, by name."""
    outcome: Outcome | None = None
    """How the game ended; None while it goes on."""
    noted: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False, repr=False)
    """What `note` answers, by key and subject: kept beside the notes, for nothing is looked up so often."""
    digest: int = field(default=0, compare=False)
    caches: Mapping[str, dict[Any, Any]] = field(default_factory=dict, compare=False, repr=False)

    # -------------------------------------------------------------- questions
    def unit(self, id: str) -> Unit:
        """A unit of this game; KeyError for an unknown id."""
        return self.units[id]

    def at(self, hex: int) -> list[Unit]:
        """The units in a hex, bottom first."""
        return [self.units[i] for i in self.stacks.get(hex, ())]

    def on_map(self, side: Side) -> Iterator[Unit]:
        """The units of a side that stand in a hex."""
        return iter(self.derived(side, "on map", lambda: self._standing(side)))

    def _standing(self, side: Side) -> tuple[Unit, ...]:
        return tuple([u for u in self.units.values() if u.hex >= 0 and u.side == side])

    def in_place(self, place: Place) -> Iterator[Unit]:
        """The units in one box, aboard one unit, or out of the game."""
        return (u for u in self.units.values() if u.place == place)

    def note(self, key: str, subject: str = "", default: Any = None) -> Any:
        """What is noted under a key, whatever its scope; the shortest-lived note first."""
        return self.noted.get(key, _NOTHING).get(subject, default)

    def noted_under(self, key: str) -> Mapping[str, Any]:
        """What is noted under a key, by subject."""
        return self.noted.get(key, _NOTHING)

    def marker(self, kind: str, subject: str) -> int:
        """How many markers of a kind lie on a unit id or a hex number."""
        return self.markers.get((kind, subject), 0)

    @property
    def combat(self) -> Combat:
        """The combat being fought (the innermost one); IndexError when there is none."""
        return self.combats[-1]

    @property
    def to_decide(self) -> Side | None:
        """Who is asked now; None when the game is over."""
        return self.agenda[0].side if self.agenda else None

    @property
    def hash(self) -> str:
        """A hash of the whole public state: the same journal gives the same hash on any machine."""
        where = item_hash("where", (self.turn, self.phase, self.closing), self.outcome)
        tail = item_hash(
            "agenda", tuple(map(repr, self.agenda)), (self.combats, self.commitments, self.rolls)
        )
        return f"{self.digest ^ where ^ tail:032x}"

    def enemy(self, side: Side) -> Side:
        """The other side. ValueError in a game of more than two."""
        one, other = self.board.sides
        return other if side == one else one

    # -------------------------------------------------------------- derived values
    def derived(self, kept: str, key: Any, compute: Callable[[], T]) -> T:
        """*compute* once for as long as the value is kept.

        Kept under a side: until a unit of that side moves or loses a step, or an enemy that ties its zones
        (`ties_zones`) does. Under `"*"`: until anything changes but the agenda and the combats. Under
        `"phase"`: until the phase ends, a step is lost, a track or a marker changes, or something is noted
        beyond the phase; moves and the phase's own notes leave it. Under `"units"`: as under `"phase"`, and
        until any unit moves or a hex changes hands.
        """
        cache = self.caches[kept]
        found: T = cache.get(key, _MISSING)
        if found is _MISSING:
            found = cache[key] = compute()
        return found

    # -------------------------------------------------------------- changes (for events.apply only)
    def evolve(self, **changes: Any) -> GameState:
        if "notes" in changes and "noted" not in changes:
            changes["noted"] = noted_in(changes["notes"])
        new = object.__new__(GameState)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def opened(self, table: str) -> dict[Any, Any]:
        """A mapping of this state as one that may be changed: a copy."""
        return dict(getattr(self, table))

    def with_units(self, changed: list[Unit]) -> GameState:
        units, stacks, caches = self.opened("units"), self.opened("stacks"), self.opened("caches")
        digest, ties = self.digest, self.board.ties_zones
        for new in changed:
            old = units[new.counter.id]
            if old == new:
                continue
            units[new.counter.id] = new
            if old.place != new.place:
                _restack(stacks, old, new)
            digest ^= _unit_hash(old) ^ _unit_hash(new)
            caches[new.counter.side], caches["*"], caches["units"] = {}, {}, {}
            if old.losses != new.losses:
                caches["phase"] = {}
            if ties and new.counter.id in ties:
                caches.update({side: {} for side in self.board.sides})
        return self.evolve(units=units, stacks=stacks, digest=digest, caches=caches)

    def with_item(self, kind: str, table: str, key: Any, value: Any, absent: Any = None) -> GameState:
        """One entry of a mapping set, or removed when *value* is *absent*."""
        old = getattr(self, table).get(key, absent)
        if old == value:
            return self
        items, caches = self.opened(table), self.opened("caches")
        if value == absent:
            del items[key]
        else:
            items[key] = value
        digest = self.digest
        for entry in (old, value):
            if entry != absent:
                digest ^= item_hash(kind, key, entry)
        caches["*"] = {}
        if kind == "track" or (kind == "note" and key[0] != "phase"):
            caches["phase"], caches["units"] = {}, {}
        elif kind == "control":
            caches["units"] = {}
        changes = {table: items, "digest": digest, "caches": caches}
        if kind == "note":
            changes["noted"] = _noted_again(self.noted, items, key[1], key[2])
        return self.evolve(**changes)

    def without_notes(self, scopes: set[str]) -> GameState:
        """The notes of some scopes gone."""
        digest, kept = self.digest, dict(self.notes)
        for key, value in self.notes.items():
            if key[0] in scopes:
                del kept[key]
                digest ^= item_hash("note", key, value)
        return self.evolve(notes=kept, digest=digest)


class Draft(GameState):
    """A state on which many events are carried out, one after the other: changed in place, unlike any other.

    It lives inside `events.apply_all` and nowhere else.
    """

    @classmethod
    def of(cls, state: GameState) -> Draft:
        draft = object.__new__(cls)
        draft.__dict__.update(state.__dict__, own=set())
        return draft

    def finished(self) -> GameState:
        """The state it has become."""
        state = object.__new__(GameState)
        state.__dict__.update(self.__dict__)
        del state.__dict__["own"]
        return state

    def opened(self, table: str) -> dict[Any, Any]:
        own: set[str] = self.__dict__["own"]
        if table not in own:
            self.__dict__[table] = super().opened(table)
            own.add(table)
        found: dict[Any, Any] = self.__dict__[table]
        return found

    def evolve(self, **changes: Any) -> GameState:
        if "notes" in changes and "noted" not in changes:
            changes["noted"] = noted_in(changes["notes"])
        self.__dict__.update(changes)
        return self


def noted_in(notes: Mapping[NoteKey, Any]) -> dict[str, dict[str, Any]]:
    """Notes by key and subject; of those in several scopes the shortest-lived."""
    found: dict[str, dict[str, Any]] = {}
    for wanted in reversed(SCOPES):
        for (scope, key, subject), value in notes.items():
            if scope == wanted:
                found.setdefault(key, {})[subject] = value
    return found


def _noted_again(
    noted: Mapping[str, Mapping[str, Any]], notes: Mapping[NoteKey, Any], key: str, subject: str
) -> dict[str, Mapping[str, Any]]:
    """*noted* after the notes of one key and subject have changed."""
    values = [notes[scope, key, subject] for scope in SCOPES if (scope, key, subject) in notes]
    subjects = dict(noted.get(key, _NOTHING))
    if values:
        subjects[subject] = values[0]
    else:
        subjects.pop(subject, None)
    return {**noted, key: subjects}


def _unit_hash(unit: Unit) -> int:
    return item_hash("unit", unit.counter.id, (unit.place, unit.losses))


def _restack(stacks: dict[int, tuple[str, ...]], old: Unit, new: Unit) -> None:
    here, there, id = old.place, new.place, old.counter.id
    if type(here) is int:
        left = tuple([i for i in stacks[here] if i != id])
        if left:
            stacks[here] = left
        else:
            del stacks[here]
    if type(there) is int:
        stacks[there] = (*stacks.get(there, ()), id)


def first_state(board: Board, places: Mapping[str, tuple[Place, int]]) -> GameState:
    """The state before play: every counter of the board, those in *places* (place, losses) in theirs."""
    units: dict[str, Unit] = {}
    stacks: dict[int, tuple[str, ...]] = {}
    digest = 0
    for counter in board.counters.values():
        place, losses = places.get(counter.id, (None, 0))
        unit = units[counter.id] = Unit(counter, place, losses)
        digest ^= _unit_hash(unit)
        if type(place) is int:
            stacks[place] = (*stacks.get(place, ()), counter.id)
    caches: dict[str, dict[Any, Any]] = {side: {} for side in (*board.sides, "*", "phase", "units")}
    return GameState(board, units=units, stacks=stacks, digest=digest, caches=caches)


def face_down(place: Place, number: int, side: Side) -> Unit:
    """A counter seen from behind: whose it is, and nothing else."""
    return Unit(Counter(f"hidden-{number}", side, "hidden", ()), place)


__all__ = ["Combat", "Commitment", "Factor", "GameState", "Outcome", "Pledge", "first_state"]
