"""Phases that rules of the expanded game name, by their ids in sequence_2008.toml (4.0)."""

from __future__ import annotations

LANDING = "allied-landing"
"""Precedes the German player turn of Game-Turn 1 (19.2.2)."""
OPENING = "german-weather"
"""Begins every other game turn."""
GERMAN_MOVEMENT, ALLIED_MOVEMENT = "german-movement", "allied-movement"
ALLIED_MECHANIZED = "allied-mechanized"
"""Ends the Allied player turn."""
END_OF_TURN = "end-of-turn"
