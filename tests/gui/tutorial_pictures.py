"""Takes the pictures of docs/tutorial and docs/examples anew: `python -m tests.gui.tutorial_pictures`.

The tutorial's ruleset is built from its pages as far as each picture stands; the window is real.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "rulesets")]

import chits  # noqa: E402
from hands import Hands  # noqa: E402
from PyQt6.QtCore import Qt  # noqa: E402
from screenshots import keep  # noqa: E402
from tutorial import NAME, PACKAGE, PAGES, ROOT, Reader, forget, install  # noqa: E402

from hexcore import ruleset as rulesets  # noqa: E402
from hexcore.cli import main as hexcore  # noqa: E402

SIZE = (1280, 800)
DOCS = ROOT / "docs"


class Writer(Reader):
    """One who writes the files of the pages, and runs only what makes files."""

    def type(self, text: str) -> None:
        for command in [line[2:] for line in text.splitlines() if line.startswith("$ ")]:
            words = command.split()
            clears = words[0] == "rm" and (self.home / words[1]).exists()
            if clears:
                self.done(words)
            if words[1:3] == ["map", "import"]:
                drawing, folder = str(self.home / words[3]), str(self.home / words[5])
                hexcore(["map", "import", drawing, "-o", folder, "--replace"])


def built(home: Path, pages: int) -> ModuleType:
    """The tutorial's package as it is after so many pages."""
    forget()
    assert hexcore(["new-ruleset", NAME, "-o", str(home)]) == 0
    install(home)
    writer = Writer(home, lambda *arguments: (0, "", ""))
    for page in PAGES[:pages]:
        writer.read(page)
    sys.path.insert(0, str(home))
    forget()
    found = import_module(PACKAGE)
    sys.path.remove(str(home))
    return found


def opening(hands: Hands) -> None:
    hands.wait(2)


def in_hand(hands: Hands) -> None:
    """A regiment in hand: what it reaches."""
    hands.click("0405")
    hands.point("0603")


def attack(hands: Hands) -> None:
    """The garrison of Merrin, about to be attacked from the causeway."""
    for start, end in (("0506", "0606"), ("0405", "0605")):
        hands.click(start)
        hands.click(end)
        hands.key(Qt.Key.Key_Escape)
    while hands.asked != "combat-phase":
        hands.key(Qt.Key.Key_Space)
    for number in ("0706", "0606", "0605"):
        hands.click(number)
    hands.wait(2)


def pull(hands: Hands) -> None:
    hands.click("0206")
    hands.point("0305")


SHOWN: tuple[tuple[str, int, Callable[[Hands], None]], ...] = (
    ("tutorial/counters.png", 3, opening),
    ("tutorial/reach.png", 5, in_hand),
    ("tutorial/combat.png", 7, attack),
    ("tutorial/looks.png", 10, opening),
    ("examples/chits.png", 0, pull),
)


def main() -> None:
    from hexcore_gui.__main__ import application

    running = application()
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        built(home / "map" / NAME, 2)
        folder, picture = home / "map" / NAME / PACKAGE, DOCS / "tutorial" / "map.svg"
        hexcore(["map", "draw", str(folder), "-o", str(picture), "--size", "40"])
        games = [built(home / str(n) / NAME, n) if n else chits for _, n, _ in SHOWN]
        announce()
        for (name, _, reach), package in zip(SHOWN, games, strict=True):
            hands = Hands(home / name, SIZE, home / "tiles")
            sys.modules[package.__name__] = package
            hands.start(package.RULESET, next(iter(package.RULESET.scenarios)), dice="3 2 5 1 6 4")
            reach(hands)
            hands.until(hands.map.ready, 60)
            keep(hands.window.grab().toImage(), DOCS / name)
            hands.leave()
    running.quit()


def announce() -> None:
    """The window asks for the rulesets that are installed: these are, for this process."""
    really = rulesets._points()
    own = {NAME: f"{PACKAGE}:RULESET", "chits": "chits:RULESET"}
    points = [metadata.EntryPoint(name, value, rulesets.ENTRY_POINTS) for name, value in own.items()]
    rulesets._points = lambda: [*really, *points]


if __name__ == "__main__":
    main()
