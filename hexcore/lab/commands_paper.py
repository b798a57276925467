"""Commands of the laboratory that read rulesets: `profile` and `diff`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from hexcore.cli import Wrong
from hexcore.lab.asked_changes import UnknownChange, asked
from hexcore.lab.changes import changed_ruleset
from hexcore.lab.diff import diff_of
from hexcore.lab.named import Named, all_named, named
from hexcore.lab.pages import page_json
from hexcore.lab.profile import profile_of
from hexcore.lab.profile_facts import Profile
from hexcore.lab.profile_pages import diff_page, profile_page
from hexcore.lab.report import answer, steps
from hexcore.ruleset import Ruleset


def profile(given: Namespace) -> None:
    """What drives play in rulesets."""
    asked = all_named(given.rulesets)
    begun, games = steps(given, len(asked)), list[tuple[str, Profile]]()
    for game in asked:
        begun()
        games.append((game.label, _profile(game)))
    page = profile_page(games)
    answer(given, page, page_json(page) | {"profiles": [found.form() for _, found in games]})


def diff(given: Namespace) -> None:
    """Two rulesets side by side; or one, and the same with changes."""
    if given.other is None and not given.change:
        raise Wrong("lab diff: name a second ruleset, or a change of the first (--change)")
    one, other = named(given.one), named(given.other or given.one)
    label = ", ".join((other.label, *given.change))
    begun = steps(given, 3)
    begun()
    first = _profile(one)
    begun()
    second = _changed(other, given.change)
    begun()
    found = diff_of(first, second)
    page = diff_page(found, (one.label, label), everything=given.all)
    value: dict[str, Any] = page_json(page) | {"diff": found.form(everything=given.all)}
    answer(given, page, value)


def _profile(game: Named) -> Profile:
    return profile_of(game.ruleset, game.scenario.id, game.options)


def _changed(game: Named, changes: list[str]) -> Profile:
    """The profile of a game with changes, laid on one after the other. Wrong for one that is none."""
    ruleset: Ruleset = game.ruleset
    options: Mapping[str, str] = game.options
    off: frozenset[str] = frozenset()
    for text in changes:
        try:
            change = asked(text, ruleset, game.scenario.id, options)
        except UnknownChange as fault:
            raise Wrong(str(fault)) from None
        ruleset, options = changed_ruleset(ruleset, change), {**options, **change.options}
        off |= frozenset(change.off)
    return profile_of(ruleset, game.scenario.id, options, off)
