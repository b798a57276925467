"""Planned attacks on the map: the one looked at as an attack being made, the others with white pills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QFont, QPainter

from hexcore.odds import weigh
from hexcore.state import GameState
from hexcore_gui import sight
from hexcore_gui.combat_plans import Joiner, Plan, combat_of, faults_of
from hexcore_gui.overlay_shapes import pill, pill_box
from hexcore_gui.overlays import Overlays
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour
from hexcore_gui.wording import count

if TYPE_CHECKING:
    from hexcore_gui.overlay_paint import OverlayPainter

FEW_NOTES = 3
"""Up to so many hexes of units that could join, each is named in full; where there are more, in short."""
NAMED_FROM = 30
"""Pixels of a hex from which on units that could join are named."""


@dataclass(frozen=True)
class PlanMarks:
    """What the map shows of plans: odds by target hex, that of the one looked at apart; who could join."""

    others: Mapping[int, str] = field(default_factory=dict)
    targets: Mapping[int, str] = field(default_factory=dict)
    attackers: frozenset[int] = frozenset()
    arrows: tuple[tuple[int, int], ...] = ()
    other_arrows: tuple[tuple[int, int], ...] = ()
    joiners: frozenset[int] = frozenset()
    either: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)


def odds_text(state: GameState, plan: Plan) -> str:
    """The column a plan would be fought on; `?` without attackers, `✕` where it cannot be declared."""
    faults = faults_of(state, plan)
    if any(not fault.unit for fault in faults):
        return "✕"
    out = {fault.unit for fault in faults}
    combat = combat_of(state, replace(plan, attackers=tuple(i for i in plan.attackers if i not in out)))
    return weigh(state, combat).final_column if combat.attackers else "?"


def plan_marks(
    stage: Stage, state: GameState, plans: list[Plan], now: Plan | None, joiners: tuple[Joiner, ...]
) -> PlanMarks:
    """The marks of all plans of a side, *now* being the one looked at."""
    others: dict[int, str] = {}
    arrows: list[tuple[int, int]] = []
    for plan in plans:
        if plan != now and plan.targets:
            others |= dict.fromkeys(plan.targets, "") | {plan.targets[0]: odds_text(state, plan)}
            arrows += sight.arrows(state, combat_of(state, plan))
    found = PlanMarks(others=others, other_arrows=tuple(arrows))
    if now is not None and now.targets:
        combat = combat_of(state, now)
        found = replace(
            found,
            targets=dict.fromkeys(now.targets, "") | {now.targets[0]: odds_text(state, now)},
            attackers=frozenset(sight.origins(state, combat)) if combat.attackers else frozenset(),
            arrows=sight.arrows(state, combat) if combat.attackers else (),
        )
    return joined_marks(stage, state, found, joiners)


def joined_marks(stage: Stage, state: GameState, found: PlanMarks, joiners: tuple[Joiner, ...]) -> PlanMarks:
    """The same with the hexes of the units that could join."""
    by_hex: dict[int, list[Joiner]] = {}
    for joiner in joiners:
        by_hex.setdefault(state.units[joiner.unit].hex, []).append(joiner)
    several = {hex for hex, here in by_hex.items() if any(len(j.attacks) > 1 for j in here)}
    short = len(by_hex) > FEW_NOTES
    notes = {hex: _note(stage, here, short) for hex, here in by_hex.items()}
    return replace(found, joiners=frozenset(by_hex) - several, either=frozenset(several), notes=notes)


def _note(stage: Stage, here: list[Joiner], short: bool) -> str:
    """`+ 113 Cavalry could join, +2`; in short `+2`; with the attacks it could be in, or the one it is in."""
    added = f"+{sum(j.strength for j in here)}"
    attacks, held = sorted({n for j in here for n in j.attacks}), sorted({j.held for j in here})
    which = f" in {' or '.join(map(str, attacks))}" if len(attacks) > 1 else ""
    if all(held):
        added, which = f"{added}, now in {' and '.join(map(str, held))}", ""
    if short:
        return f"{added}{which}"
    who = stage.short_name(here[0].unit) if len(here) == 1 else count(len(here), "unit")
    return f"+ {who} could join{which}, {added}"


# ------------------------------------------------------------------ painting
def with_plans(base: Overlays, marks: PlanMarks, *, fighting: bool, named: bool) -> Overlays:
    """The overlays with plans in them; while a combat is fought it alone is shown as such."""
    base = replace(base, planned=marks.others, planned_arrows=marks.other_arrows)
    if named:
        base = replace(base, either=marks.either, could_join=marks.notes)
    if fighting:
        return replace(base, joiners=base.joiners - marks.either)
    return replace(
        base,
        targets={**base.targets, **marks.targets},
        attackers=base.attackers | marks.attackers,
        arrows=(*base.arrows, *marks.arrows),
        joiners=base.joiners | marks.joiners,
    )


def paint_plans(overlay: OverlayPainter, painter: QPainter, what: Overlays) -> None:
    """Rings and pills of the attacks that are only planned, and a double ring where a unit could join two."""
    may, may_not, white = colour(overlay.over.reach_edge), colour(overlay.over.enemy_zone), QColor("#FFFFFF")
    for hex in overlay.visible(what.either):
        overlay._ring(painter, hex, may, 2.4, dashed=True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(may)
        painter.drawPolygon(overlay._hexagon(hex, 0.82))
    for start, end in what.planned_arrows:
        painter.setOpacity(0.55)
        overlay._arrow(painter, start, end)
        painter.setOpacity(1)
    for hex, text in what.planned.items():
        overlay._ring(painter, hex, may_not, 2.0)
        if text and overlay.camera.scale >= 20:
            overlay.odds(painter, hex, text, white, may_not)


def paint_joiners(overlay: OverlayPainter, painter: QPainter, what: Overlays) -> None:
    """Beside each unit that could join an attack what it would add, above its hex."""
    if overlay.camera.scale < NAMED_FROM:
        return
    may, setting = colour(overlay.over.reach_edge), overlay.stage.theme.ui_font(11.5, 600)
    up = QPointF(0, overlay.camera.scale * 0.5 + 11)
    taken = [box for box, _ in overlay.pills]
    taken += [overlay._hexagon(hex, 0.7).boundingRect() for hex in what.targets]
    view = QRectF(QPointF(), overlay.camera.size)
    spots = {hex: overlay.camera.to_screen(overlay.shapes.centre(hex)) for hex in what.could_join}
    for hex in sorted(overlay.visible(what.could_join), key=lambda hex: -spots[hex].y()):
        text, spot = what.could_join[hex], spots[hex] - up
        box = pill_box(text, spot, setting)
        crowded = len(spots) > 1 or any(box.intersects(other) for other in taken)
        if crowded or not view.contains(box):
            text = text.partition(" could join, ")[2] or text
        at = free_spot(text, spot, setting, taken)
        taken.append(pill(painter, text, at, setting, QColor("#FFFFFF"), may))


def free_spot(text: str, at: QPointF, setting: QFont, taken: list[QRectF]) -> QPointF:
    """Where a pill covers none of those drawn before it: at its spot, or higher."""
    while clash := next((box for box in taken if box.intersects(pill_box(text, at, setting))), None):
        at = QPointF(at.x(), clash.top() - clash.height() / 2 - 3)
    return at
