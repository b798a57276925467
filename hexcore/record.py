"""The record of a game: how it was set up, every answer in order, secrets apart; and playing it again.

The dice are answers of CHANCE and are recorded like any other: playing again uses them, never the seed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import TypeAdapter, ValidationError

from hexcore.actions import Conceal, Roll
from hexcore.codec import action_form
from hexcore.commitments import bare, commitment_for
from hexcore.corrections import Corrections
from hexcore.decisions import Decision
from hexcore.event_text import event_text
from hexcore.game import Dice, Entry, Game, SeededDice, TypedDice
from hexcore.ruleset import Ruleset, announced, find
from hexcore.state import GameState
from hexcore.tables import DataError, first_fault
from hexcore.units import CHANCE

if TYPE_CHECKING:
    from hexcore.board import Board
    from hexcore.positions import Position

FORMAT = 3
"""The format of files this hexcore writes, and the newest it reads."""
TEXT_FORMAT = 1
"""The same of texts: they hold the main line alone, and have not changed since the first."""


class RecordError(ValueError):
    """A game file or text that cannot be read, in one line."""


class ReplayFault(RecordError):
    """An action that no longer holds: its number in the record, and why."""

    def __init__(self, n: int, reason: str) -> None:
        super().__init__(f"action {n} no longer holds: {reason}" if n else f"the opening: {reason}")
        self.n, self.reason = n, reason


@cache
def engine_version() -> str:
    """The version of hexcore that is running."""
    from importlib import metadata

    try:
        return metadata.version("hexcore-engine")
    except metadata.PackageNotFoundError:
        return ""


# ------------------------------------------------------------------ what is recorded
@dataclass(frozen=True)
class DiceRecord:
    """Who plays CHANCE: a seed, a list of dice and then the seed, or the players who type rolls in.

    `recorded`: a text made for one side, which tells neither; the rolls so far are in its lines.
    """

    kind: Literal["seed", "script", "typed", "recorded"]
    seed: int = 0
    script: tuple[int, ...] = ()

    def dice(self) -> Dice:
        """The dice for what is still to be rolled."""
        return TypedDice() if self.kind == "typed" else SeededDice(self.seed, self.script)


@dataclass(frozen=True)
class Header:
    """How a game was set up. `opening` is the hash of its first state, `corrections` are those in force.

    `viewer` is the side a text was made for: its hashes then are those of what that side sees.
    `rules_hash` is of what drives play, `manifest` the hash of each file of the ruleset (not in texts).
    """

    ruleset: str
    version: str
    ruleset_hash: str
    map_hash: str
    scenario: str
    options: Mapping[str, str]
    dice: DiceRecord
    position: str = ""
    corrections: Corrections | None = None
    opening: str = ""
    engine: str = ""
    viewer: str = ""
    rules_hash: str = ""
    manifest: Mapping[str, str] = field(default_factory=dict, compare=False)


class Secret(NamedTuple):
    """The opening of a secret answer: whose, about what, the choice, and the salt."""

    owner: str
    what: str
    choice: str
    salt: str


@dataclass(frozen=True)
class Line:
    """One answer. `hash` is that of the state it led to, empty where the dice answered at once.

    `turn` and `phase` say when it was given. `barrier` is why no undo goes behind it: `die` or `reveal`, with
    rule and kind of the question; empty where one does. `events` is what followed it, as `event_text` writes
    it; empty where that is not on record. Texts carry none of the four.
    """

    n: int
    side: str
    action: Mapping[str, Any]
    hash: str = ""
    turn: int = field(default=0, compare=False)
    phase: str = field(default="", compare=False)
    barrier: str = field(default="", compare=False)
    events: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Record:
    """A whole game as recorded. `secrets` holds, by line, the openings that are known here.

    `first` is the snapshot of the first state, where it is on record: a game whose rules have changed begins
    from it.
    """

    header: Header
    lines: list[Line] = field(default_factory=list)
    secrets: Mapping[int, Secret] = field(default_factory=dict)
    first: str = field(default="", compare=False, repr=False)


def unexplained(record: Record) -> Record:
    """The same record without what followed each answer: only the rules can say it."""
    return replace(record, lines=[replace(line, events="") for line in record.lines], first="")


_HEADER: TypeAdapter[Header] = TypeAdapter(Header)


def header_from(data: object) -> Header:
    """A header from plain data; RecordError naming what is missing or wrong."""
    try:
        return _HEADER.validate_python(data)
    except ValidationError as fault:
        raise RecordError(f"its header does not hold: {first_fault(fault)}") from None


def header_form(header: Header) -> dict[str, Any]:
    """A header as plain data, empty fields left out."""
    data: dict[str, Any] = _HEADER.dump_python(header, mode="json")
    return {key: value for key, value in data.items() if value not in ("", None, {}) or key == "options"}


# ------------------------------------------------------------------ what a game starts from
@dataclass(frozen=True)
class Setting:
    """A board, and the position a game on it starts from (its scenario's set-up for None)."""

    board: Board
    position: Position | None = None

    def start(self, dice: Dice) -> Game:
        """A new game, brought to its first question."""
        if self.position is None:
            return Game.start(self.board, dice)
        return self.position.start(self.board, dice)

    def header(self, dice: DiceRecord, opening: str) -> Header:
        """The header of a game begun from here."""
        ruleset = self.board.ruleset
        return Header(
            ruleset=ruleset.id,
            version=ruleset.version,
            ruleset_hash=ruleset.hash,
            map_hash=self.board.map.content_hash,
            scenario=self.board.scenario.id,
            options=dict(self.board.options),
            dice=dice,
            position=self.position.text if self.position else "",
            corrections=ruleset.corrections,
            opening=opening,
            engine=engine_version(),
            rules_hash=ruleset.rules_hash,
            manifest=dict(ruleset.manifest),
        )


def setting(
    ruleset: Ruleset, scenario: str, options: Mapping[str, str], position: Position | None = None
) -> Setting:
    """What a game of a scenario starts from, perhaps from a position in it."""
    if position is None:
        return Setting(ruleset.board(scenario, options))
    return Setting(position.board(ruleset, scenario, options), position)


def setting_of(header: Header) -> Setting:
    """What a recorded game started from. UnknownName when its ruleset is missing or broken.

    DataError, with the line, when its corrections do not fit the ruleset any more.
    """
    from hexcore.positions import position_from

    ruleset = ruleset_of(header)
    given = position_from(header.position, "the position it started from") if header.position else None
    return setting(ruleset, header.scenario, header.options, given)


def ruleset_of(header: Header) -> Ruleset:
    """The ruleset a game was begun with, corrections included: the very one where it is installed.

    Several distributions may announce its id; else it is the present one. Raises as `setting_of`.
    """
    for found in announced(header.ruleset):
        if found.ruleset is not None:
            try:
                ruleset = with_corrections(found.ruleset, header.corrections)
            except DataError:
                continue
            if same_rules(header, ruleset):
                return ruleset
    return with_corrections(find(header.ruleset), header.corrections)


def same_rules(header: Header, ruleset: Ruleset) -> bool:
    """Whether what drives play is as it was when a game was recorded; texts may have changed since."""
    return header.ruleset_hash == ruleset.hash or header.rules_hash == ruleset.rules_hash


def with_corrections(ruleset: Ruleset, recorded: Corrections | None) -> Ruleset:
    """A ruleset with the corrections that a game was begun with. DataError when they do not all fit."""
    if recorded is None:
        return ruleset
    from hexcore.corrected import checked

    try:
        found = checked(ruleset, recorded)
    except DataError as fault:
        raise DataError(f"the corrections it was begun with no longer fit {ruleset.id}: {fault}") from None
    idle = [row for row in recorded.rows if row not in found.in_force.rows]
    if idle:
        reason = f"{idle[0].table} {idle[0].key} {idle[0].field} is {idle[0].value!r} there by now"
        raise DataError(f"{recorded.name}:{idle[0].line}: {ruleset.id} has changed: {reason}")
    return found.ruleset


def same_engine(header: Header, board: Board) -> bool:
    """Whether the engine, and the map as it reads it, are those the game was recorded with."""
    return (header.map_hash, header.engine) == (board.map.content_hash, engine_version())


# ------------------------------------------------------------------ lines
def opening_rolls(record: Record) -> list[Line]:
    """The rolls before the first question, but where dice are typed in: those are answers like others."""
    return [] if record.header.dice.kind == "typed" else run_of_rolls(record.lines)


def run_of_rolls(lines: Sequence[Line], after: int = 0) -> list[Line]:
    """The rolls that fell at once after so many lines, up to the one at which all was settled."""
    found: list[Line] = []
    for n in range(after, len(lines)):
        line = lines[n]
        if line.side != CHANCE:
            break
        found.append(line)
        if line.hash:
            break
    return found


def lines_since(game: Game, since: int) -> tuple[list[Line], dict[int, Secret]]:
    """The answers after the first *since*, as lines; the openings of secrets still kept are apart.

    What followed is told of the answers of the last step only: no game keeps what followed all of them.
    """
    form, told, lines, secrets = action_form(game.board), event_text(game.board), [], {}
    followed = dict(enumerate(game.followed(), len(game.journal) - len(game.followed()) + 1))
    for n, entry in enumerate(game.journal[since:], since + 1):
        action = entry.action
        if isinstance(action, Conceal) and _is_kept(game.state, action):
            if action.choice:
                secrets[n] = Secret(entry.side, action.what, action.choice, action.salt)
            action = bare(action)
        last = n == len(game.journal)
        hash = game.state.hash if last else ""
        barrier = _barrier(entry, stops=last and not game.undoable)
        events = told.dump(followed[n]) if n in followed else ""
        lines.append(Line(n, entry.side, form.dump(action), hash, entry.turn, entry.phase, barrier, events))
    return lines, secrets


def _barrier(entry: Entry, *, stops: bool) -> str:
    """Why no undo goes behind an answer: it is a roll, or something was revealed."""
    kind = "die" if entry.side == CHANCE else "reveal" if stops else ""
    return f"{kind} {entry.question}".strip() if kind else ""


def _is_kept(state: GameState, action: Conceal) -> bool:
    """Whether a secret answer is still secret: bound on the table, and not the answer that opened it."""
    kept = commitment_for(state, action.what)
    return kept is not None and kept.hash == action.commitment


# ------------------------------------------------------------------ playing again
class RecordedDice:
    """Dice that fall as recorded, and wait when the record tells no more."""

    def __init__(self) -> None:
        self.rolls: deque[Roll] = deque()

    def roll(self, state: GameState, decision: Decision) -> Roll | None:
        if not self.rolls:
            return None
        refusal = decision.refusal(state, self.rolls[0])
        if refusal is not None:
            raise RecordError(f"the roll recorded is not the roll asked for: {refusal.reason}")
        return self.rolls.popleft()
