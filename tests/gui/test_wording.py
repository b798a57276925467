"""What a ruleset's own answers, questions and ends are called, and where a player can click them."""

from __future__ import annotations

from pathlib import Path
from shutil import copy
from types import SimpleNamespace

import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QLabel
from scenes import to_phase

from hexcore.actions import Choose, Commit, Conceal, Declare, Done
from hexcore.ruleset import find
from hexcore.state import Outcome
from hexcore_gui.choices import offer_of
from hexcore_gui.new_game_dialog import NewGameDialog
from hexcore_gui.parts import Chooser
from hexcore_gui.presentation import Presentation
from hexcore_gui.stage import Stage
from hexcore_gui.theme import Theme
from hexcore_gui.wording import answer_heading, outcome_text

CHOICES = {"answers": {"rain": {"label": "Umbrellas", "words": {"none": "No umbrella", "*": "{} of them"}}}}
REGIMENT, FROM, TO = "g_pz_9SS", "A3208", "A2909"


def until_asked(hands: Hands, kind: str) -> None:
    """Ends whatever may be ended, else takes the first answer, until a question comes."""
    with hands.unseen():
        for _ in range(200):
            if hands.asked == kind:
                return
            listed = hands.window.link.choices
            hands.window.link.submit((listed.ending or listed.offers[0]).action)
    raise AssertionError(f"{kind} is not asked")


def start(hands: Hands, kind: str = "") -> None:
    hands.start(find("cobra"), "breakout", dice="3 3 3 3")
    if kind:
        until_asked(hands, kind)


def in_hand(hands: Hands) -> None:
    start(hands)
    to_phase(hands, "german-movement")
    hands.click(FROM)
    while hands.page.pointing.in_hand[0].id != REGIMENT:
        hands.key(Qt.Key.Key_Tab)


# ------------------------------------------------------------------ what a ruleset says
def test_an_answer_of_the_core_is_called_by_what_is_chosen_with_it() -> None:
    board = find("breakout-pursuit").board("1.1")
    stage = Stage.of(board, Theme.light())
    action, asked = Declare((0,)), SimpleNamespace(kind="air-strike")
    assert answer_heading(stage, action, asked) == "Strike all units of a hex"
    assert answer_heading(stage, action, SimpleNamespace(kind="combat-phase")) == "Attack"


@pytest.mark.parametrize("id", ["breakout-pursuit", "cobra", "cobra-1977"])
def test_presets_of_options_are_of_options_there_are(id: str) -> None:
    ruleset = find(id)
    board = ruleset.board(next(iter(ruleset.scenarios)))
    looks = Stage.of(board, Theme.light()).presentation
    presets = [preset for preset in looks.presets if preset.only in ("", id)]
    options = {option.id: option for option in board.scenario.options}
    assert presets
    for preset in presets:
        assert preset.note and all(value in options[name].values for name, value in preset.options.items())


def test_words_for_what_is_chosen_and_a_form_for_the_rest() -> None:
    look = Presentation.from_mapping(CHOICES).answer_look("rain")
    assert [look.word(chosen) for chosen in ("none", "3")] == ["No umbrella", "3 of them"]
    assert Presentation.from_mapping({}).answer_look("rain").word("no-rain") == "No rain"


def test_the_turn_after_the_name_of_a_secret_does_not_count() -> None:
    assert Presentation.from_mapping(CHOICES).answer_look("rain 16").label == "Umbrellas"
    assert Presentation.from_mapping(CHOICES).answer_look("rainbow").label == ""


@pytest.mark.parametrize("number, told", [(1, "Wet"), (2, "Soaked"), (3, "Wet × 3")])
def test_a_marker_says_how_many_lie_there_or_what_that_means(number: int, told: str) -> None:
    looks = Presentation.from_mapping({"markers": {"rain": {"text": "Wet", "words": {"2": "Soaked"}}}})
    assert looks.marker_look("rain").told(number) == told


def test_the_level_of_victory_is_said_once() -> None:
    assert outcome_text(Outcome("draw", "", "Draw: nobody has the hill", "1")) == "Draw: nobody has the hill"
    assert outcome_text(Outcome("draw", "", "nobody has the hill", "1")) == "Draw: nobody has the hill"


def test_a_secret_that_is_a_hex_can_be_clicked_there() -> None:
    assert offer_of(Conceal("drop 3", "0101"), {"0101": 7}).hexes == (7,)
    assert offer_of(Conceal("drop 3", "none"), {"0101": 7}).hexes == ()
    assert offer_of(Conceal("drop 3", "0101")).hexes == ()


# ------------------------------------------------------------------ at the window
def test_a_gamble_in_hand_says_what_it_gives_and_what_it_risks(hands: Hands) -> None:
    in_hand(hands)
    before = len(hands.window.link.choices.lit)
    assert {"9 SS Panzer Regiment, ⅓ more, hit on 1-2", "9 SS Panzer Regiment, ⅔ more, hit on 1-4"} <= set(
        hands.page.dock.choices.texts()
    )
    hands.press("⅓ more")
    assert len(hands.window.link.choices.lit) > before
    assert hands.log()[-1] == "9 SS Panzer Regiment: moves under air attack, one third added"
    hands.click(TO)
    assert hands.where(REGIMENT) == TO
    if hands.asked == "in-hand":
        hands.press("Put down", hands.page.bar)
    die, over = hands.log()[-2:]
    assert die == "Air attack: rolled 3, 9 SS Panzer Regiment, one third added: no loss"
    assert over == "9 SS Panzer Regiment: no longer moves under air attack"


def test_a_number_to_choose_is_called_by_the_question(hands: Hands) -> None:
    start(hands, "attack-supply")
    assert hands.page.dock.choices.texts() == ["2 attacks", "1 attack", "No attack"]
    hands.press("1 attack", hands.page.dock.choices)
    assert hands.window.link.game is not None
    assert hands.window.link.game.journal[-1].action == Choose("1")


def test_a_secret_hex_is_chosen_on_the_map(hands: Hands) -> None:
    start(hands, "carpet-plan")
    assert "No hex" in hands.page.dock.choices.texts()
    hands.click(FROM)
    assert hands.asked != "carpet-plan"
    plan = hands.state.openings["carpet bombing 16"]
    assert plan[0] == FROM


def test_the_one_button_says_what_a_question_of_the_game_s_own_ends_with(hands: Hands) -> None:
    hands.start(find("cobra"), "breakout", dice="3 3 3 3", options={"carpet-bombing": "at will"})
    until_asked(hands, "carpet-bombing")
    assert hands.page.bar.primary.text().startswith("Fly none")


def test_a_side_has_an_adjective(hands: Hands) -> None:
    start(hands, "boundary-move")
    assert hands.page.bar.block.over == "Allied player turn" and hands.page.bar.block.name == "Allies decide"
    assert any(line.endswith("Allied supply") for line in hands.log())
    assert hands.page.dock.choices.texts() == ["Leave it", "One hex west", "One hex east"]


# ------------------------------------------------------------------ refusals
def test_a_refusal_told_twice_is_whole_and_goes_when_the_game_goes_on(hands: Hands) -> None:
    in_hand(hands)
    hands.click("A2912")
    bubble = hands.page.bubble
    high = bubble.height()
    hands.point("A2912", rest=900)  # it explains itself once more
    hands.wait(2)
    shown = [part.text() for part in bubble.findChildren(QLabel) if part.isVisible()]
    assert bubble.height() == high > 80 and shown[0] == "May not go to A2912"
    hands.press("Put down", hands.page.bar)
    assert not bubble.isVisible()


# ------------------------------------------------------------------ games begun and opened
def test_a_game_opened_in_the_midst_of_a_combat_shows_it(hands: Hands, tmp_path: Path) -> None:
    start(hands, "combat-phase")
    hands.click("A2307")
    assert hands.asked == "muster" and hands.window.link.file is not None
    path = copy(hands.window.link.file.path, tmp_path / "midst.hexcore")
    hands.window.link.submit(Done())
    hands.window.open_file(Path(path))
    hands.wait(3)
    assert hands.asked == "muster" and hands.page.panel.isVisible()


def test_options_show_words_and_keep_their_values(hands: Hands) -> None:
    hands.window.new_game()
    dialog = hands.window.dialog
    assert isinstance(dialog, NewGameDialog)
    titles = [dialog.games.item(n).text() for n in range(dialog.games.count())]  # type: ignore[union-attr]
    dialog.games.setCurrentRow(next(n for n, title in enumerate(titles) if "Normandy Campaign" in title))
    choice = dialog.options["split-results"]
    assert isinstance(choice, Chooser) and choice.currentText() == "Attacker first"
    choice.setCurrentIndex(1)
    assert dialog._values()["split-results"] == "defender-first"
    rules = [part for part in dialog.findChildren(QLabel) if part.text() == "§ 8.5.7"]
    assert rules and "<b>" in rules[0].toolTip()
    dialog.reject()


def test_what_is_committed_stands_under_its_own_name(hands: Hands) -> None:
    hands.start(find("cobra"), "breakout", dice="3 3 3 3")
    until_asked(hands, "trucks")
    listed = hands.window.link.choices.offers
    assert any(isinstance(offer.action, Commit) for offer in listed)
    assert len(hands.page.dock.choices.texts()) == 14
    assert hands.page.dock.choices.texts()[0] == "US 1 Infantry Division 12-8, A1801"
    headings = [part.text() for part in hands.page.dock.choices.findChildren(QLabel)]
    assert "Put into trucks" in headings
