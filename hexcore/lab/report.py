"""How a command of the laboratory answers: on the terminal or as JSON, and as HTML and CSV where asked."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from hexcore.cli import Wrong, emit, parser
from hexcore.lab.html_report import html, tables_csv
from hexcore.lab.pages import Page, page_json, page_text


def answer(given: Namespace, page: Page, value: Any = None) -> None:
    """Prints the page, or *value* (its JSON form where none is given) for `--json`, after writing what
    `--html` and `--csv` ask for; a program that asks takes the page itself (`asked`).

    Raises Wrong where a file cannot be written: nothing is printed then.
    """
    for path, text in wanted(given, page).items():
        write(path, text)
    taken = getattr(given, "taken", None)
    if taken is not None:
        taken(page)
        return
    emit(given, page_json(page) if value is None else value, page_text(page))


def asked(arguments: Sequence[str], step: Callable[[int, int], object] | None = None) -> Page:
    """The page a command of the laboratory answers, for a program that shows it: `["crt", "hill"]`.

    *step* is told how far long work is. Raises what the command raises: Wrong and its like for a mistake.
    """
    pages: list[Page] = []
    given = parser().parse_args(["lab", *arguments])
    given.taken, given.step = pages.append, step
    module, function = given.run.split(":")
    getattr(import_module(f"hexcore.{module}"), function)(given)
    return pages[-1]


def steps(given: Namespace, of: int) -> Callable[[], None]:
    """What a command calls before each of so many pieces of its work: who asks is told how far it is, and may
    give it up."""
    step, done = getattr(given, "step", None), count()

    def begun() -> None:
        if step is not None:
            step(next(done), of)

    return begun


def wanted(given: Namespace, page: Page) -> Mapping[Path, str]:
    """The files asked for, with their text."""
    files: dict[Path, str] = {}
    if getattr(given, "html", None):
        files[Path(given.html)] = html([page])
    if getattr(given, "csv", None):
        files |= {Path(given.csv) / name: text for name, text in tables_csv(page).items()}
    return files


def write(path: Path, text: str) -> None:
    """A file in its folder, made where it is not there; the file is whole or as it was."""
    half = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(text.encode("utf-8"))
        half.replace(path)
    except OSError as fault:
        with suppress(OSError):
            half.unlink()
        raise Wrong(f"{path}: cannot be written: {fault.strerror or fault}") from fault
