"""The breach of the Rhine: bridgeheads and communication hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from hexcore.actions import Action, Choose
from hexcore.board import Board
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Steps
from hexcore.maps import HexIndex
from hexcore.rules import Refusal, rule
from hexcore.state import GameState, Outcome
from hexcore.units import Side
from hexcore.zoc import zone
from hexcore_breakout_pursuit.breakout import judged_supplied
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.unit_types import is_combat, is_division, is_unit
from hexcore_breakout_pursuit.victory_points import BREACHED, hex_called

GROUND = "bridgehead-ground"
"""The group of hexes east of the Rhine and south of the Ruhr."""
WANTED = 5
SHOWN = 24
"""Ways of choosing that are listed; any other that holds is accepted too."""


def _on(board: Board, case: str) -> bool:
    """Whether a condition is in force: Game Length and Victory Conditions both print it."""
    return board.rules.active(f"game_length.B.{case}") and board.rules.active(f"victory.C.{case}")


def _fault(case: str, reason: str) -> Refusal:
    return Refusal(f"game_length.B.{case}", reason)


# ------------------------------------------------------------------ the four conditions
@rule({"breakout-pursuit": "game_length.B.1"}, also={"breakout-pursuit": ("victory.C.1",)})
def bridgeheads(state: GameState) -> list[int]:
    """Hexes east of the Rhine and south of the Ruhr with a supplied Allied division in them."""
    if not _on(state.board, "1"):
        return sorted({u.hex for u in state.on_map(ALLIED) if is_combat(u)})
    ground = set(state.board.map.group(GROUND))
    return sorted(
        {
            u.hex
            for u in state.on_map(ALLIED)
            if u.hex in ground and is_division(state, u) and judged_supplied(state, u)
        }
    )


def _held_fault(board: Board, five: tuple[int, ...], held: Collection[int]) -> Refusal | None:
    """Five hexes that hold, no two of them side by side (B.1)."""
    if len(set(five)) != WANTED or len(five) != WANTED:
        return _fault("1", f"{len(set(five))} bridgehead hexes are named: it takes {WANTED}")
    ground = set(board.map.group(GROUND))
    for hex in five:
        if hex not in held:
            why = "holds no supplied Allied division" if hex in ground else "is not beyond Rhine and Ruhr"
            return _fault("1", f"{hex_called(board, hex)} {why}")
    if not _on(board, "1"):
        return None
    for one in five:
        for other in five:
            if board.map.distance(one, other) == 1:
                return _fault("1", f"{board.map.numbers[one]} and {board.map.numbers[other]} are adjacent")
    return None


@rule({"breakout-pursuit": "game_length.B.2"}, also={"breakout-pursuit": ("victory.C.2",)})
def one_hex_between(board: Board, five: tuple[int, ...], between: Collection[int]) -> Refusal | None:
    """Each bridgehead has another one with exactly one communication hex between them."""
    if not _on(board, "2"):
        return None
    for hex in five:
        near = {b for b in board.map.around(hex) if b in between}
        linked = any(
            other != hex and board.map.distance(hex, other) == 2 and near & set(board.map.around(other))
            for other in five
        )
        if not linked:
            number = board.map.numbers[hex]
            return _fault("2", f"no communication hex lies between {number} and another bridgehead")
    return None


@rule({"breakout-pursuit": "game_length.B.3"}, also={"breakout-pursuit": ("victory.C.3",)})
def communication_fault(state: GameState, hex: int) -> Refusal | None:
    """A communication hex lies on the same ground, free of Germans; Allied units in it cancel a zone."""
    board = state.board
    if not _on(board, "3"):
        return None
    if hex not in board.map.group(GROUND):
        return _fault("3", f"{hex_called(board, hex)} is not beyond Rhine and Ruhr")
    stack = [u for u in state.at(hex) if is_unit(u)]
    if any(u.side == GERMAN for u in stack):
        return _fault("3", f"a German unit stands in {board.map.numbers[hex]}")
    if zone(state, GERMAN)[hex] and not any(u.side == ALLIED for u in stack):
        return _fault("3", f"{board.map.numbers[hex]} is in a German zone of control, and no Ally is in it")
    return None


@rule({"breakout-pursuit": "game_length.B.4"}, also={"breakout-pursuit": ("victory.C.4",)})
def joined(board: Board, five: tuple[int, ...], between: Collection[int]) -> Refusal | None:
    """A line through bridgeheads and communication hexes alone joins all five."""
    if not _on(board, "4"):
        return None
    whole = set(five) | set(between)
    found, border = {five[0]}, [five[0]]
    while border:
        fresh = {near for near in board.map.around(border.pop()) if near in whole} - found
        found |= fresh
        border += fresh
    cut = next((hex for hex in five if hex not in found), None)
    if cut is None:
        return None
    ends = f"{board.map.numbers[five[0]]} to {board.map.numbers[cut]}"
    return _fault("4", f"no line of bridgehead and communication hexes joins {ends}")


def breach_fault(
    state: GameState, held: Collection[int], five: tuple[int, ...], between: tuple[int, ...]
) -> Refusal | None:
    """Why these hexes are no breach of the Rhine, None when they are one."""
    found = _held_fault(state.board, five, held)
    for hex in between:
        found = found or communication_fault(state, hex)
    return found or one_hex_between(state.board, five, between) or joined(state.board, five, between)


# ------------------------------------------------------------------ every way to do it
Breach = tuple[tuple[int, ...], tuple[int, ...]]
"""Five bridgehead hexes and the communication hexes between them."""


def breaches(state: GameState, held: Collection[int]) -> Iterator[Breach]:
    """Every choice of five among the hexes held that makes a breach, all usable hexes between them named."""
    around = state.board.map.around
    usable = {n for hex in held for n in around(hex) if communication_fault(state, n) is None}
    for five in _fives(state.board, _linked(state.board, held, usable)):
        corners = [set(around(hex)) for hex in five]
        least = 2 if _on(state.board, "2") else 1
        between = sorted(h for h in usable - set(five) if sum(h in c for c in corners) >= least)
        if breach_fault(state, held, five, tuple(between)) is None:
            yield five, tuple(between)


def _linked(board: Board, held: Collection[int], usable: Collection[int]) -> list[int]:
    """The hexes held that have a partner, one usable hex away."""
    if not _on(board, "2"):
        return sorted(held)
    near = {hex: {h for h in board.map.around(hex) if h in usable} for hex in held}
    return [
        hex
        for hex in sorted(held)
        if any(board.map.distance(hex, other) == 2 and near[hex] & near[other] for other in held)
    ]


def _fives(board: Board, hexes: list[int], chosen: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every five of the hexes, in order, no two of them adjacent."""
    if len(chosen) == WANTED:
        yield chosen
        return
    for n, hex in enumerate(hexes[: len(hexes) - (WANTED - len(chosen)) + 1]):
        if _on(board, "1") and any(board.map.distance(hex, other) == 1 for other in chosen):
            continue
        yield from _fives(board, hexes[n + 1 :], (*chosen, hex))


# ------------------------------------------------------------------ the Allied player names them
@rule({"breakout-pursuit": "game_length.B"}, hook="begin_phase", also={"breakout-pursuit": ("victory.C",)})
def asked_at_the_end(state: GameState, phase: str) -> list[Event] | None:
    """When an Allied player turn ends with the Rhine breached, its player names the hexes.

    Supplied is who was judged so for this player turn: asked while the markers still lie.
    """
    if phase != "allied-removal":
        return None
    held = tuple(bridgeheads(state))
    if len(held) < WANTED or next(breaches(state, held), None) is None:
        return None
    return [Asked((NameBridgeheads(ALLIED, held),))]


@rule({"breakout-pursuit": "game_length.B"}, hook="outcome")
def over_with_the_breach(state: GameState) -> Outcome | None:
    """The game is over at the end of an Allied player turn in which the Rhine is breached."""
    if not state.note(BREACHED) or not state.board.rules.active("game_length.general"):
        return None
    return state.board.rules.standing(state)


@dataclass(frozen=True, slots=True)
class NameBridgeheads:
    """Which five hexes are the bridgeheads, and which the communication hexes: `1600 ... / 1701 ...`.

    `held` are the hexes with supplied divisions.
    """

    side: Side
    held: tuple[HexIndex, ...]
    rule: str = "game_length.B"
    kind: Literal["name-bridgeheads"] = "name-bridgeheads"

    def prompt(self, state: GameState) -> str:
        return "The Rhine is breached: name the bridgehead hexes."

    def options(self, state: GameState) -> Iterator[Action]:
        for five, between in islice(breaches(state, self.held), SHOWN):
            yield Choose(spelt(state.board, five, between))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Choose):
            return not_an_answer(self, action, "choose")
        found = read(state.board, action.option)
        if isinstance(found, str):
            return Refusal(self.rule, found)
        return breach_fault(state, self.held, *found)

    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        return (yield Noted("game", BREACHED, value=action.option))


def spelt(board: Board, five: tuple[int, ...], between: tuple[int, ...]) -> str:
    """A breach as its option is written: bridgeheads, a slash, communication hexes."""
    return " / ".join(" ".join(board.map.numbers[hex] for hex in part) for part in (five, between))


def read(board: Board, text: str) -> Breach | str:
    """An option as a breach, or what is wrong with its writing."""
    parts = [part.split() for part in text.split("/")]
    if len(parts) != 2:
        return "write the bridgehead hexes, a slash, and the communication hexes"
    for number in (*parts[0], *parts[1]):
        if number not in board.map.index:
            return f"{number} is no hex of the map"
    five, between = (tuple(board.map.index[number] for number in part) for part in parts)
    return five, between


DECISIONS = (NameBridgeheads,)
