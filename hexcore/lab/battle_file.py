"""Battle files: one battle as people tell it, to be fought under any ruleset. TOML.

`words` names the game whose words the file is written in; other games get theirs by a correspondence
(`hexcore.lab.correspondence`), or as `[under.ID]` states them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import StrictBool, StrictInt, StrictStr, TypeAdapter

from hexcore.lab.correspondence import TABLES, stated_in
from hexcore.lab.toml_faults import checked, reading
from hexcore.toml_text import Fault

ROLES = ("attacker", "defender")
MOST_UNITS = 18
STATED = ("scenario", "turn", "tracks", "options", "support", "ids", *TABLES)
"""What `[under.ID]` may state."""


@dataclass(frozen=True)
class Force:
    """One `[[unit]]`, or `count` of the same: steps already lost; for an attacker, from which of the hexes
    around the target (1 to 6 clockwise, 0: where there is room)."""

    role: Literal["attacker", "defender"]
    kind: StrictStr
    strength: StrictInt
    steps: StrictInt = 1
    size: StrictStr = ""
    count: StrictInt = 1
    losses: StrictInt = 0
    front: StrictInt = 0


@dataclass(frozen=True)
class Ground:
    """Words of the hex attacked, of the hexes it is attacked from, of the hexsides between."""

    target: tuple[StrictStr, ...] = ()
    attackers: tuple[StrictStr, ...] = ()
    between: tuple[StrictStr, ...] = ()


@dataclass(frozen=True)
class SideOf:
    """What one side has: supply, a headquarters, and what it commits, by the word of the game."""

    supplied: StrictBool = True
    headquarters: StrictBool = False
    support: Mapping[StrictStr, StrictInt] = field(default_factory=dict)


@dataclass(frozen=True)
class Under:
    """What a file states for one ruleset: scenario, turn, tracks, options, support by role, ids in place of
    counters chosen, and counterparts of words."""

    scenario: str = ""
    turn: int = 0
    tracks: Mapping[str, int | str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    support: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    ids: Mapping[str, list[str]] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Battle:
    """One battle. `fronts` is the number of hexes it is attacked from (0: one a unit, three at most)."""

    words: StrictStr
    unit: tuple[Force, ...]
    title: StrictStr = ""
    attacker: StrictStr = ""
    fronts: StrictInt = 0
    shift: StrictInt = 0
    modifier: StrictInt = 0
    ground: Ground = field(default_factory=Ground)
    attack: SideOf = field(default_factory=SideOf)
    defence: SideOf = field(default_factory=SideOf)
    under: Mapping[str, Under] = field(default_factory=dict)

    def forces(self, role: str) -> list[Force]:
        """Every unit of a role, by itself."""
        return [force for force in self.unit if force.role == role for _ in range(force.count)]

    def of(self, role: str) -> SideOf:
        return self.attack if role == "attacker" else self.defence

    def stated(self, id: str) -> Under:
        """What is stated for a ruleset."""
        return self.under.get(id, Under())


_BATTLE: TypeAdapter[Battle] = TypeAdapter(Battle)


def read_battle(path: Path) -> Battle:
    """A battle file. FileFault, with line and column, where it is none."""
    with reading(path) as written:
        data = written.data()
        _known(data)
        under = {id: _under(id, said) for id, said in data.pop("under", {}).items()}
        found: Battle = checked(_BATTLE, data, ("unit",))
        _sensible(found)
        return Battle(**{**vars(found), "under": under})


def _known(data: Mapping[str, Any]) -> None:
    for key in data:
        if key not in Battle.__dataclass_fields__:
            raise Fault(f"unknown word {key!r}", key)
    inner: dict[str, Any] = {"ground": Ground, "attack": SideOf, "defence": SideOf}
    for table, shape in inner.items():
        for key in data.get(table, ()) if isinstance(data.get(table), dict) else ():
            if key not in shape.__dataclass_fields__:
                raise Fault(f"unknown word {key!r}", key, table)
    units = data.get("unit", ())
    for n, unit in enumerate(units if isinstance(units, list) else ()):
        for key in unit if isinstance(unit, dict) else ():
            if key not in Force.__dataclass_fields__:
                raise Fault(f"unknown word {key!r}", key, "unit", n)
    if not isinstance(data.get("under", {}), dict):
        raise Fault("under is a table of rulesets", "under")


def _under(id: str, said: Any) -> Under:
    if not isinstance(said, dict):
        raise Fault(f"what is stated under {id} is a table", "under")
    for key in said:
        if key not in STATED:
            raise Fault(f"unknown word {key!r}; it is one of {', '.join(STATED)}", key)
    words = stated_in({key: value for key, value in said.items() if key in TABLES})
    shapes: dict[str, type] = {"scenario": str, "turn": int, "tracks": dict, "options": dict}
    shapes |= {"support": dict, "ids": dict}
    for key, shape in shapes.items():
        if key in said and not isinstance(said[key], shape):
            raise Fault(f"{key} has not the right form", key)
    for key in ("support", "ids"):
        for role in said.get(key, {}):
            if role not in ROLES:
                raise Fault(f"{key} is stated for attacker or defender, not {role!r}", role)
    return Under(words=words, **{key: value for key, value in said.items() if key not in TABLES})


def _sensible(battle: Battle) -> None:
    for n, force in enumerate(battle.unit):
        if force.count < 1 or force.strength < 0 or force.steps < 1:
            raise Fault("a unit has steps, and there is at least one of it", "count", "unit", n)
        if not 0 <= force.losses < force.steps:
            raise Fault(
                f"it has {force.steps} steps, it cannot have lost {force.losses}", "losses", "unit", n
            )
        if not 0 <= force.front <= 6:
            raise Fault("front is 1 to 6, or 0", "front", "unit", n)
    for role in ROLES:
        if not 0 < len(battle.forces(role)) <= MOST_UNITS:
            raise Fault(f"there are 1 to {MOST_UNITS} units of the {role}", "unit")
    if not 0 <= battle.fronts <= 6:
        raise Fault("fronts is 0 to 6", "fronts")
