"""Counsel for computer players about paratroops: who waits for a drop, where the markers and the units go.

Nothing here is a rule. Worths are in steps, as the core counts them.
"""

from __future__ import annotations

from hexcore.actions import Action, Place
from hexcore.decisions import Decision
from hexcore.rules import general
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_breakout_pursuit.counsel import A_POINT, to_the_enemy
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, STAGING
from hexcore_breakout_pursuit.paratroops import (
    CYCLE,
    STARTED,
    Airdrop,
    PlaceZones,
    landing_refusal,
    markers,
    may_drop,
)
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.victory_points import points_for

AHEAD = 3
"""Hexes before the Allied front at which paratroops do most: behind the enemy, and soon relieved."""
OUT_OF_PLACE = 0.25
"""What each hex more or less than that costs."""
MOST_WANTED = 1.0
"""What a place is worth at most: no aim draws a drop far away from the front."""
APART, CROWDED, FULL = 2, 0.5, 5.0
"""Markers lie more than so many hexes from one another; what each unit there already costs, and a stack."""
A_DROP = 10.0
"""Landing at all, so that a place is good or bad beside others alone."""


@general("answer_worth")
def about_airdrops(state: GameState, decision: Decision, action: Action) -> float | None:
    """Markers lie before the front, units not all in one hex; who can drop does not come by sea."""
    if not isinstance(action, Place):
        return None
    if isinstance(decision, PlaceZones):
        return _marker_worth(state, action.hex) if cycle_pays(state) else -1.0
    if isinstance(decision, Airdrop):
        return A_DROP + landing_worth(state, action.hex) - _crowd(state, state.units[action.unit], action.hex)
    return -1.0 if waits(state, state.units[action.unit]) else None


def waits(state: GameState, unit: Unit) -> bool:
    """Whether a unit stays in the Staging Area: it can drop, and a cycle is running or pays."""
    if unit.place != STAGING or may_drop(state, unit) is not None:
        return False
    return state.note(STARTED) is not None or cycle_pays(state)


def cycle_pays(state: GameState) -> bool:
    """Whether the units that can drop are worth the points of a cycle, and it ends before the game does."""
    able = [u for u in state.in_place(STAGING) if may_drop(state, u) is None]
    worth = sum(state.board.rules.unit_worth(state, u) for u in able)
    in_time = state.turn + CYCLE <= sheet(state).row.last_turn
    return in_time and bool(markers(state)) and worth > A_POINT * points_for("event", "Airdrop Cycle")


def _marker_worth(state: GameState, hex: int) -> float:
    """What a marker is worth in a hex: any of them may be the real one, so all lie where a drop is good."""
    beside = any(u.hex >= 0 and state.board.map.distance(u.hex, hex) <= APART for u in markers(state))
    if beside or landing_refusal(state, hex) is not None:
        return 0.1
    return A_DROP + landing_worth(state, hex)


def _crowd(state: GameState, unit: Unit, hex: int) -> float:
    """What it costs not to be alone in a hex; one that is full is the last to be taken."""
    return CROWDED * len(state.at(hex)) + FULL * (stack_refusal(state, (unit,), hex) is not None)


def landing_worth(state: GameState, hex: int) -> float:
    """What is wanted there, less for each hex too near to the Allied front or too far from it."""
    wanted: dict[int, float] = state.derived(
        "*", "what an airdrop is for", lambda: dict(state.board.rules.worth(state, ALLIED))
    )
    front = to_the_enemy(state, GERMAN, hex)
    return min(wanted.get(hex, 0.0), MOST_WANTED) - OUT_OF_PLACE * abs(front - AHEAD)
