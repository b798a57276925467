"""What a ruleset has written down: who plays, in what order, with which units, options, tables and rules."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from hexcore import API
from hexcore.attacks import held_against
from hexcore.corrections import Table
from hexcore.coverage import OF_PLAY, modules_of
from hexcore.customs import Custom
from hexcore.lab.data_lines import DataLines, weakest
from hexcore.lab.profile_combat import rules_on
from hexcore.lab.profile_facts import NOT_TOLD, Fact, Grid, Spot, Step, Value, points, said
from hexcore.lab.profile_zones import by_strength
from hexcore.lab.proving_ground import Kind, ProvingGround, answering
from hexcore.movement import allowance
from hexcore.rules import marked
from hexcore.ruleset import Ruleset
from hexcore.sequence import Phase
from hexcore.state import GameState

BESIDE = ("note", "basis", "rule_case_or_basis", "rule")
"""Columns that say something of a line, and are no values of it."""
SMALLEST_SHARE = 6
LARGEST_TABLE = 120
"""A table of more lines than this is a list of things (counters, arrivals), not a chart."""


# ------------------------------------------------------------------ what it is
def identity_facts(ground: ProvingGround) -> Iterator[Fact]:
    """Title, edition, sides, scenarios, map."""
    ruleset = ground.ruleset
    scale = ruleset.presentation.get("scale", {}).get("km_per_hex")
    yield Fact(("identity", "title"), ruleset.title)
    yield Fact(("identity", "edition"), ruleset.edition)
    yield Fact(("identity", "sides"), ", ".join(ruleset.sides))
    yield Fact(("identity", "scenarios"), len(ruleset.scenarios))
    yield Fact(("identity", "hexes of the map"), len(ruleset.map))
    yield Fact(("identity", "hexes run in"), ruleset.map.grid.family)
    if scale is not None:
        yield Fact(("identity", "kilometres a hex"), scale)
    yield Fact(("identity", "turns"), ground.scenario.last_turn - ground.scenario.first_turn + 1, "turns")
    for scenario in ruleset.scenarios.values():
        turns = f"turns {scenario.first_turn} to {scenario.last_turn}: {scenario.title}"
        yield Fact(("scenarios", scenario.id), turns, rule=scenario.scope_rule)


# ------------------------------------------------------------------ the sequence of play
def steps(ground: ProvingGround) -> tuple[Step, ...]:
    """The phases in their order, each asked what is done in it."""
    return tuple(_step(ground, phase) for phase in ground.board.sequence.phases)


def _step(ground: ProvingGround, phase: Phase) -> Step:
    state = ground.set_up(ground.clear, {}, phase.id)
    does: dict[str, str] = {}
    asked = dict.fromkeys(decision.kind for decision in state.agenda)
    if asked:
        does["asks"] = ", ".join(asked)
    if phase.kind == "movement":
        does |= _movement(ground, phase)
    return Step(
        phase.id,
        phase.title,
        str(phase.side),
        phase.kind,
        phase.player_turn,
        phase.turns,
        " ".join(dict.fromkeys(rule for rule in phase.rules if rule)),
        does,
    )


def _movement(ground: ProvingGround, phase: Phase) -> dict[str, str]:
    """Who may move, how far of what is printed, and who may overrun for how much."""
    moves: dict[str, Value] = {}
    overruns: dict[str, list[str]] = {}
    for kind in [k for k in ground.kinds if k.side == phase.side and k.counter.steps[0].movement]:
        moves[kind.kind] = _paces(ground, kind, phase)
        cost = next(filter(None, (_overrun(ground, one, phase) for one in _by_nation(ground, kind))), "")
        if cost:
            overruns.setdefault(cost, []).append(kind.kind)
    told = {"moves": said(moves)} if moves else {}
    if overruns:
        told["overruns"] = "; ".join(f"{', '.join(kinds)}: {cost}" for cost, kinds in overruns.items())
    return told


def _paces(ground: ProvingGround, kind: Kind, phase: Phase) -> str:
    """What a unit has of its movement points in a phase."""
    state = ground.set_up(ground.clear, {kind.id: ground.patch.out}, phase.id)
    unit = state.units[kind.id]
    halves = 0 if ground.clear.rules.may_take(state, (unit,)) else allowance(state, unit)
    share = Fraction(halves, 2 * unit.step.movement)
    if share.denominator > SMALLEST_SHARE:
        return f"{points(halves)} MP"
    return "no" if not share else "all points" if share == 1 else f"{share} of its points"


def _by_nation(ground: ProvingGround, kind: Kind) -> list[Kind]:
    """The kind by its strongest unit of each nation."""
    found: dict[str, Kind] = {kind.counter.nation: kind}
    for counter in by_strength(ground.board):
        if (counter.side, counter.kind) == (kind.side, kind.kind):
            found.setdefault(counter.nation, Kind(kind.side, kind.kind, counter))
    return list(found.values())


def _overrun(ground: ProvingGround, kind: Kind, phase: Phase) -> str:
    """What an overrun of a weak enemy in the open costs a unit with its whole formation; empty where it may
    not be made."""
    enemy, own = next(str(side) for side in ground.board.sides if side != kind.side), kind.counter
    foe, at = ground.plainest(enemy).id, ground.patch
    fellows = [c for c in ground.board.counters.values() if c.side == kind.side and c.steps]
    fellows = [c for c in fellows if c.formation and c.formation == own.formation]
    ids = tuple(dict.fromkeys((kind.id, *(counter.id for counter in fellows))))
    places = dict.fromkeys(ids, at.one) | {foe: at.middle}
    state = ground.set_up(ground.clear, places, phase.id, {kind.id: 40, foe: 1}, ground.full)
    units, rules = tuple(state.units[id] for id in ids), ground.clear.rules
    if at.middle not in held_against(state, kind.side) or rules.may_take(state, units):
        return ""
    cost = rules.overrun_cost(state, units, at.middle)
    if cost is None or rules.may_overrun(state, units, at.middle):
        return ""
    return f"{points(cost)} MP"


# ------------------------------------------------------------------ units
def unit_facts(ground: ProvingGround) -> Iterator[Fact]:
    """Counters by side and kind: how many, how strong, how fast, how many steps."""
    counters = [c for c in ground.board.counters.values() if c.steps]
    for side in ground.board.sides:
        own = [c for c in counters if c.side == side]
        yield Fact(("units", str(side), "all", "counters"), len(own), "units")
        yield Fact(("units", str(side), "all", "strength"), sum(c.steps[0].strength for c in own), "points")
        for many, units in sorted(Tally(len(c.steps) for c in own).items()):
            yield Fact(("steps", str(side), f"units of {many}"), units, "units")
        for kind in sorted({c.kind for c in own}):
            of_kind = [c for c in own if c.kind == kind]
            marks = {str(m) for c in of_kind for name, m in c.provenance.items() if name == "strength"}
            key = ("units", str(side), kind)
            strength = sum(c.steps[0].strength for c in of_kind)
            yield Fact((*key, "counters"), len(of_kind), "units")
            yield Fact((*key, "strength"), strength, "points", mark=weakest(marks))
            moves = Fraction(sum(c.steps[0].movement for c in of_kind), len(of_kind))
            yield Fact((*key, "mean movement"), round(float(moves), 2), "MP")
    weak = [Fraction(c.steps[-1].strength, c.steps[0].strength) for c in counters if _reduced(c.steps)]
    if weak:
        mean = round(float(sum(weak) / len(weak)), 2)
        yield Fact(("steps", "strength of the last step, of the first"), mean)


def _reduced(steps: tuple[object, ...]) -> bool:
    return len(steps) > 1 and bool(steps[0][0])  # type: ignore[index]


def mobility_facts(ground: ProvingGround) -> Iterator[Fact]:
    """The mobility class of each kind of unit."""
    state, rules = ground.empty(ground.clear), ground.clear.rules
    by_kind: dict[str, dict[str, Spot]] = {}
    for kind in ground.kinds:
        unit = state.units[kind.id]
        spot = Spot(rules.mobility(state, unit), answering(ground.clear, "mobility", state, unit))
        by_kind.setdefault(kind.kind, {})[str(kind.side)] = spot
    for name, by_side in by_kind.items():
        for side, spot in by_side.items():
            same = len({one.value for one in by_side.values()}) == 1
            if not same or side == next(iter(by_side)):
                key = name if same else f"{name} ({side})"
                yield Fact(("movement", "mobility", key), spot.value, rule=spot.rule)


def pace_facts(ground: ProvingGround) -> Iterator[Fact]:
    """What the words of a track (weather) make of a unit's movement."""
    worded = [track for track in ground.scenario.tracks if track.words]
    for side in map(str, ground.board.sides):
        for mobility in ground.classes_of(side):
            unit = ground.plainest(side, mobility)
            kind = next((k for k in ground.kinds if (k.side, k.kind) == (unit.side, unit.kind)), None)
            phase = ground.moving(kind) if kind is not None else ""
            for track in worded if phase else ():
                for word in track.words:
                    state = ground.set_up(
                        ground.clear, {unit.id: ground.patch.out}, phase, {}, {track.id: word}
                    )
                    now = state.units[unit.id]
                    share = Fraction(allowance(state, now), 2 * now.step.movement)
                    told = answering(ground.clear, "movement_allowance", state, now)
                    key = (
                        "movement",
                        f"{track.id} {word}",
                        f"{side} {mobility}" if mobility != side else side,
                    )
                    yield Fact(key, share, "of its points", told)


# ------------------------------------------------------------------ what comes, and how it ends
def arrival_grid(ground: ProvingGround, state: GameState) -> Grid | None:
    """Units that come and go, by turn (counted from the first of the scenario) and side."""
    due = [one for one in ground.board.rules.due_units(state) if one.unit in ground.board.counters]
    first, cells = ground.scenario.first_turn, dict[tuple[str, str], Spot]()
    columns: list[str] = []
    for side in ground.board.sides:
        for leaves, word in ((False, "come"), (True, "leave")):
            own = [o for o in due if o.leaves == leaves and ground.board.counters[o.unit].side == side]
            columns += [f"{side} {word}"] if own else []
            for turn, units in Tally(o.turn for o in own).items():
                of_turn = [o for o in own if o.turn == turn]
                rules = " ".join(dict.fromkeys(o.rule for o in of_turn if o.rule))
                mark = weakest({o.mark for o in of_turn if o.mark})
                cells[f"turn {turn - first + 1}", f"{side} {word}"] = Spot(units, rules, mark)
    rows = tuple(f"turn {turn - first + 1}" for turn in sorted({o.turn for o in due}))
    note = "turns counted from the first of the scenario"
    title = "Units that come and go"
    return Grid("arrivals", title, rows, tuple(columns), cells, "turn", "units", note=note) if due else None


def victory_facts(ground: ProvingGround, state: GameState) -> Iterator[Fact]:
    """What scores, by rule; the ground that victory asks for; how the game would stand at its opening."""
    rules = ground.board.rules
    for hook, what in (("victory_points", "points for"), ("outcome", "the end by"), ("standing", "level by")):
        for title, number in rules_on(ground, hook).items():
            yield Fact(("victory", what, title), "in force", rule=number)
    for one in rules.objectives(state):
        hexes = f" ({len(one.hexes)} hexes)" if len(one.hexes) > 1 else ""
        yield Fact(("victory", "ground", f"{one.name}{hexes}"), one.worth or "wanted", rule=one.rule)
    scored: dict[str, int] = {str(side): 0 for side in ground.board.sides}
    for item in rules.victory_points(state):
        scored[item.side] = scored.get(item.side, 0) + item.points
    for name, many in scored.items():
        yield Fact(("victory", "points at the opening", name), many, "points")
    level = rules.standing(state)
    yield Fact(
        ("victory", "level at the opening"),
        level.level if level else NOT_TOLD,
        rule=level.rule if level else "",
    )


# ------------------------------------------------------------------ choices, customs, rules
def option_facts(ground: ProvingGround) -> Iterator[Fact]:
    """The options of the scenario: their values, the one that holds, how many rules each switches."""
    for option in ground.scenario.options:
        value = ground.board.options[option.id]
        yield Fact(("options", option.id), f"{value} (of {', '.join(option.values)})", rule=option.rule)


def custom_facts(ground: ProvingGround) -> Iterator[Fact]:
    """The customs of the core that hold, by the rule that states them."""
    rules = ground.board.rules
    for custom in Custom:
        value = "yes" if rules.holds(custom) else "no"
        yield Fact(("customs", custom.value), value, rule=rules.cites(custom))


def rule_facts(ground: ProvingGround) -> Iterator[Fact]:
    """How many rules of play there are by chapter, and how many of them this scenario leaves out."""
    texts, chapters = ground.ruleset.rule_texts, Tally[str]()
    numbers = [n for n, text in texts.items() if text.kind in OF_PLAY] or _numbers_in_code(ground)
    for number in numbers:
        chapters[ground.ruleset.chapter(number)] += 1
    yield Fact(("rules", "of play"), len(numbers), "rules")
    off = len(set(numbers) & ground.board.rules.off)
    yield Fact(("rules", "not in force here"), off, "rules")
    for chapter, many in chapters.items():
        yield Fact(("rules", "chapter", chapter), many, "rules")


def _numbers_in_code(ground: ProvingGround) -> list[str]:
    """The numbers that the code cites, where no texts list them."""
    marks = [mark for _, _, mark in marked(modules_of(ground.ruleset))]
    return list(dict.fromkeys(m.numbers[ground.ruleset.id] for m in marks if ground.ruleset.id in m.numbers))


# ------------------------------------------------------------------ further tables
def further_grids(ground: ProvingGround, data: DataLines, known: Mapping[str, str]) -> Iterator[Grid]:
    """The charts the looks name besides those laid out already (*known*: table by what it became)."""
    for look in data.looks():
        table = data.tables.get(look.get("table", ""))
        if table is None or table.name in known or len(table.lines) > LARGEST_TABLE:
            continue
        found = _laid_out(data, table, look)
        if found.cells:
            yield found


def _laid_out(data: DataLines, table: Table, look: Mapping[str, Any]) -> Grid:
    """A table as its look wants it: by two of its columns, or line by line."""
    down, across, heads = str(look.get("rows")), str(look.get("columns")), look.get("heads", {})
    crossed = {down, across} <= set(table.headings)
    wanted = [c for c in look.get("cells", table.fields) if c in table.headings and c not in BESIDE]
    cells, names = dict[tuple[str, str], Spot](), dict[str, None]()
    for n, line in enumerate(table.lines, 1):
        if not wanted or not line.cells.get(wanted[0]):
            continue
        name = line.cells[down] if crossed else _named(table.key_of(line), names, n)
        names[name] = None
        for cell in wanted:
            head = str(heads.get(cell, cell))
            place = " ".join((line.cells[across], *([head] if len(wanted) > 1 else []))) if crossed else head
            mark = data.mark_of(table, line, cell, look.get("mark", ""))
            cells[name, place] = Spot(line.cells.get(cell, ""), line.cells.get("rule", ""), mark)
    columns = tuple(dict.fromkeys(column for _, column in cells))
    return Grid(f"table-{table.name}", str(look.get("title") or table.name), tuple(names), columns, cells)


def _named(key: str, known: Mapping[str, None], n: int) -> str:
    return key if key and key not in known else f"{key} {n}".strip()


def made(ruleset: Ruleset, ground: ProvingGround) -> tuple[tuple[str, str], ...]:
    """With what a profile was made."""
    options = {id: value for id, value in ground.board.options.items() if value != _default(ground, id)}
    return (
        ("ruleset", f"{ruleset.id} {ruleset.version}, rules {ruleset.rules_hash}"),
        ("scenario", ground.scenario.id),
        ("options", ", ".join(f"{id}={value}" for id, value in options.items()) or "as they are by default"),
        ("asked on", f"turn {ground.turn}, around hex {ground.plain_map.numbers[ground.patch.middle]}"),
        ("engine", f"hexcore, rules of the form {API}"),
    )


def _default(ground: ProvingGround, id: str) -> str:
    return next(option.default for option in ground.scenario.options if option.id == id)
