"""Every kind of question is answered by clicks in the window, and a whole turn of each game.

`questions_file.py` tells where the positions come from.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from clicking import answers, any_of, enter_if_between, journal, play
from hands import Hands
from questions_file import GAMES, SMALL, put_together, read, ruleset

from hexcore.codec import StateForm, core_decisions
from hexcore.decisions import Settled
from hexcore.game import Game, TypedDice
from hexcore.record import setting

ELSEWHERE = {
    "consent": "test_referee_mode.py answers it by its buttons",
    "drop-placement": "test_pictures_of_june.py answers it by a click on a lit hex",
}
COMMON = {"movement-phase", "in-hand", "combat-phase", "muster", "support", "combat-roll", "retreat-units"}
COMMON |= {"advance-after-combat"}
"""What the core asks in each of the three games: clicked in each, with its own words and looks."""
FEW = 5
"""Questions of one board clicked at every run; the soak clicks all."""


def kind_of(decision: type[Any]) -> str:
    kind: str = decision.__dataclass_fields__["kind"].default
    return kind


def board_of(row: dict[str, Any]) -> str:
    options = json.dumps(row["options"], sort_keys=True)
    return f"{row['ruleset']} {row['scenario']} {options if row['options'] else ''}".strip()


BOARDS: dict[str, list[dict[str, Any]]] = {}
for found in read():
    BOARDS.setdefault(board_of(found), []).append(found)


def test_every_kind_of_question_there_is_has_been_clicked() -> None:
    clicked = {row["kind"] for rows in BOARDS.values() for row in rows}
    classes = [*core_decisions(), *(c for id in (*GAMES, *SMALL) for c in ruleset(id).decisions)]
    asked = {kind_of(c) for c in classes if not issubclass(c, Settled)}
    assert asked - clicked == {*ELSEWHERE}
    assert not clicked & {*ELSEWHERE}


@pytest.mark.parametrize("id", GAMES)
def test_what_the_core_asks_is_clicked_in_each_game(id: str) -> None:
    clicked = {row["kind"] for rows in BOARDS.values() for row in rows if row["ruleset"] == id}
    steps = {"take-result", "lose-steps"} if id != "breakout-pursuit" else {"exchange"}
    assert COMMON | steps <= clicked


def name_of(board: str) -> str:
    return " ".join(board.split()[:2])


def at_each_run(rows: list[dict[str, Any]]) -> bool:
    """Boards that are opened for one or two questions are left to the soak."""
    return len(rows) > 2


def some(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Not many more than `FEW` of them, from first to last."""
    return rows[:: max(1, len(rows) // FEW)]


@pytest.mark.parametrize(
    "rows",
    [
        *(
            pytest.param(some(rows), id=name_of(board))
            for board, rows in sorted(BOARDS.items())
            if at_each_run(rows)
        ),
        *(
            pytest.param(rows, id=f"{name_of(board)} whole", marks=pytest.mark.soak)
            for board, rows in sorted(BOARDS.items())
            if not at_each_run(rows) or len(some(rows)) < len(rows)
        ),
    ],
)
def test_each_kind_of_question_is_answered_by_a_click(hands: Hands, rows: list[dict[str, Any]]) -> None:
    first = rows[0]
    start = setting(ruleset(first["ruleset"]), first["scenario"], first["options"])
    game, form = start.start(TypedDice()), StateForm(start.board)
    opening = json.loads(json.dumps(form.dump(game.state)))
    link, failed = hands.window.link, []
    link.adopt(game)
    hands.wait(2)
    for row in rows:
        link.game = Game(start.board, form.load(put_together(opening, row["state"])), TypedDice())
        link.forget()
        link.taken_back.emit()
        hands.wait(1)
        enter_if_between(hands)
        assert hands.asked == row["kind"] and hands.page.bar.question.whole
        assert hands.window.link.choices.offers and (answers(hands).texts() or hands.page.bar.primary.text())
        if not any_of(hands) or not journal(hands):
            failed.append(row["kind"])
    assert not failed and hands.page.fault.fault is None


# ------------------------------------------------------------------ whole turns
MOVES = {"movement-phase", "in-hand", "combat-phase", "muster"}


@pytest.mark.parametrize(
    "id, scenario, kinds",
    [
        ("hill", "battle", {*MOVES, "take-result"}),
        pytest.param("cobra-1977", "breakout", {*MOVES, "take-result"}, marks=pytest.mark.soak),
        pytest.param("cobra", "breakout", {*MOVES, "attack-supply"}, marks=pytest.mark.soak),
        pytest.param(
            "breakout-pursuit",
            "2.1",
            {"set-up", "supply-arrivals", "secret", "movement-phase", "in-hand"},
            marks=pytest.mark.soak,
        ),
    ],
)
def test_a_whole_turn_is_played_by_clicks(hands: Hands, id: str, scenario: str, kinds: set[str]) -> None:
    hands.start(ruleset(id), scenario, dice=3)
    first, sides = hands.state.turn, set(ruleset(id).sides)
    answered = play(hands, lambda: hands.state.turn > first)
    game = hands.window.link.game
    assert game is not None and hands.page.fault.fault is None
    assert kinds <= answered.keys() and answered["movement-phase"] >= 2 * len(sides)
    assert sides <= {entry.side for entry in game.journal if entry.turn == first}
    assert any(getattr(entry.action, "kind", "") == "move" for entry in game.journal)
    log = hands.log()
    assert any(line.startswith(f"Turn {first + 1}:") for line in log)
