"""What an answer has put out of reach: choices that a rule now refuses, and why a phase ended by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexcore.actions import Action
from hexcore.events import Event, PhaseBegan, apply
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore_gui.choices import Offer
from hexcore_gui.naming import several_in_list
from hexcore_gui.news import OVER
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.wording import Line, answer_heading

KINDS = ("commit", "advance")
"""Kinds of answer of which several are given one after another, each by a row of the list."""
MOST = 8


@dataclass(frozen=True)
class OutOfReach:
    """A choice that stood in the list before, and why it does not any more."""

    who: str
    why: Refusal


class NoMore:
    """Compares what was listed before an answer with what stands after it."""

    def __init__(self, stage: Stage, link: TableLink) -> None:
        self.stage, self.link = stage, link
        self._decision: Any = None
        self._offers: tuple[Offer, ...] = ()
        self.gone: list[OutOfReach] = []

    def remember(self) -> None:
        """What is listed now, for the next answer."""
        ours = self.link.ours
        self._decision = self.link.decision if ours else None
        self._offers = tuple(o for o in self.link.choices.offers if o.kind in KINDS) if ours else ()

    def answered(self, before: GameState, events: list[Event]) -> list[Line]:
        """An answer was given here; returns why the question is over, where no one has ended it."""
        given, asked, offers = self.link.answered, self._decision, self._offers
        self.gone = []
        if self.link.by_computer or given is None or asked is None or given.kind not in KINDS:
            return []
        found = self.link.ask(lambda _s: refused_now(self.stage, asked, offers, given, before, events)) or []
        now = self.link.decision
        if now is not None and now.kind == asked.kind and now.side == asked.side:
            listed = {o.action for o in self.link.choices.offers} if self.link.ours else set()
            free = {o.units for o in self.link.choices.offers if o.units}
            gone = {one.who: one for action, one, ids in found if action not in listed and ids not in free}
            self.gone = list(gone.values())[:MOST]
            return []
        over = not any(o.ends for o in self.link.choices.offers) or now is None or now.kind != asked.kind
        return [_told(one) for _, one, _ in found[:1]] if over else []


def _told(one: OutOfReach) -> Line:
    return Line(f"{OVER} {one.who}: {one.why.reason}", one.why.rule)


def refused_now(
    stage: Stage,
    asked: Any,
    offers: tuple[Offer, ...],
    given: Action,
    before: GameState,
    events: list[Event],
) -> list[tuple[Action, OutOfReach, tuple[str, ...]]]:
    """Of what was listed, what is refused once an answer is carried out, before anything else begins."""
    state = before
    for event in events:
        if isinstance(event, PhaseBegan):
            break
        state = apply(state, event)
    found = []
    used = {*getattr(given, "units", ()), getattr(given, "unit", "")}
    for offer in offers:
        if used & set(offer.units) or (offer.kind == "advance" and len(offer.units) > 1):
            continue  # what was just chosen; a stack of which each unit has a line of its own
        why = asked.refusal(state, offer.action)
        if why is not None:
            who = several_in_list(stage, state, offer.units) or answer_heading(stage, offer.action, asked)
            found.append((offer.action, OutOfReach(who, why), offer.units))
    return found
