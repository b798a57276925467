"""The tiles of a map for Tiled: one plain hex of colour for each ground, in one PNG strip."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from hexcore.mapdraw import PALETTE

LONG, SHORT, SIDE = 64, 56, 32
"""Pixels of a hex from corner to corner, from flat side to flat side, and of a side."""
CLEAR = b"\x00\x00\x00\x00"


def colours(grounds: Sequence[tuple[str, str]], presentation: Mapping[str, Any]) -> list[bytes]:
    """A colour (RGBA) for each ground, that of the presentation's first word where it has one."""
    styles = presentation.get("terrain", {})
    found = []
    for n, (terrain, _) in enumerate(grounds):
        light = next(
            (styles[word]["light"] for word in terrain.split() if "light" in styles.get(word, {})), ""
        )
        first = light if isinstance(light, str) else next(iter(light), "")
        text = str(first) if len(str(first)) == 7 else PALETTE[n % len(PALETTE)]
        found.append(bytes.fromhex(text[1:]) + b"\xff")
    return found


def strip(fills: Sequence[bytes], columns: bool) -> bytes:
    """The tiles side by side as a PNG: flat-topped hexes for *columns*, pointed ones otherwise."""
    wide, high = (LONG, SHORT) if columns else (SHORT, LONG)
    rows = b"".join(
        b"\x00" + b"".join(fill if _inside(x, y, columns) else CLEAR for fill in fills for x in range(wide))
        for y in range(high)
    )
    head = struct.pack(">IIBBBBB", wide * len(fills), high, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _inside(x: int, y: int, columns: bool) -> bool:
    """Does a pixel of a tile lie in its hex?"""
    along, across = (x, y) if columns else (y, x)
    slope = (LONG - SIDE) / 2 / (SHORT / 2)
    return abs(along + 0.5 - LONG / 2) <= LONG / 2 - slope * abs(across + 0.5 - SHORT / 2)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
