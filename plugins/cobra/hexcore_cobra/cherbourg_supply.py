"""Cherbourg as a German source of supply once the Allies have cut it off, and Game-Turns 1 and 2 (10.4.2).

Cut off: open major road joins no Cherbourg city hex to an edge that still serves (10.4.1). That is judged at
every instant, as lines are. What serves then are the city hexes that no Allied unit has ever entered and the
major roads joined to one of them, uncut. Of attacks, overruns not among them, the port supplies one in a game
turn: a second one with units that can trace to nothing else has these out of supply.
"""

from __future__ import annotations

from hexcore.events import entered_by
from hexcore.rules import SupplySource, rule
from hexcore.state import Combat, GameState
from hexcore.supply import flood_from, in_net
from hexcore.units import Side, Unit
from hexcore_cobra.beach_supply import UNCHECKED_TURNS
from hexcore_cobra.beaches import beach_hexes
from hexcore_cobra.editions import game_turn, plays
from hexcore_cobra.friedenthal import is_the_battalion
from hexcore_cobra.order_of_battle import ALLIED, CHERBOURG, GERMAN
from hexcore_cobra.supply_roads import End, closed, roads_off_the_edges, roads_to

SUPPLIED = "supplied by Cherbourg"
"""Note of a turn: the attack that the port has supplied."""


@rule({"cobra": "10.4.2"}, hook="supply_sources")
def cherbourg_serves(state: GameState, side: Side) -> list[SupplySource] | None:
    """Once it is cut off, German lines end in city hexes no Allied unit has entered, and on their roads."""
    if side != GERMAN or not cut_off(state):
        return None
    end = End("Cherbourg", tuple(never_entered(state)))
    return roads_to(state, CHERBOURG, GERMAN, [end], "10.4.2")


def cut_off(state: GameState) -> bool:
    """Whether no open major road joins Cherbourg to an edge that serves."""
    return state.derived("units", "Cherbourg cut off", lambda: _cut_off(state))


def _cut_off(state: GameState) -> bool:
    if not beach_hexes(state.board):
        return False
    joined = {source.hex for source in roads_off_the_edges(state)}
    return joined.isdisjoint(state.board.map.group(CHERBOURG))


def never_entered(state: GameState) -> list[int]:
    """The city hexes that no Allied unit has ever entered."""
    taken, numbers = state.noted.get(entered_by(ALLIED), {}), state.board.map.numbers
    return [hex for hex in state.board.map.group(CHERBOURG) if numbers[hex] not in taken]


# ------------------------------------------------------------------ its one attack
def rests_on_cherbourg(state: GameState, unit: Unit) -> bool:
    """Whether a German unit can trace to Cherbourg and to no other source, and needs one."""
    if unit.side != GERMAN or not plays(state.board, "10.4.2") or supplied_without_lines(state):
        return False
    if not cut_off(state) or is_the_battalion(state, unit) or not in_net(state, GERMAN, unit.hex):
        return False
    return unit.hex not in state.derived("units", "net of the edges", lambda: _net_of_the_edges(state))


def _net_of_the_edges(state: GameState) -> frozenset[int]:
    limit, shut = state.board.rules.supply_rule(state, GERMAN), closed(state, GERMAN)
    assert limit is not None
    sources = [source for source in roads_off_the_edges(state) if not shut[source.hex]]
    return frozenset(flood_from(sources, limit.exits, limit.limit, shut, limit.scarce).length)


def has_supplied_another(state: GameState, combat: Combat, unit: Unit) -> bool:
    """Whether an attacker that rests on Cherbourg comes too late: the port has supplied its attack."""
    served = state.note(SUPPLIED)
    if served is None or served == combat.id or combat.kind != "attack" or unit.side != combat.side:
        return False
    return rests_on_cherbourg(state, unit)


# ------------------------------------------------------------------ Game-Turns 1 and 2
@rule({"cobra": "10.4.2#2"}, hook="supply_state")
def all_supplied_at_first(state: GameState, unit: Unit) -> str | None:
    """On Game-Turns 1 and 2 German supply is not checked: every German unit has it."""
    return "supplied" if unit.side == GERMAN and supplied_without_lines(state) else None


def supplied_without_lines(state: GameState) -> bool:
    """Whether German lines are not looked at in this turn."""
    return game_turn(state) <= UNCHECKED_TURNS and plays(state.board, "10.4.2#2")
