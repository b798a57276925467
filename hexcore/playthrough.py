"""Counting and recording play: perft, and playthroughs kept as golden texts."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from hexcore.actions import ActionForm
from hexcore.game import Game
from hexcore.players import Player, step
from hexcore.units import CHANCE, Side

MOST_BYTES = 300 * 1024
"""A golden text longer than this is read by nobody."""
LETTERS = 8
"""Of a hash, in a brief text."""


def perft(game: Game, depth: int) -> int:
    """How many sequences of exactly *depth* listed answers there are.

    With `TypedDice` a roll is an answer like any other; with other dice each roll falls as they say.
    """
    if depth == 0:
        return 1
    listed = game.legal_actions()
    if depth == 1:
        return len(listed)
    count = 0
    for action in listed:
        fork = game.fork()
        fork.submit(action)
        count += perft(fork, depth - 1)
    return count


def playthrough(
    game: Game, players: Mapping[Side, Player], path: Path, *, write: bool = False, brief: bool = False
) -> str:
    """Play a game out and compare it with its golden text: the differences, empty when there are none.

    With *write* the text is written instead. One line an answer: side, kind of decision, action, hash of the
    state after it; rolls stand between. A game of thousands of answers is kept *brief*: no actions, and the
    first letters of the hash. ValueError when the text is longer than a reader bears.
    """
    lines = lines_of(game, players)
    text = "".join(f"{shortened(line) if brief else line}\n" for line in lines)
    if len(text.encode()) > MOST_BYTES:
        raise ValueError(f"{path}: a playthrough of {len(text.encode())} bytes; at most {MOST_BYTES}")
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return ""
    if not path.exists():
        return f"{path}: no such playthrough"
    return differences(path.read_text(encoding="utf-8"), text, path.name)


def differences(golden: str, played: str, name: str) -> str:
    """What differs, as a unified diff of the first lines that do."""
    found = difflib.unified_diff(golden.splitlines(), played.splitlines(), f"{name} (golden)", "played", n=1)
    return "\n".join(line for _, line in zip(range(40), found, strict=False))


def shortened(line: str) -> str:
    """A line of a player's answer without the action; other lines as they are."""
    told = line.split("\t")
    if len(told) < 4:
        return line
    side, kind, _, hash = told
    return f"{side}\t{kind}\t{hash[:LETTERS]}"


def lines_of(game: Game, players: Mapping[Side, Player]) -> Iterator[str]:
    """The lines of a game as it is played out."""
    board = game.board
    form = ActionForm(board.map, frozenset(board.counters), board.ruleset.actions)
    yield f"{board.ruleset.id}\t{board.scenario.id}\t{game.state.hash}"
    while game.decision is not None:
        asked, begun = game.decision, len(game.journal)
        step(game, players)
        for n, entry in enumerate(game.journal[begun:]):
            kind = asked.kind if n == 0 else "roll"
            action = json.dumps(form.dump(entry.action), separators=(",", ":"))
            mark = "" if entry.side == CHANCE else f"\t{game.state.hash}"
            yield f"{entry.side}\t{kind}\t{action}{mark}"
    outcome = game.state.outcome
    yield f"{outcome.level}\t{outcome.text}\t{game.state.hash}" if outcome else f"?\t\t{game.state.hash}"
