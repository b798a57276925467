"""Overruns: whole divisions that fight in the middle of their movement (chapter 5.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Commit, Overrun
from hexcore.attacks import declared
from hexcore.combat import CombatRoll, Support
from hexcore.decisions import Decision, Settled
from hexcore.events import Answered, Asked, Event, Fought, Moved, Noted, Steps
from hexcore.movement import points, points_left
from hexcore.results import EndCombat
from hexcore.rules import Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import controllers, enemy_zone
from hexcore_cobra.editions import also, cite, numbers, plays
from hexcore_cobra.fortresses import standing
from hexcore_cobra.headquarters import HQ, cannot_help, command, is_hq, not_free
from hexcore_cobra.integrity import alone, division_of, has_integrity, qualified, together
from hexcore_cobra.results import met_in_turn
from hexcore_cobra.supply import supplied_now
from hexcore_cobra.trucks import truck_mechanized
from hexcore_cobra.zones_of_control import began_in_zone

OVERRUN = "overrun"
PHASES = ("german-movement", "allied-movement")
POINTS = 6
"""Half-points an overrun costs beyond the ground entered."""


def in_advance(state: GameState) -> bool:
    """Whether an overrun made now belongs to an advance after combat (5.5.8), and to no movement."""
    return state.board.sequence.phases[state.phase].kind == "combat"


def overrunning(state: GameState, unit: Unit) -> bool:
    """Whether the unit has overrun somebody in this phase."""
    return bool(state.note("overruns", unit.id))


# ------------------------------------------------------------------ what it costs, who may
@rule(numbers("5.5.1"), hook="overrun_cost")
def cost(state: GameState, units: tuple[Unit, ...], target: int) -> int | None:
    """An overrun costs three points and the ground of its hex; roads may be used."""
    ground = [_entry(state, unit, target) for unit in units]
    return None if None in ground else POINTS + max(g for g in ground if g is not None)


def _entry(state: GameState, unit: Unit, target: int) -> int | None:
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    return next((halves for near, halves, _ in exits[unit.hex] if near == target), None)


@rule(numbers("5.5"), hook="may_overrun")
def one_division_in_initial_movement(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """Divisions overrun in initial movement, one at a time, with all their units."""
    if state.board.sequence.phases[state.phase].id not in PHASES and not in_advance(state):
        return "overruns are made in the initial movement phase"
    whole = {id for id in division_of(state, units[0]) if state.units[id].hex >= 0}
    return None if whole == {u.id for u in units} else "only one division overruns, with all its units"


@rule(numbers("6.5.3"), hook="may_overrun")
def only_whole_divisions(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """Only a division with integrity overruns, and it must have been whole when the phase began."""
    if in_advance(state):
        return None if has_integrity(state, units[0]) else "the division is not whole"
    for unit in units:
        start = state.note("from", unit.id, unit.hex)
        if state.note("whole", unit.id) != start or not (together(state, unit) and alone(state, unit)):
            return f"{unit.counter.name} does not belong to a division that began the phase whole"
    return None


@rule(numbers("10.6.5"), hook="may_overrun", also=also("10.6.4"))
def in_supply_at_the_instant(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """Supply for an overrun is judged when it is made; without supply there is none."""
    cut = next((u for u in units if not supplied_now(state, u)), None)
    return f"{cut.counter.name} is out of supply" if cut is not None else None


@rule(numbers("5.5.1"), hook="may_overrun")
def twice_at_most(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """An armoured division overruns twice in a phase at most, a division on trucks once."""
    most = 1 if truck_mechanized(state, units[0]) else 2
    made = max(state.note("overruns", u.id, 0) for u in units)
    return (
        f"the division has made {made} overrun{'s' if made > 1 else ''} in this phase"
        if made >= most
        else None
    )


@rule(numbers("5.5.2"), hook="may_overrun")
def halted_by_failure(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """A division whose overrun failed, or split, or cost it anything has ended its movement."""
    failed = any(state.note("overrun failed", u.id) for u in units)
    return "the division's overrun failed, and its movement has ended" if failed else None


@rule(numbers("5.5.3"), hook="may_overrun")
def not_over_a_major_river(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """No overrun crosses a major river, bridge or not, or enters a fortress that stands."""
    game_map = state.board.map
    if target not in game_map.around(units[0].hex):
        return None
    number = game_map.numbers[target]
    if standing(state, target):
        return f"{number} is a fortress"
    across = "major-river" in game_map.sides[game_map.side(units[0].hex, target)]
    return f"a major river lies before {number}" if across else None


@rule(numbers("5.5.4"), hook="may_overrun")
def one_hex_as_often_as_you_like(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """An overrun strikes one hex with all its units; other divisions may overrun the same hex again."""
    return None


@rule(numbers("5.5.6"), hook="may_overrun")
def free_of_other_zones(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """Only the zones of the units overrun are ignored, and no division disengages and overruns in a phase;
    in an advance zones do not count (8.7.3)."""
    if in_advance(state):
        return None
    here, side = units[0].hex, units[0].side
    others = [u for u in controllers(state, state.enemy(side), here) if u.hex != target]
    if others:
        return (
            f"{state.board.map.numbers[here]} is in the zone of {others[0].counter.name}, who is not overrun"
        )
    for unit in units:
        gone = state.note("from", unit.id) is not None
        if gone and began_in_zone(state, unit) and not overrunning(state, unit):
            return f"{unit.counter.name} has disengaged in this phase"
    return None


@general("may_overrun")
def once_a_hex(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """Without case 5.5.4 a hex is overrun once in a phase."""
    if plays(state.board, "5.5.4"):
        return None
    return "the hex has been overrun" if state.note("overrun hex", state.board.map.numbers[target]) else None


# ------------------------------------------------------------------ in the hand
def overrun_refusal(state: GameState, units: tuple[Unit, ...], target: int) -> Refusal | None:
    """Why units in hand may not overrun a hex; None when they may."""
    game_map, side = state.board.map, units[0].side
    number = game_map.numbers[target]
    if not qualified(state, units[0]):
        return Refusal(
            cite(state.board, "6.5.3"), f"{units[0].counter.name} belongs to no division that can overrun"
        )
    if not any(u.side != side for u in state.at(target)):
        return Refusal(cite(state.board, "5.5.1"), f"no enemy unit stands in {number}")
    if target not in game_map.around(units[0].hex):
        return Refusal(cite(state.board, "5.5.1"), f"{number} is not adjacent")
    price = state.board.rules.overrun_cost(state, units, target)
    if price is None:
        return Refusal(cite(state.board, "5.5.1"), f"the ground forbids to enter {number}")
    left = min(points_left(state, u) for u in units)
    if price > left:
        return Refusal(
            cite(state.board, "5.5.1"),
            f"the overrun costs {points(price)} points, {points(max(left, 0))} are left",
        )
    return next(iter(state.board.rules.may_overrun(state, units, target)), None)


@rule(numbers("5.5.1"), hook="hand_options", also={"cobra-1977": ("SPI 4.0.A3", "SPI 4.0.B4")})
def overruns_in_hand(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """A whole division in hand may overrun an adjacent hex it can pay for."""
    if left < POINTS or not qualified(state, units[0]):
        return None
    foes = [h for h in state.board.map.around(units[0].hex) if h in state.stacks]
    ids = tuple(u.id for u in units)
    return [Overrun(h, ids) for h in foes if overrun_refusal(state, units, h) is None]


@rule(numbers("5.5.1"), hook="movement_groups")
def divisions_to_take(state: GameState, side: Side) -> list[tuple[str, ...]] | None:
    """Divisions that began the phase whole may be taken in hand as one."""
    if state.board.sequence.phases[state.phase].id not in PHASES:
        return None
    found: dict[tuple[str, ...], None] = {}
    for id in state.noted_under("whole"):
        parts = [state.units[part] for part in division_of(state, state.units[id])]
        units = [part for part in parts if part.hex >= 0]
        whole = len(units) > 1 and len({u.hex for u in units}) == 1
        if whole and _may_go_on(state, units) and not state.board.rules.may_take(state, tuple(units)):
            found[tuple(u.id for u in units)] = None
    return list(found)


def _may_go_on(state: GameState, units: list[Unit]) -> bool:
    return all(points_left(state, u) > 0 and not state.note("stopped", u.id) for u in units)


@rule(numbers("5.5.1"), hook="hand_refusal")
def overrun_refused(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why an overrun is refused."""
    return overrun_refusal(state, units, action.target) if isinstance(action, Overrun) else None


@rule(numbers("5.5.1"), hook="hand_answer")
def overrun_made(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """The overrun is fought at once."""
    return _fight(state, units, action.target) if isinstance(action, Overrun) else None


def _fight(state: GameState, units: tuple[Unit, ...], target: int) -> Steps:
    price = state.board.rules.overrun_cost(state, units, target) or 0
    for unit in units:
        spent = state.notes.get(("phase", "spent", unit.id), 0)
        if state.note("from", unit.id) is None:
            state = yield Noted("phase", "from", unit.id, unit.hex)
        state = yield Noted("phase", "spent", unit.id, spent + price)
        state = yield Noted("phase", "overruns", unit.id, state.note("overruns", unit.id, 0) + 1)
    state = yield Noted("phase", "overrun hex", state.board.map.numbers[target])
    state = yield from fought(state, units[0].side, tuple(u.id for u in units), target)
    number, enemy = cite(state.board, "5.5"), state.enemy(units[0].side)
    return (yield Asked((Support(units[0].side, number), Support(enemy, number), CombatRoll(number))))


def fought(state: GameState, side: Side, units: tuple[str, ...], target: int) -> Steps:
    """The overrun is begun as a combat of its own kind."""
    combat, here = declared(state, side, (target,), OVERRUN), state.units[units[0]].hex
    state = yield Fought(replace(combat, attackers=units, origins=(here,), stage="made"))
    for event in state.board.rules.combat_opens(state, state.combat):
        state = yield event
    return state


def won(state: GameState, combat: Combat) -> tuple[str, ...]:
    """The overrunners that go into the hex: it is vacated, and nothing was against them; else none."""
    units = tuple(i for i in combat.attackers if state.units[i].hex >= 0)
    return units if combat.targets[0] not in state.stacks and combat.result[0] == "0" else ()


# ------------------------------------------------------------------ headquarters
@rule(numbers("5.5.7"), hook="combat_support")
def headquarters_in_overruns(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """An HQ in range of the hex overrun that has not moved in the phase may give either side a column."""
    if combat.kind != OVERRUN:
        return None
    found = [u for u in state.on_map(side) if is_hq(u) and hq_refusal(state, combat, u) is None]
    return [Commit(HQ, unit=u.id) for u in found]


def hq_refusal(state: GameState, combat: Combat, hq: Unit) -> Refusal | None:
    """Why an HQ gives no column to its side of an overrun."""
    name, number = hq.counter.name, cite(state.board, "5.5.7")
    refusal = not_free(state, combat, hq.side, hq, number)
    if refusal is not None:
        return refusal
    if state.note("from", hq.id) is not None:
        return Refusal(number, f"{name} has moved in this phase")
    far = state.board.map.distance(hq.hex, combat.targets[0]) > hq.counter.radius
    clear = combat.origins[0] if hq.side == combat.side else combat.targets[0]
    if far or clear not in command(state, hq):
        return Refusal(number, f"{name} is out of range of {state.board.map.numbers[combat.targets[0]]}")
    return cannot_help(state, hq)


@rule(numbers("5.5.7"), hook="support_refusal")
def headquarters_refused(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """Why an HQ is refused in an overrun."""
    if combat.kind != OVERRUN or action.what != HQ or action.unit not in state.units:
        return None
    hq = state.units[action.unit]
    if not is_hq(hq) or hq.side != side or hq.hex < 0:
        return Refusal(
            cite(state.board, "5.5.7"), f"{hq.counter.name} is no headquarters of yours on the map"
        )
    return hq_refusal(state, combat, hq)


@rule(numbers("5.5.7"), hook="pledged")
def headquarters_served(state: GameState, combat: Combat, action: Commit) -> list[Event] | None:
    """An HQ serves once in a turn."""
    if combat.kind != OVERRUN or action.what != HQ:
        return None
    return [Noted("turn", "served", action.unit)]


# ------------------------------------------------------------------ how it ends
@rule(numbers("5.5.2"), hook="combat_results", tryfirst=True)
def overrun_results(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Both sides meet their numbers as in any combat; there is no advance but the overrun itself."""
    if combat.kind != OVERRUN:
        return None
    return (
        *met_in_turn(state, combat),
        EndOverrun(combat.side, cite(state.board, "5.5.1")),
        EndCombat(combat.side, cite(state.board, "5.5.1")),
    )


@dataclass(frozen=True, slots=True)
class EndOverrun(Settled):
    """The overrunners go in, or stop where they are."""

    side: Side
    rule: str = ""
    kind: Literal["end-overrun"] = "end-overrun"

    def prompt(self, state: GameState) -> str:
        return "The overrun is over."

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        combat = state.combat
        units, target = won(state, combat), combat.targets[0]
        if not units:
            for id in (i for i in combat.attackers if state.units[i].hex >= 0):
                state = yield Noted("phase", "overrun failed", id)
                state = yield Noted(
                    "phase", "stopped", id, (cite(state.board, "5.5.2"), "its overrun failed")
                )
            return state
        state = yield Moved(units, target, "overrun")
        zone = enemy_zone(state, self.side)[target]
        why = (
            (cite(state.board, "5.2.3"), f"{state.board.map.numbers[target]} is in an enemy zone of control")
            if zone
            else None
        )
        for id in units:
            state = yield Noted("phase", "stopped", id, why)
        return state
