"""3: setting up. Grey first, each unit in its area, two ambush markers, one of them real."""

from __future__ import annotations

from collections.abc import Mapping

from crossing.pieces import AMBUSHES, GREEN, GREY, counters
from hexcore.commitments import Secret
from hexcore.events import Asked, Event
from hexcore.maps import HexMap
from hexcore.rules import rule
from hexcore.setup import Area, SetUp
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Place, Side


def everything_waits(hex_map: HexMap) -> Mapping[str, tuple[Place, int]]:
    return dict.fromkeys(counters(), (ARRIVALS, 0))


def of_kind(state: GameState, side: Side, *kinds: str) -> tuple[str, ...]:
    return tuple(c.id for c in state.board.counters.values() if c.side == side and c.kind in kinds)


@rule({"crossing": "3.1"}, hook="set_up_areas")
def given_hexes(state: GameState, side: Side) -> list[Area]:
    group = state.board.map.group
    if side == GREY:
        guards = of_kind(state, GREY, "foot", "armour")
        return [
            Area(guards, group("rear"), "beyond the watch"),
            Area(of_kind(state, GREY, "ambush"), group("ambush-ground"), "on the far bank"),
        ]
    rifles = of_kind(state, GREEN, "foot")
    return [
        Area(of_kind(state, GREEN, "armour"), group("north-bank"), "on the two rows of the north edge"),
        Area(rifles, group("camp"), "in the camp"),
        Area(rifles, group("forward"), "one of them on the third row", most=1),
        Area(of_kind(state, GREEN, "truck"), group("truck-park"), "in the truck park", crowded=False),
    ]


@rule({"crossing": "3.2"}, hook="set_up_areas")
def the_watch(state: GameState, side: Side) -> list[Area] | None:
    if side != GREY:
        return None
    guards, group = of_kind(state, GREY, "foot", "armour"), state.board.map.group
    posts = ("town", "left-watch", "right-watch")
    return [Area(guards, group(post), f"at least one at the {post}", least=1) for post in posts]


@rule({"crossing": "9.1"}, hook="set_up_room", also={"crossing": ("9.2",)})
def room_in(state: GameState, side: Side, hex: int) -> int:
    return 1 if hex in state.board.map.group("ambush-ground") else 3


@rule({"crossing": "3.3"}, hook="begin_phase", also={"crossing": ("4.1", "4.2")})
def set_up_questions(state: GameState, phase: str) -> list[Event] | None:
    if phase == "grey-setup":
        which = Secret(GREY, "ambush", AMBUSHES, "3.3", "Choose in secret which ambush is real.")
        return [Asked((SetUp(GREY, "4.1"), which))]
    return [Asked((SetUp(GREEN, "4.2"),))] if phase == "green-setup" else None
