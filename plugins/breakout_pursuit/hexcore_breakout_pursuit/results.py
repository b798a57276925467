"""Combat results: the table, what its words do, and the way back (Explanation of Results; Combat J, K)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hexcore.advance import AdvanceAfterCombat, Role, in_combat
from hexcore.charts import CombatResultsTable
from hexcore.customs import Custom
from hexcore.decisions import Decision
from hexcore.events import Event, Marked
from hexcore.provenance import Provenance
from hexcore.results import EndCombat
from hexcore.rules import Effects, Factor, Mask, Rank, SupplySource, general, rule
from hexcore.state import Combat, GameState
from hexcore.supply import FAR
from hexcore.tables import read_csv, table
from hexcore.units import Aboard, Side, Unit
from hexcore_breakout_pursuit.combat import BY_DISRUPTION
from hexcore_breakout_pursuit.fortresses import standing
from hexcore_breakout_pursuit.ground import sea_sides
from hexcore_breakout_pursuit.losses import AllLost, Exchange, NoWayBack, worth_lost
from hexcore_breakout_pursuit.order_of_battle import DATA
from hexcore_breakout_pursuit.stacking import MOST
from hexcore_breakout_pursuit.supply_lines import net_of, sources_of
from hexcore_breakout_pursuit.unit_types import called
from hexcore_breakout_pursuit.zones_of_control import controlled

DISRUPTED, RECOVERING = "disrupted", "recovering"
"""Markers of a unit: stays where it is, at half strength; and (an option) still barred from attacking."""
NO_ROUTE = 1000
"""Added to a distance that no open line of supply covers."""


# ------------------------------------------------------------------ the table
@dataclass(frozen=True)
class CrtRow:
    """A cell of crt.csv; `variant_result` is another reading of a lost cell."""

    die: int
    odds: str
    result: str
    provenance: Provenance
    basis: str = ""
    variant_result: str = ""


def _read(variant: bool) -> CombatResultsTable:
    rows = read_csv(DATA / "crt.csv", CrtRow)
    cells = [(r.die, r.odds, ((variant and r.variant_result) or r.result,)) for r in rows]
    return CombatResultsTable.read(cells, "crt.csv", {(r.die, r.odds): str(r.provenance) for r in rows})


@table
def standard_table() -> CombatResultsTable:
    """Eleven columns, 1-3 to 9-1, and dice from 0; entries are words."""
    return _read(variant=False)


@table
def variant_table() -> CombatResultsTable:
    """The same with the bloodier reading of its lost cells."""
    return _read(variant=True)


@rule({"breakout-pursuit": "crt.table"}, hook="combat_table")
def the_table(state: GameState, combat: Combat) -> CombatResultsTable:
    """The Combat Results Table in the reading chosen before the game."""
    return variant_table() if state.board.option("crt") == "variant" else standard_table()


# ------------------------------------------------------------------ results by word
def _ended(state: GameState, combat: Combat, *after: Decision, winners: str) -> tuple[Decision, ...]:
    """What follows a result: losses and retreats, the winners' advance (either side's), the end."""
    sides: dict[Role, Side] = {"attacker": combat.side, "defender": state.enemy(combat.side)}
    advances = [AdvanceAfterCombat(side, role, "combat.K") for role, side in sides.items() if role in winners]
    if not state.board.rules.active("combat.K"):
        advances = []
    return (*after, *advances, EndCombat(combat.side, "combat.procedure"))


@rule({"breakout-pursuit": "crt.Ae"}, hook="combat_results")
def attackers_eliminated(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Ae: every attacker is eliminated; who stood by in his hex is not."""
    if combat.result[0] != "Ae":
        return None
    return _ended(state, combat, AllLost(combat.side, "attacker", "crt.Ae"), winners="defender")


@rule({"breakout-pursuit": "crt.De"}, hook="combat_results")
def defenders_eliminated(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """De: everything in the hex is eliminated, Non-Combat units and a fortress too."""
    if combat.result[0] != "De":
        return None
    lost = AllLost(state.enemy(combat.side), "defender", "crt.De")
    return _ended(state, combat, lost, winners="attacker")


@rule({"breakout-pursuit": "crt.Ex"}, hook="combat_results")
def exchanged(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Ex: the defender loses everything, the attacker units worth at least as much at face value."""
    if combat.result[0] != "Ex":
        return None
    owed, attackers = worth_lost(state, combat), tuple(u.id for u in in_combat(state, "attacker"))
    lost = AllLost(state.enemy(combat.side), "defender", "crt.Ex")
    return _ended(state, combat, lost, Exchange(combat.side, owed, attackers), winners="attacker defender")


@rule({"breakout-pursuit": "crt.Ar"}, hook="combat_results")
def attackers_driven_back(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Ar: the defender moves every attacker back one hex; who cannot go is destroyed."""
    if combat.result[0] != "Ar":
        return None
    driven = NoWayBack(state.enemy(combat.side), "attacker", "crt.Ar")
    return _ended(state, combat, driven, winners="defender")


@rule({"breakout-pursuit": "crt.Dr"}, hook="combat_results")
def defenders_driven_back(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Dr: the attacker moves every defender back one hex; who cannot go is destroyed."""
    if combat.result[0] not in ("Dr", "Ad-Dr"):
        return None
    return _ended(state, combat, NoWayBack(combat.side, "defender", "crt.Dr"), winners="attacker")


# ------------------------------------------------------------------ disruption
@rule({"breakout-pursuit": "crt.Ad"}, hook="result_falls")
def attackers_disrupted(state: GameState, combat: Combat) -> list[Event] | None:
    """Ad: every attacker is disrupted, whatever becomes of the defender."""
    if combat.result[0] != "Ad-Dr":
        return None
    return [Marked(DISRUPTED, id) for id in combat.attackers]


def disrupted(state: GameState, unit: Unit) -> bool:
    return bool(state.marker(DISRUPTED, unit.id))


@rule({"breakout-pursuit": "crt.Ad"}, hook="may_take")
def stays_where_it_is(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """A disrupted unit moves neither in the mechanized phase that follows nor in its next initial one."""
    shaken = [u for u in units if disrupted(state, u)]
    return f"{called(shaken[0])} is disrupted and stays where it is" if shaken else None


@rule({"breakout-pursuit": "crt.Ad"}, hook="movement_masks")
def nor_is_it_carried(state: GameState, unit: Unit) -> Mask | None:
    """No truck carries it anywhere meanwhile; it may be set down."""
    if unit.counter.kind != "truck":
        return None
    shaken = [u for u in state.in_place(Aboard(unit.id)) if disrupted(state, u)]
    return Mask("held", f"it carries {called(shaken[0])}, which is disrupted") if shaken else None


@rule({"breakout-pursuit": "crt.Ad"}, hook="strength_factors")
def defends_at_half(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """It defends at half its strength in the enemy's next combat phase, less for want of supply."""
    if unit.side == combat.side or not disrupted(state, unit):
        return None
    return Factor(Fraction(1, 2), "disrupted", BY_DISRUPTION)


@rule({"breakout-pursuit": "crt.Ad"}, hook="may_advance")
def disrupted_units_stand(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """It does not advance after combat."""
    shaken = [u for u in units if disrupted(state, u)]
    return f"{called(shaken[0])} is disrupted and does not advance" if shaken else None


@rule({"breakout-pursuit": "crt.Ad"}, hook="end_phase")
def recovers(state: GameState, phase: str) -> list[Event] | None:
    """It recovers when its side's next initial movement is over (to attack, by an option, a phase later)."""
    now = state.board.sequence.phases[state.phase]
    if phase not in (f"{now.side}-movement", f"{now.side}-combat"):
        return None
    marker = DISRUPTED if now.kind == "movement" else RECOVERING
    ids = sorted(id for kind, id in state.markers if kind == marker and state.units[id].side == now.side)
    events: list[Event] = [Marked(marker, id, 0) for id in ids]
    if marker == DISRUPTED and state.board.option("disrupted-attack") == "may-not":
        events += [Marked(RECOVERING, id) for id in ids]
    return events


@rule({"breakout-pursuit": "crt.Ad"}, hook="may_attack")
def not_yet_fit_to_attack(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """By an option it does not attack in its next combat phase either."""
    if not state.marker(RECOVERING, unit.id):
        return None
    return f"{called(unit)} was disrupted in the last combat phase of its side"


# ------------------------------------------------------------------ the way back
@rule({"breakout-pursuit": "combat.J"}, hook="retreat_masks", also={"breakout-pursuit": ("zoc.L",)})
def barred_ways(state: GameState, unit: Unit) -> list[Mask]:
    """No retreat crosses a sea hexside, or enters an enemy zone, whether or not friends stand there."""
    masks = [Mask("barred", "the sea lies before {hex}", sides=sea_sides(state.board))]
    if state.board.rules.active("zoc.L"):
        zone = controlled(state, unit.side)
        masks.append(Mask("closed", "{hex} is in an enemy zone of control", zone))
    return masks


@rule({"breakout-pursuit": "crt.Ar"}, hook="retreat_ranks")
def attackers_toward_supply(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> Rank | None:
    """An attacker driven back goes to the hex closest to his source of supply, of those he can reach."""
    return toward_supply(state, unit, path) if unit.side == combat.side else None


@rule({"breakout-pursuit": "crt.Dr"}, hook="retreat_ranks")
def defenders_toward_supply(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> Rank | None:
    """So does a defender."""
    return toward_supply(state, unit, path) if unit.side != combat.side else None


def toward_supply(state: GameState, unit: Unit, path: tuple[int, ...]) -> Rank:
    number = state.board.map.numbers[path[-1]]
    reason = f"{called(unit)} can go to a hex closer to its source of supply than {number}"
    return Rank(way_to_supply(state, unit, path[-1]), reason)


def way_to_supply(state: GameState, unit: Unit, hex: int) -> int:
    """Hexes from *hex* to the nearest source along an open line; as the crow flies where none is open."""
    sources = sources_for(state, unit)
    lines = net_of(state, unit.side, sources, FAR).length
    if hex in lines:
        return lines[hex]
    distance = state.board.map.distance
    return NO_ROUTE + min((distance(hex, source.hex) for source in sources), default=0)


def sources_for(state: GameState, unit: Unit) -> tuple[SupplySource, ...]:
    """Every source that can serve a unit, whether or not a Supply unit would be spent."""
    spendable = [id for id, c in state.board.counters.items() if c.kind == "supply"]
    return sources_of(state, unit, spendable)


# ------------------------------------------------------------------ advance
@rule({"breakout-pursuit": "combat.K"}, custom=Custom.UNFORCED)
def nobody_must_advance() -> None:
    """Units of the combat may advance into a hex it has cleared, at once; they need not."""


@rule({"breakout-pursuit": "combat.K"}, hook="may_advance")
def three_and_one_hex(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """At most three units advance, and into the vacated hex only."""
    numbers = state.board.map.numbers
    if len(path) > 1:
        return f"an advance ends in the vacated hex {numbers[path[0]]}"
    there = [id for id in (*combat.attackers, *combat.defenders) if state.note("advanced", id)]
    there = [id for id in there if state.units[id].hex == path[-1]]
    if len(there) + len(units) > MOST:
        return f"at most {MOST} units advance into {numbers[path[-1]]}"
    return None


# ------------------------------------------------------------------ for players and questions
@general("result_effects")
def effects(state: GameState, combat: Combat, result: tuple[str, ...]) -> Effects:
    """What a word of the table does to attacker and defender, as the rules in force have it."""
    word, rules = result[0], state.board.rules
    ours, theirs = _face(state, combat.attackers), worth_lost(state, combat, result=word)
    fortress = any(standing(state, hex) for hex in combat.targets) and combat.kind == "attack"
    match word:
        case "Ae" if rules.active("crt.Ae"):
            return Effects((sum(ours), 0), eliminated=(bool(ours), False))
        case "De" if rules.active("crt.De"):
            return Effects((0, theirs), eliminated=(False, True), taken=bool(ours))
        case "Ex" if rules.active("crt.Ex"):
            paid = least_paid(ours, theirs)
            return Effects((paid, theirs), exchanged=(bool(ours), True), taken=paid < sum(ours))
        case "Ar" if rules.active("crt.Ar"):
            return Effects(retreated=(bool(ours), False))
        case "Dr" | "Ad-Dr":
            goes = rules.active("crt.Dr") and not (fortress and rules.active("fortresses.D"))
            shaken = word == "Ad-Dr" and bool(ours) and rules.active("crt.Ad")
            taken = goes and not shaken and bool(ours)
            return Effects(retreated=(False, goes), disrupted=(shaken, False), taken=taken)
    return Effects()


def _face(state: GameState, ids: tuple[str, ...]) -> list[int]:
    return [state.units[id].step.strength for id in ids]


def least_paid(values: list[int], owed: int) -> int:
    """The least sum of some of these values that is at least what is owed, or all of them."""
    sums = {0}
    for value in values:
        sums |= {total + value for total in sums}
    return min((total for total in sums if total >= owed), default=sum(values))


@general("result_toll")
def toll(state: GameState, combat: Combat, result: tuple[str, ...]) -> tuple[float, float] | None:
    """Steps lost by attacker and defender, a hex gone back or a disruption for half a step."""
    found = effects(state, combat, result)
    costs = []
    for n, ids in enumerate((combat.attackers, combat.defenders)):
        lost = len(ids) * min(1.0, found.points[n] / (sum(_face(state, ids)) or 1))
        costs.append(lost + 0.5 * (found.retreated[n] + found.disrupted[n]))
    return costs[0], costs[1]
