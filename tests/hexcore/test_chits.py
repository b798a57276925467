"""Orr Gap, whose turn is drawn from a cup: each rule by its number, and the page that tells of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chits import RULESET

from hexcore.actions import Action, Advance, Attack, Done, Lose, Move, Retreat, Take
from hexcore.game import Game, SeededDice, TypedDice
from hexcore.players import seated, step
from hexcore.positions import position_from

PAGE = Path(__file__).parents[2] / "docs" / "examples" / "chits.md"
HAWK, WOLF, BOAR, GATE, BEACON, DUSK = range(1, 7)
"""The faces that draw them."""
ALL = {"hawk-1": "0101", "wolf-1": "0102", "boar-1": "0103", "gate-1": "0801", "beacon-1": "0802"}
"""One unit of each formation, far apart."""


def plays(*numbers: str) -> Any:
    return pytest.mark.rule("chits", *numbers)


def laid(units: dict[str, str], *dice: int, pull: int = 1, turn: int = 1) -> Game:
    """A game whose pull begins with these units on the map, and the dice that will fall."""
    rows = ", ".join(f'{{id = "{id}", hex = "{hex}"}}' for id, hex in units.items())
    head = f'ruleset = "chits"\nscenario = "gap"\nturn = {turn}\nphase = "pull-{pull}"\nclear_units = true\n'
    position = position_from(f"{head}unit = [{rows}]\n", "position")
    return position.start(position.board(RULESET, "gap"), SeededDice(script=dice))


def hexes(game: Game, *numbers: str) -> tuple[int, ...]:
    return tuple(game.board.map.hex(number) for number in numbers)


def where(game: Game, unit: str) -> str:
    piece = game.state.units[unit]
    return game.board.map.numbers[piece.hex] if piece.hex >= 0 else getattr(piece.place, "name", "")


def refused_by(game: Game, action: Action) -> str:
    refusal = game.refusal(action)
    return refusal.rule if refusal is not None else ""


def pulls(game: Game, most: int = 5) -> list[str]:
    """The formations that act one after the other, each ending its pull at once, until the turn ends."""
    found, turn = [], game.state.turn
    while game.state.turn == turn and game.state.outcome is None and len(found) < most:
        found.append(game.state.note("drawn"))
        game.submit(Done())
        game.submit(Done())
    return found


def attacking(units: dict[str, str], drawn: int, die: int, target: str, *attackers: str) -> Game:
    """A formation drawn that does not move and attacks."""
    game = laid(units, drawn, die)
    game.submit(Done())
    game.submit(Attack(hexes(game, target), attackers))
    return game


# ------------------------------------------------------------------ 4: the cup
@plays("4.1", "4.2")
def test_the_cup_says_who_acts() -> None:
    """Each formation once in a turn; a face whose chit is out is rolled again."""
    game = laid(ALL, BOAR, BEACON, BOAR, HAWK, BEACON, WOLF, GATE)
    assert (game.to_decide, game.decision and game.decision.kind) == ("raiders", "movement-phase")
    assert pulls(game) == ["Boar", "Beacon", "Hawk", "Wolf", "Gate"]
    assert (game.state.turn, game.state.rolls) == (2, 7 + 1)  # the eighth is the first of turn 2


@plays("4.1")
def test_a_formation_that_is_lost_has_no_chit() -> None:
    there = {id: hex for id, hex in ALL.items() if id != "boar-1"}
    assert laid(there, BOAR, GATE).state.note("drawn") == "Gate"
    assert laid(ALL, BOAR, GATE).state.note("drawn") == "Boar"


@plays("4.1")
def test_an_empty_cup_ends_the_turn() -> None:
    game = laid({"hawk-1": "0101", "gate-1": "0801"}, HAWK, GATE, HAWK)
    assert pulls(game) == ["Hawk", "Gate"] and game.state.turn == 2


@plays("4.2")
def test_moves_then_attacks() -> None:
    game = laid(ALL, GATE)
    assert (game.to_decide, game.decision and game.decision.rule) == ("wardens", "4.2")
    game.submit(Done())
    assert game.decision is not None
    assert (game.decision.kind, game.decision.side, game.decision.rule) == ("combat-phase", "wardens", "4.2")


@plays("4.3")
@pytest.mark.parametrize("drawn, rule", [(HAWK, ""), (WOLF, "4.3")])
def test_nobody_else_moves_or_attacks(drawn: int, rule: str) -> None:
    game = laid({"hawk-1": "0204", "wolf-1": "0101", "gate-1": "0304"}, drawn)
    assert refused_by(game, Take(("hawk-1",))) == rule
    assert (Take(("hawk-1",)) in game.legal_actions()) is not bool(rule)
    game.submit(Done())
    assert refused_by(game, Attack(hexes(game, "0304"), ("hawk-1",))) == rule


@plays("4.4")
def test_dusk_ends_the_turn() -> None:
    """After three formations; drawn sooner it goes back into the cup."""
    assert pulls(laid(ALL, HAWK, GATE, DUSK, WOLF, DUSK, BOAR)) == ["Hawk", "Gate", "Wolf"]
    too_soon = laid(ALL, DUSK, HAWK, GATE, WOLF, BOAR, BEACON)
    assert pulls(too_soon) == ["Hawk", "Gate", "Wolf", "Boar", "Beacon"]


def test_typed_dice_ask_for_the_chit() -> None:
    game = Game.start(RULESET.board("gap"), TypedDice())
    assert game.decision is not None
    assert (game.decision.kind, game.to_decide, len(game.legal_actions())) == ("draw-chit", "chance", 6)


# ------------------------------------------------------------------ 5 to 8: as in any game
@plays("5.1", "5.2")
def test_movement() -> None:
    game = laid({"boar-1": "0204", "boar-2": "0303"}, BOAR)
    assert game.ask("reach", unit="boar-1")["0704"]["mp"] == 2.5  # the road
    assert game.ask("reach", unit="boar-2")["0402"]["mp"] == 2  # hill
    assert refused_by(game, Move(("boar-2",), path=hexes(game, "0302", "0301", "0201"))) == ""
    assert refused_by(game, Move(("boar-2",), path=hexes(game, "0302", "0301", "0201", "0101"))) == "5.1"


@plays("6.1", "6.2")
def test_zones_and_stacks() -> None:
    friends = {"wolf-2": "0104", "hawk-1": "0104", "hawk-2": "0103"}
    game = laid({"wolf-1": "0203", **friends, "gate-1": "0404"}, WOLF)
    assert refused_by(game, Move(("wolf-1",), path=hexes(game, "0304", "0305"))) == "6.1"
    assert refused_by(game, Move(("wolf-1",), path=hexes(game, "0304"))) == ""
    assert refused_by(game, Move(("wolf-1",), path=hexes(game, "0104"))) == "6.2"
    assert refused_by(game, Move(("wolf-1",), path=hexes(game, "0103"))) == ""


@plays("7.1", "7.2")
@pytest.mark.parametrize("die, gone", [(5, set()), (3, {"wolf-1", "gate-1"})])
def test_results(die: int, gone: set[str]) -> None:
    """Four to four: a 5 is Dr, a 3 is Ex."""
    game = attacking({"wolf-1": "0204", "gate-1": "0304"}, WOLF, die, "0304", "wolf-1")
    while game.state.combats:
        game.submit(game.legal_actions()[0])
    assert {id for id in ("wolf-1", "gate-1") if where(game, id) == "eliminated"} == gone
    assert where(game, "gate-1") != "0304"


@plays("7.3")
def test_hills() -> None:
    game = laid({"wolf-1": "0303", "gate-1": "0402", "gate-2": "0403"}, WOLF)
    game.submit(Done())
    asked = {"attackers": ["wolf-1"], "kind": "attack", "support": {}}
    shifts = [game.ask("odds", target=[hex], **asked)["shifts"] for hex in ("0402", "0403")]
    assert [[shift["rule"] for shift in those] for those in shifts] == [["7.3"], []]


BEATEN = {"wolf-1": "0204", "wolf-2": "0204", "gate-2": "0304"}
"""Seven to three; a 5 is Dr."""


@plays("7.2", "7.4")
def test_retreats() -> None:
    game = attacking(BEATEN, WOLF, 5, "0304", "wolf-1", "wolf-2")
    assert game.to_decide == "wardens"
    assert refused_by(game, Retreat(("gate-2",), hexes(game, "0303"))) == ""
    assert refused_by(game, Retreat(("gate-2",), hexes(game, "0305"))) == "7.4"
    game.submit(Retreat(("gate-2",), hexes(game, "0404")))
    assert where(game, "gate-2") == "0404"


@plays("7.5")
def test_one_hex_of_advance() -> None:
    """A 6 is De, and all the ground behind lies open."""
    game = attacking({**BEATEN, "beacon-1": "0801"}, WOLF, 6, "0304", "wolf-1", "wolf-2")
    assert refused_by(game, Advance(("wolf-1",), hexes(game, "0304", "0404"))) == "7.5"
    game.submit(Advance(("wolf-1",), hexes(game, "0304")))
    assert where(game, "wolf-1") == "0304"


@plays("7.2")
def test_who_cannot_go_is_eliminated() -> None:
    game = attacking({**BEATEN, "boar-1": "0403", "boar-2": "0405"}, WOLF, 5, "0304", "wolf-1", "wolf-2")
    assert game.decision is not None and game.decision.kind == "make-room"
    game.submit(Lose("gate-2"))
    assert where(game, "gate-2") == "eliminated"


@plays("8.1", "8.2", "8.3")
@pytest.mark.parametrize(
    "unit, level", [("hawk-1", "The gap is forced"), ("gate-1", "The gap is held"), ("", "Drawn")]
)
def test_victory(unit: str, level: str) -> None:
    stands = {unit: "0704"} if unit else {"hawk-2": "0101"}
    game = laid(stands, *[HAWK, GATE] * 4, pull=1, turn=6)
    while game.state.outcome is None:
        game.submit(Done())
    assert (game.state.outcome.level, game.state.outcome.rule) == (level, "8.1")


# ------------------------------------------------------------------ the whole
@pytest.mark.parametrize("kind", ["random", "steady"])
def test_games_end(kind: str) -> None:
    game = Game.start(RULESET.board("gap"), SeededDice(2))
    players: dict[Any, Any] = seated(kind, game.board.sides, 2)
    for _ in range(400):
        if game.state.outcome is not None:
            break
        step(game, players)
    assert game.state.outcome is not None and game.state.turn == 6


def test_it_conforms(conforms: Callable[..., None]) -> None:
    conforms(RULESET, seeds=range(1), scale=25)


def test_its_check_passes(run: Callable[..., Any]) -> None:
    only = ("--only", "perft", "--only", "lint", "--only", "schema", "--only", "drawing")
    status, out, err = run("check", RULESET.folder, "--fast", *only)
    assert status == 0, out + err


def test_the_page_shows_the_files_as_they_are() -> None:
    shown = re.findall(r"^```\w+ from=(\S+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert len(shown) >= 6
    for name, text in shown:
        assert text in (RULESET.folder / name).read_text("utf-8"), f"{name} no longer says:\n{text}"
