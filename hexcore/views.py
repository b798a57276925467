"""What a side may see: the state with hidden units turned face down or left out, and secrets kept."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from itertools import takewhile

from hexcore.rules import general
from hexcore.state import Combat, GameState, face_down, item_hash
from hexcore.units import Aboard, Side, Unit


@general("visibility")
def all_open(state: GameState, unit: Unit, viewer: Side) -> str:
    """Everything lies open."""
    return "open"


def view(state: GameState, side: Side) -> GameState:
    """The state as *side* sees it: same type, safe to hand to its player.

    Hidden units are `back` (a counter face down, numbered by place: numbers tell nothing) or `absent`.
    What a hidden unit carries is absent. Of the questions, those on top that this side answers stay; openings
    of other sides' secrets go.
    """
    own = {c.what for c in state.commitments if c.owner == side}
    openings = {what: opening for what, opening in state.openings.items() if what in own}
    agenda = tuple(takewhile(lambda decision: decision.side == side, state.agenda))
    shown = state.evolve(openings=openings, agenda=agenda)
    if not state.board.once("hides units", lambda: state.board.rules.fills("visibility")):
        return shown
    seen: dict[str, Unit] = {}
    backs: list[Unit] = []
    for unit in state.units.values():
        sight = _sight(state, unit, side)
        if sight == "open":
            seen[unit.id] = unit
        elif sight == "back":
            backs.append(unit)
    hidden = len(seen) != len(state.units)
    for number, unit in enumerate(sorted(backs, key=lambda u: (u.hex, repr(u.place))), 1):
        back = face_down(unit.place, number, unit.side)
        seen[back.id] = back
    return _redacted(shown, state, seen) if hidden else shown


def own_only(state: GameState, side: Side | None) -> GameState:
    """What *side* sees at the least, its own units: for a window whose ruleset fails to say what it sees."""
    agenda = tuple(takewhile(lambda decision: decision.side == side, state.agenda))
    shown = state.evolve(openings={}, agenda=agenda)
    return _redacted(shown, state, {unit.id: unit for unit in state.units.values() if unit.side == side})


def _sight(state: GameState, unit: Unit, viewer: Side) -> str:
    """What a side sees of a unit, its carrier considered."""
    if unit.side == viewer:
        return "open"
    sight = state.board.rules.visibility(state, unit, viewer)
    if sight == "open" and isinstance(unit.place, Aboard):
        return "open" if _sight(state, state.units[unit.place.carrier], viewer) == "open" else "absent"
    return sight


def _redacted(shown: GameState, state: GameState, seen: dict[str, Unit]) -> GameState:
    """Units, stacks, markers, notes, combats and digest of what is seen only."""
    stacks: dict[int, tuple[str, ...]] = {}
    for unit in seen.values():
        if unit.hex >= 0:
            stacks[unit.hex] = (*stacks.get(unit.hex, ()), unit.id)
    gone = state.units.keys() - seen.keys()
    markers = {key: n for key, n in state.markers.items() if key[1] not in gone}
    notes = {key: value for key, value in state.notes.items() if key[2] not in gone}
    caches: dict[str, dict[object, object]] = {name: {} for name in state.caches}
    combats = tuple(_less(combat, gone) for combat in state.combats)
    new = shown.evolve(
        units=seen, stacks=stacks, markers=markers, notes=notes, combats=combats, caches=caches
    )
    return new.evolve(digest=digest_of(new))


def _less(combat: Combat, gone: Set[str]) -> Combat:
    """A combat without the units that are hidden."""
    return replace(
        combat,
        attackers=tuple(i for i in combat.attackers if i not in gone),
        defenders=tuple(i for i in combat.defenders if i not in gone),
        pledges=tuple(p for p in combat.pledges if p.unit not in gone),
    )


def digest_of(state: GameState) -> int:
    """The digest counted afresh from every item: what the incremental one must equal."""
    digest = 0
    for unit in state.units.values():
        digest ^= item_hash("unit", unit.id, (unit.place, unit.losses))
    tables = (
        ("marker", state.markers),
        ("track", state.tracks),
        ("note", state.notes),
        ("control", state.control),
    )
    for kind, items in tables:
        for key, value in items.items():
            digest ^= item_hash(kind, key, value)
    return digest
