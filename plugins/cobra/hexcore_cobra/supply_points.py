"""Supply points: what the Allies gain and what each of their attacks costs (SPI 4.0.B2, B5; chapter 11)."""

from __future__ import annotations

from hexcore.events import Event, TrackSet
from hexcore.rules import Refusal, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_cobra.charts import turn_record
from hexcore_cobra.combat import BRITISH, US, army
from hexcore_cobra.editions import also, cite, game_turn, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED

MARKERS = {US: "us_supply", BRITISH: "british_supply"}
START = {US: 3, BRITISH: 4}
MOST = 99


def points(state: GameState, of: str) -> int:
    """The supply points an army can pay with now."""
    return int(state.tracks[marker(state, of)])


@rule(numbers("11.1.1"))
def marker(state: GameState, of: str) -> str:
    """US and British points are counted apart, each with its own marker; without the case on one."""
    return MARKERS[of] if plays(state.board, "11.1.1") else MARKERS[US]


@rule(numbers("11.2.1"))
def payers(state: GameState, of: str) -> list[str]:
    """US points pay for US attacks and British ones for British; neither is lent or exchanged."""
    others = [] if plays(state.board, "11.2.1") else [a for a in MARKERS if a != of]
    return [of, *others]


@rule(numbers("19.1.1"), hook="begin_game")
def points_at_the_start(state: GameState) -> list[Event]:
    """The US begins with three supply points and the British with four."""
    return [TrackSet(marker(state, of), START[of]) for of in MARKERS]


@rule(numbers("11.1.2"), hook="begin_phase", also={"cobra-1977": ("SPI 4.0.B2",)})
def points_gained(state: GameState, phase: str) -> list[Event] | None:
    """In each supply phase the US and the British gain four points each; from turn 10 the US gain is five."""
    if phase != "allied-supply":
        return None
    row = turn_record()[game_turn(state)]
    held = dict(state.tracks)
    for of, gain in ((US, row.us_sp_gain), (BRITISH, row.br_sp_gain)):
        held[marker(state, of)] = min(int(held[marker(state, of)]) + gain, MOST)
    return [TrackSet(track, held[track]) for track in MARKERS.values() if held[track] != state.tracks[track]]


@rule({"cobra-1977": "SPI 4.0.B5"}, hook="may_attack")
def an_attack_needs_a_point(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> Refusal | str | None:
    """Every Allied attack costs a supply point; there is none without it."""
    if unit.side != ALLIED:
        return None
    of = army(unit.counter)
    if any(points(state, payer) for payer in payers(state, of)):
        return None
    if any(points(state, other) for other in MARKERS):
        return Refusal(
            cite(state.board, "11.2.1"), f"no {of} supply point is left, and the other army's may not be used"
        )
    return "no supply point is left to attack with"


@rule({"cobra-1977": "SPI 4.0.B5"}, hook="combat_opens", also=also("11.2.2"))
def an_attack_is_paid_for(state: GameState, combat: Combat) -> list[Event] | None:
    """The point is spent when the attack is made; an overrun costs none."""
    if combat.side != ALLIED or (combat.kind != "attack" and plays(state.board, "11.2.2")):
        return None
    of = army(state.units[combat.attackers[0]].counter)
    payer = next((p for p in payers(state, of) if points(state, p)), None)
    return [TrackSet(marker(state, payer), points(state, payer) - 1)] if payer is not None else None
