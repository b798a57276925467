"""The question `odds`: a combat weighed as declared or as it would be, and what it is expected to cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, NamedTuple

from hexcore.actions import Commit
from hexcore.asking import AskError, hex_of, unit_of
from hexcore.attacks import declared, held_against
from hexcore.combat import COLUMN, DECLARED, UNSUPPLIED, support_parts
from hexcore.customs import Custom
from hexcore.decisions import Decision
from hexcore.events import Asked, Noted, Removed, apply
from hexcore.foresight import (
    Prospect,
    attack_faults,
    combat_rule,
    costs,
    on_the_table,
    pledge_of,
    prospects,
)
from hexcore.odds import Odds, UnitStrength, weigh
from hexcore.results import ALL, FaceResult, TakeResult, loss_word
from hexcore.retreat import deepest
from hexcore.rules import Refusal
from hexcore.state import Combat, GameState
from hexcore.units import Side

ATTACK, OVERRUN, SUPPLIED = "attack", "overrun", "supplied"
"""Kinds of combat of the core; and the word for an attack that is paid for, as each is unless it says not."""
ASSUME = (
    "least: whoever must lose stands and loses steps as long as a rule lets him; "
    "most: he takes his number as hexes, as far as all his units can go together, the rest as steps; "
    "steps of units that fall with the result at once count. "
    "The hex is taken when no defender is left in it and an attacker is left who stood for his own number."
)
ASSUME_UNITS = (
    "least: whoever must lose stands and loses units as long as a rule lets him; "
    "most: he takes his number as hexes, as far as all his units can go together, the rest as units; "
    "units that fall with the result at once count. " + ASSUME[ASSUME.index("The hex") :]
)
NO_COUNT = "the results of this table are words, which have no number of steps"
IN_WORDS = (
    "the results of this table are words: chances by side; points are combat strength at face value, "
    "at least. Whoever is driven back is taken to find a way, and no remnant to stay of who is eliminated."
)


def odds(
    state: GameState,
    target: Sequence[str],
    attackers: Sequence[str],
    kind: str,
    support: Mapping[str, Any],
) -> dict[str, Any]:
    """The odds of an attack by the rules in force, with what is committed to it.

    AskError, with its rule, for an attack that may not be made and for what may not be committed to it.
    """
    combat = _combat(state, target, attackers, kind)
    bare = _weighed(state, combat)
    combat, idle = _supported(state, combat, support, bare)
    found = _at_column(_weighed(state, combat), support.get(COLUMN))
    outcomes = found.outcomes()
    return {
        "attack": found.attack,
        "defence": found.defence,
        "factors": [_factor_form(unit) for unit in found.units],
        "ratio": f"{found.attack}-{found.defence}",
        "column": found.column,
        "shifts": [{"columns": s.columns, "rule": s.rule, "text": s.text} for s in found.shifts],
        "die_modifiers": [{"amount": m.amount, "rule": m.rule, "text": m.text} for m in found.modifiers],
        "final_column": found.final_column,
        "outcomes": [
            {"die": die, "result": "/".join(result), "probability": str(chance)}
            for die, result, chance in outcomes
        ],
        "expected": _expected(state, combat, found),
        "costs": [cost._asdict() for cost in costs(state, combat)] if combat.stage == "declared" else [],
        "could_come": [_prospect_form(prospect) for prospect in prospects(state, combat)],
        **({"without_effect": idle} if idle else {}),
    }


def _factor_form(unit: UnitStrength) -> dict[str, Any]:
    why = [{"rule": factor.rule, "text": factor.text} for factor in unit.factors]
    return {"unit": unit.unit, "printed": unit.printed, "used": unit.used, "why": why}


def _prospect_form(prospect: Prospect) -> dict[str, Any]:
    """What could come and what it would change, or the rule that keeps it away."""
    action, refusal = prospect.action, prospect.refusal
    what = {"side": prospect.side, "what": action.what, "unit": action.unit, "amount": action.amount}
    if refusal is not None:
        return {**what, "refused": {"rule": refusal.rule, "reason": refusal.reason}}
    return {**what, "columns": prospect.columns, "die": prospect.die, "rule": prospect.rule}


def refused(refusal: Refusal) -> AskError:
    """A question that a rule forbids, in one line with its number."""
    return AskError(f"{refusal.reason} [{refusal.rule}]" if refusal.rule else refusal.reason)


# ------------------------------------------------------------------ the combat asked about
def _combat(state: GameState, target: Sequence[str], attackers: Sequence[str], kind: str) -> Combat:
    """The combat on the table when it is the one asked about, otherwise one as it would be declared."""
    targets = tuple(dict.fromkeys(hex_of(state, number) for number in target))
    ids = tuple(dict.fromkeys(attackers))
    side = _side(state, ids, kind)
    if state.combats and state.combat.targets == targets and set(state.combat.attackers) == set(ids):
        return state.combat
    for hex in targets:
        number = state.board.map.numbers[hex]
        if hex not in held_against(state, side):
            raise AskError(f"no enemy unit stands in {number}")
        for id in ids:
            far = hex not in state.board.map.around(state.units[id].hex)
            if far and state.board.rules.holds(Custom.ADJACENT):
                raise AskError(f"{state.board.name(id)} does not stand next to {number}")
    _allowed(state, side, targets, ids, kind)
    combat = declared(state, side, targets, kind)
    origins = tuple(dict.fromkeys(state.units[id].hex for id in ids))
    return replace(combat, attackers=ids, origins=origins)


def _allowed(state: GameState, side: Side, targets: tuple[int, ...], ids: tuple[str, ...], kind: str) -> None:
    """An attack that a rule forbids is not weighed; nor is a kind of combat that the game has not."""
    added = [field for question in state.board.ruleset.decisions for field in fields(question)]
    if kind not in (ATTACK, OVERRUN) and kind not in [f.default for f in added if f.name == "kind"]:
        raise AskError(f"no kind of combat {kind!r}; it is {ATTACK} or {OVERRUN}, or what the game adds")
    if kind == ATTACK and (faults := attack_faults(state, side, targets, ids)):
        raise refused(faults[0].refusal)
    if kind == OVERRUN and (refusals := _no_overrun(state, ids, targets)):
        raise refused(refusals[0])


def _no_overrun(state: GameState, ids: tuple[str, ...], targets: tuple[int, ...]) -> list[Refusal]:
    units, rules = tuple(state.units[id] for id in ids), state.board.rules
    if rules.overrun_cost(state, units, targets[0]) is None:
        return [Refusal(combat_rule(state, units[0].side), "this game has no overruns")]
    return rules.may_overrun(state, units, targets[0])


def _side(state: GameState, ids: Sequence[str], kind: str) -> Side:
    """Whose attack it is: of units on the map, or of the side whose phase it is where no unit makes it."""
    units = [unit_of(state, id) for id in ids]
    if not units and kind == "attack":
        raise AskError("name at least one attacker")
    if not units:
        return state.board.sequence.phases[state.phase].side
    for unit in units:
        if unit.hex < 0:
            raise AskError(f"{unit.counter.name} is not on the map")
        if unit.side != units[0].side:
            raise AskError(f"{unit.counter.name} and {units[0].counter.name} are enemies")
    return units[0].side


def _weighed(state: GameState, combat: Combat) -> Odds:
    return weigh(on_the_table(state, combat), combat)


def _supported(
    state: GameState, combat: Combat, support: Mapping[str, Any], bare: Odds
) -> tuple[Combat, list[str]]:
    """The combat with what is committed to it, and what of that changes nothing."""
    idle = []
    _words_known(state, combat, support)
    for part in _parts(support):
        if part.unit:
            unit_of(state, part.unit)
        side = _committing(state, combat, part)
        combat = replace(combat, pledges=(*combat.pledges, pledge_of(side, part)))
        after = _weighed(state, combat)
        if after == bare:
            idle.append(part.what)
        bare = after
    return combat, idle


def _parts(support: Mapping[str, Any]) -> list[Commit]:
    """`supplied` is an attack's ordinary state: only its contrary is declared."""
    given = {what: value for what, value in support.items() if what not in (COLUMN, SUPPLIED)}
    if support.get(SUPPLIED) is False:
        given[UNSUPPLIED] = True
    try:
        return support_parts(given)
    except (TypeError, ValueError):
        raise AskError("what is committed is a number, true or false, a unit, or a list of units") from None


def _words_known(state: GameState, combat: Combat, support: Mapping[str, Any]) -> None:
    """Every word must be one under which something can be committed in this game; 0 commits nothing."""
    known = {COLUMN, SUPPLIED, UNSUPPLIED}.union(*(_words(state, combat, s) for s in state.board.sides))
    for what, value in support.items():
        if value and what not in known and _refusal(state, combat, combat.side, Commit(what)) is None:
            words = ", ".join(sorted(known))
            reason = f"nothing is committed to a combat as {what!r}; the words are {words}"
            raise refused(Refusal(combat_rule(state, combat.side), reason))


def _words(state: GameState, combat: Combat, side: Side) -> set[str]:
    """Under which words a side can commit anything to a combat, or might think of it."""
    table, rules = on_the_table(state, combat), state.board.rules
    listed = [*rules.combat_support(table, combat, side), *rules.support_known(table, combat, side)]
    return {action.what for action in listed if isinstance(action, Commit)}


def _refusal(state: GameState, combat: Combat, side: Side, part: Commit) -> Refusal | None:
    return state.board.rules.support_refusal(on_the_table(state, combat), combat, side, part)


def _committing(state: GameState, combat: Combat, part: Commit) -> Side:
    """Which side commits something to a combat. AskError, with its rule, where it may not."""
    table, rules = on_the_table(state, combat), state.board.rules
    sides = [combat.side, state.enemy(combat.side)]
    if part.unit:
        sides = [state.units[part.unit].side]
    for side in sides:
        if part in rules.combat_support(table, combat, side):
            return side
    if part.what in DECLARED and part in rules.declaration(table, combat):
        return combat.side
    own = next((s for s in sides if part.what in _words(state, combat, s)), sides[0])
    refusal = _refusal(state, combat, own, part)
    reason = f"{part.what!r} cannot be committed to this combat"
    raise refused(refusal or Refusal(combat_rule(state, combat.side), reason))


def _at_column(found: Odds, column: object) -> Odds:
    """The odds at a lower column, which the attacker may choose; shifts count from there."""
    if column is None or column == found.column:
        return found
    columns = found.table.columns
    if column not in columns:
        raise AskError(f"no column {column!r}; it is one of {', '.join(columns)}")
    chosen = columns.index(str(column))
    if chosen > columns.index(found.column):
        raise AskError(f"the odds are {found.column}, an attack at {column} needs more strength")
    final = found.table.clamp(chosen + sum(shift.columns for shift in found.shifts))
    return replace(found, column=str(column), final_column=columns[final])


# ------------------------------------------------------------------ what to expect
ROLES = ("attacker", "defender")


class Cost(NamedTuple):
    """What one side of a combat pays: steps, the hexes it goes back, and whether nobody of it is left."""

    steps: int
    hexes: int
    gone: bool


@dataclass(frozen=True)
class Payer:
    """One side of a combat: its steps, and what it may answer to a number of points.

    `question` is the one by which it meets its number, None where the table of the game has none.
    """

    state: GameState
    combat: Combat
    role: str
    ids: tuple[str, ...]
    question: Decision | None = None

    @property
    def steps(self) -> int:
        return sum(self.state.units[id].steps_left for id in self.ids)

    def pays(self, result: str, stands: bool) -> Cost | None:
        """The cost of a result; None for a word that is no number."""
        if result == ALL:
            return Cost(self.steps, 0, True)
        if not result.isdigit():
            return None
        hexes = 0 if stands else max(self._choices(result))
        steps = min(int(result) - hexes, self.steps)
        return Cost(steps, hexes, steps == self.steps)

    def _choices(self, result: str) -> list[int]:
        """How many hexes the rules let this side take, with room for all: as its own question has it."""
        asked = self.question
        if isinstance(asked, FaceResult):
            asked = TakeResult(asked.side, asked.role, result, asked.rule)
        if isinstance(asked, TakeResult):
            return asked.safe(apply(self.state, Asked((asked,))))
        return deepest(self.state, self.ids, int(result), self.combat)


def expected_of(state: GameState, combat: Combat) -> dict[str, Any]:
    """What a combat is expected to cost either side as it stands: steps or points, and the hex taken."""
    return _expected(state, combat, _weighed(state, combat))


def _expected(state: GameState, combat: Combat, found: Odds) -> dict[str, Any]:
    """Steps lost and the chance to take the hex, over all faces of the die; of words, what they do."""
    in_words = _in_words(state, combat, found)
    if in_words is not None:
        return in_words
    least, most = (_mean(state, combat, found, stands) for stands in (True, False))
    if least is None or most is None:
        empty = {"least": None, "most": None}
        return dict.fromkeys(("attacker_steps", "defender_steps", "hex_taken"), empty) | {"assume": NO_COUNT}
    names = ("attacker_steps", "defender_steps", "hex_taken")
    both = zip(names, least, most, strict=True)
    assume = ASSUME if loss_word(state.board) == "step" else ASSUME_UNITS
    return {name: {"least": str(low), "most": str(high)} for name, low, high in both} | {"assume": assume}


def _in_words(state: GameState, combat: Combat, found: Odds) -> dict[str, Any] | None:
    """Points lost and the chances of what results in words do; None for a table of numbers."""
    table, rules = on_the_table(state, combat), state.board.rules
    parts = [(rules.result_effects(table, combat, result), chance) for _, result, chance in found.outcomes()]
    effects = [(effect, chance) for effect, chance in parts if effect is not None]
    if len(effects) < len(parts):
        return None

    def chances(name: str) -> dict[str, str]:
        both = [[chance for e, chance in effects if getattr(e, name)[n]] for n in (0, 1)]
        return {role: str(sum(part, Fraction(0))) for role, part in zip(ROLES, both, strict=True)}

    points = [sum((e.points[n] * chance for e, chance in effects), Fraction(0)) for n in (0, 1)]
    taken = str(sum((chance for e, chance in effects if e.taken), Fraction(0)))
    none = {"least": None, "most": None}
    return {
        "attacker_steps": none,
        "defender_steps": none,
        "hex_taken": {"least": taken, "most": taken},
        "attacker_points": str(points[0]),
        "defender_points": str(points[1]),
        **{name: chances(name) for name in ("eliminated", "exchanged", "retreated", "disrupted")},
        "assume": IN_WORDS,
    }


def _mean(
    state: GameState, combat: Combat, found: Odds, stands: bool
) -> tuple[Fraction, Fraction, Fraction] | None:
    sums = [Fraction(0)] * 3
    for _, result, chance in found.outcomes():
        if len(result) != 2:
            return None
        fought = replace(combat, result=result, column=found.final_column, stage="results")
        table, fallen = _fallen(on_the_table(state, fought), fought)
        paid = _costs(table, fought, attacker_stands=stands, defender_stands=stands)
        storm = _costs(table, fought, attacker_stands=True, defender_stands=stands)
        if paid is None or storm is None:
            return None
        standing, facing = storm["attacker"], storm["defender"]
        taken = (facing.gone or facing.hexes > 0) and not standing.gone and not standing.hexes
        for n, role in enumerate(ROLES):
            sums[n] += chance * (paid[role].steps + fallen[role])
        sums[2] += chance * int(taken)
    return sums[0], sums[1], sums[2]


def _fallen(table: GameState, combat: Combat) -> tuple[GameState, dict[str, int]]:
    """The table when whoever falls with the result at once is off it, and the steps lost so by role."""
    lost = dict.fromkeys(ROLES, 0)
    for event in table.board.rules.result_falls(table, combat):
        if isinstance(event, Removed) and table.units[event.unit].hex >= 0:
            role = "attacker" if event.unit in combat.attackers else "defender"
            lost[role] += table.units[event.unit].steps_left
            table = apply(table, event)
    return table, lost


def _costs(
    table: GameState, combat: Combat, *, attacker_stands: bool, defender_stands: bool
) -> dict[str, Cost] | None:
    """What each role pays for a result, in the order in which the questions are asked; None for words."""
    asked = {getattr(d, "role", ""): d for d in table.board.rules.combat_results(table, combat) if _meets(d)}
    sides = {"attacker": combat.attackers, "defender": combat.defenders}
    stands = {"attacker": attacker_stands, "defender": defender_stands}
    costs: dict[str, Cost] = {}
    for role in (*asked, *(role for role in ROLES if role not in asked)):
        question, result = asked.get(role), combat.result[ROLES.index(role)]
        if isinstance(question, FaceResult):
            result = table.board.rules.result_left(table, combat, role, result)
        ids = tuple(id for id in sides[role] if table.units[id].hex >= 0)
        cost = Payer(table, combat, role, ids, question).pays(result, stands[role])
        if cost is None:
            return None
        costs[role] = cost
        if cost.hexes and any(isinstance(d, FaceResult) for d in asked.values()):
            for id in ids:
                table = apply(table, Noted("phase", "retreated", id, combat.id))
    return costs


def _meets(decision: Decision) -> bool:
    return isinstance(decision, (TakeResult, FaceResult))
