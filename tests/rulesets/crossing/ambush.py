"""8: the ambush. Two markers alike; which one is real is a secret of Grey."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from crossing.pieces import AMBUSHES, GREEN, GREY, lost_with, markers
from hexcore.commitments import Reveal, commitment_for
from hexcore.events import Asked, Event, Noted, Removed
from hexcore.rules import Mask, rule
from hexcore.stacking import friends_at
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Side, Unit

REVEAL_TURN = 4


@rule({"crossing": "8.1"}, hook="movement_masks", wrapper=True)
def markers_bar_nobody(state: GameState, unit: Unit) -> Generator[None, list[Any], list[Any]]:
    parts = yield
    if unit.side != GREEN:
        return parts
    free = {u.hex for u in markers(state)}
    return [_opened(part, free) if isinstance(part, Mask) else part for part in parts]


def _opened(mask: Mask, free: set[int]) -> Mask:
    if mask.effect != "closed" or mask.rule:
        return mask
    return mask._replace(hexes=bytes(0 if h in free else flag for h, flag in enumerate(mask.hexes)))


@rule({"crossing": "8.2"}, hook="watched_hexes")
def marked_hexes(state: GameState, side: Side) -> list[int]:
    return [u.hex for u in markers(state)] if side == GREEN else []


@rule({"crossing": "8.2"}, hook="entered")
def sprung(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    if units[0].side != GREEN or all(u.hex != hex for u in markers(state)):
        return None
    if commitment_for(state, "ambush") is None:
        return caught(state, hex)
    return [Asked((reveal("8.2"),))]


def reveal(number: str) -> Reveal:
    return Reveal(GREY, "ambush", AMBUSHES, number, "Reveal which ambush is real.")


@rule({"crossing": "8.3"}, hook="revealed")
def real_and_false(state: GameState, what: str, choice: str) -> list[Event]:
    """The false marker goes; the real one stays, unless a Green unit has just walked into it."""
    (false,) = (id for id in AMBUSHES if id != choice)
    events: list[Event] = [Removed(false, "dummies", why="revealed")]
    hex = state.units[choice].hex
    return events + (caught(state, hex) if friends_at(state, GREEN, hex) else [])


def caught(state: GameState, hex: int) -> list[Event]:
    """What the real ambush does to those in its hex; it is spent then."""
    events: list[Event] = [Removed(u.id, "spent", why="sprung") for u in markers(state) if u.hex == hex]
    for unit in friends_at(state, GREEN, hex):
        if unit.counter.kind == "truck":
            events += [Removed(unit.id, ELIMINATED.name, why="ambush"), *lost_with(state, unit)]
        else:
            events.append(Noted("phase", "stopped", unit.id, ("8.3", "caught in an ambush")))
    return events


@rule({"crossing": "8.4"}, hook="may_be_attacked")
def not_attacked(state: GameState, hex: int) -> str | None:
    return "an ambush marker is not attacked" if any(u.hex == hex for u in markers(state)) else None


@rule({"crossing": "8.5"}, hook="begin_phase")
def the_last_moment(state: GameState, phase: str) -> list[Event] | None:
    due = phase == "green-movement" and state.turn == REVEAL_TURN
    return [Asked((reveal("8.5"),))] if due and commitment_for(state, "ambush") else None


@rule({"crossing": "8.6"}, hook="visibility")
def face_down(state: GameState, unit: Unit, viewer: Side) -> str | None:
    hidden = unit.counter.kind == "ambush" and not state.note("revealed", "ambush")
    return "back" if hidden else None
