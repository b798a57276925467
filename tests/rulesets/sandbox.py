"""A bare ruleset for tests of the core: plain ground, a position in a few lines of text, rules as given.

    game = table('''
        b1 blue 0303 4-6
        r1 red  0404 3-4 2
    ''', rule_function, phase="blue-combat", dice=[6])

A line is: id, side, hex (or `-` for arrivals), strength-movement, steps (1 when left out), kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from hexcore.actions import Done
from hexcore.charts import CombatResultsTable
from hexcore.game import Dice, Game, SeededDice
from hexcore.hexes import Grid, Sheet
from hexcore.maps import HexMap
from hexcore.rules import general
from hexcore.ruleset import Ruleset, Scenario, Track
from hexcore.sequence import Phase, SequenceOfPlay
from hexcore.state import Combat, GameState, Outcome
from hexcore.units import ARRIVALS, Counter, Place, Side, Step

BLUE, RED = Side("blue"), Side("red")
LAST_TURN = 3

TABLE = CombatResultsTable.read(
    [
        (die, odds, tuple(entry.split("/")))
        for die, row in {
            1: "2/0 1/0 1/1 0/1 0/2",
            2: "1/0 1/1 0/1 0/2 0/2",
            3: "1/0 0/1 0/1 0/2 0/3",
            4: "1/1 0/1 0/2 0/2 0/3",
            5: "0/1 0/1 0/2 0/3 0/4",
            6: "0/1 0/2 0/3 0/4 0/e",
        }.items()
        for odds, entry in zip(("1-2", "1-1", "2-1", "3-1", "4-1"), row.split(), strict=True)
    ],
    "sandbox.py",
)


def plain(columns: int = 7, rows: int = 7) -> HexMap:
    """Clear ground, flat-topped hexes, numbers from 0101."""
    grid = Grid("columns", "even", (Sheet("", (1, columns), (1, rows)),))
    coords = tuple(grid.hexes(grid.sheets[0]))
    size, none = len(coords), frozenset[str]()
    return HexMap(
        grid, coords, (frozenset({"clear"}),) * size, (none,) * size, (none,) * 6 * size, ("",) * 6 * size
    )


@general("combat_table")
def the_table(state: GameState, combat: Combat) -> CombatResultsTable:
    return TABLE


@general("outcome")
def time_is_up(state: GameState) -> Outcome | None:
    if state.turn < LAST_TURN or state.phase + 1 < len(state.board.sequence.phases):
        return None
    return Outcome("drawn", "", "time is up")


PHASES = (
    Phase("blue-movement", BLUE, "movement", "4.1", "Blue movement", BLUE),
    Phase("blue-combat", BLUE, "combat", "4.2", "Blue combat", BLUE),
    Phase("red-movement", RED, "movement", "4.3", "Red movement", RED),
    Phase("red-combat", RED, "combat", "4.4", "Red combat", RED),
)


def module_of(rules: Iterable[Any], where: str = "") -> list[ModuleType]:
    """Rule functions as the modules a ruleset would hand over, or (copied there) as one of another name."""
    modules: dict[str, ModuleType] = {}
    for function in rules:
        if where:
            function = _moved(function, where)
        home = modules.setdefault(function.__module__, ModuleType(function.__module__))
        setattr(home, function.__name__, function)
    return list(modules.values())


def _moved(function: Any, where: str) -> Any:
    copy = FunctionType(function.__code__, function.__globals__, function.__name__)
    copy.__dict__.update(function.__dict__)
    copy.__module__ = where
    return copy


def ruleset(position: str = "", *rules: Any, hex_map: HexMap | None = None, **more: Any) -> Ruleset:
    """A ruleset of one scenario, `field`, that begins with a position."""
    lines = [line.split() for line in position.strip().splitlines() if line.strip()]
    counters = {line[0]: _counter(*line) for line in lines}
    numbers = {line[0]: line[2] for line in lines}

    def set_up(ground: HexMap) -> Mapping[str, tuple[Place, int]]:
        return {id: (ARRIVALS if n == "-" else ground.hex(n), 0) for id, n in numbers.items()}

    scenario = Scenario(
        "field",
        "A field",
        1,
        LAST_TURN,
        (Track("turn", 1, LAST_TURN, start=1), *more.pop("tracks", ())),
        set_up=set_up,
        modules=tuple(module_of(more.pop("scenario_rules", ()), "field rules")),
        options=more.pop("options", ()),
    )
    phases = more.pop("phases", PHASES)
    modules = [*module_of((the_table, time_is_up)), *module_of(rules)]
    return Ruleset(
        id=more.pop("id", "sandbox"),
        title="A field",
        edition="Test",
        version="1",
        folder=Path(__file__).parent / "none",
        sides=(BLUE, RED),
        load_map=lambda: hex_map or plain(),
        load_counters=lambda: counters,
        load_sequence=lambda: SequenceOfPlay(tuple(phases)),
        load_scenarios=lambda: [scenario],
        load_modules=lambda: modules,
        **more,
    )


def _counter(
    id: str, side: str, hex: str, strength: str = "1-4", steps: str = "1", kind: str = "foot", *traits: str
) -> Counter:
    full, movement = (int(number) for number in strength.split("-"))
    faces = tuple(Step(full - n, movement) for n in range(int(steps)))
    return Counter(id, Side(side), kind, faces, designation=id, traits=frozenset(traits))


def table(
    position: str = "",
    *rules: Any,
    phase: str = "",
    dice: Iterable[int] | Dice = (),
    off: Iterable[str] = (),
    **more: Any,
) -> Game:
    """A game that stands at the first question of a phase; what comes before it is ended at once."""
    board = ruleset(position, *rules, **more).board("field", also_off=frozenset(off))
    rolls = dice if hasattr(dice, "roll") else SeededDice(0, tuple(dice))
    game = Game.start(board, rolls)
    while phase and board.sequence.phases[game.state.phase].id != phase:
        game.submit(Done())
    return game


def at(game: Game, unit: str) -> str:
    """The number of the hex a unit stands in, or the name of its box."""
    place = game.state.units[unit].place
    return game.board.map.numbers[place] if isinstance(place, int) else str(getattr(place, "name", place))


def hexes(game: Game, *numbers: str) -> tuple[int, ...]:
    """Printed numbers as hexes."""
    return tuple(game.board.map.hex(number) for number in numbers)
