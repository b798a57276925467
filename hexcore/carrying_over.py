"""A game under way taken over to rules that were edited meanwhile.

Its answers are given again; where one is refused now, the position itself goes along. The file it is kept in
is only read: the game goes on in a new one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hexcore.codec import StateForm
from hexcore.game import Game, IllegalAction
from hexcore.game_disk import connected, faults, reading
from hexcore.game_store import write_new
from hexcore.game_tree import MAIN, Kept, straight
from hexcore.migration import contents, snapshot_text
from hexcore.pinning import HELD
from hexcore.playback import Playback
from hexcore.positions import position_from
from hexcore.positions_kept import NoPlace, position_kept
from hexcore.record import (
    Header,
    Line,
    ReplayFault,
    Secret,
    Setting,
    lines_since,
    same_rules,
    setting,
    with_corrections,
)
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.tables import DataError

POSITION = "begun from a position"
"""The remark of a game file whose first state is no set-up: the phase of that state."""
Step = Callable[[int, int], object]


class NotTakenOver(Exception):
    """Why a game cannot go on under the rules as they now are. `fault` is what failed, for its place."""

    def __init__(self, text: str, fault: BaseException | None = None) -> None:
        super().__init__(text)
        self.fault = fault


@dataclass(frozen=True)
class TakenOver:
    """How a game went along, and the file `path` that it goes on in.

    All its `answers` were given again (`differs`: they led elsewhere), or none had to be (`same`: only texts
    have changed), or its position went along. For a position `held` answers were still allowed, and `refused`
    says why the next one was not; `left` tells what of the position could not go along.
    """

    how: Literal["same", "replayed", "position"]
    path: Path
    answers: int
    held: int
    differs: bool = False
    refused: str = ""
    left: tuple[str, ...] = ()


def take_over(
    path: Path,
    new: Path,
    ruleset: Ruleset,
    state: GameState | None,
    step: Step = lambda _done, _of: None,
) -> TakenOver:
    """The game of a file (its main line), as *ruleset* has it, in the new file *new* where it needs one.

    *state* is where it stands under the old rules, None where nobody knows: then its answers must hold.
    NotTakenOver, and no file, when neither answers nor position hold, or a rule fails.
    """
    game = _Under(path, ruleset)
    answers = len(game.record.lines)
    if same_rules(game.record.header, game.setting.board.ruleset):
        return TakenOver("same", path, answers, answers)
    try:
        return game.replayed(new, step)
    except ReplayFault as fault:
        refused = _refused(fault)
        if refused is None or state is None:
            raise NotTakenOver(str(fault), fault.__cause__ or fault) from fault
        return game.position(new, state, fault.n, refused)


def _refused(fault: ReplayFault) -> str | None:
    """Why an answer does not hold; None where a rule failed, or data could not be read."""
    cause = fault.__cause__
    if isinstance(cause, IllegalAction):
        rule = f" [{cause.refusal.rule}]" if cause.refusal.rule else ""
        return f"answer {fault.n} is refused: {cause.refusal.reason}{rule}"
    if cause is None or (isinstance(cause, ValueError) and not isinstance(cause, DataError)):
        return f"answer {fault.n}: {fault.reason}" if fault.n else f"the opening: {fault.reason}"
    return None


class _Under:
    """A game file and the rules it is to go on under."""

    def __init__(self, path: Path, ruleset: Ruleset) -> None:
        with closing(connected(path)) as db, faults(path), reading(db):
            version, self.kept = contents(db)
            self.first = ""
            if POSITION in self.kept.remarks:
                self.first = snapshot_text(db, version, self.kept, 0)
        main = self.kept.tree.path(self.kept.tree.branches[MAIN].head)
        self.record = self.kept.record(main)
        try:
            self.setting = setting_under(self.record.header, ruleset)
        except (ValueError, LookupError) as fault:
            raise NotTakenOver(str(fault), fault) from fault
        self.form = StateForm(self.setting.board)

    # ---------------------------------------------------------------- by its answers
    def replayed(self, new: Path, step: Step) -> TakenOver:
        """Every answer given again. ReplayFault at the first that does not hold."""
        record, playback = self.record, Playback(self.record, self.setting, check=False, rules=True)
        game = self._begun(playback)
        lines, secrets = lines_since(game, 0)
        first = (len(lines), game.state)
        differs = game.state.hash != record.header.opening
        of, last = len(record.lines), ""
        for n in playback.go_on(game):
            step(n, of)
            more, opened = lines_since(game, len(lines))
            lines += more
            secrets |= opened
            last = record.lines[n - 1].hash
        self._must_go_on(game)
        differs = differs or bool(last and last != game.state.hash)
        self._write(new, game, first, lines, secrets)
        return TakenOver("replayed", new, of, of, differs)

    def _begun(self, playback: Playback) -> Game:
        """The game at its first question: of the set-up, or of the position it was begun from."""
        if not self.first:
            try:
                return playback.start()
            except ReplayFault:
                raise
            except Exception as fault:  # a rule that was edited can fail in any way
                raise ReplayFault(0, f"{type(fault).__name__}: {fault}") from fault
        try:
            state = self.form.load(json.loads(self.first), proved=False)
        except ValueError as fault:
            raise ReplayFault(0, f"it has no place any more: {fault}") from fault
        if _phase(state) != self.kept.remarks[POSITION]:
            raise ReplayFault(0, "the sequence of play is another one")
        return Game(self.setting.board, state, self.record.header.dice.dice())

    # ---------------------------------------------------------------- by its position
    def position(self, new: Path, state: GameState, n: int, refused: str) -> TakenOver:
        """The position itself, its answers left behind."""
        try:
            kept, left = position_kept(state, self.setting.board)
            game = Game.at(kept, self.record.header.dice.dice())
        except NoPlace as fault:
            raise NotTakenOver(f"{refused}; and the position has no place: {fault}", fault) from fault
        except Exception as fault:  # a rule that was edited can fail in any way
            raise NotTakenOver(f"{type(fault).__name__}: {fault}", fault) from fault
        self._must_go_on(game)
        lines: list[Line] = []
        self._write(new, game, (0, game.state), lines, {}, {POSITION: _phase(game.state)})
        return TakenOver("position", new, len(self.record.lines), max(n - 1, 0), True, refused, left)

    def _must_go_on(self, game: Game) -> None:
        """Nobody is shown a game whose question cannot be answered."""
        try:
            game.legal_actions()
        except Exception as fault:  # a rule that was edited can fail in any way
            raise NotTakenOver(f"{type(fault).__name__}: {fault}", fault) from fault

    def _write(
        self,
        new: Path,
        game: Game,
        first: tuple[int, GameState],
        lines: list[Line],
        secrets: dict[int, Secret],
        remarks: dict[str, str] | None = None,
    ) -> None:
        header = self.setting.header(self.record.header.dice, first[1].hash)
        made = straight(header, lines, secrets)
        made.remarks.update({k: v for k, v in self.kept.remarks.items() if k != HELD} | (remarks or {}))
        self._bookmarks(made, len(lines))
        states = dict([first, (len(lines), game.state)])
        write_new(new, made, states.items(), self.form)

    def _bookmarks(self, made: Kept, lines: int) -> None:
        for mark in self.kept.bookmarks.values():
            n = self.kept.tree.nodes[mark.line].line.n if mark.line else 0
            if n <= lines:
                made.bookmarks[mark.name] = mark._replace(line=n)


def _phase(state: GameState) -> str:
    return str(state.board.sequence.phases[state.phase].id) if state.phase >= 0 else ""


def setting_under(header: Header, ruleset: Ruleset) -> Setting:
    """What a recorded game starts from as *ruleset* has it; an option that is gone has its default."""
    ruleset = with_corrections(ruleset, header.corrections)
    known = {option.id: option.values for option in ruleset.scenario(header.scenario).options}
    options = {id: value for id, value in header.options.items() if value in known.get(id, ())}
    given = position_from(header.position, "the position it started from") if header.position else None
    return setting(ruleset, header.scenario, options, given)
