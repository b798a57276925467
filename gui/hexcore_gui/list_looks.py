"""What a ruleset says about lists beside the map: its charts, and the commands its order of battle is by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, config=STRICT)
class ChartLook:
    """A chart in the dock, of one of the ruleset's tables (`table`: its name as `corrections` has it).

    With `rows` and `columns` it is laid out by these two columns of the table, and shows `cells` where they
    meet; else the table's lines are shown, `cells` of them or all. `heads` are titles of columns and of what
    stands in them. `mark` is the column that says where values come from, where there are several. The column
    headed by what the track `lit` says now is lit. `only` is the id of the ruleset that has the chart, where
    several share these looks.
    """

    title: str = ""
    table: str = ""
    rows: str = ""
    columns: str = ""
    cells: tuple[str, ...] = ()
    mark: str = ""
    lit: str = ""
    heads: Mapping[str, str] = field(default_factory=dict)
    only: str = ""


@dataclass(frozen=True, config=STRICT)
class SupplyLook:
    """Ground where supply gives one state, by the state's name: what it is called, how strongly it is tinted
    (0: not at all), and the line round it."""

    label: str = ""
    tint: Literal[0, 1, 2] = 2
    line: Literal["solid", "dashed", "dotted"] = "solid"


@dataclass(frozen=True, config=STRICT)
class CommandLook:
    """Formations (and single `units`) of one side that stand together in the order of battle, under the name
    of their command; `hq` is its counter, `note` what is known of where the grouping comes from."""

    name: str = ""
    side: str = ""
    hq: str = ""
    formations: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, config=STRICT)
class PhaseLook:
    """A phase, by its id: the `question` asked in it where the general one does not say who may act."""

    question: str = ""


@dataclass(frozen=True, config=STRICT)
class QuestionLook:
    """A question of the ruleset's own: what its one button says, and of what a player is reminded who presses
    it while something could still be chosen."""

    button: str = ""
    remind: str = ""


@dataclass(frozen=True, config=STRICT)
class PresetLook:
    """A set of options at one press: `options` by name, `all` for those that have this value, the default for
    the rest. `only` is the id of the ruleset that has it, where several share these looks."""

    title: str
    note: str = ""
    all: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    only: str = ""


def commands_of(looks: Mapping[str, CommandLook]) -> dict[str, str]:
    """Which command a unit (by its id) or a formation (by `side formation`) stands under."""
    by_formation = {f"{look.side} {f}": key for key, look in looks.items() for f in look.formations}
    by_unit = {id: key for key, look in looks.items() for id in (look.hq, *look.units) if id}
    return by_formation | by_unit
