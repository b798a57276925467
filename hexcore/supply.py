"""Lines of supply: one flood from all sources of a side, kept for as long as no unit moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from hexcore.board import Board
from hexcore.reach import Exits, blank, union
from hexcore.rules import Mask, Refusal, SupplyBand, SupplySource, general
from hexcore.state import GameState
from hexcore.units import Counter, Side, Unit
from hexcore.zoc import occupied, open_enemy_zone

FAR = 10_000


@dataclass(frozen=True)
class SupplyRule:
    """How a side traces: at most `limit` long, by `exits` (lengths by hexside), past `blocks` (masks).

    `exits` lead away from the sources. `scarce` are hexsides (in the same direction) of which a line has one
    at most.
    """

    limit: int
    exits: Exits
    blocks: tuple[Mask, ...]
    rule: str = ""
    text: str = ""
    scarce: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SupplyNet:
    """Where a side's supply reaches: length of the line by hex, the hex each is reached from, the sources.

    Where something is scarce, a hex whose shortest line has used it stands in `came` as *size* more than
    itself, and `spent` holds such hexes.
    """

    length: dict[int, int] = field(default_factory=dict)
    came: dict[int, int] = field(default_factory=dict)
    sources: dict[int, SupplySource] = field(default_factory=dict)
    spent: frozenset[int] = frozenset()
    size: int = 0

    def line(self, hex: int) -> tuple[int, ...]:
        """The hexes from *hex* to its source, both included."""
        way = [hex + self.size if hex in self.spent else hex]
        while way[-1] in self.came:
            way.append(self.came[way[-1]])
        return tuple(step % self.size for step in way) if self.spent else tuple(way)

    @cached_property
    def source(self) -> dict[int, SupplySource]:
        """The source every hex of the net is supplied from."""
        return {hex: self.sources[self.line(hex)[-1]] for hex in self.length}


@general("supply_rule")
def plain_supply(state: GameState, side: Side) -> SupplyRule:
    """Any length, over any ground, not through enemy units or their open zones."""
    exits = state.board.once("hexes apart", lambda: even_exits(state))
    return SupplyRule(FAR, exits, enemy_blocks(state, side))


@general("supply_state")
def traced(state: GameState, unit: Unit) -> str:
    """`supplied` when the unit's hex lies in the net it draws on, `unsupplied` otherwise."""
    part = part_of(state, unit)
    return "supplied" if in_net(state, unit.side, unit.hex, part) else "unsupplied"


@general("supply_part")
def undivided(board: Board, counter: Counter) -> str:
    """All units of a side draw on the same sources."""
    return ""


@general("supply_bands")
def one_band(state: GameState, side: Side) -> tuple[SupplyBand, ...]:
    """One band: wherever a line can be traced to."""
    if not state.board.rules.supply_sources(state, side):
        return ()
    reached = state.derived("units", ("band", side), lambda: frozenset(net(state, side).length))
    return (SupplyBand("supplied", reached),)


def part_of(state: GameState, unit: Unit) -> str:
    """The part of its side that a unit belongs to when it traces supply, empty where a side has none."""
    board, counter = state.board, unit.counter
    part: str = board.once(("supply part", counter.id), lambda: board.rules.supply_part(board, counter))
    return part


def even_exits(state: GameState) -> Exits:
    """Every hexside one hex long."""
    near = state.board.map.neighbours
    size = len(state.board.map)
    return tuple(tuple((near[s], 1, s) for s in range(6 * h, 6 * h + 6) if near[s] >= 0) for h in range(size))


def enemy_blocks(state: GameState, side: Side) -> tuple[Mask, ...]:
    """Enemy units, and enemy zones no friendly unit cancels."""
    return (
        Mask("closed", "an enemy unit stands in {hex}", occupied(state, state.enemy(side))),
        Mask("closed", "{hex} is in an enemy zone of control", open_enemy_zone(state, side)),
    )


def net(state: GameState, side: Side, part: str = "") -> SupplyNet:
    """The supply net of a side as the units now stand (the phase's own notes have no part in it).

    With a *part* of the side named, the net of the sources that serve it; else that of all sources.
    """
    return state.derived("units", ("net", side, part), lambda: _flood(state, side, part, blocked=True))


def net_of(state: GameState, unit: Unit) -> SupplyNet:
    """The net that a unit draws on."""
    return net(state, unit.side, part_of(state, unit))


def in_net(state: GameState, side: Side, hex: int, part: str = "") -> bool:
    """Whether a hex lies in such a net: looked for from that hex alone while nobody needs the net."""
    if ("net", side, part) in state.caches["units"]:
        return hex in net(state, side, part).length
    return state.derived("units", ("line", side, part, hex), lambda: _reaches(state, side, part, hex))


class _Given(NamedTuple):
    """What a net rests on. No source lies in a hex that is shut."""

    sources: list[SupplySource]
    exits: Exits
    limit: int
    shut: bytes
    scarce: frozenset[int] = frozenset()


def _given(state: GameState, side: Side, part: str, *, blocked: bool = True) -> _Given:
    rule = state.board.rules.supply_rule(state, side)
    sources = state.board.rules.supply_sources(state, side)
    assert rule is not None
    if part:
        sources = [source for source in sources if source.part in ("", part)]
    size = len(state.board.map)
    shut = (union([mask.hexes for mask in rule.blocks], size) if blocked else b"") or bytes(size)
    return _Given([s for s in sources if not shut[s.hex]], rule.exits, rule.limit, shut, rule.scarce)


def _flood(state: GameState, side: Side, part: str, *, blocked: bool) -> SupplyNet:
    return _as_before(state, ("net", side, part, blocked), _given(state, side, part, blocked=blocked))


def _as_before(state: GameState, key: object, given: _Given) -> SupplyNet:
    """The net of the last question, where a move since then has changed nothing that it rests on."""
    kept: tuple[object, SupplyNet] | None = state.board.notebook.get(key)
    if kept is None or kept[0] != given:
        kept = state.board.notebook[key] = (given, flood_from(*given))
    return kept[1]


def _reaches(state: GameState, side: Side, part: str, hex: int) -> bool:
    """Whether a line leads from a hex to a source: the same flood, from its other end."""
    given = state.derived("units", ("given", side, part), lambda: _given(state, side, part))
    ends = state.derived("units", ("ends", side, part), lambda: {source.hex for source in given.sources})
    if hex in ends or given.shut[hex]:
        return hex in ends
    ways = backwards(state, given.exits)
    if _line_leads(hex, ends, ways, given):
        return True
    if not given.scarce:
        return False
    back = flood_from([SupplySource(hex, "")], ways, given.limit, given.shut, given.scarce)
    return not ends.isdisjoint(back.length)


def _line_leads(hex: int, ends: set[int], ways: Exits, given: _Given) -> bool:
    """Whether a line leads to one of the *ends* over no scarce hexside: the search stops at the first."""
    best, scarce = blank(given.shut, given.limit + 1, len(ways)), given.scarce
    best[hex] = 0
    rings: list[list[int]] = [[hex]]
    for used, ring in enumerate(rings):
        for here in ring:
            if best[here] != used:
                continue
            for near, cost, side in ways[here]:
                total = used + cost
                if total < best[near] and side not in scarce:
                    if near in ends:
                        return True
                    best[near] = total
                    while len(rings) <= total:
                        rings.append([])
                    rings[total].append(near)
    return False


def backwards(state: GameState, exits: Exits) -> Exits:
    """The ways into every hex."""
    kept = state.board.notebook.get(("backwards", id(exits)))
    if kept is None:
        into: list[list[tuple[int, int, int]]] = [[] for _ in exits]
        for hex, ways in enumerate(exits):
            for near, cost, side in ways:
                into[near].append((hex, cost, side))
        kept = state.board.notebook["backwards", id(exits)] = (exits, into)
    found: Exits = kept[1]
    return found


def flood_from(
    sources: list[SupplySource],
    exits: Exits,
    limit: int,
    shut: bytes,
    scarce: frozenset[int] = frozenset(),
) -> SupplyNet:
    """The net of *sources*: lines at most *limit* long over hexes that are not *shut* (a byte each), with
    one of the *scarce* hexsides at most."""
    if scarce:
        return _thrifty_flood(sources, exits, limit, shut, scarce)
    best = blank(shut, limit + 1, len(exits))
    first = sorted({source.hex for source in sources})
    for hex in first:
        best[hex] = 0
    came: dict[int, int] = {}
    rings: list[list[int]] = [first]
    for used, ring in enumerate(rings):
        for hex in ring:
            if best[hex] != used:
                continue
            for near, cost, _ in exits[hex]:
                total = used + cost
                if total < best[near]:
                    best[near] = total
                    came[near] = hex
                    while len(rings) <= total:
                        rings.append([])
                    rings[total].append(near)
    length = dict.fromkeys(first, 0)
    for hex in came:
        length[hex] = best[hex]
    return SupplyNet(length, came, {source.hex: source for source in reversed(sources)})


def _thrifty_flood(
    sources: list[SupplySource], exits: Exits, limit: int, shut: bytes, scarce: frozenset[int]
) -> SupplyNet:
    """The same on two floors: below, lines that have no scarce hexside yet, above those that have theirs."""
    size = len(exits)
    best = blank(shut, limit + 1, size) * 2
    first = sorted({source.hex for source in sources})
    for hex in first:
        best[hex] = 0
    came: dict[int, int] = {}
    rings: list[list[int]] = [first]
    for used, ring in enumerate(rings):
        for spot in ring:
            if best[spot] != used:
                continue
            floor, hex = (size, spot - size) if spot >= size else (0, spot)
            for near, cost, side in exits[hex]:
                total = used + cost
                if total >= best[near]:
                    continue
                at = near + floor
                if side in scarce:
                    if floor:
                        continue
                    at = near + size
                if total < best[at]:
                    best[at] = total
                    came[at] = spot
                    while len(rings) <= total:
                        rings.append([])
                    rings[total].append(at)
    reached = {*first, *came}
    spent = frozenset(s - size for s in reached if s >= size and best[s] < best[s - size])
    length = {s % size: min(best[s % size], best[s % size + size]) for s in reached}
    return SupplyNet(length, came, {source.hex: source for source in reversed(sources)}, spent, size)


def blockers(state: GameState, side: Side, hex: int, part: str = "") -> list[tuple[int, Refusal]]:
    """What cuts a hex off: the blocked hexes on the line it would have if nothing blocked it."""
    rule = state.board.rules.supply_rule(state, side)
    assert rule is not None
    open_net = _flood(state, side, part, blocked=False)
    name = state.board.map.numbers
    if hex not in open_net.length:
        return [(hex, Refusal(rule.rule, rule.text or f"no source within {rule.limit} hexes of {name[hex]}"))]
    found = []
    for step in open_net.line(hex):
        for mask in rule.blocks:
            if mask.hexes[step]:
                found.append((step, Refusal(mask.rule or rule.rule, mask.reason.format(hex=name[step]))))
                break
    if not found:
        found.append((hex, Refusal(rule.rule, f"the open lines from {name[hex]} are too long")))
    return found
