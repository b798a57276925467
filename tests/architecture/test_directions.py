"""gui -> hexcore <- plugins; the core's own order; what importing costs; house style in figures."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "hexcore": ROOT / "hexcore",
    "hexcore_gui": ROOT / "gui" / "hexcore_gui",
    "hexcore_cobra": ROOT / "plugins" / "cobra" / "hexcore_cobra",
    "hexcore_breakout_pursuit": ROOT / "plugins" / "breakout_pursuit" / "hexcore_breakout_pursuit",
}
QT = {"PyQt6", "PyQt5", "PySide6"}
HEAVY = {"networkx", "numpy", "scipy", "sqlite_utils", "distributed", "dask", "icepool", *QT}
CHAIN = ("hexes", "maps", "units", "state", "events", "decisions", "game", "players", "simulate", "cli")
"""The core from the ground up: none of these stands on a later one."""


def modules(package: str) -> list[Path]:
    return sorted(PACKAGES[package].rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(node: ast.AST) -> Iterator[str]:
    """Every module named by the import statements under a node."""
    for part in ast.walk(node):
        if isinstance(part, ast.Import):
            yield from (alias.name for alias in part.names)
        elif isinstance(part, ast.ImportFrom) and part.module and not part.level:
            yield part.module
            yield from (f"{part.module}.{alias.name}" for alias in part.names)


def at_import_time(path: Path) -> set[str]:
    """What a module imports when it is itself imported: not in functions, not for type checkers only."""
    found: set[str] = set()
    waiting: list[ast.AST] = list(tree(path).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= set(imported(node))
        else:
            waiting += ast.iter_child_nodes(node)
    return found


# ------------------------------------------------------------------ between the packages
@pytest.mark.parametrize(
    "package, never",
    [
        ("hexcore", {"hexcore_gui", "hexcore_cobra", "hexcore_breakout_pursuit", *QT}),
        ("hexcore_gui", {"hexcore_cobra", "hexcore_breakout_pursuit"}),
        ("hexcore_cobra", {"hexcore_gui", "hexcore_breakout_pursuit", *QT}),
        ("hexcore_breakout_pursuit", {"hexcore_gui", "hexcore_cobra", *QT}),
    ],
)
def test_who_never_imports_whom(package: str, never: set[str]) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(package)
        for name in imported(tree(path))
        if name.split(".")[0] in never
    ]
    assert wrong == []


def asked_for(home: Path) -> set[str]:
    """The dependencies that a distribution names, as modules, those of its extra `cluster` among them."""
    project = tomllib.loads((home / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *project.get("optional-dependencies", {}).get("cluster", ())]
    return {re.split(r"[<>=\[;~! ]", name)[0].lower().replace("-", "_") for name in asked}


@pytest.mark.parametrize("package", PACKAGES)
def test_whatever_is_imported_is_asked_for(package: str) -> None:
    """Every third-party import is a dependency that the distribution names, or that the core brings along."""
    core = asked_for(ROOT)
    known = core | {"hexcore", "pydantic_core", package}
    known |= {"pytest"} if package == "hexcore" else asked_for(PACKAGES[package].parent)
    wrong = {
        f"{path.name} imports {name}"
        for path in modules(package)
        for name in imported(tree(path))
        if (top := name.split(".")[0]) not in sys.stdlib_module_names and top.lower() not in known
    }
    assert wrong == set()


# ------------------------------------------------------------------ inside the core
def dotted(path: Path) -> str:
    """A module of the core by its name within it."""
    return ".".join(path.relative_to(PACKAGES["hexcore"]).with_suffix("").parts)


def core_graph() -> nx.DiGraph:
    """The core's modules and what each imports when it is imported."""
    names = {dotted(path) for path in modules("hexcore")}
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_nodes_from(names)
    for path in modules("hexcore"):
        for name in at_import_time(path):
            other = name.removeprefix("hexcore.")
            if name.startswith("hexcore.") and other in names:
                graph.add_edge(dotted(path), other)
    return graph


def test_the_core_has_no_circles() -> None:
    assert list(nx.simple_cycles(core_graph())) == []


@pytest.mark.parametrize("n", range(1, len(CHAIN)))
def test_the_core_stands_on_what_is_below(n: int) -> None:
    graph = core_graph()
    below = [name for name in CHAIN[:n] if CHAIN[n] in nx.descendants(graph, name)]
    assert below == [], f"{below} import {CHAIN[n]}"


@pytest.mark.parametrize("name", ["gamefile", "players", "conformance", "asking", "journal_text"])
def test_what_stands_on_the_game(name: str) -> None:
    graph = core_graph()
    assert name in graph, f"hexcore/{name}.py is gone: say so here"
    assert name not in nx.descendants(graph, "game")


# ------------------------------------------------------------------ what importing costs
def loaded_by(*names: str) -> set[str]:
    """The top-level modules loaded in a fresh process that imports these."""
    lines = "; ".join(f"import {name}" for name in names)
    code = f"import sys; {lines}; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_core_loads_nothing_heavy() -> None:
    names = [f"hexcore.{dotted(path)}" for path in modules("hexcore") if path.stem != "__init__"]
    assert loaded_by(*names) & HEAVY == set()


@pytest.mark.parametrize("package", ["hexcore_cobra", "hexcore_breakout_pursuit"])
def test_naming_a_ruleset_loads_nothing_heavy(package: str) -> None:
    assert loaded_by(package) & HEAVY == set()


# ------------------------------------------------------------------ no word of any game
WORDS = (
    "german", "allied", "panzer", "cobra", "breakout", "pursuit", "bocage", "patton", "normandy", "rhine",
    "seine", "caen", "wehrmacht", "luftwaffe", "rommel", "bradley", "montgomery", "sherman", "american",
    "british", "canadian", "airborne", "westwall", "west-wall", "falaise", "paris",
)  # fmt: skip
TEXTS = {".py", ".toml", ".csv", ".txt", ".md", ".json", ".qss", ".svg"}
NOT_OURS = ("fonts", "LICENSES")


@pytest.mark.parametrize("folder", ["hexcore", "gui"])
def test_no_word_of_any_game(folder: str) -> None:
    words = re.compile(rf"\b({'|'.join(WORDS)})", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in TEXTS and not set(path.parts) & set(NOT_OURS) and "egg-info" not in str(path)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if words.search(line)
    ]
    assert found == []


# ------------------------------------------------------------------ figures
LONGEST_FILE, LONGEST_FUNCTION = 400, 50


def function_lengths(package: str) -> dict[str, int]:
    return {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for path in modules(package)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_are_short(package: str) -> None:
    lengths = function_lengths(package)
    if not lengths:
        pytest.skip(f"{package} has no functions yet")
    assert statistics.median(lengths.values()) <= 8
    too_long = {name for name, length in lengths.items() if length > 25}
    assert len(too_long) <= len(lengths) / 10, sorted(too_long)
    assert [name for name, length in lengths.items() if length > LONGEST_FUNCTION] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_files_are_short(package: str) -> None:
    sizes = {
        str(p.relative_to(ROOT)): len(p.read_text(encoding="utf-8").splitlines()) for p in modules(package)
    }
    assert {name: size for name, size in sizes.items() if size > LONGEST_FILE} == {}
