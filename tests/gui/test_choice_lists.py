"""Lists of choices: legible under the pointer, whole divisions first, and why something is missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hands import Hands
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QApplication, QCheckBox, QLabel

from hexcore.actions import Action, AddAttacker, Advance, Choose, Commit, Declare, Done, Move, Take
from hexcore.events import Moved
from hexcore.game import Game, SeededDice
from hexcore.ruleset import find
from hexcore_gui.choice_rows import ChoiceButton
from hexcore_gui.choice_words import choice_text
from hexcore_gui.choices import Choices, offer_of
from hexcore_gui.choices_panel import ChoicesPanel
from hexcore_gui.dock_sections import STACK_LEAST
from hexcore_gui.facts import unit_facts
from hexcore_gui.map_key import MAY_PASS, MapKey
from hexcore_gui.no_more import refused_now
from hexcore_gui.one_button import primary_label
from hexcore_gui.questions import MARKS, asked_of
from hexcore_gui.stage import Stage
from hexcore_gui.stylesheet import sheet
from hexcore_gui.theme import Theme
from hexcore_gui.why_losses import why_losses

DICE = (6, 1, 3, 3)
"""German weather, the attack on A0902, Allied weather, the attack on A1305."""
DAS_REICH = ("g_pz_2SS", "g_pg_3sspg_2SS", "g_pg_4sspg_2SS")


OFF = dict.fromkeys(
    ("disengagement", "disengage-into-the-open", "disengage-only-if-paid", "four-step-divisions"), "off"
)
"""As far as it matters here, the game as it was in the box."""


class Played:
    """A game of the 1977 box from its opening, answer by answer."""

    def __init__(self) -> None:
        ruleset = find("cobra-1977")
        board = ruleset.board("breakout", OFF)
        self.stage = Stage.of(board, Theme.light())
        self.game = Game.start(board, SeededDice(1, DICE))
        self.hexes = board.map.hex

    def give(self, *actions: Action) -> None:
        for action in actions:
            self.game.submit(action)

    def panel(self) -> ChoicesPanel:
        made = ChoicesPanel(self.stage)
        made.show_choices(Choices.of(self.game.legal_actions()), self.game.decision, self.game.state)
        return made

    def button(self) -> str:
        return primary_label(self.stage, self.game.decision, self.game.state)


@pytest.fixture(scope="module")
def played(qapp: QApplication) -> Played:
    return Played()


def movement(played: Played, unit: str) -> str:
    """What is said of a unit's movement."""
    state = played.game.state
    facts = unit_facts(played.stage, state, state.units[unit])
    return next(fact.value for fact in facts if fact.name == "Movement")


# ------------------------------------------------------------------ one game, answer by answer
def test_the_opponents_answer_is_asked_for_with_his_name_on_the_button(played: Played) -> None:
    hex = played.hexes
    played.give(Commit("replacement", "g_pz_12SS"), Commit("replacement", "g_inf_1049_77"))
    assert movement(played, "g_hq_LXXXIV").startswith("4 in this phase")
    played.give(
        Take(DAS_REICH),
        Move(DAS_REICH, hex("A0802")),
        Done(),
        Declare((hex("A0902"),)),
        *map(AddAttacker, (*DAS_REICH, "g_pg_38_17SS", "g_pg_37_17SS")),
        Done(),
    )
    assert played.button() == "Go on"
    played.give(Commit("hq", "g_hq_LXXXIV"))
    assert played.game.to_decide == "allied" and played.button() == "Allies: go on"


def test_a_retreat_that_is_not_listed_says_which_rule_bars_each_way(played: Played) -> None:
    """TNC 8.6.3: the units of a retreat stay within the stacking limits in every hex of it."""
    played.give(Commit("hq", "u_hq_VII"))
    assert [a.option for a in played.game.legal_actions() if isinstance(a, Choose)] == ["0", "1"]
    told = why_losses(played.stage, played.game.state, played.game.decision)
    assert [(line.text, line.rule) for line in told] == [
        (
            "Not 2 hexes back by A1001 and A1002: on the way more than one division would stand there.",
            "TNC 8.6.3",
        ),
        ("Not 2 hexes back by A0903, A0802 and A0801: it is in an enemy zone of control.", "SPI 9.5"),
    ]


def test_whole_divisions_stand_first_by_their_names(played: Played) -> None:
    played.give(Choose("0"))
    listed = played.panel().texts()
    assert listed[0] == "2 SS Panzer Division Das Reich (3 units), A0802, to A0902"
    alone = listed.index("2 SS Panzer Regiment 6-12, A0802, to A0902")
    assert alone > listed.index("17 SS Panzergrenadier Division (2 units), A0903, to A0902")


def test_who_may_not_advance_any_more_is_told_with_the_rule(played: Played) -> None:
    """One division fills the hex (TNC 6.1); who has advanced is not told of, nor a stack beside its units."""
    game, asked = played.game, played.game.decision
    offers, hex = Choices.of(game.legal_actions()).offers, played.hexes("A0902")
    gone = [Moved(DAS_REICH, hex, "advance")]
    found = refused_now(played.stage, asked, offers, Advance(DAS_REICH, (hex,)), game.state, gone)
    assert {(one.who, one.why.rule) for _, one, _ in found if one.why.reason.endswith("A0902")} == {
        ("38 SS Panzergrenadier Regiment 3-12, A0903", "TNC 6.1"),
        ("37 SS Panzergrenadier Regiment 3-12, A0903", "TNC 6.1"),
    }
    assert not {id for _, _, ids in found for id in ids} & set(DAS_REICH)


def test_who_has_advanced_is_done_and_does_not_stay(played: Played) -> None:
    assert played.button() == "Stay"
    played.give(Advance(("g_pz_2SS",), (played.hexes("A0902"),)))
    assert played.game.decision is not None and played.game.decision.kind == "advance-after-combat"
    assert played.button() == "Done"


def test_what_takes_back_is_listed_after_what_gives(played: Played) -> None:
    """And the list of what can be given stays open when there is something to take back."""
    played.give(Done(), Done(), Done())
    assert played.game.decision is not None and played.game.decision.kind == "trucks"
    before = played.panel().texts()
    played.give(Commit("truck", "u_inf_1"))
    after = played.panel().texts()
    assert len(before) > 9 and len(after) == len(before) and "1 Infantry Division" in after[-1]
    assert not any("1 Infantry Division 12-8, A1801" in text for text in after[:-1])


def test_a_unit_that_does_not_move_now_has_its_printed_movement(played: Played) -> None:
    played.give(Done())
    assert movement(played, "g_hq_LXXXIV") == "12"


def test_an_air_point_says_what_it_does_and_how_many_are_left(played: Played) -> None:
    air = offer_of(Commit("air"))
    told = choice_text(played.stage, air, played.game.decision, played.game.state)
    assert told == "1 point: one column for the Allies (6 left)"


# ------------------------------------------------------------------ how it looks
def test_a_row_under_the_pointer_is_legible(qapp: QApplication) -> None:
    """Its words are set in the ink of the colour it has then."""
    theme = Theme.light()
    row = ChoiceButton("Stand, lose 2 steps", theme)
    row.setProperty("look", "choice")
    row.setStyleSheet(sheet(theme))
    row.resize(300, 24)
    inks = {}
    for under in (False, True):
        row.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, under)
        picture = row.grab().toImage()
        inks[under] = picture.pixelColor(QPoint(picture.width() - 20, picture.height() // 2)).name()
    tokens = theme.tokens
    assert inks == {False: tokens.may_tint.lower(), True: tokens.may.lower()}


def test_a_checked_box_has_a_tick(qapp: QApplication) -> None:
    for theme in (Theme.light(), Theme.dark()):
        box = QCheckBox("")
        box.setStyleSheet(sheet(theme))
        box.setChecked(True)
        box.resize(40, 24)
        picture = box.grab().toImage()
        seen = {picture.pixelColor(x, y).name() for x in range(20) for y in range(24)}
        assert {theme.tokens.may.lower(), theme.tokens.on_may.lower()} <= seen


def test_the_key_to_the_map_explains_the_numbers_of_a_move(played: Played) -> None:
    key = MapKey(played.stage)
    assert MAY_PASS in {told.text() for told in key.findChildren(QLabel)}


# ------------------------------------------------------------------ in the window
@pytest.fixture(scope="module")
def moving(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    qapp.setStyle("Fusion")
    player = Hands(tmp_path_factory.mktemp("moving"), (1280, 800))
    player.start(find("cobra-1977"), "breakout", dice="6", options=OFF)
    player.until(lambda: not player.window.telling.busy)
    yield player
    player.leave()


def test_the_stack_is_no_strip_beside_a_list_and_a_rule(moving: Hands) -> None:
    page, sections = moving.page, moving.page.dock.sections
    page.dock.show_rule("TNC 7.3")
    page.pointing.select(moving.state.units["g_pz_12SS"].hex, "g_pz_12SS")
    page.refresh()
    moving.until(lambda: not sections._late.isActive())
    assert sections.shown.height() >= page.stage.px(STACK_LEAST - 12)
    assert page.dock.choices.area.height() > page.stage.px(90) and page.dock.rules.isVisible()
    page.pointing.select(-1, "")
    page.refresh()


def test_a_list_is_read_from_its_top_after_a_choice(moving: Hands) -> None:
    listed = moving.page.dock.choices
    bar = listed.area.verticalScrollBar()
    assert bar is not None
    bar.setMaximum(max(bar.maximum(), 40))
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    moving.press("12 SS Panzer", listed)
    assert bar.value() == 0
    moving.press("1049", listed)
    assert moving.asked == "movement-phase"
    lines = moving.log()
    over = next(n for n, line in enumerate(lines) if line.startswith("Nothing more could be chosen."))
    assert lines[over - 1] == "1049 Infantry Regiment regains a step: now 2 of 2 steps"


def test_a_stack_is_taken_by_the_menu_of_its_hex(moving: Hands) -> None:
    hex = moving.hex("A0505")
    moving.page.map_menus.about_hex(hex, QPoint(300, 300))
    moving.choose("Move the stack (2)")
    assert len(moving.page.pointing.in_hand) == 2
    assert asked_of(moving.page.stage, moving.window.link, moving.page.pointing).duties[1].tip == MARKS
    moving.page.pointing.put_down()


def test_a_unit_with_nowhere_to_go_says_why_at_once(moving: Hands) -> None:
    """The twin beside it that stands in no zone has hexes to go to, and nothing is explained."""
    page = moving.page
    assert moving.window.link.submit(Take(("g_pg_38_17SS",)))
    moving.wait(3)
    duties = asked_of(page.stage, moving.window.link, page.pointing).duties
    assert [(d.text, d.rule) for d in duties][1] == ("No hex to go to", "TNC 7.3")
    told = " ".join(label.text() for label in page.dock.choices.findChildren(QLabel) if label.isVisible())
    assert "may not leave it: disengagement is off in this game § TNC 7.3" in told
    page.pointing.put_down()
    assert moving.window.link.submit(Take(("g_inf_1049_77",)))
    moving.wait(3)
    assert page.dock.choices.why_none() is None
    page.pointing.put_down()
