"""The games of a run worth looking at, and their positions: opened anew they are what was played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hill
import pytest
from crossing import RULESET as CROSSING

from hexcore.game import Game
from hexcore.lab.balance import Precision, balance_page
from hexcore.lab.book import Book
from hexcore.lab.notable import notable
from hexcore.lab.order import Order, playing
from hexcore.lab.pages import Page, Table
from hexcore.lab.whole_games import Hands, play_games
from hexcore.players import step
from hexcore.positions import position_from
from hexcore.ruleset import Ruleset
from hexcore.streams import StreamDice, stream_players
from hexcore.units import Side

pytestmark = pytest.mark.usefixtures("small_rulesets")
RED, BLUE = Side("red"), Side("blue")


def row(game: int, red: int, blue: int, level: str = "", winner: str = "") -> dict[str, Any]:
    return {"game": game, "points_red": red, "points_blue": blue, "level": level, "winner": winner}


def told(rows: list[dict[str, Any]]) -> dict[int, str]:
    return {one.row["game"]: one.what for one in notable(rows, (RED, BLUE))}


def test_the_games_of_most_points_and_the_middle_one() -> None:
    rows = [row(0, 4, 4), row(1, 9, 1), row(2, 0, 7), row(3, 5, 1), row(4, 9, 1)]
    assert told(rows) == {1: "best for red", 3: "in the middle", 2: "best for blue"}
    assert told([row(0, 3, 1)]) == {0: "best for red; in the middle; best for blue"}


def test_without_points_one_game_of_each_level_the_most_frequent_first() -> None:
    rows = [row(n, 0, 0, level, "red") for n, level in enumerate(("a", "b", "b", "c", "d", "c"))]
    assert told(rows) == {1: "the first b", 3: "the first c", 0: "the first a"}


def page_of(ruleset: Ruleset, path: Path, games: int, kind: str = "random") -> tuple[Order, Page]:
    playing.cache_clear()
    scenario = next(iter(ruleset.scenarios))
    order = Order.of(ruleset, scenario, dict.fromkeys(ruleset.sides, kind), {}, 3)
    with Book(path, order, ruleset.sides) as book:
        play_games(book, order, [order.game(0, n) for n in range(games)], Hands(0))
        return order, balance_page(book, order, games, games, Precision())


def test_a_position_is_that_of_the_game_played_anew(tmp_path: Path) -> None:
    ruleset = hill.RULESET
    order, page = page_of(ruleset, tmp_path / "a.db", 4)
    assert page.positions and all(one.ruleset == ruleset.id for one in page.positions.values())
    for name, kept in page.positions.items():
        seed = order.seed + int(name.removeprefix("game-").removesuffix(".toml"))
        board = ruleset.board(order.scenario)
        game = Game.start(board, StreamDice(seed))
        players = stream_players(dict.fromkeys(board.sides, "random"), board.sides, seed)
        last = game.state
        while game.decision is not None:
            if (game.state.turn, game.state.phase) != (last.turn, last.phase):
                last = game.state
            step(game, players)
        position = position_from(kept.text, name)
        opened = position.start(position.board(ruleset, order.scenario, kept.options)).state
        assert (opened.turn, opened.phase) == (last.turn, last.phase)
        places = {unit.id: (unit.place, unit.losses) for unit in last.units.values() if unit.place}
        assert {u.id: (u.place, u.losses) for u in opened.units.values() if u.place} == places
        assert f"Turn {last.turn}, {board.sequence.phases[last.phase].id}" in kept.about


def test_a_position_with_a_box_that_the_ruleset_does_not_name_is_told(tmp_path: Path) -> None:
    _, page = page_of(CROSSING, tmp_path / "a.db", 2)
    assert not page.positions
    assert all("no box" in str(row[-1]) for row in cells(page).rows)


def cells(page: Page) -> Table:
    return next(one for one in page.tables() if one.name == "games-to-look-at")


def test_a_file_of_before_and_a_position_that_does_not_hold_are_told(tmp_path: Path) -> None:
    order, page = page_of(hill.RULESET, tmp_path / "a.db", 2)
    assert set(page.positions) == {row[-1] for row in cells(page).rows}
    with Book(tmp_path / "a.db", order, hill.RULESET.sides) as book:
        name = next(iter(page.positions))
        game = int(name.removeprefix("game-").removesuffix(".toml"))
        book._db.execute("UPDATE positions SET position = 'turn = 1' WHERE game = ?", [game])
        book._db.execute("DELETE FROM positions WHERE game != ?", [game])
        later = balance_page(book, order, 2, 2, Precision())
        book._db.execute("DROP TABLE positions")
    assert name not in later.positions
    assert any(str(row[-1]).startswith("cannot be opened: the position") for row in cells(later).rows)
    with Book(tmp_path / "a.db", order, hill.RULESET.sides) as book:
        again = balance_page(book, order, 2, 2, Precision())
    assert not again.positions
    assert {row[-1] for row in cells(again).rows} == {"played before positions were kept"}
