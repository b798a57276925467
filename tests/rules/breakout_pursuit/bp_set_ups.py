"""Set-ups for rule tests: games at their set-up, complete ones by chance, and a judge."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache

import networkx as nx
from bp_table import GAME

from hexcore.actions import Commit, Done, Place
from hexcore.events import run
from hexcore.game import Game, SeededDice, begin, opening
from hexcore.setup import plan_of
from hexcore.units import ARRIVALS
from hexcore_breakout_pursuit.order_of_battle import STAGING, rows
from hexcore_breakout_pursuit.unit_types import is_combat

SCREEN = ["0205", "0408", "0417", "0420", "0323", "0425", "0930", "0936", "1232"]
PIPELINE = ["0840", "0940", "1039", "1138", "1139"]
ROWS = rows()


@cache
def _begun(scenario: str) -> Game:
    return Game.start(GAME.board(scenario, {}))


def begun(scenario: str) -> Game:
    """A game at its first question."""
    return _begun(scenario).fork()


def at_phase(scenario: str, phase: str, moved: Mapping[str, str] | None = None, **options: str) -> Game:
    """A game at a phase of its first turn, all units of both sides at their historical hexes but for some."""
    board = GAME.board(scenario, options)
    state = opening(board)
    for unit in list(state.units.values()):
        hist = (moved or {}).get(unit.id, "") or ROWS[unit.id.removesuffix("-BG")].hist_hex
        mine = unit.side == board.sequence.phases[board.sequence.index[phase]].side
        if unit.place == ARRIVALS and hist in board.map.index and unit.id.startswith(("JUL", "AUG")):
            if not (mine and phase.endswith("setup")):
                state = state.with_units([unit.put(board.map.hex(hist))])
    state, _ = run(state, begin(state, board.sequence.index[phase], board.scenario.first_turn))
    game = Game(board, state, SeededDice(0))
    game._settle([])
    return game


def open_to(game: Game, unit: str) -> set[str]:
    """The hexes, and boxes, listed for a unit in a set-up."""
    numbers, found = game.board.map.numbers, set()
    for action in game.legal_actions():
        if isinstance(action, Place) and action.unit == unit:
            found.add(numbers[action.hex])
        elif isinstance(action, Commit) and action.unit == unit:
            found.add(action.what)
    return found


def put(game: Game, unit: str, number: str) -> None:
    """One unit set up in a hex."""
    game.submit(Place(unit, game.board.map.hex(number)))


def set_up_by_chance(game: Game, seed: int) -> Game:
    """All questions of set-up answered by chance: units in any order, each in any place open to it."""
    source = random.Random(seed)
    while game.decision is not None and game.decision.kind == "set-up":
        side = game.decision.side
        plan = plan_of(game.state, side)
        waiting = [unit for unit in plan.units if unit not in plan.placed]
        if not waiting:
            game.submit(Done())
            continue
        unit = source.choice(waiting)
        places = sorted(plan.places_for(unit), key=str)
        assert places, f"nothing is open to {unit}"
        place = source.choice(places)
        game.submit(Commit(place, unit) if isinstance(place, str) else Place(unit, place))
    return game


# ------------------------------------------------------------------ the judge: the sheets read afresh
class Judge:
    """Whether a finished set-up is as the sheets want it; knows nothing of areas and flows."""

    def __init__(self, game: Game) -> None:
        self.game, self.map, self.state = game, game.board.map, game.state
        self.coast = {h for h, words in enumerate(self.map.features) if "coastal" in words}
        self.north = set(self.map.group("north-of-the-seine"))
        self.behind = set(self.map.group("north-of-the-front-line"))

    def hexes(self, numbers: Iterable[str]) -> set[int]:
        return {self.map.hex(n) for n in numbers}

    def near(self, hex: int, numbers: Iterable[str], radius: int) -> bool:
        return any(self.map.distance(hex, other) <= radius for other in self.hexes(numbers))

    def group(self, name: str) -> set[int]:
        return set(self.map.group(name))

    def close(self, hex: int, name: str, radius: int) -> bool:
        return any(self.map.distance(hex, other) <= radius for other in self.map.group(name))

    def under(self, code: str) -> list[int]:
        """Where the units of a code stand."""
        return [self.state.units[id].hex for id in self.ids(code)]

    def ids(self, code: str) -> list[str]:
        units = self.state.units
        return [id for id, row in ROWS.items() if row.free_rule == code and id in units]

    def common(self) -> None:
        """Nobody waits, nobody stands in the sea, in excess, or among the enemy."""
        board, letter = self.game.board, "AUG" if self.game.board.scenario.id.startswith("2.") else "JUL"
        for unit in self.state.units.values():
            if unit.id.startswith(letter) and not unit.id.endswith("-BG"):
                assert unit.place != ARRIVALS, unit.id
                assert unit.hex < 0 or "sea" not in board.map.terrain[unit.hex], unit.id
        for hex, stack in self.state.stacks.items():
            units = [self.state.units[id] for id in stack]
            assert len({u.side for u in units}) == 1, board.map.numbers[hex]
            assert sum(map(is_combat, units)) <= 3, board.map.numbers[hex]

    def july(self, mods: str) -> None:
        for id in self.ids("AJ"):
            unit = self.state.units[id]
            assert unit.hex in self.behind or unit.place == STAGING, id
        (naval,) = self.under("any coastal hex north of the Front Line")
        assert naval in self.behind & self.coast
        assert set(self.under("GJ-PARIS")) <= self.hexes(("2029", "2129", "2130"))
        assert set(self.under("GJ-EDGE-B")) <= self.group("edge-b")
        assert set(self.under("GJ-EDGE-D")) <= self.group("edge-d")
        assert not self.behind & set(self.under("GJ-FIELD"))
        for hex in self.under("GJ-MOD-R"):
            assert hex not in self.behind and not self.close(hex, "german-front", 3)
            assert not self.close(hex, "allied-front", 3)
        self._coast("f" in mods)

    def _coast(self, may_move: bool) -> None:
        """The screen by a matching of its own; what is moved to Normandy counted."""
        towns = self.under("GJ-TOWN")
        ground = [self.map.terrain[hex] & {"town", "city"} for hex in towns]
        paris = self.hexes(("2029", "2129", "2130"))
        inland = [
            h
            for h, words in zip(towns, ground, strict=True)
            if not words or h in paris or h not in self.north
        ]
        screen = self.under("GJ-SCREEN")
        free = [
            h for h in screen if h in self.north and any(self.map.distance(h, c) <= 2 for c in self.coast)
        ]
        moved = [h for h in [*screen, *towns] if may_move and self._moved(h)]
        assert len(moved) <= 8 and all(h in moved for h in inland)
        net = nx.Graph()
        net.add_nodes_from((("post", n) for n in SCREEN), bipartite=0)
        for number, hex in enumerate(screen):
            if hex not in moved:
                near = [n for n in SCREEN if self.map.distance(hex, self.map.hex(n)) <= 1]
                net.add_edges_from((("post", n), ("unit", number)) for n in near)
                assert near or hex in free, self.map.numbers[hex]
        match = nx.bipartite.maximum_matching(net, top_nodes=[("post", n) for n in SCREEN])
        held = sum(1 for end in match if end[0] == "post")
        assert held + sum(1 for h in screen if h in moved) >= len(SCREEN)

    def _moved(self, hex: int) -> bool:
        return hex not in self.behind | self.north and self.close(hex, "german-front", 3)

    def august(self, mods: str) -> None:
        for code, fits in self._german_rules().items():
            for hex in self.under(code):
                assert fits(hex), (code, self.map.numbers[hex])
        assert len(set(self.under("GA-4ROUEN"))) == 1
        for code, fits in self._allied_rules().items():
            for hex in self.under(code):
                assert fits(hex), (code, self.map.numbers[hex])
        self._le_mans()
        self._last()

    def _german_rules(self):
        m, banks = self.map, self.group("north-bank-of-the-seine")
        return {
            "GA-COAST": lambda h: h in self.coast & self.north,
            "GA-ROUEN": lambda h: (
                self.near(h, ("1232",), 2) or h in banks or h in self.hexes(("2029", "2129", "2130"))
            ),
            "GA-SEINE4": lambda h: h in self.north and self.close(h, "north-bank-of-the-seine", 3),
            "GA-NSEINE": lambda h: h in self.north - banks,
            "GA-4ROUEN": lambda h: m.distance(h, m.hex("1232")) == 4 and h not in self.north,
            "GA-FIXED": lambda h: m.numbers[h] in ("0205", "0408"),
            "GA-SLOIRE": lambda h: h in self.group("south-of-the-loire"),
            "GA-A15": lambda h: self.close(h, "edge-a", 15),
            "GA-E-NSEINE": lambda h: h in self.north,
            "GA-E-A20": lambda h: self.close(h, "edge-a", 20),
            "GA-E-A10": lambda h: self.close(h, "edge-a", 10),
        }

    def _allied_rules(self):
        m = self.map
        return {
            "AA-PIPE": lambda h: self.near(h, PIPELINE, 1),
            "AA-FIXED": lambda h: m.numbers[h] in PIPELINE,
            "AA-ARGENTAN": lambda h: self.near(h, ("1439",), 1),
            "AA-ARG2": lambda h: 0 < m.distance(h, m.hex("1439")) <= 2,
            "AA-NAVAL": lambda h: h in self.coast & self.group("north-of-the-breakout-line"),
        }

    def _le_mans(self) -> None:
        """Five to Chartres, four to Dreux, the rest by Le Mans: counted by flow over the three towns."""
        net = nx.DiGraph()
        hexes = self.under("AA-LEMANS")
        for town, radius, most in (("2041", 5, 99), ("1833", 2, 4), ("2134", 4, 5)):
            net.add_edge(town, "end", capacity=most)
            for n, hex in enumerate(hexes):
                if self.near(hex, (town,), radius):
                    net.add_edge(n, town, capacity=1)
        for n, hex in enumerate(hexes):
            net.add_edge("start", n, capacity=1)
            watched = {u for near in self.map.around(hex) for u in self.state.at(near)}
            assert all(u.side == "allied" for u in watched)
        assert nx.maximum_flow_value(net, "start", "end") == len(hexes)

    def _last(self) -> None:
        for id in self.ids("AA-LAST"):
            unit = self.state.units[id]
            others = (
                [u for u in self.state.at(unit.hex) if u.id not in self.ids("AA-LAST")]
                if unit.hex >= 0
                else []
            )
            assert unit.place == STAGING or others, id


def judged(game: Game) -> None:
    """Raises AssertionError for a set-up against the sheets."""
    judge, row = Judge(game), game.board.scenario.tags["sheet"].row
    judge.common()
    (judge.august if row.id.startswith("2.") else judge.july)(row.german_setup_mods)
