"""Colour tokens for light and dark, the shipped fonts, and the two scales (window and map text)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from PyQt6.QtGui import QColor, QFont, QFontDatabase

from hexcore_gui.presentation import Colours, GroundLook, LineLook, Texture

Face = Literal["ui", "figures", "place", "water"]
"""`ui` the window, `figures` counters and hex numbers, `place` town names, `water` water, hills and woods."""

FONT_FOLDER = Path(__file__).parent / "fonts"
FAMILIES: Mapping[Face, list[str]] = {
    "ui": ["Inter", "Helvetica", "Arial", "sans-serif"],
    "figures": ["TeX Gyre Heros Cn", "Arial Narrow", "Helvetica", "sans-serif"],
    "place": ["TeX Gyre Heros", "Helvetica", "Arial", "sans-serif"],
    "water": ["TeX Gyre Pagella", "Palatino", "serif"],
}


@dataclass(frozen=True)
class Tokens:
    """Colours of the window. `may` is the accent, `may_not` danger, `lit` what is in hand or lit now.

    `what_if` signs what is only tried out beside the game.
    """

    window: str
    panel: str
    alt: str
    line: str
    ink: str
    ink2: str
    ink3: str
    may: str
    may_tint: str
    on_may: str
    may_not: str
    may_not_tint: str
    on_may_not: str
    lit: str
    warn: str
    ok: str
    what_if: str
    on_what_if: str


@dataclass(frozen=True)
class MapTokens:
    """Colours of the map that belong to no ground: water, grid and lettering."""

    off_map: str
    sea: str
    lining: str
    coast: str
    land: str
    grid: str
    grid_alpha: int
    number: str
    sea_number: str
    name: str
    village: str
    halo: str
    water_name: str
    hill_name: str
    wood_name: str
    sea_name: str


@dataclass(frozen=True)
class OverlayTokens:
    """What lies over the ground and on counters: the same meaning in every ruleset."""

    reach: str = "#0B6BD3"
    reach_edge: str = "#0057B8"
    path: str = "#00346F"
    enemy_zone: str = "#B01030"
    own_zone: str = "#2B3036"
    supply: str = "#00796B"
    command: str = "#5A3A82"
    hand: str = "#FFC21A"
    moved: str = "#2B3036"
    fought: str = "#F28C00"
    case: str = "#15181A"


OVERLAYS = OverlayTokens()

LIGHT = Tokens(
    window="#E6E7E3", panel="#FAFAF7", alt="#F0F1EC", line="#CBCDC6",
    ink="#1B1D1F", ink2="#44484C", ink3="#63686D",
    may="#0057B8", may_tint="#E3EDF9", on_may="#FFFFFF",
    may_not="#B01030", may_not_tint="#FBE6E9", on_may_not="#FFFFFF",
    lit="#FFB71B", warn="#8A5200", ok="#1B6B43",
    what_if="#0B6B6B", on_what_if="#FFFFFF",
)  # fmt: skip
DARK = Tokens(
    window="#131517", panel="#1C1F22", alt="#24282C", line="#3A3F44",
    ink="#F1F0EA", ink2="#C5C8C8", ink3="#9AA0A4",
    may="#6FB2FF", may_tint="#22364D", on_may="#0B1420",
    may_not="#FF8090", may_not_tint="#472028", on_may_not="#20080C",
    lit="#FFB71B", warn="#F5BE4F", ok="#6FCF9C",
    what_if="#4FC3B8", on_what_if="#06201D",
)  # fmt: skip
MAP_LIGHT = MapTokens(
    off_map="#D9DAD6", sea="#BFD5E2", lining="#A9C6D8", coast="#4F7C97", land="#F3ECD6",
    grid="#3F4636", grid_alpha=118, number="#5B6051", sea_number="#4D7389",
    name="#1A1A18", village="#3A3A36", halo="#FBF8EC",
    water_name="#114B78", hill_name="#4F3410", wood_name="#1F4016", sea_name="#4C7D9C",
)  # fmt: skip
MAP_DARK = MapTokens(
    off_map="#1A1C1E", sea="#1B2C3A", lining="#223747", coast="#5B88A3", land="#5E5746",
    grid="#0E100C", grid_alpha=120, number="#C6CAB4", sea_number="#6E93A8",
    name="#F1ECDC", village="#D8D3C2", halo="#20221C",
    water_name="#8CC4EA", hill_name="#D9B67E", wood_name="#A5C68C", sea_name="#4E7691",
)  # fmt: skip

# Per texture: light, dark. The first colour is the ground, the others what the texture draws on it.
GROUNDS: Mapping[Texture, tuple[Colours, Colours]] = {
    "none": ((), ()),
    "plain": (("#F3ECD6",), ("#5E5746",)),
    "strips": (("#F3ECD6", "#EADFC0"), ("#5E5746", "#67604D")),
    "hedged-fields": (
        ("#DEE4C4", "#D8E0BB", "#E4E8CD", "#D3DCB4", "#AEBF90"),
        ("#3C4634", "#3F4A36", "#394331", "#424D39", "#5A6848"),
    ),
    "trees-open": (("#C3D6A2", "#86A766", "#3C6134"), ("#3B4E31", "#577645", "#1C2E1A")),
    "trees-dense": (("#7FA269", "#5B844B", "#3C6134"), ("#2C4327", "#3F6134", "#1C2E1A")),
    "hachures": (
        ("#D9C49A", "#CDAF7E", "#BC9862", "#8C6A3C"),
        ("#5B4D36", "#6A583B", "#7A6443", "#A98B5B"),
    ),
    "tufts": (("#CFE2DC", "#5D94A3"), ("#33484A", "#6FA2AD")),
    "hatch": (("#E4DED4", "#4A4A46"), ("#4A4740", "#C9C9C2")),
    "stipple": (("#F0DFA8", "#A9823C"), ("#6F6340", "#C9AE70")),
    "blocks": (("#C9A99B", "#7C4A3F"), ("#6B524A", "#B58A7C")),
    "blocks-dense": (("#B59086", "#5C332B"), ("#7A5A50", "#D0A698")),
    "outline": (("#C9BFB2", "#4A2A1E"), ("#5A5148", "#F0A0A0")),
    "sea": (("#BFD5E2",), ("#1B2C3A",)),
}
# Per line style: weight 1 and 2 share colours but for the body of a road.
LINES: Mapping[tuple[str, int], tuple[Colours, Colours]] = {
    ("river", 1): (("#3E78A0", "#8CBEDD", "#8CBEDD"), ("#16324A", "#78B2DA", "#78B2DA")),
    ("river", 2): (("#3E78A0", "#5C9CC5", "#8CBEDD"), ("#16324A", "#4C8DBB", "#78B2DA")),
    ("cased", 1): (("#8B7B62", "#FBF7EA"), ("#25211A", "#B9AE97")),
    ("cased", 2): (("#6E4A17", "#FFD56A"), ("#1C170F", "#E0B24E")),
    ("dashed", 1): (("#8B7B62",), ("#B9AE97",)),
    ("bar", 1): (("#4F7C97",), ("#5B88A3",)),
    ("ridge", 1): (("#6B4A22",), ("#B4956A",)),
    ("front", 1): (("#B01030",), ("#FF8090",)),
    ("line", 1): (("#44484C",), ("#C5C8C8",)),
}


@dataclass(frozen=True)
class Theme:
    """All colours of one mode, and the scales: `ui_scale` 0.8 to 2, `map_text` a factor on map lettering."""

    name: Literal["light", "dark"]
    tokens: Tokens
    map: MapTokens
    overlay: OverlayTokens = OVERLAYS
    ui_scale: float = 1.0
    map_text: float = 1.0

    @classmethod
    def light(cls, ui_scale: float = 1.0, map_text: float = 1.0) -> Theme:
        return cls("light", LIGHT, MAP_LIGHT, OVERLAYS, ui_scale, map_text)

    @classmethod
    def dark(cls, ui_scale: float = 1.0, map_text: float = 1.0) -> Theme:
        return cls("dark", DARK, MAP_DARK, OVERLAYS, ui_scale, map_text)

    @property
    def is_dark(self) -> bool:
        return self.name == "dark"

    def scaled(self, ui_scale: float, map_text: float) -> Theme:
        return replace(self, ui_scale=ui_scale, map_text=map_text)

    def ground(self, look: GroundLook) -> Colours:
        """A ground's colours: the ruleset's, and the texture's own for those it leaves out."""
        own = look.dark if self.is_dark else look.light
        return own + GROUNDS[look.texture][self.is_dark][len(own) :]

    def line(self, look: LineLook) -> Colours:
        """A line's colours, outermost first: the ruleset's, and the style's own for those it leaves out."""
        own = look.dark if self.is_dark else look.light
        default = LINES.get((look.style, look.weight)) or LINES.get((look.style, 1)) or LINES["line", 1]
        return own + default[self.is_dark][len(own) :]

    def ui_font(self, px: float, weight: int = 400, tracking: float = 0, tabular: bool = False) -> QFont:
        """Lettering of the window, *px* high at 100 %; *tracking* in per cent."""
        return font("ui", px * self.ui_scale, weight, tracking=tracking, tabular=tabular)


@lru_cache(maxsize=1024)
def colour(text: str, alpha: int = 255) -> QColor:
    """A `#RRGGBB` as a QColor, *alpha* 0 to 255; not to be changed, for it is made once."""
    found = QColor(text)
    found.setAlpha(alpha)
    return found


def mixed(over: str, under: str, alpha: int) -> str:
    """The opaque colour that *over* at *alpha* (0 to 255) gives on *under*."""
    a, b, t = QColor(over), QColor(under), alpha / 255
    parts = zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()), strict=True)
    return "#" + "".join(f"{round(x * t + y * (1 - t)):02X}" for x, y in parts)


def font(face: Face, px: float, weight: int = 400, *, tracking: float = 0, tabular: bool = False) -> QFont:
    """A shipped font, *px* pixels high; without the file whatever the system has in its place."""
    return QFont(_font(face, px, weight, tracking, tabular))


@lru_cache(maxsize=1024)
def _font(face: Face, px: float, weight: int, tracking: float, tabular: bool) -> QFont:
    load_fonts()
    found = QFont()
    found.setFamilies(FAMILIES[face])
    found.setPixelSize(max(1, round(px)))
    found.setWeight(QFont.Weight(700 if face == "figures" else weight))
    found.setItalic(face == "water")
    found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if tracking:
        found.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 + tracking)
    if tabular and hasattr(found, "setFeature"):
        found.setFeature(QFont.Tag("tnum"), 1)
    return found


@cache
def load_fonts() -> int:
    """Makes the shipped fonts known to Qt, once; returns how many files could be read (0 is no fault)."""
    files = sorted(FONT_FOLDER.glob("*.otf")) + sorted(FONT_FOLDER.glob("*.ttf"))
    return sum(QFontDatabase.addApplicationFont(str(file)) >= 0 for file in files)
