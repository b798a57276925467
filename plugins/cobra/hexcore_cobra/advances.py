"""Advances after combat: along the path of retreat, and where they end (chapter 8.7)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hexcore.board import Board
from hexcore.customs import Custom
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_cobra.editions import expanded, numbers, plays
from hexcore_cobra.fortresses import ground_words

STOPS = frozenset({"marsh", "fortress", "defense-zone"})
"""Ground that ends an advance (8.7.9)."""


@rule(numbers("8.7.1"))
def victors_advance(board: Board) -> bool:
    """All or some of the victorious units of a combat may advance along the path the loser left behind."""
    return not expanded(board) or plays(board, "8.7.1")


@rule(numbers("8.7.4"), custom=Custom.ON_THE_PATH)
def along_the_path_of_retreat() -> None:
    """An advancing unit does not stray from the path of retreat."""


@rule(numbers("8.7.6"), custom=Custom.TWO_AFTER_ELIMINATION)
def two_hexes_after_the_dead() -> None:
    """Where all units of a hex were eliminated the victors advance into it, and one hex more."""


@rule(numbers("8.7.7"), custom=Custom.BOTH_ADVANCE)
def defenders_advance_too() -> None:
    """Whoever is victorious may advance, attacker or defender; a defender overruns nobody."""


@rule(numbers("8.7.2"), custom=Custom.HALTING)
def an_advance_may_halt() -> None:
    """Each advancing unit may halt in whichever hex of the path of retreat its owner likes."""


@rule(numbers("8.7.3"), custom=Custom.PAST_ZONES)
def zones_do_not_stop_an_advance() -> None:
    """Enemy zones of control neither stop nor hinder units that advance after combat."""


@rule(numbers("8.7.5"), custom=Custom.UNFORCED)
def advancing_is_voluntary() -> None:
    """An advance is made at once or not at all, and it is never compulsory."""


@rule(numbers("8.7.5"), hook="may_attack")
def advanced_units_rest(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """A unit that advanced does not attack in that phase, whoever stands next to it."""
    return f"{unit.counter.name} has advanced in this phase" if state.note("advanced", unit.id) else None


@rule(numbers("8.7.5"), hook="may_be_attacked")
def advanced_defenders_are_safe(state: GameState, hex: int) -> str | None:
    """A defender that advanced is not attacked in that phase."""
    advanced = [u for u in state.at(hex) if state.note("advanced", u.id)]
    return f"{advanced[0].counter.name} has advanced in this phase" if advanced else None


# ------------------------------------------------------------------ where an advance ends
@rule(numbers("8.7.8"), hook="may_advance")
def no_further_in_bocage(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """A unit that advances into a bocage hex or over a major river goes no further."""
    return _past(state, units[0].hex, path, ended_by_ground)


@rule(numbers("8.7.9"), hook="may_advance")
def no_further_in_marsh(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """A unit that advances into a marsh, fortress or defense-zone hex goes no further."""
    return _past(state, units[0].hex, path, ended_by_works)


def _past(
    state: GameState, here: int, path: tuple[int, ...], ends: Callable[[GameState, int, int], bool]
) -> str | None:
    """The refusal of a path that goes on from a hex in which an advance ends."""
    steps = list(pairwise((here, *path)))[:-1]
    stop = next((other for one, other in steps if ends(state, one, other)), None)
    return None if stop is None else f"the advance ends in {state.board.map.numbers[stop]}"


def ended_by_ground(state: GameState, one: int, other: int) -> bool:
    """Whether an advance from one hex to the next ends there: bocage, or a major river between them."""
    game_map = state.board.map
    return "bocage" in game_map.features[other] or "major-river" in game_map.sides[game_map.side(one, other)]


def ended_by_works(state: GameState, one: int, other: int) -> bool:
    """Whether an advance ends in a hex of marsh, fortress (while it stands) or defense zone."""
    return not STOPS.isdisjoint(ground_words(state, other))


def halt(state: GameState, one: int, other: int) -> bool:
    """Whether an advance from one hex to the next goes no further, by the cases in force."""
    ground = plays(state.board, "8.7.8") and ended_by_ground(state, one, other)
    return ground or (plays(state.board, "8.7.9") and ended_by_works(state, one, other))
