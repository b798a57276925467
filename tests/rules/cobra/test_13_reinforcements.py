"""Chapter 13: reinforcements."""

from __future__ import annotations

from cobra_table import cited, do, hex_of, is_1977, listed, refused, table
from fights import rule
from marches import passed_to

from hexcore.actions import Place
from hexcore_cobra import COBRA_1977
from hexcore_cobra.order_of_battle import GERMAN

REAL = COBRA_1977.map
FAR = {"g_pz_2": "A2308", "u_inf_1": "A2004"}


def entries(game: object, unit: str) -> set[str]:
    found = [a for a in listed(game, "place") if isinstance(a, Place) and a.unit == unit]  # type: ignore[arg-type]
    return {REAL.numbers[a.hex] for a in found}


@rule("13.1", "SPI 4.0.B4")
def test_what_is_due_enters_in_the_initial_movement_phase() -> None:
    units = {**FAR, "u_inf_28": "arrivals"}
    due = table(units, "allied-movement", turn=3, on=REAL)
    assert entries(due, "u_inf_28")
    early = table(units, "allied-movement", turn=2, on=REAL)
    assert refused(early, "place", unit="u_inf_28", hex="A0501").rule == cited("13.1")
    later = table({**units, "u_arm_A_2": "A2005"}, "allied-mechanized", turn=3, on=REAL)
    assert refused(later, "place", unit="u_inf_28", hex="A0501").rule == cited("13.1")


@rule("13.2.1")
def test_each_side_has_its_edges() -> None:
    allied = table({**FAR, "u_inf_28": "arrivals"}, "allied-movement", turn=3, on=REAL)
    assert {n[3:] for n in entries(allied, "u_inf_28")} == {"01"}
    assert refused(allied, "place", unit="u_inf_28", hex="A4901").rule == cited("13.2.1")
    german = table({**FAR, "g_pz_116": "arrivals"}, "german-movement", turn=3, on=REAL)
    assert {n[1:3] for n in entries(german, "g_pz_116")} == {"51"}
    assert refused(german, "place", unit="g_pz_116", hex="A2734").rule == cited("13.2.1")


@rule("13.2.1")
def test_nobody_enters_in_an_enemy_zone() -> None:
    game = table(
        {"g_pz_2": "A0602", "u_inf_28": "arrivals", "u_inf_1": "A2004"}, "allied-movement", turn=3, on=REAL
    )
    assert refused(game, "place", unit="u_inf_28", hex="A0601").rule == cited("13.2.1")
    assert "A0901" in entries(game, "u_inf_28")


@rule("13.3.1")
def test_reinforcements_enter_at_full_strength() -> None:
    game = table({**FAR, "u_inf_28": "arrivals"}, "allied-movement", turn=3, on=REAL)
    do(game, "place", unit="u_inf_28", hex="A0501")
    assert game.state.units["u_inf_28"].losses == 0


@rule("13.3.2")
def test_the_first_hex_costs_one_point_whatever_its_ground() -> None:
    game = table({**FAR, "u_inf_28": "arrivals"}, "allied-movement", turn=3, on=REAL)
    do(game, "place", unit="u_inf_28", hex="A0901")
    assert game.state.notes["phase", "spent", "u_inf_28"] == 2
    assert game.decision is not None and game.decision.kind == "in-hand" and listed(game, "move")


@rule("13.3.3")
def test_reinforcements_fight_in_their_turn_of_entry() -> None:
    units = {"g_inf_914_352": "A0604", "u_inf_28": "arrivals", "u_inf_1": "A2004"}
    game = table(units, "allied-movement", turn=3, on=REAL)
    do(game, "place", unit="u_inf_28", hex="A0601")
    do(game, "move", unit="u_inf_28", to="A0603")
    if game.decision is not None and game.decision.kind == "in-hand":
        do(game, "put-down")
    do(game, "done")
    while game.decision is not None and game.decision.kind != "combat-phase":
        do(game, "done")
    assert listed(game, "declare")


@rule("13.3.6", "SPI 4.0.A3")
def test_germans_must_enter_allies_may_wait() -> None:
    german = table({**FAR, "g_pz_116": "arrivals"}, "german-movement", turn=3, on=REAL)
    assert refused(german, "done").rule == cited("13.3.6")
    do(german, "place", unit="g_pz_116", hex="A5106")
    do(german, "put-down")
    do(german, "done")
    allied = table({**FAR, "u_inf_28": "arrivals"}, "allied-movement", turn=3, on=REAL)
    do(allied, "done")
    assert hex_of(allied, "u_inf_28") == "arrivals"


@rule("13.3.6")
def test_a_german_unit_that_cannot_enter_never_comes() -> None:
    east = [n for n in COBRA_1977.map.numbers if n.startswith("A51")]
    walls = ["u_inf_1", "u_inf_4", "u_inf_8", "u_inf_9", "u_inf_29", "u_inf_30", "u_inf_35", "u_inf_79"]
    walls += ["u_inf_83", "u_inf_90", "b_inf_3", "b_inf_15", "b_inf_51"]
    every = dict(zip(walls, [*east[1::3], "A5134", "A5130"], strict=True))
    game = table({**every, "g_pz_2": "A0823", "g_pz_116": "arrivals"}, "german-movement", turn=3, on=REAL)
    assert not entries(game, "g_pz_116")
    do(game, "done")
    assert hex_of(game, "g_pz_116") == "never-arrived"
    assert game.state.units["g_pz_116"].side == GERMAN


@rule("13.3.9")
def test_units_on_one_road_enter_in_column() -> None:
    units = {**FAR, "u_arm_A_5": "arrivals", "u_arm_B_5": "arrivals", "u_arm_R_5": "arrivals"}

    def spent(options: dict[str, str]) -> list[int]:
        game = table(units, "allied-movement", turn=4, on=REAL, options=options)
        for unit in ("u_arm_A_5", "u_arm_B_5", "u_arm_R_5"):
            do(game, "place", unit=unit, hex="A0501")
            do(game, "put-down")
        return [game.state.notes["phase", "spent", u] for u in ("u_arm_A_5", "u_arm_B_5", "u_arm_R_5")]

    assert spent({}) == [2, 3, 4]
    if is_1977():
        assert spent({"entry-in-column": "off"}) == [2, 2, 2]


@rule("13.3.9")
def test_off_the_road_there_is_no_column() -> None:
    units = {**FAR, "u_arm_A_5": "arrivals", "u_arm_B_5": "arrivals"}
    game = table(units, "allied-movement", turn=4, on=REAL)
    do(game, "place", unit="u_arm_A_5", hex="A1001")
    do(game, "put-down")
    do(game, "place", unit="u_arm_B_5", hex="A1001")
    assert game.state.notes["phase", "spent", "u_arm_B_5"] == 2


@rule("13.2.1")
def test_the_south_edge_is_for_germans_marked_s() -> None:
    game = table({**FAR, "g_hq_LVIIIPz": "arrivals"}, "german-movement", turn=4, on=REAL)
    assert {n[3:] for n in entries(game, "g_hq_LVIIIPz")} == {"33", "34"}
    assert refused(game, "place", unit="g_hq_LVIIIPz", hex="A5106").rule == cited("13.2.1")
    do(game, "place", unit="g_hq_LVIIIPz", hex="A2734")


@rule("DG 13.3.6")
def test_by_choice_german_reinforcements_may_wait() -> None:
    game = table(
        {**FAR, "g_pz_116": "arrivals"},
        "german-movement",
        turn=3,
        on=REAL,
        options={"german-reinforcements": "free"},
    )
    do(game, "done")
    assert hex_of(game, "g_pz_116") == "arrivals"
    passed_to(game, "german-combat")
    later = passed_to(game, "german-movement")
    assert later.state.turn == 18 and entries(later, "g_pz_116")


@rule("13.3.9")
def test_the_column_is_of_one_turn() -> None:
    units = {**FAR, "u_arm_A_5": "arrivals", "u_arm_B_5": "arrivals"}
    game = table(units, "allied-movement", turn=4, on=REAL)
    do(game, "place", unit="u_arm_A_5", hex="A0501")
    do(game, "put-down")
    do(game, "done")
    passed_to(game, "german-movement")
    passed_to(game, "allied-movement")
    do(game, "place", unit="u_arm_B_5", hex="A0501")
    assert game.state.notes["phase", "spent", "u_arm_B_5"] == 2


@rule("DG 5.3.6")
def test_mechanized_reinforcements_enter_a_marsh_by_road_only() -> None:
    units = {**FAR, "u_cav_102": "arrivals", "u_inf_28": "arrivals"}
    game = table(units, "allied-movement", turn=3, on=REAL)
    wet = [n for n in entries(game, "u_inf_28") if "marsh" in REAL.terrain[REAL.hex(n)]]
    by_road = {REAL.numbers[r.hex] for r in REAL.edge_roads}
    assert {"A0801", "A0901"} <= set(wet) - by_road
    assert refused(game, "place", unit="u_cav_102", hex="A0801").rule == "5.3.6"
    do(game, "place", unit="u_cav_102", hex="A1001")
