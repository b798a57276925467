"""The one German attack that Cherbourg supplies in a game turn (10.4.2)."""

from __future__ import annotations

from hexcore.events import Event, Noted
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore_cobra.cherbourg_supply import SUPPLIED, rests_on_cherbourg
from hexcore_cobra.order_of_battle import GERMAN
from hexcore_cobra.supply_points import to_be_paid


@rule({"cobra": "10.4.2"}, hook="combat_opens")
def supplied_by_cherbourg(state: GameState, combat: Combat) -> list[Event] | None:
    """The first attack of a game turn that is paid for and has a unit in it which rests on the port; an
    overrun is no attack, and one made without points asks nothing of the port."""
    if combat.kind != "attack" or combat.side != GERMAN or state.note(SUPPLIED) is not None:
        return None
    rests = any(rests_on_cherbourg(state, state.units[id]) for id in combat.attackers)
    return [Noted("turn", SUPPLIED, "", combat.id)] if rests and to_be_paid(state, combat) else None
