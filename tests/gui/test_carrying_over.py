"""A game whose rules have changed: the window says so, and carries the game over into a new file."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import hill
import pytest
from hands import Hands

from hexcore.actions import Done
from hexcore.gamefile import GameFile
from hexcore.record import DiceRecord
from hexcore_gui.rules_changed import RulesChangedDialog


@pytest.mark.usefixtures("small_rulesets")
def test_a_game_of_other_rules_is_carried_over(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = hands.folder / "ruleset"
    folder.mkdir()
    (folder / "crt.csv").write_text("1\n")

    def install(**fields: Any) -> None:
        monkeypatch.setattr(sys.modules["hill"], "RULESET", replace(hill.RULESET, folder=folder, **fields))

    install()
    path, new = hands.folder / "old.hexgame", hands.folder / "new.hexgame"
    with GameFile.create(path, hill.RULESET, "battle", dice=DiceRecord("seed", 1)) as file:
        file.submit(Done())
        hash = file.game.state.hash
    before = path.read_bytes()
    (folder / "crt.csv").write_text("2\n")
    install(version="2")
    assert not hands.window.open_file(path)
    assert "hill version 1, now 2; changed: crt.csv" in hands.window.complaint
    dialog = hands.window.rules_changed
    assert isinstance(dialog, RulesChangedDialog)
    dialog.path.setText(str(new))
    dialog.look.click()
    hands.until(lambda: not dialog.busy)
    assert dialog.held is not None and dialog.held.holds
    dialog.bring.click()
    hands.until(lambda: not dialog.busy and not hands.window.loading.busy)
    assert hands.window.link.game is not None and hands.window.link.game.state.hash == hash
    assert hands.window.link.file is not None and hands.window.link.file.path == new
    assert path.read_bytes() == before
