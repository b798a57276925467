"""A unit in a list, told apart from every other: its nation, name, figures as they stand now, and its hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexcore.state import GameState
from hexcore.units import Counter, Unit
from hexcore_gui.stage import Stage

FEW = 3
"""So many units of one answer are named each; of more, the first and how many follow."""


def in_list(stage: Stage, unit: Unit, *, hex: bool = True) -> str:
    """`Blue 43 Infantry Division 3-4, A3305`; the hex is left out when a heading says it.

    The nation stands there where its side has several, the figures are those of the face that shows.
    """
    name, figures = stage.unit_name(unit), figures_of(stage, unit)
    words = [name]
    nation = nation_word(stage, unit.counter)
    if nation and nation.lower() not in name.lower():
        words.insert(0, nation)
    if figures and figures not in name:
        words.append(figures)
    where = f", {stage.number(unit.hex)}" if hex and unit.hex >= 0 else ""
    return " ".join(words) + where


def several_in_list(stage: Stage, state: GameState, ids: Iterable[str], *, hex: bool = True) -> str:
    """Some units of one answer: each of a few named, and their hex once where they stand together."""
    units = [state.units[id] for id in ids if id in state.units]
    if not units:
        return ""
    if len(units) == 1:
        return in_list(stage, units[0], hex=hex)
    together = len({unit.hex for unit in units}) == 1
    if together and (whole := _whole(stage, state, units)):
        return whole + (f", {stage.number(units[0].hex)}" if hex and units[0].hex >= 0 else "")
    named = [in_list(stage, unit, hex=hex and not together) for unit in units[:FEW]]
    if len(units) > FEW:
        named[FEW - 1 :] = [f"{len(units) - FEW + 1} more"]
    where = f", {stage.number(units[0].hex)}" if hex and together and units[0].hex >= 0 else ""
    return listed(named) + where


def _whole(stage: Stage, state: GameState, units: Sequence[Unit]) -> str:
    """`1 Guards Division (3 units)`, where these are all of a division that stand in their hex."""
    formation, hex = units[0].counter.formation, units[0].hex
    there = {u.id for u in state.at(hex) if u.counter.formation == formation} if hex >= 0 else set[str]()
    if not formation or there != {unit.id for unit in units}:
        return ""
    name, nation = stage.formation_name(formation), nation_word(stage, units[0].counter)
    word = f"{nation} " if nation and nation.lower() not in name.lower() else ""
    return f"{word}{name} ({len(units)} units)"


def listed(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1] if names else "") if part)


def figures_of(stage: Stage, unit: Unit) -> str:
    """What is printed at the foot of the face that shows: `3-4`."""
    return stage.plain_face(unit).figures if unit.counter.steps else ""


def nation_word(stage: Stage, counter: Counter) -> str:
    """The nation of a counter, where its side has several and its own name does not say it; else empty."""
    nation, nations = stage.nation_key(counter), stage.nations_of.get(counter.side, frozenset())
    said = nation in stage.unit_name(counter).split() or nation == counter.side
    return "" if said or len(nations) < 2 else stage.nation_name(nation)
