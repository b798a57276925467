"""Makes sure that Qt finds the system libraries it needs.

Qt aborts the whole process when one is missing, so each trial runs in a child process. On Debian and Ubuntu
the missing packages are installed when we may do so; otherwise the line that installs them is printed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

DRAWING = ["libgl1", "libegl1", "libglib2.0-0", "libfontconfig1", "libdbus-1-3", "libxkbcommon0"]
WINDOWS = [
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxkbcommon-x11-0",
]

DRAWS = "from PyQt6.QtWidgets import QApplication; QApplication([])"

# The plugin that opens windows is only loaded, never started: no display is needed for this trial.
OPENS_WINDOWS = """
import ctypes, pathlib, sys
from PyQt6.QtCore import QLibraryInfo
import PyQt6.QtWidgets
plugin = pathlib.Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms", "libqxcb.so")
try:
    plugin.exists() and ctypes.CDLL(str(plugin))
except OSError as missing:
    sys.exit(str(missing))
"""


def complaint(trial: str) -> str | None:
    """What the trial says when it fails, in one line; None when it succeeds."""
    child = subprocess.run(
        [sys.executable, "-c", trial],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        errors="replace",
    )
    if child.returncode == 0:
        return None
    lines = child.stderr.strip().splitlines()
    return lines[-1] if lines else f"the trial ended with status {child.returncode}"


def missing() -> tuple[list[str], str]:
    """The packages to install, and what Qt said."""
    for trial in (DRAWS, OPENS_WINDOWS):
        said = complaint(trial)
        if said is not None:
            return DRAWING + WINDOWS, said
    return [], ""


def install(packages: list[str]) -> None:
    print("Installing the system libraries that Qt needs ...", file=sys.stderr)
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *step], env=quietly, stdout=subprocess.DEVNULL)


def main() -> int:
    packages, said = missing()
    if packages and os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        install(packages)
        packages, said = missing()
    if packages:
        print(f"Qt cannot start: {said}", file=sys.stderr)
        print(f"sudo apt-get install {' '.join(packages)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
