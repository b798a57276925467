"""Naval support: how many points a turn has, which hexes the ships reach, and what a point does (14.6).

Air points must be allotted before any combat (14.3.2); of naval points nothing of the kind is said, so they
are committed as a headquarters is, to an attack that has been made and before its die is thrown.
"""

from __future__ import annotations

from hexcore.actions import Action, Commit
from hexcore.board import Board
from hexcore.events import Event, Noted, TrackSet
from hexcore.rules import Refusal, Shift, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side
from hexcore_cobra.air_power import flown
from hexcore_cobra.beaches import beach_of
from hexcore_cobra.charts import turn_record
from hexcore_cobra.editions import game_turn, plays
from hexcore_cobra.friedenthal import unseen, untouched
from hexcore_cobra.order_of_battle import ALLIED
from hexcore_cobra.phases import OPENING

NAVAL, POINTS = "naval", "naval_points"
"""What is committed; the track."""
FIRED = "naval points used"
"""Note of the turn: how many points have been used."""
SHIPS = "naval-support"
"""The group of all-sea hexes from which ships may fire: those of Map B, as far east as its column 48."""
NEAR, FAR, POINTS_FROM_AFAR = 3, 6, 2
"""A point is a column at so many hexes; beyond, as far as the second number, it takes so many points."""
MOST, MOST_COLUMNS, IN_STORMS = 2, 2, 1
"""Points for an attack, columns for a combat, points for a turn of storms: at most so many."""
GUNS_OF_THE_BEACH = 2
"""The columns that the ships give units attacked on a beach."""
FIRST_WITH_SHIPS = 2
"""The first Game-Turn with naval points."""


# ------------------------------------------------------------------ how many
@rule({"cobra": "14.6.2"}, hook="end_phase")
def points_of_the_turn(state: GameState, phase: str) -> list[Event] | None:
    """Six points on Game-Turns 2 and 3, three up to 10, two from 11; those of the turn before are lost."""
    if phase != OPENING:
        return None
    turn = game_turn(state)
    points = 0 if too_early(state) else int(turn_record()[max(turn, FIRST_WITH_SHIPS)].naval_points)
    return [TrackSet(POINTS, points)]


@rule({"cobra": "14.6.1"})
def too_early(state: GameState) -> bool:
    """On Game-Turn 1 there are no naval points."""
    return game_turn(state) < FIRST_WITH_SHIPS and plays(state.board, "14.6.1")


def naval_left(state: GameState) -> int:
    """The naval points still unused in this turn; none where there are no ships."""
    return int(state.tracks.get(POINTS, 0))


def nothing_left(state: GameState, amount: int) -> Refusal | None:
    """Why the turn has not so many points left."""
    if too_early(state):
        return Refusal("14.6.1", "there are no naval points on Game-Turn 1")
    left = naval_left(state)
    if left < amount:
        return Refusal("14.6.2", f"{left} naval point{'' if left == 1 else 's'} left in this turn")
    return too_stormy(state, amount)


@rule({"cobra": "14.6.3"})
def too_stormy(state: GameState, amount: int) -> Refusal | None:
    """In a turn of storms one point is used at most."""
    if state.tracks["weather"] != "storms" or not plays(state.board, "14.6.3"):
        return None
    if state.note(FIRED, default=0) + amount <= IN_STORMS:
        return None
    return Refusal("14.6.3", "in storms one naval point is used in a turn")


# ------------------------------------------------------------------ how far
def from_the_ships(board: Board, hex: int) -> int | None:
    """How many hexes the nearest ships are from a hex; None where no ship reaches it."""

    def compute() -> int | None:
        game_map, ships = board.map, _ship_hexes(board)
        return min((game_map.distance(hex, h) for h in game_map.within(hex, FAR) if h in ships), default=None)

    found: int | None = board.once(("from the ships", hex), compute)
    return found


def _ship_hexes(board: Board) -> frozenset[int]:
    ships: frozenset[int] = board.once("ship hexes", lambda: frozenset(board.map.groups.get(SHIPS, ())))
    return ships


def out_of_range(state: GameState, targets: tuple[int, ...], points: int) -> Refusal | None:
    """Why so many points do nothing against these hexes, told of the one nearest to the ships."""
    board = state.board
    reached = [(far, hex) for hex in targets if (far := from_the_ships(board, hex)) is not None]
    if not reached:
        return _no_ships_there(board, targets[0])
    hexes, nearest = min(reached)
    if hexes <= NEAR or points >= POINTS_FROM_AFAR:
        return None
    number = board.map.numbers[nearest]
    return Refusal("14.6.4", f"{number} is {hexes} hexes from the ships: two points make one column")


def _no_ships_there(board: Board, hex: int) -> Refusal:
    """Too far from any sea, or near a sea from which ships do not fire."""
    game_map = board.map
    number = game_map.numbers[hex]
    if any("sea" in game_map.terrain[near] for near in game_map.within(hex, FAR)):
        return Refusal("14.6.2", f"no ships fire from the sea near {number}")
    return Refusal("14.6.4", f"{number} is more than {FAR} hexes from the ships")


# ------------------------------------------------------------------ committing them
@rule({"cobra": "14.6"}, hook="combat_support")
def naval_points_on_offer(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """The Allies may commit naval points to an attack within reach of the ships."""
    if combat.side != ALLIED or side != ALLIED or not naval_left(state):
        return None
    return [
        Commit(NAVAL, amount=n) for n in range(1, MOST + 1) if naval_refusal(state, combat, side, n) is None
    ]


@general("support_known")
def ships_come_to_mind(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """One naval point or two for an attack of the Allies near the sea."""
    if side != ALLIED or combat.side != ALLIED or combat.kind != "attack" or POINTS not in state.tracks:
        return None
    game_map = state.board.map
    near = any("sea" in game_map.terrain[hex] for hex in game_map.within(combat.targets[0], FAR))
    return [Commit(NAVAL, amount=n) for n in range(1, MOST + 1)] if near and not fired(combat) else None


@rule({"cobra": "14.6"}, hook="support_refusal")
def naval_points_refused(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """Only so many points, only to an attack, only within reach."""
    return naval_refusal(state, combat, side, action.amount) if action.what == NAVAL else None


def naval_refusal(state: GameState, combat: Combat, side: Side, amount: int) -> Refusal | None:
    """Why no such number of naval points may be committed to this combat now."""
    if side != ALLIED or combat.side != ALLIED:
        return Refusal("14.6.4", "naval points help Allied attacks")
    if combat.kind != "attack":
        return Refusal("14.6.4", "naval points have no part in overruns")
    given = fired(combat)
    if amount < 1 or given + amount > MOST:
        return Refusal("14.6.4", f"an attack takes one naval point or two, and has {given}")
    return (
        nothing_left(state, amount)
        or out_of_range(state, combat.targets, given + amount)
        or beside_air(state, combat)
    )


@rule({"cobra": "14.6.4.para.2"})
def beside_air(state: GameState, combat: Combat) -> Refusal | None:
    """Air points and naval points may help the same attack."""
    if plays(state.board, "14.6.4.para.2") or not flown(state, combat):
        return None
    return Refusal("14.6.4", "this attack has air points")


def fired(combat: Combat) -> int:
    """The naval points that help this combat."""
    return sum(pledge.amount for pledge in combat.pledged(NAVAL))


@rule({"cobra": "14.6"}, hook="pledged")
def points_spent(state: GameState, combat: Combat, action: Commit) -> list[Event] | None:
    """A point committed is used, whatever comes of the attack."""
    if action.what != NAVAL:
        return None
    used = state.note(FIRED, default=0) + action.amount
    return [TrackSet(POINTS, naval_left(state) - action.amount), Noted("turn", FIRED, "", used)]


# ------------------------------------------------------------------ what they do
@rule({"cobra": "14.6.4"}, hook="combat_shifts")
def naval_columns(state: GameState, combat: Combat) -> list[Shift]:
    """Each point is a column within three hexes of the ships, two are one at four to six; of several hexes
    attacked each has the columns that it would have alone."""
    points = fired(combat)
    if not points or combat.kind != "attack" or combat.side != ALLIED:
        return []
    found = [(columns_at(state, hex, points), hex) for hex in combat.targets]
    return [Shift(columns, "naval support", hex=hex) for columns, hex in found if columns]


def columns_at(state: GameState, hex: int, points: int) -> int:
    """The columns that so many points give an attack on a hex."""
    hexes = from_the_ships(state.board, hex)
    if hexes is None or untouched(state, hex):
        return 0
    return no_more_than_two(state, points if hexes <= NEAR else points // POINTS_FROM_AFAR)


@rule({"cobra": "14.6.4.para.3"})
def no_more_than_two(state: GameState, columns: int) -> int:
    """No combat gets more than two columns from naval points."""
    return min(columns, MOST_COLUMNS) if plays(state.board, "14.6.4.para.3") else columns


@rule({"cobra": "14.6.4.para.4"}, hook="combat_shifts")
def guns_of_the_beach(state: GameState, combat: Combat) -> list[Shift] | None:
    """Allied units attacked in a beach hex have two columns from the ships, in any weather, for no points."""
    if combat.side == ALLIED or combat.kind != "attack" or unseen(state, combat):
        return None
    beaches = [hex for hex in combat.targets if beach_of(state.board, hex)]
    return [Shift(-GUNS_OF_THE_BEACH, "ships off the beach", hex=hex) for hex in beaches]
