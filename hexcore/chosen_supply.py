"""Supply as [supply] of a ruleset folder chooses it.

It is judged as each movement and combat phase begins; that a unit is out of it is noted until then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from hexcore.events import Event, Noted, Removed, StepsLost
from hexcore.folder_models import Supply, Without
from hexcore.maps import HexMap
from hexcore.movement import HALF
from hexcore.reach import Exits
from hexcore.results import lose_step
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import Factor, Mask, Refusal, SupplySource
from hexcore.state import Combat, GameState
from hexcore.supply import FAR, SupplyRule
from hexcore.units import ELIMINATED, Side, Unit
from hexcore.zoc import enemy_zone, occupied, open_enemy_zone

UNSUPPLIED = "unsupplied"
JUDGED = ("movement", "combat")


def ground(hex_map: HexMap, names: Iterable[str]) -> list[int]:
    """Hexes, from their numbers and the names of groups."""
    found: dict[int, None] = {}
    for name in names:
        hexes = hex_map.groups[name] if name in hex_map.groups else (hex_map.hex(name),)
        found.update(dict.fromkeys(hexes))
    return list(found)


def add_supply(sheet: RuleSheet, said: Supply) -> None:
    """The rules of [supply]."""
    sheet.add("supply", "supply_rule", _tracing(said), said.rule)
    sheet.add("supply", "supply_sources", _sources(said), said.sources_rule)
    without = said.without
    sheet.add("supply", "begin_phase", _judged(), said.rule)
    sheet.add("supply", "supply_told", _told(said), said.rule)
    if without.movement != 1:
        sheet.add("supply.without", "movement_allowance", _slowed(without), without.rule)
    if without.attack != 1 or without.defence != 1:
        sheet.add("supply.without", "strength_factors", _weakened(without), without.rule)
    if without.attack == 0:
        sheet.add("supply.without", "may_attack", _no_attack(), without.rule)
    if without.lose != "none":
        sheet.add("supply.without", "end_phase", _worn(without), without.lose_rule or without.rule)


def _tracing(said: Supply) -> Callable[..., Any]:
    longest = FAR if said.length is None else said.length * (HALF if said.measure == "points" else 1)
    away = f"no source within {said.length} {said.measure}" if said.length else "no line to a source"

    def tracing(state: GameState, side: Side) -> SupplyRule:
        exits = state.board.once("ways of supply", lambda: _exits(state, said))
        return SupplyRule(longest, exits, tuple(_blocks(state, side, said)), said.rule, away)

    return tracing


def _blocks(state: GameState, side: Side, said: Supply) -> Iterator[Mask]:
    yield Mask("closed", "an enemy unit stands in {hex}", occupied(state, state.enemy(side)))
    if said.zones != "open":
        zone = (enemy_zone if said.zones == "closed" else open_enemy_zone)(state, side)
        yield Mask("closed", "{hex} is in an enemy zone of control", zone)


def _exits(state: GameState, said: Supply) -> Exits:
    """Ways of lines: a hex each, or the points of a mobility class; not across, not through what bars."""
    hex_map, across, through = state.board.map, frozenset(said.not_across), frozenset(said.not_through)
    halves = state.board.costs(said.mobility).halves if said.measure == "points" else None
    near, size = hex_map.neighbours, len(hex_map)

    def open_way(side: int) -> bool:
        if near[side] < 0 or hex_map.sides[side] & across or hex_map.terrain[near[side]] & through:
            return False
        return halves is None or bool(halves[hex_map.mirror(side)])

    def length(side: int) -> int:
        """Lines are told from the source outward; a unit's supply comes the other way."""
        return 1 if halves is None else halves[hex_map.mirror(side)]

    return tuple(
        tuple((near[s], length(s), s) for s in range(6 * h, 6 * h + 6) if open_way(s)) for h in range(size)
    )


def _sources(said: Supply) -> Callable[..., Any]:
    def sources(state: GameState, side: Side) -> list[SupplySource]:
        hex_map = state.board.map
        hexes = ground(hex_map, said.sources.get(side, ()))
        return [SupplySource(h, _named(hex_map, h)) for h in hexes]

    return sources


def _named(hex_map: HexMap, hex: int) -> str:
    place = hex_map.place_at.get(hex)
    return place.name if place is not None else hex_map.numbers[hex]


def out_of_supply(state: GameState, unit: Unit) -> bool:
    """Whether a unit was out of supply when this phase began."""
    return bool(state.note(UNSUPPLIED, unit.id))


def _judged() -> Callable[..., Any]:
    def judged(state: GameState, phase: str) -> list[Event] | None:
        if state.board.phase(state.phase).kind not in JUDGED:
            return None
        events: list[Event] = []
        for unit in state.units.values():
            cut = unit.hex >= 0 and state.board.rules.supply_state(state, unit) == UNSUPPLIED
            if cut != out_of_supply(state, unit):
                events.append(Noted("game", UNSUPPLIED, unit.id, True if cut else None))
        return events

    return judged


def _told(said: Supply) -> Callable[..., Any]:
    def told(state: GameState, unit: Unit) -> dict[str, Any] | None:
        """Where the line has changed since the phase began, the state that was judged then is in force."""
        from hexcore.asking import line_told

        now, cut = line_told(state, unit), out_of_supply(state, unit)
        judged = state.phase >= 0 and state.board.phase(state.phase).kind in JUDGED
        if cut == (now["state"] == UNSUPPLIED) or not judged:
            return None
        word = UNSUPPLIED if cut else "supplied"
        text = f"{word.capitalize()} in this phase (judged as it began)"
        return now | {"holds": {"state": word, "text": text, "rule": said.rule}}

    return told


def _slowed(without: Without) -> Callable[..., Any]:
    factor = Fraction(str(without.movement))

    def slowed(state: GameState, unit: Unit) -> int | None:
        """Half-points, broken ones dropped."""
        if not out_of_supply(state, unit):
            return None
        return int(unit.step.movement * HALF * factor)

    return slowed


def _weakened(without: Without) -> Callable[..., Any]:
    attack, defence = Fraction(str(without.attack)), Fraction(str(without.defence))

    def weakened(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
        factor = attack if unit.id in combat.attackers else defence
        if factor == 1 or not out_of_supply(state, unit):
            return None
        return Factor(factor, f"out of supply × {float(factor):g}")

    return weakened


def _no_attack() -> Callable[..., Any]:
    def no_attack(
        state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
    ) -> str | Refusal | None:
        return f"{unit.counter.name} is out of supply" if out_of_supply(state, unit) else None

    return no_attack


def last_phase_of(state: GameState, side: Side) -> int:
    """The last movement or combat phase of a side in this turn; -1 when it has none."""
    return max(
        (
            n
            for n, phase in enumerate(state.board.sequence.phases)
            if phase.side == side and phase.kind in JUDGED and (not phase.turns or state.turn in phase.turns)
        ),
        default=-1,
    )


def _worn(without: Without) -> Callable[..., Any]:
    def worn(state: GameState, phase: str) -> list[Event] | None:
        side = state.board.phase(state.phase).side
        if state.phase != last_phase_of(state, side):
            return None
        events: list[Event] = []
        for unit in state.on_map(side):
            if state.board.rules.supply_state(state, unit) == UNSUPPLIED:
                events += _loss(state, unit, everything=without.lose == "all")
        return events

    return worn


def _loss(state: GameState, unit: Unit, *, everything: bool) -> list[Event]:
    if not everything:
        return [*lose_step(state, unit.id, UNSUPPLIED), *state.board.rules.lost_step(state, unit, None)]
    steps = StepsLost(unit.id, len(unit.counter.steps))
    gone = Removed(unit.id, ELIMINATED.name, why=UNSUPPLIED)
    return [steps, gone, *state.board.rules.lost_step(state, unit, None)]
