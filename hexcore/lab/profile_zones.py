"""Zones of control and stacking, asked of the rules on small set-ups."""

from __future__ import annotations

from collections.abc import Iterator

from hexcore.board import Board
from hexcore.customs import Custom
from hexcore.lab.profile_facts import NOT_TOLD, Fact, Grid, Spot, alike, facts_of, points
from hexcore.lab.proving_ground import Kind, ProvingGround, answering, telling
from hexcore.movement import passage_of, trace
from hexcore.state import GameState
from hexcore.units import Counter, Unit
from hexcore.zoc import barriers_of, zone

MOST_STACKED = 8
"""So many units are tried in one hex; where all may stay there is no limit told."""


# ------------------------------------------------------------------ zones
def zone_facts(ground: ProvingGround) -> Iterator[Fact]:
    """Who exerts a zone, what it does to each kind that moves, who cancels it."""
    yield from facts_of(("zones", "exerted by"), alike([_exerts(ground, kind) for kind in ground.kinds]))
    movers = [kind for kind in ground.kinds if kind.counter.steps[0].movement]
    for what, path in _ways(ground).items():
        answers = [(kind.kind, str(kind.side), _effect(ground, kind, path)) for kind in movers]
        yield from facts_of(("zones", what), alike(answers))
    yield from facts_of(("zones", "cancelled by"), alike([_cancels(ground, kind) for kind in ground.kinds]))
    yield from _of_friends(ground, movers)


def _exerts(ground: ProvingGround, kind: Kind) -> tuple[str, str, Spot]:
    """Of all counters of a kind: all, none, or which sizes."""
    state, rules = ground.empty(ground.clear), ground.clear.rules
    by_size: dict[str, set[bool]] = {}
    for counter in ground.clear.counters.values():
        if (counter.side, counter.kind) == (kind.side, kind.kind) and counter.steps:
            unit = Unit(counter, ground.patch.middle)
            by_size.setdefault(counter.size or "-", set()).add(rules.exerts_zoc(state, unit))
    does = [size for size, found in by_size.items() if found == {True}]
    some = [size for size, found in by_size.items() if len(found) > 1]
    value = "yes" if len(does) == len(by_size) else "no"
    if value == "no" and (does or some):
        value = f"yes: {' '.join(sorted(does)) or 'some'}; no: {' '.join(sorted(by_size.keys() - set(does)))}"
    rule = answering(ground.clear, "exerts_zoc", state, Unit(kind.counter, ground.patch.middle))
    return kind.kind, str(kind.side), Spot(value, rule)


def _cancels(ground: ProvingGround, kind: Kind) -> tuple[str, str, Spot]:
    """Whether a unit takes away the enemy's zone in its own hex (for supply, command and retreat)."""
    state, unit = ground.empty(ground.clear), Unit(kind.counter, ground.patch.one)
    value = "yes" if ground.clear.rules.negates_zone(state, unit) else "no"
    return kind.kind, str(kind.side), Spot(value, answering(ground.clear, "negates_zone", state, unit))


def _ways(ground: ProvingGround) -> dict[str, tuple[int, ...]]:
    """Steps past a zone: the hex set out from, then those entered."""
    at = ground.patch
    return {
        "entering": (at.out, at.one),
        "going on": (at.out, at.one, at.away),
        "from zone to zone": (at.one, at.two),
        "leaving": (at.one, at.out),
    }


def _effect(ground: ProvingGround, kind: Kind, path: tuple[int, ...]) -> Spot:
    """What the zone of an enemy does to a way: `free`, so many points more, or `no`."""
    phase = ground.moving(kind)
    if not phase:
        return Spot(NOT_TOLD)
    alone = ground.set_up(ground.clear, {kind.id: path[0]}, phase)
    beside = ground.set_up(ground.clear, {kind.id: path[0], _enemy(ground, kind): ground.patch.middle}, phase)
    before, refused = trace(alone, alone.units[kind.id], path[1:])
    after, barred = trace(beside, beside.units[kind.id], path[1:])
    if refused is not None:
        return Spot(NOT_TOLD, refused.rule)
    if barred is not None:
        return Spot("no", barred.rule)
    if after == before:
        return Spot("free", _first_rule(beside, beside.units[kind.id]))
    return Spot(f"+{points(after - before)} MP", _first_rule(beside, beside.units[kind.id], tolls=True))


def _first_rule(state: GameState, unit: Unit, *, tolls: bool = False) -> str:
    """The number of a mask that lies on the zone's hexes."""
    enemy = zone(state, state.enemy(unit.side))
    wanted = ("toll", "leave-toll") if tolls else ("stop", "zone-to-zone", "toll", "leave-toll")
    for mask in passage_of(state, unit).masks:
        if mask.rule and (mask.effect == "leave" or (mask.effect in wanted and mask.hexes == enemy)):
            return mask.rule
    return ""


def _enemy(ground: ProvingGround, kind: Kind) -> str:
    """A unit of the other side that exerts a zone, if any does."""
    state, middle = ground.empty(ground.clear), ground.patch.middle
    others = [k for k in ground.kinds if k.side != kind.side]
    plain = ground.plainest(str(state.enemy(kind.side)))
    exerts = ground.clear.rules.exerts_zoc
    if exerts(state, Unit(plain, middle)):
        return plain.id
    return next((k.id for k in others if exerts(state, Unit(k.counter, middle))), plain.id)


def _of_friends(ground: ProvingGround, movers: list[Kind]) -> Iterator[Fact]:
    """Whether a friend in the hex lets others pass the zone."""
    kind = next((k for k in movers if _effect(ground, k, _ways(ground)["going on"]).value == "no"), None)
    phase = ground.moving(kind) if kind is not None else ""
    friend = next(
        (
            c.id
            for c in ground.clear.counters.values()
            if kind and c.side == kind.side and c.steps and c.id != kind.id and c.steps[0].strength
        ),
        "",
    )
    if kind is None or not phase or not friend:
        return
    at = ground.patch
    places = {kind.id: at.out, friend: at.one, _enemy(ground, kind): at.middle}
    state = ground.set_up(ground.clear, places, phase)
    barred = trace(state, state.units[kind.id], (at.one, at.away))[1]
    yield Fact(
        ("zones", "a friend in the hex lifts it for movement"),
        "no" if barred is not None else "yes",
        rule=barred.rule if barred is not None else "",
    )


# ------------------------------------------------------------------ where zones end
def zone_grid(ground: ProvingGround) -> Grid:
    """For each word of the ground: does a zone pass such a hexside, reach into or out of such a hex?"""
    cells: dict[tuple[str, str], Spot] = {}
    at, unit = ground.patch, ground.plainest(str(ground.board.sides[0]))
    for on, word in ground.entered:
        board, over = ground.board_with(on, word), on in ("side", "road")
        ways = {"over the side": (at.middle, at.one)} if over else {}
        ways |= {} if over else {"into the hex": (at.middle, at.one), "out of the hex": (at.one, at.middle)}
        for column, (hex, near) in ways.items():
            state = ground.set_up(board, {unit.id: hex})
            reaches = bool(zone(state, unit.side)[near])
            rule = "" if reaches else _barrier(board, state, hex, near)
            cells[word, column] = Spot("yes" if reaches else "no", rule)
    columns = ("over the side", "into the hex", "out of the hex")
    rows = tuple(word for _, word in ground.entered)
    return Grid("zones-end", "How far zones reach", rows, columns, cells, "ground")


def _barrier(board: Board, state: GameState, hex: int, near: int) -> str:
    """The number of the rule that keeps a zone from a neighbour."""
    side = board.map.side(hex, near)
    if side not in barriers_of(state):
        return ""
    lies = lambda found: bool(found) and side in found  # noqa: E731  (two hooks ask it)
    return telling(board, "zone_barriers", lies, board, board.map) or telling(
        board, "zone_walls", lies, state
    )


# ------------------------------------------------------------------ stacking
def stacking_facts(ground: ProvingGround) -> Iterator[Fact]:
    """How many units of each size may end in a hex, who stands there free, who never with whom, and when."""
    yield from facts_of(("stacking", "most in a hex"), _limits(ground), "units")
    yield from facts_of(("stacking", "takes room"), alike([_counts(ground, kind) for kind in ground.kinds]))
    yield from _apart(ground)
    rules = ground.clear.rules
    waits = rules.holds(Custom.EXCESS_WAITS)
    value = "as a phase ends" if waits else "at every move"
    yield Fact(("stacking", "judged"), value, rule=rules.cites(Custom.EXCESS_WAITS) if waits else "")


def _limits(ground: ProvingGround) -> dict[str, Spot]:
    """By side and size of unit; kinds of one size told apart where they differ."""
    groups: dict[tuple[str, str], dict[str, list[Unit]]] = {}
    for counter in ground.clear.counters.values():
        if counter.steps and counter.steps[0].strength:
            group = groups.setdefault((counter.side, counter.size or "any size"), {})
            key = f"{counter.nation or counter.kind}|{counter.kind}"
            group.setdefault(key, []).append(Unit(counter, ground.patch.out))
    found: dict[str, Spot] = {}
    for (side, size), kinds in groups.items():
        by_value: dict[object, tuple[Spot, list[str]]] = {}
        for key, units in kinds.items():
            spot = _limit(ground, units)
            by_value.setdefault(spot.value, (spot, []))[1].append(key.partition("|")[2])
        sure = {v: told for v, told in by_value.items() if not str(v).startswith("at least")}
        by_value = sure or by_value
        if len(by_value) == 1:
            found[f"{size} ({side})"] = next(iter(by_value.values()))[0]
        else:
            for spot, names in by_value.values():
                found[f"{size} ({side}): {', '.join(sorted(set(names)))}"] = spot
    return dict(sorted(found.items()))


def _limit(ground: ProvingGround, units: list[Unit]) -> Spot:
    """How many of some units may end together, counted up until a rule refuses."""
    board, hex = ground.clear, ground.patch.one
    tried = units[:MOST_STACKED]
    state = ground.set_up(board, {unit.id: ground.patch.out for unit in tried})
    for n in range(2, len(tried) + 1):
        together = tuple(state.units[unit.id] for unit in tried[:n])
        refused = board.rules.may_stack(state, together, hex)
        if refused:
            return Spot(n - 1, refused[0].rule)
    return Spot("no limit" if len(tried) == MOST_STACKED else f"at least {len(tried)}")


def _counts(ground: ProvingGround, kind: Kind) -> tuple[str, str, Spot]:
    """Whether a unit of a kind finds no place beside a full stack of its own nation."""
    board, at = ground.clear, ground.patch
    stack = _full(ground, kind)
    state = ground.set_up(board, {unit.id: at.out for unit in [*stack, Unit(kind.counter, at.out)]})
    together = tuple(state.units[id] for id in (*(unit.id for unit in stack), kind.id))
    counts = board.rules.counts_in_stack(state, state.units[kind.id])
    if counts and stack:
        refused = board.rules.may_stack(state, together, at.one)
        return kind.kind, str(kind.side), Spot("yes" if refused else "no", refused[0].rule if refused else "")
    rule = answering(board, "counts_in_stack", state, state.units[kind.id])
    return kind.kind, str(kind.side), Spot("yes" if counts else "no", rule)


def _full(ground: ProvingGround, kind: Kind) -> list[Unit]:
    """A stack of one sort of fighting units to which none of the same can be added; empty where none is."""
    board, at = ground.clear, ground.patch
    sorts: dict[tuple[str, str], list[str]] = {}
    for counter in by_strength(board):
        same = counter.side == kind.side and counter.nation == kind.counter.nation
        if same and counter.id != kind.id and counter.steps[0].movement:
            sorts.setdefault((counter.kind, counter.size), []).append(counter.id)
    for ids in sorts.values():
        state, stack = ground.set_up(board, dict.fromkeys(ids[: MOST_STACKED + 1], at.out)), list[Unit]()
        for id in ids[: MOST_STACKED + 1]:
            wider = (*stack, state.units[id])
            if len(wider) > 1 and board.rules.may_stack(state, wider, at.one):
                return stack
            stack = list(wider)
    return []


def by_strength(board: Board) -> list[Counter]:
    """The counters that fight, the strongest first."""
    fighting = [c for c in board.counters.values() if c.steps and c.steps[0].strength]
    return sorted(fighting, key=lambda counter: (-counter.steps[0].strength, counter.id))


def _apart(ground: ProvingGround) -> Iterator[Fact]:
    """Nations of a side that never end in one hex, two of the smallest units tried."""
    board, hex = ground.clear, ground.patch.one
    for side in board.sides:
        smallest: dict[str, str] = {}
        for counter in reversed(by_strength(board)):
            if counter.side == side and counter.nation:
                smallest.setdefault(counter.nation, counter.id)
        nations = list(smallest)
        for n, one in enumerate(nations):
            for other in nations[n + 1 :]:
                ids = (smallest[one], smallest[other])
                state = ground.set_up(board, dict.fromkeys(ids, ground.patch.out))
                found = board.rules.may_stack(state, tuple(state.units[id] for id in ids), hex)
                key = ("stacking", "together", " and ".join(sorted((one, other))))
                yield Fact(key, "no" if found else "yes", rule=found[0].rule if found else "")
