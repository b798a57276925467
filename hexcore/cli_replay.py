"""The command `replay`: a game played again to a place in it, or told answer by answer."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hexcore import cli_text
from hexcore.board import Board
from hexcore.cli import Wrong, emit
from hexcore.codec import EventForm
from hexcore.events import Rolled
from hexcore.journal_text import seen_by
from hexcore.pinning import changes
from hexcore.playback import Playback
from hexcore.record import (
    Line,
    Record,
    ReplayFault,
    Setting,
    ruleset_of,
    same_rules,
    setting_of,
)
from hexcore.retelling import Place, Told, heard, last_turn_of, retold, seen, whole_tale
from hexcore.units import Side

PLACES = "a number, a bookmark, a turn with a colon (3:) or a turn and a phase (3:phase)"
SILENT = ("noted", "asked", "answered", "phase-closing")
"""Bookkeeping, which could tell one side what only the other may know."""


def tell_changed(path: Path, record: Record) -> None:
    """Where the rules are not those of the game: what has changed, and by what it is told."""
    ruleset = ruleset_of(record.header)
    if same_rules(record.header, ruleset):
        return
    whole = bool(record.first) and all(line.events for line in record.lines)
    by = "it is told as it was recorded" if whole else "the present rules say what followed"
    told = f"the rules have changed since this game was saved: {ruleset.id}"
    what = f"{told} {changes(record.header, ruleset).text()}; {by}"
    print(f"hexcore: {path}: {what}; to play on: hexcore migrate {path} --dry-run", file=sys.stderr)


# ------------------------------------------------------------------ places by name
def number_of(word: str, record: Record, bookmarks: Mapping[str, int]) -> int:
    """The action after which a place lies: N, a bookmark, or the first question of a turn or a phase."""
    if ":" in word:
        return _turn(word, record)
    if not word.lstrip("-").isdecimal():
        if word not in bookmarks:
            known = ", ".join(bookmarks) or "there is none"
            raise Wrong(f"no bookmark {word!r}: {known}; a place is {PLACES}")
        return bookmarks[word]
    if not 0 <= int(word) <= len(record.lines):
        raise Wrong(f"the game has {len(record.lines)} actions, none is number {word}")
    return int(word)


def _turn(word: str, record: Record) -> int:
    turn, _, phase = word.partition(":")
    setting = setting_of(record.header)
    phases = setting.board.sequence.index
    if not turn.isdecimal():
        raise Wrong(f"{turn!r} is no turn; a place is {PLACES}")
    if phase and phase not in phases:
        raise Wrong(f"no phase {phase!r}; it is one of {', '.join(phases)}")
    for place in _places(record, setting):
        if place.turn == int(turn) and (not phase or place.phase == phases[phase]):
            return place.actions
    where = f"phase {phase} of turn {turn}" if phase else f"turn {turn}"
    raise Wrong(f"nobody was asked anything in {where}")


def _places(record: Record, setting: Setting) -> Iterator[Place]:
    """Every place at which somebody was asked, as the game is played again."""
    playback = Playback(record, setting, check=False)
    game = heard(playback.start())
    yield Place(len(game.journal), game.state.turn, game.state.phase)
    for told in retold(playback, game):
        yield Place(told.actions, told.after.turn, told.after.phase)


# ------------------------------------------------------------------ the log
class Stretch(NamedTuple):
    """Answers after the action `after`, up to the action `to`."""

    after: int
    to: int


def log(given: Namespace, record: Record, bookmarks: Mapping[str, int]) -> None:
    """What happened, answer by answer: who, what, the dice, and what followed."""
    setting = setting_of(record.header)
    viewer = _side(setting.board, given.viewer)
    stretch = _stretch(given, record, bookmarks, setting)
    lines = (record if viewer is None else seen_by(record, viewer)).lines
    try:
        rows = list(_rows(record, setting, lines, viewer, stretch))
    except ReplayFault as fault:
        raise Wrong(f"{given.file}: {fault}") from None
    titles = {phase.id: phase.title for phase in setting.board.sequence.phases}
    emit(given, rows, _text(rows, titles))


def _side(board: Board, word: str | None) -> Side | None:
    if word is not None and word not in board.sides:
        raise Wrong(f"no side {word!r}; it is one of {', '.join(board.sides)}")
    return None if word is None else Side(word)


def _stretch(given: Namespace, record: Record, bookmarks: Mapping[str, int], setting: Setting) -> Stretch:
    end = len(record.lines)
    if given.last_turn is not None:
        if given.start is not None or given.to is not None:
            raise Wrong("--last-turn says where it begins and ends: --from and --to do not go with it")
        side, places = _side(setting.board, given.last_turn), list(_places(record, setting))
        found = last_turn_of(places, setting.board.sequence, [side] if side else [])
        if found is None:
            raise Wrong(f"{given.last_turn} has had no player turn yet")
        return Stretch(places[found[0]].actions, places[found[-1]].actions)
    after = 0 if given.start is None else number_of(given.start, record, bookmarks)
    to = end if given.to is None else number_of(given.to, record, bookmarks)
    if after > to:
        raise Wrong(f"--from (action {after}) lies behind --to (action {to})")
    return Stretch(after, to)


def _rows(
    record: Record, setting: Setting, lines: list[Line], viewer: Side | None, stretch: Stretch
) -> Iterator[dict[str, Any]]:
    """One row for each answer, the dice that fell at once with it."""
    form = EventForm(setting.board)
    for told in whole_tale(record, setting):
        opens = told.before.phase < 0
        if told.since >= stretch.to and not opens:
            return
        if told.actions > stretch.after or (opens and not stretch.after):
            yield _row(form, lines[told.since : told.actions], seen(told, viewer), viewer)


def _row(form: EventForm, lines: list[Line], told: Told, viewer: Side | None) -> dict[str, Any]:
    """An answer with all that followed; before the first one, the number 0 and no answer."""
    state, phases = told.before, told.before.board.sequence.phases
    opens = state.phase < 0
    if viewer is None:
        events = form.dump_all(state, told.events)
    else:
        events = [form.dump(event) for event in told.events if event.kind not in SILENT]
    return {
        "n": 0 if opens else told.since + 1,
        "turn": state.turn,
        "phase": None if opens else phases[state.phase].id,
        "side": None if opens else lines[0].side,
        "action": None if opens else lines[0].action,
        "dice": [list(event.dice) for event in told.events if isinstance(event, Rolled)],
        "events": events,
    }


def _text(rows: list[dict[str, Any]], titles: Mapping[str, str]) -> str:
    lines: list[str] = []
    for row in rows:
        if row["n"]:
            lines.append(f"{row['n']:>5}  {row['side']}: {json.dumps(row['action'], ensure_ascii=False)}")
        lines += [f"       {text}" for event in row["events"] if (text := _words(event, titles))]
    return "\n".join(lines) or "(nothing)"


def _words(event: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """An event in words; a phase that begins by its title."""
    if event["kind"] == "phase-began":
        return f"turn {event['turn']}: {titles[event['id']]}"
    return cli_text.event(event)
