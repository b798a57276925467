"""What a side may see: hidden units from behind or not at all, secrets kept, hashes that tell nothing."""

from __future__ import annotations

import random

import pytest
from crossing import RULESET as CROSSING
from sandbox import BLUE, RED, hexes, table

from hexcore.commitments import Secret
from hexcore.events import Asked, Fought, Marked, Moved, Noted, Removed, apply
from hexcore.examination import texts_in
from hexcore.game import Game, SeededDice
from hexcore.movement_phase import InHand
from hexcore.players import seated, step
from hexcore.rules import rule
from hexcore.state import Combat, GameState, Pledge
from hexcore.units import Side, Unit
from hexcore.views import digest_of, view

POSITION = """
    b1 blue 0101 2-4
    r1 red  0404 3-4 1 scout
    r2 red  0505 3-4 1 spy
    r3 red  0606 3-4
    r4 red  0303 3-4 1 scout
    r5 red  0303 3-4
"""


@rule({"sandbox": "8.6"}, hook="visibility")
def scouts_and_spies(state: GameState, unit: Unit, viewer: Side) -> str | None:
    return {"scout": "back", "spy": "absent"}.get(unit.counter.kind)


def field() -> Game:
    return table(POSITION, scouts_and_spies)


def test_in_an_open_game_a_view_is_the_table_itself() -> None:
    game = table(POSITION)
    seen = view(game.state, BLUE)
    assert seen == game.state and seen.hash == game.state.hash and seen.units is game.state.units
    assert view(game.state, RED).agenda == ()


def test_a_side_sees_its_own_units() -> None:
    state = field().state
    assert view(state, RED).units == state.units


def test_hidden_units_are_seen_from_behind_or_not_at_all() -> None:
    seen = view(field().state, BLUE)
    assert set(seen.units) == {"b1", "r3", "r5", "hidden-1", "hidden-2"}
    backs = [seen.units[id] for id in ("hidden-1", "hidden-2")]
    assert {seen.board.map.numbers[u.hex] for u in backs} == {"0303", "0404"}
    assert all(u.side == RED and u.counter.kind == "hidden" and u.counter.steps == () for u in backs)
    assert set(seen.at(*hexes(field(), "0303"))) == {seen.units["r5"], backs[0]}


def test_the_numbers_of_backs_tell_nothing() -> None:
    """r1 and r4 changed about: Blue sees the very same."""
    state = field().state
    one, other = state.units["r1"].hex, state.units["r4"].hex
    swapped = apply(apply(state, Moved(("r1",), other)), Moved(("r4",), one))
    assert swapped.hash != state.hash
    assert view(swapped, BLUE).hash == view(state, BLUE).hash
    assert view(swapped, BLUE).units == view(state, BLUE).units
    absent = apply(state, Moved(("r2",), 0))
    assert view(absent.evolve(control=state.control), BLUE).units == view(state, BLUE).units


def test_what_lies_on_hidden_units_is_hidden_with_them() -> None:
    state = field().state
    for id in ("r1", "r2", "r3"):
        state = apply(apply(state, Marked("disrupted", id)), Noted("phase", "spent", id, 3))
    seen = view(state, BLUE)
    assert seen.markers == {("disrupted", "r3"): 1}
    assert seen.notes == {("phase", "spent", "r3"): 3}
    assert seen.digest == digest_of(seen) != state.digest


def test_what_a_hidden_unit_carries_is_not_there() -> None:
    state = apply(field().state, Removed("r3", aboard="r1"))
    assert "r3" not in view(state, BLUE).units
    assert "r1" not in set(texts_in(view(state, BLUE)))
    assert "r3" in view(apply(state, Removed("r3", aboard="r5")), BLUE).units


def test_a_combat_does_not_name_hidden_units() -> None:
    combat = Combat(
        0, "attack", RED, (0,), ("r1", "r3"), ("b1",), pledges=(Pledge("fire", RED, "r2"), Pledge("air", RED))
    )
    seen = view(apply(field().state, Fought(combat)), BLUE)
    assert seen.combat.attackers == ("r3",) and seen.combat.defenders == ("b1",)
    assert seen.combat.pledges == (Pledge("air", RED),)


def test_of_the_agenda_a_side_sees_its_own_questions_on_top() -> None:
    state = field().state
    mine, theirs = Secret(BLUE, "plan", ("a",)), InHand(RED, ("r1",))
    state = apply(apply(state, Asked((theirs,))), Asked((mine,)))
    assert view(state, BLUE).agenda == (mine,)
    assert view(state, RED).agenda == ()


@pytest.mark.parametrize("seed", range(3))
def test_green_cannot_tell_which_ambush_is_real_or_which_marker_is_which(seed: int) -> None:
    """Two games of the crossing that differ only in the secret, played alike: what Green sees is the same."""
    board = CROSSING.board("ford")
    games = [Game.start(board, SeededDice(seed)) for _ in range(2)]
    source = random.Random(seed)
    while not any(game.decision.kind == "reveal" for game in games):
        listed = [game.legal_actions() for game in games]
        assert listed[0] == listed[1]
        choice = source.choice(listed[0])
        for n, game in enumerate(games):
            game.submit(listed[n][n] if choice.kind == "conceal" else choice)
        real, false = (view(game.state, Side("green")) for game in games)
        assert real.evolve(commitments=()) == false.evolve(commitments=())
        assert real.evolve(commitments=()).hash == false.evolve(commitments=()).hash
        if games[0].to_decide == "green":
            listed_there = [list(seen.agenda[0].options(seen)) for seen in (real, false)]
            assert listed_there[0] == listed_there[1] == games[0].legal_actions()
    assert games[0].state.openings["ambush"][0] != games[1].state.openings["ambush"][0]


def test_after_the_reveal_everybody_sees_the_same_markers() -> None:
    game = Game.start(CROSSING.board("ford"), SeededDice(1))
    players = seated("passive", game.board.sides, 1)
    while game.state.turn < 4 or game.decision.kind == "reveal":
        step(game, players)
    seen = view(game.state, Side("green"))
    assert seen.units == game.state.units and game.state.note("revealed", "ambush") in seen.units
    assert game.state.commitments == ()
