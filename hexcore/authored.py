"""A ruleset as its author edits it: where its files lie, what has changed in them, and reading it anew.

It is an installed one, or a folder with a ruleset.toml. What cannot be read is told with file and line, and
the modules and tables in use stay what they were.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from hexcore import ruleset as library
from hexcore.conformance import signature_faults
from hexcore.fresh_code import FreshFinder, TakenOut
from hexcore.in_hand import folder_of
from hexcore.rules import marked
from hexcore.ruleset import Ruleset, UnknownName
from hexcore.ruleset_folder import read_ruleset
from hexcore.shipped import load_all
from hexcore.tables import DataError

WATCHED = (".csv", ".toml", ".py")
"""The files that make a ruleset: those that its hash is of."""
PASSED_OVER = ("sources", "__pycache__", ".git", ".venv", "node_modules")
_PLACE = re.compile(r"^(?P<file>[^:\n]+\.(?:toml|csv|py)):(?:(?P<line>\d+)|.*\(at line (?P<at>\d+))")
"""How the readers of data begin what they say: `crt.csv:2: …`, `rules.toml: … (at line 3, column 1)`."""


class Unreadable(Exception):
    """What the edited files make no ruleset of: `file` and `line` of the fault where they are known."""

    def __init__(self, text: str, file: str = "", line: int = 0) -> None:
        super().__init__(text)
        self.file, self.line = file, line


class Authored:
    """A ruleset in its author's hands. `ruleset` is the one last read that was found sound."""

    ruleset: Ruleset

    def __init__(self, name: str) -> None:
        """An installed ruleset by its id, or a folder. UnknownName or Unreadable where it is none."""
        folder = folder_of(name)
        self._point = None if folder is not None else _point_of(name)
        self.folders: tuple[Path, ...] = (folder,) if folder is not None else ()
        self._finder: FreshFinder | None = None
        if self._point is not None:
            self.ruleset = library.find(name)
            module = sys.modules[self._point.module.partition(".")[0]]
            self.folders = _folders(self.ruleset, module)
            self._finder = FreshFinder(module.__name__)
            sys.meta_path.insert(0, self._finder)
        self._before: tuple[TakenOut, Ruleset] | None = None
        self._seen = self.files()
        if folder is not None:
            self.read()

    def close(self) -> None:
        """Later imports are found as ever."""
        if self._finder in sys.meta_path:
            sys.meta_path.remove(self._finder)

    # ---------------------------------------------------------------- the files
    def files(self) -> Mapping[Path, str]:
        """Every file of the ruleset with a hash of what it holds."""
        found = {}
        for path in self.paths():
            if path.suffix in WATCHED and path.is_file():
                try:
                    found[path] = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
                except OSError:  # it goes away while we look: so it is not there
                    continue
        return found

    def paths(self) -> list[Path]:
        """Its folders, and all folders and watched files in them."""
        found = list(self.folders)
        for folder in self.folders:
            found += [
                path
                for path in sorted(folder.rglob("*"))
                if not set(path.relative_to(folder).parts) & set(PASSED_OVER)
                and (path.suffix in WATCHED or path.is_dir())
            ]
        return list(dict.fromkeys(found))

    def changed(self) -> tuple[str, ...]:
        """The files that are others than at the last question, by name; it is answered once."""
        now, before = self.files(), self._seen
        self._seen = now
        odd = [path for path in {**before, **now} if before.get(path) != now.get(path)]
        return tuple(sorted(self.short(path) for path in odd))

    def short(self, path: Path) -> str:
        """A file as its author calls it: its path in the ruleset."""
        for folder in self.folders:
            if path.is_relative_to(folder) and path != folder:
                return path.relative_to(folder).as_posix()
        return path.name

    # ---------------------------------------------------------------- reading anew
    def read(self) -> Ruleset:
        """The ruleset as its files now are, its modules imported anew and everything of it looked into.

        It is `ruleset` from now on, unless it is `put_back`. Unreadable, with the place, where it does not
        hold; all is then as it was before.
        """
        before = TakenOut(self._belongs)
        try:
            ruleset = self._imported()
            self._prove(ruleset)
        except BaseException as fault:  # an import can raise anything, SystemExit too
            before.put_back()
            raise self.told(fault) from fault
        self._before = (before, getattr(self, "ruleset", ruleset))
        self.ruleset = ruleset
        return ruleset

    def put_back(self) -> None:
        """The ruleset read last is not used after all: the one before it is, with its modules and tables."""
        if self._before is not None:
            modules, self.ruleset = self._before
            modules.put_back()
            self._before = None

    def told(self, fault: BaseException) -> Unreadable:
        """A fault with the file and line of the ruleset it comes from, files by their short names."""
        if isinstance(fault, Unreadable):
            return fault
        text = str(fault)
        for folder in self.folders:
            text = text.replace(f"{folder}/", "").replace(f"{folder}\\", "")
        if (stands := _PLACE.match(text)) is not None:
            return Unreadable(text, stands["file"], int(stands["line"] or stands["at"]))
        kind = "" if isinstance(fault, DataError | UnknownName) else f"{type(fault).__name__}: "
        place = self.place_of(fault)
        if place is None:
            return Unreadable(f"{kind}{text}")
        name, line = self.short(place[0]), place[1]
        reason = fault.msg if isinstance(fault, SyntaxError) else text
        return Unreadable(f"{name}:{line}: {kind}{reason}", name, line)

    def place_of(self, fault: BaseException) -> tuple[Path, int] | None:
        """The innermost line of the ruleset's own code that a fault went through; None for another's."""
        if isinstance(fault, SyntaxError) and fault.filename and self._own(Path(fault.filename)):
            return Path(fault.filename), fault.lineno or 1
        found, trace = None, fault.__traceback__
        while trace is not None:
            path = Path(trace.tb_frame.f_code.co_filename)
            if self._own(path):
                found = path, trace.tb_lineno
            trace = trace.tb_next
        return found

    # ---------------------------------------------------------------- inside
    def _own(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self.folders)

    def _belongs(self, name: str, module: ModuleType) -> bool:
        if self._finder is not None:
            return name.partition(".")[0] == self._finder.package
        file = getattr(module, "__file__", None)
        return isinstance(file, str) and self._own(Path(file))

    def _imported(self) -> Ruleset:
        if self._point is None:
            return read_ruleset(self.folders[0])
        made = import_module(self._point.module)
        for part in self._point.attr.split("."):
            made = getattr(made, part)
        if not isinstance(made, Ruleset):
            raise TypeError(f"{self._point.value} is no Ruleset any more")
        return made

    def _prove(self, ruleset: Ruleset) -> None:
        """Everything of it read once; it is still the same game. First its hashes: files change meanwhile."""
        _ = ruleset.hash, ruleset.rules_hash
        known: Ruleset | None = getattr(self, "ruleset", None)
        if known is not None and ruleset.id != known.id:
            raise Unreadable(f"ruleset.toml: its id is {ruleset.id!r} now, and {known.id!r} is being played")
        ruleset.must_be_playable()
        for text in self._hooks(ruleset):
            raise Unreadable(*text)
        load_all(ruleset)
        _ = ruleset.rule_texts, ruleset.presentation

    def _hooks(self, ruleset: Ruleset) -> Iterator[tuple[str, str, int]]:
        """Rule functions on no hook there is, or that ask for what it does not give: text, file, line."""
        modules: list[ModuleType | object] = list(ruleset.load_modules())
        for scenario in ruleset.scenarios.values():
            modules += [module for module in scenario.modules if module not in modules]
        for _, function, mark in marked(modules):
            for text in signature_faults(function, mark.hook) if mark.hook else ():
                code = getattr(function, "__code__", None)
                if code is None or not self._own(Path(code.co_filename)):
                    yield f"{function.__name__} {text}", "", 0
                else:
                    file, line = self.short(Path(code.co_filename)), code.co_firstlineno
                    yield f"{file}:{line}: {function.__name__} {text}", file, line


def _point_of(name: str) -> EntryPoint | None:
    library.find(name)
    return next((point for point in library._points() if point.name == name), None)


def _folders(ruleset: Ruleset, module: ModuleType) -> tuple[Path, ...]:
    """Where the files of an installed ruleset lie: its package or module, and data that lies apart."""
    homes: Sequence[str] = list(getattr(module, "__path__", ())) or [str(module.__file__)]
    found = [Path(home).resolve() for home in homes]
    data = ruleset.folder.resolve()
    if not any(data.is_relative_to(home) for home in found):
        found.append(data)
    return tuple(found)
