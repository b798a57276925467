"""One position of a game looked into: what must hold of any ruleset's question, answers, state and views."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hexcore import actions as a
from hexcore.actions import Action, ActionForm, Conceal
from hexcore.brute_force import mismatches
from hexcore.commitments import sealed
from hexcore.decisions import Decision
from hexcore.events import bars_undo
from hexcore.fault_places import traced
from hexcore.game import Game, IllegalAction
from hexcore.movement import move_refusals, reach_of, trace
from hexcore.movement_phase import InHand, MovementPhase
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore.views import digest_of, view

LONGEST_PROMPT = 60
TRIED = 8
"""How many listed answers, and how many units, of one position are tried."""


class Finding(NamedTuple):
    """Something that does not hold here; where in the ruleset's code it broke, where something broke."""

    check: str
    text: str
    path: Path | None = None
    line: int = 0


def ended(check: str, action: Action, fault: Exception, game: Game) -> Finding:
    """An answer that ends in a fault."""
    broken = traced(fault, game.board.ruleset)
    return Finding(check, f"{action} ends in {broken.text}", broken.path, broken.line)


def examine(game: Game, source: random.Random) -> Iterator[Finding]:
    """Everything that does not hold of the question now on the table. The game is left as it is."""
    decision = game.decision
    assert decision is not None
    yield from question_faults(game.state, decision)
    yield from digest_faults(game.state, "here")
    listed = game.legal_actions()
    for action in source.sample(listed, min(TRIED, len(listed))):
        yield from answer_faults(game, action)
    yield from refusal_faults(game, source)
    yield from saving_faults(game.state, decision)
    for side in game.board.sides:
        yield from view_faults(game, side)
    yield from movement_faults(game.state, decision, source)
    yield from (Finding(*mismatch) for mismatch in mismatches(game))


# ------------------------------------------------------------------ the question
def question_faults(state: GameState, decision: Decision) -> Iterator[Finding]:
    """A prompt that is missing or too long; a rule nobody knows; an answer listed twice."""
    prompt, texts = decision.prompt(state), state.board.ruleset.rule_texts
    if not prompt.strip() or len(prompt) > LONGEST_PROMPT:
        yield Finding("prompt", f"{decision.kind} asks {prompt!r} ({len(prompt)} characters)")
    if texts and not decision.rule:
        text = f"{decision.kind} cites no rule: its phase, table or function has no number"
        yield Finding("rule known", text)
    elif texts and decision.rule not in texts:
        yield Finding("rule known", f"{decision.kind} cites {decision.rule!r}, which has no text")
    times = Counter(map(repr, decision.options(state)))  # tens of thousands in a free set-up
    twice = next((action for action, number in times.items() if number > 1), None)
    if twice is not None:
        yield Finding("listed once", f"{decision.kind} lists {twice} twice")


def digest_faults(state: GameState, where: str) -> Iterator[Finding]:
    """A digest kept along the way that differs from one counted afresh."""
    if state.digest != digest_of(state):
        yield Finding("digest", f"the digest {where} is not that of the state")


# ------------------------------------------------------------------ answers
def answer_faults(game: Game, action: Action) -> Iterator[Finding]:
    """A listed answer that is refused, has no text form, or is not taken back and given again alike."""
    if isinstance(action, Conceal) and action.choice and not action.commitment:
        action = sealed(action, "00" * 16)
    read = read_again(game, action)
    if read != action:
        yield Finding("text form", f"{action} is read as {read}")
    refusal = game.refusal(action)
    if refusal is not None:
        yield Finding("listed is accepted", f"{action} is refused: {refusal.reason} [{refusal.rule}]")
        return
    yield from _given_and_taken_back(game, action)


def read_again(game: Game, action: Action) -> Action:
    """An action written as text and read."""
    board = game.board
    form: ActionForm = board.once(
        "conformance form", lambda: ActionForm(board.map, frozenset(board.counters), board.ruleset.actions)
    )
    return form.parse(json.loads(json.dumps(form.dump(action))))


def _given_and_taken_back(game: Game, action: Action) -> Iterator[Finding]:
    fork = game.fork()
    before = fork.state
    try:
        events = fork.submit(action)
    except Exception as fault:
        yield ended("listed is accepted", action, fault, game)
        return
    after = fork.state
    yield from digest_faults(after, f"after {action}")
    taken = fork.undo()
    if bars_undo(events):
        if taken is not None or fork.state is not after:
            yield Finding("undo", f"{action} was taken back from behind a die or a reveal")
        return
    if taken != action or fork.state is not before or len(fork.journal) != len(game.journal):
        yield Finding("undo", f"{action} taken back does not give the state before it")
        return
    fork.submit(action)
    if fork.state.hash != after.hash:
        yield Finding("undo", f"{action} taken back and given again gives another state")


def refusal_faults(game: Game, source: random.Random) -> Iterator[Finding]:
    """A wrong answer that ends in a fault, or a refused one that changes something."""
    for action in wrong_answers(game.state, source):
        fork = game.fork()
        before, length = fork.state, len(fork.journal)
        try:
            refusal = fork.refusal(action)
            if refusal is None:
                fork.submit(action)
                yield from digest_faults(fork.state, f"after {action}")
                continue
        except Exception as fault:
            yield ended("play", action, fault, game)
            continue
        if not refusal.reason:
            yield Finding("refusal", f"{action} is refused without a reason")
        try:
            fork.submit(action)
            yield Finding("refusal", f"{action} is refused, and taken all the same")
        except IllegalAction:
            pass
        if fork.state is not before or len(fork.journal) != length or before.digest != digest_of(before):
            yield Finding("refused leaves the state", f"{action} is refused and changed something")


def wrong_answers(state: GameState, source: random.Random) -> list[Action]:
    """Answers of every kind that are mostly wrong here, with names that exist."""
    units, hexes = list(state.units.values()), range(len(state.board.map))
    one, other = source.choice(units).id, source.choice(units).id
    hex, near = source.choice(hexes), source.choice(hexes)
    return [
        a.Done(),
        a.PutDown(),
        a.Take(()),
        a.Take((one, one)),
        a.Take((one, other)),
        a.Move((one,), hex),
        a.Move((one,), path=(hex, near)),
        a.Move((), hex),
        a.Move(()),
        a.Overrun(hex, (one,)),
        a.Exit("nowhere", (one,)),
        a.Embark(other, (one,)),
        a.Disembark((one,)),
        a.Disembark(()),
        a.Declare(()),
        a.Declare((hex, hex)),
        a.Declare((hex,)),
        a.AddAttacker(one),
        a.Attack((), ()),
        a.Attack((hex,), (one, one)),
        a.Attack((hex,), (one,), {"nothing": 1}),
        a.Attack((hex,), (one,), {"nothing": ("at", "all")}),
        a.Retreat((), ()),
        a.Retreat((one,), ()),
        a.Retreat((one, other), (hex,)),
        a.Advance((), ()),
        a.Advance((one,), ()),
        a.Advance((one, one), (hex,)),
        a.Lose(one),
        a.Place(one, hex),
        a.Commit("nothing"),
        a.Commit("nothing", one, hex, -1),
        a.Conceal("nothing"),
        a.Conceal("nothing", "x"),
        a.Choose("nothing"),
        a.Choose(""),
        a.Roll(()),
        a.Roll((7,)),
    ]


# ------------------------------------------------------------------ saving
def saving_faults(state: GameState, decision: Decision) -> Iterator[Finding]:
    """A state that is not the same after it was written and read."""
    try:
        from hexcore.codec import StateForm

        form = StateForm(state.board)
        read = form.load(json.loads(json.dumps(form.dump(state))))
    except Exception as fault:
        broken = traced(fault, state.board.ruleset)
        yield Finding("save and load", f"at {decision.kind}: {broken.text}", broken.path, broken.line)
        return
    if read.hash != state.hash or read != state or read.openings != state.openings:
        yield Finding("save and load", f"at {decision.kind}: what is read is not what was written")
    elif list(decision.options(read)) != list(decision.options(state)):
        yield Finding("save and load", f"at {decision.kind}: other answers are listed after reading")


# ------------------------------------------------------------------ views
def view_faults(game: Game, side: Side) -> Iterator[Finding]:
    """What a side sees and should not, and what it cannot ask of its view."""
    state = game.state
    seen = view(state, side)
    hidden = state.units.keys() - seen.units.keys()
    yield from digest_faults(seen, f"of {side}'s view")
    texts = list(texts_in(seen))
    own = {c.what for c in state.commitments if c.owner == side}
    if not seen.openings.keys() <= own:
        yield Finding("views hide", f"{side} sees the opening of another side's secret")
    for what, (_, salt) in state.openings.items():
        if what not in own and salt and salt in texts:
            yield Finding("views hide", f"{side} sees the salt of {what!r}")
    if seen.agenda and seen.agenda[0].side == side:
        texts += _asked(seen, game.legal_actions())
    yield from _named(hidden, texts, side)
    blind = state.evolve(openings={what: opening for what, opening in state.openings.items() if what in own})
    if view(blind, side).hash != seen.hash:
        yield Finding("views hide", f"the hash of {side}'s view depends on another side's secret")


def _asked(seen: GameState, listed: list[Action]) -> list[str]:
    """What a side is told by its question: the prompt, and the answers listed here and in its view."""
    decision = seen.agenda[0]
    return [decision.prompt(seen), *texts_in(listed), *texts_in(list(decision.options(seen)))]


def _named(hidden: set[str], texts: list[str], side: Side) -> Iterator[Finding]:
    for id in sorted(hidden):
        word = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-])")
        found = next((text for text in texts if id in text and word.search(text)), None)
        if found is not None:
            yield Finding("views hide", f"{id} is hidden from {side} and named in its view: {found!r}")


LEFT_OUT = frozenset({"board", "caches", "digest"})


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a state, an action or any plain value, field by field."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, GameState) or (is_dataclass(value) and not isinstance(value, type)):
        for part in fields(value):
            if part.name not in LEFT_OUT:
                yield from texts_in(getattr(value, part.name))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from texts_in(key)
            yield from texts_in(part)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            yield from texts_in(part)


# ------------------------------------------------------------------ movement
def movement_faults(state: GameState, decision: Decision, source: random.Random) -> Iterator[Finding]:
    """A reach that its own rules do not bear out, at its edge and inside."""
    if isinstance(decision, InHand):
        yield from reach_faults(state, decision.alive(state), source)
    elif isinstance(decision, MovementPhase):
        takes = [action for action in decision.options(state) if isinstance(action, a.Take)]
        for take in source.sample(takes, min(3, len(takes))):
            yield from reach_faults(state, tuple(state.units[i] for i in take.units), source)


def reach_faults(state: GameState, units: tuple[Unit, ...], source: random.Random) -> Iterator[Finding]:
    """A way in the reach that is refused or costs otherwise; a neighbour outside it that nothing refuses."""
    reach, ground = reach_of(state, units), state.board.map
    ids = tuple(unit.id for unit in units)
    for hex in reach.spent:
        path = reach.path(hex)
        for unit in units:
            spent, refusal = trace(state, unit, path)
            if refusal is not None:
                yield Finding("reach", f"{unit.id} reaches {ground.numbers[hex]}, but: {refusal.reason}")
            elif spent != reach.spent[hex] and len(units) == 1:
                yield Finding("reach", f"{unit.id} to {ground.numbers[hex]} costs {spent} on its way")
    edge = [(hex, near) for hex in reach.spent for near in ground.around(hex) if near not in reach.spent]
    for hex, near in source.sample(edge, min(TRIED, len(edge))):
        for move in (a.Move(ids, near), a.Move(ids, path=(*reach.path(hex), near))):
            reasons = [refusal.reason for refusal in move_refusals(state, units, move)]
            if not reasons or not all(reasons) or any("{" in reason for reason in reasons):
                yield Finding(
                    "reach", f"{ids} may not go to {ground.numbers[near]}: {reasons or 'no reason'}"
                )
