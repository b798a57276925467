"""The variant sheet: reserves called for victory points, 15th Army its way, the Friedenthal Jagdverband."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_board, do, ground, hex_of, listed, refused, table
from fights import asked, attack, choose, corners, rule, shifts, weighed
from marches import points

from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore.state import Pledge
from hexcore.units import ARRIVALS
from hexcore_cobra import COBRA
from hexcore_cobra.charts import reserves
from hexcore_cobra.victory import total

US, FOE = "u_inf_1", "g_inf_986_276"
APART = {US: "A2305", FOE: "A2012"}
ON_BOTH_SHEETS = {US: "B3019", FOE: "A4012"}
KORPS, FOURTH, FJ = "IV SS Panzer Korps", "4 Panzer Division", "2 Parachute Division"
T505, T507, T654 = (f"{number} Heavy Tank Battalion" for number in (505, 507, 654))
FJV = "Friedenthal Jagdverband"
OPTIONS = {
    "variant.iv": "iv-ss-panzer-korps",
    "variant.army": "army-group-center",
    "variant.2nd": "second-parachute-division",
    "variant.654th": "heavy-battalion-654",
    "variant.friedenthaler": "friedenthal-jagdverband",
}
COUNTERS = {
    KORPS: {"g_hq_IVSSPz", "g_pz_3SS", "g_pg_5sspg_3SS", "g_pg_6sspg_3SS"}
    | {"g_pz_5SS", "g_pg_9sspg_5SS", "g_pg_10sspg_5SS"},
    FOURTH: {"g_pz_4", "g_pg_12_4", "g_pg_33_4"},
    T507: {"g_tig_507"},
    T505: {"g_tig_505"},
    FJ: {"g_fj_2_2FJ", "g_fj_7_2FJ"},
    T654: {"g_tig_654"},
    FJV: {"g_cdo_FJV"},
}


def opens(now: int, scenario: str = "campaign", dice: tuple[int, ...] = (3, 3, 3), **words) -> Game:
    """The German player turn of a Game-Turn opens."""
    if scenario == "breakout":
        game = table(APART, "allied-mechanized", turn=now - 15, dice=dice, **words)
    else:
        units = {**ON_BOTH_SHEETS, **words.pop("units", {})}
        game = campaign(
            units, "allied-mechanized", turn=now - 1, dice=dice, scenario=scenario, held=("omaha",), **words
        )
    while game.state.turn < now:
        do(game, "done")
    return game


def call(game: Game, name: str) -> Game:
    do(game, "commit", what="call", word=name)
    return game


def on_to(game: Game, phase: str = "german-movement") -> Game:
    while game.board.sequence.phases[game.state.phase].id != phase:
        do(game, "done")
    return game


EDGES = {"N": "german-north-entry", "E": "east-edge", "S": "south-entry", "W": "west-exit"}


def edges_of(game: Game, unit: str) -> set[str]:
    """The edges a unit may enter over: those whose dry hexes make up all that it may be placed in."""
    m = game.board.map
    open_to = {a.hex for a in listed(game, "place") if a.unit == unit}
    dry = {edge: {h for h in m.group(name) if "sea" not in m.terrain[h]} for edge, name in EDGES.items()}
    found = {edge for edge, hexes in dry.items() if hexes <= open_to}
    assert set().union(*(dry[edge] for edge in found)) == open_to
    return found


# ------------------------------------------------------------------ who, when, for how much, over which edge
def sheet(*rows: tuple[str, str, int, int, str]) -> list:
    return [pytest.param(*row, marks=pytest.mark.rule("cobra", row[0]), id=row[1]) for row in rows]


ROWS = [
    ("variant.iv", KORPS, 10, 50, "S"),
    ("variant.army", FOURTH, 20, 15, "S"),
    ("variant.army", T507, 20, 3, "S"),
    ("variant.army", T505, 20, 3, "S"),
    ("variant.2nd", FJ, 10, 7, "W"),
    ("variant.654th", T654, 2, 2, "E"),
    ("variant.friedenthaler", FJV, 2, 10, "NES"),
]


@pytest.mark.parametrize("edition", ["cobra"], indirect=True)
@pytest.mark.parametrize("number, name, first, cost, edges", sheet(*ROWS))
def test_called_from_its_day_on_for_its_price_over_its_edge(edition, number, name, first, cost, edges):
    option = {OPTIONS[number]: "on"}
    early = opens(first - 1, options=option) if first > 2 else None
    assert early is None or asked(early) != "reserves german"
    game = opens(first, options=option)
    assert asked(game) == "reserves german"
    before = total(game.state, "allied"), total(game.state, "german")
    call(game, name)
    assert (total(game.state, "allied"), total(game.state, "german")) == (before[0] + cost, before[1])
    found = [v for v in game.board.rules.victory_points(game.state) if v.rule == number]
    assert [(v.side, v.points) for v in found] == [("allied", cost)]
    assert {u.id for u in game.state.in_place(ARRIVALS)} == COUNTERS[name]
    on_to(game)
    for unit in COUNTERS[name]:
        assert edges_of(game, unit) == set(edges)
    wrong = "A0125" if edges != "W" else "A5119"
    assert refused(game, "place", unit=min(COUNTERS[name]), hex=wrong).rule == "13.2.1"


@pytest.mark.parametrize("edition", ["cobra"], indirect=True)
@pytest.mark.parametrize("number, name, first, cost, edges", sheet(*ROWS))
def test_without_its_option_it_has_no_part_in_the_game(edition, number, name, first, cost, edges):
    others = {option: "on" for rule, option in OPTIONS.items() if rule != number}
    game = opens(26, options={**others, OPTIONS[number]: "off"})
    assert asked(game) == "reserves german"
    refusal = refused(game, "commit", what="call", word=name)
    assert refusal.rule == number and "no part" in refusal.reason
    twin = opens(26, options={**others, OPTIONS[number]: "on"})
    call(twin, name)


@rule("DG variant.iv", "DG variant.army", "DG variant.2nd", "DG variant.654th", "DG variant.friedenthaler")
@pytest.mark.parametrize("scenario, now", [("campaign", 26), ("buildup", 14), ("breakout", 26)])
def test_all_of_them_may_be_called_in_one_turn(scenario, now):
    game = opens(now, scenario)
    names = [name for _, name, first, _, _ in ROWS if first <= now]
    assert [a.word for a in listed(game, "commit")] == names
    for name in names:
        call(game, name)
    assert asked(game) != "reserves german", "nobody is left to be called"
    cost = sum(points for _, name, _, points, _ in ROWS if name in names)
    found = [v for v in game.board.rules.victory_points(game.state) if v.rule.startswith("variant")]
    assert sum(v.points for v in found) == cost


def test_by_default_nobody_is_called():
    for scenario in COBRA.scenarios.values():
        chosen = {option.id: option.default for option in scenario.options}
        assert all(chosen[option] == "off" for option in OPTIONS.values())
    board = COBRA.board("campaign")
    assert not any(board.rules.active(number) for number in (*OPTIONS, "variant.fifteenth"))
    assert not COUNTERS[KORPS] & board.counters.keys()


@rule("DG variant.654th")
def test_who_calls_nobody_pays_nothing():
    game = opens(16, "breakout")
    do(game, "done")
    assert not [v for v in game.board.rules.victory_points(game.state) if v.rule == "variant.654th"]
    assert refused(on_to(game), "place", unit="g_tig_654", hex="A5119").rule == "13.1"


@rule("DG variant.654th")
def test_a_reserve_is_called_once():
    game = call(opens(5), T654)
    assert asked(game) != "reserves german"
    while game.state.turn == 5:
        do(game, "put-down" if game.decision.kind == "in-hand" else "done") if not _owes(game) else None
    assert asked(game) != "reserves german"


def _owes(game: Game) -> bool:
    """Brings in whom the phase waits for."""
    waiting = listed(game, "place")
    if game.decision.kind == "movement-phase" and game.decision.side == "german" and waiting:
        game.submit(waiting[0])
        return True
    return False


@rule("DG variant.iv")
def test_the_ss_korps_is_made_for_the_option():
    on, off = campaign_board(), campaign_board(options={"iv-ss-panzer-korps": "off"})
    assert on.counters.keys() - off.counters.keys() == COUNTERS[KORPS]
    for division, regiments in (("3 SS Pz T", 3), ("5 SS Pz W", 3)):
        made = [c for c in on.counters.values() if c.formation == division]
        assert len(made) == regiments and sorted(c.kind for c in made) == ["armor"] + ["panzergrenadier"] * 2
        assert all(str(c.provenance["identity"]) == "reconstructed" and c.note for c in made)


@rule("DG variant.iv")
@pytest.mark.parametrize("apart", [False, True])
def test_its_divisions_fight_as_divisions(apart):
    regiments = ("g_pz_3SS", "g_pg_5sspg_3SS", "g_pg_6sspg_3SS")
    units = dict.fromkeys(regiments, "A2306")
    if apart:
        units["g_pg_6sspg_3SS"] = "A2205"
    odds = weighed(table({**units, US: "A2305"}, "german-combat"), "A2305", *regiments)
    assert odds.attack == (16 if apart else 32), "6 + 5 + 5, doubled when whole"


@rule("DG variant.2nd", "DG 16.3")
@pytest.mark.parametrize("called", [False, True])
def test_once_called_brest_is_not_rolled_for(called):
    """On Game-Turn 26 a 6 leaves the division in Brest; on 27 it is rolled for again if it is still there."""
    game = opens(26, dice=(6, 3, 6, 3, 3))
    if called:
        call(game, FJ)
        on_to(game)
        for unit, hex in zip(sorted(COUNTERS[FJ]), ("A0123", "A0124"), strict=True):
            do(game, "place", unit=unit, hex=hex)
            do(game, "put-down")
    while game.state.turn == 26:
        do(game, "done")
    if asked(game) == "reserves german":
        do(game, "done")
    rolled = [entry.action.dice[0] for entry in game.journal if entry.side == "chance"]
    assert rolled.count(6) == (1 if called else 2)


@rule("DG variant.654th", "DG 13.3.6")
def test_called_it_must_enter_at_once():
    game = on_to(call(opens(5), T654))
    assert refused(game, "done").rule == "13.3.6"
    do(game, "place", unit="g_tig_654", hex="A5119")
    do(game, "put-down")
    do(game, "done")
    assert hex_of(game, "g_tig_654") == "A5119"


# ------------------------------------------------------------------ 15th Army
VARIANT = {"fifteenth-army": "variant sheet"}


def fifteenth(now: int, **words) -> Game:
    return opens(now, options=VARIANT, **words)


@rule("DG variant.fifteenth")
@pytest.mark.parametrize("now, cost", [(2, 2), (9, 2), (19, 2), (20, 1), (27, 1)])
def test_a_unit_of_15th_army_costs_two_points_before_august_and_one_from_then_on(now, cost):
    game = fifteenth(now)
    assert asked(game) == "release german"
    do(game, "commit", what="15th Army", unit="g_hq_LXXXIX")
    found = [v for v in game.board.rules.victory_points(game.state) if v.side == "allied"]
    assert [(v.rule, v.points) for v in found] == [("variant.fifteenth", cost)]
    assert game.state.units["g_hq_LXXXIX"].place == ARRIVALS


@rule("DG variant.fifteenth")
def test_nobody_need_have_left_the_map_but_it_is_not_game_turn_1():
    first = campaign(ON_BOTH_SHEETS, "german-weather", turn=1, dice=[3], options=VARIANT)
    assert asked(first) != "release german"
    assert asked(fifteenth(2)) == "release german"


@rule("DG variant.fifteenth")
def test_one_unit_a_turn_in_any_order_by_the_northeast():
    game = fifteenth(8)
    assert {a.unit for a in listed(game, "commit")} == {
        "g_div_49", "g_div_347", "g_div_348", "g_div_245", "g_hq_LXXXII", "g_hq_LXXXIX",
    }  # fmt: skip
    do(game, "commit", what="15th Army", unit="g_div_245")
    assert asked(game) != "release german"
    on_to(game)
    hexes = {game.board.map.numbers[a.hex] for a in listed(game, "place")}
    assert "A5119" in hexes and "A4901" in hexes and "A5120" not in hexes and "A4134" not in hexes
    do(game, "place", unit="g_div_245", hex="A5119")
    do(game, "put-down")
    while game.state.turn == 8:
        do(game, "done")
    assert asked(game) == "release german"
    again = refused(game, "commit", what="15th Army", unit="g_div_245")
    assert again.rule == "variant.fifteenth" and "has been called" in again.reason


@rule("DG variant.fifteenth")
def test_by_default_it_is_asked_for_by_16_2():
    game = opens(10)
    assert asked(game) != "release german"
    game = opens(9)
    game.state = apply(game.state, Noted("game", "US units leave", "", 8))
    while game.state.turn == 9:
        do(game, "done")
    assert asked(game) == "release german" and game.decision.rule == "16.2"


# ------------------------------------------------------------------ the Jagdverband: supply
COMMANDOS, REGIMENT = "g_cdo_FJV", "g_inf_989_277"
DIVISIONS = (US, "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28")
RING = dict(zip(DIVISIONS, corners("A2407"), strict=True))
"""Around A2407, three hexes away: their zones close the ring."""


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, state", [(COMMANDOS, "supplied"), (REGIMENT, "unsupplied")])
def test_it_is_always_in_supply(unit, state):
    game = table({**RING, unit: "A2407"}, "german-movement")
    assert game.board.rules.supply_state(game.state, game.state.units[unit]) == state
    printed = game.state.units[unit].step.movement
    assert points(game, unit) == (printed if unit == COMMANDOS else -(-printed // 2))
    close = {**RING, "u_inf_29": "A2406", unit: "A2407"}
    odds = weighed(table(close, "allied-combat"), "A2407", "u_inf_29")
    printed = game.state.units[unit].step.strength
    assert odds.defence == (printed if unit == COMMANDOS else (printed + 1) // 2)


# ------------------------------------------------------------------ zones
@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, free", [(COMMANDOS, True), (REGIMENT, False)])
def test_it_has_no_zone_and_meets_none_in_movement(unit, free):
    past = table({US: "A2403", unit: "A2406"}, "allied-movement")
    way = ["A2404", "A2405", "A2505", "A2605"]
    if free:
        do(past, "move", unit=US, path=way)
    else:
        assert refused(past, "move", unit=US, path=way).rule == "5.2.3"
    game = table({US: "A2405", unit: "A2409"}, "german-movement")
    way = ["A2408", "A2407", "A2406", "A2506"]
    if free:
        do(game, "move", unit=unit, path=way)
        assert hex_of(game, unit) == "A2506"
    else:
        assert refused(game, "move", unit=unit, path=way).rule == "5.2.3"


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, cost", [(COMMANDOS, 1), (REGIMENT, 3)])
def test_it_leaves_a_zone_as_any_hex_and_goes_from_zone_to_zone(unit, cost):
    game = table({US: "A2405", unit: "A2406"}, "german-movement")
    before = points(game, unit)
    fork = game.fork()
    do(fork, "move", unit=unit, path=["A2407"])
    assert before - points(fork, unit) == cost
    if unit == COMMANDOS:
        do(game, "move", unit=unit, path=["A2506", "A2505"])
    else:
        assert refused(game, "move", unit=unit, path=["A2506"]).rule == "5.6.2"


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, ways", [(COMMANDOS, 5), (REGIMENT, 0)])
def test_it_retreats_into_zones(unit, ways):
    """Every hex around is in the zone of a division, or has one in it."""
    units = {US: "A2406", "u_inf_4": "A2306", "u_inf_5": "A2309", "u_inf_8": "A2608", unit: "A2407"}
    game = table(units, "allied-combat", dice=[5])
    attack(game, "A2407", US)
    while asked(game) == "take-result allied":
        choose(game, 0)
    if not ways:
        assert not listed(game, "choose"), "it has nowhere to go, and loses the step"
        return
    choose(game, 1)
    assert len({a.path for a in listed(game, "retreat")}) == ways


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, name", [(COMMANDOS, FJV), ("g_tig_654", T654)])
def test_it_enters_the_map_in_a_zone(unit, name):
    options = {"heavy-battalion-654": "on", "friedenthal-jagdverband": "on"}
    game = on_to(call(opens(5, options=options, units={"u_inf_4": "A5019"}), name))
    hexes = {game.board.map.numbers[a.hex] for a in listed(game, "place") if a.unit == unit}
    near = {game.board.map.numbers[h] for h in game.board.map.around(game.board.map.hex("A5019"))}
    edge = {n for n in near if n.startswith("A51")}
    assert edge and (edge <= hexes) == (unit == COMMANDOS) and bool(edge & hexes) == (unit == COMMANDOS)


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, free", [(COMMANDOS, True), (REGIMENT, False)])
def test_no_zone_keeps_it_from_crossing_a_major_river(unit, free):
    river = [("A2306", "A2307", "major-river"), ("A2206", "A2207", "major-river")]
    units = {unit: "A2306", US: "A2207", "u_inf_4": "A2205"}
    game = table(units, "german-movement", on=ground(rivers=river))
    masks = game.board.rules.movement_masks(game.state, game.state.units[unit])
    barred = any(mask.rule == "5.7.2" and mask.sides for mask in masks)
    assert barred != free


# ------------------------------------------------------------------ aircraft and ships
ALONE = {COMMANDOS: "A2406", US: "A2405"}


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize(
    "units, columns", [(ALONE, 0), ({**ALONE, REGIMENT: "A2406"}, 1), ({US: "A2405", REGIMENT: "A2406"}, 1)]
)
def test_air_points_do_nothing_to_it_where_it_is_the_only_german(units, columns):
    game = table(units, "allied-combat", tracks={"air_points": 6, "weather": "clear"})
    do(game, "commit", what="air", hex="A2406")
    assert shifts(weighed(game, "A2406", US)).get("14.3.1", 0) == columns


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, columns", [(COMMANDOS, 0), (REGIMENT, -1)])
def test_nor_do_they_help_against_its_attack(unit, columns):
    game = table({US: "A2405", unit: "A2406"}, "german-combat", tracks={"air_points": 6, "weather": "clear"})
    pledged = (Pledge("air", "allied"),)
    assert shifts(weighed(game, "A2405", unit, pledges=pledged)).get("14.3.1", 0) == columns


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("other, columns", [("", 0), (REGIMENT, 1)])
def test_nor_do_naval_points(other, columns):
    units = {COMMANDOS: "B3219", US: "B3218", **({other: "B3219"} if other else {})}
    game = campaign(units, "allied-combat", tracks={"naval_points": 3})
    pledged = (Pledge("naval", "allied"),)
    found = shifts(weighed(game, "B3219", US, pledges=pledged))
    assert found.get("14.6.4", 0) == columns


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("unit, columns", [(COMMANDOS, 0), (REGIMENT, -2)])
def test_nor_the_ships_off_a_beach_that_it_attacks(unit, columns):
    game = campaign({US: "B3217", unit: "B3218"}, "german-combat")
    assert shifts(weighed(game, "B3217", unit)).get("14.6.4.para.4", 0) == columns


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("beside, left", [("", True), (REGIMENT, False)])
def test_carpet_bombing_does_nothing_to_it(beside, left):
    units = {COMMANDOS: "A2406", US: "A2305", **({beside: "A2406"} if beside else {})}
    options = {"carpet-bombing": "at will"}
    clear = {"air_points": 6, "weather": "clear"}
    game = table(units, "allied-combat", dice=[6], options=options, tracks=clear)
    assert asked(game) == "carpet-bombing allied"
    do(game, "commit", what="carpet bombing", hex="A2406")
    lose = listed(game, "lose") if game.decision is not None and game.decision.kind == "lose-steps" else []
    assert bool(lose) != left


@rule("DG variant.friedenthaler")
@pytest.mark.parametrize("weather", ["clear", "overcast"])
@pytest.mark.parametrize("beside", ["", REGIMENT])
def test_weather_that_brings_aircraft_does_not_slow_it_alone(weather, beside):
    """5.4 is headed as the effect of Allied air power."""
    units = {COMMANDOS: "A2406", US: "A2012", **({beside: "A2406"} if beside else {})}
    game = table(units, "german-movement", tracks={"weather": weather})
    part = {"clear": 1, "overcast": 2}[weather]
    whole = game.state.units[COMMANDOS].step.movement
    assert points(game, COMMANDOS) == (-(-whole * part // 3) if beside else whole)


def test_the_table_of_reserves_is_the_sheet():
    assert [(r.number, r.name, r.first_turn, r.points) for r in reserves().values()] == [
        row[:4] for row in ROWS
    ]
    assert {name: set(r.units.split()) for name, r in reserves().items()} == COUNTERS
