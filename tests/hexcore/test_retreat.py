"""Retreats: every way that is open, and nobody ever stranded; against trying everything on small boards."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st
from sandbox import BLUE, RED, at, hexes, plain, table

from hexcore.actions import Choose, Retreat
from hexcore.events import Asked, Fought, Moved, apply
from hexcore.game import Game
from hexcore.results import EndCombat, RetreatUnits
from hexcore.retreat import all_can_go, ample_room, completion, deepest, retreat_paths, retreat_refusal
from hexcore.rules import Mask, Rank, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone

SMALL = plain(4, 4)
NUMBERS = list(SMALL.numbers)


@rule({"sandbox": "9.1"}, hook="may_stack")
def two_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "only two units may stand in a hex" if len(units) > 2 else None


@rule({"sandbox": "7.6"}, hook="retreat_masks")
def not_into_zones(state: GameState, unit: Unit) -> Mask:
    return Mask("closed", "{hex} is in an enemy zone", enemy_zone(state, unit.side))


@rule({"sandbox": "7.7"}, hook="retreat_ranks")
def southward(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Rank:
    south = state.board.map.centres[path[-1]][1] > state.board.map.centres[unit.hex][1]
    return Rank(0 if south else 1, "a retreat goes south when it can")


def position(reds: list[str], blues: list[str]) -> str:
    lines = [f"r{n} red {number} 2-4" for n, number in enumerate(reds)]
    return "\n".join([*lines, *(f"b{n} blue {number} 2-4" for n, number in enumerate(blues))])


def beaten(reds: list[str], blues: list[str], *rules: Any, hex_map: Any = SMALL) -> Game:
    """A combat in which the first three Reds have lost and must go back."""
    game = table(position(reds, blues), *rules, phase="blue-combat", hex_map=hex_map)
    losers = tuple(f"r{n}" for n in range(min(3, len(reds))))
    targets = tuple(dict.fromkeys(game.state.units[i].hex for i in losers))
    combat = Combat(
        0, "attack", BLUE, targets, ("b0",), losers, result=("0", "2"), origins=(game.state.units["b0"].hex,)
    )
    game.state = apply(game.state, Fought(combat))
    return game


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    blues = draw(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=3, unique=True))
    free = [n for n in NUMBERS if n not in blues]
    reds = draw(st.lists(st.sampled_from(free), min_size=1, max_size=5))
    assume(all(reds.count(n) <= 2 for n in reds))
    return reds, blues


# ------------------------------------------------------------------ trying everything
def every_way(state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat) -> bool:
    """Whether the units can go back in some order, each along some path, tried one by one."""
    return any(_in_order(state, order, hexes, combat) for order in itertools.permutations(ids))


def _in_order(state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat) -> bool:
    if not ids:
        return True
    return any(
        _in_order(apply(state, Moved((ids[0],), path[-1], "retreat")), ids[1:], hexes, combat)
        for path in plain_paths(state, state.units[ids[0]], hexes)
    )


def plain_paths(state: GameState, unit: Unit, length: int) -> list[tuple[int, ...]]:
    """Every walk that ends so far away, past no enemy and no zone of his, on to no full hex; said again."""
    ground, zone = state.board.map, enemy_zone(state, unit.side)
    shut = {u.hex for u in state.on_map(state.enemy(unit.side))} | {h for h, z in enumerate(zone) if z}
    walks: list[tuple[int, ...]] = [()]
    for _ in range(length):
        walks = [(*w, n) for w in walks for n in ground.around(w[-1] if w else unit.hex) if n not in shut]
    return [
        walk
        for walk in walks
        if all(ground.distance(unit.hex, hex) == n for n, hex in enumerate(walk, 1))
        and len([u for u in state.at(walk[-1]) if u.id != unit.id]) < 2
    ]


@settings(max_examples=50, deadline=None)
@given(positions(), st.integers(1, 2))
def test_paths_are_all_there_are(where: tuple[list[str], list[str]], length: int) -> None:
    game = beaten(*where, two_to_a_hex, not_into_zones)
    for id in game.state.combat.defenders:
        unit = game.state.units[id]
        found = retreat_paths(game.state, unit, length, game.state.combat)
        assert sorted(found) == sorted(plain_paths(game.state, unit, length))
        assert len(set(found)) == len(found)


@settings(max_examples=50, deadline=None)
@given(positions(), st.integers(1, 2))
def test_a_way_for_all_is_found_when_there_is_one(where: tuple[list[str], list[str]], length: int) -> None:
    game = beaten(*where, two_to_a_hex, not_into_zones)
    state, combat = game.state, game.state.combat
    way = completion(state, combat.defenders, length, combat)
    assert (way is not None) == every_way(state, combat.defenders, length, combat)
    if way is not None:
        assert set(way) == set(combat.defenders) and all(len(path) == length for path in way.values())
        for id in way:  # in the order given, each step is allowed
            assert retreat_refusal(state, state.units[id], way[id], length, combat) is None
            state = apply(state, Moved((id,), way[id][-1], "retreat"))


@settings(max_examples=100, deadline=None)
@given(positions(), st.integers(1, 2))
def test_room_seen_at_once_is_there(where: tuple[list[str], list[str]], length: int) -> None:
    """Also when one of them has gone already: what is seen from before holds afterwards."""
    game = beaten(*where, two_to_a_hex, not_into_zones)
    state, combat = game.state, game.state.combat
    there_is = every_way(state, combat.defenders, length, combat)
    assert all_can_go(state, combat.defenders, length, combat) == there_is
    assert there_is or not ample_room(state, combat.defenders, length, combat)
    first, others = combat.defenders[:1], combat.defenders[1:]
    for path in retreat_paths(state, state.units[first[0]], length, combat) if others else ():
        if ample_room(state, combat.defenders, length, combat, first, path[-1]):
            after = apply(state, Moved(first, path[-1], "retreat"))
            assert every_way(after, others, length, combat)


@settings(max_examples=50, deadline=None)
@given(positions(), st.integers(1, 2), st.integers(0, 10**6))
def test_nobody_is_stranded_whatever_is_chosen(
    where: tuple[list[str], list[str]], length: int, seed: int
) -> None:
    game = beaten(*where, two_to_a_hex, not_into_zones)
    combat = game.state.combat
    assume(completion(game.state, combat.defenders, length, combat) is not None)
    question = RetreatUnits(RED, "defender", length, combat.defenders)
    game.state = apply(game.state, Asked((question, EndCombat(BLUE))))
    start = {id: game.state.units[id].hex for id in combat.defenders}
    source = random.Random(seed)
    while game.decision is not None and game.decision.kind == "retreat-units":
        listed = game.legal_actions()
        assert listed and Choose("stand") not in listed
        game.submit(source.choice(listed))
    for id, hex in start.items():
        assert game.board.map.distance(hex, game.state.units[id].hex) == length
    assert all(len(game.state.at(hex)) <= 2 for hex in game.state.stacks)


@settings(max_examples=40, deadline=None)
@given(positions(), st.integers(1, 2))
def test_every_refused_path_has_a_reason(where: tuple[list[str], list[str]], length: int) -> None:
    game = beaten(*where, two_to_a_hex, not_into_zones)
    unit = game.state.units["r0"]
    allowed = retreat_paths(game.state, unit, length, game.state.combat)
    for path in itertools.product(range(0, len(SMALL), 3), repeat=length):
        found = retreat_refusal(game.state, unit, path, length, game.state.combat)
        assert (found is None) == (path in allowed)
        assert found is None or (found.reason and "{" not in found.reason)


# ------------------------------------------------------------------ told one by one
def test_how_far_all_can_go() -> None:
    open_ground = beaten(["0303"], ["0302"], hex_map=plain(7, 7))
    ids = open_ground.state.combat.defenders
    assert deepest(open_ground.state, ids, 4, open_ground.state.combat) == [0, 1, 2, 3, 4]
    corner = beaten(["0101"], ["0102"], not_into_zones)
    assert deepest(corner.state, ("r0",), 2, corner.state.combat) == [0]


@pytest.mark.parametrize(
    "path, rule_id, reason",
    [
        (("0304",), "", "must retreat 2 hexes, the path has 1"),
        (("0302", "0301"), "", "an enemy unit stands in 0302"),
        (("0305", "0306"), "", "do not touch"),
        (("0403", "0304"), "", "is not 2 hexes from where r0 stood"),
        (("0402", "0401"), "7.6", "0402 is in an enemy zone"),
        (("0403", "0504"), "9.1", "only two units may stand in a hex"),
    ],
)
def test_why_a_path_is_no_retreat(path: tuple[str, ...], rule_id: str, reason: str) -> None:
    game = beaten(["0303", "0504", "0504"], ["0302"], two_to_a_hex, not_into_zones, hex_map=plain(7, 7))
    state = game.state.evolve(combats=(Combat(0, "attack", BLUE, hexes(game, "0303"), ("b0",), ("r0",)),))
    found = retreat_refusal(state, state.units["r0"], hexes(game, *path), 2, state.combat)
    assert found is not None and (found.rule, reason in found.reason) == (rule_id, True), found


def test_of_two_ways_the_better_ranked_is_taken() -> None:
    game = beaten(["0303"], ["0302"], southward, hex_map=plain(7, 7))
    unit, combat = game.state.units["r0"], game.state.combat
    ends = {game.board.map.numbers[p[-1]] for p in retreat_paths(game.state, unit, 1, combat)}
    assert ends == {"0304", "0203", "0403"}
    found = retreat_refusal(game.state, unit, hexes(game, "0402"), 1, combat)
    assert found == ("7.7", "a retreat goes south when it can")
    blocked = beaten(["0303"], ["0304", "0203", "0403"], southward, hex_map=plain(7, 7))
    ways = retreat_paths(blocked.state, blocked.state.units["r0"], 1, blocked.state.combat)
    assert {blocked.board.map.numbers[p[-1]] for p in ways} == {"0302", "0202", "0402"}


def test_the_opponent_may_be_the_one_who_moves() -> None:
    game = beaten(["0303"], ["0302"], hex_map=plain(7, 7))
    game.state = apply(game.state, Asked((RetreatUnits(BLUE, "defender", 1, ("r0",)),)))
    assert game.to_decide == BLUE
    game.submit(Retreat(("r0",), hexes(game, "0304")), BLUE)
    assert at(game, "r0") == "0304"


def test_a_stack_goes_back_together_or_one_by_one() -> None:
    game = beaten(["0303", "0303", "0404"], ["0302"], two_to_a_hex, hex_map=plain(7, 7))
    game.state = apply(game.state, Asked((RetreatUnits(RED, "defender", 1, ("r0", "r1")),)))
    together, apart = Retreat(("r0", "r1"), hexes(game, "0304")), Retreat(("r1",), hexes(game, "0304"))
    assert together in game.legal_actions() and apart in game.legal_actions()
    full = game.refusal(Retreat(("r0", "r1"), hexes(game, "0404")))
    assert full is not None
    game.submit(together)
    assert at(game, "r0") == at(game, "r1") == "0304"


def test_a_choice_that_would_strand_another_unit_is_refused() -> None:
    """r0 can only go to 0201; r1 could go there or to 0202, and so it goes to 0202."""
    game = beaten(["0101", "0302"], ["0404"], one_to_a_hex, not_into_the_marsh)
    game.state = apply(game.state, Asked((RetreatUnits(RED, "defender", 1, ("r0", "r1"), "7.9"),)))
    here, there = hexes(game, "0201", "0202")
    assert set(game.legal_actions()) == {Retreat(("r0",), (here,)), Retreat(("r1",), (there,))}
    found = game.refusal(Retreat(("r1",), (here,)))
    assert found == ("7.9", "that would leave no retreat for the other units")
    alone = beaten(["0302"], ["0404"], one_to_a_hex, not_into_the_marsh)
    alone.state = apply(alone.state, Asked((RetreatUnits(RED, "defender", 1, ("r0",)),)))
    assert Retreat(("r0",), (here,)) in alone.legal_actions()


@rule({"sandbox": "9.2"}, hook="may_stack")
def one_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "one unit to a hex" if len(units) > 1 else None


@rule({"sandbox": "7.8"}, hook="retreat_masks")
def not_into_the_marsh(state: GameState, unit: Unit) -> Mask:
    open_hexes = {"0101", "0201", "0302", "0202"}
    return Mask("closed", "{hex} is marsh", bytes(n not in open_hexes for n in state.board.map.numbers))
