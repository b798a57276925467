"""Parsers given anything at all: a clear error of their own, or a value; no crash, no hang, no long text."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hill
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from hexcore.actions import ActionError, ActionForm
from hexcore.corrections import read_corrections
from hexcore.game import Game, SeededDice
from hexcore.journal_text import export, import_text
from hexcore.players import seated, step
from hexcore.position_text import position_text
from hexcore.positions import position_from
from hexcore.record import DiceRecord, Record, RecordError, lines_since, setting
from hexcore.ruleset import UnknownName, find
from hexcore.tables import DataError

REFUSALS = (DataError, RecordError, ActionError, UnknownName)
LONGEST = 400
"""Characters of an error: one line that a person reads."""
SECONDS = 10
"""For one text, on a busy machine."""
FEW = settings(
    max_examples=60,
    deadline=SECONDS * 1000,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
NASTY = [
    "[" * 100_000,
    '{"a":' * 100_000,
    "a = " + "[" * 100_000,
    "=" * 10_000,
    "\x00" * 100,
    "9" * 10_000,
    '"' + "\\u0000" * 1_000,
    "a.b.c.d.e.f=1\n" * 1_000,
    "x = 1e999\n",
    '{"hexgame": 1e400}',
    '{"hexgame": 1, "ruleset": ["__import__(\'os\')"]}',
    "\ufeff{}",
    "\n" * 50_000,
]


def a_game() -> Game:
    board = hill.RULESET.board(next(iter(hill.RULESET.scenarios)))
    game = Game.start(board, SeededDice(1))
    players = seated("random", board.sides, 1)
    for _ in range(30):
        step(game, players)
    return game


def a_record() -> str:
    start = setting(find("cobra-1977"), "breakout", {})
    game = start.start(SeededDice(1))
    players = seated("random", start.board.sides, 1)
    opening = game.state.hash
    for _ in range(20):
        step(game, players)
    lines, secrets = lines_since(game, 0)
    return "\n".join(export(Record(start.header(DiceRecord("seed", 1), opening), lines, secrets))) + "\n"


@st.composite
def spoilt(draw: st.DrawFn, whole: str) -> str:
    """A good text with something done to it."""
    text = whole
    for _ in range(draw(st.integers(1, 4))):
        at, until = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        until = min(until, at + 40)
        piece = draw(
            st.one_of(
                st.just(""),
                st.text(max_size=12),
                st.sampled_from([*'{}[]=,"\\\n\x00', "-1", "null", "1e99"]),
                st.just(text[at:until] * 3),
            )
        )
        text = text[:at] + piece + text[until:]
    return text


def tolerated(parse: Callable[[], Any]) -> None:
    """It answers, or refuses in a line; it does not take much memory for that."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = _told(parse)
    assert "\n" not in told.strip() and len(told) < LONGEST
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000, "more than 300 MB"


def _told(parse: Callable[[], Any]) -> str:
    """What an error says; a full stop where there is none."""
    try:
        parse()
    except REFUSALS as fault:
        return str(fault) or "\n"
    return "."


# ------------------------------------------------------------------ positions
POSITION = position_text(a_game())


@FEW
@given(spoilt(POSITION))
def test_positions(text: str) -> None:
    tolerated(lambda: _started(text))


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_nasty_positions(text: str) -> None:
    tolerated(lambda: _started(text))
    tolerated(lambda: _started(POSITION + text))


def _started(text: str) -> None:
    position = position_from(text, "fuzz.toml")
    position.start(position.board(hill.RULESET, position.entries.scenario))


# ------------------------------------------------------------------ games as text
RECORD = a_record()


@FEW
@given(spoilt(RECORD))
def test_texts(tmp_path: Path, text: str) -> None:
    tolerated(lambda: _imported(tmp_path, text))


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_nasty_texts(tmp_path: Path, text: str) -> None:
    tolerated(lambda: _imported(tmp_path, text))
    tolerated(lambda: _imported(tmp_path, RECORD + text))


def _imported(folder: Path, text: str) -> None:
    path = folder / "fuzz.txt"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    import_text(path)


# ------------------------------------------------------------------ corrections
CORRECTIONS = (
    "table,key,field,value,source\n"
    "units.csv,g_pz_2,ma,11,my copy\n"
    "units.csv,u_inf_9,strength_per_step,9|6|4|2,\n"
)


@FEW
@given(spoilt(CORRECTIONS))
def test_corrections(tmp_path: Path, text: str) -> None:
    tolerated(lambda: _corrected(tmp_path, text))


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_nasty_corrections(tmp_path: Path, text: str) -> None:
    tolerated(lambda: _corrected(tmp_path, text))
    tolerated(lambda: _corrected(tmp_path, CORRECTIONS + text))


def _corrected(folder: Path, text: str) -> None:
    path = folder / "fuzz.csv"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    read_corrections(path)


# ------------------------------------------------------------------ actions
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = st.sampled_from(["move", "attack", "commit", "edit", "conceal", "roll", "retreat", "place", "x"])


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            ["unit", "units", "to", "path", "targets", "with", "hex", "dice", "amount", "losses"]
        ),
        ANYTHING,
        max_size=4,
    ),
    KINDS,
)
def test_actions(words: dict[str, Any], kind: str) -> None:
    game = a_kept_game()
    form = ActionForm(game.board.map, frozenset(game.board.counters))
    before = game.state

    def answered() -> None:
        action = form.parse({"kind": kind, **words})
        game.refusal(action)
        json.dumps(form.dump(action))

    tolerated(answered)
    assert game.state is before


_KEPT: list[Game] = []


def a_kept_game() -> Game:
    if not _KEPT:
        _KEPT.append(a_game())
    return _KEPT[0]
