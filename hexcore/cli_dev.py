"""The command that opens a client on a ruleset that is being edited."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from hexcore.authored import Unreadable
from hexcore.cli import Wrong
from hexcore.cli_library import client
from hexcore.in_hand import folder_of

DEV = "--dev"
"""What a client is started with: this, the ruleset, the scenario and the game file, empty where not given."""


def dev(given: Namespace) -> int:
    """Open the client; each edit of a table or a rule is in play at once."""
    from hexcore.ruleset import find

    if given.scenario and given.file:
        raise Wrong("dev takes a scenario, or a game file with its own")
    if given.file and not Path(given.file).is_file():
        raise Wrong(f"{given.file}: no such file")
    if folder_of(given.ruleset) is None:
        find(given.ruleset)
    try:
        return client([DEV, given.ruleset, given.scenario or "", given.file or ""])
    except Unreadable as fault:
        raise Wrong(str(fault)) from None
