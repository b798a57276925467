"""A ruleset as it is named to the laboratory: `ID`, `ID:SCENARIO`, `ID:OPTION=VALUE`, in any number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexcore.board import Board
from hexcore.ruleset import Ruleset, Scenario, UnknownName, find


@dataclass(frozen=True)
class Named:
    """A ruleset, one of its scenarios, options of it; `label` is how it was named."""

    label: str
    ruleset: Ruleset
    scenario: Scenario
    options: Mapping[str, str]

    def board(self) -> Board:
        """The board of it, every rule and table as the options have them."""
        return self.ruleset.board(self.scenario.id, self.options)

    @property
    def made(self) -> tuple[str, str]:
        """What it is, for whoever wants to make the page again: version, and the hash of what drives play."""
        ruleset = self.ruleset
        return self.label, f"{ruleset.title} {ruleset.version}, rules {ruleset.rules_hash}"


def named(text: str) -> Named:
    """What a name stands for. UnknownName for a ruleset, scenario or option that is not there."""
    id, *parts = text.split(":")
    ruleset = find(id)
    ruleset.must_be_playable()
    scenarios = [part for part in parts if "=" not in part]
    if len(scenarios) > 1:
        raise UnknownName(f"{text!r} names two scenarios: {scenarios[0]} and {scenarios[1]}")
    scenario = ruleset.scenario(scenarios[0] if scenarios else next(iter(ruleset.scenarios)))
    options = dict(part.split("=", 1) for part in parts if "=" in part)
    ruleset.board(scenario.id, options)
    return Named(text, ruleset, scenario, options)


def all_named(texts: Sequence[str]) -> list[Named]:
    """Several, each once."""
    return [named(text) for text in dict.fromkeys(texts)]
