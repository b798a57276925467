"""Movement: who may move in which phase, how far, and into which hexes (SPI 3.34, 4.0, chapter 5)."""

from __future__ import annotations

import math
from fractions import Fraction

from hexcore.events import Event, Noted
from hexcore.movement import HALF
from hexcore.rules import Mask, Refusal, general, rule
from hexcore.stacking import friends_at
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import controllers, enemy_zone
from hexcore_cobra.air_risk import risked
from hexcore_cobra.beach_entry import half_after_landing
from hexcore_cobra.cherbourg_garrison import moves_freely
from hexcore_cobra.editions import cite, expanded, numbers, plays
from hexcore_cobra.first_turns import half_at_first
from hexcore_cobra.friedenthal import is_the_battalion
from hexcore_cobra.ground import is_mechanized
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.replacements import slowed
from hexcore_cobra.supply import supplied_for_movement, supply_counts
from hexcore_cobra.weather import fraction_left
from hexcore_cobra.zones_of_control import walled

INITIAL = ("german-movement", "allied-movement")
NO_END = 99
MECHANIZED = {"german-mechanized": "SPI 4.0.A5", "allied-mechanized": "SPI 4.0.B6"}


COMMONWEALTH = ("British", "Canadian")
RAIDERS = ("commando", "ranger")
BRITISH_FOOT = Fraction(2, 3)


def phase_id(state: GameState) -> str:
    """The id of the phase being played."""
    id: str = state.board.sequence.phases[state.phase].id
    return id


# ------------------------------------------------------------------ how far
@rule({**numbers("5.2.4"), "cobra-1977": "SPI 3.34"}, hook="movement_allowance")
def allowance(state: GameState, unit: Unit) -> int:
    """The printed allowance is the most a unit spends in a movement phase: less by weather and supply."""
    if not moves_now(state, unit):
        return 0
    if state.note("displaced by combat", unit.id) and not plays(state.board, "5.2.5"):
        return 0
    if on_a_raid(state, unit):
        return HALF
    points, part = printed(state, unit), part_allowed(state, unit)
    if part != 1:
        points = whole(state, points * part)
    if moves_freely(state, unit):
        return points * HALF
    if half_out_of_supply(state, unit):
        points = whole(state, Fraction(points, 2))
    if slowed(state, unit):
        points = whole(state, Fraction(points, 2))
    return points * HALF


@rule({"cobra": "2.3.4"})
def printed(state: GameState, unit: Unit) -> int:
    """The printed movement allowance is the most a unit spends in a movement phase."""
    off = expanded(state.board) and not plays(state.board, "2.3.4")
    return NO_END if off else unit.step.movement


def part_allowed(state: GameState, unit: Unit) -> Fraction:
    """The part of its allowance that a unit has in this phase: by weather, by foot in the second phase, and
    half of it, but once, in the first turns and after a landing."""
    if unit.side == GERMAN:
        part, more = fraction_left(state, unit), risked(state, unit)
        return min(part + more, Fraction(1)) if more else part
    on_foot = phase_id(state) in MECHANIZED and not is_mechanized(state, unit)
    part = BRITISH_FOOT if on_foot else Fraction(1)
    return part / 2 if half_at_first(state, unit) or half_after_landing(state, unit) else part


@general("movement_allowance", tryfirst=True)
def no_end(state: GameState, unit: Unit) -> int | None:
    """Without case 3.34 a unit goes as far as it likes."""
    return None if state.board.rules.active(cite(state.board, "5.2.4")) else NO_END * HALF


@rule(numbers("2.6"))
def whole(state: GameState, points: Fraction) -> int:
    """Fractions of movement points are rounded up."""
    return math.ceil(points) if plays(state.board, "2.6") else math.floor(points)


@rule(numbers("5.2.6"))
def half_out_of_supply(state: GameState, unit: Unit) -> bool:
    """A unit out of supply has half its allowance."""
    on = plays(state.board, "5.2.6") and supply_counts(state)
    return on and not supplied_for_movement(state, unit)


@rule(numbers("5.2.7"), hook="minimum_move")
def one_hex_at_least(state: GameState, unit: Unit) -> bool:
    """A unit may always move one hex, whatever its points; from an enemy zone 5.6.3 forbids it."""
    return moves_now(state, unit)


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
        if number and not moves_now(state, unit):
            number = "4.0" if expanded(state.board) else number
            return [Refusal(number, f"{unit.counter.name} is not mechanized and has moved for this turn")]
    return None


def moves_now(state: GameState, unit: Unit) -> bool:
    """Whether a unit moves in this phase: in the second of a player turn only those that may."""
    if phase_id(state) not in MECHANIZED or is_mechanized(state, unit):
        return True
    return british_on_foot(state, unit) or on_a_raid(state, unit)


@rule(numbers("5.3.3"))
def british_on_foot(state: GameState, unit: Unit) -> bool:
    """British and Canadian infantry divisions move in the Allied mechanized phase, with two thirds of their
    allowance."""
    if unit.counter.nation not in COMMONWEALTH or not plays(state.board, "5.3.3"):
        return False
    return unit.counter.kind == "infantry" and unit.counter.size == "XX" and unit.side == ALLIED


# ------------------------------------------------------------------ Rangers and Commandos
@rule({"cobra": "5.3.7"})
def on_a_raid(state: GameState, unit: Unit) -> bool:
    """US Rangers and British Commandos go one hex in the Allied mechanized phase, whatever the ground."""
    if unit.counter.kind not in RAIDERS or unit.side != ALLIED or not expanded(state.board):
        return False
    return phase_id(state) == "allied-mechanized" and plays(state.board, "5.3.7")


@rule({"cobra": "5.3.7"}, hook="movement_masks")
def one_hex_on_a_raid(state: GameState, unit: Unit) -> list[Mask] | None:
    """They stop after that hex, and do not go from one enemy zone of control into another."""
    if not on_a_raid(state, unit):
        return None
    every = state.board.once("every hex", lambda: b"\1" * len(state.board.map))
    masks = [Mask("stop", f"{unit.counter.name} goes one hex in this phase", every)]
    zone = enemy_zone(state, unit.side)
    if zone[state.note("from", unit.id, unit.hex)]:
        reason = f"{{hex}} is in an enemy zone, and {unit.counter.name} began in one"
        masks.append(Mask("closed", reason, zone))
    return masks


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
    sides = _barred(state, unit.side)
    if not sides or is_the_battalion(state, unit):
        return None
    return Mask("barred", "{hex} lies over a major river in an enemy zone of control", sides=sides)


def _barred(state: GameState, side: Side) -> frozenset[int]:
    """The hexsides of `_held_rivers` into hexes without a friend: the same while the same stand there."""
    held = _held_rivers(state, side)

    def compute() -> frozenset[int]:
        free = [hex for hex in held if not friends_at(state, side, hex)]
        return frozenset(s for hex in free for s in held[hex])

    key = ("held rivers", side, tuple(map(state.stacks.get, held)))
    return state.derived(state.enemy(side), key, compute)


def _held_rivers(state: GameState, side: Side) -> dict[int, list[int]]:
    """Major-river hexsides from one enemy zone into another that is exerted by a unit at a major river, by
    the hex they lead into.

    The hex left counts as in a zone if it would be were the river not there.
    """
    enemy = state.enemy(side)

    def compute() -> dict[int, list[int]]:
        zone, near = enemy_zone(state, side), state.board.map.neighbours
        inside = [s for s in _major_rivers(state) if zone[near[s]]]
        inside = [s for s in inside if zone[s // 6] or _over_the_river(state, enemy, s // 6)]
        held = [hex for hex in dict.fromkeys(near[s] for s in inside) if _river_held(state, enemy, hex)]
        return {hex: [s for s in inside if near[s] == hex] for hex in held}

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


def _over_the_river(state: GameState, enemy: Side, hex: int) -> bool:
    """Whether an enemy that exerts a zone stands next to a hex, over a major river, and the river alone
    keeps the zone from it."""
    game_map, exerts = state.board.map, state.board.rules.exerts_zoc
    if walled(state, hex):
        return False
    near, stacks = game_map.neighbours, state.stacks
    across = [near[s] for s in range(6 * hex, 6 * hex + 6) if "major-river" in game_map.sides[s]]
    foes = (u for n in across if n in stacks for u in state.at(n) if u.side == enemy)
    return any(exerts(state, u) for u in foes)


def _river_held(state: GameState, enemy: Side, hex: int) -> bool:
    """Whether a unit that controls the hex stands at a major river."""
    sides = state.board.map.sides
    return any(
        "major-river" in sides[s]
        for u in controllers(state, enemy, hex)
        for s in range(6 * u.hex, 6 * u.hex + 6)
    )
