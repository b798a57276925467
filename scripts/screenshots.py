"""The pictures in docs/images, taken of the real window: every scene is reached by clicks.

    python scripts/screenshots.py [scene ...]      opening, reach, what-if ...; all of them by default
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"


def main(names: list[str]) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path[:0] = [str(ROOT / "tests" / "gui")]
    from hands import Hands
    from PyQt6.QtWidgets import QApplication
    from scenes import SCENES
    from scenes_of_june import SCENES as OF_JUNE

    scenes = {**SCENES, **OF_JUNE}
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    for name in names or list(scenes):
        with tempfile.TemporaryDirectory() as folder:
            player = Hands(Path(folder))
            scenes[name](player)
            player.picture(IMAGES / f"{name}.png")
            player.leave()
            print(IMAGES / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
