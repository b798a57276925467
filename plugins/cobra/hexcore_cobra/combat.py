"""Combat: who may attack whom, and how strengths become odds (chapters 2.6, 8.1, 8.2, 8.4, 8.8, 10.2)."""

from __future__ import annotations

from fractions import Fraction

from hexcore.customs import Custom
from hexcore.events import Event, Noted
from hexcore.rules import Factor, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Counter, Unit
from hexcore_cobra.editions import numbers, plays

US, BRITISH, GERMAN = "US", "British", "German"
ARMIES = {
    "US": US,
    "French": US,
    "British": BRITISH,
    "Canadian": BRITISH,
    "Polish": BRITISH,
    "German": GERMAN,
}
RETREATING = ("take-result", "retreat-units")
"""Questions during which units look for a place to retreat to."""


def army(counter: Counter) -> str:
    """Whose army a unit fights in: the French are with the US, Canadians and Poles with the British."""
    return ARMIES[counter.nation]


# ------------------------------------------------------------------ who attacks whom
@rule(numbers("8.1.3"), custom=Custom.ADJACENT)
def attack_what_is_adjacent() -> None:
    """Units attack in their own combat phase only, and only enemy units they stand next to."""


@rule(numbers("8.1.4"), custom=Custom.VOLUNTARY)
def attacking_is_voluntary() -> None:
    """No unit has to attack, whoever stands next to it."""


@rule(numbers("8.1.5"), custom=Custom.ALL_ROUND)
def from_all_six_hexes() -> None:
    """All units that fit into the hexes around a defended hex may join in one attack on it."""


@rule(numbers("8.1.6"), custom=Custom.ONCE)
def one_attack_a_phase() -> None:
    """In a combat phase no unit attacks twice and none is attacked twice."""


@rule(numbers("8.2.1"), custom=Custom.AS_ONE)
def a_hex_defends_as_one() -> None:
    """All units in a hex attacked defend together with their total strength."""


@rule(numbers("8.2.2"), custom=Custom.STACK_SPLITS)
def units_of_a_stack_attack_as_they_like() -> None:
    """The others in an attacker's hex may attack another hex or nothing, and do not suffer with him."""


@rule(numbers("8.2.3"), custom=Custom.SEVERAL_TARGETS)
def several_hexes_at_once() -> None:
    """One attack may strike several hexes if each attacker stands next to all of them."""


@rule(numbers("8.2.4"), custom=Custom.UNDIVIDED)
def strength_is_not_divided() -> None:
    """A unit's strength goes whole, and once, into one combat."""


@rule(numbers("5.7.4"), hook="may_attack")
def not_over_the_sea(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """No attack passes an all-sea hexside."""
    game_map = state.board.map
    for target in targets:
        if (
            target in game_map.around(unit.hex)
            and "all-sea" in game_map.sides[game_map.side(unit.hex, target)]
        ):
            return f"the sea lies between {unit.counter.name} and {game_map.numbers[target]}"
    return None


@rule(numbers("8.8.1"), hook="may_attack")
def armies_attack_apart(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """Americans and French may share an attack, so may British, Canadians and Poles; no attack mixes them."""
    if combat is None or not combat.attackers:
        return None
    fellow = state.units[combat.attackers[0]].counter
    if army(fellow) == army(unit.counter):
        return None
    return f"{unit.counter.name} ({unit.counter.nation}) attacks apart from {fellow.name} ({fellow.nation})"


# ------------------------------------------------------------------ two armies in one hex
@rule(numbers("8.8.2"), hook="may_stack")
def armies_stack_apart(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    """US and British units share a hex only where a retreat left no other way; those it brought may stay."""
    if len({ARMIES[u.counter.nation] for u in units}) < 2 or not any(_arrives(state, u, hex) for u in units):
        return None
    if state.agenda and state.agenda[0].kind in RETREATING:
        return None
    return f"US and British units do not stack in {state.board.map.numbers[hex]}"


def _arrives(state: GameState, unit: Unit, hex: int) -> bool:
    """Whether a unit comes into the hex now, or came in this phase by its own will."""
    return unit.hex != hex or state.note("from", unit.id) is not None or bool(state.note("advanced", unit.id))


@rule(numbers("8.8.2"), hook="strength_factors")
def a_mixed_hex_defends_at_half(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """In a hex with US and British units every unit defends at half strength."""
    if unit.side == combat.side or unit.hex < 0 or army(unit.counter) == GERMAN:
        return None
    mixed = len({army(u.counter) for u in state.at(unit.hex)}) > 1
    return Factor(Fraction(1, 2), "US and British units share the hex", stage=1) if mixed else None


# ------------------------------------------------------------------ from strengths to odds
@rule(numbers("8.1.2"), custom=Custom.STRENGTHS_ADD_UP)
def strengths_are_added_up() -> None:
    """All attacking strengths against all strengths in the hex attacked make the ratio; one die decides."""


@rule(numbers("8.4.1"), custom=Custom.ODDS_DOWN)
def odds_are_rounded_down() -> None:
    """The ratio drops to the lower column, to the defender's advantage: 26 to 9 is 2-1."""


@rule(numbers("2.6"), custom=Custom.FRACTIONS_UP)
def fractions_go_up() -> None:
    """Any fraction of a strength goes up to the next whole number."""


@rule(numbers("21.added.4"), custom=Custom.UNIT_BY_UNIT)
def each_unit_is_halved_by_itself() -> None:
    """Strengths are halved unit by unit, each rounded, and added afterwards."""


# ------------------------------------------------------------------ supply at the moment of combat
@rule(numbers("10.2"))
def supply_is_judged_in_combat(state: GameState) -> bool:
    """Supply for combat is judged at the moment of each combat, after whatever an earlier one has cut off."""
    return plays(state.board, "10.2")


@general("begin_phase")
def supply_as_the_phase_begins(state: GameState, phase: str) -> list[Event] | None:
    """Without case 10.2 supply is judged once, when the combat phase begins."""
    if supply_is_judged_in_combat(state) or state.board.sequence.phases[state.phase].kind != "combat":
        return None
    supply = state.board.rules.supply_state
    return [Noted("phase", "supply", u.id, supply(state, u)) for u in state.units.values() if u.hex >= 0]


@general("supply_state", tryfirst=True)
def supply_kept(state: GameState, unit: Unit) -> str | None:
    """Without case 10.2 a unit in combat has the supply it had when the phase began."""
    if not state.combats or supply_is_judged_in_combat(state):
        return None
    kept: str | None = state.notes.get(("phase", "supply", unit.id))
    return kept


__all__ = ["army"]
