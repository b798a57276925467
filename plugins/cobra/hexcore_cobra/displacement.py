"""Headquarters displaced by enemy movement (9.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Place
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Placed, Removed, Steps
from hexcore.maps import HexIndex
from hexcore.rules import Refusal, general, rule
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Side, Unit
from hexcore_cobra.editions import cite, numbers, plays
from hexcore_cobra.inactive import flipped

RADIUS = 4


def _displaceable(state: GameState, side: Side, hex: int) -> list[Unit]:
    """The enemy headquarters in a hex where no other enemy of *side* stands."""
    foes = [u for u in state.at(hex) if u.side != side]
    return foes if all(u.counter.kind == "hq" for u in foes) else []


@general("watched_hexes")
def lone_headquarters(state: GameState, side: Side) -> list[int]:
    """The hexes in which enemy headquarters stand alone."""
    enemy = state.enemy(side)

    def compute() -> list[int]:
        hexes = {u.hex for u in state.on_map(enemy) if u.counter.kind == "hq"}
        return sorted(h for h in hexes if _displaceable(state, side, h))

    return state.derived(enemy, "lone headquarters", compute)


@rule(numbers("9.2.1"), hook="entered")
def displaced(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    """An HQ alone in a hex that an enemy unit moves into is displaced by its owner, up to four hexes; the
    second time in a phase it is eliminated. It is turned to its inactive side (9.2.7)."""
    side = units[0].side
    events: list[Event] = []
    for hq in _displaceable(state, side, hex):
        if state.note("displaced", hq.id):
            events.append(Removed(hq.id, ELIMINATED.name, why="displaced twice in a phase"))
        else:
            events += [
                Noted("phase", "displaced", hq.id),
                *flipped(state, hq),
                Asked((Displacement(hq.side, hq.id, hex, cite(state.board, "9.2.1")),)),
            ]
    return events


@general("entered")
def overrun_on_foot(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    """Without case 9.2.1 such an HQ is lost."""
    if plays(state.board, "9.2.1"):
        return None
    return [
        Removed(hq.id, ELIMINATED.name, why="overtaken") for hq in _displaceable(state, units[0].side, hex)
    ]


@dataclass(frozen=True, slots=True)
class Displacement:
    """An HQ must leave its hex: its owner says where to."""

    side: Side
    unit: str
    hex: HexIndex
    rule: str = ""
    kind: Literal["displacement"] = "displacement"

    def prompt(self, state: GameState) -> str:
        return f"{state.board.name(self.unit)} is displaced: where to?"

    def refuges(self, state: GameState) -> list[int]:
        """The hexes within four of the HQ's, on land, free of enemy units, where it may stack."""
        game_map = state.board.map
        near = sorted(game_map.within(self.hex, RADIUS))
        dry = [h for h in near if h != self.hex and "sea" not in game_map.terrain[h]]
        free = [h for h in dry if all(u.side == self.side for u in state.at(h))]
        return [h for h in free if stack_refusal(state, (state.units[self.unit],), h) is None]

    def stale(self, state: GameState) -> bool:
        return state.units[self.unit].hex != self.hex

    def forced(self, state: GameState) -> Action | None:
        refuges = self.refuges(state)
        return Place(self.unit, refuges[0] if refuges else self.hex) if len(refuges) < 2 else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Place(self.unit, hex) for hex in self.refuges(state))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Place) or action.unit != self.unit:
            return not_an_answer(self, action, "place")
        if action.hex in self.refuges(state):
            return None
        number, name = state.board.map.numbers[action.hex], state.board.name(self.unit)
        crowded = stack_refusal(state, (state.units[self.unit],), action.hex)
        return crowded or Refusal(
            self.rule, f"{name} goes to a hex within four of its own, free of enemies: not {number}"
        )

    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        if action.hex == self.hex:
            return (yield Removed(self.unit, ELIMINATED.name, why="nowhere to go"))
        return (yield Placed(self.unit, action.hex, "displaced"))
