"""A ruleset that is edited while a game of it is played: what is read anew, what goes on, what is refused."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from hexcore import in_hand, ruleset as library
from hexcore.authored import Unreadable
from hexcore.carrying_over import TakenOver
from hexcore.edited_game import EditedGame, Reloaded, told
from hexcore.gamefile import GameFile
from hexcore.new_ruleset import new_ruleset
from hexcore.tables import READERS

RULE = """
from hexcore.rules import Shift, rule

SHIFT = {shift}


@rule({{"ford-game": "7.3"}}, hook="combat_shifts")
def fog(state, combat):
    return [Shift(SHIFT, "fog")]
"""


class Author:
    """Someone who edits a folder while its game lies on the table."""

    def __init__(self, folder: Path, edited: EditedGame) -> None:
        self.folder, self.edited = folder, edited
        self.file: GameFile = edited.begin()

    def play(self, answers: int, seed: int = 3) -> None:
        chance = random.Random(seed)
        for _ in range(answers):
            self.file.submit(chance.choice(self.file.game.legal_actions()))

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def reload(self) -> TakenOver:
        made = self.edited.reload(self.file.path, self.file.game.state)
        assert isinstance(made, Reloaded)
        self.file.close()
        self.file = made.file
        self.said = told(self.edited.authored.changed(), made)
        return made.taken

    def refused(self) -> Unreadable:
        """Why a reload was refused; the rules and the game in play are what they were."""
        before, modules = self.edited.ruleset, dict(sys.modules)
        with pytest.raises(Unreadable) as caught:
            self.edited.reload(self.file.path, self.file.game.state)
        assert self.edited.ruleset is before is in_hand.RULESETS["ford-game"]
        assert {n: m for n, m in sys.modules.items() if "ford_game" in n} == {
            n: m for n, m in modules.items() if "ford_game" in n
        }
        assert self.file.game.legal_actions()
        return caught.value


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Author]:
    home = new_ruleset("ford-game", tmp_path / "ford")
    (tmp_path / "scratch").mkdir()
    edited = EditedGame(str(home), tmp_path / "scratch")
    author = Author(home / "ford_game", edited)
    yield author
    author.file.close()
    edited.close()
    sys.modules.pop("ford_game_rules", None)


def test_a_changed_table_is_in_play_and_every_answer_given_again(author: Author) -> None:
    author.play(25)
    state, first = author.file.game.state, author.file.path
    author.edit("counters.csv", "regiment,3,4,1", "regiment,8,4,1")
    taken = author.reload()
    assert (taken.how, taken.answers, taken.held) == ("replayed", 25, 25)
    now = author.file.game.state
    assert now.units["b-4"].counter.steps[0].strength == 8
    assert {u.id: u.place for u in now.units.values()} == {u.id: u.place for u in state.units.values()}
    assert author.said == "Reloaded counters.csv. 25 answers given again."
    assert author.file.path != first and first.exists()
    author.edited.tidy(author.file.path)
    assert not first.exists()
    author.play(3)


def test_looks_and_texts_leave_the_game_alone(author: Author) -> None:
    author.play(5)
    path = author.file.path
    author.edit("rules.toml", "title = ", "# said better\ntitle = ")
    author.write("presentation.toml", '[sides.blue]\nname = "The Blues"\n')
    assert author.reload().how == "same"
    assert author.file.path == path
    assert author.edited.ruleset.presentation["sides"]["blue"]["name"] == "The Blues"


def test_a_changed_rule_function_is_imported_anew(author: Author) -> None:
    """Twice within one second, with texts of one length: what was compiled before must not be taken."""
    author.play(3)
    for shift in (1, 2):
        author.write("rules.py", RULE.format(shift=shift))
        os.utime(author.folder / "rules.py", (1_000_000_000, 1_000_000_000))
        author.reload()
        assert vars(sys.modules["ford_game_rules"])["SHIFT"] == shift
        modules = author.file.game.board.ruleset.load_modules()
        assert sys.modules["ford_game_rules"] in modules and len(modules) == 2
    assert not (author.folder / "__pycache__").exists()


BROKEN = [
    ("costs.csv", "on,word,infantry\nhex,clear,1\nhex,woods,x2\n", "costs.csv:3:", "'x2'"),
    ("ruleset.toml", 'id = "ford-game"\ntitel = "T"\n', "ruleset.toml:1:", "'title' is missing"),
    ("rules.py", "import sys\n\nX = undefined\n", "rules.py:3:", "NameError"),
    ("rules.py", "import sys\nsys.exit(3)\n", "rules.py:2:", "SystemExit"),
    ("rules.py", "x = 1\ndef f(:\n", "rules.py:2:", "SyntaxError"),
    ("rules.py", RULE.format(shift=1).replace("_shifts", "_shift"), "rules.py:7:", "does not exist"),
    ("presentation.toml", "[sides\n", "presentation.toml:", "line 1"),
]


def test_what_cannot_be_read_is_told_with_its_place_and_the_old_rules_stay(author: Author) -> None:
    author.write("rules.py", RULE.format(shift=1))
    author.play(4)
    author.reload()
    for name, text, place, words in BROKEN:
        before = (author.folder / name).read_text(encoding="utf-8")
        author.write(name, text)
        fault = author.refused()
        assert str(fault).startswith(place) and words in str(fault)
        assert f"{fault.file}:{fault.line}:".startswith(place) and fault.line
        author.write(name, before)
    assert author.reload().how == "same"


def test_a_rule_that_fails_in_an_answer_given_again_is_told_with_its_line(author: Author) -> None:
    author.play(25)
    text = RULE.format(shift=1).replace("combat_shifts", "movement_allowance").replace("combat", "unit")
    author.write("rules.py", text.replace('[Shift(SHIFT, "fog")]', "SHIFT / 0"))
    fault = author.refused()
    assert (fault.file, fault.line) == ("rules.py", 9)
    assert "ZeroDivisionError" in str(fault)


def test_a_position_goes_along_where_an_answer_is_refused_now(author: Author) -> None:
    author.play(25)
    before = author.file.game.state
    author.edit("costs.csv", "hex,clear,1,1", "hex,clear,4,7")
    taken = author.reload()
    assert taken.how == "position" and taken.held < taken.answers == 25
    assert f"answer {taken.held + 1} is refused" in author.said
    now = author.file.game.state
    assert (now.turn, now.phase, now.agenda) == (before.turn, before.phase, before.agenda)
    assert {u.id: (u.place, u.losses) for u in now.units.values()} == {
        u.id: (u.place, u.losses) for u in before.units.values()
    }
    # and on from there: its answers follow on the position, not on the set-up
    author.play(2)
    middle = author.file.game.state
    author.edit("counters.csv", "regiment,3,4,1", "regiment,8,4,1")
    assert (author.reload().how, len(author.file.game.journal)) == ("replayed", 2)
    assert author.file.game.state.hash == middle.hash


def test_a_position_without_a_place_is_refused_with_the_reason(author: Author) -> None:
    author.play(25)
    author.edit("costs.csv", "hex,clear,1,1", "hex,clear,4,7")
    state = author.file.game.state
    phase = state.board.sequence.phases[state.phase].id
    text = (author.folder / "sequence.toml").read_text(encoding="utf-8")
    head, *phases = text.split("[[phase]]")
    author.write("sequence.toml", "[[phase]]".join([head, *(p for p in phases if f'"{phase}"' not in p)]))
    assert f"has no phase {phase!r} any more" in str(author.refused())


def test_another_game_is_refused_and_a_players_file_only_copied(author: Author, tmp_path: Path) -> None:
    author.play(5)
    own = tmp_path / "own.hexgame"
    author.file.save_copy(own)
    before = own.read_bytes()
    author.file.close()
    author.file, said = author.edited.begin_from(own)
    assert (said, len(author.file.game.journal)) == ("", 5)
    author.play(3)
    author.edit("counters.csv", "regiment,3,4,1", "regiment,8,4,1")
    assert author.reload().answers == 8
    author.file.close()
    author.file, said = author.edited.begin_from(own)  # its rules are others by now
    assert "5 answers were given again" in said
    assert own.read_bytes() == before


def test_an_installed_package_is_imported_anew_with_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = new_ruleset("mill-game", tmp_path / "mill")
    package = home / "mill_game"
    chart = (
        "from pathlib import Path\n\nfrom hexcore.tables import read_toml, table\n\n\n"
        "@table\ndef weather():\n    return read_toml(Path(__file__).parent / 'weather.toml')\n"
    )
    (package / "chart.py").write_text(chart)
    (package / "weather.toml").write_text("rain = 1\n")
    (package / "rules.py").write_text("from mill_game.chart import weather\n")
    point = EntryPoint("mill-game", "mill_game:RULESET", library.ENTRY_POINTS)
    monkeypatch.setattr(library, "_points", lambda: [point])
    monkeypatch.syspath_prepend(str(home))
    edited = EditedGame("mill-game", tmp_path)
    try:
        old = sys.modules["mill_game.chart"]
        with edited.begin() as file:
            (package / "weather.toml").write_text("rain = 2\n")
            made = edited.reload(file.path, file.game.state)
            assert isinstance(made, Reloaded) and library.find("mill-game") is made.ruleset
            made.file.close()
            new = sys.modules["mill_game.chart"]
            assert new is not old and new.weather() == {"rain": 2}
            assert [r for r in READERS if r.__module__ == "mill_game.chart"] == [new.weather]
            (package / "weather.toml").write_text("rain = \n")
            with pytest.raises(Unreadable, match=r"^weather\.toml"):
                edited.reload(file.path, file.game.state)
            assert sys.modules["mill_game.chart"] is new and new.weather() == {"rain": 2}
    finally:
        edited.close()
        for name in [name for name in sys.modules if name.partition(".")[0] == "mill_game"]:
            del sys.modules[name]
    assert not in_hand.RULESETS
