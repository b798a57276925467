"""What tests of computer players share: worths given hex by hex, and a phase played by the steady player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox import plain

from hexcore.actions import Action, Take
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.players import step
from hexcore.rules import SupplySource, general
from hexcore.state import GameState
from hexcore.steady import SteadyPlayer
from hexcore.units import Side

Said = tuple[Action, str]


def wants(**worths: float) -> Any:
    """Both sides want these hexes: `h0404=3.0`."""

    @general("worth")
    def wanted(state: GameState, side: Side) -> dict[int, float]:
        return {state.board.map.hex(number[1:]): worth for number, worth in worths.items()}

    return wanted


def supplied_from(**sides: str) -> Any:
    """Supply comes from one hex a side: `blue="0101"`."""

    @general("supply_sources")
    def sources(state: GameState, side: Side) -> list[SupplySource]:
        number = sides.get(side)
        return [SupplySource(state.board.map.hex(number), "depot")] if number else []

    return sources


def hills(*numbers: str) -> HexMap:
    """Clear ground with some hills."""
    ground = plain()
    return ground.with_ground({ground.hex(n): frozenset({"hill"}) for n in numbers}, {}, {}, {})


def answered(game: Game, player: SteadyPlayer | None = None) -> list[Said]:
    """What the steady player answers, and why, while its side is asked in the phase that has begun."""
    player, phase, side = player or SteadyPlayer(), game.state.phase, game.to_decide
    said: list[Said] = []
    while game.to_decide == side and game.state.phase == phase:
        assert side is not None
        said.append((step(game, {side: player}), player.why))
    return said


def first(game: Game) -> Said:
    """The steady player's answer to the question on the table, which stays there."""
    player, side = SteadyPlayer(), game.to_decide
    action = player(game.view(side), game.legal_actions())
    return action, player.why


def moved(said: Sequence[Said]) -> Mapping[str, str]:
    """Why each unit taken in hand was taken."""
    return {action.units[0]: why for action, why in said if isinstance(action, Take)}
