"""The verb `ask`: reach, why, zoc, supply, odds, victory, as plain data, from what a side may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hexcore.actions import Action, Move
from hexcore.board import Board
from hexcore.codec import action_form
from hexcore.decisions import Decision
from hexcore.game import Game
from hexcore.movement import HALF, end_refusal, move_refusals, points_left, reach_of
from hexcore.movement_phase import InHand, MovementPhase, take_refusal
from hexcore.rules import Refusal, VictoryPoints
from hexcore.stacking import friends_at, stack_refusal
from hexcore.state import GameState
from hexcore.supply import blockers, net_of, part_of
from hexcore.units import Side, Unit
from hexcore.zoc import controllers, zone


class AskError(ValueError):
    """A question that cannot be asked: an unknown unit, hex, side or word, or what is missing."""


def ask(game: Game, question: str, viewer: Side | None = None, **given: Any) -> Any:
    """The answer to a question as plain data. AskError when it cannot be asked.

    `reach(unit)`, `why(action)`, `zoc(side)`, `supply(unit=None)`, `victory()`,
    `odds(target, attackers, kind="attack", support={})`. Without a viewer the whole state is asked.
    """
    if question not in QUESTIONS:
        raise AskError(f"unknown question {question!r}; it is one of {', '.join(QUESTIONS)}")
    state = unspoilt(game.view(viewer))
    return QUESTIONS[question](state, **given)


def unspoilt(state: GameState) -> GameState:
    """The same state with nothing remembered of it, so that asking leaves no trace in the game."""
    return state.evolve(caches={kept: {} for kept in state.caches})


# ------------------------------------------------------------------ movement
def reach(state: GameState, unit: str) -> dict[str, dict[str, Any]]:
    """`{hex: {mp, path}}`: where a unit can go and end now, in movement points."""
    asked = unit_of(state, unit)
    if not _may_move(state, asked):
        return {}
    found, numbers = reach_of(state, (asked,)), state.board.map.numbers
    return {
        numbers[hex]: {"mp": mp(spent), "path": [numbers[step] for step in found.path(hex)]}
        for hex, spent in sorted(found.spent.items(), key=lambda item: (item[1], numbers[item[0]]))
        if hex != found.start and _may_end(state, asked, hex)
    }


def _may_move(state: GameState, unit: Unit) -> bool:
    """Whether it is this unit's time to move, and nothing keeps it from being taken in hand."""
    rule = _time_to_move(state, unit.side)
    if rule is None or unit.hex < 0:
        return False
    if state.note("stopped", unit.id) or points_left(state, unit) <= 0:
        return False
    held = isinstance(state.agenda[0], InHand) and unit.id in state.agenda[0].units if state.agenda else False
    return held or take_refusal(state, MovementPhase(unit.side, rule), (unit,)) is None


def _time_to_move(state: GameState, side: Side) -> str | None:
    """The rule by which a side moves now, in a phase of movement or where a rule asks it to; else None."""
    phase = state.board.sequence.phases[state.phase]
    if phase.kind == "movement" and phase.side == side:
        return phase.rule
    asked = (d for d in state.agenda if isinstance(d, MovementPhase) and d.side == side)
    return next((decision.rule for decision in asked), None)


def _may_end(state: GameState, unit: Unit, hex: int) -> bool:
    if end_refusal(state, unit, hex) is not None:
        return False
    return not friends_at(state, unit.side, hex) or stack_refusal(state, (unit,), hex) is None


def mp(halves: int) -> int | float:
    """Half-points as movement points: 3 -> 1.5, 4 -> 2."""
    return halves // HALF if halves % HALF == 0 else halves / HALF


# ------------------------------------------------------------------ why not
def why(state: GameState, action: Mapping[str, Any] | Action) -> dict[str, Any]:
    """`{legal, refusals: [{rule, reason}]}`: everything that forbids an action now."""
    form = action_form(state.board)
    asked = form.parse(action) if isinstance(action, Mapping) else action
    for id in _named(form.dump(asked)) & state.board.counters.keys():
        unit_of(state, id)
    if not state.agenda:
        over = "the game is over" if state.outcome is not None else "another side decides now"
        return {"legal": False, "refusals": [{"rule": "", "reason": over}]}
    decision = state.agenda[0]
    first = decision.refusal(state, asked)
    if first is None:
        return {"legal": True, "refusals": []}
    refusals = dict.fromkeys([first, *_further(state, decision, asked)])
    return {"legal": False, "refusals": [refusal_form(state, refusal) for refusal in refusals]}


def _named(value: object) -> set[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        return {value}
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return {text for part in parts for text in _named(part)}


def _further(state: GameState, decision: Decision, action: Action) -> list[Refusal]:
    """What else forbids a move besides the first thing: each unit, each rule on its way."""
    if not isinstance(action, Move) or not isinstance(decision, (MovementPhase, InHand)):
        return []
    ids = action.units or getattr(decision, "units", ())
    units = tuple(state.units[id] for id in ids)
    if not units or take_refusal(state, decision, units) is not None:
        return []
    return move_refusals(state, units, action)


def refusal_form(state: GameState, refusal: Refusal) -> dict[str, str]:
    """A refusal as plain data, with the title of its rule where the ruleset has one."""
    text = state.board.ruleset.rule_texts.get(refusal.rule)
    return {"rule": refusal.rule, "reason": refusal.reason, **({"title": text.title} if text else {})}


# ------------------------------------------------------------------ zones and supply
def zoc(state: GameState, side: str) -> dict[str, list[str]]:
    """`{hex: [units that control it]}` for every hex in a side's zone of control."""
    asked = side_of(state, side)
    numbers = state.board.map.numbers
    hexes = [hex for hex, flag in enumerate(zone(state, asked)) if flag]
    return {numbers[hex]: [unit.id for unit in controllers(state, asked, hex)] for hex in hexes}


def supply(state: GameState, unit: str | None = None) -> dict[str, dict[str, Any]]:
    """Per unit `{state, source, length, path}`, or `{state, blocked_by}` where no line can be traced.

    `state` is what a judgement now would give. Where supply is judged at fixed moments, `holds` has the state
    in force with its words and its rule. A unit that a rule has supplied without a line has no source, and
    `without_a_line` says so.
    """
    if unit is not None:
        return {unit: _supply(state, unit_of(state, unit))}
    return {u.id: _supply(state, u) for u in state.units.values() if u.hex >= 0}


def _supply(state: GameState, unit: Unit) -> dict[str, Any]:
    if unit.hex < 0:
        raise AskError(f"{unit.counter.name} is not on the map")
    told = state.board.rules.supply_told(state, unit)
    return told if told is not None else line_told(state, unit)


def line_told(state: GameState, unit: Unit) -> dict[str, Any]:
    """A unit's state of supply and its line as its side's net has them now, or what cuts the line."""
    word, lines = state.board.rules.supply_state(state, unit), net_of(state, unit)
    numbers = state.board.map.numbers
    if unit.hex in lines.length:
        source = lines.source[unit.hex]
        return {
            "state": word,
            "source": {"hex": numbers[source.hex], "name": source.name, "rule": source.rule},
            "length": lines.length[unit.hex],
            "path": [numbers[hex] for hex in lines.line(unit.hex)],
        }
    if word == "supplied":  # by a rule that asks for no line
        return {"state": word, "source": None, "length": 0, "path": [], "without_a_line": True}
    blocked = blockers(state, unit.side, unit.hex, part_of(state, unit))
    return {
        "state": word,
        "blocked_by": [{"hex": numbers[hex], **refusal_form(state, refusal)} for hex, refusal in blocked],
    }


# ------------------------------------------------------------------ victory
def victory(state: GameState) -> dict[str, Any]:
    """Points and level as they stand, each item with its rule."""
    items = state.board.rules.victory_points(state)
    rules = state.board.rules
    level = state.outcome or rules.standing(state) or rules.outcome(_at_the_end(state))
    return {
        "over": state.outcome is not None,
        "points": added_up(state.board, items),
        "level": level.level if level else None,
        "winner": level.winner if level else None,
        "text": level.text if level else "",
        "rule": level.rule if level else "",
        "items": [item._asdict() for item in items],
    }


def points(state: GameState) -> dict[str, int]:
    """Victory points as they stand, by side."""
    return added_up(state.board, state.board.rules.victory_points(state))


def added_up(board: Board, items: Sequence[VictoryPoints]) -> dict[str, int]:
    """Points scored, by side; 0 for a side that has none."""
    found = {str(side): 0 for side in board.sides}
    for item in items:
        found[item.side] = found.get(item.side, 0) + item.points
    return found


def _at_the_end(state: GameState) -> GameState:
    """The position as it would be judged after the last turn."""
    board = state.board
    end = state.evolve(turn=board.scenario.last_turn, phase=len(board.sequence.phases) - 1, closing=True)
    return unspoilt(end)


def odds(
    state: GameState,
    target: Sequence[str],
    attackers: Sequence[str],
    kind: str = "attack",
    support: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A combat weighed, declared or not: strengths, factors, shifts, outcomes by die, what to expect."""
    from hexcore.asking_odds import odds as weighed

    return weighed(state, target, attackers, kind, support or {})


QUESTIONS: Mapping[str, Callable[..., Any]] = {
    "reach": reach,
    "why": why,
    "zoc": zoc,
    "supply": supply,
    "odds": odds,
    "victory": victory,
}


# ------------------------------------------------------------------ names at the door
def unit_of(state: GameState, id: str) -> Unit:
    """The unit of an id, as far as the viewer knows it."""
    unit = state.units.get(id)
    if unit is None or unit.place is None:
        raise AskError(f"no unit {id!r} in this game")
    return unit


def hex_of(state: GameState, number: str) -> int:
    """The hex of a printed number."""
    hex = state.board.map.index.get(number)
    if hex is None:
        raise AskError(f"no hex {number!r} on this map")
    return hex


def side_of(state: GameState, word: str) -> Side:
    """The side of a word."""
    if word not in state.board.sides:
        raise AskError(f"no side {word!r}; it is one of {', '.join(state.board.sides)}")
    return Side(word)
