"""Changes of the table by consent: filled in by clicks, agreed to by the other side, told in the log."""

from __future__ import annotations

import hill
import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from scenes import to_phase

from hexcore.actions import Take
from hexcore.ruleset import find
from hexcore_gui.referee_dialog import RefereeDialog

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def at_the_hill(hands: Hands) -> Hands:
    hands.start(hill.RULESET, "battle", dice="4 4 4")
    return hands


def opened(hands: Hands, kind: str = "move") -> RefereeDialog:
    hands.menu("Change the table …")
    dialog = hands.window.referee.dialog
    assert dialog is not None and dialog.isVisible() and not dialog.isModal()
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    return dialog


def test_a_unit_goes_to_a_hex_by_two_clicks_and_consent(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog = opened(hands)
    assert dialog.waits_for == "unit"
    hands.click("0302")
    assert dialog.unit.currentText() == "7 Line · 0302" and dialog.waits_for == "hex"
    hands.click("0503")
    assert dialog.hex.text() == "0503" and hands.asked == "movement-phase"
    dialog.reason.setText("misplaced")
    hands.press("Propose", dialog)
    assert hands.asked == "consent" and hands.where("7-line") == "0302" and not dialog.isVisible()
    assert hands.page.bar.question.whole == "Blue asks: 7 Line to 0503 (misplaced). Agree?"
    assert hands.page.bar.block.side == "red"
    assert hands.page.dock.choices.texts() == ["Agree", "Agree for this turn", "Refuse"]
    hands.press("Agree", hands.page.dock.choices)
    assert hands.where("7-line") == "0503" and hands.asked == "movement-phase"
    assert hands.log()[-2:] == [
        "7 Line is put in 0503 by hand",
        "By consent: Blue: 7 Line to 0503: misplaced",
    ]


def test_a_change_refused_changes_nothing(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog, before = opened(hands), hands.state.hash
    hands.click("0302")
    hands.click("0503")
    hands.press("Propose", dialog)
    hands.press("Refuse", hands.page.dock.choices)
    assert hands.state.hash == before and not any("consent" in line for line in hands.log())


def test_agreed_for_the_turn_the_next_is_not_asked(at_the_hill: Hands) -> None:
    hands = at_the_hill
    for target, asked in (("0503", "consent"), ("0504", "movement-phase")):
        dialog = opened(hands)
        dialog._choose("7-line")
        dialog.hex.setText(target)
        hands.press("Propose", dialog)
        assert hands.asked == asked
        if asked == "consent":
            hands.press("Agree for this turn", hands.page.dock.choices)
    assert hands.where("7-line") == "0504"


def test_a_computer_opponent_agrees_at_once_and_is_asked_no_more(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", players={"red": "random"})
    dialog = opened(hands)
    dialog._choose("1-guards")
    dialog.hex.setText("0103")
    hands.press("Propose", dialog)
    hands.until(lambda: hands.window.link.ours)
    assert hands.where("1-guards") == "0103" and hands.asked == "movement-phase"
    assert "By consent: Blue: 1 Guards to 0103" in hands.log()


def test_clicks_mean_the_game_again_when_the_dialog_is_closed(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog = opened(hands)
    hands.click("0101")
    assert hands.asked == "movement-phase"
    hands.press("Close", dialog)
    hands.click("0101")
    assert hands.asked == "in-hand"


def test_steps_lost_and_boxes(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog = opened(hands, "steps")
    hands.click("0101")
    dialog.losses.setValue(1)
    hands.press("Propose", dialog)
    assert "1 Guards with 1 step lost" in hands.page.bar.question.whole
    hands.press("Agree", hands.page.dock.choices)
    assert hands.state.units["1-guards"].losses == 1
    dialog = opened(hands, "box")
    dialog._choose("8-line")
    dialog.box.setCurrentIndex(dialog.box.findData("eliminated"))
    hands.press("Propose", dialog)
    hands.press("Agree", hands.page.dock.choices)
    assert hands.where("8-line") == ""
    assert "8 Line is put among the eliminated units by hand" in hands.log()


def test_who_holds_a_hex(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog = opened(hands, "holder")
    assert dialog.waits_for == "hex"
    hands.click("0404")
    dialog.holder.setCurrentIndex(dialog.holder.findData("red"))
    hands.press("Propose", dialog)
    hands.press("Agree", hands.page.dock.choices)
    assert hands.state.control[hands.hex("0404")] == "red"


@pytest.mark.parametrize("track_id", ["us_supply", "weather"])
def test_a_track_of_numbers_or_of_words(hands: Hands, track_id: str) -> None:
    hands.start(find("cobra-1977"), "breakout", dice="2")
    to_phase(hands, "german-movement")
    dialog = opened(hands, "track")
    dialog.track.setCurrentIndex(dialog.track.findData(track_id))
    assert dialog.track.currentData() == track_id and dialog.track.findData("turn") < 0
    track = next(t for t in hands.state.board.scenario.tracks if t.id == dialog.track.currentData())
    now = hands.state.tracks[track.id]
    if track.words:
        wanted: int | str = next(word for word in track.words if word != now)
        dialog.words.setCurrentIndex(dialog.words.findData(wanted))
    else:
        wanted = track.high if now != track.high else track.low
        dialog.number.setValue(wanted)
    hands.press("Propose", dialog)
    assert hands.asked == "consent", dialog.why.text()
    hands.press("Agree", hands.page.dock.choices)
    assert hands.state.tracks[track.id] == wanted != now


def test_only_what_there_is_can_be_changed(at_the_hill: Hands) -> None:
    """This game has no markers and no track but the turn's."""
    dialog = opened(at_the_hill)
    assert {dialog.kind.itemData(n) for n in range(dialog.kind.count())} == {"move", "box", "steps", "holder"}


# ------------------------------------------------------------------ refused
def test_what_is_missing_is_said(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog = opened(hands)
    hands.press("Propose", dialog)
    assert "Choose a unit" in dialog.why.text()
    hands.click("0101")
    dialog.hex.setText("9999")
    hands.press("Propose", dialog)
    assert "no hex '9999'" in dialog.why.text() and hands.asked == "movement-phase"


def test_the_impossible_is_refused_with_its_reason(at_the_hill: Hands) -> None:
    """Not while a unit is in hand; the twin with the hand empty is asked."""
    hands = at_the_hill
    dialog = opened(hands)
    dialog._choose("7-line")
    dialog.hex.setText("0503")
    assert hands.window.link.submit(Take(("1-guards",)))
    hands.press("Propose", dialog)
    assert "finish what is begun" in dialog.why.text() and dialog.isVisible()
    assert hands.page.bubble.isVisible() and hands.asked == "in-hand"
    hands.key("z", CTRL)
    assert not hands.page.undo() and hands.asked in ("movement-phase", "in-hand")
    if hands.asked == "in-hand":
        hands.page.undo()
    hands.press("Propose", dialog)
    assert hands.asked == "consent"


def test_undo_takes_back_the_consent_and_then_the_proposal(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog, before = opened(hands), hands.state.hash
    hands.click("0302")
    hands.click("0503")
    hands.press("Propose", dialog)
    hands.press("Agree", hands.page.dock.choices)
    hands.page.undo()
    assert hands.asked == "consent" and hands.where("7-line") == "0302"
    hands.page.undo()
    assert hands.asked == "movement-phase" and hands.state.hash == before


def test_it_opens_anew_with_its_log(at_the_hill: Hands) -> None:
    hands = at_the_hill
    dialog = opened(hands)
    hands.click("0302")
    hands.click("0503")
    hands.press("Propose", dialog)
    hands.press("Agree", hands.page.dock.choices)
    file = hands.window.link.file
    assert file is not None
    assert hands.window.open_file(file.path)
    hands.until(lambda: not hands.window.telling.busy)
    assert hands.where("7-line") == "0503" and "By consent: Blue: 7 Line to 0503" in hands.log()
