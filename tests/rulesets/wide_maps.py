"""Two rulesets too large for a table, made in code: what the client's speed is measured and tested on.

`crowded` puts any number of counters on the map of another ruleset: its own, and copies of them. `plain` is a
made-up country of any size, with every kind of ground, a river, roads, towns and two armies along a front.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hexcore.charts import Costs, compile_costs
from hexcore.hexes import Grid, Sheet
from hexcore.maps import HexMap, Place as Town
from hexcore.rules import Mask, rule
from hexcore.ruleset import Ruleset, Scenario, Track
from hexcore.sequence import Phase, SequenceOfPlay
from hexcore.state import GameState
from hexcore.units import Counter, Place, Side, Step, Unit
from hexcore.zoc import enemy_zone

STACK = 3
"""So many counters of one side in a hex, at most."""
BLUE, RED = Side("blue"), Side("red")
SetUp = Mapping[str, tuple[Place, int]]


# ------------------------------------------------------------------ more counters on a map that is there
def crowded(ruleset: Ruleset, scenario: str, set_up: SetUp, counters: int) -> Ruleset:
    """*ruleset* with one scenario, in which *counters* counters stand on the map.

    They are those of *set_up*, and copies of them that spread from their stacks over the land near by.
    """
    drawn = ruleset.scenario(scenario)
    known, hex_map = ruleset.counters, ruleset.ground(drawn)
    on_map = {id: at for id, at in set_up.items() if isinstance(at[0], int)}
    copies, places = dict[str, Counter](), dict[str, tuple[Place, int]](set_up)
    free = _room_about(hex_map, {id: at[0] for id, at in on_map.items() if isinstance(at[0], int)}, known)
    originals = sorted(on_map)
    for n in range(counters - len(on_map)):
        original = known[originals[n % len(originals)]]
        hex = next(hex for side, hex in free[original.side] if side == original.side)
        copies[f"{original.id}_copy_{n}"] = replace(original, id=f"{original.id}_copy_{n}")
        places[f"{original.id}_copy_{n}"] = (hex, 0)
    return replace(
        ruleset,
        load_map=lambda: ruleset.map,
        load_counters=lambda: {**known, **copies},
        load_scenarios=lambda: [
            replace(drawn, set_up=lambda _map: places, recount=lambda given, _off: {**known, **given})
        ],
    )


def _room_about(
    hex_map: HexMap, placed: Mapping[str, int], known: Mapping[str, Counter]
) -> Mapping[Side, Iterator[tuple[Side, int]]]:
    """For each side the hexes nearest to its stacks that nobody is near, each two times."""
    sides = {known[id].side for id in placed}
    held = {side: {hex for id, hex in placed.items() if known[id].side == side} for side in sides}

    def spread(side: Side) -> Iterator[tuple[Side, int]]:
        others = {h for other in sides - {side} for at in held[other] for h in (at, *hex_map.around(at))}
        seen, queue = set(held[side]), deque(sorted(held[side]))
        while queue:
            for near in hex_map.around(queue.popleft()):
                if near not in seen and near not in others and not _wet(hex_map, near):
                    seen.add(near)
                    queue.append(near)
                    held[side].add(near)
                    yield from ((side, near), (side, near))

    return {side: spread(side) for side in sides}


def _wet(hex_map: HexMap, hex: int) -> bool:
    return bool({"sea", "all-sea", "lake"} & (hex_map.terrain[hex] | hex_map.features[hex]))


# ------------------------------------------------------------------ a plain of any size
GROUNDS = (("wood", 17, 3), ("forest", 23, 2), ("hill", 19, 3), ("marsh", 29, 2))
"""Word, one patch for so many hexes each way, how far a patch reaches."""


def plain_map(columns: int, rows: int) -> HexMap:
    """A country of *columns* by *rows* hexes; the same for the same numbers."""
    grid = Grid("columns", "even", (Sheet("", (1, columns), (1, rows)),))
    coords = tuple(grid.hexes(grid.sheets[0]))
    at = {grid.column_row(c): i for i, c in enumerate(coords)}
    words = [frozenset({_ground_of(*grid.column_row(c), rows)}) for c in coords]
    nothing = frozenset[str]()
    bare = HexMap(
        grid,
        coords,
        tuple(words),
        (nothing,) * len(coords),
        (nothing,) * 6 * len(coords),
        ("",) * 6 * len(coords),
    )
    towns = [at[c, r] for c in range(4, columns, 9) for r in range(5, rows, 8)]
    towns = [hex for hex in towns if "sea" not in words[hex]]
    ground = {hex: frozenset({"town"}) for hex in towns}
    laid = bare.with_ground(ground, {}, _river(bare, at, columns, rows), _roads(bare, towns))
    places = tuple(Town(hex, f"Town {n + 1}", "town", "reconstructed") for n, hex in enumerate(towns))
    return replace(laid, places=places)


def _ground_of(column: int, row: int, rows: int) -> str:
    if row <= max(2, rows // 20) + (column * 7 // 5) % 3:
        return "sea"
    for word, apart, reach in GROUNDS:
        x, y = column % apart - apart // 2, (row + column // apart * 5) % (apart // 2) - apart // 4
        if abs(x) + abs(y) <= reach + (column * row) % 2:
            return word
    return "clear"


def _river(
    hex_map: HexMap, at: Mapping[tuple[int, int], int], columns: int, rows: int
) -> dict[int, frozenset[str]]:
    """A river between two rows from edge to edge, every twenty rows."""
    found = {}
    for row in range(10, rows - 1, 20):
        for column in range(1, columns + 1):
            below, above = at[column, row + 1], at[column, row]
            found |= {
                hex_map.side(above, near): frozenset({"river"})
                for near in hex_map.around(above)
                if near == below or (near in _below(at, column, row) and near in hex_map.around(above))
            }
    return found


def _below(at: Mapping[tuple[int, int], int], column: int, row: int) -> set[int]:
    return {at[c, row + 1] for c in (column - 1, column, column + 1) if (c, row + 1) in at}


def _roads(hex_map: HexMap, towns: list[int]) -> dict[int, str]:
    """A road from each town to the next one."""
    found = {}
    for start, end in pairwise(towns):
        hex = start
        while hex != end and hex_map.distance(start, end) < 14:
            onward = min(hex_map.around(hex), key=lambda near: (hex_map.distance(near, end), near))
            found[hex_map.side(hex, onward)] = "road"
            hex = onward
    return found


def plain_counters(each: int) -> dict[str, Counter]:
    """*each* counters of either side, of three kinds."""
    kinds = (("armor", "III", 6, 8), ("infantry", "XX", 9, 5), ("artillery", "II", 3, 6))
    found = {}
    for side in (BLUE, RED):
        for n in range(each):
            kind, size, strength, movement = kinds[n % 3]
            steps = (Step(strength, movement), Step(strength // 2, movement))
            id = f"{side}_{n + 1}"
            found[id] = Counter(id, side, kind, steps, size=size, designation=str(n + 1))
    return found


def plain_set_up(hex_map: HexMap, counters: Mapping[str, Counter]) -> SetUp:
    """Stacks of three on both sides of the middle row and behind it, three rows between the sides."""
    rows = max(hex_map.grid.column_row(c)[1] for c in hex_map.coords)
    dry = [h for h in range(len(hex_map)) if "sea" not in hex_map.terrain[h]]
    row = {h: hex_map.grid.column_row(hex_map.coords[h])[1] for h in dry}
    column = {h: hex_map.grid.column_row(hex_map.coords[h])[0] for h in dry}
    found: dict[str, tuple[Place, int]] = {}
    for side, first in ((BLUE, rows // 2 - 2), (RED, rows // 2 + 2)):
        ids = [id for id, counter in counters.items() if counter.side == side]
        behind = [h for h in dry if (row[h] <= first if side == BLUE else row[h] >= first)]
        order = sorted(behind, key=lambda h: (abs(row[h] - first), column[h]))
        found |= {id: (order[n // STACK], 0) for n, id in enumerate(ids)}
    return found


@rule({"plain": "5.1"}, hook="terrain_costs")
def ground_costs(hex_map: HexMap, mobility: str) -> Costs:
    """Clear ground and towns cost one point, the rest two; a road one, the sea cannot be entered."""

    def cost(_hex: int, near: int, side: int) -> int | None:
        if "sea" in hex_map.terrain[near]:
            return None
        easy = hex_map.roads[side] or {"clear", "town"} & hex_map.terrain[near]
        return (2 if easy else 4) + (2 if hex_map.sides[side] else 0)

    return compile_costs(hex_map, cost)


@rule({"plain": "6.1"}, hook="movement_masks")
def zones_stop(state: GameState, unit: Unit) -> Mask:
    """A unit stops when it enters an enemy zone of control."""
    return Mask("stop", "{hex} is in an enemy zone of control", enemy_zone(state, unit.side))


def plain(columns: int, rows: int, counters: int) -> Ruleset:
    """The ruleset of a plain of *columns* by *rows* hexes with *counters* counters; Blue moves first."""
    pieces = plain_counters(counters // 2)
    phases = (
        Phase("blue-movement", BLUE, "movement", "4.1", "Blue movement", BLUE),
        Phase("red-movement", RED, "movement", "4.2", "Red movement", RED),
    )
    scenario = Scenario(
        "front",
        f"A plain of {columns * rows} hexes",
        1,
        4,
        tracks=(Track("turn", 1, 4, start=1),),
        set_up=lambda hex_map: plain_set_up(hex_map, pieces),
    )
    return Ruleset(
        id="plain",
        title="The Plain",
        edition="Test",
        version="1",
        folder=Path(__file__).parent / "plain",
        sides=(BLUE, RED),
        load_map=lambda: plain_map(columns, rows),
        load_counters=lambda: pieces,
        load_sequence=lambda: SequenceOfPlay(phases),
        load_scenarios=lambda: [scenario],
        load_modules=lambda: [sys.modules[__name__]],
    )
