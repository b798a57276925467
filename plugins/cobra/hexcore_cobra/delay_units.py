"""German delay units: one appears each turn, stacks with nobody, and all go after Game-Turn 7 (15.0)."""

from __future__ import annotations

from collections.abc import Iterator

from hexcore.actions import Action, Place
from hexcore.events import Asked, Event, Noted, Placed, Removed, Steps
from hexcore.movement_phase import InHand
from hexcore.rules import Mask, Refusal, general, rule
from hexcore.stacking import friends_at
from hexcore.state import Combat, GameState
from hexcore.supply import net_of
from hexcore.units import ARRIVALS, ELIMINATED, Box, Side, Unit
from hexcore.zoc import enemy_zone
from hexcore_cobra.editions import cite, game_turn, plays
from hexcore_cobra.order_of_battle import DELAY, GERMAN
from hexcore_cobra.phases import END_OF_TURN, GERMAN_MOVEMENT
from hexcore_cobra.reinforcements import FIRST_HEX, due

APPEARED = "delay unit appeared"
"""Note for the turn."""
LAST_TURN = 7
"""The Game-Turn with whose end they go."""
DISSOLVED = Box("dissolved")
"""Where delay units go that are taken off when their time is over."""


def is_delay(unit: Unit) -> bool:
    """Whether a unit is a delay unit."""
    return unit.counter.kind == DELAY


@rule({"cobra": "15.1"}, hook="exerts_zoc", tryfirst=True)
def it_has_a_zone(state: GameState, unit: Unit) -> bool | None:
    """A delay unit, small as it is, exerts a zone of control."""
    return True if is_delay(unit) else None


# ------------------------------------------------------------------ appearance (15.2)
@rule({"cobra": "15.2.1"}, hook="arrivals")
def one_appears_each_turn(state: GameState, side: Side) -> list[Action] | None:
    """From Game-Turn 2 on one is put on the map each turn, in the German initial movement phase."""
    if side != GERMAN or state.board.sequence.phases[state.phase].id != GERMAN_MOVEMENT:
        return None
    return state.derived("*", "delay unit", lambda: _placements(state))


def _placements(state: GameState) -> list[Action]:
    waiting = [state.units[a.unit] for a in due(state, GERMAN) if is_delay(state.units[a.unit])]
    if not waiting or state.note(APPEARED):
        return []
    net_of(state, waiting[0])  # the whole net, where so many hexes ask
    hexes = [hex for hex in _beside_friends(state) if why_not_in(state, waiting[0], hex) is None]
    return [Place(unit.id, hex) for unit in waiting for hex in hexes]


def _beside_friends(state: GameState) -> list[int]:
    """The hexes next to a German unit that is neither a headquarters nor a delay unit."""
    friends = (u for u in state.on_map(GERMAN) if _may_be_joined(u))
    return sorted({near for u in friends for near in state.board.map.around(u.hex)})


def _may_be_joined(unit: Unit) -> bool:
    return unit.side == GERMAN and unit.counter.kind not in ("hq", DELAY)


def why_not_in(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why a delay unit may not appear in a hex."""
    number = state.board.map.numbers[hex]
    if any(u.side != GERMAN for u in state.at(hex)):
        return Refusal("5.2.2", f"an enemy unit stands in {number}")
    return out_of_zones(state, hex) or in_supply_beside_a_friend(state, unit, hex) or alone_in(state, hex)


@rule({"cobra": "15.2.2"})
def in_supply_beside_a_friend(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """It appears in a hex in supply, next to a friend that is neither a headquarters nor a delay unit."""
    if not plays(state.board, "15.2.2"):
        return None
    game_map = state.board.map
    number, at_sea = game_map.numbers[hex], "sea" in game_map.terrain[hex]
    if not any(_may_be_joined(u) for near in game_map.around(hex) for u in state.at(near)):
        return Refusal("15.2.2", f"no German unit but headquarters and delay units stands next to {number}")
    if at_sea or state.board.rules.supply_state(state, unit.put(hex)) != "supplied":
        return Refusal("15.2.2", f"{number} is {'sea' if at_sea else 'not in supply'}")
    return None


@rule({"cobra": "15.2.3"})
def out_of_zones(state: GameState, hex: int) -> Refusal | None:
    """It does not appear in an enemy zone of control."""
    if not enemy_zone(state, GERMAN)[hex] or not plays(state.board, "15.2.3"):
        return None
    return Refusal("15.2.3", f"{state.board.map.numbers[hex]} is in an enemy zone of control")


def alone_in(state: GameState, hex: int) -> Refusal | None:
    """It is not put where it would be absorbed."""
    friends = friends_at(state, GERMAN, hex)
    if not friends or not plays(state.board, "15.3.2"):
        return None
    return Refusal("15.3.2", f"{friends[0].counter.name} stands in {state.board.map.numbers[hex]}")


@rule({"cobra": "15.2.1"}, hook="arrival_refusal", tryfirst=True)
def does_not_appear(state: GameState, action: Place) -> Refusal | None:
    """Why a delay unit is not placed."""
    unit = state.units[action.unit]
    if not is_delay(unit) or state.board.sequence.phases[state.phase].id != GERMAN_MOVEMENT:
        return None
    if unit.place == ELIMINATED:
        return Refusal("15.4.1", f"{unit.counter.name} has been destroyed, and does not come back")
    if unit.id not in {arrival.unit for arrival in due(state, GERMAN)}:
        return Refusal("15.2.1", f"{unit.counter.name} is not due in this turn")
    if state.note(APPEARED):
        return Refusal("15.2.1", "one delay unit has appeared in this turn")
    return why_not_in(state, unit, action.hex)


@rule({"cobra": "15.2.1"}, hook="arrival_answer", tryfirst=True)
def appears(state: GameState, action: Place) -> Steps | None:
    """It is put on the map for a point, as a reinforcement is, and moves on with the rest."""
    unit = state.units[action.unit]
    return _appears(state, unit, action.hex) if is_delay(unit) else None


def _appears(state: GameState, unit: Unit, hex: int) -> Steps:
    state = yield Placed(unit.id, hex, "arrival")
    state = yield Noted("turn", APPEARED)
    state = yield Noted("phase", "from", unit.id, hex)
    state = yield Noted("phase", "spent", unit.id, FIRST_HEX)
    state = yield Noted("turn", "arrived", unit.id)
    return (yield Asked((InHand(unit.side, (unit.id,), cite(state.board, "15.2.1")),)))


# ------------------------------------------------------------------ movement (15.3)
@rule({"cobra": "15.3.1"}, hook="mobility", tryfirst=True)
def it_goes_on_foot(state: GameState, unit: Unit) -> str | None:
    """A delay unit moves as units do that are not mechanized."""
    return "foot" if is_delay(unit) else None


@general("mobility", tryfirst=True)
def it_goes_on_wheels(state: GameState, unit: Unit) -> str | None:
    """Without case 15.3.1 nothing says so."""
    return None if not is_delay(unit) or plays(state.board, "15.3.1") else "mech"


@rule({"cobra": "15.3.2"}, hook="movement_masks")
def not_through_friends(state: GameState, unit: Unit) -> Mask | None:
    """A delay unit does not move through friendly units, nor end its move among them."""
    if not is_delay(unit):
        return None
    hexes = bytearray(len(state.board.map))
    for friend in state.on_map(unit.side):
        hexes[friend.hex] = friend.id != unit.id or hexes[friend.hex]
    return Mask("closed", "a friendly unit stands in {hex}, and would absorb the delay unit", bytes(hexes))


@rule({"cobra": "15.3.2"}, hook="may_retreat")
def not_back_through_friends(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> str | None:
    """Nor does it retreat through them; into their hex it may, if no other is open, and is absorbed there."""
    held = (hex for hex in path[:-1] if is_delay(unit) and friends_at(state, unit.side, hex, (unit.id,)))
    hex = next(held, None)
    return None if hex is None else f"a friendly unit stands in {state.board.map.numbers[hex]}"


@rule({"cobra": "15.3.2"}, hook="end_phase", tryfirst=True)
def absorbed(state: GameState, phase: str) -> list[Event] | None:
    """One that shares a hex with a friend when a movement or combat phase ends is absorbed: it is gone."""
    if state.board.sequence.phases[state.phase].kind not in ("movement", "combat"):
        return None
    return [Removed(unit.id, ELIMINATED.name, why="absorbed") for unit in _swallowed(state)]


def _swallowed(state: GameState) -> Iterator[Unit]:
    """Delay units in a hex with others; of several among themselves the first stays."""
    for unit in state.on_map(GERMAN):
        if is_delay(unit):
            stack = friends_at(state, GERMAN, unit.hex)
            first = next((u for u in stack if not is_delay(u)), stack[0])
            if first.id != unit.id:
                yield unit


# ------------------------------------------------------------------ removal (15.4)
@rule({"cobra": "15.4.1"})
def gone_for_good() -> None:
    """A delay unit destroyed does not come back, and gives nobody a point."""


@general("end_phase")
def used_again(state: GameState, phase: str) -> list[Event] | None:
    """Without case 15.4.1 one that was destroyed may appear again."""
    if phase != END_OF_TURN or plays(state.board, "15.4.1"):
        return None
    return [Removed(u.id, ARRIVALS.name, why="again") for u in state.in_place(ELIMINATED) if is_delay(u)]


@rule({"cobra": "15.4.2"}, hook="end_phase")
def dissolved(state: GameState, phase: str) -> list[Event] | None:
    """When Game-Turn 7 ends all delay units are taken out of play, those still to come among them."""
    if phase != END_OF_TURN or game_turn(state) < LAST_TURN:
        return None
    units = (u for u in state.units.values() if is_delay(u) and (u.hex >= 0 or u.place == ARRIVALS))
    return [Removed(unit.id, DISSOLVED.name, why="Game-Turn 7 is over") for unit in units]
