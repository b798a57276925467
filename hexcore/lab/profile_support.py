"""What may be committed to a combat, headquarters among it; lines of supply, and what lacking one costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from hexcore.board import Board
from hexcore.foresight import on_the_table, prospects, thought_of
from hexcore.lab.data_lines import weakest
from hexcore.lab.profile_facts import NOT_TOLD, Fact, Grid, Spot
from hexcore.lab.profile_ground import STRONG, Pair, pairs_of
from hexcore.lab.profile_zones import by_strength
from hexcore.lab.proving_ground import ProvingGround, armed
from hexcore.movement import allowance
from hexcore.odds import weigh
from hexcore.state import Combat, GameState
from hexcore.supply import FAR
from hexcore.units import Side, Unit

MOST_LOOKED_AT = 160
"""Hexes of the map in which a unit's supply is asked for, to find the states there are."""


# ------------------------------------------------------------------ support
def support_facts(ground: ProvingGround) -> Iterator[Fact]:
    """What either side may commit to an attack in the open, every track full, and what it gives; by the words
    of a track (weather) where that matters."""
    worded = [[(track.id, word) for word in track.words] for track in ground.scenario.tracks if track.words]
    found: dict[tuple[str, str], dict[str, Spot]] = {}
    for pair in pairs_of(ground):
        for setting in product(*worded):
            name = ", ".join(f"{track} {word}" for track, word in setting)
            for what, spot in _support(ground, pair, dict(setting)).items():
                found.setdefault((what, pair.side), {}).setdefault(name, spot)
    for (what, side), by_setting in found.items():
        key = ("support", what, f"{side} defending")
        if len({spot.value for spot in by_setting.values()}) == 1:
            spot = next(iter(by_setting.values()))
            yield Fact(key, spot.value, rule=spot.rule)
        else:
            yield from (Fact((*key, name), s.value, rule=s.rule) for name, s in by_setting.items() if name)


def _support(ground: ProvingGround, pair: Pair, tracks: Mapping[str, str]) -> dict[str, Spot]:
    """What comes to mind while the attack is only thought of, in the phase before it."""
    state, combat = _thought_of(ground, pair, {**ground.full, **tracks})
    found: dict[str, Spot] = {}
    for prospect in prospects(state, combat):
        what = f"{prospect.action.what} ({prospect.side})"
        if prospect.refusal is not None:
            found.setdefault(what, Spot("may not come", prospect.refusal.rule))
            continue
        parts = [f"{prospect.columns:+d} columns"] if prospect.columns else []
        parts += [f"die {prospect.die:+d}"] if prospect.die else []
        told = " ".join(parts) or ("comes" if prospect.moved else "changes nothing")
        found[what] = Spot(told, prospect.rule)
    return found


def _thought_of(
    ground: ProvingGround, pair: Pair, tracks: Mapping[str, int | str]
) -> tuple[GameState, Combat]:
    """The attack with a headquarters of each side behind those that fight, where the game has any."""
    at, own = ground.patch, ground.board.counters[pair.attacker]
    places = {pair.attacker: at.middle, pair.defender: at.one}
    for id, hex, foe in ((pair.attacker, at.middle, at.one), (pair.defender, at.one, at.middle)):
        hq = _headquarters(ground, id)
        behind = [near for near in ground.plain_map.around(hex) if ground.plain_map.distance(near, foe) == 2]
        if hq and behind:
            places[hq] = behind[-1]
    phase = ground.phase(str(own.side), "movement") or ground.phase(str(own.side), "combat")
    armed = dict.fromkeys((pair.attacker, pair.defender), STRONG)
    state = ground.set_up(ground.clear, places, phase, armed, tracks)
    return state, thought_of(state, Side(own.side), (at.one,), (pair.attacker,))


def _headquarters(ground: ProvingGround, id: str) -> str:
    """The headquarters of a unit's nation; empty where it has none."""
    counters, own = ground.board.counters, ground.board.counters[id]
    found = (c.id for c in counters.values() if c.radius and (c.side, c.nation) == (own.side, own.nation))
    return next(found, "")


def command_facts(ground: ProvingGround) -> Iterator[Fact]:
    """Headquarters: how many, and how far they command."""
    for side in ground.board.sides:
        radii = [c.radius for c in ground.board.counters.values() if c.side == side and c.radius]
        yield Fact(("command", f"headquarters with a radius ({side})"), len(radii), "units")
        for radius in sorted(set(radii)):
            key = ("command", f"radius of {radius} hexes ({side})")
            marks = {
                str(c.provenance.get("radius", ""))
                for c in ground.board.counters.values()
                if c.side == side and c.radius == radius
            }
            yield Fact(key, radii.count(radius), "units", mark=weakest(marks - {""}))


# ------------------------------------------------------------------ lines of supply
def supply_facts(ground: ProvingGround) -> Iterator[Fact]:
    """How long a line may be, where it ends, what cuts it; what each state of supply does to a unit."""
    state, rules = ground.empty(ground.clear), ground.clear.rules
    if not (rules.fills("supply_rule") or rules.fills("supply_state")):
        yield Fact(("supply", "lines"), NOT_TOLD)
        return
    for side in ground.board.sides:
        traced = rules.supply_rule(state, side)
        if traced is not None:
            far = "any" if traced.limit >= FAR else traced.limit
            yield Fact(("supply", f"longest line ({side})"), far, "hexes", traced.rule)
        sources = rules.supply_sources(state, side)
        numbers = dict.fromkeys(source.rule for source in sources if source.rule)
        yield Fact(("supply", f"hexes that are sources ({side})"), len(sources), "hexes", " ".join(numbers))
        yield from _cut(ground, str(side))
    for side in ground.board.sides:
        for mobility in ground.classes_of(str(side)):
            yield from _states(ground, str(side), mobility)


def _cut(ground: ProvingGround, side: str) -> Iterator[Fact]:
    """Whether an enemy's zone lies across lines, and whether a friend in the hex opens it."""
    at, unit = ground.patch, ground.plainest(side)
    enemy = ground.plainest(next(str(other) for other in ground.board.sides if other != side))
    fellow = next(
        (c for c in ground.board.counters.values() if c.side == side and c.id != unit.id and c.steps), None
    )
    alone = ground.set_up(ground.clear, {enemy.id: at.middle})
    beside = ground.set_up(ground.clear, {enemy.id: at.middle, fellow.id: at.one} if fellow else {})
    for name, state in (("enemy zones", alone), ("enemy zones, a friend in the hex", beside)):
        traced = ground.clear.rules.supply_rule(state, Side(side))
        shut = [mask for mask in (traced.blocks if traced else ()) if mask.hexes[at.one]]
        rule = next((mask.rule for mask in shut if mask.rule), traced.rule if traced else "")
        if fellow is not None or name == "enemy zones":
            yield Fact(("supply", f"{name} ({side})"), "cut a line" if shut else "do not", rule=rule)


def supply_grid(ground: ProvingGround) -> Grid | None:
    """By how many hexes each ground and hexside makes a line longer; None where no line is counted."""
    rules = ground.clear.rules
    if not rules.fills("supply_rule"):
        return None
    sides, cells = ground.board.sides, dict[tuple[str, str], Spot]()
    rows = {word: (on, word) for on, word in ground.words if on != "road"}
    for word, (on, _) in rows.items():
        board = ground.board_with(on, word)
        for side in sides:
            length = _length(ground, board, str(side), over=on == "side")
            cells[word, str(side)] = Spot("no" if length is None else length)
    note = "what a line counts for it, traced from the unit; no: it does not pass"
    return Grid(
        "supply-lines",
        "Lines of supply",
        tuple(rows),
        tuple(map(str, sides)),
        cells,
        "ground",
        "hexes",
        note=note,
    )


def _length(ground: ProvingGround, board: Board, side: str, *, over: bool) -> int | None:
    """What a line that leaves the ground `one` for a unit counts; or that comes over its side."""
    at = ground.patch
    traced = board.rules.supply_rule(ground.empty(board), Side(side))
    if traced is None:
        return None
    start, end = (at.middle, at.one) if over else (at.one, at.out)
    return next((cost for near, cost, _ in traced.exits[start] if near == end), None)


class Case(NamedTuple):
    """A unit in a state of supply: where it stands, and the enemies that cut it off there."""

    places: dict[str, int]
    hex: int


def _states(ground: ProvingGround, side: str, mobility: str) -> Iterator[Fact]:
    """Each state of supply of a unit: its movement, attack and defence against those in supply."""
    unit, whole = ground.plainest(side, mobility), None
    cases = _cases(ground, unit.id)
    for word in sorted(cases, key=lambda word: (word != "supplied", word)):
        case = cases[word]
        moves = _allowance(ground, unit.id, case)
        attack, rules = _strength(ground, unit.id, case, word, attacking=True)
        defence, more = _strength(ground, unit.id, case, word, attacking=False)
        whole = whole or ((moves, attack, defence) if word == "supplied" else None)
        rule = " ".join(dict.fromkeys((*rules, *more)))
        key = ("supply", f"{side} {mobility}" if mobility != side else side, word)
        for n, (name, value) in enumerate(
            (("movement ×", moves), ("attack ×", attack), ("defence ×", defence))
        ):
            base = whole[n] if whole is not None else None
            told = NOT_TOLD if value is None else value / base if base else value
            yield Fact((*key, name), told, "", rule if n else "")


def _cases(ground: ProvingGround, id: str) -> dict[str, Case]:
    """A case for each state of supply that a unit can be in: somewhere on the empty map, or cut off."""
    game_map, rules, found = ground.plain_map, ground.clear.rules, dict[str, Case]()
    size, state = len(game_map), ground.empty(ground.clear)
    exits = ground.clear.costs(rules.mobility(state, state.units[id])).exits
    places = [{id: ground.patch.out}, *_cut_off(ground, id)]
    places += [{id: hex} for hex in range(0, size, max(1, size // MOST_LOOKED_AT))]
    for at in places:
        hex = at[id]
        if exits[hex] and len(game_map.around(hex)) == 6:
            state = ground.set_up(ground.clear, at)
            found.setdefault(rules.supply_state(state, state.units[id]), Case(at, hex))
    return found


def _cut_off(ground: ProvingGround, id: str) -> list[dict[str, int]]:
    """The unit in the middle of the patch, six enemies two hexes off, or all round it."""
    at, game_map = ground.patch, ground.plain_map
    side = ground.board.counters[id].side
    foes = [c.id for c in by_strength(ground.clear) if c.side != side][:6]
    near = game_map.around(at.middle)
    far = [hex for hex in game_map.within(at.middle, 2) if _straight(ground, hex)]
    return [{id: at.middle} | dict(zip(foes, ring, strict=False)) for ring in (far, near) if len(ring) == 6]


def _straight(ground: ProvingGround, hex: int) -> bool:
    """Whether a hex lies two hexes from the middle in a straight line: with one hex of the first ring."""
    game_map, middle = ground.plain_map, ground.patch.middle
    if game_map.distance(hex, middle) != 2:
        return False
    return sum(game_map.distance(near, middle) == 1 for near in game_map.around(hex)) == 1


def _allowance(ground: ProvingGround, id: str, case: Case) -> Fraction | None:
    """Half-points of a unit in a movement phase that its player turn has led to."""
    counter = ground.board.counters[id]
    kind = next(k for k in ground.kinds if (k.side, k.kind) == (counter.side, counter.kind))
    phase = ground.moving(kind)
    state = ground.brought_to(ground.clear, case.places, phase) if phase else None
    if state is None or state.units[id].hex != case.hex:
        return None
    return Fraction(allowance(state, state.units[id]))


def _strength(
    ground: ProvingGround, id: str, case: Case, word: str, *, attacking: bool
) -> tuple[Fraction | None, tuple[str, ...]]:
    """What is used of a unit's strength in a combat with an enemy beside it that leaves its supply alone."""
    side, board = ground.board.counters[id].side, ground.clear
    enemies = (c.id for c in by_strength(board) if c.side != side and c.id not in case.places)
    enemy = next(enemies, "")
    if not enemy:
        return None, ()
    by = id if attacking else enemy
    mover, taken = Side(board.counters[by].side), case.places.values()
    phase = ground.phase(str(mover), "combat")
    before = ground.brought_to(board, case.places, phase) if attacking else None
    before = before or ground.set_up(board, case.places, phase)
    for near in [hex for hex in ground.plain_map.around(case.hex) if hex not in taken]:
        own, foe = before.units[id], before.units[enemy]
        state = before.with_units(
            [Unit(armed(own.counter, STRONG), own.place), Unit(armed(foe.counter, STRONG), near)]
        )
        if own.hex != case.hex or board.rules.supply_state(state, state.units[id]) != word:
            continue
        combat = thought_of(state, mover, (near if attacking else case.hex,), (by,))
        found = next((u for u in weigh(on_the_table(state, combat), combat).units if u.unit == id), None)
        if found is not None:
            return Fraction(found.used, STRONG), tuple(f.rule for f in found.factors if f.rule)
    return None, ()
