"""11: victory points and levels, after turn 5."""

from __future__ import annotations

from crossing.pieces import GREEN, GREY, is_combat_unit
from hexcore.rules import VictoryPoints, general, rule
from hexcore.state import GameState, Outcome
from hexcore.units import ELIMINATED, Side

LAST_TURN = 5


@rule({"crossing": "11.1"}, hook="victory_points")
def the_town(state: GameState) -> VictoryPoints | None:
    (town,) = state.board.map.group("town")
    return VictoryPoints(GREEN, 5, "the town") if state.control.get(town) == GREEN else None


@rule({"crossing": "11.2"}, hook="victory_points")
def across(state: GameState) -> list[VictoryPoints]:
    beyond = set(state.board.map.group("far-bank"))
    units = [u for u in state.on_map(GREEN) if u.hex in beyond and is_combat_unit(u)]
    return [VictoryPoints(GREEN, 1, f"{u.counter.name} beyond the river") for u in units]


@rule({"crossing": "11.3"}, hook="victory_points")
def losses(state: GameState) -> list[VictoryPoints]:
    lost = [u for u in state.in_place(ELIMINATED) if is_combat_unit(u)]
    return [VictoryPoints(state.enemy(u.side), 1, f"{u.counter.name} eliminated") for u in lost]


@rule({"crossing": "11.4"}, hook="outcome")
def level(state: GameState) -> Outcome | None:
    if state.turn < LAST_TURN or state.phase + 1 < len(state.board.sequence.phases):
        return None
    points = state.board.rules.victory_points(state)
    lead = sum(p.points if p.side == GREEN else -p.points for p in points)
    for least, word, winner in ((6, "decisive Green", GREEN), (3, "marginal Green", GREEN), (0, "drawn", "")):
        if lead >= least:
            return Outcome(word, winner, f"Green leads by {lead}", "11.4")
    return Outcome("Grey", GREY, f"Grey leads by {-lead}", "11.4")


@general("worth")
def town_and_bank(state: GameState, side: Side) -> dict[int, float]:
    """For computer players: both want the town, Green what lies beyond the river."""
    (town,) = state.board.map.group("town")
    beyond = dict.fromkeys(state.board.map.group("far-bank"), 1.0) if side == GREEN else {}
    return {**beyond, town: 4.0}
