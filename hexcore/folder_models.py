"""The TOML files of a ruleset folder as models: what each key means, which words it takes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from hexcore.customs import Custom
from hexcore.folder_references import (
    CustomName,
    EitherSide,
    Ground,
    HexsideWord,
    Kind,
    MobilityClass,
    OptionId,
    ResultWord,
    RuleNumber,
    ScenarioId,
    SideName,
    TerrainWord,
)

Effect = Literal["none", "stop", "lock", "cost", "zone-to-zone", "closed"]
"""What a zone of control does to a unit that moves; see `hexcore.chosen_zones`."""
Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Points = Annotated[float, Field(ge=0, multiple_of=0.5)]
Factor = Annotated[float, Field(ge=0, le=10)]
Count = Annotated[int, Field(ge=1)]
Loss = Annotated[int, Field(ge=0)] | Literal["all"]
ID = r"^[a-z0-9][a-z0-9._-]*$"


class Table(BaseModel):
    """A table of a file: what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Movement(Table):
    """How units move. Costs stand in costs.csv."""

    rule: RuleNumber = Field(default="", description="Cited when a move is too far.")
    terrain_rule: RuleNumber = Field(default="", description="Cited when the ground forbids.")
    minimum: Literal["none", "one-hex"] = Field(default="none", description="A unit may always move one hex.")
    minimum_rule: RuleNumber = ""
    frozen: list[Kind] = Field(default=[], description="Kinds that never move.")
    frozen_rule: RuleNumber = ""


class Zone(Table):
    """What enemy zones of control do to movement."""

    kind: Effect = "none"
    enter: Points = Field(default=1, description="For `cost`: points more to enter a zone.")
    leave: Points = Field(default=0, description="For `cost`: points more to leave one.")
    rule: RuleNumber = ""


class ZoneException(Zone):
    """What they do to some kinds instead."""

    units: list[Kind]


class Zones(Zone):
    """Zones of control: who has one, where it does not reach, and what it does."""

    units: list[Kind] | None = Field(default=None, description="Kinds that exert a zone (left out: all).")
    exerts_rule: RuleNumber = ""
    not_across: list[HexsideWord] = Field(default=[], description="Hexsides that zones do not cross.")
    not_into: list[TerrainWord] = Field(default=[], description="Terrain that zones do not enter.")
    barrier_rule: RuleNumber = ""
    exceptions: list[ZoneException] = Field(default=[], alias="except")


class Stacking(Table):
    """How many units stand together."""

    limit: Count | None = Field(default=None, description="Units to a hex, or points: column `stack`.")
    rule: RuleNumber = ""
    free: list[Kind] = Field(default=[], description="Kinds that do not count.")
    alone: list[Kind] = Field(default=[], description="Kinds that stand with no other unit.")
    alone_rule: RuleNumber = ""
    judged: Literal["move", "phase"] = Field(default="move", description="`phase`: excess is cured later.")


class Word(Table):
    """What a result of the combat results table does, in numbers of steps and hexes."""

    attacker_loses: Loss = 0
    attacker_retreats: Annotated[int, Field(ge=0, le=4)] = 0
    defender_loses: Loss = 0
    defender_retreats: Annotated[int, Field(ge=0, le=4)] = 0
    exchange: bool = Field(
        default=False, description="The weaker side loses all, the other at least as much."
    )


class Range(Table):
    """Attacks from afar. Who is not listed attacks what he stands next to."""

    hexes: dict[Kind, Count] = Field(description="How many hexes off each of these kinds may attack.")
    rule: RuleNumber = ""
    unharmed: bool = Field(
        default=False,
        description="Who attacks from more than a hex away does not lose, retreat or advance.",
    )


class CombatTable(Table):
    """How combat is resolved; the table itself is crt.csv."""

    results: Literal["steps", "words"] = Field(
        default="steps", description="Two numbers, or a word of your own."
    )
    rule: RuleNumber = ""
    result_rule: RuleNumber = ""
    attackers: list[Kind] | None = Field(default=None, description="Kinds that may attack.")
    attackers_rule: RuleNumber = ""
    hexsides: Literal["all", "any"] = Field(
        default="all",
        description="Who must attack across it; rows of one number that give the same count as one hexside.",
    )
    most_shift: Annotated[int, Field(ge=0)] | None = None
    most_shift_rule: RuleNumber = ""
    must_attack: bool = Field(
        default=False,
        description="An enemy unit in a zone of the side's own must be attacked while a unit is left for it.",
    )
    must_attack_rule: RuleNumber = ""
    all_attack: bool = Field(
        default=False, description="A unit in an enemy zone must attack, while there is something it can."
    )
    all_attack_rule: RuleNumber = ""
    range: Range | None = Field(default=None, description="Kinds that attack from afar.")
    words: dict[ResultWord, Word] = {}


class RetreatTable(Table):
    """Retreats after combat."""

    rule: RuleNumber = Field(
        default="",
        description="Where results are words: out of force, nobody retreats. Left out: `combat.result_rule`. "
        "Where they are steps a retreat is a way to take the result: it goes by `combat.result_rule` alone.",
    )
    by: Literal["owner", "opponent"] = "owner"
    zones: Literal["open", "closed", "closed-unless-friends"] = "open"
    zones_rule: RuleNumber = ""
    toward: dict[SideName, Compass] = Field(default={}, description="Paths that go there come first.")
    toward_rule: RuleNumber = ""
    blocked: Literal["steps", "eliminated"] = Field(
        default="steps", description="What befalls who cannot go."
    )


class AdvanceTable(Table):
    """Advances after combat."""

    rule: RuleNumber = Field(
        default="", description="Out of force, nobody advances. Left out: `combat.result_rule`."
    )
    who: Literal["both", "attacker", "none"] = "both"
    length: Count | None = Field(default=None, description="Hexes at most.")


class Without(Table):
    """What befalls units out of supply. It is judged as each movement and combat phase begins."""

    movement: Factor = 1
    attack: Factor = Field(default=1, description="0: such units do not attack.")
    defence: Factor = 1
    rule: RuleNumber = ""
    lose: Literal["none", "step", "all"] = Field(default="none", description="As its last phase ends.")
    lose_rule: RuleNumber = ""


class Supply(Table):
    """Lines of supply."""

    rule: RuleNumber = ""
    length: Count | None = None
    measure: Literal["hexes", "points"] = "hexes"
    mobility: MobilityClass = Field(default="", description="For `points`: the column of costs.csv.")
    zones: Literal["open", "closed", "closed-unless-friends"] = "closed-unless-friends"
    not_across: list[HexsideWord] = Field(
        default=[], description="Hexsides that no line crosses, by road or bridge either."
    )
    not_through: list[TerrainWord] = []
    sources: dict[SideName, list[Ground]] = {}
    sources_rule: RuleNumber = ""
    without: Without = Without()


class Arrivals(Table):
    """Reinforcements; who comes when stands in arrivals.csv."""

    rule: RuleNumber = ""
    zones: Literal["open", "closed"] = "open"
    moves: bool = Field(default=True, description="They may move on in the phase in which they arrive.")
    late: Literal["wait", "lost"] = "wait"
    withdrawal_rule: RuleNumber = ""


class VictoryHexes(Table):
    """Points for holding hexes."""

    side: EitherSide
    hexes: list[Ground]
    points: int
    held: Literal["control", "occupied"] = "control"
    name: str = ""
    rule: RuleNumber = ""


class VictoryLosses(Table):
    """Points for enemy units eliminated."""

    side: EitherSide
    points: int
    each: Literal["unit", "step", "strength"] = "unit"
    units: list[Kind] | None = None
    rule: RuleNumber = ""


class VictorySudden(Table):
    """A side that holds all of these hexes as a turn ends has won."""

    side: SideName
    hexes: list[Ground]
    held: Literal["control", "occupied"] = "control"
    from_turn: int = 1
    level: str
    rule: RuleNumber = ""


class VictoryLevel(Table):
    """A level of victory, from that lead of the first side on."""

    lead: int | None = None
    level: str
    winner: SideName = ""


class Victory(Table):
    """Who wins."""

    rule: RuleNumber = ""
    hexes: list[VictoryHexes] = []
    losses: list[VictoryLosses] = []
    sudden: list[VictorySudden] = []
    levels: list[VictoryLevel] = Field(default=[], alias="level")


class OptionTable(Table):
    """A choice made before the game."""

    id: Annotated[str, Field(pattern=ID)]
    text: str
    rule: RuleNumber = ""
    values: Annotated[list[str], Field(min_length=2)] = ["on", "off"]
    default: str = "on"
    off: dict[str, list[RuleNumber]] = Field(default={}, description="The numbers not in force, by value.")


CUSTOMS: dict[str, JsonValue] = {
    "properties": {
        custom.word: {
            "anyOf": [{"type": "string"}, {"type": "boolean"}],
            "description": f"{custom.capitalize()}. A number states it; false denies it: {custom.otherwise}.",
        }
        for custom in Custom
    },
    "additionalProperties": False,
}
"""The customs by name, for editors."""


class RulesetFile(Table):
    """ruleset.toml: what the game is called, and the general rules it plays, chosen by name."""

    id: Annotated[str, Field(pattern=ID)]
    title: str
    edition: str = ""
    version: str = "0.1.0"
    api: Annotated[str, Field(pattern=r"^\d+\.\d+$")] = "1.0"
    sides: Annotated[list[Annotated[str, Field(pattern=ID)]], Field(min_length=2, max_length=2)]
    clear_ground: TerrainWord = "clear"
    controls: list[Kind] | None = Field(
        default=None,
        description="Kinds that take control of hexes they enter, and keep it when they leave (left out: "
        "all). Who is set up in a hex holds it; a hex where nobody was is nobody's.",
    )
    movement: Movement = Movement()
    zones: Zones = Zones()
    stacking: Stacking = Stacking()
    combat: CombatTable | None = None
    retreat: RetreatTable = RetreatTable()
    advance: AdvanceTable = AdvanceTable()
    supply: Supply | None = None
    arrivals: Arrivals = Arrivals()
    victory: Victory | None = None
    customs: dict[CustomName, RuleNumber | bool] = Field(default={}, json_schema_extra=CUSTOMS)
    options: list[OptionTable] = Field(default=[], alias="option")


class TrackTable(Table):
    """A track of a scenario. The track `turn` is there of itself."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]
    low: int = 0
    high: int = 99
    words: list[str] = []
    start: int | str = 0


class ScenarioTable(Table):
    """One scenario. Who stands where is in set-up.csv."""

    id: Annotated[str, Field(pattern=ID)]
    title: str
    first_turn: int = 1
    last_turn: int
    options: list[OptionId] | None = None
    off_rules: list[RuleNumber] = []
    scope_rule: RuleNumber = ""
    tracks: list[TrackTable] = Field(default=[], alias="track")


class ScenariosFile(Table):
    """scenarios.toml."""

    scenarios: list[ScenarioTable] = Field(default=[], alias="scenario")


class PhaseTable(Table):
    """One phase of a turn."""

    id: Annotated[str, Field(pattern=ID)]
    side: SideName
    kind: Literal["movement", "combat", "set-up", ""] | str = ""
    rule: RuleNumber = ""
    title: str
    player_turn: str | None = None
    turns: list[int] = []
    also: list[RuleNumber] = []


class SequenceFile(Table):
    """sequence.toml: the phases in the order of a turn."""

    phases: Annotated[list[PhaseTable], Field(min_length=1, alias="phase")]


class RuleTable(Table):
    """A rule in your own words."""

    title: str
    text: str
    kind: Literal["case", "table", "heading", "note", "component"] = "case"
    waiver: str = ""
    spelled: str = Field(default="", description="How people cite it, where its id is no number they know.")


__all__ = ["RuleTable", "RulesetFile", "ScenarioId", "ScenariosFile", "SequenceFile", "Table"]
