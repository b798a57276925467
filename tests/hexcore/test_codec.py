"""JSON forms: what is written and read again is the same, and what is damaged is refused by name."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import crossing
import hill
import pytest

from hexcore.codec import DecisionForm, EventForm, StateForm, action_form, place_form, place_from
from hexcore.combat import Muster
from hexcore.events import Answered, Asked, Committed, Noted, apply
from hexcore.game import Game, SeededDice
from hexcore.ruleset import Ruleset
from hexcore.state import Commitment
from hexcore.units import Aboard, Box, Side

RULESETS = {"hill": hill.RULESET, "crossing": crossing.RULESET}


def random_games(ruleset: Ruleset, games: int, most: int = 400) -> Iterator[Game]:
    """Games at every moment of random play."""
    board = ruleset.board(next(iter(ruleset.scenarios)))
    for seed in range(games):
        source, game = random.Random(seed), Game.start(board, SeededDice(seed))
        for _ in range(most):
            yield game
            listed = game.legal_actions()
            if not listed:
                break
            game.submit(source.choice(listed))


def written(game: Game) -> Any:
    return json.loads(json.dumps(StateForm(game.board).dump(game.state)))


@pytest.mark.parametrize("name", RULESETS)
def test_a_state_is_read_exactly_as_it_was_written_at_any_moment(name: str) -> None:
    kinds = set()
    for game in random_games(RULESETS[name], 4):
        again = StateForm(game.board).load(written(game))
        assert again == game.state
        assert (again.hash, again.digest, again.openings) == (
            game.state.hash,
            game.state.digest,
            game.state.openings,
        )
        for table in ("units", "stacks", "markers", "tracks", "control", "notes"):
            assert list(getattr(again, table).items()) == list(getattr(game.state, table).items())
        kinds |= {decision.kind for decision in again.agenda}
    assert len(kinds) >= 4


def test_a_state_read_again_plays_on_alike() -> None:
    for n, game in enumerate(random_games(hill.RULESET, 1)):
        if n % 5 or not game.to_decide:
            continue
        again = Game(game.board, StateForm(game.board).load(written(game)), SeededDice(0))
        assert again.legal_actions() == game.legal_actions()
        action = again.legal_actions()[-1]
        twin = game.fork()
        twin.dice = SeededDice(0)
        assert again.submit(action) == twin.submit(action)
        assert again.state.hash == twin.state.hash


DAMAGE = {
    "turn": ("turn", "four", "turn"),
    "phase": ("phase", 40, "phase"),
    "hex": ("stacks", [["9999", ["7-line"]]], "9999"),
    "unit": ("stacks", [["0302", ["9-line"]]], "stacks"),
    "control": ("control", [["0101", 7]], "control"),
    "scope": ("notes", [["for ever", "key", "", True]], "for ever"),
    "note": ("notes", [["game", "key", "", {"a": 1}]], "plain"),
    "decision": ("agenda", [{"kind": "riddle"}], "riddle"),
    "field": ("agenda", [{"kind": "in-hand", "side": "blue"}], "in-hand"),
    "hash": ("hash", "0" * 32, "hash"),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_a_damaged_state_is_refused_and_the_place_is_named(case: str) -> None:
    key, value, named = DAMAGE[case]
    data = written(Game.start(hill.RULESET.board("battle")))
    data[key] = value
    with pytest.raises(ValueError, match=named):
        StateForm(hill.RULESET.board("battle")).load(data)


def test_a_missing_or_a_foreign_unit_is_refused() -> None:
    data = written(Game.start(hill.RULESET.board("battle")))
    units = copy.deepcopy(data)
    del units["units"]["7-line"]
    with pytest.raises(ValueError, match="7-line"):
        StateForm(hill.RULESET.board("battle")).load(units)
    too_many = copy.deepcopy(data)
    too_many["units"]["7-line"] = ["0302", 5]
    with pytest.raises(ValueError, match="7-line"):
        StateForm(hill.RULESET.board("battle")).load(too_many)


@pytest.mark.parametrize("data", [None, [], "state", {"turn": 1}, {"units": {}}])
def test_what_is_no_state_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="state"):
        StateForm(hill.RULESET.board("battle")).load(data)


def test_a_note_that_is_not_plain_is_never_written() -> None:
    game = Game.start(hill.RULESET.board("battle"))
    state = apply(game.state, Noted("game", "key", "", Side("blue")))
    assert StateForm(game.board).load(StateForm(game.board).dump(state)) == state
    odd = apply(game.state, Noted("game", "key", "", frozenset({"a"})))
    with pytest.raises(ValueError, match="plain"):
        StateForm(game.board).dump(odd)


def test_a_note_of_tuples_stays_one_of_tuples() -> None:
    game = Game.start(hill.RULESET.board("battle"))
    state = apply(game.state, Noted("turn", "key", "7-line", ("5.1", ("a", 2, None, True))))
    read = StateForm(game.board).load(json.loads(json.dumps(StateForm(game.board).dump(state))))
    assert read.note("key", "7-line") == ("5.1", ("a", 2, None, True))


def test_places_are_a_hex_a_box_a_carrier_or_none() -> None:
    game_map = hill.RULESET.map
    for place, form in [
        (game_map.hex("0302"), "0302"),
        (Box("exited"), {"box": "exited"}),
        (Aboard("7-line"), {"aboard": "7-line"}),
        (None, None),
    ]:
        assert place_form(place, game_map) == form
        assert place_from(form, game_map) == place
    for wrong in (3, ["0302"], {"box": 1}, {"hex": "0302"}, "0909"):
        with pytest.raises(ValueError):
            place_from(wrong, game_map)


def test_a_decision_the_ruleset_does_not_name_is_not_written() -> None:
    class Riddle:
        kind = "riddle"

    with pytest.raises(ValueError, match="Riddle"):
        DecisionForm(hill.RULESET.board("battle")).dump(Riddle())


def test_every_event_of_random_games_has_a_json_form() -> None:
    kinds = set()
    for name, ruleset in RULESETS.items():
        for game in random_games(ruleset, 2):
            if not game.to_decide:
                continue
            before, trial = game.state, game.fork()
            events = trial.submit(trial.legal_actions()[-1])
            for data in EventForm(game.board).dump_all(before, events):
                kinds.add(json.loads(json.dumps(data))["kind"])
        assert name
    assert {"moved", "asked", "answered", "phase-began", "noted", "rolled"} <= kinds


def test_what_is_asked_shows_rule_side_and_prompt() -> None:
    game = Game.start(hill.RULESET.board("battle"))
    asked = Asked((Muster(Side("blue"), "4.2"),))
    shown = EventForm(game.board).dump(asked)
    assert shown == {"kind": "asked", "decisions": [{"kind": "muster", "rule": "4.2", "side": "blue"}]}
    assert EventForm(game.board).dump(Answered()) == {"kind": "answered"}
    assert game.decision is not None
    top = EventForm(game.board).dump(Asked((game.decision,)), game.state)
    assert top["decisions"][0]["prompt"] == game.decision.prompt(game.state)


def test_an_event_never_tells_the_opening_of_a_secret() -> None:
    board = hill.RULESET.board("battle")
    event = Committed(Commitment("blue", "plan", "ab" * 32), ("0302", "salt"))
    text = json.dumps(EventForm(board).dump(event))
    assert "salt" not in text
    assert "0302" not in text


def test_one_form_of_actions_serves_a_board() -> None:
    board = hill.RULESET.board("battle")
    assert action_form(board) is action_form(board)
    move = {"kind": "move", "unit": "1-guards", "to": "0201"}
    assert action_form(board).dump(action_form(board).parse(move)) == move
