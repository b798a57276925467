"""The set-ups: which counters take part, where the errata put some of them, who lands (3.0, 21.2-21.8)."""

from __future__ import annotations

from collections.abc import Mapping

from hexcore.board import Board
from hexcore.events import Event, Placed, StepsLost
from hexcore.maps import HexMap
from hexcore.rules import general, rule
from hexcore.state import GameState
from hexcore.units import Box, Counter, Place
from hexcore_cobra import order_of_battle
from hexcore_cobra.editions import expanded, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED, LANDING_STEP

ORIGINAL, ALT, BUILD_UP = "cobra_original", "alt_cobra", "campaign_buildup"
"""The set-ups of setups.csv: as the counters of 1977 have it, the front of 16 July as it was, and 6 June."""
LANDING = Box("landing")
"""Where the Allied units of 6 June wait for the landing phase, in their ships and aircraft."""
BESIDE_THE_MAP = Box("set-up")
"""Where counters wait that an erratum, and not their own print, puts on the map."""
TIGERS, GLIDERS, PARATROOPS = "g_tig_102SS", "b_ab_6AL", "g_fj_15_5FJ"
CAVALRY, CORPS = "u_cav_102", "g_hq_LXXXIV"
ADDED = "added"
"""What marks a unit made for the variant sheet."""
BRITISH_DROPS = ("b_ab_3", "b_ab_5", "b_ab_6AL")
CHARTED = "B1606"
"""Where the uncorrected chart had LXXXIV Corps: a hex of the sea (21.6)."""
LEFT_OUT = ("flak", "KG")
"""Counters of the later game with a hex printed on them that have no part in this one."""


@rule(numbers("3.0"))
def alternative(counters: Mapping[str, Counter], hex_map: HexMap) -> dict[str, tuple[Place, int]]:
    """Where the counters start by the set-up chart of the later game, German ones first; several have lost a
    step, mostly German ones."""
    return order_of_battle.set_up(ALT, counters, hex_map)


@rule({"cobra": "3.0"})
def landing(counters: Mapping[str, Counter], hex_map: HexMap) -> dict[str, tuple[Place, int]]:
    """The German garrison of 6 June on the map; Allied paratroops, and all that land before the first turn,
    in their box."""
    places = order_of_battle.set_up(BUILD_UP, counters, hex_map)
    first = {a.unit for a in order_of_battle.arrivals(BUILD_UP, counters, 1) if a.phase == LANDING_STEP}
    on_map = {id for id, (place, _) in places.items() if isinstance(place, int)}
    drops = {id for id in on_map if counters[id].side == ALLIED}
    box = {id: (LANDING, places[id][1]) for id in sorted(first | drops)}
    return {**places, **box, CORPS: (BESIDE_THE_MAP, 0)}


def drop_hexes(board: Board) -> dict[str, int]:
    """The hex in which each paratroop unit of 6 June drops, by unit (13.3.7)."""

    def compute() -> dict[str, int]:
        places = order_of_battle.set_up(BUILD_UP, board.counters, board.map)
        drops = {id: place for id, (place, _) in places.items() if board.counters[id].side == ALLIED}
        found = {id: place for id, place in drops.items() if isinstance(place, int)}
        return {**found, **_british_drops_as_printed(board)}

    drops: dict[str, int] = board.once("drop hexes", compute)
    return drops


@rule({"cobra": "21.8"})
def _british_drops_as_printed(board: Board) -> dict[str, int]:
    """The erratum names the British drop hexes, and they are in the set-up; without it those units drop where
    their counters have it."""
    if plays(board, "21.8"):
        return {}
    printed = order_of_battle.set_up(ORIGINAL, board.counters, board.map)
    return {id: place for id in BRITISH_DROPS if isinstance(place := printed[id][0], int)}


@general("begin_game")
def stronger_side_up(state: GameState) -> list[Event] | None:
    """Without case 3.0 nobody of the later game starts on his weaker side."""
    if not expanded(state.board) or plays(state.board, "3.0"):
        return None
    return [StepsLost(u.id, 0) for u in state.units.values() if u.losses and u.hex >= 0]


def original(counters: Mapping[str, Counter], hex_map: HexMap) -> dict[str, tuple[Place, int]]:
    """Where the counters start by their own print."""
    places = order_of_battle.set_up(ORIGINAL, counters, hex_map)
    return {**places, **dict.fromkeys((TIGERS, GLIDERS, PARATROOPS), (BESIDE_THE_MAP, 0))}


@rule(numbers("21.2"))
def counters_that_take_part(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """Flak units, KG 265, 266 and 343 and 6FJ/91 have no part in this game."""
    if not off & {"21.2", "TNC 21.2"}:
        return counters
    return {**counters, **{id: c for id, c in order_of_battle.counters("DG").items() if _later(c)}}


@rule({"cobra": "21.2"})
def counters_of_the_original(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """The same units have no part in the original set-up of the later game."""
    return counters if "21.2" in off else {id: c for id, c in counters.items() if not _later(c)}


def _later(counter: Counter) -> bool:
    """Whether a counter new in the later game belongs to its other set-ups only."""
    named = counter.id == "g_fj_6_91" or not counter.traits.isdisjoint(LEFT_OUT)
    return named and counter.id not in order_of_battle.counters("SPI")


@rule(numbers("21.added.2"))
def with_cavalry(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """102 Cavalry Regiment arrives on Game-Turn 16."""
    return {id: c for id, c in counters.items() if id != CAVALRY} if "21.added.2" in off else counters


@rule({"cobra": "variant.iv"})
def with_the_ss_korps(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """IV SS Panzer Korps, which has no counters in the box, is there if it may be called."""
    if "variant.iv" not in off:
        return counters
    return {id: counter for id, counter in counters.items() if ADDED not in counter.traits}


@rule(numbers("21.3"), hook="begin_game")
def tigers_and_gliders(state: GameState) -> list[Event]:
    """102 SS Tiger Battalion starts in A2806, and 6AL/6AB in A3903 with a step lost."""
    return _placed(state, TIGERS) + _placed(state, GLIDERS)


@rule(numbers("21.5"), hook="begin_game")
def paratroops_near_coutances(state: GameState) -> list[Event]:
    """15/5 Fallschirmjäger Regiment starts in A0608."""
    return _placed(state, PARATROOPS)


@rule({"cobra": "21.6"}, hook="begin_game")
def corps_at_saint_lo(state: GameState) -> list[Event]:
    """LXXXIV Corps HQ starts in A1606."""
    return _placed(state, CORPS, BUILD_UP)


@general("begin_game", trylast=True)
def corps_as_charted(state: GameState) -> list[Event] | None:
    """Without case 21.6 it stands where the uncorrected chart has it."""
    if state.units[CORPS].place != BESIDE_THE_MAP or plays(state.board, "21.6"):
        return None
    return [Placed(CORPS, state.board.map.hex(CHARTED), "set-up")]


def _placed(state: GameState, id: str, name: str = ORIGINAL) -> list[Event]:
    """A counter put on the map where a set-up of setups.csv has it, if it waits beside the map."""
    if state.units[id].place != BESIDE_THE_MAP:
        return []
    place, lost = order_of_battle.set_up(name, state.board.counters, state.board.map)[id]
    losses: list[Event] = [StepsLost(id, lost)] if lost else []
    return [*losses, Placed(id, place, "set-up")] if isinstance(place, int) else losses
