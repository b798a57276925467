"""What computer players go by: threats, tolls, what is held, supply and pull, each beside its twin."""

from __future__ import annotations

from typing import Any

import pytest
from counsel import supplied_from, wants
from sandbox import BLUE, RED, hexes, table

from hexcore.appraisal import BY_ZONE, FACE_DOWN, FAR, IN_DEPTH, SLOPE, Appraisal, pull_of, rings
from hexcore.charts import Costs, compile_costs
from hexcore.events import Removed, StepsLost, apply
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.rules import general
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit


def eyes(game: Game, side: Side = BLUE) -> Appraisal:
    return Appraisal(game.state, side)


def of(game: Game, number: str) -> int:
    return game.board.map.hex(number)


# ------------------------------------------------------------------ threats and strengths
def test_strength_threatens_less_the_farther_it_is() -> None:
    game = table("b1 blue 0101 2-4\nr1 red 0104 10-4")
    threat = eyes(game).threat
    assert [threat.get(of(game, n)) for n in ("0104", "0105", "0106", "0107")] == [10, 10, 7, 4]
    assert of(game, "0304") in threat and of(game, "0504") not in threat
    assert set(eyes(game, RED).threat) == {hex for hex, _ in rings(game.state, of(game, "0101"), 3)}


def test_two_stacks_threaten_together() -> None:
    game = table("b1 blue 0101 2-4\nr1 red 0104 10-4\nr2 red 0106 5-4")
    assert eyes(game).threat[of(game, "0105")] == 15


def test_superiority_is_strength_on_the_map_as_it_now_shows() -> None:
    game = table("b1 blue 0101 6-4\nr1 red 0505 4-4 2\nr2 red - 9-4")
    assert eyes(game).superiority == 1.5 and eyes(game, RED).superiority == pytest.approx(4 / 6)
    game.state = apply(game.state, StepsLost("r1", 1))
    assert eyes(game).superiority == 2.0


def test_a_unit_is_worth_its_steps_and_a_third_of_its_strength() -> None:
    game = table("b1 blue 0101 6-4 2\nr1 red 0505 4-4")
    worth = game.board.rules.unit_worth
    assert worth(game.state, game.state.units["b1"]) == 2 + 6 / 3
    assert worth(game.state, game.state.units["b1"].with_losses(1)) == pytest.approx(1 + 5 / 3)


@general("visibility")
def sly_ones_lie_face_down(state: GameState, unit: Unit, viewer: Side) -> str | None:
    return "back" if unit.counter.kind == "sly" else None


def test_what_lies_face_down_is_guessed_not_known() -> None:
    strong, weak = (f"b1 blue 0101 6-4\nr1 red 0505 {n}-4 3 sly" for n in (9, 1))
    seen = [Appraisal(table(p, sly_ones_lie_face_down).view(BLUE), BLUE) for p in (strong, weak)]
    assert seen[0].theirs == seen[1].theirs and list(seen[0].theirs.values()) == [FACE_DOWN]
    hidden = next(u for u in seen[0].state.units.values() if u.side == RED)
    assert seen[0].state.board.rules.unit_worth(seen[0].state, hidden) == 1 + FACE_DOWN / 3
    assert list(Appraisal(table(strong, sly_ones_lie_face_down).state, BLUE).theirs.values()) == [9.0]


# ------------------------------------------------------------------ tolls
@pytest.mark.parametrize(
    "result, toll",
    [
        (("1", "0"), (1, 0)),
        (("0", "3"), (0, 3)),
        (("0", "e"), (0, 2)),
        (("e", "e"), (5, 2)),
        (("Dr",), None),
        (("1", "D"), None),
        (("1", "0", "0"), None),
    ],
)
def test_results_of_two_numbers_are_priced(result: tuple[str, ...], toll: tuple[float, float] | None) -> None:
    game = table("b1 blue 0101 6-4 3\nb2 blue 0101 6-4 2\nr1 red 0102 4-4 2")
    combat = Combat(0, "attack", BLUE, hexes(game, "0102"), ("b1", "b2"), ("r1",))
    assert game.board.rules.result_toll(game.state, combat, result) == toll


# ------------------------------------------------------------------ what is held
LINE = wants(h0404=2.0)


@pytest.mark.parametrize(
    "others, number, worth",
    [
        ("", "0404", 2.0),
        ("", "0403", 2.0 * BY_ZONE),
        ("", "0402", 0.0),
        ("b2 blue 0405 4-4", "0404", 2.0 * IN_DEPTH),
        ("b2 blue 0405 4-4", "0403", 2.0 * BY_ZONE * IN_DEPTH),
        ("b2 blue 0404 4-4", "0404", 2.0 * IN_DEPTH),
        ("b2 blue 0404 4-4", "0403", 2.0 * BY_ZONE * IN_DEPTH),
        ("b2 blue 0406 4-4", "0403", 2.0 * BY_ZONE),
    ],
)
def test_a_hex_is_held_by_standing_in_it_or_by_a_zone(others: str, number: str, worth: float) -> None:
    """What is held or controlled by another counts in part only."""
    game = table(f"b1 blue 0101 4-4\nr1 red 0701 4-4\n{others}", LINE)
    unit = game.state.units["b1"]
    assert eyes(game).covered((unit,), of(game, number)) == pytest.approx(worth)


def test_a_unit_does_not_count_itself_as_another() -> None:
    game = table("b1 blue 0404 4-4\nr1 red 0701 4-4", LINE)
    unit = game.state.units["b1"]
    assert eyes(game).covered((unit,), of(game, "0404")) == 2.0
    assert eyes(game).covered((unit,), of(game, "0403")) == pytest.approx(2.0 * BY_ZONE)


@general("exerts_zoc")
def trucks_have_none(state: GameState, unit: Unit) -> bool | None:
    return False if unit.counter.kind == "truck" else None


def test_without_a_zone_only_standing_holds() -> None:
    for kind, worth in (("foot", 2.0 * BY_ZONE), ("truck", 0.0)):
        game = table(f"b1 blue 0101 4-4 1 {kind}\nr1 red 0701 4-4", LINE, trucks_have_none)
        assert eyes(game).covered((game.state.units["b1"],), of(game, "0403")) == pytest.approx(worth)


def test_orders_in_thought_change_what_is_held() -> None:
    game = table("b1 blue 0404 4-4\nb2 blue 0101 4-4\nr1 red 0701 4-4", LINE)
    thought, (one, two) = eyes(game), (game.state.units["b1"], game.state.units["b2"])
    here = of(game, "0404")
    assert thought.covered((two,), here) == pytest.approx(2.0 * IN_DEPTH)
    thought.shift(one, of(game, "0701"))
    assert thought.covered((two,), here) == 2.0
    assert thought.stands[here] == 0 and thought.covers[here] == 0


def test_a_unit_off_the_map_holds_nothing() -> None:
    game = table("b1 blue - 4-4\nr1 red 0701 4-4", LINE)
    unit = game.state.units["b1"]
    assert eyes(game).cover(unit, unit.hex) == () and eyes(game).covered((unit,), of(game, "0404")) == 2.0


# ------------------------------------------------------------------ supply
def test_supply_counts_for_a_side_that_has_a_source() -> None:
    game = table("b1 blue 0404 4-4\nr1 red 0701 4-4", supplied_from(blue="0101"))
    assert eyes(game, RED).supplied is None and eyes(table("b1 blue 0404 4-4")).supplied is None
    supplied = eyes(game).supplied
    assert supplied is not None and of(game, "0404") in supplied and of(game, "0701") not in supplied


def test_cut_off_hex_by_hex_is_what_lies_outside_the_net() -> None:
    position = "b1 blue 0404 4-4\nr1 red 0303 1-4\nr2 red 0502 1-4\nr3 red 0103 1-4"
    game = table(position, supplied_from(blue="0101"))
    hexes = range(len(game.board.map))
    one_by_one = {hex for hex in hexes if eyes(game).cut_off(hex)}
    supplied = eyes(game).supplied
    assert supplied is not None and one_by_one == set(hexes) - supplied
    assert of(game, "0404") in one_by_one and of(game, "0101") not in one_by_one
    assert not any(eyes(game, RED).cut_off(hex) for hex in hexes)


# ------------------------------------------------------------------ pull
def test_pull_falls_with_the_way() -> None:
    game = table("b1 blue 0101 4-4\nr1 red 0701 4-4", wants(h0107=3.0))
    pull = eyes(game).pull
    assert pull[of(game, "0107")] == 3.0
    assert pull[of(game, "0105")] == pytest.approx(3.0 - 2 * 2 * SLOPE)


def test_what_is_held_pulls_nobody_but_what_is_not_does() -> None:
    wanted = wants(h0107=3.0, h0701=1.0)
    game = table("b1 blue 0107 4-4\nr1 red 0404 4-4", wanted)
    assert eyes(game).pull[of(game, "0107")] < 1.0 and eyes(game).pull[of(game, "0701")] == 1.0
    assert eyes(game, RED).pull[of(game, "0107")] == 3.0
    game = table("b1 blue 0107 4-4\nr1 red 0404 4-4", wants(h0107=3.0))
    assert set(eyes(game).pull) == {FAR}


def test_without_a_word_of_worth_the_enemy_pulls() -> None:
    game = table("b1 blue 0101 4-4\nr1 red 0404 4-4")
    assert max(range(len(game.board.map)), key=eyes(game).pull.__getitem__) == of(game, "0404")


# ------------------------------------------------------------------ the main arm
@general("mobility")
def by_kind(state: GameState, unit: Unit) -> str:
    return unit.counter.kind


@general("terrain_costs")
def foot_is_slow(hex_map: HexMap, mobility: str) -> Costs:
    return compile_costs(hex_map, lambda _hex, _near, _side: 4 if mobility == "foot" else 1)


def far_pull(game: Game) -> float:
    return pull_of(game.state, BLUE, ((of(game, "0103"), 5.0),))[of(game, "0101")]


def test_the_way_is_counted_on_the_ground_of_most_units() -> None:
    rules: Any = (by_kind, foot_is_slow)
    mixed = "b1 blue 0101 4-4 1 foot\nb2 blue 0101 4-4 1 wheels\nb3 blue 0101 4-4 1 {}\nr1 red 0701 4-4"
    assert far_pull(table(mixed.format("foot"), *rules)) == pytest.approx(5.0 - 8 * SLOPE)
    assert far_pull(table(mixed.format("wheels"), *rules)) == pytest.approx(5.0 - 2 * SLOPE)


def test_one_game_does_not_count_with_the_arm_of_another() -> None:
    """Games on one board share what the board has kept: it must not depend on which game asked first."""
    position = "b1 blue 0101 4-4 1 foot\nb2 blue 0101 4-4 1 foot\nb3 blue 0101 4-4 1 wheels\nr1 red 0701 4-4"
    game = table(position, by_kind, foot_is_slow)
    assert far_pull(game) == pytest.approx(5.0 - 8 * SLOPE)
    for id in ("b1", "b2"):
        game.state = apply(game.state, Removed(id, "eliminated", why="combat"))
    assert far_pull(game) == pytest.approx(5.0 - 2 * SLOPE)
