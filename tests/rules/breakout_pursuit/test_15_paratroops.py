"""Allied paratroops: the airdrop cycle and its secret, landings, the Staging Area, the optional rules."""

from __future__ import annotations

import pytest
from bp_marches import DELAY, FOOT, GI, MORE_GI, PANZER, TANKS, TRUCK, phase, rule
from bp_table import act, do, hex_of, listed, refused, table

from hexcore.codec import StateForm
from hexcore.commitments import commitment_for
from hexcore.events import Removed, apply
from hexcore.game import Game
from hexcore.movement import HALF, points_left
from hexcore.record import lines_since
from hexcore.state import Commitment
from hexcore.units import ELIMINATED
from hexcore.views import view
from hexcore_breakout_pursuit.order_of_battle import STAGING
from hexcore_breakout_pursuit.paratroops import cycles_begun

ZONES = [f"MRK-A{n:03d}" for n in range(1, 7)]
FIRST, EIGHTY_SECOND, HUNDRED_FIRST = "JUL-A038", "JUL-A039", "JUL-A040"
SIXTH, REHABILITATED, AIRLANDING = "JUL-A032", "JUL-A043", "JUL-A042"
AIRDROP = "allied-airdrop"
TURNED = 5
"""The markers placed on turn 2 are turned on this one."""
HEXES = ["1143", "1243", "1343", "1443", "1543", "1643"]
REAL = "1343"
TRAY = dict.fromkeys(ZONES, "markers")
STAGED = dict.fromkeys((FIRST, EIGHTY_SECOND, HUNDRED_FIRST), "staging")
EDGE = {GI: "0342", "JUL-G034": "2905"}


def ready(turn: int = 2, units: dict[str, str] | None = None, **more) -> Game:
    """An Airdrop Phase with all markers in the tray and three units in the Staging Area."""
    return table({**TRAY, **STAGED, **EDGE, **(units or {})}, AIRDROP, turn=turn, **more)


def begin_cycle(game: Game, real: str = ZONES[2], hexes: list[str] = HEXES, number: int = 1) -> Game:
    for zone, hex in zip(ZONES, hexes, strict=True):
        do(game, "place", unit=zone, hex=hex)
    do(game, "conceal", what=f"airdrop zone {number}", choice=real)
    return game


def on_to(game: Game, wanted: str, turn: int) -> Game:
    while (phase(game), game.state.turn) != (wanted, turn):
        assert game.state.turn <= turn
        do(game, "done")
    return game


def turned(units: dict[str, str] | None = None, real: str = ZONES[2], **more) -> Game:
    """The third Airdrop Phase after the markers were placed, the markers turned."""
    game = on_to(begin_cycle(ready(units=units, **more), real), AIRDROP, TURNED)
    do(game, "conceal", **opening(game))
    return game


def opening(game: Game) -> dict[str, str]:
    (action,) = game.legal_actions()
    return {
        "what": action.what,
        "choice": action.choice,
        "salt": action.salt,
        "commitment": action.commitment,
    }


def landings(game: Game, unit: str) -> set[str]:
    return {game.board.map.numbers[a.hex] for a in listed(game, "place") if a.unit == unit}


def around(game: Game, number: str) -> set[str]:
    ground = game.board.map
    return {ground.numbers[h] for h in ground.around(ground.hex(number))}


# ------------------------------------------------------------------ a cycle begins
@rule("paratroops.procedure", "sequence.A2")
def test_six_markers_are_placed_together_or_none():
    game = ready()
    assert game.decision.kind == "airdrop-markers" and act(game, "done") in game.legal_actions()
    do(game, "place", unit=ZONES[0], hex="1143")
    assert act(game, "done") not in game.legal_actions()
    part = refused(game, "done")
    assert part.rule == "paratroops.procedure" and "5 are left" in part.reason
    for zone, hex in zip(ZONES[1:], HEXES[1:], strict=True):
        do(game, "place", unit=zone, hex=hex)
    assert game.decision.kind == "secret" and cycles_begun(game.state) == 1
    none = ready()
    do(none, "done")
    assert cycles_begun(none.state) == 0 and phase(none) == "allied-movement"


@rule("paratroops.procedure")
def test_markers_lie_within_fourteen_hexes_of_the_channel_coast():
    game = ready()
    ground = game.board.map
    coast = ground.group("english-channel-coast")
    listed_hexes = {a.hex for a in listed(game, "place")}
    assert listed_hexes == {h for h in range(len(ground)) if any(ground.distance(h, c) <= 14 for c in coast)}
    far = refused(game, "place", unit=ZONES[0], hex="2900")
    assert far.rule == "paratroops.procedure" and "more than 14 hexes" in far.reason
    do(game, "place", unit=ZONES[0], hex="1143")


@rule("paratroops.general")
def test_how_far_the_channel_goes_is_an_option():
    long, short = ready(), ready(options={"channel": "cherbourg-to-calais"})
    more = {a.hex for a in listed(long, "place")} - {a.hex for a in listed(short, "place")}
    assert long.board.map.hex("0008") in more


@rule("paratroops.procedure")
def test_a_cycle_may_begin_in_any_airdrop_phase_but_not_while_one_runs():
    late = ready(turn=6)
    assert late.decision.kind == "airdrop-markers"
    game = begin_cycle(ready())
    on_to(game, "allied-movement", 4)
    kinds = set()
    while game.state.turn < TURNED:
        kinds.add(game.decision.kind)
        do(game, "done")
    assert "airdrop-markers" not in kinds and cycles_begun(game.state) == 1


@rule("paratroops.procedure")
def test_the_markers_stay_where_they_are():
    game = begin_cycle(ready())
    assert phase(game) == "allied-movement"
    refusal = refused(game, "take", unit=ZONES[0])
    assert refusal.rule == "paratroops.procedure" and "1143" in refusal.reason
    do(game, "take", unit=GI)


# ------------------------------------------------------------------ the secret
@rule("paratroops.procedure")
def test_the_markers_are_turned_exactly_three_airdrop_phases_later():
    game = begin_cycle(ready(turn=3))
    turns = []
    while game.decision is not None and game.state.turn < 7:
        if game.decision.kind == "reveal":
            turns.append(game.state.turn)
            do(game, "conceal", **opening(game))
        else:
            do(game, "done")
    assert turns == [6]


@rule("paratroops.procedure")
def test_the_dummies_go_and_the_real_zone_lies_open():
    game = turned()
    assert hex_of(game, ZONES[2]) == REAL
    assert all(hex_of(game, zone) == "markers" for zone in ZONES if zone != ZONES[2])
    assert ZONES[2] in view(game.state, "german").units


@rule("paratroops.procedure")
def test_another_marker_than_the_one_chosen_is_not_revealed():
    game = on_to(begin_cycle(ready()), AIRDROP, TURNED)
    true = opening(game)
    false = refused(game, "conceal", **{**true, "choice": ZONES[0]})
    assert false.rule == "paratroops.procedure"
    assert refused(game, "done").rule == "paratroops.procedure"
    do(game, "conceal", **true)
    assert hex_of(game, ZONES[0]) == "markers"


@rule("paratroops.procedure")
def test_the_german_side_sees_six_markers_alike():
    game = begin_cycle(ready())
    seen = view(game.state, "german")
    assert not set(ZONES) & seen.units.keys() and not seen.openings
    backs = sorted(game.board.map.numbers[u.hex] for u in seen.units.values() if u.counter.kind == "hidden")
    assert backs == HEXES
    assert set(ZONES) <= view(game.state, "allied").units.keys()


def blank(game: Game) -> Game:
    """The same game with the hash of its secret blotted out: all else must tell nothing."""
    kept = commitment_for(game.state, "airdrop zone 1")
    bare = tuple(Commitment(c.owner, c.what, "") if c == kept else c for c in game.state.commitments)
    twin = game.fork()
    twin.state = game.state.evolve(commitments=bare)
    return twin


def seen_of(game: Game) -> tuple[object, ...]:
    """All that a German player has of a game: his view, the log, what may be undone, the exported lines."""
    shown = view(blank(game).state, "german")
    lines, _ = lines_since(game, 0)
    log = [
        {**line.action, "commitment": ""} if "commitment" in line.action else line.action for line in lines
    ]
    return StateForm(game.board).dump(shown), shown.digest, log, game.undoable


@rule("paratroops.procedure")
@pytest.mark.parametrize("later", ["allied-movement", "german-movement"])
def test_two_games_that_differ_in_the_real_zone_alone_look_the_same(later):
    one, other = (on_to(begin_cycle(ready(), real), later, 2) for real in (ZONES[0], ZONES[5]))
    assert one.state.openings != other.state.openings
    assert seen_of(one) == seen_of(other)
    assert one.ask("victory", "german") == other.ask("victory", "german")
    on_to(one, AIRDROP, TURNED), on_to(other, AIRDROP, TURNED)
    assert seen_of(one) == seen_of(other)
    do(one, "conceal", **opening(one)), do(other, "conceal", **opening(other))
    assert seen_of(one) != seen_of(other)


# ------------------------------------------------------------------ the landing
@rule("paratroops.B", "paratroops.procedure")
def test_paratroops_land_at_the_real_zone_or_next_to_it():
    game = turned()
    assert landings(game, FIRST) == {REAL} | around(game, REAL)
    far = refused(game, "place", unit=FIRST, hex="1543")
    assert far.rule == "paratroops.B" and "1543 is not next to the real zone in 1343" in far.reason
    do(game, "place", unit=FIRST, hex=REAL)
    do(game, "place", unit=EIGHTY_SECOND, hex="1342")
    do(game, "done")
    assert hex_of(game, HUNDRED_FIRST) == "staging" and hex_of(game, ZONES[2]) == "markers"


@rule("paratroops.B")
def test_nobody_lands_among_germans_nor_in_the_sea():
    game = turned({PANZER: "1342", DELAY: "1344"})
    held = refused(game, "place", unit=FIRST, hex="1342")
    assert held.rule == "paratroops.B" and "a German unit stands in 1342" in held.reason
    do(game, "place", unit=FIRST, hex="1344")  # a delay marker keeps nobody out
    do(game, "place", unit=EIGHTY_SECOND, hex=REAL)  # in a German zone of control
    assert hex_of(game, EIGHTY_SECOND) == REAL


@rule("paratroops.B")
def test_open_sea_is_no_landing_ground():
    shore = ["0842", *HEXES[1:]]
    game = begin_cycle(ready(), ZONES[0], shore)
    on_to(game, AIRDROP, TURNED)
    do(game, "conceal", **opening(game))
    sea = {n for n in around(game, "0842") if "sea" in game.board.map.terrain[game.board.map.hex(n)]}
    assert landings(game, FIRST) == {"0842"} | around(game, "0842") - sea
    for number in sea:
        assert refused(game, "place", unit=FIRST, hex=number).rule == "paratroops.B"


@rule("paratroops.B")
def test_a_fortress_in_german_hands_is_no_landing_ground():
    by_st_malo = ["0947", *HEXES[1:]]
    game = begin_cycle(ready(), ZONES[0], by_st_malo)
    on_to(game, AIRDROP, TURNED)
    do(game, "conceal", **opening(game))
    refusal = refused(game, "place", unit=FIRST, hex="0847")
    assert refusal.rule == "paratroops.B" and "fortress" in refusal.reason
    do(game, "place", unit=FIRST, hex="0947")


@rule("paratroops.B")
def test_without_a_hex_to_land_in_the_cycle_is_over():
    ring = ["1343", "1342", "1344", "1243", "1242", "1443", "1442"]
    foes = ["JUL-G019", "JUL-G020", "JUL-G031", "JUL-G033", "JUL-G035", "JUL-G036", "JUL-G037"]
    open_game = turned(dict(zip(foes[:6], ring[:6], strict=True)))
    assert landings(open_game, FIRST) == {"1442"}
    full = turned(dict(zip(foes, ring, strict=True)))
    assert phase(full) == "allied-movement" and hex_of(full, ZONES[2]) == "markers"


@rule("paratroops.general")
def test_nobody_lands_more_than_fourteen_hexes_from_the_channel():
    probe = ready()
    ground = probe.board.map
    reach = {a.hex for a in listed(probe, "place")}
    rim = next(
        h
        for h in sorted(reach)
        if "sea" not in ground.terrain[h]
        and any(n not in reach and "sea" not in ground.terrain[n] for n in ground.around(h))
    )
    beyond = next(n for n in ground.around(rim) if n not in reach and "sea" not in ground.terrain[n])
    game = begin_cycle(probe, ZONES[0], [ground.numbers[rim], *HEXES[1:]])
    on_to(game, AIRDROP, TURNED)
    do(game, "conceal", **opening(game))
    refusal = refused(game, "place", unit=FIRST, hex=ground.numbers[beyond])
    assert refusal.rule == "paratroops.general" and "more than 14 hexes" in refusal.reason
    do(game, "place", unit=FIRST, hex=ground.numbers[rim])


@rule("paratroops.A")
def test_a_unit_drops_from_the_staging_area_alone():
    game = turned({SIXTH: "0840"})
    away = refused(game, "place", unit=SIXTH, hex=REAL)
    assert away.rule == "paratroops.A" and "Staging Area" in away.reason
    foot = refused(game, "place", unit=GI, hex=REAL)
    assert foot.rule == "paratroops.B"
    do(game, "place", unit=FIRST, hex=REAL)


@rule("paratroops.A")
def test_each_unit_drops_once_in_a_game():
    game = turned()
    do(game, "place", unit=FIRST, hex=REAL)
    do(game, "done")
    game.state = apply(game.state, Removed(FIRST, STAGING.name))
    on_to(game, AIRDROP, TURNED + 1)
    assert game.decision.kind == "airdrop-markers"  # a new cycle may begin in the phase after
    begin_cycle(game, number=2)
    on_to(game, AIRDROP, TURNED + 4)
    do(game, "conceal", **opening(game))
    assert cycles_begun(game.state) == 2
    again = refused(game, "place", unit=FIRST, hex=REAL)
    assert again.rule == "paratroops.A" and "once in a game" in again.reason
    do(game, "place", unit=EIGHTY_SECOND, hex=REAL)


@rule("errata.allied_paratroop_units")
def test_who_has_dropped_is_supplied_for_the_turn_and_moves_and_fights():
    game = turned({"JUL-G035": "1541"})
    do(game, "place", unit=FIRST, hex="1443")
    do(game, "done")
    assert phase(game) == "allied-movement"
    assert not game.state.marker("isolated", FIRST) and not game.state.marker("unsupplied", FIRST)
    assert points_left(game.state, game.state.units[FIRST]) == 6 * HALF
    do(game, "move", unit=FIRST, path=["1442"])
    do(game, "put-down")
    on_to(game, "german-combat", TURNED)
    rules = game.board.rules
    assert rules.supply_state(game.state, game.state.units[FIRST]) == "supplied"
    on_to(game, "allied-movement", TURNED + 1)
    assert game.state.marker("isolated", FIRST) or game.state.marker("unsupplied", FIRST)


# ------------------------------------------------------------------ back to the Staging Area
def sail(game: Game, unit: str) -> None:
    do(game, "take", unit=unit)
    do(game, "commit", what="staging", unit=unit)


@rule("paratroops.C")
def test_a_unit_that_begins_in_cherbourg_may_sail():
    game = table({GI: "0342", TANKS: "0442", PANZER: "2922"}, "allied-movement")
    do(game, "take", unit=GI)
    assert act(game, "commit", what="staging", unit=GI) in game.legal_actions()
    do(game, "commit", what="staging", unit=GI)
    assert hex_of(game, GI) == "staging"
    do(game, "take", unit=TANKS)
    elsewhere = refused(game, "commit", what="staging", unit=TANKS)
    assert elsewhere.rule == "paratroops.C" and "is in 0442" in elsewhere.reason


@rule("paratroops.C")
def test_it_sails_instead_of_moving():
    game = table({TANKS: "0442", GI: "0342", PANZER: "2922"}, "allied-movement")
    do(game, "move", unit=TANKS, path=["0342"])
    refusal = refused(game, "commit", what="staging", unit=TANKS)
    assert refusal.rule == "paratroops.C" and "instead of moving" in refusal.reason
    sail(game, GI)


@rule("paratroops.C")
def test_only_in_initial_movement():
    game = table({TANKS: "0342", PANZER: "2922"}, "allied-mechanized")
    do(game, "take", unit=TANKS)
    refusal = refused(game, "commit", what="staging", unit=TANKS)
    assert refusal.rule == "paratroops.C" and "Initial Movement Phase" in refusal.reason
    first = table({TANKS: "0342", PANZER: "2922"}, "allied-movement")
    sail(first, TANKS)


@rule("paratroops.C")
def test_a_truck_sails_empty():
    game = table({GI: "0342", TRUCK: "0342", PANZER: "2922"}, "allied-movement")
    loaded = game.fork()
    loaded.state = apply(game.state, Removed(GI, aboard=TRUCK))
    do(loaded, "take", unit=TRUCK)
    refusal = refused(loaded, "commit", what="staging", unit=TRUCK)
    assert refusal.rule == "paratroops.C" and "carries a unit" in refusal.reason
    sail(game, TRUCK)
    assert hex_of(game, TRUCK) == "staging"


@rule("paratroops.C")
def test_it_comes_back_as_a_reinforcement():
    game = table({GI: "0342", MORE_GI: "0342", TRUCK: "0342", PANZER: "2922"}, "allied-movement")
    sail(game, TRUCK)
    sail(game, GI)
    on_to(game, "allied-reinforcement", 4)
    do(game, "place", unit=GI, hex="0342")
    do(game, "place", unit=TRUCK, hex="0342")
    assert hex_of(game, GI) == hex_of(game, TRUCK) == "0342"


# ------------------------------------------------------------------ the optional rules
REHAB = {"rehabilitation": "on"}


def resting(turn: int, **more) -> Game:
    units = {SIXTH: "0342", REHABILITATED: "exchange", GI: "0442", "JUL-G034": "2905"}
    return table(units, "allied-movement", turn=turn, scenario="3.4", **more)


@rule("optional.A")
def test_the_british_paratroops_are_at_full_strength_after_ten_turns_of_rest():
    game = resting(2, options=REHAB)
    sail(game, SIXTH)
    on_to(game, "german-movement", 12)
    assert hex_of(game, SIXTH) == "staging" and hex_of(game, REHABILITATED) == "exchange"
    on_to(game, "allied-movement", 13)
    assert hex_of(game, SIXTH) == "exchange" and hex_of(game, REHABILITATED) == "staging"


@rule("optional.A")
def test_rest_that_is_interrupted_begins_anew():
    game = resting(2, options=REHAB)
    sail(game, SIXTH)
    on_to(game, "allied-reinforcement", 6)
    do(game, "place", unit=SIXTH, hex="0342")
    on_to(game, "allied-movement", 6)
    sail(game, SIXTH)
    on_to(game, "allied-movement", 13)
    assert hex_of(game, SIXTH) == "staging"


@rule("optional.A")
def test_not_without_the_option():
    game = resting(2)
    assert REHABILITATED not in game.board.counters
    sail(game, SIXTH)
    on_to(game, "allied-movement", 13)
    assert hex_of(game, SIXTH) == "staging"


LANDING = {"airlanding": "on"}


@rule("optional.B")
def test_the_airlanding_division_lands_in_the_turn_after_a_drop_on_the_same_hexes():
    game = turned({AIRLANDING: "staging"}, options=LANDING)
    early = refused(game, "place", unit=AIRLANDING, hex=REAL)
    assert "no paratroop" in early.reason
    do(game, "place", unit=FIRST, hex=REAL)
    do(game, "done")
    assert hex_of(game, ZONES[2]) == REAL
    on_to(game, AIRDROP, TURNED + 1)
    assert landings(game, AIRLANDING) == {REAL} | around(game, REAL)
    assert refused(game, "place", unit=EIGHTY_SECOND, hex=REAL).reason
    do(game, "place", unit=AIRLANDING, hex="1342")
    assert hex_of(game, AIRLANDING) == "1342" and hex_of(game, ZONES[2]) == "markers"
    assert game.decision.kind == "airdrop-markers"  # a new cycle may begin now


@rule("optional.B")
def test_it_need_not_land_and_then_its_chance_is_gone():
    game = turned({AIRLANDING: "staging"}, options=LANDING)
    do(game, "place", unit=FIRST, hex=REAL)
    on_to(game, AIRDROP, TURNED + 1)
    do(game, "done")
    assert hex_of(game, ZONES[2]) == "markers" and hex_of(game, AIRLANDING) == "staging"
    assert game.decision.kind == "airdrop-markers"


@rule("optional.B")
def test_it_does_not_follow_where_no_paratroops_dropped():
    game = turned({AIRLANDING: "staging"}, options=LANDING)
    do(game, "done")
    assert hex_of(game, ZONES[2]) == "markers"
    on_to(game, AIRDROP, TURNED + 1)
    assert game.decision.kind == "airdrop-markers"


@rule("optional.B")
def test_nor_without_the_option_or_when_it_is_lost():
    plain = turned()
    do(plain, "place", unit=FIRST, hex=REAL)
    do(plain, "done")
    assert hex_of(plain, ZONES[2]) == "markers"
    lost = turned({AIRLANDING: ELIMINATED.name}, options=LANDING)
    do(lost, "place", unit=FIRST, hex=REAL)
    do(lost, "done")
    assert hex_of(lost, ZONES[2]) == "markers"


@rule("paratroops.procedure")
def test_the_germans_go_over_a_marker_and_the_allies_stack_with_it():
    game = begin_cycle(ready(units={FOOT: "1142"}))
    on_to(game, "german-movement", 2)
    do(game, "move", unit=FOOT, path=["1143"])
    assert hex_of(game, FOOT) == "1143" == hex_of(game, ZONES[0])
