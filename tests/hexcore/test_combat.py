"""Combat: declared, mustered, supported, weighed, fought, and what follows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from sandbox import BLUE, RED, TABLE, at, hexes, table

from hexcore.actions import (
    Action,
    AddAttacker,
    Advance,
    Attack,
    Choose,
    Commit,
    Declare,
    Done,
    Lose,
    Retreat,
)
from hexcore.attacks import attackers_of, targets_of
from hexcore.charts import CombatResultsTable, DieTable, ratio_of
from hexcore.events import Event, Marked, Noted, Rolled, StepsLost
from hexcore.game import Game, IllegalAction, TypedDice
from hexcore.odds import weigh
from hexcore.rules import DieModifier, Factor, Refusal, Shift, rule
from hexcore.state import Combat, GameState, Pledge
from hexcore.tables import DataError
from hexcore.units import Side, Unit

DUEL = """
    b1 blue 0303 4-6 3
    r1 red  0304 3-4 3
"""
TWO_ON_ONE = """
    b1 blue 0303 4-6 2
    b2 blue 0403 2-6 2
    b3 blue 0101 9-6
    r1 red  0304 3-4 3
    r2 red  0404 3-4 2
    r3 red  0707 3-4
"""


def fight(position: str, *rules: Any, dice: Any = (), **more: Any) -> Game:
    return table(position, *rules, phase="blue-combat", dice=dice, **more)


def attack(game: Game, target: str, *attackers: str, **support: Any) -> list[Event]:
    return game.submit(Attack(hexes(game, target), attackers, support))


def refused(game: Game, action: Action) -> Refusal:
    found = game.refusal(action)
    assert found is not None and found.reason
    return found


def declared_odds(game: Game, target: str, *attackers: str) -> Any:
    """The odds of an attack as they stand when it is declared."""
    state = game.state
    defenders = tuple(u.id for u in state.at(*hexes(game, target)))
    combat = Combat(0, "attack", BLUE, hexes(game, target), attackers, defenders)
    return weigh(state.evolve(combats=(combat,)), combat)


# ------------------------------------------------------------------ declaring
def test_what_may_be_attacked_and_by_whom() -> None:
    game = fight(TWO_ON_ONE)
    assert targets_of(game.state, BLUE) == sorted(hexes(game, "0304", "0404"))
    assert [u.id for u in attackers_of(game.state, BLUE, hexes(game, "0304"))] == ["b1", "b2"]
    assert game.legal_actions() == [Done(), *(Declare((h,)) for h in sorted(hexes(game, "0304", "0404")))]


@pytest.mark.parametrize(
    "action, reason",
    [
        (Declare(()), "name the hexes to attack"),
        (Declare((17, 17)), "each once"),
        (Declare((0,)), "no enemy unit stands in 0101"),
        (Attack((17,), ()), "needs at least one attacker"),
        (Attack((17,), ("b3",)), "does not stand next to 0304"),
        (Attack((17,), ("b1", "b1")), "in this attack already"),
        (Attack((17,), ("r2",)), "no unit of yours"),
        (Attack((17,), ("b1",), {"air": 1}), "'air' cannot be committed"),
        (AddAttacker("b1"), "takes declare or attack or done"),
        (Lose("b1"), "takes declare"),
    ],
)
def test_attacks_that_are_none(action: Action, reason: str) -> None:
    game = fight(TWO_ON_ONE)
    assert hexes(game, "0304") == (17,)
    state = game.state
    assert reason in refused(game, action).reason
    with pytest.raises(IllegalAction):
        game.submit(action)
    assert game.state is state


def test_attackers_are_added_one_by_one() -> None:
    game = fight(TWO_ON_ONE)
    game.submit(Declare(hexes(game, "0304")))
    assert game.decision.kind == "muster"
    assert "needs at least one attacker" in refused(game, Done()).reason
    game.submit(AddAttacker("b1"))
    assert AddAttacker("b1") not in game.legal_actions() and AddAttacker("b2") in game.legal_actions()
    assert game.undo() == AddAttacker("b1")
    assert AddAttacker("b1") in game.legal_actions()


def test_an_attack_on_two_hexes_is_made_by_units_next_to_both() -> None:
    game = fight(TWO_ON_ONE, dice=TypedDice())
    game.submit(Declare(hexes(game, "0304")))
    assert Declare(hexes(game, "0404")) in game.legal_actions()
    game.submit(Declare(hexes(game, "0404")))
    assert game.state.combat.targets == hexes(game, "0304", "0404")
    assert game.state.combat.defenders == ("r1", "r2")
    assert "is no further enemy-held hex" in refused(game, Declare(hexes(game, "0404"))).reason
    assert [u.id for u in attackers_of(game.state, BLUE, hexes(game, "0304", "0404"))] == ["b2"]
    assert "each attacker must touch every hex" in refused(game, AddAttacker("b1")).reason
    game.submit(AddAttacker("b2"))
    game.submit(Done())
    assert game.state.combat.stage == "made" and game.state.combat.origins == hexes(game, "0403")


def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    """b1 attacks r1 and both stand: r2 may still be attacked by b2, and r1 by nobody."""
    game = fight(TWO_ON_ONE, dice=[1])
    attack(game, "0304", "b1")  # 4 to 3 is 1-1, a 1: 1/0
    while game.decision.kind != "combat-phase":
        game.submit(next(a for a in game.legal_actions() if a != Choose("1")))
    assert "already been attacked" in refused(game, Declare(hexes(game, "0304"))).reason
    assert "already attacked" in refused(game, Attack(hexes(game, "0404"), ("b1",))).reason
    assert Declare(hexes(game, "0404")) in game.legal_actions()


# ------------------------------------------------------------------ odds
@given(st.integers(0, 40), st.integers(0, 40))
def test_odds_are_rounded_for_the_defender_and_stay_on_the_table(attacker: int, defender: int) -> None:
    column = TABLE.columns[TABLE.column(attacker, defender)]
    ratio = Fraction(attacker, max(defender, 1))
    assert ratio_of(column) <= max(ratio, ratio_of(TABLE.columns[0]))
    better = [c for c in TABLE.columns if ratio_of(c) <= ratio]
    assert column == max(better, key=ratio_of, default=TABLE.columns[0])


@pytest.mark.parametrize(
    "attacker, defender, column", [(26, 9, "2-1"), (9, 3, "3-1"), (1, 9, "1-2"), (99, 1, "4-1")]
)
def test_columns(attacker: int, defender: int, column: str) -> None:
    assert TABLE.columns[TABLE.column(attacker, defender)] == column


@pytest.mark.parametrize(
    "cells, complaint",
    [
        ([(1, "1-1", ("0",)), (2, "2-1", ("0",))], "holes"),
        ([(1, "1-1", ("0",)), (1, "1-1", ("1",))], "doubles"),
        ([(1, "even", ("0",))], "not an odds column"),
        ([(1, "1-0", ("0",))], "not an odds column"),
    ],
)
def test_a_table_with_holes_is_a_fault(cells: Any, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        CombatResultsTable.read(cells, "here")


def test_a_die_stays_on_the_table() -> None:
    assert TABLE.entry(4, 9) == TABLE.entry(4, 6) == ("0", "e")
    assert TABLE.entry(-3, -2) == TABLE.entry(0, 1) == ("2", "0")
    weather = DieTable({("clear", 1): "clear", ("clear", 2): "storms"})
    assert weather.result("clear", 0) == "clear" and weather.result("clear", 7) == "storms"


@rule({"sandbox": "7.3"}, hook="strength_factors")
def halved_and_halved_again(state: GameState, combat: Combat, unit: Unit) -> list[Factor]:
    if unit.side == RED:
        return []
    return [Factor(Fraction(1, 2), "unsupplied", 0), Factor(Fraction(1, 2), "across a river", 1)]


def test_fractions_are_rounded_up_after_each_stage_unit_by_unit() -> None:
    """Half of five is three, and half of three is two: 5 counts 2, where a quarter at once would count 2 too;
    9 counts 5 and then 3, where a quarter at once would count 2 and a bit, up to 3; 2 counts 1 and 1."""
    game = fight(
        "b1 blue 0303 5-6\nb2 blue 0403 9-6\nb3 blue 0303 2-6\nr1 red 0304 3-4", halved_and_halved_again
    )
    odds = declared_odds(game, "0304", "b1", "b2", "b3")
    assert [u.used for u in odds.units] == [2, 3, 1, 3]
    assert [u.printed for u in odds.units] == [5, 9, 2, 3]
    assert (odds.attack, odds.defence, odds.column) == (6, 3, "2-1")
    assert [(f.text, f.rule) for f in odds.units[0].factors] == [
        ("unsupplied", "7.3"),
        ("across a river", "7.3"),
    ]
    assert odds.units[3].factors == ()


@rule({"sandbox": "7.4"}, hook="combat_shifts")
def dug_in(state: GameState, combat: Combat) -> list[Shift]:
    return [Shift(-1, "dug in"), Shift(-1, "on the hill")]


@rule({"sandbox": "7.5"}, hook="die_modifiers")
def luck(state: GameState, combat: Combat) -> DieModifier:
    return DieModifier(2, "luck")


@rule({"sandbox": "7.6"}, hook="fixed_column")
def air_strike(state: GameState, combat: Combat) -> str | None:
    return "4-1" if combat.pledged("air") else None


def test_shifts_and_modifiers_are_itemised() -> None:
    odds = declared_odds(fight(TWO_ON_ONE, dug_in, luck), "0304", "b1", "b2")
    assert (odds.column, odds.final_column) == ("2-1", "1-2")
    assert [(s.columns, s.rule) for s in odds.shifts] == [(-1, "7.4"), (-1, "7.4")]
    assert odds.modifiers == (DieModifier(2, "luck", "7.5"),)
    assert odds.entry(1) == TABLE.entry(0, 3)
    outcomes = odds.outcomes()
    assert sum(p for _, _, p in outcomes) == 1 and len(outcomes) == 6
    assert outcomes[5][1] == TABLE.entry(0, 6)


def test_a_fixed_column_beats_odds_and_shifts() -> None:
    game = fight(TWO_ON_ONE, dug_in, air_strike)
    combat = Combat(0, "attack", BLUE, hexes(game, "0304"), ("b1",), ("r1",), pledges=(Pledge("air", BLUE),))
    odds = weigh(game.state, combat)
    assert odds.column == odds.final_column == "4-1" and odds.shifts == ()


# ------------------------------------------------------------------ support
@rule({"sandbox": "7.7"}, hook="combat_support")
def one_air_point(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [] if combat.pledged("air", side) else [Commit("air"), *([Commit("fort")] if side == RED else [])]


@rule({"sandbox": "7.8"}, hook="pledged")
def it_is_spent(state: GameState, combat: Combat, action: Any) -> list[Event]:
    return [Noted("game", "air spent", combat.pledges[-1].side, action.amount)]


@rule({"sandbox": "7.9"}, hook="combat_opens")
def an_attack_costs_supply(state: GameState, combat: Combat) -> list[Event]:
    return [Marked("supply used", "b1")]


def test_each_side_commits_before_the_dice() -> None:
    game = fight(DUEL, one_air_point, it_is_spent, an_attack_costs_supply, dice=TypedDice())
    game.submit(Declare(hexes(game, "0304")))
    game.submit(AddAttacker("b1"))
    assert game.state.marker("supply used", "b1") == 0
    game.submit(Done())
    assert game.state.marker("supply used", "b1") == 1
    assert (game.to_decide, game.decision.kind) == (BLUE, "support")
    assert game.legal_actions() == [Done(), Commit("air")]
    assert "cannot be committed" in refused(game, Commit("fort")).reason
    game.submit(Commit("air"))
    assert game.state.note("air spent", BLUE) == 1
    assert game.to_decide == RED  # nothing is left for Blue to commit
    game.submit(Commit("fort"))
    assert game.to_decide == RED
    game.submit(Done())
    assert game.to_decide == "chance"
    assert game.state.combat.pledges == (Pledge("air", BLUE), Pledge("fort", RED))


def test_a_whole_attack_with_what_is_committed() -> None:
    game = fight(DUEL, one_air_point, dice=TypedDice())
    attack(game, "0304", "b1", air=1)
    assert game.state.combat.pledged("air") == (Pledge("air", BLUE),)
    assert game.to_decide == RED and game.decision.kind == "support"


# ------------------------------------------------------------------ results
def test_the_defender_chooses_between_hexes_and_steps() -> None:
    game = fight(DUEL, dice=[6])  # 4 to 3 is 1-1, a 6: 0/2
    events = attack(game, "0304", "b1")
    (roll,) = [e for e in events if isinstance(e, Rolled)]
    assert roll.dice == (6,) and roll.text == "4 : 3, 1-1 → 0/2"
    assert game.state.combat.result == ("0", "2") and game.state.combat.strengths == (4, 3)
    assert (game.to_decide, game.decision.kind) == (RED, "take-result")
    assert game.legal_actions() == [Choose("0"), Choose("1"), Choose("2")]
    assert "cannot be retreated" in refused(game, Choose("3")).reason
    game.submit(Choose("1"))
    assert game.state.units["r1"].losses == 1  # the only unit loses the step at once
    assert game.decision.kind == "retreat-units"


def test_steps_are_lost_one_at_a_time_by_choice() -> None:
    game = fight(
        "b1 blue 0303 9-6\nr1 red 0304 2-4 2\nr2 red 0304 1-4 2", dice=[4]
    )  # 9 to 3 is 3-1, a 4: 0/2
    attack(game, "0304", "b1")
    game.submit(Choose("0"))
    assert game.legal_actions() == [Lose("r1"), Lose("r2")]
    game.submit(Lose("r2"))
    assert game.state.units["r2"].losses == 1
    assert "takes no part" in refused(game, Lose("b1")).reason
    game.submit(Lose("r2"))
    assert at(game, "r2") == "eliminated" and at(game, "r1") == "0304"
    assert game.decision.kind == "combat-phase" and game.state.combats == ()


def test_e_eliminates_all_and_the_victor_may_advance_two_hexes() -> None:
    game = fight("b1 blue 0303 9-6\nr1 red 0304 2-4 2", dice=[6])  # 4-1, a 6: 0/e
    events = attack(game, "0304", "b1")
    assert [e.losses for e in events if isinstance(e, StepsLost)] == [1, 2]
    assert at(game, "r1") == "eliminated"
    assert (game.to_decide, game.decision.kind) == (BLUE, "advance-after-combat")
    paths = {a.path for a in game.legal_actions() if isinstance(a, Advance)}
    assert hexes(game, "0304") in paths and hexes(game, "0304", "0305") in paths
    assert all(path[0] == hexes(game, "0304")[0] and len(path) <= 2 for path in paths)
    assert "vacated hex" in refused(game, Advance(("b1",), hexes(game, "0203"))).reason
    game.submit(Advance(("b1",), hexes(game, "0304", "0305")))
    assert at(game, "b1") == "0305" and game.decision.kind == "combat-phase"


def test_an_advance_follows_the_retreat() -> None:
    game = fight(DUEL, dice=[6])
    attack(game, "0304", "b1")
    game.submit(Choose("2"))
    retreat = Retreat(("r1",), hexes(game, "0305", "0306"))
    assert retreat in game.legal_actions()
    game.submit(retreat)
    assert at(game, "r1") == "0306" and game.state.combat.paths == (hexes(game, "0304", "0305", "0306"),)
    ways = [a.path for a in game.legal_actions() if isinstance(a, Advance)]
    assert ways == [hexes(game, "0304"), hexes(game, "0304", "0305")]  # not into the enemy
    game.submit(Done())
    assert game.state.combats == () and at(game, "b1") == "0303"


def test_the_attacker_suffers_his_number_too() -> None:
    game = fight(DUEL, dice=[2])  # 1-1, a 2: 1/1
    attack(game, "0304", "b1")
    game.submit(Choose("0"))
    assert (game.to_decide, game.decision.kind) == (BLUE, "take-result")
    game.submit(Choose("0"))
    assert [game.state.units[id].losses for id in ("b1", "r1")] == [1, 1]
    assert game.decision.kind == "combat-phase"


def test_a_unit_that_cannot_go_back_loses_steps_instead() -> None:
    """r1 stands in the corner, every way out of it in a hex of Blue's."""
    corner = "b1 blue 0102 9-6\nb2 blue 0201 1-6\nr1 red 0101 1-4 3"
    game = fight(corner, dice=[4])
    attack(game, "0101", "b1")  # 9 to 1 is 4-1, a 4: 0/3, with nothing to choose
    assert at(game, "r1") == "eliminated" and game.state.units["r1"].losses == 3


@rule({"sandbox": "10.1"}, hook="lost_step")
def mourned(state: GameState, unit: Unit, combat: Combat | None) -> list[Event]:
    return [Noted("turn", "mourned", unit.id, unit.losses)]


@rule({"sandbox": "10.2"}, hook="combat_closes")
def tired(state: GameState, combat: Combat) -> list[Event]:
    return [Marked("tired", id) for id in combat.attackers]


def test_rules_hear_of_losses_and_of_the_end() -> None:
    game = fight(DUEL, mourned, tired, dice=[5])  # 1-1, a 5: 0/1
    attack(game, "0304", "b1")
    game.submit(Choose("0"))
    assert game.state.note("mourned", "r1") == 1 and game.state.marker("tired", "b1") == 1


# ------------------------------------------------------------------ who defends
@rule({"sandbox": "7.9"}, hook="defends")
def not_the_train(state: GameState, unit: Unit) -> bool | None:
    return False if unit.counter.kind == "train" else None


def test_a_unit_that_defends_nothing_is_left_out() -> None:
    position = "b1 blue 0303 4-6\nr1 red 0304 3-4\nr2 red 0304 1-4 1 train\nr3 red 0302 1-4 1 train"
    game = table(position, not_the_train, phase="blue-combat")
    assert targets_of(game.state, BLUE) == list(hexes(game, "0304"))
    game.submit(Declare(hexes(game, "0304")))
    assert game.state.combat.defenders == ("r1",)
    with pytest.raises(IllegalAction):
        table(position, not_the_train, phase="blue-combat").submit(Declare(hexes(game, "0302")))
