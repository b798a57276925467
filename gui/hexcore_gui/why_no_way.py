"""After a combat: why units may not go back or advance to a hex that was clicked, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexcore.actions import Advance, Retreat
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.explaining import Explanation, refused, sentence
from hexcore_gui.stage import Stage
from hexcore_gui.why_losses import way_back, why_losses
from hexcore_gui.wording import count, question

if TYPE_CHECKING:
    from hexcore_gui.pointing import Pointing

AFTER = ("take-result", "lose-steps", "retreat-units", "advance-after-combat", "make-room", "exchange")
FARTHEST = 4
"""So long ways back are looked at hex by hex."""


def no_way(pointing: Pointing, hex: int, unit: str) -> Explanation | None:
    """Why a hex clicked is no choice in the questions after a combat; None in all others."""
    link, decision = pointing.link, pointing.link.decision
    if decision is None or pointing.kind not in AFTER or not link.state.combats:
        return None
    stage = pointing.stage
    why = link.ask(lambda s: _why(pointing, s, decision, hex))
    title = _title(stage, decision, hex)
    if why is None:
        text = link.ask(lambda s: question(stage, decision, s)) or ""
        lines = (f"{stage.hex_name(hex)} is none of the choices now.", sentence(text))
        return Explanation(title, decision.rule, lines, _instead(pointing), hex)
    found = refused(stage, title, why, hex)
    return Explanation(title, found.rule or decision.rule, found.lines, _instead(pointing), hex)


def _title(stage: Stage, decision: Any, hex: int) -> str:
    if decision.kind == "take-result":
        return f"First the hexes and {stage.loss_word}s"
    verb = "No advance to" if decision.kind == "advance-after-combat" else "No retreat to"
    return f"{verb} {stage.hex_name(hex)}"


def _instead(pointing: Pointing) -> str:
    """What can be chosen: hexes ringed, or the list."""
    lit = pointing.choices.lit
    if lit:
        return f"Ringed: {count(len(lit), 'hex', 'hexes')} that may be chosen."
    return "Choose in the list."


def _why(pointing: Pointing, state: GameState, decision: Any, hex: int) -> Refusal | None:
    """The refusal of the answer the click would have been."""
    stage = pointing.stage
    if decision.kind == "take-result":
        text = f"first say how many hexes they go back and how many {stage.loss_word}s are lost"
        return Refusal(decision.rule, text)
    if decision.kind == "lose-steps":
        shut = why_losses(stage, state, decision)
        combat = state.combat
        ids = combat.attackers if decision.role == "attacker" else combat.defenders
        for unit in _on_map(state, ids):
            if shut and hex in state.board.map.around(unit.hex):
                return way_back(state, unit, hex)
        return Refusal(decision.rule, f"what is left of the result is met with {stage.loss_word}s")
    if decision.kind == "retreat-units":
        units = _on_map(state, decision.left(state))
        far = sorted({state.board.map.distance(unit.hex, hex) for unit in units})
        if decision.hexes not in far and far:
            wanted, there = count(decision.hexes, "hex", "hexes"), count(far[0], "hex", "hexes")
            return Refusal(decision.rule, f"they go back {wanted}, and {stage.number(hex)} is {there} away")
        return next(_refusals(pointing, _tries(state, decision, hex)), None)
    if decision.kind == "advance-after-combat":
        return next(_refusals(pointing, _advances(state, pointing, hex)), None)
    return None


def _refusals(pointing: Pointing, tries: Iterator[Retreat | Advance]) -> Iterator[Refusal]:
    """Those of some answers that are refused, told with full names."""
    for action in tries:
        found = pointing.link.refusal(action)
        if found is not None:
            reason = pointing.stage.readable(found.reason, *action.units)
            yield Refusal(found.rule, reason)


def _on_map(state: GameState, ids: tuple[str, ...]) -> list[Unit]:
    return [state.units[id] for id in ids if id in state.units and state.units[id].hex >= 0]


def _tries(state: GameState, decision: Any, hex: int) -> Iterator[Retreat]:
    """Ways back of the right length that end in a hex, or else the straight one to it."""
    units = _on_map(state, decision.left(state))
    for unit in units:
        ways = list(_ways(state, unit.hex, hex, min(decision.hexes, FARTHEST)))
        straight = list(_ways(state, unit.hex, hex, state.board.map.distance(unit.hex, hex)))
        for way in (ways or straight)[:1]:
            yield Retreat((unit.id,), way)
        if not ways and not straight:
            yield Retreat((unit.id,), (hex,))


def _ways(state: GameState, start: int, goal: int, length: int) -> Iterator[tuple[int, ...]]:
    """The ways of so many steps from a hex to another that come nearer with each step."""
    game_map = state.board.map
    if length <= 0 or length > FARTHEST or game_map.distance(start, goal) > length:
        return
    if length == 1:
        yield (goal,)
        return
    for near in game_map.around(start):
        if near >= 0 and game_map.distance(near, goal) == length - 1:
            yield from ((near, *way) for way in _ways(state, near, goal, length - 1))


def _advances(state: GameState, pointing: Pointing, hex: int) -> Iterator[Advance]:
    """Advances of the units picked, else of all victors, straight into a hex or by way of a vacated one."""
    offered = [o.units for o in pointing.link.choices.offers if o.kind == "advance"]
    groups = [pointing.picked] if pointing.picked else list(dict.fromkeys(offered))
    for ids in groups:
        start = state.units[ids[0]].hex
        far = state.board.map.distance(start, hex)
        for way in [*_ways(state, start, hex, far)][:1] or [(hex,)]:
            yield Advance(tuple(ids), way)
