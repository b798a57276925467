"""The airdrop of 6 June: who scatters, where to, and how they land (19.2.2, steps 2 to 4)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_ground, do, hex_of, listed, refused
from fights import asked, lost, rule

from hexcore.events import Asked, Event, Rolled, apply
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore_cobra.airdrop import DriftRoll, DropPlacement, scatters
from hexcore_cobra.charts import combat_results, scatter_diagram
from hexcore_cobra.order_of_battle import ALLIED

P501, P502, P506 = "u_par_501", "u_par_502", "u_par_506"
P505, P507, P508 = "u_par_505", "u_par_507", "u_par_508"
B3, B5, GLIDERS = "b_ab_3", "b_ab_5", "b_ab_6AL"
STATIC, PANZERGRENADIERS, FLAK = "g_inf_919_709", "g_pg_125_21", "g_flak_1"
DIVISION = "u_inf_4"
RING = tuple(f"g_inf_{n}" for n in ("914_352", "915_352", "916_352", "726_716", "736_716", "1058_91"))
SCATTERS, SOUTH, SAFE = 6, 4, 5
"""Dice: a 6 in step 2, a 4 in step 3, and a 5 that costs no paratroops anything in landing attrition."""


def drop(units: str | list[str], *dice: int, others: dict[str, str] | None = None, **words) -> Game:
    """Paratroop units dropping, with scripted dice, and others who stand on the map."""
    names = [units] if isinstance(units, str) else units
    return campaign(
        {**dict.fromkeys(names, "landing"), **(others or {})},
        "allied-landing",
        turn=1,
        dice=[*dice, *[SAFE] * 12],
        **words,
    )


def scattered(unit: str, direction: int, *dice: int, others: dict[str, str] | None = None, **words) -> Game:
    """One unit that scatters, in the direction of a die; *dice* after it."""
    return drop(unit, SCATTERS, direction, *dice, others=others, **words)


def rolls(game: Game) -> list[int]:
    """The dice of the landing so far."""
    return [entry.action.dice[0] for entry in game.journal if entry.side == "chance"]


# ------------------------------------------------------------------ step 2
@rule("DG 19.2.2.step.2")
@pytest.mark.parametrize(
    "unit, least", [(P501, 6), (P502, 6), (P506, 6), (B3, 6), (B5, 6), (GLIDERS, 6), (P505, 5), (P507, 5)]
)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_82nd_scatters_on_a_5_and_all_the_others_on_a_6(unit, least, die):
    game = drop(unit, die, SOUTH)
    start = campaign({unit: "landing", P508: "landing"}, "allied-landing", turn=1)
    assert scatters(game.state.units[unit].counter, die) == (die >= least)
    assert (hex_of(game, unit) != hex_of(start, unit)) == (die >= least)


@rule("DG 19.2.2.step.2")
def test_in_the_order_the_allied_player_likes():
    game = drop([P501, P502, P505], 5, 5, 5, SOUTH)
    assert asked(game) == "scatter allied"
    assert {action.unit for action in game.legal_actions()} == {P501, P502, P505}
    do(game, "commit", what="scatter", unit=P505)
    assert game.state.note("scattered", P505) and {a.unit for a in game.legal_actions()} == {P501, P502}
    assert not game.undo(), "a die has been rolled"
    do(game, "commit", what="scatter", unit=P502)
    assert [hex_of(game, id) for id in (P501, P502, P505)] == ["B2218", "B2215", "B2016"]


@rule("DG 19.2.2.step.2")
def test_each_once_and_nobody_else():
    game = drop([P501, P502, P505], 1, others={DIVISION: "B2415", P506: "arrivals"})
    do(game, "commit", what="scatter", unit=P505)
    again = refused(game, "commit", what="scatter", unit=P505)
    assert again.rule == "19.2.2.step.2" and "has been rolled for" in again.reason
    assert "paratroop unit that has dropped" in refused(game, "commit", what="scatter", unit=DIVISION).reason
    assert "paratroop unit that has dropped" in refused(game, "commit", what="scatter", unit=P506).reason
    assert refused(game, "done").rule == "19.2.2.step.2"
    do(game, "commit", what="scatter", unit=P501)


@rule("DG 19.2.2.step.2")
def test_all_are_rolled_for_before_anybody_drifts():
    game = drop([P505, P507], 5)
    do(game, "commit", what="scatter", unit=P505)
    assert hex_of(game, P505) != "B2015", "507 has rolled of itself, and then they drift"
    first = drop([P505, P507, P508], 5)
    do(first, "commit", what="scatter", unit=P505)
    assert hex_of(first, P505) == "B2015" and first.state.note("scattered", P505)


# ------------------------------------------------------------------ step 3
@rule("DG 19.2.2.step.3")
@pytest.mark.parametrize(
    "die, hex", [(1, "B2014"), (2, "B2115"), (3, "B2116"), (4, "B2016"), (5, "B1916"), (6, "B1915")]
)
def test_one_hex_in_the_direction_of_the_diagram(die, hex):
    assert hex_of(scattered(P505, die), P505) == hex


@rule("DG 19.2.2.step.3")
def test_a_4_is_south_as_printed():
    """The example of the rule: a 4 moves the unit one hex south."""
    assert scatter_diagram()[4] == 3
    assert hex_of(scattered(B3, 4), B3) == "A3906"
    assert sorted(scatter_diagram().values()) == list(range(6))


@rule("DG 19.2.2.step.3")
def test_a_second_die_for_those_who_scatter_alone():
    game = drop([P505, P501, P502], 5, 5, 5, SOUTH)
    for unit in (P505, P501):
        do(game, "commit", what="scatter", unit=unit)
    assert rolls(game)[:4] == [5, 5, 5, SOUTH]
    assert [hex_of(game, id) for id in (P505, P501, P502)] == ["B2016", "B2218", "B2215"]


@rule("DG 19.2.2.step.3")
def test_who_drifts_off_the_map_is_lost():
    game = drop([P501, P502])
    edge = game.board.map.hex("A5110")
    roll = DriftRoll(P501, "19.2.2.step.3")
    moved = game.state.with_units([game.state.units[P501].put(edge)])
    game.state = apply(moved, Asked((roll,)))
    game._settle([])
    assert game.state.units[P501].hex >= 0, "south-west"
    game = drop([P501, P502], 2)
    moved = game.state.with_units([game.state.units[P501].put(edge)])
    game.state = apply(moved, Asked((roll,)))
    game._settle([])
    assert hex_of(game, P501) == "eliminated", "north-east"


@rule("DG 19.2.2.step.3")
def test_the_hex_that_was_missed_is_not_taken():
    game = scattered(P505, SOUTH)
    m = game.board.map
    assert game.state.control.get(m.hex("B2015")) is None
    assert game.state.control[m.hex("B2016")] == "allied"
    kept = drop([P505, P501], 5, 1, SOUTH)
    do(kept, "commit", what="scatter", unit=P505)
    assert kept.state.control[m.hex("B2218")] == "allied", "who does not scatter holds his drop hex"


# ------------------------------------------------------------------ step 4: hard ground
@rule("DG 19.2.2.step.4")
@pytest.mark.parametrize(
    "die, hex, losses", [(2, "A4001", 1), (6, "A3801", 1), (3, "A4002", 0), (5, "A3802", 0)]
)
def test_a_coast_hex_costs_a_step(die, hex, losses):
    game = scattered(B5, die)
    assert hex_of(game, B5) == hex and lost(game, B5) == losses


@rule("DG 19.2.2.step.4")
def test_it_costs_nothing_who_does_not_scatter():
    """A3902, the drop hex itself, lies on the coast."""
    game = drop(B5, 1)
    assert hex_of(game, B5) == "A3902" and lost(game, B5) == 0


@rule("DG 19.2.2.step.4")
@pytest.mark.parametrize("terrain, losses", [("clear beach", 1), ("clear", 0)])
def test_so_does_a_beach_hex(terrain, losses):
    game = scattered(P502, 5, on=campaign_ground(terrain={"B2115": terrain}))
    assert hex_of(game, P502) == "B2116"
    game = scattered(P502, 6, on=campaign_ground(terrain={"B2115": terrain}))
    assert hex_of(game, P502) == "B2115" and lost(game, P502) == losses


@rule("DG 19.2.2.step.4")
@pytest.mark.parametrize("there, losses", [({DIVISION: "B2116"}, 1), ({"u_ranger": "B2116"}, 0), ({}, 0)])
def test_so_does_a_landing_over_the_stacking_limit(there, losses):
    """A regiment takes two sixths of a hex, a division all six."""
    game = scattered(P506, 6, others=there)
    assert hex_of(game, P506) == "B2116" and lost(game, P506) == losses
    assert all(lost(game, unit) == 0 for unit in there), "only who scattered pays"


@rule("DG 19.2.2.step.4")
def test_both_who_scatter_into_a_full_hex_pay():
    """505 south-east and 506 north-west meet a division in B2116; each loses a step, nobody is lost."""
    game = drop([P505, P506], 6, 6, 3, 6, others={DIVISION: "B2116"})
    do(game, "commit", what="scatter", unit=P505)
    assert [hex_of(game, id) for id in (P505, P506, DIVISION)] == ["B2116"] * 3
    assert [lost(game, id) for id in (P505, P506, DIVISION)] == [1, 1, 0]


@rule("DG 19.2.2.step.4", "DG 8.8.2")
@pytest.mark.parametrize("friend, losses", [("b_cdo_1SS", 1), ("u_ranger", 0)])
def test_units_of_the_other_army_are_too_many_whatever_their_size(friend, losses):
    assert lost(scattered(P506, 6, others={friend: "B2116"}), P506) == losses


@rule("DG 19.2.2.step.4")
def test_for_two_reasons_one_step():
    """B2315 lies on the coast, and a division fills it."""
    game = scattered(P502, 2, others={DIVISION: "B2315"})
    assert hex_of(game, P502) == "B2315" and lost(game, P502) == 1


@rule("DG 19.2.2.step.4")
def test_the_last_step_is_lost_as_well():
    game = scattered(B5, 2, lost={B5: 1})
    assert hex_of(game, B5) == "eliminated"


# ------------------------------------------------------------------ step 4: at sea
@rule("DG 19.2.2.step.4")
def test_in_an_all_sea_hex_a_unit_is_lost():
    game = scattered(B5, 1)
    assert hex_of(game, B5) == "eliminated" and game.state.note("fell", B5) == "A3901"


@rule("DG 19.2.2.step.4")
def test_by_choice_it_comes_ashore_with_the_loss_of_a_coast_hex():
    game = scattered(B5, 1, options={"drop-at-sea": "ashore"}, others={STATIC: "A4001"})
    assert asked(game) == "drop-placement allied" and lost(game, B5) == 1
    numbers = {game.board.map.numbers[a.hex] for a in listed(game, "place")}
    assert numbers == {"A3902", "A3801"}, "the land next to A3901, but for the hex with a German"
    assert refused(game, "done").rule == "19.2.2.step.4"
    assert "all sea" in refused(game, "place", unit=B5, hex="B4920").reason
    do(game, "place", unit=B5, hex="A3902")
    assert hex_of(game, B5) == "A3902" and lost(game, B5) == 1


# ------------------------------------------------------------------ step 4: on the enemy
def on_the_enemy(die: int, *foes: str, **words) -> Game:
    """3/6 drops in A3905 and drifts south into A3906, on Germans who roll a die."""
    there = dict.fromkeys(foes or (PANZERGRENADIERS,), "A3906")
    return scattered(B3, SOUTH, die, others={**there, **words.pop("others", {})}, **words)


@rule("DG 19.2.2.step.4")
@pytest.mark.parametrize(
    "die, german, losses", [(1, 0, 99), (2, 1, 99), (3, 0, 1), (4, 0, 1), (5, 1, 1), (6, 1, 1)]
)
def test_a_german_unit_attacks_whoever_lands_on_it(die, german, losses):
    """125 Regiment has 4 against 1, column 4-1: 0/2, 1/2, 0/1, 0/1, 1/1, 1/1."""
    table = combat_results()
    entry = table.entry(table.columns.index("4-1"), die)
    assert entry == (str(german), "2" if losses == 99 else "1")
    game = on_the_enemy(die)
    assert lost(game, B3) == losses and lost(game, PANZERGRENADIERS) == german
    assert (asked(game) == "drop-placement allied") == (losses < 99)


@rule("DG 19.2.2.step.4")
@pytest.mark.parametrize(
    "foes, weak, column",
    [
        ((STATIC,), False, "2-1"),
        ((STATIC,), True, "1-1"),
        ((PANZERGRENADIERS,), True, "2-1"),
        ((PANZERGRENADIERS, STATIC), False, "6-1"),
        ((PANZERGRENADIERS, STATIC, FLAK), False, "10-1"),
        ((PANZERGRENADIERS, "g_hq_LXXXIV"), False, "4-1"),
    ],
)
def test_all_germans_of_the_hex_attack_with_what_is_on_their_counters(foes, weak, column):
    _, events = attacked(foes, weak)
    assert f"A3906, {column} " in text_of(events)


def attacked(foes: tuple[str, ...], weak: bool = False, **words) -> tuple[Game, list[Event]]:
    """3/6 on Germans in A3906, and the events of that."""
    there = dict.fromkeys(foes, "A3906")
    losses = {"lost": dict.fromkeys(foes, 1)} if weak else {}
    game = drop([B3, P507], 1, SCATTERS, SOUTH, 3, others=there, **losses, **words)
    return game, do(game, "commit", what="scatter", unit=P507)


def text_of(events: list[Event]) -> str:
    """What the die of the attack was told as."""
    return next(e.text for e in events if isinstance(e, Rolled) and e.purpose == "drop on the enemy")


@rule("DG 19.2.2.step.4")
@pytest.mark.parametrize("words", ["city", "heavy-forest hills", "marsh", "clear"])
def test_no_ground_shifts_the_attack(words):
    ground: HexMap = campaign_ground(terrain={"A3906": words})
    _, events = attacked((PANZERGRENADIERS,), on=ground)
    assert "A3906, 4-1 " in text_of(events)


@rule("DG 19.2.2.step.4")
def test_by_choice_the_germans_lose_nothing():
    game = on_the_enemy(5, options={"attack-on-the-drop": "paratroops"})
    assert lost(game, PANZERGRENADIERS) == 0 and lost(game, B3) == 1


@rule("DG 19.2.2.step.4")
def test_of_several_germans_their_player_chooses_who_loses_the_step():
    """4 and 2 are column 6-1, where a 4 is 1/2."""
    game = on_the_enemy(4, PANZERGRENADIERS, STATIC)
    assert asked(game) == "lose-steps german" and lost(game, B3) == 0, "the attacker first (8.5.7)"
    by_choice = on_the_enemy(4, PANZERGRENADIERS, STATIC, options={"split-results": "defender-first"})
    assert asked(by_choice) == "lose-steps german" and lost(by_choice, B3) == 99
    do(game, "lose", unit=STATIC)
    assert lost(game, STATIC) == 1 and lost(game, PANZERGRENADIERS) == 0 and lost(game, B3) == 99


@rule("DG 19.2.2.step.4")
def test_who_lives_is_put_in_any_adjacent_hex_free_of_the_enemy():
    others = {STATIC: "A3806", "b_inf_3": "A4006", "u_ranger": "A4005"}
    game = on_the_enemy(3, others=others)
    around = {game.board.map.numbers[h] for h in game.board.map.around(game.board.map.hex("A3906"))}
    listed_now = {game.board.map.numbers[a.hex] for a in listed(game, "place")}
    assert listed_now == around - set(others.values())
    enemy = refused(game, "place", unit=B3, hex="A3806")
    assert enemy.rule == "19.2.2.step.4" and "an enemy unit stands" in enemy.reason
    assert "not next to" in refused(game, "place", unit=B3, hex="A3902").reason
    assert refused(game, "place", unit=B3, hex="A4006").rule == "6.1"
    assert refused(game, "place", unit=B3, hex="A4005").rule == "8.8.2"
    assert "must leave" in refused(game, "done").reason
    assert refused(game, "place", unit=P501, hex="A3905").rule == "19.2.2.step.4"
    do(game, "place", unit=B3, hex="A3907")
    assert hex_of(game, B3) == "A3907"


@rule("DG 19.2.2.step.4")
def test_an_enemy_zone_does_not_bar_the_way():
    game = on_the_enemy(3)
    do(game, "place", unit=B3, hex="A3905")
    assert hex_of(game, B3) == "A3905"


@rule("DG 19.2.2.step.4")
@pytest.mark.parametrize("free, ends_in", [("", "eliminated"), ("A4005", "A4005")])
def test_it_is_lost_where_there_is_no_such_hex(free, ends_in):
    """3/6 has lived through the attack, with Germans in every hex around; or in all but one."""
    around = ["A3905", "A3907", "A3805", "A3806", "A4005", "A4006"]
    ring = dict(zip(RING, around, strict=True))
    held = {id: hex for id, hex in ring.items() if hex != free}
    game = drop([P501, P507], others={B3: "A3906", PANZERGRENADIERS: "A3906", **held})
    game.state = apply(game.state, Asked((DropPlacement(ALLIED, B3, "19.2.2.step.4"),)))
    game._settle([])
    assert hex_of(game, B3) == ends_in


@rule("DG 19.2.2.step.4")
def test_where_the_enemy_is_gone_it_may_stay():
    """A battalion of one step loses it to a split result: 3 against 1 is 3-1, and a 5 is 1/1."""
    tigers = "g_tig_102SS"
    strength = campaign({tigers: "A3906"}, "german-combat", turn=1).state.units[tigers].step.strength
    table = combat_results()
    column = table.column(strength, 1)
    die = next(d for d in range(1, 7) if table.entry(column, d) == ("1", "1"))
    game = on_the_enemy(die, tigers)
    assert lost(game, tigers) == 99 and asked(game) == "drop-placement allied"
    assert game.state.control.get(game.board.map.hex("A3906")) != "allied"
    leaves = game.fork()
    do(game, "done")
    assert hex_of(game, B3) == "A3906" and game.state.control[game.board.map.hex("A3906")] == "allied"
    do(leaves, "place", unit=B3, hex="A3905")
    assert hex_of(leaves, B3) == "A3905"


@rule("DG 19.2.2.step.4")
def test_the_hex_of_the_enemy_stays_his():
    game = on_the_enemy(3)
    assert game.state.control.get(game.board.map.hex("A3906")) != "allied"


@rule("DG 19.2.2.step.4")
def test_every_unit_that_lands_there_is_attacked_by_itself():
    """505 south-east and 506 north-west fall on one regiment: 2 against 1 twice, a 3 each: 1/1, the second
    time by what is left: 1-1, 1/1."""
    game = drop([P505, P506], 6, 6, 3, 6, 3, 3, others={STATIC: "B2116"})
    do(game, "commit", what="scatter", unit=P505)
    assert lost(game, P505) == 1 and lost(game, P506) == 0 and lost(game, STATIC) == 1
    do(game, "place", unit=P505, hex="B2015")
    assert lost(game, P506) == 1 and lost(game, STATIC) == 99
    do(game, "done")
    assert [hex_of(game, id) for id in (P505, P506)] == ["B2015", "B2116"]


@rule("DG 19.2.2.step.4")
def test_on_the_coast_it_loses_a_step_before_it_is_attacked():
    """B2315 lies on the coast; 2 against 1, and a 3 is 1/1: the second step."""
    game = scattered(P502, 2, 3, others={STATIC: "B2315"})
    assert lost(game, P502) == 99 and lost(game, STATIC) == 1
    weak = scattered(P502, 2, others={STATIC: "B2315"}, lost={P502: 1})
    assert lost(weak, P502) == 99 and lost(weak, STATIC) == 0, "nobody is left to attack"


@rule("DG 19.2.2.step.4", "DG 9.2.1")
def test_a_headquarters_alone_is_displaced():
    game = scattered(B3, SOUTH, others={"g_hq_LXXXIV": "A3906"})
    assert asked(game) == "displacement german" and lost(game, B3) == 0
    do(game, "place", unit="g_hq_LXXXIV", hex="A3908")
    assert hex_of(game, B3) == "A3906" and hex_of(game, "g_hq_LXXXIV") == "A3908"


@rule("DG 19.2.2.step.4")
def test_who_does_not_scatter_lands_on_nobody():
    game = drop(B3, 1, others={PANZERGRENADIERS: "A3906"})
    assert hex_of(game, B3) == "A3905" and lost(game, B3) == 0
