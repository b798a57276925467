"""What the status line says of the hex under the pointer."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter as Tally
from typing import TYPE_CHECKING

from hexcore.state import GameState
from hexcore.units import Side
from hexcore_gui import facts
from hexcore_gui.hexside_notes import NEAR, SideNote, side_notes
from hexcore_gui.once_a_state import once_a_state
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.supply_words import ground_words
from hexcore_gui.wording import points

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage

MOST_KINDS = 4
"""So many ways of moving are told of a hex, the commonest first."""
LEARN_AFTER = 0.3
"""Seconds that are left to the first frame of a game before anything else is done beside it."""


def pointed_facts(page: GamePage, hex: int) -> list[str]:
    """What the status line says of a hex: ground, control, zones, who may enter at what cost, supply; points
    left there for what is in hand, or the rule that refuses it.
    """
    stage, side = page.stage, page.link.viewer or page.stage.board.sides[0]
    hand = tuple(unit.id for unit in page.pointing.in_hand)

    def theirs(state: GameState) -> Side:
        """Whose supply is told: that of who stands there."""
        there = [unit.side for unit in state.at(hex) if unit.counter.steps]
        return there[0] if there else side

    asked = (
        lambda s: facts.hex_line(stage, s, hex),
        lambda s: entry_text(stage, s, hex, hand or tuple(u.id for u in s.units.values() if u.side == side)),
        lambda s: ground_words(s, theirs(s), hex, stage.side_adjective(theirs(s))),
    )
    page.map.show_notes(pointed_notes(page, hex) if page.map.camera.scale >= NEAR else ())
    words = [word for question in asked for word in page.link.ask(question) or []]
    mark = page.map.overlays.reach.get(hex)
    if mark is not None:
        words.append(f"{mark.text} {'point' if mark.text in ('1', '½') else 'points'} left there")
        words += ["May only pass through"] if mark.passing else []
    shown = page.bubble.explanation
    if shown is not None and shown.hex == hex and shown.rule:
        words.append(f"Refused: {stage.cited(shown.rule)}")
    return words


def pointed_notes(page: GamePage, hex: int) -> tuple[SideNote, ...]:
    """Notes on the sides of a hex for what is in hand, else for what most units of the side here are."""
    side = page.link.viewer or page.stage.board.sides[0]

    def notes(state: GameState) -> tuple[SideNote, ...]:
        classes = _classes(state)
        hand = [classes[u.id] for u in page.pointing.in_hand if u.id in classes]
        own = hand or [way for id, way in classes.items() if state.units[id].side == side]
        return side_notes(page.stage, state, hex, Tally(own).most_common(1)[0][0]) if own else ()

    return page.link.ask(notes) or ()


# ------------------------------------------------------------------ entering
def entry_text(stage: Stage, state: GameState, hex: int, units: tuple[str, ...]) -> list[str]:
    """What it costs these units to enter a hex, for each way of moving they have: `Enter: 2, by road 1`."""
    classes = _classes(state)
    told = Tally(classes[id] for id in units if id in classes)
    ways = [mobility for mobility, _ in told.most_common(MOST_KINDS)]
    costs = {mobility: _cost_text(state, hex, mobility) for mobility in ways}
    if not costs:
        return []
    if len(set(costs.values())) == 1:
        only = next(iter(costs.values()))
        return [f"Enter: {only}"] if only else ["Nobody may enter"]
    parts = (f"{titled(mobility).lower()} {cost or 'no'}" for mobility, cost in costs.items())
    return [f"Enter: {' · '.join(parts)}"]


def learn_costs(state: GameState) -> None:
    """Has the costs of every way of moving compiled beside the window, before a click asks for them."""

    def learn() -> None:
        with contextlib.suppress(Exception):  # a rule that fails tells it when it is asked for an answer
            for mobility in dict.fromkeys(_classes(state).values()):
                _ = state.board.costs(mobility).exits

    later = threading.Timer(LEARN_AFTER, learn)
    later.daemon = True
    later.start()


@once_a_state
def _classes(state: GameState) -> dict[str, str]:
    """The way of moving of every unit on the map that can move."""
    mobility = state.board.rules.mobility
    movers = (u for u in state.units.values() if u.hex >= 0 and u.counter.steps and u.step.movement)
    return {unit.id: mobility(state, unit) for unit in movers}


def _cost_text(state: GameState, hex: int, mobility: str) -> str:
    """Points from the cheapest to the dearest side, and along a road; "" where no side lets one in."""
    hex_map, halves = state.board.map, state.board.costs(mobility).halves
    sides = [hex_map.mirror(s) for s in range(6 * hex, 6 * hex + 6) if hex_map.neighbours[s] >= 0]
    by_road = sorted({halves[s] for s in sides if hex_map.roads[s] and halves[s]})
    across = sorted({halves[s] for s in sides if not hex_map.roads[s] and halves[s]})
    if not across:
        return f"by road {points(by_road[0])}" if by_road else ""
    text = points(across[0]) + (f" to {points(across[-1])}" if len(across) > 1 else "")
    if by_road and by_road[0] < across[0]:
        text += f", by road {points(by_road[0])}"
    return text
