"""What one face of a counter shows, as plain data: the painter's only input and the key of its cache."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hexcore.units import Counter
from hexcore_gui.presentation import Card, Presentation

ASSET_BODY, ASSET_INK = "#EDE9DC", "#1B1B1B"


@dataclass(frozen=True)
class Badge:
    """One or two letters on a counter. `hatch` lays stripes of the colour over the symbol too."""

    text: str
    shape: Literal["round", "diamond", "square", "corner"] = "round"
    color: str = "#2B3036"
    ink: str = "#FFFFFF"
    hatch: bool = False


@dataclass(frozen=True)
class CounterFace:
    """A counter as it lies on the map. Colours are `#RRGGBB`; `symbol` is a symbol code, `tint` its box.

    `number` stands on the left, `formation` on the right, `size` above, `figures` below; `note` is small
    print in the symbol, on a headquarters what stands under the pennant.
    """

    figures: str = ""
    number: str = ""
    size: str = ""
    formation: str = ""
    symbol: str = ""
    letters: str = ""
    note: str = ""
    note_at: Literal["foot", "middle"] = "foot"
    card: Card = "unit"
    body: str = "#AEB7AC"
    ink: str = "#12171A"
    edge: str = "#5E685E"
    edge_dark: str = ""
    tint: str = "#FFFFFF"
    steps: int = 1
    left: int = 1
    reduced: bool = False
    moved: bool = False
    fought: bool = False
    in_hand: bool = False
    badges: tuple[Badge, ...] = ()


def face_of(
    looks: Presentation,
    counter: Counter,
    losses: int = 0,
    *,
    moved: bool = False,
    fought: bool = False,
    in_hand: bool = False,
    markers: Iterable[str] = (),
) -> CounterFace:
    """The face of an engine's counter in play, dressed by the ruleset's looks."""
    kind, formation = looks.kind_look(counter.kind), looks.formation_look(counter.formation)
    nation = looks.nation_look(
        looks.nation_of(counter.id, counter.nation or counter.side, counter.kind, counter.formation)
    )
    own = looks.units.get(counter.id)
    step = counter.steps[min(losses, len(counter.steps) - 1)]
    part = bool(counter.formation) and counter.formation != counter.designation
    asset = kind.card == "asset"
    return CounterFace(
        figures=kind.figures.format(strength=step.strength, movement=step.movement, radius=counter.radius),
        number=own.number if own and own.number else counter.designation,
        size=looks.sizes.get(counter.size, counter.size),
        formation=(formation.short or counter.formation) if part else "",
        symbol=kind.symbol,
        letters=kind.letters,
        note=own.note if own and own.note else kind.note,
        note_at=kind.note_at,
        card=kind.card,
        body=ASSET_BODY if asset else nation.body,
        ink=ASSET_INK if asset else nation.ink,
        edge=nation.edge,
        edge_dark=nation.edge_dark,
        tint=formation.tint if part and formation.tint else nation.box,
        steps=len(counter.steps),
        left=max(0, len(counter.steps) - losses),
        reduced=losses > 0,
        moved=moved,
        fought=fought,
        in_hand=in_hand,
        badges=tuple(_badge(looks, marker) for marker in markers),
    )


def _badge(looks: Presentation, marker: str) -> Badge:
    look = looks.marker_look(marker)
    return Badge(look.badge, look.shape, look.color, look.ink, look.hatch)
