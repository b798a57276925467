"""11.1.2-11.1.4, 11.3.1, 12.3.1, 19.2.1, 19.3.1: points, limits and replacements of the first Game-Turns."""

from __future__ import annotations

import pytest
from at_the_table import do, listed, refused
from cobra_table import campaign, campaign_board
from fights import asked, attack, lost, rule, stand, weighed

from hexcore.events import Noted, apply
from hexcore.game import Game, opening
from hexcore_cobra.command_limits import limit
from hexcore_cobra.replacements import INFANTRY, PANZER, german_steps_due
from hexcore_cobra.supply_points import PAID

GI, TOMMY, FOE, FOE_2 = "u_inf_1", "b_inf_3", "g_inf_986_276", "g_inf_987_276"
PAIRS = {GI: "A2305", TOMMY: "A2605", FOE: "A2306", FOE_2: "A2606"}
"""Two battles: a US division faces A2306, a British one A2606."""
POOR = {"us_supply": 0, "british_supply": 0}


def tracks(game: Game) -> tuple[int, int, int]:
    found = game.state.tracks
    return found["us_supply"], found["british_supply"], found["german_supply"]


# ------------------------------------------------------------------ 19.2.1, 19.3.1
@rule("19.2.1", "19.3.1")
def test_the_build_up_begins_with_no_allied_points_and_six_german_ones() -> None:
    found = opening(campaign_board(scenario="buildup")).tracks
    assert (found["us_supply"], found["british_supply"], found["german_supply"]) == (0, 0, 6)


@rule("19.2.1")
def test_so_does_the_campaign() -> None:
    found = opening(campaign_board()).tracks
    assert (found["us_supply"], found["british_supply"], found["german_supply"]) == (0, 0, 6)


@rule("19.2.1", "11.1.6")
def test_the_germans_add_their_point_for_clear_weather_on_game_turn_1() -> None:
    game = campaign({}, "german-weather", turn=1, tracks={"german_supply": 6}, held=["omaha"])
    assert tracks(game)[2] == 7


# ------------------------------------------------------------------ 11.1.2, 11.1.3: what is gained
@rule("DG 11.1.2", "11.1.3")
@pytest.mark.parametrize(
    ("turn", "gained"), [(1, 0), (2, 0), (3, 3), (4, 3), (10, 3), (11, 4), (14, 4), (15, 4), (23, 4)]
)
def test_points_gained_by_game_turn(turn: int, gained: int) -> None:
    words = {"us_supply": 1, "british_supply": 2, "weather": "clear"}
    game = campaign({}, "allied-supply", turn=turn, tracks=words, held=["omaha"])
    assert tracks(game)[:2] == (1 + gained, 2 + gained)


@rule("DG 11.1.2")
def test_from_game_turn_24_the_us_gain_is_five() -> None:
    words = {"us_supply": 1, "british_supply": 2, "weather": "overcast"}
    game = campaign({}, "allied-supply", turn=24, tracks=words, held=["omaha"])
    assert tracks(game)[:2] == (6, 6)


@rule("DG 11.1.4")
@pytest.mark.parametrize(
    ("turn", "before", "gained"), [(3, False, 0), (6, False, 0), (7, True, 2), (10, True, 2), (11, True, 2)]
)
def test_the_first_storms_of_june_bring_nothing_and_later_ones_half(turn, before, gained) -> None:
    """Half of three is two, and half of four."""
    words = {"us_supply": 1, "british_supply": 1}
    game = campaign({GI: "B3118"}, "german-mechanized", turn=turn, tracks=words, held=["omaha"])
    if before:
        game.state = apply(game.state, Noted("game", "stormed"))
    do(game, "done")
    assert tracks(game)[:2] == (1 + gained, 1 + gained)


# ------------------------------------------------------------------ 11.1.3: what is asked for
@rule("11.1.3")
@pytest.mark.parametrize("turn", [1, 2])
def test_attacks_without_a_point_are_at_full_strength(turn: int) -> None:
    game = campaign(PAIRS, "allied-combat", turn=turn, tracks=POOR, supplied=False, held=["omaha"])
    assert asked(game) == "combat-phase allied", "nobody asks for points to be set aside"
    for target, unit in (("A2306", GI), ("A2606", TOMMY)):
        full = game.state.units[unit].step.strength
        assert weighed(game, target, unit).attack == full


@rule("11.1.3", "DG 11.1.5")
@pytest.mark.parametrize(("turn", "part"), [(2, 1), (3, 2)])
def test_from_game_turn_3_they_must_be_paid_for(turn: int, part: int) -> None:
    """Supplied by Game-Turn 3 too: the boundary and the beaches are as they are on both turns."""
    units = {GI: "B3219", FOE: "B3220"}
    game = campaign(units, "allied-combat", turn=turn, tracks=POOR, supplied=False, held=["omaha"])
    full = game.state.units[GI].step.strength
    assert weighed(game, "B3220", GI).attack == -(-full // part)


@rule("11.1.3")
@pytest.mark.parametrize(("turn", "left"), [(1, 5), (2, 5), (3, 4)])
def test_an_attack_costs_nothing_at_first(turn: int, left: int) -> None:
    words = {"us_supply": 5, "british_supply": 5}
    units = {GI: "B3219", FOE: "B3220", "g_pz_2": "A4020"}
    game = campaign(units, "allied-combat", turn=turn, tracks=words, dice=[6], supplied=False, held=["omaha"])
    if turn > 2:
        do(game, "choose", option="1")
        do(game, "choose", option="0")
    attack(game, "B3220", GI)
    assert tracks(game)[0] == left
    assert bool(game.state.note(PAID, "0")) == (turn > 2)


FIVE = {
    "u_inf_1": "B3119",
    "u_inf_29": "B3319",
    "u_inf_4": "B3519",
    "u_inf_9": "B3719",
    "u_inf_90": "B3919",
}


@rule("11.1.3", "DG 11.3.1")
@pytest.mark.parametrize(("turn", "most"), [(1, None), (2, None), (3, 4)])
@pytest.mark.parametrize("army", ["US", "British"])
def test_no_command_limits_on_game_turns_1_and_2(turn: int, most: int | None, army: str) -> None:
    state = campaign({}, "allied-combat", turn=turn, held=["omaha"]).state
    assert [limit(state, army, what) for what in ("attack", "overrun")] == [most, most]


@rule("11.1.3", "DG 11.3.1")
@pytest.mark.parametrize(("turn", "fifth"), [(2, True), (3, False)])
def test_a_fifth_attack(turn: int, fifth: bool) -> None:
    """Five divisions in a row, each faces a regiment; on Game-Turn 3 four attacks are the US limit."""
    columns = (20, 22, 24, 26, 28)
    ours = dict(zip(FIVE, (f"A{c}05" for c in columns), strict=True))
    foes = {
        f"g_inf_{n}": f"A{c}06"
        for n, c in zip(("986_276", "987_276", "988_276", "989_277", "990_277"), columns, strict=True)
    }
    game = campaign({**ours, **foes}, "allied-combat", turn=turn, dice=[6] * 9, held=["omaha"])
    for unit, column in list(zip(FIVE, columns, strict=True))[:4]:
        attack(game, f"A{column}06", unit)
        settle(game)
    targets = [game.board.map.numbers[h] for a in listed(game, "declare") for h in a.targets]
    assert ("A2806" in targets) == fifth
    if not fifth:
        assert refused(game, "declare", targets=["A2806"]).rule == "11.3.1"


def settle(game: Game) -> None:
    """A combat is brought to its end: all stand, nobody advances."""
    while game.decision is not None and game.decision.kind != "combat-phase":
        if game.decision.kind == "take-result":
            stand(game)
        elif any(a.kind == "done" for a in game.legal_actions()):
            do(game, "done")
        else:
            game.submit(next(iter(game.legal_actions())))


@rule("11.1.3", "DG 8.1.1")
@pytest.mark.parametrize("turn", [1, 3])
def test_the_germans_pay_for_theirs_from_the_first(turn: int) -> None:
    words = {"german_supply": 7}
    game = campaign(PAIRS, "german-combat", turn=turn, tracks=words, supplied=False, dice=[6], held=["omaha"])
    do(game, "choose", option="1")
    attack(game, "A2305", FOE)
    assert tracks(game)[2] == 5


# ------------------------------------------------------------------ 12.3.1: German replacements
@rule("DG 12.3.1")
@pytest.mark.parametrize(
    ("turn", "panzer", "infantry"),
    [
        (1, 0, 0),
        (2, 1, 2),
        (9, 1, 2),
        (10, 0, 2),
        (11, 1, 2),
        (12, 0, 2),
        (14, 0, 2),
        (15, 1, 2),
        (20, 0, 2),
        (21, 1, 1),
    ],
)
def test_german_steps_by_game_turn(turn: int, panzer: int, infantry: int) -> None:
    state = campaign({}, "german-movement", turn=turn, held=["omaha"]).state
    assert (german_steps_due(state, PANZER), german_steps_due(state, INFANTRY)) == (panzer, infantry)


REDUCED = {FOE: "A2610", "g_inf_914_352": "A2510", "g_inf_989_277": "A2711", "g_pz_2": "A2811"}


@rule("DG 12.3.1")
def test_no_german_gets_a_step_on_game_turn_1() -> None:
    words = {"lost": dict.fromkeys(REDUCED, 1), "held": ["omaha"]}
    first = campaign(REDUCED, "german-replacement", turn=1, **words)
    assert asked(first) != "replacements german"
    second = campaign(REDUCED, "german-replacement", turn=2, **words)
    for unit in ("g_pz_2", FOE, "g_inf_914_352"):
        do(second, "commit", what="replacement", unit=unit)
    assert [lost(second, unit) for unit in REDUCED] == [0, 0, 1, 0]
