"""Why a hex or a unit pointed at is no answer now: the refusal of the answer it would have been."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexcore.actions import AddAttacker, Declare, Move, Place, Take
from hexcore.movement import move_refusals
from hexcore.rules import Refusal
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui import sight
from hexcore_gui.explaining import Explanation, move_explained, refused
from hexcore_gui.why_no_way import no_way
from hexcore_gui.wording import points_text

if TYPE_CHECKING:
    from hexcore_gui.pointing import Pointing
    from hexcore_gui.table_link import TableLink


def why_not(pointing: Pointing, hex: int, unit: str = "") -> Explanation | None:
    """Why a hex is no answer now; None where nothing is refused."""
    if pointing.in_hand:
        return _no_move(pointing, hex)
    stage, link = pointing.stage, pointing.link
    if (found := no_way(pointing, hex, unit)) is not None:
        return found
    tried, title = _tried(pointing, link.state, hex, unit)
    why = link.refusal(tried) if tried is not None else None
    if why is None:
        return None
    if title.endswith(("in", "to", "attack")):
        title = f"{title} {stage.hex_name(hex)}"
    return refused(stage, title, why, hex)


def _no_move(pointing: Pointing, hex: int) -> Explanation | None:
    link, choices = pointing.link, pointing.choices
    ids = tuple(u.id for u in pointing.in_hand)
    move = Move(ids, hex)
    found = link.ask(lambda s: move_refusals(s, sight.units_in_hand(s), move)) or []
    full = link.refusal(move)
    found = found or ([full] if full is not None else [])
    found = found or _stop_refusals(pointing, hex, ids)
    if not found and pointing.by:
        return _not_that_way(pointing, hex)
    return link.ask(lambda s: move_explained(pointing.stage, s, sight.units_in_hand(s), hex, found, choices))


def nowhere(link: TableLink, units: tuple[Unit, ...]) -> Refusal | None:
    """Why units in hand can go to no hex at all: what most of the hexes around them are refused for."""

    def most(state: GameState) -> Refusal | None:
        hand, ids = tuple(state.units[u.id] for u in units), tuple(u.id for u in units)
        found: dict[tuple[str, str], list[Refusal]] = {}
        for hex in state.board.map.around(hand[0].hex):
            for why in move_refusals(state, hand, Move(ids, hex))[:1] if hex >= 0 else ():
                alike = (why.rule, why.reason.replace(state.board.map.numbers[hex], ""))
                found.setdefault(alike, []).append(why)
        return max(found.values(), key=len)[0] if found else None

    return link.ask(most)


def _not_that_way(pointing: Pointing, hex: int) -> Explanation | None:
    """A hex within reach, but not by way of the hexes chosen."""
    stage, by = pointing.stage, pointing.by
    left = pointing.link.ask(lambda s: sight.left_at(s, sight.units_in_hand(s), by))
    if left is None:
        return None
    way = ", ".join(stage.number(point) for point in by)
    why = f"By way of {way} {points_text(left)} would be left, which do not lead there."
    title = f"May not go to {stage.hex_name(hex)} this way"
    return Explanation(title, "", (why,), "Esc, or the right button, takes the last way-point back.", hex)


def _stop_refusals(pointing: Pointing, hex: int, ids: tuple[str, ...]) -> list[Refusal]:
    """Why units may pass a hex and not stop there."""
    found = pointing.link.ask(lambda s: stack_refusal(s, tuple(s.units[i] for i in ids), hex))
    return [found] if found is not None else []


def _tried(pointing: Pointing, state: GameState, hex: int, unit: str) -> tuple[object | None, str]:
    """The answer a click on a hex would have been, and how its refusal is headed."""
    units, name = state.at(hex), pointing.stage.unit_name
    decision = pointing.link.decision
    if (not units and not pointing.picked) or decision is None or not pointing.kind:
        return None, ""
    top = state.units[unit] if unit else (units[-1] if units else None)
    ours = top is not None and top.side == decision.side
    if pointing.picked:
        return Place(pointing.picked[0], hex), f"{name(pointing.picked[0])} may not be placed in"
    if pointing.kind == "movement-phase" and ours and top is not None:
        return Take((top.id,)), f"{name(top)} may not be taken in hand"
    if pointing.kind in ("combat-phase", "muster") and top is not None and not ours:
        return Declare((hex,)), "You may not attack"
    if pointing.kind == "muster" and ours and top is not None:
        return AddAttacker(top.id), f"{name(top)} may not join the attack"
    return None, ""
