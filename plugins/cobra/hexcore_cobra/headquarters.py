"""Headquarters in combat: command radius, the column they give, their own defense (SPI 3.34, 8.3.5, 9.2)."""

from __future__ import annotations

from fractions import Fraction

from hexcore.actions import Action, Commit
from hexcore.events import Event, Noted
from hexcore.rules import Factor, Refusal, Shift, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import enemy_zone, occupied, open_enemy_zone
from hexcore_cobra.charts import turn_record
from hexcore_cobra.combat import army
from hexcore_cobra.editions import cite, expanded, game_turn, numbers, plays
from hexcore_cobra.inactive import inactive
from hexcore_cobra.order_of_battle import ALLIED

HQ = "hq"
ATTACK = "attack"
MARGIN, MOST_TOLD = 3, 3
"""An HQ comes to mind that is so many hexes out of its radius; so many of them at most."""


def is_hq(unit: Unit) -> bool:
    return unit.counter.kind == HQ


def is_patton(unit: Unit) -> bool:
    return "patton" in unit.counter.traits


# ------------------------------------------------------------------ in a fight
@rule(numbers("9.2.2"), hook="may_attack")
def headquarters_never_attack(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """An HQ never attacks."""
    return f"{unit.counter.name} is a headquarters and never attacks" if is_hq(unit) else None


@rule(numbers("9.2.2"), hook="strength_factors")
def headquarters_alone(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """An HQ adds nothing to the defense of units stacked with it; without a combat unit it defends with 1."""
    if not is_hq(unit) or unit.side == combat.side:
        return None
    if any(u.side == unit.side and not is_hq(u) for u in state.at(unit.hex)):
        return None
    return Factor(Fraction(1), "a headquarters without a combat unit", value=1)


@rule(numbers("9.2.3"))
def a_headquarters_is_a_step(state: GameState) -> bool:
    """An HQ counts as one step, and may be given up for a step its stack must lose."""
    return plays(state.board, "9.2.3")


@general("may_lose")
def combat_units_lose(state: GameState, unit: Unit, combat: Combat) -> str | None:
    """Without case 9.2.3 an HQ meets no loss while a combat unit is left to do so."""
    if not is_hq(unit) or a_headquarters_is_a_step(state):
        return None
    return f"{unit.counter.name} is no step that can be lost"


# ------------------------------------------------------------------ command radius
def command(state: GameState, hq: Unit) -> dict[int, int]:
    """The hexes within an HQ's command radius, and how far they are along a clear path."""
    return state.derived("units", ("command", hq.id), lambda: _spread(state, hq))


@rule({**numbers("9.1"), "cobra-1977": "SPI 3.34"})
def command_radius(state: GameState, hq: Unit) -> int:
    """The command radius is how many hexes an HQ may be from a combat unit and still affect its battle."""
    return hq.counter.radius if state.board.rules.active(cite(state.board, "9.1")) else len(state.board.map)


def _spread(state: GameState, hq: Unit) -> dict[int, int]:
    """By hexes that can be crossed, free of enemy units and of zones that no friendly unit cancels."""
    exits = state.board.costs(state.board.rules.mobility(state, hq)).exits
    foes, zone = occupied(state, state.enemy(hq.side)), open_enemy_zone(state, hq.side)
    far, ring, radius = {hq.hex: 0}, [hq.hex], command_radius(state, hq)
    while ring and far[ring[0]] < radius:
        ring = sorted({near for hex in ring for near, _, _ in exits[hex] if near not in far})
        ring = [hex for hex in ring if not foes[hex] and not zone[hex]]
        step = max(far.values()) + 1
        far.update(dict.fromkeys(ring, step))
    return far


def _out_of_range(state: GameState, hq: Unit, units: list[Unit]) -> bool:
    """Whether some of the units are too far from an HQ for any path."""
    radius = command_radius(state, hq)
    return any(state.board.map.distance(hq.hex, unit.hex) > radius for unit in units)


def out_of_command(state: GameState, hq: Unit, hexes: list[int]) -> int | None:
    """The first of some hexes that an HQ's command does not reach."""
    within = command(state, hq)
    return next((hex for hex in hexes if hex not in within), None)


# ------------------------------------------------------------------ the column they give
def fighters(state: GameState, combat: Combat, side: Side) -> list[Unit]:
    """The units a side has in a combat."""
    return [state.units[i] for i in (combat.attackers if side == combat.side else combat.defenders)]


def cannot_help(state: GameState, hq: Unit) -> Refusal | None:
    """Why an HQ may give no column to anybody now."""
    return inactive(state, hq) or headquarters_cut_off(state, hq)


@rule(numbers("9.2.5"))
def headquarters_cut_off(state: GameState, hq: Unit) -> Refusal | None:
    """An HQ that is out of supply, or in a hex that an enemy unit controls, gives no columns."""
    name, number = hq.counter.name, state.board.map.numbers[hq.hex]
    if not plays(state.board, "9.2.5"):
        return None
    if enemy_zone(state, hq.side)[hq.hex]:
        return Refusal(cite(state.board, "9.2.5"), f"{name} stands in {number}, in an enemy zone of control")
    if state.board.rules.supply_state(state, hq) != "supplied":
        return Refusal(cite(state.board, "9.2.5"), f"{name} is out of supply")
    return None


def hq_refusal(state: GameState, combat: Combat, side: Side, hq: Unit) -> Refusal | None:
    """Why an HQ may not give its column to a side of this combat."""
    refusal = not_free(state, combat, side, hq, cite(state.board, "8.3.5"))
    if refusal is not None:
        return refusal
    missed = out_of_command(state, hq, [u.hex for u in fighters(state, combat, side)])
    if missed is not None:
        reason = f"{state.board.map.numbers[missed]} is outside the command radius of {hq.counter.name}"
        return cannot_help(state, hq) or Refusal(cite(state.board, "9.1"), reason)
    return cannot_help(state, hq)


def not_free(state: GameState, combat: Combat, side: Side, hq: Unit, number: str) -> Refusal | None:
    """Why, by the case *number*, an HQ has no column for a side of this combat, wherever it stands."""
    name = hq.counter.name
    if not is_hq(hq) or hq.side != side or hq.hex < 0:
        return Refusal(number, f"{name} is no headquarters of yours on the map")
    if is_patton(hq) and plays(state.board, "8.3.7"):
        return Refusal(cite(state.board, "8.3.7"), f"{name} gives columns of his own kind, no corps's")
    if combat.pledged(HQ, side):
        return Refusal(number, "a side has one column from headquarters in a combat")
    if state.note("served", hq.id):
        return Refusal(number, f"{name} has served a combat in this turn")
    units = fighters(state, combat, side)
    stranger = next((u for u in units if army(u.counter) != army(hq.counter)), None)
    if stranger is not None:
        return Refusal(number, f"{name} does not serve {stranger.counter.name} ({stranger.counter.nation})")
    return None


@rule(numbers("8.3.5"), hook="combat_support")
def headquarters_on_offer(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """Where one HQ has all of a side's units in a combat within its radius it may give them a column."""
    if combat.kind != ATTACK:
        return None
    units = fighters(state, combat, side)
    near = [
        hq
        for hq in state.on_map(side)
        if is_hq(hq)
        and not_free(state, combat, side, hq, cite(state.board, "8.3.5")) is None
        and not _out_of_range(state, hq, units)
        and out_of_command(state, hq, [u.hex for u in units]) is None
    ]
    return [Commit(HQ, unit=hq.id) for hq in near if cannot_help(state, hq) is None]


@general("support_known")
def headquarters_come_to_mind(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """The nearest HQs of the army that fights, in range or somewhat out of it."""
    units = fighters(state, combat, side)
    if combat.kind != ATTACK or not units or combat.pledged(HQ, side):
        return None
    far = {
        hq.id: max(state.board.map.distance(hq.hex, unit.hex) for unit in units)
        for hq in state.on_map(side)
        if is_hq(hq) and not is_patton(hq) and army(hq.counter) == army(units[0].counter)
    }
    near = [(hexes, id) for id, hexes in far.items() if hexes <= state.units[id].counter.radius + MARGIN]
    return [Commit(HQ, unit=id) for _, id in sorted(near)[:MOST_TOLD]]


@rule(numbers("8.3.5"), hook="support_refusal")
def headquarters_refused(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """Each HQ serves one combat in a turn, and only units of its own army within its radius."""
    if action.what != HQ or combat.kind != ATTACK:
        return None
    if action.unit not in state.units:
        return Refusal(cite(state.board, "8.3.5"), "name the headquarters that gives its column")
    return hq_refusal(state, combat, side, state.units[action.unit])


@rule(numbers("8.3.5"), hook="pledged")
def headquarters_has_served(state: GameState, combat: Combat, action: Commit) -> list[Event] | None:
    """An HQ helps once in a game turn, attack or defense."""
    if action.what != HQ or combat.kind != ATTACK:
        return None
    return [Noted("turn", "served", action.unit)]


@rule(numbers("8.3.5"), hook="combat_shifts")
def headquarters_columns(state: GameState, combat: Combat) -> list[Shift]:
    """One column from an HQ: to the right for the attacker, to the left for the defender. In The Normandy
    Campaign an Allied one gives an attack two from Game-Turn 17."""
    return [
        Shift(
            _attacking(state, combat) if pledge.side == combat.side else -1,
            state.board.name(pledge.unit),
        )
        for pledge in combat.pledged(HQ)
    ]


def _attacking(state: GameState, combat: Combat) -> int:
    """The columns one HQ gives the attacker."""
    if combat.side != ALLIED or combat.kind != ATTACK or not expanded(state.board):
        return 1
    return turn_record()[game_turn(state)].allied_hq_attack_shift


__all__ = ["command", "hq_refusal", "is_hq", "out_of_command"]
