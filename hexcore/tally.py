"""What happens in a game while it is played: counts of everything, and a row for every turn and side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hexcore.actions import Action, Commit
from hexcore.asking import points
from hexcore.events import Event, Fought, Moved, Placed, Removed, Steps, StepsLost
from hexcore.front_line import front_of
from hexcore.game import Game
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Aboard, Box, Side, Unit


@dataclass(frozen=True)
class SideTurn:
    """One game turn of one side: what it did and what befell it, then how it stood when the turn ended.

    attacks          combats it began, of any kind
    hexes_entered    hexes its units went into, a unit each, retreats and advances too
    units_arrived    units put on the map from off it; units_gone: gone from it, but not eliminated
    units_lost       units eliminated
    steps_lost       steps lost, those of units eliminated whole among them; steps_regained: replaced

    units, steps, strength   of all that stands on the map or is carried there; strength is the sum of the
                             combat strengths printed on the faces that show
    hexes_held       hexes under its control
    points           its victory points as they stood, by the ruleset's rules (0 where it has none)

    centre_x, centre_y      the middle of its fighting units on the map, in hexes to the right and down
    front_x, front_y        the middle of those of them at the front (`front_line`); None where there is none
    front_units             how many stand there
    """

    turn: int
    side: str
    attacks: int
    hexes_entered: int
    units_arrived: int
    units_gone: int
    units_lost: int
    steps_lost: int
    steps_regained: int
    units: int
    steps: int
    strength: int
    hexes_held: int
    points: int
    centre_x: float | None
    centre_y: float | None
    front_x: float | None
    front_y: float | None
    front_units: int


DONE = (
    "attacks",
    "hexes_entered",
    "units_arrived",
    "units_gone",
    "units_lost",
    "steps_lost",
    "steps_regained",
)
"""The columns that count what happened in a turn."""


class Tally:
    """Counts what happens, from actions and events alone.

    `counts` holds, over the whole game, kinds of actions and events, and words with a part of their own:

        combat:KIND      combats begun          moved:HOW        hexes entered, a unit each
        placed:WHY       units put on the map   removed:BOX      units taken from it
        steps-lost, steps-regained              commit:WHAT, pledge:WHAT   amounts committed
    """

    def __init__(self, state: GameState) -> None:
        self.counts: Counter[str] = Counter()
        self.turns: list[SideTurn] = []
        self._units = state.board.counters
        self._losses = {unit.id: unit.losses for unit in state.units.values()}
        self._away = {unit.id for unit in state.units.values() if _away(unit)}
        self._pledged: dict[int, int] = {}
        self._now: Counter[tuple[str, str]] = Counter()

    def answered(self, action: Action) -> None:
        """An answer of a side."""
        self.counts[action.kind] += 1
        if isinstance(action, Commit):
            self.counts[f"commit:{action.what}"] += action.amount

    def happened(self, event: Event) -> None:
        """One event of the turn that is being played."""
        if not isinstance(event, StepsLost):
            self.counts[event.kind] += 1
        match event:
            case Moved(units, _, how):
                self.counts[f"moved:{how}"] += len(units)
                self._count(units[0], "hexes_entered", len(units))
            case Placed(unit, _, why):
                self.counts[f"placed:{why}"] += 1
                if unit in self._away:
                    self._away.remove(unit)
                    self._count(unit, "units_arrived")
            case Removed(unit, box):
                self.counts[f"removed:{box or 'aboard'}"] += 1
                self._removed(unit, box)
            case StepsLost(unit, losses):
                self._steps(unit, losses)
            case Fought(combat):
                self._fought(combat)

    def turn_over(self, state: GameState) -> None:
        """The turn of this state is over: a row for every side."""
        scored = points(state)
        for side in state.board.sides:
            done = {what: self._now[side, what] for what in DONE}
            stands, front = standing(state, side), front_of(state, side)
            self.turns.append(SideTurn(state.turn, side, **done, **stands, points=scored[side], **front))
        self._now.clear()

    # -------------------------------------------------------------- inside
    def _count(self, unit: str, what: str, number: int = 1) -> None:
        self._now[self._units[unit].side, what] += number

    def _removed(self, unit: str, box: str) -> None:
        if not box:
            return
        if box != ELIMINATED.name:
            if unit not in self._away:
                self._count(unit, "units_gone")
        else:
            self._count(unit, "units_lost")
            self._steps(unit, max(len(self._units[unit].steps), self._losses.get(unit, 0)))
        self._away.add(unit)

    def _steps(self, unit: str, losses: int) -> None:
        lost = losses - self._losses.get(unit, 0)
        self.counts["steps-lost" if lost > 0 else "steps-regained"] += abs(lost)
        self._count(unit, "steps_lost" if lost > 0 else "steps_regained", abs(lost))
        self._losses[unit] = losses

    def _fought(self, combat: Combat) -> None:
        if combat.id not in self._pledged:
            self.counts[f"combat:{combat.kind}"] += 1
            self._now[combat.side, "attacks"] += 1
        for pledge in combat.pledges[self._pledged.get(combat.id, 0) :]:
            self.counts[f"pledge:{pledge.what}"] += pledge.amount
        self._pledged[combat.id] = len(combat.pledges)


def _away(unit: Unit) -> bool:
    """Whether a unit is in a box or not in the game."""
    return unit.place is None or isinstance(unit.place, Box)


def _there(state: GameState, unit: Unit) -> bool:
    """Whether a unit stands on the map, or is carried by one that does."""
    while isinstance(unit.place, Aboard):
        unit = state.units[unit.place.carrier]
    return unit.hex >= 0


def standing(state: GameState, side: Side) -> dict[str, int]:
    """How a side stands: the columns `units`, `steps`, `strength` and `hexes_held`."""
    there = [unit for unit in state.units.values() if unit.side == side and _there(state, unit)]
    return {
        "units": len(there),
        "steps": sum(unit.steps_left for unit in there),
        "strength": sum(unit.step.strength for unit in there if unit.counter.steps),
        "hexes_held": sum(holder == side for holder in state.control.values()),
    }


@dataclass
class Watched(Game):
    """A game that is tallied as it is played. Nothing in it is taken back, so no past state is kept."""

    tally: Tally = field(init=False)
    opened: GameState = field(init=False)
    """As the latest phase in which anything was answered put its first question."""

    def __post_init__(self) -> None:
        self.tally, self.opened = Tally(self.state), self.state

    def submit(self, action: Action, side: Side | None = None) -> list[Event]:
        if (self.state.phase, self.state.turn) != (self.opened.phase, self.opened.turn):
            self.opened = self.state
        events = super().submit(action, side)
        self.tally.answered(action)
        return events

    def _run(self, steps: Steps, events: list[Event]) -> None:
        before, first = self.state, len(events)
        super()._run(steps, events)
        if before.phase >= 0 and self.state.turn != before.turn:
            self.tally.turn_over(before)
        for event in events[first:]:
            self.tally.happened(event)
        if self.state.outcome is not None and before.outcome is None:
            self.tally.turn_over(self.state)

    def _remember(self, before: GameState, length: int, events: list[Event]) -> None:
        pass


__all__ = ["SideTurn", "Tally", "Watched", "standing"]
