"""What the status line says of the hex under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexcore_gui import facts

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage


def pointed_facts(page: GamePage, hex: int) -> list[str]:
    """What the status line says of a hex: the ground and who stands there, points left, a refusal."""
    words = page.link.ask(lambda s: facts.hex_line(page.stage, s, hex)) or []
    mark = page.map.overlays.reach.get(hex)
    if mark is not None:
        words.append(f"{mark.text} {'point' if mark.text in ('1', '½') else 'points'} left there")
    shown = page.bubble.explanation
    if shown is not None and shown.hex == hex and shown.rule:
        words.append(f"Refused: {shown.rule}")
    return words
