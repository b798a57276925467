"""Short words for supply on both sheets: units landed, hexes held, lines traced."""

from __future__ import annotations

from cobra_table import campaign

from hexcore.events import Event, Placed, apply
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.state import GameState
from hexcore.supply import net_of

GI, TOMMY, FRENCH, POLES = "u_inf_1", "b_inf_3", "f_arm_GTL", "b_inf_15"
PANZER, FOE, FOE_2, STAFF, FOE_STAFF = "g_pz_2", "g_inf_986_276", "g_inf_987_276", "u_hq_V", "g_hq_LXXXIV"
AWAY = "A4020"
"""Where a German unit stands that changes nothing."""
INLAND = "A0803"
"""Beyond twelve hexes from Omaha; the major road through it leads to Isigny, and so does that of A1910."""
BY_SAINT_LO = "A1910"


def supplied(state: GameState, unit: str) -> bool:
    """Whether a unit has supply: the same from its own hex and of the whole net."""
    found = state.units[unit]
    alone = state.board.rules.supply_state(state, found) == "supplied"
    assert alone == (found.hex in net_of(state, found).length), "a line is found from either end"
    return alone


def after(game: Game, *events: Event) -> GameState:
    """The state after events."""
    state = game.state
    for event in events:
        state = apply(state, event)
    return state


def visit(game: Game, unit: str, *hexes: str) -> list[Event]:
    """A unit enters some hexes one after the other, and is back where it stood."""
    m = game.board.map
    return [Placed(unit, m.hex(number)) for number in hexes] + [Placed(unit, game.state.units[unit].hex)]


def landed(units: dict[str, str], *held: str, turn: int = 4, on: HexMap | None = None, **more: str) -> Game:
    """A campaign in the Allied movement phase: units, and hexes or groups of hexes in Allied hands."""
    return campaign({PANZER: AWAY, **units, **more}, "allied-movement", turn=turn, held=held, on=on)


def traces(unit: str, where: str, *held: str, **more: str) -> bool:
    game = landed({unit: where}, *held, **more)
    return supplied(game.state, unit)
