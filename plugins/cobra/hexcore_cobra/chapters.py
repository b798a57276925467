"""The rulebook's chapters as modules, in the order of its contents page."""

from __future__ import annotations

from types import ModuleType

from hexcore_cobra import ground

MODULES: tuple[ModuleType, ...] = (ground,)
