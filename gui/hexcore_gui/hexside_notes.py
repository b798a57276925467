"""Notes on the hexsides of the hex looked at, at near zoom: what lies there, what it costs to come in."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QPointF
from PyQt6.QtGui import QPainter

from hexcore.state import GameState
from hexcore_gui.camera import Camera, Geometry
from hexcore_gui.overlay_shapes import haloed
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour
from hexcore_gui.wording import points

NEAR = 75.0
"""Pixels a hex from which there is room for notes."""
INWARD = 0.6
"""How far from the middle of the hex a note stands, in parts of the way to the middle of the side."""


@dataclass(frozen=True)
class SideNote:
    """A hexside (`6 * hex + direction`) and what stands at it."""

    side: int
    text: str


def side_notes(stage: Stage, state: GameState, hex: int, mobility: str) -> tuple[SideNote, ...]:
    """One note for each side by which a unit with this way of moving comes in, or is kept out."""
    hex_map, looks = stage.board.map, stage.presentation
    halves = stage.board.costs(mobility).halves
    notes = []
    for side in range(6 * hex, 6 * hex + 6):
        if hex_map.neighbours[side] < 0:
            continue
        words = [
            looks.hexsides[w].label if w in looks.hexsides else titled(w) for w in sorted(hex_map.sides[side])
        ]
        cost = halves[hex_map.mirror(side)]
        told = [word.lower() for word in words if word]
        notes.append(SideNote(side, " ".join([*told, points(cost) if cost else "–"])))
    return tuple(notes)


def paint_notes(
    painter: QPainter, stage: Stage, shapes: Geometry, camera: Camera, notes: tuple[SideNote, ...]
) -> None:
    """Each note inside its hex, near the middle of its side."""
    if camera.scale < NEAR:
        return
    setting, ink = stage.theme.ui_font(camera.scale * 0.105, 600), colour("#1B1D1F")
    for note in notes:
        middle, line = shapes.centre(note.side // 6), shapes.side(note.side)
        at = middle + (QPointF(line.center()) - middle) * INWARD
        haloed(painter, note.text, camera.to_screen(at), setting, ink)
