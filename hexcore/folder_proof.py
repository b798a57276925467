"""Whether the files of a ruleset folder fit together: what no single row or table can tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexcore.charts import ratio_of
from hexcore.corrected_words import listed, nearest, slip
from hexcore.folder_reading import NOWHERE, TableRow
from hexcore.folder_references import Vocabulary
from hexcore.toml_places import Spot

if TYPE_CHECKING:
    from hexcore.folder_pieces import Pieces

Told = tuple[Path, Spot, str]
NUMBERS = frozenset("0123456789")


def proofs(pieces: Pieces, vocabulary: Vocabulary) -> Iterator[Told]:
    """Everything wrong between the files, with its place."""
    for proof in (
        _ids,
        _words_of_ground,
        _lines_of_supply,
        _results,
        _table,
        _places,
        _arrivals,
        _choices,
        _levels,
    ):
        yield from proof(pieces, vocabulary)


def _ids(pieces: Pieces, _words: Vocabulary) -> Iterator[Told]:
    """No id is given twice."""
    yield from _twice(pieces.counters, "id", lambda row: row.id)
    yield from _twice(pieces.costs, "word", lambda row: f"{row.on} {row.word}")
    yield from _twice(pieces.crt_rows, "odds", lambda row: f"{row.die} {row.odds}")
    for read, name, ids in (
        (pieces.sequence, "phase", [p.id for p in pieces.sequence.model.phases] if pieces.sequence else []),
        (
            pieces.scenarios,
            "scenario",
            [s.id for s in pieces.scenarios.model.scenarios] if pieces.scenarios else [],
        ),
    ):
        for n, id in enumerate(ids):
            if id in ids[:n] and read is not None:
                yield read.path, read.spot((name, n, "id")), f"id: there are two of the id {id!r}"


def _twice(rows: list[TableRow[Any]], column: str, key: Any) -> Iterator[Told]:
    seen: dict[str, int] = {}
    for row in rows:
        first = seen.setdefault(key(row.row), row.line)
        if first != row.line:
            yield row.path, row.spot(column), f"{column}: {key(row.row)!r} stands already in line {first}"


def _words_of_ground(pieces: Pieces, words: Vocabulary) -> Iterator[Told]:
    """The words of costs.csv are words of the map."""
    what = {"hex": "terrain word", "side": "hexside word", "road": "road word"}
    for row in pieces.costs:
        known = words.get(what[row.row.on])
        if known is not None and row.row.word not in known:
            near = nearest(row.row.word, known) or listed(known)
            yield (
                row.path,
                row.spot("word"),
                f"word: the map has no {what[row.row.on]} {row.row.word!r}{near}",
            )


def _lines_of_supply(pieces: Pieces, _words: Vocabulary) -> Iterator[Told]:
    """Lines of supply that cost points have a column to take them from."""
    head = pieces.head
    assert head is not None
    supply = head.model.supply
    if supply is not None and supply.measure == "points" and not supply.mobility:
        yield head.path, head.places.value(("supply", "measure")), "measure: points need a `mobility`"


def _results(pieces: Pieces, words: Vocabulary) -> Iterator[Told]:
    """Results are what the table of combat says they are."""
    head = pieces.head
    assert head is not None
    combat = head.model.combat
    if combat is None:
        yield from _no_combat(pieces)
        return
    if combat.results == "steps" and head.model.retreat.by == "opponent":
        text = 'by: retreats are moved by the opponent where combat.results = "words" only'
        yield head.path, head.places.value(("retreat", "by")), text
    for result, row in {row.row.result: row for row in reversed(pieces.crt_rows)}.items():
        if combat.results == "words" and result not in combat.words:
            near = nearest(result, tuple(combat.words)) or listed(frozenset(combat.words))
            yield row.path, row.spot("result"), f"result: {result!r} is no word of [combat.words]{near}"
        elif combat.results == "steps" and not _two_numbers(result):
            text = f"result: {result!r} is not attacker/defender, numbers or e: 1/0, e/0"
            yield row.path, row.spot("result"), text


def _no_combat(pieces: Pieces) -> Iterator[Told]:
    for n, phase in enumerate(pieces.sequence.model.phases if pieces.sequence else ()):
        if phase.kind == "combat" and pieces.sequence is not None:
            text = f"kind: the phase {phase.id!r} is one of combat, and ruleset.toml has no [combat]"
            yield pieces.sequence.path, pieces.sequence.spot(("phase", n, "kind")), text


def _two_numbers(result: str) -> bool:
    parts = result.split("/")
    return len(parts) == 2 and all(part == "e" or (part and set(part) <= NUMBERS) for part in parts)


def _table(pieces: Pieces, _words: Vocabulary) -> Iterator[Told]:
    """Each die has each column."""
    rows = pieces.crt_rows
    dice, columns = {r.row.die for r in rows}, {r.row.odds for r in rows}
    there = {(r.row.die, r.row.odds) for r in rows}
    for die in sorted(dice):
        for odds in sorted(columns, key=ratio_of):
            if (die, odds) not in there:
                yield pieces.folder / "crt.csv", NOWHERE, f"die {die} has no cell in the column {odds}"


def _places(pieces: Pieces, _words: Vocabulary) -> Iterator[Told]:
    """Each row of set-up.csv says one place, and no unit has two in a scenario."""
    seen: dict[tuple[str, str], int] = {}
    counters = pieces.made_counters()
    for row in pieces.set_up:
        given = [name for name in ("hex", "box", "group") if getattr(row.row, name)]
        if len(given) != 1:
            yield (
                row.path,
                row.spot("unit"),
                f"{row.row.unit}: give one of hex, box and group, not {len(given)}",
            )
        first = seen.setdefault((row.row.scenario, row.row.unit), row.line)
        if first != row.line:
            yield row.path, row.spot("unit"), f"unit: {row.row.unit!r} is set up already in line {first}"
        most = len(counters[row.row.unit].steps) if row.row.unit in counters else 99
        if row.row.losses >= most:
            yield row.path, row.spot("losses"), f"losses: {row.row.unit!r} has {most} steps"
    yield from _without_a_phase(pieces)


def _without_a_phase(pieces: Pieces) -> Iterator[Told]:
    """Who is set up freely has a phase for it."""
    setting = set[str]()
    for n, phase in enumerate(pieces.sequence.model.phases if pieces.sequence else ()):
        wrong = phase.kind != "set-up" and slip(phase.kind, ("set-up",))
        if wrong and pieces.sequence is not None:
            text = f"kind: {phase.kind!r} asks nothing{nearest(phase.kind, ('set-up',))}"
            yield pieces.sequence.path, pieces.sequence.spot(("phase", n, "kind")), text
        if wrong or phase.kind == "set-up":
            setting.add(phase.side)
    sides = {one.row.id: one.row.side for one in pieces.counters}
    for row in pieces.set_up:
        side = sides.get(row.row.unit, "")
        if row.row.group and side and side not in setting:
            setting.add(side)  # told once
            yield (
                row.path,
                row.spot("group"),
                f"group: {side} has no phase of the kind set-up in sequence.toml",
            )


def _arrivals(pieces: Pieces, words: Vocabulary) -> Iterator[Told]:
    """Arrivals come to ground that there is, within the turns of their scenarios, and wait until then."""
    known = words.get("hex or group of hexes", frozenset())
    placed = {(row.row.scenario, row.row.unit): row.line for row in pieces.set_up}
    given = pieces.scenarios.model.scenarios if pieces.scenarios else ()
    last = {s.id: s.last_turn for s in given if s.last_turn >= s.first_turn}
    for row in pieces.arrivals:
        for name in row.row.where.split():
            if known and name not in known:
                text = f"where: {name!r} is not a hex or group of hexes{nearest(name, known)}"
                yield row.path, row.spot("where"), text
        if (row.row.scenario, row.row.unit) in placed:
            line = placed[row.row.scenario, row.row.unit]
            text = f"unit: {row.row.unit!r} is set up in line {line} of set-up.csv"
            yield row.path, row.spot("unit"), text
        end = last.get(row.row.scenario, max(last.values(), default=row.row.turn))
        if row.row.turn > end:
            yield row.path, row.spot("turn"), f"turn: {row.row.turn} is after the last turn, {end}"


def _choices(pieces: Pieces, _words: Vocabulary) -> Iterator[Told]:
    """Options have the values they speak of; scenarios begin before they end; tracks start on the track."""
    head = pieces.head
    assert head is not None
    for n, option in enumerate(head.model.options):
        known = frozenset(option.values)
        if option.default not in known:
            at = head.spot(("option", n, "default"))
            yield head.path, at, f"default: {option.default!r} is none of the values{listed(known)}"
        for value in option.off:
            if value not in known:
                at = head.places.key(("option", n, "off", value))
                yield (
                    head.path,
                    at,
                    f"off: {value!r} is none of the values{nearest(value, known) or listed(known)}",
                )
    scenarios = pieces.scenarios
    for n, scenario in enumerate(scenarios.model.scenarios if scenarios else ()):
        assert scenarios is not None
        if scenario.last_turn < scenario.first_turn:
            at = scenarios.spot(("scenario", n, "last_turn"))
            yield (
                scenarios.path,
                at,
                f"last_turn: {scenario.last_turn} comes before turn {scenario.first_turn}",
            )
        for m, track in enumerate(scenario.tracks):
            on = track.start in track.words if track.words else _between(track.start, track.low, track.high)
            if not on:
                at = scenarios.spot(("scenario", n, "track", m, "start"))
                yield scenarios.path, at, f"start: {track.start!r} is not on the track {track.id!r}"


def _between(value: int | str, low: int, high: int) -> bool:
    return isinstance(value, int) and low <= value <= high


def _levels(pieces: Pieces, _words: Vocabulary) -> Iterator[Told]:
    """Levels of victory stand from the highest lead down, and either may score."""
    head = pieces.head
    assert head is not None
    levels = head.model.victory.levels if head.model.victory else []
    for n, (one, next_) in enumerate(pairwise(levels)):
        if one.lead is None or (next_.lead is not None and next_.lead >= one.lead):
            at = head.spot(("victory", "level", n + 1, "lead"))
            text = "lead: levels stand from the highest lead down, the one without a lead last"
            yield head.path, at, text
