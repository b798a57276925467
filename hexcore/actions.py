"""What a side may answer. Plain data; the decision on the table says what it means.

In JSON a hex is its printed number, and one unit may be written `"unit": id` for `"units": [id]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union

from hexcore.maps import HexIndex, HexMap
from hexcore.tables import first_fault

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Take:
    """Take a unit, stack or division in hand."""

    units: tuple[str, ...]
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class PutDown:
    """Put down what is in hand."""

    kind: Literal["put-down"] = "put-down"


@dataclass(frozen=True, slots=True)
class Move:
    """Move to a hex by the cheapest path, or along a path (the hexes entered, in order)."""

    units: tuple[str, ...] = ()
    to: HexIndex | None = None
    path: tuple[HexIndex, ...] = ()
    kind: Literal["move"] = "move"

    def towards(self, hex: HexIndex) -> Move:
        """The move of the same units to a hex, without a path. Filled in slot by slot, which takes half the
        time: a game lists tens of thousands."""
        made: Move = _new(Move)
        _fill_units(made, self.units)
        _fill_to(made, hex)
        _fill_path(made, ())
        _fill_kind(made, "move")
        return made


_new: Any = object.__new__
_fill_units, _fill_to, _fill_path, _fill_kind = (
    getattr(Move, name).__set__ for name in ("units", "to", "path", "kind")
)


@dataclass(frozen=True, slots=True)
class Overrun:
    """Overrun an adjacent hex with the units in hand."""

    target: HexIndex
    units: tuple[str, ...] = ()
    kind: Literal["overrun"] = "overrun"


@dataclass(frozen=True, slots=True)
class Exit:
    """Leave the map over an edge (the map's word for it)."""

    edge: str
    units: tuple[str, ...] = ()
    kind: Literal["exit"] = "exit"


@dataclass(frozen=True, slots=True)
class Embark:
    """Go aboard another unit."""

    carrier: str
    units: tuple[str, ...] = ()
    kind: Literal["embark"] = "embark"


@dataclass(frozen=True, slots=True)
class Disembark:
    """Set down what the unit in hand carries."""

    units: tuple[str, ...]
    kind: Literal["disembark"] = "disembark"


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare an attack on one or more hexes, or add a hex to the attack just declared."""

    targets: tuple[HexIndex, ...]
    kind: Literal["declare"] = "declare"


@dataclass(frozen=True, slots=True)
class AddAttacker:
    """Bring a unit into the attack."""

    unit: str
    kind: Literal["add-attacker"] = "add-attacker"


@dataclass(frozen=True, slots=True)
class Attack:
    """A whole declaration at once: targets, attackers, and what is committed `with` them."""

    targets: tuple[HexIndex, ...]
    attackers: tuple[str, ...]
    support: Mapping[str, bool | int | str | tuple[str, ...]] = field(default_factory=dict)
    kind: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat along a path (the hexes entered, in order)."""

    units: tuple[str, ...]
    path: tuple[HexIndex, ...]
    kind: Literal["retreat"] = "retreat"


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance along a path (the hexes entered, in order)."""

    units: tuple[str, ...]
    path: tuple[HexIndex, ...]
    kind: Literal["advance"] = "advance"


@dataclass(frozen=True, slots=True)
class Lose:
    """Lose a step."""

    unit: str
    kind: Literal["lose"] = "lose"


@dataclass(frozen=True, slots=True)
class Place:
    """Put a unit on the map: a set-up, an arrival, a displacement."""

    unit: str
    hex: HexIndex
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Commit:
    """Commit something: points, a headquarters, a replacement, a marker, a `word` such as an odds column."""

    what: str
    unit: str = ""
    hex: HexIndex | None = None
    amount: int = 1
    word: str = ""
    kind: Literal["commit"] = "commit"


@dataclass(frozen=True, slots=True)
class Conceal:
    """A secret answer: `commitment` is the salted hash, `choice` and `salt` its opening.

    The opening is known to its owner only; elsewhere both are empty.
    """

    what: str
    choice: str = ""
    salt: str = ""
    commitment: str = ""
    kind: Literal["conceal"] = "conceal"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose one of the options a decision offers."""

    option: str
    kind: Literal["choose"] = "choose"


@dataclass(frozen=True, slots=True)
class Done:
    """End what may be ended."""

    kind: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice, in the order rolled. Only CHANCE says this."""

    dice: tuple[int, ...]
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the table by consent, no rule of the game behind it: one of these, and why.

    A `unit` goes to a `hex` or a `box` or now has so many `losses`; a `marker` lies `count` times on its
    `subject` (a unit, a hex); a `track` stands at a `value`; a `hex` is in the hands of a `holder` (`nobody`
    for none).
    """

    unit: str = ""
    hex: HexIndex | None = None
    box: str = ""
    losses: int | None = None
    marker: str = ""
    subject: str = ""
    count: int | None = None
    track: str = ""
    value: int | str | None = None
    holder: str = ""
    reason: str = ""
    kind: Literal["edit"] = "edit"


Action: TypeAlias = Any
"""Any of the classes above, or one a ruleset adds: a frozen dataclass with a literal `kind`."""

ACTIONS: tuple[type[Any], ...] = (
    Take,
    PutDown,
    Move,
    Overrun,
    Exit,
    Embark,
    Disembark,
    Declare,
    AddAttacker,
    Attack,
    Retreat,
    Advance,
    Lose,
    Place,
    Commit,
    Conceal,
    Choose,
    Done,
    Roll,
    Edit,
)


class ActionError(ValueError):
    """An action that is no action: unknown kind, word, unit or hex, or something missing."""


@lru_cache(maxsize=16)
def _adapter_of(classes: tuple[type[Any], ...]) -> TypeAdapter[Any]:
    """What reads and writes the actions of any map; making it takes longer than a game's first answers."""
    from pydantic import Field, TypeAdapter

    union: Any = Annotated[Union[classes], Field(discriminator="kind")]  # noqa: UP007
    return TypeAdapter(union)


class ActionForm:
    """The JSON form of actions on one map: parsing with clear errors, and back."""

    def __init__(self, hex_map: HexMap, unit_ids: frozenset[str], extra: tuple[type[Any], ...] = ()) -> None:
        self._context = {"map": hex_map}
        self._unit_ids = unit_ids
        self._classes = {cls.__dataclass_fields__["kind"].default: cls for cls in (*ACTIONS, *extra)}
        self._words = {kind: frozenset(f.name for f in fields(cls)) for kind, cls in self._classes.items()}
        self._adapter = _adapter_of(tuple(self._classes.values()))

    def parse(self, data: object) -> Action:
        """An action from plain data. Raises ActionError saying what is unknown or missing."""
        from pydantic import ValidationError

        if not isinstance(data, Mapping):
            raise ActionError("an action is a JSON object with a kind")
        plain = self._plural(dict(data))
        kind = plain.get("kind")
        if not isinstance(kind, str) or kind not in self._classes:
            known = ", ".join(sorted(self._classes))
            raise ActionError(f"unknown kind of action {kind!r}; known: {known}")
        self._refuse_unknown_words(kind, plain)
        try:
            action = self._adapter.validate_python(plain, context=self._context, strict=False)
        except ValidationError as fault:
            raise ActionError(f"{kind}: {first_fault(fault)}") from None
        self._refuse_unknown_units(action)
        return action

    def dump(self, action: Action) -> dict[str, Any]:
        """An action as plain data, `kind` first, empty fields left out."""
        data: dict[str, Any] = self._adapter.dump_python(action, context=self._context, mode="json")
        plain = {"kind": data.pop("kind")}
        for key, value in data.items():
            if value in (None, [], "", {}) and key not in ("path", "option"):
                continue
            plain[{"support": "with"}.get(key, key)] = value
        if plain["kind"] == "move" and not plain.get("path"):
            plain.pop("path", None)
        if len(plain.get("units", ())) == 1:
            plain = {("unit" if k == "units" else k): (v[0] if k == "units" else v) for k, v in plain.items()}
        return plain

    def _plural(self, data: dict[str, Any]) -> dict[str, Any]:
        kind = data.get("kind")
        names = self._words.get(kind, frozenset()) if isinstance(kind, str) else frozenset()
        if "units" in names and "unit" in data and "units" not in data:
            data["units"] = [data.pop("unit")]
        if "support" in names and "with" in data:
            data["support"] = data.pop("with")
        if "dice" in names and "die" in data:
            data["dice"] = [data.pop("die")]
        return data

    def _refuse_unknown_words(self, kind: str, data: Mapping[str, Any]) -> None:
        names = self._words[kind]
        for word in data:
            if word not in names:
                raise ActionError(f"{kind}: unknown word {word!r}; it takes {', '.join(sorted(names))}")

    def _refuse_unknown_units(self, action: Action) -> None:
        ids = [id for name in ("unit", "carrier") if (id := getattr(action, name, ""))]
        for group in ("units", "attackers"):
            ids.extend(getattr(action, group, ()))
        for unit in ids:
            if unit not in self._unit_ids:
                raise ActionError(f"no unit {unit!r} in this game")
