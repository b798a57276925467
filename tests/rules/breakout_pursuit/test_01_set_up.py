"""Setting up: who takes part, both orders of battle, free and historical, and the German modifications."""

from __future__ import annotations

import pytest
from bp_marches import rule
from bp_set_ups import ROWS, at_phase, begun, judged, open_to, put, set_up_by_chance
from bp_table import GAME, do, hex_of, refused, table

from hexcore.actions import Commit, Done
from hexcore.events import Placed, apply
from hexcore.game import Game
from hexcore.state import GameState
from hexcore.units import ARRIVALS
from hexcore_breakout_pursuit.order_of_battle import POOL, STAGING

PARIS = {"2029", "2129", "2130"}
GARRISON, SIXTH_FJ, BRETON, TOWN = "JUL-G001", "JUL-G002", "JUL-G003", "JUL-G004"
SCREEN = [f"JUL-G{n:03d}" for n in range(6, 19)]
PANZER, RESERVE = "JUL-G019", "JUL-G042"
TANKS, TRUCK, SUPPLY, NAVAL, PARAS, AIRLANDING = (
    "JUL-A001",
    "JUL-A044",
    "JUL-A047",
    "JUL-A049",
    "JUL-A039",
    "JUL-A042",
)


def numbers(game: Game, *names: str) -> set[str]:
    """The printed numbers of some groups of land hexes."""
    ground = game.board.map
    return {ground.numbers[h] for name in names for h in ground.group(name) if "sea" not in ground.terrain[h]}


def near(game: Game, *centres: str, radius: int) -> set[str]:
    ground = game.board.map
    found = {h for n in centres for h in ground.within(ground.hex(n), radius)}
    return {ground.numbers[h] for h in found if "sea" not in ground.terrain[h]}


def coast(game: Game) -> set[str]:
    ground = game.board.map
    return {ground.numbers[h] for h, words in enumerate(ground.features) if "coastal" in words}


def german_july(scenario: str = "1.5") -> Game:
    return begun(scenario)


def german_august(scenario: str = "2.4") -> Game:
    return at_phase(scenario, "german-setup")


def allied(scenario: str, **moved: str) -> Game:
    """The Allied set-up of a free scenario, the Germans where they stood in history."""
    return at_phase(scenario, "allied-setup", {k.replace("_", "-"): v for k, v in moved.items()})


# ------------------------------------------------------------------ the chart
CHART = {
    "1.1": "historical historical h AG",
    "1.2": "historical historical h G",
    "1.3": "historical historical h A",
    "1.4": "historical historical h -",
    "1.5": "free free h -",
    "1.6": "historical historical e AG",
    "1.7": "free free e -",
    "1.8": "free free h -",
    "1.9": "free free r -",
    "2.1": "historical historical h -",
    "2.2": "free historical h -",
    "2.3": "historical free h -",
    "2.4": "free free h -",
    "2.5": "historical historical e -",
    "2.6": "free free e -",
}
CHART |= {f"3.{id[2:]}": line for id, line in CHART.items() if id.startswith("1.")}


def german_arrivals(state: GameState) -> set[str]:
    return {u.id for u in state.in_place(ARRIVALS) if u.id.startswith("ARR-G")}


def expected_arrivals(scenario: str, code: str) -> set[str]:
    """The German lines of the Time Record that a code receives in the turns of a scenario."""
    first, last = (11, 16) if scenario[0] == "2" else (1, 9 if scenario[0] == "1" else 16)
    found = set()
    for id, row in ROWS.items():
        if id.startswith("ARR-G"):
            turn = int(row.free_rule.removeprefix("arrives turn ").split(",")[0])
            if first <= turn <= last and code in row.mod.split():
                found.add(id)
    return found


@pytest.mark.parametrize("id", [pytest.param(id, marks=rule(f"scenario.{id}")) for id in CHART])
def test_a_scenario_is_as_its_line_of_the_chart(id):
    german, side, code, special = CHART[id].split()
    game = begun(id)
    sheet = game.board.scenario.tags["sheet"]
    assert {f"{german} {side}"} == {f"{sheet.setup['german']} {sheet.setup['allied']}"}
    assert sheet.special == set(special) - {"-"}
    letter = "AUG" if id.startswith("2.") else "JUL"
    by_side = {
        name: [u for u in game.state.units.values() if u.side == name] for name in ("german", "allied")
    }
    for name, setup in (("german", german), ("allied", side)):
        own = [
            u
            for u in by_side[name]
            if u.id.startswith(letter) and ROWS.get(u.id) and ROWS[u.id].mod == "base"
        ]
        assert own, f"nobody of the {letter} sheet plays for the {name} side"
        printed = [u for u in own if ROWS[u.id].hist_hex.isdigit()]
        if setup == "historical":
            assert all(hex_of(game, u.id) == ROWS[u.id].hist_hex for u in printed)
        else:
            assert any(u.place == ARRIVALS for u in printed)
    assert german_arrivals(game.state) == expected_arrivals(id, code)


@rule("scenario.3.general")
def test_a_campaign_is_its_breakout_scenario_prolonged_to_turn_16():
    short, long = GAME.board("1.5", {}), GAME.board("3.5", {})
    assert (short.scenario.first_turn, short.scenario.last_turn) == (1, 9)
    assert (long.scenario.first_turn, long.scenario.last_turn) == (1, 16)
    more = long.counters.keys() - short.counters.keys()
    assert more and all(id.startswith("ARR-") for id in more)
    assert "JUL-G001" in long.counters


@rule("time_record.span")
def test_only_the_arrivals_of_a_scenarios_own_turns_belong_to_it():
    pursuit, breakout, campaign = (GAME.board(id, {}).counters for id in ("2.1", "1.1", "3.1"))
    first, last = "ARR-A007", "ARR-A022"  # the Supply units of turns 1 and 16
    assert first in breakout and last not in breakout
    assert last in pursuit and first not in pursuit
    assert first in campaign and last in campaign


@rule("time_record.general")
def test_the_record_brings_units_turn_by_turn():
    board = GAME.board("1.1", {})
    assert {"ARR-A001", "ARR-G001", "ARR-G022"} <= board.counters.keys()


@rule("time_record.supply_symbols")
def test_every_turn_brings_a_supply_unit_and_a_pipeline_unit():
    counters = GAME.board("3.1", {}).counters.values()
    kinds = [c.kind for c in counters if c.id.startswith("ARR-A")]
    assert kinds.count("supply") == kinds.count("pipeline") == 16


@rule("german_reinforcements.1")
def test_units_of_another_code_are_not_in_the_game():
    historical, eastern, moved = (GAME.board(id, {}).counters for id in ("1.1", "1.6", "1.9"))
    first_panzer, ninth_panzer, delay = "ARR-G005", "ARR-G003", "ARR-G022"  # e only; h and e; all codes
    assert first_panzer in eastern and first_panzer not in historical
    assert ninth_panzer in eastern and ninth_panzer in historical and ninth_panzer not in moved
    assert all(delay in counters for counters in (historical, eastern, moved))


@rule("errata.time_record_reinforcement_chart", "setup_mod.r")
def test_the_third_panzergrenadiers_do_not_arrive_when_they_were_set_up():
    assert "ARR-G020" not in GAME.board("3.9", {}).counters
    assert "JUL-G043" in GAME.board("3.9", {}).counters
    assert "ARR-G020" in GAME.board("3.1", {}).counters


@rule("setup.AJ.optional", "optional.B")
def test_counters_for_optional_rules_stay_in_the_tray_without_them():
    assert AIRLANDING not in GAME.board("1.1", {}).counters
    assert "JUL-A043" not in GAME.board("1.1", {}).counters
    assert AIRLANDING in GAME.board("1.1", {"airlanding": "on"}).counters
    assert "JUL-A043" in GAME.board("1.1", {"rehabilitation": "on"}).counters
    game = Game.start(GAME.board("1.5", {"airlanding": "on"}))
    assert game.state.units[AIRLANDING].place == STAGING


# ------------------------------------------------------------------ the order, and the historical set-ups
@rule("setting_up.1")
def test_the_german_side_sets_up_first():
    game = begun("1.5")
    assert game.to_decide == "german" and game.decision.kind == "set-up"
    assert refused(game, "place", unit=TANKS, hex="0342").reason.endswith("is not yours to set up")
    set_up_by_chance(game, 7)
    assert game.board.sequence.phases[game.state.phase].id == "allied-reinforcement"


@rule("setting_up.1")
@pytest.mark.parametrize("scenario", ["3.5", "3.1"])
def test_a_campaign_is_not_set_up_again_when_the_turn_of_the_pursuit_comes(scenario):
    units = {PANZER: "2925", TANKS: "2422", NAVAL: "0342", GARRISON: "eliminated", BRETON: "arrivals"}
    game = table(units, "german-mechanized", turn=10, scenario=scenario)
    game.state = apply(game.state, Placed(TOWN, game.board.map.hex("0425")))
    kinds = set()
    while game.state.turn < 12:
        kinds.add(game.decision.kind)
        do(game, "done")
    assert "set-up" not in kinds and hex_of(game, BRETON) == "arrivals"
    frozen = [subject for _, key, subject in game.state.notes if key == "frozen on the coast"]
    assert not frozen  # nor does anybody freeze on the coast who comes there later


@rule("setting_up.1", "german_reinforcements.3")
def test_nobody_is_asked_where_history_has_the_answer():
    game = begun("1.1")
    assert game.to_decide == "allied"  # for the Naval Supply unit alone
    assert hex_of(game, "JUL-G019") == "0644" and hex_of(game, "JUL-A001") == "0342"
    assert Done() in game.legal_actions()


@rule("german_reinforcements.3")
def test_each_side_has_its_own_set_up():
    mixed = begun("2.2")  # the Germans choose, the Allies do not
    assert mixed.to_decide == "german" and open_to(mixed, "AUG-G001")
    assert hex_of(mixed, "AUG-A001") == "1037"
    assert hex_of(begun("2.3"), "AUG-G001") == "0323"


@rule("setup.AJ")
def test_the_naval_supply_unit_may_be_put_elsewhere_on_the_coast_in_history_too():
    game = begun("1.1")
    assert hex_of(game, NAVAL) == "0839"
    do(game, "take", unit=NAVAL)
    assert open_to(game, NAVAL) == coast(game) & numbers(game, "north-of-the-front-line")
    inland = refused(game, "place", unit=NAVAL, hex="0742")
    assert inland.rule == "setup.AJ" and "coastal hex north of the Front Line" in inland.reason
    do(game, "place", unit=NAVAL, hex="0342")
    do(game, "done")
    assert hex_of(game, NAVAL) == "0342"


@rule("setup.AA-NAVAL")
def test_the_naval_supply_unit_of_august_has_no_hex_but_that_of_its_owner():
    game = begun("2.1")
    assert game.to_decide == "allied" and hex_of(game, "AUG-A043") == "arrivals"
    assert open_to(game, "AUG-A043") == coast(game) & numbers(game, "north-of-the-breakout-line")
    assert refused(game, "done").reason.endswith("is not set up yet")
    wrong = refused(game, "place", unit="AUG-A043", hex="0930")
    assert wrong.rule == "setup.AA-NAVAL" and "0930" in wrong.reason
    do(game, "place", unit="AUG-A043", hex="0342")
    do(game, "done")


@rule("setup.AA.control")
def test_st_malo_is_allied_at_the_start_of_a_pursuit():
    for id, holder in (("2.1", "allied"), ("1.1", "german")):
        game = begun(id)
        assert game.state.control.get(game.board.map.hex("0847")) == holder


# ------------------------------------------------------------------ July, the Allies
@rule("setup.AJ")
def test_the_allies_of_july_stand_behind_the_front_line_or_wait():
    game = allied("1.5")
    behind = numbers(game, "north-of-the-front-line")
    for unit in (TANKS, TRUCK, SUPPLY, PARAS):
        assert open_to(game, unit) == behind | {"staging"}
    wrong = refused(game, "place", unit=TANKS, hex="0944")
    assert wrong.rule == "setup.AJ" and "0944" in wrong.reason
    do(game, "place", unit=TANKS, hex="0842")
    do(game, "commit", what="staging", unit=PARAS)
    assert hex_of(game, PARAS) == "staging"


@rule("setup.AJ")
def test_a_unit_sent_to_the_staging_area_can_be_placed_after_all():
    game = allied("1.5")
    do(game, "commit", what="staging", unit=TANKS)
    do(game, "place", unit=TANKS, hex="0842")
    assert hex_of(game, TANKS) == "0842"
    do(game, "commit", what="staging", unit=TANKS)
    assert hex_of(game, TANKS) == "staging"
    naval = refused(game, "commit", what="staging", unit=NAVAL)
    assert "staging" in naval.reason


@rule("stacking.M")
def test_three_combat_units_have_room_in_a_hex_and_trucks_besides():
    game = allied("1.5")
    for unit in (TANKS, "JUL-A002", "JUL-A003"):
        put(game, unit, "0842")
    assert "0842" not in open_to(game, "JUL-A004")
    assert refused(game, "place", unit="JUL-A004", hex="0842").rule == "stacking.M"
    assert "0842" in open_to(game, TRUCK) and "0842" in open_to(game, SUPPLY)


# ------------------------------------------------------------------ July, the Germans
@rule("setup.GJ-PARIS")
def test_the_garrison_of_paris_stands_in_paris():
    game = german_july()
    assert open_to(game, GARRISON) == PARIS
    assert refused(game, "place", unit=GARRISON, hex="2030").rule == "setup.GJ-PARIS"
    put(game, GARRISON, "2130")


@rule("setup.GJ-EDGE-B")
def test_the_paratroops_of_the_south_stand_on_edge_b():
    game = german_july()
    assert open_to(game, SIXTH_FJ) == numbers(game, "edge-b")
    assert refused(game, "place", unit=SIXTH_FJ, hex="3826").rule == "setup.GJ-EDGE-B"
    put(game, SIXTH_FJ, "3926")


@rule("setup.GJ-EDGE-D")
def test_the_garrison_of_brittany_stands_on_edge_d():
    game = german_july()
    assert open_to(game, BRETON) == numbers(game, "edge-d")
    assert refused(game, "place", unit=BRETON, hex="0352").rule == "setup.GJ-EDGE-D"
    put(game, BRETON, "0353")


@rule("setup.GJ-TOWN")
def test_two_divisions_stand_in_towns_north_of_the_seine():
    game = german_july()
    towns = numbers(game, "towns-north-of-the-seine")
    assert open_to(game, TOWN) == towns and not towns & PARIS and {"1019", "1326"} <= towns
    assert refused(game, "place", unit=TOWN, hex="2029").rule == "setup.GJ-TOWN"
    put(game, TOWN, "1019")


@rule("setup.GJ-FIELD")
def test_the_field_army_stands_anywhere_but_behind_the_allied_line():
    game = german_july()
    behind = numbers(game, "north-of-the-front-line")
    found = open_to(game, PANZER)
    assert {"0644", "2029", "3900", "0001"} <= found and not found & behind
    wrong = refused(game, "place", unit=PANZER, hex="0643")
    assert wrong.rule == "setup.GJ-FIELD" and "0643" in wrong.reason
    put(game, PANZER, "0644")


@rule("setup.GJ-SCREEN")
def test_the_screen_lies_near_the_coast_north_of_the_seine():
    game = german_july()
    found = open_to(game, SCREEN[0])
    assert {"0205", "0417", "0726", "1036"} <= found  # 1036 is next to Le Havre, over the Seine
    assert not found & {"1037", "2029", "0644"}
    wrong = refused(game, "place", unit=SCREEN[0], hex="2029")
    assert wrong.rule == "setup.GJ-SCREEN" and "2029" in wrong.reason


@rule("setup.GJ-SCREEN")
def test_each_post_of_the_screen_wants_a_unit_of_its_own():
    game = german_july()
    for unit in SCREEN[:4]:
        put(game, unit, "0726" if unit != SCREEN[3] else "0833")  # all four that can be spared
    assert "0726" not in open_to(game, SCREEN[4])
    spare = refused(game, "place", unit=SCREEN[4], hex="0833")
    assert spare.rule == "setup.GJ-SCREEN" and "the rest could not be set up" in spare.reason
    put(game, SCREEN[4], "0205")
    assert not open_to(game, SCREEN[5]) & near(game, "0205", radius=1) - near(game, "0408", radius=1)
    assert "0936" in open_to(game, SCREEN[5])


@rule("setup.GJ-SCREEN")
def test_a_unit_between_two_posts_counts_for_one():
    game = german_july()
    posts = ["0205", "0408", "0417", "0420", "0323", "0425", "0930", "0936", "1232"]
    for unit, post in zip(SCREEN, posts[:3], strict=False):
        put(game, unit, post)
    put(game, SCREEN[3], "0421")  # next to 0420 and no other post
    put(game, SCREEN[4], "0420")  # the same post again: one of those to spare
    for unit in SCREEN[5:8]:
        put(game, unit, "0726")
    assert open_to(game, SCREEN[8]) <= near(game, "0323", "0425", "0930", "0936", "1232", radius=1)


# ------------------------------------------------------------------ July, the modifications
@rule("setup_mod.f")
def test_up_to_eight_units_of_the_coast_may_stand_before_the_front():
    game = german_july("1.8")
    assert "0944" in open_to(game, SCREEN[0]) and "0944" in open_to(game, TOWN)
    assert "0944" not in open_to(german_july("1.5"), SCREEN[0])
    for number, unit in enumerate(SCREEN[:7]):
        put(game, unit, ("0944", "1041", "1141")[number % 3])
    put(game, TOWN, "1242")
    assert "1142" not in open_to(game, SCREEN[7])
    ninth = refused(game, "place", unit=SCREEN[7], hex="1142")
    assert ninth.rule.startswith("setup") and "1142" in ninth.reason
    put(game, SCREEN[7], "0930")
    assert refused(begun("1.5"), "place", unit=SCREEN[0], hex="0944").rule == "setup.GJ-SCREEN"


@rule("setup_mod.f")
def test_only_hexes_within_four_of_the_line_this_side_of_the_seine():
    game = german_july("1.8")
    found = open_to(game, TOWN) - numbers(game, "towns-north-of-the-seine")
    assert {"0644", "1337", "1440"} <= found  # on the line, and four hexes from it
    assert not found & {"0643", "1541", "0936", "1034"}
    assert refused(game, "place", unit=TOWN, hex="1541").rule in ("setup.GJ-TOWN", "setup_mod.f")
    put(game, TOWN, "1440")


@rule("setup_mod.f")
def test_a_unit_taken_away_leaves_its_post_but_no_more_stand_elsewhere():
    game = german_july("1.8")
    for unit in SCREEN[:4]:
        put(game, unit, "0726" if unit != SCREEN[3] else "0833")
    assert "0726" not in open_to(game, SCREEN[4])
    for unit in SCREEN[4:12]:
        put(game, unit, ("0944", "1041", "1141")[int(unit[-1]) % 3])
    assert open_to(game, SCREEN[12]) >= {"0205", "0930", "1232"}
    assert not open_to(game, SCREEN[12]) & {"0726", "1142"}


@rule("setup_mod.r")
def test_the_reserves_stand_away_from_the_front():
    game = german_july("1.9")
    found = open_to(game, RESERVE)
    assert {"3900", "1541", "2029"} <= found
    assert not found & ({"0644", "1440", "1139"} | numbers(game, "north-of-the-front-line"))
    wrong = refused(game, "place", unit=RESERVE, hex="1440")
    assert wrong.rule == "setup_mod.r" and "1440" in wrong.reason
    put(game, RESERVE, "1541")
    assert RESERVE not in GAME.board("1.8", {}).counters


# ------------------------------------------------------------------ August, the Germans
AUGUST_GERMAN = {
    "GA-COAST": ("AUG-G001", "0323", "0420", "1326"),
    "GA-ROUEN": ("AUG-G007", "1232", "1233", "1227"),
    "GA-SEINE4": ("AUG-G016", "1130", "2326", "0205"),
    "GA-NSEINE": ("AUG-G020", "1227", "0205", "1232"),
    "GA-SLOIRE": ("AUG-G028", "2735", "3944", "2732"),
    "GA-A15": ("AUG-G029", "2215", "2415", "2416"),
}


@pytest.mark.parametrize("code", [pytest.param(c, marks=rule(f"setup.{c}")) for c in AUGUST_GERMAN])
def test_a_group_of_august_has_its_own_ground(code):
    unit, one, other, wrong = AUGUST_GERMAN[code]
    game = german_august()
    assert {one, other} - {wrong} <= open_to(game, unit)
    refusal = refused(game, "place", unit=unit, hex=wrong)
    assert refusal.rule == f"setup.{code}" and wrong in refusal.reason
    put(game, unit, one)
    assert hex_of(game, unit) == one


@rule("setup.GA-ROUEN")
def test_the_rouen_group_stands_by_rouen_on_the_bank_or_in_paris():
    game = german_august()
    banks = numbers(game, "north-bank-of-the-seine")
    assert open_to(game, "AUG-G007") == near(game, "1232", radius=2) | banks | PARIS


@rule("setup.GA-SEINE4", "setup.GA-NSEINE")
def test_next_to_the_seine_is_one_hex_from_it():
    game = german_august()
    banks = numbers(game, "north-bank-of-the-seine")
    assert banks <= open_to(game, "AUG-G016")
    assert not banks & open_to(game, "AUG-G020")


@rule("setup.GA-4ROUEN")
def test_the_rear_guard_stands_in_one_hex_together():
    game = german_august()
    ground = numbers(game, "four-from-rouen-south")
    assert open_to(game, "AUG-G023") == open_to(game, "AUG-G025") == ground
    put(game, "AUG-G024", "1535")
    assert open_to(game, "AUG-G023") == {"1535"}
    apart = refused(game, "place", unit="AUG-G025", hex="1236")
    assert apart.rule == "setup.GA-4ROUEN" and "1236" in apart.reason
    put(game, "AUG-G023", "1535")
    put(game, "AUG-G025", "1535")


@rule("setup.GA-FIXED")
def test_the_garrisons_of_holland_have_no_choice():
    game = begun("2.4")
    assert hex_of(game, "AUG-G026") == "0205" and hex_of(game, "AUG-G027") == "0408"
    assert not open_to(game, "AUG-G026")


@rule("setup_mod.e", "setup.GA-E-NSEINE", "setup.GA-E-A20", "setup.GA-E-A10")
@pytest.mark.parametrize("scenario", ["2.5", "2.6"])
def test_the_eastern_units_choose_in_the_historical_set_up_too(scenario):
    game = begun(scenario)
    assert game.to_decide == "german"
    assert open_to(game, "AUG-G031") <= numbers(game, "north-of-the-seine")
    twenty, ten = open_to(game, "AUG-G033"), open_to(game, "AUG-G035")
    assert "2415" in twenty and "2415" not in ten and "2410" in ten and ten < twenty and "2421" not in twenty
    assert refused(game, "place", unit="AUG-G031", hex="2735").rule == "setup.GA-E-NSEINE"
    assert refused(game, "place", unit="AUG-G033", hex="2421").rule == "setup.GA-E-A20"
    assert refused(game, "place", unit="AUG-G035", hex="2415").rule == "setup.GA-E-A10"
    put(game, "AUG-G035", "2410")
    assert "AUG-G031" not in GAME.board("2.4", {}).counters


@rule("stacking.M")
def test_who_stands_there_by_history_takes_room():
    game = begun("2.5")
    put(game, "AUG-G031", "1327")  # two units stand there by history
    assert "1327" not in open_to(game, "AUG-G032")
    assert refused(game, "place", unit="AUG-G032", hex="1327").rule == "stacking.M"


# ------------------------------------------------------------------ August, the Allies
@rule("setup.AA-FIXED")
def test_the_pipeline_of_august_lies_as_printed():
    game = at_phase("2.4", "allied-setup")
    assert [hex_of(game, f"AUG-A{n:03d}") for n in range(38, 43)] == ["0840", "0940", "1039", "1138", "1139"]


@rule("setup.AA-PIPE")
def test_the_british_stand_along_the_pipeline():
    game = allied("2.4")
    beside = near(game, *["0840", "0940", "1039", "1138", "1139"], radius=1)
    assert open_to(game, "AUG-A001") == open_to(game, "AUG-A006") == beside
    wrong = refused(game, "place", unit="AUG-A001", hex="1337")
    assert wrong.rule == "setup.AA-PIPE" and "1337" in wrong.reason
    put(game, "AUG-A001", "1238")


LE_MANS = [f"AUG-A{n:03d}" for n in range(21, 33)]


@rule("setup.AA-LEMANS")
def test_four_of_the_le_mans_group_may_stand_by_dreux_and_five_by_chartres():
    game = allied("2.4")
    by_dreux, by_chartres = "1733", "2335"  # near nothing but Dreux; near nothing but Chartres
    for unit in LE_MANS[:3]:
        put(game, unit, by_dreux)
    put(game, LE_MANS[3], "1832")
    for unit, hex in zip(LE_MANS[4:9], ("2335", "2335", "2335", "2434", "2434"), strict=True):
        put(game, unit, hex)
    assert by_chartres not in open_to(game, LE_MANS[9]) and "2433" not in open_to(game, LE_MANS[9])
    tight = refused(game, "place", unit=LE_MANS[9], hex="2433")
    assert tight.rule.startswith("setup.AA") and "the rest could not be set up" in tight.reason
    put(game, LE_MANS[9], "2041")


@rule("setup.AA-LEMANS")
def test_none_of_them_stands_next_to_a_german():
    free, watched = allied("2.4"), allied("2.4", AUG_G028="2341")
    assert "2241" in open_to(free, LE_MANS[0])
    assert "2241" not in open_to(watched, LE_MANS[0])
    wrong = refused(watched, "place", unit=LE_MANS[0], hex="2241")
    assert wrong.rule == "setup.AA-LEMANS" and "next to a German unit" in wrong.reason


@rule("setup.AA-ARGENTAN")
def test_the_argentan_group_stands_at_argentan():
    game = allied("2.4")
    assert open_to(game, "AUG-A033") == near(game, "1439", radius=1)
    assert refused(game, "place", unit="AUG-A033", hex="1640").rule == "setup.AA-ARGENTAN"
    put(game, "AUG-A033", "1340")


@rule("setup.AA-ARG2")
def test_a_truck_and_a_supply_unit_stand_near_argentan():
    game = allied("2.4")
    assert open_to(game, "AUG-A036") == open_to(game, "AUG-A037") == numbers(game, "about-argentan")
    east = refused(game, "place", unit="AUG-A036", hex="1438")
    assert east.rule == "setup.AA-ARG2" and "1438" in east.reason
    put(game, "AUG-A036", "1640")


@rule("setup.AA-LAST")
def test_the_last_units_stand_with_others_or_wait():
    game = allied("2.4")
    sixth = "AUG-A044"
    assert not open_to(game, sixth)
    early = refused(game, "place", unit=sixth, hex="1037")
    assert early.reason.endswith("is not yours to set up")
    while game.decision.rule != "setup.AA-LAST":
        _finish(game)
    held = {game.board.map.numbers[u.hex] for u in game.state.on_map("allied")}
    full = {
        n
        for n in held
        if len([u for u in game.state.at(game.board.map.hex(n)) if "combat" in u.counter.traits]) == 3
    }
    assert open_to(game, sixth) == held - full | {"staging"}
    alone = refused(game, "place", unit=sixth, hex="2041" if "2041" not in held else "2141")
    assert alone.rule == "setup.AA-LAST" and "stacked with any unit" in alone.reason
    do(game, "commit", what="staging", unit=sixth)
    assert hex_of(game, sixth) == "staging"


def _finish(game: Game) -> None:
    """The present set-up question answered by the first choice each time."""
    question = game.decision
    while game.decision == question:
        actions = game.legal_actions()
        game.submit(Done() if Done() in actions else actions[0])


@rule("setup.GA-POOL", "setup.GA-POOL.nonmech")
def test_the_pool_of_august_is_off_the_map():
    game = begun("2.4")
    assert all(game.state.units[f"AUG-G{n:03d}"].place == POOL for n in range(43, 71))
    assert not open_to(game, "AUG-G043")


# ------------------------------------------------------------------ whole set-ups
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("scenario", ["1.5", "1.8", "1.9", "2.2", "2.3", "2.4", "2.5", "2.6", "3.7"])
def test_a_set_up_by_chance_is_complete_and_legal(scenario, seed):
    game = set_up_by_chance(begun(scenario), seed)
    judged(game)
    assert game.board.sequence.phases[game.state.phase].id == "allied-reinforcement"


def test_what_is_listed_is_what_is_accepted():
    game = german_july("1.8")
    for unit in SCREEN[:4]:
        put(game, unit, "0726" if unit != SCREEN[3] else "0833")
    ground, listed = game.board.map, open_to(game, SCREEN[5])
    from hexcore.actions import Place

    for hex, number in enumerate(ground.numbers):
        assert (game.refusal(Place(SCREEN[5], hex)) is None) == (number in listed), number
    assert game.refusal(Commit("staging", SCREEN[5])) is not None
