"""The ratios of releases: what is wanted of each, what the last release had, and how it is written down.

`record.json` holds, by release, the ratios one run of `make bench` gave. A smaller ratio is better.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_name("record.json")
PROJECT = Path(__file__).parents[2] / "pyproject.toml"

WANTED: Mapping[str, float] = {
    "range, times C": 30,
    "range, times networkx": 1 / 3,
    "supply, times C": 100,
    "supply, times networkx": 1 / 3,
    "order, plies": 12,
    "order with its list, plies": 20,
    "undo, plies": 0.1,
    "view, plies": 1,
    "hash, plies": 1,
    "action saved, times one in memory": 25,
    "answer by random, plies": 25,
    "import, times the libraries beneath": 2,
    "memory of a game, times bare python": 15,
}
"""The most that each ratio may be: `test_ratios.py` asserts those that are quick to measure."""
BAND = 2.5
"""So many times the last release's ratio is too much, on any machine."""


class RecordError(ValueError):
    """The record cannot be read."""


def read(file: Path = FILE) -> dict[str, dict[str, float]]:
    """Ratios by release, the last release last. RecordError names what is wrong with the file."""
    if not file.exists():
        return {}
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return {
            str(release): {str(name): float(ratio) for name, ratio in ratios.items()}
            for release, ratios in found.items()
        }
    except (ValueError, AttributeError, TypeError) as fault:
        raise RecordError(f"{file}: {fault}") from None


def last(file: Path = FILE) -> tuple[str, dict[str, float]]:
    """The last release that is recorded, and its ratios; an empty name when there is none."""
    releases = read(file)
    return next(reversed(releases.items())) if releases else ("", {})


def version() -> str:
    """The version of the tree."""
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])


def write(ratios: Mapping[str, float], release: str, file: Path = FILE) -> None:
    """Record a release, over what it had, as the last one."""
    releases = read(file)
    releases.pop(release, None)
    releases[release] = {name: float(f"{ratio:.3g}") for name, ratio in ratios.items()}
    file.write_text(json.dumps(releases, indent=1) + "\n", encoding="utf-8")


def most(name: str, then: Mapping[str, float]) -> float:
    """The most a ratio may be: what is wanted, and no more than the band over the last release's."""
    return min(WANTED[name], BAND * then.get(name, float("inf")))
