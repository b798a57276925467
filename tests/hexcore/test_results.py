"""Results met in hexes and steps: what rules forbid, who comes last, who finds no room, who goes along."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest
from sandbox import BLUE, RED, at, hexes, plain, table

from hexcore.actions import Choose, Lose, Retreat
from hexcore.advance import AdvanceAfterCombat
from hexcore.asking import ask
from hexcore.codec import DecisionForm
from hexcore.customs import Custom
from hexcore.decisions import Decision
from hexcore.events import Asked, Fought, apply
from hexcore.game import Game
from hexcore.results import EndCombat, FaceResult, RetreatUnits, TakeResult
from hexcore.rules import Mask, Refusal, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

GROUND = plain(7, 7)


@rule({"sandbox": "7.1"}, hook="combat_results")
def attacker_first(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    attacker, defender = combat.result
    return (
        TakeResult(BLUE, "attacker", attacker, "7.1"),
        FaceResult(RED, "defender", defender, "7.1"),
        AdvanceAfterCombat(BLUE, "attacker"),
        EndCombat(BLUE),
    )


@rule({"sandbox": "7.2"}, hook="result_left")
def one_less(state: GameState, combat: Combat, role: str, result: str) -> str | None:
    gone = any(state.note("retreated", id) == combat.id for id in combat.attackers)
    return str(max(int(result) - 1, 0)) if gone and role == "defender" else None


@rule({"sandbox": "7.3"}, hook="may_go_back")
def a_step_at_least(state: GameState, combat: Combat, role: str, points: int, hexes: int) -> str | None:
    return "a step must be lost" if hexes == points else None


@rule({"sandbox": "9.1"}, hook="may_stack")
def two_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "only two units may stand in a hex" if len(units) > 2 else None


@rule({"sandbox": "7.4"}, hook="may_pass")
def never_three(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "two pass no friend" if len(units) > 1 else None


@rule({"sandbox": "7.5"}, hook="crowded_out")
def lost_for_room(state: GameState, unit: Unit, combat: Combat) -> bool:
    return True


@rule({"sandbox": "7.6"}, hook="may_go_along", wrapper=True)
def all_may_join(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> Generator[None, list[Refusal], list[Refusal]]:
    yield
    return []


@rule({"sandbox": "7.8"}, hook="retreat_masks")
def southward(state: GameState, unit: Unit) -> Mask:
    """Column 03 below row 3 alone is open."""
    return Mask("closed", "{hex} is shut", bytes(n not in ("0304", "0305") for n in state.board.map.numbers))


def fought(result: str, reds: list[str], *rules: Any, others: tuple[str, ...] = (), off: str = "") -> Game:
    """b0 in 0302 has fought the Reds listed first in 0303; other Reds stand where they are told."""
    lines = [f"r{n} red {hex} 2-4 2" for n, hex in enumerate((*reds, *others))]
    game = table(
        "\n".join(["b0 blue 0302 4-4 3", *lines]),
        attacker_first,
        *rules,
        hex_map=GROUND,
        off=[off] if off else [],
    )
    target, losers = hexes(game, "0303"), tuple(f"r{n}" for n in range(len(reds)))
    origins = (game.state.units["b0"].hex,)
    combat = Combat(0, "attack", BLUE, target, ("b0",), losers, origins=origins, stage="results")
    state = apply(game.state, Fought(replace(combat, result=tuple(result.split("/")))))
    game.state = apply(state, Asked(state.board.rules.combat_results(state, state.combat)))
    game._settle([])
    return game


def options(game: Game) -> set[str]:
    return {a.option for a in game.legal_actions() if isinstance(a, Choose)}


# ------------------------------------------------------------------ what is left of a number
@pytest.mark.parametrize("hexes_back, left", [("0", "2"), ("1", "1")])
def test_the_side_that_comes_last_faces_what_is_left(hexes_back: str, left: str) -> None:
    game = fought("2/2", ["0303"], one_less)
    game.submit(Choose(hexes_back))
    while game.decision is not None and game.decision.side == BLUE:
        game.submit(game.legal_actions()[0])
    assert isinstance(game.decision, TakeResult) and game.decision.result == left


def test_without_such_a_rule_it_faces_all_of_it() -> None:
    game = fought("2/2", ["0303"])
    game.submit(Choose("1"))
    while game.decision is not None and game.decision.side == BLUE:
        game.submit(game.legal_actions()[0])
    assert isinstance(game.decision, TakeResult) and game.decision.result == "2"


def test_the_waiting_question_is_plain_data() -> None:
    game = fought("2/2", ["0303"])
    waiting = next(d for d in game.state.agenda if isinstance(d, FaceResult))
    form = DecisionForm(game.board)
    assert form.load(form.dump(waiting)) == waiting


@rule({"sandbox": "7.7"}, hook="retreat_masks")
def red_is_held(state: GameState, unit: Unit) -> Mask | None:
    every = b"\1" * len(state.board.map)
    return Mask("closed", "{hex} is shut", every) if unit.side == RED else None


def test_the_odds_expect_the_order_of_the_questions() -> None:
    """At 1-1 one face is 1/1: a Blue that goes back spares a Red that cannot."""
    position = "b0 blue 0302 2-4 3\nr0 red 0303 2-4 3"
    for more, most in (((), "1"), ((one_less,), "5/6")):
        game = table(position, attacker_first, red_is_held, *more, hex_map=GROUND)
        expected = ask(game, "odds", target=["0303"], attackers=["b0"])["expected"]
        assert expected["attacker_steps"] == {"least": "1/3", "most": "0"}
        assert expected["defender_steps"] == {"least": "1", "most": most}
        assert expected["hex_taken"] == {"least": "0", "most": "0"}


# ------------------------------------------------------------------ what must be lost
def test_a_rule_keeps_points_from_being_hexes() -> None:
    game = fought("0/2", ["0303"], a_step_at_least)
    assert options(game) == {"0", "1"}
    assert game.refusal(Choose("2")) == ("7.3", "a step must be lost")
    assert game.refusal(Choose("3")) == ("7.1", "so many hexes cannot be retreated by all these units")
    assert options(fought("0/2", ["0303"])) == {"0", "1", "2"}


# ------------------------------------------------------------------ room
def test_all_or_none_where_nothing_is_said() -> None:
    game = fought("0/1", ["0303", "0303"], two_to_a_hex, southward, others=("0304",))
    assert game.decision is not None and game.decision.kind == "lose-steps"


def test_who_finds_no_room_is_lost_where_a_rule_says_so() -> None:
    game = fought("0/1", ["0303", "0303"], two_to_a_hex, southward, lost_for_room, others=("0304",))
    assert isinstance(game.decision, TakeResult)
    assert game.decision.choices(game.state) == [0, 1] and game.decision.safe(game.state) == [0]
    game.submit(Choose("1"))
    game.submit(Retreat(("r1",), hexes(game, "0304")))
    assert (at(game, "r1"), at(game, "r0")) == ("0304", "eliminated")


def test_a_retreat_for_nobody_is_not_offered() -> None:
    game = fought("0/1", ["0303"], two_to_a_hex, southward, lost_for_room, others=("0304", "0304"))
    assert game.decision is None or not isinstance(game.decision, TakeResult)
    assert game.state.units["r0"].losses == 1


def test_with_room_for_all_nobody_is_lost() -> None:
    game = fought("0/1", ["0303", "0303"], two_to_a_hex, southward, lost_for_room)
    game.submit(Choose("1"))
    while game.decision is not None and isinstance(game.decision, RetreatUnits):
        game.submit(game.legal_actions()[0])
    assert at(game, "r0") == at(game, "r1") == "0304"


def test_a_rule_keeps_a_stack_from_passing_a_friend() -> None:
    game = fought("0/2", ["0303", "0303"], southward, never_three, others=("0304",))
    game.submit(Choose("2"))
    path = hexes(game, "0304", "0305")
    assert game.refusal(Retreat(("r0", "r1"), path)) == ("7.4", "two pass no friend")
    assert game.refusal(Retreat(("r0",), path)) is None


# ------------------------------------------------------------------ company
def joined(*rules: Any, others: tuple[str, ...] = ("0304", "0306")) -> Game:
    game = fought("0/2", ["0303"], southward, *rules, others=others)
    game.submit(Choose("2"))
    return game


def test_bystanders_stay_where_nothing_is_said() -> None:
    game = fought("0/2", ["0303", "0303"], southward, others=("0304",))
    game.submit(Choose("2"))
    found = game.refusal(Retreat(("r0", "r2"), hexes(game, "0304", "0305")))
    assert found == ("7.1", "r2 does not have to retreat")


def test_a_bystander_goes_along_from_his_own_hex() -> None:
    game = joined(all_may_join)
    path = hexes(game, "0304", "0305")
    assert set(game.legal_actions()) == {Retreat(("r0",), path), Retreat(("r0", "r1"), path)}
    found = game.refusal(Retreat(("r0", "r2"), path))
    assert found is not None and "no bystander" in found.reason
    game.submit(Retreat(("r0", "r1"), path))
    assert (at(game, "r0"), at(game, "r1"), at(game, "r2")) == ("0305", "0305", "0306")
    assert game.state.note("retreated", "r1") is None


def test_company_needs_room() -> None:
    for others, full in ((("0304", "0305"), True), (("0304", "0306"), False)):
        game = fought("0/2", ["0303"], southward, all_may_join, two_to_a_hex, others=others)
        game.state = apply(game.state, Asked((RetreatUnits(RED, "defender", 2, ("r0",), "7.1"),)))
        found = game.refusal(Retreat(("r0", "r1"), hexes(game, "0304", "0305")))
        assert found == (("9.1", "only two units may stand in a hex") if full else None)


# ------------------------------------------------------------------ customs
@rule({"sandbox": "8.1"}, custom=Custom.ALL_LOST)
def e_is_all() -> None:
    """An e takes every step."""


@rule({"sandbox": "8.2"}, custom=Custom.APART)
def each_his_way() -> None:
    """Units of a stack go different ways."""


@pytest.mark.parametrize("off, left", [("", -1), ("8.1", 2)])
def test_an_e_takes_all_while_its_rule_holds(off: str, left: int) -> None:
    game = fought("0/e", ["0303"], e_is_all, off=off)
    assert game.state.units["r0"].hex == (left if left < 0 else game.board.map.hex("0303"))


@pytest.mark.parametrize("off", ["", "8.2"])
def test_a_stack_goes_apart_while_its_rule_holds(off: str) -> None:
    game = fought("0/1", ["0303", "0303"], each_his_way, off=off)
    game.submit(Choose("1"))
    alone = game.refusal(Retreat(("r0",), hexes(game, "0304")))
    assert alone == (("7.1", "the units of a stack retreat together") if off else None)
    assert any(len(a.units) == 1 for a in game.legal_actions() if isinstance(a, Retreat)) == (not off)
    assert game.refusal(Retreat(("r0", "r1"), hexes(game, "0304"))) is None


def test_losses_of_a_result_in_order() -> None:
    game = fought("0/1", ["0303", "0303"])
    game.submit(Choose("0"))
    game.submit(Lose("r1"))
    assert (game.state.units["r0"].losses, game.state.units["r1"].losses) == (0, 1)
