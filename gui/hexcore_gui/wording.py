"""Events, answers and refusals as words a player reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hexcore.events import (
    Committed,
    Event,
    Fought,
    GameEnded,
    Marked,
    Moved,
    Noted,
    PhaseBegan,
    Placed,
    Removed,
    Revealed,
    Rolled,
    StepsLost,
    TrackSet,
)
from hexcore.referee import BY_HAND, EDITED, Consent
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Side
from hexcore_gui.choices import Offer, offer_of
from hexcore_gui.marker_words import marked_texts
from hexcore_gui.naming import in_list as in_list, several_in_list as several_in_list
from hexcore_gui.presentation import titled
from hexcore_gui.referee_words import ANSWERS, by_hand, consent_question, edited_text
from hexcore_gui.sentences import (
    lower_first as lower_first,
    outcome_text as outcome_text,
    standing_text as standing_text,
    titled_first as titled_first,
)
from hexcore_gui.stage import Stage
from hexcore_gui.track_words import change_text, value_text as value_text

KINDS = {
    "take": "Take in hand",
    "put-down": "Put down",
    "move": "Move",
    "overrun": "Overrun",
    "exit": "Leave the map",
    "embark": "Go aboard",
    "disembark": "Set down",
    "declare": "Attack",
    "add-attacker": "Bring into the attack",
    "retreat": "Retreat",
    "advance": "Advance",
    "lose": "Lose a {loss}",
    "place": "Place",
    "commit": "Commit",
    "choose": "Choose",
    "roll": "Roll",
    "done": "Done",
    "edit": "Change the table",
}
"""Headings for kinds of answer; a kind that a ruleset adds is its own word. `{loss}` is what a loss is."""
CHOICES = {"take-result": "Hexes and {loss}s", "consent": "Change the table"}
"""Headings for what is chosen, by the kind of question."""


@dataclass(frozen=True)
class Line:
    """One line of the log: words, the rule beside them, the hex they are about, how they are set, and of what
    `kind` they are: `move`, `combat`, `dice`, `phase`, `reason` (why the computer did it) or `other`.
    """

    text: str
    rule: str = ""
    hex: int = -1
    heading: bool = False
    kind: str = "other"


# ------------------------------------------------------------------ numbers
def count(number: int, word: str, plural: str = "") -> str:
    """`1 step`, `2 steps`, `no steps`."""
    return f"{number or 'no'} {word if number == 1 else plural or word + 's'}"


def points(halves: int) -> str:
    """Half-points as movement points: 3 is 1½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def points_text(halves: int) -> str:
    """`1½ points`, `½ point`, `no points`."""
    return f"{points(halves) if halves else 'no'} {'point' if halves in (1, 2) else 'points'}"


def result_text(result: Iterable[str]) -> str:
    """A result of the table, dashes for zeros: `–/1`."""
    return "/".join("–" if part == "0" else part for part in result)


# ------------------------------------------------------------------ questions
def question(stage: Stage, decision: Any, state: GameState) -> str:
    """The question on the table, with units called by their full names."""
    if isinstance(decision, Consent):
        return consent_question(stage, decision)
    if decision.kind == "in-hand" and decision.units:
        return f"Where does {stage.units_name(decision.units)} go?"
    if decision.kind == "retreat-units":
        return retreat_question(stage, decision, state)
    text: str = decision.prompt(state)
    named = getattr(decision, "units", ()) or (getattr(decision, "unit", ""),)
    return stage.readable(text, *(id for id in named if id in stage.board.counters))


def retreat_question(stage: Stage, decision: Any, state: GameState) -> str:
    """Who goes back, and how far."""
    left, far = decision.left(state), count(decision.hexes, "hex", "hexes")
    if len(left) == 1:
        return f"Retreat {stage.unit_name(left[0])} {far}."
    return f"Retreat {count(len(left), 'unit')} {far}, in any order."


def player_turn(stage: Stage, state: GameState) -> str:
    """The small line over who decides: whose player turn it is."""
    if state.phase < 0:
        return "Set-up"
    owner = stage.board.sequence.phases[state.phase].player_turn
    return f"{stage.side_adjective(owner)} player turn" if owner else stage.phase_title(state)


def who_decides(stage: Stage, side: Side) -> str:
    look = stage.side(side)
    return f"{look.name or titled(side)} {look.verb}"


# ------------------------------------------------------------------ answers
def kind_heading(stage: Stage, kind: str) -> str:
    return KINDS[kind].format(loss=stage.loss_word) if kind in KINDS else titled(kind)


def answer_heading(stage: Stage, action: Any, decision: Any = None) -> str:
    """What stands over an answer: what is committed or kept secret, what is chosen, else its kind."""
    name = answer_name(action, decision)
    named = CHOICES.get(name, "").format(loss=stage.loss_word)
    named = named if action.kind == "choose" else titled(getattr(action, "what", ""))
    look = stage.presentation.answer_look
    own = look(f"{decision.kind} {action.kind}").label if decision is not None else ""
    return own or look(name).label or named or kind_heading(stage, action.kind)


def answer_name(action: Any, decision: Any = None) -> str:
    """Under which name a ruleset says how an answer is called: a choice goes by its question."""
    if action.kind == "choose" and decision is not None:
        return str(decision.kind)
    return str(getattr(action, "what", "") or action.kind)


def offer_text(stage: Stage, offer: Offer, decision: Any = None) -> str:
    """One listed answer as words for a button."""
    action, kind = offer.action, offer.kind
    units = stage.units_name(offer.units) if offer.units else ""
    hexes = ", ".join(stage.hex_name(h) for h in offer.hexes)
    if kind == "choose":
        return choose_text(stage, action, decision)
    if kind == "roll":
        return "Roll " + " ".join(map(str, action.dice))
    if kind == "commit":
        return commit_text(stage, action)
    if kind == "conceal":
        chosen = hexes or action.choice
        return stage.presentation.answer_look(action.what).words.get(action.choice) or titled_first(chosen)
    if kind == "exit":
        return f"{units or 'The units in hand'}: over the {titled(action.edge)} edge"
    if offer.path and len(offer.path) > 1:
        hexes += f" by {', '.join(stage.number(h) for h in offer.path[:-1])}"
    text = " to ".join(part for part in (units, hexes) if part)
    return text or other_fields(action) or kind_heading(stage, kind)


def choose_text(stage: Stage, action: Any, decision: Any = None) -> str:
    """An option to choose. How many hexes of a combat result are retreated is written out."""
    option: str = action.option
    if isinstance(decision, Consent):
        return ANSWERS.get(option, option)
    if getattr(decision, "kind", "") == "take-result" and option.isdigit():
        hexes, steps = int(option), max(0, decision.points - int(option))
        lost = f"lose {count(steps, stage.loss_word)}" if steps else f"lose no {stage.loss_word}"
        if decision.result == "e":
            return "All units are lost"
        return f"Go back {count(hexes, 'hex', 'hexes')}, {lost}" if hexes else f"Stand, {lost}"
    return stage.presentation.answer_look(answer_name(action, decision)).word(option) or "Nothing"


def commit_text(stage: Stage, action: Any) -> str:
    """What is committed, under a heading that says of what kind it is: units, words, how many, where."""
    look = stage.presentation.answer_look(action.what)
    unit = stage.unit_name(action.unit) if action.unit else ""
    word = look.words.get(action.word, action.word) if action.word else ""
    amount = look.words.get(str(action.amount)) or (f"× {action.amount}" if action.amount != 1 else "")
    hex = stage.hex_name(action.hex) if action.hex is not None else ""
    text = ", ".join(part for part in (unit, hex, word, amount) if part)
    return text or look.word("") or answer_heading(stage, action)


def other_fields(action: Any) -> str:
    """Whatever else a ruleset's own action says, word by word."""
    values = [getattr(action, name) for name in action.__dataclass_fields__ if name != "kind"]
    return ", ".join(titled(str(value)) for value in values if value not in ("", (), None))


def reason_text(stage: Stage, why: str, action: Any) -> str:
    """Why a computer player gave an answer, its units called by their full names."""
    ids = [id for id in offer_of(action).units if id in stage.board.counters]
    if stage.loss_word != "step":  # it is priced in steps, which nothing has here
        why = "the best of what could be done here" if why.startswith("worth ") else why
        why = why.partition(": better by ")[0].replace("spare a step", "be spared")
    return titled_first(stage.readable(why, *ids))


# ------------------------------------------------------------------ events
WHOSE = "player turn"
"""Beside the tracks, while a log is told: whose player turn it is."""


def log_lines(stage: Stage, before: GameState, events: list[Event]) -> list[Line]:
    """What happened, in the order it happened; the steps of one move in one line."""
    lines: list[Line] = []
    pending: list[Moved] = []
    marked: list[Marked] = []
    fought: dict[int, str] = {c.id: c.stage for c in before.combats}
    losses = {id: unit.losses for id, unit in before.units.items()}
    phases = stage.board.sequence.phases
    tracks = {**before.tracks, WHOSE: (phases[before.phase].player_turn if before.phase >= 0 else "") or ""}
    named = [id for event in events for id in units_of(event) if id in stage.board.counters]
    for event in events:
        if marked and not isinstance(event, Marked):
            lines += [Line(text) for text in marked_texts(stage, marked)]
            marked = []
        if pending and not (isinstance(event, Moved) and _same_move(pending[-1], event)):
            if isinstance(event, Moved) or not _silent(event):
                lines.append(move_line(stage, pending))
                pending = []
        if isinstance(event, Moved):
            pending.append(event)
        elif isinstance(event, Marked):
            marked.append(event)
        else:
            at = _hex_of(before, event)
            made = _line(stage, event, fought, losses, tracks, named, events)
            lines += [line if line.hex >= 0 or at < 0 else replace(line, hex=at) for line in made]
    if pending:
        lines.append(move_line(stage, pending))
    return [*lines, *(Line(text) for text in marked_texts(stage, marked))]


def _hex_of(before: GameState, event: Event) -> int:
    """Where the unit stood that an event is about: a line about it leads there."""
    units = [before.units[id] for id in units_of(event) if id in before.units]
    return units[0].hex if units else -1


def units_of(event: Event) -> tuple[str, ...]:
    """The units an event is about."""
    match event:
        case Marked(subject=unit) | StepsLost(unit=unit) | Removed(unit=unit):
            return (unit,)
        case _:
            return ()


def _same_move(one: Moved, other: Moved) -> bool:
    return one.units == other.units and one.how == other.how


def _silent(event: Event) -> bool:
    return event.kind in ("noted", "controlled", "asked", "answered", "phase-closing")


def move_line(stage: Stage, steps: list[Moved]) -> Line:
    verbs = {
        "move": "moves to",
        "retreat": "retreats to",
        "advance": "advances to",
        "overrun": "overruns into",
        "displaced": "is displaced to",
    }
    last = steps[-1]
    verb = verbs.get(last.how, f"{last.how} to")
    if len(last.units) > 1:
        verb = verb.replace("is ", "are ", 1) if verb.startswith("is ") else verb.replace("s ", " ", 1)
    way = f", {len(steps)} hexes" if len(steps) > 1 else ""
    text = f"{stage.units_name(last.units)} {verb} {stage.hex_name(last.to)}{way}"
    return Line(text, hex=last.to, kind="move")


def _line(
    stage: Stage,
    event: Event,
    fought: dict[int, str],
    losses: dict[str, int],
    tracks: dict[str, int | str],
    named: list[str],
    events: list[Event],
) -> Iterator[Line]:
    match event:
        case Noted(key=key, value=note) if key == EDITED:
            yield Line(edited_text(stage, note, events))
        case Placed(unit, hex, why) if why != BY_HAND:
            reason = f" ({titled(why).lower()})" if why else ""
            text = f"{stage.unit_name(unit)} is placed in {stage.hex_name(hex)}{reason}"
            yield Line(text, hex=hex, kind="move")
        case Placed() | Removed() if event.why == BY_HAND:
            yield Line(by_hand(stage, event), hex=getattr(event, "hex", -1), kind="move")
        case Removed(unit, box, aboard):
            kind = "combat" if box == ELIMINATED.name else "move"
            yield Line(removed_text(stage, unit, box, aboard), kind=kind)
        case StepsLost(unit, now) if stage.loss_word == "step":
            yield Line(steps_text(stage, unit, losses.get(unit, 0), now), kind="combat")
            losses[unit] = now
        case TrackSet(track, value) if track != "turn":
            yield Line(change_text(stage, track, tracks.get(track), value, str(tracks[WHOSE])))
            tracks[track] = value
        case Rolled(dice, purpose, text, rule):
            rolled = " and ".join(map(str, dice))
            result = f", {stage.readable(text, *named)}" if text else ""
            yield Line(f"{titled(purpose)}: rolled {rolled}{result}", rule, kind="dice")
        case PhaseBegan(turn, phase):
            began = stage.board.sequence.phases[phase]
            tracks[WHOSE] = began.player_turn or ""
            yield Line(f"Turn {turn}: {phase_name(stage, began)}", began.rule, heading=True, kind="phase")
        case Fought(combat):
            if combat.id not in fought:
                text = f"{titled(combat.kind)} on {targets_text(stage, combat.targets)}"
                yield Line(text, hex=combat.targets[0], kind="combat")
            fought[combat.id] = combat.stage
        case Committed(commitment):
            yield Line(
                f"{stage.side_name(commitment.owner)} keep a secret: {titled(commitment.what).lower()}"
            )
        case Revealed(what, choice):
            yield Line(f"{titled(what)} revealed: {titled(choice)}")
        case GameEnded(outcome):
            yield Line(outcome_text(outcome), outcome.rule, heading=True, kind="phase")
        case _:
            return


def phase_name(stage: Stage, phase: Any) -> str:
    """A phase with its player, unless its title says so already."""
    owner = stage.side_adjective(phase.player_turn) if phase.player_turn else ""
    title: str = phase.title
    return (
        title
        if not owner or title.lower().startswith(owner.lower())
        else f"{owner} {title[0].lower()}{title[1:]}"
    )


def targets_text(stage: Stage, targets: Iterable[int]) -> str:
    return ", ".join(stage.hex_name(hex) for hex in targets)


def removed_text(stage: Stage, unit: str, box: str, aboard: str) -> str:
    name = stage.unit_name(unit)
    if aboard:
        return f"{name} goes aboard {stage.unit_name(aboard)}"
    if box == ELIMINATED.name:
        return f"{name} is eliminated"
    return f"{name} leaves the map: {stage.box_name(box).lower()}"


def steps_text(stage: Stage, unit: str, before: int, now: int) -> str:
    name, left = stage.unit_name(unit), len(stage.board.counters[unit].steps) - now
    change = abs(now - before)
    verb = "loses" if now > before else "regains"
    steps = count(change, "step") if change > 1 else "a step"
    of = count(len(stage.board.counters[unit].steps), "step")
    told = f", {left} of {of} left" if now > before else f": now {left} of {of}"
    return f"{name} {verb} {steps}{told}"
