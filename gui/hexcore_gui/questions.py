"""The question on the table as the decision bar shows it: who, what, by which rule, what is open."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hexcore.actions import Done, Take
from hexcore.decisions import Decision
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import CHANCE
from hexcore_gui.decision_bar import Asked, Duty
from hexcore_gui.naming import figures_of
from hexcore_gui.one_button import guest_of, primary_label
from hexcore_gui.pointing import Pointing
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.why_not import nowhere
from hexcore_gui.wording import (
    count,
    outcome_text,
    player_turn,
    points_text,
    question,
    reason_text,
    titled_first,
    who_decides,
)

MARKS = (
    "The number in a hex: the points left there. On your own units: blue, the move may end there;"
    " white with ›, it may only pass."
)
"""What the numbers on the map mean while units are in hand."""
PHASES = ("movement-phase", "combat-phase")
NOBODY = "No unit may move in this phase: end it."


def asked_of(stage: Stage, link: TableLink, pointing: Pointing) -> Asked:
    """Everything the decision bar shows now, and the sign of a what-if while one is played."""
    asked, name = _asked(stage, link, pointing), link.history.what_if
    return replace(asked, sign=f"What if: {name}  ▾") if name else asked


def _asked(stage: Stage, link: TableLink, pointing: Pointing) -> Asked:
    state, decision = link.state, link.decision
    if state.outcome is not None:
        return _ended(stage, state)
    if decision is None:
        return Asked("", "", stage.title, "Nothing is asked.")
    turn, who = player_turn(stage, state), who_decides(stage, decision.side)
    if not link.ours:
        return _opponent(stage, link, decision, turn, who)
    text = asked_in(stage, state) if decision.kind in PHASES else ""
    text = text or link.ask(lambda s: question(stage, decision, s)) or decision.kind
    duties, heading = duties_of(stage, link, pointing), "Open before the phase ends"
    idle = nobody_moves(link)
    if idle is not None:
        text, duties = NOBODY, [Duty("open", titled_first(stage.readable(idle.reason)), idle.rule), *duties]
    rule = idle.rule if idle is not None else decision.rule
    if decision.kind == "in-hand":
        heading = "In hand"
    elif decision.kind not in PHASES:
        heading = "To decide"
    ending = link.choices.ending
    ready = ending is not None or decision.kind in PHASES
    sentence = stage.first_sentence(rule) or hint(link, decision)
    primary = "" if decision.side == CHANCE else primary_label(stage, decision, state) if ready else ""
    hand = decision.kind == "in-hand"
    key = "Esc" if hand else "Space" if primary else ""
    return Asked(
        decision.side, turn, who, text, rule, sentence, heading, tuple(duties), primary, key,
        "plain" if hand else "primary", ready, guest=guest_of(state, decision),
    )  # fmt: skip


def nobody_moves(link: TableLink) -> Refusal | None:
    """Why no unit at all may be taken in a phase of moves: by the rule that holds most of them."""
    decision, state = link.decision, link.state
    if decision is None or decision.kind != "movement-phase" or link.choices.by_kind():
        return None
    own = [unit for unit in state.units.values() if unit.side == decision.side and unit.hex >= 0]
    found = [why for unit in own if (why := link.refusal(Take((unit.id,)))) is not None]
    rules = Counter(why.rule for why in found)
    return next((why for why in found if why.rule == rules.most_common(1)[0][0]), None)


def asked_in(stage: Stage, state: GameState) -> str:
    """The question of a phase of moves or attacks as its looks have it; empty where they say nothing."""
    id = state.board.sequence.phases[state.phase].id if state.phase >= 0 else ""
    look = stage.presentation.phases.get(id)
    return look.question if look is not None else ""


def hint(link: TableLink, decision: Decision) -> str:
    """What to do, where no rule text says it."""
    if decision.side == CHANCE:
        return "Type in what the dice show."
    if decision.kind == "in-hand":
        return "Click a blue hex, or put it down."
    return "Click a ringed hex, or choose in the list." if link.choices.lit else "Choose in the list."


def _ended(stage: Stage, state: GameState) -> Asked:
    outcome = state.outcome
    assert outcome is not None
    look = stage.side(outcome.winner) if outcome.winner else stage.side(CHANCE)
    name = look.name if outcome.winner and look.name else "Draw" if not outcome.winner else outcome.winner
    return Asked(
        outcome.winner or CHANCE, "The game is over", name, outcome_text(outcome), outcome.rule,
        stage.first_sentence(outcome.rule), "", (), "", "",
    )  # fmt: skip


def _opponent(stage: Stage, link: TableLink, decision: Decision, turn: str, who: str) -> Asked:
    """A computer player decides: in its colour, without a button but the one that stops it."""
    kind, name = titled(link.player_kinds.get(decision.side, "")), stage.side_name(decision.side)
    where = f"Turn {link.state.turn}: {stage.phase_title(link.state)}."
    if link.stopped:
        undo = Duty("open", "Undo takes back the last thing you did.")
        duties = (undo, Duty("open", "Game ▸ Players changes who plays."))
        return Asked(
            decision.side, turn, who, f"{kind}, the computer player for {name}, is paused.", decision.rule,
            where, "While it waits", duties, "Resume", "Space",
        )  # fmt: skip
    seconds = int(link.opponents.table.seconds)
    text = f"Thinking for {count(seconds, 'second')}" if seconds > 1 else "The map can be looked at."
    told = [Duty("open", text)]
    if link.reason:
        told.append(Duty("done", f"Last: {reason_text(stage, link.reason, link.answered)}"))
    return Asked(
        decision.side, turn, who, f"{kind}, the computer player for {name}, is thinking.", decision.rule,
        where, "Computer player", tuple(told), pause="Pause   Esc",
    )  # fmt: skip


# ------------------------------------------------------------------ what is open
def duties_of(stage: Stage, link: TableLink, pointing: Pointing) -> list[Duty]:
    """What is owed, perhaps forgotten, or settled; what is owed first."""
    decision, state = link.decision, link.state
    if decision is None:
        return []
    if decision.kind == "in-hand":
        return _hand(stage, link, pointing)
    if decision.kind not in PHASES:
        return _answers(link, pointing)
    found = owed(link)
    waiting = forgotten(stage, link, state, decision)
    if not found:
        found.append(Duty("done", "You may end the phase now."))
    return found + waiting


def owed(link: TableLink) -> list[Duty]:
    """What bars the end of the phase."""
    decision = link.decision
    assert decision is not None
    refusals = link.ask(lambda s: s.board.rules.may_end_phase(s, decision.side)) or []
    found = [
        Duty("owed", refusal.reason[:1].upper() + refusal.reason[1:], refusal.rule) for refusal in refusals
    ]
    if not found and (why := link.refusal(Done())) is not None:
        found.append(Duty("owed", why.reason[:1].upper() + why.reason[1:], why.rule))
    return found


def forgotten(stage: Stage, link: TableLink, state: GameState, decision: Decision) -> list[Duty]:
    """What could still be done and may have been forgotten."""
    found = []
    by_kind = link.choices.by_kind()
    if decision.kind == "movement-phase":
        ids = {o.units[0] for o in by_kind.get("take", []) if len(o.units) == 1}
        fresh = [i for i in ids if not stage.has_moved(state, state.units[i])]
        if fresh:
            verb = "has" if len(fresh) == 1 else "have"
            found.append(
                Duty("open", f"{count(len(fresh), 'unit')} {verb} not moved · N shows the next", what="moves")
            )
    elif by_kind.get("declare"):
        hexes = {h for o in by_kind["declare"] for h in o.hexes}
        found.append(Duty("open", f"{count(len(hexes), 'hex', 'hexes')} may still be attacked"))
    if decision.kind == "combat-phase" and (plans := link.plans.of(link.viewer)):
        verb = "is" if len(plans) == 1 else "are"
        found.insert(
            0, Duty("open", f"{count(len(plans), 'planned attack')} {verb} not declared yet", what="plans")
        )
    places = {o.units for o in by_kind.get("place", [])}
    if places:
        found.append(Duty("open", f"{count(len(places), 'unit')} may still arrive", what="arrivals"))
    return found


def perhaps_forgotten(stage: Stage, link: TableLink, state: GameState, decision: Decision) -> list[Duty]:
    """Of that, what is worth a question before the phase ends: plans not carried out, units that may still
    arrive, a movement phase in which nothing has moved, and what a ruleset reminds of. Attacks are as one
    likes.
    """
    idle = decision.kind == "movement-phase" and not any(
        stage.has_moved(state, unit) for unit in state.units.values() if unit.side == decision.side
    )
    if decision.kind not in PHASES:
        look = stage.presentation.questions.get(decision.kind)
        left = any(not offer.ends for offer in link.choices.offers)
        return [Duty("open", look.remind)] if look is not None and look.remind and left else []
    found = forgotten(stage, link, state, decision)
    kept = [duty for duty in found if duty.what in ("plans", "arrivals") or (duty.what == "moves" and idle)]
    return [replace(d, text=f"Nothing has moved: {d.text}") if d.what == "moves" else d for d in kept]


def _hand(stage: Stage, link: TableLink, pointing: Pointing) -> list[Duty]:
    from hexcore.movement import points_left

    units = pointing.in_hand
    if not units:
        return []
    where = stage.number(units[0].hex)
    figures = figures_of(stage, units[0]) if len(units) == 1 else ""
    who = figures or stage.units_name(tuple(u.id for u in units))
    first = Duty("open", f"{who} in {where}")
    left = link.ask(lambda s: min(points_left(s, s.units[u.id]) for u in units)) or 0
    moves = len(link.choices.lit)
    if not moves and (why := nowhere(link, units)) is not None:
        return [first, Duty("owed", "No hex to go to", why.rule)]  # the list says why
    return [
        first,
        Duty("open", f"{points_text(max(left, 0))} left, {count(moves, 'hex', 'hexes')} to go to", tip=MARKS),
    ]


def _answers(link: TableLink, pointing: Pointing) -> list[Duty]:
    listed = [o for o in link.choices.offers if not o.ends]
    found = [Duty("open", f"{count(len(listed), 'choice')} in the list")]
    if link.choices.ending is None and link.ours and not link.state.combats:
        why = link.refusal(Done())
        if why is not None and why.rule:
            found.insert(0, Duty("owed", titled_first(why.reason), why.rule))
    if brings := pointing.previews.text(None):
        found.insert(0, Duty("open", f"Now {brings}"))
    if link.choices.lit:
        found.append(Duty("open", f"{count(len(link.choices.lit), 'hex', 'hexes')} lit on the map"))
    return found
