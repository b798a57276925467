"""Takes every picture of docs/pictures.md: `python -m tests.gui.screenshots [NAME ...]`, or `make pictures`.

Each is taken at 1280 x 800 and at 2560 x 1440 into docs/images/1280 and docs/images/2560,
with a palette of 256 colours, which leaves it as it looks. Those of the README and the user guide, at
1600 x 1000 into docs/images, are named `guide:NAME`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "rulesets")]

from PyQt6.QtGui import QImage, qRgb  # noqa: E402

if TYPE_CHECKING:
    from showcase import Scene

IMAGES = HERE.parents[1] / "docs" / "images"
SIZES = {"1280": (1280, 800), "2560": (2560, 1440)}
OF_GUIDE, IN_GUIDE = "guide:", (1600, 1000)
MOST = 256
"""Colours of a PNG with a palette."""


def main(names: list[str]) -> int:
    """Takes the pictures named, or all; 2 for a name that is none."""
    from showcase import GUIDE, SHOWN

    from hexcore_gui.__main__ import application

    every = [*SHOWN, *(f"{OF_GUIDE}{name}" for name in GUIDE)]
    unknown = sorted(set(names) - set(every))
    if unknown:
        print(f"no picture {', '.join(unknown)}; there are {', '.join(every)}", file=sys.stderr)
        return 2
    running, wanted = application(), names or every
    small_rulesets()
    shown = {name: scene for name, scene in SHOWN.items() if name in wanted}
    for folder, size in SIZES.items() if shown else ():
        take(shown, IMAGES / folder, size)
    guide = {name: scene for name, scene in GUIDE.items() if f"{OF_GUIDE}{name}" in wanted}
    if guide:
        take(guide, IMAGES, IN_GUIDE)
    running.quit()
    return 0


def take(scenes: Mapping[str, Scene], folder: Path, size: tuple[int, int]) -> None:
    """Some pictures by name, at one size of the window, into a folder."""
    from hands import Hands
    from showcase import light, window

    with tempfile.TemporaryDirectory() as place:
        hands = Hands(Path(place), size, Path(place) / "tiles")
        for name, scene in scenes.items():
            scene.reach(hands)
            keep((scene.shot or window)(hands), folder / f"{name}.png")
            if hands.front is not None:
                hands.front.close()
                hands.front = None
            light(hands)
        hands.leave()


def small_rulesets() -> None:
    """The rulesets of the tests are found like installed ones, in this process."""
    from importlib import metadata

    from hexcore import ruleset

    really = ruleset._points()
    own = {"hill": "hill:RULESET", "crossing": "crossing:RULESET"}
    points = [metadata.EntryPoint(name, value, ruleset.ENTRY_POINTS) for name, value in own.items()]
    ruleset._points = lambda: [*really, *points]


# ------------------------------------------------------------------ small files
def keep(picture: QImage, path: Path) -> None:
    """Writes a picture with a palette of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = picture.convertToFormat(QImage.Format.Format_RGB32)
    palette = [qRgb(*colour) for colour in palette_of(whole)]
    few = whole.convertToFormat(QImage.Format.Format_Indexed8, palette)
    if not few.save(str(path), "PNG", 0):  # 0: the most packed
        raise OSError(f"{path} cannot be written")
    print(f"{path} {path.stat().st_size // 1024} KiB")


Colour = tuple[int, int, int]
Box = list[tuple[Colour, int]]
NUMBERS = count(1)


def palette_of(picture: QImage) -> list[Colour]:
    """At most 256 colours for a picture: boxes of colours split where they spread most, and their means."""
    bits = picture.constBits()
    assert bits is not None
    bits.setsize(picture.sizeInBytes())
    data = bytes(bits)
    found = Counter(zip(data[2::4], data[1::4], data[0::4], strict=True))
    first = list(found.items())
    boxes = [(-_spread(first), 0, first)]
    while len(boxes) < MOST and boxes[0][0] < 0:
        for half in _halves(heappop(boxes)[2]):
            heappush(boxes, (-_spread(half), next(NUMBERS), half))
    return [_mean(box) for _, _, box in boxes]


def _ranges(box: Box) -> list[int]:
    return [max(c[k] for c, _ in box) - min(c[k] for c, _ in box) for k in range(3)]


def _spread(box: Box) -> float:
    """How much a box wants to be split: its width counts, and how much of the picture it is."""
    return max(_ranges(box)) * sum(n for _, n in box) ** 0.35


def _halves(box: Box) -> tuple[Box, Box]:
    ranges = _ranges(box)
    axis = ranges.index(max(ranges))
    box.sort(key=lambda entry: entry[0][axis])
    middle = (box[0][0][axis] + box[-1][0][axis]) / 2
    cut = next(n for n, entry in enumerate(box) if entry[0][axis] > middle)
    return box[:cut], box[cut:]


def _mean(box: Box) -> Colour:
    whole = sum(n for _, n in box)
    r, g, b = (round(sum(c[k] * n for c, n in box) / whole) for k in range(3))
    return r, g, b


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
