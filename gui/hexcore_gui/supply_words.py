"""Supply in words and lines: the state in force first, and the line as it lies now.

Where a ruleset judges supply at fixed moments, a line drawn now is only what a judgement now would give, and
is labelled so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hexcore.asking import supply
from hexcore.state import GameState
from hexcore.supply import net
from hexcore.units import Side, Unit
from hexcore_gui.overlays import SupplyLine
from hexcore_gui.presentation import titled
from hexcore_gui.wording import count

NOW = "If judged now"


class Word(NamedTuple):
    """What is said of a unit's supply: under which name, what, and by which rule."""

    name: str
    text: str
    rule: str


def supply_words(state: GameState, unit: Unit) -> list[Word]:
    """The state in force, then what a judgement now would give; one line where both are the same thing."""
    told = supply(state, unit.id)[unit.id]
    text, rule = _line_text(told)
    holds = told.get("holds")
    if not holds:
        return [Word("Supply", text, rule)]
    return [Word("Supply", holds["text"], holds["rule"]), Word(NOW, text, rule)]


def state_in_force(state: GameState, unit: Unit) -> str:
    """How a unit is supplied: as it was judged where that holds, else as a judgement now would have it."""
    rules = state.board.rules
    if not rules.supply_sources(state, unit.side):
        return "supplied"
    told = rules.supply_told(state, unit)
    holds = told.get("holds") if told else None
    return str(holds["state"] if holds and holds["state"] else rules.supply_state(state, unit))


def _line_text(told: Mapping[str, Any]) -> tuple[str, str]:
    """`Supplied, 3 hexes to the depot` and its rule; or what cuts the line."""
    word = titled(told["state"])
    source = told.get("source")
    if source:
        far, name = told["length"], source["name"]
        if not far:
            return (f"{word} from {name}" if source["rule"] else f"{word}: {name}"), source["rule"]
        return f"{word}, {count(far, 'hex', 'hexes')} to {name}", source["rule"]
    if told.get("without_a_line"):
        return f"{word}, without a line", ""
    cut = told.get("blocked_by") or [{}]
    reason = cut[0].get("reason", "")
    return (f"{word}: {reason}" if reason else word), cut[0].get("rule", "")


def supply_line(state: GameState, unit: Unit) -> SupplyLine:
    """A unit's line of supply as it lies now, or the hexes that cut it."""
    told, index = supply(state, unit.id)[unit.id], state.board.map.index
    later = f"{NOW}: " if told.get("holds") else ""
    source, path = told.get("source"), tuple(index[number] for number in told.get("path", ()))
    if source and path:
        name = source["name"]
        far = count(told["length"], "hex", "hexes")
        words = f"{told['state']}, {far}" if later else f"{name[:1].upper()}{name[1:]} · {far}"
        return SupplyLine(path, name, told=f"{later}{words}")
    cut = told.get("blocked_by", ())
    if not cut:
        return SupplyLine()
    spelled = state.board.ruleset.spelled(cut[0]["rule"]) if cut[0]["rule"] else ""
    words = ", § ".join(filter(None, (cut[0]["reason"], spelled)))
    return SupplyLine(blocked=tuple(index[each["hex"]] for each in cut), told=f"{later}{words}")


def ground_words(state: GameState, side: Side, hex: int, whose: str) -> list[str]:
    """The status line: how a side's units in a hex are supplied, and what a line to there gives now; *whose*
    is the side as a word: `Your supply: none`.
    """
    rules = state.board.rules
    if not rules.supply_sources(state, side):
        return []
    units = [unit for unit in state.at(hex) if unit.side == side and unit.counter.steps]
    told = (rules.supply_told(state, unit) for unit in units)
    in_force = dict.fromkeys(each["holds"]["text"] for each in told if each and each.get("holds"))
    now = _now(state, side, hex)
    return [*in_force, f"{NOW}: {now[:1].lower()}{now[1:]}" if in_force else f"{whose} supply: {now}"]


def _now(state: GameState, side: Side, hex: int) -> str:
    """What a line to a hex gives now: `Unsupplied (5 to 8 hexes)`, `3 hexes to the depot`, `none`."""
    bands = state.board.rules.supply_bands(state, side)
    band = next((band for band in bands if hex in band.hexes), None)
    if band is None:
        return "none"
    if band.text:
        return f"{titled(band.state)} ({band.text})"
    lines = net(state, side)
    far, source = lines.length.get(hex, 0), lines.source.get(hex)
    if source is None:
        return titled(band.state)
    return f"{count(far, 'hex', 'hexes')} to {source.name}" if far else source.name
