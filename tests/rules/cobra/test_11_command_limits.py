"""Command limits (11.3.1): attacks and overruns of each Allied army in a turn."""

from __future__ import annotations

from cobra_table import act, cited, do, is_1977, listed, refused, table
from fights import attack, rule

from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore.state import Combat
from hexcore_cobra.command_limits import limit

COLUMNS = ("20", "21", "22", "23", "24", "25")
US_DIVISIONS = ("u_inf_1", "u_inf_4", "u_inf_8", "u_inf_9", "u_inf_29", "u_inf_30")
FOES = tuple(f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277"))
FRONT = {
    **{unit: f"A{c}05" for unit, c in zip(US_DIVISIONS, COLUMNS, strict=True)},
    **{foe: f"A{c}06" for foe, c in zip(FOES, COLUMNS, strict=True)},
    "b_inf_3": "A2705",
    "g_inf_751_326": "A2706",
}
"""Six US divisions and a British one, each with a German regiment to the south."""


def attacked(number: int, points: int = 9, options: dict[str, str] | None = None) -> Game:
    """So many attacks of US divisions in the first turn of the Break-Out, whose limits are 5 and 5."""
    tracks = {"us_supply": points, "british_supply": 9}
    game = table(FRONT, "allied-combat", turn=1, dice=[6] * 12, tracks=tracks, options=options)
    for unit, column in list(zip(US_DIVISIONS, COLUMNS, strict=True))[:number]:
        attack(game, f"A{column}06", unit)
        stand(game)
    return game


def stand(game: Game) -> None:
    """Results are taken as losses, so that everybody else stays where he is."""
    while game.decision.kind != "combat-phase":
        actions = game.legal_actions()
        game.submit(next((a for a in actions if getattr(a, "option", "") == "0"), actions[0]))


@rule("11.3.1")
def test_five_attacks_are_the_us_limit_of_the_turn_and_the_british_have_their_own():
    game = attacked(4)
    assert act(game, "declare", targets=["A2506"]) in listed(game, "declare")
    attack(game, "A2406", "u_inf_29")
    stand(game)
    assert refused(game, "declare", targets=["A2506"]).rule == cited("11.3.1")
    do(game, "declare", targets=["A2706"])


@rule("11.3.1", "11.1.5")
def test_attacks_without_points_count_too():
    game = attacked(5, points=0)
    assert refused(game, "declare", targets=["A2506"]).rule == cited("11.3.1")


@rule("DG 10.6.4")
def test_the_limit_holds_for_units_out_of_supply():
    game = attacked(5, points=0)
    assert refused(game, "declare", targets=["A2506"]).rule == "11.3.1"


@rule("11.3.1")
def test_the_limits_are_those_of_the_turn():
    told = [table({}, "allied-movement", turn=turn) for turn in (1, 6, 10)]
    assert [limit(g.state, "US", "attack") for g in told] == [5, 6, 7]
    assert [limit(g.state, "British", "overrun") for g in told] == [5, 5, 5]


SECOND_ARMORED = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")


def overran(made: int, of: str = "US", options: dict[str, str] | None = None) -> Game:
    """The second armoured division before a regiment, when so many overruns have been made in the turn."""
    units = {**dict.fromkeys(SECOND_ARMORED, "A2305"), "g_inf_986_276": "A2306"}
    game = table(units, "allied-movement", turn=1, dice=[3], options=options)
    game.state = apply(game.state, Noted("turn", "overruns made", of, made))
    do(game, "take", units=list(SECOND_ARMORED))
    return game


@rule("11.3.1")
def test_overruns_have_the_same_limit_apart_from_attacks():
    spent = overran(5)
    assert refused(spent, "overrun", units=list(SECOND_ARMORED), target="A2306").rule == cited("11.3.1")
    assert not listed(spent, "overrun")
    assert listed(overran(5, "British"), "overrun")
    free = overran(4)
    do(free, "overrun", units=list(SECOND_ARMORED), target="A2306")
    assert free.state.note("overruns made", "US") == 5
    assert free.state.note("attacks made", "US", 0) == 0


@rule("11.3.1")
def test_an_overrun_in_an_advance_is_not_counted():
    game = attacked(0)
    fought = Combat(
        0, "overrun", game.decision.side, (game.board.map.hex("A2006"),), ("u_inf_1",), (FOES[0],)
    )
    noted = [e for e in game.board.rules.combat_opens(game.state, fought) if e.kind == "noted"]
    assert not [e for e in noted if e.key == "overruns made"]


@rule("11.3.1")
def test_the_germans_have_no_limit():
    game = table(
        FRONT, "german-combat", turn=1, dice=[6] * 12, tracks={} if is_1977() else {"german_supply": 12}
    )
    for foe, column in zip(FOES, COLUMNS, strict=True):
        attack(game, f"A{column}05", foe)
        stand(game)
    assert refused(game, "declare", targets=["A2005"]).rule != cited("11.3.1")


@rule("DG 11.3.1")
def test_read_as_attacks_and_overruns_the_two_numbers_cap_both_armies_together():
    other = {"command-limits-read-as": "attacks and overruns"}
    together = attacked(5, options=other)
    assert refused(together, "declare", targets=["A2706"]).rule == "11.3.1"
    do(attacked(5), "declare", targets=["A2706"])
    assert not listed(overran(5, "British", other), "overrun")
    assert listed(overran(5, "British"), "overrun")
