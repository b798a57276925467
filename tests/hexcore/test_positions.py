"""Position files: a game begun anywhere, and every fault told with file, line and the offending text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hill
import pytest

from hexcore.actions import Move
from hexcore.game import Game, SeededDice
from hexcore.gamefile import GameFile
from hexcore.ground_changes import GroundChanges
from hexcore.playback import replay
from hexcore.positions import Position, PositionError, position_from, read_position
from hexcore.record import DiceRecord
from hexcore.toml_text import Fault, TomlText
from hexcore.units import ARRIVALS, Box

pytestmark = pytest.mark.usefixtures("small_rulesets")

HEAD = """ruleset = "hill"
scenario = "battle"     # the only one
turn = 2
phase = "blue-combat"
"""
BODY = """clear_units = true
[[unit]]
id = "1-guards"
hex = "0201"
losses = 1
[[unit]]
id = "7-line"
hex = "0301"
"""


def of(text: str, name: str = "p.toml") -> Position:
    return position_from(text, name)


def started(text: str) -> Game:
    position = of(text)
    board = position.board(hill.RULESET, "battle", {})
    return position.start(board, SeededDice(1))


def number(game: Game, id: str) -> str:
    return game.board.map.numbers[game.state.units[id].hex]


# ------------------------------------------------------------------ where a game begins
def test_a_game_begins_inside_the_named_phase_of_the_named_turn() -> None:
    game = started(HEAD + BODY)
    assert (game.state.turn, game.to_decide) == (2, "blue")
    assert game.decision is not None and game.decision.kind == "combat-phase"
    assert game.state.tracks["turn"] == 2
    assert not game.journal


def test_only_the_units_named_stand_on_a_cleared_map() -> None:
    game = started(HEAD + BODY)
    standing = {unit.id: unit.losses for unit in game.state.units.values() if unit.hex >= 0}
    assert standing == {"1-guards": 1, "7-line": 0}
    assert number(game, "7-line") == "0301"
    control = {game.board.map.numbers[hex]: side for hex, side in game.state.control.items()}
    assert control == {"0201": "blue", "0301": "red"}


def test_without_clearing_the_scenario_stands_and_named_units_move() -> None:
    game = started(HEAD + '[[unit]]\nid = "1-guards"\nhex = "0201"\n')
    places = {unit.id: number(game, unit.id) for unit in game.state.units.values()}
    assert places == {"1-guards": "0201", "2-guards": "0102", "7-line": "0302", "8-line": "0504"}


def test_units_in_boxes_and_aboard_others() -> None:
    text = HEAD + "clear_units = true\nunit = ["
    text += '{id = "1-guards", hex = "0101"}, {id = "2-guards", aboard = "1-guards"}, '
    text += '{id = "7-line", box = "eliminated"}, {id = "8-line", box = "arrivals"}]\n'
    units = started(text).state.units
    assert units["2-guards"].place == ("1-guards",)
    assert units["7-line"].place == Box("eliminated")
    assert units["8-line"].place == ARRIVALS


def test_control_and_tracks_are_set() -> None:
    game = started(HEAD + '[tracks]\nturn = 3\n[control]\n"0101" = "red"\n')
    assert game.state.control[game.board.map.hex("0101")] == "red"
    assert game.state.tracks["turn"] == game.state.turn == 2


# ------------------------------------------------------------------ the ground of this game
def test_ground_is_changed_for_this_game_only() -> None:
    game = started(HEAD + BODY + '[[ground]]\nhex = "0401"\nterrain = "hill"\n')
    game_map = game.board.map
    assert game_map.terrain[game_map.hex("0401")] == {"hill"}
    assert hill.RULESET.map.terrain[game_map.hex("0401")] == {"clear"}
    assert game_map.content_hash != hill.RULESET.map.content_hash


def test_a_rectangle_is_cleared_by_printed_column_and_row() -> None:
    text = HEAD + 'clear_ground = ["0201", "0302"]\nclear_units = true\n'
    game_map = started(text).board.map
    assert game_map.terrain[game_map.hex("0302")] == {"clear"}
    assert all(game_map.terrain[hex] == {"clear"} for hex in range(len(game_map)))


def test_a_changed_game_file_reopens_on_its_own_ground(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    position = of(HEAD.replace("combat", "movement") + BODY + '[[ground]]\nhex = "0101"\nterrain = "hill"\n')
    dice = DiceRecord("seed", 3)
    with GameFile.create(path, hill.RULESET, "battle", dice=dice, position=position) as file:
        file.submit(Move(("1-guards",), file.game.board.map.hex("0101")))
        state = file.game.state
        assert state.note("spent", "1-guards") == 4
    with GameFile.open(path) as again:
        assert again.game.state == state
        assert replay(again.record()).state == state
        assert again.undo() is not None


@pytest.fixture(scope="module")
def cobra() -> Any:
    return pytest.importorskip("hexcore_cobra").COBRA_1977


def test_rivers_and_roads_are_set_and_taken_away(cobra: Any) -> None:
    changes = GroundChanges(cobra)
    changes.clear(("A2006", "A2014"))
    changes.ground(0, {"hex": "A2010", "terrain": ["heavy-forest", "hills"], "bocage": True})
    changes.hexside(0, {"between": ["A2010", "A2110"], "river": "major-river", "road": "primary"})
    changes.hexside(1, {"between": ["A2009", "A2010"], "all-sea": True})
    changes.hexside(2, {"between": ["A2009", "A2010"], "river": "none"})
    new, old = changes.changed(), cobra.map
    here, there, above = (new.hex(n) for n in ("A2010", "A2110", "A2009"))
    assert new.terrain[here] == {"heavy-forest", "hills"}
    assert new.features[here] == {"bocage"}
    for side in (new.side(here, there), new.side(there, here)):
        assert new.sides[side] == {"major-river"}
        assert new.roads[side] == "primary"
    assert new.sides[new.side(here, above)] == {"all-sea"}
    rest = new.hex("A2007")
    assert all(not new.sides[s] and not new.roads[s] for s in range(6 * rest, 6 * rest + 6))
    assert all(not new.sides[new.mirror(s)] for s in range(6 * rest, 6 * rest + 6))
    assert old.terrain[here] != new.terrain[here] or old.features[here] != new.features[here]
    outside = new.hex("A2302")
    assert (new.terrain[outside], new.features[outside]) == (old.terrain[outside], old.features[outside])


# ------------------------------------------------------------------ faults
FAULTS = {
    "ruleset = 3": ("ruleset", 1),
    'ruleset = "hill"\nfoo = 1': ("unknown word 'foo'", 2),
    'ruleset = "hill"\nscenario = "battle"\nturn = 2': ("phase: Field required", 1),
    HEAD + "turn = 3": ("Cannot overwrite", 5),
    HEAD + "[[unit]]\nid =": ("Invalid value", 6),
    HEAD.replace('"blue-combat"', '"blue-supply"'): ("no phase 'blue-supply'", 4),
    HEAD.replace("turn = 2", "turn = 9"): ("turn 9 is none of this scenario", 3),
    HEAD.replace("turn = 2", 'turn = "2"'): ("turn: Input should be a valid integer", 3),
    HEAD.replace('"battle"', '"siege"'): ("scenario 'siege'", 2),
    HEAD.replace('"hill"', '"cobra"'): ("one of 'cobra'", 1),
    HEAD + BODY + '[[unit]]\nid = "9-line"\nhex = "0401"': ("no unit '9-line'", 14),
    HEAD + BODY + '[[unit]]\nid = "8-line"\nhex = "0909"': ("no hex '0909'", 15),
    HEAD + BODY + '[[unit]]\nid = "8-line"\n# "0401"\n': ("'8-line' is in a hex", 14),
    HEAD + BODY + '[[unit]]\nid = "8-line"\nbox = "heaven"': ("no box 'heaven'", 15),
    HEAD + BODY + '[[unit]]\nid = "8-line"\naboard = "ship"': ("no unit 'ship'", 15),
    HEAD + BODY + '[[unit]]\nid = "7-line"\nhex = "0401"': ("placed twice", 14),
    HEAD + BODY + '[[unit]]\nid = "8-line"\nhex = "0401"\nlosses = 1': ("cannot have lost 1", 16),
    HEAD + BODY + '[[unit]]\nid = "8-line"\nhex = "0401"\nlosses = "1"': ("losses", 16),
    HEAD + BODY + '[[unit]]\nid = "8-line"\nhex = "0401"\nstrength = 1': ("unknown word 'strength'", 16),
    HEAD + BODY + '[[unit]]\nid = "8-line"\nhex = "0401"\nmarkers = ["mud"]': ("unknown marker 'mud'", 16),
    HEAD + BODY + '[[unit]]\nid = "8-line"\nhex = "0301"': ("only one unit may stand in a hex [6.2]", 12),
    HEAD + BODY + '[[unit]]\nid = "2-guards"\nhex = "0301"': ("units of both sides", 12),
    HEAD + "[tracks]\nmorale = 1": ("no track 'morale'", 6),
    HEAD + "[tracks]\nturn = 40": ("turn goes from 1 to 4", 6),
    HEAD + "[tracks]\nturn = true": ("turn", 6),
    HEAD + '[control]\n"0909" = "red"': ("no hex '0909'", 6),
    HEAD + '[control]\n"0101" = "green"': ("no side 'green'", 6),
    HEAD + 'clear_ground = ["0101"]': ("two corner hexes", 5),
    HEAD + 'clear_ground = ["0101", "0909"]': ("no hex '0909'", 5),
    HEAD + '[[ground]]\nhex = "0101"\nterrain = "lava"': ("unknown terrain 'lava'", 7),
    HEAD + '[[ground]]\nhex = "0101"\nterrain = []': ("terrain is a word", 7),
    HEAD + '[[ground]]\nhex = "0101"\nbocage = true': ("unknown word 'bocage'", 7),
    HEAD + '[[ground]]\nterrain = "hill"': ("no hex ''", 5),
    HEAD + '[[hexside]]\nbetween = ["0101", "0302"]': ("do not touch", 6),
    HEAD + '[[hexside]]\nbetween = ["0101"]': ("between two hexes", 6),
    HEAD + '[[hexside]]\nbetween = ["0101", "0102"]\nriver = "styx"': ("unknown river 'styx'", 7),
    HEAD + '[[hexside]]\nbetween = ["0101", "0102"]\nroad = "broad"': ("unknown road 'broad'", 7),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_with_file_line_and_text(text: str) -> None:
    reason, line = FAULTS[text]
    with pytest.raises(PositionError) as found:
        started(text)
    told = str(found.value)
    assert told.startswith(f"p.toml:{line}: "), told
    assert reason in told
    assert "\n" not in told


def test_an_inline_entry_has_its_own_line() -> None:
    text = HEAD + 'unit = [\n  {id = "1-guards", hex = "0101"},\n  {id = "2-guards", hex = "0909"},\n]\n'
    with pytest.raises(PositionError, match=r"^p\.toml:7: no hex '0909'"):
        started(text)


def test_a_file_that_is_missing_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(PositionError, match="No such file"):
        read_position(tmp_path / "none.toml")
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PositionError, match=r"odd\.toml"):
        read_position(odd)


def test_nothing_is_written_of_a_position_that_does_not_hold(tmp_path: Path) -> None:
    position = of(HEAD + BODY + '[[unit]]\nid = "8-line"\nhex = "0301"\n')
    with pytest.raises(PositionError):
        GameFile.create(
            tmp_path / "g.hexgame", hill.RULESET, "battle", dice=DiceRecord("seed", 1), position=position
        )
    assert list(tmp_path.iterdir()) == []


def test_words_in_comments_are_not_taken_for_the_place_of_a_fault() -> None:
    text = TomlText("p.toml", 'a = "0101" # 0909\nb = "# 0909"\nc = "0909"\n')
    assert text.line("0909") == 2
    assert TomlText("p.toml", "a = 1 # b\nb = 2\n").line("b") == 2
    assert text.error(Fault("wrong", "0101")) == "p.toml:1: wrong"
    assert text.line("nowhere") == 1
