"""The faults a map may have, rule by rule: what `mapcheck` looks for.

Each rule takes the `Ground` (a map, its folder, the meaning of its words) and yields findings with the
file and the line that says so. No rule knows a word of any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hexcore.corrected_words import nearest
from hexcore.map_files import GroupRow, HexsideRow, PlaceRow, RoadRow, Said
from hexcore.map_ground import Corner, Finding, Ground, MapWords, pieces
from hexcore.maps import HexMap

__all__ = ["RULES", "Corner", "Finding", "Ground", "MapWords", "Rule", "pieces"]


# ------------------------------------------------------------------------------------- the rules


def holes(ground: Ground) -> Iterator[Finding]:
    """A sheet that is held whole lacks no hex; the line is that of the hex before the hole."""
    grid = ground.map.grid
    prefixes = ground.words.sheets or (grid.sheets[0].prefix,)
    for sheet in (s for s in grid.sheets if s.prefix in prefixes):
        last = Said(ground.folder / "hexes.csv", 0, None)
        for coord in grid.hexes(sheet):
            if coord in ground.map.at_coord:
                last = ground.hex_lines.get(ground.map.at_coord[coord], last)
            else:
                yield Finding(last.path, last.line, f"{grid.number(coord)} is missing from the sheet")


def duplicates(ground: Ground) -> Iterator[Finding]:
    """Nothing is said twice: not the same hexside from its other name, nor two kinds of river on one."""
    for name, kind, key in (
        ("hexsides.csv", HexsideRow, _side_key),
        ("roads.csv", RoadRow, _road_key),
        ("places.csv", PlaceRow, lambda g, row: (g.map.hex(row.hex), row.name)),
        ("groups.csv", GroupRow, lambda g, row: (row.group, g.map.hex(row.hex))),
    ):
        seen: set[object] = set()
        for path, line, row in ground.rows(name, kind):
            what = key(ground, row)
            if what in seen:
                yield Finding(path, line, f"{_first(row)} is listed twice")
            seen.add(what)


def _first(row: Any) -> str:
    cells = (getattr(row, key, "") for key in ("group", "hex", "hex1", "hex2", "name"))
    return " ".join(cell for cell in cells if cell)


def _side_key(ground: Ground, row: HexsideRow) -> object:
    side = ground.between(row.hex1, row.hex2)
    return (side, "river") if row.feature in ground.words.rivers else (side, row.feature)


def _road_key(ground: Ground, row: RoadRow) -> object:
    return (row.hex1, row.hex2) if row.hex2.startswith("EDGE_") else ground.between(row.hex1, row.hex2)


def one_way(ground: Ground) -> Iterator[Finding]:
    """A hexside looks the same from both of its hexes."""
    game = ground.map
    for side, words in enumerate(game.sides):
        across = game.mirror(side)
        if across > side and (words, game.roads[side]) != (game.sides[across], game.roads[across]):
            yield ground.at_side(side, f"{ground.spell(side)} differs when seen from across")


def unknown_words(ground: Ground) -> Iterator[Finding]:
    """Every word of terrain, feature, hexside and road is one the ruleset declares."""
    words, game = ground.words, ground.map
    for hex in range(len(game)):
        for known, used in ((words.terrain, game.terrain[hex]), (words.features, game.features[hex])):
            for word in sorted(used - known) if known else ():
                text = f"{game.numbers[hex]} has an unknown word {word!r}{nearest(word, known)}"
                yield ground.at_hex(hex, text)
        if not game.terrain[hex]:
            yield ground.at_hex(hex, f"{game.numbers[hex]} has no terrain")
    for side in ground.each_side():
        for word in sorted(game.sides[side] - words.sides) if words.sides else ():
            text = f"{ground.spell(side)} has an unknown word {word!r}{nearest(word, words.sides)}"
            yield ground.at_side(side, text)
        road = game.roads[side]
        if road and words.roads and road not in words.roads:
            text = f"{ground.spell(side)} has an unknown road {road!r}{nearest(road, words.roads)}"
            yield ground.at_road(side, text)


def rivers(ground: Ground) -> Iterator[Finding]:
    """Every river has a name and is one chain over land, from a source or an edge to sea, edge or river."""
    named: dict[str, set[int]] = {}
    for side in ground.each_side():
        if ground.map.sides[side] & ground.words.rivers:
            name = ground.map.side_names.get(side, "")
            named.setdefault(name, set()).add(side)
            if not name:
                yield ground.at_side(side, f"{ground.spell(side)} is a river without a name")
            if ground.shore(side):
                yield ground.at_side(side, f"{name or 'a river'} runs in the sea at {ground.spell(side)}")
    corners = {name: ground.all_corners(sides) for name, sides in named.items() if name}
    water = ground.all_corners(ground.closed_sides)
    for name in sorted(named.keys() - {""}):
        others = water.union(*(c for other, c in corners.items() if other != name))
        yield from _river(ground, name, named[name], others)
    for system in ground.chains({side for sides in named.values() for side in sides}):
        ends = ground.all_corners(system)
        if not any(ground.wet(c) or ground.on_border(c) for c in ends) and not ends & water:
            first = min(system)
            names = ", ".join(sorted({ground.map.side_names.get(s, "a river") for s in system}))
            yield ground.at_side(
                first, f"the water of {names} at {ground.spell(first)} reaches no sea or edge"
            )


def _river(ground: Ground, name: str, sides: set[int], others: frozenset[Corner]) -> Iterator[Finding]:
    at = ground.meetings(sides)
    for part in ground.chains(sides)[1:]:
        first = min(part)
        yield ground.at_side(first, f"{name} breaks: a piece lies at {ground.spell(first)}")
    for meeting in at.values():
        if len(meeting) > 2:
            yield ground.at_side(meeting[0], f"{name} forks at {ground.spell(meeting[0])}")
    ends = [corner for corner, meeting in at.items() if len(meeting) == 1]
    last = at[ends[-1]][0] if ends else min(sides)
    mouths = [c for c in ends if ground.wet(c) or ground.on_border(c) or c in others]
    if not mouths:
        text = f"{name} reaches neither sea nor edge nor another river; it ends at {ground.spell(last)}"
        yield ground.at_side(last, text)
    elif len(mouths) == len(ends) and not any(ground.on_border(c) for c in ends):
        yield ground.at_side(last, f"{name} has a mouth at both ends, and no source")


def coast(ground: Ground) -> Iterator[Finding]:
    """The sea is open to the map's edge, its shore is marked, and water hexsides lie by the sea."""
    game, mark = ground.map, ground.words.coast
    for sea in pieces(ground.sea, game.around):
        if all(len(game.around(hex)) == 6 for hex in sea):
            yield ground.at_hex(min(sea), f"the sea at {ground.numbers(sea)} is closed in by land")
    for hex in ground.land if mark else ():
        touches = any(n in ground.sea for n in game.around(hex))
        if touches and mark not in game.features[hex]:
            yield ground.at_hex(hex, f"{game.numbers[hex]} touches the sea but is not {mark}")
        elif mark in game.features[hex] and not touches and len(game.around(hex)) == 6:
            yield ground.at_hex(hex, f"{game.numbers[hex]} is {mark} but touches no sea")
    for chain in ground.chains(ground.closed_sides) if ground.sea else ():
        if not any(ground.wet(c) or ground.on_border(c) for c in ground.all_corners(chain)):
            side = min(chain)
            text = f"{ground.spell(side)} is closed ([words] impassable_sides) with no sea beside it"
            yield ground.at_side(side, text)


def roads_into_sea(ground: Ground) -> Iterator[Finding]:
    """No road enters the sea or crosses a hexside that nothing crosses."""
    for side in ground.each_side():
        road = ground.map.roads[side]
        if road and ground.shore(side):
            yield ground.at_road(side, f"the {road} road {ground.spell(side)} runs into the sea")
        elif road and side in ground.closed_sides:
            yield ground.at_road(side, f"the {road} road {ground.spell(side)} crosses a closed hexside")


def road_net(ground: Ground) -> Iterator[Finding]:
    """All roads hang together."""
    for piece in pieces(ground.roads, lambda hex: (n for n, _ in ground.roads[hex]))[1:]:
        yield ground.at_hex(min(piece), f"the roads at {ground.numbers(piece)} are cut off from the net")


def roads_in_the_open(ground: Ground) -> Iterator[Finding]:
    """A road ends in a place, at a better road, at the edge, or goes on."""
    order, worst = {road: n for n, road in enumerate(ground.words.roads)}, len(ground.words.roads)
    off_map = Counter((road.hex, road.road) for road in ground.map.edge_roads)
    for hex, reached in sorted(ground.roads.items()):
        kinds = Counter(road for _, road in reached)
        for road, count in kinds.items():
            better = any(order.get(k, worst) < order.get(road, worst) for k in kinds)
            if count + off_map[hex, road] == 1 and not better and hex not in ground.map.place_at:
                yield ground.at_hex(hex, f"a {road} road stops in the open at {ground.map.numbers[hex]}")


def edge_roads(ground: Ground) -> Iterator[Finding]:
    """A road that leaves the map does so on the edge it names, and comes from somewhere."""
    lines = {(said.row.hex1, said.row.hex2): said for said in ground.rows("roads.csv", RoadRow)}
    for road in ground.map.edge_roads:
        number, compass = ground.map.numbers[road.hex], ground.words.edges.get(road.edge, "")
        nowhere = Said(ground.folder / "roads.csv", 0, None)
        said = lines.get((number, f"EDGE_{road.edge}"), nowhere)
        if not any(ground.on_edge(road.hex, side) for side in compass):
            yield Finding(said.path, said.line, f"{number} does not lie on the edge {road.edge!r}")
        if all(kind != road.road for _, kind in ground.roads.get(road.hex, ())):
            text = f"no {road.road} road leads to where one leaves the map at {number}"
            yield Finding(said.path, said.line, text)


def unreachable(ground: Ground) -> Iterator[Finding]:
    """All land can be walked to, and no place lies in the sea."""
    game, closed = ground.map, ground.words.impassable_sides

    def walk(hex: int) -> Iterator[int]:
        return (game.neighbours[s] for s in range(6 * hex, 6 * hex + 6) if not game.sides[s] & closed)

    for piece in pieces(ground.land, walk)[1:]:
        yield ground.at_hex(min(piece), f"the land at {ground.numbers(piece)} cannot be reached")
    for place in game.places:
        if place.hex in ground.sea:
            yield ground.at_hex(place.hex, f"{place.name} lies in the sea at {game.numbers[place.hex]}")


def groups(ground: Ground) -> Iterator[Finding]:
    """A group that stands for an edge holds all its land between the group's two ends, and no more."""
    game, lines = ground.map, _group_lines(ground)
    for name, edge in ground.words.edge_groups.items():
        members = set(game.groups.get(name, ()))
        if not members:
            yield Finding(ground.folder / "groups.csv", 0, f"there is no group {name}")
            continue
        sides = ground.words.edges.get(edge, "")
        border = {h for h in range(len(game)) if any(ground.on_edge(h, side) for side in sides)}
        for hex in sorted(members - border | members & ground.sea):
            text = f"{name}: {game.numbers[hex]} is not land on the edge {edge!r}"
            yield Finding(*lines[name, hex][:2], text)
        along = sorted(border - ground.sea, key=lambda h: _along(game, h, sides))
        inside = [n for n, hex in enumerate(along) if hex in members]
        before = inside[0] if inside else 0
        for n, hex in enumerate(along[before : inside[-1] + 1] if inside else (), before):
            if hex in members:
                before = n
            else:
                yield Finding(*lines[name, along[before]][:2], f"{name} leaves out {game.numbers[hex]}")


def objectives(ground: Ground) -> Iterator[Finding]:
    """Every hex of a group of objectives bears a name."""
    game, lines = ground.map, _group_lines(ground)
    for name in sorted(ground.words.objectives):
        if not game.groups.get(name):
            yield Finding(ground.folder / "groups.csv", 0, f"there is no group {name}")
        for hex in game.groups.get(name, ()):
            if hex not in game.place_at:
                text = f"{name}: {game.numbers[hex]} is an objective without a name"
                yield Finding(*lines[name, hex][:2], text)


def _group_lines(ground: Ground) -> dict[tuple[str, int], Said]:
    """The line of every member of every group."""
    return {(s.row.group, ground.map.hex(s.row.hex)): s for s in ground.rows("groups.csv", GroupRow)}


def _along(game: HexMap, hex: int, sides: str) -> tuple[int, int]:
    column, row = game.grid.column_row(game.coords[hex])
    return (row, column) if sides in ("E", "W") else (column, row)


Rule = Callable[[Ground], Iterator[Finding]]

RULES: tuple[Rule, ...] = (holes, duplicates, one_way, unknown_words, rivers, coast)
RULES += (roads_into_sea, road_net, roads_in_the_open, edge_roads, unreachable, groups, objectives)
