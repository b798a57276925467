"""Draws the symbol files that the client ships: those of this repository's rulesets, and common ones.

    python scripts/draw_symbols.py

Loading milsymbol takes seconds, reading a file nothing, so symbols in use are shipped. Files that no ruleset
names any more are removed.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "gui"))

from hexcore_gui.unit_symbols import FOLDER, drawn_by_milsymbol  # noqa: E402

HOMES = ("plugins/*/*", "tests/rulesets/*", "hexcore/templates/*/package")
COMMON = {"SFG-UCF----", "SFG-UCIM---", "SFG-USS----"}
"""Artillery, mountain infantry, supply: what a first ruleset is likely to name."""


def codes() -> set[str]:
    """All symbol codes of the presentations in this repository, and the common ones."""
    found = set(COMMON)
    for file in sorted(file for home in HOMES for file in ROOT.glob(f"{home}/presentation.toml")):
        kinds = tomllib.loads(file.read_text(encoding="utf-8")).get("kinds", {})
        found |= {kind["symbol"] for kind in kinds.values() if kind.get("symbol")}
    return found


def main() -> int:
    wanted, failed = codes(), []
    FOLDER.mkdir(exist_ok=True)
    for code in sorted(wanted):
        text = drawn_by_milsymbol(code)
        if text is None:
            failed.append(code)
        else:
            (FOLDER / f"{code}.svg").write_text(text + "\n", encoding="utf-8")
    for file in FOLDER.glob("*.svg"):
        if file.stem not in wanted:
            file.unlink()
    for code in failed:
        print(f"{code}: no such symbol, or one with lettering; its letters will be shown", file=sys.stderr)
    print(f"{len(wanted) - len(failed)} symbols in {FOLDER.relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
