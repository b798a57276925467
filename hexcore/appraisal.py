"""What the ground and the units are worth now, and what threatens them: what a computer player goes by.

Everything is counted in steps. A ruleset says what its sides want (`worth`) and may say better than these
general rules what a unit is worth, what is threatened and what a result of its tables costs.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush

from hexcore import supply
from hexcore.reach import Exits
from hexcore.rules import general
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import occupied, zone, zone_of

BY_DISTANCE = (1.0, 1.0, 0.7, 0.4)
"""The part of a unit's strength that threatens a hex, by hexes between them."""
FACE_DOWN = 2.0
"""The strength a counter seen from behind is taken for."""
SLOPE = 0.12
"""How much less a place is wanted for each half-point of movement that it is away."""
FAR = -99.0
CUT_OFF = 4.0
"""What it costs to end out of supply, in steps."""
BY_ZONE, IN_DEPTH = 0.8, 0.3
"""What holding a hex by a zone only counts, and what being there when another is counts."""


# ------------------------------------------------------------------ general rules
@general("unit_worth")
def steps_and_strength(state: GameState, unit: Unit) -> float:
    """A step for each it has left, and a third of a step for each point of strength; one step face down."""
    steps = unit.steps_left if unit.counter.steps else 1
    return steps + face_strength(unit) / 3


@general("threatened")
def within_three_hexes(state: GameState, side: Side) -> dict[int, float]:
    """The strength of all enemy units within three hexes, less of it the farther they are."""
    enemy = state.enemy(side)

    def compute() -> dict[int, float]:
        found: dict[int, float] = {}
        for hex, strength in strength_by_hex(state, enemy).items():
            for near, hexes in rings(state, hex, len(BY_DISTANCE) - 1):
                found[near] = found.get(near, 0.0) + strength * BY_DISTANCE[hexes]
        return found

    return state.derived(enemy, "threatens", compute)


@general("result_toll")
def numbers(state: GameState, combat: Combat, result: tuple[str, ...]) -> tuple[float, float] | None:
    """Results that are two numbers, attacker's and defender's; `e` is every step."""
    if len(result) != 2:
        return None
    counted = []
    for word, ids in zip(result, (combat.attackers, combat.defenders), strict=True):
        if not word.isdigit() and word != "e":
            return None
        most = sum(state.units[id].steps_left for id in ids)
        counted.append(float(most if word == "e" else int(word)))
    return counted[0], counted[1]


# ------------------------------------------------------------------ distances and strengths
def rings(state: GameState, hex: int, radius: int) -> tuple[tuple[int, int], ...]:
    """Every hex within a radius of one, with its distance."""
    game_map = state.board.map

    def compute() -> tuple[tuple[int, int], ...]:
        return tuple((near, game_map.distance(hex, near)) for near in game_map.within(hex, radius))

    found: tuple[tuple[int, int], ...] = state.board.once(("rings", hex, radius), compute)
    return found


def near_to(state: GameState, hex: int, radius: int) -> tuple[int, ...]:
    """Every hex within a radius of one."""
    game_map = state.board.map
    found: tuple[int, ...] = state.board.once(
        ("near", hex, radius), lambda: tuple(game_map.within(hex, radius))
    )
    return found


def face_strength(unit: Unit) -> float:
    """The strength a unit shows, a guess for one that lies face down."""
    return float(unit.step.strength) if unit.counter.steps else FACE_DOWN


def strength_by_hex(state: GameState, side: Side) -> dict[int, float]:
    """The strength of a side's units as they now show, by the hex they stand in."""

    def compute() -> dict[int, float]:
        found: dict[int, float] = {}
        for unit in state.on_map(side):
            found[unit.hex] = found.get(unit.hex, 0.0) + face_strength(unit)
        return found

    return state.derived(side, "strength by hex", compute)


# ------------------------------------------------------------------ one side's eyes
@dataclass(frozen=True)
class Appraisal:
    """The ground as one side sees it at one moment."""

    state: GameState
    side: Side

    @cached_property
    def enemy(self) -> Side:
        return self.state.enemy(self.side)

    @cached_property
    def want(self) -> dict[int, float]:
        """What the side wants to hold."""
        return self.state.board.rules.worth(self.state, self.side)

    @cached_property
    def threat(self) -> dict[int, float]:
        return self.state.board.rules.threatened(self.state, self.side)

    @cached_property
    def ours(self) -> dict[int, float]:
        return strength_by_hex(self.state, self.side)

    @cached_property
    def theirs(self) -> dict[int, float]:
        return strength_by_hex(self.state, self.enemy)

    @cached_property
    def superiority(self) -> float:
        """The side's strength on the map as a multiple of the enemy's."""
        return sum(self.ours.values()) / max(sum(self.theirs.values()), 1.0)

    @cached_property
    def enemy_zone(self) -> bytes:
        return zone(self.state, self.enemy)

    @cached_property
    def traces(self) -> bool:
        """Whether the side has any source of supply to trace to."""
        rules, state = self.state.board.rules, self.state
        return rules.supply_rule(state, self.side) is not None and bool(
            rules.supply_sources(state, self.side)
        )

    @cached_property
    def supplied(self) -> frozenset[int] | None:
        """The hexes in the side's supply net; None for a side without any source."""
        return frozenset(supply.net(self.state, self.side).length) if self.traces else None

    def cut_off(self, hex: int) -> bool:
        """Whether the side is out of supply in a hex: for a few hexes, without the whole net."""
        return self.traces and not supply.in_net(self.state, self.side, hex)

    @cached_property
    def held(self) -> bytes:
        return occupied(self.state, self.side)

    @cached_property
    def covers(self) -> Tally[int]:
        """How many units of the side hold or control each hex."""
        found: Tally[int] = Tally()
        for unit in self.state.on_map(self.side):
            found.update(self.cover(unit, unit.hex))
        return found

    @cached_property
    def stands(self) -> Tally[int]:
        """How many units of the side stand in each hex."""
        return Tally(unit.hex for unit in self.state.on_map(self.side))

    def shift(self, unit: Unit, hex: int) -> None:
        """A unit goes to *hex* in thought: what is held and controlled changes with it."""
        for near in self.cover(unit, unit.hex):
            self.covers[near] -= 1
        self.covers.update(self.cover(unit, hex))
        self.stands[unit.hex] -= 1
        self.stands[hex] += 1

    def cover(self, unit: Unit, hex: int) -> tuple[int, ...]:
        """The hexes a unit would hold or control from *hex*; none from off the map."""
        if hex < 0:
            return ()
        kept = self._covers
        found = kept.get((unit.counter.id, hex))
        if found is None:
            exerts = self.state.board.rules.exerts_zoc(self.state, unit)
            found = kept[unit.counter.id, hex] = (hex, *zone_of(self.state, hex)) if exerts else (hex,)
        return found

    @cached_property
    def _covers(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """What `cover` has answered: the same while the same units stand where they do."""
        return self.state.derived("units", "covers", dict)

    @cached_property
    def useful(self) -> frozenset[int]:
        """The hexes from which something wanted can be held or controlled."""
        around = self.state.board.map.around
        return frozenset(self.want) | {near for hex in self.want for near in around(hex)}

    def covered(self, units: Sequence[Unit], hex: int) -> float:
        """What units would hold in a hex of what is wanted, over what others hold already."""
        if hex not in self.useful:
            return 0.0
        found = 0.0
        for unit in units:
            own = self.cover(unit, unit.hex)
            for near in self.cover(unit, hex):
                want = self.want.get(near)
                if want:
                    alone = self.covers[near] - (near in own) <= 0
                    found += want * (1.0 if near == hex else BY_ZONE) * (1.0 if alone else IN_DEPTH)
        return found

    def contact(self, radius: int) -> dict[int, float]:
        """The enemy strength within a radius of each hex."""
        if radius not in self._contacts:
            found: dict[int, float] = {}
            for hex, strength in self.theirs.items():
                for near in near_to(self.state, hex, radius):
                    found[near] = found.get(near, 0.0) + strength
            self._contacts[radius] = found
        return self._contacts[radius]

    @cached_property
    def _contacts(self) -> dict[int, dict[int, float]]:
        return {}

    @cached_property
    def pull(self) -> list[float]:
        """How good it is to be in a hex for what is wanted and not yet held: less with every half-point."""
        open_wants = {hex: worth for hex, worth in self.want.items() if not self.held[hex]}
        if not self.want:
            open_wants = dict.fromkeys(self.theirs, 1.0)
        return pull_of(self.state, self.side, tuple(sorted(open_wants.items())))


def pull_of(state: GameState, side: Side, wants: tuple[tuple[int, float], ...]) -> list[float]:
    """Worth less the way to it, from every hex, over the ground its main arm moves on. Kept for the game."""
    arm = state.derived("phase", ("main arm", side), lambda: main_arm(state, side))
    kept = state.board.notebook.setdefault(("pull", arm), {})
    if wants not in kept:
        if len(kept) > 64:
            kept.clear()
        kept[wants] = _spread(_ways_in(state, arm), wants)
    found: list[float] = kept[wants]
    return found


def _spread(ways: Exits, wants: tuple[tuple[int, float], ...]) -> list[float]:
    best = [FAR] * len(ways)
    for hex, worth in wants:
        best[hex] = max(best[hex], worth)
    waiting = [(-best[hex], hex) for hex, _ in wants]
    heapify(waiting)
    while waiting:
        value, hex = heappop(waiting)
        if best[hex] > -value:
            continue
        for near, cost, _ in ways[hex]:
            less = value + SLOPE * cost
            if best[near] < -less:
                best[near] = -less
                heappush(waiting, (less, near))
    return best


def main_arm(state: GameState, side: Side) -> str:
    """The mobility that most units of a side have."""
    mobility = state.board.rules.mobility
    own = [u for u in state.units.values() if u.side == side]
    kinds = Tally(mobility(state, u) for u in [u for u in own if u.alive] or own)
    return max(kinds, key=lambda kind: (kinds[kind], kind))


def _ways_in(state: GameState, arm: str) -> Exits:
    """The ways into every hex for a mobility."""
    return supply.backwards(state, state.board.costs(arm).exits)
