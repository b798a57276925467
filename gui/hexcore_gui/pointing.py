"""What a click on the map means for the question on the table, and what the map shows because of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PyQt6.QtCore import QObject, Qt, pyqtSignal

from hexcore.actions import AddAttacker, Declare, Move, Place, PutDown, Retreat, Take
from hexcore.events import Event
from hexcore.movement import move_refusals
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui import sight
from hexcore_gui.choices import Choices, Offer
from hexcore_gui.explaining import Explanation, move_explained, refused
from hexcore_gui.lighting import Lighting
from hexcore_gui.map_view import MapView
from hexcore_gui.overlays import NOWHERE, Trail
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink

AREAS = ("zones", "supply", "command", "front")
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

    def __init__(self, stage: Stage, link: TableLink, view: MapView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stage, self.link, self.view = stage, link, view
        self.hex, self.unit = NOWHERE, ""
        self.picked: tuple[str, ...] = ()
        self.areas: list[str] = []
        self.bare = False
        self.pointed: frozenset[int] = frozenset()
        self.refused = NOWHERE
        self.trails: tuple[Trail, ...] = ()
        self.taker: Callable[[int, str], object] | None = None
        self.lighting = Lighting(stage, link, view)
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
        if self.taker is not None:
            self.taker(hex, unit)
            return
        self.refused = NOWHERE
        lit = self.choices.lit.get(hex, [])
        if lit and not (unit and self._same_hex(hex)):
            self._give(lit)
        elif self._click_unit(hex, unit, keys):
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
        self.select(hex, unit or ids[0])
        wanted = self._wanted(state, unit or ids[0], ids, keys)
        exact = [o for o in offers if set(o.units) == set(wanted)]
        if exact:
            self._give(exact)
        elif len(wanted) > 1 and offers[0].kind == "take":
            self.give(Take(tuple(wanted)))
        elif unit in ("", ids[0]) and offers[0].kind in ("take", "add-attacker"):
            self.give(min(offers, key=lambda o: (len(o.units), ids.index(o.units[0]))).action)
        else:
            named = [o for o in offers if unit in o.units]
            self._give(named)
            return bool(named)
        return True

    def _wanted(self, state: GameState, unit: str, ids: list[str], keys: Qt.KeyboardModifier) -> list[str]:
        """The unit clicked; with Shift the whole stack, with Ctrl its division."""
        own = [i for i in ids if state.units[i].side == state.units[unit].side]
        if keys & Qt.KeyboardModifier.ShiftModifier:
            return own
        if keys & Qt.KeyboardModifier.ControlModifier:
            formation = state.units[unit].counter.formation
            return [i for i in own if state.units[i].counter.formation == formation]
        return [unit]

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
        return self.link.submit(action)

    # ---------------------------------------------------------------- keys
    def put_down(self) -> bool:
        """Esc: closes, lets go of a pick, or puts units down; False when there was nothing to do."""
        if self.refused != NOWHERE:
            self.forget_refusal()
            return True
        if self.picked:
            self.pick(())
            return True
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
        """N: takes the next unit that may act into view; in a movement phase it is selected, not taken."""
        state = self.link.state
        standing = self.link.choices.hexes_of_units(state)
        ids = [o.units[0] for offers in standing.values() for o in offers if len(o.units) == 1]
        order = sorted(dict.fromkeys(ids), key=lambda i: (state.units[i].hex, i))
        if not order:
            return False
        at = order.index(self.unit) if self.unit in order else (-1 if step > 0 else 0)
        id = order[(at + step) % len(order)]
        self.view.bring_into_view(state.units[id].hex)
        self.select(state.units[id].hex, id)
        self.refresh()
        return True

    def next_lit(self, step: int) -> None:
        """[ and ]: the hex cursor goes over the hexes that may be chosen, the nearest ones first."""
        centre = self.stage.board.map.centres
        hand = self.in_hand
        x, y = centre[hand[0].hex] if hand else centre[self.hex] if self.hex >= 0 else (0.0, 0.0)
        lit = sorted(self.choices.lit, key=lambda h: ((centre[h][0] - x) ** 2 + (centre[h][1] - y) ** 2, h))
        if lit:
            at = lit.index(self.view.cursor_hex) if self.view.cursor_hex in lit else -1 if step > 0 else 0
            self.view.set_cursor_hex(lit[(at + step) % len(lit)])

    def cycle(self) -> bool:
        """Tab: the next unit of the hex, in hand or selected."""
        state = self.link.state
        hand = self.in_hand
        hex = hand[0].hex if hand else self.hex
        ids = [u.id for u in reversed(state.at(hex))] if hex >= 0 else []
        if len(ids) < 2:
            return False
        now = hand[0].id if hand else self.unit
        following = ids[(ids.index(now) + 1) % len(ids)] if now in ids else ids[0]
        if hand:
            return self.give(Take((following,)))
        self.select(hex, following)
        return True

    def pick(self, units: tuple[str, ...]) -> None:
        """Chooses units whose hexes then light up."""
        self.picked = units
        if len(units) == 1 and units[0] in self.link.state.units:
            self.selected.emit(self.link.state.units[units[0]].hex, units[0])
        self.picks_changed.emit()
        self.refresh()
        lit = self.choices.lit
        if units and lit and not any(self.view.camera.view.contains(self.view.shapes.centre(h)) for h in lit):
            self.view.centre_on(next(iter(lit)))

    def select(self, hex: int, unit: str) -> None:
        self.hex, self.unit = hex, unit
        self.selected.emit(hex, unit)

    def point_at(self, offer: Offer | None) -> None:
        """Lights on the map what an answer in a list is about."""
        hexes = set(offer.hexes if offer is not None else ())
        for id in offer.units if offer is not None else ():
            unit = self.link.state.units.get(id)
            if unit is not None and unit.hex >= 0:
                hexes.add(unit.hex)
        self.pointed = frozenset(hexes)
        self.refresh()

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
        return hex in self.choices.lit or self._same_hex(hex)

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
        state, hand = self.link.state, self.in_hand
        number = self.stage.hex_name(hex)
        if hand:
            move = Move(tuple(u.id for u in hand), hex)
            ids = move.units
            found = self.link.ask(lambda s: move_refusals(s, sight.units_in_hand(s), move)) or []
            full = self.link.refusal(move)
            found = found or ([full] if full is not None else [])
            found = found or self._stop_refusals(hex, ids)
            choices = self.choices
            return self.link.ask(
                lambda s: move_explained(self.stage, s, sight.units_in_hand(s), hex, found, choices)
            )
        tried, title = self._tried(state, hex, unit)
        if tried is None:
            return None
        why = self.link.refusal(tried)
        return (
            refused(
                self.stage, f"{title} {number}" if title.endswith(("in", "to", "attack")) else title, why, hex
            )
            if why
            else None
        )

    def _stop_refusals(self, hex: int, ids: tuple[str, ...]) -> list[Refusal]:
        """Why units may pass a hex and not stop there."""
        from hexcore.stacking import stack_refusal

        found = self.link.ask(lambda s: stack_refusal(s, tuple(s.units[i] for i in ids), hex))
        return [found] if found is not None else []

    def _tried(self, state: GameState, hex: int, unit: str) -> tuple[object | None, str]:
        """The answer a click on a hex would have been, and how its refusal is headed."""
        units = state.at(hex)
        decision = self.link.decision
        if (
            (not units and not self.picked and self.kind != "retreat-units")
            or decision is None
            or not self.kind
        ):
            return None, ""
        top = state.units[unit] if unit else (units[-1] if units else None)
        ours = top is not None and top.side == decision.side
        if self.picked:
            return Place(self.picked[0], hex), f"{self.stage.unit_name(self.picked[0])} may not be placed in"
        if self.kind == "movement-phase" and ours and top is not None:
            return Take((top.id,)), f"{self.stage.unit_name(top)} may not be taken in hand"
        if self.kind in ("combat-phase", "muster") and top is not None and not ours:
            return Declare((hex,)), "You may not attack"
        if self.kind == "muster" and ours and top is not None:
            return AddAttacker(top.id), f"{self.stage.unit_name(top)} may not join the attack"
        if self.kind == "retreat-units":
            ids = getattr(decision, "units", ())
            return Retreat(tuple(ids[:1]), (hex,)), "No retreat to"
        return None, ""

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
        self.picked, self.refused, self.pointed = (), NOWHERE, frozenset()
        hand = self.in_hand
        if hand:
            self.hex, self.unit = hand[0].hex, hand[-1].id
        elif self.unit in self.link.state.units:
            self.hex = self.link.state.units[self.unit].hex
        self.refresh()

    def refresh(self) -> None:
        """Shows the position and everything over it afresh."""
        if self.link.game is None:
            return
        hand = self.in_hand
        self.view.show_state(self.link.state, tuple(u.id for u in hand))
        self.view.show_overlays(self.lighting.overlays(self))
