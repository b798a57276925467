"""Hands that play the examples of docs/hooks on the bare field of `sandbox`."""

from __future__ import annotations

from typing import Any

from sandbox import hexes

from hexcore.actions import Action, AddAttacker, Declare, Done
from hexcore.game import Game


def attack(game: Game, target: str, *attackers: str) -> None:
    """An attack on a hex, declared and opened; the dice fall where nothing is to be committed."""
    game.submit(Declare(hexes(game, target)))
    for id in attackers:
        game.submit(AddAttacker(id))
    game.submit(Done())


def settle(game: Game) -> None:
    """The combat to its end, each question answered by what is listed first."""
    while game.decision is not None and game.decision.kind != "combat-phase":
        game.submit(game.legal_actions()[0])


def listed(game: Game, kind: type[Any]) -> list[Any]:
    """The answers of one kind that may be given now."""
    return [action for action in game.legal_actions() if isinstance(action, kind)]


def why_not(game: Game, action: Action) -> str:
    """Why an answer is refused, with the number of the rule; `legal` when it is not."""
    refusal = game.refusal(action)
    return "legal" if refusal is None else f"{refusal.reason} [{refusal.rule}]"


def reach(game: Game, unit: str) -> dict[str, float]:
    """Where a unit can go, and the movement points it takes."""
    return {hex: told["mp"] for hex, told in game.ask("reach", unit=unit).items()}


def numbers(game: Game, path: tuple[int, ...]) -> list[str]:
    """Hexes as printed numbers."""
    return [game.board.map.numbers[hex] for hex in path]
