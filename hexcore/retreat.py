"""Retreats: the paths a unit may take, and whether all units of a combat can complete theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexcore.customs import Custom
from hexcore.events import Moved, apply
from hexcore.reach import Passage, forbidding
from hexcore.rules import Mask, Rank, Refusal, general
from hexcore.stacking import fits, friends_at, stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore.zoc import occupied

MOST_TRIES = 400
"""A joint retreat not found after so many positions is taken not to exist."""

MOST_HEXES = 4
"""No result of an SPI-era table drives a unit back further than this many hexes at once."""


@general("retreat_masks")
def not_into_the_enemy(state: GameState, unit: Unit) -> Mask:
    """No unit retreats into a hex in which an enemy unit stands."""
    return Mask("closed", "an enemy unit stands in {hex}", occupied(state, state.enemy(unit.side)))


@general("may_retreat")
def within_stacking(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> list[Refusal] | None:
    """A retreat does not end in excess of the stacking limits."""
    refusal = stack_refusal(state, (unit,), path[-1])
    return [refusal] if refusal is not None else None


@general("may_retreat")
def past_full_hexes(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> list[Refusal] | None:
    """A retreat passes friends where the rules let it."""
    return _passing(state, (unit,), path[:-1]) or None


@general("may_go_along")
def bystanders_stay(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> Refusal | None:
    """Units that had no part in a combat stay where they are."""
    return Refusal("", f"{units[0].counter.name} does not have to retreat")


@general("crowded_out")
def all_or_none() -> bool:
    """A retreat for which there is no room is not made."""
    return False


@general("may_retreat")
def through_friends(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Refusal | None:
    """A retreat may pass through friends, who are not disturbed."""
    if state.board.rules.holds(Custom.THROUGH_FRIENDS):
        return None
    blocked = [hex for hex in path[:-1] if friends_at(state, unit.side, hex, (unit.id,))]
    if not blocked:
        return None
    return Refusal("", f"friendly units stand in {state.board.map.numbers[blocked[0]]}")


def strangers_at(state: GameState, combat: Combat, side: Side, hex: int) -> bool:
    """Whether friends stand in a hex other than fellows who retreated there from the same combat."""
    fellows = combat.attackers if side == combat.side else combat.defenders
    if hex in combat.origins or hex in combat.targets:
        fellows = ()
    return bool(friends_at(state, side, hex, fellows))


def _passage(state: GameState, unit: Unit) -> Passage:
    def compute() -> Passage:
        # step by step is all a retreat goes: nothing but the masks themselves is asked
        return Passage(masks=tuple(state.board.rules.retreat_masks(state, unit)))

    return state.derived("*", ("retreat", unit.id), compute)


def _ways(state: GameState, unit: Unit, hexes: int) -> Iterator[tuple[int, ...]]:
    """Every open path of so many hexes that ends that far from where it began."""
    passage, start = _passage(state, unit), unit.hex
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    game_map, gaining = state.board.map, state.board.rules.holds(Custom.GAINING_DISTANCE)

    def extend(path: tuple[int, ...], here: int) -> Iterator[tuple[int, ...]]:
        if len(path) == hexes:
            yield path
            return
        for near, _, side in exits[here]:
            if (
                not path
                or game_map.distance(start, near) == len(path) + 1
                or (not gaining and near != start and near not in path)
            ):
                if forbidding(passage, start, here, near, side) is None:
                    yield from extend((*path, near), near)

    return extend((), start)


def retreat_paths(state: GameState, unit: Unit, hexes: int, combat: Combat) -> list[tuple[int, ...]]:
    """Every path of retreat the rules allow a unit, best-ranked only."""
    ways = _ranked(state, unit, hexes, combat)
    best = min((levels for levels, _ in ways), default=())
    return [way for levels, way in ways if levels == best]


def _ranked(
    state: GameState, unit: Unit, hexes: int, combat: Combat
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every path that no rule refuses, with the levels it ranks at."""
    ranks, at = state.board.rules.retreat_ranks, state.stacks.get
    asked, allowed = _asked(state, combat), state.board.rules.can_retreat

    def may(way: tuple[int, ...]) -> bool:
        key = (unit.id, way, tuple(map(at, way)))
        found = asked.get(key)
        if found is None:
            found = asked[key] = allowed(state, unit, way, combat)
        return found

    def compute() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        ways = [way for way in _ways(state, unit, hexes) if may(way)]
        return [(tuple([rank.level for rank in ranks(state, unit, way, combat)]), way) for way in ways]

    return state.derived("*", ("ranked ways", unit.id, hexes, combat.id), compute)


_Asked = dict[tuple[str, tuple[int, ...], tuple[tuple[str, ...] | None, ...]], bool]


def _asked(state: GameState, combat: Combat) -> _Asked:
    """What `may_retreat` has said of units and paths, by who stands in the hexes of the path."""
    found: _Asked = state.derived("*", ("may retreat", combat.id), dict)
    return found


def driven_back(state: GameState, ids: tuple[str, ...], hex: int, combat: Combat) -> GameState:
    """The position once units have gone back to a hex, in thought: what rules say of paths is still known,
    for they look at the hexes of a path alone."""
    asked = _asked(state, combat)
    after = apply(state, Moved(ids, hex, "retreat"))
    after.derived("*", ("may retreat", combat.id), lambda: asked)
    return after


def retreat_refusal(
    state: GameState, unit: Unit, path: tuple[int, ...], hexes: int, combat: Combat
) -> Refusal | None:
    """Why a unit may not retreat along a path; None when it may."""
    if path in retreat_paths(state, unit, hexes, combat):
        return None
    name, numbers = unit.counter.name, state.board.map.numbers
    if len(path) != hexes:
        return Refusal("", f"{name} must retreat {hexes} hexes, the path has {len(path)}")
    shut = blocked(state, unit, path)
    if shut is not None:
        return shut
    rules = state.board.rules
    if state.board.map.distance(unit.hex, path[-1]) != hexes:
        reason = f"{numbers[path[-1]]} is not {hexes} hexes from where {name} stood"
        return Refusal(rules.cites(Custom.GAINING_DISTANCE), reason)
    refusals = rules.may_retreat(state, unit, path, combat)
    if refusals:
        return refusals[0]
    return _outranked(state, unit, path, hexes, combat)


def _passing(state: GameState, units: tuple[Unit, ...], hexes: tuple[int, ...]) -> list[Refusal]:
    """Why units may not pass together through hexes where friends stand."""
    side, ids = units[0].side, [u.id for u in units]
    held = [hex for hex in hexes if hex in state.stacks and friends_at(state, side, hex, ids)]
    return [found for hex in held for found in state.board.rules.may_pass(state, units, hex)]


def group_refusal(state: GameState, ids: tuple[str, ...], path: tuple[int, ...]) -> Refusal | None:
    """Why units that could each go back along a path may not do so together: full hexes on it."""
    units = tuple(state.units[i] for i in ids)
    if len(units) > 1:
        passing = _passing(state, units, path[:-1])
        if passing:
            return passing[0]
    return stack_refusal(state, units, path[-1])


def blocked(state: GameState, unit: Unit, path: tuple[int, ...]) -> Refusal | None:
    """What bars a unit's way from its hex along a path: masks and the ground."""
    passage, here, numbers = _passage(state, unit), unit.hex, state.board.map.numbers
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    for near in path:
        if near not in state.board.map.around(here):
            return Refusal("", f"{numbers[here]} and {numbers[near]} do not touch")
        side = state.board.map.side(here, near)
        mask = forbidding(passage, unit.hex, here, near, side)
        if mask is not None:
            return Refusal(mask.rule, mask.reason.format(hex=numbers[near]))
        if not any(way == side for _, _, way in exits[here]):
            return Refusal("", f"no way leads from {numbers[here]} to {numbers[near]}")
        here = near
    return None


def _outranked(state: GameState, unit: Unit, path: tuple[int, ...], hexes: int, combat: Combat) -> Refusal:
    best = retreat_paths(state, unit, hexes, combat)
    rules = state.board.rules
    better: Sequence[Rank] = rules.retreat_ranks(state, unit, best[0], combat) if best else ()
    for rank, other in zip(rules.retreat_ranks(state, unit, path, combat), better, strict=False):
        if rank.level > other.level:
            return Refusal(rank.rule, rank.text)
    return Refusal("", "that is no path of retreat")


def all_can_go(state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat) -> bool:
    """Whether all of these units can retreat so many hexes, in some order."""
    return ample_room(state, ids, hexes, combat) or completion(state, ids, hexes, combat) is not None


def ample_room(
    state: GameState,
    ids: tuple[str, ...],
    hexes: int,
    combat: Combat,
    gone: tuple[str, ...] = (),
    end: int = -1,
) -> bool:
    """Whether a way for each of these units is seen at once, the *gone* among them having gone to *end*.

    So it is where, one after the other, all find a way that nothing they do can spoil: none ranks higher,
    it leads over vacant hexes that none of them leaves, and these hold all who come there. From one hex no
    way leads over a hex that they leave: there the best a unit has will do, friends on it or not. Rules look
    at the hexes of a path alone (`may_retreat`), and friends close no zone. False says nothing.
    """
    starts = {state.units[id].hex for id in ids}
    one = len(starts) == 1
    there: dict[int, tuple[str, ...]] = {end: gone} if gone else {}
    alone = hexes > 1 and not state.board.rules.holds(Custom.THROUGH_FRIENDS)

    def holds(hex: int, id: str) -> bool:
        others = there.get(hex, ())
        if hex in starts or (alone and others) or (not one and hex in state.stacks):
            return False
        return not others or _hold_together(state, (*others, id), hex)

    for id in ids:
        if id in gone:
            continue
        ranked = _ranked(state, state.units[id], hexes, combat)
        best = min((levels for levels, _ in ranked), default=())
        fit = (w for levels, w in ranked if levels == best and all(holds(h, id) for h in w))
        way = next(fit, None) if one or not any(best) else None
        if way is None:
            return False
        there.update({hex: (*there.get(hex, ()), id) for hex in way})
    return True


def _hold_together(state: GameState, ids: tuple[str, ...], hex: int) -> bool:
    """Whether some units may stand together in a hex."""
    units = tuple(state.units[id] for id in ids)
    key = ("hold together", frozenset(ids), hex)
    return state.derived("*", key, lambda: fits(state, units, hex))


def completion(
    state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat
) -> dict[str, tuple[int, ...]] | None:
    """One way for all of these units to retreat so many hexes, in any order; None when there is none."""
    if any(next(_ways(state, state.units[id], hexes), None) is None for id in ids):
        return None
    return _complete(state, ids, hexes, combat, set())


def _complete(
    state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat, dead: set[int]
) -> dict[str, tuple[int, ...]] | None:
    """`dead` holds the positions from which no way was found."""
    if not ids:
        return {}
    for id in ids:
        others, ends = tuple(i for i in ids if i != id), set()
        for path in retreat_paths(state, state.units[id], hexes, combat):
            if len(dead) > MOST_TRIES:
                return None
            if path[-1] in ends:
                continue
            after = driven_back(state, (id,), path[-1], combat)
            if after.digest in dead:
                continue
            ends.add(path[-1])
            rest = _complete(after, others, hexes, combat, dead)
            if rest is not None:
                return {id: path, **rest}
    dead.add(state.digest)
    return None


def deepest(state: GameState, ids: tuple[str, ...], most: int, combat: Combat) -> list[int]:
    """The numbers of hexes, 0 to *most*, that all of these units can retreat together."""
    found = [0]
    for hexes in range(1, min(most, MOST_HEXES) + 1):
        if all_can_go(state, ids, hexes, combat):
            found.append(hexes)
    return found


# ------------------------------------------------------------------ want of room
def crowded_out(state: GameState, id: str, hexes: int, combat: Combat) -> bool:
    """Whether nothing but full hexes keeps a unit from going back, and the rules eliminate it for that."""
    unit = state.units[id]
    if retreat_paths(state, unit, hexes, combat) or not state.board.rules.crowded_out(state, unit, combat):
        return False
    return any(_only_full(state, unit, path, combat) for path in _ways(state, unit, hexes))


def _only_full(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> bool:
    """Whether full hexes are all that is against a path."""
    full = [*(within_stacking(state, unit, path, combat) or ()), *_passing(state, (unit,), path[:-1])]
    return all(found in full for found in state.board.rules.may_retreat(state, unit, path, combat))


def some_find_room(state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat) -> bool:
    """Whether one of these units can go so many hexes, and the rest can too or would be crowded out."""
    can = [id for id in ids if retreat_paths(state, state.units[id], hexes, combat)]
    if not can or not state.board.rules.crowded_out(state, state.units[can[0]], combat):
        return False
    return all(id in can or crowded_out(state, id, hexes, combat) for id in ids)
