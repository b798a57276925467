"""Combat: who may attack whom, and how strengths become odds (Combat A to H, the ground)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from hexcore.actions import Action, Commit
from hexcore.combat import COLUMN
from hexcore.customs import Custom
from hexcore.events import Event, Noted
from hexcore.odds import strength_of, weigh
from hexcore.rules import DieModifier, Factor, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.fortresses import AIR_STRIKE, destroyed, standing, tripled_in_a_fortress
from hexcore_breakout_pursuit.ground import chart_points, sea_sides
from hexcore_breakout_pursuit.order_of_battle import GERMAN
from hexcore_breakout_pursuit.unit_types import called, is_combat

BY_SUPPLY, BY_DISRUPTION, BY_GROUND = 0, 1, 2
"""Stages of a strength: supply is reckoned first, then disruption, then the ground, each rounded."""
STRUCK_FROM = "attacked from"
"""A note of the phase, by the number of a hex: the number of the hex that was attacked from there."""


# ------------------------------------------------------------------ who attacks whom
@rule({"breakout-pursuit": "combat.general"}, custom=Custom.VOLUNTARY)
def at_the_attackers_discretion() -> None:
    """The player whose phase it is attacks, if he likes, enemy units that his own stand next to."""


@rule({"breakout-pursuit": "combat.A"}, custom=Custom.ADJACENT)
def what_is_adjacent() -> None:
    """Units attack in their own combat phase, and only what they stand next to."""


@rule({"breakout-pursuit": "combat.B"}, custom=Custom.VOLUNTARY)
def nobody_has_to_attack() -> None:
    """No unit is ever compelled to attack."""


@rule({"breakout-pursuit": "combat.B"}, custom=Custom.STACK_SPLITS)
def part_of_a_stack_may_attack() -> None:
    """Units of a stack may stay out of an attack, and then do not suffer by its result."""


@rule({"breakout-pursuit": "combat.B"}, hook="combat_opens")
def attacked_from_here(state: GameState, combat: Combat) -> list[Event]:
    """Which hex was attacked from which is remembered for the phase."""
    numbers = state.board.map.numbers
    targets = [numbers[hex] for hex in combat.targets]
    return [Noted("phase", STRUCK_FROM, numbers[hex], target) for hex in combat.origins for target in targets]


@rule({"breakout-pursuit": "combat.B"}, hook="may_attack")
def one_target_for_a_hex(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """Units of one hex do not attack different hexes in one phase; who has attacked is done by combat.E."""
    if state.note("fought", unit.id) and state.board.rules.holds(Custom.ONCE):
        return None
    numbers = state.board.map.numbers
    struck = state.note(STRUCK_FROM, numbers[unit.hex])
    if struck is None or all(numbers[hex] == struck for hex in targets):
        return None
    return f"a unit has attacked {struck} from {numbers[unit.hex]}: {called(unit)} may not attack another hex"


@rule({"breakout-pursuit": "combat.C"}, custom=Custom.ALL_ROUND)
def from_all_around() -> None:
    """As many units as can be brought next to a hex may join in one attack, from all six hexes."""


@rule({"breakout-pursuit": "combat.D"}, custom=Custom.AS_ONE)
def a_hex_defends_as_one() -> None:
    """All units in a hex defend together: none is picked out, none left aside, no strength divided."""


@rule({"breakout-pursuit": "combat.procedure"}, hook="may_attack")
def one_hex_at_a_time(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """One attack strikes one hex."""
    if len(targets) < 2:
        return None
    hexes = " and ".join(state.board.map.numbers[hex] for hex in targets)
    return f"an attack strikes one hex, not {hexes} together"


@rule({"breakout-pursuit": "combat.E"}, custom=Custom.ONCE)
def once_a_phase() -> None:
    """No unit attacks twice, and none is attacked twice, in one combat phase."""


@rule({"breakout-pursuit": "combat.E"}, custom=Custom.UNDIVIDED)
def a_unit_counts_once() -> None:
    """A unit puts its strength into one attack, once."""


@rule({"breakout-pursuit": "errata.combat"})
def friends_do_not_shield(state: GameState) -> bool:
    """Who has retreated among friends shares their fate when they are attacked later in the phase."""
    return state.board.rules.active("errata.combat")


@general("may_be_attacked")
def friends_shield(state: GameState, hex: int) -> Refusal | None:
    """Without the erratum a unit attacked before keeps its new fellows from being attacked."""
    if friends_do_not_shield(state) or not state.board.rules.active("combat.E"):
        return None
    struck = [u for u in state.at(hex) if state.note("attacked", u.id)]
    reason = "{0} has already been attacked in this phase"
    return Refusal("combat.E", reason.format(called(struck[0]))) if struck else None


@rule({"breakout-pursuit": "tec.sea_hex-side"}, hook="may_attack")
def not_over_the_sea(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """No attack passes a sea hexside."""
    game_map, sea = state.board.map, sea_sides(state.board)
    for hex in targets:
        if hex in game_map.around(unit.hex) and game_map.side(unit.hex, hex) in sea:
            here, there = game_map.numbers[unit.hex], game_map.numbers[hex]
            return f"the sea lies between {called(unit)} in {here} and {there}"
    return None


@rule({"breakout-pursuit": "crt.limits"}, hook="may_attack")
def only_with_strength(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """A unit whose strength in attack is zero takes part in none."""
    strength = state.derived("phase", ("attacks with", unit.id), lambda: attack_strength(state, unit))
    return None if strength else f"{called(unit)} has no strength to attack with"


def attack_strength(state: GameState, unit: Unit) -> int:
    """What a unit would put into an attack now, whatever the target; Non-Combat units nothing."""
    if not is_combat(unit):
        return 0
    alone = Combat(-1, "attack", unit.side, (), (unit.id,))
    return strength_of(state, alone, unit).used


# ------------------------------------------------------------------ from strengths to odds
@rule({"breakout-pursuit": "combat.procedure"}, custom=Custom.STRENGTHS_ADD_UP)
def strengths_are_added_up() -> None:
    """All attackers' strengths are compared with all in the hex attacked; one die decides, at once."""


@rule({"breakout-pursuit": "combat.F"}, custom=Custom.FRACTIONS_UP)
def half_of_nine_is_five() -> None:
    """Half a strength is rounded up."""


@rule({"breakout-pursuit": "combat.F"}, custom=Custom.UNIT_BY_UNIT)
def each_unit_by_itself() -> None:
    """Supply, disruption and ground work one after the other on each unit, rounded each time."""


@rule({"breakout-pursuit": "combat.G"}, custom=Custom.ODDS_DOWN)
def odds_favour_the_defender() -> None:
    """The ratio drops to the lower column: 26 to 9 is 2-1."""


# ------------------------------------------------------------------ lower odds by choice
@rule({"breakout-pursuit": "combat.H"}, hook="declaration")
def lower_columns(state: GameState, combat: Combat) -> list[Action] | None:
    """The attacker may attack at any lower odds of the table: he says so as he declares the attack."""
    if combat.kind != "attack" or combat.pledged(COLUMN):
        return None
    odds = weigh(state, combat)
    columns = odds.table.columns
    return [Commit(COLUMN, word=word) for word in reversed(columns[: columns.index(odds.column)])]


@rule({"breakout-pursuit": "combat.H"}, hook="support_refusal")
def not_higher(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """The odds may be lowered once, by the attacker, never raised."""
    if action.what != COLUMN:
        return None
    if side != combat.side or combat.pledged(COLUMN) or combat.stage == "made":
        return Refusal("combat.H", "the attacker lowers the odds once, as he declares his attack")
    odds = weigh(state, combat)
    if action.word not in odds.table.columns:
        known = ", ".join(odds.table.columns)
        return Refusal("combat.H", f"{action.word!r} is no column of the table; it has {known}")
    return Refusal("combat.H", f"the odds are {odds.column}: they may be lowered, not left or raised")


@rule({"breakout-pursuit": "combat.H"}, hook="fixed_column")
def as_the_attacker_chose(state: GameState, combat: Combat) -> str | None:
    """An attack at odds lowered by choice is fought in that column, or lower where the odds have sunk."""
    chosen = next((pledge.unit for pledge in combat.pledged(COLUMN)), None)
    if chosen is None:
        return None
    odds = weigh(state, replace(combat, pledges=tuple(p for p in combat.pledges if p.what != COLUMN)))
    return min(chosen, odds.column, key=odds.table.columns.index)


# ------------------------------------------------------------------ the ground under the defender
class Effect(NamedTuple):
    """What one kind of ground does to a defender's strength."""

    multiple: int
    text: str
    rule: str


@rule({"breakout-pursuit": "tec.rough_terrain_hex"})
def rough_ground(state: GameState, unit: Unit) -> Effect | None:
    """Rough ground doubles the defender."""
    if "rough" not in state.board.map.terrain[unit.hex]:
        return None
    return Effect(_multiple("rough"), "on rough ground", "tec.rough_terrain_hex")


@rule({"breakout-pursuit": "tec.town_or_city_hex"})
def in_a_town(state: GameState, unit: Unit) -> Effect | None:
    """So does a town or a city; a fortress that has been destroyed is a city, one that stands is none."""
    words = state.board.map.terrain[unit.hex]
    if standing(state, unit.hex) or not (words & {"town", "city"} or destroyed(state, unit.hex)):
        return None
    return Effect(_multiple("town-or-city"), "in a town or city", "tec.town_or_city_hex")


@rule(
    {"breakout-pursuit": "tec.german_west_wall_hex"}, also={"breakout-pursuit": ("errata.german_fortresses",)}
)
def in_the_west_wall(state: GameState, unit: Unit) -> Effect | None:
    """The West Wall triples Germans. It is no fortress: it has no strength of its own, and Dr holds."""
    if unit.side != GERMAN or "west-wall" not in state.board.map.terrain[unit.hex]:
        return None
    if not state.board.rules.active("errata.german_fortresses"):
        return None
    return Effect(_multiple("west-wall", "defence_multiplier_german"), "in the West Wall", _WEST_WALL)


@rule({"breakout-pursuit": "tec.fortress"})
def in_a_fortress(state: GameState, unit: Unit) -> Effect | None:
    """A fortress triples Germans."""
    return Effect(*tripled) if (tripled := tripled_in_a_fortress(state, unit)) else None


_WEST_WALL = "tec.german_west_wall_hex"
GROUND: tuple[tuple[str, Callable[[GameState, Unit], Effect | None]], ...] = (
    ("tec.rough_terrain_hex", rough_ground),
    ("tec.town_or_city_hex", in_a_town),
    (_WEST_WALL, in_the_west_wall),
    ("tec.fortress", in_a_fortress),
)


def _multiple(terrain: str, property: str = "defence_multiplier") -> int:
    return chart_points(terrain, property) or 1


@general("strength_factors")
def ground_of_the_defender(state: GameState, combat: Combat, unit: Unit) -> list[Factor] | None:
    """The ground multiplies a defender's strength: by the one effect that is best for him."""
    if unit.side == combat.side or unit.hex < 0 or bare_of_ground(state, combat):
        return None
    rules = state.board.rules
    found = [e for number, ground in GROUND if rules.active(number) and (e := ground(state, unit))]
    if rules.active("tec.multiple_terrain"):
        found = sorted(found, key=lambda effect: -effect.multiple)[:1]
    stage = BY_GROUND if rules.active("combat.F") else BY_SUPPLY - 1
    return [Factor(Fraction(e.multiple), e.text, stage, e.rule) for e in found]


@rule({"breakout-pursuit": "tec.multiple_terrain"})
def best_effect_only() -> None:
    """Effects of the ground do not combine: the one most useful to the defender counts."""


@rule({"breakout-pursuit": "tec.river_hex-side"}, hook="die_modifiers")
def across_the_river(state: GameState, combat: Combat) -> DieModifier | None:
    """The die is lowered where every attacker crosses a river."""
    if not combat.attackers or bare_of_ground(state, combat):
        return None
    ground = state.board.map
    fronts = {(state.units[id].hex, hex) for id in combat.attackers for hex in combat.targets}
    touching = [(hex, target) for hex, target in fronts if target in ground.around(hex)]
    if not all("river" in ground.sides[ground.side(hex, target)] for hex, target in touching):
        return None
    amount = chart_points("river", "die_modifier_if_all_attackers_across") or 0
    return DieModifier(amount, "every attacker crosses a river")


def bare_of_ground(state: GameState, combat: Combat) -> bool:
    """Whether neither ground nor supply counts in a combat: an air strike (air_strike.D)."""
    return combat.kind == AIR_STRIKE and state.board.rules.active("air_strike.D")
