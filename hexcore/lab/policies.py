"""How the sides of a battle answer what a combat asks them: by name, the same answer to the same question.

`hold`: stand, and lose steps rather than go back. `yield`: go back as far as the rules let all units go.
`steady`: what the computer player of that name answers. Under `hold` and `yield` a loss falls on the unit
that loses least strength by it, a retreat takes the first path listed, and the attackers advance into the hex
attacked with as many units as may, the defenders do not advance. What is asked beyond that is ended where it
may be ended; else the first answer listed is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hexcore.actions import Action, Advance, Choose, Commit, Done, Lose, Retreat
from hexcore.advance import AdvanceAfterCombat
from hexcore.combat import Support
from hexcore.game import Game
from hexcore.lab.battle_begun import SetUp
from hexcore.lab.battle_file import ROLES
from hexcore.results import TakeResult
from hexcore.state import GameState
from hexcore.steady import SteadyPlayer

HOLD, YIELD, STEADY = "hold", "yield", "steady"
POLICIES = (HOLD, YIELD, STEADY)
Answer = Callable[[Game, Sequence[Action]], Action]


def answered(made: SetUp, game: Game, policies: Mapping[str, str]) -> Action:
    """What the side asked answers; *policies* by role."""
    decision, listed = game.decision, game.legal_actions()
    assert decision is not None
    role = made.role(decision.side)
    if len(listed) == 1:
        return listed[0]
    if isinstance(decision, Support):
        return _support(made, game.state, role, listed)
    if policies[role] == STEADY:
        return SteadyPlayer()(game.view(decision.side), listed)
    return _plainly(made, game, listed, policies[role])


def _support(made: SetUp, state: GameState, role: str, listed: Sequence[Action]) -> Action:
    """What the battle has a side commit, as long as there is more of it; else an end of it."""
    side, combat = made.sides[role], state.combat
    for action in listed:
        if not isinstance(action, Commit):
            continue
        pledged = sum(p.amount for p in combat.pledged(action.what, side))
        if action.unit and action.unit == made.hq[role]:
            return action
        if pledged < made.given[role].get(action.what, 0):
            return action
    return next((action for action in listed if isinstance(action, Done)), listed[0])


def unused(made: SetUp, answers: Sequence[tuple[str, Action]]) -> list[str]:
    """What the battle has either side commit and none of these answers (by role) has committed."""
    given = {(role, action.what) for role, action in answers if isinstance(action, Commit)}
    served = {action.unit for _, action in answers if isinstance(action, Commit)}
    idle = [
        f"{role}: nothing is committed as {what!r}"
        for role in ROLES
        for what, amount in made.given[role].items()
        if amount and (role, what) not in given
    ]
    idle += [
        f"{role}: {made.hq[role]} has nothing to give to this attack"
        for role in ROLES
        if made.hq[role] and made.hq[role] not in served
    ]
    return idle


def _plainly(made: SetUp, game: Game, listed: Sequence[Action], policy: str) -> Action:
    decision, state = game.decision, game.state
    if isinstance(decision, TakeResult):
        hexes = [a for a in listed if isinstance(a, Choose)]
        best = min if policy == HOLD else max
        return best(hexes, key=lambda action: int(action.option))
    if isinstance(decision, AdvanceAfterCombat):
        return _advance(made, decision.role, listed)
    losses = [a for a in listed if isinstance(a, Lose)]
    if losses:
        return min(losses, key=lambda action: _cost(state, action.unit))
    retreats = [a for a in listed if isinstance(a, Retreat)]
    if retreats:
        return max(retreats, key=lambda action: len(action.units))
    return next((a for a in listed if isinstance(a, Done)), listed[0])


def _cost(state: GameState, id: str) -> int:
    """The strength that goes with a unit's next step."""
    unit = state.units[id]
    left = unit.with_losses(unit.losses + 1)
    return unit.step.strength - (left.step.strength if left.steps_left else 0)


def _advance(made: SetUp, role: str, listed: Sequence[Action]) -> Action:
    into = [a for a in listed if isinstance(a, Advance) and a.path == (made.target,)]
    if role == "attacker" and into:
        return max(into, key=lambda action: len(action.units))
    return next((a for a in listed if isinstance(a, Done)), into[0] if into else listed[0])
