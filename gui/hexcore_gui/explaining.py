"""Why something may not be done, and what may be done instead: the text of the bubble on the map."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hexcore.movement import points_left, reach_of
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import controllers, enemy_zone
from hexcore_gui.choices import Choices
from hexcore_gui.overlays import NOWHERE
from hexcore_gui.stage import Stage
from hexcore_gui.wording import points


@dataclass(frozen=True)
class Explanation:
    """A refusal in full: what, by which rule, why, and what does work. Or (`refuses` False) a rule's text."""

    title: str
    rule: str
    lines: tuple[str, ...]
    foot: str = ""
    hex: int = NOWHERE
    refuses: bool = True


def move_explained(
    stage: Stage,
    state: GameState,
    units: tuple[Unit, ...],
    hex: int,
    refusals: Iterable[Refusal],
    choices: Choices,
) -> Explanation:
    """Why units in hand may not go to a hex."""
    found = list(dict.fromkeys(refusals)) or [Refusal("", "the units in hand cannot go there")]
    first = found[0]
    reach = reach_of(state, units)
    beside = any(n in reach.spent for n in state.board.map.around(hex))
    title = f"May not {'go on' if beside else 'go'} to {stage.hex_name(hex)}"
    return Explanation(
        title,
        first.rule,
        reasons(stage, state, units[0], first),
        _instead(stage, state, units, hex, choices),
        hex,
    )


def reasons(stage: Stage, state: GameState, unit: Unit, refusal: Refusal) -> tuple[str, ...]:
    """A rule's text in short, then the reason here and now."""
    lines = rule_sentence(stage, refusal)
    why = sentence(stage.readable(refusal.reason, unit.id))
    held = _holders(stage, state, unit, refusal.reason)
    return (*lines, f"{why} {held}".strip())


def _holders(stage: Stage, state: GameState, unit: Unit, reason: str) -> str:
    """Who controls the hex that a reason names."""
    enemy = state.enemy(unit.side)
    for number, hex in state.board.map.index.items():
        if number in reason and enemy_zone(state, unit.side)[hex]:
            names = [f"{stage.unit_name(u)} ({stage.number(u.hex)})" for u in controllers(state, enemy, hex)]
            if len(names) > 2:
                return f"It is controlled by {', '.join(names[:2])} and {len(names) - 2} more."
            if names:
                return f"It is controlled by {' and '.join(names)}."
    return ""


def _instead(stage: Stage, state: GameState, units: tuple[Unit, ...], hex: int, choices: Choices) -> str:
    """The nearest hex the units may stop in, and what is left to them there."""
    reach, left = reach_of(state, units), min(points_left(state, u) for u in units)
    stops = [h for h, offers in choices.lit.items() if offers[0].kind == "move" and h in reach.spent]
    if not stops:
        return "It may stay where it is." if len(units) == 1 else "They may stay where they are."
    best = min(stops, key=lambda h: (state.board.map.distance(h, hex), reach.spent[h]))
    remains = max(left - reach.spent[best], 0)
    who = "It" if len(units) == 1 else "They"
    what = "no point" if not remains else f"{points(remains)} point{'' if remains <= 2 else 's'}"
    return f"{who} may stop in {stage.number(best)}, with {what} left."


def refused(stage: Stage, title: str, refusal: Refusal, hex: int = NOWHERE, *ids: str) -> Explanation:
    """Any other refusal."""
    lines = [*rule_sentence(stage, refusal), sentence(stage.readable(refusal.reason, *ids))]
    return Explanation(title, refusal.rule, tuple(lines), hex=hex)


def rule_sentence(stage: Stage, refusal: Refusal) -> list[str]:
    """The sentence of a rule's text that has most to do with a refusal."""
    text = stage.rule_text(refusal.rule)
    if text is None:
        return []
    wanted = set(re.findall(r"[a-z]{4,}", refusal.reason.lower()))
    parts = re.split(r"(?<=[.;])\s+", text.text)
    best = max(parts, key=lambda part: len(wanted & set(re.findall(r"[a-z]{4,}", part.lower()))))
    return [sentence(best.rstrip(";"))]


def sentence(text: str) -> str:
    """Capital letter first, full stop last."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ":")) else ".") if text else ""
