"""Lines of supply: what blocks them, how long they may be, where they end, and the state they give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from hexcore.board import Board
from hexcore.provenance import Provenance
from hexcore.reach import Exits, union
from hexcore.rules import Mask, SupplySource, rule
from hexcore.state import GameState
from hexcore.supply import FAR, SupplyNet, SupplyRule, flood_from
from hexcore.tables import DataError, read_csv, table
from hexcore.units import Aboard, Side, Unit
from hexcore_breakout_pursuit.ground import sea_sides
from hexcore_breakout_pursuit.order_of_battle import ALLIED, DATA, GERMAN
from hexcore_breakout_pursuit.unit_types import NO_UNITS, called, is_combat
from hexcore_breakout_pursuit.zones_of_control import controlled

SUPPLIED, UNSUPPLIED, ISOLATED = "supplied", "unsupplied", "isolated"
CHART = {
    (ALLIED, SUPPLIED): "supply_chart.allies_supplied",
    (ALLIED, UNSUPPLIED): "supply_chart.allies_unsupplied",
    (ALLIED, ISOLATED): "supply_chart.allies_isolated",
    (GERMAN, SUPPLIED): "supply_chart.germans_supplied",
    (GERMAN, ISOLATED): "supply_chart.germans_isolated",
}
"""The row of the supply chart for a state of a side."""


class Line(NamedTuple):
    """A line of supply: its length in hexes, the hexes from the unit to the source, and the source."""

    length: int
    path: tuple[int, ...]
    source: SupplySource


# ------------------------------------------------------------------ the chart
@dataclass(frozen=True)
class SupplyRow:
    """A line of supply_effects.csv: one property of one supply state of a side."""

    side: str
    state: str
    property: str
    value: str
    provenance: Provenance
    rule_case_or_basis: str = ""


@table
def supply_effects() -> dict[tuple[str, str, str], str]:
    """Every property of the chart, by side, state and name."""
    rows = read_csv(DATA / "supply_effects.csv", SupplyRow)
    return {(row.side, row.state, row.property): row.value for row in rows}


def longest(state: str) -> int:
    """The longest line, in hexes, that gives an Allied unit a state. DataError where the chart has none."""
    value = supply_effects().get((ALLIED, state, "path_length"), "")
    _, dash, most = value.partition("-")
    if not dash or not most.isdigit():
        raise DataError(f"{DATA / 'supply_effects.csv'}: {state}: {value!r} is no range of hexes")
    return int(most)


# ------------------------------------------------------------------ what blocks a line
@rule({"breakout-pursuit": "supply.A"}, hook="supply_rule")
def lines_of_hexes(state: GameState, side: Side) -> SupplyRule:
    """A line is an unbroken row of hexes, past no enemy unit or zone, over no sea hexside."""
    limit = FAR if side == GERMAN else longest(UNSUPPLIED)
    text = "no source of supply can be reached"
    return SupplyRule(limit, exits(state.board), _blocks(state, side), "supply.A", text)


def _blocks(state: GameState, side: Side) -> tuple[Mask, ...]:
    """What cuts a line, hex by hex. Markers do not, nor do friends open a zone."""
    if not state.board.rules.active("supply.A"):
        return ()
    masks = [Mask("closed", "an enemy unit stands in {hex}", enemies(state, side), rule="supply.A")]
    if state.board.rules.active("zoc.L"):
        zone = controlled(state, side)
        masks.append(Mask("closed", "{hex} is in an enemy zone of control", zone, rule="supply.A"))
    return tuple(masks)


def enemies(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where an enemy unit of *side* stands that is no mere marker."""
    enemy = state.enemy(side)

    def compute() -> bytes:
        hexes = bytearray(len(state.board.map))
        for unit in state.on_map(enemy):
            if unit.counter.kind not in NO_UNITS:
                hexes[unit.hex] = 1
        return bytes(hexes)

    return state.derived(enemy, "units that stand", compute)


def shut(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where no line of *side* passes."""
    size = len(state.board.map)
    return state.derived(
        "units",
        ("shut to supply", side),
        lambda: union([mask.hexes for mask in _blocks(state, side)], size) or bytes(size),
    )


def exits(board: Board) -> Exits:
    """The hexsides a line crosses, each one hex long: not the sea's."""
    found: Exits = board.once("supply exits", lambda: _exits(board))
    return found


def _exits(board: Board) -> Exits:
    near, sea = board.map.neighbours, sea_sides(board) if board.rules.active("supply.A") else frozenset()
    sides = [range(6 * hex, 6 * hex + 6) for hex in range(len(board.map))]
    return tuple(tuple((near[s], 1, s) for s in six if near[s] >= 0 and s not in sea) for six in sides)


# ------------------------------------------------------------------ where lines end
@rule({"breakout-pursuit": "supply.D"}, hook="supply_sources")
def german_sources(state: GameState, side: Side) -> list[SupplySource] | None:
    """German lines, of any length, end on the map edge toward Germany: any hex of edge A."""
    return list(_edge(state)) if side == GERMAN else None


def _edge(state: GameState) -> tuple[SupplySource, ...]:
    if not state.board.rules.active("supply.D"):
        return ()
    found: tuple[SupplySource, ...] = state.board.once(
        "edge A",
        lambda: tuple(SupplySource(h, "edge A", "supply.D") for h in state.board.map.group("edge-a")),
    )
    return found


@rule(
    {"breakout-pursuit": "supply.G"},
    hook="supply_sources",
    also={"breakout-pursuit": ("supply_chart.sources",)},
)
def allied_sources(state: GameState, side: Side) -> list[SupplySource] | None:
    """Allied lines end on Cherbourg, Bayeux, active Pipeline, Supply and Naval Supply units."""
    if side != ALLIED:
        return None
    from hexcore_breakout_pursuit import naval_supply

    always, naval = lasting(state), naval_supply.source(state)
    return [*always, *([naval] if naval else []), *spendable(state, None)]


def lasting(state: GameState) -> tuple[SupplySource, ...]:
    """The sources of any Allied unit that are not spent by use."""
    from hexcore_breakout_pursuit import pipeline

    rules, ground = state.board.rules, state.board.map
    if not (rules.active("supply.G") and rules.active("supply_chart.sources")):
        return ()
    towns = [
        SupplySource(ground.group(name)[0], name.title(), "supply.G") for name in ("cherbourg", "bayeux")
    ]
    pipes = [
        SupplySource(hex, f"the pipeline in {ground.numbers[hex]}", "supply.G")
        for hex in sorted(pipeline.active_hexes(state))
    ]
    return (*towns, *pipes)


def spendable(state: GameState, ids: Iterable[str] | None) -> tuple[SupplySource, ...]:
    """Supply units on the map (all, or those named) as sources, in their truck where they are aboard one."""
    rules, numbers = state.board.rules, state.board.map.numbers
    if not (rules.active("supply.G") and rules.active("supply_chart.sources")):
        return ()
    named = state.board.counters if ids is None else ids
    known = (state.units.get(id) for id in sorted(named))  # in the enemy's eyes some units are hidden
    units = [unit for unit in known if unit is not None and unit.counter.kind == "supply"]
    places = [(unit, hex_of(state, unit)) for unit in units]
    return tuple(
        SupplySource(hex, f"{called(unit)} in {numbers[hex]}", "supply.G") for unit, hex in places if hex >= 0
    )


def hex_of(state: GameState, unit: Unit) -> int:
    """The hex a unit stands in, or is carried in."""
    return state.units[unit.place.carrier].hex if isinstance(unit.place, Aboard) else unit.hex


def sources_of(state: GameState, unit: Unit, spent: Iterable[str] = ()) -> tuple[SupplySource, ...]:
    """The sources that serve a unit: those that last, and the Supply units named."""
    from hexcore_breakout_pursuit import naval_supply

    if unit.side == GERMAN:
        return _edge(state)
    naval = naval_supply.source(state) if naval_supply.serves(state, unit) else None
    return (*lasting(state), *([naval] if naval else []), *spendable(state, spent))


# ------------------------------------------------------------------ the line of a unit
def net_of(state: GameState, side: Side, sources: tuple[SupplySource, ...], limit: int) -> SupplyNet:
    """Where supply reaches from some sources. None passes on from a hex that is shut, but a pipeline does:
    enemy zones never touch it."""
    closed = shut(state, side)
    first = [s for s in sources if not closed[s.hex] or _proof(state, side, s)]
    key = ("supply net", side, limit, tuple((s.hex, s.name) for s in first))
    return state.derived("units", key, lambda: flood_from(first, exits(state.board), limit, closed))


def _proof(state: GameState, side: Side, source: SupplySource) -> bool:
    """Whether a source in an enemy zone serves other hexes: an active Pipeline unit."""
    from hexcore_breakout_pursuit import pipeline

    if side != ALLIED or not state.board.rules.active("errata.allied_supply_pipeline_units"):
        return False
    return source.hex in pipeline.active_hexes(state) and not enemies(state, side)[source.hex]


def line_of(state: GameState, unit: Unit, sources: tuple[SupplySource, ...], limit: int) -> Line | None:
    """The shortest line of a unit: only the unit's own hex may lie in an enemy zone."""
    hex = hex_of(state, unit)
    if hex < 0:
        return None
    own = next((s for s in sources if s.hex == hex), None)
    if own is not None:
        return Line(0, (hex,), own)
    net = net_of(state, unit.side, sources, limit)
    if hex in net.length:
        line = net.line(hex)
        return Line(net.length[hex], line, net.sources[line[-1]])
    if not shut(state, unit.side)[hex]:
        return None
    ends = [(net.length[near], near) for near, _, _ in exits(state.board)[hex] if near in net.length]
    if not ends or min(ends)[0] >= limit:
        return None
    length, near = min(ends)
    line = net.line(near)
    return Line(length + 1, (hex, *line), net.sources[line[-1]])


# ------------------------------------------------------------------ the state it gives
def word_for(state: GameState, unit: Unit, spent: Iterable[str] = ()) -> str:
    """A combat unit's state by the lines open to it now, the Supply units named among their ends."""
    sources = sources_of(state, unit, spent)
    if unit.side == GERMAN:
        return (
            SUPPLIED
            if _on_the_chart(state, GERMAN) and _found(state, unit, sources, FAR)
            else german_word(state)
        )
    return _allied_word(state, unit, sources)


def _on_the_chart(state: GameState, side: Side) -> bool:
    return state.board.rules.active(CHART[side, SUPPLIED])


@rule({"breakout-pursuit": "supply.E"})
def german_word(state: GameState) -> str:
    """A German unit without a line is isolated; unsupplied it never is."""
    return ISOLATED if state.board.rules.active("supply.E") else UNSUPPLIED


@rule({"breakout-pursuit": "supply.F"})
def _allied_word(state: GameState, unit: Unit, sources: tuple[SupplySource, ...]) -> str:
    """Four hexes or fewer to a source: supplied; five to eight: unsupplied; more, or none: isolated."""
    rules = state.board.rules
    if not rules.active("supply.F"):
        return SUPPLIED if _found(state, unit, sources, FAR) else ISOLATED
    line = _found(state, unit, sources, longest(UNSUPPLIED))
    if line is None:
        return ISOLATED
    for word in (SUPPLIED, UNSUPPLIED):
        if line.length <= longest(word) and rules.active(CHART[ALLIED, word]):
            return word
    return ISOLATED


def _found(state: GameState, unit: Unit, sources: tuple[SupplySource, ...], limit: int) -> Line | None:
    line = best_line(state, unit, sources, limit)
    return line if line is None or _shared(state, unit, line, sources, limit) else None


@rule({"breakout-pursuit": "supply.C"})
def best_line(state: GameState, unit: Unit, sources: tuple[SupplySource, ...], limit: int) -> Line | None:
    """Of several lines the best counts: supplied goes before unsupplied, unsupplied before isolated."""
    if state.board.rules.active("supply.C"):
        return line_of(state, unit, sources, limit)
    lines = [line_of(state, unit, (source,), limit) for source in sources]
    return None if not lines or None in lines else max(line for line in lines if line is not None)


@rule({"breakout-pursuit": "supply.B"})
def _shared(state: GameState, unit: Unit, line: Line, sources: tuple[SupplySource, ...], limit: int) -> bool:
    """Any number of units draw on one source along one line (without the case only the first of them)."""
    if state.board.rules.active("supply.B"):
        return True
    others = [u for u in state.on_map(unit.side) if is_combat(u) and u.id < unit.id]
    lines = [line_of(state, other, sources, limit) for other in others]
    return all(other is None or other.source != line.source for other in lines)
