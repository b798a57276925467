"""What a click on the map means for the question on the table, and what the map shows because of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PyQt6.QtCore import QObject, Qt, pyqtSignal

from hexcore.actions import AddAttacker, Move, PutDown, Take
from hexcore.events import Event
from hexcore.rules import Foretold
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui import sight
from hexcore_gui.choices import Choices, Offer
from hexcore_gui.explaining import Explanation
from hexcore_gui.lighting import Lighting
from hexcore_gui.map_view import MapView
from hexcore_gui.overlays import NOWHERE, Trail
from hexcore_gui.plan_marks import PlanMarks
from hexcore_gui.previews import Previews
from hexcore_gui.round import Round
from hexcore_gui.stack_clicks import meant_units, picked_group
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.why_not import why_not

AREAS = ("zones", "supply", "command", "front", "victory")
MOST_AREAS = 2


class Pointing(QObject):
    """Clicks and keys on the map as answers. `several` asks which of some answers a click meant."""

    selected = pyqtSignal(int, str)
    several = pyqtSignal(list)
    explained = pyqtSignal(object, bool)
    silent = pyqtSignal()
    status = pyqtSignal(int)
    areas_changed = pyqtSignal(list)
    picks_changed = pyqtSignal()
    way_shown = pyqtSignal(tuple, tuple)

    def __init__(self, stage: Stage, link: TableLink, view: MapView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stage, self.link, self.view = stage, link, view
        self.hex, self.unit = NOWHERE, ""
        self.picked: tuple[str, ...] = ()
        self.by: tuple[int, ...] = ()
        self.areas: list[str] = []
        self.bare, self.show_trails = False, True
        self.pointed: frozenset[int] = frozenset()
        self.refused = NOWHERE
        self.trails: tuple[Trail, ...] = ()
        self.held: Callable[..., bool] = lambda _action: False
        self.planned = PlanMarks()
        self.taker: Callable[[int, str, Qt.KeyboardModifier], object] | None = None
        self.previews = Previews(link)
        self.offer: Offer | None = None
        self.foretold: Foretold | None = None
        self._judged: tuple[GameState | None, Foretold | None] = (None, None)
        self.lighting = Lighting(stage, link, view)
        self.round = Round(self)
        view.clicked.connect(self.click)
        view.hovered.connect(self.hover)
        view.explain.connect(self.explain)
        view.moved.connect(self.silent.emit)

    # ---------------------------------------------------------------- what is asked
    @property
    def choices(self) -> Choices:
        return self.link.choices.pick(self.picked) if self.picked else self.link.choices

    @property
    def kind(self) -> str:
        """The kind of question on the table, when it is answered here."""
        decision = self.link.decision
        return decision.kind if decision is not None and self.link.ours else ""

    @property
    def in_hand(self) -> tuple[Unit, ...]:
        return sight.units_in_hand(self.link.state) if self.link.ours else ()

    # ---------------------------------------------------------------- clicks
    def click(self, hex: int, unit: str, keys: Qt.KeyboardModifier) -> None:
        """A click on a hex, perhaps on a unit's counter in it; a `taker` that wants it has it alone."""
        self.silent.emit()
        if self.taker is not None and self.taker(hex, unit, keys) is not False:
            return
        self.refused = NOWHERE
        lit = self.choices.lit.get(hex, [])
        if keys & Qt.KeyboardModifier.ShiftModifier and self.way_point(hex):
            return
        if lit and self.by and all(o.kind == "move" for o in lit):
            self._go_by(hex)
        elif lit and not (unit and self._same_hex(hex)):
            self._give(lit)
        elif self._click_unit(hex, unit, keys) or self._pick_here(hex, unit, keys):
            pass
        elif self.in_hand or self.picked:
            self._click_refused(hex, unit)
        else:
            self.select(hex, unit)
            self._why_not(hex, unit)
        self.refresh()

    def _same_hex(self, hex: int) -> bool:
        """Whether the units in hand stand in the hex clicked: then the click is about them."""
        return any(u.hex == hex for u in self.in_hand)

    def _click_unit(self, hex: int, unit: str, keys: Qt.KeyboardModifier) -> bool:
        """A click that takes, adds or loses a unit of the hex; False when none of them is meant."""
        state = self.link.state
        ids = [u.id for u in reversed(self.view.stacks.order(state, hex))]
        if self.in_hand:
            return self._swap_hand(hex, unit, ids)
        offers = self.link.choices.of_units(ids)
        if not offers:
            return False
        self.hex, self.unit = hex, unit or ids[0]
        given = self._give_of(hex, unit, ids, offers, keys)
        if not self.in_hand:  # else the dock shows what is in hand, and the map has shown it first
            self.selected.emit(self.hex, self.unit)
        return given

    def _pick_here(self, hex: int, unit: str, keys: Qt.KeyboardModifier) -> bool:
        """A click on a unit that may go back or on: it is chosen, and its hexes light up; again, and it is
        not. With Shift, or Ctrl, those of its stack that may go together.
        """
        state = self.link.state
        ids = [u.id for u in reversed(self.view.stacks.order(state, hex))]
        found = None if self.in_hand else picked_group(self.link.choices, state, unit, ids, keys)
        if found is None:
            return False
        self.pick(() if found == self.picked else found)
        return True

    def _give_of(
        self, hex: int, unit: str, ids: list[str], offers: list[Offer], keys: Qt.KeyboardModifier
    ) -> bool:
        """Gives what a click on a unit of a hex means, of the *offers* about its units."""
        state = self.link.state
        wanted = meant_units(state, unit or ids[0], ids, keys)
        exact = [o for o in offers if set(o.units) == set(wanted)]
        if exact:
            self._give(exact)
        elif len(wanted) > 1 and offers[0].kind == "add-attacker":
            self.bring_in(wanted)
        elif len(wanted) > 1 and offers[0].kind == "take":
            self.give(Take(tuple(wanted)))
        elif unit in ("", ids[0]) and offers[0].kind in ("take", "add-attacker"):
            self.give(min(offers, key=lambda o: (len(o.units), ids.index(o.units[0]))).action)
        else:
            named = [o for o in offers if unit in o.units]
            self._give(named)
            return bool(named)
        return True

    def bring_in(self, ids: Iterable[str]) -> None:
        """Several units into the attack being declared, one after the other, as far as the rules allow."""
        for id in ids:
            if any(o.kind == "add-attacker" and o.units == (id,) for o in self.link.choices.offers):
                self.give(AddAttacker(id))

    def _swap_hand(self, hex: int, unit: str, ids: list[str]) -> bool:
        """With units in hand: a click on them puts them down, one on others out of reach takes those."""
        hand = self.in_hand
        if any(u.hex == hex for u in hand):
            other = unit if unit and unit not in {u.id for u in hand} else ""
            return self.give(Take((other,)) if other else PutDown())
        state = self.link.state
        own = [i for i in ids if state.units[i].side == hand[0].side]
        if not own or hex in sight.reach_marks(state, hand, self.choices):
            return False
        action = Take((unit if unit in own else own[0],))
        return self.link.refusal(action) is None and self.give(action)

    def _click_refused(self, hex: int, unit: str) -> None:
        """A click on a hex that is no answer: it says why, and shows what stands there."""
        found = self.explanation(hex)
        if found is not None:
            self.refused = hex
            self.explained.emit(found, True)
        if not self.in_hand:
            self.select(hex, unit)

    def _why_not(self, hex: int, unit: str) -> None:
        """A click on something that cannot be taken or attacked now says why."""
        found = self.explanation(hex, unit)
        if found is not None:
            self.explained.emit(found, True)

    def _give(self, offers: list[Offer]) -> None:
        """Gives the one answer meant; asks which, where there are several."""
        if len(offers) == 1:
            self.give(offers[0].action)
        elif offers:
            self.several.emit(offers)

    def give(self, action: object) -> bool:
        self.picked = ()
        return not self.held(action) and self.link.submit(action)

    # ---------------------------------------------------------------- way-points
    def way_point(self, hex: int) -> bool:
        """The way of the units in hand is to lead through a hex; again, and it need not. False: it cannot."""
        if not self.in_hand or self._same_hex(hex):
            return False
        if hex in self.by:
            self.by = self.by[: self.by.index(hex)]
        elif hex in self.view.overlays.reach:
            self.by = (*self.by, hex)
        else:
            return False
        self.silent.emit()
        self.refused = NOWHERE
        self.refresh()
        self.status.emit(self.view.hex)
        return True

    def _go_by(self, hex: int) -> None:
        """The path that is shown is gone."""
        by, ids = self.by, tuple(u.id for u in self.in_hand)
        path = self.link.ask(lambda s: sight.path_through(s, sight.units_in_hand(s), by, hex))
        if path:
            self.give(Move(ids, hex, path))
        else:
            self._click_refused(hex, "")

    # ---------------------------------------------------------------- keys
    def put_down(self) -> bool:
        """Esc: closes, lets go of a pick, or puts units down; False when there was nothing to do."""
        if self.refused != NOWHERE:
            self.forget_refusal()
            return True
        if self.picked:
            self.pick(())
            return True
        if self.by:
            return self.way_point(self.by[-1])
        if self.in_hand:
            return self.give(PutDown())
        if self.hex != NOWHERE:
            self.select(NOWHERE, "")
            self.refresh()
            return True
        return False

    def forget_refusal(self) -> None:
        self.refused = NOWHERE
        self.silent.emit()
        self.refresh()

    def next_unit(self, step: int) -> bool:
        """N: shows the next unit that may act, and the hex cursor goes there; units in hand are put down."""
        return self.round.next_unit(step)

    def next_lit(self, step: int) -> None:
        """[ and ]: the hexes that may be chosen, or the units that may act, the nearest ones first."""
        self.round.next_lit(step)

    def cycle(self) -> bool:
        """Tab: the next unit of the hex, in hand or selected."""
        return self.round.cycle()

    def pick(self, units: tuple[str, ...]) -> None:
        """Chooses units whose hexes then light up."""
        self.picked = units
        if units and units[0] in self.link.state.units:
            self.hex, self.unit = self.link.state.units[units[0]].hex, units[0]
            self.selected.emit(self.hex, self.unit)
        self.picks_changed.emit()
        self.refresh()
        if units and self.view.camera.show_all(self.view.shapes.centre(h) for h in self.choices.lit):
            self.view.look_at(self.view.camera.middle)

    def select(self, hex: int, unit: str) -> None:
        self.hex, self.unit = hex, unit
        self.view.chosen = unit
        self.selected.emit(hex, unit)

    def point_at(self, offer: Offer | None) -> None:
        """Lights on the map what an answer in a list is about, and what it would bring."""
        self.offer = offer
        hexes = set(offer.hexes if offer is not None else ())
        for id in offer.units if offer is not None else ():
            unit = self.link.state.units.get(id)
            if unit is not None and unit.hex >= 0:
                hexes.add(unit.hex)
        self.pointed = frozenset(hexes)
        self.refresh()

    def point_at_units(self, ids: tuple[str, ...]) -> None:
        """Lights on the map where some units stand."""
        units = (self.link.state.units.get(id) for id in ids)
        self.pointed = frozenset(unit.hex for unit in units if unit is not None and unit.hex >= 0)
        self.refresh()

    def top_of(self, hex: int) -> str:
        """The unit that lies on top in a hex, empty where there is none."""
        units = self.stage.lying(self.link.state, hex) if hex >= 0 and self.link.game is not None else ()
        return units[-1].id if units else ""

    # ---------------------------------------------------------------- hovering
    def hover(self, hex: int) -> None:
        if hex != self.refused:
            self.refused = NOWHERE
        if hex >= 0 and self.in_hand and not self._allowed(hex):
            self.refused = hex
        self.status.emit(hex)
        self.view.show_cursor(self._cursor(hex))
        self.refresh()

    def _allowed(self, hex: int) -> bool:
        reachable = not self.by or hex in self.view.overlays.reach
        return (hex in self.choices.lit and reachable) or self._same_hex(hex)

    def _cursor(self, hex: int) -> Qt.CursorShape:
        if hex < 0 or not self.kind:
            return Qt.CursorShape.ArrowCursor
        if self.in_hand:
            return Qt.CursorShape.ClosedHandCursor if self._allowed(hex) else Qt.CursorShape.ForbiddenCursor
        if hex in self.choices.lit:
            return Qt.CursorShape.CrossCursor
        if hex in self.link.choices.hexes_of_units(self.link.state):
            return Qt.CursorShape.OpenHandCursor
        return Qt.CursorShape.ArrowCursor

    def explain(self, hex: int) -> None:
        """After a rest over a refused hex: the rule."""
        if hex >= 0 and hex == self.refused:
            found = self.explanation(hex)
            if found is not None:
                self.explained.emit(found, False)

    def explanation(self, hex: int, unit: str = "") -> Explanation | None:
        """Why a hex is no answer now; None where nothing is refused."""
        return why_not(self, hex, unit)

    # ---------------------------------------------------------------- what the map shows
    def toggle_area(self, area: str) -> None:
        """An overlay on or off; a third one replaces the oldest."""
        if area in self.areas:
            self.areas.remove(area)
        else:
            self.areas = [*self.areas, area][-MOST_AREAS:]
        self.areas_changed.emit(list(self.areas))
        self.refresh()

    def happened(self, events: Iterable[Event]) -> None:
        """The game went on: picks and refusals are over."""
        self.picked, self.refused, self.pointed, self.by = (), NOWHERE, frozenset(), ()
        self.offer, self.foretold = None, None
        hand = self.in_hand
        if hand:
            self.hex, self.unit = hand[0].hex, hand[-1].id
        elif self.unit in self.link.state.units:
            at = self.link.state.units[self.unit].hex
            if at != self.hex:  # the ring and the dock are about the same hex
                self.hex = at
                self.selected.emit(at, self.unit if at >= 0 else "")
        self.refresh(first=True)

    def refresh(self, *, first: bool = False) -> None:
        """Shows the position and everything over it afresh; at *first* without what takes longer to find:
        what answers would bring, how units are supplied, and where lines run.
        """
        if self.link.game is None:
            return
        hand = self.in_hand
        if not first:
            self.foretold = self.previews.of(self.offer)
            self._judge()
        lines = self.view.overlays.lines if first else None
        self.view.show_state(self.link.state, tuple(u.id for u in hand) or self._lifted())
        self.view.show_overlays(self.lighting.overlays(self, lines))
        self.tell_way()

    def _lifted(self) -> tuple[str, ...]:
        """The units picked that stand on the map: they lie as units in hand do."""
        units = self.link.state.units
        return tuple(id for id in self.picked if id in units and units[id].hex >= 0)

    def _judge(self) -> None:
        """How the supply of every unit stands or would stand, once for a position."""
        state, told = self._judged
        if state is not self.link.state or told is not self.foretold:
            self._judged = self.link.state, self.foretold
            words = self.foretold.supply if self.foretold is not None else {}
            signs = self.link.ask(lambda s: self.stage.signs_of(s, words)) or {}
            if signs != self.stage.signs:
                self.stage.signs.clear()
                self.stage.signs.update(signs)
                self.view.update()

    def tell_way(self) -> None:
        """Tells by which way the units in hand would go, if one is shown."""
        path, hand = self.view.overlays.path, self.in_hand
        if hand:
            self.way_shown.emit(hand, path.hexes[1:] if path is not None else ())
