"""The page of `lab engage`: one battle under each ruleset, its odds, how it ends, what has no counterpart."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from hexcore.lab.battle_begun import SetUp
from hexcore.lab.battle_file import ROLES, Battle
from hexcore.lab.engage import Fought, Outcome, at_the_roll, fought, rolled
from hexcore.lab.openings import opening_of
from hexcore.lab.pages import Block, Cell, Page, Plot, Series, Table, Words
from hexcore.odds import Odds

STANDARD = (("hold", "hold"), ("hold", "yield"), ("yield", "hold"), ("yield", "yield"), ("steady", "steady"))
"""The policies compared where none are named: attacker's, defender's."""
Holds = Callable[[Outcome], bool]
MEASURES: tuple[tuple[str, Holds], ...] = (
    ("taken", lambda end: end.taken),
    ("cleared", lambda end: end.cleared),
    ("attackers lose steps", lambda end: end.attacker_steps > 0),
    ("defenders lose steps", lambda end: end.defender_steps > 0),
    ("attackers go back", lambda end: end.attacker_back > 0),
    ("defenders go back", lambda end: end.defender_back > 0),
    ("attackers advance", lambda end: end.advanced),
)
COMPARED = MEASURES[:4]
"""What is compared with rolled battles."""
DOUBT = 0.05
POLICY_WORDS = (
    "hold: stands, and loses steps rather than go back. yield: goes back as far as the rules let all units "
    "go. steady: answers as the computer player of that name. Where a table's words say who is lost and who "
    "goes back, hold and yield come to the same. Losses fall where they cost least strength; attackers "
    "advance into the hex attacked (steady: as he sees fit)."
)


@dataclass(frozen=True)
class Rolled:
    """How often the battle is to be rolled beside the enumeration, and from which seed."""

    times: int = 0
    seed: int = 0


def page(
    battle: Battle,
    made: Sequence[SetUp],
    refused: Sequence[tuple[str, str]],
    pairs: Sequence[tuple[str, str]] = STANDARD,
    rolls: Rolled | None = None,
    begun: Callable[[], object] = lambda: None,
) -> Page:
    """One battle under every ruleset it could be set up in; *refused* says why under the others not. *begun*
    is called before each of its fights."""
    battles: dict[str, list[Fought]] = {one.game.label: [] for one in made}
    for one in made:
        for pair in pairs:
            begun()
            battles[one.game.label].append(fought(one, dict(zip(ROLES, pair, strict=True))))
    blocks: list[Block] = [_words(battle, made), _odds(made), *_summary(battles), _ends(battles)]
    blocks.append(_counterparts(made, refused))
    if rolls is not None and rolls.times:
        blocks.append(_rolls(battles, rolls))
    method = ("method", "exact enumeration of every roll in the engine's own game")
    seeds = [("rolled", f"{rolls.times} times, seed {rolls.seed}")] if rolls and rolls.times else []
    positions = {f"{_file(one.game.label)}.toml": opening_of(one) for one in made}
    title = battle.title or "A battle"
    return Page(title, tuple(blocks), (method, *seeds, *(one.game.made for one in made)), positions)


def _file(label: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-." else "-" for sign in label)


def _words(battle: Battle, made: Sequence[SetUp]) -> Words:
    def told(role: str) -> str:
        forces = [f for f in battle.unit if f.role == role]
        return ", ".join(f"{f.count} {f.kind} {f.strength} ({f.steps} steps)" for f in forces)

    ground = ", ".join(battle.ground.target) or "clear ground"
    lines = [f"Attackers: {told('attacker')}. Defenders: {told('defender')}, in {ground}.", POLICY_WORDS]
    for one in made:
        units = "; ".join(f"{role}: {', '.join(map(one.board.name, one.ids[role]))}" for role in ROLES)
        where = one.board.map.numbers[one.target]
        lines.append(f"{one.game.label}: {where} attacked. {units}.")
    return Words(tuple(lines))


# ------------------------------------------------------------------ the odds
def _odds(made: Sequence[SetUp]) -> Table:
    rows = []
    for one in made:
        odds = at_the_roll(one).odds
        shifts = "; ".join(f"{s.columns:+d} {s.text} [{s.rule}]" for s in odds.shifts)
        pips = "; ".join(f"{m.amount:+d} {m.text} [{m.rule}]" for m in odds.modifiers)
        factors = _factors(odds)
        rows.append(
            (one.game.label, odds.attack, odds.defence, odds.column, shifts, pips, odds.final_column, factors)
        )
    head = ("ruleset", "attack", "defence", "odds", "shifts", "die", "fought on", "strengths changed")
    return Table("engage-odds", "The odds as the dice fall", head, tuple(rows))


def _factors(odds: Odds) -> str:
    return "; ".join(
        f"{u.unit} {u.printed}→{u.used}: {', '.join(f'{f.text} [{f.rule}]' for f in u.factors)}"
        for u in odds.units
        if u.factors
    )


# ------------------------------------------------------------------ how it ends
def _summary(battles: Mapping[str, Sequence[Fought]]) -> list[Block]:
    rows: list[tuple[Cell, ...]] = []
    for label, found in battles.items():
        for one in found:
            strength = [_share(one, role) for role in ROLES]
            means = (one.mean(lambda e: e.attacker_steps), one.mean(lambda e: e.defender_steps))
            chances = [one.chance(holds) for _, holds in MEASURES]
            rows.append((label, *one.policies.values(), *chances, *means, *strength))
    head = ("ruleset", "attacker", "defender", *(name for name, _ in MEASURES))
    head = (*head, "attackers' steps", "defenders' steps", "attackers' strength", "defenders' strength")
    note = "chances; means of steps lost; means of printed strength lost, of all the side has there"
    table = Table("engage-summary", "How it ends", head, tuple(rows), note)
    return [table, _plot(battles)]


def _share(one: Fought, role: str) -> Fraction:
    """The mean part of a role's printed strength that is lost; what stands in for the lost counts."""
    start = one.made.start
    whole = sum(start.units[id].step.strength for id in one.made.ids[role])
    return one.mean(lambda end: getattr(end, f"{role}_strength")) / (whole or 1)


def _plot(battles: Mapping[str, Sequence[Fought]]) -> Plot:
    pairs = [
        f"{a} against {d}" for a, d in (one.policies.values() for one in next(iter(battles.values()), ()))
    ]
    series = tuple(
        Series(label, tuple(float(one.chance(lambda end: end.taken)) for one in found))
        for label, found in battles.items()
    )
    title = "Chance that the hex is taken"
    return Plot("engage-taken", title, "bars", "policies", "chance", tuple(pairs), series)


def _ends(battles: Mapping[str, Sequence[Fought]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for label, found in battles.items():
        for one in found:
            for end, chance in one.ends.items():
                rows.append((label, *one.policies.values(), chance, *_told(end)))
    lost = ("attackers' steps", "defenders' steps", "attackers' strength", "defenders' strength")
    after = ("attackers back", "defenders back", "advance", "attackers marked", "defenders marked")
    head = ("ruleset", "attacker", "defender", "probability", "hex taken", "hex cleared", *lost, *after)
    note = "steps and strength lost; hexes gone back; units left with a marker (disrupted and the like)"
    return Table("engage-ends", "Every way it can end", head, tuple(rows), note)


def _told(end: Outcome) -> tuple[Cell, ...]:
    return tuple(("yes" if part else "no") if isinstance(part, bool) else part for part in end)


# ------------------------------------------------------------------ what is not the same
def _counterparts(made: Sequence[SetUp], refused: Sequence[tuple[str, str]]) -> Table:
    rows = [(label, "not fought", reason) for label, reason in refused]
    for one in made:
        missing = (*one.missing, *at_the_roll(one).unused)
        rows += [(one.game.label, "no counterpart", what) for what in missing]
        rows += [(one.game.label, "differs", what) for what in one.differing]
        rows += [(one.game.label, "stipulated", what) for what in one.stipulated]
    head = ("ruleset", "what", "which")
    return Table("engage-counterparts", "What is not as the file has it", head, tuple(rows))


# ------------------------------------------------------------------ rolled beside it
def _rolls(battles: Mapping[str, Sequence[Fought]], rolls: Rolled) -> Table:
    rows: list[tuple[Cell, ...]] = []
    among = sum(len(found) for found in battles.values()) * len(COMPARED)
    for label, found in battles.items():
        for one in found:
            ends = rolled(one.made, one.policies, rolls.times, rolls.seed)
            for name, holds in COMPARED:
                times = sum(n for end, n in ends.items() if holds(end))
                low, high = interval(times, rolls.times, among)
                exact = one.chance(holds)
                share = Fraction(times, rolls.times)
                within = "yes" if low <= float(exact) <= high else "no"
                rows.append(
                    (
                        label,
                        *one.policies.values(),
                        name,
                        exact,
                        float(share),
                        f"{low:.4f}–{high:.4f}",
                        within,
                    )
                )
    head = ("ruleset", "attacker", "defender", "what", "exact", "rolled", "interval", "within")
    note = "intervals by Wilson, such that all of them together hold with 95 % certainty"
    return Table("engage-rolled", f"Beside {rolls.times} rolled battles", head, tuple(rows), note)


def interval(times: int, of: int, among: int) -> tuple[float, float]:
    """The ends of Wilson's interval of a share, such that *among* of them all hold with 95 % certainty."""
    z = NormalDist().inv_cdf(1 - DOUBT / (2 * among))
    share, square = times / of, z * z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = z * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    low = 0.0 if times == 0 else max(0.0, middle - half)
    return low, 1.0 if times == of else min(1.0, middle + half)
