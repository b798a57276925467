"""What a unit counts for where it stands, what it may still do, and how it would stand at a way's end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hexcore.actions import Take
from hexcore.attacks import declared
from hexcore.events import Fought, Moved, apply
from hexcore.movement import passage_of, points_left, reach_of, trace
from hexcore.odds import UnitStrength, strength_of
from hexcore.rules import Mask, Refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.choices import Choices, Offer, offer_of
from hexcore_gui.facts import Fact, supply_facts, zone_facts
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.wording import count, kind_heading, points, points_text, titled_first

MOST_NAMED = 4
"""So many hexes are named in one line."""


# ------------------------------------------------------------------ in combat
def in_defence(state: GameState, hex: int) -> list[UnitStrength]:
    """What each unit of a hex would count for if the hex were attacked now, its factors with their rules."""
    units = state.at(hex)
    if not units or not any(unit.step.strength for unit in units if unit.counter.steps):
        return []
    combat = declared(state, state.enemy(units[0].side), (hex,))
    fought = apply(state, Fought(combat))
    return [strength_of(fought, combat, fought.units[id]) for id in combat.defenders]


def defence_facts(state: GameState, unit: Unit) -> list[Fact]:
    """What a unit counts for where it stands, when that is not what is printed."""
    found = next((s for s in in_defence(state, unit.hex) if s.unit == unit.id), None)
    if found is None or not found.factors:
        return []
    why = ", ".join(factor.text for factor in found.factors)
    rule = next((factor.rule for factor in found.factors if factor.rule), "")
    return [Fact("Defends", f"With {found.used}: {why}", rule)]


def told_facts(state: GameState, unit: Unit) -> list[Fact]:
    """What else the ruleset tells of a unit: whether its formation is whole."""
    return [Fact(t.name, titled_first(t.text), t.rule) for t in state.board.rules.unit_told(state, unit)]


# ------------------------------------------------------------------ what it may still do
def still_may(stage: Stage, link: TableLink, unit: Unit) -> list[Fact]:
    """What a unit of the side that decides may still do, by the answers listed; why nothing, if nothing."""
    decision = link.decision
    if decision is None or not link.ours or decision.side != unit.side or unit.hex < 0:
        return []
    if decision.kind in ("movement-phase", "in-hand"):
        why = None if _held(decision, unit) else link.refusal(Take((unit.id,)))
        found = link.ask(lambda s: _moves(stage, s, s.units[unit.id], why, link.choices))
    elif decision.kind == "combat-phase":
        found = link.ask(lambda s: _attacks(stage, s, s.units[unit.id], link.choices))
    else:
        found = _named(stage, link.choices, unit)
    return [found] if found is not None else []


def _held(decision: object, unit: Unit) -> bool:
    return unit.id in getattr(decision, "units", ())


def _moves(stage: Stage, state: GameState, unit: Unit, why: Refusal | None, choices: Choices) -> Fact:
    if why is not None:
        return Fact("Still may", f"Not move: {stage.readable(why.reason, unit.id)}", why.rule)
    left, at = points_left(state, unit), [m for m in passage_of(state, unit).masks if _here(m, unit.hex)]
    leaving = next((m for m in at if m.effect == "leave" and m.points), None)
    held = next((m for m in at if m.effect == "held"), None)
    extra = ", ".join(dict.fromkeys(_further(stage, state, unit, choices)))
    if held is not None:
        text = f"Stay: {held.reason.format(hex=stage.number(unit.hex))}"
    elif leaving is not None:
        text = f"Leave for {points_text(leaving.points)} more, of {points(left)}, or stay"
    else:
        hexes = len(reach_of(state, (unit,)).spent) - 1
        text = f"Move: {points_text(max(left, 0))}, {count(hexes, 'hex', 'hexes')}"
    rule = next((m.rule for m in (held, leaving) if m is not None), "")
    return Fact("Still may", f"{text}; {extra}" if extra else text, rule)


def _here(mask: Mask, hex: int) -> bool:
    return not mask.hexes or bool(mask.hexes[hex])


def _further(stage: Stage, state: GameState, unit: Unit, choices: Choices) -> Iterable[str]:
    """Other things than going somewhere, alone or with its formation: overrun, leave the map, go aboard."""
    groups = [o.units for o in choices.offers if o.kind == "take" and unit.id in o.units and len(o.units) > 1]
    for ids in ((unit.id,), *groups):
        units = tuple(state.units[id] for id in ids)
        for action in state.board.rules.hand_options(state, units, min(points_left(state, u) for u in units)):
            offer = offer_of(action)
            where = f" {stage.number(offer.hexes[0])}" if len(offer.hexes) == 1 else ""
            company = "" if len(ids) == 1 else " together"
            yield f"{kind_heading(stage, offer.kind).lower()}{where}{company}"


def _attacks(stage: Stage, state: GameState, unit: Unit, choices: Choices) -> Fact | None:
    """The hexes it may attack; why none of those beside it."""
    rules, around = state.board.rules, state.board.map.around(unit.hex)
    hexes = list(dict.fromkeys(h for o in choices.by_kind().get("declare", []) for h in o.hexes))
    able = [h for h in hexes if not rules.may_attack(state, unit, (h,), None)]
    if able:
        named = ", ".join(stage.number(h) for h in able[:MOST_NAMED])
        more = f" and {len(able) - MOST_NAMED} more" if len(able) > MOST_NAMED else ""
        return Fact("Still may", f"Attack {named}{more}")
    beside = [h for h in around if h >= 0 and any(u.side != unit.side for u in state.at(h))]
    for hex in beside:
        for why in (*rules.may_attack(state, unit, (hex,), None), *rules.may_be_attacked(state, hex)):
            return Fact("Still may", f"Not attack: {stage.readable(why.reason, unit.id)}", why.rule)
    return Fact("Still may", "Not attack: no enemy unit stands next to it")


def _named(stage: Stage, choices: Choices, unit: Unit) -> Fact | None:
    """In any other question: the kinds of answers that name it."""
    offers: list[Offer] = [o for o in choices.offers if unit.id in o.units]
    kinds = dict.fromkeys(kind_heading(stage, o.kind) for o in offers)
    return Fact("Still may", titled_first(", ".join(kind.lower() for kind in kinds))) if kinds else None


# ------------------------------------------------------------------ at the end of a way
def way_facts(stage: Stage, state: GameState, units: tuple[Unit, ...], path: tuple[int, ...]) -> list[Fact]:
    """What a way costs units in hand, and how they would stand at its end."""
    unit, hex = units[-1], path[-1]
    spent = max(trace(state, u, path)[0] for u in units)
    left = max(min(points_left(state, u) for u in units) - spent, 0)
    after = apply(state, Moved(tuple(u.id for u in units), hex, "move"))
    there = after.units[unit.id]
    found = [
        Fact("Movement", f"{points_text(left)} left, {points(spent)} spent".capitalize()),
        Fact("Path", " · ".join(stage.number(h) for h in path)),
        _dearest(stage, state, unit, path),
    ]
    found += [_arrived(fact) for fact in supply_facts(stage, after, there)[-1:]]
    found += told_facts(after, there) + zone_facts(stage, after, there)
    return [*found, _then(stage, state, unit, hex, left)]


def _arrived(supply: Fact) -> Fact:
    """Supply at the end of a way: what a judgement there would give, labelled where that is not in force."""
    labelled = supply.name != "Supply"
    text = f"{supply.name}: {supply.value[:1].lower()}{supply.value[1:]}" if labelled else supply.value
    return Fact("On arrival", text, supply.rule)


def _dearest(stage: Stage, state: GameState, unit: Unit, path: tuple[int, ...]) -> Fact:
    costs = [trace(state, unit, path[:n])[0] for n in range(len(path) + 1)]
    steps = [after - before for before, after in pairwise(costs)]
    most = max(range(len(path)), key=steps.__getitem__)
    rule = str(state.board.scenario.tags.get("terrain_rule", ""))
    return Fact("Dearest", f"{stage.number(path[most])}: {points_text(steps[most])}", rule)


def _then(stage: Stage, state: GameState, unit: Unit, hex: int, left: int) -> Fact:
    for mask in passage_of(state, unit).masks:
        if mask.effect == "stop" and mask.hexes[hex]:
            why = mask.reason.format(hex=stage.number(hex))
            return Fact("Then may", f"Not go on: {why}", mask.rule)
    return Fact("Then may", f"Go on with {points_text(left)}" if left else "Not go on: no points left")
