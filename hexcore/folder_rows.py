"""The CSV files of a ruleset folder: their columns, and what a cell may say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, make_dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from hexcore.charts import ratio_of
from hexcore.folder_references import (
    Ground,
    GroupName,
    HexNumber,
    Kind,
    MobilityClass,
    RuleNumber,
    ScenarioId,
    SideName,
    UnitId,
)
from hexcore.movement import HALF
from hexcore.provenance import Provenance
from hexcore.tables import DataError
from hexcore.units import Step

_POINTS = re.compile(r"^(\+?)(?:(\d*)(?:(½)|\.(5|0))?)$")
PROHIBITED = "no"
FACTOR = r"\d+(\.\d+)?|\d+/[1-9]\d*|½"


def half_points(cell: str) -> int:
    """Movement points as half-points: `1`, `.5`, `1.5`, `2½`, or `+1`. ValueError for others."""
    found = _POINTS.match(cell)
    if found is None or cell in ("", "+", "."):
        raise ValueError(f"{cell!r} is no number of points: 1, 1.5, 2½, +1, or no")
    return int(found[2] or 0) * HALF + (1 if found[3] or found[4] == "5" else 0)


def _cost(cell: str) -> str:
    if cell != PROHIBITED:
        half_points(cell)
    return cell


def _odds(cell: str) -> str:
    try:
        ratio_of(cell)
    except DataError:
        raise ValueError(f"{cell!r} is no odds column: 3-1, 1-2") from None
    return cell


def _factor(cell: str) -> str:
    if not re.fullmatch(FACTOR, cell):
        raise ValueError(f"{cell!r} is no factor: 2, 0.5, 1/3")
    return cell


def steps_of(cell: str) -> tuple[Step, ...]:
    """Steps as printed, full strength first: `6-4 4-4 2-3`. ValueError for anything else."""
    found = [re.fullmatch(r"(\d+)-(\d+)", part) for part in cell.split()]
    if not all(found) or not found:
        raise ValueError(f"{cell!r} is no list of steps: 6-4 4-4 2-3")
    return tuple(Step(int(one[1]), int(one[2])) for one in found if one)


def _steps(cell: str) -> str:
    steps_of(cell)
    return cell


def _form(pattern: str) -> WithJsonSchema:
    """How an editor knows such a cell; what is wrong in it the validator says better."""
    return WithJsonSchema({"type": "string", "pattern": pattern})


Cost = Annotated[str, AfterValidator(_cost), _form(r"^(no|\+?\d*(\.[05]|½)?)$")]
Odds = Annotated[str, AfterValidator(_odds), _form(r"^\d+[-:][1-9]\d*$")]
Multiplier = Annotated[str, AfterValidator(_factor), _form(FACTOR)]
Number = Annotated[int, Field(ge=0)]
Turn = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]


@dataclass(frozen=True)
class CounterRow:
    """counters.csv: one counter."""

    id: Name
    side: SideName
    kind: str
    strength: Number = 0
    movement: Number = 0
    reduced_strength: Number | None = None
    reduced_movement: Number | None = None
    defence: Number | None = None
    reduced_defence: Number | None = None
    steps: Annotated[str, AfterValidator(_steps), _form(r"^\d+-\d+( \d+-\d+)*$")] | None = None
    designation: str = ""
    formation: str = ""
    size: str = ""
    nation: str = ""
    called: str = ""
    mobility: MobilityClass = ""
    stack: Number = 1
    radius: Number = 0
    traits: str = ""
    provenance: Provenance = "reconstructed"
    note: str = ""


@dataclass(frozen=True)
class SetUpRow:
    """set-up.csv: where a counter begins; `*` is every scenario."""

    scenario: ScenarioId
    unit: UnitId
    hex: HexNumber = ""
    box: str = ""
    group: GroupName = ""
    losses: Number = 0
    note: str = ""


@dataclass(frozen=True)
class ArrivalRow:
    """arrivals.csv: who comes when, and where; several hexes or groups have blanks between them."""

    scenario: ScenarioId
    unit: UnitId
    turn: Turn
    where: str
    note: str = ""


@dataclass(frozen=True)
class WithdrawalRow:
    """withdrawals.csv: who leaves the map when."""

    scenario: ScenarioId
    unit: UnitId
    turn: Turn
    note: str = ""


@dataclass(frozen=True)
class CrtRow:
    """crt.csv: one cell of the combat results table."""

    die: int
    odds: Odds
    result: str


@dataclass(frozen=True)
class CostRow:
    """costs.csv: one word of the terrain effects chart. Every other column is a mobility class.

    `rule` is the number of what it gives in combat, `cost_rule` of what it costs. Rows of hexsides (or of
    roads) that give the same under one number count as one: all attackers come across a river or a bridge.
    """

    on: Literal["hex", "side", "road"]
    word: str
    shift: int = 0
    die: int = 0
    attack: Multiplier = "1"
    defence: Multiplier = "1"
    rule: RuleNumber = ""
    cost_rule: RuleNumber = ""
    note: str = ""


FIXED = tuple(CostRow.__dataclass_fields__)
SLIP = 0.75
"""How much alike a heading and the name of another column are when it is a slip."""


def cost_row(headings: Sequence[str]) -> type[CostRow]:
    """The row type of a costs.csv: with a field for each mobility class among its headings."""
    classes = [h for h in dict.fromkeys(headings) if h not in FIXED and _may_be_a_class(h)]
    hints: list[Any] = [(name, Cost, field(default="")) for name in classes]
    return make_dataclass("CostRow", hints, bases=(CostRow,), frozen=True)


def _may_be_a_class(heading: str) -> bool:
    """Whether a heading is the name of a mobility class, and no slip for another column."""
    slip = get_close_matches(heading, FIXED, 1, SLIP)
    return not slip and re.fullmatch(r"[a-z][a-z0-9_]*", heading) is not None


def classes_of(row: type[CostRow]) -> tuple[str, ...]:
    """The mobility classes of such a row type."""
    return tuple(name for name in row.__dataclass_fields__ if name not in FIXED)


ROWS: dict[str, type[Any]] = {
    "counters": CounterRow,
    "set-up": SetUpRow,
    "arrivals": ArrivalRow,
    "withdrawals": WithdrawalRow,
    "crt": CrtRow,
    "costs": CostRow,
}
"""The tables that only a ruleset folder has, by file; those of its map are in `hexcore.map_rows.FILES`."""

__all__ = ["ROWS", "Ground", "Kind"]
