"""The secret of a carpet bombing (14.5.1): the German player learns nothing of a plan until it is flown."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, listed, refused
from fights import asked, rule
from test_14_carpet_bombing import BOMBED, OTHER, day_before, fly, next_day, on_to_the_attacks, plan, what

from hexcore.codec import StateForm
from hexcore.commitments import bare
from hexcore.game import Game
from hexcore.record import lines_since
from hexcore.state import Commitment
from hexcore.steady import SteadyPlayer
from hexcore.views import view


def blank(game: Game) -> Game:
    """The same game with the hashes of its secrets blotted out: all else must tell nothing."""
    twin = game.fork()
    hidden = tuple(Commitment(c.owner, c.what, "") for c in game.state.commitments)
    twin.state = game.state.evolve(commitments=hidden)
    return twin


def seen_of(game: Game) -> tuple[object, ...]:
    """All a German player has of a game: his view and its hash, the log, undo, the exported lines."""
    shown = view(blank(game).state, "german")
    lines, _ = lines_since(game, 0)
    log = [
        {**line.action, "commitment": ""} if "commitment" in line.action else line.action for line in lines
    ]
    odds = game.ask("victory", "german")
    return StateForm(game.board).dump(shown), shown.digest, shown.hash, log, game.undoable, odds


PLANS = (BOMBED, OTHER, "none")


@rule("14.5.1")
@pytest.mark.parametrize("plans", [PLANS[:2], PLANS[1:], PLANS[::2]])
def test_two_games_that_differ_in_the_plan_alone_look_the_same(plans):
    games = [day_before(choice) for choice in plans]
    assert games[0].state.openings != games[1].state.openings
    assert seen_of(games[0]) == seen_of(games[1])
    for game in games:
        next_day(game)
    assert seen_of(games[0]) == seen_of(games[1])
    for game in games:
        do(game, "done")  # cancelled, or nothing to cancel
        plan(game, "none")
    assert seen_of(games[0]) == seen_of(games[1])
    for game in games:
        next_day(on_to_the_attacks(game))
    assert seen_of(games[0]) == seen_of(games[1])


@rule("14.5.1")
def test_once_flown_the_target_is_known():
    one, other = (next_day(day_before(choice), dice=(5,)) for choice in (BOMBED, OTHER))
    assert seen_of(one) == seen_of(other)
    fly(one), fly(other)
    assert seen_of(one) != seen_of(other)
    assert one.state.note("revealed", what(one)) == BOMBED


@rule("14.5.1")
def test_the_view_has_no_opening_and_no_word_of_the_target():
    game = day_before("A2609")
    shown = view(game.state, "german")
    assert not shown.openings and "A2609" not in repr(StateForm(game.board).dump(shown))
    assert view(game.state, "allied").openings[what(game, 1)][0] == "A2609"


@rule("14.5.1")
@pytest.mark.parametrize("choice", ["none", BOMBED])
def test_a_computer_player_gives_no_reason_that_tells_of_the_plan(choice):
    game = day_before(None)
    for _ in range(2):
        player = SteadyPlayer(1)
        action = player(view(game.state, "allied"), game.legal_actions())
        assert game.refusal(action) is None and player.why == "nobody shall guess it"
        if game.decision.kind == "carpet-plan":
            plan(game, choice)
            next_day(game)
    assert asked(game) == "carpet-bombing allied"


@rule("14.5.1")
def test_another_table_follows_with_the_hash_alone():
    here = day_before(None)
    there = here.fork()
    plan(here, BOMBED)
    there.submit(bare(here.journal[-1].action))
    assert there.state.hash == here.state.hash and not there.state.openings
    for game in (here, there):
        next_day(game, dice=(5,))
    (mission,) = listed(here, "conceal")
    assert not listed(there, "conceal")
    here.submit(mission), there.submit(mission)
    assert here.state.hash == there.state.hash


@rule("14.5.1")
def test_another_hex_than_the_one_planned_is_not_bombed():
    game = next_day(day_before())
    (mission,) = listed(game, "conceal")
    false = {"what": mission.what, "choice": OTHER, "salt": mission.salt}
    refusal = refused(game, "conceal", **false)
    assert refusal.rule == cited("14.5.1") and "not what was planned" in refusal.reason
    game.submit(mission)
