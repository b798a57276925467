"""Referee mode: the table changed by hand, one side proposing and the others agreeing.

A unit put down in the wrong hex, a marker forgotten, a track miscounted: the players put it right themselves.
Every change is an answer in the journal like any other, so that it is told in the log, replayed and verified.
No rule of the game stands behind one, and none is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Choose, Edit
from hexcore.board import Board
from hexcore.decisions import Decision, unless_listed
from hexcore.events import (
    Answered,
    Asked,
    Controlled,
    Event,
    Marked,
    Noted,
    Placed,
    Removed,
    Steps,
    StepsLost,
    TrackSet,
    run,
)
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import CHANCE, Side, Unit

ACCEPT, ALWAYS, REFUSE = "accept", "accept until the turn ends", "refuse"
AGREED = "edits agreed"
"""Note of the turn, by proposer: his further edits need no consent."""
EDITED = "edited"
"""Note for good, by number of the edit: who changed what, and why."""
NOBODY = "nobody"
BY_HAND = "by hand"
"""Why a unit was placed or removed."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether a side agrees to a change of the table that another proposes."""

    side: Side
    proposer: Side
    edit: Edit
    rule: str = ""
    kind: Literal["consent"] = "consent"

    def prompt(self, state: GameState) -> str:
        why = f": {self.edit.reason}" if self.edit.reason else ""
        return f"The {self.proposer} player asks to change the table: {told(state, self.edit)}{why}. Agree?"

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Choose(word) for word in (ACCEPT, ALWAYS, REFUSE))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action)

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        if action.option == REFUSE:
            return state
        if action.option == ALWAYS:
            state = yield Noted("turn", AGREED, self.proposer)
        if any(isinstance(waiting, Consent) for waiting in state.agenda):
            return state
        return (yield from carried_out(state, self.proposer, self.edit))


# ------------------------------------------------------------------ proposing
def proposed(state: GameState, proposer: Side, edit: Edit) -> Steps:
    """What follows from a proposal: the other sides are asked, or it is carried out as agreed before."""
    if state.note(AGREED, proposer):
        return (yield from carried_out(state, proposer, edit))
    others = [side for side in state.board.sides if side != proposer]
    return (yield Asked(tuple(Consent(side, proposer, edit) for side in others)))


def refusal(state: GameState, proposer: Side, edit: Edit) -> Refusal | None:
    """Why the table cannot be changed so now; None when it can, if the others agree."""
    if proposer not in state.board.sides:
        return Refusal("", f"{proposer!r} is no side of this game")
    top = state.agenda[0] if state.agenda else None
    if top is None or top.side == CHANCE:
        return Refusal("", "the game is over" if top is None else "the dice decide now")
    if state.combats or getattr(top, "kind", "") in ("in-hand", "consent"):
        return Refusal("", "first finish what is begun: the unit in hand, the combat, the other change")
    fault = _fault(state, edit)
    return Refusal("", fault) if fault else _dead_end(state, top, proposer, edit)


def _fault(state: GameState, edit: Edit) -> str:
    """What is wrong with an edit itself."""
    changes = [name for name in ("unit", "marker", "track", "holder") if getattr(edit, name)]
    if len(changes) != 1:
        return "name one thing to change: a unit, a marker, a track, or the holder of a hex"
    check = {"unit": _unit_fault, "marker": _marker_fault, "track": _track_fault, "holder": _holder_fault}
    return check[changes[0]](state, edit) or _hidden(state, edit)


def _unit_fault(state: GameState, edit: Edit) -> str:
    if edit.unit not in state.units:
        return f"{edit.unit} is not in this game"
    unit = state.units[edit.unit]
    if sum((edit.hex is not None, bool(edit.box), edit.losses is not None)) != 1:
        return "say where the unit goes (hex or box), or how many steps it has lost (losses)"
    if edit.box and edit.box not in state.board.boxes:
        return f"no box {edit.box!r}; it is one of {', '.join(sorted(state.board.boxes))}"
    if edit.losses is not None and not 0 <= edit.losses < len(unit.counter.steps):
        return f"{unit.counter.name} can have lost 0 to {len(unit.counter.steps) - 1} steps"
    return ""


def _marker_fault(state: GameState, edit: Edit) -> str:
    known = {kind for kind, _ in state.markers} | set(state.board.ruleset.presentation.get("markers", {}))
    if edit.marker not in known:
        return f"there is no marker {edit.marker!r} here; there are: {', '.join(sorted(known)) or 'none'}"
    if edit.subject not in state.units and edit.subject not in state.board.map.index:
        return f"a marker lies on a unit or a hex; {edit.subject!r} is neither"
    return (
        "" if edit.count is not None and 0 <= edit.count <= 99 else "say how many lie there (count): 0 to 99"
    )


def _track_fault(state: GameState, edit: Edit) -> str:
    track = next((t for t in state.board.scenario.tracks if t.id == edit.track), None)
    if track is None or track.id == "turn":
        known = ", ".join(t.id for t in state.board.scenario.tracks if t.id != "turn")
        return f"no track {edit.track!r} can be set; these can: {known}"
    if track.words:
        return "" if edit.value in track.words else f"{track.id} is one of {', '.join(track.words)}"
    fits = isinstance(edit.value, int) and track.low <= edit.value <= track.high
    return "" if fits else f"{track.id} goes from {track.low} to {track.high}"


def _holder_fault(state: GameState, edit: Edit) -> str:
    if edit.hex is None:
        return "name the hex that changes hands"
    known = (*state.board.sides, NOBODY)
    return "" if edit.holder in known else f"a hex is held by one of {', '.join(known)}"


def _hidden(state: GameState, edit: Edit) -> str:
    """All who agree must see what changes."""
    named = [state.units[id] for id in (edit.unit, edit.subject) if id in state.units]
    sight, sides = state.board.rules.visibility, state.board.sides
    unseen = [u for u in named for side in sides if side != u.side and sight(state, u, side) != "open"]
    return "a unit that is hidden from a side is not changed by hand" if unseen else ""


def _dead_end(state: GameState, top: Decision, proposer: Side, edit: Edit) -> Refusal | None:
    """The question on the table must still have an answer afterwards."""
    after, _ = run(state, carried_out(state, proposer, edit))
    if next(iter(top.options(after)), None) is None:
        return Refusal("", "the question on the table would have no answer left")
    return None


# ------------------------------------------------------------------ carrying out
def carried_out(state: GameState, proposer: Side, edit: Edit) -> Steps:
    """The change itself, and the note of it."""
    number = sum(key == EDITED for _, key, _ in state.notes) + 1
    why = f": {edit.reason}" if edit.reason else ""
    words = f"{proposer}: {told(state, edit)}{why}"
    state = yield _event(state.board, state.units.get(edit.unit), edit)
    return (yield Noted("game", EDITED, str(number), words))


def _event(board: Board, unit: Unit | None, edit: Edit) -> Event:
    if unit is not None and edit.hex is not None:
        return Placed(unit.id, edit.hex, BY_HAND)
    if unit is not None and edit.box:
        return Removed(unit.id, edit.box, why=BY_HAND)
    if unit is not None:
        return StepsLost(unit.id, edit.losses or 0)
    if edit.marker:
        return Marked(edit.marker, edit.subject, edit.count or 0)
    if edit.track:
        return TrackSet(edit.track, edit.value if edit.value is not None else 0)
    return Controlled(edit.hex or 0, Side("" if edit.holder == NOBODY else edit.holder))


def told(state: GameState, edit: Edit) -> str:
    """An edit in words."""
    board, numbers = state.board, state.board.map.numbers
    if edit.unit:
        name = board.name(edit.unit)
        if edit.hex is not None:
            return f"{name} to {numbers[edit.hex]}"
        return f"{name} to the box {edit.box}" if edit.box else f"{name} has lost {edit.losses} steps"
    if edit.marker:
        on = board.name(edit.subject) if edit.subject in state.units else edit.subject
        return f"{edit.count} of {edit.marker} on {on}"
    if edit.track:
        return f"{edit.track} to {edit.value}"
    return f"{numbers[edit.hex or 0]} held by {edit.holder}"
