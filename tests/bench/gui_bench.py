"""`make bench-gui`: measures the window and writes docs/bench-gui.md and the record beside this file.

Offscreen raster, 1600 x 1000. Each scene is opened twice, without and with tiles on disk, each time in a
process of its own. `--quick` measures and prints, and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import record
from gui_scenes import Measured, Times, raster

PAGE = Path(__file__).parents[2] / "docs" / "bench-gui.md"
RECORD = Path(__file__).with_name("record-gui.json")
HEAD = """# Benchmarks of the window

Written by `make bench-gui`: offscreen raster, 1600 x 1000 pixels, no other work on the machine. Wall times
are seconds or milliseconds of this one machine; *cpu* is processor time, for the start of the whole process
from its launch, for frames and clicks of the window's thread. *Cold* is without tiles on disk: the ground
shows in flat colours first. *Quiet raster* is a fixed piece of work (an image of the window's size filled,
300 pixmaps drawn on it), by which runs on different machines can be compared. What ordinary tests assert are
ratios to it (`tests/bench/test_gui_ratios.py`).
"""
ENVIRONMENT = {"QT_QPA_PLATFORM": "offscreen", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}
"""Bytecode is kept, as it is where the client is installed, whatever the environment says."""
SCENES = {
    "cobra": ("both sheets of Cobra joined (2,739 hexes), 300 counters", 1.0),
    "plain": ("a generated map of 10,000 hexes, 600 counters", 1.5),
}
"""What each scene is, and how many times the limits it may take."""
LIMITS = {
    "first full paint, s": 2.5,
    "pan, ms": 16.0,
    "zoom, ms": 16.0,
    "reach, ms": 50.0,
    "memory, MiB": 400.0,
}


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--quick", action="store_true", help="print only")
    given = asked.parse_args()
    lines, told = list[str](), dict[str, dict[str, float]]()
    with tempfile.TemporaryDirectory() as folder:
        in_process("cobra", Path(folder), "start")  # compiles what has changed since the last time
    for name, (what, times) in SCENES.items():
        for line in measured(name, what, times, told):
            print(line, flush=True)
            lines.append(line)
    over = [f"{scene}: {what}" for scene, found in told.items() for what in beyond(scene, found)]
    ending = f"Beyond its limit: {'; '.join(over)}." if over else "Everything is within its limit."
    print("\n" + ending)
    if not given.quick:
        PAGE.write_text(HEAD + "\n".join([*lines, "", ending]) + "\n", encoding="utf-8")
        kept = record.read(RECORD)
        kept[record.version()] = {
            f"{scene}: {name}": float(f"{value:.3g}")
            for scene, found in told.items()
            for name, value in found.items()
        }
        RECORD.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 1 if over else 0


def beyond(scene: str, found: dict[str, float]) -> list[str]:
    """What takes longer (or more) than it may."""
    return [name for name, most in LIMITS.items() if found[name] > most * SCENES[scene][1]]


def measured(scene: str, what: str, times: float, told: dict[str, dict[str, float]]) -> Iterator[str]:
    """The table of one scene; the figures of the limits go into *told*."""
    with tempfile.TemporaryDirectory() as name:
        cold = in_process(scene, Path(name), "start")
        warm = in_process(scene, Path(name))
    ruler = raster()
    told[scene] = {
        "first full paint, s": max(cold.paint, warm.textures),
        "pan, ms": part(warm.pan.wall, 0.95) * 1e3,
        "zoom, ms": part(warm.zoom.wall, 0.95) * 1e3,
        "reach, ms": part(warm.reach.wall, 0.95) * 1e3,
        "memory, MiB": max(cold.memory, warm.memory),
    }
    yield f"\n## {what[0].upper() + what[1:]}"
    yield "\n| what | median | 95 % | cpu, 95 % | at most |\n|---|---|---|---|---|"
    for kind, text, of in (
        ("pan, ms", "a frame while the map is dragged, ms", warm.pan),
        ("zoom, ms", "a frame of a turn of the wheel, ms", warm.zoom),
        ("reach, ms", "from a click on a unit to the frame with its reach, ms", warm.reach),
    ):
        yield row(text, of, LIMITS[kind] * times)
    yield "\n| what | s | cpu s | at most |\n|---|---|---|---|"
    most = LIMITS["first full paint, s"] * times
    for text, wall, cpu, limit in (
        ("first full paint, cold: flat colours, all counters", cold.paint, cold.paint_cpu, f"{most:g}"),
        ("first full paint, tiles on disk: all textures", warm.textures, warm.textures_cpu, f"{most:g}"),
        ("all textures, cold", cold.textures, cold.textures_cpu, "-"),
    ):
        yield f"| {text} | {wall:.2f} | {cpu:.2f} | {limit} |"
    yield f"\nMost memory: {told[scene]['memory, MiB']:.0f} MiB (at most {LIMITS['memory, MiB'] * times:g})."
    yield f"Quiet raster: {ruler * 1e3:.2f} ms of processor."


def row(text: str, of: Times, most: float) -> str:
    middle, high, cpu = (part(*pair) * 1e3 for pair in ((of.wall, 0.5), (of.wall, 0.95), (of.cpu, 0.95)))
    return f"| {text} | {middle:.1f} | {high:.1f} | {cpu:.1f} | {most:g} |"


def part(values: list[float], share: float) -> float:
    """The value that *share* of them do not exceed."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def in_process(scene: str, folder: Path, *words: str) -> Measured:
    """A scene measured in a process of its own."""
    command = [sys.executable, str(Path(__file__).with_name("gui_scenes.py")), scene, str(folder)]
    told = subprocess.run(
        [*command, str(time.time()), *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **ENVIRONMENT},
    )
    if told.returncode:
        sys.exit(told.stderr)
    found = json.loads(told.stdout.splitlines()[-1])
    return Measured(**{k: Times(**v) if isinstance(v, dict) else v for k, v in found.items()})


if __name__ == "__main__":
    sys.exit(main())
