"""What a game is pinned to: which rules it was begun under, and what has changed since.

The header holds the hash of what drives play and the hash of every file of the ruleset, so that the report is
by file name. Texts may change: a game does not feel them (docs/decisions/pinned-to-what-drives-play.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hexcore.record import Header
from hexcore.ruleset import Ruleset, is_text

HELD = "held under"
"""The remark of a game file that says under which other engine a whole replay of the game has held."""
MOST_NAMED = 12
"""So many files are named in one line; `hexcore migrate --dry-run` names all."""


class Changes(NamedTuple):
    """What is different about a ruleset since a game was begun: its version, and files by name.

    `known` is False where the game does not say which files there were (files of format 1, and texts).
    """

    then: str
    now: str
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    known: bool

    def text(self, most: int = MOST_NAMED) -> str:
        """In one line."""
        version = f"version {self.then}, now {self.now}" if self.then != self.now else f"version {self.now}"
        parts = [version]
        for word, names in (("changed", self.changed), ("added", self.added), ("removed", self.removed)):
            if names:
                more = f" and {len(names) - most} more" if len(names) > most else ""
                parts.append(f"{word}: {', '.join(names[:most])}{more}")
        if not self.known:
            parts.append("which files differ was not recorded")
        elif len(parts) == 1:
            parts.append("no file that drives play is another one")
        return "; ".join(parts)


def changes(header: Header, ruleset: Ruleset) -> Changes:
    """What drives play and is different from when a game was begun."""
    then, now = _played(header.manifest), _played(ruleset.manifest)
    known = bool(header.manifest)
    both = then.keys() & now.keys() if known else ()
    return Changes(
        header.version,
        ruleset.version,
        tuple(sorted(name for name in both if then[name] != now[name])),
        tuple(sorted(now.keys() - then.keys())) if known else (),
        tuple(sorted(then.keys() - now.keys())) if known else (),
        known,
    )


def _played(manifest: Mapping[str, str]) -> dict[str, str]:
    return {name: hash for name, hash in manifest.items() if not is_text(name)}


def what_changed(header: Header, ruleset: Ruleset, path: Path) -> str:
    """Why a game does not open, in one line, and what to do about it."""
    told = f"the rules have changed since this game was saved: {ruleset.id} {changes(header, ruleset).text()}"
    return f"{told}; hexcore migrate {path} --dry-run tells how far the game holds"
