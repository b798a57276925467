"""What a ruleset says about its looks: the `presentation.toml` as frozen dataclasses.

The client knows textures, line styles, badge shapes and slots; a ruleset names and fills them. Every key
may be absent: an empty mapping gives a playable board. Colours are written `#RRGGBB`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from hexcore.tables import DataError, first_fault
from hexcore_gui.list_looks import ChartLook, CommandLook, PhaseLook, PresetLook, QuestionLook, SupplyLook

Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
Colours = tuple[Colour, ...]
Texture = Literal[
    "plain", "strips", "hedged-fields", "trees-open", "trees-dense", "hachures", "tufts", "hatch",
    "stipple", "blocks", "blocks-dense", "outline", "sea", "none",
]  # fmt: skip
Compass = Literal["", "C", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Card = Literal["unit", "hq", "asset"]

STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, config=STRICT)
class SideLook:
    """A side in the decision bar, the phase strip and arrows; `ink` is written on `block`.

    `adjective` stands before a noun (`Red combat`) where the name does not. `nations` lists whose counters
    it plays, so that opposing bodies can be proved apart.
    """

    name: str = ""
    adjective: str = ""
    nations: tuple[str, ...] = ()
    verb: str = "decides"
    block: Colour = "#4A4F55"
    ink: Colour = "#FFFFFF"
    hand_over: str = ""


@dataclass(frozen=True, config=STRICT)
class NationLook:
    """The body of a counter, what is printed on it, and its edge."""

    body: Colour
    ink: Colour = "#12171A"
    edge: Colour = "#3A3F44"
    edge_dark: str = ""
    box: Colour = "#FFFFFF"
    label: str = ""


@dataclass(frozen=True, config=STRICT)
class KindLook:
    """A printed type of unit: `symbol` is a symbol code, `letters` its stand-in, `note` small print in it.

    `figures` is a format of strength, movement and radius; `nation` overrides the counter's own.
    """

    symbol: str = ""
    letters: str = ""
    card: Card = "unit"
    figures: str = "{strength}-{movement}"
    note: str = ""
    note_at: Literal["foot", "middle"] = "foot"
    nation: str = ""
    label: str = ""


@dataclass(frozen=True, config=STRICT)
class FormationLook:
    """A formation: what its counters say on the right edge, the tint of their symbol box, its nation."""

    short: str = ""
    tint: str = ""
    nation: str = ""
    name: str = ""


@dataclass(frozen=True, config=STRICT)
class UnitLook:
    """What one counter shows other than its kind and formation say."""

    nation: str = ""
    number: str = ""
    note: str = ""
    name: str = ""


@dataclass(frozen=True, config=STRICT)
class GroundLook:
    """A terrain or a feature: texture, its colours (those left out are the texture's own), painting order."""

    label: str = ""
    texture: Texture = "plain"
    light: Colours = ()
    dark: Colours = ()
    order: int = 50
    region_edge: Literal["none", "dashed", "line"] = "none"


@dataclass(frozen=True, config=STRICT)
class LineLook:
    """A line along or across hexsides; `weight` 2 is the wider of two."""

    label: str = ""
    style: Literal["river", "bar", "ridge", "cased", "dashed", "front", "line", "none"] = "line"
    weight: Literal[1, 2] = 1
    light: Colours = ()
    dark: Colours = ()


@dataclass(frozen=True, config=STRICT)
class PlaceLook:
    """A kind of place. Rank 0 is named far out, 1 in the middle, 2 near, 3 never."""

    glyph: Literal["blocks", "blocks-dense", "ring", "dot", "none"] = "ring"
    rank: Literal[0, 1, 2, 3] = 2
    label: str = ""
    face: Literal["place", "water"] = "place"


@dataclass(frozen=True, config=STRICT)
class LabelLook:
    """How the name of a place is spelt on the map and on which side of it; `""` hides it."""

    text: str | None = None
    at: Compass = ""


@dataclass(frozen=True, config=STRICT)
class NameLook:
    """A name of the ground itself, laid over the middle of `hexes` (printed numbers)."""

    text: str
    kind: Literal["water", "hill", "wood", "sea"]
    hexes: tuple[str, ...]
    at: Compass = "C"
    size: float = 1.0
    turn: float = 0.0


@dataclass(frozen=True, config=STRICT)
class MarkerLook:
    """A marker or state on a counter: a badge of one or two letters; `words` for some numbers of it.

    With `supply` it is also shown, as things stand, on every unit whose state of supply has that name.
    """

    badge: str = ""
    shape: Literal["round", "diamond", "square", "corner"] = "round"
    color: Colour = "#2B3036"
    ink: Colour = "#FFFFFF"
    hatch: bool = False
    text: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    supply: str = ""

    def told(self, number: int) -> str:
        """The marker in words, with how many lie there."""
        if known := self.words.get(str(number)):
            return known
        return self.text + (f" × {number}" if number > 1 else "")


@dataclass(frozen=True, config=STRICT)
class AnswerLook:
    """How answers to a question are called: the heading over them, and `words` for what can be chosen.

    By its name (`rain`), or by the kinds of question and answer (`storm declare`), which comes first.
    In `words`, `*` is a form for whatever has no words of its own: `{}` in it is what is chosen. What is
    `last` is listed after the other answers, and has no number key. `track` is what is spent by it.
    """

    label: str = ""
    last: bool = False
    track: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    def word(self, chosen: str) -> str:
        """What a choice is called; its own name as a label where nothing is said of it."""
        form = self.words.get(chosen) or self.words.get("*", "")
        return form.replace("{}", chosen) or titled(chosen)


@dataclass(frozen=True, config=STRICT)
class TrackLook:
    """A track in the strip: filled squares, a number, or words with icons. `effects` says what a value means,
    by the value, or by `value side` in the player turn of a side."""

    label: str = ""
    form: Literal["pips", "number", "words"] = "number"
    color: Colour = "#44484C"
    icons: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    effects: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, config=STRICT)
class BoxLook:
    """A box off the map and what its columns sort by."""

    title: str = ""
    columns: str = ""


@dataclass(frozen=True, config=STRICT)
class ScenarioLook:
    """What is said of a scenario before it is played: what it is about, how long, who has the edge."""

    description: str = ""
    length: str = ""
    balance: str = ""


@dataclass(frozen=True, config=STRICT)
class ScaleLook:
    """The ground's size; `unlisted` says what a hex of a sheet is that the map does not list."""

    km_per_hex: float = 0.0
    unlisted: Literal["sea", "off-map"] = "off-map"


@dataclass(frozen=True, config=STRICT)
class CoastLook:
    """Real shorelines towards which the hex coast is drawn: rings of x, y in hexes (flat to flat = 1)."""

    rings: tuple[tuple[float, ...], ...] = ()


BODIES: tuple[NationLook, ...] = (
    NationLook("#AEB7AC", "#12171A", "#5E685E", box="#EEF1F3"),
    NationLook("#5E6933", "#FFFFFF", "#2F3618", box="#EEF0DA"),
    NationLook("#E2C48C", "#1B160C", "#8A6A33", box="#FBF3DF"),
    NationLook("#3C6BAE", "#FFFFFF", "#1D3C69", box="#E6EEFA"),
    NationLook("#C98353", "#190D05", "#774420", box="#FBE7D6"),
    NationLook("#981B64", "#FFFFFF", "#560C38", box="#FBE3E7"),
    NationLook("#24282C", "#F4F3EE", "#000000", "#868D94", box="#E9E7DF"),
    NationLook("#9DB8CE", "#0F171C", "#4C6A82", box="#E8F1F8"),
)
"""Bodies for nations that the ruleset leaves out, told apart also by the colour-blind."""

NEUTRAL = NationLook("#EDE9DC", "#1B1B1B", "#7B776A")


@dataclass(frozen=True, config=STRICT)
class Presentation:
    """All of a ruleset's looks. `from_mapping` reads them; the `..._look` methods never fail."""

    sides: Mapping[str, SideLook] = field(default_factory=dict)
    nations: Mapping[str, NationLook] = field(default_factory=dict)
    kinds: Mapping[str, KindLook] = field(default_factory=dict)
    formations: Mapping[str, FormationLook] = field(default_factory=dict)
    units: Mapping[str, UnitLook] = field(default_factory=dict)
    sizes: Mapping[str, str] = field(default_factory=dict)
    terrain: Mapping[str, GroundLook] = field(default_factory=dict)
    features: Mapping[str, GroundLook] = field(default_factory=dict)
    hexsides: Mapping[str, LineLook] = field(default_factory=dict)
    roads: Mapping[str, LineLook] = field(default_factory=dict)
    places: Mapping[str, PlaceLook] = field(default_factory=dict)
    labels: Mapping[str, LabelLook] = field(default_factory=dict)
    names: tuple[NameLook, ...] = ()
    markers: Mapping[str, MarkerLook] = field(default_factory=dict)
    answers: Mapping[str, AnswerLook] = field(default_factory=dict)
    questions: Mapping[str, QuestionLook] = field(default_factory=dict)
    tracks: Mapping[str, TrackLook] = field(default_factory=dict)
    boxes: Mapping[str, BoxLook] = field(default_factory=dict)
    charts: Mapping[str, ChartLook] = field(default_factory=dict)
    phases: Mapping[str, PhaseLook] = field(default_factory=dict)
    books: Mapping[str, str] = field(default_factory=dict)
    presets: tuple[PresetLook, ...] = ()
    commands: Mapping[str, CommandLook] = field(default_factory=dict)
    lines: Mapping[str, LineLook] = field(default_factory=dict)
    scenarios: Mapping[str, ScenarioLook] = field(default_factory=dict)
    supply: Mapping[str, SupplyLook] = field(default_factory=dict)
    scale: ScaleLook = ScaleLook()
    coast: CoastLook = CoastLook()

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Presentation:
        """Looks from plain data as TOML gives it. Raises DataError naming the key at fault."""
        try:
            found = _ADAPTER.validate_python(dict(mapping))
        except ValidationError as fault:
            raise DataError(f"presentation: {_complaint(fault)}") from None
        for key, nation in found._nations_named():
            if nation and nation not in found.nations:
                raise DataError(f"presentation: {key}: no nation {nation!r} is declared")
        for key, kind in found.kinds.items():
            _check_figures(key, kind.figures)
        if any(len(ring) % 2 for ring in found.coast.rings):
            raise DataError("presentation: coast.rings: a ring is a list of x, y, x, y and so on")
        return found

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything a picture of the map depends on, the same on any machine."""
        ground = (self.terrain, self.features, self.hexsides, self.roads, self.places, self.labels)
        text = repr((ground, self.names, self.lines, self.scale, self.coast))
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    def completed(self, nations: Iterable[str]) -> Presentation:
        """These looks with a body of its own for each nation (or side) that has none yet."""
        taken = {look.body for look in self.nations.values()}
        free = [look for look in BODIES if look.body not in taken] or list(BODIES)
        absent = [name for name in dict.fromkeys(nations) if name not in self.nations]
        added = {name: free[n % len(free)] for n, name in enumerate(absent)}
        return replace(self, nations={**self.nations, **added})

    def side_look(self, side: str) -> SideLook:
        return self.sides.get(side) or SideLook(name=titled(side))

    def nation_look(self, nation: str) -> NationLook:
        return self.nations.get(nation) or (BODIES[stable(nation) % len(BODIES)] if nation else NEUTRAL)

    def kind_look(self, kind: str) -> KindLook:
        return self.kinds.get(kind) or KindLook(letters=abbreviation(kind), label=titled(kind))

    def formation_look(self, formation: str) -> FormationLook:
        return self.formations.get(formation) or FormationLook(short=formation)

    def marker_look(self, marker: str) -> MarkerLook:
        look = self.markers.get(marker) or MarkerLook(badge=marker[:1].upper())
        return look if look.text else replace(look, text=titled(marker))

    def answer_look(self, name: str) -> AnswerLook:
        """How answers of a name are called; the turn after the name of a secret does not count."""
        return self.answers.get(name) or self.answers.get(name.rstrip("0123456789 ")) or AnswerLook()

    def track_look(self, track: str) -> TrackLook:
        return self.tracks.get(track) or TrackLook(label=titled(track))

    def scenario_look(self, ruleset: str, scenario: str) -> ScenarioLook:
        """By `ruleset scenario` where rulesets share these looks, else by the scenario alone."""
        found = self.scenarios.get(f"{ruleset} {scenario}") or self.scenarios.get(scenario)
        return found or ScenarioLook()

    def place_look(self, kind: str) -> PlaceLook:
        return self.places.get(kind) or PlaceLook(label=titled(kind))

    def nation_of(self, unit: str, nation: str, kind: str, formation: str) -> str:
        """The nation whose body a counter wears: the unit's, its formation's, its kind's, or as printed."""
        by_unit = self.units[unit].nation if unit in self.units else ""
        return by_unit or self.formation_look(formation).nation or self.kind_look(kind).nation or nation

    def _nations_named(self) -> Iterable[tuple[str, str]]:
        yield from ((f"sides.{key}.nations", n) for key, side in self.sides.items() for n in side.nations)
        yield from ((f"kinds.{key}.nation", look.nation) for key, look in self.kinds.items())
        yield from ((f"formations.{key}.nation", look.nation) for key, look in self.formations.items())
        yield from ((f"units.{key}.nation", look.nation) for key, look in self.units.items())


_ADAPTER = TypeAdapter(Presentation)


def _complaint(fault: ValidationError) -> str:
    first = fault.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: unknown key" if first["type"] == "unexpected_keyword_argument" else first_fault(fault)


def _check_figures(key: str, figures: str) -> None:
    try:
        figures.format(strength=1, movement=1, radius=1)
    except (LookupError, ValueError, AttributeError):
        known = "{strength}, {movement}, {radius}"
        raise DataError(f"presentation: kinds.{key}.figures: {figures!r} knows only {known}") from None


def titled(word: str) -> str:
    """A ruleset's word as a label: `light-forest` is `Light forest`."""
    return word.replace("-", " ").replace("_", " ").capitalize()


def abbreviation(word: str) -> str:
    """At most three letters for a type without a symbol: initials, or the beginning of one word."""
    parts = word.replace("-", " ").replace("_", " ").split()
    return "".join(p[0] for p in parts[:3]).upper() if len(parts) > 1 else word[:3].capitalize()


def stable(text: str) -> int:
    """A number for a text, the same in every run and on every machine."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")
