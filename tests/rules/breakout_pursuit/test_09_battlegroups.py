"""Combat L to P: battlegroups, the remnants of units eliminated in combat."""

from __future__ import annotations

import pytest
from bp_fights import (
    CA5,
    CA12,
    G5M,
    G8,
    G9,
    G10,
    G15,
    HEX,
    UK7,
    US9,
    US11,
    US13,
    US13F,
    US16,
    US17,
    WEST,
    advance,
    asked,
    attack,
    gone,
    result,
    rule,
)
from bp_table import board, do, hex_of, listed, refused, table

from hexcore_breakout_pursuit.battlegroups import battlegroup_of

PARA9, PARA10, POLES = "JUL-A039", "JUL-A038", "JUL-A041"
LEHR = "JUL-G024"


def fight(units, *, dice=(), phase="allied-combat", **more):
    return table(units, phase, dice=dice, **more)


def leave(game, *parents):
    for unit in parents:
        do(game, "commit", what="battlegroup", unit=unit)


def beaten(*more, **options):
    """2 Panzer and 6 Parachute Regiment eliminated in HEX by three American divisions."""
    attackers = {US17: WEST, US16: WEST, US13: "2323", US13F: "2323", US11: "2523", US9: "2523"}
    game = fight({**attackers, G8: HEX, "JUL-G030": HEX}, dice=[6], **options)
    assert result(attack(game, HEX, *attackers)) == "De"  # 79 to 9: 8-1
    return game


# ------------------------------------------------------------------ when, and for whom
@rule("combat.L", "combat.N")
def test_an_eliminated_unit_is_replaced_by_its_battlegroup():
    game = beaten()
    assert asked(game) == "leave-battlegroups german"
    assert [a.unit for a in listed(game, "commit")] == [G8]
    leave(game, G8)
    group = game.state.units[f"{G8}-BG"]
    assert hex_of(game, group.id) == HEX and tuple(group.step) == (2, 6) and gone(game, G8)


@rule("combat.M")
def test_a_unit_outside_the_table_leaves_none():
    game = beaten()
    refusal = refused(game, "commit", what="battlegroup", unit="JUL-G030")
    assert refusal.rule == "combat.M" and "346" in refusal.reason
    leave(game, G8)


@rule("combat.L")
def test_only_a_unit_just_eliminated_is_replaced():
    game = beaten()
    assert refused(game, "commit", what="battlegroup", unit=US17).rule == "combat.L"
    leave(game, G8)


@pytest.mark.parametrize(
    ("parent", "value"),
    [
        (G5M, (2, 6)),
        (G15, (2, 6)),
        (CA12, (2, 16)),
        ("JUL-A024", (2, 16)),
        ("JUL-A015", (3, 8)),
        (US16, (3, 8)),
        (PARA9, (2, 6)),
        (PARA10, (2, 6)),
        (US9, (2, 5)),
        (US13F, (2, 5)),
        (UK7, None),
        (CA5, None),
        (POLES, None),
        ("JUL-A032", None),
        (G9, None),
        ("JUL-G024", None),
    ],
)
@rule("combat.M", "combat.M.table")
def test_the_table_of_parents(parent, value):
    game = fight({US13: WEST, G10: HEX})
    group = battlegroup_of(game.state, parent)
    assert (tuple(board().counters[group].steps[0]) if group else None) == value


@rule("errata.battlegroups")
def test_the_third_armored_division_leaves_one_too():
    game = fight({US17: WEST, G15: HEX}, dice=[1])
    assert result(attack(game, HEX, US17, column="1-2")) == "Ae"
    assert [a.unit for a in listed(game, "commit")] == [US17]
    leave(game, US17)
    assert tuple(game.state.units[f"{US17}-BG"].step) == (3, 8)


@rule("errata.battlegroups")
def test_the_owner_may_do_without():
    game = beaten()
    do(game, "done")
    assert game.state.units[f"{G8}-BG"].hex < 0
    assert asked(game) == "advance-after-combat allied"


@rule("errata.battlegroups")
def test_by_an_option_he_may_not():
    game = beaten(options={"battlegroups": "mandatory"})
    assert hex_of(game, f"{G8}-BG") == HEX and asked(game) == "combat-phase allied"


@rule("combat.L")
def test_also_when_there_is_no_way_back():
    """Surrounded by zones, 2 Panzer is eliminated by Dr, and its remnant stays in the hex."""
    units = {US17: WEST, US11: "2323", US9: "2523", US16: "2321", G8: HEX}
    game = fight(units, dice=[5])
    assert result(attack(game, HEX, US17, US11, column="3-1")) == "Dr"
    assert gone(game, G8) and asked(game) == "leave-battlegroups german"
    leave(game, G8)
    assert hex_of(game, f"{G8}-BG") == HEX and asked(game) == "combat-phase allied"


@rule("combat.L")
def test_also_for_attackers_and_in_an_exchange():
    game = fight({US9: WEST, G10: HEX}, dice=[1])
    assert result(attack(game, HEX, US9)) == "Ae"
    assert asked(game) == "leave-battlegroups allied"
    leave(game, US9)
    assert hex_of(game, f"{US9}-BG") == WEST and asked(game) == "combat-phase allied"


# ------------------------------------------------------------------ what it does
@rule("combat.N", "combat.K")
def test_it_stops_an_advance():
    game = beaten()
    leave(game, G8)
    assert asked(game) == "combat-phase allied"
    game = beaten()
    do(game, "done")
    assert asked(game) == "advance-after-combat allied"


@rule("combat.N")
def test_it_may_itself_advance():
    """An exchange: the attacker's remnant goes into the hex that is cleared."""
    game = fight({US17: WEST, US11: "2323", US9: "2323", G8: HEX}, dice=[6])
    assert result(attack(game, HEX, US17, US11, US9)) == "Ex"  # 37 to 8: 4-1
    do(game, "done")
    do(game, "lose", unit=US9)
    leave(game, US9)
    advance(game, f"{US9}-BG", HEX)
    assert hex_of(game, f"{US9}-BG") == HEX


@rule("combat.N")
def test_it_takes_over_what_its_parent_did():
    """The remnant of an attacker does not attack again, that of a defender is not attacked again."""
    game = fight({US9: WEST, US11: "2425", G10: HEX, "JUL-G023": "2522"}, dice=[1])
    attack(game, HEX, US9)
    leave(game, US9)
    found = game.board.rules.may_attack(
        game.state, game.state.units[f"{US9}-BG"], (game.board.map.hex(HEX),), None
    )
    assert found and game.state.note("fought", f"{US9}-BG")
    game = beaten()
    leave(game, G8)
    assert game.state.note("attacked", f"{G8}-BG")
    assert HEX not in {game.board.map.numbers[a.targets[0]] for a in listed(game, "declare")}


@rule("combat.N")
def test_it_stands_in_an_enemy_zone_at_once():
    game = beaten()
    leave(game, G8)
    assert HEX in game.ask("zoc", side="allied")
    assert hex_of(game, f"{G8}-BG") == HEX


@rule("combat.M")
def test_a_battlegroup_leaves_none():
    game = fight({US17: WEST, US16: WEST, LEHR: HEX}, dice=[6])
    attack(game, HEX, US17, US16)
    assert gone(game, LEHR) and asked(game) == "advance-after-combat allied"


# ------------------------------------------------------------------ their counters
def test_every_battlegroup_shows_its_mark_and_nothing_else_does():
    marked = {id for id, counter in board().counters.items() if counter.size == "BG"}
    assert marked == {id for id, counter in board().counters.items() if "battlegroup" in counter.traits}
    assert f"{US17}-BG" in marked and LEHR in marked and US17 not in marked
