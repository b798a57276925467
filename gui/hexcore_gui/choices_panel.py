"""Every listed answer as buttons, grouped by kind: whatever a ruleset asks can be answered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PyQt6.QtCore import Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QApplication, QScrollArea, QWidget

from hexcore.rules import Foretold
from hexcore.state import GameState
from hexcore.units import Box
from hexcore_gui.choice_rows import HIGH, ChoiceButton, SpareRows
from hexcore_gui.choice_words import choice_text
from hexcore_gui.choices import Choices, Offer, offer_of
from hexcore_gui.dice_field import DiceField, asks_for_dice
from hexcore_gui.folding import FoldHead
from hexcore_gui.naming import in_list, several_in_list
from hexcore_gui.parts import column, emptied, label, paragraph
from hexcore_gui.stage import Stage
from hexcore_gui.wording import answer_heading, answer_name, count, offer_text, titled_first

if TYPE_CHECKING:
    from hexcore_gui.no_more import OutOfReach

FOLDED_FROM, MOST_ROWS, MOST_SHOWN, MOST_NAMED = 9, 120, 6, 12


class ChoicesPanel(QWidget):
    """`chosen` gives the offer pressed, `picked` units whose hexes shall light up, `pointed` one hovered."""

    chosen = pyqtSignal(object)
    picked = pyqtSignal(tuple)
    pointed = pyqtSignal(object)

    def __init__(
        self, stage: Stage, *, heading: bool = True, look: str = "quiet", folds: bool = True
    ) -> None:
        super().__init__()
        self.stage, self.look, self.folds = stage, look, folds
        self.choices, self.decision = Choices(), None
        self.state: GameState | None = None
        self._mixed = False
        self.planned: Callable[[Offer], bool] = lambda _offer: False
        self.foretell: Callable[[Offer], Foretold | None] = lambda _offer: None
        self.most_shown = MOST_SHOWN
        self.gone: list[OutOfReach] = []
        """What stood in the list before the last answer and is refused now, with the rule."""
        self.why_none: Callable[[], OutOfReach | None] = lambda: None
        """Why there is nothing to choose, where a rule takes everything away."""
        self._open: set[str] = set()
        self._titles: list[str] = []
        """The headings as they stood first: a question that is asked on keeps their order."""
        self.buttons: list[ChoiceButton] = []
        self._spare = SpareRows(MOST_ROWS)
        outer = column(self, 2)
        self.head = FoldHead(stage.theme, "Choices")
        outer.addWidget(self.head)
        self.head.setVisible(heading)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.inside = QWidget()
        self.rows = column(self.inside, 2)
        self.area.setWidget(self.inside)
        outer.addWidget(self.area)

    def show_choices(self, choices: Choices, decision: Any, state: GameState | None = None) -> None:
        """With the *state*, units are told apart by figures and hex, and losses by what they leave."""
        asked, before = _asked(decision), _asked(self.decision)
        if asked != before:
            self._open.clear()
            self._titles = []
        if state is not self.state or asked != before:
            self._to_top()
        other = asked[:1] != before[:1]
        self.choices, self.decision, self.state = choices, decision, state
        known = state.units if state is not None else {}
        named = {id for offer in choices.offers for id in offer.units if id in known}
        boxes = {place for id in named if isinstance(place := known[id].place, Box)}
        self._mixed = len(boxes) > 1
        self._build()
        if other:
            self._spare.forget()

    @property
    def asks(self) -> object:
        """What the digits are about: the question, and under which heading the first choice stands."""
        first = next(iter(self._groups()), "") if self.buttons else ""
        return self.decision, first

    def texts(self) -> list[str]:
        """What the buttons say (for tests and screen readers)."""
        return [made.text() for made in self.buttons]

    def _to_top(self) -> None:
        """Something else is asked, or it is asked anew: the list is read from its beginning."""
        bar = self.area.verticalScrollBar()
        if bar is not None:
            bar.setValue(0)

    def _build(self) -> None:
        focus = QApplication.focusWidget()
        held = focus is not None and self.inside.isAncestorOf(focus)
        if held:
            self.setFocus()  # or the focus of a button that goes would land anywhere
        self.inside.hide()  # or the rows would be laid out one by one
        for made in self.buttons:
            self.rows.removeWidget(made)
            self._spare.keep(made)
        emptied(self.rows)
        self.buttons = []
        groups = self._groups()
        total = sum(len(offers) for offers in groups.values())
        self.head.say("Choices", str(total) if total else "")
        if dice := asks_for_dice(self.choices):
            field = DiceField(self.stage, dice)
            field.typed.connect(lambda roll: self.chosen.emit(offer_of(roll)))
            self.rows.addWidget(field)
            field.show()
        first = sum(1 for offers in groups.values() if not self._last(offers))
        for heading, offers in groups.items():
            self._group(heading, offers, alone=len(groups) == 1 or (first == 1 and not self._last(offers)))
        none = self.why_none() if not self.buttons else None
        for one in (*self.gone, *filter(None, (none,))):
            self._gone_row(one)
        self.rows.addStretch(1)
        self._spare.hide()
        self.inside.show()
        if held and self.buttons:
            self.buttons[0].setFocus()
        self.rows.activate()
        self.fit()

    def fit(self) -> None:
        """As high as its rows, up to so many of them."""
        most, view = self.stage.px(self.most_shown * (HIGH + 2) + 20), self.area.viewport()
        need = self.inside.sizeHint().height()
        if self.rows.hasHeightForWidth() and view is not None:  # words that are broken into lines
            need = max(need, self.rows.totalHeightForWidth(view.width()))
        self.area.setFixedHeight(min(need + 2, most))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """A row that needs more lines in less room makes the list higher."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self.fit)

    def _groups(self) -> dict[str, list[Offer]]:
        """The answers under their headings, in the order listed; whole stacks before single units."""
        found: dict[str, list[Offer]] = {}
        for offers in self.choices.by_kind().values():
            for offer in sorted(offers, key=lambda offer: (not self.planned(offer), -len(offer.units))):
                heading = answer_heading(self.stage, offer.action, self.decision)
                found.setdefault(heading, []).append(offer)
        self._titles += [title for title in found if title not in self._titles]
        kept = {title: found[title] for title in self._titles if title in found}
        return dict(sorted(kept.items(), key=lambda group: self._last(group[1])))

    def _last(self, offers: list[Offer]) -> bool:
        """Whether some answers stand after the others: they take back what others give."""
        look = self.stage.presentation.answer_look
        return any(look(answer_name(offer.action, self.decision)).last for offer in offers[:1])

    def _group(self, title: str, offers: list[Offer], *, alone: bool) -> None:
        by_units: dict[tuple[str, ...], list[Offer]] = {}
        for offer in offers:
            by_units.setdefault(offer.units if offer.hexes else (*offer.units, str(id(offer))), []).append(
                offer
            )
        many = self.folds and len(by_units) >= FOLDED_FROM and not alone
        if many and title not in self._open:
            self._row(f"{title}: {len(by_units)} choices ▸", lambda: self._unfold(title))
            return
        self._open.add(title)
        heading = label(self.stage.theme, title, 11.5, 600, "ink3")
        self.rows.addWidget(heading)
        heading.show()
        for group in list(by_units.values())[:MOST_ROWS]:
            self._answers(group, title)
        if len(by_units) > MOST_ROWS:
            rest = f"… and {len(by_units) - MOST_ROWS} more: click them on the map."
            self.rows.addWidget(label(self.stage.theme, rest, 12, ink="ink3"))

    def _answers(self, group: list[Offer], title: str) -> None:
        """One row for each answer; where units could go to many hexes, one row that lights those hexes."""
        few = 3 if group[0].path else 6
        if len(group) == 1 or not group[0].hexes or len(group) <= few:
            for offer in group:
                picked = bool(offer.units) and offer.units == self.choices.picked
                self._row(self._text(offer), self._gives(offer), offer, picked)
                self._changes(offer)
            return
        units = group[0].units
        where = count(len({h for o in group for h in o.hexes}), "hex", "hexes")
        picked = bool(units) and units == self.choices.picked
        told = f"click one of {where}" if picked else f"{where} on the map"
        who = self._who(units) + self._box(units)
        self._row(
            f"{who}: {told}" if who else titled_first(told), lambda: self.picked.emit(units), group[0], picked
        )

    def _box(self, units: tuple[str, ...]) -> str:
        """Where units wait that are off the map, if those of other choices wait elsewhere."""
        known = self.state.units if self.state is not None else {}
        place = known[units[0]].place if units and units[0] in known else None
        return f" ({self.stage.box_name(place.name)})" if isinstance(place, Box) and self._mixed else ""

    def _who(self, units: tuple[str, ...]) -> str:
        """The units of a row, told apart from those of the others."""
        known = self.state is not None and all(id in self.state.units for id in units)
        if not units or self.state is None or not known:
            return self.stage.units_name(units) if units else ""
        return several_in_list(self.stage, self.state, units)

    def _text(self, offer: Offer) -> str:
        if self.state is None:
            return offer_text(self.stage, offer, self.decision)
        told = self.foretell(offer)
        text = choice_text(self.stage, offer, self.decision, self.state)
        if self.planned(offer):
            text += " · planned"
        return f"{text}: {told.text}" if told is not None else text

    def _changes(self, offer: Offer) -> None:
        """Under a choice, whose supply it would change, as far as the ruleset foretells it."""
        told = self.foretell(offer)
        if told is None or self.state is None or not told.changed:
            return
        units = [self.state.units[id] for id in told.changed if id in self.state.units]
        named = [f"{in_list(self.stage, unit)}: {told.supply.get(unit.id, '')}" for unit in units]
        more = [f"and {len(named) - MOST_NAMED} more"] if len(named) > MOST_NAMED else []
        made = paragraph(self.stage.theme, "\n".join(named[:MOST_NAMED] + more), 11.5, ink="ink3")
        made.setContentsMargins(self.stage.px(26), 0, 0, self.stage.px(4))
        self.rows.addWidget(made)
        made.show()

    def _gives(self, offer: Offer) -> Callable[[], None]:
        return lambda: self.chosen.emit(offer)

    def _row(
        self, text: str, pressed: Callable[[], object], offer: Offer | None = None, picked: bool = False
    ) -> None:
        made = self._spare.again(text, picked)
        if made is None:
            made = ChoiceButton(text, self.stage.theme, picked=picked)
            made.setFont(self.stage.theme.ui_font(12.5, 600 if self.look == "choice" else 400))
            made.setProperty("look", self.look)
        rare = offer is not None and self._last([offer])  # what is seldom meant has no key
        made.digit = 0 if rare else len(self.buttons) + 1
        made.does = pressed
        made.about = lambda on: self.pointed.emit(offer if on else None) if offer is not None else None
        self.rows.addWidget(made)
        made.show()  # until it is shown it does not count in the height of the list
        self.buttons.append(made)

    def _gone_row(self, one: OutOfReach) -> None:
        """A choice that a rule has taken away: grey, with the reason and the rule."""
        told = f"{one.who}: {one.why.reason}" if one.who else titled_first(one.why.reason)
        made = paragraph(self.stage.theme, f"{told} {self.stage.cited(one.why.rule)}", 12, ink="ink3")
        made.setContentsMargins(self.stage.px(26 if one.who else 4), 2, 0, 2)
        self.rows.addWidget(made)
        made.show()

    def _unfold(self, title: str) -> None:
        self._open.add(title)
        self._build()


def _asked(decision: Any) -> tuple[str, str]:
    """Who is asked, and what."""
    return getattr(decision, "side", ""), getattr(decision, "kind", "")
