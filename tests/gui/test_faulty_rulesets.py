"""A ruleset that fails, draws nothing or has endless names: the window says so, the game is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import metadata
from typing import Any

import faulty
import hill
import pytest
from hands import Hands
from PyQt6.QtWidgets import QApplication

from hexcore import ruleset as rulesets
from hexcore.gamefile import GameFile
from hexcore.ruleset import Ruleset
from hexcore_gui.faults import Fault

LONG = "Guards " * 42 + "Regiment"  # 302 characters


@pytest.fixture
def at_work(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """A game of the ruleset that fails on demand, which is the one installed as `hill`."""
    as_installed(monkeypatch, "faulty:RULESET")
    hands.start(faulty.RULESET, "battle", dice="4 4 4")
    return hands


def as_installed(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    others = [point for point in rulesets._points() if point.name != "hill"]
    points = [*others, metadata.EntryPoint("hill", place, rulesets.ENTRY_POINTS)]
    monkeypatch.setattr(rulesets, "_points", lambda: points)


def told(hands: Hands) -> str:
    """What the strip says; nothing when there is none."""
    return hands.page.fault.text.text() if hands.page.fault.isVisible() else ""


def kept(hands: Hands) -> int:
    """How many answers the game's file holds, read by another reader."""
    file = hands.window.link.file
    assert file is not None
    other = GameFile.open(file.path)
    number = len(other.game.journal)
    other.close()
    return number


@pytest.mark.parametrize(
    "hook, doing",
    [
        ("visibility", "showing the position"),
        ("may_take", "listing answers"),
        ("ordered", "answering 'move'"),
        ("exerts_zoc", "answering a question"),
        ("unit_told", "answering a question"),
    ],
)
def test_a_rule_that_fails_is_named_and_the_game_goes_on_after_it(
    at_work: Hands, hook: str, doing: str
) -> None:
    hands = at_work
    hands.click("0102")
    hands.click("0202")
    answers = kept(hands)
    faults: list[Fault] = []
    hands.window.link.faulted.connect(faults.append)
    with faulty.failing(hook):
        hands.click("0101")
        hands.click("0201")
        hands.key("z")
    wanted = f"Hold the Hill 1, rule {faulty.NUMBER} failed while {doing}"
    assert any(fault.what.startswith(wanted) for fault in faults)
    assert faults[-1].what in told(hands) and "Your game is as it was" in told(hands)
    page = hands.page
    assert page.fault.rule.number == faulty.NUMBER
    camera = hands.map.camera
    assert camera.view.top() <= camera.bounds.top() and camera.view.bottom() >= camera.bounds.bottom()
    hands.press("Copy report", page.fault)
    board = QApplication.clipboard()
    assert board is not None and f"no such luck in {hook}" in board.text()
    hands.press("Go on without", page.fault)
    assert not told(hands) and kept(hands) >= answers
    hands.window.link.forget()
    page.refresh()
    if hands.where("1-guards") == "0101":
        if hands.asked != "in-hand":
            hands.click("0101")
        hands.click("0201")
    assert hands.where("1-guards") == "0201" and not told(hands) and kept(hands) > answers


def test_what_cannot_be_seen_shows_own_units_and_no_others(at_work: Hands) -> None:
    hands = at_work
    with faulty.failing("visibility"):
        hands.window.link.forget()
        seen = set(hands.state.units)
    assert seen == {"1-guards", "2-guards"}


def test_a_game_is_opened_though_a_rule_fails_in_it(at_work: Hands) -> None:
    hands = at_work
    file = hands.window.link.file
    assert file is not None
    with faulty.failing("due_units"):
        assert hands.window.open_file(file.path)
        hands.wait(3)
        assert f"rule {faulty.NUMBER}" in told(hands)


# ------------------------------------------------------------------ looks
def looking(load: Any) -> Ruleset:
    return replace(hill.RULESET, load_presentation=load)


def raising() -> Mapping[str, Any]:
    raise LookupError("there is no picture")


@pytest.mark.parametrize(
    "load, fault",
    [
        (dict, ""),
        (raising, "LookupError: there is no picture"),
        (lambda: {"nations": {"Red": {"body": "scarlet"}}}, "nations.Red.body"),
    ],
)
def test_without_looks_there_is_a_playable_board(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, load: Any, fault: str
) -> None:
    monkeypatch.setattr(hill, "PLAIN", looking(load), raising=False)
    as_installed(monkeypatch, "hill:PLAIN")
    hands.window.new_game()
    dialog = hands.window.dialog
    assert dialog is not None
    names = [dialog.games.item(n).text() for n in range(dialog.games.count())]
    dialog.games.setCurrentRow(next(n for n, name in enumerate(names) if "Hill" in name))
    dialog.reject()
    hands.start(looking(load), "battle", dice="4 4 4")
    assert fault in told(hands) and bool(fault) == bool(told(hands))
    if fault:
        assert "Hold the Hill 1" in told(hands) and "plain looks" in told(hands)
    hands.click("0101")
    assert hands.map.overlays.reach
    hands.click("0201")
    assert hands.where("1-guards") == "0201"
    picture = hands.map.grab().toImage()
    middle = hands.map.point_of(hands.hex("0201"))
    around = {picture.pixel(middle.x() + x, middle.y() + y) for x in (-9, 0, 9) for y in (-9, 0, 9)}
    assert len(around) > 1  # a counter lies there


def test_endless_names_end_in_dots_and_are_whole_on_hover(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    counters = {
        id: replace(c, designation=LONG) if id == "1-guards" else c for id, c in hill.counters().items()
    }
    long = replace(hill.RULESET, load_counters=lambda: counters)
    monkeypatch.setattr(hill, "LONG", long, raising=False)
    as_installed(monkeypatch, "hill:LONG")
    hands.start(long, "battle", dice="4 4 4")
    size = hands.window.size()
    hands.click("0101")
    assert hands.page.bar.question.text().endswith("…") and LONG in hands.page.bar.question.toolTip()
    hands.point("0302", rest=600)
    hands.key("z")
    for name in hands.page.dock.tabs.buttons:
        hands.page.show_tab(name)
        hands.wait(1)
    hands.click("0201")
    assert hands.where("1-guards") == "0201" and hands.window.size() == size
    assert hands.page.dock.width() <= size.width() / 2 and not told(hands)


# ------------------------------------------------------------------ what nothing has caught
def test_a_fault_that_nothing_has_caught_names_its_rule_too(at_work: Hands) -> None:
    from hexcore_gui.__main__ import _reporter

    hands = at_work
    game = hands.window.link.game
    assert game is not None
    report = _reporter(hands.window)
    with faulty.failing("exerts_zoc"):
        try:
            vars(faulty.BROKEN)["exerts_zoc"](game.state, None)
        except ZeroDivisionError as fault:
            report(ZeroDivisionError, fault, fault.__traceback__)
    assert f"rule {faulty.NUMBER} failed while showing the game" in told(hands)


def test_a_game_that_cannot_be_shown_is_put_away_and_kept(
    at_work: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = at_work
    file = hands.window.link.file
    assert file is not None

    def broken(*_given: object) -> None:
        raise ZeroDivisionError("nothing fits")

    monkeypatch.setattr("hexcore_gui.main_window.GamePage", broken)
    assert hands.window.open_file(file.path)
    assert hands.window.page is None and hands.window.link.game is None
    assert "Hold the Hill 1 failed while showing the game" in hands.window.complaint
    assert str(file.path) in hands.window.complaint
    monkeypatch.undo()
    as_installed(monkeypatch, "faulty:RULESET")
    assert hands.window.open_file(file.path) and hands.where("1-guards") == "0101"
