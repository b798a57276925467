"""How many attempts are refused in all, and over what: no chapter of the rulebook is left out."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

TABLES = [path.stem for path in sorted(Path(__file__).parent.glob("test_refused_*.py"))]
CHAPTERS = {
    "movement", "zoc", "stacking", "tec", "combat", "crt", "supply", "noncombat", "air_strike",
    "paratroops", "optional", "fortresses", "delay", "german_replacements",
    "allied_reinforcements", "german_reinforcements", "setting_up", "setup", "setup_mod",
    "special", "sequence", "game_length", "victory", "errata",
}  # fmt: skip


def test_two_hundred_attempts_over_every_chapter():
    attempts = [a for name in TABLES for a in getattr(import_module(name), "ATTEMPTS", ())]
    assert len(attempts) >= 200
    assert {a.rule.partition(".")[0] for a in attempts} == CHAPTERS
    assert len({a.rule for a in attempts}) >= 60
