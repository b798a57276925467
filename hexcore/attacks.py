"""Attacks: which units may attack which hexes, and what a combat just declared holds."""

from __future__ import annotations

from hexcore.customs import Custom
from hexcore.rules import Refusal, general
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit


# ------------------------------------------------------------------ general rules
@general("may_attack")
def adjacent(state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None) -> Refusal | None:
    """A unit attacks hexes it stands next to: all of them, where one attack strikes several."""
    game_map, rules, name = state.board.map, state.board.rules, unit.counter.name
    around = game_map.around(unit.hex)
    apart = [game_map.numbers[t] for t in targets if t not in around]
    if not apart:
        return None
    if len(apart) < len(targets):
        reason = f"{name} does not stand next to {apart[0]}: each attacker must touch every hex attacked"
        return Refusal(rules.cites(Custom.SEVERAL_TARGETS), reason)
    if rules.holds(Custom.ADJACENT):
        return Refusal(rules.cites(Custom.ADJACENT), f"{name} does not stand next to {apart[0]}")
    return None


@general("may_attack")
def once(state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None) -> Refusal | None:
    """A unit attacks once in a phase."""
    rules = state.board.rules
    if state.note("fought", unit.id) and rules.holds(Custom.ONCE):
        reason = f"{unit.counter.name} has already attacked in this phase"
        return Refusal(rules.cites(Custom.ONCE), reason)
    return None


@general("may_attack")
def undivided(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> Refusal | None:
    """A unit counts once in a combat, with all it has."""
    rules = state.board.rules
    if combat is None or targets != combat.targets or unit.id not in combat.attackers:
        return None
    if not rules.holds(Custom.UNDIVIDED):
        return None
    return Refusal(rules.cites(Custom.UNDIVIDED), f"{unit.counter.name} is in this attack already")


@general("may_attack")
def all_round(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> Refusal | None:
    """Attackers come from any of the hexes around the target."""
    if combat is None or not combat.attackers or state.board.rules.holds(Custom.ALL_ROUND):
        return None
    if unit.hex == state.units[combat.attackers[0]].hex:
        return None
    return Refusal("", f"{unit.counter.name} stands in another hex than the attackers")


@general("may_be_attacked")
def attacked_once(state: GameState, hex: int) -> Refusal | None:
    """No unit is attacked twice in a phase; one that retreated among friends does not protect them."""
    rules = state.board.rules
    for unit in state.at(hex):
        if state.note("attacked", unit.id) and state.note("retreated among", unit.id) != hex:
            if rules.holds(Custom.ONCE):
                reason = f"{unit.counter.name} has already been attacked in this phase"
                return Refusal(rules.cites(Custom.ONCE), reason)
    return None


@general("defends")
def every_unit_defends(state: GameState, unit: Unit) -> bool:
    """Every unit in a hex attacked defends it."""
    return True


# ------------------------------------------------------------------ what may be attacked, and by whom
def targets_of(state: GameState, side: Side) -> list[int]:
    """The hexes a side may attack now: enemy-held, with someone who may do it."""
    held = held_against(state, side)
    near = _beside(state, side) if state.board.rules.holds(Custom.ADJACENT) else held
    return [
        hex
        for hex in sorted(held & near)
        if state.board.rules.can_be_attacked(state, hex) and attackers_of(state, side, (hex,))
    ]


def held_against(state: GameState, side: Side) -> frozenset[int]:
    """The hexes in which something would defend against a side: units, or works that fight by themselves."""
    enemy, rules = state.enemy(side), state.board.rules

    def compute() -> frozenset[int]:
        units = frozenset(u.hex for u in state.on_map(enemy) if rules.defends(state, u))
        return units | rules.defended_hexes(state, enemy)

    return state.derived(enemy, "held", compute)


def _beside(state: GameState, side: Side) -> set[int]:
    """The hexes next to those of a side."""

    def compute() -> set[int]:
        around = state.board.map.around
        return {near for hex in {u.hex for u in state.on_map(side)} for near in around(hex)}

    return state.derived(side, "beside", compute)


def attackers_of(
    state: GameState, side: Side, targets: tuple[int, ...], combat: Combat | None = None
) -> list[Unit]:
    """The units of a side that may attack all of these hexes now."""
    taken = set(combat.attackers) if combat else set()
    units = [u for u in near_enough(state, side, targets[0]) if u.id not in taken]
    return [u for u in units if state.board.rules.can_attack(state, u, targets, combat)]


def near_enough(state: GameState, side: Side, target: int) -> list[Unit]:
    """The units of a side that distance does not keep from attacking a hex: its neighbours, or where the
    custom `adjacent` does not hold all on the map, the nearest first."""
    hexes, ground = state.stacks.keys(), state.board.map
    if state.board.rules.holds(Custom.ADJACENT):
        near = sorted(set(ground.around(target)) & hexes)
    else:
        near = sorted(hexes, key=lambda hex: (ground.coords[hex].distance(ground.coords[target]), hex))
    return [unit for hex in near for unit in state.at(hex) if unit.side == side]


def declared(state: GameState, side: Side, targets: tuple[int, ...], kind: str = "attack") -> Combat:
    """A combat just declared: every unit in the target hexes that takes part defends."""
    enemy, rules = state.enemy(side), state.board.rules
    as_one = rules.holds(Custom.AS_ONE)
    stacks = [[u.id for u in state.at(h) if u.side == enemy and rules.defends(state, u)] for h in targets]
    defenders = tuple(id for stack in stacks for id in (stack if as_one else stack[-1:]))
    parent = state.combats[-1].id if state.combats else -1
    return Combat(state.combats_begun, kind, side, targets, defenders=defenders, parent=parent)
