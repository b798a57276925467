"""`hexcore lab profile`: what drives play in a ruleset, drawn from its data and asked of its rules.

Nothing here is written about a game: tables are read as its readers read them, and what only the rules know
is found by asking them on small set-ups (`proving_ground`), the same ones for every ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from hexcore.game import opening
from hexcore.lab import profile_combat, profile_ground, profile_paper, profile_support, profile_zones
from hexcore.lab.data_lines import DataLines
from hexcore.lab.profile_facts import NOT_TOLD, Fact, Grid, Profile
from hexcore.lab.proving_ground import ProvingGround
from hexcore.ruleset import Ruleset
from hexcore.state import GameState

CHAPTERS = (
    "identity",
    "scenarios",
    "sequence",
    "zones",
    "stacking",
    "movement",
    "combat",
    "support",
    "command",
    "supply",
    "steps",
    "units",
    "victory",
    "options",
    "customs",
    "rules",
)
"""The chapters of a profile, in their order."""


def profile_of(
    ruleset: Ruleset,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    off: frozenset[str] = frozenset(),
) -> Profile:
    """The profile of a ruleset as a scenario has it (its first, where none is named), without some rules.

    UnknownName for a scenario or an option that it has not, and for a ruleset that cannot be played.
    """
    ground = ProvingGround(ruleset, scenario, options, off)
    with ground.board.reading():
        return _drawn(ground, DataLines(ruleset))


def _drawn(ground: ProvingGround, data: DataLines) -> Profile:
    told = _Told()
    opened = opening(ground.board)
    table = profile_combat.results_table(ground)
    costs = told.grid(lambda: profile_ground.cost_grid(ground, data))
    told.grid(lambda: profile_zones.zone_grid(ground))
    told.grid(lambda: profile_ground.combat_grid(ground, data))
    results = told.grid(lambda: profile_combat.results_grid(ground, data, table)) if table else None
    told.grid(lambda: profile_combat.fought_grid(ground, table) if table else None)
    told.grid(lambda: profile_support.supply_grid(ground))
    told.grid(lambda: profile_paper.arrival_grid(ground, opened))
    told.grids += profile_paper.further_grids(ground, data, _laid_out(data, results))
    for chapter, ask in _parts(ground, opened, costs):
        told.facts_of(chapter, ask)
    if results and table:
        told.facts_of("combat", lambda: profile_combat.table_facts(ground, results, table))
    else:
        told.facts_of("combat", _no_table)
    order = {chapter: n for n, chapter in enumerate(CHAPTERS)}
    told.facts.sort(key=lambda fact: order.get(fact.key[0], len(order)))
    return Profile(
        ground.ruleset.id,
        ground.scenario.id,
        tuple(map(str, ground.board.sides)),
        profile_paper.steps(ground),
        tuple(told.facts),
        tuple(told.grids),
        profile_paper.made(ground.ruleset, ground),
    )


def _parts(
    ground: ProvingGround, opened: GameState, costs: Grid | None
) -> Iterator[tuple[str, Callable[[], Iterable[Fact]]]]:
    """What is asked for each chapter, in order."""
    yield "identity", lambda: profile_paper.identity_facts(ground)
    yield "zones", lambda: profile_zones.zone_facts(ground)
    yield "stacking", lambda: profile_zones.stacking_facts(ground)
    yield "movement", lambda: profile_paper.mobility_facts(ground)
    yield "movement", lambda: profile_paper.pace_facts(ground)
    if costs is not None:
        yield "movement", lambda: profile_ground.cost_facts(ground, costs)
    yield "combat", lambda: profile_combat.open_facts(ground)
    yield "combat", lambda: profile_ground.crossing_facts(ground)
    yield "combat", lambda: profile_ground.added_facts(ground)
    yield "combat", lambda: profile_combat.modifier_facts(ground)
    yield "support", lambda: profile_support.support_facts(ground)
    yield "command", lambda: profile_support.command_facts(ground)
    yield "supply", lambda: profile_support.supply_facts(ground)
    yield "steps", lambda: profile_paper.unit_facts(ground)
    yield "victory", lambda: profile_paper.victory_facts(ground, opened)
    yield "options", lambda: profile_paper.option_facts(ground)
    yield "customs", lambda: profile_paper.custom_facts(ground)
    yield "rules", lambda: profile_paper.rule_facts(ground)


def _no_table() -> Iterator[Fact]:
    yield Fact(("combat", profile_combat.RESULTS, "kind"), NOT_TOLD)


def _laid_out(data: DataLines, results: Grid | None) -> Mapping[str, str]:
    """Tables that are told already: those of combat results and of the ground."""
    found = {}
    for look in data.looks():
        name, rows = look.get("table", ""), look.get("rows")
        table = data.tables.get(name)
        odds = table is not None and look.get("columns") in table.headings
        if odds and results and {line.cells[look["columns"]] for line in table.lines} == set(results.columns):  # type: ignore[union-attr]
            found[name] = rows or ""
    return found


class _Told:
    """What is told so far. A rule that cannot answer outside play leaves a gap that says so, and hurts no
    other part."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.grids: list[Grid] = []

    def facts_of(self, chapter: str, ask: Callable[[], Iterable[Fact]]) -> None:
        try:
            for fact in ask():
                self.facts.append(fact)
        except Exception as fault:  # whatever a ruleset's own rule raises
            gap = f"{type(fault).__name__}: {fault}"
            self.facts.append(Fact((chapter, NOT_TOLD), gap))

    def grid(self, ask: Callable[[], Grid | None]) -> Grid | None:
        try:
            found = ask()
        except Exception as fault:  # the same
            self.facts.append(Fact(("rules", NOT_TOLD), f"{type(fault).__name__}: {fault}"))
            return None
        if found is not None and found.cells:
            self.grids.append(found)
        return found
