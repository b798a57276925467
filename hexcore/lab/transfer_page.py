"""The page of `lab transfer`: zones, supply and odds of one position under the rules of two games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexcore.asking_odds import expected_of
from hexcore.attacks import held_against
from hexcore.foresight import attack_faults, on_the_table, thought_of
from hexcore.lab.correspondence import TABLES, Correspondence
from hexcore.lab.openings import carried_over
from hexcore.lab.pages import Block, Cell, Page, Table, Words
from hexcore.lab.transfer import NoTransfer, Transferred
from hexcore.odds import weigh
from hexcore.state import GameState
from hexcore.units import Side
from hexcore.zoc import zone


@dataclass(frozen=True)
class Planned:
    """An attack to be weighed, in the words of the position: a hex number, and the ids of attackers (none:
    whoever of the other side stands next to it and may)."""

    target: str
    attackers: tuple[str, ...] = ()


def page(
    done: Transferred, words: Correspondence, attacks: Sequence[Planned], source: tuple[str, str]
) -> Page:
    """What holds of the position under both."""
    one, other = done.part.state.board.ruleset.id, done.game.label
    came = sum(bool(unit.id) for unit in done.units)
    lines = (
        f"{came} of {len(done.units)} units of {one} stand on the map of {other}, "
        f"{len(done.at)} hexes of ground with them.",
        f"Odds and supply under {other} are of the combat phase that the position file begins in.",
    )
    blocks: list[Block] = [
        Words(lines),
        _zones(done),
        _units(done),
        _odds(done, attacks),
        Table(
            "transfer-missing",
            "No counterpart",
            ("what",),
            tuple((what,) for what in done.missing),
        ),
        _words(words),
    ]
    title = f"A position of {one} under {other}"
    made = (("method", "the rules of both games asked in the position"), source, done.game.made)
    return Page(title, tuple(blocks), made, {"position.toml": carried_over(done)})


# ------------------------------------------------------------------ zones and supply
def _zones(done: Transferred) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for side in done.part.state.board.sides:
        there = _side_there(done, side)
        ours = _controlled(done.part.state, side) & set(done.at)
        theirs = _controlled(done.state, there) if there else set()
        back = {hex for hex, at in done.at.items() if at in theirs}
        numbers = done.part.state.board.map.numbers
        only = [", ".join(numbers[h] for h in sorted(part)) for part in (ours - back, back - ours)]
        rows.append((side, len(ours), len(back), len(ours & back), *only))
    one, other = done.part.state.board.ruleset.id, done.game.label
    head = ("side", one, other, "both", f"only {one}", f"only {other}")
    return Table("transfer-zoc", "Hexes in a zone of control", head, tuple(rows), "of the part carried over")


def _controlled(state: GameState, side: Side) -> set[int]:
    with state.board.reading():
        return {hex for hex, flag in enumerate(zone(state, side)) if flag}


def _side_there(done: Transferred, side: Side) -> Side | None:
    found = next((u for u in done.units if u.id and u.unit.side == side), None)
    return done.state.units[found.id].side if found is not None else None


def _units(done: Transferred) -> Table:
    ours, theirs = done.part.state, done.state
    rows: list[tuple[Cell, ...]] = []
    for one in done.units:
        unit, face = one.unit, one.unit.step.strength
        here: tuple[Cell, ...] = (unit.id, ours.board.map.numbers[unit.hex], f"{face} ({unit.steps_left})")
        here = (*here, _supply(ours, unit.id))
        there: tuple[Cell, ...] = (None, None, None, None)
        if one.id:
            new = theirs.units[one.id]
            strength = f"{new.step.strength} ({new.steps_left})"
            number = theirs.board.map.numbers[one.hex]
            there = (one.id, number, strength, _supply(theirs, one.id))
        rows.append((*here, *there, "; ".join(one.why) or None))
    head = ("unit", "hex", "strength (steps)", "supply")
    both = (*head, *(f"{word}, there" for word in head), "differs")
    return Table("transfer-units", "Units and their supply", both, tuple(rows))


def _supply(state: GameState, id: str) -> str:
    with state.board.reading():
        return state.board.rules.supply_state(state, state.units[id])


# ------------------------------------------------------------------ attacks
def _odds(done: Transferred, attacks: Sequence[Planned]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for plan in attacks or list(_adjacent(done)):
        target, attackers = _checked(done, plan)
        numbers = done.part.state.board.map.numbers
        here = _weighed(done.part.state, target, attackers)
        ids = tuple(id for a in attackers if (id := done.counterpart(a)))
        there = _weighed(done.state, done.at[target], ids)
        rows.append((numbers[target], ", ".join(attackers), *here, *there))
    told = ("odds", "column", "fought on", "hex taken")
    head = ("target", "attackers", *told, *(f"{word}, there" for word in told))
    note = "odds: strengths as used; hex taken: the chance, between what both sides' choices make of it"
    return Table("transfer-odds", "Attacks under both", head, tuple(rows), note)


def _adjacent(done: Transferred) -> Iterator[Planned]:
    """Every attack of either side with all that is carried over and stands next to a hex."""
    state, carried = done.part.state, {unit.id for unit in done.part.units}
    for side in state.board.sides:
        for hex in sorted(held_against(state, side) & set(done.at)):
            near = {n for n in state.board.map.around(hex) if n in state.stacks}
            ids = [u.id for n in sorted(near) for u in state.at(n) if u.side == side and u.id in carried]
            with state.board.reading():
                faults = {f.unit for f in attack_faults(state, side, (hex,), tuple(ids))}
            able = tuple(id for id in ids if id not in faults)
            if able and "" not in faults:
                yield Planned(state.board.map.numbers[hex], able)


def _checked(done: Transferred, plan: Planned) -> tuple[int, tuple[str, ...]]:
    state = done.part.state
    hex = state.board.map.index.get(plan.target, -1)
    if hex not in done.at:
        raise NoTransfer(f"{plan.target!r} is no hex of the part carried over")
    for id in plan.attackers:
        if id not in {unit.id for unit in done.part.units}:
            raise NoTransfer(f"{id!r} is no unit of the part carried over")
    held = next((u.side for u in state.at(hex)), None)
    near = [u for u in done.part.units if u.hex in state.board.map.around(hex) and u.side != held]
    attackers = plan.attackers or tuple(u.id for u in near)
    if not attackers or held is None:
        raise NoTransfer(f"nobody can attack {plan.target}")
    return hex, attackers


def _weighed(state: GameState, target: int, attackers: tuple[str, ...]) -> tuple[Cell, ...]:
    """Odds, column, column fought on, chance to take the hex; why not, where it may not be attacked."""
    if not attackers or not state.at(target):
        return ("no counterpart", None, None, None)
    side = state.units[attackers[0]].side
    with state.board.reading():
        faults = attack_faults(state, side, (target,), attackers)
        barred = {fault.unit for fault in faults}
        able = tuple(id for id in attackers if id not in barred)
        if not able or "" in barred:
            refusal = faults[0].refusal
            return (f"{refusal.reason} [{refusal.rule}]", None, None, None)
        combat = thought_of(state, side, (target,), able)
        odds = weigh(on_the_table(state, combat), combat)
        taken = expected_of(state, combat)["hex_taken"]
    chance = taken["least"] if taken["least"] == taken["most"] else f"{taken['least']} to {taken['most']}"
    left = f", without {', '.join(sorted(barred))}" if barred else ""
    return (f"{odds.attack}-{odds.defence}{left}", odds.column, odds.final_column, chance)


def _words(words: Correspondence) -> Table:
    rows = [
        (table, match.word, match.counterpart or None, match.how, match.apart)
        for table in TABLES
        for match in words.matches.get(table, {}).values()
    ]
    head = ("table", words.one, words.other, "how", "apart")
    return Table("transfer-words", "Words that stand for each other", head, tuple(rows))
