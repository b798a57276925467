"""Why only losses are left to choose: each hex behind the units, and the rule that shuts it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcore.advance import in_combat
from hexcore.retreat import MOST_HEXES, blocked, group_refusal, retreat_paths, retreat_refusal
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.combat_story import StoryLine
from hexcore_gui.naming import listed
from hexcore_gui.stage import Stage
from hexcore_gui.wording import count


def why_losses(stage: Stage, state: GameState, decision: Any) -> list[StoryLine]:
    """Where a number of the table could be taken as hexes too and none can: what bars each way back."""
    if decision.kind == "take-result" and state.combats:
        return list(_not_so_far(stage, state, decision))
    if decision.kind != "lose-steps" or not state.combats:
        return []
    combat, units = state.combat, in_combat(state, decision.role)
    if not units or len(combat.result) != 2:
        return []
    number = combat.result[0 if decision.role == "attacker" else 1]
    if not number.isdigit():
        return []
    barred = state.board.rules.may_go_back(state, combat, decision.role, int(number), 1)
    if barred:
        return [StoryLine(f"No retreat: {_said(stage, barred[0], units)}.", barred[0].rule)]
    return _shut(stage, state, units)


def _not_so_far(stage: Stage, state: GameState, decision: Any) -> Iterator[StoryLine]:
    """Why the units may not go back so many hexes as the result would have, number by number."""
    combat, units, listed_now = state.combat, in_combat(state, decision.role), decision.choices(state)
    for hexes in range(1, min(decision.points, MOST_HEXES) + 1):
        if hexes in listed_now or not units:
            continue
        far = f"Not {count(hexes, 'hex', 'hexes')} back"
        barred = state.board.rules.may_go_back(state, combat, decision.role, decision.points, hexes)
        if barred:
            yield StoryLine(f"{far}: {_said(stage, barred[0], units)}.", barred[0].rule)
            continue
        shut = next((u for u in units if not retreat_paths(state, u, hexes, combat)), None)
        if shut is None:
            yield StoryLine(f"{far}: there is no room for all of them together.", decision.rule)
            continue
        yield from _under_rules(stage, shut, _ways_shut(state, shut, hexes), far)


def _ways_shut(state: GameState, unit: Unit, hexes: int) -> dict[int, Refusal]:
    """The first hex of each way of so many hexes away from a unit's hex, and what shuts them all."""
    game_map, found = state.board.map, dict[int, Refusal]()

    def farther(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(path) == hexes:
            yield path
            return
        for near in game_map.around(path[-1]):
            if near >= 0 and game_map.distance(unit.hex, near) == len(path) + 1:
                yield from farther((*path, near))

    for first in game_map.around(unit.hex):
        if first < 0:
            continue
        shut = blocked(state, unit, (first,))
        ways = ((retreat_refusal(state, unit, way, hexes, state.combat)) for way in farther((first,)))
        why = shut or next(filter(None, ways), None)
        if why is not None:
            found[first] = why
    return found


def _shut(stage: Stage, state: GameState, units: tuple[Unit, ...]) -> list[StoryLine]:
    """The hexes around a unit that has no way back, under the rules that shut them."""
    for unit in units:
        why = {hex: way_back(state, unit, hex) for hex in state.board.map.around(unit.hex) if hex >= 0}
        if all(why.values()):
            return list(_under_rules(stage, unit, {hex: r for hex, r in why.items() if r is not None}))
    return []


def _under_rules(stage: Stage, unit: Unit, why: dict[int, Refusal], far: str = "") -> Iterator[StoryLine]:
    """`No retreat to A3305 and A3306: an enemy zone of control`, a line for each reason; or how *far*, and
    by way of which hexes.
    """
    by_reason: dict[tuple[str, str], list[str]] = {}
    for hex, refusal in why.items():
        number = stage.number(hex)
        reason = stage.readable(refusal.reason, unit.id)
        reason = reason.replace(f"in {number}", "there").replace(number, "it")
        by_reason.setdefault((refusal.rule, reason), []).append(number)
    for (rule, reason), numbers in by_reason.items():
        told = f"{far} by {listed(numbers)}" if far else f"No retreat to {listed(numbers)}"
        yield StoryLine(f"{told}: {reason}.", rule)


def way_back(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why a unit of the combat on the table may not go back one hex to a hex beside it."""
    combat = state.combat
    return retreat_refusal(state, unit, (hex,), 1, combat) or group_refusal(state, (unit.id,), (hex,))


def _said(stage: Stage, refusal: Refusal, units: tuple[Unit, ...]) -> str:
    return stage.readable(refusal.reason, *(unit.id for unit in units))
