"""What players are told of supply: the state in force, the line as it lies now, and what cuts it.

Supply is judged at fixed moments: a line drawn at another moment is only what a judgement now would give.
"""

from __future__ import annotations

from typing import Any

from hexcore.rules import SupplyBand, SupplySource, general
from hexcore.state import GameState
from hexcore.supply import FAR, flood_from
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit import naval_supply
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.supply import (
    WORST_FIRST,
    at_this_moment,
    judged,
    reaches,
    spent,
    unspent,
)
from hexcore_breakout_pursuit.supply_lines import (
    CHART,
    SUPPLIED,
    UNSUPPLIED,
    enemies,
    exits,
    lasting,
    line_of,
    longest,
    net_of,
    shut,
    sources_of,
    spendable,
    word_for,
)
from hexcore_breakout_pursuit.unit_types import is_combat

IN_FORCE = ("movement", "combat", "mechanized")
"""The phases of a player turn in which what was judged holds."""
BY_SEA = "supplied by sea"
"""The ground that the Naval Supply unit alone supplies, for British and Canadian units."""


# ------------------------------------------------------------------ of one unit
@general("supply_told")
def told(state: GameState, unit: Unit) -> dict[str, Any]:
    """The state in force; state, line and source as they are now, or what cuts the line."""
    numbers = state.board.map.numbers
    answer: dict[str, Any] = {"state": at_this_moment(state, unit)}
    own: dict[str, Any] = {"hex": numbers[unit.hex], "name": "needs no line", "rule": ""}
    if not is_combat(unit):
        return answer | {"source": own, "length": 0, "path": [numbers[unit.hex]]}
    if state.board.rules.active("supply.K"):
        answer["holds"] = holds(state, unit)
    limit = FAR if unit.side == GERMAN else longest(UNSUPPLIED)
    line = line_of(state, unit, sources_of(state, unit, spent(state)), limit)
    if line is not None:
        source = {"hex": numbers[line.source.hex], "name": line.source.name, "rule": line.source.rule}
        answer |= {"source": source, "length": line.length, "path": [numbers[hex] for hex in line.path]}
    elif answer["state"] == SUPPLIED:
        answer |= {"source": own, "length": 0, "path": [numbers[unit.hex]]}
    else:
        answer["blocked_by"] = cut_by(state, unit)
    if unit.side == ALLIED:
        answer["spending"] = _spending(state, unit)
    return answer


def holds(state: GameState, unit: Unit) -> dict[str, str]:
    """The state in force for a unit (empty where none is), that in words, and the rule by which it holds."""
    turn = state.board.sequence.phases[state.phase].player_turn if state.phase >= 0 else ""
    if turn != unit.side:
        return {"state": "", "text": "Judged when it is attacked", "rule": "supply.procedure"}
    if phase_id(state) in {f"{unit.side}-{phase}" for phase in IN_FORCE}:
        word = judged(state, unit)
        text = f"{word.capitalize()} for this player turn (judged in the Supply Judgement Phase)"
        return {"state": word, "text": text, "rule": "supply.K"}
    number = "sequence.A3" if unit.side == ALLIED else "sequence.B"
    over = phase_id(state) == f"{unit.side}-removal"
    text = (
        "Judged when it is attacked" if over else "Judged in the Supply Judgement Phase of this player turn"
    )
    return {"state": "", "text": text, "rule": "supply.procedure" if over else number}


def _spending(state: GameState, unit: Unit) -> dict[str, dict[str, Any]]:
    """What each Supply unit would give this unit: the state, and the length of the line to it."""
    found = {}
    for supply in unspent(state):
        length = reaches(state, unit, supply.id)
        if length is not None:
            after = word_for(state, unit, (*spent(state), supply.id))
            best = max((at_this_moment(state, unit), after), key=WORST_FIRST.index)
            found[supply.id] = {"state": best, "length": length}
    return found


# ------------------------------------------------------------------ what cuts a line
def cut_by(state: GameState, unit: Unit) -> list[dict[str, str]]:
    """Why no line serves a unit: enemies lie across it, it would be too long, or there is no source."""
    here, side = state.board.map.numbers[unit.hex], unit.side
    limit = FAR if side == GERMAN else longest(UNSUPPLIED)
    sources = sources_of(state, unit, spent(state))
    ways = flood_from(list(sources), exits(state.board), limit, bytes(len(state.board.map)))
    path = ways.line(unit.hex) if unit.hex in ways.length else ()
    found = [_across(state, side, hex) for hex in path[1:] if shut(state, side)[hex]]
    number = "supply.D" if side == GERMAN else "supply.F"
    return found or [{"hex": here, "rule": number, "reason": _too_far(state, unit, sources)}]


def _too_far(state: GameState, unit: Unit, sources: tuple[SupplySource, ...]) -> str:
    line = line_of(state, unit, sources, FAR)
    if line is None:
        return f"no source of supply can be reached from {state.board.map.numbers[unit.hex]}"
    away = f"{line.source.name} is {line.length} hexes away"
    return f"{away}, and a line is {longest(UNSUPPLIED)} hexes long at most"


def _across(state: GameState, side: Side, hex: int) -> dict[str, str]:
    """What shuts a hex to lines of a side. A line may end in an enemy zone, but not pass on through one."""
    number = state.board.map.numbers[hex]
    stands = enemies(state, side)[hex]
    reason = f"an enemy unit stands in {number}" if stands else f"an enemy zone of control shuts {number}"
    return {"hex": number, "rule": "supply.A", "reason": reason}


# ------------------------------------------------------------------ of the ground
@general("supply_bands")
def as_lines_lie(state: GameState, side: Side) -> tuple[SupplyBand, ...]:
    """Where a unit of a side would be supplied or unsupplied if it were judged there now."""
    used = spent(state)
    return state.derived("units", ("bands", side, used), lambda: bands(state, side, used))


def bands(state: GameState, side: Side, used: tuple[str, ...]) -> tuple[SupplyBand, ...]:
    """The same with the Supply units named among the sources; beyond the bands units are isolated."""
    if side == GERMAN:
        edge = _lengths(state, side, tuple(state.board.rules.supply_sources(state, side)), FAR)
        return (SupplyBand(SUPPLIED, frozenset(edge), "a line leads to edge A", CHART[GERMAN, SUPPLIED]),)
    near, far = longest(SUPPLIED), longest(UNSUPPLIED)
    lengths = _lengths(state, side, (*lasting(state), *spendable(state, used)), far)
    inner = frozenset(hex for hex, length in lengths.items() if length <= near)
    found = [
        SupplyBand(SUPPLIED, inner, f"0 to {near} hexes", CHART[ALLIED, SUPPLIED]),
        SupplyBand(
            UNSUPPLIED, frozenset(lengths) - inner, f"{near + 1} to {far} hexes", CHART[ALLIED, UNSUPPLIED]
        ),
    ]
    ship = naval_supply.source(state)
    if ship is not None:
        by_sea = frozenset(_lengths(state, side, (ship,), near)) - inner
        text = f"British and Canadian units, 0 to {near} hexes"
        found[1] = found[1]._replace(hexes=found[1].hexes - by_sea)
        found.append(SupplyBand(BY_SEA, by_sea, text, "noncombat.P"))
    return tuple(band for band in found if band.hexes)


def _lengths(state: GameState, side: Side, sources: tuple[SupplySource, ...], limit: int) -> dict[int, int]:
    """How long lines are by hex: those that end in an enemy zone among them."""
    open_ground = net_of(state, side, sources, limit).length
    zone, held, ways = shut(state, side), enemies(state, side), exits(state.board)
    found = {source.hex: 0 for source in sources} | open_ground
    for hex in (hex for hex, flag in enumerate(zone) if flag and not held[hex] and hex not in found):
        ends = [open_ground[near] for near, _, _ in ways[hex] if near in open_ground]
        if ends and min(ends) < limit:
            found[hex] = min(ends) + 1
    return found
