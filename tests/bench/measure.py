"""Range and supply queries, imports and memory. Only ratios of one run travel between machines."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import bench
import hexmap
import hexref
import ours
from orders import GAME, SCENARIO
from timing import Times, in_turn

NOT_IMPORTED = ("networkx", "numpy", "PyQt6", "sqlite_utils")
BENEATH = "pydantic, pluggy"


# ------------------------------------------------------------------ range and supply
def queries(kind: str, n: int, rounds: int = 5) -> Times:
    """C, networkx and the engine, each round on n queries of its own; AssertionError when an answer differs.

    Range is measured against C leaving its answers in place, as a caller in C would read them.
    """
    world = hexmap.build()
    make = hexmap.reach_queries if kind == "reach" else hexmap.supply_queries
    asked = make(world, n * rounds)
    kernel, others = hexref.Kernel(world), {"networkx": bench.NetworkX(world), "hexcore": ours.make(world)}
    for query in asked[:n]:
        right = getattr(kernel, kind)(query)
        for name, other in others.items():
            assert getattr(other, kind)(query) == right, f"{name}: {kind} differs from C at {query}"
    sides = {"C": kernel.reach_in_place if kind == "reach" else kernel.supply}
    sides |= {name: getattr(other, kind) for name, other in others.items()}

    def part(ask: Callable[[Any], object]) -> Callable[[int], Callable[[], object]]:
        return lambda number: lambda: [ask(query) for query in asked[n * number : n * (number + 1)]]

    return in_turn({name: (part(ask), n) for name, ask in sides.items()}, rounds)


# ------------------------------------------------------------------ imports and memory
def _alone(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def imports(rounds: int = 7) -> Times:
    """Importing the core, and the two libraries beneath it, each in a fresh interpreter."""
    seconds: dict[str, list[float]] = {BENEATH: [], "hexcore.game": []}
    for _ in range(rounds):
        for what, took in seconds.items():
            code = f"import time; t = time.process_time(); import {what}; print(time.process_time() - t)"
            took.append(float(_alone(code)))
    return Times(seconds, dict.fromkeys(seconds, 1))


def imported_too_much() -> list[str]:
    """Libraries the core must not bring with it, and does."""
    modules = _alone("import sys, hexcore.game; print(*sys.modules)").split()
    return [name for name in NOT_IMPORTED if name in modules]


MEMORY = f"""
import json, resource
from pathlib import Path
def now():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
got = {{"bare python": now()}}
import hexcore.game, hexcore.simulate
from hexcore.ruleset import find
got["core imported"] = now()
board = find({GAME!r}).board({SCENARIO!r})
got["board made"] = now()
for games in 1, 2, 3:
    hexcore.simulate.play_one(board, dict.fromkeys(board.sides, "random"), games)
    got[f"after {{games}} whole games"] = now()
got["most"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
print(json.dumps(got))
"""


def memory() -> dict[str, float]:
    """MiB in use by a fresh interpreter step by step (Linux; elsewhere nothing)."""
    if not sys.platform.startswith("linux"):
        return {}
    found: dict[str, float] = json.loads(_alone(MEMORY))
    return found
