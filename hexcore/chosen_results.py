"""Results, retreats and advances as a ruleset folder chooses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from hexcore.advance import AdvanceAfterCombat, in_combat
from hexcore.decisions import Decision
from hexcore.folder_models import AdvanceTable, CombatTable, RetreatTable, Word
from hexcore.results import EndCombat, LoseSteps, RetreatUnits, TakeResult, steps_left
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import Effects, Mask, Rank
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.word_results import Exchange, MakeRoom, worth
from hexcore.zoc import enemy_zone, open_enemy_zone

Role = Literal["attacker", "defender"]
BOTH: tuple[Role, Role] = ("defender", "attacker")


def add_results(sheet: RuleSheet, said: CombatTable, back: RetreatTable, on: AdvanceTable) -> None:
    """What the results of crt.csv do."""
    tail = _Tail(said, back, on)
    if said.results == "steps":
        sheet.add("combat", "combat_results", tail.numbers(), said.result_rule, also=(on.rule,))
        return
    sheet.add("combat", "combat_results", tail.by_word(), said.result_rule, also=(back.rule, on.rule))
    sheet.add("combat", "result_effects", lambda state, combat, result: _effects(said.words, result))
    sheet.add("combat", "result_toll", lambda state, combat, result: _toll(state, combat, said.words, result))


class _Tail:
    """The questions after the dice, in order."""

    def __init__(self, said: CombatTable, back: RetreatTable, on: AdvanceTable) -> None:
        self.said, self.back, self.on = said, back, on

    @property
    def result_rule(self) -> str:
        """The number that questions cite which have none of their own."""
        return self.said.result_rule or self.said.rule

    def _end(self, state: GameState, combat: Combat, enemy: Side) -> tuple[Decision, ...]:
        """Advances, where their number is in force, and the end."""
        number, advances = self.on.rule or self.result_rule, list[Decision]()
        who = self.on.who if state.board.rules.active(self.on.rule) else "none"
        if who != "none":
            advances.append(AdvanceAfterCombat(combat.side, "attacker", number))
        if who == "both":
            advances.append(AdvanceAfterCombat(enemy, "defender", number))
        return (*advances, EndCombat(combat.side, self.result_rule))

    def numbers(self) -> Callable[..., Any]:
        def numbers(state: GameState, combat: Combat) -> tuple[Decision, ...]:
            enemy, (attacker, defender) = state.enemy(combat.side), combat.result
            number = self.result_rule
            return (
                TakeResult(enemy, "defender", defender, number),
                TakeResult(combat.side, "attacker", attacker, number),
                *self._end(state, combat, enemy),
            )

        return numbers

    def by_word(self) -> Callable[..., Any]:
        def by_word(state: GameState, combat: Combat) -> tuple[Decision, ...]:
            word, enemy = self.said.words[combat.result[0]], state.enemy(combat.side)
            questions: list[Decision] = list(self._exchanged(state)) if word.exchange else []
            for role in BOTH:
                questions += self._suffers(state, word, role, enemy if role == "defender" else combat.side)
            return (*questions, *self._end(state, combat, enemy))

        return by_word

    def _suffers(self, state: GameState, word: Word, role: Role, owner: Side) -> list[Decision]:
        loses, hexes = part(word, role)
        units, number, going = in_combat(state, role), self.result_rule, self.back.rule or self.result_rule
        found: list[Decision] = []
        if loses:
            steps = steps_left(units) if loses == "all" else min(loses, steps_left(units))
            found.append(LoseSteps(owner, role, steps, number))
        if hexes and loses != "all" and state.board.rules.active(self.back.rule):
            mover = owner if self.back.by == "owner" else state.enemy(owner)
            if self.back.blocked == "eliminated":
                found.append(MakeRoom(owner, role, hexes, going))
            found.append(RetreatUnits(mover, role, hexes, tuple(u.id for u in units), going))
        return found

    def _exchanged(self, state: GameState) -> tuple[Decision, ...]:
        attacker, number = state.combat.side, self.result_rule
        defender = state.enemy(attacker)
        ours, theirs = in_combat(state, "attacker"), in_combat(state, "defender")
        if worth(ours) < worth(theirs):
            lost = LoseSteps(attacker, "attacker", steps_left(ours), number)
            return lost, Exchange(defender, "defender", worth(ours), number)
        lost = LoseSteps(defender, "defender", steps_left(theirs), number)
        return lost, Exchange(attacker, "attacker", worth(theirs), number)


def part(word: Word, role: Role) -> tuple[int | Literal["all"], int]:
    """What a word does to one side: steps lost (or all), hexes gone back."""
    if role == "attacker":
        return word.attacker_loses, word.attacker_retreats
    return word.defender_loses, word.defender_retreats


def _effects(words: dict[str, Word], result: tuple[str, ...]) -> Effects | None:
    word = words.get(result[0]) if len(result) == 1 else None
    if word is None:
        return None
    (ours, back), (theirs, away) = part(word, "attacker"), part(word, "defender")
    return Effects(
        points=(ours if ours != "all" else 0, theirs if theirs != "all" else 0),
        eliminated=(ours == "all", theirs == "all"),
        exchanged=(word.exchange, word.exchange),
        retreated=(back > 0, away > 0),
        taken=theirs == "all" or away > 0,
    )


def _toll(
    state: GameState, combat: Combat, words: dict[str, Word], result: tuple[str, ...]
) -> tuple[float, float] | None:
    """For computer players: what a word costs either side in steps, or hexes gone back."""
    word = words.get(result[0]) if len(result) == 1 else None
    if word is None:
        return None
    units = [[state.units[i] for i in ids] for ids in (combat.attackers, combat.defenders)]
    tolls = []
    for role, own in zip(("attacker", "defender"), units, strict=True):
        loses, hexes = part(word, role)  # type: ignore[arg-type]
        everything = float(sum(u.steps_left for u in own))
        lost = everything if loses == "all" else min(everything, loses)
        tolls.append(lost + hexes if lost < everything else everything)
    if word.exchange:
        ours, theirs = (sum(u.step.strength for u in own) for own in units)
        least = min(ours, theirs)
        steps = [float(sum(u.steps_left for u in own)) for own in units]
        tolls = [steps[0] * min(1, least / max(ours, 1)), steps[1] * min(1, least / max(theirs, 1))]
    return tolls[0], tolls[1]


# ------------------------------------------------------------------ retreats and advances
def add_retreats(sheet: RuleSheet, said: RetreatTable) -> None:
    """The rules of [retreat]."""
    if said.zones != "open":
        spared = said.zones == "closed-unless-friends"

        def masks(state: GameState, unit: Unit) -> Mask:
            zone = (open_enemy_zone if spared else enemy_zone)(state, unit.side)
            return Mask("closed", "{hex} is in an enemy zone of control", zone)

        sheet.add("retreat", "retreat_masks", masks, said.zones_rule)
    if said.toward:
        sheet.add("retreat", "retreat_ranks", _toward(said.toward), said.toward_rule)


def _toward(sides: dict[str, Any]) -> Callable[..., Any]:
    ways = {side: tuple(LETTERS[letter] for letter in compass) for side, compass in sides.items()}

    def ranks(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Rank | None:
        if unit.side not in ways:
            return None
        (x, y), (a, b) = state.board.map.centres[unit.hex], state.board.map.centres[path[-1]]
        gained = sum(dx * (a - x) + dy * (b - y) for dx, dy in ways[unit.side])
        return Rank(0 if gained > -0.01 else 1, "a retreat goes toward the unit's own side when it can")

    return ranks


LETTERS = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
"""Compass letters on the plane of the map, where y grows downward."""


def add_advances(sheet: RuleSheet, said: AdvanceTable) -> None:
    """The rules of [advance] but for who advances."""
    most = said.length
    if most is None:
        return
    text = "an advance is one hex long" if most == 1 else f"an advance is at most {most} hexes long"

    def short(state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat) -> str | None:
        return text if len(path) > most else None

    sheet.add("advance", "may_advance", short, said.rule)
