"""The order of battle as plain data: units by formation, formations by command or nation, sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hexcore.units import Unit
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage

COMMAND = "By command"


@dataclass(frozen=True)
class Heading:
    """What stands over formations: their command, with its headquarters, or their nation."""

    text: str
    hq: str = ""
    note: str = ""


@dataclass(frozen=True)
class Formation:
    """One row: units that belong together."""

    nation: str
    name: str
    units: tuple[Unit, ...]
    command: str = ""

    @property
    def strength(self) -> int:
        return sum(u.step.strength for u in self.units if u.counter.steps)

    @property
    def lost(self) -> int:
        """Steps lost."""
        return sum(u.losses for u in self.units)


def formations(stage: Stage, units: Iterable[Unit]) -> list[Formation]:
    """Units by nation and formation, in the order in which the counters are listed."""
    looks = stage.presentation
    groups: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        counter = unit.counter
        nation = looks.nation_of(counter.id, counter.nation or counter.side, counter.kind, counter.formation)
        groups.setdefault((nation, counter.formation or counter.id), []).append(unit)
    found = []
    for (nation, formation), members in groups.items():
        one = len(members) == 1
        name = stage.unit_name(members[0]) if one else stage.formation_name(formation)
        look = looks.nations.get(nation)
        label = (look.label if look else "") or titled(nation)
        found.append(Formation(label, name, tuple(members), _command(stage, members[0])))
    return found


def _command(stage: Stage, unit: Unit) -> str:
    """The command a unit stands under, by its key; a headquarters heads its own. Empty for none."""
    found = stage.commands.get(unit.id)
    return found if found is not None else stage.commands.get(f"{unit.side} {unit.counter.formation}", "")


# ------------------------------------------------------------------ order
def _word(word: str) -> tuple[bool, int, str]:
    """Numbers by size, before words: 2 Guards before 21 Guards."""
    return (not word.isdigit(), int(word) if word.isdigit() else 0, word)


SORTED: dict[str, Callable[[Formation], tuple[Any, ...]]] = {
    COMMAND: lambda f: (),
    "By name": lambda f: tuple(map(_word, f.name.split())),
    "By strength": lambda f: (-f.strength,),
    "By steps lost": lambda f: (-f.lost, -f.strength),
    "By hex": lambda f: (f.units[0].hex < 0, f.units[0].hex),
}
"""Ways to sort, each with its key."""


def rows(stage: Stage, found: list[Formation], order: str = COMMAND) -> list[Formation | Heading]:
    """Formations in an order: by command (then nation) under headings, else without."""
    if order != COMMAND:
        found = sorted(found, key=SORTED[order])
        return [*found]
    made: list[Formation | Heading] = []
    looks = stage.presentation.commands
    for key, look in looks.items():
        own = [f for f in found if f.command == key]
        if own:
            made.append(Heading(look.name or key, look.hq, look.note))
            made += [f for f in own if [u.id for u in f.units] != [look.hq]]
    free = [f for f in found if f.command not in looks]
    for nation in dict.fromkeys(f.nation for f in free):
        made.append(Heading(f"{nation}, under no command listed" if looks else nation))
        made += [f for f in free if f.nation == nation]
    return made
