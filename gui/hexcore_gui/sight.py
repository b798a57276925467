"""What the map shows of a position: reach, ways, zones, supply, the front, an attack. Plain data."""

from __future__ import annotations

from collections import deque

from hexcore.movement import allowance, points_left, reach_of
from hexcore.odds import Odds, weigh
from hexcore.state import Combat, GameState
from hexcore.supply import blockers, net, net_of, part_of
from hexcore.units import Side, Unit
from hexcore.zoc import occupied, zone
from hexcore_gui.choices import Choices
from hexcore_gui.overlays import PathMark, ReachMark, SupplyLine, Zone
from hexcore_gui.stage import Stage
from hexcore_gui.wording import points

FRONT_WITHIN = 4
"""So far from its units a side's ground is drawn as held."""


# ------------------------------------------------------------------ units in hand
def units_in_hand(state: GameState) -> tuple[Unit, ...]:
    """The units in hand, where the question on the table is about some."""
    decision = state.agenda[0] if state.agenda else None
    if decision is None or decision.kind != "in-hand":
        return ()
    ids: tuple[str, ...] = getattr(decision, "units", ())
    return tuple(state.units[i] for i in ids if i in state.units and state.units[i].hex >= 0)


def reach_marks(state: GameState, units: tuple[Unit, ...], choices: Choices) -> dict[int, ReachMark]:
    """Every hex within reach of units in hand, with the points left there."""
    if not units:
        return {}
    reach, stops = (
        reach_of(state, units),
        {h for h, offers in choices.lit.items() if offers[0].kind == "move"},
    )
    left = min(points_left(state, u) for u in units)
    most = max(1, min(allowance(state, u) for u in units))
    own = occupied(state, units[0].side)
    marks = {}
    for hex, spent in reach.spent.items():
        if hex == reach.start:
            continue
        remains = max(left - spent, 0)
        strength = 2 if remains * 2 >= most else 1 if remains * 4 >= most else 0
        marks[hex] = ReachMark(points(remains), strength, bool(own[hex]), hex not in stops)
    return marks


def path_mark(stage: Stage, state: GameState, units: tuple[Unit, ...], hex: int) -> PathMark | None:
    """The cheapest way of units in hand to a hex within their reach."""
    reach = reach_of(state, units)
    if hex not in reach.spent or hex == reach.start:
        return None
    left = min(points_left(state, u) for u in units)
    spent = reach.spent[hex]
    ghost = stage.face(state, units[-1], plain=True)
    text = f"{points(spent)} spent · {points(max(left - spent, 0))} left"
    return PathMark((reach.start, *reach.path(hex)), text, ghost)


# ------------------------------------------------------------------ overlays of the rail
def zones(state: GameState, viewer: Side | None) -> tuple[Zone, ...]:
    """The enemy's zone, hatched, without the hexes its own units stand in; and one's own."""
    found = []
    for side in state.board.sides:
        spread, held = zone(state, side), occupied(state, side)
        enemy = viewer is not None and side != viewer
        hexes = frozenset(h for h, on in enumerate(spread) if on and not held[h])
        if enemy or viewer is None:
            found.append(Zone(hexes, enemy or side == state.board.sides[-1]))
        else:
            found.insert(0, Zone(hexes, False))
    return tuple(found)


def supply_of(state: GameState, unit: Unit) -> SupplyLine:
    """A unit's line of supply, or the hexes that cut it."""
    lines = net_of(state, unit)
    if unit.hex in lines.length:
        return SupplyLine(lines.line(unit.hex), lines.source[unit.hex].name)
    cut = blockers(state, unit.side, unit.hex, part_of(state, unit))
    return SupplyLine(blocked=tuple(hex for hex, _ in cut))


def supply_net(state: GameState, side: Side) -> frozenset[int]:
    """Every hex that a side's supply reaches."""
    return frozenset(net(state, side).length)


def command(state: GameState, unit: Unit) -> frozenset[int]:
    """The hexes within a headquarters' radius."""
    return frozenset(state.board.map.within(unit.hex, unit.counter.radius))


def drawn_lines(state: GameState) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Lines that run over the map now: the name of their look, and their hexes."""
    return tuple((line.id, line.hexes) for line in state.board.rules.drawn_lines(state))


def front(state: GameState) -> tuple[int, ...]:
    """Hexsides between ground nearer to one side's units and ground nearer to the other's."""
    near, owner, far = state.board.map.neighbours, dict[int, Side](), dict[int, int]()
    queue: deque[int] = deque()
    for unit in state.units.values():
        if unit.hex >= 0 and state.board.controls(unit):
            owner[unit.hex], far[unit.hex] = unit.side, 0
            queue.append(unit.hex)
    while queue:
        hex = queue.popleft()
        if far[hex] >= FRONT_WITHIN:
            continue
        for n in near[6 * hex : 6 * hex + 6]:
            if n >= 0 and n not in owner:
                owner[n], far[n] = owner[hex], far[hex] + 1
                queue.append(n)
    sides = []
    for hex, side in owner.items():
        for s in range(6 * hex, 6 * hex + 3):
            if near[s] >= 0 and owner.get(near[s], side) != side:
                sides.append(s)
    return tuple(sides)


# ------------------------------------------------------------------ combats
def odds_of(state: GameState, combat: Combat) -> Odds | None:
    """A combat weighed as it stands, while it can still change."""
    if combat.stage not in ("declared", "made") or not combat.attackers:
        return None
    return weigh(state, combat)


def origins(state: GameState, combat: Combat) -> tuple[int, ...]:
    """The hexes from which a combat is fought."""
    hexes = [state.units[i].hex for i in combat.attackers if i in state.units]
    return tuple(dict.fromkeys(h for h in hexes if h >= 0)) or combat.origins


def arrows(state: GameState, combat: Combat) -> tuple[tuple[int, int], ...]:
    """From every attacking hex to each target it touches."""
    around = state.board.map.around
    return tuple((h, t) for h in origins(state, combat) for t in combat.targets if t in around(h))
