"""`hexcore check`: everything that can be proved of a ruleset, section by section.

    for section in check(RULESET):
        print(section.name, section.checked, section.flaws)

A flaw that is right but meant goes into `explained.csv` beside the ruleset's data (`finding,reason`, and
`ruleset` where rulesets share a folder); from then on it is only counted. An explanation that explains
nothing any more is a flaw itself.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hexcore.fault_places import traced
from hexcore.tables import DataError, read_csv

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset

EXPLAINED = "explained.csv"


class Flaw(NamedTuple):
    """One thing that does not hold: what, and in which file where it stands in one (from 1; 0: the whole)."""

    text: str
    path: Path | None = None
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = ":".join([str(self.path), *(str(n) for n in (self.line, self.column) if n)])
        return f"{place}: {self.text}" if self.path is not None else self.text


@dataclass
class Section:
    """One part of the check: what was looked into, what was found, what of it is explained and why."""

    name: str
    checked: list[str] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    explained: list[tuple[Flaw, str]] = field(default_factory=list)
    seconds: float = 0
    ends: bool = False
    """Whether what was found keeps everything else from being looked into."""

    @property
    def sound(self) -> bool:
        return not self.flaws


class Extent(NamedTuple):
    """How far a check goes: `fast` breaks games off and measures once."""

    fast: bool = False


Examiner = Callable[["Ruleset", Extent], Section]


@dataclass(frozen=True)
class ExplainedLine:
    """explained.csv: a finding that is meant, and why."""

    finding: str
    reason: str
    ruleset: str = ""


def examiners() -> dict[str, Examiner]:
    """The sections in their order, each by what looks into it."""
    from hexcore.check_play import conformance_section, coverage_section, perft_section
    from hexcore.drawn import drawing_section
    from hexcore.house_speed import speed_section
    from hexcore.lint import lint_section
    from hexcore.schema_check import schema_section

    return {
        "schema": schema_section,
        "lint": lint_section,
        "drawing": drawing_section,
        "conformance": conformance_section,
        "perft": perft_section,
        "coverage": coverage_section,
        "speed": speed_section,
    }


def check(ruleset: Ruleset, *, fast: bool = False, only: Sequence[str] = ()) -> Iterator[Section]:
    """The sections one after the other, as they are done; *only* those named, where given.

    Data that cannot be read, and functions that fit no hook, end the check: nothing can be played with them.
    """
    reasons = Reasons.of(ruleset)
    wanted = [name for name in examiners() if not only or name in only]
    for name in wanted:
        done = examined(ruleset, name, Extent(fast))
        reasons.sort(done)
        if name == wanted[-1] and not only:
            done.flaws += reasons.stale(fast)
        yield done
        if done.ends:
            return


def check_folder(folder: Path, *, fast: bool = False, only: Sequence[str] = ()) -> Iterator[Section]:
    """`check` of a ruleset folder that need not be installed, and that need not even be readable."""
    from hexcore.ruleset_folder import read_ruleset
    from hexcore.schema_check import folder_flaws

    try:
        ruleset = read_ruleset(folder)
    except DataError as fault:
        told = folder_flaws(folder) or [flaw_of(str(fault))]
        yield Section("schema", ["ruleset.toml and rules.py"], told)
        return
    yield from check(ruleset, fast=fast, only=only)


def examined(ruleset: Ruleset, name: str, extent: Extent) -> Section:
    """One section as it is found, nothing explained. Whatever breaks on the way is a flaw."""
    began = time.perf_counter()
    try:
        found = examiners()[name](ruleset, extent)
    except DataError as fault:
        found = Section(name, flaws=[flaw_of(str(fault))])
    except Exception as fault:  # a ruleset can break in any way; the other sections go on
        found = Section(name, flaws=[Flaw(*traced(fault, ruleset))])
    found.flaws = unlike(pinned(flaw) for flaw in found.flaws)
    found.seconds = time.perf_counter() - began
    return found


def flaw_of(fault: str) -> Flaw:
    """A fault in words that begin with their place (`file:line:column: reason`), as a flaw there."""
    place, _, text = fault.partition(": ")
    path, *numbers = place.split(":")
    if not text or not Path(path).suffix or not all(n.isdigit() for n in numbers):
        return Flaw(fault)
    line, column = ([int(n) for n in numbers] + [0, 0])[:2]
    return Flaw(text, Path(path), line, column)


def pinned(flaw: Flaw) -> Flaw:
    """A flaw with the line and column of the text it quotes, where it names a file only, or a line."""
    at = _BESIDE.search(flaw.text)
    if at is not None:
        return flaw._replace(text=_BESIDE.sub("", flaw.text), line=int(at[1]), column=int(at[2]))
    quoted = _QUOTED.search(flaw.text)
    if flaw.path is None or flaw.column or quoted is None or not quoted[1]:
        return flaw
    word = re.compile(rf"(?<![\w-]){re.escape(quoted[1])}(?![\w-])")
    try:
        lines = flaw.path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return flaw
    for number, line in enumerate(lines, 1):
        found = word.search(line) if flaw.line in (0, number) else None
        if found is not None:
            return flaw._replace(line=number, column=found.start() + 1)
    return flaw


_BESIDE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_QUOTED = re.compile(r"'([^']*)'")


def several(number: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def unlike(flaws: Iterable[Flaw]) -> list[Flaw]:
    """The flaws, each once, in order."""
    return list(dict.fromkeys(flaws))


# ------------------------------------------------------------------ what is explained
class Reasons:
    """The explanations of a ruleset, and which of them explain something."""

    def __init__(self, path: Path, given: dict[str, tuple[int, str]]) -> None:
        self.path, self.given = path, given
        self.used: set[str] = set()

    @classmethod
    def of(cls, ruleset: Ruleset) -> Reasons:
        path = ruleset.folder / EXPLAINED
        try:
            rows = read_csv(path, ExplainedLine) if path.exists() else []
        except DataError:  # told by the section that reads all files
            rows = []
        given = {
            row.finding: (line, row.reason)
            for line, row in enumerate(rows, 2)
            if row.ruleset in ("", ruleset.id) and row.reason
        }
        return cls(path, given)

    def sort(self, section: Section) -> None:
        """Puts what is explained apart."""
        flaws, section.flaws = section.flaws, []
        for flaw in flaws:
            if flaw.text in self.given:
                self.used.add(flaw.text)
                section.explained.append((flaw, self.given[flaw.text][1]))
            else:
                section.flaws.append(flaw)

    def stale(self, fast: bool) -> list[Flaw]:
        """Explanations that explain nothing; a fast check meets not all that games can show (`[…]`)."""
        return [
            Flaw(f"explains nothing any more: {finding}", self.path, line)
            for finding, (line, _) in self.given.items()
            if finding not in self.used and not (fast and finding.startswith("["))
        ]
