"""What the map shows of a position: reach, ways, zones, supply, the front, an attack. Plain data."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from hexcore.actions import Declare, Overrun
from hexcore.events import run
from hexcore.foresight import on_the_table, thought_of
from hexcore.movement import allowance, points_left, reach_of
from hexcore.movement_phase import stopped_by
from hexcore.odds import Odds, weigh
from hexcore.reach import Reach
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.way_points import cost_of, onward, path_by
from hexcore.zoc import occupied, zone
from hexcore_gui.choices import Choices
from hexcore_gui.once_a_state import once_a_state
from hexcore_gui.overlays import Band, ObjectiveMark, PathMark, ReachMark, Zone
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


def reach_by(state: GameState, units: tuple[Unit, ...], by: tuple[int, ...]) -> Reach:
    """Where units in hand can go, by way of some hexes where such are chosen."""
    gone = path_by(state, units, by)
    return onward(state, units, gone) if gone else reach_of(state, units)


def left_at(state: GameState, units: tuple[Unit, ...], by: tuple[int, ...]) -> int | None:
    """Half-points left at the last of the way-points; None when no way leads through them."""
    gone = path_by(state, units, by)
    if gone is None:
        return None
    return max(min(points_left(state, u) for u in units) - cost_of(state, units, gone), 0)


def path_through(
    state: GameState, units: tuple[Unit, ...], by: tuple[int, ...], hex: int
) -> tuple[int, ...] | None:
    """The whole path to a hex by way of some others: what a click on it gives. None when none leads there."""
    return path_by(state, units, by if by[-1:] == (hex,) else (*by, hex))


def reach_marks(
    state: GameState, units: tuple[Unit, ...], choices: Choices, by: tuple[int, ...] = ()
) -> dict[int, ReachMark]:
    """Every hex within reach of units in hand, with the points left there; none where a rule stopped them."""
    if not units or stopped_by(state, units):
        return {}
    reach, stops = (
        reach_by(state, units, by),
        {h for h, offers in choices.lit.items() if offers[0].kind == "move"},
    )
    left = min(points_left(state, u) for u in units)
    most = max(1, min(allowance(state, u) for u in units))
    own = occupied(state, units[0].side)
    marks = {}
    for hex, spent in reach.spent.items():
        if hex == reach.start and not by:
            continue
        remains = max(left - spent, 0)
        strength = 2 if remains * 2 >= most else 1 if remains * 4 >= most else 0
        marks[hex] = ReachMark(points(remains), strength, bool(own[hex]), hex not in stops)
    return marks


def path_mark(
    stage: Stage, state: GameState, units: tuple[Unit, ...], hex: int, by: tuple[int, ...] = ()
) -> PathMark | None:
    """The way of units in hand to a hex by way of the way-points, and what it costs when it is gone."""
    path = path_through(state, units, by, hex)
    if not path:
        return None
    left = min(points_left(state, u) for u in units)
    spent = cost_of(state, units, path)
    ghost = stage.face(state, units[-1], plain=True)
    text = f"{points(spent)} spent · {points(max(left - spent, 0))} left"
    return PathMark((units[0].hex, *path), text, ghost, by)


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


def supply_bands(state: GameState, side: Side) -> tuple[Band, ...]:
    """The ground that a side's supply reaches, by the state it gives there."""
    return tuple(Band(b.state, b.hexes, b.text) for b in state.board.rules.supply_bands(state, side))


def radii(state: GameState, units: Iterable[Unit]) -> tuple[frozenset[int], ...]:
    """The hexes within the radius of each headquarters among some units."""
    staffs = [unit for unit in units if unit.hex >= 0 and unit.counter.radius]
    return tuple(frozenset(state.board.map.within(unit.hex, unit.counter.radius)) for unit in staffs)


def objectives(state: GameState) -> tuple[ObjectiveMark, ...]:
    """The ground that victory asks for, and who holds it."""
    found = state.board.rules.objectives(state)
    return tuple(ObjectiveMark(o.hexes, o.name, o.holder) for o in found)


@once_a_state
def drawn_lines(state: GameState) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Lines that run over the map now: the name of their look, and their hexes."""
    return tuple((line.id, line.hexes) for line in state.board.rules.drawn_lines(state))


@once_a_state
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
    if combat.stage not in ("declared", "made") or not (combat.attackers or combat.stage == "made"):
        return None
    found = weigh(state, combat)
    return found if combat.attackers or found.attack else None


def struck_column(state: GameState, action: Declare) -> str:
    """The column of an attack that is made as soon as it is declared, by no unit: from the air, say."""
    after, _ = run(state, state.agenda[0].answer(state, action))
    odds = odds_of(after, after.combat) if after.combats and not after.combat.attackers else None
    return odds.final_column if odds is not None else ""


def overrun_column(state: GameState, action: Overrun) -> str:
    """The column an overrun would be fought on if nothing were committed to it."""
    side = state.units[action.units[0]].side
    combat = thought_of(state, side, (action.target,), action.units, action.kind)
    return weigh(on_the_table(state, combat), combat).final_column


def origins(state: GameState, combat: Combat) -> tuple[int, ...]:
    """The hexes from which a combat is fought."""
    hexes = [state.units[i].hex for i in combat.attackers if i in state.units]
    return tuple(dict.fromkeys(h for h in hexes if h >= 0)) or combat.origins


def arrows(state: GameState, combat: Combat) -> tuple[tuple[int, int], ...]:
    """From every attacking hex to each target it touches."""
    around = state.board.map.around
    return tuple((h, t) for h in origins(state, combat) for t in combat.targets if t in around(h))
