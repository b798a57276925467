"""A position of one game set up under another's rules: its units, its ground, on a spot of the other's map.

A part of the map is carried over hex by hex: what touches here touches there. Units come over as the
counters most like them, words of ground by a correspondence; what has no counterpart is listed.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexcore.board import Board
from hexcore.game import TypedDice, opening
from hexcore.ground_changes import words_of
from hexcore.hexes import HexCoord
from hexcore.lab.correspondence import Correspondence
from hexcore.lab.named import Named
from hexcore.lab.position_writing import Laid, Placed, Written, cleared, whole_side
from hexcore.lab.recruits import Depot, Recruit, Wanted
from hexcore.lab.spots import combat_phase, turn_of
from hexcore.maps import HexMap
from hexcore.positions import PositionError, emptied, position_from
from hexcore.state import GameState
from hexcore.supply import net
from hexcore.units import Side, Unit

MARGIN = 1
"""The ground so many hexes around every unit is carried over."""


class NoTransfer(ValueError):
    """A position that cannot be set up under a ruleset: one line with the reason."""


@dataclass(frozen=True)
class Part:
    """What of a position is carried over: hexes, and the units that stand in them."""

    state: GameState
    hexes: tuple[int, ...]
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Carried:
    """A unit, and the counter that stands for it (empty id: none does, *why* says the reason)."""

    unit: Unit
    id: str
    hex: int
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Transferred:
    """A position under both rulesets. `at` gives the hex here for a hex there, `missing` what has no
    counterpart; `text` is the position file."""

    part: Part
    game: Named
    state: GameState
    at: Mapping[int, int]
    units: tuple[Carried, ...]
    missing: tuple[str, ...]
    text: str

    def counterpart(self, id: str) -> str:
        """The counter that stands for a unit; empty where none does."""
        return next((one.id for one in self.units if one.unit.id == id), "")


# ------------------------------------------------------------------ what is carried over
def part_of(state: GameState, around: str = "", radius: int = 0) -> Part:
    """The part of a position around a hex; without one all that stands on the map. NoTransfer where it holds
    no unit, or the hex is not there."""
    game_map = state.board.map
    fighting = [u for u in state.units.values() if u.hex >= 0 and u.counter.steps]
    if around:
        if around not in game_map.index:
            raise NoTransfer(f"no hex {around!r} on the map of {state.board.ruleset.id}")
        hexes = set(game_map.within(game_map.hex(around), radius))
        fighting = [u for u in fighting if u.hex in hexes]
    else:
        hexes = {h for unit in fighting for h in game_map.within(unit.hex, MARGIN)}
    if not fighting:
        raise NoTransfer(
            "there is no unit on the map" + (f" within {radius} hexes of {around}" if around else "")
        )
    ordered = sorted(fighting, key=lambda u: (u.hex, u.id))
    return Part(state, tuple(sorted(hexes)), tuple(ordered))


def laid_over(part: Part, board: Board) -> dict[int, int]:
    """Where each hex of a part lies on another map: where both sides' supply reaches it if there is such a
    place, over as much clear ground as can be. NoTransfer where the part is larger than the map."""
    ours, theirs = part.state.board.map, board.map
    first = ours.coords[part.hexes[0]]
    offsets = [(ours.coords[h].q - first.q, ours.coords[h].r - first.r) for h in part.hexes]
    empty = emptied(opening(board), set())
    nets = [net(empty, side).length for side in board.sides]
    middle, clear = len(offsets) // 2, frozenset({board.ruleset.clear_ground})
    best: tuple[tuple[int, int, int], list[int]] | None = None
    for start, coord in enumerate(theirs.coords):
        found = _at(theirs, coord, offsets)
        if found is None:
            continue
        served = sum(found[middle] in lines for lines in nets)
        rank = (-served, sum(theirs.terrain[h] != clear for h in found), start)
        if best is None or rank < best[0]:
            best = (rank, found)
    if best is None:
        reason = f"{len(part.hexes)} hexes do not lie on the map of {board.ruleset.id}"
        raise NoTransfer(f"{reason}; carry over a part with --around HEX --radius N")
    return dict(zip(part.hexes, best[1], strict=True))


def _at(game_map: HexMap, start: HexCoord, offsets: Iterable[tuple[int, int]]) -> list[int] | None:
    found = []
    for q, r in offsets:
        hex = game_map.at_coord.get(HexCoord(start.q + q, start.r + r))
        if hex is None:
            return None
        found.append(hex)
    return found


# ------------------------------------------------------------------ the ground
def _ground(part: Part, game: Named, words: Correspondence, at: Mapping[int, int]) -> tuple[Laid, list[str]]:
    """The part's ground in the other game's words, and what of it has none there."""
    ours, theirs = part.state.board.map, game.ruleset.map
    laid, lost = cleared(game.ruleset, at.values()), Tally[str]()
    features, clear = words_of(game.ruleset).features, game.ruleset.clear_ground
    for hex in part.hexes:
        said = sorted(ours.terrain[hex] | ours.features[hex])
        found = {word: words.of("ground", word) for word in said}
        lost.update(f"ground: {word}" for word, there in found.items() if not there)
        put = {there for there in found.values() if there}
        terrain = put - features
        if len(terrain) > 1:
            terrain.discard(clear)
        laid.terrain[at[hex]] = frozenset(terrain or {clear})
        laid.features[at[hex]] = frozenset(put & features)
        for side in range(6 * hex, 6 * hex + 3):
            near = ours.neighbours[side]
            if near in at:
                one = whole_side(theirs, theirs.side(at[hex], at[near]))
                _one_side(ours, side, one, words, laid, lost)
    return laid, [f"{word} ({times}×)" for word, times in sorted(lost.items())]


def _one_side(
    ours: HexMap, side: int, there: int, words: Correspondence, laid: Laid, lost: Tally[str]
) -> None:
    found = {word: words.of("hexside", word) for word in sorted(ours.sides[side])}
    lost.update(f"hexside: {word}" for word, other in found.items() if not other)
    laid.sides[there] = frozenset(other for other in found.values() if other)
    road = ours.roads[side]
    if road:
        laid.roads[there] = words.of("road", road)
        if not laid.roads[there]:
            lost[f"road: {road}"] += 1


# ------------------------------------------------------------------ the units
def _units(
    part: Part, board: Board, words: Correspondence, at: Mapping[int, int]
) -> tuple[list[Carried], GameState]:
    """Every unit with its counterpart, the strongest choosing first, as far as stacking lets them stand."""
    depot, state = Depot(board), emptied(opening(board), set())
    found: dict[str, Carried] = {}
    for unit in sorted(part.units, key=lambda u: (-u.counter.steps[0].strength, u.id)):
        recruit, hex = _recruit(unit, depot, words), at[unit.hex]
        counter = recruit.counter
        if counter is None:
            found[unit.id] = Carried(unit, "", hex, ("no counterpart",))
            continue
        losses = min(unit.losses, len(counter.steps) - 1)
        here = Unit(counter, hex, losses)
        stack = (*state.at(hex), here)
        crowded = board.rules.may_stack(state, stack, hex) if len(stack) > 1 else []
        if crowded:
            reason = f"{crowded[0].reason} [{crowded[0].rule}]" if crowded[0].rule else crowded[0].reason
            found[unit.id] = Carried(unit, "", hex, (reason,))
            continue
        state = state.with_units([here])
        apart = recruit.differences
        if losses < unit.losses:
            apart.append(f"{losses} steps lost for {unit.losses}")
        found[unit.id] = Carried(unit, counter.id, hex, tuple(apart))
    return [found[unit.id] for unit in part.units], state


def _recruit(unit: Unit, depot: Depot, words: Correspondence) -> Recruit:
    counter = unit.counter
    wanted = Wanted(
        words.of("kind", counter.kind), counter.steps[0].strength, len(counter.steps), counter.size
    )
    side = words.of("side", counter.side)
    return depot.recruit(Side(side), wanted) if side else Recruit(wanted, None)


# ------------------------------------------------------------------ the whole
def transferred(part: Part, game: Named, words: Correspondence) -> Transferred:
    """A part of a position under another ruleset. NoTransfer where that cannot be."""
    board = game.board()
    with board.reading():
        at = laid_over(part, board)
        laid, lost = _ground(part, game, words, at)
        units, state = _units(part, board, words, at)
    if not any(one.id for one in units):
        raise NoTransfer(f"{game.label}: no counterpart at all for the units of the position")
    phase = _phase(part, board, words)
    placed = tuple(Placed(one.id, one.hex, state.units[one.id].losses) for one in units if one.id)
    tracks: dict[str, int | str] = {
        track.id: track.high for track in game.scenario.tracks if not track.words and track.id != "turn"
    }
    written = Written(game.ruleset, game.scenario.id, turn_of(board, phase), phase, placed, laid, tracks)
    missing = [*lost, *(_told(one) for one in units if not one.id), *_off_the_map(part)]
    return Transferred(
        part, game, _opened(game, written.text()), at, tuple(units), tuple(missing), written.text()
    )


def _told(one: Carried) -> str:
    counter = one.unit.counter
    return f"unit: {one.unit.id} ({counter.kind} {counter.steps[0].strength}): {'; '.join(one.why)}"


def _off_the_map(part: Part) -> list[str]:
    """What is not on the map, and does not come over."""
    kept, state = {unit.id for unit in part.units}, part.state
    others = [u for u in state.units.values() if u.hex >= 0 and u.id not in kept]
    found = [f"{len(others)} units outside the part"] if others else []
    marked = sorted({kind for (kind, id), n in state.markers.items() if n and id in kept})
    return [*found, *(f"marker: {kind}" for kind in marked)]


def _phase(part: Part, board: Board, words: Correspondence) -> str:
    """The combat phase of the side whose phase it is; where it is nobody's, the first there is."""
    state = part.state
    now = state.board.sequence.phases[state.phase].side if state.phase >= 0 else ""
    sides = [words.of("side", now), *board.sides]
    phase = next((p for side in sides if side and (p := combat_phase(board, side))), "")
    if not phase:
        raise NoTransfer(f"{board.ruleset.id} has no combat phase")
    return phase


def _opened(game: Named, text: str) -> GameState:
    """The position file as a game begun from it."""
    try:
        position = position_from(text, f"{game.label} (the position carried over)")
        board = position.board(game.ruleset, game.scenario.id, game.options)
        return position.start(board, TypedDice()).state
    except PositionError as fault:
        raise NoTransfer(f"{game.label}: {fault}") from None
