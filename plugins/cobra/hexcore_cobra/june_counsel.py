"""Counsel for computer players of the expanded game: what each side wants until Game-Turn 15, what Allied
steps are worth, and which support an attack may count on.

Nothing here is a rule. What a side wants is thought out once a phase, and holds though units move in it.
The Allies want the towns that join their beaches, then those that score, Cherbourg above all; the Germans
want a line as near to the beaches as they can hold it, and Cherbourg joined to them.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.actions import Action, Commit
from hexcore.board import Board
from hexcore.decisions import Decision
from hexcore.rules import general
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore_cobra.air_power import air_left
from hexcore_cobra.beaches import beach_hexes, held, serves
from hexcore_cobra.boundary_line import spot
from hexcore_cobra.combat import army
from hexcore_cobra.counsel import LINE, cheapest_chain, costs_to_hold, land_ways
from hexcore_cobra.editions import game_turn
from hexcore_cobra.naval_support import FAR, NAVAL, NEAR, from_the_ships, naval_left
from hexcore_cobra.order_of_battle import ALLIED, CHERBOURG, FIRST_COBRA_TURN, GERMAN
from hexcore_cobra.supply_roads import EAST, SOUTH, joined_by_road

ALLIED_AIMS = {
    "carentan": 5.0,
    "isigny": 5.0,
    "bayeux": 4.0,
    "caen": 5.0,
    "saint-lo": 5.0,
    CHERBOURG: 6.0,
    "vire": 2.5,
    "falaise": 2.5,
}
"""Groups of the map that the Allies want, by hex, while they do not hold them."""
GERMAN_TOWNS = {CHERBOURG: 3.0, "caen": 3.0, "saint-lo": 3.0, "carentan": 2.5, "isigny": 2.0, "bayeux": 1.5}
"""Groups of the map that the Germans want, by hex."""
BEACH, BEACH_RETAKEN = 1.5, 1.0
"""What a beach hex is worth to the Allies while it is threatened, and to the Germans."""
OWN_LINE = 0.8
"""What a hex of the line before their beaches is worth to the Allies."""
GUARDED = 4
"""What the Allies hold they guard while Germans are so near."""
REPLACED = 0.7
"""What an Allied step counts of one that is not made good."""
ROAD = 1.2
"""What a hex of the roads that join Cherbourg to the south is worth to whoever cuts or keeps them."""
TRESPASS, AWAY, CLOSE = 2.0, 0.15, 3
"""What a hex of a line costs that is nearer to the enemy, and for each hex beyond the third from him."""
PLENTY, POINT, LAST_POINTS = 3, 0.2, 0.35
"""What a naval point must give to be used: while more than so many are left, and when they are few."""
LOOKED_AT, FAR_OFF = 8, 16
"""Distances are counted so far; all beyond are taken for the second number."""
WEST_OF_UTAH, NORTH_OF_THE_SEAM = 5, 8
"""The west coast, as a line may end there: more columns west of Utah than the first number, and fewer rows
north of Map A than the second."""
CUT_OFF_FROM_CHERBOURG = 20.0
"""What the German line costs more when it ends on the west coast and leaves Cherbourg to itself."""


def on_both_sheets(board: Board) -> bool:
    """Whether this is the expanded game."""
    return bool(beach_hexes(board))


def in_june(state: GameState) -> bool:
    """Whether this is the expanded game, before the Break-Out."""
    return on_both_sheets(state.board) and game_turn(state) < FIRST_COBRA_TURN


# ------------------------------------------------------------------ the Allies
@general("worth", tryfirst=True)
def allied_june(state: GameState, side: Side) -> dict[int, float] | None:
    """Towns not yet taken, what is threatened of those taken and of the beaches, the roads to Cherbourg."""
    if side != ALLIED or not in_june(state):
        return None
    return state.derived("phase", "Allied aims in June", lambda: _allied_aims(state))


def _allied_aims(state: GameState) -> dict[int, float]:
    near = _near(state, GERMAN)
    wants = dict.fromkeys(roads_of_the_peninsula(state), ROAD)
    for name, worth in ALLIED_AIMS.items():
        for hex in state.board.map.group(name):
            if not held(state, hex) or near[hex] <= GUARDED:
                wants[hex] = worth
    for hex in beach_hexes(state.board):
        if serves(state, hex) and near[hex] <= GUARDED:
            wants[hex] = max(wants.get(hex, 0.0), BEACH)
    for hex in line_before_the_beaches(state):
        wants[hex] = wants.get(hex, 0.0) + OWN_LINE
    return wants


def line_before_the_beaches(state: GameState) -> list[int]:
    """The chain of hexes from the coast of Sword to that of Utah that costs least to hold and lies closest to
    the Germans."""
    game_map = state.board.map
    starts, ends = game_map.group("sword"), game_map.group("utah")
    return cheapest_chain(state.board, _costs(state, ALLIED), starts, dict.fromkeys(ends, 0.0))


def roads_of_the_peninsula(state: GameState) -> list[int]:
    """The hexes of Map B, west of Utah's longitude, of the roads by which Cherbourg is joined to the south or
    the east; none when they are cut."""
    game_map, joined = state.board.map, joined_by_road(state, EAST, SOUTH)
    if joined.isdisjoint(game_map.group(CHERBOURG)):
        return []
    easternmost = max(spot(game_map, hex)[0] for hex in game_map.group("utah"))
    spots = {hex: spot(game_map, hex) for hex in joined}
    return [hex for hex, (column, row) in spots.items() if row < 1 and column <= easternmost]


@general("unit_worth", tryfirst=True)
def steps_that_come_back(state: GameState, unit: Unit) -> float | None:
    """Ten Allied replacement steps cost one point: what they lose they make good."""
    if unit.side != ALLIED or not on_both_sheets(state.board) or unit.counter.kind == "hq":
        return None
    return REPLACED * (unit.steps_left + unit.step.strength / 3)


@general("hoped_shift")
def support_to_come(state: GameState, combat: Combat) -> int | None:
    """A column from a headquarters for either side; for the Allies one from the air while points are not yet
    allotted, and one from the ships within their reach."""
    if not on_both_sheets(state.board) or combat.kind != "attack":
        return None
    columns = int(_staff_is_near(state, combat))
    if combat.side != ALLIED:
        return columns
    moving = state.board.sequence.phases[state.phase].kind == "movement"
    ships = min(
        (far for h in combat.targets if (far := from_the_ships(state.board, h)) is not None), default=FAR + 1
    )
    return columns + bool(moving and air_left(state)) + bool(naval_left(state) and ships <= NEAR)


@general("answer_worth")
def naval_points_are_few(state: GameState, decision: Decision, action: Action) -> float | None:
    """A naval point must better the attack by a little, one of the last by more."""
    if not isinstance(action, Commit) or action.what != NAVAL:
        return None
    return -action.amount * (POINT if naval_left(state) > PLENTY else LAST_POINTS)


def _staff_is_near(state: GameState, combat: Combat) -> bool:
    """Whether a headquarters of the attackers' army that has not served may reach them."""
    first = state.units[combat.attackers[0]]
    free = [u for u in state.on_map(combat.side) if u.counter.kind == "hq" and not state.note("served", u.id)]
    distance = state.board.map.distance
    return any(
        distance(hq.hex, combat.targets[0]) <= hq.counter.radius + 1
        for hq in free
        if army(hq.counter) == army(first.counter)
    )


# ------------------------------------------------------------------ the Germans
@general("worth", tryfirst=True)
def german_june(state: GameState, side: Side) -> dict[int, float] | None:
    """The line round the beachhead, the towns, the roads to Cherbourg, and beaches that nobody guards."""
    if side != GERMAN or not in_june(state):
        return None
    return state.derived("phase", "German aims in June", lambda: _german_aims(state))


def _german_aims(state: GameState) -> dict[int, float]:
    wants = dict.fromkeys(beach_hexes(state.board), BEACH_RETAKEN)
    wants.update(dict.fromkeys(roads_of_the_peninsula(state), ROAD))
    wants.update(dict.fromkeys(line_round_the_beachhead(state), LINE))
    for name, worth in GERMAN_TOWNS.items():
        for hex in state.board.map.group(name):
            wants[hex] = max(wants.get(hex, 0.0), worth)
    return wants


def line_round_the_beachhead(state: GameState) -> list[int]:
    """The chain of hexes from the coast east of the Orne to Cherbourg, or to the west coast, that costs least
    to hold and lies closest to the Allies."""
    board, game_map = state.board, state.board.map
    ends = dict.fromkeys(west_coast(board), CUT_OFF_FROM_CHERBOURG)
    ends.update({hex: 0.0 for hex in game_map.group(CHERBOURG) if not held(state, hex)})
    return cheapest_chain(board, _costs(state, GERMAN), game_map.group("german-north-entry"), ends)


def _costs(state: GameState, side: Side) -> list[float]:
    """What each hex costs a side in its line: more on the enemy's side of the middle, or far from him."""
    theirs, ours = (_near(state, of) for of in (state.enemy(side), side))
    return [
        plain + (TRESPASS if enemy < own else 0.0) + AWAY * max(enemy - CLOSE, 0)
        for plain, enemy, own in zip(costs_to_hold(state, side), theirs, ours, strict=True)
    ]


def _near(state: GameState, side: Side) -> list[int]:
    """How far each hex is from the nearest unit of a side, as they stood when the phase first asked."""
    units = state.on_map(side)
    return state.derived("phase", ("near", side), lambda: distances(state.board, (u.hex for u in units)))


# ------------------------------------------------------------------ the ground
def distances(board: Board, sources: Iterable[int]) -> list[int]:
    """How many hexes of land each hex is from the nearest of some; FAR_OFF beyond what matters."""
    land = land_ways(board)
    found, ring = [FAR_OFF] * len(land), sorted(set(sources))
    for hex in ring:
        found[hex] = 0
    for hexes in range(1, LOOKED_AT + 1):
        ahead = [near for hex in ring for near in land[hex] if found[near] == FAR_OFF]
        for hex in ahead:
            found[hex] = hexes
        ring = list(dict.fromkeys(ahead))
    return found


def west_coast(board: Board) -> tuple[int, ...]:
    """The land hexes by the sea west of the beaches, below the north of the peninsula: where a line across
    its neck ends."""

    def compute() -> tuple[int, ...]:
        game_map = board.map
        utah = min(spot(game_map, hex)[0] for hex in game_map.group("utah"))
        land = [hex for hex, words in enumerate(game_map.terrain) if "sea" not in words]
        by_the_sea = [h for h in land if any("sea" in game_map.terrain[n] for n in game_map.around(h))]
        spots = {hex: spot(game_map, hex) for hex in by_the_sea}
        return tuple(
            hex
            for hex, (column, row) in spots.items()
            if column < utah - WEST_OF_UTAH and row > -NORTH_OF_THE_SEAM
        )

    coast: tuple[int, ...] = board.once("west coast", compute)
    return coast
