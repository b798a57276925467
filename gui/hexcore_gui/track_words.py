"""The tracks in words: what a value is called, how it has changed, and what it means."""

from __future__ import annotations

from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage


def value_text(stage: Stage, track: str, value: int | str) -> str:
    words = stage.presentation.track_look(track).words
    return words.get(str(value)) or (titled(value) if isinstance(value, str) else str(value))


def effect_text(stage: Stage, track: str, value: int | str, side: str) -> str:
    """What a value of a track means in the player turn of a side; empty where the looks say nothing."""
    effects = stage.presentation.track_look(track).effects
    return effects.get(f"{value} {side}") or effects.get(str(value), "")


def change_text(stage: Stage, track: str, was: int | str | None, value: int | str, side: str) -> str:
    """`US SP: 4 to 7`, `Weather: Overcast. Red units have two thirds of their movement.`"""
    label = stage.presentation.track_look(track).label or titled(track)
    now = value_text(stage, track, value)
    if isinstance(value, int) and isinstance(was, int) and was != value:
        now = f"{value_text(stage, track, was)} to {now}"
    effect = effect_text(stage, track, value, side)
    return f"{label}: {now}" + (f". {effect}" if effect else "")
