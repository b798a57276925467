"""One who reads docs/tutorial and types what it shows: files written page by page, commands run.

```toml file=…     the whole file          ```toml append=…    more at its end
```console         lines with `$ ` are commands; the lines below are in what they print (`…`: anything)
"""

from __future__ import annotations

import importlib
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "tutorial").glob("[0-9][0-9]-*.md"))
FENCE = re.compile(r"^```(\w+)(?: (file|append)=(\S+))?\n(.*?)^```$", re.M | re.S)
NAME, PACKAGE = "merrin", "merrin"
QUIET = ("-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not conforms")
"""The conformance of the tutorial's game is played once, by its `hexcore check`."""
Run = Callable[..., tuple[int, str, str]]


def forget() -> None:
    """The next import of the ruleset reads its files as they are now."""
    for module in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[module]
    importlib.invalidate_caches()


def install(home: Path) -> None:
    """What `pip install -e .` leaves: a dist-info folder whose entry point names the package."""
    info = home / f"{PACKAGE}-0.1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[hexcore.rulesets]\n{NAME} = {PACKAGE}:RULESET\n")


def python(home: Path, *arguments: str) -> str:
    """A command of Python in a process of its own."""
    path = os.pathsep.join((str(home), str(ROOT)))
    quiet = QUIET if arguments[:2] == ("-m", "pytest") else ()
    done = subprocess.run(
        [sys.executable, *arguments, *quiet],
        cwd=home,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Reader:
    """One who types what the pages show."""

    def __init__(self, home: Path, run: Run) -> None:
        self.home, self.run = home, run

    def read(self, page: Path) -> None:
        for language, how, name, text in FENCE.findall(page.read_text("utf-8")):
            if language == "console":
                self.type(text)
            elif name:
                path = self.home / name
                path.parent.mkdir(parents=True, exist_ok=True)
                before = path.read_text("utf-8") + "\n" if how == "append" else ""
                path.write_text((before if language in ("toml", "python") else before[:-1]) + text, "utf-8")

    def type(self, text: str) -> None:
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
            said = self.done(shlex.split(command, comments=True))
            pattern = ".*".join(re.escape(part) for part in shown.strip().split("…"))
            assert re.search(pattern, said, re.S), f"{command}\n{said}\nis not\n{shown}"

    def done(self, words: list[str]) -> str:
        match words:
            case ["hexcore", *arguments]:
                forget()
                status, out, err = self.run(*arguments)
                assert status == 0, out + err
                return out
            case ["rm", *names]:
                for name in names:
                    (self.home / name).unlink()
            case ["cd", name]:
                assert (self.home / "pyproject.toml").is_file() and self.home.name == name
                os.chdir(self.home)
            case ["pip", "install", *_]:
                install(self.home)
            case ["python", "-m", *_] | ["python", "-c", *_]:
                return python(self.home, *words[1:])
            case ["python", name]:
                runpy.run_path(str(self.home / name), run_name="__main__")
            case _:
                raise AssertionError(f"nobody knows how to do {words}")
        return ""
