"""Small positions of Cobra for rule tests: plain clear ground, a few units, scripted dice, either edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from at_the_table import act, cleared, do, ground_of, hex_of, in_phase, kept_board, listed, refused

from hexcore.board import Board
from hexcore.events import PhaseBegan, Placed, StepsLost
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.ruleset import Ruleset
from hexcore_cobra import COBRA, COBRA_1977, editions
from hexcore_cobra.order_of_battle import ALLIED

CLEAR = ("A2003", "A2712")
"""Rule tests play on this rectangle, made plain clear ground: no rivers, no roads."""
EDITIONS: Mapping[str, Ruleset] = {"cobra-1977": COBRA_1977, "cobra": COBRA}
TURN = {"cobra-1977": 3, "cobra": 16}
ELSEWHERE = ("army-boundary", "carpet-bombing")
"""Options that would ask their questions in every test; only those that play their rules have them on."""
FIRST_GAME_TURN = 14
"""A `turn` named in a test is one of 1977: so many turns later by the calendar of The Normandy Campaign."""


@dataclass
class Played:
    """The edition a test is run in, and its rules that the test plays."""

    edition: str = "cobra-1977"
    rules: set[str] = field(default_factory=set)

    @property
    def ruleset(self) -> Ruleset:
        return EDITIONS[self.edition]


NOW = Played()


@contextmanager
def playing(edition: str, rules: set[str]) -> Iterator[None]:
    """While this lasts, tables are of an edition."""
    before = NOW.edition, NOW.rules
    NOW.edition, NOW.rules = edition, rules
    try:
        yield
    finally:
        NOW.edition, NOW.rules = before


def is_1977() -> bool:
    """Whether this run of a test plays the game of 1977."""
    return NOW.edition == "cobra-1977"


def ruleset() -> Ruleset:
    """The edition being played."""
    return NOW.ruleset


def later(turn: int) -> int:
    """A turn of 1977 as the edition being played counts it."""
    return turn + (0 if is_1977() else FIRST_GAME_TURN)


def cited(number: str) -> str:
    """How the edition being played spells a number of The Normandy Campaign; `SPI` and `TNC` ones stay."""
    return editions.cite(board(), number) if number[0].isdigit() else number


@cache
def clear_map() -> HexMap:
    """The map with the test rectangle laid clear."""
    return cleared(COBRA_1977.map, *CLEAR)


def ground(
    terrain: Mapping[str, str] | None = None,
    rivers: Iterable[tuple[str, str, str]] = (),
    roads: Iterable[tuple[str, str, str]] = (),
    bocage: Iterable[str] = (),
) -> HexMap:
    """The clear map with some of it changed: terrain words by hex, (hex, hex, word) for rivers and roads."""
    return ground_of(clear_map(), terrain, rivers, roads, bocage)


def board(hex_map: HexMap | None = None, options: Mapping[str, str] | None = None, **kw: Any) -> Board:
    """A board on the clear map (or one made by `ground`), with options."""
    chosen = {**_switched_on(), **(options or {})}
    if kw:
        return NOW.ruleset.board("breakout", chosen, hex_map=hex_map or clear_map(), **kw)
    return kept_board(NOW.ruleset, "breakout", chosen, hex_map or clear_map())


def _switched_on() -> dict[str, str]:
    """The options whose rule the test plays: `on`."""
    options = NOW.ruleset.scenario("breakout").options
    played = {o.id for o in options if NOW.rules.intersection((o.rule, *_off(o)))}
    on = {o.id: "on" for o in options if "on" in o.values and o.id in played}
    return {**{o.id: "off" for o in options if o.id in ELSEWHERE and o.id not in played}, **on}


def _off(option: Any) -> tuple[str, ...]:
    found: tuple[str, ...] = option.off_rules.get("off", ())
    return found


def table(
    units: Mapping[str, str],
    phase: str,
    *,
    turn: int | None = None,
    dice: Iterable[int] = (),
    lost: Mapping[str, int] | None = None,
    tracks: Mapping[str, int | str] | None = None,
    on: HexMap | None = None,
    options: Mapping[str, str] | None = None,
    supplied: bool = True,
) -> Game:
    """A game in a phase: unit id -> hex (or a box: `arrivals`), scripted dice, tracks, steps lost.

    It is turn 3 of 1977, or 16 of The Normandy Campaign; a `turn` named is one of 1977. Weather is storms
    (full German movement, no air points) and each army has 9 supply points unless said. Units not named are
    not in the game. The phase's own beginning (questions, dice) has happened. In a combat phase supply points
    are set aside for as many attacks as they pay for, unless the game is not *supplied*.
    """
    now = TURN[NOW.edition] if turn is None else later(turn)
    given = {"turn": now, "weather": "storms", "us_supply": 9, "british_supply": 9, "air_points": 0}
    if not is_1977():
        given["german_supply"] = 9
    game = in_phase(board(on, options), units, phase, {**given, **(tracks or {})}, dice, lost)
    while supplied and game.decision is not None and game.decision.kind == "attack-supply":
        do(game, "done")
    return game


def campaign_ground(
    terrain: Mapping[str, str] | None = None,
    rivers: Iterable[tuple[str, str, str]] = (),
    roads: Iterable[tuple[str, str, str]] = (),
    bocage: Iterable[str] = (),
    clear: tuple[str, str] | None = CLEAR,
) -> HexMap:
    """Both sheets, the rectangle *clear* laid clear (None: none), some of it changed as by `ground`."""
    return ground_of(_both_sheets(clear), terrain, rivers, roads, bocage)


@cache
def _both_sheets(clear: tuple[str, str] | None) -> HexMap:
    return cleared(COBRA.map, *clear) if clear else COBRA.map


def campaign_board(
    hex_map: HexMap | None = None,
    options: Mapping[str, str] | None = None,
    scenario: str = "campaign",
    **kw: Any,
) -> Board:
    """A board of the campaign, or the Build-Up, on both sheets as they are (or as *hex_map* has them).

    Options are switched as in every table: on where the test plays their rule, else the boundary and the
    bombs off.
    """
    chosen = {**_switched_on(), **(options or {})}
    if kw:
        return COBRA.board(scenario, chosen, hex_map=hex_map, **kw)
    return kept_board(COBRA, scenario, chosen, hex_map)


def campaign(
    units: Mapping[str, str],
    phase: str,
    *,
    turn: int = 4,
    dice: Iterable[int] = (),
    lost: Mapping[str, int] | None = None,
    tracks: Mapping[str, int | str] | None = None,
    on: HexMap | None = None,
    options: Mapping[str, str] | None = None,
    scenario: str = "campaign",
    supplied: bool = True,
    held: Iterable[str] = (),
) -> Game:
    """A game of the campaign (or the Build-Up) in a phase, on the real ground of both sheets unless *on* is
    given; *turn* is the Game-Turn; *held* are hexes and groups of hexes (`omaha`) in Allied hands. Else as
    `table`: storms, nine supply points each, no air or naval points.
    """
    given = {
        "turn": turn,
        "weather": "storms",
        "us_supply": 9,
        "british_supply": 9,
        "german_supply": 9,
        "air_points": 0,
    }
    board = campaign_board(on, options, scenario)
    numbers, groups = board.map.numbers, board.map.groups
    control = {n: ALLIED for name in held for n in ([numbers[h] for h in groups.get(name, ())] or [name])}
    game = in_phase(board, units, phase, {**given, **(tracks or {})}, dice, lost, control)
    while supplied and game.decision is not None and game.decision.kind == "attack-supply":
        do(game, "done")
    return game


__all__ = [
    "PhaseBegan",
    "Placed",
    "StepsLost",
    "act",
    "board",
    "campaign",
    "campaign_board",
    "campaign_ground",
    "cited",
    "do",
    "ground",
    "hex_of",
    "is_1977",
    "later",
    "listed",
    "refused",
    "ruleset",
    "table",
]
