"""A game that goes on while its ruleset is edited: it is kept in scratch files, and read anew on demand.

No file of the player's is written: a game file that is named is copied first.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from hexcore import in_hand
from hexcore.authored import Authored, Unreadable
from hexcore.carrying_over import NotTakenOver, TakenOver, take_over
from hexcore.game_disk import RulesChanged
from hexcore.gamefile import GameFile
from hexcore.record import DiceRecord
from hexcore.ruleset import Ruleset, UnknownName
from hexcore.state import GameState
from hexcore.tables import DataError

Prove = Callable[[Ruleset], object]


@dataclass(frozen=True)
class Reloaded:
    """A ruleset read anew, how the game went along, and its open file."""

    ruleset: Ruleset
    taken: TakenOver
    file: GameFile

    def close(self) -> None:
        """Let go of the file: nobody wants it."""
        self.file.close()


class EditedGame:
    """A ruleset in its author's hands, and a scratch game of it in *folder*.

    *prove* may look at a ruleset that was read, and raise what is wrong with it.
    """

    def __init__(self, name: str, folder: Path, prove: Prove = lambda _ruleset: None) -> None:
        """UnknownName or Unreadable where *name* is no ruleset that holds."""
        self.authored, self.folder, self.prove = Authored(name), folder, prove
        self._names = (folder / f"scratch-{n}.hexgame" for n in count(1))
        in_hand.take(self.ruleset)

    def close(self) -> None:
        """The installed ruleset is found again."""
        in_hand.put_down(self.ruleset.id)
        self.authored.close()

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset in play."""
        return self.authored.ruleset

    # ---------------------------------------------------------------- beginning
    def begin(self, scenario: str = "", seed: int = 1) -> GameFile:
        """A new game, of the first scenario where none is named. UnknownName, Unreadable with the place."""
        self.ruleset.must_be_playable()
        chosen = self.ruleset.scenario(scenario or next(iter(self.ruleset.scenarios))).id
        try:
            return GameFile.create(next(self._names), self.ruleset, chosen, dice=DiceRecord("seed", seed))
        except Exception as fault:  # a ruleset can fail in any way
            raise self.authored.told(fault) from fault

    def begin_from(self, path: Path) -> tuple[GameFile, str]:
        """A copy of a game file, which stays as it is; with what is to be said of it.

        UnknownName for a game of another ruleset, GameFileError for no game, Unreadable where it does not
        hold under the rules as they are.
        """
        new = next(self._names)
        try:
            with GameFile.open(path) as file:
                self._must_be_ours(file.header.ruleset)
                file.save_copy(new)
            return GameFile.open(new), ""
        except RulesChanged:
            taken = self._taken_over(path, new, None)
        return GameFile.open(new), f"its rules have changed since: {taken.answers} answers were given again"

    def _must_be_ours(self, id: str) -> None:
        if id != self.ruleset.id:
            raise UnknownName(f"it is a game of {id!r}, and {self.ruleset.id!r} is being edited")

    # ---------------------------------------------------------------- reading anew
    def reload(
        self,
        path: Path | None,
        state: GameState | None,
        step: Callable[[int, int], object] = lambda _done, _of: None,
    ) -> Reloaded | Ruleset:
        """The ruleset read anew, and the game of a file, which stands at *state*, gone on under it.

        Without a game only the ruleset. Unreadable, with file and line where they are known, when either
        cannot be: the rules and the game in play then stay. It may take long: call it in a thread.
        """
        before, ruleset = self.ruleset, self.authored.read()
        try:
            self._proved(ruleset)
            if path is None:
                in_hand.take(ruleset)
                return ruleset
            taken = self._taken_over(path, next(self._names), state, step)
            in_hand.take(ruleset)
            return Reloaded(ruleset, taken, self._opened(taken.path))
        except BaseException:
            self.authored.put_back()
            in_hand.take(before)
            raise

    def _opened(self, path: Path) -> GameFile:
        """A game file, its question asked once: what a board derives is derived here, not at the table."""
        file = GameFile.open(path)
        try:
            file.game.legal_actions()
        except Exception as fault:  # a ruleset can fail in any way
            file.close()
            raise self.authored.told(fault) from fault
        return file

    def withdraw(self) -> None:
        """The ruleset read last cannot be used after all: the one before it is in play."""
        self.authored.put_back()
        in_hand.take(self.ruleset)

    def tidy(self, kept: Path) -> None:
        """Scratch files of games that have gone on in *kept* are taken away, what-ifs and all."""
        for path in self.folder.glob("scratch-*.hexgame*"):
            if not path.name.startswith(kept.name):
                with suppress(OSError):  # some systems keep what is still open
                    path.unlink()

    def _proved(self, ruleset: Ruleset) -> None:
        try:
            self.prove(ruleset)
        except Exception as fault:  # data can be wrong in any way
            raise self.authored.told(fault) from fault

    def _taken_over(
        self,
        path: Path,
        new: Path,
        state: GameState | None,
        step: Callable[[int, int], object] = lambda _done, _of: None,
    ) -> TakenOver:
        try:
            return take_over(path, new, self.ruleset, state, step)
        except NotTakenOver as fault:
            raise self._told(fault) from fault

    def _told(self, fault: NotTakenOver) -> Unreadable:
        cause = fault.fault
        if isinstance(cause, DataError):
            return self.authored.told(cause)
        place = self.authored.place_of(cause) if cause is not None else None
        if place is None:
            return Unreadable(str(fault))
        file = self.authored.short(place[0])
        return Unreadable(f"{file}:{place[1]}: {fault}", file, place[1])


def told(changed: tuple[str, ...], reloaded: Reloaded | Ruleset) -> str:
    """What a reload came to, in a sentence or two."""
    names = ", ".join(changed[:4]) + (f" and {len(changed) - 4} more" if len(changed) > 4 else "")
    head = f"Reloaded {names or 'the ruleset'}."
    if isinstance(reloaded, Ruleset):
        return head
    taken = reloaded.taken
    if taken.how == "same":
        return f"{head} Nothing that drives play is different: the game was not touched."
    if taken.how == "replayed":
        if not taken.answers:
            return f"{head} The game stands where it began."
        again = f"{taken.answers} answer{'' if taken.answers == 1 else 's'} given again"
        return f"{head} {again}{'; they lead elsewhere now' if taken.differs else ''}."
    left = f" ({'; '.join(taken.left)})" if taken.left else ""
    first = f"{taken.held} of {taken.answers} answers still hold, " if taken.answers else ""
    return f"{head} {first}{taken.refused}: the position went along as it stands{left}."
