"""Python modules of a ruleset imported anew: always from their text, never from what was compiled before.

Compiled files go by seconds and sizes, so an edit within the same second can be missed; and a folder that is
edited is no place for them.
"""

from __future__ import annotations

import importlib
import linecache
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

from hexcore.tables import READERS


class FromSource(SourceFileLoader):
    """Loads a module from its text."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


class FreshFinder(MetaPathFinder):
    """Finds the modules of one package where they lie, and has them loaded from their text."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != self.package:
            return None
        for finder in sys.meta_path:
            look = getattr(finder, "find_spec", None)
            spec: ModuleSpec | None = look(fullname, path, target) if look and finder is not self else None
            if spec is not None:
                if type(spec.loader) is SourceFileLoader:
                    spec.loader = FromSource(spec.loader.name, spec.loader.path)
                return spec
        return None


class TakenOut:
    """Modules taken out of use with the tables they keep, so that the next import reads them anew."""

    def __init__(self, belongs: Callable[[str, ModuleType], bool]) -> None:
        self._belongs = belongs
        self.modules, self.readers = self._out()
        importlib.invalidate_caches()
        linecache.checkcache()

    def put_back(self) -> None:
        """As it was: what was imported since is forgotten."""
        self._out()
        sys.modules.update(self.modules)
        READERS.extend(self.readers)

    def _out(self) -> tuple[dict[str, ModuleType], list[Callable[[], object]]]:
        found = {name: module for name, module in list(sys.modules.items()) if self._belongs(name, module)}
        for name in found:
            del sys.modules[name]
        readers = [reader for reader in READERS if reader.__module__ in found]
        READERS[:] = [reader for reader in READERS if reader.__module__ not in found]
        return found, readers
