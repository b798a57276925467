"""How the expanded game begins on 6 June (19.2.1), and which of its turns are like no other."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.rules import rule
from hexcore_cobra.editions import plays

BUILD_UP_BEGINS = "19.3.1"


@rule({"cobra": "19.2.1"})
def begins_on_6_june(board: Board) -> bool:
    """Whether the campaign's first points and weather hold: in the Build-Up because 19.3.1 says so."""
    return plays(board, "19.2.1") and as_the_campaign(board)


@rule({"cobra": BUILD_UP_BEGINS})
def as_the_campaign(board: Board) -> bool:
    """The Build-Up begins like the campaign, where that case does not belong to the game."""
    return plays(board, BUILD_UP_BEGINS) or BUILD_UP_BEGINS in board.scenario.off_rules
