"""Supply of Allied defenders: when a German attack makes them draw on a Supply unit (Supply H)."""

from __future__ import annotations

from dataclasses import replace

from hexcore.actions import Action, Commit
from hexcore.events import Event, Noted
from hexcore.odds import weigh
from hexcore.rules import Refusal, general, rule
from hexcore.state import Combat, GameState, Pledge
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.movement import phase_id
from hexcore_breakout_pursuit.order_of_battle import ALLIED
from hexcore_breakout_pursuit.supply import (
    AS_SUPPLIED,
    SPENT,
    SUPPLY,
    at_this_moment,
    expended,
    lies,
    reaches,
    spending_refusal,
    spent,
    unspent,
)
from hexcore_breakout_pursuit.supply_lines import (
    ISOLATED,
    SUPPLIED,
    UNSUPPLIED,
    line_of,
    longest,
    sources_of,
    word_for,
)
from hexcore_breakout_pursuit.unit_types import called, is_combat

EVEN = "1-1"
PHASE = "german-combat"


def defended(state: GameState, combat: Combat, side: Side) -> list[Unit]:
    """The Allied combat units that a German attack strikes; none in any other combat."""
    if side != ALLIED or combat.side == ALLIED or phase_id(state) != PHASE or combat.kind != "attack":
        return []
    units = [state.units[id] for id in combat.defenders]
    return [u for u in units if is_combat(u) and u.hex >= 0]


def even_or_better(state: GameState, combat: Combat) -> bool:
    """Whether the attack will be at 1-1 or more against these defenders, all taken as supplied."""
    supplied = replace(combat, pledges=(*combat.pledges, Pledge(AS_SUPPLIED, ALLIED)))
    odds = weigh(state, supplied)
    columns = odds.table.columns
    return columns.index(odds.final_column) >= columns.index(EVEN)


def must_draw(state: GameState, unit: Unit) -> bool:
    """Whether a defender has a Supply unit within eight hexes to draw on, and no source that waives it."""
    if any(reaches(state, unit, id) is not None for id in spent(state)):
        return False
    lengths = [length for u in unspent(state) if (length := reaches(state, unit, u.id)) is not None]
    if not lengths:
        return False
    near = longest(SUPPLIED)
    if state.board.option("supply-unit-forced") == "always" or min(lengths) <= near:
        return True
    other = line_of(state, unit, sources_of(state, unit), longest(UNSUPPLIED))
    return other is None or other.length > near


@rule({"breakout-pursuit": "supply.H"}, hook="owes_support")
def a_supply_unit_is_used(state: GameState, combat: Combat, side: Side) -> str | None:
    """Attacked at 1-1 or better, defenders draw on a Supply unit within eight hexes: none is waived but one
    five or more away where another source is within four."""
    units = defended(state, combat, side)
    if not units or not even_or_better(state, combat):
        return None
    owing = next((u for u in units if must_draw(state, u)), None)
    if owing is None:
        return None
    return (
        f"{called(owing)} is attacked at {EVEN} or better and must draw on a Supply unit within eight hexes"
    )


@rule({"breakout-pursuit": "supply.H"}, hook="combat_support")
def supply_units_to_use(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """The Supply units that a defender may draw on: those it must, or those that mend its isolation."""
    units = defended(state, combat, side)
    if not units or not unspent(state):
        return None
    forced = even_or_better(state, combat)
    owing = [u for u in units if forced and must_draw(state, u)]
    found = []
    for supply in unspent(state):
        wanted = any(reaches(state, u, supply.id) is not None for u in owing)
        if wanted or any(_mends(state, u, supply.id) for u in units):
            found.append(Commit(SUPPLY, unit=supply.id))
    return list(found)


@general("support_known")
def supply_units_come_to_mind(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """The Supply units that reach a defender, whether or not one may be used."""
    units = defended(state, combat, side)
    near = [s for s in unspent(state) if any(reaches(state, u, s.id) is not None for u in units)]
    return [Commit(SUPPLY, unit=s.id) for s in near] if units else None


def _mends(state: GameState, unit: Unit, supply: str) -> bool:
    """Whether the use of a Supply unit would end a defender's isolation."""
    if at_this_moment(state, unit) != ISOLATED:
        return False
    return word_for(state, unit, (*spent(state), supply)) != ISOLATED


@rule({"breakout-pursuit": "supply.H"}, hook="support_refusal")
def not_that_one(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """Why a Supply unit is not used in this combat."""
    if action.what != SUPPLY:
        return None
    if not defended(state, combat, side):
        return Refusal("supply.H", "Supply units are used by Allied combat units that the Germans attack")
    refusal = spending_refusal(state, action.unit, "supply.H")
    if refusal is not None:
        return refusal
    return Refusal("supply.H", _idle(state, combat, action.unit, defended(state, combat, side)))


def _idle(state: GameState, combat: Combat, supply: str, units: list[Unit]) -> str:
    """Why the use of one Supply unit would change nothing for some defenders."""
    hexes, name = ", ".join(state.board.map.numbers[hex] for hex in combat.targets), lies(state, supply)
    if all(reaches(state, u, supply) is None for u in units):
        return f"{name} is more than {longest(UNSUPPLIED)} hexes of open line away from {hexes}"
    if any(at_this_moment(state, u) == ISOLATED for u in units):
        return f"{name} does not reach the isolated defenders of {hexes}"
    if not even_or_better(state, combat):
        return f"{name} is not needed: the attack on {hexes} is below {EVEN}, and no defender is isolated"
    return f"{name} is not needed: the defenders of {hexes} draw on a source that is nearer, or used already"


@rule({"breakout-pursuit": "supply.H"}, hook="pledged")
def drawn_on(state: GameState, combat: Combat, action: Commit) -> list[Event] | None:
    """It is noted as used: every attack of the phase may draw on it."""
    return [Noted("phase", SPENT, action.unit)] if action.what == SUPPLY else None


@rule({"breakout-pursuit": "supply.H"}, hook="end_phase")
def used_up(state: GameState, phase: str) -> list[Event] | None:
    """What was used in the German Combat Phase is removed when it ends."""
    return expended(state) if phase == PHASE else None


@rule({"breakout-pursuit": "supply.H"}, hook="combat_closes")
def used_up_at_once(state: GameState, combat: Combat) -> list[Event] | None:
    """By an option it serves one attack only."""
    return expended(state) if state.board.option("supply-unit-spent") == "attack" else None
