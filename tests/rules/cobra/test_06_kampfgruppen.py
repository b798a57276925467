"""What Kampfgruppen and the regiments of III Sturm-Flak Korps take of a hex (6.4)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, do, hex_of, table
from fights import asked, rule

from hexcore.stacking import stack_refusal

KG, FLAK = ("g_kg_275", "g_kg_265", "g_kg_266", "g_kg_343"), ("g_flak_1", "g_flak_2", "g_flak_3", "g_flak_4")
REGIMENTS, DIVISION, BATTALION = ("g_inf_986_276", "g_inf_987_276"), "g_div_711", "g_flak_932"


def together(*ids: str, game=None) -> str:
    """The rule that forbids these units to stack in the campaign, empty when none does."""
    game = game or campaign(dict.fromkeys(ids, "A2308"), "german-combat")
    refusal = stack_refusal(game.state, tuple(game.state.units[i] for i in ids), game.board.map.hex("A2308"))
    return refusal.rule if refusal is not None else ""


@rule("DG 6.4")
@pytest.mark.parametrize(
    "ids",
    [KG[:3], FLAK[:3], (*KG[:1], *REGIMENTS), (*FLAK[:2], KG[0]), ("g_flak_30", "g_flak_32", "g_flak_7")],
)
def test_three_of_them_fit_into_a_hex_as_three_regiments_do(ids):
    assert together(*ids) == ""


@rule("DG 6.4", "DG 6.1")
@pytest.mark.parametrize("ids", [KG, FLAK, (*KG[:2], *REGIMENTS), (DIVISION, KG[0]), (DIVISION, FLAK[0])])
def test_a_fourth_does_not_nor_does_one_beside_a_division(ids):
    assert together(*ids) == "6.1"


@rule("DG 6.4", "DG 6.2")
def test_the_flak_battalion_stays_a_battalion_and_stacks_free():
    assert together(*FLAK[:3], BATTALION) == "" and together(*KG[:3], BATTALION, "g_tig_102SS") == ""


@rule("DG 6.4")
def test_a_delay_unit_is_no_kampfgruppe():
    """It takes no room: it would be absorbed (15.3.2)."""
    assert together(*KG[:3], "g_delay_1") == ""


@rule("DG 6.4", "DG 6.3")
def test_the_fourth_is_lost_when_the_movement_phase_ends():
    units = {**dict.fromkeys(KG, "A2308"), REGIMENTS[0]: "A2305", "u_inf_1": "A2012"}
    game = campaign(units, "german-movement")
    do(game, "done")
    assert asked(game) == "excess german"
    do(game, "lose", unit=KG[3])
    assert asked(game) == "combat-phase german" and hex_of(game, KG[0]) == "A2308"
    three = campaign({**units, KG[3]: "A2311"}, "german-movement")
    do(three, "done")
    assert asked(three) == "combat-phase german"


@rule("DG 6.1")
def test_the_break_out_reads_their_sizes_so_without_the_case():
    units = (*KG[:1], *REGIMENTS)
    assert together(*units, game=table(dict.fromkeys(units, "A2308"), "german-combat")) == ""
