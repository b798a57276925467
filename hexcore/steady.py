"""The steady player: plain rules of thumb over any ruleset, one answer at a time, each with its reason.

He keeps his line and his supply, attacks where exact odds pay, gives ground where it is cheap, advances where
it opens what he wants, and uses what can be committed. What he wants comes from the ruleset (`worth` and the
other hooks for computer players); without a word of it he goes for the enemy. He sees his side's view only.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence

from hexcore import steady_combat, steady_movement
from hexcore.actions import Action, Done, Lose, Place, PutDown, Take
from hexcore.appraisal import Appraisal
from hexcore.commitments import Salts
from hexcore.state import GameState
from hexcore.steady_combat import Attacks, Said
from hexcore.steady_movement import March

Thumb = Callable[[GameState, Appraisal, Sequence[Action]], Said]

COMBAT: Mapping[str, Thumb] = {
    "support": steady_combat.support,
    "take-result": steady_combat.take_result,
    "lose-steps": steady_combat.lose_steps,
    "retreat-units": steady_combat.retreat,
    "advance-after-combat": steady_combat.advance,
}


SECRET = "nobody shall guess it"
"""All that is said of an answer that the other side may not know the reason of."""
MOST_SAME = 4
"""So often the very same question may come back before the player takes whatever ends it."""


class SteadyPlayer:
    """Plain rules of thumb: keeps a line, attacks where the odds pay, and says why."""

    def __init__(self, seed: int = 0) -> None:
        self.salts, self.why = Salts(seed), ""
        self.source = random.Random(seed)
        self.march: March | None = None
        self.attacks, self.fought = Attacks(), (-1, -1)
        self.asked: Tally[object] = Tally()
        self.eyes: tuple[object, Appraisal] | None = None

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        action, self.why = self.answer(view, listed)
        if getattr(view.agenda[0], "hides", False):
            self.why = SECRET
        return self.salts.kept(action)

    def answer(self, view: GameState, listed: Sequence[Action]) -> Said:
        """An answer from the list, and why."""
        if len(listed) == 1:
            return listed[0], "there is no choice"
        if self._again(view) > MOST_SAME:
            ends = [a for a in listed if isinstance(a, Done | PutDown)]
            return (ends or [self.source.choice(listed)])[0], "the same question comes again and again"
        kind = view.agenda[0].kind
        if kind == "secret":
            return self.source.choice(listed), SECRET
        if kind in ("movement-phase", "in-hand"):
            return self._moves(view, kind, listed)
        if kind in ("combat-phase", "muster"):
            return self._fights(view, kind, listed)
        if kind in COMBAT:
            return COMBAT[kind](view, self.sees(view), listed)
        return self._other(view, listed)

    def _again(self, view: GameState) -> int:
        """How often this question has been asked with everything on the table as it is now."""
        question = (view.digest, view.rolls, view.turn, view.phase, view.combats, repr(view.agenda[0]))
        if question not in self.asked and len(self.asked) > 1000:
            self.asked.clear()
        self.asked[question] += 1
        return self.asked[question]

    def sees(self, view: GameState) -> Appraisal:
        """The ground as it is in this state."""
        side = view.agenda[0].side
        key = (side, view.turn, view.phase, view.digest)
        if self.eyes is None or self.eyes[0] != key:
            self.eyes = (key, Appraisal(view, side))
        return self.eyes[1]

    # -------------------------------------------------------------- phases
    def _moves(self, view: GameState, kind: str, listed: Sequence[Action]) -> Said:
        owed = view.board.rules.owed_moves(view, view.agenda[0].side)
        if owed:
            return owed[0], "the rules ask for it before the phase ends"
        eyes, march = self.sees(view), self.march
        if march is None or march.phase != (view.turn, view.phase):
            march = steady_movement.planned(view, Appraisal(view, eyes.side), listed)
        if kind == "in-hand":
            return steady_movement.in_hand(view, eyes, march, listed)
        self.march = march
        return steady_movement.movement_phase(view, eyes, march, listed)

    def _fights(self, view: GameState, kind: str, listed: Sequence[Action]) -> Said:
        if self.fought != (view.turn, view.phase):
            self.attacks, self.fought = Attacks(), (view.turn, view.phase)
        if kind == "muster":
            return self.attacks.muster(view, self.sees(view), listed)
        return self.attacks.choose(view, self.sees(view), listed)

    # -------------------------------------------------------------- questions the core does not know
    def _other(self, view: GameState, listed: Sequence[Action]) -> Said:
        """What the ruleset prices highest; else places that are good, ends what may be ended, or the first
        answer that is not merely taking something up."""
        decision, price = view.agenda[0], view.board.rules.answer_worth
        priced = [(worth, n) for n, a in enumerate(listed) if (worth := price(view, decision, a)) is not None]
        best, n = max(priced, key=lambda p: (p[0], -p[1]), default=(0.0, 0))
        ends = [a for a in listed if isinstance(a, Done | PutDown)]
        if priced and (best > 0 or not ends):
            return listed[n], f"worth {best:.1f} steps"
        if ends:
            return ends[0], "nothing listed is worth more"
        if any(isinstance(a, Lose) for a in listed):
            return steady_combat.lose_steps(view, self.sees(view), listed)
        places = [a for a in listed if isinstance(a, Place)]
        if places:
            return steady_movement.arrival(view, self.sees(view), places)
        acts = [a for a in listed if not isinstance(a, Take)]
        return (acts or listed)[0], "one answer is as good as another"
