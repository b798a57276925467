"""What is listed, and what is foretold, against what happens when everything is tried.

On a small map every answer of a plain form can be tried: those that are taken are those that are listed.
Every path can be walked: no way is cheaper than the reach says, and none leads farther. And what a player is
told before he answers (points of a move, the result of each face of the die) is what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hexcore import actions as a
from hexcore.actions import Action
from hexcore.decisions import Decision
from hexcore.events import Event, Fought, Moved, Noted
from hexcore.game import Game, TypedDice
from hexcore.movement import reach_of, trace
from hexcore.movement_phase import InHand
from hexcore.state import GameState
from hexcore.units import CHANCE, Side, Unit

SMALL_MAP = 150
"""So many hexes at most has a map on which everything is tried."""
MOST_TRIED = 4_000
"""Answers, or paths, of one position; where there would be more, they are not tried."""
FORETOLD = 4
"""Moves of one position whose cost is compared with what was foretold."""


class Mismatch(NamedTuple):
    """Where trying everything, or doing it, gives something else than was listed or foretold."""

    check: str
    text: str


def mismatches(game: Game) -> Iterator[Mismatch]:
    """Everything of the question on the table that does not bear trying. The game is left as it is."""
    decision, state = game.decision, game.state
    assert decision is not None
    small = len(state.board.map) <= SMALL_MAP
    if small:
        yield from unlisted(game, decision)
    if isinstance(decision, InHand):
        units = decision.alive(state)
        if small and len(units) == 1:
            yield from ways_missed(state, units[0])
        yield from dearer_moves(game, decision)
    elif decision.kind == "muster":
        yield from other_results(game)


# ------------------------------------------------------------------ every answer
def unlisted(game: Game, decision: Decision) -> Iterator[Mismatch]:
    """Answers of plain form that are taken and not listed, of all there could be."""
    possible = plain_answers(game.state, decision)
    if not possible or len(possible) > MOST_TRIED:
        return
    listed = set(map(repr, game.legal_actions()))
    for action in possible:
        if repr(action) not in listed and game.refusal(action) is None:
            yield Mismatch("accepted is listed", f"{decision.kind} takes {action}, and does not list it")


def plain_answers(state: GameState, decision: Decision) -> list[Action]:
    """Every answer of the forms that a question of this kind lists, with every unit and hex there is."""
    units, hexes = list(state.units), range(len(state.board.map))
    match decision.kind:
        case "movement-phase":
            return [a.Done(), *(a.Take((unit,)) for unit in units), *_placed(state, decision.side)]
        case "in-hand":
            assert isinstance(decision, InHand)
            here = {unit.hex for unit in decision.alive(state)}
            return [a.PutDown(), *(a.Move(decision.units, hex) for hex in hexes if hex not in here)]
        case "combat-phase":
            return [a.Done(), *(a.Declare((hex,)) for hex in hexes)]
        case "muster":
            return [a.Done(), *(a.AddAttacker(unit) for unit in units)]
        case "set-up":
            return [a.Done(), *_placed(state, decision.side)]
        case "lose-steps" | "excess":
            return [a.Done(), *(a.Lose(unit) for unit in units)]
    return []


def _placed(state: GameState, side: Side) -> Iterator[Action]:
    """Every unit of a side that is off the map, on every hex."""
    waiting = [unit.id for unit in state.units.values() if unit.side == side and unit.hex < 0]
    return (a.Place(unit, hex) for unit in waiting for hex in range(len(state.board.map)))


# ------------------------------------------------------------------ every path
def ways_missed(state: GameState, unit: Unit) -> Iterator[Mismatch]:
    """Hexes that some path reaches, or reaches for less, and the reach does not know."""
    walked = walked_everywhere(state, unit)
    if walked is None:
        return
    reach, numbers = reach_of(state, (unit,)), state.board.map.numbers
    for hex, spent in walked.items():
        if hex not in reach.spent:
            yield Mismatch("reach", f"{unit.id} can walk to {numbers[hex]}, which is out of its reach")
        elif hex != unit.hex and spent < reach.spent[hex]:
            yield Mismatch(
                "reach",
                f"{unit.id} can walk to {numbers[hex]} for {spent} half-points; its reach says "
                f"{reach.spent[hex]}",
            )


def walked_everywhere(state: GameState, unit: Unit) -> dict[int, int] | None:
    """Least half-points by hex over every path without a loop; None where there are too many paths."""
    paths: list[tuple[int, ...]] = [(unit.hex,)]
    best, tried = {unit.hex: 0}, 0
    while paths:
        path = paths.pop()
        for near in state.board.map.around(path[-1]):
            if near in path:
                continue
            tried += 1
            if tried > MOST_TRIED:
                return None
            longer = (*path, near)
            spent, refusal = trace(state, unit, longer[1:])
            if refusal is None:
                best[near] = min(spent, best.get(near, spent))
                paths.append(longer)
    return best


# ------------------------------------------------------------------ what is foretold
def dearer_moves(game: Game, hand: InHand) -> Iterator[Mismatch]:
    """Moves that cost other points than the reach foretold, or end elsewhere though nothing happened."""
    state, units = game.state, hand.alive(game.state)
    if len(units) != 1:
        return
    (unit,), reach = units, reach_of(state, units)
    before = state.note("spent", unit.id, 0)
    moves = [
        action for action in game.legal_actions() if isinstance(action, a.Move) and action.to is not None
    ]
    for move in moves[:: max(1, len(moves) // FORETOLD)]:
        fork = game.fork()
        events = fork.submit(move)
        name = state.board.map.numbers[move.to or 0]
        spent = _last_spent(events, unit.id)
        if spent is not None and move.to in reach.spent and spent - before != reach.spent[move.to]:
            told = reach.spent[move.to]
            yield Mismatch("foretold", f"{unit.id} to {name} costs {spent - before} half-points, not {told}")
        if (
            all(isinstance(event, Moved | Noted) for event in events)
            and fork.state.units[unit.id].hex != move.to
        ):
            yield Mismatch("foretold", f"{unit.id} is sent to {name} and ends elsewhere")


def _last_spent(events: list[Event], unit: str) -> int | None:
    found = [e.value for e in events if isinstance(e, Noted) and (e.key, e.subject) == ("spent", unit)]
    return found[0] if found and isinstance(found[0], int) else None


def other_results(game: Game) -> Iterator[Mismatch]:
    """Faces of the die that bring another result, or another column, than the odds foretold."""
    from hexcore.asking import AskError
    from hexcore.asking_odds import odds

    game = _mustered(game)
    state, combat = game.state, game.state.combat
    if a.Done() not in game.legal_actions():
        return
    numbers = [state.board.map.numbers[hex] for hex in combat.targets]
    try:
        with state.board.reading():
            told = odds(state, numbers, combat.attackers, "attack", {})
    except AskError as fault:
        yield Mismatch(
            "foretold", f"an attack on {', '.join(numbers)} may be made; asked for its odds: {fault}"
        )
        return
    fork = _to_the_dice(game)
    if fork is None:
        return
    for outcome in told["outcomes"]:
        fought = _fought(fork, outcome["die"])
        foretold = (told["final_column"], outcome["result"])
        if fought is not None and fought != foretold:
            yield Mismatch(
                "foretold",
                f"{', '.join(combat.attackers)} on {', '.join(numbers)}, die {outcome['die']}: "
                f"{' '.join(fought)}, foretold was {' '.join(foretold)}",
            )


def _mustered(game: Game) -> Game:
    """The attack with the first units that are listed, as many as it takes."""
    fork = game.fork()
    while a.Done() not in (listed := fork.legal_actions()):
        more = next((action for action in listed if isinstance(action, a.AddAttacker)), None)
        if more is None:
            break
        fork.submit(more)
    return fork


def _to_the_dice(game: Game) -> Game | None:
    """The attack made as it stands, without further support, up to its roll."""
    fork = game.fork()
    fork.dice = TypedDice()
    for _ in range(8):
        if fork.decision is None or fork.decision.side == CHANCE:
            break
        if a.Done() not in fork.legal_actions() or fork.decision.kind not in ("muster", "support"):
            return None
        fork.submit(a.Done())
    rolls = fork.decision is not None and fork.decision.kind == "combat-roll"
    return fork if rolls else None


def _fought(game: Game, die: int) -> tuple[str, str] | None:
    fork = replace(game.fork(), dice=TypedDice())
    events = fork.submit(a.Roll((die,)))
    fought = next((e.combat for e in events if isinstance(e, Fought) and e.combat.result), None)
    return (fought.column, "/".join(fought.result)) if fought is not None else None
