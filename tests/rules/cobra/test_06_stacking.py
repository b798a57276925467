"""Chapter 6: stacking and divisional integrity."""

from __future__ import annotations

import pytest
from cobra_table import board, cited, do, hex_of, listed, refused, table
from fights import asked, attack, rule, stand

from hexcore.actions import Move
from hexcore.attacks import declared
from hexcore.game import Game
from hexcore.odds import weigh
from hexcore.stacking import stack_refusal
from hexcore.state import Combat
from hexcore_cobra.integrity import has_integrity
from hexcore_cobra.order_of_battle import ALLIED


def together(ids: tuple[str, ...], hex: str = "A2308", phase: str = "allied-combat") -> str:
    """The rule that forbids these units to stack, empty when none does."""
    game = table(dict.fromkeys(ids, hex), phase)
    units = tuple(game.state.units[i] for i in ids)
    refusal = stack_refusal(game.state, units, game.board.map.hex(hex))
    return refusal.rule if refusal is not None else ""


@rule("6.1", "SPI 3.33")
@pytest.mark.parametrize(
    ("ids", "rule"),
    [
        (("u_inf_1",), ""),
        (("u_inf_1", "u_inf_4"), "6.1"),
        (("g_pz_2", "g_pg_2_2", "g_pg_304_2"), ""),
        (("g_pz_2", "g_pg_2_2", "g_pg_304_2", "g_inf_986_276"), "6.1"),
        (("b_arm_29_11", "b_arm_159_11"), ""),
        (("b_arm_29_11", "b_arm_159_11", "b_arm_22_7"), "6.1"),
        (("u_inf_1", "u_arm_A_2"), "6.1"),
        (("b_arm_4_4C", "b_arm_10_Pol"), ""),
        (("b_arm_4_4C", "b_arm_10_Pol", "b_ab_3"), "6.1"),
        (("g_kg_275", "g_inf_986_276", "g_inf_987_276"), ""),
        (("g_kg_275", "g_inf_986_276", "g_inf_987_276", "g_inf_988_276"), "6.1"),
    ],
)
def test_one_division_a_hex(ids: tuple[str, ...], rule: str) -> None:
    assert together(ids) == (cited(rule) if rule else "")


@rule("DG 6.1")
@pytest.mark.parametrize(
    ("ids", "rule"),
    [
        (("g_flak_1", "g_flak_2", "g_flak_3"), ""),
        (("g_flak_1", "g_flak_2", "g_flak_3", "g_flak_4"), "6.1"),
        (("g_kg_265", "g_kg_266", "g_flak_1", "g_flak_932"), ""),
    ],
)
def test_kampfgruppen_and_flak_regiments_have_a_regiments_room(ids: tuple[str, ...], rule: str) -> None:
    assert together(ids) == rule


@rule("6.2")
@pytest.mark.parametrize(
    ("ids", "rule"),
    [
        (("g_pz_2", "g_pg_2_2", "g_pg_304_2", "g_tig_503", "g_tig_101SS"), ""),
        (("g_pz_2", "g_pg_2_2", "g_pg_304_2", "g_tig_503", "g_tig_101SS", "g_tig_102SS"), "6.1"),
        (("b_inf_43", "b_ind_8"), ""),
        (("b_inf_43", "b_ind_8", "b_ind_4"), "6.1"),
        (("b_arm_29_11", "b_arm_159_11", "b_ind_8"), "6.1"),
        (("u_inf_1", "u_cav_4"), ""),
        (("u_inf_1", "u_cav_4", "u_cav_106"), "6.1"),
        (("u_arm_A_2", "u_arm_B_2", "u_arm_R_2", "u_cav_4"), ""),
        (("f_arm_GTD", "f_arm_GTL", "f_arm_GTV", "u_cav_4"), ""),
        (("u_inf_9_2", "u_inf_23_2", "u_inf_38_2", "u_cav_4"), ""),
        (("u_arm_A_2", "u_arm_B_2", "u_arm_R_3", "u_cav_4"), ""),
        (("b_arm_29_11", "b_arm_159_11", "u_cav_4"), "6.1"),
        (("u_arm_A_2", "u_arm_B_2", "u_cav_4"), ""),
        (("b_arm_29_11", "b_ab_3", "b_ind_8"), "6.1"),
        (("g_pz_2", "g_pg_2_2", "g_pg_304_2", "g_hq_XLVIIPz", "g_tig_503", "g_tig_101SS"), ""),
    ],
)
def test_what_stacks_free(ids: tuple[str, ...], rule: str) -> None:
    assert together(ids) == (cited(rule) if rule else "")


@rule("9.2.4")
def test_headquarters_never_count() -> None:
    assert together(("u_inf_1", "u_hq_V", "u_hq_VII")) == ""


@rule("6.3")
def test_units_pass_through_and_excess_is_lost() -> None:
    game = table({"u_inf_1": "A2307", "u_inf_4": "A2308", "g_pz_2": "A2606"}, "allied-movement")
    do(game, "take", unit="u_inf_1")
    over = game.board.map.hex("A2308")
    beyond = game.board.map.hex("A2309")
    moves = [a for a in game.legal_actions() if isinstance(a, Move)]
    assert not any(a.to == over for a in moves)
    assert any(a.to == beyond for a in moves)
    do(game, "move", unit="u_inf_1", path=["A2308"])
    do(game, "put-down")
    do(game, "done")
    assert game.decision is not None and game.decision.kind == "excess" and game.to_decide == ALLIED
    assert refused(game, "lose", unit="g_pz_2").rule == cited("6.3")
    do(game, "lose", unit="u_inf_4")
    assert hex_of(game, "u_inf_4") == "eliminated" and hex_of(game, "u_inf_1") == "A2308"
    assert game.board.sequence.phases[game.state.phase].id == "allied-combat"


@rule("6.3")
def test_excess_during_a_combat_phase_is_lost_at_once() -> None:
    four = dict.fromkeys(("g_pz_2", "g_pg_2_2", "g_pg_304_2", "g_inf_989_277"), "A2610")
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306", **four}, "allied-combat", dice=[6])
    attack(game, "A2306", "u_inf_1")
    stand(game)
    assert asked(game) == "excess german"
    assert refused(game, "lose", unit="g_inf_986_276").rule == cited("6.3")
    do(game, "lose", unit="g_pg_2_2")
    assert hex_of(game, "g_pg_2_2") == "eliminated" and asked(game) == "combat-phase allied"
    three = {id: hex for id, hex in four.items() if id != "g_inf_989_277"}
    fitting = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306", **three}, "allied-combat", dice=[6])
    attack(fitting, "A2306", "u_inf_1")
    stand(fitting)
    assert asked(fitting) == "combat-phase allied"


@rule("6.3")
def test_a_stack_within_the_limit_asks_nothing() -> None:
    game = table({"u_inf_1": "A2307", "u_cav_4": "A2308", "g_pz_2": "A2606"}, "allied-movement")
    do(game, "move", unit="u_inf_1", path=["A2308"])
    if game.decision is not None and game.decision.kind == "in-hand":
        do(game, "put-down")
    do(game, "done")
    assert hex_of(game, "u_inf_1") == hex_of(game, "u_cav_4") == "A2308"


@rule("8.8.2")
def test_us_and_british_units_do_not_stack() -> None:
    game = table({"u_arm_A_2": "A2307", "b_arm_29_11": "A2308", "f_arm_GTD": "A2306"}, "allied-movement")
    do(game, "take", unit="u_arm_A_2")
    moves = {a.to for a in listed(game, "move")}
    assert game.board.map.hex("A2308") not in moves
    assert game.board.map.hex("A2306") in moves
    unit, other = game.state.units["u_arm_A_2"], game.state.units["b_arm_29_11"]
    refusal = stack_refusal(game.state, (unit,), other.hex)
    assert refusal is not None and refusal.rule == cited("8.8.2")


# ------------------------------------------------------------------ integrity
PANZERS = {"g_pz_2": "A2308", "g_pg_2_2": "A2308", "g_pg_304_2": "A2308"}


def fight(game: Game, target: str, attackers: tuple[str, ...], kind: str = "attack") -> Combat:
    from dataclasses import replace

    side = game.state.units[attackers[0]].side
    combat = declared(game.state, side, (game.board.map.hex(target),), kind)
    return replace(combat, attackers=attackers)


@rule("6.5", "6.5.2")
def test_a_whole_division_is_doubled_in_attack_and_defence() -> None:
    game = table({**PANZERS, "u_inf_1": "A2309"}, "german-combat")
    assert weigh(game.state, fight(game, "A2309", tuple(PANZERS))).attack == 28
    apart = table({**PANZERS, "g_pg_304_2": "A2307", "u_inf_1": "A2309"}, "german-combat")
    assert weigh(apart.state, fight(apart, "A2309", ("g_pz_2", "g_pg_2_2"))).attack == 10
    defending = table({**PANZERS, "u_inf_1": "A2309"}, "allied-combat")
    assert weigh(defending.state, fight(defending, "A2308", ("u_inf_1",))).defence == 28


@rule("6.5")
@pytest.mark.parametrize(
    "division",
    [
        ("f_arm_GTD", "f_arm_GTL", "f_arm_GTV"),
        ("u_arm_A_7", "u_arm_B_7", "u_arm_R_7"),
        ("b_arm_22_7", "b_arm_131_7"),
        ("b_arm_4_4C", "b_arm_10_4C"),
        ("b_arm_10_Pol", "b_arm_3_Pol"),
    ],
)
def test_armoured_divisions_of_every_ally_are_doubled(division: tuple[str, ...]) -> None:
    game = table({**dict.fromkeys(division, "A2308"), "g_pz_2": "A2309"}, "allied-combat")
    printed = sum(game.state.units[id].step.strength for id in division)
    assert weigh(game.state, fight(game, "A2309", division)).attack == 2 * printed
    apart = {**dict.fromkeys(division[1:], "A2308"), division[0]: "A2003", "g_pz_2": "A2309"}
    split = table(apart, "allied-combat")
    rest = sum(split.state.units[id].step.strength for id in division[1:])
    assert weigh(split.state, fight(split, "A2309", division[1:])).attack == rest


@rule("6.5")
def test_a_whole_panzergrenadier_division_is_doubled() -> None:
    both = ("g_pg_37_17SS", "g_pg_38_17SS")
    game = table({**dict.fromkeys(both, "A2308"), "u_inf_1": "A2309"}, "german-combat")
    printed = sum(game.state.units[id].step.strength for id in both)
    assert weigh(game.state, fight(game, "A2309", both)).attack == 2 * printed


@rule("6.5.1")
def test_a_division_that_lost_a_regiment_is_whole_no_more() -> None:
    game = table({**PANZERS, "g_pg_304_2": "eliminated", "u_inf_1": "A2309"}, "german-combat")
    assert not has_integrity(game.state, game.state.units["g_pz_2"])


@rule("6.5.2")
def test_one_regiment_of_a_whole_division_attacks_doubled() -> None:
    game = table({**PANZERS, "u_inf_1": "A2309"}, "german-combat")
    assert weigh(game.state, fight(game, "A2309", ("g_pz_2",))).attack == 12


@rule("DG 6.5.1")
def test_a_flak_regiment_is_of_no_division() -> None:
    both = {"g_pg_37_17SS": "A2308", "g_pg_38_17SS": "A2308", "u_inf_1": "A2309"}
    flak = table({**both, "g_flak_1": "A2308"}, "german-combat")
    assert has_integrity(flak.state, flak.state.units["g_pg_37_17SS"])
    mixed = table({**both, "g_inf_986_276": "A2308"}, "german-combat")
    assert not has_integrity(mixed.state, mixed.state.units["g_pg_37_17SS"])


@rule("6.5")
def test_an_infantry_division_in_regiments_is_not_doubled() -> None:
    ids = ("g_inf_914_352", "g_inf_915_352", "g_inf_916_352")
    game = table({**dict.fromkeys(ids, "A2308"), "u_inf_1": "A2309"}, "german-combat")
    assert weigh(game.state, fight(game, "A2309", ids)).attack == 12


@rule("6.5")
def test_a_division_on_trucks_is_doubled() -> None:
    game = table({"u_inf_1": "A2308", "g_pz_2": "A2309"}, "allied-replacement")
    before = weigh(game.state, fight(game, "A2309", ("u_inf_1",))).attack
    do(game, "commit", what="truck", unit="u_inf_1")
    assert (before, weigh(game.state, fight(game, "A2309", ("u_inf_1",))).attack) == (12, 24)


@rule("6.5.1")
def test_units_of_another_division_in_the_hex_break_it() -> None:
    units = {"u_arm_A_2": "A2308", "u_arm_B_2": "A2308", "u_arm_R_2": "A2308"}
    alone = table({**units, "u_cav_4": "A2308"}, "allied-combat")
    assert has_integrity(alone.state, alone.state.units["u_arm_A_2"])
    mixed = table({**units, "u_inf_9_2": "A2308"}, "allied-combat")
    assert not has_integrity(mixed.state, mixed.state.units["u_arm_A_2"])


@rule("6.5.1")
def test_other_units_in_the_hex_are_not_doubled() -> None:
    game = table({**PANZERS, "g_tig_503": "A2308", "u_inf_1": "A2309"}, "german-combat")
    assert weigh(game.state, fight(game, "A2309", (*PANZERS, "g_tig_503"))).attack == 28 + 4


@rule("6.5.4")
def test_without_supply_no_integrity() -> None:
    ring = {
        "u_inf_1": "A2310",
        "u_inf_4": "A2508",
        "u_inf_8": "A2106",
        "u_inf_9": "A2406",
        "u_inf_29": "A2109",
    }
    cut = table({**PANZERS, **ring, "u_inf_5": "A2306"}, "german-combat")
    unit = cut.state.units["g_pz_2"]
    assert cut.board.rules.supply_state(cut.state, unit) == "unsupplied"
    assert not has_integrity(cut.state, unit)
    free = table({**PANZERS, "u_inf_1": "A2310"}, "german-combat")
    assert has_integrity(free.state, free.state.units["g_pz_2"])


@rule("6.5")
@pytest.mark.parametrize(
    ("places", "text"),
    [
        ({}, "complete: twice its strength in combat"),
        ({"g_pg_304_2": "A2306"}, "none: 2 of 3 units of the division are here"),
        ({"g_inf_986_276": "A2308"}, "none: a unit of another division is in the hex"),
    ],
)
def test_a_player_is_told_whether_a_division_is_whole(places: dict[str, str], text: str) -> None:
    game = table({**PANZERS, **places, "u_inf_1": "A2310"}, "german-combat")
    told = game.board.rules.unit_told(game.state, game.state.units["g_pz_2"])
    assert [(t.name, t.text, t.rule) for t in told] == [("Integrity", text, cited("6.5"))]
    assert not game.board.rules.unit_told(game.state, game.state.units["u_inf_1"])


@rule("5.5.5")
def test_an_overrun_is_made_at_face_value() -> None:
    game = table({**PANZERS, "u_cav_4": "A2309"}, "german-movement")
    assert weigh(game.state, fight(game, "A2309", tuple(PANZERS), "overrun")).attack == 14


@rule("6.5.2")
def test_a_whole_division_defends_doubled_against_an_overrun() -> None:
    tanks = {"u_arm_A_2": "A2309", "u_arm_B_2": "A2309", "u_arm_R_2": "A2309"}
    game = table({**PANZERS, **tanks}, "allied-movement")
    assert weigh(game.state, fight(game, "A2308", tuple(tanks), "overrun")).defence == 28


@rule("6.5.3")
def test_only_a_whole_division_is_offered_for_an_overrun() -> None:
    game = table({**PANZERS, "u_cav_4": "A2310"}, "german-movement")
    assert any(len(a.units) == 3 for a in listed(game, "take"))
    whole = table({**PANZERS, "u_cav_4": "A2309"}, "german-movement")
    do(whole, "take", units=list(PANZERS))
    assert listed(whole, "overrun")
    split = table({**PANZERS, "g_pg_304_2": "A2306", "u_cav_4": "A2309"}, "german-movement")
    two = ["g_pz_2", "g_pg_2_2"]
    assert refused(split, "overrun", units=two, target="A2309").rule in (cited("6.5.3"), cited("5.5"))


@rule("6.5.3")
def test_a_division_brought_together_in_the_phase_does_not_overrun() -> None:
    game = table({**PANZERS, "g_pg_304_2": "A2307", "u_cav_4": "A2310"}, "german-movement")
    do(game, "move", unit="g_pg_304_2", path=["A2308"])
    do(game, "put-down")
    do(game, "take", units=list(PANZERS))
    do(game, "move", units=list(PANZERS), path=["A2309"])
    assert not listed(game, "overrun")


# ------------------------------------------------------------------ British armour alone
@rule("DG 6.6")
@pytest.mark.parametrize(
    ("beside", "strength"),
    [("", 2), ("b_inf_43", 4), ("b_inf_2C", 4), ("b_ab_6AL", 2), ("b_arm_29_11", 2), ("b_ind_4", 2)],
)
def test_an_independent_british_brigade_alone_attacks_at_half(beside: str, strength: int) -> None:
    units = {"b_ind_8": "A2308", "g_pz_2": "A2309", **({beside: "A2308"} if beside else {})}
    game = table(units, "allied-combat")
    assert weigh(game.state, fight(game, "A2309", ("b_ind_8",))).attack == strength


@rule("DG 6.6")
def test_it_defends_whole_and_brigades_of_divisions_are_not_halved() -> None:
    game = table({"b_ind_8": "A2308", "g_pz_2": "A2309"}, "german-combat")
    assert weigh(game.state, fight(game, "A2308", ("g_pz_2",))).defence == 4
    other = table({"b_arm_29_11": "A2308", "g_pz_2": "A2309"}, "allied-combat")
    printed = other.state.units["b_arm_29_11"].step.strength
    assert weigh(other.state, fight(other, "A2309", ("b_arm_29_11",))).attack == printed
    near = table({"b_ind_8": "A2308", "b_inf_43": "A2208", "g_pz_2": "A2309"}, "allied-combat")
    assert weigh(near.state, fight(near, "A2309", ("b_ind_8",))).attack == 2


@rule("DG 6.6")
def test_a_reduced_brigade_alone_attacks_with_one() -> None:
    game = table({"b_ind_8": "A2308", "g_pz_2": "A2309"}, "allied-combat", lost={"b_ind_8": 1}, dice=[6])
    attack(game, "A2309", "b_ind_8")
    assert game.state.combat.strengths == (1, 6)


def test_the_board_knows_every_unit_named_here() -> None:
    assert {"u_inf_9_2", "b_ind_8", "g_tig_503", "u_cav_106"} <= set(board().counters)
