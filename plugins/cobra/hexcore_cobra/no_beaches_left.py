"""The landing thrown back: an Allied player turn without a friendly beach ends the game (19.2.2, 19.3.3)."""

from __future__ import annotations

from hexcore.rules import rule
from hexcore.state import GameState, Outcome
from hexcore_cobra.beaches import friendly_beaches
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.victory import LEVELS


@rule({"cobra": "19.2.2#2"}, hook="outcome")
def the_campaign_is_lost(state: GameState) -> Outcome | None:
    """If an Allied player turn begins with no friendly beach hex, the Germans win decisively."""
    return thrown_back(state, "19.2.2#2")


@rule({"cobra": "19.3.3"}, hook="outcome")
def the_build_up_is_lost(state: GameState) -> Outcome | None:
    """The same in the Build-Up."""
    return thrown_back(state, "19.3.3")


def thrown_back(state: GameState, number: str) -> Outcome | None:
    """The end of the game, where an Allied player turn follows now and no beach hex is friendly."""
    if not _allied_turn_follows(state) or friendly_beaches(state):
        return None
    text = "the Allied player turn begins with no beach hex friendly to the Allies"
    return Outcome(LEVELS[-1], GERMAN, text, number)


def _allied_turn_follows(state: GameState) -> bool:
    """Whether the phase that ends is the last before an Allied player turn."""
    phases = state.board.sequence.phases
    ahead = phases[(state.phase + 1) % len(phases)]
    return ahead.player_turn == ALLIED and phases[state.phase].player_turn != ALLIED
