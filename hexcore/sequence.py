"""The sequence of play: phases in the order of a game turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hexcore.tables import DataError
from hexcore.units import Side


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase. `kind` names what happens by default: movement, combat, or nothing of itself.

    `player_turn` is the side whose player turn it belongs to (empty between turns). A phase with `turns`
    is played on those game turns only. `also` are further rules that have to be in force for it.
    """

    id: str
    side: Side
    kind: str
    rule: str
    title: str
    player_turn: str = ""
    turns: tuple[int, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that has the phase played."""
        return (self.rule, *self.also)


@dataclass(frozen=True)
class SequenceOfPlay:
    phases: tuple[Phase, ...]

    @cached_property
    def index(self) -> dict[str, int]:
        return {phase.id: i for i, phase in enumerate(self.phases)}

    def without(self, off: frozenset[str]) -> SequenceOfPlay:
        """The sequence less the phases of which a rule is not in force."""
        return SequenceOfPlay(tuple(p for p in self.phases if off.isdisjoint(p.rules))) if off else self

    def after(self, phase: int, turn: int) -> tuple[int, int]:
        """The next (phase, turn) in order of play."""
        while True:
            phase, turn = (phase + 1, turn) if phase + 1 < len(self.phases) else (0, turn + 1)
            turns = self.phases[phase].turns
            if not turns or turn in turns:
                return phase, turn


def read_sequence(rows: list[dict[str, Any]], path: str) -> SequenceOfPlay:
    """The `[[phase]]` tables of a sequence file. Raises DataError naming file and phase."""
    phases = []
    for n, row in enumerate(rows, 1):
        try:
            phases.append(
                Phase(
                    id=row["id"],
                    side=Side(row["side"]),
                    kind=row.get("kind", ""),
                    rule=row["rule"],
                    title=row["title"],
                    player_turn=row.get("player_turn", ""),
                    turns=tuple(row.get("turns", ())),
                    also=tuple(row.get("also", ())),
                )
            )
        except KeyError as missing:
            raise DataError(f"{path}: phase {n} has no {missing}") from None
    if len({p.id for p in phases}) != len(phases) or not phases:
        raise DataError(f"{path}: a sequence of play needs phases, each with an id of its own")
    return SequenceOfPlay(tuple(phases))
