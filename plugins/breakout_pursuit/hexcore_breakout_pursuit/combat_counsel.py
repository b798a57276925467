"""Counsel for computer players about combat: the air strike, exchanges, who is driven to death, battlegroups.

Nothing here is a rule. Worths are in steps, as the core counts them.
"""

from __future__ import annotations

from hexcore.actions import Action, Commit, Declare, Lose
from hexcore.decisions import Decision
from hexcore.events import Fought, apply
from hexcore.odds import weigh
from hexcore.rules import general
from hexcore.state import Combat, GameState
from hexcore_breakout_pursuit.air_strike import AirStrike, targets
from hexcore_breakout_pursuit.battlegroups import LeaveBattlegroups
from hexcore_breakout_pursuit.fortresses import AIR_STRIKE
from hexcore_breakout_pursuit.losses import Exchange, NoWayBack

REMNANT = 0.4
"""What a battlegroup is worth: it holds the hex, and scores for the enemy when it falls too."""


@general("answer_worth")
def in_combat(state: GameState, decision: Decision, action: Action) -> float | None:
    """What an answer to one of the questions of combat is worth to the side asked."""
    if isinstance(decision, AirStrike):
        return _strike_worth(state, action)
    if isinstance(decision, LeaveBattlegroups):
        return REMNANT if isinstance(action, Commit) else None
    if not isinstance(action, Lose) or not isinstance(decision, Exchange | NoWayBack):
        return None
    unit = state.units[action.unit]
    worth = state.board.rules.unit_worth(state, unit)
    return worth if unit.side != decision.side else -worth


def _strike_worth(state: GameState, action: Action) -> float | None:
    """What a strike on the units of a hex, or on one of them, is expected to destroy or drive off."""
    if isinstance(action, Declare):
        ids = tuple(u.id for u in targets(state) if u.hex == action.targets[0])
    elif isinstance(action, Commit):
        ids = (action.unit,)
    else:
        return None
    side, hex = state.agenda[0].side, state.units[ids[0]].hex
    combat = Combat(state.combats_begun, AIR_STRIKE, side, (hex,), defenders=ids)
    table, rules = apply(state, Fought(combat)), state.board.rules
    each = sum(rules.unit_worth(state, state.units[id]) for id in ids) / len(ids)
    tolls = [
        (rules.result_toll(table, combat, result), chance)
        for _, result, chance in weigh(table, combat).outcomes()
    ]
    return each * sum(float(chance) * toll[1] for toll, chance in tolls if toll is not None)
