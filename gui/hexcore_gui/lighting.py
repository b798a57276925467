"""What the map shows over the ground for the question on the table: reach, choices, attacks, areas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from hexcore.actions import Declare, Overrun
from hexcore.rules import Foretold
from hexcore.units import Unit
from hexcore_gui import sight
from hexcore_gui.choices import Choices, Offer, offer_of
from hexcore_gui.map_view import MapView
from hexcore_gui.overlays import NOWHERE, Band, Overlays, PathMark, Trail
from hexcore_gui.plan_marks import with_plans
from hexcore_gui.stage import Stage
from hexcore_gui.supply_words import supply_line
from hexcore_gui.table_link import TableLink
from hexcore_gui.wording import answer_heading

if TYPE_CHECKING:
    from hexcore_gui.pointing import Pointing

Lines = tuple[tuple[str, tuple[int, ...]], ...]
PLAIN = ("movement-phase", "muster")
"""Questions in which nearly every unit may be clicked, or that have a ring of their own for it."""
FEW = 8
"""Up to so many hexes of other answers than moves are named on the map all at once."""


class Lighting:
    """Makes the overlays of one map."""

    def __init__(self, stage: Stage, link: TableLink, view: MapView) -> None:
        self.stage, self.link, self.view = stage, link, view

    def overlays(self, pointing: Pointing, lines: Lines | None = None) -> Overlays:
        """All overlays for what is pointed at, picked and in hand now; with *lines* known already."""
        hand = pointing.in_hand
        base = Overlays(
            lines=lines if lines is not None else self.link.ask(sight.drawn_lines) or (),
            trails=self._trails(pointing),
            refused=pointing.refused,
            pointed=pointing.pointed | self._proposed(),
            selected=pointing.hex if not hand else NOWHERE,
            cursor=self.view.cursor_hex,
            hovered=self.view.hex,
        )
        if pointing.bare:
            return base
        base = self._with_areas(base, pointing)
        if hand:
            return self._with_reach(base, hand, pointing)
        base = self._foretold(base, pointing.foretold)
        lit = frozenset(pointing.choices.lit)
        base = replace(base, goals=self._goals(pointing.choices), path=self._way(pointing))
        if pointing.kind not in PLAIN and not pointing.picked:
            lit |= frozenset(pointing.choices.hexes_of_units(self.link.state))
        base = self._with_combat(replace(base, choices=lit), pointing.kind)
        base = replace(base, targets={**self._struck(pointing.choices), **base.targets})
        fighting, named = bool(self.link.state.combats), pointing.kind in ("muster", "combat-phase")
        return with_plans(base, pointing.planned, fighting=fighting, named=named or not fighting)

    def _proposed(self) -> frozenset[int]:
        """Where a change of the table that is asked about would take place."""
        edit = getattr(self.link.decision, "edit", None)
        if edit is None:
            return frozenset()
        unit = self.link.state.units.get(edit.unit or edit.subject)
        marked = self.stage.board.map.index.get(edit.subject, NOWHERE)
        hexes = (*offer_of(edit).hexes, marked, unit.hex if unit is not None else NOWHERE)
        return frozenset(hex for hex in hexes if hex >= 0)

    def _trails(self, pointing: Pointing) -> tuple[Trail, ...]:
        """The ways just gone; of one's own, with units in hand, only theirs."""
        if self.link.state.combats or not pointing.show_trails:
            return ()
        hand = {unit.id for unit in pointing.in_hand}
        return tuple(t for t in pointing.trails if not (hand and t.own) or hand & set(t.units))

    def _goals(self, choices: Choices) -> frozenset[int]:
        """Hexes that units can be put into or go to: tinted, so that they are seen at once."""
        return frozenset(h for h, offers in choices.lit.items() if any(o.units for o in offers))

    def _way(self, pointing: Pointing) -> PathMark | None:
        """The way to the hex pointed at, where an answer goes along one."""
        offers = [o for o in pointing.choices.lit.get(self.view.hex, []) if o.path and o.units]
        if not offers:
            return None
        best = min(offers, key=lambda o: (len(o.path), -len(o.units)))
        unit = self.link.state.units.get(best.units[0])
        if unit is None or unit.hex < 0:
            return None
        known = bool(pointing.picked) or len({o.units for o in offers}) == 1
        free = not self.link.state.at(best.path[-1])  # a ghost over counters would look like one of them
        ghost = self.stage.plain_face(unit) if known and free else None
        return PathMark((unit.hex, *best.path), ghost=ghost)

    def _with_reach(self, base: Overlays, hand: tuple[Unit, ...], pointing: Pointing) -> Overlays:
        choices, by = pointing.choices, pointing.by
        marks = self.link.ask(lambda s: sight.reach_marks(s, hand, choices, by)) or {}
        others = frozenset(h for h, offers in choices.lit.items() if offers[0].kind != "move")
        at = self.view.cursor_hex if self.view.cursor_hex >= 0 else self.view.hex
        if not (at in choices.lit and at in marks) and by:
            at = by[-1]
        path = None
        if at in marks and (at in choices.lit or by):
            path = self.link.ask(lambda s: sight.path_mark(self.stage, s, hand, at, by))
        return replace(base, reach=marks, choices=others, path=path, named=self._named(choices, at))

    def _named(self, choices: Choices, at: int) -> dict[int, str]:
        """What a click on a hex does that is no plain move: said where it is rare, else where one points."""
        decision = self.link.decision
        kinds = {h: [o for o in offers if o.kind != "move"] for h, offers in choices.lit.items()}
        rare = sum(1 for offers in kinds.values() if offers) <= FEW
        return {
            hex: f"{answer_heading(self.stage, offers[0].action, decision)}{self._column(offers[0])}"
            for hex, offers in kinds.items()
            if offers and (rare or hex == at)
        }

    def _column(self, offer: Offer) -> str:
        """The odds of an overrun, beside its name."""
        action = offer.action
        if not isinstance(action, Overrun) or not action.units:
            return ""
        found = self.link.ask(lambda s: sight.overrun_column(s, action))
        return f" {found}" if found else ""

    def _struck(self, choices: Choices) -> dict[int, str]:
        """The odds of an attack without units on the hex pointed at, before it is made."""
        hex = self.view.cursor_hex if self.view.cursor_hex >= 0 else self.view.hex
        found = [o.action for o in choices.lit.get(hex, []) if isinstance(o.action, Declare)]
        decision = self.link.decision
        if not found or self.link.state.combats or decision is None or decision.kind == "combat-phase":
            return {}
        column = self.link.ask(lambda s: sight.struck_column(s, found[0]))
        return {hex: column} if column else {}

    def _with_combat(self, base: Overlays, kind: str) -> Overlays:
        state = self.link.state
        if not state.combats:
            return base
        combat = state.combat
        odds = self.link.ask(lambda s: sight.odds_of(s, s.combat))
        pill = odds.final_column if odds is not None else combat.column
        joiners = frozenset(self.link.choices.hexes_of_units(state)) if kind == "muster" else frozenset[int]()
        before = combat.stage in ("declared", "made")
        return replace(
            base,
            targets={hex: pill if hex == combat.targets[0] else "" for hex in combat.targets},
            attackers=frozenset(sight.origins(state, combat)) if before else frozenset(),
            arrows=sight.arrows(state, combat),
            joiners=joiners,
        )

    def _foretold(self, base: Overlays, told: Foretold | None) -> Overlays:
        """What the answer pointed at, or the one that ends the question, would bring."""
        if told is None:
            return base
        units = self.link.state.units
        changed = frozenset(units[id].hex for id in told.changed if id in units and units[id].hex >= 0)
        bands = tuple(Band(band.state, band.hexes, band.text) for band in told.bands)
        return replace(base, bands=bands or base.bands, pointed=base.pointed | changed)

    def _with_areas(self, base: Overlays, pointing: Pointing) -> Overlays:
        unit = self.link.state.units.get(pointing.unit)
        makers: dict[str, Callable[[Overlays, Unit | None], Overlays]] = {
            "zones": self._zones,
            "supply": self._supply,
            "command": self._command,
            "front": self._front,
            "victory": self._objectives,
        }
        for area in pointing.areas:
            base = makers[area](base, unit)
        return base

    def _zones(self, base: Overlays, unit: Unit | None) -> Overlays:
        viewer = self.link.viewer
        return replace(base, zones=self.link.ask(lambda s: sight.zones(s, viewer)) or ())

    def _supply(self, base: Overlays, unit: Unit | None) -> Overlays:
        if unit is not None and unit.hex >= 0:
            line = self.link.ask(lambda s: supply_line(s, unit))
            return replace(base, supply=(line,) if line is not None else ())
        viewer = self.link.viewer or self.stage.board.sides[0]
        return replace(base, bands=self.link.ask(lambda s: sight.supply_bands(s, viewer)) or ())

    def _command(self, base: Overlays, unit: Unit | None) -> Overlays:
        """The radius of the headquarters selected; of all of one's own when none is."""
        one = unit is not None and unit.hex >= 0 and bool(unit.counter.radius)
        side = self.link.viewer
        staffs = [unit] if one else [u for u in self.link.state.units.values() if side in (None, u.side)]
        return replace(base, radii=self.link.ask(lambda s: sight.radii(s, filter(None, staffs))) or ())

    def _objectives(self, base: Overlays, unit: Unit | None) -> Overlays:
        return replace(base, objectives=self.link.ask(sight.objectives) or ())

    def _front(self, base: Overlays, unit: Unit | None) -> Overlays:
        return replace(base, front=self.link.ask(sight.front) or ())
