"""Rulesets that this process has in hand: found by their id before those that distributions announce.

So a folder that is not installed can be played, and a ruleset whose files were edited is found as it now is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexcore.ruleset import Found, Ruleset

RULESETS: dict[str, Ruleset] = {}


def take(ruleset: Ruleset) -> None:
    """From now on this is the ruleset of its id."""
    RULESETS[ruleset.id] = ruleset


def put_down(id: str) -> None:
    """From now on the installed ruleset of an id is found again, if there is one."""
    RULESETS.pop(id, None)


def found(id: str = "") -> list[Found]:
    """Those in hand, or the one of an id, as `ruleset.installed` lists them."""
    from hexcore.ruleset import Found

    return [
        Found(one.id, one, title=one.title, edition=one.edition, version=one.version)
        for one in RULESETS.values()
        if id in ("", one.id)
    ]
