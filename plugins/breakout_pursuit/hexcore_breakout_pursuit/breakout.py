"""The drive out of Normandy: the breakout line, and divisions that leave over edge D (victory.E)."""

from __future__ import annotations

from hexcore.actions import Action, Exit
from hexcore.events import Answered, Event, Noted, Removed, Steps
from hexcore.movement import HALF, points, points_left
from hexcore.rules import Refusal, VictoryPoints, rule
from hexcore.state import GameState
from hexcore.units import EXITED, Unit
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.unit_types import called, is_division, is_unit
from hexcore_breakout_pursuit.victory_points import points_for

EDGE = "D"
CROSSED, LEFT = "crossed the breakout line", "left over edge D"
"""Notes of the game: the turn on which the line was crossed; by unit, the turn on which it left."""
TURNS, DIVISIONS = 3, 3
"""Allied player turns after the crossing, and divisions that must have left when the last of them ends."""


def judged_supplied(state: GameState, unit: Unit) -> bool:
    """Whether a unit is supplied for this player turn: the supply judgement left no marker on it."""
    return not state.marker("unsupplied", unit.id) and not state.marker("isolated", unit.id)


# ------------------------------------------------------------------ over the line
@rule({"breakout-pursuit": "victory.E"}, hook="end_phase")
def crossing_noted(state: GameState, phase: str) -> list[Event] | None:
    """The first Allied units south of the breakout line start the count of turns.

    Every hex a combat unit has been in is held by its side until the enemy enters it.
    """
    if sheet(state).pursuit or state.note(CROSSED) is not None:
        return None
    north = _north(state)
    over = any(side == ALLIED and hex not in north for hex, side in state.control.items())
    if not over and state.board.option("breakout-crossing") == "any-unit":
        over = any(is_unit(u) and u.hex not in north for u in state.on_map(ALLIED))
    return [Noted("game", CROSSED, value=state.turn)] if over else None


def _north(state: GameState) -> frozenset[int]:
    found: frozenset[int] = state.board.once(
        "north of the breakout line",
        lambda: frozenset(state.board.map.group("north-of-the-breakout-line")),
    )
    return found


def deadline(state: GameState) -> int | None:
    """The turn of the last Allied player turn that counts, None while the line is not crossed."""
    crossed = state.note(CROSSED)
    return None if crossed is None else int(crossed) + TURNS


def over(state: GameState) -> bool:
    """Whether the last Allied player turn that counts has ended."""
    last, now = deadline(state), state.board.sequence.phases[state.phase]
    if last is None or state.turn != last:
        return last is not None and state.turn > last
    return now.player_turn != ALLIED or now.id == "allied-removal"


def gone_in_time(state: GameState) -> list[Unit]:
    """The divisions that have left over edge D while it counted."""
    last = deadline(state)
    left = [(u, state.note(LEFT, u.id)) for u in state.units.values() if u.place == EXITED]
    return [u for u, turn in left if turn is not None and (last is None or turn <= last)]


@rule({"breakout-pursuit": "victory.E"}, hook="victory_points")
def drive_west(state: GameState) -> VictoryPoints | None:
    """Three divisions gone in time score for the Allies, fewer for the Germans; judged at the deadline."""
    early = state.board.option("edge-d-early-end") == "failure"
    if sheet(state).pursuit or state.note(CROSSED) is None or not (over(state) or early):
        return None
    gone = len(gone_in_time(state))
    if gone >= DIVISIONS:
        return VictoryPoints(ALLIED, points_for("event", "off edge D"), f"{gone} divisions left over edge D")
    text = f"{gone} of {DIVISIONS} divisions left over edge D in time"
    return VictoryPoints(GERMAN, points_for("event", "failed the edge-D exit"), text)


# ------------------------------------------------------------------ over the edge
def price(state: GameState, unit: Unit) -> int:
    """Half-points to leave the map: a point, and what leaving the hex costs on account of zones."""
    tolls = [
        mask.points
        for mask in state.board.rules.movement_masks(state, unit)
        if mask.effect == "leave-toll" and mask.hexes[unit.hex]
    ]
    return HALF + sum(tolls)


def exit_fault(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit may not leave the map, None when it may."""
    number = state.board.map.numbers[unit.hex]
    if unit.side != ALLIED:
        return Refusal("victory.E", f"{called(unit)} stays: no German unit leaves the map")
    if sheet(state).pursuit:
        return Refusal("victory.E", f"{called(unit)} stays: nobody leaves the map in a Pursuit scenario")
    if unit.hex not in state.board.map.group("edge-d"):
        return Refusal("victory.E", f"{number} does not lie on edge D")
    if not is_division(state, unit):
        return Refusal("victory.E", f"{called(unit)} is no division: only divisions leave over edge D")
    if not judged_supplied(state, unit):
        return Refusal("victory.E", f"{called(unit)} is not supplied: only supplied units leave over edge D")
    stopped = state.note("stopped", unit.id)
    if stopped:
        return Refusal(stopped[0], stopped[1])
    held = next((m for m in state.board.rules.movement_masks(state, unit) if m.effect == "held"), None)
    if held is not None:
        return Refusal(held.rule, held.reason)
    left, needed = points_left(state, unit), price(state, unit)
    if left >= needed:
        return None
    return Refusal("victory.E", f"leaving the map costs {points(needed)} points, {points(max(left, 0))} left")


@rule({"breakout-pursuit": "victory.E"}, hook="hand_options")
def exits_in_hand(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """A supplied Allied division on edge D leaves the map for a point."""
    if len(units) != 1 or exit_fault(state, units[0]) is not None:
        return None
    return [Exit(EDGE, (units[0].id,))]


@rule({"breakout-pursuit": "victory.E"}, hook="hand_refusal")
def exit_refused(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why a unit may not leave the map."""
    if not isinstance(action, Exit):
        return None
    if action.edge != EDGE:
        return Refusal("victory.E", f"units leave the map over edge {EDGE} only, not over {action.edge!r}")
    return exit_fault(state, units[0])


@rule({"breakout-pursuit": "victory.E"}, hook="hand_answer")
def exit_made(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """The unit leaves the map for good."""
    return _leave(state, units[0]) if isinstance(action, Exit) and action.edge == EDGE else None


def _leave(state: GameState, unit: Unit) -> Steps:
    state = yield Answered()
    state = yield Noted("game", LEFT, unit.id, state.turn)
    return (yield Removed(unit.id, EXITED.name, why=f"over edge {EDGE}"))
