"""A ruleset as a folder of data: tables that choose general rules by name, and no Python but what they lack.

    RULESET = read_ruleset(Path(__file__).parent)

docs/write-a-ruleset.md says which files there are; `folder_models` and `folder_rows` what may stand in them.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from hexcore.charts import CombatResultsTable
from hexcore.chosen_arrivals import Timetable, add_arrivals, add_set_up
from hexcore.chosen_combat import add_combat, add_defence, add_ground_effects
from hexcore.chosen_ground import GroundChart, add_movement, add_stacking, ground_chart
from hexcore.chosen_results import add_advances, add_results, add_retreats
from hexcore.chosen_supply import add_supply
from hexcore.chosen_victory import add_last_turn, add_victory
from hexcore.chosen_zones import add_zones
from hexcore.customs import custom_of
from hexcore.folder_models import RulesetFile
from hexcore.folder_pieces import Pieces
from hexcore.folder_reading import Fault, Faults
from hexcore.fresh_code import FromSource
from hexcore.maps import HexMap, read_map
from hexcore.rule_sheet import RuleSheet
from hexcore.ruleset import Option, Ruleset, RuleText, Scenario, Track, rule_texts
from hexcore.sequence import Phase, SequenceOfPlay
from hexcore.tables import DataError, kept_by_door, read_toml
from hexcore.units import ARRIVALS, Box, Counter, Place, Side, Unit
from hexcore.word_results import Exchange, MakeRoom

CODE = "rules.py"


def read_ruleset(folder: Path) -> Ruleset:
    """The ruleset of a folder. DataError with the place of what is wrong in its ruleset.toml or rules.py;
    its other files are read, and proved together, when they are first needed."""
    return RulesetFolder(folder).ruleset()


def faults(folder: Path) -> list[Fault]:
    """Everything that is wrong in the files of a ruleset folder; nothing where they all hold."""
    pieces = Pieces(Path(folder))
    pieces.prove()
    return list(pieces.found)


class RulesetFolder:
    """The folder of one ruleset, and the rules its tables ask for."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        pieces = Pieces(self.folder)
        head = pieces.head
        pieces.found.must_be_none()
        assert head is not None
        self.head: RulesetFile = head.model
        self.own = own_module(self.folder, self.head.id)
        self._pieces: Callable[[], Pieces] = kept_by_door(self._proved)
        self.crt: Callable[[], CombatResultsTable] = kept_by_door(lambda: self._pieces().crt())
        self.ground: Callable[[], GroundChart] = kept_by_door(
            lambda: ground_chart(row.row for row in self._pieces().costs)
        )

    def ruleset(self) -> Ruleset:
        """The ruleset; its tables load on first use."""
        head = self.head
        controls = None if head.controls is None else frozenset(head.controls)
        in_words = (MakeRoom, Exchange) if head.combat and head.combat.results == "words" else ()
        return Ruleset(
            id=head.id,
            title=head.title,
            edition=head.edition,
            api=head.api,
            version=head.version,
            folder=self.folder,
            sides=(Side(head.sides[0]), Side(head.sides[1])),
            load_map=self.map,
            load_counters=self.counters,
            load_sequence=self.sequence,
            load_scenarios=self.scenarios,
            load_modules=lambda: self.modules,
            load_rules=self.rules,
            load_presentation=self.presentation,
            decisions=(*in_words, *getattr(self.own, "DECISIONS", ())),
            actions=tuple(getattr(self.own, "ACTIONS", ())),
            controls=lambda counter: controls is None or counter.kind in controls,
            clear_ground=head.clear_ground,
        )

    def _proved(self) -> Pieces:
        """The files as they are in force, all of them proved."""
        pieces = Pieces(self.folder)
        pieces.prove()
        pieces.found.must_be_none()
        return pieces

    # ---------------------------------------------------------------- what a ruleset loads
    def map(self) -> HexMap:
        return read_map(self.folder)

    def counters(self) -> dict[str, Counter]:
        return self._pieces().made_counters()

    def sequence(self) -> SequenceOfPlay:
        read = self._pieces().sequence
        assert read is not None
        phases = [
            Phase(
                one.id,
                Side(one.side),
                one.kind,
                one.rule,
                one.title,
                one.player_turn if one.player_turn is not None else one.side if one.kind else "",
                tuple(one.turns),
                tuple(one.also),
            )
            for one in read.model.phases
        ]
        return SequenceOfPlay(tuple(phases))

    def rules(self) -> dict[str, RuleText]:
        path = self.folder / "rules.toml"
        return rule_texts(path) if path.exists() else {}

    def presentation(self) -> dict[str, Any]:
        path = self.folder / "presentation.toml"
        return read_toml(path) if path.exists() else {}

    def scenarios(self) -> list[Scenario]:
        read = self._pieces().scenarios
        tags = {
            "movement_points_rule": self.head.movement.rule,
            "terrain_rule": self.head.movement.terrain_rule,
        }
        return [
            Scenario(
                one.id,
                one.title,
                one.first_turn,
                one.last_turn,
                tracks=(
                    Track("turn", one.first_turn, one.last_turn, start=one.first_turn),
                    *(Track(t.id, t.low, t.high, tuple(t.words), t.start) for t in one.tracks),
                ),
                options=tuple(o for o in self._options() if one.options is None or o.id in one.options),
                set_up=self._set_up(one.id),
                off_rules=frozenset(one.off_rules),
                scope_rule=one.scope_rule,
                tags=tags,
            )
            for one in (read.model.scenarios if read else ())
        ]

    def _options(self) -> list[Option]:
        return [
            Option(
                one.id,
                one.default,
                tuple(one.values),
                one.rule,
                one.text,
                {value: tuple(off) for value, off in one.off.items()},
            )
            for one in self.head.options
        ]

    def _set_up(self, scenario: str) -> Callable[[HexMap], Mapping[str, tuple[Place, int]]]:
        def set_up(hex_map: HexMap) -> dict[str, tuple[Place, int]]:
            pieces, found = Pieces(self.folder), dict[str, tuple[Place, int]]()
            for arrival in pieces.arrivals:
                if arrival.row.scenario in ("*", scenario):
                    found[arrival.row.unit] = (ARRIVALS, 0)
            for one in pieces.set_up:
                row = one.row
                if row.scenario not in ("*", scenario):
                    continue
                place: Place = hex_map.hex(row.hex) if row.hex else Box(row.box) if row.box else ARRIVALS
                found[row.unit] = (place, row.losses)
            pieces.found.must_be_none()
            return found

        return set_up

    # ---------------------------------------------------------------- the rules its tables ask for
    @cached_property
    def modules(self) -> tuple[ModuleType, ...]:
        """The rules of the tables, and before them those of rules.py."""
        return (self._sheet().module, *([self.own] if self.own is not None else ()))

    def _sheet(self) -> RuleSheet:
        head, pieces = self.head, self._pieces()
        sheet = RuleSheet(head.id, f"{head.id}:ruleset.toml")
        add_movement(sheet, head.movement, self.ground, pieces.classes())
        add_zones(sheet, head.zones)
        add_stacking(sheet, head.stacking, {one.row.id: one.row.stack for one in pieces.counters})
        if head.combat is not None:
            add_combat(sheet, head.combat, self.crt)
            add_ground_effects(sheet, head.combat, self.ground)
            add_results(sheet, head.combat, head.retreat, head.advance)
            add_retreats(sheet, head.retreat)
            add_advances(sheet, head.advance)
            add_defence(sheet, pieces.defences())
        self._add_the_rest(sheet, pieces)
        return sheet

    def _add_the_rest(self, sheet: RuleSheet, pieces: Pieces) -> None:
        head = self.head
        if head.supply is not None:
            add_supply(sheet, head.supply)
        if self._friends_cancel():
            sheet.add("zones", "negates_zone", _always)
        add_arrivals(sheet, head.arrivals, self._timetable())
        phases = pieces.sequence.model.phases if pieces.sequence else []
        add_set_up(sheet, self._timetable(), {one.id: one.rule for one in phases if one.kind == "set-up"})
        if head.victory is not None:
            add_victory(sheet, head.victory)
        else:
            add_last_turn(sheet)
        for name, said in head.customs.items():
            custom = custom_of(name)
            assert custom is not None  # proved with the other names
            sheet.state(custom, said if isinstance(said, str) else "", holds=said is not False)

    def _friends_cancel(self) -> bool:
        """Whether friends in a hex cancel the enemy's zone there, for supply or for retreats."""
        zones = (self.head.retreat.zones, self.head.supply.zones if self.head.supply else "open")
        return "closed-unless-friends" in zones

    def _timetable(self) -> Timetable:
        return Timetable(
            kept_by_door(lambda: tuple(one.row for one in self._pieces().arrivals)),
            kept_by_door(lambda: tuple(one.row for one in self._pieces().withdrawals)),
            kept_by_door(lambda: tuple(one.row for one in self._pieces().set_up)),
        )


def _always(state: Any, unit: Unit) -> bool:
    return True


# ------------------------------------------------------------------ rules in Python
def own_module(folder: Path, id: str) -> ModuleType | None:
    """The rules.py of a folder, None when it has none. DataError with file and line when its import fails."""
    path = folder / CODE
    if not path.exists():
        return None
    name = _module_name(folder, id)
    known = sys.modules.get(name)
    if known is not None and Path(str(known.__file__)).resolve() == path.resolve():
        return known
    spec = importlib.util.spec_from_file_location(name, path, loader=FromSource(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as fault:
        sys.modules.pop(name, None)
        if isinstance(fault, Exception):
            raise DataError(f"{path}:{_line_of(fault, path)}: {type(fault).__name__}: {fault}") from fault
        raise
    return module


def _module_name(folder: Path, id: str) -> str:
    """`package.rules` where the folder is a package that is being imported, `id_rules` elsewhere."""
    for name, module in list(sys.modules.items()):
        paths = list(getattr(module, "__path__", ()) or ())
        if any(Path(one).resolve() == folder.resolve() for one in paths if isinstance(one, str)):
            return f"{name}.rules"
    return f"{id.replace('-', '_').replace('.', '_')}_rules"


def _line_of(fault: Exception, path: Path) -> int:
    """The line of a file at which an import failed."""
    if isinstance(fault, SyntaxError):
        return fault.lineno or 1
    line, trace = 1, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


__all__ = ["Fault", "Faults", "RulesetFolder", "faults", "read_ruleset"]
