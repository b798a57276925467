"""Commands on maps: made, proved, drawn, compared, exchanged."""

from __future__ import annotations

import sys
import tempfile
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from hexcore.cli import DONE, WRONG, Wrong, emit
from hexcore.in_hand import folder_of
from hexcore.maps import HexMap, read_map
from hexcore.ruleset import Ruleset, find
from hexcore.tables import DataError, read_toml

RENDERERS = "hexcore.renderers"
SCREEN, PRINT = 54.0, 118.0
"""Pixels of a hex on a screen, and at 300 to the inch for hexes a centimetre wide."""
LEAST, MOST = 8.0, 400.0
LETTERS = ".txt"
"""The ending of a map drawn with letters; see `map_letters`."""


@dataclass(frozen=True)
class Named:
    """A map as it was named: by its ruleset, or by its folder."""

    name: str
    map: HexMap
    presentation: Mapping[str, Any]
    folder: Path | None


def named(name: str) -> Named:
    """The map of a ruleset, or of a folder with a `map.toml`. UnknownName or DataError when it is neither."""
    folder = folder_of_map(name)
    if folder is not None:
        looks = folder / "presentation.toml"
        return Named(name, read_map(folder), read_toml(looks) if looks.is_file() else {}, folder)
    ruleset = find(name)
    return Named(name, ruleset.map, ruleset.presentation, None)


def folder_of_map(name: str) -> Path | None:
    """The folder of a map that a name means: itself, or that of a ruleset in it. None for what is no path."""
    if (Path(name) / "map.toml").is_file():
        return Path(name)
    return folder_of(name)


# ------------------------------------------------------------------ making and proving
def build(given: Namespace) -> None:
    """Make a ruleset's map, into its own folder or another."""
    tools = find(given.ruleset).map_tools
    if tools is None or tools.build is None:
        raise Wrong(f"the map of {given.ruleset!r} was typed in by hand: it is not built")
    folder = Path(given.output) if given.output else tools.folder
    folder.mkdir(parents=True, exist_ok=True)
    tools.build(folder)
    emit(given, {"folder": str(folder)}, str(folder))


def check(given: Namespace) -> int:
    """Prove a map: `file:line: finding`, exit status 2 on any that is not explained."""
    from hexcore.mapcheck import survey_folder

    with tempfile.TemporaryDirectory() as temporary:
        folder, words, differences = _proved(given, Path(temporary))
        found = survey_folder(folder, words, differences)
    value = [
        {"file": str(f.path), "line": f.line, "finding": f.text, "explained": reason}
        for f, reason in [*((f, None) for f in found.findings), *found.explained]
    ]
    told = f"no findings, {len(found.explained)} explained" if found.explained else "no findings"
    emit(given, value, "\n".join(map(str, found.findings)) or told)
    if found.findings:
        beside = f", besides {len(found.explained)} explained" if found.explained else ""
        count = f"{len(found.findings)} finding{'' if len(found.findings) == 1 else 's'}"
        print(f"hexcore: {count} in {folder}{beside}", file=sys.stderr)
    return WRONG if found.findings else DONE


def _proved(given: Namespace, temporary: Path) -> tuple[Path, Any, Any]:
    """The folder to prove, what its words mean (None: what it says itself), and its maker's own proof."""
    if (home := folder_of_map(given.ruleset)) is not None and not given.folder:
        return home, None, None
    ruleset = find(given.ruleset)
    tools = ruleset.map_tools
    if tools is not None:
        return Path(given.folder) if given.folder else tools.folder, tools.words, tools.differences
    if given.folder:
        return Path(given.folder), None, None
    own = map_folder(ruleset)
    if own is None:  # a map in code is proved from the files it would have
        from hexcore.map_rows import write_map

        write_map(ruleset.map, temporary)
    return own or temporary, None, None


def map_folder(ruleset: Ruleset) -> Path | None:
    """The folder a ruleset keeps its map in, None for a map in code."""
    from hexcore.mapcheck import home_of_map

    return home_of_map(ruleset)


# ------------------------------------------------------------------ pictures
def draw(given: Namespace) -> None:
    """A picture of a map: SVG by the core, any other ending by an installed renderer."""
    if given.size is not None and not LEAST <= given.size <= MOST:
        raise Wrong(f"--size is a number of pixels from {LEAST:g} to {MOST:g}")
    shown, path = named(given.ruleset), Path(given.output)
    _has_folder(path)
    if path.suffix == ".svg":
        from hexcore.mapdraw import svg

        _written(path, svg(shown.map, shown.presentation, given.size or SCREEN))
    else:
        try:
            _renderer(path)(shown.map, shown.presentation, path, **_size(given.size, path))
        except (ValueError, OSError) as fault:
            raise Wrong(str(fault)) from None
    emit(given, {"file": str(path)}, str(path))


def _size(asked: float | None, path: Path) -> dict[str, float]:
    """Pixels from flat side to flat side of a hex: as asked, for print where the picture is one of pixels."""
    return {"px_per_hex": asked or (PRINT if path.suffix.lower() == ".png" else SCREEN)}


def _renderer(path: Path) -> Any:
    points = sorted(metadata.entry_points(group=RENDERERS), key=lambda point: point.name)
    if not points:
        raise Wrong(f"no renderer for {path.suffix or path.name!r} is installed; .svg needs none")
    try:
        return points[0].load()
    except Exception as fault:  # a plugin's import can fail in any way
        raise Wrong(f"the renderer {points[0].name!r} cannot be used: {fault}") from None


def _has_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise Wrong(f"{path}: there is no folder {path.parent}")


def _written(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Wrong(f"{path}: {fault.strerror}") from None


# ------------------------------------------------------------------ comparing and exchanging
def diff(given: Namespace) -> None:
    """What differs between two maps."""
    from hexcore.mapdiff import compare, lines

    found = compare(named(given.one).map, named(given.other).map)
    emit(given, {name: part.form for name, part in found.items()}, "\n".join(lines(found)))


def export(given: Namespace) -> None:
    """A map in a form that other programs read."""
    form = _form(Path(given.output))
    shown, path = named(given.ruleset), Path(given.output)
    _has_folder(path)
    try:
        written = form.write(shown.map, shown.presentation, path)
    except OSError as fault:
        raise Wrong(f"{path}: {fault.strerror}") from None
    value = {"file": str(path), "hexes": len(shown.map), "files": [str(one) for one in written]}
    emit(given, value, f"{path}: {len(shown.map)} hexes")


def import_(given: Namespace) -> int:
    """A map folder from what another program has written; nothing is made when it does not hold."""
    from hexcore import map_letters

    path, folder = Path(given.file), Path(given.output)
    form = map_letters if path.suffix.lower() == LETTERS else _form(path, f"{LETTERS}, .geojson or .tmx")
    try:
        hex_map = form.read(path)
    except map_letters.Faults as fault:
        if len(fault.all) == 1:
            raise
        emit(given, fault.all, "\n".join(fault.all))
        print(f"hexcore: {len(fault.all)} faults in {path}: nothing is made", file=sys.stderr)
        return WRONG
    written = _imported(hex_map, folder, replace=given.replace)
    value = {"folder": str(folder), "hexes": len(hex_map), "files": [str(path) for path in written]}
    emit(given, value, f"{folder}: {len(hex_map)} hexes")
    return DONE


def _imported(hex_map: HexMap, folder: Path, *, replace: bool) -> list[Path]:
    """The files of a map in a new folder; or its tables anew in one that has a map of the same grid."""
    from hexcore.map_files import read_grid
    from hexcore.map_rows import write_map, write_tables

    said = folder / "map.toml"
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())) and not replace:
        raise DataError(f"{folder}: is there already, and not empty; --replace writes the map's tables anew")
    if said.is_file() and read_grid(said) != hex_map.grid:
        raise DataError(f"{said}: has another grid: numbers, rows and columns are not those of the new map")
    _has_folder(folder)
    try:
        folder.mkdir(exist_ok=True)
        return (write_tables if said.is_file() else write_map)(hex_map, folder)
    except OSError as fault:
        raise Wrong(f"{folder}: {fault.strerror}") from None


def _form(path: Path, endings: str = ".geojson or .tmx") -> Any:
    """The module that reads and writes files of this ending."""
    from hexcore import geojson, tiled

    forms = {".geojson": geojson, ".json": geojson, ".tmx": tiled}
    if path.suffix.lower() not in forms:
        raise Wrong(f"{path}: a map is exchanged as {endings}")
    return forms[path.suffix.lower()]
