"""The listed answers to the question on the table, sorted by what a click can mean: units, hexes, or neither.

Works for every ruleset: which fields of an action are hexes and which are units is read from the action's
own dataclass, so actions that a ruleset adds are lit up and clicked like the core's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args, get_type_hints

from hexcore.actions import Action, Conceal
from hexcore.maps import HexIndex
from hexcore.state import GameState

ENDINGS = ("done", "put-down")
"""Kinds of answer that end something and have a button of their own."""
UNIT_FIELDS = ("units", "unit", "attackers", "carrier")


@dataclass(frozen=True)
class Offer:
    """One listed answer: the units it names, and the hexes in which a click gives it (a path's last)."""

    action: Action
    kind: str
    units: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    path: tuple[int, ...] = ()

    @property
    def ends(self) -> bool:
        return self.kind in ENDINGS


_HEX_FIELDS: dict[type[Any], tuple[tuple[str, bool], ...]] = {}


def hex_fields(cls: type[Any]) -> tuple[tuple[str, bool], ...]:
    """The fields of an action class that hold hexes: (name, whether it is a path)."""
    if cls not in _HEX_FIELDS:
        hints = get_type_hints(cls, include_extras=True)
        named = [(f.name, hints[f.name]) for f in fields(cls)]
        found = [(n, n == "path") for n, hint in named if hint == HexIndex or HexIndex in get_args(hint)]
        _HEX_FIELDS[cls] = tuple(found)
    return _HEX_FIELDS[cls]


def offer_of(action: Action, numbers: Mapping[str, int] | None = None) -> Offer:
    """An action as something to click; a secret that is a hex is clicked by its number in *numbers*."""
    units: list[str] = []
    names = {field.name for field in fields(action)}
    for name in UNIT_FIELDS:
        value = getattr(action, name, ()) if name in names else ()
        units += [value] if isinstance(value, str) and value else list(value or ())
    hexes: list[int] = []
    path: tuple[int, ...] = ()
    for name, is_path in hex_fields(type(action)):
        value = getattr(action, name)
        if value is None or value == ():
            continue
        if is_path:
            path = tuple(value)
            hexes.append(path[-1])
        else:
            hexes += [value] if isinstance(value, int) else list(value)
    if isinstance(action, Conceal) and numbers and action.choice in numbers:
        hexes.append(numbers[action.choice])
    return Offer(action, action.kind, tuple(units), tuple(dict.fromkeys(hexes)), path)


@dataclass(frozen=True)
class Choices:
    """All offers of one question. `picked` are units chosen first, where an answer needs unit and hex."""

    offers: tuple[Offer, ...] = ()
    picked: tuple[str, ...] = ()

    @classmethod
    def of(cls, actions: Iterable[Action], numbers: Mapping[str, int] | None = None) -> Choices:
        """The offers that actions are; *numbers* are the hexes of the map by their printed numbers."""
        return cls(tuple(offer_of(action, numbers) for action in actions))

    def pick(self, units: tuple[str, ...]) -> Choices:
        """The same offers, with units chosen whose hexes then light up."""
        return Choices(self.offers, units)

    @property
    def placed(self) -> list[Offer]:
        """Offers with a hex that are lit now: of the picked units, else all but what waits for a pick."""
        found = [o for o in self.offers if o.hexes]
        if self.picked:
            return [o for o in found if set(self.picked) <= set(o.units)]
        waiting = self.waiting
        return [o for o in found if o.kind not in waiting]

    @property
    def waiting(self) -> set[str]:
        """Kinds that put units into hexes while other units may be clicked too: the unit is picked first."""
        by_kind: dict[str, set[tuple[str, ...]]] = {}
        alone: set[str] = set()
        for offer in self.offers:
            if not offer.hexes:
                alone.update(offer.units)
            if offer.hexes and not offer.path and offer.units:
                by_kind.setdefault(offer.kind, set()).add(offer.units)
        return {kind for kind, groups in by_kind.items() if len(groups) > 1 or not alone <= set(*groups)}

    @property
    def lit(self) -> dict[int, list[Offer]]:
        """The offers that a click on each hex can mean."""
        found: dict[int, list[Offer]] = {}
        for offer in self.placed:
            for hex in offer.hexes:
                found.setdefault(hex, []).append(offer)
        return found

    def of_units(self, ids: Iterable[str]) -> list[Offer]:
        """Offers about units alone (take, lose, add to an attack) that name only units among *ids*."""
        among = set(ids)
        return [o for o in self.offers if o.units and not o.hexes and set(o.units) <= among]

    def units_to_pick(self) -> dict[tuple[str, ...], list[Offer]]:
        """Offers with units and hexes, by their units."""
        found: dict[tuple[str, ...], list[Offer]] = {}
        for offer in self.offers:
            if offer.units and offer.hexes:
                found.setdefault(offer.units, []).append(offer)
        return found

    def hexes_of_units(self, state: GameState) -> dict[int, list[Offer]]:
        """Where the units stand that an offer is about: the hexes in which a click takes, loses or adds."""
        found: dict[int, list[Offer]] = {}
        for offer in self.offers:
            if offer.units and not offer.hexes:
                for hex in {state.units[i].hex for i in offer.units if i in state.units}:
                    if hex >= 0:
                        found.setdefault(hex, []).append(offer)
        return found

    @property
    def ending(self) -> Offer | None:
        """The answer that ends the question, where one is listed."""
        return next((o for o in self.offers if o.ends), None)

    @property
    def plain(self) -> list[Offer]:
        """Offers with neither unit nor hex, but for the one that ends the question."""
        return [o for o in self.offers if not o.units and not o.hexes and not o.ends]

    def by_kind(self) -> Mapping[str, list[Offer]]:
        """Every offer but endings, by kind, in the order listed."""
        found: dict[str, list[Offer]] = {}
        for offer in self.offers:
            if not offer.ends:
                found.setdefault(offer.kind, []).append(offer)
        return found
