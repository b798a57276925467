"""Reports: saved from the menu and from the fault strip, without the other side's secrets unless asked."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import crossing
import hill
import pytest
from hands import Hands
from PyQt6.QtTest import QTest

from hexcore.players import seated
from hexcore.report import last_fault
from hexcore_gui.faults import rule_fault
from hexcore_gui.report_dialog import SECRETS, ReportDialog


@pytest.fixture(autouse=True)
def kept_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HEXCORE_FAULTS", str(tmp_path / "fault.txt"))


def asked(hands: Hands) -> ReportDialog:
    hands.menu("Save a report …")
    dialog = hands.window.reports.dialog
    assert dialog is not None and dialog.isVisible()
    return dialog


def parts(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_report_is_saved_beside_the_game(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle")
    hands.click("0101")
    hands.click("0103")
    dialog = asked(hands)
    path = Path(dialog.path.text())
    assert path.parent == hands.folder / "games" and not dialog.secrets.isChecked()
    assert dialog.secrets.text() == SECRETS
    hands.press("Save", dialog)
    assert not dialog.isVisible() and str(path) in hands.page.status.message()
    found = parts(path)
    assert '"kind": "move"' in found["game.txt"] and found["last-fault.txt"] == "none\n"
    assert json.loads(found["position.json"])["turn"] == 1
    assert "hexcore_gui" not in found["last-fault.txt"] and json.loads(found["versions.json"])["python"]


def test_a_file_that_is_there_is_not_overwritten(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle")
    dialog = asked(hands)
    path = Path(dialog.path.text())
    path.write_text("mine")
    hands.press("Save", dialog)
    assert dialog.isVisible() and "exists already" in dialog.why.text() and path.read_text() == "mine"
    dialog.reject()
    assert Path(asked(hands).path.text()) != path


def secret_game(hands: Hands) -> str:
    """Green at the window, a secret of Grey's on the table; the salt of that secret."""
    grey, green = crossing.RULESET.sides
    hands.start(crossing.RULESET, next(iter(crossing.RULESET.scenarios)), dice=4, players={grey: "random"})
    link, player = hands.window.link, seated("random", (green,), 1)[green]
    assert link.game is not None
    with hands.unseen():
        while not (link.ours and any(c.owner == grey for c in link.game.state.commitments)):
            assert link.decision is not None
            if link.ours:
                link.submit(player(link.state, link.game.legal_actions()))
            QTest.qWait(1)
    what = next(c.what for c in link.game.state.commitments if c.owner == grey)
    return link.game.state.openings[what][1]


@pytest.mark.parametrize("with_secrets", [False, True])
def test_the_other_sides_secrets_go_in_only_when_asked(hands: Hands, with_secrets: bool) -> None:
    salt = secret_game(hands)
    dialog = asked(hands)
    dialog.secrets.setChecked(with_secrets)
    path = Path(dialog.path.text())
    hands.press("Save", dialog)
    found = parts(path)
    assert (salt in found["game.txt"]) is with_secrets
    assert any(salt in text for text in found.values()) is with_secrets
    if not with_secrets:
        header = json.loads(found["game.txt"].splitlines()[0])
        assert header["viewer"] == "green" and header["dice"]["kind"] == "recorded"


# ------------------------------------------------------------------ faults
def test_the_strip_of_a_fault_leads_to_a_report(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.start(hill.RULESET, "battle")

    def broken(*_given: object) -> None:
        raise ZeroDivisionError("no way to say so")

    monkeypatch.setattr(type(hands.window.link.decision), "answer", broken)
    hands.click("0101")
    assert hands.page.fault.isVisible() and "ZeroDivisionError" in last_fault()
    hands.press("Save a report", hands.page.fault)
    dialog = hands.window.reports.dialog
    assert dialog is not None and dialog.isVisible()
    path = Path(dialog.path.text())
    hands.press("Save", dialog)
    assert "ZeroDivisionError" in parts(path)["last-fault.txt"]


def test_a_fault_of_the_window_itself_is_kept(hands: Hands) -> None:
    from hexcore_gui.__main__ import _reporter

    hands.start(hill.RULESET, "battle")
    try:
        raise LookupError("a window pane")
    except LookupError as fault:
        _reporter(hands.window)(LookupError, fault, fault.__traceback__)
    assert "a window pane" in last_fault() and hands.page.fault.isVisible()


def test_a_fault_of_a_rule_is_kept() -> None:
    try:
        raise ArithmeticError("a sum")
    except ArithmeticError as fault:
        rule_fault(fault, "adding up", None)
    assert "a sum" in last_fault()


def test_without_a_game_no_report_can_be_saved(hands: Hands) -> None:
    assert not hands.window.menus.actions["Save a report …"].isEnabled()
