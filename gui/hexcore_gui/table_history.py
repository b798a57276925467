"""What a table does with the past of its game: answers taken back and given again, and what-ifs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hexcore.actions import Action
from hexcore.events import Event
from hexcore.game import Entry, Game
from hexcore.game_tree import MAIN
from hexcore.gamefile import GameFile, GameFileError, NoUndo
from hexcore.record import RecordedDice, RecordError
from hexcore.units import CHANCE
from hexcore_gui.presentation import titled

if TYPE_CHECKING:
    from hexcore_gui.table_link import TableLink


class TableHistory:
    """Undo, redo and what-ifs of one table. Each verb returns why not, or nothing when it was done."""

    def __init__(self, link: TableLink) -> None:
        self.link = link
        self._forward: list[list[Action]] = []

    def forget(self) -> None:
        """Another answer was given, or another game lies here: nothing can be given again from memory."""
        self._forward.clear()

    # ---------------------------------------------------------------- undo
    def undo(self) -> str:
        """Takes back the last answer given here, and what computer players have answered since."""
        game = self.link.game
        why = self.why_no_undo()
        if why or game is None:
            return why
        try:
            self._take_back(game, self._since_own(game))
        except GameFileError as fault:
            return str(fault)
        return ""

    def why_no_undo(self) -> str:
        """Why the last answer given here cannot be taken back; nothing where it can."""
        game, file = self.link.game, self.link.file
        if game is None or not game.journal:
            return "Nothing has been done yet."
        count = self._since_own(game)
        if not count:
            return "Nothing has been done at this window yet."
        why = file.why_no_undo(count=count) if file is not None else _why_not(game, count)
        return stopped_by(game, why) if why is not None else ""

    def _since_own(self, game: Game) -> int:
        """How many answers there are since the last one given here, that one included; 0 when there is none.

        Where nobody sits here, the last answer of any computer player counts.
        """
        link = self.link
        others = {CHANCE} if link.viewer is None else {CHANCE, *link.players}
        return next((n for n, e in enumerate(reversed(game.journal), 1) if e.side not in others), 0)

    def _take_back(self, game: Game, count: int) -> None:
        link = self.link
        link.opponents.table.give_up()
        if link.file is not None:
            link.file.take_back(count)
        else:
            taken = [action for _ in range(count) if (action := game.undo()) is not None]
            self._forward.append(taken[::-1])
        if not link.ours:
            link.opponents.table.paused = True
        link.forget()
        link.taken_back.emit()

    # ---------------------------------------------------------------- redo
    def redo(self) -> str:
        """Gives again the answer last taken back here, and what computer players then answered."""
        link, why = self.link, self.why_no_redo()
        if why:
            return why
        link.opponents.table.give_up()
        why = self._redo_file(link.file) if link.file is not None else self._redo_memory()
        link.opponents.ask_next()
        return why

    def why_no_redo(self) -> str:
        """Why nothing can be given again; nothing where something can."""
        link = self.link
        possible = self._forward or (link.file is not None and link.file.redoable)
        return "" if link.game is not None and possible else "Nothing was taken back."

    def _redo_memory(self) -> str:
        link = self.link
        held = all(link.give_again(action) for action in self._forward.pop())
        return "" if held else "It is no answer any more."

    def _redo_file(self, file: GameFile) -> str:
        """One answer given here; the computer players' that followed come with it."""
        link = self.link
        while True:
            before, state = file.game.fork(), link.state
            try:
                action = file.redo()
            except RecordError as fault:
                return str(fault)
            if action is None:
                return ""
            entries = file.game.journal[len(before.journal) :]
            link.tell(state, _followed(before, entries), action, by_computer=entries[0].side in link.players)
            if link.ours or link.viewer is None:
                return ""

    # ---------------------------------------------------------------- what-ifs
    @property
    def what_if(self) -> str:
        """The name of the what-if that is being played; empty on the game itself."""
        file = self.link.file
        return file.branch.name if file is not None and file.branch.name != MAIN else ""

    @property
    def what_ifs(self) -> list[str]:
        """The what-ifs there are, by name."""
        file = self.link.file
        return [name for name in file.tree.branches if name != MAIN] if file is not None else []

    def begin(self, name: str) -> str:
        """A what-if from here, played from now on."""
        return self._over(lambda file: file.begin_branch(name))

    def go_to(self, name: str) -> str:
        """Another what-if is played from now on, or the game itself again for an empty name."""
        return self._over(lambda file: file.switch(name or MAIN))

    def drop(self, name: str) -> str:
        """A what-if is forgotten, with all that was played in it."""
        return self._over(lambda file: file.drop_branch(name))

    def _over(self, change: Callable[[GameFile], object]) -> str:
        link, file = self.link, self.link.file
        if file is None:
            return "This game is kept in no file."
        played, journal, why = file.branch.name, list(file.game.journal), ""
        link.opponents.table.give_up()
        try:
            change(file)
        except RecordError as fault:
            why = sentence(str(fault))
        if file.branch.name != played:
            link.turn_over(common(journal, file.game.journal))
        link.players_changed.emit()
        link.opponents.ask_next()
        return why


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """With how many of the same answers two games begin, each with the dice that fell after it."""
    pairs = enumerate(zip(one, other, strict=False))
    count = next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
    while count and any(len(way) > count and way[count].side == CHANCE for way in (one, other)):
        count -= 1
    return count


def _followed(before: Game, entries: list[Entry]) -> list[Event]:
    """What followed from an answer given again, dice included."""
    dice = RecordedDice()
    dice.rolls.extend(entry.action for entry in entries[1:])
    before.dice = dice
    return before.submit(entries[0].action, entries[0].side)


def _why_not(game: Game, count: int) -> NoUndo | None:
    """Why the last *count* answers of a game in memory cannot be taken back."""
    if count <= game.undoable:
        return None
    first = len(game.journal) - count
    rolls = [n for n, entry in enumerate(game.journal[first:], first + 1) if entry.side == CHANCE]
    return NoUndo("die", rolls[0], "") if rolls else NoUndo("reveal", first + 1, "")


def stopped_by(game: Game, why: NoUndo) -> str:
    """Which die, reveal or answer stands between, in words."""
    if why.kind == "beginning" or not why.line:
        return sentence(why.text or "nothing has been done yet")
    entry = game.journal[why.line - 1]
    first = {"die": "A die was rolled after this", "reveal": "A secret was opened after this"}
    told, asked = first.get(why.kind, "Another side has answered since"), about(entry)
    return f"{told}: {asked}." if asked else f"{told}."


def about(entry: Entry) -> str:
    """What was asked, and when."""
    rule, _, kind = entry.question.rpartition(" ")
    asked = f"{titled(kind).lower()}, rule {rule}" if rule else titled(kind).lower()
    when = f"turn {entry.turn}" if entry.turn else ""
    return ", ".join(filter(None, (asked, when)))


def sentence(text: str) -> str:
    """A reason of the core as a sentence."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
