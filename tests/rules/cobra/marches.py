"""Short words for marches on the clear table: what they cost, who is on trucks, whose turn has come."""

from __future__ import annotations

from cobra_table import do, table

from hexcore.game import Game
from hexcore.movement import points_left

FOOT, PANZER, GI, TANKS, ENEMY = "g_inf_986_276", "g_pz_2", "u_inf_1", "u_arm_A_2", "g_inf_989_277"
SECOND = ("u_inf_9_2", "u_inf_23_2", "u_inf_38_2")
APART = {GI: "A2306", "u_inf_4": "A2406", FOOT: "A2012"}
FOUR = {GI: "A2303", "u_inf_4": "A2403", "u_inf_5": "A2503", "u_inf_8": "A2603", FOOT: "A2012"}

ZONE = {FOOT: "A2306", GI: "A2307", TANKS: "A2703"}
"""The German regiment stands in the zone of the US division below it."""

RIVER = [("A2306", "A2307", "major-river")]
ACROSS = {GI: "A2306", FOOT: "A2206", ENEMY: "A2712"}
"""The regiment in A2206 controls both A2306 (no river between) and A2307 over the river."""
BY_RIVER = [*RIVER, ("A2206", "A2307", "major-river")]
OPEN = {"disengage-into-the-open": "off"}
RING = tuple(f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277"))
"""Six regiments, for the corners of a ring."""


def points(game: Game, unit: str) -> float:
    return points_left(game.state, game.state.units[unit]) / 2


def cost(game: Game, unit: str, *path: str) -> float:
    """What a move costs, on a fork of the game."""
    fork = game.fork()
    before = points(fork, unit)
    do(fork, "move", unit=unit, path=list(path))
    return before - points(fork, unit)


def on_trucks(unit: str, units: dict[str, str], phase: str = "allied-movement", **words) -> Game:
    """A game in which a truck marker was put on a division in the replacement phase."""
    game = table(units, "allied-replacement", **words)
    do(game, "commit", what="truck", unit=unit)
    return passed_to(game, phase)


def passed_to(game: Game, wanted: str) -> Game:
    """Everybody says he is done until a phase is reached; supply points are set aside for all attacks."""
    for _ in range(40):
        asked = game.decision is not None and game.decision.kind == "attack-supply"
        if game.board.sequence.phases[game.state.phase].id == wanted and not asked:
            return game
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    raise AssertionError(f"{wanted} was not reached")
