"""Chapter 8.7 and SPI 9.5: advances after combat."""

from __future__ import annotations

from cobra_table import cited, do, hex_of, is_1977, listed, refused, table
from fights import advance, asked, attack, choose, lost, result, retreat, rule

HIT = "g_inf_986_276"


def driven_back(*path: str, units: dict[str, str] | None = None):
    """A German regiment retreats from A2306 along a path; its attackers stand in A2305 (and A2205)."""
    units = {"u_inf_1": "A2305", HIT: "A2306", **(units or {})}
    game = table(units, "allied-combat", dice=[3 if len(path) == 1 else 1])
    attack(game, "A2306", "u_inf_1")  # 4-1: a 3 is -/1, a 1 is -/2
    choose(game, len(path))
    if asked(game) == "retreat-units german":
        retreat(game, HIT, *path)
    assert hex_of(game, HIT) == path[-1]
    return game


def wiped_out(units: dict[str, str] | None = None):
    """A reduced German regiment in A2306 is eliminated."""
    units = {"u_inf_1": "A2305", HIT: "A2306", **(units or {})}
    game = table(units, "allied-combat", dice=[3], lost={HIT: 1})
    attack(game, "A2306", "u_inf_1")  # 12 to 2: 6-1, a 3 is -/2
    choose(game, 0)
    assert lost(game, HIT) == 99
    return game


def advances(game) -> set[tuple[str, ...]]:
    """The listed paths of advance of u_inf_1."""
    m = game.board.map
    return {tuple(m.numbers[h] for h in a.path) for a in listed(game, "advance") if a.units == ("u_inf_1",)}


# ------------------------------------------------------------------ the path
@rule("SPI 9.5", "DG 8.7.1")
def test_into_the_vacated_hex_and_along_the_path_of_retreat():
    game = driven_back("A2406", "A2507")
    assert advances(game) == {("A2306",), ("A2306", "A2406")}
    advance(game, "u_inf_1", "A2306", "A2406")
    assert hex_of(game, "u_inf_1") == "A2406"


@rule("SPI 9.5", "DG 8.7.4")
def test_not_astray_from_the_path():
    game = driven_back("A2406", "A2507")
    assert refused(game, "advance", unit="u_inf_1", path=["A2306", "A2307"]).rule == cited("8.7.4")
    assert refused(game, "advance", unit="u_inf_1", path=["A2405"]).rule == cited("8.7.4")
    advance(game, "u_inf_1", "A2306", "A2406")


@rule("SPI 9.5", "DG 8.7.4")
def test_not_past_units_that_bar_the_path():
    walls = {"u_inf_4": "A2207", "u_inf_5": "A2407", "g_inf_989_277": "A2307"}
    game = driven_back("A2307", "A2308", units={**walls, "g_inf_990_277": "A2308"})
    assert advances(game) == {("A2306",)}
    assert refused(game, "advance", unit="u_inf_1", path=["A2306", "A2307"]).rule == cited("8.7.4")


@rule("SPI 9.5", "DG 8.7.1")
def test_no_advance_into_a_hex_that_was_not_vacated():
    units = {"u_inf_1": "A2305", HIT: "A2306", "g_inf_987_276": "A2306"}
    game = table(units, "allied-combat", dice=[2])
    attack(game, "A2306", "u_inf_1")  # 12 to 6: 2-1, a 2 is -/1
    choose(game, 0)
    do(game, "lose", unit=HIT)
    assert asked(game) == "combat-phase allied"


@rule("SPI 9.5", "DG 8.7.1")
def test_any_or_all_of_the_victors_advance():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2205", HIT: "A2306", "g_inf_987_276": "A2306"}
    game = table(units, "allied-combat", dice=[2])
    attack(game, "A2306", "u_inf_1", "u_inf_4")  # 24 to 6: 4-1, a 2 is 1/2
    if not is_1977():
        do(game, "lose", unit="u_inf_4")
    choose(game, 2)
    retreat(game, [HIT, "g_inf_987_276"], "A2307", "A2308")
    if is_1977():
        do(game, "choose", option="0")
        do(game, "lose", unit="u_inf_4")
    advance(game, "u_inf_4", "A2306", "A2307")
    advance(game, "u_inf_1", "A2306")
    assert (hex_of(game, "u_inf_4"), hex_of(game, "u_inf_1")) == ("A2307", "A2306")


@rule("SPI 9.5", "DG 8.7.1")
def test_only_units_of_the_combat_advance():
    game = driven_back("A2307", units={"u_inf_4": "A2405"})
    assert refused(game, "advance", unit="u_inf_4", path=["A2306"]).rule == cited("8.7.1")
    advance(game, "u_inf_1", "A2306")


# ------------------------------------------------------------------ two hexes after an elimination
@rule("SPI 9.5", "DG 8.7.6")
def test_two_hexes_when_all_are_eliminated():
    game = wiped_out()
    assert ("A2306",) in advances(game) and ("A2306", "A2307") in advances(game)
    assert len([p for p in advances(game) if len(p) == 2]) == 5
    advance(game, "u_inf_1", "A2306", "A2307")
    assert hex_of(game, "u_inf_1") == "A2307"


@rule("SPI 9.5", "DG 8.7.6")
def test_the_second_hex_is_empty():
    game = wiped_out({"g_inf_989_277": "A2307", "u_inf_4": "A2405"})
    ends = {p[-1] for p in advances(game)}
    assert "A2307" not in ends and "A2405" not in ends
    assert refused(game, "advance", unit="u_inf_1", path=["A2306", "A2307"]).rule == cited("8.7.6")
    advance(game, "u_inf_1", "A2306", "A2406")


@rule("SPI 9.5", "DG 8.7.6")
def test_the_first_hex_is_the_one_of_the_dead():
    game = wiped_out()
    assert refused(game, "advance", unit="u_inf_1", path=["A2405", "A2406"]).rule == cited("8.7.6")
    advance(game, "u_inf_1", "A2306", "A2406")


@rule("SPI 9.5", "DG 8.7.6")
def test_three_hexes_are_too_many():
    game = wiped_out()
    assert refused(game, "advance", unit="u_inf_1", path=["A2306", "A2307", "A2308"]).rule == cited("8.7.6")
    advance(game, "u_inf_1", "A2306", "A2307")


@rule("SPI 9.5", "DG 8.7.6")
def test_one_hex_when_some_of_them_live_elsewhere():
    """Two hexes attacked at once: the units of one die, those of the other stand."""
    units = {"u_inf_1": "A2405", HIT: "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat", dice=[1], lost={HIT: 1})
    attack(game, ["A2306", "A2406"], "u_inf_1")  # 12 to 5: 2-1, a 1 is -/1
    choose(game, 0)
    do(game, "lose", unit=HIT)
    assert advances(game) == {("A2306",)}


@rule("SPI 9.5", "DG 8.7.7")
def test_the_defender_goes_two_hexes_when_the_attackers_are_destroyed():
    units = {"u_inf_9_2": "A2305", "g_div_331": "A2306", "g_div_708": "A2306"}
    game = table(units, "allied-combat", dice=[6], lost={"u_inf_9_2": 1})
    events = attack(game, "A2306", "u_inf_9_2")  # 2 to 14: 1-5, a 6 is e
    assert result(game, events) == "e/0" and asked(game) == "advance-after-combat german"
    advance(game, "g_div_331", "A2305", "A2304")
    assert hex_of(game, "g_div_331") == "A2304"


# ------------------------------------------------------------------ 8.7.2, 8.7.3, 8.7.5
@rule("8.7.2")
def test_an_advance_may_halt_on_the_way():
    game = driven_back("A2307", "A2308")
    advance(game, "u_inf_1", "A2306")
    assert hex_of(game, "u_inf_1") == "A2306"


@rule("8.7.3")
def test_enemy_zones_do_not_stop_an_advance():
    game = driven_back("A2307", "A2308", units={"g_inf_989_277": "A2206"})  # its zone covers A2306 and A2307
    advance(game, "u_inf_1", "A2306", "A2307")
    assert hex_of(game, "u_inf_1") == "A2307"


@rule("8.7.5")
def test_an_advance_is_never_compulsory():
    game = driven_back("A2307")
    assert asked(game) == "advance-after-combat allied"
    do(game, "done")
    assert hex_of(game, "u_inf_1") == "A2305"


@rule("8.7.5")
def test_an_advance_is_made_before_the_next_attack():
    game = driven_back("A2307", units={"u_inf_4": "A2605", "g_inf_989_277": "A2606"})
    assert refused(game, "declare", targets=["A2606"]).rule == cited("8.7.1")
    do(game, "done")
    do(game, "declare", targets=["A2606"])


@rule("8.7.5")
def test_who_advanced_fights_no_more():
    game = driven_back("A2307", "A2308", units={"g_inf_989_277": "A2207", "u_inf_4": "A2107"})
    advance(game, "u_inf_1", "A2306", "A2307")
    unit, target = game.state.units["u_inf_1"], game.board.map.hex("A2207")
    rules = {r.rule for r in game.board.rules.may_attack(game.state, unit, (target,), None)}
    assert cited("8.7.5") in rules
    other = game.state.units["u_inf_4"]
    assert not game.board.rules.may_attack(game.state, other, (target,), None)


@rule("8.7.5")
def test_a_defender_that_advanced_is_not_attacked():
    units = {"u_inf_9_2": "A2305", "u_inf_4": "A2204", HIT: "A2306"}
    game = table(units, "allied-combat", dice=[4], lost={"u_inf_9_2": 1})
    attack(game, "A2306", "u_inf_9_2")  # 2 to 3: 1-2, a 4 is 1/-
    if is_1977():
        choose(game, 1)
        retreat(game, "u_inf_9_2", "A2304")
    advance(game, HIT, "A2305")
    hex = game.board.map.hex("A2305")
    assert cited("8.7.5") in {r.rule for r in game.board.rules.may_be_attacked(game.state, hex)}
    assert refused(game, "declare", targets=["A2305"]).rule in (cited("8.7.5"), cited("8.1.6"))
