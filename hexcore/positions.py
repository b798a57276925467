"""Position files: a game that starts anywhere. A puzzle, a rules question, a test.

A position is TOML over a scenario: who stands where, the tracks, the ground of this game only. Every fault
is told with file, line and the offending text, before anything is begun.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import StrictBool, StrictInt, StrictStr, TypeAdapter, ValidationError

from hexcore.board import Board
from hexcore.events import Controlled, Event, Marked, TrackSet, apply, run
from hexcore.game import Dice, Game, begin, opening
from hexcore.ground import Ground, GroundFault
from hexcore.ruleset import Ruleset, Track
from hexcore.state import GameState
from hexcore.tables import DataError, first_fault
from hexcore.units import ARRIVALS, ELIMINATED, EXITED, Aboard, Box, Place, Side


class PositionError(DataError):
    """A position file that does not hold: its message names the file, the line and the offending text."""


# ------------------------------------------------------------------ what a position file says
@dataclass(frozen=True)
class UnitEntry:
    """One `[[unit]]`: in a hex, in a box, or aboard another unit."""

    id: StrictStr
    hex: StrictStr = ""
    box: StrictStr = ""
    aboard: StrictStr = ""
    losses: StrictInt = 0
    markers: tuple[StrictStr, ...] = ()


@dataclass(frozen=True)
class Entries:
    """A position file, its words not yet looked up."""

    ruleset: StrictStr
    scenario: StrictStr
    turn: StrictInt
    phase: StrictStr
    clear_units: StrictBool = False
    clear_ground: tuple[StrictStr, ...] = ()
    tracks: Mapping[str, StrictInt | StrictStr] = field(default_factory=dict)
    control: Mapping[str, StrictStr] = field(default_factory=dict)
    unit: tuple[UnitEntry, ...] = ()
    ground: tuple[Mapping[str, Any], ...] = ()
    hexside: tuple[Mapping[str, Any], ...] = ()


_ENTRIES: TypeAdapter[Entries] = TypeAdapter(Entries)
