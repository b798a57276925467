"""A game as plain data: where everything stands, and what may be done. What `show` and `legal` print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexcore.actions import Action, Attack, Declare, PutDown, Take
from hexcore.attacks import attackers_of
from hexcore.codec import action_form, note_form, place_form, question
from hexcore.combat import CombatPhase
from hexcore.game import Game, IllegalAction
from hexcore.movement_phase import InHand, MovementPhase, with_units
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.units import Aboard, Box, Side, Unit


def show(game: Game, viewer: Side | None = None) -> dict[str, Any]:
    """The whole position as plain data, or what one side may see of it."""
    state, board = game.view(viewer), game.board
    asked = state.agenda[0] if state.agenda else None
    return {
        "ruleset": board.ruleset.id,
        "scenario": board.scenario.id,
        "corrections": corrections_form(board.ruleset),
        "turn": state.turn,
        "phase": board.sequence.phases[state.phase].id if state.phase >= 0 else None,
        "to_decide": game.to_decide,
        "decision": question(asked, state) if asked is not None else None,
        "units": [unit_form(state, unit) for unit in state.units.values() if unit.place is not None],
        "tracks": dict(state.tracks),
        "markers": _markers(state),
        "control": {board.map.numbers[hex]: side for hex, side in state.control.items()},
        "notes": [
            {"scope": scope, "key": key, "subject": subject, "value": note_form(key, value, board.map)}
            for (scope, key, subject), value in state.notes.items()
        ],
        "outcome": state.outcome._asdict() if state.outcome else None,
        "hash": state.hash,
    }


def corrections_form(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The corrections in force, each with the file it came from."""
    given = ruleset.corrections
    return [{**row.form, "file": given.name} for row in given.rows] if given is not None else []


def unit_form(state: GameState, unit: Unit) -> dict[str, Any]:
    """A unit as plain data: where it is, the face now showing, its markers, where its values come from."""
    counter = unit.counter
    face = unit.step if counter.steps else None
    return {
        "id": unit.id,
        "side": unit.side,
        **_where(state, unit),
        "steps_left": unit.steps_left,
        "strength": face.strength if face else None,
        "movement": face.movement if face else None,
        "markers": [
            marker
            for (marker, subject), count in state.markers.items()
            if subject == unit.id
            for _ in range(count)
        ],
        "name": counter.name,
        "kind": counter.kind,
        "provenance": dict(counter.provenance),
    }


def _where(state: GameState, unit: Unit) -> dict[str, Any]:
    place = unit.place
    if isinstance(place, Box):
        return {"box": place.name}
    if isinstance(place, Aboard):
        return {"aboard": place.carrier}
    return {"hex": place_form(place, state.board.map)}


def _markers(state: GameState) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for (marker, subject), count in state.markers.items():
        found.setdefault(subject, {})[marker] = count
    return found


# ------------------------------------------------------------------ what may be done
def legal(game: Game, unit: str | None = None) -> list[dict[str, Any]]:
    """The listed answers as plain data; with a unit, what that unit may do, in hand or not."""
    actions = game.legal_actions() if unit is None else _of_unit(game, unit)
    form = action_form(game.board)
    found: list[dict[str, Any]] = []
    for data in map(form.dump, actions):
        if unit is None or data not in found:
            found.append(data)
    return found


def _of_unit(game: Game, unit: str) -> list[Action]:
    decision, listed = game.decision, game.legal_actions()
    named = [action for action in listed if _names(game, action, unit)]
    if isinstance(decision, InHand) and unit in decision.units:
        return listed
    if isinstance(decision, (MovementPhase, InHand)):
        return [*named, *_in_hand(game, unit)]
    if isinstance(decision, CombatPhase):
        return [*named, *_attacks(game, listed, unit)]
    return named


def _names(game: Game, action: Action, unit: str) -> bool:
    return any(
        unit == value or (isinstance(value, list) and unit in value)
        for value in action_form(game.board).dump(action).values()
    )


def _in_hand(game: Game, unit: str) -> Iterable[Action]:
    """What could be done with a unit if it were taken in hand, each as one action."""
    trial = game.fork()
    try:
        trial.submit(Take((unit,)))
    except IllegalAction:
        return []
    found = [with_units(a, (unit,)) for a in trial.legal_actions() if not isinstance(a, PutDown)]
    return [action for action in found if game.refusal(action) is None]


def _attacks(game: Game, listed: list[Action], unit: str) -> Iterable[Action]:
    """The attacks a unit could make alone."""
    for action in listed:
        if not isinstance(action, Declare):
            continue
        near = attackers_of(game.state, game.state.agenda[0].side, action.targets)
        attack = Attack(action.targets, (unit,))
        if any(other.id == unit for other in near) and game.refusal(attack) is None:
            yield attack
