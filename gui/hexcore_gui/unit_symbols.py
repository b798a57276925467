"""Military symbols as SVG: shipped files first, then the milsymbol package if it is there, then nothing.

Shipped files are black on one known blue, so that a counter can put its own colours in their place.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QByteArray
from PyQt6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).parent / "symbols"
CODE = re.compile(r"^[A-Z*-]{10,15}$")
BOX, INK = "#80e0ff", "#000000"
"""The colours of the box and of the lines in a shipped file."""
ASPECT = 108 / 158
"""Height of a symbol to its width."""


@cache
def symbol_svg(code: str) -> str | None:
    """The SVG text of a symbol code, or None when nobody here can draw it."""
    if not CODE.match(code):
        return None
    try:
        return (FOLDER / f"{code}.svg").read_text(encoding="utf-8")
    except OSError:
        return drawn_by_milsymbol(code)


def drawn_by_milsymbol(code: str) -> str | None:
    """A symbol as the milsymbol package draws it, in our two colours; takes seconds the first time."""
    try:
        make: Callable[..., Any] = importlib.import_module("milsymbol").Symbol
        symbol = make(code, size=60)
        text = str(symbol.as_svg()) if symbol.is_valid() else ""
    except Exception:
        return None
    if not text or "<text" in text:
        return None
    text = text.replace("rgb(128,224,255)", BOX).replace('"black"', f'"{INK}"')
    return re.sub(r"<path ([^>]*?)\s*></path>", r"<path \1/>", text)


@lru_cache(maxsize=512)
def renderer(code: str, tint: str, ink: str, weight: float) -> QSvgRenderer | None:
    """A symbol in a counter's colours, its lines *weight* units wide (its box is 150 by 100)."""
    text = symbol_svg(code)
    if text is None:
        return None
    text = text.replace(BOX, tint).replace(INK, ink)
    text = text.replace('stroke-width="4"', f'stroke-width="{weight * 1.15:g}"')
    text = text.replace('stroke-width="3"', f'stroke-width="{weight:g}"')
    found = QSvgRenderer(QByteArray(text.encode()))
    return found if found.isValid() else None
