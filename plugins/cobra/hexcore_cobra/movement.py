"""Movement: who may move in which phase, how far, and into which hexes (SPI 3.34, 4.0, chapter 5)."""

from __future__ import annotations

import math
from fractions import Fraction

from hexcore.events import Event, Noted
from hexcore.movement import HALF
from hexcore.rules import Mask, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import controllers, enemy_zone
from hexcore_cobra.editions import also, cite, numbers, plays
from hexcore_cobra.order_of_battle import GERMAN
from hexcore_cobra.supply import supplied_for_movement, supply_counts
from hexcore_cobra.trucks import truck_mechanized
from hexcore_cobra.weather import german_fraction

INITIAL = ("german-movement", "allied-movement")
NO_END = 99
MECHANIZED = {"german-mechanized": "SPI 4.0.A5", "allied-mechanized": "SPI 4.0.B6"}


def mechanized(state: GameState, unit: Unit) -> bool:
    """Whether a unit moves as mechanized: by its kind, or by truck."""
    return "mechanized" in unit.counter.traits or truck_mechanized(state, unit)


def phase_id(state: GameState) -> str:
    """The id of the phase being played."""
    id: str = state.board.sequence.phases[state.phase].id
    return id


# ------------------------------------------------------------------ how far
@rule({**numbers("5.2.4"), "cobra-1977": "SPI 3.34"}, hook="movement_allowance")
def allowance(state: GameState, unit: Unit) -> int:
    """The printed allowance is the most a unit spends in a movement phase: less by weather and supply."""
    phase = phase_id(state)
    if phase in MECHANIZED and not mechanized(state, unit):
        return 0
    if state.note("displaced by combat", unit.id) and not plays(state.board, "5.2.5"):
        return 0
    points = Fraction(unit.step.movement)
    if unit.side == GERMAN:
        points = whole(state, points * german_fraction(state))
    if half_out_of_supply(state, unit):
        points = whole(state, points / 2)
    return int(points) * HALF


@general("movement_allowance", tryfirst=True)
def no_end(state: GameState, unit: Unit) -> int | None:
    """Without case 3.34 a unit goes as far as it likes."""
    return None if state.board.rules.active(cite(state.board, "5.2.4")) else NO_END * HALF


@rule(numbers("2.6"))
def whole(state: GameState, points: Fraction) -> Fraction:
    """Fractions of movement points are rounded up."""
    up = plays(state.board, "2.6")
    return Fraction(math.ceil(points) if up else math.floor(points))


@rule(numbers("5.2.6"))
def half_out_of_supply(state: GameState, unit: Unit) -> bool:
    """A unit out of supply has half its allowance."""
    on = plays(state.board, "5.2.6") and supply_counts(state)
    return on and not supplied_for_movement(state, unit)


@rule(numbers("5.2.7"), hook="minimum_move", also=also("5.6.3"))
def one_hex_at_least(state: GameState, unit: Unit) -> bool:
    """A unit may always move one hex, whatever its points, unless it stands in an enemy zone."""
    if phase_id(state) in MECHANIZED and not mechanized(state, unit):
        return False
    if not plays(state.board, "5.6.3"):
        return True
    return not enemy_zone(state, unit.side)[unit.hex]


# ------------------------------------------------------------------ which units
@rule(numbers("5.1.1"))
def any_or_all() -> None:
    """A player moves all of his units, some or none."""


@general("movement_masks")
def one_stack_only(state: GameState, unit: Unit) -> Mask | None:
    """Without case 5.1.1 a player moves one stack in a phase."""
    if plays(state.board, "5.1.1"):
        return None
    moved = {key[2] for key in state.notes if key[1] == "from"}
    return Mask("held", "one stack has moved already") if moved and unit.id not in moved else None


@general("may_take")
def on_foot_in_the_mechanized_phase(state: GameState, units: tuple[Unit, ...]) -> list[Refusal] | None:
    """SPI 4.0: only mechanized units and headquarters move in the second movement phase."""
    number = MECHANIZED.get(phase_id(state), "")
    for unit in units:
        if number and not mechanized(state, unit):
            return [Refusal(number, f"{unit.counter.name} is not mechanized and has moved for this turn")]
    return None


@rule(numbers("5.2.5"), hook="combat_closes")
def combat_moves_are_free(state: GameState, combat: Combat) -> list[Event]:
    """Units move in their movement phases only; retreats and advances in combat cost no points."""
    return []


@general("combat_closes")
def displaced_by_combat(state: GameState, combat: Combat) -> list[Event]:
    """Without case 5.2.5 a unit that advanced has moved for this player turn."""
    if plays(state.board, "5.2.5"):
        return []
    moved = [id for id in combat.attackers if state.note("advanced", id)]
    return [Noted("player-turn", "displaced by combat", id) for id in moved]


# ------------------------------------------------------------------ which hexes
@rule(numbers("5.2.2"), hook="movement_masks")
def not_into_the_enemy(state: GameState, unit: Unit) -> Mask:
    """No unit enters a hex with an enemy unit in it, unless only headquarters stand there."""
    return Mask("closed", "an enemy unit stands in {hex}", fighting_hexes(state, unit.side))


@general("bars_entry")
def headquarters_do_not_bar(state: GameState, unit: Unit) -> bool:
    """By case 5.2.2 a headquarters alone keeps nobody out."""
    return unit.counter.kind != "hq" or not plays(state.board, "5.2.2")


def fighting_hexes(state: GameState, side: Side) -> bytes:
    """The hexes in which an enemy of *side* stands that is no headquarters."""
    enemy = state.enemy(side)

    def compute() -> bytes:
        hexes = bytearray(len(state.board.map))
        for other in state.on_map(enemy):
            if other.counter.kind != "hq":
                hexes[other.hex] = 1
        return bytes(hexes)

    return state.derived(enemy, "fighting", compute)


@rule(numbers("5.7.2"), hook="movement_masks")
def not_over_a_major_river_into_a_zone(state: GameState, unit: Unit) -> Mask | None:
    """No crossing of a major river into an enemy zone, unless a friend holds the hex, the controlling unit
    does not stand at the river, or the step would be allowed if the river were not there."""
    sides = state.derived("units", ("river into zone", unit.side), lambda: _barred(state, unit))
    if not sides:
        return None
    return Mask("barred", "{hex} lies over a major river in an enemy zone of control", sides=sides)


def _barred(state: GameState, unit: Unit) -> frozenset[int]:
    """The hexsides of `_held_rivers` into hexes without a friend of the unit."""
    near, stacks, ours = state.board.map.neighbours, state.stacks, unit.side
    held = _held_rivers(state, ours)
    taken = [s for s in held if near[s] in stacks and any(u.side == ours for u in state.at(near[s]))]
    return held.difference(taken) if taken else held


def _held_rivers(state: GameState, side: Side) -> frozenset[int]:
    """Major-river hexsides from one enemy zone into another that is exerted by a unit at a major river."""
    enemy = state.enemy(side)

    def compute() -> frozenset[int]:
        zone, near = enemy_zone(state, side), state.board.map.neighbours
        inside = [s for s in _major_rivers(state) if zone[near[s]] and zone[s // 6]]
        held = {hex for hex in {near[s] for s in inside} if _river_held(state, enemy, hex)}
        return frozenset(s for s in inside if near[s] in held)

    return state.derived(enemy, "held rivers", compute)


def _major_rivers(state: GameState) -> list[int]:
    board = state.board
    sides: list[int] = board.once(
        "major rivers",
        lambda: [
            s for s, w in enumerate(board.map.sides) if "major-river" in w and board.map.neighbours[s] >= 0
        ],
    )
    return sides


def _river_held(state: GameState, enemy: Side, hex: int) -> bool:
    """Whether a unit that controls the hex stands at a major river."""
    sides = state.board.map.sides
    return any(
        "major-river" in sides[s]
        for u in controllers(state, enemy, hex)
        for s in range(6 * u.hex, 6 * u.hex + 6)
    )
