"""What the window remembers from one day to the next: looks, pace, last files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QSettings, QStandardPaths

from hexcore_gui.theme import Theme

MOST_RECENT = 8


class Preferences:
    """Settings kept by the system; a file path instead keeps them there (tests, portable installations)."""

    def __init__(self, file: Path | None = None) -> None:
        self.store = (
            QSettings(str(file), QSettings.Format.IniFormat)
            if file is not None
            else QSettings("hexcore", "hexcore")
        )

    # ---------------------------------------------------------------- looks
    @property
    def theme(self) -> Theme:
        scales = (self._number("ui_scale", 1.0, 0.8, 2.0), self._number("map_text", 1.0, 0.6, 2.0))
        return Theme.dark(*scales) if self.store.value("theme") == "dark" else Theme.light(*scales)

    def keep_theme(self, theme: Theme) -> None:
        self.store.setValue("theme", theme.name)
        self.store.setValue("ui_scale", theme.ui_scale)
        self.store.setValue("map_text", theme.map_text)

    @property
    def reduced_motion(self) -> bool:
        return str(self.store.value("reduced_motion", "false")) == "true"

    def keep_reduced_motion(self, on: bool) -> None:
        self.store.setValue("reduced_motion", "true" if on else "false")

    @property
    def speed(self) -> float:
        return self._number("speed", 1.0, 0.0, 100.0)

    def keep_speed(self, speed: float) -> None:
        self.store.setValue("speed", speed)

    # ---------------------------------------------------------------- the dock
    @property
    def dock(self) -> dict[str, Any]:
        """How a hand has set the dock: `wide` (0 for the usual), `sizes` of its parts, what is `folded`."""
        try:
            kept = json.loads(str(self.store.value("dock", "{}")))
        except ValueError:
            return {}
        return kept if isinstance(kept, dict) else {}

    def keep_dock(self, told: dict[str, Any]) -> None:
        self.store.setValue("dock", json.dumps(told))

    @property
    def unasked(self) -> frozenset[str]:
        """The kinds of phase that end without a look at what may be forgotten."""
        return frozenset(filter(None, str(self.store.value("unasked", "")).split()))

    def keep_unasked(self, kinds: frozenset[str]) -> None:
        self.store.setValue("unasked", " ".join(sorted(kinds)))

    def _number(self, key: str, default: float, low: float, high: float) -> float:
        try:
            return min(max(float(str(self.store.value(key, default))), low), high)
        except ValueError:
            return default

    # ---------------------------------------------------------------- files
    @property
    def recent(self) -> list[Path]:
        kept = str(self.store.value("recent", "[]"))
        try:
            names = json.loads(kept)
        except ValueError:
            return []
        return [Path(name) for name in names if isinstance(name, str) and Path(name).is_file()]

    def keep_recent(self, path: Path) -> None:
        others = [p for p in self.recent if p != path]
        self.store.setValue("recent", json.dumps([str(p) for p in (path, *others)][:MOST_RECENT]))


def games_folder() -> Path:
    """Where games are kept that are given no file of their own."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(place) / "games" if place else Path.home() / "hexcore-games"


def fresh_file(ruleset: str, scenario: str, folder: Path | None = None) -> Path:
    """A game file that does not exist yet, named after its game."""
    folder = folder or games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while (path := folder / f"{ruleset}-{scenario}-{number}.hexgame").exists():
        number += 1
    return path
