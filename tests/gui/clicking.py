"""Answers given as a player gives them: a button of the list, a hex on the map, the one button of the bar.

Nothing here submits an answer: whatever is given was clicked in the window.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest

from hexcore_gui.choice_words import choice_text
from hexcore_gui.choices import Offer
from hexcore_gui.choices_panel import ChoicesPanel
from hexcore_gui.naming import several_in_list

LEFT = Qt.MouseButton.LeftButton
MOST_CLICKS = 600
"""No turn that is played with few moves takes more."""


def journal(hands: Hands) -> int:
    game = hands.window.link.game
    assert game is not None
    return len(game.journal)


def enter_if_between(hands: Hands) -> None:
    """The next player takes his seat."""
    if hands.page.hand_over.isVisible():
        QTest.keyClick(hands.page.hand_over, Qt.Key.Key_Return)
        hands.wait(1)


def end(hands: Hands) -> bool:
    """The one button of the bar, and the page that asks whether something was forgotten."""
    before, button = journal(hands), hands.page.bar.primary
    assert button.isVisible() and button.isEnabled(), "there is no button to end it"
    QTest.mouseClick(button, LEFT)
    hands.wait(1)
    if hands.page.end_phase.isVisible():
        hands.press("End phase", hands.page.end_phase)
    return journal(hands) > before


def answers(hands: Hands) -> ChoicesPanel:
    """The list of answers in front: the combat panel's or the dock's."""
    panel = hands.page.panel
    return panel.choices if panel.isVisible() and panel.choices.buttons else hands.page.dock.choices


def give(hands: Hands, offer: Offer) -> bool:
    """Clicks one listed answer: in the list, unfolded where it is folded, else on the map."""
    if offer.ends:
        return end(hands)
    before, listed = journal(hands), answers(hands)
    for _ in range(len(listed.buttons)):
        folded = next((b for b in listed.buttons if b.text().endswith("▸")), None)
        if folded is None:
            break
        folded.click()
    text = choice_text(hands.page.stage, offer, hands.window.link.decision, hands.state)
    button = next((b for b in listed.buttons if b.text() == text), None)
    if button is None and offer.units:
        name = several_in_list(hands.page.stage, hands.state, offer.units)
        button = next((b for b in listed.buttons if b.text().startswith(f"{name}: ")), None)
    if button is not None:
        listed.area.ensureWidgetVisible(button)
        QTest.mouseClick(button, LEFT)
        hands.wait(1)
    if journal(hands) == before and offer.hexes:
        on_the_map(hands, offer)
    return journal(hands) > before


def on_the_map(hands: Hands, offer: Offer) -> None:
    """A click on the hex of an answer; where it can mean several, the first of the menu."""
    before = journal(hands)
    hands.click(hands.page.stage.number(offer.hexes[-1]))
    menu = hands.page.map_menus.menu
    if journal(hands) == before and menu is not None and menu.isVisible():
        entry = next(a for a in menu.actions() if a.isEnabled() and not a.isSeparator())
        menu.close()
        entry.trigger()
        hands.wait(1)


def any_of(hands: Hands) -> bool:
    """The first listed answer that a click gives; one that ends the question last of all."""
    offers = hands.window.link.choices.offers
    return any(give(hands, offer) for offer in sorted(offers, key=lambda offer: offer.ends)[:4])


def play(hands: Hands, done: Callable[[], bool], most: int = 1) -> Counter[str]:
    """Clicks on until *done*: at most so many answers to each question of a phase, then its end.

    Returns how often each kind of question was answered.
    """
    answered: Counter[str] = Counter()
    given: Counter[tuple[int, int, str]] = Counter()
    for _ in range(MOST_CLICKS):
        if done() or not hands.asked:
            return answered
        enter_if_between(hands)
        kind, state, choices = hands.asked, hands.state, hands.window.link.choices
        answered[kind] += 1
        given[state.turn, state.phase, kind] += 1
        enough = given[state.turn, state.phase, kind] > most and choices.ending is not None
        rest = [offer for offer in choices.offers if not offer.ends]
        wanted = choices.ending if enough or not rest else rest[0]
        assert wanted is not None and (give(hands, wanted) or any_of(hands)), f"no click answers {kind}"
    raise AssertionError(f"it did not come to that in {MOST_CLICKS} clicks")
