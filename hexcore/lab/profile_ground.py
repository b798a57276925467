"""What the ground does: to who enters it, to who defends on it, asked word by word on the cleared patch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from hexcore.board import Board
from hexcore.foresight import attack_faults, on_the_table, thought_of
from hexcore.lab.data_lines import DataLines
from hexcore.lab.profile_facts import Fact, Grid, Spot, points
from hexcore.lab.proving_ground import Kind, ProvingGround, in_force
from hexcore.movement import trace
from hexcore.odds import Odds, weigh
from hexcore.state import Combat, GameState
from hexcore.units import Side

PROHIBITED = "no"
COSTS, EFFECTS = (
    ("mp", "foot", "mech", "cost"),
    ("shift", "columns", "multiplier", "die", "defence", "combat"),
)
"""What columns and properties of a table of the ground are called that are about movement, and combat."""
STRONG = 12
"""The strength of every unit that is asked: no halving of it is broken."""


# ------------------------------------------------------------------ what a step costs
def cost_grid(ground: ProvingGround, data: DataLines) -> Grid:
    """Points to enter each ground, to cross each hexside in clear ground, to go by each road."""
    classes, cells = ground.mobilities, dict[tuple[str, str], Spot]()
    movers = {name: _mover(ground, name) for name in classes}
    for on, word in ground.words:
        board, mark = ground.board_with(on, word), data.mark(word, COSTS)
        rule = _rule_of_cost(ground, board, data, on, word)
        for name in classes:
            barred = _barred(ground, board, on, movers[name])
            spot = Spot(_cost(ground, board, on, name), rule, mark)
            cells[_called(on, word), name] = Spot(PROHIBITED, barred) if barred else spot
    names = tuple(_called(on, word) for on, word in ground.words)
    note = "to enter a hex of clear ground otherwise; a hexside and a road on its own; no: not at all"
    return Grid("movement-costs", "What movement costs", names, classes, cells, "ground", "MP", note=note)


def _mover(ground: ProvingGround, mobility: str) -> Kind | None:
    """A kind of unit of a mobility class that moves in some phase."""
    rules, state = ground.board.rules, ground.empty(ground.board)
    for kind in ground.kinds:
        if rules.mobility(state, state.units[kind.id]) == mobility and ground.moving(kind):
            return kind
    return None


def _barred(ground: ProvingGround, board: Board, on: str, kind: Kind | None) -> str:
    """The number of the rule that keeps a unit from a step that the costs allow; empty where none does."""
    if kind is None:
        return ""
    at = ground.patch
    start = at.middle if on in ("side", "road") else at.out
    state = ground.set_up(board, {kind.id: start}, ground.moving(kind))
    refused = trace(state, state.units[kind.id], (at.one,))[1]
    return refused.rule if refused is not None else ""


def _called(on: str, word: str) -> str:
    return {"side": f"across {word}", "road": f"by {word}"}.get(on, word)


def _halves(ground: ProvingGround, board: Board, on: str, mobility: str) -> int:
    """Half-points into `one`: over its changed side, or from the clear hex behind; 0 where nobody may."""
    at = ground.patch
    start = at.middle if on in ("side", "road") else at.out
    return board.costs(mobility).halves[board.map.side(start, at.one)]


def _cost(ground: ProvingGround, board: Board, on: str, mobility: str) -> int | Fraction | str:
    halves = _halves(ground, board, on, mobility)
    return points(halves) if halves else PROHIBITED


def _rule_of_cost(ground: ProvingGround, board: Board, data: DataLines, on: str, word: str) -> str:
    """By the line of the table that names it; else by the number without which it would cost otherwise."""
    listed = data.rule(word, on) or data.rule(word)
    if listed:
        return listed
    answerer = next((one for one in in_force(board, "terrain_costs") if one.rule), None)
    if answerer is None:
        return ""
    known = [_halves(ground, board, on, name) for name in ground.mobilities]
    for number in answerer.mark.also.get(ground.ruleset.id, ()):
        if _like(number, word):
            without = ground.board_on(board.map, frozenset({number}))
            if [_halves(ground, without, on, name) for name in ground.mobilities] != known:
                return number
    return answerer.rule


def _like(number: str, word: str) -> bool:
    """Whether a rule's number speaks of a word: `tec.rough_terrain_hex` of `rough`."""
    return any(part and part in number for part in word.replace("-", " ").split())


def cost_facts(ground: ProvingGround, grid: Grid) -> Iterator[Fact]:
    """How costs go together: two grounds in a hex, a road through it, a road over a river."""
    name = ground.mobilities[0]
    dear = sorted(
        (word for on, word in ground.words if on == "hex" and _number(grid.value(word, name)) is not None),
        key=lambda word: (-(_number(grid.value(word, name)) or 0), word),
    )
    if len(dear) > 1 and (_number(grid.value(dear[1], name)) or 0) > 1:
        yield from _two_grounds(ground, grid, name, dear[0], dear[1])
    for _, word in [one for one in ground.words if one[0] == "road"]:
        plain = grid.value(f"by {word}", name)
        rough = _cost(ground, ground.board_with("road", word, under=dear[0]), "road", name) if dear else plain
        told = "replaces the hex" if rough == plain else "does not replace the hex"
        yield Fact(("movement", "roads", word), told)


def _number(value: object) -> Fraction | None:
    return Fraction(value) if isinstance(value, (int, Fraction)) else None


def _two_grounds(ground: ProvingGround, grid: Grid, mobility: str, one: str, other: str) -> Iterator[Fact]:
    """What a hex costs that is two grounds at once."""
    board = ground.ground(terrain={ground.patch.one: frozenset({one, other})})
    both = _number(_cost(ground, board, "hex", mobility))
    a, b = (_number(grid.value(word, mobility)) or Fraction(0) for word in (one, other))
    if a != b or both != a:
        told = "the dearest counts" if both == max(a, b) else "added up" if both == a + b else f"{both} MP"
    else:
        told = "the dearest counts"
    yield Fact(("movement", "several grounds in a hex"), told)


# ------------------------------------------------------------------ what it does in combat
class Weighed(NamedTuple):
    """An attack weighed: columns moved, die, and what each side's strength was multiplied by, with rules."""

    columns: int
    die: int
    attack: Fraction
    defence: Fraction
    rules: tuple[str, ...]
    refused: str = ""
    number: str = ""


def attack_of(
    ground: ProvingGround,
    board: Board,
    attackers: Mapping[str, int],
    defender: str,
    strengths: Mapping[str, int] | None = None,
) -> tuple[GameState, Combat]:
    """An attack on a defender in the hex `one`, in its phase, as it would be declared."""
    side = str(board.counters[next(iter(attackers))].side)
    armed = dict.fromkeys((*attackers, defender), STRONG) | dict(strengths or {})
    places = {**attackers, defender: ground.patch.one}
    state = ground.set_up(board, places, ground.phase(side, "combat"), armed)
    return state, thought_of(state, Side(side), (ground.patch.one,), tuple(attackers))


def weighed(ground: ProvingGround, board: Board, attackers: Mapping[str, int], defender: str) -> Weighed:
    """What the rules make of an attack; why it may not be made, where it may not."""
    state, combat = attack_of(ground, board, attackers, defender)
    faults = attack_faults(state, combat.side, combat.targets, combat.attackers)
    found = weigh(on_the_table(state, combat), combat)
    own = {unit.unit: unit for unit in found.units}
    first, against = own.get(next(iter(attackers))), own.get(defender)
    numbers = [shift.rule for shift in found.shifts] + [part.rule for part in found.modifiers]
    numbers += [factor.rule for unit in found.units for factor in unit.factors]
    return Weighed(
        moved(found),
        sum(modifier.amount for modifier in found.modifiers),
        Fraction(first.used, STRONG) if first else Fraction(1),
        Fraction(against.used, STRONG) if against else Fraction(1),
        tuple(numbers),
        faults[0].refusal.reason if faults else "",
        faults[0].refusal.rule if faults else "",
    )


def moved(found: Odds) -> int:
    """Columns by which an attack was shifted."""
    return sum(shift.columns for shift in found.shifts)


class Pair(NamedTuple):
    """An attacker and a defender, and what they stand for: the attacker's mobility, the defender's side."""

    attacker: str
    defender: str
    mobility: str
    side: str


def pairs_of(ground: ProvingGround) -> list[Pair]:
    """For each side that defends, an attacker of each mobility class of the other."""
    found = []
    for side in map(str, ground.board.sides):
        other = next(str(one) for one in ground.board.sides if one != side)
        if ground.phase(other, "combat"):
            for name in ground.classes_of(other):
                attacker, defender = ground.plainest(other, name).id, ground.plainest(side).id
                found.append(Pair(attacker, defender, name, side))
    return found


def combat_grid(ground: ProvingGround, data: DataLines) -> Grid:
    """What each ground does to an attack on it, or over it, against the same attack in the open."""
    answers: dict[str, dict[Pair, dict[str, Spot]]] = {name: {} for name in PLAIN}
    for pair in pairs_of(ground):
        attackers = {pair.attacker: ground.patch.middle}
        in_the_open = weighed(ground, ground.clear, attackers, pair.defender)
        for on, word in ground.entered:
            found = weighed(ground, ground.board_with(on, word), attackers, pair.defender)
            for name, value in _told(found, in_the_open).items():
                spot = Spot(value)
                if value != PLAIN[name]:
                    rule = found.number or _new(found.rules, in_the_open.rules)
                    spot = Spot(value, rule, data.mark(word, EFFECTS))
                answers[name].setdefault(pair, {})[_called(on, word)] = spot
    columns, cells = _columns(answers)
    rows = tuple(_called(on, word) for on, word in ground.entered)
    note = "against the same attack over clear ground; columns and die from the attacker's side"
    return Grid("combat-ground", "What the ground does in combat", rows, columns, cells, "ground", note=note)


def _told(found: Weighed, plain: Weighed) -> dict[str, int | Fraction | str]:
    if found.refused and not plain.refused:
        return {"may be made": "no"}
    return {
        "may be made": "yes",
        "columns": found.columns - plain.columns,
        "die": found.die - plain.die,
        "defence ×": found.defence / plain.defence if plain.defence else found.defence,
        "attack ×": found.attack / plain.attack if plain.attack else found.attack,
    }


def _new(rules: tuple[str, ...], known: tuple[str, ...]) -> str:
    return " ".join(dict.fromkeys(rule for rule in rules if rule and rule not in known))


PLAIN: Mapping[str, int | Fraction | str] = {
    "columns": 0,
    "die": 0,
    "defence ×": Fraction(1),
    "attack ×": Fraction(1),
    "may be made": "yes",
}
"""What ground that does nothing comes to."""
Answers = Mapping[Pair, Mapping[str, Spot]]


def _columns(
    answers: Mapping[str, Answers],
) -> tuple[tuple[str, ...], dict[tuple[str, str], Spot]]:
    """The columns that say anything; told apart by who defends, and who attacks, only where that matters."""
    kept: list[str] = []
    cells: dict[tuple[str, str], Spot] = {}
    for name, by_pair in answers.items():
        if all(spot.value == PLAIN[name] for part in by_pair.values() for spot in part.values()):
            continue
        for label, part in _apart(by_pair).items():
            kept.append(f"{name}{label}")
            cells |= {(row, f"{name}{label}"): spot for row, spot in part.items()}
    return tuple(kept), cells


def _apart(by_pair: Answers) -> dict[str, Mapping[str, Spot]]:
    ways: tuple[Callable[[Pair], str], ...] = (
        lambda pair: "",
        lambda pair: f", {pair.side} defending",
        lambda pair: f", {pair.mobility} attacking",
        lambda pair: f", {pair.mobility} attacking {pair.side}",
    )
    for way in ways:
        found: dict[str, Mapping[str, Spot]] = {}
        for pair, part in by_pair.items():
            known = found.setdefault(way(pair), part)
            if {row: spot.value for row, spot in known.items()} != {row: s.value for row, s in part.items()}:
                break
        else:
            return found
    return found


def crossing_facts(ground: ProvingGround) -> Iterator[Fact]:
    """Whether a hexside counts as soon as one attacker crosses it, or only when all do."""
    at = ground.patch
    for pair in pairs_of(ground)[:1]:
        plain = weighed(ground, ground.clear, {pair.attacker: at.middle}, pair.defender)
        fellow = _fellow(ground, pair)
        for word in [word for on, word in ground.words if on == "side" and fellow]:
            board = ground.board_with("side", word)
            alone = weighed(ground, board, {pair.attacker: at.middle}, pair.defender)
            if alone.refused or (alone.columns, alone.die) == (plain.columns, plain.die):
                continue
            both = weighed(ground, board, {pair.attacker: at.middle, fellow: at.two}, pair.defender)
            lost = (both.columns, both.die) == (plain.columns, plain.die)
            value = "only when all attackers cross" if lost else "when any attacker crosses"
            yield Fact(("combat", f"across {word}"), value, rule=_new(alone.rules, plain.rules))


def _fellow(ground: ProvingGround, pair: Pair) -> str:
    """Another unit that may join the attack."""
    first = ground.board.counters[pair.attacker]
    for counter in ground.board.counters.values():
        alike = (counter.side, counter.kind, counter.nation) == (first.side, first.kind, first.nation)
        if alike and counter.id != first.id and counter.steps and min(counter.steps[0]) > 0:
            return counter.id
    return ""


def added_facts(ground: ProvingGround) -> Iterator[Fact]:
    """Whether the effects of two grounds in one hex are added up."""
    for pair in pairs_of(ground)[-1:]:
        attackers = {pair.attacker: ground.patch.middle}
        plain = weighed(ground, ground.clear, attackers, pair.defender)
        single = {}
        for word in [word for on, word in ground.entered if on == "hex"]:
            found = weighed(ground, ground.board_with("hex", word), attackers, pair.defender)
            if not found.refused and _effect(found, plain) > (0, 1):
                single[word] = _effect(found, plain)
        strong = sorted(single, key=lambda word: (single[word], word))[-2:]
        if len(strong) == 2:
            board = ground.ground(terrain={ground.patch.one: frozenset(strong)})
            both = weighed(ground, board, attackers, pair.defender)
            best = _effect(both, plain) == max(single[word] for word in strong)
            value = "the best counts" if best else "added up"
            key = ("combat", "several grounds in a hex")
            yield Fact(key, value, rule=_new(both.rules, plain.rules))


def _effect(found: Weighed, plain: Weighed) -> tuple[int, Fraction]:
    """Columns to the defender's good, and by what he is multiplied."""
    return plain.columns - found.columns, found.defence / (plain.defence or 1)


__all__ = ["added_facts", "attack_of", "combat_grid", "cost_facts", "cost_grid", "crossing_facts", "pairs_of"]
