"""What is counted in a game, in all and turn by turn; and that many games leave nothing behind."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from crossing import RULESET as CROSSING
from hill import BLUE, RED, RULESET as HILL
from kept_games import MOST_KEPT, growth

from hexcore.actions import Commit, PutDown
from hexcore.asking import ask
from hexcore.events import Event, Fought, Moved, Placed, Removed, StepsLost
from hexcore.game import Game, SeededDice
from hexcore.players import play_out, seated, step
from hexcore.simulate import play_one
from hexcore.state import Combat, GameState, Pledge
from hexcore.tally import SideTurn, Tally, Watched, standing
from hexcore.units import ELIMINATED, Aboard, Box


def opening() -> GameState:
    return Game.start(HILL.board("battle")).state


def told(*events: Event, state: GameState | None = None) -> tuple[Tally, Mapping[str, SideTurn]]:
    """What the events of one turn add up to, in all and by side."""
    at = state or opening()
    tally = Tally(at)
    for event in events:
        tally.happened(event)
    tally.turn_over(at)
    return tally, {turn.side: turn for turn in tally.turns}


def test_what_is_counted_in_all() -> None:
    tally = Tally(opening())
    tally.answered(Commit("air", amount=2))
    combat = Combat(0, "attack", BLUE, (3,))
    for event in (
        Moved(("1-guards", "2-guards"), 4, "retreat"),
        StepsLost("1-guards", 1),
        StepsLost("1-guards", 0),
        Removed("8-line", "eliminated"),
        Removed("2-guards", aboard="1-guards"),
        Fought(combat),
        Fought(Combat(0, "attack", BLUE, (3,), pledges=(Pledge("air", BLUE, amount=2),))),
        Fought(Combat(0, "attack", BLUE, (3,), pledges=(Pledge("air", BLUE, amount=2),), stage="over")),
        Fought(Combat(1, "overrun", BLUE, (3,))),
    ):
        tally.happened(event)
    assert {k: n for k, n in tally.counts.items() if ":" in k or k.startswith("steps")} == {
        "commit:air": 2,
        "moved:retreat": 2,
        "steps-lost": 2,
        "steps-regained": 1,
        "removed:eliminated": 1,
        "removed:aboard": 1,
        "combat:attack": 1,
        "combat:overrun": 1,
        "pledge:air": 2,
    }


def test_moves_and_attacks_are_their_sides() -> None:
    _, by_side = told(
        Moved(("1-guards", "2-guards"), 4, "move"),
        Moved(("7-line",), 5, "retreat"),
        Fought(Combat(0, "attack", BLUE, (3,))),
        Fought(Combat(0, "attack", BLUE, (3,), stage="over")),
        Fought(Combat(1, "attack", RED, (3,))),
        Fought(Combat(2, "overrun", RED, (3,))),
    )
    assert (by_side[BLUE].hexes_entered, by_side[RED].hexes_entered) == (2, 1)
    assert (by_side[BLUE].attacks, by_side[RED].attacks) == (1, 2)


@pytest.mark.parametrize(
    "events, units_lost, steps_lost, steps_regained",
    [
        ([StepsLost("7-line", 1)], 0, 1, 0),
        ([StepsLost("7-line", 1), StepsLost("7-line", 2), Removed("7-line", "eliminated")], 1, 2, 0),
        ([Removed("7-line", "eliminated")], 1, 2, 0),  # whole, with both its steps
        ([StepsLost("7-line", 1), Removed("7-line", "eliminated")], 1, 2, 0),
        ([StepsLost("7-line", 1), StepsLost("7-line", 0)], 0, 1, 1),
        ([Removed("7-line", "eliminated"), StepsLost("7-line", 1), Placed("7-line", 3)], 1, 2, 1),
        ([Removed("7-line", "exited"), Removed("8-line", aboard="7-line")], 0, 0, 0),
    ],
)
def test_losses(events: list[Event], units_lost: int, steps_lost: int, steps_regained: int) -> None:
    _, by_side = told(*events)
    red, blue = by_side[RED], by_side[BLUE]
    assert (red.units_lost, red.steps_lost, red.steps_regained) == (units_lost, steps_lost, steps_regained)
    assert (blue.units_lost, blue.steps_lost, blue.steps_regained) == (0, 0, 0)


@pytest.mark.parametrize(
    "events, arrived, gone",
    [
        ([Removed("7-line", "exited")], 0, 1),
        ([Removed("7-line", "exited"), Removed("7-line", "pool")], 0, 1),  # from one box to another
        ([Removed("7-line", "exited"), Placed("7-line", 3)], 1, 1),
        ([Placed("7-line", 3, "displaced")], 0, 0),  # from the map to the map
        ([Removed("7-line", aboard="8-line"), Placed("7-line", 3)], 0, 0),
        ([Removed("7-line", "eliminated"), Placed("7-line", 3)], 1, 0),
    ],
)
def test_coming_and_going(events: list[Event], arrived: int, gone: int) -> None:
    _, by_side = told(*events)
    assert (by_side[RED].units_arrived, by_side[RED].units_gone) == (arrived, gone)


def test_how_a_side_stands() -> None:
    state = opening()
    assert standing(state, BLUE) == {"units": 2, "steps": 4, "strength": 8, "hexes_held": 2}
    guards, line = state.units["1-guards"], state.units["8-line"]
    changed = state.with_units([
        guards.with_losses(1),
        state.units["2-guards"].put(ELIMINATED),
        line.put(Aboard("7-line")),
    ])  # fmt: skip
    assert standing(changed, BLUE) == {"units": 1, "steps": 1, "strength": 2, "hexes_held": 2}
    assert standing(changed, RED)["units"] == 2
    gone = changed.with_units([changed.units["7-line"].put(Box("exited"))])
    assert standing(gone, RED) == {"units": 0, "steps": 0, "strength": 0, "hexes_held": 2}


def test_the_last_row_is_the_game_as_it_ended() -> None:
    board = CROSSING.board("ford")
    game = Watched.start(board, SeededDice(3))
    assert isinstance(game, Watched)
    play_out(game, seated("random", board.sides, 3))
    assert [turn.turn for turn in game.tally.turns] == [
        t for t in range(1, game.state.turn + 1) for _ in "12"
    ]
    last = {turn.side: turn for turn in game.tally.turns[-2:]}
    for side, scored in ask(game, "victory")["points"].items():
        assert (last[side].points, last[side].units) == (scored, standing(game.state, side)["units"])
        eliminated = sum(unit.side == side for unit in game.state.in_place(ELIMINATED))
        assert sum(turn.units_lost for turn in game.tally.turns if turn.side == side) == eliminated


def test_what_happens_after_the_turn_has_changed_is_the_next_turns() -> None:
    """Blue moves first: when Red's last phase closes, the row of turn 1 has Blue's move of turn 1 alone."""
    game = Watched.start(HILL.board("battle"))
    assert isinstance(game, Watched)
    ends = 0
    while game.state.turn == 1:
        answers = {action.kind: action for action in game.legal_actions()}
        if not ends and "take" in answers:
            game.submit(answers["take"])
            game.submit(next(action for action in game.legal_actions() if action.kind == "move"))
            ends += 1
        game.submit(answers["done"]) if game.decision.kind != "in-hand" else game.submit(PutDown())
    assert [(t.turn, t.side, t.hexes_entered > 0) for t in game.tally.turns] == [
        (1, BLUE, True),
        (1, RED, False),
    ]
    before = len(game.tally.turns)
    game.submit(next(action for action in game.legal_actions() if action.kind == "take"))
    game.submit(next(action for action in game.legal_actions() if action.kind == "move"))
    assert len(game.tally.turns) == before


def test_turns_add_up_to_the_counts_of_the_game() -> None:
    attacks = 0
    for seed in range(5):
        result = play_one(CROSSING.board("ford"), dict.fromkeys(CROSSING.sides, "random"), seed)
        for column, word in (("steps_lost", "steps-lost"), ("steps_regained", "steps-regained")):
            assert sum(getattr(t, column) for t in result.by_turn) == result.counts.get(word, 0)
        moved = sum(n for word, n in result.counts.items() if word.startswith("moved:"))
        assert sum(t.hexes_entered for t in result.by_turn) == moved > 0
        begun = sum(n for word, n in result.counts.items() if word.startswith("combat:"))
        assert sum(t.attacks for t in result.by_turn) == begun
        attacks += begun
    assert attacks


# ------------------------------------------------------------------ nothing is left behind
@pytest.mark.soak
def test_many_games_leave_nothing_behind() -> None:
    board, kinds = HILL.board("battle"), {BLUE: "random", RED: "random"}
    assert growth(lambda seed: play_one(board, kinds, seed)) < MOST_KEPT


def test_what_is_left_behind_would_be_noticed() -> None:
    """One state of every game kept."""
    board, left = HILL.board("battle"), []

    def play(seed: int) -> None:
        game = Watched.start(board, SeededDice(seed))
        players = seated("random", board.sides, seed)
        while game.decision is not None:
            step(game, players)
        left.append(game.state)

    assert growth(play) > MOST_KEPT
