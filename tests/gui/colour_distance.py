"""How far two colours lie apart for an eye: CIEDE2000, and the three colour-blindnesses of Machado 2009."""

from __future__ import annotations

import math

Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Full severity, for linear light."""


def linear(text: str) -> Triple:
    parts = [int(text[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def luminance(text: str) -> float:
    r, g, b = linear(text)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(text: str, eye: str = "normal") -> Triple:
    light = linear(text)
    r, g, b = (min(1.0, max(0.0, sum(m * v for m, v in zip(row, light, strict=True)))) for row in EYES[eye])
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Triple, other: Triple) -> float:
    """The distance of two L*a*b* colours by CIEDE2000 (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    grey = 1.5 - 0.5 * math.sqrt(c7 / (c7 + 25**7))
    a1, a2 = a1 * grey, a2 * grey
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn, middle = h2 - h1, h1 + h2
    if c1 * c2 == 0:
        turn = 0.0
    elif abs(h1 - h2) > 180:
        turn, middle = turn - math.copysign(360, turn), middle + (360 if middle < 360 else -360)
    middle = middle / 2 if c1 * c2 else middle
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    ml, mc = (l1 + l2) / 2, (c1 + c2) / 2

    def cosine(factor: float, shift: float) -> float:
        return math.cos(math.radians(factor * middle + shift))

    t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63)
    sl = 1 + 0.015 * (ml - 50) ** 2 / math.sqrt(20 + (ml - 50) ** 2)
    sc, sh = 1 + 0.045 * mc, 1 + 0.015 * mc * t
    swirl = 30 * math.exp(-(((middle - 275) / 25) ** 2))
    rt = -2 * math.sqrt(mc**7 / (mc**7 + 25**7)) * math.sin(math.radians(2 * swirl))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def distance(one: str, other: str, eye: str = "normal") -> float:
    """How far two `#RRGGBB` lie apart for an eye; under 2 they pass for the same."""
    return ciede2000(lab(one, eye), lab(other, eye))
