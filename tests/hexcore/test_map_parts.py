"""A part of a map by itself, and a scenario that is played on one."""

from __future__ import annotations

from dataclasses import replace

import crossing
import pytest

from hexcore.game import Game, SeededDice
from hexcore.map_parts import part_of
from hexcore.map_rows import map_rows
from hexcore.maps import EdgeRoad, HexMap

WHOLE = crossing.RULESET.map


def half(whole: HexMap) -> HexMap:
    """The hexes in the upper half of the rows."""
    rows = [whole.grid.column_row(coord)[1] for coord in whole.coords]
    middle = (min(rows) + max(rows)) // 2
    return part_of(whole, [h for h, row in enumerate(rows) if row <= middle], "S")


def test_the_whole_is_a_part_of_itself():
    assert map_rows(part_of(WHOLE, range(len(WHOLE)), "N")) == map_rows(WHOLE)


def test_a_part_keeps_its_ground_and_its_numbers():
    part = half(WHOLE)
    assert 0 < len(part) < len(WHOLE)
    for hex, number in enumerate(part.numbers):
        before = WHOLE.hex(number)
        assert part.terrain[hex] == WHOLE.terrain[before] and part.features[hex] == WHOLE.features[before]
        assert part.provenance.get(("hex", hex)) == WHOLE.provenance.get(("hex", before))
        for d in range(6):
            near = part.neighbours[6 * hex + d]
            if near >= 0:
                assert WHOLE.neighbours[6 * before + d] == WHOLE.hex(part.numbers[near])
                assert part.sides[6 * hex + d] == WHOLE.sides[6 * before + d]
                assert part.roads[6 * hex + d] == WHOLE.roads[6 * before + d]


def test_both_names_of_a_hexside_agree_and_what_leads_out_is_an_edge():
    part = half(WHOLE)
    for side, words in enumerate(part.sides):
        mirror = part.mirror(side)
        if mirror >= 0:
            assert part.sides[mirror] == words and part.roads[mirror] == part.roads[side]
        else:
            assert part.roads[side] == ""


def test_roads_that_are_cut_run_over_the_edge_named():
    m = WHOLE
    here = 0
    side = next(s for s in range(6) if m.neighbours[s] >= 0)
    road = m.with_ground({}, {}, {}, {side: "road"})
    alone = part_of(road, [here], "E")
    assert alone.edge_roads == (*(r for r in m.edge_roads if r.hex == here), EdgeRoad(0, "E", "road"))
    assert set(alone.roads) == {""}


def test_groups_and_places_outside_are_left_out():
    part = half(WHOLE)
    for name, group in WHOLE.groups.items():
        inside = [WHOLE.numbers[h] for h in group if WHOLE.numbers[h] in part.index]
        assert [part.numbers[h] for h in part.groups[name]] == inside
    assert [p.name for p in part.places] == [
        p.name for p in WHOLE.places if WHOLE.numbers[p.hex] in part.index
    ]


@pytest.fixture
def on_half():
    """The test game with its first scenario on half the map."""
    first, *others = crossing.RULESET.load_scenarios()
    smaller = replace(first, part=half, set_up=lambda _map: {})
    return first.id, replace(crossing.RULESET, load_scenarios=lambda: [smaller, *others])


def test_a_scenario_is_played_on_its_part_of_the_map(on_half):
    id, ruleset = on_half
    board = ruleset.board(id)
    assert len(board.map) == len(half(WHOLE)) < len(ruleset.map)
    assert ruleset.board(id).map is board.map, "made once"
    Game.start(board, SeededDice(1))


def test_a_rule_that_leaves_others_out_may_be_switched_off():
    first, *others = crossing.RULESET.load_scenarios()
    number = next(iter(crossing.RULESET.rule_texts))
    narrow = replace(first, off_rules=frozenset({number}), scope_rule="scope")
    ruleset = replace(crossing.RULESET, load_scenarios=lambda: [narrow, *others])
    assert not ruleset.board(first.id).rules.active(number)
    assert ruleset.board(first.id, also_off=frozenset({"scope"})).rules.active(number)
