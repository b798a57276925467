"""The command `migrate`: a game whose rules have changed, played through under the present ones."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from hexcore.cli import Wrong, emit
from hexcore.repinning import Holding, holding, migrated


def migrate(given: Namespace) -> None:
    """Tell how far a game holds under the present rules, or write it anew under them."""
    if given.dry_run == (given.output is not None):
        raise Wrong("migrate either tells (--dry-run) or writes (-o NEW)")
    path = Path(given.file)
    if given.output is None:
        held = holding(path)
        emit(given, _form(held), _text(path, held))
        return
    new = Path(given.output)
    held = migrated(path, new, as_far_as_it_holds=given.as_far_as_it_holds)
    emit(given, _form(held) | {"file": str(new)}, f"{new}: {held.actions} actions\n{_text(path, held)}")


def _form(held: Holding) -> dict[str, Any]:
    changed = held.changes
    return {
        "ruleset": held.ruleset,
        "then": changed.then,
        "now": changed.now,
        "changed": list(changed.changed),
        "added": list(changed.added),
        "removed": list(changed.removed),
        "actions": held.actions,
        "of": held.of,
        "holds": held.holds,
        "differs_from": held.differs_from or None,
        "differs_in": list(held.differs_in),
        "refused_at": held.refused_at or None,
        "rule": held.rule or None,
        "reason": held.reason or None,
    }


def _text(path: Path, held: Holding) -> str:
    lines = [f"{path}: {held.ruleset}, {held.changes.text(most=1000)}"]
    if held.holds:
        lines.append(f"all {held.of} actions hold, with the same hashes")
    if held.differs_from:
        about = f" ({'; '.join(held.differs_in)})" if held.differs_in else ""
        lines.append(f"after action {held.differs_from} the state is another one{about}")
    if held.refused_at:
        rule = f" [{held.rule}]" if held.rule else ""
        lines.append(f"action {held.refused_at} is refused: {held.reason}{rule}")
    elif not held.holds:
        lines.append(f"all {held.of} actions are still allowed")
    return "\n".join(lines)
