"""How alike two games' words are: what ground costs and does to an attack, how fast and strong kinds are.

Everything is found by asking the rules on the game's own map: the costs compiled for every class of mobility,
and an attack of 12 on 3 weighed with the defender in each kind of ground. Supply is stipulated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median
from typing import NamedTuple

from hexcore.board import Board
from hexcore.foresight import on_the_table
from hexcore.game import opening
from hexcore.ground_changes import GroundWords, words_of
from hexcore.lab.crt_reading import plain_unit
from hexcore.lab.named import Named
from hexcore.lab.stipulations import SUPPLIED, stipulated
from hexcore.maps import HexMap
from hexcore.odds import weigh
from hexcore.positions import emptied
from hexcore.state import Combat, GameState
from hexcore.units import Counter, Step, Unit

ATTACK, DEFENCE = 12, 3
SHUT = 20.0
"""What ground that nobody enters is taken to cost."""


class Ground(NamedTuple):
    """What a word of ground does: points to enter for the cheapest and the dearest class of mobility, columns
    (pips of the die among them) that it takes from an attack of 12 on 3, the mean of both sides', and how far
    the sides differ."""

    least: float
    most: float
    columns: float
    one_sided: float = 0.0

    @property
    def idle(self) -> bool:
        """Whether it does nothing."""
        return not any(self)

    def apart(self, other: Ground) -> float:
        """How unlike two are; 0 for the same effects."""
        return sum(abs(one - two) for one, two in zip(self, other, strict=True))


@dataclass(frozen=True)
class KindSeen:
    """The counters of one kind: how fast they are against the median of all that fight, their mean strength,
    and whether they command others. Words are those of its name."""

    kind: str
    pace: float
    strength: float
    commands: bool

    @property
    def words(self) -> frozenset[str]:
        return frozenset(self.kind.split())

    def apart(self, other: KindSeen) -> float:
        """How unlike two kinds are; infinite where one commands or fights and the other does not."""
        if self.commands != other.commands or (self.strength > 0) != (other.strength > 0):
            return float("inf")
        named = 0.0 if self.kind == other.kind else 1.0 if self.words & other.words else 2.0
        return named + abs(self.pace - other.pace)


class Likeness:
    """One game, asked for the likeness of its words."""

    def __init__(self, game: Named) -> None:
        self.game = game
        ruleset = stipulated(game, supply={"": SUPPLIED})
        self._laid, laid_out = self._lay()
        self.board: Board = ruleset.board(game.scenario.id, game.options, hex_map=laid_out)

    @property
    def clear_word(self) -> str:
        """The word of ground that is nothing else."""
        return self.game.ruleset.clear_ground

    @property
    def sides_of_game(self) -> tuple[str, ...]:
        return tuple(self.game.ruleset.sides)

    def lies(self, word: str) -> int:
        """In how many hexes a word of ground lies on the map."""
        game_map = self.game.ruleset.map
        return sum(word in words for words in (*game_map.terrain, *game_map.features))

    # -------------------------------------------------------------- kinds
    @cached_property
    def kinds(self) -> dict[str, KindSeen]:
        counters = [c for c in self.game.ruleset.counters.values() if c.steps]
        paces = [c.steps[0].movement for c in counters if c.steps[0].strength and c.steps[0].movement]
        usual = median(paces) if paces else 1
        found = {}
        for kind in sorted({c.kind for c in counters}):
            own = [c for c in counters if c.kind == kind]
            pace = sum(c.steps[0].movement for c in own) / len(own) / usual
            strength = sum(c.steps[0].strength for c in own) / len(own)
            found[kind] = KindSeen(kind, pace, strength, any(c.radius for c in own))
        return found

    # -------------------------------------------------------------- ground
    @cached_property
    def ground(self) -> dict[str, Ground]:
        """What the words of hexes, terrain and features, cost to enter, and do to an attack."""
        words = sorted(self._words.terrain | self._words.features)
        return {word: self._effect(self._laid[word]) for word in words if word in self._laid}

    @cached_property
    def sides(self) -> dict[str, Ground]:
        """What the words of hexsides add to clear ground."""
        return self._beside(self._words.sides)

    @cached_property
    def roads(self) -> dict[str, Ground]:
        """What the words of roads change of clear ground."""
        return self._beside(self._words.roads)

    def words(self, table: str) -> list[str]:
        """Every word of a table (`ground`, `hexside`, `road`), whether or not it could be laid out."""
        known = self._words
        of = {"ground": known.terrain | known.features, "hexside": known.sides, "road": known.roads}
        return sorted(of[table])

    def effects(self, table: str) -> dict[str, Ground]:
        """What the words of a table do, those that could be laid out."""
        return {"ground": self.ground, "hexside": self.sides, "road": self.roads}[table]

    def _beside(self, words: Iterable[str]) -> dict[str, Ground]:
        clear, found = self._effect(self._laid[""]), {}
        for word in sorted(words):
            if word in self._laid:
                one = self._effect(self._laid[word])
                costs = one.least - clear.least, one.most - clear.most
                found[word] = Ground(*costs, one.columns, one.one_sided)
        return found

    @cached_property
    def _words(self) -> GroundWords:
        return words_of(self.game.ruleset)

    def _spots(self) -> Iterator[int]:
        """Hexsides between clear hexes with nothing on them, well apart."""
        game_map, own = self.game.ruleset.map, frozenset({self.game.ruleset.clear_ground})
        taken: list[int] = []
        for hex in range(len(game_map)):
            near = list(game_map.within(hex, 1))
            bare = all(game_map.terrain[h] == own and not game_map.features[h] for h in near)
            apart = all(game_map.distance(hex, other) > 2 for other in taken)
            if len(near) == 7 and bare and apart:
                taken.append(hex)
                yield 6 * hex

    def _lay(self) -> tuple[dict[str, int], HexMap]:
        """One word a spot: where each lies, and the map with all of them."""
        game_map, words = self.game.ruleset.map, self._words
        clear, at = frozenset({self.game.ruleset.clear_ground}), dict[str, int]()
        terrain, features = dict[int, frozenset[str]](), dict[int, frozenset[str]]()
        sides, roads = dict[int, frozenset[str]](), dict[int, str]()
        everything = ["", *sorted(words.terrain | words.features | words.sides | words.roads)]
        for word, side in zip(everything, self._spots(), strict=False):
            at[word], there = side, game_map.neighbours[side]
            for hex in game_map.within(there, 1):
                terrain[hex], features[hex] = clear, frozenset()
            for one in range(6 * there, 6 * there + 6):
                sides[one], roads[one] = frozenset(), ""
            if word in words.terrain:
                terrain[there] = self._as_on_the_map(word)
            features[there] = frozenset({word} if word in words.features else ())
            sides[side] = frozenset({word} if word in words.sides else ())
            roads[side] = word if word in words.roads else ""
        return at, game_map.with_ground(terrain, features, sides, roads)

    def _as_on_the_map(self, word: str) -> frozenset[str]:
        """The fewest words of terrain with which a word stands on the map: a town may have other ground."""
        found = [words for words in self.game.ruleset.map.terrain if word in words]
        return min(found, key=lambda words: (len(words), sorted(words)), default=frozenset({word}))

    def _effect(self, side: int) -> Ground:
        halves = [self.board.costs(mobility).halves[side] for mobility in self.mobilities]
        points = [half / 2 if half else SHUT for half in halves]
        taken = [one - usual for one, usual in zip(self._columns(side), self._usual, strict=True)]
        return Ground(min(points), max(points), sum(taken) / len(taken), max(taken) - min(taken))

    @cached_property
    def _usual(self) -> list[float]:
        """What is taken from any attack of either side, in clear ground too."""
        return self._columns(self._laid[""]) if "" in self._laid else [0.0, 0.0]

    @cached_property
    def mobilities(self) -> tuple[str, ...]:
        units = [u for u in self._empty.units.values() if u.counter.steps and u.counter.steps[0].movement]
        return tuple(sorted({self.board.rules.mobility(self._empty, unit) for unit in units}))

    @cached_property
    def _empty(self) -> GameState:
        return emptied(opening(self.board), set())

    def _columns(self, side: int) -> list[float]:
        """How many columns an attack of 12 on 3 over this hexside has less than its ratio gives, by side."""
        one, other = (plain_unit(self.board, s) for s in self.board.sides)
        if one is None or other is None:
            return [0.0, 0.0]
        return [self._taken(a, d, side) for a, d in ((one, other), (other, one))]

    def _taken(self, attacker: Counter, defender: Counter, side: int) -> float:
        here, there = side // 6, self.board.map.neighbours[side]
        units = [Unit(_armed(attacker, ATTACK), here), Unit(_armed(defender, DEFENCE), there)]
        with self.board.reading():
            state = self._empty.with_units(units)
            combat = Combat(
                0, "attack", attacker.side, (there,), (attacker.id,), (defender.id,), origins=(here,)
            )
            odds = weigh(on_the_table(state, combat), combat)
        columns = odds.table.columns
        plain = odds.table.column(ATTACK, DEFENCE)
        return plain - columns.index(odds.final_column) - sum(m.amount for m in odds.modifiers)


def _armed(counter: Counter, strength: int) -> Counter:
    return replace(counter, steps=(Step(strength, counter.steps[0].movement),))
