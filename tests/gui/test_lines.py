"""Lines that the rules draw over the map: seen in the overlays, painted in their own look."""

from __future__ import annotations

import hill
from hands import Hands
from PyQt6.QtGui import QColor

from hexcore.ruleset import find


def test_a_boundary_is_drawn_where_it_runs_now(hands: Hands) -> None:
    hands.start(find("cobra"), "breakout", dice=1)
    ((look, hexes),) = hands.map.overlays.lines
    numbers = [hands.state.board.map.numbers[hex] for hex in hexes]
    assert look == "army-boundary" and (numbers[0], numbers[-1]) == ("A2501", "A2519")
    hands.map.centre_on(hands.hex("A2510"))
    hands.wait(2)
    picture, ink = hands.map.grab().toImage(), QColor("#5B2A86")
    middle = hands.map.point_of(hands.hex("A2510"))
    ratio = picture.devicePixelRatio()
    near = [
        picture.pixelColor(int((middle.x() + dx) * ratio), int((middle.y() + dy) * ratio))
        for dx in range(-3, 4)
        for dy in range(-40, 41)
    ]
    assert any(abs(c.hue() - ink.hue()) < 12 and c.saturation() > 90 for c in near)


def test_a_game_without_lines_has_none(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", dice=1)
    assert hands.map.overlays.lines == ()
