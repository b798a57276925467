"""Changes of the table by consent in words: what is proposed, asked, and told in the log."""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.actions import Edit
from hexcore.events import Event, Placed, Removed, StepsLost
from hexcore.referee import ACCEPT, ALWAYS, BY_HAND, NOBODY, REFUSE, Consent
from hexcore.units import ELIMINATED
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage

ANSWERS = {ACCEPT: "Agree", ALWAYS: "Agree for this turn", REFUSE: "Refuse"}
"""What the buttons say when a change is proposed."""


def edit_text(stage: Stage, edit: Edit) -> str:
    """A change in words: `2 Guards to 0103`."""
    if edit.unit:
        return f"{stage.unit_name(edit.unit)} {_goes(stage, edit)}"
    if edit.marker:
        look = stage.presentation.marker_look(edit.marker)
        on = stage.unit_name(edit.subject) if edit.subject in stage.board.counters else edit.subject
        return f"{look.text or titled(edit.marker)} on {on}: {edit.count or 'none'}"
    if edit.track:
        track = stage.presentation.track_look(edit.track)
        value = track.words.get(str(edit.value)) or (
            titled(edit.value) if isinstance(edit.value, str) else str(edit.value)
        )
        return f"{track.label or titled(edit.track)} to {value}"
    holder = "nobody" if edit.holder == NOBODY else stage.side_name(edit.holder)
    return f"{stage.hex_name(edit.hex if edit.hex is not None else -1)} held by {holder}"


def _goes(stage: Stage, edit: Edit) -> str:
    if edit.hex is not None:
        return f"to {stage.hex_name(edit.hex)}"
    if edit.box:
        return f"to the box {stage.box_name(edit.box)}"
    lost = edit.losses or 0
    return f"with {lost or 'no'} {'step' if lost == 1 else 'steps'} lost"


def consent_question(stage: Stage, consent: Consent) -> str:
    """What the other side is asked."""
    why = f" ({consent.edit.reason})" if consent.edit.reason else ""
    return f"{stage.side_name(consent.proposer)} asks: {edit_text(stage, consent.edit)}{why}. Agree?"


def edited_text(stage: Stage, note: object, events: Iterable[Event]) -> str:
    """The note of a change that was carried out, its unit called by its full name."""
    proposer, _, rest = str(note).partition(": ")
    ids = [e.unit for e in events if isinstance(e, Placed | Removed | StepsLost)]
    known = [id for id in ids if id in stage.board.counters]
    return f"By consent: {stage.side_name(proposer)}: {stage.readable(rest, *known)}"


def by_hand(stage: Stage, event: Placed | Removed) -> str:
    """A unit put somewhere by hand, or nothing where a rule has put it there."""
    if event.why != BY_HAND:
        return ""
    name = stage.unit_name(event.unit)
    if isinstance(event, Placed):
        return f"{name} is put in {stage.hex_name(event.hex)} by hand"
    if event.box == ELIMINATED.name:
        return f"{name} is put among the eliminated units by hand"
    return f"{name} is put in the box {stage.box_name(event.box)} by hand"
