"""Case 9.2.1: headquarters displaced by enemy movement."""

from __future__ import annotations

from cobra_table import cited, do, hex_of, listed, refused, table
from fights import rule

from hexcore_cobra.order_of_battle import ALLIED, GERMAN

HQ = "g_hq_XLVIIPz"


@rule("9.2.1")
def test_its_owner_moves_it_in_the_middle_of_the_enemys_move() -> None:
    game = table({HQ: "A2308", "u_arm_A_2": "A2310"}, "allied-movement")
    do(game, "move", unit="u_arm_A_2", path=["A2309", "A2308"])
    assert game.to_decide == GERMAN and game.decision is not None and game.decision.kind == "displacement"
    do(game, "place", unit=HQ, hex="A2304")
    assert hex_of(game, HQ) == "A2304" and hex_of(game, "u_arm_A_2") == "A2308"
    assert game.to_decide == ALLIED and game.decision is not None and game.decision.kind == "in-hand"
    do(game, "move", unit="u_arm_A_2", path=["A2307"])
    assert hex_of(game, "u_arm_A_2") == "A2307"


@rule("9.2.1")
def test_it_goes_four_hexes_at_most_and_not_among_enemies() -> None:
    game = table({HQ: "A2308", "u_arm_A_2": "A2310", "u_inf_1": "A2307"}, "allied-movement")
    do(game, "move", unit="u_arm_A_2", path=["A2309", "A2308"])
    assert refused(game, "place", unit=HQ, hex="A2303").rule == cited("9.2.1")
    assert refused(game, "place", unit=HQ, hex="A2307").rule == cited("9.2.1")
    do(game, "place", unit=HQ, hex="A2306")


@rule("9.2.1")
def test_the_second_time_in_a_phase_it_is_eliminated() -> None:
    game = table({HQ: "A2308", "u_arm_A_2": "A2310"}, "allied-movement")
    do(game, "move", unit="u_arm_A_2", path=["A2309", "A2308"])
    do(game, "place", unit=HQ, hex="A2306")
    do(game, "move", unit="u_arm_A_2", path=["A2307", "A2306"])
    assert hex_of(game, HQ) == "eliminated"


@rule("9.2.1", "5.2.2")
def test_a_headquarters_with_a_combat_unit_is_not_displaced() -> None:
    game = table({HQ: "A2308", "g_pz_2": "A2308", "u_arm_A_2": "A2310"}, "allied-movement")
    assert refused(game, "move", unit="u_arm_A_2", path=["A2309", "A2308"]).rule in (
        cited("5.2.2"),
        cited("5.2.3"),
    )
    alone = table({HQ: "A2308", "u_arm_A_2": "A2310"}, "allied-movement")
    do(alone, "take", unit="u_arm_A_2")
    assert any(a.to == alone.board.map.hex("A2308") for a in listed(alone, "move"))


@rule("9.2.1")
def test_a_path_stops_where_the_owner_is_asked() -> None:
    game = table({HQ: "A2308", "u_arm_A_2": "A2309"}, "allied-movement")
    refused(game, "move", unit="u_arm_A_2", path=["A2308", "A2307"])
    do(game, "move", unit="u_arm_A_2", path=["A2308"])
    assert game.to_decide == GERMAN
